/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/opensim/osim.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

/* A constraint's frame on one side with its place (and axes) there, in all versions: frames of its
 * own since 4.0, a body with a location before. */
static void attach_side(SnOsim *osim, const SnXmlNode *node, const char *const sockets[2],
                        const char *place_name, const char *turn_name, json_t *json,
                        const char *letter, bool turned)
{
    double angles[3] = {0}, place[3] = {0};
    SnPlacement pose;
    const char *path = sn_osim_socket(osim, node, sockets[0]);
    if (!*path)
        path = sn_osim_socket(osim, node, sockets[1]);
    const int frame = *path ? sn_osim_frame_named(osim, node, path) : 0;
    sn_osim_numbers(osim, node, place_name, 3, place);
    if (turn_name)
        sn_osim_numbers(osim, node, turn_name, 3, angles);
    sn_osim_pose_set(angles, place, &pose);
    g_autofree char *carrier = g_strconcat("frame_", letter, NULL);
    g_autofree char *location = g_strconcat("location_", letter, NULL);
    g_autofree char *rotation = g_strconcat("rotation_", letter, NULL);
    sn_osim_attach(osim, frame, &pose, json, carrier, location, turned ? rotation : NULL);
}

static void emit_two_sided(SnOsim *osim, const SnXmlNode *node, const char *class, bool turned)
{
    static const char *const first[2] = {"frame1", "body_1"}, *const second[2] = {"frame2",
                                                                                  "body_2"};
    json_t *json = json_object();
    json_object_set_new(json, "class", json_string(class));
    attach_side(osim, node, first, "location_body_1", turned ? "orientation_body_1" : NULL, json,
                "a", turned);
    attach_side(osim, node, second, "location_body_2", turned ? "orientation_body_2" : NULL, json,
                "b", turned);
    if (sn_osim_on_one_body(osim, node, json))
        return;
    g_free(sn_emit(osim->root, osim->names, "joints", sn_osim_name_of(node), json));
    sn_osim_exact(osim, node);
}

/* A length of 0 would be that at the start. */
static void emit_distance(SnOsim *osim, const SnXmlNode *node)
{
    static const char *const first[2] = {"frame1", "body_1"}, *const second[2] = {"frame2",
                                                                                  "body_2"};
    const double length = sn_osim_number(osim, node, "constant_distance", 0);
    if (!(length > 0)) {
        emit_two_sided(osim, node, "spherical", false);
        return;
    }
    json_t *json = json_object();
    json_object_set_new(json, "class", json_string("distance"));
    json_object_set_new(json, "length", json_real(length));
    attach_side(osim, node, first, "location_body_1", NULL, json, "a", false);
    attach_side(osim, node, second, "location_body_2", NULL, json, "b", false);
    if (sn_osim_on_one_body(osim, node, json))
        return;
    g_free(sn_emit(osim->root, osim->names, "joints", sn_osim_name_of(node), json));
    sn_osim_exact(osim, node);
}

/* The line along z of the joint's first frame. */
static void emit_point_on_line(SnOsim *osim, const SnXmlNode *node)
{
    static const char *const follower[2] = {"follower_body", "follower_body"};
    double direction[3] = {0, 0, 1}, place[3] = {0}, u[3], v[3], n[3];
    SnPlacement pose;
    json_t *json = json_object();
    sn_osim_numbers(osim, node, "line_direction_vec", 3, direction);
    sn_osim_numbers(osim, node, "point_on_line", 3, place);
    if (!(sn_v3_normalize(direction, n) > 0))
        sn_v3_set(0, 0, 1, n);
    sn_v3_tangents(n, u, v);
    for (int k = 0; k < 3; k++) {
        pose.r[3 * k] = u[k];
        pose.r[3 * k + 1] = v[k];
        pose.r[3 * k + 2] = n[k];
    }
    sn_v3_copy(place, pose.p);
    const char *line = sn_osim_socket(osim, node, "line_body");
    const int frame = *line ? sn_osim_frame_named(osim, node, line) : 0;
    json_object_set_new(json, "class", json_string("point_on_line"));
    sn_osim_attach(osim, frame, &pose, json, "frame_a", "location_a", "rotation_a");
    attach_side(osim, node, follower, "point_on_follower", NULL, json, "b", false);
    if (sn_osim_on_one_body(osim, node, json))
        return;
    g_free(sn_emit(osim->root, osim->names, "joints", sn_osim_name_of(node), json));
    sn_osim_exact(osim, node);
}

/* --- couplers --- */

bool sn_osim_coupling_read(SnOsim *osim, const SnXmlNode *node, SnOsimCoupling *coupling)
{
    const SnXmlNode *given = sn_osim_object(osim, node, "coupled_coordinates_function");
    g_auto(GStrv) names = sn_osim_words(sn_osim_text(osim, node, "independent_coordinate_names"));
    *coupling = (SnOsimCoupling){.missing = true, .n = (int)g_strv_length(names)};
    coupling->function.scale = 1;
    coupling->follows =
        sn_osim_coordinate_named(osim, node, sn_osim_text(osim, node, "dependent_coordinate_name"));
    if (coupling->follows < 0 || coupling->n < 1 || coupling->n > SN_TERMS_MOST_NUMBERS)
        return false;
    for (int i = 0; i < coupling->n; i++) {
        coupling->leads[i] = sn_osim_coordinate_named(osim, node, names[i]);
        if (coupling->leads[i] < 0)
            return false;
    }
    coupling->missing = false;
    const double factor = sn_osim_number(osim, node, "scale_factor", 1);
    if (coupling->n > 1 || !sn_osim_function_read(osim, given, -4, 4, &coupling->function)) {
        coupling->function = (SnOsimFunction){.kind = SN_FUNCTION_LINEAR, .scale = 1};
        coupling->terms = g_array_new(FALSE, FALSE, sizeof(double));
        if (!sn_osim_terms_read(osim, given, coupling->n, coupling->terms))
            return false;
    }
    coupling->function.scale *= factor;
    return true;
}

double sn_osim_coupling_value(const SnOsimCoupling *coupling, const double *x, double *slope)
{
    if (!coupling->terms)
        return sn_osim_function_value(&coupling->function, x[0], slope);
    const double scale = coupling->function.scale;
    const double value =
        sn_terms_value((const double *)coupling->terms->data,
                       (int)coupling->terms->len / (1 + coupling->n), coupling->n, x, slope);
    for (int i = 0; i < coupling->n; i++)
        slope[i] *= scale;
    return scale * value;
}

void sn_osim_coupling_clear(SnOsimCoupling *coupling)
{
    g_clear_pointer(&coupling->terms, g_array_unref);
    sn_osim_function_clear(&coupling->function);
}

/* Why it cannot be; NULL: it can. */
static const char *why_not(const SnOsim *osim, const SnOsimCoupling *coupling, bool read)
{
    if (coupling->missing)
        return "it names a coordinate that is not in the file";
    bool slots = sn_osim_coordinate(osim, coupling->follows)->slot != NULL;
    for (int i = 0; i < coupling->n; i++) {
        slots = slots && sn_osim_coordinate(osim, coupling->leads[i])->slot;
        if (coupling->leads[i] == coupling->follows)
            return "its coordinate follows itself";
    }
    if (!slots)
        return "a coordinate of it moves nothing";
    return read ? NULL : "its function is not known";
}

/* The coordinates beside the first, and the terms of them all. */
static void set_several(const SnOsim *osim, const SnOsimCoupling *coupling, json_t *json)
{
    json_t *others = json_array();
    g_autoptr(GString) names = g_string_new(NULL);
    for (int i = 1; i < coupling->n; i++) {
        const SnOsimCoordinate *c = sn_osim_coordinate(osim, coupling->leads[i]);
        json_array_append_new(others, json_string(sn_osim_joint(osim, c->joint)->path));
        g_string_append_printf(names, "%s%s", i > 1 ? "," : "", c->slot);
    }
    json_object_set_new(json, "other_joints", others);
    json_object_set_new(json, "other_coordinates", json_string(names->str));
    json_object_set_new(
        json, "terms",
        sn_emit_numbers((const double *)coupling->terms->data, (int)coupling->terms->len));
}

static void emit_coupler(SnOsim *osim, const SnXmlNode *node)
{
    SnOsimCoupling coupling;
    const bool read = sn_osim_coupling_read(osim, node, &coupling);
    const char *wrong = why_not(osim, &coupling, read), *note = coupling.function.note;
    if (wrong) {
        sn_osim_left_out(osim, node, wrong);
        sn_osim_coupling_clear(&coupling);
        return;
    }
    const SnOsimCoordinate *a = sn_osim_coordinate(osim, coupling.leads[0]),
                           *b = sn_osim_coordinate(osim, coupling.follows);
    json_t *json = json_object();
    json_object_set_new(json, "class", json_string("coupler"));
    json_object_set_new(json, "joint_a", json_string(sn_osim_joint(osim, a->joint)->path));
    json_object_set_new(json, "coordinate_a", json_string(a->slot));
    json_object_set_new(json, "joint_b", json_string(sn_osim_joint(osim, b->joint)->path));
    json_object_set_new(json, "coordinate_b", json_string(b->slot));
    json_object_set_new(json, "relation", sn_osim_function_json(&coupling.function));
    if (coupling.terms)
        set_several(osim, &coupling, json);
    g_free(sn_emit(osim->root, osim->names, "joints", sn_osim_name_of(node), json));
    sn_osim_coupling_clear(&coupling);
    if (note)
        sn_osim_approximated(osim, node, note);
    else
        sn_osim_exact(osim, node);
}

static void emit_constraint(SnOsim *osim, const SnXmlNode *node)
{
    if (!sn_osim_acts(osim, node))
        sn_osim_left_out(osim, node, "it is switched off in the file");
    else if (sn_osim_is(node, "WeldConstraint"))
        emit_two_sided(osim, node, "fixed", true);
    else if (sn_osim_is(node, "PointConstraint"))
        emit_two_sided(osim, node, "spherical", false);
    else if (sn_osim_is(node, "ConstantDistanceConstraint"))
        emit_distance(osim, node);
    else if (sn_osim_is(node, "PointOnLineConstraint"))
        emit_point_on_line(osim, node);
    else if (sn_osim_is(node, "CoordinateCouplerConstraint"))
        emit_coupler(osim, node);
    else if (sn_osim_is(node, "RollingOnSurfaceConstraint"))
        sn_osim_left_out(osim, node,
                         "it keeps the origin of its body in a plane and its material still at one "
                         "point of the surface, as no wheel rolls: add a rolling joint");
    else
        sn_osim_left_out(osim, node, "there is no such constraint here yet");
}

void sn_osim_emit_constraints(SnOsim *osim)
{
    for (int i = 0; i < (int)osim->items->len && !osim->error; i++) {
        const SnOsimItem *item = sn_osim_item(osim, i);
        if (item->kind == SN_OSIM_CONSTRAINT && !sn_osim_is_lost(osim, item->node))
            emit_constraint(osim, item->node);
    }
}
