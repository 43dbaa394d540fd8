/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mouse, touchpad and keys.  Whatever a pressed button does is a drag: one row of functions, chosen
 * when it is known what lies under the pointer.  The functions are also what the tests press. */
#ifndef SN_UI_VIEWPORT_HANDS_INPUT_H
#define SN_UI_VIEWPORT_HANDS_INPUT_H

#include "ui/viewport/viewport.h"

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
    SN_PRESS_LATE, /* a drag that was over before the answer came */
    SN_PRESS_DEAD, /* cancelled by Esc: ignores everything until the release */
} SnPress;

typedef struct SnViewportInput {
    bool inside; /* the pointer is, at: */
    double x, y;
    SnPress press;
    SnPointer at;
    int presses;                    /* 2: double click */
    guint32 event_time, press_time; /* [ms] of this press and the one before */
    double press_x, press_y;
    bool moved;            /* beyond the threshold */
    const SnDragRow *drag; /* NULL: none */
} SnViewportInput;

void sn_viewport_add_controllers(SnViewport *viewport);
void sn_viewport_press(SnViewport *viewport, guint button, double x, double y,
                       GdkModifierType state);
void sn_viewport_motion(SnViewport *viewport, double x, double y, GdkModifierType state);
void sn_viewport_release(SnViewport *viewport, double x, double y, GdkModifierType state);
void sn_viewport_leave(SnViewport *viewport);
void sn_viewport_scroll(SnViewport *viewport, double steps);
/* True: something was cancelled. */
bool sn_viewport_escape(SnViewport *viewport);
/* What the buttons do. */
const char *sn_mouse_hint(void);
void sn_viewport_update_cursor(SnViewport *viewport);
/* Called when it is known what lies under the press. */
void sn_viewport_press_known(SnViewport *viewport);

#endif
