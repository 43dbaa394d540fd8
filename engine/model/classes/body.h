/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_MODEL_CLASSES_BODY_H
#define SN_MODEL_CLASSES_BODY_H

#include "engine/mesh/geometry.h"
#include "engine/model/drawable.h"

extern const SnClass SN_CLASS_POINT;      /* family: particle, marker, nodes of FEM models */
extern const SnClass SN_CLASS_BODY_FRAME; /* family: rigid_body, frame */
extern const SnClass SN_CLASS_CARRIER; /* family: rigid_body, frame, fem: markers attach to them */
extern const SnClass SN_CLASS_CONTACTING; /* family: what contact knows: touching, strands */
extern const SnClass SN_CLASS_TOUCHING;   /* family: rigid_body, fem */
extern const SnClass SN_CLASS_MASTER;     /* family: carriers, particles, nodes: hold attachments */
extern const SnClass SN_CLASS_PARTICLE;
extern const SnClass SN_CLASS_RIGID_BODY;
extern const SnClass SN_CLASS_FRAME;
extern const SnClass SN_CLASS_MARKER;
extern const SnClass SN_CLASS_VISUAL;

typedef struct SnParticle {
    SnDrawable base;
    bool tracked; /* its path is drawn */
    bool dynamic; /* false: kinematic, moved by its target */
    double mass;
    double position[3], velocity[3];               /* start values */
    double target_position[3], target_velocity[3]; /* inputs of a kinematic particle: offset from
                                                       the start position, and velocity */
    double damping, gravity[3];                    /* inheritable */
    uint8_t damping_mode, gravity_mode;
} SnParticle;

typedef enum SnShape {
    SN_SHAPE_NONE,
    SN_SHAPE_MESH,
    SN_SHAPE_BOX,
    SN_SHAPE_ELLIPSOID,
    SN_SHAPE_CYLINDER,
    SN_SHAPE_CAPSULE,
    SN_SHAPE_HALF_SPACE,
} SnShape;

typedef enum SnInertiaMethod {
    SN_INERTIA_DENSITY,
    SN_INERTIA_MASS,
    SN_INERTIA_EXPLICIT
} SnInertiaMethod;

typedef struct SnRigidBody {
    SnDrawable base;
    bool tracked; /* its path is drawn */
    bool dynamic;
    double position[3], orientation[4];      /* of the body frame, start values */
    double velocity[3], angular_velocity[3]; /* of the frame's origin; world axes; start values */
    double target_position[3], target_orientation[4]; /* kinematic: offset from the start pose,
                                                          x -> target x, R -> target R */
    double target_velocity[3], target_angular_velocity[3];
    double damping, rotary_damping, gravity[3]; /* inheritable */
    uint8_t damping_mode, rotary_damping_mode, gravity_mode;
    /* geometry.* */
    int32_t shape;
    char *mesh;
    double scale[3];       /* of the mesh */
    double size[3];        /* box: edges; ellipsoid: radii */
    double radius, length; /* cylinder, capsule: along z */
    /* inertia.* */
    int32_t inertia_method;
    double density, mass, center[3], tensor[6];
} SnRigidBody;

/* A coordinate frame fixed to a body, to another frame, or to the world. */
typedef struct SnFrame {
    SnDrawable base;
    bool tracked; /* its path is drawn */
    SnId body;    /* body or frame; null: world */
    double location[3], rotation[4];
} SnFrame;

/* A point fixed to a body, a frame (or to the world). */
typedef struct SnMarker {
    SnDrawable base;
    bool tracked; /* its path is drawn */
    SnId frame;   /* body, frame or fem; null: world */
    double location[3];
} SnMarker;

/* Something to see only: a mesh that is attached to a body or frame (teeth, skin), or a fixed
 * scenery. */
typedef struct SnVisual {
    SnDrawable base;
    SnId frame;
    double location[3], rotation[4];
    char *mesh;
    double scale[3];
} SnVisual;

/* Follows a reference "body or frame" through frames to what carries it: the rigid body's id (null:
 * the world), and the pose of the referred thing in that body (or in the world).  A null id is the
 * world itself.  False if an id is stale or frames are attached in a circle.  A FEM model carries
 * itself: *body is its id, and the pose is none; ask sn_model_get for the class where FEM models
 * may come. */
bool sn_model_carrier(const SnModel *model, SnId id, SnId *body, double position[3],
                      double orientation[4]);

/* Mass, centre and inertia about the centre, in body axes, by the method chosen. */
bool sn_rigid_body_mass(const SnModel *model, const SnRigidBody *body, SnMassProperties *mass,
                        GError **error);

#endif
