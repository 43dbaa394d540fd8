/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/classes/model_component.h"
#include "engine/model/classes/annotation.h"

#include "engine/model/classes/attachment_checks.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/collision.h"
#include "engine/model/classes/control.h"
#include "engine/model/classes/fem.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/joint.h"
#include "engine/model/classes/panel.h"
#include "engine/model/classes/probe.h"
#include "engine/model/classes/strand.h"
#include "engine/model/classes/timeline.h"
#include "engine/model/row.h"

static const char *const integrator_names[] = {
    "backward_euler", "trapezoidal",        "symplectic_euler",   "runge_kutta_4",
    "newton_euler",   "newton_trapezoidal", "static_equilibrium", NULL};

static const char *const integrator_labels[] = {
    "Backward Euler", "Trapezoidal",        "Symplectic Euler",   "Runge–Kutta 4",
    "Newton Euler",   "Newton trapezoidal", "Static equilibrium", NULL};

static const char *const settle_names[] = {"none", "static", "damped", NULL};

static const SnProperty model_properties[] = {
    {.name = "title",
     .label = "Title",
     .help = "What the model is called",
     SN_ROW(SnModelComponent, title),
     .bind = SN_BIND_DOCUMENT},
    {.name = "notes",
     .label = "Notes",
     .help = "Who made it, from what, and what to try",
     SN_ROW(SnModelComponent, notes),
     .flags = SN_MULTILINE,
     .bind = SN_BIND_DOCUMENT},
    {.name = "gravity",
     .label = "Gravity",
     .help = "Acceleration of all that has mass and is free to fall",
     SN_ROW(SnModelComponent, gravity),
     .unit = SN_UNIT_ACCELERATION,
     SN_INHERITS(SnModelComponent, gravity, 0),
     SN_DEFAULT(0, 0, -9.81),
     .bind = SN_BIND_GRAVITY},
    {.name = "damping",
     .label = "Damping",
     .help = "Force against the velocity of each body and particle, per velocity",
     SN_ROW(SnModelComponent, damping),
     .unit = SN_UNIT_DAMPING,
     SN_INHERITS(SnModelComponent, damping, 0),
     SN_NOT_NEGATIVE,
     .bind = SN_BIND_DAMPING},
    {.name = "rotary_damping",
     .label = "Rotary damping",
     .help = "Moment against the angular velocity of each body, per angular velocity",
     SN_ROW(SnModelComponent, rotary_damping),
     .unit = SN_UNIT_ROTARY_DAMPING,
     SN_INHERITS(SnModelComponent, rotary_damping, 0),
     SN_NOT_NEGATIVE,
     .bind = SN_BIND_ROTARY_DAMPING},
    {.name = "solver.integrator",
     .label = "Integrator",
     .help =
         "How a step is taken; runge_kutta_4 takes no rigid contacts and no friction, newton_ "
         "solves each "
         "step to "
         "tolerance, static_equilibrium follows the loads without inertia. All keep linear "
         "momentum. The Euler methods damp motion (a free flail loses 19 % of its energy, "
         "12 % of its spin in 60 s at 2 ms); the trapezoidal ones keep both to 0.001 %, a "
         "swinging chain 99.8 % of its energy in 10 s; what they would gain of strands that turn "
         "taut or slack within a step is taken in shorter parts and damped. The energy of "
         "symplectic_euler swings by half of step times frequency (5 % at 0.1), without drift",
     SN_ROW_ENUM(SnModelComponent, integrator, integrator_names),
     .labels = integrator_labels,
     .flags = SN_ROOT_ONLY},
    {.name = "solver.max_step",
     .label = "Step size",
     .help = "Time a step advances",
     SN_ROW(SnModelComponent, max_step),
     .unit = SN_UNIT_TIME,
     .flags = SN_ROOT_ONLY | SN_POSITIVE,
     SN_RANGE(0, 10),
     SN_DEFAULT(0.001)},
    {.name = "solver.accuracy",
     .label = "Accuracy",
     .help = "Error that a step may have: of any place, as a share of the model's size, and of any "
             "orientation in radians. Each step is then taken in parts that are as short as this "
             "needs (up to 128), each of them twice, whole and in halves, to know its error. 0: "
             "steps have the given size and their error is not looked at",
     SN_ROW(SnModelComponent, accuracy),
     .flags = SN_ROOT_ONLY,
     SN_RANGE(0, 0.1)},
    {.name = "solver.tolerance",
     .label = "Tolerance",
     .help = "Relative residual to which a step's equations are solved",
     SN_ROW(SnModelComponent, solve_tolerance),
     .flags = SN_ROOT_ONLY | SN_POSITIVE | SN_ADVANCED,
     SN_RANGE(0, 0.1),
     SN_DEFAULT(1e-10)},
    {.name = "solver.threads",
     .label = "Threads",
     .help = "That share the elements; 0: as many as there are processors, at most 8",
     SN_ROW(SnModelComponent, threads),
     .flags = SN_ROOT_ONLY | SN_ADVANCED,
     SN_RANGE(0, 64)},
    {.name = "settle.method",
     .label = "Settle at start",
     .help = "Brings the start to rest before t = 0, with inputs as they are then and activations "
             "as given: none starts as placed, static finds the equilibrium under the loads, "
             "damped follows the motion and stops it at each peak of kinetic energy. A start that "
             "does not settle is refused",
     SN_ROW_ENUM(SnModelComponent, settle, settle_names),
     .flags = SN_ROOT_ONLY},
    {.name = "settle.tolerance",
     .label = "Settle tolerance",
     .help = "Distance from rest that counts as none",
     SN_ROW(SnModelComponent, settle_tolerance),
     .unit = SN_UNIT_LENGTH,
     .flags = SN_ROOT_ONLY | SN_POSITIVE | SN_ADVANCED,
     SN_RANGE(0, 1),
     SN_DEFAULT(1e-5)},
    {.name = "settle.time",
     .label = "Settle time",
     .help = "Longest damped motion before the start is refused",
     SN_ROW(SnModelComponent, settle_time),
     .unit = SN_UNIT_TIME,
     .flags = SN_ROOT_ONLY | SN_POSITIVE | SN_ADVANCED,
     SN_RANGE(0, 1000),
     SN_DEFAULT(10)},
    {.name = "duration",
     .label = "Duration",
     .help = "Proposed end of a run; 0 for none",
     SN_ROW(SnModelComponent, duration),
     .unit = SN_UNIT_TIME,
     .flags = SN_ROOT_ONLY,
     SN_NOT_NEGATIVE,
     .bind = SN_BIND_DOCUMENT},
    {.name = "view.center",
     .label = "View centre",
     .help = "What the first view looks at",
     SN_ROW(SnModelComponent, view_center),
     .unit = SN_UNIT_LENGTH,
     .flags = SN_ROOT_ONLY | SN_ADVANCED,
     .bind = SN_BIND_DOCUMENT},
    {.name = "view.direction",
     .label = "View direction",
     .help = "Direction in which the first view looks",
     SN_ROW(SnModelComponent, view_direction),
     .flags = SN_ROOT_ONLY | SN_ADVANCED,
     SN_DEFAULT(-1, 2, -0.6),
     .bind = SN_BIND_DOCUMENT},
    {.name = "view.size",
     .label = "View size",
     .help = "What the first view shows along its shorter side; 0 to fit the model",
     SN_ROW(SnModelComponent, view_size),
     .unit = SN_UNIT_LENGTH,
     .flags = SN_ROOT_ONLY | SN_ADVANCED,
     SN_NOT_NEGATIVE,
     .bind = SN_BIND_DOCUMENT},
    {.name = "view.angle",
     .label = "View angle",
     .help = "Field of view of the first view, from top to bottom: small ones show shapes without "
             "distortion",
     SN_ROW(SnModelComponent, view_angle),
     .unit = SN_UNIT_ANGLE,
     .flags = SN_ROOT_ONLY | SN_ADVANCED,
     SN_RANGE(0.02, 2),
     SN_DEFAULT(0.6108652381980153),
     .bind = SN_BIND_DOCUMENT},
    {.name = "view.ground",
     .label = "Ground",
     .help = "Height of the ground: it carries the grid and, of what is above it, the shadow",
     SN_ROW(SnModelComponent, view_ground),
     .unit = SN_UNIT_LENGTH,
     .flags = SN_ROOT_ONLY | SN_ADVANCED,
     .bind = SN_BIND_DOCUMENT},
    {.name = "timeline.loop",
     .label = "Loop",
     .help = "Whether the marked time is played again and again",
     SN_ROW(SnModelComponent, loop),
     .flags = SN_ROOT_ONLY | SN_VIEW,
     .bind = SN_BIND_DOCUMENT},
    {.name = "timeline.loop_from",
     .label = "Loop from",
     .help = "Beginning of the time that is marked on the ruler",
     SN_ROW(SnModelComponent, loop_from),
     .unit = SN_UNIT_TIME,
     .flags = SN_ROOT_ONLY | SN_VIEW,
     SN_NOT_NEGATIVE,
     .bind = SN_BIND_DOCUMENT},
    {.name = "timeline.loop_to",
     .label = "Loop to",
     .help = "End of the time that is marked; not after its beginning: none is",
     SN_ROW(SnModelComponent, loop_to),
     .unit = SN_UNIT_TIME,
     .flags = SN_ROOT_ONLY | SN_VIEW,
     SN_NOT_NEGATIVE,
     .bind = SN_BIND_DOCUMENT},
    {.name = "timeline.folded",
     .label = "Folded groups",
     .help = "Groups of tracks that are folded, one to a line",
     SN_ROW(SnModelComponent, folded_groups),
     .flags = SN_ROOT_ONLY | SN_VIEW | SN_MULTILINE,
     .bind = SN_BIND_DOCUMENT},
    {.name = "kinetic_energy",
     .label = "Kinetic energy",
     .help = "Of everything that moves",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_ENERGY, SN_BIND_TOTAL_KINETIC_ENERGY),
     .flags = SN_ROOT_ONLY},
    {.name = "potential_energy",
     .label = "Potential energy",
     .help = "Of gravity, springs, joints and contacts that give way, strands, tissue and its "
             "fibres: what these would give off down to the length at which they pull no more, as "
             "active as they are now",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_ENERGY, SN_BIND_TOTAL_POTENTIAL_ENERGY),
     .flags = SN_ROOT_ONLY},
    {.name = "linear_momentum",
     .label = "Linear momentum",
     .help = "Of everything that moves, world axes",
     SN_ROW_RESULT(SN_TYPE_VEC3, SN_UNIT_MOMENTUM, SN_BIND_TOTAL_LINEAR_MOMENTUM),
     .flags = SN_ROOT_ONLY},
    {.name = "angular_momentum",
     .label = "Angular momentum",
     .help = "Of everything that moves, about the world origin, world axes",
     SN_ROW_RESULT(SN_TYPE_VEC3, SN_UNIT_ANGULAR_MOMENTUM, SN_BIND_TOTAL_ANGULAR_MOMENTUM),
     .flags = SN_ROOT_ONLY},
    {.name = "mass",
     .label = "Mass",
     .help = "Of all bodies, particles and strands",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_MASS, SN_BIND_TOTAL_MASS),
     .flags = SN_ROOT_ONLY},
    {.name = "step_parts",
     .label = "Parts of the step",
     .help =
         "In how many parts the last step was taken: 1 whole, 2, 4 ... up to 256 where a longer "
         "one would have left a joint open, made energy or turned an element inside out",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_NONE, SN_BIND_PARTS_OF_STEP),
     .flags = SN_ROOT_ONLY},
    {.name = "inaccurate_steps",
     .label = "Inaccurate steps",
     .help = "How many steps so far no parts made as accurate as the solver's accuracy asks for "
             "(at an impact the error of any step is large)",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_NONE, SN_BIND_INACCURATE_STEPS),
     .flags = SN_ROOT_ONLY},
    {.name = "cut_steps",
     .label = "Steps in parts",
     .help = "How many steps so far were taken in more than one part",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_NONE, SN_BIND_CUT_STEPS),
     .flags = SN_ROOT_ONLY},
};

static const SnListRow model_lists[] = {
    {"bodies", "Bodies", &SN_CLASS_RIGID_BODY},
    {"frames", "Frames", &SN_CLASS_FRAME},
    {"particles", "Particles", &SN_CLASS_PARTICLE},
    {"markers", "Markers", &SN_CLASS_MARKER},
    {"visuals", "Visuals", &SN_CLASS_VISUAL},
    {"springs", "Springs", &SN_CLASS_SPRING},
    {"muscles", "Muscles", &SN_CLASS_MUSCLE},
    {"ligaments", "Ligaments", &SN_CLASS_LIGAMENT},
    {"exciters", "Exciters", &SN_CLASS_EXCITER},
    {"joints", "Joints", &SN_CLASS_JOINT},
    {"loads", "Loads", &SN_CLASS_LOAD},
    {"attachments", "Attachments", &SN_CLASS_ATTACHMENT},
    {"collisions", "Collisions", &SN_CLASS_COLLISION},
    {"fems", "FEMs", &SN_CLASS_FEM},
    {"guides", "Guides", &SN_CLASS_GUIDE},
    {"wraps", "Wrapping surfaces", &SN_CLASS_WRAP_SURFACE},
    {"strands", "Strands", &SN_CLASS_ANY_STRAND},
    {"moment_arms", "Moment arms", &SN_CLASS_MOMENT_ARM},
    {"probes", "Probes", &SN_CLASS_PROBE},
    {"controllers", "Controllers", &SN_CLASS_CONTROLLER},
    {"monitors", "Monitors", &SN_CLASS_MONITOR},
    {"clips", "Clips", &SN_CLASS_CLIP},
    {"waypoints", "Waypoints", &SN_CLASS_WAYPOINT},
    {"measurements", "Measurements", &SN_CLASS_MEASUREMENT},
    {"viewpoints", "Viewpoints", &SN_CLASS_VIEWPOINT},
    {"panels", "Control panels", &SN_CLASS_PANEL},
    {"plots", "Plots", &SN_CLASS_PLOT},
    {"models", "Models", &SN_CLASS_MODEL},
};

static void validate(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnModelComponent *self = (const SnModelComponent *)component;
    if (component != model->root)
        return;
    const double *d = self->view_direction;
    if (d[0] == 0 && d[1] == 0 && d[2] == 0)
        sn_checks_add(checks, SN_WARNING, component->id, "view.direction is zero");
    sn_drivers_check(model, checks);
    sn_attachments_check(model, checks);
    sn_exciters_check(model, checks);
}

const SnClass SN_CLASS_MODEL = {
    .name = "model",
    .label = "Model",
    .help = "Bodies, what joins and pulls them, and what drives and records them. Models nest; "
            "solver, duration and view belong to the outermost.",
    .icon = "sn-model-symbolic",
    .parent = &SN_CLASS_DRAWABLE,
    .scope = true,
    .size = sizeof(SnModelComponent),
    .properties = model_properties,
    .n_properties = SN_COUNT(model_properties),
    .lists = model_lists,
    .n_lists = SN_COUNT(model_lists),
    .validate = validate,
};
