/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quantities as people type them: "12", "1.2 cm", "2*3.5", "(10 + 5) mm / 2", "pi/2 rad".
 *
 *   sum      = product { ("+" | "-") product }
 *   product  = factor { ("*" | "/") factor | bracketed }
 *   factor   = raised [ unit ]
 *   raised   = { "-" | "+" } primary [ unit ] [ ("^" | "**") raised ]
 *   primary  = number | bracketed
 *   bracketed = "pi" | "(" sum ")" | function "(" sum { (";" | ",") sum } ")"
 *
 * A number without a unit is one factor among others; where a quantity is needed it counts in the
 * unit shown. */
#include "ui/session/units.h"

#include <math.h>
#include <string.h>

enum { DEEPEST = 32 };

/* Ways to type a unit besides the one shown. */
static const struct {
    SnUnit unit;
    const char *symbol;
    double si; /* SI value of one */
} TYPED[] = {
    {SN_UNIT_LENGTH, "m", 1},
    {SN_UNIT_LENGTH, "dm", 1e-1},
    {SN_UNIT_LENGTH, "cm", 1e-2},
    {SN_UNIT_LENGTH, "mm", 1e-3},
    {SN_UNIT_LENGTH, "um", 1e-6},
    {SN_UNIT_LENGTH, "µm", 1e-6},
    {SN_UNIT_LENGTH, "in", 0.0254},
    {SN_UNIT_ANGLE, "°", G_PI / 180},
    {SN_UNIT_ANGLE, "deg", G_PI / 180},
    {SN_UNIT_ANGLE, "rad", 1},
    {SN_UNIT_TIME, "s", 1},
    {SN_UNIT_TIME, "ms", 1e-3},
    {SN_UNIT_TIME, "min", 60},
    {SN_UNIT_MASS, "kg", 1},
    {SN_UNIT_MASS, "g", 1e-3},
    {SN_UNIT_MASS, "mg", 1e-6},
    {SN_UNIT_DENSITY, "kg/m3", 1},
    {SN_UNIT_DENSITY, "g/cm3", 1e3},
    {SN_UNIT_VELOCITY, "m/s", 1},
    {SN_UNIT_VELOCITY, "cm/s", 1e-2},
    {SN_UNIT_VELOCITY, "mm/s", 1e-3},
    {SN_UNIT_ANGULAR_VELOCITY, "rad/s", 1},
    {SN_UNIT_ANGULAR_VELOCITY, "deg/s", G_PI / 180},
    {SN_UNIT_ACCELERATION, "m/s2", 1},
    {SN_UNIT_FORCE, "N", 1},
    {SN_UNIT_FORCE, "kN", 1e3},
    {SN_UNIT_FORCE, "mN", 1e-3},
    {SN_UNIT_MOMENT, "Nm", 1},
    {SN_UNIT_MOMENT, "N m", 1},
    {SN_UNIT_MOMENT, "Nmm", 1e-3},
    {SN_UNIT_STIFFNESS, "N/m", 1},
    {SN_UNIT_STIFFNESS, "N/mm", 1e3},
    {SN_UNIT_STIFFNESS, "kN/m", 1e3},
    {SN_UNIT_DAMPING, "Ns/m", 1},
    {SN_UNIT_ENERGY, "J", 1},
    {SN_UNIT_ENERGY, "mJ", 1e-3},
    {SN_UNIT_POWER, "W", 1},
    {SN_UNIT_POWER, "mW", 1e-3},
    {SN_UNIT_STRESS, "Pa", 1},
    {SN_UNIT_STRESS, "kPa", 1e3},
    {SN_UNIT_STRESS, "MPa", 1e6},
    {SN_UNIT_STRESS, "GPa", 1e9},
    {SN_UNIT_MODULUS, "Pa", 1},
    {SN_UNIT_MODULUS, "kPa", 1e3},
    {SN_UNIT_MODULUS, "MPa", 1e6},
    {SN_UNIT_MODULUS, "GPa", 1e9},
    {SN_UNIT_SMALL_MASS, "kg", 1},
    {SN_UNIT_SMALL_MASS, "g", 1e-3},
    {SN_UNIT_SMALL_MASS, "mg", 1e-6},
    {SN_UNIT_VOLUME, "m3", 1},
    {SN_UNIT_VOLUME, "cm3", 1e-6},
    {SN_UNIT_VOLUME, "ml", 1e-6},
    {SN_UNIT_VOLUME, "l", 1e-3},
    {SN_UNIT_RATE, "Hz", 1},
    {SN_UNIT_NONE, "%", 0.01},
};

typedef struct Quantity {
    double number; /* SI where dimensional */
    bool has_unit;
    double unit; /* SI value of one of a unit that stands right behind a number, else 0 */
} Quantity;

typedef struct Parser {
    const char *at;
    SnUnit unit;
    double one; /* SI value of one of the unit shown */
    int depth;
    char *text; /* why not */
    size_t size;
    const char *input;
} Parser;

static bool refuse(Parser *parser, const char *format, ...) G_GNUC_PRINTF(2, 3);
static bool refuse(Parser *parser, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    if (parser->text[0] == '\0')
        g_vsnprintf(parser->text, parser->size, format, values);
    va_end(values);
    return false;
}

static void skip_space(Parser *parser)
{
    while (g_ascii_isspace(*parser->at))
        parser->at++;
}

/* --- units --- */

/* Whether the text begins with the symbol, and the symbol ends there: "m" is not in "mm". */
static bool begins(const char *text, const char *symbol)
{
    const size_t length = strlen(symbol);
    if (length == 0 || strncmp(text, symbol, length) != 0)
        return false;
    const gunichar next = g_utf8_get_char(text + length);
    const gunichar last = g_utf8_get_char(g_utf8_prev_char(text + length));
    return !(g_unichar_isalpha(last) && g_unichar_isalpha(next));
}

static void take_unit(Parser *parser, Quantity *quantity)
{
    const char *best = NULL;
    double si = 1;
    skip_space(parser);
    const char *shown = sn_unit_shown(parser->unit);
    if (begins(parser->at, shown)) {
        best = shown;
        si = parser->one;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(TYPED); i++) { /* the longest: "N/mm" before "N" */
        if (TYPED[i].unit == parser->unit && begins(parser->at, TYPED[i].symbol) &&
            (!best || strlen(TYPED[i].symbol) > strlen(best))) {
            best = TYPED[i].symbol;
            si = TYPED[i].si;
        }
    }
    if (best) {
        quantity->number *= si;
        quantity->has_unit = true;
        quantity->unit = si;
        parser->at += strlen(best);
    }
}

static double in_si(const Parser *parser, Quantity quantity)
{
    return quantity.has_unit ? quantity.number : quantity.number * parser->one;
}

/* --- grammar --- */

static bool sum(Parser *parser, Quantity *result);

/* --- functions --- */

typedef enum FunctionKind {
    OF_NUMBER, /* a number of a number */
    OF_ANGLE,  /* a number of an angle: without a unit it is in the one that angles are shown in */
    TO_ANGLE,  /* an angle of a number */
    OF_ANY,    /* of quantities, in their unit */
} FunctionKind;

static double least(double a, double b)
{
    return fmin(a, b);
}

static double most(double a, double b)
{
    return fmax(a, b);
}

static const struct {
    const char *name;
    FunctionKind kind;
    double (*of_one)(double);
    double (*of_two)(double, double);
} FUNCTIONS[] = {
    {"sqrt", OF_NUMBER, sqrt, NULL},   {"exp", OF_NUMBER, exp, NULL},
    {"ln", OF_NUMBER, log, NULL},      {"log10", OF_NUMBER, log10, NULL},
    {"sin", OF_ANGLE, sin, NULL},      {"cos", OF_ANGLE, cos, NULL},
    {"tan", OF_ANGLE, tan, NULL},      {"asin", TO_ANGLE, asin, NULL},
    {"acos", TO_ANGLE, acos, NULL},    {"atan", TO_ANGLE, atan, NULL},
    {"abs", OF_ANY, fabs, NULL},       {"min", OF_ANY, NULL, least},
    {"max", OF_ANY, NULL, most},       {"round", OF_NUMBER, round, NULL},
    {"floor", OF_NUMBER, floor, NULL}, {"ceil", OF_NUMBER, ceil, NULL},
};

/* The one whose name and bracket stand there, behind which the parser is then; -1: none. */
static int take_function(Parser *parser)
{
    for (int i = 0; i < (int)G_N_ELEMENTS(FUNCTIONS); i++) {
        const size_t length = strlen(FUNCTIONS[i].name);
        if (g_ascii_strncasecmp(parser->at, FUNCTIONS[i].name, length) != 0)
            continue;
        const char *at = parser->at + length;
        while (g_ascii_isspace(*at))
            at++;
        if (*at == '(') {
            parser->at = at + 1;
            return i;
        }
    }
    return -1;
}

static bool argument(Parser *parser, FunctionKind kind, Quantity *result)
{
    const SnUnit unit = parser->unit;
    const double one = parser->one;
    if (kind == OF_ANGLE) {
        parser->unit = SN_UNIT_ANGLE;
        parser->one = 1 / sn_unit_factor(SN_UNIT_ANGLE);
    }
    const bool good = sum(parser, result);
    if (good && kind == OF_ANGLE)
        *result = (Quantity){.number = in_si(parser, *result)};
    parser->unit = unit;
    parser->one = one;
    if (good && result->has_unit && kind != OF_ANY)
        return refuse(parser, "“%s” needs a number without a unit there", parser->input);
    return good;
}

static void combine(const Parser *parser, int f, Quantity *result, Quantity other)
{
    if (result->has_unit != other.has_unit) {
        *result = (Quantity){.number = in_si(parser, *result), .has_unit = true};
        other.number = in_si(parser, other);
    }
    result->number = FUNCTIONS[f].of_two(result->number, other.number);
}

/* Behind its bracket. */
static bool function(Parser *parser, int f, Quantity *result)
{
    const FunctionKind kind = FUNCTIONS[f].kind;
    if (++parser->depth > DEEPEST)
        return refuse(parser, "“%s” has too many brackets", parser->input);
    if (!argument(parser, kind, result))
        return false;
    if (FUNCTIONS[f].of_one)
        result->number = FUNCTIONS[f].of_one(result->number);
    skip_space(parser);
    while (FUNCTIONS[f].of_two && (*parser->at == ';' || *parser->at == ',')) {
        Quantity other;
        parser->at++;
        if (!argument(parser, kind, &other))
            return false;
        combine(parser, f, result, other);
        skip_space(parser);
    }
    parser->depth--;
    if (kind == TO_ANGLE && parser->unit != SN_UNIT_ANGLE)
        return refuse(parser, "%s gives an angle, which “%s” is not", FUNCTIONS[f].name,
                      parser->input);
    result->has_unit = result->has_unit || kind == TO_ANGLE;
    result->unit = 0;
    if (*parser->at != ')')
        return refuse(parser, "A bracket is not closed in “%s”", parser->input);
    parser->at++;
    return true;
}

static bool primary(Parser *parser, Quantity *result)
{
    skip_space(parser);
    *result = (Quantity){0};
    const int f = take_function(parser);
    if (f >= 0)
        return function(parser, f, result);
    if (*parser->at == '(') {
        parser->at++;
        if (++parser->depth > DEEPEST)
            return refuse(parser, "“%s” has too many brackets", parser->input);
        if (!sum(parser, result))
            return false;
        parser->depth--;
        result->unit = 0;
        skip_space(parser);
        if (*parser->at != ')')
            return refuse(parser, "A bracket is not closed in “%s”", parser->input);
        parser->at++;
        return true;
    }
    if (begins(parser->at, "pi")) {
        result->number = G_PI;
        parser->at += strlen("pi");
        return true;
    }
    char *end;
    result->number = g_ascii_strtod(parser->at, &end);
    /* not "nan", "inf" and hexadecimal numbers, which the function knows too */
    const bool digits =
        g_ascii_isdigit(*parser->at) || (*parser->at == '.' && g_ascii_isdigit(parser->at[1]));
    const bool hexadecimal = *parser->at == '0' && g_ascii_tolower(parser->at[1]) == 'x';
    if (end == parser->at || !digits || hexadecimal || !isfinite(result->number))
        return refuse(parser, "“%s” is not a number", parser->input);
    parser->at = end;
    return true;
}

/* "3^2" and "3**2"; -3^2 is -9, 2^3^2 is 2^9, and 2^3 mm are eight of them. */
static bool raised(Parser *parser, Quantity *result)
{
    double sign = 1;
    skip_space(parser);
    while (*parser->at == '-' || *parser->at == '+') {
        sign = *parser->at == '-' ? -sign : sign;
        parser->at++;
        skip_space(parser);
    }
    if (!primary(parser, result))
        return false;
    const Parser before = *parser;
    Quantity with_unit = *result;
    if (!result->has_unit)
        take_unit(parser, &with_unit);
    skip_space(parser);
    const size_t power = *parser->at == '^' ? 1 : g_str_has_prefix(parser->at, "**") ? 2 : 0;
    if (power == 0) { /* the unit is that of what it is an exponent of */
        *parser = before;
        result->number *= sign;
        return true;
    }
    Quantity exponent;
    parser->at += power;
    if (++parser->depth > DEEPEST)
        return refuse(parser, "“%s” has too many powers", parser->input);
    if (!raised(parser, &exponent))
        return false;
    parser->depth--;
    if (with_unit.has_unit || exponent.has_unit)
        return refuse(parser, "In “%s” a quantity is raised to a power", parser->input);
    result->number = sign * pow(result->number, exponent.number);
    return true;
}

static bool factor(Parser *parser, Quantity *result)
{
    if (!raised(parser, result))
        return false;
    if (!result->has_unit)
        take_unit(parser, result);
    return true;
}

static bool multiply(Parser *parser, Quantity *result, const Quantity *other)
{
    if (result->has_unit && other->has_unit)
        return refuse(parser, "In “%s” two quantities are multiplied", parser->input);
    result->number *= other->number;
    result->has_unit = result->has_unit || other->has_unit;
    return true;
}

static bool divide(Parser *parser, Quantity *result, const Quantity *other)
{
    if (other->has_unit && !result->has_unit) { /* "1/2 mm" is half a millimetre */
        if (other->unit == 0)
            return refuse(parser, "“%s” divides by a quantity", parser->input);
        result->number *= other->unit * other->unit / other->number;
        result->has_unit = true;
        return true;
    }
    result->number /= other->number;
    result->has_unit = result->has_unit && !other->has_unit;
    return true;
}

static bool begins_bracket(const Parser *parser)
{
    Parser ahead = *parser;
    return *parser->at == '(' || begins(parser->at, "pi") || take_function(&ahead) >= 0;
}

static bool product(Parser *parser, Quantity *result)
{
    if (!factor(parser, result))
        return false;
    for (;;) {
        skip_space(parser);
        const char sign = *parser->at;
        const bool joined = begins_bracket(parser); /* "2 pi", "3 (1 + 2)" */
        Quantity other;
        if (sign != '*' && sign != '/' && !joined)
            return true;
        parser->at += joined ? 0 : 1;
        if (!factor(parser, &other))
            return false;
        const bool done =
            sign == '/' ? divide(parser, result, &other) : multiply(parser, result, &other);
        if (!done)
            return false;
    }
}

static bool sum(Parser *parser, Quantity *result)
{
    if (!product(parser, result))
        return false;
    for (;;) {
        skip_space(parser);
        const char sign = *parser->at;
        Quantity other;
        if (sign != '+' && sign != '-')
            return true;
        parser->at++;
        if (!product(parser, &other))
            return false;
        if (result->has_unit || other.has_unit) {
            result->number = in_si(parser, *result);
            other.number = in_si(parser, other);
            result->has_unit = true;
        }
        result->number += sign == '+' ? other.number : -other.number;
    }
}

/* What was not understood, up to the next space or sign. */
static bool refuse_rest(Parser *parser)
{
    const char *symbol = sn_unit_shown(parser->unit);
    const bool looks_like_unit = g_unichar_isalpha(g_utf8_get_char(parser->at));
    if (!looks_like_unit)
        return refuse(parser, "“%s” is not a number", parser->input);
    g_snprintf(parser->text, parser->size, "“%s” is not a unit known here; use %s", parser->at,
               symbol[0] != '\0' ? symbol : "none");
    return false;
}

/* What was typed may be longer than there is room for, and is cut between two letters. */
static void say_why(const char *why, char *text, size_t size)
{
    const char *end;
    g_strlcpy(text, why, size);
    if (!g_utf8_validate(text, -1, &end))
        text[end - text] = '\0';
}

bool sn_unit_parse(const char *input, SnUnit unit, double *si, char *text, size_t text_size)
{
    /* typographic signs and decimal commas are what people paste */
    GString *plain = g_string_new(input);
    g_string_replace(plain, "\u2212", "-", 0);
    g_string_replace(plain, "×", "*", 0);
    g_string_replace(plain, "·", "*", 0);
    if (!strchr(plain->str, '.') && !strchr(plain->str, '(')) /* "max(2, 3)" */
        g_string_replace(plain, ",", ".", 0);
    char *line = g_strstrip(g_string_free(plain, FALSE));
    char why[160] = "";
    Parser parser = {.at = line,
                     .unit = unit,
                     .one = 1 / sn_unit_factor(unit),
                     .text = why,
                     .size = sizeof why,
                     .input = input};
    Quantity result;
    bool good = sum(&parser, &result);
    skip_space(&parser);
    if (good && *parser.at != '\0')
        good = refuse_rest(&parser);
    const double value = good ? in_si(&parser, result) : 0;
    if (good && !isfinite(value))
        good = refuse(&parser, "“%s” is not a number", input);
    if (good)
        *si = value;
    else
        say_why(why, text, text_size);
    g_free(line);
    return good;
}

bool sn_unit_parse_change(const char *input, SnUnit unit, SnUnitChange *change, char *text,
                          size_t text_size)
{
    while (g_ascii_isspace(*input))
        input++;
    const char sign = g_str_has_prefix(input, "\u2212=") ? '-' : *input;
    const char *at = g_utf8_next_char(input);
    const bool changes = sign != '\0' && strchr("+-*/", sign) && *at == '=';
    const bool scales = changes && (sign == '*' || sign == '/');
    double number;
    if (!sn_unit_parse(changes ? at + 1 : input, scales ? SN_UNIT_NONE : unit, &number, text,
                       text_size))
        return false;
    if (scales && sign == '/' && number == 0) {
        g_snprintf(text, text_size, "“%s” divides by nothing", input);
        return false;
    }
    *change = scales ? (SnUnitChange){sign == '*' ? number : 1 / number, 0}
                     : (SnUnitChange){changes, sign == '-' && changes ? -number : number};
    return true;
}
