/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_RUN_ENGINE_ENGINE_LAYOUT_H
#define SN_RUN_ENGINE_ENGINE_LAYOUT_H

#include "engine/engine.h"
#include "engine/run/file/waypoint_layout.h"

/* What states of the model as it was compiled last belong to; NULL before the first compile.  Waits
 * until the commands sent before have been carried out. */
SnLayout *sn_engine_layout(SnEngine *engine);

#endif
