/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derived parts of a system once the compiler has filled it. */
#include "engine/base/memory.h"
#include "engine/sim/system/system.h"

#include "engine/base/vec.h"
#include "engine/geometry/polyline.h"
#include "engine/sim/result/moment_arm.h"
#include "engine/sim/rigid/gear.h"
#include "engine/sim/rod/rod_contact.h"
#include "engine/sim/setup/system_plan.h"
#include "engine/sim/spline/spline.h"
#include "engine/sim/strand/pulley.h"
#include "engine/sim/system/work.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void sn_system_free(SnSystem *system)
{
    if (!system)
        return;
    for (int i = 0; i < system->n_output_probes; i++)
        sn_free(system->output_probes[i].name);
    for (int i = 0; i < system->n_input_probes; i++)
        sn_signal_free(system->input_probes[i].signal);
    sn_rods_free(&system->rods);
    for (int i = 0; i < system->n_fems; i++) {
        sn_fem_solid_free(system->fems[i].solid);
        sn_free(system->fems[i].node_block);
        sn_free(system->fems[i].material_id);
        sn_fem_gather_free(&system->fems[i].gather);
    }
    void *arrays[] = {system->blocks,
                      system->q0,
                      system->u0,
                      system->points,
                      system->frames,
                      system->paths,
                      system->path_point,
                      system->path_block,
                      system->springs,
                      system->muscles,
                      system->activation0,
                      system->frame_springs,
                      system->loads,
                      system->joints,
                      system->polyline,
                      system->corners,
                      system->rows,
                      system->limits,
                      system->pair_row,
                      system->pair_column,
                      system->pair_value,
                      system->stiffness_slot,
                      system->input0,
                      system->addresses,
                      system->input_probes,
                      system->drives,
                      system->driven,
                      system->output_probes,
                      system->index_of,
                      system->generation_of,
                      system->attachments,
                      system->held,
                      system->attachment_master,
                      system->attachment_weight,
                      system->attachment_gradient,
                      system->attachment_order,
                      system->attachment_of,
                      system->attachment_root,
                      system->attachment_jacobian,
                      system->attachment_chain,
                      system->fems,
                      system->bundles,
                      system->bundle_element,
                      system->bundle_direction,
                      system->segments,
                      system->exciters,
                      system->exciter_input,
                      system->exciter_gain,
                      system->controllers,
                      system->control_targets,
                      system->monitors,
                      system->reduce_start,
                      system->moment_arms,
                      system->moment_arm_block,
                      system->moment_arm_row,
                      system->wide_rows,
                      system->wide_limits,
                      system->wide_block,
                      system->strands,
                      system->strand_nodes,
                      system->strand_segments,
                      system->strand_node_order,
                      system->segment_block,
                      system->guides,
                      system->guide_control,
                      system->guide_block,
                      system->surfaces,
                      system->surface_control,
                      system->pulleys,
                      system->strand0,
                      system->splines,
                      system->spline_block,
                      system->spline_places,
                      system->spline_samples,
                      system->spline_constraints,
                      system->reduce};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        sn_free(arrays[i]);
    sn_free(system);
}

void sn_system_layout(SnSystem *system)
{
    int q = 0, u = 0;
    system->n_u_active = 0;
    for (int i = 0; i < system->n_blocks; i++) {
        SnBlock *block = &system->blocks[i];
        block->q = q, block->u = u, block->n = sn_block_n_u(block);
        q += sn_block_n_q(block);
        u += block->n;
        if (i < system->n_active)
            system->n_u_active = u;
    }
    system->n_q = q, system->n_u = u;
    sn_free(system->q0);
    sn_free(system->u0);
    system->q0 = sn_alloc((size_t)q + 1, sizeof(double));
    system->u0 = sn_alloc((size_t)u + 1, sizeof(double));
    for (int i = 0; i < system->n_blocks; i++)
        if (system->blocks[i].kind == SN_BLOCK_BODY)
            system->q0[system->blocks[i].q + 3] = 1;
}

static void finish_blocks(SnSystem *system)
{
    int targets = 0;
    for (int i = 0; i < system->n_blocks; i++) {
        SnBlock *block = &system->blocks[i];
        const bool body = block->kind == SN_BLOCK_BODY;
        assert(block->n == sn_block_n_u(block));
        if (body) {
            sn_m3_inverse(block->inertia, block->inertia_inverse);
            sn_q_normalize(system->q0 + block->q + 3);
        }
        if (!sn_is_kinematic(system, i) || !sn_block_has_mass(block))
            block->target = -1;
        block->memory = -1;
        if (block->target >= 0) {
            block->memory = targets;
            targets += body ? 7 : 3;
        }
    }
    system->n_targets = targets;
}

/* --- joints: rows and limits --- */

static int rows_of(const SnSystemJoint *joint)
{
    switch (joint->kind) {
    case SN_JOINT_HINGE:
        return 5;
    case SN_JOINT_SPHERICAL:
        return 3;
    case SN_JOINT_FIXED:
        return 6;
    case SN_JOINT_SLIDER:
        return 5;
    case SN_JOINT_UNIVERSAL:
    case SN_JOINT_CYLINDRICAL:
        return 4;
    case SN_JOINT_PLANE:
    case SN_JOINT_POLYLINE:
        return joint->one_sided ? 0 : 1;
    case SN_JOINT_GEAR:
        return 0;
    }
    return 0;
}

static int limits_of(const SnSystemJoint *joint)
{
    switch (joint->kind) {
    case SN_JOINT_HINGE:
    case SN_JOINT_SLIDER:
    case SN_JOINT_UNIVERSAL:
    case SN_JOINT_CYLINDRICAL:
        return joint->limited ? 2 * (sn_joint_n_coordinates(joint) - sn_joint_first_limited(joint))
                              : 0;
    case SN_JOINT_SPHERICAL:
        return joint->limited ? 1 : 0;
    case SN_JOINT_FIXED:
    case SN_JOINT_GEAR:
        return 0;
    case SN_JOINT_PLANE:
    case SN_JOINT_POLYLINE:
        return joint->one_sided ? 1 : 0;
    }
    return 0;
}

static int turns_of(const SnSystemJoint *joint)
{
    int n = joint->kind == SN_JOINT_GEAR ? SN_GEAR_NUMBERS : 0;
    for (int k = 0; k < sn_joint_n_coordinates(joint); k++)
        n += sn_joint_is_angle(joint, k);
    return n;
}

/* Rows of a slider, and those of a cylinder, are written across a's axis: first two. */
static SnRowShape row_shape(const SnSystemJoint *joint, int k)
{
    if (!sn_joins_frames(joint))
        return SN_ROW_FULL;
    if (joint->kind == SN_JOINT_SLIDER || joint->kind == SN_JOINT_CYLINDRICAL)
        return k < 2 ? SN_ROW_FULL : SN_ROW_ROTATION;
    return k < 3 ? (SnRowShape)(SN_ROW_POSITION_X + k) : SN_ROW_ROTATION;
}

static SnRowShape limit_shape(const SnSystemJoint *joint, int k)
{
    const bool angle = joint->kind == SN_JOINT_SPHERICAL ||
                       sn_joint_is_angle(joint, sn_joint_first_limited(joint) + k / 2);
    return sn_joins_frames(joint) && angle ? SN_ROW_ROTATION : SN_ROW_FULL;
}

static SnRow row_of(const SnSystem *system, int number, SnRowShape shape)
{
    const SnSystemJoint *joint = &system->joints[number];
    return (SnRow){.joint = number,
                   .shape = shape,
                   .block = {sn_joint_block(system, joint, 0), sn_joint_block(system, joint, 1)}};
}

static void finish_joints(SnSystem *system)
{
    system->n_rows = system->n_limits = system->n_turns = 0;
    for (int i = 0; i < system->n_joints; i++) {
        SnSystemJoint *joint = &system->joints[i];
        joint->n_rows = rows_of(joint), joint->n_limits = limits_of(joint);
        joint->row = joint->n_rows > 0 ? system->n_rows : -1;
        joint->limit = joint->n_limits > 0 ? system->n_limits : -1;
        system->n_rows += joint->n_rows;
        system->n_limits += joint->n_limits;
        joint->n_turns = turns_of(joint);
        joint->turns = joint->n_turns > 0 ? system->n_turns : -1;
        system->n_turns += joint->n_turns;
    }
    system->n_joint_rows = system->n_rows;
    sn_free(system->rows);
    sn_free(system->limits);
    system->rows = sn_alloc((size_t)system->n_rows + 1, sizeof(SnRow));
    system->limits = sn_alloc((size_t)system->n_limits + 1, sizeof(SnRow));
    for (int i = 0; i < system->n_joints; i++) {
        const SnSystemJoint *joint = &system->joints[i];
        for (int k = 0; k < joint->n_rows; k++)
            system->rows[joint->row + k] = row_of(system, i, row_shape(joint, k));
        for (int k = 0; k < joint->n_limits; k++)
            system->limits[joint->limit + k] = row_of(system, i, limit_shape(joint, k));
    }
    sn_free(system->corners);
    system->corners = sn_alloc((size_t)system->n_polyline + 1, sizeof(SnCorner));
    for (int i = 0; i < system->n_joints; i++) {
        const SnSystemJoint *joint = &system->joints[i];
        if (joint->kind == SN_JOINT_POLYLINE)
            sn_polyline_corners(joint->n_polyline, system->polyline + 2 * joint->polyline,
                                joint->smoothing, system->corners + joint->polyline);
    }
}

/* Wide rows come last, each with a number for each velocity of its blocks. */
static void finish_wide_rows(SnSystem *system)
{
    system->n_joint_limits = system->n_limits;
    system->n_rows += system->n_wide_rows;
    system->n_limits += system->n_wide_limits;
    for (int limits = 0; limits < 2; limits++) {
        SnWideRow *rows = limits ? system->wide_limits : system->wide_rows;
        const int n_rows = limits ? system->n_wide_limits : system->n_wide_rows;
        int n = 0;
        for (int i = 0; i < n_rows; i++) {
            rows[i].value = n;
            for (int k = 0; k < rows[i].count; k++)
                n += system->blocks[system->wide_block[rows[i].first + k]].n;
        }
        *(limits ? &system->n_wide_limit_values : &system->n_wide_values) = n;
    }
}

/* --- index by id and size of the model --- */

static void note_id(SnSystem *system, SnId id, int index)
{
    if (sn_id_is_null(id) || id.entry != 0 || system->index_of[id.index] >= 0)
        return;
    system->index_of[id.index] = index;
    system->generation_of[id.index] = id.generation;
}

/* Calls visit(system, id, index) for every component in the order that decides who comes first. */
static void visit_ids(SnSystem *system, void (*visit)(SnSystem *, SnId, int))
{
    for (int i = 0; i < system->n_blocks; i++)
        visit(system, system->blocks[i].id, i);
    for (int i = 0; i < system->n_points; i++)
        visit(system, system->points[i].id, i);
    for (int i = 0; i < system->n_frames; i++)
        visit(system, system->frames[i].id, i);
    for (int i = 0; i < system->n_paths; i++)
        visit(system, system->paths[i].id, i);
    for (int i = 0; i < system->n_frame_springs; i++)
        visit(system, system->frame_springs[i].id, i);
    for (int i = 0; i < system->n_loads; i++)
        visit(system, system->loads[i].id, i);
    for (int i = 0; i < system->n_joints; i++)
        visit(system, system->joints[i].id, i);
    for (int i = 0; i < system->n_fems; i++) {
        const SnSystemFem *fem = &system->fems[i];
        visit(system, fem->id, i);
        for (int m = 0; fem->material_id && m < fem->solid->n_materials; m++)
            visit(system, fem->material_id[m], i);
    }
    for (int i = 0; i < system->n_bundles; i++)
        visit(system, system->bundles[i].id, i);
    for (int i = 0; i < system->n_exciters; i++)
        visit(system, system->exciters[i].id, i);
    for (int i = 0; i < system->n_attachments; i++)
        visit(system, system->attachments[i].id, i);
    for (int i = 0; i < system->n_held; i++)
        visit(system, system->held[i].id, system->n_attachments + i);
    for (int i = 0; i < system->n_controllers; i++)
        visit(system, system->controllers[i].id, i);
    for (int i = 0; i < system->n_monitors; i++)
        visit(system, system->monitors[i].id, i);
    for (int i = 0; i < system->n_moment_arms; i++)
        visit(system, system->moment_arms[i].id, i);
    for (int i = 0; i < system->n_strands; i++)
        visit(system, system->strands[i].id, i);
    for (int i = 0; i < system->rods.n; i++)
        visit(system, system->rods.rods[i].id, system->n_strands + i);
    for (int i = 0; i < system->n_guides; i++)
        visit(system, system->guides[i].id, i);
    for (int i = 0; i < system->n_surfaces; i++)
        visit(system, system->surfaces[i].id, i);
    for (int i = 0; i < system->n_splines; i++)
        visit(system, system->splines[i].id, i);
}

static void count_id(SnSystem *system, SnId id, int index)
{
    if ((int)id.index >= system->n_ids)
        system->n_ids = (int)id.index + 1;
}

static void finish_index(SnSystem *system)
{
    system->n_ids = 0;
    visit_ids(system, count_id);
    sn_free(system->index_of);
    sn_free(system->generation_of);
    system->index_of = sn_alloc((size_t)system->n_ids + 1, sizeof(int));
    system->generation_of = sn_alloc((size_t)system->n_ids + 1, sizeof(uint32_t));
    for (int i = 0; i <= system->n_ids; i++)
        system->index_of[i] = -1;
    visit_ids(system, note_id);
}

static void include(const double p[3], double low[3], double high[3])
{
    for (int k = 0; k < 3; k++) {
        low[k] = fmin(low[k], p[k]);
        high[k] = fmax(high[k], p[k]);
    }
}

/* Diagonal of the box around everything that has a place at the start. */
static double length_scale(const SnSystem *system)
{
    double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    double scale = 0;
    for (int i = 0; i < system->n_blocks; i++) {
        const SnBlock *block = &system->blocks[i];
        if (!sn_block_has_mass(block))
            continue;
        include(system->q0 + block->q, low, high);
        if (block->kind == SN_BLOCK_BODY && block->mass > 0)
            scale =
                fmax(scale, sqrt(fabs(block->inertia[0] + block->inertia[4] + block->inertia[8]) /
                                 block->mass));
    }
    for (int i = 0; i < system->n_points; i++) {
        const SnSystemPoint *point = &system->points[i];
        double p[3];
        sn_v3_copy(point->local, p);
        if (point->block >= 0) {
            const SnBlock *block = &system->blocks[point->block];
            const double *q = system->q0 + block->q;
            if (block->kind == SN_BLOCK_POINT)
                continue;
            sn_pose_point(q, q + 3, point->local, p);
        }
        include(p, low, high);
    }
    if (low[0] <= high[0])
        scale = fmax(scale, sn_v3_distance(low, high));
    return fmax(scale, 1e-3);
}

SnFault sn_system_finish(SnSystem *system)
{
    if (!system->q0)
        sn_system_layout(system);
    const SnFault fault = sn_finish_attachments(system);
    if (fault.code != SN_FAULT_NONE)
        return fault;
    finish_blocks(system);
    sn_attachments_follow(system, system->q0, system->u0);
    finish_joints(system);
    sn_finish_fems(system);
    sn_finish_strands(system);
    sn_finish_pulleys(system);
    sn_finish_place_rows(system);
    sn_finish_gears(system);
    sn_finish_rod_contacts(system);
    finish_wide_rows(system);
    const SnFault loop = sn_finish_moment_arms(system);
    if (loop.code != SN_FAULT_NONE)
        return loop;
    sn_number_strand_rows(system);
    SnPairIndex index;
    sn_finish_pairs(system, &index);
    sn_finish_gather(system, &index);
    sn_pair_index_free(&index);
    finish_index(system);
    if (system->length_scale == 0)
        system->length_scale = length_scale(system);
    return fault;
}
