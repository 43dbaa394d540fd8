/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_MODEL_CLASSES_FORCE_H
#define SN_MODEL_CLASSES_FORCE_H

#include "engine/model/classes/joint.h"
#include "engine/model/drawable.h"
#include "engine/muscle/curves.h"
#include "engine/muscle/muscle.h"

extern const SnClass SN_CLASS_SPRING; /* family: axial_spring, frame_spring */
extern const SnClass SN_CLASS_LOAD;   /* family: point_load, body_load, frame_load, drag */
extern const SnClass SN_CLASS_PATH;   /* family: things that pull along a path of points */
extern const SnClass SN_CLASS_LINE;   /* family: paths and strands */
extern const SnClass SN_CLASS_AXIAL_SPRING;
extern const SnClass SN_CLASS_MUSCLE;
extern const SnClass SN_CLASS_LIGAMENT;
extern const SnClass SN_CLASS_FRAME_SPRING;
extern const SnClass SN_CLASS_POINT_LOAD;
extern const SnClass SN_CLASS_BODY_LOAD;
extern const SnClass SN_CLASS_FRAME_LOAD;
extern const SnClass SN_CLASS_DRAG;
extern const SnClass SN_CLASS_PATH_ACTUATOR;

/* A path runs straight from point to point, and over the surfaces that are in the way; the inner
 * points are via points it slides through. */
typedef struct SnPath {
    SnDrawable base;
    SnIdList points;       /* at least 2, of class point */
    SnIdList wraps;        /* wrap_surface, in the order in which it meets them */
    SnIndices wrap_ranges; /* two a wrap: the first and the last of the points between which it may
                              touch, from 1; 0: the path's end; empty: all of the path */
    bool wraps_once;       /* each surface is touched in one part at most */
    bool enabled;
    char *notes; /* owned: full name, source */
} SnPath;

typedef enum SnSpringLaw {
    SN_SPRING_LINEAR,
    SN_SPRING_TENSION_ONLY,
    SN_SPRING_POLYNOMIAL,
    SN_SPRING_MAXWELL,
    SN_SPRING_STANDARD_LINEAR,
    SN_SPRING_BOLUS,
    SN_SPRING_FUNCTION,
} SnSpringLaw;

/* f = k (l - l0) + d ldot along the path (Kelvin-Voigt); tension-only: no force while shorter than
 * l0; the others: engine/sim/path/spring_force.c. */
typedef struct SnAxialSpring {
    SnPath base;
    int32_t law;
    double stiffness, damping;
    double dissipation; /* tension_only [s/m] */
    bool rest_is_start; /* rest length = length in the start pose */
    double rest_length;
    double quadratic, cubic;           /* polynomial */
    double arm_stiffness, arm_damping; /* standard_linear */
    double collapse_force;             /* bolus [N] */
    bool renews;
    SnFunctionFields relation; /* function: tension by what it is longer than at rest */
} SnAxialSpring;

/* Pulls along its path with gain x control + stiffness (length - rest) + damping x rate, within a
 * range; pushes where that is negative. */
typedef struct SnPathActuator {
    SnPath base;
    double control; /* input */
    double gain, lowest, highest;
    double stiffness, rest, damping; /* of a servo */
    double lowest_force, highest_force;
    SnLagFields lag;
} SnPathActuator;

typedef enum SnLigamentLaw { SN_LIGAMENT_BLANKEVOORT, SN_LIGAMENT_SPLINE } SnLigamentLaw;

typedef struct SnLigament {
    SnPath base;
    int32_t law;
    double stiffness; /* [N] per unit of strain */
    double transition_strain;
    double damping;          /* [s] over the stiffness */
    double slack_length;     /* 0: automatic */
    double reference_strain; /* at the start, where the slack length is automatic */
    SnReals strains, forces; /* spline [N] */
} SnLigament;

/* Its spline has 2 to SN_SPLINE_TABLE_POINTS points whose strains ascend. */
bool sn_ligament_is_drawn(const SnLigament *ligament);

typedef enum SnMuscleLaw {
    SN_MUSCLE_PECK,
    SN_MUSCLE_HILL,
    SN_MUSCLE_THELEN,
    SN_MUSCLE_MILLARD,
    SN_MUSCLE_SCHUTTE,
    SN_MUSCLE_DE_GROOTE,
} SnMuscleLaw;

typedef enum SnTendonKind { SN_TENDON_ELASTIC, SN_TENDON_RIGID } SnTendonKind;

/* law.type peck: artisynth 2.3, reference text in engine/muscle/muscle.h.  hill: Hill type with a
 * rigid tendon: Thelen 2003 curves.  The others: engine/muscle/fibre.h, curves.h. */
typedef struct SnMuscle {
    SnPath base;
    double excitation; /* input 0..1 */
    double activation; /* start value; used with activation dynamics */
    bool activation_dynamics;
    int32_t activation_type;     /* SnActivationType */
    double rise_time, fall_time; /* [s] */
    int32_t law;
    double max_force;
    double optimal_length; /* peck: whole muscle at which the fibre is optimal; hill: fibre */
    bool optimal_is_start; /* peck: optimal length = length in the start pose */
    double max_ratio;      /* peck: length of full passive force / optimal length */
    double tendon_ratio, passive_fraction, damping;
    double tendon_slack_length, pennation, max_velocity; /* hill */
    SnThelenCurves thelen;                               /* hill */
    /* from thelen on */
    int32_t tendon; /* SnTendonKind */
    double fibre_damping;
    double tendon_strain;            /* at max_force; 0: the law's own */
    double tendon_toe, tendon_slope; /* thelen; 0: smooth */
    SnMillardShape millard;
    double active_scale;       /* de groote: width of the active curve over the usual one */
    bool passive;              /* de groote: it pulls without activation */
    SnReals drawn[SN_N_DRAWN]; /* schutte: pairs of points; none: his own curve */
    SnIdList origin;           /* markers along its broad origin; fewer than two: a spindle */
    SnIdList insertion;        /* and along its broad insertion; fewer than two: one tendon */
} SnMuscle;

/* Puts the curves that a muscle of Schutte's law has points of into `curves`; false: some points
 * are none of a curve. */
bool sn_muscle_draw_curves(const SnMuscle *muscle, SnMuscleCurves *curves);

/* What a frame spring calls the turn of its second frame. */
typedef enum SnDeflection { SN_DEFLECTION_ROTATION_VECTOR, SN_DEFLECTION_BODY_XYZ } SnDeflection;

typedef struct SnFrameSpring {
    SnDrawable base;
    SnId frame_a, frame_b;               /* body or frame; null: world */
    double location_a[3], rotation_a[4]; /* attached frame in a; in b */
    double location_b[3], rotation_b[4];
    double stiffness[3], rotary_stiffness[3]; /* along and about the axes of frame a */
    double preload[3], rotary_preload[3];
    double damping, rotary_damping;
    int32_t deflection; /* SnDeflection */
    double axial_damping[3], rotary_axial_damping[3];
    SnReals stiffness_matrix, damping_matrix; /* lower triangles: places, then turns */
    bool enabled;
} SnFrameSpring;

/* The symmetric matrix of a lower triangle, row by row, of up to 21 numbers; false: it has more. */
bool sn_frame_spring_matrix(const SnReals *triangle, double matrix[36]);

typedef struct SnPointLoad {
    SnDrawable base;
    SnId point;
    double force[3]; /* input, world axes */
} SnPointLoad;

typedef struct SnBodyLoad {
    SnDrawable base;
    SnId body;
    double force[3], moment[3]; /* inputs, world axes, at the centre of mass */
} SnBodyLoad;

/* Where a frame load's axes, or its point, are. */
typedef enum SnFrameLoadIn {
    SN_FRAME_LOAD_IN_WORLD,
    SN_FRAME_LOAD_IN_A,
    SN_FRAME_LOAD_IN_B,
    SN_FRAME_LOAD_IN_OTHER
} SnFrameLoadIn;

/* Force and moment on A, the opposite on B: engine/sim/system/frame_load.h. */
typedef struct SnFrameLoad {
    SnDrawable base;
    SnId frame_a, frame_b;        /* body or frame; null: world */
    int32_t axes, point_in;       /* SnFrameLoadIn */
    SnId axes_frame, point_frame; /* of IN_OTHER */
    double point[3];              /* input */
    double control;               /* input */
    double force_gain[3], moment_gain[3], lowest, highest;
    double force[3], moment[3]; /* inputs, in its axes */
    bool enabled;
} SnFrameLoad;

typedef enum SnDragLawName {
    SN_DRAG_LAW_BOX,
    SN_DRAG_LAW_ELLIPSOID,
    SN_DRAG_LAW_POWER
} SnDragLawName;

/* Of a fluid around a body: engine/sim/rigid/fluid.h. */
typedef struct SnDrag {
    SnDrawable base;
    SnId body;                       /* body or frame */
    double location[3], rotation[4]; /* centre and axes there */
    int32_t law;                     /* SnDragLawName */
    double half_lengths[3];          /* [m] */
    double density, viscosity;       /* [kg/m3, Pa s] */
    double blunt_drag, slender_drag, angular_drag, kutta_lift, magnus_lift;
    double strength, exponent;
    double wind[3]; /* input, world axes */
    bool enabled;
} SnDrag;

/* Body or frame that its row "axes" or "point_in" says; null: the world. */
SnId sn_frame_load_reference(const SnFrameLoad *load, const char *row);

#endif
