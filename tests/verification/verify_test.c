/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs every verification case; each is one line of the test's output. */
#include "engine/check/verify/verify.h"
#include "tests/support/cases.h"

#include <glib.h>
#include <string.h>

static void report(const SnVerification *result, void *data)
{
    g_test_message("%-40s %.12g reference %.12g error %.2e of %.0e%s", result->name, result->value,
                   result->reference, result->error, result->tolerance,
                   result->pass ? "" : "  FAILED");
    if (!result->pass)
        g_printerr("%s: %.12g, reference %.12g, error %.3e, allowed %.0e\n", result->name,
                   result->value, result->reference, result->error, result->tolerance);
}

static void test_group(gconstpointer id)
{
    if (sn_verify_run(id, report, NULL) != 0)
        g_test_fail();
}

static void count(const SnVerification *result, void *data)
{
    int *n = data;
    *n += 1;
}

static void test_names(void)
{
    int n = 0;
    g_assert_cmpint(sn_verify_run("B7-cone-rate", count, &n), ==, 0);
    g_assert_cmpint(n, ==, 1);
    n = 0;
    g_assert_cmpint(sn_verify_run("E2", count, &n), ==, 0);
    g_assert_cmpint(n, ==, 11);
    g_assert_cmpint(sn_verify_run("nothing", count, &n), ==, -1);
    g_assert_cmpint(sn_verify_run("B1-nothing-of-this-name", count, &n), ==, -1);
}

/* With a sanitizer, which looks at what code does and not at its numbers, each third: all take a
 * quarter of an hour. */
static bool is_left_out(int group)
{
    return g_getenv("SN_SANITIZE") && sn_cases(0, 1) == 0 && group % 3 != 0;
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (int i = 0; sn_verify_group(i); i++) {
        if (is_left_out(i))
            continue;
        char *path = g_strdup_printf("/verification/%s", sn_verify_group(i));
        g_test_add_data_func(path, sn_verify_group(i), test_group);
        g_free(path);
    }
    g_test_add_func("/verification/names", test_names);
    return g_test_run();
}
