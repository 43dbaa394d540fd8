/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/strand/ffd.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

/* Cubic Bernstein polynomials and their derivatives. */
static void bernstein(double w, double b[4], double slope[4])
{
    const double v = 1 - w;
    b[0] = v * v * v, b[1] = 3 * v * v * w, b[2] = 3 * v * w * w, b[3] = w * w * w;
    slope[0] = -3 * v * v, slope[1] = 3 * v * v - 6 * v * w;
    slope[2] = 6 * v * w - 3 * w * w, slope[3] = 3 * w * w;
}

/* Weight and weighted local coordinates over both frames: of the position, or of its derivative
 * along w. */
static void terms(const double b[4], double length, const double place[3], double weight[2],
                  double local[2][3])
{
    weight[0] = b[0] + b[1], weight[1] = b[2] + b[3];
    for (int s = 0; s < 2; s++)
        for (int k = 0; k < 2; k++)
            local[s][k] = weight[s] * place[k];
    local[0][2] = b[1] * length / 3;
    local[1][2] = -b[2] * length / 3;
}

static void sum(const SnFfdFrame frame[2], const double weight[2], double local[2][3],
                double position[3])
{
    sn_v3_set(0, 0, 0, position);
    for (int s = 0; s < 2; s++) {
        double turned[3];
        sn_m3_mul_v3(frame[s].rotation, local[s], turned);
        sn_v3_add(position, turned, position);
        sn_v3_axpy(weight[s], frame[s].position, position);
    }
}

void sn_ffd_position(const SnFfdFrame frame[2], double length, const double place[3],
                     double position[3], double derivative[9])
{
    double b[4], slope[4], weight[2], local[2][3], along[3];
    bernstein(place[2], b, slope);
    terms(b, length, place, weight, local);
    sum(frame, weight, local, position);
    if (!derivative)
        return;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++)
            derivative[3 * i + k] =
                weight[0] * frame[0].rotation[3 * i + k] + weight[1] * frame[1].rotation[3 * i + k];
    terms(slope, length, place, weight, local);
    sum(frame, weight, local, along);
    for (int i = 0; i < 3; i++)
        derivative[3 * i + 2] = along[i];
}

bool sn_ffd_find(const SnFfdFrame frame[2], double length, const double position[3],
                 double place[3])
{
    double chord[3], arm[3], off[3];
    sn_v3_sub(frame[1].position, frame[0].position, chord);
    sn_v3_sub(position, frame[0].position, arm);
    const double w = sn_v3_dot(chord, arm) / sn_v3_dot(chord, chord);
    place[2] = fmin(fmax(w, 0), 1);
    sn_m3_tmul_v3(frame[place[2] > 0.5].rotation, arm, place);
    place[2] = fmin(fmax(w, 0), 1);
    if (w > 0.5) {
        double far[3];
        sn_v3_sub(position, frame[1].position, far);
        const double keep = place[2];
        sn_m3_tmul_v3(frame[1].rotation, far, place);
        place[2] = keep;
    }
    for (int i = 0; i < 30; i++) {
        double at[3], derivative[9], inverse[9], step[3];
        sn_ffd_position(frame, length, place, at, derivative);
        sn_v3_sub(position, at, off);
        if (sn_v3_norm(off) < 1e-13 * length)
            return place[2] > -0.5 && place[2] < 1.5;
        if (!sn_m3_inverse(derivative, inverse))
            return false;
        sn_m3_mul_v3(inverse, off, step);
        const double shorten = fmin(1, 0.5 / fmax(fabs(step[2]), 1e-300));
        sn_v3_axpy(shorten, step, place);
    }
    return sn_v3_norm(off) < 1e-9 * length && place[2] > -0.5 && place[2] < 1.5;
}

SnFfdVertex sn_ffd_vertex(int segment, double length, const double place[3])
{
    SnFfdVertex vertex = {.segment = segment, .fixed = -1};
    double b[4], slope[4];
    sn_v3_copy(place, vertex.place);
    bernstein(place[2], b, slope);
    terms(b, length, place, vertex.weight, vertex.local);
    return vertex;
}

SnFfdVertex sn_ffd_fixed_vertex(int segment, int frame, const double local[3])
{
    SnFfdVertex vertex = {.segment = segment, .fixed = frame};
    sn_v3_copy(local, vertex.place);
    vertex.weight[frame] = 1;
    sn_v3_copy(local, vertex.local[frame]);
    return vertex;
}

/* A normal is a gradient: it goes with the inverse transpose of the derivative. */
void sn_ffd_set_normal(const SnFfdFrame frame[2], double length, const double normal[3],
                       SnFfdVertex *vertex)
{
    double position[3], derivative[9];
    if (vertex->fixed >= 0) {
        sn_m3_tmul_v3(frame[vertex->fixed].rotation, normal, vertex->normal);
        return;
    }
    sn_ffd_position(frame, length, vertex->place, position, derivative);
    sn_m3_tmul_v3(derivative, normal, vertex->normal);
}

void sn_ffd_vertex_position(const SnFfdFrame frame[2], const SnFfdVertex *vertex,
                            double position[3])
{
    double local[2][3];
    memcpy(local, vertex->local, sizeof local);
    sum(frame, vertex->weight, local, position);
}

void sn_ffd_vertex_normal(const SnFfdFrame frame[2], double length, const SnFfdVertex *vertex,
                          double normal[3])
{
    double position[3], derivative[9], cross[3];
    if (vertex->fixed >= 0) {
        sn_m3_mul_v3(frame[vertex->fixed].rotation, vertex->normal, normal);
        return;
    }
    sn_ffd_position(frame, length, vertex->place, position, derivative);
    /* cofactors: the inverse transpose but for the determinant, so that a crushed place has one */
    const double *d = derivative,
                 column[3][3] = {{d[0], d[3], d[6]}, {d[1], d[4], d[7]}, {d[2], d[5], d[8]}};
    sn_v3_set(0, 0, 0, normal);
    for (int k = 0; k < 3; k++) {
        sn_v3_cross(column[(k + 1) % 3], column[(k + 2) % 3], cross);
        sn_v3_axpy(vertex->normal[k], cross, normal);
    }
    sn_v3_normalize(normal, normal);
}
