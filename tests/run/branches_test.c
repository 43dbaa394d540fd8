/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What changes a recording: edits in the past make branches, and an undo brings them back; probes,
 * traces, waypoints, interventions. */
#include "engine/base/clock.h"
#include "engine/model/classes/probe.h"
#include "engine/model/edit/edit.h"
#include "tests/run/recording_fixture.h"

/* --- branches --- */

static void test_branch(void)
{
    SnRecordingFixture f;
    SnModel *model = sn_test_everything();
    uint64_t *hash = sn_test_hashes(model, 150);
    sn_test_set_up(&f, model);
    sn_test_step_to(&f, 100);
    sn_test_seek_step(&f, 50);
    g_assert_cmpint(sn_test_count_spans(&f, SN_SPAN_BRANCH), ==, 0);
    sn_test_set_number(&f, "muscles/slow:excitation", 0.9);
    g_assert_cmpint(sn_test_count_spans(&f, SN_SPAN_BRANCH), ==, 1);
    SnRecordingReport *r = sn_test_recording(&f);
    g_assert_cmpfloat_with_epsilon(r->to, 0.05, 1e-9);
    sn_recording_report_free(r);
    g_assert_cmpuint(sn_test_hash_at(&f, NULL), ==, hash[50]);
    /* undone before anything was simulated: it is back by itself */
    sn_test_set_number(&f, "muscles/slow:excitation", 0.7);
    sn_test_set_number(&f, "muscles/slow:excitation", 0.5);
    g_assert_cmpint(sn_test_count_spans(&f, SN_SPAN_BRANCH), ==, 0);
    g_assert_cmpuint(sn_test_seek_step(&f, 100), ==, hash[100]);
    /* another future */
    sn_test_seek_step(&f, 50);
    sn_test_set_number(&f, "muscles/slow:excitation", 0.9);
    const uint64_t other = sn_test_step_to(&f, 80);
    g_assert_cmpuint(other, !=, hash[80]);
    const uint64_t first = sn_test_newest_branch(&f);
    sn_test_set_number(&f, "muscles/slow:excitation", 0.5);
    g_assert_cmpint(sn_test_count_spans(&f, SN_SPAN_BRANCH), ==, 1);
    /* the first future again, to where they part */
    sn_engine_switch_branch(f.engine, first);
    uint64_t step;
    g_assert_cmpuint(sn_test_hash_at(&f, &step), ==, hash[50]);
    g_assert_cmpuint(step, ==, 50);
    g_assert_cmpuint(sn_test_seek_step(&f, 100), ==, hash[100]);
    g_assert_cmpint(sn_test_count_spans(&f, SN_SPAN_BRANCH), ==, 1);
    /* and the other one */
    sn_engine_switch_branch(f.engine, sn_test_newest_branch(&f));
    g_assert_cmpuint(sn_test_seek_step(&f, 80), ==, other);
    g_assert_cmpfloat(sn_test_get_number(&f, "muscles/slow:excitation"), ==, 0.5);
    sn_test_seek_step(&f, 79);
    g_assert_cmpfloat(sn_test_get_number(&f, "muscles/slow:excitation"), ==, 0.9);
    sn_engine_switch_branch(f.engine, sn_test_newest_branch(&f));
    g_assert_cmpuint(sn_test_seek_step(&f, 100), ==, hash[100]);
    g_assert_cmpuint(sn_test_step_to(&f, 150), ==, hash[150]);
    g_free(hash);
    sn_test_tear_down(&f);
}

/* A run from the past with the model as it is now. */
static void test_other_head(void)
{
    SnRecordingFixture f;
    SnModel *model = sn_test_everything();
    sn_test_set_up(&f, model);
    sn_test_step_to(&f, 60);
    sn_test_set_number(&f, "muscles/slow:excitation", 0.9);
    sn_test_step_to(&f, 100);
    sn_test_seek_step(&f, 30);
    g_assert_cmpfloat(sn_test_get_number(&f, "muscles/slow:excitation"), ==, 0.5);
    const uint64_t hash = sn_test_step_to(&f, 70);
    g_assert_cmpfloat(sn_test_get_number(&f, "muscles/slow:excitation"), ==, 0.9);
    g_assert_cmpint(sn_test_count_spans(&f, SN_SPAN_BRANCH), ==, 1);
    sn_test_tear_down(&f);
    /* it is what a change at that moment would have given */
    sn_test_set_up(&f, sn_test_everything());
    sn_test_step_to(&f, 30);
    sn_test_set_number(&f, "muscles/slow:excitation", 0.9);
    g_assert_cmpuint(sn_test_step_to(&f, 70), ==, hash);
    sn_test_tear_down(&f);
}

/* Until the engine shows or takes steps beyond one. */
static void wait_past(SnRecordingFixture *f, uint64_t step)
{
    const int64_t until = sn_clock_ns() + (int64_t)SN_TEST_PATIENCE * 1000000;
    uint64_t here = 0;
    while (here <= step && sn_clock_ns() < until)
        sn_test_hash_at(f, &here);
    g_assert_cmpuint(here, >, step);
}

/* Hands on a run that is only shown: from there on it is simulated. */
static void test_while_replayed(void)
{
    SnRecordingFixture f;
    sn_test_set_up(&f, sn_test_everything());
    sn_test_step_to(&f, 2000);
    for (int i = 0; i < 4; i++) {
        sn_test_seek_step(&f, 100 * (uint64_t)i);
        sn_engine_set_speed(f.engine, 1);
        sn_engine_play(f.engine);
        uint64_t here = 100 * (uint64_t)i;
        wait_past(&f, here + 10);
        switch (i) {
        case 0:
            sn_test_set_number(&f, "muscles/slow:excitation", 0.7);
            break;
        case 1:
            sn_test_pull(&f, "bodies/lower", 0.3, 0.1, 0.1);
            break;
        case 2:
            sn_test_set_gain(&f, 0.5);
            break;
        default:
            sn_test_compile(&f);
        }
        sn_test_hash_at(&f, &here);
        wait_past(&f, here + 10);
        sn_test_release(&f);
        sn_engine_pause(f.engine);
        SnRecordingReport *r = sn_test_recording(&f);
        g_assert_cmpint(r->n_spans, >=, 2);
        g_assert_cmpfloat(r->to, <, 1.5);
        sn_recording_report_free(r);
        sn_engine_set_speed(f.engine, 0);
        uint64_t step;
        sn_test_hash_at(&f, &step);
        sn_test_step_to(&f, step + 400);
    }
    sn_test_tear_down(&f);
}

static void test_structure(void)
{
    SnRecordingFixture f;
    SnModel *model = sn_test_everything();
    uint64_t *hash = sn_test_hashes(model, 120);
    sn_test_set_up(&f, model);
    sn_test_step_to(&f, 100);
    sn_test_seek_step(&f, 40);
    sn_test_received(&f, "");
    const SnId gone[] = {sn_test_id(model, "springs/band"), sn_test_id(model, "loads/twist")};
    g_assert_true(sn_edit_remove(model, gone, 2, NULL));
    sn_test_compile(&f);
    g_assert_true(
        sn_test_received(&f, "Continued at 0.04 s with the model as it is now: 2 components are "
                             "gone"));
    g_assert_cmpint(sn_test_count_spans(&f, SN_SPAN_BRANCH), ==, 1);
    uint64_t step;
    sn_test_hash_at(&f, &step);
    g_assert_cmpuint(step, ==, 40);
    /* undo: a new compile of the same content brings it back */
    g_assert_true(sn_undo(model));
    sn_test_compile(&f);
    g_assert_cmpint(sn_test_count_spans(&f, SN_SPAN_BRANCH), ==, 0);
    g_assert_cmpuint(sn_test_hash_at(&f, NULL), ==, hash[40]);
    g_assert_cmpuint(sn_test_seek_step(&f, 100), ==, hash[100]);
    g_assert_cmpuint(sn_test_step_to(&f, 110), ==, hash[110]);
    /* again, and this time on */
    sn_test_seek_step(&f, 40);
    g_assert_true(sn_redo(model));
    sn_test_compile(&f);
    const uint64_t other = sn_test_step_to(&f, 80);
    g_assert_cmpuint(other, !=, hash[80]);
    /* moments of both structures */
    g_assert_cmpuint(sn_test_seek_step(&f, 20), ==, hash[20]);
    g_assert_cmpuint(sn_test_seek_step(&f, 80), ==, other);
    sn_engine_switch_branch(f.engine, sn_test_newest_branch(&f));
    g_assert_cmpuint(sn_test_seek_step(&f, 110), ==, hash[110]);
    SnRecordingReport *r = sn_test_recording(&f);
    g_assert_true(r->spans[0].structure);
    sn_recording_report_free(r);
    g_free(hash);
    sn_test_tear_down(&f);
}

/* What was removed at the end of a run and comes back by an undo is where it was. */
static void test_undo_at_end(void)
{
    SnRecordingFixture f;
    SnModel *model = sn_test_everything();
    uint64_t *hash = sn_test_hashes(model, 120);
    sn_test_set_up(&f, model);
    sn_test_step_to(&f, 100);
    const SnId gone = sn_test_id(model, "bodies/foot");
    g_assert_true(sn_edit_remove(model, &gone, 1, NULL));
    sn_test_compile(&f);
    g_assert_true(sn_undo(model));
    sn_test_compile(&f);
    g_assert_cmpuint(sn_test_hash_at(&f, NULL), ==, hash[100]);
    g_assert_cmpuint(sn_test_step_to(&f, 120), ==, hash[120]);
    g_free(hash);
    sn_test_tear_down(&f);
}

/* --- probes, waypoints, interventions --- */

static size_t count_samples(SnRecordingFixture *f, const char *path)
{
    g_assert_true(sn_engine_sync(f->engine, SN_TEST_PATIENCE));
    SnSeries *series = sn_engine_series(f->engine, sn_test_id(f->model, path), -1);
    g_assert_nonnull(series);
    const size_t n = sn_series_count(series);
    sn_series_unref(series);
    return n;
}

static void test_probes(void)
{
    enum { N = 200 };
    SnRecordingFixture f;
    uint64_t hash[N + 1];
    sn_test_set_up(&f, sn_test_everything());
    for (uint64_t i = 0; i <= N; i++) {
        if (i == 50)
            sn_test_set_gain(&f, 0.5);
        if (i == 120)
            sn_test_set_gain(&f, 0.25);
        hash[i] = sn_test_hash_at(&f, NULL);
        if (i < N)
            sn_engine_step(f.engine, 1);
    }
    GRand *random = g_rand_new_with_seed(5);
    for (int i = 0; i < 60; i++) {
        const uint64_t step = (uint64_t)g_rand_int_range(random, 0, N + 1);
        g_assert_cmpuint(sn_test_seek_step(&f, step), ==, hash[step]);
    }
    g_rand_free(random);
    sn_test_seek_step(&f, 100);
    g_assert_cmpfloat_with_epsilon(sn_test_get_number(&f, "muscles/flexor:excitation"), 0.5 / 3,
                                   1e-12);
    sn_test_seek_step(&f, 150);
    g_assert_cmpfloat_with_epsilon(sn_test_get_number(&f, "muscles/flexor:excitation"), 0.125,
                                   1e-12);
    /* in the past: a branch, and its samples go with it; an undo brings both back */
    g_assert_cmpuint(count_samples(&f, "probes/pose"), ==, N + 1);
    sn_test_set_gain(&f, 1);
    g_assert_cmpint(sn_test_count_spans(&f, SN_SPAN_BRANCH), ==, 1);
    g_assert_cmpuint(count_samples(&f, "probes/pose"), ==, 151);
    sn_test_set_gain(&f, 0.25);
    g_assert_cmpint(sn_test_count_spans(&f, SN_SPAN_BRANCH), ==, 0);
    g_assert_cmpuint(count_samples(&f, "probes/pose"), ==, N + 1);
    g_assert_cmpuint(sn_test_seek_step(&f, N), ==, hash[N]);
    /* what only records does not cut */
    sn_test_seek_step(&f, 20);
    SnOutputProbe *pose =
        (SnOutputProbe *)sn_model_get(f.model, sn_test_id(f.model, "probes/pose"));
    pose->interval = 0.002;
    f.model->revision++;
    sn_engine_set_probes(f.engine, f.model);
    g_assert_cmpint(sn_test_count_spans(&f, SN_SPAN_BRANCH), ==, 0);
    g_assert_cmpuint(sn_test_seek_step(&f, N), ==, hash[N]);
    sn_test_step_to(&f, N + 20);
    g_assert_cmpuint(count_samples(&f, "probes/pose"), ==, 11); /* one at once, then when due */
    sn_test_tear_down(&f);
}

static void test_traces(void)
{
    SnRecordingFixture f;
    sn_test_set_up(&f, sn_test_everything());
    const SnTarget angle = sn_test_target(f.model, "joints/elbow:angle");
    const SnWatch trace = {angle.id, angle.row};
    sn_test_step_to(&f, 50);
    sn_engine_set_traces(f.engine, &trace, 1);
    g_assert_true(sn_engine_sync(f.engine, SN_TEST_PATIENCE));
    SnSeries *series = sn_engine_series(f.engine, angle.id, angle.row);
    g_assert_cmpuint(sn_series_count(series), ==, 1);
    sn_test_step_to(&f, 60);
    g_assert_cmpuint(sn_series_count(series), ==, 11);
    sn_series_unref(series);
    /* what is simulated again is filled in */
    sn_test_seek_step(&f, 10);
    sn_engine_set_replay(f.engine, false);
    sn_test_play_to(&f, 80);
    series = sn_engine_series(f.engine, angle.id, angle.row);
    g_assert_cmpuint(sn_series_count(series), ==, 70);
    g_assert_cmpfloat_with_epsilon(sn_series_time(series, 0), 0.011, 1e-9);
    sn_series_unref(series);
    sn_engine_set_traces(f.engine, NULL, 0);
    g_assert_true(sn_engine_sync(f.engine, SN_TEST_PATIENCE));
    g_assert_null(sn_engine_series(f.engine, angle.id, angle.row));
    sn_test_tear_down(&f);
}

static void test_waypoints(void)
{
    SnRecordingFixture f;
    SnModel *model = sn_test_everything();
    uint64_t *hash = sn_test_hashes(model, 200);
    sn_test_set_up(&f, model);
    const SnWaypointMark marks[] = {
        {{901, 1, 0}, 0.15, false}, {{902, 1, 0}, 0.037, true}, {{903, 1, 0}, 0.9, false}};
    sn_test_step_to(&f, 100);
    sn_engine_set_waypoints(f.engine, marks, 3);
    uint64_t step;
    sn_test_hash_at(&f, &step);
    g_assert_cmpuint(step, ==, 100);
    SnRecordingReport *r = sn_test_recording(&f);
    g_assert_cmpint(r->n_kept, ==, 1); /* it was recorded already */
    g_assert_cmpuint(r->kept[0].index, ==, 902);
    sn_recording_report_free(r);
    sn_test_step_to(&f, 200);
    SnWaypointState *states;
    const int n = sn_engine_waypoint_states(f.engine, &states);
    g_assert_cmpint(n, ==, 2);
    g_assert_cmpuint(states[0].step, ==, 37);
    g_assert_cmpuint(states[1].step, ==, 150);
    /* a run pauses at a breakpoint, recorded or not */
    sn_engine_reset(f.engine);
    sn_test_play_to(&f, 37);
    g_assert_cmpuint(sn_test_hash_at(&f, NULL), ==, hash[37]);
    sn_engine_play_until(f.engine, 0.15);
    sn_engine_set_replay(f.engine, false);
    sn_test_play_to(&f, 150);
    g_assert_cmpuint(sn_test_hash_at(&f, NULL), ==, hash[150]);
    sn_test_tear_down(&f);

    /* given back to another engine: a moment to go on from */
    sn_test_set_up(&f, sn_test_everything());
    g_assert_false(sn_engine_give_state(f.engine, 1, 0.1, 0, states[1].data, states[1].n - 2));
    g_assert_true(sn_engine_give_state(f.engine, states[1].step, states[1].time, states[1].active,
                                       states[1].data, states[1].n));
    g_assert_cmpint(sn_test_count_spans(&f, SN_SPAN_SAVED), ==, 1);
    sn_test_step_to(&f, 20);
    sn_engine_seek(f.engine, 0.14);
    g_assert_cmpuint(sn_test_hash_at(&f, &step), ==, hash[150]);
    g_assert_cmpuint(step, ==, 150);
    g_assert_cmpuint(sn_test_step_to(&f, 200), ==, hash[200]);
    g_assert_cmpuint(sn_test_seek_step(&f, 20), ==, hash[20]);
    g_assert_cmpuint(sn_test_seek_step(&f, 170), ==, hash[170]);
    sn_engine_seek(f.engine, 0.14);
    g_assert_cmpuint(sn_test_hash_at(&f, NULL), ==, hash[150]);
    sn_waypoint_states_free(states, n);
    g_free(hash);
    sn_test_tear_down(&f);
}

static void test_loop(void)
{
    SnRecordingFixture f;
    sn_test_set_up(&f, sn_test_everything());
    sn_engine_set_loop(f.engine, 0.02, 0.05);
    sn_engine_set_speed(f.engine, 1); /* at full speed a turn is over before anybody looks */
    sn_engine_play(f.engine);
    const int64_t until = sn_clock_ns() + (int64_t)SN_TEST_PATIENCE * 1000000;
    uint64_t step = 0;
    int turns = 0;
    while (turns < 5 && sn_clock_ns() < until) {
        const uint64_t before = step;
        sn_test_hash_at(&f, &step);
        g_assert_cmpuint(step, <=, 50);
        turns += step < before;
        g_usleep(2000); /* asked without a pause, the engine does nothing but answer */
    }
    g_assert_cmpint(turns, ==, 5);
    sn_engine_pause(f.engine);
    SnRecordingReport *r = sn_test_recording(&f);
    g_assert_cmpfloat_with_epsilon(r->to, 0.05, 1e-9);
    sn_recording_report_free(r);
    sn_engine_set_loop(f.engine, 0, 0);
    sn_test_play_to(&f, 70);
    sn_test_tear_down(&f);
}

static void test_interventions(void)
{
    SnRecordingFixture f;
    sn_test_set_up(&f, sn_test_everything());
    sn_test_step_to(&f, 50);
    const uint64_t before = sn_test_hash_at(&f, NULL);
    const SnTarget velocity = sn_test_target(f.model, "bodies/free:velocity");
    /* a drag: all with one revision */
    const uint64_t drag = ++f.model->revision;
    for (int i = 1; i <= 2; i++)
        sn_engine_set(f.engine, velocity.id, velocity.row, (double[]){0, 0.1 * i, 0}, 3, drag);
    const uint64_t after = sn_test_hash_at(&f, NULL);
    g_assert_cmpuint(after, !=, before);
    const uint64_t end = sn_test_step_to(&f, 90);
    sn_engine_undo_intervention(f.engine, drag);
    uint64_t step;
    g_assert_cmpuint(sn_test_hash_at(&f, &step), ==, before);
    g_assert_cmpuint(step, ==, 50);
    sn_engine_redo_intervention(f.engine, drag);
    g_assert_cmpuint(sn_test_hash_at(&f, &step), ==, after);
    g_assert_cmpuint(step, ==, 50);
    g_assert_cmpuint(sn_test_seek_step(&f, 90), ==, end);
    /* also with another run in between */
    sn_engine_undo_intervention(f.engine, drag);
    const uint64_t without = sn_test_step_to(&f, 90);
    g_assert_cmpuint(without, !=, end);
    sn_engine_redo_intervention(f.engine, drag);
    g_assert_cmpuint(sn_test_seek_step(&f, 90), ==, end);
    /* one at the end, not stepped on from */
    sn_test_set_vector(&f, "bodies/free:velocity", 0, 0, 0.3);
    const uint64_t last = sn_test_hash_at(&f, NULL);
    sn_engine_undo_intervention(f.engine, f.model->revision);
    g_assert_cmpuint(sn_test_hash_at(&f, NULL), ==, end);
    sn_engine_redo_intervention(f.engine, f.model->revision);
    g_assert_cmpuint(sn_test_hash_at(&f, NULL), ==, last);
    sn_test_tear_down(&f);
    SnModel *model = sn_test_everything();
    uint64_t *hash = sn_test_hashes(model, 90);
    g_assert_cmpuint(without, ==, hash[90]);
    g_free(hash);
    sn_model_free(model);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/recording/branch", test_branch);
    g_test_add_func("/recording/other head", test_other_head);
    g_test_add_func("/recording/while replayed", test_while_replayed);
    g_test_add_func("/recording/structure", test_structure);
    g_test_add_func("/recording/undo at the end", test_undo_at_end);
    g_test_add_func("/recording/probes", test_probes);
    g_test_add_func("/recording/traces", test_traces);
    g_test_add_func("/recording/waypoints", test_waypoints);
    g_test_add_func("/recording/loop", test_loop);
    g_test_add_func("/recording/interventions", test_interventions);
    return g_test_run();
}
