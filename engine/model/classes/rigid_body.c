/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/vec.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/body_surface.h"
#include "engine/model/classes/rows.h"
#include "engine/model/render_rows.h"

const SnClass SN_CLASS_MASTER = {
    .name = "master",
    .label = "Body, frame, FEM or point",
    .help = "What attachments can be attached to.",
    .icon = "sn-frame-symbolic",
    .abstract = true,
    .size = sizeof(SnDrawable),
};

const SnClass SN_CLASS_CARRIER = {
    .name = "carrier",
    .label = "Body, frame or FEM",
    .help = "What markers can be attached to: a rigid body, a frame or a finite-element solid.",
    .icon = "sn-frame-symbolic",
    .family = &SN_CLASS_MASTER,
    .abstract = true,
    .size = sizeof(SnDrawable),
};

const SnClass SN_CLASS_CONTACTING = {
    .name = "contacting",
    .label = "Body, FEM or strand",
    .help = "What can touch others: a rigid body, a finite-element solid or a strand.",
    .icon = "sn-body-symbolic",
    .abstract = true,
    .size = sizeof(SnDrawable),
};

const SnClass SN_CLASS_TOUCHING = {
    .name = "touching",
    .label = "Body or FEM",
    .help = "What can touch others with a surface: a rigid body or a finite-element solid.",
    .icon = "sn-body-symbolic",
    .parent = &SN_CLASS_CONTACTING,
    .family = &SN_CLASS_CARRIER,
    .abstract = true,
    .size = sizeof(SnDrawable),
};

const SnClass SN_CLASS_BODY_FRAME = {
    .name = "body_frame",
    .label = "Body or frame",
    .help = "What has a position and an orientation: a rigid body or a frame.",
    .icon = "sn-frame-symbolic",
    .parent = &SN_CLASS_DRAWABLE,
    .family = &SN_CLASS_CARRIER,
    .abstract = true,
    .size = sizeof(SnDrawable),
};

static const char *const shape_names[] = {"none",     "mesh",    "box",        "ellipsoid",
                                          "cylinder", "capsule", "half_space", NULL};
/* By shape; of the others it does not apply, or is "Size". */
static const char *const size_labels[] = {
    [SN_SHAPE_ELLIPSOID] = "Radii", [SN_SHAPE_BOX] = "Edges", [SN_SHAPE_HALF_SPACE] = NULL};
static const char *const inertia_names[] = {"density", "mass", "explicit", NULL};

#define IF_SHAPE(shape) (1u << (shape))
#define IF_ROUND        (IF_SHAPE(SN_SHAPE_CYLINDER) | IF_SHAPE(SN_SHAPE_CAPSULE))
#define IF_SIZED                                                                                   \
    (IF_SHAPE(SN_SHAPE_BOX) | IF_SHAPE(SN_SHAPE_ELLIPSOID) | IF_SHAPE(SN_SHAPE_HALF_SPACE))

static const SnProperty body_properties[] = {
    {.name = "dynamic",
     .label = "Dynamic",
     .help = "Moved by forces; otherwise by its target",
     SN_ROW(SnRigidBody, dynamic),
     SN_DEFAULT(1)},
    SN_ROW_START_POSITION(SnRigidBody, "Where the body's frame starts"),
    {.name = "orientation",
     .label = "Orientation",
     .help = "Orientation of the body's frame at the start, from body to world axes",
     SN_ROW(SnRigidBody, orientation),
     .kind = SN_START,
     SN_IDENTITY,
     .bind = SN_BIND_ORIENTATION},
    SN_ROW_START_VELOCITY(SnRigidBody, "Velocity of the frame's origin at the start, world axes"),
    {.name = "angular_velocity",
     .label = "Angular velocity",
     .help = "Angular velocity at the start, world axes",
     SN_ROW(SnRigidBody, angular_velocity),
     .unit = SN_UNIT_ANGULAR_VELOCITY,
     .kind = SN_START,
     .bind = SN_BIND_ANGULAR_VELOCITY},
    SN_ROW_TARGET_POSITION(SnRigidBody),
    {.name = "target_orientation",
     .label = "Target orientation",
     .help = "Prescribed rotation from the start orientation, world axes",
     SN_ROW(SnRigidBody, target_orientation),
     .kind = SN_INPUT,
     SN_IDENTITY,
     SN_WHEN("dynamic", SN_IF_FALSE),
     .bind = SN_BIND_TARGET_ORIENTATION},
    SN_ROW_TARGET_VELOCITY(SnRigidBody),
    {.name = "target_angular_velocity",
     .label = "Target angular velocity",
     .help = "Prescribed angular velocity, world axes",
     SN_ROW(SnRigidBody, target_angular_velocity),
     .unit = SN_UNIT_ANGULAR_VELOCITY,
     .kind = SN_INPUT,
     SN_WHEN("dynamic", SN_IF_FALSE),
     .bind = SN_BIND_TARGET_ANGULAR_VELOCITY},
    SN_ROW_BODY_DAMPING(SnRigidBody, damping),
    {.name = "rotary_damping",
     .label = "Rotary damping",
     .help = "Moment against its angular velocity, per angular velocity",
     SN_ROW(SnRigidBody, rotary_damping),
     .unit = SN_UNIT_ROTARY_DAMPING,
     SN_INHERITS(SnRigidBody, rotary_damping, 0),
     SN_NOT_NEGATIVE,
     .bind = SN_BIND_ROTARY_DAMPING},
    SN_ROW_GRAVITY(SnRigidBody, gravity),
    {.name = "geometry.shape",
     .label = "Shape",
     .help =
         "What the body is made of: a mesh from a file, a primitive, nothing to see, or all that "
         "is below z = 0 (ground, which does not move by itself)",
     SN_ROW_ENUM(SnRigidBody, shape, shape_names)},
    {.name = "geometry.mesh",
     .label = "Mesh file",
     .help = "Closed surface, OBJ or other formats, beside the model file",
     SN_ROW_FILE(SnRigidBody, mesh),
     SN_WHEN("geometry.shape", IF_SHAPE(SN_SHAPE_MESH))},
    {.name = "geometry.scale",
     .label = "Scale",
     .help = "Factors by which the mesh is stretched along its axes; negative: a mirror image",
     SN_ROW(SnRigidBody, scale),
     .flags = SN_NONZERO,
     SN_RANGE(-1e6, 1e6),
     SN_DEFAULT(1, 1, 1),
     SN_WHEN("geometry.shape", IF_SHAPE(SN_SHAPE_MESH))},
    {.name = "geometry.size",
     .label = "Size",
     .help = "Edges of a box; radii (half axes) of an ellipsoid; of a half-space, what is drawn of "
             "it",
     .when_labels = size_labels,
     SN_ROW(SnRigidBody, size),
     .unit = SN_UNIT_LENGTH,
     .flags = SN_POSITIVE,
     SN_RANGE(0, 1e6),
     SN_DEFAULT(0.05, 0.05, 0.05),
     SN_WHEN("geometry.shape", IF_SIZED)},
    {.name = "geometry.radius",
     .label = "Radius",
     .help = "Radius of the cylinder or capsule",
     SN_ROW(SnRigidBody, radius),
     .unit = SN_UNIT_LENGTH,
     .flags = SN_POSITIVE,
     SN_RANGE(0, 1e6),
     SN_DEFAULT(0.01),
     SN_WHEN("geometry.shape", IF_ROUND)},
    {.name = "geometry.length",
     .label = "Length",
     .help = "Length along z; of a capsule without its round ends",
     SN_ROW(SnRigidBody, length),
     .unit = SN_UNIT_LENGTH,
     .flags = SN_POSITIVE,
     SN_RANGE(0, 1e6),
     SN_DEFAULT(0.05),
     SN_WHEN("geometry.shape", IF_ROUND)},
    {.name = "inertia.method",
     .label = "Inertia from",
     .help = "Shape and density, shape and total mass, or numbers given here",
     SN_ROW_ENUM(SnRigidBody, inertia_method, inertia_names)},
    {.name = "inertia.density",
     .label = "Density",
     .help = "Density of the solid inside the surface",
     SN_ROW(SnRigidBody, density),
     .unit = SN_UNIT_DENSITY,
     .flags = SN_POSITIVE,
     SN_NOT_NEGATIVE,
     SN_DEFAULT(1000),
     SN_WHEN("inertia.method", 1u << SN_INERTIA_DENSITY)},
    {.name = "inertia.mass",
     .label = "Mass",
     .help = "Mass given",
     SN_ROW(SnRigidBody, mass),
     .unit = SN_UNIT_MASS,
     .flags = SN_POSITIVE,
     SN_NOT_NEGATIVE,
     SN_DEFAULT(1),
     SN_WHEN("inertia.method", (1u << SN_INERTIA_MASS) | (1u << SN_INERTIA_EXPLICIT))},
    {.name = "inertia.center",
     .label = "Centre of mass",
     .help = "In the body's frame",
     SN_ROW(SnRigidBody, center),
     .unit = SN_UNIT_LENGTH,
     SN_WHEN("inertia.method", 1u << SN_INERTIA_EXPLICIT)},
    {.name = "inertia.tensor",
     .label = "Inertia",
     .help = "About the centre of mass, body axes: xx yy zz xy xz yz, products as in the matrix",
     SN_ROW(SnRigidBody, tensor),
     .unit = SN_UNIT_INERTIA,
     SN_DEFAULT(1e-3, 1e-3, 1e-3),
     SN_WHEN("inertia.method", 1u << SN_INERTIA_EXPLICIT)},
    {.name = "mass",
     .label = "Mass in force",
     .help = "Mass by the method chosen",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_MASS, SN_BIND_MASS)},
    SN_ROW_ACCELERATION,
    SN_ROW_FORCE_TOTAL,
    SN_ROW_REACTION_FORCE,
    {.name = "reaction_moment",
     .label = "Reaction moment",
     .help = "What holds it on its prescribed motion, about the centre of mass, world axes",
     SN_ROW_RESULT(SN_TYPE_VEC3, SN_UNIT_MOMENT, SN_BIND_REACTION_MOMENT),
     SN_WHEN("dynamic", SN_IF_FALSE)},
    SN_ROW_KINETIC_ENERGY,
    SN_ROW_TRACKED(SnRigidBody),
};

static const SnProperty body_overrides[] = {
    SN_RENDER_COLOR(0xE8DDC4),
    SN_RENDER_EDGE_COLOR(0xB0A58C),
    SN_RENDER_SPECULAR(0.15),
};

static void validate(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnRigidBody *self = (const SnRigidBody *)component;
    const SnId id = component->id;
    if (self->shape == SN_SHAPE_MESH && (!self->mesh || !*self->mesh))
        sn_checks_add(checks, SN_ERROR, id, "has shape mesh but no geometry.mesh");
    sn_rigid_body_check(model, self, checks);
    if (!self->dynamic)
        return;
    if (self->shape == SN_SHAPE_HALF_SPACE && self->inertia_method != SN_INERTIA_EXPLICIT) {
        sn_checks_add(checks, SN_ERROR, id,
                      "is a half-space and dynamic, and such a shape has no mass: set dynamic to "
                      "false, or give inertia.method explicit");
        return;
    }
    if (self->inertia_method != SN_INERTIA_EXPLICIT) {
        if (self->shape == SN_SHAPE_NONE)
            sn_checks_add(checks, SN_ERROR, id,
                          "has no shape to take its inertia from: give geometry.shape, or "
                          "inertia.method explicit");
        return;
    }
    const double *t = self->tensor;
    if (!sn_sym3_is_positive(t))
        sn_checks_add(checks, SN_ERROR, id, "inertia.tensor is not positive definite");
    else if (t[0] + t[1] < t[2] || t[1] + t[2] < t[0] || t[2] + t[0] < t[1])
        sn_checks_add(checks, SN_WARNING, id,
                      "inertia.tensor is none a solid can have: one diagonal element is larger "
                      "than the sum of the others");
}

const SnClass SN_CLASS_RIGID_BODY = {
    .name = "rigid_body",
    .label = "Rigid body",
    .help = "A bone, or any solid that does not deform. Its frame is that of its mesh.",
    .icon = "sn-body-symbolic",
    .parent = &SN_CLASS_BODY_FRAME,
    .family = &SN_CLASS_TOUCHING,
    .size = sizeof(SnRigidBody),
    .properties = body_properties,
    .n_properties = SN_COUNT(body_properties),
    .overrides = body_overrides,
    .n_overrides = SN_COUNT(body_overrides),
    .validate = validate,
};
