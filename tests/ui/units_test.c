/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/units.h"

#include <math.h>

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
    const char *const bad[] = {"", "abc", "1 parsec", "nan", "inf", "1 2", "1e999"};
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
        char why[160] = "";
        double si = 7;
        g_assert_false(sn_unit_parse(bad[i], SN_UNIT_LENGTH, &si, why, sizeof why));
        g_assert_cmpfloat(si, ==, 7);
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

static void test_drag(void)
{
    const SnProperty slider = {.unit = SN_UNIT_NONE, .soft_max = 1};
    g_assert_cmpfloat_with_epsilon(sn_unit_drag_step(&slider, 0.3), 0.005, 1e-12);
    const SnProperty length = {.unit = SN_UNIT_LENGTH};
    g_assert_cmpfloat_with_epsilon(sn_unit_drag_step(&length, 0), 1e-4, 1e-12);
    g_assert_cmpfloat_with_epsilon(sn_unit_drag_step(&length, 0.25), 1e-3, 1e-12);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/units/format", test_format);
    g_test_add_func("/units/parse", test_parse);
    g_test_add_func("/units/exact", test_exact);
    g_test_add_func("/units/drag", test_drag);
    return g_test_run();
}
