/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What rigid bodies tell of measured markers before any pose is known. */
#ifndef SN_RUN_ANALYZE_MARKER_SIZE_H
#define SN_RUN_ANALYZE_MARKER_SIZE_H

#include "engine/marker_fit.h"
#include "engine/model/classes/body.h"

/* The body that carries a marker; NULL: a frame of the world does. */
const SnRigidBody *sn_marker_body(const SnModel *model, SnId marker);
/* Markers of one body lie as far apart as in the model, whatever the pose: refuses aims that are
 * many times larger or smaller, as in wrong units.  `known` (may be NULL): some body has two of
 * them. */
bool sn_marker_check_size(const SnModel *model, const SnMarkerAim *aims, int n, bool *known,
                          GError **error);

#endif
