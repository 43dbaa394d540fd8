/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The walks through systems and states: what is right passes, and each kind of thing that is
 * spoiled is named with its array and index. */
#include "engine/sim/setup/setup.h"
#include "engine/sim/step/step.h"
#include "engine/sim/system/check.h"
#include "engine/sim/system/workspace.h"
#include "tests/sim/fem_systems.h"
#include "tests/sim/random_system.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One number, spoiled for as long as the walk takes; of the two pointers one is NULL. */
typedef struct Damage {
    const char *expected; /* what the message begins with */
    int *number;
    int wrong;
    double *real;
    double wrong_real;
} Damage;

static SnFault walk(const SnSystem *system, const SnState *state)
{
    const SnFault fault = sn_system_check(system);
    return fault.code == SN_FAULT_NONE && state ? sn_state_check(system, state) : fault;
}

static void expect_named(const SnSystem *system, const SnState *state, const Damage *damage, int n)
{
    for (int i = 0; i < n; i++) {
        const Damage *d = &damage[i];
        const int number = d->number ? *d->number : 0;
        const double real = d->real ? *d->real : 0;
        if (d->number)
            *d->number = d->wrong;
        else
            *d->real = d->wrong_real;
        const SnFault fault = walk(system, state);
        if (d->number)
            *d->number = number;
        else
            *d->real = real;
        g_test_message("%s -> %s", d->expected, fault.text);
        g_assert_cmpint(fault.code, ==, SN_FAULT_BROKEN);
        g_assert_true(g_str_has_prefix(fault.text, d->expected));
        g_assert_cmpint(walk(system, state).code, ==, SN_FAULT_NONE);
    }
}

static void assert_whole(const SnSystem *system, const SnState *state)
{
    const SnFault fault = walk(system, state);
    g_assert_cmpstr(fault.text, ==, "");
    g_assert_cmpint(fault.code, ==, SN_FAULT_NONE);
}

/* Of each kind of part: blocks, riders, forces, joints and rows, pairs. */
static void test_system(void)
{
    SnSystem *s = random_system(7, RANDOM_ALL | RANDOM_ATTACHMENTS, SN_STEP_BACKWARD_EULER, 1e-3);
    assert_whole(s, NULL);
    int joint = 0; /* one that joins frames */
    while (!sn_joins_frames(&s->joints.joints[joint]))
        joint++;
    char joint_name[32];
    g_snprintf(joint_name, sizeof joint_name, "joints.frame_a[%d]", joint);
    const int last = s->attachments.order[s->attachments.n - 1];
    const Damage damage[] = {
        {"blocks.q[1]", &s->blocks[1].q, s->blocks[1].q + 1},
        {"blocks.u[1]", &s->blocks[1].u, s->blocks[1].u - 1},
        {"blocks.n[0]", &s->blocks[0].n, 5},
        {"n_q", &s->n_q, s->n_q - 1},
        {"n_u_active", &s->n_u_active, s->n_u_active - 3},
        {"n_attached", &s->n_attached, s->n_blocks + 1},
        {"q0[1]", .real = &s->q0[1], .wrong_real = NAN},
        {"q0 of block[0]", .real = &s->q0[s->blocks[0].q + 3], .wrong_real = 3},
        {"blocks.mass[0]", .real = &s->blocks[0].mass, .wrong_real = -1},
        {"blocks.inertia[0]", .real = &s->blocks[0].inertia[1],
         .wrong_real = s->blocks[0].inertia[0]},
        {"step_size", .real = &s->step_size, .wrong_real = INFINITY},
        {"points.block[2]", &s->points[2].block, s->n_blocks},
        {"frames.block[0]", &s->frames[0].block, -2},
        {"frames.orientation[0]", .real = &s->frames[0].orientation[0], .wrong_real = 2},
        {"attachment_master[0]", &s->attachments.master[0], s->n_blocks},
        {"attachment_order[", &s->attachments.order[0], last},
        {"attachments.block[0]", &s->attachments.attachments[0].block, 0},
        {"attachment_root[0]", &s->attachments.root[0], s->n_active},
        {"attachment_chain[0]", &s->attachments.chain[0], s->attachments.n_roots},
        {"path_point[0]", &s->paths.point[0], s->n_points},
        {"paths.law[0]", &s->paths.paths[0].law, -1},
        {"paths.slots[0]", &s->paths.paths[0].slots, s->pairs.n_slots},
        {"loads.force[0]", &s->loads.loads[0].force, s->inputs.n},
        {joint_name, &s->joints.joints[joint].frame_a, s->n_frames},
        {"rows[0]", &s->joints.rows[0].block[0], s->n_blocks},
        {"rows[0]", &s->joints.rows[0].joint, -1},
        {"n_limits", &s->rows.n_limits, s->rows.n_limits + 1},
        {"pair_row[0]", &s->pairs.row[0], 1},
        {"pair_column[", &s->pairs.column[s->n_active], s->n_blocks},
        {"pair_value[1]", &s->pairs.value[1], 0},
        {"n_pair_values", &s->pairs.n_values, s->pairs.n_values + 9},
        {"stiffness_slot[0]", &s->pairs.stiffness_slot[0], s->pairs.n + s->pairs.n_outer},
        {"reduce_start[1]", &s->pairs.reduce_start[1], -1},
        {"reduce.target[0]", &s->pairs.reduce[0].target, s->pairs.n},
    };
    expect_named(s, NULL, damage, (int)G_N_ELEMENTS(damage));
    sn_system_free(s);
}

static void test_memory_that_is_not_there(void)
{
    SnSystem *s = random_system(3, RANDOM_ALL, SN_STEP_BACKWARD_EULER, 1e-3);
    int *pairs = s->pairs.row;
    s->pairs.row = NULL;
    const SnFault fault = sn_system_check(s);
    s->pairs.row = pairs;
    g_assert_cmpstr(fault.text, ==, "pair_row: it has a size but no memory");
    sn_system_free(s);
}

static void test_strands(void)
{
    SnSystem *s = random_system(5, RANDOM_STRANDS | RANDOM_RODS, SN_STEP_BACKWARD_EULER, 1e-3);
    assert_whole(s, NULL);
    const Damage damage[] = {
        {"strand_nodes.point[0]", &s->strands.nodes[0].point, s->n_points},
        {"strand_node_order[0]", &s->strands.node_order[0], s->strands.n_nodes},
        {"strand_segments.slots[0]", &s->strands.segments[0].slots, -1},
        {"segment_block[", &s->strands.segment_block[0], s->n_blocks},
        {"strands.first_node[0]", &s->strands.strands[0].first_node, s->strands.n_nodes},
        {"rods.frame_block[0]", &s->rods.frame_block[0], s->n_blocks},
        {"rods.n_segments[0]", &s->rods.rods[0].n_segments, 0},
        {"strand0[0]", .real = &s->state.strand0[0], .wrong_real = NAN},
    };
    expect_named(s, NULL, damage, (int)G_N_ELEMENTS(damage));
    sn_system_free(s);
}

static void test_solids(void)
{
    static const int cells[3] = {2, 1, 1};
    SnSystem *s = fem_system(cells, FEM_FIXED | FEM_ATTACHED | FEM_SEGMENTS,
                             SN_INCOMPRESSIBLE_NODAL, SN_STEP_BACKWARD_EULER, 1e-3);
    assert_whole(s, NULL);
    const Damage damage[] = {
        {"fems.node_block[2]", &s->fems.fems[0].node_block[2], s->n_blocks},
        {"fems.first_row[0]", &s->fems.fems[0].first_row, s->rows.n},
        {"fems.gather.pair[0]", &s->fems.fems[0].gather.pair[0], -1},
        {"bundles.fem[0]", &s->fems.bundles[0].fem, 1},
        {"segments.block[0]", &s->fems.segments[0].block[1], -1},
    };
    expect_named(s, NULL, damage, (int)G_N_ELEMENTS(damage));
    sn_system_free(s);
}

static void test_state(void)
{
    SnTrial trial =
        sn_trial_new(random_system(7, RANDOM_ALL, SN_STEP_BACKWARD_EULER, 1e-3), SN_LINSOLVE_DENSE);
    SnState *state = trial.state;
    assert_whole(trial.system, state);
    const Damage damage[] = {
        {"state.q[1]", .real = &sn_state_q(state)[1], .wrong_real = NAN},
        {"state.q of block[0]", .real = &sn_state_q(state)[trial.system->blocks[0].q + 3],
         .wrong_real = 2},
        {"state.u[0]", .real = &sn_state_u(state)[0], .wrong_real = INFINITY},
        {"state.activation[0]", .real = &sn_state_activation(state)[0], .wrong_real = NAN},
        {"state.lambda[0]", .real = &sn_state_lambda(state)[0], .wrong_real = NAN},
        {"state.z[0]", .real = &sn_state_z(state)[0], .wrong_real = -INFINITY},
        {"state.u:", &state->n_u, state->n_u - 1},
        {"state.lambda:", &state->lambda, state->lambda + 1},
        {"state.time", .real = &state->time, .wrong_real = NAN},
    };
    expect_named(trial.system, state, damage, (int)G_N_ELEMENTS(damage));
    state->size -= 8;
    const SnFault fault = sn_state_check(trial.system, state);
    state->size += 8;
    g_assert_true(g_str_has_prefix(fault.text, "state.size"));
    sn_trial_free(&trial);
}

/* A step that is watched refuses what is broken and leaves it as it was. */
static void test_step(void)
{
    SnTrial trial =
        sn_trial_new(random_system(7, RANDOM_ALL & ~RANDOM_JOINTS, SN_STEP_BACKWARD_EULER, 1e-3),
                     SN_LINSOLVE_DENSE); /* random joints contradict each other */
    SnSystem *s = trial.system;
    trial.work->checked = true;
    g_assert_cmpint(sn_step(s, s->inputs.base, trial.state, trial.work).code, ==, SN_FAULT_NONE);
    SnState *before = sn_state_copy(trial.state);
    const int point = s->paths.point[0];
    s->paths.point[0] = s->n_points;
    const SnFault fault = sn_step(s, s->inputs.base, trial.state, trial.work);
    s->paths.point[0] = point;
    g_assert_cmpint(fault.code, ==, SN_FAULT_BROKEN);
    g_assert_cmpint(memcmp(before, trial.state, before->size), ==, 0);
    free(before);
    sn_trial_free(&trial);
}

/* --- scratch --- */

static void misuse(int how)
{
    SnSystem *s = random_system(3, RANDOM_SPRINGS, SN_STEP_BACKWARD_EULER, 1e-3);
    SnWorkspace *work = sn_workspace_new(s, SN_LINSOLVE_DENSE);
    double *first = sn_scratch_take(work, "first", s->n_u);
    double *second = sn_scratch_take(work, "second", s->n_u);
    g_assert_true(second >= first + s->n_u);
    if (how == 1)
        sn_scratch_give(work, first);
    sn_scratch_give(work, second);
    if (how == 2)
        sn_scratch_expect_empty(work);
    if (how == 3)
        sn_scratch_take(work, "third", 1 << 28);
    sn_scratch_give(work, first);
    sn_scratch_expect_empty(work);
    g_assert_true(sn_scratch_take(work, "again", 1) == first);
    sn_scratch_give(work, first);
    sn_workspace_free(work);
    sn_system_free(s);
}

static void test_scratch(void)
{
    static const char *const message[] = {"", "*second*taken last*", "*first*not given back*",
                                          "*third*no room*"};
    if (g_test_subprocess()) {
        misuse(atoi(g_getenv("SN_MISUSE")));
        return;
    }
    for (int how = 0; how < 4; how++) {
        char number[8];
        g_snprintf(number, sizeof number, "%d", how);
        g_setenv("SN_MISUSE", number, true);
        g_test_trap_subprocess(NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
        if (how == 0) {
            g_test_trap_assert_passed();
            continue;
        }
        g_test_trap_assert_failed();
        g_test_trap_assert_stderr(message[how]);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/check/system", test_system);
    g_test_add_func("/sim/check/memory", test_memory_that_is_not_there);
    g_test_add_func("/sim/check/strands", test_strands);
    g_test_add_func("/sim/check/solids", test_solids);
    g_test_add_func("/sim/check/state", test_state);
    g_test_add_func("/sim/check/step", test_step);
    g_test_add_func("/sim/check/scratch", test_scratch);
    return g_test_run();
}
