/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Starts that come to rest before t = 0. */
#include "engine/model/edit/edit.h"
#include "engine/sim/step/settle.h"
#include "tests/run/model_helper.h"
#include "tests/support/cases.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define HEAD                                                                                       \
    "\"gravity\": [0, 0, -10], \"solver\": {\"integrator\": \"backward_euler\", \"max_step\": "    \
    "0.002}"
#define WAY "\"settle\": {\"method\": \"%s\"}"

static const char *const ways[] = {"static", "damped"};

/* Two kilograms on a spring of 400 N/m and 0.5 m: 0.05 m longer at rest. */
static char *spring_mass(const char *way)
{
    return g_strdup_printf(
        "{" HEAD ", " WAY ", \"particles\": [{\"name\": \"pin\", \"dynamic\": false},"
        " {\"name\": \"bob\", \"mass\": 2, \"position\": [0, 0, -0.5], \"velocity\": [1, 0, 0]}],"
        " \"springs\": [{\"class\": \"axial_spring\", \"name\": \"s\","
        "  \"points\": [\"particles/pin\", \"particles/bob\"],"
        "  \"law\": {\"stiffness\": 400, \"rest_is_start\": false, \"rest_length\": 0.5}}]}",
        way);
}

static void test_spring(void)
{
    for (int way = 0; way < 2; way++) {
        g_autofree char *json = spring_mass(ways[way]);
        SnSimulation *s = sn_test_simulation_of(json);
        g_assert_cmpint(s->assembly.code, ==, SN_FAULT_NONE);
        double x[6], v[6];
        const double rest[3] = {0, 0, -0.55}, still[3] = {0};
        sn_test_read(s, "particles/bob:position", x);
        sn_test_read(s, "particles/bob:velocity", v);
        sn_test_near(x, rest, 3, 1e-10);
        sn_test_near(v, still, 3, 0);
        g_assert_cmpfloat(s->state->time, ==, 0);
        g_assert_cmpint((int)s->state->step, ==, 0);
        g_assert_cmpfloat_with_epsilon(s->moved, 0.05, 1e-9);
        SnRest far;
        g_assert_cmpint(sn_simulation_rest_distance(s, &far).code, ==, SN_FAULT_NONE);
        g_assert_cmpfloat(far.distance, <, 1e-10);
        const uint64_t hash = sn_simulation_hash(s);
        sn_test_steps(s, 200);
        sn_test_read(s, "particles/bob:position", x);
        sn_test_near(x, rest, 3, 1e-9);
        sn_simulation_reset(s); /* what was found */
        g_assert_cmpuint(sn_simulation_hash(s), ==, hash);
        sn_simulation_restart(s); /* found again */
        g_assert_cmpuint(sn_simulation_hash(s), ==, hash);
        sn_test_set(s, "springs/s:law.stiffness", 200); /* live, at t = 0 */
        g_assert_cmpfloat_with_epsilon(s->moved, 0.1, 1e-9);
        sn_simulation_free(s);
    }
}

static void test_distance(void)
{
    g_autofree char *json = spring_mass("none");
    SnSimulation *s = sn_test_simulation_of(json);
    const uint64_t hash = sn_simulation_hash(s);
    SnChecks *checks = sn_checks_new();
    const SnRest rest = sn_simulation_check_start(s, checks);
    g_assert_true(rest.bound);
    g_assert_cmpfloat_with_epsilon(rest.distance, 0.05, 1e-7); /* linear: exact */
    g_assert_true(sn_id_equal(rest.id, sn_test_id(s->model, "particles/bob")));
    g_assert_cmpint(sn_checks_count(checks, SN_NOTE), ==, 1);
    g_assert_cmpuint(sn_simulation_hash(s), ==, hash);
    sn_test_steps(s, 3);
    SnSimulation *other = sn_test_simulation_of(json); /* looking changes no bits */
    sn_test_steps(other, 3);
    g_assert_cmpuint(sn_simulation_hash(s), ==, sn_simulation_hash(other));
    sn_checks_free(checks);
    sn_simulation_free(other);
    sn_simulation_free(s);
}

/* A rod held level by a hinge; with a stop it comes to rest there. */
static char *rod(const char *way, bool stop)
{
    return g_strdup_printf(
        "{" HEAD ", " WAY ", \"bodies\": [{\"name\": \"rod\", \"position\": [0.5, 0, 0],"
        " \"inertia\": {\"method\": \"explicit\", \"mass\": 1,"
        " \"tensor\": [0.08, 0.08, 0.08, 0, 0, 0]}}],"
        " \"joints\": [{\"class\": \"hinge\", \"name\": \"h\", \"frame_a\": null,"
        " \"frame_b\": \"bodies/rod\", \"location_b\": [-0.5, 0, 0],"
        " \"rotation_a\": [0.70710678118654752, 0.70710678118654752, 0, 0],"
        " \"rotation_b\": [0.70710678118654752, 0.70710678118654752, 0, 0]%s}]}",
        way, stop ? ", \"limited\": true, \"lower\": -0.5, \"upper\": 0.5" : "");
}

static void test_rod(void)
{
    for (int stop = 0; stop < 2; stop++)
        for (int way = 0; way < 2; way++) {
            g_autofree char *json = rod(ways[way], stop);
            SnSimulation *s = sn_test_simulation_of(json);
            g_assert_cmpint(s->assembly.code, ==, SN_FAULT_NONE);
            double x[6];
            sn_test_read(s, "bodies/rod:position", x);
            const double z = stop ? -0.5 * sin(0.5) : -0.5;
            g_assert_cmpfloat_with_epsilon(x[2], z, 1e-6);
            sn_test_steps(s, 200);
            sn_test_read(s, "bodies/rod:position", x);
            g_assert_cmpfloat_with_epsilon(x[2], z, 1e-6);
            sn_simulation_free(s);
        }
}

/* A hand that hangs by a tendon through rings, within its wrist's limits: rows of the tendon's
 * nodes repeat each other beside forces for ever.  Both ways find the one equilibrium, where it
 * stays. */
static void test_tendon(void)
{
    g_autofree char *path = g_build_filename(g_getenv("SINEW_SOURCE_ROOT"), "resources", "demos",
                                             "spline-strand.sinew", NULL);
    SnModel *model = sn_file_read(path, NULL);
    double angle[2], tension[2];
    for (int way = 0; way < 2; way++) {
        const SnTarget settle = sn_test_target(model, "/model:settle.method");
        const SnValue method = {.type = SN_TYPE_ENUM,
                                .integer = way == 0 ? SN_SETTLE_STATIC : SN_SETTLE_DAMPED};
        g_assert_true(sn_edit_set(model, settle.id, settle.row, &method, NULL));
        SnSimulation *s = sn_test_simulation(model);
        g_assert_cmpint(s->assembly.code, ==, SN_FAULT_NONE);
        angle[way] = sn_test_number(s, "joints/wrist:angle");
        tension[way] = sn_test_number(s, "strands/extensor:mean_tension");
        sn_test_steps(s, 100);
        g_assert_cmpfloat_with_epsilon(sn_test_number(s, "joints/wrist:angle"), angle[way], 1e-4);
        sn_simulation_free(s);
    }
    sn_model_free(model);
    g_assert_cmpfloat_with_epsilon(angle[0], angle[1], 1e-4);
    g_assert_cmpfloat_with_epsilon(tension[0], tension[1], 1e-3 * tension[0]);
}

/* A muscle that lets go slowly holds a weight: as hard at the end of settling as at its start. */
static void test_activation(void)
{
    for (int way = 0; way < 2; way++) {
        g_autofree char *json = g_strdup_printf(
            "{" HEAD ", " WAY ", \"particles\": [{\"name\": \"pin\", \"dynamic\": false},"
            " {\"name\": \"bob\", \"mass\": 1, \"position\": [0, 0, -1]}], \"muscles\": "
            "[{\"name\": "
            "\"m\", \"points\": [\"particles/pin\", \"particles/bob\"], \"dynamics\": "
            "{\"enabled\": true}, "
            "\"activation\": 0.3, \"law\": {\"type\": \"peck\", \"max_force\": 60, "
            "\"optimal_is_start\": false, \"optimal_length\": 1, \"passive_fraction\": 0.5}}]}",
            ways[way]);
        SnSimulation *s = sn_test_simulation_of(json);
        g_assert_cmpint(s->assembly.code, ==, SN_FAULT_NONE);
        g_assert_cmpfloat(sn_test_number(s, "muscles/m:activation"), ==, 0.3);
        g_assert_cmpfloat_with_epsilon(sn_test_number(s, "muscles/m:force"), 10, 1e-6);
        sn_test_steps(s, 20); /* and lets go from there */
        g_assert_cmpfloat(sn_test_number(s, "muscles/m:activation"), <, 0.29);
        sn_simulation_free(s);
    }
}

/* Inputs are those of t = 0, and what is led stays where it is, with its velocity. */
static void test_inputs(void)
{
    for (int way = 0; way < 2; way++) {
        g_autofree char *json = g_strdup_printf(
            "{" HEAD ", " WAY ", \"particles\": [{\"name\": \"pin\", \"dynamic\": false, "
            "\"target_velocity\": [3, 0, 0]}, {\"name\": \"bob\", \"mass\": 2, \"position\": [0, "
            "0, "
            "-0.5]}], \"springs\": [{\"class\": \"axial_spring\", \"name\": \"s\", \"points\": "
            "[\"particles/pin\", \"particles/bob\"], \"law\": {\"stiffness\": 400, "
            "\"rest_is_start\": "
            "false, \"rest_length\": 0.5}}], \"loads\": [{\"class\": \"point_load\", \"name\": "
            "\"f\", "
            "\"point\": \"particles/bob\"}], \"probes\": [{\"class\": \"input_probe\", \"name\": "
            "\"p\", "
            "\"targets\": [\"loads/f:force\"], \"knots\": [{\"time\": 0, \"values\": [0, 0, -4]}, "
            "{\"time\": 1, \"values\": [0, 0, 80]}]}]}",
            ways[way]);
        SnSimulation *s = sn_test_simulation_of(json);
        const double rest[3] = {0, 0, -0.56}, pin[3] = {0}, speed[3] = {3, 0, 0};
        double x[6];
        sn_test_read(s, "particles/bob:position", x);
        sn_test_near(x, rest, 3, 1e-9);
        sn_test_read(s, "particles/pin:position", x);
        sn_test_near(x, pin, 3, 1e-20);
        sn_test_read(s, "particles/pin:velocity", x);
        sn_test_near(x, speed, 3, 1e-12);
        sn_simulation_free(s);
    }
}

/* Soft tissue between the world and a bone. */
static void test_tissue(void)
{
    for (int way = 0; way < 2; way++) {
        g_autofree char *json = g_strdup_printf(
            "{" HEAD ", " WAY ", \"bodies\": [{\"name\": \"bone\", \"position\": [0.1, 0, 1], "
            "\"inertia\": {\"method\": \"explicit\", \"mass\": 0.2, \"tensor\": [0.001, "
            "0.001, 0.001, "
            "0, 0, 0]}}], \"fems\": [" SN_TEST_CUBE(
                ", \"nodes\": [{\"number\": 0, \"dynamic\": false}, {\"number\": 2, "
                "\"dynamic\": "
                "false}, {\"number\": 4, \"dynamic\": false}, {\"number\": 6, \"dynamic\": "
                "false}], "
                "\"material\": {\"type\": \"neo_hookean\", "
                "\"youngs_modulus\": 20000, \"poissons_ratio\": "
                "0.4}") "],"
                        " \"attachments\": [{\"class\": \"node_attachment\", \"name\": "
                        "\"grip\", \"fem\": "
                        "\"fems/cube\", \"nodes\": \"1 3 5 7\", \"to\": \"bodies/bone\"}]}",
            ways[way]);
        SnSimulation *s = sn_test_simulation_of(json);
        g_assert_cmpint(s->assembly.code, ==, SN_FAULT_NONE);
        double before[6], after[6];
        sn_test_read(s, "bodies/bone:position", before);
        g_assert_cmpfloat(before[2], <, 1 - 1e-4);
        sn_test_steps(s, 100);
        sn_test_read(s, "bodies/bone:position", after);
        sn_test_near(after, before, 3, 1e-8);
        sn_simulation_free(s);
    }
}

/* What nothing holds is named, and the start stays as placed. */
static void test_refused(void)
{
    for (int way = 0; way < 2; way++) {
        g_autofree char *json = g_strdup_printf(
            "{" HEAD ", " WAY
            ", \"particles\": [{\"name\": \"ball\", \"mass\": 1, \"position\": [0, 0, "
            "3]}, {\"name\": \"held\", \"dynamic\": false}]}",
            ways[way]);
        SnModel *model = sn_test_model(json);
        GError *error = NULL;
        SnCompiled *compiled = sn_compile(model, NULL, NULL, &error);
        g_assert_no_error(error);
        SnSimulation *s = sn_simulation_new();
        const SnFault fault = sn_simulation_install(s, model, compiled, true);
        g_assert_cmpint(fault.code, ==, SN_FAULT_SETTLE);
        g_assert_true(sn_id_equal(fault.id, sn_test_id(s->model, "particles/ball")));
        g_assert_nonnull(strstr(fault.text, "settle.method"));
        double x[6];
        const double placed[3] = {0, 0, 3};
        sn_test_read(s, "particles/ball:position", x);
        sn_test_near(x, placed, 3, 0);
        sn_simulation_free(s);
    }
}

static bool stop_at_once(void *data, double fraction)
{
    ++*(int *)data;
    return true;
}

static void test_stopped(void)
{
    for (int way = 0; way < 2; way++) {
        g_autofree char *json = spring_mass(ways[way]);
        SnSimulation *s = sn_test_simulation_of(json);
        int asked = 0;
        s->watch = (SnStepWatch){stop_at_once, &asked, 0};
        const SnFault fault = sn_simulation_restart(s);
        g_assert_cmpint(fault.code, ==, SN_FAULT_INTERRUPTED);
        g_assert_cmpint(asked, ==, 1);
        double x[6];
        sn_test_read(s, "particles/bob:position", x);
        g_assert_cmpfloat(x[2], ==, -0.5);
        s->watch = (SnStepWatch){0};
        g_assert_cmpint(sn_simulation_restart(s).code, ==, SN_FAULT_NONE);
        sn_simulation_free(s);
    }
}

/* Nets of springs that hang somewhere: both ways come to rest, and stay there. */
static char *random_net(GRand *random, const char *way)
{
    const int n = g_rand_int_range(random, 2, 8);
    GString *text = g_string_new("{" HEAD ", \"settle\": {\"method\": \"");
    g_string_append_printf(text, "%s\"}, \"particles\": [{\"dynamic\": false}", way);
    for (int i = 1; i <= n; i++)
        g_string_append_printf(
            text, ", {\"mass\": %.6f, \"damping\": 0.1, \"position\": [%.6f, %.6f, %.6f]}",
            exp(g_rand_double_range(random, -4, 1)), g_rand_double_range(random, -0.3, 0.3),
            g_rand_double_range(random, -0.3, 0.3), -0.2 * i);
    g_string_append(text, "], \"springs\": [");
    for (int i = 1; i <= n; i++) /* each to the one before, some to another one too */
        for (int k = 0; k < 2; k++) {
            const int other = k == 0 ? i - 1 : g_rand_int_range(random, 0, i);
            g_string_append_printf(text,
                                   "%s{\"class\": \"axial_spring\", \"points\": [\"particles/%d\", "
                                   "\"particles/%d\"], \"law\": {\"stiffness\": %.6f}}",
                                   i == 1 && k == 0 ? "" : ", ", other, i,
                                   exp(g_rand_double_range(random, 5, 10)));
        }
    g_string_append(text, "]}");
    return g_string_free(text, FALSE);
}

/* Whether it came to rest; then it stays there. */
static bool rests(const char *json)
{
    SnModel *model = sn_test_model(json);
    SnCompiled *compiled = sn_compile(model, NULL, NULL, NULL);
    g_assert_nonnull(compiled);
    SnSimulation *s = sn_simulation_new();
    const SnFault fault = sn_simulation_install(s, model, compiled, true);
    if (fault.code == SN_FAULT_NONE) {
        SnRest rest;
        SnId id;
        sn_simulation_rest_distance(s, &rest);
        g_assert_cmpfloat(rest.distance, <=, 1e-5);
        SnState *start = sn_state_copy(s->state);
        sn_test_steps(s, 100);
        g_assert_cmpfloat(sn_largest_move(s->compiled->system, start, s->state, &id), <, 2e-5);
        sn_free(start);
    } else { /* springs that are pressed together can make a saddle of it */
        g_assert_cmpint(fault.code, ==, SN_FAULT_SETTLE);
    }
    sn_simulation_free(s);
    return fault.code == SN_FAULT_NONE;
}

static void test_random(void)
{
    const int count = sn_cases(40, 500);
    int settled[2] = {0};
    for (int i = 0; i < count; i++)
        for (int way = 0; way < 2; way++) {
            GRand *random = g_rand_new_with_seed((guint32)(1000 + i));
            g_autofree char *json = random_net(random, ways[way]);
            settled[way] += rests(json);
            g_rand_free(random);
        }
    printf("# %d nets: static %d, damped %d\n", count, settled[0], settled[1]);
    g_assert_cmpint(settled[1], >=, count * 95 / 100);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/settle/spring", test_spring);
    g_test_add_func("/settle/distance", test_distance);
    g_test_add_func("/settle/rod", test_rod);
    g_test_add_func("/settle/tendon", test_tendon);
    g_test_add_func("/settle/activation", test_activation);
    g_test_add_func("/settle/inputs", test_inputs);
    g_test_add_func("/settle/tissue", test_tissue);
    g_test_add_func("/settle/refused", test_refused);
    g_test_add_func("/settle/stopped", test_stopped);
    g_test_add_func("/settle/random", test_random);
    return g_test_run();
}
