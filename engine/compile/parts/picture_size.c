/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/compile/parts/picture_size.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"

#include <math.h>
#include <stdlib.h>

static const double LEAST = 1e-3; /* of a model, as the system's own [m] */
/* Glyphs reach up to three radii out. */
static const double OF_MODEL = 0.012;    /* of the model's size */
static const double OF_DISTANCE = 0.16;  /* of that to the next joint */
static const double SAME_PLACE = 0.0005; /* of the model's size: joints within it are as one */

static void include(const double p[3], double bounds[2][3])
{
    for (int k = 0; k < 3; k++) {
        bounds[0][k] = fmin(bounds[0][k], p[k]);
        bounds[1][k] = fmax(bounds[1][k], p[k]);
    }
}

/* A place on a block, or in the world, at the start. */
static void start_place(const SnSystem *system, int block, const double local[3], double p[3])
{
    sn_v3_copy(local, p);
    if (block >= 0 && system->blocks[block].kind == SN_BLOCK_BODY) {
        const double *q = system->q0 + system->blocks[block].q;
        sn_pose_point(q, q + 3, local, p);
    }
}

double sn_picture_size(const SnSystem *system, const bool *hidden)
{
    double bounds[2][3] = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    double size = 0;
    const int n_moving = system->n_active + system->n_attached;
    if (n_moving == 0)
        return system->length_scale;
    for (int i = 0; i < system->n_blocks; i++) {
        const SnBlock *block = &system->blocks[i];
        if (!sn_block_has_mass(block))
            continue;
        include(system->q0 + block->q, bounds);
        if (i < n_moving && block->kind == SN_BLOCK_BODY && block->mass > 0)
            size = fmax(size, sqrt(fabs(block->inertia[0] + block->inertia[4] + block->inertia[8]) /
                                   block->mass));
    }
    for (int i = 0; i < system->n_points; i++) {
        const SnSystemPoint *point = &system->points[i];
        double p[3];
        if (hidden[i] || (point->block >= 0 && system->blocks[point->block].kind == SN_BLOCK_POINT))
            continue; /* the latter are blocks of their own */
        start_place(system, point->block, point->local, p);
        include(p, bounds);
    }
    if (bounds[0][0] <= bounds[1][0])
        size = fmax(size, sn_v3_distance(bounds[0], bounds[1]));
    return fmax(size, LEAST);
}

typedef struct Place {
    double p[3];  /* in the world, at the start */
    double along; /* of it, on the axis along which all are spread most */
    int joint;
} Place;

static int by_order(const void *a, const void *b)
{
    const double x = ((const Place *)a)->along, y = ((const Place *)b)->along;
    return (x > y) - (x < y);
}

/* So that few have others beside them. */
static void sort_places(Place *places, int n)
{
    double bounds[2][3] = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    int axis = 0;
    for (int i = 0; i < n; i++)
        include(places[i].p, bounds);
    for (int k = 1; k < 3; k++)
        if (bounds[1][k] - bounds[0][k] > bounds[1][axis] - bounds[0][axis])
            axis = k;
    for (int i = 0; i < n; i++)
        places[i].along = places[i].p[axis];
    qsort(places, (size_t)n, sizeof *places, by_order);
}

/* Where joints between frames are; returns their number. */
static int take_places(const SnSystem *system, Place *places)
{
    int n = 0;
    for (int i = 0; i < system->joints.n; i++) {
        const SnSystemJoint *joint = &system->joints.joints[i];
        if (joint->class->ends != SN_JOINT_FRAMES)
            continue;
        const SnSystemFrame *frame = &system->frames[joint->frame_a];
        places[n].joint = i;
        start_place(system, frame->block, frame->position, places[n].p);
        n++;
    }
    return n;
}

/* From place i to the nearest other along one way of their order; `most` where none is nearer.
 */
static double nearest(const Place *places, int n, int i, int way, double least, double most)
{
    for (int k = i + way; k >= 0 && k < n && fabs(places[k].along - places[i].along) < most;
         k += way) {
        const double distance = sn_v3_distance(places[k].p, places[i].p);
        if (distance > least)
            most = fmin(most, distance);
    }
    return most;
}

double *sn_joint_radii(const SnSystem *system, double size)
{
    const double least = SAME_PLACE * size;
    double *radii = sn_alloc((size_t)system->joints.n, sizeof *radii);
    Place *places = sn_alloc((size_t)system->joints.n, sizeof *places);
    const int n = take_places(system, places);
    sort_places(places, n);
    for (int i = 0; i < n; i++) {
        double most = OF_MODEL / OF_DISTANCE * size;
        most = nearest(places, n, i, -1, least, most);
        most = nearest(places, n, i, 1, least, most);
        radii[places[i].joint] = OF_DISTANCE * most;
    }
    sn_free(places);
    return radii;
}
