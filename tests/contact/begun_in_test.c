/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rigid bodies that begin in each other: every method takes them out a little in each step, without
 * a velocity; and what tips and lands is taken by every method.  What hardly weighs bears what is
 * heavy; what is pressed together by force is stopped by name, not sunk in. */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/checks.h"
#include "engine/run/checks/overlap.h"
#include "engine/sim/step/parts.h"
#include "engine/sim/system/workspace.h"
#include "tests/run/model_helper.h"
#include "tests/support/cases.h"
#include "tests/support/random.h"

#include <math.h>
#include <string.h>

static const char *const methods[] = {"backward_euler", "trapezoidal", "newton_euler",
                                      "newton_trapezoidal", "symplectic_euler"};
enum { METHODS = 5, SHAPES = 5 };

static char *random_body(Random *r, int kind, const char *name, double size)
{
    static const char *const shapes[SHAPES] = {
        "\"shape\": \"box\", \"size\": [0.1, 0.08, 0.05]",
        "\"shape\": \"ellipsoid\", \"size\": [0.05, 0.05, 0.05]",
        "\"shape\": \"ellipsoid\", \"size\": [0.06, 0.04, 0.03]",
        "\"shape\": \"cylinder\", \"radius\": 0.04, \"length\": 0.1",
        "\"shape\": \"capsule\", \"radius\": 0.03, \"length\": 0.1",
    };
    double q[4], x[3];
    random_quaternion(r, q);
    random_vector(r, size, x);
    return g_strdup_printf("{\"name\": \"%s\", \"position\": [%.17g, %.17g, %.17g], "
                           "\"orientation\": [%.17g, %.17g, %.17g, %.17g], \"geometry\": {%s}}",
                           name, x[0], x[1], x[2], q[0], q[1], q[2], q[3], shapes[kind]);
}

static bool overlaps(const SnSimulation *s)
{
    GArray *found = sn_overlaps_find(s);
    const bool any = found->len > 0;
    g_array_unref(found);
    return any;
}

static double fastest(const SnSimulation *s)
{
    double most = 0;
    for (int i = 0; i < s->compiled->system->n_u; i++)
        most = fmax(most, fabs(sn_state_u_const(s->state)[i]));
    return most;
}

/* Two of all kinds anywhere in each other, without gravity. */
static void test_two(void)
{
    Random r = {11};
    int began = 0, left = 0;
    for (int k = 0; k < sn_cases(40, 1000); k++) {
        const int kind = (int)random_uniform(&r, 0, SHAPES);
        const char *method = methods[(int)random_uniform(&r, 0, METHODS)];
        char *a = random_body(&r, k % SHAPES, "a", 0.01);
        char *b = random_body(&r, kind, "b", 0.03);
        char *text = g_strdup_printf(
            "{\"gravity\": [0, 0, 0], \"solver\": {\"max_step\": %g, \"integrator\": \"%s\"}, "
            "\"bodies\": [%s, %s], \"collisions\": [{\"name\": \"all\", \"friction\": %g}]}",
            k % 3 ? 0.002 : 0.02, method, a, b, k % 2 * 0.4);
        SnSimulation *s = sn_test_simulation_of(text);
        began += overlaps(s);
        for (int i = 0; i < 400; i++) {
            double before[2][6];
            for (int body = 0; body < 2; body++)
                sn_test_read(s, body ? "bodies/b:position" : "bodies/a:position", before[body]);
            sn_test_steps(s, 1);
            for (int body = 0; body < 2; body++) {
                double after[6];
                sn_test_read(s, body ? "bodies/b:position" : "bodies/a:position", after);
                g_assert_cmpfloat(sn_v3_distance(before[body], after), <, 0.0015);
            }
            g_assert_cmpfloat(fastest(s), <, 1e-9);
        }
        left += overlaps(s);
        sn_simulation_free(s);
        g_free(a);
        g_free(b);
        g_free(text);
    }
    g_assert_cmpint(began, >, 10);
    g_assert_cmpint(left, ==, 0); /* also a capsule in the middle of a box, whose ends are nearest
                                     to opposite faces */
}

#define GROUND                                                                                     \
    "{\"name\": \"ground\", \"dynamic\": false, \"geometry\": {\"shape\": \"half_space\", "        \
    "\"size\": [1, 1, 0.1]}}"

/* A box that begins in the ground, or aslant above it so that it lands on an edge and tips. */
static void test_ground(void)
{
    for (int k = 0; k < 2 * METHODS; k++) {
        const bool tips = k >= METHODS;
        char *text = g_strdup_printf(
            "{\"gravity\": [0, 0, -9.81], \"solver\": {\"max_step\": 0.002, \"integrator\": "
            "\"%s\"}, \"bodies\": [" GROUND ", {\"name\": \"box\", \"position\": [0, 0, %g], "
            "\"orientation\": [%.17g, 0, %.17g, 0], \"geometry\": {\"shape\": \"box\", \"size\": "
            "[0.05, 0.05, 0.1]}}], \"collisions\": [{\"name\": \"all\", \"friction\": 0.3}]}",
            methods[k % METHODS], tips ? 0.0612 : 0.03, tips ? cos(0.2) : 1, tips ? sin(0.2) : 0);
        SnSimulation *s = sn_test_simulation_of(text);
        double most = 0, place[6];
        for (int i = 0; i < 500; i++) {
            sn_test_steps(s, 1);
            most = fmax(most, fastest(s));
        }
        sn_test_read(s, "bodies/box:position", place);
        g_assert_cmpfloat(fabs(place[2] - 0.05), <, 1e-4);
        g_assert_cmpfloat(fastest(s), <, 1e-9);
        g_assert_true(tips ? most > 0.1 : most < 1e-9);
        sn_simulation_free(s);
        g_free(text);
    }
}

/* Two boxes on a joint, the lower one aslant in the ground: what is pushed out turns, and joints
 * were closed by corrections that pushed it further each time, and so opened them again. */
static void test_jointed(void)
{
    static const char *const joints[] = {"slider", "fixed", "universal"};
    const double c = cos(0.35), s = sin(0.35); /* halves of 0.7 rad */
    for (int k = 0; k < 3 * METHODS; k++) {
        char *text = g_strdup_printf(
            "{\"solver\": {\"max_step\": 0.002, \"integrator\": \"%s\"}, \"bodies\": [" GROUND
            ", {\"name\": \"box\", \"position\": [0, 0, 0.03], \"orientation\": [%.17g, 0, %.17g, "
            "0], \"geometry\": {\"shape\": \"box\", \"size\": [0.05, 0.05, 0.1]}}, {\"name\": "
            "\"upper\", \"position\": [%.17g, 0, %.17g], \"geometry\": {\"shape\": \"box\", "
            "\"size\": [0.05, 0.05, 0.1]}}], \"joints\": [{\"class\": \"%s\", \"name\": \"j\", "
            "\"frame_a\": \"bodies/box\", \"frame_b\": \"bodies/upper\", \"location_a\": [0, 0, "
            "0.05], \"rotation_a\": [%.17g, 0, %.17g, 0], \"location_b\": [0, 0, -0.05]}], "
            "\"collisions\": [{\"name\": \"all\"}]}",
            methods[k % METHODS], c, s, 0.05 * sin(0.7), 0.08 + 0.05 * cos(0.7),
            joints[k / METHODS], c, -s);
        SnSimulation *run = sn_test_simulation_of(text);
        g_assert_true(overlaps(run));
        sn_test_steps(run, 200);
        g_assert_false(overlaps(run));
        sn_simulation_free(run);
        g_free(text);
    }
}

/* A ball that begins 5 mm deep in ground that gives way: what that holds was read at the end of the
 * first step, and no method took it.  Thrown up, it falls back: where the trapezoidal rule met the
 * ground only after the middle of a step, nobody knew what it held, and the next step was refused.
 */
static void test_springy(void)
{
    for (int k = 0; k < METHODS; k++) {
        char *text = g_strdup_printf(
            "{\"solver\": {\"integrator\": \"%s\"}, \"bodies\": [" GROUND
            ", {\"name\": \"ball\", \"position\": [0, 0, 0.045], \"geometry\": {\"shape\": "
            "\"ellipsoid\"}, \"inertia\": {\"method\": \"mass\", \"mass\": 1}}], "
            "\"collisions\": [{\"name\": \"all\", \"friction\": 0, \"compliance\": 1e-4}]}",
            methods[k]);
        SnSimulation *s = sn_test_simulation_of(text);
        double start[6], place[6], potential[6], kinetic[6];
        sn_test_read(s, "/model:potential_energy", start);
        g_assert_cmpfloat(fabs(start[0] - 9.81 * 0.045 - 0.5 * 0.005 * 0.005 / 1e-4), <, 1e-12);
        for (int i = 0; i < 60; i++) {
            sn_test_steps(s, 1);
            sn_test_read(s, "/model:kinetic_energy", kinetic);
            sn_test_read(s, "/model:potential_energy", potential);
            sn_test_read(s, "bodies/ball:position", place);
            const double deep = fmax(0.05 - place[2], 0);
            g_assert_cmpfloat(fabs(potential[0] - 9.81 * place[2] - 0.5 * deep * deep / 1e-4), <,
                              1e-12);
            g_assert_cmpfloat(kinetic[0] + potential[0], <, start[0] + 1e-12);
        }
        g_assert_cmpfloat(place[2], >, 0.055);
        sn_test_steps(s, 340);
        sn_test_read(s, "/model:kinetic_energy", kinetic);
        sn_test_read(s, "/model:potential_energy", potential);
        g_assert_cmpfloat(kinetic[0] + potential[0], <, start[0] + 2e-4);
        sn_simulation_free(s);
        g_free(text);
    }
}

/* Ellipsoids are hulls with faces: where more points of these meet, each with a compliance of its
 * own, energy leaps, in steps of any length.  That is what is said. */
static void test_leap(void)
{
    SnSimulation *s = sn_test_simulation_of(
        "{\"bodies\": [{\"name\": \"a\", \"dynamic\": false, \"geometry\": {\"shape\": "
        "\"ellipsoid\", \"size\": [0.04, 0.03, 0.02]}}, {\"name\": \"b\", \"position\": [0.005, "
        "0.003, 0.0405], \"geometry\": {\"shape\": \"ellipsoid\", \"size\": [0.02, 0.04, 0.02]}, "
        "\"inertia\": {\"method\": \"mass\", \"mass\": 1}}], \"collisions\": [{\"name\": \"all\", "
        "\"friction\": 0, \"compliance\": 1e-4}]}");
    SnFault fault = {0};
    for (int i = 0; i < 300 && fault.code == SN_FAULT_NONE; i++)
        fault = sn_simulation_step(s);
    g_assert_cmpint(fault.code, ==, SN_FAULT_ENERGY);
    g_assert_true(g_str_has_prefix(fault.text, "Contacts give way point by point here"));
    sn_simulation_free(s);
}

/* An angle: not convex. */
static const char ELL[] =
    "v -0.04 -0.04 -0.03\nv 0.06 -0.04 -0.03\nv 0.06 0.01 -0.03\nv 0.01 0.01 -0.03\n"
    "v 0.01 0.06 -0.03\nv -0.04 0.06 -0.03\nv -0.04 -0.04 0.03\nv 0.06 -0.04 0.03\n"
    "v 0.06 0.01 0.03\nv 0.01 0.01 0.03\nv 0.01 0.06 0.03\nv -0.04 0.06 0.03\n"
    "f 3 2 1\nf 4 3 1\nf 5 4 1\nf 6 5 1\nf 7 8 9\nf 7 9 10\nf 7 10 11\nf 7 11 12\n"
    "f 1 2 8\nf 1 8 7\nf 2 3 9\nf 2 9 8\nf 3 4 10\nf 3 10 9\nf 4 5 11\nf 4 11 10\n"
    "f 5 6 12\nf 5 12 11\nf 6 1 7\nf 6 7 12\n";

/* Two that begin in each other and fly apart by more than their size in a step. */
static void test_fast(void)
{
    static const char text[] =
        "{\"gravity\": [0, 0, 0], \"solver\": {\"max_step\": 0.005}, \"bodies\": [{\"name\": "
        "\"a\", \"position\": [0, 0, 0], \"orientation\": [-0.43185842590443696, 0.5420274752"
        "660461, 0.09344324368867256, 0.7148236679356643], \"velocity\": [-8.875568291726239,"
        " 36.36578020384337, -34.834481224969316], \"geometry\": {\"shape\": \"mesh\", \"mesh"
        "\": \"ell.obj\"}, \"inertia\": {\"method\": \"mass\", \"mass\": 1}}, {\"name\": \"b\""
        ", \"position\": [0.04554920517368895, -0.01588660918583506, 0.00840487071251729], \""
        "orientation\": [0.43698331528003614, -0.891500357940836, -0.06843360000569028, 0.097"
        "92617805515996], \"velocity\": [-27.60389581164043, 1.9076407470722074, 24.098243153"
        "83031], \"geometry\": {\"shape\": \"mesh\", \"mesh\": \"ell.obj\"}, \"inertia\": {\""
        "method\": \"mass\", \"mass\": 1}}], \"collisions\": [{\"name\": \"all\"}]}";
    SnModel *model = sn_test_model_beside("ell.obj", ELL, text);
    SnSimulation *s = sn_test_simulation(model);
    sn_test_steps(s, 40);
    sn_simulation_free(s);
    sn_model_free(model);
}

/* A cube of a tonne falls on what is up to a thousand times smaller and 1e9 times lighter, and
 * rests on it. */
static void test_light(void)
{
    for (int k = 0; k < 6; k++) {
        const double size = k % 3 == 0 ? 1e-2 : k % 3 == 1 ? 2e-3 : 1e-3;
        char *text = g_strdup_printf(
            "{\"bodies\": [{\"name\": \"ground\", \"dynamic\": false, \"geometry\": {\"shape\": "
            "\"half_space\"}}, {\"name\": \"small\", \"position\": [0, 0, %g], \"geometry\": {"
            "\"shape\": \"%s\", \"size\": [%g, %g, %g]}}, {\"name\": \"big\", \"position\": [0, 0, "
            "%g], \"geometry\": {\"shape\": \"box\", \"size\": [1, 1, 1]}}], \"collisions\": [{"
            "\"name\": \"all\"}]}",
            size / 2, k < 3 ? "box" : "ellipsoid", k < 3 ? size : size / 2, k < 3 ? size : size / 2,
            k < 3 ? size : size / 2, 0.5 + size);
        SnSimulation *s = sn_test_simulation_of(text);
        double small[6], big[6];
        sn_test_steps(s, 60);
        sn_test_read(s, "bodies/small:position", small);
        sn_test_read(s, "bodies/big:position", big);
        g_assert_cmpfloat(fabs(small[2] - size / 2), <, 2e-3 * size);
        g_assert_cmpfloat(fabs(big[2] - 0.5 - size), <, 2e-3 * size);
        sn_simulation_free(s);
        g_free(text);
    }
}

/* A ball between two driven walls: rigid, it is stopped by the name of the collision before it is
 * far in; with a compliance it bears what that says. */
static void test_squeezed(void)
{
    for (int k = 0; k < METHODS + 1; k++) {
        const bool soft = k == METHODS;
        char *text = g_strdup_printf(
            "{\"gravity\": [0, 0, 0], \"solver\": {\"integrator\": \"%s\"}, \"bodies\": "
            "[{\"name\": "
            "\"l\", \"dynamic\": false, \"position\": [-0.1, 0, 0], \"geometry\": {\"shape\": "
            "\"box\", \"size\": [0.1, 0.2, 0.2]}}, {\"name\": \"r\", \"dynamic\": false, "
            "\"position\": [0.1, 0, 0], \"target_velocity\": [-0.1, 0, 0], \"geometry\": "
            "{\"shape\": "
            "\"box\", \"size\": [0.1, 0.2, 0.2]}}, {\"name\": \"ball\", \"geometry\": {\"shape\": "
            "\"ellipsoid\", \"size\": [0.05, 0.05, 0.05]}}], \"collisions\": [{\"name\": \"all\", "
            "\"compliance\": %g}]}",
            methods[soft ? 0 : k], soft ? 1e-6 : 0);
        SnModel *model = sn_test_model(text);
        SnSimulation *s = sn_test_simulation(model);
        SnFault fault = {0};
        for (int i = 0; i < 50 && fault.code == SN_FAULT_NONE; i++)
            fault = sn_simulation_step(s);
        const double depth = sn_test_number(s, "collisions/all:penetration");
        g_assert_cmpint(fault.code, ==, soft ? SN_FAULT_NONE : SN_FAULT_LCP);
        g_assert_true(soft || sn_id_equal(fault.id, sn_test_id(model, "collisions/all")));
        g_assert_cmpfloat(depth, <, soft ? 2.6e-3 : 0.6e-3);
        if (soft) /* 5 mm of way on two springs, each with half of it */
            g_assert_cmpfloat(fabs(sn_test_number(s, "collisions/all:normal_force") - 5000), <, 50);
        sn_simulation_free(s);
        sn_model_free(model);
        g_free(text);
    }
}

/* A surface that is open touches as it is, and is said to be open. */
static void test_open(void)
{
    static const char text[] =
        "{\"bodies\": [{\"name\": \"ground\", \"dynamic\": false, \"geometry\": {\"shape\": "
        "\"half_space\"}}, {\"name\": \"a\", \"position\": [0, 0, 0.05], \"geometry\": {\"shape\": "
        "\"mesh\", \"mesh\": \"ell.obj\"}, \"inertia\": {\"method\": \"explicit\"}}], "
        "\"collisions\": [{\"name\": \"all\"}]}";
    for (int open = 0; open < 2; open++) {
        char *mesh = g_strndup(ELL, strlen(ELL) - (open ? strlen("f 6 12 7\n") : 0));
        SnModel *model = sn_test_model_beside("ell.obj", mesh, text);
        SnSimulation *s = sn_test_simulation(model);
        GArray *found = sn_find_suspicions(model, s);
        int said = 0;
        for (guint i = 0; i < found->len; i++)
            said += strstr(g_array_index(found, SnFinding, i).message,
                           "(3 edges belong to one triangle only") != NULL;
        g_assert_cmpint(said, ==, open);
        sn_test_steps(s, 400);
        double place[6];
        sn_test_read(s, "bodies/a:position", place);
        g_assert_cmpfloat(fabs(place[2] - 0.03), <, 1e-4);
        g_array_unref(found);
        sn_simulation_free(s);
        sn_model_free(model);
        g_free(mesh);
    }
}

/* --- heaps --- */

/* Six boxes of masses that differ, each deep in all others, stop with what is true, and one of the
 * pairs that Checks list. */
static void test_heap(void)
{
    static const double mass[] = {1, 100, 1, 1000, 1, 100};
    GString *text = g_string_new(
        "{\"solver\": {\"max_step\": 0.005}, \"collisions\": [{\"name\": \"all\"}], \"bodies\": ["
        "{\"name\": \"ground\", \"dynamic\": false, \"position\": [0, 0, -0.5], \"geometry\": "
        "{\"shape\": \"box\", \"size\": [2, 2, 1]}}");
    for (int i = 0; i < 6; i++) {
        double q[4] = {1, 0.2 * i, 0.2 * (i % 2), 0.1};
        sn_q_normalize(q);
        g_string_append_printf(
            text,
            ", {\"name\": \"b%d\", \"position\": [%g, %g, %g], \"orientation\": [%.17g, %.17g, "
            "%.17g, %.17g], \"geometry\": {\"shape\": \"box\", \"size\": [0.2, 0.2, 0.2]}, "
            "\"inertia\": {\"method\": \"mass\", \"mass\": %g}}",
            i, 0.03 * (i % 3), 0.03 * (i / 3), 0.06 + 0.02 * i, q[0], q[1], q[2], q[3], mass[i]);
    }
    g_string_append(text, "]}");
    SnSimulation *s = sn_test_simulation_of(text->str);
    SnFault fault = {0};
    for (int i = 0; i < 60 && fault.code == SN_FAULT_NONE; i++)
        fault = sn_simulation_step(s);
    g_assert_cmpint(fault.code, ==, SN_FAULT_LCP);
    g_assert_true(g_str_has_prefix(fault.text, "This body begins "));
    g_assert_true(g_str_has_suffix(fault.text, "list it)."));
    const SnComponent *named = sn_model_get(s->model, fault.id);
    GArray *found = sn_find_suspicions(s->model, s);
    int said = 0;
    for (guint i = 0; i < found->len; i++)
        said += sn_id_equal(g_array_index(found, SnFinding, i).id, fault.id);
    g_assert_true(named && g_str_has_prefix(named->name, "b"));
    g_assert_cmpint(said, >, 0);
    g_array_unref(found);
    sn_simulation_free(s);
    g_string_free(text, TRUE);
}

/* --- what the gaps squeeze --- */

/* Two walls, and what fills the place between them: opening the gaps squeezes it. */
static SnSimulation *squeezed_simulation(const char *mesh, double step, const char *method)
{
    g_autofree char *text = g_strdup_printf(
        "{\"gravity\": [0, 0, 0], \"solver\": {\"max_step\": %g, \"integrator\": \"%s\"}, "
        "\"bodies\": [{\"name\": \"below\", \"dynamic\": false, \"position\": [0, 0, -0.1], "
        "\"geometry\": {\"shape\": \"box\", \"size\": [0.4, 0.4, 0.1]}}, {\"name\": \"above\", "
        "\"dynamic\": false, \"position\": [0, 0, 0.1], \"geometry\": {\"shape\": \"box\", "
        "\"size\": [0.4, 0.4, 0.1]}}], \"fems\": [{\"name\": \"it\", \"density\": 1000, \"mesh\": "
        "{%s}, \"material\": {\"type\": \"neo_hookean\", \"youngs_modulus\": 1e6, "
        "\"poissons_ratio\": 0.3}}], \"collisions\": [{\"name\": \"all\"}]}",
        step, method, mesh);
    return sn_test_simulation_of(text);
}

static double total_energy(SnSimulation *s)
{
    double energy, kinetic, momentum[6];
    sn_test_audit(s, &energy, &kinetic, momentum);
    return energy;
}

/* Whether the last step would be refused if at its end all moved aside with this energy more. */
static bool is_refused(SnSimulation *s, double more)
{
    const SnSystem *system = s->compiled->system;
    double mass = 0;
    for (int i = 0; i < system->n_active; i++)
        mass += system->blocks[i].mass;
    SnState *state = sn_state_copy(s->state);
    for (int i = 0; i < system->n_active; i++)
        sn_state_u(state)[system->blocks[i].u] += sqrt(2 * more / mass);
    for (int i = 0; i < SN_N_PARTS; i++)
        sn_state_parts(state)[i] = sn_state_parts_const(s->work->step.backup)[i];
    sn_step_evaluate(system, s->inputs, state, s->work);
    const SnFault fault = sn_watch_energy(system, s->inputs, state, s->work);
    sn_step_evaluate(system, s->inputs, s->state, s->work);
    sn_free(state);
    return fault.code == SN_FAULT_ENERGY;
}

/* What opening the gaps takes may be gained, and no more, in steps of any length.  It is little,
 * for of what is pressed they open by 0.15 % alone: 1.4e-8 J; opening all of them takes 6e-3. */
static void test_credit(void)
{
    static const double most = 3e-8; /* [J] */
    static const char *const meshes[] = {
        "\"source\": \"box\", \"size\": [0.1, 0.1, 0.1], \"element\": \"tet4\", \"cells_x\": 1, "
        "\"cells_y\": 1, \"cells_z\": 1",
        "\"source\": \"ellipsoid\", \"size\": [0.05, 0.05, 0.05], \"cells_x\": 2"};
    static const double step[] = {5e-3, 2e-4, 2e-5, 1e-6};
    for (int k = 0; k < 16; k++) {
        SnSimulation *s = squeezed_simulation(meshes[k % 2], step[k / 2 % 4], methods[k / 8]);
        for (int i = 0; i < 4; i++) {
            const double before = total_energy(s);
            sn_test_steps(s, 1);
            const double gain = total_energy(s) - before;
            g_test_message("case %d, step %d: %g J", k, i, gain);
            g_assert_cmpfloat(gain, >, i == 0 ? 0 : -most);
            g_assert_cmpfloat(gain, <, most);
            g_assert_false(is_refused(s, 0));
            g_assert_true(is_refused(s, most));
        }
        g_assert_cmpfloat(sn_state_parts_const(s->state)[SN_PARTS_CUT], ==, 0);
        sn_simulation_free(s);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/contact/begun_in/two", test_two);
    g_test_add_func("/contact/begun_in/ground", test_ground);
    g_test_add_func("/contact/begun_in/jointed", test_jointed);
    g_test_add_func("/contact/begun_in/springy", test_springy);
    g_test_add_func("/contact/begun_in/leap", test_leap);
    g_test_add_func("/contact/begun_in/fast", test_fast);
    g_test_add_func("/contact/begun_in/light", test_light);
    g_test_add_func("/contact/begun_in/squeezed", test_squeezed);
    g_test_add_func("/contact/begun_in/open", test_open);
    g_test_add_func("/contact/begun_in/heap", test_heap);
    g_test_add_func("/contact/begun_in/credit", test_credit);
    return g_test_run();
}
