/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_SIM_BLOCK_FORCE_H
#define SN_SIM_BLOCK_FORCE_H

#include "engine/sim/force_class.h"

extern const SnForceClass SN_FORCE_BLOCKS;

#endif
