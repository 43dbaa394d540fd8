/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finite elements that hang on something: on bones, in the world, on elements of their own. */
#include "engine/base/vec.h"
#include "engine/sim/system/workspace.h"
#include "tests/run/model_helper.h"

#include <math.h>
#include <string.h>

/* --- attached to a bone --- */

#define BONE                                                                                       \
    "\"bodies\": [{\"name\": \"bone\", \"position\": [0.1, 0.02, 1], \"angular_velocity\": "       \
    "[0, 8, 0],"                                                                                   \
    "  \"orientation\": [0.9659258262890683, 0.25881904510252074, 0, 0], \"inertia\": {"           \
    "  \"method\": \"explicit\", \"mass\": 0.7, \"center\": [0.02, 0.01, 0],"                      \
    "  \"tensor\": [0.001, 0.002, 0.0015, 0.0001, 0, 0]}}]"

static const char attached[] = "{\"gravity\": [0, 0, -10], " BONE ", \"fems\": [" SN_TEST_CUBE(
    "") "], \"attachments\": ["
        "{\"class\": \"node_attachment\", \"name\": \"grip\", \"fem\": \"fems/cube\","
        " \"nodes\": \"1 3 5 7\", \"to\": \"bodies/bone\"}]}";

/* Composite of a bone and point masses, in the bone's frame, worked out about its origin. */
static void composite(const double points[][3], int n, double m, double *mass, double center[3],
                      double inertia[9])
{
    const double own[9] = {0.001, 0.0001, 0, 0.0001, 0.002, 0, 0, 0, 0.0015};
    double first[3] = {0};
    *mass = 0;
    memcpy(inertia, own, sizeof own);
    for (int i = -1; i < n; i++) {
        const double bone[3] = {0.02, 0.01, 0}, *p = i < 0 ? bone : points[i];
        const double part = i < 0 ? 0.7 : m;
        *mass += part;
        sn_v3_axpy(part, p, first);
        for (int r = 0; r < 3; r++)
            for (int k = 0; k < 3; k++)
                inertia[3 * r + k] += part * ((r == k ? sn_v3_dot(p, p) : 0) - p[r] * p[k]);
    }
    sn_v3_scale(1 / *mass, first, center);
    for (int r = 0; r < 3; r++)
        for (int k = 0; k < 3; k++)
            inertia[3 * r + k] -=
                *mass * ((r == k ? sn_v3_dot(center, center) : 0) - center[r] * center[k]);
}

static const char *const gripped[] = {"fems/cube/nodes/1:position", "fems/cube/nodes/3:position",
                                      "fems/cube/nodes/5:position", "fems/cube/nodes/7:position"};

static void places_in_bone(const SnSimulation *s, double places[4][3])
{
    double p[6], q[6], x[6];
    sn_test_read(s, "bodies/bone:position", p);
    sn_test_read(s, "bodies/bone:orientation", q);
    for (int i = 0; i < 4; i++) {
        sn_test_read(s, gripped[i], x);
        sn_pose_inverse_point(p, q, x, places[i]);
    }
}

static void test_attached_to_bone(void)
{
    SnModel *model = sn_test_model(attached);
    SnSimulation *s = sn_test_simulation(model);
    const SnSystem *system = s->compiled->system;
    g_assert_cmpint(system->n_attached, ==, 4);
    g_assert_cmpint(system->n_u_active, ==, 6 + 4 * 3);
    double before[4][3], after[4][3], mass, center[3], inertia[9];
    places_in_bone(s, before);
    composite((const double(*)[3])before, 4, 0.125, &mass, center, inertia);
    const SnBlock *block =
        &system->blocks[sn_system_index(system, sn_test_id(model, "bodies/bone"))];
    sn_test_near(&block->mass, &mass, 1, 1e-14);
    sn_test_near(block->center, center, 3, 1e-15);
    sn_test_near(block->inertia, inertia, 9, 1e-15);
    /* each says its own mass, the whole all of it */
    g_assert_cmpfloat(sn_test_number(s, "bodies/bone:mass"), ==, 0.7);
    g_assert_cmpfloat_with_epsilon(sn_test_number(s, "fems/cube:mass"), 1, 1e-14);
    g_assert_cmpfloat_with_epsilon(sn_test_number(s, "/model:mass"), 1.7, 1e-14);

    double energy[2], start[6], end[6];
    sn_audit(system, s->state, s->work, energy, start);
    sn_test_steps(s, 200);
    places_in_bone(s, after);
    for (int i = 0; i < 4; i++)
        sn_test_near(after[i], before[i], 3, 1e-13);
    sn_audit(system, s->state, s->work, energy, end);
    const double change[3] = {start[0], start[1], start[2] - 1.7 * 10 * 0.2};
    sn_test_near(end, change, 3, 1e-11);
    sn_simulation_free(s);
    sn_model_free(model);
}

/* A body that is led carries the nodes along; what holds it bears their weight. */
static void test_led_bone(void)
{
    SnModel *model = sn_test_model(
        "{\"gravity\": [0, 0, -10], \"bodies\": [{\"name\": \"bone\", \"dynamic\": false}],"
        " \"fems\": [" SN_TEST_CUBE(
            ", \"damping\": {\"mass\": 20, \"stiffness\": 0.01}") "],"
                                                                  " \"attachments\": [{\"class\": "
                                                                  "\"node_attachment\", \"name\": "
                                                                  "\"grip\", \"nodes\": \"0-3\","
                                                                  "  \"fem\": \"fems/cube\", "
                                                                  "\"to\": \"bodies/bone\"}],"
                                                                  " \"probes\": [{\"class\": "
                                                                  "\"input_probe\", \"targets\": "
                                                                  "[\"bodies/"
                                                                  "bone:target_position\"],"
                                                                  "  \"knots\": [{\"time\": 0, "
                                                                  "\"values\": [0, 0, 0]}, "
                                                                  "{\"time\": 0.1, \"values\": "
                                                                  "[0.02, 0, 0]}]}]}");
    SnSimulation *s = sn_test_simulation(model);
    double value[6];
    sn_test_steps(s, 50);
    sn_test_read(s, "fems/cube/nodes/0:position", value);
    sn_test_near(value, (const double[]){-0.04, -0.05, 0.95}, 3, 1e-13);
    sn_test_steps(s, 1500);
    sn_test_read(s, "fems/cube/nodes/2:position", value);
    sn_test_near(value, (const double[]){-0.03, 0.05, 0.95}, 3, 1e-13);
    sn_test_read(s, "bodies/bone:reaction_force", value);
    sn_test_near(value, (const double[]){0, 0, 10}, 3, 1e-3);
    sn_test_read(s, "attachments/grip:force", value);
    sn_test_near(value, (const double[]){0, 0, 10}, 3, 1e-3);
    sn_simulation_free(s);
    sn_model_free(model);
}

/* Held in the world: what holds it bears its weight. */
static void test_fixed(void)
{
    SnModel *model = sn_test_model("{\"gravity\": [0, 0, -10], \"fems\": [" SN_TEST_CUBE(
        ", \"damping\": {\"mass\": 20, \"stiffness\": 0.01}") "],"
                                                              " \"attachments\": [{\"class\": "
                                                              "\"node_attachment\", \"name\": "
                                                              "\"grip\", \"nodes\": "
                                                              "  \"0-3\", \"fem\": "
                                                              "\"fems/cube\"}]}");
    SnSimulation *s = sn_test_simulation(model);
    double value[6];
    sn_test_steps(s, 1500);
    sn_test_read(s, "fems/cube/nodes/2:displacement", value);
    sn_test_near(value, (const double[]){0, 0, 0}, 3, 0);
    sn_test_read(s, "attachments/grip:force", value);
    sn_test_near(value, (const double[]){0, 0, 10}, 3, 1e-3);
    sn_simulation_free(s);
    sn_model_free(model);
}

/* --- nodes that hang on the large elements of their own mesh --- */

/* A hex of edge 2 under four of edge 1: the five nodes in the middle of the seam hang on it. */
static const char seam_mesh[] =
    "# vtk DataFile Version 3.0\nseam\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 22 double\n"
    "0 0 0  2 0 0  2 2 0  0 2 0\n"
    "0 0 2  1 0 2  2 0 2  0 1 2  1 1 2  2 1 2  0 2 2  1 2 2  2 2 2\n"
    "0 0 3  1 0 3  2 0 3  0 1 3  1 1 3  2 1 3  0 2 3  1 2 3  2 2 3\n"
    "CELLS 5 45\n8 0 1 2 3 4 6 12 10\n8 4 5 8 7 13 14 17 16\n8 5 6 9 8 14 15 18 17\n"
    "8 7 8 11 10 16 17 20 19\n8 8 9 12 11 17 18 21 20\nCELL_TYPES 5\n12\n12\n12\n12\n12\n";

/* Pulled evenly the whole stretches evenly, across the seam too (patch test). */
static void test_seam(void)
{
    SnModel *model = sn_test_model_beside(
        "seam.vtk", seam_mesh,
        "{\"gravity\": [0, 0, 0], \"solver\": {\"max_step\": 0.01}, \"fems\": [{\"name\": \"f\","
        " \"mesh\": {\"source\": \"file\", \"file\": \"seam.vtk\"}, \"material\":"
        " {\"type\": \"linear\", \"youngs_modulus\": 1e5, \"poissons_ratio\": 0},"
        " \"damping\": {\"mass\": 30, \"stiffness\": 0.05}, \"density\": 100,"
        " \"nodes\": [{\"number\": 0, \"dynamic\": false}, {\"number\": 1, \"dynamic\": false},"
        "  {\"number\": 2, \"dynamic\": false}, {\"number\": 3, \"dynamic\": false}]}],"
        " \"attachments\": [{\"class\": \"node_attachment\", \"name\": \"seam\", \"fem\": "
        "\"fems/f\","
        "  \"nodes\": \"5 7 8 9 11\", \"to\": \"fems/f\"}],"
        " \"loads\": [{\"class\": \"fem_load\", \"fem\": \"fems/f\", \"nodes\": \"13 15 19 21\","
        "  \"force\": [0, 0, 1000]}, {\"class\": \"fem_load\", \"fem\": \"fems/f\","
        "  \"nodes\": \"14 16 18 20\", \"force\": [0, 0, 2000]}, {\"class\": \"fem_load\","
        "  \"fem\": \"fems/f\", \"nodes\": \"17\", \"force\": [0, 0, 1000]}]}");
    SnSimulation *s = sn_test_simulation(model);
    g_assert_cmpint(s->compiled->system->n_attached, ==, 5);
    sn_test_steps(s, 2000);
    for (int i = 4; i < 22; i++) {
        char path[64];
        double value[6];
        g_snprintf(path, sizeof path, "fems/f/nodes/%d:displacement", i);
        sn_test_read(s, path, value); /* 4000 N over 4 m2 of 1e5 Pa: 1 % */
        sn_test_near(value, (const double[]){0, 0, i < 13 ? 0.02 : 0.03}, 3, 1e-9);
    }
    sn_simulation_free(s);
    sn_model_free(model);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/soft-attached/bone", test_attached_to_bone);
    g_test_add_func("/soft-attached/led bone", test_led_bone);
    g_test_add_func("/soft-attached/held", test_fixed);
    g_test_add_func("/soft-attached/seam", test_seam);
    return g_test_run();
}
