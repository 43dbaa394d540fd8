/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is drawn to help: contacts, the world's axes, clip planes, the manipulator. */
#include "render/collect/collect.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

static const float axis_colors[3][3] = {
    {0.82f, 0.27f, 0.28f}, {0.33f, 0.62f, 0.28f}, {0.26f, 0.45f, 0.82f}};

static SnInk tool_ink(const float color[3], double alpha, uint32_t pick)
{
    SnInk ink = {.tag = {pick, SN_FLAG_NO_CLIP}};
    sn_ink_color(color, alpha, &ink);
    return ink;
}

/* A round number 1, 2 or 5 times a power of ten, at least the given one. */
static double round_number(double least)
{
    const double power = pow(10, floor(log10(least)));
    const double steps[3] = {1, 2, 5};
    for (int i = 0; i < 3; i++)
        if (steps[i] * power >= least * (1 - 1e-9))
            return steps[i] * power;
    return 10 * power;
}

/* --- contacts --- */

void sn_collect_contacts(const SnCollector *c)
{
    static const float normal_color[3] = {0.18f, 0.62f, 0.30f};
    static const float force_color[3] = {0.80f, 0.15f, 0.60f};
    const SnSnapshot *snapshot = c->frame->snapshot;
    if (!snapshot || !c->frame->settings->contacts)
        return;
    const double scale = c->frame->settings->scale;
    for (int i = 0; i < snapshot->n_contacts; i++) {
        const SnContactView *contact = &snapshot->contacts[i];
        const double pixel = scale * sn_frame_pixel(c->frame, contact->position);
        double tip[3];
        SnInk ink = tool_ink(normal_color, 1, 0);
        ink.tag[1] = 0;
        sn_v3_copy(contact->position, tip);
        sn_v3_axpy(20 * pixel, contact->normal, tip);
        sn_add_arrow(c, SN_LAYER_OPAQUE, contact->position, tip, 2.2 * pixel, &ink);
        sn_ink_color(force_color, 1, &ink);
        sn_v3_copy(contact->position, tip);
        sn_v3_axpy(contact->force * c->frame->settings->contact_scale, contact->normal, tip);
        /* thinner: it comes out of the tip of the normal */
        sn_add_arrow(c, SN_LAYER_OPAQUE, contact->position, tip, 1.4 * pixel, &ink);
    }
}

/* --- world axes --- */

static void collect_axes(const SnCollector *c)
{
    const SnFrame *frame = c->frame;
    const double zero[3] = {0, 0, 0}, scale = frame->settings->scale;
    const double length = round_number(60 * scale * sn_frame_pixel(frame, frame->origin));
    for (int axis = 0; axis < 3; axis++) {
        double tip[3] = {0, 0, 0};
        tip[axis] = length;
        const SnInk ink = tool_ink(axis_colors[axis], 0.9, 0);
        sn_add_segment(c, 0, zero, tip, 2 * scale, &ink);
    }
}

/* --- clip planes: frame, grid lines, handle --- */

static void collect_clip_plane(const SnCollector *c, int index)
{
    static const float color[3] = {0.18f, 0.52f, 0.76f};
    const SnFrame *frame = c->frame;
    const SnClipPlane *plane = &frame->settings->clip[index];
    double normal[3], middle[3], u[3], v[3];
    const double length = sn_v3_normalize(plane->normal, normal);
    if (length == 0)
        return;
    for (int k = 0; k < 3; k++)
        middle[k] = (frame->bounds[0][k] + frame->bounds[1][k]) / 2;
    sn_v3_axpy(plane->offset / length - sn_v3_dot(normal, middle), normal, middle);
    sn_v3_tangents(normal, u, v);
    const double half = 0.5 * frame->size, scale = frame->settings->scale;
    const double step = round_number(half / 6);
    const int lines = (int)floor(half / step);
    /* the border first: it then covers the ends of the fainter lines */
    for (int pass = 0; pass < 2; pass++) {
        for (int side = 0; side < 2; side++) {
            const double *along = side ? u : v, *across = side ? v : u;
            const SnInk ink = tool_ink(color, pass ? 0.18 : 0.85, 0);
            for (int i = pass ? -lines : -1; i <= (pass ? lines : 1); i += pass ? 1 : 2) {
                const double place = pass ? i * step : i * half;
                double a[3], b[3];
                sn_v3_copy(middle, a);
                sn_v3_axpy(place, across, a);
                sn_v3_copy(a, b);
                sn_v3_axpy(-half, along, a);
                sn_v3_axpy(half, along, b);
                sn_add_segment(c, 0, a, b, (pass ? 1 : 1.5) * scale, &ink);
            }
        }
    }
    const double pixel = scale * sn_frame_pixel(frame, middle);
    double tip[3];
    const SnInk ink = tool_ink(color, 1, SN_PICK_HANDLE | (uint32_t)index);
    sn_v3_copy(middle, tip);
    sn_v3_axpy(54 * pixel, normal, tip);
    sn_add_ball(c, SN_LAYER_OVERLAY, middle, 6 * pixel, &ink);
    sn_add_arrow(c, SN_LAYER_OVERLAY, middle, tip, 2 * pixel, &ink);
}

/* --- manipulator --- */

enum { TRANSLATE = 1, ROTATE = 2, SCALE = 3, CENTER_AXIS = 6 };

static SnInk axis_ink(const SnCollector *c, int axis, double alpha)
{
    static const float bright[3] = {1.0f, 0.80f, 0.18f}, center[3] = {0.82f, 0.82f, 0.82f};
    const bool lit = c->frame->settings->manipulator_axis == axis;
    const float *color = lit ? bright : axis < CENTER_AXIS ? axis_colors[axis % 3] : center;
    return tool_ink(color, lit ? 1 : alpha, SN_PICK_AXIS | (uint32_t)axis);
}

/* Three squares between the axes that move or scale in a plane; number 3 + normal axis. */
static void collect_squares(const SnCollector *c, const double at[3], double axes[3][3],
                            double size)
{
    for (int axis = 0; axis < 3; axis++) {
        double middle[3], x[3], y[3];
        const double *u = axes[(axis + 1) % 3], *v = axes[(axis + 2) % 3];
        sn_v3_copy(at, middle);
        sn_v3_axpy(0.36 * size, u, middle);
        sn_v3_axpy(0.36 * size, v, middle);
        sn_v3_scale(0.10 * size, u, x);
        sn_v3_scale(0.10 * size, v, y);
        SnInk ink = axis_ink(c, 3 + axis, 1);
        ink.tag[1] |= SN_FLAG_UNLIT;
        sn_add_solid(c, SN_LAYER_OVERLAY, SN_SHAPE_SQUARE, middle, x, y, axes[axis], &ink);
    }
}

static void collect_rings(const SnCollector *c, const double at[3], double axes[3][3], double size)
{
    for (int axis = 0; axis <= 3; axis++) {
        double frame[3][3];
        const double *from[3];
        for (int k = 0; k < 3; k++)
            from[k] = axis < 3 ? axes[(axis + 1 + k) % 3] : c->frame->axes[k];
        const double radius = axis < 3 ? 0.9 * size : 1.08 * size;
        for (int k = 0; k < 3; k++)
            sn_v3_scale(radius, from[k], frame[k]);
        const SnInk ink = axis_ink(c, axis < 3 ? axis : CENTER_AXIS, 1);
        sn_add_solid(c, SN_LAYER_OVERLAY, SN_SHAPE_RING, at, frame[0], frame[1], frame[2], &ink);
    }
}

static void collect_manipulator(const SnCollector *c)
{
    const SnViewSettings *settings = c->frame->settings;
    const double *at = settings->manipulator_pose;
    const double size = 92 * settings->scale * sn_frame_pixel(c->frame, at);
    double axes[3][3], m[9];
    sn_q_to_m3(at + 3, m);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            axes[i][k] = m[3 * k + i];
    if (settings->manipulator == ROTATE) {
        collect_rings(c, at, axes, size);
        return;
    }
    for (int axis = 0; axis < 3; axis++) {
        double from[3], tip[3];
        const SnInk ink = axis_ink(c, axis, 1);
        sn_v3_copy(at, from);
        sn_v3_copy(at, tip);
        sn_v3_axpy(0.10 * size, axes[axis], from);
        sn_v3_axpy(size, axes[axis], tip);
        if (settings->manipulator == TRANSLATE) {
            sn_add_arrow(c, SN_LAYER_OVERLAY, from, tip, 0.024 * size, &ink);
        } else {
            double sides[3][3];
            for (int k = 0; k < 3; k++)
                sn_v3_scale(0.06 * size, axes[k], sides[k]);
            sn_add_rod(c, SN_LAYER_OVERLAY, SN_SHAPE_CYLINDER, from, tip, 0.024 * size, &ink);
            sn_add_solid(c, SN_LAYER_OVERLAY, SN_SHAPE_CUBE, tip, sides[0], sides[1], sides[2],
                         &ink);
        }
    }
    const SnInk ink = axis_ink(c, CENTER_AXIS, 1);
    if (settings->manipulator == TRANSLATE)
        collect_squares(c, at, axes, size);
    sn_add_ball(c, SN_LAYER_OVERLAY, at, 0.075 * size, &ink);
}

void sn_collect_tools(const SnCollector *collector)
{
    const SnViewSettings *settings = collector->frame->settings;
    if (settings->axes)
        collect_axes(collector);
    for (int i = 0; i < SN_MAX_CLIP_PLANES; i++)
        if (settings->clip[i].enabled && settings->clip[i].show)
            collect_clip_plane(collector, i);
    if (settings->manipulator)
        collect_manipulator(collector);
}
