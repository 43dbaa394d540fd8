/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OpenSim's functions of one number as those of engine/base/function.h. */
#include "engine/opensim/expression.h"
#include "engine/opensim/osim.h"

#include <math.h>
#include <string.h>

enum { SAMPLES = 401 };

static GArray *numbers_new(void)
{
    return g_array_new(FALSE, TRUE, sizeof(double));
}

void sn_osim_function_clear(SnOsimFunction *function)
{
    g_clear_pointer(&function->coefficients, g_array_unref);
    g_clear_pointer(&function->x, g_array_unref);
    g_clear_pointer(&function->y, g_array_unref);
}

void sn_osim_function_line(double offset, double slope, SnOsimFunction *function)
{
    *function = (SnOsimFunction){.kind = slope != 0 ? SN_FUNCTION_LINEAR : SN_FUNCTION_CONSTANT,
                                 .coefficients = numbers_new(),
                                 .scale = 1};
    g_array_append_val(function->coefficients, offset);
    if (slope != 0)
        g_array_append_val(function->coefficients, slope);
}

SnFunctionText sn_osim_function_text(const SnOsimFunction *function)
{
    SnFunctionText text = {.kind = function->kind, .scale = function->scale};
    if (function->coefficients) {
        text.n_coefficients = (int)function->coefficients->len;
        text.coefficients = (const double *)function->coefficients->data;
    }
    if (function->x && function->y) {
        text.n_x = (int)function->x->len;
        text.n_y = (int)function->y->len;
        text.x = (const double *)function->x->data;
        text.y = (const double *)function->y->data;
    }
    return text;
}

double sn_osim_function_value(const SnOsimFunction *function, double x, double *slope)
{
    const SnFunctionText text = sn_osim_function_text(function);
    SnFunction planned = {0};
    double rate = 0;
    if (sn_function_refused(&text))
        return 0;
    g_autofree double *numbers = g_new0(double, (gsize)MAX(sn_function_plan(&text, &planned), 1));
    sn_function_make(&text, &planned, numbers);
    return sn_function_value(&planned, numbers, x, slope ? slope : &rate);
}

/* --- reading --- */

typedef struct TablePoint {
    double x, y;
    guint place; /* in the file */
} TablePoint;

static int by_abscissa(gconstpointer a, gconstpointer b)
{
    const TablePoint *one = a, *other = b;
    if (one->x != other->x)
        return one->x < other->x ? -1 : 1;
    return one->place < other->place ? -1 : one->place > other->place;
}

/* The points of a table that have numbers; `sorted`: whether their x increase. */
static GArray *table_points(SnOsim *osim, const SnXmlNode *node, bool *sorted)
{
    g_autoptr(GArray) x = sn_osim_list(osim, node, "x");
    g_autoptr(GArray) y = sn_osim_list(osim, node, "y");
    GArray *points = g_array_new(FALSE, FALSE, sizeof(TablePoint));
    *sorted = true;
    for (guint i = 0; x && y && i < MIN(x->len, y->len); i++) {
        const TablePoint point = {g_array_index(x, double, i), g_array_index(y, double, i), i};
        if (!isfinite(point.x) || !isfinite(point.y))
            continue;
        if (points->len && point.x < g_array_index(points, TablePoint, points->len - 1).x)
            *sorted = false;
        g_array_append_val(points, point);
    }
    if (!*sorted)
        g_array_sort(points, by_abscissa);
    return points;
}

/* Points in increasing x; of several at one x the last counts. */
static bool read_table(SnOsim *osim, const SnXmlNode *node, SnFunctionKind kind,
                       SnOsimFunction *function)
{
    bool sorted;
    g_autoptr(GArray) points = table_points(osim, node, &sorted);
    *function = (SnOsimFunction){.kind = kind, .x = numbers_new(), .y = numbers_new(), .scale = 1};
    for (guint i = 0; i < points->len; i++) {
        const TablePoint *point = &g_array_index(points, TablePoint, i);
        const guint last = function->x->len;
        if (last && point->x == g_array_index(function->x, double, last - 1)) {
            g_array_index(function->y, double, last - 1) = point->y;
        } else {
            g_array_append_val(function->x, point->x);
            g_array_append_val(function->y, point->y);
        }
    }
    if (!sorted)
        function->note = "the x of its function do not increase: they are sorted here";
    if (function->x->len >= 2)
        return true;
    const double only = function->y->len ? g_array_index(function->y, double, 0) : 0;
    sn_osim_function_clear(function);
    sn_osim_function_line(only, 0, function);
    return true;
}

static bool read_linear(SnOsim *osim, const SnXmlNode *node, SnOsimFunction *function)
{
    double c[2] = {1, 0}; /* slope, offset */
    g_autoptr(GArray) given = sn_osim_list(osim, node, "coefficients");
    if (given && given->len > 2)
        return false; /* of several coordinates */
    for (guint i = 0; given && i < given->len; i++)
        c[i] = g_array_index(given, double, i);
    const bool good = isfinite(c[0] + c[1]);
    sn_osim_function_line(good ? c[1] : 0, good ? c[0] : 0, function);
    if (!good)
        function->note = "its function has coefficients that are no numbers: it is 0";
    return true;
}

/* OpenSim has the highest power first, but the lowest in what may be of several numbers. */
static void read_polynomial(SnOsim *osim, const SnXmlNode *node, bool lowest_first,
                            SnOsimFunction *function)
{
    *function =
        (SnOsimFunction){.kind = SN_FUNCTION_POLYNOMIAL, .coefficients = numbers_new(), .scale = 1};
    g_autoptr(GArray) given = sn_osim_list(osim, node, "coefficients");
    const guint n = given ? given->len : 0;
    for (guint i = 0; i < n; i++) {
        const double c = g_array_index(given, double, lowest_first ? i : n - 1 - i);
        g_array_append_val(function->coefficients, c);
    }
}

/* --- what can only be sampled --- */

/* The step is SimTK's: quintic, without slope and curvature at both ends. */
static double wave_value(const SnOsimWave *wave, double x)
{
    if (wave->sine)
        return wave->a * sin(wave->b * x + wave->c) + wave->d;
    const double s = fmin(fmax((x - wave->a) / (wave->b - wave->a), 0), 1);
    return wave->c + (wave->d - wave->c) * s * s * s * (10 - s * (15 - 6 * s));
}

static void sample(const SnOsimWave *wave, double low, double high, SnOsimFunction *function)
{
    *function = (SnOsimFunction){.kind = SN_FUNCTION_NATURAL_SPLINE,
                                 .x = numbers_new(),
                                 .y = numbers_new(),
                                 .scale = 1,
                                 .wave = *wave,
                                 .note = "its function is sampled at 401 points"};
    for (int i = 0; i < SAMPLES; i++) {
        const double x = low + (high - low) * i / (SAMPLES - 1), y = wave_value(wave, x);
        g_array_append_val(function->x, x);
        g_array_append_val(function->y, y);
    }
}

static void read_wave(SnOsim *osim, const SnXmlNode *node, bool sine, double low, double high,
                      SnOsimFunction *function)
{
    SnOsimWave wave = {.sine = sine};
    if (sine) {
        wave.a = sn_osim_number(osim, node, "amplitude", 1);
        wave.b = sn_osim_number(osim, node, "omega", 1);
        wave.c = sn_osim_number(osim, node, "phase", 0);
        wave.d = sn_osim_number(osim, node, "offset", 0);
    } else {
        wave.a = sn_osim_number(osim, node, "start_time", 0);
        wave.b = sn_osim_number(osim, node, "end_time", 1);
        wave.c = sn_osim_number(osim, node, "start_value", 0);
        wave.d = sn_osim_number(osim, node, "end_value", 1);
        if (!(wave.b > wave.a)) /* a step all at once */
            wave.b = wave.a + 1e-6 * (1 + fabs(wave.a));
        low = fmin(low, wave.a - 0.1 * (wave.b - wave.a));
        high = fmax(high, wave.b + 0.1 * (wave.b - wave.a));
    }
    sample(&wave, low, high, function);
}

/* NULL: it has not n variables, or is none. */
static SnExpression *expression_of(SnOsim *osim, const SnXmlNode *node, int n)
{
    g_auto(GStrv) names = sn_osim_words(sn_osim_text(osim, node, "variables"));
    g_autofree char *why = NULL;
    if ((int)g_strv_length(names) != n || n > SN_EXPRESSION_VARIABLES)
        return NULL;
    return sn_expression_new(sn_osim_text(osim, node, "expression"), (const char *const *)names,
                             &why);
}

/* A polynomial as it is, anything else as a spline through many points. */
static bool read_expression(SnOsim *osim, const SnXmlNode *node, double low, double high,
                            SnOsimFunction *function)
{
    SnExpression *expression = expression_of(osim, node, 1);
    SnExpressionForm form;
    if (!expression)
        return false;
    if (sn_expression_form(expression, &form)) {
        *function = (SnOsimFunction){
            .kind = SN_FUNCTION_POLYNOMIAL, .coefficients = numbers_new(), .scale = 1};
        g_array_append_vals(function->coefficients, form.p, SN_EXPRESSION_DEGREE + 1);
        sn_expression_free(expression);
        return true;
    }
    *function = (SnOsimFunction){.kind = SN_FUNCTION_SIMM_SPLINE,
                                 .x = numbers_new(),
                                 .y = numbers_new(),
                                 .scale = 1,
                                 .note = "its expression is a spline through many points"};
    for (int i = 0; i < SAMPLES; i++) {
        const double x = low + (high - low) * i / (SAMPLES - 1);
        const double y = sn_expression_value(expression, &x, NULL);
        if (!isfinite(y))
            continue;
        g_array_append_val(function->x, x);
        g_array_append_val(function->y, y);
    }
    sn_expression_free(expression);
    if (function->x->len >= 4)
        return true;
    sn_osim_function_clear(function);
    return false;
}

/* Steep ramps of a thousandth of what lies between the steps. */
static bool read_steps(SnOsim *osim, const SnXmlNode *node, SnOsimFunction *function)
{
    SnOsimFunction steps;
    if (!read_table(osim, node, SN_FUNCTION_PIECEWISE_LINEAR, &steps) || !steps.x) {
        *function = steps;
        return true;
    }
    *function = (SnOsimFunction){.kind = SN_FUNCTION_PIECEWISE_LINEAR,
                                 .x = numbers_new(),
                                 .y = numbers_new(),
                                 .scale = 1,
                                 .ramps = true,
                                 .note = "its steps are steep ramps"};
    for (guint i = 0; i < steps.x->len; i++) {
        double x = g_array_index(steps.x, double, i);
        const double y = g_array_index(steps.y, double, i);
        if (i > 0) {
            const double before = g_array_index(steps.x, double, i - 1);
            const double ramp = x - 1e-3 * (x - before);
            const double old = g_array_index(steps.y, double, i - 1);
            g_array_append_val(function->x, ramp);
            g_array_append_val(function->y, old);
        }
        g_array_append_val(function->x, x);
        g_array_append_val(function->y, y);
    }
    const double end = g_array_index(steps.x, double, steps.x->len - 1) + 1,
                 last = g_array_index(steps.y, double, steps.y->len - 1);
    g_array_append_val(function->x, end);
    g_array_append_val(function->y, last);
    sn_osim_function_clear(&steps);
    return true;
}

/* Woltring's natural spline of degree 2 half_order - 1: 1, 3, 5 or 7. */
static bool read_spline(SnOsim *osim, const SnXmlNode *node, SnOsimFunction *function)
{
    static const SnFunctionKind kinds[] = {SN_FUNCTION_PIECEWISE_LINEAR, SN_FUNCTION_NATURAL_SPLINE,
                                           SN_FUNCTION_NATURAL_SPLINE_5,
                                           SN_FUNCTION_NATURAL_SPLINE_7};
    const double half = sn_osim_number(osim, node, "half_order", 3);
    const double variance = sn_osim_number(osim, node, "error_variance", 0);
    if (!read_table(osim, node, SN_FUNCTION_NATURAL_SPLINE, function))
        return false;
    if (function->kind != SN_FUNCTION_NATURAL_SPLINE)
        return true; /* of one point */
    function->kind = kinds[(int)fmin(fmax(half, 1), 4) - 1];
    function->ends = half < 2; /* one of degree 1 is constant outside its points */
    const SnFunctionText text = sn_osim_function_text(function);
    if (sn_function_refused(&text)) {
        function->kind = SN_FUNCTION_NATURAL_SPLINE;
        function->note = "its spline is cubic here: its points are too uneven for its degree";
    }
    if (variance != 0 && isfinite(variance) && half > 1 && !function->note)
        function->note = "its spline goes through all points: its error_variance is left out";
    return true;
}

const SnXmlNode *sn_osim_function_in(const SnOsim *osim, const SnXmlNode *node)
{
    const SnXmlNode *function = sn_osim_object(osim, node, "function");
    if (!function)
        function = sn_osim_object(osim, node, "Value");
    for (const SnXmlNode *at = node->first; at && !function; at = at->next)
        if (g_str_has_suffix(at->name, "Function") || g_str_has_suffix(at->name, "Spline") ||
            strcmp(at->name, "Constant") == 0)
            function = at;
    return function;
}

bool sn_osim_function_read(SnOsim *osim, const SnXmlNode *node, double low, double high,
                           SnOsimFunction *function)
{
    if (!node)
        return false;
    const char *class = node->name;
    if (strcmp(class, "MultiplierFunction") == 0) {
        const SnXmlNode *inner = sn_osim_function_in(osim, node);
        if (!sn_osim_function_read(osim, inner, low, high, function))
            return false;
        function->scale *= sn_osim_number(osim, node, "scale", 1);
        return true;
    }
    if (strcmp(class, "Constant") == 0)
        sn_osim_function_line(sn_osim_number(osim, node, "value", 0), 0, function);
    else if (strcmp(class, "LinearFunction") == 0)
        return read_linear(osim, node, function);
    else if (strcmp(class, "PolynomialFunction") == 0)
        read_polynomial(osim, node, false, function);
    else if (strcmp(class, "MultivariatePolynomialFunction") == 0 &&
             sn_osim_number(osim, node, "dimension", 1) == 1)
        read_polynomial(osim, node, true, function);
    else if (strcmp(class, "PiecewiseLinearFunction") == 0)
        return read_table(osim, node, SN_FUNCTION_PIECEWISE_LINEAR, function);
    else if (strcmp(class, "PiecewiseConstantFunction") == 0)
        return read_steps(osim, node, function);
    else if (strcmp(class, "SimmSpline") == 0 || strcmp(class, "NaturalCubicSpline") == 0 ||
             strcmp(class, "natCubicSpline") == 0)
        return read_table(osim, node, SN_FUNCTION_SIMM_SPLINE, function);
    else if (strcmp(class, "GCVSpline") == 0)
        return read_spline(osim, node, function);
    else if (strcmp(class, "Sine") == 0 || strcmp(class, "SineFunction") == 0)
        read_wave(osim, node, true, low, high, function);
    else if (strcmp(class, "StepFunction") == 0)
        read_wave(osim, node, false, low, high, function);
    else if (strcmp(class, "ExpressionBasedFunction") == 0)
        return read_expression(osim, node, low, high, function);
    else
        return false;
    return true;
}

/* --- writing --- */

static json_t *array_json(const GArray *numbers)
{
    return sn_emit_numbers((const double *)numbers->data, (int)numbers->len);
}

json_t *sn_osim_function_json(const SnOsimFunction *function)
{
    static const char *const names[] = {"constant",         "linear",          "polynomial",
                                        "piecewise_linear", "natural_spline",  "simm_spline",
                                        "natural_spline_5", "natural_spline_7"};
    json_t *json = json_object();
    json_object_set_new(json, "function", json_string(names[function->kind]));
    if (sn_function_is_table(function->kind)) {
        json_object_set_new(json, "x", array_json(function->x));
        json_object_set_new(json, "y", array_json(function->y));
    } else if (function->coefficients) {
        json_object_set_new(json, "coefficients", array_json(function->coefficients));
    }
    if (function->scale != 1)
        json_object_set_new(json, "scale", json_real(function->scale));
    return json;
}
