/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points and bodies that follow others. */
#include "engine/model/classes/body.h"
#include "engine/model/classes/fem_rows.h"
#include "engine/model/classes/rows.h"
#include "engine/model/render_rows.h"

static const SnProperty attachment_properties[] = {
    {.name = "to",
     .label = "To",
     .help = "What holds it: a body, frame, FEM, particle or node; none: the world",
     SN_ROW(SnAttachment, to),
     .target = &SN_CLASS_MASTER},
    {.name = "force",
     .label = "Force",
     .help = "With which it is held, world axes",
     SN_ROW_RESULT(SN_TYPE_VEC3, SN_UNIT_FORCE, SN_BIND_ATTACHMENT_FORCE)},
    {.name = "moment",
     .label = "Moment",
     .help = "Moment with which it is held, world axes: about the centre of mass of the body (or "
             "the place of the particle or node) that holds it; where the world or a FEM holds it, "
             "about the middle of what is held",
     SN_ROW_RESULT(SN_TYPE_VEC3, SN_UNIT_MOMENT, SN_BIND_ATTACHMENT_MOMENT)},
};

static const SnProperty attachment_overrides[] = {
    SN_RENDER_COLOR(0x5E7FA8),
    SN_RENDER_POINT_RADIUS(0.0015),
};

const SnClass SN_CLASS_ATTACHMENT = {
    .name = "attachment",
    .label = "Attachment",
    .help = "What makes nodes, a particle or a body follow something else.",
    .icon = "sn-attachment-symbolic",
    .parent = &SN_CLASS_DRAWABLE,
    .abstract = true,
    .size = sizeof(SnAttachment),
    .properties = attachment_properties,
    .n_properties = SN_COUNT(attachment_properties),
    .overrides = attachment_overrides,
    .n_overrides = SN_COUNT(attachment_overrides),
};

static const SnProperty node_attachment_properties[] = {
    {.name = "fem",
     .label = "FEM",
     .help = "Whose nodes are attached",
     SN_ROW(SnNodeAttachment, fem),
     .flags = SN_REQUIRED,
     .target = &SN_CLASS_FEM},
    {.name = "nodes",
     .label = "Nodes",
     .help = "Numbers of the nodes; each keeps the place that it has at the start",
     SN_ROW(SnNodeAttachment, nodes)},
};

static void validate_nodes(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnNodeAttachment *self = (const SnNodeAttachment *)component;
    const SnFem *fem = (const SnFem *)sn_model_get(model, self->fem);
    const SnFemNode *nodes = fem->nodes.entries;
    if (self->nodes.n == 0)
        sn_checks_add(checks, SN_WARNING, component->id, "has no nodes to attach");
    sn_fem_check_numbers(model, component->id, fem, "nodes", &self->nodes, true, checks);
    for (int i = 0; i < self->nodes.n; i++) {
        const int node = self->nodes.values[i];
        if (node >= fem->nodes.n || nodes[node].dynamic)
            continue;
        sn_checks_add(checks, SN_ERROR, component->id,
                      "node %d is attached and kinematic at once: make it dynamic, or take it out "
                      "of this attachment",
                      node);
        break;
    }
}

const SnClass SN_CLASS_NODE_ATTACHMENT = {
    .name = "node_attachment",
    .label = "Node attachment",
    .help =
        "Nodes of a FEM that follow a body, a FEM (also other elements of their own) or a point.",
    .icon = "sn-attachment-symbolic",
    .parent = &SN_CLASS_ATTACHMENT,
    .size = sizeof(SnNodeAttachment),
    .properties = node_attachment_properties,
    .n_properties = SN_COUNT(node_attachment_properties),
    .validate = validate_nodes,
};

static const SnProperty particle_attachment_properties[] = {
    {.name = "particle",
     .label = "Particle",
     .help = "What is attached",
     SN_ROW(SnParticleAttachment, particle),
     .flags = SN_REQUIRED,
     .target = &SN_CLASS_PARTICLE},
};

static void validate_particle(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnParticleAttachment *self = (const SnParticleAttachment *)component;
    const SnParticle *particle = (const SnParticle *)sn_model_get(model, self->particle);
    if (!particle->dynamic)
        sn_checks_add(checks, SN_ERROR, component->id,
                      "the particle is attached and kinematic at once: make it dynamic");
}

const SnClass SN_CLASS_PARTICLE_ATTACHMENT = {
    .name = "particle_attachment",
    .label = "Particle attachment",
    .help = "A particle that follows a body, a FEM or another point.",
    .icon = "sn-attachment-symbolic",
    .parent = &SN_CLASS_ATTACHMENT,
    .size = sizeof(SnParticleAttachment),
    .properties = particle_attachment_properties,
    .n_properties = SN_COUNT(particle_attachment_properties),
    .validate = validate_particle,
};

static const SnProperty body_attachment_properties[] = {
    {.name = "body",
     .label = "Body",
     .help = "What is attached",
     SN_ROW(SnBodyAttachment, body),
     .flags = SN_REQUIRED,
     .target = &SN_CLASS_RIGID_BODY},
};

static void validate_body(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnBodyAttachment *self = (const SnBodyAttachment *)component;
    const SnRigidBody *body = (const SnRigidBody *)sn_model_get(model, self->body);
    const SnComponent *to = sn_model_get(model, self->base.to);
    if (!body->dynamic)
        sn_checks_add(checks, SN_ERROR, component->id,
                      "the body is attached and kinematic at once: make it dynamic");
    if (to && (self->base.to.entry != 0 || to->class == &SN_CLASS_PARTICLE))
        sn_checks_add(
            checks, SN_ERROR, component->id,
            "a body cannot follow a point, which has no orientation: attach it to a body, "
            "frame or FEM");
}

const SnClass SN_CLASS_BODY_ATTACHMENT = {
    .name = "body_attachment",
    .label = "Body attachment",
    .help = "A rigid body that follows another body or a FEM.",
    .icon = "sn-attachment-symbolic",
    .parent = &SN_CLASS_ATTACHMENT,
    .size = sizeof(SnBodyAttachment),
    .properties = body_attachment_properties,
    .n_properties = SN_COUNT(body_attachment_properties),
    .validate = validate_body,
};
