/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/scene/primitive.h"

#include "engine/base/vec.h"

#include <math.h>

/* The triangles of the side are no nearer to the axis than this share of the radius. */
#define DRAWN 0.99

static bool is_tube(const SnRigidBody *body)
{
    return body->shape == SN_SHAPE_CYLINDER || body->shape == SN_SHAPE_CAPSULE;
}

/* On the tube itself, not on a flat or round end. */
static bool on_side(const SnRigidBody *body, const double point[3])
{
    return is_tube(body) && fabs(point[2]) < body->length / 2 &&
           hypot(point[0], point[1]) > DRAWN * body->radius;
}

/* Where the half ball of a capsule has its centre. */
static void end_of(const SnRigidBody *body, const double point[3], double centre[3])
{
    sn_v3_set(0, 0, copysign(body->length / 2, point[2]), centre);
}

void sn_primitive_round(const SnRigidBody *body, const double point[3], SnSpot *spot)
{
    const double *size = body->size;
    if (on_side(body, point)) {
        *spot = (SnSpot){
            .known = true, .radius = body->radius, .position = {0, 0, point[2]}, .axis = {0, 0, 1}};
    } else if (body->shape == SN_SHAPE_CAPSULE) {
        *spot = (SnSpot){.known = true, .ball = true, .radius = body->radius, .axis = {0, 0, 1}};
        end_of(body, point, spot->position);
    } else if (body->shape == SN_SHAPE_ELLIPSOID && size[0] == size[1] && size[0] == size[2]) {
        *spot = (SnSpot){.known = true, .ball = true, .radius = size[0], .axis = {0, 0, 1}};
    }
}

void sn_primitive_to_surface(const SnRigidBody *body, double point[3])
{
    const double *size = body->size;
    double centre[3] = {0, 0, 0}, to[3];
    double share = 1; /* of the way from the centre at which the point is */
    if (body->shape == SN_SHAPE_ELLIPSOID) {
        share = hypot(hypot(point[0] / size[0], point[1] / size[1]), point[2] / size[2]);
    } else if (on_side(body, point)) {
        centre[2] = point[2];
        share = hypot(point[0], point[1]) / body->radius;
    } else if (body->shape == SN_SHAPE_CAPSULE) {
        end_of(body, point, centre);
        share = sn_v3_distance(point, centre) / body->radius;
    }
    if (!(share > 0))
        return;
    sn_v3_sub(point, centre, to);
    sn_v3_copy(centre, point);
    sn_v3_axpy(1 / share, to, point);
}
