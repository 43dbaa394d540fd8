/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/classes/coordinate_force.h"

#include "engine/model/classes/force.h"
#include "engine/model/classes/function_rows.h"
#include "engine/model/classes/joint_rows.h"
#include "engine/model/classes/lag_rows.h"

/* clang-format off */
#define WHICH(Struct)                                                                              \
    {.name = "joint",                                                                              \
     .label = "Joint",                                                                             \
     .help = "Joint that it acts at",                                                              \
     SN_ROW(Struct, base.joint),                                                                   \
     .flags = SN_REQUIRED,                                                                         \
     .target = &SN_CLASS_FRAME_JOINT},                                                             \
    {.name = "coordinate",                                                                         \
     .label = "Coordinate",                                                                        \
     .help = "Which of the joint's coordinates",                                                   \
     SN_ROW_ENUM(Struct, base.coordinate, sn_coordinate_names),                                    \
     .labels = sn_coordinate_labels},                                                              \
    SN_ROW_ENABLED(Struct, base.enabled, SN_BIND_NONE)
/* clang-format on */
#define FORCE                                                                                      \
    SN_ROW_JOINT_RESULT("force", "Force",                                                          \
                        "On the coordinate: moment [N m], or force [N] where that is a distance",  \
                        SN_UNIT_NONE, SN_BIND_COORDINATE_FORCE)
#define ENERGY                                                                                     \
    SN_ROW_JOINT_RESULT("elastic_energy", "Elastic energy", "Energy that it stores",               \
                        SN_UNIT_ENERGY, SN_BIND_COORDINATE_ENERGY)

static void check_joint(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnComponent *joint = sn_model_get(model, ((const SnCoordinateForce *)component)->joint);
    if (!joint || !sn_joint_has_coordinate(joint->class))
        sn_checks_add(checks, SN_ERROR, component->id,
                      "needs a joint that turns or slides, such as a hinge or a slider");
}

/* --- limit --- */

static const char *const limit_law_names[] = {"smooth", "stop", "exponential", NULL};

#define IF_SMOOTH      (1u << SN_LIMIT_SMOOTH)
#define IF_EXPONENTIAL (1u << SN_LIMIT_EXPONENTIAL)

static const SnProperty limit_properties[] = {
    WHICH(SnCoordinateLimit),
    {.name = "law",
     .label = "Law",
     .help = "smooth: stiffness k and damping grow from 0 over the transition beyond the limit, "
             "k S x + damping S dx/dt, S = 10 s^3 - 15 s^4 + 6 s^5, s = x / transition; stop: a "
             "buffer, k x (1 + damping dx/dt); exponential: force k exp(steepness x), also inside",
     SN_ROW_ENUM(SnCoordinateLimit, law, limit_law_names)},
    {.name = "lower",
     .label = "Lower limit",
     .help = "Coordinate below which it pushes back; rad or m",
     SN_ROW(SnCoordinateLimit, lower),
     SN_RANGE(-1000, 1000),
     SN_DEFAULT(-1),
     .bind = SN_BIND_COORDINATE_LOWER},
    {.name = "upper",
     .label = "Upper limit",
     .help = "Coordinate above which it pushes back; rad or m",
     SN_ROW(SnCoordinateLimit, upper),
     SN_RANGE(-1000, 1000),
     SN_DEFAULT(1),
     .bind = SN_BIND_COORDINATE_UPPER},
    {.name = "lower_stiffness",
     .label = "Lower stiffness",
     .help =
         "Below the lower limit, N m/rad or N/m; exponential: the force at that limit; 0: there "
         "is none",
     SN_ROW(SnCoordinateLimit, lower_stiffness),
     SN_NOT_NEGATIVE,
     SN_DEFAULT(100),
     .bind = SN_BIND_COORDINATE_LOWER_STIFFNESS},
    {.name = "upper_stiffness",
     .label = "Upper stiffness",
     .help =
         "Above the upper limit, N m/rad or N/m; exponential: the force at that limit; 0: there "
         "is none",
     SN_ROW(SnCoordinateLimit, upper_stiffness),
     SN_NOT_NEGATIVE,
     SN_DEFAULT(100),
     .bind = SN_BIND_COORDINATE_UPPER_STIFFNESS},
    {.name = "damping",
     .label = "Damping",
     .help = "smooth: force per rate where the stiffness is whole, N m s/rad or N s/m; stop: share "
             "of the force per rate, s/rad or s/m",
     SN_ROW(SnCoordinateLimit, damping),
     SN_NOT_NEGATIVE,
     SN_WHEN("law", ~IF_EXPONENTIAL & 7u),
     .bind = SN_BIND_COORDINATE_DAMPING},
    {.name = "transition",
     .label = "Transition",
     .help = "How far beyond the limit stiffness and damping are whole; rad or m",
     SN_ROW(SnCoordinateLimit, transition),
     SN_RANGE(0, 1000),
     SN_DEFAULT(0.05),
     SN_WHEN("law", IF_SMOOTH),
     .bind = SN_BIND_COORDINATE_TRANSITION},
    {.name = "steepness",
     .label = "Steepness",
     .help = "1 over the distance in which the force grows by e; 1/rad or 1/m",
     SN_ROW(SnCoordinateLimit, steepness),
     SN_NOT_NEGATIVE,
     SN_DEFAULT(50),
     SN_WHEN("law", IF_EXPONENTIAL),
     .bind = SN_BIND_COORDINATE_STEEPNESS},
    FORCE,
    ENERGY,
};

static void validate_limit(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnCoordinateLimit *self = (const SnCoordinateLimit *)component;
    check_joint(model, component, checks);
    if (self->lower > self->upper)
        sn_checks_add(checks, SN_ERROR, component->id, "lower limit %g is above the upper one, %g",
                      self->lower, self->upper);
}

const SnClass SN_CLASS_COORDINATE_LIMIT = {
    .name = "coordinate_limit",
    .label = "Coordinate limit",
    .help = "A soft limit of a joint's coordinate: ligaments that tighten, a buffer. A joint's "
            "own limits are hard.",
    .icon = "sn-spring-symbolic",
    .parent = &SN_CLASS_SPRING,
    .size = sizeof(SnCoordinateLimit),
    .properties = limit_properties,
    .n_properties = SN_COUNT(limit_properties),
    .validate = validate_limit,
};

/* --- spring --- */

static const char *const spring_law_names[] = {"linear", "function", NULL};

#define IF_LINEAR (1u << SN_COORDINATE_SPRING_LINEAR)

static const SnProperty spring_properties[] = {
    WHICH(SnCoordinateSpring),
    {.name = "law",
     .label = "Law",
     .help = "linear: stiffness towards rest; function: the force is a function of the coordinate",
     SN_ROW_ENUM(SnCoordinateSpring, law, spring_law_names)},
    {.name = "stiffness",
     .label = "Stiffness",
     .help = "Force towards rest, per distance from it; N m/rad or N/m",
     SN_ROW(SnCoordinateSpring, stiffness),
     SN_NOT_NEGATIVE,
     SN_DEFAULT(10),
     SN_WHEN("law", IF_LINEAR),
     .bind = SN_BIND_COORDINATE_STIFFNESS},
    {.name = "rest",
     .label = "Rest",
     .help = "Coordinate without force; rad or m",
     SN_ROW(SnCoordinateSpring, rest),
     SN_RANGE(-1000, 1000),
     SN_WHEN("law", IF_LINEAR),
     .bind = SN_BIND_COORDINATE_REST},
    {.name = "damping",
     .label = "Damping",
     .help = "Force against the coordinate's rate, per rate; N m s/rad or N s/m",
     SN_ROW(SnCoordinateSpring, damping),
     SN_NOT_NEGATIVE,
     .bind = SN_BIND_COORDINATE_DAMPING},
    SN_ROWS_FUNCTION(SnCoordinateSpring, relation, "relation", SN_FUNCTION_LINEAR),
    FORCE,
    ENERGY,
};

static void validate_spring(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnCoordinateSpring *self = (const SnCoordinateSpring *)component;
    const SnFunctionText text = sn_function_text(&self->relation);
    const char *refused =
        self->law == SN_COORDINATE_SPRING_FUNCTION ? sn_function_refused(&text) : NULL;
    check_joint(model, component, checks);
    if (refused)
        sn_checks_add(checks, SN_ERROR, component->id, "its relation %s", refused);
}

const SnClass SN_CLASS_COORDINATE_SPRING = {
    .name = "coordinate_spring",
    .label = "Coordinate spring",
    .help = "A spring with damper on one coordinate of a joint, linear or of any shape.",
    .icon = "sn-spring-symbolic",
    .parent = &SN_CLASS_SPRING,
    .size = sizeof(SnCoordinateSpring),
    .properties = spring_properties,
    .n_properties = SN_COUNT(spring_properties),
    .validate = validate_spring,
};

/* --- load --- */

static const SnProperty load_properties[] = {
    WHICH(SnCoordinateLoad),
    {.name = "control",
     .label = "Control",
     .help = "How much of the gain acts; an input probe makes it a function of time",
     SN_ROW(SnCoordinateLoad, control),
     .kind = SN_INPUT,
     .bind = SN_BIND_COORDINATE_CONTROL},
    {.name = "gain",
     .label = "Gain",
     .help = "Force on the coordinate at a control of 1; N m or N",
     SN_ROW(SnCoordinateLoad, gain),
     SN_DEFAULT(1),
     .bind = SN_BIND_COORDINATE_GAIN},
    {.name = "lowest",
     .label = "Lowest control",
     .help = "Control below it acts as this",
     SN_ROW(SnCoordinateLoad, lowest),
     SN_DEFAULT(-1e6),
     .flags = SN_ADVANCED,
     .bind = SN_BIND_COORDINATE_LOWEST},
    {.name = "highest",
     .label = "Highest control",
     .help = "Control above it acts as this",
     SN_ROW(SnCoordinateLoad, highest),
     SN_DEFAULT(1e6),
     .flags = SN_ADVANCED,
     .bind = SN_BIND_COORDINATE_HIGHEST},
    {.name = "stiffness",
     .label = "Stiffness",
     .help = "Of a servo: force towards rest, per distance from it. With a gain as large the "
             "control is the coordinate that it goes to; N m/rad or N/m",
     SN_ROW(SnCoordinateLoad, stiffness),
     SN_NOT_NEGATIVE,
     .bind = SN_BIND_COORDINATE_STIFFNESS},
    {.name = "rest",
     .label = "Rest",
     .help = "Coordinate without force at a control of 0; rad or m",
     SN_ROW(SnCoordinateLoad, rest),
     SN_RANGE(-1000, 1000),
     .flags = SN_ADVANCED,
     .bind = SN_BIND_COORDINATE_REST},
    {.name = "damping",
     .label = "Damping",
     .help = "Of a servo: force against the coordinate's rate, per rate; N m s/rad or N s/m",
     SN_ROW(SnCoordinateLoad, damping),
     SN_NOT_NEGATIVE,
     .bind = SN_BIND_COORDINATE_DAMPING},
    {.name = "lowest_force",
     .label = "Lowest force",
     .help = "Control, stiffness and damping together give no less; N m or N",
     SN_ROW(SnCoordinateLoad, lowest_force),
     SN_DEFAULT(-1e9),
     .flags = SN_ADVANCED},
    {.name = "highest_force",
     .label = "Highest force",
     .help = "Control, stiffness and damping together give no more; N m or N",
     SN_ROW(SnCoordinateLoad, highest_force),
     SN_DEFAULT(1e9),
     .flags = SN_ADVANCED},
    SN_ROWS_LAG(SnCoordinateLoad, lag),
    FORCE,
};

static void validate_load(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnCoordinateLoad *self = (const SnCoordinateLoad *)component;
    check_joint(model, component, checks);
    if (self->lowest > self->highest)
        sn_checks_add(checks, SN_ERROR, component->id, "lowest control %g is above the highest, %g",
                      self->lowest, self->highest);
    sn_lag_check(&self->lag, component->id, checks);
    if (self->lowest_force > self->highest_force)
        sn_checks_add(checks, SN_ERROR, component->id, "lowest force %g is above the highest, %g",
                      self->lowest_force, self->highest_force);
}

const SnClass SN_CLASS_COORDINATE_LOAD = {
    .name = "coordinate_load",
    .label = "Coordinate load",
    .help = "A moment or force on one coordinate of a joint: a motor that is controlled by its "
            "torque, or with stiffness and damping a servo.",
    .icon = "sn-load-symbolic",
    .parent = &SN_CLASS_LOAD,
    .size = sizeof(SnCoordinateLoad),
    .properties = load_properties,
    .n_properties = SN_COUNT(load_properties),
    .validate = validate_load,
};
