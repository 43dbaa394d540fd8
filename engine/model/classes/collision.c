/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/classes/collision.h"

#include "engine/model/classes/body.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/classes/rows.h"

#define IF_CONSTRAINT    (1u << SN_COLLISION_CONSTRAINT)
#define IF_HUNT_CROSSLEY (1u << SN_COLLISION_HUNT_CROSSLEY)
#define IF_FOUNDATION    (1u << SN_COLLISION_ELASTIC_FOUNDATION)
#define IF_FIELD         (1u << SN_COLLISION_PRESSURE_FIELD)
#define IF_SURFACE       (IF_FOUNDATION | IF_FIELD)
#define IF_COMPLIANT     (IF_HUNT_CROSSLEY | IF_SURFACE)

static const char *const method_names[] = {"constraint", "hunt_crossley", "elastic_foundation",
                                           "pressure_field", NULL};
static const char *const mesh_names[] = {"as_they_are", "hulls", NULL};
static const char *const layer_names[] = {"both", "a", "b", NULL};
static const char *const spring_names[] = {"faces", "vertices", NULL};

static const char *const color_map_names[] = {"viridis", "magma", "cool_warm",
                                              "rainbow", "heat",  NULL};

static const SnProperty properties[] = {
    SN_ROW_NOTES(SnCollision, notes),
    {.name = "enabled",
     .label = "Enabled",
     .help = "Whether these bodies touch; off: they pass through each other, whatever collisions "
             "before this one say",
     SN_ROW(SnCollision, enabled),
     SN_DEFAULT(1),
     .bind = SN_BIND_COLLISION_ENABLED},
    {.name = "bodies_a",
     .label = "Bodies A",
     .help = "Rigid bodies, FEM models and strands on the one side; none: all there are",
     SN_ROW(SnCollision, bodies_a),
     .target = &SN_CLASS_CONTACTING,
     .empty = "all there are"},
    {.name = "bodies_b",
     .label = "Bodies B",
     .help = "Those on the other side; none: all there are",
     SN_ROW(SnCollision, bodies_b),
     .target = &SN_CLASS_CONTACTING,
     .empty = "all there are"},
    {.name = "joined",
     .label = "Also joined bodies",
     .help = "Whether bodies that a joint or an attachment connects touch each other too",
     SN_ROW(SnCollision, joined),
     .bind = SN_BIND_COLLISION_JOINED},
    {.name = "self_contact",
     .label = "Self-contact",
     .help = "Whether a FEM model or a strand that is on both sides touches itself",
     SN_ROW(SnCollision, self_contact),
     .bind = SN_BIND_COLLISION_SELF},
    {.name = "method",
     .label = "Method",
     .help = "constraint: contact points that hardly overlap, rigid or with a compliance. "
             "hunt_crossley: spheres against spheres and half-spaces press with "
             "4/3 sqrt(R) E x^1.5 (1 + 1.5 c x') at overlap x. elastic_foundation: springs on the "
             "faces of a surface press on the closest point of the other as it is, concave or "
             "not, with a pressure by depth. pressure_field: each body has a pressure, none on its "
             "surface and the modulus in its middle (of concave bodies where they are deepest), "
             "and they press where these are equal (hydroelastic contact): corners, edges and flat "
             "sides alike, evenly from pose to pose",
     SN_ROW_ENUM(SnCollision, method, method_names)},
    {.name = "meshes",
     .label = "Meshes touch",
     .help = "as_they_are: rigid bodies whose meshes are not convex touch with their surfaces, at "
             "a small gap, in bowls and holes too. hulls: with the convex hulls of their meshes, "
             "which is faster and tells inside from outside where a surface is bad; "
             "so do contacts with a compliance",
     SN_ROW_ENUM(SnCollision, meshes, mesh_names),
     SN_WHEN("method", IF_CONSTRAINT)},
    {.name = "friction",
     .label = "Friction",
     .help = "Coulomb's coefficient: largest force along the surface over that across it, sticking "
             "and sliding alike, in all directions",
     SN_ROW(SnCollision, friction),
     SN_RANGE(0, 100),
     SN_SLIDER(0, 1),
     SN_DEFAULT(0.3),
     .bind = SN_BIND_COLLISION_FRICTION},
    {.name = "rolling_friction",
     .label = "Rolling friction",
     .help = "Largest moment that a contact of rigid bodies resists rolling with, over the force "
             "across it: the lever of rolling resistance; 0: rolls for ever",
     SN_ROW(SnCollision, rolling_friction),
     .unit = SN_UNIT_LENGTH,
     .flags = SN_ADVANCED,
     SN_NOT_NEGATIVE,
     SN_WHEN("method", IF_CONSTRAINT),
     .bind = SN_BIND_COLLISION_ROLLING},
    {.name = "torsional_friction",
     .label = "Torsional friction",
     .help =
         "The same of turning about the direction across the contact: 2/3 of friction times the "
         "radius of a round patch with even pressure",
     SN_ROW(SnCollision, torsional_friction),
     .unit = SN_UNIT_LENGTH,
     .flags = SN_ADVANCED,
     SN_NOT_NEGATIVE,
     SN_WHEN("method", IF_CONSTRAINT),
     .bind = SN_BIND_COLLISION_TORSION},
    {.name = "restitution",
     .label = "Restitution",
     .help = "Speed after an impact over that before; contacts that are hit in one step rebound "
             "together (Newton's law), less where that would make energy of friction",
     SN_ROW(SnCollision, restitution),
     SN_RANGE(0, 1),
     SN_SLIDER(0, 1),
     SN_WHEN("method", IF_CONSTRAINT),
     .bind = SN_BIND_COLLISION_RESTITUTION},
    {.name = "compliance",
     .label = "Compliance",
     .help = "Overlap per force of each contact point; 0: rigid, with restitution. Surfaces that "
             "deform do not overlap: they stop where it uses up their gap",
     SN_ROW(SnCollision, compliance),
     .unit = SN_UNIT_COMPLIANCE,
     SN_NOT_NEGATIVE,
     SN_WHEN("method", IF_CONSTRAINT),
     .bind = SN_BIND_COLLISION_COMPLIANCE},
    {.name = "damping",
     .label = "Damping",
     .help = "Force per speed of each contact point, beside a compliance; it never pulls",
     SN_ROW(SnCollision, damping),
     .unit = SN_UNIT_DAMPING,
     SN_NOT_NEGATIVE,
     SN_WHEN("method", IF_CONSTRAINT),
     .bind = SN_BIND_COLLISION_DAMPING},
    {.name = "tolerance",
     .label = "Overlap kept",
     .help = "Depth at which rigid bodies rest in each other, so that contacts last; 0: 1/10000 of "
             "the radius of the smaller one",
     SN_ROW(SnCollision, tolerance),
     .unit = SN_UNIT_LENGTH,
     .flags = SN_ADVANCED,
     SN_NOT_NEGATIVE,
     SN_WHEN("method", IF_CONSTRAINT),
     .bind = SN_BIND_COLLISION_TOLERANCE},
    {.name = "gap",
     .label = "Gap kept",
     .help =
         "Distance at which surfaces of FEM models and of rigid bodies that are not convex rest "
         "on others, so that they never cut; 0: 1/1000 of the size of the FEM model, at most "
         "1/10 of its shortest edge; of rigid bodies 1/10000 of the radius of the smaller one",
     SN_ROW(SnCollision, gap),
     .unit = SN_UNIT_LENGTH,
     .flags = SN_ADVANCED,
     SN_NOT_NEGATIVE,
     .bind = SN_BIND_COLLISION_GAP},
    {.name = "modulus",
     .label = "Modulus",
     .help = "Of hunt_crossley the plane-strain modulus E of both bodies together, 1 / E = "
             "(1 - nu_1^2) / E_1 + (1 - nu_2^2) / E_2; of elastic_foundation Young's modulus of "
             "the layer; of pressure_field the pressure in the middle of each body",
     SN_ROW(SnCollision, modulus),
     .unit = SN_UNIT_MODULUS,
     SN_NOT_NEGATIVE,
     SN_DEFAULT(1e6),
     SN_WHEN("method", IF_COMPLIANT),
     .bind = SN_BIND_COLLISION_MODULUS},
    {.name = "poisson",
     .label = "Poisson's ratio",
     .help = "Of the layer, which rests on rigid ground and cannot escape sideways",
     SN_ROW(SnCollision, poisson),
     SN_RANGE(0, 0.499),
     SN_DEFAULT(0.45),
     SN_WHEN("method", IF_FOUNDATION),
     .bind = SN_BIND_COLLISION_POISSON},
    {.name = "thickness",
     .label = "Thickness",
     .help = "Of the layer: pressure per depth is (1 - nu) E / ((1 + nu) (1 - 2 nu) thickness)",
     SN_ROW(SnCollision, thickness),
     .unit = SN_UNIT_LENGTH,
     .flags = SN_POSITIVE,
     SN_NOT_NEGATIVE,
     SN_DEFAULT(0.003),
     SN_WHEN("method", IF_FOUNDATION),
     .bind = SN_BIND_COLLISION_THICKNESS},
    {.name = "pressure_modulus",
     .label = "Pressure modulus",
     .help = "Pressure per depth as measured, in place of what modulus, Poisson's ratio and "
             "thickness give; 0: those",
     SN_ROW(SnCollision, pressure_modulus),
     .unit = SN_UNIT_PRESSURE_MODULUS,
     SN_NOT_NEGATIVE,
     SN_WHEN("method", IF_FOUNDATION),
     .bind = SN_BIND_COLLISION_PRESSURE_MODULUS},
    {.name = "quadratic_modulus",
     .label = "Quadratic modulus",
     .help = "Pressure per depth squared [Pa/m2], added to that per depth",
     SN_ROW(SnCollision, quadratic_modulus),
     .flags = SN_ADVANCED,
     SN_NOT_NEGATIVE,
     SN_WHEN("method", IF_FOUNDATION),
     .bind = SN_BIND_COLLISION_QUADRATIC_MODULUS},
    {.name = "cubic_modulus",
     .label = "Cubic modulus",
     .help = "Pressure per depth cubed [Pa/m3], added to the others",
     SN_ROW(SnCollision, cubic_modulus),
     .flags = SN_ADVANCED,
     SN_NOT_NEGATIVE,
     SN_WHEN("method", IF_FOUNDATION),
     .bind = SN_BIND_COLLISION_CUBIC_MODULUS},
    {.name = "offset",
     .label = "Offset",
     .help = "How far the surfaces together stand out of what is drawn: cartilage on bone that was "
             "scanned without it",
     SN_ROW(SnCollision, offset),
     .unit = SN_UNIT_LENGTH,
     SN_NOT_NEGATIVE,
     SN_WHEN("method", IF_FOUNDATION),
     .bind = SN_BIND_COLLISION_OFFSET},
    {.name = "lateral_stiffness",
     .label = "Lateral stiffness",
     .help = "Stiffness along the surface over that across it, of springs that stay where they "
             "touched and slip where friction does not hold them: what sticks then does not creep. "
             "Of pressure_field there is one for each triangle of bodies A that presses. "
             "A thin layer's own: (1 - 2 nu) / (2 (1 - nu)); the joint modeller's cartilage 0.001, "
             "with a friction that never lets go (100); 0: friction goes by speed",
     SN_ROW(SnCollision, lateral_stiffness),
     SN_RANGE(0, 10),
     SN_SLIDER(0, 1),
     SN_WHEN("method", IF_SURFACE)},
    {.name = "layer",
     .label = "Layer on",
     .help = "Which surfaces carry springs; both: those of either, each with half its area, or "
             "the finer alone where between the other's a body would have hardly any. Of "
             "pressure_field: which bodies give way, the others ten thousand times less; a "
             "half-space if it has a thickness",
     SN_ROW_ENUM(SnCollision, layer, layer_names),
     SN_WHEN("method", IF_SURFACE)},
    {.name = "half_space_thickness",
     .label = "Half-space thickness",
     .help = "How deep under its face a half-space of a pressure field has the modulus as its "
             "pressure, which grows evenly with the depth; 0: half-spaces are rigid",
     SN_ROW(SnCollision, half_space_thickness),
     .unit = SN_UNIT_LENGTH,
     SN_NOT_NEGATIVE,
     SN_WHEN("method", IF_FIELD)},
    {.name = "springs",
     .label = "Springs at",
     .help = "faces: one at the middle of each triangle, with its area, large ones cut up; "
             "vertices: one at each, with a third of the areas around it, at a sharp edge those of "
             "all sides that meet there: what rests on a flat side then is too stiff",
     SN_ROW_ENUM(SnCollision, springs, spring_names),
     .flags = SN_ADVANCED,
     SN_WHEN("method", IF_FOUNDATION)},
    {.name = "dissipation",
     .label = "Dissipation",
     .help =
         "Share that is added to the force per speed of approach. Of a rebound's speed backward "
         "Euler itself takes about 5 over the number of steps that the contact lasts (8 % of "
         "60), the trapezoidal rule hardly anything",
     SN_ROW(SnCollision, dissipation),
     .unit = SN_UNIT_DISSIPATION,
     SN_NOT_NEGATIVE,
     SN_WHEN("method", IF_COMPLIANT),
     .bind = SN_BIND_COLLISION_DISSIPATION},
    {.name = "static_friction",
     .label = "Static friction",
     .help = "Friction about the transition velocity; less than the friction: that",
     SN_ROW(SnCollision, static_friction),
     SN_RANGE(0, 100),
     .flags = SN_ADVANCED,
     SN_WHEN("method", IF_COMPLIANT),
     .bind = SN_BIND_COLLISION_STATIC_FRICTION},
    {.name = "viscous_friction",
     .label = "Viscous friction",
     .help = "Added to the friction per speed",
     SN_ROW(SnCollision, viscous_friction),
     .unit = SN_UNIT_DISSIPATION,
     .flags = SN_ADVANCED,
     SN_NOT_NEGATIVE,
     SN_WHEN("method", IF_COMPLIANT),
     .bind = SN_BIND_COLLISION_VISCOUS_FRICTION},
    {.name = "transition_velocity",
     .label = "Transition velocity",
     .help = "Speed at which friction is full; below it what should stick creeps",
     SN_ROW(SnCollision, transition_velocity),
     .unit = SN_UNIT_VELOCITY,
     .flags = SN_ADVANCED | SN_POSITIVE,
     SN_NOT_NEGATIVE,
     SN_DEFAULT(0.01),
     SN_WHEN("method", IF_COMPLIANT),
     .bind = SN_BIND_COLLISION_TRANSITION_VELOCITY},
    {.name = "look_ahead",
     .label = "Look ahead",
     .help = "How far the time to collision looks",
     SN_ROW(SnCollision, look_ahead),
     .unit = SN_UNIT_TIME,
     .flags = SN_ADVANCED,
     SN_RANGE(0, 1000),
     SN_SLIDER(0, 1),
     SN_DEFAULT(1),
     SN_WHEN("method", IF_COMPLIANT),
     .bind = SN_BIND_COLLISION_LOOK_AHEAD},
    {.name = "show_force",
     .label = "Show force",
     .help = "The sum of the forces across its contacts as an arrow with its value",
     SN_ROW(SnCollision, show_force),
     .bind = SN_BIND_NONE},
    {.name = "field.visible",
     .label = "Show pressure",
     .help = "Bodies that carry springs, of pressure_field bodies A, show the pressure on them in "
             "colours",
     SN_ROW(SnCollision, show_pressure),
     SN_WHEN("method", IF_SURFACE)},
    {.name = "field.automatic",
     .label = "Automatic range",
     .help = "Colours span the values shown; otherwise minimum to maximum",
     SN_ROW(SnCollision, pressure_automatic),
     SN_DEFAULT(1),
     SN_WHEN("method", IF_SURFACE)},
    {.name = "field.minimum",
     .label = "Minimum",
     .help = "Pressure of the first colour",
     SN_ROW(SnCollision, pressure_minimum),
     .unit = SN_UNIT_STRESS,
     SN_WHEN("field.automatic", SN_IF_FALSE)},
    {.name = "field.maximum",
     .label = "Maximum",
     .help = "Pressure of the last colour",
     SN_ROW(SnCollision, pressure_maximum),
     .unit = SN_UNIT_STRESS,
     SN_DEFAULT(1e6),
     SN_WHEN("field.automatic", SN_IF_FALSE)},
    {.name = "field.color_map",
     .label = "Colour map",
     .help = "Colours of the pressure; heat begins light, rainbow compares with papers",
     SN_ROW_ENUM(SnCollision, color_map, color_map_names),
     SN_WHEN("method", IF_SURFACE)},
    {.name = "force",
     .label = "Force",
     .help = "Sum of what acts on bodies B, world axes; where both sides hold a body, on the later "
             "one",
     SN_ROW_RESULT(SN_TYPE_VEC3, SN_UNIT_FORCE, SN_BIND_COLLISION_FORCE)},
    {.name = "normal_force",
     .label = "Normal force",
     .help = "Sum of the sizes of the forces across the surfaces",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_FORCE, SN_BIND_COLLISION_NORMAL_FORCE)},
    {.name = "friction_force",
     .label = "Friction force",
     .help = "Sum of the sizes of the forces along the surfaces",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_FORCE, SN_BIND_COLLISION_FRICTION_FORCE)},
    {.name = "normal",
     .label = "Normal",
     .help = "Mean direction of the forces across the surfaces, out of bodies A",
     SN_ROW_RESULT(SN_TYPE_VEC3, SN_UNIT_NONE, SN_BIND_COLLISION_NORMAL)},
    {.name = "center",
     .label = "Centre of force",
     .help = "Mean place of the contact points, weighed by their normal forces",
     SN_ROW_RESULT(SN_TYPE_VEC3, SN_UNIT_LENGTH, SN_BIND_COLLISION_CENTER)},
    {.name = "contacts",
     .label = "Contacts",
     .help = "Contact points that carry a force",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_NONE, SN_BIND_COLLISION_CONTACTS)},
    {.name = "penetration",
     .label = "Penetration",
     .help = "Largest overlap at a contact point",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_LENGTH, SN_BIND_COLLISION_PENETRATION)},
    {.name = "slip",
     .label = "Slip",
     .help = "Mean speed of rigid bodies along each other, weighed by the normal forces",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_VELOCITY, SN_BIND_COLLISION_SLIP)},
    {.name = "area",
     .label = "Area",
     .help =
         "That is pressed upon: of springs that press, or Hertz's pi R x; on FEM models a third "
         "of the triangles around each node that is pressed; of rigid bodies' constraints, whose "
         "points have none, 0",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_AREA, SN_BIND_COLLISION_AREA)},
    {.name = "mean_pressure",
     .label = "Mean pressure",
     .help = "Normal force of what has an area, over this area",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_STRESS, SN_BIND_COLLISION_MEAN_PRESSURE)},
    {.name = "max_pressure",
     .label = "Largest pressure",
     .help = "Of a spring, of a node of a FEM model (its force over its area); of Hunt and "
             "Crossley's spheres Hertz's, 1.5 of the mean",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_STRESS, SN_BIND_COLLISION_MAX_PRESSURE)},
    {.name = "time_to_collision",
     .label = "Time to collision",
     .help = "Until the first spring or sphere touches, if all go on with the velocities and spins "
             "they have now; 0: one touches now, the look ahead: none before that",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_TIME, SN_BIND_COLLISION_TIME),
     SN_WHEN("method", IF_COMPLIANT)},
    {.name = "collision_point",
     .label = "Collision point",
     .help = "Where that will be; the origin: nowhere",
     SN_ROW_RESULT(SN_TYPE_VEC3, SN_UNIT_LENGTH, SN_BIND_COLLISION_POINT),
     SN_WHEN("method", IF_COMPLIANT)},
};

static void validate(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnModelComponent *root = (const SnModelComponent *)model->root;
    const SnCollision *collision = (const SnCollision *)component;
    if (collision->method == SN_COLLISION_CONSTRAINT && root->integrator == SN_RUNGE_KUTTA_4)
        sn_checks_add(checks, SN_ERROR, component->id,
                      "is a collision, which the integrator runge_kutta_4 cannot take; choose "
                      "backward_euler or trapezoidal");
}

const SnClass SN_CLASS_COLLISION = {
    .name = "collision",
    .label = "Collision",
    .help = "Says which rigid bodies and FEM models touch, with what friction and rebound, and "
            "reports their forces. All touch with their surfaces as they are, concave or not. What "
            "a joint or attachment connects is left "
            "out unless asked for; of several collisions that two bodies are in, the last counts.",
    .icon = "sn-collision-symbolic",
    .parent = &SN_CLASS_COMPONENT,
    .size = sizeof(SnCollision),
    .properties = properties,
    .n_properties = SN_COUNT(properties),
    .validate = validate,
};
