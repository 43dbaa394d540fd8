/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pushing apart what overlaps at the start: pair after pair along the way that frees it, again and
 * again (Gauss and Seidel), what joints and attachments connect as one. */
#include "engine/base/vec.h"
#include "engine/checks.h"
#include "engine/compile/compile.h"
#include "engine/model/classes/body.h"
#include "engine/run/checks/overlap.h"
#include "engine/text/refuse.h"

#include <math.h>

#define ROUNDS 400
#define MORE   1.02 /* of the depth, so that it ends */

typedef struct Push {
    SnSimulation *start;
    int *group;        /* [n_blocks] the first block of what moves as one */
    bool *held;        /* [n_blocks] of a first block: something of it stands still */
    double (*move)[3]; /* [n_blocks] of a first block: how far it has come [m] */
} Push;

/* --- what moves as one --- */

static int group_of(const Push *push, int block)
{
    while (push->group[block] != block)
        block = push->group[block];
    return block;
}

static void unite(Push *push, int a, int b)
{
    a = group_of(push, a), b = group_of(push, b);
    push->group[MAX(a, b)] = MIN(a, b);
}

static void unite_joint(Push *push, const SnSystemJoint *joint)
{
    const SnSystem *system = push->start->compiled->system;
    int block[2] = {joint->frame_a < 0 ? -1 : system->frames[joint->frame_a].block, -1};
    if (joint->frame_b >= 0)
        block[1] = system->frames[joint->frame_b].block;
    else if (joint->point >= 0)
        block[1] = system->points[joint->point].block;
    if (block[0] >= 0 && block[1] >= 0)
        unite(push, block[0], block[1]);
    for (int i = 0; i < 2; i++)
        if (block[i] >= 0 && block[1 - i] < 0)
            push->held[block[i]] = true;
}

static void find_groups(Push *push)
{
    const SnSystem *system = push->start->compiled->system;
    for (int i = 0; i < system->n_blocks; i++) {
        push->group[i] = i;
        push->held[i] = sn_is_kinematic(system, i);
    }
    for (int i = 0; i < system->fems.n; i++)
        for (int k = 1; k < system->fems.fems[i].solid->n_nodes; k++)
            unite(push, system->fems.fems[i].node_block[0], system->fems.fems[i].node_block[k]);
    for (int i = 0; i < system->attachments.n; i++) {
        const SnSystemAttachment *a = &system->attachments.attachments[i];
        for (int k = 0; k < a->count; k++)
            unite(push, a->block, system->attachments.master[a->first + k]);
    }
    for (int i = 0; i < system->joints.n; i++)
        unite_joint(push, &system->joints.joints[i]);
    for (int i = 0; i < system->n_blocks; i++)
        if (push->held[i])
            push->held[group_of(push, i)] = true;
}

/* A block of a shape of the rules. */
static int block_of(const Push *push, int shape)
{
    const SnSystemContacts *contacts = &push->start->compiled->system->contacts;
    if (shape < contacts->n_shapes)
        return contacts->shapes[shape].block;
    const SnTouchSurface *surface = &contacts->surfaces[shape - contacts->n_shapes];
    return surface->vertex_block[0];
}

static double size_of(const Push *push, int shape)
{
    const SnSystem *system = push->start->compiled->system;
    const double bound = shape < system->contacts.n_shapes
                             ? system->contacts.shapes[shape].convex.bound
                             : system->length_scale;
    return isfinite(bound) && bound > 0 ? bound : system->length_scale;
}

/* --- moving --- */

static void move_group(Push *push, int group, double way, const double along[3])
{
    const SnSystem *system = push->start->compiled->system;
    double *q = sn_state_q(push->start->state);
    sn_v3_axpy(way, along, push->move[group]);
    for (int i = 0; i < system->n_blocks; i++)
        if (group_of(push, i) == group && system->blocks[i].kind <= SN_BLOCK_BODY)
            sn_v3_axpy(way, along, q + system->blocks[i].q);
}

/* The smaller one goes further; false: neither can. */
static bool push_pair(Push *push, const SnOverlapping *one)
{
    const int a = group_of(push, block_of(push, one->shape[0]));
    const int b = group_of(push, block_of(push, one->shape[1]));
    if (a == b || (push->held[a] && push->held[b]) || !(one->depth > 0))
        return false;
    const double size[2] = {size_of(push, one->shape[0]), size_of(push, one->shape[1])};
    const double share = push->held[a] ? 0 : push->held[b] ? 1 : size[1] / (size[0] + size[1]);
    const double least = 1e-3 * fmin(size[0], size[1]);
    const double way = MORE * one->depth + (one->allowed > 0 ? 0 : least);
    move_group(push, a, -share * way, one->out);
    move_group(push, b, (1 - share) * way, one->out);
    return true;
}

/* --- what comes out --- */

static void add_value(const SnModel *model, SnId id, const double move[3], GArray *values)
{
    const int row = sn_model_find_property(model, id, "position");
    SnPoseValue value = {.id = id, .property = row};
    if (row < 0 || !(sn_v3_norm(move) > 0))
        return;
    sn_model_effective(model, id, sn_model_property(model, id, row), &value.value, NULL);
    sn_v3_add(value.value.number, move, value.value.number);
    g_array_append_val(values, value);
}

static GArray *moved_values(const Push *push, const SnModel *model)
{
    const SnSystem *system = push->start->compiled->system;
    GArray *values = g_array_new(FALSE, FALSE, sizeof(SnPoseValue));
    for (int i = 0; i < system->n_blocks; i++) {
        const SnComponent *component = sn_model_get(model, system->blocks[i].id);
        if (component &&
            (component->class == &SN_CLASS_RIGID_BODY || component->class == &SN_CLASS_PARTICLE))
            add_value(model, component->id, push->move[group_of(push, i)], values);
    }
    for (int i = 0; i < system->fems.n; i++)
        add_value(model, system->fems.fems[i].id,
                  push->move[group_of(push, system->fems.fems[i].node_block[0])], values);
    return values;
}

/* --- all of it --- */

static SnSimulation *start_of(const SnModel *model, GError **error)
{
    SnModel *copy = sn_model_copy(model);
    SnCompiled *compiled = sn_compile(copy, NULL, NULL, error);
    if (!compiled || !sn_compiled_prepare(compiled, error)) {
        sn_compiled_free(compiled);
        sn_model_free(copy);
        return NULL;
    }
    SnSimulation *start = sn_simulation_new();
    const SnFault fault = sn_simulation_install(start, copy, compiled, true);
    if (fault.code == SN_FAULT_NONE)
        return start;
    sn_simulation_free(start);
    sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s", fault.text);
    return NULL;
}

/* Moves until nothing that can move overlaps; a pair that is left, or false. */
static bool push_all(Push *push, SnOverlapping *left)
{
    bool is_left = false;
    for (int i = 0; i < ROUNDS; i++) {
        GArray *found = sn_overlaps_find(push->start);
        bool moved = false;
        is_left = false;
        for (guint k = 0; k < found->len; k++) {
            const SnOverlapping *one = &g_array_index(found, SnOverlapping, k);
            if (one->shape[0] == one->shape[1] || one->strand)
                continue; /* of that nobody knows the way out */
            moved = push_pair(push, one) || moved;
            *left = *one;
            is_left = true;
        }
        g_array_unref(found);
        if (!moved)
            break;
    }
    return is_left;
}

GArray *sn_push_apart(const SnModel *model, GError **error)
{
    Push push = {.start = start_of(model, error)};
    if (!push.start)
        return NULL;
    const size_t n = (size_t)push.start->compiled->system->n_blocks + 1;
    SnOverlapping left;
    GArray *values = NULL;
    push.group = g_new0(int, n);
    push.held = g_new0(bool, n);
    push.move = g_malloc0_n(n, sizeof *push.move);
    find_groups(&push);
    if (push_all(&push, &left)) {
        g_autofree char *a = sn_model_path(model, left.id[0]);
        g_autofree char *b = sn_model_path(model, left.id[1]);
        sn_refuse(error, SN_MODEL_ERROR_VALUE,
                  "%s and %s cannot be pushed apart: joints, attachments or what is fixed holds "
                  "them; move one of them by hand",
                  a, b);
    } else {
        values = moved_values(&push, model);
    }
    g_free(push.group);
    g_free(push.held);
    g_free(push.move);
    sn_simulation_free(push.start);
    return values;
}
