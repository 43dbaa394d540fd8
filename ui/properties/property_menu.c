/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/properties/property_menu.h"

#include "engine/model/classes/panel.h"
#include "engine/model/edit/other_axes.h"
#include "ui/actions/menu_parts.h"
#include "ui/edits/base.h"
#include "ui/edits/pose.h"
#include "ui/edits/time/plot.h"
#include "ui/session/property_target.h"

static void append(GMenu *menu, const char *label, const char *action, const char *target)
{
    GMenuItem *item = g_menu_item_new(label, NULL);
    g_menu_item_set_action_and_target(item, action, target ? "s" : NULL, target);
    g_menu_append_item(menu, item);
    g_object_unref(item);
}

/* Takes the section. */
static void append_section(GMenu *menu, GMenu *section)
{
    g_menu_append_section(menu, NULL, G_MENU_MODEL(section));
    g_object_unref(section);
}

/* "Add to Panel": each panel, and a new one. */
static GMenu *panels_menu(SnSession *session, const char *text)
{
    const SnModel *model = sn_session_model(session);
    const SnComponent *list = sn_model_list_for(model->root, &SN_CLASS_PANEL);
    GMenu *menu = g_menu_new(), *panels = g_menu_new(), *other = g_menu_new();
    for (guint i = 0; i < list->children->len; i++) {
        const SnComponent *panel = g_ptr_array_index(list->children, i);
        char *path = sn_model_path(model, panel->id);
        char *target = g_strconcat(path, "\n", text, NULL);
        char *name = sn_session_label(session, panel->id);
        char *label = sn_menu_plain(name);
        append(panels, label, "win.add-to-panel", target);
        g_free(label);
        g_free(name);
        g_free(target);
        g_free(path);
    }
    char *target = g_strconcat("\n", text, NULL);
    append(other, "New Panel", "win.add-to-panel", target);
    g_free(target);
    append_section(menu, panels);
    append_section(menu, other);
    return menu;
}

/* What can be done with a row of a panel itself. */
static GMenu *control_section(const SnModel *model, SnId control)
{
    const SnComponent *component = sn_model_get(model, control);
    const SnTarget *target = ((const SnControl *)component)->property.targets;
    const SnProperty *property = sn_model_property(model, target->id, target->row);
    GMenu *section = g_menu_new();
    append(section, "Rename…", "control.rename", NULL);
    if (property->type == SN_TYPE_REAL && property->kind != SN_RESULT) {
        GMenu *widgets = g_menu_new();
        append(widgets, "Automatic", "control.widget", "auto");
        append(widgets, "Slider", "control.widget", "slider");
        append(widgets, "Number", "control.widget", "number");
        append(section, "Slider Range…", "control.range", NULL);
        g_menu_append_submenu(section, "Show As", G_MENU_MODEL(widgets));
        g_object_unref(widgets);
    }
    append(section, "Select Component", "control.select", NULL);
    append(section, "Remove From Panel", "control.remove", NULL);
    return section;
}

GMenuModel *sn_property_menu(SnSession *session, const char *text, SnId control)
{
    const SnModel *model = sn_session_model(session);
    GArray *targets = sn_property_targets_parse(model, text, NULL);
    bool recorded = false, driven = false, plotted = false, placed = false;
    bool settable = false, inherited = false;
    SnSpatialKind kind;
    SnId in;
    for (guint i = 0; i < targets->len; i++) {
        const SnTarget target = g_array_index(targets, SnTarget, i);
        recorded |= sn_property_can_record(model, target);
        driven |= sn_property_can_drive(model, target);
        const SnProperty *property = sn_model_property(model, target.id, target.row);
        plotted |= sn_edits_plot_can_show(property);
        settable |= sn_is_coordinate(property) ||
                    (property->kind != SN_RESULT && (property->flags & SN_DERIVED) == 0);
        inherited |= (property->flags & SN_INHERITABLE) != 0;
        placed |= sn_axes_of(model, target.id, property, &kind, &in);
    }
    const bool differs = sn_edits_differ_from_base(
        session, (const SnTarget *)(const void *)targets->data, (int)targets->len);
    g_array_unref(targets);
    GMenu *menu = g_menu_new(), *probes = g_menu_new(), *others = g_menu_new();
    GMenu *values = g_menu_new();
    if (plotted)
        append(probes, "Plot", "win.plot-property", text);
    if (recorded)
        append(probes, "Record", "win.record-property", text);
    if (driven)
        append(probes, "Drive", "win.drive-property", text);
    GMenu *panels = panels_menu(session, text);
    g_menu_append_submenu(others, "Add to Panel", G_MENU_MODEL(panels));
    g_object_unref(panels);
    if (placed)
        append(others, "In Other Axes…", "property.other-axes", NULL);
    append(others, "Copy Path", "win.copy-property", text);
    append(values, "Copy Value", "property.copy-value", NULL);
    if (settable) {
        append(values, "Paste Value", "property.paste-value", NULL);
        append(values, inherited ? "Inherit Again" : "Reset to Default", "property.reset", NULL);
    }
    if (differs)
        append(others, "Reset to Base", "win.reset-to-base", text);
    append_section(menu, probes);
    append_section(menu, values);
    append_section(menu, others);
    if (!sn_id_is_null(control))
        append_section(menu, control_section(model, control));
    return G_MENU_MODEL(menu);
}
