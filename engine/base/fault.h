/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_BASE_FAULT_H
#define SN_BASE_FAULT_H

#include "engine/base/id.h"

/* Numerical failure of a step or of the assembly at t = 0: a return value, never an abort.  run/
 * and app/ turn it into a message for a person. */
typedef enum SnFaultCode {
    SN_FAULT_NONE,
    SN_FAULT_NOT_FINITE,  /* a NaN or infinity appeared */
    SN_FAULT_EXPLODED,    /* a velocity or position beyond what the model can mean */
    SN_FAULT_FACTOR,      /* the system matrix could not be factored */
    SN_FAULT_LCP,         /* the mixed complementarity problem was not solved */
    SN_FAULT_ASSEMBLY,    /* joints cannot be closed from the start positions */
    SN_FAULT_CIRCLE,      /* attachments hang on each other in a circle */
    SN_FAULT_LOOP,        /* a moment arm about a joint in a closed loop */
    SN_FAULT_ELEMENT,     /* a finite element is inside out */
    SN_FAULT_NEWTON,      /* Newton's iteration of a step or of a static equilibrium failed */
    SN_FAULT_OPEN,        /* a step leaves a joint or another constraint open */
    SN_FAULT_ENERGY,      /* a step makes energy that nothing puts in */
    SN_FAULT_UNSUPPORTED, /* the integrator cannot take this model (constraints with RK4) */
    SN_FAULT_MEMORY,      /* an allocation failed */
    SN_FAULT_BROKEN,      /* a walk through system or state found what cannot be (check.h) */
    SN_FAULT_SETTLE,      /* the start does not come to rest */
    SN_FAULT_STRING,      /* the way of a path over its wrapping surfaces was not found */
    SN_FAULT_INTERRUPTED, /* somebody asked to stop */
} SnFaultCode;

typedef struct SnFault {
    SnFaultCode code;
    SnId id;        /* component concerned, or null */
    double time;    /* [s] */
    char text[192]; /* one sentence: what, and what to try */
} SnFault;

/* A fault with this text (cut to what fits). */
SnFault sn_fault(SnFaultCode code, SnId id, double time, const char *text);

#endif
