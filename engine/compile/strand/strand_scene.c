/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strands, what they run through and what they slide on, to be drawn. */
#include "engine/compile/strand/strand_scene.h"

#include "engine/base/vec.h"
#include "engine/compile/core/belly.h"
#include "engine/compile/core/shapes.h"
#include "engine/compile/strand/strands.h"
#include "engine/mesh/geometry.h"

#include <math.h>

/* A groove for strands that no strand runs in, and the tube of a ring, as parts of the radius. */
static const double GROOVE_PART = 0.06;
static const double RING_PART = 0.025;
/* Between the cheeks of a block and its outer sheaves, as part of their width. */
static const double CLEARANCE = 0.15;

static SnSceneItem new_item(SnCompiler *c, const SnComponent *component, SnItemKind kind)
{
    SnSceneItem item = {.kind = kind, .id = component->id, .count = 1, .scalar = -1, .vector = -1};
    sn_model_style(c->model, component, &item.style);
    return item;
}

/* --- strands --- */

/* What the nodes of the document look like when their strand is selected. */
static SnNodeLook node_look(const SnModel *model, const SnSystemStrandNode *node)
{
    const SnComponent *component = sn_model_get(model, sn_id_component(node->id));
    if (node->is_virtual || node->eulerian >= 0)
        return SN_NODE_LOOK_PASSING;
    if (component->class != &SN_CLASS_STRAND)
        return SN_NODE_LOOK_MATTER;
    const SnStrand *strand = (const SnStrand *)component;
    const int entry = sn_strand_entry_of(strand, node->id);
    const SnStrandNode *own = (const SnStrandNode *)strand->nodes.entries + entry;
    return sn_strand_node_is(own, SN_NODE_SLIDES) ? SN_NODE_LOOK_SLIDING : SN_NODE_LOOK_MATTER;
}

/* Nodes of all turns show, and select, their entry. */
static void add_nodes(SnCompiler *c, const SnSystemStrand *strand, SnSceneItem *item)
{
    const SnStrand *component = (const SnStrand *)sn_model_get(c->model, strand->id);
    item->first_node = (int)c->item_nodes->len;
    for (int i = 0; i < strand->n_nodes; i++) {
        const SnSystemStrandNode *node = &c->system->strands.nodes[strand->first_node + i];
        const int entry = sn_strand_entry_of(component, node->id);
        if (entry < 0)
            continue;
        const SnNodeView view = {
            .point = node->point, .entry = entry, .look = node_look(c->model, node)};
        g_array_append_val(c->item_nodes, view);
        item->n_nodes++;
    }
}

void sn_compile_strand_item(SnCompiler *c, const SnComponent *component)
{
    const SnSystem *s = c->system;
    const int number = sn_system_index(s, component->id);
    if (number < 0)
        return;
    const SnSystemStrand *strand = &s->strands.strands[number];
    SnSceneItem item = new_item(c, component, SN_ITEM_PATH);
    item.path_kind = SN_PATH_STRAND;
    item.first = (int)c->item_points->len;
    item.count = strand->n_nodes;
    item.closed = strand->closed;
    item.active = strand->p.muscle >= 0;
    const double matter = M_PI * strand->p.radius * strand->p.radius * strand->rest_length;
    item.belly = item.active ? sn_compiler_belly(&s->paths.muscles[strand->p.muscle],
                                                 strand->start_length, matter)
                             : sn_compiler_matter_belly(strand->start_length, matter);
    item.scalar = c->n_scene_scalars;
    for (int i = 0; i < strand->n_nodes; i++)
        g_array_append_val(c->item_points, s->strands.nodes[strand->first_node + i].point);
    add_nodes(c, strand, &item);
    const struct SnStrandView view = {.strand = number, .first_scalar = item.scalar};
    g_array_append_val(c->strand_views, view);
    c->n_scene_scalars += 2 * strand->n_nodes + 1;
    g_array_append_val(c->items, item);
}

/* --- guides --- */

void sn_compile_guide_item(SnCompiler *c, const SnGuideCurve *guide)
{
    SnSceneItem item = new_item(c, &guide->base.base.base, SN_ITEM_PATH);
    item.path_kind = SN_PATH_GUIDE;
    item.first = (int)c->item_points->len;
    item.closed = guide->base.ends == SN_GUIDE_WRAPPED;
    item.spline = guide->shape == SN_GUIDE_SPLINE;
    for (int i = 0; i < guide->points.n; i++) {
        const int point = sn_compiler_point(c, guide->points.ids[i]);
        if (point >= 0)
            g_array_append_val(c->item_points, point);
    }
    item.count = (int)c->item_points->len - item.first;
    g_array_append_val(c->items, item);
}

/* --- pulleys --- */

/* Radius of the thickest strand that runs over a pulley; 0: none does. */
static double strand_radius(const SnCompiler *c, SnId pulley)
{
    double radius = 0;
    for (guint i = 0; i < c->components->len; i++) {
        const SnComponent *component = c->components->pdata[i];
        if (component->class != &SN_CLASS_STRAND)
            continue;
        const SnStrand *strand = (const SnStrand *)component;
        const SnStrandNode *nodes = strand->nodes.entries;
        for (int k = 0; k < strand->nodes.n; k++)
            if (sn_id_equal(nodes[k].guide, pulley))
                radius = MAX(radius, strand->base.radius);
    }
    return radius;
}

static SnMesh *pulley_mesh(SnCompiler *c, const SnPulley *pulley)
{
    const double x = pulley->radii[0], y = pulley->radii[1] > 0 ? pulley->radii[1] : x;
    const double strand = strand_radius(c, pulley->base.base.base.id);
    const SnWheelShape shape = {
        .radii = {x, y}, .groove = strand > 0 ? strand : GROOVE_PART * x, .width = pulley->width};
    char *key = sn_compiler_key(c, "wheel %.17g %.17g groove %.17g width %.17g", x, y, shape.groove,
                                shape.width);
    SnMesh *mesh = sn_cached_find(c, key);
    if (!mesh)
        mesh = sn_cached_store(c, key,
                               shape.width > 0 ? sn_wheel_mesh(&shape)
                                               : sn_ring_mesh(shape.radii, RING_PART * x));
    return mesh;
}

/* The same place at the start, on another block. */
static void move_to(const SnSystem *s, int block, SnPose *place)
{
    double position[3], orientation[4], turned[4];
    sn_v3_copy(place->position, position);
    sn_q_copy(place->orientation, orientation);
    if (place->block >= 0) {
        const double *q = s->q0 + s->blocks[place->block].q;
        sn_pose_point(q, q + 3, place->position, position);
        sn_q_mul(q + 3, place->orientation, orientation);
    }
    const double *q = s->q0 + s->blocks[block].q;
    sn_pose_inverse_point(q, q + 3, position, place->position);
    sn_q_conj(q + 3, turned);
    sn_q_mul(turned, orientation, place->orientation);
    place->block = block;
}

static void add_posed(SnCompiler *c, const SnComponent *component, SnMesh *mesh,
                      const SnPose *place)
{
    SnSceneItem item = new_item(c, component, SN_ITEM_MESH);
    struct SnPoseSource pose = {.block = place->block};
    sn_v3_copy(place->position, pose.position);
    sn_q_copy(place->orientation, pose.orientation);
    item.mesh = mesh;
    item.body = place->block;
    item.first = (int)c->poses->len;
    g_array_append_val(c->poses, pose);
    g_array_append_val(c->items, item);
}

static bool add_pulley(SnCompiler *c, const SnPulley *pulley, const double shift[3])
{
    const SnComponent *component = &pulley->base.base.base;
    SnPose place;
    double location[3];
    sn_v3_add(pulley->position, shift, location);
    if (!sn_compiler_pose(c, component, pulley->body, location, pulley->orientation, &place))
        return false;
    const int wheel = sn_id_is_null(pulley->wheel) ? -1 : sn_system_index(c->system, pulley->wheel);
    if (wheel >= 0)
        move_to(c->system, wheel, &place);
    add_posed(c, component, pulley_mesh(c, pulley), &place);
    return true;
}

/* Axes of the block in the frame of the pulley's body: z along the row of sheaves, x to what holds
 * it.  False: it has no extent. */
static bool block_axes(const SnPulley *pulley, const double span[3], double orientation[4],
                       double *reach)
{
    static const double axle[3] = {0, 0, 1};
    double x[3], y[3], z[3], q[4];
    if (sn_v3_normalize(span, z) == 0) {
        sn_q_copy(pulley->orientation, q);
        sn_q_normalize(q);
        sn_q_rotate(q, axle, z);
    }
    sn_v3_copy(pulley->mount, x);
    sn_v3_axpy(-sn_v3_dot(x, z), z, x);
    *reach = sn_v3_normalize(x, x);
    sn_v3_cross(z, x, y);
    const double axes[9] = {x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]};
    sn_q_from_m3(axes, orientation);
    return *reach > 0;
}

/* From the first to the last of its sheaves. */
static bool add_block(SnCompiler *c, const SnPulley *pulley, const double first[3],
                      const double last[3])
{
    double span[3], middle[3], orientation[4];
    SnBlockShape shape = {.radius = MAX(pulley->radii[0], pulley->radii[1])};
    sn_v3_sub(last, first, span);
    if (!block_axes(pulley, span, orientation, &shape.reach))
        return true;
    shape.length = sn_v3_norm(span) + (1 + 2 * CLEARANCE) * pulley->width;
    sn_v3_add(first, last, middle);
    sn_v3_scale(0.5, middle, middle);
    sn_v3_add(pulley->position, middle, middle);
    SnPose place;
    if (!sn_compiler_pose(c, &pulley->base.base.base, pulley->body, middle, orientation, &place))
        return false;
    char *key =
        sn_compiler_key(c, "block %.17g %.17g %.17g", shape.length, shape.reach, shape.radius);
    SnMesh *mesh = sn_cached_find(c, key);
    add_posed(c, &pulley->base.base.base,
              mesh ? mesh : sn_cached_store(c, key, sn_block_mesh(&shape)), &place);
    return true;
}

/* One sheave for each turn of the strand that runs over it. */
bool sn_compile_pulley_item(SnCompiler *c, const SnPulley *pulley)
{
    static const double none[3] = {0};
    const GArray *guides = c->strand->guides;
    const double *first = NULL, *last = NULL;
    for (guint i = 0; i < guides->len; i++) {
        const SnGuideDraft *draft = &g_array_index(guides, SnGuideDraft, i);
        if (draft->guide != &pulley->base)
            continue;
        if (!add_pulley(c, pulley, draft->shift))
            return false;
        first = first ? first : draft->shift;
        last = draft->shift;
    }
    if (!first && !add_pulley(c, pulley, none))
        return false;
    return sn_v3_norm(pulley->mount) == 0 ||
           add_block(c, pulley, first ? first : none, last ? last : none);
}

/* --- surfaces --- */

static SnMesh *make_surface(const SnWrapSurface *wrap)
{
    enum { AROUND = 48 }; /* as primitive bodies: in one it lies within also as drawn */
    SnSurface *surface = NULL;
    switch ((SnWrapSurfaceShape)wrap->shape) {
    case SN_WRAP_SURFACE_SPHERE:
        surface =
            sn_surface_ellipsoid((double[3]){wrap->size[0], wrap->size[0], wrap->size[0]}, AROUND);
        break;
    case SN_WRAP_SURFACE_ELLIPSOID:
        surface = sn_surface_ellipsoid(wrap->size, AROUND);
        break;
    case SN_WRAP_SURFACE_CYLINDER:
        surface = sn_surface_cylinder(wrap->size[0], wrap->size[1], AROUND);
        break;
    case SN_WRAP_SURFACE_CONE:
        surface = sn_surface_cone(wrap->size[0], wrap->size[1], AROUND);
        break;
    case SN_WRAP_SURFACE_TORUS:
        return sn_ring_mesh((double[2]){wrap->size[0], wrap->size[0]}, wrap->size[1]);
    case SN_WRAP_SURFACE_PATCH:
        return sn_patch_mesh(wrap->net.n / 3 / wrap->columns, wrap->columns, wrap->net.values);
    case SN_WRAP_SURFACE_MESH: /* of its body: sn_compiler_wrap_mesh */
        break;
    }
    return sn_surface_into_mesh(surface);
}

static SnMesh *surface_mesh(SnCompiler *c, const SnWrapSurface *wrap)
{
    GString *key = g_string_new("wrap");
    g_string_append_printf(key, " %d %.17g %.17g %.17g columns %d", wrap->shape, wrap->size[0],
                           wrap->size[1], wrap->size[2], wrap->columns);
    for (int i = 0; wrap->shape == SN_WRAP_SURFACE_PATCH && i < wrap->net.n; i++)
        g_string_append_printf(key, " %.17g", wrap->net.values[i]);
    char *text = sn_compiler_key(c, "%s", key->str);
    g_string_free(key, TRUE);
    SnMesh *mesh = sn_cached_find(c, text);
    return mesh ? mesh : sn_cached_store(c, text, make_surface(wrap));
}

bool sn_compile_wrap_item(SnCompiler *c, const SnWrapSurface *wrap)
{
    SnPose place;
    if (!sn_compiler_pose(c, &wrap->base.base, wrap->body, wrap->position, wrap->orientation,
                          &place))
        return false;
    SnMesh *mesh = wrap->shape == SN_WRAP_SURFACE_MESH ? sn_compiler_wrap_mesh(c, wrap)
                                                       : surface_mesh(c, wrap);
    if (!mesh)
        return false;
    add_posed(c, &wrap->base.base, mesh, &place);
    return true;
}
