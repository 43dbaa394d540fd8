/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/text/number_text.h"

#include <glib.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* 1e-05 -> 1e-5, 1e+20 -> 1e20 */
static int tidy_exponent(char *text)
{
    char *e = strchr(text, 'e');
    if (!e)
        return (int)strlen(text);
    char *from = e + 1, *to = e + 1;
    if (*from == '-')
        to++, from++;
    else if (*from == '+')
        from++;
    while (*from == '0' && from[1])
        from++;
    memmove(to, from, strlen(from) + 1);
    return (int)strlen(text);
}

int sn_number_format(double value, char text[SN_NUMBER_TEXT_SIZE])
{
    g_assert(isfinite(value));
    if (value == 0)
        return g_snprintf(text, SN_NUMBER_TEXT_SIZE, signbit(value) ? "-0.0" : "0");
    if (fabs(value) < 1e15 && value == floor(value))
        return g_snprintf(text, SN_NUMBER_TEXT_SIZE, "%lld", (long long)value);
    /* 15 digits always survive text -> double -> text, 17 always double -> text -> double;
     * numbers without full precision may do with fewer than 15 */
    const int first = fabs(value) < 2.3e-308 ? 1 : 15;
    for (int digits = first; digits <= 17; digits++) {
        char format[8];
        g_snprintf(format, sizeof format, "%%.%dg", digits);
        g_ascii_formatd(text, SN_NUMBER_TEXT_SIZE, format, value);
        double back = 0;
        if (digits < 17)
            sn_number_parse(text, strlen(text), &back);
        if (digits == 17 || back == value)
            break;
    }
    return tidy_exponent(text);
}

/* The slow way, for long mantissas and large exponents. */
static double parse_exactly(const char *text, size_t length)
{
    char small[128];
    char *copy = length < sizeof small ? small : g_malloc(length + 1);
    memcpy(copy, text, length);
    copy[length] = 0;
    const double value = g_ascii_strtod(copy, NULL);
    if (copy != small)
        g_free(copy);
    return value;
}

size_t sn_number_parse(const char *text, size_t length, double *value)
{
    static const double POWER[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    size_t i = 0;
    const bool negative = length && text[0] == '-';
    if (length && (text[0] == '-' || text[0] == '+'))
        i++;
    uint64_t mantissa = 0;
    int n_digits = 0, n_significant = 0, scale = 0;
    bool point = false;
    for (; i < length; i++) {
        if (text[i] == '.' && !point) {
            point = true;
            continue;
        }
        if (!g_ascii_isdigit(text[i]))
            break;
        n_digits++;
        if (mantissa || text[i] != '0')
            n_significant++;
        if (n_significant <= 19)
            mantissa = 10 * mantissa + (uint64_t)(text[i] - '0');
        scale -= point;
    }
    if (!n_digits)
        return 0;
    if (i < length && (text[i] == 'e' || text[i] == 'E')) {
        size_t k = i + 1;
        const bool down = k < length && text[k] == '-';
        if (k < length && (text[k] == '-' || text[k] == '+'))
            k++;
        int exponent = 0;
        const size_t first = k;
        for (; k < length && g_ascii_isdigit(text[k]); k++)
            exponent = MIN(10 * exponent + (text[k] - '0'), 100000);
        if (k > first) {
            scale += down ? -exponent : exponent;
            i = k;
        }
    }
    /* both factors are exact doubles: one rounding (Clinger 1990) */
    if (n_significant <= 19 && mantissa <= (UINT64_C(1) << 53) && abs(scale) <= 22) {
        const double m = (double)mantissa;
        const double v = scale < 0 ? m / POWER[-scale] : m * POWER[scale];
        *value = negative ? -v : v;
    } else {
        *value = parse_exactly(text, i);
    }
    return i;
}
