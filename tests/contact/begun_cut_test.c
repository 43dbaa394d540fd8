/* SPDX-License-Identifier: GPL-3.0-or-later */
/* FEM models that begin in each other or in rigid bodies: they are pulled apart, a little in each
 * step, and hardly moved by it. */
#include "engine/base/vec.h"
#include "engine/run/checks/overlap.h"
#include "tests/run/model_helper.h"
#include "tests/support/cases.h"
#include "tests/support/random.h"

#include <math.h>

typedef enum Kind { BLOCK, BALL, ROD, SHEET, BOX, EGG, KINDS } Kind;

/* About 0.1 m across, anywhere near a place. */
static char *random_thing(Random *r, Kind kind, const char *name, double size, double x)
{
    static const char *const elements[] = {"hex8", "tet4", "shell4", "shell3"};
    double q[4], p[3];
    random_quaternion(r, q);
    random_vector(r, size, p);
    p[0] += x;
    const double y = pow(10, random_uniform(r, 4, 5.5));
    const char *element = elements[(int)random_uniform(r, 0, 1.999) + (kind == SHEET ? 2 : 0)];
    g_autofree char *place = g_strdup_printf(
        "\"name\": \"%s\", \"position\": [%.17g, %.17g, %.17g], \"orientation\": [%.17g, %.17g, "
        "%.17g, %.17g]",
        name, p[0], p[1], p[2], q[0], q[1], q[2], q[3]);
    if (kind == BOX)
        return g_strdup_printf(
            "{%s, \"geometry\": {\"shape\": \"box\", \"size\": [0.1, 0.08, 0.06]}}", place);
    if (kind == EGG)
        return g_strdup_printf(
            "{%s, \"geometry\": {\"shape\": \"ellipsoid\", \"size\": [0.06, 0.05, 0.04]}}", place);
    const char *mesh =
        kind == BLOCK ? "\"source\": \"box\", \"size\": [0.1, 0.09, 0.07], \"cells_x\": 3, "
                        "\"cells_y\": 3, \"cells_z\": 2"
        : kind == BALL ? "\"source\": \"ellipsoid\", \"size\": [0.06, 0.05, 0.05], \"cells_x\": "
                         "4"
        : kind == ROD ? "\"source\": \"box\", \"size\": [0.2, 0.03, 0.03], \"cells_x\": 6, "
                        "\"cells_y\": 1, \"cells_z\": 1"
                      : "\"source\": \"sheet\", \"size\": [0.12, 0.1, 0.1], \"cells_x\": 4, "
                        "\"cells_y\": 4, \"thickness\": 0.003";
    return g_strdup_printf("{%s, \"density\": 1000, \"mesh\": {%s, \"element\": \"%s\"}, "
                           "\"material\": {\"type\": \"neo_hookean\", \"youngs_modulus\": %.17g, "
                           "\"poissons_ratio\": 0.3}}",
                           place, mesh, element, y);
}

static double overlap(const SnSimulation *s, int *n)
{
    GArray *found = sn_overlaps_find(s);
    double depth = 0;
    *n = (int)found->len;
    for (guint i = 0; i < found->len; i++)
        depth = fmax(depth, g_array_index(found, SnOverlapping, i).depth);
    g_array_unref(found);
    return depth;
}

static void test_random(void)
{
    Random r = {5};
    int began = 0, left = 0;
    const char *only = g_getenv("SN_CASE");
    for (int k = 0; k < sn_cases(120, 200); k++) {
        const Kind a = (Kind)random_uniform(&r, 0, 3.999), b = (Kind)random_uniform(&r, 0, 5.999);
        char *one = random_thing(&r, a, "a", 0.01, 0);
        char *two = random_thing(&r, b, "b", 0.02, random_uniform(&r, 0.01, 0.07));
        const double h = k % 2 ? 0.005 : 0.001;
        char *text = g_strdup_printf(
            "{\"gravity\": [0, 0, 0], \"solver\": {\"max_step\": %g}, \"fems\": [%s%s%s], "
            "\"bodies\": [%s], \"collisions\": [{\"name\": \"all\", \"friction\": %g}]}",
            h, one, b < BOX ? ", " : "", b < BOX ? two : "", b < BOX ? "" : two, k % 3 * 0.3);
        if (only && atoi(only) != k) continue;
        SnSimulation *s = sn_test_simulation_of(text);
        double first[6], now[6], energy, kinetic, most = 0;
        int n, m;
        const double depth = overlap(s, &n);
        began += n > 0;
        sn_test_audit(s, &energy, &kinetic, first);
        const double start = energy;
        int steps = 0;
        m = n;
        for (; steps < 400 && (m > 0 || steps % 10 != 0); steps++) {
            SnFault fault = sn_simulation_step(s);
            if (fault.code) { g_printerr("FAULT %s\n", fault.text); break; }
            sn_test_audit(s, &energy, &kinetic, now);
            most = fmax(most, kinetic);
            if (only) g_printerr("%d kinetic %g energy %g depth %g\n", steps, kinetic, energy - start, overlap(s, &m));
            if (steps % 10 == 9) overlap(s, &m);
        }
        overlap(s, &m);
        left += m > 0;
        g_printerr("%3d kinds %d %d h %g: depth %.2g mm, %d steps, left %d, kinetic %.2g, energy %.2g, momentum %.2g %.2g\n", k, a, b, h, 1e3 * depth, steps, m, most, energy - start, sn_v3_norm(now), sn_v3_norm(now+3));
        sn_simulation_free(s);
        g_free(one);
        g_free(two);
        g_free(text);
    }
    g_printerr("began %d left %d\n", began, left);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/contact/begun_cut/random", test_random);
    return g_test_run();
}
