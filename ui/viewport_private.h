/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of the viewport.  Coordinates are logical pixels of the widget, from its top left, unless
 * a name says device.
 *
 * Whatever a pressed button does is a drag: one row of functions, chosen when it is known what
 * lies under the pointer.  Tools choose drags, answer clicks and draw over the picture. */
#ifndef SN_UI_VIEWPORT_PRIVATE_H
#define SN_UI_VIEWPORT_PRIVATE_H

#include "ui/gl_host.h"
#include "ui/viewport.h"

#include "engine/base/vec.h"

typedef struct SnPointer {
    double x, y;             /* now */
    double start_x, start_y; /* where the button went down */
    double dx, dy;           /* since the last update */
    GdkModifierType state;
    guint button;
} SnPointer;

typedef struct SnDragRow {
    /* hit: nearest thing under the pointer, NULL: nothing. False: not for this drag after all. */
    bool (*begin)(SnViewport *viewport, const SnPointer *at, const SnPickHit *hit);
    void (*update)(SnViewport *viewport, const SnPointer *at);
    void (*end)(SnViewport *viewport, const SnPointer *at, bool cancelled); /* may be NULL */
    const char *cursor;
    const char *hint; /* while it lasts: what the modifiers do */
} SnDragRow;

/* What a press waits for. */
typedef enum SnPress {
    SN_PRESS_NONE,
    SN_PRESS_WAITING, /* for the answer of the pick under it */
    SN_PRESS_ARMED,   /* answer is there, not moved yet: a release is a click */
    SN_PRESS_DRAGGING,
    SN_PRESS_DEAD, /* cancelled by Esc: ignores everything until the release */
} SnPress;

typedef enum SnFilter { /* what clicks and boxes select */
                        SN_FILTER_ALL,
                        SN_FILTER_BODIES,
                        SN_FILTER_POINTS,
                        SN_FILTER_PATHS,
                        SN_FILTER_JOINTS,
                        SN_FILTER_COUNT
} SnFilter;

/* A place on something, that moves with it. */
typedef struct SnAnchor {
    SnId id; /* null: fixed in the world */
    double local[3];
    double world[3]; /* as last known */
} SnAnchor;

typedef struct SnMoveDrag { /* move, rotate and scale tool */
    GArray *targets;        /* of SnMoveTarget, viewport_move.c */
    int axis;               /* handle: 0..2 axis, 3..5 plane across it, 6 screen */
    double pivot[3], axes[3][3];
    double start[3];  /* where the pointer's ray met the line or plane */
    double travel[3]; /* so far, before snapping: fine motion adds up */
    double angle, factor;
    char text[64]; /* shown beside the pivot */
} SnMoveDrag;

struct _SnViewport {
    GtkWidget parent_instance;

    SnSession *session;
    SnGlHost *host; /* NULL: no GL, the viewer stays empty */
    uint32_t view;
    SnViewSettings settings;

    GdkTexture *texture; /* newest picture */
    bool bottom_up;
    double draw_ms, frames_per_second;
    double full_ms;      /* time of a picture with everything on it */
    bool draft;          /* plainer pictures are asked for while the view moves */
    guint moving_source; /* until then the wheel counts as turning */
    gint64 last_picture; /* [us] */
    bool marked;         /* the first picture of a document has been told to benchmarks */
    uint64_t pictures;   /* received so far */

    bool home_wanted;  /* until the first snapshot of a document */
    SnCamera from, to; /* animation */
    gint64 animation_start;
    guint animation; /* tick callback, 0: none */

    bool pointer_inside;
    double pointer_x, pointer_y;
    uint32_t serial; /* of the last pick */

    uint32_t hover_serial; /* waits for this answer; 0: none */
    bool hover_again;      /* moved since it was asked */
    gint64 hover_time;     /* [us] of the last answer */
    bool hover_known;
    SnPickHit hover; /* nearest thing under the pointer, if hover_known */

    SnPress press;
    uint32_t press_serial;
    SnPointer at;
    int presses;                    /* 2: double click */
    guint32 event_time, press_time; /* [ms] of this press and the one before */
    double press_x, press_y;
    GArray *under; /* of SnPickHit: what lies under the press */
    bool moved;    /* beyond the threshold */
    const SnDragRow *drag;
    SnCamera drag_camera;    /* when it began: Esc goes back there */
    double click_x, click_y; /* of the last Alt-click, which goes through what lies there */

    bool box_mode; /* the next drag draws a box */
    uint32_t box_serial;
    SnSelect box_how;
    SnFilter filter;

    int clip_plane; /* of the clip drag */
    double clip_pivot[3];
    SnClipPlane clip_start;
    SnMoveDrag move;
    bool local_axes;
    SnAnchor pull;
    double pull_depth_normal[3], pull_target[3];
    int n_measured; /* 0..2 */
    SnAnchor measured[2];

    GtkWidget *tools, *views, *gizmo; /* floating strips */
    GtkWidget *status, *hint;
    GtkWidget *axes_button, *filter_button, *box_button, *orthographic_button, *grid_button;
    GtkWidget *clip_list;
    guint status_source;
    GtkEventController *drag_gesture;
};

/* --- viewport.c --- */

/* Sends the settings to the renderer and draws again. */
void sn_viewport_settings_changed(SnViewport *viewport);
/* Sends the settings to the renderer. */
void sn_viewport_publish(SnViewport *viewport);
/* The view moves, and for another moment: wheel, keys. */
void sn_viewport_keep_moving(SnViewport *viewport);
/* Settings, and everybody who shows them. */
void sn_viewport_tell_settings(SnViewport *viewport);
void sn_viewport_project(SnViewport *viewport, const double point[3], double pixel[2],
                         bool *in_front);
/* Unit vector from the scene towards the camera. */
void sn_viewport_back(SnViewport *viewport, double back[3]);
/* Where the ray of a pixel meets the plane; false when they run alongside. */
bool sn_viewport_on_plane(SnViewport *viewport, double x, double y, const double point[3],
                          const double normal[3], double result[3]);
/* Parameter along the line nearest to the ray of a pixel; false when they run alongside. */
bool sn_viewport_on_line(SnViewport *viewport, double x, double y, const double point[3],
                         const double direction[3], double *result);
/* Metres per logical pixel at a point. */
double sn_viewport_pixel_size(SnViewport *viewport, const double point[3]);
const SnSceneItem *sn_viewport_item(SnViewport *viewport, SnId id);
/* World pose of what is shown of a component; false: not shown or without one. */
bool sn_viewport_pose(SnViewport *viewport, SnId id, double position[3], double orientation[4]);

/* --- viewport_camera.c --- */

extern const SnDragRow SN_DRAG_ORBIT, SN_DRAG_PAN, SN_DRAG_ZOOM;
void sn_viewport_stop_animation(SnViewport *viewport);
void sn_viewport_zoom_at(SnViewport *viewport, double factor, double x, double y);
void sn_viewport_look_along(SnViewport *viewport, const double direction[3]);
/* Centres on a point, nearer by half. */
void sn_viewport_focus_on(SnViewport *viewport, SnId id, const double position[3]);
bool sn_viewport_bounds(SnViewport *viewport, double bounds[2][3]);

/* --- viewport_input.c: also what the tests press --- */

void sn_viewport_add_controllers(SnViewport *viewport);
void sn_viewport_press(SnViewport *viewport, guint button, double x, double y,
                       GdkModifierType state);
void sn_viewport_motion(SnViewport *viewport, double x, double y, GdkModifierType state);
void sn_viewport_release(SnViewport *viewport, double x, double y, GdkModifierType state);
void sn_viewport_leave(SnViewport *viewport);
void sn_viewport_scroll(SnViewport *viewport, double steps);
/* True: something was cancelled. */
bool sn_viewport_escape(SnViewport *viewport);
void sn_viewport_set_box_mode(SnViewport *viewport, bool box_mode);
void sn_viewport_update_cursor(SnViewport *viewport);

/* --- viewport_pick.c --- */

extern const SnDragRow SN_DRAG_BOX;
void sn_viewport_picked(uint32_t serial, const SnPickHit *hits, int n, gpointer viewport);
/* Asks what lies under a place; the answer comes to sn_viewport_picked. Returns its serial. */
uint32_t sn_viewport_pick(SnViewport *viewport, double x, double y, bool through);
void sn_viewport_want_hover(SnViewport *viewport);
void sn_viewport_forget_hover(SnViewport *viewport);
/* Click at viewport->under. */
void sn_viewport_click(SnViewport *viewport, const SnPointer *at);
/* Called when `under` is there. */
void sn_viewport_press_known(SnViewport *viewport);

/* --- viewport_clip.c, _move.c, _pull.c, _measure.c --- */

extern const SnDragRow SN_DRAG_CLIP, SN_DRAG_MOVE, SN_DRAG_PULL;
/* A place in the settings is free while its plane is off and at zero. */
static inline bool sn_clip_in_use(const SnClipPlane *plane)
{
    return plane->enabled || plane->offset != 0;
}
/* Normal direction of a new plane; returns its number, -1: all in use. */
int sn_viewport_add_clip(SnViewport *viewport, const double normal[3]);
void sn_viewport_remove_clip(SnViewport *viewport, int plane);
/* Flips the side that is cut away. */
void sn_viewport_flip_clip(SnViewport *viewport, int plane);

/* Shows the manipulator where the selection is, if the tool has one. */
void sn_viewport_place_manipulator(SnViewport *viewport);
void sn_viewport_move_init(SnViewport *viewport);
void sn_viewport_move_clear(SnViewport *viewport);
void sn_viewport_anchor_update(SnViewport *viewport, SnAnchor *anchor);
void sn_viewport_measure_click(SnViewport *viewport, const SnPickHit *hit);

/* --- viewport_overlay.c --- */

void sn_viewport_draw_overlay(SnViewport *viewport, GtkSnapshot *snapshot);
void sn_viewport_update_hint(SnViewport *viewport);
void sn_viewport_update_status(SnViewport *viewport);

/* --- viewport_menu.c --- */

/* What can be done with the selection, and with a strand that was hit (NULL: nothing was); the
 * actions are the window's. */
void sn_viewport_open_menu(SnViewport *viewport, const SnPickHit *hit, double x, double y);
void sn_viewport_close_menu(SnViewport *viewport);
void sn_viewport_add_drop_target(SnViewport *viewport);

/* --- viewport_strips.c --- */

void sn_viewport_build_strips(SnViewport *viewport);
void sn_viewport_update_strips(SnViewport *viewport);

#endif
