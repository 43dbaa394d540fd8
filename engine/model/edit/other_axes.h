/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places and directions in other axes than those a property has them in. */
#ifndef SN_MODEL_EDIT_OTHER_AXES_H
#define SN_MODEL_EDIT_OTHER_AXES_H

#include "engine/model/edit/mirror_rows.h"
#include "engine/model/model.h"

/* Whether a property is a place or direction (kind: SN_SPATIAL_POINT, VECTOR or AXIAL) in axes that
 * are known: those of `in`, a body, frame or FEM model; null: the world's. */
bool sn_axes_of(const SnModel *model, SnId id, const SnProperty *property, SnSpatialKind *kind,
                SnId *in);

/* The same place or direction in the axes of `to` instead of `from` (null: the world's), in the
 * start pose.  in and out may be one. */
void sn_axes_change(const SnModel *model, SnSpatialKind kind, SnId from, SnId to,
                    const double in[3], double out[3]);

#endif
