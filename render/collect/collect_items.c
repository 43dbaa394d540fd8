/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/collect/collect_strand.h"
#include "render/collect/past.h"

#include "engine/base/vec.h"
#include "render/collect/flesh.h"

#include <math.h>
#include <string.h>

enum { MAX_PATH = 256 };
static const double opaque_alpha = 0.996;
static const double coarse_pixels =
    16; /* a triangle, so that a quarter of them do while things move */
static const double dense_pixels = 30; /* a triangle, so that its vertices suffice for light */

static const double metal_shine = 0.5;

static const float muscle_active[3] = {0xE2 / 255.0f, 0x48 / 255.0f, 0x3B / 255.0f};
static const float muscle_full[3] = {0xFF / 255.0f, 0x7A / 255.0f, 0x59 / 255.0f};

/* Fittings of joints, before light and dark. */
static const float metals[2][3] = {{0x7C / 255.0f, 0x87 / 255.0f, 0x92 / 255.0f},
                                   {0x97 / 255.0f, 0xA1 / 255.0f, 0xAC / 255.0f}};

int sn_id_compare(const void *a, const void *b)
{
    const SnId *x = a, *y = b;
    if (x->index != y->index)
        return x->index < y->index ? -1 : 1;
    if (x->generation != y->generation)
        return x->generation < y->generation ? -1 : 1;
    return (x->entry > y->entry) - (x->entry < y->entry);
}

static bool is_selected(const SnMarks *marks, SnId id)
{
    if (!marks->n_selection || sn_id_is_null(id))
        return false;
    const SnId component = sn_id_component(id);
    const size_t n = (size_t)marks->n_selection;
    return bsearch(&id, marks->selection, n, sizeof id, sn_id_compare) ||
           bsearch(&component, marks->selection, n, sizeof id, sn_id_compare);
}

/* Colour and flags of an item; alpha goes into the colour. */
static SnInk item_ink(const SnCollector *c, int index, const SnSceneItem *item)
{
    SnInk ink = {.tag = {(uint32_t)index + 1, 0}};
    const SnStyle *style = &item->style;
    const float *metal = metals[c->frame->settings->dark];
    sn_ink_color(item->metal ? metal : style->color, (double)style->alpha, &ink);
    if (is_selected(c->marks, item->id)) {
        ink.tag[1] |= SN_FLAG_SELECTED;
        c->solids->any_selected = true;
    } else if (!sn_id_is_null(c->marks->hover) && sn_id_equal(c->marks->hover, item->id)) {
        /* a second outline within the first would not be seen */
        ink.tag[1] |= SN_FLAG_HOVERED;
        c->solids->any_hovered = true;
    }
    if (style->shading == SN_SHADING_FLAT)
        ink.tag[1] |= SN_FLAG_FLAT;
    if (style->shading == SN_SHADING_NONE)
        ink.tag[1] |= SN_FLAG_UNLIT;
    if (style->shading == SN_SHADING_HATCHED)
        ink.tag[1] |= SN_FLAG_FLAT | SN_FLAG_HATCHED;
    const double shine = item->metal ? metal_shine : fmin(fmax((double)style->specular, 0), 1);
    ink.tag[1] |= (uint32_t)lrint(shine * 255) << 8;
    return ink;
}

static const double *pose_of(const SnSnapshot *snapshot, int index)
{
    return snapshot->poses + 7 * (size_t)index;
}

static const double *point_of(const SnSnapshot *snapshot, int index)
{
    return snapshot->points + 3 * (size_t)index;
}

double sn_view_depth(const SnCollector *c, const double point[3])
{
    double away[3];
    sn_v3_sub(c->frame->eye, point, away);
    return sn_v3_dot(away, c->frame->axes[2]);
}

/* Where the lists stood before an item. */
typedef struct Mark {
    SnLayer layer;
    int instances[SN_N_SHAPES];
    int indices, segments;
} Mark;

static bool is_marked(const SnInk *ink)
{
    return ink->tag[1] & (SN_FLAG_SELECTED | SN_FLAG_HOVERED);
}

/* Notes what one item added: transparent things are sorted by it, marked ones outlined. */
static void add_run(const SnCollector *c, SnBuffer *list, SnDrawKind kind, SnShape shape,
                    const Mark *mark, int first, int end, const double middle[3], const SnInk *ink)
{
    if (end == first)
        return;
    SnDraw *draw = sn_buffer_add(list, 1, sizeof *draw);
    memset(draw, 0, sizeof *draw);
    draw->kind = kind;
    draw->layer = mark->layer;
    draw->shape = shape;
    draw->first = first;
    draw->count = end - first;
    draw->depth = sn_view_depth(c, middle);
    draw->place.ink = *ink;
}

static SnLayer begin_item(const SnCollector *c, double alpha, Mark *mark)
{
    mark->layer = alpha < opaque_alpha ? SN_LAYER_CLEAR : SN_LAYER_OPAQUE;
    for (int i = 0; i < SN_N_SHAPES; i++)
        mark->instances[i] = c->solids->instances[mark->layer][i].count;
    mark->indices = c->solids->soup[mark->layer].indices.count;
    mark->segments = c->solids->segments[0].count;
    return mark->layer;
}

static void add_runs(const SnCollector *c, SnBuffer *list, const Mark *mark, const double middle[3],
                     const SnInk *ink)
{
    for (int i = 0; i < SN_N_SHAPES; i++)
        add_run(c, list, SN_DRAW_INSTANCES, (SnShape)i, mark, mark->instances[i],
                c->solids->instances[mark->layer][i].count, middle, ink);
    add_run(c, list, SN_DRAW_SOUP, SN_N_SHAPES, mark, mark->indices,
            c->solids->soup[mark->layer].indices.count, middle, ink);
}

static void end_item(const SnCollector *c, const Mark *mark, const double middle[3],
                     const SnInk *ink)
{
    if (mark->layer == SN_LAYER_CLEAR)
        add_runs(c, &c->solids->clear, mark, middle, ink);
    if (is_marked(ink)) {
        add_runs(c, &c->solids->marked, mark, middle, ink);
        add_run(c, &c->solids->marked, SN_DRAW_SEGMENTS, SN_N_SHAPES, mark, mark->segments,
                c->solids->segments[0].count, middle, ink);
    }
}

void sn_faces_of(const SnCollector *c, const SnSceneItem *item, SnDraw *draw)
{
    const SnViewSettings *settings = c->frame->settings;
    draw->faces = settings->wireframe_all ? SN_FACES_WIREFRAME : item->style.faces;
    const bool parts = item->kind == SN_ITEM_FEM && settings->pick_detail != SN_PICK_COMPONENTS;
    if ((settings->edges_all || parts) && draw->faces == SN_FACES_FILL)
        draw->faces = SN_FACES_FILL_EDGES;
    memcpy(draw->edge_color, item->style.edge_color, sizeof draw->edge_color);
    if (draw->faces == SN_FACES_WIREFRAME)
        memcpy(draw->edge_color, item->style.color, sizeof draw->edge_color);
}

/* Whether the mean triangle of a mesh has fewer pixels than that. */
static bool is_finer(const SnCollector *c, const SnDraw *draw, const double middle[3],
                     double pixels)
{
    const double pixel = sn_frame_pixel(c->frame, middle);
    return 3 * draw->mesh->area < pixels * pixel * pixel * draw->mesh->n_indices;
}

/* Whether shading the vertices of a surface looks like shading its pixels. */
static bool is_dense(const SnCollector *c, const SnDraw *draw, const double middle[3])
{
    return draw->mesh->winding && c->frame->n_cuts == 0 && draw->faces == SN_FACES_FILL &&
           !(draw->place.ink.tag[1] & (SN_FLAG_FLAT | SN_FLAG_UNLIT)) &&
           is_finer(c, draw, middle, dense_pixels);
}

static void add_mesh(const SnCollector *c, const SnSceneItem *item, SnInk ink)
{
    const double *pose = pose_of(c->frame->snapshot, item->first);
    const bool clear = (double)item->style.alpha < opaque_alpha;
    SnBuffer *list = clear ? &c->solids->clear : &c->solids->opaque;
    SnGpuMesh *mesh = sn_mesh_cache_get(c->cache, item->mesh);
    if (mesh->winding)
        ink.tag[1] |= mesh->winding < 0 ? SN_FLAG_INSIDE_FRONT : SN_FLAG_INSIDE_BACK;
    SnDraw *draw = sn_buffer_add(list, 1, sizeof *draw);
    memset(draw, 0, sizeof *draw);
    draw->kind = SN_DRAW_MESH;
    draw->mesh = mesh;
    draw->body = item->body;
    draw->through = item->through;
    c->solids->n_through += item->through;
    sn_faces_of(c, item, draw);
    double m[9], middle[3];
    sn_q_to_m3(pose + 3, m);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            draw->place.axes[i][k] = (float)m[3 * k + i];
    sn_frame_local(c->frame, pose, draw->place.origin);
    draw->place.ink = ink;
    for (int k = 0; k < 3; k++)
        middle[k] = (item->mesh->bounds[0][k] + item->mesh->bounds[1][k]) / 2;
    sn_pose_point(pose, pose + 3, middle, middle);
    draw->depth = sn_view_depth(c, middle);
    draw->dense = is_dense(c, draw, middle);
    draw->coarse = draw->dense && !clear && c->frame->settings->moving && mesh->n_coarse > 0 &&
                   is_finer(c, draw, middle, coarse_pixels);
    const SnInstance place = draw->place;
    if (is_marked(&ink)) {
        SnDraw *marked =
            memcpy(sn_buffer_add(&c->solids->marked, 1, sizeof *draw), draw, sizeof *draw);
        marked->coarse = false;
    }
    if (draw->faces != SN_FACES_WIREFRAME)
        sn_collect_caps(c, &(SnCutSurface){item->mesh->vertices,
                                           3 * sizeof(float),
                                           {item->mesh->triangles, mesh->patch},
                                           {item->mesh->n_triangles, mesh->n_patch},
                                           &place,
                                           mesh->closed});
}

static void add_point(const SnCollector *c, const SnSceneItem *item, const SnInk *ink)
{
    const double *p = point_of(c->frame->snapshot, item->first);
    const double r = (double)item->style.point_radius;
    Mark mark;
    const SnLayer layer = begin_item(c, (double)item->style.alpha, &mark);
    if (item->style.point_style == SN_POINT_SPHERE) {
        sn_add_ball(c, layer, p, r, ink);
    } else if (item->style.point_style == SN_POINT_CUBE) {
        const double x[3] = {r, 0, 0}, y[3] = {0, r, 0}, z[3] = {0, 0, r};
        sn_add_solid(c, layer, SN_SHAPE_CUBE, p, x, y, z, ink);
    } else {
        const double size = r * c->frame->settings->scale * sn_frame_pixel(c->frame, p);
        double axes[3][3];
        for (int k = 0; k < 3; k++)
            sn_v3_scale(size, c->frame->axes[k], axes[k]);
        SnInk flat = *ink;
        flat.tag[1] |= SN_FLAG_UNLIT;
        sn_add_solid(c, layer, SN_SHAPE_SQUARE, p, axes[0], axes[1], axes[2], &flat);
    }
    end_item(c, &mark, p, ink);
}

static double activation_of(const SnCollector *c, const SnSceneItem *item)
{
    if (item->scalar < 0)
        return -1;
    const double a = (double)c->frame->snapshot->scalars[item->scalar];
    return isfinite(a) ? fmin(fmax(a, 0), 1) : 0;
}

void sn_activation_color(const float rest[3], double alpha, double activation, SnInk *ink)
{
    const double t = activation < 0.5 ? 2 * activation : 2 * activation - 1;
    float mixed[3];
    for (int k = 0; k < 3; k++) {
        const float from = activation < 0.5 ? rest[k] : muscle_active[k];
        const float to = activation < 0.5 ? muscle_active[k] : muscle_full[k];
        mixed[k] = from + (float)t * (to - from);
    }
    sn_ink_color(mixed, alpha, ink);
}

static void add_strand(const SnCollector *c, const SnSceneItem *item, const SnInk *ink)
{
    double middle[3] = {0, 0, 0};
    const int *points = c->frame->snapshot->scene->path_points + item->first;
    for (int i = 0; i < item->count; i++)
        sn_v3_axpy(1.0 / item->count, point_of(c->frame->snapshot, points[i]), middle);
    Mark mark;
    const SnLayer layer = begin_item(c, (double)item->style.alpha, &mark);
    if (sn_collect_strand_line(c, item, layer, *ink))
        end_item(c, &mark, middle, ink);
    sn_collect_strand_nodes(c, item, ink);
}

/* Strands and guides bring their own lines. */
static bool is_strand(const SnSceneItem *item)
{
    return item->path_kind == SN_PATH_STRAND || item->path_kind == SN_PATH_GUIDE;
}

/* The path as a muscle, or as any other spindle: flesh to both ends, of one colour. */
static void add_spindle(const SnCollector *c, const SnSceneItem *item, SnLayer layer,
                        const double (*points)[3], int n, double activation, const SnInk *ink)
{
    SnBuffer *line = &c->solids->tube_points;
    double length = 0;
    line->count = 0;
    for (int i = 0; i < n; i++) {
        SnTubePoint *point = sn_buffer_add(line, 1, sizeof *point);
        sn_v3_copy(points[i], point->place);
        point->radius = 0;
        memcpy(point->color, ink->color, sizeof point->color);
        if (i > 0)
            length += sn_v3_distance(points[i - 1], points[i]);
    }
    const SnFlesh flesh = sn_flesh_of(item, length, activation);
    if (flesh.belly > 0)
        sn_collect_flesh(c, layer, line->data, n, &flesh, item->path_kind != SN_PATH_MUSCLE, ink);
}

static void add_path(const SnCollector *c, const SnSceneItem *item, SnInk ink)
{
    if (is_strand(item)) {
        add_strand(c, item, &ink);
        return;
    }
    const SnScene *scene = c->frame->snapshot->scene;
    const SnStyle *style = &item->style;
    double points[MAX_PATH][3], middle[3] = {0, 0, 0};
    const int n = item->count < MAX_PATH ? item->count : MAX_PATH;
    for (int i = 0; i < n; i++) {
        sn_v3_copy(point_of(c->frame->snapshot, scene->path_points[item->first + i]), points[i]);
        sn_v3_axpy(1.0 / n, points[i], middle);
    }
    const double activation = activation_of(c, item);
    if (activation >= 0)
        sn_activation_color(style->color, (double)style->alpha, activation, &ink);
    Mark mark;
    const SnLayer layer = begin_item(c, (double)style->alpha, &mark);
    const double radius = (double)style->line_radius;
    if (style->line_style == SN_LINE_SPINDLE && item->n_origin > 0 &&
        sn_collect_fan(c, item, layer, (const double(*)[3])points, n, activation, &ink)) {
        /* done */
    } else if (style->line_style == SN_LINE_SPINDLE) {
        add_spindle(c, item, layer, (const double(*)[3])points, n, activation, &ink);
    } else if (style->line_style != SN_LINE_LINE) {
        const double thick = radius > 0 ? radius : item->belly.tendon_radius;
        for (int i = 0; i + 1 < n; i++)
            sn_add_rod(c, layer, SN_SHAPE_CYLINDER, points[i], points[i + 1], thick, &ink);
        for (int i = 1; i + 1 < n; i++)
            sn_add_ball(c, layer, points[i], thick, &ink);
    } else {
        const double width = radius * c->frame->settings->scale * (1 + fmax(activation, 0));
        for (int i = 0; i + 1 < n; i++)
            sn_add_segment(c, 0, points[i], points[i + 1], width, &ink);
    }
    end_item(c, &mark, middle, &ink);
}

/* A frame of axes, each with its colour; muted as everything that only helps to see. */
static void add_axes(const SnCollector *c, const SnSceneItem *item, const SnInk *ink)
{
    static const float colors[3][3] = {
        {0.80f, 0.31f, 0.31f}, {0.36f, 0.64f, 0.33f}, {0.30f, 0.48f, 0.80f}};
    const double *pose = pose_of(c->frame->snapshot, item->first);
    Mark mark;
    const SnLayer layer = begin_item(c, (double)item->style.alpha, &mark);
    const double length = item->size[0];
    for (int axis = 0; axis < 3; axis++) {
        double tip[3] = {0, 0, 0};
        tip[axis] = length;
        sn_pose_point(pose, pose + 3, tip, tip);
        SnInk colored = *ink;
        sn_ink_color(colors[axis], (double)item->style.alpha, &colored);
        sn_add_arrow(c, layer, pose, tip, 0.028 * length, &colored);
    }
    SnInk gray = *ink;
    const float middle[3] = {0.62f, 0.62f, 0.62f};
    sn_ink_color(middle, (double)item->style.alpha, &gray);
    sn_add_ball(c, layer, pose, 0.05 * length, &gray);
    end_item(c, &mark, pose, ink);
}

static void add_plane(const SnCollector *c, const SnSceneItem *item, SnInk ink)
{
    const double *pose = pose_of(c->frame->snapshot, item->first);
    double x[3] = {item->size[0], 0, 0}, y[3] = {0, item->size[1], 0}, z[3] = {0, 0, 1};
    double corners[4][3];
    for (int i = 0; i < 4; i++) {
        corners[i][0] = i == 1 || i == 2 ? item->size[0] : -item->size[0];
        corners[i][1] = i >= 2 ? item->size[1] : -item->size[1];
        corners[i][2] = 0;
        sn_pose_point(pose, pose + 3, corners[i], corners[i]);
    }
    sn_q_rotate(pose + 3, x, x);
    sn_q_rotate(pose + 3, y, y);
    sn_q_rotate(pose + 3, z, z);
    Mark mark;
    begin_item(c, 0, &mark);
    const SnInk border = ink;
    ink.color[3] = (uint8_t)(ink.color[3] * 0.35);
    sn_add_solid(c, SN_LAYER_CLEAR, SN_SHAPE_SQUARE, pose, x, y, z, &ink);
    end_item(c, &mark, pose, &ink);
    for (int i = 0; i < 4; i++)
        sn_add_segment(c, 0, corners[i], corners[(i + 1) % 4], 1.5 * c->frame->settings->scale,
                       &border);
}

/* A moment: most of a ring by the right hand, with its head, about a thin axis. */
static void add_moment(const SnCollector *c, const SnSceneItem *item, const SnInk *ink)
{
    enum { PIECES = 28 };
    const double sweep = 250 * M_PI / 180;
    const double *from = point_of(c->frame->snapshot, item->first);
    const double pixel = c->frame->settings->scale * sn_frame_pixel(c->frame, from);
    double u[3], v[3], end[3], head[3], tip[3];
    SnLoadRing ring;
    if (!sn_load_ring(c->frame->snapshot, item, &c->solids->holders, c->frame->axes[2], pixel,
                      &ring))
        return;
    sn_v3_tangents(ring.axis, u, v);
    Mark mark;
    const SnLayer layer = begin_item(c, (double)item->style.alpha, &mark);
    SnBuffer *line = &c->solids->tube_points;
    line->count = 0;
    for (int i = 0; i <= PIECES; i++) {
        SnTubePoint *point = sn_buffer_add(line, 1, sizeof *point);
        const double angle = sweep * i / PIECES;
        point->radius = 2.2 * pixel;
        memcpy(point->color, ink->color, sizeof point->color);
        for (int k = 0; k < 3; k++)
            point->place[k] =
                ring.center[k] + ring.radius * (cos(angle) * u[k] + sin(angle) * v[k]);
    }
    sn_v3_copy(((const SnTubePoint *)line->data)[PIECES].place, end);
    for (int k = 0; k < 3; k++) {
        head[k] = end[k] + 14 * pixel * (cos(sweep) * v[k] - sin(sweep) * u[k]);
        tip[k] = ring.center[k] + 0.8 * ring.radius * ring.out[k];
    }
    sn_collect_tube(c, layer, line->data, PIECES + 1, false, false, ink);
    sn_add_rod(c, layer, SN_SHAPE_CONE, end, head, 6.5 * pixel, ink);
    sn_add_segment(c, 0, from, tip, c->frame->settings->scale, ink);
    end_item(c, &mark, from, ink);
}

static void add_load(const SnCollector *c, const SnSceneItem *item, const SnInk *ink)
{
    if (item->vector < 0)
        return;
    const double *from = point_of(c->frame->snapshot, item->first);
    if (item->size[1] > 0) {
        add_moment(c, item, ink);
        return;
    }
    double ends[2][3];
    sn_load_ends(c->frame->snapshot, item, &c->solids->holders, ends);
    Mark mark;
    const SnLayer layer = begin_item(c, (double)item->style.alpha, &mark);
    /* a short one is thinner, not all head */
    const double radius = fmin(2 * c->frame->settings->scale * sn_frame_pixel(c->frame, from),
                               sn_v3_distance(ends[0], ends[1]) / 20);
    sn_add_arrow(c, layer, ends[0], ends[1], radius, ink);
    end_item(c, &mark, from, ink);
}

/* Over everything: what presses hides it. */
static void add_contact_force(const SnCollector *c, const SnSceneItem *item, const SnInk *ink)
{
    double center[3], force[3], tail[3];
    if (!sn_contact_force(c->frame->snapshot, item, center, force))
        return;
    sn_v3_copy(center, tail);
    sn_v3_axpy(-item->size[0], force, tail);
    const double radius = fmin(2 * c->frame->settings->scale * sn_frame_pixel(c->frame, center),
                               sn_v3_distance(tail, center) / 20);
    SnInk over = *ink;
    over.tag[1] |= SN_FLAG_NO_CLIP;
    sn_add_arrow(c, SN_LAYER_OVERLAY, tail, center, radius, &over);
}

static bool is_finite(const double *values, int n)
{
    for (int i = 0; i < n; i++)
        if (!isfinite(values[i]))
            return false;
    return true;
}

bool sn_item_is_placed(const SnSnapshot *snapshot, const SnSceneItem *item)
{
    switch (item->kind) {
    case SN_ITEM_MESH:
        return item->mesh && item->mesh->n_triangles > 0 &&
               is_finite(pose_of(snapshot, item->first), 7);
    case SN_ITEM_AXES:
    case SN_ITEM_PLANE:
        return is_finite(pose_of(snapshot, item->first), 7);
    case SN_ITEM_POINT:
    case SN_ITEM_ARROW:
        return is_finite(point_of(snapshot, item->first), 3);
    case SN_ITEM_PATH:
        for (int i = 0; i < item->count; i++)
            if (!is_finite(point_of(snapshot, snapshot->scene->path_points[item->first + i]), 3))
                return false;
        return true;
    case SN_ITEM_FEM:
    case SN_ITEM_SKIN:
        return item->fem && item->fem->n_nodes > 0 && (item->skin || item->kind == SN_ITEM_FEM) &&
               is_finite(point_of(snapshot, item->first), 3 * item->fem->n_nodes);
    case SN_ITEM_FORCE:
        return true;
    }
    return false;
}

static void collect_items(const SnCollector *collector)
{
    const SnSnapshot *snapshot = collector->frame->snapshot;
    if (!snapshot || !snapshot->scene)
        return;
    for (int i = 0; i < snapshot->scene->n_items; i++) {
        const SnSceneItem *item = &snapshot->scene->items[i];
        const bool hidden = collector->marks->hidden && collector->marks->hidden[i] & 1;
        if (!item->style.visible || hidden || !sn_item_is_placed(snapshot, item))
            continue;
        const SnInk ink = item_ink(collector, i, item);
        if (is_marked(&ink))
            sn_item_bounds(snapshot, item, collector->solids->marked_bounds);
        switch (item->kind) {
        case SN_ITEM_MESH:
            add_mesh(collector, item, ink);
            break;
        case SN_ITEM_POINT:
            add_point(collector, item, &ink);
            break;
        case SN_ITEM_PATH:
            add_path(collector, item, ink);
            break;
        case SN_ITEM_AXES:
            add_axes(collector, item, &ink);
            break;
        case SN_ITEM_PLANE:
            add_plane(collector, item, ink);
            break;
        case SN_ITEM_ARROW:
            add_load(collector, item, &ink);
            break;
        case SN_ITEM_FEM:
        case SN_ITEM_SKIN:
            sn_collect_fem(collector, item, &ink);
            break;
        case SN_ITEM_FORCE:
            add_contact_force(collector, item, &ink);
            break;
        }
    }
}

void sn_collect_faint(const SnCollector *collector, const SnSceneItem *item, const SnInk *ink)
{
    if (item->kind == SN_ITEM_MESH)
        add_mesh(collector, item, *ink);
    else
        add_point(collector, item, ink);
}

void sn_collect(const SnCollector *collector)
{
    const SnSnapshot *snapshot = collector->frame->snapshot;
    sn_solids_empty(collector->solids);
    if (snapshot && snapshot->scene)
        collector->solids->n_numbers = (uint32_t)snapshot->scene->n_items;
    sn_fields_find(&collector->solids->fields, collector->memory, snapshot);
    collect_items(collector);
    sn_collect_contacts(collector);
    sn_collect_past(collector, collector->marks->past);
    sn_collect_tools(collector);
    sn_solids_sort(collector->solids);
}
