/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_MODEL_CLASSES_FEM_H
#define SN_MODEL_CLASSES_FEM_H

#include "engine/fem/fibres.h"
#include "engine/fem/results.h"
#include "engine/mesh/volume/volume_mesh.h"
#include "engine/model/drawable.h"

extern const SnClass SN_CLASS_FEM;           /* list `fems` */
extern const SnClass SN_CLASS_FEM_REGION;    /* list `regions` of a FEM model */
extern const SnClass SN_CLASS_MUSCLE_BUNDLE; /* list `bundles` of a FEM model */
extern const SnClass SN_CLASS_EMBEDDED_MESH; /* list `surfaces` of a FEM model */
extern const SnClass SN_CLASS_FEM_LOAD;      /* family load, list `loads` */

extern const SnClass SN_CLASS_ATTACHMENT; /* family; list `attachments` */
extern const SnClass SN_CLASS_NODE_ATTACHMENT;
extern const SnClass SN_CLASS_PARTICLE_ATTACHMENT;
extern const SnClass SN_CLASS_BODY_ATTACHMENT;
extern const SnClass SN_CLASS_EXCITER; /* list `exciters` */

extern const SnClass SN_CLASS_NODE; /* family of the entries of `nodes`: points and masters */

typedef enum SnFemSource {
    SN_FEM_FILE,
    SN_FEM_BOX,
    SN_FEM_ELLIPSOID,
    SN_FEM_TUBE,
    SN_FEM_CAPSULE,
    SN_FEM_SHEET,
} SnFemSource;

/* A node as the document has it: an entry of the array `nodes` (number 0 of the class), made from
 * the mesh; fields that differ from the mesh are saved as overrides by number.  Nodes belong to the
 * family SN_CLASS_POINT: muscles, springs and loads may take hold of them. */
typedef struct SnFemNode {
    double rest[3];     /* stress-free place in the component's frame [m]; as the mesh has it */
    double position[3]; /* start value, world [m]; where rest is placed unless it was changed */
    double velocity[3]; /* start value */
    bool dynamic;       /* false: kinematic, held or moved by its target */
    double target_position[3], target_velocity[3]; /* inputs, as for particles */
} SnFemNode;

/* An element: an entry of the array `elements` (number 1); shape and nodes are those of the mesh.
 */
typedef struct SnFemElement {
    int32_t kind; /* SnElementKind */
    int32_t
        region; /* shown only: number of the region that has it, -1: the FEM model's own material */
} SnFemElement;

typedef enum SnFemMassMatrix { SN_FEM_LUMPED, SN_FEM_CONSISTENT } SnFemMassMatrix;

typedef enum SnFemLook { SN_FEM_SURFACE, SN_FEM_ELEMENTS, SN_FEM_EMBEDDED } SnFemLook;

typedef struct SnFem {
    SnDrawable base;
    char *notes;
    double position[3], orientation[4]; /* of the mesh's frame at the start; structural */
    /* mesh.* */
    int32_t source;
    char *file;
    double scale[3];
    double size[3];                      /* box: edges; ellipsoid: radii; sheet: first two */
    double radius, inner_radius, length; /* tube, capsule */
    int32_t cells[3];    /* box x y z; ellipsoid, capsule: [0] across, [2] along; tube: around,
                            through, along */
    int32_t element;     /* generators: SnElementKind */
    double thickness;    /* of surface elements */
    bool shell;          /* surface elements of a file are shells, not membranes */
    double density;      /* structural */
    SnMaterial material; /* material.*; kind structural, numbers live */
    int32_t incompressibility; /* SnIncompressibility; structural */
    int32_t mass_matrix;       /* SnFemMassMatrix; structural */
    double mass_damping, stiffness_damping;
    double gravity[3];
    uint8_t gravity_mode;
    /* view.*: what is drawn (style) */
    int32_t look;
    double shrink; /* elements drawn smaller about their centres: 1 whole, 0 nothing */
    bool show_nodes, show_directions;
    int32_t field;        /* SnFemField; reported to the engine */
    bool field_automatic; /* range from the present values */
    double field_minimum, field_maximum;
    int32_t color_map;       /* SnColorMap */
    SnArray nodes, elements; /* filled from `mesh` by sn_fem_refresh */
    SnVolumeMesh *mesh; /* what they were made from, in the component's frame; NULL: not loaded */
    char *mesh_key;     /* of the source it was made from */
    double placed_position[3], placed_orientation[4]; /* pose at which nodes were placed */
} SnFem;

typedef struct SnFemRegion {
    SnDrawable base;
    SnIndices elements;
    SnMaterial material;
    bool own_density;
    double density;
} SnFemRegion;

typedef enum SnBundleDirection {
    SN_BUNDLE_FIXED,  /* `direction` in the FEM model's frame */
    SN_BUNDLE_FIBRES, /* along the nearest of its fibres */
} SnBundleDirection;

/* A fibre runs from node to node. */
typedef struct SnFibre {
    SnIndices nodes; /* at least 2 */
} SnFibre;

/* Muscle inside a FEM. Element fibres: stress in its elements (fibre.*); node-to-node fibres:
 * forces along the array `fibres`, max_force shared among them by the volume of the bundle's
 * elements at each segment (jaw-tongue-hyoid 4.1).  Either or both. */
typedef struct SnMuscleBundle {
    SnDrawable base;
    char *notes;
    bool enabled;
    double excitation, activation;
    bool activation_dynamics;
    double rise_time, fall_time;
    SnIndices elements;
    int32_t direction_from;
    double direction[3];
    bool element_fibres;
    SnFibreParameters fibre; /* fibre.* */
    double max_force;        /* of all node-to-node fibres together [N] */
    bool stiffens;
    SnArray fibres; /* of SnFibre */
} SnMuscleBundle;

/* A fine surface carried by the elements: its vertices follow the element they lie in at rest. */
typedef struct SnEmbeddedMesh {
    SnDrawable base;
    char *mesh;
    double scale[3];
    double location[3], rotation[4]; /* in the FEM model's frame */
} SnEmbeddedMesh;

typedef struct SnFemLoad {
    SnDrawable base;
    SnId fem;
    SnIndices nodes;
    double force[3]; /* input, world axes */
    bool each;       /* on each node; otherwise shared equally */
} SnFemLoad;

/* What is attached keeps the place it has at the start. `to`: body, frame, fem (the element that
 * holds the point at rest), or particle; null: the world. */
typedef struct SnAttachment {
    SnDrawable base;
    SnId to;
} SnAttachment;

typedef struct SnNodeAttachment {
    SnAttachment base;
    SnId fem;
    SnIndices nodes;
} SnNodeAttachment;

typedef struct SnParticleAttachment {
    SnAttachment base;
    SnId particle;
} SnParticleAttachment;

typedef struct SnBodyAttachment {
    SnAttachment base;
    SnId body;
} SnBodyAttachment;

typedef struct SnExciter {
    SnDrawable base;
    char *notes;
    bool enabled;
    double excitation; /* input */
    SnTargets targets; /* excitations of muscles, bundles, other exciters */
    SnReals gains;     /* one for each target, or one for all; empty: 1 */
} SnExciter;

/* Brings nodes, elements and mesh up to date with the mesh.* rows; entries keep their numbers and
 * overrides where the number of nodes stays.  On an error the old ones stay. */
bool sn_fem_refresh(SnModel *model, SnFem *fem, GError **error);

#endif
