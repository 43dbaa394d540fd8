/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Menus of what is selected, and of what was hit. */
#include "ui/actions/menus.h"

#include "engine/base/vec.h"
#include "engine/model/classes/annotation.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/fem.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/strand.h"
#include "engine/model/tracked.h"
#include "ui/actions/menu_parts.h"
#include "ui/edits/edits.h"
#include "ui/edits/joint.h"
#include "ui/session/property_target.h"

#include <string.h>

/* From selected nodes or elements to others. */
static GMenu *spread_menu(void)
{
    GMenu *menu = g_menu_new();
    SN_MENU_SECTION(menu, NULL, "win.select-all", "win.spread::invert", "win.select-similar");
    SN_MENU_SECTION(menu, NULL, "win.spread::side", "win.spread::plane", "win.spread::connected");
    SN_MENU_SECTION(menu, NULL, "win.spread::grow", "win.spread::shrink");
    return menu;
}

/* What can be done with the nodes or elements selected; what lacks something else says so. */
static void append_part_actions(GMenu *menu, SnSession *session)
{
    const SnId primary = sn_session_primary(session);
    const SnComponent *component = sn_model_get(sn_session_model(session), primary);
    if (component && component->class == &SN_CLASS_FEM && primary.entry == 0) {
        SN_MENU_SECTION(menu, NULL, "win.pick::nodes", "win.pick::elements");
        return;
    }
    const bool nodes = sn_edits_part_action_applies(session, SN_PARTS_HOLD);
    static const char *const actions[SN_PARTS_COUNT] = {
        "win.nodes-hold", "win.nodes-free",      "win.nodes-attach",
        "win.nodes-load", "win.elements-region", "win.elements-bundle"};
    GMenu *section = g_menu_new();
    for (int i = 0; i < SN_PARTS_COUNT; i++) {
        if (sn_edits_part_action_applies(session, (SnPartAction)i) ||
            (nodes && i == SN_PARTS_ATTACH))
            sn_menu_append(section, actions[i]);
    }
    const bool parts = g_menu_model_get_n_items(G_MENU_MODEL(section)) > 0;
    g_menu_append_section(menu, NULL, G_MENU_MODEL(section));
    g_object_unref(section);
    if (parts && component && component->class == &SN_CLASS_FEM)
        sn_menu_append_submenu(menu, "Select Parts", spread_menu());
}

/* Appends what applies of the actions for strands from first to last. */
static void append_strand_range(GMenu *menu, SnSession *session, SnStrandAction first,
                                SnStrandAction last)
{
    static const char *const actions[SN_STRANDS_COUNT] = {
        "win.strand-through", "win.guide-through", "win.pulley-on",
        "win.surface-on",     "win.nodes-virtual", "win.nodes-material"};
    for (int i = (int)first; i <= (int)last; i++) {
        if (sn_edits_strand_action_applies(session, (SnStrandAction)i))
            sn_menu_append(menu, actions[i]);
    }
}

/* What runs through selected points as a strand, or is done with the nodes of strands. */
static void append_strand_actions(GMenu *menu, SnSession *session)
{
    GMenu *section = g_menu_new();
    append_strand_range(section, session, SN_STRANDS_STRAND, SN_STRANDS_GUIDE);
    append_strand_range(section, session, SN_STRANDS_VIRTUAL, SN_STRANDS_MATERIAL);
    g_menu_append_section(menu, NULL, G_MENU_MODEL(section));
    g_object_unref(section);
}

/* A class added by win.add-to, which takes what it hangs on from the selection and asks for no
 * more. */
static void append_class(GMenu *menu, SnSession *session, const SnClass *class)
{
    const SnModel *model = sn_session_model(session);
    const SnComponent *list = sn_model_list_for(model->root, class);
    char *path = sn_model_path(model, list->id);
    g_autofree char *title = sn_menu_title(class->label);
    GMenuItem *item = g_menu_item_new(title, NULL);
    g_menu_item_set_action_and_target(item, "win.add-to", "(ss)", path, class->name);
    g_menu_append_item(menu, item);
    g_object_unref(item);
    g_free(path);
}

/* How many of the selection are bodies or frames; -1: something else is selected too. */
static int n_frames(SnSession *session)
{
    int n = 0;
    const SnId *ids = sn_session_selection(session, &n);
    for (int i = 0; i < n; i++) {
        const SnComponent *component = sn_model_get(sn_session_model(session), ids[i]);
        if (!component || ids[i].entry != 0 ||
            !sn_class_is_a(component->class, &SN_CLASS_BODY_FRAME))
            return -1;
    }
    return n;
}

/* What hangs on one selected body or frame, or lies between two. */
static GMenu *hanging_menu(SnSession *session, int frames)
{
    GMenu *menu = g_menu_new();
    if (frames == 1) {
        append_class(menu, session, &SN_CLASS_MARKER);
        append_class(menu, session, &SN_CLASS_FRAME);
        append_class(menu, session, &SN_CLASS_BODY_LOAD);
    }
    append_class(menu, session, &SN_CLASS_FRAME_SPRING);
    append_strand_range(menu, session, SN_STRANDS_PULLEY, SN_STRANDS_SURFACE);
    return menu;
}

/* What runs through the selected points, or joins the selected bodies. */
static void append_connections(GMenu *menu, SnSession *session)
{
    GMenu *section = g_menu_new();
    const int frames = n_frames(session);
    if (sn_edits_strand_action_applies(session, SN_STRANDS_GUIDE)) { /* points, nothing else */
        sn_menu_append(section, "win.path-through::muscle");
        sn_menu_append(section, "win.path-through::ligament");
        sn_menu_append(section, "win.path-through::axial_spring");
    }
    if (frames == 1 || frames == 2) {
        int n;
        const SnClass *const *classes = sn_edits_joint_classes(&n);
        GMenu *joints = g_menu_new();
        for (int i = 0; i < n; i++)
            append_class(joints, session, classes[i]);
        sn_menu_append_submenu(
            section, frames == 1 ? "Joint at Its Origin to the World" : "Joint Midway Between Them",
            joints);
        sn_menu_append_submenu(section, frames == 1 ? "Add to It" : "Add Between Them",
                               hanging_menu(session, frames));
    }
    g_menu_append_section(menu, NULL, G_MENU_MODEL(section));
    g_object_unref(section);
}

/* The context menu, first an action at a place of a component. */
static GMenuModel *context_at(SnSession *session, const char *label, const char *action, SnId id,
                              const double place[3])
{
    GMenuModel *menu = sn_menus_context(session);
    GMenu *section = g_menu_new();
    char *path = sn_model_path(sn_session_model(session), id);
    GMenuItem *item = g_menu_item_new(label, NULL);
    g_menu_item_set_action_and_target(item, action, "(sddd)", path, place[0], place[1], place[2]);
    g_menu_append_item(section, item);
    g_object_unref(item);
    g_free(path);
    g_menu_prepend_section(G_MENU(menu), NULL, G_MENU_MODEL(section));
    g_object_unref(section);
    return menu;
}

GMenuModel *sn_menus_insert_node(SnSession *session, SnId strand, const double place[3])
{
    return context_at(session, "Insert Node Here", "win.insert-node", strand, place);
}

GMenuModel *sn_menus_marker_here(SnSession *session, SnId body, const double location[3])
{
    return context_at(session, "Marker Here", "win.marker-here", body, location);
}

/* Cylinders about the axes of the places that have a radius, a sphere where they lie in a ball. */
static GMenu *wraps_menu(const char *path, const SnJointPlace *places, int n)
{
    GMenu *menu = g_menu_new();
    for (int i = 0; i < n; i++) {
        if (places[i].radius <= 0)
            continue;
        double middle[3];
        sn_v3_copy(places[i].position, middle);
        sn_v3_axpy(places[i].middle, places[i].axis, middle);
        GMenuItem *item = g_menu_item_new(places[i].label, NULL);
        g_menu_item_set_action_and_target(item, "win.wrap-here", "(sdddddddb)", path, middle[0],
                                          middle[1], middle[2], places[i].axis[0],
                                          places[i].axis[1], places[i].axis[2], places[i].radius,
                                          places[i].ball);
        g_menu_append_item(menu, item);
        g_object_unref(item);
    }
    return menu;
}

/* A joint of each class at each of the places; with: path of the other body, NULL: as selected. */
static GMenu *joints_menu(const char *path, const SnJointPlace *places, int n, const char *with)
{
    int n_classes;
    const SnClass *const *classes = sn_edits_joint_classes(&n_classes);
    GMenu *joints = g_menu_new();
    for (int i = 0; i < n; i++) {
        const double *p = places[i].position, *axis = places[i].axis;
        GMenu *kinds = g_menu_new();
        for (int k = 0; k < n_classes; k++) {
            g_autofree char *title = sn_menu_title(classes[k]->label);
            GMenuItem *item = g_menu_item_new(title, NULL);
            GVariant *target = g_variant_new("(ssdddddd)", classes[k]->name, path, p[0], p[1], p[2],
                                             axis[0], axis[1], axis[2]);
            if (with)
                g_menu_item_set_action_and_target(item, "hit.joint-with", "(s@(ssdddddd))", with,
                                                  target);
            else
                g_menu_item_set_action_and_target_value(item, "win.joint-here", target);
            g_menu_append_item(kinds, item);
            g_object_unref(item);
        }
        sn_menu_append_submenu(joints, places[i].label, kinds);
    }
    return joints;
}

static void append_joints(GMenu *section, SnSession *session, SnId other, GMenu *joints)
{
    g_autofree char *name =
        sn_id_is_null(other) ? g_strdup("the World") : sn_session_label(session, other);
    g_autofree char *plain = sn_menu_plain(name);
    g_autofree char *label = g_strdup_printf("Joint Here, With %s", plain);
    sn_menu_append_submenu(section, label, joints);
}

void sn_menus_prepend_joints(GMenu *menu, SnSession *session, SnId body, SnId before,
                             const SnJointPlace *places, int n)
{
    const SnModel *model = sn_session_model(session);
    const SnComponent *former = before.entry == 0 ? sn_model_get(model, before) : NULL;
    GMenu *section = g_menu_new();
    g_autofree char *path = sn_model_path(model, body);
    const SnId partner = sn_joint_partner(session, body);
    if (sn_id_is_null(partner) && former && former->class == &SN_CLASS_RIGID_BODY &&
        !sn_id_equal(before, body)) {
        g_autofree char *with = sn_model_path(model, before);
        append_joints(section, session, before, joints_menu(path, places, n, with));
    }
    append_joints(section, session, partner, joints_menu(path, places, n, NULL));
    GMenu *wraps = wraps_menu(path, places, n);
    if (g_menu_model_get_n_items(G_MENU_MODEL(wraps)) > 0)
        sn_menu_append_submenu(section, "Wrapping Surface Here", wraps);
    else
        g_object_unref(wraps);
    g_autofree char *over = g_strdup_printf("win.wrap-over::%s", path);
    g_menu_append(section, "Wrapping Surface of Its Mesh", over);
    g_menu_prepend_section(menu, NULL, G_MENU_MODEL(section));
    g_object_unref(section);
}

/* Plots, records and drives what matters most of the selection. */
static GMenu *watch_menu(SnSession *session)
{
    const SnModel *model = sn_session_model(session);
    const SnId id = sn_session_primary(session);
    GMenu *menu = g_menu_new();
    if (sn_property_main_row(model, id, false) >= 0) {
        sn_menu_append(menu, "win.plot-property::");
        sn_menu_append(menu, "win.record-property::");
    }
    if (sn_property_main_row(model, id, true) >= 0)
        sn_menu_append(menu, "win.drive-property::");
    const SnComponent *component = id.entry == 0 ? sn_model_get(model, id) : NULL;
    if (component && sn_class_is_a(component->class, &SN_CLASS_PATH))
        sn_menu_append(menu, "win.moment-arms");
    if (sn_can_be_tracked(component))
        sn_menu_append(menu, "win.track-path");
    sn_menu_append(menu, "win.panel-from-selection");
    return menu;
}

/* Springs, muscles, ligaments and strands become one another, bodies and FEMs too. */
static bool is_convertible(const SnComponent *component)
{
    if (component->class == &SN_CLASS_RIGID_BODY || component->class == &SN_CLASS_FEM)
        return true;
    return sn_class_is_a(component->class, &SN_CLASS_PATH) || component->class == &SN_CLASS_STRAND;
}

/* Groups of actions, so that the menu is no taller than a small window. */
static void append_submenus(GMenu *menu, SnSession *session, const SnComponent *primary,
                            bool copied)
{
    const bool entry = sn_session_primary(session).entry != 0;
    GMenu *section = g_menu_new(), *select = sn_menu_select();
    sn_menu_append_submenu(section, "Plot and Drive", watch_menu(session));
    sn_menu_append_marks(select, sn_session_model(session));
    sn_menu_append_submenu(section, "Select", select);
    sn_menu_append_submenu(section, "Show and Hide", sn_menu_showing());
    if (!entry && sn_class_is_a(primary->class, &SN_CLASS_DRAWABLE))
        sn_menu_append_submenu(section, "Tag and Lock", sn_menu_marks());
    if (!entry && is_convertible(primary))
        sn_menu_append_submenu(section, "Convert", sn_menu_convert());
    if (copied)
        sn_menu_append_submenu(section, "Duplicate, Mirror, Align", sn_menu_copies());
    g_menu_append_section(menu, NULL, G_MENU_MODEL(section));
    g_object_unref(section);
}

/* With nothing selected. */
static void append_nothing_selected(GMenu *menu)
{
    SN_MENU_SECTION(menu, NULL, "win.draw::muscle", "win.draw::axial_spring", "win.draw::ligament",
                    "win.draw::marker");
    SN_MENU_SECTION(menu, NULL, "win.paste", "win.import");
    SN_MENU_SECTION(menu, NULL, "win.show-all", "win.view-home");
}

GMenuModel *sn_menus_context(SnSession *session)
{
    SnModel *model = sn_session_model(session);
    GMenu *menu = g_menu_new();
    const SnComponent *primary = sn_model_get(model, sn_session_primary(session));
    const bool is_list = primary && sn_class_is_a(primary->class, &SN_CLASS_LIST);
    const bool entry = primary && sn_session_primary(session).entry != 0;
    const bool component = !entry && primary && !is_list && primary->parent;
    const bool holds = !primary || is_list || (!entry && primary->class->n_lists > 0);
    if (holds) {
        GMenuModel *add = sn_menus_add(session, primary ? primary->id : SN_ID_NULL);
        g_menu_append_submenu(menu, "Add", add);
        g_object_unref(add);
    }
    append_part_actions(menu, session);
    append_connections(menu, session);
    append_strand_actions(menu, session);
    if (!primary) {
        append_nothing_selected(menu);
        return G_MENU_MODEL(menu);
    }
    append_submenus(menu, session, primary, component);
    if (component) {
        SN_MENU_SECTION(menu, NULL, "win.cut", "win.copy", "win.copy-path", "win.paste");
        SN_MENU_SECTION(menu, NULL, "win.rename", "win.delete");
    } else if (entry && !primary->class->arrays[sn_id_array(sn_session_primary(session))].derived) {
        SN_MENU_SECTION(menu, NULL, "win.delete");
    }
    if (primary->class == &SN_CLASS_VIEWPOINT)
        SN_MENU_SECTION(menu, NULL, "win.viewpoint-go");
    SN_MENU_SECTION(menu, NULL, "win.view-fit", "win.measure-selection");
    return G_MENU_MODEL(menu);
}
