/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Laws of muscles along paths. */
#ifndef SN_SIM_RIGID_MUSCLE_FORCE_H
#define SN_SIM_RIGID_MUSCLE_FORCE_H

#include "engine/sim/system/workspace.h"

/* The tension at this length and rate of the path.  Fibres with elastic tendons answer over
 * work.forces.viscous_dt from where the state has them: 0: as they are, for ever: in equilibrium.
 */
SnPathResults sn_muscle_law(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                            const SnSystemPath *path, double length, double rate);
/* The curves that a muscle shares; NULL: its law has none. */
const SnMuscleCurves *sn_muscle_curves_of(const SnSystem *system, const SnMuscleParameters *muscle);
/* Energy of passive fibres and tendons, as of the last forces [J]. */
double sn_muscle_energy(const SnSystem *system, const SnWorkspace *work);

#endif
