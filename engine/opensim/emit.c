/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Components of the model that is made, and their line in the report. */
#include "engine/opensim/osim.h"

#include "engine/base/vec.h"
#include "engine/model/name_like.h"

#include <string.h>

static char *free_name(SnOsim *osim, const char *list, const char *wish)
{
    g_autofree char *base = sn_name_like(wish);
    for (int number = 1;; number++) {
        char *name = number > 1 ? g_strdup_printf("%s_%d", base, number) : g_strdup(base);
        char *key = g_strdup_printf("%s/%s", list, name);
        if (g_hash_table_add(osim->names, key))
            return name;
        g_free(name); /* the table has freed the key */
    }
}

char *sn_osim_emit(SnOsim *osim, const char *list, const char *wish, json_t *json)
{
    g_autofree char *name = free_name(osim, list, wish);
    json_object_set_new(json, "name", json_string(name));
    json_t *array = json_object_get(osim->root, list);
    if (!array) {
        array = json_array();
        json_object_set_new(osim->root, list, array);
    }
    json_array_append_new(array, json);
    return g_strdup_printf("%s/%s", list, name);
}

json_t *sn_osim_vector(const double *values, int n)
{
    json_t *array = json_array();
    for (int i = 0; i < n; i++)
        json_array_append_new(array, json_real(values[i] + 0.0)); /* no -0 */
    return array;
}

void sn_osim_quaternion(const double r[9], double q[4])
{
    sn_q_from_m3(r, q);
    if (q[0] < 0)
        for (int k = 0; k < 4; k++)
            q[k] = -q[k];
}

void sn_osim_attach(const SnOsim *osim, int frame, const SnOsimPose *in_frame, json_t *json,
                    const char *carrier, const char *place, const char *axes)
{
    const SnOsimFrame *own = sn_osim_frame(osim, frame);
    SnOsimPose pose;
    double q[4];
    sn_osim_pose_mul(&own->in_base, in_frame, &pose);
    json_object_set_new(json, carrier, json_string(sn_osim_frame(osim, own->base)->target));
    json_object_set_new(json, place, sn_osim_vector(pose.p, 3));
    if (!axes)
        return;
    sn_osim_quaternion(pose.r, q);
    json_object_set_new(json, axes, sn_osim_vector(q, 4));
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
