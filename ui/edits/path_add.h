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

#endif
