/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spline strands as the system has them; what is done with them is in spline.h. */
#ifndef SN_SIM_SYSTEM_SPLINES_H
#define SN_SIM_SYSTEM_SPLINES_H

#include "engine/base/id.h"
#include "engine/sim/system/strand_parameters.h"
#include "engine/strand/spline_span.h"

/* Samples of each span, to be drawn. */
enum { SN_SPLINE_SAMPLES = 8 };

typedef struct SnSystemSpline {
    SnId id;
    bool enabled;
    bool reaches;            /* its first and last control point */
    SnStrandParameters p;    /* of these: radius, line_density, gravity, stiffness, damping,
                                tension_only, tendon_curve, bending, muscle */
    double mass_damping;     /* force per momentum [1/s] */
    int first_node, n_nodes; /* into splines.block: at least 4 */
    int first_point;         /* into splines.points: SN_SPLINE_GAUSS for each span */
    int first_sample;    /* into splines.samples: SN_SPLINE_SAMPLES for each span, and the end */
    double rest_length;  /* [m] */
    double start_length; /* at the start, for excursions [m] */
    int slots;           /* [finish] into pairs.stiffness_slot: 10 lower pairs for each span */
} SnSystemSpline;

typedef enum SnSystemSplineConstraintKind {
    SN_SPLINE_FIXED,   /* 3 rows: matter of the strand at a point */
    SN_SPLINE_BRANCH,  /* 3 rows: at matter of another strand */
    SN_SPLINE_SURFACE, /* 1 row: matter of the strand on a surface */
    SN_SPLINE_SLIDING, /* 2 rows: the strand runs through a point */
} SnSystemSplineConstraintKind;

typedef struct SnSystemSplineConstraint {
    SnSystemSplineConstraintKind kind;
    SnId id;
    int spline;
    double parameter;       /* parameter of the matter; SLIDING: at the start */
    int point;              /* FIXED, SLIDING: into points; else -1 */
    int other;              /* BRANCH: into splines; else -1 */
    double other_parameter; /* BRANCH */
    int surface;            /* SURFACE: into surfaces; else -1 */
    int kept; /* offset in state.strands: SLIDING its parameter, SURFACE the place in the
                 surface's frame [m]; else -1 */
    int row;  /* first of its rows in G [finish] */
} SnSystemSplineConstraint;

/* The spline strands of a compiled system. */
typedef struct SnSystemSplines {
    int n, n_nodes, n_points, n_samples;
    int n_constraints;
    SnSystemSpline *splines;
    int *block;             /* [n_nodes] active POINT blocks */
    SnSplinePoint *points;  /* [n_points] */
    SnSplinePoint *samples; /* [n_samples]; their weight is 0 */
    SnSystemSplineConstraint *constraints;
} SnSystemSplines;

#endif
