/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is attached to what: attachments and markers on FEM models -> masters and weights, with
 * blocks still called by their drafts. */
#include "engine/compile/core/compiler.h"

#include "engine/base/vec.h"
#include "engine/compile/strand/cosserat_strands.h"
#include "engine/compile/strand/strands.h"
#include "engine/sim/motion/attachment_class.h"

#include <math.h>
#include <string.h>

/* Weights smaller than this are those of nodes on the far side of an element's face. */
static const double LEAST_WEIGHT = 1e-12;
/* A point attached to a particle lies on it, within this part of its FEM model's size or a metre.
 */
static const double COINCIDENT = 1e-6;

static SnBlockDraft *draft_at(SnCompiler *c, int number)
{
    return &g_array_index(c->drafts, SnBlockDraft, number);
}

/* What an attachment attaches to. */
typedef struct Master {
    enum { TO_WORLD, TO_BODY, TO_POINT, TO_FEM } kind;
    int draft; /* BODY; POINT: a particle or node */
    SnFemDraft *fem;
    SnFemSearch *search; /* of a FEM model attached to its own nodes */
} Master;

static bool find_master(SnCompiler *c, const SnAttachment *attachment, Master *master)
{
    const SnComponent *component = &attachment->base.base;
    *master = (Master){.kind = TO_WORLD, .draft = -1};
    const SnComponent *to = sn_model_get(c->model, attachment->to);
    if (to && to->class == &SN_CLASS_FEM) {
        master->fem = sn_compiler_fem(c, attachment->to);
        master->kind = attachment->to.entry == 0 ? TO_FEM : TO_POINT;
        if (master->kind == TO_FEM)
            return true;
        const int node = (int)sn_id_entry_index(attachment->to);
        master->draft = master->fem->first_draft + node;
        return node < master->fem->n_named ||
               sn_compiler_fail(c, component,
                                "there is no node %d: the mesh has %d, numbered from 0", node,
                                master->fem->n_named);
    }
    if (to && to->class == &SN_CLASS_PARTICLE) {
        master->kind = TO_POINT;
        master->draft = c->draft_of[to->id.index];
        return true;
    }
    SnId body;
    double position[3], orientation[4];
    if (!sn_model_carrier(c->model, attachment->to, &body, position, orientation) ||
        (!sn_id_is_null(body) && !sn_model_get(c->model, body)))
        return sn_compiler_fail(c, component,
                                "what it is attached to does not exist, or frames are attached to "
                                "each other in a circle: choose another");
    if (!sn_id_is_null(body)) {
        master->kind = TO_BODY;
        master->draft = c->draft_of[body.index];
    }
    return true;
}

/* --- what is held --- */

static char *slave_text(SnCompiler *c, const SnBlockDraft *slave)
{
    SnId id = slave->component->id;
    if (slave->node >= 0)
        id = sn_id_of_entry(id, SN_FEM_NODES_ARRAY, (uint32_t)slave->node);
    return sn_model_path(c->model, id);
}

/* A node that no element uses is not dynamic only because it has no mass. */
static bool is_loose(SnCompiler *c, const SnBlockDraft *draft)
{
    return draft->fem >= 0 &&
           !(g_array_index(c->fem_drafts, SnFemDraft, draft->fem).solid->node_mass[draft->node] >
             0);
}

/* Claims a block; false if something else does already. */
static bool claim_block(SnCompiler *c, const SnComponent *component, int slave, SnBlockRole role)
{
    SnBlockDraft *draft = draft_at(c, slave);
    char *text = slave_text(c, draft);
    if (draft->attached_by) {
        char *other = sn_model_path(c->model, draft->attached_by->id);
        sn_compiler_fail(c, component, "%s is attached already, by %s: take it out of one of them",
                         text, other);
        g_free(other);
    } else if (draft->role == SN_ROLE_KINEMATIC && !is_loose(c, draft)) {
        sn_compiler_fail(c, component,
                         "%s is not dynamic, so it cannot follow anything: make it dynamic, or "
                         "take it out of the attachment",
                         text);
    }
    g_free(text);
    draft->attached_by = component;
    draft->role = role;
    return !c->error;
}

static void add_masters(SnCompiler *c, SnAttachmentDraft *attached, const SnFemDraft *fem,
                        const SnFemPoint *place)
{
    const bool all = sn_attachment_class(attached->kind)->gradients;
    for (int k = 0; k < place->n; k++)
        if (all || fabs(place->weight[k]) > LEAST_WEIGHT)
            sn_compiler_add_master(c, attached, fem->first_draft + place->node[k], place->weight[k],
                                   place->gradient[k]);
}

/* --- points --- */

/* A point attached to a particle or node starts where that does. */
static bool starts_at_master(SnCompiler *c, const SnComponent *component, int slave, int master,
                             const double start[3])
{
    const SnBlockDraft *to = draft_at(c, master), *from = draft_at(c, slave);
    const SnFemDraft *fems = (const SnFemDraft *)(const void *)c->fem_drafts->data;
    const double *place =
        to->fem < 0 ? ((const SnParticle *)to->component)->position : fems[to->fem].start[to->node];
    const double size = to->fem >= 0     ? fems[to->fem].size
                        : from->fem >= 0 ? fems[from->fem].size
                                         : 1;
    const double distance = sn_v3_distance(place, start);
    if (distance <= COINCIDENT * size)
        return true;
    char *text = slave_text(c, from);
    sn_compiler_fail(c, component,
                     "%s lies %g m from the point it is attached to: put one where the other is",
                     text, distance);
    g_free(text);
    return false;
}

/* `rest`: where the master fem is asked for its element; `start`: where the point starts. */
static bool attach_point(SnCompiler *c, const SnComponent *component, int slave,
                         const Master *master, const double rest[3], const double start[3])
{
    if (!claim_block(c, component, slave,
                     master->kind == TO_WORLD ? SN_ROLE_KINEMATIC : SN_ROLE_ATTACHED))
        return false;
    if (master->kind == TO_WORLD)
        return true;
    SnAttachmentDraft *attached = sn_compiler_new_attachment(
        c, component, slave,
        master->kind == TO_BODY ? SN_ATTACH_POINT_TO_BODY : SN_ATTACH_POINT_TO_POINTS);
    sn_v3_copy(start, attached->position);
    if (master->kind != TO_FEM) {
        sn_compiler_add_master(c, attached, master->draft, 1, NULL);
        return master->kind == TO_BODY ||
               starts_at_master(c, component, slave, master->draft, start);
    }
    SnFemPoint place;
    const bool found = master->search ? sn_fem_search(master->search, rest, &place)
                                      : sn_fem_point(master->fem, rest, true, &place);
    if (!found)
        return sn_compiler_fail(c, component,
                                "the FEM model it is attached to has no solid element to carry it: "
                                "choose another, or a place at one of its nodes");
    add_masters(c, attached, master->fem, &place);
    return true;
}

/* The director of a shell turns with the body that holds its node. */
static bool attach_director(SnCompiler *c, const SnComponent *component, const SnFemDraft *fem,
                            int node, const Master *master)
{
    const int n = fem->solid->n_nodes - fem->n_named;
    for (int k = 0; k < n; k++) {
        const int back = fem->n_named + k;
        if (fem->director_of[k] == node && (master->kind == TO_BODY || master->kind == TO_WORLD))
            return attach_point(c, component, fem->first_draft + back, master,
                                fem->solid->rest + 3 * back, fem->start[back]);
    }
    return true;
}

static bool add_node_attachments(SnCompiler *c, const SnNodeAttachment *attachment)
{
    const SnComponent *component = &attachment->base.base.base;
    SnFemDraft *fem = sn_compiler_fem(c, attachment->fem);
    Master master;
    if (!fem)
        return sn_compiler_fail(c, component,
                                "has no FEM model: choose the one whose nodes it attaches");
    if (!find_master(c, &attachment->base, &master))
        return false;
    bool *own = NULL;
    if (master.kind == TO_FEM && master.fem == fem) {
        own = g_new0(bool, fem->n_named + 1);
        for (int i = 0; i < attachment->nodes.n; i++)
            if (attachment->nodes.values[i] < fem->n_named)
                own[attachment->nodes.values[i]] = true;
        master.search = sn_fem_search_new(fem, own);
    }
    bool good = true;
    for (int i = 0; good && i < attachment->nodes.n; i++) {
        const int node = attachment->nodes.values[i];
        if (node >= fem->n_named) {
            good = sn_compiler_fail(c, component,
                                    "there is no node %d: the mesh has %d, numbered from 0", node,
                                    fem->n_named);
            break;
        }
        good = attach_point(c, component, fem->first_draft + node, &master,
                            fem->solid->rest + 3 * node, fem->start[node]) &&
               attach_director(c, component, fem, node, &master);
    }
    if (master.search)
        sn_fem_search_free(master.search);
    g_free(own);
    return good;
}

static bool add_particle_attachment(SnCompiler *c, const SnParticleAttachment *attachment)
{
    const SnComponent *component = &attachment->base.base.base;
    const SnComponent *target = sn_model_get(c->model, attachment->particle);
    Master master;
    if (!target)
        return sn_compiler_fail(c, component, "has no particle: choose one");
    if (!find_master(c, &attachment->base, &master))
        return false;
    const double *position = ((const SnParticle *)target)->position;
    return attach_point(c, component, c->draft_of[target->id.index], &master, position, position);
}

/* --- bodies --- */

/* The centre of mass at the start, or the frame's origin where it has none. */
static void body_center(SnCompiler *c, const SnRigidBody *body, const double orientation[4],
                        double center[3])
{
    SnMassProperties mass = {0};
    GError *error = NULL;
    if (!sn_cached_body_mass(c, body, &mass, &error))
        g_clear_error(&error); /* blocks.c says so where it matters */
    sn_pose_point(body->position, orientation, mass.center, center);
}

static bool attach_body(SnCompiler *c, const SnComponent *component, const SnRigidBody *body,
                        const Master *master)
{
    const int slave = c->draft_of[body->base.base.id.index];
    if (master->kind == TO_POINT)
        return sn_compiler_fail(c, component,
                                "a point cannot carry a body, which would turn about it at will: "
                                "choose a body, a frame or a FEM model");
    if (!claim_block(c, component, slave,
                     master->kind == TO_WORLD ? SN_ROLE_KINEMATIC : SN_ROLE_ATTACHED))
        return false;
    if (master->kind == TO_WORLD)
        return true;
    SnAttachmentDraft *attached = sn_compiler_new_attachment(
        c, component, slave,
        master->kind == TO_BODY ? SN_ATTACH_BODY_TO_BODY : SN_ATTACH_BODY_TO_POINTS);
    sn_v3_copy(body->position, attached->position);
    sn_q_copy(body->orientation, attached->orientation);
    sn_q_normalize(attached->orientation);
    if (master->kind == TO_BODY) {
        sn_compiler_add_master(c, attached, master->draft, 1, NULL);
        return true;
    }
    double center[3];
    SnFemPoint place;
    body_center(c, body, attached->orientation, center);
    if (!sn_fem_point(master->fem, center, false, &place))
        return sn_compiler_fail(
            c, component,
            "the FEM model it is attached to has no solid element to carry it: choose another");
    add_masters(c, attached, master->fem, &place);
    return true;
}

static bool add_body_attachment(SnCompiler *c, const SnBodyAttachment *attachment)
{
    const SnComponent *component = &attachment->base.base.base;
    const SnComponent *target = sn_model_get(c->model, attachment->body);
    Master master;
    if (!target)
        return sn_compiler_fail(c, component, "has no body: choose one");
    return find_master(c, &attachment->base, &master) &&
           attach_body(c, component, (const SnRigidBody *)target, &master);
}

/* --- markers on FEM models: points without mass --- */

static bool add_marker_attachment(SnCompiler *c, const SnMarker *marker)
{
    const SnComponent *component = &marker->base.base;
    SnFemDraft *fem = sn_compiler_fem(c, marker->frame);
    double position[3];
    SnFemPoint place;
    sn_fem_draft_position(fem, marker->location, position);
    if (!sn_fem_point(fem, position, true, &place))
        return sn_compiler_fail(c, component,
                                "the FEM model it is attached to has no solid element to hold it: "
                                "put it on one of its nodes");
    if (place.n == 1) { /* at a node: it is that node */
        c->draft_of[component->id.index] = fem->first_draft + place.node[0];
        return true;
    }
    const SnBlockDraft draft = {.component = component,
                                .fem = -1,
                                .node = -1,
                                .role = SN_ROLE_ATTACHED,
                                .attached_by = component,
                                .attachment = -1};
    const int slave = (int)c->drafts->len;
    c->draft_of[component->id.index] = slave;
    g_array_append_val(c->drafts, draft);
    SnAttachmentDraft *attached =
        sn_compiler_new_attachment(c, component, slave, SN_ATTACH_POINT_TO_POINTS);
    for (int k = 0; k < place.n; k++)
        sn_v3_axpy(place.weight[k], fem->start[place.node[k]], attached->position);
    add_masters(c, attached, fem, &place);
    return true;
}

bool sn_compile_attachment_drafts(SnCompiler *c)
{
    bool good = true;
    for (guint i = 0; good && i < c->components->len; i++) {
        const SnComponent *component = c->components->pdata[i];
        if (component->class == &SN_CLASS_NODE_ATTACHMENT)
            good = add_node_attachments(c, (const SnNodeAttachment *)component);
        else if (component->class == &SN_CLASS_PARTICLE_ATTACHMENT)
            good = add_particle_attachment(c, (const SnParticleAttachment *)component);
        else if (component->class == &SN_CLASS_BODY_ATTACHMENT)
            good = add_body_attachment(c, (const SnBodyAttachment *)component);
        else if (component->class == &SN_CLASS_MARKER &&
                 sn_compiler_fem(c, ((const SnMarker *)component)->frame))
            good = add_marker_attachment(c, (const SnMarker *)component);
    }
    return good && sn_compile_rod_attachments(c) && sn_compile_strand_drafts(c) &&
           sn_sort_attachments(c);
}
