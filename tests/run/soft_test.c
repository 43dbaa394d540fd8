/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finite elements from a document's text to states and snapshots: places, masses, attachments,
 * muscles, exciters, errors; the same bits for any number of threads. */
#include "engine/base/vec.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/edit.h"
#include "engine/sim/work.h"
#include "tests/run/model_helper.h"
#include "tests/support/counting_malloc.h"

#include <math.h>
#include <string.h>

/* A cube of one element with edges of 0.1 m, 1 kg; nodes x first, then y, then z. */
#define CUBE(more)                                                                                 \
    "{\"name\": \"cube\", \"position\": [0, 0, 1],"                                                \
    " \"mesh\": {\"source\": \"box\", \"size\": [0.1, 0.1, 0.1],"                                  \
    "            \"cells_x\": 1, \"cells_y\": 1, \"cells_z\": 1}" more "}"

static void read_number(const SnSimulation *s, const char *path, double value[6])
{
    const SnTarget target = sn_test_target(s->model, path);
    g_assert_cmpint(sn_simulation_get(s, target.id, target.row, value), >, 0);
}

static double number(const SnSimulation *s, const char *path)
{
    double value[6];
    read_number(s, path, value);
    return value[0];
}

static void set_number(SnSimulation *s, const char *path, double value)
{
    const SnTarget target = sn_test_target(s->model, path);
    g_assert_true(sn_simulation_set(s, target.id, target.row, &value, 1, s->model->revision + 1));
}

static void assert_near(const double *value, const double *truth, int n, double tolerance)
{
    for (int i = 0; i < n; i++)
        if (!(fabs(value[i] - truth[i]) <= tolerance))
            g_error("[%d] is %.17g, not %.17g", i, value[i], truth[i]);
}

/* --- a cube falls --- */

static void test_falls(void)
{
    SnModel *model = sn_test_model("{\"gravity\": [0, 0, -10], \"fems\": [" CUBE("") "]}");
    SnSimulation *s = sn_test_simulation(model);
    sn_test_steps(s, 100);
    double value[6];
    g_assert_cmpfloat_with_epsilon(number(s, "fems/cube:mass"), 1, 1e-14);
    g_assert_cmpfloat_with_epsilon(number(s, "fems/cube:volume"), 1e-3, 1e-15);
    read_number(s, "fems/cube:momentum", value);
    assert_near(value, (const double[]){0, 0, -1}, 3, 1e-12);
    g_assert_cmpfloat_with_epsilon(number(s, "fems/cube:kinetic_energy"), 0.5, 1e-11);
    /* sum of h^2 g k for 100 steps of 1 ms */
    read_number(s, "fems/cube/nodes/5:displacement", value);
    assert_near(value, (const double[]){0, 0, -0.0505}, 3, 1e-12);
    read_number(s, "fems/cube/nodes/5:position", value);
    assert_near(value, (const double[]){0.05, -0.05, 0.9995}, 3, 1e-12);
    g_assert_cmpfloat_with_epsilon(number(s, "fems/cube:max_von_mises"), 0, 1e-6);
    sn_simulation_free(s);
    sn_model_free(model);
}

/* --- attached to a bone --- */

#define BONE                                                                                       \
    "\"bodies\": [{\"name\": \"bone\", \"position\": [0.1, 0.02, 1], \"angular_velocity\": "       \
    "[0, 8, 0],"                                                                                   \
    "  \"orientation\": [0.9659258262890683, 0.25881904510252074, 0, 0], \"inertia\": {"           \
    "  \"method\": \"explicit\", \"mass\": 0.7, \"center\": [0.02, 0.01, 0],"                      \
    "  \"tensor\": [0.001, 0.002, 0.0015, 0.0001, 0, 0]}}]"

static const char attached[] = "{\"gravity\": [0, 0, -10], " BONE ", \"fems\": [" CUBE(
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
    read_number(s, "bodies/bone:position", p);
    read_number(s, "bodies/bone:orientation", q);
    for (int i = 0; i < 4; i++) {
        read_number(s, gripped[i], x);
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
    assert_near(&block->mass, &mass, 1, 1e-14);
    assert_near(block->center, center, 3, 1e-15);
    assert_near(block->inertia, inertia, 9, 1e-15);
    /* each says its own mass, the whole all of it */
    g_assert_cmpfloat(number(s, "bodies/bone:mass"), ==, 0.7);
    g_assert_cmpfloat_with_epsilon(number(s, "fems/cube:mass"), 1, 1e-14);
    g_assert_cmpfloat_with_epsilon(number(s, "/model:mass"), 1.7, 1e-14);

    double energy[2], start[6], end[6];
    sn_audit(system, s->state, s->work, energy, start);
    sn_test_steps(s, 200);
    places_in_bone(s, after);
    for (int i = 0; i < 4; i++)
        assert_near(after[i], before[i], 3, 1e-13);
    sn_audit(system, s->state, s->work, energy, end);
    const double change[3] = {start[0], start[1], start[2] - 1.7 * 10 * 0.2};
    assert_near(end, change, 3, 1e-11);
    sn_simulation_free(s);
    sn_model_free(model);
}

/* A body that is led carries the nodes along; what holds it bears their weight. */
static void test_led_bone(void)
{
    SnModel *model = sn_test_model(
        "{\"gravity\": [0, 0, -10], \"bodies\": [{\"name\": \"bone\", \"dynamic\": false}],"
        " \"fems\": [" CUBE(
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
    read_number(s, "fems/cube/nodes/0:position", value);
    assert_near(value, (const double[]){-0.04, -0.05, 0.95}, 3, 1e-13);
    sn_test_steps(s, 1500);
    read_number(s, "fems/cube/nodes/2:position", value);
    assert_near(value, (const double[]){-0.03, 0.05, 0.95}, 3, 1e-13);
    read_number(s, "bodies/bone:reaction_force", value);
    assert_near(value, (const double[]){0, 0, 10}, 3, 1e-3);
    read_number(s, "attachments/grip:force", value);
    assert_near(value, (const double[]){0, 0, 10}, 3, 1e-3);
    sn_simulation_free(s);
    sn_model_free(model);
}

/* Held in the world: what holds it bears its weight. */
static void test_held(void)
{
    SnModel *model = sn_test_model("{\"gravity\": [0, 0, -10], \"fems\": [" CUBE(
        ", \"damping\": {\"mass\": 20, \"stiffness\": 0.01}") "],"
                                                              " \"attachments\": [{\"class\": "
                                                              "\"node_attachment\", \"name\": "
                                                              "\"grip\", \"nodes\": "
                                                              "  \"0-3\", \"fem\": "
                                                              "\"fems/cube\"}]}");
    SnSimulation *s = sn_test_simulation(model);
    double value[6];
    sn_test_steps(s, 1500);
    read_number(s, "fems/cube/nodes/2:displacement", value);
    assert_near(value, (const double[]){0, 0, 0}, 3, 0);
    read_number(s, "attachments/grip:force", value);
    assert_near(value, (const double[]){0, 0, 10}, 3, 1e-3);
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

static char *write_file(const char *folder, const char *name, const char *text)
{
    char *path = g_build_filename(folder, name, NULL);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    return path;
}

/* A model beside one other file, from the text of its "model" object. */
static SnModel *read_beside(const char *name, const char *text, const char *json)
{
    char *folder = g_dir_make_tmp("sinew-XXXXXX", NULL);
    char *file = write_file(folder, name, text);
    char *whole = g_strdup_printf("{\"sinew\": 1, \"model\": %s}", json);
    char *path = write_file(folder, "model.sinew", whole);
    GError *error = NULL;
    SnModel *model = sn_file_read(path, &error);
    g_assert_no_error(error);
    g_free(whole);
    g_free(path);
    g_free(file);
    g_free(folder);
    return model;
}

/* Pulled evenly the whole stretches evenly, across the seam too (patch test). */
static void test_seam(void)
{
    SnModel *model = read_beside(
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
        read_number(s, path, value); /* 4000 N over 4 m2 of 1e5 Pa: 1 % */
        assert_near(value, (const double[]){0, 0, i < 13 ? 0.02 : 0.03}, 3, 1e-9);
    }
    sn_simulation_free(s);
    sn_model_free(model);
}

/* --- markers and muscles --- */

static void test_markers(void)
{
    SnModel *model =
        sn_test_model("{\"fems\": [" CUBE(", \"nodes\": [{\"number\": 7, \"velocity\": [1, 2, "
                                          "3]}]") "],"
                                                  " \"bodies\": [{\"name\": \"bone\", "
                                                  "\"dynamic\": false, \"position\": [0.3, 0, "
                                                  "1]}],"
                                                  " \"markers\": ["
                                                  "  {\"name\": \"inside\", \"frame\": "
                                                  "\"fems/cube\", \"location\": [0.01, -0.02, "
                                                  "0.03]},"
                                                  "  {\"name\": \"corner\", \"frame\": "
                                                  "\"fems/cube\", \"location\": [0.05, 0.05, "
                                                  "0.05]},"
                                                  "  {\"name\": \"outside\", \"frame\": "
                                                  "\"fems/cube\", \"location\": [0.01, 0.02, "
                                                  "0.09]},"
                                                  "  {\"name\": \"on_bone\", \"frame\": "
                                                  "\"bodies/bone\", \"location\": [0, 0, "
                                                  "0.01]}],"
                                                  " \"muscles\": [{\"name\": \"m\", "
                                                  "\"points\": [\"markers/on_bone\", "
                                                  "\"fems/cube/nodes/1\"],"
                                                  "  \"excitation\": 1, \"law\": "
                                                  "{\"max_force\": 3, \"optimal_is_start\": "
                                                  "true, \"tendon_ratio\": 0,"
                                                  "  \"damping\": 0}}]}");
    SnSimulation *s = sn_test_simulation(model);
    double value[6], nodes[8][6];
    read_number(s, "markers/inside:position", value);
    assert_near(value, (const double[]){0.01, -0.02, 1.03}, 3, 1e-15);
    read_number(s, "markers/outside:position", value);
    assert_near(value, (const double[]){0.01, 0.02, 1.09}, 3, 1e-15);
    /* a marker at a node is that node: one attached point for each of the others */
    g_assert_cmpint(s->compiled->system->n_attached, ==, 2);

    sn_test_steps(s, 5);
    double expected[3] = {0};
    for (int i = 0; i < 8; i++) {
        char path[64];
        g_snprintf(path, sizeof path, "fems/cube/nodes/%d:position", i);
        read_number(s, path, nodes[i]);
        const double weight = (i & 1 ? 0.6 : 0.4) * (i & 2 ? 0.3 : 0.7) * (i & 4 ? 0.8 : 0.2);
        sn_v3_axpy(weight, nodes[i], expected);
    }
    read_number(s, "markers/inside:position", value);
    assert_near(value, expected, 3, 1e-15);
    read_number(s, "markers/corner:position", value);
    assert_near(value, nodes[7], 3, 0);
    read_number(s, "markers/on_bone:position", value);
    g_assert_cmpfloat_with_epsilon(number(s, "muscles/m:length"), sn_v3_distance(value, nodes[1]),
                                   1e-15);
    g_assert_cmpfloat(number(s, "muscles/m:force"), >, 2);
    sn_simulation_free(s);
    sn_model_free(model);
}

static void test_exciters(void)
{
    SnModel *model = sn_test_soft();
    SnSimulation *s = sn_test_simulation(model);
    sn_test_steps(s, 1);
    /* head adds 0.3 to the 0.2 of all, which adds it with gains 0.5 and 1 to 0.1 and 0.3 */
    g_assert_cmpfloat_with_epsilon(number(s, "exciters/all:excitation"), 0.5, 1e-15);
    g_assert_cmpfloat_with_epsilon(number(s, "fems/block/bundles/squeeze:excitation"), 0.35, 1e-15);
    g_assert_cmpfloat_with_epsilon(number(s, "muscles/puller:excitation"), 0.8, 1e-15);
    set_number(s, "exciters/head:excitation", 1);
    sn_test_steps(s, 1);
    g_assert_cmpfloat_with_epsilon(number(s, "exciters/all:excitation"), 1, 1e-15);
    g_assert_cmpfloat_with_epsilon(number(s, "muscles/puller:excitation"), 1, 1e-15);
    sn_simulation_free(s);
    sn_model_free(model);
}

/* Fibres of a bundle shorten a held cube: element fibres with stress A pull like node-to-node
 * fibres of the same total force. */
static double shortened(const char *bundle)
{
    char *text =
        g_strdup_printf("{\"gravity\": [0, 0, 0], \"fems\": [" CUBE(
                            ", \"material\": {\"type\": \"corotated\", \"youngs_modulus\": 1e5, "
                            "\"poissons_ratio\": 0},"
                            " \"damping\": {\"mass\": 50, \"stiffness\": 0.02}, \"bundles\": [%s],"
                            " \"nodes\": [{\"number\": 0, \"dynamic\": false}, {\"number\": 2, "
                            "\"dynamic\": false},"
                            "  {\"number\": 4, \"dynamic\": false}, {\"number\": 6, \"dynamic\": "
                            "false}]") "],"
                                       " \"exciters\": [{\"name\": \"e\", \"excitation\": 0.5,"
                                       "  \"targets\": [\"fems/cube/bundles/b:excitation\"]}]}",
                        bundle);
    SnModel *model = sn_test_model(text);
    SnSimulation *s = sn_test_simulation(model);
    double value[6], other[6];
    sn_test_steps(s, 2000);
    read_number(s, "fems/cube/nodes/1:displacement", value);
    read_number(s, "fems/cube/nodes/7:displacement", other);
    g_assert_cmpfloat_with_epsilon(value[0], other[0], 1e-9);
    sn_simulation_free(s);
    sn_model_free(model);
    g_free(text);
    return value[0];
}

static void test_bundles(void)
{
    /* 0.5 * 2000 Pa over E = 1e5 Pa: strain e of E e (1 - nu = 0 law: stress E e) = -1000 Pa */
    const double element = shortened("{\"name\": \"b\", \"elements\": \"0\", \"fibre\": "
                                     "{\"max_stress\": 2000}}");
    /* the same force of 0.5 * 20 N over four fibres along the edges */
    const double nodes = shortened(
        "{\"name\": \"b\", \"elements\": \"0\", \"fibre\": {\"enabled\": false}, \"max_force\": 20,"
        " \"fibres\": [{\"nodes\": \"0 1\"}, {\"nodes\": \"2 3\"}, {\"nodes\": \"4 5\"},"
        "  {\"nodes\": \"6 7\"}]}");
    g_assert_cmpfloat_with_epsilon(nodes, -0.001, 1e-8);
    g_assert_cmpfloat_with_epsilon(element, -0.001, 2e-5);
}

/* --- loads --- */

static void test_loads(void)
{
    static const char *const each[] = {"false", "true"};
    for (int i = 0; i < 2; i++) {
        char *text = g_strdup_printf("{\"gravity\": [0, 0, 0], \"fems\": [" CUBE(
                                         "") "], \"loads\": [{\"class\": \"fem_load\","
                                             " \"name\": \"push\", \"fem\": \"fems/cube\", "
                                             "\"nodes\": \"0-7\", \"force\": [1, 0, 0],"
                                             " \"each\": %s}]}",
                                     each[i]);
        SnModel *model = sn_test_model(text);
        SnSimulation *s = sn_test_simulation(model);
        double value[6];
        sn_test_steps(s, 100);
        read_number(s, "fems/cube:momentum", value);
        assert_near(value, (const double[]){i ? 0.8 : 0.1, 0, 0}, 3, 1e-12);
        set_number(s, "fems/cube:damping.mass", 10);
        const SnTarget load = sn_test_target(model, "loads/push:force");
        g_assert_true(sn_simulation_set(s, load.id, load.row, (const double[]){0, 0, 0}, 3, 9));
        sn_test_steps(s, 1);
        read_number(s, "fems/cube:momentum", value);
        assert_near(value, (const double[]){(i ? 0.8 : 0.1) / 1.01, 0, 0}, 3, 1e-12);
        sn_simulation_free(s);
        sn_model_free(model);
        g_free(text);
    }
}

/* --- the same whatever the threads --- */

static void test_threads(void)
{
    uint64_t hash[3];
    for (int i = 0; i < 3; i++) {
        SnModel *model = sn_test_soft();
        ((SnModelComponent *)model->root)->threads = 1 << i;
        SnSimulation *s = sn_test_simulation(model);
        sn_test_steps(s, 60);
        hash[i] = sn_simulation_hash(s);
        sn_simulation_free(s);
        sn_model_free(model);
    }
    g_assert_cmpuint(hash[0], ==, hash[1]);
    g_assert_cmpuint(hash[0], ==, hash[2]);
}

static void test_no_allocation(void)
{
    SnModel *model = sn_test_soft();
    SnSimulation *s = sn_test_simulation(model);
    SnSnapshotPool *pool = sn_snapshot_pool_new();
    SnWatch watches[6];
    static const char *const paths[] = {
        "fems/block/nodes/5:stress",       "fems/block:volume",
        "fems/pad/elements/1:von_mises",   "fems/pad:energy",
        "fems/pad/nodes/7:reaction_force", "attachments/grip:force"};
    for (int i = 0; i < 6; i++) {
        const SnTarget target = sn_test_target(model, paths[i]);
        watches[i] = (SnWatch){target.id, target.row};
    }
    set_number(s, "fems/block:field.quantity", SN_FIELD_VON_MISES);
    unsigned long before = 0;
    for (int i = 0; i < 120; i++) {
        if (i == 60)
            before = sn_test_allocations();
        const SnFault fault = sn_simulation_step(s);
        g_assert_cmpint(fault.code, ==, SN_FAULT_NONE);
        sn_recorder_reserve(s->recorder);
        sn_snapshot_pool_publish(pool, sn_simulation_snapshot(s, pool, watches, 6, 1));
        sn_snapshot_unref(sn_snapshot_pool_newest(pool));
    }
    g_assert_cmpuint(sn_test_allocations() - before, ==, 0);
    sn_snapshot_pool_free(pool);
    sn_simulation_free(s);
    sn_model_free(model);
}

/* --- carried over --- */

static void test_carry(void)
{
    SnModel *model = sn_test_soft();
    SnSimulation *s = sn_test_simulation(model);
    sn_test_steps(s, 30);
    static const char *const kept[] = {
        "fems/block/nodes/1:position", "fems/block/nodes/7:velocity",
        "fems/pad/nodes/7:position",   "fems/block/bundles/squeeze:activation",
        "bodies/bone:position",        "bodies/seed:orientation",
        "particles/bead:position",     "markers/inside:position"};
    double before[G_N_ELEMENTS(kept)][6], after[6];
    for (size_t i = 0; i < G_N_ELEMENTS(kept); i++)
        read_number(s, kept[i], before[i]);
    SnComponent *particle = sn_component_new(sn_class_by_name("particle"), "new");
    const SnId added =
        sn_edit_add(model, sn_model_list(model->root, "particles")->id, particle, 0, NULL);
    g_assert_false(sn_id_is_null(added));
    const SnId grip = sn_test_id(model, "attachments/glue");
    g_assert_true(sn_edit_remove(model, &grip, 1, NULL));
    sn_test_install(s, model, false);
    for (size_t i = 0; i < G_N_ELEMENTS(kept); i++) {
        const SnTarget target = sn_test_target(model, kept[i]);
        const int n = sn_simulation_get(s, target.id, target.row, after);
        assert_near(after, before[i], n, 1e-14);
    }
    sn_test_steps(s, 20);
    sn_simulation_free(s);
    sn_model_free(model);
}

/* Another size keeps displacements; another mesh starts from where it is at rest. */
static void test_carry_shapes(void)
{
    SnModel *model = sn_test_soft();
    SnSimulation *s = sn_test_simulation(model);
    sn_test_steps(s, 30);
    double before[6], after[6];
    read_number(s, "fems/pad/nodes/6:displacement", before);
    const SnTarget size = sn_test_target(model, "fems/pad:mesh.size");
    const SnValue larger = {.type = SN_TYPE_VEC3, .number = {0.03, 0.021, 0.02}};
    g_assert_true(sn_edit_set(model, size.id, size.row, &larger, NULL));
    sn_test_install(s, model, false);
    read_number(s, "fems/pad/nodes/6:displacement", after);
    assert_near(after, before, 3, 1e-15);
    sn_test_steps(s, 5);
    const SnTarget cells = sn_test_target(model, "fems/pad:mesh.element");
    const SnValue hexes = {.type = SN_TYPE_ENUM, .integer = SN_ELEMENT_HEX8};
    g_assert_true(sn_edit_set(model, cells.id, cells.row, &hexes, NULL));
    sn_test_install(s, model, false);
    read_number(s, "fems/pad/nodes/6:displacement", after);
    assert_near(after, (const double[]){0, 0, 0}, 3, 1e-15);
    sn_test_steps(s, 5);
    sn_simulation_free(s);
    sn_model_free(model);
}

/* --- scene --- */

static const SnSceneItem *item_of_kind(const SnScene *scene, SnItemKind kind)
{
    for (int i = 0; i < scene->n_items; i++)
        if (scene->items[i].kind == kind)
            return &scene->items[i];
    return NULL;
}

static void test_scene(void)
{
    SnModel *model = sn_test_soft();
    SnCompileCache *cache = sn_compile_cache_new();
    SnCompiled *compiled = sn_compile(model, cache, NULL, NULL);
    const SnSceneItem *item = item_of_kind(compiled->scene, SN_ITEM_FEM);
    g_assert_cmpint(item->fem->n_nodes, ==, 16);
    g_assert_cmpint(item->fem->n_elements, ==, 3);
    g_assert_cmpint(item->fem->n_faces, ==, 14);
    g_assert_cmpint(item->fem->n_fibres, ==, 4);
    g_assert_cmpint(item->first, ==, compiled->system->n_points);
    g_assert_cmpint(compiled->scene->n_points, ==, compiled->system->n_points + 16 + 8);
    /* another compile draws the same mesh */
    SnCompiled *again = sn_compile(model, cache, NULL, NULL);
    g_assert_true(item_of_kind(again->scene, SN_ITEM_FEM)->fem == item->fem);
    sn_compiled_free(again);
    sn_compiled_free(compiled);
    sn_compile_cache_free(cache);

    /* values of a field are there while it is shown */
    SnSimulation *s = sn_test_simulation(model);
    sn_test_steps(s, 20);
    set_number(s, "fems/block:field.quantity", SN_FIELD_DISPLACEMENT);
    item = item_of_kind(s->compiled->scene, SN_ITEM_FEM);
    g_assert_true(item->style.fem.field);
    SnSnapshotPool *pool = sn_snapshot_pool_new();
    SnSnapshot *snapshot = sn_simulation_snapshot(s, pool, NULL, 0, 1);
    double value[6], position[6];
    read_number(s, "fems/block/nodes/6:displacement", value);
    read_number(s, "fems/block/nodes/6:position", position);
    assert_near(snapshot->points + 3 * (item->first + 6), position, 3, 0);
    g_assert_cmpfloat_with_epsilon((double)snapshot->scalars[item->scalar + 6], sn_v3_norm(value),
                                   1e-8);
    const int squeeze = item->fem->fibre[0][2];
    g_assert_cmpfloat_with_epsilon((double)snapshot->scalars[squeeze],
                                   number(s, "fems/block/bundles/squeeze:activation"), 1e-7);
    sn_snapshot_unref(snapshot);
    sn_snapshot_pool_free(pool);
    sn_simulation_free(s);
    sn_model_free(model);
}

/* --- a surface carried by a fem --- */

static void test_skin(void)
{
    SnModel *model = read_beside(
        "skin.obj", "v -0.04 0.03 0.02\nv 0.05 0.05 0.05\nv 0.01 0.02 0.2\nf 1 2 3\n",
        "{\"fems\": [" CUBE(", \"surfaces\": [{\"name\": \"skin\", \"mesh\": \"skin.obj\"}]") "]}");
    GError *error = NULL;
    SnCompiled *compiled = sn_compile(model, NULL, NULL, &error);
    g_assert_no_error(error);
    const SnSceneItem *item = item_of_kind(compiled->scene, SN_ITEM_SKIN);
    const SnSceneItem *carrier = item_of_kind(compiled->scene, SN_ITEM_FEM);
    g_assert_true(item->fem == carrier->fem && item->first == carrier->first);
    const SnSkin *skin = item->skin;
    const double truth[3][3] = {{-0.04, 0.03, 1.02}, {0.05, 0.05, 1.05}, {0.01, 0.02, 1.2}};
    for (int v = 0; v < 3; v++) {
        double sum[3] = {0};
        for (int k = skin->start[v]; k < skin->start[v + 1]; k++)
            for (int i = 0; i < 3; i++)
                sum[i] += (double)skin->weight[k] * (double)item->fem->rest[3 * skin->node[k] + i];
        assert_near(sum, truth[v], 3, 2e-6);
    }
    sn_compiled_free(compiled);
    sn_model_free(model);
}

/* --- errors --- */

/* A good model, and values put into it that neither the reader nor the edit layer would take. */
typedef struct Wrong {
    const char *property, *value;
    const char *expected;
    const char *also, *also_value; /* a second one; NULL: none */
} Wrong;

static void poke(SnModel *model, const char *path, const char *text)
{
    const SnTarget target = sn_test_target(model, path);
    const SnProperty *property = sn_model_property(model, target.id, target.row);
    SnValue value;
    GError *error = NULL;
    sn_value_from_text(model, sn_model_get(model, target.id), property, text, &value, &error);
    g_assert_no_error(error);
    sn_field_set(sn_model_object(model, target.id), property, &value);
    sn_value_clear(&value);
}

static void expect_error(const Wrong *wrong)
{
    SnModel *model = sn_test_soft();
    poke(model, wrong->property, wrong->value);
    if (wrong->also)
        poke(model, wrong->also, wrong->also_value);
    GError *error = NULL;
    SnCompiled *compiled = sn_compile(model, NULL, NULL, &error);
    if (compiled || !strstr(error->message, wrong->expected))
        g_error("\"%s\" does not say \"%s\"", error ? error->message : "it compiles",
                wrong->expected);
    g_error_free(error);
    sn_model_free(model);
}

static void test_errors(void)
{
    static const Wrong wrongs[] = {
        {"attachments/grip:nodes", "3 7 12",
         "/model/attachments/grip: /model/fems/block/nodes/12 is attached already, by "
         "/model/attachments/root: take it out of one of them"},
        {"fems/block/nodes/4:dynamic", "false",
         "/model/attachments/root: /model/fems/block/nodes/4 is not dynamic"},
        {"attachments/root:nodes", "0 4 16",
         "there is no node 16: the mesh has 16, numbered from 0"},
        {"attachments/grip:to", "bodies/seed",
         "in a circle: /model/attachments/grip, /model/attachments/buried;",
         "attachments/grip:nodes", "2 6"},
        {"attachments/glue:to", "particles/pin",
         "/model/particles/bead lies 0.185 m from the point"},
        {"attachments/buried:to", "particles/pin", "a point cannot carry a body"},
        {"attachments/graft:to", "bodies/bit",
         "rides on itself, in a circle: /model/attachments/graft;"},
        {"fems/pad:density", "0", "/model/fems/pad: has no density"},
        {"fems/block/regions/stiff:elements", "2-3",
         "/model/fems/block/regions/stiff: there is no element 3"},
        {"fems/block/bundles/slip:elements", "7", "there is no element 7"},
        {"fems/block/bundles/slip:direction.vector", "0,0,0", "its direction is zero"},
        {"loads/push:nodes", "1 99", "/model/loads/push: there is no node 99"},
        {"exciters/all:targets", "exciters/head:excitation", "drive each other in a circle"},
        {"exciters/head:targets", "bodies/base:target_position",
         "cannot drive /model/bodies/base:target_position"},
        {"exciters/all:gains", "1,2,3", "has 3 gains for 2 targets"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(wrongs); i++)
        expect_error(&wrongs[i]);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/soft/falls", test_falls);
    g_test_add_func("/soft/attached to bone", test_attached_to_bone);
    g_test_add_func("/soft/led bone", test_led_bone);
    g_test_add_func("/soft/held", test_held);
    g_test_add_func("/soft/seam", test_seam);
    g_test_add_func("/soft/markers", test_markers);
    g_test_add_func("/soft/exciters", test_exciters);
    g_test_add_func("/soft/bundles", test_bundles);
    g_test_add_func("/soft/loads", test_loads);
    g_test_add_func("/soft/threads", test_threads);
    g_test_add_func("/soft/no allocation", test_no_allocation);
    g_test_add_func("/soft/carry", test_carry);
    g_test_add_func("/soft/carry shapes", test_carry_shapes);
    g_test_add_func("/soft/scene", test_scene);
    g_test_add_func("/soft/skin", test_skin);
    g_test_add_func("/soft/errors", test_errors);
    return g_test_run();
}
