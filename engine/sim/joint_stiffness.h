/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_SIM_JOINT_STIFFNESS_H
#define SN_SIM_JOINT_STIFFNESS_H

#include "engine/sim/force_class.h"

extern const SnForceClass SN_FORCE_JOINTS;
/* Load stiffness of what the joints' rows exert. */
extern const SnForceClass SN_FORCE_JOINT_ROWS;

#endif
