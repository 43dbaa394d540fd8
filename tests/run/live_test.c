/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The simulation without a thread: a live value is the value compiled, commands replay bit by bit,
 * state is carried across structural edits, a step allocates nothing. */
#include "engine/model/classes/body.h"
#include "engine/model/classes/class_table.h"
#include "engine/model/classes/fem.h"
#include "engine/model/edit/edit.h"
#include "engine/run/file/command_log.h"
#include "tests/run/model_helper.h"
#include "tests/support/counting_malloc.h"

#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- live = compiled --- */

/* Another value that every row takes; false where there is none to try. */
static bool other_value(const SnProperty *property, const SnValue *value, SnValue *other)
{
    sn_value_copy(value, other);
    char text[256];
    if (property->type == SN_TYPE_BOOL) {
        other->boolean = !value->boolean;
    } else if (property->type == SN_TYPE_QUAT) {
        const double turned[4] = {0.9887710779360422, 0.14943813247359922, 0, 0};
        memcpy(other->number, turned, sizeof turned);
    } else {
        const int n = sn_type_width(property->type);
        for (int i = 0; i < n; i++)
            other->number[i] = value->number[i] * 0.9 + 0.001 * (i + 1);
    }
    return sn_property_check(property, other, text, sizeof text);
}

/* Rows that are live for most, but ask for a compile here: markers on FEM models have their weights
 * from the compiler, and so do viscous terms that come or go. */
static bool is_structural_here(const SnModel *model, SnId id, const SnProperty *property)
{
    const SnComponent *component = sn_model_get(model, id);
    if (property->bind == SN_BIND_MARKER_LOCATION) {
        const SnComponent *carrier = sn_model_get(model, ((const SnMarker *)component)->frame);
        return carrier && carrier->class == &SN_CLASS_FEM;
    }
    if (property->kind == SN_START) /* where things start says where they are attached */
        return property->bind == SN_BIND_POSITION || property->bind == SN_BIND_ORIENTATION;
    return (property->flags & SN_MAY_COMPILE) != 0;
}

/* Sets one value live at a step, and compiles it in at the same step: the same state after. */
static int compare_row(const SnModel *model, SnId id, int row, int steps)
{
    const SnProperty *property = sn_model_property(model, id, row);
    SnModel *edited = sn_model_copy(model);
    SnValue value, other;
    sn_model_effective(model, id, property, &value, NULL);
    const bool tried = other_value(property, &value, &other);
    GError *error = NULL;
    if (tried)
        sn_edit_set(edited, id, row, &other, &error);
    g_assert_no_error(error);
    int done = 0;
    if (tried) {
        SnSimulation *live = sn_test_simulation(model), *compiled = sn_test_simulation(model);
        sn_test_steps(live, steps);
        sn_test_steps(compiled, steps);
        double number[6];
        const int n = sn_value_numbers(&other, number);
        char *path = sn_model_path(model, id);
        if (sn_simulation_set(live, id, row, number, n, edited->revision)) {
            sn_test_install(compiled, edited, false);
            sn_test_steps(live, 30);
            sn_test_steps(compiled, 30);
            if (sn_simulation_hash(live) != sn_simulation_hash(compiled))
                g_error("%s:%s set at step %d: live and compiled runs differ", path, property->name,
                        steps);
            done = 1;
        } else if (!is_structural_here(model, id, property)) {
            g_error("%s:%s is bound but cannot be set live", path, property->name);
        }
        g_free(path);
        sn_simulation_free(live);
        sn_simulation_free(compiled);
    }
    sn_value_clear(&value);
    sn_value_clear(&other);
    sn_model_free(edited);
    return done;
}

typedef struct Sweep {
    SnModel *model;
    int steps, done;
} Sweep;

static bool is_live(const Sweep *sweep, const SnProperty *property)
{
    if (property->bind == SN_BIND_NONE || property->bind == SN_BIND_STYLE ||
        property->bind == SN_BIND_DOCUMENT || sn_type_width(property->type) == 0)
        return false;
    /* later, a start value is an intervention on the state and no property of the model */
    return property->kind == SN_PARAMETER || property->kind == SN_INPUT ||
           (property->kind == SN_START && sweep->steps == 0);
}

static void sweep_object(Sweep *sweep, SnId id)
{
    const int n = sn_model_n_properties(sweep->model, id);
    for (int row = 0; row < n; row++) {
        const SnProperty *property = sn_model_property(sweep->model, id, row);
        if (is_live(sweep, property) && sn_model_applies(sweep->model, id, property))
            sweep->done += compare_row(sweep->model, id, row, sweep->steps);
    }
}

static bool sweep_component(SnComponent *component, void *data)
{
    Sweep *sweep = data;
    /* values of a model reach the system through those that inherit them: tested below */
    if (component->class == sweep->model->root->class)
        return true;
    sweep_object(sweep, component->id);
    for (int a = 0; a < component->class->n_arrays; a++)
        for (int i = 0; i < sn_component_array(component, a)->n; i += 7)
            sweep_object(sweep, sn_id_of_entry(component->id, (unsigned)a, (uint32_t)i));
    return true;
}

static void live_is_compiled(SnModel *model, int at_step, int at_start)
{
    Sweep sweep = {.model = model, .steps = 20};
    sn_component_walk(model->root, sweep_component, &sweep);
    g_test_message("%d values set at step 20", sweep.done);
    g_assert_cmpint(sweep.done, >=, at_step);
    sweep = (Sweep){.model = model};
    sn_component_walk(model->root, sweep_component, &sweep);
    g_test_message("%d values set at t = 0", sweep.done);
    g_assert_cmpint(sweep.done, >=, at_start);
    sn_model_free(model);
}

static void test_live_is_compiled(void)
{
    live_is_compiled(sn_test_everything(), 70, 80);
}

static void test_live_is_compiled_soft(void)
{
    live_is_compiled(sn_test_soft(), 60, 70);
}

/* What the edit layer sends for an inherited value: the owner's, then each heir's. */
static void test_live_inherited(void)
{
    SnModel *model = sn_test_everything();
    SnSimulation *live = sn_test_simulation(model), *compiled = sn_test_simulation(model);
    sn_test_steps(live, 10);
    sn_test_steps(compiled, 10);
    const double gravity[3] = {0.5, 0, -8};
    static const char *const heirs[] = {
        ".",           "bodies/upper", "bodies/lower",   "bodies/led",
        "bodies/free", "bodies/foot",  "particles/bead", "particles/pin"};
    for (size_t i = 0; i < G_N_ELEMENTS(heirs); i++) {
        const SnId id = i == 0 ? model->root->id : sn_test_id(model, heirs[i]);
        const int row = sn_model_find_property(model, id, "gravity");
        g_assert_true(sn_simulation_set(live, id, row, gravity, 3, 2));
    }
    const int row = sn_model_find_property(model, model->root->id, "gravity");
    SnValue value = {.type = SN_TYPE_VEC3, .number = {0.5, 0, -8}};
    g_assert_true(sn_edit_set(model, model->root->id, row, &value, NULL));
    sn_test_install(compiled, model, false);
    sn_test_steps(live, 30);
    sn_test_steps(compiled, 30);
    g_assert_cmpuint(sn_simulation_hash(live), ==, sn_simulation_hash(compiled));
    sn_simulation_free(live);
    sn_simulation_free(compiled);
    sn_model_free(model);
}

static void test_intervention(void)
{
    SnModel *model = sn_test_everything();
    SnSimulation *s = sn_test_simulation(model);
    const SnTarget position = sn_test_target(model, "particles/bead:position");
    const uint64_t start = sn_simulation_hash(s);
    sn_test_steps(s, 10);
    const double there[3] = {0.3, 0.2, 0.25};
    double now[6];
    g_assert_true(sn_simulation_set(s, position.id, position.row, there, 3, 2));
    g_assert_cmpint(sn_simulation_get(s, position.id, position.row, now), ==, 3);
    g_assert_cmpfloat(now[2], ==, 0.25);
    /* not kept: reset returns to the model's start */
    sn_simulation_reset(s);
    g_assert_cmpuint(sn_simulation_hash(s), ==, start);
    /* results cannot be set, nor things that are not there */
    const SnTarget force = sn_test_target(model, "muscles/flexor:force");
    g_assert_false(sn_simulation_set(s, force.id, force.row, there, 1, 2));
    g_assert_false(sn_simulation_set(s, (SnId){9999, 1, 0}, 0, there, 1, 2));
    g_assert_false(sn_simulation_set(s, position.id, position.row, there, 1, 2));
    sn_simulation_free(s);
    sn_model_free(model);
}

/* --- carry --- */

static void test_carry(void)
{
    SnModel *model = sn_test_everything();
    SnSimulation *s = sn_test_simulation(model);
    sn_test_steps(s, 50);
    static const char *const kept[] = {"bodies/upper:position",    "bodies/upper:angular_velocity",
                                       "bodies/lower:orientation", "particles/bead:velocity",
                                       "muscles/slow:activation",  "bodies/led:position",
                                       "markers/wrist:position",   "joints/elbow:angle",
                                       "joints/wall:normal_force"};
    double before[G_N_ELEMENTS(kept)][6], after[6];
    for (size_t i = 0; i < G_N_ELEMENTS(kept); i++) {
        const SnTarget target = sn_test_target(model, kept[i]);
        g_assert_cmpint(sn_simulation_get(s, target.id, target.row, before[i]), >, 0);
    }
    /* remove a muscle in the middle, add a particle in front, move a body's centre of mass */
    SnId gone = sn_test_id(model, "muscles/flexor");
    g_assert_true(sn_edit_remove(model, &gone, 1, NULL));
    SnComponent *particle = sn_component_new(sn_class_by_name("particle"), "new");
    const SnId added =
        sn_edit_add(model, sn_model_list(model->root, "particles")->id, particle, 0, NULL);
    g_assert_false(sn_id_is_null(added));
    const SnTarget center = sn_test_target(model, "bodies/lower:inertia.center");
    SnValue value = {.type = SN_TYPE_VEC3, .number = {-0.01, 0.002, 0}};
    g_assert_true(sn_edit_set(model, center.id, center.row, &value, NULL));
    sn_test_install(s, model, false);
    g_assert_cmpuint(s->state->step, ==, 50);
    for (size_t i = 0; i < G_N_ELEMENTS(kept); i++) {
        const SnTarget target = sn_test_target(model, kept[i]);
        const int n = sn_simulation_get(s, target.id, target.row, after);
        for (int k = 0; k < n; k++)
            if (fabs(after[k] - before[i][k]) > 1e-12 * (1 + fabs(before[i][k])))
                g_error("%s [%d]: %.17g before, %.17g after", kept[i], k, before[i][k], after[k]);
    }
    sn_test_steps(s, 50);
    /* never stepped: a compile starts anew */
    sn_simulation_reset(s);
    sn_test_install(s, model, false);
    SnSimulation *fresh = sn_test_simulation(model);
    g_assert_cmpuint(sn_simulation_hash(s), ==, sn_simulation_hash(fresh));
    sn_simulation_free(fresh);
    sn_simulation_free(s);
    sn_model_free(model);
}

/* --- command log --- */

static char *scratch_file(const char *name)
{
    char *folder = g_dir_make_tmp("sinew-XXXXXX", NULL);
    char *path = g_build_filename(folder, name, NULL);
    g_free(folder);
    return path;
}

static void set_and_log(SnSimulation *s, SnCommandLog *log, const char *path, double value)
{
    const SnTarget target = sn_test_target(s->model, path);
    g_assert_true(sn_simulation_set(s, target.id, target.row, &value, 1, s->revision + 1));
    sn_command_log_set(log, s, target.id, target.row, &value, 1);
}

static void perform(SnSimulation *s, SnCommandLog *log, SnModel *model)
{
    set_and_log(s, log, "bodies/free:damping", 0.3);
    sn_test_steps(s, 25);
    set_and_log(s, log, "muscles/slow:excitation", 0.1 + 0.2);
    sn_test_steps(s, 10);
    const double local[3] = {0.1, 0, 0.01}, target[3] = {0.4, 0.1, 1.0 / 3};
    sn_simulation_pull(s, sn_test_id(model, "bodies/lower"), local, target);
    sn_command_log_pull(log, s);
    sn_test_steps(s, 20);
    const SnId gone = sn_test_id(model, "joints/wall");
    g_assert_true(sn_edit_remove(model, &gone, 1, NULL));
    sn_test_install(s, model, false);
    sn_command_log_compile(log, s, false);
    sn_test_steps(s, 20);
    sn_simulation_pull(s, SN_ID_NULL, NULL, NULL);
    sn_command_log_pull(log, s);
    sn_command_log_checkpoint(log, s);
    sn_test_steps(s, 10);
    sn_command_log_reset(log, s);
    sn_simulation_reset(s);
    sn_test_steps(s, 30);
}

static void replay_and_compare(const char *path, const SnModel *model, uint64_t hash, uint64_t step)
{
    SnSimulation *s = sn_test_simulation(model);
    GError *error = NULL;
    sn_command_log_replay(path, s, NULL, NULL, NULL, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(s->state->step, ==, step);
    g_assert_cmpuint(sn_simulation_hash(s), ==, hash);
    sn_simulation_free(s);
}

static void test_replay(void)
{
    char *path = scratch_file("log.jsonl");
    SnModel *model = sn_test_everything(), *edited = sn_model_copy(model);
    SnSimulation *s = sn_test_simulation(model);
    GError *error = NULL;
    SnCommandLog *log = sn_command_log_open(path, s, &error);
    g_assert_no_error(error);
    perform(s, log, edited);
    sn_command_log_close(log, s);
    replay_and_compare(path, model, sn_simulation_hash(s), 30);

    /* a log begun in the middle of a run carries the state along */
    log = sn_command_log_open(path, s, &error);
    sn_test_steps(s, 15);
    set_and_log(s, log, "muscles/flexor:law.max_force", 20);
    sn_test_steps(s, 15);
    sn_command_log_close(log, s);
    replay_and_compare(path, model, sn_simulation_hash(s), 60);
    sn_simulation_free(s);
    sn_model_free(model);
    sn_model_free(edited);
    g_remove(path);
    g_free(path);
}

static void expect_replay_error(const SnModel *model, const char *lines, const char *expected)
{
    char *path = scratch_file("bad.jsonl");
    g_assert_true(g_file_set_contents(path, lines, -1, NULL));
    SnSimulation *s = sn_test_simulation(model);
    GError *error = NULL;
    g_assert_false(sn_command_log_replay(path, s, NULL, NULL, NULL, &error));
    if (!strstr(error->message, expected))
        g_error("\"%s\" does not say \"%s\"", error->message, expected);
    g_error_free(error);
    sn_simulation_free(s);
    g_remove(path);
    g_free(path);
}

#define HEAD "{\"sinew_commands\":1}\n"

static void test_replay_errors(void)
{
    SnModel *model = sn_test_everything();
    expect_replay_error(model, "", "empty");
    expect_replay_error(model, "{}\n", ":1: not a command log");
    expect_replay_error(model, HEAD "{\"step\":1", ":2: not a JSON object");
    expect_replay_error(model, HEAD "{\"step\":-1,\"command\":\"reset\"}\n", "needs \"command\"");
    expect_replay_error(model, HEAD "{\"step\":1,\"command\":\"dance\"}\n", "unknown command");
    expect_replay_error(model, HEAD "{\"step\":1,\"command\":\"set\"}\n", "needs \"property\"");
    expect_replay_error(
        model,
        HEAD "{\"step\":1,\"command\":\"set\",\"property\":\"/model/muscles/no:excitation\"}\n",
        "no");
    expect_replay_error(model,
                        HEAD "{\"step\":1,\"command\":\"set\",\"property\":"
                             "\"/model/muscles/slow:excitation\",\"value\":[1,2]}\n",
                        "value");
    expect_replay_error(model, HEAD "{\"step\":1,\"command\":\"pull\"}\n", "component");
    expect_replay_error(model, HEAD "{\"step\":0,\"command\":\"state\",\"data\":[1]}\n",
                        "does not fit");
    expect_replay_error(model,
                        HEAD "{\"step\":5,\"command\":\"release\"}\n"
                             "{\"step\":4,\"command\":\"release\"}\n",
                        "lies before");
    expect_replay_error(model, HEAD "{\"step\":3,\"command\":\"checkpoint\",\"hash\":\"00\"}\n",
                        "differs");
    sn_model_free(model);
}

/* --- allocation --- */

static void test_no_allocation(void)
{
    SnModel *model = sn_test_everything();
    SnSimulation *s = sn_test_simulation(model);
    SnSnapshotPool *pool = sn_snapshot_pool_new();
    SnWatch watches[3];
    static const char *const paths[] = {"markers/wrist:position", "muscles/flexor:excitation",
                                        "joints/elbow:angle"};
    for (int i = 0; i < 3; i++) {
        const SnTarget target = sn_test_target(model, paths[i]);
        watches[i] = (SnWatch){target.id, target.row};
    }
    for (int i = 0; i < 100; i++) {
        sn_test_steps(s, 1);
        sn_recorder_reserve(s->recorder);
        sn_snapshot_pool_publish(pool, sn_simulation_snapshot(s, pool, watches, 3, 1));
    }
    const unsigned long before = sn_test_allocations();
    for (int i = 0; i < 400; i++) {
        const SnFault fault = sn_simulation_step(s);
        g_assert_cmpint(fault.code, ==, SN_FAULT_NONE);
        sn_recorder_reserve(s->recorder);
        sn_snapshot_pool_publish(pool, sn_simulation_snapshot(s, pool, watches, 3, 1));
        sn_snapshot_unref(sn_snapshot_pool_newest(pool));
    }
    g_assert_cmpuint(sn_test_allocations() - before, ==, 0);
    sn_snapshot_pool_free(pool);
    sn_simulation_free(s);
    sn_model_free(model);
}

/* --- recorder --- */

static void test_recorder(void)
{
    SnModel *model = sn_test_everything();
    SnSimulation *s = sn_test_simulation(model);
    const SnId wrist = sn_test_id(model, "probes/wrist"), pose = sn_test_id(model, "probes/pose");
    const SnId inner = sn_test_id(model, "models/inner/probes/wrist");
    sn_test_steps(s, 3000);
    double *times, *values;
    int width;
    g_assert_cmpint(sn_recorder_data(s->recorder, wrist, &times, &values, &width), ==, 301);
    g_assert_cmpint(width, ==, 4);
    for (int i = 0; i <= 300; i++)
        g_assert_cmpfloat_with_epsilon(times[i], 0.01 * i, 1e-9);
    g_assert_cmpfloat(values[0], ==, 0.4);
    free(times), free(values);
    g_assert_cmpint(sn_recorder_data(s->recorder, pose, &times, &values, &width), ==, 3001);
    g_assert_cmpint(width, ==, 7);
    free(times), free(values);
    g_assert_cmpint(sn_recorder_data(s->recorder, inner, &times, &values, &width), ==, 3);
    g_assert_cmpfloat_with_epsilon(times[0], 0.1, 1e-9);
    free(times), free(values);
    /* goes on over a compile that leaves the probe alone, starts again after a reset */
    sn_test_install(s, model, false);
    sn_test_steps(s, 100);
    g_assert_cmpint(sn_recorder_data(s->recorder, wrist, &times, &values, &width), ==, 311);
    free(times), free(values);
    sn_simulation_reset(s);
    g_assert_cmpint(sn_recorder_data(s->recorder, wrist, &times, &values, &width), ==, 1);
    free(times), free(values);
    sn_simulation_free(s);
    sn_model_free(model);
}

static size_t count_samples(const SnSimulation *s, SnId id)
{
    SnSeries *series = sn_recorder_series(s->recorder, id, -1);
    const size_t count = sn_series_count(series);
    sn_series_unref(series);
    return count;
}

/* Cut in the past, gone on with, laid aside and taken back. */
static void test_recorder_cut(void)
{
    SnModel *model = sn_test_everything();
    SnSimulation *s = sn_test_simulation(model);
    const SnId wrist = sn_test_id(model, "probes/wrist"), pose = sn_test_id(model, "probes/pose");
    sn_test_steps(s, 5000);
    SnTracks *all = sn_recorder_save(s->recorder);
    SnSeries *whole = sn_recorder_series(s->recorder, pose, -1);
    g_assert_cmpuint(count_samples(s, pose), ==, 5001);
    sn_recorder_cut(s->recorder, 4.5);
    g_assert_cmpuint(count_samples(s, pose), ==, 4501);
    g_assert_cmpuint(count_samples(s, wrist), ==, 451);
    SnSeries *series = sn_recorder_series(s->recorder, pose, -1);
    for (size_t i = 0; i < 4501; i++)
        for (int k = 0; k < 7; k++)
            g_assert_cmpfloat(sn_series_value(series, i, k), ==, sn_series_value(whole, i, k));
    sn_series_unref(series);
    sn_series_unref(whole);
    /* samples that are there already are not taken twice, later ones go on */
    sn_simulation_sample(s);
    sn_simulation_sample(s);
    g_assert_cmpuint(count_samples(s, pose), ==, 4502);
    sn_recorder_restore(s->recorder, all);
    sn_tracks_free(all);
    g_assert_cmpuint(count_samples(s, pose), ==, 5001);
    sn_test_steps(s, 10);
    g_assert_cmpuint(count_samples(s, pose), ==, 5011);
    g_assert_cmpuint(count_samples(s, wrist), ==, 502);
    sn_simulation_free(s);
    sn_model_free(model);
}

/* Properties besides: from now on, at every step. */
static void test_recorder_traces(void)
{
    SnModel *model = sn_test_everything();
    SnSimulation *s = sn_test_simulation(model);
    const SnTarget angle = sn_test_target(model, "joints/elbow:angle");
    const SnTarget name = sn_test_target(model, "bodies/led:geometry.shape");
    const SnWatch traces[] = {{angle.id, angle.row}, {name.id, name.row}, {{3000, 1, 0}, 0}};
    sn_test_steps(s, 10);
    sn_recorder_set_traces(s->recorder, model, traces, 3);
    g_assert_null(sn_recorder_series(s->recorder, name.id, name.row));
    sn_test_steps(s, 20);
    SnSeries *series = sn_recorder_series(s->recorder, angle.id, angle.row);
    g_assert_cmpuint(sn_series_count(series), ==, 20);
    double value[6];
    sn_simulation_get(s, angle.id, angle.row, value);
    g_assert_cmpfloat(sn_series_value(series, 19, 0), ==, value[0]);
    /* the same list again goes on, and so it does over a compile */
    sn_recorder_set_traces(s->recorder, model, traces, 1);
    sn_test_install(s, model, false);
    sn_test_steps(s, 5);
    g_assert_cmpuint(sn_series_count(series), ==, 25);
    sn_recorder_begin_traces(s->recorder, 0.02);
    g_assert_cmpuint(sn_series_count(series), ==, 25);
    sn_recorder_begin_traces(s->recorder, 0.005);
    SnSeries *fresh = sn_recorder_series(s->recorder, angle.id, angle.row);
    g_assert_cmpuint(sn_series_count(fresh), ==, 0);
    sn_series_unref(fresh);
    sn_recorder_set_traces(s->recorder, model, NULL, 0);
    g_assert_null(sn_recorder_series(s->recorder, angle.id, angle.row));
    sn_series_unref(series);
    sn_simulation_free(s);
    sn_model_free(model);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/live/is compiled", test_live_is_compiled);
    g_test_add_func("/live/is compiled/soft", test_live_is_compiled_soft);
    g_test_add_func("/live/inherited", test_live_inherited);
    g_test_add_func("/live/intervention", test_intervention);
    g_test_add_func("/carry", test_carry);
    g_test_add_func("/log/replay", test_replay);
    g_test_add_func("/log/errors", test_replay_errors);
    g_test_add_func("/no allocation", test_no_allocation);
    g_test_add_func("/recorder/samples", test_recorder);
    g_test_add_func("/recorder/cut", test_recorder_cut);
    g_test_add_func("/recorder/traces", test_recorder_traces);
    return g_test_run();
}
