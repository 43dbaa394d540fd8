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

/* What carries a body in the end: one without mass that is welded is a frame of another. */
static const char *carried_by(const SnOsim *osim, const char *target)
{
    for (int round = 0, i = 0; round < (int)osim->joints->len && i < (int)osim->joints->len; i++) {
        const SnOsimJoint *joint = sn_osim_joint(osim, i);
        const char *own = sn_osim_frame(osim, joint->child)->target;
        const char *parent = sn_osim_frame(osim, joint->parent)->target;
        if (joint->dropped && own && parent && target && strcmp(own, target) == 0) {
            target = parent;
            round++;
            i = -1;
        }
    }
    return target;
}

bool sn_osim_on_one_body(SnOsim *osim, const SnXmlNode *node, json_t *json)
{
    const char *a = json_string_value(json_object_get(json, "frame_a")),
               *b = json_string_value(json_object_get(json, "frame_b"));
    if (g_strcmp0(carried_by(osim, a), carried_by(osim, b)) != 0)
        return false;
    json_decref(json);
    sn_osim_left_out(osim, node, "both its sides are fixed to one body");
    return true;
}

void sn_osim_exact(SnOsim *osim, const SnXmlNode *node)
{
    const char *bent = g_hash_table_lookup(osim->bent, node);
    sn_import_report_add(osim->report, bent ? SN_IMPORT_APPROXIMATED : SN_IMPORT_EXACT, node->name,
                         sn_osim_name_of(node), bent ? "%s" : NULL, bent);
}

void sn_osim_approximated(SnOsim *osim, const SnXmlNode *node, const char *reason)
{
    const char *bent = g_hash_table_lookup(osim->bent, node);
    sn_import_report_add(osim->report, SN_IMPORT_APPROXIMATED, node->name, sn_osim_name_of(node),
                         bent ? "%s; %s" : "%s", reason, bent);
}

void sn_osim_left_out(SnOsim *osim, const SnXmlNode *node, const char *reason)
{
    sn_import_report_add(osim->report, SN_IMPORT_LEFT_OUT, node->name, sn_osim_name_of(node), "%s",
                         reason);
}

json_t *sn_osim_made_at(const SnOsim *osim, const char *path)
{
    const char *slash = strchr(path, '/');
    g_autofree char *list = g_strndup(path, (gsize)(slash - path));
    const json_t *all = json_object_get(osim->root, list);
    for (size_t i = 0; i < json_array_size(all); i++) {
        json_t *one = json_array_get(all, i);
        const char *name = json_string_value(json_object_get(one, "name"));
        if (name && strcmp(name, slash + 1) == 0)
            return one;
    }
    return NULL;
}
