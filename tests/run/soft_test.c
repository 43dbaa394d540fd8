/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finite elements from a document's text to states and snapshots: places, masses, attachments,
 * muscles, exciters, errors; the same bits for any number of threads. */
#include "engine/base/vec.h"
#include "engine/model/classes/class_table.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/edit/edit.h"
#include "engine/sim/system/workspace.h"
#include "tests/run/model_helper.h"
#include "tests/support/counting_malloc.h"

#include <math.h>
#include <string.h>

/* --- a cube falls --- */

static void test_falls(void)
{
    SnModel *model = sn_test_model("{\"gravity\": [0, 0, -10], \"fems\": [" SN_TEST_CUBE("") "]}");
    SnSimulation *s = sn_test_simulation(model);
    sn_test_steps(s, 100);
    double value[6];
    g_assert_cmpfloat_with_epsilon(sn_test_number(s, "fems/cube:mass"), 1, 1e-14);
    g_assert_cmpfloat_with_epsilon(sn_test_number(s, "fems/cube:volume"), 1e-3, 1e-15);
    sn_test_read(s, "fems/cube:momentum", value);
    sn_test_near(value, (const double[]){0, 0, -1}, 3, 1e-12);
    g_assert_cmpfloat_with_epsilon(sn_test_number(s, "fems/cube:kinetic_energy"), 0.5, 1e-11);
    /* sum of h^2 g k for 100 steps of 1 ms */
    sn_test_read(s, "fems/cube/nodes/5:displacement", value);
    sn_test_near(value, (const double[]){0, 0, -0.0505}, 3, 1e-12);
    sn_test_read(s, "fems/cube/nodes/5:position", value);
    sn_test_near(value, (const double[]){0.05, -0.05, 0.9995}, 3, 1e-12);
    g_assert_cmpfloat_with_epsilon(sn_test_number(s, "fems/cube:max_von_mises"), 0, 1e-6);
    sn_simulation_free(s);
    sn_model_free(model);
}

/* --- markers and muscles --- */

static void test_markers(void)
{
    SnModel *model = sn_test_model(
        "{\"fems\": [" SN_TEST_CUBE(", \"nodes\": [{\"number\": 7, \"velocity\": [1, 2, "
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
    sn_test_read(s, "markers/inside:position", value);
    sn_test_near(value, (const double[]){0.01, -0.02, 1.03}, 3, 1e-15);
    sn_test_read(s, "markers/outside:position", value);
    sn_test_near(value, (const double[]){0.01, 0.02, 1.09}, 3, 1e-15);
    /* a marker at a node is that node: one attached point for each of the others */
    g_assert_cmpint(s->compiled->system->n_attached, ==, 2);

    sn_test_steps(s, 5);
    double expected[3] = {0};
    for (int i = 0; i < 8; i++) {
        char path[64];
        g_snprintf(path, sizeof path, "fems/cube/nodes/%d:position", i);
        sn_test_read(s, path, nodes[i]);
        const double weight = (i & 1 ? 0.6 : 0.4) * (i & 2 ? 0.3 : 0.7) * (i & 4 ? 0.8 : 0.2);
        sn_v3_axpy(weight, nodes[i], expected);
    }
    sn_test_read(s, "markers/inside:position", value);
    sn_test_near(value, expected, 3, 1e-15);
    sn_test_read(s, "markers/corner:position", value);
    sn_test_near(value, nodes[7], 3, 0);
    sn_test_read(s, "markers/on_bone:position", value);
    g_assert_cmpfloat_with_epsilon(sn_test_number(s, "muscles/m:length"),
                                   sn_v3_distance(value, nodes[1]), 1e-15);
    g_assert_cmpfloat(sn_test_number(s, "muscles/m:force"), >, 2);
    sn_simulation_free(s);
    sn_model_free(model);
}

static void test_exciters(void)
{
    SnModel *model = sn_test_soft();
    SnSimulation *s = sn_test_simulation(model);
    sn_test_steps(s, 1);
    /* head adds 0.3 to the 0.2 of all, which adds it with gains 0.5 and 1 to 0.1 and 0.3 */
    g_assert_cmpfloat_with_epsilon(sn_test_number(s, "exciters/all:excitation"), 0.5, 1e-15);
    g_assert_cmpfloat_with_epsilon(sn_test_number(s, "fems/block/bundles/squeeze:excitation"), 0.35,
                                   1e-15);
    g_assert_cmpfloat_with_epsilon(sn_test_number(s, "muscles/puller:excitation"), 0.8, 1e-15);
    sn_test_set(s, "exciters/head:excitation", 1);
    sn_test_steps(s, 1);
    g_assert_cmpfloat_with_epsilon(sn_test_number(s, "exciters/all:excitation"), 1, 1e-15);
    g_assert_cmpfloat_with_epsilon(sn_test_number(s, "muscles/puller:excitation"), 1, 1e-15);
    sn_simulation_free(s);
    sn_model_free(model);
}

/* Fibres of a bundle shorten a held cube: element fibres with stress A pull like node-to-node
 * fibres of the same total force. */
static double shortened(const char *bundle)
{
    char *text =
        g_strdup_printf("{\"gravity\": [0, 0, 0], \"fems\": [" SN_TEST_CUBE(
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
    sn_test_read(s, "fems/cube/nodes/1:displacement", value);
    sn_test_read(s, "fems/cube/nodes/7:displacement", other);
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

/* Fibres of a cube that is held at 1.3 times its length along them, in closed form: the active
 * curve from 0.4 on, the passive one from 1; and threads between nodes, whose pull is constant. */
static void test_energy_of_fibres(void)
{
    SnModel *model = sn_test_model("{\"gravity\": [0, 0, 0], \"fems\": [" SN_TEST_CUBE(
        ", \"bundles\": [{\"name\": \"m\", \"elements\": \"0\", \"excitation\": 0.7,"
        " \"direction\": {\"vector\": [1, 0, 0]}, \"max_force\": 3,"
        " \"fibres\": [{\"nodes\": \"0 1\"}],"
        " \"fibre\": {\"law\": \"blemker\", \"max_stress\": 5000, \"straight_stretch\": 2}}],"
        " \"nodes\": [{\"number\": 0, \"dynamic\": false}, {\"number\": 2, \"dynamic\": false},"
        " {\"number\": 4, \"dynamic\": false}, {\"number\": 6, \"dynamic\": false},"
        " {\"number\": 1, \"dynamic\": false, \"position\": [0.08, -0.05, 0.95]},"
        " {\"number\": 3, \"dynamic\": false, \"position\": [0.08, 0.05, 0.95]},"
        " {\"number\": 5, \"dynamic\": false, \"position\": [0.08, -0.05, 1.05]},"
        " {\"number\": 7, \"dynamic\": false, \"position\": [0.08, 0.05, 1.05]}]") "]}");
    SnSimulation *s = sn_test_simulation(model);
    sn_test_steps(s, 1);
    const double potential = sn_test_number(s, "/model:potential_energy");
    const double elastic = sn_test_number(s, "fems/cube:energy");
    const double active = 3 * pow(0.2, 3) + 0.7 - 4 / 3. * (pow(0.3, 3) + pow(0.4, 3));
    const double passive = 0.05 * ((exp(6.6 * 0.3) - 1) / 6.6 - 0.3);
    const double expected = 5000 * 1e-3 * (0.7 * active + passive) + 0.7 * 3 * 0.13;
    g_assert_cmpfloat_with_epsilon(potential - elastic, expected, 1e-12);
    sn_simulation_free(s);
    sn_model_free(model);
}

/* A block of 20 N on a joint that gives way by 1 mm/N: 0.2 J less what it sank, 0.4 J. */
static void test_energy_of_compliance(void)
{
    SnModel *model = sn_test_model(
        "{\"gravity\": [0, 0, -10], \"settle\": {\"method\": \"static\"}, \"bodies\":"
        " [{\"name\": \"b\", \"geometry\": {\"shape\": \"box\"},"
        " \"inertia\": {\"method\": \"mass\", \"mass\": 2}}],"
        " \"joints\": [{\"class\": \"fixed\", \"name\": \"j\", \"frame_b\": \"bodies/b\","
        " \"compliance\": 1e-3}]}");
    SnSimulation *s = sn_test_simulation(model);
    sn_test_steps(s, 2);
    g_assert_cmpfloat_with_epsilon(sn_test_number(s, "/model:potential_energy"), -0.2, 1e-9);
    sn_simulation_free(s);
    sn_model_free(model);
}

static void test_loads(void)
{
    static const char *const each[] = {"false", "true"};
    for (int i = 0; i < 2; i++) {
        char *text = g_strdup_printf("{\"gravity\": [0, 0, 0], \"fems\": [" SN_TEST_CUBE(
                                         "") "], \"loads\": [{\"class\": \"fem_load\","
                                             " \"name\": \"push\", \"fem\": \"fems/cube\", "
                                             "\"nodes\": \"0-7\", \"force\": [1, 0, 0],"
                                             " \"each\": %s}]}",
                                     each[i]);
        SnModel *model = sn_test_model(text);
        SnSimulation *s = sn_test_simulation(model);
        double value[6];
        sn_test_steps(s, 100);
        sn_test_read(s, "fems/cube:momentum", value);
        sn_test_near(value, (const double[]){i ? 0.8 : 0.1, 0, 0}, 3, 1e-12);
        sn_test_set(s, "fems/cube:damping.mass", 10);
        const SnTarget load = sn_test_target(model, "loads/push:force");
        g_assert_true(sn_simulation_set(s, load.id, load.row, (const double[]){0, 0, 0}, 3, 9));
        sn_test_steps(s, 1);
        sn_test_read(s, "fems/cube:momentum", value);
        sn_test_near(value, (const double[]){(i ? 0.8 : 0.1) / 1.01, 0, 0}, 3, 1e-12);
        sn_simulation_free(s);
        sn_model_free(model);
        g_free(text);
    }
}

/* Metres for a newton of the arrows of a load on these nodes, and how many there are. */
static double arrow_size(const char *nodes, int *n)
{
    char *text = g_strdup_printf(
        "{\"fems\": [" SN_TEST_CUBE("") "], \"loads\": [{\"class\": \"fem_load\", \"fem\": "
                                        "\"fems/cube\", \"nodes\": \"%s\", \"force\": [1, 0, 0],"
                                        " \"each\": true}]}",
        nodes);
    SnModel *model = sn_test_model(text);
    SnSimulation *s = sn_test_simulation(model);
    const SnScene *scene = s->compiled->scene;
    double size = 0;
    *n = 0;
    for (int i = 0; i < scene->n_items; i++)
        if (scene->items[i].kind == SN_ITEM_ARROW) {
            g_assert_true(size == 0 || scene->items[i].size[0] == size);
            size = scene->items[i].size[0];
            (*n)++;
        }
    sn_simulation_free(s);
    sn_model_free(model);
    g_free(text);
    return size;
}

/* Arrows at many nodes are each as long as one of the whole force. */
static void test_load_arrows(void)
{
    int one, all;
    const double alone = arrow_size("3", &one), each = arrow_size("0-7", &all);
    g_assert_cmpint(one, ==, 1);
    g_assert_cmpint(all, ==, 8);
    g_assert_cmpfloat(alone, >, 0);
    g_assert_cmpfloat(fabs(each / (8 * alone) - 1), <, 1e-12);
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
    sn_test_set(s, "fems/block:field.quantity", SN_FIELD_VON_MISES);
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
        sn_test_read(s, kept[i], before[i]);
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
        sn_test_near(after, before[i], n, 1e-14);
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
    sn_test_read(s, "fems/pad/nodes/6:displacement", before);
    const SnTarget size = sn_test_target(model, "fems/pad:mesh.size");
    const SnValue larger = {.type = SN_TYPE_VEC3, .number = {0.03, 0.021, 0.02}};
    g_assert_true(sn_edit_set(model, size.id, size.row, &larger, NULL));
    sn_test_install(s, model, false);
    sn_test_read(s, "fems/pad/nodes/6:displacement", after);
    sn_test_near(after, before, 3, 1e-15);
    sn_test_steps(s, 5);
    const SnTarget cells = sn_test_target(model, "fems/pad:mesh.element");
    const SnValue hexes = {.type = SN_TYPE_ENUM, .integer = SN_ELEMENT_HEX8};
    g_assert_true(sn_edit_set(model, cells.id, cells.row, &hexes, NULL));
    sn_test_install(s, model, false);
    sn_test_read(s, "fems/pad/nodes/6:displacement", after);
    sn_test_near(after, (const double[]){0, 0, 0}, 3, 1e-15);
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
    sn_test_set(s, "fems/block:field.quantity", SN_FIELD_DISPLACEMENT);
    item = item_of_kind(s->compiled->scene, SN_ITEM_FEM);
    g_assert_true(item->style.fem.field);
    SnSnapshotPool *pool = sn_snapshot_pool_new();
    SnSnapshot *snapshot = sn_simulation_snapshot(s, pool, NULL, 0, 1);
    double value[6], position[6];
    sn_test_read(s, "fems/block/nodes/6:displacement", value);
    sn_test_read(s, "fems/block/nodes/6:position", position);
    sn_test_near(snapshot->points + 3 * (item->first + 6), position, 3, 0);
    g_assert_cmpfloat_with_epsilon((double)snapshot->scalars[item->scalar + 6], sn_v3_norm(value),
                                   1e-8);
    const int squeeze = item->fem->fibre[0][2];
    g_assert_cmpfloat_with_epsilon((double)snapshot->scalars[squeeze],
                                   sn_test_number(s, "fems/block/bundles/squeeze:activation"),
                                   1e-7);
    sn_snapshot_unref(snapshot);
    sn_snapshot_pool_free(pool);
    sn_simulation_free(s);
    sn_model_free(model);
}

/* --- a surface carried by a FEM model --- */

static void test_skin(void)
{
    SnModel *model = sn_test_model_beside(
        "skin.obj", "v -0.04 0.03 0.02\nv 0.05 0.05 0.05\nv 0.01 0.02 0.2\nf 1 2 3\n",
        "{\"fems\": [" SN_TEST_CUBE(
            ", \"surfaces\": [{\"name\": \"skin\", \"mesh\": \"skin.obj\"}]") "]}");
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
        sn_test_near(sum, truth[v], 3, 2e-6);
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
         "is attached to itself, in a circle: /model/attachments/graft;"},
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
    g_test_add_func("/soft/markers", test_markers);
    g_test_add_func("/soft/exciters", test_exciters);
    g_test_add_func("/soft/bundles", test_bundles);
    g_test_add_func("/soft/energy of fibres", test_energy_of_fibres);
    g_test_add_func("/soft/energy of compliance", test_energy_of_compliance);
    g_test_add_func("/soft/loads", test_loads);
    g_test_add_func("/soft/loads/arrows", test_load_arrows);
    g_test_add_func("/soft/threads", test_threads);
    g_test_add_func("/soft/no allocation", test_no_allocation);
    g_test_add_func("/soft/carry", test_carry);
    g_test_add_func("/soft/carry shapes", test_carry_shapes);
    g_test_add_func("/soft/scene", test_scene);
    g_test_add_func("/soft/skin", test_skin);
    g_test_add_func("/soft/errors", test_errors);
    return g_test_run();
}
