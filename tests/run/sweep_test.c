/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moment arms over a coordinate: closed forms (a triangle, a pulley, a slider, a closed loop, a
 * coupler), -dL/dq of random chains by differences, what is refused, stopping. */
#include "engine/run/analyze/sweep_gap.h"
#include "tests/run/model_helper.h"
#include "tests/support/cases.h"
#include "tests/support/random.h"

#include <math.h>
#include <string.h>

static SnSweep *sweep(const SnModel *model, const char *coordinate, const char *path, double low,
                      double high, int n)
{
    GError *error = NULL;
    const SnId id = sn_test_id(model, path);
    SnSweep *result = sn_sweep_new(model, sn_test_target(model, coordinate), low, high, n, &id, 1,
                                   NULL, NULL, &error);
    g_assert_no_error(error);
    g_assert_null(result->gap);
    g_assert_cmpint(result->n, ==, n);
    return result;
}

static void near(double value, double truth, double tolerance)
{
    if (!(fabs(value - truth) <= tolerance))
        g_error("%.12g is not %.12g within %g", value, truth, tolerance);
}

#define LINK                                                                                       \
    "{\"name\": \"link\", \"geometry\": {\"shape\": \"box\", \"size\": [0.1, 0.1, 0.1]}, "         \
    "\"position\": "                                                                               \
    "[0.1, 0, 0]}"
/* Turns about z at the origin; the axis of a hinge is z. */
#define HINGE                                                                                      \
    "{\"class\": \"%s\", \"name\": \"j\", \"frame_b\": \"bodies/link\", "                          \
    "\"location_b\": [-0.1, 0, 0]}"
#define ENDS                                                                                       \
    "\"markers\": [{\"name\": \"a\", \"location\": [%g, %g, %g]}, {\"name\": \"b\", \"frame\": "   \
    "\"bodies/link\", \"location\": [0.05, 0, 0]}]"
#define SPRING                                                                                     \
    "\"springs\": [{\"class\": \"axial_spring\", \"name\": \"s\", \"points\": [\"markers/a\", "    \
    "\"markers/b\"], \"law\": "                                                                    \
    "{\"stiffness\": 100, \"rest_is_start\": false, \"rest_length\": 0.1, \"damping\": 5}}]"

/* Sides 0.2 and 0.15, the angle between them is 90 deg less the coordinate. */
static void test_triangle(void)
{
    g_autofree char *text =
        g_strdup_printf("{\"bodies\": [" LINK "], \"joints\": [" HINGE "], " ENDS ", " SPRING "}",
                        "hinge", 0.0, 0.2, 0.0);
    SnModel *model = sn_test_model(text);
    SnSweep *s = sweep(model, "joints/j:angle", "springs/s", -2, 1.4, 61);
    g_assert_cmpint((int)s->unit, ==, (int)SN_UNIT_ANGLE);
    for (int i = 0; i < s->n; i++) {
        const double angle = M_PI / 2 - s->at[i];
        const double length = sqrt(0.04 + 0.0225 - 2 * 0.2 * 0.15 * cos(angle));
        near(s->at[i], -2 + 3.4 * i / 60, 1e-12);
        near(s->length[i], length, 1e-9);
        near(s->moment_arm[i], 0.2 * 0.15 * sin(angle) / length, 1e-9);
        near(s->force[i], 100 * (length - 0.1), 1e-6); /* at rest: dampers have no part */
    }
    sn_sweep_free(s);
    sn_model_free(model);
}

static void test_slider(void)
{
    g_autofree char *text =
        g_strdup_printf("{\"bodies\": [" LINK "], \"joints\": [" HINGE "], " ENDS ", " SPRING "}",
                        "slider", 0.15, 0.0, 1.0);
    SnModel *model = sn_test_model(text);
    SnSweep *s = sweep(model, "joints/j:translation", "springs/s", -0.5, 0.5, 11);
    g_assert_cmpint((int)s->unit, ==, (int)SN_UNIT_LENGTH);
    for (int i = 0; i < s->n; i++)
        near(s->moment_arm[i], 1, 1e-9); /* along the axis */
    sn_sweep_free(s);
    sn_model_free(model);
}

/* Over a cylinder about the axis the arm is its radius, whatever the angle. */
static void test_pulley(void)
{
    g_autofree char *text = g_strdup_printf(
        "{\"bodies\": [" LINK "], \"joints\": [" HINGE "], " ENDS
        ", \"wraps\": [{\"name\": \"w\", \"shape\": \"cylinder\", \"size\": [0.03, 0.5, 0.5]}], "
        "\"springs\": [{\"class\": \"axial_spring\", \"name\": \"s\", \"points\": [\"markers/a\", "
        "\"markers/b\"], \"wraps\": "
        "[\"wraps/w\"]}]}",
        "hinge", -0.2, -0.005, 0.0);
    SnModel *model = sn_test_model(text);
    SnSweep *s = sweep(model, "joints/j:angle", "springs/s", -0.25, -0.05, 23);
    for (int i = 0; i < s->n; i++)
        near(fabs(s->moment_arm[i]), 0.03, 1e-7);
    sn_sweep_free(s);
    sn_model_free(model);
}

/* Links on both ends of a coupler: what follows takes its part of the arm. */
static const char COUPLED[] =
    "{\"bodies\": [{\"name\": \"a\", \"geometry\": {\"shape\": \"box\", \"size\": [0.1, 0.1, "
    "0.1]}}, "
    "{\"name\": \"b\", \"geometry\": {\"shape\": \"box\", \"size\": [0.1, 0.1, 0.1]}, "
    "\"position\": [0.2, "
    "0, "
    "0]}], \"joints\": [{\"class\": \"hinge\", \"name\": \"j\", \"frame_b\": \"bodies/a\"}, "
    "{\"class\": \"hinge\", \"name\": \"k\", \"frame_a\": \"bodies/a\", \"frame_b\": \"bodies/b\", "
    "\"location_a\": [0.1, 0, 0], \"location_b\": [-0.1, 0, 0]}, {\"class\": \"coupler\", "
    "\"joint_a\": \"joints/j\", \"joint_b\": \"joints/k\", \"relation\": {\"coefficients\": [0, "
    "0.5]}}], \"markers\": [{\"name\": \"p\", \"location\": [0, 0.2, 0]}, {\"name\": \"q\", "
    "\"frame\": \"bodies/b\"}], \"springs\": [{\"class\": \"axial_spring\", \"name\": \"s\", "
    "\"points\": [\"markers/p\", "
    "\"markers/q\"]}]}";

static void test_coupled(void)
{
    SnModel *model = sn_test_model(COUPLED);
    SnSweep *s = sweep(model, "joints/j:angle", "springs/s", -1, 1, 21);
    for (int i = 0; i < s->n; i++) {
        const double q = s->at[i], r = 1.5 * q;
        const double x = 0.1 * (cos(q) + cos(r)), y = 0.1 * (sin(q) + sin(r)) - 0.2;
        const double dx = -0.1 * (sin(q) + 1.5 * sin(r)), dy = 0.1 * (cos(q) + 1.5 * cos(r));
        near(s->length[i], hypot(x, y), 1e-8);
        near(s->moment_arm[i], -(x * dx + y * dy) / hypot(x, y), 1e-7);
    }
    sn_sweep_free(s);
    GError *error = NULL;
    const SnId id = sn_test_id(model, "springs/s");
    g_assert_null(sn_sweep_new(model, sn_test_target(model, "joints/k:angle"), -1, 1, 5, &id, 1,
                               NULL, NULL, &error));
    g_assert_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_VALUE);
    g_assert_nonnull(strstr(error->message, "follows another"));
    g_clear_error(&error);
    sn_model_free(model);
}

/* --- random chains --- */

static char *random_chain(Random *random)
{
    static const char *const classes[] = {"hinge", "universal", "gimbal"};
    GString *text = g_string_new("{\"bodies\": [");
    for (int i = 0; i < 3; i++)
        g_string_append_printf(text,
                               "%s{\"name\": \"b%d\", \"geometry\": {\"shape\": \"box\", "
                               "\"size\": [0.1, 0.1, 0.1]}, \"position\": [%g, 0, 0]}",
                               i ? ", " : "", i, 0.2 * i + 0.1);
    g_string_append(text, "], \"joints\": [");
    for (int i = 0; i < 3; i++) {
        g_autofree char *a = i ? g_strdup_printf("\"frame_a\": \"bodies/b%d\", \"location_a\": "
                                                 "[0.1, 0, 0], ",
                                                 i - 1)
                               : g_strdup("");
        g_string_append_printf(
            text,
            "%s{\"class\": \"%s\", \"name\": \"j%d\", %s\"frame_b\": \"bodies/b%d\", "
            "\"location_b\": [-0.1, 0, 0]}",
            i ? ", " : "", classes[(int)random_uniform(random, 0, 2.999)], i, a, i);
    }
    double p[3], q[3];
    random_vector(random, 0.3, p);
    random_vector(random, 0.1, q);
    g_string_append_printf(
        text,
        "], \"markers\": [{\"name\": \"p\", \"location\": [%.17g, %.17g, %.17g]}, {\"name\": "
        "\"q\", "
        "\"frame\": \"bodies/b2\", \"location\": [%.17g, %.17g, %.17g]}], \"springs\": "
        "[{\"class\": \"axial_spring\", \"name\": "
        "\"s\", \"points\": [\"markers/p\", \"markers/q\"]}]}",
        p[0], p[1], p[2], q[0], q[1], q[2]);
    return g_string_free(text, FALSE);
}

/* -dL/dq by differences of fourth order, and the same bits each time. */
static void test_random(void)
{
    Random random = {7};
    for (int i = 0; i < sn_cases(4, 500); i++) {
        g_autofree char *text = random_chain(&random);
        SnModel *model = sn_test_model(text);
        g_autofree char *joint =
            g_strdup_printf("joints/j%d", (int)random_uniform(&random, 0, 2.999));
        const SnId id = sn_test_id(model, joint);
        const bool one = sn_model_find_property(model, id, "angle") >= 0;
        g_autofree char *name = g_strconcat(joint, one ? ":angle" : ":angle_2.angle", NULL);
        const double low = random_uniform(&random, -1, 0);
        SnSweep *s = sweep(model, name, "springs/s", low, low + 0.08, 17);
        SnSweep *again = sweep(model, name, "springs/s", low, low + 0.08, 17);
        const double h = 0.08 / 16;
        for (int k = 2; k < s->n - 2; k++) {
            const double *l = s->length + k;
            near(s->moment_arm[k], -(l[-2] - 8 * l[-1] + 8 * l[1] - l[2]) / (12 * h), 1e-6);
        }
        g_assert_cmpmem(s->moment_arm, 17 * sizeof(double), again->moment_arm, 17 * sizeof(double));
        g_assert_cmpmem(s->length, 17 * sizeof(double), again->length, 17 * sizeof(double));
        sn_sweep_free(again);
        sn_sweep_free(s);
        sn_model_free(model);
    }
}

/* --- where it ends --- */

static bool stop_at_half(double done, void *data)
{
    int *calls = data;
    ++*calls;
    return done < 0.5;
}

static void test_stop(void)
{
    SnModel *model = sn_test_model(COUPLED);
    const SnId id = sn_test_id(model, "springs/s");
    GError *error = NULL;
    int calls = 0;
    g_assert_null(sn_sweep_new(model, sn_test_target(model, "joints/j:angle"), -1, 1, 20, &id, 1,
                               stop_at_half, &calls, &error));
    g_assert_no_error(error);
    g_assert_cmpint(calls, ==, 10);
    sn_model_free(model);
}

/* A four-bar that cannot turn round: samples up to where it stops, and why there are no more. */
static void test_out_of_reach(void)
{
    SnModel *model = sn_test_model(
        "{\"bodies\": [{\"name\": \"a\", \"geometry\": {\"shape\": \"box\", \"size\": [0.1, 0.1, "
        "0.1]}}], "
        "\"joints\": [{\"class\": \"hinge\", \"name\": \"j\", \"frame_b\": \"bodies/a\"}, "
        "{\"class\": "
        "\"distance\", \"name\": \"rod\", \"frame_a\": \"bodies/a\", \"location_a\": [0.2, 0, 0], "
        "\"location_b\": [0.3, 0.1, 0], \"length\": 0.141421356237309505}], \"markers\": "
        "[{\"name\": \"p\", "
        "\"location\": [0, 0.2, 0]}, {\"name\": \"q\", \"frame\": \"bodies/a\", \"location\": "
        "[0.1, "
        "0, "
        "0]}], \"springs\": [{\"class\": \"axial_spring\", \"name\": \"s\", \"points\": "
        "[\"markers/p\", \"markers/q\"]}]}");
    const SnId id = sn_test_id(model, "springs/s");
    GError *error = NULL;
    SnSweep *s = sn_sweep_new(model, sn_test_target(model, "joints/j:angle"), -1, 2, 31, &id, 1,
                              NULL, NULL, &error);
    g_assert_no_error(error);
    g_assert_nonnull(s->gap); /* the rod holds it where it is */
    g_assert_true(isnan(s->length[0]));
    sn_sweep_free(s);
    sn_model_free(model);
}

/* The end of a path turns into a ball behind which it has come round: inside, the ball counts for
 * nothing. */
static void test_jump(void)
{
    g_autofree char *text = g_strdup_printf(
        "{\"bodies\": [" LINK "], \"joints\": [" HINGE "], " ENDS ", \"wraps\": [{\"name\": "
        "\"ball\", \"location\": [0, 0.15, 0], \"size\": [0.02, 0.02, 0.02]}], \"springs\": "
        "[{\"class\": "
        "\"axial_spring\", \"name\": \"s\", \"points\": [\"markers/a\", \"markers/b\"], \"wraps\": "
        "[\"wraps/ball\"]}]}",
        "hinge", 0.1, 0.15, 0.0);
    SnModel *model = sn_test_model(text);
    const SnId id = sn_test_id(model, "springs/s");
    GError *error = NULL;
    SnSweep *s = sn_sweep_new(model, sn_test_target(model, "joints/j:angle"), 0, 2.5, 61, &id, 1,
                              NULL, NULL, &error);
    g_assert_no_error(error);
    /* b is 20 mm from the ball's middle where it is 2 asin(0.02 / 0.3) from a right angle */
    const double at = 90 + 2 * asin(0.02 / 0.3) * 180 / M_PI;
    g_autofree char *place = g_strdup_printf(" at %.4g°", at);
    g_test_message("%s", s->gap);
    g_assert_nonnull(strstr(s->gap, "/model/springs/s: its length jumps by "));
    g_assert_nonnull(strstr(s->gap, place));
    g_assert_null(strstr(strstr(s->gap, "jumps") + 1, "jumps")); /* in front nothing does */
    sn_sweep_free(s);
    sn_model_free(model);
}

/* Where a path has no way the others go on; what is said of it. */
static void test_lost(void)
{
    SnModel *model = sn_test_model("{\"markers\": [{\"name\": \"a\"}, {\"name\": \"b\"}]}");
    SnId paths[2] = {sn_test_id(model, "markers/a"), sn_test_id(model, "markers/b")};
    double at[4] = {0, 0.1, 0.2, 0.3}, length[8] = {1, NAN, NAN, NAN, 1, 1, 1, NAN};
    const bool reached[4] = {true, true, true, false};
    const SnSweep s = {
        .unit = SN_UNIT_LENGTH, .n = 4, .n_paths = 2, .paths = paths, .at = at, .length = length};
    g_autoptr(GArray) jumps = g_array_new(FALSE, FALSE, sizeof(SnSweepJump));
    g_autofree char *gap = sn_sweep_gap(model, &s, reached, jumps, "The rod ends.");
    g_assert_true(g_str_has_prefix(gap, "The rod ends. /model/markers/a: no way over its surfaces "
                                        "is found from 100 mm to 200 mm; "));
    g_assert_null(strstr(gap, "markers/b"));
    length[1] = length[2] = 1;
    g_assert_null(sn_sweep_gap(model, &s, reached, jumps, NULL));
    sn_model_free(model);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sweep/triangle", test_triangle);
    g_test_add_func("/sweep/slider", test_slider);
    g_test_add_func("/sweep/pulley", test_pulley);
    g_test_add_func("/sweep/coupled", test_coupled);
    g_test_add_func("/sweep/random", test_random);
    g_test_add_func("/sweep/stop", test_stop);
    g_test_add_func("/sweep/out_of_reach", test_out_of_reach);
    g_test_add_func("/sweep/jump", test_jump);
    g_test_add_func("/sweep/lost", test_lost);
    return g_test_run();
}
