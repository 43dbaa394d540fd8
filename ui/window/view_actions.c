/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/view_actions.h"

#include "engine/model/classes/annotation.h"
#include "engine/model/classes/class_table.h"
#include "ui/actions/shortcuts.h"
#include "ui/edits/edits.h"
#include "ui/edits/import.h"
#include "ui/viewport/viewport.h"
#include "ui/widgets/dialogs.h"
#include "ui/window/import_dialog.h"
#include "ui/window/past_view.h"

#include <string.h>

#define ACTION(name) static void name(GSimpleAction *action, GVariant *parameter, gpointer window)

static SnViewport *viewer_of(gpointer window)
{
    return SN_VIEWPORT(sn_window_viewer(SN_WINDOW(window)));
}

/* --- looking --- */

ACTION(on_look)
{
    static const char *const names[] = {"view-front", "view-back",   "view-left",  "view-right",
                                        "view-top",   "view-bottom", "view-corner"};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        if (strcmp(g_action_get_name(G_ACTION(action)), names[i]) == 0)
            sn_viewport_look(viewer_of(window), (SnViewDirection)i);
    }
}

ACTION(on_home)
{
    sn_viewport_home(viewer_of(window));
}

ACTION(on_fit)
{
    sn_viewport_fit(viewer_of(window));
}

ACTION(on_view_past)
{
    const bool forth = strcmp(g_action_get_name(G_ACTION(action)), "view-next") == 0;
    sn_viewport_go_back(viewer_of(window), forth);
}

ACTION(on_box_select)
{
    sn_viewport_next_region(viewer_of(window));
}

ACTION(on_draw)
{
    const SnClass *class = sn_class_by_name(g_variant_get_string(parameter, NULL));
    if (class)
        sn_viewport_draw(viewer_of(window), class);
}

/* --- settings that are on or off --- */

typedef struct Switch {
    const char *action;
    size_t offset; /* of a bool in SnViewSettings */
} Switch;

static const Switch switches[] = {
    {"orthographic", offsetof(SnViewSettings, camera.orthographic)},
    {"grid", offsetof(SnViewSettings, grid)},
    {"axes", offsetof(SnViewSettings, axes)},
    {"scale-bar", offsetof(SnViewSettings, scale_bar)},
    {"edges", offsetof(SnViewSettings, edges_all)},
    {"wireframe", offsetof(SnViewSettings, wireframe_all)},
    {"contacts", offsetof(SnViewSettings, contacts)},
};

static bool *field_of(SnViewSettings *settings, const Switch *entry)
{
    return (bool *)(void *)((char *)settings + entry->offset);
}

/* In the order of SnPickDetail. */
static const char *const picks[] = {"components", "nodes", "elements"};

ACTION(on_pick)
{
    SnViewSettings settings;
    sn_viewport_get_settings(viewer_of(window), &settings);
    for (gsize i = 0; i < G_N_ELEMENTS(picks); i++) {
        if (strcmp(g_variant_get_string(parameter, NULL), picks[i]) == 0)
            settings.pick_detail = (SnPickDetail)i;
    }
    sn_viewport_set_settings(viewer_of(window), &settings);
}

ACTION(on_switch)
{
    SnViewSettings settings;
    sn_viewport_get_settings(viewer_of(window), &settings);
    for (gsize i = 0; i < G_N_ELEMENTS(switches); i++) {
        if (strcmp(g_action_get_name(G_ACTION(action)), switches[i].action) == 0)
            *field_of(&settings, &switches[i]) ^= true;
    }
    sn_viewport_set_settings(viewer_of(window), &settings);
}

ACTION(on_names)
{
    sn_viewport_show_names(viewer_of(window), !sn_viewport_shows_names(viewer_of(window)));
}

ACTION(on_grid_labels)
{
    sn_viewport_show_grid_labels(viewer_of(window),
                                 !sn_viewport_shows_grid_labels(viewer_of(window)));
}

ACTION(on_ghost)
{
    sn_past_view_set_ghost(sn_window_session(window),
                           strcmp(g_variant_get_string(parameter, NULL), "keep") == 0);
}

static void update_switches(SnWindow *window)
{
    SnViewSettings settings;
    sn_viewport_get_settings(viewer_of(window), &settings);
    for (gsize i = 0; i < G_N_ELEMENTS(switches); i++) {
        GAction *action = g_action_map_lookup_action(G_ACTION_MAP(window), switches[i].action);
        g_simple_action_set_state(G_SIMPLE_ACTION(action),
                                  g_variant_new_boolean(*field_of(&settings, &switches[i])));
    }
    GAction *names = g_action_map_lookup_action(G_ACTION_MAP(window), "names");
    g_simple_action_set_state(G_SIMPLE_ACTION(names),
                              g_variant_new_boolean(sn_viewport_shows_names(viewer_of(window))));
    GAction *labels = g_action_map_lookup_action(G_ACTION_MAP(window), "grid-labels");
    g_simple_action_set_state(
        G_SIMPLE_ACTION(labels),
        g_variant_new_boolean(sn_viewport_shows_grid_labels(viewer_of(window))));
    GAction *pick = g_action_map_lookup_action(G_ACTION_MAP(window), "pick");
    g_simple_action_set_state(G_SIMPLE_ACTION(pick),
                              g_variant_new_string(picks[settings.pick_detail]));
}

static void on_settings(SnViewport *viewer, SnWindow *window)
{
    if (viewer == viewer_of(window))
        update_switches(window);
}

/* --- viewpoints --- */

ACTION(on_viewpoint_keep)
{
    SnSession *session = sn_window_session(window);
    if (!sn_session_model(session))
        return;
    const SnComponent *list = sn_model_list(sn_session_model(session)->root, "viewpoints");
    SnViewSettings settings;
    sn_viewport_get_settings(viewer_of(window), &settings);
    g_autofree char *name = sn_name_unused(list, "view");
    SnViewpoint *view = (SnViewpoint *)sn_component_new(&SN_CLASS_VIEWPOINT, name);
    memcpy(view->center, settings.camera.center, sizeof view->center);
    memcpy(view->orientation, settings.camera.orientation, sizeof view->orientation);
    view->distance = settings.camera.distance;
    view->field_of_view = settings.camera.field_of_view;
    view->orthographic = settings.camera.orthographic;
    sn_edits_add_made(session, &view->base);
}

static void look_from(SnWindow *window, const SnViewpoint *view)
{
    SnCamera camera = {.distance = view->distance,
                       .field_of_view = view->field_of_view,
                       .orthographic = view->orthographic};
    memcpy(camera.center, view->center, sizeof camera.center);
    memcpy(camera.orientation, view->orientation, sizeof camera.orientation);
    sn_viewport_look_from(viewer_of(window), &camera);
    sn_session_select_one(sn_window_session(window), view->base.id);
}

/* The selected one, or the next after it. */
ACTION(on_viewpoint)
{
    SnSession *session = sn_window_session(window);
    const SnModel *model = sn_session_model(session);
    if (!model)
        return;
    const GPtrArray *all = sn_model_list(model->root, "viewpoints")->children;
    const SnComponent *chosen = sn_model_get(model, sn_session_primary(session));
    const bool is_one = chosen && chosen->class == &SN_CLASS_VIEWPOINT;
    const bool next = strcmp(g_action_get_name(G_ACTION(action)), "viewpoint-next") == 0;
    if (is_one && !next) {
        look_from(window, (const SnViewpoint *)chosen);
    } else if (all->len > 0) {
        const guint at = is_one && chosen->parent->children == all
                             ? ((guint)sn_component_position(chosen) + 1) % all->len
                             : 0;
        look_from(window, all->pdata[at]);
    } else {
        sn_session_report(session, &(SnBar){.severity = SN_NOTE,
                                            .text = "No view is kept in this model yet.",
                                            .button = "Keep This View",
                                            .action = "win.viewpoint-keep"});
    }
}

/* --- clipping --- */

ACTION(on_clip_add)
{
    sn_viewport_add_clip_plane(viewer_of(window));
}

ACTION(on_clip_remove)
{
    sn_viewport_remove_clip_planes(viewer_of(window));
}

/* --- meshes --- */

static void import(const char *const *paths, gpointer window)
{
    if (paths)
        gtk_widget_activate_action(window, "win.import-files", "^as", paths);
}

ACTION(on_import)
{
    sn_dialog_import(window, import, window);
}

/* Says which of them are no meshes and asks about the rest. */
ACTION(on_import_files)
{
    char **paths = g_variant_dup_strv(parameter, NULL);
    GStrvBuilder *meshes = g_strv_builder_new();
    int n = 0;
    for (int i = 0; paths[i]; i++) {
        if (sn_import_kind(paths[i]) != SN_IMPORT_NOTHING) {
            g_strv_builder_add(meshes, paths[i]);
            n++;
            continue;
        }
        char *base = g_path_get_basename(paths[i]);
        char *text = g_strdup_printf("%s is no mesh that can be imported.", base);
        sn_session_fail(sn_window_session(window), text);
        g_free(text);
        g_free(base);
    }
    char **known = g_strv_builder_end(meshes);
    if (n > 0)
        sn_import_dialog_open(GTK_WINDOW(window), sn_window_session(window),
                              (const char *const *)known);
    g_strfreev(known);
    g_strv_builder_unref(meshes);
    g_strfreev(paths);
}

/* --- viewers --- */

static bool are_linked(SnWindow *window)
{
    GAction *link = g_action_map_lookup_action(G_ACTION_MAP(window), "link-viewers");
    g_autoptr(GVariant) state = g_action_get_state(link);
    return g_variant_get_boolean(state);
}

/* The others look from where one does. */
static void lead(SnWindow *window, SnViewport *viewer, const SnCamera *camera)
{
    for (const GList *at = sn_window_viewers(window); at; at = at->next) {
        if (at->data != viewer)
            sn_viewport_follow(at->data, camera);
    }
}

static void on_camera(SnViewport *viewer, const SnCamera *camera, SnWindow *window)
{
    if (are_linked(window))
        lead(window, viewer, camera);
}

ACTION(on_link)
{
    const bool linked = !are_linked(window);
    g_simple_action_set_state(action, g_variant_new_boolean(linked));
    SnViewSettings settings;
    sn_viewport_get_settings(viewer_of(window), &settings);
    if (linked)
        lead(window, viewer_of(window), &settings.camera);
}

static GtkWidget *new_viewer(SnWindow *window)
{
    GtkWidget *viewer = sn_viewport_new(sn_window_session(window));
    g_signal_connect_object(viewer, "camera-moved", G_CALLBACK(on_camera), window, 0);
    g_signal_connect_object(viewer, "settings-changed", G_CALLBACK(on_settings), window, 0);
    return viewer;
}

/* A new viewer looks where the active one does. */
static void copy_look(SnWindow *window, GtkWidget *viewer)
{
    SnViewSettings settings;
    sn_viewport_get_settings(viewer_of(window), &settings);
    sn_viewport_set_settings(SN_VIEWPORT(viewer), &settings);
}

ACTION(on_second)
{
    if (sn_window_n_viewers(window) == 2) {
        sn_window_remove_second_viewer(window);
    } else {
        GtkWidget *viewer = new_viewer(window);
        copy_look(window, viewer);
        sn_window_add_viewer(window, viewer);
    }
    g_simple_action_set_state(action, g_variant_new_boolean(sn_window_n_viewers(window) == 2));
}

ACTION(on_viewer_window)
{
    GtkWidget *other = gtk_window_new();
    gtk_window_set_application(GTK_WINDOW(other), gtk_window_get_application(window));
    gtk_window_set_title(GTK_WINDOW(other), "Viewer — Sinew");
    gtk_window_set_default_size(GTK_WINDOW(other), 800, 600);
    gtk_window_set_transient_for(GTK_WINDOW(other), window);
    /* closed before the document goes; "destroy-with-parent" comes too late for the application */
    g_signal_connect_object(window, "unrealize", G_CALLBACK(gtk_window_destroy), other,
                            G_CONNECT_SWAPPED);
    gtk_widget_add_css_class(other, "sn-window");
    /* keys and menus there act on this document */
    gtk_widget_insert_action_group(other, "win", G_ACTION_GROUP(window));
    sn_shortcuts_add(other);
    GtkWidget *viewer = new_viewer(window);
    copy_look(window, viewer);
    gtk_window_set_child(GTK_WINDOW(other), viewer);
    sn_window_follow_viewer(window, viewer);
    gtk_window_present(GTK_WINDOW(other));
}

static void on_active(SnWindow *window, GParamSpec *spec, gpointer data)
{
    update_switches(window);
}

static const GActionEntry entries[] = {
    {"view-front", on_look},
    {"view-back", on_look},
    {"view-left", on_look},
    {"view-right", on_look},
    {"view-top", on_look},
    {"view-bottom", on_look},
    {"view-corner", on_look},
    {"view-previous", on_view_past},
    {"view-next", on_view_past},
    {"link-viewers", on_link, NULL, "false"},
    {"draw", on_draw, "s"},
    {"view-home", on_home},
    {"view-fit", on_fit},
    {"box-select", on_box_select},
    {"pick", on_pick, "s", "'components'"},
    {"orthographic", on_switch, NULL, "false"},
    {"grid", on_switch, NULL, "false"},
    {"axes", on_switch, NULL, "false"},
    {"scale-bar", on_switch, NULL, "false"},
    {"names", on_names, NULL, "false"},
    {"grid-labels", on_grid_labels, NULL, "true"},
    {"edges", on_switch, NULL, "false"},
    {"wireframe", on_switch, NULL, "false"},
    {"contacts", on_switch, NULL, "false"},
    {"ghost", on_ghost, "s"},
    {"viewpoint-keep", on_viewpoint_keep},
    {"viewpoint-go", on_viewpoint},
    {"viewpoint-next", on_viewpoint},
    {"clip-add", on_clip_add},
    {"clip-remove", on_clip_remove},
    {"import", on_import},
    {"import-files", on_import_files, "as"},
    {"second-viewer", on_second, NULL, "false"},
    {"viewer-window", on_viewer_window},
};

bool sn_window_view_centre(SnWindow *window, double centre[3])
{
    if (!sn_window_viewer(window))
        return false;
    SnViewSettings settings;
    sn_viewport_get_settings(viewer_of(window), &settings);
    memcpy(centre, settings.camera.center, sizeof(double[3]));
    return true;
}

bool sn_window_view_eye(SnWindow *window, double eye[3])
{
    if (!sn_window_viewer(window))
        return false;
    SnViewSettings settings;
    sn_viewport_get_settings(viewer_of(window), &settings);
    sn_camera_eye(&settings.camera, eye);
    return true;
}

void sn_window_view_actions_add(SnWindow *window)
{
    g_action_map_add_action_entries(G_ACTION_MAP(window), entries, G_N_ELEMENTS(entries), window);
    sn_window_add_viewer(window, new_viewer(window));
    g_signal_connect(window, "viewer-changed", G_CALLBACK(on_active), NULL);
    update_switches(window);
}
