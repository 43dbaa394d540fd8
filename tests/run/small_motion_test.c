/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Modes with damping and laxity against closed forms, the shapes in pictures, what is refused. */
#include "engine/small_motion.h"
#include "tests/run/model_helper.h"

#include <math.h>
#include <string.h>

#define G 9.81

static void near(double value, double truth, double tolerance)
{
    if (!(fabs(value - truth) <= tolerance))
        g_error("%.12g is not %.12g within %g", value, truth, tolerance);
}

/* A bar of 0.8 m and 2 kg that hangs on a hinge with a damper of 0.3 N m s/rad: m g l / I, and
 * c / (2 I w). */
#define PENDULUM                                                                                   \
    "{\"gravity\": [0, 0, -9.81], \"bodies\": [{\"name\": \"bar\", \"position\": [0, 0, -0.4], "   \
    "\"geometry\": {\"shape\": \"box\", \"size\": [0.05, 0.05, 0.8]}, \"inertia\": {\"method\": "  \
    "\"mass\", \"mass\": 2}}], \"joints\": [{\"class\": \"hinge\", \"name\": \"j\", "              \
    "\"frame_b\": \"bodies/bar\", \"rotation_a\": [1, -1, 0, 0], \"location_b\": [0, 0, 0.4], "    \
    "\"rotation_b\": [1, -1, 0, 0], \"damping\": %g}]}"

static void test_pendulum(void)
{
    g_autofree char *text = g_strdup_printf(PENDULUM, 0.3);
    SnModel *model = sn_test_model(text);
    GError *error = NULL;
    SnSmallMotion *motion = sn_small_motion_new(model, 4, NULL, NULL, &error);
    g_assert_no_error(error);
    int n;
    const SnSmallMode *modes = sn_small_motion_modes(motion, &n);
    const double moment = 2 * (0.64 + 0.0025) / 12 + 2 * 0.16, w = sqrt(2 * G * 0.4 / moment);
    g_assert_cmpint(n, ==, 1);
    near(modes[0].frequency, w / (2 * G_PI), 1e-9);
    near(modes[0].damping, 0.3 / (2 * moment * w), 1e-9);
    near(modes[0].share, 1, 1e-9);
    g_assert_true(sn_id_equal(modes[0].leader, sn_test_id(model, "bodies/bar")));

    /* its centre swings by 5 % of the model's size to both sides, and stays where nothing swings */
    double x[4];
    static const double AMOUNTS[4] = {1, -1, 2, 0};
    for (int k = 0; k < 4; k++) {
        SnSnapshot *snapshot = sn_small_motion_snapshot(motion, 0, AMOUNTS[k]);
        x[k] = snapshot->poses[0];
        sn_snapshot_unref(snapshot);
    }
    g_assert_cmpfloat(fabs(x[0]), >, 0.01);
    near(x[1], -x[0], 1e-9);
    near(x[2], 2 * x[0], 1e-9);
    near(x[3], 0, 1e-12);
    sn_small_motion_unref(motion);
    sn_model_free(model);
}

/* At a limit that bears its weight, and beside one that does not. */
static void test_left_out(void)
{
    for (int k = 0; k < 2; k++) {
        g_autofree char *limits = g_strdup_printf(
            "\"limited\": true, \"lower\": %s, \"upper\": 2, \"stiffness\": 5, \"rest\": %s,",
            k ? "-1" : "0", k ? "0" : "-0.5");
        g_autofree char *plain = g_strdup_printf(PENDULUM, 0.3);
        char *at = strstr(plain, "\"frame_b\"");
        g_autofree char *text = g_strdup_printf("%.*s%s%s", (int)(at - plain), plain, limits, at);
        SnModel *model = sn_test_model(text);
        GError *error = NULL;
        SnSmallMotion *motion = sn_small_motion_new(model, 4, NULL, NULL, &error);
        g_assert_no_error(error);
        int n;
        const SnId *ids = sn_small_motion_left_out(motion, &n);
        g_assert_cmpint(n, ==, k ? 0 : 1);
        if (n > 0)
            g_assert_true(sn_id_equal(ids[0], sn_test_id(model, "joints/j")));
        sn_small_motion_unref(motion);
        sn_model_free(model);
    }
}

/* --- laxity --- */

#define BLOCK                                                                                      \
    "\"bodies\": [{\"name\": \"block\", \"position\": [1, 2, 3], \"orientation\": [0.6, 0, 0.8, "  \
    "0], \"geometry\": {\"shape\": \"box\", \"size\": [0.1, 0.2, 0.3]}}]"
#define SPRINGS                                                                                    \
    "\"translation_1\": {\"stiffness\": 1000}, \"translation_2\": {\"stiffness\": 2000}, "         \
    "\"translation_3\": {\"stiffness\": 4000}, \"angle_1\": {\"stiffness\": 10}, \"angle_2\": "    \
    "{\"stiffness\": 20}, \"angle_3\": {\"stiffness\": 40}"

static void check_springs(const char *joint)
{
    static const double STIFFNESS[6] = {1000, 2000, 4000, 10, 20, 40};
    g_autofree char *text =
        g_strdup_printf("{\"gravity\": [0, 0, 0], " BLOCK ", \"joints\": "
                        "[{\"class\": \"free\", \"name\": \"j\", %s, " SPRINGS "}]}",
                        joint);
    SnModel *model = sn_test_model(text);
    GError *error = NULL;
    SnLaxity *laxity =
        sn_laxity_new(model, sn_test_id(model, "joints/j"), 20, 2, NULL, NULL, &error);
    g_assert_no_error(error);
    for (int i = 0; i < SN_LAXITY_LOADS; i++) {
        const double size = (i % 2 ? -1 : 1) * (i < 6 ? 20 : 2);
        g_assert_null(laxity->moves[i].trouble);
        for (int k = 0; k < 6; k++) {
            const double moved = k < 3 ? laxity->moves[i].move[k] : laxity->moves[i].turn[k - 3];
            near(moved, k == i / 2 ? size / STIFFNESS[k] : 0, 1e-8);
        }
    }
    sn_laxity_free(laxity);
    sn_model_free(model);
}

/* Springs along the axes of a joint give way by load / stiffness; either side may be the world. */
static void test_springs(void)
{
    check_springs("\"frame_b\": \"bodies/block\", \"location_a\": [1, 2, 3], \"rotation_a\": [0.6, "
                  "0, 0.8, 0]");
    check_springs("\"frame_a\": \"bodies/block\", \"location_b\": [1, 2, 3], \"rotation_b\": [0.6, "
                  "0, 0.8, 0]");
}

/* A hinge bears forces, and turns until the weight bears the moment; more than that it gives way
 * to. */
static void test_hinge(void)
{
    g_autofree char *text = g_strdup_printf(PENDULUM, 0.0);
    SnModel *model = sn_test_model(text);
    GError *error = NULL;
    const SnId joint = sn_test_id(model, "joints/j");
    SnLaxity *laxity = sn_laxity_new(model, joint, 100, 2, NULL, NULL, &error);
    g_assert_no_error(error);
    for (int i = 0; i < 10; i++)
        for (int k = 0; k < 3; k++) {
            near(laxity->moves[i].move[k], 0, 1e-9);
            near(laxity->moves[i].turn[k], 0, 1e-7);
        }
    g_assert_cmpstr(sn_laxity_load_name(10), ==, "moment +z");
    near(laxity->moves[10].turn[2], asin(2 / (2 * G * 0.4)), 1e-6);
    near(laxity->moves[11].turn[2], -asin(2 / (2 * G * 0.4)), 1e-6);
    sn_laxity_free(laxity);
    sn_model_free(model);
}

/* A block on a slider, on a spring of 100 N/m beside a Maxwell arm of 300: roots of
 * (s^2 m + 100) (s + 300 / c) + 300 s, solved apart.  Relaxed it would swing at 1.59 Hz for ever.
 */
static void test_relaxes(void)
{
    static const struct {
        double damper, frequency, damping;
    } cases[] = {{300, 3.182352502275852, 0.018751464785853458},
                 {3, 1.616491808038511, 0.15074655483628668}};
    for (int i = 0; i < 2; i++) {
        g_autofree char *text = g_strdup_printf(
            "{\"gravity\": [0, 0, 0], \"bodies\": [{\"name\": \"b\", \"position\": [0, 0, 1],"
            " \"geometry\": {\"shape\": \"box\"}, \"inertia\": {\"method\": \"mass\", \"mass\": "
            "1}}],"
            " \"markers\": [{\"name\": \"w\"}, {\"name\": \"m\", \"frame\": \"bodies/b\"}],"
            " \"joints\": [{\"class\": \"slider\", \"name\": \"j\", \"frame_b\": \"bodies/b\","
            " \"location_a\": [0, 0, 1]}],"
            " \"springs\": [{\"class\": \"axial_spring\", \"name\": \"s\", \"points\":"
            " [\"markers/w\", \"markers/m\"], \"law\": {\"type\": \"standard_linear\","
            " \"stiffness\": 100, \"arm_stiffness\": 300, \"arm_damping\": %g}}]}",
            cases[i].damper);
        SnModel *model = sn_test_model(text);
        GError *error = NULL;
        SnSmallMotion *motion = sn_small_motion_new(model, 3, NULL, NULL, &error);
        g_assert_no_error(error);
        int n;
        const SnSmallMode *mode = sn_small_motion_modes(motion, &n);
        g_assert_cmpint(n, ==, 1);
        near(mode->frequency, cases[i].frequency, 1e-7);
        near(mode->damping, cases[i].damping, 1e-7);
        sn_small_motion_unref(motion);
        sn_model_free(model);
    }
}

/* --- what is refused --- */

static bool at_once(double done, void *data)
{
    return false;
}

static void test_refused(void)
{
    SnModel *falls = sn_test_model("{\"gravity\": [0, 0, -9.81], " BLOCK "}");
    GError *error = NULL;
    g_assert_null(sn_small_motion_new(falls, 3, NULL, NULL, &error));
    g_assert_nonnull(error);
    g_clear_error(&error);
    sn_model_free(falls);
    g_autofree char *text = g_strdup_printf(PENDULUM, 0.0);
    SnModel *model = sn_test_model(text);
    g_assert_null(sn_laxity_new(model, sn_test_id(model, "joints/j"), 1, 1, at_once, NULL, &error));
    g_assert_no_error(error);
    sn_model_free(model);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/small-motion/pendulum", test_pendulum);
    g_test_add_func("/run/small_motion/left_out", test_left_out);
    g_test_add_func("/small-motion/springs", test_springs);
    g_test_add_func("/small-motion/hinge", test_hinge);
    g_test_add_func("/small-motion/relaxes", test_relaxes);
    g_test_add_func("/small-motion/refused", test_refused);
    return g_test_run();
}
