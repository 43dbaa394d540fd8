/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/simulation/recorder.h"

#include "engine/base/memory.h"
#include "engine/sim/bind/bind.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Room kept ahead: a stretch of steps between two calls of sn_recorder_reserve. */
enum { AHEAD = 512 };

/* What is recorded into one series. */
typedef struct Track {
    SnId id;
    int property; /* -1: output probe */
    bool enabled;
    int width, n_targets;
    SnAddress *targets;           /* [n_targets] */
    double interval, start, stop; /* [s] */
    double next;                  /* time from which the next sample is due [s] */
    SnSeries *series;
} Track;

struct SnRecorder {
    int n_tracks, n_probes; /* probes first, in the order of the system's, then traces */
    Track *tracks;
    double *row; /* [row_width] scratch: a sample */
    int row_width;
};

SnRecorder *sn_recorder_new(void)
{
    return sn_alloc(1, sizeof(SnRecorder));
}

static void clear_track(Track *track)
{
    sn_series_unref(track->series);
    sn_free(track->targets);
}

void sn_recorder_free(SnRecorder *recorder)
{
    if (!recorder)
        return;
    for (int i = 0; i < recorder->n_tracks; i++)
        clear_track(&recorder->tracks[i]);
    sn_free(recorder->tracks);
    sn_free(recorder->row);
    sn_free(recorder);
}

/* Takes the series. */
static void replace_series(Track *track, SnSeries *series)
{
    sn_series_unref(track->series);
    track->series = series;
    track->next = -INFINITY;
}

void sn_recorder_clear(SnRecorder *recorder)
{
    for (int i = 0; i < recorder->n_tracks; i++)
        replace_series(&recorder->tracks[i], sn_series_new(recorder->tracks[i].width));
    sn_recorder_reserve(recorder);
}

/* --- what is recorded --- */

/* Same numbers in the same order: addresses may have moved in the system. */
static bool records_same(const Track *a, const Track *b)
{
    if (!sn_id_equal(a->id, b->id) || a->property != b->property || a->width != b->width ||
        a->n_targets != b->n_targets || a->interval != b->interval)
        return false;
    for (int i = 0; i < a->n_targets; i++) {
        const SnAddress *x = &a->targets[i], *y = &b->targets[i];
        if (!sn_id_equal(x->id, y->id) || x->bind != y->bind || x->property != y->property)
            return false;
    }
    return true;
}

static Track probe_track(const SnSystem *system, const SnSystemOutputProbe *probe)
{
    Track track = {
        .id = probe->id,
        .property = -1,
        .enabled = probe->enabled,
        .width = probe->width,
        .n_targets = probe->n_targets,
        .interval = probe->interval,
        .start = probe->start,
        .stop = probe->stop,
        .next = -INFINITY,
    };
    const size_t size = (size_t)probe->n_targets * sizeof *track.targets;
    track.targets = sn_alloc(1, size + 1);
    if (size)
        memcpy(track.targets, system->probes.addresses + probe->first_target, size);
    return track;
}

/* Takes over the series of the track in `old` that records the same, or begins one. */
static void adopt_series(Track *track, Track *old, int n_old)
{
    for (int k = 0; k < n_old; k++) {
        if (!old[k].series || !records_same(&old[k], track))
            continue;
        track->series = old[k].series;
        track->next = -INFINITY; /* probe->start may have moved: the next sample says when */
        old[k].series = NULL;
        return;
    }
    track->series = track->width > 0 ? sn_series_new(track->width) : NULL;
}

void sn_recorder_attach(SnRecorder *recorder, const SnSystem *system)
{
    Track *old = recorder->tracks;
    const int n_old = recorder->n_tracks, n_traces = n_old - recorder->n_probes;
    const int n = system->probes.n_outputs;
    Track *tracks = sn_alloc((size_t)(n + n_traces) + 1, sizeof *tracks);
    for (int i = 0; i < n; i++) {
        tracks[i] = probe_track(system, &system->probes.outputs[i]);
        adopt_series(&tracks[i], old, recorder->n_probes);
    }
    if (n_traces)
        memcpy(tracks + n, old + recorder->n_probes, (size_t)n_traces * sizeof *tracks);
    for (int k = 0; k < recorder->n_probes; k++)
        clear_track(&old[k]);
    sn_free(old);
    recorder->tracks = tracks;
    recorder->n_probes = n;
    recorder->n_tracks = n + n_traces;
    sn_recorder_reserve(recorder);
}

static bool trace_track(const SnModel *model, const SnWatch *trace, Track *track)
{
    if (!sn_model_get(model, trace->id) || trace->property < 0 ||
        trace->property >= sn_model_n_properties(model, trace->id))
        return false;
    const SnProperty *property = sn_model_property(model, trace->id, trace->property);
    const int width = sn_bind_width(property->bind);
    if (width == 0)
        return false;
    *track = (Track){.id = trace->id,
                     .property = trace->property,
                     .enabled = true,
                     .width = width,
                     .n_targets = 1,
                     .next = -INFINITY};
    track->targets = sn_alloc(1, sizeof *track->targets);
    track->targets[0] = (SnAddress){
        .id = trace->id, .property = trace->property, .bind = property->bind, .width = width};
    return true;
}

void sn_recorder_set_traces(SnRecorder *recorder, const SnModel *model, const SnWatch *traces,
                            int n)
{
    Track *old = recorder->tracks + recorder->n_probes;
    const int n_old = recorder->n_tracks - recorder->n_probes;
    Track *tracks = sn_alloc((size_t)(recorder->n_probes + n) + 1, sizeof *tracks);
    if (recorder->n_probes)
        memcpy(tracks, recorder->tracks, (size_t)recorder->n_probes * sizeof *tracks);
    int count = recorder->n_probes;
    for (int i = 0; i < n; i++) {
        if (!trace_track(model, &traces[i], &tracks[count]))
            continue;
        adopt_series(&tracks[count++], old, n_old);
    }
    for (int k = 0; k < n_old; k++)
        clear_track(&old[k]);
    sn_free(recorder->tracks);
    recorder->tracks = tracks;
    recorder->n_tracks = count;
    sn_recorder_reserve(recorder);
}

void sn_recorder_reserve(SnRecorder *recorder)
{
    for (int i = 0; i < recorder->n_tracks; i++) {
        const Track *track = &recorder->tracks[i];
        if (track->series)
            sn_series_reserve(track->series, AHEAD);
        if (track->width > recorder->row_width) {
            recorder->row_width = track->width;
            recorder->row = sn_resize(recorder->row, (size_t)track->width, sizeof *recorder->row);
        }
    }
}

size_t sn_recorder_bytes(const SnRecorder *recorder)
{
    size_t bytes = 0;
    for (int i = 0; i < recorder->n_tracks; i++)
        if (recorder->tracks[i].series)
            bytes += sn_series_bytes(recorder->tracks[i].series);
    return bytes;
}

/* --- samples --- */

/* The next multiple of the interval after t, a hair early so that rounding of step times never
 * skips a sample. */
static double next_due(const Track *track, double t, double step_size)
{
    if (track->interval <= step_size)
        return t;
    const double hair = 1e-6 * step_size;
    const double count = floor((t - track->start + hair) / track->interval) + 1;
    return track->start + count * track->interval - hair;
}

static double last_time(const SnSeries *series)
{
    const size_t count = sn_series_count(series);
    return count > 0 ? sn_series_time(series, count - 1) : -(double)INFINITY;
}

static void take_sample(const Track *track, double *row, const SnSystem *system,
                        const double *inputs, const SnState *state, SnWorkspace *work)
{
    int column = 0;
    for (int k = 0; k < track->n_targets; k++) {
        const SnAddress *address = &track->targets[k];
        double value[6] = {0};
        sn_bind_read(system, inputs, state, work, address->id, address->bind, value);
        memcpy(row + column, value, (size_t)address->width * sizeof *row);
        column += address->width;
    }
    sn_series_append(track->series, state->time, row);
}

void sn_recorder_sample(SnRecorder *recorder, const SnSystem *system, const double *inputs,
                        const SnState *state, SnWorkspace *work)
{
    const double t = state->time, hair = 1e-6 * system->step_size;
    for (int i = 0; i < recorder->n_tracks; i++) {
        Track *track = &recorder->tracks[i];
        const bool open = t >= track->start - hair && (track->stop <= 0 || t <= track->stop + hair);
        if (!track->series || !track->enabled || !open)
            continue;
        const double last = last_time(track->series);
        if (track->next == -(double)INFINITY && last > -(double)INFINITY)
            track->next = next_due(track, last, system->step_size);
        if (t < track->next || t <= last + hair)
            continue;
        take_sample(track, recorder->row, system, inputs, state, work);
        track->next = next_due(track, t, system->step_size);
    }
}

static const Track *find_track(const SnRecorder *recorder, SnId id, int property)
{
    for (int i = 0; i < recorder->n_tracks; i++)
        if (sn_id_equal(recorder->tracks[i].id, id) && recorder->tracks[i].property == property)
            return recorder->tracks[i].series ? &recorder->tracks[i] : NULL;
    return NULL;
}

int sn_recorder_data(const SnRecorder *recorder, SnId probe, double **times, double **values,
                     int *width)
{
    *times = *values = NULL;
    *width = 0;
    const Track *track = find_track(recorder, probe, -1);
    if (!track)
        return 0;
    const size_t rows = sn_series_count(track->series);
    *width = track->width;
    *times = sn_alloc(rows + 1, sizeof **times);
    *values = sn_alloc(rows * (size_t)track->width + 1, sizeof **values);
    for (size_t r = 0; r < rows; r++) {
        (*times)[r] = sn_series_time(track->series, r);
        memcpy(*values + r * (size_t)track->width, sn_series_values(track->series, r),
               (size_t)track->width * sizeof **values);
    }
    return (int)rows;
}

/* --- laid aside --- */

SnTracks *sn_recorder_save(const SnRecorder *recorder)
{
    SnTracks *tracks =
        sn_alloc(1, sizeof *tracks + (size_t)recorder->n_tracks * sizeof tracks->tracks[0]);
    for (int i = 0; i < recorder->n_tracks; i++) {
        const Track *track = &recorder->tracks[i];
        if (track->series)
            tracks->tracks[tracks->n++] =
                (SnTrack){track->id, track->property, sn_series_ref(track->series)};
    }
    return tracks;
}

void sn_tracks_free(SnTracks *tracks)
{
    if (!tracks)
        return;
    for (int i = 0; i < tracks->n; i++)
        sn_series_unref(tracks->tracks[i].series);
    sn_free(tracks);
}

static const SnTrack *find_saved(const SnTracks *tracks, const Track *track)
{
    for (int i = 0; i < tracks->n; i++) {
        const SnTrack *saved = &tracks->tracks[i];
        if (sn_id_equal(saved->id, track->id) && saved->property == track->property &&
            sn_series_width(saved->series) == track->width)
            return saved;
    }
    return NULL;
}

void sn_recorder_restore(SnRecorder *recorder, const SnTracks *tracks)
{
    for (int i = 0; i < recorder->n_tracks; i++) {
        Track *track = &recorder->tracks[i];
        const SnTrack *saved = find_saved(tracks, track);
        if (saved)
            replace_series(track, sn_series_ref(saved->series));
    }
    sn_recorder_reserve(recorder);
}

void sn_recorder_cut(SnRecorder *recorder, double time)
{
    for (int i = 0; i < recorder->n_tracks; i++) {
        Track *track = &recorder->tracks[i];
        if (!track->series)
            continue;
        size_t rows = sn_series_find(track->series, time);
        if (rows < sn_series_count(track->series) &&
            sn_series_time(track->series, rows) <= time + 1e-9 * fabs(time))
            rows++;
        if (rows < sn_series_count(track->series))
            replace_series(track, sn_series_cut(track->series, rows));
    }
    sn_recorder_reserve(recorder);
}

void sn_recorder_begin_traces(SnRecorder *recorder, double time)
{
    for (int i = recorder->n_probes; i < recorder->n_tracks; i++) {
        Track *track = &recorder->tracks[i];
        if (track->series && sn_series_count(track->series) > 0 &&
            sn_series_time(track->series, 0) > time)
            replace_series(track, sn_series_new(track->width));
    }
    sn_recorder_reserve(recorder);
}
