/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_MODEL_CLASSES_COLLISION_H
#define SN_MODEL_CLASSES_COLLISION_H

#include "engine/model/model.h"

extern const SnClass SN_CLASS_COLLISION; /* list `collisions` */

typedef enum SnCollisionMethod {
    SN_COLLISION_CONSTRAINT,
    SN_COLLISION_HUNT_CROSSLEY,
    SN_COLLISION_ELASTIC_FOUNDATION,
    SN_COLLISION_PRESSURE_FIELD,
} SnCollisionMethod;

/* With what rigid bodies touch whose meshes are not convex. */
typedef enum SnCollisionMeshes {
    SN_COLLISION_AS_THEY_ARE,
    SN_COLLISION_HULLS,
} SnCollisionMeshes;

/* Which surfaces carry the springs of an elastic foundation, or hold a pressure field that gives
 * way. */
typedef enum SnCollisionLayer {
    SN_COLLISION_LAYER_BOTH,
    SN_COLLISION_LAYER_A,
    SN_COLLISION_LAYER_B,
} SnCollisionLayer;

/* What may touch what, and how; of several that a pair is in, the last in the tree counts. */
typedef struct SnCollision {
    SnComponent base;
    char *notes;
    bool enabled;
    SnIdList bodies_a, bodies_b; /* rigid bodies and FEM models; empty: all of them */
    bool joined;                 /* also what joints and attachments connect */
    bool self_contact;           /* also what deforms with itself */
    int meshes;                  /* SnCollisionMeshes */
    double friction, restitution;
    double rolling_friction, torsional_friction; /* levers [m] */
    double compliance, damping;                  /* [m/N], [N s/m] of each contact point */
    double tolerance, gap;                       /* [m]; 0: automatic */
    int method, layer, springs;                  /* springs: 0 at faces, 1 at vertices */
    double modulus, poisson, thickness;
    double pressure_modulus, quadratic_modulus, cubic_modulus; /* [Pa/m, Pa/m2, Pa/m3] */
    double offset, lateral_stiffness;
    double half_space_thickness; /* of pressure fields [m]; 0: half-spaces are rigid */
    double look_ahead;           /* [s] */
    double dissipation;          /* [s/m] */
    double static_friction, viscous_friction, transition_velocity;
    bool show_pressure, pressure_automatic; /* of elastic foundations, on the bodies */
    double pressure_minimum, pressure_maximum;
    int32_t color_map; /* SnColorMap */
    bool show_force;   /* as an arrow with its value */
} SnCollision;

#endif
