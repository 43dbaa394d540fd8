/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dry joints: an arch of voussoirs, a wedge, a block at rest, what random collisions conserve. */
#include "engine/base/vec.h"
#include "engine/check/verify/contact_scene.h"
#include "engine/check/verify/verify_case.h"
#include "engine/sim/contact/contact.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>

static const double ORIGIN[3] = {0, 0, 0};
static const double DOWN[3] = {0, 0, -SN_CONTACT_SCENE_GRAVITY};

static const struct {
    SnStepMethod method;
    const char *name;
} METHODS[] = {{SN_STEP_BACKWARD_EULER, "euler"},
               {SN_STEP_TRAPEZOIDAL, "trapezoidal"},
               {SN_STEP_SYMPLECTIC_EULER, "symplectic"},
               {SN_STEP_NEWTON_EULER, "newton"},
               {SN_STEP_NEWTON_TRAPEZOIDAL, "newton-trapezoidal"}};
#define N_METHODS ((int)(sizeof METHODS / sizeof *METHODS))

/* --- an arch --- */

#define ARCH_DEPTH 0.3  /* [m] */
#define ARCH_KEPT  1e-6 /* overlap of the joints [m] */

/* A voussoir of a semicircle of mean radius 1 with n of them: a trapezoid between two radii. */
typedef struct Voussoir {
    double half;          /* angle [rad] */
    double inner, outer;  /* half the chords [m] */
    double low, high;     /* where they are on the middle radius [m] */
    double centre, mass;  /* centre of mass there; mass by area [m2] */
    double turn, breadth; /* squares of the radii of gyration about the centre, in its plane [m2] */
} Voussoir;

static Voussoir voussoir(int n, double thickness)
{
    Voussoir v = {.half = M_PI / (2 * n)};
    const double ri = 1 - thickness / 2, ro = 1 + thickness / 2;
    v.inner = ri * sin(v.half), v.outer = ro * sin(v.half);
    v.low = ri * cos(v.half), v.high = ro * cos(v.half);
    const double a = v.inner, b = v.outer, h = v.high - v.low;
    v.mass = (a + b) * h;
    v.centre = v.low + h * (a + 2 * b) / (3 * (a + b));
    const double down = v.centre - v.low;
    v.turn = h * h * (a + 3 * b) / (6 * (a + b)) - down * down;
    v.breadth = (a * a + b * b) / 6;
    return v;
}

/* Room for a line of thrust in the joints of an arch of n voussoirs (odd): by symmetry the crown
 * transmits a thrust at some height, so that the resultant in each joint follows from it and its
 * moment about the middle, which leaves this much of it; less than 0: there is none (Heyman's safe
 * theorem).  Joint by joint from the keystone, which the crown cuts in two. */
static double room_for_thrust(int n, double thickness, double thrust)
{
    const Voussoir v = voussoir(n, thickness);
    const double a = v.inner, b = v.outer;
    double weight = 0.5 * v.mass, moment = (v.high - v.low) * (a * a + a * b + b * b) / 6;
    double least = -HUGE_VAL, most = HUGE_VAL;
    for (int i = 0; i <= n / 2; i++) {
        const double joint = (2 * i + 1) * v.half;
        if (i > 0) {
            weight += v.mass;
            moment += v.mass * v.centre * sin(2 * i * v.half);
        }
        const double across = thrust * cos(joint) + weight * sin(joint);
        least = fmax(least, (1 - thickness / 2) * across - moment);
        most = fmin(most, (1 + thickness / 2) * across - moment);
    }
    return most - least;
}

/* Least thickness over the mean radius at which an arch of n voussoirs (odd) stands: the room is
 * concave in the thrust and grows with the thickness. */
static double least_thickness(int n)
{
    double low = 0.05, high = 0.2;
    for (int i = 0; i < 30; i++) {
        const double thickness = 0.5 * (low + high);
        double left = 0, right = 2 * thickness;
        for (int k = 0; k < 60; k++) {
            const double third = (right - left) / 3;
            if (room_for_thrust(n, thickness, left + third) <
                room_for_thrust(n, thickness, right - third))
                left += third;
            else
                right -= third;
        }
        if (room_for_thrust(n, thickness, left) >= 0)
            high = thickness;
        else
            low = thickness;
    }
    return high;
}

/* A body of the shape of one; `at`: its angle from the crown. */
static void add_voussoir(SnContactScene *scene, const Voussoir *v, double at)
{
    const double more = ARCH_KEPT / 2, place[3] = {v->centre * sin(at), 0, v->centre * cos(at)};
    const double turn[4] = {cos(at / 2), 0, sin(at / 2), 0};
    const double deep = ARCH_DEPTH * ARCH_DEPTH / 12, mass = 2000 * ARCH_DEPTH * v->mass;
    const double inertia[3] = {mass * (v->turn + deep), mass * (v->turn + v->breadth),
                               mass * (v->breadth + deep)};
    double corners[8][3];
    for (int i = 0; i < 8; i++) {
        const double half = more + (i & 2 ? v->outer : v->inner);
        sn_v3_set(i & 1 ? half : -half, i & 4 ? ARCH_DEPTH / 2 : -ARCH_DEPTH / 2,
                  (i & 2 ? v->high : v->low) - v->centre, corners[i]);
    }
    const int block = sn_build_body(scene->build, mass, inertia, place, turn);
    sn_convex_hull(8, (const double(*)[3])corners, 1e-9, sn_contact_scene_shape(scene, block));
}

/* How far the keystone has come down in `time` [s], and its speed then. */
static double arch_sinks(SnStepMethod method, double h, int n, double thickness, double time,
                         double *speed)
{
    const Voussoir v = voussoir(n, thickness);
    SnContactScene scene = sn_contact_scene_new(method, h);
    const SnContactRule rule = {.enabled = true, .friction = 0.8, .tolerance = ARCH_KEPT};
    sn_contact_scene_ground(&scene, 0);
    for (int i = 0; i < n; i++)
        add_voussoir(&scene, &v, (2 * i + 1) * v.half - M_PI / 2);
    SnTrial trial = sn_contact_scene_start_with(&scene, &rule, DOWN);
    const double high = sn_contact_scene_place(&trial, 1 + n / 2)[2];
    sn_trial_steps(&trial, (int)lround(time / h));
    *speed = 0;
    for (int i = 0; i < n; i++)
        *speed = fmax(*speed, sn_v3_norm(sn_contact_scene_velocity(&trial, 1 + i)));
    *speed = sn_contact_scene_good(&trial, *speed);
    const double sunk =
        sn_contact_scene_good(&trial, high - sn_contact_scene_place(&trial, 1 + n / 2)[2]);
    sn_trial_free(&trial);
    return sunk;
}

void sn_verify_arch(SnVerifySink *sink)
{
    static const int counts[] = {7, 15};
    const char *source = "no line of thrust fits below it (Heyman); Coulomb's friction 0.8";
    double speed;
    sn_verify_relative(sink, "C-arch-limit", least_thickness(801), 0.1075, 1e-3,
                       "Milankovitch: thickness over mean radius, joints everywhere");
    for (int i = 0; i < 2; i++) {
        const double least = least_thickness(counts[i]);
        char name[40];
        snprintf(name, sizeof name, "C-arch-%d-stands", counts[i]);
        arch_sinks(SN_STEP_BACKWARD_EULER, 2e-3, counts[i], 1.01 * least, 1, &speed);
        sn_verify_absolute(sink, name, speed, 0, 1e-6, "1 % above the limit of thickness");
        snprintf(name, sizeof name, "C-arch-%d-falls", counts[i]);
        const double sunk =
            arch_sinks(SN_STEP_BACKWARD_EULER, 2e-3, counts[i], 0.99 * least, 1, &speed);
        sn_verify_absolute(sink, name, sunk > 0.003, 1, 0.5, source);
    }
}

/* --- a wedge --- */

#define SQUEEZE 20.0 /* acceleration of the plates if nothing were between them [m/s2] */

/* A wedge of 1 kg between two plates of 1 kg on sliders that press on it; how fast it is driven out
 * after a quarter of a second [m/s]. */
static double wedge_speed(SnStepMethod method, double half_angle, double friction)
{
    const double t = tan(half_angle), size[3] = {0.1, 0.4, 0.3},
                 along[4] = {M_SQRT1_2, 0, M_SQRT1_2, 0};
    SnContactScene scene = sn_contact_scene_new(method, 5e-4);
    double corners[8][3];
    for (int i = 0; i < 8; i++) {
        const double z = i & 4 ? 0.1 : -0.1, half = 0.15 - z * t; /* it gets out upwards */
        sn_v3_set(i & 1 ? half : -half, i & 2 ? 0.05 : -0.05, z, corners[i]);
    }
    const double inertia[3] = {0.004, 0.004, 0.004};
    const int wedge = sn_build_body(scene.build, 1, inertia, ORIGIN, NULL);
    sn_convex_hull(8, (const double(*)[3])corners, 1e-9, sn_contact_scene_shape(&scene, wedge));
    for (int side = -1; side <= 1; side += 2) {
        /* a plate whose face leans like the wedge's */
        const double turn[4] = {cos(half_angle / 2), 0, -side * sin(half_angle / 2), 0};
        const double place[3] = {side * (0.15 + 0.05 / cos(half_angle)), 0, 0};
        const int plate = sn_contact_scene_box(&scene, size, place, turn);
        const double back[4] = {turn[0], 0, -turn[2], 0};
        double local[4];
        sn_q_mul(back, along, local);
        sn_build_joint(scene.build, &SN_JOINT_SLIDER,
                       sn_build_frame(scene.build, SN_BUILD_WORLD, place, along),
                       sn_build_frame(scene.build, plate, ORIGIN, local));
    }
    SnTrial trial = sn_contact_scene_start(&scene, friction, 0, ORIGIN);
    for (int i = 1; i <= 2; i++)
        trial.system->blocks[trial.system->contacts.shapes[i].block].gravity[0] =
            i == 1 ? SQUEEZE : -SQUEEZE;
    sn_trial_steps(&trial, 500);
    const double speed =
        sn_contact_scene_good(&trial, sn_v3_norm(sn_contact_scene_velocity(&trial, 0)));
    sn_trial_free(&trial);
    return speed;
}

void sn_verify_wedge(SnVerifySink *sink)
{
    static const double degrees[] = {5, 15, 30};
    for (int i = 0; i < 3; i++) {
        const double b = degrees[i] * M_PI / 180, mu = 0.9 * tan(b);
        char name[48];
        snprintf(name, sizeof name, "C-wedge-%g-holds", degrees[i]);
        sn_verify_absolute(sink, name, wedge_speed(SN_STEP_BACKWARD_EULER, b, 1.001 * tan(b)), 0,
                           1e-6, "self-locking from mu = tan b on");
        /* m z'' = 2 N (sin b - mu cos b), M x'' = M a - N (cos b + mu sin b), x = z tan b */
        const double push = 2 * (sin(b) - mu * cos(b));
        const double force = SQUEEZE / (push * tan(b) + cos(b) + mu * sin(b));
        snprintf(name, sizeof name, "C-wedge-%g-slips", degrees[i]);
        sn_verify_relative(sink, name, wedge_speed(SN_STEP_BACKWARD_EULER, b, mu),
                           0.25 * push * force, 1e-3, "principle of d'Alembert, mu = 0.9 tan b");
    }
}

/* --- at rest --- */

/* The largest speed of a block that lies still in its tenth second [m/s]. */
static double tremble(SnStepMethod method, double h, const double size[3], double degrees)
{
    const double angle = degrees * M_PI / 180, up[3] = {sin(angle), 0, cos(angle)};
    const double turn[4] = {cos(angle / 2), 0, sin(angle / 2), 0};
    SnContactScene scene = sn_contact_scene_new(method, h);
    double position[3], most = 0;
    sn_contact_scene_ground(&scene, angle);
    sn_v3_scale(0.5 * size[2], up, position);
    sn_contact_scene_box(&scene, size, position, turn);
    SnTrial trial = sn_contact_scene_start(&scene, 0.5, 0, DOWN);
    const int n = (int)lround(1 / h);
    sn_trial_steps(&trial, 9 * n);
    for (int i = 0; i < n; i++) {
        sn_trial_steps(&trial, 1);
        const double *u = sn_contact_scene_velocity(&trial, 1);
        most = fmax(most, fmax(sn_v3_norm(u), sn_v3_norm(u + 3) * sn_v3_norm(size)));
    }
    most = sn_contact_scene_good(&trial, most);
    sn_trial_free(&trial);
    return most;
}

void sn_verify_at_rest(SnVerifySink *sink)
{
    static const double flat[3] = {0.1, 0.2, 0.05}, tall[3] = {0.05, 0.05, 0.1};
    for (int i = 0; i < N_METHODS; i++) {
        char name[48];
        snprintf(name, sizeof name, "C-rest-%s", METHODS[i].name);
        sn_verify_absolute(sink, name, tremble(METHODS[i].method, 2e-3, flat, 0), 0, 1e-6,
                           "a block at rest has no jitter");
        snprintf(name, sizeof name, "C-rest-slope-%s", METHODS[i].name);
        sn_verify_absolute(sink, name, tremble(METHODS[i].method, 5e-3, tall, 20), 0, 1e-6,
                           "a block at rest has no jitter");
    }
}

/* --- what is conserved --- */

/* Minimal standard generator (Park and Miller 1988); -1 to 1. */
static double draw(uint64_t *seed)
{
    *seed = *seed * 16807 % 2147483647;
    return (double)*seed / 1073741823.5 - 1;
}

static double energy_of(const SnTrial *trial, double momentum[6])
{
    double energy[2];
    sn_audit(trial->system, trial->state, trial->work, energy, momentum);
    return energy[0] + energy[1];
}

/* Twelve balls and boxes that fly at each other: what their momentum misses in the end, over what
 * they had; by how much their energy grew at most in a step, over what it was at first. */
static double fly(SnStepMethod method, double restitution, double *growth)
{
    uint64_t seed = 20 + (uint64_t)(100 * restitution);
    double before[6], after[6], energy, last, first, sum = 0;
    SnContactScene scene = sn_contact_scene_new(method, 1e-3);
    for (int i = 0; i < 12; i++) {
        const double place[3] = {0.3 * (i % 3 - 1), 0.3 * (i / 3 % 2) - 0.15, 0.3 * (i / 6) - 0.15};
        const double size[3] = {0.1 + 0.05 * draw(&seed), 0.12, 0.1};
        double v[3], w[3];
        const int block = i % 2 ? sn_contact_scene_ball(&scene, 0.08, place)
                                : sn_contact_scene_box(&scene, size, place, NULL);
        for (int k = 0; k < 3; k++) {
            v[k] = draw(&seed) - 5 * place[k];
            w[k] = 5 * draw(&seed);
        }
        sum += sn_v3_norm(v);
        sn_build_velocity(scene.build, block, v, w);
    }
    SnTrial trial = sn_contact_scene_start(&scene, restitution < 1 ? 0.4 : 0, restitution, ORIGIN);
    first = energy_of(&trial, before);
    last = first;
    *growth = 0;
    for (int i = 0; i < 400; i++) {
        sn_trial_steps(&trial, 1);
        energy = energy_of(&trial, after);
        *growth = fmax(*growth, (energy - last) / first);
        last = energy;
    }
    *growth = sn_contact_scene_good(&trial, *growth);
    const double off = sn_contact_scene_good(&trial, sn_v3_distance(before, after) / sum);
    sn_trial_free(&trial);
    return off;
}

void sn_verify_conserved(SnVerifySink *sink)
{
    static const double restitutions[] = {0, 0.6, 1};
    for (int i = 0; i < N_METHODS; i++)
        for (int k = 0; k < 3; k++) {
            char name[64];
            double growth;
            const double off = fly(METHODS[i].method, restitutions[k], &growth);
            snprintf(name, sizeof name, "C-conserved-momentum-%s-%g", METHODS[i].name,
                     restitutions[k]);
            sn_verify_absolute(sink, name, off, 0, 1e-12, "conserved");
            snprintf(name, sizeof name, "C-conserved-energy-%s-%g", METHODS[i].name,
                     restitutions[k]);
            const bool turns = METHODS[i].method == SN_STEP_NEWTON_TRAPEZOIDAL;
            sn_verify_absolute(sink, name, growth, 0, turns ? 1e-5 : 1e-9,
                               turns ? "never grows but by what bodies turn in a step that lands"
                                     : "never grows");
        }
}

/* --- rolling and torsion --- */

/* A ball of radius 0.1 m that rolls or spins on the plane until it stops. */
static SnTrial resisted(SnStepMethod method, double h, const double v[3], const double w[3],
                        const SnContactRule *rule)
{
    SnContactScene scene = sn_contact_scene_new(method, h);
    sn_contact_scene_ground(&scene, 0);
    const int ball = sn_contact_scene_ball(&scene, 0.1, (double[3]){0, 0, 0.1 - 1e-5});
    sn_build_velocity(scene.build, ball, v, w);
    return sn_contact_scene_start_with(&scene, rule, DOWN);
}

/* Where a ball that rolls with 1 m/s stops, over v^2 / (2 a) with a = 5/7 lever g / r. */
static void verify_rolls(SnVerifySink *sink, int method)
{
    static const double levers[] = {2e-3, 1e-2};
    for (int i = 0; i < 2; i++) {
        const SnContactRule rule = {.enabled = true, .friction = 0.5, .rolling = levers[i]};
        const double a = 5.0 / 7 * levers[i] * SN_CONTACT_SCENE_GRAVITY / 0.1, h = 2e-4;
        SnTrial trial =
            resisted(METHODS[method].method, h, (double[3]){1, 0, 0}, (double[3]){0, 10, 0}, &rule);
        sn_trial_steps(&trial, (int)lround(1.2 / a / h));
        char name[64];
        snprintf(name, sizeof name, "C-resistance-rolls-%s-%g", METHODS[method].name, levers[i]);
        sn_verify_relative(sink, name,
                           sn_contact_scene_good(&trial, sn_contact_scene_place(&trial, 1)[0]),
                           0.5 / a, 1e-3, "stops after 7 r v^2 / (10 lever g)");
        snprintf(name, sizeof name, "C-resistance-stays-%s-%g", METHODS[method].name, levers[i]);
        sn_verify_absolute(
            sink, name,
            sn_contact_scene_good(&trial, sn_v3_norm(sn_contact_scene_velocity(&trial, 1))), 0,
            1e-6, "at rest");
        sn_trial_free(&trial);
    }
}

void sn_verify_resistance(SnVerifySink *sink)
{
    for (int i = 0; i < N_METHODS; i++)
        verify_rolls(sink, i);
    const SnContactRule rule = {.enabled = true, .friction = 0.5, .torsion = 1e-3};
    SnTrial trial = resisted(SN_STEP_BACKWARD_EULER, 2e-4, ORIGIN, (double[3]){0, 0, 10}, &rule);
    sn_trial_steps(&trial, 2500);
    sn_verify_relative(sink, "C-resistance-spins",
                       sn_contact_scene_good(&trial, sn_contact_scene_velocity(&trial, 1)[5]),
                       10 - 0.5 * 1e-3 * SN_CONTACT_SCENE_GRAVITY / (0.4 * 0.01), 1e-6,
                       "w - lever g t / (2/5 r^2)");
    sn_trial_free(&trial);
}
