/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the recording keeps, without a thread: states by what steps cost, frames between them. */
#include "engine/engine.h"
#include "engine/run/recording/recording.h"
#include "engine/run/simulation/fingerprint.h"
#include "tests/run/model_helper.h"

#include <math.h>
#include <string.h>

typedef struct Fixture {
    SnModel *model;
    SnSimulation *simulation;
    SnRecording *recording;
    SnSnapshotPool *pool;
} Fixture;

static void install(Fixture *f, bool reset)
{
    GError *error = NULL;
    SnModel *copy = sn_model_copy(f->model);
    SnCompiled *compiled = sn_compile(copy, NULL, NULL, &error);
    g_assert_no_error(error);
    sn_recording_install(f->recording, copy, compiled,
                         sn_model_fingerprint(copy, sn_probe_inputs_fingerprint(compiled->system)),
                         reset);
}

static void set_up(Fixture *f, SnModel *model)
{
    f->model = model;
    f->simulation = sn_simulation_new();
    f->recording = sn_recording_new(f->simulation);
    f->pool = sn_snapshot_pool_new();
    install(f, true);
}

static void tear_down(Fixture *f)
{
    sn_recording_free(f->recording);
    g_assert_null(f->simulation->compiled);
    sn_simulation_free(f->simulation);
    sn_snapshot_pool_free(f->pool);
    sn_model_free(f->model);
}

static SnSnapshot *snapshot(Fixture *f)
{
    return sn_simulation_snapshot(f->simulation, f->pool, NULL, 0, 0);
}

/* Steps that are said to cost so much [ms], each shown. */
static void run(Fixture *f, int n, int cost)
{
    for (int i = 0; i < n; i++) {
        g_assert_cmpint(sn_recording_step(f->recording).code, ==, SN_FAULT_NONE);
        sn_recording_stepped(f->recording, (int64_t)cost * 1000000);
        sn_recorder_reserve(f->simulation->recorder);
        SnSnapshot *shown = snapshot(f);
        sn_recording_keep_frame(f->recording, shown);
        sn_snapshot_unref(shown);
        sn_recording_make_room(f->recording);
    }
}

static void test_spacing(void)
{
    static const struct {
        int cost, expected; /* states in 200 steps besides the start */
    } cases[] = {{30, 200}, {15, 200}, {8, 100}, {4, 50}, {2, 22}, {0, 0}};
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        Fixture f;
        set_up(&f, sn_test_everything());
        run(&f, 200, cases[i].cost);
        SnRecordingReport *r = sn_recording_report(f.recording);
        g_test_message("%d ms: %d states", cases[i].cost, r->n_states);
        g_assert_cmpint(r->n_states, ==, 1 + cases[i].expected);
        g_assert_cmpint(r->n_frames, ==, 200);
        sn_recording_report_free(r);
        tear_down(&f);
    }
}

/* As near as the numbers of a frame are. */
static void compare(const SnSnapshot *a, const SnSnapshot *b)
{
    g_assert_cmpuint(a->step, ==, b->step);
    g_assert_cmpint(a->n_dofs, ==, b->n_dofs);
    for (int i = 0; i < 7 * a->scene->n_poses; i++)
        g_assert_cmpfloat_with_epsilon(a->poses[i], b->poses[i], 1e-6);
    for (int i = 0; i < 3 * a->scene->n_points; i++)
        g_assert_cmpfloat_with_epsilon(a->points[i], b->points[i], 1e-6);
    for (int i = 0; i < a->scene->n_scalars; i++)
        g_assert_cmpfloat((double)a->scalars[i], ==, (double)b->scalars[i]);
    for (int i = 0; i < 3 * a->scene->n_vectors; i++)
        g_assert_cmpfloat((double)a->vectors[i], ==, (double)b->vectors[i]);
}

/* Far from the states that are left there is a frame, and it shows what was there. */
static void test_frames(void)
{
    Fixture f;
    set_up(&f, sn_test_everything());
    run(&f, 10, 100);
    const size_t empty = sn_recording_bytes(f.recording);
    sn_recording_set_budget(f.recording, empty + 500000);
    run(&f, 1500, 100);
    g_assert_cmpuint(sn_recording_bytes(f.recording), <=, empty + 500000);
    g_assert_true(f.recording->report_thinned);
    SnRecordingReport *r = sn_recording_report(f.recording);
    g_test_message("%d states, %d frames", r->n_states, r->n_frames);
    g_assert_cmpint(r->n_states, <, 400);
    g_assert_cmpint(r->n_frames, >, 100);
    sn_recording_report_free(r);
    int frames = 0;
    for (uint64_t step = 37; step < 1500; step += 61) {
        const double time = (double)step * 0.001;
        const SnNear near = sn_recording_near(f.recording, time, 50000000);
        if (near.section < 0)
            continue;
        const uint64_t state = near.keyframe->state->step;
        if (near.frame) {
            frames++;
            g_assert_cmpuint(ABS((int64_t)near.frame->step - (int64_t)step), <,
                             ABS((int64_t)state - (int64_t)step));
            const uint64_t shown = near.frame->step;
            SnSnapshot *drawn =
                sn_snapshot_pool_take(f.pool, f.recording->current->compiled->scene, 0, 0);
            sn_frame_publish(near.frame, drawn);
            g_assert_true(sn_recording_seek(f.recording, (double)shown * 0.001, NULL, NULL));
            sn_recording_compute_results(f.recording);
            SnSnapshot *truth = snapshot(&f);
            compare(drawn, truth);
            sn_snapshot_unref(drawn);
            sn_snapshot_unref(truth);
        }
    }
    g_assert_cmpint(frames, >, 3);
    tear_down(&f);
}

/* However little it may take, the start and the marks are there, and every moment with them. */
static void test_no_budget(void)
{
    Fixture f;
    SnModel *model = sn_test_everything();
    SnSimulation *s = sn_test_simulation(model);
    sn_test_steps(s, 250);
    set_up(&f, model);
    SnWaypointMark *mark = g_new(SnWaypointMark, 1);
    *mark = (SnWaypointMark){{77, 1, 0}, 0.1, false};
    sn_recording_set_marks(f.recording, mark, 1, NULL, NULL);
    sn_recording_set_budget(f.recording, 0);
    run(&f, 300, 30);
    SnRecordingReport *r = sn_recording_report(f.recording);
    g_assert_cmpint(r->n_states, <=, 4);
    g_assert_cmpint(r->n_kept, ==, 1);
    g_assert_cmpuint(r->kept[0].index, ==, 77);
    sn_recording_report_free(r);
    sn_recording_seek(f.recording, 0.25, NULL, NULL);
    g_assert_cmpuint(sn_simulation_hash(f.simulation), ==, sn_simulation_hash(s));
    sn_simulation_free(s);
    tear_down(&f);
}

/* A structure is let go with the last stretch that needs it. */
static void test_structures(void)
{
    Fixture f;
    set_up(&f, sn_test_everything());
    run(&f, 10, 1);
    const size_t one = f.recording->used;
    for (int i = 0; i < 20; i++) {
        f.model->revision++;
        install(&f, false);
    }
    g_assert_cmpuint(f.recording->used, <, 3 * one);
    install(&f, true);
    tear_down(&f);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/tape/spacing", test_spacing);
    g_test_add_func("/tape/frames", test_frames);
    g_test_add_func("/tape/no budget", test_no_budget);
    g_test_add_func("/tape/structures", test_structures);
    return g_test_run();
}
