/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of a plot on the screen: plot_view.c (what it shows), plot_view_input.c (hands),
 * plot_view_overlay.c (what lies over the picture). */
#ifndef SN_UI_PLOTS_PLOT_VIEW_PRIVATE_H
#define SN_UI_PLOTS_PLOT_VIEW_PRIVATE_H

#include "ui/plots/plot_data.h"
#include "ui/plots/plot_draw.h"
#include "ui/plots/plot_view.h"

typedef enum SnPlotDrag { SN_PLOT_DRAG_NONE, SN_PLOT_DRAG_PAN, SN_PLOT_DRAG_BOX } SnPlotDrag;
typedef enum SnPlotDrop { SN_PLOT_DROP_NONE, SN_PLOT_DROP_CURVE, SN_PLOT_DROP_X } SnPlotDrop;

struct _SnPlotView {
    GtkWidget parent_instance;
    SnSession *session;
    SnId plot;
    SnPlotData *data;
    GtkWidget *menu; /* popover, made when first asked for */

    SnFigure *figure;       /* NULL: to be made */
    SnPlotLayout *layout;   /* NULL: to be made */
    GskRenderNode *picture; /* of both; NULL: to be drawn */
    gsize n_rows;           /* of all its curves when it was made */
    bool dark;
    /* A picture of very many samples takes long: growing ones are drawn less often then. */
    gint64 next_draw; /* not before [us] */
    guint later;      /* source that draws what has grown meanwhile */

    bool zoomed_x, zoomed_y; /* by hand, over the ranges of the document */
    double x[2], y[2][2];

    bool hover; /* the pointer is over it, at: */
    double pointer_x, pointer_y;
    SnPlotDrag drag;
    double drag_x, drag_y; /* where it began */
    double moved_x, moved_y;
    double time_before; /* of a click that may become a double click [s] */
    SnPlotDrop drop;
};

/* Figure and layout are there; false while it has no size or document. */
bool sn_plot_view_update(SnPlotView *view);

void sn_plot_view_add_input(SnPlotView *view);
void sn_plot_view_draw_overlay(SnPlotView *view, GtkSnapshot *snapshot);
/* Whether a place lies in the axes' box. */
bool sn_plot_view_in_box(SnPlotView *view, double x, double y);
/* The moment at a place: of the time axis, or of the sample nearest to it; false where there is
 * none. */
bool sn_plot_view_time_at(SnPlotView *view, double x, double y, double *time);

#endif
