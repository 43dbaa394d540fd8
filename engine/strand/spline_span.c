/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/strand/spline_span.h"

#include <string.h>

/* Gauss and Legendre on 0..1 (Abramowitz and Stegun, table 25.4). */
static const double GAUSS_PLACE[SN_SPLINE_GAUSS] = {0.046910077030668003601, 0.23076534494715845448,
                                                    0.5, 0.76923465505284154552,
                                                    0.95308992296933199640};
static const double GAUSS_WEIGHT[SN_SPLINE_GAUSS] = {0.11846344252809454376, 0.23931433524968323402,
                                                     0.28444444444444444444, 0.23931433524968323402,
                                                     0.11846344252809454376};

void sn_spline_points(int n, bool reaches, int span, const double (*rest)[3], double ratio,
                      const double *active, SnSplinePoint points[SN_SPLINE_GAUSS])
{
    double polynomial[4][4];
    sn_spline_polynomials(n, reaches, span, polynomial);
    for (int g = 0; g < SN_SPLINE_GAUSS; g++) {
        SnSplinePoint *point = &points[g];
        double tangent[3];
        sn_spline_basis((const double(*)[4])polynomial, GAUSS_PLACE[g], &point->basis);
        sn_spline_combine(point->basis.first, rest, tangent);
        point->weight = GAUSS_WEIGHT[g];
        point->speed = ratio * sn_v3_norm(tangent);
        point->active = active ? 0 : 1;
        for (int i = 0; active && i < 4; i++)
            point->active += point->basis.b[i] * active[i];
    }
}

double sn_spline_span_rest(const SnSplinePoint points[SN_SPLINE_GAUSS])
{
    double sum = 0;
    for (int g = 0; g < SN_SPLINE_GAUSS; g++)
        sum += points[g].weight * points[g].speed;
    return sum;
}

void sn_spline_span_mass(const SnSplinePoint points[SN_SPLINE_GAUSS], double mass[4][4])
{
    memset(mass, 0, 16 * sizeof(double));
    for (int g = 0; g < SN_SPLINE_GAUSS; g++) {
        const double *b = points[g].basis.b, length = points[g].weight * points[g].speed;
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++)
                mass[i][j] += length * b[i] * b[j];
    }
}

void sn_spline_span_shares(const SnSplinePoint points[SN_SPLINE_GAUSS], double share[4])
{
    memset(share, 0, 4 * sizeof(double));
    for (int g = 0; g < SN_SPLINE_GAUSS; g++)
        for (int i = 0; i < 4; i++)
            share[i] += points[g].weight * points[g].speed * points[g].basis.b[i];
}

/* What a place does at a state. */
typedef struct Moment {
    double p[3], r[3], rate[3]; /* x', x'', their change dx'/dt */
    double length, d[3];        /* |p|, p / |p| */
    double stretch;
    SnSplineTension law;
} Moment;

static Moment moment_of(const SnSplinePoint *point, const SnSplineMaterial *material,
                        const SnSplineState *state)
{
    Moment m;
    sn_spline_combine(point->basis.first, state->x, m.p);
    sn_spline_combine(point->basis.second, state->x, m.r);
    sn_spline_combine(point->basis.first, state->v, m.rate);
    m.length = sn_v3_normalize(m.p, m.d);
    m.stretch = m.length / point->speed;
    m.law = material->law(material->law_data, m.stretch, sn_v3_dot(m.d, m.rate) / point->speed,
                          point->active);
    return m;
}

/* |dt/ds|^2 = C/A - B^2/A^2 with A = p.p, B = p.r, C = r.r, its derivatives by A, B, C. */
typedef struct Bend {
    double value, a, b, c, aa, ab, ac, bb;
} Bend;

static Bend bend_of(const Moment *m)
{
    const double a = sn_v3_dot(m->p, m->p), b = sn_v3_dot(m->p, m->r), c = sn_v3_dot(m->r, m->r);
    const double a2 = a * a;
    return (Bend){.value = fmax(c / a - b * b / a2, 0),
                  .a = -c / a2 + 2 * b * b / (a2 * a),
                  .b = -2 * b / a2,
                  .c = 1 / a,
                  .aa = 2 * c / (a2 * a) - 6 * b * b / (a2 * a2),
                  .ab = 4 * b / (a2 * a),
                  .ac = -1 / a2,
                  .bb = -2 / a2};
}

/* Force of bending: -scale (b_i' dw/dp + b_i'' dw/dr), w = |dt/ds|^2. */
static void add_bending(const SnSplinePoint *point, const Moment *m, double scale,
                        double (*force)[3])
{
    const Bend bend = bend_of(m);
    double by_p[3], by_r[3];
    sn_v3_scale(2 * bend.a, m->p, by_p);
    sn_v3_axpy(bend.b, m->r, by_p);
    sn_v3_scale(bend.b, m->p, by_r);
    sn_v3_axpy(2 * bend.c, m->r, by_r);
    for (int i = 0; i < 4; i++) {
        sn_v3_axpy(-scale * point->basis.first[i], by_p, force[i]);
        sn_v3_axpy(-scale * point->basis.second[i], by_r, force[i]);
    }
}

void sn_spline_span_force(const SnSplinePoint points[SN_SPLINE_GAUSS],
                          const SnSplineMaterial *material, const SnSplineState *state,
                          SnSplineForce *result)
{
    memset(result, 0, sizeof *result);
    for (int g = 0; g < SN_SPLINE_GAUSS; g++) {
        const SnSplinePoint *point = &points[g];
        const Moment m = moment_of(point, material, state);
        const double rate = sn_v3_dot(m.d, m.rate), rest = point->weight * point->speed;
        const double viscous = m.law.viscosity * rate / point->speed;
        for (int i = 0; i < 4; i++) {
            const double share = -point->weight * point->basis.first[i];
            sn_v3_axpy(share * m.law.tension, m.d, result->force[i]);
            sn_v3_axpy(share * (m.law.tension - viscous), m.d, result->velocity_free[i]);
        }
        result->energy += rest * m.law.energy;
        result->length += point->weight * m.length;
        result->rate += point->weight * rate;
        result->largest_stretch = fmax(result->largest_stretch, m.stretch);
        result->largest_tension = fmax(result->largest_tension, m.law.tension);
        result->tension_length += rest * m.law.tension;
        if (material->bending > 0 && m.length > 0) {
            const double scale = 0.5 * material->bending * point->weight / point->speed;
            add_bending(point, &m, scale, result->force);
            add_bending(point, &m, scale, result->velocity_free);
            result->bending_energy += scale * bend_of(&m).value;
        }
    }
    result->energy += result->bending_energy;
}

/* w -> the 6 x 6 second derivative by (p, r) in three 3 x 3 parts. */
static void bend_hessian(const Moment *m, double pp[9], double pr[9], double rr[9])
{
    const Bend w = bend_of(m);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const double pi = m->p[i], pj = m->p[j], ri = m->r[i], rj = m->r[j];
            const double same = i == j;
            pp[3 * i + j] = 4 * w.aa * pi * pj + 2 * w.ab * (pi * rj + ri * pj) + w.bb * ri * rj +
                            2 * w.a * same;
            pr[3 * i + j] = 2 * w.ab * pi * pj + 4 * w.ac * pi * rj + w.bb * ri * pj + w.b * same;
            rr[3 * i + j] = w.bb * pi * pj + 2 * w.c * same;
        }
}

/* The part 2 J'J of it, J = dt'/d(p, r), t' = r/m - p (p.r)/m^3: never indefinite. */
static void bend_positive(const Moment *m, double pp[9], double pr[9], double rr[9])
{
    const double size = m->length, cube = size * size * size, b = sn_v3_dot(m->p, m->r);
    double by_p[9], by_r[9], transposed[9];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const double pi = m->p[i], pj = m->p[j];
            by_r[3 * i + j] = (i == j) / size - pi * pj / cube;
            by_p[3 * i + j] = -(m->r[i] * pj + (i == j) * b + pi * m->r[j]) / cube +
                              3 * b * pi * pj / (cube * size * size);
        }
    sn_m3_transpose(by_p, transposed);
    sn_m3_mul(transposed, by_p, pp);
    sn_m3_mul(transposed, by_r, pr);
    sn_m3_transpose(by_r, transposed);
    sn_m3_mul(transposed, by_r, rr);
    for (int i = 0; i < 9; i++)
        pp[i] *= 2, pr[i] *= 2, rr[i] *= 2;
}

static void add_bending_stiffness(const SnSplinePoint *point, const Moment *m, double scale,
                                  bool positive, double stiffness[4][4][9])
{
    double pp[9], pr[9], rr[9];
    (positive ? bend_positive : bend_hessian)(m, pp, pr, rr);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            const double fi = point->basis.first[i], fj = point->basis.first[j];
            const double si = point->basis.second[i], sj = point->basis.second[j];
            for (int e = 0; e < 9; e++)
                stiffness[i][j][e] += scale * (fi * fj * pp[e] + fi * sj * pr[e] +
                                               si * fj * pr[3 * (e % 3) + e / 3] + si * sj * rr[e]);
        }
}

void sn_spline_span_stiffness(const SnSplinePoint points[SN_SPLINE_GAUSS],
                              const SnSplineMaterial *material, const SnSplineState *state,
                              double d, double k, bool positive, double stiffness[4][4][9])
{
    memset(stiffness, 0, 16 * 9 * sizeof(double));
    for (int g = 0; g < SN_SPLINE_GAUSS; g++) {
        const SnSplinePoint *point = &points[g];
        const Moment m = moment_of(point, material, state);
        if (!(m.length > 0))
            continue;
        const double along = positive ? fmax(m.law.stiffness, 0) : m.law.stiffness;
        const double tension = positive ? fmax(m.law.tension, 0) : m.law.tension;
        const double axial = (k * along + d * m.law.viscosity) / point->speed;
        const double across = k * tension / m.length;
        /* the rate of stretch also changes as p turns: d lambda'/dp = (I - dd') p_t / (|p| |X'|) */
        const double turning = positive ? 0 : 0.5 * k * m.law.viscosity / (point->speed * m.length);
        double sideways[3], s[9];
        sn_v3_copy(m.rate, sideways);
        sn_v3_axpy(-sn_v3_dot(m.rate, m.d), m.d, sideways);
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++)
                s[3 * r + c] =
                    point->weight * ((axial - across) * m.d[r] * m.d[c] + across * (r == c) +
                                     turning * (m.d[r] * sideways[c] + sideways[r] * m.d[c]));
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++) {
                const double share = point->basis.first[i] * point->basis.first[j];
                for (int e = 0; e < 9; e++)
                    stiffness[i][j][e] += share * s[e];
            }
        if (material->bending > 0 && k != 0)
            add_bending_stiffness(point, &m,
                                  0.5 * k * material->bending * point->weight / point->speed,
                                  positive, stiffness);
    }
}

double sn_spline_tension_at(const SnSplinePoint *point, const SnSplineMaterial *material,
                            const SnSplineState *state, double *stretch)
{
    const Moment m = moment_of(point, material, state);
    *stretch = m.stretch;
    return m.law.tension;
}
