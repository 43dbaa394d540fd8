/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mouse spring: a spring and damper from a point of a block to a target fixed in the world
 * (sn_workspace_set_mouse_spring). */
#include "engine/sim/motion/force_tools.h"
#include "engine/sim/motion/motion.h"

/* J' S J with J = (I, -R[l]) added to the block's pair, S = s I. */
static void add_point_stiffness(const SnSystem *system, SnWorkspace *work, int block,
                                const double local[3], double s)
{
    const int n = system->blocks[block].n;
    double jacobian[18] = {0}, values[36] = {0};
    for (int i = 0; i < 3; i++)
        jacobian[n * i + i] = 1;
    if (n == 6) {
        double cross[9], turn[9];
        sn_m3_cross(local, cross);
        sn_m3_mul(work->motion.rotation[block], cross, turn);
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++)
                jacobian[6 * r + 3 + c] = -turn[3 * r + c];
    }
    for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++)
            for (int i = 0; i < 3; i++)
                values[n * r + c] += s * jacobian[n * i + r] * jacobian[n * i + c];
    sn_pair_add(system, work, sn_diagonal_pair(system, block), block, block, values);
}

/* The point's velocity turns with the body: d (-c v) = c R [w x l] d theta. */
static void add_load_damping(const SnSystem *system, SnWorkspace *work, int block,
                             const double local[3], const double w[3], double scaled)
{
    if (system->blocks[block].kind != SN_BLOCK_BODY)
        return;
    double spin[3], cross[9], arm[9], linear[9], angular[9], values[36] = {0};
    sn_v3_cross(w, local, spin);
    sn_m3_cross(spin, cross);
    sn_m3_mul(work->motion.rotation[block], cross, linear);
    sn_m3_cross(local, arm);
    sn_m3_mul(arm, cross, angular);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            values[6 * r + 3 + c] = -scaled * linear[3 * r + c];
            values[6 * (3 + r) + 3 + c] = -scaled * angular[3 * r + c];
        }
    sn_pair_add(system, work, sn_diagonal_pair(system, block), block, block, values);
}

static void pull_force(const SnSystem *system, const double *inputs, const SnState *state,
                       SnWorkspace *work, bool matrix, double d, double k)
{
    const int number = work->mouse_spring.block;
    if (number < 0 || sn_is_kinematic(system, number))
        return;
    const SnBlock *block = &system->blocks[number];
    const double *q = sn_state_q_const(state) + block->q, *u = sn_state_u_const(state) + block->u;
    double p[3], v[3], spring[3], force[3];
    sn_v3_copy(q, p);
    if (block->kind == SN_BLOCK_BODY)
        sn_pose_point(q, q + 3, work->mouse_spring.local, p);
    sn_point_velocity(system, work, number, work->mouse_spring.local, sn_state_u_const(state), v);
    sn_v3_sub(work->mouse_spring.target, p, spring);
    sn_v3_scale(work->mouse_spring.stiffness, spring, spring);
    sn_v3_copy(spring, force);
    sn_v3_axpy(-work->mouse_spring.damping, v, force);
    sn_add_force(system, work, number, work->mouse_spring.local, force, work->forces.applied);
    sn_add_force(system, work, number, work->mouse_spring.local, spring,
                 work->forces.explicit_force);
    if (matrix && (d != 0 || k != 0)) {
        add_point_stiffness(system, work, number, work->mouse_spring.local,
                            d * work->mouse_spring.damping + k * work->mouse_spring.stiffness);
        if (!work->forces.positive_definite) {
            sn_add_load_stiffness(system, work, number, work->mouse_spring.local, force, k);
            add_load_damping(system, work, number, work->mouse_spring.local, u + 3,
                             k * work->mouse_spring.damping);
        }
    }
}

const SnForceClass SN_FORCE_PULL = {.name = "mouse spring", .forces = pull_force};
