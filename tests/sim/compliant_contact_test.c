/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compliant contact: derivatives of a point against differences, rest against closed forms with
 * every method, impacts against the ODE, momentum and energy of heaps. */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/check/build/build_contact.h"
#include "engine/sim/contact/collision_time.h"
#include "engine/sim/contact/compliant_anchor.h"
#include "engine/sim/contact/compliant_point.h"
#include "engine/sim/contact/contact.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/system/compliant_contacts.h"
#include "tests/geometry/meshes.h"
#include "tests/sim/resumed.h"
#include "tests/support/cases.h"
#include "tests/support/random.h"

#include <glib.h>
#include <math.h>
#include <string.h>

static const double DOWN[3] = {0, 0, -9.81}, NONE[3] = {0, 0, 0};

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

static SnContactRule *add_rule(SnBuild *build, SnContactMethod method)
{
    const SnContactRule rule = {
        .enabled = true,
        .friction = 0.3,
        .method = method,
        .compliant = {
            .modulus = 1e6, .poisson = 0.3, .thickness = 0.01, .transition_velocity = 0.01}};
    return sn_build_contact_rule(build, &rule);
}

static void add_pair(SnBuild *build, SnCompliantPair pair)
{
    SnCompliantContacts *contacts = sn_compliant_contacts(build->system);
    *(SnCompliantPair *)SN_BUILD_GROW(contacts->pairs, contacts->n++) = pair;
}

static int add_ground(SnBuild *build)
{
    const int block = sn_build_body(build, 1, (double[3]){1, 1, 1}, NONE, NULL);
    sn_build_fix(build, block);
    sn_convex_half_space(&sn_build_contact_shape(build, block)->convex);
    return block;
}

static int add_ball(SnBuild *build, double radius, const double position[3], const double v[3])
{
    const double i = 0.4 * radius * radius;
    const int block = sn_build_body(build, 1, (double[3]){i, i, i}, position, NULL);
    sn_build_velocity(build, block, v, NONE);
    sn_convex_sphere(radius, &sn_build_contact_shape(build, block)->convex);
    return block;
}

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
    add_ground(build);
    add_ball(build, 0.1, (double[3]){0, 0, 0.1 + gap}, (double[3]){0, 0, -speed});
    if (springs)
        add_round_surface(build, 0.1, 60);
    SnContactRule *rule = add_rule(build, contact);
    rule->compliant.dissipation = dissipation;
    rule->compliant.modulus = springs ? 1e3 : 1e6;
    add_pair(build, (SnCompliantPair){
                        .rule = 0, .shape = {1, 0}, .surface = {springs ? 0 : -1, -1}, .share = 1});
    return sn_trial_new(sn_build_finish(build, gravity), SN_LINSOLVE_AUTO);
}

static double height(const SnTrial *t)
{
    return sn_state_q_const(t->state)[t->system->blocks[t->system->contacts.shapes[1].block].q + 2];
}

static double rate(const SnTrial *t)
{
    return sn_state_u_const(t->state)[t->system->blocks[t->system->contacts.shapes[1].block].u + 2];
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
                           0, springs ? 5 : 20, DOWN);
        sn_trial_steps(&t, 1000);
        g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
        const double expected = springs ? sqrt(9.81 / (M_PI * k * 0.1))
                                        : pow(9.81 / (4.0 / 3 * sqrt(0.1) * 1e6), 2 / 3.0);
        const SnCompliantSums *sums = sn_compliant_sums(t.system, t.work, 0);
        g_assert_cmpfloat(fabs((0.1 - height(&t)) / expected - 1), <, springs ? 0.02 : 1e-4);
        g_assert_cmpfloat(fabs(sums->normal_force / 9.81 - 1), <, 1e-4);
        g_assert_cmpfloat(fabs(fabs(sums->force[2]) / 9.81 - 1), <, 1e-4);
        g_assert_cmpfloat(fabs(rate(&t)), <, 1e-5);
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
                                   1, dissipations[i], NONE);
        for (int step = 0; step < 4000 && !(rate(&t) > 0 && height(&t) > 0.1); step++)
            sn_trial_steps(&t, 1);
        g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
        const double expected = rebound(4.0 / 3 * sqrt(0.1) * 1e6, dissipations[i], 1);
        g_assert_cmpfloat(fabs(rate(&t) / expected - 1), <, 1e-3);
        sn_trial_free(&t);
    }
}

/* --- heaps --- */

static SnTrial heap(Random *r, SnContactMethod method, bool ground)
{
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    int first = 0;
    if (ground)
        first = 1, add_ground(build);
    for (int i = 0; i < 5; i++) {
        double v[3];
        random_vector(r, 1, v);
        add_ball(build, 0.1,
                 (double[3]){0.15 * (i % 2), random_uniform(r, -0.02, 0.02), 0.12 + 0.19 * (i / 2)},
                 v);
        if (method == SN_CONTACT_ELASTIC_FOUNDATION)
            add_round_surface(build, 0.1, 16);
    }
    SnContactRule *rule = add_rule(build, method);
    rule->compliant.dissipation = random_uniform(r, 0, 1);
    rule->compliant.lateral_stiffness = ground ? random_uniform(r, 0.001, 1) : 0.4;
    const int n = build->system->contacts.n_shapes;
    const bool springs = method == SN_CONTACT_ELASTIC_FOUNDATION;
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++)
            if (a >= first && a != b && (springs || a > b))
                add_pair(build, (SnCompliantPair){.rule = 0,
                                                  .shape = {a, b},
                                                  .surface = {springs ? a - first : -1, -1},
                                                  .share = b < first ? 1 : 0.5});
    return sn_trial_new(sn_build_finish(build, ground ? DOWN : NONE), SN_LINSOLVE_AUTO);
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

/* --- springs along the surface --- */

/* Springs on rings of a body whose centre is the lowest point of a paraboloid of radius 0.1 (flat:
 * of a plane), out to a radius. */
#define AROUND 6
static const double LATERAL = 0.3, DEEP = 1e-3, BALL = 0.1;

static SnTrial layer(SnStepMethod method, int rings, bool flat, double outer,
                     const double gravity[3], double friction)
{
    SnBuild *build = sn_build_new(method, 1e-3);
    add_ground(build);
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
    SnContactRule *rule = add_rule(build, SN_CONTACT_ELASTIC_FOUNDATION);
    rule->friction = friction;
    rule->compliant.pressure_modulus = 1e7;
    rule->compliant.lateral_stiffness = LATERAL;
    add_pair(build, (SnCompliantPair){.shape = {1, 0}, .surface = {0, -1}, .share = 1});
    return sn_trial_new(sn_build_finish(build, gravity), SN_LINSOLVE_AUTO);
}

static double *moved_x(const SnTrial *t)
{
    return sn_state_q(t->state) + t->system->blocks[t->system->contacts.shapes[1].block].q;
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
        moved_x(&t)[2] = -deep;
        sn_trial_steps(&t, 1);
        const double start = moved_x(&t)[0]; /* there they come to press */
        double sum = 0, most = 0;
        for (int k = 0; k < 2500; k++) {
            sn_trial_steps(&t, 1);
            sum += (moved_x(&t)[0] - start) / 2500;
            most = fmax(most, moved_x(&t)[0]);
        }
        g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
        if (i == 0 || i == 2) /* at rest */
            g_assert_cmpfloat(fabs((moved_x(&t)[0] - start) * shear / side - 1), <, 1e-4);
        else /* swings about that */
            g_assert_cmpfloat(fabs(sum * shear / side - 1), <, 0.05);
        g_assert_cmpfloat(most, <, 2.2 * side / shear);
        sn_trial_free(&t);
        t = layer(methods[i], 5, true, outer, (double[3]){6, 0, -9.81}, 0.5);
        moved_x(&t)[2] = -deep;
        sn_trial_steps(&t, 250); /* it slips everywhere */
        const int block = t.system->contacts.shapes[1].block;
        const double *v = sn_state_u_const(t.state) + t.system->blocks[block].u, before = v[0];
        sn_trial_steps(&t, 250);
        g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
        g_assert_cmpfloat(fabs((v[0] - before) / ((6 - 0.5 * 9.81) * 0.25) - 1), <, 0.01);
        sn_trial_free(&t);
    }
}

/* Force along the surface where the ball has been moved to x by steps that its springs have seen.
 */
static double pushed_to(SnTrial *t, double x)
{
    moved_x(t)[0] = x;
    sn_kinematics(t->system, sn_state_q(t->state), sn_state_u(t->state), t->work);
    sn_anchors_remember(t->system, t->state, t->work);
    sn_forces(t->system, t->system->inputs.base, t->state, t->work, false, 0, 0);
    return fabs(sn_compliant_sums(t->system, t->work, 0)->force[0]);
}

/* A ball on a layer that is pushed sideways: springs slip from the edge of the patch inwards, as in
 * Cattaneo's and Mindlin's problem; of a layer, Q = mu N (1 - (1 - u / u_slip)^2).  To and fro it
 * loses what Masing's rule says, 8 times the work of loading less 4 Q u. */
static void test_lateral_ball(void)
{
    const double friction = 0.4, k = 1e7, slip = friction * DEEP / LATERAL;
    SnTrial t = layer(SN_STEP_BACKWARD_EULER, 300, false, sqrt(2 * BALL * DEEP), NONE, friction);
    const double normal = M_PI * k * BALL * DEEP * DEEP;
    pushed_to(&t, 0);
    g_assert_cmpfloat(fabs(sn_compliant_sums(t.system, t.work, 0)->normal_force / normal - 1), <,
                      1e-5);
    const int n = 60;
    const double most = 0.7 * slip;
    for (int i = 1; i <= n; i++) {
        const double u = most * i / n, q = pushed_to(&t, u);
        g_assert_cmpfloat(fabs(q / (friction * normal * (1 - pow(1 - u / slip, 2))) - 1), <, 2e-4);
    }
    double work = 0, last = sn_compliant_sums(t.system, t.work, 0)->force[0];
    for (int i = 1; i <= 4 * n; i++) { /* back and forth again */
        const double u = most * (i <= 2 * n ? 1 - (double)i / n : (double)i / n - 3);
        pushed_to(&t, u);
        const double now = sn_compliant_sums(t.system, t.work, 0)->force[0];
        work += (i <= 2 * n ? 1 : -1) * most / n * (now + last) / 2;
        last = now;
    }
    const double loading = friction * normal * (most - slip / 3 * (1 - pow(1 - most / slip, 3)));
    const double lost = 8 * loading - 4 * friction * normal * (1 - pow(1 - most / slip, 2)) * most;
    g_assert_cmpfloat(fabs(fabs(work) / lost - 1), <, 2e-3);
    g_assert_cmpfloat(fabs(pushed_to(&t, 3 * slip) / (friction * normal) - 1), <, 1e-5);
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
    SnContactRule *rule = add_rule(build, SN_CONTACT_ELASTIC_FOUNDATION);
    rule->compliant.offset = offset;
    rule->compliant.look_ahead = 1;
    add_pair(build, (SnCompliantPair){.shape = {0, 1}, .surface = {0, -1}, .share = 1});
    return sn_trial_new(sn_build_finish(build, NONE), SN_LINSOLVE_AUTO);
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

/* --- fields of pressure --- */

#define FIELD 1e5

static int add_box(SnBuild *build, const double size[3], const double x[3], const double q[4])
{
    double inertia[3];
    for (int k = 0; k < 3; k++)
        inertia[k] = (sn_v3_dot(size, size) - size[k] * size[k]) / 12;
    const int block = sn_build_body(build, 1, inertia, x, q);
    sn_convex_sphere(sn_v3_norm(size) / 2, &sn_build_contact_shape(build, block)->convex);
    SnCompliantContacts *contacts = sn_compliant_contacts(build->system);
    SnFoundationSurface *s =
        (SnFoundationSurface *)SN_BUILD_GROW(contacts->surfaces, contacts->n_surfaces++);
    Shape box = shape_box(size[0] / 2, size[1] / 2, size[2] / 2);
    s->shape = build->system->contacts.n_shapes - 1;
    s->n = box.n_triangles;
    s->point = sn_alloc((size_t)s->n, sizeof *s->point);
    s->area = sn_alloc((size_t)s->n, sizeof *s->area);
    s->field = sn_pressure_field_new(box.n_triangles, box.triangles, box.x);
    shape_free(&box);
    return block;
}

static void add_field_pair(SnBuild *build, int a, int b, int surface_a, int surface_b)
{
    add_pair(build,
             (SnCompliantPair){.shape = {a, b}, .surface = {surface_a, surface_b}, .hard = {1, 1}});
}

/* A cube on the ground goes down until its weight is the integral of min(d, s) E / (a / 2). */
static void test_field_rest(void)
{
    static const SnStepMethod methods[] = {SN_STEP_BACKWARD_EULER, SN_STEP_TRAPEZOIDAL,
                                           SN_STEP_NEWTON_EULER, SN_STEP_NEWTON_TRAPEZOIDAL};
    const double a = 0.1;
    for (int i = 0; i < 4; i++) {
        SnBuild *build = sn_build_new(methods[i], 1e-3);
        add_ground(build);
        add_box(build, (double[3]){a, a, a}, (double[3]){0, 0, 0.5 * a + 1e-3}, NULL);
        SnContactRule *rule = add_rule(build, SN_CONTACT_PRESSURE_FIELD);
        rule->compliant.modulus = FIELD;
        rule->compliant.dissipation = 5;
        add_field_pair(build, 1, 0, 0, -1);
        SnTrial t = sn_trial_new(sn_build_finish(build, DOWN), SN_LINSOLVE_AUTO);
        sn_trial_steps(&t, 1500);
        g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
        const double d = 0.5 * a - height(&t);
        const double force = FIELD * 2 / a * (a * a * d - 2 * a * d * d + 4.0 / 3 * d * d * d);
        g_assert_cmpfloat(fabs(force / 9.81 - 1), <, 1e-4);
        g_assert_cmpfloat(fabs(sn_compliant_sums(t.system, t.work, 0)->normal_force / 9.81 - 1), <,
                          1e-4);
        g_assert_cmpfloat(fabs(rate(&t)), <, 1e-6);
        sn_trial_free(&t);
    }
}

/* Boxes that fly into each other, turned and spinning anyhow. */
static void test_field_conserved(void)
{
    static const SnStepMethod methods[] = {SN_STEP_BACKWARD_EULER, SN_STEP_TRAPEZOIDAL,
                                           SN_STEP_NEWTON_EULER, SN_STEP_NEWTON_TRAPEZOIDAL};
    Random r = {29};
    const int cases = sn_cases(8, 100);
    int touched = 0;
    for (int k = 0; k < cases; k++) {
        SnBuild *build = sn_build_new(methods[k % 4], 1e-3);
        for (int i = 0; i < 3; i++) {
            double size[3], x[3], q[4], v[3], w[3];
            for (int c = 0; c < 3; c++)
                size[c] = random_uniform(&r, 0.05, 0.2);
            random_vector(&r, 0.03, x);
            x[0] += 0.25 * (i - 1);
            random_quaternion(&r, q);
            random_vector(&r, 0.3, v);
            random_vector(&r, 5, w);
            v[0] -= 2 * (i - 1);
            sn_build_velocity(build, add_box(build, size, x, q), v, w);
        }
        SnContactRule *rule = add_rule(build, SN_CONTACT_PRESSURE_FIELD);
        rule->compliant.modulus = FIELD;
        rule->friction = k % 3 ? 0.5 : 0;
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < a; b++)
                add_field_pair(build, a, b, a, b);
        SnTrial t = sn_trial_new(sn_build_finish(build, NONE), SN_LINSOLVE_AUTO);
        double both[2], before[6], now[6];
        sn_audit(t.system, t.state, t.work, both, before);
        const double first = both[0] + both[1];
        for (int i = 0; i < 250; i++) {
            sn_trial_steps(&t, 1);
            g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
            touched += sn_compliant_sums(t.system, t.work, 0)->n > 0;
            sn_audit(t.system, t.state, t.work, both, now);
            g_assert_cmpfloat(both[0] + both[1] - first, <, 1e-3 * first);
            for (int c = 0; c < 3; c++)
                g_assert_cmpfloat(fabs(now[c] - before[c]), <, 1e-12);
        }
        sn_trial_free(&t);
    }
    g_assert_cmpint(touched, >, 30 * cases);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/compliant-contact/derivatives", test_derivatives);
    g_test_add_func("/sim/compliant-contact/rest", test_rest);
    g_test_add_func("/sim/compliant-contact/impact", test_impact);
    g_test_add_func("/sim/compliant-contact/conserved", test_conserved);
    g_test_add_func("/sim/compliant-contact/resumed", test_resumed);
    g_test_add_func("/sim/compliant-contact/lateral-punch", test_lateral_punch);
    g_test_add_func("/sim/compliant-contact/lateral-ball", test_lateral_ball);
    g_test_add_func("/sim/compliant-contact/time-to-collision", test_time_to_collision);
    g_test_add_func("/sim/compliant-contact/field-rest", test_field_rest);
    g_test_add_func("/sim/compliant-contact/field-conserved", test_field_conserved);
    return g_test_run();
}
