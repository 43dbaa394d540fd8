/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lengths, moment arms and forces of paths over the range of one coordinate, as users of OpenSim
 * plot them: all other coordinates stay as they are at the start, but for those that follow. */
#ifndef SN_SWEEP_H
#define SN_SWEEP_H

#include "engine/model/model.h"

typedef struct SnSweep {
    SnTarget coordinate;
    SnUnit unit; /* of the coordinate: SN_UNIT_ANGLE or SN_UNIT_LENGTH */
    int n, n_paths;
    SnId *paths; /* [n_paths] */
    double *at;  /* [n] of the coordinate, ascending [rad or m] */
    /* [n_paths][n]; NAN where the joints cannot go, or the path has no way over its surfaces */
    double *length;     /* [m] */
    double *moment_arm; /* -d length / d coordinate [m; of a distance 1] */
    double *force;      /* at rest there, with the activations of the start [N] */
    char *gap;          /* why some are missing and where lengths jump; NULL: nothing of that */
} SnSweep;

/* Whether the sweep shall go on; any thread that runs it. */
typedef bool (*SnSweepGoOn)(double done, void *data);

/* n >= 2 samples evenly from low to high of a joint's coordinate (sn_is_coordinate).  Takes as long
 * as opening the model and n poses; any thread, if nobody changes the model meanwhile.  NULL and
 * error: it does not compile, the coordinate follows another, or no pose can be taken; NULL without
 * error: it was not to go on. */
SnSweep *sn_sweep_new(const SnModel *model, SnTarget coordinate, double low, double high, int n,
                      const SnId *paths, int n_paths, SnSweepGoOn go_on, void *data,
                      GError **error);
void sn_sweep_free(SnSweep *sweep);
/* All three: "/model/joints/knee:angle,/model/muscles/m:moment_arm,..:length,..:force", a row for
 * each sample, %.17g in SI; empty where the joints cannot go.  Free with g_free. */
char *sn_sweep_csv(const SnModel *model, const SnSweep *sweep);
/* Whether a component pulls along a path, so that it has a moment arm. */
bool sn_has_moment_arm(const SnComponent *component);

#endif
