/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths whose length is a function of coordinates, <FunctionBasedPath> since 4.5: they pull at
 * those coordinates alone.  Here such a path runs from the ground's origin to a point of the ground
 * that goes along its x axis by that function: the same length, and the same generalised forces. */
#include "engine/opensim/osim.h"

#include "engine/base/terms.h"

#include <math.h>
#include <string.h>

#define SAME 1e-9 /* moment arms that the file gives, and those of the length [m] */

typedef struct Length {
    int n;
    int coordinate[SN_TERMS_MOST_NUMBERS]; /* of all coordinates */
    GArray *terms;                         /* NULL: of one coordinate, by a function */
    SnOsimFunction function;
} Length;

static bool read_coordinates(SnOsim *osim, const SnXmlNode *path, Length *length)
{
    const char *given = sn_osim_text(osim, path, "coordinates");
    g_auto(GStrv) names =
        sn_osim_words(*given ? given : sn_osim_text(osim, path, "coordinate_paths"));
    for (int i = 0; names[i]; i++) {
        const int c = sn_osim_model_coordinate(osim, path, names[i]);
        if (c < 0 || length->n == SN_TERMS_MOST_NUMBERS)
            return false;
        length->coordinate[length->n++] = c;
    }
    return length->n > 0;
}

static bool read_function(SnOsim *osim, const SnXmlNode *node, int n, GArray **terms,
                          SnOsimFunction *function)
{
    if (n == 1 && sn_osim_function_read(osim, node, -4, 4, function))
        return true;
    *terms = g_array_new(FALSE, FALSE, sizeof(double));
    return sn_osim_terms_read(osim, node, n, *terms);
}

/* Value at x, derivatives in slope[n]. */
static double value_at(const GArray *terms, const SnOsimFunction *function, int n, const double *x,
                       double *slope)
{
    if (!terms)
        return sn_osim_function_value(function, x[0], slope);
    return sn_terms_value((const double *)terms->data, (int)terms->len / (1 + n), n, x, slope);
}

static void clear_length(Length *length)
{
    g_clear_pointer(&length->terms, g_array_unref);
    sn_osim_function_clear(&length->function);
}

/* Whether a moment arm that the file gives is -dl/dq, at some poses around the start. */
static bool is_derivative(SnOsim *osim, const SnXmlNode *node, const Length *length, int k)
{
    Length arm = {.n = length->n};
    bool same = read_function(osim, node, arm.n, &arm.terms, &arm.function);
    for (int pose = 0; same && pose < 5; pose++) {
        double x[SN_TERMS_MOST_NUMBERS], slope[SN_TERMS_MOST_NUMBERS], none[SN_TERMS_MOST_NUMBERS];
        for (int i = 0; i < arm.n; i++)
            x[i] = sn_osim_coordinate(osim, length->coordinate[i])->value +
                   0.17 * pose * cos(1 + i + 2 * pose);
        value_at(length->terms, &length->function, arm.n, x, slope);
        const double given = value_at(arm.terms, &arm.function, arm.n, x, none);
        same = fabs(given + slope[k]) < SAME;
    }
    clear_length(&arm);
    return same;
}

static const char *note_on(SnOsim *osim, const SnXmlNode *path, const Length *length)
{
    const SnXmlNode *arms = sn_xml_child(path, "moment_arm_functions");
    int k = 0;
    for (const SnXmlNode *at = arms ? arms->first : NULL; at && k < length->n; at = at->next, k++)
        if (!is_derivative(osim, at, length, k))
            return "its moment arms are the derivatives of its length, not those that it gives";
    if (sn_osim_object(osim, path, "lengthening_speed_function"))
        return "its lengthening is the rate of its length, not the one that it gives";
    return length->function.note;
}

static char *emit_origin(SnOsim *osim, const char *owner)
{
    json_t *json = json_pack("{s:{s:b}}", "render", "visible", 0);
    SnPlacement here;
    g_autofree char *name = g_strconcat(owner, " origin", NULL);
    sn_placement_identity(&here);
    sn_osim_attach(osim, 0, &here, json, "frame", "location", NULL);
    return sn_emit(osim->root, osim->names, "markers", name, json);
}

static char *emit_follower(SnOsim *osim, const char *owner, const Length *length)
{
    json_t *json = json_pack("{s:{s:b}}", "render", "visible", 0), *others = json_array();
    g_autoptr(GString) names = g_string_new(NULL);
    g_autofree char *name = g_strconcat(owner, " length", NULL);
    SnPlacement here;
    sn_placement_identity(&here);
    sn_osim_attach(osim, 0, &here, json, "frame", "location", NULL);
    for (int i = 0; i < length->n; i++) {
        const SnOsimCoordinate *c = sn_osim_coordinate(osim, length->coordinate[i]);
        json_t *joint = json_string(sn_osim_joint(osim, c->joint)->path);
        if (i == 0) {
            json_object_set_new(json, "joint", joint);
            json_object_set_new(json, "coordinate", json_string(c->slot));
        } else {
            json_array_append_new(others, joint);
            g_string_append_printf(names, "%s%s", i > 1 ? "," : "", c->slot);
        }
    }
    json_object_set_new(json, "class", json_string("path_point"));
    if (!length->terms) {
        json_object_set_new(json, "shift_x", sn_osim_function_json(&length->function));
        json_decref(others);
    } else {
        json_object_set_new(json, "shift_x", json_pack("{s:s}", "function", "linear"));
        json_object_set_new(json, "other_joints", others);
        json_object_set_new(json, "other_coordinates", json_string(names->str));
        json_object_set_new(
            json, "terms",
            sn_emit_numbers((const double *)length->terms->data, (int)length->terms->len));
    }
    return sn_emit(osim->root, osim->names, "markers", name, json);
}

/* Why it cannot be; NULL: it is read. */
static const char *read_length(SnOsim *osim, const SnXmlNode *path, Length *length)
{
    double x[SN_TERMS_MOST_NUMBERS], slope[SN_TERMS_MOST_NUMBERS];
    if (!read_coordinates(osim, path, length))
        return "its path follows a coordinate that is not in the file, or moves nothing";
    if (!read_function(osim, sn_osim_object(osim, path, "length_function"), length->n,
                       &length->terms, &length->function))
        return "the length of its path is a function that is not known";
    for (int i = 0; i < length->n; i++)
        x[i] = sn_osim_coordinate(osim, length->coordinate[i])->value;
    if (!(value_at(length->terms, &length->function, length->n, x, slope) > 0))
        return "the length of its path is not positive at the start";
    return NULL;
}

bool sn_osim_function_path(SnOsim *osim, const SnXmlNode *owner, const SnXmlNode *path,
                           json_t *json, const char **note)
{
    Length length = {.n = 0};
    const char *wrong = read_length(osim, path, &length);
    if (wrong) {
        sn_osim_left_out(osim, owner, wrong);
    } else {
        const char *name = sn_osim_name_of(owner), *differs = note_on(osim, path, &length);
        g_autofree char *from = emit_origin(osim, name);
        g_autofree char *to = emit_follower(osim, name, &length);
        json_object_set_new(json, "points", json_pack("[s,s]", from, to));
        json_object_set_new(json, "render", json_pack("{s:b}", "visible", 0));
        if (!sn_osim_acts(osim, owner))
            json_object_set_new(json, "enabled", json_false());
        if (differs)
            *note = differs;
    }
    clear_length(&length);
    return !wrong;
}
