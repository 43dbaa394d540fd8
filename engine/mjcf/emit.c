/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Components of the model that is made, and their line in the report. */
#include "engine/mjcf/mjcf.h"

#include "engine/base/vec.h"

#include <string.h>

void sn_mjcf_attach(const SnMjcf *mjcf, int body, const SnPlacement *pose, json_t *json,
                    const char *carrier, const char *place, const char *axes)
{
    const char *target = sn_mjcf_body(mjcf, body)->target;
    SnPlacement at = *pose;
    if (target)
        json_object_set_new(json, carrier, json_string(target));
    else
        sn_placement_mul(&sn_mjcf_body(mjcf, body)->world, pose, &at);
    json_object_set_new(json, place, sn_emit_numbers(at.p, 3));
    if (axes)
        json_object_set_new(json, axes, sn_emit_quaternion(at.r));
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

void sn_mjcf_set_rates(json_t *json, const double velocity[3], const double spin[3])
{
    if (sn_v3_norm(velocity) > 1e-10)
        json_object_set_new(json, "velocity", sn_emit_numbers(velocity, 3));
    if (sn_v3_norm(spin) > 1e-10)
        json_object_set_new(json, "angular_velocity", sn_emit_numbers(spin, 3));
}

void sn_mjcf_set_inertia(json_t *json, double mass, const double center[3], const double inertia[6])
{
    json_t *of = json_object();
    json_object_set_new(of, "method", json_string("explicit"));
    json_object_set_new(of, "mass", json_real(mass));
    json_object_set_new(of, "center", sn_emit_numbers(center, 3));
    json_object_set_new(of, "tensor", sn_emit_numbers(inertia, 6));
    json_object_set_new(json, "inertia", of);
}

void sn_mjcf_tell(SnMjcf *mjcf, SnImportFate fate, const SnXmlNode *node, const char *name,
                  const char *reason)
{
    sn_import_report_add(mjcf->report, fate, node->name, name, reason ? "%s" : NULL, reason);
}

void sn_mjcf_note(GString *notes, const char *text)
{
    if (notes->len > 0)
        g_string_append(notes, "; ");
    g_string_append(notes, text);
}

void sn_mjcf_tell_notes(SnMjcf *mjcf, const SnXmlNode *node, const char *name, const GString *notes)
{
    const bool exact = notes->len == 0;
    sn_mjcf_tell(mjcf, exact ? SN_IMPORT_EXACT : SN_IMPORT_APPROXIMATED, node, name,
                 exact ? NULL : notes->str);
}
