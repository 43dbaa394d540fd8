/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Polynomials of several numbers x_1 ... x_n, term by term: each is a factor and the power of every
 * number, 1 + n numbers one after another; the value is the sum of factor x_1^p_1 ... x_n^p_n. */
#ifndef SN_BASE_TERMS_H
#define SN_BASE_TERMS_H

#define SN_TERMS_MOST_NUMBERS 16 /* x of one polynomial */

/* Why `count` numbers are no terms of n numbers ("has 5 numbers; ..."); NULL: they are. */
const char *sn_terms_refused(const double *terms, int count, int n);
/* Whether a number has a part in it. */
int sn_terms_use(const double *terms, int n_terms, int n, int number);
/* Value at x, and derivatives in slope[n] (NULL: not wanted). */
double sn_terms_value(const double *terms, int n_terms, int n, const double *x, double *slope);

#endif
