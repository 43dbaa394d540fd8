/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The whole of a compile, readable as a list: components in tree order -> blocks to be, and what
 * is attached to what -> blocks -> points -> forces -> FEM models -> joints -> derived parts ->
 * probes -> scene. */
#include "engine/compile/compile.h"

#include "engine/base/memory.h"
#include "engine/compile/core/compiler.h"
#include "engine/compile/parts/probe_tables.h"
#include "engine/compile/strand/cosserat_strands.h"
#include "engine/compile/strand/strands.h"
#include "engine/sim/setup/setup.h"
#include "engine/sim/system/check.h"
#include "engine/text/refuse.h"

#include <gio/gio.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* --- the compiler's arrays --- */

/* The growing arrays, and the size of an entry of each. */
static const struct {
    size_t place; /* in SnCompiler */
    size_t size;
} ARRAYS[] = {
    {offsetof(SnCompiler, points), sizeof(SnSystemPoint)},
    {offsetof(SnCompiler, frames), sizeof(SnSystemFrame)},
    {offsetof(SnCompiler, path_points), sizeof(int)},
    {offsetof(SnCompiler, paths), sizeof(SnSystemPath)},
    {offsetof(SnCompiler, springs), sizeof(SnSpringParameters)},
    {offsetof(SnCompiler, muscles), sizeof(SnMuscleParameters)},
    {offsetof(SnCompiler, muscle_curves), sizeof(SnMuscleCurves)},
    {offsetof(SnCompiler, spring_tables), sizeof(SnSplineTable)},
    {offsetof(SnCompiler, wrap_surfaces), sizeof(SnSystemWrapSurface)},
    {offsetof(SnCompiler, path_wraps), sizeof(SnSystemWrap)},
    {offsetof(SnCompiler, activations), sizeof(double)},
    {offsetof(SnCompiler, lags), sizeof(SnSystemLag)},
    {offsetof(SnCompiler, lag_starts), sizeof(double)},
    {offsetof(SnCompiler, spring_ends), 2 * sizeof(int)},
    {offsetof(SnCompiler, load_points), sizeof(int)},
    {offsetof(SnCompiler, drafts), sizeof(SnBlockDraft)},
    {offsetof(SnCompiler, fem_drafts), sizeof(SnFemDraft)},
    {offsetof(SnCompiler, rod_views), sizeof(struct SnRodView)},
    {offsetof(SnCompiler, rods), sizeof(SnRodDraft)},
    {offsetof(SnCompiler, rod_frames), sizeof(SnRodFrameDraft)},
    {offsetof(SnCompiler, attachments), sizeof(SnAttachmentDraft)},
    {offsetof(SnCompiler, attachment_masters), sizeof(SnMasterDraft)},
    {offsetof(SnCompiler, bundles), sizeof(SnSystemBundle)},
    {offsetof(SnCompiler, bundle_elements), sizeof(int)},
    {offsetof(SnCompiler, bundle_directions), 3 * sizeof(double)},
    {offsetof(SnCompiler, segments), sizeof(SnFibreSegment)},
    {offsetof(SnCompiler, exciters), sizeof(SnSystemExciter)},
    {offsetof(SnCompiler, exciter_inputs), sizeof(int)},
    {offsetof(SnCompiler, exciter_gains), sizeof(double)},
    {offsetof(SnCompiler, controllers), sizeof(SnSystemController)},
    {offsetof(SnCompiler, control_targets), sizeof(SnControlTarget)},
    {offsetof(SnCompiler, monitors), sizeof(SnSystemMonitor)},
    {offsetof(SnCompiler, joints), sizeof(SnSystemJoint)},
    {offsetof(SnCompiler, polyline), 2 * sizeof(double)},
    {offsetof(SnCompiler, joint_axes), sizeof(SnJointAxis)},
    {offsetof(SnCompiler, joint_numbers), sizeof(double)},
    {offsetof(SnCompiler, inputs), sizeof(double)},
    {offsetof(SnCompiler, items), sizeof(SnSceneItem)},
    {offsetof(SnCompiler, item_points), sizeof(int)},
    {offsetof(SnCompiler, item_nodes), sizeof(SnNodeView)},
    {offsetof(SnCompiler, strand_views), sizeof(struct SnStrandView)},
    {offsetof(SnCompiler, spline_views), sizeof(struct SnSplineView)},
    {offsetof(SnCompiler, path_views), sizeof(struct SnPathView)},
    {offsetof(SnCompiler, poses), sizeof(struct SnPoseSource)},
    {offsetof(SnCompiler, scalars), sizeof(int)},
    {offsetof(SnCompiler, vectors), sizeof(int)},
    {offsetof(SnCompiler, fem_views), sizeof(struct SnFemView)},
    {offsetof(SnCompiler, pressure_views), sizeof(SnPressureView)},
};

static GArray **array_at(SnCompiler *c, size_t i)
{
    return (GArray **)(void *)((char *)c + ARRAYS[i].place);
}

/* Whether a marker or particle is one that a body or nothing carries. */
static bool is_rigid_point(const SnModel *model, SnId id)
{
    SnId body;
    double position[3], orientation[4];
    const SnComponent *point = sn_model_get(model, id);
    if (!point || point->class != &SN_CLASS_MARKER)
        return point && point->class == &SN_CLASS_PARTICLE;
    if (!sn_model_carrier(model, ((const SnMarker *)point)->frame, &body, position, orientation))
        return false;
    const SnComponent *carrier = sn_model_get(model, body);
    return sn_id_is_null(body) || (carrier && carrier->class == &SN_CLASS_RIGID_BODY);
}

/* Bodies, what is fixed to them, and joints between such. */
static bool is_of_mechanism(const SnModel *model, const SnComponent *component)
{
    const SnClass *class = component->class;
    if (class == &SN_CLASS_MARKER)
        return is_rigid_point(model, component->id);
    if (sn_class_is_a(class, &SN_CLASS_SURFACE_JOINT))
        return is_rigid_point(model, ((const SnSurfaceJoint *)component)->point);
    if (class == &SN_CLASS_PARTICLE_ATTACHMENT || class == &SN_CLASS_BODY_ATTACHMENT) {
        const SnComponent *to = sn_model_get(model, ((const SnAttachment *)component)->to);
        return !to || to->class == &SN_CLASS_RIGID_BODY || to->class == &SN_CLASS_FRAME;
    }
    return class == &SN_CLASS_RIGID_BODY || class == &SN_CLASS_FRAME ||
           class == &SN_CLASS_PARTICLE || sn_class_is_a(class, &SN_CLASS_JOINT);
}

static bool collect(SnComponent *component, void *data)
{
    SnCompiler *c = data;
    if (!c->mechanism || is_of_mechanism(c->model, component))
        g_ptr_array_add(c->components, component);
    return true;
}

static void begin(SnCompiler *c, const SnModel *model)
{
    c->model = model;
    c->checks = sn_checks_new();
    c->texts = g_string_chunk_new(1024);
    c->components = g_ptr_array_new();
    sn_component_walk(model->root, collect, c);

    for (size_t i = 0; i < G_N_ELEMENTS(ARRAYS); i++)
        *array_at(c, i) = g_array_new(FALSE, TRUE, (guint)ARRAYS[i].size);
    sn_strand_compiler_new(c);
}

static void begin_system(SnCompiler *c)
{
    SnSystem *s = c->system = sn_alloc(1, sizeof *c->system);
    s->revision = c->model->revision;
    s->index.n = (int)c->model->slots->len;
    s->index.of = sn_alloc((size_t)s->index.n, sizeof *s->index.of);
    s->index.generation = sn_alloc((size_t)s->index.n, sizeof *s->index.generation);
    c->point_of = sn_alloc((size_t)s->index.n, sizeof *c->point_of);
    c->draft_of = sn_alloc((size_t)s->index.n, sizeof *c->draft_of);
    for (int i = 0; i < s->index.n; i++)
        s->index.of[i] = c->point_of[i] = c->draft_of[i] = -1;
}

/* Hands an array's memory over, so that the pieces of a system can be freed with sn_free().  Never
 * NULL: an empty array is copied and sorted like any other. */
static void *steal(GArray **array, int *n)
{
    *n = (int)(*array)->len;
    void *data = g_array_free(*array, FALSE);
    *array = NULL;
    return data ? sn_memory_adopt(data) : sn_alloc(1, sizeof(double));
}

static void clear_items(GArray *items)
{
    for (guint i = 0; items && i < items->len; i++) {
        SnSceneItem *item = &g_array_index(items, SnSceneItem, i);
        sn_mesh_unref(item->mesh);
        sn_fem_mesh_unref(item->fem);
        sn_skin_unref(item->skin);
    }
}

static void clear_fem_drafts(GArray *drafts)
{
    for (guint i = 0; i < drafts->len; i++)
        sn_fem_draft_clear(&g_array_index(drafts, SnFemDraft, i));
}

static void end(SnCompiler *c)
{
    clear_items(c->items);
    clear_fem_drafts(c->fem_drafts);
    for (guint i = 0; i < c->rods->len; i++)
        sn_rod_draft_clear(&g_array_index(c->rods, SnRodDraft, i));
    for (size_t i = 0; i < G_N_ELEMENTS(ARRAYS); i++) {
        GArray *array = *array_at(c, i);
        if (array) /* the system has not taken it */
            g_array_free(array, TRUE);
    }
    sn_strand_compiler_free(c);
    g_ptr_array_free(c->components, TRUE);
    g_string_chunk_free(c->texts);
    sn_free(c->point_of);
    sn_free(c->draft_of);
    g_free(c->attachment_order);
    if (c->checks)
        sn_checks_free(c->checks);
    if (c->system)
        sn_system_free(c->system);
}

/* --- the whole --- */

static bool read_solver(SnCompiler *c)
{
    const SnModelComponent *root = (const SnModelComponent *)c->model->root;
    static const SnStepMethod methods[] = {
        [SN_BACKWARD_EULER] = SN_STEP_BACKWARD_EULER,
        [SN_TRAPEZOIDAL] = SN_STEP_TRAPEZOIDAL,
        [SN_SYMPLECTIC_EULER] = SN_STEP_SYMPLECTIC_EULER,
        [SN_RUNGE_KUTTA_4] = SN_STEP_RUNGE_KUTTA_4,
        [SN_NEWTON_EULER] = SN_STEP_NEWTON_EULER,
        [SN_NEWTON_TRAPEZOIDAL] = SN_STEP_NEWTON_TRAPEZOIDAL,
        [SN_STATIC_EQUILIBRIUM] = SN_STEP_STATIC,
    };
    g_assert(root->integrator >= 0 && (size_t)root->integrator < G_N_ELEMENTS(methods));
    c->system->method = methods[root->integrator];
    c->system->step_size = root->max_step;
    c->system->tolerance = root->solve_tolerance;
    c->system->accuracy = root->accuracy;
    c->system->threads = root->threads;
    static const SnSettleMethod settle[] = {[SN_START_AS_GIVEN] = SN_SETTLE_NONE,
                                            [SN_START_STATIC] = SN_SETTLE_STATIC,
                                            [SN_START_DAMPED] = SN_SETTLE_DAMPED};
    g_assert(root->settle >= 0 && (size_t)root->settle < G_N_ELEMENTS(settle));
    c->system->settle =
        (SnSettling){settle[root->settle], root->settle_tolerance, root->settle_time};
    if (!(root->max_step > 0) || !isfinite(root->max_step))
        return sn_compiler_fail(c, c->model->root,
                                "solver.max_step must be greater than 0 s: set it to 0.001");
    return true;
}

/* Moves the arrays into the system and lets sim/ derive the rest. */
static bool finish(SnCompiler *c)
{
    SnSystem *s = c->system;
    int n;
    s->fems.bundles = steal(&c->bundles, &s->fems.n_bundles);
    s->fems.bundle_element = steal(&c->bundle_elements, &s->fems.n_bundle_elements);
    s->fems.bundle_direction = steal(&c->bundle_directions, &n);
    s->fems.segments = steal(&c->segments, &s->fems.n_segments);
    s->exciters.exciters = steal(&c->exciters, &s->exciters.n);
    s->control.controllers = steal(&c->controllers, &s->control.n_controllers);
    s->control.monitors = steal(&c->monitors, &s->control.n_monitors);
    s->points = steal(&c->points, &s->n_points);
    s->frames = steal(&c->frames, &s->n_frames);
    s->paths.point = steal(&c->path_points, &s->paths.n_points);
    s->paths.paths = steal(&c->paths, &s->paths.n);
    s->paths.springs = steal(&c->springs, &s->paths.n_springs);
    s->paths.muscles = steal(&c->muscles, &s->paths.n_muscles);
    s->paths.curves = steal(&c->muscle_curves, &s->paths.n_curves);
    s->paths.tables = steal(&c->spring_tables, &s->paths.n_tables);
    s->paths.surfaces = steal(&c->wrap_surfaces, &s->paths.n_surfaces);
    s->paths.wraps = steal(&c->path_wraps, &s->paths.n_wraps);
    g_array_append_vals(c->activations, c->lag_starts->data, c->lag_starts->len);
    s->state.lags = steal(&c->lags, &s->state.n_lags);
    s->state.activation0 = steal(&c->activations, &s->state.n_activations);
    sn_give_strands(c);
    s->joints.joints = steal(&c->joints, &s->joints.n);
    s->joints.polyline = steal(&c->polyline, &s->joints.n_polyline);
    s->joints.axes = steal(&c->joint_axes, &s->joints.n_axes);
    s->joints.numbers = steal(&c->joint_numbers, &s->joints.n_numbers);
    s->inputs.base = steal(&c->inputs, &s->inputs.n);
    const SnFault fault = sn_system_finish(s);
    if (fault.code == SN_FAULT_LOOP)
        return sn_compiler_fail_at(c, fault.id, "%s", fault.text);
    if (fault.code != SN_FAULT_NONE)
        return sn_compiler_fail(c, c->model->root, "%s", fault.text);
    sn_compile_start_lengths(c->model, s); /* what is attached is in its place now */
    sn_compile_check_paths(c);
    sn_compile_check_wraps(c);
    return sn_compile_start_distances(c) && sn_compile_strand_rests(c);
}

static void finish_control(SnCompiler *c)
{
    SnSystem *s = c->system;
    int n;
    s->exciters.input = steal(&c->exciter_inputs, &s->exciters.n_targets);
    s->exciters.gain = steal(&c->exciter_gains, &n);
    s->control.targets = steal(&c->control_targets, &s->control.n_targets);
}

static bool add_probes(SnCompiler *c)
{
    SnProbeTables *tables = sn_probe_tables_new(c->model, c->system, c->error ? NULL : &c->error);
    if (!tables)
        return false;
    sn_probe_tables_swap(tables, c->system);
    sn_probe_tables_free(tables);
    return true;
}

static SnScene *finish_scene(SnCompiler *c)
{
    SnScene *scene =
        sn_scene_new((int)c->items->len, (int)c->item_points->len, (int)c->item_nodes->len);
    scene->revision = c->model->revision;
    if (c->items->len)
        memcpy(scene->items, c->items->data, c->items->len * sizeof(SnSceneItem));
    if (c->item_points->len)
        memcpy(scene->path_points, c->item_points->data, c->item_points->len * sizeof(int));
    if (c->item_nodes->len)
        memcpy(scene->nodes, c->item_nodes->data, c->item_nodes->len * sizeof(SnNodeView));
    sn_scene_share_fem_styles(scene);
    scene->n_poses = (int)c->poses->len;
    scene->n_points = c->n_scene_points;
    scene->n_scalars = c->n_scene_scalars;
    scene->n_vectors = (int)c->vectors->len;
    return scene;
}

/* Points of a snapshot are the points of the system, one to one, then the nodes of the fems. */
static SnPrerenderMap *finish_map(SnCompiler *c)
{
    SnPrerenderMap *map = sn_alloc(1, sizeof *map);
    map->n_points = c->system->n_points;
    map->points = sn_alloc((size_t)MAX(map->n_points, 1), sizeof *map->points);
    for (int i = 0; i < map->n_points; i++)
        map->points[i] = i;
    map->poses = steal(&c->poses, &map->n_poses);
    map->scalars = steal(&c->scalars, &map->n_scalars);
    map->vectors = steal(&c->vectors, &map->n_vectors);
    map->fems = steal(&c->fem_views, &map->n_fems);
    map->pressures = steal(&c->pressure_views, &map->n_pressures);
    map->strands = steal(&c->strand_views, &map->n_strands);
    map->rods = steal(&c->rod_views, &map->n_rods);
    map->splines = steal(&c->spline_views, &map->n_splines);
    map->paths = steal(&c->path_views, &map->n_paths);
    map->n_bundles = c->system->fems.n_bundles;
    map->first_bundle_scalar = c->system->paths.n_muscles; /* those of strands are between */
    map->bundles = sn_alloc((size_t)MAX(map->n_bundles, 1), sizeof *map->bundles);
    for (int i = 0; i < map->n_bundles; i++)
        map->bundles[i] = i;
    return map;
}

/* A system that cannot be is a mistake of the compiler's, not of the model's. */
static bool is_whole(SnCompiler *c)
{
    if (!sn_check_wanted())
        return true;
    const SnFault fault = sn_system_check(c->system);
    return fault.code == SN_FAULT_NONE ||
           sn_refuse(&c->error, SN_MODEL_ERROR_COMPILE, "the compiled system is broken: %s",
                     fault.text);
}

/* All stages; c->compiled stays NULL where one fails. */
static void build(void *data)
{
    SnCompiler *c = data;
    begin_system(c);
    bool good = read_solver(c) && sn_compile_drafts(c) && sn_compile_rod_drafts(c) &&
                sn_compile_attachment_drafts(c) && sn_compile_blocks(c) && sn_compile_points(c) &&
                sn_compile_forces(c) && sn_compile_strands(c) && sn_compile_rods(c) &&
                sn_compile_fems(c) && sn_compile_exciter_inputs(c) &&
                sn_compile_control_inputs(c) && sn_compile_joints(c) &&
                sn_compile_coordinate_forces(c) && sn_compile_frame_loads(c) &&
                sn_compile_drags(c) && sn_compile_path_points(c) && sn_compile_moment_arms(c) &&
                sn_compile_contacts(c) && !sn_compiler_cancelled(c);
    if (good) {
        good = finish(c) && sn_compile_exciters(c) && sn_compile_control(c) && add_probes(c) &&
               sn_compile_scene(c);
    }
    if (!good || c->error)
        return;
    finish_control(c);
    if (!is_whole(c))
        return;
    SnCompiled *compiled = sn_alloc(1, sizeof *compiled);
    compiled->scene = finish_scene(c);
    compiled->map = finish_map(c);
    g_array_set_size(c->items, 0); /* their meshes belong to the scene now */
    compiled->system = g_steal_pointer(&c->system);
    compiled->checks = g_steal_pointer(&c->checks);
    c->compiled = compiled;
}

/* What has been allocated goes with sn_memory_try; what is anchored to it lets go. */
static void abandon(void *data)
{
    SnCompiler *c = data;
    clear_items(c->items);
    g_array_set_size(c->items, 0);
    for (guint i = 0; i < c->fem_drafts->len; i++) {
        SnFemDraft *draft = &g_array_index(c->fem_drafts, SnFemDraft, i);
        draft->finder = NULL;
        draft->solid = NULL;
    }
    for (guint i = 0; i < c->rods->len; i++)
        g_array_index(c->rods, SnRodDraft, i).mesh = NULL;
    sn_compile_cache_abandon(c->cache);
    c->system = NULL;
    c->point_of = c->draft_of = NULL;
    c->compiled = NULL;
}

static void lacks_memory(GError **error)
{
    g_set_error_literal(error, SN_MODEL_ERROR, SN_MODEL_ERROR_MEMORY, sn_memory_fault().text);
}

SnCompiled *sn_compile(const SnModel *model, SnCompileCache *cache, const atomic_bool *cancel,
                       GError **error)
{
    SnCompiler compiler = {.cache = cache ? cache : sn_compile_cache_new(), .cancel = cancel};
    SnCompiler *c = &compiler;
    begin(c, model);
    sn_compile_cache_begin(c->cache);
    if (!sn_memory_try(build, abandon, c) && !c->error)
        lacks_memory(&c->error);
    if (c->compiled)
        sn_compile_cache_end(c->cache);
    SnCompiled *compiled = c->compiled;
    end(c);
    if (!cache)
        sn_compile_cache_free(c->cache);
    if (c->error)
        g_propagate_error(error, c->error);
    return compiled;
}

static void build_mechanism(void *data)
{
    SnCompiler *c = data;
    begin_system(c);
    c->built = read_solver(c) && sn_compile_drafts(c) && sn_compile_attachment_drafts(c) &&
               sn_compile_blocks(c) && sn_compile_points(c) && sn_compile_joints(c) && finish(c);
}

SnSystem *sn_compile_mechanism(const SnModel *model, GError **error)
{
    SnCompiler compiler = {.cache = sn_compile_cache_new(), .mechanism = true};
    SnCompiler *c = &compiler;
    begin(c, model);
    if (!sn_memory_try(build_mechanism, abandon, c) && !c->error)
        lacks_memory(&c->error);
    SnSystem *system = c->built && !c->error ? g_steal_pointer(&c->system) : NULL;
    end(c);
    sn_compile_cache_free(c->cache);
    if (c->error)
        g_propagate_error(error, c->error);
    return system;
}

static void make_workspace(void *data)
{
    SnCompiled *compiled = data;
    compiled->work = sn_workspace_new(compiled->system, SN_LINSOLVE_AUTO);
}

bool sn_compiled_prepare(SnCompiled *compiled, GError **error)
{
    if (compiled->work || sn_memory_try(make_workspace, NULL, compiled))
        return true;
    lacks_memory(error);
    return false;
}

void sn_compiled_free(SnCompiled *compiled)
{
    if (!compiled)
        return;
    sn_workspace_free(compiled->work);
    sn_system_free(compiled->system);
    sn_scene_unref(compiled->scene);
    sn_prerender_map_free(compiled->map);
    sn_checks_free(compiled->checks);
    sn_free(compiled);
}
