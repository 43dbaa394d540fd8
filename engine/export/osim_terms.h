/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_EXPORT_OSIM_TERMS_H
#define SN_EXPORT_OSIM_TERMS_H

#include "engine/base/function.h"
#include "engine/export/tree.h"

/* Which of n numbers have a part in terms; returns how many. */
int sn_export_terms_used(const double *terms, int n_terms, int n, int *used);
/* Whether OpenSim has a function for them. */
bool sn_export_terms_fit(const double *terms, int n_terms, int n);
/* That function, of the numbers used, as the object of a property. */
void sn_export_osim_terms(SnXmlOut *out, const char *property, const double *terms, int n_terms,
                          int n);
/* Adds a function of one of the n numbers (-1: of none) to terms; false: it is no polynomial. */
bool sn_export_add_function(GArray *terms, int n, const SnFunctionText *function, int number);

#endif
