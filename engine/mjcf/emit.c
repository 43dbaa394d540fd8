/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Components of the model that is made, and their line in the report. */
#include "engine/mjcf/mjcf.h"

#include "engine/base/vec.h"
#include "engine/model/name_like.h"

#include <string.h>

static char *free_name(SnMjcf *mjcf, const char *list, const char *wish)
{
    g_autofree char *base = sn_name_like(wish);
    for (int number = 1;; number++) {
        char *name = number > 1 ? g_strdup_printf("%s_%d", base, number) : g_strdup(base);
        char *key = g_strdup_printf("%s/%s", list, name);
        if (g_hash_table_add(mjcf->names, key))
            return name;
        g_free(name); /* the table has freed the key */
    }
}

char *sn_mjcf_emit(SnMjcf *mjcf, const char *list, const char *wish, json_t *json)
{
    g_autofree char *name = free_name(mjcf, list, wish);
    json_object_set_new(json, "name", json_string(name));
    json_t *array = json_object_get(mjcf->root, list);
    if (!array) {
        array = json_array();
        json_object_set_new(mjcf->root, list, array);
    }
    json_array_append_new(array, json);
    return g_strdup_printf("%s/%s", list, name);
}

json_t *sn_mjcf_vector(const double *values, int n)
{
    json_t *array = json_array();
    for (int i = 0; i < n; i++)
        json_array_append_new(array, json_real(values[i] + 0.0)); /* no -0 */
    return array;
}

json_t *sn_mjcf_quaternion(const double r[9])
{
    double q[4];
    sn_q_from_m3(r, q);
    const double sign = q[0] < 0 ? -1 : 1;
    for (int k = 0; k < 4; k++)
        q[k] *= sign;
    return sn_mjcf_vector(q, 4);
}

void sn_mjcf_attach(const SnMjcf *mjcf, int body, const SnMjcfPose *pose, json_t *json,
                    const char *carrier, const char *place, const char *axes)
{
    const char *target = sn_mjcf_body(mjcf, body)->target;
    SnMjcfPose at = *pose;
    if (target)
        json_object_set_new(json, carrier, json_string(target));
    else
        sn_mjcf_pose_mul(&sn_mjcf_body(mjcf, body)->world, pose, &at);
    json_object_set_new(json, place, sn_mjcf_vector(at.p, 3));
    if (axes)
        json_object_set_new(json, axes, sn_mjcf_quaternion(at.r));
}

void sn_mjcf_set_color(SnMjcf *mjcf, const SnMjcfElement *element, json_t *json)
{
    char color[8];
    double alpha;
    if (!sn_mjcf_color(mjcf, element, color, &alpha))
        return;
    json_t *render = json_pack("{s:s}", "color", color);
    if (alpha < 1)
        json_object_set_new(render, "alpha", json_real(alpha));
    json_object_set_new(json, "render", render);
}

void sn_mjcf_set_inertia(json_t *json, double mass, const double center[3], const double inertia[6])
{
    json_t *of = json_object();
    json_object_set_new(of, "method", json_string("explicit"));
    json_object_set_new(of, "mass", json_real(mass));
    json_object_set_new(of, "center", sn_mjcf_vector(center, 3));
    json_object_set_new(of, "tensor", sn_mjcf_vector(inertia, 6));
    json_object_set_new(json, "inertia", of);
}

void sn_mjcf_tell(SnMjcf *mjcf, SnImportFate fate, const SnXmlNode *node, const char *name,
                  const char *reason)
{
    sn_import_report_add(mjcf->report, fate, node->name, name, reason ? "%s" : NULL, reason);
}
