/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/fem/material_reference.h"

#include "engine/base/vec.h"

#include <string.h>

typedef double complex Number;

static Number determinant(const Number m[9])
{
    return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) +
           m[2] * (m[3] * m[7] - m[4] * m[6]);
}

static void inverse(const Number m[9], Number r[9])
{
    const Number s = 1 / determinant(m);
    const Number t[9] = {s * (m[4] * m[8] - m[5] * m[7]), s * (m[2] * m[7] - m[1] * m[8]),
                         s * (m[1] * m[5] - m[2] * m[4]), s * (m[5] * m[6] - m[3] * m[8]),
                         s * (m[0] * m[8] - m[2] * m[6]), s * (m[2] * m[3] - m[0] * m[5]),
                         s * (m[3] * m[7] - m[4] * m[6]), s * (m[1] * m[6] - m[0] * m[7]),
                         s * (m[0] * m[4] - m[1] * m[3])};
    memcpy(r, t, sizeof t);
}

static void multiply(const Number a[9], const Number b[9], Number r[9])
{
    Number t[9];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            t[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
    memcpy(r, t, sizeof t);
}

static void right_cauchy(const Number f[9], Number c[9])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            c[3 * i + j] = f[i] * f[j] + f[3 + i] * f[3 + j] + f[6 + i] * f[6 + j];
}

static Number trace(const Number a[9])
{
    return a[0] + a[4] + a[8];
}

static Number form(const double a[3], const Number m[9], const double b[3])
{
    Number r = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            r += a[i] * m[3 * i + j] * b[j];
    return r;
}

/* Principal root by Denman and Beavers' iteration. */
static void square_root(const Number m[9], Number r[9])
{
    Number y[9], z[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, yi[9], zi[9];
    memcpy(y, m, sizeof y);
    for (int k = 0; k < 30; k++) {
        inverse(y, yi);
        inverse(z, zi);
        for (int i = 0; i < 9; i++) {
            y[i] = 0.5 * (y[i] + zi[i]);
            z[i] = 0.5 * (z[i] + yi[i]);
        }
    }
    memcpy(r, y, sizeof y);
}

/* Logarithm: 2^6 times that of the 64th root, 2 artanh((m - 1)/(m + 1)). */
static void logarithm(const Number m[9], Number r[9])
{
    Number x[9], sum[9], difference[9], power[9], square[9];
    memcpy(x, m, sizeof x);
    for (int k = 0; k < 6; k++)
        square_root(x, x);
    memcpy(difference, x, sizeof x);
    memcpy(sum, x, sizeof x);
    for (int i = 0; i < 9; i += 4) {
        difference[i] -= 1;
        sum[i] += 1;
    }
    inverse(sum, sum);
    multiply(difference, sum, power);
    multiply(power, power, square);
    memset(r, 0, 9 * sizeof *r);
    for (int k = 1; k < 30; k += 2) {
        for (int i = 0; i < 9; i++)
            r[i] += 64 * 2 * power[i] / k;
        multiply(power, square, power);
    }
}

static void exponential(const Number m[9], Number r[9])
{
    Number term[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    memcpy(r, term, sizeof term);
    for (int k = 1; k < 60; k++) {
        multiply(term, m, term);
        for (int i = 0; i < 9; i++) {
            term[i] /= k;
            r[i] += term[i];
        }
    }
}

static Number ogden(const SnMaterial *m, const Number c[9])
{
    const double mu[3] = {m->ogden_mu_1, m->ogden_mu_2, m->ogden_mu_3};
    const double alpha[3] = {m->ogden_alpha_1, m->ogden_alpha_2, m->ogden_alpha_3};
    Number log[9], scaled[9], power[9], w = 0;
    logarithm(c, log);
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 9; i++)
            scaled[i] = 0.5 * alpha[k] * log[i];
        exponential(scaled, power);
        if (mu[k] != 0)
            w += mu[k] / alpha[k] * (trace(power) - 3);
    }
    return w;
}

static Number fung(const SnMaterial *m, const Number c[9], const double f[3])
{
    double s[3], n[3];
    Number e[9];
    sn_v3_tangents(f, s, n);
    for (int i = 0; i < 9; i++)
        e[i] = 0.5 * (c[i] - (i % 4 == 0));
    const Number ff = form(f, e, f), ss = form(s, e, s), nn = form(n, e, n);
    const Number fs = form(f, e, s), fn = form(f, e, n), sn = form(s, e, n);
    const Number q = m->fung_b_fibre * ff * ff +
                     m->fung_b_cross * (ss * ss + nn * nn + 2 * sn * sn) +
                     2 * m->fung_b_shear * (fs * fs + fn * fn);
    return 0.5 * m->fung_c * (cexp(q) - 1);
}

/* Simpson's rule with 4000 panels from 1 to l. */
static Number exponential_work(double c4, Number l)
{
    const int n = 4000;
    Number sum = 0;
    for (int i = 0; i <= n; i++) {
        const Number x = 1 + (l - 1) * i / n;
        sum += (i == 0 || i == n ? 1 : i % 2 ? 4 : 2) * (cexp(c4 * (x - 1)) - 1) / x;
    }
    return sum * (l - 1) / (3 * n);
}

static Number transverse_fibre(const SnMaterial *m, Number l, double activation)
{
    const double bend = m->fibre_straight, c3 = m->fibre_c3, c4 = m->fibre_c4;
    const double c5 = c3 * c4 * exp(c4 * (bend - 1));
    const double c6 = c3 * (exp(c4 * (bend - 1)) - 1) - c5 * bend;
    Number w = m->max_stress * activation * clog(l);
    if (creal(l) > bend)
        w += c3 * exponential_work(c4, bend) + c5 * (l - bend) + c6 * clog(l / bend);
    else if (creal(l) > 1)
        w += c3 * exponential_work(c4, l);
    return w;
}

/* arcosh(y)^2: the function, or near 1 the power series of arcsinh^2 term by term. */
static Number arcosh_squared(Number y)
{
    if (creal(y) > 1.1)
        return cpow(clog(y + csqrt(y * y - 1)), 2);
    Number term = 2 * (y - 1), sum = 0;
    for (int n = 1; n < 60; n++) {
        sum += term;
        term *= -(y - 1) * n * n / ((n + 1) * (2 * n + 1));
    }
    return sum;
}

static Number muscle(const SnMaterial *m, const Number c[9], const double f[3], double activation)
{
    Number c2[9];
    multiply(c, c, c2);
    const Number i1 = trace(c), i4 = form(f, c, f), i5 = form(f, c2, f), l = csqrt(i4);
    const Number x = l / m->optimal_stretch;
    Number w = m->muscle_g1 * (i5 / (i4 * i4) - 1) +
               m->muscle_g2 * arcosh_squared((i1 * i4 - i5) / (2 * l));
    const double p1 = m->muscle_p1, p2 = m->muscle_p2, bend = m->straight_stretch;
    const double p3 = p1 * p2 * exp(p2 * (bend - 1)),
                 p4 = p1 * (exp(p2 * (bend - 1)) - 1) - p3 * bend;
    Number passive = 0, active = 0;
    if (creal(x) > bend)
        passive = p1 * ((exp(p2 * (bend - 1)) - 1) / p2 - (bend - 1)) +
                  0.5 * p3 * (x * x - bend * bend) + p4 * (x - bend);
    else if (creal(x) > 1)
        passive = p1 * ((cexp(p2 * (x - 1)) - 1) / p2 - (x - 1));
    if (creal(x) > 1.6)
        active = 0.024 * 2 + 0.8 - 4 / 3. * 0.128;
    else if (creal(x) > 1.4)
        active = 0.024 * 2 + 0.8 - 4 / 3. * 0.128 + 3 * cpow(x - 1.6, 3);
    else if (creal(x) > 0.6)
        active = 0.024 + (x - 0.6) - 4 / 3. * ((x - 1) * (x - 1) * (x - 1) + 0.064);
    else if (creal(x) > 0.4)
        active = 3 * (x - 0.4) * (x - 0.4) * (x - 0.4);
    return w + m->max_stress * (passive + activation * active);
}

/* mu |U - 1|^2 + lambda/2 tr(U - 1)^2 */
static Number corotated(double lambda, double mu, const Number c[9])
{
    Number u[9];
    square_root(c, u);
    const Number change = trace(u) - 3;
    Number w = 0.5 * lambda * change * change;
    for (int i = 0; i < 9; i++) {
        const Number e = u[i] - (i % 4 == 0);
        w += mu * e * e;
    }
    return w;
}

static Number linear(double mu, const Number f[9])
{
    Number w = 0;
    const Number mean = (trace(f) - 3) / 3;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const Number e = 0.5 * (f[3 * i + j] + f[3 * j + i]) - (i == j) * (1 + mean);
            w += mu * e * e;
        }
    return w;
}

static Number st_venant(double lambda, double mu, const Number c[9])
{
    Number tr = 0.5 * (trace(c) - 3), w = 0.5 * lambda * tr * tr;
    for (int i = 0; i < 9; i++) {
        const Number e = 0.5 * (c[i] - (i % 4 == 0));
        w += mu * e * e;
    }
    return w;
}

double complex reference_energy(const SnMaterial *material, const double complex f[9],
                                const double fibre[3], double activation)
{
    const SnMaterial *m = material;
    const double mu = m->youngs_modulus / (2 * (1 + m->poissons_ratio));
    const double lambda = 2 * mu * m->poissons_ratio / (1 - 2 * m->poissons_ratio);
    const double share = 1 + (m->stiffening - 1) * activation;
    const Number j = determinant(f);
    Number c[9], bar[9], square[9];
    right_cauchy(f, c);
    for (int i = 0; i < 9; i++)
        bar[i] = c[i] * cpow(j, -2 / 3.);
    multiply(bar, bar, square);
    const Number i1 = trace(bar), i2 = 0.5 * (i1 * i1 - trace(square));
    const Number d1 = i1 - 3, d2 = i2 - 3, l = csqrt(form(fibre, bar, fibre));
    SnMaterial passive = *m;
    switch ((SnMaterialKind)m->kind) {
    case SN_MATERIAL_LINEAR:
        return share * linear(mu, f);
    case SN_MATERIAL_COROTATED:
        return share * corotated(lambda, mu, c);
    case SN_MATERIAL_ST_VENANT_KIRCHHOFF:
        return share * st_venant(lambda, mu, c);
    case SN_MATERIAL_NEO_HOOKEAN:
        return share * (0.5 * mu * (trace(c) - 3) - mu * clog(j));
    case SN_MATERIAL_MOONEY_RIVLIN:
        return share *
               (m->c10 * d1 + m->c01 * d2 + m->c11 * d1 * d2 + m->c20 * d1 * d1 + m->c02 * d2 * d2);
    case SN_MATERIAL_OGDEN:
        return share * ogden(m, bar);
    case SN_MATERIAL_FUNG:
        return share * fung(m, bar, fibre);
    case SN_MATERIAL_VERONDA_WESTMANN:
        return share * (m->vw_c1 * (cexp(m->vw_c2 * d1) - 1) - 0.5 * m->vw_c1 * m->vw_c2 * d2);
    case SN_MATERIAL_TRANSVERSE:
        passive.max_stress = 0;
        return share * (m->c10 * d1 + m->c01 * d2 + transverse_fibre(&passive, l, 0)) +
               m->max_stress * activation * clog(l);
    case SN_MATERIAL_MUSCLE: {
        const Number rest = muscle(m, bar, fibre, 0);
        return share * rest + (muscle(m, bar, fibre, activation) - rest);
    }
    case SN_MATERIAL_KIND_COUNT:
        break;
    }
    return NAN;
}

void reference_stress(const SnMaterial *material, const double f[9], const double fibre[3],
                      double activation, double stress[6])
{
    static const int row[6] = {0, 1, 2, 0, 1, 2}, column[6] = {0, 1, 2, 1, 2, 0};
    double p[9];
    for (int k = 0; k < 9; k++) {
        Number step[9];
        for (int i = 0; i < 9; i++)
            step[i] = f[i];
        step[k] += 1e-30 * (Number)I;
        p[k] = cimag(reference_energy(material, step, fibre, activation)) / 1e-30;
    }
    const int linear_law = sn_material_class(material)->flags & SN_LAW_SMALL_STRAIN;
    for (int v = 0; v < 6; v++) {
        stress[v] = linear_law ? p[3 * row[v] + column[v]] : 0;
        for (int k = 0; k < 3 && !linear_law; k++)
            stress[v] += p[3 * row[v] + k] * f[3 * column[v] + k] / sn_m3_det(f);
    }
}
