/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Attachments on their way into the system: a slave block, what it is attached to and with what
 * weights, blocks still called by their drafts. */
#include "engine/compile/core/compiler.h"

#include "engine/base/vec.h"

SnRide *sn_compiler_new_ride(SnCompiler *c, const SnComponent *component, int slave,
                             SnAttachmentKind kind)
{
    const SnRide ride = {
        .component = component,
        .slave = slave,
        .kind = kind,
        .first = (int)c->ride_masters->len,
        .orientation = {1},
    };
    g_array_index(c->drafts, SnBlockDraft, slave).ride = (int)c->rides->len;
    g_array_append_val(c->rides, ride);
    return &g_array_index(c->rides, SnRide, c->rides->len - 1);
}

void sn_compiler_add_master(SnCompiler *c, SnRide *ride, int draft, double weight,
                            const double *gradient)
{
    SnRideMaster master = {.draft = draft, .weight = weight};
    if (gradient)
        sn_v3_copy(gradient, master.gradient);
    g_array_append_val(c->ride_masters, master);
    ride->count++;
}

void sn_compiler_add_ride(SnCompiler *c, const SnComponent *component, int slave,
                          SnAttachmentKind kind, int place, const double position[3])
{
    SnRide *ride = sn_compiler_new_ride(c, component, slave, kind);
    ride->place = place;
    ride->unnamed = true;
    sn_v3_copy(position, ride->position);
}

void sn_compiler_ride_on(SnCompiler *c, int draft, double weight)
{
    sn_compiler_add_master(c, &g_array_index(c->rides, SnRide, c->rides->len - 1), draft, weight,
                           NULL);
}

void sn_compiler_ride_body(SnCompiler *c, const SnComponent *component, int slave, int master,
                           const double position[3], const double orientation[4])
{
    SnBlockDraft *draft = &g_array_index(c->drafts, SnBlockDraft, slave);
    draft->holder = component;
    draft->role = SN_ROLE_ATTACHED;
    SnRide *ride = sn_compiler_new_ride(c, component, slave, SN_ATTACH_BODY_TO_BODY);
    sn_v3_copy(position, ride->position);
    sn_q_copy(orientation, ride->orientation);
    sn_compiler_add_master(c, ride, master, 1, NULL);
}
