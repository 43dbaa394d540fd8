/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strands that run through a part of their nodes several times: the same as one whose turns are
 * written out, what cannot be, and another number of turns while it runs. */
#include "engine/base/vec.h"
#include "engine/model/classes/strand.h"
#include "engine/model/edit/edit.h"
#include "engine/sim/bind/bind.h"
#include "tests/run/model_helper.h"

#include <math.h>
#include <string.h>

enum { TURNS = 8 };
static const double PITCH = 0.02, RADIUS = 0.08, DROP = 0.9;

/* --- a tackle --- */

/* A pulley above in the y-z plane, or one below, askew so that all parts of the rope are upright.
 */
static void add_pulley(GString *text, const char *name, bool below, double x, double friction)
{
    const double skew = below ? atan2(PITCH / 2, RADIUS) : 0;
    const double c = 0.5 * cos(skew / 2), s = 0.5 * sin(skew / 2);
    g_string_append_printf(
        text,
        "{\"class\": \"pulley\", \"name\": \"%s\", \"body\": \"bodies/%s\", \"location\": "
        "[%.17g, 0, %g], \"rotation\": [%.17g, %.17g, %.17g, %.17g], \"radius\": %.17g, "
        "\"friction\": %g},",
        name, below ? "load" : "beam", x - (below ? 0 : PITCH / 2), below ? 0.4 : 0.0, c - s, c - s,
        c + s, c + s, below ? hypot(RADIUS, PITCH / 2) : RADIUS, friction);
}

static void add_end(GString *text, double x)
{
    g_string_append_printf(text,
                           "{\"name\": \"end\", \"frame\": \"bodies/beam\", \"location\": "
                           "[%.17g, %g, 0.1]}",
                           x + PITCH / 2, -RADIUS);
}

static void add_node(GString *text, const char *pulley, int number, const char *repeat)
{
    g_string_append_printf(text,
                           ", {\"kind\": \"pulley\", \"guide\": \"guides/%s%d\", \"side\": "
                           "\"right\"%s}",
                           pulley, number, repeat);
}

/* The box hangs from the first sheave, or (`by_hand`) from that of the first of TURNS turns. */
static SnModel *tackle(bool by_hand, int turns, double box, double friction)
{
    const int n = by_hand ? TURNS : 1;
    const double first = -PITCH * 0.5 * (turns - 1);
    GString *text = g_string_new("{");
    g_string_append_printf(
        text,
        "\"solver\": {\"max_step\": 0.002}, \"gravity\": [0, 0, -9.81], \"bodies\": [{\"name\": "
        "\"beam\", \"dynamic\": false, \"geometry\": {\"shape\": \"box\"}}, {\"name\": \"load\", "
        "\"position\": [0, 0, %.17g], \"geometry\": {\"shape\": \"box\", \"size\": [0.5, 0.5, "
        "0.5]}, \"inertia\": {\"method\": \"mass\", \"mass\": 1000}}, {\"name\": \"box\", "
        "\"position\": [%.17g, %g, -0.5], \"geometry\": {\"shape\": \"box\", \"size\": [0.2, 0.2, "
        "0.2]}, \"inertia\": {\"method\": \"mass\", \"mass\": %.17g}}], \"markers\": [{\"name\": "
        "\"box\", \"frame\": \"bodies/box\", \"location\": [0, 0, 0.1]},",
        -DROP - 0.4, first - PITCH / 2, -RADIUS, box);
    add_end(text, by_hand ? -first : 0);
    g_string_append(text, "], \"guides\": [");
    for (int k = 0; k < n; k++) {
        g_autofree char *upper = g_strdup_printf("upper%d", k);
        g_autofree char *lower = g_strdup_printf("lower%d", k);
        add_pulley(text, upper, false, by_hand ? first + PITCH * k : 0, friction);
        add_pulley(text, lower, true, by_hand ? first + PITCH * k : 0, friction);
    }
    g_string_truncate(text, text->len - 1);
    g_string_append_printf(text,
                           "], \"strands\": "
                           "[{\"class\": \"strand\", \"name\": \"rope\", \"radius\": 0.006, "
                           "\"density\": %g, \"law\": {\"type\": \"inextensible\"}, ",
                           friction > 0 ? 1000.0 : 0.0);
    if (!by_hand)
        g_string_append_printf(text, "\"repeat\": %d, \"repeat_shift\": [%.17g, 0, 0], ", turns,
                               PITCH);
    g_string_append(text, "\"nodes\": [{\"kind\": \"point\", \"point\": \"markers/box\"}");
    for (int k = 0; k < n; k++) {
        add_node(text, "upper", k, by_hand ? "" : ", \"repeat\": \"each\"");
        add_node(text, "lower", k, by_hand ? "" : ", \"repeat\": \"each\"");
    }
    g_string_append_printf(text, ", {\"kind\": \"point\", \"point\": \"markers/end\"%s}]}]}",
                           by_hand ? "" : ", \"repeat\": \"last\"");
    SnModel *model = sn_test_model(text->str);
    g_string_free(text, TRUE);
    return model;
}

static double value_of(SnSimulation *simulation, const char *path, int component)
{
    const SnTarget target = sn_test_target(simulation->model, path);
    double value[6] = {0};
    const SnProperty *row = sn_model_property(simulation->model, target.id, target.row);
    g_assert_cmpint(sn_bind_read(simulation->compiled->system, simulation->inputs,
                                 simulation->state, simulation->work, target.id, row->bind, value),
                    >, component);
    return value[component];
}

static double tension_at(SnSimulation *simulation, int node)
{
    double value[6] = {NAN};
    sn_bind_read(simulation->compiled->system, simulation->inputs, simulation->state,
                 simulation->work, simulation->compiled->system->strands.nodes[node].id,
                 SN_BIND_STRAND_NODE_TENSION_AFTER, value);
    return value[0];
}

/* Same nodes, tensions and motion as with the turns written out, without friction and with. */
static void test_written_out(void)
{
    for (int rubs = 0; rubs < 2; rubs++) {
        const double friction = rubs ? 0.02 : 0, mass = 1.5 * 1000 / (2 * TURNS);
        SnModel *models[2] = {tackle(false, TURNS, mass, friction),
                              tackle(true, TURNS, mass, friction)};
        SnSimulation *a = sn_test_simulation(models[0]), *b = sn_test_simulation(models[1]);
        const SnSystem *s = a->compiled->system;
        g_assert_cmpint(s->strands.n_nodes, ==, b->compiled->system->strands.n_nodes);
        g_assert_cmpint(s->pulleys.n, ==, 2 * TURNS);
        g_assert_cmpint(s->n_u_active, ==, b->compiled->system->n_u_active);
        g_assert_cmpfloat_with_epsilon(value_of(a, "strands/rope:length", 0),
                                       value_of(b, "strands/rope:length", 0), 1e-12);
        sn_test_steps(a, 200);
        sn_test_steps(b, 200);
        int compared = 0;
        for (int i = 0; i < s->strands.n_nodes - 1; i++) {
            if (sn_id_is_null(s->strands.nodes[i].id))
                continue;
            const double here = tension_at(a, i), there = tension_at(b, i);
            g_assert_cmpfloat(here, >, 1);
            g_assert_cmpfloat_with_epsilon(here, there, 1e-9 * there);
            compared++;
        }
        g_assert_cmpint(compared, ==, 2 * TURNS + 1);
        const char *const motion[] = {"bodies/box:position", "bodies/load:position",
                                      "bodies/box:velocity", "bodies/load:velocity"};
        for (size_t i = 0; i < G_N_ELEMENTS(motion); i++)
            for (int k = 0; k < 3; k++)
                g_assert_cmpfloat_with_epsilon(value_of(a, motion[i], k), value_of(b, motion[i], k),
                                               1e-10);
        g_assert_cmpfloat(value_of(a, "bodies/box:velocity", 2), <, -0.01);
        sn_simulation_free(a);
        sn_simulation_free(b);
        sn_model_free(models[0]);
        sn_model_free(models[1]);
    }
}

/* --- ids, places, scene --- */

/* Ids of entries are those of the first turn; a click on a node of any turn selects its entry; a
 * sheave is drawn for each. */
static void test_entries(void)
{
    SnModel *model = tackle(false, TURNS, 1000.0 / (2 * TURNS), 0);
    SnSimulation *simulation = sn_test_simulation(model);
    const SnSystem *s = simulation->compiled->system;
    const SnScene *scene = simulation->compiled->scene;
    int of_entry[4] = {0}, sheaves = 0;
    for (int i = 0; i < scene->n_nodes; i++)
        of_entry[scene->nodes[i].entry]++;
    const int wanted[4] = {1, TURNS, TURNS, 1};
    for (int i = 0; i < 4; i++)
        g_assert_cmpint(of_entry[i], ==, wanted[i]);
    const SnId upper = sn_test_id(model, "guides/upper0");
    for (int i = 0; i < scene->n_items; i++)
        sheaves += sn_id_equal(scene->items[i].id, upper);
    g_assert_cmpint(sheaves, ==, TURNS);
    const int first = sn_strand_node_index(s, sn_test_id(model, "strands/rope/nodes/1"));
    g_assert_cmpint(s->strands.nodes[first].pulley, ==, 0);
    g_assert_cmpfloat_with_epsilon(s->guides.guides[s->pulleys.pulleys[0].guide].center[0],
                                   -PITCH / 2 - PITCH * 0.5 * (TURNS - 1), 1e-12);
    g_assert_cmpfloat_with_epsilon(value_of(simulation, "strands/rope/nodes/3:place", 0),
                                   PITCH / 2 + PITCH * 0.5 * (TURNS - 1), 1e-12);
    for (int i = 0; i < s->strands.n_nodes; i++)
        for (int k = 0; k < i; k++)
            g_assert_true(sn_id_is_null(s->strands.nodes[i].id) ||
                          !sn_id_equal(s->strands.nodes[i].id, s->strands.nodes[k].id));
    sn_simulation_free(simulation);
    sn_model_free(model);
}

/* A lacing: eyelets on a turned body, shifted in its axes, with free nodes between them. */
static SnModel *lacing(void)
{
    return sn_test_model(
        "{\"bodies\": [{\"name\": \"shoe\", \"position\": [1, 0, 0], \"orientation\": "
        "[0.7071067811865476, 0, 0, 0.7071067811865476], \"geometry\": {\"shape\": \"box\"}}], "
        "\"markers\": [{\"name\": \"l\", \"frame\": \"bodies/shoe\", \"location\": [0, -0.02, 0]}, "
        "{\"name\": \"r\", \"frame\": \"bodies/shoe\", \"location\": [0, 0.02, 0]}, "
        "{\"name\": \"o\", \"location\": [0, 0, 0.1]}], \"strands\": [{\"class\": \"strand\", "
        "\"name\": \"lace\", \"subdivide\": 1, \"repeat\": 3, \"repeat_shift\": [0.1, 0, 0], "
        "\"nodes\": [{\"kind\": \"point\", \"point\": \"markers/o\"}, {\"kind\": \"point\", "
        "\"point\": \"markers/l\", \"repeat\": \"each\"}, {\"kind\": \"point\", \"point\": "
        "\"markers/r\", \"repeat\": \"each\", \"virtual\": true}, {\"kind\": \"point\", "
        "\"point\": \"markers/l\", \"repeat\": \"last\"}]}]}");
}

static void test_lacing(void)
{
    SnModel *model = lacing();
    SnSimulation *simulation = sn_test_simulation(model);
    const SnSystem *s = simulation->compiled->system;
    g_assert_cmpint(s->strands.n_nodes, ==, 15); /* 1 + 3 x 2 + 1, and 7 between them */
    /* x of the shoe is y of the world, its y is -x */
    const double wanted[3][2] = {{1.02, -0.1}, {1.02, 0}, {1.02, 0.1}};
    for (int k = 0; k < 3; k++) {
        const SnSystemPoint *point = &s->points[s->strands.nodes[2 + 4 * k].point];
        double x[3];
        sn_pose_point(s->q0 + s->blocks[point->block].q, s->q0 + s->blocks[point->block].q + 3,
                      point->local, x);
        g_assert_cmpfloat_with_epsilon(x[0], wanted[k][0], 1e-12);
        g_assert_cmpfloat_with_epsilon(x[1], wanted[k][1], 1e-12);
    }
    sn_test_steps(simulation, 20);
    /* the marker's place makes those of the further turns: that asks for a compile */
    const SnTarget target = sn_test_target(model, "markers/l:location");
    const double there[3] = {0, -0.03, 0};
    g_assert_false(sn_simulation_set(simulation, target.id, target.row, there, 3, 0));
    sn_simulation_free(simulation);
    sn_model_free(model);
}

/* --- what cannot be --- */

/* What reading it says, or compiling what was read. */
static void expect_error(const char *strand, const char *message)
{
    g_autofree char *text = g_strdup_printf(
        "{\"sinew\": 1, \"model\": {\"particles\": [{\"name\": \"p\", \"position\": [1, 0, 0]}], "
        "\"markers\": [{\"name\": \"m\"}, {\"name\": \"n\", \"location\": [0, 1, 0]}], "
        "\"strands\": [{\"class\": \"strand\", \"name\": \"s\", %s}]}}",
        strand);
    GError *error = NULL;
    SnModel *model = sn_file_read_text(text, strlen(text), NULL, "turns.sinew", &error);
    g_assert_true(!model || !sn_compile(model, NULL, NULL, &error));
    g_assert_cmpstr(error->message, ==, message);
    g_error_free(error);
    if (model)
        sn_model_free(model);
}

#define POINT(name, repeat)                                                                        \
    "{\"kind\": \"point\", \"point\": \"" name "\", \"repeat\": \"" repeat "\"}"

static void test_errors(void)
{
    expect_error("\"repeat\": 65",
                 "turns.sinew:1: /model/strands/s:repeat: must be between 1 and 64, is 65");
    expect_error(
        "\"repeat\": 4, \"repeat_shift\": [0, 0, 1], \"nodes\": [" POINT(
            "markers/m", "each") ", "
                                 "{\"position\": [1, 0, 0]}, " POINT("markers/n", "each") "]",
        "turns.sinew:1: /model/strands/s/nodes/2: is in each turn, but node 1 before it is not: "
        "the "
        "nodes of the turns must follow one another (repeat each; only nodes on pulleys "
        "and points have it)");
    expect_error("\"repeat\": 4, \"nodes\": [" POINT("markers/m", "last") ", " POINT("markers/n",
                                                                                     "each") "]",
                 "turns.sinew:1: /model/strands/s/nodes/0: goes with the last turn, but stands "
                 "before the turns: "
                 "choose first for its repeat");
    expect_error("\"repeat\": 4, \"nodes\": [{}, " POINT("markers/n", "each") "]",
                 "turns.sinew:1: /model/strands/s/nodes/1: begins each turn where the one before "
                 "ended: give the "
                 "turns a shift (repeat_shift), or more nodes");
    expect_error("\"repeat\": 4, \"repeat_shift\": [0, 0, 1], \"nodes\": [" POINT(
                     "markers/m", "no") ", " POINT("particles/p", "each") "]",
                 "/model/strands/s/nodes/1: is shifted with the turns of its strand, but on a "
                 "particle, which cannot be: put it on a marker of a body, a frame or the world, "
                 "or set its repeat to no");
}

/* --- while it runs --- */

static SnModel *demo(void)
{
    g_autofree char *path = g_build_filename(g_getenv("SINEW_SOURCE_ROOT"), "resources", "demos",
                                             "pulleys-8.sinew", NULL);
    GError *error = NULL;
    SnModel *model = sn_file_read(path, &error);
    g_assert_no_error(error);
    return model;
}

static void set_turns(SnSimulation *simulation, SnModel *model, int turns, double box)
{
    const SnTarget repeat = sn_test_target(model, "strands/rope:repeat");
    const SnTarget mass = sn_test_target(model, "bodies/box:inertia.mass");
    const SnValue number = {.type = SN_TYPE_INT, .integer = turns};
    const SnValue weight = {.type = SN_TYPE_REAL, .number = {box}};
    g_assert_true(sn_edit_set(model, repeat.id, repeat.row, &number, NULL));
    g_assert_true(sn_edit_set(model, mass.id, mass.row, &weight, NULL));
    sn_test_install(simulation, model, false);
}

/* Other turns in balance: nothing moves, as table 6.1 of Sueda 2010 says. */
static void test_balance_kept(void)
{
    static const int turns[] = {8, 1, 64, 3};
    SnModel *model = demo();
    SnSimulation *simulation = sn_test_simulation(model);
    const double height = value_of(simulation, "bodies/load:position", 2);
    for (size_t i = 0; i < G_N_ELEMENTS(turns); i++) {
        const double mass = 1000.0 / (2 * turns[i]);
        set_turns(simulation, model, turns[i], mass);
        sn_test_steps(simulation, 20);
        g_assert_cmpfloat_with_epsilon(value_of(simulation, "strands/rope:tension", 0), 9.81 * mass,
                                       1e-8 * 9.81 * mass);
        g_assert_cmpfloat_with_epsilon(value_of(simulation, "bodies/load:position", 2), height,
                                       1e-9);
    }
    sn_simulation_free(simulation);
    sn_model_free(model);
}

/* In motion: bodies stay where they are, and the rope is as long as its way is there. */
static void test_moving(void)
{
    SnModel *model = demo();
    SnSimulation *simulation = sn_test_simulation(model);
    const double start = value_of(simulation, "bodies/load:position", 2);
    set_turns(simulation, model, 5, 200);
    sn_test_steps(simulation, 100);
    const double speed = value_of(simulation, "bodies/load:velocity", 2);
    const double height = value_of(simulation, "bodies/load:position", 2);
    const double before = value_of(simulation, "strands/rope:length", 0);
    g_assert_cmpfloat(height, >, start + 0.001);
    set_turns(simulation, model, 2, 200);
    g_assert_cmpfloat(value_of(simulation, "bodies/load:velocity", 2), ==, speed);
    g_assert_cmpfloat(value_of(simulation, "bodies/load:position", 2), ==, height);
    g_assert_cmpfloat(value_of(simulation, "strands/rope:length", 0), <, before - 5);
    g_assert_cmpfloat_with_epsilon(value_of(simulation, "strands/rope:strain", 0), 0, 1e-8);
    sn_test_steps(simulation, 20);
    g_assert_cmpfloat_with_epsilon(value_of(simulation, "strands/rope:strain", 0), 0, 1e-8);
    sn_simulation_free(simulation);
    sn_model_free(model);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/run/strand-turns/written-out", test_written_out);
    g_test_add_func("/run/strand-turns/entries", test_entries);
    g_test_add_func("/run/strand-turns/lacing", test_lacing);
    g_test_add_func("/run/strand-turns/errors", test_errors);
    g_test_add_func("/run/strand-turns/balance-kept", test_balance_kept);
    g_test_add_func("/run/strand-turns/moving", test_moving);
    return g_test_run();
}
