/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a running system and its scene take without a compile. */
#ifndef SN_COMPILE_CORE_LIVE_H
#define SN_COMPILE_CORE_LIVE_H

#include "engine/model/model.h"
#include "engine/sim/system/system.h"
#include "engine/snapshot.h"

/* Surfaces carried by FEM models show the fields of theirs, in the same colours: gives them that
 * part of its style. */
void sn_scene_share_fem_styles(SnScene *scene);

/* Length that springs and muscles have in the start pose, and what they take from it
 * (rest_is_start, optimal_is_start): sets them again after start values in the system changed. */
void sn_compile_start_lengths(const SnModel *model, SnSystem *system);

#endif
