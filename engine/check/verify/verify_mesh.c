/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rigid bodies that are not convex and touch as they are: a groove, rings that fly at each other.
 */
#include "engine/base/vec.h"
#include "engine/check/build/build_contact.h"
#include "engine/check/verify/contact_scene.h"
#include "engine/check/verify/verify_case.h"
#include "engine/sim/contact/contact.h"

#include <math.h>
#include <stdio.h>

static const double ORIGIN[3] = {0, 0, 0};

static const struct {
    SnStepMethod method;
    const char *name;
} METHODS[] = {{SN_STEP_BACKWARD_EULER, "euler"},
               {SN_STEP_TRAPEZOIDAL, "trapezoidal"},
               {SN_STEP_NEWTON_EULER, "newton"}};
#define N_METHODS ((int)(sizeof METHODS / sizeof *METHODS))

/* --- a groove --- */

/* A block along x, fixed, with a groove of a right angle whose bottom is at the origin. */
static void add_groove(SnContactScene *scene)
{
    static const double section[5][2] = {
        {0, 0}, {-0.2, 0.2}, {-0.2, -0.1}, {0.2, -0.1}, {0.2, 0.2}};
    double x[10][3];
    int32_t triangles[16][3];
    int n = 0;
    for (int i = 0; i < 10; i++)
        sn_v3_set(i < 5 ? -0.5 : 2.5, section[i % 5][0], section[i % 5][1], x[i]);
    for (int i = 1; i < 4; i++) { /* the ends, seen from the bottom of the groove */
        const int32_t near[3] = {0, i + 1, i}, far[3] = {5, 5 + i, 6 + i};
        for (int k = 0; k < 3; k++) {
            triangles[n][k] = near[k];
            triangles[n + 1][k] = far[k];
        }
        n += 2;
    }
    for (int i = 0; i < 5; i++) {
        const int32_t j = (i + 1) % 5, side[2][3] = {{i, j, j + 5}, {i, j + 5, i + 5}};
        for (int t = 0; t < 2; t++, n++)
            for (int k = 0; k < 3; k++)
                triangles[n][k] = side[t][k];
    }
    const int block = sn_build_body(scene->build, 1, (double[3]){1, 1, 1}, ORIGIN, NULL);
    sn_build_fix(scene->build, block);
    sn_build_contact_mesh(scene->build, block, 10, &x[0][0], n, &triangles[0][0]);
}

/* Gravity down the groove by an angle [rad]. */
static void set_gravity(double angle, double gravity[3])
{
    sn_v3_set(SN_CONTACT_SCENE_GRAVITY * sin(angle), 0, -SN_CONTACT_SCENE_GRAVITY * cos(angle),
              gravity);
}

static SnTrial ball_in_groove(SnStepMethod method, double angle, double friction)
{
    SnContactScene scene = sn_contact_scene_new(method, 1e-3);
    double gravity[3];
    set_gravity(angle, gravity);
    add_groove(&scene);
    sn_contact_scene_ball(&scene, 0.1, (double[3]){0, 0, 0.1 * M_SQRT2 + 1.5e-5});
    return sn_contact_scene_start(&scene, friction, 0, gravity);
}

/* A cube on one of its edges, both faces on the groove's. */
static SnTrial cube_in_groove(SnStepMethod method, double angle, double friction)
{
    const double size[3] = {0.1, 0.1, 0.1}, turn[4] = {cos(M_PI / 8), sin(M_PI / 8), 0, 0};
    SnContactScene scene = sn_contact_scene_new(method, 1e-3);
    double gravity[3];
    set_gravity(angle, gravity);
    add_groove(&scene);
    sn_contact_scene_box(&scene, size, (double[3]){0, 0, 0.05 * M_SQRT2 + 1.5e-5}, turn);
    return sn_contact_scene_start(&scene, friction, 0, gravity);
}

static double speed_of(const SnTrial *trial)
{
    return sn_contact_scene_good(trial, sn_v3_norm(sn_contact_scene_velocity(trial, 1)));
}

static double sum_of_forces(const SnTrial *trial)
{
    double sum = 0;
    for (int i = 0; i < sn_contacts_count(trial->system, trial->state); i++)
        sum += sn_contact_record(trial->system, trial->state, i)[SN_CONTACT_NORMAL_FORCE];
    return sn_contact_scene_good(trial, sum);
}

static void verify_groove(SnVerifySink *sink, int method)
{
    const double g = SN_CONTACT_SCENE_GRAVITY, angle = 0.3, friction = 0.15;
    char name[64];
    SnTrial trial = ball_in_groove(METHODS[method].method, 0, 0);
    sn_trial_steps(&trial, 500);
    snprintf(name, sizeof name, "C-mesh-groove-force-%s", METHODS[method].name);
    sn_verify_relative(sink, name, sum_of_forces(&trial), g * M_SQRT2, 1e-9,
                       "sum over both walls, m g / sin 45");
    snprintf(name, sizeof name, "C-mesh-groove-rests-%s", METHODS[method].name);
    sn_verify_absolute(sink, name, speed_of(&trial), 0, 1e-6, "at rest");
    sn_trial_free(&trial);
    trial = ball_in_groove(METHODS[method].method, angle, 0.5);
    sn_trial_steps(&trial, 500);
    snprintf(name, sizeof name, "C-mesh-groove-rolls-%s", METHODS[method].name);
    sn_verify_relative(sink, name, speed_of(&trial), 0.5 * g * sin(angle) / 1.8, 2e-3,
                       "rolls on the radius r / sqrt 2: g sin / (1 + 4/5)");
    sn_trial_free(&trial);
    trial = cube_in_groove(METHODS[method].method, angle, friction);
    sn_trial_steps(&trial, 500);
    snprintf(name, sizeof name, "C-mesh-groove-slides-%s", METHODS[method].name);
    sn_verify_relative(sink, name, speed_of(&trial),
                       0.5 * g * (sin(angle) - M_SQRT2 * friction * cos(angle)), 2e-3,
                       "a wedge's friction: g (sin - mu sqrt 2 cos)");
    sn_trial_free(&trial);
    trial = cube_in_groove(METHODS[method].method, angle, 0.25);
    sn_trial_steps(&trial, 500);
    snprintf(name, sizeof name, "C-mesh-groove-sticks-%s", METHODS[method].name);
    sn_verify_absolute(sink, name, speed_of(&trial), 0, 1e-6, "sticks below atan(mu sqrt 2)");
    sn_trial_free(&trial);
}

/* --- rings --- */

enum { AROUND = 12, TUBE = 6, N_RINGS = 5 };

static int add_ring(SnContactScene *scene, const double position[3], const double turn[4])
{
    static double x[AROUND * TUBE][3];
    static int32_t triangles[2 * AROUND * TUBE][3];
    const double radius = 0.1, tube = 0.03;
    int n = 0;
    for (int i = 0; i < AROUND; i++)
        for (int k = 0; k < TUBE; k++) {
            const double a = 2 * M_PI * i / AROUND, b = 2 * M_PI * k / TUBE;
            const int next = (i + 1) % AROUND, up = (k + 1) % TUBE;
            const int32_t corner[4] = {i * TUBE + k, next * TUBE + k, next * TUBE + up,
                                       i * TUBE + up};
            sn_v3_set((radius + tube * cos(b)) * cos(a), (radius + tube * cos(b)) * sin(a),
                      tube * sin(b), x[i * TUBE + k]);
            for (int t = 0; t < 2; t++, n++)
                for (int c = 0; c < 3; c++)
                    triangles[n][c] = corner[c == 0 ? 0 : t + c];
        }
    const int block = sn_build_body(scene->build, 1, (double[3]){6e-3, 6e-3, 1e-2}, position, turn);
    sn_build_contact_mesh(scene->build, block, AROUND * TUBE, &x[0][0], n, &triangles[0][0]);
    return block;
}

/* Rings that fly at each other: what their momentum misses in the end, over what they had; largest
 * growth of their energy in a step, over the first. */
static double fly(SnStepMethod method, double *growth)
{
    double before[6], after[6], energy[2], last = 0, first = 0, sum = 0;
    SnContactScene scene = sn_contact_scene_new(method, 2e-3);
    for (int i = 0; i < N_RINGS; i++) {
        const double angle = 1.3 * i, place[3] = {0.32 * cos(angle), 0.32 * sin(angle), 0.12 * i};
        const double turn[4] = {cos(angle), sin(angle) * 0.6, 0, sin(angle) * 0.8};
        const double v[3] = {-4 * place[0], -4 * place[1], 0.9 - 3 * place[2]};
        const int block = add_ring(&scene, place, turn);
        sn_build_velocity(scene.build, block, v, (double[3]){3, -2, 1 + i});
        sum += sn_v3_norm(v);
    }
    SnTrial trial = sn_contact_scene_start(&scene, 0.4, 0, ORIGIN);
    *growth = 0;
    for (int i = 0; i <= 250; i++) {
        if (i > 0)
            sn_trial_steps(&trial, 1);
        sn_audit(trial.system, trial.state, trial.work, energy, i == 0 ? before : after);
        if (i == 0)
            first = energy[0] + energy[1];
        else
            *growth = fmax(*growth, (energy[0] + energy[1] - last) / first);
        last = energy[0] + energy[1];
    }
    *growth = last < 0.9 * first ? sn_contact_scene_good(&trial, *growth) : (double)NAN;
    const double off = sn_contact_scene_good(&trial, sn_v3_distance(before, after) / sum);
    sn_trial_free(&trial);
    return off;
}

void sn_verify_mesh_contact(SnVerifySink *sink)
{
    for (int i = 0; i < N_METHODS; i++)
        verify_groove(sink, i);
    double growth;
    const double off = fly(SN_STEP_BACKWARD_EULER, &growth);
    sn_verify_absolute(sink, "C-mesh-rings-momentum", off, 0, 1e-12, "conserved");
    sn_verify_absolute(sink, "C-mesh-rings-energy", growth, 0, 1e-9, "never grows");
}
