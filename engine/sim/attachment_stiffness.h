/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_SIM_ATTACHMENT_STIFFNESS_H
#define SN_SIM_ATTACHMENT_STIFFNESS_H

#include "engine/sim/force_class.h"

extern const SnForceClass SN_FORCE_ATTACHMENTS;

#endif
