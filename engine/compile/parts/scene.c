/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What there is to draw: one item or a few for each drawable, in tree order. */
#include "engine/compile/strand/spline_strands.h"
#include "engine/compile/strand/strand_scene.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/compile/core/belly.h"
#include "engine/compile/parts/joint_glyph.h"
#include "engine/compile/parts/picture_size.h"
#include "engine/compile/strand/cosserat_strands.h"
#include "engine/model/classes/collision.h"
#include "engine/model/classes/coordinate_force.h"
#include "engine/sim/path/path_wrap.h"
#include "engine/sim/system/frame_load.h"
#include "engine/sim/system/frame_spring.h"

#include <string.h>

/* Sizes of things without one of their own, as part of the model's size. */
static const double AXES_PART = 0.05;
static const double ARROW_PART = 0.25;

static SnSceneItem new_item(SnCompiler *c, const SnComponent *component, SnItemKind kind)
{
    SnSceneItem item = {.kind = kind, .id = component->id, .count = 1, .scalar = -1, .vector = -1};
    sn_model_style(c->model, component, &item.style);
    return item;
}

static void add_item(SnCompiler *c, const SnSceneItem *item)
{
    g_array_append_vals(c->items, item, 1);
}

static int add_pose(SnCompiler *c, const SnPose *place)
{
    struct SnPoseSource pose = {.block = place->block};
    sn_v3_copy(place->position, pose.position);
    sn_q_copy(place->orientation, pose.orientation);
    g_array_append_val(c->poses, pose);
    return (int)c->poses->len - 1;
}

static SnPose frame_place(const SnSystemFrame *frame)
{
    SnPose place = {.block = frame->block};
    sn_v3_copy(frame->position, place.position);
    sn_q_copy(frame->orientation, place.orientation);
    return place;
}

static void add_axes(SnCompiler *c, const SnComponent *component, const SnPose *place)
{
    SnSceneItem item = new_item(c, component, SN_ITEM_AXES);
    item.first = add_pose(c, place);
    item.size[0] = AXES_PART * c->picture_size;
    add_item(c, &item);
}

/* Takes the mesh. */
static void add_mesh(SnCompiler *c, const SnComponent *component, SnMesh *mesh, const SnPose *place)
{
    SnSceneItem item = new_item(c, component, SN_ITEM_MESH);
    item.mesh = mesh;
    item.body = place->block;
    item.first = add_pose(c, place);
    add_item(c, &item);
}

/* --- bodies, points, paths --- */

static bool add_body(SnCompiler *c, const SnRigidBody *body)
{
    SnPose place;
    if (!sn_compiler_pose(c, &body->base.base, body->base.base.id, (double[3]){0}, NULL, &place))
        return false;
    SnMesh *mesh = sn_cached_body_mesh(c, body);
    if (c->error)
        return false;
    const int surface = mesh ? sn_compile_shown_surface(c, body) : -1;
    if (surface >= 0) {
        sn_mesh_unref(mesh);
        sn_compile_pressure_item(c, body, surface, add_pose(c, &place));
    } else if (mesh) {
        add_mesh(c, &body->base.base, mesh, &place);
        SnSceneItem *item = &g_array_index(c->items, SnSceneItem, c->items->len - 1);
        item->endless = body->shape == SN_SHAPE_HALF_SPACE;
        item->still = !body->dynamic;
    } else if (place.block < 0 || !c->is_seen[place.block]) {
        add_axes(c, &body->base.base, &place);
    }
    return true;
}

static bool has_mesh(const SnVisual *visual)
{
    return visual->mesh && *visual->mesh;
}

static bool visual_place(SnCompiler *c, const SnVisual *visual, SnPose *place)
{
    return sn_compiler_pose(c, &visual->base.base, visual->frame, visual->location,
                            visual->rotation, place);
}

static bool add_visual(SnCompiler *c, const SnVisual *visual)
{
    if (!has_mesh(visual))
        return true; /* nothing to see: the checks say so */
    SnPose place;
    if (!visual_place(c, visual, &place))
        return false;
    SnMesh *mesh = sn_cached_visual_mesh(c, visual);
    if (mesh)
        add_mesh(c, &visual->base.base, mesh, &place);
    return mesh != NULL;
}

static void add_point(SnCompiler *c, const SnComponent *component)
{
    SnSceneItem item = new_item(c, component, SN_ITEM_POINT);
    item.first = c->point_of[component->id.index];
    add_item(c, &item);
}

/* A line of markers on the bone, if there are two or more; how many. */
static int add_line(SnCompiler *c, const SnIdList *markers, int *first)
{
    *first = (int)c->item_points->len;
    const int n = markers->n > 1 ? markers->n : 0;
    for (int i = 0; i < n; i++)
        g_array_append_val(c->item_points, c->point_of[markers->ids[i].index]);
    return n;
}

static void add_flesh(SnCompiler *c, const SnComponent *component, const SnSystemPath *path,
                      SnSceneItem *item)
{
    enum { MOST_POINTS = 256 };
    double points[MOST_POINTS][3];
    const int n = sn_path_start_line(c->system, path, points, MOST_POINTS);
    item->belly = sn_compiler_belly(&c->system->paths.muscles[path->law], path->start_length, 0);
    sn_compiler_place_belly(&item->belly, (const double(*)[3])points, n);
    if (sn_class_is_a(component->class, &SN_CLASS_MUSCLE)) {
        const SnMuscle *muscle = (const SnMuscle *)component;
        item->n_origin = add_line(c, &muscle->origin, &item->first_origin);
        item->n_insertion = add_line(c, &muscle->insertion, &item->first_insertion);
    }
}

static void add_path(SnCompiler *c, const SnComponent *component)
{
    const SnSystem *s = c->system;
    const SnSystemPath *path = &s->paths.paths[sn_system_index(s, component->id)];
    SnSceneItem item = new_item(c, component, SN_ITEM_PATH);
    item.path_kind = path->muscle ? SN_PATH_MUSCLE : SN_PATH_SPRING;
    item.first = (int)c->item_points->len;
    item.count = path->count;
    if (path->n_wraps > 0 || path->n_followers > 0) {
        const struct SnPathView view = {.path = sn_system_index(s, component->id),
                                        .first_point = c->n_scene_points};
        item.count = sn_path_n_looks(path);
        for (int i = 0; i < item.count; i++, c->n_scene_points++)
            g_array_append_val(c->item_points, c->n_scene_points);
        g_array_append_val(c->path_views, view);
    } else {
        g_array_append_vals(c->item_points, s->paths.point + path->first, (guint)path->count);
    }
    if (path->muscle) {
        item.scalar = path->law;
        add_flesh(c, component, path, &item);
    }
    add_item(c, &item);
}

static void add_frame_spring(SnCompiler *c, const SnComponent *component)
{
    const int index = sn_system_index(c->system, component->id);
    const SnSystemFrameSpring *spring = &sn_frame_springs(c->system)->springs[index];
    const SnPose place = frame_place(&c->system->frames[spring->frame_a]);
    add_axes(c, component, &place);
    SnSceneItem item = new_item(c, component, SN_ITEM_PATH);
    item.path_kind = SN_PATH_SPRING;
    item.first = (int)c->item_points->len;
    item.count = 2;
    g_array_append_vals(c->item_points, &g_array_index(c->spring_ends, int, 2 * index), 2);
    add_item(c, &item);
}

/* --- loads --- */

/* Metres that an arrow grows per newton: a load of the model's weight, or its own largest base
 * value where that is more, is a quarter of the model long. */
static double arrow_scale(const SnCompiler *c)
{
    const SnSystem *s = c->system;
    const SnFrameLoads *frame_loads = s->force[SN_FORCE_KIND_FRAME_LOADS];
    double largest = 0;
    for (int i = 0; i < s->n_active; i++)
        largest += s->blocks[i].mass * 9.81;
    double whole = 0; /* of all nodes that one load acts at */
    for (int i = 0; i < s->loads.n; i++) {
        const SnSystemLoad *load = &s->loads.loads[i];
        const bool same = i > 0 && sn_id_equal(load->id, load[-1].id);
        whole = (same ? whole : 0) + load->share * sn_v3_norm(s->inputs.base + load->force);
        largest = MAX(largest, whole);
    }
    for (int i = 0; frame_loads && i < frame_loads->n; i++)
        largest = MAX(largest, sn_v3_norm(s->inputs.base + frame_loads->loads[i].input +
                                          SN_FRAME_LOAD_FORCE));
    return largest > 0 ? ARROW_PART * c->picture_size / largest : 0.01;
}

/* The ring of a moment beside the arrow of a load: its number as the arrow's, seen from below. */
static void add_moment(SnCompiler *c, SnSceneItem item, int number)
{
    const int shown = -1 - number;
    item.vector = (int)c->vectors->len;
    item.size[0] /= c->picture_size; /* a newton a model's length away */
    item.size[1] = 1;
    g_array_append_val(c->vectors, shown);
    add_item(c, &item);
}

/* An arrow where it acts (sim/result/prerender.c moves its point); its vector is numbered behind
 * those of the other loads. */
static void add_frame_load(SnCompiler *c, const SnComponent *component)
{
    const int index = sn_system_index(c->system, component->id);
    const int number = c->system->loads.n + index;
    SnSceneItem item = new_item(c, component, SN_ITEM_ARROW);
    item.first = sn_frame_loads(c->system)->loads[index].shown;
    item.vector = (int)c->vectors->len;
    item.size[0] = arrow_scale(c);
    g_array_append_val(c->vectors, number);
    add_item(c, &item);
    add_moment(c, item, number);
}

/* An arrow, or one at each node of a FEM model: these are on average as long as one of the whole
 * force would be. */
static void add_loads(SnCompiler *c, const SnComponent *component)
{
    const SnSystem *s = c->system;
    const int first = sn_system_index(s, component->id);
    int n = 0;
    while (first + n < s->loads.n && sn_id_equal(s->loads.loads[first + n].id, component->id))
        n++;
    const double scale = n * arrow_scale(c);
    for (int load = first; load < first + n; load++) {
        SnSceneItem item = new_item(c, component, SN_ITEM_ARROW);
        item.first = g_array_index(c->load_points, int, load);
        if (item.first < 0)
            continue;
        item.vector = (int)c->vectors->len;
        item.size[0] = scale;
        g_array_append_val(c->vectors, load);
        add_item(c, &item);
        if (s->loads.loads[load].block >= 0) /* of a body */
            add_moment(c, item, load);
    }
}

/* --- forces of contacts --- */

/* Metres that their arrows grow per newton: the weight of the model and 7 % of what its
 * muscles can do are a quarter of the model long. */
static double contact_arrow_scale(const SnCompiler *c)
{
    double force = 0;
    for (int i = 0; i < c->system->n_active; i++)
        force += c->system->blocks[i].mass * 9.81;
    for (int i = 0; i < c->system->paths.n_muscles; i++)
        force += 0.07 * c->system->paths.muscles[i].max_force;
    return force > 0 ? ARROW_PART * c->picture_size / force : 0.01;
}

static void add_contact_force(SnCompiler *c, const SnComponent *component)
{
    static const float color[3] = {0.76f, 0.22f, 0.60f}; /* that of loads */
    SnSceneItem item = new_item(c, component, SN_ITEM_FORCE);
    item.style.visible = true;
    item.style.alpha = 1;
    item.style.caption[0] = '\0';
    for (int k = 0; k < 3; k++)
        item.style.color[k] = color[k];
    item.size[0] = contact_arrow_scale(c);
    add_item(c, &item);
}

/* --- joints: the parts of a glyph, or the surface that a point keeps to --- */

/* NULL: there is no such part. */
static SnMesh *joint_mesh(SnCompiler *c, SnJointGlyph glyph, SnGlyphPart part, double radius)
{
    char *key = sn_compiler_key(c, "joint %d part %d radius %.17g", (int)glyph, (int)part, radius);
    SnMesh *mesh = sn_cached_find(c, key);
    if (mesh)
        return mesh;
    mesh = sn_joint_glyph(glyph, part, radius);
    return mesh ? sn_cached_store(c, key, mesh) : NULL;
}

/* What rolls is drawn where B is. */
static void add_rolling(SnCompiler *c, const SnComponent *component, const SnSystemJoint *joint)
{
    const SnPose place = frame_place(&c->system->frames[joint->frame_b]);
    char *key = sn_compiler_key(c, "rolling %.17g %.17g", joint->rolling.rim, joint->rolling.edge);
    SnMesh *mesh = sn_cached_find(c, key);
    if (!mesh)
        mesh = sn_cached_store(c, key, sn_rolling_glyph(joint->rolling.rim, joint->rolling.edge));
    add_mesh(c, component, mesh, &place);
}

static void add_frame_joint(SnCompiler *c, const SnComponent *component)
{
    const SnSystemJoint *joint =
        &c->system->joints.joints[sn_system_index(c->system, component->id)];
    if (joint->class == &SN_JOINT_ROLLING) {
        add_rolling(c, component, joint);
        return;
    }
    SnStyle style;
    sn_model_style(c->model, component, &style);
    const double radius = style.point_radius > 0 ? (double)style.point_radius
                                                 : c->joint_radii[joint - c->system->joints.joints];
    for (SnGlyphPart part = 0; part < SN_N_GLYPH_PARTS; part++) {
        SnMesh *mesh = joint_mesh(c, joint->class->glyph, part, radius);
        if (!mesh)
            continue;
        const bool on_b = part == SN_GLYPH_METAL_B || part == SN_GLYPH_COLOR_B;
        const SnPose place =
            frame_place(&c->system->frames[on_b ? joint->frame_b : joint->frame_a]);
        add_mesh(c, component, mesh, &place);
        SnSceneItem *item = &g_array_index(c->items, SnSceneItem, c->items->len - 1);
        item->through = true;
        item->metal = part == SN_GLYPH_METAL_A || part == SN_GLYPH_METAL_B;
    }
}

static SnMesh *polyline_mesh(SnCompiler *c, const SnSystemJoint *joint, double half_width)
{
    const double *xz = c->system->joints.polyline + 2 * joint->polyline;
    GString *key = g_string_new("polyline");
    for (int i = 0; i < 2 * joint->n_polyline; i++)
        g_string_append_printf(key, " %.17g", xz[i]);
    g_string_append_printf(key, " smoothing %.17g half width %.17g", joint->smoothing, half_width);
    char *text = sn_compiler_key(c, "%s", key->str);
    g_string_free(key, TRUE);
    SnMesh *mesh = sn_cached_find(c, text);
    return mesh ? mesh
                : sn_cached_store(
                      c, text, sn_strip_mesh(joint->n_polyline, xz, joint->smoothing, half_width));
}

static void add_surface_joint(SnCompiler *c, const SnSurfaceJoint *component)
{
    const SnComponent *base = &component->base.base.base;
    const SnSystemJoint *joint = &c->system->joints.joints[sn_system_index(c->system, base->id)];
    const SnPose place = frame_place(&c->system->frames[joint->frame_a]);
    if (component->show_force && component->one_sided)
        add_contact_force(c, base);
    if (joint->n_polyline > 0) {
        add_mesh(c, base, polyline_mesh(c, joint, component->half_size[1]), &place);
        return;
    }
    SnSceneItem item = new_item(c, base, SN_ITEM_PLANE);
    item.first = add_pose(c, &place);
    item.size[0] = component->half_size[0];
    item.size[1] = component->half_size[1];
    add_item(c, &item);
}

/* --- all --- */

static bool add_component(SnCompiler *c, const SnComponent *component)
{
    const SnClass *class = component->class;
    if (class == &SN_CLASS_RIGID_BODY)
        return add_body(c, (const SnRigidBody *)component);
    if (class == &SN_CLASS_VISUAL)
        return add_visual(c, (const SnVisual *)component);
    if (class == &SN_CLASS_FEM)
        return sn_compile_fem_item(c, (const SnFem *)component);
    if (class == &SN_CLASS_EMBEDDED_MESH)
        return sn_compile_skin_item(c, (const SnEmbeddedMesh *)component);
    if (class == &SN_CLASS_PULLEY)
        return sn_compile_pulley_item(c, (const SnPulley *)component);
    if (class == &SN_CLASS_WRAP_SURFACE)
        return sn_compile_wrap_item(c, (const SnWrapSurface *)component);
    if (class == &SN_CLASS_SPLINE_STRAND) {
        sn_compile_spline_item(c, component);
    } else if (class == &SN_CLASS_STRAND) {
        sn_compile_strand_item(c, component);
    } else if (class == &SN_CLASS_GUIDE_CURVE) {
        sn_compile_guide_item(c, (const SnGuideCurve *)component);
    } else if (class == &SN_CLASS_COSSERAT_STRAND) {
        sn_compile_rod_item(c, component);
    } else if (class == &SN_CLASS_FRAME) {
        const SnPose place =
            frame_place(&c->system->frames[sn_system_index(c->system, component->id)]);
        add_axes(c, component, &place);
    } else if (sn_class_is_a(class, &SN_CLASS_POINT)) {
        add_point(c, component);
    } else if (sn_class_is_a(class, &SN_CLASS_PATH)) {
        add_path(c, component);
    } else if (class == &SN_CLASS_FRAME_SPRING) {
        add_frame_spring(c, component);
    } else if (class == &SN_CLASS_FRAME_LOAD) {
        add_frame_load(c, component);
    } else if (sn_class_is_a(class, &SN_CLASS_LOAD) && class != &SN_CLASS_COORDINATE_LOAD &&
               class != &SN_CLASS_DRAG) {
        add_loads(c, component);
    } else if (sn_class_is_a(class, &SN_CLASS_FRAME_JOINT)) {
        add_frame_joint(c, component);
    } else if (sn_class_is_a(class, &SN_CLASS_SURFACE_JOINT)) {
        add_surface_joint(c, (const SnSurfaceJoint *)component);
    } else if (class == &SN_CLASS_COLLISION && ((const SnCollision *)component)->show_force) {
        add_contact_force(c, component);
    }
    return true;
}

static bool is_visible(const SnCompiler *c, const SnComponent *component)
{
    SnStyle style;
    sn_model_style(c->model, component, &style);
    return style.visible;
}

static bool is_rigid(const SnComponent *component)
{
    return component &&
           (component->class == &SN_CLASS_RIGID_BODY || component->class == &SN_CLASS_FRAME);
}

static bool note_seen(SnCompiler *c, const SnComponent *component)
{
    SnPose place = {.block = -1};
    if (component->class == &SN_CLASS_VISUAL) {
        const SnVisual *visual = (const SnVisual *)component;
        if (has_mesh(visual) && is_visible(c, component) && !visual_place(c, visual, &place))
            return false;
    } else if (component->class == &SN_CLASS_BODY_ATTACHMENT) {
        static const double origin[3], upright[4] = {1, 0, 0, 0};
        const SnBodyAttachment *attachment = (const SnBodyAttachment *)component;
        const SnId to = attachment->base.to;
        const SnComponent *body = sn_model_get(c->model, attachment->body);
        if (body && is_visible(c, body) && is_rigid(sn_model_get(c->model, to)) &&
            !sn_compiler_pose(c, component, to, origin, upright, &place))
            return false;
    }
    if (place.block >= 0)
        c->is_seen[place.block] = true;
    return true;
}

/* Bodies that are seen by visuals, or by bodies attached to them, need no axes to be seen by. */
static bool find_seen(SnCompiler *c)
{
    bool good = true;
    for (guint i = 0; good && i < c->components->len; i++)
        good = note_seen(c, c->components->pdata[i]);
    return good;
}

static double picture_size(SnCompiler *c)
{
    bool *hidden = sn_alloc((size_t)c->system->n_points, sizeof *hidden);
    for (guint i = 0; i < c->components->len; i++) {
        const SnComponent *component = c->components->pdata[i];
        if (!sn_class_is_a(component->class, &SN_CLASS_POINT))
            continue;
        const int point = c->point_of[component->id.index];
        if (point >= 0)
            hidden[point] = !is_visible(c, component);
    }
    const double size = sn_picture_size(c->system, hidden);
    sn_free(hidden);
    return size;
}

bool sn_compile_scene(SnCompiler *c)
{
    c->n_scene_points = c->system->n_points;
    c->n_scene_scalars = c->system->paths.n_muscles + c->system->fems.n_bundles;
    for (int i = 0; i < c->system->paths.n_muscles; i++) /* also those of strands */
        g_array_append_val(c->scalars, i);
    c->picture_size = picture_size(c);
    c->joint_radii = sn_joint_radii(c->system, c->picture_size);
    c->is_seen = sn_alloc((size_t)c->system->n_blocks, sizeof *c->is_seen);
    bool good = find_seen(c);
    for (guint i = 0; good && i < c->components->len; i++)
        good = add_component(c, c->components->pdata[i]) && !sn_compiler_cancelled(c);
    sn_free(c->joint_radii);
    sn_free(c->is_seen);
    c->joint_radii = NULL;
    c->is_seen = NULL;
    return good;
}
