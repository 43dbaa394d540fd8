/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the checks of a document say about surfaces that bound no solid. */
#include "engine/model/classes/body_surface.h"
#include "engine/model/file/file.h"

#include <glib/gstdio.h>
#include <string.h>

static char *folder;

static char *write_obj(const char *name, const char *text)
{
    char *path = g_build_filename(folder, name, NULL);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    return path;
}

#define CORNERS "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
#define CLOSED  CORNERS "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"

static void expect_check(const char *obj, const char *more, SnSeverity severity,
                         const char *expected)
{
    char *path = write_obj("t.obj", obj);
    char *text = g_strdup_printf("{\"sinew\": 1, \"model\": {\"bodies\": [{\"name\": \"a\", "
                                 "\"geometry\": {\"shape\": \"mesh\", \"mesh\": \"t.obj\"}%s}]}}",
                                 more);
    GError *error = NULL;
    SnModel *model = sn_file_read_text(text, strlen(text), folder, "x.sinew", &error);
    g_assert_no_error(error);
    SnChecks *checks = sn_checks_new();
    sn_model_validate(model, checks);
    g_assert_cmpint(sn_checks_count(checks, severity), ==, expected ? 1 : 0);
    for (guint i = 0; expected && i < checks->items->len; i++) {
        const SnCheck *check = &g_array_index(checks->items, SnCheck, i);
        if (check->severity == severity)
            g_assert_nonnull(strstr(check->message, expected));
    }
    sn_checks_free(checks);
    sn_model_free(model);
    g_free(text);
    g_unlink(path);
    g_free(path);
}

static void test_warnings(void)
{
    expect_check(CLOSED, "", SN_WARNING, NULL);
    expect_check(CORNERS "f 1 3 2\nf 1 2 4\nf 2 3 4\n", "", SN_WARNING, "is open (3 free edges)");
    expect_check(CORNERS "f 1 2 3\nf 1 4 2\nf 2 4 3\nf 3 4 1\n", "", SN_WARNING, "is inside out");
    expect_check(CORNERS "f 1 2 3\nf 1 2 4\nf 2 3 4\nf 3 1 4\n", "", SN_WARNING,
                 "face different ways (at 3 edges)");
    /* what weighs nothing, or is weighed otherwise, may be open */
    expect_check(CORNERS "f 1 3 2\nf 1 2 4\nf 2 3 4\n", ", \"dynamic\": false", SN_WARNING, NULL);
    expect_check(CORNERS "f 1 3 2\nf 1 2 4\nf 2 3 4\n", ", \"inertia\": {\"method\": \"explicit\"}",
                 SN_WARNING, NULL);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    folder = g_dir_make_tmp("sinew-surfaces-XXXXXX", NULL);
    g_test_add_func("/model/surfaces/warnings", test_warnings);
    const int status = g_test_run();
    g_rmdir(folder);
    g_free(folder);
    return status;
}
