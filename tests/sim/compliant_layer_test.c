/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compliant contact along the surface: shear of layers against closed forms; and when bodies will
 * meet. */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/sim/contact/collision_time.h"
#include "engine/sim/solve/solve.h"
#include "tests/sim/compliant_scene.h"
#include "tests/support/random.h"

#include <glib.h>
#include <math.h>
#include <string.h>

/* --- springs along the surface --- */

/* Springs on rings of a body whose centre is the lowest point of a paraboloid of radius 0.1 (flat:
 * of a plane), out to a radius. */
#define AROUND 6
static const double LATERAL = 0.3, DEEP = 1e-3, BALL = 0.1;

static SnTrial layer(SnStepMethod method, int rings, bool flat, double outer,
                     const double gravity[3], double friction)
{
    SnBuild *build = sn_build_new(method, 1e-3);
    scene_add_ground(build);
    const int block = sn_build_body(build, 1, (double[3]){1, 1, 1}, (double[3]){0, 0, -DEEP}, NULL);
    sn_convex_sphere(BALL, &sn_build_contact_shape(build, block)->convex);
    SnCompliantContacts *contacts = sn_compliant_contacts(build->system);
    SnFoundationSurface *s =
        (SnFoundationSurface *)SN_BUILD_GROW(contacts->surfaces, contacts->n_surfaces++);
    s->shape = 1;
    s->n = rings * AROUND;
    s->point = sn_alloc((size_t)s->n, sizeof *s->point);
    s->area = sn_alloc((size_t)s->n, sizeof *s->area);
    for (int i = 0; i < s->n; i++) {
        const double square = outer * outer * (i / AROUND + 0.5) / rings, r = sqrt(square);
        const double angle = 2 * M_PI * (i % AROUND) / AROUND;
        sn_v3_set(r * cos(angle), r * sin(angle), flat ? 0 : square / (2 * BALL), s->point[i]);
        s->area[i] = M_PI * outer * outer / s->n;
    }
    SnContactRule *rule = scene_add_rule(build, SN_CONTACT_ELASTIC_FOUNDATION);
    rule->friction = friction;
    rule->compliant.pressure_modulus = 1e7;
    rule->compliant.lateral_stiffness = LATERAL;
    scene_add_pair(build, (SnCompliantPair){.shape = {1, 0}, .surface = {0, -1}, .share = 1});
    return sn_trial_new(sn_build_finish(build, gravity), SN_LINSOLVE_AUTO);
}

/* A flat punch that its own weight drives sideways: held, it stays where the layer's shear carries
 * it, W = k A x; beyond friction it slides evenly faster. */
static void test_lateral_punch(void)
{
    static const SnStepMethod methods[] = {SN_STEP_BACKWARD_EULER, SN_STEP_TRAPEZOIDAL,
                                           SN_STEP_NEWTON_EULER,   SN_STEP_NEWTON_TRAPEZOIDAL,
                                           SN_STEP_RUNGE_KUTTA_4,  SN_STEP_SYMPLECTIC_EULER};
    const double outer = 0.03, shear = LATERAL * 1e7 * M_PI * outer * outer;
    for (int i = 0; i < 6; i++) {
        const double side = 2, deep = 9.81 / (1e7 * M_PI * outer * outer);
        SnTrial t = layer(methods[i], 5, true, outer, (double[3]){side, 0, -9.81}, 0.5);
        scene_place(&t)[2] = -deep;
        sn_trial_steps(&t, 1);
        const double start = scene_place(&t)[0]; /* there they come to press */
        double sum = 0, most = 0;
        for (int k = 0; k < 2500; k++) {
            sn_trial_steps(&t, 1);
            sum += (scene_place(&t)[0] - start) / 2500;
            most = fmax(most, scene_place(&t)[0]);
        }
        g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
        if (i == 0 || i == 2) /* at rest */
            g_assert_cmpfloat(fabs((scene_place(&t)[0] - start) * shear / side - 1), <, 1e-4);
        else /* swings about that */
            g_assert_cmpfloat(fabs(sum * shear / side - 1), <, 0.05);
        g_assert_cmpfloat(most, <, 2.2 * side / shear);
        sn_trial_free(&t);
        t = layer(methods[i], 5, true, outer, (double[3]){6, 0, -9.81}, 0.5);
        scene_place(&t)[2] = -deep;
        sn_trial_steps(&t, 250); /* it slips everywhere */
        const int block = t.system->contacts.shapes[1].block;
        const double *v = sn_state_u_const(t.state) + t.system->blocks[block].u, before = v[0];
        sn_trial_steps(&t, 250);
        g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
        g_assert_cmpfloat(fabs((v[0] - before) / ((6 - 0.5 * 9.81) * 0.25) - 1), <, 0.01);
        sn_trial_free(&t);
    }
}

/* A ball on a layer that is pushed sideways: springs slip from the edge of the patch inwards, as in
 * Cattaneo's and Mindlin's problem; of a layer, Q = mu N (1 - (1 - u / u_slip)^2).  To and fro it
 * loses what Masing's rule says, 8 times the work of loading less 4 Q u. */
static void test_lateral_ball(void)
{
    const double friction = 0.4, k = 1e7, slip = friction * DEEP / LATERAL;
    SnTrial t =
        layer(SN_STEP_BACKWARD_EULER, 300, false, sqrt(2 * BALL * DEEP), SCENE_NONE, friction);
    const double normal = M_PI * k * BALL * DEEP * DEEP;
    scene_push_to(&t, 0);
    g_assert_cmpfloat(fabs(sn_compliant_sums(t.system, t.work, 0)->normal_force / normal - 1), <,
                      1e-5);
    const int n = 60;
    const double most = 0.7 * slip;
    for (int i = 1; i <= n; i++) {
        const double u = most * i / n, q = scene_push_to(&t, u);
        g_assert_cmpfloat(fabs(q / (friction * normal * (1 - pow(1 - u / slip, 2))) - 1), <, 2e-4);
    }
    double work = 0, last = sn_compliant_sums(t.system, t.work, 0)->force[0];
    for (int i = 1; i <= 4 * n; i++) { /* back and forth again */
        const double u = most * (i <= 2 * n ? 1 - (double)i / n : (double)i / n - 3);
        scene_push_to(&t, u);
        const double now = sn_compliant_sums(t.system, t.work, 0)->force[0];
        work += (i <= 2 * n ? 1 : -1) * most / n * (now + last) / 2;
        last = now;
    }
    const double loading = friction * normal * (most - slip / 3 * (1 - pow(1 - most / slip, 3)));
    const double lost = 8 * loading - 4 * friction * normal * (1 - pow(1 - most / slip, 2)) * most;
    g_assert_cmpfloat(fabs(fabs(work) / lost - 1), <, 2e-3);
    g_assert_cmpfloat(fabs(scene_push_to(&t, 3 * slip) / (friction * normal) - 1), <, 1e-5);
    sn_trial_free(&t);
}

/* --- time to collision --- */

typedef struct Flight {
    double x[2][3], v[2][3], w[2][3]; /* w: world */
    double point[3];                  /* of the first body */
} Flight;

/* Distance of the point to the second body's half-space (its z axis), or ball of radius 0.1. */
static double flown(const Flight *f, bool ball, double time)
{
    double turn[2][4], rotation[9], at[3], arm[3], angle[3];
    for (int s = 0; s < 2; s++) {
        sn_v3_scale(time, f->w[s], angle);
        sn_q_exp(angle, turn[s]);
    }
    sn_q_rotate(turn[0], f->point, at);
    for (int k = 0; k < 3; k++)
        arm[k] = at[k] + f->x[0][k] + time * f->v[0][k] - f->x[1][k] - time * f->v[1][k];
    sn_q_to_m3(turn[1], rotation);
    return ball ? sn_v3_norm(arm) - 0.1
                : arm[0] * rotation[2] + arm[1] * rotation[5] + arm[2] * rotation[8];
}

/* By small steps and bisection. */
static double flight_time(const Flight *f, bool ball, double offset)
{
    const int n = 20000;
    for (int i = 0; i < n; i++) {
        double low = (double)i / n, high = (i + 1.0) / n;
        if (flown(f, ball, low) <= offset)
            return low;
        if (flown(f, ball, high) > offset)
            continue;
        for (int k = 0; k < 40; k++) {
            const double middle = 0.5 * (low + high);
            *(flown(f, ball, middle) > offset ? &low : &high) = middle;
        }
        return high;
    }
    return 1;
}

static SnTrial flight(const Flight *f, bool ball, double offset)
{
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    for (int s = 0; s < 2; s++) {
        const int block = sn_build_body(build, 1, (double[3]){1, 1, 1}, f->x[s], NULL);
        sn_build_velocity(build, block, f->v[s], f->w[s]);
        SnConvex *convex = &sn_build_contact_shape(build, block)->convex;
        if (s == 1 && !ball)
            sn_convex_half_space(convex);
        else
            sn_convex_sphere(0.1, convex);
    }
    SnCompliantContacts *contacts = sn_compliant_contacts(build->system);
    SnFoundationSurface *s =
        (SnFoundationSurface *)SN_BUILD_GROW(contacts->surfaces, contacts->n_surfaces++);
    s->n = 1;
    s->point = sn_alloc(1, sizeof *s->point);
    s->area = sn_alloc(1, sizeof *s->area);
    s->area[0] = 1e-4;
    sn_v3_copy(f->point, s->point[0]);
    SnContactRule *rule = scene_add_rule(build, SN_CONTACT_ELASTIC_FOUNDATION);
    rule->compliant.offset = offset;
    rule->compliant.look_ahead = 1;
    scene_add_pair(build, (SnCompliantPair){.shape = {0, 1}, .surface = {0, -1}, .share = 1});
    return sn_trial_new(sn_build_finish(build, SCENE_NONE), SN_LINSOLVE_AUTO);
}

/* A spinning rod whose tip comes down on the ground: h - L sin(w t) = 0; points of bodies that both
 * fly and spin, against the search in small steps. */
static void test_time_to_collision(void)
{
    const Flight rod = {.x = {{0, 0, 0.3}, {0}}, .w = {{0, 2, 0}, {0}}, .point = {0.5, 0, 0}};
    SnTrial t = flight(&rod, false, 0);
    SnCollisionTime found = sn_collision_time(t.system, t.state, t.work, 0);
    g_assert_cmpfloat(fabs(found.time - asin(0.3 / 0.5) / 2), <, 1e-8);
    g_assert_cmpfloat(fabs(found.point[0] - 0.4) + fabs(found.point[2]), <, 1e-8);
    sn_trial_free(&t);
    Random r = {17};
    int hit = 0, missed = 0;
    for (int i = 0; i < 60; i++) {
        Flight f;
        const bool ball = i % 2;
        for (int s = 0; s < 2; s++) {
            random_vector(&r, 0.2, f.x[s]);
            random_vector(&r, i % 3 ? 1 : 0.1, f.v[s]);
            random_vector(&r, i % 5 ? 4 : 20, f.w[s]);
        }
        random_vector(&r, 0.3, f.point);
        f.x[0][2] += 0.5;
        const double offset = i % 4 ? 0 : 0.05, expected = flight_time(&f, ball, offset);
        t = flight(&f, ball, offset);
        found = sn_collision_time(t.system, t.state, t.work, 0);
        g_assert_cmpfloat(fabs(found.time - expected), <, 1e-6);
        hit += expected > 0 && expected < 1;
        missed += expected == 1;
        sn_trial_free(&t);
    }
    g_assert_cmpint(hit, >, 15);
    g_assert_cmpint(missed, >, 10);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/compliant-layer/punch", test_lateral_punch);
    g_test_add_func("/sim/compliant-layer/ball", test_lateral_ball);
    g_test_add_func("/sim/compliant-layer/time-to-collision", test_time_to_collision);
    return g_test_run();
}
