/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/collect/collect.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

void sn_ink_color(const float srgb[3], double alpha, SnInk *ink)
{
    for (int k = 0; k < 3; k++)
        ink->color[k] = (uint8_t)lrint(fmin(fmax((double)srgb[k], 0), 1) * 255);
    ink->color[3] = (uint8_t)lrint(fmin(fmax(alpha, 0), 1) * 255);
}

void sn_add_solid(const SnCollector *c, SnLayer layer, SnShape shape, const double origin[3],
                  const double x[3], const double y[3], const double z[3], const SnInk *ink)
{
    SnInstance *instance = sn_buffer_add(&c->solids->instances[layer][shape], 1, sizeof *instance);
    const double *axes[3] = {x, y, z};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            instance->axes[i][k] = (float)axes[i][k];
    sn_frame_local(c->frame, origin, instance->origin);
    instance->ink = *ink;
}

void sn_add_ball(const SnCollector *c, SnLayer layer, const double center[3], double radius,
                 const SnInk *ink)
{
    const double x[3] = {radius, 0, 0}, y[3] = {0, radius, 0}, z[3] = {0, 0, radius};
    const bool small = radius < 7 * sn_frame_pixel(c->frame, center);
    sn_add_solid(c, layer, small ? SN_SHAPE_BALL : SN_SHAPE_SPHERE, center, x, y, z, ink);
}

void sn_add_rod(const SnCollector *c, SnLayer layer, SnShape shape, const double a[3],
                const double b[3], double radius, const SnInk *ink)
{
    double along[3], unit[3], x[3], y[3];
    sn_v3_sub(b, a, along);
    if (sn_v3_normalize(along, unit) == 0)
        return;
    sn_v3_tangents(unit, x, y);
    sn_v3_scale(radius, x, x);
    sn_v3_scale(radius, y, y);
    sn_add_solid(c, layer, shape, a, x, y, along, ink);
}

void sn_add_arrow(const SnCollector *c, SnLayer layer, const double a[3], const double b[3],
                  double radius, const SnInk *ink)
{
    const double length = sn_v3_distance(a, b);
    if (length == 0)
        return;
    const double head = fmin(7.5 * radius, 0.6 * length);
    double neck[3], along[3];
    sn_v3_sub(b, a, along);
    sn_v3_copy(b, neck);
    sn_v3_axpy(-head / length, along, neck);
    sn_add_rod(c, layer, SN_SHAPE_CYLINDER, a, neck, radius, ink);
    sn_add_rod(c, layer, SN_SHAPE_CONE, neck, b, 0.38 * head, ink);
}

void sn_add_segment(const SnCollector *c, int which, const double a[3], const double b[3],
                    double width, const SnInk *ink)
{
    SnSegment *segment = sn_buffer_add(&c->solids->segments[which], 1, sizeof *segment);
    sn_frame_local(c->frame, a, segment->start);
    sn_frame_local(c->frame, b, segment->end);
    memcpy(segment->color, ink->color, sizeof segment->color);
    memcpy(segment->tag, ink->tag, sizeof segment->tag);
    segment->shape[0] = (float)width;
    segment->shape[1] = 2e-5f;
}
