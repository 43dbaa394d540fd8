/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the ruler share: ruler.c (what there is, widget), ruler_draw.c, ruler_input.c
 * (mouse and keys), ruler_menu.c (menus, popovers). */
#ifndef SN_UI_TIMELINE_RULER_PRIVATE_H
#define SN_UI_TIMELINE_RULER_PRIVATE_H

#include "engine/model/classes/timeline.h"
#include "ui/timeline/ruler.h"
#include "ui/timeline/transport.h"

#define SN_RULER_BRANCHES 12 /* [px] for all rows of branches, also while there are none */

#define SN_RULER_FLAG_WIDTH 11 /* [px] */

typedef enum SnRulerPart {
    SN_RULER_NONE, /* the gutter */
    SN_RULER_TIME, /* ticks and empty space */
    SN_RULER_FLAG,
    SN_RULER_LOOP_FROM,
    SN_RULER_LOOP_TO,
    SN_RULER_BRANCH_BAR,
} SnRulerPart;

/* What is under the pointer. */
typedef struct SnRulerHit {
    SnRulerPart part;
    SnId waypoint;
    uint64_t span_id;
} SnRulerHit;

typedef struct SnRulerBranch {
    SnSpanReport span;
    int row;
} SnRulerBranch;

struct _SnRuler {
    GtkWidget parent_instance;
    SnSession *session;
    SnAxis *axis;
    SnTransport *transport; /* borrowed from the session */
    GtkWidget *tools;       /* in the gutter */
    GtkWidget *recorded;    /* label: how much is */
    GtkWidget *popover;     /* open menu or question; NULL */
    GArray *waypoints;      /* SnId, in order of the tree */
    GArray *branches;       /* SnRulerBranch */
    int n_rows;             /* of branches */
    SnRulerHit hover;
    double pointer_x; /* [px] */

    /* a press that lasts */
    SnRulerHit pressed;
    guint button;         /* 0: none */
    bool pans, moved;     /* moved: more than a click */
    double start_x;       /* [px] */
    double start_loop[2]; /* looped range then [s] */
    double start_from;    /* left end of the axis when it began [s] */
    double press_time;    /* under the pointer then [s] */
    double start_time;    /* of the flag, or of the cursor, then [s] */
};

/* --- ruler.c --- */

SnRulerHit sn_ruler_hit(SnRuler *ruler, double x, double y);
/* NULL if it is gone. */
const SnWaypoint *sn_ruler_waypoint(SnRuler *ruler, SnId id);

/* Pixel of a time, whole. */
float sn_ruler_pixel(SnRuler *ruler, double time);
/* Height of a row of branches [px]: more rows are lower, the ruler stays as it is. */
static inline float sn_ruler_branch_height(const SnRuler *ruler)
{
    return (float)SN_RULER_BRANCHES / (float)(ruler->n_rows > 1 ? ruler->n_rows : 1);
}

/* Upper edge of a branch's row [px]. */
static inline float sn_ruler_branch_top(const SnRuler *ruler, const SnRulerBranch *branch)
{
    return SN_RULER_FLAGS + SN_RULER_TICKS + 1 + (float)branch->row * sn_ruler_branch_height(ruler);
}

/* --- ruler_draw.c --- */

/* Everything but the tools. */
void sn_ruler_draw(SnRuler *ruler, GtkSnapshot *snapshot);

/* --- ruler_input.c --- */

void sn_ruler_add_controllers(SnRuler *ruler);

/* --- ruler_menu.c --- */

/* Context menu of what was hit at a pixel. */
void sn_ruler_open_menu(SnRuler *ruler, const SnRulerHit *hit, double x, double y);
/* Takes it away at once. */
void sn_ruler_drop_popover(SnRuler *ruler);

#endif
