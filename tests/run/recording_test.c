/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The recording: any moment can be shown again and gone on from with the same bits; changes in the
 * past make branches, and an undo brings them back. */
#include "engine/base/clock.h"
#include "engine/engine.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/classes/probe.h"
#include "engine/model/edit.h"
#include "engine/run/command_log.h"
#include "tests/run/model_helper.h"

#include <glib/gstdio.h>
#include <string.h>

enum { PATIENCE = 60000 }; /* [ms] */

typedef struct Fixture {
    SnModel *model;
    SnEngine *engine;
} Fixture;

static void set_up(Fixture *f, SnModel *model)
{
    f->model = model;
    f->engine = sn_engine_new(NULL, NULL);
    sn_engine_set_speed(f->engine, 0);
    sn_engine_compile(f->engine, model, true);
    g_assert_true(sn_engine_sync(f->engine, PATIENCE));
}

static void tear_down(Fixture *f)
{
    sn_engine_free(f->engine);
    sn_model_free(f->model);
}

static uint64_t hash_at(Fixture *f, uint64_t *step)
{
    return sn_engine_hash(f->engine, NULL, step);
}

/* Goes to a step and checks that it got there. */
static uint64_t seek_step(Fixture *f, uint64_t step)
{
    const SnModelComponent *root = (const SnModelComponent *)f->model->root;
    sn_engine_seek(f->engine, (double)step * root->max_step);
    uint64_t there;
    const uint64_t hash = hash_at(f, &there);
    g_assert_cmpuint(there, ==, step);
    return hash;
}

static uint64_t step_to(Fixture *f, uint64_t step)
{
    uint64_t here;
    hash_at(f, &here);
    g_assert_cmpuint(here, <=, step);
    sn_engine_step(f->engine, (int)(step - here));
    return hash_at(f, &here);
}

static void play_to(Fixture *f, uint64_t step)
{
    const SnModelComponent *root = (const SnModelComponent *)f->model->root;
    sn_engine_play_until(f->engine, (double)step * root->max_step);
    const int64_t until = sn_clock_ns() + (int64_t)PATIENCE * 1000000;
    uint64_t here = 0;
    while (here < step && sn_clock_ns() < until) {
        hash_at(f, &here);
        g_usleep(1000);
    }
    g_assert_cmpuint(here, ==, step);
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

static void set_vector(Fixture *f, const char *path, double x, double y, double z)
{
    const SnTarget target = sn_test_target(f->model, path);
    sn_engine_set(f->engine, target.id, target.row, (double[]){x, y, z}, 3, ++f->model->revision);
}

static void pull(Fixture *f, const char *path, double x, double y, double z)
{
    sn_engine_pull(f->engine, sn_test_id(f->model, path), (double[3]){0.01, 0, 0},
                   (double[3]){x, y, z});
}

static void release(Fixture *f)
{
    sn_engine_pull(f->engine, SN_ID_NULL, NULL, NULL);
}

static SnRecording *recording(Fixture *f)
{
    g_assert_true(sn_engine_sync(f->engine, PATIENCE));
    return sn_engine_recording(f->engine);
}

/* Spans of a kind. */
static int count_spans(Fixture *f, SnSpanKind kind)
{
    SnRecording *r = recording(f);
    int n = 0;
    for (int i = 0; i < r->n_spans; i++)
        n += r->spans[i].kind == kind;
    sn_recording_free(r);
    return n;
}

static uint64_t newest_branch(Fixture *f)
{
    SnRecording *r = recording(f);
    uint64_t stretch = 0;
    for (int i = 0; i < r->n_spans && stretch == 0; i++)
        if (r->spans[i].kind == SN_SPAN_BRANCH)
            stretch = r->spans[i].stretch;
    sn_recording_free(r);
    g_assert_cmpuint(stretch, !=, 0);
    return stretch;
}

static bool heard(Fixture *f, const char *text)
{
    SnEvent event;
    bool found = false;
    while (sn_engine_next_event(f->engine, &event))
        found = found || (event.kind == SN_EVENT_MESSAGE && strstr(event.text, text));
    return found;
}

/* Hashes of the uninterrupted run, [n + 1] (g_free). */
static uint64_t *reference(const SnModel *model, int n)
{
    SnSimulation *s = sn_test_simulation(model);
    uint64_t *hash = g_new(uint64_t, n + 1);
    for (int i = 0; i <= n; i++) {
        hash[i] = sn_simulation_hash(s);
        if (i < n)
            sn_test_steps(s, 1);
    }
    sn_simulation_free(s);
    return hash;
}

/* --- every moment, every integrator --- */

static void check_seeks(SnModel *model, int n, int n_seeks)
{
    Fixture f;
    uint64_t *hash = reference(model, n);
    set_up(&f, model);
    GRand *random = g_rand_new_with_seed(7);
    g_assert_cmpuint(step_to(&f, (uint64_t)n), ==, hash[n]);
    for (int i = 0; i < n_seeks; i++) {
        const uint64_t step = (uint64_t)g_rand_int_range(random, 0, n + 1);
        g_assert_cmpuint(seek_step(&f, step), ==, hash[step]);
        if (i % 10 == 0) { /* and on from there: along what is recorded, simulated again */
            sn_engine_set_replay(f.engine, i % 20 == 0);
            const uint64_t on = MIN(step + 7, (uint64_t)n);
            g_assert_cmpuint(step_to(&f, on), ==, hash[on]);
        }
    }
    SnRecording *r = recording(&f);
    g_assert_cmpfloat(r->from, ==, 0);
    g_assert_cmpint(r->n_spans, ==, 1);
    g_assert_cmpint(r->n_states, >=, 2);
    g_assert_cmpuint(r->used, <, r->budget);
    sn_recording_free(r);
    g_rand_free(random);
    g_free(hash);
    tear_down(&f);
}

/* Whether the integrator takes the model at all. */
static bool can_run(const SnModel *model, int n)
{
    GError *error = NULL;
    SnModel *copy = sn_model_copy(model);
    SnCompiled *compiled = sn_compile(copy, NULL, NULL, &error);
    if (!compiled) {
        g_error_free(error);
        sn_model_free(copy);
        return false;
    }
    SnSimulation *s = sn_simulation_new();
    bool good = sn_simulation_install(s, copy, compiled, true).code == SN_FAULT_NONE;
    for (int i = 0; good && i < n; i++)
        good = sn_simulation_step(s).code == SN_FAULT_NONE;
    sn_simulation_free(s);
    return good;
}

/* What every integrator takes: forces, a muscle, what is led, and no joints. */
static SnModel *jointless(void)
{
    return sn_test_model(
        "{\"solver\": {\"max_step\": 0.001},"
        " \"particles\": [{\"name\": \"a\", \"mass\": 0.1, \"position\": [0.1, 0, 0],"
        "   \"velocity\": [0, 0.2, 0], \"damping\": 0.2},"
        "  {\"name\": \"b\", \"mass\": 0.1, \"position\": [0.2, 0, 0.01], \"damping\": 0.2},"
        "  {\"name\": \"led\", \"dynamic\": false, \"position\": [0.3, 0, 0]}],"
        " \"markers\": [{\"name\": \"o\"}],"
        " \"springs\": [{\"class\": \"axial_spring\", \"points\": [\"markers/o\","
        "   \"particles/a\"], \"law\": {\"stiffness\": 100}},"
        "  {\"class\": \"axial_spring\", \"points\": [\"particles/b\", \"particles/led\"],"
        "   \"law\": {\"stiffness\": 80}}],"
        " \"muscles\": [{\"name\": \"m\", \"points\": [\"particles/a\", \"particles/b\"],"
        "   \"excitation\": 0.5, \"activation\": 0.1, \"dynamics\": {\"enabled\": true},"
        "   \"law\": {\"type\": \"peck\", \"max_force\": 2, \"optimal_is_start\": true}}]}");
}

static void test_seek(gconstpointer data)
{
    const int integrator = GPOINTER_TO_INT(data);
    SnModel *(*const models[])(void) = {sn_test_everything, sn_test_soft, jointless};
    static const char *const names[] = {"everything", "soft", "jointless"};
    const int steps[] = {400, 40, 200};
    int ran = 0;
    for (int i = 0; i < 3; i++) {
        SnModel *model = models[i]();
        ((SnModelComponent *)model->root)->integrator = integrator;
        if (!can_run(model, steps[i])) {
            g_test_message("%s is not for this integrator", names[i]);
            sn_model_free(model);
            continue;
        }
        check_seeks(model, steps[i], i == 1 ? 15 : 40);
        ran++;
    }
    g_assert_cmpint(ran, >, 0);
}

static void test_seek_200(void)
{
    check_seeks(sn_test_everything(), 2500, 200);
}

/* --- with hands on it --- */

/* What was done to the model at a step of a run. */
static void do_hand(Fixture *f, uint64_t step)
{
    switch (step) {
    case 40:
        set_number(f, "muscles/slow:excitation", 0.9);
        break;
    case 60:
        pull(f, "bodies/lower", 0.3, 0.1, 0.1);
        break;
    case 80:
        pull(f, "bodies/lower", 0.2, 0.1, 0.2);
        set_number(f, "muscles/flexor:law.max_force", 14);
        set_vector(f, "markers/wrist:location", 0.09, 0.01, 0);
        break;
    case 100:
        release(f);
        break;
    case 120: /* interventions */
        set_vector(f, "particles/bead:velocity", 0.1, 0, 0.3);
        set_vector(f, "bodies/free:velocity", 0, 0.1, 0);
        break;
    case 140:
        set_number(f, "joints/elbow:upper", 1.1);
        set_number(f, "muscles/slow:excitation", 0.1);
        set_number(f, "particles/bead:mass", 0.03);
        break;
    default:
        break;
    }
}

static void run_with_hands(Fixture *f, uint64_t *hash, uint64_t n)
{
    for (uint64_t i = 0; i <= n; i++) {
        do_hand(f, i);
        hash[i] = hash_at(f, NULL);
        if (i < n)
            sn_engine_step(f->engine, 1);
    }
}

static void test_hands(void)
{
    enum { N = 200 };
    Fixture f;
    uint64_t hash[N + 1], again[N + 1];
    set_up(&f, sn_test_everything());
    run_with_hands(&f, hash, N);
    GRand *random = g_rand_new_with_seed(11);
    for (int i = 0; i < 100; i++) {
        const uint64_t step = (uint64_t)g_rand_int_range(random, 0, N + 1);
        g_assert_cmpuint(seek_step(&f, step), ==, hash[step]);
    }
    /* values shown are those of the moment */
    seek_step(&f, 20);
    g_assert_cmpfloat(get_number(&f, "muscles/slow:excitation"), ==, 0.5);
    seek_step(&f, 130);
    g_assert_cmpfloat(get_number(&f, "muscles/slow:excitation"), ==, 0.9);
    g_assert_cmpfloat(get_number(&f, "markers/wrist:location"), ==, 0.09);
    g_assert_cmpfloat(get_number(&f, "particles/bead:mass"), ==, 0.02);
    /* back at the end, and on */
    g_assert_cmpuint(seek_step(&f, N), ==, hash[N]);
    const uint64_t on = step_to(&f, N + 50);
    g_assert_cmpint(count_spans(&f, SN_SPAN_BRANCH), ==, 0);
    g_rand_free(random);
    tear_down(&f);

    /* without ever looking back */
    set_up(&f, sn_test_everything());
    run_with_hands(&f, again, N);
    g_assert_cmpmem(hash, sizeof hash, again, sizeof again);
    g_assert_cmpuint(step_to(&f, N + 50), ==, on);
    tear_down(&f);
}

static void test_step_back(void)
{
    Fixture f;
    SnModel *model = sn_test_everything();
    uint64_t *hash = reference(model, 60), step;
    set_up(&f, model);
    step_to(&f, 60);
    for (uint64_t i = 59; i > 40; i--) {
        sn_engine_step_back(f.engine, 1);
        g_assert_cmpuint(hash_at(&f, &step), ==, hash[i]);
        g_assert_cmpuint(step, ==, i);
    }
    sn_engine_step_back(f.engine, 25);
    g_assert_cmpuint(hash_at(&f, &step), ==, hash[16]);
    sn_engine_step_back(f.engine, 25);
    g_assert_cmpuint(hash_at(&f, &step), ==, hash[0]);
    /* past the end: the last */
    sn_engine_seek(f.engine, 1e6);
    g_assert_cmpuint(hash_at(&f, &step), ==, hash[60]);
    sn_engine_seek(f.engine, -3);
    g_assert_cmpuint(hash_at(&f, &step), ==, hash[0]);
    g_assert_cmpuint(step, ==, 0);
    g_free(hash);
    tear_down(&f);
}

/* --- playing from a moment of the past --- */

static void test_play(void)
{
    enum { N = 300 };
    Fixture f;
    SnModel *model = sn_test_everything();
    uint64_t *hash = reference(model, N + 100);
    set_up(&f, model);
    play_to(&f, N);
    g_assert_cmpuint(hash_at(&f, NULL), ==, hash[N]);
    for (int replay = 0; replay < 2; replay++) {
        sn_engine_set_replay(f.engine, replay == 1);
        for (uint64_t from = 0; from < N; from += 90) {
            seek_step(&f, from);
            play_to(&f, from + 60);
            g_assert_cmpuint(hash_at(&f, NULL), ==, hash[from + 60]);
        }
    }
    /* over the end of what is recorded */
    seek_step(&f, N - 50);
    play_to(&f, N + 100);
    g_assert_cmpuint(hash_at(&f, NULL), ==, hash[N + 100]);
    SnRecording *r = recording(&f);
    g_assert_cmpint(r->n_spans, ==, 1);
    g_assert_cmpfloat_with_epsilon(r->to, 0.4, 1e-9);
    sn_recording_free(r);
    g_free(hash);
    tear_down(&f);
}

/* Shown at the speed of the clock, not as fast as it goes. */
static void test_replay_speed(void)
{
    Fixture f;
    set_up(&f, sn_test_everything());
    step_to(&f, 400);
    seek_step(&f, 100);
    sn_engine_set_speed(f.engine, 1);
    const int64_t before = sn_clock_ns();
    play_to(&f, 300);
    g_assert_cmpfloat(1e-9 * (double)(sn_clock_ns() - before), >, 0.19);
    tear_down(&f);
}

static void test_reset(void)
{
    Fixture f;
    SnModel *model = sn_test_everything();
    uint64_t *hash = reference(model, 100);
    set_up(&f, model);
    step_to(&f, 100);
    sn_engine_reset(f.engine);
    g_assert_cmpuint(hash_at(&f, NULL), ==, hash[0]);
    SnRecording *r = recording(&f);
    g_assert_cmpfloat_with_epsilon(r->to, 0.1, 1e-9);
    sn_recording_free(r);
    g_assert_cmpuint(step_to(&f, 50), ==, hash[50]);
    /* with another value it begins anew */
    seek_step(&f, 100);
    set_number(&f, "muscles/slow:excitation", 0.8);
    sn_engine_reset(f.engine);
    const uint64_t start = hash_at(&f, NULL);
    r = recording(&f);
    g_assert_cmpfloat(r->to, ==, 0);
    sn_recording_free(r);
    g_assert_cmpint(count_spans(&f, SN_SPAN_BRANCH), ==, 1);
    const uint64_t other = step_to(&f, 50);
    g_assert_cmpuint(other, !=, hash[50]);
    g_free(hash);
    tear_down(&f);
    /* which is the run of a model that had it from the start */
    set_up(&f, sn_test_everything());
    set_number(&f, "muscles/slow:excitation", 0.8);
    g_assert_cmpuint(hash_at(&f, NULL), ==, start);
    g_assert_cmpuint(step_to(&f, 50), ==, other);
    tear_down(&f);
}

/* --- branches --- */

static void test_branch(void)
{
    Fixture f;
    SnModel *model = sn_test_everything();
    uint64_t *hash = reference(model, 150);
    set_up(&f, model);
    step_to(&f, 100);
    seek_step(&f, 50);
    g_assert_cmpint(count_spans(&f, SN_SPAN_BRANCH), ==, 0);
    set_number(&f, "muscles/slow:excitation", 0.9);
    g_assert_cmpint(count_spans(&f, SN_SPAN_BRANCH), ==, 1);
    SnRecording *r = recording(&f);
    g_assert_cmpfloat_with_epsilon(r->to, 0.05, 1e-9);
    sn_recording_free(r);
    g_assert_cmpuint(hash_at(&f, NULL), ==, hash[50]);
    /* undone before anything was simulated: it is back by itself */
    set_number(&f, "muscles/slow:excitation", 0.7);
    set_number(&f, "muscles/slow:excitation", 0.5);
    g_assert_cmpint(count_spans(&f, SN_SPAN_BRANCH), ==, 0);
    g_assert_cmpuint(seek_step(&f, 100), ==, hash[100]);
    /* another future */
    seek_step(&f, 50);
    set_number(&f, "muscles/slow:excitation", 0.9);
    const uint64_t other = step_to(&f, 80);
    g_assert_cmpuint(other, !=, hash[80]);
    const uint64_t first = newest_branch(&f);
    set_number(&f, "muscles/slow:excitation", 0.5);
    g_assert_cmpint(count_spans(&f, SN_SPAN_BRANCH), ==, 1);
    /* the first future again, to where they part */
    sn_engine_take_branch(f.engine, first);
    uint64_t step;
    g_assert_cmpuint(hash_at(&f, &step), ==, hash[50]);
    g_assert_cmpuint(step, ==, 50);
    g_assert_cmpuint(seek_step(&f, 100), ==, hash[100]);
    g_assert_cmpint(count_spans(&f, SN_SPAN_BRANCH), ==, 1);
    /* and the other one */
    sn_engine_take_branch(f.engine, newest_branch(&f));
    g_assert_cmpuint(seek_step(&f, 80), ==, other);
    g_assert_cmpfloat(get_number(&f, "muscles/slow:excitation"), ==, 0.5);
    seek_step(&f, 79);
    g_assert_cmpfloat(get_number(&f, "muscles/slow:excitation"), ==, 0.9);
    sn_engine_take_branch(f.engine, newest_branch(&f));
    g_assert_cmpuint(seek_step(&f, 100), ==, hash[100]);
    g_assert_cmpuint(step_to(&f, 150), ==, hash[150]);
    g_free(hash);
    tear_down(&f);
}

/* A run from the past with the model as it is now. */
static void test_other_head(void)
{
    Fixture f;
    SnModel *model = sn_test_everything();
    set_up(&f, model);
    step_to(&f, 60);
    set_number(&f, "muscles/slow:excitation", 0.9);
    step_to(&f, 100);
    seek_step(&f, 30);
    g_assert_cmpfloat(get_number(&f, "muscles/slow:excitation"), ==, 0.5);
    const uint64_t hash = step_to(&f, 70);
    g_assert_cmpfloat(get_number(&f, "muscles/slow:excitation"), ==, 0.9);
    g_assert_cmpint(count_spans(&f, SN_SPAN_BRANCH), ==, 1);
    tear_down(&f);
    /* it is what a change at that moment would have given */
    set_up(&f, sn_test_everything());
    step_to(&f, 30);
    set_number(&f, "muscles/slow:excitation", 0.9);
    g_assert_cmpuint(step_to(&f, 70), ==, hash);
    tear_down(&f);
}

static void compile(Fixture *f)
{
    sn_engine_compile(f->engine, f->model, false);
    g_assert_true(sn_engine_sync(f->engine, PATIENCE));
}

static void test_structure(void)
{
    Fixture f;
    SnModel *model = sn_test_everything();
    uint64_t *hash = reference(model, 120);
    set_up(&f, model);
    step_to(&f, 100);
    seek_step(&f, 40);
    heard(&f, "");
    const SnId gone[] = {sn_test_id(model, "springs/band"), sn_test_id(model, "loads/twist")};
    g_assert_true(sn_edit_remove(model, gone, 2, NULL));
    compile(&f);
    g_assert_true(heard(&f, "Continued at 0.04 s with the model as it is now: 2 components are "
                            "gone"));
    g_assert_cmpint(count_spans(&f, SN_SPAN_BRANCH), ==, 1);
    uint64_t step;
    hash_at(&f, &step);
    g_assert_cmpuint(step, ==, 40);
    /* undo: a new compile of the same content brings it back */
    g_assert_true(sn_undo(model));
    compile(&f);
    g_assert_cmpint(count_spans(&f, SN_SPAN_BRANCH), ==, 0);
    g_assert_cmpuint(hash_at(&f, NULL), ==, hash[40]);
    g_assert_cmpuint(seek_step(&f, 100), ==, hash[100]);
    g_assert_cmpuint(step_to(&f, 110), ==, hash[110]);
    /* again, and this time on */
    seek_step(&f, 40);
    g_assert_true(sn_redo(model));
    compile(&f);
    const uint64_t other = step_to(&f, 80);
    g_assert_cmpuint(other, !=, hash[80]);
    /* moments of both structures */
    g_assert_cmpuint(seek_step(&f, 20), ==, hash[20]);
    g_assert_cmpuint(seek_step(&f, 80), ==, other);
    sn_engine_take_branch(f.engine, newest_branch(&f));
    g_assert_cmpuint(seek_step(&f, 110), ==, hash[110]);
    SnRecording *r = recording(&f);
    g_assert_true(r->spans[0].structure);
    sn_recording_free(r);
    g_free(hash);
    tear_down(&f);
}

/* What was removed at the end of a run and comes back by an undo is where it was. */
static void test_undo_at_end(void)
{
    Fixture f;
    SnModel *model = sn_test_everything();
    uint64_t *hash = reference(model, 120);
    set_up(&f, model);
    step_to(&f, 100);
    const SnId gone = sn_test_id(model, "bodies/foot");
    g_assert_true(sn_edit_remove(model, &gone, 1, NULL));
    compile(&f);
    g_assert_true(sn_undo(model));
    compile(&f);
    g_assert_cmpuint(hash_at(&f, NULL), ==, hash[100]);
    g_assert_cmpuint(step_to(&f, 120), ==, hash[120]);
    g_free(hash);
    tear_down(&f);
}

/* --- probes, waypoints, interventions --- */

static void set_gain(Fixture *f, double gain)
{
    SnInputProbe *probe =
        (SnInputProbe *)sn_model_get(f->model, sn_test_id(f->model, "probes/drive"));
    probe->gain = gain;
    f->model->revision++;
    sn_engine_set_probes(f->engine, f->model);
}

static size_t count_samples(Fixture *f, const char *path)
{
    g_assert_true(sn_engine_sync(f->engine, PATIENCE));
    SnSeries *series = sn_engine_series(f->engine, sn_test_id(f->model, path), -1);
    g_assert_nonnull(series);
    const size_t n = sn_series_count(series);
    sn_series_unref(series);
    return n;
}

static void test_probes(void)
{
    enum { N = 200 };
    Fixture f;
    uint64_t hash[N + 1];
    set_up(&f, sn_test_everything());
    for (uint64_t i = 0; i <= N; i++) {
        if (i == 50)
            set_gain(&f, 0.5);
        if (i == 120)
            set_gain(&f, 0.25);
        hash[i] = hash_at(&f, NULL);
        if (i < N)
            sn_engine_step(f.engine, 1);
    }
    GRand *random = g_rand_new_with_seed(5);
    for (int i = 0; i < 60; i++) {
        const uint64_t step = (uint64_t)g_rand_int_range(random, 0, N + 1);
        g_assert_cmpuint(seek_step(&f, step), ==, hash[step]);
    }
    g_rand_free(random);
    seek_step(&f, 100);
    g_assert_cmpfloat_with_epsilon(get_number(&f, "muscles/flexor:excitation"), 0.5 / 3, 1e-12);
    seek_step(&f, 150);
    g_assert_cmpfloat_with_epsilon(get_number(&f, "muscles/flexor:excitation"), 0.125, 1e-12);
    /* in the past: a branch, and its samples go with it; an undo brings both back */
    g_assert_cmpuint(count_samples(&f, "probes/pose"), ==, N + 1);
    set_gain(&f, 1);
    g_assert_cmpint(count_spans(&f, SN_SPAN_BRANCH), ==, 1);
    g_assert_cmpuint(count_samples(&f, "probes/pose"), ==, 151);
    set_gain(&f, 0.25);
    g_assert_cmpint(count_spans(&f, SN_SPAN_BRANCH), ==, 0);
    g_assert_cmpuint(count_samples(&f, "probes/pose"), ==, N + 1);
    g_assert_cmpuint(seek_step(&f, N), ==, hash[N]);
    /* what only records does not cut */
    seek_step(&f, 20);
    SnOutputProbe *pose =
        (SnOutputProbe *)sn_model_get(f.model, sn_test_id(f.model, "probes/pose"));
    pose->interval = 0.002;
    f.model->revision++;
    sn_engine_set_probes(f.engine, f.model);
    g_assert_cmpint(count_spans(&f, SN_SPAN_BRANCH), ==, 0);
    g_assert_cmpuint(seek_step(&f, N), ==, hash[N]);
    step_to(&f, N + 20);
    g_assert_cmpuint(count_samples(&f, "probes/pose"), ==, 11); /* one at once, then when due */
    tear_down(&f);
}

static void test_traces(void)
{
    Fixture f;
    set_up(&f, sn_test_everything());
    const SnTarget angle = sn_test_target(f.model, "joints/elbow:angle");
    const SnWatch trace = {angle.id, angle.row};
    step_to(&f, 50);
    sn_engine_set_traces(f.engine, &trace, 1);
    g_assert_true(sn_engine_sync(f.engine, PATIENCE));
    SnSeries *series = sn_engine_series(f.engine, angle.id, angle.row);
    g_assert_cmpuint(sn_series_count(series), ==, 1);
    step_to(&f, 60);
    g_assert_cmpuint(sn_series_count(series), ==, 11);
    sn_series_unref(series);
    /* what is simulated again is filled in */
    seek_step(&f, 10);
    sn_engine_set_replay(f.engine, false);
    play_to(&f, 80);
    series = sn_engine_series(f.engine, angle.id, angle.row);
    g_assert_cmpuint(sn_series_count(series), ==, 70);
    g_assert_cmpfloat_with_epsilon(sn_series_time(series, 0), 0.011, 1e-9);
    sn_series_unref(series);
    sn_engine_set_traces(f.engine, NULL, 0);
    g_assert_true(sn_engine_sync(f.engine, PATIENCE));
    g_assert_null(sn_engine_series(f.engine, angle.id, angle.row));
    tear_down(&f);
}

static void test_waypoints(void)
{
    Fixture f;
    SnModel *model = sn_test_everything();
    uint64_t *hash = reference(model, 200);
    set_up(&f, model);
    const SnWaypointMark marks[] = {
        {{901, 1, 0}, 0.15, false}, {{902, 1, 0}, 0.037, true}, {{903, 1, 0}, 0.9, false}};
    step_to(&f, 100);
    sn_engine_set_waypoints(f.engine, marks, 3);
    uint64_t step;
    hash_at(&f, &step);
    g_assert_cmpuint(step, ==, 100);
    SnRecording *r = recording(&f);
    g_assert_cmpint(r->n_kept, ==, 1); /* it was recorded already */
    g_assert_cmpuint(r->kept[0].index, ==, 902);
    sn_recording_free(r);
    step_to(&f, 200);
    SnWaypointState *states;
    const int n = sn_engine_waypoint_states(f.engine, &states);
    g_assert_cmpint(n, ==, 2);
    g_assert_cmpuint(states[0].step, ==, 37);
    g_assert_cmpuint(states[1].step, ==, 150);
    /* a run pauses at a breakpoint, recorded or not */
    sn_engine_reset(f.engine);
    play_to(&f, 37);
    g_assert_cmpuint(hash_at(&f, NULL), ==, hash[37]);
    sn_engine_play_until(f.engine, 0.15);
    sn_engine_set_replay(f.engine, false);
    play_to(&f, 150);
    g_assert_cmpuint(hash_at(&f, NULL), ==, hash[150]);
    tear_down(&f);

    /* given back to another engine: a moment to go on from */
    set_up(&f, sn_test_everything());
    g_assert_false(sn_engine_give_state(f.engine, 1, 0.1, 0, states[1].data, states[1].n - 1));
    g_assert_true(sn_engine_give_state(f.engine, states[1].step, states[1].time, states[1].active,
                                       states[1].data, states[1].n));
    g_assert_cmpint(count_spans(&f, SN_SPAN_SAVED), ==, 1);
    step_to(&f, 20);
    sn_engine_seek(f.engine, 0.14);
    g_assert_cmpuint(hash_at(&f, &step), ==, hash[150]);
    g_assert_cmpuint(step, ==, 150);
    g_assert_cmpuint(step_to(&f, 200), ==, hash[200]);
    g_assert_cmpuint(seek_step(&f, 20), ==, hash[20]);
    g_assert_cmpuint(seek_step(&f, 170), ==, hash[170]);
    sn_engine_seek(f.engine, 0.14);
    g_assert_cmpuint(hash_at(&f, NULL), ==, hash[150]);
    sn_waypoint_states_free(states, n);
    g_free(hash);
    tear_down(&f);
}

static void test_loop(void)
{
    Fixture f;
    set_up(&f, sn_test_everything());
    sn_engine_set_loop(f.engine, 0.02, 0.05);
    sn_engine_play(f.engine);
    g_usleep(300000);
    uint64_t step;
    for (int i = 0; i < 20; i++) {
        hash_at(&f, &step);
        g_assert_cmpuint(step, <=, 50);
        g_usleep(2000);
    }
    sn_engine_pause(f.engine);
    SnRecording *r = recording(&f);
    g_assert_cmpfloat_with_epsilon(r->to, 0.05, 1e-9);
    sn_recording_free(r);
    sn_engine_set_loop(f.engine, 0, 0);
    play_to(&f, 70);
    tear_down(&f);
}

static void test_interventions(void)
{
    Fixture f;
    set_up(&f, sn_test_everything());
    step_to(&f, 50);
    const uint64_t before = hash_at(&f, NULL);
    const SnTarget velocity = sn_test_target(f.model, "bodies/free:velocity");
    /* a drag: all with one revision */
    const uint64_t drag = ++f.model->revision;
    for (int i = 1; i <= 2; i++)
        sn_engine_set(f.engine, velocity.id, velocity.row, (double[]){0, 0.1 * i, 0}, 3, drag);
    const uint64_t after = hash_at(&f, NULL);
    g_assert_cmpuint(after, !=, before);
    const uint64_t end = step_to(&f, 90);
    sn_engine_undo_intervention(f.engine, drag);
    uint64_t step;
    g_assert_cmpuint(hash_at(&f, &step), ==, before);
    g_assert_cmpuint(step, ==, 50);
    sn_engine_redo_intervention(f.engine, drag);
    g_assert_cmpuint(hash_at(&f, &step), ==, after);
    g_assert_cmpuint(step, ==, 50);
    g_assert_cmpuint(seek_step(&f, 90), ==, end);
    /* also with another run in between */
    sn_engine_undo_intervention(f.engine, drag);
    const uint64_t without = step_to(&f, 90);
    g_assert_cmpuint(without, !=, end);
    sn_engine_redo_intervention(f.engine, drag);
    g_assert_cmpuint(seek_step(&f, 90), ==, end);
    /* one at the end, not stepped on from */
    set_vector(&f, "bodies/free:velocity", 0, 0, 0.3);
    const uint64_t last = hash_at(&f, NULL);
    sn_engine_undo_intervention(f.engine, f.model->revision);
    g_assert_cmpuint(hash_at(&f, NULL), ==, end);
    sn_engine_redo_intervention(f.engine, f.model->revision);
    g_assert_cmpuint(hash_at(&f, NULL), ==, last);
    tear_down(&f);
    SnModel *model = sn_test_everything();
    uint64_t *hash = reference(model, 90);
    g_assert_cmpuint(without, ==, hash[90]);
    g_free(hash);
    sn_model_free(model);
}

/* --- the log --- */

static void test_log(void)
{
    char *folder = g_dir_make_tmp("sinew-XXXXXX", NULL);
    char *path = g_build_filename(folder, "run.jsonl", NULL);
    GError *error = NULL;
    Fixture f;
    set_up(&f, sn_test_everything());
    g_assert_true(sn_engine_log_commands(f.engine, path, &error));
    step_to(&f, 60);
    set_number(&f, "muscles/slow:excitation", 0.9);
    step_to(&f, 100);
    seek_step(&f, 30);
    step_to(&f, 45);
    set_gain(&f, 0.5);
    pull(&f, "bodies/lower", 0.3, 0.1, 0.1);
    step_to(&f, 70);
    release(&f);
    seek_step(&f, 20);
    seek_step(&f, 60);
    set_vector(&f, "bodies/free:velocity", 0, 0.2, 0);
    const SnId gone = sn_test_id(f.model, "springs/band");
    g_assert_true(sn_edit_remove(f.model, &gone, 1, NULL));
    compile(&f);
    step_to(&f, 80);
    sn_engine_take_branch(f.engine, newest_branch(&f));
    seek_step(&f, 65);
    uint64_t steps;
    const uint64_t hash = hash_at(&f, &steps);
    g_assert_true(sn_engine_log_commands(f.engine, NULL, &error));
    tear_down(&f);

    SnModel *model = sn_test_everything();
    SnSimulation *s = sn_test_simulation(model);
    sn_command_log_replay(path, s, NULL, NULL, NULL, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(s->state->step, ==, steps);
    g_assert_cmpuint(sn_simulation_hash(s), ==, hash);
    sn_simulation_free(s);
    sn_model_free(model);
    g_remove(path);
    g_rmdir(folder);
    g_free(path);
    g_free(folder);
}

/* --- memory --- */

static void test_budget(void)
{
    enum { N = 40000 };
    Fixture f;
    SnModel *model = jointless();
    uint64_t *hash = reference(model, N);
    set_up(&f, model);
    const SnWaypointMark mark = {{901, 1, 0}, 0.777, false};
    sn_engine_set_waypoints(f.engine, &mark, 1);
    SnRecording *r = recording(&f);
    const size_t budget = r->used + 20000;
    sn_recording_free(r);
    sn_engine_set_record_budget(f.engine, budget);
    heard(&f, "");
    step_to(&f, N);
    r = recording(&f);
    g_test_message("%d states, %zu of %zu bytes", r->n_states, r->used, r->budget);
    g_assert_cmpuint(r->used, <=, budget);
    g_assert_cmpint(r->n_kept, ==, 1);
    g_assert_cmpint(r->n_states, >, 4);
    g_assert_cmpint(r->n_states, <, N / 500);
    sn_recording_free(r);
    g_assert_true(heard(&f, "memory"));
    g_assert_cmpuint(seek_step(&f, 777), ==, hash[777]);
    GRand *random = g_rand_new_with_seed(3);
    for (int i = 0; i < 10; i++) {
        const uint64_t step = (uint64_t)g_rand_int_range(random, 0, N + 1);
        g_assert_cmpuint(seek_step(&f, step), ==, hash[step]);
    }
    /* branches go first */
    seek_step(&f, 30000);
    set_number(&f, "muscles/m:excitation", 0.9);
    g_assert_cmpint(count_spans(&f, SN_SPAN_BRANCH), ==, 1);
    step_to(&f, 60000);
    g_assert_cmpint(count_spans(&f, SN_SPAN_BRANCH), ==, 0);
    g_rand_free(random);
    g_free(hash);
    tear_down(&f);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    const int row = sn_class_find_property(&SN_CLASS_MODEL, "solver.integrator");
    const char *const *names = sn_class_property(&SN_CLASS_MODEL, row)->names;
    for (int i = 0; names[i]; i++) {
        char *name = g_strdup_printf("/recording/seek/%s", names[i]);
        g_test_add_data_func(name, GINT_TO_POINTER(i), test_seek);
        g_free(name);
    }
    g_test_add_func("/recording/seek 200 times", test_seek_200);
    g_test_add_func("/recording/hands", test_hands);
    g_test_add_func("/recording/step back", test_step_back);
    g_test_add_func("/recording/play", test_play);
    g_test_add_func("/recording/replay speed", test_replay_speed);
    g_test_add_func("/recording/reset", test_reset);
    g_test_add_func("/recording/branch", test_branch);
    g_test_add_func("/recording/other head", test_other_head);
    g_test_add_func("/recording/structure", test_structure);
    g_test_add_func("/recording/undo at the end", test_undo_at_end);
    g_test_add_func("/recording/probes", test_probes);
    g_test_add_func("/recording/traces", test_traces);
    g_test_add_func("/recording/waypoints", test_waypoints);
    g_test_add_func("/recording/loop", test_loop);
    g_test_add_func("/recording/interventions", test_interventions);
    g_test_add_func("/recording/log", test_log);
    g_test_add_func("/recording/budget", test_budget);
    return g_test_run();
}
