/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/classes/body.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/rows.h"
#include "engine/model/render_rows.h"
#include "engine/muscle/curves.h"

static const char *const law_names[] = {
    "peck", "hill", "thelen", "millard", "schutte", "de_groote_fregly", NULL};
static const char *const law_labels[] = {
    "Peck",         "Hill, rigid tendon",    "Thelen 2003", "Millard 2012",
    "Schutte 1993", "De Groote-Fregly 2016", NULL};
static const char *const tendon_names[] = {"elastic", "rigid", NULL};
static const char *const activation_names[] = {"thelen", "de_groote_fregly", "zajac", NULL};
static const char *const activation_labels[] = {"Thelen 2003", "De Groote-Fregly 2016",
                                                "Zajac 1989", NULL};

#define IF_PECK    (1u << SN_MUSCLE_PECK)
#define IF_HILL    (1u << SN_MUSCLE_HILL)
#define IF_THELEN  (1u << SN_MUSCLE_THELEN)
#define IF_MILLARD (1u << SN_MUSCLE_MILLARD)
#define IF_SCHUTTE (1u << SN_MUSCLE_SCHUTTE)
#define IF_GROOTE  (1u << SN_MUSCLE_DE_GROOTE)
/* Fibre and tendon, with a state of its own where the tendon is elastic. */
#define IF_FIBRE (IF_THELEN | IF_MILLARD | IF_SCHUTTE | IF_GROOTE)

/* A number of Millard's curves: they are drawn anew by a compile. */
#define MILLARD(field, row_name, row_label, row_help, low, high, start)                            \
    {                                                                                              \
        .name = "law." row_name, .label = row_label, .help = row_help,                             \
        SN_ROW(SnMuscle, millard.field), .flags = SN_ADVANCED, SN_RANGE(low, high),                \
        SN_DEFAULT(start), SN_WHEN("law.type", IF_MILLARD)                                         \
    }

/* A curve of Schutte's that someone may draw. */
#define DRAWN(which, row_name, row_label, row_help)                                                \
    {                                                                                              \
        .name = "law." row_name, .label = row_label, .help = row_help,                             \
        SN_ROW(SnMuscle, drawn[which]), .flags = SN_ADVANCED, SN_WHEN("law.type", IF_SCHUTTE)      \
    }

static const SnProperty muscle_properties[] = {
    {.name = "excitation",
     .label = "Excitation",
     .help = "Drive from the nervous system, 0 to 1",
     SN_ROW(SnMuscle, excitation),
     .kind = SN_INPUT,
     SN_RANGE(0, 1),
     SN_SLIDER(0, 1),
     .bind = SN_BIND_MUSCLE_EXCITATION},
    SN_ROW_ACTIVATION(SnMuscle, SN_BIND_MUSCLE_ACTIVATION),
    SN_ROW_DYNAMICS(SnMuscle),
    {.name = "dynamics.type",
     .label = "Dynamics",
     .help = "thelen: rates fall and rise with activation (first order, OpenSim's); "
             "de_groote_fregly: the same, smooth; zajac: two rates, of Schutte's muscle",
     SN_ROW_ENUM(SnMuscle, activation_type, activation_names),
     .labels = activation_labels,
     SN_WHEN("dynamics.enabled", SN_IF_TRUE)},
    SN_ROWS_ACTIVATION_TIMES(SnMuscle, SN_BIND_MUSCLE_ACTIVATION_RISE,
                             SN_BIND_MUSCLE_ACTIVATION_FALL),
    {.name = "law.type",
     .label = "Law",
     .help = "peck: fibre and tendon as parts of one length; hill: fibre and rigid tendon, "
             "Thelen's curves; thelen, millard, schutte, de_groote_fregly: fibre in series with a "
             "tendon, with the curves of these authors",
     SN_ROW_ENUM(SnMuscle, law, law_names),
     .labels = law_labels},
    {.name = "law.tendon",
     .label = "Tendon",
     .help = "elastic: the fibre's length is a state, in equilibrium at the start; rigid: the "
             "tendon keeps its slack length",
     SN_ROW_ENUM(SnMuscle, tendon, tendon_names),
     SN_WHEN("law.type", IF_FIBRE)},
    {.name = "law.max_force",
     .label = "Maximum force",
     .help = "Isometric force at optimal length and full activation (OpenSim: max_isometric_force)",
     SN_ROW(SnMuscle, max_force),
     .unit = SN_UNIT_FORCE,
     SN_NOT_NEGATIVE,
     SN_DEFAULT(10),
     .bind = SN_BIND_MUSCLE_MAX_FORCE},
    {.name = "law.optimal_is_start",
     .label = "Optimal at start",
     .help = "The optimal length is the length in the start pose",
     SN_ROW(SnMuscle, optimal_is_start),
     SN_WHEN("law.type", IF_PECK)},
    {.name = "law.optimal_length",
     .label = "Optimal length",
     .help = "Length of greatest active force: peck of the whole muscle, others of the fibre "
             "(OpenSim: optimal_fiber_length); 0: automatic, from the length at the start",
     SN_ROW(SnMuscle, optimal_length),
     .unit = SN_UNIT_LENGTH,
     SN_NOT_NEGATIVE,
     SN_WHEN("law.optimal_is_start", SN_IF_FALSE),
     .bind = SN_BIND_MUSCLE_OPTIMAL_LENGTH},
    {.name = "law.max_ratio",
     .label = "Maximum length ratio",
     .help = "Length at which the passive force is full, over the optimal length",
     SN_ROW(SnMuscle, max_ratio),
     .flags = SN_POSITIVE,
     SN_RANGE(1, 100),
     SN_DEFAULT(1.5),
     SN_WHEN("law.type", IF_PECK),
     .bind = SN_BIND_MUSCLE_MAX_LENGTH},
    {.name = "law.tendon_ratio",
     .label = "Tendon ratio",
     .help = "Part of the optimal length that is tendon",
     SN_ROW(SnMuscle, tendon_ratio),
     SN_RANGE(0, 0.99),
     SN_WHEN("law.type", IF_PECK),
     .bind = SN_BIND_MUSCLE_TENDON_RATIO},
    {.name = "law.passive_fraction",
     .label = "Passive fraction",
     .help = "Full passive force over the maximum force",
     SN_ROW(SnMuscle, passive_fraction),
     SN_RANGE(0, 100),
     SN_DEFAULT(0.015),
     SN_WHEN("law.type", IF_PECK),
     .bind = SN_BIND_MUSCLE_PASSIVE_FRACTION},
    {.name = "law.damping",
     .label = "Damping",
     .help = "Force per rate of length",
     SN_ROW(SnMuscle, damping),
     .unit = SN_UNIT_DAMPING,
     SN_NOT_NEGATIVE,
     SN_WHEN("law.type", IF_PECK | IF_HILL),
     .bind = SN_BIND_MUSCLE_DAMPING},
    {.name = "law.tendon_slack_length",
     .label = "Tendon slack length",
     .help =
         "Length beyond which the tendon pulls; 0: hill has none, of the others automatic, what "
         "the fibre leaves of the length at the start",
     SN_ROW(SnMuscle, tendon_slack_length),
     .unit = SN_UNIT_LENGTH,
     SN_NOT_NEGATIVE,
     SN_WHEN("law.type", IF_HILL | IF_FIBRE),
     .bind = SN_BIND_MUSCLE_TENDON_SLACK_LENGTH},
    {.name = "law.pennation",
     .label = "Pennation",
     .help = "Angle between fibre and tendon at optimal length (OpenSim: "
             "pennation_angle_at_optimal); the fibre keeps its height",
     SN_ROW(SnMuscle, pennation),
     .unit = SN_UNIT_ANGLE,
     SN_RANGE(0, 1.4),
     SN_SLIDER(0, 1),
     SN_WHEN("law.type", IF_HILL | IF_FIBRE),
     .bind = SN_BIND_MUSCLE_PENNATION},
    {.name = "law.max_velocity",
     .label = "Maximum velocity",
     .help =
         "Fastest shortening, in optimal lengths per second (OpenSim: max_contraction_velocity)",
     SN_ROW(SnMuscle, max_velocity),
     .unit = SN_UNIT_RATE,
     .flags = SN_POSITIVE,
     SN_RANGE(0, 1000),
     SN_DEFAULT(10),
     SN_WHEN("law.type", IF_HILL | IF_FIBRE),
     .bind = SN_BIND_MUSCLE_MAX_VELOCITY},
    {.name = "law.fibre_damping",
     .label = "Fibre damping",
     .help = "Force at the maximum velocity, over the maximum force (OpenSim: fiber_damping)",
     SN_ROW(SnMuscle, fibre_damping),
     SN_RANGE(0, 100),
     SN_SLIDER(0, 1),
     SN_DEFAULT(0.1),
     SN_WHEN("law.type", IF_FIBRE),
     .bind = SN_BIND_MUSCLE_FIBRE_DAMPING},
    {.name = "law.tendon_strain",
     .label = "Tendon strain",
     .help = "Strain at the maximum force; 0: the author's own (Thelen 0.04, Millard and De "
             "Groote-Fregly 0.049)",
     SN_ROW(SnMuscle, tendon_strain),
     SN_RANGE(0, 1),
     SN_SLIDER(0, 0.2),
     SN_WHEN("law.type", IF_THELEN | IF_MILLARD | IF_GROOTE)},
    {.name = "law.tendon_toe",
     .label = "Tendon toe",
     .help = "Strain where the tendon's curve becomes straight, over the tendon strain; 0: so that "
             "it is smooth (the paper rounds to 0.609)",
     SN_ROW(SnMuscle, tendon_toe),
     .flags = SN_ADVANCED,
     SN_RANGE(0, 0.99),
     SN_WHEN("law.type", IF_THELEN)},
    {.name = "law.tendon_slope",
     .label = "Tendon slope",
     .help = "Slope of the straight part, times the tendon strain; 0: so that the force there is "
             "the maximum (the paper rounds to 1.712)",
     SN_ROW(SnMuscle, tendon_slope),
     .flags = SN_ADVANCED,
     SN_RANGE(0, 1000),
     SN_WHEN("law.type", IF_THELEN)},
    MILLARD(active_min, "active_min", "Active from",
            "Fibre length where the active curve begins, over the "
            "optimal; the fibre gets no shorter",
            0.01, 0.9, 0.4441),
    MILLARD(active_transition, "active_transition", "Active transition",
            "Fibre length where the steep ascending part "
            "ends",
            0.05, 0.97, 0.73),
    MILLARD(active_max, "active_max", "Active to", "Fibre length where the active curve ends", 1.06,
            10, 1.8123),
    MILLARD(active_slope, "active_slope", "Shallow slope", "Slope of the shallow ascending part", 0,
            10, 0.8616),
    MILLARD(active_floor, "active_floor", "Active minimum",
            "Active force at both ends and beyond (OpenSim: "
            "minimum_value)",
            0, 0.5, 0.1),
    MILLARD(passive_start, "passive_from", "Passive from",
            "Fibre strain where the passive force begins (OpenSim: "
            "strain_at_zero_force)",
            -0.9, 5, 0),
    MILLARD(passive_strain, "passive_to", "Passive to",
            "Fibre strain at which the passive force is the maximum "
            "force (OpenSim: strain_at_one_norm_force)",
            -0.5, 10, 0.7),
    MILLARD(max_lengthening, "lengthening_force", "Lengthening force",
            "Force in fast lengthening, over that at rest", 1.11, 10, 1.4),
    DRAWN(SN_DRAWN_ACTIVE, "active_curve", "Active curve",
          "Points of a spline: fibre length over the optimal, then force, of one after the other, "
          "lengths ascending; none: Schutte's"),
    DRAWN(SN_DRAWN_PASSIVE, "passive_curve", "Passive curve",
          "The same of the passive force; none: Schutte's exponential"),
    DRAWN(SN_DRAWN_VELOCITY, "velocity_curve", "Velocity curve",
          "Points of a spline: velocity over the maximum, negative while the fibre shortens, then "
          "force over that at rest; none: Schutte's hyperbolas"),
    DRAWN(SN_DRAWN_TENDON, "tendon_curve", "Tendon curve",
          "Points of a spline: strain of the tendon, then force over the maximum; none: Schutte's"),
    {.name = "law.active_width",
     .label = "Active width",
     .help = "Thelen's gamma: width of the active force-length curve, exp(-(l - 1)^2 / gamma)",
     SN_ROW(SnMuscle, thelen.active_width),
     SN_RANGE(0.01, 10),
     SN_DEFAULT(0.45),
     SN_WHEN("law.type", IF_HILL | IF_THELEN),
     .bind = SN_BIND_MUSCLE_ACTIVE_WIDTH},
    {.name = "law.passive_shape",
     .label = "Passive shape",
     .help = "Thelen's k_PE: how steeply the passive force rises towards its end",
     SN_ROW(SnMuscle, thelen.passive_shape),
     SN_RANGE(0.1, 50),
     SN_DEFAULT(5),
     SN_WHEN("law.type", IF_HILL | IF_THELEN),
     .bind = SN_BIND_MUSCLE_PASSIVE_SHAPE},
    {.name = "law.passive_strain",
     .label = "Passive strain",
     .help = "Thelen's epsilon_0: fibre strain at which the passive force is the maximum force",
     SN_ROW(SnMuscle, thelen.passive_strain),
     SN_RANGE(0.01, 10),
     SN_DEFAULT(0.6),
     SN_WHEN("law.type", IF_HILL | IF_THELEN | IF_GROOTE),
     .bind = SN_BIND_MUSCLE_PASSIVE_STRAIN},
    {.name = "law.active_scale",
     .label = "Active width",
     .help = "Width of the active force-length curve, over De Groote and Fregly's (OpenSim: "
             "active_force_width_scale)",
     SN_ROW(SnMuscle, active_scale),
     SN_RANGE(0.1, 10),
     SN_SLIDER(0.5, 2),
     SN_DEFAULT(1),
     SN_WHEN("law.type", IF_GROOTE)},
    {.name = "law.passive",
     .label = "Passive force",
     .help = "Whether the fibre pulls without activation (OpenSim: ignore_passive_fiber_force is "
             "the opposite)",
     SN_ROW(SnMuscle, passive),
     SN_DEFAULT(1),
     SN_WHEN("law.type", IF_GROOTE)},
    {.name = "law.velocity_shape",
     .label = "Velocity shape",
     .help = "Thelen's A_f: shape of the force-velocity curve in shortening",
     SN_ROW(SnMuscle, thelen.velocity_shape),
     SN_RANGE(0.01, 10),
     SN_DEFAULT(0.25),
     SN_WHEN("law.type", IF_HILL | IF_THELEN),
     .bind = SN_BIND_MUSCLE_VELOCITY_SHAPE},
    {.name = "law.max_lengthening",
     .label = "Lengthening force",
     .help = "Thelen's F_len: force in fast lengthening, over that at rest",
     SN_ROW(SnMuscle, thelen.max_lengthening),
     SN_RANGE(1.01, 10),
     SN_DEFAULT(1.4),
     SN_WHEN("law.type", IF_HILL | IF_THELEN),
     .bind = SN_BIND_MUSCLE_MAX_LENGTHENING},
    {.name = "origin",
     .label = "Broad origin",
     .help = "Markers along the bone that a broad muscle springs from, in their order: it is drawn "
             "as a fan from there to its last point; it pulls along its path as before",
     SN_ROW(SnMuscle, origin),
     .flags = SN_CLONES,
     .target = &SN_CLASS_MARKER},
    {.name = "insertion",
     .label = "Broad insertion",
     .help = "Markers along the bone that a muscle with a broad origin ends in, in the order of "
             "those: it is drawn as a sheet from one line to the other; it pulls along its path as "
             "before",
     SN_ROW(SnMuscle, insertion),
     .flags = SN_CLONES,
     .target = &SN_CLASS_MARKER},
    {.name = "passive_force",
     .label = "Passive force",
     .help = "Part of the tension that is there without activation",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_FORCE, SN_BIND_MUSCLE_PASSIVE_FORCE)},
    {.name = "fibre_length",
     .label = "Fibre length",
     .help = "Length of the fibre, without tendon",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_LENGTH, SN_BIND_MUSCLE_FIBRE_LENGTH)},
    {.name = "fibre_velocity",
     .label = "Fibre velocity",
     .help = "Rate of the fibre's length; negative while it shortens",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_VELOCITY, SN_BIND_MUSCLE_FIBRE_VELOCITY)},
    {.name = "fibre_power",
     .label = "Fibre power",
     .help = "Power that the active part of the fibre gives off",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_POWER, SN_BIND_MUSCLE_FIBRE_POWER)},
    {.name = "active_force",
     .label = "Active force",
     .help = "Part of the tension that comes of activation",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_FORCE, SN_BIND_MUSCLE_ACTIVE_FORCE)},
    {.name = "pennation",
     .label = "Pennation angle",
     .help = "Angle between fibre and tendon",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_ANGLE, SN_BIND_MUSCLE_PENNATION_ANGLE)},
    {.name = "tendon_length",
     .label = "Tendon length",
     .help = "What of the path is tendon",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_LENGTH, SN_BIND_MUSCLE_TENDON_LENGTH)},
    {.name = "tendon_strain",
     .label = "Tendon strain",
     .help = "Of an elastic tendon, over its slack length",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_NONE, SN_BIND_MUSCLE_TENDON_STRAIN_NOW)},
    {.name = "elastic_energy",
     .label = "Elastic energy",
     .help = "Energy of its passive fibre and its tendon",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_ENERGY, SN_BIND_SPRING_ELASTIC_ENERGY)},
};

bool sn_muscle_draw_curves(const SnMuscle *muscle, SnMuscleCurves *curves)
{
    bool good = true;
    for (int k = 0; k < SN_N_DRAWN; k++) {
        const SnReals *pairs = &muscle->drawn[k];
        good = good && (pairs->n == 0 ||
                        (pairs->n % 2 == 0 && sn_muscle_draw_curve(curves, (SnDrawnCurve)k,
                                                                   pairs->values, pairs->n / 2)));
    }
    return good;
}

static void validate(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnMuscle *muscle = (const SnMuscle *)component;
    const char *why;
    SnMuscleCurves curves = {0};
    if (muscle->law == SN_MUSCLE_SCHUTTE && !sn_muscle_draw_curves(muscle, &curves))
        sn_checks_add(checks, SN_WARNING, component->id,
                      "a curve of it needs 2 to %d points, each a place and a force, their places "
                      "ascending",
                      SN_SPLINE_TABLE_POINTS);
    SnMillardShape shape = muscle->millard;
    shape.tendon_strain = muscle->tendon_strain > 0 ? muscle->tendon_strain : 0.049;
    if (muscle->law == SN_MUSCLE_MILLARD && !sn_millard_shape_check(&shape, &why))
        sn_checks_add(checks, SN_WARNING, component->id, "its curves cannot be drawn: %s", why);
    if (muscle->law == SN_MUSCLE_THELEN && muscle->tendon_strain > 0 &&
        muscle->tendon_strain < 1e-4)
        sn_checks_add(checks, SN_WARNING, component->id,
                      "a tendon strain below 0.0001 is a rigid tendon: choose law.tendon rigid");
}

static const SnProperty muscle_overrides[] = {
    SN_RENDER_COLOR(0xA8554B),
    SN_RENDER_SPECULAR(0.35),
    SN_RENDER_LINE_STYLE(SN_LINE_SPINDLE),
    SN_RENDER_LINE_RADIUS(0),
};

const SnClass SN_CLASS_MUSCLE = {
    .name = "muscle",
    .label = "Muscle",
    .help = "A muscle along a path of points, driven by its excitation.",
    .icon = "sn-muscle-symbolic",
    .parent = &SN_CLASS_PATH,
    .size = sizeof(SnMuscle),
    .properties = muscle_properties,
    .n_properties = SN_COUNT(muscle_properties),
    .overrides = muscle_overrides,
    .n_overrides = SN_COUNT(muscle_overrides),
    .validate = validate,
};
