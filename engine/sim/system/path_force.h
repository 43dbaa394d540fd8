/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Springs and muscles: forces along paths through points. */
#ifndef SN_SIM_SYSTEM_PATH_FORCE_H
#define SN_SIM_SYSTEM_PATH_FORCE_H

#include "engine/base/function.h"
#include "engine/muscle/curves.h"
#include "engine/muscle/muscle.h"
#include "engine/sim/system/force_class.h"
#include "engine/sim/system/leader.h"
#include "engine/wrap/wrap.h"

/* A path through points; springs and muscles share length, rate, gradient and stiffness code. */
typedef struct SnSystemPath {
    SnId id;
    int first, count; /* into paths.point */
    bool enabled;
    bool muscle;
    int law;      /* index into spring or muscle parameters: spring[law] or muscle[law] */
    int n_blocks; /* distinct blocks it touches */
    int blocks;   /* first, into paths.block */
    int slots;    /* first, into pairs.stiffness_slot: n_blocks (n_blocks + 1) / 2 lower pairs */
    double start_length;     /* for excursions [m] */
    int first_wrap, n_wraps; /* into paths.wraps, in the order in which it meets them */
    bool wraps_once;         /* each surface is touched in one part between two points at most */
    int n_followers;         /* of its points [finish] */
} SnSystemPath;

/* A point of paths that has to do with a number, a coordinate of a joint or a polynomial of
 * several: it moves in its body as that changes, or paths run through it only while that lies in a
 * range. */
typedef struct SnPathFollower {
    int point;              /* into points: one of a body or of the world */
    int leaders, n_leaders; /* first into paths.leaders, count: at least 1 */
    int terms, n_terms;     /* of the polynomial (engine/base/terms.h), first into joints.numbers;
                               0: it is the only coordinate itself */
    bool moves, conditional;
    double lower, upper;    /* range in which it counts, ends included [rad or m] */
    SnFunction function[3]; /* of the number: how far it is from its location along each of
                               `axes`, numbers in joints.numbers [m] */
    double axes[9];         /* columns, in the axes of its block (of the world) */
} SnPathFollower;

/* A smooth obstacle on a body or in the world.  Four points of the system say where it is and how
 * it moves: its centre and what is `unit` from there along its x, y and z. */
typedef struct SnSystemWrapSurface {
    SnId id;
    int point;   /* the first of the four */
    double unit; /* [m] */
    SnWrapForm form;
} SnSystemWrapSurface;

/* An obstacle of a path. */
typedef struct SnSystemWrap {
    int surface;     /* into paths.surfaces */
    int first, last; /* parts between two points of the path that may touch it, from 0 */
} SnSystemWrap;

typedef enum SnSpringType {
    SN_SPRING_TYPE_LINEAR, /* Kelvin-Voigt: k (l - l0) + c l' */
    SN_SPRING_TYPE_POLYNOMIAL,
    SN_SPRING_TYPE_MAXWELL,         /* k and c in series */
    SN_SPRING_TYPE_STANDARD_LINEAR, /* linear beside a Maxwell arm */
    SN_SPRING_TYPE_BLANKEVOORT,     /* ligaments: stiffness [N] and damping [s] by strain */
    SN_SPRING_TYPE_TABLE,
    SN_SPRING_TYPE_FUNCTION, /* of l - l0, beside a damper */
    SN_SPRING_TYPE_BOLUS,    /* pushes until it has collapsed under a force */
    SN_SPRING_TYPE_ACTUATOR, /* gain x an input within lowest .. highest, and what its
                                stiffness and damping add to that */
} SnSpringType;

typedef struct SnSpringParameters {
    int type; /* SnSpringType */
    bool tension_only;
    double stiffness, damping, rest_length;
    double quadratic, cubic;           /* polynomial [N/m2], [N/m3] */
    double arm_stiffness, arm_damping; /* standard linear */
    double transition;                 /* Blankevoort: strain where the straight part begins */
    int table;                         /* into paths.tables: force over strain */
    SnFunction function;               /* function: its numbers are among joints.numbers */
    double collapse_force;             /* bolus [N] */
    bool renews;                       /* bolus: a new one is there once there is room for it */
    double dissipation;                /* tension only: its pull times 1 + this x the rate [s/m] */
    double gain, lowest, highest;      /* actuator [N], of its control */
    bool ranged;                       /* actuator: its tension stays within ... */
    double least, most;                /* ... these [N] */
    int input;                         /* actuator: offset in the inputs */
    int lag;                           /* actuator: 1 + number of its lag, 0: it acts at once */
    int memory; /* of sn_spring_remembers: offset in state.history of the path's length at which a
                   Maxwell arm has no force, or of SnBolusState [finish] */
} SnSpringParameters;

/* What the state has of a bolus; 0 is not known yet. */
typedef enum SnBolusState { SN_BOLUS_WHOLE = 1, SN_BOLUS_COLLAPSED } SnBolusState;

/* Whether the state keeps something of it. */
static inline bool sn_spring_remembers(const SnSpringParameters *spring)
{
    return spring->type == SN_SPRING_TYPE_MAXWELL ||
           spring->type == SN_SPRING_TYPE_STANDARD_LINEAR || spring->type == SN_SPRING_TYPE_BOLUS;
}

typedef struct SnPathResults {
    double length, rate; /* [m], [m/s] */
    double tension;      /* [N] */
    double stiffness;    /* d tension / d length [N/m] */
    double viscosity;    /* d tension / d rate [N s/m] */
    double energy;       /* elastic: of springs, passive fibres and tendons [J] */
    /* muscles */
    double active, passive;              /* parts of the tension [N] */
    double fibre_length, fibre_velocity; /* [m], [m/s] */
    double pennation;                    /* [rad] */
    double tendon_strain;                /* elastic tendons */
    bool lost;                           /* its way over its surfaces was not found */
} SnPathResults;

/* The paths of a compiled system and the laws along them. */
typedef struct SnSystemPaths {
    int n, n_points, n_blocks;
    SnSystemPath *paths;
    int *point; /* [n_points] into points */
    int *block; /* [n_blocks] */
    int n_springs, n_muscles;
    SnSpringParameters *springs;
    SnMuscleParameters *muscles;
    int n_curves;
    SnMuscleCurves *curves; /* [n_curves] that muscles share */
    int n_tables;
    SnSplineTable *tables; /* [n_tables] of springs */
    int n_surfaces, n_wraps;
    SnSystemWrapSurface *surfaces; /* [n_surfaces] */
    SnSystemWrap *wraps;           /* [n_wraps] */
    int n_hulls;
    SnWrapHull **hulls; /* [n_hulls] of surfaces, each a piece of memory of its own */
    int n_meshes;
    SnWrapMesh **meshes; /* [n_meshes] likewise */
    int n_followers;
    SnPathFollower *followers; /* [n_followers] */
    int n_leaders;
    SnLeader *leaders; /* [n_leaders] that they follow */
    int n_history;     /* numbers that they keep in state.history, the last ones [finish] */
} SnSystemPaths;

#endif
