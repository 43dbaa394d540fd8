/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/menus.h"

#include "engine/model/classes/body.h"
#include "engine/model/classes/class_table.h"
#include "engine/model/classes/fem.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/strand.h"
#include "engine/model/drawable.h"
#include "ui/edits/edits.h"
#include "ui/edits/joint.h"
#include "ui/session/property_target.h"
#include "ui/widgets/action_table.h"

static void append(GMenu *menu, const char *action)
{
    const SnActionRow *row = sn_action_row(action);
    g_assert(row);
    GMenuItem *item = g_menu_item_new(row->label, row->name);
    if (row->keys[0])
        g_menu_item_set_attribute(item, "accel", "s", row->keys[0]);
    g_menu_append_item(menu, item);
    g_object_unref(item);
}

/* A section of actions; NULL ends. */
static void append_section(GMenu *menu, const char *label, const char *const *actions)
{
    GMenu *section = g_menu_new();
    for (; *actions; actions++)
        append(section, *actions);
    g_menu_append_section(menu, label, G_MENU_MODEL(section));
    g_object_unref(section);
}

#define SECTION(menu, label, ...)                                                                  \
    append_section(menu, label, (const char *const[]){__VA_ARGS__, NULL})

static void append_submenu(GMenu *menu, const char *label, GMenu *submenu)
{
    g_menu_append_submenu(menu, label, G_MENU_MODEL(submenu));
    g_object_unref(submenu);
}

/* Entries "label" -> action with a string target. */
static void append_target(GMenu *menu, const char *label, const char *action, const char *target)
{
    GMenuItem *item = g_menu_item_new(label, NULL);
    g_menu_item_set_action_and_target(item, action, "s", target);
    g_menu_append_item(menu, item);
    g_object_unref(item);
}

static GMenu *recent_menu(const char *const *recent)
{
    GMenu *menu = g_menu_new();
    for (; recent && *recent; recent++) {
        char *base = g_path_get_basename(*recent);
        char *folder = g_path_get_dirname(*recent);
        char *parent = g_path_get_basename(folder);
        char *label = g_strdup_printf("%s — %s", base, parent);
        append_target(menu, label, "win.open-file", *recent);
        g_free(label);
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
    SECTION(menu, "What Was Simulated Before", "win.replay::show", "win.replay::simulate");
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
    SECTION(menu, NULL, "win.add-waypoint", "win.add-breakpoint", "win.add-waypoints");
    SECTION(menu, NULL, "win.previous-waypoint", "win.next-waypoint");
    SECTION(menu, NULL, "win.delete-waypoints");
    return G_MENU_MODEL(menu);
}

GMenuModel *sn_menus_waypoint(void)
{
    GMenu *menu = g_menu_new();
    SECTION(menu, NULL, "win.go-to-waypoint", "win.rename-waypoint", "win.breakpoint");
    SECTION(menu, NULL, "win.delete");
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
    SECTION(menu, NULL, "win.loop", "win.show-all-time");
    SECTION(menu, NULL, "win.add-waypoints", "win.delete-waypoints");
    return G_MENU_MODEL(menu);
}

GMenuModel *sn_menus_branch(uint64_t stretch)
{
    GMenu *menu = g_menu_new();
    GMenuItem *item = g_menu_item_new("Bring This Branch Back", NULL);
    g_menu_item_set_action_and_target(item, "win.take-branch", "t", stretch);
    g_menu_append_item(menu, item);
    g_object_unref(item);
    return G_MENU_MODEL(menu);
}

static GMenu *convert_menu(void)
{
    GMenu *menu = g_menu_new();
    SECTION(menu, NULL, "win.convert::axial_spring", "win.convert::muscle", "win.convert::ligament",
            "win.convert::strand");
    return menu;
}

static GMenu *select_menu(void)
{
    GMenu *menu = g_menu_new();
    SECTION(menu, NULL, "win.select-all", "win.select-none", "win.select-inverse");
    SECTION(menu, NULL, "win.select-by", "win.select-similar", "win.select-connected",
            "win.select-all-connected", "win.select-parent");
    return menu;
}

/* A section of submenus; takes them. */
static void append_submenus(GMenu *menu, const char *first, GMenu *one, const char *second,
                            GMenu *other)
{
    GMenu *section = g_menu_new();
    append_submenu(section, first, one);
    if (other)
        append_submenu(section, second, other);
    g_menu_append_section(menu, NULL, G_MENU_MODEL(section));
    g_object_unref(section);
}

static GMenu *edit_menu(void)
{
    GMenu *edit = g_menu_new();
    SECTION(edit, NULL, "win.undo", "win.redo");
    SECTION(edit, NULL, "win.cut", "win.copy", "win.paste");
    SECTION(edit, NULL, "win.duplicate", "win.duplicate-attached", "win.array", "win.align");
    SECTION(edit, NULL, "win.rename", "win.rename-many", "win.delete");
    SECTION(edit, NULL, "win.mirror::auto", "win.mirror::x", "win.mirror::y", "win.mirror::z");
    SECTION(edit, NULL, "win.draw::muscle", "win.draw::axial_spring", "win.draw::ligament",
            "win.draw::marker");
    SECTION(edit, NULL, "win.hide", "win.show-only", "win.show-all");
    append_submenus(edit, "Convert", convert_menu(), "Select", select_menu());
    SECTION(edit, NULL, "win.find", "win.edit-path");
    SECTION(edit, NULL, "win.pick::components", "win.pick::nodes", "win.pick::elements");
    return edit;
}

static GMenu *view_menu(void)
{
    GMenu *view = g_menu_new();
    SECTION(view, NULL, "win.view-home", "win.view-fit");
    SECTION(view, NULL, "win.view-front", "win.view-back", "win.view-left", "win.view-right",
            "win.view-top", "win.view-bottom", "win.orthographic");
    SECTION(view, NULL, "win.grid", "win.axes", "win.scale-bar", "win.names", "win.edges",
            "win.wireframe", "win.contacts");
    SECTION(view, NULL, "win.clip-add", "win.clip-remove");
    SECTION(view, NULL, "win.second-viewer", "win.viewer-window");
    return view;
}

static GMenu *simulation_menu(void)
{
    GMenu *run = g_menu_new();
    SECTION(run, NULL, "win.play", "win.step", "win.step-back", "win.reset", "win.to-end",
            "win.edit-time", "win.loop");
    append_submenu(run, "Waypoints", G_MENU(sn_menus_waypoints()));
    append_submenu(run, "Speed", G_MENU(sn_menus_speed()));
    SECTION(run, NULL, "win.settle", "win.use-pose", "win.use-present");
    return run;
}

static GMenu *properties_menu(void)
{
    GMenu *properties = g_menu_new();
    SECTION(properties, NULL, "win.plot-property::", "win.record-property::",
            "win.drive-property::", "win.moment-arms");
    SECTION(properties, NULL, "win.new-panel", "win.add-to-panel::", "win.panel-from-selection",
            "win.panel-excitations");
    SECTION(properties, NULL, "win.copy-property::");
    return properties;
}

GMenuModel *sn_menus_main(const char *const *recent)
{
    GMenu *menu = g_menu_new();
    SECTION(menu, NULL, "app.new-window", "win.new", "win.open");
    GMenu *files = g_menu_new();
    append_submenu(files, "Open Recent", recent_menu(recent));
    g_menu_append_section(menu, NULL, G_MENU_MODEL(files));
    g_object_unref(files);
    SECTION(menu, NULL, "win.save", "win.save-as", "win.save-variant", "win.save-whole",
            "win.revert", "win.compare-with-file", "win.import", "win.export-model",
            "win.save-picture", "win.export-movie");

    GMenu *groups = g_menu_new();
    append_submenu(groups, "Edit", edit_menu());
    GMenu *fem = g_menu_new();
    SECTION(fem, NULL, "win.nodes-hold", "win.nodes-free", "win.nodes-attach", "win.nodes-load");
    SECTION(fem, NULL, "win.elements-region", "win.elements-bundle");
    SECTION(fem, NULL, "win.pick::components", "win.pick::nodes", "win.pick::elements");
    SECTION(fem, NULL, "win.spread::side", "win.spread::plane", "win.spread::connected",
            "win.spread::grow", "win.spread::shrink", "win.spread::invert");
    append_submenu(groups, "FEM", fem);
    GMenu *strands = g_menu_new();
    SECTION(strands, NULL, "win.strand-through", "win.guide-through", "win.pulley-on",
            "win.surface-on");
    SECTION(strands, NULL, "win.nodes-virtual", "win.nodes-material");
    append_submenu(groups, "Strands", strands);
    append_submenu(groups, "View", view_menu());
    append_submenu(groups, "Simulation", simulation_menu());
    append_submenu(groups, "Properties", properties_menu());
    GMenu *panels = g_menu_new();
    SECTION(panels, NULL, "win.navigator", "win.properties", "win.timeline", "win.log");
    SECTION(panels, NULL, "win.page::pose", "win.page::checks");
    SECTION(panels, NULL, "win.theme::follow", "win.theme::light", "win.theme::dark");
    SECTION(panels, NULL, "win.fullscreen");
    append_submenu(groups, "Window", panels);
    g_menu_append_section(menu, NULL, G_MENU_MODEL(groups));
    g_object_unref(groups);

    SECTION(menu, NULL, "win.preferences");
    SECTION(menu, NULL, "win.palette", "win.start-page", "win.guide", "win.shortcuts",
            "win.about-model", "app.about");
    SECTION(menu, NULL, "win.close", "app.quit");
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
            append_submenu(grouped, groups[i], into);
        }
        append_target(into, names[i], "win.open-demo", names[i]);
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
        append_target(submenu, sources[i][0], "win.add-fem", sources[i][1]);
    g_menu_append(submenu, "From File…", "win.import");
    append_submenu(menu, SN_CLASS_FEM.label, submenu);
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
        GMenuItem *item = g_menu_item_new(class->label, NULL);
        g_menu_item_set_action_and_target(item, "win.add", "(ss)", list_path, class->name);
        g_menu_append_item(menu, item);
        g_object_unref(item);
    }
    g_ptr_array_unref(classes);
}

GMenuModel *sn_menus_add(SnSession *session, SnId list)
{
    SnModel *model = sn_session_model(session);
    GMenu *menu = g_menu_new();
    const SnComponent *component = sn_model_get(model, list);
    if (component && sn_class_is_a(component->class, &SN_CLASS_LIST)) {
        char *path = sn_model_path(model, list);
        append_classes(menu, path, ((const SnList *)component)->row);
        g_free(path);
        return G_MENU_MODEL(menu);
    }
    const SnComponent *owner = component ? component : model->root;
    for (int i = 0; i < owner->class->n_lists; i++) {
        const SnListRow *row = &owner->class->lists[i];
        const SnComponent *held = sn_model_list(owner, row->name);
        char *path = sn_model_path(model, held->id);
        GPtrArray *classes = sn_list_classes(row);
        if (classes->len == 1) {
            append_classes(menu, path, row);
        } else {
            GMenu *submenu = g_menu_new();
            append_classes(submenu, path, row);
            append_submenu(menu, row->label, submenu);
        }
        g_ptr_array_unref(classes);
        g_free(path);
    }
    return G_MENU_MODEL(menu);
}

/* --- context --- */

/* From selected nodes or elements to others. */
static GMenu *spread_menu(void)
{
    GMenu *menu = g_menu_new();
    SECTION(menu, NULL, "win.spread::side", "win.spread::plane", "win.spread::connected");
    SECTION(menu, NULL, "win.spread::grow", "win.spread::shrink", "win.spread::invert");
    return menu;
}

/* What can be done with the nodes or elements selected; what lacks something else says so. */
static void append_part_actions(GMenu *menu, SnSession *session)
{
    const SnId primary = sn_session_primary(session);
    const SnComponent *component = sn_model_get(sn_session_model(session), primary);
    if (component && component->class == &SN_CLASS_FEM && primary.entry == 0) {
        SECTION(menu, NULL, "win.pick::nodes", "win.pick::elements");
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
            append(section, actions[i]);
    }
    const bool parts = g_menu_model_get_n_items(G_MENU_MODEL(section)) > 0;
    g_menu_append_section(menu, NULL, G_MENU_MODEL(section));
    g_object_unref(section);
    if (parts && component && component->class == &SN_CLASS_FEM)
        append_submenu(menu, "Select Parts", spread_menu());
}

/* What can be made of it for strands, or done with their nodes. */
static void append_strand_actions(GMenu *menu, SnSession *session)
{
    static const char *const actions[SN_STRANDS_COUNT] = {
        "win.strand-through", "win.guide-through", "win.pulley-on",
        "win.surface-on",     "win.nodes-virtual", "win.nodes-material"};
    GMenu *section = g_menu_new();
    for (int i = 0; i < SN_STRANDS_COUNT; i++) {
        if (sn_edits_strand_action_applies(session, (SnStrandAction)i))
            append(section, actions[i]);
    }
    g_menu_append_section(menu, NULL, G_MENU_MODEL(section));
    g_object_unref(section);
}

/* "Muscle Through Points": a class added by win.add, which takes what it hangs on from the
 * selection.
 */
static void append_class(GMenu *menu, SnSession *session, const SnClass *class, const char *words)
{
    const SnModel *model = sn_session_model(session);
    const SnComponent *list = sn_model_list_for(model->root, class);
    char *path = sn_model_path(model, list->id);
    char *label = g_strconcat(class->label, words, NULL);
    GMenuItem *item = g_menu_item_new(label, NULL);
    g_menu_item_set_action_and_target(item, "win.add", "(ss)", path, class->name);
    g_menu_append_item(menu, item);
    g_object_unref(item);
    g_free(label);
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

/* What runs through the selected points, or joins the selected bodies. */
static void append_connections(GMenu *menu, SnSession *session)
{
    GMenu *section = g_menu_new();
    const int frames = n_frames(session);
    if (sn_edits_strand_action_applies(session, SN_STRANDS_GUIDE)) { /* points, nothing else */
        append_class(section, session, &SN_CLASS_MUSCLE, " Through Points");
        append_class(section, session, &SN_CLASS_AXIAL_SPRING, " Through Points");
    }
    if (frames == 1 || frames == 2) {
        int n;
        const SnClass *const *classes = sn_joint_classes(&n);
        GMenu *joints = g_menu_new();
        for (int i = 0; i < n; i++)
            append_class(joints, session, classes[i], "");
        append_submenu(section,
                       frames == 1 ? "Joint at Its Origin to the World" : "Joint Between Them",
                       joints);
        append_class(section, session, &SN_CLASS_FRAME_SPRING, "");
        if (frames == 1) {
            append_class(section, session, &SN_CLASS_MARKER, "");
            append_class(section, session, &SN_CLASS_FRAME, "");
            append_class(section, session, &SN_CLASS_BODY_LOAD, "");
        }
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

void sn_menus_prepend_joints(GMenu *menu, SnSession *session, SnId body, const SnJointPlace *places,
                             int n)
{
    int n_classes;
    const SnClass *const *classes = sn_joint_classes(&n_classes);
    GMenu *joints = g_menu_new(), *section = g_menu_new();
    char *path = sn_model_path(sn_session_model(session), body);
    for (int i = 0; i < n; i++) {
        GMenu *kinds = g_menu_new();
        for (int k = 0; k < n_classes; k++) {
            GMenuItem *item = g_menu_item_new(classes[k]->label, NULL);
            g_menu_item_set_action_and_target(
                item, "win.joint-here", "(ssdddddd)", classes[k]->name, path, places[i].position[0],
                places[i].position[1], places[i].position[2], places[i].axis[0], places[i].axis[1],
                places[i].axis[2]);
            g_menu_append_item(kinds, item);
            g_object_unref(item);
        }
        append_submenu(joints, places[i].label, kinds);
    }
    const SnId partner = sn_joint_partner(session, body);
    char *other =
        sn_id_is_null(partner) ? g_strdup("the World") : sn_session_label(session, partner);
    char *label = g_strdup_printf("Joint With %s", other);
    append_submenu(section, label, joints);
    g_menu_prepend_section(menu, NULL, G_MENU_MODEL(section));
    g_object_unref(section);
    g_free(label);
    g_free(other);
    g_free(path);
}

/* What can be done with what matters most of the selection. */
static void append_property_actions(GMenu *menu, SnSession *session)
{
    const SnModel *model = sn_session_model(session);
    const SnId id = sn_session_primary(session);
    GMenu *section = g_menu_new();
    if (sn_property_main_row(model, id, false) >= 0) {
        append(section, "win.plot-property::");
        append(section, "win.record-property::");
    }
    if (sn_property_main_row(model, id, true) >= 0)
        append(section, "win.drive-property::");
    const SnComponent *component = id.entry == 0 ? sn_model_get(model, id) : NULL;
    if (component && sn_class_is_a(component->class, &SN_CLASS_PATH))
        append(section, "win.moment-arms");
    append(section, "win.panel-from-selection");
    g_menu_append_section(menu, NULL, G_MENU_MODEL(section));
    g_object_unref(section);
}

/* A spring, muscle, ligament or strand: they become one another. */
static bool is_line(const SnComponent *component)
{
    return sn_class_is_a(component->class, &SN_CLASS_PATH) || component->class == &SN_CLASS_STRAND;
}

GMenuModel *sn_menus_context(SnSession *session)
{
    SnModel *model = sn_session_model(session);
    GMenu *menu = g_menu_new();
    const SnComponent *primary = sn_model_get(model, sn_session_primary(session));
    bool is_list = primary && sn_class_is_a(primary->class, &SN_CLASS_LIST);
    bool entry = primary && sn_session_primary(session).entry != 0;
    bool holds = !primary || is_list || (!entry && primary->class->n_lists > 0);
    if (holds) {
        GMenuModel *add = sn_menus_add(session, primary ? primary->id : SN_ID_NULL);
        g_menu_append_submenu(menu, "Add", add);
        g_object_unref(add);
    }
    append_part_actions(menu, session);
    append_connections(menu, session);
    append_strand_actions(menu, session);
    if (primary)
        append_property_actions(menu, session);
    if (!entry && primary && !is_list && primary->parent) {
        SECTION(menu, NULL, "win.cut", "win.copy", "win.paste");
        SECTION(menu, NULL, "win.rename", "win.duplicate", "win.duplicate-attached",
                "win.mirror::auto", "win.array", "win.align", "win.delete");
        if (is_line(primary))
            append_submenus(menu, "Convert", convert_menu(), NULL, NULL);
    } else if (entry && !primary->class->arrays[sn_id_array(sn_session_primary(session))].derived) {
        SECTION(menu, NULL, "win.delete");
    }
    if (primary) {
        SECTION(menu, NULL, "win.view-fit", "win.hide", "win.show-only", "win.show-all");
        append_submenus(menu, "Select", select_menu(), NULL, NULL);
    } else {
        SECTION(menu, NULL, "win.draw::muscle", "win.draw::axial_spring", "win.draw::ligament",
                "win.draw::marker");
        SECTION(menu, NULL, "win.paste");
        SECTION(menu, NULL, "win.show-all", "win.view-home");
    }
    return G_MENU_MODEL(menu);
}
