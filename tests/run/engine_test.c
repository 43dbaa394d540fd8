/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine thread: messages, clock, compiles on the worker, snapshots, events, faults, log. */
#include "engine/engine.h"

#include "engine/base/clock.h"
#include "engine/model/classes/class_table.h"
#include "engine/model/edit/edit.h"
#include "engine/run/file/command_log.h"
#include "tests/run/model_helper.h"

#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PATIENCE = 30000 }; /* [ms] */

typedef struct Fixture {
    SnModel *model;
    SnEngine *engine;
    atomic_int woken;
} Fixture;

static void wake(void *data)
{
    atomic_fetch_add(&((Fixture *)data)->woken, 1);
}

static void set_up(Fixture *f, SnModel *model)
{
    f->model = model;
    atomic_init(&f->woken, 0);
    f->engine = sn_engine_new(wake, f);
    sn_engine_set_speed(f->engine, 0);
    sn_engine_compile(f->engine, model, true);
    g_assert_true(sn_engine_sync(f->engine, PATIENCE));
}

static void tear_down(Fixture *f)
{
    sn_engine_free(f->engine);
    sn_model_free(f->model);
}

/* Next event of a kind, waited for; others are dropped. */
static SnEvent expect_event(Fixture *f, SnEventKind kind)
{
    const int64_t until = sn_clock_ns() + (int64_t)PATIENCE * 1000000;
    SnEvent event;
    while (sn_clock_ns() < until) {
        if (!sn_engine_next_event(f->engine, &event))
            g_usleep(500);
        else if (event.kind == kind)
            return event;
    }
    g_error("no event of kind %d", (int)kind);
}

static void drop_events(Fixture *f)
{
    SnEvent event;
    while (sn_engine_next_event(f->engine, &event))
        ;
}

static void set_number(Fixture *f, const char *path, double value)
{
    const SnTarget target = sn_test_target(f->model, path);
    sn_engine_set(f->engine, target.id, target.row, &value, 1, ++f->model->revision);
}

static double get_number(Fixture *f, const char *path)
{
    const SnTarget target = sn_test_target(f->model, path);
    double value[6] = {0};
    g_assert_cmpint(sn_engine_get(f->engine, target.id, target.row, value), >, 0);
    return value[0];
}

/* --- clock --- */

static void test_step_pause_reset(void)
{
    Fixture f;
    set_up(&f, sn_test_everything());
    expect_event(&f, SN_EVENT_COMPILED);
    const uint64_t start = sn_engine_hash(f.engine, NULL, NULL);
    double time;
    uint64_t steps;
    sn_engine_step(f.engine, 40);
    const uint64_t stepped = sn_engine_hash(f.engine, &time, &steps);
    g_assert_cmpuint(steps, ==, 40);
    g_assert_cmpfloat_with_epsilon(time, 0.04, 1e-12);
    SnSnapshot *snapshot = sn_engine_snapshot(f.engine);
    g_assert_cmpuint(snapshot->step, ==, 40);
    g_assert_cmpint(snapshot->run, ==, SN_PAUSED);
    sn_snapshot_unref(snapshot);

    sn_engine_reset(f.engine);
    g_assert_cmpuint(sn_engine_hash(f.engine, NULL, &steps), ==, start);
    g_assert_cmpuint(steps, ==, 0);

    /* playing reaches the same bits, and pauses by itself */
    drop_events(&f);
    sn_engine_play_until(f.engine, 0.04);
    expect_event(&f, SN_EVENT_PLAYING);
    expect_event(&f, SN_EVENT_PAUSED);
    g_assert_cmpuint(sn_engine_hash(f.engine, NULL, &steps), ==, stepped);

    /* a pause ends a long step command */
    sn_engine_step(f.engine, 1000000000);
    sn_engine_pause(f.engine);
    sn_engine_hash(f.engine, NULL, &steps);
    g_assert_cmpuint(steps, <, 1000000000);
    sn_engine_play(f.engine);
    expect_event(&f, SN_EVENT_PLAYING);
    sn_engine_pause(f.engine);
    expect_event(&f, SN_EVENT_PAUSED);
    g_assert_cmpint(atomic_load(&f.woken), >, 0);
    tear_down(&f);
}

static void test_same_as_without_thread(void)
{
    Fixture f;
    set_up(&f, sn_test_everything());
    /* somebody looks all the time, from here */
    sn_engine_set_speed(f.engine, 1);
    sn_engine_play_until(f.engine, 0.15);
    SnEvent event = {0};
    while (event.kind != SN_EVENT_PAUSED) {
        if (!sn_engine_next_event(f.engine, &event))
            g_usleep(200);
        sn_snapshot_unref(sn_engine_snapshot(f.engine));
    }
    SnSimulation *s = sn_test_simulation(f.model);
    sn_test_steps(s, 150);
    g_assert_cmpuint(sn_engine_hash(f.engine, NULL, NULL), ==, sn_simulation_hash(s));
    sn_simulation_free(s);
    tear_down(&f);
}

static void test_pacing(void)
{
    Fixture f;
    set_up(&f, sn_test_everything());
    sn_engine_set_speed(f.engine, 1);
    drop_events(&f);
    const int64_t before = sn_clock_ns();
    sn_engine_play_until(f.engine, 0.3);
    expect_event(&f, SN_EVENT_PAUSED);
    g_assert_cmpfloat(1e-9 * (double)(sn_clock_ns() - before), >, 0.28);

    sn_engine_play_until(f.engine, 0.6);
    double factor = 0;
    SnEvent event = {0};
    while (event.kind != SN_EVENT_PAUSED) {
        if (!sn_engine_next_event(f.engine, &event))
            g_usleep(1000);
        SnSnapshot *snapshot = sn_engine_snapshot(f.engine);
        if (snapshot->run == SN_PLAYING && snapshot->real_time_factor > 0)
            factor = snapshot->real_time_factor;
        sn_snapshot_unref(snapshot);
    }
    g_test_message("real-time factor %.3f", factor);
    /* a sanitizer or a busy machine may be slower than real time, never faster */
    g_assert_cmpfloat(factor, >, 0);
    g_assert_cmpfloat(factor, <, 1.3);
    tear_down(&f);
}

/* --- model --- */

static void test_compile_while_running(void)
{
    Fixture f;
    set_up(&f, sn_test_everything());
    sn_engine_play(f.engine);
    expect_event(&f, SN_EVENT_PLAYING);
    double before, after;
    sn_engine_hash(f.engine, &before, NULL);
    /* many structural edits on end: what is overtaken is dropped, the last one counts */
    for (int i = 0; i < 20; i++) {
        SnComponent *particle = sn_component_new(sn_class_by_name("particle"), NULL);
        sn_edit_add(f.model, sn_model_list(f.model->root, "particles")->id, particle, -1, NULL);
        sn_engine_compile(f.engine, f.model, false);
    }
    set_number(&f, "muscles/slow:excitation", 0.75);
    g_assert_true(sn_engine_sync(f.engine, PATIENCE));
    SnSnapshot *snapshot = sn_engine_snapshot(f.engine);
    while (snapshot->revision < f.model->revision) {
        sn_snapshot_unref(snapshot);
        g_usleep(1000);
        snapshot = sn_engine_snapshot(f.engine);
    }
    g_assert_cmpint(snapshot->n_dofs, ==, 30 + 60);
    g_assert_cmpint(snapshot->run, ==, SN_PLAYING);
    sn_snapshot_unref(snapshot);
    sn_engine_hash(f.engine, &after, NULL);
    g_assert_cmpfloat(after, >=, before);
    /* sent after the edits, while they were being compiled: not lost */
    g_assert_cmpfloat(get_number(&f, "muscles/slow:excitation"), ==, 0.75);
    tear_down(&f);
}

static void test_compile_error(void)
{
    Fixture f;
    set_up(&f, sn_test_everything());
    sn_engine_step(f.engine, 5);
    drop_events(&f);
    const SnTarget frame = sn_test_target(f.model, "joints/elbow:frame_b");
    SnValue value = {.type = SN_TYPE_REF, .ref = sn_test_id(f.model, "bodies/upper")};
    g_assert_true(sn_edit_set(f.model, frame.id, frame.row, &value, NULL));
    sn_engine_compile(f.engine, f.model, false);
    const SnEvent event = expect_event(&f, SN_EVENT_COMPILE_ERROR);
    g_assert_true(sn_id_equal(event.id, frame.id));
    g_assert_nonnull(strstr(event.text, "/model/joints/elbow"));
    /* the old system runs on */
    uint64_t steps;
    sn_engine_step(f.engine, 5);
    sn_engine_hash(f.engine, NULL, &steps);
    g_assert_cmpuint(steps, ==, 10);
    g_assert_true(sn_undo(f.model));
    sn_engine_compile(f.engine, f.model, false);
    expect_event(&f, SN_EVENT_COMPILED);
    tear_down(&f);
}

/* Another document is opened while one plays: it waits at its start. */
static void test_opened_while_playing(void)
{
    Fixture f;
    set_up(&f, sn_test_everything());
    for (int i = 0; i < 5; i++) {
        sn_engine_play(f.engine);
        g_assert_true(sn_engine_sync(f.engine, 10000));
        drop_events(&f);
        sn_engine_compile(f.engine, f.model, true);
        expect_event(&f, SN_EVENT_COMPILED);
        g_usleep(50000);
        uint64_t steps = 1;
        double time = 1;
        sn_engine_hash(f.engine, &time, &steps);
        g_assert_cmpuint(steps, ==, 0);
        g_assert_cmpfloat(time, ==, 0);
    }
    tear_down(&f);
}

/* Played before anything is compiled: it plays when that is; a pause or a step takes it back. */
static void test_played_first(void)
{
    SnModel *model = sn_test_everything();
    for (int turn = 0; turn < 3; turn++) {
        Fixture f = {.model = turn == 2 ? model : sn_model_copy(model)};
        atomic_init(&f.woken, 0);
        f.engine = sn_engine_new(wake, &f);
        sn_engine_compile(f.engine, f.model, true);
        sn_engine_play_until(f.engine, 0.01);
        if (turn == 1)
            sn_engine_pause(f.engine);
        if (turn == 2)
            sn_engine_step(f.engine, 1);
        expect_event(&f, SN_EVENT_COMPILED);
        double time = 0;
        uint64_t steps = 0;
        for (int k = 0; k < (turn == 0 ? PATIENCE : 50) && time < 0.01 - 1e-9; k++) {
            g_usleep(1000);
            sn_engine_hash(f.engine, &time, &steps);
        }
        g_assert_cmpfloat_with_epsilon(time, turn == 0 ? 0.01 : 0, 1e-9);
        tear_down(&f);
    }
}

/* Played before what was changed at the start is compiled: it plays on with that, from the start.
 */
static void test_played_early(void)
{
    Fixture f;
    set_up(&f, sn_test_everything());
    drop_events(&f);
    for (int i = 0; i < 5; i++) {
        sn_engine_compile(f.engine, f.model, true);
        sn_engine_play(f.engine);
        expect_event(&f, SN_EVENT_COMPILED);
        uint64_t before = 0, steps = 0;
        sn_engine_hash(f.engine, NULL, &before);
        for (int k = 0; k < PATIENCE && steps <= before; k++) {
            g_usleep(1000);
            sn_engine_hash(f.engine, NULL, &steps);
        }
        g_assert_cmpuint(steps, >, before);
        sn_engine_pause(f.engine);
        sn_engine_reset(f.engine);
    }
    tear_down(&f);
}

static void test_start_values(void)
{
    Fixture f;
    set_up(&f, sn_test_everything());
    const SnTarget position = sn_test_target(f.model, "particles/bead:position");
    const double start[3] = {0.35, 0.2, 0.2};
    sn_engine_set(f.engine, position.id, position.row, start, 3, ++f.model->revision);
    g_assert_cmpfloat(get_number(&f, "particles/bead:position"), ==, 0.35);
    sn_engine_step(f.engine, 20);
    sn_engine_reset(f.engine);
    g_assert_cmpfloat(get_number(&f, "particles/bead:position"), ==, 0.35);
    tear_down(&f);
}

/* --- looking --- */

/* Materials, excitations and fields change while the steps go on. */
static void test_soft(void)
{
    Fixture f;
    set_up(&f, sn_test_soft());
    sn_engine_play(f.engine);
    expect_event(&f, SN_EVENT_PLAYING);
    for (int i = 1; i <= 10; i++) {
        set_number(&f, "fems/block:material.c10", 1000 + 10 * i);
        set_number(&f, "fems/block/regions/stiff:material.youngs_modulus", 2e4 + i);
        set_number(&f, "exciters/all:excitation", 0.05 * i);
        set_number(&f, "fems/pad:field.quantity", i % 3);
        g_usleep(2000);
    }
    g_assert_cmpfloat(get_number(&f, "fems/block:material.c10"), ==, 1100);
    g_assert_cmpfloat(get_number(&f, "fems/block/regions/stiff:material.youngs_modulus"), ==,
                      20010);
    g_assert_cmpfloat(get_number(&f, "fems/pad:material.youngs_modulus"), ==, 15000);
    sn_engine_pause(f.engine);
    expect_event(&f, SN_EVENT_PAUSED);
    drop_events(&f);
    /* what changes the structure after all is said, for a compile */
    const SnTarget inside = sn_test_target(f.model, "markers/inside:location");
    const double there[3] = {0.01, 0, 0};
    sn_engine_set(f.engine, inside.id, inside.row, there, 3, ++f.model->revision);
    const SnEvent event = expect_event(&f, SN_EVENT_STRUCTURE);
    g_assert_true(sn_id_equal(event.id, inside.id));
    tear_down(&f);
}

static void test_watch(void)
{
    Fixture f;
    set_up(&f, sn_test_everything());
    const SnTarget driven = sn_test_target(f.model, "muscles/flexor:excitation");
    const SnTarget own = sn_test_target(f.model, "muscles/slow:excitation");
    const SnTarget wrist = sn_test_target(f.model, "markers/wrist:position");
    const SnWatch watches[] = {
        {driven.id, driven.row}, {own.id, own.row}, {wrist.id, wrist.row}, {{4000, 1, 0}, 0}};
    const uint64_t serial = sn_engine_watch(f.engine, watches, 4);
    sn_engine_step(f.engine, 150);
    sn_engine_sync(f.engine, PATIENCE);
    SnSnapshot *snapshot = sn_engine_snapshot(f.engine);
    g_assert_cmpuint(snapshot->watch_serial, ==, serial);
    const SnWatched *value = sn_snapshot_find(snapshot, driven.id, driven.row);
    g_assert_cmpfloat_with_epsilon(value->value[0], 0.5, 1e-12);
    g_assert_true(value->driven);
    g_assert_true(sn_id_equal(value->driver, sn_test_id(f.model, "probes/drive")));
    value = sn_snapshot_find(snapshot, own.id, own.row);
    g_assert_cmpfloat(value->value[0], ==, 0.5);
    g_assert_false(value->driven);
    g_assert_cmpint(sn_snapshot_find(snapshot, wrist.id, wrist.row)->n, ==, 3);
    g_assert_cmpint(snapshot->watched[3].n, ==, 0);
    sn_snapshot_unref(snapshot);
    tear_down(&f);
}

static const SnSceneItem *find_item(const SnSnapshot *snapshot, SnId id)
{
    for (int i = 0; i < snapshot->scene->n_items; i++)
        if (sn_id_equal(snapshot->scene->items[i].id, id))
            return &snapshot->scene->items[i];
    return NULL;
}

static void test_style_and_meshes(void)
{
    Fixture f;
    set_up(&f, sn_test_everything());
    const SnId body = sn_test_id(f.model, "bodies/upper");
    SnSnapshot *before = sn_engine_snapshot(f.engine);
    SnStyle style = find_item(before, body)->style;
    style.color[0] = 0.25f;
    sn_engine_set_style(f.engine, body, &style, ++f.model->revision);
    sn_engine_sync(f.engine, PATIENCE);
    SnSnapshot *after = sn_engine_snapshot(f.engine);
    g_assert_cmpuint(after->scene->serial, !=, before->scene->serial);
    g_assert_cmpfloat((double)find_item(after, body)->style.color[0], ==, 0.25);
    g_assert_true(find_item(after, body)->mesh == find_item(before, body)->mesh);
    g_assert_cmpfloat((double)find_item(before, body)->style.color[0], !=, 0.25);
    sn_snapshot_unref(after);
    /* a compile shares the meshes that did not change */
    sn_engine_compile(f.engine, f.model, false);
    sn_engine_sync(f.engine, PATIENCE);
    after = sn_engine_snapshot(f.engine);
    g_assert_true(find_item(after, body)->mesh == find_item(before, body)->mesh);
    sn_snapshot_unref(after);
    sn_snapshot_unref(before);
    tear_down(&f);
}

static void test_probe_data(void)
{
    Fixture f;
    set_up(&f, sn_test_everything());
    sn_engine_step(f.engine, 100);
    g_assert_true(sn_engine_sync(f.engine, PATIENCE));
    SnSeries *series = sn_engine_series(f.engine, sn_test_id(f.model, "probes/wrist"), -1);
    g_assert_nonnull(series);
    g_assert_cmpuint(sn_series_count(series), ==, 11);
    g_assert_cmpint(sn_series_width(series), ==, 4);
    sn_series_unref(series);
    tear_down(&f);
}

/* --- faults --- */

static SnModel *explosive(void)
{
    return sn_test_model(
        "{\"solver\": {\"integrator\": \"symplectic_euler\", \"max_step\": 0.01},"
        " \"particles\": [{\"name\": \"a\", \"mass\": 1e-6, \"position\": [0.1, 0, 0]}],"
        " \"markers\": [{\"name\": \"o\"}],"
        " \"springs\": [{\"class\": \"axial_spring\", \"points\": [\"markers/o\", \"particles/a\"],"
        "   \"law\": {\"stiffness\": 1e6, \"rest_is_start\": false, \"rest_length\": 0.01}}]}");
}

static void test_fault(void)
{
    Fixture f;
    set_up(&f, explosive());
    drop_events(&f);
    sn_engine_play(f.engine);
    const SnEvent event = expect_event(&f, SN_EVENT_FAULT);
    g_assert_cmpuint(strlen(event.text), >, 10);
    g_assert_true(sn_id_equal(event.id, sn_test_id(f.model, "particles/a")));
    uint64_t steps;
    const uint64_t hash = sn_engine_hash(f.engine, NULL, &steps);
    SnSnapshot *snapshot = sn_engine_snapshot(f.engine);
    g_assert_cmpint(snapshot->run, ==, SN_FAULTED);
    g_assert_cmpuint(snapshot->step, ==, steps);
    for (int i = 0; i < 3 * snapshot->scene->n_points; i++)
        g_assert_true(isfinite(snapshot->points[i]));
    sn_snapshot_unref(snapshot);
    /* the state is the last good one: the same step is refused again */
    sn_engine_step(f.engine, 1);
    expect_event(&f, SN_EVENT_FAULT);
    g_assert_cmpuint(sn_engine_hash(f.engine, NULL, NULL), ==, hash);
    /* and mended by a reset and a softer spring */
    sn_engine_reset(f.engine);
    set_number(&f, "springs/0:law.stiffness", 1e-3);
    sn_engine_step(f.engine, 10);
    sn_engine_hash(f.engine, NULL, &steps);
    g_assert_cmpuint(steps, ==, 10);
    tear_down(&f);
}

/* Joints that cannot be closed: said at once, nothing runs until it is mended. */
static void test_assembly_fault(void)
{
    Fixture f;
    set_up(&f,
           sn_test_model(
               "{\"particles\": [{\"name\": \"p\"}], \"joints\": ["
               " {\"class\": \"point_on_plane\", \"name\": \"low\", \"point\": \"particles/p\"},"
               " {\"class\": \"point_on_plane\", \"name\": \"high\", \"point\": \"particles/p\","
               "  \"location\": [0, 0, 1]}]}"));
    const SnEvent event = expect_event(&f, SN_EVENT_FAULT);
    g_assert_cmpuint(strlen(event.text), >, 10);
    g_assert_false(sn_id_is_null(event.id));
    sn_engine_play(f.engine);
    expect_event(&f, SN_EVENT_FAULT);
    uint64_t steps;
    sn_engine_step(f.engine, 1);
    sn_engine_hash(f.engine, NULL, &steps);
    g_assert_cmpuint(steps, ==, 0);
    set_number(&f, "joints/high:enabled", 0);
    sn_engine_step(f.engine, 5);
    sn_engine_hash(f.engine, NULL, &steps);
    g_assert_cmpuint(steps, ==, 5);
    tear_down(&f);
}

/* --- log --- */

static void test_log(void)
{
    char *folder = g_dir_make_tmp("sinew-XXXXXX", NULL);
    char *path = g_build_filename(folder, "run.jsonl", NULL);
    GError *error = NULL;
    Fixture f;
    set_up(&f, sn_test_everything());
    g_assert_true(sn_engine_log_commands(f.engine, path, &error));
    sn_engine_play(f.engine);
    /* as a hand would: whenever it comes */
    for (int i = 0; i < 20; i++) {
        set_number(&f, "muscles/slow:excitation", 0.05 * i);
        const double local[3] = {0.1, 0, 0}, target[3] = {0.3, 0.01 * i, 0.1};
        sn_engine_pull(f.engine, sn_test_id(f.model, "bodies/lower"), local, target);
        g_usleep(1000);
        if (i == 10) {
            const SnId gone = sn_test_id(f.model, "springs/band");
            g_assert_true(sn_edit_remove(f.model, &gone, 1, NULL));
            sn_engine_compile(f.engine, f.model, false);
        }
    }
    sn_engine_pull(f.engine, SN_ID_NULL, NULL, NULL);
    sn_engine_pause(f.engine);
    uint64_t steps;
    const uint64_t hash = sn_engine_hash(f.engine, NULL, &steps);
    g_assert_true(sn_engine_log_commands(f.engine, NULL, &error));
    g_test_message("%d steps recorded", (int)steps);

    SnModel *model = sn_test_everything();
    SnSimulation *s = sn_test_simulation(model);
    sn_command_log_replay(path, s, NULL, NULL, NULL, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(s->state->step, ==, steps);
    g_assert_cmpuint(sn_simulation_hash(s), ==, hash);
    sn_simulation_free(s);
    sn_model_free(model);
    tear_down(&f);
    g_remove(path);
    g_rmdir(folder);
    g_free(path);
    g_free(folder);

    set_up(&f, sn_test_everything());
    g_assert_false(sn_engine_log_commands(f.engine, "/no/such/folder/log", &error));
    g_assert_nonnull(error);
    g_error_free(error);
    tear_down(&f);
}

/* Freed in the middle of everything: no leak, no deadlock, snapshots live on. */
static void test_free_while_busy(void)
{
    for (int i = 0; i < 10; i++) {
        Fixture f;
        set_up(&f, sn_test_everything());
        sn_engine_play(f.engine);
        sn_engine_compile(f.engine, f.model, i % 2);
        sn_engine_compile(f.engine, f.model, false);
        sn_engine_watch(f.engine, &(SnWatch){{1, 1, 0}, 0}, 1);
        SnSnapshot *snapshot = sn_engine_snapshot(f.engine);
        sn_engine_free(f.engine);
        g_assert_nonnull(snapshot->scene);
        sn_snapshot_unref(snapshot);
        sn_model_free(f.model);
    }
}

static void test_empty(void)
{
    SnEngine *engine = sn_engine_new(NULL, NULL);
    sn_engine_play(engine);
    sn_engine_step(engine, 3);
    sn_engine_reset(engine);
    sn_engine_pull(engine, (SnId){3, 1, 0}, (double[3]){0}, (double[3]){0});
    sn_engine_set(engine, (SnId){3, 1, 0}, 0, &(double){1}, 1, 1);
    g_assert_true(sn_engine_sync(engine, PATIENCE));
    SnSnapshot *snapshot = sn_engine_snapshot(engine);
    g_assert_true(!snapshot || !snapshot->scene);
    sn_snapshot_unref(snapshot);
    g_assert_cmpuint(sn_engine_hash(engine, NULL, NULL), ==, 0);
    sn_engine_free(engine);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/engine/empty", test_empty);
    g_test_add_func("/engine/step pause reset", test_step_pause_reset);
    g_test_add_func("/engine/same as without thread", test_same_as_without_thread);
    g_test_add_func("/engine/pacing", test_pacing);
    g_test_add_func("/engine/compile while running", test_compile_while_running);
    g_test_add_func("/engine/compile error", test_compile_error);
    g_test_add_func("/engine/start values", test_start_values);
    g_test_add_func("/engine/soft", test_soft);
    g_test_add_func("/engine/watch", test_watch);
    g_test_add_func("/engine/style and meshes", test_style_and_meshes);
    g_test_add_func("/engine/probe data", test_probe_data);
    g_test_add_func("/engine/fault", test_fault);
    g_test_add_func("/engine/assembly fault", test_assembly_fault);
    g_test_add_func("/engine/played early", test_played_early);
    g_test_add_func("/engine/played first", test_played_first);
    g_test_add_func("/engine/opened while playing", test_opened_while_playing);
    g_test_add_func("/engine/log", test_log);
    g_test_add_func("/engine/free while busy", test_free_while_busy);
    return g_test_run();
}
