/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The camera on its way: transitions between views, and drags that turn, move and zoom. */
#ifndef SN_UI_VIEWPORT_CAMERA_H
#define SN_UI_VIEWPORT_CAMERA_H

#include "ui/viewport/hands/input.h"

typedef struct SnCameraMotion {
    bool home_wanted; /* until the first snapshot of a document */
    bool show_wanted; /* until all of the selection is in a snapshot, or the hand looks elsewhere */
    SnCamera home; /* where the first look put it; there it is fitted anew when the size changes */
    SnCamera from, to;    /* of a transition */
    gint64 start;         /* of it [us] */
    guint tick;           /* its callback, 0: none */
    guint wheel_source;   /* until then the wheel counts as turning */
    SnCamera before_drag; /* Esc goes back there */
} SnCameraMotion;

extern const SnDragRow SN_DRAG_ORBIT, SN_DRAG_PAN, SN_DRAG_ZOOM;

/* Before a hand moves the camera: the view as it is now can be gone back to. */
void sn_viewport_leave_view(SnViewport *viewport);
void sn_viewport_stop_animation(SnViewport *viewport);
/* Whether nobody has moved the camera from where the first look put it, or is moving it there. */
bool sn_viewport_at_home(SnViewport *viewport);
/* The first look again, without a transition: the viewer has another size. */
void sn_viewport_stay_home(SnViewport *viewport);
/* Goes to the selection if that has been asked for and all of it is there. */
void sn_viewport_show_wanted(SnViewport *viewport);
void sn_viewport_zoom_at(SnViewport *viewport, double factor, double x, double y);
void sn_viewport_look_along(SnViewport *viewport, const double direction[3]);
/* Centres on a point, nearer by half. */
void sn_viewport_focus_on(SnViewport *viewport, SnId id, const double position[3]);

#endif
