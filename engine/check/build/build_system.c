/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/check/build/build_system.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/sim/setup/setup.h"
#include "engine/sim/spline/spline.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void *sn_build_grow(void **array, int n, size_t size)
{
    if ((n & (n - 1)) == 0) {
        const size_t room = n > 0 ? 2 * (size_t)n : 1;
        *array = sn_resize(*array, 1, room * size);
    }
    void *entry = (char *)*array + (size_t)n * size;
    memset(entry, 0, size);
    return entry;
}

SnId sn_build_next_id(SnBuild *build)
{
    return (SnId){.index = ++build->last_id, .generation = 1};
}

SnBuild *sn_build_new(SnStepMethod method, double step_size)
{
    SnBuild *build = sn_alloc(1, sizeof *build);
    build->system = sn_alloc(1, sizeof *build->system);
    build->system->method = method;
    build->system->step_size = step_size;
    build->system->tolerance = 1e-12;
    return build;
}

int sn_build_inputs(SnBuild *build, int n)
{
    SnSystem *system = build->system;
    const int offset = system->inputs.n;
    for (int i = 0; i < n; i++) {
        SN_BUILD_GROW(system->inputs.base, system->inputs.n);
        system->inputs.n++;
    }
    return offset;
}

static SnBlock *add_block(SnBuild *build, double mass, const double position[3])
{
    SnSystem *system = build->system;
    const int i = system->n_blocks;
    SnBlock *block = SN_BUILD_GROW(system->blocks, i);
    double *q = (double *)SN_BUILD_GROW(build->q, i);
    SN_BUILD_GROW(build->u, i);
    bool *active = SN_BUILD_GROW(build->active, i);
    SN_BUILD_GROW(build->attached, i);
    system->n_blocks++;
    *active = true;
    sn_v3_copy(position, q);
    sn_q_identity(q + 3);
    block->id = sn_build_next_id(build);
    block->mass = mass;
    block->target = -1;
    return block;
}

int sn_build_particle(SnBuild *build, double mass, const double position[3])
{
    add_block(build, mass, position)->kind = SN_BLOCK_POINT;
    return build->system->n_blocks - 1;
}

int sn_build_body(SnBuild *build, double mass, const double inertia[3], const double position[3],
                  const double orientation[4])
{
    SnBlock *block = add_block(build, mass, position);
    block->kind = SN_BLOCK_BODY;
    for (int i = 0; i < 3; i++)
        block->inertia[4 * i] = inertia[i];
    if (orientation)
        sn_q_copy(orientation, build->q[build->system->n_blocks - 1] + 3);
    return build->system->n_blocks - 1;
}

int sn_build_curve_coordinate(SnBuild *build, SnBlockKind kind, int place, const double q[3])
{
    SnBlock *block = add_block(build, 0, q);
    block->kind = kind;
    block->owner = place;
    return build->system->n_blocks - 1;
}

void sn_build_velocity(SnBuild *build, int block, const double v[3], const double w[3])
{
    sn_v3_copy(v, build->u[block]);
    if (w)
        sn_v3_copy(w, build->u[block] + 3);
}

int sn_build_kinematic(SnBuild *build, int block)
{
    SnBlock *b = &build->system->blocks[block];
    const bool body = b->kind == SN_BLOCK_BODY;
    build->active[block] = false;
    b->target = sn_build_inputs(build, body ? SN_TARGET_BODY_INPUTS : SN_TARGET_POINT_INPUTS);
    if (body)
        build->system->inputs.base[b->target + 3] = 1;
    return b->target;
}

void sn_build_fix(SnBuild *build, int block)
{
    build->active[block] = false;
}

/* --- attachments --- */

SnSystemAttachment *sn_build_add_attachment(SnBuild *build, SnAttachmentKind kind, int slave, int n,
                                            const int *masters, const double *weights)
{
    SnSystem *system = build->system;
    SnSystemAttachment *a = SN_BUILD_GROW(system->attachments.attachments, system->attachments.n);
    system->attachments.n++;
    build->active[slave] = false;
    build->attached[slave] = true;
    a->kind = kind;
    a->id = sn_build_next_id(build);
    a->block = slave;
    a->first = system->attachments.n_masters;
    a->count = n;
    sn_q_identity(a->orientation);
    for (int k = 0; k < n; k++) {
        const int i = system->attachments.n_masters;
        int *master = SN_BUILD_GROW(system->attachments.master, i);
        double *weight = SN_BUILD_GROW(system->attachments.weight, i);
        SN_BUILD_GROW(system->attachments.gradient, i);
        *master = masters[k];
        *weight = weights ? weights[k] : 1.0 / n;
        system->attachments.n_masters++;
    }
    return a;
}

int sn_build_attach_to_body(SnBuild *build, int slave, int master)
{
    const bool body = build->system->blocks[slave].kind == SN_BLOCK_BODY;
    SnSystemAttachment *a = sn_build_add_attachment(
        build, body ? SN_ATTACH_BODY_TO_BODY : SN_ATTACH_POINT_TO_BODY, slave, 1, &master, NULL);
    const double *q = build->q[master];
    double conjugate[4];
    sn_pose_inverse_point(q, q + 3, build->q[slave], a->local);
    sn_q_conj(q + 3, conjugate);
    if (body)
        sn_q_mul(conjugate, build->q[slave] + 3, a->orientation);
    return build->system->attachments.n - 1;
}

/* --- points, frames, forces --- */

int sn_build_point(SnBuild *build, int block, const double local[3])
{
    SnSystem *system = build->system;
    SnSystemPoint *point = SN_BUILD_GROW(system->points, system->n_points);
    point->id = sn_build_next_id(build);
    point->block = block;
    sn_v3_copy(local, point->local);
    return system->n_points++;
}

int sn_build_frame(SnBuild *build, int block, const double position[3], const double orientation[4])
{
    SnSystem *system = build->system;
    SnSystemFrame *frame = SN_BUILD_GROW(system->frames, system->n_frames);
    frame->id = sn_build_next_id(build);
    frame->block = block;
    sn_v3_copy(position, frame->position);
    if (orientation)
        sn_q_copy(orientation, frame->orientation);
    else
        sn_q_identity(frame->orientation);
    return system->n_frames++;
}

SnSystemPath *sn_build_add_path(SnBuild *build, int n, const int *points)
{
    SnSystem *system = build->system;
    SnSystemPath *path = SN_BUILD_GROW(system->paths.paths, system->paths.n);
    system->paths.n++;
    path->id = sn_build_next_id(build);
    path->enabled = true;
    path->first = system->paths.n_points;
    path->count = n;
    for (int i = 0; i < n; i++) {
        int *point = SN_BUILD_GROW(system->paths.point, system->paths.n_points);
        *point = points[i];
        system->paths.n_points++;
    }
    return path;
}

int sn_build_wrap_surface(SnBuild *build, int block, const double position[3],
                          const double orientation[4], const SnWrapForm *form)
{
    SnSystemPaths *paths = &build->system->paths;
    SnSystemWrapSurface *surface = SN_BUILD_GROW(paths->surfaces, paths->n_surfaces);
    *surface =
        (SnSystemWrapSurface){.id = sn_build_next_id(build), .unit = form->size[0], .form = *form};
    for (int k = -1; k < 3; k++) {
        double tip[3] = {0, 0, 0};
        if (k >= 0)
            tip[k] = surface->unit;
        if (orientation)
            sn_q_rotate(orientation, tip, tip);
        sn_v3_add(tip, position, tip);
        const int point = sn_build_point(build, block, tip);
        if (k < 0)
            surface->point = point;
    }
    return paths->n_surfaces++;
}

void sn_build_wrap(SnBuild *build, SnSystemPath *path, int surface, int first, int last)
{
    SnSystemPaths *paths = &build->system->paths;
    SnSystemWrap *wrap = SN_BUILD_GROW(paths->wraps, paths->n_wraps);
    *wrap = (SnSystemWrap){.surface = surface, .first = first, .last = last};
    if (path->n_wraps++ == 0)
        path->first_wrap = paths->n_wraps;
    paths->n_wraps++;
}

int sn_build_spring(SnBuild *build, int n, const int *points, double stiffness, double damping,
                    double rest_length)
{
    SnSystem *system = build->system;
    sn_build_add_path(build, n, points)->law = system->paths.n_springs;
    SnSpringParameters *spring = SN_BUILD_GROW(system->paths.springs, system->paths.n_springs);
    system->paths.n_springs++;
    spring->stiffness = stiffness;
    spring->damping = damping;
    spring->rest_length = rest_length;
    return system->paths.n - 1;
}

static SnSystemJoint *add_joint(SnBuild *build, const SnJointClass *class)
{
    SnSystem *system = build->system;
    SnSystemJoint *joint = SN_BUILD_GROW(system->joints.joints, system->joints.n);
    system->joints.n++;
    joint->class = class;
    joint->id = sn_build_next_id(build);
    joint->enabled = true;
    joint->point = -1;
    return joint;
}

int sn_build_joint(SnBuild *build, const SnJointClass *class, int frame_a, int frame_b)
{
    SnSystemJoint *joint = add_joint(build, class);
    joint->frame_a = frame_a, joint->frame_b = frame_b;
    return build->system->joints.n - 1;
}

int sn_build_gear(SnBuild *build, int joint_a, int joint_b, double ratio)
{
    SnSystemJoint *gear = add_joint(build, &SN_JOINT_GEAR);
    gear->frame_a = gear->frame_b = -1;
    gear->geared[0] = joint_a, gear->geared[1] = joint_b;
    gear->ratio = ratio;
    return build->system->joints.n - 1;
}

void sn_build_function(SnBuild *build, const SnFunctionText *text, SnFunction *function)
{
    SnSystem *system = build->system;
    const int n = sn_function_plan(text, function);
    function->first = system->joints.n_numbers;
    system->joints.numbers =
        sn_resize(system->joints.numbers, (size_t)(function->first + n), sizeof(double));
    sn_function_make(text, function, system->joints.numbers + function->first);
    system->joints.n_numbers += n;
}

int sn_build_coordinate_force(SnBuild *build, const SnSystemCoordinateForce *force,
                              const SnFunctionText *function)
{
    SnCoordinateForces *forces = sn_coordinate_forces(build->system);
    SnSystemCoordinateForce *made = SN_BUILD_GROW(forces->forces, forces->n);
    forces->n++;
    *made = *force;
    made->id = sn_build_next_id(build);
    made->enabled = true;
    if (function)
        sn_build_function(build, function, &made->function);
    if (force->law == SN_COORDINATE_GIVEN)
        made->input = sn_build_inputs(build, 1);
    if (force->lowest_force == force->highest_force) { /* none is said: any */
        made->lowest_force = -HUGE_VAL;
        made->highest_force = HUGE_VAL;
    }
    return forces->n - 1;
}

void sn_build_follower(SnBuild *build, int point, int joint, int coordinate,
                       const SnFunctionText function[3], const double range[2])
{
    SnSystemPaths *paths = &build->system->paths;
    SnPathFollower *made = SN_BUILD_GROW(paths->followers, paths->n_followers);
    *made = (SnPathFollower){.point = point,
                             .leaders = paths->n_leaders,
                             .n_leaders = 1,
                             .moves = function != NULL,
                             .conditional = range != NULL,
                             .axes = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    for (int k = 0; function && k < 3; k++)
        sn_build_function(build, &function[k], &made->function[k]);
    if (range)
        made->lower = range[0], made->upper = range[1];
    SnLeader *leader = SN_BUILD_GROW(paths->leaders, paths->n_leaders);
    *leader = (SnLeader){joint, coordinate};
    paths->n_leaders++;
    build->system->points[point].follower = ++paths->n_followers;
}

int sn_build_custom(SnBuild *build, int frame_a, int frame_b, int n_angles, int n_distances,
                    const SnBuildAxis axis[6])
{
    SnSystem *system = build->system;
    const int number = sn_build_joint(build, &SN_JOINT_CUSTOM, frame_a, frame_b);
    SnSystemJoint *joint = &system->joints.joints[number];
    joint->n_angles = n_angles, joint->n_distances = n_distances;
    joint->axes = system->joints.n_axes;
    for (int i = 0; i < 6; i++) {
        SnJointAxis *made = SN_BUILD_GROW(system->joints.axes, system->joints.n_axes);
        system->joints.n_axes++;
        sn_v3_copy(axis[i].direction, made->direction);
        made->coordinate = axis[i].coordinate;
        sn_build_function(build, &axis[i].function, &made->function);
        made->terms = system->joints.n_numbers, made->n_terms = axis[i].n_terms;
        const int n = made->n_terms * (1 + n_angles + n_distances);
        system->joints.numbers =
            sn_resize(system->joints.numbers, (size_t)(made->terms + n), sizeof(double));
        for (int k = 0; k < n; k++)
            system->joints.numbers[made->terms + k] = axis[i].terms[k];
        system->joints.n_numbers += n;
    }
    return number;
}

int sn_build_coupler(SnBuild *build, int joint_a, int ca, int joint_b, int cb,
                     const SnFunctionText *f)
{
    const int number = sn_build_gear(build, joint_a, joint_b, 0);
    SnSystemJoint *coupler = &build->system->joints.joints[number];
    coupler->class = &SN_JOINT_COUPLER;
    coupler->geared_coordinate[0] = ca, coupler->geared_coordinate[1] = cb;
    sn_build_function(build, f, &coupler->function);
    return number;
}

int sn_build_coupler_of_several(SnBuild *build, int n, const SnLeader *leaders, int n_terms,
                                const double *terms, int joint_b, int cb, const SnFunctionText *f)
{
    SnSystemJoints *joints = &build->system->joints;
    const int number =
        sn_build_coupler(build, leaders[0].joint, leaders[0].coordinate, joint_b, cb, f);
    SnSystemJoint *coupler = &joints->joints[number];
    coupler->leaders = joints->n_leaders, coupler->n_leaders = n - 1;
    for (int k = 1; k < n; k++) {
        SnLeader *made = SN_BUILD_GROW(joints->leaders, joints->n_leaders);
        *made = leaders[k];
        joints->n_leaders++;
    }
    coupler->terms = joints->n_numbers, coupler->n_terms = n_terms;
    joints->n_numbers += n_terms * (1 + n);
    joints->numbers = sn_resize(joints->numbers, (size_t)joints->n_numbers, sizeof(double));
    memcpy(joints->numbers + coupler->terms, terms, (size_t)(n_terms * (1 + n)) * sizeof *terms);
    return number;
}

int sn_build_drive(SnBuild *build, int joint, int c)
{
    const int number = sn_build_gear(build, -1, joint, 0);
    SnSystemJoint *drive = &build->system->joints.joints[number];
    drive->class = &SN_JOINT_DRIVE;
    drive->geared_coordinate[1] = c;
    drive->input = sn_build_inputs(build, 1);
    return number;
}

int sn_build_surface(SnBuild *build, const SnJointClass *class, int frame, int point,
                     bool one_sided, int n_corners, const double *corners)
{
    SnSystem *system = build->system;
    SnSystemJoint *joint = add_joint(build, class);
    joint->frame_a = joint->frame_b = frame;
    joint->point = point;
    joint->one_sided = one_sided;
    joint->polyline = system->joints.n_polyline;
    joint->n_polyline = n_corners;
    system->joints.polyline =
        sn_resize(system->joints.polyline, 1,
                  2 * (size_t)(system->joints.n_polyline + n_corners + 1) * sizeof(double));
    memcpy(system->joints.polyline + 2 * system->joints.n_polyline,
           corners ? corners : system->joints.polyline, 2 * (size_t)n_corners * sizeof(double));
    system->joints.n_polyline += n_corners;
    return system->joints.n - 1;
}

static int add_load(SnBuild *build, int point, int block, int n)
{
    SnSystem *system = build->system;
    SnSystemLoad *load = SN_BUILD_GROW(system->loads.loads, system->loads.n);
    load->id = sn_build_next_id(build);
    load->point = point, load->block = block;
    load->force = sn_build_inputs(build, n);
    load->share = 1;
    return system->loads.n++;
}

int sn_build_point_load(SnBuild *build, int point)
{
    return add_load(build, point, -1, 3);
}

int sn_build_body_load(SnBuild *build, int block)
{
    return add_load(build, -1, block, 6);
}

/* Active blocks first, then attached ones; to[handle] is the new number. */
static void order_blocks(SnBuild *build, int *to)
{
    SnSystem *system = build->system;
    SnBlock *blocks = sn_alloc(1, (size_t)(system->n_blocks + 1) * sizeof *blocks);
    int n = 0;
    for (int pass = 0; pass < 3; pass++) {
        for (int i = 0; i < system->n_blocks; i++)
            if (pass == (build->active[i] ? 0 : build->attached[i] ? 1 : 2)) {
                blocks[n] = system->blocks[i];
                to[i] = n++;
            }
        if (pass == 0)
            system->n_active = n;
        else if (pass == 1)
            system->n_attached = n - system->n_active;
    }
    sn_free(system->blocks);
    system->blocks = blocks;
}

/* Handles of what strands are made of to numbers; -1 stays. */
static void renumber_strands(SnSystem *system, const int *to)
{
    for (int i = 0; i < system->strands.n_nodes; i++)
        if (system->strands.nodes[i].eulerian >= 0)
            system->strands.nodes[i].eulerian = to[system->strands.nodes[i].eulerian];
    for (int i = 0; i < system->guides.n; i++)
        if (system->guides.guides[i].carrier >= 0)
            system->guides.guides[i].carrier = to[system->guides.guides[i].carrier];
    for (int i = 0; i < system->guides.n_blocks; i++)
        system->guides.block[i] = to[system->guides.block[i]];
    for (int i = 0; i < system->surfaces.n; i++)
        if (system->surfaces.surfaces[i].carrier >= 0)
            system->surfaces.surfaces[i].carrier = to[system->surfaces.surfaces[i].carrier];
    for (int i = 0; i < system->pulleys.n; i++)
        if (system->pulleys.pulleys[i].wheel >= 0)
            system->pulleys.pulleys[i].wheel = to[system->pulleys.pulleys[i].wheel];
    for (int i = 0; i < system->splines.n_nodes; i++)
        system->splines.block[i] = to[system->splines.block[i]];
}

/* Handles of attachments, FEM models and segments to numbers; activations of bundles behind the
 * muscles'.
 */
static void renumber(SnSystem *system, const int *to)
{
    for (int i = 0; i < system->attachments.n; i++)
        system->attachments.attachments[i].block = to[system->attachments.attachments[i].block];
    for (int i = 0; i < system->attachments.n_masters; i++)
        system->attachments.master[i] = to[system->attachments.master[i]];
    for (int f = 0; f < system->fems.n; f++)
        for (int i = 0; i < system->fems.fems[f].solid->n_nodes; i++)
            system->fems.fems[f].node_block[i] = to[system->fems.fems[f].node_block[i]];
    for (int i = 0; i < system->fems.n_segments; i++)
        for (int k = 0; k < 2; k++)
            system->fems.segments[i].block[k] = to[system->fems.segments[i].block[k]];
    for (int i = 0; i < system->rods.n_frames; i++)
        system->rods.frame_block[i] = to[system->rods.frame_block[i]];
    for (int i = 0; i < system->rods.n_surfaces; i++)
        system->rods.surfaces[i].block = to[system->rods.surfaces[i].block];
    for (int i = 0; i < system->rods.n_segments; i++)
        for (int k = 0; k < 2; k++)
            system->rods.segments[i].block[k] = to[system->rods.segments[i].block[k]];
    const size_t n = (size_t)(system->paths.n_muscles + system->fems.n_bundles);
    if (system->fems.n_bundles == 0)
        return;
    system->state.activation0 = sn_resize(system->state.activation0, 1, n * sizeof(double));
    for (int i = 0; i < system->fems.n_bundles; i++) {
        system->fems.bundles[i].activation = system->paths.n_muscles + i;
        system->state.activation0[system->paths.n_muscles + i] = 0;
    }
}

SnSystem *sn_build_finish(SnBuild *build, const double gravity[3])
{
    SnSystem *system = build->system;
    int *to = sn_alloc((size_t)system->n_blocks + 1, sizeof *to);
    order_blocks(build, to);
    sn_system_layout(system);
    for (int i = 0; i < system->n_blocks; i++) {
        SnBlock *block = &system->blocks[to[i]];
        sn_v3_copy(gravity, block->gravity);
        memcpy(system->q0 + block->q, build->q[i], (size_t)sn_block_n_q(block) * sizeof(double));
        memcpy(system->u0 + block->u, build->u[i], (size_t)block->n * sizeof(double));
    }
    for (int i = 0; i < system->n_points; i++)
        if (system->points[i].block >= 0)
            system->points[i].block = to[system->points[i].block];
    for (int i = 0; i < system->contacts.n_shapes; i++)
        system->contacts.shapes[i].block = to[system->contacts.shapes[i].block];
    for (int i = 0; i < system->contacts.n_surfaces; i++) {
        SnTouchSurface *surface = &system->contacts.surfaces[i];
        surface->block = surface->block >= 0 ? to[surface->block] : -1;
        for (int v = 0; surface->vertex_block && v < surface->n_vertices; v++)
            surface->vertex_block[v] = to[surface->vertex_block[v]];
    }
    for (int i = 0; i < system->n_frames; i++)
        if (system->frames[i].block >= 0)
            system->frames[i].block = to[system->frames[i].block];
    for (int i = 0; i < system->loads.n; i++)
        if (system->loads.loads[i].block >= 0)
            system->loads.loads[i].block = to[system->loads.loads[i].block];
    renumber(system, to);
    renumber_strands(system, to);
    const SnFault fault = sn_system_finish(system);
    assert(fault.code == SN_FAULT_NONE);
    (void)fault;
    sn_free(to);
    sn_free(build->q);
    sn_free(build->u);
    sn_free(build->active);
    sn_free(build->attached);
    sn_free(build);
    return system;
}

SnTrial sn_trial_new(SnSystem *system, SnLinsolveBackend backend)
{
    SnTrial trial = {.system = system};
    trial.state = sn_state_new(system);
    trial.work = sn_workspace_new(system, backend);
    trial.fault = sn_assemble(system, system->inputs.base, trial.state, trial.work);
    return trial;
}

void sn_trial_free(SnTrial *trial)
{
    sn_workspace_free(trial->work);
    sn_free(trial->state);
    sn_system_free(trial->system);
}

void sn_trial_steps(SnTrial *trial, int n)
{
    for (int i = 0; i < n && trial->fault.code == SN_FAULT_NONE; i++)
        trial->fault =
            sn_step(trial->system, trial->system->inputs.base, trial->state, trial->work);
}
