/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reduced strands from the document to the system: nodes of every kind, rest lengths, what cannot
 * be, live values, and what a compile carries over. */
#include "engine/base/vec.h"
#include "engine/model/classes/strand.h"
#include "engine/model/edit/edit.h"
#include "engine/sim/bind/bind.h"
#include "engine/sim/setup/setup.h"
#include "tests/run/model_helper.h"

#include <math.h>
#include <string.h>

static const char MARKERS[] =
    "\"bodies\": [{\"name\": \"bone\", \"position\": [0.3, 0, 0], \"dynamic\": false, "
    "\"geometry\": {\"shape\": \"box\"}},"
    "{\"name\": \"free\", \"position\": [0.6, 0.3, 0.1], \"geometry\": {\"shape\": \"box\"}},"
    "{\"name\": \"wheel\", \"position\": [0, 1, 0], \"geometry\": {\"shape\": \"cylinder\"}}],"
    "\"particles\": [{\"name\": \"p\", \"position\": [0.9, 0.1, 0], \"mass\": 0.1}],"
    "\"markers\": [{\"name\": \"o\", \"location\": [-0.2, 0, 0]},"
    "{\"name\": \"i\", \"location\": [1.2, 0, 0]},"
    "{\"name\": \"g1\", \"frame\": \"bodies/bone\", \"location\": [-0.1, 0, 0.1]},"
    "{\"name\": \"g2\", \"frame\": \"bodies/bone\", \"location\": [0.1, 0, 0.1]},"
    "{\"name\": \"c1\", \"frame\": \"bodies/free\", \"location\": [0, 0, 0.05]},"
    "{\"name\": \"soft\", \"frame\": \"fems/t\", \"location\": [0.01, 0, 0]}],"
    "\"fems\": [{\"name\": \"t\", \"position\": [0.5, -0.3, 0], \"mesh\": {\"cells_x\": 2, "
    "\"cells_y\": 2, \"cells_z\": 2}}],";

static const char GUIDES[] =
    "\"guides\": ["
    "{\"class\": \"guide_curve\", \"name\": \"tube\", \"points\": [\"markers/g1\", "
    "\"markers/g2\"]},"
    "{\"class\": \"guide_curve\", \"name\": \"limp\", \"shape\": \"spline\", \"points\": "
    "[\"markers/c1\", \"particles/p\", \"fems/t/nodes/5\", \"markers/i\", \"strands/s/nodes/4\"]},"
    "{\"class\": \"pulley\", \"name\": \"drive\", \"location\": [0, 1, 0], \"rotation\": "
    "[0.7071067811865476, 0.7071067811865476, 0, 0], \"radius\": 0.05, \"wheel\": "
    "\"bodies/wheel\", \"grip\": true},"
    "{\"class\": \"pulley\", \"name\": \"idle\", \"location\": [0.5, 1, 0], \"rotation\": "
    "[0.7071067811865476, 0.7071067811865476, 0, 0], \"radius\": 0.05, \"friction\": 0.2}],"
    "\"wraps\": [{\"name\": \"ball\", \"location\": [0.7, 0, -0.1], \"size\": [0.1, 0.1, 0.1]}],";

static const char STRANDS[] =
    "\"strands\": [{\"class\": \"strand\", \"name\": \"s\", \"law\": {\"youngs_modulus\": 1e7}, "
    "\"nodes\": ["
    "{\"kind\": \"point\", \"point\": \"markers/o\"},"
    "{\"kind\": \"guide\", \"guide\": \"guides/tube\", \"parameter\": 0.25, \"virtual\": true, "
    "\"mass\": 0.01},"
    "{\"kind\": \"surface\", \"surface\": \"wraps/ball\", \"position\": [0.7, 0, 0.1], "
    "\"virtual\": true, \"mass\": 0.01},"
    "{\"kind\": \"blend\", \"blend\": [\"particles/p\", \"markers/c1\"], \"weights\": [3, 1]},"
    "{\"position\": [1, 0.05, 0.05], \"mass\": 0.05},"
    "{\"kind\": \"point\", \"point\": \"markers/i\"}]},"
    "{\"class\": \"strand\", \"name\": \"r\", \"law\": {\"type\": \"peck\", \"max_force\": 2, "
    "\"optimal_is_start\": true}, \"excitation\": 0.1, \"nodes\": ["
    "{\"kind\": \"point\", \"point\": \"markers/soft\"},"
    "{\"kind\": \"guide\", \"guide\": \"guides/limp\", \"by_position\": true, \"position\": "
    "[0.8, 0, 0]}, {\"kind\": \"point\", \"point\": \"strands/s/nodes/4\"}]},"
    "{\"class\": \"strand\", \"name\": \"belt\", \"closed\": true, \"rest_ratio\": 0.99, "
    "\"nodes\": [{\"kind\": \"pulley\", \"guide\": \"guides/drive\"}, {\"kind\": \"pulley\", "
    "\"guide\": \"guides/idle\"}]}]";

static SnModel *all_kinds(void)
{
    g_autofree char *text = g_strdup_printf(
        "{%s %s %s, \"muscles\": [{\"name\": \"m\", \"points\": [\"strands/s/nodes/4\", "
        "\"markers/o\"]}], \"loads\": [{\"class\": \"point_load\", \"point\": "
        "\"strands/s/nodes/4\"}]}",
        MARKERS, GUIDES, STRANDS);
    return sn_test_model(text);
}

static SnCompiled *compile(const SnModel *model)
{
    GError *error = NULL;
    SnCompiled *compiled = sn_compile(model, NULL, NULL, &error);
    g_assert_no_error(error);
    return compiled;
}

static const SnSystemStrandNode *node_of(const SnModel *model, const SnSystem *s, const char *path)
{
    const int node = sn_strand_node_index(s, sn_test_id(model, path));
    g_assert_cmpint(node, >=, 0);
    return &s->strands.nodes[node];
}

static const SnBlock *block_of(const SnSystem *s, const SnSystemStrandNode *node)
{
    return &s->blocks[s->points[node->point].block];
}

static void assert_start(const SnSystem *s, const SnSystemStrandNode *node, double x, double y,
                         double z)
{
    const SnSystemPoint *point = &s->points[node->point];
    const double expected[3] = {x, y, z};
    const double *q = point->block >= 0 ? s->q0 + s->blocks[point->block].q : point->local;
    for (int k = 0; k < 3; k++)
        g_assert_cmpfloat_with_epsilon(q[k], expected[k], 1e-12);
}

static const SnBlock *block_by_id(const SnSystem *s, SnBlockKind kind, SnId id)
{
    for (int i = 0; i < s->n_blocks; i++)
        if (s->blocks[i].kind == kind && sn_id_equal(s->blocks[i].id, id))
            return &s->blocks[i];
    return NULL;
}

static void test_kinds(void)
{
    SnModel *model = all_kinds();
    SnCompiled *compiled = compile(model);
    const SnSystem *s = compiled->system;
    g_assert_cmpint(s->strands.n, ==, 3);
    assert_start(s, node_of(model, s, "strands/s/nodes/0"), -0.2, 0, 0);
    /* a quarter of the tube on the bone */
    assert_start(s, node_of(model, s, "strands/s/nodes/1"), 0.25, 0, 0.1);
    assert_start(s, node_of(model, s, "strands/s/nodes/2"), 0.7, 0, 0);
    assert_start(s, node_of(model, s, "strands/s/nodes/3"), 0.825, 0.15, 0.0375);
    assert_start(s, node_of(model, s, "strands/s/nodes/4"), 1, 0.05, 0.05);
    const SnBlock *on_tube = block_of(s, node_of(model, s, "strands/s/nodes/1"));
    g_assert_cmpfloat(on_tube->mass, ==, 0.01);
    const SnBlock *place = block_by_id(s, SN_BLOCK_GUIDE, sn_test_id(model, "strands/s/nodes/1"));
    g_assert_true(place && s->guides.guides[place->owner].rigid);
    g_assert_cmpfloat(s->q0[place->q], ==, 0.25);
    const SnBlock *limp = block_by_id(s, SN_BLOCK_GUIDE, sn_test_id(model, "strands/r/nodes/1"));
    g_assert_false(s->guides.guides[limp->owner].rigid);
    g_assert_cmpint(s->guides.guides[limp->owner].count, ==, 5);
    g_assert_nonnull(block_by_id(s, SN_BLOCK_SURFACE, sn_test_id(model, "strands/s/nodes/2")));
    /* two free ends on the same system point as their marker */
    const SnSystemStrandNode *end = node_of(model, s, "strands/r/nodes/2");
    g_assert_cmpint(end->point, ==, node_of(model, s, "strands/s/nodes/4")->point);
    /* 0 - 3 with two virtual nodes, 3 - 4, 4 - 5 */
    const SnSystemStrand *first = &s->strands.strands[0];
    g_assert_cmpint(first->n_segments, ==, 3);
    g_assert_cmpint(s->strands.segments[first->first_segment].count, ==, 4);
    for (int i = first->first_node; i < first->first_node + first->n_nodes; i++)
        g_assert_false(s->strands.nodes[i].movable); /* a bead, and muscles on it */
    SnSimulation *simulation = sn_test_simulation(model);
    sn_test_steps(simulation, 100);
    sn_simulation_free(simulation);
    sn_compiled_free(compiled);
    sn_model_free(model);
}

static void test_belt(void)
{
    SnModel *model = all_kinds();
    SnCompiled *compiled = compile(model);
    const SnSystem *s = compiled->system;
    const SnSystemStrand *belt = &s->strands.strands[2];
    g_assert_true(belt->closed);
    g_assert_cmpint(s->pulleys.n, ==, 2);
    g_assert_cmpint(belt->n_segments, ==, 2);
    g_assert_false(s->strands.segments[belt->first_segment].closing);
    g_assert_true(s->strands.segments[belt->first_segment + 1].closing);
    /* twice the distance of the axles and once round a wheel */
    g_assert_cmpfloat_with_epsilon(belt->start_length, 1 + 0.1 * G_PI, 1e-9);
    g_assert_cmpfloat_with_epsilon(belt->rest_length, 0.99 * belt->start_length, 1e-12);
    const SnSystemStrandNode *drive = node_of(model, s, "strands/belt/nodes/0");
    const SnSystemStrandNode *idle = node_of(model, s, "strands/belt/nodes/1");
    g_assert_true(drive->eulerian >= 0 && idle->eulerian >= 0);
    const double from = s->q0[s->blocks[drive->eulerian].q],
                 to = s->q0[s->blocks[idle->eulerian].q];
    g_assert_cmpfloat_with_epsilon(to - from, 0.5 * belt->rest_length, 1e-9);
    g_assert_cmpfloat(idle->friction, ==, 0.2);
    sn_compiled_free(compiled);
    sn_model_free(model);
}

static void test_subdivided(void)
{
    SnModel *model = sn_test_model(
        "{\"markers\": [{\"name\": \"a\"}, {\"name\": \"b\", \"location\": [1, 0, 0]}],"
        " \"strands\": [{\"class\": \"strand\", \"name\": \"s\", \"subdivide\": 3, "
        "\"rest_length\": 2, \"nodes\": [{\"kind\": \"point\", \"point\": \"markers/a\"}, "
        "{\"position\": [0.5, 0, 1]}, {\"kind\": \"point\", \"point\": \"markers/b\"}]}]}");
    SnCompiled *compiled = compile(model);
    const SnSystem *s = compiled->system;
    g_assert_cmpint(s->strands.n_nodes, ==, 9);
    g_assert_cmpint(s->n_active, ==, 7);
    g_assert_cmpint(s->state.n_strands, ==, 9);
    for (int i = 0; i < 9; i++) {
        g_assert_cmpfloat_with_epsilon(s->state.strand0[s->strands.nodes[i].rest], 0.25 * i, 1e-12);
        g_assert_cmpint(s->strands.nodes[i].movable, ==, i > 0 && i < 8);
    }
    assert_start(s, &s->strands.nodes[1], 0.125, 0, 0.25);
    g_assert_cmpfloat_with_epsilon(s->strands.strands[0].p.line_density, G_PI * 4e-6 * 1100, 1e-15);
    sn_compiled_free(compiled);
    sn_model_free(model);
}

/* --- what cannot be --- */

static void expect_error(const char *json, const char *expected)
{
    SnModel *model = sn_test_model(json);
    GError *error = NULL;
    g_assert_null(sn_compile(model, NULL, NULL, &error));
    g_assert_cmpstr(error->message, ==, expected);
    g_clear_error(&error);
    sn_model_free(model);
}

static void test_errors(void)
{
    expect_error("{\"markers\": [{\"name\": \"a\"}, {\"name\": \"b\", \"location\": [1, 0, 0]}],"
                 " \"strands\": [{\"class\": \"strand\", \"name\": \"s\", \"nodes\": ["
                 "{\"kind\": \"point\", \"point\": \"markers/a\"},"
                 "{\"kind\": \"blend\", \"blend\": [\"markers/a\", \"strands/s/nodes/2\"]},"
                 "{\"kind\": \"blend\", \"blend\": [\"markers/b\", \"strands/s/nodes/1\"]},"
                 "{\"kind\": \"point\", \"point\": \"markers/b\"}]}]}",
                 "nodes and guides are anchored to each other in a circle "
                 "(/model/strands/s/nodes/1, /model/strands/s/nodes/2): let one of them go");
    expect_error("{\"markers\": [{\"name\": \"a\"}, {\"name\": \"b\", \"location\": [1, 0, 0]}],"
                 " \"guides\": [{\"class\": \"guide_curve\", \"name\": \"g\", \"ends\": "
                 "\"capped\", \"points\": [\"markers/a\", \"markers/b\"]}],"
                 " \"strands\": [{\"class\": \"strand\", \"name\": \"s\", \"nodes\": ["
                 "{\"position\": [0, 0, 1]},"
                 "{\"kind\": \"guide\", \"guide\": \"guides/g\", \"parameter\": 1.5}]}]}",
                 "/model/strands/s/nodes/1: starts at the parameter 1.5 of a capped guide, which "
                 "ends at 1");
    expect_error("{\"guides\": [{\"class\": \"pulley\", \"name\": \"p\"}],"
                 " \"strands\": [{\"class\": \"strand\", \"name\": \"s\", \"nodes\": ["
                 "{\"position\": [-1, 0, 0]}, {\"kind\": \"pulley\", \"guide\": \"guides/p\"},"
                 "{\"position\": [1, 0, 0]}]}, {\"class\": \"strand\", \"name\": \"t\", \"nodes\": "
                 "[{\"kind\": \"point\", \"point\": \"strands/s/nodes/1\"}, {}]}]}",
                 "/model/strands/t/nodes/0: names a node on a pulley, which has no place of its "
                 "own");
    expect_error(
        "{\"particles\": [{\"name\": \"p\"}, {\"name\": \"q\"}], \"strands\": [{\"class\": "
        "\"strand\", \"name\": \"s\", \"nodes\": [{\"kind\": \"point\", \"point\": "
        "\"particles/p\"}, {\"kind\": \"point\", \"point\": \"particles/q\"}]}]}",
        "/model/strands/s: has no length between node 0 and the next that holds it: move "
        "one");
}

/* --- live values --- */

static double value_of(SnSimulation *simulation, const char *path)
{
    const SnTarget target = sn_test_target(simulation->model, path);
    double value[6] = {0};
    const SnProperty *row = sn_model_property(simulation->model, target.id, target.row);
    g_assert_cmpint(sn_bind_read(simulation->compiled->system, simulation->inputs,
                                 simulation->state, simulation->work, target.id, row->bind, value),
                    >, 0);
    return value[0];
}

static bool set_value(SnSimulation *simulation, const char *path, double value)
{
    const SnTarget target = sn_test_target(simulation->model, path);
    return sn_simulation_set(simulation, target.id, target.row, &value, 1, 0);
}

static void test_live(void)
{
    SnModel *model = all_kinds();
    SnSimulation *simulation = sn_test_simulation(model);
    const SnStrandParameters *p = &simulation->compiled->system->strands.strands[0].p;
    const double area = G_PI * 4e-6;
    g_assert_cmpfloat(value_of(simulation, "strands/s:density"), ==, 1100);
    g_assert_true(set_value(simulation, "strands/s:density", 500));
    g_assert_cmpfloat_with_epsilon(p->line_density, 500 * area, 1e-15);
    g_assert_true(set_value(simulation, "strands/s:law.youngs_modulus", 2e7));
    g_assert_cmpfloat_with_epsilon(p->stiffness, 2e7 * area, 1e-9);
    g_assert_true(set_value(simulation, "strands/s:law.damping", 0.01));
    g_assert_cmpfloat_with_epsilon(p->damping, 0.01 * 2e7 * area, 1e-9);
    g_assert_true(set_value(simulation, "strands/s:law.bending_modulus", 1e6));
    g_assert_cmpfloat_with_epsilon(p->bending, 0.25e6 * area * 4e-6, 1e-15);
    g_assert_true(set_value(simulation, "strands/r:excitation", 0.5));
    g_assert_cmpfloat(value_of(simulation, "strands/r:excitation"), ==, 0.5);
    g_assert_true(set_value(simulation, "strands/r:law.max_force", 3));
    g_assert_cmpfloat(value_of(simulation, "strands/r:law.max_force"), ==, 3);
    g_assert_true(set_value(simulation, "strands/belt:enabled", 0));
    g_assert_cmpfloat(value_of(simulation, "strands/belt:enabled"), ==, 0);
    /* at the start places make rest lengths: that asks for a compile */
    g_assert_false(set_value(simulation, "strands/s/nodes/1:parameter", 0.5));
    sn_test_steps(simulation, 1);
    g_assert_true(set_value(simulation, "strands/s/nodes/1:parameter", 0.5));
    g_assert_cmpfloat(value_of(simulation, "strands/s/nodes/1:parameter"), ==, 0.5);
    /* later a marker that a node is on moves the strand, one that carries a guide does not */
    const SnTarget end = sn_test_target(model, "markers/i:location");
    const SnTarget tube = sn_test_target(model, "markers/g1:location");
    const double there[3] = {1.3, 0, 0};
    g_assert_false(sn_simulation_set(simulation, tube.id, tube.row, there, 3, 0));
    g_assert_false(sn_simulation_set(simulation, end.id, end.row, there, 3, 0)); /* limp */
    const SnTarget start = sn_test_target(model, "markers/o:location");
    g_assert_true(sn_simulation_set(simulation, start.id, start.row, there, 3, 0));
    sn_simulation_free(simulation);
    sn_model_free(model);
}

/* A strand of next to no mass with the law of a muscle pulls as that muscle does, with its
 * activation. */
static void test_muscle(void)
{
    SnModel *model = sn_test_model(
        "{\"gravity\": [0, 0, 0], \"particles\": [{\"name\": \"p\", \"position\": [0.2, 0, 0], "
        "\"mass\": 1}, {\"name\": \"q\", \"position\": [0.2, 0, 1], \"mass\": 1}], \"markers\": "
        "[{\"name\": \"a\"}, {\"name\": \"b\", \"location\": [0, 0, 1]}],"
        "\"muscles\": [{\"name\": \"m\", \"points\": [\"markers/b\", \"particles/q\"], "
        "\"excitation\": 0.5, \"law\": {\"max_force\": 10, \"optimal_length\": 0.2}, "
        "\"dynamics\": {\"enabled\": true}}],"
        "\"strands\": [{\"class\": \"strand\", \"name\": \"s\", \"density\": 1e-3, "
        "\"excitation\": 0.5, \"law\": {\"type\": \"peck\", \"max_force\": 10, "
        "\"optimal_length\": 0.2, \"damping\": 0, \"flatten\": false}, \"dynamics\": "
        "{\"enabled\": true}, \"nodes\": [{\"kind\": \"point\", \"point\": \"markers/a\"}, "
        "{\"kind\": \"point\", \"point\": \"particles/p\"}]}]}");
    SnSimulation *simulation = sn_test_simulation(model);
    sn_test_steps(simulation, 100);
    const double activation = value_of(simulation, "muscles/m:activation");
    g_assert_cmpfloat(activation, >, 0.4);
    g_assert_cmpfloat(value_of(simulation, "strands/s:activation"), ==, activation);
    g_assert_cmpfloat_with_epsilon(value_of(simulation, "strands/s:tension"),
                                   value_of(simulation, "muscles/m:force"), 1e-6);
    g_assert_cmpfloat_with_epsilon(value_of(simulation, "particles/p:position"),
                                   value_of(simulation, "particles/q:position"), 1e-8);
    sn_simulation_free(simulation);
    sn_model_free(model);
}

/* Gravity comes from the model and reaches the matter and the beads. */
static void test_gravity(void)
{
    SnModel *model = all_kinds();
    SnSimulation *simulation = sn_test_simulation(model);
    const SnSystem *s = simulation->compiled->system;
    const SnTarget gravity = sn_test_target(model, "strands/s:gravity");
    const double moon[3] = {0, 0, -1.6};
    g_assert_true(sn_simulation_set(simulation, gravity.id, gravity.row, moon, 3, 0));
    g_assert_cmpfloat(s->strands.strands[0].p.gravity[2], ==, -1.6);
    g_assert_cmpfloat(block_of(s, node_of(model, s, "strands/s/nodes/1"))->gravity[2], ==, -1.6);
    g_assert_cmpfloat(s->strands.strands[1].p.gravity[2], ==, -9.81);
    g_assert_cmpfloat(s->blocks[0].gravity[2], ==, -9.81);
    sn_simulation_free(simulation);
    sn_model_free(model);
}

/* --- carried over --- */

static SnModel *rope(void)
{
    return sn_test_model(
        "{\"markers\": [{\"name\": \"a\"}, {\"name\": \"b\", \"location\": [1, 0, 0]}],"
        " \"strands\": [{\"class\": \"strand\", \"name\": \"s\", \"subdivide\": 3, \"nodes\": "
        "[{\"kind\": \"point\", \"point\": \"markers/a\"}, {\"position\": [0.5, 0, 0.3], "
        "\"velocity\": [0, 1, 0]}, {\"kind\": \"point\", \"point\": \"markers/b\"}]}]}");
}

/* Compiled anew in the middle of a run, it goes on as if nothing had happened. */
static void test_carried(void)
{
    SnModel *model = rope();
    SnSimulation *a = sn_test_simulation(model), *b = sn_test_simulation(model);
    sn_test_steps(a, 60);
    sn_test_steps(b, 30);
    sn_test_install(b, model, false);
    sn_test_steps(b, 30);
    const double *x = sn_state_q_const(a->state), *y = sn_state_q_const(b->state);
    for (int i = 0; i < a->compiled->system->n_q; i++)
        g_assert_cmpfloat_with_epsilon(x[i], y[i], 1e-9);
    sn_simulation_free(a);
    sn_simulation_free(b);
    sn_model_free(model);
}

/* At the start a compile takes the places that are there now for the start: the rest length goes
 * with them. */
static void test_moved_at_start(void)
{
    SnModel *model = rope();
    SnSimulation *simulation = sn_test_simulation(model);
    const double before = value_of(simulation, "strands/s:length");
    const SnTarget b = sn_test_target(model, "markers/b:location");
    const SnValue there = {.type = SN_TYPE_VEC3, .number = {2, 0, 0}};
    g_assert_false(sn_simulation_set(simulation, b.id, b.row, there.number, 3, 0));
    g_assert_true(sn_edit_set(model, b.id, b.row, &there, NULL));
    sn_test_install(simulation, model, false);
    g_assert_cmpfloat(value_of(simulation, "strands/s:length"), >, before + 0.5);
    g_assert_cmpfloat_with_epsilon(value_of(simulation, "strands/s:strain"), 0, 1e-12);
    sn_simulation_free(simulation);
    sn_model_free(model);
}

/* A rope of short, light parts is jerked: it is taut in the end, and as long as it was, or the step
 * is refused; it never tears. */
static void test_jerked(void)
{
    static const double forces[] = {10, 30, 100, 1000};
    int refused = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(forces); i++) {
        g_autofree char *text = g_strdup_printf(
            "{\"solver\": {\"max_step\": 0.005}, \"markers\": [{\"name\": \"l\"}, "
            "{\"name\": \"r\", \"location\": [1, 0, 0]}], \"particles\": [{\"name\": \"w\", "
            "\"mass\": 0.0001, \"position\": [0.5, 0, -0.33]}], \"strands\": [{\"class\": "
            "\"strand\", \"name\": \"rope\", \"radius\": 0.006, \"density\": 2210, \"law\": "
            "{\"type\": \"inextensible\"}, \"rest_length\": 1.2, \"subdivide\": 31, \"nodes\": "
            "[{\"kind\": \"point\", \"point\": \"markers/l\"}, {\"kind\": \"point\", "
            "\"point\": \"particles/w\"}, {\"kind\": \"point\", \"point\": \"markers/r\"}]}], "
            "\"loads\": [{\"class\": \"point_load\", \"point\": \"particles/w\", \"force\": "
            "[%g, 6, -2]}]}",
            forces[i]);
        SnModel *model = sn_test_model(text);
        SnCompiled *compiled = compile(model);
        const SnSystem *s = compiled->system;
        SnState *state = sn_state_new(s);
        SnWorkspace *work = sn_workspace_new(s, SN_LINSOLVE_AUTO);
        SnFault fault = sn_assemble(s, s->inputs.base, state, work);
        for (int k = 0; k < 300 && fault.code == SN_FAULT_NONE; k++)
            fault = sn_step(s, s->inputs.base, state, work);
        double length[6];
        const SnId id = sn_test_id(model, "strands/rope");
        sn_bind_read(s, s->inputs.base, state, work, id, SN_BIND_STRAND_LENGTH, length);
        g_assert_cmpfloat_with_epsilon(length[0], 1.2, 0.02 * 1.2);
        if (fault.code != SN_FAULT_NONE) {
            refused++;
            g_assert_cmpint(fault.code, ==, SN_FAULT_EXPLODED);
            g_assert_true(sn_id_equal(fault.id, id));
        } else {
            g_assert_cmpfloat_with_epsilon(length[0], 1.2, 1e-4);
        }
        sn_workspace_free(work);
        free(state);
        sn_compiled_free(compiled);
        sn_model_free(model);
    }
    g_assert_cmpint(refused, <, 4);
}

/* An elastic rope of light parts without damping falls from slack until it is taut and beyond, or
 * is drawn straight at once: Newton's iteration finds the end of each step across the kinks. */
static void test_newton_across_kinks(void)
{
    static const double start[2][2] = {{0.8, 0}, {0.3, 0.2}}, mass[2] = {1, 0.01},
                        pull[2] = {0, 30};
    static const double steps[] = {0.01, 0.002, 0.001};
    for (int i = 0; i < 2; i++)
        for (size_t k = 0; k < G_N_ELEMENTS(steps); k++) {
            g_autofree char *text = g_strdup_printf(
                "{\"solver\": {\"max_step\": %g, \"integrator\": \"newton_euler\"}, "
                "\"markers\": [{\"name\": \"l\"}], \"particles\": [{\"name\": \"w\", "
                "\"mass\": %g, \"position\": [%g, 0, %g]}], \"strands\": [{\"class\": "
                "\"strand\", \"name\": \"rope\", \"radius\": 0.003, \"density\": 1100, "
                "\"law\": {\"type\": \"tension_only\", \"youngs_modulus\": 3.5e9, "
                "\"damping\": 0}, \"rest_length\": 1, \"subdivide\": 9, \"nodes\": "
                "[{\"kind\": \"point\", \"point\": \"markers/l\"}, {\"kind\": "
                "\"point\", \"point\": \"particles/w\"}]}], \"loads\": [{\"class\": "
                "\"point_load\", \"point\": \"particles/w\", \"force\": [%g, 0, 0]}]}",
                steps[k], mass[i], start[i][0], start[i][1], pull[i]);
            SnModel *model = sn_test_model(text);
            SnCompiled *compiled = compile(model);
            const SnSystem *s = compiled->system;
            SnState *state = sn_state_new(s);
            SnWorkspace *work = sn_workspace_new(s, SN_LINSOLVE_AUTO);
            SnFault fault = sn_assemble(s, s->inputs.base, state, work);
            bool taut = false;
            for (int t = 0; t < 1 / steps[k] && fault.code == SN_FAULT_NONE; t++) {
                double length[6];
                fault = sn_step(s, s->inputs.base, state, work);
                sn_bind_read(s, s->inputs.base, state, work, sn_test_id(model, "strands/rope"),
                             SN_BIND_STRAND_LENGTH, length);
                taut = taut || length[0] > 1;
                g_assert_cmpfloat(length[0], <, 1.2);
            }
            if (fault.code != SN_FAULT_NONE)
                g_error("%d, %g s: %s", i, steps[k], fault.text);
            g_assert_true(taut);
            sn_workspace_free(work);
            free(state);
            sn_compiled_free(compiled);
            sn_model_free(model);
        }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/run/strands/kinds", test_kinds);
    g_test_add_func("/run/strands/belt", test_belt);
    g_test_add_func("/run/strands/subdivided", test_subdivided);
    g_test_add_func("/run/strands/errors", test_errors);
    g_test_add_func("/run/strands/live", test_live);
    g_test_add_func("/run/strands/muscle", test_muscle);
    g_test_add_func("/run/strands/gravity", test_gravity);
    g_test_add_func("/run/strands/carried", test_carried);
    g_test_add_func("/run/strands/moved-at-start", test_moved_at_start);
    g_test_add_func("/run/strands/jerked", test_jerked);
    g_test_add_func("/run/strands/newton-across-kinks", test_newton_across_kinks);
    return g_test_run();
}
