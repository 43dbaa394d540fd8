/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_SIM_SYSTEM_PHASE_H
#define SN_SIM_SYSTEM_PHASE_H

#include "engine/sim/system/state.h"

/* Wall time of the phases of the last step [ms], for sinew bench. */
typedef enum SnPhase {
    SN_PHASE_KINEMATICS,
    SN_PHASE_ELEMENTS, /* forces and stiffness of finite elements */
    SN_PHASE_FORCES,
    SN_PHASE_ASSEMBLE,
    SN_PHASE_FACTOR,
    SN_PHASE_SOLVE,
    SN_PHASE_UNILATERAL,
    SN_PHASE_CORRECT,
    SN_PHASE_COUNT
} SnPhase;
const char *sn_phase_name(SnPhase phase);
/* Timing is off until asked for; it never changes results. */
void sn_workspace_set_timing(SnWorkspace *work, bool on);
const double *sn_workspace_phases(const SnWorkspace *work);

void sn_phase_begin(SnWorkspace *work);
void sn_phase_end(SnWorkspace *work, SnPhase phase);

#endif
