/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A simulation whose coordinates are led from pose to pose, without dynamics. */
#ifndef SN_RUN_ANALYZE_LEADER_H
#define SN_RUN_ANALYZE_LEADER_H

#include "engine/run/analyze/coordinates.h"

typedef struct SnPoseLeader {
    SnSimulation *simulation;
    GArray *coordinates;     /* of SnLedCoordinate */
    int *input;              /* [coordinates] of their drives */
    double *at;              /* [coordinates] where they are */
    double *value, *rate;    /* [coordinates] where they are to be, how fast */
    double *between, *still; /* [coordinates] on the way; 0 */
    bool may_lose_paths;     /* a pose counts where a path has no way over its surfaces, too */
} SnPoseLeader;

/* A simulation of the model (taken, also on errors) at its start that records nothing. */
SnSimulation *sn_leader_simulation(SnModel *model, GError **error);
/* Of a model (taken, also on errors) and its coordinates (taken), which get drives. */
bool sn_leader_begin(SnPoseLeader *leader, SnModel *model, GArray *coordinates, GError **error);
void sn_leader_end(SnPoseLeader *leader);
/* From where it is to leader.value, which then changes by leader.rate; in parts where that is far,
 * and in more where the joints cannot follow.  On a fault the state is the one before. */
SnFault sn_leader_go(SnPoseLeader *leader, double time);

#endif
