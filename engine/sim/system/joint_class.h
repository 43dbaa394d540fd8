/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the solver knows of a joint: one constant row for each kind, SN_JOINT_HINGE and so on, in a
 * file of its own (joint_hinge.c ...; its document class is in engine/model/classes).  Rows,
 * limits, coordinates, stiffness, moment arms, results and pictures of joints walk these rows and
 * ask for no kind. */
#ifndef SN_SIM_SYSTEM_JOINT_CLASS_H
#define SN_SIM_SYSTEM_JOINT_CLASS_H

#include "engine/base/bind.h"
#include "engine/base/joint_list.h"

#include <stdbool.h>

typedef struct SnSystem SnSystem;
typedef struct SnState SnState;
typedef struct SnWorkspace SnWorkspace;
typedef struct SnSystemJoint SnSystemJoint;
typedef struct SnJointClass SnJointClass;
typedef struct SnJointSides SnJointSides; /* joint_side.h */
typedef struct SnJointPose SnJointPose;   /* joint_motion.h */

#define SN_MAX_JOINT_ROWS   6
#define SN_MAX_COORDINATES  6                            /* of a joint */
#define SN_COUNTED_ANGLES   3                            /* of a joint that counts them */
#define SN_MAX_JOINT_LIMITS (2 * SN_MAX_COORDINATES + 1) /* theirs and one of its own */

/* Which of a body block's six columns a row touches: position rows are written in world axes, so
 * number k touches velocity k and the rotations only.  Compliance applies to all but rotations. */
typedef enum SnRowShape {
    SN_ROW_POSITION_X,
    SN_ROW_POSITION_Y,
    SN_ROW_POSITION_Z,
    SN_ROW_ROTATION,
    SN_ROW_FULL,
} SnRowShape;

/* Values that vanish where the joint is closed (rows) or stay above zero (limits), and if
 * `jacobian` their exact derivatives with respect to (position of the centre, small rotation in
 * body axes) of both sides' blocks, also where the joint is open; sides in the world stay
 * untouched. */
typedef void SnJointValues(const SnJointSides *sides, bool jacobian, double (*row)[2][6],
                           double *value);
/* A coordinate [rad or m] and, if `jacobian`, its derivative in the same form; angles within
 * -pi .. pi. */
typedef double SnJointCoordinateValue(const SnJointSides *sides, bool jacobian, double row[2][6]);

/* What a joint lets vary: an angle [rad], which the state keeps unwrapped, or a distance [m]. */
typedef struct SnJointCoordinateClass {
    bool angle;
    bool limited; /* has a lower and an upper limit where the joint is limited */
    bool on_b;    /* the axis is fixed in b's frame, otherwise (distances: always) in a's */
    int axis;     /* of that frame, x 0, y 1, z 2: stiffness and damping act about or along it */
    SnJointCoordinateValue *value; /* NULL: the distance of b's origin from a's along the axis */
    /* the value from the orientations of both frames alone, where that is cheaper: angles are asked
     * for in every step; NULL: from `value` */
    double (*from_orientations)(const double a[4], const double b[4]);
} SnJointCoordinateClass;

/* Pose of b's frame in a's for given coordinates, with its derivatives (joint_motion.h). */
typedef void SnJointMotion(const SnSystem *system, const SnSystemJoint *joint,
                           const double *coordinate, SnJointPose *pose);

typedef enum SnJointEnds {
    SN_JOINT_FRAMES,          /* frame_a and frame_b */
    SN_JOINT_FRAME_AND_POINT, /* frame_a and a point */
    SN_JOINT_JOINTS,          /* coordinates of one or two other joints (gear.h) */
} SnJointEnds;

/* How it is drawn. */
typedef enum SnJointGlyph {
    SN_GLYPH_BLOCK,
    SN_GLYPH_PIN, /* along z */
    SN_GLYPH_BALL,
    SN_GLYPH_RAIL,   /* along z, with a carriage */
    SN_GLYPH_SLEEVE, /* a rod along z in it */
    SN_GLYPH_CROSS,  /* along z of a and x of b */
    SN_GLYPH_PLATE,  /* across z */
} SnJointGlyph;

struct SnJointClass {
    const char *name; /* of its document class */
    SnJointEnds ends;
    SnJointGlyph glyph; /* of frames; a surface is drawn itself */
    /* bilateral, or all of them limits where the joint is one-sided */
    int n_rows;
    SnRowShape shape[SN_MAX_JOINT_ROWS];
    SnJointValues *rows; /* NULL: it has none */
    bool takes_axes;     /* rows read axes of the sides by sn_side_axis alone: each is made there */
    bool z_together;     /* the z axes must point the same way; against each other they satisfy the
                            rows as well */
    int n_coordinates;   /* angles first */
    SnJointCoordinateClass coordinate[SN_MAX_COORDINATES];
    /* Not NULL: rows and coordinates follow from this (joint_motion.h); `rows`, and `value` and
     * `axis` of the coordinates, are unused. */
    SnJointMotion *motion;
    bool turns_xyz; /* with `motion`: its first three coordinates turn about x, then y, then z of b
                     */
    bool counted; /* with `motion`: each joint says how many of the coordinates it has, and of them
                     how many are angles; the rows are as many as it has fewer than six */
    bool one_law; /* stiffness and damping of the first coordinate hold for all */
    /* Three rates of turning, b's against a's about the world's axes, whose friction has one limit
     * in all directions, the first coordinate's (values are left alone); NULL: each coordinate has
     * its own. */
    SnJointValues *turning;
    int n_own_limits; /* after those of the coordinates, where the joint is limited */
    SnRowShape own_limit_shape;
    SnJointValues *own_limits;
    /* Where the row turns in places so short that a step passes them in a jump: the place of the
     * joint on them; and the angle by which the normal has jumped between two of them [rad], 0
     * where it has not, with the row of the motion along the surface, the way that leads from one
     * to the other.  Both NULL: there are none. */
    void (*place)(const SnJointSides *sides, double place[2]);
    double (*corner)(const SnJointSides *sides, const double from[2], const double to[2],
                     double along[2][6]);
    /* Stiffness and damping other than along coordinates, with the first coordinate's constants;
     * both NULL: none.  `implicit`: into M-hat as well, -(d df/du + k df/dq). */
    void (*force)(const SnSystem *system, const SnState *state, SnWorkspace *work,
                  const SnSystemJoint *joint, bool implicit, double d, double k);
    double (*energy)(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                     const SnSystemJoint *joint);
    int n_numbers; /* in state.turns, of its own */
    /* The last of the rows hold velocities alone: they are the derivative of nothing. */
    int n_velocity_rows;
    /* At the start, and after each step: numbers of its own of the place where it is; NULL: none
     * but angles. */
    void (*remember)(const SnJointSides *sides, double *numbers);
};

#define SN_DECLARE_JOINT(NAME) extern const SnJointClass SN_JOINT_##NAME;
SN_JOINT_LIST(SN_DECLARE_JOINT)
#undef SN_DECLARE_JOINT

/* All of them, in the order of joint_list.h. */
const SnJointClass *const *sn_joint_classes(int *n);
/* The number of a joint that a parameter's tag stands for; NULL: none. */
double *sn_joint_parameter(SnSystemJoint *joint, SnBind bind);

/* Three rows in world axes hold b's origin on a's. */
static inline bool sn_joint_pins_point(const SnJointClass *class)
{
    return class->n_rows >= 3 && class->shape[0] == SN_ROW_POSITION_X;
}

#endif
