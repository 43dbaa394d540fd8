/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many cases a test draws at random. */
#ifndef SN_TESTS_CASES_H
#define SN_TESTS_CASES_H

#include <glib.h>
#include <stdbool.h>
#include <stdlib.h>

/* `many` with SN_LONG=1 (./dev test --long), else `few`. */
static inline int sn_cases(int few, int many)
{
    return g_strcmp0(g_getenv("SN_LONG"), "1") == 0 ? many : few;
}

/* Of cases that take long: with a sanitizer, which looks at what code does and takes four times as
 * long, a third. */
static inline int sn_long_cases(int few, int many)
{
    const int cases = sn_cases(few, many);
    return g_getenv("SN_SANITIZE") ? (cases + 2) / 3 : cases;
}

/* Whether case i is run: all of them, or the one that SN_CASE names; others are only drawn. */
static inline bool sn_case_runs(int i)
{
    const char *only = g_getenv("SN_CASE");
    return !only || atoi(only) == i;
}

#endif
