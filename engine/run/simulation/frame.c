/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/simulation/frame.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static size_t count_numbers(const SnScene *scene)
{
    return 7 * (size_t)scene->n_poses + 3 * (size_t)scene->n_points + (size_t)scene->n_scalars +
           3 * (size_t)scene->n_vectors;
}

static float *narrow(float *to, const double *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = (float)from[i];
    return to + n;
}

static const float *widen(const float *from, double *to, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = (double)from[i];
    return from + n;
}

SnFrame *sn_frame_new(const SnSnapshot *snapshot)
{
    const SnScene *scene = snapshot->scene;
    const size_t n = count_numbers(scene);
    SnFrame *frame = malloc(sizeof *frame + n * sizeof frame->number[0]);
    frame->step = snapshot->step;
    frame->time = snapshot->time;
    frame->n_dofs = snapshot->n_dofs;
    frame->n_constraints = snapshot->n_constraints;
    frame->n_contacts_active = snapshot->n_contacts_active;
    frame->n = n;
    float *to = narrow(frame->number, snapshot->poses, 7 * (size_t)scene->n_poses);
    to = narrow(to, snapshot->points, 3 * (size_t)scene->n_points);
    if (scene->n_scalars)
        memcpy(to, snapshot->scalars, (size_t)scene->n_scalars * sizeof *to);
    to += scene->n_scalars;
    if (scene->n_vectors)
        memcpy(to, snapshot->vectors, 3 * (size_t)scene->n_vectors * sizeof *to);
    return frame;
}

size_t sn_frame_bytes(const SnFrame *frame)
{
    return sizeof *frame + frame->n * sizeof frame->number[0];
}

void sn_frame_publish(const SnFrame *frame, SnSnapshot *snapshot)
{
    const SnScene *scene = snapshot->scene;
    assert(frame->n == count_numbers(scene));
    snapshot->step = frame->step;
    snapshot->time = frame->time;
    snapshot->n_dofs = frame->n_dofs;
    snapshot->n_constraints = frame->n_constraints;
    snapshot->n_contacts_active = frame->n_contacts_active;
    const float *from = widen(frame->number, snapshot->poses, 7 * (size_t)scene->n_poses);
    from = widen(from, snapshot->points, 3 * (size_t)scene->n_points);
    if (scene->n_scalars)
        memcpy(snapshot->scalars, from, (size_t)scene->n_scalars * sizeof *from);
    from += scene->n_scalars;
    if (scene->n_vectors)
        memcpy(snapshot->vectors, from, 3 * (size_t)scene->n_vectors * sizeof *from);
}
