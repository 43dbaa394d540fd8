/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forces other than muscles: springs, ligaments, bushings, springs of coordinates. */
#include "engine/opensim/osim.h"

#include "engine/base/vec.h"
#include "engine/muscle/spline_table.h"

#include <math.h>
#include <string.h>

static void done(SnOsim *osim, const SnXmlNode *node, const char *note)
{
    if (note)
        sn_osim_approximated(osim, node, note);
    else
        sn_osim_exact(osim, node);
}

static void keep(SnOsim *osim, const SnXmlNode *node, const char *list, json_t *json)
{
    g_hash_table_insert(osim->made, (gpointer)node,
                        sn_emit(osim->root, osim->names, list, sn_osim_name_of(node), json));
}

/* --- along paths --- */

/* A force along a path and its law; false if the path is none (said). */
static bool begin_path(SnOsim *osim, const SnXmlNode *node, json_t **json, json_t **law,
                       const char **note)
{
    *json = json_object(), *law = json_object(), *note = NULL;
    if (sn_osim_path(osim, node, *json, note))
        return true;
    json_decref(*json);
    json_decref(*law);
    return false;
}

/* A spring along a path that only pulls; `law` has its rest. */
static void keep_spring(SnOsim *osim, const SnXmlNode *node, json_t *json, json_t *law,
                        double stiffness, const char *note)
{
    const double d = sn_osim_positive(osim, node, "dissipation", 0);
    json_object_set_new(json, "class", json_string("axial_spring"));
    json_object_set_new(law, "type", json_string("tension_only"));
    json_object_set_new(law, "stiffness", json_real(stiffness));
    json_object_set_new(law, "damping", json_real(0));
    if (d > 0)
        json_object_set_new(law, "dissipation", json_real(d));
    json_object_set_new(json, "law", law);
    keep(osim, node, "springs", json);
    done(osim, node, note);
}

static void emit_path_spring(SnOsim *osim, const SnXmlNode *node)
{
    json_t *json, *law;
    const char *note;
    if (!begin_path(osim, node, &json, &law, &note))
        return;
    json_object_set_new(law, "rest_is_start", json_false());
    json_object_set_new(law, "rest_length",
                        json_real(sn_osim_positive(osim, node, "resting_length", 0)));
    keep_spring(osim, node, json, law, sn_osim_positive(osim, node, "stiffness", 1), note);
}

/* Open, without force, as long as no controller closes it (controllers.c); closed it stretches by
 * what its path has become longer. */
static void emit_clutched(SnOsim *osim, const SnXmlNode *node)
{
    json_t *json, *law;
    const char *note;
    if (!begin_path(osim, node, &json, &law, &note))
        return;
    json_object_set_new(json, "enabled", json_false());
    json_object_set_new(law, "rest_is_start", json_true());
    keep_spring(osim, node, json, law, sn_osim_positive(osim, node, "stiffness", 0), note);
}

/* What OpenSim's Ligament has where the file has no curve. */
static const double LIGAMENT_LENGTHS[] = {1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.601, 1.602, 5},
                    LIGAMENT_FORCES[] = {0, 0.035, 0.12, 0.26, 0.55, 1.17, 2, 2, 2, 2};

static void usual_ligament(SnOsimFunction *f)
{
    GArray *x = g_array_new(FALSE, FALSE, sizeof(double));
    GArray *y = g_array_new(FALSE, FALSE, sizeof(double));
    g_array_append_vals(x, LIGAMENT_LENGTHS, G_N_ELEMENTS(LIGAMENT_LENGTHS));
    g_array_append_vals(y, LIGAMENT_FORCES, G_N_ELEMENTS(LIGAMENT_FORCES));
    *f = (SnOsimFunction){.kind = SN_FUNCTION_SIMM_SPLINE, .x = x, .y = y, .scale = 1};
}

/* OpenSim asks the curve at the length over the resting length, versions 2 asked it at the strain.
 * A curve over strain pulls hard at 1 already; one over length begins there. */
static double resting_abscissa(const SnOsimFunction *f)
{
    const double at_rest = sn_osim_function_value(f, 1, NULL);
    const double later = sn_osim_function_value(f, 1.2, NULL);
    return fabs(at_rest) <= 0.2 * fabs(later) ? 1 : 0;
}

static void add_point(json_t *strains, json_t *forces, double strain, double force)
{
    json_array_append_new(strains, json_real(strain));
    json_array_append_new(forces, json_real(force));
}

/* Abscissas of a curve beyond rest: those of its table, evenly thinned where there are many, with
 * others between them where there are few. */
static GArray *ligament_points(const SnOsimFunction *f, double rest)
{
    enum { MOST = 22 };
    GArray *points = g_array_new(FALSE, FALSE, sizeof(double));
    const double *x = sn_function_is_table(f->kind) ? (const double *)f->x->data : NULL;
    const int n = x ? (int)f->x->len : 0;
    int first = 0;
    while (first < n && !(x[first] > rest))
        first++;
    const int beyond = n - first;
    const bool few = 2 * beyond <= MOST;
    double before = rest;
    for (int i = 0; i < beyond; i++) {
        const double at = x[first + i], middle = (before + at) / 2;
        if (beyond > MOST && i * MOST / beyond == (i + 1) * MOST / beyond)
            continue;
        if (few)
            g_array_append_val(points, middle);
        g_array_append_val(points, at);
        before = at;
    }
    for (int i = 1; beyond == 0 && i < 12; i++) {
        const double at = rest + 0.1 * i;
        g_array_append_val(points, at);
    }
    return points;
}

/* A spline of the same kind as ours, all of whose points it can have: those before rest shape it
 * too, though a ligament does not pull there. */
static bool is_same_spline(const SnOsimFunction *f)
{
    return f->kind == SN_FUNCTION_SIMM_SPLINE && f->x->len <= SN_SPLINE_TABLE_POINTS;
}

/* The law's points; what is not exact about them, NULL: nothing. */
static const char *set_ligament_points(const SnOsimFunction *f, double force, json_t *law)
{
    const double rest = resting_abscissa(f);
    const bool exact = is_same_spline(f);
    json_t *strains = json_array(), *forces = json_array();
    g_autoptr(GArray) points = exact ? g_array_ref(f->x) : ligament_points(f, rest);
    if (!exact)
        add_point(strains, forces, 0, 0);
    for (guint i = 0; i < points->len; i++) {
        const double x = g_array_index(points, double, i);
        add_point(strains, forces, x - rest, force * sn_osim_function_value(f, x, NULL));
    }
    json_object_set_new(law, "strains", strains);
    json_object_set_new(law, "forces", forces);
    if (rest == 0)
        return "its curve is taken over the strain, from no force at no strain";
    return exact ? NULL
                 : "its curve over the length runs through the same points, from no force at rest";
}

static void emit_ligament_law(SnOsim *osim, const SnXmlNode *node, json_t *law, const char **note)
{
    SnOsimFunction f;
    const SnXmlNode *curve = sn_osim_object(osim, node, "force_length_curve");
    if (!sn_osim_function_read(osim, curve, 0, 2, &f))
        usual_ligament(&f);
    const char *said = set_ligament_points(&f, sn_osim_number(osim, node, "pcsa_force", 0), law);
    json_object_set_new(law, "type", json_string("spline"));
    json_object_set_new(law, "damping", json_real(0));
    json_object_set_new(law, "slack_length",
                        json_real(sn_osim_positive(osim, node, "resting_length", 0)));
    *note = *note ? *note : said;
    sn_osim_function_clear(&f);
}

static void emit_ligament(SnOsim *osim, const SnXmlNode *node)
{
    json_t *json, *law;
    const char *note;
    if (!begin_path(osim, node, &json, &law, &note))
        return;
    if (sn_osim_is(node, "Ligament")) {
        emit_ligament_law(osim, node, law, &note);
    } else {
        const double stiffness = sn_osim_positive(osim, node, "linear_stiffness", 1),
                     strain = sn_osim_within(osim, node, "transition_strain", 0.06, 1e-6, 1),
                     damping = sn_osim_positive(osim, node, "damping_coefficient", 0.003),
                     slack = sn_osim_positive(osim, node, "slack_length", 0);
        json_object_set_new(law, "stiffness", json_real(stiffness));
        json_object_set_new(law, "transition_strain", json_real(strain));
        json_object_set_new(law, "damping", json_real(damping));
        json_object_set_new(law, "slack_length", json_real(slack));
    }
    json_object_set_new(json, "class", json_string("ligament"));
    json_object_set_new(json, "law", law);
    keep(osim, node, "ligaments", json);
    done(osim, node, note);
}

char *sn_osim_point_of(SnOsim *osim, const SnXmlNode *node, const char *body, const char *point)
{
    double place[3] = {0};
    const double none[3] = {0};
    SnPlacement pose;
    json_t *json = json_object();
    sn_osim_numbers(osim, node, point, 3, place);
    sn_osim_pose_set(none, place, &pose);
    const int frame = sn_osim_frame_of(osim, node, body, body);
    sn_osim_attach(osim, frame, &pose, json, "frame", "location", NULL);
    g_autofree char *name = g_strdup_printf("%s-%s", sn_osim_name_of(node), point);
    return sn_emit(osim->root, osim->names, "markers", name, json);
}

static void emit_between(SnOsim *osim, const SnXmlNode *node, const char *one, const char *two,
                         double stiffness, bool acts)
{
    json_t *json = json_object(), *law = json_object(), *points = json_array();
    json_array_append_new(points, json_string(one));
    json_array_append_new(points, json_string(two));
    json_object_set_new(law, "type", json_string("linear"));
    json_object_set_new(law, "stiffness", json_real(stiffness));
    json_object_set_new(law, "rest_is_start", json_false());
    json_object_set_new(law, "rest_length",
                        json_real(sn_osim_positive(osim, node, "rest_length", 0)));
    json_object_set_new(json, "class", json_string("axial_spring"));
    json_object_set_new(json, "points", points);
    json_object_set_new(json, "law", law);
    if (!acts)
        json_object_set_new(json, "enabled", json_false());
    keep(osim, node, "springs", json);
    sn_osim_exact(osim, node);
}

static void emit_point_spring(SnOsim *osim, const SnXmlNode *node)
{
    g_autofree char *one = sn_osim_point_of(osim, node, "body1", "point1");
    g_autofree char *two = sn_osim_point_of(osim, node, "body2", "point2");
    emit_between(osim, node, one, two, sn_osim_positive(osim, node, "stiffness", 1),
                 sn_osim_acts(osim, node));
}

/* Of OpenSim's examples: its stiffness is a control times its optimal force, so there is none
 * without a controller (controllers.c). */
static void emit_controllable(SnOsim *osim, const SnXmlNode *node)
{
    if (sn_osim_flag(osim, node, "points_are_global", false)) {
        sn_osim_left_out(osim, node, "its points stay in the ground, and its length with them");
        return;
    }
    g_autofree char *one = sn_osim_point_of(osim, node, "bodyA", "pointA");
    g_autofree char *two = sn_osim_point_of(osim, node, "bodyB", "pointB");
    emit_between(osim, node, one, two, sn_osim_positive(osim, node, "optimal_force", 1), false);
}

/* --- bushings --- */

static void bushing_side(SnOsim *osim, const SnXmlNode *node, int number, json_t *json)
{
    double angles[3] = {0}, place[3] = {0};
    SnPlacement pose;
    g_autofree char *socket = g_strdup_printf("frame%d", number);
    g_autofree char *body = g_strdup_printf("body_%d", number);
    g_autofree char *location = g_strdup_printf("location_body_%d", number);
    g_autofree char *orientation = g_strdup_printf("orientation_body_%d", number);
    sn_osim_numbers(osim, node, location, 3, place);
    sn_osim_numbers(osim, node, orientation, 3, angles);
    sn_osim_pose_set(angles, place, &pose);
    const int frame = sn_osim_frame_of(osim, node, socket, body);
    const bool a = number == 1;
    sn_osim_attach(osim, frame, &pose, json, a ? "frame_a" : "frame_b",
                   a ? "location_a" : "location_b", a ? "rotation_a" : "rotation_b");
}

json_t *sn_osim_begin_bushing(SnOsim *osim, const SnXmlNode *node)
{
    json_t *json = json_object();
    json_object_set_new(json, "class", json_string("frame_spring"));
    bushing_side(osim, node, 1, json);
    bushing_side(osim, node, 2, json);
    if (sn_osim_on_one_body(osim, node, json))
        return NULL;
    json_object_set_new(json, "deflection", json_string("body_xyz"));
    return json;
}

static void emit_bushing(SnOsim *osim, const SnXmlNode *node)
{
    double k[3] = {0}, rotary[3] = {0}, c[3] = {0}, rotary_c[3] = {0};
    json_t *json = sn_osim_begin_bushing(osim, node);
    if (!json)
        return;
    sn_osim_numbers(osim, node, "rotational_stiffness", 3, rotary);
    sn_osim_numbers(osim, node, "translational_stiffness", 3, k);
    sn_osim_numbers(osim, node, "rotational_damping", 3, rotary_c);
    sn_osim_numbers(osim, node, "translational_damping", 3, c);
    sn_osim_bend_positive(osim, node, "rotational_stiffness", 3, rotary);
    sn_osim_bend_positive(osim, node, "translational_stiffness", 3, k);
    sn_osim_bend_positive(osim, node, "rotational_damping", 3, rotary_c);
    sn_osim_bend_positive(osim, node, "translational_damping", 3, c);
    json_object_set_new(json, "stiffness", sn_emit_numbers(k, 3));
    json_object_set_new(json, "rotary_stiffness", sn_emit_numbers(rotary, 3));
    json_object_set_new(json, "axial_damping", sn_emit_numbers(c, 3));
    json_object_set_new(json, "rotary_axial_damping", sn_emit_numbers(rotary_c, 3));
    if (!sn_osim_acts(osim, node))
        json_object_set_new(json, "enabled", json_false());
    keep(osim, node, "springs", json);
    sn_osim_exact(osim, node);
}

/* --- all --- */

static const SnOsimEmitter FORCES[] = {
    {"PathSpring", emit_path_spring},           {"ClutchedPathSpring", emit_clutched},
    {"PointToPointSpring", emit_point_spring},  {"Ligament", emit_ligament},
    {"Blankevoort1991Ligament", emit_ligament}, {"BushingForce", emit_bushing},
    {"ControllableSpring", emit_controllable},
};

/* What forces that are not taken over would do, and what does as much here. */
static const char *missing(const SnXmlNode *node)
{
    static const struct {
        const char *class, *means;
    } known[] = {
        {"Smith2018ArticularContactForce",
         "contact of cartilage of JAM: a collision of its bones by "
         "elastic foundation does as much"},
        {"MultiCoordinateActuator",
         "one control on several coordinates: a coordinate load on each, "
         "led by one probe, does as much"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(known); i++)
        if (sn_osim_is(node, known[i].class))
            return known[i].means;
    return g_str_has_suffix(node->name, "Actuator")
               ? "there is no such actuator here; without control it does nothing"
               : "there is no such force here";
}

static void emit_force(SnOsim *osim, const SnXmlNode *node)
{
    if (sn_osim_emit_by(osim, node, FORCES, G_N_ELEMENTS(FORCES)) ||
        sn_osim_emit_contact_force(osim, node) || sn_osim_emit_station_contact(osim, node) ||
        sn_osim_emit_coordinate_force(osim, node) || sn_osim_emit_actuator(osim, node) ||
        sn_osim_emit_expression_force(osim, node) || sn_osim_emit_muscle(osim, node))
        return;
    sn_osim_left_out(osim, node,
                     !sn_osim_acts(osim, node) ? "it is switched off in the file"
                     : sn_osim_is(node, "ExternalForce")
                         ? "its data are elsewhere: import with --loads and its file"
                         : missing(node));
}

void sn_osim_emit_forces(SnOsim *osim)
{
    for (int i = 0; i < (int)osim->items->len && !osim->error; i++) {
        const SnOsimItem *item = sn_osim_item(osim, i);
        if (item->kind == SN_OSIM_FORCE && !sn_osim_is_lost(osim, item->node))
            emit_force(osim, item->node);
    }
}
