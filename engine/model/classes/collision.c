/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/classes/collision.h"

#include "engine/model/classes/body.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/classes/rows.h"

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
     .help = "Rigid bodies and FEM models on the one side; none: all that have a surface",
     SN_ROW(SnCollision, bodies_a),
     .target = &SN_CLASS_TOUCHING},
    {.name = "bodies_b",
     .label = "Bodies B",
     .help = "Those on the other side; none: all that have a surface",
     SN_ROW(SnCollision, bodies_b),
     .target = &SN_CLASS_TOUCHING},
    {.name = "joined",
     .label = "Also joined bodies",
     .help = "Whether bodies that a joint or an attachment connects touch each other too",
     SN_ROW(SnCollision, joined),
     .bind = SN_BIND_COLLISION_JOINED},
    {.name = "self_contact",
     .label = "Self-contact",
     .help = "Whether the surface of a FEM model that is on both sides touches itself",
     SN_ROW(SnCollision, self_contact),
     .bind = SN_BIND_COLLISION_SELF},
    {.name = "friction",
     .label = "Friction",
     .help = "Coulomb's coefficient: largest force along the surface over that across it, sticking "
             "and sliding alike, in all directions",
     SN_ROW(SnCollision, friction),
     SN_RANGE(0, 100),
     SN_SLIDER(0, 1),
     SN_DEFAULT(0.3),
     .bind = SN_BIND_COLLISION_FRICTION},
    {.name = "restitution",
     .label = "Restitution",
     .help = "Speed after an impact over that before; contacts that are hit in one step rebound "
             "together (Newton's law)",
     SN_ROW(SnCollision, restitution),
     SN_RANGE(0, 1),
     SN_SLIDER(0, 1),
     .bind = SN_BIND_COLLISION_RESTITUTION},
    {.name = "compliance",
     .label = "Compliance",
     .help = "Overlap per force of each contact point; 0: rigid, with restitution",
     SN_ROW(SnCollision, compliance),
     .unit = SN_UNIT_COMPLIANCE,
     SN_NOT_NEGATIVE,
     .bind = SN_BIND_COLLISION_COMPLIANCE},
    {.name = "damping",
     .label = "Damping",
     .help = "Force per speed of each contact point, beside a compliance; it never pulls",
     SN_ROW(SnCollision, damping),
     .unit = SN_UNIT_DAMPING,
     SN_NOT_NEGATIVE,
     .bind = SN_BIND_COLLISION_DAMPING},
    {.name = "tolerance",
     .label = "Overlap kept",
     .help = "Depth at which rigid bodies rest in each other, so that contacts last; 0: 1/10000 of "
             "the radius of the smaller one",
     SN_ROW(SnCollision, tolerance),
     .unit = SN_UNIT_LENGTH,
     .flags = SN_ADVANCED,
     SN_NOT_NEGATIVE,
     .bind = SN_BIND_COLLISION_TOLERANCE},
    {.name = "gap",
     .label = "Gap kept",
     .help = "Distance at which surfaces of FEM models rest on others, so that they never cut; 0: "
             "1/1000 of the size of the FEM model, at most 1/10 of its shortest edge",
     SN_ROW(SnCollision, gap),
     .unit = SN_UNIT_LENGTH,
     .flags = SN_ADVANCED,
     SN_NOT_NEGATIVE,
     .bind = SN_BIND_COLLISION_GAP},
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
};

static void validate(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnModelComponent *root = (const SnModelComponent *)model->root;
    if (root->integrator == SN_RUNGE_KUTTA_4)
        sn_checks_add(checks, SN_ERROR, component->id,
                      "is a collision, which the integrator runge_kutta_4 cannot take; choose "
                      "backward_euler or trapezoidal");
}

const SnClass SN_CLASS_COLLISION = {
    .name = "collision",
    .label = "Collision",
    .help = "Says which rigid bodies and FEM models touch, with what friction and rebound, and "
            "reports their forces. Rigid bodies touch each other with the convex hulls of their "
            "meshes, FEM models with their surfaces. What a joint or attachment connects is left "
            "out unless asked for; of several collisions that two bodies are in, the last counts.",
    .icon = "sn-collision-symbolic",
    .parent = &SN_CLASS_COMPONENT,
    .size = sizeof(SnCollision),
    .properties = properties,
    .n_properties = SN_COUNT(properties),
    .validate = validate,
};
