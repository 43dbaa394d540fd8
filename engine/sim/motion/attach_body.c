/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a body carries rigidly: points and other bodies. */
#include "engine/base/vec.h"
#include "engine/sim/motion/attachment_class.h"
#include "engine/sim/motion/force_tools.h"

/* Velocity of a point at `local` of a body, and its position. */
static void carry_point(const double *mq, const double *mu, const double local[3], double x[3],
                        double v[3])
{
    double turn[3];
    sn_pose_point(mq, mq + 3, local, x);
    sn_v3_cross(mu + 3, local, turn);
    sn_q_rotate(mq + 3, turn, turn);
    sn_v3_add(mu, turn, v);
}

static void follow_point(const SnSystem *system, const SnSystemAttachment *a, double *q, double *u)
{
    const SnBlock *slave = &system->blocks[a->block], *master = sn_attachment_master(system, a, 0);
    carry_point(q + master->q, u + master->u, a->local, q + slave->q, u + slave->u);
}

static void follow_body(const SnSystem *system, const SnSystemAttachment *a, double *q, double *u)
{
    const SnBlock *slave = &system->blocks[a->block], *master = sn_attachment_master(system, a, 0);
    double orientation[4];
    carry_point(q + master->q, u + master->u, a->local, q + slave->q, u + slave->u);
    sn_q_mul(q + master->q + 3, a->orientation, orientation);
    sn_q_normalize(orientation);
    sn_quaternion_near(q + slave->q + 3, orientation);
    sn_q_unrotate(a->orientation, u + master->u + 3, u + slave->u + 3);
}

static void point_jacobian(const SnSystem *system, const SnWorkspace *work,
                           const SnSystemAttachment *a, const SnAttachmentShared *shared, int k,
                           double *value)
{
    double cross[9], turn[9];
    sn_m3_cross(a->local, cross);
    sn_m3_mul(work->motion.rotation[system->attachments.master[a->first + k]], cross, turn);
    for (int r = 0; r < 3; r++) {
        value[6 * r + r] = 1;
        for (int c = 0; c < 3; c++)
            value[6 * r + 3 + c] = -turn[3 * r + c];
    }
}

static void body_jacobian(const SnSystem *system, const SnWorkspace *work,
                          const SnSystemAttachment *a, const SnAttachmentShared *shared, int k,
                          double *value)
{
    static const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    point_jacobian(system, work, a, shared, k, value);
    sn_jacobian_add_spin(a->orientation, identity, 6, 3, value);
}

static void point_bias(const SnSystem *system, const SnWorkspace *work, const SnSystemAttachment *a,
                       const double *q, const double *u, const double *bias, double *r)
{
    const SnBlock *master = sn_attachment_master(system, a, 0);
    sn_point_bias(work->motion.rotation[system->attachments.master[a->first]], u + master->u,
                  bias + master->u, a->local, r);
}

static void body_bias(const SnSystem *system, const SnWorkspace *work, const SnSystemAttachment *a,
                      const double *q, const double *u, const double *bias, double *r)
{
    point_bias(system, work, a, q, u, bias, r);
    sn_q_unrotate(a->orientation, bias + sn_attachment_master(system, a, 0)->u + 3, r + 3);
}

static void load_stiffness(const SnSystem *system, const SnState *state, SnWorkspace *work,
                           const SnSystemAttachment *a, const double force[6], double k)
{
    sn_add_load_stiffness(system, work, system->attachments.master[a->first], a->local, force, k);
}

const SnAttachmentClass sn_attach_point_to_body = {
    .name = "point to body",
    .rigid = true,
    .placed = true,
    .follow = follow_point,
    .jacobian = point_jacobian,
    .bias = point_bias,
    .load_stiffness = load_stiffness,
};

const SnAttachmentClass sn_attach_body_to_body = {
    .name = "body to body",
    .body = true,
    .rigid = true,
    .placed = true,
    .follow = follow_body,
    .jacobian = body_jacobian,
    .bias = body_bias,
    .load_stiffness = load_stiffness,
};
