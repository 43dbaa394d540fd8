/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results of everything that pulls along a line, from the document: one spring, one muscle and one
 * strand of each kind between the same two points, against closed forms. */
#include "engine/base/vec.h"
#include "tests/run/model_helper.h"

#include <math.h>

static const char MODEL[] =
    "{\"gravity\": [0, 0, 0], \"solver\": {\"max_step\": 0.001},"
    " \"bodies\": [{\"name\": \"bone\", \"position\": [0.1, 0, 0], \"velocity\": [0, 0.1, 0], "
    "\"angular_velocity\": [0, 0, 1], \"geometry\": {\"shape\": \"box\", \"size\": [0.2, 0.2, "
    "0.2]}}],"
    " \"joints\": [{\"class\": \"hinge\", \"name\": \"elbow\", \"frame_b\": \"bodies/bone\", "
    "\"location_b\": [-0.1, 0, 0]}],"
    " \"markers\": [{\"name\": \"origin\", \"location\": [0, 0.3, 0]},"
    "  {\"name\": \"middle\", \"location\": [0.075, 0.15, 0]},"
    "  {\"name\": \"insertion\", \"frame\": \"bodies/bone\", \"location\": [0.05, 0, 0]}],"
    " \"springs\": [{\"class\": \"axial_spring\", \"name\": \"spring\", \"points\": "
    "[\"markers/origin\", \"markers/insertion\"], \"law\": {\"stiffness\": 2, "
    "\"rest_is_start\": false, \"rest_length\": 0.2}}],"
    " \"muscles\": [{\"name\": \"peck\", \"points\": [\"markers/origin\", "
    "\"markers/insertion\"], \"law\": {\"optimal_length\": 0.3, \"tendon_ratio\": 0.4}}],"
    " \"strands\": [{\"class\": \"spline_strand\", \"name\": \"spline\", \"radius\": 0.004, "
    "\"rest_ratio\": 0.9, \"law\": {\"youngs_modulus\": 1e6, \"damping\": 0}, \"nodes\": "
    "[{\"position\": "
    "[0, 0.3, 0]}, {\"position\": [0.05, 0.2, 0]}, {\"position\": [0.1, 0.1, 0]}, {\"position\": "
    "[0.15, 0, 0]}], \"constraints\": [{\"point\": \"markers/origin\"}, {\"place\": 1, "
    "\"point\": \"markers/insertion\"}]},"
    " {\"class\": \"cosserat_strand\", \"name\": \"frames\", \"rest_ratio\": 0.9, "
    "\"law\": {\"type\": \"linear\"}, \"frames\": [{\"position\": [0, 0.3, 0], "
    "\"hold\": \"world\"}, {\"position\": [0.15, 0, 0], \"hold\": \"body\", "
    "\"body\": \"bodies/bone\"}]},"
    " {\"class\": \"strand\", \"name\": \"parts\", \"radius\": 0.001, \"density\": 1000, "
    "\"rest_ratio\": 0.9, "
    "\"law\": {\"type\": \"linear\", \"youngs_modulus\": 1e6, \"damping\": 0}, \"nodes\": "
    "[{\"kind\": \"point\", \"point\": \"markers/origin\"}, {\"kind\": \"point\", "
    "\"point\": \"markers/middle\"}, {\"kind\": \"point\", \"point\": "
    "\"markers/insertion\"}]}],"
    " \"moment_arms\": [{\"name\": \"spring\", \"path\": \"springs/spring\", \"joint\": "
    "\"joints/elbow\"}, {\"name\": \"spline\", \"path\": \"strands/spline\", \"joint\": "
    "\"joints/elbow\"}, {\"name\": \"frames\", \"path\": \"strands/frames\", \"joint\": "
    "\"joints/elbow\"}]}";

/* Lengths at the start and after 30 steps, when the bone has turned. */
typedef struct Run {
    SnModel *model;
    SnSimulation *simulation;
    double start, now, turned, arm, rate;
} Run;

static double read_one(const Run *run, const char *path)
{
    double value[6] = {NAN};
    const SnTarget target = sn_test_target(run->model, path);
    if (sn_simulation_get(run->simulation, target.id, target.row, value) == 0)
        g_error("%s has no value", path);
    return value[0];
}

static void near(const Run *run, const char *path, double expected, double tolerance)
{
    const double value = read_one(run, path);
    if (!(fabs(value - expected) <= tolerance))
        g_error("%s is %.12g, not %.12g", path, value, expected);
}

static Run run_new(int steps)
{
    Run run = {.model = sn_test_model(MODEL)};
    run.simulation = sn_test_simulation(run.model);
    g_assert_cmpint(run.simulation->assembly.code, ==, SN_FAULT_NONE);
    sn_test_steps(run.simulation, steps);
    run.turned = read_one(&run, "joints/elbow:angle");
    run.start = hypot(0.15, 0.3);
    run.now = sqrt(run.start * run.start - 2 * 0.15 * 0.3 * sin(run.turned));
    run.arm = 0.15 * 0.3 * cos(run.turned) / run.now;
    run.rate = read_one(&run, "springs/spring:length_rate");
    return run;
}

static void run_free(Run *run)
{
    sn_simulation_free(run->simulation);
    sn_model_free(run->model);
}

static void test_start(void)
{
    Run run = run_new(0);
    near(&run, "moment_arms/spring:moment_arm", run.arm, 1e-12);
    near(&run, "moment_arms/spline:moment_arm", run.arm, 1e-9);
    near(&run, "moment_arms/frames:moment_arm", run.arm, 1e-12);
    near(&run, "moment_arms/spline:moment", run.arm * read_one(&run, "strands/spline:tension"),
         1e-7);
    near(&run, "moment_arms/frames:moment", run.arm * read_one(&run, "strands/frames:tension"),
         1e-9);
    near(&run, "springs/spring:excursion", 0, 1e-15);
    near(&run, "muscles/peck:excursion", 0, 1e-15);
    /* drawn evenly */
    const double stiffness = 1e6 * M_PI * 0.004 * 0.004;
    const char *const rows[] = {"tension", "start_tension", "end_tension", "mean_tension"};
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *of_spline = g_strdup_printf("strands/spline:%s", rows[i]);
        g_autofree char *of_parts = g_strdup_printf("strands/parts:%s", rows[i]);
        /* at the ends with the inertia of the matter, which begins to move */
        const double drawn = 1e6 * M_PI * 1e-6 * (1 / 0.9 - 1);
        near(&run, of_parts, drawn, i == 1 || i == 2 ? 5e-3 * drawn : 1e-9);
        near(&run, of_spline, stiffness * (1 / 0.9 - 1), 1e-9);
    }
    near(&run, "strands/spline:power",
         -read_one(&run, "strands/spline:tension") * read_one(&run, "strands/spline:length_rate"),
         1e-3 * stiffness);
    run_free(&run);
}

static void test_turned(void)
{
    Run run = run_new(30);
    g_assert_cmpfloat(run.turned, >, 0.03);
    near(&run, "joints/elbow:angle_rate", -run.rate / run.arm, 2e-3); /* first order in the step */
    const double strain = run.now / 0.2 - 1;
    near(&run, "springs/spring:excursion", run.start - run.now, 1e-9);
    near(&run, "springs/spring:strain", strain, 1e-8);
    near(&run, "springs/spring:elastic_energy", 0.5 * 2 * 0.04 * strain * strain, 1e-9);
    near(&run, "muscles/peck:excursion", run.start - run.now, 1e-9);
    near(&run, "muscles/peck:strain", (run.now - 0.4 * 0.3) / (0.6 * 0.3) - 1, 1e-8);
    near(&run, "moment_arms/spring:moment_arm", run.arm, 1e-8);
    near(&run, "moment_arms/frames:moment_arm", run.arm, 1e-8);
    near(&run, "moment_arms/spline:moment_arm", run.arm, 1e-3);
    near(&run, "strands/frames:excursion", run.start - run.now, 1e-8);
    const double tension = read_one(&run, "strands/frames:tension");
    const char *const frames[] = {
        "strands/frames:start_tension", "strands/frames:end_tension", "strands/frames:mean_tension",
        "strands/frames/frames/0:tension_after", "strands/frames/frames/1:tension_before"};
    for (size_t i = 0; i < G_N_ELEMENTS(frames); i++)
        near(&run, frames[i], tension, 1e-12);
    near(&run, "strands/frames/frames/0:tension_before", 0, 0);
    near(&run, "strands/frames/frames/1:tension_after", 0, 0);
    near(&run, "strands/frames/frames/1:place", 0.15 * cos(run.turned), 1e-8);
    near(&run, "strands/frames:power", -tension * run.rate, 1e-7 * tension);
    /* the first part of the other one keeps its length */
    const double stiffness = 1e6 * M_PI * 1e-6, rest = 0.9 * run.start / 2;
    const double second = hypot(0.15 * cos(run.turned) - 0.075, 0.15 * sin(run.turned) - 0.15);
    const double before = stiffness * (1 / 0.9 - 1), after = stiffness * (second / rest - 1);
    near(&run, "strands/parts:tension", fmax(before, after), 1e-7);
    /* at the ends there is the inertia of the matter, whose node at the elbow falls */
    near(&run, "strands/parts:start_tension", before, 5e-3 * before);
    near(&run, "strands/parts:end_tension", after, 5e-3 * after);
    near(&run, "strands/parts:mean_tension", (before + after) / 2, 1e-7);
    near(&run, "strands/parts:power", -after * read_one(&run, "strands/parts:length_rate"), 1e-9);
    g_assert_cmpfloat(fabs(read_one(&run, "strands/parts:power")), >, 1e-3);
    run_free(&run);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/line-results/start", test_start);
    g_test_add_func("/line-results/turned", test_turned);
    return g_test_run();
}
