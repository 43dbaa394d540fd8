/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spline strands from the text to the snapshot: compile, values live, what others hold on to, what
 * is carried over, determinism. */
#include "engine/base/vec.h"
#include "engine/model/edit/edit.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/spline/spline.h"
#include "tests/run/model_helper.h"
#include "tests/support/counting_malloc.h"

#include <math.h>

static const char MODEL[] =
    "{\"gravity\": [0, 0, -9.81], \"solver\": {\"max_step\": 0.001},"
    " \"bodies\": [{\"name\": \"bone\", \"dynamic\": false, \"geometry\": {\"shape\": \"box\", "
    "\"size\": [0.1, 0.1, 0.1]}}],"
    " \"markers\": [{\"name\": \"origin\", \"location\": [0, 0, 0]},"
    "  {\"name\": \"ring\", \"location\": [0.4, 0, 0.05]},"
    "  {\"name\": \"high\", \"location\": [0.7, 0, 0.3]}],"
    " \"particles\": [{\"name\": \"weight\", \"position\": [0.6, 0, 0], \"mass\": 0.1}],"
    " \"wraps\": [{\"name\": \"ball\", \"body\": \"bodies/bone\", \"location\": [0.2, 0, -0.05], "
    "\"size\": [0.06, 0.06, 0.06]}],"
    " \"springs\": [{\"class\": \"axial_spring\", \"name\": \"s\", \"points\": "
    "[\"strands/b/nodes/3\", \"markers/high\"], \"law\": {\"stiffness\": 20, \"rest_is_start\": "
    "false, \"rest_length\": 0.1}}],"
    " \"strands\": [{\"class\": \"spline_strand\", \"name\": \"a\", \"radius\": 0.004, \"law\": "
    "{\"youngs_modulus\": 1e6, \"max_force\": 5}, \"excitation\": 0.5, \"nodes\": ["
    "{\"position\": [0, 0, 0]}, {\"position\": [0.1, 0, 0]}, {\"position\": [0.2, 0, 0.02]},"
    "{\"position\": [0.3, 0, 0.05]}, {\"position\": [0.4, 0, 0.05]}, {\"position\": [0.5, 0, 0]},"
    "{\"position\": [0.55, 0, 0]}, {\"position\": [0.6, 0, 0]}], \"constraints\": ["
    "{\"point\": \"markers/origin\"}, {\"kind\": \"surface\", \"place\": 0.35, \"surface\": "
    "\"wraps/ball\"}, {\"kind\": \"sliding\", \"point\": \"markers/ring\"},"
    "{\"kind\": \"fixed\", \"place\": 1, \"point\": \"particles/weight\"}]},"
    " {\"class\": \"spline_strand\", \"name\": \"b\", \"radius\": 0.003, \"law\": {\"type\": "
    "\"peck\", \"max_force\": 3}, \"dynamics\": {\"enabled\": true}, \"nodes\": ["
    "{\"position\": [0.5, 0, 0]}, {\"position\": [0.56, 0, 0.07]}, {\"position\": [0.6, 0, 0.15]},"
    "{\"position\": [0.65, 0, 0.2]}], \"constraints\": ["
    "{\"kind\": \"branch\", \"place\": 0, \"strand\": \"strands/a\", \"other_place\": 0.8}]}]}";

static double read_one(const SnSimulation *simulation, const SnModel *model, const char *path)
{
    double value[6] = {NAN};
    const SnTarget target = sn_test_target(model, path);
    g_assert_cmpint(sn_simulation_get(simulation, target.id, target.row, value), >, 0);
    return value[0];
}

static bool set_one(SnSimulation *simulation, const SnModel *model, const char *path, double value)
{
    const SnTarget target = sn_test_target(model, path);
    return sn_simulation_set(simulation, target.id, target.row, &value, 1, 0);
}

/* Constraints hold, others hold on to control points, results mean what they say. */
static void test_results(void)
{
    SnModel *model = sn_test_model(MODEL);
    SnSimulation *s = sn_test_simulation(model);
    g_assert_cmpint(s->assembly.code, ==, SN_FAULT_NONE);
    sn_test_steps(s, 400);
    const SnSystem *system = s->compiled->system;
    sn_rows(system, s->state, s->work, false, &s->work->rows);
    double worst = 0;
    for (int i = system->rows.n - system->general.n_rows; i < system->rows.n; i++)
        worst = fmax(worst, fabs(s->work->rows.residual[i]));
    g_test_message("constraints off by %.2g m", worst);
    g_assert_cmpint(system->general.n_rows, ==, 12);
    g_assert_cmpfloat(worst, <, 1e-7);
    /* it contracts, and so the weight has come nearer */
    g_assert_cmpfloat(read_one(s, model, "strands/a:mean_tension"), >, 0.05);
    g_assert_cmpfloat(read_one(s, model, "strands/a:excursion"), >, 0.005);
    g_assert_cmpfloat(fabs(read_one(s, model, "strands/a/constraints/2:slid") - 0.65), <, 0.35);
    g_assert_cmpfloat_with_epsilon(
        read_one(s, model, "strands/a:mass"),
        1100 * M_PI * 0.004 * 0.004 * system->splines.splines[0].rest_length, 1e-12);
    g_assert_cmpfloat(read_one(s, model, "strands/a:elastic_energy"), >, 0);
    g_assert_cmpfloat(read_one(s, model, "springs/s:length"), <, 0.5);
    sn_simulation_free(s);
    sn_model_free(model);
}

/* Values set while it runs are those compiled in, and the state goes over to another system. */
static void test_live(void)
{
    static const struct {
        const char *path;
        double value;
    } rows[] = {{"strands/a:law.youngs_modulus", 2e6},  {"strands/a:density", 900},
                {"strands/a:law.damping", 0.02},        {"strands/a:law.mass_damping", 3},
                {"strands/a:law.bending_modulus", 1e5}, {"strands/b:law.max_force", 6},
                {"strands/b:law.damping", 0.1},         {"strands/a:enabled", 0}};
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        SnModel *model = sn_test_model(MODEL), *edited = sn_model_copy(model);
        SnSimulation *live = sn_test_simulation(model), *compiled = sn_test_simulation(model);
        const SnTarget target = sn_test_target(model, rows[i].path);
        const SnProperty *property = sn_model_property(model, target.id, target.row);
        SnValue value = {.type = property->type};
        if (property->type == SN_TYPE_BOOL)
            value.boolean = rows[i].value != 0;
        else
            value.number[0] = rows[i].value;
        g_assert_true(sn_edit_set(edited, target.id, target.row, &value, NULL));
        sn_test_steps(live, 40);
        sn_test_steps(compiled, 40);
        g_assert_true(set_one(live, model, rows[i].path, rows[i].value));
        sn_test_install(compiled, edited, false);
        sn_test_steps(live, 40);
        sn_test_steps(compiled, 40);
        if (sn_simulation_hash(live) != sn_simulation_hash(compiled))
            g_error("%s: live and compiled runs differ", rows[i].path);
        sn_simulation_free(live);
        sn_simulation_free(compiled);
        sn_model_free(model);
        sn_model_free(edited);
    }
}

/* A step allocates nothing; a saved state goes on with the same bits. */
static void test_state(void)
{
    SnModel *model = sn_test_model(MODEL);
    SnSimulation *s = sn_test_simulation(model), *again = sn_test_simulation(model);
    sn_test_steps(s, 120);
    sn_simulation_put(again, s->state);
    sn_simulation_evaluate(again);
    const unsigned long before = sn_test_allocations();
    for (int i = 0; i < 60; i++)
        sn_simulation_step(s);
    g_assert_true(!sn_test_counting_malloc() || sn_test_allocations() == before);
    for (int i = 0; i < 60; i++)
        sn_simulation_step(again);
    g_assert_cmpuint(sn_simulation_hash(s), ==, sn_simulation_hash(again));
    sn_simulation_free(s);
    sn_simulation_free(again);
    sn_model_free(model);
}

/* Its line in the snapshot begins and ends where it is fixed. */
static void test_snapshot(void)
{
    SnModel *model = sn_test_model(MODEL);
    SnSimulation *s = sn_test_simulation(model);
    sn_test_steps(s, 50);
    SnSnapshotPool *pool = sn_snapshot_pool_new();
    SnSnapshot *snapshot = sn_simulation_snapshot(s, pool, NULL, 0, 0);
    const SnScene *scene = snapshot->scene;
    int found = 0;
    for (int i = 0; i < scene->n_items; i++) {
        const SnSceneItem *item = &scene->items[i];
        if (item->kind != SN_ITEM_PATH || !sn_id_equal(item->id, sn_test_id(model, "strands/a")))
            continue;
        const int *points = scene->path_points + item->first;
        const double *first = snapshot->points + 3 * points[0];
        const double *last = snapshot->points + 3 * points[item->count - 1];
        const SnSystem *system = s->compiled->system;
        const int weight = sn_system_index(system, sn_test_id(model, "particles/weight"));
        g_assert_cmpfloat(sn_v3_norm(first), <, 1e-8);
        g_assert_cmpfloat(
            sn_v3_distance(last, sn_state_q_const(s->state) + system->blocks[weight].q), <, 1e-8);
        g_assert_cmpfloat((double)snapshot->scalars[item->scalar + 2 * item->count], ==, 0.5);
        found++;
    }
    g_assert_cmpint(found, ==, 1);
    sn_snapshot_unref(snapshot);
    sn_snapshot_pool_free(pool);
    sn_simulation_free(s);
    sn_model_free(model);
}

/* Whirled about, steps that are too long for it, by any method: it has no more energy than it was
 * given, or is stopped. */
static void test_whirled(void)
{
    static const char *const methods[] = {"backward_euler", "trapezoidal", "newton_euler",
                                          "newton_trapezoidal"};
    static const double v[] = {-2.6, 0.4, -1.3, 1.1, 2.6, -4.3, -4.9, 3.4, -2.4,
                               -0.3, 2.3, 4.7,  3.5, -1,  0.7,  4.7,  2.6, 2.9};
    for (int k = 0; k < 4; k++) {
        GString *text = g_string_new(NULL);
        g_string_printf(text,
                        "{\"gravity\": [0, 0, 0], \"solver\": {\"max_step\": 0.01, "
                        "\"integrator\": \"%s\"}, \"strands\": [{\"class\": \"spline_strand\", "
                        "\"name\": \"a\", \"radius\": 0.0115, \"law\": {\"type\": "
                        "\"tension_only\", \"youngs_modulus\": 6e5, \"bending_modulus\": 2e4, "
                        "\"damping\": 0.01}, \"nodes\": [",
                        methods[k]);
        for (int i = 0; i < 6; i++)
            g_string_append_printf(text, "%s{\"position\": [%g, 0, 0], \"velocity\": [%g, %g, %g]}",
                                   i ? ", " : "", 0.1 * i, v[3 * i], v[3 * i + 1], v[3 * i + 2]);
        g_string_append(text, "]}]}");
        SnSimulation *s = sn_test_simulation_of(text->str);
        double energy, first, kinetic, momentum[6];
        sn_test_audit(s, &first, &kinetic, momentum);
        int steps = 0;
        while (steps < 60 && sn_simulation_step(s).code == SN_FAULT_NONE) {
            steps++;
            sn_test_audit(s, &energy, &kinetic, momentum);
            g_assert_cmpfloat(energy, <, 1.05 * first);
        }
        g_test_message("%s: %d steps", methods[k], steps);
        if (k == 0)
            g_assert_cmpint(steps, ==, 60);
        sn_simulation_free(s);
        g_string_free(text, TRUE);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/spline-strand/results", test_results);
    g_test_add_func("/spline-strand/live", test_live);
    g_test_add_func("/spline-strand/state", test_state);
    g_test_add_func("/spline-strand/snapshot", test_snapshot);
    g_test_add_func("/spline-strand/whirled", test_whirled);
    return g_test_run();
}
