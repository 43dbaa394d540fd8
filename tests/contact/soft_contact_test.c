/* SPDX-License-Identifier: GPL-3.0-or-later */
/* FEM models that touch: momentum, energy, rest, friction, what is fast and thin, the same bits
 * from any state. */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/sim/contact/contact.h"
#include "engine/sim/contact/contact_pressure.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/system/workspace.h"
#include "tests/run/model_helper.h"
#include "tests/support/cases.h"
#include "tests/support/random.h"

#include <math.h>
#include <string.h>

static int cases(int few)
{
    return sn_cases(few, 500);
}

static double uniform(Random *r, double low, double high)
{
    return random_uniform(r, low, high);
}

/* A block of random shape, kind and stiffness at a place. */
static char *random_block(Random *r, const char *name, double x, double z)
{
    static const char *const kinds[] = {"hex8", "tet4", "tet10", "wedge6"};
    double q[4];
    random_quaternion(r, q);
    return g_strdup_printf(
        "{\"name\": \"%s\", \"position\": [%.17g, 0, %.17g], \"orientation\": [%.17g, %.17g, "
        "%.17g, %.17g], \"density\": %.17g, \"mesh\": {\"source\": "
        "\"box\", \"size\": [%.17g, %.17g, 0.1], \"cells_x\": %d, \"cells_y\": 2, \"cells_z\": 1, "
        "\"element\": \"%s\"}, \"material\": {\"type\": \"neo_hookean\", \"youngs_modulus\": "
        "%.17g, \"poissons_ratio\": 0.3}}",
        name, x, z, q[0], q[1], q[2], q[3], uniform(r, 500, 2000), uniform(r, 0.06, 0.15),
        uniform(r, 0.06, 0.15), 1 + (int)uniform(r, 0, 2), kinds[(int)uniform(r, 0, 3.999)],
        pow(10, uniform(r, 4, 6)));
}

static void set_speed(SnSimulation *s, int fem, double speed)
{
    const SnSystem *system = s->compiled->system;
    const SnSystemFem *f = &system->fems.fems[fem];
    for (int i = 0; i < f->solid->n_nodes; i++)
        sn_state_u(s->state)[system->blocks[f->node_block[i]].u + 2] = speed;
}

/* Two free blocks collide: linear momentum stays, also with friction; energy never grows. */
static void test_collide(void)
{
    Random r = {3};
    int touched = 0;
    for (int k = 0; k < cases(8); k++) {
        char *a = random_block(&r, "a", 0, 0);
        char *b = random_block(&r, "b", 0.02, 0.3);
        char *text = g_strdup_printf(
            "{\"gravity\": [0, 0, 0], \"solver\": {\"max_step\": %g}, \"fems\": [%s, %s], "
            "\"collisions\": [{\"name\": \"all\", \"friction\": %g}]}",
            k % 2 ? 0.005 : 0.001, a, b, k % 3 * 0.3);
        SnSimulation *s = sn_test_simulation_of(text);
        double energy, last, kinetic, first[6], now[6];
        set_speed(s, 0, 1);
        set_speed(s, 1, -1);
        sn_test_audit(s, &last, &kinetic, first);
        const double scale = kinetic, size = sqrt(2 * kinetic);
        for (int i = 0; i < (k % 2 ? 60 : 300); i++) {
            sn_test_steps(s, 1);
            touched += sn_contacts_count(s->compiled->system, s->state) > 0;
            sn_test_audit(s, &energy, &kinetic, now);
            g_assert_cmpfloat(energy - last, <, 1e-3 * scale);
            last = fmin(last, energy);
            for (int c = 0; c < 3; c++)
                g_assert_cmpfloat(fabs(now[c] - first[c]), <, 1e-12 * (1 + size));
        }
        sn_simulation_free(s);
        g_free(a);
        g_free(b);
        g_free(text);
    }
    g_assert_cmpint(touched, >, 8);
}

#define GROUND                                                                                     \
    "{\"name\": \"ground\", \"dynamic\": false, \"geometry\": {\"shape\": \"%s\", \"size\": [1, "  \
    "1, 0.2]}, \"position\": [0, 0, %g]}"
#define BLOCK(more)                                                                                \
    "{\"name\": \"block\", \"mesh\": {\"source\": \"box\", \"size\": [0.1, 0.1, 0.1], "            \
    "\"cells_x\": 2, \"cells_y\": 2, \"cells_z\": 2}, \"density\": 1000, \"material\": "           \
    "{\"type\": \"neo_hookean\", \"youngs_modulus\": 50000, \"poissons_ratio\": 0.3}" more "}"

/* A block comes to rest on a half-space and on a box, and stays; the ground bears its weight. */
static void test_rests(void)
{
    for (int k = 0; k < 2; k++) {
        char *text = g_strdup_printf(
            "{\"gravity\": [0, 0, -10], \"solver\": {\"max_step\": 0.005}, \"bodies\": [" GROUND
            "], \"fems\": [" BLOCK(
                ", \"position\": [0.013, 0.007, 0.06], \"damping\": "
                "{\"stiffness\": 0.01}") "], \"collisions\": [{\"name\": \"all\", "
                                         "\"friction\": 0.4}]}",
            k ? "box" : "half_space", k ? -0.1 : 0.0);
        SnSimulation *s = sn_test_simulation_of(text);
        sn_test_steps(s, 400);
        double force[6], fastest = 0;
        sn_test_read(s, "collisions/all:force", force);
        g_assert_cmpfloat(fabs(fabs(force[2]) - 10), <, 1e-5);
        for (int i = 0; i < s->compiled->system->n_u_active; i++)
            fastest = fmax(fastest, fabs(sn_state_u_const(s->state)[i]));
        g_assert_cmpfloat(fastest, <, 1e-6);
        sn_simulation_free(s);
        g_free(text);
    }
}

/* An edge in a corner of two planes that rubs hard at both, pressed in by more than is kept: it
 * cannot come off both with friction, and still the steps go on and it comes to rest. */
static void test_corner(void)
{
    Random r = {23};
    for (int k = 0; k < cases(6); k++) {
        const double inside = uniform(&r, 0, 2e-5), side = 0.1, half = side / sqrt(2.0);
        char *text = g_strdup_printf(
            "{\"gravity\": [0, 0, -9.81], \"solver\": {\"max_step\": %g}, \"bodies\": ["
            "{\"name\": \"left\", \"dynamic\": false, \"orientation\": [%.17g, 0, %.17g, 0], "
            "\"geometry\": {\"shape\": \"half_space\", \"size\": [1, 1, 0.1]}}, "
            "{\"name\": \"right\", \"dynamic\": false, \"orientation\": [%.17g, 0, %.17g, 0], "
            "\"geometry\": {\"shape\": \"half_space\", \"size\": [1, 1, 0.1]}}], "
            "\"fems\": [{\"name\": \"block\", \"position\": [0, 0, %.17g], \"orientation\": "
            "[%.17g, 0, %.17g, 0], \"density\": 1000, \"mesh\": {\"source\": \"box\", \"size\": "
            "[%g, %g, %g], \"cells_x\": 1, \"cells_y\": 1, \"cells_z\": 1}, \"material\": "
            "{\"type\": \"neo_hookean\", \"youngs_modulus\": 1e5, \"poissons_ratio\": 0.3}}], "
            "\"collisions\": [{\"name\": \"all\", \"friction\": %.17g}]}",
            k % 2 ? 0.005 : 0.001, cos(M_PI / 8), sin(M_PI / 8), cos(M_PI / 8), -sin(M_PI / 8),
            half - inside, cos(M_PI / 8), sin(M_PI / 8), side, side, side, uniform(&r, 1, 3));
        SnSimulation *s = sn_test_simulation_of(text);
        double energy, kinetic, momentum[6];
        for (int i = 0; i < 400; i++)
            g_assert_cmpint(sn_simulation_step(s).code, ==, SN_FAULT_NONE);
        sn_test_audit(s, &energy, &kinetic, momentum);
        g_assert_cmpfloat(kinetic, <, 1e-6);
        sn_simulation_free(s);
        g_free(text);
    }
}

/* A pile of boxes at x, as members of a list. */
static char *pile(Random *r, const char *name, double x)
{
    GString *bodies = g_string_new(NULL);
    for (int i = 0; i < 3; i++)
        g_string_append_printf(
            bodies,
            "{\"name\": \"%s%d\", \"position\": [%.17g, %.17g, %.17g], \"geometry\": {\"shape\": "
            "\"box\", \"size\": [0.1, 0.1, 0.05]}}, ",
            name, i, x + uniform(r, -0.01, 0.01), uniform(r, -0.01, 0.01), 0.026 + 0.052 * i);
    return g_string_free(bodies, FALSE);
}

static SnSimulation *piles(const char *const bodies[2], const char *const fems[2], double h)
{
    g_autofree char *text = g_strdup_printf(
        "{\"gravity\": [0, 0, -9.81], \"solver\": {\"max_step\": %g}, \"bodies\": [%s%s"
        "{\"name\": \"ground\", \"dynamic\": false, \"geometry\": {\"shape\": \"half_space\", "
        "\"size\": [9, 9, 0.1]}}], \"fems\": [%s%s%s], \"collisions\": [{\"name\": \"all\", "
        "\"friction\": 0.5}]}",
        h, bodies[0], bodies[1], fems[0], fems[0][0] && fems[1][0] ? ", " : "", fems[1]);
    return sn_test_simulation_of(text);
}

/* Two piles that do not touch move as each does alone. */
static void test_apart(void)
{
    Random r = {31};
    for (int k = 0; k < cases(2); k++) {
        static const char *const names[] = {"a", "b"};
        char *bodies[2], *fems[2];
        for (int s = 0; s < 2; s++) {
            bodies[s] = pile(&r, names[s], s ? 2 : -2);
            fems[s] = g_strdup_printf(
                "{\"name\": \"f%s\", \"position\": [%d, 0, 0.23], \"density\": 1000, \"mesh\": "
                "{\"source\": \"box\", \"size\": [0.08, 0.08, 0.1], \"cells_x\": 1, \"cells_y\": "
                "1, \"cells_z\": 1}, \"material\": {\"type\": \"neo_hookean\", "
                "\"youngs_modulus\": 1e5, \"poissons_ratio\": 0.3}}",
                names[s], s ? 2 : -2);
        }
        const double h = k % 2 ? 0.005 : 0.002;
        SnSimulation *both = piles((const char *const *)bodies, (const char *const *)fems, h);
        sn_test_steps(both, 200);
        for (int s = 0; s < 2; s++) {
            const char *one_bodies[2] = {bodies[s], ""}, *one_fem[2] = {fems[s], ""};
            SnSimulation *alone = piles(one_bodies, one_fem, h);
            sn_test_steps(alone, 200);
            for (int i = 0; i < 3; i++) {
                g_autofree char *path = g_strdup_printf("bodies/%s%d:position", names[s], i);
                double p[6], q[6];
                sn_test_read(both, path, p);
                sn_test_read(alone, path, q);
                g_assert_cmpfloat(sn_v3_distance(p, q), <, 1e-9);
            }
            sn_simulation_free(alone);
        }
        sn_simulation_free(both);
        for (int s = 0; s < 2; s++) {
            g_free(bodies[s]);
            g_free(fems[s]);
        }
    }
}

/* On a slope a soft block sticks or slides with g (sin a - mu cos a). */
static double slide(double degrees, double friction, double seconds)
{
    const double a = degrees * G_PI / 180;
    char *text = g_strdup_printf(
        "{\"gravity\": [%.17g, 0, %.17g], \"solver\": {\"max_step\": 0.005}, \"bodies\": [" GROUND
        "], \"fems\": [" BLOCK(
            ", \"position\": [0, 0, 0.05018], \"damping\": {\"stiffness\": "
            "0.01}") "], \"collisions\": [{\"name\": \"all\", \"friction\": %g}]}",
        10 * sin(a), -10 * cos(a), "half_space", 0.0, friction);
    SnSimulation *s = sn_test_simulation_of(text);
    double before[6], momentum[6];
    sn_test_steps(s, 100);
    sn_test_read(s, "fems/block:momentum", before);
    sn_test_steps(s, (int)lround(seconds / 0.005));
    sn_test_read(s, "fems/block:momentum", momentum);
    sn_simulation_free(s);
    g_free(text);
    return (momentum[0] - before[0]) / seconds; /* 1 kg */
}

static void test_slope(void)
{
    g_assert_cmpfloat(fabs(slide(20, 0.5, 1)), <, 1e-4);
    g_assert_cmpfloat(fabs(slide(24, 0.5, 1)), <, 1e-4);
    const double angle = 30 * G_PI / 180, truth = 10 * (sin(angle) - 0.3 * cos(angle));
    g_assert_cmpfloat(fabs(slide(30, 0.3, 1) - truth), <, 1e-2 * truth);
}

/* What is small and fast does not pass through what is thin. */
static void test_fast(void)
{
    static const char *const shapes[] = {
        "\"shape\": \"ellipsoid\", \"size\": [0.004, 0.004, 0.004]",
        "\"shape\": \"box\", \"size\": [0.006, 0.004, 0.005]",
        "\"shape\": \"capsule\", \"radius\": 0.002, \"length\": "
        "0.006"};
    Random r = {5};
    for (int k = 0; k < cases(6); k++) {
        char *text = g_strdup_printf(
            "{\"gravity\": [0, 0, 0], \"solver\": {\"max_step\": 0.002}, \"bodies\": [{\"name\": "
            "\"shot\", \"position\": [%g, %g, 0.1], \"velocity\": [0, 0, %g], \"geometry\": {%s}, "
            "\"inertia\": {\"density\": 2000}}], \"fems\": [{\"name\": \"plate\", \"mesh\": "
            "{\"source\": \"box\", \"size\": [0.2, 0.2, 0.002], \"cells_x\": 6, \"cells_y\": 6, "
            "\"cells_z\": 1}, \"density\": 1000, \"material\": {\"type\": \"neo_hookean\", "
            "\"youngs_modulus\": 1e7}}], \"collisions\": [{\"name\": \"all\"}]}",
            uniform(&r, -0.05, 0.05), uniform(&r, -0.05, 0.05), -uniform(&r, 20, 80),
            shapes[k % 3]);
        SnSimulation *s = sn_test_simulation_of(text);
        double place[6], plate[6];
        sn_test_steps(s, 20);
        sn_test_read(s, "bodies/shot:position", place);
        sn_test_read(s, "fems/plate:center", plate);
        g_assert_cmpfloat(place[2], >, plate[2] - 0.02);
        sn_simulation_free(s);
        g_free(text);
    }
}

/* What comes down faster than sound runs in it is not turned inside out, at any step: no step is
 * refused (none may fail here), and energy never grows. */
static void test_thrown(void)
{
    Random r = {8};
    for (int k = 0; k < cases(4); k++) {
        double q[4], energy, last, kinetic, momentum[6];
        random_quaternion(&r, q);
        char *text = g_strdup_printf(
            "{\"solver\": {\"max_step\": %g, \"integrator\": \"%s\"}, \"bodies\": [" GROUND
            "], \"fems\": [{\"name\": \"block\", \"position\": [0, 0, 0.5], \"orientation\": "
            "[%.17g, %.17g, %.17g, %.17g], \"density\": 3000, \"mesh\": {\"source\": \"box\", "
            "\"size\": [0.5, 0.4, 0.4], \"cells_x\": 3, \"cells_y\": 2, \"cells_z\": 2, "
            "\"element\": \"tet4\"}, \"material\": {\"type\": \"neo_hookean\", "
            "\"youngs_modulus\": 12000, \"poissons_ratio\": %g}}], \"collisions\": [{\"name\": "
            "\"all\", \"friction\": %g}]}",
            k % 2 ? 0.04 : 0.02, k % 3 == 1 ? "trapezoidal" : "backward_euler", "half_space", 0.0,
            q[0], q[1], q[2], q[3], k % 2 ? 0.4 : 0, k % 2 ? 0 : 0.5);
        SnSimulation *s = sn_test_simulation_of(text);
        set_speed(s, 0, -uniform(&r, 8, 14));
        sn_test_audit(s, &last, &kinetic, momentum);
        const double scale = kinetic;
        for (int i = 0; i < 6; i++) {
            sn_test_steps(s, 1);
            sn_test_audit(s, &energy, &kinetic, momentum);
            g_assert_cmpfloat(energy - last, <, 1e-2 * scale);
            last = fmin(last, energy);
        }
        sn_simulation_free(s);
        g_free(text);
    }
}

/* Self-contact and others, of which some keep more room than others, go on with the same bits from
 * where they were: what a search keeps for the next one changes nothing. */
static void test_resumed(void)
{
    Random r = {11};
    for (int k = 0; k < cases(3); k++) {
        char *a = random_block(&r, "a", 0, 0.12), *b = random_block(&r, "b", 0.02, 0.35);
        char *text = g_strdup_printf(
            "{\"gravity\": [0, 0, -10], \"solver\": {\"max_step\": 0.004, \"integrator\": \"%s\"}, "
            "\"bodies\": [" GROUND "], \"fems\": [%s, %s], \"collisions\": [{\"name\": \"all\", "
            "\"self_contact\": true}, {\"name\": \"wide\", \"bodies_a\": [\"fems/a\"], "
            "\"bodies_b\": "
            "[\"bodies/ground\"], \"gap\": %g}]}",
            k % 2 ? "trapezoidal" : "backward_euler", "box", -0.1, a, b, 0.001 * (1 + k));
        SnSimulation *s = sn_test_simulation_of(text), *fresh = sn_test_simulation_of(text);
        sn_test_steps(s, 40);
        SnState *middle = sn_state_copy(s->state);
        sn_test_steps(s, 40);
        const uint64_t hash = sn_state_hash(s->state);
        SnSimulation *const both[2] = {s, fresh};
        for (int i = 0; i < 2; i++) {
            memcpy(both[i]->state, middle, middle->size);
            sn_test_steps(both[i], 40);
            g_assert_cmpuint(sn_state_hash(both[i]->state), ==, hash);
            sn_simulation_free(both[i]);
        }
        sn_free(middle);
        g_free(a);
        g_free(b);
        g_free(text);
    }
}

static bool stop_after(void *data, double fraction)
{
    (void)fraction;
    return --*(int *)data < 0;
}

/* A step that somebody stops within, at the first look or later, leaves what was before, and the
 * next one is the one that it would have been. */
static void test_stopped(void)
{
    const char *text = "{\"gravity\": [0, 0, -10], \"solver\": {\"max_step\": 0.01}, \"bodies\": ["
                       "{\"name\": \"floor\", \"dynamic\": false, \"geometry\": {\"shape\": "
                       "\"half_space\", \"size\": [1, 1, 0.02]}}], \"fems\": [" SN_TEST_CUBE(
                           ", \"orientation\": [0.9, 0.3, 0.2, 0.1]") "], "
                                                                      "\"collisions\": "
                                                                      "[{\"name\": "
                                                                      "\"all\"}]}";
    SnSimulation *plain = sn_test_simulation_of(text), *stopped = sn_test_simulation_of(text);
    set_speed(plain, 0, -8), set_speed(stopped, 0, -8);
    int refused = 0;
    for (int k = 0; k < 60; k++) {
        const uint64_t before = sn_state_hash(stopped->state);
        int looks = k % 4;
        stopped->step_watch = (SnStepWatch){stop_after, &looks, 0};
        const SnFault fault = sn_simulation_step(stopped);
        stopped->step_watch = (SnStepWatch){0};
        if (fault.code != SN_FAULT_NONE) {
            g_assert_cmpint(fault.code, ==, SN_FAULT_INTERRUPTED);
            g_assert_cmpuint(sn_state_hash(stopped->state), ==, before);
            refused++;
            sn_test_steps(stopped, 1);
        }
        sn_test_steps(plain, 1);
        g_assert_cmpuint(sn_state_hash(stopped->state), ==, sn_state_hash(plain->state));
    }
    g_assert_cmpint(refused, >=, 15);
    g_assert_cmpint(refused, <, 60);
    sn_simulation_free(plain);
    sn_simulation_free(stopped);
}

/* Sum over a surface of pressure times area, and of the shares of its vertices. */
static double integral(SnSimulation *s, int surface, double *shares, const float *shown)
{
    const SnSystem *system = s->compiled->system;
    const SnTouchSurface *touch = &system->contacts.surfaces[surface];
    const size_t n = (size_t)touch->n_vertices;
    double *force = sn_alloc(n, sizeof *force), *area = sn_alloc(n, sizeof *area), sum = 0;
    double(*out)[3] = sn_alloc(n, sizeof *out);
    sn_contact_vertex_forces(system, s->state, surface, -1, false, force, out);
    sn_contact_vertex_areas(system, s->state, surface, (const double(*)[3])out, area);
    *shares = 0;
    const SnSystemFem *fem = &system->fems.fems[surface];
    for (int v = 0; v < touch->n_vertices; v++) {
        *shares += force[v];
        for (int i = 0; i < fem->solid->n_nodes; i++)
            if (fem->node_block[i] == touch->vertex_block[v])
                sum += (double)shown[i] * area[v];
    }
    sn_free(force);
    sn_free(area);
    sn_free(out);
    return sum;
}

/* What presses two blocks of random shape on each other and on the ground: pressures are linear
 * between nodes and have the normal forces as their integral, those shown to single precision. */
static void test_pressure(void)
{
    Random r = {11};
    int pressed = 0;
    for (int k = 0; k < cases(6); k++) {
        char *a = random_block(&r, "a", 0, 0.2), *b = random_block(&r, "b", 0.02, 0.4);
        char *text = g_strdup_printf(
            "{\"gravity\": [0, 0, -10], \"solver\": {\"max_step\": 0.005}, \"bodies\": [" GROUND
            "], \"fems\": [%s, %s], \"collisions\": [{\"name\": \"all\"}]}",
            k % 2 ? "box" : "half_space", k % 2 ? -0.1 : 0.0, a, b);
        SnSimulation *s = sn_test_simulation_of(text);
        const SnSystem *system = s->compiled->system;
        for (int i = 0; i < 12; i++) {
            sn_test_steps(s, 10);
            double on[3] = {0}, shares, mean[6], area[6], most[6], normal[6];
            for (int c = 0; c < sn_contacts_count(system, s->state); c++) {
                const double *record = sn_contact_record(system, s->state, c);
                for (int f = 0; f < 2; f++) {
                    const int shape = system->contacts.surfaces[f].shape;
                    on[f] += (((int)record[SN_CONTACT_FIRST] == shape) +
                              ((int)record[SN_CONTACT_SECOND] == shape)) *
                             record[SN_CONTACT_NORMAL_FORCE];
                }
                on[2] += record[SN_CONTACT_NORMAL_FORCE];
                pressed++;
            }
            for (int f = 0; f < 2; f++) {
                float *shown = sn_alloc((size_t)system->fems.fems[f].solid->n_nodes, sizeof *shown);
                sn_contact_fem_pressure(system, s->state, s->work, f, shown);
                const double sum = integral(s, f, &shares, shown);
                g_assert_cmpfloat(fabs(shares - on[f]), <=, 1e-12 * on[f]);
                g_assert_cmpfloat(fabs(sum - on[f]), <=, 1e-6 * on[f]);
                sn_free(shown);
            }
            sn_test_read(s, "collisions/all:normal_force", normal);
            sn_test_read(s, "collisions/all:mean_pressure", mean);
            sn_test_read(s, "collisions/all:max_pressure", most);
            sn_test_read(s, "collisions/all:area", area);
            g_assert_cmpfloat(fabs(mean[0] * area[0] - normal[0]), <=, 1e-12 * on[2]);
            g_assert_cmpfloat(most[0], >=, mean[0]);
        }
        sn_simulation_free(s);
        g_free(a);
        g_free(b);
        g_free(text);
    }
    g_assert_cmpint(pressed, >, 100);
}

/* A block at rest on a plane: the mean pressure is its weight over its face. */
static void test_pressure_at_rest(void)
{
    SnSimulation *s = sn_test_simulation_of(
        "{\"gravity\": [0, 0, -10], \"solver\": {\"max_step\": 0.005}, \"bodies\": [{\"name\": "
        "\"ground\", \"dynamic\": false, \"geometry\": {\"shape\": \"half_space\", \"size\": [1, "
        "1, 0.2]}}], \"fems\": [" BLOCK(
            ", \"position\": [0, 0, 0.0502], \"damping\": {\"stiffness\": 0.02, \"mass\": "
            "20}") "], \"collisions\": [{\"name\": \"all\", \"friction\": 0}]}");
    double mean[6], area[6];
    sn_test_steps(s, 300);
    sn_test_read(s, "collisions/all:mean_pressure", mean);
    sn_test_read(s, "collisions/all:area", area);
    g_assert_cmpfloat(fabs(mean[0] * area[0] - 10), <, 1e-4);
    g_assert_cmpfloat(area[0], >, 0.01); /* it widens */
    g_assert_cmpfloat(area[0], <, 0.0105);
    sn_simulation_free(s);
}

/* Integral of the numbers that a skin shows over its triangles, linear between vertices. */
static double skin_integral(const SnSnapshot *snapshot, const SnSceneItem *item)
{
    const double *x = snapshot->points + 3 * (size_t)item->first;
    double sum = 0;
    for (int t = 0; t < item->skin->n_triangles; t++) {
        const uint32_t *corner = item->skin->triangles + 3 * (size_t)t;
        double a[3], b[3], normal[3], mean = 0;
        sn_v3_sub(x + 3 * corner[1], x + 3 * corner[0], a);
        sn_v3_sub(x + 3 * corner[2], x + 3 * corner[0], b);
        sn_v3_cross(a, b, normal);
        for (int k = 0; k < 3; k++)
            mean += (double)snapshot->scalars[item->scalar + (int)corner[k]] / 3;
        sum += sn_v3_norm(normal) / 2 * mean;
    }
    return sum;
}

/* A ball on springs shows their pressure: its integral is the normal force, and so is the resultant
 * that is drawn; with the springs of both sides each shows all of it. */
static void test_shown(void)
{
    static const char *const layers[] = {"a", "b", "both"}, *const springs[] = {"faces",
                                                                                "vertices"};
    for (int k = 0; k < 6; k++) {
        char *text = g_strdup_printf(
            "{\"gravity\": [0, 0, -10], \"solver\": {\"max_step\": 0.002}, \"bodies\": [{\"name\": "
            "\"plate\", \"dynamic\": false, \"geometry\": {\"shape\": \"ellipsoid\", \"size\": "
            "[0.12, "
            "0.12, 0.01]}}, {\"name\": \"ball\", \"position\": [0, 0, 0.055], \"geometry\": "
            "{\"shape\": \"ellipsoid\", \"size\": [0.05, 0.06, 0.05]}}], \"collisions\": "
            "[{\"name\": "
            "\"all\", \"bodies_a\": [\"bodies/ball\"], \"bodies_b\": [\"bodies/plate\"], "
            "\"friction\": 0, \"method\": "
            "\"elastic_foundation\", \"modulus\": 2e4, \"thickness\": 0.01, \"layer\": \"%s\", "
            "\"springs\": \"%s\", \"field\": {\"visible\": true}}]}",
            layers[k % 3], springs[k / 3]);
        SnSimulation *s = sn_test_simulation_of(text);
        SnSnapshotPool *pool = sn_snapshot_pool_new();
        sn_test_steps(s, 40);
        SnSnapshot *snapshot = sn_simulation_snapshot(s, pool, NULL, 0, 0);
        double normal[6], center[6], force[6], sum = 0, n = 0;
        sn_test_read(s, "collisions/all:normal_force", normal);
        sn_test_read(s, "collisions/all:center", center);
        sn_test_read(s, "collisions/all:force", force);
        g_assert_cmpfloat(normal[0], >, 1);
        for (int i = 0; i < snapshot->scene->n_items; i++) {
            const SnSceneItem *item = &snapshot->scene->items[i];
            if (item->kind != SN_ITEM_SKIN)
                continue;
            sum += skin_integral(snapshot, item);
            n++;
        }
        g_assert_cmpfloat(n, ==, k % 3 == 2 ? 2 : 1);
        g_assert_cmpfloat(fabs(sum / normal[0] - (k % 3 == 2 ? 2 : 1)), <, 1e-6);
        g_assert_cmpint(snapshot->n_contacts, ==, 1);
        const SnContactView *view = &snapshot->contacts[0];
        g_assert_cmpfloat(view->force, <=, normal[0] * (1 + 1e-12));
        for (int c = 0; c < 3; c++) {
            g_assert_cmpfloat(fabs(view->position[c] - center[c]), <, 1e-12);
            g_assert_cmpfloat(fabs(fabs(view->force * view->normal[c]) - fabs(force[c])), <,
                              1e-12 * normal[0]);
        }
        sn_snapshot_unref(snapshot);
        sn_snapshot_pool_free(pool);
        sn_simulation_free(s);
        g_free(text);
    }
}

/* Blocks fall on each other and on the ground by every implicit method, with any step: no step is
 * refused, and no energy comes from nothing. */
static void test_methods(void)
{
    static const char *const methods[] = {"newton_trapezoidal", "trapezoidal", "newton_euler"};
    Random r = {29};
    int touched = 0;
    for (int k = 0; k < cases(6); k++) {
        char *a = random_block(&r, "a", 0, 0.14), *b = random_block(&r, "b", 0.02, 0.4);
        const double h = 1e-3 * pow(40, uniform(&r, 0.2, 1));
        char *text = g_strdup_printf(
            "{\"gravity\": [0, 0, -10], \"solver\": {\"max_step\": %.17g, \"integrator\": \"%s\"}, "
            "\"bodies\": [" GROUND "], \"fems\": [%s, %s], \"collisions\": [{\"name\": \"all\", "
            "\"self_contact\": true, \"friction\": %g}]}",
            h, methods[k % 3], k % 2 ? "box" : "half_space", k % 2 ? -0.1 : 0.0, a, b, k % 3 * 0.4);
        SnSimulation *s = sn_test_simulation_of(text);
        double energy, last, kinetic, momentum[6], swing = 0;
        sn_test_audit(s, &last, &kinetic, momentum);
        for (int i = 0; i < (int)(0.6 / h); i++) {
            const SnFault fault = sn_simulation_step(s);
            g_assert_cmpstr(fault.text, ==, "");
            touched += sn_contacts_count(s->compiled->system, s->state) > 0;
            sn_test_audit(s, &energy, &kinetic, momentum);
            swing = fmax(swing, kinetic);
            g_assert_cmpfloat(energy - last, <, 1e-2 * swing);
            last = fmin(last, energy);
        }
        sn_simulation_free(s);
        g_free(a);
        g_free(b);
        g_free(text);
    }
    g_assert_cmpint(touched, >, 20);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/contact/soft/collide", test_collide);
    g_test_add_func("/contact/soft/rests", test_rests);
    g_test_add_func("/contact/soft/apart", test_apart);
    g_test_add_func("/contact/soft/corner", test_corner);
    g_test_add_func("/contact/soft/slope", test_slope);
    g_test_add_func("/contact/soft/fast", test_fast);
    g_test_add_func("/contact/soft/thrown", test_thrown);
    g_test_add_func("/contact/soft/resumed", test_resumed);
    g_test_add_func("/contact/soft/stopped", test_stopped);
    g_test_add_func("/contact/soft/pressure", test_pressure);
    g_test_add_func("/contact/soft/pressure_at_rest", test_pressure_at_rest);
    g_test_add_func("/contact/soft/shown", test_shown);
    g_test_add_func("/contact/soft/methods", test_methods);
    return g_test_run();
}
