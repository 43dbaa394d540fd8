/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inputs and parameters that vary while a step is taken: orders of the methods against closed forms
 * and a second method, jumps between two steps, the same bits from any moment on. */
#include "engine/muscle/muscle.h"
#include "tests/run/model_helper.h"
#include "tests/support/counting_malloc.h"

#include <math.h>
#include <stdlib.h>

typedef struct Method {
    const char *name;
    double order; /* for inputs */
} Method;
static const Method METHODS[] = {
    {"trapezoidal", 2}, {"newton_trapezoidal", 2}, {"runge_kutta_4", 4}};

/* A simulation to t, in n steps, of a model given by its lists. */
static SnSimulation *run(const char *text, const char *method, double t, int n)
{
    g_autofree char *solver =
        g_strdup_printf("\"solver\": {\"integrator\": \"%s\", \"max_step\": %.17g}", method, t / n);
    g_autofree char *json = g_strdup_printf("{\"gravity\": [0, 0, 0], %s, %s}", solver, text);
    SnModel *model = sn_test_model(json);
    SnSimulation *s = sn_test_simulation(model);
    sn_model_free(model);
    sn_test_steps(s, n);
    return s;
}

static double number_of(const SnSimulation *s, const char *path)
{
    const SnTarget target = sn_test_target(s->model, path);
    double value[6];
    g_assert_cmpint(sn_simulation_get(s, target.id, target.row, value), >, 0);
    return value[0];
}

/* Halving the step divides the error as the order says. */
static void check_order(const char *text, const char *path, const Method *method, double order,
                        double t, int n, double exact)
{
    double error[2];
    for (int i = 0; i < 2; i++) {
        SnSimulation *s = run(text, method->name, t, n << i);
        error[i] = number_of(s, path) - exact;
        sn_simulation_free(s);
    }
    const double found = log2(fabs(error[0] / error[1]));
    g_test_message("%s of %s: order %.3f, error %.3g", path, method->name, found, error[1]);
    g_assert_cmpfloat(fabs(found - order), <, 0.15);
}

/* --- a load on an oscillator --- */

#define MASS      2.0
#define STIFFNESS 50.0
#define OSCILLATOR                                                                                 \
    "\"particles\": [{\"name\": \"p\", \"position\": [0.5, 0, 0], \"mass\": 2}],"                  \
    " \"markers\": [{\"name\": \"o\"}],"                                                           \
    " \"springs\": [{\"class\": \"axial_spring\", \"name\": \"s\", \"law\": {\"stiffness\": 50,"   \
    "   \"rest_is_start\": false, \"rest_length\": 0.4},"                                          \
    "   \"points\": [\"markers/o\", \"particles/p\"]}],"                                           \
    " \"loads\": [{\"class\": \"point_load\", \"name\": \"push\", \"point\": \"particles/p\"},"    \
    "   {\"class\": \"point_load\", \"name\": \"hold\", \"point\": \"particles/p\"}],"             \
    " \"probes\": [{\"class\": \"input_probe\", \"name\": \"f\", "
#define ON_LOAD                                                                                    \
    "\"targets\": [\"loads/push:force\"], \"mapping\": [{\"gain\": 1}, {\"gain\": 0}, "            \
    "{\"gain\": 0}], "

/* Displacement from rest length and velocity, carried on for dt under F(t), whose value and first
 * derivatives there are f: F / k - m F'' / k^2 is one solution. */
static void carry(double x[2], const double f[4], double dt)
{
    const double w = sqrt(STIFFNESS / MASS), r = MASS / (STIFFNESS * STIFFNESS);
    const double y = x[0] - (f[0] / STIFFNESS - r * f[2]), v = x[1] - (f[1] / STIFFNESS - r * f[3]);
    const double end[4] = {f[0] + dt * (f[1] + dt * (f[2] / 2 + dt * f[3] / 6)),
                           f[1] + dt * (f[2] + dt * f[3] / 2), f[2] + dt * f[3], f[3]};
    x[0] = end[0] / STIFFNESS - r * end[2] + y * cos(w * dt) + v / w * sin(w * dt);
    x[1] = end[1] / STIFFNESS - r * end[3] - y * w * sin(w * dt) + v * cos(w * dt);
}

/* Where the natural spline through (0, 0), (0.3, 3), (0.8, -2), two cubic polynomials, pushes it.
 */
static double pushed_by_spline(void)
{
    const double h = 0.3, k = 0.5, bend = 6 * (-5 / k - 3 / h) / (2 * (h + k));
    const double first[4] = {0, 3 / h - h * bend / 6, 0, bend / h};
    const double second[4] = {3, -5 / k - k * bend / 3, bend, -bend / k};
    double x[2] = {0.1, 0};
    carry(x, first, h);
    carry(x, second, k);
    return 0.4 + x[0];
}

static void test_load(void)
{
    const double exact = pushed_by_spline();
    for (size_t m = 0; m < G_N_ELEMENTS(METHODS); m++)
        check_order(OSCILLATOR ON_LOAD
                    "\"interpolation\": \"cubic\", \"knots\": [{\"time\": 0, \"values\": [0]}, "
                    "{\"time\": 0.3, \"values\": [3]}, {\"time\": 0.8, \"values\": [-2]}]}]",
                    "particles/p:position", &METHODS[m], METHODS[m].order, 0.8, 40, exact);
}

/* Steps, and an end after which the base value is back, between two time steps of both sizes. */
static void test_jumps(void)
{
    double x[2] = {0.1, 0};
    carry(x, (const double[4]){0}, 0.1);
    carry(x, (const double[4]){3}, 0.2);
    carry(x, (const double[4]){-2}, 0.3);
    carry(x, (const double[4]){0}, 0.2);
    for (size_t m = 0; m < G_N_ELEMENTS(METHODS); m++)
        check_order(OSCILLATOR ON_LOAD
                    "\"interpolation\": \"step\", \"extend\": false, \"knots\": [{\"time\": 0.1, "
                    "\"values\": [3]}, {\"time\": 0.3, \"values\": [-2]}, {\"time\": 0.6, "
                    "\"values\": [4]}]}]",
                    "particles/p:position", &METHODS[m], METHODS[m].order, 0.8, 80, 0.4 + x[0]);
}

/* --- a parameter: of second order --- */

static double rate_of(double t, double x)
{
    return -(50 + 200 * t) * x / MASS;
}

/* m x'' = -(50 + 200 t) x by Runge-Kutta with fine steps. */
static double stiffening(double t, int n)
{
    const double h = t / n;
    double x = 0.1, v = 0;
    for (int i = 0; i < n; i++) {
        const double s = i * h;
        const double a1 = rate_of(s, x), v2 = v + h / 2 * a1;
        const double a2 = rate_of(s + h / 2, x + h / 2 * v), v3 = v + h / 2 * a2;
        const double a3 = rate_of(s + h / 2, x + h / 2 * v2), v4 = v + h * a3;
        const double a4 = rate_of(s + h, x + h * v3);
        x += h / 6 * (v + 2 * v2 + 2 * v3 + v4);
        v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    }
    return x;
}

static void test_parameter(void)
{
    const double exact = 0.4 + stiffening(0.8, 20000);
    for (size_t m = 0; m < G_N_ELEMENTS(METHODS); m++) {
        check_order(OSCILLATOR "\"targets\": [\"springs/s:law.stiffness\"], \"knots\": "
                               "[{\"time\": 0, \"values\": [50]}, {\"time\": 1, \"values\": "
                               "[250]}]}]",
                    "particles/p:position", &METHODS[m], 2, 0.8, 80, exact);
    }
}

/* What is shown after a step are parameter and tension at its end. */
static void test_parameter_shown(void)
{
    for (size_t m = 0; m < G_N_ELEMENTS(METHODS); m++) {
        SnSimulation *s = run(OSCILLATOR "\"targets\": [\"springs/s:law.stiffness\"], "
                                         "\"knots\": [{\"time\": 0, \"values\": [50]}, "
                                         "{\"time\": 1, \"values\": [250]}]}]",
                              METHODS[m].name, 0.5, 50);
        const double stretch = number_of(s, "particles/p:position") - 0.4;
        g_assert_cmpfloat(fabs(number_of(s, "springs/s:law.stiffness") - 150), <, 1e-9);
        g_assert_cmpfloat(fabs(number_of(s, "springs/s:force") - 150 * stretch), <, 1e-9);
        sn_simulation_free(s);
    }
}

/* --- activations --- */

#define RISE 0.015 /* the defaults [s] */
#define FALL 0.05
#define MUSCLE(dynamics)                                                                           \
    "\"particles\": [{\"name\": \"p\", \"position\": [0.5, 0, 0], \"mass\": 2}],"                  \
    " \"markers\": [{\"name\": \"o\"}],"                                                           \
    " \"muscles\": [{\"name\": \"m\", \"points\": [\"markers/o\", \"particles/p\"], " dynamics     \
    "}], \"probes\": [{\"class\": \"input_probe\", \"targets\": [\"muscles/m:excitation\"], "
#define SLOWLY(activation) "\"activation\": " activation ", \"dynamics\": {\"enabled\": true}"
#define AT_ONCE            "\"dynamics\": {\"enabled\": false}"

/* Thelen's equation, and by Runge-Kutta with fine steps where it leads. */
static double activation_rate(bool rising, double t, double a)
{
    /* natural spline through three knots, 0.04 s apart */
    const double h = 0.04, v[3] = {rising ? 0.2 : 0.9, rising ? 0.8 : 0.3, rising ? 0.9 : 0.2};
    const double bend = 6 * ((v[2] - v[1]) / h - (v[1] - v[0]) / h) / (4 * h);
    const int piece = t >= h;
    const double b = t / h - piece, c = 1 - b, from = piece ? bend : 0, to = piece ? 0 : bend;
    const double e = c * v[piece] + b * v[piece + 1] +
                     ((c * c * c - c) * from + (b * b * b - b) * to) * h * h / 6;
    return rising ? (e - a) / (RISE * (0.5 + 1.5 * a)) : (e - a) * (0.5 + 1.5 * a) / FALL;
}

static double activation_at_end(bool rising, double a, int n)
{
    const double h = 0.08 / n;
    for (int i = 0; i < n; i++) {
        const double t = i * h, k1 = activation_rate(rising, t, a);
        const double k2 = activation_rate(rising, t + h / 2, a + h / 2 * k1);
        const double k3 = activation_rate(rising, t + h / 2, a + h / 2 * k2);
        const double k4 = activation_rate(rising, t + h, a + h * k3);
        a += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    return a;
}

static void test_activation_order(void)
{
#define SPLINE(a, b, c)                                                                            \
    "\"interpolation\": \"cubic\", \"knots\": [{\"time\": 0, \"values\": [" a "]}, {\"time\": "    \
    "0.04, \"values\": [" b "]}, {\"time\": 0.08, \"values\": [" c "]}]}]"
    static const char rising[] = MUSCLE(SLOWLY("0")) SPLINE("0.2", "0.8", "0.9");
    static const char falling[] = MUSCLE(SLOWLY("1")) SPLINE("0.9", "0.3", "0.2");
    for (size_t m = 0; m < G_N_ELEMENTS(METHODS); m++) {
        check_order(rising, "muscles/m:activation", &METHODS[m], METHODS[m].order, 0.08, 40,
                    activation_at_end(true, 0, 20000));
        check_order(falling, "muscles/m:activation", &METHODS[m], METHODS[m].order, 0.08, 40,
                    activation_at_end(false, 1, 20000));
    }
#undef SPLINE
}

/* An excitation that jumps between two steps: exact with dynamics; without, what is shown is the
 * excitation. */
static void test_activation_jump(void)
{
#define JUMP                                                                                       \
    "\"interpolation\": \"step\", \"knots\": [{\"time\": 0, \"values\": [0.2]}, {\"time\": 0.02, " \
    "\"values\": [1]}]}]"
    for (size_t m = 0; m < G_N_ELEMENTS(METHODS); m++) {
        double a = 0;
        for (int i = 1; i <= 40; i++) {
            SnSimulation *s = run(MUSCLE(SLOWLY("0")) JUMP, METHODS[m].name, i * 0.001, i);
            a = sn_activation_after(a, i <= 20 ? 0.2 : 1, RISE, FALL, 0.001);
            g_assert_cmpfloat(fabs(number_of(s, "muscles/m:activation") - a), <, 1e-12);
            sn_simulation_free(s);
            s = run(MUSCLE(AT_ONCE) JUMP, METHODS[m].name, i * 0.001, i);
            g_assert_cmpfloat(number_of(s, "muscles/m:activation"), ==, i < 20 ? 0.2 : 1);
            g_assert_cmpfloat(number_of(s, "muscles/m:excitation"), ==, i < 20 ? 0.2 : 1);
            sn_simulation_free(s);
        }
    }
#undef JUMP
}

/* --- kinematic targets --- */

/* Driven by velocity: the integral of the parts, exact for what the methods take for the mean. */
static void test_target_velocity(void)
{
    for (size_t m = 0; m < G_N_ELEMENTS(METHODS); m++) {
        SnSimulation *s =
            run("\"particles\": [{\"name\": \"p\", \"dynamic\": false}, {\"name\": \"q\"}],"
                " \"probes\": [{\"class\": \"input_probe\", \"targets\": "
                "[\"particles/p:target_velocity\"], \"knots\": [{\"time\": 0, \"values\": [0, 0, "
                "0]}, {\"time\": 0.2, \"values\": [2, 0, 0]}, {\"time\": 0.2, \"values\": [5, 0, "
                "0]}, {\"time\": 0.5, \"values\": [1, 0, 0]}]}]",
                METHODS[m].name, 0.5, 50);
        g_assert_cmpfloat(fabs(number_of(s, "particles/p:position") - (0.2 + 0.9)), <, 1e-12);
        sn_simulation_free(s);
    }
}

/* The other end of the spring is led: a push of stiffness x its way.  Kinematic blocks move evenly
 * over a step, so all methods are of second order. */
static void test_target_position(void)
{
    for (size_t m = 0; m < G_N_ELEMENTS(METHODS); m++)
        check_order("\"particles\": [{\"name\": \"p\", \"position\": [0.5, 0, 0], \"mass\": 2},"
                    "   {\"name\": \"led\", \"dynamic\": false}],"
                    " \"springs\": [{\"class\": \"axial_spring\", \"law\": {\"stiffness\": 50,"
                    "   \"rest_is_start\": false, \"rest_length\": 0.4},"
                    "   \"points\": [\"particles/led\", \"particles/p\"]}],"
                    " \"probes\": [{\"class\": \"input_probe\", \"targets\":"
                    "   [\"particles/led:target_position\"], \"mapping\": [{\"gain\": 0.02},"
                    "   {\"gain\": 0}, {\"gain\": 0}], \"interpolation\": \"cubic\", \"knots\":"
                    "   [{\"time\": 0, \"values\": [0]}, {\"time\": 0.3, \"values\": [3]},"
                    "   {\"time\": 0.8, \"values\": [-2]}]}]",
                    "particles/p:position", &METHODS[m], 2, 0.8, 80, pushed_by_spline());
}

/* --- bits --- */

static const char RICH[] = OSCILLATOR ON_LOAD
    "\"interpolation\": \"cubic\", \"repeat\": true, \"knots\": [{\"time\": 0, \"values\": [0]}, "
    "{\"time\": 0.0155, \"values\": [3]}, {\"time\": 0.03, \"values\": [0]}]}, {\"class\": "
    "\"input_probe\", \"targets\": [\"springs/s:law.stiffness\"], \"knots\": [{\"time\": 0, "
    "\"values\": [50]}, {\"time\": 1, \"values\": [250]}]}, {\"class\": \"input_probe\", "
    "\"targets\": [\"controllers/c:goal\"], \"knots\": [{\"time\": 0, \"values\": [0.5]}, "
    "{\"time\": 0.1, \"values\": [0.7]}]}], \"controllers\": [{\"class\": \"feedback_controller\","
    " \"name\": \"c\", \"measured\": [\"particles/p:position\"], \"column\": 0, \"targets\": "
    "[\"loads/hold:force\"], \"weights\": [1, 0, 0], \"proportional\": 20, \"derivative\": 1, "
    "\"limited\": false}]";

static void test_going_back(void)
{
    static const char *const methods[] = {"trapezoidal", "newton_trapezoidal", "runge_kutta_4",
                                          "backward_euler"};
    for (size_t m = 0; m < G_N_ELEMENTS(methods); m++) {
        SnSimulation *s = run(RICH, methods[m], 0.017, 17);
        SnState *kept = sn_state_copy(s->state);
        sn_test_steps(s, 60);
        const uint64_t hash = sn_simulation_hash(s);
        const int n = (int)((kept->size - sizeof *kept) / sizeof(double));
        g_assert_true(
            sn_simulation_restore(s, kept->step, kept->time, kept->active, kept->data, n));
        g_assert_cmpuint(sn_state_hash(kept), ==, sn_simulation_hash(s));
        const unsigned long before = sn_test_allocations();
        sn_test_steps(s, 60);
        if (sn_test_counting_malloc())
            g_assert_cmpuint(sn_test_allocations(), ==, before);
        g_assert_cmpuint(sn_simulation_hash(s), ==, hash);
        free(kept);
        sn_simulation_free(s);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/inputs/load", test_load);
    g_test_add_func("/inputs/jumps", test_jumps);
    g_test_add_func("/inputs/parameter", test_parameter);
    g_test_add_func("/inputs/parameter-shown", test_parameter_shown);
    g_test_add_func("/inputs/activation-order", test_activation_order);
    g_test_add_func("/inputs/activation-jump", test_activation_jump);
    g_test_add_func("/inputs/target-velocity", test_target_velocity);
    g_test_add_func("/inputs/target-position", test_target_position);
    g_test_add_func("/inputs/going-back", test_going_back);
    return g_test_run();
}
