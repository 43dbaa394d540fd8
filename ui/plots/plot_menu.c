/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/plots/plot_menu.h"

#include "engine/model/classes/panel.h"
#include "ui/actions/action_table.h"
#include "ui/actions/menu_parts.h"
#include "ui/edits/time/plot.h"
#include "ui/plots/plot_data.h"
#include "ui/plots/plot_draw.h"
#include "ui/plots/plot_runs.h"
#include "ui/plots/plot_view_private.h"
#include "ui/session/labels.h"
#include "ui/session/property_target.h"
#include "ui/widgets/dialogs.h"
#include "ui/widgets/popover.h"

#include <string.h>

static const char *const COLOR_NAMES[SN_PLOT_N_COLORS] = {"Blue", "Vermilion", "Green", "Pink",
                                                          "Sky",  "Brown",     "Violet"};

/* --- building --- */

static void add_action(GMenu *menu, const char *action)
{
    g_menu_append(menu, sn_action_row(action)->label, action);
}

static void add_target(GMenu *menu, const char *label, const char *action, const char *format, ...)
    G_GNUC_PRINTF(4, 0);
/* format and arguments: of g_variant_new. */
static void add_target(GMenu *menu, const char *label, const char *action, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    GMenuItem *item = g_menu_item_new(label, NULL);
    g_menu_item_set_action_and_target_value(item, action,
                                            g_variant_new_va(format, NULL, &arguments));
    va_end(arguments);
    g_menu_append_item(menu, item);
    g_object_unref(item);
}

static void add_section(GMenu *menu, GMenu *section)
{
    g_menu_append_section(menu, NULL, G_MENU_MODEL(section));
    g_object_unref(section);
}

/* Names may hold what menus take for the mark of a key. */
static void add_submenu(GMenu *menu, const char *label, GMenu *submenu)
{
    if (g_menu_model_get_n_items(G_MENU_MODEL(submenu)) > 0) {
        char *plain = sn_menu_plain(label);
        g_menu_append_submenu(menu, plain, G_MENU_MODEL(submenu));
        g_free(plain);
    }
    g_object_unref(submenu);
}

static char *target_text(const SnModel *model, SnTarget target)
{
    char *path = sn_model_path(model, target.id);
    char *text =
        g_strdup_printf("%s:%s", path, sn_model_property(model, target.id, target.row)->name);
    g_free(path);
    return text;
}

static char *target_label(const SnModel *model, SnTarget target)
{
    char *component = g_strdelimit(sn_model_label(model, target.id), "_", ' ');
    char *property =
        sn_property_called(model, target.id, sn_model_property(model, target.id, target.row));
    char *label = g_strdup_printf("%s %s", component, property);
    g_free(property);
    g_free(component);
    return label;
}

/* Choices for the horizontal axis: a property, or each of its numbers. */
static void add_against(GMenu *menu, const SnModel *model, SnTarget target)
{
    const SnProperty *property = sn_model_property(model, target.id, target.row);
    char *text = target_text(model, target), *label = target_label(model, target);
    const int width = sn_type_width(property->type);
    if (width == 1) {
        add_target(menu, label, "plot.against", "(si)", text, 0);
    } else {
        GMenu *numbers = g_menu_new();
        for (int k = 0; k < width; k++)
            add_target(numbers, sn_plot_number_name(property, k), "plot.against", "(si)", text, k);
        add_target(numbers, "Length", "plot.against", "(si)", text, SN_CURVE_MAGNITUDE);
        add_submenu(menu, label, numbers);
    }
    g_free(label);
    g_free(text);
}

/* Calls for each property of the component selected last that a curve can show. */
static void each_selected(SnPlotView *view, void (*visit)(GMenu *, const SnModel *, SnTarget),
                          GMenu *menu)
{
    const SnModel *model = sn_session_model(view->session);
    const SnId id = sn_session_primary(view->session);
    const int n = sn_model_object(model, id) ? sn_model_n_properties(model, id) : 0;
    for (int row = 0; row < n; row++) {
        const SnProperty *property = sn_model_property(model, id, row);
        if (sn_edits_plot_can_show(property) && property->kind != SN_PARAMETER &&
            sn_model_applies(model, id, property))
            visit(menu, model, (SnTarget){id, row});
    }
}

static void add_curve_choice(GMenu *menu, const SnModel *model, SnTarget target)
{
    char *text = target_text(model, target);
    add_target(menu, sn_model_property(model, target.id, target.row)->label, "plot.add", "s", text);
    g_free(text);
}

static GMenu *axis_section(SnPlotView *view)
{
    const SnModel *model = sn_session_model(view->session);
    const SnPlot *plot = (const SnPlot *)sn_model_get(model, view->plot);
    const SnComponent *curves = sn_model_list(&plot->base, "curves");
    GMenu *section = g_menu_new(), *against = g_menu_new(), *own = g_menu_new();
    for (guint i = 0; i < curves->children->len; i++) {
        const SnPlotCurve *curve = g_ptr_array_index(curves->children, i);
        if (curve->property.n > 0)
            add_against(own, model, curve->property.targets[0]);
    }
    add_section(against, own);
    GMenu *selected = g_menu_new();
    each_selected(view, add_against, selected);
    add_section(against, selected);
    add_action(section, "win.plot-time");
    add_submenu(section, "Against", against);
    GMenu *add = g_menu_new();
    each_selected(view, add_curve_choice, add);
    char *label = sn_session_label(view->session, sn_session_primary(view->session));
    char *title = g_strdup_printf("Add Curve of %s", label);
    add_submenu(section, title, add);
    g_free(title);
    g_free(label);
    return section;
}

/* One submenu for each curve: which number, or away with it. */
static GMenu *curve_section(SnPlotView *view)
{
    const SnModel *model = sn_session_model(view->session);
    const SnComponent *curves = sn_model_list(sn_model_get(model, view->plot), "curves");
    GMenu *section = g_menu_new();
    for (guint i = 0; i < curves->children->len; i++) {
        const SnPlotCurve *curve = g_ptr_array_index(curves->children, i);
        if (curve->property.n < 1)
            continue;
        const SnTarget target = curve->property.targets[0];
        const SnProperty *property = sn_model_property(model, target.id, target.row);
        const int width = sn_type_width(property->type);
        char *path = sn_model_path(model, curve->base.id);
        GMenu *submenu = g_menu_new(), *numbers = g_menu_new();
        if (width > 1) {
            add_target(numbers, "All Numbers", "plot.number", "(si)", path, SN_CURVE_ALL);
            for (int k = 0; k < width; k++) {
                add_target(numbers, sn_plot_number_name(property, k), "plot.number", "(si)", path,
                           k);
            }
            add_target(numbers, "Length", "plot.number", "(si)", path, SN_CURVE_MAGNITUDE);
        }
        add_section(submenu, numbers);
        add_target(submenu, "Remove", "plot.remove", "s", path);
        char *label = target_label(model, target);
        add_submenu(section, label, submenu);
        g_free(label);
        g_free(path);
    }
    return section;
}

static GMenu *runs_menu(SnPlotView *view)
{
    const GPtrArray *runs = sn_plot_runs(sn_plot_runs_of(view->session));
    GMenu *menu = g_menu_new(), *all = g_menu_new();
    for (guint i = 0; i < runs->len; i++) {
        const SnPlotRun *run = g_ptr_array_index(runs, i);
        GMenu *one = g_menu_new(), *colors = g_menu_new();
        add_target(one, run->shown ? "Hide" : "Show", "plot.run-show", "i", (int)i);
        add_target(colors, "As the Curves", "plot.run-color", "(ii)", (int)i, -1);
        for (int k = 0; k < SN_PLOT_N_COLORS; k++)
            add_target(colors, COLOR_NAMES[k], "plot.run-color", "(ii)", (int)i, k);
        add_submenu(one, "Colour", colors);
        add_target(one, "Rename…", "plot.run-rename", "i", (int)i);
        add_target(one, "Delete", "plot.run-delete", "i", (int)i);
        add_submenu(all, run->name, one);
    }
    add_section(menu, all);
    GMenu *rest = g_menu_new();
    add_action(rest, "win.plot-keep-automatically");
    if (runs->len > 0)
        g_menu_append(rest, "Delete All", "plot.runs-delete");
    add_section(menu, rest);
    return menu;
}

GMenuModel *sn_plot_menu_new(SnPlotView *view)
{
    const SnPlot *plot = (const SnPlot *)sn_model_get(sn_session_model(view->session), view->plot);
    GMenu *menu = g_menu_new();
    add_section(menu, axis_section(view));
    add_section(menu, curve_section(view));
    GMenu *runs = g_menu_new();
    add_action(runs, "win.plot-keep");
    add_submenu(runs, "Kept Runs", runs_menu(view));
    add_section(menu, runs);
    GMenu *look = g_menu_new();
    add_action(look, "win.plot-fit");
    add_action(look, "win.plot-fix");
    add_action(look, "win.plot-legend");
    if (plot->x.n > 0)
        add_action(look, "win.plot-equal");
    add_section(menu, look);
    GMenu *files = g_menu_new(), *export = g_menu_new();
    add_action(export, "win.plot-export::csv");
    add_action(export, "win.plot-export::svg");
    add_action(export, "win.plot-export::png");
    add_submenu(files, "Export", export);
    add_action(files, "win.plot-copy");
    add_section(menu, files);
    GMenu *whole = g_menu_new();
    add_action(whole, "win.plot-float");
    add_action(whole, "win.plot-properties");
    add_action(whole, "win.plot-delete");
    add_section(menu, whole);
    return G_MENU_MODEL(menu);
}

void sn_plot_menu_open(SnPlotView *view, double x, double y)
{
    if (!sn_session_model(view->session))
        return;
    GMenuModel *model = sn_plot_menu_new(view);
    if (!view->menu) {
        view->menu = gtk_popover_menu_new_from_model_full(model, GTK_POPOVER_MENU_NESTED);
        gtk_popover_set_has_arrow(GTK_POPOVER(view->menu), FALSE);
        gtk_widget_set_halign(view->menu, GTK_ALIGN_START);
        gtk_widget_set_parent(view->menu, GTK_WIDGET(view));
    } else {
        gtk_popover_menu_set_menu_model(GTK_POPOVER_MENU(view->menu), model);
    }
    g_object_unref(model);
    gtk_popover_set_pointing_to(GTK_POPOVER(view->menu), &(GdkRectangle){(int)x, (int)y, 1, 1});
    sn_popover_show_menu(GTK_POPOVER(view->menu));
}

/* --- actions --- */

#define ACTION(name) static void name(GSimpleAction *action, GVariant *parameter, gpointer view)

static SnSession *session_of(gpointer view)
{
    return ((SnPlotView *)view)->session;
}

ACTION(on_against)
{
    const char *text = NULL;
    int number = 0;
    g_variant_get(parameter, "(&si)", &text, &number);
    sn_edits_plot_set_x(session_of(view), sn_plot_view_plot(view), text, number);
}

ACTION(on_add)
{
    sn_edits_plot_add_curves(session_of(view), sn_plot_view_plot(view),
                             g_variant_get_string(parameter, NULL));
}

/* A curve that is still there; null and a word if it has gone meanwhile. */
static SnId curve_of(gpointer view, const char *path)
{
    const SnId id = sn_model_resolve(sn_session_model(session_of(view)), NULL, path, NULL);
    if (sn_id_is_null(id))
        sn_session_fail(session_of(view), "This curve is gone.");
    return id;
}

ACTION(on_number)
{
    const char *path = NULL;
    int number = 0;
    g_variant_get(parameter, "(&si)", &path, &number);
    const SnId curve = curve_of(view, path);
    if (!sn_id_is_null(curve))
        sn_edits_plot_set_number(session_of(view), curve, number);
}

ACTION(on_remove)
{
    const SnId curve = curve_of(view, g_variant_get_string(parameter, NULL));
    if (!sn_id_is_null(curve))
        sn_edits_plot_remove_curve(session_of(view), curve);
}

/* The run a menu item was made for; NULL if it is gone. */
static const SnPlotRun *run_of(gpointer view, int index)
{
    const GPtrArray *runs = sn_plot_runs(sn_plot_runs_of(session_of(view)));
    return index < (int)runs->len ? g_ptr_array_index(runs, index) : NULL;
}

ACTION(on_run_show)
{
    const int index = g_variant_get_int32(parameter);
    const SnPlotRun *run = run_of(view, index);
    if (run)
        sn_plot_runs_show(sn_plot_runs_of(session_of(view)), index, !run->shown);
}

ACTION(on_run_color)
{
    int index = 0, color = 0;
    g_variant_get(parameter, "(ii)", &index, &color);
    if (run_of(view, index)) {
        sn_plot_runs_set_color(sn_plot_runs_of(session_of(view)), index,
                               color >= 0 ? SN_PLOT_PALETTE[color] : NULL);
    }
}

typedef struct Renaming {
    SnSession *session;   /* a reference */
    const SnPlotRun *run; /* may be gone when the answer comes */
} Renaming;

static void on_run_name(const char *name, gpointer data)
{
    Renaming *renaming = data;
    SnPlotRuns *runs = sn_plot_runs_of(renaming->session);
    guint index = 0;
    if (name && *name != '\0' &&
        g_ptr_array_find((GPtrArray *)sn_plot_runs(runs), renaming->run, &index))
        sn_plot_runs_rename(runs, (int)index, name);
    g_object_unref(renaming->session);
    g_free(renaming);
}

ACTION(on_run_rename)
{
    const SnPlotRun *run = run_of(view, g_variant_get_int32(parameter));
    if (run) {
        Renaming *renaming = g_new0(Renaming, 1);
        *renaming = (Renaming){g_object_ref(session_of(view)), run};
        sn_dialog_name(GTK_WINDOW(gtk_widget_get_root(view)), "Rename the Run", run->name,
                       on_run_name, renaming);
    }
}

ACTION(on_run_delete)
{
    const int index = g_variant_get_int32(parameter);
    if (run_of(view, index))
        sn_plot_runs_delete(sn_plot_runs_of(session_of(view)), index);
}

ACTION(on_runs_delete)
{
    sn_plot_runs_delete_all(sn_plot_runs_of(session_of(view)));
}

void sn_plot_menu_add_actions(SnPlotView *view)
{
    static const GActionEntry entries[] = {
        {"against", on_against, "(si)"},    {"add", on_add, "s"},
        {"number", on_number, "(si)"},      {"remove", on_remove, "s"},
        {"run-show", on_run_show, "i"},     {"run-color", on_run_color, "(ii)"},
        {"run-rename", on_run_rename, "i"}, {"run-delete", on_run_delete, "i"},
        {"runs-delete", on_runs_delete},
    };
    GSimpleActionGroup *group = g_simple_action_group_new();
    g_action_map_add_action_entries(G_ACTION_MAP(group), entries, G_N_ELEMENTS(entries), view);
    gtk_widget_insert_action_group(GTK_WIDGET(view), "plot", G_ACTION_GROUP(group));
    g_object_unref(group);
}
