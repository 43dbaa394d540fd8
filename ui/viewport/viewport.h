/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One view into the scene: shows pictures of the render thread, turns mouse and keys into camera
 * moves, picks and tool drags; opens the context menu of the selection, whose actions are the
 * window's.  The first viewer of a session makes its renderer (gl_host.h). */
#ifndef SN_UI_VIEWPORT_VIEWPORT_H
#define SN_UI_VIEWPORT_VIEWPORT_H

#include "ui/session/session.h"
#include "ui/viewport/scene/fem_parts.h"

#define SN_TYPE_VIEWPORT (sn_viewport_get_type())
G_DECLARE_FINAL_TYPE(SnViewport, sn_viewport, SN, VIEWPORT, GtkWidget)

/* Signal "settings-changed" (void): camera mode, grid, axes, edges, clip planes, by whatever way.
 * Signal "camera-moved" (const SnCamera *): it looks from elsewhere now, each frame of a move. */
GtkWidget *sn_viewport_new(SnSession *session);

/* Settings as shown now; camera, grid, clip planes and the like may be set, size and manipulator
 * are the viewport's own. */
void sn_viewport_get_settings(SnViewport *viewport, SnViewSettings *settings);
void sn_viewport_set_settings(SnViewport *viewport, const SnViewSettings *settings);

typedef enum SnViewDirection {
    SN_VIEW_FRONT,
    SN_VIEW_BACK,
    SN_VIEW_LEFT,
    SN_VIEW_RIGHT,
    SN_VIEW_TOP,
    SN_VIEW_BOTTOM,
    SN_VIEW_CORNER, /* all three axes equally long, front, right and top seen */
} SnViewDirection;

/* What the next drag selects with: a box, a lasso, a brush, nothing. */
void sn_viewport_next_region(SnViewport *viewport);
void sn_viewport_look(SnViewport *viewport, SnViewDirection direction);
/* The document's first look, or everything. */
void sn_viewport_home(SnViewport *viewport);
/* The selection, or everything if nothing is selected. */
void sn_viewport_fit(SnViewport *viewport);
/* Goes to a place to look from. */
void sn_viewport_look_from(SnViewport *viewport, const SnCamera *camera);
/* To the view before the last move of the camera by hand or command, or forth again; false: there
 * is none. */
bool sn_viewport_go_back(SnViewport *viewport, bool forth);
/* Looks from there at once, as another viewer does; emits no "camera-moved". */
void sn_viewport_follow(SnViewport *viewport, const SnCamera *camera);
/* A plane through the centre of the view, facing the camera. */
void sn_viewport_add_clip_plane(SnViewport *viewport);
void sn_viewport_remove_clip_planes(SnViewport *viewport);
/* Writes the picture as it is shown. */
bool sn_viewport_save_picture(SnViewport *viewport, const char *path, GError **error);

/* Clicks draw a path of the class (a muscle, spring, ligament), or place markers, until Esc
 * (draw.h). */
void sn_viewport_draw(SnViewport *viewport, const SnClass *class);

/* Replaces the selected nodes and elements of FEMs by what they are spread to. */
void sn_viewport_spread(SnViewport *viewport, SnSpread how);

/* Names of what is shown, as many as have room. */
void sn_viewport_show_names(SnViewport *viewport, bool shown);
bool sn_viewport_shows_names(SnViewport *viewport);

/* Coordinates along two edges of the grid. */
void sn_viewport_show_grid_labels(SnViewport *viewport, bool shown);
bool sn_viewport_shows_grid_labels(SnViewport *viewport);

/* What the buttons of the mouse do in all viewers. */
typedef enum SnMouseHabit {
    SN_MOUSE_SINEW,     /* left turns (and does what the tool does), right moves, middle turns */
    SN_MOUSE_BLENDER,   /* left draws a box, middle turns, with Shift moves, with Ctrl zooms */
    SN_MOUSE_ARTISYNTH, /* likewise */
    SN_MOUSE_CAD,       /* left draws a box, right turns, middle moves */
    SN_MOUSE_COUNT
} SnMouseHabit;

void sn_viewport_use_mouse(SnMouseHabit habit);

/* Files (GFile) from elsewhere: meshes are offered for import (win.import-files), anything else is
 * opened (win.open-file).  False: nobody took them. */
bool sn_viewport_drop_files(SnViewport *viewport, const GSList *files);

/* Logical pixel of a component (of a path: the place with `share` of its length behind it) or of a
 * clipping plane's handle; false if it is not shown. Something may cover it. */
bool sn_viewport_locate(SnViewport *viewport, SnId id, double share, double pixel[2]);
bool sn_viewport_locate_clip(SnViewport *viewport, int plane, double pixel[2]);
/* Whether the picture is of the widget's size, and no finer one is about to follow. */
bool sn_viewport_is_whole(SnViewport *viewport);

#endif
