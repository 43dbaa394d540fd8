/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What reaches a terminal: nothing that it would obey, everything else as it was. */
#include "engine/base/terminal.h"
#include "tests/support/cases.h"

#include <glib.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* What is written of `length` bytes (free). */
static char *shown(const char *text, size_t length, bool lines)
{
    char *bytes = NULL;
    size_t size;
    FILE *file = open_memstream(&bytes, &size);
    sn_terminal_write(file, text, length, lines);
    fclose(file);
    return bytes;
}

static void test_escapes(void)
{
    static const struct {
        const char *text, *shown, *lines;
    } cases[] = {
        {"jaw", "jaw", "jaw"},
        {"", "", ""},
        {"Müller’s µ → 力 😀", "Müller’s µ → 力 😀", "Müller’s µ → 力 😀"},
        {"a\nb\tc\rd", "a\\nb\\tc\\rd", "a\nb\tc\\u000dd"},
        {"\033[31mred\033[0m", "\\x1b[31mred\\x1b[0m", "\\u001b[31mred\\u001b[0m"},
        {"\a\b\177", "\\x07\\x08\\x7f", "\\u0007\\u0008\\u007f"},
        {"\302\233[2J", "\\x9b[2J", "\\u009b[2J"},
        {"abc\342\200\256fed", "abc\\u202efed", "abc\\u202efed"},
        {"\342\201\246x\342\201\251", "\\u2066x\\u2069", "\\u2066x\\u2069"},
        {"\330\234\342\200\216\342\200\217", "\\u061c\\u200e\\u200f", "\\u061c\\u200e\\u200f"},
        {"\342\200\250\342\200\251", "\\u2028\\u2029", "\\u2028\\u2029"},
        {"\363\240\201\201", "\\U000e0041", "\\udb40\\udc41"},
        {"\233[2J", "\\x9b[2J", "\\x9b[2J"}, /* a byte, no character */
        {"\300\257 \355\240\200", "\\xc0\\xaf \\xed\\xa0\\x80", "\\xc0\\xaf \\xed\\xa0\\x80"},
        {"\364\220\200\200", "\\xf4\\x90\\x80\\x80", "\\xf4\\x90\\x80\\x80"},
        {"cut \342\200", "cut \\xe2\\x80", "cut \\xe2\\x80"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        const size_t n = strlen(cases[i].text);
        char *line = shown(cases[i].text, n, false), *lines = shown(cases[i].text, n, true);
        g_assert_cmpstr(line, ==, cases[i].shown);
        g_assert_cmpstr(lines, ==, cases[i].lines);
        free(line);
        free(lines);
    }
    char *zero = shown("a\0b", 3, false);
    g_assert_cmpstr(zero, ==, "a\\x00b");
    free(zero);
}

/* A second opinion, by GLib. */
static bool may_pass(gunichar c)
{
    const GUnicodeType type = g_unichar_type(c);
    static const gunichar direction[] = {0x61c,  0x200e, 0x200f, 0x202a, 0x202b, 0x202c,
                                         0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069};
    for (size_t i = 0; i < G_N_ELEMENTS(direction); i++)
        if (c == direction[i])
            return false;
    return type != G_UNICODE_CONTROL && type != G_UNICODE_LINE_SEPARATOR &&
           type != G_UNICODE_PARAGRAPH_SEPARATOR;
}

static void test_random(void)
{
    const int n = sn_cases(20000, 2000000);
    GRand *random = g_rand_new_with_seed(15);
    for (int i = 0; i < n; i++) {
        char text[24];
        const size_t length = (size_t)g_rand_int_range(random, 0, sizeof text + 1);
        for (size_t k = 0; k < length; k++)
            text[k] = (char)(g_rand_boolean(random) ? g_rand_int_range(random, 0, 256)
                                                    : 0x80 + g_rand_int_range(random, 0, 0x70));
        char *line = shown(text, length, false);
        g_assert_true(g_utf8_validate(line, -1, NULL));
        for (const char *at = line; *at; at = g_utf8_next_char(at))
            g_assert_true(may_pass(g_utf8_get_char(at)));
        free(line);
    }
    g_rand_free(random);
    for (gunichar c = 1; c <= 0x10ffff; c++) { /* every character alone */
        char text[8] = "";
        if (c >= 0xd800 && c <= 0xdfff)
            continue;
        g_unichar_to_utf8(c, text);
        char *line = shown(text, strlen(text), false);
        g_assert_true(g_utf8_validate(line, -1, NULL) && may_pass(g_utf8_get_char(line)));
        free(line);
    }
}

static void test_say(void)
{
    char *bytes = NULL;
    size_t size;
    FILE *file = open_memstream(&bytes, &size);
    sn_say(file, "sinew: %s: %d", "evil\n\033]0;title\a", 7);
    sn_say_part(file, "%s", "a\nb");
    sn_say_text(file, "\n{\"name\": \"\342\200\256\"}\n");
    fclose(file);
    g_assert_cmpstr(bytes, ==,
                    "sinew: evil\\n\\x1b]0;title\\x07: 7\na\\nb\n{\"name\": \"\\u202e\"}\n");
    free(bytes);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/terminal/escapes", test_escapes);
    g_test_add_func("/terminal/random", test_random);
    g_test_add_func("/terminal/say", test_say);
    return g_test_run();
}
