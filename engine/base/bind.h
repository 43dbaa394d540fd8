/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names by which a property row says where its value lives in the compiled system.  The
 * document (engine/model) only carries the tag; engine/sim/bind.c turns tag and compiled index into
 * an address or a function.  One line per leaf; add yours beside its relatives. */
#ifndef SN_BASE_BIND_H
#define SN_BASE_BIND_H

typedef enum SnBind {
    SN_BIND_NONE,     /* structural: a change asks for a compile */
    SN_BIND_STYLE,    /* render property: a change makes a new scene, the system does not know it */
    SN_BIND_DOCUMENT, /* notes and the like: neither system nor scene know it */

    /* model */
    SN_BIND_GRAVITY, /* the edit layer sends it per dynamic component, effective value */

    /* dynamic components: particle, rigid body */
    SN_BIND_POSITION,
    SN_BIND_ORIENTATION,
    SN_BIND_VELOCITY,
    SN_BIND_ANGULAR_VELOCITY,
    SN_BIND_ACCELERATION,
    SN_BIND_MASS,
    SN_BIND_FORCE_TOTAL, /* applied force on the component [N] */
    SN_BIND_REACTION_FORCE,
    SN_BIND_REACTION_MOMENT,
    SN_BIND_DAMPING,        /* translational [N s/m] */
    SN_BIND_ROTARY_DAMPING, /* [N m s/rad] */
    SN_BIND_TARGET_POSITION,
    SN_BIND_TARGET_ORIENTATION,
    SN_BIND_TARGET_VELOCITY,
    SN_BIND_TARGET_ANGULAR_VELOCITY,
    SN_BIND_KINETIC_ENERGY,

    /* markers and attached frames */
    SN_BIND_MARKER_LOCATION,
    SN_BIND_MARKER_POSITION,
    SN_BIND_MARKER_VELOCITY,
    SN_BIND_FRAME_POSITION,
    SN_BIND_FRAME_ORIENTATION,

    /* axial springs and muscles (both are paths) */
    SN_BIND_PATH_LENGTH,
    SN_BIND_PATH_LENGTH_RATE,
    SN_BIND_PATH_FORCE,
    SN_BIND_PATH_POWER,
    SN_BIND_SPRING_STIFFNESS,
    SN_BIND_SPRING_DAMPING,
    SN_BIND_SPRING_REST_LENGTH,
    SN_BIND_MUSCLE_EXCITATION,
    SN_BIND_MUSCLE_ACTIVATION,
    SN_BIND_MUSCLE_ACTIVATION_RISE,
    SN_BIND_MUSCLE_ACTIVATION_FALL,
    SN_BIND_MUSCLE_MAX_FORCE,
    SN_BIND_MUSCLE_OPTIMAL_LENGTH,
    SN_BIND_MUSCLE_MAX_LENGTH, /* over the optimal length */
    SN_BIND_MUSCLE_TENDON_RATIO,
    SN_BIND_MUSCLE_PASSIVE_FRACTION,
    SN_BIND_MUSCLE_DAMPING,
    SN_BIND_MUSCLE_TENDON_SLACK_LENGTH,
    SN_BIND_MUSCLE_PENNATION,
    SN_BIND_MUSCLE_MAX_VELOCITY,
    SN_BIND_MUSCLE_PASSIVE_FORCE,
    SN_BIND_MUSCLE_FIBRE_LENGTH,

    /* frame springs */
    SN_BIND_FRAME_SPRING_STIFFNESS,
    SN_BIND_FRAME_SPRING_ROTARY_STIFFNESS,
    SN_BIND_FRAME_SPRING_DAMPING,
    SN_BIND_FRAME_SPRING_ROTARY_DAMPING,
    SN_BIND_FRAME_SPRING_FORCE,
    SN_BIND_FRAME_SPRING_MOMENT,

    /* joints */
    SN_BIND_JOINT_ENABLED,
    SN_BIND_JOINT_ANGLE, /* hinge coordinate */
    SN_BIND_JOINT_ANGLE_RATE,
    SN_BIND_JOINT_LOWER_LIMIT,
    SN_BIND_JOINT_UPPER_LIMIT,
    SN_BIND_JOINT_SWING_LIMIT, /* spherical: largest swing angle */
    SN_BIND_JOINT_DAMPING,
    SN_BIND_JOINT_COMPLIANCE,
    SN_BIND_JOINT_FORCE, /* on the second body, world axes */
    SN_BIND_JOINT_MOMENT,
    SN_BIND_JOINT_DISTANCE, /* signed distance of a point from its surface */
    SN_BIND_JOINT_NORMAL_FORCE,
    SN_BIND_JOINT_RESTITUTION,

    /* loads */
    SN_BIND_LOAD_FORCE,
    SN_BIND_LOAD_MOMENT,

    /* whole model */
    SN_BIND_TOTAL_KINETIC_ENERGY,
    SN_BIND_TOTAL_POTENTIAL_ENERGY,
    SN_BIND_TOTAL_MASS,

    SN_BIND_COUNT
} SnBind;

#endif
