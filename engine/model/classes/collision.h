/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_MODEL_CLASSES_COLLISION_H
#define SN_MODEL_CLASSES_COLLISION_H

#include "engine/model/model.h"

extern const SnClass SN_CLASS_COLLISION; /* list `collisions` */

/* What may touch what, and how; of several that a pair is in, the last in the tree counts. */
typedef struct SnCollision {
    SnComponent base;
    char *notes;
    bool enabled;
    SnIdList bodies_a, bodies_b; /* rigid bodies and FEM models; empty: all of them */
    bool joined;                 /* also what joints and attachments connect */
    bool self_contact;           /* also what deforms with itself */
    double friction, restitution;
    double compliance, damping; /* [m/N], [N s/m] of each contact point */
    double tolerance, gap;      /* [m]; 0: automatic */
} SnCollision;

#endif
