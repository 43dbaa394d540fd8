/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Markers and stations. */
#include "engine/opensim/osim.h"

#include "engine/base/vec.h"

void sn_osim_emit_markers(SnOsim *osim)
{
    for (int i = 0; i < (int)osim->items->len && !osim->error; i++) {
        const SnOsimItem *item = sn_osim_item(osim, i);
        if (item->kind != SN_OSIM_MARKER || sn_osim_is_lost(osim, item->node))
            continue;
        double place[3] = {0};
        const double none[3] = {0};
        SnPlacement pose;
        json_t *json = json_object();
        sn_osim_numbers(osim, item->node, "location", 3, place);
        sn_osim_pose_set(none, place, &pose);
        const int frame = sn_osim_frame_of(osim, item->node, "parent_frame", "body");
        sn_osim_attach(osim, frame, &pose, json, "frame", "location", NULL);
        g_free(sn_emit(osim->root, osim->names, "markers", sn_osim_name_of(item->node), json));
        sn_osim_exact(osim, item->node);
    }
}
