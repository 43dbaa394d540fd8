/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Markers and paths made where a person points. */
#ifndef SN_UI_EDITS_PATH_ADD_H
#define SN_UI_EDITS_PATH_ADD_H

#include "ui/session/session.h"

/* A place on a path: a point that is there, or a marker to be made. */
typedef struct SnPathPlace {
    SnId point;         /* null: a marker is made ... */
    SnId carrier;       /* ... on this body, frame or FEM model */
    double location[3]; /* in its frame [m] */
} SnPathPlace;

/* A muscle, spring or ligament (the class) through at least two places, with markers called after
 * it; one step.  Selects it; null if refused. */
SnId sn_edits_add_path(SnSession *session, const SnClass *class, const SnPathPlace *places, int n);

/* Renames anything; markers that are called after a path (biceps_1, masseter_1_l) go along with it,
 * in the same step. */
bool sn_path_rename(SnModel *model, SnId id, const char *name, GError **error);

typedef enum SnBroadEnd { SN_BROAD_ORIGIN, SN_BROAD_INSERTION } SnBroadEnd;

/* Whether a muscle's origin or insertion is on that body, so that it can be broad there. */
bool sn_edits_broadens(SnSession *session, SnId muscle, SnBroadEnd end, SnId body);
/* The next marker along a muscle's broad origin or insertion, at a place in the body's axes [m];
 * one step.  Selects the muscle, for the next one; false: refused. */
bool sn_edits_broaden(SnSession *session, SnId muscle, SnBroadEnd end, SnId body,
                      const double location[3]);

#endif
