/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/system/check.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool sn_check_wanted(void)
{
#ifdef SN_CHECKED
    return true;
#else
    const char *wanted = getenv("SINEW_CHECK");
    return wanted && strcmp(wanted, "1") == 0;
#endif
}

bool sn_check_fail(SnWalk *check, const char *array, int index, const char *format, ...)
{
    if (check->fault.code != SN_FAULT_NONE)
        return false;
    check->fault = sn_fault(SN_FAULT_BROKEN, SN_ID_NULL, 0, "");
    char *text = check->fault.text;
    const size_t room = sizeof check->fault.text;
    const int n = index < 0 ? snprintf(text, room, "%s: ", array)
                            : snprintf(text, room, "%s[%d]: ", array, index);
    va_list arguments;
    va_start(arguments, format);
    if (n >= 0 && (size_t)n < room)
        vsnprintf(text + n, room - (size_t)n, format, arguments);
    va_end(arguments);
    return false;
}

bool sn_check_that(SnWalk *check, bool good, const char *array, int index, const char *what)
{
    return good ? check->fault.code == SN_FAULT_NONE
                : sn_check_fail(check, array, index, "%s", what);
}

bool sn_check_range(SnWalk *check, const char *array, int index, int value, int low, int end)
{
    if (value >= low && value < end)
        return check->fault.code == SN_FAULT_NONE;
    return sn_check_fail(check, array, index, "%d is not within %d .. %d", value, low, end - 1);
}

bool sn_check_span(SnWalk *check, const char *array, int index, int first, int count, int n)
{
    if (count >= 0 && (count == 0 || (first >= 0 && first <= n - count)))
        return check->fault.code == SN_FAULT_NONE;
    return sn_check_fail(check, array, index, "%d from %d on are not within %d", count, first, n);
}

bool sn_check_array(SnWalk *check, const char *array, int n, const void *memory)
{
    if (n < 0)
        return sn_check_fail(check, array, -1, "its size is %d", n);
    return sn_check_that(check, n == 0 || memory, array, -1, "it has a size but no memory");
}

bool sn_check_finite(SnWalk *check, const char *array, int n, const double *values)
{
    bool good = sn_check_array(check, array, n, values);
    for (int i = 0; good && i < n; i++)
        good = sn_check_that(check, isfinite(values[i]), array, i, "not a finite number");
    return good;
}

bool sn_check_indices(SnWalk *check, const char *array, int n, const int *values, int low, int end)
{
    bool good = sn_check_array(check, array, n, values);
    for (int i = 0; good && i < n; i++)
        good = sn_check_range(check, array, i, values[i], low, end);
    return good;
}

bool sn_check_unit(SnWalk *check, const char *array, int index, const double q[4])
{
    const double size = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    if (fabs(size - 1) <= 1e-6)
        return check->fault.code == SN_FAULT_NONE;
    return sn_check_fail(check, array, index, "the quaternion has length %.9g", size);
}
