/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Controllers against the closed form of the linear systems they make; monitors against samples;
 * both remembered by the state, in the calling order of artisynth-2012 2.5. */
#include "engine/engine.h"
#include "engine/model/classes/control.h"
#include "engine/sim/bind/control.h"
#include "tests/run/model_helper.h"
#include "tests/support/counting_malloc.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A mass on a line without gravity, pushed by a controller along x. */
static SnModel *mass_model(double h, const char *controller, const char *rest)
{
    g_autofree char *json = g_strdup_printf(
        "{\"gravity\": [0, 0, 0], \"solver\": {\"max_step\": %.17g},"
        " \"particles\": [{\"name\": \"p\", \"mass\": 2}],"
        " \"markers\": [{\"name\": \"m\", \"frame\": null}],"
        " \"loads\": [{\"class\": \"point_load\", \"name\": \"push\", \"point\": \"particles/p\"}],"
        " \"controllers\": [%s] %s}",
        h, controller, rest);
    return sn_test_model(json);
}

#define PID                                                                                        \
    "{\"class\": \"feedback_controller\", \"name\": \"c\", \"measured\": "                         \
    "[\"particles/p:position\"], \"column\": 0, \"targets\": [\"loads/push:force\"], "             \
    "\"weights\": [1, 0, 0], \"goal\": 0.3"

/* --- closed forms --- */

/* m x'' = k (g - x) - d x' from rest at 0: under-damped oscillation about the goal. */
static double pd_error(double h)
{
    SnModel *model =
        mass_model(h, PID ", \"proportional\": 50, \"derivative\": 4, \"limited\": false}", "");
    SnSimulation *s = sn_test_simulation(model);
    double worst = 0;
    const double a = 4.0 / (2 * 2), w = sqrt(50.0 / 2 - a * a);
    const int n = (int)lround(2 / h);
    for (int i = 1; i <= n; i++) {
        sn_test_steps(s, 1);
        const double t = i * h;
        const double x = 0.3 * (1 - exp(-a * t) * (cos(w * t) + a / w * sin(w * t)));
        worst = fmax(worst, fabs(sn_test_number(s, "particles/p:position") - x));
    }
    sn_simulation_free(s);
    sn_model_free(model);
    return worst;
}

/* m x''' + d x'' + k x' + i (x - g) = 0 with the roots of a chosen cubic: -1, -2, -4. */
static double pid_error(double h)
{
    SnModel *model = mass_model(
        h, PID ", \"proportional\": 28, \"derivative\": 14, \"integral\": 16, \"limited\": false}",
        "");
    SnSimulation *s = sn_test_simulation(model);
    double worst = 0;
    /* e = goal - x: e(0) = g, e'(0) = 0, e''(0) = -(14 e' + 28 e)/2 = -14 g; on roots r_i:
     * c = V^-1 (g, 0, -14 g), by Cramer's rule for (-1, -2, -4) */
    const double c[3] = {0.3 * (8 - 14) / 3, 0.3 * (-4 + 14) / 2, 0.3 * (2 - 14) / 6};
    static const double root[3] = {-1, -2, -4};
    const int n = (int)lround(3 / h);
    for (int i = 1; i <= n; i++) {
        sn_test_steps(s, 1);
        double e = 0;
        for (int k = 0; k < 3; k++)
            e += c[k] * exp(root[k] * i * h);
        worst = fmax(worst, fabs(0.3 - sn_test_number(s, "particles/p:position") - e));
    }
    sn_simulation_free(s);
    sn_model_free(model);
    return worst;
}

static void test_closed_form(void)
{
    double pd[3], pid[3];
    for (int i = 0; i < 3; i++) {
        pd[i] = pd_error(0.004 / (1 << i));
        pid[i] = pid_error(0.004 / (1 << i));
    }
    const double order_pd = log2(pd[1] / pd[2]), order_pid = log2(pid[1] / pid[2]);
    g_test_message("PD: %.3g %.3g %.3g m, order %.3f; PID: %.3g %.3g %.3g m, order %.3f", pd[0],
                   pd[1], pd[2], order_pd, pid[0], pid[1], pid[2], order_pid);
    g_assert_cmpfloat(fabs(order_pd - 1), <, 0.1);
    g_assert_cmpfloat(fabs(order_pid - 1), <, 0.1);
    g_assert_cmpfloat(pd[2], <, 0.002);
    g_assert_cmpfloat(pid[2], <, 0.002);
}

/* The output of each step is the formula, on the state before it and the goal of that moment. */
static void test_formula(void)
{
    SnModel *model = mass_model(
        0.001,
        PID ", \"proportional\": 20, \"derivative\": 0.5, \"integral\": 3, \"lower\": -1, "
            "\"upper\": 2}",
        ", \"probes\": [{\"class\": \"input_probe\", \"targets\": [\"controllers/c:goal\"],"
        " \"interpolation\": \"cubic\", \"knots\": [{\"time\": 0, \"values\": [0]}, {\"time\": 0.1,"
        " \"values\": [0.4]}, {\"time\": 0.2, \"values\": [-0.4]}, {\"time\": 0.4, \"values\": "
        "[0]}]}]");
    SnSimulation *s = sn_test_simulation(model);
    double sum = 0, last = 0;
    int limited = 0;
    for (int i = 0; i < 600; i++) {
        const double error =
            sn_test_number(s, "controllers/c:goal") - sn_test_number(s, "particles/p:position");
        const double rate = i > 0 ? (error - last) / 0.001 : 0;
        const double free = 20 * error + 3 * (sum + 0.001 * error) + 0.5 * rate;
        const double output = fmin(fmax(free, -1), 2);
        if (!((free > output && error > 0) || (free < output && error < 0)))
            sum += 0.001 * error;
        limited += free != output;
        last = error;
        sn_test_steps(s, 1);
        g_assert_cmpfloat(fabs(sn_test_number(s, "controllers/c:output") - output), <, 1e-13);
        g_assert_cmpfloat(fabs(sn_test_number(s, "controllers/c:error") - error), <, 1e-15);
        g_assert_cmpfloat(sn_test_number(s, "loads/push:force"), ==,
                          sn_test_number(s, "controllers/c:output"));
    }
    g_test_message("at a limit in %d of 600 steps", limited);
    g_assert_cmpint(limited, >, 50);
    g_assert_cmpint(limited, <, 550);
    sn_simulation_free(s);
    sn_model_free(model);
}

/* Held back by its limit for fifteen seconds, the integral does not grow: it would be 2.2 m s by
 * then, which takes as long again to come down.  The goal is reached without overshooting far. */
static void test_windup(void)
{
    SnModel *model = mass_model(0.002,
                                PID ", \"proportional\": 20, \"integral\": 10, \"lower\": -0.1, "
                                    "\"upper\": 0.1}",
                                "");
    SnSimulation *s = sn_test_simulation(model);
    sn_test_set(s, "particles/p:damping", 5);
    sn_test_steps(s, 1000);
    const int offset = s->compiled->system->control.controllers[0].memory;
    const double *memory = sn_state_memory(s->state) + offset;
    g_assert_cmpfloat(memory[SN_CONTROLLER_OUTPUT], ==, 0.1);
    g_assert_cmpfloat(memory[SN_CONTROLLER_INTEGRAL], ==, 0);
    double most = 0;
    for (int i = 0; i < 15000; i++) {
        sn_test_steps(s, 1);
        most = fmax(most, sn_test_number(s, "particles/p:position"));
    }
    g_test_message("largest %.4f m, goal 0.3 m", most);
    g_assert_cmpfloat(most, <, 0.31);
    g_assert_cmpfloat(fabs(sn_test_number(s, "particles/p:position") - 0.3), <, 1e-4);
    sn_simulation_free(s);
    sn_model_free(model);
}

/* --- who drives what --- */

static SnWatched watched(const SnSimulation *s, const char *path)
{
    SnSnapshotPool *pool = sn_snapshot_pool_new();
    const SnTarget target = sn_test_target(s->model, path);
    const SnWatch watch = {target.id, target.row};
    SnSnapshot *snapshot = sn_simulation_snapshot(s, pool, &watch, 1, 1);
    const SnWatched found = snapshot->watched[0];
    sn_snapshot_unref(snapshot);
    sn_snapshot_pool_free(pool);
    return found;
}

/* It wins over a probe, says so, and lets go when it is off: the probe's value stands again. */
static void test_driver(void)
{
    SnModel *model =
        mass_model(0.001, PID ", \"limited\": false, \"proportional\": 10}",
                   ", \"probes\": [{\"class\": \"input_probe\", \"name\": \"f\", \"targets\": "
                   "[\"loads/push:force\"], \"knots\": [{\"time\": 0, \"values\": [0, 7, 0]}]}]");
    SnSimulation *s = sn_test_simulation(model);
    g_assert_true(
        sn_id_equal(watched(s, "loads/push:force").driver, sn_test_id(model, "probes/f")));
    sn_test_steps(s, 5);
    SnWatched force = watched(s, "loads/push:force");
    g_assert_true(force.driven && sn_id_equal(force.driver, sn_test_id(model, "controllers/c")));
    g_assert_true(force.value[0] > 2.9 && force.value[1] == 0);
    g_assert_false(watched(s, "controllers/c:goal").driven);
    sn_test_set(s, "controllers/c:enabled", 0);
    force = watched(s, "loads/push:force");
    g_assert_true(force.driven && sn_id_equal(force.driver, sn_test_id(model, "probes/f")));
    g_assert_true(force.value[0] == 0 && force.value[1] == 7);
    sn_test_steps(s, 1);
    sn_test_set(s, "controllers/c:enabled", 1);
    g_assert_cmpfloat(sn_test_number(s, "controllers/c:output"), ==, 0); /* it begins anew */
    sn_test_steps(s, 1);
    g_assert_cmpfloat(sn_test_number(s, "controllers/c:output"), >, 2.9);
    sn_simulation_free(s);
    sn_model_free(model);
}

/* Deepest models first: the inner controller acts before the outer one, which drives the goal of
 * another in the same step when that stands after it. */
static void test_order(void)
{
    SnModel *model = mass_model(
        0.001,
        "{\"class\": \"feedback_controller\", \"name\": \"late\", \"measured\": "
        "[\"particles/p:position\"], \"limited\": false, \"targets\": [\"loads/push:force\"]}",
        ", \"models\": [{\"name\": \"inner\", \"controllers\": [{\"class\": "
        "\"feedback_controller\", \"name\": \"first\", \"limited\": false, \"goal\": 2, "
        "\"measured\": [\"/model/particles/p:position\"], \"targets\": "
        "[\"/model/controllers/late:goal\"]}]}]");
    SnSimulation *s = sn_test_simulation(model);
    const SnSystem *system = s->compiled->system;
    g_assert_true(sn_id_equal(system->control.controllers[0].id,
                              sn_test_id(model, "models/inner/controllers/first")));
    sn_test_steps(s, 1);
    g_assert_cmpfloat(sn_test_number(s, "controllers/late:goal"), ==, 2);
    g_assert_cmpfloat(sn_test_number(s, "controllers/late:output"), ==, 2);
    sn_simulation_free(s);
    sn_model_free(model);
}

/* --- monitors --- */

#define MONITOR                                                                                    \
    ", \"monitors\": [{\"name\": \"w\", \"property\": [\"particles/p:position\"], \"bounded\": "   \
    "true, \"low\": -0.01, \"high\": 0.33, \"action\": \"note\"}, {\"name\": \"v\", \"column\": "  \
    "-1, \"property\": [\"particles/p:velocity\"]}]"

/* Statistics are those of the samples of an output probe at every step. */
static void test_statistics(void)
{
    SnModel *model = mass_model(0.002,
                                PID ", \"proportional\": 50, \"derivative\": 4, \"limited\": "
                                    "false}",
                                MONITOR ", \"probes\": [{\"class\": \"output_probe\", \"name\": "
                                        "\"o\", \"interval\": 0, \"targets\": "
                                        "[\"particles/p:position\"]}]");
    SnSimulation *s = sn_test_simulation(model);
    int notes = 0;
    for (int i = 0; i < 1500; i++) {
        sn_test_steps(s, 1);
        sn_recorder_reserve(s->recorder);
        int left;
        const int *monitors = sn_monitors_left(s->work, &left);
        for (int k = 0; k < left; k++) {
            notes++;
            g_assert_cmpint(monitors[k], ==, 0);
            g_assert_cmpfloat(sn_test_number(s, "monitors/w:value"), >, 0.33);
        }
    }
    double *times, *values, low = 0, high = 0, sum = 0, outside = 0;
    int width, crossings = 0;
    const int n =
        sn_recorder_data(s->recorder, sn_test_id(model, "probes/o"), &times, &values, &width);
    g_assert_cmpint(n, ==, 1501);
    for (int i = 0; i < n; i++) {
        const double x = values[i * width];
        const bool out = x > 0.33 || x < -0.01;
        low = fmin(low, x);
        high = fmax(high, x);
        if (i > 0) {
            sum += (times[i] - times[i - 1]) * (x + values[(i - 1) * width]) / 2;
            outside += out ? times[i] - times[i - 1] : 0;
            crossings += out && values[(i - 1) * width] <= 0.33;
        }
    }
    g_test_message("%d crossings, outside for %.3f s, mean %.4f m", crossings, outside, sum / 3);
    g_assert_cmpint(crossings, ==, notes);
    g_assert_cmpint(notes, >=, 2);
    g_assert_cmpfloat(sn_test_number(s, "monitors/w:minimum"), ==, low);
    g_assert_cmpfloat(sn_test_number(s, "monitors/w:maximum"), ==, high);
    g_assert_cmpfloat(fabs(sn_test_number(s, "monitors/w:integral") - sum), <, 1e-12);
    g_assert_cmpfloat(fabs(sn_test_number(s, "monitors/w:mean") - sum / times[n - 1]), <, 1e-12);
    g_assert_cmpfloat(fabs(sn_test_number(s, "monitors/w:time_outside") - outside), <, 1e-12);
    g_assert_cmpfloat(sn_test_number(s, "monitors/v:value"), ==,
                      fabs(sn_test_number(s, "particles/p:velocity")));
    /* at t = 0 they begin again */
    sn_simulation_reset(s);
    g_assert_cmpfloat(sn_test_number(s, "monitors/w:maximum"), ==, 0);
    g_assert_cmpfloat(sn_test_number(s, "monitors/w:integral"), ==, 0);
    free(times);
    free(values);
    sn_simulation_free(s);
    sn_model_free(model);
}

/* Monitors change nothing of the motion. */
static void test_only_watches(void)
{
    static const char CONTROLLER[] = PID ", \"proportional\": 50, \"limited\": false}";
    SnModel *with = mass_model(0.002, CONTROLLER, MONITOR),
            *without = mass_model(0.002, CONTROLLER, "");
    SnSimulation *a = sn_test_simulation(with), *b = sn_test_simulation(without);
    for (int i = 0; i < 300; i++) {
        sn_test_steps(a, 1);
        sn_test_steps(b, 1);
        g_assert_cmpfloat(sn_test_number(a, "particles/p:position"), ==,
                          sn_test_number(b, "particles/p:position"));
    }
    sn_simulation_free(a);
    sn_simulation_free(b);
    sn_model_free(with);
    sn_model_free(without);
}

/* The engine tells, and pauses at the step that leaves the bounds; a play from there goes on. */
static SnEvent wait_for(SnEngine *engine, SnEventKind kind)
{
    SnEvent event;
    for (int i = 0; i < 20000; i++) {
        while (sn_engine_next_event(engine, &event))
            if (event.kind == kind)
                return event;
        g_usleep(1000);
    }
    g_error("event %d never came", kind);
}

static void test_pause(void)
{
    SnModel *model = sn_test_model(
        "{\"gravity\": [0, 0, 0], \"particles\": [{\"name\": \"p\", \"velocity\": [1, 0, 0]}],"
        " \"monitors\": [{\"name\": \"w\", \"property\": [\"particles/p:position\"],"
        " \"bounded\": true, \"low\": -1, \"high\": 0.0505, \"action\": \"pause\"}]}");
    SnEngine *engine = sn_engine_new(NULL, NULL);
    sn_engine_compile(engine, model, true);
    wait_for(engine, SN_EVENT_COMPILED);
    sn_engine_set_speed(engine, 0);
    sn_engine_play_until(engine, 0.5);
    const SnEvent note = wait_for(engine, SN_EVENT_MESSAGE);
    g_assert_cmpstr(note.text, ==,
                    "/model/particles/p:position is 0.051 m, above 0.0505 m, at 0.051 s");
    g_assert_true(sn_id_equal(note.id, sn_test_id(model, "monitors/w")));
    g_assert_cmpfloat(fabs(wait_for(engine, SN_EVENT_PAUSED).time - 0.051), <, 1e-9);
    sn_engine_play_until(engine, 0.5);
    g_assert_cmpfloat(fabs(wait_for(engine, SN_EVENT_PAUSED).time - 0.5), <, 1e-9);
    sn_engine_free(engine);
    sn_model_free(model);
}

/* --- memory --- */

static const char FULL[] =
    PID ", \"proportional\": 50, \"derivative\": 4, \"integral\": 30, \"limited\": false}";

/* Saved and restored in mid-run, and carried to a system compiled anew: the same bits. */
static void test_memory(void)
{
    SnModel *model = mass_model(0.002, FULL, MONITOR);
    SnSimulation *s = sn_test_simulation(model), *other = sn_test_simulation(model);
    sn_test_steps(s, 137);
    SnState *kept = sn_state_copy(s->state);
    sn_test_steps(s, 200);
    const uint64_t hash = sn_simulation_hash(s);
    const int n = (int)((kept->size - sizeof *kept) / sizeof(double));
    g_assert_true(sn_simulation_restore(s, kept->step, kept->time, kept->active, kept->data, n));
    sn_test_steps(s, 200);
    g_assert_cmpuint(sn_simulation_hash(s), ==, hash);
    sn_test_steps(other, 137);
    sn_test_install(other, model, false);
    g_assert_cmpuint(sn_simulation_hash(other), ==, sn_state_hash(kept));
    sn_test_steps(other, 200);
    g_assert_cmpuint(sn_simulation_hash(other), ==, hash);
    free(kept);
    sn_simulation_free(s);
    sn_simulation_free(other);
    sn_model_free(model);
}

/* A step that is refused leaves what they remember as it was. */
static void test_fault(void)
{
    SnModel *model = mass_model(0.002, FULL, MONITOR);
    SnSimulation *s = sn_test_simulation(model);
    sn_test_steps(s, 10);
    sn_test_set(s, "controllers/c:goal", 1e9);
    const uint64_t hash = sn_simulation_hash(s);
    g_assert_cmpint(sn_simulation_step(s).code, ==, SN_FAULT_EXPLODED);
    g_assert_cmpuint(sn_simulation_hash(s), ==, hash);
    sn_simulation_free(s);
    sn_model_free(model);
}

static void test_allocates_nothing(void)
{
    SnModel *model = mass_model(0.002, FULL, MONITOR);
    SnSimulation *s = sn_test_simulation(model);
    sn_test_steps(s, 5);
    const unsigned long before = sn_test_allocations();
    sn_test_steps(s, 300);
    if (sn_test_counting_malloc())
        g_assert_cmpuint(sn_test_allocations(), ==, before);
    sn_simulation_free(s);
    sn_model_free(model);
}

/* --- messages --- */

static void expect_check(const char *controller, const char *rest, const char *text)
{
    g_autofree char *json = g_strdup_printf(
        "{\"particles\": [{\"name\": \"p\"}], \"loads\": [{\"class\": \"point_load\", \"name\": "
        "\"push\", \"point\": \"particles/p\"}], \"controllers\": [%s] %s}",
        controller, rest);
    g_autofree char *file = g_strdup_printf("{\"sinew\": 1, \"model\": %s}", json);
    GError *error = NULL;
    SnModel *model = sn_file_read_text(file, strlen(file), NULL, "test", &error);
    if (model) {
        SnChecks *checks = sn_checks_new();
        bool found = false;
        sn_model_validate(model, checks);
        for (guint i = 0; i < checks->items->len; i++)
            found = found || strstr(g_array_index(checks->items, SnCheck, i).message, text);
        if (!found)
            g_error("no check says %s", text);
        sn_checks_free(checks);
        sn_model_free(model);
        return;
    }
    if (!strstr(error->message, text))
        g_error("%s; expected %s", error->message, text);
    g_error_free(error);
}

static void test_messages(void)
{
    expect_check("{\"class\": \"feedback_controller\", \"measured\": [\"particles/p:mass\"], "
                 "\"column\": 1}",
                 "", "column is 1, but what it measures has 1 numbers");
    expect_check("{\"class\": \"feedback_controller\", \"measured\": [\"particles/p:mass\"], "
                 "\"targets\": [\"loads/push:force\"], \"weights\": [1, 2]}",
                 "", "has 2 weights, its targets 3 numbers");
    expect_check("{\"class\": \"feedback_controller\", \"measured\": [\"particles/p:mass\"], "
                 "\"targets\": [\"particles/p:mass\"]}",
                 "", "/model/particles/p:mass is not an input and cannot be driven");
    expect_check("{\"class\": \"feedback_controller\", \"measured\": [\"particles/p:mass\"], "
                 "\"targets\": [\"loads/push:force\"], \"lower\": 2}",
                 "", "its lower limit is above the upper one");
    expect_check("{\"class\": \"feedback_controller\", \"name\": \"a\", \"measured\": "
                 "[\"particles/p:mass\"], \"targets\": [\"loads/push:force\"]}",
                 ", \"probes\": [{\"class\": \"input_probe\", \"name\": \"b\", \"targets\": "
                 "[\"loads/push:force\"], \"knots\": [{\"time\": 0, \"values\": [0]}]}]",
                 "drives /model/loads/push, which /model/probes/b drives already");
    expect_check("", ", \"monitors\": [{\"property\": [\"particles/p:velocity\"], \"column\": 4}]",
                 "column is 4, but what it watches has 3 numbers");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/control/closed form", test_closed_form);
    g_test_add_func("/control/formula", test_formula);
    g_test_add_func("/control/windup", test_windup);
    g_test_add_func("/control/driver", test_driver);
    g_test_add_func("/control/order", test_order);
    g_test_add_func("/control/statistics", test_statistics);
    g_test_add_func("/control/only watches", test_only_watches);
    g_test_add_func("/control/pause", test_pause);
    g_test_add_func("/control/memory", test_memory);
    g_test_add_func("/control/fault", test_fault);
    g_test_add_func("/control/allocates nothing", test_allocates_nothing);
    g_test_add_func("/control/messages", test_messages);
    return g_test_run();
}
