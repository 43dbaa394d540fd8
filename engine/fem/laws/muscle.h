/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Muscle of Blemker 2005 with active fibres (verification A14): shear along and across the fibres,
 * fibre curve.  Defaults are those of its table 1. */
#ifndef SN_FEM_LAWS_MUSCLE_H
#define SN_FEM_LAWS_MUSCLE_H

#include "engine/fem/material_fibre.h"

/* Force of Blemker's fibre at x = l / optimal, its slope and its integral from the length where it
 * begins. */
typedef struct FibreCurve {
    SnLanes value, slope, work;
} FibreCurve;

SN_LANES_FN FibreCurve blemker_passive(const SnMaterial *m, SnLanes x)
{
    const double p1 = m->muscle_p1, p2 = m->muscle_p2, bend = m->straight_stretch;
    const SnLanesMask taut = x > 1;
    const SnLanes curved = lanes_min(lanes_max(x, lanes(1)), lanes(bend));
    const SnLanes e = lanes_exp(p2 * (curved - 1)), over = lanes_max(x - bend, lanes(0));
    FibreCurve r;
    r.value = p1 * (e - 1) + p1 * p2 * e * over;
    r.slope = lanes_select(taut, p1 * p2 * e, lanes(0));
    r.work = p1 * ((e - 1) / p2 - (curved - 1)) + over * (p1 * (e - 1) + 0.5 * p1 * p2 * e * over);
    return r;
}

SN_LANES_FN FibreCurve blemker_active(SnLanes x)
{
    const SnLanesMask low = x<0.6, high = x> 1.4;
    const SnLanes rise = lanes_max(x - 0.4, lanes(0)), fall = lanes_min(x - 1.6, lanes(0));
    const SnLanes top = x - 1;
    const double to_top = 0.024, to_fall = 0.824 - 4 * 0.128 / 3;
    FibreCurve r;
    r.value =
        lanes_select(low, 9 * rise * rise, lanes_select(high, 9 * fall * fall, 1 - 4 * top * top));
    r.slope = lanes_select(low, 18 * rise, lanes_select(high, 18 * fall, -8 * top));
    r.work = lanes_select(low, 3 * rise * rise * rise,
                          lanes_select(high, to_fall + 0.024 + 3 * fall * fall * fall,
                                       to_top + (x - 0.6) - 4 / 3. * (top * top * top + 0.064)));
    return r;
}

/* arcosh(1 + z)^2 and its first two derivatives by z; smooth through 0. */
SN_LANES_FN void arcosh_squared(SnLanes z, SnLanes *value, SnLanes *first, SnLanes *second)
{
    /* 2 sum (-1)^(n+1) (2 z)^n / (n^2 binomial(2n, n)) */
    static const double c[] = {0,          2,          -1 / 3.,     4 / 45.,    -1 / 35.,
                               16 / 1575., -8 / 2079., 32 / 21021., -4 / 6435., 256 / 984555.};
    static const double d[] = {2,          -2 / 3.,    4 / 15.,     -4 / 35.,     16 / 315.,
                               -16 / 693., 32 / 3003., -32 / 6435., 256 / 109395.};
    static const double e[] = {-2 / 3.,    8 / 15.,    -12 / 35.,       64 / 315.,
                               -80 / 693., 64 / 1001., -32 / 6435. * 7, 2048 / 109395.};
    const SnLanesMask small = z < 0.02;
    const SnLanes far = lanes_select(small, lanes(1), z), y = 1 + far;
    const SnLanes sinh2 = far * (2 + far), sinh = lanes_sqrt(sinh2);
    const SnLanes b = lanes_log(y + sinh), slope = 2 * b / sinh;
    *value = lanes_select(small, lanes_polynomial(c, 10, z), b * b);
    *first = lanes_select(small, lanes_polynomial(d, 9, z), slope);
    *second = lanes_select(small, lanes_polynomial(e, 8, z), (2 - y * slope) / sinh2);
}

/* Derivatives of W by I1, I4, I5. */
typedef struct FibreLaw {
    SnLanes energy, w1, w4, w5, w11, w14, w15, w44, w45, w55;
} FibreLaw;

/* G1 B1^2 + G2 B2^2: shear along and across the fibres (Blemker 2005 eq. 3-6); without fibres
 * neo-Hookean with the mean of the two moduli. */
SN_LANES_FN void blemker_shears(const SnMaterial *m, const ShapeInvariants *s, const Fibre *fibre,
                                FibreLaw *w)
{
    const double g1 = m->muscle_g1, g2 = m->muscle_g2;
    const SnLanes i1 = s->i1 + 3, i4 = fibre->i4, i5 = fibre->i5, root = fibre->stretch;
    const SnLanes by4 = 1 / i4, by4_2 = by4 * by4, half = 0.5 / root;
    /* B1^2 = I5/I4^2 - 1 */
    w->energy = g1 * (i5 * by4_2 - 1);
    w->w4 = -2 * g1 * i5 * by4_2 * by4;
    w->w5 = g1 * by4_2;
    w->w44 = 6 * g1 * i5 * by4_2 * by4_2;
    w->w45 = -2 * g1 * by4_2 * by4;
    /* B2 = arcosh y, y = (I1 I4 - I5) / (2 sqrt I4) */
    const SnLanes y = (i1 * i4 - i5) * half;
    SnLanes h, h1, h2;
    arcosh_squared(lanes_select(fibre->some, y - 1, lanes(0)), &h, &h1, &h2);
    h1 *= g2, h2 *= g2;
    const SnLanes y1 = 0.5 * root, y4 = i1 * half - 0.5 * y * by4, y5 = -half;
    const SnLanes y14 = 0.5 * half, y45 = 0.5 * half * by4;
    const SnLanes y44 = -0.5 * i1 * half * by4 - 0.5 * y4 * by4 + 0.5 * y * by4_2;
    w->energy += g2 * h;
    w->w1 = h1 * y1;
    w->w4 += h1 * y4;
    w->w5 += h1 * y5;
    w->w11 = h2 * y1 * y1;
    w->w14 = h2 * y1 * y4 + h1 * y14;
    w->w15 = h2 * y1 * y5;
    w->w44 += h2 * y4 * y4 + h1 * y44;
    w->w45 += h2 * y4 * y5 + h1 * y45;
    w->w55 = h2 * y5 * y5;
    w->energy = lanes_select(fibre->some, w->energy, 0.5 * (g1 + g2) * s->i1);
    w->w1 = lanes_select(fibre->some, w->w1, lanes(0.5 * (g1 + g2)));
    w->w11 = lanes_select(fibre->some, w->w11, lanes(0));
}

static inline void muscle_shape(const SnMaterial *m, const SnPointInput *in, int want_tangent,
                                SnPointStress *out)
{
    ShapeInvariants s;
    Fibre fibre;
    FibreLaw w;
    shape_invariants(in, &s);
    carry_fibre(in, &s, &fibre);
    blemker_shears(m, &s, &fibre, &w);
    const SnLanes share = stiffened(m, in->activation);
    const SnLanes x = fibre.stretch / m->optimal_stretch;
    const FibreCurve passive = blemker_passive(m, x), active = blemker_active(x);
    const SnLanes activation = in->activation;
    const SnLanes force = share * passive.value + activation * active.value;
    const SnLanes slope = share * passive.slope + activation * active.slope;
    const SnLanes work = share * passive.work + activation * active.work;
    out->energy = share * w.energy + lanes_select(fibre.some, m->max_stress * work, lanes(0));
    for (int a = 0; a < 6; a++)
        out->stress[a] = 2 * share * (w.w1 * s.b[a] + w.w4 * fibre.dyad[a] + w.w5 * fibre.mixed[a]);
    if (want_tangent) {
        SnLanes p1[6], p4[6], p5[6];
        const SnLanes k = 4 * share;
        for (int a = 0; a < 6; a++) {
            const SnLanes b = s.b[a], d = fibre.dyad[a], e = fibre.mixed[a];
            p1[a] = k * (w.w11 * b + w.w14 * d + w.w15 * e);
            p4[a] = k * (w.w14 * b + w.w44 * d + w.w45 * e);
            p5[a] = k * (w.w15 * b + w.w45 * d + w.w55 * e);
        }
        lanes_zero(out->tangent, 21);
        lanes_add_outer(out->tangent, p1, s.b);
        lanes_add_outer(out->tangent, p4, fibre.dyad);
        lanes_add_outer(out->tangent, p5, fibre.mixed);
        lanes_add_product(out->tangent, 2 * k * w.w5, s.b, fibre.dyad);
    }
    add_line(&fibre, m->max_stress * x * force, m->max_stress * x * (force + x * slope),
             want_tangent, out);
    project_shape(in->j, want_tangent, out);
}

/* Mean of along and across. */
static inline double muscle_shear(const SnMaterial *m)
{
    return m->muscle_g1 + m->muscle_g2;
}

static const SnMaterialLaw muscle_law = {.shear = muscle_shear, .volume = split_volume};

#endif
