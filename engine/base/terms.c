/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/terms.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#define MOST_POWER 32

const char *sn_terms_refused(const double *terms, int count, int n)
{
    if (n > SN_TERMS_MOST_NUMBERS)
        return "follows more than 16 coordinates";
    if (count % (1 + n) != 0)
        return "has terms that are not whole: each has a factor and a power of every coordinate";
    for (int i = 0; i < count; i++) {
        if (!isfinite(terms[i]))
            return "has a term that is no number";
        if (i % (1 + n) > 0 &&
            (terms[i] < 0 || terms[i] > MOST_POWER || terms[i] != floor(terms[i])))
            return "has a power that is none of 0, 1, 2 ... 32";
    }
    return NULL;
}

int sn_terms_use(const double *terms, int n_terms, int n, int number)
{
    for (int t = 0; t < n_terms; t++)
        if (terms[t * (1 + n)] != 0 && terms[t * (1 + n) + 1 + number] > 0)
            return 1;
    return 0;
}

static double power(double x, int p)
{
    double product = 1;
    while (p-- > 0)
        product *= x;
    return product;
}

/* d/dx_k of one term. */
static double slope_of(const double *term, int n, const double *x, int k)
{
    const int p = (int)term[1 + k];
    double product = p > 0 ? term[0] * p * power(x[k], p - 1) : 0;
    for (int i = 0; i < n && product != 0; i++)
        if (i != k)
            product *= power(x[i], (int)term[1 + i]);
    return product;
}

double sn_terms_value(const double *terms, int n_terms, int n, const double *x, double *slope)
{
    assert(n <= SN_TERMS_MOST_NUMBERS);
    double sum = 0;
    if (slope)
        memset(slope, 0, (size_t)n * sizeof *slope);
    for (int t = 0; t < n_terms; t++, terms += 1 + n) {
        double product = terms[0];
        for (int k = 0; k < n; k++)
            product *= power(x[k], (int)terms[1 + k]);
        sum += product;
        for (int k = 0; slope && k < n; k++)
            slope[k] += slope_of(terms, n, x, k);
    }
    return sum;
}
