/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/bind/bind.h"

#include "engine/sim/bind/bind_access.h"
#include "engine/sim/bind/bind_contact.h"
#include "engine/sim/bind/bind_control.h"
#include "engine/sim/bind/bind_fem.h"
#include "engine/sim/bind/bind_joint.h"
#include "engine/sim/bind/bind_rod.h"
#include "engine/sim/bind/bind_spline.h"
#include "engine/sim/bind/bind_strand.h"
#include "engine/sim/joint/armature.h"
#include "engine/sim/spline/spline.h"

#include <math.h>
#include <string.h>

/* Array a bind's index points into. */
typedef enum Scope {
    NOTHING,
    BLOCK,
    POINT,
    FRAME,
    FORCE, /* of one of the kinds of forces: their rows have these values */
    JOINT,
    FEM,
    MATERIAL, /* of a FEM model or region; its index is the FEM model's */
    NODE,
    ELEMENT,
    BUNDLE,
    EXCITER,
    ATTACHMENT,
    CONTROLLER,
    MONITOR,
    MOMENT_ARM,
    COLLISION,
    STRAND,
    STRAND_NODE,
    WHOLE
} Scope;

/* How a bind is reached: a parameter stored as doubles at an offset, or by functions. */
typedef struct Access {
    Scope scope;
    int width;
    /* address of the parameter's numbers; NULL: this component has none */
    double *(*parameter)(SnSystem *system, int index, SnBind bind);
    double *(*parameter_of)(SnSystem *system, SnId id, SnBind bind);
    bool (*may_be)(const SnSystem *system, int index, double value); /* NULL: anything */
    int (*read)(const SnBindContext *context, double *value);
    bool (*write)(SnSystem *system, SnState *state, int index, const double *value);
    int (*input)(const SnSystem *system, int index, SnBind bind);
} Access;

/* --- parameters stored as they are --- */

static double *block_parameter(SnSystem *system, int index, SnBind bind)
{
    SnBlock *block = &system->blocks[index];
    switch ((int)bind) {
    case SN_BIND_GRAVITY:
        return block->gravity;
    case SN_BIND_DAMPING:
        return &block->damping;
    case SN_BIND_ROTARY_DAMPING:
        return &block->rotary_damping;
    }
    return NULL;
}

static double *joint_parameter(SnSystem *system, int index, SnBind bind)
{
    return sn_joint_parameter(&system->joints.joints[index], bind);
}

/* --- inputs --- */

static int target_input(const SnSystem *system, int index, SnBind bind)
{
    const SnBlock *block = &system->blocks[index];
    const bool body = block->kind == SN_BLOCK_BODY;
    if (block->target < 0)
        return -1;
    switch ((int)bind) {
    case SN_BIND_TARGET_POSITION:
        return block->target;
    case SN_BIND_TARGET_ORIENTATION:
        return body ? block->target + 3 : -1;
    case SN_BIND_TARGET_VELOCITY:
        return block->target + (body ? 7 : 3);
    case SN_BIND_TARGET_ANGULAR_VELOCITY:
        return body ? block->target + 10 : -1;
    }
    return -1;
}

static int bundle_input(const SnSystem *system, int index, SnBind bind)
{
    return system->fems.bundles[index].excitation;
}

static int drive_input(const SnSystem *system, int index, SnBind bind)
{
    const SnSystemJoint *joint = &system->joints.joints[index];
    return joint->class == &SN_JOINT_DRIVE ? joint->input : -1;
}

static int goal_input(const SnSystem *system, int index, SnBind bind)
{
    return system->control.controllers[index].goal;
}

static int exciter_input(const SnSystem *system, int index, SnBind bind)
{
    return system->exciters.exciters[index].excitation;
}

/* --- the table --- */

static const Access accesses[SN_BIND_COUNT] = {
    [SN_BIND_GRAVITY] = {BLOCK, 3, .parameter = block_parameter},
    [SN_BIND_POSITION] = {BLOCK, 3, .read = sn_bind_position, .write = sn_bind_write_position},
    [SN_BIND_ORIENTATION] = {BLOCK, 4, .read = sn_bind_orientation,
                             .write = sn_bind_write_orientation},
    [SN_BIND_VELOCITY] = {BLOCK, 3, .read = sn_bind_velocity, .write = sn_bind_write_velocity},
    [SN_BIND_ANGULAR_VELOCITY] = {BLOCK, 3, .read = sn_bind_angular_velocity,
                                  .write = sn_bind_write_angular_velocity},
    [SN_BIND_ACCELERATION] = {BLOCK, 3, .read = sn_bind_acceleration},
    [SN_BIND_MASS] = {BLOCK, 1, .read = sn_bind_mass, .write = sn_bind_write_mass},
    [SN_BIND_FORCE_TOTAL] = {BLOCK, 3, .read = sn_bind_force_total},
    [SN_BIND_REACTION_FORCE] = {BLOCK, 3, .read = sn_bind_reaction_force},
    [SN_BIND_REACTION_MOMENT] = {BLOCK, 3, .read = sn_bind_reaction_moment},
    [SN_BIND_DAMPING] = {BLOCK, 1, .parameter = block_parameter},
    [SN_BIND_ROTARY_DAMPING] = {BLOCK, 1, .parameter = block_parameter},
    [SN_BIND_TARGET_POSITION] = {BLOCK, 3, .input = target_input},
    [SN_BIND_TARGET_ORIENTATION] = {BLOCK, 4, .input = target_input},
    [SN_BIND_TARGET_VELOCITY] = {BLOCK, 3, .input = target_input},
    [SN_BIND_TARGET_ANGULAR_VELOCITY] = {BLOCK, 3, .input = target_input},
    [SN_BIND_KINETIC_ENERGY] = {BLOCK, 1, .read = sn_bind_kinetic_energy},

    [SN_BIND_MARKER_LOCATION] = {POINT, 3, .read = sn_bind_marker_location,
                                 .write = sn_bind_write_marker_location},
    [SN_BIND_MARKER_POSITION] = {POINT, 3, .read = sn_bind_marker_position},
    [SN_BIND_MARKER_VELOCITY] = {POINT, 3, .read = sn_bind_marker_velocity},
    [SN_BIND_FRAME_POSITION] = {FRAME, 3, .read = sn_bind_frame_position},
    [SN_BIND_FRAME_ORIENTATION] = {FRAME, 4, .read = sn_bind_frame_orientation},

    [SN_BIND_JOINT_ENABLED] = {JOINT, 1, .read = sn_bind_joint_enabled,
                               .write = sn_bind_write_joint_enabled},
    [SN_BIND_JOINT_ANGLE] = {JOINT, 1, .read = sn_bind_joint_coordinate},
    [SN_BIND_JOINT_ANGLE_RATE] = {JOINT, 1, .read = sn_bind_joint_coordinate},
    [SN_BIND_JOINT_ANGLE_2] = {JOINT, 1, .read = sn_bind_joint_coordinate},
    [SN_BIND_JOINT_ANGLE_2_RATE] = {JOINT, 1, .read = sn_bind_joint_coordinate},
    [SN_BIND_JOINT_ANGLE_3] = {JOINT, 1, .read = sn_bind_joint_coordinate},
    [SN_BIND_JOINT_ANGLE_3_RATE] = {JOINT, 1, .read = sn_bind_joint_coordinate},
    [SN_BIND_JOINT_TRANSLATION] = {JOINT, 1, .read = sn_bind_joint_coordinate},
    [SN_BIND_JOINT_TRANSLATION_RATE] = {JOINT, 1, .read = sn_bind_joint_coordinate},
    [SN_BIND_JOINT_TRANSLATION_2] = {JOINT, 1, .read = sn_bind_joint_coordinate},
    [SN_BIND_JOINT_TRANSLATION_2_RATE] = {JOINT, 1, .read = sn_bind_joint_coordinate},
    [SN_BIND_JOINT_TRANSLATION_3] = {JOINT, 1, .read = sn_bind_joint_coordinate},
    [SN_BIND_JOINT_TRANSLATION_3_RATE] = {JOINT, 1, .read = sn_bind_joint_coordinate},
    [SN_BIND_JOINT_LOWER_LIMIT] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_UPPER_LIMIT] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_STIFFNESS] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_REST] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_DAMPING] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_FRICTION] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_ARMATURE] = {JOINT, 1, .parameter = joint_parameter,
                                .may_be = sn_armature_may_be},
    [SN_BIND_JOINT_ARMATURE_2] = {JOINT, 1, .parameter = joint_parameter,
                                  .may_be = sn_armature_may_be},
    [SN_BIND_JOINT_ARMATURE_3] = {JOINT, 1, .parameter = joint_parameter,
                                  .may_be = sn_armature_may_be},
    [SN_BIND_JOINT_ARMATURE_4] = {JOINT, 1, .parameter = joint_parameter,
                                  .may_be = sn_armature_may_be},
    [SN_BIND_JOINT_ARMATURE_5] = {JOINT, 1, .parameter = joint_parameter,
                                  .may_be = sn_armature_may_be},
    [SN_BIND_JOINT_ARMATURE_6] = {JOINT, 1, .parameter = joint_parameter,
                                  .may_be = sn_armature_may_be},
    [SN_BIND_JOINT_RUB] = {JOINT, 1, .read = sn_bind_joint_rub},
    [SN_BIND_JOINT_RUB_2] = {JOINT, 1, .read = sn_bind_joint_rub},
    [SN_BIND_JOINT_RUB_3] = {JOINT, 1, .read = sn_bind_joint_rub},
    [SN_BIND_JOINT_RUB_4] = {JOINT, 1, .read = sn_bind_joint_rub},
    [SN_BIND_JOINT_RUB_5] = {JOINT, 1, .read = sn_bind_joint_rub},
    [SN_BIND_JOINT_RUB_6] = {JOINT, 1, .read = sn_bind_joint_rub},
    [SN_BIND_JOINT_RUB_BALL] = {JOINT, 3, .read = sn_bind_joint_rub},
    [SN_BIND_JOINT_LOWER_LIMIT_2] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_UPPER_LIMIT_2] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_STIFFNESS_2] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_REST_2] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_DAMPING_2] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_FRICTION_2] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_LOWER_LIMIT_3] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_UPPER_LIMIT_3] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_STIFFNESS_3] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_REST_3] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_DAMPING_3] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_FRICTION_3] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_LOWER_LIMIT_4] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_UPPER_LIMIT_4] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_STIFFNESS_4] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_REST_4] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_DAMPING_4] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_FRICTION_4] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_LOWER_LIMIT_5] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_UPPER_LIMIT_5] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_STIFFNESS_5] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_REST_5] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_DAMPING_5] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_FRICTION_5] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_LOWER_LIMIT_6] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_UPPER_LIMIT_6] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_STIFFNESS_6] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_REST_6] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_DAMPING_6] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_FRICTION_6] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_ANGLE_4] = {JOINT, 1, .read = sn_bind_joint_coordinate},
    [SN_BIND_JOINT_ANGLE_4_RATE] = {JOINT, 1, .read = sn_bind_joint_coordinate},
    [SN_BIND_DRIVE_VALUE] = {JOINT, 1, .input = drive_input},
    [SN_BIND_JOINT_SWING_LIMIT] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_COMPLIANCE] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_ROTARY_COMPLIANCE] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_RESTITUTION] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_JOINT_LENGTH] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_GEAR_RATIO] = {JOINT, 1, .parameter = joint_parameter},
    [SN_BIND_GEAR_TORQUE] = {JOINT, 1, .read = sn_bind_gear_torque},
    [SN_BIND_JOINT_FORCE] = {JOINT, 3, .read = sn_bind_joint_force},
    [SN_BIND_JOINT_MOMENT] = {JOINT, 3, .read = sn_bind_joint_moment},
    [SN_BIND_JOINT_DISTANCE] = {JOINT, 1, .read = sn_bind_joint_distance},
    [SN_BIND_JOINT_NORMAL_FORCE] = {JOINT, 1, .read = sn_bind_joint_normal_force},
    [SN_BIND_JOINT_CONTACT] = {JOINT, 3, .read = sn_bind_joint_contact},
    [SN_BIND_JOINT_SLIP] = {JOINT, 1, .read = sn_bind_joint_slip},

    [SN_BIND_FEM_FIELD] = {FEM, 1, .read = sn_bind_fem_field, .write = sn_bind_write_fem_field},
    [SN_BIND_FEM_MASS_DAMPING] = {FEM, 1, .parameter = sn_bind_fem_parameter},
    [SN_BIND_FEM_STIFFNESS_DAMPING] = {FEM, 1, .parameter = sn_bind_fem_parameter},
    [SN_BIND_FEM_MASS] = {FEM, 1, .read = sn_bind_fem_mass},
    [SN_BIND_FEM_VOLUME] = {FEM, 1, .read = sn_bind_fem_volume},
    [SN_BIND_FEM_ENERGY] = {FEM, 1, .read = sn_bind_fem_energy},
    [SN_BIND_FEM_KINETIC_ENERGY] = {FEM, 1, .read = sn_bind_fem_kinetic_energy},
    [SN_BIND_FEM_MOMENTUM] = {FEM, 3, .read = sn_bind_fem_momentum},
    [SN_BIND_FEM_MAX_VON_MISES] = {FEM, 1, .read = sn_bind_fem_max_von_mises},
    [SN_BIND_FEM_CENTER] = {FEM, 3, .read = sn_bind_fem_center},
    [SN_BIND_NODE_DISPLACEMENT] = {NODE, 3, .read = sn_bind_node_displacement},
    [SN_BIND_NODE_STRESS] = {NODE, 6, .read = sn_bind_node_stress},
    [SN_BIND_NODE_STRAIN] = {NODE, 6, .read = sn_bind_node_strain},
    [SN_BIND_NODE_VON_MISES] = {NODE, 1, .read = sn_bind_node_von_mises},
    [SN_BIND_NODE_PRESSURE] = {NODE, 1, .read = sn_bind_node_pressure},
    [SN_BIND_NODE_MASS] = {NODE, 1, .read = sn_bind_node_mass},
    [SN_BIND_ELEMENT_STRESS] = {ELEMENT, 6, .read = sn_bind_element_stress},
    [SN_BIND_ELEMENT_STRAIN] = {ELEMENT, 6, .read = sn_bind_element_strain},
    [SN_BIND_ELEMENT_VON_MISES] = {ELEMENT, 1, .read = sn_bind_element_von_mises},
    [SN_BIND_ELEMENT_PRESSURE] = {ELEMENT, 1, .read = sn_bind_element_pressure},
    [SN_BIND_ELEMENT_ENERGY] = {ELEMENT, 1, .read = sn_bind_element_energy},
    [SN_BIND_ELEMENT_VOLUME] = {ELEMENT, 1, .read = sn_bind_element_volume},

    [SN_BIND_BUNDLE_EXCITATION] = {BUNDLE, 1, .input = bundle_input},
    [SN_BIND_BUNDLE_ACTIVATION] = {BUNDLE, 1, .read = sn_bind_bundle_activation,
                                   .write = sn_bind_write_bundle_activation},
    [SN_BIND_BUNDLE_RISE] = {BUNDLE, 1, .parameter = sn_bind_bundle_parameter},
    [SN_BIND_BUNDLE_FALL] = {BUNDLE, 1, .parameter = sn_bind_bundle_parameter},
    [SN_BIND_BUNDLE_MAX_FORCE] = {BUNDLE, 1, .parameter = sn_bind_bundle_parameter},
    [SN_BIND_BUNDLE_MAX_STRESS] = {BUNDLE, 1, .parameter = sn_bind_bundle_parameter},
    [SN_BIND_EXCITER_EXCITATION] = {EXCITER, 1, .input = exciter_input},

    [SN_BIND_ATTACHMENT_FORCE] = {ATTACHMENT, 3, .read = sn_bind_attachment_force},
    [SN_BIND_ATTACHMENT_MOMENT] = {ATTACHMENT, 3, .read = sn_bind_attachment_moment},

    [SN_BIND_CONTROLLER_ENABLED] = {CONTROLLER, 1, .read = sn_bind_controller_enabled,
                                    .write = sn_bind_write_controller_enabled},
    [SN_BIND_CONTROLLER_GOAL] = {CONTROLLER, 1, .input = goal_input},
    [SN_BIND_CONTROLLER_PROPORTIONAL] = {CONTROLLER, 1, .parameter = sn_bind_controller_parameter},
    [SN_BIND_CONTROLLER_INTEGRAL] = {CONTROLLER, 1, .parameter = sn_bind_controller_parameter},
    [SN_BIND_CONTROLLER_DERIVATIVE] = {CONTROLLER, 1, .parameter = sn_bind_controller_parameter},
    [SN_BIND_CONTROLLER_LOWER] = {CONTROLLER, 1, .parameter = sn_bind_controller_parameter},
    [SN_BIND_CONTROLLER_UPPER] = {CONTROLLER, 1, .parameter = sn_bind_controller_parameter},
    [SN_BIND_CONTROLLER_OUTPUT] = {CONTROLLER, 1, .read = sn_bind_controller_output},
    [SN_BIND_CONTROLLER_ERROR] = {CONTROLLER, 1, .read = sn_bind_controller_error},
    [SN_BIND_MONITOR_ENABLED] = {MONITOR, 1, .read = sn_bind_monitor_enabled,
                                 .write = sn_bind_write_monitor_enabled},
    [SN_BIND_MONITOR_LOW] = {MONITOR, 1, .parameter = sn_bind_monitor_parameter},
    [SN_BIND_MONITOR_HIGH] = {MONITOR, 1, .parameter = sn_bind_monitor_parameter},
    [SN_BIND_MONITOR_VALUE] = {MONITOR, 1, .read = sn_bind_monitor_value},
    [SN_BIND_MONITOR_MINIMUM] = {MONITOR, 1, .read = sn_bind_monitor_minimum},
    [SN_BIND_MONITOR_MAXIMUM] = {MONITOR, 1, .read = sn_bind_monitor_maximum},
    [SN_BIND_MONITOR_MEAN] = {MONITOR, 1, .read = sn_bind_monitor_mean},
    [SN_BIND_MONITOR_INTEGRAL] = {MONITOR, 1, .read = sn_bind_monitor_integral},
    [SN_BIND_MONITOR_TIME_OUTSIDE] = {MONITOR, 1, .read = sn_bind_monitor_time_outside},

    [SN_BIND_MOMENT_ARM] = {MOMENT_ARM, 1, .read = sn_bind_moment_arm},
    [SN_BIND_MOMENT_ARM_MOMENT] = {MOMENT_ARM, 1, .read = sn_bind_moment_arm_moment},
    [SN_BIND_STRAND_DENSITY] = {STRAND, 1, .parameter = sn_bind_strand_parameter},
    [SN_BIND_STRAND_YOUNGS_MODULUS] = {STRAND, 1, .parameter = sn_bind_strand_parameter},
    [SN_BIND_STRAND_DAMPING] = {STRAND, 1, .parameter = sn_bind_strand_parameter},
    [SN_BIND_STRAND_BENDING_MODULUS] = {STRAND, 1, .parameter = sn_bind_strand_parameter},
    [SN_BIND_STRAND_ENABLED] = {STRAND, 1, .read = sn_bind_strand_enabled,
                                .write = sn_bind_write_strand_enabled},
    [SN_BIND_STRAND_EXCITATION] = {STRAND, 1, .input = sn_bind_strand_input},
    [SN_BIND_STRAND_ACTIVATION] = {STRAND, 1, .read = sn_bind_strand_activation,
                                   .write = sn_bind_write_strand_activation},
    [SN_BIND_STRAND_MAX_FORCE] = {STRAND, 1, .parameter = sn_bind_strand_parameter},
    [SN_BIND_STRAND_OPTIMAL_LENGTH] = {STRAND, 1, .parameter = sn_bind_strand_parameter},
    [SN_BIND_STRAND_RISE] = {STRAND, 1, .parameter = sn_bind_strand_parameter},
    [SN_BIND_STRAND_FALL] = {STRAND, 1, .parameter = sn_bind_strand_parameter},
    [SN_BIND_STRAND_LENGTH] = {STRAND, 1, .read = sn_bind_strand_length},
    [SN_BIND_STRAND_LENGTH_RATE] = {STRAND, 1, .read = sn_bind_strand_length_rate},
    [SN_BIND_STRAND_EXCURSION] = {STRAND, 1, .read = sn_bind_strand_excursion},
    [SN_BIND_STRAND_TENSION] = {STRAND, 1, .read = sn_bind_strand_tension},
    [SN_BIND_STRAND_STRAIN] = {STRAND, 1, .read = sn_bind_strand_strain},
    [SN_BIND_STRAND_MASS] = {STRAND, 1, .read = sn_bind_strand_mass},
    [SN_BIND_STRAND_KINETIC_ENERGY] = {STRAND, 1, .read = sn_bind_strand_kinetic_energy},
    [SN_BIND_STRAND_ELASTIC_ENERGY] = {STRAND, 1, .read = sn_bind_strand_elastic_energy},
    [SN_BIND_STRAND_START_TENSION] = {STRAND, 1, .read = sn_bind_strand_start_tension},
    [SN_BIND_STRAND_END_TENSION] = {STRAND, 1, .read = sn_bind_strand_end_tension},
    [SN_BIND_STRAND_MEAN_TENSION] = {STRAND, 1, .read = sn_bind_strand_mean_tension},
    [SN_BIND_STRAND_POWER] = {STRAND, 1, .read = sn_bind_strand_power},
    [SN_BIND_STRAND_MASS_DAMPING] = {STRAND, 1}, /* these by bind_spline.c alone */
    [SN_BIND_SPLINE_CONSTRAINT_FORCE] = {STRAND, 3},
    [SN_BIND_SPLINE_CONSTRAINT_PARAMETER] = {STRAND, 1},
    [SN_BIND_STRAND_NODE_TENSION_BEFORE] = {STRAND_NODE, 1, .read = sn_bind_strand_node_before},
    [SN_BIND_STRAND_NODE_TENSION_AFTER] = {STRAND_NODE, 1, .read = sn_bind_strand_node_after},
    [SN_BIND_STRAND_NODE_COORDINATE] = {STRAND_NODE, 1, .read = sn_bind_strand_node_coordinate},
    [SN_BIND_STRAND_NODE_FLOW] = {STRAND_NODE, 1, .read = sn_bind_strand_node_flow},
    [SN_BIND_STRAND_NODE_FRICTION] = {STRAND_NODE, 1, .read = sn_bind_strand_node_friction,
                                      .write = sn_bind_write_strand_node_friction},
    [SN_BIND_STRAND_NODE_PARAMETER] = {STRAND_NODE, 1, .read = sn_bind_strand_node_parameter,
                                       .write = sn_bind_write_strand_node_parameter},

    [SN_BIND_COLLISION_ENABLED] = {COLLISION, 1, .read = sn_bind_contact_switch,
                                   .write = sn_bind_write_contact_enabled},
    [SN_BIND_COLLISION_JOINED] = {COLLISION, 1, .read = sn_bind_contact_switch,
                                  .write = sn_bind_write_contact_joined},
    [SN_BIND_COLLISION_SELF] = {COLLISION, 1, .read = sn_bind_contact_switch,
                                .write = sn_bind_write_contact_self},
    [SN_BIND_COLLISION_FRICTION] = {COLLISION, 1, .parameter = sn_bind_contact_parameter},
    [SN_BIND_COLLISION_RESTITUTION] = {COLLISION, 1, .parameter = sn_bind_contact_parameter},
    [SN_BIND_COLLISION_COMPLIANCE] = {COLLISION, 1, .parameter = sn_bind_contact_parameter},
    [SN_BIND_COLLISION_DAMPING] = {COLLISION, 1, .parameter = sn_bind_contact_parameter},
    [SN_BIND_COLLISION_TOLERANCE] = {COLLISION, 1, .parameter = sn_bind_contact_parameter},
    [SN_BIND_COLLISION_GAP] = {COLLISION, 1, .parameter = sn_bind_contact_parameter},
    [SN_BIND_COLLISION_ROLLING] = {COLLISION, 1, .parameter = sn_bind_contact_parameter},
    [SN_BIND_COLLISION_TORSION] = {COLLISION, 1, .parameter = sn_bind_contact_parameter},
    [SN_BIND_COLLISION_FORCE] = {COLLISION, 3, .read = sn_bind_contact_result},
    [SN_BIND_COLLISION_NORMAL_FORCE] = {COLLISION, 1, .read = sn_bind_contact_result},
    [SN_BIND_COLLISION_FRICTION_FORCE] = {COLLISION, 1, .read = sn_bind_contact_result},
    [SN_BIND_COLLISION_NORMAL] = {COLLISION, 3, .read = sn_bind_contact_result},
    [SN_BIND_COLLISION_CENTER] = {COLLISION, 3, .read = sn_bind_contact_result},
    [SN_BIND_COLLISION_CONTACTS] = {COLLISION, 1, .read = sn_bind_contact_result},
    [SN_BIND_COLLISION_PENETRATION] = {COLLISION, 1, .read = sn_bind_contact_result},
    [SN_BIND_COLLISION_MODULUS] = {COLLISION, 1, .parameter = sn_bind_contact_parameter},
    [SN_BIND_COLLISION_POISSON] = {COLLISION, 1, .parameter = sn_bind_contact_parameter},
    [SN_BIND_COLLISION_THICKNESS] = {COLLISION, 1, .parameter = sn_bind_contact_parameter},
    [SN_BIND_COLLISION_PRESSURE_MODULUS] = {COLLISION, 1, .parameter = sn_bind_contact_parameter},
    [SN_BIND_COLLISION_QUADRATIC_MODULUS] = {COLLISION, 1, .parameter = sn_bind_contact_parameter},
    [SN_BIND_COLLISION_CUBIC_MODULUS] = {COLLISION, 1, .parameter = sn_bind_contact_parameter},
    [SN_BIND_COLLISION_OFFSET] = {COLLISION, 1, .parameter = sn_bind_contact_parameter},
    [SN_BIND_COLLISION_DISSIPATION] = {COLLISION, 1, .parameter = sn_bind_contact_parameter},
    [SN_BIND_COLLISION_STATIC_FRICTION] = {COLLISION, 1, .parameter = sn_bind_contact_parameter},
    [SN_BIND_COLLISION_VISCOUS_FRICTION] = {COLLISION, 1, .parameter = sn_bind_contact_parameter},
    [SN_BIND_COLLISION_TRANSITION_VELOCITY] = {COLLISION, 1,
                                               .parameter = sn_bind_contact_parameter},
    [SN_BIND_COLLISION_SLIP] = {COLLISION, 1, .read = sn_bind_contact_result},
    [SN_BIND_COLLISION_AREA] = {COLLISION, 1, .read = sn_bind_contact_result},
    [SN_BIND_COLLISION_MEAN_PRESSURE] = {COLLISION, 1, .read = sn_bind_contact_result},
    [SN_BIND_COLLISION_MAX_PRESSURE] = {COLLISION, 1, .read = sn_bind_contact_result},
    [SN_BIND_COLLISION_LOOK_AHEAD] = {COLLISION, 1, .parameter = sn_bind_contact_parameter},
    [SN_BIND_COLLISION_TIME] = {COLLISION, 1, .read = sn_bind_collision_time},
    [SN_BIND_COLLISION_POINT] = {COLLISION, 3, .read = sn_bind_collision_time},

    [SN_BIND_TOTAL_KINETIC_ENERGY] = {WHOLE, 1, .read = sn_bind_total_kinetic_energy},
    [SN_BIND_TOTAL_POTENTIAL_ENERGY] = {WHOLE, 1, .read = sn_bind_total_potential_energy},
    [SN_BIND_TOTAL_MASS] = {WHOLE, 1, .read = sn_bind_total_mass},
    [SN_BIND_PARTS_OF_STEP] = {WHOLE, 1, .read = sn_bind_parts_of_step},
    [SN_BIND_CUT_STEPS] = {WHOLE, 1, .read = sn_bind_cut_steps},
    [SN_BIND_INACCURATE_STEPS] = {WHOLE, 1, .read = sn_bind_inaccurate_steps},
    [SN_BIND_TOTAL_LINEAR_MOMENTUM] = {WHOLE, 3, .read = sn_bind_total_linear_momentum},
    [SN_BIND_TOTAL_ANGULAR_MOMENTUM] = {WHOLE, 3, .read = sn_bind_total_angular_momentum},
};

/* Every number of a material is reached in the same way. */
static const Access material_access = {MATERIAL, 1, .parameter_of = sn_bind_material};
/* A FEM model's gravity is that of its nodes. */
static const Access fem_gravity = {FEM, 3, .read = sn_bind_fem_gravity,
                                   .write = sn_bind_write_fem_gravity};

/* And a strand's that of its matter; its nodes are points that are found by their entries. */
static const Access strand_gravity = {STRAND, 3, .read = sn_bind_strand_gravity,
                                      .write = sn_bind_write_strand_gravity};
static const Access node_place = {STRAND_NODE, 3, .read = sn_bind_strand_node_place,
                                  .write = sn_bind_write_strand_node_place};
static const Access node_velocity = {STRAND_NODE, 3, .read = sn_bind_strand_node_velocity,
                                     .write = sn_bind_write_strand_node_velocity};

static bool of_strand_node(SnBind bind, Access *access)
{
    if (bind == SN_BIND_POSITION || bind == SN_BIND_MARKER_POSITION)
        *access = node_place;
    else if (bind == SN_BIND_VELOCITY)
        *access = node_velocity;
    return access->scope == STRAND_NODE;
}

/* The row of a kind of force, and which kind; false: the value is no force's. */
static bool row_of_force(SnBind bind, Access *access, const SnForceClass **force)
{
    for (const SnForceClass *const *kind = sn_force_classes; *kind; kind++)
        for (int i = 0; i < (*kind)->n_binds; i++) {
            const SnBindAccess *row = &(*kind)->binds[i];
            if (row->bind != bind)
                continue;
            *force = *kind;
            *access = (Access){.scope = FORCE,
                               .width = row->width,
                               .parameter = row->parameter,
                               .read = row->read,
                               .write = row->write,
                               .input = row->input};
            return true;
        }
    return false;
}

static bool row_of(SnBind bind, Access *access, const SnForceClass **force)
{
    *force = NULL;
    if (bind >= SN_BIND_MATERIAL && bind <= SN_BIND_MATERIAL_LAST)
        *access = material_access;
    else if (bind >= 0 && bind < SN_BIND_COUNT && accesses[bind].scope != NOTHING)
        *access = accesses[bind];
    else
        return row_of_force(bind, access, force);
    return true;
}

/* Index in the array that the scope says; false: the id is of nothing there. */
static bool index_of(const SnSystem *system, SnId id, const Access *access,
                     const SnForceClass *force, int *index)
{
    const int counts[] = {[BLOCK] = system->n_blocks,
                          [POINT] = system->n_points,
                          [FRAME] = system->n_frames,
                          [JOINT] = system->joints.n,
                          [BUNDLE] = system->fems.n_bundles,
                          [EXCITER] = system->exciters.n,
                          [ATTACHMENT] = system->attachments.n + system->attachments.n_fixed,
                          [CONTROLLER] = system->control.n_controllers,
                          [MONITOR] = system->control.n_monitors,
                          [MOMENT_ARM] = system->arms.n,
                          [COLLISION] = system->contacts.n_rules,
                          [WHOLE] = 1};
    switch (access->scope) {
    case FEM:
        return sn_bind_fem_of(system, id, -1, index);
    case NODE:
        return sn_bind_fem_of(system, id, 0, index);
    case ELEMENT:
        return sn_bind_fem_of(system, id, 1, index);
    case STRAND:
    case STRAND_NODE:
        return false;
    case MATERIAL:
        *index = 0;
        return true;
    default:
        *index = access->scope == WHOLE ? 0 : sn_system_index(system, id);
        return *index >= 0 && *index < (force ? force->count(system) : counts[access->scope]);
    }
}

/* How a value of a component is reached; false: it has none. */
static bool access_of(const SnSystem *system, SnId id, SnBind bind, Access *access, int *index)
{
    const SnForceClass *force;
    if (!row_of(bind, access, &force))
        return false;
    if (bind == SN_BIND_GRAVITY && sn_bind_fem_of(system, id, -1, index)) {
        *access = fem_gravity;
        return true;
    }
    if (sn_bind_strand_of(system, id, index)) {
        if (bind == SN_BIND_GRAVITY)
            *access = strand_gravity;
        return bind == SN_BIND_GRAVITY || access->scope == STRAND;
    }
    if (sn_bind_strand_node_of(system, id, index))
        return of_strand_node(bind, access);
    return index_of(system, id, access, force, index);
}

int sn_bind_width(SnBind bind)
{
    Access access;
    const SnForceClass *force;
    return row_of(bind, &access, &force) ? access.width : sn_bind_rod_width(bind);
}

int sn_bind_input(const SnSystem *system, SnId id, SnBind bind)
{
    int index;
    if (sn_bind_rod_of(system, id) >= 0)
        return sn_bind_rod_input(system, id, bind);
    if (sn_spline_of(system, id) >= 0)
        return sn_bind_spline_input(system, id, bind);
    Access access;
    const bool known = access_of(system, id, bind, &access, &index);
    return known && access.input ? access.input(system, index, bind) : -1;
}

/* A result that is not a finite number (strain of a spring without rest length, a stress beyond
 * what can be written) is none: zero, so that no file and no picture gets it. */
static int finite_result(double *value, int n)
{
    for (int i = 0; i < n; i++)
        if (!isfinite(value[i])) {
            memset(value, 0, (size_t)n * sizeof *value);
            return 0;
        }
    return n;
}

int sn_bind_read(const SnSystem *system, const double *inputs, const SnState *state,
                 SnWorkspace *work, SnId id, SnBind bind, double value[6])
{
    int index;
    if (sn_bind_rod_of(system, id) >= 0)
        return finite_result(value, sn_bind_rod_read(system, inputs, state, work, id, bind, value));
    if (sn_spline_of(system, id) >= 0)
        return finite_result(value,
                             sn_bind_spline_read(system, inputs, state, work, id, bind, value));
    Access access;
    if (!access_of(system, id, bind, &access, &index))
        return 0;
    const double *source = NULL;
    if (access.read) {
        const SnBindContext context = {system, inputs, state, work, index, id, bind};
        if (access.read(&context, value))
            return finite_result(value, access.width);
        memset(value, 0, (size_t)access.width * sizeof *value);
        return 0;
    }
    if (access.input) {
        const int offset = access.input(system, index, bind);
        source = offset >= 0 ? inputs + offset : NULL;
    } else if (access.parameter) { /* read only here: the system is const to the caller */
        source = access.parameter((SnSystem *)system, index, bind);
    } else if (access.parameter_of) {
        source = access.parameter_of((SnSystem *)system, id, bind);
    }
    for (int i = 0; source && i < access.width; i++)
        value[i] = source[i];
    return source ? access.width : 0;
}

bool sn_bind_write(SnSystem *system, double *base, SnState *state, SnId id, SnBind bind,
                   const double *value, int n)
{
    int index;
    system->writes++;
    if (sn_bind_rod_of(system, id) >= 0)
        return sn_bind_rod_write(system, base, state, id, bind, value, n);
    if (sn_spline_of(system, id) >= 0)
        return sn_bind_spline_write(system, base, state, id, bind, value, n);
    Access access;
    if (!access_of(system, id, bind, &access, &index) || n != access.width)
        return false;
    for (int i = 0; i < n; i++)
        if (!isfinite(value[i]))
            return false;
    if (access.write)
        return access.write(system, state, index, value);
    double *target = NULL;
    if (access.input) {
        const int offset = access.input(system, index, bind);
        target = offset >= 0 ? base + offset : NULL;
    } else if (access.parameter) {
        if (access.may_be && !access.may_be(system, index, value[0]))
            return false;
        target = access.parameter(system, index, bind);
    } else if (access.parameter_of) {
        if (!sn_bind_material_may_be(system, id, bind, value[0]))
            return false;
        target = access.parameter_of(system, id, bind);
    }
    for (int i = 0; target && i < n; i++)
        target[i] = value[i];
    if (target && access.scope == STRAND)
        sn_strand_derive(system, index);
    return target != NULL;
}
