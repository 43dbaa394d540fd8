/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples of output probes and traces, in series that other threads may read while they grow.
 * thread: engine */
#ifndef SN_RUN_SIMULATION_RECORDER_H
#define SN_RUN_SIMULATION_RECORDER_H

#include "engine/base/series.h"
#include "engine/model/model.h"
#include "engine/sim/step/step.h"
#include "engine/snapshot.h"

typedef struct SnRecorder SnRecorder;

SnRecorder *sn_recorder_new(void);
void sn_recorder_free(SnRecorder *recorder);

/* Where samples of output probes go as they come, in place of series: memory stays as it is however
 * long a run is. */
typedef struct SnRecorderSink {
    /* A stream for the samples of the system's output probe of that number, none yet; NULL, also
     * for `open` itself: they go nowhere. */
    void *(*open)(void *data, const SnSystem *system, int number);
    /* A row: time [s] and as many finite values as the probe is wide.  Allocates nothing. */
    void (*append)(void *stream, double time, const double *values);
    /* Forgets all rows: time starts again. */
    void (*clear)(void *stream);
    /* The probe is gone, or records something else. */
    void (*close)(void *stream);
} SnRecorderSink;
/* To be called before the first system is attached; both are borrowed. */
void sn_recorder_set_sink(SnRecorder *recorder, const SnRecorderSink *sink, void *data);

/* Forgets all samples: time starts again. */
void sn_recorder_clear(SnRecorder *recorder);
/* Follows the output probes of another system: tracks whose probe still records the same go on, the
 * others are dropped or start empty.  Traces stay.  False: memory lacks (sn_memory_fault), nothing
 * has changed. */
bool sn_recorder_attach(SnRecorder *recorder, const SnSystem *system);
/* Properties recorded at every step besides: those that were there before go on.  Properties that
 * the model does not have are left out. */
void sn_recorder_set_traces(SnRecorder *recorder, const SnModel *model, const SnWatch *traces,
                            int n);
/* Takes a sample for every track that is due at the state's time and has none there or later.  The
 * workspace must be evaluated.  Allocates nothing while sn_recorder_reserve has made room.  False
 * if a probe would record a NaN or an infinity: nothing was recorded of this moment, *bad says
 * what; traces leave such a moment out. */
typedef struct SnBadSample {
    SnId probe;
    SnAddress address; /* of the target */
} SnBadSample;
bool sn_recorder_sample(SnRecorder *recorder, const SnSystem *system, const double *inputs,
                        const SnState *state, SnWorkspace *work, SnBadSample *bad);
/* Whether there is anything to record. */
bool sn_recorder_records(const SnRecorder *recorder);
/* Makes room for the samples to come; called between steps. */
void sn_recorder_reserve(SnRecorder *recorder);
/* Bytes of all samples. */
size_t sn_recorder_bytes(const SnRecorder *recorder);

/* Copies of a probe's samples: times [n] (s), values [n][width], both from malloc; returns n. */
int sn_recorder_data(const SnRecorder *recorder, SnId probe, double **times, double **values,
                     int *width);

/* --- what a recording that is laid aside takes with it --- */

typedef struct SnTrack {
    SnId id;
    int property; /* -1: output probe */
    SnSeries *series;
} SnTrack;

typedef struct SnTracks {
    int n;
    SnTrack tracks[];
} SnTracks;

/* The samples as they are: references. */
SnTracks *sn_recorder_save(const SnRecorder *recorder);
void sn_tracks_free(SnTracks *tracks);
/* Puts them back where the recorder still has such tracks. */
void sn_recorder_restore(SnRecorder *recorder, const SnTracks *tracks);
/* Goes on after a time as if nothing later had been recorded; who holds the old series keeps all.
 */
void sn_recorder_cut(SnRecorder *recorder, double time);
/* Empties the traces that hold nothing before a time: it is about to be simulated again. */
void sn_recorder_begin_traces(SnRecorder *recorder, double time);

#endif
