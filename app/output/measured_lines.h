/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The measurements that a model keeps, as pictures in files have them. */
#ifndef SN_APP_MEASURED_LINES_H
#define SN_APP_MEASURED_LINES_H

#include "engine/model/model.h"
#include "render/measures.h"

/* Of what is visible and placed in the snapshot, with lengths and angles as written for people:
 * GArray of SnMeasureLine, g_array_unref. */
GArray *sn_measured_lines(const SnModel *model, const SnSnapshot *snapshot);

#endif
