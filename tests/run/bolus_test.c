/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Food between teeth: an elastic ball that bears what it bears, collapses under more, and is there
 * anew where it is to renew. */
#include "tests/run/model_helper.h"

#include <math.h>

/* A particle on a bolus of 10 mm and 7000 N/m under 10 m/s2; a heavy one sinks slowly. */
static SnSimulation *on_bolus(double mass, double height, bool renews)
{
    char *text = g_strdup_printf(
        "{\"gravity\": [0, 0, -10], \"solver\": {\"max_step\": 0.001}, \"particles\": [{\"name\": "
        "\"p\", \"mass\": %g, \"position\": [0, 0, %g]}], \"markers\": [{\"name\": \"floor\", "
        "\"location\": [0, 0, 0]}], \"springs\": [{\"class\": \"axial_spring\", \"name\": "
        "\"bolus\", \"points\": [\"markers/floor\", \"particles/p\"], \"law\": {\"type\": "
        "\"bolus\", \"stiffness\": 7000, \"damping\": %g, \"rest_is_start\": false, "
        "\"rest_length\": 0.01, \"collapse_force\": 35, \"renews\": %s}}]}",
        mass, height, mass > 1 ? 1000.0 : 0, renews ? "true" : "false");
    SnModel *model = sn_test_model(text);
    SnSimulation *s = sn_test_simulation(model);
    sn_model_free(model);
    g_free(text);
    return s;
}

static double height_of(const SnSimulation *s)
{
    return sn_state_q_const(s->state)[s->compiled->system->blocks[0].q + 2];
}

static void test_bears(void)
{
    SnSimulation *s = on_bolus(3.4, 0.01, false);
    sn_test_steps(s, 3000);
    g_assert_cmpfloat(fabs(height_of(s) - (0.01 - 34.0 / 7000)), <, 1e-8);
    sn_simulation_free(s);
}

static void test_collapses(void)
{
    SnSimulation *s = on_bolus(3.6, 0.01, false);
    double last = 0;
    int n = 0;
    for (; height_of(s) > 0.0045 && n < 2000; n++) {
        last = height_of(s);
        sn_test_steps(s, 1);
    }
    g_assert_cmpint(n, <, 2000);
    g_assert_cmpfloat(last, >, 0.0045);
    sn_test_steps(s, 20); /* then nothing holds it but its weight's motion */
    const double from = height_of(s), v = sn_state_u_const(s->state)[2];
    sn_test_steps(s, 10);
    g_assert_cmpfloat(fabs(height_of(s) - (from + v * 0.01 - 5 * 0.01 * 0.011)), <, 1e-9);
    sn_simulation_free(s);
}

/* One that has no room at the start has collapsed; where there is room again, a new one pushes. */
static void test_renews(void)
{
    for (int renews = 0; renews < 2; renews++) {
        SnSimulation *s = on_bolus(0.3, 0.004, renews);
        sn_state_u(s->state)[2] = 0.5; /* up to 16.5 mm */
        sn_test_steps(s, 60);
        g_assert_cmpfloat(height_of(s), >, 0.01);
        sn_test_steps(s, 60);
        g_assert_cmpint(height_of(s) > 0.004, ==, renews);
        g_assert_cmpfloat(sn_test_number(s, "springs/bolus:collapsed"), ==, !renews);
        sn_simulation_free(s);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/bolus/bears", test_bears);
    g_test_add_func("/bolus/collapses", test_collapses);
    g_test_add_func("/bolus/renews", test_renews);
    return g_test_run();
}
