/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_MODEL_CLASSES_SPLINE_STRAND_H
#define SN_MODEL_CLASSES_SPLINE_STRAND_H

#include "engine/model/classes/strand.h"

extern const SnClass SN_CLASS_SPLINE_STRAND; /* "spline_strand", list `strands` */

/* Numbers of the arrays of the class, for the ids of their entries. */
enum { SN_SPLINE_NODES_ARRAY, SN_SPLINE_CONSTRAINTS_ARRAY };

typedef enum SnSplineLawKind {
    SN_SPLINE_LINEAR, /* with the active force of thesis (5.7): zero rest length */
    SN_SPLINE_TENSION_ONLY,
    SN_SPLINE_TENDON,
    SN_SPLINE_PECK,
    SN_SPLINE_HILL,
} SnSplineLawKind;

/* A control point. */
typedef struct SnSplineNode {
    double position[3], velocity[3]; /* start values, world */
    double active;                   /* part of the activation at it */
} SnSplineNode;

typedef enum SnSplineConstraintKind {
    SN_SPLINE_CONSTRAINT_FIXED,   /* a point of the strand at a point */
    SN_SPLINE_CONSTRAINT_SLIDING, /* the strand runs through a point */
    SN_SPLINE_CONSTRAINT_SURFACE, /* a point of the strand on a surface */
    SN_SPLINE_CONSTRAINT_BRANCH,  /* a point of the strand at a point of another one */
} SnSplineConstraintKind;

typedef struct SnSplineConstraint {
    int32_t kind;
    double parameter;       /* along it, part of its length 0..1: not SLIDING */
    SnId point;             /* FIXED, SLIDING */
    SnId surface;           /* SURFACE: wrap_surface */
    SnId strand;            /* BRANCH: spline_strand */
    double other_parameter; /* BRANCH: likewise on that */
} SnSplineConstraint;

typedef struct SnSplineStrand {
    SnAnyStrand base;
    int32_t law; /* SnSplineLawKind */
    double youngs_modulus, damping, mass_damping, bending_modulus;
    SnStrandMuscle muscle;
    bool reaches;        /* its first and last control point */
    double rest_ratio;   /* rest length / length at the start */
    SnArray nodes;       /* SnSplineNode */
    SnArray constraints; /* SnSplineConstraint */
} SnSplineStrand;

#endif
