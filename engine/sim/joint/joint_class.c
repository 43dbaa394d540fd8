/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/system/system.h"

#define ROW(NAME) &SN_JOINT_##NAME,
static const SnJointClass *const classes[] = {SN_JOINT_LIST(ROW)};
#undef ROW

const SnJointClass *const *sn_joint_classes(int *n)
{
    *n = (int)(sizeof classes / sizeof *classes);
    return classes;
}
