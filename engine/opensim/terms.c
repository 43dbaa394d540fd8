/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of several coordinates: sums of products of their powers (engine/base/terms.h). */
#include "engine/opensim/osim.h"

#include "engine/base/terms.h"
#include "engine/opensim/expression.h"

#include <string.h>

/* More than any fitted path has: a polynomial of degree 9 of six coordinates. */
#define MOST_TERMS 5005

static void add(GArray *terms, int n, double factor, const int *powers)
{
    if (factor == 0)
        return;
    g_array_append_val(terms, factor);
    for (int k = 0; k < n; k++) {
        const double power = powers[k];
        g_array_append_val(terms, power);
    }
}

/* A slope for each, then the offset. */
static void read_linear(const GArray *given, int n, double scale, GArray *terms)
{
    for (int i = 0; given && i < (int)given->len && i <= n; i++) {
        int powers[SN_TERMS_MOST_NUMBERS] = {0};
        if (i < n)
            powers[i] = 1;
        add(terms, n, scale * g_array_index(given, double, i), powers);
    }
}

/* All powers whose sum is at most the order, those of the last number first. */
static bool read_polynomial(SnOsim *osim, const SnXmlNode *node, int n, double scale, GArray *terms)
{
    g_autoptr(GArray) given = sn_osim_list(osim, node, "coefficients");
    const double order = sn_osim_number(osim, node, "order", 0);
    int powers[SN_TERMS_MOST_NUMBERS] = {0}, sum = 0;
    if (!given || sn_osim_number(osim, node, "dimension", 0) != n || !(order >= 0 && order <= 32) ||
        given->len > MOST_TERMS)
        return false;
    for (guint i = 0; i < given->len; i++) {
        add(terms, n, scale * g_array_index(given, double, i), powers);
        int k = n - 1;
        while (k >= 0 && sum == (int)order) {
            sum -= powers[k];
            powers[k--] = 0;
        }
        if (k < 0)
            return i + 1 == given->len;
        powers[k]++, sum++;
    }
    return false;
}

/* A polynomial of the first number and lines of the others. */
static bool read_expression(SnOsim *osim, const SnXmlNode *node, int n, double scale, GArray *terms)
{
    g_auto(GStrv) names = sn_osim_words(sn_osim_text(osim, node, "variables"));
    g_autofree char *why = NULL;
    SnExpressionForm form;
    if ((int)g_strv_length(names) != n || n > SN_EXPRESSION_VARIABLES)
        return false;
    SnExpression *expression =
        sn_expression_new(sn_osim_text(osim, node, "expression"), (const char *const *)names, &why);
    const bool known = expression && sn_expression_form(expression, &form);
    sn_expression_free(expression);
    for (int degree = 0; known && degree <= SN_EXPRESSION_DEGREE; degree++) {
        const int powers[SN_TERMS_MOST_NUMBERS] = {degree};
        add(terms, n, scale * form.p[degree], powers);
    }
    for (int i = 1; known && i < n; i++) {
        int powers[SN_TERMS_MOST_NUMBERS] = {0};
        powers[i] = 1;
        add(terms, n, scale * form.linear[i], powers);
    }
    return known;
}

bool sn_osim_terms_read(SnOsim *osim, const SnXmlNode *node, int n, GArray *terms)
{
    double scale = 1;
    while (node && sn_osim_is(node, "MultiplierFunction")) {
        scale *= sn_osim_number(osim, node, "scale", 1);
        node = sn_osim_function_in(osim, node);
    }
    if (!node || n < 1 || n > SN_TERMS_MOST_NUMBERS)
        return false;
    if (sn_osim_is(node, "ExpressionBasedFunction"))
        return read_expression(osim, node, n, scale, terms);
    if (sn_osim_is(node, "MultivariatePolynomialFunction"))
        return read_polynomial(osim, node, n, scale, terms);
    if (sn_osim_is(node, "Constant")) {
        const int powers[SN_TERMS_MOST_NUMBERS] = {0};
        add(terms, n, scale * sn_osim_number(osim, node, "value", 0), powers);
        return true;
    }
    if (!sn_osim_is(node, "LinearFunction"))
        return false;
    g_autoptr(GArray) given = sn_osim_list(osim, node, "coefficients");
    read_linear(given, n, scale, terms);
    return given != NULL;
}

bool sn_osim_axis_follows(const SnOsimAxis *axis, int coordinate)
{
    return axis->coordinate == coordinate ||
           (axis->terms && sn_terms_use((const double *)axis->terms->data,
                                        (int)axis->terms->len / SN_OSIM_AXIS_NUMBERS,
                                        SN_OSIM_AXIS_NUMBERS - 1, coordinate));
}

double sn_osim_axis_value(const SnOsimAxis *axis, const double *q)
{
    const double x = axis->coordinate < 0 ? 0 : q[axis->coordinate];
    double value = sn_osim_function_value(&axis->function, x, NULL), all[SN_OSIM_AXIS_NUMBERS - 1];
    if (!axis->terms)
        return value;
    for (int k = 0; k < SN_OSIM_AXIS_NUMBERS - 1; k++)
        all[k] =
            sn_terms_use((const double *)axis->terms->data,
                         (int)axis->terms->len / SN_OSIM_AXIS_NUMBERS, SN_OSIM_AXIS_NUMBERS - 1, k)
                ? q[k]
                : 0;
    return value + sn_terms_value((const double *)axis->terms->data,
                                  (int)axis->terms->len / SN_OSIM_AXIS_NUMBERS,
                                  SN_OSIM_AXIS_NUMBERS - 1, all, NULL);
}
