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

enum { CENTER_AXIS = 6 };

#define LEAST_TILT 0.12 /* sine of the angle at which a ring is seen */

/* Where its handles are, and how large. */
typedef struct Handles {
    const SnCollector *c;
    const double *at;
    double axes[3][3], size;
    int first; /* number of the handle along x */
} Handles;

static SnInk axis_ink(const Handles *h, int axis, double alpha)
{
    static const float bright[3] = {1.0f, 0.80f, 0.18f}, center[3] = {0.82f, 0.82f, 0.82f};
    const int handle = h->first + axis;
    const bool lit = h->c->frame->settings->manipulator_axis == handle;
    const float *color = lit ? bright : axis < CENTER_AXIS ? axis_colors[axis % 3] : center;
    return tool_ink(color, lit ? 1 : alpha, SN_PICK_AXIS | (uint32_t)handle);
}

/* The handle's place: so far along an axis, in sizes. */
static void along_axis(const Handles *h, const double axis[3], double share, double place[3])
{
    sn_v3_copy(h->at, place);
    sn_v3_axpy(share * h->size, axis, place);
}

/* Three squares between the axes that move or scale in a plane; number 3 + normal axis. */
static void collect_squares(const Handles *h)
{
    for (int axis = 0; axis < 3; axis++) {
        double middle[3], x[3], y[3];
        const double *u = h->axes[(axis + 1) % 3], *v = h->axes[(axis + 2) % 3];
        along_axis(h, u, 0.36, middle);
        sn_v3_axpy(0.36 * h->size, v, middle);
        sn_v3_scale(0.10 * h->size, u, x);
        sn_v3_scale(0.10 * h->size, v, y);
        SnInk ink = axis_ink(h, 3 + axis, 1);
        ink.tag[1] |= SN_FLAG_UNLIT;
        sn_add_solid(h->c, SN_LAYER_OVERLAY, SN_SHAPE_SQUARE, middle, x, y, h->axes[axis], &ink);
    }
}

static void collect_rings(const Handles *h)
{
    const double *back = h->c->frame->axes[2];
    for (int axis = 0; axis <= 3; axis++) {
        /* seen from its edge one turns badly, and would lie before the handles that scale */
        if (h->first > 0 && axis < 3 && fabs(sn_v3_dot(h->axes[axis], back)) < LEAST_TILT)
            continue;
        double frame[3][3];
        const double *from[3];
        for (int k = 0; k < 3; k++)
            from[k] = axis < 3 ? h->axes[(axis + 1 + k) % 3] : h->c->frame->axes[k];
        const double radius = axis < 3 ? 0.9 * h->size : 1.08 * h->size;
        for (int k = 0; k < 3; k++)
            sn_v3_scale(radius, from[k], frame[k]);
        const SnInk ink = axis_ink(h, axis < 3 ? axis : CENTER_AXIS, 1);
        sn_add_solid(h->c, SN_LAYER_OVERLAY, SN_SHAPE_RING, h->at, frame[0], frame[1], frame[2],
                     &ink);
    }
}

/* Between two shares of the size. */
static void collect_arrows(const Handles *h, double from, double to)
{
    for (int axis = 0; axis < 3; axis++) {
        double foot[3], tip[3];
        const SnInk ink = axis_ink(h, axis, 1);
        along_axis(h, h->axes[axis], from, foot);
        along_axis(h, h->axes[axis], to, tip);
        sn_add_arrow(h->c, SN_LAYER_OVERLAY, foot, tip, 0.024 * h->size, &ink);
    }
}

static void collect_cube(const Handles *h, const double place[3], const SnInk *ink)
{
    double sides[3][3];
    for (int k = 0; k < 3; k++)
        sn_v3_scale(0.06 * h->size, h->axes[k], sides[k]);
    sn_add_solid(h->c, SN_LAYER_OVERLAY, SN_SHAPE_CUBE, place, sides[0], sides[1], sides[2], ink);
}

static void collect_cubes(const Handles *h, double to)
{
    for (int axis = 0; axis < 3; axis++) {
        double foot[3], tip[3];
        const SnInk ink = axis_ink(h, axis, 1);
        along_axis(h, h->axes[axis], 0.10, foot);
        along_axis(h, h->axes[axis], to, tip);
        sn_add_rod(h->c, SN_LAYER_OVERLAY, SN_SHAPE_CYLINDER, foot, tip, 0.024 * h->size, &ink);
        collect_cube(h, tip, &ink);
    }
}

static void collect_center(const Handles *h)
{
    const SnInk ink = axis_ink(h, CENTER_AXIS, 1);
    sn_add_ball(h->c, SN_LAYER_OVERLAY, h->at, 0.075 * h->size, &ink);
}

static void set_axes(Handles *h, const double turn[4])
{
    double m[9];
    sn_q_to_m3(turn, m);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            h->axes[i][k] = m[3 * k + i];
}

/* Moves outside of the rings, where they are, and sizes within; all sizes by a cube on the outer
 * ring, to the upper right. */
static void collect_all_handles(Handles *h)
{
    const SnViewSettings *settings = h->c->frame->settings;
    const bool turns = settings->manipulator_turns, scales = settings->manipulator_scales;
    collect_arrows(h, turns ? 0.96 : scales ? 0.72 : 0.10, turns ? 1.36 : 1.1);
    collect_squares(h);
    collect_center(h);
    if (turns) {
        h->first = (SN_MANIPULATOR_TURN - 1) * SN_HANDLE_AXES;
        collect_rings(h);
    }
    if (scales) {
        h->first = (SN_MANIPULATOR_SCALE - 1) * SN_HANDLE_AXES;
        set_axes(h, settings->manipulator_scale_axes);
        collect_cubes(h, 0.62);
        double corner[3];
        along_axis(h, h->c->frame->axes[0], 1.08 * M_SQRT1_2, corner);
        sn_v3_axpy(1.08 * M_SQRT1_2 * h->size, h->c->frame->axes[1], corner);
        const SnInk ink = axis_ink(h, CENTER_AXIS, 1);
        collect_cube(h, corner, &ink);
    }
}

static void collect_manipulator(const SnCollector *c)
{
    const SnViewSettings *settings = c->frame->settings;
    Handles h = {.c = c,
                 .at = settings->manipulator_pose,
                 .size =
                     92 * settings->scale * sn_frame_pixel(c->frame, settings->manipulator_pose)};
    set_axes(&h, settings->manipulator_pose + 3);
    switch ((SnManipulator)settings->manipulator) {
    case SN_MANIPULATOR_MOVE:
        collect_arrows(&h, 0.10, 1);
        collect_squares(&h);
        collect_center(&h);
        break;
    case SN_MANIPULATOR_TURN:
        collect_rings(&h);
        break;
    case SN_MANIPULATOR_SCALE:
        collect_cubes(&h, 1);
        collect_center(&h);
        break;
    case SN_MANIPULATOR_ALL:
        collect_all_handles(&h);
        break;
    case SN_MANIPULATOR_NONE:
        break;
    }
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
