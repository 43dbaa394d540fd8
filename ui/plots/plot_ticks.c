/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/plots/plot_ticks.h"

#include "ui/session/units.h"

#include <math.h>

/* A power of ten in threes where the numbers would be long to read. */
static int exponent_of(double low, double high)
{
    const double largest = fmax(fabs(low), fabs(high));
    if (largest == 0 || (largest < 1e5 && largest >= 1e-2))
        return 0;
    return 3 * (int)floor(log10(largest) / 3 + 1e-9);
}

/* Step of which at most `most` fit into a span: 1, 2, 5 x 10^n, 25 and 250, of angles also 15, 30,
 * 45, 90. */
static double step_of(double span, int most, SnUnit unit)
{
    static const double mantissas[] = {1, 2, 2.5, 5, 10}, degrees[] = {10, 15, 30, 45, 90, 180};
    const double rough = span / MAX(most, 1) * (1 - 1e-12);
    if (unit == SN_UNIT_ANGLE && rough > 5 && rough <= 180) {
        for (gsize i = 0; i < G_N_ELEMENTS(degrees); i++) {
            if (degrees[i] >= rough)
                return degrees[i];
        }
    }
    const double power = pow(10, floor(log10(rough)));
    for (gsize i = 0; i < G_N_ELEMENTS(mantissas); i++) {
        const bool digits = mantissas[i] == 2.5 && power < 10; /* 2.5 has one digit too many */
        if (mantissas[i] * power >= rough && !digits)
            return mantissas[i] * power;
    }
    return 10 * power;
}

void sn_ticks_make(SnTicks *ticks, double low, double high, SnUnit unit, int most)
{
    g_assert(low < high);
    const double factor = sn_unit_factor(unit);
    ticks->exponent = exponent_of(low * factor, high * factor);
    ticks->factor = factor * pow(10, -ticks->exponent);
    const double from = low * ticks->factor, to = high * ticks->factor;
    ticks->step = step_of(to - from, most, unit);
    /* an end that is a round number but for rounding errors carries a tick */
    const double slack = 1e-9 * (to - from) / ticks->step;
    const double first = ceil(from / ticks->step - slack);
    ticks->first = first * ticks->step;
    ticks->n = MAX((int)(floor(to / ticks->step + slack) - first) + 1, 0);
    ticks->decimals = CLAMP((int)ceil(-log10(ticks->step) - 1e-9), 0, 12);
}

static double written(const SnTicks *ticks, int index)
{
    const double value = ticks->first + index * ticks->step;
    return fabs(value) < 1e-6 * ticks->step ? 0 : value;
}

double sn_ticks_at(const SnTicks *ticks, int index)
{
    return written(ticks, index) / ticks->factor;
}

char *sn_ticks_text(const SnTicks *ticks, int index)
{
    char format[16], text[64];
    g_snprintf(format, sizeof format, "%%.%df", ticks->decimals);
    g_ascii_formatd(text, sizeof text, format, written(ticks, index));
    return text[0] == '-' ? g_strconcat("\u2212", text + 1, NULL) : g_strdup(text);
}

static char *power_text(int exponent)
{
    static const char *const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    GString *text = g_string_new("10");
    char *number = g_strdup_printf("%d", exponent);
    for (const char *c = number; *c != '\0'; c++)
        g_string_append(text, *c == '-' ? "⁻" : digits[*c - '0']);
    g_free(number);
    return g_string_free(text, FALSE);
}

char *sn_ticks_title(const char *name, SnUnit unit, int exponent)
{
    const char *symbol = sn_unit_shown(unit);
    char *scale = exponent != 0 ? power_text(exponent) : g_strdup("");
    char *whole = g_strdup_printf("%s%s%s", scale, *scale && *symbol ? " " : "", symbol);
    char *title = *name == '\0'    ? g_strdup(whole)
                  : *whole == '\0' ? g_strdup(name)
                                   : g_strdup_printf("%s (%s)", name, whole);
    g_free(whole);
    g_free(scale);
    return title;
}

double sn_ticks_round_up(double low, double high, SnUnit unit, int most)
{
    SnTicks ticks;
    sn_ticks_make(&ticks, low, high, unit, most);
    const double half = ticks.step / ticks.factor / 2;
    return fmax(ceil(high / half - 1e-9) * half, high);
}
