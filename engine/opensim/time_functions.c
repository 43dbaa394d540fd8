/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of time become input probes: the points of tables, a period of a sine that repeats,
 * others at many points. */
#include "engine/opensim/osim.h"

#include <math.h>

enum {
    PERIOD = 128, /* points of a sine's period: a spline through them is within 2e-8 of it */
    PARTS = 16,   /* of each interval of a curve that is not a natural cubic spline */
    MOST = 4000,  /* points */
};

/* How far what only can be sampled is [s]. */
#define LONG 10.0

#define SAMPLED_NOTE                                                                               \
    "its function of time runs through points up to 10 s, or its own last one, and stays there"

void sn_osim_emit_knots(SnOsim *osim, const char *name, json_t *targets, const double *time,
                        const double *values, int n, int width, bool curved)
{
    json_t *probe = json_object(), *knots = json_array();
    for (int i = 0; i < n; i++) {
        json_t *knot = json_object();
        json_object_set_new(knot, "time", json_real(time[i]));
        json_object_set_new(knot, "values", sn_emit_numbers(values + (size_t)i * width, width));
        json_array_append_new(knots, knot);
    }
    json_object_set_new(probe, "class", json_string("input_probe"));
    json_object_set_new(probe, "targets", targets);
    json_object_set_new(probe, "interpolation", json_string(curved ? "cubic" : "linear"));
    json_object_set_new(probe, "knots", knots);
    g_free(sn_emit(osim->root, osim->names, "probes", name, probe));
}

/* --- what kind of curve --- */

/* How the values of several functions go from one time to the next. */
typedef struct Course {
    GArray *times;
    const char *interpolation; /* of the probe */
    bool repeats;
    const char *note; /* what is only approximated; NULL: nothing */
} Course;

static bool is_straight(const SnOsimFunction *f)
{
    return f->kind == SN_FUNCTION_CONSTANT || f->kind == SN_FUNCTION_LINEAR;
}

/* Whether its slope jumps at its points. */
static bool has_kinks(const SnOsimFunction *f)
{
    return f->kind == SN_FUNCTION_PIECEWISE_LINEAR;
}

/* A cubic spline of the probe's own kind. */
static bool is_natural(const SnOsimFunction *f)
{
    return f->kind == SN_FUNCTION_NATURAL_SPLINE && !f->wave.sine;
}

static bool is_sine(const SnOsimFunction *f)
{
    return f->wave.sine && f->wave.b != 0;
}

static bool same_times(const SnOsimFunction *a, const SnOsimFunction *b)
{
    return a->x && b->x && a->x->len == b->x->len &&
           memcmp(a->x->data, b->x->data, a->x->len * sizeof(double)) == 0;
}

/* All sines of one frequency, or constants. */
static bool all_repeat(int n, const SnOsimFunction *f, double *period)
{
    *period = 0;
    for (int i = 0; i < n; i++) {
        const double own = is_sine(&f[i]) ? 2 * G_PI / fabs(f[i].wave.b) : 0;
        if (own == 0 ? f[i].kind != SN_FUNCTION_CONSTANT : *period > 0 && own != *period)
            return false;
        *period = own > 0 ? own : *period;
    }
    return *period > 1e-9 && *period < 1e9;
}

static bool all_step(int n, const SnOsimFunction *f)
{
    bool any = false;
    for (int i = 0; i < n; i++) {
        if (!f[i].ramps && !f[i].holds && f[i].kind != SN_FUNCTION_CONSTANT)
            return false;
        any = any || f[i].ramps || f[i].holds;
    }
    return any;
}

/* The times of a function's points; of steps those at which they are taken. */
static void add_times(const SnOsimFunction *f, GArray *times)
{
    for (guint i = 0; f->x && !is_sine(f) && i < f->x->len; i += f->ramps ? 2 : 1)
        g_array_append_val(times, g_array_index(f->x, double, i));
}

/* A probe's spline does not bend at its ends; where the function does, points that come ever nearer
 * to the end keep that to where nothing is seen of it. */
static void add_towards(double end, double next, GArray *times)
{
    for (double part = 1.0 / (2 * PARTS); part > 1e-5; part /= 3) {
        const double time = end + part * (next - end);
        g_array_append_val(times, time);
    }
}

/* Between the points of each, and up to LONG where one has none. */
static void add_between(int n, const SnOsimFunction *f, int most_parts, GArray *times)
{
    double end = LONG;
    for (guint i = 0; i < times->len; i++)
        end = fmax(end, g_array_index(times, double, i));
    for (int i = 0; i < n; i++) {
        const int rows = f[i].x && !is_sine(&f[i]) ? (int)f[i].x->len : 0;
        const int parts = rows > 0 ? MIN(MOST / rows, most_parts) : 0;
        const double *x = f[i].x ? (const double *)f[i].x->data : NULL;
        if (rows > 1) {
            add_towards(x[0], x[1], times);
            add_towards(x[rows - 1], x[rows - 2], times);
        }
        for (int k = 0; k + 1 < rows; k++) {
            const double a = g_array_index(f[i].x, double, k),
                         b = g_array_index(f[i].x, double, k + 1);
            for (int p = 1; p < parts; p++) {
                const double time = a + (b - a) * p / parts;
                g_array_append_val(times, time);
            }
        }
    }
    for (int i = 0; i < n; i++) {
        const double period = is_sine(&f[i]) ? 2 * G_PI / fabs(f[i].wave.b) : 0;
        const bool table = is_straight(&f[i]) || (f[i].x && !is_sine(&f[i]));
        const int points = period > 0 ? (int)fmin(fmax(48 * end / period, 400), MOST) : 401;
        for (int k = 0; k < points && !table; k++) {
            const double time = end * k / (points - 1);
            g_array_append_val(times, time);
        }
    }
}

static int by_value(gconstpointer a, gconstpointer b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void sort(GArray *times)
{
    g_array_sort(times, by_value);
    guint kept = 0;
    for (guint i = 0; i < times->len; i++)
        if (kept == 0 ||
            g_array_index(times, double, i) - g_array_index(times, double, kept - 1) > 1e-9)
            g_array_index(times, double, kept++) = g_array_index(times, double, i);
    g_array_set_size(times, kept);
}

/* One spline through the same times, or lines through all of them, are exact; what bends otherwise
 * is followed closely. */
static void choose(int n, const SnOsimFunction *f, Course *course)
{
    const double ends[2] = {0, 1000};
    const SnOsimFunction *first = NULL;
    bool kinks = false, natural = true, lines = true, jumps = false;
    for (int i = 0; i < n; i++) {
        add_times(&f[i], course->times);
        kinks = kinks || has_kinks(&f[i]);
        jumps = jumps || f[i].ramps || f[i].holds;
        lines = lines && (has_kinks(&f[i]) || is_straight(&f[i]));
        if (is_straight(&f[i]))
            continue;
        natural = natural && is_natural(&f[i]) && (!first || same_times(first, &f[i]));
        first = first ? first : &f[i];
    }
    course->interpolation = lines || kinks ? "linear" : "cubic";
    for (int i = 0; i < n; i++)
        if (f[i].note && !f[i].ramps && !is_sine(&f[i]))
            course->note = f[i].note;
    if (lines && (n > 1 || !first))
        g_array_append_vals(course->times, ends, n == 1 && f->kind == SN_FUNCTION_CONSTANT ? 1 : 2);
    if (lines && jumps) {
        course->note = "its steps are steep ramps";
    } else if (!lines && !(first && natural)) {
        const bool table = first && first->x && n == 1 && !first->note;
        add_between(n, f, kinks ? 4 * PARTS : PARTS, course->times); /* lines need more */
        course->note = table ? course->note : SAMPLED_NOTE;
    }
}

/* Before its first point and behind its last one a probe holds its values. */
static void tell_ends(SnOsim *osim, const SnOsimFunction *f)
{
    double slopes[2];
    if (!f->x || f->holds || f->ends || f->ramps || f->note || osim->held)
        return;
    const double *x = (const double *)f->x->data;
    sn_osim_function_value(f, x[0] - 1, &slopes[0]);
    sn_osim_function_value(f, x[f->x->len - 1] + 1, &slopes[1]);
    if (slopes[1] == 0 && (slopes[0] == 0 || x[0] <= 0))
        return;
    osim->held = true;
    sn_import_report_note(osim->report,
                          "functions of time keep their first and last values outside "
                          "their points; OpenSim's go on beyond them");
}

/* --- the probe --- */

static void add_knots(const Course *course, int n, const SnOsimFunction *f, json_t *knots)
{
    for (guint i = 0; i < course->times->len; i++) {
        const double time = g_array_index(course->times, double, i);
        double values[3];
        for (int k = 0; k < n; k++) {
            const SnOsimWave *wave = &f[k].wave;
            values[k] = is_sine(&f[k])
                            ? f[k].scale * (wave->a * sin(wave->b * time + wave->c) + wave->d)
                            : sn_osim_function_value(&f[k], time, NULL);
        }
        json_array_append_new(
            knots, json_pack("{s:f,s:o}", "time", time, "values", sn_emit_numbers(values, n)));
    }
}

static const char *emit(SnOsim *osim, const char *name, const char *target, int n,
                        const SnOsimFunction *f)
{
    Course course = {.times = g_array_new(FALSE, FALSE, sizeof(double))};
    json_t *probe = json_object(), *knots = json_array();
    double period;
    if (all_repeat(n, f, &period)) {
        course.repeats = true;
        course.interpolation = "cubic";
        for (int i = 0; i <= PERIOD; i++) {
            const double time = period * i / PERIOD;
            g_array_append_val(course.times, time);
        }
    } else if (all_step(n, f)) {
        course.interpolation = "step";
        for (int i = 0; i < n; i++)
            add_times(&f[i], course.times);
    } else {
        choose(n, f, &course);
    }
    for (int i = 0; i < n; i++)
        tell_ends(osim, &f[i]);
    sort(course.times);
    add_knots(&course, n, f, knots);
    json_object_set_new(probe, "class", json_string("input_probe"));
    json_object_set_new(probe, "targets", json_pack("[s]", target));
    json_object_set_new(probe, "interpolation", json_string(course.interpolation));
    if (course.repeats)
        json_object_set_new(probe, "repeat", json_true());
    json_object_set_new(probe, "knots", knots);
    g_free(sn_emit(osim->root, osim->names, "probes", name, probe));
    g_array_unref(course.times);
    return course.note;
}

const char *sn_osim_emit_probe(SnOsim *osim, const char *name, const char *target,
                               const SnOsimFunction *function)
{
    return emit(osim, name, target, 1, function);
}

const char *sn_osim_emit_vector_probe(SnOsim *osim, const char *name, const char *target,
                                      const SnOsimFunction f[3])
{
    return emit(osim, name, target, 3, f);
}
