/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Attachments on their way into the system: a slave block, what it is attached to and with what
 * weights, blocks still called by their drafts. */
#include "engine/compile/core/compiler.h"

#include "engine/base/vec.h"

SnAttachmentDraft *sn_compiler_new_attachment(SnCompiler *c, const SnComponent *component,
                                              int slave, SnAttachmentKind kind)
{
    const SnAttachmentDraft attached = {
        .component = component,
        .slave = slave,
        .kind = kind,
        .first = (int)c->attachment_masters->len,
        .orientation = {1},
    };
    g_array_index(c->drafts, SnBlockDraft, slave).attachment = (int)c->attachments->len;
    g_array_append_val(c->attachments, attached);
    return &g_array_index(c->attachments, SnAttachmentDraft, c->attachments->len - 1);
}

void sn_compiler_add_master(SnCompiler *c, SnAttachmentDraft *attached, int draft, double weight,
                            const double *gradient)
{
    SnMasterDraft master = {.draft = draft, .weight = weight};
    if (gradient)
        sn_v3_copy(gradient, master.gradient);
    g_array_append_val(c->attachment_masters, master);
    attached->count++;
}

void sn_compiler_add_attachment(SnCompiler *c, const SnComponent *component, int slave,
                                SnAttachmentKind kind, int place, const double position[3])
{
    SnAttachmentDraft *attached = sn_compiler_new_attachment(c, component, slave, kind);
    attached->owner = place;
    attached->unnamed = true;
    sn_v3_copy(position, attached->position);
}

void sn_compiler_attach_to(SnCompiler *c, int draft, double weight)
{
    sn_compiler_add_master(
        c, &g_array_index(c->attachments, SnAttachmentDraft, c->attachments->len - 1), draft,
        weight, NULL);
}

void sn_compiler_attach_body(SnCompiler *c, const SnComponent *component, int slave, int master,
                             const double position[3], const double orientation[4])
{
    SnBlockDraft *draft = &g_array_index(c->drafts, SnBlockDraft, slave);
    draft->attached_by = component;
    draft->role = SN_ROLE_ATTACHED;
    SnAttachmentDraft *attached =
        sn_compiler_new_attachment(c, component, slave, SN_ATTACH_BODY_TO_BODY);
    sn_v3_copy(position, attached->position);
    sn_q_copy(orientation, attached->orientation);
    sn_compiler_add_master(c, attached, master, 1, NULL);
}
