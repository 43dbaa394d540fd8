/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/units.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The rows of lengths and angles follow what the user prefers. */
static struct {
    const char *symbol;
    double factor;
} SHOWN[SN_UNIT_LIST_COUNT] = {
    [SN_UNIT_NONE] = {"", 1},
    [SN_UNIT_LENGTH] = {"mm", 1e3},
    [SN_UNIT_ANGLE] = {"°", 180 / G_PI},
    [SN_UNIT_TIME] = {"s", 1},
    [SN_UNIT_MASS] = {"kg", 1},
    [SN_UNIT_DENSITY] = {"kg/m³", 1},
    [SN_UNIT_VELOCITY] = {"mm/s", 1e3},
    [SN_UNIT_ANGULAR_VELOCITY] = {"°/s", 180 / G_PI},
    [SN_UNIT_ACCELERATION] = {"m/s²", 1},
    [SN_UNIT_FORCE] = {"N", 1},
    [SN_UNIT_MOMENT] = {"N mm", 1e3},
    [SN_UNIT_STIFFNESS] = {"N/mm", 1e-3},
    [SN_UNIT_DAMPING] = {"N s/m", 1},
    [SN_UNIT_ROTARY_STIFFNESS] = {"N mm/°", 1e3 * G_PI / 180},
    [SN_UNIT_ROTARY_DAMPING] = {"N mm s", 1e3},
    [SN_UNIT_COMPLIANCE] = {"mm/N", 1e3},
    [SN_UNIT_ROTARY_COMPLIANCE] = {"°/(N m)", 180 / G_PI},
    [SN_UNIT_INERTIA] = {"kg mm²", 1e6},
    [SN_UNIT_ENERGY] = {"mJ", 1e3},
    [SN_UNIT_POWER] = {"mW", 1e3},
    [SN_UNIT_STRESS] = {"kPa", 1e-3},
    [SN_UNIT_MODULUS] = {"MPa", 1e-6},
    [SN_UNIT_SMALL_MASS] = {"g", 1e3},
    [SN_UNIT_RATE] = {"1/s", 1},
    [SN_UNIT_VOLUME] = {"mm³", 1e9},
    [SN_UNIT_MOMENTUM] = {"g m/s", 1e3},
    [SN_UNIT_ANGULAR_MOMENTUM] = {"kg mm²/s", 1e6},
    [SN_UNIT_AREA] = {"mm²", 1e6},
    [SN_UNIT_PRESSURE_MODULUS] = {"MPa/mm", 1e-9},
    [SN_UNIT_DISSIPATION] = {"s/m", 1},
    [SN_UNIT_PIXEL] = {"px", 1},
};

void sn_units_prefer(const char *length, const char *angle)
{
    const bool metres = strcmp(length, "m") == 0, centimetres = strcmp(length, "cm") == 0;
    const bool radians = strcmp(angle, "rad") == 0;
    SHOWN[SN_UNIT_LENGTH].symbol = metres ? "m" : centimetres ? "cm" : "mm";
    SHOWN[SN_UNIT_LENGTH].factor = metres ? 1 : centimetres ? 1e2 : 1e3;
    SHOWN[SN_UNIT_VELOCITY].symbol = metres ? "m/s" : centimetres ? "cm/s" : "mm/s";
    SHOWN[SN_UNIT_VELOCITY].factor = SHOWN[SN_UNIT_LENGTH].factor;
    SHOWN[SN_UNIT_ANGLE].symbol = radians ? "rad" : "°";
    SHOWN[SN_UNIT_ANGLE].factor = radians ? 1 : 180 / G_PI;
    SHOWN[SN_UNIT_ANGULAR_VELOCITY].symbol = radians ? "rad/s" : "°/s";
    SHOWN[SN_UNIT_ANGULAR_VELOCITY].factor = SHOWN[SN_UNIT_ANGLE].factor;
}

const char *sn_unit_shown(SnUnit unit)
{
    return SHOWN[unit].symbol;
}

double sn_unit_factor(SnUnit unit)
{
    return SHOWN[unit].factor;
}

/* Shortest of up to 17 digits that reads back as the same SI number, but for the last bit that the
 * conversion itself may cost. */
static void exact(char *text, size_t size, double shown, double si, double factor)
{
    for (int digits = 6; digits <= 17; digits++) {
        char point[G_ASCII_DTOSTR_BUF_SIZE], format[8];
        g_snprintf(format, sizeof format, "%%.%dg", digits);
        g_ascii_formatd(point, sizeof point, format, shown);
        g_strlcpy(text, point, size);
        if (fabs(g_ascii_strtod(point, NULL) / factor - si) <= 2.3e-16 * fabs(si))
            return;
    }
}

/* Rounding noise of a simulation: a millionth of the units that measurements are made in; of rates,
 * what moves by less than a tenth of a micrometre or of a thousandth of a degree in a second, as
 * what has come to rest does still. */
static bool is_noise(double shown, SnUnit unit)
{
    switch (unit) {
    case SN_UNIT_VELOCITY:
        return fabs(shown) < 1e-7 * SHOWN[unit].factor; /* [m/s] */
    case SN_UNIT_ANGULAR_VELOCITY:
        return fabs(shown) < 1.7e-6 * SHOWN[unit].factor; /* [rad/s] */
    case SN_UNIT_LENGTH:
    case SN_UNIT_ANGLE:
    case SN_UNIT_ACCELERATION:
    case SN_UNIT_FORCE:
    case SN_UNIT_MOMENT:
    case SN_UNIT_ENERGY:
    case SN_UNIT_POWER:
    case SN_UNIT_STRESS:
        return fabs(shown) < 1e-6;
    case SN_UNIT_NONE: /* strains, ratios */
    case SN_UNIT_MOMENTUM:
    case SN_UNIT_ANGULAR_MOMENTUM:
        return fabs(shown) < 1e-12;
    default:
        return false;
    }
}

/* What arithmetic leaves of zero: far below what anyone measures, or would type. */
static bool is_residue(double shown, SnUnit unit)
{
    return (unit == SN_UNIT_LENGTH || unit == SN_UNIT_ANGLE) && fabs(shown) < 1e-14;
}

/* "1.2e-05" as "1.2e\u22125": in a column of numbers every place counts. */
static char *short_exponent(const char *text)
{
    const char *e = strchr(text, 'e');
    if (!e)
        return g_strdup(text);
    const int exponent = atoi(e + 1);
    return g_strdup_printf("%.*se%s%d", (int)(e - text), text, exponent < 0 ? "\u2212" : "",
                           abs(exponent));
}

/* With a true minus sign; free with g_free. */
static char *formatted(double shown, int decimals, bool exponent)
{
    char text[64], format[8];
    g_snprintf(format, sizeof format, "%%.%d%c", decimals, exponent ? 'e' : 'f');
    g_ascii_formatd(text, (int)sizeof text, format, shown);
    char *brief = short_exponent(text[0] == '-' ? text + 1 : text);
    const bool negative = text[0] == '-' && g_ascii_strtod(text, NULL) < 0;
    char *whole = negative ? g_strconcat("\u2212", brief, NULL) : g_strdup(brief);
    g_free(brief);
    return whole;
}

/* Whether a number is written without an exponent, and with how many decimals. */
static bool is_fixed(double shown, int digits, int *decimals)
{
    const double magnitude = fabs(shown);
    const int before = magnitude >= 1 ? (int)floor(log10(magnitude)) + 1 : 0;
    *decimals = CLAMP(digits - MAX(before, 1), 0, 6);
    return magnitude == 0 || (magnitude >= 1e-3 && magnitude < 1e6);
}

/* From 1e-3 up a fixed point that does not jump about while the value ticks. */
static char *rounded(double shown, int digits)
{
    int decimals;
    const bool fixed = is_fixed(shown, digits, &decimals);
    return formatted(shown,
                     fixed             ? decimals
                     : fabs(shown) < 1 ? MIN(1, digits - 1)
                                       : digits - 1,
                     !fixed);
}

char *sn_unit_format(double si, SnUnit unit, int digits)
{
    const double factor = SHOWN[unit].factor;
    const double shown = si * factor + 0.0; /* -0 becomes 0 */
    char text[64];
    if (!isfinite(shown))
        return g_strdup(isnan(shown) ? "–" : shown > 0 ? "∞" : "\u2212∞");
    if (digits <= 0) {
        if (is_residue(shown, unit))
            return g_strdup("0");
        exact(text, sizeof text, shown, si, factor);
        return text[0] != '-' ? g_strdup(text) : g_strconcat("\u2212", text + 1, NULL);
    }
    return rounded(is_noise(shown, unit) ? 0 : shown, digits);
}

/* --- where there is little room --- */

/* Units that a quantity is read in, the usual one among them, from small to large. */
static const struct {
    SnUnit unit;
    SnUnitScale scales[7];
} READABLE[] = {
    {SN_UNIT_LENGTH, {{"nm", 1e9}, {"µm", 1e6}, {"mm", 1e3}, {"m", 1}, {"km", 1e-3}}},
    {SN_UNIT_TIME, {{"ns", 1e9}, {"µs", 1e6}, {"ms", 1e3}, {"s", 1}}},
    {SN_UNIT_MASS, {{"µg", 1e9}, {"mg", 1e6}, {"g", 1e3}, {"kg", 1}, {"t", 1e-3}}},
    {SN_UNIT_SMALL_MASS, {{"µg", 1e9}, {"mg", 1e6}, {"g", 1e3}, {"kg", 1}, {"t", 1e-3}}},
    {SN_UNIT_VELOCITY, {{"nm/s", 1e9}, {"µm/s", 1e6}, {"mm/s", 1e3}, {"m/s", 1}, {"km/s", 1e-3}}},
    {SN_UNIT_ACCELERATION, {{"µm/s²", 1e6}, {"mm/s²", 1e3}, {"m/s²", 1}, {"km/s²", 1e-3}}},
    {SN_UNIT_FORCE,
     {{"nN", 1e9}, {"µN", 1e6}, {"mN", 1e3}, {"N", 1}, {"kN", 1e-3}, {"MN", 1e-6}, {"GN", 1e-9}}},
    {SN_UNIT_MOMENT,
     {{"nN m", 1e9}, {"µN m", 1e6}, {"N mm", 1e3}, {"N m", 1}, {"kN m", 1e-3}, {"MN m", 1e-6}}},
    {SN_UNIT_ENERGY,
     {{"nJ", 1e9}, {"µJ", 1e6}, {"mJ", 1e3}, {"J", 1}, {"kJ", 1e-3}, {"MJ", 1e-6}, {"GJ", 1e-9}}},
    {SN_UNIT_POWER,
     {{"nW", 1e9}, {"µW", 1e6}, {"mW", 1e3}, {"W", 1}, {"kW", 1e-3}, {"MW", 1e-6}, {"GW", 1e-9}}},
    {SN_UNIT_STRESS,
     {{"mPa", 1e3}, {"Pa", 1}, {"kPa", 1e-3}, {"MPa", 1e-6}, {"GPa", 1e-9}, {"TPa", 1e-12}}},
    {SN_UNIT_MODULUS, {{"Pa", 1}, {"kPa", 1e-3}, {"MPa", 1e-6}, {"GPa", 1e-9}, {"TPa", 1e-12}}},
    {SN_UNIT_VOLUME, {{"µm³", 1e18}, {"mm³", 1e9}, {"cm³", 1e6}, {"m³", 1}, {"km³", 1e-9}}},
};

SnUnitScale sn_unit_scale(SnUnit unit)
{
    return (SnUnitScale){SHOWN[unit].symbol, SHOWN[unit].factor};
}

/* With three decimals two digits are left of a hundredth: 0.001 kg could be half as much again. */
static bool reads_well(double shown)
{
    return shown >= 1e-2 && shown < 1e5;
}

SnUnitScale sn_unit_fitting(SnUnit unit, double si, SnUnitScale now)
{
    const SnUnitScale usual = sn_unit_scale(unit);
    const double size = fabs(si);
    if (!isfinite(si) || si == 0 || is_noise(si * usual.factor, unit) ||
        reads_well(size * usual.factor))
        return usual;
    if (reads_well(size * now.factor))
        return now;
    const SnUnitScale *best = NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(READABLE); i++) {
        const SnUnitScale *scales = READABLE[i].scales;
        for (int k = 0; k < 7 && READABLE[i].unit == unit && scales[k].symbol; k++) {
            if (!best || size * scales[k].factor >= 1)
                best = &scales[k]; /* the largest in which it is not below one */
        }
    }
    return best ? *best : usual;
}

SnUnitScale sn_unit_fitting_range(SnUnit unit, double least, double most, SnUnitScale now)
{
    const SnUnitScale whole = sn_unit_fitting(unit, most, now);
    SnUnitScale best = whole;
    for (size_t i = 0; i < G_N_ELEMENTS(READABLE); i++) {
        const SnUnitScale *scales = READABLE[i].scales;
        for (int k = 0; k < 7 && READABLE[i].unit == unit && scales[k].symbol; k++) {
            if (least * scales[k].factor >= 0.01 && reads_well(most * scales[k].factor))
                best = scales[k]; /* the largest in which both ends have digits */
        }
    }
    return least * whole.factor >= 0.01 ? whole : best;
}

/* Whether as many digits leave two that say something. */
static bool says_enough(double shown, int decimals)
{
    return shown == 0 || fabs(shown) * pow(10, decimals) >= 10;
}

/* As good as at rest: below a micrometre or a thousandth of a degree in a second, where that is
 * written in the usual unit, which does not follow a number that can be typed. */
static bool is_at_rest(double si, SnUnit unit, SnUnitScale scale)
{
    return scale.factor == SHOWN[unit].factor &&
           ((unit == SN_UNIT_VELOCITY && fabs(si) < 1e-6) ||
            (unit == SN_UNIT_ANGULAR_VELOCITY && fabs(si) < 1.7e-5));
}

char *sn_unit_brief(double si, double beside, SnUnit unit, SnUnitScale scale, int level)
{
    const double full = si * scale.factor + 0.0;
    const double shown = is_noise(si * SHOWN[unit].factor, unit) ? 0
                         : is_at_rest(si, unit, scale)           ? round(full * 1e3) / 1e3
                                                                 : full;
    int decimals;
    if (!isfinite(full))
        return level == 0 ? sn_unit_format(si, unit, 4) : NULL;
    const double size = fmax(fabs(shown), beside * scale.factor);
    const bool fixed = is_fixed(size, 4 - level, &decimals);
    if (level == 0) { /* no exponent for what is next to nothing beside the largest one */
        const bool little = fixed && fabs(shown) < 1e-3 && fabs(shown) < 1e-2 * size;
        return little ? formatted(shown, 3, false) : rounded(shown, 4);
    }
    switch (level) {
    case 1:
    case 2:
        if (fixed && says_enough(size, decimals))
            return formatted(shown, decimals, false);
        return formatted(shown, fixed ? 1 : 3 - level, true);
    case 3:
        return shown == 0 ? g_strdup("0") : formatted(shown, 1, true);
    case 4:
        return shown == 0 ? g_strdup("0") : formatted(shown, 0, true);
    default:
        return NULL;
    }
}

char *sn_unit_digits(double si, SnUnit unit, SnUnitScale scale, int digits)
{
    return rounded(is_noise(si * SHOWN[unit].factor, unit) ? 0 : si * scale.factor + 0.0, digits);
}

char *sn_unit_whole(double si, SnUnit unit)
{
    char *number = sn_unit_format(si, unit, 0);
    const char *symbol = SHOWN[unit].symbol;
    char *text = g_strconcat(number, symbol[0] != '\0' ? " " : "", symbol, NULL);
    g_free(number);
    return text;
}

bool sn_unit_check(const SnProperty *property, double si, char *text, size_t text_size)
{
    SnProperty single = *property; /* whatever it has several of */
    single.type = SN_TYPE_REAL;
    const SnValue value = {.type = SN_TYPE_REAL, .number = {si}};
    if (sn_property_check(&single, &value, text, text_size) || !isfinite(si))
        return isfinite(si);
    if (si == 0 && property->flags & SN_NONZERO)
        return false;
    const bool open = (property->flags & SN_POSITIVE) != 0;
    char *least = sn_unit_whole(property->hard_min, property->unit);
    char *most = sn_unit_whole(property->hard_max, property->unit);
    char *is = sn_unit_whole(si, property->unit);
    if (!isfinite(property->hard_max) || (open && si <= property->hard_min)) {
        g_snprintf(text, text_size, "must be %s %s, is %s", open ? "greater than" : "at least",
                   least, is);
    } else {
        g_snprintf(text, text_size, "must be between %s and %s, is %s", least, most, is);
    }
    g_free(least);
    g_free(most);
    g_free(is);
    return false;
}

double sn_unit_drag_step(const SnProperty *property, double si)
{
    if (property->soft_max > property->soft_min)
        return (property->soft_max - property->soft_min) / 200;
    const double factor = SHOWN[property->unit].factor;
    const double shown = fabs(si * factor);
    /* a hundredth of the value's own power of ten, at least a tenth of the shown unit for lengths
     * and angles so that a zero can be dragged away from */
    const double smallest =
        property->unit == SN_UNIT_LENGTH || property->unit == SN_UNIT_ANGLE ? 1 : 0.01;
    const double decade = shown > 0 ? pow(10, floor(log10(shown))) : smallest;
    return MAX(decade / 100, smallest / 10) / factor;
}

double sn_unit_rounded(double value, double step)
{
    const double quantum = pow(10, floor(log10(step)));
    /* divided by a whole number where it is a fraction: 0.63, not 0.6300000000000001 */
    return quantum < 1 ? round(value / quantum) / round(1 / quantum)
                       : round(value / quantum) * quantum;
}
