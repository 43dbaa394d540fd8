/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/geometry/continuous.h"

#include <math.h>
#include <stdbool.h>

#include "engine/base/vec.h"
#include "engine/geometry/closest.h"

/* Distances are right to this times the size of what moves. */
#define ROUNDING 1e-14
/* Times that the direction may change; after these the time reached is given, which is early. */
enum { DIRECTIONS = 500 };

/* Four points, of which the first `n` are one body and the rest the other, from a place amid them.
 */
typedef struct Motion {
    int n;
    double x[4][3], v[4][3]; /* at time 0; way */
    double size;             /* largest coordinate on the way */
} Motion;

static Motion motion_of(const double from[4][3], const double to[4][3], int n)
{
    Motion motion = {.n = n};
    double mean[3] = {0}, way[3] = {0};
    for (int i = 0; i < 4; i++) {
        double v[3];
        sn_v3_sub(to[i], from[i], v);
        sn_v3_axpy(0.25, from[i], mean);
        sn_v3_axpy(0.25, v, way);
    }
    for (int i = 0; i < 4; i++) {
        sn_v3_sub(from[i], mean, motion.x[i]);
        sn_v3_sub(to[i], from[i], motion.v[i]);
        sn_v3_sub(motion.v[i], way, motion.v[i]);
        for (int k = 0; k < 3; k++)
            motion.size = fmax(motion.size, fmax(fmax(fabs(from[i][k]), fabs(to[i][k])),
                                                 fabs(motion.x[i][k]) + fabs(motion.v[i][k])));
    }
    return motion;
}

/* Takes from a direction what runs along the edge pq. */
static void leave_edge(const double p[3], const double q[3], double direction[3])
{
    double edge[3];
    sn_v3_sub(q, p, edge);
    const double square = sn_v3_dot(edge, edge);
    if (square > 0)
        sn_v3_axpy(-sn_v3_dot(direction, edge) / square, edge, direction);
}

/* The normal of two edges, on the side of `direction`. */
static void set_normal(const double p[3], const double q[3], const double r[3], const double s[3],
                       double direction[3])
{
    double u[3], v[3], normal[3];
    sn_v3_sub(q, p, u);
    sn_v3_sub(s, r, v);
    sn_v3_cross(u, v, normal);
    sn_v3_scale(sn_v3_dot(normal, direction) < 0 ? -1 : 1, normal, direction);
}

/* Distance at time t and the unit direction from the second body to the first.  The direction is
 * taken from faces and edges where it can be: close by, that between two points is all rounding. */
static double distance_at(const Motion *motion, double t, double direction[3])
{
    double x[4][3], gap[3];
    for (int i = 0; i < 4; i++) {
        sn_v3_copy(motion->x[i], x[i]);
        sn_v3_axpy(t, motion->v[i], x[i]);
    }
    if (motion->n == 1) {
        double weight[3];
        const int feature = sn_closest_on_triangle(x[0], x[1], x[2], x[3], weight);
        for (int k = 0; k < 3; k++)
            gap[k] = weight[0] * (x[0][k] - x[1][k]) + weight[1] * (x[0][k] - x[2][k]) +
                     weight[2] * (x[0][k] - x[3][k]);
        sn_v3_copy(gap, direction);
        if (feature == SN_FEATURE_FACE)
            set_normal(x[1], x[2], x[1], x[3], direction);
        else if (feature < SN_FEATURE_VERTEX)
            leave_edge(x[feature], x[feature % 3 + 1], direction);
    } else {
        double r, s;
        sn_closest_of_segments(x[0], x[1], x[2], x[3], &r, &s);
        for (int k = 0; k < 3; k++)
            gap[k] = x[0][k] + r * (x[1][k] - x[0][k]) - x[2][k] - s * (x[3][k] - x[2][k]);
        sn_v3_copy(gap, direction);
        const bool amid_r = r > 0 && r<1, amid_s = s> 0 && s < 1;
        if (amid_r && amid_s)
            set_normal(x[0], x[1], x[2], x[3], direction);
        else if (amid_r)
            leave_edge(x[0], x[1], direction);
        else if (amid_s)
            leave_edge(x[2], x[3], direction);
    }
    if (sn_v3_normalize(direction, direction) == 0)
        sn_v3_normalize(gap, direction);
    return sn_v3_norm(gap);
}

/* First time after t when the bodies, seen along `direction`, are as near as `level`. */
static double time_along(const Motion *motion, double t, const double direction[3], double level)
{
    double first = INFINITY;
    for (int i = 0; i < motion->n; i++)
        for (int j = motion->n; j < 4; j++) {
            double x[3], v[3];
            sn_v3_sub(motion->x[i], motion->x[j], x);
            sn_v3_sub(motion->v[i], motion->v[j], v);
            sn_v3_axpy(t, v, x);
            const double above = sn_v3_dot(direction, x) - level, speed = sn_v3_dot(direction, v);
            if (speed < 0)
                first = fmin(first, t + fmax(above, 0) / -speed);
        }
    return first;
}

static double contact_time(const Motion *motion, double gap, double tolerance)
{
    const double rounding = ROUNDING * motion->size;
    double t = 0, direction[3], least = 0;
    for (int i = 0; i < DIRECTIONS; i++) {
        const double above = distance_at(motion, t, direction) - gap;
        if (i == 0)
            least = fmin(tolerance, 0.5 * above);
        if (!(above > least) || above <= 2 * rounding)
            return t;
        t = time_along(motion, t, direction, gap + fmax(0.5 * least, rounding));
        if (t > 1)
            return INFINITY;
    }
    return t;
}

double sn_contact_time_of_vertex(const double from[4][3], const double to[4][3], double gap,
                                 double tolerance)
{
    const Motion motion = motion_of(from, to, 1);
    return contact_time(&motion, gap, tolerance);
}

double sn_contact_time_of_edges(const double from[4][3], const double to[4][3], double gap,
                                double tolerance)
{
    const Motion motion = motion_of(from, to, 2);
    return contact_time(&motion, gap, tolerance);
}
