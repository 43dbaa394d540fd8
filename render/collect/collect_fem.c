/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finite elements and the skins they carry: surface, nodes, fibres, and what of them is marked. */
#include "render/collect/collect.h"

#include "engine/base/vec.h"
#include "render/shape/face_grid.h"

#include <math.h>
#include <string.h>

enum { MANY_NODES = 4000 }; /* above: squares instead of balls */
enum { FEW_MARKS = 400 };   /* selected nodes up to there get outlines */
static const double opaque_alpha = 0.996;
static const float fibre_color[3] = {0x8C / 255.0f, 0x3F / 255.0f, 0x38 / 255.0f};

static const double *node_of(const SnCollector *c, const SnSceneItem *item, int node)
{
    return c->frame->snapshot->points + 3 * (size_t)(item->first + node);
}

static bool is_clear(const SnSceneItem *item)
{
    return (double)item->style.alpha < opaque_alpha;
}

/* --- surface --- */

static void fill_draw(const SnCollector *c, const SnSceneItem *item, const SnInk *ink,
                      SnGpuTissue *gpu, SnDraw *draw)
{
    static const SnInstance upright = {.axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    double bounds[2][3] = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    memset(draw, 0, sizeof *draw);
    draw->kind = SN_DRAW_TISSUE;
    draw->tissue = gpu;
    draw->field = sn_fields_of(&c->solids->fields, item);
    draw->place = upright;
    draw->place.ink = *ink;
    sn_frame_local(c->frame, gpu->origin, draw->place.origin);
    sn_faces_of(c, item, draw);
    /* numbers, cuts and what hands take apart are those of the elements themselves */
    draw->fine = !c->marks->picking && c->frame->n_cuts == 0 && draw->faces != SN_FACES_WIREFRAME &&
                 c->frame->settings->pick_detail == SN_PICK_COMPONENTS &&
                 item->style.shading == SN_SHADING_SMOOTH;
    uint32_t *tag = draw->place.ink.tag;
    if (gpu->tissue->solid)
        tag[1] |= SN_FLAG_INSIDE_BACK;
    if (draw->field)
        tag[1] &= ~(uint32_t)0xff00; /* no shine: a highlight would pass for another value */
    if (gpu->tissue->owner) {
        tag[0] = sn_solids_add_parts(c->solids, gpu->tissue->n_triangles, (int)ink->tag[0] - 1,
                                     SN_PART_ELEMENT, gpu->tissue->owner, 0);
        tag[1] |= SN_FLAG_COUNTED;
    }
    if (is_clear(item)) {
        double middle[3];
        sn_item_bounds(c->frame->snapshot, item, bounds);
        for (int k = 0; k < 3; k++)
            middle[k] = (bounds[0][k] + bounds[1][k]) / 2;
        draw->depth = sn_view_depth(c, middle);
    }
}

/* Cuts a skin: caps in its colour, or with the field of the elements that carry it. */
static void cut_skin(const SnCollector *c, const SnSceneItem *item, int index, const SnDraw *draw)
{
    SnSolids *solids = c->solids;
    const SnGpuTissue *gpu = draw->tissue;
    const int first = solids->caps.count, first_inner = solids->inner.count;
    const SnInstance place = draw->place;
    sn_collect_caps(c, &(SnCutSurface){gpu->made,
                                       sizeof(SnTissueVertex),
                                       {gpu->tissue->triangles, gpu->patch},
                                       {gpu->tissue->n_triangles, gpu->n_patch},
                                       &place,
                                       gpu->closed});
    if (draw->field <= 0 || solids->caps.count == first)
        return;
    sn_collect_sections(c, item, index, draw);
    const SnDraw *inner = solids->inner.data;
    SnCap *caps = solids->caps.data;
    for (int i = first; i < solids->caps.count; i++)
        for (int k = first_inner; k < solids->inner.count; k++)
            if ((int)(inner[k].place.ink.tag[1] >> SN_OWN_CUT_SHIFT & 15) == caps[i].cut + 1)
                caps[i].inner = k + 1;
}

/* Shares of flesh at the nodes of a muscle's skin, four to a frame of its Cosserat strand: its ends
 * are tendon. */
static const float *flesh_shares(const SnCollector *c, const SnSceneItem *item)
{
    static const float from_end[] = {0, 0.6f};
    SnBuffer *shares = &c->solids->flesh_share;
    const int frames = item->fem->n_nodes / 4;
    shares->count = 0;
    float *share = sn_buffer_add(shares, 4 * frames, sizeof *share);
    for (int i = 0; i < 4 * frames; i++) {
        const int end = i / 4 < frames - 1 - i / 4 ? i / 4 : frames - 1 - i / 4;
        share[i] = end < 2 ? from_end[end] : 1;
    }
    return shares->data;
}

static void add_surface(const SnCollector *c, const SnSceneItem *item, const SnInk *ink)
{
    const SnSnapshot *snapshot = c->frame->snapshot;
    const bool shown = sn_fields_of(&c->solids->fields, item) != 0;
    const bool muscle = item->skin && item->active && !shown;
    const float *values = shown    ? snapshot->scalars + item->scalar
                          : muscle ? flesh_shares(c, item)
                                   : NULL;
    SnGpuTissue *gpu = sn_tissue_cache_get(c->tissues, item, snapshot, values);
    if (gpu->tissue->n_triangles == 0)
        return;
    SnDraw draw;
    fill_draw(c, item, ink, gpu, &draw);
    if (muscle)
        draw.field = SN_FIELD_FLESH;
    SnBuffer *list = is_clear(item) ? &c->solids->clear : &c->solids->opaque;
    memcpy(sn_buffer_add(list, 1, sizeof draw), &draw, sizeof draw);
    if (ink->tag[1] & (SN_FLAG_SELECTED | SN_FLAG_HOVERED))
        memcpy(sn_buffer_add(&c->solids->marked, 1, sizeof draw), &draw, sizeof draw);
    if (draw.faces == SN_FACES_WIREFRAME)
        return;
    const int index = (int)ink->tag[0] - 1;
    if (item->kind == SN_ITEM_FEM)
        sn_collect_sections(c, item, index, &draw);
    else
        cut_skin(c, item, index, &draw);
}

/* --- nodes --- */

/* Nodes are to be seen where they are what hands pick. */
static bool picks_nodes(const SnCollector *c)
{
    return c->frame->settings->pick_detail == SN_PICK_NODES;
}

static double node_radius(const SnCollector *c, const SnSceneItem *item, const double at[3])
{
    const double size = (double)item->style.point_radius;
    const double pixel = c->frame->settings->scale * sn_frame_pixel(c->frame, at);
    const double least = (picks_nodes(c) ? 2.2 : 1.5) * pixel;
    return item->style.point_style == SN_POINT_SQUARE ? fmax(size * pixel, least)
                                                      : fmax(size, least);
}

static void add_node(const SnCollector *c, const double at[3], double radius, bool simple,
                     const SnInk *ink)
{
    if (!simple) {
        sn_add_ball(c, SN_LAYER_OPAQUE, at, radius, ink);
        return;
    }
    double axes[3][3], near[3];
    SnInk flat = *ink;
    flat.tag[1] |= SN_FLAG_UNLIT;
    for (int k = 0; k < 3; k++)
        sn_v3_scale(radius, c->frame->axes[k], axes[k]);
    sn_v3_add(at, axes[2], near); /* not half inside the surface */
    sn_add_solid(c, SN_LAYER_OPAQUE, SN_SHAPE_SQUARE, near, axes[0], axes[1], axes[2], &flat);
}

static SnInk node_ink(const SnSceneItem *item)
{
    SnInk ink = {.tag = {0, 0}};
    sn_ink_color(item->style.edge_color, 1, &ink);
    return ink;
}

static void add_nodes(const SnCollector *c, const SnSceneItem *item, int index)
{
    const SnFemMesh *fem = item->fem;
    const uint32_t first =
        sn_solids_add_parts(c->solids, fem->n_nodes, index, SN_PART_NODE, NULL, -1);
    const bool simple = fem->n_nodes > MANY_NODES || item->style.point_style == SN_POINT_SQUARE;
    SnInk ink = node_ink(item);
    for (int i = 0; i < fem->n_nodes; i++) {
        const double *at = node_of(c, item, i);
        ink.tag[0] = first + (uint32_t)i;
        add_node(c, at, node_radius(c, item, at), simple, &ink);
    }
}

/* --- fibres --- */

static void add_fibres(const SnCollector *c, const SnSceneItem *item, const SnInk *item_ink)
{
    const SnFemMesh *fem = item->fem;
    const float *scalars = c->frame->snapshot->scalars;
    const double scale = c->frame->settings->scale;
    for (int i = 0; i < fem->n_fibres; i++) {
        const int *fibre = fem->fibre[i];
        SnInk ink = {.tag = {item_ink->tag[0], 0}};
        double activation = fibre[2] >= 0 ? (double)scalars[fibre[2]] : 0;
        activation = isfinite(activation) ? fmin(fmax(activation, 0), 1) : 0;
        sn_activation_color(fibre_color, 1, activation, &ink);
        sn_add_segment(c, 1, node_of(c, item, fibre[0]), node_of(c, item, fibre[1]),
                       (1.5 + 1.5 * activation) * scale, &ink);
    }
}

/* --- marks of single nodes and elements --- */

/* The element with a number of its component; most scenes have all of them, in order. */
static int find_element(const SnFemMesh *fem, int original)
{
    int guess = original < fem->n_elements ? original : fem->n_elements - 1;
    while (guess >= 0 && fem->original[guess] > original)
        guess--;
    if (guess >= 0 && fem->original[guess] == original)
        return guess;
    for (int e = 0; e < fem->n_elements; e++)
        if (fem->original[e] == original)
            return e;
    return -1;
}

static void include(const SnCollector *c, const double p[3], double margin)
{
    double(*bounds)[3] = c->solids->marked_bounds;
    for (int k = 0; k < 3; k++) {
        bounds[0][k] = fmin(bounds[0][k], p[k] - margin);
        bounds[1][k] = fmax(bounds[1][k], p[k] + margin);
    }
}

/* All faces of an element, drawn into the mask. */
static void mark_element(const SnCollector *c, const SnSceneItem *item, int e, const SnInk *ink)
{
    const SnFemMesh *fem = item->fem;
    const SnElementShape *shape = sn_element_shape((SnElementKind)fem->kind[e]);
    const int *nodes = fem->nodes + fem->start[e];
    SnSoup *soup = &c->solids->soup[SN_LAYER_MARK];
    float weight[SN_ELEMENT_MAX_NODES];
    double middle[3] = {0, 0, 0};
    const double size = item->style.fem.elements ? (double)item->style.fem.shrink : 1;
    sn_element_middle((SnElementKind)fem->kind[e], weight);
    for (int i = 0; i < shape->n_nodes; i++) {
        sn_v3_axpy((double)weight[i], node_of(c, item, nodes[i]), middle);
        include(c, node_of(c, item, nodes[i]), 0);
    }
    for (int f = 0; f < shape->n_faces; f++) {
        SnFaceGrid grid;
        const SnElementFace *face = &shape->face[f];
        const uint32_t first = (uint32_t)soup->vertices.count;
        sn_face_grid_make(&grid, face->n);
        SnSoupVertex *vertex = sn_buffer_add(&soup->vertices, grid.n_points, sizeof *vertex);
        for (int i = 0; i < grid.n_points; i++) {
            double p[3] = {0, 0, 0};
            for (int k = 0; k < face->n; k++)
                sn_v3_axpy((double)grid.point[i].weight[k], node_of(c, item, nodes[face->node[k]]),
                           p);
            for (int k = 0; k < 3; k++)
                p[k] = middle[k] + size * (p[k] - middle[k]);
            memset(&vertex[i], 0, sizeof vertex[i]);
            sn_frame_local(c->frame, p, vertex[i].vertex.position);
            vertex[i].ink = *ink;
        }
        uint32_t *index = sn_buffer_add(&soup->indices, 3 * grid.n_triangles, sizeof *index);
        for (int i = 0; i < 3 * grid.n_triangles; i++)
            index[i] = first + grid.triangle[i / 3][i % 3];
    }
}

static void add_marked_run(const SnCollector *c, SnDrawKind kind, SnShape shape, int first, int end,
                           const SnInk *ink)
{
    if (end == first)
        return;
    SnDraw *draw = sn_buffer_add(&c->solids->marked, 1, sizeof *draw);
    memset(draw, 0, sizeof *draw);
    draw->kind = kind;
    draw->layer = SN_LAYER_MARK;
    draw->shape = shape;
    draw->first = first;
    draw->count = end - first;
    draw->place.ink = *ink;
}

/* One among few also gets an outline, which is seen through what hides it. */
static void mark_node(const SnCollector *c, const SnSceneItem *item, int node, bool few,
                      const SnInk *ink)
{
    static const float selected[3] = {0xF0 / 255.0f, 0x8C / 255.0f, 0};
    const double *at = node_of(c, item, node);
    const double pixel = c->frame->settings->scale * sn_frame_pixel(c->frame, at);
    const double r = fmax(1.3 * node_radius(c, item, at), 3.5 * pixel);
    SnInk plain = node_ink(item);
    if (ink->tag[1] & SN_FLAG_SELECTED)
        sn_ink_color(selected, 1, &plain);
    plain.tag[0] = 0;
    add_node(c, at, r, !few, &plain);
    if (few) {
        const double x[3] = {r, 0, 0}, y[3] = {0, r, 0}, z[3] = {0, 0, r};
        sn_add_solid(c, SN_LAYER_MARK, SN_SHAPE_BALL, at, x, y, z, ink);
        include(c, at, r);
    }
}

static void mark_part(const SnCollector *c, const SnSceneItem *item, SnId id, bool few,
                      const SnInk *ink)
{
    const int number = (int)sn_id_entry_index(id), array = sn_id_array(id);
    if (array == SN_PART_NODE && number < item->fem->n_nodes) {
        mark_node(c, item, number, few, ink);
    } else if (array == SN_PART_ELEMENT) {
        const int e = find_element(item->fem, number);
        if (e >= 0)
            mark_element(c, item, e, ink);
    }
}

static bool is_among(const SnMarks *marks, SnId id)
{
    return marks->n_selection > 0 &&
           bsearch(&id, marks->selection, (size_t)marks->n_selection, sizeof id, sn_id_compare);
}

static void add_part_marks(const SnCollector *c, const SnSceneItem *item, uint32_t flag)
{
    const SnMarks *marks = c->marks;
    const SnBuffer *balls = &c->solids->instances[SN_LAYER_MARK][SN_SHAPE_BALL];
    const SnBuffer *faces = &c->solids->soup[SN_LAYER_MARK].indices;
    const int first_ball = balls->count, first_face = faces->count;
    const SnInk ink = {.tag = {0, flag}};
    const SnId *ids = flag == SN_FLAG_SELECTED ? marks->selection : &marks->hover;
    const int n = flag == SN_FLAG_SELECTED ? marks->n_selection : !sn_id_is_null(marks->hover);
    for (int i = 0; i < n; i++)
        if (ids[i].entry != 0 && sn_id_equal(sn_id_component(ids[i]), item->id) &&
            !(flag == SN_FLAG_HOVERED && is_among(marks, ids[i]))) /* it has that mark already */
            mark_part(c, item, ids[i], n <= FEW_MARKS, &ink);
    add_marked_run(c, SN_DRAW_INSTANCES, SN_SHAPE_BALL, first_ball, balls->count, &ink);
    add_marked_run(c, SN_DRAW_SOUP, SN_N_SHAPES, first_face, faces->count, &ink);
    if (balls->count == first_ball && faces->count == first_face)
        return;
    if (flag == SN_FLAG_SELECTED)
        c->solids->any_selected = true;
    else
        c->solids->any_hovered = true;
}

/* Whether surfaces are carried by the nodes of a FEM. */
static bool carries_skin(const SnScene *scene, const SnSceneItem *item)
{
    for (int i = 0; i < scene->n_items; i++)
        if (scene->items[i].kind == SN_ITEM_SKIN && scene->items[i].first == item->first)
            return true;
    return false;
}

void sn_collect_fem(const SnCollector *collector, const SnSceneItem *item, const SnInk *ink)
{
    const SnFemStyle *style = &item->style.fem;
    if (item->kind == SN_ITEM_SKIN
            ? style->embedded
            : !style->embedded || !carries_skin(collector->frame->snapshot->scene, item))
        add_surface(collector, item, ink);
    if (item->kind == SN_ITEM_SKIN)
        return;
    const int index = (int)ink->tag[0] - 1;
    if ((style->nodes || picks_nodes(collector)) &&
        !(collector->marks->hidden && collector->marks->hidden[index] & 2))
        add_nodes(collector, item, index);
    if (style->directions)
        add_fibres(collector, item, ink);
    if (collector->marks->picking)
        return;
    add_part_marks(collector, item, SN_FLAG_SELECTED);
    add_part_marks(collector, item, SN_FLAG_HOVERED);
}
