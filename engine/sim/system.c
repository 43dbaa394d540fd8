/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/system.h"

#include "engine/base/vec.h"
#include "engine/sim/polyline.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void sn_system_free(SnSystem *system)
{
    if (!system)
        return;
    for (int i = 0; i < system->n_output_probes; i++)
        free(system->output_probes[i].name);
    void *arrays[] = {system->blocks,         system->q0,           system->u0,
                      system->points,         system->frames,       system->paths,
                      system->path_point,     system->path_block,   system->springs,
                      system->muscles,        system->activation0,  system->frame_springs,
                      system->loads,          system->joints,       system->polyline,
                      system->corners,        system->rows,         system->limits,
                      system->pair_row,       system->pair_column,  system->pair_value,
                      system->stiffness_slot, system->input0,       system->addresses,
                      system->input_probes,   system->knot_data,    system->output_probes,
                      system->index_of,       system->generation_of};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]);
    free(system);
}

int sn_system_index(const SnSystem *system, SnId id)
{
    if (sn_id_is_null(id) || id.index >= (uint32_t)system->n_ids)
        return -1;
    return system->generation_of[id.index] == id.generation ? system->index_of[id.index] : -1;
}

void sn_system_layout(SnSystem *system)
{
    int q = 0, u = 0;
    system->n_u_active = 0;
    for (int i = 0; i < system->n_blocks; i++) {
        SnBlock *block = &system->blocks[i];
        const bool body = block->kind == SN_BLOCK_BODY;
        block->q = q, block->u = u, block->n = body ? 6 : 3;
        q += body ? 7 : 3;
        u += block->n;
        if (i < system->n_active)
            system->n_u_active = u;
    }
    system->n_q = q, system->n_u = u;
    free(system->q0);
    free(system->u0);
    system->q0 = calloc((size_t)q + 1, sizeof(double));
    system->u0 = calloc((size_t)u + 1, sizeof(double));
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
        assert(block->n == (body ? 6 : 3));
        if (body) {
            sn_m3_inverse(block->inertia, block->inertia_inverse);
            sn_q_normalize(system->q0 + block->q + 3);
        }
        if (i < system->n_active)
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
    case SN_JOINT_PLANE:
    case SN_JOINT_POLYLINE:
        return joint->one_sided ? 0 : 1;
    }
    return 0;
}

static int limits_of(const SnSystemJoint *joint)
{
    switch (joint->kind) {
    case SN_JOINT_HINGE:
        return joint->limited ? 2 : 0;
    case SN_JOINT_SPHERICAL:
        return joint->limited ? 1 : 0;
    case SN_JOINT_FIXED:
        return 0;
    case SN_JOINT_PLANE:
    case SN_JOINT_POLYLINE:
        return joint->one_sided ? 1 : 0;
    }
    return 0;
}

static SnRow row_of(const SnSystem *system, int number, SnRowShape shape)
{
    const SnSystemJoint *joint = &system->joints[number];
    const bool surface = joint->kind == SN_JOINT_PLANE || joint->kind == SN_JOINT_POLYLINE;
    SnRow row = {.joint = number, .shape = shape};
    row.block[0] = system->frames[joint->frame_a].block;
    row.block[1] =
        surface ? system->points[joint->point].block : system->frames[joint->frame_b].block;
    return row;
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
        joint->turns = joint->kind == SN_JOINT_HINGE ? system->n_turns++ : -1;
    }
    free(system->rows);
    free(system->limits);
    system->rows = calloc((size_t)system->n_rows + 1, sizeof(SnRow));
    system->limits = calloc((size_t)system->n_limits + 1, sizeof(SnRow));
    for (int i = 0; i < system->n_joints; i++) {
        const SnSystemJoint *joint = &system->joints[i];
        const bool surface = joint->kind == SN_JOINT_PLANE || joint->kind == SN_JOINT_POLYLINE;
        for (int k = 0; k < joint->n_rows; k++)
            system->rows[joint->row + k] =
                row_of(system, i,
                       surface ? SN_ROW_FULL
                               : (k < 3 ? (SnRowShape)(SN_ROW_POSITION_X + k) : SN_ROW_ROTATION));
        for (int k = 0; k < joint->n_limits; k++)
            system->limits[joint->limit + k] =
                row_of(system, i, surface ? SN_ROW_FULL : SN_ROW_ROTATION);
    }
    free(system->corners);
    system->corners = calloc((size_t)system->n_polyline + 1, sizeof(SnCorner));
    for (int i = 0; i < system->n_joints; i++) {
        const SnSystemJoint *joint = &system->joints[i];
        if (joint->kind == SN_JOINT_POLYLINE)
            sn_polyline_corners(joint->n_polyline, system->polyline + 2 * joint->polyline,
                                joint->smoothing, system->corners + joint->polyline);
    }
}

/* --- the blocks that forces couple --- */

typedef struct PairList {
    int n, capacity;
    int64_t *keys; /* row << 32 | column */
} PairList;

static int64_t pair_key(int a, int b)
{
    return a > b ? (int64_t)a << 32 | b : (int64_t)b << 32 | a;
}

static void pair_add(PairList *list, int a, int b)
{
    if (list->n == list->capacity) {
        list->capacity = 2 * list->capacity + 64;
        list->keys = realloc(list->keys, (size_t)list->capacity * sizeof *list->keys);
    }
    list->keys[list->n++] = pair_key(a, b);
}

static int compare_keys(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static int compare_int(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static int active_block(const SnSystem *system, int block)
{
    return block >= 0 && block < system->n_active ? block : -1;
}

/* Distinct active blocks of each path, ascending. */
static void finish_paths(SnSystem *system)
{
    free(system->path_block);
    system->path_block = calloc((size_t)system->n_path_points + 1, sizeof(int));
    system->n_path_blocks = 0;
    for (int i = 0; i < system->n_paths; i++) {
        SnSystemPath *path = &system->paths[i];
        int *blocks = system->path_block + system->n_path_blocks;
        int n = 0;
        for (int k = 0; k < path->count; k++) {
            const int point = system->path_point[path->first + k];
            const int block = active_block(system, system->points[point].block);
            bool known = block < 0;
            for (int j = 0; j < n && !known; j++)
                known = blocks[j] == block;
            if (!known)
                blocks[n++] = block;
        }
        qsort(blocks, (size_t)n, sizeof *blocks, compare_int);
        path->blocks = system->n_path_blocks, path->n_blocks = n;
        system->n_path_blocks += n;
    }
}

/* An undamped joint gets no pair of its own: zeros would only slow the factorisation.  Damping that
 * is switched on later is implicit in the diagonal blocks alone (two_body_force.c). */
static bool couples(const SnSystemJoint *joint)
{
    return (joint->kind == SN_JOINT_HINGE || joint->kind == SN_JOINT_SPHERICAL) &&
           joint->damping != 0;
}

static void collect_two_frames(const SnSystem *system, int frame_a, int frame_b, PairList *list)
{
    const int a = active_block(system, system->frames[frame_a].block);
    const int b = active_block(system, system->frames[frame_b].block);
    if (a >= 0 && b >= 0 && a != b)
        pair_add(list, a, b);
}

/* Pair number of two active blocks: the first n_active are the diagonal, the rest sorted. */
static int find_pair(const SnSystem *system, int a, int b)
{
    if (a == b)
        return a;
    const int64_t key = pair_key(a, b);
    int low = system->n_active, high = system->n_pairs - 1;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (pair_key(system->pair_row[middle], system->pair_column[middle]) < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Slots of two coupled frames: aa, ba, bb. */
static void slots_of_two_frames(const SnSystem *system, int frame_a, int frame_b, bool coupled,
                                int slot[3])
{
    const int a = active_block(system, system->frames[frame_a].block);
    const int b = active_block(system, system->frames[frame_b].block);
    slot[0] = a >= 0 ? a : -1;
    slot[1] = coupled && a >= 0 && b >= 0 ? find_pair(system, a, b) : -1;
    slot[2] = b >= 0 ? b : -1;
}

static void finish_pairs(SnSystem *system)
{
    PairList list = {0};
    for (int i = 0; i < system->n_paths; i++) {
        const SnSystemPath *path = &system->paths[i];
        const int *blocks = system->path_block + path->blocks;
        for (int r = 0; r < path->n_blocks; r++)
            for (int c = 0; c < r; c++)
                pair_add(&list, blocks[r], blocks[c]);
    }
    for (int i = 0; i < system->n_frame_springs; i++)
        collect_two_frames(system, system->frame_springs[i].frame_a,
                           system->frame_springs[i].frame_b, &list);
    for (int i = 0; i < system->n_joints; i++) {
        const SnSystemJoint *joint = &system->joints[i];
        if (couples(joint))
            collect_two_frames(system, joint->frame_a, joint->frame_b, &list);
    }
    if (list.n > 0)
        qsort(list.keys, (size_t)list.n, sizeof *list.keys, compare_keys);
    int distinct = 0;
    for (int i = 0; i < list.n; i++)
        if (i == 0 || list.keys[i] != list.keys[i - 1])
            list.keys[distinct++] = list.keys[i];

    system->n_pairs = system->n_active + distinct;
    free(system->pair_row);
    free(system->pair_column);
    free(system->pair_value);
    system->pair_row = calloc((size_t)system->n_pairs + 1, sizeof(int));
    system->pair_column = calloc((size_t)system->n_pairs + 1, sizeof(int));
    system->pair_value = calloc((size_t)system->n_pairs + 1, sizeof(int));
    system->n_pair_values = 0;
    for (int i = 0; i < system->n_pairs; i++) {
        const int64_t key = i < system->n_active ? 0 : list.keys[i - system->n_active];
        system->pair_row[i] = i < system->n_active ? i : (int)(key >> 32);
        system->pair_column[i] = i < system->n_active ? i : (int)(key & 0xffffffff);
        system->pair_value[i] = system->n_pair_values;
        system->n_pair_values +=
            system->blocks[system->pair_row[i]].n * system->blocks[system->pair_column[i]].n;
    }
    free(list.keys);
}

static void finish_slots(SnSystem *system)
{
    int n = 0;
    for (int i = 0; i < system->n_paths; i++) {
        system->paths[i].slots = n;
        n += system->paths[i].n_blocks * (system->paths[i].n_blocks + 1) / 2;
    }
    for (int i = 0; i < system->n_frame_springs; i++, n += 3)
        system->frame_springs[i].slots = n;
    for (int i = 0; i < system->n_joints; i++) {
        const SnJointKind kind = system->joints[i].kind;
        const bool damped = kind == SN_JOINT_HINGE || kind == SN_JOINT_SPHERICAL;
        system->joints[i].slots = damped ? n : -1;
        n += damped ? 3 : 0;
    }
    system->n_slots = n;
    free(system->stiffness_slot);
    system->stiffness_slot = calloc((size_t)n + 1, sizeof(int));

    for (int i = 0; i < system->n_paths; i++) {
        const SnSystemPath *path = &system->paths[i];
        const int *blocks = system->path_block + path->blocks;
        int *slot = system->stiffness_slot + path->slots;
        for (int r = 0; r < path->n_blocks; r++)
            for (int c = 0; c <= r; c++)
                *slot++ = find_pair(system, blocks[r], blocks[c]);
    }
    for (int i = 0; i < system->n_frame_springs; i++) {
        const SnSystemFrameSpring *spring = &system->frame_springs[i];
        slots_of_two_frames(system, spring->frame_a, spring->frame_b, true,
                            system->stiffness_slot + spring->slots);
    }
    for (int i = 0; i < system->n_joints; i++) {
        const SnSystemJoint *joint = &system->joints[i];
        if (joint->slots < 0)
            continue;
        int *slot = system->stiffness_slot + joint->slots;
        slots_of_two_frames(system, joint->frame_a, joint->frame_b, couples(joint), slot);
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
    free(system->index_of);
    free(system->generation_of);
    system->index_of = calloc((size_t)system->n_ids + 1, sizeof(int));
    system->generation_of = calloc((size_t)system->n_ids + 1, sizeof(uint32_t));
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

void sn_system_finish(SnSystem *system)
{
    if (!system->q0)
        sn_system_layout(system);
    finish_blocks(system);
    finish_joints(system);
    finish_paths(system);
    finish_pairs(system);
    finish_slots(system);
    finish_index(system);
    if (system->length_scale == 0)
        system->length_scale = length_scale(system);
}
