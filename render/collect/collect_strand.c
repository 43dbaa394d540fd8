/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strands and the guides they run through: tubes of their real radius, coloured by what they bear,
 * and their nodes while they are selected. */
#include "render/collect/collect_strand.h"

#include "engine/base/vec.h"
#include "render/collect/flesh.h"
#include "render/color_map.h"

#include <math.h>
#include <string.h>

static const double guide_core = 0.25; /* of a guide's radius counts when something is picked */
static const double mark_pixels = 4.5; /* least radius of a node's mark */
static const double most_mark = 9;     /* [px] thicker strands have it before them */
static const double mark_out = 1.3;    /* so far out of a thick strand, over its radius */
static const float mark_dark[3] = {0x2B / 255.0f, 0x31 / 255.0f, 0x38 / 255.0f};
static const float mark_light[3] = {1, 1, 1};

static const double *path_point(const SnSnapshot *snapshot, const SnSceneItem *item, int i)
{
    return snapshot->points + 3 * (size_t)snapshot->scene->path_points[item->first + i];
}

/* --- colours --- */

typedef struct Colors {
    const SnField *field; /* NULL: plain */
    const float *values;  /* [n] */
    int n;
    uint8_t plain[4];
    double activation; /* of a muscle; else -1 */
} Colors;

static double activation_of(const SnSnapshot *snapshot, const SnSceneItem *item)
{
    if (!item->active || item->scalar < 0)
        return -1;
    const double a = (double)snapshot->scalars[item->scalar + 2 * item->count];
    return isfinite(a) ? fmin(fmax(a, 0), 1) : 0;
}

static Colors find_colors(const SnCollector *c, const SnSceneItem *item, SnInk *ink)
{
    const int number = sn_fields_of(&c->solids->fields, item);
    Colors colors = {.activation = activation_of(c->frame->snapshot, item)};
    if (number > 0) {
        colors.field = &c->solids->fields.field[number - 1];
        colors.values = sn_strand_values(c->frame->snapshot, item, &colors.n);
        ink->tag[1] &= ~(uint32_t)0xff00; /* no shine: a highlight would pass for another value */
    } else if (colors.activation >= 0) {
        sn_activation_color(item->style.color, (double)item->style.alpha, colors.activation, ink);
    }
    memcpy(colors.plain, ink->color, sizeof colors.plain);
    return colors;
}

static void value_color(const Colors *colors, double value, uint8_t color[4])
{
    memcpy(color, colors->plain, 4);
    if (!colors->field)
        return;
    const double low = colors->field->range[0], span = colors->field->range[1] - low;
    float srgb[3];
    sn_color_map(colors->field->map, isfinite(value) && span > 0 ? (value - low) / span : 0, srgb);
    for (int k = 0; k < 3; k++)
        color[k] = (uint8_t)lrint((double)srgb[k] * 255);
}

static double value_at(const Colors *colors, int i)
{
    return colors->field ? (double)colors->values[colors->n > 1 ? i : 0] : 0;
}

/* --- the line --- */

static void add_straight(const SnCollector *c, const SnSceneItem *item, const Colors *colors,
                         SnBuffer *points)
{
    const int n = item->count + item->closed;
    for (int i = 0; i < n; i++) {
        SnTubePoint *point = sn_buffer_add(points, 1, sizeof *point);
        sn_v3_copy(path_point(c->frame->snapshot, item, i % item->count), point->place);
        value_color(colors, value_at(colors, i % item->count), point->color);
    }
}

static void spline_weights(double s, double b[4])
{
    b[0] = (1 - s) * (1 - s) * (1 - s) / 6;
    b[1] = (3 * s * s * s - 6 * s * s + 4) / 6;
    b[2] = (-3 * s * s * s + 3 * s * s + 3 * s + 1) / 6;
    b[3] = s * s * s / 6;
}

/* Pieces of a span, so that it looks round where it is drawn large. */
static int span_pieces(const SnCollector *c, const SnSceneItem *item, int span)
{
    const SnSnapshot *snapshot = c->frame->snapshot;
    const double *a = path_point(snapshot, item, (span + 1) % item->count);
    const double *b = path_point(snapshot, item, (span + 2) % item->count);
    const double pixels = sn_v3_distance(a, b) / sn_frame_pixel(c->frame, a);
    return (int)fmin(fmax(pixels / 12, 3), 12);
}

static void add_spline(const SnCollector *c, const SnSceneItem *item, const Colors *colors,
                       SnBuffer *points)
{
    const int spans = item->closed ? item->count : item->count - 3;
    for (int span = 0; span < spans; span++) {
        const int pieces = span_pieces(c, item, span);
        for (int k = 0; k < pieces + (span == spans - 1); k++) {
            double b[4], value = 0;
            SnTubePoint *point = sn_buffer_add(points, 1, sizeof *point);
            memset(point->place, 0, sizeof point->place);
            spline_weights((double)k / pieces, b);
            for (int j = 0; j < 4; j++) {
                const int i = (span + j) % item->count;
                sn_v3_axpy(b[j], path_point(c->frame->snapshot, item, i), point->place);
                value += b[j] * value_at(colors, i);
            }
            value_color(colors, value, point->color);
        }
    }
}

static double length_of(const SnTubePoint *points, int n)
{
    double length = 0;
    for (int i = 0; i + 1 < n; i++)
        length += sn_v3_distance(points[i].place, points[i + 1].place);
    return length;
}

/* A muscle between its tendons, a flat band, or a tube of its own radius. */
static void add_body(const SnCollector *c, const SnSceneItem *item, SnLayer layer,
                     const Colors *colors, double radius, const SnInk *ink)
{
    SnTubePoint *line = c->solids->tube_points.data;
    const int n = c->solids->tube_points.count;
    const double length = length_of(line, n);
    if (item->style.line_style == SN_LINE_BAND && length > 0) {
        const SnFlesh flesh = sn_flesh_band(length, radius);
        sn_collect_flesh(c, layer, line, n, &flesh, true, ink);
        return;
    }
    const bool fleshy =
        (item->active && item->belly.volume > 0) || item->style.line_style == SN_LINE_SPINDLE;
    if (fleshy && !item->closed && length > 0) {
        const SnFlesh flesh = sn_flesh_of(item, length, colors->activation);
        sn_collect_flesh(c, layer, line, n, &flesh, colors->field != NULL, ink);
        return;
    }
    for (int i = 0; i < n; i++)
        line[i].radius = radius;
    /* twisted strands have light and shade of their own, which a field's colours are not mixed with
     */
    const bool rope = item->style.line_style == SN_LINE_ROPE && !colors->field;
    sn_collect_tube(c, layer, line, n, item->closed, rope, ink);
}

bool sn_collect_strand_line(const SnCollector *c, const SnSceneItem *item, SnLayer layer, SnInk ink)
{
    SnBuffer *points = &c->solids->tube_points;
    const Colors colors = find_colors(c, item, &ink);
    points->count = 0;
    if (item->spline && item->count >= (item->closed ? 3 : 4))
        add_spline(c, item, &colors, points);
    else
        add_straight(c, item, &colors, points);
    SnTubePoint *line = points->data;
    const int n = points->count;
    if (n < 2)
        return false;
    const bool sheath = item->path_kind == SN_PATH_GUIDE && c->marks->picking;
    const double radius = (double)item->style.line_radius * (sheath ? guide_core : 1);
    if (item->style.line_style != SN_LINE_LINE) {
        add_body(c, item, layer, &colors, radius, &ink);
        return true;
    }
    const double width = radius * c->frame->settings->scale * (1 + fmax(colors.activation, 0));
    for (int i = 0; i + 1 < n; i++) {
        memcpy(ink.color, line[i].color, sizeof ink.color);
        sn_add_segment(c, 0, line[i].place, line[i + 1].place, width, &ink);
    }
    return true;
}

/* --- nodes --- */

static bool is_node_of(SnId id, const SnSceneItem *item)
{
    return id.entry != 0 && sn_id_array(id) == 0 && sn_id_equal(sn_id_component(id), item->id);
}

/* Nodes are shown while their strand or one of them is selected, or nodes are what is picked. */
static bool shows_nodes(const SnCollector *c, const SnSceneItem *item, const SnInk *ink)
{
    const SnMarks *marks = c->marks;
    bool shown = ink->tag[1] & SN_FLAG_SELECTED ||
                 c->frame->settings->pick_detail == SN_PICK_NODES || is_node_of(marks->hover, item);
    for (int i = 0; i < marks->n_selection && !shown; i++)
        shown = is_node_of(marks->selection[i], item);
    const int index = (int)ink->tag[0] - 1;
    return shown && item->n_nodes > 0 && !(marks->hidden && marks->hidden[index] & 2);
}

/* The mark of a node: its radius, and how much nearer to the eye it is than the node [m]. */
typedef struct NodeMark {
    double radius, lift;
} NodeMark;

/* A solid with its axes along those of the view, `towards` nearer to the eye [m]. */
static void add_mark(const SnCollector *c, SnLayer layer, SnNodeLook look, const double at[3],
                     double radius, double towards, const SnInk *ink)
{
    double axes[3][3], place[3], to_eye[3];
    for (int k = 0; k < 3; k++)
        sn_v3_scale(radius, c->frame->axes[k], axes[k]);
    sn_v3_sub(c->frame->eye, at, to_eye);
    sn_v3_normalize(c->frame->settings->camera.orthographic ? c->frame->axes[2] : to_eye, to_eye);
    sn_v3_copy(at, place);
    sn_v3_axpy(towards, to_eye, place);
    switch (look) {
    case SN_NODE_LOOK_MATTER:
        sn_add_solid(c, layer, SN_SHAPE_SPHERE, place, axes[0], axes[1], axes[2], ink);
        break;
    case SN_NODE_LOOK_SLIDING:
        sn_v3_scale(0.88, axes[0], axes[0]);
        sn_v3_scale(0.88, axes[1], axes[1]);
        sn_add_solid(c, layer, SN_SHAPE_CUBE, place, axes[0], axes[1], axes[2], ink);
        break;
    case SN_NODE_LOOK_PASSING: { /* a cone seen from its side: a triangle */
        double base[3], up[3];
        sn_v3_copy(place, base);
        sn_v3_axpy(-0.75, axes[1], base);
        sn_v3_scale(2.0, axes[1], up);
        sn_v3_scale(1.15, axes[0], axes[0]);
        sn_v3_scale(1.15, axes[2], axes[2]);
        sn_add_solid(c, layer, SN_SHAPE_CONE, base, axes[2], axes[0], up, ink);
        break;
    }
    }
}

static NodeMark mark_of(const SnCollector *c, const SnSceneItem *item, const double at[3])
{
    const double pixel = c->frame->settings->scale * sn_frame_pixel(c->frame, at);
    const bool thick = item->style.line_style != SN_LINE_LINE;
    const double out = thick ? mark_out * (double)item->style.line_radius : 0;
    const double radius = fmin(fmax(mark_pixels * pixel, out), most_mark * pixel);
    return (NodeMark){radius, fmax(out - radius, 0)};
}

/* Draws what is selected or hovered of the nodes into the mask, for its outline. */
static void outline_node(const SnCollector *c, const SnNodeView *node, const double at[3],
                         NodeMark mark, uint32_t flag)
{
    const double radius = mark.radius;
    SnBuffer *instances = c->solids->instances[SN_LAYER_MARK];
    int first[SN_N_SHAPES];
    const SnInk ink = {.tag = {0, flag}};
    for (int i = 0; i < SN_N_SHAPES; i++)
        first[i] = instances[i].count;
    add_mark(c, SN_LAYER_MARK, node->look, at, 1.15 * radius, mark.lift, &ink);
    for (int i = 0; i < SN_N_SHAPES; i++) {
        if (instances[i].count == first[i])
            continue;
        SnDraw *draw = sn_buffer_add(&c->solids->marked, 1, sizeof *draw);
        memset(draw, 0, sizeof *draw);
        draw->kind = SN_DRAW_INSTANCES;
        draw->layer = SN_LAYER_MARK;
        draw->shape = (SnShape)i;
        draw->first = first[i];
        draw->count = instances[i].count - first[i];
        draw->place.ink = ink;
    }
    for (int k = 0; k < 3; k++) {
        double(*bounds)[3] = c->solids->marked_bounds;
        bounds[0][k] = fmin(bounds[0][k], at[k] - 2 * radius);
        bounds[1][k] = fmax(bounds[1][k], at[k] + 2 * radius);
    }
    if (flag == SN_FLAG_SELECTED)
        c->solids->any_selected = true;
    else
        c->solids->any_hovered = true;
}

static bool is_among(const SnMarks *marks, SnId id)
{
    return marks->n_selection > 0 &&
           bsearch(&id, marks->selection, (size_t)marks->n_selection, sizeof id, sn_id_compare);
}

void sn_collect_strand_nodes(const SnCollector *c, const SnSceneItem *item, const SnInk *ink)
{
    if (!shows_nodes(c, item, ink))
        return;
    const SnSnapshot *snapshot = c->frame->snapshot;
    const uint32_t first =
        sn_solids_add_parts(c->solids, item->n_nodes, (int)ink->tag[0] - 1, SN_PART_NODE, NULL, -1);
    for (int i = 0; i < item->n_nodes; i++) {
        const SnNodeView *node = &snapshot->scene->nodes[item->first_node + i];
        const double *at = snapshot->points + 3 * (size_t)node->point;
        const NodeMark mark = mark_of(c, item, at);
        const double radius = mark.radius;
        SnInk dark = {.tag = {first + (uint32_t)i, SN_FLAG_UNLIT}}, light = dark;
        sn_ink_color(mark_dark, 1, &dark);
        sn_ink_color(mark_light, 1, &light);
        add_mark(c, SN_LAYER_OPAQUE, node->look, at, radius, mark.lift + 0.5 * radius, &dark);
        add_mark(c, SN_LAYER_OPAQUE, node->look, at, 0.66 * radius, mark.lift + 2.2 * 0.66 * radius,
                 &light);
        const SnId id = sn_id_of_entry(item->id, 0, (uint32_t)node->entry);
        if (is_among(c->marks, id))
            outline_node(c, node, at, mark, SN_FLAG_SELECTED);
        if (sn_id_equal(c->marks->hover, id))
            outline_node(c, node, at, mark, SN_FLAG_HOVERED);
    }
}
