/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Polynomials of several coordinates (engine/base/terms.h) as OpenSim's functions. */
#include "engine/export/osim_terms.h"

#include "engine/base/terms.h"

#include <string.h>

#define MOST_NUMBERS 6    /* that MultivariatePolynomialFunction takes */
#define MOST_FACTORS 5005 /* of a polynomial of degree 9 of six numbers */

static int degree_of(const double *term, int n)
{
    double sum = 0;
    for (int k = 0; k < n; k++)
        sum += term[1 + k];
    return (int)sum;
}

static int degree_of_all(const double *terms, int n_terms, int n)
{
    int most = 0;
    for (int t = 0; t < n_terms; t++)
        most = MAX(most, terms[t * (1 + n)] != 0 ? degree_of(terms + t * (1 + n), n) : 0);
    return most;
}

int sn_export_terms_used(const double *terms, int n_terms, int n, int *used)
{
    int count = 0;
    for (int k = 0; k < n; k++)
        if (sn_terms_use(terms, n_terms, n, k))
            used[count++] = k;
    return count;
}

/* Factors of a whole polynomial: (n + degree) over n. */
static double n_factors(int n, int degree)
{
    double count = 1;
    for (int k = 1; k <= n; k++)
        count *= (double)(degree + k) / k;
    return count;
}

bool sn_export_terms_fit(const double *terms, int n_terms, int n)
{
    int used[SN_TERMS_MOST_NUMBERS];
    const int count = sn_export_terms_used(terms, n_terms, n, used),
              degree = degree_of_all(terms, n_terms, n);
    return degree <= 1 || (count <= MOST_NUMBERS && n_factors(count, degree) <= MOST_FACTORS);
}

/* The sum of the factors of terms with these powers of the numbers used. */
static double factor_of(const double *terms, int n_terms, int n, const int *used, int count,
                        const int *powers)
{
    double sum = 0;
    for (int t = 0; t < n_terms; t++, terms += 1 + n) {
        bool same = true;
        for (int k = 0; k < count && same; k++)
            same = (int)terms[1 + used[k]] == powers[k];
        if (same)
            sum += terms[0];
    }
    return sum;
}

static void write_linear(SnXmlOut *out, const double *terms, int n_terms, int n, const int *used,
                         int count)
{
    double factors[SN_TERMS_MOST_NUMBERS + 1];
    for (int i = 0; i <= count; i++) {
        int powers[SN_TERMS_MOST_NUMBERS] = {0};
        if (i < count)
            powers[i] = 1;
        factors[i] = factor_of(terms, n_terms, n, used, count, powers);
    }
    sn_xml_out_leaf_numbers(out, "coefficients", factors, count + 1);
}

/* All powers whose sum is at most the degree, those of the last number first. */
static void write_polynomial(SnXmlOut *out, const double *terms, int n_terms, int n,
                             const int *used, int count, int degree)
{
    g_autoptr(GArray) factors = g_array_new(FALSE, FALSE, sizeof(double));
    const double dimension = count, order = degree;
    int powers[MOST_NUMBERS] = {0}, sum = 0, k = 0;
    while (k >= 0) {
        const double factor = factor_of(terms, n_terms, n, used, count, powers);
        g_array_append_val(factors, factor);
        for (k = count - 1; k >= 0 && sum == degree; k--) {
            sum -= powers[k];
            powers[k] = 0;
        }
        if (k >= 0)
            powers[k]++, sum++;
    }
    sn_xml_out_leaf_numbers(out, "dimension", &dimension, 1);
    sn_xml_out_leaf_numbers(out, "order", &order, 1);
    sn_xml_out_leaf_numbers(out, "coefficients", (const double *)factors->data, (int)factors->len);
}

void sn_export_osim_terms(SnXmlOut *out, const char *property, const double *terms, int n_terms,
                          int n)
{
    int used[SN_TERMS_MOST_NUMBERS];
    const int count = sn_export_terms_used(terms, n_terms, n, used),
              degree = degree_of_all(terms, n_terms, n);
    const char *class = degree <= 1 ? "LinearFunction" : "MultivariatePolynomialFunction";
    sn_xml_out_begin(out, class);
    sn_xml_out_text(out, "name", property);
    if (degree <= 1)
        write_linear(out, terms, n_terms, n, used, count);
    else
        write_polynomial(out, terms, n_terms, n, used, count, degree);
    sn_xml_out_end(out, class);
}

bool sn_export_add_function(GArray *terms, int n, const SnFunctionText *f, int number)
{
    const bool itself = f->kind == SN_FUNCTION_LINEAR && f->n_coefficients == 0;
    const int most = f->kind == SN_FUNCTION_CONSTANT ? 1 : f->n_coefficients;
    if (sn_function_is_table(f->kind))
        return false;
    for (int i = 0; i < (itself ? 2 : MIN(most, f->n_coefficients)); i++) {
        double term[SN_TERMS_MOST_NUMBERS + 1] = {itself ? i : f->coefficients[i]};
        term[0] *= f->scale;
        if (number >= 0)
            term[1 + number] = i;
        if (term[0] != 0)
            g_array_append_vals(terms, term, (guint)(1 + n));
    }
    return true;
}
