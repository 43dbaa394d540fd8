/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/opensim/osim.h"

void sn_osim_emit_contacts(SnOsim *osim)
{
    for (int i = 0; i < (int)osim->items->len && !osim->error; i++) {
        const SnOsimItem *item = sn_osim_item(osim, i);
        if (item->kind == SN_OSIM_CONTACT_SHAPE)
            sn_osim_left_out(osim, item->node, "bodies have one shape of their own here");
    }
}
