/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/tracks/track_menu.h"

#include "engine/model/classes/timeline.h"
#include "ui/actions/menu_parts.h"
#include "ui/tracks/track_private.h"
#include "ui/widgets/popover.h"

typedef struct Clips {
    const SnModel *model;
    GMenu *menu;
} Clips;

static bool append_clip(SnComponent *component, void *data)
{
    const Clips *clips = data;
    if (component->class == &SN_CLASS_CLIP) {
        char *path = sn_model_path(clips->model, component->id);
        char *plain = sn_menu_plain(component->name ? component->name : path);
        GMenuItem *item = g_menu_item_new(plain, NULL);
        g_free(plain);
        g_menu_item_set_action_and_target(item, "win.track-append-clip", "s", path);
        g_menu_append_item(clips->menu, item);
        g_object_unref(item);
        g_free(path);
    }
    return true;
}

static void append_clips(GMenu *menu, const SnModel *model)
{
    GMenu *section = g_menu_new();
    sn_menu_append(section, "win.track-make-clip");
    Clips clips = {model, g_menu_new()};
    sn_component_walk(model->root, append_clip, &clips);
    if (g_menu_model_get_n_items(G_MENU_MODEL(clips.menu)) > 0)
        g_menu_append_submenu(section, "Append Clip", G_MENU_MODEL(clips.menu));
    g_object_unref(clips.menu);
    g_menu_append_section(menu, NULL, G_MENU_MODEL(section));
    g_object_unref(section);
}

static void append_segment(GMenu *menu, int segment)
{
    static const char *const labels[][2] = {{"Duplicate Clip", "win.segment-duplicate"},
                                            {"Remove Clip", "win.segment-remove"}};
    GMenu *section = g_menu_new();
    for (gsize i = 0; i < G_N_ELEMENTS(labels); i++) {
        GMenuItem *item = g_menu_item_new(labels[i][0], NULL);
        g_menu_item_set_action_and_target(item, labels[i][1], "i", segment);
        g_menu_append_item(section, item);
        g_object_unref(item);
    }
    g_menu_append_section(menu, NULL, G_MENU_MODEL(section));
    g_object_unref(section);
}

static GMenu *make_menu(const SnTrack *track, int segment)
{
    const SnModel *model = sn_session_model(track->session);
    GMenu *menu = g_menu_new();
    if (segment >= 0)
        append_segment(menu, segment);
    if (!track->output) {
        SN_MENU_SECTION(menu, NULL, "win.track-draw", "win.knots-copy", "win.knots-paste",
                        "win.track-clear");
        append_clips(menu, model);
        GMenu *curve = g_menu_new();
        SN_MENU_SECTION(curve, NULL, "win.track-interpolation::linear",
                        "win.track-interpolation::step", "win.track-interpolation::cubic");
        SN_MENU_SECTION(curve, NULL, "win.track-repeat", "win.track-extend");
        sn_menu_append_submenu(menu, "Curve", curve);
        SN_MENU_SECTION(menu, NULL, "win.track-import", "win.track-export", "win.track-smooth");
    } else {
        SN_MENU_SECTION(menu, NULL, "win.track-export");
    }
    SN_MENU_SECTION(menu, NULL, "win.track-open", "win.track-fit", "win.track-mute");
    SN_MENU_SECTION(menu, NULL, "win.track-group", "win.track-ungroup");
    SN_MENU_SECTION(menu, NULL, "win.rename", "win.duplicate", "win.delete");
    return menu;
}

/* Takes the menu. */
static void pop_up(GtkWidget *list, GMenu *menu, double x, double y)
{
    sn_popover_open_menu(G_MENU_MODEL(menu), list, "track-menu", x, y);
    g_object_unref(menu);
}

void sn_track_menu_show(SnTrack *track, double x, double y, int segment)
{
    GtkWidget *list = GTK_WIDGET(track->list);
    double at_x = 0, at_y = 0;
    gtk_widget_translate_coordinates(GTK_WIDGET(track), list, x, y, &at_x, &at_y);
    pop_up(list, make_menu(track, segment), at_x, at_y);
}

void sn_track_list_menu_show(SnTrackList *list, double x, double y)
{
    static const char *const adds[][2] = {{"Add Input Probe for Selection", "input_probe"},
                                          {"Add Output Probe for Selection", "output_probe"}};
    GMenu *menu = g_menu_new(), *section = g_menu_new();
    for (gsize i = 0; i < G_N_ELEMENTS(adds); i++) {
        GMenuItem *item = g_menu_item_new(adds[i][0], NULL);
        g_menu_item_set_action_and_target(item, "win.add", "(ss)", "/model/probes", adds[i][1]);
        g_menu_append_item(section, item);
        g_object_unref(item);
    }
    g_menu_append_section(menu, NULL, G_MENU_MODEL(section));
    g_object_unref(section);
    SN_MENU_SECTION(menu, NULL, "win.tracks-open", "win.tracks-fold");
    pop_up(GTK_WIDGET(list), menu, x, y);
}
