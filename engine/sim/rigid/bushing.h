/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bushings whose six deflections y may act on each other: force p - K y - D dy/dt on them, by the
 * principle of virtual work.  y: place of b's origin in a's axes, then the turn of b's frame in
 * a's, as a rotation vector or as angles about x, then b's own y, then its own z.  The latter is
 * the convention of Simbody's LinearBushing and OpenSim's BushingForce. */
#ifndef SN_SIM_RIGID_BUSHING_H
#define SN_SIM_RIGID_BUSHING_H

#include "engine/sim/rigid/two_bodies.h"
#include "engine/sim/system/frame_spring.h"

/* Whether a spring needs this: otherwise its axes are independent and its damping is even. */
bool sn_bushing_is_general(const SnSystemFrameSpring *spring);
/* Adds the force to work.forces and, if implicit, its derivatives to M-hat, all of them exact;
 * force and moment on b, world axes, are added to the result. */
void sn_bushing_push(const SnSystem *system, SnWorkspace *work, const SnSystemFrameSpring *spring,
                     const SnTwoBodies *t, bool implicit, double d, double k,
                     SnFrameSpringResults *result);
/* Energy [J] for the place and turn (row-major, b's axes to a's) of b in a. */
double sn_bushing_energy(const SnSystemFrameSpring *spring, const double place[3],
                         const double turn[9]);
/* The measure of a turn by which a bushing acts: a rotation vector or three angles [rad]. */
void sn_bushing_angles(const SnSystemFrameSpring *spring, const double turn[9], double angle[3]);
/* --- two_body_force.c --- */

/* What a bushing has stored, and the measure of its turn. */
typedef struct SnBushingPlace {
    double energy;   /* [J] */
    double angle[3]; /* [rad] */
} SnBushingPlace;

int sn_bushing_count(const SnSystem *system);
/* Of all, [sn_bushing_count], at the kinematics of the state. */
void sn_bushing_read(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                     SnBushingPlace *at);
/* Whether a measure leaps between two states, as from 180 to -180 degrees, and the spring's energy
 * rises there: true, and whose rises most in *id. */
bool sn_bushing_leaps(const SnSystem *system, const SnBushingPlace *before,
                      const SnBushingPlace *after, SnId *id);
/* The same where the energy falls by more than a motion past there takes out of it: the first one,
 * and by how much [J]. */
bool sn_bushing_falls(const SnSystem *system, const SnBushingPlace *before,
                      const SnBushingPlace *after, SnId *id, double *fall);

#endif
