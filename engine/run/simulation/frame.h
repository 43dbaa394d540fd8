/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was to be seen of a moment, without what is needed to go on from it: shown while a hand
 * drags over times whose states are far apart.  thread: engine */
#ifndef SN_RUN_SIMULATION_FRAME_H
#define SN_RUN_SIMULATION_FRAME_H

#include "engine/snapshot.h"

typedef struct SnFrame {
    uint64_t step;
    double time; /* [s] */
    int n_dofs, n_constraints, n_contacts_active;
    size_t n;       /* numbers */
    float number[]; /* poses, points, scalars, vectors of a snapshot */
} SnFrame;

/* As the snapshot has it; free with free(). */
SnFrame *sn_frame_new(const SnSnapshot *snapshot);
size_t sn_frame_bytes(const SnFrame *frame);
/* Fills the frame arrays, counts and time of a snapshot of the same scene. */
void sn_frame_publish(const SnFrame *frame, SnSnapshot *snapshot);

#endif
