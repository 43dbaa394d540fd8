/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/units.h"

#include <math.h>
#include <string.h>

static void check_format(double si, SnUnit unit, int digits, const char *expected)
{
    char *text = sn_unit_format(si, unit, digits);
    g_assert_cmpstr(text, ==, expected);
    g_free(text);
}

static void test_format(void)
{
    check_format(0.0123456, SN_UNIT_LENGTH, 4, "12.35");
    check_format(0, SN_UNIT_LENGTH, 4, "0.000");
    check_format(-0.0, SN_UNIT_FORCE, 4, "0.000");
    check_format(-1.5, SN_UNIT_FORCE, 4, "\u22121.500");
    check_format(G_PI / 2, SN_UNIT_ANGLE, 4, "90.00");
    check_format(1234567, SN_UNIT_FORCE, 4, "1.235e6");
    check_format(123456, SN_UNIT_FORCE, 4, "123456");
    check_format(1e-5, SN_UNIT_NONE, 4, "1.0e\u22125");
    check_format(-3.456e-8, SN_UNIT_LENGTH, 4, "\u22123.5e\u22125");
    check_format(0.00042, SN_UNIT_FORCE, 4, "4.2e\u22124");
    check_format(-3.456e-13, SN_UNIT_FORCE, 4, "0.000");
    check_format(3.456e-13, SN_UNIT_COMPLIANCE, 4, "3.5e\u221210");
    check_format(0.1, SN_UNIT_NONE, 0, "0.1");
    check_format(0.0123456789, SN_UNIT_LENGTH, 0, "12.3456789");
    check_format(NAN, SN_UNIT_FORCE, 4, "–");
    check_format(INFINITY, SN_UNIT_FORCE, 4, "∞");
}

/* --- where there is little room --- */

static const SnUnit UNITS[] = {SN_UNIT_NONE,    SN_UNIT_LENGTH, SN_UNIT_FORCE,     SN_UNIT_STRESS,
                               SN_UNIT_MODULUS, SN_UNIT_MASS,   SN_UNIT_STIFFNESS, SN_UNIT_ENERGY};

/* A magnitude between 1e-8 and 1e12 of the shown unit, of either sign. */
static double random_number(GRand *random, SnUnit unit)
{
    const double size = pow(10, g_rand_double_range(random, -4, 12)) / sn_unit_factor(unit);
    return g_rand_boolean(random) ? size : -size;
}

/* Whatever is left out, what is shown is the number to one digit: never without its exponent. */
static void test_brief(void)
{
    GRand *random = g_rand_new_with_seed(20261123);
    for (int i = 0; i < 20000; i++) {
        const SnUnit unit = UNITS[g_rand_int_range(random, 0, G_N_ELEMENTS(UNITS))];
        const double si = random_number(random, unit);
        const SnUnitScale scale = g_rand_boolean(random)
                                      ? sn_unit_scale(unit)
                                      : sn_unit_fitting(unit, si, sn_unit_scale(unit));
        const double shown = si * scale.factor;
        const double digit = pow(10, floor(log10(fabs(shown))));
        size_t length = 1000;
        for (int level = 0; level < 5; level++) {
            char *text = sn_unit_brief(si, 0, unit, scale, level);
            double read;
            char why[160];
            g_assert_true(sn_unit_parse(text, SN_UNIT_NONE, &read, why, sizeof why));
            g_assert_cmpfloat(fabs(read - shown), <=, 0.5001 * digit);
            g_assert_cmpuint(g_utf8_strlen(text, -1), <=, 10);
            if (level == 4)
                g_assert_cmpuint(g_utf8_strlen(text, -1), <=, 6);
            length = strlen(text);
            g_free(text);
        }
        g_assert_cmpuint(length, <, 1000);
        g_assert_null(sn_unit_brief(si, 0, unit, scale, 5));
    }
    g_rand_free(random);
}

static void check_fitting(double si, SnUnit unit, const char *symbol)
{
    const SnUnitScale scale = sn_unit_fitting(unit, si, sn_unit_scale(unit));
    g_assert_cmpstr(scale.symbol, ==, symbol);
}

static void check_range(double least, double most, SnUnit unit, const char *symbol)
{
    const SnUnitScale scale = sn_unit_fitting_range(unit, least, most, sn_unit_scale(unit));
    g_assert_cmpstr(scale.symbol, ==, symbol);
}

static void test_fitting_range(void)
{
    check_range(1.2e-4, 1e-3, SN_UNIT_MASS, "g");
    check_range(0.049, 0.137, SN_UNIT_MASS, "kg");
    check_range(1.2e-4, 300, SN_UNIT_MASS, "kg");  /* grams would be too long for the other end */
    check_range(1.2e-12, 300, SN_UNIT_MASS, "kg"); /* no unit holds both */
    check_range(3e-9, 4e-7, SN_UNIT_FORCE, "nN");
    check_range(3e9, 4e9, SN_UNIT_STIFFNESS, "N/mm");
}

static void check_beside(double si, double beside, SnUnit unit, const char *expected)
{
    char *text = sn_unit_brief(si, beside, unit, sn_unit_scale(unit), 0);
    g_assert_cmpstr(text, ==, expected);
    g_free(text);
}

static void test_fitting(void)
{
    check_fitting(1.034e9, SN_UNIT_FORCE, "GN");
    check_fitting(-25, SN_UNIT_FORCE, "N");
    check_fitting(-2e-5, SN_UNIT_FORCE, "µN");
    check_fitting(250, SN_UNIT_LENGTH, "m");
    check_fitting(0.2, SN_UNIT_LENGTH, "mm");
    check_fitting(0, SN_UNIT_STRESS, "kPa");
    check_fitting(4e11, SN_UNIT_STRESS, "GPa");
    check_fitting(2e-5, SN_UNIT_MASS, "mg");
    check_fitting(1.113e-3, SN_UNIT_MASS, "g");    /* not 0.001 kg */
    check_fitting(3e9, SN_UNIT_STIFFNESS, "N/mm"); /* has no others: an exponent */
    /* a value that goes up and down keeps its unit */
    SnUnitScale scale = sn_unit_fitting(SN_UNIT_FORCE, 2e5, sn_unit_scale(SN_UNIT_FORCE));
    g_assert_cmpstr(scale.symbol, ==, "kN");
    scale = sn_unit_fitting(SN_UNIT_FORCE, 1.01e5, scale);
    g_assert_cmpstr(scale.symbol, ==, "kN");
    char *text = sn_unit_whole(1034567890.5, SN_UNIT_FORCE);
    g_assert_cmpstr(text, ==, "1034567890.5 N");
    g_free(text);
    /* beside a large one a small number of a vector needs no digits of its own */
    text =
        sn_unit_brief(-0.0021, 0.851, SN_UNIT_ACCELERATION, sn_unit_scale(SN_UNIT_ACCELERATION), 1);
    g_assert_cmpstr(text, ==, "0.00");
    g_free(text);
    check_beside(1.5e-8, 0.01541, SN_UNIT_VELOCITY, "0.000");
    check_beside(-1.5e-7, 0.01541, SN_UNIT_VELOCITY, "0.000");
    check_beside(-6e-7, 0.01541, SN_UNIT_VELOCITY, "\u22120.001");
    check_beside(9e-4, 0.02, SN_UNIT_FORCE, "9.0e\u22124"); /* the digits that it has count */
    check_beside(2.5e-5, 0.5, SN_UNIT_LENGTH, "0.025");
    /* what has come to rest moves a little still */
    check_beside(1.5e-8, 1.5e-8, SN_UNIT_VELOCITY, "0.000");
    check_beside(3e-7, 3e-7, SN_UNIT_VELOCITY, "0.000");
    check_beside(-8e-7, 0, SN_UNIT_VELOCITY, "\u22120.001");
    check_beside(1e-5, 0, SN_UNIT_ANGULAR_VELOCITY, "0.001");
    check_fitting(1.5e-8, SN_UNIT_VELOCITY, "mm/s");
    check_fitting(1.5e-7, SN_UNIT_VELOCITY, "nm/s");
    check_format(1e-6, SN_UNIT_ANGULAR_VELOCITY, 4, "0.000");
}

static void check_parse(const char *text, SnUnit unit, double expected)
{
    char why[160];
    double si;
    g_assert_true(sn_unit_parse(text, unit, &si, why, sizeof why));
    g_assert_cmpfloat_with_epsilon(si, expected, 1e-15 + 1e-14 * fabs(expected));
}

static void test_parse(void)
{
    check_parse("12", SN_UNIT_LENGTH, 0.012);
    check_parse(" 1.2 cm ", SN_UNIT_LENGTH, 0.012);
    check_parse("1,5", SN_UNIT_FORCE, 1.5);
    check_parse("\u22122 N", SN_UNIT_FORCE, -2);
    check_parse("90°", SN_UNIT_ANGLE, G_PI / 2);
    check_parse("1 rad", SN_UNIT_ANGLE, 1);
    check_parse("2 N/m", SN_UNIT_STIFFNESS, 2);
    check_parse("1e-3 m", SN_UNIT_LENGTH, 0.001);
    check_parse("0.3 kN", SN_UNIT_FORCE, 300);
    check_parse("30 deg", SN_UNIT_ANGLE, G_PI / 6);
    check_parse("80 %", SN_UNIT_NONE, 0.8);
    const char *const bad[] = {"", "abc", "1 parsec", "nan", "inf", "1 2", "1e999", "0x10", "5 N"};
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
        char why[160] = "";
        double si = 7;
        g_assert_false(sn_unit_parse(bad[i], SN_UNIT_LENGTH, &si, why, sizeof why));
        g_assert_cmpfloat(si, ==, 7);
        g_assert_cmpstr(why, !=, "");
    }
}

/* Numbers without a unit are factors; in a sum, and alone, they count in the unit shown. */
static void test_arithmetic(void)
{
    check_parse("2*3.5", SN_UNIT_LENGTH, 0.007);
    check_parse("2*3,5", SN_UNIT_NONE, 7);
    check_parse("2 * 3.5 cm", SN_UNIT_LENGTH, 0.07);
    check_parse("5 mm + 3", SN_UNIT_LENGTH, 0.008);
    check_parse("3+1 cm", SN_UNIT_LENGTH, 0.013);
    check_parse("1 m - 10 cm - 5", SN_UNIT_LENGTH, 0.895);
    check_parse("(10 + 5) mm / 2", SN_UNIT_LENGTH, 0.0075);
    check_parse("(1+2)*(3+4)", SN_UNIT_NONE, 21);
    check_parse("1/4", SN_UNIT_NONE, 0.25);
    check_parse("8/2/2", SN_UNIT_NONE, 2);
    check_parse("2 - 3 - 4", SN_UNIT_NONE, -5);
    check_parse("2 + 3*4", SN_UNIT_NONE, 14);
    check_parse("--2", SN_UNIT_NONE, 2);
    check_parse("-(2 mm)", SN_UNIT_LENGTH, -0.002);
    check_parse("pi/2 rad", SN_UNIT_ANGLE, G_PI / 2);
    check_parse("1/2 mm", SN_UNIT_LENGTH, 0.0005);
    check_parse("10 N/m", SN_UNIT_STIFFNESS, 10);
    check_parse("10 N/mm * 2", SN_UNIT_STIFFNESS, 2e4);
    check_parse("12 N / 4", SN_UNIT_FORCE, 3);
    check_parse("10 mm/5 mm", SN_UNIT_LENGTH, 0.002); /* a ratio: in the unit shown */
    check_parse("3 × 2 · 2", SN_UNIT_NONE, 12);
    check_parse("2^3", SN_UNIT_NONE, 8);
    check_parse("2**3 * 2", SN_UNIT_NONE, 16);
    check_parse("-3^2", SN_UNIT_NONE, -9);
    check_parse("2^3^2", SN_UNIT_NONE, 512);
    check_parse("2^-1", SN_UNIT_LENGTH, 0.0005);
    check_parse("sqrt(16) cm", SN_UNIT_LENGTH, 0.04);
    check_parse("100 * sin(30)", SN_UNIT_LENGTH, 0.05); /* angles are shown in degrees */
    check_parse("2 cm * cos(pi/3 rad)", SN_UNIT_LENGTH, 0.01);
    check_parse("atan(1)", SN_UNIT_ANGLE, G_PI / 4);
    check_parse("asin(0.5) + 15", SN_UNIT_ANGLE, G_PI / 4);
    check_parse("max(2 mm; 3)", SN_UNIT_LENGTH, 0.003);
    check_parse("min(7, 2, 1 cm)", SN_UNIT_LENGTH, 0.002);
    check_parse("abs(-2 mm)", SN_UNIT_LENGTH, 0.002);
    check_parse("ln(exp(3)) + log10(100)", SN_UNIT_FORCE, 5);
    const char *const bad[] = {
        "2*",      "*2",         "(1+2",     "1+2)",   "2 mm * 3 mm", "1/2 mm/0",   "2/(3 mm)",
        "5 mm 3",  "1..2",       "()",       "2 3",    "1/0",         "5 mm + 3 N", "pit",
        "2 mm mm", "sqrt(2 mm)", "sqrt(-1)", "sqrt 2", "sin()",       "2^",         "(2 mm)^2",
        "atan(1)", "max(1;)",    "sin(30°",  "abs",    "10^999"};
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
        char why[160] = "";
        double si = 7;
        g_test_message("%s", bad[i]);
        g_assert_false(sn_unit_parse(bad[i], SN_UNIT_LENGTH, &si, why, sizeof why));
        g_assert_cmpfloat(si, ==, 7);
        g_assert_cmpstr(why, !=, "");
    }
    GString *deep = g_string_new(NULL);
    for (int i = 0; i < 10000; i++)
        g_string_append_c(deep, '(');
    char why[160] = "";
    double si = 7;
    g_assert_false(sn_unit_parse(deep->str, SN_UNIT_LENGTH, &si, why, sizeof why));
    g_string_free(deep, TRUE);
}

/* A power's unit is that of the whole; what stands side by side is multiplied. */
static void test_joined(void)
{
    check_parse("2^3 cm", SN_UNIT_LENGTH, 0.08);
    check_parse("1/2^2 m", SN_UNIT_LENGTH, 0.25);
    check_parse("2 pi rad", SN_UNIT_ANGLE, 2 * G_PI);
    check_parse("100 sin(30°)", SN_UNIT_LENGTH, 0.05);
    check_parse("2 (1 + 2) mm", SN_UNIT_LENGTH, 0.006);
}

/* --- drawn expressions --- */

enum { DEEP = 4 };

static double draw_sum(GRand *random, int depth, GString *text);

/* A bare number with at most three digits behind the point, or what comes to one. */
static double draw_number(GRand *random, int depth, GString *text)
{
    static const struct {
        const char *name;
        double (*of)(double);
    } FUNCTIONS[] = {{"exp", exp}, {"abs", fabs}, {"SQRT", sqrt}};
    const int kind = g_rand_int_range(random, 0, depth > 0 ? 6 : 2);
    const char *space = g_rand_boolean(random) ? " " : "";
    if (kind == 1) {
        g_string_append(text, "pi");
        return G_PI;
    }
    if (kind == 2) {
        g_string_append_printf(text, "(%s", space);
        const double value = draw_sum(random, depth - 1, text);
        g_string_append_printf(text, "%s)", space);
        return value;
    }
    if (kind == 3) {
        const int f = g_rand_int_range(random, 0, G_N_ELEMENTS(FUNCTIONS));
        const int given = g_rand_int_range(random, 1, 9);
        g_string_append_printf(text, "%s%s(%d)", FUNCTIONS[f].name, space, given);
        return FUNCTIONS[f].of(given);
    }
    if (kind == 4) {
        g_string_append_printf(text, "max(%s", space);
        const double one = draw_sum(random, 0, text);
        g_string_append(text, g_rand_boolean(random) ? ";" : " , ");
        const double other = draw_sum(random, depth - 1, text);
        g_string_append_c(text, ')');
        return fmax(one, other);
    }
    const int digits = g_rand_int_range(random, 1, 4), n = g_rand_int_range(random, 1, 999);
    g_string_append_printf(text, "%.*f", digits, n * pow(10, -digits));
    return n * pow(10, -digits);
}

static double draw_factor(GRand *random, int depth, GString *text)
{
    const bool minus = g_rand_int_range(random, 0, 6) == 0;
    g_string_append(text, minus ? "-" : "");
    double value = draw_number(random, depth, text);
    if (value > 0 && g_rand_int_range(random, 0, 5) == 0) {
        const int exponent = g_rand_int_range(random, -2, 4);
        g_string_append_printf(text, "%s%d", g_rand_boolean(random) ? "^" : " ** ", exponent);
        value = pow(value, exponent);
    }
    return minus ? -value : value;
}

static double draw_product(GRand *random, int depth, GString *text)
{
    double value = draw_factor(random, depth, text);
    for (int i = g_rand_int_range(random, 0, 3); i > 0; i--) {
        const int sign = g_rand_int_range(random, 0, 3);
        if (sign == 2) {
            g_string_append(text, " pi");
            value *= G_PI;
            continue;
        }
        g_string_append(text, sign ? " * " : "/");
        const double other = draw_factor(random, depth, text);
        value = sign ? value * other : value / other;
    }
    return value;
}

static double draw_sum(GRand *random, int depth, GString *text)
{
    double value = draw_product(random, depth, text);
    for (int i = g_rand_int_range(random, 0, 3); i > 0; i--) {
        const bool plus = g_rand_boolean(random);
        g_string_append(text, plus ? " + " : "-");
        const double other = draw_product(random, depth, text);
        value = plus ? value + other : value - other;
    }
    return value;
}

/* A sum of drawn numbers in the unit shown, and one product with a unit behind it. */
static void test_drawn(void)
{
    static const struct {
        const char *symbol;
        double si;
    } LENGTHS[] = {{"mm", 1e-3}, {"cm", 1e-2}, {"m", 1}, {"in", 0.0254}};
    GRand *random = g_rand_new_with_seed(77);
    for (int i = 0; i < 4000; i++) {
        g_autoptr(GString) text = g_string_new(NULL);
        char why[160] = "";
        double si = 7;
        const int u = g_rand_int_range(random, 0, G_N_ELEMENTS(LENGTHS) + 1);
        const bool has_unit = u < (int)G_N_ELEMENTS(LENGTHS);
        g_string_append(text, has_unit ? "(" : "");
        double value = draw_sum(random, DEEP, text);
        value *= has_unit ? LENGTHS[u].si : 1e-3;
        if (has_unit)
            g_string_append_printf(text, ") %s", LENGTHS[u].symbol);
        if (!isfinite(value))
            continue;
        g_test_message("%s", text->str);
        const bool good = sn_unit_parse(text->str, SN_UNIT_LENGTH, &si, why, sizeof why);
        g_assert_cmpstr(why, ==, "");
        g_assert_true(good);
        g_assert_cmpfloat_with_epsilon(si, value, 1e-12 * (1 + fabs(value)) + 1e-9 * fabs(value));
    }
    g_rand_free(random);
}

/* Whatever is typed: a number, or a sentence that can be shown and the value as it was. */
static void test_any(void)
{
    static const char *const parts[] = {"1",  "2.5", ".",   "e9", "pi", "sin(", "max(", ")", "(",
                                        "^",  "**",  "*",   "/",  "-",  "+",    ",",    ";", " ",
                                        "mm", "°",   "rad", "N",  "%",  "=",    "µ",    "×", "−"};
    GRand *random = g_rand_new_with_seed(5);
    for (int i = 0; i < 40000; i++) {
        g_autoptr(GString) text = g_string_new(NULL);
        char why[160] = "";
        double si = 7;
        for (int k = g_rand_int_range(random, 0, i % 50 == 0 ? 400 : 9); k > 0; k--)
            g_string_append(text, parts[g_rand_int_range(random, 0, G_N_ELEMENTS(parts))]);
        const SnUnit unit = UNITS[g_rand_int_range(random, 0, G_N_ELEMENTS(UNITS))];
        SnUnitChange change = {3, 4};
        if (sn_unit_parse(text->str, unit, &si, why, sizeof why)) {
            g_assert_true(isfinite(si));
        } else {
            g_assert_cmpfloat(si, ==, 7);
            g_assert_cmpstr(why, !=, "");
            g_assert_true(g_utf8_validate(why, -1, NULL));
        }
        if (sn_unit_parse_change(text->str, unit, &change, why, sizeof why))
            g_assert_true(isfinite(change.factor) && isfinite(change.term));
    }
    g_rand_free(random);
}

static void check_change(const char *text, SnUnit unit, double factor, double term)
{
    char why[160] = "";
    SnUnitChange change;
    g_test_message("%s", text);
    g_assert_true(sn_unit_parse_change(text, unit, &change, why, sizeof why));
    g_assert_cmpfloat_with_epsilon(change.factor, factor, 1e-15);
    g_assert_cmpfloat_with_epsilon(change.term, term, 1e-15);
}

static void test_change(void)
{
    check_change("5", SN_UNIT_LENGTH, 0, 0.005);
    check_change("-5", SN_UNIT_LENGTH, 0, -0.005);
    check_change("+= 5", SN_UNIT_LENGTH, 1, 0.005);
    check_change(" -=2*(1+1) cm", SN_UNIT_LENGTH, 1, -0.04);
    check_change("\u2212=5", SN_UNIT_FORCE, 1, -5);
    check_change("*= 110 %", SN_UNIT_LENGTH, 1.1, 0);
    check_change("/=4", SN_UNIT_FORCE, 0.25, 0);
    const char *const bad[] = {"+=", "*= 2 mm", "/= 0", "=5", "%= 2", "+= abc"};
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
        char why[160] = "";
        SnUnitChange change;
        g_assert_false(sn_unit_parse_change(bad[i], SN_UNIT_LENGTH, &change, why, sizeof why));
        g_assert_cmpstr(why, !=, "");
    }
}

/* What the field shows in full reads back to the last bit or two, in every unit. */
static void test_exact(void)
{
    for (int i = 0; i < 20000; i++) {
        const SnUnit unit = (SnUnit)g_test_rand_int_range(0, SN_UNIT_LIST_COUNT);
        const double si =
            g_test_rand_double_range(-1, 1) * pow(10, g_test_rand_double_range(-9, 9));
        char *text = sn_unit_format(si, unit, 0), why[160];
        double back;
        g_assert_true(sn_unit_parse(text, unit, &back, why, sizeof why));
        g_assert_cmpfloat_with_epsilon(back, si, 1e-15 * fabs(si));
        g_free(text);
    }
}

/* What arithmetic leaves of zero is no number to edit; what is small but meant stays whole. */
static void test_residue(void)
{
    static const struct {
        double si;
        SnUnit unit;
        const char *text;
    } CASES[] = {{3.3e-25, SN_UNIT_ANGLE, "0"},
                 {-3.3e-25, SN_UNIT_ANGLE, "0"},
                 {1e-20, SN_UNIT_LENGTH, "0"},
                 {1e-15, SN_UNIT_LENGTH, "1e-12"},
                 {1e-20, SN_UNIT_COMPLIANCE, "1e-17"}};
    for (gsize i = 0; i < G_N_ELEMENTS(CASES); i++) {
        g_autofree char *text = sn_unit_format(CASES[i].si, CASES[i].unit, 0);
        g_assert_cmpstr(text, ==, CASES[i].text);
    }
}

static void test_drag(void)
{
    const SnProperty slider = {.unit = SN_UNIT_NONE, .soft_max = 1};
    g_assert_cmpfloat_with_epsilon(sn_unit_drag_step(&slider, 0.3), 0.005, 1e-12);
    const SnProperty length = {.unit = SN_UNIT_LENGTH};
    g_assert_cmpfloat_with_epsilon(sn_unit_drag_step(&length, 0), 1e-4, 1e-12);
    g_assert_cmpfloat_with_epsilon(sn_unit_drag_step(&length, 0.25), 1e-3, 1e-12);
    g_assert_cmpfloat(sn_unit_rounded(0.6315790176391601, 0.0105), ==, 0.63);
    g_assert_cmpfloat(sn_unit_rounded(0.20000001907, 0.005), ==, 0.2);
    g_assert_cmpfloat(sn_unit_rounded(-1234.5, 20), ==, -1230);
}

static void check_refusal(const SnProperty *property, double si, const char *words)
{
    char text[200] = "";
    g_assert_cmpint(sn_unit_check(property, si, text, sizeof text), ==, words == NULL);
    g_assert_cmpstr(text, ==, words ? words : "");
}

static void test_refusals(void)
{
    const SnProperty radius = {.unit = SN_UNIT_LENGTH, .hard_max = INFINITY, .flags = SN_POSITIVE};
    check_refusal(&radius, 0.003, NULL);
    check_refusal(&radius, 0, "must be greater than 0 mm, is 0 mm");
    check_refusal(&radius, -0.003, "must be greater than 0 mm, is \u22123 mm");
    const SnProperty share = {.unit = SN_UNIT_NONE, .hard_max = 1};
    check_refusal(&share, 1, NULL);
    check_refusal(&share, 1.5, "must be between 0 and 1, is 1.5");
    const SnProperty mass = {.unit = SN_UNIT_MASS, .hard_max = INFINITY};
    check_refusal(&mass, 0, NULL);
    check_refusal(&mass, -2, "must be at least 0 kg, is \u22122 kg");
    const SnProperty free = {.unit = SN_UNIT_LENGTH};
    check_refusal(&free, -5, NULL);
    check_refusal(&free, INFINITY, "must be a finite number");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/units/brief", test_brief);
    g_test_add_func("/units/fitting", test_fitting);
    g_test_add_func("/units/fitting-range", test_fitting_range);
    g_test_add_func("/units/format", test_format);
    g_test_add_func("/units/parse", test_parse);
    g_test_add_func("/units/change", test_change);
    g_test_add_func("/units/joined", test_joined);
    g_test_add_func("/units/drawn", test_drawn);
    g_test_add_func("/units/any", test_any);
    g_test_add_func("/units/arithmetic", test_arithmetic);
    g_test_add_func("/units/exact", test_exact);
    g_test_add_func("/units/residue", test_residue);
    g_test_add_func("/units/drag", test_drag);
    g_test_add_func("/units/refusals", test_refusals);
    return g_test_run();
}
