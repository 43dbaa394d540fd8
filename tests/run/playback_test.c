/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What probes drive: inputs from clips and files, parameters that come and go, tables exchanged
 * while it runs, values at a moment that was gone back to. */
#include "engine/compile/parts/probe_tables.h"
#include "engine/model/classes/probe.h"
#include "engine/model/edit/edit.h"
#include "engine/sim/bind/playback.h"
#include "tests/run/model_helper.h"
#include "tests/support/counting_malloc.h"

#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char MASS[] =
    "{\"gravity\": [0, 0, 0], \"solver\": {\"max_step\": 0.001},"
    " \"particles\": [{\"name\": \"p\", \"position\": [0.2, 0, 0], \"mass\": 2},"
    "   {\"name\": \"q\", \"position\": [0, 0, 1], \"gravity\": [0, 1, 0]},"
    "   {\"name\": \"r\", \"position\": [0, 1, 1]}],"
    " \"markers\": [{\"name\": \"o\"}],"
    " \"springs\": [{\"class\": \"axial_spring\", \"name\": \"s\", \"law\": {\"stiffness\": 50,"
    "   \"rest_is_start\": false, \"rest_length\": 0.1},"
    "   \"points\": [\"markers/o\", \"particles/p\"]}],"
    " \"probes\": [%s]}";

static const char STIFFNESS[] =
    "{\"class\": \"input_probe\", \"name\": \"k\", \"targets\": [\"springs/s:law.stiffness\"],"
    " \"interpolation\": \"cubic\", \"extend\": false, \"knots\": [{\"time\": 0.01, \"values\": "
    "[30]}, {\"time\": 0.03, \"values\": [90]}, {\"time\": 0.06, \"values\": [10]}]}";

static SnModel *mass_model(const char *probes)
{
    g_autofree char *json = g_strdup_printf(MASS, probes);
    return sn_test_model(json);
}

/* The natural spline through the knots of STIFFNESS, by its one unknown. */
static double stiffness_at(double t)
{
    const double h = 0.02, k = 0.03, slope = 60 / h, after = -80 / k;
    const double m = 6 * (after - slope) / (2 * (h + k));
    if (t < 0.01 - 1e-12 || t > 0.06 + 1e-12)
        return 50;
    if (t < 0.03) {
        const double b = (t - 0.01) / h;
        return 30 + 60 * b + (b * b * b - b) * m * h * h / 6;
    }
    const double b = (t - 0.03) / k, a = 1 - b;
    return 90 - 80 * b + (a * a * a - a) * m * k * k / 6;
}

static void swap_tables(SnSimulation *s, const SnModel *model)
{
    GError *error = NULL;
    SnProbeTables *tables = sn_probe_tables_new(model, s->compiled->system, &error);
    g_assert_no_error(error);
    sn_probe_tables_swap(tables, s->compiled->system);
    sn_probe_tables_free(tables);
}

static void edit_number(SnModel *model, const char *path, double value)
{
    const SnTarget target = sn_test_target(model, path);
    const SnProperty *row = sn_model_property(model, target.id, target.row);
    SnValue edited = {.type = row->type};
    if (row->type == SN_TYPE_BOOL)
        edited.boolean = value != 0;
    else
        edited.number[0] = value;
    GError *error = NULL;
    sn_edit_set(model, target.id, target.row, &edited, &error);
    g_assert_no_error(error);
}

/* Driven is set by hand at each step; base before, after, and when the probe is off. */
static void test_parameter(void)
{
    SnModel *driven_model = mass_model(STIFFNESS), *plain = mass_model("");
    SnSimulation *driven = sn_test_simulation(driven_model), *hand = sn_test_simulation(plain);
    for (int i = 1; i <= 100; i++) {
        const double t = i * 0.001;
        sn_test_steps(driven, 1);
        const double k = sn_test_number(driven, "springs/s:law.stiffness");
        g_assert_cmpfloat(fabs(k - stiffness_at(t)), <, 1e-12);
        sn_test_set(hand, "springs/s:law.stiffness", k);
        sn_test_steps(hand, 1);
        g_assert_cmpuint(sn_simulation_hash(driven), ==, sn_simulation_hash(hand));
    }
    sn_simulation_free(driven);
    sn_simulation_free(hand);
    sn_model_free(driven_model);
    sn_model_free(plain);
}

/* A moment gone back to has the parameters of that moment, and goes on with the same bits. */
static void test_going_back(void)
{
    SnModel *model = mass_model(STIFFNESS);
    SnSimulation *s = sn_test_simulation(model);
    sn_test_steps(s, 20);
    SnState *kept = sn_state_copy(s->state);
    const double then = sn_test_number(s, "springs/s:law.stiffness");
    sn_test_steps(s, 60);
    g_assert_cmpfloat(sn_test_number(s, "springs/s:law.stiffness"), ==, 50);
    const uint64_t hash = sn_simulation_hash(s);
    const int n = (int)((kept->size - sizeof *kept) / sizeof(double));
    g_assert_true(sn_simulation_restore(s, kept->step, kept->time, kept->active, kept->data, n));
    g_assert_cmpfloat(sn_test_number(s, "springs/s:law.stiffness"), ==, then);
    g_assert_cmpuint(sn_state_hash(kept), ==, sn_simulation_hash(s));
    sn_test_steps(s, 60);
    g_assert_cmpuint(sn_simulation_hash(s), ==, hash);
    free(kept);
    sn_simulation_free(s);
    sn_model_free(model);
}

/* While it is driven, a value that is set is the base value: it comes into force when the probe
 * falls silent. */
static void test_set_while_driven(void)
{
    SnModel *model = mass_model(STIFFNESS);
    SnSimulation *s = sn_test_simulation(model);
    sn_test_steps(s, 20);
    sn_test_set(s, "springs/s:law.stiffness", 77);
    g_assert_cmpfloat(fabs(sn_test_number(s, "springs/s:law.stiffness") - stiffness_at(0.02)), <,
                      1e-12);
    sn_test_set(s, "springs/s:law.damping", 3);
    g_assert_cmpfloat(sn_test_number(s, "springs/s:law.damping"), ==, 3);
    g_assert_cmpfloat(fabs(sn_test_number(s, "springs/s:law.stiffness") - stiffness_at(0.02)), <,
                      1e-12);
    sn_test_steps(s, 60);
    g_assert_cmpfloat(sn_test_number(s, "springs/s:law.stiffness"), ==, 77);
    sn_simulation_free(s);
    sn_model_free(model);
}

/* A model's gravity drives those that inherit it, and no others: with g = -6 t, free fall of
 * symplectic steps is the sum of the steps before. */
static void test_gravity(void)
{
    SnModel *model = mass_model(
        "{\"class\": \"input_probe\", \"name\": \"g\", \"targets\": [\"/model:gravity\"],"
        " \"mapping\": [{\"gain\": 0}, {\"gain\": 0}, {\"gain\": -6}],"
        " \"knots\": [{\"time\": 0, \"values\": [0]}, {\"time\": 1, \"values\": [1]}]}");
    SnSimulation *s = sn_test_simulation(model);
    double velocity = 0;
    for (int i = 1; i <= 50; i++) {
        sn_test_steps(s, 1);
        velocity += -6 * i * 0.001 * 0.001;
    }
    double value[6];
    const SnTarget r = sn_test_target(model, "particles/r:velocity"),
                   q = sn_test_target(model, "particles/q:velocity"),
                   g = sn_test_target(model, "/model:gravity");
    sn_simulation_get(s, r.id, r.row, value);
    g_assert_cmpfloat(fabs(value[2] - velocity), <, 1e-14);
    sn_simulation_get(s, q.id, q.row, value);
    g_assert_true(fabs(value[1] - 0.05) < 1e-14 && value[2] == 0);
    /* the panel is told who */
    SnSnapshotPool *pool = sn_snapshot_pool_new();
    const SnWatch watch = {g.id, g.row};
    SnSnapshot *snapshot = sn_simulation_snapshot(s, pool, &watch, 1, 1);
    g_assert_true(snapshot->watched[0].driven);
    g_assert_cmpint(snapshot->watched[0].n, ==, 3);
    g_assert_cmpfloat(fabs(snapshot->watched[0].value[2] + 0.3), <, 1e-12);
    g_assert_true(sn_id_equal(snapshot->watched[0].driver, sn_test_id(model, "probes/g")));
    sn_snapshot_unref(snapshot);
    sn_snapshot_pool_free(pool);
    sn_simulation_free(s);
    sn_model_free(model);
}

/* Values stop where the property's range does; where its end itself is not allowed (a mass of 0),
 * the base value stands. */
static void test_range(void)
{
    SnModel *model = mass_model(
        "{\"class\": \"input_probe\", \"targets\": [\"springs/s:law.stiffness\", "
        "\"particles/p:mass\"], \"knots\": [{\"time\": 0, \"values\": [3]}, {\"time\": 0.04, "
        "\"values\": [-1]}]}");
    SnSimulation *s = sn_test_simulation(model);
    for (int i = 1; i <= 40; i++) {
        sn_test_steps(s, 1);
        const double value = 3 - 100 * s->state->time;
        const bool above = value > 1e-9;
        if (fabs(value) < 1e-9)
            continue;
        g_assert_cmpfloat(fabs(sn_test_number(s, "springs/s:law.stiffness") - fmax(value, 0)), <,
                          1e-12);
        g_assert_cmpfloat(fabs(sn_test_number(s, "particles/p:mass") - (above ? value : 2)), <,
                          1e-12);
    }
    sn_simulation_free(s);
    sn_model_free(model);
}

/* What is on or off follows a step: a joint that lets go at 0.02 s. */
static void test_on_and_off(void)
{
    SnModel *model = sn_test_model(
        "{\"solver\": {\"max_step\": 0.001}, \"particles\": [{\"name\": \"p\"}],"
        " \"joints\": [{\"class\": \"point_on_plane\", \"name\": \"floor\", \"point\": "
        "\"particles/p\"}], \"probes\": [{\"class\": \"input_probe\", \"targets\": "
        "[\"joints/floor:enabled\"], \"interpolation\": \"step\", \"knots\": [{\"time\": 0, "
        "\"values\": [1]}, {\"time\": 0.0205, \"values\": [0]}]}]}");
    SnSimulation *s = sn_test_simulation(model);
    const SnTarget velocity = sn_test_target(model, "particles/p:velocity");
    double value[6];
    sn_test_steps(s, 20);
    sn_simulation_get(s, velocity.id, velocity.row, value);
    g_assert_cmpfloat(fabs(value[2]), <, 1e-12);
    sn_test_steps(s, 30);
    sn_simulation_get(s, velocity.id, velocity.row, value);
    g_assert_cmpfloat(fabs(value[2] + 30 * 0.001 * 9.81), <, 1e-12);
    sn_simulation_free(s);
    sn_model_free(model);
}

/* Of probes that drive the same, that of the outer model has the last word, then the later one. */
static void test_last_word(void)
{
#define HOLD(name, number)                                                                         \
    "{\"class\": \"input_probe\", \"name\": \"" name "\", \"targets\": "                           \
    "[\"/model/springs/s:law.stiffness\"], \"knots\": [{\"time\": 0, \"values\": [" number "]}]}"
    SnModel *model = mass_model(HOLD("a", "1") ", " HOLD(
        "b", "2") "], \"models\": [{\"name\": \"inner\", \"probes\": [" HOLD("c", "3") "]}");
    SnSimulation *s = sn_test_simulation(model);
    g_assert_cmpfloat(sn_test_number(s, "springs/s:law.stiffness"), ==, 2);
    edit_number(model, "probes/b:enabled", 0);
    swap_tables(s, model);
    sn_test_steps(s, 1);
    g_assert_cmpfloat(sn_test_number(s, "springs/s:law.stiffness"), ==, 1);
    edit_number(model, "probes/a:enabled", 0);
    swap_tables(s, model);
    sn_test_steps(s, 1);
    g_assert_cmpfloat(sn_test_number(s, "springs/s:law.stiffness"), ==, 3);
    sn_simulation_free(s);
    sn_model_free(model);
#undef HOLD
}

/* --- tables exchanged --- */

/* Exchanged is compiled; a probe that is off or gone gives the base value back; what is only
 * recorded does not count for the motion. */
static void test_swap(void)
{
    SnModel *model = mass_model(STIFFNESS);
    SnSimulation *swapped = sn_test_simulation(model), *compiled = sn_test_simulation(model);
    const SnSystem *system = swapped->compiled->system;
    const uint64_t before = sn_probe_inputs_fingerprint(system);
    sn_test_steps(swapped, 20);
    sn_test_steps(compiled, 20);
    edit_number(model, "probes/k:gain", 2);
    swap_tables(swapped, model);
    sn_test_install(compiled, model, false);
    g_assert_cmpuint(sn_probe_inputs_fingerprint(system), !=, before);
    g_assert_cmpuint(sn_probe_inputs_fingerprint(system), ==,
                     sn_probe_inputs_fingerprint(compiled->compiled->system));
    sn_test_steps(swapped, 20);
    sn_test_steps(compiled, 20);
    g_assert_cmpuint(sn_simulation_hash(swapped), ==, sn_simulation_hash(compiled));
    g_assert_cmpfloat(
        fabs(sn_test_number(swapped, "springs/s:law.stiffness") - 2 * stiffness_at(0.04)), <,
        1e-12);
    edit_number(model, "probes/k:gain", 1);
    swap_tables(swapped, model);
    g_assert_cmpuint(sn_probe_inputs_fingerprint(system), ==, before);
    sn_test_steps(swapped, 1);
    edit_number(model, "probes/k:enabled", 0);
    swap_tables(swapped, model);
    g_assert_cmpfloat(sn_test_number(swapped, "springs/s:law.stiffness"), ==, 50);
    sn_test_steps(swapped, 1);
    g_assert_cmpfloat(sn_test_number(swapped, "springs/s:law.stiffness"), ==, 50);
    edit_number(model, "probes/k:enabled", 1);
    swap_tables(swapped, model);
    sn_test_steps(swapped, 1);
    g_assert_cmpfloat(sn_test_number(swapped, "springs/s:law.stiffness"), !=, 50);
    const SnId probe = sn_test_id(model, "probes/k");
    g_assert_true(sn_edit_remove(model, &probe, 1, NULL));
    swap_tables(swapped, model);
    g_assert_cmpfloat(sn_test_number(swapped, "springs/s:law.stiffness"), ==, 50);
    g_assert_cmpint(system->probes.n_played, ==, 0);
    const uint64_t none = sn_probe_inputs_fingerprint(system);
    SnProbe *out = (SnProbe *)sn_component_new(&SN_CLASS_OUTPUT_PROBE, "out");
    out->targets = (SnTargets){1, g_new0(SnTarget, 1)};
    out->targets.targets[0] = sn_test_target(model, "springs/s:length");
    sn_edit_add(model, sn_model_list(model->root, "probes")->id, &out->base, -1, NULL);
    swap_tables(swapped, model);
    g_assert_cmpint(system->probes.n_outputs, ==, 1);
    g_assert_cmpuint(sn_probe_inputs_fingerprint(system), ==, none);
    sn_simulation_free(swapped);
    sn_simulation_free(compiled);
    sn_model_free(model);
}

/* A model that was changed so that it cannot be compiled; freed. */
static void expect_error(SnModel *model, const char *text)
{
    GError *error = NULL;
    g_assert_null(sn_compile(model, NULL, NULL, &error));
    if (!g_str_has_prefix(error->message, "/model/probes/k: ") || !strstr(error->message, text))
        g_error("%s; expected %s", error->message, text);
    g_error_free(error);
    sn_model_free(model);
}

static SnInputProbe *probe_of(const SnModel *model)
{
    return (SnInputProbe *)sn_model_get(model, sn_test_id(model, "probes/k"));
}

static void test_errors(void)
{
    static const char MAPPED[] =
        "{\"class\": \"input_probe\", \"name\": \"k\", \"targets\": [\"springs/s:law.stiffness\"],"
        " \"mapping\": [{\"column\": 1}],"
        " \"knots\": [{\"time\": 0, \"values\": [1, 2]}, {\"time\": 1, \"values\": [1, 2]}]}";
    SnModel *model = mass_model(MAPPED);
    probe_of(model)->mapping.n = 0;
    expect_error(model, "knot 0 has 2 values, but its targets take 1");
    model = mass_model(MAPPED);
    ((SnMapping *)probe_of(model)->mapping.entries)->column = 2;
    expect_error(model, "mapping 0 takes column 2, but knot 0 has 2 values");
    model = mass_model(MAPPED);
    probe_of(model)->base.targets.targets[0] = sn_test_target(model, "/model:gravity");
    expect_error(model, "the mapping has 1 entries, but its targets take 3 numbers");
    model = mass_model(MAPPED);
    ((SnKnot *)probe_of(model)->knots.entries)->time = 2;
    expect_error(model, "times must not go back: knot 1 is at 1 s, the one before at 2 s");
    model = mass_model(MAPPED);
    ((SnKnot *)probe_of(model)->knots.entries)[1].values.n = 1;
    expect_error(model, "mapping 0 takes column 1, but knot 1 has 1 values");
    model = mass_model(MAPPED);
    probe_of(model)->base.targets.targets[0] = sn_test_target(model, "springs/s:length");
    expect_error(model, "cannot drive /model/springs/s:length");
    /* where something starts is no parameter */
    model = mass_model(MAPPED);
    GError *error = NULL;
    const SnId probe = sn_test_id(model, "probes/k");
    const int row = sn_model_find_property(model, probe, "targets");
    SnTarget target = sn_test_target(model, "particles/p:position");
    const SnValue value = {.type = SN_TYPE_TARGETS, .targets = {1, &target}};
    g_assert_false(sn_edit_set(model, probe, row, &value, &error));
    g_assert_nonnull(strstr(error->message, "/model/particles/p:position cannot be driven: only"));
    g_error_free(error);
    sn_model_free(model);
}

/* --- clips and files --- */

/* A ramp and its reverse as clips: played forwards, stretched, and with a jump between. */
static void test_clips(void)
{
    SnModel *model = sn_test_model(
        "{\"gravity\": [0, 0, 0], \"solver\": {\"max_step\": 0.001},"
        " \"particles\": [{\"name\": \"p\"}], \"markers\": [{\"name\": \"o\", \"location\": [1, 0, "
        "0]}],"
        " \"muscles\": [{\"name\": \"m\", \"points\": [\"markers/o\", \"particles/p\"],"
        "   \"excitation\": 0.25}],"
        " \"clips\": [{\"name\": \"up\", \"duration\": 0.02, \"knots\": [{\"time\": 0, \"values\": "
        "[0]}, {\"time\": 0.02, \"values\": [1]}]},"
        "   {\"name\": \"on\", \"duration\": 0.01, \"knots\": [{\"time\": 0, \"values\": [0.5]}]}],"
        " \"probes\": [{\"class\": \"input_probe\", \"name\": \"e\","
        "   \"targets\": [\"muscles/m:excitation\"], \"extend\": false, \"start\": 0.01,"
        "   \"segments\": [{\"clip\": \"clips/up\", \"time\": 0},"
        "     {\"clip\": \"clips/on\", \"time\": 0.03},"
        "     {\"clip\": \"clips/up\", \"time\": 0.04, \"scale\": 0.5}]}]}");
    SnSimulation *s = sn_test_simulation(model);
    for (int i = 1; i <= 70; i++) {
        sn_test_steps(s, 1);
        const double t = i * 0.001 - 0.01, slack = 1e-9;
        double expected = 0.25;
        if (t >= -slack && t <= 0.02 + slack)
            expected = t / 0.02;
        else if (t >= 0.04 - slack && t <= 0.05 + slack)
            expected = (t - 0.04) / 0.01;
        else if (t >= 0.03 - slack && t <= 0.04 + slack)
            expected = 0.5;
        g_assert_cmpfloat(fabs(sn_test_number(s, "muscles/m:excitation") - expected), <, 1e-9);
    }
    sn_simulation_free(s);
    sn_model_free(model);
}

/* Without knots of its own, a probe holds the last value of its clips. */
static void test_clips_alone(void)
{
    SnModel *model = mass_model(
        "{\"class\": \"input_probe\", \"name\": \"k\", \"targets\": [\"springs/s:law.stiffness\"],"
        " \"segments\": [{\"clip\": \"clips/up\", \"time\": 0.01}]}], \"clips\": [{\"name\": "
        "\"up\","
        " \"duration\": 0.01, \"knots\": [{\"time\": 0, \"values\": [20]}, {\"time\": 0.02, "
        "\"values\": [40]}]}");
    SnSimulation *s = sn_test_simulation(model);
    g_assert_cmpfloat(sn_test_number(s, "springs/s:law.stiffness"), ==, 20);
    sn_test_steps(s, 15);
    g_assert_cmpfloat(fabs(sn_test_number(s, "springs/s:law.stiffness") - 25), <, 1e-9);
    sn_test_steps(s, 15);
    g_assert_cmpfloat(fabs(sn_test_number(s, "springs/s:law.stiffness") - 30), <, 1e-9);
    sn_simulation_free(s);
    sn_model_free(model);
}

static void test_file(void)
{
    g_autofree char *folder = g_dir_make_tmp("sinew-drive-XXXXXX", NULL);
    g_autofree char *table = g_build_filename(folder, "drive.csv", NULL);
    g_autofree char *path = g_build_filename(folder, "model.sinew", NULL);
    g_file_set_contents(table, "time,a,k,b\n0,1,10,5\n0.05,2,\"\",6\n0.1,3,20,7\n", -1, NULL);
    g_autofree char *json = g_strdup_printf(
        MASS,
        "{\"class\": \"input_probe\", \"name\": \"k\", \"targets\": [\"springs/s:law.stiffness\"]"
        ", \"file\": \"drive.csv\", \"columns\": \"k\"}");
    g_autofree char *text = g_strdup_printf("{\"sinew\": 1, \"model\": %s}", json);
    g_file_set_contents(path, text, -1, NULL);
    GError *error = NULL;
    SnModel *model = sn_file_read(path, &error);
    g_assert_no_error(error);
    SnSimulation *s = sn_test_simulation(model);
    for (int i = 7; i <= 100; i += 7) {
        sn_test_steps(s, 7);
        g_assert_cmpfloat(
            fabs(sn_test_number(s, "springs/s:law.stiffness") - 10 - 100 * s->state->time), <,
            1e-12);
    }
    sn_simulation_free(s);
    sn_model_free(model);
    /* a column that is not there, and a file that is not: said where the probe is */
    g_file_set_contents(table, "time,a\n0,1\n", -1, NULL);
    g_assert_null(sn_file_read(path, &error));
    g_assert_nonnull(strstr(error->message, "/model/probes/k"));
    g_assert_nonnull(strstr(error->message, "there is no column \"k\"; there are a"));
    g_clear_error(&error);
    g_remove(table);
    g_assert_null(sn_file_read(path, &error));
    g_assert_nonnull(strstr(error->message, "the file \"drive.csv\" is missing"));
    g_clear_error(&error);
    g_remove(path);
    g_rmdir(folder);
}

static void test_allocates_nothing(void)
{
    SnModel *model = mass_model(STIFFNESS);
    SnSimulation *s = sn_test_simulation(model);
    sn_test_steps(s, 5);
    const unsigned long before = sn_test_allocations();
    sn_test_steps(s, 80);
    if (sn_test_counting_malloc())
        g_assert_cmpuint(sn_test_allocations(), ==, before);
    sn_simulation_free(s);
    sn_model_free(model);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/drive/parameter", test_parameter);
    g_test_add_func("/drive/going back", test_going_back);
    g_test_add_func("/drive/set while driven", test_set_while_driven);
    g_test_add_func("/drive/gravity", test_gravity);
    g_test_add_func("/drive/range", test_range);
    g_test_add_func("/drive/on and off", test_on_and_off);
    g_test_add_func("/drive/last word", test_last_word);
    g_test_add_func("/drive/tables exchanged", test_swap);
    g_test_add_func("/drive/errors", test_errors);
    g_test_add_func("/drive/clips", test_clips);
    g_test_add_func("/drive/clips alone", test_clips_alone);
    g_test_add_func("/drive/file", test_file);
    g_test_add_func("/drive/allocates nothing", test_allocates_nothing);
    return g_test_run();
}
