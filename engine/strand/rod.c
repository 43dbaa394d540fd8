/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every energy is a function of a few scalars (dot products of t and axes of the triads).  Each has
 * its gradient g and its Hessian H along x + dx, exp(theta) R, at first by world rotations, at the
 * end in body axes.  There the derivative of a gradient is H + [g_rotation] / 2 for each body, the
 * second part antisymmetric (the rotations do not commute). */
#include "engine/strand/rod.h"

#include "engine/base/vec.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

typedef struct Scalar {
    double value;
    double g[12];
    double h[12][12]; /* set only if derivatives are asked for */
} Scalar;

/* Places of the unknowns among the twelve. */
enum { MOVE_I = 0, TURN_I = 3, MOVE_J = 6, TURN_J = 9 };

typedef struct Geometry {
    double t[3], length;
    double axes[2][3][3]; /* of each side, world: first, second, third */
    bool second;          /* Hessians are wanted */
} Geometry;

void sn_rod_rest(const SnRodFrame frame[2], SnRodSegment *segment)
{
    double e[3][3];
    sn_v3_sub(frame[1].position, frame[0].position, e[2]);
    segment->length = sn_v3_normalize(e[2], e[2]);
    const double *r = frame[0].rotation, x[3] = {r[0], r[3], r[6]}, y[3] = {r[1], r[4], r[7]};
    sn_v3_copy(fabs(sn_v3_dot(x, e[2])) < 0.9 ? x : y, e[0]);
    sn_v3_axpy(-sn_v3_dot(e[0], e[2]), e[2], e[0]);
    sn_v3_normalize(e[0], e[0]);
    sn_v3_cross(e[2], e[0], e[1]);
    for (int s = 0; s < 2; s++)
        for (int k = 0; k < 3; k++) {
            double local[3];
            sn_m3_tmul_v3(frame[s].rotation, e[k], local);
            for (int i = 0; i < 3; i++)
                segment->triad[s][3 * i + k] = local[i];
        }
}

void sn_rod_rest_straight(SnRodSegment *segment)
{
    for (int s = 0; s < 2; s++)
        sn_m3_identity(segment->triad[s]);
}

void sn_rod_section(SnRodSegment *segment, const double half_width[2], double youngs_modulus,
                    double shear_modulus)
{
    const double a = half_width[0], b = half_width[1];
    const double second_moment[2] = {M_PI * a * a * a * b / 4, M_PI * a * b * b * b / 4};
    for (int k = 0; k < 2; k++) {
        segment->bend[k] = 4 * youngs_modulus * second_moment[k] / segment->length;
        segment->couple[k] = segment->bend[k] / 2;
    }
    /* Saint-Venant's torsion of an ellipse */
    const double torsion = M_PI * a * a * a * b * b * b / (a * a + b * b);
    segment->twist = shear_modulus * torsion / segment->length;
}

void sn_rod_length(const SnRodFrame frame[2], double *length, double *rate)
{
    double t[3], v[3];
    sn_v3_sub(frame[1].position, frame[0].position, t);
    *length = sn_v3_normalize(t, t);
    sn_v3_sub(frame[1].velocity, frame[0].velocity, v);
    *rate = sn_v3_dot(t, v);
}

static void geometry_of(const SnRodSegment *segment, const SnRodFrame frame[2], bool second,
                        Geometry *geometry)
{
    sn_v3_sub(frame[1].position, frame[0].position, geometry->t);
    geometry->length = sn_v3_normalize(geometry->t, geometry->t);
    geometry->second = second;
    for (int s = 0; s < 2; s++) {
        double axes[9];
        sn_m3_mul(frame[s].rotation, segment->triad[s], axes);
        for (int k = 0; k < 3; k++)
            for (int i = 0; i < 3; i++)
                geometry->axes[s][k][i] = axes[3 * i + k];
    }
}

/* Hessian of p.q by a rotation of p: (p q' + q p') / 2 - (p.q) I. */
static void turn_twice(const double p[3], const double q[3], int at, Scalar *s)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            s->h[at + r][at + c] += 0.5 * (p[r] * q[c] + q[r] * p[c]) - (r == c ? s->value : 0);
}

/* s = f.t, f an axis of one side. */
static void axis_and_tangent(const Geometry *geometry, int side, int axis, Scalar *s)
{
    const double *f = geometry->axes[side][axis], *t = geometry->t, l = geometry->length;
    const int turn = side ? TURN_J : TURN_I;
    double across[3];
    memset(s, 0, geometry->second ? sizeof *s : offsetof(Scalar, h));
    s->value = sn_v3_dot(f, t);
    sn_v3_copy(f, across); /* P f / l, P = I - t t' */
    sn_v3_axpy(-s->value, t, across);
    sn_v3_scale(1 / l, across, across);
    sn_v3_scale(-1, across, s->g + MOVE_I);
    sn_v3_copy(across, s->g + MOVE_J);
    sn_v3_cross(f, t, s->g + turn);
    if (!geometry->second)
        return;
    turn_twice(f, t, turn, s);
    double cross[9];
    sn_m3_cross(f, cross);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            /* by r = x_j - x_i twice, and by the rotation and r: [f] P / l */
            const double projector = (r == c) - t[r] * t[c];
            const double twice =
                -(across[r] * t[c] + t[r] * across[c]) / l - s->value * projector / (l * l);
            double mixed = 0;
            for (int k = 0; k < 3; k++)
                mixed += cross[3 * r + k] * ((k == c) - t[k] * t[c]) / l;
            s->h[MOVE_I + r][MOVE_I + c] += twice;
            s->h[MOVE_J + r][MOVE_J + c] += twice;
            s->h[MOVE_I + r][MOVE_J + c] -= twice;
            s->h[MOVE_J + r][MOVE_I + c] -= twice;
            s->h[turn + r][MOVE_J + c] += mixed;
            s->h[MOVE_J + c][turn + r] += mixed;
            s->h[turn + r][MOVE_I + c] -= mixed;
            s->h[MOVE_I + c][turn + r] -= mixed;
        }
}

/* s += sign p.q, p an axis of i and q one of j. */
static void add_axes(const Geometry *geometry, int axis_i, int axis_j, double sign, Scalar *s)
{
    const double *p = geometry->axes[0][axis_i], *q = geometry->axes[1][axis_j];
    const double dot = sn_v3_dot(p, q);
    double turn[3];
    sn_v3_cross(p, q, turn);
    s->value += sign * dot;
    sn_v3_axpy(sign, turn, s->g + TURN_I);
    sn_v3_axpy(-sign, turn, s->g + TURN_J);
    if (!geometry->second)
        return;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            const double same = 0.5 * (p[r] * q[c] + q[r] * p[c]) - (r == c ? dot : 0);
            const double mixed = (r == c ? dot : 0) - q[r] * p[c];
            s->h[TURN_I + r][TURN_I + c] += sign * same;
            s->h[TURN_J + r][TURN_J + c] += sign * same;
            s->h[TURN_I + r][TURN_J + c] += sign * mixed;
            s->h[TURN_J + c][TURN_I + r] += sign * mixed;
        }
}

/* s = s / d. */
static void divide(bool second, Scalar *s, const Scalar *d)
{
    s->value /= d->value;
    for (int i = 0; i < 12; i++)
        s->g[i] = (s->g[i] - s->value * d->g[i]) / d->value;
    for (int i = 0; second && i < 12; i++)
        for (int j = 0; j < 12; j++)
            s->h[i][j] =
                (s->h[i][j] - s->value * d->h[i][j] - s->g[i] * d->g[j] - d->g[i] * s->g[j]) /
                d->value;
}

/* From world rotations to body axes. */
static void to_body_axes(const SnRodFrame frame[2], bool second, Scalar *s)
{
    for (int side = 0; side < 2; side++) {
        const double *rotation = frame[side].rotation;
        const int turn = side ? TURN_J : TURN_I;
        sn_m3_tmul_v3(rotation, s->g + turn, s->g + turn);
        for (int i = 0; second && i < 12; i++)
            sn_m3_tmul_v3(rotation, s->h[i] + turn, s->h[i] + turn);
        for (int j = 0; second && j < 12; j++) {
            double column[3] = {s->h[turn][j], s->h[turn + 1][j], s->h[turn + 2][j]};
            sn_m3_tmul_v3(rotation, column, column);
            for (int k = 0; k < 3; k++)
                s->h[turn + k][j] = column[k];
        }
    }
}

/* --- sums --- */

/* h u less half of g x w in each body's rotations: how the rate g.u changes with q. */
static void rate_gradient(const Scalar *s, const double u[12], double gradient[12])
{
    for (int i = 0; i < 12; i++) {
        gradient[i] = 0;
        for (int j = 0; j < 12; j++)
            gradient[i] += s->h[i][j] * u[j];
    }
    for (int turn = TURN_I; turn <= TURN_J; turn += TURN_J - TURN_I) {
        double cross[3];
        sn_v3_cross(s->g + turn, u + turn, cross);
        sn_v3_axpy(-0.5, cross, gradient + turn);
    }
}

static void add_outer(double factor, const double a[12], const double b[12], double (*m)[12])
{
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++)
            m[i][j] += 0.5 * factor * (a[i] * b[j] + b[i] * a[j]);
}

static void add_hessian(double factor, const Scalar *s, double (*m)[12])
{
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++)
            m[i][j] += factor * s->h[i][j];
}

static double along(const double g[12], const double u[12])
{
    double sum = 0;
    for (int i = 0; i < 12; i++)
        sum += g[i] * u[i];
    return sum;
}

/* What one response is summed from. */
typedef struct Sum {
    SnRodResponse *response;
    const double *u;
    bool derivatives, positive_definite;
} Sum;

/* A force -slope g: stiffness slope h. */
static void add_gradient(const Sum *sum, const Scalar *s, double slope)
{
    for (int i = 0; i < 12; i++)
        sum->response->force[i] -= slope * s->g[i];
    if (sum->derivatives && !sum->positive_definite)
        add_hessian(slope, s, sum->response->stiffness);
}

/* A damper between the rates of two scalars: force -c a.g (b.g . u). */
static void add_damper(const Sum *sum, const Scalar *a, const Scalar *b, double c)
{
    if (c == 0)
        return;
    SnRodResponse *response = sum->response;
    const double rate = along(b->g, sum->u);
    for (int i = 0; i < 12; i++) {
        response->force[i] -= c * rate * a->g[i];
        response->viscous[i] -= c * rate * a->g[i];
    }
    if (!sum->derivatives)
        return;
    add_outer(c, a->g, b->g, response->damping);
    if (sum->positive_definite)
        return;
    double turning[12];
    rate_gradient(b, sum->u, turning);
    add_hessian(c * rate, a, response->stiffness);
    add_outer(c, a->g, turning, response->stiffness);
}

static void add_stretch(const Sum *sum, const Geometry *geometry, const SnRodTension *law)
{
    SnRodResponse *response = sum->response;
    Scalar length = {.value = geometry->length};
    sn_v3_scale(-1, geometry->t, length.g + MOVE_I);
    sn_v3_copy(geometry->t, length.g + MOVE_J);
    for (int i = 0; i < 12; i++) {
        response->force[i] -= law->tension * length.g[i];
        response->viscous[i] -= law->viscosity * along(length.g, sum->u) * length.g[i];
    }
    if (!sum->derivatives)
        return;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            const double p = ((r == c) - geometry->t[r] * geometry->t[c]) / geometry->length;
            length.h[MOVE_I + r][MOVE_I + c] = length.h[MOVE_J + r][MOVE_J + c] = p;
            length.h[MOVE_I + r][MOVE_J + c] = length.h[MOVE_J + r][MOVE_I + c] = -p;
        }
    add_outer(law->viscosity, length.g, length.g, response->damping);
    const double stiffness = sum->positive_definite ? fmax(law->stiffness, 0) : law->stiffness;
    add_outer(stiffness, length.g, length.g, response->stiffness);
    add_hessian(sum->positive_definite ? fmax(law->tension, 0) : law->tension, &length,
                response->stiffness);
    if (!sum->positive_definite) {
        double turning[12];
        rate_gradient(&length, sum->u, turning);
        add_outer(law->viscosity, length.g, turning, response->stiffness);
    }
}

static void add_bending(const Sum *sum, const SnRodSegment *segment, const SnRodFrame frame[2],
                        const Geometry *geometry)
{
    SnRodResponse *response = sum->response;
    const double bend[3] = {segment->bend[0], segment->bend[1],
                            (segment->bend[0] + segment->bend[1]) / 2};
    const double couple[3] = {segment->couple[0], segment->couple[1],
                              (segment->couple[0] + segment->couple[1]) / 2};
    for (int k = 0; k < 3; k++) {
        Scalar s[2];
        double off[2];
        for (int side = 0; side < 2; side++) {
            axis_and_tangent(geometry, side, k, &s[side]);
            to_body_axes(frame, geometry->second, &s[side]);
            off[side] = s[side].value - (k == 2);
        }
        response->bending +=
            0.5 * bend[k] * (off[0] * off[0] + off[1] * off[1]) + couple[k] * off[0] * off[1];
        for (int side = 0; side < 2; side++) {
            const Scalar *mine = &s[side], *other = &s[!side];
            add_gradient(sum, mine, bend[k] * off[side] + couple[k] * off[!side]);
            if (sum->derivatives) {
                add_outer(bend[k], mine->g, mine->g, response->stiffness);
                add_outer(couple[k], mine->g, other->g, response->stiffness);
            }
            add_damper(sum, mine, mine, segment->damping * bend[k]);
            add_damper(sum, mine, other, segment->damping * couple[k]);
        }
    }
}

/* phi with phi' = cos sin' - sin cos', from the two, whose squares sum to one whatever the frames
 * do: the turns of phi are those nearest to `before`.  Into `cosine`. */
static void angle_of(bool second, double before, Scalar *cosine, const Scalar *sine)
{
    const double c = cosine->value, s = sine->value, angle = atan2(s, c);
    for (int i = 0; second && i < 12; i++)
        for (int j = 0; j < 12; j++)
            cosine->h[i][j] = c * sine->h[i][j] - s * cosine->h[i][j];
    for (int i = 0; i < 12; i++)
        cosine->g[i] = c * sine->g[i] - s * cosine->g[i];
    cosine->value = angle + 2 * M_PI * round((before - angle) / (2 * M_PI));
}

static void add_twist(const Sum *sum, const SnRodSegment *segment, const SnRodFrame frame[2],
                      const Geometry *geometry)
{
    Scalar angle = {0}, sine = {0}, below = {.value = 1};
    add_axes(geometry, 2, 2, 1, &below);
    sum->response->angle = segment->angle_before;
    if (below.value < 1e-6) /* folded back on itself: no least rotation */
        return;
    add_axes(geometry, 0, 0, 1, &angle); /* the cosine */
    add_axes(geometry, 1, 1, 1, &angle);
    add_axes(geometry, 1, 0, 1, &sine);
    add_axes(geometry, 0, 1, -1, &sine);
    divide(geometry->second, &angle, &below);
    divide(geometry->second, &sine, &below);
    angle_of(geometry->second, segment->angle_before, &angle, &sine);
    to_body_axes(frame, geometry->second, &angle);
    sum->response->angle = angle.value;
    sum->response->twisting = 0.5 * segment->twist * angle.value * angle.value;
    add_gradient(sum, &angle, segment->twist * angle.value);
    if (sum->derivatives)
        add_outer(segment->twist, angle.g, angle.g, sum->response->stiffness);
    add_damper(sum, &angle, &angle, segment->damping * segment->twist);
}

void sn_rod_respond(const SnRodSegment *segment, const SnRodFrame frame[2],
                    const SnRodTension *tension, bool derivatives, bool positive_definite,
                    SnRodResponse *response)
{
    Geometry geometry;
    double u[12];
    for (int s = 0; s < 2; s++) {
        sn_v3_copy(frame[s].velocity, u + 6 * s);
        sn_v3_copy(frame[s].turning, u + 6 * s + 3);
    }
    const Sum sum = {response, u, derivatives, positive_definite};
    memset(response, 0, derivatives ? sizeof *response : offsetof(SnRodResponse, damping));
    geometry_of(segment, frame, derivatives && !positive_definite, &geometry);
    if (geometry.length <= 0) /* no direction */
        return;
    add_stretch(&sum, &geometry, tension);
    if (segment->bend[0] > 0 || segment->bend[1] > 0)
        add_bending(&sum, segment, frame, &geometry);
    if (segment->twist > 0)
        add_twist(&sum, segment, frame, &geometry);
}
