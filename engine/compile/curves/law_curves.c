/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/law_curves.h"

#include "engine/compile/rigid/laws.h"
#include "engine/muscle/curves.h"
#include "engine/pose.h"
#include "engine/sim/joint/coordinate_law.h"
#include "engine/sim/joint/joints.h"
#include "engine/sim/path/spring_force.h"

#include <math.h>
#include <string.h>

#define AIR 0.06 /* of a range, beyond what it must hold */

/* --- plots --- */

static SnLawPlot *add_plot(SnLaw *law, const char *x_name, SnUnit x_unit, const char *y_name,
                           SnUnit y_unit)
{
    SnLawPlot *plot = &law->plots[law->n_plots++];
    *plot = (SnLawPlot){.x_name = x_name, .y_name = y_name, .x_unit = x_unit, .y_unit = y_unit};
    return plot;
}

/* A range that holds `value` as well, its end moved in steps so that it stands still mostly. */
static void hold(double range[2], double value)
{
    const double step = (range[1] - range[0]) / 4;
    if (!isfinite(value) || !(step > 0))
        return;
    if (value > range[1])
        range[1] += step * ceil((value - range[1]) / step * (1 + 1e-9));
    if (value < range[0])
        range[0] -= step * ceil((range[0] - value) / step * (1 + 1e-9));
}

static void set_x(SnLawPlot *plot, double low, double high, double now)
{
    plot->x_range[0] = low;
    plot->x_range[1] = high > low ? high : low + 1;
    hold(plot->x_range, now);
    for (int i = 0; i < SN_LAW_SAMPLES; i++) {
        const double share = (double)i / (SN_LAW_SAMPLES - 1);
        plot->x[i] = plot->x_range[0] + share * (plot->x_range[1] - plot->x_range[0]);
    }
}

/* All of the curves. */
static void fit_y(SnLawPlot *plot)
{
    double low = 0, high = 0;
    for (int k = 0; k < plot->n_curves; k++)
        for (int i = 0; i < SN_LAW_SAMPLES; i++) {
            low = fmin(low, plot->curves[k].y[i]);
            high = fmax(high, plot->curves[k].y[i]);
        }
    const double span = high > low ? high - low : 1;
    plot->y_range[0] = low < 0 ? low - AIR * span : 0;
    plot->y_range[1] = high > 0 || low == 0 ? high + AIR * span : 0;
}

static void set_now(SnLawPlot *plot, const char *name, double x, double y)
{
    plot->now_name = name;
    plot->has_now = isfinite(x) && isfinite(y);
    plot->now[0] = x;
    plot->now[1] = y;
    hold(plot->y_range, y);
}

/* A curve y(x) of a muscle's curves or another law. */
typedef double (*Curve)(const void *law, double x);

static SnLawCurve *add_curve(SnLawPlot *plot, const char *name, Curve curve, const void *law,
                             double now)
{
    SnLawCurve *c = &plot->curves[plot->n_curves++];
    c->name = name;
    for (int i = 0; i < SN_LAW_SAMPLES; i++)
        c->y[i] = curve(law, plot->x[i]);
    c->marked = isfinite(now);
    c->at[0] = now;
    c->at[1] = c->marked ? curve(law, now) : (double)NAN;
    return c;
}

/* --- muscles --- */

enum { ACTIVATION, LENGTH, FIBRE_LENGTH, FIBRE_VELOCITY, PENNATION, STRAIN, FORCE, OPTIMAL };
static const char *const muscle_rows[] = {
    "activation", "length",        "fibre_length", "fibre_velocity",
    "pennation",  "tendon_strain", "force",        "law.optimal_length"};

typedef struct Muscle {
    SnMuscleParameters law;
    SnMuscleCurves curves;
    double activation;
} Muscle;

static double active(const void *data, double length)
{
    const Muscle *m = data;
    double slope;
    return sn_curve_active(&m->law, &m->curves, length, &slope);
}

static double passive(const void *data, double length)
{
    const Muscle *m = data;
    double slope;
    return sn_curve_passive(&m->law, &m->curves, length, &slope);
}

static double isometric(const void *data, double length)
{
    const Muscle *m = data;
    return m->activation * active(data, length) + passive(data, length);
}

static double velocity(const void *data, double v)
{
    const Muscle *m = data;
    double slope;
    if (m->law.type == SN_MUSCLE_TYPE_HILL)
        return sn_thelen_force(&m->law.thelen, v, m->activation, 1, &slope);
    return sn_curve_velocity(&m->law, &m->curves, v, m->activation, &slope);
}

static double tendon(const void *data, double strain)
{
    const Muscle *m = data;
    double slope;
    return sn_curve_tendon(&m->law, &m->curves, strain, &slope);
}

static double peck_passive(const void *data, double length)
{
    SnMuscleParameters m = ((const Muscle *)data)->law;
    m.optimal_length = m.max_force = 1;
    m.damping = 0;
    return sn_peck_tension(&m, length, 0, 0).tension;
}

static double peck_active(const void *data, double length)
{
    SnMuscleParameters m = ((const Muscle *)data)->law;
    m.optimal_length = m.max_force = 1;
    m.damping = 0;
    return sn_peck_tension(&m, length, 0, 1).tension - peck_passive(data, length);
}

static double peck_isometric(const void *data, double length)
{
    return ((const Muscle *)data)->activation * peck_active(data, length) +
           peck_passive(data, length);
}

static void fill_force_length(SnLawPlot *plot, const Muscle *m, double now, double force)
{
    const bool peck = m->law.type == SN_MUSCLE_TYPE_PECK;
    add_curve(plot, "Active", peck ? peck_active : active, m, now);
    add_curve(plot, "Passive", peck ? peck_passive : passive, m, now);
    SnLawCurve *both =
        add_curve(plot, "At this activation", peck ? peck_isometric : isometric, m, NAN);
    both->live = true;
    plot->y_range[1] = 1.5;
    set_now(plot, "Force now", now, force);
}

static void draw_tendon(SnLaw *law, const Muscle *m, double strain, double force)
{
    const double full = m->law.type == SN_MUSCLE_TYPE_SCHUTTE ? 0.033 : m->law.tendon_strain;
    SnLawPlot *plot =
        add_plot(law, "Tendon strain", SN_UNIT_NONE, "Tendon force / maximum", SN_UNIT_NONE);
    set_x(plot, 0, 1.25 * full, fmax(strain, 0));
    add_curve(plot, "Tendon", tendon, m, fmax(strain, 0));
    plot->y_range[1] = 1.5;
    set_now(plot, "Force now", strain, force);
}

static bool draw_muscle(const SnMuscle *muscle, const double values[SN_LAW_TARGETS], SnLaw *law)
{
    SnMillardShape shape;
    Muscle m = {sn_compile_muscle_law(muscle, &shape), {0}, values[ACTIVATION]};
    const char *why;
    if (m.law.type == SN_MUSCLE_TYPE_MILLARD && !sn_millard_shape_check(&shape, &why))
        return false;
    m.curves = sn_muscle_curves(m.law.type, &shape);
    if (muscle->law == SN_MUSCLE_SCHUTTE && !sn_muscle_draw_curves(muscle, &m.curves))
        return false;
    const double optimal = values[OPTIMAL], top = m.law.max_force;
    const double along = top > 0 ? values[FORCE] / top : (double)NAN;
    if (!isfinite(m.activation))
        m.activation = 0;
    if (m.law.type == SN_MUSCLE_TYPE_PECK) {
        const double now = values[LENGTH] / optimal, end = fmin(m.law.max_ratio, 3);
        SnLawPlot *plot =
            add_plot(law, "Length / optimal length", SN_UNIT_NONE, "Force / maximum", SN_UNIT_NONE);
        set_x(plot, 0.4, fmax(end + 0.1, 1.6), now);
        fill_force_length(plot, &m, now, along);
        return true;
    }
    const double strain = m.law.type == SN_MUSCLE_TYPE_SCHUTTE   ? 0.5
                          : m.law.type == SN_MUSCLE_TYPE_MILLARD ? shape.passive_strain
                                                                 : m.law.thelen.passive_strain;
    const double now = values[FIBRE_LENGTH] / optimal, cosine = cos(values[PENNATION]);
    SnLawPlot *plot = add_plot(law, "Fibre length / optimal length", SN_UNIT_NONE,
                               "Fibre force / maximum", SN_UNIT_NONE);
    set_x(plot, 0.4, fmax(fmin(1.1 + strain, 3), 1.6), now);
    fill_force_length(plot, &m, now, cosine > 1e-6 ? along / cosine : (double)NAN);
    plot = add_plot(law, "Fibre velocity / maximum", SN_UNIT_NONE, "Active force / isometric",
                    SN_UNIT_NONE);
    const double v = values[FIBRE_VELOCITY] / (optimal * m.law.max_velocity);
    set_x(plot, -1, 1, v);
    add_curve(plot, "Force by velocity", velocity, &m, v)->live =
        m.law.type <= SN_MUSCLE_TYPE_THELEN;
    fit_y(plot);
    hold(plot->y_range, 1.45);
    if (m.law.type >= SN_MUSCLE_TYPE_THELEN && !m.law.rigid_tendon)
        draw_tendon(law, &m, values[STRAIN], along);
    return true;
}

/* --- springs and ligaments along paths --- */

static const char *const spring_rows[] = {"length", "force", "law.rest_length"};
static const char *const ligament_rows[] = {"strain", "force"};

typedef struct Spring {
    SnSpringParameters law;
    SnSplineTable table;
    double *numbers; /* of a function */
} Spring;

static double elastic(const void *data, double length)
{
    const Spring *spring = data;
    return sn_spring_elastic_tension(&spring->law, &spring->table, spring->numbers, length);
}

static double elastic_at_strain(const void *data, double strain)
{
    return elastic(data, 1 + strain);
}

/* Over which lengths it is drawn: around its rest, where points draw it around these. */
static void spring_lengths(const SnAxialSpring *component, double length, double rest,
                           double range[2])
{
    const SnFunctionFields *f = &component->relation;
    range[0] = 0.5 * rest;
    range[1] = rest > 0 ? 1.5 * rest : fmax(2 * length, 0.01);
    if (component->law != SN_SPRING_FUNCTION || !sn_function_is_table((SnFunctionKind)f->kind))
        return;
    range[0] = fmax(rest + f->x.values[0], 0);
    range[1] = fmax(rest + f->x.values[f->x.n - 1], range[0] + 1e-6);
}

static bool draw_spring(const SnAxialSpring *component, const double values[SN_LAW_TARGETS],
                        SnLaw *law)
{
    Spring spring = {.law = sn_compile_spring_law(component)};
    double range[2];
    const double length = values[0], rest = values[2];
    if (component->law == SN_SPRING_MAXWELL || !isfinite(length) || !isfinite(rest))
        return false;
    if (component->law == SN_SPRING_FUNCTION) {
        const SnFunctionText text = sn_function_text(&component->relation);
        if (sn_function_refused(&text))
            return false;
        spring.numbers = g_new(double, sn_function_plan(&text, &spring.law.function));
        sn_function_make(&text, &spring.law.function, spring.numbers);
    }
    spring.law.rest_length = rest;
    SnLawPlot *plot = add_plot(law, "Length", SN_UNIT_LENGTH, "Tension", SN_UNIT_FORCE);
    spring_lengths(component, length, rest, range);
    set_x(plot, range[0], range[1], length);
    add_curve(plot, component->law == SN_SPRING_STANDARD_LINEAR ? "Relaxed" : "At rest", elastic,
              &spring, length);
    fit_y(plot);
    set_now(plot, "Tension now", length, values[1]);
    g_free(spring.numbers);
    return true;
}

static bool draw_ligament(const SnLigament *component, const double values[SN_LAW_TARGETS],
                          SnLaw *law)
{
    Spring spring;
    if (!sn_compile_ligament_law(component, &spring.law, &spring.table))
        return false;
    spring.law.rest_length = 1;
    const double end = spring.law.type == SN_SPRING_TYPE_TABLE
                           ? spring.table.x[spring.table.n - 1] * 1.1
                           : 2.5 * spring.law.transition;
    SnLawPlot *plot = add_plot(law, "Strain", SN_UNIT_NONE, "Tension", SN_UNIT_FORCE);
    set_x(plot, -fmax(end, 0.05) / 3, fmax(end, 0.05), values[0]);
    add_curve(plot, "At rest", elastic_at_strain, &spring, values[0]);
    fit_y(plot);
    set_now(plot, "Tension now", values[0], values[1]);
    return true;
}

/* --- forces on coordinates --- */

/* Row of the joint that holds the coordinate; -1: none. */
static int coordinate_row(const SnModel *model, const SnCoordinateForce *force)
{
    static const SnBind binds[] = {SN_BIND_JOINT_ANGLE,        SN_BIND_JOINT_ANGLE_2,
                                   SN_BIND_JOINT_ANGLE_3,      SN_BIND_JOINT_ANGLE_4,
                                   SN_BIND_JOINT_TRANSLATION,  SN_BIND_JOINT_TRANSLATION_2,
                                   SN_BIND_JOINT_TRANSLATION_3};
    const SnComponent *joint = sn_model_get(model, force->joint);
    int found = -1, n, n_classes;
    if (!joint)
        return -1;
    n = sn_model_n_properties(model, force->joint);
    SnBind wanted = SN_BIND_NONE;
    const SnJointClass *const *classes = sn_joint_classes(&n_classes);
    if (force->coordinate != SN_COORDINATE_FIRST)
        wanted = binds[force->coordinate - SN_COORDINATE_ANGLE_1];
    for (int i = 0; wanted == SN_BIND_NONE && i < n_classes; i++)
        if (strcmp(classes[i]->name, joint->class->name) == 0 && classes[i]->n_coordinates > 0)
            wanted =
                classes[i]->coordinate[0].angle ? SN_BIND_JOINT_ANGLE : SN_BIND_JOINT_TRANSLATION;
    for (int i = 0; found < 0 && i < n; i++) {
        const SnProperty *row = sn_model_property(model, force->joint, i);
        if (sn_is_coordinate(row) && row->bind == wanted &&
            sn_model_applies(model, force->joint, row))
            found = i;
    }
    return found;
}

typedef struct Coordinate {
    SnSystemCoordinateForce law;
    double *numbers; /* of its function */
} Coordinate;

static double on_coordinate(const void *data, double c)
{
    const Coordinate *force = data;
    return sn_coordinate_law(&force->law, force->numbers, 0, c, 0).elastic;
}

/* What of the coordinate is worth seeing: both ends where both push. */
static void limit_range(const SnCoordinateLimit *limit, double range[2])
{
    const bool below = limit->lower_stiffness > 0, above = limit->upper_stiffness > 0;
    const double reach = limit->law == SN_LIMIT_SMOOTH        ? 2 * limit->transition
                         : limit->law == SN_LIMIT_EXPONENTIAL ? 3 / fmax(limit->steepness, 1e-3)
                                                              : 0;
    const double span = below && above ? limit->upper - limit->lower : 0;
    const double margin = fmax(fmax(reach, 0.15 * span), 1e-3);
    range[0] = (below || !above ? limit->lower : limit->upper) - (below ? 1 : 3) * margin;
    range[1] = (above || !below ? limit->upper : limit->lower) + (above ? 1 : 3) * margin;
}

static void spring_range(const SnModel *model, const SnCoordinateSpring *spring,
                         const SnProperty *row, double range[2])
{
    const SnFunctionFields *f = &spring->relation;
    if (spring->law == SN_COORDINATE_SPRING_FUNCTION &&
        sn_function_is_table((SnFunctionKind)f->kind)) {
        const double margin = 0.1 * (f->x.values[f->x.n - 1] - f->x.values[0]);
        range[0] = f->x.values[0] - margin;
        range[1] = f->x.values[f->x.n - 1] + margin;
    } else if (!sn_coordinate_range(model, spring->base.joint, row, &range[0], &range[1])) {
        range[0] = spring->rest - 1;
        range[1] = spring->rest + 1;
    }
}

static bool draw_coordinate(const SnModel *model, const SnCoordinateForce *component,
                            const double values[SN_LAW_TARGETS], SnLaw *law)
{
    const bool limit = component->base.base.class == &SN_CLASS_COORDINATE_LIMIT;
    const int at = coordinate_row(model, component);
    Coordinate force = {0};
    double range[2];
    if (at < 0)
        return false;
    const SnProperty *row = sn_model_property(model, component->joint, at);
    if (limit) {
        force.law = sn_compile_limit_law((const SnCoordinateLimit *)component);
        limit_range((const SnCoordinateLimit *)component, range);
    } else {
        const SnCoordinateSpring *spring = (const SnCoordinateSpring *)component;
        const SnFunctionText text = sn_function_text(&spring->relation);
        force.law = sn_compile_coordinate_spring_law(spring);
        if (force.law.law == SN_COORDINATE_FUNCTION) {
            if (sn_function_refused(&text))
                return false;
            force.numbers = g_new(double, sn_function_plan(&text, &force.law.function));
            sn_function_make(&text, &force.law.function, force.numbers);
        }
        spring_range(model, spring, row, range);
    }
    const bool angle = row->unit == SN_UNIT_ANGLE;
    SnLawPlot *plot = add_plot(law, row->label, row->unit, angle ? "Moment" : "Force",
                               angle ? SN_UNIT_MOMENT : SN_UNIT_FORCE);
    set_x(plot, range[0], range[1], values[0]);
    add_curve(plot, "At rest", on_coordinate, &force, values[0]);
    fit_y(plot);
    set_now(plot, angle ? "Moment now" : "Force now", values[0], values[1]);
    g_free(force.numbers);
    return true;
}

/* --- what there is --- */

static int own_targets(const SnModel *model, SnId id, const char *const *names, int n,
                       SnTarget *targets)
{
    for (int i = 0; i < n; i++)
        targets[i] = (SnTarget){id, sn_model_find_property(model, id, names[i])};
    return n;
}

int sn_law_targets(const SnModel *model, SnId id, SnTarget targets[SN_LAW_TARGETS])
{
    const SnComponent *component = id.entry == 0 ? sn_model_get(model, id) : NULL;
    const SnClass *class = component ? component->class : NULL;
    if (class == &SN_CLASS_MUSCLE)
        return own_targets(model, id, muscle_rows, G_N_ELEMENTS(muscle_rows), targets);
    if (class == &SN_CLASS_AXIAL_SPRING)
        return own_targets(model, id, spring_rows, G_N_ELEMENTS(spring_rows), targets);
    if (class == &SN_CLASS_LIGAMENT)
        return own_targets(model, id, ligament_rows, G_N_ELEMENTS(ligament_rows), targets);
    if (class == &SN_CLASS_COORDINATE_LIMIT || class == &SN_CLASS_COORDINATE_SPRING) {
        const SnCoordinateForce *force = (const SnCoordinateForce *)component;
        const int row = coordinate_row(model, force);
        targets[0] = (SnTarget){force->joint, row};
        targets[1] = (SnTarget){id, sn_model_find_property(model, id, "force")};
        return row < 0 ? 0 : 2;
    }
    return 0;
}

bool sn_law_draw(const SnModel *model, SnId id, const double values[SN_LAW_TARGETS], SnLaw *law)
{
    const SnComponent *component = id.entry == 0 ? sn_model_get(model, id) : NULL;
    const SnClass *class = component ? component->class : NULL;
    law->n_plots = 0;
    if (class == &SN_CLASS_MUSCLE)
        return draw_muscle((const SnMuscle *)component, values, law);
    if (class == &SN_CLASS_AXIAL_SPRING)
        return draw_spring((const SnAxialSpring *)component, values, law);
    if (class == &SN_CLASS_LIGAMENT)
        return draw_ligament((const SnLigament *)component, values, law);
    if (class == &SN_CLASS_COORDINATE_LIMIT || class == &SN_CLASS_COORDINATE_SPRING)
        return draw_coordinate(model, (const SnCoordinateForce *)component, values, law);
    return false;
}
