/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Components of the model that is made, and their line in the report. */
#include "engine/opensim/osim.h"

#include "engine/base/vec.h"
#include "engine/model/model.h"

#include <string.h>

/* A name that a component may have, as like `wish` as can be. */
static char *allowed_name(const char *wish)
{
    g_autofree char *valid = g_utf8_make_valid(wish, -1);
    GString *name = g_string_new(NULL);
    for (const char *at = valid; *at && name->len < 110; at = g_utf8_next_char(at)) {
        const gunichar c = g_utf8_get_char(at);
        if (c < 128 && strchr("./:,", (int)c))
            g_string_append_c(name, '_');
        else if (!g_unichar_iscntrl(c))
            g_string_append_unichar(name, c);
    }
    char *text = g_strstrip(g_string_free(name, FALSE));
    if (*text && !g_ascii_isdigit(*text) && sn_name_check(text, NULL))
        return text;
    char *other = g_strconcat("_", text, NULL);
    g_free(text);
    if (sn_name_check(other, NULL))
        return other;
    g_free(other);
    return g_strdup("component");
}

static char *free_name(SnOsim *osim, const char *list, const char *wish)
{
    g_autofree char *base = allowed_name(wish);
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
