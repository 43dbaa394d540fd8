/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forces that expressions give: on coordinates, between points, in bushings.  Polynomials are taken
 * over as they are, other expressions of a coordinate or distance through many points, of a bushing
 * by their slopes where it rests; what no force here can do is left out, with the reason. */
#include "engine/opensim/osim.h"

#include "engine/base/vec.h"
#include "engine/opensim/expression.h"

#include <math.h>
#include <string.h>

enum { SAMPLES = 401 };

static void left_out(SnOsim *osim, const SnXmlNode *node, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

static void left_out(SnOsim *osim, const SnXmlNode *node, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *reason = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    sn_osim_left_out(osim, node, g_strdelimit(reason, "\r\n\t", ' '));
}

/* NULL, and reported, where the property is no expression of these variables. */
static SnExpression *read_expression(SnOsim *osim, const SnXmlNode *node, const char *property,
                                     const char *const *names)
{
    const char *text = sn_osim_text(osim, node, property);
    char *why = NULL;
    SnExpression *expression = sn_expression_new(*text ? text : "0", names, &why);
    if (!expression)
        left_out(osim, node, "its <%s> \"%.60s\" cannot be read: %s", property, text, why);
    g_free(why);
    return expression;
}

static void end(SnOsim *osim, const SnXmlNode *node, const char *list, json_t *json,
                const char *note)
{
    if (!sn_osim_acts(osim, node))
        json_object_set_new(json, "enabled", json_false());
    g_hash_table_insert(osim->made, (gpointer)node,
                        sn_emit(osim->root, osim->names, list, sn_osim_name_of(node), json));
    if (note)
        sn_osim_approximated(osim, node, note);
    else
        sn_osim_exact(osim, node);
}

static int degree(const SnExpressionForm *form)
{
    int d = SN_EXPRESSION_DEGREE;
    while (d > 0 && form->p[d] == 0)
        d--;
    return d;
}

/* --- on coordinates: f(q) - damping dq/dt --- */

static json_t *polynomial(const SnExpressionForm *form)
{
    json_t *json = json_object();
    json_object_set_new(json, "function", json_string("polynomial"));
    json_object_set_new(json, "coefficients", sn_emit_numbers(form->p, degree(form) + 1));
    return json;
}

/* Through points over the range; NULL, and reported, where it has no values there.  `note`: what is
 * approximate about it. */
static json_t *sampled(SnOsim *osim, const SnXmlNode *node, const SnExpression *f,
                       const double range[2], double *rate_slope, const char **note)
{
    double x[SAMPLES], y[SAMPLES], by[SN_EXPRESSION_VARIABLES];
    const double middle[2] = {(range[0] + range[1]) / 2, 0};
    sn_expression_value(f, middle, by);
    *rate_slope = isfinite(by[1]) ? by[1] : 0;
    *note = "its expression is sampled at 401 points";
    for (int i = 0; i < SAMPLES; i++) {
        x[i] = range[0] + (range[1] - range[0]) * i / (SAMPLES - 1);
        for (int rate = -1; rate <= 1; rate++) {
            const double at[2] = {x[i], rate};
            const double value = sn_expression_value(f, at, by);
            if (rate == 0)
                y[i] = value;
            if (!isfinite(value)) {
                left_out(osim, node, "its expression has no value at %g", x[i]);
                return NULL;
            }
            if (!(fabs(by[1] - *rate_slope) <= 1e-9 * (1 + fabs(*rate_slope))))
                *note = "its expression is sampled at 401 points, at rest, and is damped in "
                        "proportion to the rate, as in the middle of its range";
        }
    }
    json_t *json = json_object();
    json_object_set_new(json, "function", json_string("natural_spline"));
    json_object_set_new(json, "x", sn_emit_numbers(x, SAMPLES));
    json_object_set_new(json, "y", sn_emit_numbers(y, SAMPLES));
    return json;
}

/* Where a coordinate is likely to be, and a tenth more. */
static void range_of(const SnOsimCoordinate *c, double range[2])
{
    const double usual = c->translates ? 1 : 2 * G_PI;
    const bool given =
        c->has_range && c->range[1] > c->range[0] && c->range[1] - c->range[0] < 1000;
    const double more = given ? 0.1 * (c->range[1] - c->range[0]) : 0;
    range[0] = given ? c->range[0] - more : -usual;
    range[1] = given ? c->range[1] + more : usual;
}

static void coordinate(SnOsim *osim, const SnXmlNode *node)
{
    static const char *const names[] = {"q", "qdot", NULL};
    SnExpression *f = read_expression(osim, node, "expression", names);
    int index;
    json_t *json =
        f ? sn_osim_begin_coordinate_force(osim, node, "coordinate_spring", &index) : NULL;
    SnExpressionForm form;
    double slope = 0, range[2];
    if (json) {
        const bool exact = sn_expression_form(f, &form);
        range_of(sn_osim_coordinate(osim, index), range);
        const char *note = NULL;
        json_t *relation = exact ? polynomial(&form) : sampled(osim, node, f, range, &slope, &note);
        slope = exact ? form.linear[1] : slope;
        if (relation && slope > 0) {
            left_out(osim, node, "it drives the coordinate the more the faster it is");
            json_decref(relation);
            relation = NULL;
        }
        if (relation) {
            json_object_set_new(json, "law", json_string("function"));
            json_object_set_new(json, "relation", relation);
            json_object_set_new(json, "damping", json_real(-slope));
            end(osim, node, "springs", json, note);
        } else {
            json_decref(json);
        }
    }
    sn_expression_free(f);
}

/* --- between two points: a tension f(d) + damping dd/dt --- */

static double value_of(const double p[4], double x)
{
    return p[0] + x * (p[1] + x * (p[2] + x * p[3]));
}

/* A distance without force from which on it pulls; -1: there is none. */
static double rest_of(const double p[4])
{
    enum { PARTS = 4096 };
    int d = 3;
    double bound = 0;
    while (d > 0 && p[d] == 0)
        d--;
    if (d == 0)
        return -1;
    for (int i = 0; i < d; i++)
        bound = fmax(bound, fabs(p[i] / p[d]));
    bound += 1;
    if (p[0] == 0 && p[1] >= 0)
        return 0;
    for (int i = 0; i < PARTS; i++) {
        double low = bound * i / PARTS, high = bound * (i + 1) / PARTS;
        if (value_of(p, low) > 0 || value_of(p, high) < 0)
            continue;
        for (int k = 0; k < 200; k++) {
            const double middle = (low + high) / 2;
            *(value_of(p, middle) <= 0 ? &low : &high) = middle;
        }
        return low;
    }
    return -1;
}

static json_t *points_of(SnOsim *osim, const SnXmlNode *node)
{
    g_autofree char *one = sn_osim_point_of(osim, node, "body1", "point1");
    g_autofree char *two = sn_osim_point_of(osim, node, "body2", "point2");
    json_t *points = json_array();
    json_array_append_new(points, json_string(one));
    json_array_append_new(points, json_string(two));
    return points;
}

static void constant_pull(SnOsim *osim, const SnXmlNode *node, double tension)
{
    json_t *json = json_object();
    json_object_set_new(json, "class", json_string("path_actuator"));
    json_object_set_new(json, "points", points_of(osim, node));
    json_object_set_new(json, "gain", json_real(tension));
    json_object_set_new(json, "control", json_real(1));
    end(osim, node, "loads", json, NULL);
}

static void spring(SnOsim *osim, const SnXmlNode *node, const double p[4], double rest,
                   double damping)
{
    json_t *json = json_object(), *law = json_object();
    json_object_set_new(json, "class", json_string("axial_spring"));
    json_object_set_new(json, "points", points_of(osim, node));
    json_object_set_new(law, "type", json_string("polynomial"));
    json_object_set_new(law, "stiffness",
                        json_real(fmax(p[1] + rest * (2 * p[2] + rest * 3 * p[3]), 0)));
    json_object_set_new(law, "quadratic", json_real(p[2] + 3 * rest * p[3]));
    json_object_set_new(law, "cubic", json_real(p[3]));
    json_object_set_new(law, "damping", json_real(damping));
    json_object_set_new(law, "rest_is_start", json_false());
    json_object_set_new(law, "rest_length", json_real(rest));
    json_object_set_new(json, "law", law);
    end(osim, node, "springs", json, NULL);
}

/* A tension that is any function of the distance. */
static void curved(SnOsim *osim, const SnXmlNode *node, json_t *relation, double damping,
                   const char *note)
{
    json_t *json = json_object(), *law = json_object();
    json_object_set_new(json, "class", json_string("axial_spring"));
    json_object_set_new(json, "points", points_of(osim, node));
    json_object_set_new(law, "type", json_string("function"));
    json_object_set_new(law, "damping", json_real(damping));
    json_object_set_new(law, "rest_is_start", json_false());
    json_object_set_new(law, "rest_length", json_real(0));
    json_object_set_new(json, "law", law);
    json_object_set_new(json, "relation", relation);
    end(osim, node, "springs", json, note);
}

/* How far its points are from each other at the start. */
static double distance_at_start(SnOsim *osim, const SnXmlNode *node)
{
    static const char *const words[2][2] = {{"body1", "point1"}, {"body2", "point2"}};
    double place[2][3] = {{0}};
    for (int k = 0; k < 2; k++) {
        const SnOsimFrame *frame =
            sn_osim_frame(osim, sn_osim_frame_of(osim, node, words[k][0], words[k][0]));
        SnPlacement at;
        double own[3] = {0};
        sn_osim_numbers(osim, node, words[k][1], 3, own);
        sn_placement_mul(&sn_osim_frame(osim, frame->base)->world, &frame->in_base, &at);
        sn_m3_mul_v3(at.r, own, place[k]);
        sn_v3_add(place[k], at.p, place[k]);
    }
    return sn_v3_distance(place[0], place[1]);
}

/* Values at the distance x, at rest; `steady`: whether it is damped in proportion to the rate, as
 * at the start.  False: it has none, or hugely more than at the start: a pole. */
static bool value_at(const SnExpression *f, double x, double damping, double most, double *y,
                     bool *steady)
{
    double by[SN_EXPRESSION_VARIABLES];
    for (int rate = -1; rate <= 1; rate++) {
        const double at[2] = {x, rate};
        const double force = sn_expression_value(f, at, by);
        if (!isfinite(force) || fabs(force) > most)
            return false;
        if (rate == 0)
            *y = force;
        *steady = *steady && fabs(by[1] - damping) <= 1e-9 * (1 + fabs(damping));
    }
    return true;
}

/* Through points at even ratios of distance, from a fiftieth to ten times that at the start, as far
 * as it has values. */
static void drawn(SnOsim *osim, const SnXmlNode *node, const SnExpression *f)
{
    enum { BELOW = 252, ABOVE = SAMPLES - 1 - BELOW, FEWEST = 8 };
    double x[SAMPLES], y[SAMPLES], by[SN_EXPRESSION_VARIABLES];
    const double start = fmax(distance_at_start(osim, node), 1e-4), at_start[2] = {start, 0};
    const double value = sn_expression_value(f, at_start, by), damping = by[1];
    const double most = 1e6 * (1 + fabs(value));
    int first = BELOW, last = BELOW;
    bool steady = true;
    if (!isfinite(value) || !isfinite(damping) || damping < 0) {
        left_out(osim, node,
                 damping < 0 ? "it drives its points the more the faster they are"
                             : "its expression has no value at the start");
        return;
    }
    for (int i = 0; i < SAMPLES; i++)
        x[i] = start * (i < BELOW ? pow(50, (double)(i - BELOW) / BELOW)
                                  : pow(10, (double)(i - BELOW) / ABOVE));
    y[BELOW] = value;
    while (first > 0 && value_at(f, x[first - 1], damping, most, &y[first - 1], &steady))
        first--;
    while (last + 1 < SAMPLES && value_at(f, x[last + 1], damping, most, &y[last + 1], &steady))
        last++;
    if (last - first < FEWEST) {
        left_out(osim, node, "its expression has no values around %g m", start);
        return;
    }
    json_t *relation = json_pack("{s:s}", "function", "natural_spline");
    json_object_set_new(relation, "x", sn_emit_numbers(x + first, last - first + 1));
    json_object_set_new(relation, "y", sn_emit_numbers(y + first, last - first + 1));
    curved(osim, node, relation, damping,
           steady ? "its expression is drawn through points, from a fiftieth to ten times its "
                    "distance at the start at most"
                  : "its expression is drawn through points, at rest, and is damped in proportion "
                    "to the rate, as at the start");
}

static void points(SnOsim *osim, const SnXmlNode *node)
{
    static const char *const names[] = {"d", "ddot", NULL};
    SnExpression *f = read_expression(osim, node, "expression", names);
    SnExpressionForm form;
    if (!f)
        return;
    const bool known = sn_expression_form(f, &form);
    const double damping = known ? form.linear[1] : 0;
    const bool none = known && degree(&form) == 0 && form.p[0] == 0;
    const double rest = !known || degree(&form) > 3 ? -1 : none ? 0 : rest_of(form.p);
    if (!known)
        drawn(osim, node, f);
    else if (damping < 0)
        left_out(osim, node, "it drives its points the more the faster they are");
    else if (rest >= 0)
        spring(osim, node, form.p, rest, damping);
    else if (degree(&form) == 0 && damping == 0)
        constant_pull(osim, node, form.p[0]);
    else
        curved(osim, node, polynomial(&form), damping, NULL);
    sn_expression_free(f);
}

/* --- bushings --- */

static const char *const AXES[] = {"Mx", "My", "Mz", "Fx", "Fy", "Fz"};

/* A bushing's matrix while it is read. */
typedef struct Bushing {
    double k[6][6], at_rest[6]; /* turns, then places */
    const char *note;           /* what is approximate about it */
} Bushing;

static const char AS_AT_REST[] = "its forces are straight lines, as steep as where it rests";

/* One row: what a force is at rest, and by each deflection there.  False: it has no such values. */
static bool read_row(const SnExpression *f, int i, Bushing *bushing)
{
    static const double rest[6] = {0};
    SnExpressionForm form;
    const bool linear = sn_expression_form(f, &form) && degree(&form) <= 1;
    bool good = true;
    bushing->at_rest[i] = sn_expression_value(f, rest, bushing->k[i]);
    good = isfinite(bushing->at_rest[i]);
    for (int j = 0; j < 6; j++)
        good = good && isfinite(bushing->k[i][j]);
    bushing->note = linear ? bushing->note : AS_AT_REST;
    return good;
}

/* What the six deflections give, force by force; a matrix without an energy, which could drive
 * round in circles, loses the part by which it does.  False, and reported: there is none. */
static bool read_matrix(SnOsim *osim, const SnXmlNode *node, Bushing *bushing)
{
    static const char *const names[] = {"theta_x", "theta_y", "theta_z", "delta_x",
                                        "delta_y", "delta_z", NULL};
    for (int i = 0; i < 6; i++) {
        g_autofree char *property = g_strdup_printf("%s_expression", AXES[i]);
        SnExpression *f = read_expression(osim, node, property, names);
        if (!f)
            return false;
        const bool good = read_row(f, i, bushing);
        sn_expression_free(f);
        if (!good) {
            left_out(osim, node, "its <%s> has no value where it rests", property);
            return false;
        }
    }
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < i; j++) {
            double *one = &bushing->k[i][j], *other = &bushing->k[j][i];
            if (fabs(*one - *other) > 1e-9 * (1 + fabs(*one)))
                bushing->note = "two of its deflections do not act on each other alike, which has "
                                "no energy: both take the mean";
            *one = *other = (*one + *other) / 2;
        }
    return true;
}

/* Functions of one deflection each; false and reported: one is not known. */
static bool read_functions(SnOsim *osim, const SnXmlNode *node, Bushing *bushing)
{
    static const char *const names[] = {"m_x_theta_x_function", "m_y_theta_y_function",
                                        "m_z_theta_z_function", "f_x_delta_x_function",
                                        "f_y_delta_y_function", "f_z_delta_z_function"};
    for (int i = 0; i < 6; i++) {
        const SnXmlNode *given = sn_osim_object(osim, node, names[i]);
        SnOsimFunction f = {0};
        if (given && !sn_osim_function_read(osim, given, -1, 1, &f)) {
            left_out(osim, node, "its <%s> is not known", names[i]);
            return false;
        }
        if (given)
            bushing->at_rest[i] = sn_osim_function_value(&f, 0, &bushing->k[i][i]);
        if (f.kind != SN_FUNCTION_CONSTANT && f.kind != SN_FUNCTION_LINEAR)
            bushing->note = AS_AT_REST;
        sn_osim_function_clear(&f);
    }
    return true;
}

static void bushing(SnOsim *osim, const SnXmlNode *node)
{
    Bushing own = {.note = NULL};
    double triangle[21], preload[6], c[3] = {0}, rotary[3] = {0};
    static const double none[3] = {0};
    static const int order[6] = {3, 4, 5, 0, 1, 2}; /* here places come first */
    if (sn_osim_is(node, "FunctionBasedBushingForce") ? !read_functions(osim, node, &own)
                                                      : !read_matrix(osim, node, &own))
        return;
    for (int i = 0, n = 0; i < 6; i++) {
        preload[i] = -own.at_rest[order[i]];
        for (int j = 0; j <= i; j++)
            triangle[n++] = own.k[order[i]][order[j]];
    }
    json_t *json = sn_osim_begin_bushing(osim, node);
    if (!json)
        return;
    sn_osim_numbers(osim, node, "rotational_damping", 3, rotary);
    sn_osim_numbers(osim, node, "translational_damping", 3, c);
    for (int i = 0; i < 3; i++)
        c[i] = fmax(c[i], 0), rotary[i] = fmax(rotary[i], 0);
    json_object_set_new(json, "stiffness", sn_emit_numbers(none, 3));
    json_object_set_new(json, "rotary_stiffness", sn_emit_numbers(none, 3));
    json_object_set_new(json, "stiffness_matrix", sn_emit_numbers(triangle, 21));
    json_object_set_new(json, "preload", sn_emit_numbers(preload, 3));
    json_object_set_new(json, "rotary_preload", sn_emit_numbers(preload + 3, 3));
    json_object_set_new(json, "axial_damping", sn_emit_numbers(c, 3));
    json_object_set_new(json, "rotary_axial_damping", sn_emit_numbers(rotary, 3));
    end(osim, node, "springs", json, own.note);
}

bool sn_osim_emit_expression_force(SnOsim *osim, const SnXmlNode *node)
{
    if (sn_osim_is(node, "ExpressionBasedCoordinateForce"))
        coordinate(osim, node);
    else if (sn_osim_is(node, "ExpressionBasedPointToPointForce"))
        points(osim, node);
    else if (sn_osim_is(node, "ExpressionBasedBushingForce") ||
             sn_osim_is(node, "FunctionBasedBushingForce"))
        bushing(osim, node);
    else
        return false;
    return true;
}
