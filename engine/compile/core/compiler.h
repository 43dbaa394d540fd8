/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of the compiler share.  Each part goes through the components of its kind in tree
 * order and appends to arrays; compile.c joins them to a system. */
#ifndef SN_COMPILE_CORE_COMPILER_H
#define SN_COMPILE_CORE_COMPILER_H

#include "engine/compile/core/compile_cache.h"
#include "engine/compile/core/live.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/fem.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/joint.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/classes/probe.h"
#include "engine/model/classes/strand.h"
#include "engine/sim/result/prerender.h"
#include "engine/sim/system/system.h"

typedef enum SnBlockRole { SN_ROLE_ACTIVE, SN_ROLE_ATTACHED, SN_ROLE_KINEMATIC } SnBlockRole;

/* Numbers of the arrays of a FEM model, for the ids of its entries. */
enum { SN_FEM_NODES_ARRAY, SN_FEM_ELEMENTS_ARRAY };

/* What will be a block, in tree order, before its number is known: a body, a particle, a node or
 * director of a FEM model, or a marker on a FEM model. */
typedef struct SnBlockDraft {
    const SnComponent *component; /* of a node: its FEM model */
    int fem, node;                /* into fem_drafts and its nodes; -1: none */
    SnBlockRole role;
    const SnComponent *attached_by; /* attachment that claims it; NULL: none */
    int attachment;                 /* into attachments: how it is attached; -1 */
    int rod_frame;                  /* 1 + into rod_frames: of a Cosserat strand; 0: none */
    int internal;                   /* 1 + into the internal coordinates (strands.h); 0: none */
    int block;                      /* its number */
} SnBlockDraft;

/* A FEM model on its way into the system. */
typedef struct SnFemDraft {
    const SnFem *fem;
    SnFemSolid *solid; /* owned until it is given to the system */
    bool given;
    int n_named;                          /* nodes of the component; the rest are directors */
    int *director_of;                     /* [n_nodes - n_named] node at its other end */
    double (*start)[3], (*start_rate)[3]; /* [n_nodes] position and velocity at the start */
    int first_draft;                      /* of its nodes */
    int *point;                           /* [n_named] system point there, -1: none yet */
    GArray *material_ids;                 /* SnId: the FEM model, then its regions */
    SnFemFinder *finder;                  /* made when first asked for */
    double size;                          /* of its bounding box [m] */
} SnFemDraft;

/* How one block follows others: becomes an SnSystemAttachment once all blocks have numbers. */
typedef struct SnAttachmentDraft {
    const SnComponent *component; /* that asked for it, for messages and results */
    int slave;                    /* draft */
    SnAttachmentKind kind;
    int owner;             /* TO_GUIDE, TO_SURFACE: into guides, surfaces */
    bool unnamed;          /* its force is not a result of the component */
    int first, count;      /* masters: into attachment_masters */
    double position[3];    /* of the slave at the start, world: node, or body frame's origin */
    double orientation[4]; /* BODY_*: of the slave's frame at the start */
} SnAttachmentDraft;

typedef struct SnMasterDraft {
    int draft;
    double weight, gradient[3];
} SnMasterDraft;

typedef struct SnCompiler {
    const SnModel *model;
    SnCompileCache *cache;
    const atomic_bool *cancel;
    SnChecks *checks;
    GError *error;               /* the first one */
    struct SnCompiled *compiled; /* what comes out */
    GStringChunk *texts;
    bool built;     /* a mechanism is whole */
    bool mechanism; /* bodies and joints alone, each body of 1 kg about its frame's origin */

    SnSystem *system;
    /* components by kind, tree order (borrowed) */
    GPtrArray *components; /* all of them */

    /* growing arrays of the system; their memory goes to it at the end */
    GArray *points, *frames, *path_points, *paths, *springs, *spring_tables, *activations;
    GArray *muscles, *muscle_curves;
    GArray *lags, *lag_starts; /* SnSystemLag, and what acts at the start */
    GArray *joints, *polyline, *joint_axes, *joint_numbers, *inputs;
    GArray *wrap_surfaces, *path_wraps;
    GArray *spring_ends; /* int[2]: points at the two frames of each frame spring, to be drawn */
    GArray *load_points; /* int: point at which each load acts, to be drawn */
    int *point_of;       /* [n_ids] point on which a marker or particle sits, -1: none */

    /* blocks to be (fem.c, attachment_drafts.c, blocks.c) */
    GArray *drafts;                  /* SnBlockDraft, tree order */
    int *draft_of;                   /* [n_ids] first draft of a component, -1: none */
    GArray *fem_drafts;              /* SnFemDraft */
    GArray *rods;                    /* SnRodDraft (cosserat_strands.h) */
    GArray *rod_frames;              /* SnRodFrameDraft */
    GArray *attachments;             /* SnAttachmentDraft */
    GArray *attachment_masters;      /* SnMasterDraft */
    int *attachment_order;           /* [n attachments] masters before slaves */
    struct SnStrandCompiler *strand; /* strands.h */

    /* muscle in FEM models (bundles.c, exciters.c) */
    GArray *bundles, *bundle_elements, *bundle_directions, *segments;
    GArray *exciters, *exciter_inputs, *exciter_gains;
    GArray *controllers, *control_targets, *monitors;

    /* scene */
    GArray *fem_views;      /* struct SnFemView */
    GArray *pressure_views; /* SnPressureView */
    GArray *strand_views;   /* struct SnStrandView */
    GArray *rod_views;      /* struct SnRodView */
    GArray *spline_views;   /* struct SnSplineView */
    GArray *path_views;     /* struct SnPathView */
    GArray *items;          /* SnSceneItem */
    GArray *item_points;    /* int: path_points of the scene */
    GArray *item_nodes;     /* SnNodeView: nodes of the scene */
    GArray *poses;          /* struct SnPoseSource */
    GArray *scalars;        /* int: muscle number */
    GArray *vectors;        /* int: load number */
    int n_scene_points;     /* those of the system, then the nodes of the FEM models */
    double picture_size;    /* what sizes of arrows, axes and joints are parts of [m] */
    double *joint_radii;    /* of each joint's picture, while items are made [m] */
    bool *is_seen;          /* of each block: by what is fixed to it, while items are made */
    int n_scene_scalars;    /* muscles, bundles, then the fields of the FEM models */
} SnCompiler;

/* A pose fixed to a block (coordinates from its centre of mass, its axes) or to the world. */
typedef struct SnPose {
    int block; /* -1: world */
    double position[3];
    double orientation[4];
} SnPose;

/* --- helpers (compiler.c) --- */

/* Records the error of a component: "/model/bodies/jaw: text".  Always returns false. */
bool sn_compiler_fail(SnCompiler *compiler, const SnComponent *component, const char *format, ...)
    G_GNUC_PRINTF(3, 4);
/* The same for an error made elsewhere, which is taken. */
bool sn_compiler_fail_with(SnCompiler *compiler, const SnComponent *component, GError *error);
/* The same for a component or entry by its id. */
bool sn_compiler_fail_at(SnCompiler *compiler, SnId id, const char *format, ...)
    G_GNUC_PRINTF(3, 4);
/* Numbers of the value in force of a numeric row (inherited leaves resolved). */
void sn_effective_numbers(const SnModel *model, const SnComponent *component, const char *name,
                          double number[6]);
/* True once the compile was cancelled; the error is then set. */
bool sn_compiler_cancelled(SnCompiler *compiler);
/* Appends n zeros, or a copy of values, to the inputs; returns their offset. */
int sn_compiler_add_inputs(SnCompiler *compiler, const double *values, int n);
/* A control at an input, within a range, that acts with delay: 1 + its number, 0 where it acts at
 * once. */
int sn_compiler_add_lag(SnCompiler *compiler, SnId id, const SnLagFields *fields, int input,
                        double lowest, double highest);
void sn_compiler_set_index(SnCompiler *compiler, SnId id, int index);
/* Room for one more at the end of an array that the system owns, with *n entries so far; the caller
 * fills it and counts it. */
void *sn_compiler_room(void *array, int n, size_t size);
#define SN_COMPILER_APPEND(array, n, value)                                                        \
    ((array) = sn_compiler_room((array), (n), sizeof *(array)), (array)[(n)++] = (value))

/* Whether a collision by constraints names a component, or all there are. */
bool sn_compiler_touches(const SnCompiler *compiler, SnId id);

/* --- parts, in the order they run --- */

/* Solids of the FEM models; drafts of bodies, particles and nodes. */
bool sn_compile_drafts(SnCompiler *compiler);
/* Drafts of attachments and of markers on FEM models, with the roles that follow. */
bool sn_compile_attachment_drafts(SnCompiler *compiler);
/* An attachment of a slave draft without masters; they are added next, in order (gradient may be
 * NULL). */
SnAttachmentDraft *sn_compiler_new_attachment(SnCompiler *compiler, const SnComponent *component,
                                              int slave, SnAttachmentKind kind);
void sn_compiler_add_master(SnCompiler *compiler, SnAttachmentDraft *attachment, int draft,
                            double weight, const double *gradient);
/* A body that is to be is attached to another one from where it stands. */
void sn_compiler_attach_body(SnCompiler *compiler, const SnComponent *component, int slave,
                             int master, const double position[3], const double orientation[4]);
/* An internal coordinate follows others; `owner` as in SnAttachmentDraft.  Then its masters, in
 * order. */
void sn_compiler_add_attachment(SnCompiler *compiler, const SnComponent *component, int slave,
                                SnAttachmentKind kind, int pose, const double position[3]);
void sn_compiler_attach_to(SnCompiler *compiler, int draft, double weight);
/* Masters before slaves, otherwise as they come (Kahn 1962); names the attachments of a circle. */
bool sn_sort_attachments(SnCompiler *compiler);
/* Once the blocks have numbers and masses of their own: gives what is attached to a body to that
 * body, as its lumped mass. */
void sn_compile_carried_masses(SnCompiler *compiler);
/* Once the start values are there. */
void sn_compile_attachments(SnCompiler *compiler);
/* Numbers, masses and start values of the blocks; attachments. */
bool sn_compile_blocks(SnCompiler *compiler);
/* Bundles; hands the solids over to the system. */
bool sn_compile_fems(SnCompiler *compiler);
/* Markers, frames and the points of particles. */
bool sn_compile_points(SnCompiler *compiler);
bool sn_compile_forces(SnCompiler *compiler);
/* Exciters and their inputs, in the order they act. */
bool sn_compile_exciter_inputs(SnCompiler *compiler);
/* Controllers, with their inputs, and monitors. */
bool sn_compile_control_inputs(SnCompiler *compiler);
bool sn_compile_joints(SnCompiler *compiler);
/* Lengths of joints that are those of the start pose. */
bool sn_compile_start_distances(SnCompiler *compiler);
/* Number of a compiled joint with that coordinate, and the coordinate's there; -1: it has none. */
int sn_compiler_coordinate(const SnCompiler *compiler, SnId joint, SnCoordinateName name,
                           int *coordinate);
/* Terms of several coordinates behind the functions there are, and of which others but the first:
 * leaders [SN_TERMS_MOST_NUMBERS]. */
bool sn_compiler_add_several(SnCompiler *compiler, const SnComponent *base,
                             const SnSeveralFields *several, SnLeader *leaders, int *terms,
                             int *n_terms);
/* Writes a function that is not refused behind those there are. */
void sn_compiler_add_function(SnCompiler *compiler, const SnFunctionText *text,
                              SnFunction *function);
/* Soft limits, springs and loads of coordinates, once joints are there. */
bool sn_compile_coordinate_forces(SnCompiler *compiler);
bool sn_compile_frame_loads(SnCompiler *compiler);
bool sn_compile_drags(SnCompiler *compiler);
/* Points of paths that follow a coordinate of a joint. */
bool sn_compile_path_points(SnCompiler *compiler);
/* Shapes that collisions ask for, once joints and attachments are there. */
bool sn_compile_contacts(SnCompiler *compiler);
/* Their part of compliant methods, from there. */
bool sn_compile_compliant_contacts(SnCompiler *compiler);
/* The surface (sn_compliant_surface) whose pressure a body shows, -1: none; and its item, at a pose
 * of the snapshot. */
int sn_compile_shown_surface(SnCompiler *compiler, const SnRigidBody *body);
void sn_compile_pressure_item(SnCompiler *compiler, const SnRigidBody *body, int surface, int pose);
/* Once paths, strands and joints are there. */
bool sn_compile_moment_arms(SnCompiler *compiler);
/* The surfaces that a path lies over, for which it has its points already. */
bool sn_compile_wraps(SnCompiler *compiler, const struct SnPath *component,
                      struct SnSystemPath *path);
/* Warns of points of paths that are inside a surface at the start. */
void sn_compile_check_wraps(SnCompiler *compiler);
/* Warns of paths without a length at the start: nothing says which way they pull. */
void sn_compile_check_paths(SnCompiler *compiler);

/* --- after sn_system_finish: these read the system --- */

/* What exciters drive. */
bool sn_compile_exciters(SnCompiler *compiler);
/* What controllers drive and measure, and monitors watch. */
bool sn_compile_control(SnCompiler *compiler);
bool sn_compile_scene(SnCompiler *compiler);

/* --- poses (poses.c, points.c) --- */

/* The pose at location and rotation (NULL: none) in the body or frame `reference` (null: world) of
 * a component. */
bool sn_compiler_pose(SnCompiler *compiler, const SnComponent *component, SnId reference,
                      const double location[3], const double *rotation, SnPose *pose);
int sn_compiler_add_point(SnCompiler *compiler, SnId id, const SnPose *pose);
int sn_compiler_add_frame(SnCompiler *compiler, SnId id, const SnPose *pose);
/* Point on a marker, particle or node (-1: there is none); that of a node is made when first asked
 * for. */
int sn_compiler_point(SnCompiler *compiler, SnId id);
/* The same for paths, which also run through points that follow a joint. */
int sn_compiler_path_point(SnCompiler *compiler, SnId id);
/* World position of a system point at the start. */
void sn_point_start(const SnSystem *system, const SnSystemPoint *point, double position[3]);

/* --- FEM models (fem.c, fem_point.c, bundle_direction.c, bundles.c, fem_scene.c) --- */

/* NULL: no FEM model has this id (an entry's counts for its FEM model). */
SnFemDraft *sn_compiler_fem(SnCompiler *compiler, SnId id);
void sn_fem_draft_clear(SnFemDraft *draft);
/* World position of a point in the FEM model's frame at rest. */
void sn_fem_draft_position(const SnFemDraft *draft, const double location[3], double position[3]);

/* Nodes that carry a point of the rest shape, and their shares (they sum to 1). */
typedef struct SnFemPoint {
    int n;
    int node[SN_ELEMENT_MAX_NODES];
    double weight[SN_ELEMENT_MAX_NODES];
    double gradient[SN_ELEMENT_MAX_NODES][3]; /* [1/m], world axes at rest */
    double distance;                          /* outside the solid by [m] */
} SnFemPoint;
/* The nearest point in a solid element; `exact`: the weights are carried on linearly to the
 * position itself, so that they reproduce any linear field also outside, and at a node they are
 * that node's alone.  False if the FEM model has no solid elements (and, exact, no node is there).
 */
bool sn_fem_point(SnFemDraft *draft, const double position[3], bool exact, SnFemPoint *pose);
/* Exactly, among the elements that use none of the nodes marked. */
typedef struct SnFemSearch SnFemSearch;
SnFemSearch *sn_fem_search_new(SnFemDraft *draft, const bool *without);
bool sn_fem_search(const SnFemSearch *search, const double position[3], SnFemPoint *pose);
void sn_fem_search_free(SnFemSearch *search);

/* Rest direction of a bundle at an element, unit, world axes; false if it has none. */
bool sn_bundle_direction(const SnFemDraft *draft, const SnMuscleBundle *bundle, int element,
                         double direction[3]);
/* Shares max_force among the segments of node-to-node fibres (jaw-tongue-hyoid 4.1): by the volume
 * of the bundle's elements that hold both nodes, where there are none by the mean over those that
 * hold the first, scaled so that the sum over the fibres of their largest segment force is
 * max_force.  segment [n_segments][2] nodes; fibre_start [n_fibres + 1]; force [n_segments]. */
void sn_fibre_segment_forces(const SnFemSolid *solid, int n_elements, const int32_t *elements,
                             int n_fibres, const int *fibre_start, const int (*segment)[2],
                             double max_force, double *force);

/* Items of a FEM model and of a surface carried by one. */
bool sn_compile_fem_item(SnCompiler *compiler, const SnFem *fem);
bool sn_compile_skin_item(SnCompiler *compiler, const SnEmbeddedMesh *surface);

/* --- meshes and masses (compile_cache.c) --- */

/* Mesh of a body's geometry, in body axes from the body frame (a reference); NULL without error for
 * shape "none". */
SnMesh *sn_cached_body_mesh(SnCompiler *compiler, const SnRigidBody *body);
bool sn_cached_body_mass(SnCompiler *compiler, const SnRigidBody *body, SnMassProperties *mass,
                         GError **error);
/* What that mesh is made from, for a key; lasts as long as the compiler. */
char *sn_cached_shape_key(SnCompiler *compiler, const SnRigidBody *body);
SnMesh *sn_cached_visual_mesh(SnCompiler *compiler, const SnVisual *visual);
/* A mesh made by the compiler itself under a key of its own: NULL if it is not there yet. */
SnMesh *sn_cached_find(SnCompiler *compiler, const char *key);
/* Takes the caller's reference, gives one back. */
SnMesh *sn_cached_store(SnCompiler *compiler, const char *key, SnMesh *mesh);
/* Takes a mesh just made; gives back the one of the compile before, if it is the same. */
SnFemMesh *sn_cached_fem_mesh(SnCompiler *compiler, const char *key, SnFemMesh *mesh);
/* As sn_cached_find and _store. */
SnSkin *sn_cached_skin(SnCompiler *compiler, const char *key);
SnSkin *sn_cached_store_skin(SnCompiler *compiler, const char *key, SnSkin *skin);
/* A key for these, which lasts as long as the compiler. */
char *sn_compiler_key(SnCompiler *compiler, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* A file and when it was last changed, for a key (g_free). */
char *sn_cached_file_key(SnCompiler *compiler, const char *name);
/* Marks the start of a compile; entries not asked for until the end are dropped there. */
void sn_compile_cache_begin(SnCompileCache *cache);
void sn_compile_cache_end(SnCompileCache *cache);
/* Drops what this compile made or asked for: it was left half way. */
void sn_compile_cache_abandon(SnCompileCache *cache);

/* --- arrays on the way --- */

/* A local array that is freed, too, where memory lacks (engine/base/memory.h). */
GArray *sn_compiler_array(size_t size);
void sn_compiler_array_free(GArray *array);

/* --- shapes (shapes.c) --- */

/* A thin closed strip under an x-z polyline (corners rounded to `smoothing`, as the solver has
 * them), extruded from -half_width to half_width in y [m]. */
SnMesh *sn_strip_mesh(int n, const double *xz, double smoothing, double half_width);

/* --- meshes to lie over (wrap_hull.c) --- */

/* What the body of a wrapping surface of shape "mesh" looks like, or the part of that in its box,
 * or the convex hull where its method is shortest, in the surface's frame (a reference); NULL: it
 * has none, which is the error then. */
SnMesh *sn_compiler_wrap_mesh(SnCompiler *compiler, const SnWrapSurface *wrap);
/* Faces of a hull (sn_convex_free); false: there are none that fit together. */
bool sn_wrap_hull_faces(const SnMesh *mesh, SnConvex *shape);

#endif
