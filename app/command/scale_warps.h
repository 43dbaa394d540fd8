/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Landmarks of `sinew scale --warp`. */
#ifndef SN_APP_SCALE_WARPS_H
#define SN_APP_SCALE_WARPS_H

#include "engine/model/edit/scale.h"

/* The map through the landmarks of a file, in the axes of a body: on each line six numbers (from,
 * to) or a marker on the body and three [m], with commas or spaces between; '#' begins a comment.
 * NULL with an error that names file and line.  Free with sn_thin_plate_free. */
SnThinPlate *sn_scale_warp_read(const SnModel *model, SnId body, const char *path, int *n,
                                GError **error);

#endif
