/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/check/verify/contact_scene.h"

#include "engine/check/build/build_contact.h"

#include <math.h>

static const double ORIGIN[3] = {0, 0, 0};

SnContactScene sn_contact_scene_new(SnStepMethod method, double h)
{
    return (SnContactScene){.build = sn_build_new(method, h)};
}

SnConvex *sn_contact_scene_shape(SnContactScene *scene, int block)
{
    return &sn_build_contact_shape(scene->build, block)->convex;
}

int sn_contact_scene_box(SnContactScene *scene, const double size[3], const double position[3],
                         const double orientation[4])
{
    const double xx = size[0] * size[0], yy = size[1] * size[1], zz = size[2] * size[2];
    const double inertia[3] = {(yy + zz) / 12, (xx + zz) / 12, (xx + yy) / 12};
    const int block = sn_build_body(scene->build, 1, inertia, position, orientation);
    sn_convex_box(size, sn_contact_scene_shape(scene, block));
    return block;
}

int sn_contact_scene_ball(SnContactScene *scene, double radius, const double position[3])
{
    const double i = 0.4 * radius * radius, inertia[3] = {i, i, i};
    const int block = sn_build_body(scene->build, 1, inertia, position, NULL);
    sn_convex_sphere(radius, sn_contact_scene_shape(scene, block));
    return block;
}

void sn_contact_scene_ground(SnContactScene *scene, double angle)
{
    const double unit[3] = {1, 1, 1}, turn[4] = {cos(angle / 2), 0, sin(angle / 2), 0};
    const int block = sn_build_body(scene->build, 1, unit, ORIGIN, turn);
    sn_build_fix(scene->build, block);
    sn_convex_half_space(sn_contact_scene_shape(scene, block));
}

SnTrial sn_contact_scene_start_with(SnContactScene *scene, const SnContactRule *rule,
                                    const double gravity[3])
{
    sn_build_contact_rule(scene->build, rule);
    return sn_trial_new(sn_build_finish(scene->build, gravity), SN_LINSOLVE_AUTO);
}

SnTrial sn_contact_scene_start(SnContactScene *scene, double friction, double restitution,
                               const double gravity[3])
{
    const SnContactRule rule = {.enabled = true, .friction = friction, .restitution = restitution};
    return sn_contact_scene_start_with(scene, &rule, gravity);
}

static const SnBlock *block_of(const SnTrial *trial, int i)
{
    return &trial->system->blocks[trial->system->contacts.shapes[i].block];
}

const double *sn_contact_scene_place(const SnTrial *trial, int i)
{
    return sn_state_q_const(trial->state) + block_of(trial, i)->q;
}

const double *sn_contact_scene_velocity(const SnTrial *trial, int i)
{
    return sn_state_u_const(trial->state) + block_of(trial, i)->u;
}

double sn_contact_scene_good(const SnTrial *trial, double value)
{
    return trial->fault.code == SN_FAULT_NONE ? value : (double)NAN;
}
