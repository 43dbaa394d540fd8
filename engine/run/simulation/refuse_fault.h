/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A fault of a simulation as an error for a person: when, which component, what. */
#ifndef SN_RUN_SIMULATION_REFUSE_FAULT_H
#define SN_RUN_SIMULATION_REFUSE_FAULT_H

#include "engine/run/simulation/simulation.h"

/* Always false. */
bool sn_refuse_fault(const SnSimulation *simulation, const SnFault *fault, GError **error);

#endif
