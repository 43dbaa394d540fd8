/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a user puts together to look at a model and to handle it; the solver never sees it. */
#ifndef SN_MODEL_CLASSES_PANEL_H
#define SN_MODEL_CLASSES_PANEL_H

#include "engine/model/drawable.h"

extern const SnClass SN_CLASS_PANEL;   /* control_panel, with a list `controls` */
extern const SnClass SN_CLASS_CONTROL; /* one row of a panel */
extern const SnClass SN_CLASS_PLOT;    /* with a list `curves` */
extern const SnClass SN_CLASS_CURVE;

typedef struct SnPanel {
    SnComponent base;
    char *notes;
    bool floating; /* in a window of its own */
} SnPanel;

typedef enum SnControlWidget {
    SN_CONTROL_AUTO,
    SN_CONTROL_SLIDER,
    SN_CONTROL_NUMBER
} SnControlWidget;

typedef struct SnControl {
    SnComponent base;
    SnTargets property; /* exactly one */
    char *label;        /* "" : component and property */
    int32_t widget;     /* SnControlWidget */
    double low, high;   /* travel of the slider; both 0: the property's own */
} SnControl;

typedef struct SnPlot {
    SnComponent base;
    char *notes;
    SnTargets x;      /* none: time; else one property, against which the curves are drawn */
    int32_t x_number; /* of its numbers, from 0, or SN_CURVE_MAGNITUDE */
    bool x_automatic, y_automatic;
    double x_low, x_high, y_low, y_high; /* SI, where not automatic */
    bool legend;   /* always; otherwise where the names do not fit beside the curves */
    bool equal;    /* against another property of the same unit: one scale for both axes */
    bool floating; /* shown in a window of its own */
} SnPlot;

/* Which number of a property with several; -1: all of them, -2: their length. */
enum { SN_CURVE_ALL = -1, SN_CURVE_MAGNITUDE = -2 };

typedef struct SnPlotCurve {
    SnComponent base;
    SnTargets property; /* exactly one */
    int32_t column;
    char *label; /* "": component and property */
} SnPlotCurve;

#endif
