/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The recording: any moment can be shown again and gone on from with the same bits, within the
 * memory it was given. */
#include "engine/base/clock.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/edit/edit.h"
#include "engine/run/file/command_log.h"
#include "tests/run/recording_fixture.h"

#include <math.h>

#include <glib/gstdio.h>

/* --- every moment, every integrator --- */

static void check_seeks(SnModel *model, int n, int n_seeks)
{
    SnRecordingFixture f;
    uint64_t *hash = sn_test_hashes(model, n);
    sn_test_set_up(&f, model);
    GRand *random = g_rand_new_with_seed(7);
    g_assert_cmpuint(sn_test_step_to(&f, (uint64_t)n), ==, hash[n]);
    for (int i = 0; i < n_seeks; i++) {
        const uint64_t step = (uint64_t)g_rand_int_range(random, 0, n + 1);
        g_assert_cmpuint(sn_test_seek_step(&f, step), ==, hash[step]);
        if (i % 10 == 0) { /* and on from there: along what is recorded, simulated again */
            sn_engine_set_replay(f.engine, i % 20 == 0);
            const uint64_t on = MIN(step + 7, (uint64_t)n);
            g_assert_cmpuint(sn_test_step_to(&f, on), ==, hash[on]);
        }
    }
    SnRecordingReport *r = sn_test_recording(&f);
    g_assert_cmpfloat(r->from, ==, 0);
    g_assert_cmpint(r->n_spans, ==, 1);
    g_assert_cmpint(r->n_states, >=, 2);
    g_assert_cmpuint(r->used, <, r->budget);
    sn_recording_report_free(r);
    g_rand_free(random);
    g_free(hash);
    sn_test_tear_down(&f);
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

static void test_seek(gconstpointer data)
{
    const int integrator = GPOINTER_TO_INT(data);
    SnModel *(*const models[])(void) = {sn_test_everything, sn_test_soft, sn_test_jointless};
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
static void do_hand(SnRecordingFixture *f, uint64_t step)
{
    switch (step) {
    case 40:
        sn_test_set_number(f, "muscles/slow:excitation", 0.9);
        break;
    case 50:
        sn_test_set_gain(f, 0.5);
        break;
    case 60:
        sn_test_pull(f, "bodies/lower", 0.3, 0.1, 0.1);
        break;
    case 80:
        sn_test_pull(f, "bodies/lower", 0.2, 0.1, 0.2);
        sn_test_set_number(f, "muscles/flexor:law.max_force", 14);
        sn_test_set_vector(f, "markers/wrist:location", 0.09, 0.01, 0);
        break;
    case 100:
        sn_test_release(f);
        break;
    case 120: /* interventions */
        sn_test_set_vector(f, "particles/bead:velocity", 0.1, 0, 0.3);
        sn_test_set_vector(f, "bodies/free:velocity", 0, 0.1, 0);
        break;
    case 140:
        sn_test_set_number(f, "joints/elbow:upper", 1.1);
        sn_test_set_number(f, "muscles/slow:excitation", 0.1);
        sn_test_set_number(f, "particles/bead:mass", 0.03);
        break;
    default:
        break;
    }
}

static void do_soft_hand(SnRecordingFixture *f, uint64_t step)
{
    switch (step) {
    case 6:
        sn_test_set_number(f, "fems/block:material.c10", 1200);
        sn_test_set_number(f, "exciters/all:excitation", 0.6);
        break;
    case 12:
        sn_test_pull(f, "bodies/bone", 0.09, 0.01, 0.01);
        sn_test_set_number(f, "fems/pad:damping.mass", 3);
        break;
    case 18:
        sn_test_release(f);
        sn_test_set_number(f, "fems/block/regions/stiff:material.youngs_modulus", 2.5e4);
        sn_test_set_number(f, "fems/block/bundles/squeeze:excitation", 0.5);
        break;
    case 24:
        sn_test_set_vector(f, "bodies/bone:velocity", 0, 0, 0.05);
        sn_test_set_vector(f, "fems/pad/nodes/6:velocity", 0, 0.02, 0);
        break;
    default:
        break;
    }
}

static void do_jointless_hand(SnRecordingFixture *f, uint64_t step)
{
    if (step == 30)
        sn_test_set_number(f, "muscles/m:excitation", 0.8);
    else if (step == 50)
        sn_test_pull(f, "particles/a", 0.1, 0.05, 0);
    else if (step == 70)
        sn_test_release(f);
    else if (step == 90)
        sn_test_set_vector(f, "particles/b:velocity", 0, 0, 0.1);
}

/* A ball that the mouse drags into a brick, and that into a soft block. */
static SnModel *touching(void)
{
    return sn_test_model(
        "{\"gravity\": [0, 0, -9.81], \"solver\": {\"max_step\": 0.002}, \"bodies\": ["
        "{\"name\": \"ground\", \"dynamic\": false, \"position\": [0, 0, -0.05],"
        " \"geometry\": {\"shape\": \"box\", \"size\": [1, 1, 0.1]}},"
        "{\"name\": \"ball\", \"position\": [-0.07, 0, 0.02],"
        " \"geometry\": {\"shape\": \"ellipsoid\", \"size\": [0.02, 0.02, 0.02]},"
        " \"inertia\": {\"method\": \"mass\", \"mass\": 0.05}},"
        "{\"name\": \"brick\", \"position\": [-0.02, 0, 0.02],"
        " \"geometry\": {\"shape\": \"box\", \"size\": [0.04, 0.04, 0.04]},"
        " \"inertia\": {\"method\": \"mass\", \"mass\": 0.05}}],"
        "\"fems\": [{\"name\": \"block\", \"position\": [0.035, 0, 0.0305],"
        " \"mesh\": {\"source\": \"box\", \"size\": [0.06, 0.06, 0.06],"
        "            \"cells_x\": 1, \"cells_y\": 1, \"cells_z\": 1},"
        " \"material\": {\"type\": \"neo_hookean\", \"youngs_modulus\": 2e4},"
        " \"damping\": {\"mass\": 2, \"stiffness\": 0.01}}],"
        "\"collisions\": [{\"name\": \"all\", \"friction\": 0.5}]}");
}

static void do_touching_hand(SnRecordingFixture *f, uint64_t step)
{
    if (step == 5)
        sn_test_pull(f, "bodies/ball", 0.08, 0, 0.02);
    else if (step == 20)
        sn_test_set_number(f, "collisions/all:friction", 0.05);
    else if (step == 35)
        sn_test_release(f);
    else if (step == 40)
        sn_test_set_number(f, "collisions/all:friction", 0.8);
}

/* The brick was hit, and the block by it; less friction was felt. */
static void test_impact(void)
{
    SnRecordingFixture f;
    double way[2];
    uint64_t hash[2];
    for (int k = 0; k < 2; k++) {
        sn_test_set_up(&f, touching());
        for (uint64_t i = 0; i < 50; i++) {
            if (k == 0 || i != 20)
                do_touching_hand(&f, i);
            sn_engine_step(f.engine, 1);
        }
        hash[k] = sn_test_hash_at(&f, NULL);
        way[k] = sn_test_get_number(&f, "bodies/brick:position") + 0.02;
        if (k == 0) { /* back to before the impact, through it, and on */
            g_assert_cmpuint(sn_test_seek_step(&f, 5), !=, hash[0]);
            g_assert_cmpfloat(fabs(sn_test_get_number(&f, "bodies/brick:position") + 0.02), <,
                              1e-5);
            g_assert_cmpuint(sn_test_seek_step(&f, 50), ==, hash[0]);
        }
        sn_test_tear_down(&f);
    }
    g_test_message("the brick goes %.4f m, %.4f with the friction that was", way[0], way[1]);
    g_assert_cmpfloat(way[1], >, 1e-3);
    g_assert_cmpfloat(way[0], >, way[1] + 1e-4);
}

/* Bodies that land on an incline in all ways that give way, and one that rolls. */
static SnModel *giving(void)
{
    return sn_test_model(
        "{\"gravity\": [2, 0, -9.81], \"solver\": {\"max_step\": 0.002}, \"bodies\": ["
        "{\"name\": \"ground\", \"dynamic\": false, \"geometry\": {\"shape\": \"half_space\"}},"
        "{\"name\": \"sheared\", \"position\": [0, 0, 0.0205],"
        " \"geometry\": {\"shape\": \"box\", \"size\": [0.04, 0.04, 0.04]}},"
        "{\"name\": \"held\", \"position\": [0, 0.1, 0.0205], \"orientation\": [1, 0.02, 0.01, 0],"
        " \"geometry\": {\"shape\": \"box\", \"size\": [0.04, 0.04, 0.04]}},"
        "{\"name\": \"ball\", \"position\": [0, 0.2, 0.0205],"
        " \"geometry\": {\"shape\": \"ellipsoid\", \"size\": [0.02, 0.02, 0.02]}},"
        "{\"name\": \"rolling\", \"position\": [0, 0.3, 0.0205],"
        " \"geometry\": {\"shape\": \"ellipsoid\", \"size\": [0.02, 0.02, 0.02]}}],"
        "\"collisions\": ["
        "{\"name\": \"roll\", \"friction\": 0.5, \"rolling_friction\": 1e-3,"
        " \"torsional_friction\": 1e-3},"
        "{\"name\": \"layer\", \"bodies_a\": [\"bodies/sheared\"], \"bodies_b\": "
        "[\"bodies/ground\"],"
        " \"method\": \"elastic_foundation\", \"lateral_stiffness\": 0.3, \"friction\": 0.5},"
        "{\"name\": \"field\", \"bodies_a\": [\"bodies/held\"], \"bodies_b\": [\"bodies/ground\"],"
        " \"method\": \"pressure_field\", \"modulus\": 1e5, \"half_space_thickness\": 0.01,"
        " \"lateral_stiffness\": 0.4, \"friction\": 0.5},"
        "{\"name\": \"hertz\", \"bodies_a\": [\"bodies/ball\"], \"bodies_b\": [\"bodies/ground\"],"
        " \"method\": \"hunt_crossley\", \"modulus\": 1e5, \"friction\": 0.5}]}");
}

static void do_giving_hand(SnRecordingFixture *f, uint64_t step)
{
    static const char *const frictions[] = {"collisions/roll:friction", "collisions/layer:friction",
                                            "collisions/field:friction",
                                            "collisions/hertz:friction"};
    for (size_t i = 0; i < G_N_ELEMENTS(frictions); i++)
        if (step == 20 + 4 * i || step == 50)
            sn_test_set_number(f, frictions[i], step == 50 ? 0.8 : 0.1);
    if (step == 12)
        sn_test_pull(f, "bodies/held", 0.02, 0.1, 0.03);
    else if (step == 35)
        sn_test_release(f);
    else if (step == 40)
        sn_test_set_number(f, "collisions/field:enabled", 0);
    else if (step == 43)
        sn_test_set_number(f, "collisions/field:enabled", 1);
}

typedef struct Handled {
    const char *name;
    SnModel *(*make)(void);
    void (*do_hand)(SnRecordingFixture *f, uint64_t step);
    uint64_t n; /* steps */
    bool stiff; /* too stiff for explicit methods, and no equilibrium */
} Handled;

static const Handled HANDLED[] = {{"everything", sn_test_everything, do_hand, 170, false},
                                  {"soft", sn_test_soft, do_soft_hand, 36, false},
                                  {"jointless", sn_test_jointless, do_jointless_hand, 120, false},
                                  {"touching", touching, do_touching_hand, 50, true},
                                  {"giving", giving, do_giving_hand, 60, true}};

static SnModel *make_for(const Handled *handled, int integrator)
{
    SnModel *model = handled->make();
    ((SnModelComponent *)model->root)->integrator = integrator;
    return model;
}

static uint64_t *run_with_hands(SnRecordingFixture *f, const Handled *handled)
{
    uint64_t *hash = g_new(uint64_t, handled->n + 1);
    for (uint64_t i = 0; i <= handled->n; i++) {
        handled->do_hand(f, i);
        hash[i] = sn_test_hash_at(f, NULL);
        if (i < handled->n)
            sn_engine_step(f->engine, 1);
    }
    return hash;
}

/* To and fro in a run with hands on it, on from there, and the same run without looking back. */
static void check_hands(const Handled *handled, int integrator)
{
    const uint64_t n = handled->n;
    SnRecordingFixture f;
    sn_test_set_up(&f, make_for(handled, integrator));
    uint64_t *hash = run_with_hands(&f, handled);
    GRand *random = g_rand_new_with_seed(11);
    for (int i = 0; i < 20; i++) {
        const uint64_t step = (uint64_t)g_rand_int_range(random, 0, (gint32)n + 1);
        g_assert_cmpuint(sn_test_seek_step(&f, step), ==, hash[step]);
        if (i % 5 == 0) {
            sn_engine_step_back(f.engine, 3);
            g_assert_cmpuint(sn_test_hash_at(&f, NULL), ==, hash[step > 3 ? step - 3 : 0]);
            sn_engine_seek(f.engine, 1e6);
            g_assert_cmpuint(sn_test_hash_at(&f, NULL), ==, hash[n]);
        }
    }
    g_rand_free(random);
    g_assert_cmpuint(sn_test_seek_step(&f, n), ==, hash[n]);
    const uint64_t on = sn_test_step_to(&f, n + 10);
    g_assert_cmpint(sn_test_count_spans(&f, SN_SPAN_BRANCH), ==, 0);
    sn_test_tear_down(&f);

    sn_test_set_up(&f, make_for(handled, integrator));
    uint64_t *again = run_with_hands(&f, handled);
    for (uint64_t i = 0; i <= n; i++)
        g_assert_cmpuint(hash[i], ==, again[i]);
    g_assert_cmpuint(sn_test_step_to(&f, n + 10), ==, on);
    sn_test_tear_down(&f);
    g_free(hash);
    g_free(again);
}

static void test_hands(gconstpointer data)
{
    const int integrator = GPOINTER_TO_INT(data);
    int ran = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(HANDLED); i++) {
        SnModel *model = make_for(&HANDLED[i], integrator);
        const bool refused = HANDLED[i].stiff &&
                             (integrator == SN_SYMPLECTIC_EULER || integrator == SN_RUNGE_KUTTA_4 ||
                              integrator == SN_STATIC_EQUILIBRIUM);
        const bool runs = !refused && can_run(model, (int)HANDLED[i].n);
        sn_model_free(model);
        if (!runs)
            continue;
        check_hands(&HANDLED[i], integrator);
        ran++;
    }
    g_assert_cmpint(ran, >=, integrator == SN_BACKWARD_EULER ? (int)G_N_ELEMENTS(HANDLED) : 1);
}

static void test_values_of_the_moment(void)
{
    SnRecordingFixture f;
    sn_test_set_up(&f, sn_test_everything());
    g_free(run_with_hands(&f, &HANDLED[0]));
    sn_test_seek_step(&f, 20);
    g_assert_cmpfloat(sn_test_get_number(&f, "muscles/slow:excitation"), ==, 0.5);
    sn_test_seek_step(&f, 130);
    g_assert_cmpfloat(sn_test_get_number(&f, "muscles/slow:excitation"), ==, 0.9);
    g_assert_cmpfloat(sn_test_get_number(&f, "markers/wrist:location"), ==, 0.09);
    g_assert_cmpfloat(sn_test_get_number(&f, "particles/bead:mass"), ==, 0.02);
    sn_test_tear_down(&f);
}

static void test_step_back(void)
{
    SnRecordingFixture f;
    SnModel *model = sn_test_everything();
    uint64_t *hash = sn_test_hashes(model, 60), step;
    sn_test_set_up(&f, model);
    sn_test_step_to(&f, 60);
    for (uint64_t i = 59; i > 40; i--) {
        sn_engine_step_back(f.engine, 1);
        g_assert_cmpuint(sn_test_hash_at(&f, &step), ==, hash[i]);
        g_assert_cmpuint(step, ==, i);
    }
    sn_engine_step_back(f.engine, 25);
    g_assert_cmpuint(sn_test_hash_at(&f, &step), ==, hash[16]);
    sn_engine_step_back(f.engine, 25);
    g_assert_cmpuint(sn_test_hash_at(&f, &step), ==, hash[0]);
    /* past the end: the last */
    sn_engine_seek(f.engine, 1e6);
    g_assert_cmpuint(sn_test_hash_at(&f, &step), ==, hash[60]);
    sn_engine_seek(f.engine, -3);
    g_assert_cmpuint(sn_test_hash_at(&f, &step), ==, hash[0]);
    g_assert_cmpuint(step, ==, 0);
    g_free(hash);
    sn_test_tear_down(&f);
}

/* --- playing from a moment of the past --- */

static void test_play(void)
{
    enum { N = 300 };
    SnRecordingFixture f;
    SnModel *model = sn_test_everything();
    uint64_t *hash = sn_test_hashes(model, N + 100);
    sn_test_set_up(&f, model);
    sn_test_play_to(&f, N);
    g_assert_cmpuint(sn_test_hash_at(&f, NULL), ==, hash[N]);
    for (int replay = 0; replay < 2; replay++) {
        sn_engine_set_replay(f.engine, replay == 1);
        for (uint64_t from = 0; from < N; from += 90) {
            sn_test_seek_step(&f, from);
            sn_test_play_to(&f, from + 60);
            g_assert_cmpuint(sn_test_hash_at(&f, NULL), ==, hash[from + 60]);
        }
    }
    /* over the end of what is recorded */
    sn_test_seek_step(&f, N - 50);
    sn_test_play_to(&f, N + 100);
    g_assert_cmpuint(sn_test_hash_at(&f, NULL), ==, hash[N + 100]);
    SnRecordingReport *r = sn_test_recording(&f);
    g_assert_cmpint(r->n_spans, ==, 1);
    g_assert_cmpfloat_with_epsilon(r->to, 0.4, 1e-9);
    sn_recording_report_free(r);
    g_free(hash);
    sn_test_tear_down(&f);
}

/* Shown at the speed of the clock, not as fast as it goes. */
static void test_replay_speed(void)
{
    SnRecordingFixture f;
    sn_test_set_up(&f, sn_test_everything());
    sn_test_step_to(&f, 400);
    sn_test_seek_step(&f, 100);
    sn_engine_set_speed(f.engine, 1);
    const int64_t before = sn_clock_ns();
    sn_test_play_to(&f, 300);
    g_assert_cmpfloat(1e-9 * (double)(sn_clock_ns() - before), >, 0.19);
    sn_test_tear_down(&f);
}

static void test_reset(void)
{
    SnRecordingFixture f;
    SnModel *model = sn_test_everything();
    uint64_t *hash = sn_test_hashes(model, 100);
    sn_test_set_up(&f, model);
    sn_test_step_to(&f, 100);
    sn_engine_reset(f.engine);
    g_assert_cmpuint(sn_test_hash_at(&f, NULL), ==, hash[0]);
    SnRecordingReport *r = sn_test_recording(&f);
    g_assert_cmpfloat_with_epsilon(r->to, 0.1, 1e-9);
    sn_recording_report_free(r);
    g_assert_cmpuint(sn_test_step_to(&f, 50), ==, hash[50]);
    /* with another value it begins anew */
    sn_test_seek_step(&f, 100);
    sn_test_set_number(&f, "muscles/slow:excitation", 0.8);
    sn_engine_reset(f.engine);
    const uint64_t start = sn_test_hash_at(&f, NULL);
    r = sn_test_recording(&f);
    g_assert_cmpfloat(r->to, ==, 0);
    sn_recording_report_free(r);
    g_assert_cmpint(sn_test_count_spans(&f, SN_SPAN_BRANCH), ==, 1);
    const uint64_t other = sn_test_step_to(&f, 50);
    g_assert_cmpuint(other, !=, hash[50]);
    g_free(hash);
    sn_test_tear_down(&f);
    /* which is the run of a model that had it from the start */
    sn_test_set_up(&f, sn_test_everything());
    sn_test_set_number(&f, "muscles/slow:excitation", 0.8);
    g_assert_cmpuint(sn_test_hash_at(&f, NULL), ==, start);
    g_assert_cmpuint(sn_test_step_to(&f, 50), ==, other);
    sn_test_tear_down(&f);
}

/* --- the log --- */

static void test_log(void)
{
    char *folder = g_dir_make_tmp("sinew-XXXXXX", NULL);
    char *path = g_build_filename(folder, "run.jsonl", NULL);
    GError *error = NULL;
    SnRecordingFixture f;
    sn_test_set_up(&f, sn_test_everything());
    g_assert_true(sn_engine_log_commands(f.engine, path, &error));
    sn_test_step_to(&f, 60);
    sn_test_set_number(&f, "muscles/slow:excitation", 0.9);
    sn_test_step_to(&f, 100);
    sn_test_seek_step(&f, 30);
    sn_test_step_to(&f, 45);
    sn_test_set_gain(&f, 0.5);
    sn_test_pull(&f, "bodies/lower", 0.3, 0.1, 0.1);
    sn_test_step_to(&f, 70);
    sn_test_release(&f);
    sn_test_seek_step(&f, 20);
    sn_test_seek_step(&f, 60);
    sn_test_set_vector(&f, "bodies/free:velocity", 0, 0.2, 0);
    const SnId gone = sn_test_id(f.model, "springs/band");
    g_assert_true(sn_edit_remove(f.model, &gone, 1, NULL));
    sn_test_compile(&f);
    sn_test_step_to(&f, 80);
    sn_engine_switch_branch(f.engine, sn_test_newest_branch(&f));
    sn_test_seek_step(&f, 65);
    uint64_t steps;
    const uint64_t hash = sn_test_hash_at(&f, &steps);
    g_assert_true(sn_engine_log_commands(f.engine, NULL, &error));
    sn_test_tear_down(&f);

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
    SnRecordingFixture f;
    SnModel *model = sn_test_jointless();
    uint64_t *hash = sn_test_hashes(model, N);
    sn_test_set_up(&f, model);
    const SnWaypointMark mark = {{901, 1, 0}, 0.777, false};
    sn_engine_set_waypoints(f.engine, &mark, 1);
    SnRecordingReport *r = sn_test_recording(&f);
    const size_t budget = r->used + 20000;
    sn_recording_report_free(r);
    sn_engine_set_record_budget(f.engine, budget);
    sn_test_received(&f, "");
    sn_test_step_to(&f, N);
    r = sn_test_recording(&f);
    g_test_message("%d states, %zu of %zu bytes", r->n_states, r->used, r->budget);
    g_assert_cmpuint(r->used, <=, budget + 1024); /* samples grow until the next state is kept */
    g_assert_cmpint(r->n_kept, ==, 1);
    g_assert_cmpint(r->n_states, >, 4);
    g_assert_cmpint(r->n_states, <, N / 500);
    sn_recording_report_free(r);
    g_assert_true(sn_test_received(&f, "memory"));
    g_assert_cmpuint(sn_test_seek_step(&f, 777), ==, hash[777]);
    GRand *random = g_rand_new_with_seed(3);
    for (int i = 0; i < 10; i++) {
        const uint64_t step = (uint64_t)g_rand_int_range(random, 0, N + 1);
        g_assert_cmpuint(sn_test_seek_step(&f, step), ==, hash[step]);
    }
    /* branches go first */
    sn_test_seek_step(&f, 30000);
    sn_test_set_number(&f, "muscles/m:excitation", 0.9);
    g_assert_cmpint(sn_test_count_spans(&f, SN_SPAN_BRANCH), ==, 1);
    sn_test_step_to(&f, 60000);
    g_assert_cmpint(sn_test_count_spans(&f, SN_SPAN_BRANCH), ==, 0);
    g_rand_free(random);
    g_free(hash);
    sn_test_tear_down(&f);
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
        name = g_strdup_printf("/recording/hands/%s", names[i]);
        g_test_add_data_func(name, GINT_TO_POINTER(i), test_hands);
        g_free(name);
    }
    g_test_add_func("/recording/seek 200 times", test_seek_200);
    g_test_add_func("/recording/values of the moment", test_values_of_the_moment);
    g_test_add_func("/recording/step back", test_step_back);
    g_test_add_func("/recording/play", test_play);
    g_test_add_func("/recording/replay speed", test_replay_speed);
    g_test_add_func("/recording/impact", test_impact);
    g_test_add_func("/recording/reset", test_reset);
    g_test_add_func("/recording/log", test_log);
    g_test_add_func("/recording/budget", test_budget);
    return g_test_run();
}
