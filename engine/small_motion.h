/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small motions of a model about its start at rest: frequencies, damping, and pictures of the
 * shapes; and how far a joint gives way under load. */
#ifndef SN_SMALL_MOTION_H
#define SN_SMALL_MOTION_H

#include "engine/model/model.h"
#include "engine/snapshot.h"

/* Whether it shall go on; any thread that runs it. */
typedef bool (*SnSmallMotionGoOn)(double done, void *data);

typedef struct SnSmallMode {
    double frequency; /* [Hz]; 0: a free motion */
    double damping;   /* share of critical: what the dampers take of this shape alone */
    SnId leader;      /* the component with most of its kinetic energy; null: none is known */
    double share;     /* of that */
} SnSmallMode;

/* Modes and the model at rest in which they are; with as many owners as sn_small_motion_ref made.
 */
typedef struct SnSmallMotion SnSmallMotion;

/* The `count` slowest modes about the start at rest (settled with the model's method, or static
 * where that is none).  Takes as long as opening the model, settling it and some solves; any
 * thread, if nobody changes the model meanwhile.  NULL and error: it does not compile or come to
 * rest, or rests where it would fall over. */
SnSmallMotion *sn_small_motion_new(const SnModel *model, int count, SnSmallMotionGoOn go_on,
                                   void *data, GError **error);
SnSmallMotion *sn_small_motion_ref(SnSmallMotion *motion);
void sn_small_motion_unref(SnSmallMotion *motion);
/* Slowest first; ids are those of the model. */
const SnSmallMode *sn_small_motion_modes(const SnSmallMotion *motion, int *n);
/* What pushes on one side only and bears load at rest, limits of joints and contacts: modes are as
 * if it were not there. */
const SnId *sn_small_motion_left_out(const SnSmallMotion *motion, int *n);
/* The model displaced along a mode: 1 is a twentieth of its size for what goes furthest, 0 rest.
 * Any thread, one at a time.  Free with sn_snapshot_unref. */
SnSnapshot *sn_small_motion_snapshot(SnSmallMotion *motion, int mode, double amount);

/* --- laxity --- */

/* +x -x +y -y +z -z of a force, then of a moment. */
enum { SN_LAXITY_LOADS = 12 };

/* Where a load brings the second frame of a joint from where it rests, as the first frame sees it,
 * in the axes of the first. */
typedef struct SnLaxityMove {
    double move[3]; /* of its origin [m] */
    double turn[3]; /* turning vector [rad] */
    char *trouble;  /* why there is none, a sentence; NULL: there is one */
} SnLaxityMove;

typedef struct SnLaxity {
    SnId joint;
    double force, moment; /* [N, N m] */
    SnLaxityMove moves[SN_LAXITY_LOADS];
} SnLaxity;

/* Whether the joint is one that loads can be put on: it joins two frames. */
bool sn_has_laxity(const SnComponent *joint);
/* Equilibrium with each load on the joint's second frame at its origin, along the axes that its
 * first frame has at the start, and the opposite on the first.  Any thread, as above.  NULL and
 * error: the model does not compile or come to rest without load; NULL without error: not to go
 * on. */
SnLaxity *sn_laxity_new(const SnModel *model, SnId joint, double force, double moment,
                        SnSmallMotionGoOn go_on, void *data, GError **error);
void sn_laxity_free(SnLaxity *laxity);
/* "+x", "-x" .. with "force" or "moment" before it: "force +x". */
const char *sn_laxity_load_name(int load);

#endif
