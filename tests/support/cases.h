/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many cases a test draws at random. */
#ifndef SN_TESTS_CASES_H
#define SN_TESTS_CASES_H

#include <glib.h>

/* `many` with SN_LONG=1 (./dev test --long), else `few`. */
static inline int sn_cases(int few, int many)
{
    return g_strcmp0(g_getenv("SN_LONG"), "1") == 0 ? many : few;
}

#endif
