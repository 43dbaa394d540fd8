/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/actions/menus.h"

#include "engine/model/classes/class_table.h"
#include "engine/model/classes/fem.h"
#include "ui/actions/menu_parts.h"
#include "ui/edits/solids.h"

static GMenu *recent_menu(const char *const *recent)
{
    GMenu *menu = g_menu_new();
    for (; recent && *recent; recent++) {
        char *base = g_path_get_basename(*recent);
        char *folder = g_path_get_dirname(*recent);
        char *parent = g_path_get_basename(folder);
        char *name = g_strdup_printf("%s — %s", base, parent);
        char *label = sn_menu_plain(name);
        sn_menu_append_target(menu, label, "win.open-file", *recent);
        g_free(label);
        g_free(name);
        g_free(parent);
        g_free(folder);
        g_free(base);
    }
    return menu;
}

GMenuModel *sn_menus_speed(void)
{
    static const struct {
        const char *label;
        double speed;
    } speeds[] = {{"As Fast as It Goes", 0}, {"4 ×", 4},       {"2 ×", 2},
                  {"Real Time", 1},          {"½ ×", 0.5},     {"¼ ×", 0.25},
                  {"1/10 ×", 0.1},           {"1/100 ×", 0.01}};
    GMenu *menu = g_menu_new(), *factors = g_menu_new();
    for (gsize i = 0; i < G_N_ELEMENTS(speeds); i++) {
        GMenuItem *item = g_menu_item_new(speeds[i].label, NULL);
        g_menu_item_set_action_and_target(item, "win.speed", "d", speeds[i].speed);
        g_menu_append_item(factors, item);
        g_object_unref(item);
    }
    g_menu_append_section(menu, NULL, G_MENU_MODEL(factors));
    g_object_unref(factors);
    SN_MENU_SECTION(menu, "What Was Simulated Before", "win.replay::show", "win.replay::simulate");
    return G_MENU_MODEL(menu);
}

GMenuModel *sn_menus_budget(void)
{
    static const int budgets[] = {256, 512, 1024, 2048, 4096, 8192};
    GMenu *menu = g_menu_new(), *sizes = g_menu_new();
    for (gsize i = 0; i < G_N_ELEMENTS(budgets); i++) {
        char *label = budgets[i] < 1024 ? g_strdup_printf("%d MB", budgets[i])
                                        : g_strdup_printf("%d GB", budgets[i] / 1024);
        GMenuItem *item = g_menu_item_new(label, NULL);
        g_menu_item_set_action_and_target(item, "win.record-budget", "i", budgets[i]);
        g_menu_append_item(sizes, item);
        g_object_unref(item);
        g_free(label);
    }
    g_menu_append_section(menu, "Memory for the Recording", G_MENU_MODEL(sizes));
    g_object_unref(sizes);
    return G_MENU_MODEL(menu);
}

GMenuModel *sn_menus_waypoints(void)
{
    GMenu *menu = g_menu_new();
    SN_MENU_SECTION(menu, NULL, "win.add-waypoint", "win.add-breakpoint", "win.add-waypoints");
    SN_MENU_SECTION(menu, NULL, "win.previous-waypoint", "win.next-waypoint");
    SN_MENU_SECTION(menu, NULL, "win.delete-waypoints");
    return G_MENU_MODEL(menu);
}

GMenuModel *sn_menus_waypoint(void)
{
    GMenu *menu = g_menu_new();
    SN_MENU_SECTION(menu, NULL, "win.go-to-waypoint", "win.rename-waypoint", "win.breakpoint");
    SN_MENU_SECTION(menu, NULL, "win.delete");
    return G_MENU_MODEL(menu);
}

GMenuModel *sn_menus_ruler(double time)
{
    static const char *const entries[][2] = {{"Go Here", "win.go-to"},
                                             {"Add Waypoint Here", "win.add-waypoint-at"},
                                             {"Add Breakpoint Here", "win.add-breakpoint-at"},
                                             {"Loop From Here", "win.loop-from"},
                                             {"Loop Until Here", "win.loop-until"}};
    GMenu *menu = g_menu_new(), *here = g_menu_new();
    for (gsize i = 0; i < G_N_ELEMENTS(entries); i++) {
        GMenuItem *item = g_menu_item_new(entries[i][0], NULL);
        g_menu_item_set_action_and_target(item, entries[i][1], "d", time);
        g_menu_append_item(here, item);
        g_object_unref(item);
    }
    g_menu_append_section(menu, NULL, G_MENU_MODEL(here));
    g_object_unref(here);
    SN_MENU_SECTION(menu, NULL, "win.loop", "win.show-all-time");
    SN_MENU_SECTION(menu, NULL, "win.add-waypoints", "win.delete-waypoints");
    return G_MENU_MODEL(menu);
}

GMenuModel *sn_menus_branch(uint64_t span)
{
    GMenu *menu = g_menu_new();
    GMenuItem *item = g_menu_item_new("Bring This Branch Back", NULL);
    g_menu_item_set_action_and_target(item, "win.take-branch", "t", span);
    g_menu_append_item(menu, item);
    g_object_unref(item);
    return G_MENU_MODEL(menu);
}

static GMenu *draw_menu(void)
{
    GMenu *menu = g_menu_new();
    SN_MENU_SECTION(menu, NULL, "win.draw::muscle", "win.draw::axial_spring", "win.draw::ligament",
                    "win.draw::marker");
    SN_MENU_SECTION(menu, NULL, "win.measure-selection", "win.scale-model");
    return menu;
}

static GMenu *edit_menu(void)
{
    GMenu *edit = g_menu_new(), *groups = g_menu_new();
    SN_MENU_SECTION(edit, NULL, "win.undo", "win.redo", "win.history");
    SN_MENU_SECTION(edit, NULL, "win.cut", "win.copy", "win.paste");
    SN_MENU_SECTION(edit, NULL, "win.rename", "win.rename-many", "win.move-up", "win.move-down",
                    "win.delete");
    sn_menu_append_submenu(groups, "Duplicate, Mirror, Align", sn_menu_copies());
    sn_menu_append_submenu(groups, "Draw and Measure", draw_menu());
    sn_menu_append_submenu(groups, "Convert", sn_menu_convert());
    GMenu *select = sn_menu_select();
    SN_MENU_SECTION(select, NULL, "win.find", "win.edit-path");
    SN_MENU_SECTION(select, NULL, "win.pick::components", "win.pick::nodes", "win.pick::elements");
    sn_menu_append_submenu(groups, "Select", select);
    sn_menu_append_submenu(groups, "Show and Hide", sn_menu_showing());
    sn_menu_append_submenu(groups, "Tag and Lock", sn_menu_marks());
    g_menu_append_section(edit, NULL, G_MENU_MODEL(groups));
    g_object_unref(groups);
    return edit;
}

static GMenu *view_menu(void)
{
    GMenu *view = g_menu_new(), *sides = g_menu_new(), *kept = g_menu_new();
    SN_MENU_SECTION(view, NULL, "win.view-home", "win.view-fit", "win.orthographic");
    SN_MENU_SECTION(kept, NULL, "win.viewpoint-keep", "win.viewpoint-next");
    SN_MENU_SECTION(kept, NULL, "win.ghost::keep", "win.ghost::none");
    SN_MENU_SECTION(sides, NULL, "win.view-front", "win.view-back", "win.view-left",
                    "win.view-right", "win.view-top", "win.view-bottom", "win.view-corner");
    SN_MENU_SECTION(sides, NULL, "win.view-previous", "win.view-next");
    sn_menu_append_submenus(view, "Look From", sides, "Viewpoints and Ghosts", kept);
    SN_MENU_SECTION(view, NULL, "win.grid", "win.grid-labels", "win.axes", "win.scale-bar",
                    "win.names", "win.edges", "win.wireframe", "win.contacts");
    SN_MENU_SECTION(view, NULL, "win.clip-add", "win.clip-remove");
    SN_MENU_SECTION(view, NULL, "win.second-viewer", "win.viewer-window", "win.link-viewers");
    return view;
}

static GMenu *simulation_menu(void)
{
    GMenu *run = g_menu_new();
    SN_MENU_SECTION(run, NULL, "win.play", "win.step", "win.step-back", "win.reset", "win.to-end",
                    "win.edit-time", "win.loop");
    sn_menu_append_submenu(run, "Waypoints", G_MENU(sn_menus_waypoints()));
    sn_menu_append_submenu(run, "Speed", G_MENU(sn_menus_speed()));
    SN_MENU_SECTION(run, NULL, "win.settle", "win.use-pose", "win.use-present");
    SN_MENU_SECTION(run, NULL, "win.modes");
    return run;
}

static GMenu *properties_menu(void)
{
    GMenu *properties = g_menu_new();
    SN_MENU_SECTION(properties, NULL, "win.plot-property::", "win.record-property::",
                    "win.drive-property::", "win.moment-arms");
    SN_MENU_SECTION(properties, NULL, "win.new-panel",
                    "win.add-to-panel::", "win.panel-from-selection", "win.panel-excitations");
    SN_MENU_SECTION(properties, NULL, "win.copy-property::");
    return properties;
}

static GMenu *fem_menu(void)
{
    GMenu *fem = g_menu_new();
    SN_MENU_SECTION(fem, NULL, "win.nodes-hold", "win.nodes-free", "win.nodes-attach",
                    "win.nodes-load");
    SN_MENU_SECTION(fem, NULL, "win.elements-region", "win.elements-bundle");
    SN_MENU_SECTION(fem, NULL, "win.pick::components", "win.pick::nodes", "win.pick::elements");
    SN_MENU_SECTION(fem, NULL, "win.spread::side", "win.spread::plane", "win.spread::connected",
                    "win.spread::grow", "win.spread::shrink", "win.spread::invert");
    return fem;
}

static GMenu *strands_menu(void)
{
    GMenu *strands = g_menu_new();
    SN_MENU_SECTION(strands, NULL, "win.strand-through", "win.guide-through", "win.pulley-on",
                    "win.surface-on");
    SN_MENU_SECTION(strands, NULL, "win.nodes-virtual", "win.nodes-material");
    return strands;
}

static GMenu *window_menu(void)
{
    GMenu *panels = g_menu_new();
    SN_MENU_SECTION(panels, NULL, "win.navigator", "win.properties", "win.timeline", "win.log");
    SN_MENU_SECTION(panels, NULL, "win.console", "win.run-script", "win.stop-script");
    SN_MENU_SECTION(panels, NULL, "win.page::pose", "win.page::checks");
    SN_MENU_SECTION(panels, NULL, "win.theme::follow", "win.theme::light", "win.theme::dark");
    SN_MENU_SECTION(panels, NULL, "app.new-window", "win.fullscreen");
    return panels;
}

static void append_file_sections(GMenu *menu, const char *const *recent)
{
    GMenu *open = g_menu_new(), *save = g_menu_new(), *others = g_menu_new(),
          *foreign = g_menu_new();
    sn_menu_append(open, "win.new");
    sn_menu_append(open, "win.open");
    sn_menu_append_submenu(open, "Open Recent", recent_menu(recent));
    g_menu_append_section(menu, NULL, G_MENU_MODEL(open));
    sn_menu_append(save, "win.save");
    sn_menu_append(save, "win.save-as");
    SN_MENU_SECTION(others, NULL, "win.save-variant", "win.save-whole");
    SN_MENU_SECTION(others, NULL, "win.revert", "win.compare-with-file");
    sn_menu_append_submenu(save, "Variants and File on Disk", others);
    SN_MENU_SECTION(foreign, NULL, "win.import", "win.external-loads", "win.export-model");
    SN_MENU_SECTION(foreign, NULL, "win.save-picture", "win.export-movie");
    sn_menu_append_submenu(save, "Import and Export", foreign);
    g_menu_append_section(menu, NULL, G_MENU_MODEL(save));
    g_object_unref(open);
    g_object_unref(save);
}

GMenuModel *sn_menus_main(const char *const *recent)
{
    GMenu *menu = g_menu_new(), *groups = g_menu_new(), *help = g_menu_new(), *last = g_menu_new();
    append_file_sections(menu, recent);
    sn_menu_append_submenu(groups, "Edit", edit_menu());
    sn_menu_append_submenu(groups, "FEM", fem_menu());
    sn_menu_append_submenu(groups, "Strands", strands_menu());
    sn_menu_append_submenu(groups, "View", view_menu());
    sn_menu_append_submenu(groups, "Simulation", simulation_menu());
    sn_menu_append_submenu(groups, "Properties", properties_menu());
    sn_menu_append_submenu(groups, "Window", window_menu());
    g_menu_append_section(menu, NULL, G_MENU_MODEL(groups));
    g_object_unref(groups);

    sn_menu_append(last, "win.preferences");
    SN_MENU_SECTION(help, NULL, "win.palette", "win.shortcuts");
    SN_MENU_SECTION(help, NULL, "win.start-page", "win.guide");
    SN_MENU_SECTION(help, NULL, "win.about-model", "app.about");
    sn_menu_append_submenu(last, "Help", help);
    sn_menu_append(last, "win.close");
    sn_menu_append(last, "app.quit");
    g_menu_append_section(menu, NULL, G_MENU_MODEL(last));
    g_object_unref(last);
    return G_MENU_MODEL(menu);
}

GMenuModel *sn_menus_demos(const char *const *names, const char *const *groups)
{
    GMenu *menu = g_menu_new(), *single = g_menu_new(), *grouped = g_menu_new();
    GHashTable *submenus = g_hash_table_new(g_str_hash, g_str_equal); /* text: GMenu, borrowed */
    for (int i = 0; names && names[i]; i++) {
        GMenu *into = *groups[i] != '\0' ? g_hash_table_lookup(submenus, groups[i]) : single;
        if (!into) {
            into = g_menu_new();
            g_hash_table_insert(submenus, (gpointer)groups[i], into);
            sn_menu_append_submenu(grouped, groups[i], into);
        }
        sn_menu_append_target(into, names[i], "win.open-demo", names[i]);
    }
    g_menu_append_section(menu, NULL, G_MENU_MODEL(single));
    g_menu_append_section(menu, NULL, G_MENU_MODEL(grouped));
    g_hash_table_unref(submenus);
    g_object_unref(single);
    g_object_unref(grouped);
    return G_MENU_MODEL(menu);
}

/* --- add --- */

GPtrArray *sn_list_classes(const SnListRow *row)
{
    GPtrArray *classes = g_ptr_array_new();
    int n = 0;
    const SnClass *const *all = sn_class_table(&n);
    for (int i = 0; i < n; i++) {
        if (!all[i]->abstract && !sn_class_is_a(all[i], &SN_CLASS_LIST) &&
            sn_class_is_a(all[i], row->accepts))
            g_ptr_array_add(classes, (gpointer)all[i]);
    }
    return classes;
}

/* FEMs by the shape they start from. */
static void append_fems(GMenu *menu)
{
    static const char *const sources[][2] = {{"Box", "box"},
                                             {"Ellipsoid", "ellipsoid"},
                                             {"Tube", "tube"},
                                             {"Capsule", "capsule"},
                                             {"Sheet", "sheet"}};
    GMenu *submenu = g_menu_new();
    for (gsize i = 0; i < G_N_ELEMENTS(sources); i++)
        sn_menu_append_target(submenu, sources[i][0], "win.add-fem", sources[i][1]);
    g_menu_append(submenu, "From File…", "win.import");
    sn_menu_append_submenu(menu, SN_CLASS_FEM.label, submenu);
}

/* Bodies that are no box at first. */
static void append_bodies(GMenu *menu)
{
    int n;
    const SnBodyKind *kinds = sn_body_kinds(&n);
    GMenu *submenu = g_menu_new();
    for (int i = 0; i < n; i++)
        sn_menu_append_target(submenu, kinds[i].label, "win.add-body", kinds[i].name);
    sn_menu_append_submenu(menu, "Ball, Cylinder, Ground", submenu);
}

static void append_classes(GMenu *menu, const char *list_path, const SnListRow *row)
{
    GPtrArray *classes = sn_list_classes(row);
    for (guint i = 0; i < classes->len; i++) {
        const SnClass *class = g_ptr_array_index(classes, i);
        if (class == &SN_CLASS_FEM) {
            append_fems(menu);
            continue;
        }
        g_autofree char *title = sn_menu_title(class->label);
        GMenuItem *item = g_menu_item_new(title, NULL);
        g_menu_item_set_action_and_target(item, "win.add", "(ss)", list_path, class->name);
        g_menu_append_item(menu, item);
        g_object_unref(item);
    }
    g_ptr_array_unref(classes);
}

/* Lists of what is seldom added, or by other ways too: a menu of its own keeps the first one short.
 */
static bool is_seldom(const SnListRow *row)
{
    static const char *const names[] = {"visuals",     "measurements", "viewpoints",  "guides",
                                        "moment_arms", "monitors",     "controllers", "clips",
                                        "waypoints",   "panels",       "plots",       "models"};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        if (g_str_equal(row->name, names[i]))
            return true;
    }
    return false;
}

/* Entries of the classes of one list: in a submenu if there are several. */
static void append_list(GMenu *menu, const SnModel *model, const SnComponent *owner,
                        const SnListRow *row)
{
    char *path = sn_model_path(model, sn_model_list(owner, row->name)->id);
    GPtrArray *classes = sn_list_classes(row);
    if (classes->len == 1) {
        append_classes(menu, path, row);
    } else {
        GMenu *submenu = g_menu_new();
        append_classes(submenu, path, row);
        g_autofree char *title = sn_menu_title(row->label);
        sn_menu_append_submenu(menu, title, submenu);
    }
    g_ptr_array_unref(classes);
    g_free(path);
}

GMenuModel *sn_menus_add(SnSession *session, SnId list)
{
    SnModel *model = sn_session_model(session);
    GMenu *menu = g_menu_new(), *seldom = g_menu_new();
    const SnComponent *component = sn_model_get(model, list);
    if (component && sn_class_is_a(component->class, &SN_CLASS_LIST)) {
        char *path = sn_model_path(model, list);
        append_classes(menu, path, ((const SnList *)component)->row);
        g_free(path);
        g_object_unref(seldom);
        return G_MENU_MODEL(menu);
    }
    const SnComponent *owner = component ? component : model->root;
    const bool root = owner == model->root;
    for (int i = 0; i < owner->class->n_lists; i++) {
        const SnListRow *row = &owner->class->lists[i];
        append_list(root && is_seldom(row) ? seldom : menu, model, owner, row);
        if (root && g_str_equal(row->name, "bodies")) {
            append_bodies(menu);
            sn_menu_append(menu, "win.import");
        }
    }
    if (root)
        sn_menu_append_submenu(menu, "More", seldom);
    else
        g_object_unref(seldom);
    return G_MENU_MODEL(menu);
}
