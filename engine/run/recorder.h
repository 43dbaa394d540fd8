/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples of output probes since t = 0.  thread: engine */
#ifndef SN_RUN_RECORDER_H
#define SN_RUN_RECORDER_H

#include "engine/sim/step.h"

typedef struct SnRecorder SnRecorder;

/* budget: bytes of samples it may keep; sampling stops when they are used up. */
SnRecorder *sn_recorder_new(size_t budget);
void sn_recorder_free(SnRecorder *recorder);

/* Forgets all samples: time starts again. */
void sn_recorder_clear(SnRecorder *recorder);
/* Follows the output probes of another system: tracks whose probe still records the same go on, the
 * others are dropped or start empty. */
void sn_recorder_attach(SnRecorder *recorder, const SnSystem *system);
/* Takes a sample of every probe that is due at the state's time.  The work area must be evaluated.
 * Allocates nothing while sn_recorder_reserve has made room. */
void sn_recorder_sample(SnRecorder *recorder, const SnSystem *system, const double *inputs,
                        const SnState *state, const SnWork *work);
/* Makes room for the samples to come; called between steps. */
void sn_recorder_reserve(SnRecorder *recorder);
/* True once the budget is used up; true only once. */
bool sn_recorder_overflowed(SnRecorder *recorder);

/* Copies of a probe's samples: times [n] (s), values [n][width], both from malloc; returns n. */
int sn_recorder_data(const SnRecorder *recorder, SnId probe, double **times, double **values,
                     int *width);

#endif
