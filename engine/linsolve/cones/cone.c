/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The projection onto one cone, what directions it leaves, and its laws. */
#include "engine/linsolve/cones/cone_rows.h"
#include "engine/linsolve/cones/cones.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Rows that share a coefficient. */
typedef struct Group {
    int row, n;
    double mu, size; /* |y| */
} Group;

static void find_groups(const SnCone *cone, const double *y, Group group[3])
{
    group[0] = (Group){.row = 1, .n = 2, .mu = cone->friction, .size = sn_norm2(y[1], y[2])};
    group[1] = (Group){.row = 3, .n = 1, .mu = cone->torsion, .size = fabs(y[3])};
    group[2] = (Group){.row = 4, .n = 2, .mu = cone->rolling, .size = sn_norm2(y[4], y[5])};
}

/* The normal part of the projection onto a cone of several groups, and which of these slip: where
 * rn (z - y) = sum of rt mu (|y| - mu z) over the latter.  Those that slip at z = y may; what does
 * not at the root without it is none of them. */
static double normal_of(const Group group[3], double rn, double rt, double y, bool slips[3])
{
    double normal = y;
    for (int g = 0; g < 3; g++)
        slips[g] = group[g].size > group[g].mu * y;
    for (bool changed = true; changed;) {
        double pull = y, weight = 1;
        changed = false;
        for (int g = 0; g < 3; g++) {
            pull += slips[g] ? group[g].mu * rt / rn * group[g].size : 0;
            weight += slips[g] ? group[g].mu * group[g].mu * rt / rn : 0;
        }
        normal = sn_positive(pull / weight);
        for (int g = 0; g < 3; g++)
            if (slips[g] && group[g].size < group[g].mu * normal) {
                slips[g] = false;
                changed = true;
            }
    }
    return normal;
}

static void project_rolling(const SnCone *cone, double rn, double rt, const double *y, double *z)
{
    Group group[3];
    bool slips[3];
    find_groups(cone, y, group);
    z[0] = normal_of(group, rn, rt, y[0], slips);
    for (int g = 0; g < 3; g++) {
        const double share = !slips[g]           ? 1
                             : group[g].size > 0 ? group[g].mu * z[0] / group[g].size
                                                 : 0;
        for (int k = group[g].row; k < group[g].row + group[g].n; k++)
            z[k] = z[0] > 0 ? share * y[k] : 0;
    }
}

/* One along the edge of all groups that slip, one across it for each that can turn; those that
 * stick by themselves. */
static int rolling_directions(const SnCone *cone, double rn, double rt, const double *y,
                              SnConeDirection *directions)
{
    Group group[3];
    bool slips[3];
    find_groups(cone, y, group);
    const double normal = normal_of(group, rn, rt, y[0], slips);
    int n = 1;
    if (!(normal > 0))
        return 0;
    memset(directions, 0, SN_CONE_ROWS * sizeof *directions);
    directions[0].along[0] = 1;
    directions[0].compliance = rn;
    for (int g = 0; g < 3; g++) {
        const Group *one = &group[g];
        if (one->mu == 0)
            continue;
        for (int k = one->row; k < one->row + one->n && !slips[g]; k++) {
            directions[n].along[k] = 1;
            directions[n++].compliance = rt;
        }
        if (!slips[g])
            continue;
        directions[0].compliance += one->mu * one->mu * rt;
        for (int k = one->row; k < one->row + one->n; k++)
            directions[0].along[k] = one->mu * y[k] / one->size;
        if (one->n == 1)
            continue;
        directions[n].along[one->row] = -y[one->row + 1] / one->size;
        directions[n].along[one->row + 1] = y[one->row] / one->size;
        directions[n++].compliance = rt * one->size / (one->mu * normal);
    }
    return n;
}

/* --- balls --- */

static double length_of(const double *y)
{
    return sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2]);
}

static void project_ball(const SnCone *cone, const double *y, double *z)
{
    const double length = length_of(y), share = length > cone->limit ? cone->limit / length : 1;
    for (int k = 0; k < 3; k++)
        z[k] = share * y[k];
}

/* All three where it sticks, two across the force where it slips. */
static int ball_directions(const SnCone *cone, double r, const double *y,
                           SnConeDirection *directions)
{
    const double length = length_of(y);
    memset(directions, 0, 3 * sizeof *directions);
    if (length <= cone->limit) {
        for (int k = 0; k < 3; k++)
            directions[k].along[k] = 1, directions[k].compliance = r;
        return 3;
    }
    double unit[3], *s = directions[0].along, *t = directions[1].along;
    for (int k = 0; k < 3; k++)
        unit[k] = y[k] / length;
    const int a = fabs(unit[0]) < 0.6 ? 0 : 1, b = (a + 1) % 3, c = (a + 2) % 3;
    const double across = sn_norm2(unit[b], unit[c]);
    s[b] = -unit[c] / across, s[c] = unit[b] / across; /* across e_a and y */
    t[a] = unit[b] * s[c] - unit[c] * s[b];
    t[b] = unit[c] * s[a] - unit[a] * s[c];
    t[c] = unit[a] * s[b] - unit[b] * s[a];
    directions[0].compliance = directions[1].compliance = r * length / cone->limit;
    return 2;
}

/* --- any --- */

void sn_cone_project(const SnCone *cone, double rn, double rt, const double *y, double *z)
{
    if (cone->rolls) {
        project_rolling(cone, rn, rt, y, z);
        return;
    }
    if (cone->ball) {
        project_ball(cone, y, z);
        return;
    }
    if (cone->contact && !(cone->limit > 0))
        sn_project_contact(cone->friction, rt / rn, y, z);
    else
        z[0] = cone->limit > 0 ? fmin(fmax(y[0], -cone->limit), cone->limit) : sn_positive(y[0]);
}

int sn_cone_directions(const SnCone *cone, double rn, double rt, const double *y,
                       SnConeDirection directions[SN_CONE_ROWS])
{
    const double mu = cone->friction;
    if (cone->rolls)
        return rolling_directions(cone, rn, rt, y, directions);
    if (cone->ball)
        return ball_directions(cone, rn, y, directions);
    directions[0] = (SnConeDirection){.along = {1}, .compliance = rn};
    if (cone->limit > 0)
        return fabs(y[0]) < cone->limit;
    if (!cone->contact || mu == 0)
        return y[0] > 0;
    const double tangent = sn_norm2(y[1], y[2]);
    if (tangent <= mu * y[0]) {
        directions[1] = (SnConeDirection){.along = {0, 1}, .compliance = rt};
        directions[2] = (SnConeDirection){.along = {0, 0, 1}, .compliance = rt};
        return y[0] > 0 ? 3 : 0;
    }
    const double squeeze = mu * rt / rn;
    const double normal = (y[0] + squeeze * tangent) / (1 + mu * squeeze);
    const double s = y[1] / tangent, t = y[2] / tangent;
    directions[0].along[1] = mu * s, directions[0].along[2] = mu * t;
    directions[0].compliance = (1 + mu * squeeze) * rn;
    if (!(normal > 0))
        return 0;
    directions[1] =
        (SnConeDirection){.along = {0, -t, s}, .compliance = rt * tangent / (mu * normal)};
    return 2;
}

void sn_cone_law(const SnCone *cone, double r, const double *z, const double *w, double *miss,
                 double slope[3][3])
{
    const double normal = z[0] - w[0] / r, mu = cone->friction;
    memset(slope, 0, 9 * sizeof(double));
    if (cone->limit > 0) {
        miss[0] = z[0] - fmin(fmax(normal, -cone->limit), cone->limit);
        slope[0][0] = fabs(normal) < cone->limit;
        return;
    }
    miss[0] = z[0] - sn_positive(normal);
    slope[0][0] = normal > 0;
    if (!cone->contact)
        return;
    const double y[2] = {z[1] - w[1] / r, z[2] - w[2] / r};
    const double tangent = sn_norm2(y[0], y[1]), most = mu * sn_positive(normal);
    const bool slips = tangent > most;
    const double share = slips ? most / tangent : 1;
    for (int i = 0; i < 2; i++) {
        miss[1 + i] = z[1 + i] - share * y[i];
        slope[1 + i][1 + i] = share;
        for (int k = 0; slips && k < 2; k++)
            slope[1 + i][1 + k] -= share * y[i] * y[k] / (tangent * tangent);
        slope[1 + i][0] = slips && normal > 0 ? mu * y[i] / tangent : 0;
    }
}

/* M has zeros above the tangents' part. */
void sn_cone_divide(double r, double close, double *miss, double j[3][3])
{
    const double c = 1 - close;
    const double m00 = 1 - c * j[0][0], m10 = -c * j[1][0], m20 = -c * j[2][0];
    const double a = 1 - c * j[1][1], b = -c * j[1][2], d = 1 - c * j[2][2];
    const double determinant = a * d - b * b;
    for (int k = 0; k < 4; k++) {
        double *x[3];
        for (int i = 0; i < 3; i++)
            x[i] = k < 3 ? &j[i][k] : &miss[i];
        *x[0] /= m00;
        const double s = *x[1] - m10 * *x[0], t = *x[2] - m20 * *x[0];
        *x[1] = (d * s - b * t) / determinant;
        *x[2] = (a * t - b * s) / determinant;
        for (int i = 0; k < 3 && i < 3; i++)
            *x[i] /= r;
    }
}
