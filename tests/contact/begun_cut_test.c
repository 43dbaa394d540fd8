/* SPDX-License-Identifier: GPL-3.0-or-later */
/* FEM models that begin in each other or in rigid bodies: every method pulls them apart, a little
 * in each step, and what is pulled hardly moves by itself. */
#include "engine/base/vec.h"
#include "engine/checks.h"
#include "engine/model/edit/edit.h"
#include "engine/run/checks/overlap.h"
#include "tests/run/model_helper.h"
#include "tests/support/cases.h"
#include "tests/support/random.h"

#include <math.h>
#include <string.h>

typedef enum Kind {
    BLOCK,
    BALL,
    ROD,
    SHEET,
    FEM_KINDS,
    BOX = FEM_KINDS,
    EGG,
    SPHERE,
    CAPSULE,
    CYLINDER,
    GROUND,
    KINDS
} Kind;

/* Meshes of the FEM models, geometries of the bodies: about 0.1 m across. */
static const char *const shapes[KINDS] = {
    [BLOCK] = "\"source\": \"box\", \"size\": [0.1, 0.09, 0.07], \"cells_x\": 3, \"cells_y\": 3, "
              "\"cells_z\": 2",
    [BALL] = "\"source\": \"ellipsoid\", \"size\": [0.06, 0.05, 0.05], \"cells_x\": 3",
    [ROD] = "\"source\": \"box\", \"size\": [0.2, 0.03, 0.03], \"cells_x\": 6, \"cells_y\": 1, "
            "\"cells_z\": 1",
    [SHEET] = "\"source\": \"sheet\", \"size\": [0.12, 0.1, 0.1], \"cells_x\": 4, \"cells_y\": 4, "
              "\"thickness\": 0.003",
    [BOX] = "\"shape\": \"box\", \"size\": [0.1, 0.08, 0.06]",
    [EGG] = "\"shape\": \"ellipsoid\", \"size\": [0.06, 0.05, 0.04]",
    [SPHERE] = "\"shape\": \"ellipsoid\", \"size\": [0.04, 0.04, 0.04]",
    [CAPSULE] = "\"shape\": \"capsule\", \"radius\": 0.03, \"length\": 0.1",
    [CYLINDER] = "\"shape\": \"cylinder\", \"radius\": 0.03, \"length\": 0.1",
    [GROUND] = "\"shape\": \"half_space\", \"size\": [1, 1, 0.1]",
};

/* Anywhere near a place. */
static char *random_thing(Random *r, Kind kind, const char *name, double size, double x)
{
    static const char *const elements[2][2] = {{"hex8", "tet4"}, {"shell4", "shell3"}};
    double q[4], p[3];
    random_quaternion(r, q);
    random_vector(r, size, p);
    const double modulus = pow(10, random_uniform(r, 4, 5.5));
    const int element = (int)random_uniform(r, 0, 2);
    g_autofree char *place = g_strdup_printf(
        "\"name\": \"%s\", \"position\": [%.17g, %.17g, %.17g], \"orientation\": [%.17g, %.17g, "
        "%.17g, %.17g]",
        name, p[0] + x, p[1], p[2], q[0], q[1], q[2], q[3]);
    if (kind >= FEM_KINDS)
        return g_strdup_printf("{%s%s, \"geometry\": {%s}}", place,
                               kind == GROUND ? ", \"dynamic\": false" : "", shapes[kind]);
    return g_strdup_printf("{%s, \"density\": 1000, \"mesh\": {%s, \"element\": \"%s\"}, "
                           "\"material\": {\"type\": \"neo_hookean\", \"youngs_modulus\": %.17g, "
                           "\"poissons_ratio\": 0.3}}",
                           place, shapes[kind], elements[kind == SHEET][element], modulus);
}

/* Two of them; `a` is a FEM model. */
static char *random_pair(Random *r, Kind a, Kind b, double step, const char *method)
{
    const bool both = b < FEM_KINDS;
    g_autofree char *one = random_thing(r, a, "a", 0.01, 0);
    g_autofree char *two = random_thing(r, b, "b", 0.02, random_uniform(r, 0.01, 0.07));
    return g_strdup_printf(
        "{\"gravity\": [0, 0, 0], \"solver\": {\"max_step\": %g, \"integrator\": \"%s\"}, "
        "\"fems\": [%s%s%s], \"bodies\": [%s], \"collisions\": [{\"name\": \"all\", \"friction\": "
        "0.3}]}",
        step, method, one, both ? ", " : "", both ? two : "", both ? "" : two);
}

static bool overlaps(const SnSimulation *s)
{
    GArray *found = sn_overlaps_find(s);
    const bool any = found->len > 0;
    g_array_unref(found);
    return any;
}

/* Whether they come apart, and with how little. */
static bool comes_apart(SnSimulation *s, bool free)
{
    bool cut = true;
    for (int i = 0; i < 60 && cut; i++) {
        double energy, kinetic, momentum[6];
        sn_test_steps(s, 10);
        sn_test_audit(s, &energy, &kinetic, momentum);
        g_assert_cmpfloat(kinetic, <, 0.01); /* of a fall of 2 mm */
        if (free)
            g_assert_cmpfloat(sn_v3_norm(momentum), <, 1e-12);
        cut = overlaps(s);
    }
    return !cut;
}

/* Of all kinds: exact contours say whether they cut. */
static void test_two(void)
{
    static const char *const methods[] = {"backward_euler", "trapezoidal", "newton_euler",
                                          "newton_trapezoidal"};
    Random r = {5};
    int began = 0, left = 0;
    for (int k = 0; k < sn_cases(7, 200); k++) {
        const Kind a = (Kind)random_uniform(&r, 0, FEM_KINDS), b = (Kind)(k % KINDS);
        const char *method = methods[(int)random_uniform(&r, 0, 4)];
        g_autofree char *text = random_pair(&r, a, b, k % 3 ? 0.005 : 0.001, method);
        SnSimulation *s = sn_test_simulation_of(text);
        if (sn_case_runs(k) && overlaps(s)) {
            const bool apart = comes_apart(s, b != GROUND);
            began++;
            left += !apart;
            if (!apart)
                g_test_message("case %d, %d and %d by %s, is left", k, a, b, method);
        }
        sn_simulation_free(s);
    }
    g_assert_cmpint(began, >, 5);
    g_assert_cmpint(50 * left, <=, began); /* of a few, what is inside changes sides for long */
}

/* The same are pushed apart at the start, by no more than they are large. */
static void test_pushed(void)
{
    Random r = {7};
    for (int k = 0; k < sn_cases(40, 500); k++) {
        const Kind a = (Kind)random_uniform(&r, 0, FEM_KINDS), b = (Kind)(k % KINDS);
        g_autofree char *text = random_pair(&r, a, b, 0.001, "backward_euler");
        SnModel *model = sn_test_model(text);
        GError *error = NULL;
        GArray *values = sn_push_apart(model, &error);
        g_assert_no_error(error);
        for (guint i = 0; i < values->len; i++) {
            const SnPoseValue *value = &g_array_index(values, SnPoseValue, i);
            SnValue old;
            sn_model_effective(model, value->id,
                               sn_model_property(model, value->id, value->property), &old, NULL);
            g_assert_cmpfloat(sn_v3_distance(old.number, value->value.number), <, 0.2);
            sn_edit_set(model, value->id, value->property, &value->value, &error);
            g_assert_no_error(error);
        }
        g_array_unref(values);
        SnSimulation *s = sn_test_simulation(model);
        g_assert_false(overlaps(s));
        sn_simulation_free(s);
        sn_model_free(model);
    }
}

/* Between two that stand still, on both sides: it stays in the middle and is pressed together as a
 * spring would be, and what is begun anew from the middle of that goes on with the same bits. */
static void test_held(void)
{
    SnSimulation *s = sn_test_simulation_of(
        "{\"gravity\": [0, 0, 0], \"solver\": {\"max_step\": 0.005}, \"bodies\": [{\"name\": "
        "\"low\", \"dynamic\": false, \"position\": [0, 0, -0.043], \"geometry\": {\"shape\": "
        "\"box\", \"size\": [0.3, 0.3, 0.02]}}, {\"name\": \"high\", \"dynamic\": false, "
        "\"position\": [0, 0, 0.043], \"geometry\": {\"shape\": \"box\", \"size\": [0.3, 0.3, "
        "0.02]}}], \"fems\": [{\"name\": \"block\", \"density\": 1000, \"mesh\": {\"source\": "
        "\"box\", \"size\": [0.1, 0.1, 0.07], \"cells_x\": 2, \"cells_y\": 2, \"cells_z\": 2}, "
        "\"material\": {\"type\": \"linear\", \"youngs_modulus\": 1e5, \"poissons_ratio\": 0}}], "
        "\"collisions\": [{\"name\": \"all\", \"gap\": 1e-4}]}");
    g_assert_true(overlaps(s));
    sn_test_steps(s, 8);
    SnState *kept = g_memdup2(s->state, s->state->size);
    sn_test_steps(s, 4);
    SnState *there = g_memdup2(s->state, s->state->size);
    memcpy(s->state, kept, kept->size);
    sn_test_steps(s, 4);
    g_assert_cmpint(memcmp(s->state, there, there->size), ==, 0);
    sn_test_steps(s, 300);
    g_assert_false(overlaps(s));
    double energy, kinetic, momentum[6], centre[6];
    sn_test_audit(s, &energy, &kinetic, momentum);
    sn_test_read(s, "fems/block:center", centre);
    /* 0.07 m are pressed to 0.066, and hardly to open both gaps: E A d^2 / 2 l */
    const double shorter = 0.07 - 0.066;
    const double truth = 0.5 * 1e5 * 0.01 * shorter * shorter / 0.07;
    g_assert_cmpfloat(fabs(energy - truth), <, 0.02 * truth);
    g_assert_cmpfloat(kinetic, <, 1e-8);
    g_assert_cmpfloat(sn_v3_norm(centre), <, 1e-6);
    g_free(kept);
    g_free(there);
    sn_simulation_free(s);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/contact/begun_cut/two", test_two);
    g_test_add_func("/contact/begun_cut/pushed", test_pushed);
    g_test_add_func("/contact/begun_cut/held", test_held);
    return g_test_run();
}
