/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/simulation/recorder.h"

#include "engine/base/memory.h"
#include "engine/sim/bind/bind.h"

#include <assert.h>
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
    double last;                  /* time of the last sample [s]; -infinity: there is none */
    bool due;                     /* scratch: takes a sample of this moment */
    SnSeries *series;             /* NULL: goes to the sink */
    void *stream;                 /* of the sink; NULL: goes nowhere */
} Track;

struct SnRecorder {
    int n_tracks, n_probes; /* probes first, in the order of the system's, then traces */
    Track *tracks;
    double *row; /* [row_width] scratch: the samples of a moment, all tracks */
    int row_width;
    const SnRecorderSink *sink; /* of output probes; NULL: series */
    void *sink_data;
};

SnRecorder *sn_recorder_new(void)
{
    return sn_alloc(1, sizeof(SnRecorder));
}

static void clear_track(const SnRecorder *recorder, Track *track)
{
    sn_series_unref(track->series);
    if (track->stream)
        recorder->sink->close(track->stream);
    sn_free(track->targets);
}

void sn_recorder_set_sink(SnRecorder *recorder, const SnRecorderSink *sink, void *data)
{
    assert(recorder->n_tracks == 0);
    recorder->sink = sink;
    recorder->sink_data = data;
}

void sn_recorder_free(SnRecorder *recorder)
{
    if (!recorder)
        return;
    for (int i = 0; i < recorder->n_tracks; i++)
        clear_track(recorder, &recorder->tracks[i]);
    sn_free(recorder->tracks);
    sn_free(recorder->row);
    sn_free(recorder);
}

static double last_time(const SnSeries *series)
{
    const size_t count = sn_series_count(series);
    return count > 0 ? sn_series_time(series, count - 1) : -(double)INFINITY;
}

/* Takes the series. */
static void replace_series(Track *track, SnSeries *series)
{
    sn_series_unref(track->series);
    track->series = series;
    track->next = -INFINITY;
    track->last = last_time(series);
}

typedef struct Renewal {
    int width;
    SnSeries *series;
} Renewal;

static void make_series(void *data)
{
    Renewal *renewal = data;
    renewal->series = sn_series_new(renewal->width);
}

void sn_recorder_clear(SnRecorder *recorder)
{
    for (int i = 0; i < recorder->n_tracks; i++) {
        Track *track = &recorder->tracks[i];
        SnSeries *series = NULL;
        if (track->series) {
            Renewal renewal = {track->width};
            if (sn_memory_try(make_series, NULL, &renewal))
                series = renewal.series;
            sn_series_unref(track->series); /* without memory for another it records nothing */
            track->series = series;
        }
        if (track->stream)
            recorder->sink->clear(track->stream);
        track->next = track->last = -INFINITY;
    }
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
        .last = -INFINITY,
    };
    track.targets = sn_alloc((size_t)probe->n_targets, sizeof *track.targets);
    if (probe->n_targets)
        memcpy(track.targets, system->probes.addresses + probe->first_target,
               (size_t)probe->n_targets * sizeof *track.targets);
    return track;
}

/* The track in `old` that has recorded the same; NULL: there is none. */
static Track *find_former(const Track *track, Track *old, int n_old)
{
    for (int k = 0; k < n_old; k++)
        if ((old[k].series || old[k].stream) && records_same(&old[k], track))
            return &old[k];
    return NULL;
}

/* Takes over what another has recorded (or NULL). */
static void adopt_samples(Track *track, Track *old)
{
    if (!old)
        return;
    track->series = old->series;
    track->stream = old->stream;
    track->last = old->last;
    track->next = -INFINITY; /* probe->start may have moved: the next sample says when */
    old->series = NULL;
    old->stream = NULL;
}

static void begin_probe(const SnRecorder *recorder, Track *track, const SnSystem *system,
                        int number)
{
    if (track->width == 0)
        return;
    if (!recorder->sink)
        track->series = sn_series_new(track->width);
    else if (recorder->sink->open)
        track->stream = recorder->sink->open(recorder->sink_data, system, number);
}

/* What attaching needs, made before anything changes. */
typedef struct Attaching {
    const SnRecorder *recorder;
    const SnSystem *system;
    Track *tracks;
    int n; /* made */
    double *row;
    int row_width;
} Attaching;

static void make_tracks(void *data)
{
    Attaching *a = data;
    const SnRecorder *recorder = a->recorder;
    const int n = a->system->probes.n_outputs, n_traces = recorder->n_tracks - recorder->n_probes;
    a->tracks = sn_alloc((size_t)(n + n_traces) + 1, sizeof *a->tracks);
    for (int i = 0; i < n; i++) {
        Track *track = &a->tracks[i];
        *track = probe_track(a->system, &a->system->probes.outputs[i]);
        a->n++;
        a->row_width += track->width;
        if (!find_former(track, recorder->tracks, recorder->n_probes))
            begin_probe(recorder, track, a->system, i);
    }
    for (int k = recorder->n_probes; k < recorder->n_tracks; k++)
        a->row_width += recorder->tracks[k].width;
    a->row = sn_alloc((size_t)a->row_width + 1, sizeof *a->row);
}

static void close_streams(void *data)
{
    const Attaching *a = data;
    for (int i = 0; i < a->n; i++)
        if (a->tracks[i].stream)
            a->recorder->sink->close(a->tracks[i].stream);
}

bool sn_recorder_attach(SnRecorder *recorder, const SnSystem *system)
{
    Attaching a = {.recorder = recorder, .system = system};
    if (!sn_memory_try(make_tracks, close_streams, &a))
        return false;
    Track *old = recorder->tracks;
    const int n = system->probes.n_outputs, n_traces = recorder->n_tracks - recorder->n_probes;
    for (int i = 0; i < n; i++)
        adopt_samples(&a.tracks[i], find_former(&a.tracks[i], old, recorder->n_probes));
    if (n_traces)
        memcpy(a.tracks + n, old + recorder->n_probes, (size_t)n_traces * sizeof *old);
    for (int k = 0; k < recorder->n_probes; k++)
        clear_track(recorder, &old[k]);
    sn_free(old);
    sn_free(recorder->row);
    recorder->tracks = a.tracks;
    recorder->row = a.row;
    recorder->row_width = a.row_width;
    recorder->n_probes = n;
    recorder->n_tracks = n + n_traces;
    sn_recorder_reserve(recorder);
    return true;
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
                     .next = -INFINITY,
                     .last = -INFINITY};
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
        Track *track = &tracks[count];
        if (!trace_track(model, &traces[i], track))
            continue;
        Track *former = find_former(track, old, n_old);
        adopt_samples(track, former);
        if (!former)
            track->series = sn_series_new(track->width);
        count++;
    }
    for (int k = 0; k < n_old; k++)
        clear_track(recorder, &old[k]);
    sn_free(recorder->tracks);
    recorder->tracks = tracks;
    recorder->n_tracks = count;
    sn_recorder_reserve(recorder);
}

void sn_recorder_reserve(SnRecorder *recorder)
{
    int width = 0;
    for (int i = 0; i < recorder->n_tracks; i++) {
        const Track *track = &recorder->tracks[i];
        if (track->series)
            sn_series_reserve(track->series, AHEAD);
        width += track->width;
    }
    if (width > recorder->row_width) {
        recorder->row_width = width;
        recorder->row = sn_resize(recorder->row, (size_t)width, sizeof *recorder->row);
    }
}

bool sn_recorder_records(const SnRecorder *recorder)
{
    return recorder->n_tracks > 0;
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

static bool is_due(Track *track, const SnState *state, double step_size)
{
    const double t = state->time, hair = 1e-6 * step_size;
    const bool open = t >= track->start - hair && (track->stop <= 0 || t <= track->stop + hair);
    if (track->width == 0 || !track->enabled || !open)
        return false;
    if (track->next == -(double)INFINITY && track->last > -(double)INFINITY)
        track->next = next_due(track, track->last, step_size);
    return t >= track->next && t > track->last + hair;
}

/* The target whose numbers are none, NULL if all are. */
static const SnAddress *read_sample(const Track *track, double *row, const SnSystem *system,
                                    const double *inputs, const SnState *state, SnWorkspace *work)
{
    const SnAddress *bad = NULL;
    for (int k = 0; k < track->n_targets; k++) {
        const SnAddress *address = &track->targets[k];
        double value[6] = {0};
        sn_bind_read(system, inputs, state, work, address->id, address->bind, value);
        for (int i = 0; i < address->width; i++) {
            *row++ = value[i];
            if (!bad && !isfinite(value[i]))
                bad = address;
        }
    }
    return bad;
}

static void append_sample(const SnRecorder *recorder, Track *track, double time, const double *row)
{
    if (track->series)
        sn_series_append(track->series, time, row);
    else if (track->stream)
        recorder->sink->append(track->stream, time, row);
    track->last = time;
}

bool sn_recorder_sample(SnRecorder *recorder, const SnSystem *system, const double *inputs,
                        const SnState *state, SnWorkspace *work, SnBadSample *bad)
{
    double *row = recorder->row;
    for (int i = 0; i < recorder->n_tracks; i++) {
        Track *track = &recorder->tracks[i];
        track->due = is_due(track, state, system->step_size);
        const SnAddress *wrong =
            track->due ? read_sample(track, row, system, inputs, state, work) : NULL;
        if (wrong && track->property < 0) {
            *bad = (SnBadSample){track->id, *wrong};
            return false;
        }
        track->due = track->due && !wrong; /* a curve to look at has a gap there */
        row += track->width;
    }
    row = recorder->row;
    for (int i = 0; i < recorder->n_tracks; row += recorder->tracks[i].width, i++) {
        Track *track = &recorder->tracks[i];
        if (!track->due)
            continue;
        append_sample(recorder, track, state->time, row);
        track->next = next_due(track, state->time, system->step_size);
    }
    return true;
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
