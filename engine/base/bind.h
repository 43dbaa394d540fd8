/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names by which a property row says where its value lives in the compiled system.  The
 * document (engine/model) only carries the tag; engine/sim/bind/bind.c turns tag and compiled index
 * into an address or a function.  One line per leaf; add yours beside its relatives. */
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
    SN_BIND_PATH_EXCURSION, /* start length - length [m] */
    SN_BIND_PATH_STRAIN,    /* of a spring, of a muscle's fibre */
    SN_BIND_SPRING_ELASTIC_ENERGY,
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
    SN_BIND_MUSCLE_ACTIVE_WIDTH, /* Thelen's curves, in the order of SnThelenCurves */
    SN_BIND_MUSCLE_PASSIVE_SHAPE,
    SN_BIND_MUSCLE_PASSIVE_STRAIN,
    SN_BIND_MUSCLE_VELOCITY_SHAPE,
    SN_BIND_MUSCLE_MAX_LENGTHENING,
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
    SN_BIND_JOINT_ANGLE, /* the first one */
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
    SN_BIND_PARTS_OF_STEP,
    SN_BIND_CUT_STEPS,
    SN_BIND_TOTAL_LINEAR_MOMENTUM,
    SN_BIND_TOTAL_ANGULAR_MOMENTUM,

    /* finite elements: the component */
    SN_BIND_FEM_FIELD, /* the field shown */
    SN_BIND_FEM_MASS_DAMPING,
    SN_BIND_FEM_STIFFNESS_DAMPING,
    SN_BIND_FEM_MASS,
    SN_BIND_FEM_VOLUME,
    SN_BIND_FEM_ENERGY,
    SN_BIND_FEM_KINETIC_ENERGY,
    SN_BIND_FEM_MOMENTUM,
    SN_BIND_FEM_MAX_VON_MISES,
    SN_BIND_FEM_CENTER,

    /* materials (of a FEM model or of a region of one): SN_BIND_MATERIAL + n is number n of
       SnMaterial */
    SN_BIND_MATERIAL,
    SN_BIND_MATERIAL_LAST = SN_BIND_MATERIAL + 127,

    /* nodes (position, velocity, targets, reaction as for particles) and elements */
    SN_BIND_NODE_DISPLACEMENT,
    SN_BIND_NODE_STRESS,
    SN_BIND_NODE_STRAIN,
    SN_BIND_NODE_VON_MISES,
    SN_BIND_NODE_PRESSURE,
    SN_BIND_NODE_MASS,
    SN_BIND_ELEMENT_STRESS,
    SN_BIND_ELEMENT_STRAIN,
    SN_BIND_ELEMENT_VON_MISES,
    SN_BIND_ELEMENT_PRESSURE,
    SN_BIND_ELEMENT_ENERGY,
    SN_BIND_ELEMENT_VOLUME,

    /* bundles of fibres; exciters */
    SN_BIND_BUNDLE_EXCITATION,
    SN_BIND_BUNDLE_ACTIVATION,
    SN_BIND_BUNDLE_RISE,
    SN_BIND_BUNDLE_FALL,
    SN_BIND_BUNDLE_MAX_FORCE,
    SN_BIND_BUNDLE_MAX_STRESS,
    SN_BIND_EXCITER_EXCITATION,

    /* attachments */
    SN_BIND_ATTACHMENT_FORCE,  /* on the slave, by the master, world axes [N] */
    SN_BIND_ATTACHMENT_MOMENT, /* about the master's centre of mass [N m] */

    /* controllers and monitors */
    SN_BIND_CONTROLLER_ENABLED,
    SN_BIND_CONTROLLER_GOAL,
    SN_BIND_CONTROLLER_PROPORTIONAL,
    SN_BIND_CONTROLLER_INTEGRAL,
    SN_BIND_CONTROLLER_DERIVATIVE,
    SN_BIND_CONTROLLER_LOWER,
    SN_BIND_CONTROLLER_UPPER,
    SN_BIND_CONTROLLER_OUTPUT,
    SN_BIND_CONTROLLER_ERROR,
    SN_BIND_MONITOR_ENABLED,
    SN_BIND_MONITOR_LOW,
    SN_BIND_MONITOR_HIGH,
    SN_BIND_MONITOR_VALUE,
    SN_BIND_MONITOR_MINIMUM,
    SN_BIND_MONITOR_MAXIMUM,
    SN_BIND_MONITOR_MEAN,
    SN_BIND_MONITOR_INTEGRAL,
    SN_BIND_MONITOR_TIME_OUTSIDE,

    /* strands */
    SN_BIND_STRAND_DENSITY,         /* [kg/m3] */
    SN_BIND_STRAND_YOUNGS_MODULUS,  /* [Pa] */
    SN_BIND_STRAND_DAMPING,         /* [s]: damping / stiffness */
    SN_BIND_STRAND_BENDING_MODULUS, /* [Pa] */
    SN_BIND_STRAND_ENABLED,
    SN_BIND_STRAND_EXCITATION,
    SN_BIND_STRAND_ACTIVATION,
    SN_BIND_STRAND_MAX_FORCE,
    SN_BIND_STRAND_OPTIMAL_LENGTH,
    SN_BIND_STRAND_RISE,
    SN_BIND_STRAND_FALL,
    SN_BIND_STRAND_LENGTH,
    SN_BIND_STRAND_LENGTH_RATE,
    SN_BIND_STRAND_EXCURSION, /* start length - length [m] */
    SN_BIND_STRAND_TENSION,   /* largest of its segments' [N] */
    SN_BIND_STRAND_STRAIN,    /* of the whole */
    SN_BIND_STRAND_MASS,
    SN_BIND_STRAND_KINETIC_ENERGY,
    SN_BIND_STRAND_ELASTIC_ENERGY,
    SN_BIND_STRAND_START_TENSION, /* [N] */
    SN_BIND_STRAND_END_TENSION,
    SN_BIND_STRAND_MEAN_TENSION,
    SN_BIND_STRAND_POWER,               /* given off while it shortens [W] */
    SN_BIND_STRAND_NODE_TENSION_BEFORE, /* [N]; also of a Cosserat strand's frames */
    SN_BIND_STRAND_NODE_TENSION_AFTER,
    SN_BIND_STRAND_NODE_COORDINATE, /* material coordinate [m] */
    SN_BIND_STRAND_NODE_FLOW,       /* matter passing it, towards the end positive [m/s] */
    SN_BIND_STRAND_NODE_FRICTION,
    SN_BIND_STRAND_NODE_PARAMETER, /* on its guide */
    SN_BIND_MOMENT_ARM,            /* of a strand, muscle or spring about a joint [m] */
    SN_BIND_MOMENT_ARM_MOMENT,     /* times its tension [N m] */

    /* joints: up to three coordinates, numbered as in the solver's class
     * (engine/sim/system/joint_class.h); angles and translations counted apart */
    SN_BIND_JOINT_TRANSLATION,
    SN_BIND_JOINT_TRANSLATION_RATE,
    SN_BIND_JOINT_TRANSLATION_2,
    SN_BIND_JOINT_TRANSLATION_2_RATE,
    SN_BIND_JOINT_TRANSLATION_3,
    SN_BIND_JOINT_TRANSLATION_3_RATE,
    SN_BIND_JOINT_ANGLE_2,
    SN_BIND_JOINT_ANGLE_2_RATE,
    SN_BIND_JOINT_ANGLE_3,
    SN_BIND_JOINT_ANGLE_3_RATE,
    SN_BIND_JOINT_STIFFNESS,
    SN_BIND_JOINT_REST,
    SN_BIND_GEAR_RATIO,
    SN_BIND_GEAR_TORQUE,
    SN_BIND_JOINT_LOWER_LIMIT_2,
    SN_BIND_JOINT_UPPER_LIMIT_2,
    SN_BIND_JOINT_STIFFNESS_2,
    SN_BIND_JOINT_REST_2,
    SN_BIND_JOINT_DAMPING_2,
    SN_BIND_JOINT_LOWER_LIMIT_3,
    SN_BIND_JOINT_UPPER_LIMIT_3,
    SN_BIND_JOINT_STIFFNESS_3,
    SN_BIND_JOINT_REST_3,
    SN_BIND_JOINT_DAMPING_3,

    /* spline strands */
    SN_BIND_STRAND_MASS_DAMPING,         /* force over momentum [1/s] */
    SN_BIND_SPLINE_CONSTRAINT_FORCE,     /* of a constraint, on the strand, world axes [N] */
    SN_BIND_SPLINE_CONSTRAINT_PARAMETER, /* part of the parameter 0..1 */
    SN_BIND_STRAND_CONTACT_FORCE,        /* of a Cosserat strand: sum of those on its frames [N] */

    /* collisions */
    SN_BIND_COLLISION_ENABLED,
    SN_BIND_COLLISION_JOINED,
    SN_BIND_COLLISION_FRICTION,
    SN_BIND_COLLISION_RESTITUTION,
    SN_BIND_COLLISION_COMPLIANCE, /* of a contact point [m/N] */
    SN_BIND_COLLISION_DAMPING,
    SN_BIND_COLLISION_TOLERANCE,
    SN_BIND_COLLISION_FORCE, /* on the second bodies, world axes */
    SN_BIND_COLLISION_NORMAL_FORCE,
    SN_BIND_COLLISION_FRICTION_FORCE,
    SN_BIND_COLLISION_NORMAL,
    SN_BIND_COLLISION_CENTER,
    SN_BIND_COLLISION_CONTACTS,
    SN_BIND_COLLISION_PENETRATION,

    SN_BIND_COUNT
} SnBind;

#endif
