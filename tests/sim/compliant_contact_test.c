/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compliant contact: derivatives of a point against differences, rest against closed forms with
 * every method, impacts against the ODE, momentum and energy of heaps. */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/check/build/build_contact.h"
#include "engine/sim/contact/compliant_anchor.h"
#include "engine/sim/contact/compliant_point.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/system/compliant_contacts.h"
#include "tests/sim/compliant_scene.h"
#include "tests/sim/resumed.h"
#include "tests/support/cases.h"
#include "tests/support/random.h"

#include <glib.h>
#include <math.h>
#include <string.h>

/* --- a point --- */

typedef struct Pose {
    double x[2][3], q[2][4], v[2][3], w[2][3];
} Pose;

/* A point fixed to the first body, 0.4 from its centre, next to a ball of radius 0.5 fixed to the
 * second; held: by a spring to a place on that. */
static void point_at(const Pose *pose, double rotation[2][9], double offset, double share,
                     bool held, SnCompliantPoint *p)
{
    static const double local[2][3] = {{0.3, -0.2, 0.17}, {-0.1, 0.25, 0.2}};
    double at[3], middle[3], arm[3];
    memset(p, 0, sizeof *p);
    for (int s = 0; s < 2; s++) {
        sn_q_to_m3(pose->q[s], rotation[s]);
        p->rotation[s] = rotation[s];
        p->velocity[s] = pose->v[s];
        p->spin[s] = pose->w[s];
    }
    sn_m3_mul_v3(rotation[0], local[0], at);
    sn_v3_add(at, pose->x[0], at);
    sn_m3_mul_v3(rotation[1], local[1], middle);
    sn_v3_add(middle, pose->x[1], middle);
    sn_v3_sub(at, middle, arm);
    const double length = sn_v3_normalize(arm, p->normal);
    for (int s = 0; s < 2; s++)
        sn_v3_sub(at, pose->x[s], p->arm[s]);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            p->curvature[3 * r + c] = ((r == c) - p->normal[r] * p->normal[c]) / length;
    p->overlap = offset - (length - 0.5);
    p->lever = offset;
    p->share = share;
    if (!held)
        return;
    static const double anchor[3] = {0.15, 0.4, 0.5};
    p->held = true;
    sn_m3_mul_v3(rotation[1], anchor, p->anchor);
    sn_v3_add(p->anchor, pose->x[1], p->anchor);
    sn_v3_sub(p->anchor, at, p->anchor);
}

static Pose moved(const Pose *pose, int column, double by)
{
    Pose next = *pose;
    const int s = column / 6, axis = column % 6;
    if (axis < 3) {
        next.x[s][axis] += by;
    } else {
        double turn[3] = {0}, dq[4];
        turn[axis - 3] = by;
        sn_q_exp(turn, dq);
        sn_q_mul(pose->q[s], dq, next.q[s]);
    }
    return next;
}

static Pose faster(const Pose *pose, int column, double by)
{
    Pose next = *pose;
    const int s = column / 6, axis = column % 6;
    *(axis < 3 ? &next.v[s][axis] : &next.w[s][axis - 3]) += by;
    return next;
}

static void wrench_at(const SnCompliantLaw *law, const Pose *pose, double offset, double share,
                      double wrench[12])
{
    double rotation[2][9];
    SnCompliantPoint p;
    SnCompliantForce f;
    point_at(pose, rotation, offset, share, law->lateral > 0, &p);
    sn_compliant_force(law, &p, &f);
    memcpy(wrench, f.wrench, sizeof f.wrench);
}

static void test_derivatives(void)
{
    Random r = {3};
    const int cases = sn_cases(40, 500);
    int pressed = 0, stuck = 0, slipped = 0;
    for (int k = 0; k < cases; k++) {
        Pose pose;
        const double e = 1e-6, offset = random_uniform(&r, 0, 0.3), share = k % 2 ? 1 : 0.5;
        const SnCompliantLaw law = {.coefficient = {200, k % 3 ? 0 : 50, k % 3 ? 0 : 70},
                                    .exponent = {k % 3 ? 1.5 : 1, 2, 3},
                                    .dissipation = random_uniform(&r, 0, 0.4),
                                    .dynamic_friction = 0.4,
                                    .static_friction = 0.6,
                                    .viscous_friction = 0.1,
                                    .transition = random_uniform(&r, 0.1, 3),
                                    .lateral = k % 2 ? pow(10, random_uniform(&r, -1, 3)) : 0};
        for (int s = 0; s < 2; s++) {
            random_vector(&r, 0.25, pose.x[s]);
            random_quaternion(&r, pose.q[s]);
            random_vector(&r, 1, pose.v[s]);
            random_vector(&r, 2, pose.w[s]);
        }
        double rotation[2][9], by_q[12][12], by_u[12][12], plus[12], minus[12];
        SnCompliantPoint p;
        SnCompliantForce f;
        point_at(&pose, rotation, offset, share, law.lateral > 0, &p);
        sn_compliant_force(&law, &p, &f);
        if (!(f.pressing > 1) || fabs(f.slip / law.transition - 1) < 1e-3)
            continue;
        pressed++;
        stuck += law.lateral > 0 && f.pull == law.lateral;
        slipped += law.lateral > 0 && f.pull < law.lateral;
        sn_compliant_jacobians(&law, &p, by_q, by_u);
        for (int c = 0; c < 12; c++)
            for (int way = 0; way < 2; way++) {
                const Pose there = way ? faster(&pose, c, e) : moved(&pose, c, e);
                const Pose back = way ? faster(&pose, c, -e) : moved(&pose, c, -e);
                wrench_at(&law, &there, offset, share, plus);
                wrench_at(&law, &back, offset, share, minus);
                for (int row = 0; row < 12; row++)
                    g_assert_cmpfloat(
                        fabs((plus[row] - minus[row]) / (2 * e) - (way ? by_u : by_q)[row][c]), <,
                        1e-4 * (1 + f.pressing));
            }
    }
    g_assert_cmpint(pressed, >, cases / 4);
    g_assert_cmpint(stuck, >, cases / 20);
    g_assert_cmpint(slipped, >, cases / 20);
}

/* --- scenes --- */

/* A ball with springs in rings: the last shape's. */
static void add_round_surface(SnBuild *build, double radius, int rings)
{
    SnCompliantContacts *contacts = sn_compliant_contacts(build->system);
    SnFoundationSurface *s =
        (SnFoundationSurface *)SN_BUILD_GROW(contacts->surfaces, contacts->n_surfaces++);
    const int around = 2 * rings, n = rings * around;
    s->shape = build->system->contacts.n_shapes - 1;
    s->n = n;
    s->point = sn_alloc((size_t)n, sizeof *s->point);
    s->area = sn_alloc((size_t)n, sizeof *s->area);
    for (int i = 0; i < n; i++) { /* rings as high as each other have the same area */
        const double z = -1 + (2.0 * (i / around) + 1) / rings, r = sqrt(1 - z * z);
        const double angle = 2 * M_PI * (i % around + 0.5 * (i / around % 2)) / around;
        sn_v3_set(radius * r * cos(angle), radius * r * sin(angle), radius * z, s->point[i]);
        s->area[i] = 4 * M_PI * radius * radius / n;
    }
}

static SnTrial ball_on_ground(SnStepMethod method, double h, SnContactMethod contact, double gap,
                              double speed, double dissipation, const double gravity[3])
{
    SnBuild *build = sn_build_new(method, h);
    const bool springs = contact == SN_CONTACT_ELASTIC_FOUNDATION;
    scene_add_ground(build);
    scene_add_ball(build, 0.1, (double[3]){0, 0, 0.1 + gap}, (double[3]){0, 0, -speed});
    if (springs)
        add_round_surface(build, 0.1, 60);
    SnContactRule *rule = scene_add_rule(build, contact);
    rule->compliant.dissipation = dissipation;
    rule->compliant.modulus = springs ? 1e3 : 1e6;
    scene_add_pair(build,
                   (SnCompliantPair){
                       .rule = 0, .shape = {1, 0}, .surface = {springs ? 0 : -1, -1}, .share = 1});
    return sn_trial_new(sn_build_finish(build, gravity), SN_LINSOLVE_AUTO);
}

/* At rest: weight = 4/3 sqrt(R) E x^1.5; of springs on a ball weight = pi K R x^2. */
static void test_rest(void)
{
    static const SnStepMethod methods[] = {SN_STEP_BACKWARD_EULER, SN_STEP_TRAPEZOIDAL,
                                           SN_STEP_NEWTON_EULER, SN_STEP_NEWTON_TRAPEZOIDAL};
    const double k = 0.7 * 1e3 / (1.3 * 0.4 * 0.01);
    for (int i = 0; i < 8; i++) {
        const bool springs = i % 2;
        SnTrial t =
            ball_on_ground(methods[i / 2], 1e-3,
                           springs ? SN_CONTACT_ELASTIC_FOUNDATION : SN_CONTACT_HUNT_CROSSLEY, 1e-5,
                           0, springs ? 5 : 20, SCENE_DOWN);
        sn_trial_steps(&t, 1000);
        g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
        const double expected = springs ? sqrt(9.81 / (M_PI * k * 0.1))
                                        : pow(9.81 / (4.0 / 3 * sqrt(0.1) * 1e6), 2 / 3.0);
        const SnCompliantSums *sums = sn_compliant_sums(t.system, t.work, 0);
        g_assert_cmpfloat(fabs((0.1 - scene_height(&t)) / expected - 1), <, springs ? 0.02 : 1e-4);
        g_assert_cmpfloat(fabs(sums->normal_force / 9.81 - 1), <, 1e-4);
        g_assert_cmpfloat(fabs(fabs(sums->force[2]) / 9.81 - 1), <, 1e-4);
        g_assert_cmpfloat(fabs(scene_rate(&t)), <, 1e-5);
        sn_trial_free(&t);
    }
}

/* Speed after an impact of Hunt and Crossley's law, by Runge and Kutta's method in fine steps. */
static double rebound(double k, double dissipation, double speed)
{
    double x = 0, v = speed;
    const double h = 1e-7;
#define ACCELERATION(x, v) ((x) > 0 ? -fmax(k * pow(x, 1.5) * (1 + 1.5 * dissipation * (v)), 0) : 0)
    while (x >= 0) {
        const double a1 = ACCELERATION(x, v), v2 = v + h / 2 * a1;
        const double a2 = ACCELERATION(x + h / 2 * v, v2), v3 = v + h / 2 * a2;
        const double a3 = ACCELERATION(x + h / 2 * v2, v3), v4 = v + h * a3;
        const double a4 = ACCELERATION(x + h * v3, v4);
        x += h / 6 * (v + 2 * v2 + 2 * v3 + v4);
        v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    }
#undef ACCELERATION
    return -v;
}

static void test_impact(void)
{
    static const double dissipations[] = {0, 0.05, 0.3, 2};
    for (size_t i = 0; i < G_N_ELEMENTS(dissipations); i++) {
        SnTrial t = ball_on_ground(SN_STEP_NEWTON_TRAPEZOIDAL, 1e-5, SN_CONTACT_HUNT_CROSSLEY, 1e-4,
                                   1, dissipations[i], SCENE_NONE);
        for (int step = 0; step < 4000 && !(scene_rate(&t) > 0 && scene_height(&t) > 0.1); step++)
            sn_trial_steps(&t, 1);
        g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
        const double expected = rebound(4.0 / 3 * sqrt(0.1) * 1e6, dissipations[i], 1);
        g_assert_cmpfloat(fabs(scene_rate(&t) / expected - 1), <, 1e-3);
        sn_trial_free(&t);
    }
}

/* What a method itself takes of a rebound, over steps that the contact lasts: as the help of
 * `dissipation` says. */
static void test_loss(void)
{
    for (int k = 0; k < 4; k++) {
        const bool euler = k < 2;
        SnTrial t =
            ball_on_ground(euler ? SN_STEP_BACKWARD_EULER : SN_STEP_TRAPEZOIDAL,
                           k % 2 ? 1e-4 : 4e-4, SN_CONTACT_HUNT_CROSSLEY, 1e-4, 1, 0, SCENE_NONE);
        int steps = 0;
        for (int step = 0; step < 4000 && !(scene_rate(&t) > 0 && scene_height(&t) > 0.1); step++) {
            sn_trial_steps(&t, 1);
            steps += scene_height(&t) < 0.1;
        }
        g_assert_cmpint(steps, >, 20);
        g_assert_cmpfloat(fabs((1 - scene_rate(&t)) * steps - (euler ? 5 : 0)), <,
                          euler ? 0.6 : 0.1);
        g_test_message("%d steps: rebound %.5f", steps, scene_rate(&t));
        sn_trial_free(&t);
    }
}

/* --- heaps --- */

static SnTrial heap(Random *r, SnContactMethod method, bool ground)
{
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    int first = 0;
    if (ground)
        first = 1, scene_add_ground(build);
    for (int i = 0; i < 5; i++) {
        double v[3];
        random_vector(r, 1, v);
        scene_add_ball(
            build, 0.1,
            (double[3]){0.15 * (i % 2), random_uniform(r, -0.02, 0.02), 0.12 + 0.19 * (i / 2)}, v);
        if (method == SN_CONTACT_ELASTIC_FOUNDATION)
            add_round_surface(build, 0.1, 16);
    }
    SnContactRule *rule = scene_add_rule(build, method);
    rule->compliant.dissipation = random_uniform(r, 0, 1);
    rule->compliant.lateral_stiffness = ground ? random_uniform(r, 0.001, 1) : 0.4;
    const int n = build->system->contacts.n_shapes;
    const bool springs = method == SN_CONTACT_ELASTIC_FOUNDATION;
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++)
            if (a >= first && a != b && (springs || a > b))
                scene_add_pair(build, (SnCompliantPair){.rule = 0,
                                                        .shape = {a, b},
                                                        .surface = {springs ? a - first : -1, -1},
                                                        .share = b < first ? 1 : 0.5});
    return sn_trial_new(sn_build_finish(build, ground ? SCENE_DOWN : SCENE_NONE), SN_LINSOLVE_AUTO);
}

static void test_conserved(void)
{
    Random r = {11};
    const int cases = sn_cases(4, 100);
    int touched = 0;
    for (int k = 0; k < cases; k++) {
        const bool ground = k / 2 % 2;
        SnTrial t =
            heap(&r, k % 2 ? SN_CONTACT_ELASTIC_FOUNDATION : SN_CONTACT_HUNT_CROSSLEY, ground);
        double both[2], before[6], now[6], first, last;
        sn_audit(t.system, t.state, t.work, both, before);
        first = last = both[0] + both[1];
        for (int i = 0; i < 250; i++) {
            sn_trial_steps(&t, 1);
            g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
            touched += sn_compliant_sums(t.system, t.work, 0)->n > 0;
            sn_audit(t.system, t.state, t.work, both, now);
            g_assert_cmpfloat(both[0] + both[1] - last, <, 1e-3 * fabs(first));
            last = both[0] + both[1];
            for (int c = 0; c < 3 && !ground; c++)
                g_assert_cmpfloat(fabs(now[c] - before[c]), <, 1e-12);
        }
        g_assert_cmpfloat(last, <=, first);
        sn_trial_free(&t);
    }
    g_assert_cmpint(touched, >, 100);
}

static void test_resumed(void)
{
    Random r = {5};
    SnTrial t = heap(&r, SN_CONTACT_ELASTIC_FOUNDATION, true);
    sn_trial_steps(&t, 200);
    g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
    check_resumed(&t, 50);
    sn_trial_free(&t);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/compliant-contact/derivatives", test_derivatives);
    g_test_add_func("/sim/compliant-contact/rest", test_rest);
    g_test_add_func("/sim/compliant-contact/impact", test_impact);
    g_test_add_func("/sim/compliant-contact/loss", test_loss);
    g_test_add_func("/sim/compliant-contact/conserved", test_conserved);
    g_test_add_func("/sim/compliant-contact/resumed", test_resumed);
    return g_test_run();
}
