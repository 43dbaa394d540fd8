/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a sweep has to say where a curve is not what one expects of it. */
#ifndef SN_RUN_ANALYZE_SWEEP_GAP_H
#define SN_RUN_ANALYZE_SWEEP_GAP_H

#include "engine/sweep.h"

/* The length of a path changes at once: an end goes into a surface, its way changes sides or slips
 * off an end (engine/wrap/README.md), or the joints snap over. */
typedef struct SnSweepJump {
    int path;  /* of the sweep's */
    double at; /* of the coordinate [rad or m] */
    double by; /* [m] */
} SnSweepJump;

/* Sentences: why no pose beyond was reached (`stopped`; NULL: all were), which paths have no way in
 * which of the poses that were reached [n], which lengths jump (of SnSweepJump).  NULL: nothing.
 * Free with g_free. */
char *sn_sweep_gap(const SnModel *model, const SnSweep *sweep, const bool *reached,
                   const GArray *jumps, const char *stopped);

#endif
