/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contact of rigid bodies with friction. */
#include "engine/base/vec.h"
#include "engine/check/verify/contact_scene.h"
#include "engine/check/verify/verify_case.h"
#include "engine/sim/contact/contact.h"

#include <math.h>
#include <stdio.h>

static const double ORIGIN[3] = {0, 0, 0};
static const double DOWN[3] = {0, 0, -SN_CONTACT_SCENE_GRAVITY};

/* --- C1, C2 --- */

/* A cube on a slope, at rest: how far it goes along the slope in a second, and its speed then. */
static double slide(SnStepMethod method, double degrees, double friction, double *speed)
{
    const double angle = degrees * M_PI / 180, size[3] = {0.1, 0.1, 0.1};
    const double along[3] = {cos(angle), 0, -sin(angle)}, up[3] = {sin(angle), 0, cos(angle)};
    const double turn[4] = {cos(angle / 2), 0, sin(angle / 2), 0};
    SnContactScene scene = sn_contact_scene_new(method, 1e-3);
    double position[3], way[3];
    sn_contact_scene_ground(&scene, angle);
    sn_v3_scale(0.05 - 5e-6, up, position);
    sn_contact_scene_box(&scene, size, position, turn);
    SnTrial trial = sn_contact_scene_start(&scene, friction, 0, DOWN);
    sn_trial_steps(&trial, 1000);
    sn_v3_sub(sn_contact_scene_place(&trial, 1), position, way);
    *speed = sn_contact_scene_good(&trial, sn_v3_norm(sn_contact_scene_velocity(&trial, 1)));
    const double gone = sn_contact_scene_good(&trial, sn_v3_dot(way, along));
    sn_trial_free(&trial);
    return gone;
}

void sn_verify_incline(SnVerifySink *sink)
{
    const char *source = "Coulomb: sticks below atan(mu) = 26.565 deg";
    double speed;
    slide(SN_STEP_BACKWARD_EULER, 26.4, 0.5, &speed);
    sn_verify_absolute(sink, "C1-incline-creep", speed, 0, 1e-6, source);
    slide(SN_STEP_BACKWARD_EULER, 26.7, 0.5, &speed);
    const double beyond = 26.7 * M_PI / 180;
    sn_verify_relative(sink, "C1-incline-slips", speed,
                       SN_CONTACT_SCENE_GRAVITY * (sin(beyond) - 0.5 * cos(beyond)), 1e-3, source);
    double way = slide(SN_STEP_BACKWARD_EULER, 30, 0.5, &speed);
    sn_verify_relative(sink, "C1-incline-speed", speed, 0.6571453944, 1e-3, "g (sin - mu cos)");
    sn_verify_relative(sink, "C1-incline-way", way, 0.3285726972, 1.1e-3, "half a t^2 (+ h / 2)");
    way = slide(SN_STEP_TRAPEZOIDAL, 30, 0.5, &speed);
    sn_verify_relative(sink, "C1-incline-trapezoidal", way, 0.3285726972, 1e-3, "half a t^2");
    way = slide(SN_STEP_NEWTON_EULER, 30, 0.5, &speed);
    sn_verify_relative(sink, "C1-incline-newton", speed, 0.6571453944, 1e-3, "g (sin - mu cos)");
}

/* Slides until it stops. */
static void stopping(SnVerifySink *sink)
{
    const double size[3] = {0.2, 0.2, 0.05}, position[3] = {0, 0, 0.025}, v[3] = {3, 0, 0};
    const double h = 2e-4;
    SnContactScene scene = sn_contact_scene_new(SN_STEP_BACKWARD_EULER, h);
    sn_contact_scene_ground(&scene, 0);
    const int box = sn_contact_scene_box(&scene, size, position, NULL);
    sn_build_velocity(scene.build, box, v, ORIGIN);
    SnTrial trial = sn_contact_scene_start(&scene, 0.3, 0, DOWN);
    double stopped = NAN;
    for (int i = 1; i <= 6000; i++) {
        sn_trial_steps(&trial, 1);
        if (isnan(stopped) && sn_v3_norm(sn_contact_scene_velocity(&trial, 1)) < 1e-9)
            stopped = sn_contact_scene_good(&trial, h * i);
    }
    sn_verify_relative(sink, "C2-stop-time", stopped, 1.0193679918, 1e-3, "v / (mu g)");
    sn_verify_relative(sink, "C2-stop-way",
                       sn_contact_scene_good(&trial, sn_contact_scene_place(&trial, 1)[0]),
                       1.5290519876, 1e-3, "v^2 / (2 mu g)");
    sn_trial_free(&trial);
}

/* Whether a box twice as high as wide has fallen over on a rough slope. */
static double tipped(double degrees)
{
    const double angle = degrees * M_PI / 180, size[3] = {0.1, 0.1, 0.2};
    const double up[3] = {sin(angle), 0, cos(angle)};
    const double turn[4] = {cos(angle / 2), 0, sin(angle / 2), 0};
    SnContactScene scene = sn_contact_scene_new(SN_STEP_BACKWARD_EULER, 1e-3);
    double position[3];
    sn_contact_scene_ground(&scene, angle);
    sn_v3_scale(0.1 - 5e-6, up, position);
    sn_contact_scene_box(&scene, size, position, turn);
    SnTrial trial = sn_contact_scene_start(&scene, 2, 0, DOWN);
    sn_trial_steps(&trial, 4000);
    const double high =
        sn_contact_scene_good(&trial, sn_v3_dot(sn_contact_scene_place(&trial, 1), up));
    sn_trial_free(&trial);
    return high < 0.09;
}

static void tipping(SnVerifySink *sink)
{
    sn_verify_absolute(sink, "C2-tipping-below", tipped(26.4), 0, 0.5, "stands below 26.565 deg");
    sn_verify_absolute(sink, "C2-tipping-above", tipped(26.8), 1, 0.5, "falls above 26.565 deg");
}

void sn_verify_sliding(SnVerifySink *sink)
{
    stopping(sink);
    tipping(sink);
}

/* --- C3 --- */

static void thrown(SnVerifySink *sink)
{
    const double h = 1e-4, position[3] = {0, 0, 0.1}, v[3] = {5, 0, 0};
    SnContactScene scene = sn_contact_scene_new(SN_STEP_BACKWARD_EULER, h);
    sn_contact_scene_ground(&scene, 0);
    sn_build_velocity(scene.build, sn_contact_scene_ball(&scene, 0.1, position), v, ORIGIN);
    SnTrial trial = sn_contact_scene_start(&scene, 0.2, 0, DOWN);
    double rolls = NAN, way = NAN;
    for (int i = 1; i <= 10000; i++) {
        sn_trial_steps(&trial, 1);
        const double *u = sn_contact_scene_velocity(&trial, 1), spin = sn_v3_norm(u + 3);
        if (isnan(rolls) && fabs(u[0] - 0.1 * spin) < 1e-3) {
            rolls = sn_contact_scene_good(&trial, h * i);
            way = sn_contact_scene_place(&trial, 1)[0];
        }
    }
    sn_verify_relative(sink, "C3-rolls-from", rolls, 0.7281199942, 1e-3, "2 v / (7 mu g)");
    sn_verify_relative(sink, "C3-rolls-at", sn_contact_scene_good(&trial, way), 3.1205142608, 1e-3,
                       "12 v^2 / (49 mu g)");
    sn_verify_relative(sink, "C3-rolls-speed",
                       sn_contact_scene_good(&trial, sn_contact_scene_velocity(&trial, 1)[0]),
                       3.5714285714, 1e-3, "5 v / 7");
    sn_trial_free(&trial);
}

/* Acceleration of a ball down a slope of 30 degrees. */
static double roll_down(double friction)
{
    const double angle = M_PI / 6, up[3] = {sin(angle), 0, cos(angle)};
    SnContactScene scene = sn_contact_scene_new(SN_STEP_BACKWARD_EULER, 1e-3);
    double position[3];
    sn_contact_scene_ground(&scene, angle);
    sn_v3_scale(0.1, up, position);
    sn_contact_scene_ball(&scene, 0.1, position);
    SnTrial trial = sn_contact_scene_start(&scene, friction, 0, DOWN);
    sn_trial_steps(&trial, 1000);
    const double speed =
        sn_contact_scene_good(&trial, sn_v3_norm(sn_contact_scene_velocity(&trial, 1)));
    sn_trial_free(&trial);
    return speed;
}

void sn_verify_rolling(SnVerifySink *sink)
{
    thrown(sink);
    sn_verify_relative(sink, "C3-rolls-down", roll_down(0.17), 3.5035714286, 1e-3,
                       "5/7 g sin, mu >= 0.16496");
    sn_verify_relative(sink, "C3-slips-down", roll_down(0.1),
                       SN_CONTACT_SCENE_GRAVITY * (0.5 - 0.1 * cos(M_PI / 6)), 1e-3,
                       "g (sin - mu cos)");
}

/* --- C5, C6 --- */

void sn_verify_impact(SnVerifySink *sink)
{
    const double h = 1e-4, radius = 0.1, position[3] = {0, 0, 1 + radius};
    SnContactScene scene = sn_contact_scene_new(SN_STEP_TRAPEZOIDAL, h);
    sn_contact_scene_ground(&scene, 0);
    sn_contact_scene_ball(&scene, radius, position);
    SnTrial trial = sn_contact_scene_start(&scene, 0.3, 0.5, DOWN);
    double impact = NAN, apex = 0, before = 0;
    int bounces = 0;
    for (int i = 1; i <= 16000; i++) {
        sn_trial_steps(&trial, 1);
        const double rate = sn_contact_scene_velocity(&trial, 1)[2];
        if (rate > 0 && before < 0 && bounces++ == 0)
            impact = sn_contact_scene_good(&trial, h * i);
        apex = bounces == 3 ? fmax(apex, sn_contact_scene_place(&trial, 1)[2] - radius) : apex;
        before = rate;
    }
    sn_verify_relative(sink, "C5-contact-impact", impact, 0.4515236410, 1e-3, "sqrt(2 h / g)");
    sn_verify_relative(sink, "C5-contact-third-apex", sn_contact_scene_good(&trial, apex), 0.015625,
                       5e-3, "h e^6");
    sn_verify_absolute(
        sink, "C5-contact-rest",
        sn_contact_scene_good(&trial, sn_v3_norm(sn_contact_scene_velocity(&trial, 1))), 0, 1e-6,
        "at rest after 1.355 s");
    sn_trial_free(&trial);
}

/* Boxes on each other: velocity and drift after ten seconds, and forces between them. */
static void stack(SnVerifySink *sink, int n, bool forces)
{
    const double size[3] = {0.1, 0.1, 0.1};
    SnContactScene scene = sn_contact_scene_new(SN_STEP_BACKWARD_EULER, 2e-3);
    sn_contact_scene_ground(&scene, 0);
    for (int i = 0; i < n; i++)
        sn_contact_scene_box(&scene, size, (double[3]){0, 0, 0.05 + (0.1 - 5e-6) * i}, NULL);
    SnTrial trial = sn_contact_scene_start(&scene, 0.5, 0, DOWN);
    sn_trial_steps(&trial, 100);
    double first[64][3], drift = 0, speed = 0, force[64] = {0};
    for (int i = 0; i < n; i++)
        sn_v3_copy(sn_contact_scene_place(&trial, i + 1), first[i]);
    sn_trial_steps(&trial, 4900);
    for (int i = 0; i < n; i++) {
        drift = fmax(drift, sn_v3_distance(sn_contact_scene_place(&trial, i + 1), first[i]));
        speed = fmax(speed, sn_v3_norm(sn_contact_scene_velocity(&trial, i + 1)));
    }
    for (int i = 0; i < sn_contacts_count(trial.system, trial.state); i++) {
        const double *record = sn_contact_record(trial.system, trial.state, i);
        force[sn_contact_first(sn_contact_record_feature(record))] +=
            record[SN_CONTACT_NORMAL_FORCE];
    }
    char name[40];
    snprintf(name, sizeof name, "C5-boxes-%d-drift", n);
    sn_verify_absolute(sink, name, sn_contact_scene_good(&trial, drift), 0, 1e-4, "rest for 10 s");
    snprintf(name, sizeof name, "C5-boxes-%d-speed", n);
    sn_verify_absolute(sink, name, sn_contact_scene_good(&trial, speed), 0, 1e-6, "rest for 10 s");
    for (int i = 0; i < n && forces; i++) {
        snprintf(name, sizeof name, "C5-boxes-%d-force-%d", n, i + 1);
        sn_verify_relative(sink, name, sn_contact_scene_good(&trial, force[i]),
                           SN_CONTACT_SCENE_GRAVITY * (n - i), 1e-3, "weight above");
    }
    sn_trial_free(&trial);
}

void sn_verify_stack(SnVerifySink *sink)
{
    stack(sink, 5, true);
    stack(sink, 20, false);
}

/* Three balls that touch, the first comes with 1 m/s; and with gaps between them. */
void sn_verify_cradle(SnVerifySink *sink)
{
    const double v[3] = {1, 0, 0};
    for (int gaps = 0; gaps < 2; gaps++) {
        SnContactScene scene = sn_contact_scene_new(SN_STEP_BACKWARD_EULER, 1e-3);
        for (int i = 0; i < 3; i++) {
            const double x = 0.2 * i + (i == 0 ? -0.1 : 0) + 0.01 * gaps * i;
            const int ball =
                sn_contact_scene_ball(&scene, 0.1, (double[3]){x - (gaps ? 0 : 1e-5 * i), 0, 0});
            if (i == 0)
                sn_build_velocity(scene.build, ball, v, ORIGIN);
        }
        SnTrial trial = sn_contact_scene_start(&scene, 0, 1, ORIGIN);
        sn_trial_steps(&trial, 400);
        double momentum = 0, energy = 0;
        for (int i = 0; i < 3; i++) {
            const double u = sn_contact_scene_velocity(&trial, i)[0];
            const double expected = gaps ? (i == 2) : i == 0 ? -1.0 / 3 : 2.0 / 3;
            char name[40];
            snprintf(name, sizeof name, "C6-cradle-%s-%d", gaps ? "apart" : "touching", i + 1);
            sn_verify_absolute(sink, name, sn_contact_scene_good(&trial, u), expected, 1e-9,
                               gaps ? "one impact after the other"
                                    : "one Newton problem for all: (-1/3, 2/3, 2/3)");
            momentum += u;
            energy += 0.5 * u * u;
        }
        sn_verify_absolute(sink, gaps ? "C6-cradle-apart-momentum" : "C6-cradle-touching-momentum",
                           sn_contact_scene_good(&trial, momentum), 1, 1e-12, "conserved");
        sn_verify_absolute(sink, gaps ? "C6-cradle-apart-energy" : "C6-cradle-touching-energy",
                           sn_contact_scene_good(&trial, energy), 0.5, 1e-9, "conserved");
        sn_trial_free(&trial);
    }
}

/* A ball that goes five times its size in a step, at a thin plate. */
void sn_verify_thin_plate(SnVerifySink *sink)
{
    const double size[3] = {0.5, 0.5, 0.001}, unit[3] = {1, 1, 1}, v[3] = {0, 0, -100};
    SnContactScene scene = sn_contact_scene_new(SN_STEP_BACKWARD_EULER, 1e-3);
    const int plate = sn_build_body(scene.build, 1, unit, ORIGIN, NULL);
    sn_build_fix(scene.build, plate);
    sn_convex_box(size, sn_contact_scene_shape(&scene, plate));
    const int ball = sn_contact_scene_ball(&scene, 0.01, (double[3]){0.01, 0.02, 1.03});
    sn_build_velocity(scene.build, ball, v, ORIGIN);
    SnTrial trial = sn_contact_scene_start(&scene, 0.3, 0, DOWN);
    sn_trial_steps(&trial, 100);
    sn_verify_absolute(sink, "C-thin-plate",
                       sn_contact_scene_good(&trial, sn_contact_scene_place(&trial, 1)[2]), 0.0105,
                       1e-5, "rests on it");
    sn_trial_free(&trial);
}
