/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Actuators on bodies and along paths, and forces that are functions of time. */
#include "engine/opensim/osim.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

/* --- what they have in common --- */

/* Without a controller a control is 0; beyond its bounds it acts as they do. */
void sn_osim_set_control_range(SnOsim *osim, const SnXmlNode *node, json_t *json)
{
    const double low = sn_osim_number(osim, node, "min_control", -INFINITY),
                 high = sn_osim_number(osim, node, "max_control", INFINITY);
    if (low <= high && low > -1e6)
        json_object_set_new(json, "lowest", json_real(fmin(low, 1e6)));
    if (low <= high && high < 1e6)
        json_object_set_new(json, "highest", json_real(fmax(high, -1e6)));
}

char *sn_osim_carrier(SnOsim *osim, const SnXmlNode *node, int index)
{
    const SnOsimFrame *frame = sn_osim_frame(osim, index);
    SnPlacement here;
    sn_placement_identity(&here);
    bool same = true;
    for (int i = 0; i < 9; i++)
        same = same && fabs(frame->in_base.r[i] - here.r[i]) < 1e-15;
    for (int i = 0; i < 3; i++)
        same = same && fabs(frame->in_base.p[i]) < 1e-15;
    if (same)
        return g_strdup(sn_osim_frame(osim, frame->base)->target);
    json_t *json = json_object();
    sn_osim_attach(osim, index, &here, json, "body", "location", "rotation");
    const SnXmlNode *own = frame->item >= 0 ? sn_osim_item(osim, frame->item)->node : node;
    return sn_emit(osim->root, osim->names, "frames", sn_osim_name_of(own), json);
}

static void set_carrier(SnOsim *osim, const SnXmlNode *node, json_t *json, const char *key,
                        int index)
{
    g_autofree char *path = sn_osim_carrier(osim, node, index);
    json_object_set_new(json, key, json_string(path));
}

void sn_osim_set_frame(SnOsim *osim, const SnXmlNode *node, json_t *json, const char *row,
                       int frame)
{
    g_autofree char *reference =
        g_strconcat(strcmp(row, "axes") == 0 ? "axes" : "point", "_frame", NULL);
    json_object_set_new(json, row, json_string("other"));
    set_carrier(osim, node, json, reference, frame);
}

/* In the axes, or at a point, of the ground or of what it acts on. */
static void set_place(SnOsim *osim, const SnXmlNode *node, json_t *json, const char *row,
                      bool global)
{
    if (global)
        sn_osim_set_frame(osim, node, json, row, 0);
    else
        json_object_set_new(json, row, json_string("frame_a"));
}

static bool names_body(SnOsim *osim, const SnXmlNode *node, const char *socket, const char *old)
{
    return *sn_osim_socket(osim, node, socket) || *sn_osim_text(osim, node, old);
}

/* A load on the body that it names; NULL, and reported, where it names none. */
static json_t *begin(SnOsim *osim, const SnXmlNode *node, const char *socket, const char *old)
{
    if (!names_body(osim, node, socket, old)) {
        sn_osim_left_out(osim, node, "it names no body to act on");
        return NULL;
    }
    json_t *json = json_object();
    json_object_set_new(json, "class", json_string("frame_load"));
    set_carrier(osim, node, json, "frame_a", sn_osim_frame_of(osim, node, socket, old));
    if (!sn_osim_acts(osim, node))
        json_object_set_new(json, "enabled", json_false());
    return json;
}

static void end(SnOsim *osim, const SnXmlNode *node, json_t *json, const char *note)
{
    g_hash_table_insert(osim->made, (gpointer)node,
                        sn_emit(osim->root, osim->names, "loads", sn_osim_name_of(node), json));
    if (note)
        sn_osim_approximated(osim, node, note);
    else
        sn_osim_exact(osim, node);
}

/* The unit vector of a property times the optimal force; false, and reported, where it has no
 * direction. */
static bool set_gain(SnOsim *osim, const SnXmlNode *node, const char *property, double along[3],
                     json_t *json, const char *key)
{
    sn_osim_numbers(osim, node, property, 3, along);
    const double length = sn_v3_norm(along);
    if (!(length > 0)) {
        json_decref(json);
        sn_osim_left_out(osim, node, "its direction is 0 0 0");
        return false;
    }
    sn_v3_scale(sn_osim_number(osim, node, "optimal_force", 1) / length, along, along);
    json_object_set_new(json, key, sn_emit_numbers(along, 3));
    sn_osim_set_control_range(osim, node, json);
    return true;
}

static void set_point(SnOsim *osim, const SnXmlNode *node, json_t *json)
{
    double point[3] = {0};
    sn_osim_numbers(osim, node, "point", 3, point);
    json_object_set_new(json, "point", sn_emit_numbers(point, 3));
    set_place(osim, node, json, "point_in", sn_osim_flag(osim, node, "point_is_global", false));
}

/* --- on bodies --- */

/* Before 1.6 body_A, body_B, and an axis of the first. */
static void torque(SnOsim *osim, const SnXmlNode *node)
{
    const bool old = names_body(osim, node, "body_A", "body_A");
    const char *a = old ? "body_A" : "bodyA", *b = old ? "body_B" : "bodyB";
    double axis[3] = {0, 0, 1};
    json_t *json = begin(osim, node, a, a);
    if (!json || !set_gain(osim, node, old ? "direction_A" : "axis", axis, json, "moment_gain"))
        return;
    if (names_body(osim, node, b, b))
        set_carrier(osim, node, json, "frame_b", sn_osim_frame_of(osim, node, b, b));
    set_place(osim, node, json, "axes", !old && sn_osim_flag(osim, node, "torque_is_global", true));
    end(osim, node, json, NULL);
}

/* Before 1.6: along an axis of the first body, from a point of it, and back on the second. */
static void force_between(SnOsim *osim, const SnXmlNode *node)
{
    double direction[3] = {1, 0, 0}, point[3] = {0};
    json_t *json = begin(osim, node, "body_A", "body_A");
    if (!json || !set_gain(osim, node, "direction_A", direction, json, "force_gain"))
        return;
    sn_osim_numbers(osim, node, "point_A", 3, point);
    set_place(osim, node, json, "axes", false);
    json_object_set_new(json, "point", sn_emit_numbers(point, 3));
    set_place(osim, node, json, "point_in", false);
    const int back = names_body(osim, node, "body_B", "body_B")
                         ? sn_osim_frame_of(osim, node, "body_B", "body_B")
                         : 0;
    if (back > 0)
        set_carrier(osim, node, json, "frame_b", back);
    end(osim, node, json,
        back > 0 ? "it acts back on its second body where it acts on the first" : NULL);
}

static void point(SnOsim *osim, const SnXmlNode *node)
{
    double direction[3] = {1, 0, 0};
    if (names_body(osim, node, "body_A", "body_A")) {
        force_between(osim, node);
        return;
    }
    json_t *json = begin(osim, node, "body", "body");
    if (!json || !set_gain(osim, node, "direction", direction, json, "force_gain"))
        return;
    set_place(osim, node, json, "axes", sn_osim_flag(osim, node, "force_is_global", false));
    set_point(osim, node, json);
    end(osim, node, json, NULL);
}

/* Its six controls are its moment and force. */
static void body(SnOsim *osim, const SnXmlNode *node)
{
    json_t *json = begin(osim, node, "body", "body");
    if (!json)
        return;
    set_place(osim, node, json, "axes", sn_osim_flag(osim, node, "spatial_force_is_global", true));
    set_point(osim, node, json);
    end(osim, node, json, NULL);
}

/* --- along lines --- */

/* Both points stay where they are in the ground, and so does the force's line. */
static void pair_in_ground(SnOsim *osim, const SnXmlNode *node)
{
    double a[3] = {0}, b[3] = {0};
    json_t *json = begin(osim, node, "bodyA", "bodyA");
    sn_osim_numbers(osim, node, "pointA", 3, a);
    sn_osim_numbers(osim, node, "pointB", 3, b);
    sn_v3_sub(a, b, b);
    const double length = sn_v3_norm(b);
    if (!json)
        return;
    if (!(length > 0)) {
        json_decref(json);
        sn_osim_left_out(osim, node, "its two points are the same");
        return;
    }
    sn_v3_scale(sn_osim_number(osim, node, "optimal_force", 1) / length, b, b);
    json_object_set_new(json, "force_gain", sn_emit_numbers(b, 3));
    json_object_set_new(json, "point", sn_emit_numbers(a, 3));
    sn_osim_set_control_range(osim, node, json);
    set_place(osim, node, json, "axes", true);
    set_place(osim, node, json, "point_in", true);
    set_carrier(osim, node, json, "frame_b", sn_osim_frame_of(osim, node, "bodyB", "bodyB"));
    end(osim, node, json, NULL);
}

static void set_pull(SnOsim *osim, const SnXmlNode *node, json_t *json, double sign)
{
    json_object_set_new(json, "class", json_string("path_actuator"));
    json_object_set_new(json, "gain",
                        json_real(sign * sn_osim_number(osim, node, "optimal_force", 1)));
    sn_osim_set_control_range(osim, node, json);
    if (!sn_osim_acts(osim, node))
        json_object_set_new(json, "enabled", json_false());
}

/* A positive force pushes the two bodies apart. */
static void pair(SnOsim *osim, const SnXmlNode *node)
{
    if (!names_body(osim, node, "bodyA", "bodyA") || !names_body(osim, node, "bodyB", "bodyB")) {
        sn_osim_left_out(osim, node, "it does not name two bodies");
        return;
    }
    if (sn_osim_flag(osim, node, "points_are_global", false)) {
        pair_in_ground(osim, node);
        return;
    }
    g_autofree char *one = sn_osim_point_of(osim, node, "bodyA", "pointA");
    g_autofree char *two = sn_osim_point_of(osim, node, "bodyB", "pointB");
    json_t *json = json_object(), *points = json_array();
    json_array_append_new(points, json_string(one));
    json_array_append_new(points, json_string(two));
    json_object_set_new(json, "points", points);
    set_pull(osim, node, json, -1);
    end(osim, node, json, NULL);
}

static void path(SnOsim *osim, const SnXmlNode *node)
{
    json_t *json = json_object();
    const char *note = NULL;
    if (!sn_osim_path(osim, node, json, &note)) {
        json_decref(json);
        return;
    }
    set_pull(osim, node, json, 1);
    end(osim, node, json, note);
}

/* --- functions of time --- */

/* The three functions of a set, first to last; NULL: there are not three. */
static const SnXmlNode *three_functions(const SnOsim *osim, const SnXmlNode *node, const char *name)
{
    const SnXmlNode *set = sn_osim_get(osim, node, name);
    for (const SnXmlNode *at = set ? NULL : node->first; at && !set; at = at->next)
        set = strcmp(sn_osim_name_of(at), name) == 0 ? at : NULL; /* <FunctionSet name="..."> */
    const SnXmlNode *objects = set ? sn_xml_child(set, "objects") : NULL;
    const SnXmlNode *first = objects ? objects->first : set ? set->first : NULL;
    return first && first->next && first->next->next ? first : NULL;
}

static void set_functions(SnOsim *osim, const SnXmlNode *node, const char *set, json_t *json,
                          const char *key, SnOsimFunction f[3])
{
    const SnXmlNode *at = three_functions(osim, node, set);
    double start[3] = {0};
    for (int i = 0; at && i < 3; i++, at = at->next) {
        if (!sn_osim_function_read(osim, at, 0, 10, &f[i])) {
            sn_osim_function_clear(&f[i]);
            sn_osim_function_line(0, 0, &f[i]);
            f[i].note = "a function of it is not known: it is zero here";
        }
        start[i] = sn_osim_function_value(&f[i], 0, NULL);
    }
    json_object_set_new(json, key, sn_emit_numbers(start, 3));
}

/* A probe that leads a vector, where its functions are more than numbers. */
static const char *lead(SnOsim *osim, const SnXmlNode *node, const char *key, SnOsimFunction f[3])
{
    const char *made = g_hash_table_lookup(osim->made, node), *note = NULL;
    bool moves = false;
    for (int i = 0; i < 3; i++) {
        moves = moves || f[i].kind != SN_FUNCTION_CONSTANT;
        note = f[i].note ? f[i].note : note;
    }
    if (moves) {
        g_autofree char *target = g_strdup_printf("%s:%s", made, key);
        g_autofree char *name = g_strdup_printf("%s_%s", strchr(made, '/') + 1, key);
        note = sn_osim_emit_vector_probe(osim, name, target, f);
    }
    for (int i = 0; i < 3; i++)
        sn_osim_function_clear(&f[i]);
    return note;
}

static void prescribed(SnOsim *osim, const SnXmlNode *node)
{
    static const char *const keys[] = {"force", "moment", "point"};
    static const char *const sets[] = {"forceFunctions", "torqueFunctions", "pointFunctions"};
    SnOsimFunction f[3][3] = {{{0}}};
    json_t *json = begin(osim, node, "frame", "body");
    const char *note = NULL;
    if (!json)
        return;
    for (int k = 0; k < 3; k++)
        set_functions(osim, node, sets[k], json, keys[k], f[k]);
    set_place(osim, node, json, "axes", sn_osim_flag(osim, node, "forceIsGlobal", true));
    set_place(osim, node, json, "point_in",
              three_functions(osim, node, sets[2]) &&
                  sn_osim_flag(osim, node, "pointIsGlobal", false));
    g_hash_table_insert(osim->made, (gpointer)node,
                        sn_emit(osim->root, osim->names, "loads", sn_osim_name_of(node), json));
    for (int k = 0; k < 3; k++) {
        const char *said = lead(osim, node, keys[k], f[k]);
        note = said ? said : note;
    }
    if (note)
        sn_osim_approximated(osim, node, note);
    else
        sn_osim_exact(osim, node);
}

/* Of OpenSim's plug-in example: a power of the velocity of the centre of mass by axis of the
 * ground, at the origin of the body; its odd powers push all one way. */
static void body_drag(SnOsim *osim, const SnXmlNode *node)
{
    if (!names_body(osim, node, "body", "body_name")) {
        sn_osim_left_out(osim, node, "it names no body to act on");
        return;
    }
    const int index = sn_osim_frame_of(osim, node, "body", "body_name");
    const SnOsimFrame *frame = sn_osim_frame(osim, index), *of = sn_osim_frame(osim, frame->base);
    const double exponent = sn_osim_within(osim, node, "exponent", 2, 1, 8);
    const bool odd = fmod(exponent, 2) != 0, apart = sn_v3_norm(of->center) > 0;
    json_t *json =
        json_pack("{s:s,s:s,s:f,s:f}", "class", "drag", "law", "power", "strength",
                  sn_osim_positive(osim, node, "coefficient", 0.5), "exponent", exponent);
    json_object_set_new(json, "body", json_string(of->target));
    json_object_set_new(json, "location", sn_emit_numbers(of->center, 3));
    if (!sn_osim_acts(osim, node))
        json_object_set_new(json, "enabled", json_false());
    end(osim, node, json,
        odd     ? "it acts against the velocity, whatever its exponent"
        : apart ? "it acts at the centre of mass, not at the origin of its body"
                : NULL);
}

bool sn_osim_emit_actuator(SnOsim *osim, const SnXmlNode *node)
{
    static const SnOsimEmitter ACTUATORS[] = {
        {"TorqueActuator", torque},
        {"PointActuator", point},
        {"BodyActuator", body},
        {"PointToPointActuator", pair},
        {"PistonActuator", pair},
        {"PathActuator", path},
        {"PrescribedForce", prescribed},
        {"BodyDragForce", body_drag},
        /* of versions 1.x */
        {"Torque", torque},
        {"Force", point},
    };
    return sn_osim_emit_by(osim, node, ACTUATORS, G_N_ELEMENTS(ACTUATORS));
}
