/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Move, rotate and scale: the manipulator at the selection and what dragging it changes. */
#ifndef SN_UI_VIEWPORT_MOVE_MOVE_H
#define SN_UI_VIEWPORT_MOVE_MOVE_H

#include "ui/viewport/hands/input.h"
#include "ui/viewport/move/snap.h"

/* Which axes the handles lie along. */
typedef enum SnMoveFrame {
    SN_MOVE_WORLD,
    SN_MOVE_OWN,    /* of what was selected last */
    SN_MOVE_PARENT, /* of what carries that */
    SN_MOVE_VIEW,   /* right, up and out of the picture */
    SN_MOVE_FRAME_COUNT
} SnMoveFrame;

/* What is turned about, and snaps. */
typedef enum SnMovePivot {
    SN_PIVOT_MIDDLE, /* of all origins */
    SN_PIVOT_LAST,   /* origin of what was selected last */
    SN_PIVOT_EACH,   /* each about its own */
    SN_PIVOT_COUNT
} SnMovePivot;

typedef struct SnMoveDrag {
    SnMoveFrame frame;
    SnMovePivot about;
    SnSnapTo snap;
    bool snaps;      /* without Ctrl, which turns it over */
    bool is_snapped; /* to what is shown so */
    SnSnapped snapped;
    GArray *targets; /* of SnMoveTarget (ui/viewport/move/target.h) */
    int kind;        /* SnManipulator of the handle */
    int axis;        /* of it: 0..2 axis, 3..5 plane across it, 6 screen */
    double pivot[3], axes[3][3];
    double start[3];  /* where the pointer's ray met the line or plane */
    double travel[3]; /* so far, before snapping: fine motion adds up */
    double angle, factor;
    char text[64]; /* shown beside the pivot */
    bool typing;   /* the amount is typed, not dragged */
    bool own_axes; /* typed along the axes of what was selected last */
    char typed[24];
} SnMoveDrag;

extern const SnDragRow SN_DRAG_MOVE;

void sn_move_init(SnMoveDrag *move);
void sn_move_clear(SnMoveDrag *move);
/* Changes what is moved by travel, angle or factor, in round steps where `at` has Ctrl. */
void sn_move_apply(SnViewport *viewport, const SnPointer *at);

/* A key in the viewer: an axis, a digit, Enter, Backspace (move_typed.c); false: it means nothing
 * here. */
bool sn_move_key(SnViewport *viewport, guint value, GdkModifierType state);
/* Ends what was begun with keys; does nothing where nothing was. */
void sn_move_end_typing(SnViewport *viewport, bool keep);
/* Has the window leave the keys to the viewer that mean something there now. */
void sn_move_claim_keys(SnViewport *viewport);
/* Shows the manipulator where the selection is, if the tool has one. */
void sn_viewport_place_manipulator(SnViewport *viewport);

#endif
