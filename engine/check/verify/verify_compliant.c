/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compliant contact: Hunt and Crossley's spheres and elastic foundations, in closed form and
 * against OpenSim's own tests. */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/check/build/build_contact.h"
#include "engine/check/verify/verify_case.h"
#include "engine/sim/contact/contact.h"
#include "engine/sim/system/compliant_contacts.h"

#include <math.h>
#include <stdio.h>

static const double NONE[3] = {0, 0, 0};

/* --- a body above the ground, which is the half-space z <= 0 --- */

typedef struct Scene {
    SnBuild *build;
    SnContactRule rule;
    int surface; /* of the body's springs, -1: none */
} Scene;

static Scene new_scene(SnStepMethod method, double h, SnContactMethod contact)
{
    Scene scene = {.build = sn_build_new(method, h),
                   .rule = {.enabled = true,
                            .method = contact,
                            .compliant = {.thickness = 1, .transition_velocity = 0.01}},
                   .surface = -1};
    const int ground = sn_build_body(scene.build, 1, (double[3]){1, 1, 1}, NONE, NULL);
    sn_build_fix(scene.build, ground);
    sn_convex_half_space(&sn_build_contact_shape(scene.build, ground)->convex);
    return scene;
}

static void add_ball(Scene *scene, double radius, double mass, double z, double speed)
{
    const double i = 0.4 * mass * radius * radius, v[3] = {0, 0, -speed};
    const int block =
        sn_build_body(scene->build, mass, (double[3]){i, i, i}, (double[3]){0, 0, z}, NULL);
    sn_build_velocity(scene->build, block, v, NONE);
    sn_convex_sphere(radius, &sn_build_contact_shape(scene->build, block)->convex);
}

static SnFoundationSurface *add_surface(Scene *scene, int n)
{
    SnCompliantContacts *contacts = sn_compliant_contacts(scene->build->system);
    SnFoundationSurface *s =
        (SnFoundationSurface *)SN_BUILD_GROW(contacts->surfaces, contacts->n_surfaces++);
    scene->surface = contacts->n_surfaces - 1;
    s->shape = scene->build->system->contacts.n_shapes - 1;
    s->n = n;
    s->point = sn_alloc((size_t)n, sizeof *s->point);
    s->area = sn_alloc((size_t)n, sizeof *s->area);
    return s;
}

/* Springs in rings of the same area (Archimedes). */
static void add_round_springs(Scene *scene, double radius, int rings)
{
    const int around = 2 * rings, n = rings * around;
    SnFoundationSurface *s = add_surface(scene, n);
    for (int i = 0; i < n; i++) {
        const double z = -1 + (2.0 * (i / around) + 1) / rings, r = sqrt(1 - z * z);
        const double angle = 2 * M_PI * (i % around + 0.5 * (i / around % 2)) / around;
        sn_v3_set(radius * r * cos(angle), radius * r * sin(angle), radius * z, s->point[i]);
        s->area[i] = 4 * M_PI * radius * radius / n;
    }
}

static SnTrial start(Scene *scene, double gravity)
{
    SnSystem *system = scene->build->system;
    SnCompliantContacts *contacts = sn_compliant_contacts(system);
    sn_build_contact_rule(scene->build, &scene->rule);
    *(SnCompliantPair *)SN_BUILD_GROW(contacts->pairs, contacts->n++) =
        (SnCompliantPair){.shape = {1, 0}, .surface = {scene->surface, -1}, .share = 1};
    const double down[3] = {0, 0, -gravity};
    return sn_trial_new(sn_build_finish(scene->build, down), SN_LINSOLVE_AUTO);
}

static double height(const SnTrial *t)
{
    const SnSystem *system = t->system;
    return sn_state_q_const(t->state)[system->blocks[system->contacts.shapes[1].block].q + 2];
}

static double rate(const SnTrial *t)
{
    const SnSystem *system = t->system;
    return sn_state_u_const(t->state)[system->blocks[system->contacts.shapes[1].block].u + 2];
}

static double good(const SnTrial *t, double value)
{
    return t->fault.code == SN_FAULT_NONE ? value : (double)NAN;
}

/* --- laws --- */

/* A sphere that is held 1 mm deep. */
void sn_verify_hertz(SnVerifySink *sink)
{
    Scene scene = new_scene(SN_STEP_BACKWARD_EULER, 1e-3, SN_CONTACT_HUNT_CROSSLEY);
    scene.rule.compliant.modulus = 1e6;
    add_ball(&scene, 0.05, 1, 0.049, 0);
    SnTrial t = start(&scene, 0);
    const SnCompliantSums *sums = sn_compliant_sums(t.system, t.work, 0);
    sn_verify_relative(sink, "C7-hertz-force", sums->normal_force, 9.4280904158, 1e-9,
                       "4/3 E sqrt(R) d^1.5");
    sn_verify_relative(sink, "C7-hertz-pressure", sums->pressure, 90031.63, 1e-6,
                       "3 F / (2 pi a^2)");
    sn_verify_relative(sink, "C7-hertz-radius", sqrt(sums->area / M_PI), 0.0070710678, 1e-8,
                       "sqrt(R d)");
    sn_trial_free(&t);
}

/* A sphere on a layer that is held deep, by finer and finer springs; a flat punch. */
static void foundation(SnVerifySink *sink)
{
    const double e = 1e7, nu = 0.45, h = 3e-3, d = 3e-4, radius = 0.05;
    const double k = (1 - nu) * e / ((1 + nu) * (1 - 2 * nu) * h);
    for (int rings = 1000; rings <= 2000; rings *= 2) {
        Scene scene = new_scene(SN_STEP_BACKWARD_EULER, 1e-3, SN_CONTACT_ELASTIC_FOUNDATION);
        scene.rule.compliant.modulus = e;
        scene.rule.compliant.poisson = nu;
        scene.rule.compliant.thickness = h;
        add_ball(&scene, radius, 1, radius - d, 0);
        add_round_springs(&scene, radius, rings);
        SnTrial t = start(&scene, 0);
        const SnCompliantSums *sums = sn_compliant_sums(t.system, t.work, 0);
        char name[40];
        snprintf(name, sizeof name, "C-compliant-layer-sphere-%d", rings);
        sn_verify_relative(sink, name, sums->normal_force, M_PI * k * radius * d * d, 1e-9,
                           "pi K R d^2");
        snprintf(name, sizeof name, "C-compliant-layer-pressure-%d", rings);
        sn_verify_relative(sink, name, sums->pressure, k * (d - radius / rings), 1e-9,
                           "K (d - R / n), the depth of the lowest ring");
        sn_trial_free(&t);
    }
    Scene scene = new_scene(SN_STEP_BACKWARD_EULER, 1e-3, SN_CONTACT_ELASTIC_FOUNDATION);
    scene.rule.compliant.modulus = e;
    scene.rule.compliant.poisson = nu;
    scene.rule.compliant.thickness = h;
    scene.rule.compliant.offset = h;
    const int block =
        sn_build_body(scene.build, 1, (double[3]){1, 1, 1}, (double[3]){0, 0, 0.05 + h - d}, NULL);
    sn_convex_box((double[3]){0.1, 0.1, 0.1}, &sn_build_contact_shape(scene.build, block)->convex);
    SnFoundationSurface *s = add_surface(&scene, 100);
    for (int i = 0; i < 100; i++) {
        sn_v3_set(-0.045 + 0.01 * (i % 10), -0.045 + 0.01 * (i / 10), -0.05, s->point[i]);
        s->area[i] = 1e-4;
    }
    SnTrial t = start(&scene, 0);
    const SnCompliantSums *sums = sn_compliant_sums(t.system, t.work, 0);
    sn_verify_relative(sink, "C-compliant-layer-punch", sums->normal_force / sums->area, 3.793103e6,
                       1e-6, "(1 - nu) E d / ((1 + nu) (1 - 2 nu) h)");
    sn_trial_free(&t);
}

/* --- impact --- */

static double acceleration(double k, double dissipation, double x, double v)
{
    return x > 0 ? -fmax(k * pow(x, 1.5) * (1 + 1.5 * dissipation * v), 0) : 0;
}

/* Speed with which a mass of 1 kg leaves Hunt and Crossley's law again: Runge and Kutta's method in
 * fine steps. */
static double rebound(double k, double dissipation, double speed)
{
    const double h = 1e-7;
    double x = 0, v = speed;
    while (x >= 0) {
        const double a1 = acceleration(k, dissipation, x, v), v2 = v + h / 2 * a1;
        const double a2 = acceleration(k, dissipation, x + h / 2 * v, v2), v3 = v + h / 2 * a2;
        const double a3 = acceleration(k, dissipation, x + h / 2 * v2, v3), v4 = v + h * a3;
        const double a4 = acceleration(k, dissipation, x + h * v3, v4);
        x += h / 6 * (v + 2 * v2 + 2 * v3 + v4);
        v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    }
    return -v;
}

static void impact(SnVerifySink *sink)
{
    static const double dissipations[] = {0, 0.01, 0.1, 1};
    for (int i = 0; i < 4; i++) {
        Scene scene = new_scene(SN_STEP_NEWTON_TRAPEZOIDAL, 1e-5, SN_CONTACT_HUNT_CROSSLEY);
        scene.rule.compliant.modulus = 1e6;
        scene.rule.compliant.dissipation = dissipations[i];
        add_ball(&scene, 0.1, 1, 0.1001, 1);
        SnTrial t = start(&scene, 0);
        for (int step = 0; step < 3000 && !(rate(&t) > 0 && height(&t) > 0.1); step++)
            sn_trial_steps(&t, 1);
        char name[40];
        snprintf(name, sizeof name, "C-compliant-rebound-%g", dissipations[i]);
        sn_verify_relative(sink, name, good(&t, rate(&t)),
                           rebound(4.0 / 3 * sqrt(0.1) * 1e6, dissipations[i], 1), 1e-3,
                           "x'' = -4/3 sqrt(R) E x^1.5 (1 + 1.5 c x'), Runge-Kutta 4");
        sn_trial_free(&t);
    }
}

/* --- OpenSim's tests (opensim-core, testForces and testContactGeometry), at a tenth of their
 * tolerances --- */

/* A ball of 0.1 m and 1 kg that falls from 1 m: its energy whenever it is above 0.2 m. */
static void bounces(SnVerifySink *sink, bool springs)
{
    Scene scene = new_scene(SN_STEP_NEWTON_TRAPEZOIDAL, 5e-5,
                            springs ? SN_CONTACT_ELASTIC_FOUNDATION : SN_CONTACT_HUNT_CROSSLEY);
    scene.rule.compliant.modulus = 1e6 / pow(2, 1.5); /* both sides have 1e6 */
    scene.rule.compliant.pressure_modulus = 1e7;
    scene.rule.compliant.dissipation = 1e-5;
    add_ball(&scene, 0.1, 1, 1, 0);
    if (springs)
        add_round_springs(&scene, 0.1, 24);
    SnTrial t = start(&scene, 9.8065);
    double worst = 0;
    for (int i = 0; i < 20000; i++) {
        sn_trial_steps(&t, 1);
        const double energy = 0.5 * rate(&t) * rate(&t) + 9.8065 * (height(&t) - 1);
        worst = fmax(worst, height(&t) > 0.2 ? fabs(energy) : 0);
    }
    sn_verify_absolute(sink,
                       springs ? "C-compliant-opensim-foundation-bounces"
                               : "C-compliant-opensim-hunt-crossley-bounces",
                       good(&t, worst), 0, 1e-3,
                       "energy above 0.2 m in 1 s; OpenSim's tolerance 1e-2");
    sn_trial_free(&t);
}

/* BouncingBallModelEF: stiffness 1e4, dissipation 0.75, at rest after 2 s. */
static void comes_to_rest(SnVerifySink *sink)
{
    Scene scene = new_scene(SN_STEP_BACKWARD_EULER, 1e-3, SN_CONTACT_ELASTIC_FOUNDATION);
    scene.rule.compliant.pressure_modulus = 1e4;
    scene.rule.compliant.dissipation = 0.75;
    scene.rule.compliant.static_friction = 0.3;
    scene.rule.friction = 0.3;
    add_ball(&scene, 0.5, 1, 0.5, 0);
    add_round_springs(&scene, 0.5, 60);
    SnTrial t = start(&scene, 9.8065);
    sn_trial_steps(&t, 2000);
    const SnCompliantSums *sums = sn_compliant_sums(t.system, t.work, 0);
    sn_verify_absolute(sink, "C-compliant-opensim-foundation-weight", good(&t, sums->normal_force),
                       9.8065, 2e-3, "BouncingBallModelEF after 2 s, while it still swings");
    sn_trial_steps(&t, 1500);
    sn_verify_absolute(sink, "C-compliant-opensim-foundation-rest", good(&t, sums->normal_force),
                       9.8065, 2e-4, "at rest; OpenSim's tolerance 2e-3");
    sn_verify_absolute(sink, "C-compliant-opensim-foundation-sideways",
                       good(&t, hypot(sums->force[0], sums->force[1])), 0, 1e-5,
                       "OpenSim's tolerance 1e-4");
    sn_trial_free(&t);
}

void sn_verify_compliant(SnVerifySink *sink)
{
    foundation(sink);
    impact(sink);
    bounces(sink, false);
    bounces(sink, true);
    comes_to_rest(sink);
}
