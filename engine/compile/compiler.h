/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of the compiler share.  Each part goes through the components of its kind in tree
 * order and appends to arrays; compile.c joins them to a system. */
#ifndef SN_COMPILE_COMPILER_H
#define SN_COMPILE_COMPILER_H

#include "engine/compile/compile.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/joint.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/classes/probe.h"

typedef struct SnCompiler {
    const SnModel *model;
    SnCompileCache *cache;
    const atomic_bool *cancel;
    SnChecks *checks;
    GError *error; /* the first one */

    SnSystem *system;
    /* components by kind, tree order (borrowed) */
    GPtrArray *components; /* all of them */

    /* growing arrays of the system; their memory goes to it at the end */
    GArray *points, *frames, *path_points, *paths, *springs, *muscles, *activations;
    GArray *frame_springs, *loads, *joints, *polyline, *inputs;
    GArray *addresses, *input_probes, *output_probes, *knots;
    GArray *spring_ends; /* int[2]: points at the two frames of each frame spring, to be drawn */
    GArray *load_points; /* int: point at which each load acts, to be drawn */
    int *point_of;       /* [n_ids] point on which a marker or particle sits, -1: none */

    /* scene */
    GArray *items;       /* SnSceneItem */
    GArray *item_points; /* int: path_points of the scene */
    GArray *poses;       /* struct SnPoseSource */
    GArray *scalars;     /* int: muscle number */
    GArray *vectors;     /* int: load number */
} SnCompiler;

/* A place fixed to a block (coordinates from its centre of mass, its axes) or to the world. */
typedef struct SnPlace {
    int block; /* -1: world */
    double position[3];
    double orientation[4];
} SnPlace;

/* --- helpers (compile.c) --- */

/* Records the error of a component: "/model/bodies/jaw: text".  Always returns false. */
bool sn_compiler_fail(SnCompiler *compiler, const SnComponent *component, const char *format, ...)
    G_GNUC_PRINTF(3, 4);
/* The same for an error made elsewhere, which is taken. */
bool sn_compiler_fail_with(SnCompiler *compiler, const SnComponent *component, GError *error);
/* Numbers of the value in force of a numeric row (inherited leaves resolved). */
void sn_effective_numbers(const SnModel *model, const SnComponent *component, const char *name,
                          double number[6]);
/* True once the compile was cancelled; the error is then set. */
bool sn_compiler_cancelled(SnCompiler *compiler);
/* Appends n zeros, or a copy of values, to the inputs; returns their offset. */
int sn_compiler_add_inputs(SnCompiler *compiler, const double *values, int n);
void sn_compiler_set_index(SnCompiler *compiler, SnId id, int index);

/* --- parts, in the order they run --- */

bool sn_compile_blocks(SnCompiler *compiler);
/* Markers, frames and the points of particles. */
bool sn_compile_points(SnCompiler *compiler);
bool sn_compile_forces(SnCompiler *compiler);
bool sn_compile_joints(SnCompiler *compiler);
/* Warns of paths without a length at the start: nothing says which way they pull. */
void sn_compile_check_paths(SnCompiler *compiler);
/* The rest after sn_system_finish: they read the system. */
bool sn_compile_probes(SnCompiler *compiler);
bool sn_compile_scene(SnCompiler *compiler);

/* --- places (points.c) --- */

/* The place at location and rotation (NULL: none) in the body or frame `reference` (null: world) of
 * a component. */
bool sn_place(SnCompiler *compiler, const SnComponent *component, SnId reference,
              const double location[3], const double *rotation, SnPlace *place);
int sn_compiler_add_point(SnCompiler *compiler, SnId id, const SnPlace *place);
int sn_compiler_add_frame(SnCompiler *compiler, SnId id, const SnPlace *place);
/* World position of a system point at the start. */
void sn_point_start(const SnSystem *system, const SnSystemPoint *point, double position[3]);

/* --- meshes and masses (compile_cache.c) --- */

/* Mesh of a body's geometry, in body axes from the body frame (a reference); NULL without error for
 * shape "none". */
SnMesh *sn_cached_body_mesh(SnCompiler *compiler, const SnRigidBody *body);
bool sn_cached_body_mass(SnCompiler *compiler, const SnRigidBody *body, SnMassProperties *mass,
                         GError **error);
SnMesh *sn_cached_visual_mesh(SnCompiler *compiler, const SnVisual *visual);
/* A mesh made by the compiler itself under a key of its own: NULL if it is not there yet. */
SnMesh *sn_cached_find(SnCompiler *compiler, const char *key);
/* Takes the caller's reference, gives one back. */
SnMesh *sn_cached_store(SnCompiler *compiler, const char *key, SnMesh *mesh);
/* Marks the start of a compile; entries not asked for until the end are dropped there. */
void sn_compile_cache_begin(SnCompileCache *cache);
void sn_compile_cache_end(SnCompileCache *cache);

/* --- shapes (shapes.c) --- */

/* A thin closed strip under an x-z polyline (corners rounded to `smoothing`, as the solver has
 * them), extruded from -half_width to half_width in y [m]. */
SnMesh *sn_strip_mesh(int n, const double *xz, double smoothing, double half_width);

#endif
