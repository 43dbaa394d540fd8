/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/recorder.h"

#include "engine/sim/bind.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_ROWS = 1024 };

/* Samples of one probe: rows of (time, width values) in chunks that never move. */
typedef struct Track {
    SnId id;
    int width, n_targets;
    SnAddress *targets; /* [n_targets] */
    double interval;    /* [s] */
    double next;        /* time from which the next sample is due [s] */
    size_t rows;        /* in use */
    int n_chunks;
    double **chunks; /* [n_chunks] of CHUNK_ROWS rows */
} Track;

struct SnRecorder {
    int n_tracks;
    Track *tracks;       /* in the order of the system's output probes */
    size_t used, budget; /* bytes */
    bool full, told;
};

SnRecorder *sn_recorder_new(size_t budget)
{
    SnRecorder *recorder = calloc(1, sizeof *recorder);
    recorder->budget = budget;
    return recorder;
}

static size_t row_size(const Track *track)
{
    return (size_t)(track->width + 1);
}

static void drop_chunks(SnRecorder *recorder, Track *track)
{
    for (int i = 0; i < track->n_chunks; i++)
        free(track->chunks[i]);
    recorder->used -= (size_t)track->n_chunks * CHUNK_ROWS * row_size(track) * sizeof(double);
    free(track->chunks);
    track->chunks = NULL;
    track->n_chunks = 0;
    track->rows = 0;
}

static void clear_track(SnRecorder *recorder, Track *track)
{
    drop_chunks(recorder, track);
    free(track->targets);
}

void sn_recorder_free(SnRecorder *recorder)
{
    if (!recorder)
        return;
    for (int i = 0; i < recorder->n_tracks; i++)
        clear_track(recorder, &recorder->tracks[i]);
    free(recorder->tracks);
    free(recorder);
}

void sn_recorder_clear(SnRecorder *recorder)
{
    for (int i = 0; i < recorder->n_tracks; i++) {
        drop_chunks(recorder, &recorder->tracks[i]);
        recorder->tracks[i].next = -INFINITY;
    }
    recorder->full = recorder->told = false;
    sn_recorder_reserve(recorder);
}

/* Same numbers in the same order: addresses may have moved in the system. */
static bool records_same(const Track *track, const SnSystem *system,
                         const SnSystemOutputProbe *probe)
{
    if (!sn_id_equal(track->id, probe->id) || track->width != probe->width ||
        track->n_targets != probe->n_targets || track->interval != probe->interval)
        return false;
    for (int i = 0; i < probe->n_targets; i++) {
        const SnAddress *a = &track->targets[i], *b = &system->addresses[probe->first_target + i];
        if (!sn_id_equal(a->id, b->id) || a->bind != b->bind || a->property != b->property)
            return false;
    }
    return true;
}

static Track new_track(const SnSystem *system, const SnSystemOutputProbe *probe)
{
    Track track = {
        .id = probe->id,
        .width = probe->width,
        .n_targets = probe->n_targets,
        .interval = probe->interval,
        .next = -INFINITY,
    };
    const size_t size = (size_t)probe->n_targets * sizeof *track.targets;
    track.targets = malloc(size + 1);
    if (size)
        memcpy(track.targets, system->addresses + probe->first_target, size);
    return track;
}

void sn_recorder_attach(SnRecorder *recorder, const SnSystem *system)
{
    Track *old = recorder->tracks;
    const int n_old = recorder->n_tracks;
    recorder->n_tracks = system->n_output_probes;
    recorder->tracks = calloc((size_t)recorder->n_tracks + 1, sizeof *recorder->tracks);
    for (int i = 0; i < recorder->n_tracks; i++) {
        const SnSystemOutputProbe *probe = &system->output_probes[i];
        int k = 0;
        while (k < n_old && !(old[k].targets && records_same(&old[k], system, probe)))
            k++;
        if (k < n_old) {
            recorder->tracks[i] = old[k];
            old[k] = (Track){0};
        } else {
            recorder->tracks[i] = new_track(system, probe);
        }
    }
    for (int k = 0; k < n_old; k++)
        clear_track(recorder, &old[k]);
    free(old);
    sn_recorder_reserve(recorder);
}

static bool add_chunk(SnRecorder *recorder, Track *track)
{
    const size_t size = CHUNK_ROWS * row_size(track) * sizeof(double);
    if (recorder->used + size > recorder->budget) {
        recorder->full = true;
        return false;
    }
    track->chunks = realloc(track->chunks, (size_t)(track->n_chunks + 1) * sizeof *track->chunks);
    track->chunks[track->n_chunks++] = malloc(size);
    recorder->used += size;
    return true;
}

void sn_recorder_reserve(SnRecorder *recorder)
{
    for (int i = 0; i < recorder->n_tracks && !recorder->full; i++) {
        Track *track = &recorder->tracks[i];
        if (track->rows + CHUNK_ROWS / 2 > (size_t)track->n_chunks * CHUNK_ROWS)
            add_chunk(recorder, track);
    }
}

bool sn_recorder_overflowed(SnRecorder *recorder)
{
    if (!recorder->full || recorder->told)
        return false;
    recorder->told = true;
    return true;
}

static double *row_at(const Track *track, size_t row)
{
    return track->chunks[row / CHUNK_ROWS] + row % CHUNK_ROWS * row_size(track);
}

/* The next multiple of the interval after t, a hair early so that rounding of step times never
 * skips a sample. */
static double next_due(const SnSystemOutputProbe *probe, double t, double step_size)
{
    if (probe->interval <= step_size)
        return t;
    const double hair = 1e-6 * step_size;
    const double count = floor((t - probe->start + hair) / probe->interval) + 1;
    return probe->start + count * probe->interval - hair;
}

void sn_recorder_sample(SnRecorder *recorder, const SnSystem *system, const double *inputs,
                        const SnState *state, const SnWork *work)
{
    const double t = state->time, hair = 1e-6 * system->step_size;
    for (int i = 0; i < recorder->n_tracks; i++) {
        const SnSystemOutputProbe *probe = &system->output_probes[i];
        Track *track = &recorder->tracks[i];
        const bool open = t >= probe->start - hair && (probe->stop <= 0 || t <= probe->stop + hair);
        if (!probe->enabled || !open || t < track->next)
            continue;
        if (track->rows == (size_t)track->n_chunks * CHUNK_ROWS && !add_chunk(recorder, track))
            continue;
        track->next = next_due(probe, t, system->step_size);
        double *row = row_at(track, track->rows++);
        *row++ = t;
        for (int k = 0; k < probe->n_targets; k++) {
            const SnAddress *address = &system->addresses[probe->first_target + k];
            double value[6] = {0};
            sn_bind_read(system, inputs, state, work, address->id, address->bind, value);
            memcpy(row, value, (size_t)address->width * sizeof *row);
            row += address->width;
        }
    }
}

int sn_recorder_data(const SnRecorder *recorder, SnId probe, double **times, double **values,
                     int *width)
{
    *times = *values = NULL;
    *width = 0;
    for (int i = 0; i < recorder->n_tracks; i++) {
        const Track *track = &recorder->tracks[i];
        if (!sn_id_equal(track->id, probe))
            continue;
        *width = track->width;
        *times = malloc((track->rows + 1) * sizeof **times);
        *values = malloc((track->rows * (size_t)track->width + 1) * sizeof **values);
        for (size_t r = 0; r < track->rows; r++) {
            const double *row = row_at(track, r);
            (*times)[r] = row[0];
            memcpy(*values + r * (size_t)track->width, row + 1,
                   (size_t)track->width * sizeof **values);
        }
        return (int)track->rows;
    }
    return 0;
}
