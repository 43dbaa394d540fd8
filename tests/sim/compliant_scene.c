/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/sim/compliant_scene.h"

#include "engine/sim/contact/compliant_anchor.h"
#include "engine/sim/solve/solve.h"

#include <math.h>

const double SCENE_DOWN[3] = {0, 0, -9.81}, SCENE_NONE[3] = {0, 0, 0};

SnContactRule *scene_add_rule(SnBuild *build, SnContactMethod method)
{
    const SnContactRule rule = {
        .enabled = true,
        .friction = 0.3,
        .method = method,
        .compliant = {
            .modulus = 1e6, .poisson = 0.3, .thickness = 0.01, .transition_velocity = 0.01}};
    return sn_build_contact_rule(build, &rule);
}

void scene_add_pair(SnBuild *build, SnCompliantPair pair)
{
    SnCompliantContacts *contacts = sn_compliant_contacts(build->system);
    *(SnCompliantPair *)SN_BUILD_GROW(contacts->pairs, contacts->n++) = pair;
}

int scene_add_ground(SnBuild *build)
{
    const int block = sn_build_body(build, 1, (double[3]){1, 1, 1}, SCENE_NONE, NULL);
    sn_build_fix(build, block);
    sn_convex_half_space(&sn_build_contact_shape(build, block)->convex);
    return block;
}

int scene_add_ball(SnBuild *build, double radius, const double position[3], const double v[3])
{
    const double i = 0.4 * radius * radius;
    const int block = sn_build_body(build, 1, (double[3]){i, i, i}, position, NULL);
    sn_build_velocity(build, block, v, SCENE_NONE);
    sn_convex_sphere(radius, &sn_build_contact_shape(build, block)->convex);
    return block;
}

double scene_height(const SnTrial *t)
{
    return sn_state_q_const(t->state)[t->system->blocks[t->system->contacts.shapes[1].block].q + 2];
}

double scene_rate(const SnTrial *t)
{
    return sn_state_u_const(t->state)[t->system->blocks[t->system->contacts.shapes[1].block].u + 2];
}

double *scene_place(const SnTrial *t)
{
    return sn_state_q(t->state) + t->system->blocks[t->system->contacts.shapes[1].block].q;
}

double scene_push_to(SnTrial *t, double x)
{
    scene_place(t)[0] = x;
    sn_kinematics(t->system, sn_state_q(t->state), sn_state_u(t->state), t->work);
    sn_anchors_remember(t->system, t->state, t->work);
    sn_forces(t->system, t->system->inputs.base, t->state, t->work, false, 0, 0);
    return fabs(sn_compliant_sums(t->system, t->work, 0)->force[0]);
}
