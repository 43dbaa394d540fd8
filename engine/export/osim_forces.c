/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OpenSim: constraints, forces along paths, forces on coordinates, bushings. */
#include "engine/export/osim.h"
#include "engine/export/osim_parts.h"
#include "engine/export/osim_terms.h"
#include "engine/export/points.h"

#include "engine/base/terms.h"
#include "engine/base/vec.h"
#include "engine/model/classes/coordinate_force.h"
#include "engine/model/classes/force.h"

#include <math.h>
#include <string.h>

static const double DEGREE = G_PI / 180;

static char *begin(SnExport *e, SnXmlOut *out, const char *class, const char *kind,
                   const SnComponent *component)
{
    char buffer[64];
    char *name = sn_export_name(e, kind, sn_export_wish(component, buffer));
    sn_xml_out_begin(out, class);
    sn_xml_out_text(out, "name", name);
    return name;
}

static void leaf(SnXmlOut *out, const char *name, double value)
{
    sn_xml_out_leaf_numbers(out, name, &value, 1);
}

static void write_sides(SnExport *e, SnXmlOut *out, int a, const SnPlacement *in_a, int b,
                        const SnPlacement *in_b)
{
    static const char *const sockets[2] = {"socket_frame1", "socket_frame2"};
    static const char *const names[2] = {"offset_1", "offset_2"};
    sn_export_offset_frames(e, out, sockets, names, (const int[]){a, b},
                            (const SnPlacement *const[]){in_a, in_b});
}

/* --- constraints --- */

/* A point of one frame at the same place as one of another. */
static void write_point_constraint(SnExport *e, SnXmlOut *out, const SnExportJoint *joint,
                                   const char *class, double distance)
{
    const int carriers[2] = {joint->a, joint->b};
    const SnPlacement *poses[2] = {&joint->in_a, &joint->in_b};
    for (int i = 0; i < 2; i++) {
        SnPlacement there;
        g_autofree char *socket = sn_export_socket(e, carriers[i]);
        sn_export_in_ground(carriers[i], poses[i], &there);
        sn_xml_out_leaf(out, i ? "socket_body_2" : "socket_body_1", socket);
        sn_xml_out_leaf_numbers(out, i ? "location_body_2" : "location_body_1", there.p, 3);
    }
    if (strcmp(class, "ConstantDistanceConstraint") == 0)
        leaf(out, "constant_distance", distance);
}

/* B's origin stays on the z axis of A. */
static void write_point_on_line(SnExport *e, SnXmlOut *out, const SnExportJoint *joint)
{
    SnPlacement a, b;
    g_autofree char *line = sn_export_socket(e, joint->a);
    g_autofree char *follower = sn_export_socket(e, joint->b);
    sn_export_in_ground(joint->a, &joint->in_a, &a);
    sn_export_in_ground(joint->b, &joint->in_b, &b);
    const double along[3] = {a.r[2], a.r[5], a.r[8]};
    sn_xml_out_leaf(out, "socket_line_body", line);
    sn_xml_out_leaf(out, "socket_follower_body", follower);
    sn_xml_out_leaf_numbers(out, "line_direction_vec", along, 3);
    sn_xml_out_leaf_numbers(out, "point_on_line", a.p, 3);
    sn_xml_out_leaf_numbers(out, "point_on_follower", b.p, 3);
}

static double distance_of(const SnExport *e, const SnExportJoint *joint)
{
    const double length = ((const SnDistance *)joint->joint)->length;
    SnPlacement a = joint->in_a, b = joint->in_b;
    if (length > 0)
        return length;
    if (joint->a >= 0)
        sn_placement_mul(&sn_export_body(e, joint->a)->world, &a, &a);
    if (joint->b >= 0)
        sn_placement_mul(&sn_export_body(e, joint->b)->world, &b, &b);
    return sn_v3_distance(a.p, b.p);
}

static void write_loop(SnExport *e, SnXmlOut *out, const SnExportJoint *joint)
{
    const SnComponent *component = &joint->joint->base.base.base;
    const bool line = component->class == &SN_CLASS_POINT_ON_LINE;
    const char *class = component->class == &SN_CLASS_FIXED       ? "WeldConstraint"
                        : component->class == &SN_CLASS_SPHERICAL ? "PointConstraint"
                        : component->class == &SN_CLASS_DISTANCE  ? "ConstantDistanceConstraint"
                        : line                                    ? "PointOnLineConstraint"
                                                                  : NULL;
    if (joint->in_tree && component->class != &SN_CLASS_FREE)
        return;
    if (component->class == &SN_CLASS_FREE) {
        sn_export_tell(e, SN_IMPORT_EXACT, component, NULL);
        return;
    }
    if (!class) {
        sn_export_tell(e, SN_IMPORT_LEFT_OUT, component,
                       "in a loop OpenSim has no joint of this kind");
        return;
    }
    sn_xml_out_begin(out, class);
    sn_xml_out_text(out, "name", joint->name);
    if (component->class == &SN_CLASS_FIXED)
        write_sides(e, out, joint->a, &joint->in_a, joint->b, &joint->in_b);
    else if (line)
        write_point_on_line(e, out, joint);
    else
        write_point_constraint(e, out, joint, class,
                               component->class == &SN_CLASS_DISTANCE ? distance_of(e, joint) : 0);
    sn_xml_out_end(out, class);
    const char *note =
        component->class == &SN_CLASS_SPHERICAL ? sn_export_osim_joint_note(joint) : NULL;
    sn_export_tell(e, note ? SN_IMPORT_APPROXIMATED : SN_IMPORT_EXACT, component, note);
}

/* Names of what a coupler follows; of several coordinates, the terms that it is of them are added.
 * NULL: OpenSim has no function for that. */
static char *leaders_of(SnExport *e, const SnCoupler *coupler, const char *first, GArray *terms)
{
    const SnSeveralFields *several = &coupler->several;
    const int n = several->others.n, width = 2 + n;
    const double *outer = coupler->function.coefficients.values;
    const int n_outer = coupler->function.coefficients.n;
    SnCoordinateName which[SN_TERMS_MOST_NUMBERS];
    if (several->terms.n == 0)
        return g_strdup(first);
    if (coupler->function.kind != SN_FUNCTION_LINEAR || n_outer == 1 ||
        n >= SN_TERMS_MOST_NUMBERS || !sn_coordinates_named(several->other_coordinates, n, which))
        return NULL;
    double constant[SN_TERMS_MOST_NUMBERS + 1] = {n_outer ? coupler->function.scale * outer[0] : 0};
    g_array_append_vals(terms, several->terms.values, (guint)several->terms.n);
    for (guint i = 0; i < terms->len; i += (guint)width)
        g_array_index(terms, double, i) *= coupler->function.scale * (n_outer ? outer[1] : 1);
    g_array_append_vals(terms, constant, (guint)width);
    const int n_terms = (int)terms->len / width;
    if (!sn_export_terms_fit((const double *)terms->data, n_terms, 1 + n))
        return NULL;
    GString *names = g_string_new(NULL);
    int used[SN_TERMS_MOST_NUMBERS];
    const int count = sn_export_terms_used((const double *)terms->data, n_terms, 1 + n, used);
    for (int i = 0; i < count; i++) {
        int joint, c;
        const int k = used[i] - 1;
        const bool there =
            k < 0 || sn_export_coordinate(e, several->others.ids[k], (int)which[k], &joint, &c);
        if (!there) {
            g_string_free(names, TRUE);
            return NULL;
        }
        g_string_append_printf(names, "%s%s", i ? " " : "",
                               k < 0 ? first : sn_export_joint(e, joint)->coordinate[c].name);
    }
    return g_string_free(names, FALSE);
}

static void write_coupler(SnExport *e, SnXmlOut *out, const SnCoupler *coupler)
{
    int ja, ca, jb, cb;
    const SnComponent *component = &coupler->base.base.base;
    const SnFunctionText f = sn_function_text(&coupler->function);
    g_autoptr(GArray) terms = g_array_new(FALSE, FALSE, sizeof(double));
    if (!coupler->base.enabled ||
        !sn_export_coordinate(e, coupler->joint_a, coupler->coordinate_a, &ja, &ca) ||
        !sn_export_coordinate(e, coupler->joint_b, coupler->coordinate_b, &jb, &cb)) {
        sn_export_tell(e, SN_IMPORT_LEFT_OUT, component, "it is off, or its joints are not there");
        return;
    }
    const int n = 1 + coupler->several.others.n;
    g_autofree char *names =
        leaders_of(e, coupler, sn_export_joint(e, ja)->coordinate[ca].name, terms);
    if (!names) {
        sn_export_tell(e, SN_IMPORT_LEFT_OUT, component,
                       "OpenSim has no such function of several coordinates, or one is not there");
        return;
    }
    g_free(begin(e, out, "CoordinateCouplerConstraint", "constraint", component));
    if (terms->len)
        sn_export_osim_terms(out, "coupled_coordinates_function", (const double *)terms->data,
                             (int)terms->len / (1 + n), n);
    else
        sn_export_osim_function(out, "coupled_coordinates_function", &f);
    sn_xml_out_leaf(out, "independent_coordinate_names", names);
    sn_xml_out_leaf(out, "dependent_coordinate_name", sn_export_joint(e, jb)->coordinate[cb].name);
    sn_xml_out_end(out, "CoordinateCouplerConstraint");
    sn_export_tell(e, SN_IMPORT_EXACT, component, NULL);
}

static void write_constraints(SnExport *e, SnXmlOut *out)
{
    sn_xml_out_begin(out, "ConstraintSet");
    sn_xml_out_begin(out, "objects");
    for (guint i = 0; i < e->joints->len; i++)
        write_loop(e, out, sn_export_joint(e, (int)i));
    for (guint i = 0; i < e->all->len; i++) {
        const SnComponent *component = e->all->pdata[i];
        if (component->class == &SN_CLASS_COUPLER)
            write_coupler(e, out, (const SnCoupler *)component);
    }
    sn_xml_out_end(out, "objects");
    sn_xml_out_end(out, "ConstraintSet");
}

/* --- along paths --- */

static const char *write_spring(SnExport *e, SnXmlOut *out, const SnAxialSpring *spring)
{
    const SnPath *path = &spring->base;
    const bool straight = path->points.n == 2 && path->wraps.n == 0,
               pulls = spring->law == SN_SPRING_TENSION_ONLY, point = straight && !pulls;
    const char *class = point ? "PointToPointSpring" : "PathSpring";
    const double rest =
        spring->rest_is_start ? sn_export_path_length(e, path) : spring->rest_length;
    g_free(begin(e, out, class, "force", &path->base.base));
    for (int i = 0; point && i < 2; i++) {
        SnPlacement pose;
        const int carrier = sn_export_point(e, path->points.ids[i], &pose);
        g_autofree char *socket = sn_export_socket(e, carrier);
        sn_export_in_ground(carrier, &pose, &pose);
        sn_xml_out_leaf(out, i ? "socket_body2" : "socket_body1", socket);
        sn_xml_out_leaf_numbers(out, i ? "point2" : "point1", pose.p, 3);
    }
    if (point)
        sn_xml_out_leaf(out, "appliesForce", path->enabled ? "true" : "false");
    else
        sn_export_osim_path(e, out, path);
    leaf(out, point ? "rest_length" : "resting_length", rest);
    leaf(out, "stiffness", spring->stiffness);
    if (!point)
        leaf(out, "dissipation", pulls ? spring->dissipation : 0);
    sn_xml_out_end(out, class);
    if (spring->law == SN_SPRING_BOLUS)
        return "a spring that pulls, too, and does not collapse";
    if (spring->law > SN_SPRING_TENSION_ONLY)
        return "its linear part alone";
    if (!point && !pulls)
        return "along a path OpenSim's spring only pulls";
    if (spring->rest_is_start && path->wraps.n > 0)
        return "its rest length is that straight from point to point";
    return spring->damping > 0 ? "without its damping" : NULL;
}

/* Through all its points: OpenSim's spline is the same one, over the length. */
static const char *write_drawn_ligament(SnExport *e, SnXmlOut *out, const SnLigament *ligament,
                                        double slack)
{
    const int n = ligament->strains.n;
    g_autofree double *x = g_new(double, (gsize)n);
    for (int i = 0; i < n; i++)
        x[i] = 1 + ligament->strains.values[i];
    const SnFunctionText curve = {.kind = SN_FUNCTION_SIMM_SPLINE,
                                  .n_x = n,
                                  .n_y = n,
                                  .x = x,
                                  .y = ligament->forces.values,
                                  .scale = 1};
    g_free(begin(e, out, "Ligament", "force", &ligament->base.base.base));
    sn_export_osim_path(e, out, &ligament->base);
    leaf(out, "resting_length", slack);
    leaf(out, "pcsa_force", 1);
    sn_export_osim_function(out, "force_length_curve", &curve);
    sn_xml_out_end(out, "Ligament");
    return ligament->damping > 0 && ligament->stiffness > 0 ? "without its damping" : NULL;
}

static const char *write_ligament(SnExport *e, SnXmlOut *out, const SnLigament *ligament)
{
    const SnPath *path = &ligament->base;
    const bool automatic = !(ligament->slack_length > 0);
    const double slack = automatic
                             ? sn_export_path_length(e, path) / (1 + ligament->reference_strain)
                             : ligament->slack_length;
    const char *note = NULL;
    if (ligament->law == SN_LIGAMENT_SPLINE && sn_ligament_is_drawn(ligament)) {
        note = write_drawn_ligament(e, out, ligament, slack);
    } else {
        g_free(begin(e, out, "Blankevoort1991Ligament", "force", &path->base.base));
        sn_export_osim_path(e, out, path);
        leaf(out, "linear_stiffness", ligament->stiffness);
        leaf(out, "transition_strain", ligament->transition_strain);
        leaf(out, "damping_coefficient", ligament->damping);
        leaf(out, "slack_length", slack);
        sn_xml_out_end(out, "Blankevoort1991Ligament");
    }
    return automatic && path->wraps.n > 0 ? "its slack length is of the straight path" : note;
}

/* --- muscles --- */

static void write_thelen(SnXmlOut *out, const SnMuscle *m)
{
    leaf(out, "FmaxTendonStrain", m->tendon_strain > 0 ? m->tendon_strain : 0.04);
    leaf(out, "FmaxMuscleStrain", m->thelen.passive_strain);
    leaf(out, "KshapeActive", m->thelen.active_width);
    leaf(out, "KshapePassive", m->thelen.passive_shape);
    leaf(out, "Af", m->thelen.velocity_shape);
    leaf(out, "Flen", m->thelen.max_lengthening);
}

static void write_curve(SnXmlOut *out, const char *class, const char *const *names,
                        const double *values, int n)
{
    sn_xml_out_begin(out, class);
    for (int i = 0; i < n; i++)
        leaf(out, names[i], values[i]);
    sn_xml_out_end(out, class);
}

static void write_groote(SnXmlOut *out, const SnMuscle *m)
{
    leaf(out, "fiber_damping", m->fibre_damping);
    leaf(out, "passive_fiber_strain_at_one_norm_force", m->thelen.passive_strain);
    leaf(out, "tendon_strain_at_one_norm_force", m->tendon_strain > 0 ? m->tendon_strain : 0.049);
    leaf(out, "active_force_width_scale", m->active_scale);
    sn_xml_out_leaf(out, "ignore_passive_fiber_force", m->passive ? "false" : "true");
}

static void write_millard(SnXmlOut *out, const SnMuscle *m)
{
    static const char *const active[] = {"min_norm_active_fiber_length",
                                         "transition_norm_fiber_length",
                                         "max_norm_active_fiber_length", "shallow_ascending_slope",
                                         "minimum_value"},
                             *const passive[] = {"strain_at_zero_force",
                                                 "strain_at_one_norm_force"},
                             *const tendon[] = {"strain_at_one_norm_force"},
                             *const velocity[] = {"max_eccentric_velocity_force_multiplier"};
    const SnMillardShape *s = &m->millard;
    const double values[] = {s->active_min, s->active_transition, s->active_max, s->active_slope,
                             s->active_floor},
                 strains[] = {s->passive_start, s->passive_strain},
                 strain = m->tendon_strain > 0 ? m->tendon_strain : 0.049;
    leaf(out, "fiber_damping", m->fibre_damping);
    write_curve(out, "ActiveForceLengthCurve", active, values, 5);
    write_curve(out, "FiberForceLengthCurve", passive, strains, 2);
    write_curve(out, "TendonForceLengthCurve", tendon, &strain, 1);
    write_curve(out, "ForceVelocityCurve", velocity, &s->max_lengthening, 1);
}

static const char *write_muscle(SnExport *e, SnXmlOut *out, const SnMuscle *m)
{
    static const char *const classes[] = {[SN_MUSCLE_PECK] = "Thelen2003Muscle",
                                          [SN_MUSCLE_HILL] = "Thelen2003Muscle",
                                          [SN_MUSCLE_THELEN] = "Thelen2003Muscle",
                                          [SN_MUSCLE_MILLARD] = "Millard2012EquilibriumMuscle",
                                          [SN_MUSCLE_SCHUTTE] = "Thelen2003Muscle",
                                          [SN_MUSCLE_DE_GROOTE] = "DeGrooteFregly2016Muscle"};
    const SnPath *path = &m->base;
    const bool peck = m->law == SN_MUSCLE_PECK, known = m->optimal_length > 0;
    const double whole =
                     known ? m->optimal_length : sn_export_path_length(e, path) / (peck ? 1 : 2),
                 fibre = peck ? whole * (1 - m->tendon_ratio) : whole,
                 slack = peck ? fmax(whole - fibre, 1e-6)
                         : m->tendon_slack_length > 0
                             ? m->tendon_slack_length
                             : fmax(sn_export_path_length(e, path) - fibre, 1e-6);
    const bool rigid = m->law <= SN_MUSCLE_HILL || m->tendon == SN_TENDON_RIGID;
    g_free(begin(e, out, classes[m->law], "force", &path->base.base));
    sn_export_osim_path(e, out, path);
    leaf(out, "max_isometric_force", m->max_force);
    leaf(out, "optimal_fiber_length", fibre);
    leaf(out, "tendon_slack_length", slack);
    leaf(out, "pennation_angle_at_optimal", peck ? 0 : m->pennation);
    leaf(out, "max_contraction_velocity", m->max_velocity);
    sn_xml_out_leaf(out, "ignore_tendon_compliance", rigid ? "true" : "false");
    sn_xml_out_leaf(out, "ignore_activation_dynamics", m->activation_dynamics ? "false" : "true");
    leaf(out, "activation_time_constant", m->rise_time);
    leaf(out, "deactivation_time_constant", m->fall_time);
    leaf(out, "default_activation", m->activation);
    if (m->law == SN_MUSCLE_MILLARD)
        write_millard(out, m);
    else if (m->law == SN_MUSCLE_DE_GROOTE)
        write_groote(out, m);
    else
        write_thelen(out, m);
    sn_xml_out_end(out, classes[m->law]);
    if (!known)
        return "fibre and tendon from its length at the start";
    if (peck || m->law == SN_MUSCLE_SCHUTTE || m->law == SN_MUSCLE_HILL)
        return "with Thelen's law";
    return m->law == SN_MUSCLE_THELEN && m->fibre_damping > 0
               ? "without fibre damping, which Thelen's muscle has not"
               : NULL;
}

static const char *write_actuator(SnExport *e, SnXmlOut *out, const SnPathActuator *actuator)
{
    g_free(begin(e, out, "PathActuator", "force", &actuator->base.base.base));
    sn_export_osim_path(e, out, &actuator->base);
    leaf(out, "optimal_force", actuator->gain);
    leaf(out, "min_control", actuator->lowest);
    leaf(out, "max_control", actuator->highest);
    sn_xml_out_end(out, "PathActuator");
    if (actuator->stiffness > 0 || actuator->damping > 0)
        return "without its stiffness and damping";
    if (actuator->lowest_force > -1e9 || actuator->highest_force < 1e9)
        return "without the range of its tension";
    if (actuator->lag.dynamics != SN_LAG_NONE)
        return "its control acts at once";
    return actuator->control != 0 ? "without its control at the start" : NULL;
}

static void write_along(SnExport *e, SnXmlOut *out, const SnComponent *component)
{
    const SnPath *path = (const SnPath *)component;
    const char *note;
    if (!sn_export_has_points(e, path)) {
        sn_export_tell(e, SN_IMPORT_LEFT_OUT, component,
                       "its points are not all markers of bodies");
        return;
    }
    if (component->class == &SN_CLASS_MUSCLE)
        note = write_muscle(e, out, (const SnMuscle *)component);
    else if (component->class == &SN_CLASS_LIGAMENT)
        note = write_ligament(e, out, (const SnLigament *)component);
    else if (component->class == &SN_CLASS_PATH_ACTUATOR)
        note = write_actuator(e, out, (const SnPathActuator *)component);
    else
        note = write_spring(e, out, (const SnAxialSpring *)component);
    sn_export_tell(e, note ? SN_IMPORT_APPROXIMATED : SN_IMPORT_EXACT, component, note);
}

/* --- coordinates --- */

/* NULL, and reported, where its coordinate is not there. */
static const SnExportCoordinate *begin_at(SnExport *e, SnXmlOut *out, const char *class,
                                          const SnCoordinateForce *force)
{
    const SnComponent *component = &force->base.base;
    int j, c;
    if (!sn_export_coordinate(e, force->joint, force->coordinate, &j, &c)) {
        sn_export_tell(e, SN_IMPORT_LEFT_OUT, component, "its joint is not there");
        return NULL;
    }
    const SnExportCoordinate *at = &sn_export_joint(e, j)->coordinate[c];
    g_free(begin(e, out, class, "force", component));
    sn_xml_out_leaf(out, "appliesForce", force->enabled ? "true" : "false");
    sn_xml_out_leaf(out, "coordinate", at->name);
    return at;
}

static void write_limit(SnExport *e, SnXmlOut *out, const SnCoordinateLimit *limit)
{
    static const char *const classes[] = {"CoordinateLimitForce", "CoordinateLinearStop",
                                          "ExponentialCoordinateLimitForce"};
    const SnExportCoordinate *c = begin_at(e, out, classes[limit->law], &limit->base);
    if (!c)
        return;
    const bool smooth = limit->law == SN_LIMIT_SMOOTH;
    const double unit = smooth && c->turns ? DEGREE : 1;
    const double lower[2] = {limit->lower_stiffness, limit->steepness},
                 upper[2] = {limit->upper_stiffness, limit->steepness};
    leaf(out, "lower_limit", limit->lower / unit);
    leaf(out, "upper_limit", limit->upper / unit);
    if (limit->law == SN_LIMIT_EXPONENTIAL) {
        sn_xml_out_leaf_numbers(out, "lower_shape_parameters", lower, 2);
        sn_xml_out_leaf_numbers(out, "upper_shape_parameters", upper, 2);
    } else if (smooth) {
        leaf(out, "lower_stiffness", limit->lower_stiffness * unit);
        leaf(out, "upper_stiffness", limit->upper_stiffness * unit);
        leaf(out, "damping", limit->damping * unit);
        leaf(out, "transition", limit->transition / unit);
    } else {
        leaf(out, "stiffness", limit->lower_stiffness);
        leaf(out, "damping", limit->damping);
    }
    sn_xml_out_end(out, classes[limit->law]);
    sn_export_tell(e, SN_IMPORT_EXACT, &limit->base.base.base, NULL);
}

static void write_coordinate_spring(SnExport *e, SnXmlOut *out, const SnCoordinateSpring *spring)
{
    if (spring->law != SN_COORDINATE_SPRING_LINEAR) {
        sn_export_tell(e, SN_IMPORT_LEFT_OUT, &spring->base.base.base, "it is no straight line");
        return;
    }
    if (!begin_at(e, out, "SpringGeneralizedForce", &spring->base))
        return;
    leaf(out, "stiffness", spring->stiffness);
    leaf(out, "rest_length", spring->rest);
    leaf(out, "viscosity", spring->damping);
    sn_xml_out_end(out, "SpringGeneralizedForce");
    sn_export_tell(e, SN_IMPORT_EXACT, &spring->base.base.base, NULL);
}

/* What brings a ball's frames together acts on the rotation vector here, on angles there. */
static void write_ball_spring(SnExport *e, SnXmlOut *out, const SnExportJoint *joint)
{
    static const double none[3] = {0};
    const SnComponent *component = &joint->joint->base.base.base;
    const SnSpherical *ball = (const SnSpherical *)joint->joint;
    if (component->class != &SN_CLASS_SPHERICAL || !(ball->stiffness > 0 || ball->damping > 0))
        return;
    const double stiffness[3] = {ball->stiffness, ball->stiffness, ball->stiffness},
                 damping[3] = {ball->damping, ball->damping, ball->damping};
    g_autofree char *wish = g_strdup_printf("%s_spring", joint->name);
    g_autofree char *name = sn_export_name(e, "force", wish);
    sn_xml_out_begin(out, "BushingForce");
    sn_xml_out_text(out, "name", name);
    write_sides(e, out, joint->a, &joint->in_a, joint->b, &joint->in_b);
    sn_xml_out_leaf_numbers(out, "rotational_stiffness", stiffness, 3);
    sn_xml_out_leaf_numbers(out, "translational_stiffness", none, 3);
    sn_xml_out_leaf_numbers(out, "rotational_damping", damping, 3);
    sn_xml_out_leaf_numbers(out, "translational_damping", none, 3);
    sn_xml_out_end(out, "BushingForce");
}

/* A joint's own spring and damper are a force of their own in OpenSim. */
static void write_own_springs(SnExport *e, SnXmlOut *out, const SnExportJoint *joint)
{
    write_ball_spring(e, out, joint);
    for (int k = 0; joint->in_tree && !joint->held && k < joint->n_coordinates; k++) {
        const SnExportCoordinate *c = &joint->coordinate[k];
        g_autofree char *wish = g_strdup_printf("%s_spring", c->name);
        if (!(c->stiffness > 0) && !(c->damping > 0))
            continue;
        g_autofree char *name = sn_export_name(e, "force", wish);
        sn_xml_out_begin(out, "SpringGeneralizedForce");
        sn_xml_out_text(out, "name", name);
        sn_xml_out_leaf(out, "coordinate", c->name);
        leaf(out, "stiffness", c->stiffness);
        leaf(out, "rest_length", c->rest);
        leaf(out, "viscosity", c->damping);
        sn_xml_out_end(out, "SpringGeneralizedForce");
    }
}

static void write_bushing(SnExport *e, SnXmlOut *out, const SnFrameSpring *spring)
{
    const SnComponent *component = &spring->base.base;
    const double damping[3] = {spring->damping, spring->damping, spring->damping},
                 rotary[3] = {spring->rotary_damping, spring->rotary_damping,
                              spring->rotary_damping};
    double along[3], about[3];
    SnPlacement a, b;
    const int one =
                  sn_export_carrier(e, spring->frame_a, spring->location_a, spring->rotation_a, &a),
              two =
                  sn_export_carrier(e, spring->frame_b, spring->location_b, spring->rotation_b, &b);
    if (one == -2 || two == -2) {
        sn_export_tell(e, SN_IMPORT_LEFT_OUT, component, "it does not join two bodies");
        return;
    }
    sn_v3_add(damping, spring->axial_damping, along);
    sn_v3_add(rotary, spring->rotary_axial_damping, about);
    g_free(begin(e, out, "BushingForce", "force", component));
    sn_xml_out_leaf(out, "appliesForce", spring->enabled ? "true" : "false");
    write_sides(e, out, one, &a, two, &b);
    sn_xml_out_leaf_numbers(out, "rotational_stiffness", spring->rotary_stiffness, 3);
    sn_xml_out_leaf_numbers(out, "translational_stiffness", spring->stiffness, 3);
    sn_xml_out_leaf_numbers(out, "rotational_damping", about, 3);
    sn_xml_out_leaf_numbers(out, "translational_damping", along, 3);
    sn_xml_out_end(out, "BushingForce");
    const bool more = spring->stiffness_matrix.n || spring->damping_matrix.n ||
                      sn_v3_norm(spring->preload) > 0 || sn_v3_norm(spring->rotary_preload) > 0 ||
                      spring->deflection != SN_DEFLECTION_BODY_XYZ;
    sn_export_tell(e, more ? SN_IMPORT_APPROXIMATED : SN_IMPORT_EXACT, component,
                   more ? "its axes alone, turns as angles about x, y, z, without preload" : NULL);
}

void sn_export_osim_forces(SnExport *e, SnXmlOut *out)
{
    write_constraints(e, out);
    sn_xml_out_begin(out, "ForceSet");
    sn_xml_out_begin(out, "objects");
    for (guint i = 0; i < e->joints->len; i++)
        write_own_springs(e, out, sn_export_joint(e, (int)i));
    for (guint i = 0; i < e->all->len; i++) {
        const SnComponent *component = e->all->pdata[i];
        const SnClass *class = component->class;
        if (class == &SN_CLASS_AXIAL_SPRING || class == &SN_CLASS_MUSCLE ||
            class == &SN_CLASS_LIGAMENT || class == &SN_CLASS_PATH_ACTUATOR)
            write_along(e, out, component);
        else if (class == &SN_CLASS_COORDINATE_LIMIT)
            write_limit(e, out, (const SnCoordinateLimit *)component);
        else if (class == &SN_CLASS_COORDINATE_SPRING)
            write_coordinate_spring(e, out, (const SnCoordinateSpring *)component);
        else if (class == &SN_CLASS_COORDINATE_LOAD)
            sn_export_osim_coordinate_load(e, out, (const SnCoordinateLoad *)component);
        else if (class == &SN_CLASS_FRAME_LOAD)
            sn_export_osim_frame_load(e, out, (const SnFrameLoad *)component);
        else if (class == &SN_CLASS_FRAME_SPRING)
            write_bushing(e, out, (const SnFrameSpring *)component);
    }
    sn_xml_out_end(out, "objects");
    sn_xml_out_end(out, "ForceSet");
}
