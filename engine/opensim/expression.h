/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions as OpenSim's ExpressionBased forces have them (the grammar of Lepton): numbers, names
 * of variables, + - * / ^, parentheses, functions, and after semicolons definitions of names
 * ("k*q; k=10"). */
#ifndef SN_OPENSIM_EXPRESSION_H
#define SN_OPENSIM_EXPRESSION_H

#include <stdbool.h>

enum { SN_EXPRESSION_VARIABLES = 6, SN_EXPRESSION_DEGREE = 8 };

/* p[0] + p[1] x + p[2] x^2 ... + sum of linear[i] times the i-th variable, x the first one; the
 * first one's `linear` is 0. */
typedef struct SnExpressionForm {
    double p[SN_EXPRESSION_DEGREE + 1], linear[SN_EXPRESSION_VARIABLES];
} SnExpressionForm;

typedef struct SnExpression SnExpression;

/* NULL, and `why` set to what is wrong with it (to be freed), where it is none.  `names`: of its
 * variables, at most SN_EXPRESSION_VARIABLES, NULL behind the last. */
SnExpression *sn_expression_new(const char *text, const char *const *names, char **why);
void sn_expression_free(SnExpression *expression);
/* Its value and, where not NULL, its derivative by each variable. */
double sn_expression_value(const SnExpression *expression, const double *variables,
                           double *derivatives);
/* Its form, exact; false: it is no such polynomial. */
bool sn_expression_form(const SnExpression *expression, SnExpressionForm *form);

#endif
