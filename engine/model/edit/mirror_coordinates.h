/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Coordinates of joints whose sign changes in a mirror image. */
#ifndef SN_MODEL_EDIT_MIRROR_COORDINATES_H
#define SN_MODEL_EDIT_MIRROR_COORDINATES_H

#include "engine/model/edit/image.h"

/* Gives a mirrored copy, a joint or what is about coordinates of joints (limits, springs, gears,
 * couplers, drives), the ranges and functions of coordinates that have changed sign. */
void sn_mirror_coordinates(const SnImage *image, const SnComponent *original, SnComponent *copy);

#endif
