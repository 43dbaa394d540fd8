/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers with their first and second derivatives by six variables, the coordinates of a string's
 * two ends: forward differentiation, exact to rounding. */
#ifndef SN_WRAP_JET_H
#define SN_WRAP_JET_H

#include <math.h>

enum { SN_JET_VARIABLES = 6, SN_JET_PAIRS = 21 };

/* second: of variables i >= j at i (i + 1) / 2 + j. */
typedef struct SnJet {
    double value, first[SN_JET_VARIABLES], second[SN_JET_PAIRS];
} SnJet;

static inline SnJet sn_jet(double value)
{
    return (SnJet){.value = value};
}

static inline SnJet sn_jet_variable(double value, int which)
{
    SnJet a = {.value = value};
    a.first[which] = 1;
    return a;
}

/* s a + t b */
static inline SnJet sn_jet_sum(double s, const SnJet *a, double t, const SnJet *b)
{
    SnJet c;
    c.value = s * a->value + t * b->value;
    for (int i = 0; i < SN_JET_VARIABLES; i++)
        c.first[i] = s * a->first[i] + t * b->first[i];
    for (int i = 0; i < SN_JET_PAIRS; i++)
        c.second[i] = s * a->second[i] + t * b->second[i];
    return c;
}

static inline SnJet sn_jet_product(const SnJet *a, const SnJet *b)
{
    SnJet c;
    c.value = a->value * b->value;
    for (int i = 0; i < SN_JET_VARIABLES; i++)
        c.first[i] = a->value * b->first[i] + b->value * a->first[i];
    for (int i = 0, k = 0; i < SN_JET_VARIABLES; i++)
        for (int j = 0; j <= i; j++, k++)
            c.second[k] = a->value * b->second[k] + b->value * a->second[k] +
                          a->first[i] * b->first[j] + b->first[i] * a->first[j];
    return c;
}

/* f(a) with the values of f, f' and f'' there. */
static inline SnJet sn_jet_of(const SnJet *a, double f, double slope, double bend)
{
    SnJet c;
    c.value = f;
    for (int i = 0; i < SN_JET_VARIABLES; i++)
        c.first[i] = slope * a->first[i];
    for (int i = 0, k = 0; i < SN_JET_VARIABLES; i++)
        for (int j = 0; j <= i; j++, k++)
            c.second[k] = slope * a->second[k] + bend * a->first[i] * a->first[j];
    return c;
}

static inline SnJet sn_jet_ratio(const SnJet *a, const SnJet *b)
{
    const double r = 1 / b->value;
    const SnJet inverse = sn_jet_of(b, r, -r * r, 2 * r * r * r);
    return sn_jet_product(a, &inverse);
}

/* Of a number above 0. */
static inline SnJet sn_jet_root(const SnJet *a)
{
    const double f = sqrt(a->value);
    return sn_jet_of(a, f, 0.5 / f, -0.25 / (f * a->value));
}

/* --- of three components --- */

static inline SnJet sn_jet_dot(const SnJet a[3], const SnJet b[3])
{
    SnJet sum = sn_jet_product(&a[0], &b[0]);
    for (int k = 1; k < 3; k++) {
        const SnJet part = sn_jet_product(&a[k], &b[k]);
        sum = sn_jet_sum(1, &sum, 1, &part);
    }
    return sum;
}

/* c is neither a nor b. */
static inline void sn_jet_cross(const SnJet a[3], const SnJet b[3], SnJet c[3])
{
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        const SnJet left = sn_jet_product(&a[i], &b[j]), right = sn_jet_product(&a[j], &b[i]);
        c[k] = sn_jet_sum(1, &left, -1, &right);
    }
}

#endif
