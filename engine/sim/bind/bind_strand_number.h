/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the binds of reduced, spline and Cosserat strands have in common. */
#ifndef SN_SIM_BIND_BIND_STRAND_NUMBER_H
#define SN_SIM_BIND_BIND_STRAND_NUMBER_H

#include "engine/sim/system/workspace.h"

/* The muscle with a number; NULL: -1 means none. */
SnMuscleParameters *sn_bind_muscle(const SnSystem *system, int muscle);
/* Offset in inputs of what the bind means; -1: it is no input of the muscle (NULL: there is none).
 */
int sn_bind_muscle_input(const SnMuscleParameters *muscle, SnBind bind);
/* Parameters that are held as they are, of a muscle, and of a strand's matter or its muscle; NULL:
 * the bind is none of those. */
double *sn_bind_muscle_parameter(SnMuscleParameters *muscle, SnBind bind);
double *sn_bind_matter_parameter(SnSystem *system, SnStrandParameters *p, SnBind bind);

/* What a bind may mean of a strand, as a whole, besides gravity and results. */
typedef struct SnStrandNumber {
    SnBind bind;
    SnMuscleParameters *muscle; /* NULL: none */
    bool *enabled;
    double *held; /* the parameter; NULL: it is none */
} SnStrandNumber;

/* False: it is no such number.  inputs, state NULL: nor is what they would hold. */
bool sn_bind_read_strand_number(const SnStrandNumber *number, const double *inputs,
                                const SnState *state, double *value);
bool sn_bind_write_strand_number(const SnStrandNumber *number, double *base, SnState *state,
                                 double value);

#endif
