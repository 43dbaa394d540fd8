/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cylinders as they are: they roll on their side, stand, tip over, and a coin turns on its rim. */
#include "engine/base/vec.h"
#include "engine/check/verify/contact_scene.h"
#include "engine/check/verify/verify_case.h"

#include <math.h>
#include <stdio.h>

#define RADIUS 0.05 /* [m] */
#define KEPT   1e-9 /* overlap [m] */

static const double ORIGIN[3] = {0, 0, 0};

static const struct {
    SnStepMethod method;
    const char *name;
} METHODS[] = {{SN_STEP_BACKWARD_EULER, "euler"},
               {SN_STEP_TRAPEZOIDAL, "trapezoidal"},
               {SN_STEP_SYMPLECTIC_EULER, "symplectic"},
               {SN_STEP_NEWTON_EULER, "newton"},
               {SN_STEP_NEWTON_TRAPEZOIDAL, "newton-trapezoidal"}};
#define N_METHODS ((int)(sizeof METHODS / sizeof *METHODS))

/* Gravity on level ground that falls towards +x by an angle [rad]. */
static void set_gravity(double angle, double gravity[3])
{
    sn_v3_set(SN_CONTACT_SCENE_GRAVITY * sin(angle), 0, -SN_CONTACT_SCENE_GRAVITY * cos(angle),
              gravity);
}

/* What the cylinder of 1 kg is on: the plane, or (on_box) a box below it. */
static void add_ground(SnContactScene *scene, bool on_box)
{
    if (!on_box) {
        sn_contact_scene_ground(scene, 0);
        return;
    }
    const double size[3] = {4, 1, 0.2};
    sn_build_fix(scene->build, sn_contact_scene_box(scene, size, (double[3]){1, 0, -0.1}, NULL));
}

static int add_cylinder(SnContactScene *scene, double length, const double place[3],
                        const double turn[4])
{
    const double across = (3 * RADIUS * RADIUS + length * length) / 12;
    const double inertia[3] = {across, across, RADIUS * RADIUS / 2};
    const int block = sn_build_body(scene->build, 1, inertia, place, turn);
    sn_convex_cylinder(RADIUS, length, sn_contact_scene_shape(scene, block));
    return block;
}

static const double LYING[4] = {M_SQRT1_2, M_SQRT1_2, 0, 0}; /* along y */

/* Down a slope from rest, and on the level: speed after a second; how far the axis left its
 * height. */
static double roll(SnStepMethod method, bool on_box, double degrees, double speed, double *rise)
{
    double gravity[3];
    SnContactScene scene = sn_contact_scene_new(method, 1e-3);
    add_ground(&scene, on_box);
    const int block = add_cylinder(&scene, 0.2, (double[3]){0, 0, RADIUS - KEPT}, LYING);
    sn_build_velocity(scene.build, block, (double[3]){speed, 0, 0},
                      (double[3]){0, 0, -speed / RADIUS});
    set_gravity(degrees * M_PI / 180, gravity);
    SnTrial trial = sn_contact_scene_start_with(
        &scene, &(SnContactRule){.enabled = true, .friction = 0.5, .tolerance = KEPT}, gravity);
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int i = 0; i < 1000; i++) {
        sn_trial_steps(&trial, 1);
        low = fmin(low, sn_contact_scene_place(&trial, 1)[2]);
        high = fmax(high, sn_contact_scene_place(&trial, 1)[2]);
    }
    *rise = sn_contact_scene_good(&trial, high - low);
    const double gone = sn_contact_scene_good(&trial, sn_contact_scene_velocity(&trial, 1)[0]);
    sn_trial_free(&trial);
    return gone;
}

static void verify_rolls(SnVerifySink *sink, int method)
{
    char name[80];
    double rise;
    const bool newton = METHODS[method].method == SN_STEP_NEWTON_EULER ||
                        METHODS[method].method == SN_STEP_NEWTON_TRAPEZOIDAL;
    for (int on_box = 0; on_box < 2; on_box++) {
        const char *on = on_box ? "box" : "plane";
        const double down = roll(METHODS[method].method, on_box, 10, 0, &rise);
        snprintf(name, sizeof name, "C-cylinder-rolls-%s-%s", on, METHODS[method].name);
        sn_verify_relative(sink, name, down, 2.0 / 3 * SN_CONTACT_SCENE_GRAVITY * sin(M_PI / 18),
                           newton ? 2e-4 : 1e-6, "2/3 g sin t");
        const double level = roll(METHODS[method].method, on_box, 0, 1, &rise);
        snprintf(name, sizeof name, "C-cylinder-keeps-%s-%s", on, METHODS[method].name);
        sn_verify_relative(sink, name, level, 1, 1e-6, "rolls on");
        snprintf(name, sizeof name, "C-cylinder-level-%s-%s", on, METHODS[method].name);
        sn_verify_absolute(sink, name, rise, 0, 1e-6, "does not rattle, as a prism would");
    }
}

/* Stands on a rough slope: how far its axis has turned from upright in a second [rad]. */
static double stand(SnStepMethod method, bool on_box, double degrees)
{
    double gravity[3], rotation[9];
    const double length = 0.2;
    SnContactScene scene = sn_contact_scene_new(method, 2e-3);
    add_ground(&scene, on_box);
    add_cylinder(&scene, length, (double[3]){0, 0, length / 2 - 1e-5}, NULL);
    set_gravity(degrees * M_PI / 180, gravity);
    SnTrial trial = sn_contact_scene_start(&scene, 1, 0, gravity);
    sn_trial_steps(&trial, 500);
    sn_q_to_m3(sn_contact_scene_place(&trial, 1) + 3, rotation);
    const double tilt = sn_contact_scene_good(&trial, hypot(rotation[2], rotation[5]));
    sn_trial_free(&trial);
    return tilt;
}

/* --- a coin --- */

/* A thin coin that turns on its rim with its centre at rest, inclined by an angle to the ground: by
 * how much it has gone around when it should have once, over one turn. */
static double turn_coin(double h, double inclined)
{
    const double thin = 1e-4 * RADIUS;
    const double rate = sqrt(4 * SN_CONTACT_SCENE_GRAVITY / (RADIUS * sin(inclined)));
    const double turn[4] = {cos(inclined / 2), 0, sin(inclined / 2), 0}; /* lowest towards +x */
    const double height = RADIUS * sin(inclined) + thin / 2 * cos(inclined) - 5e-6;
    SnContactScene scene = sn_contact_scene_new(SN_STEP_TRAPEZOIDAL, h);
    add_ground(&scene, false);
    const int block = add_cylinder(&scene, thin, (double[3]){0, 0, height}, turn);
    /* about the diameter through the lowest point, body axes */
    sn_build_velocity(scene.build, block, ORIGIN, (double[3]){-rate * sin(inclined), 0, 0});
    SnTrial trial = sn_contact_scene_start(&scene, 1, 0, (double[3]){0, 0, -9.81});
    double last = 0, sum = 0, rotation[9];
    for (int i = 0; i < (int)lround(2 * M_PI / rate / h); i++) {
        sn_trial_steps(&trial, 1);
        sn_q_to_m3(sn_contact_scene_place(&trial, 1) + 3, rotation);
        const double angle = atan2(rotation[5], rotation[2]);
        sum += remainder(angle - last, 2 * M_PI);
        last = angle;
    }
    const double turned = sn_contact_scene_good(&trial, fabs(sum) / (2 * M_PI));
    sn_trial_free(&trial);
    return turned;
}

void sn_verify_cylinder(SnVerifySink *sink)
{
    char name[80];
    const double limit = atan(2 * RADIUS / 0.2) * 180 / M_PI;
    for (int i = 0; i < N_METHODS; i++)
        verify_rolls(sink, i);
    for (int i = 0; i < N_METHODS; i++)
        for (int on_box = 0; on_box < 2; on_box++) {
            const char *on = on_box ? "box" : "plane";
            snprintf(name, sizeof name, "C-cylinder-stands-%s-%s", on, METHODS[i].name);
            sn_verify_absolute(sink, name, stand(METHODS[i].method, on_box, 0.98 * limit), 0, 1e-3,
                               "stands below atan(2 r / l)");
            snprintf(name, sizeof name, "C-cylinder-tips-%s-%s", on, METHODS[i].name);
            if (METHODS[i].method != SN_STEP_NEWTON_TRAPEZOIDAL) /* which refuses what tips */
                sn_verify_absolute(sink, name, stand(METHODS[i].method, on_box, 1.05 * limit) > 0.1,
                                   1, 0, "tips beyond");
        }
    sn_verify_relative(sink, "C-cylinder-coin", turn_coin(1e-4, 0.5), 1, 1e-2,
                       "on its rim, centre at rest: Omega^2 = 4 g / (r sin a) (Moffatt 2000)");
}
