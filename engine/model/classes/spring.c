/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/classes/body.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/function_rows.h"
#include "engine/model/classes/rows.h"
#include "engine/model/render_rows.h"

#include <string.h>

const SnClass SN_CLASS_SPRING = {
    .name = "spring",
    .label = "Spring",
    .help = "A spring along a line, or between two frames.",
    .icon = "sn-spring-symbolic",
    .parent = &SN_CLASS_DRAWABLE,
    .abstract = true,
    .size = sizeof(SnDrawable),
};

static const char *const law_names[] = {"linear",          "tension_only", "polynomial", "maxwell",
                                        "standard_linear", "bolus",        "function",   NULL};

#define IF_TENSION_ONLY (1u << SN_SPRING_TENSION_ONLY)
#define IF_POLYNOMIAL   (1u << SN_SPRING_POLYNOMIAL)
#define IF_BOLUS        (1u << SN_SPRING_BOLUS)
#define IF_STANDARD     (1u << SN_SPRING_STANDARD_LINEAR)
#define IF_STIFF        ((1u << SN_SPRING_FUNCTION) - 1) /* all before it */

static const SnProperty axial_properties[] = {
    {.name = "law.type",
     .label = "Law",
     .help =
         "linear pulls and pushes (Kelvin-Voigt); tension_only is slack while shorter than its "
         "rest length; polynomial: k x + k2 x^2 + k3 x^3; maxwell: spring and damper in series; "
         "standard_linear: linear beside such an arm; bolus: food between teeth, an elastic ball "
         "as "
         "wide as its rest length, which pushes until it collapses under a force; function: the "
         "tension is a function of what it is longer than at rest, below 0 where it pushes",
     SN_ROW_ENUM(SnAxialSpring, law, law_names)},
    {.name = "law.stiffness",
     .label = "Stiffness",
     .help = "Force per length beyond the rest length",
     SN_ROW(SnAxialSpring, stiffness),
     .unit = SN_UNIT_STIFFNESS,
     SN_NOT_NEGATIVE,
     SN_DEFAULT(100),
     SN_WHEN("law.type", IF_STIFF),
     .bind = SN_BIND_SPRING_STIFFNESS},
    {.name = "law.damping",
     .label = "Damping",
     .help = "Force per rate of length",
     SN_ROW(SnAxialSpring, damping),
     .unit = SN_UNIT_DAMPING,
     SN_NOT_NEGATIVE,
     .bind = SN_BIND_SPRING_DAMPING},
    {.name = "law.dissipation",
     .label = "Dissipation",
     .help = "Its pull grows by this share for each unit of the rate of length [s/m], beside the "
             "damping",
     SN_ROW(SnAxialSpring, dissipation),
     SN_NOT_NEGATIVE,
     .flags = SN_ADVANCED,
     SN_WHEN("law.type", IF_TENSION_ONLY)},
    {.name = "law.quadratic",
     .label = "Quadratic stiffness",
     .help = "k2 [N/m2] of k x + k2 x^2 + k3 x^3, x what it is longer than at rest",
     SN_ROW(SnAxialSpring, quadratic),
     SN_WHEN("law.type", IF_POLYNOMIAL),
     .bind = SN_BIND_SPRING_QUADRATIC},
    {.name = "law.cubic",
     .label = "Cubic stiffness",
     .help = "k3 [N/m3] of k x + k2 x^2 + k3 x^3",
     SN_ROW(SnAxialSpring, cubic),
     SN_WHEN("law.type", IF_POLYNOMIAL),
     .bind = SN_BIND_SPRING_CUBIC},
    {.name = "law.arm_stiffness",
     .label = "Arm stiffness",
     .help = "Of the spring in the Maxwell arm, relaxed at the start",
     SN_ROW(SnAxialSpring, arm_stiffness),
     .unit = SN_UNIT_STIFFNESS,
     SN_NOT_NEGATIVE,
     SN_DEFAULT(100),
     SN_WHEN("law.type", IF_STANDARD),
     .bind = SN_BIND_SPRING_ARM_STIFFNESS},
    {.name = "law.arm_damping",
     .label = "Arm damping",
     .help =
         "Of the damper in the Maxwell arm; over the arm's stiffness it is the time in which it "
         "relaxes",
     SN_ROW(SnAxialSpring, arm_damping),
     .unit = SN_UNIT_DAMPING,
     SN_NOT_NEGATIVE,
     SN_DEFAULT(10),
     SN_WHEN("law.type", IF_STANDARD),
     .bind = SN_BIND_SPRING_ARM_DAMPING},
    {.name = "law.collapse_force",
     .label = "Collapse force",
     .help = "Force under which the bolus collapses; from the next step on it bears nothing",
     SN_ROW(SnAxialSpring, collapse_force),
     .unit = SN_UNIT_FORCE,
     SN_NOT_NEGATIVE,
     SN_DEFAULT(35),
     SN_WHEN("law.type", IF_BOLUS),
     .bind = SN_BIND_SPRING_COLLAPSE_FORCE},
    {.name = "law.renews",
     .label = "Renews",
     .help = "A new bolus is there as soon as there is room for one: the next bite",
     SN_ROW(SnAxialSpring, renews),
     SN_WHEN("law.type", IF_BOLUS)},
    {.name = "law.rest_is_start",
     .label = "Rest at start",
     .help = "The rest length is the length in the start pose",
     SN_ROW(SnAxialSpring, rest_is_start),
     SN_DEFAULT(1)},
    {.name = "law.rest_length",
     .label = "Rest length",
     .help = "Length without force",
     SN_ROW(SnAxialSpring, rest_length),
     .unit = SN_UNIT_LENGTH,
     SN_NOT_NEGATIVE,
     SN_WHEN("law.rest_is_start", SN_IF_FALSE),
     .bind = SN_BIND_SPRING_REST_LENGTH},
    SN_ROWS_FUNCTION(SnAxialSpring, relation, "relation", SN_FUNCTION_LINEAR),
    {.name = "collapsed",
     .label = "Collapsed",
     .help = "1 once a bolus has collapsed, else 0",
     SN_WHEN("law.type", IF_BOLUS),
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_NONE, SN_BIND_SPRING_COLLAPSED)},
    {.name = "elastic_energy",
     .label = "Elastic energy",
     .help = "Energy of its stretch",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_ENERGY, SN_BIND_SPRING_ELASTIC_ENERGY)},
};

static const SnProperty axial_overrides[] = {
    SN_RENDER_COLOR(0x8A95A5),
    SN_RENDER_LINE_STYLE(SN_LINE_LINE),
    SN_RENDER_LINE_WIDTH(2),
};

static void validate_axial(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnAxialSpring *self = (const SnAxialSpring *)component;
    const SnFunctionText text = sn_function_text(&self->relation);
    const char *refused = self->law == SN_SPRING_FUNCTION ? sn_function_refused(&text) : NULL;
    (void)model;
    if (refused)
        sn_checks_add(checks, SN_ERROR, component->id, "its relation %s", refused);
}

const SnClass SN_CLASS_AXIAL_SPRING = {
    .name = "axial_spring",
    .label = "Axial spring",
    .help = "A spring with damper along a path of points: a ligament, a tendon, a rubber band.",
    .icon = "sn-spring-symbolic",
    .parent = &SN_CLASS_PATH,
    .family = &SN_CLASS_SPRING,
    .size = sizeof(SnAxialSpring),
    .properties = axial_properties,
    .n_properties = SN_COUNT(axial_properties),
    .overrides = axial_overrides,
    .n_overrides = SN_COUNT(axial_overrides),
    .validate = validate_axial,
};

static const char *const deflection_names[] = {"rotation_vector", "body_xyz", NULL};

static const SnProperty frame_spring_properties[] = {
    SN_ROW_CARRIER(SnFrameSpring, frame_a, "frame_a", "Body A",
                   "Body or frame on the first side; none: the world"),
    SN_ROW_CARRIER(SnFrameSpring, frame_b, "frame_b", "Body B",
                   "Body or frame on the second side; none: the world"),
    SN_ROW_LOCATION(SnFrameSpring, location_a, "location_a", "Location in A",
                    "Origin of the spring's first frame, in A"),
    SN_ROW_ROTATION(SnFrameSpring, rotation_a, "rotation_a", "Rotation in A",
                    "Axes of the spring's first frame, in A"),
    SN_ROW_LOCATION(SnFrameSpring, location_b, "location_b", "Location in B",
                    "Origin of the spring's second frame, in B"),
    SN_ROW_ROTATION(SnFrameSpring, rotation_b, "rotation_b", "Rotation in B",
                    "Axes of the spring's second frame, in B"),
    {.name = "stiffness",
     .label = "Stiffness",
     .help = "Along the axes of the first frame",
     SN_ROW(SnFrameSpring, stiffness),
     .unit = SN_UNIT_STIFFNESS,
     SN_NOT_NEGATIVE,
     SN_DEFAULT(100, 100, 100),
     .bind = SN_BIND_FRAME_SPRING_STIFFNESS},
    {.name = "rotary_stiffness",
     .label = "Rotary stiffness",
     .help = "About the axes of the first frame",
     SN_ROW(SnFrameSpring, rotary_stiffness),
     .unit = SN_UNIT_ROTARY_STIFFNESS,
     SN_NOT_NEGATIVE,
     .bind = SN_BIND_FRAME_SPRING_ROTARY_STIFFNESS},
    {.name = "preload",
     .label = "Preload",
     .help = "Force on B where the frames coincide, along the axes of the first frame",
     SN_ROW(SnFrameSpring, preload),
     .unit = SN_UNIT_FORCE,
     .bind = SN_BIND_FRAME_SPRING_PRELOAD},
    {.name = "rotary_preload",
     .label = "Rotary preload",
     .help = "Moment on B where the frames coincide, about the axes of the first frame",
     SN_ROW(SnFrameSpring, rotary_preload),
     .unit = SN_UNIT_MOMENT,
     .bind = SN_BIND_FRAME_SPRING_ROTARY_PRELOAD},
    {.name = "damping",
     .label = "Damping",
     .help = "Force against the relative velocity, per velocity",
     SN_ROW(SnFrameSpring, damping),
     .unit = SN_UNIT_DAMPING,
     SN_NOT_NEGATIVE,
     .bind = SN_BIND_FRAME_SPRING_DAMPING},
    {.name = "rotary_damping",
     .label = "Rotary damping",
     .help = "Moment against the relative angular velocity, per angular velocity",
     SN_ROW(SnFrameSpring, rotary_damping),
     .unit = SN_UNIT_ROTARY_DAMPING,
     SN_NOT_NEGATIVE,
     .bind = SN_BIND_FRAME_SPRING_ROTARY_DAMPING},
    {.name = "deflection",
     .label = "Turn",
     .help = "How the turn of B against A is measured: as a rotation vector, or as angles about x, "
             "then B's y, then B's z (OpenSim's bushings)",
     SN_ROW_ENUM(SnFrameSpring, deflection, deflection_names),
     .flags = SN_ADVANCED},
    {.name = "axial_damping",
     .label = "Damping of axes",
     .help = "Force against the rate of each place along the axes of the first frame, beside the "
             "damping",
     SN_ROW(SnFrameSpring, axial_damping),
     .unit = SN_UNIT_DAMPING,
     .flags = SN_ADVANCED,
     SN_NOT_NEGATIVE,
     .bind = SN_BIND_FRAME_SPRING_AXIAL_DAMPING},
    {.name = "rotary_axial_damping",
     .label = "Rotary damping of axes",
     .help = "Moment against the rate of each part of the turn, beside the rotary damping",
     SN_ROW(SnFrameSpring, rotary_axial_damping),
     .unit = SN_UNIT_ROTARY_DAMPING,
     .flags = SN_ADVANCED,
     SN_NOT_NEGATIVE,
     .bind = SN_BIND_FRAME_SPRING_ROTARY_AXIAL_DAMPING},
    {.name = "stiffness_matrix",
     .label = "Stiffness matrix",
     .help = "Added to the stiffness of the axes: how deflections act on each other, places along "
             "x, y, z then turns about them; lower triangle row by row, up to 21 numbers (xx, yx, "
             "yy, zx ...), others 0",
     SN_ROW(SnFrameSpring, stiffness_matrix),
     .flags = SN_ADVANCED},
    {.name = "damping_matrix",
     .label = "Damping matrix",
     .help = "Added to the damping of the axes, lower triangle like the stiffness matrix",
     SN_ROW(SnFrameSpring, damping_matrix),
     .flags = SN_ADVANCED},
    SN_ROW_ENABLED(SnFrameSpring, enabled, SN_BIND_NONE),
    {.name = "force",
     .label = "Force",
     .help = "Force on B, world axes",
     SN_ROW_RESULT(SN_TYPE_VEC3, SN_UNIT_FORCE, SN_BIND_FRAME_SPRING_FORCE)},
    {.name = "moment",
     .label = "Moment",
     .help = "Moment on B about the second frame's origin, world axes",
     SN_ROW_RESULT(SN_TYPE_VEC3, SN_UNIT_MOMENT, SN_BIND_FRAME_SPRING_MOMENT)},
};

static const SnProperty frame_spring_overrides[] = {
    SN_RENDER_COLOR(0x8A95A5),
};

/* Whether a symmetric 6 x 6 matrix has no direction that it drives, by Cholesky's factorisation. */
static bool damps(double l[36])
{
    double size = 0;
    for (int i = 0; i < 36; i++)
        size = fmax(size, fabs(l[i]));
    for (int i = 0; i < 6; i++) {
        const double pivot = l[7 * i];
        if (pivot < -1e-9 * size)
            return false;
        for (int r = i + 1; r < 6; r++) {
            const double factor = l[6 * r + i];
            if (pivot <= 1e-12 * size && fabs(factor) > 1e-6 * size)
                return false;
            for (int c = i + 1; pivot > 1e-12 * size && c < 6; c++)
                l[6 * r + c] -= factor * l[6 * i + c] / pivot;
        }
    }
    return true;
}

bool sn_frame_spring_matrix(const SnReals *triangle, double matrix[36])
{
    memset(matrix, 0, 36 * sizeof *matrix);
    for (int r = 0, i = 0; r < 6; r++)
        for (int c = 0; c <= r && i < triangle->n; c++, i++)
            matrix[6 * r + c] = matrix[6 * c + r] = triangle->values[i];
    return triangle->n <= 21;
}

static void validate_frame_spring(const SnModel *model, const SnComponent *component,
                                  SnChecks *checks)
{
    const SnFrameSpring *self = (const SnFrameSpring *)component;
    double position[3], orientation[4];
    SnId a, b;
    if (sn_model_carrier(model, self->frame_a, &a, position, orientation) &&
        sn_model_carrier(model, self->frame_b, &b, position, orientation) && sn_id_equal(a, b))
        sn_checks_add(checks, SN_ERROR, component->id,
                      "joins a body with itself (or the world with the world)");
    double matrix[36];
    if (!sn_frame_spring_matrix(&self->stiffness_matrix, matrix) ||
        !sn_frame_spring_matrix(&self->damping_matrix, matrix))
        sn_checks_add(checks, SN_ERROR, component->id, "a matrix of it has more than 21 numbers");
    else if (!damps(matrix))
        sn_checks_add(checks, SN_WARNING, component->id,
                      "its damping matrix drives some motion: it is not positive semidefinite");
}

const SnClass SN_CLASS_FRAME_SPRING = {
    .name = "frame_spring",
    .label = "Frame spring",
    .help = "A bushing: resists relative motion and rotation of two frames.",
    .icon = "sn-frame-spring-symbolic",
    .parent = &SN_CLASS_SPRING,
    .size = sizeof(SnFrameSpring),
    .properties = frame_spring_properties,
    .n_properties = SN_COUNT(frame_spring_properties),
    .overrides = frame_spring_overrides,
    .n_overrides = SN_COUNT(frame_spring_overrides),
    .validate = validate_frame_spring,
};
