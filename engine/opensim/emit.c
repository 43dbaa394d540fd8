/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Components of the model that is made, and their line in the report. */
#include "engine/opensim/osim.h"

#include "engine/base/vec.h"

#include <string.h>

void sn_osim_attach(const SnOsim *osim, int frame, const SnPlacement *in_frame, json_t *json,
                    const char *carrier, const char *place, const char *axes)
{
    const SnOsimFrame *own = sn_osim_frame(osim, frame);
    SnPlacement pose;
    sn_placement_mul(&own->in_base, in_frame, &pose);
    json_object_set_new(json, carrier, json_string(sn_osim_frame(osim, own->base)->target));
    json_object_set_new(json, place, sn_emit_numbers(pose.p, 3));
    if (!axes)
        return;
    json_object_set_new(json, axes, sn_emit_quaternion(pose.r));
}

void sn_osim_exact(SnOsim *osim, const SnXmlNode *node)
{
    sn_import_report_add(osim->report, SN_IMPORT_EXACT, node->name, sn_osim_name_of(node), NULL);
}

void sn_osim_approximated(SnOsim *osim, const SnXmlNode *node, const char *reason)
{
    sn_import_report_add(osim->report, SN_IMPORT_APPROXIMATED, node->name, sn_osim_name_of(node),
                         "%s", reason);
}

void sn_osim_left_out(SnOsim *osim, const SnXmlNode *node, const char *reason)
{
    sn_import_report_add(osim->report, SN_IMPORT_LEFT_OUT, node->name, sn_osim_name_of(node), "%s",
                         reason);
}
