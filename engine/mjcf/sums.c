/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Springs of fixed tendons over several joints.  The tendon's length is a sum of coordinates, which
 * may be negative; the spring here runs along the world's x axis to a point as far away as that sum
 * and a constant that keeps it positive. */
#include "engine/mjcf/mjcf.h"

#include "engine/base/terms.h"

#include <math.h>

#define FAR 20.0 /* coordinates stay within that [rad or m] */

static char *emit_point(SnMjcf *mjcf, const char *name, double x, json_t *json)
{
    const double place[3] = {x, 0, 0};
    json_object_set_new(json, "location", sn_emit_numbers(place, 3));
    json_object_set_new(json, "render", json_pack("{s:b}", "visible", 0));
    return sn_emit(mjcf->root, mjcf->names, "markers", name, json);
}

/* The point that goes along by a sign times the sum; NULL: a joint has no such coordinate. */
static json_t *follower(SnMjcf *mjcf, const SnMjcfTendon *tendon, double sign)
{
    json_t *json =
               json_pack("{s:s,s:{s:s}}", "class", "path_point", "shift_x", "function", "linear"),
           *others = json_array(), *terms = json_array();
    g_autoptr(GString) names = g_string_new(NULL);
    const guint n = tendon->joints->len;
    bool good = n <= SN_TERMS_MOST_NUMBERS;
    for (guint i = 0; good && i < n; i++) {
        const SnMjcfJoint *joint = sn_mjcf_joint(mjcf, g_array_index(tendon->joints, int, i));
        good = joint->target && joint->slot;
        if (!good)
            break;
        if (i == 0) {
            json_object_set_new(json, "joint", json_string(joint->target));
            json_object_set_new(json, "coordinate", json_string(joint->slot));
        } else {
            json_array_append_new(others, json_string(joint->target));
            g_string_append_printf(names, "%s%s", i > 1 ? "," : "", joint->slot);
        }
        json_array_append_new(terms, json_real(sign * g_array_index(tendon->coefs, double, i)));
        for (guint k = 0; k < n; k++)
            json_array_append_new(terms, json_integer(k == i));
    }
    json_object_set_new(json, "other_joints", others);
    json_object_set_new(json, "other_coordinates", json_string(names->str));
    json_object_set_new(json, "terms", terms);
    if (!good)
        g_clear_pointer(&json, json_decref);
    return json;
}

bool sn_mjcf_sum_path(SnMjcf *mjcf, const SnMjcfTendon *tendon, double sign, const char *name,
                      json_t *json, double *far)
{
    json_t *moving = follower(mjcf, tendon, sign);
    if (!moving)
        return false;
    *far = FAR;
    for (guint i = 0; i < tendon->coefs->len; i++)
        *far += FAR * fabs(g_array_index(tendon->coefs, double, i));
    g_autofree char *origin = g_strconcat(name, " origin", NULL);
    g_autofree char *length = g_strconcat(name, " length", NULL);
    g_autofree char *from = emit_point(mjcf, origin, 0, json_object());
    g_autofree char *to = emit_point(mjcf, length, *far, moving);
    json_object_set_new(json, "points", json_pack("[s,s]", from, to));
    json_object_set_new(json, "render", json_pack("{s:b}", "visible", 0));
    return true;
}

bool sn_mjcf_emit_sum_spring(SnMjcf *mjcf, const SnMjcfTendon *tendon, double stiffness,
                             double damping)
{
    double far, at_rest = 0, rest[2] = {-1, -1};
    const char *name = *tendon->name ? tendon->name : "tendon";
    json_t *json = json_pack("{s:s}", "class", "axial_spring");
    if (!sn_mjcf_sum_path(mjcf, tendon, 1, name, json, &far)) {
        json_decref(json);
        return false;
    }
    for (guint i = 0; i < tendon->joints->len; i++)
        at_rest += g_array_index(tendon->coefs, double, i) *
                   sn_mjcf_joint(mjcf, g_array_index(tendon->joints, int, i))->rest;
    const int n = sn_mjcf_numbers(mjcf, &tendon->element, "springlength", 1, 2, rest);
    const bool given = n > 0 && rest[0] >= 0, slack = given && n == 2 && rest[1] > rest[0];
    const double at = !given ? at_rest : slack ? rest[1] : rest[0];
    json_t *law = json_pack("{s:s,s:f,s:b,s:f}", "type", slack ? "function" : "linear", "damping",
                            damping, "rest_is_start", 0, "rest_length", far + at);
    if (!slack)
        json_object_set_new(law, "stiffness", json_real(stiffness));
    json_object_set_new(json, "law", law);
    if (slack)
        json_object_set_new(json, "relation", sn_mjcf_slack(rest[0] - rest[1], 0, stiffness));
    g_free(sn_emit(mjcf->root, mjcf->names, "springs", name, json));
    return true;
}

bool sn_mjcf_emit_sum_limits(SnMjcf *mjcf, const SnMjcfTendon *tendon, const double range[2],
                             double stiffness, double damping)
{
    for (int end = 0; end < 2; end++) { /* the lower one is the upper one of the opposite sum */
        const double sign = end ? 1 : -1;
        double far;
        json_t *json = json_pack("{s:s}", "class", "axial_spring");
        g_autofree char *name = g_strdup_printf(
            "%s %s limit", *tendon->name ? tendon->name : "tendon", end ? "upper" : "lower");
        if (!sn_mjcf_sum_path(mjcf, tendon, sign, name, json, &far)) {
            json_decref(json);
            return false;
        }
        json_object_set_new(json, "law",
                            json_pack("{s:s,s:f,s:f,s:b,s:f}", "type", "tension_only", "stiffness",
                                      stiffness, "damping", damping, "rest_is_start", 0,
                                      "rest_length", fmax(far + sign * range[end], 0)));
        g_free(sn_emit(mjcf->root, mjcf->names, "springs", name, json));
    }
    return true;
}
