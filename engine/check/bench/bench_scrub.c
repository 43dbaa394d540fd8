/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dragging the time cursor over a long recording: jaw, tongue and hyoid for a minute, then moments
 * anywhere in it, each timed from the call to the snapshot that shows it. */
#include "engine/check/bench/bench.h"

#include "engine/base/clock.h"
#include "engine/engine.h"

#include <math.h>

enum {
    SEEKS = 200,
    MOST_WALL_S = 300, /* for recording: a slow machine gives what it has */
    PATIENCE_MS = 20000,
    DISPLAY_US = 16667, /* a window takes a snapshot so often */
};

static void ignore_wake(void *data)
{
}

/* Step that the newest snapshot shows; -1: there is none. */
static int64_t shown_step(SnEngine *engine)
{
    SnSnapshot *snapshot = sn_engine_snapshot(engine);
    const int64_t step = snapshot ? (int64_t)snapshot->step : -1;
    sn_snapshot_unref(snapshot);
    return step;
}

/* Next event; false if there is none.  Faults and errors become the error. */
static bool take_event(SnEngine *engine, SnEvent *event, GError **error)
{
    if (!sn_engine_next_event(engine, event))
        return false;
    if (event->kind == SN_EVENT_FAULT || event->kind == SN_EVENT_COMPILE_ERROR)
        g_set_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_VALUE, "t = %g s: %s", event->time,
                    event->text);
    return true;
}

/* Plays from t = 0 as fast as it goes, looked at as a window does. */
static bool record(SnEngine *engine, double time, double *wall_s, GError **error)
{
    GError *fault = NULL;
    const int64_t from = sn_clock_ns();
    bool paused = false;
    sn_engine_set_speed(engine, 0);
    sn_engine_play_until(engine, time);
    while (!paused && !fault) {
        SnEvent event;
        g_usleep(DISPLAY_US);
        shown_step(engine);
        if (sn_clock_ns() - from > (int64_t)MOST_WALL_S * 1000000000)
            sn_engine_pause(engine);
        while (!fault && take_event(engine, &event, &fault))
            paused = paused || event.kind == SN_EVENT_PAUSED;
    }
    *wall_s = 1e-9 * (double)(sn_clock_ns() - from);
    if (fault)
        g_propagate_error(error, fault);
    return !fault;
}

/* Time from the call to the snapshot of a step [ms]; negative: it never came. */
static double seek_ms(SnEngine *engine, int64_t step, double step_size)
{
    const int64_t from = sn_clock_ns();
    int64_t now = from;
    sn_engine_seek(engine, (double)step * step_size);
    while (shown_step(engine) != step) {
        if (now - from > (int64_t)PATIENCE_MS * 1000000)
            return -1;
        g_usleep(20);
        now = sn_clock_ns();
    }
    return 1e-6 * (double)(sn_clock_ns() - from);
}

static bool time_seeks(SnEngine *engine, int64_t n_steps, double step_size, double *wall,
                       GError **error)
{
    GRand *random = g_rand_new_with_seed(60);
    int64_t at = n_steps;
    for (int i = 0; i < SEEKS; i++) {
        int64_t step = at;
        while (step == at)
            step = (int64_t)floor(g_rand_double(random) * ((double)n_steps + 1));
        wall[i] = seek_ms(engine, step, step_size);
        if (wall[i] < 0) {
            g_set_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_VALUE,
                        "step %" G_GINT64_FORMAT " was not shown within %d s", step,
                        PATIENCE_MS / 1000);
            break;
        }
        at = step;
    }
    g_rand_free(random);
    return wall[SEEKS - 1] > 0;
}

/* Sizes of the system, which the engine does not tell. */
static bool find_sizes(const SnModel *model, SnBenchResult *result, double *step_size,
                       GError **error)
{
    SnCompiled *compiled = sn_compile(model, NULL, NULL, error);
    if (!compiled)
        return false;
    result->dofs = compiled->system->n_u_active;
    result->constraints = compiled->system->rows.n + compiled->system->rows.n_limits;
    *step_size = compiled->system->step_size;
    sn_compiled_free(compiled);
    return true;
}

static bool wait_for(SnEngine *engine, GError **error)
{
    if (sn_engine_sync(engine, PATIENCE_MS))
        return true;
    g_set_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_VALUE, "the engine does not answer");
    return false;
}

static bool measure(SnEngine *engine, double time, double step_size, SnBenchResult *result,
                    GError **error)
{
    double wall_s, wall[SEEKS] = {0};
    const double before_mb = sn_bench_memory_mb();
    if (!record(engine, time, &wall_s, error))
        return false;
    if (!wait_for(engine, error))
        return false;
    const int64_t n_steps = shown_step(engine);
    const double memory_mb = sn_bench_memory_mb() - before_mb;
    if (n_steps < 1 || !time_seeks(engine, n_steps, step_size, wall, error))
        return false;
    SnRecordingReport *recording = sn_engine_recording(engine);
    result->steps = SEEKS;
    sn_bench_percentiles(wall, SEEKS, &result->median_ms, &result->p95_ms);
    g_snprintf(
        result->note, sizeof result->note,
        "    %.4g s of %g recorded, %" G_GINT64_FORMAT " steps in %.1f s; %d states, %d "
        "frames in %.0f MB of %.0f; memory grew by %.0f MB\n"
        "    a state each %.1f steps of %.1f ms: a slow machine keeps more and repeats less\n"
        "    a moment shown: median %.1f ms, p95 %.1f, longest %.1f of %d (budget 50)\n",
        recording->to, time, n_steps, wall_s, recording->n_states, recording->n_frames,
        1e-6 * (double)recording->used, 1e-6 * (double)recording->budget, memory_mb,
        (double)n_steps / recording->n_states, 1e3 * wall_s / (double)n_steps, result->median_ms,
        result->p95_ms, wall[SEEKS - 1], SEEKS);
    sn_recording_report_free(recording);
    return true;
}

bool sn_bench_scrub(const SnBenchCase *this_case, SnBenchDemo demo, SnBenchResult *result,
                    GError **error)
{
    double step_size;
    result->name = this_case->name;
    SnModel *model = demo("jaw-tongue-hyoid", error);
    if (!model)
        return false;
    bool good = find_sizes(model, result, &step_size, error);
    if (good) {
        SnEngine *engine = sn_engine_new(ignore_wake, NULL);
        sn_engine_compile(engine, model, true);
        good =
            wait_for(engine, error) && measure(engine, this_case->size, step_size, result, error);
        sn_engine_free(engine);
    }
    sn_model_free(model);
    return good;
}
