/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/system.h"

#define ROW(NAME) &SN_JOINT_##NAME,
static const SnJointClass *const classes[] = {SN_JOINT_LIST(ROW)};
#undef ROW

const SnJointClass *const *sn_joint_classes(int *n)
{
    *n = (int)(sizeof classes / sizeof *classes);
    return classes;
}

double *sn_joint_parameter(SnSystemJoint *joint, SnBind bind)
{
    switch ((int)bind) {
    case SN_BIND_JOINT_LOWER_LIMIT:
        return &joint->coordinate[0].lower;
    case SN_BIND_JOINT_UPPER_LIMIT:
    case SN_BIND_JOINT_SWING_LIMIT:
        return &joint->coordinate[0].upper;
    case SN_BIND_JOINT_DAMPING:
        return &joint->coordinate[0].damping;
    case SN_BIND_JOINT_STIFFNESS:
        return &joint->coordinate[0].stiffness;
    case SN_BIND_JOINT_REST:
        return &joint->coordinate[0].rest;
    case SN_BIND_JOINT_LOWER_LIMIT_2:
        return &joint->coordinate[1].lower;
    case SN_BIND_JOINT_UPPER_LIMIT_2:
        return &joint->coordinate[1].upper;
    case SN_BIND_JOINT_REST_2:
        return &joint->coordinate[1].rest;
    case SN_BIND_JOINT_DAMPING_2:
        return &joint->coordinate[1].damping;
    case SN_BIND_GEAR_RATIO:
        return &joint->ratio;
    case SN_BIND_JOINT_COMPLIANCE:
        return &joint->compliance;
    case SN_BIND_JOINT_RESTITUTION:
        return &joint->restitution;
    }
    return NULL;
}
