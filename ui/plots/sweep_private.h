/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of the view of sweeps: sweep_view.c (what is chosen and computed, files),
 * sweep_hand.c (the pose shown and set on the picture, curves kept for comparison). */
#ifndef SN_UI_PLOTS_SWEEP_PRIVATE_H
#define SN_UI_PLOTS_SWEEP_PRIVATE_H

#include "ui/plots/plot_layout.h"
#include "ui/plots/sweep_view.h"

struct _SnSweepView {
    GtkBox parent_instance;
    SnSession *session;  /* owned */
    GArray *paths;       /* SnId */
    GArray *coordinates; /* SnTarget, in the order of the drop-down */
    GtkWidget *coordinate, *quantity, *low, *high, *picture, *state, *range;
    SnSweep *sweep;   /* NULL: none yet */
    GPtrArray *kept;  /* SnSweep of before, oldest first; owned */
    SnFigure *figure; /* of all of them */
    GCancellable *cancel;
    guint pause; /* source */
    bool choosing;
    bool keep;      /* the next change leaves what is shown now as kept */
    guint watch;    /* of the coordinate's present value; 0: none */
    double now;     /* that value; NAN: not known */
    double edge[2]; /* of the axes' box on the picture [px] */
};

const SnTarget *sn_sweep_view_coordinate(SnSweepView *view);
/* The figure anew, of what is computed and kept. */
void sn_sweep_view_remake(SnSweepView *view);

/* A click or drag on the picture poses the start. */
void sn_sweep_hand_add(SnSweepView *view);
/* Follows the present value of the coordinate that is chosen; session NULL: of none. */
void sn_sweep_hand_follow(SnSweepView *view, bool follow);
/* Where the coordinate is now, over the drawn figure; notes where its box is. */
void sn_sweep_hand_draw(SnSweepView *view, cairo_t *cairo, const SnPlotLayout *layout);
/* "Keep" and "Clear". */
void sn_sweep_keep_add(SnSweepView *view, GtkWidget *bar);
/* A new sweep comes in the place of the one that is shown. */
void sn_sweep_keep_replaced(SnSweepView *view, SnSweep *sweep);
/* Another coordinate or range: nothing to compare with. */
void sn_sweep_keep_clear(SnSweepView *view);

#endif
