/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derived parts of a system once the compiler has filled it. */
#include "engine/base/memory.h"
#include "engine/sim/system/system.h"

#include "engine/base/vec.h"
#include "engine/geometry/polyline.h"
#include "engine/sim/contact/compliant_anchor.h"
#include "engine/sim/joint/joints.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/path/path_history.h"
#include "engine/sim/result/moment_arm.h"
#include "engine/sim/spline/spline.h"
#include "engine/sim/strand/pulley.h"
#include "engine/sim/system/general_rows.h"
#include "engine/sim/system/system_plan.h"
#include "engine/sim/system/workspace.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void free_arrays(void *const *arrays, size_t n)
{
    for (size_t i = 0; i < n; i++)
        sn_free(arrays[i]);
}

static void free_contacts(SnSystemContacts *contacts)
{
    for (int i = 0; i < contacts->n_shapes; i++)
        sn_convex_free(&contacts->shapes[i].convex);
    for (int i = 0; i < contacts->n_rules; i++) {
        sn_free(contacts->rules[i].side[0]);
        sn_free(contacts->rules[i].side[1]);
    }
    for (int i = 0; i < contacts->n_surfaces; i++)
        sn_touch_surface_clear(&contacts->surfaces[i]);
    sn_free(contacts->surfaces);
    sn_free(contacts->shapes);
    sn_free(contacts->rules);
    sn_free(contacts->joined);
}

static void free_probes(SnSystemProbes *probes)
{
    for (int i = 0; i < probes->n_outputs; i++)
        sn_free(probes->outputs[i].name);
    for (int i = 0; i < probes->n_inputs; i++)
        sn_signal_free(probes->inputs[i].signal);
    void *const arrays[] = {probes->addresses, probes->inputs, probes->playbacks, probes->played,
                            probes->outputs};
    free_arrays(arrays, sizeof arrays / sizeof *arrays);
}

static void free_joints(SnSystemJoints *joints)
{
    void *const arrays[] = {joints->joints,  joints->polyline, joints->corners, joints->axes,
                            joints->numbers, joints->leaders,  joints->rows,    joints->limits};
    free_arrays(arrays, sizeof arrays / sizeof *arrays);
}

static void free_attachments(SnSystemAttachments *attachments)
{
    void *const arrays[] = {attachments->attachments, attachments->fixed,    attachments->master,
                            attachments->weight,      attachments->gradient, attachments->order,
                            attachments->of,          attachments->root,     attachments->jacobian,
                            attachments->chain};
    free_arrays(arrays, sizeof arrays / sizeof *arrays);
}

static void free_pairs(SnSystemPairs *pairs)
{
    void *const arrays[] = {pairs->row,          pairs->column, pairs->value, pairs->stiffness_slot,
                            pairs->reduce_start, pairs->reduce};
    free_arrays(arrays, sizeof arrays / sizeof *arrays);
}

static void free_forces(SnSystem *system)
{
    for (const SnForceClass *const *force = sn_force_classes; *force; force++)
        if ((*force)->free)
            (*force)->free(system);
    for (int i = 0; i < SN_N_FORCE_KINDS; i++)
        sn_free(system->force[i]);
}

void sn_system_free(SnSystem *system)
{
    if (!system)
        return;
    free_forces(system);
    free_contacts(&system->contacts);
    free_probes(&system->probes);
    free_joints(&system->joints);
    free_attachments(&system->attachments);
    free_pairs(&system->pairs);
    void *const arrays[] = {system->blocks,
                            system->q0,
                            system->u0,
                            system->points,
                            system->frames,
                            system->paths.muscles,
                            system->state.activation0,
                            system->state.lags,
                            system->inputs.base,
                            system->index.of,
                            system->index.generation,
                            system->exciters.exciters,
                            system->exciters.input,
                            system->exciters.gain,
                            system->control.controllers,
                            system->control.targets,
                            system->control.monitors,
                            system->arms.arms,
                            system->arms.block,
                            system->arms.row,
                            system->general.rows,
                            system->general.limits,
                            system->general.block,
                            system->guides.guides,
                            system->guides.control,
                            system->guides.block,
                            system->surfaces.surfaces,
                            system->surfaces.control,
                            system->pulleys.pulleys,
                            system->state.strand0};
    free_arrays(arrays, sizeof arrays / sizeof *arrays);
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
    system->state.n_targets = targets;
}

/* --- joints: rows and limits --- */

static int rows_of(const SnSystemJoint *joint)
{
    if (joint->class->motion)
        return 6 - sn_joint_n_coordinates(joint);
    return joint->one_sided ? 0 : joint->class->n_rows;
}

/* Shape of limit number k: those of the rows of a one-sided joint, or two of each limited
 * coordinate, then the class's own.  Returns whether there is such a limit. */
static bool limit_shape(const SnSystemJoint *joint, int k, SnRowShape *shape)
{
    const SnJointClass *class = joint->class;
    if (joint->one_sided) {
        *shape = k < class->n_rows ? class->shape[k] : SN_ROW_FULL;
        return k < class->n_rows;
    }
    if (!joint->limited)
        return false;
    for (int c = 0; c < sn_joint_n_coordinates(joint); c++) {
        if (!class->coordinate[c].limited)
            continue;
        *shape = class->coordinate[c].angle && !class->motion ? SN_ROW_ROTATION : SN_ROW_FULL;
        if (k < 2)
            return true;
        k -= 2;
    }
    *shape = class->own_limit_shape;
    return k < class->n_own_limits;
}

static int limits_of(const SnSystemJoint *joint)
{
    SnRowShape shape;
    int n = 0;
    while (limit_shape(joint, n, &shape))
        n++;
    assert(n <= SN_MAX_JOINT_LIMITS);
    return n;
}

/* Numbers of a joint in state.turns before its friction. */
static int turns_of(const SnSystemJoint *joint)
{
    int n = joint->class->n_numbers;
    if (joint->class->motion)
        return n + sn_joint_n_coordinates(joint) + 1; /* joint_motion.h */
    for (int k = 0; k < sn_joint_n_coordinates(joint); k++)
        n += sn_joint_is_angle(joint, k);
    return n;
}

static SnRow row_of(const SnSystem *system, int number, SnRowShape shape)
{
    const SnSystemJoint *joint = &system->joints.joints[number];
    return (SnRow){.joint = number,
                   .shape = shape,
                   .block = {sn_joint_block(system, joint, 0), sn_joint_block(system, joint, 1)}};
}

static void finish_joints(SnSystem *system)
{
    system->rows.n = system->rows.n_limits = system->state.n_turns = 0;
    for (int i = 0; i < system->joints.n; i++) {
        SnSystemJoint *joint = &system->joints.joints[i];
        joint->n_rows = rows_of(joint), joint->n_limits = limits_of(joint);
        joint->row = joint->n_rows > 0 ? system->rows.n : -1;
        joint->limit = joint->n_limits > 0 ? system->rows.n_limits : -1;
        system->rows.n += joint->n_rows;
        system->rows.n_limits += joint->n_limits;
        const int turns = turns_of(joint);
        joint->n_turns = turns + sn_joint_n_rubs(joint);
        joint->turns = joint->n_turns > 0 ? system->state.n_turns : -1;
        joint->rub = system->state.n_turns + turns;
        system->state.n_turns += joint->n_turns;
    }
    system->joints.n_rows = system->rows.n;
    sn_free(system->joints.rows);
    sn_free(system->joints.limits);
    system->joints.rows = sn_alloc((size_t)system->rows.n + 1, sizeof(SnRow));
    system->joints.limits = sn_alloc((size_t)system->rows.n_limits + 1, sizeof(SnRow));
    for (int i = 0; i < system->joints.n; i++) {
        const SnSystemJoint *joint = &system->joints.joints[i];
        for (int k = 0; k < joint->n_rows; k++)
            system->joints.rows[joint->row + k] =
                row_of(system, i, joint->class->motion ? SN_ROW_FULL : joint->class->shape[k]);
        for (int k = 0; k < joint->n_limits; k++) {
            SnRowShape shape = SN_ROW_FULL;
            limit_shape(joint, k, &shape);
            system->joints.limits[joint->limit + k] = row_of(system, i, shape);
        }
    }
    sn_free(system->joints.corners);
    system->joints.corners = sn_alloc((size_t)system->joints.n_polyline + 1, sizeof(SnCorner));
    for (int i = 0; i < system->joints.n; i++) {
        const SnSystemJoint *joint = &system->joints.joints[i];
        if (joint->n_polyline > 0)
            sn_polyline_corners(joint->n_polyline, system->joints.polyline + 2 * joint->polyline,
                                joint->smoothing, system->joints.corners + joint->polyline);
    }
}

/* Contacts that the state remembers of each body, and of each point of what deforms, in the mean;
 * beyond that they start afresh. */
#define CONTACTS_OF_A_BODY  16
#define CONTACTS_OF_A_POINT 2
#define CONTACTS_OF_A_MESH  200 /* of a rigid body that is not convex */

static void finish_contacts(SnSystemContacts *contacts)
{
    int first = 0;
    contacts->most = 64 + CONTACTS_OF_A_BODY * contacts->n_shapes;
    for (int i = 0; i < contacts->n_surfaces; i++) {
        SnTouchSurface *s = &contacts->surfaces[i];
        sn_touch_surface_finish(s);
        s->first = first;
        first += 1 + s->n_vertices + s->n_edges + s->n_triangles;
        assert(first <= SN_CONTACT_MOST_FEATURES);
        if (i < contacts->n_deformable)
            contacts->most += CONTACTS_OF_A_POINT * s->n_vertices;
        else if (contacts->shapes[s->shape].as_is)
            contacts->most += CONTACTS_OF_A_MESH;
    }
}

/* --- index by id and size of the model --- */

static void note_id(SnSystem *system, SnId id, int index)
{
    if (sn_id_is_null(id) || id.entry != 0 || system->index.of[id.index] >= 0)
        return;
    system->index.of[id.index] = index;
    system->index.generation[id.index] = id.generation;
}

/* Calls visit(system, id, index) for every component in the order that decides who comes first. */
static void visit_ids(SnSystem *system, SnIdVisitor visit)
{
    for (int i = 0; i < system->n_blocks; i++)
        visit(system, system->blocks[i].id, i);
    for (int i = 0; i < system->n_points; i++)
        visit(system, system->points[i].id, i);
    for (int i = 0; i < system->n_frames; i++)
        visit(system, system->frames[i].id, i);
    for (const SnForceClass *const *force = sn_force_classes; *force; force++)
        if ((*force)->visit_ids)
            (*force)->visit_ids(system, visit);
    for (int i = 0; i < system->joints.n; i++)
        visit(system, system->joints.joints[i].id, i);
    for (int i = 0; i < system->exciters.n; i++)
        visit(system, system->exciters.exciters[i].id, i);
    for (int i = 0; i < system->attachments.n; i++)
        visit(system, system->attachments.attachments[i].id, i);
    for (int i = 0; i < system->attachments.n_fixed; i++)
        visit(system, system->attachments.fixed[i].id, system->attachments.n + i);
    for (int i = 0; i < system->control.n_controllers; i++)
        visit(system, system->control.controllers[i].id, i);
    for (int i = 0; i < system->control.n_monitors; i++)
        visit(system, system->control.monitors[i].id, i);
    for (int i = 0; i < system->arms.n; i++)
        visit(system, system->arms.arms[i].id, i);
    for (int i = 0; i < system->contacts.n_rules; i++)
        visit(system, system->contacts.rules[i].id, i);
    for (int i = 0; i < system->guides.n; i++)
        visit(system, system->guides.guides[i].id, i);
    for (int i = 0; i < system->surfaces.n; i++)
        visit(system, system->surfaces.surfaces[i].id, i);
}

static void count_id(SnSystem *system, SnId id, int index)
{
    if ((int)id.index >= system->index.n)
        system->index.n = (int)id.index + 1;
}

static void finish_index(SnSystem *system)
{
    system->index.n = 0;
    visit_ids(system, count_id);
    sn_free(system->index.of);
    sn_free(system->index.generation);
    system->index.of = sn_alloc((size_t)system->index.n + 1, sizeof(int));
    system->index.generation = sn_alloc((size_t)system->index.n + 1, sizeof(uint32_t));
    for (int i = 0; i <= system->index.n; i++)
        system->index.of[i] = -1;
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
    sn_finish_anchors(system);
    sn_finish_path_history(system);
    sn_finish_strands(system);
    sn_finish_pulleys(system);
    sn_finish_general_rows(system);
    const SnFault loop = sn_finish_moment_arms(system);
    if (loop.code != SN_FAULT_NONE)
        return loop;
    finish_contacts(&system->contacts);
    SnPairIndex index;
    sn_finish_pairs(system, &index);
    sn_pair_index_free(&index);
    finish_index(system);
    if (system->length_scale == 0)
        system->length_scale = length_scale(system);
    return fault;
}
