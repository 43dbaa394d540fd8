/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The law of a force as a person looks at it: curves, and where on them it is at present. */
#ifndef SN_LAW_CURVES_H
#define SN_LAW_CURVES_H

#include "engine/model/model.h"

enum { SN_LAW_SAMPLES = 161, SN_LAW_CURVES = 3, SN_LAW_PLOTS = 3, SN_LAW_TARGETS = 8 };

typedef struct SnLawCurve {
    const char *name;         /* static: "Active" */
    bool live;                /* changes with the present values, not with the document alone */
    double y[SN_LAW_SAMPLES]; /* over the plot's x */
    bool marked;              /* there is a point on it ... */
    double at[2];             /* ... here */
} SnLawCurve;

/* Curves over one axis.  Ranges are round and hold what there is to see; beyond them the curves go
 * on. */
typedef struct SnLawPlot {
    const char *x_name, *y_name; /* static */
    SnUnit x_unit, y_unit;
    double x_range[2], y_range[2]; /* low < high */
    double x[SN_LAW_SAMPLES];      /* evenly over x_range */
    int n_curves;
    SnLawCurve curves[SN_LAW_CURVES];
    const char *now_name; /* what `now` is: "Force now" */
    bool has_now;
    double now[2]; /* the operating point, dampers and all: beside the curves while it moves */
} SnLawPlot;

typedef struct SnLaw {
    int n_plots;
    SnLawPlot plots[SN_LAW_PLOTS];
} SnLaw;

/* Properties whose present values say where on its curves a component is; 0: it has no law to look
 * at (anything but muscles, springs and ligaments along paths, limits and springs of coordinates).
 */
int sn_law_targets(const SnModel *model, SnId id, SnTarget targets[SN_LAW_TARGETS]);
/* The curves, by the document and by the values of sn_law_targets in that order (NAN: not known).
 * False: there are none, or not before a length that is automatic is known. */
bool sn_law_draw(const SnModel *model, SnId id, const double values[SN_LAW_TARGETS], SnLaw *law);

#endif
