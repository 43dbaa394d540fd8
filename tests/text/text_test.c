/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as text, and the locator. */
#include "engine/text/json_text.h"
#include "engine/text/number_text.h"

#include <locale.h>
#include <math.h>
#include <string.h>

static void check_format(double value, const char *expected)
{
    char text[SN_NUMBER_TEXT_SIZE];
    const int n = sn_number_format(value, text);
    g_assert_cmpstr(text, ==, expected);
    g_assert_cmpint(n, ==, (int)strlen(expected));
}

static void test_shortest(void)
{
    check_format(0.1, "0.1");
    check_format(0, "0");
    check_format(-0.0, "-0.0");
    check_format(1e-5, "1e-5");
    check_format(-2.5e-7, "-2.5e-7");
    check_format(1e20, "1e20");
    check_format(3, "3");
    check_format(-9.81, "-9.81");
    check_format(0.1 + 0.2, "0.30000000000000004");
    check_format(1.0 / 3, "0.3333333333333333");
    check_format(5e-324, "5e-324");
    check_format(1.7976931348623157e308, "1.7976931348623157e308");
    check_format(123456789012345, "123456789012345");
}

static void test_round_trip(void)
{
    for (int i = 0; i < 200000; i++) {
        union {
            guint64 bits;
            double value;
        } number = {((guint64)(guint32)g_test_rand_int() << 32) | (guint32)g_test_rand_int()};
        if (i % 2) /* numbers as people write them */
            number.value =
                g_test_rand_int_range(-1000000, 1000000) * pow(10, g_test_rand_int_range(-9, 3));
        if (!isfinite(number.value))
            continue;
        char text[SN_NUMBER_TEXT_SIZE];
        const int n = sn_number_format(number.value, text);
        double back;
        g_assert_cmpuint(sn_number_parse(text, (size_t)n, &back), ==, n);
        if (memcmp(&back, &number.value, sizeof back) != 0)
            g_error("%.17g became %s", number.value, text);
        /* other ways to write it, against the C library */
        char *longer = g_strdup_printf("%.25e", number.value);
        g_assert_cmpuint(sn_number_parse(longer, strlen(longer), &back), ==, strlen(longer));
        g_assert_cmpfloat(back, ==, g_ascii_strtod(longer, NULL));
        g_free(longer);
    }
}

static void test_parse(void)
{
    double value;
    g_assert_cmpuint(sn_number_parse("1.5e3x", 6, &value), ==, 5);
    g_assert_cmpfloat(value, ==, 1500);
    g_assert_cmpuint(sn_number_parse("1e", 2, &value), ==, 1);
    g_assert_cmpuint(sn_number_parse("+.5", 3, &value), ==, 3);
    g_assert_cmpfloat(value, ==, 0.5);
    g_assert_cmpuint(sn_number_parse("nan", 3, &value), ==, 0);
    g_assert_cmpuint(sn_number_parse("inf", 3, &value), ==, 0);
    g_assert_cmpuint(sn_number_parse(".", 1, &value), ==, 0);
    g_assert_cmpuint(sn_number_parse("-", 1, &value), ==, 0);
    g_assert_cmpuint(sn_number_parse("", 0, &value), ==, 0);
    g_assert_cmpuint(sn_number_parse("0x10", 4, &value), ==, 1);
    g_assert_cmpuint(sn_number_parse("12345", 3, &value), ==, 3);
    g_assert_cmpfloat(value, ==, 123);
    g_assert_cmpuint(sn_number_parse("1e999999999999", 14, &value), ==, 14);
    g_assert_true(isinf(value));
    g_assert_cmpuint(sn_number_parse("1e-999999999999", 15, &value), ==, 15);
    g_assert_cmpfloat(value, ==, 0);
    char long_text[400];
    memset(long_text, '0', sizeof long_text);
    long_text[0] = '1';
    g_assert_cmpuint(sn_number_parse(long_text, 300, &value), ==, 300);
    g_assert_cmpfloat(value, ==, 1e299);
}

static void check_line(const char *text, const char *path, int line)
{
    g_assert_cmpint(sn_locate(text, strlen(text), path), ==, line);
}

static void test_locate(void)
{
    const char *text =
        "\n{\n \"sinew\": 1,\n \"a/b~\": [\n  1,\n  [2, 3\n],\n  {\"k\": \"}]\\\"\",\n"
        "   \"\\u00e9\\ud83d\\ude00\":\n    true }\n ]\n}";
    check_line(text, "", 2);
    check_line(text, "/sinew", 3);
    check_line(text, "/a~1b~0", 4);
    check_line(text, "/a~1b~0/0", 5);
    check_line(text, "/a~1b~0/1", 6);
    check_line(text, "/a~1b~0/1/1", 6);
    check_line(text, "/a~1b~0/2/k", 8);
    check_line(text, "/a~1b~0/2/\xc3\xa9\xf0\x9f\x98\x80", 10);
    check_line(text, "/a~1b~0/3", 0);
    check_line(text, "/nothing", 0);
    check_line(text, "/sinew/0", 0);
    check_line("", "", 0);
    check_line("[1", "/1", 0);
    check_line("{\"a\": {\"a\": \n1}}", "/a/a", 2);
}

/* Cut anywhere, the text gives a line or 0, and no more. */
static void test_locate_cut(void)
{
    const char *text =
        "{\"a\": [1, {\"b\": \"\\u00e9\\\\\", \"c\": [[]]}], \"\\ud83d\\ude00\": {}}";
    for (size_t n = 0; n <= strlen(text); n++) {
        char *copy = g_memdup2(text, n);
        for (const char *const *path = (const char *const[]){"", "/a/1/c/0", "/a/9", "/x", NULL};
             *path; path++)
            g_assert_cmpint(sn_locate(copy, n, *path), <=, 1);
        g_free(copy);
    }
}

int main(int argc, char **argv)
{
    setlocale(LC_ALL, "");
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/text/number/shortest", test_shortest);
    g_test_add_func("/text/number/round-trip", test_round_trip);
    g_test_add_func("/text/number/parse", test_parse);
    g_test_add_func("/text/locate", test_locate);
    g_test_add_func("/text/locate/cut", test_locate_cut);
    return g_test_run();
}
