/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Size, surface, volume, mass and inertia of a selection against closed forms. */
#include "ui/edits/amounts.h"

#include "engine/model/file/file.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static const char MODEL[] =
    "{\"sinew\": 1, \"model\": {"
    "\"bodies\": [{\"name\": \"a\", \"position\": [1, 0, 0], \"inertia\": {\"density\": 1000},"
    "  \"geometry\": {\"shape\": \"box\", \"size\": [0.2, 0.4, 0.6]}},"
    " {\"name\": \"b\", \"position\": [-1, 0, 0], \"orientation\": [0.7071067811865476, 0, 0, "
    "0.7071067811865476], \"dynamic\": false, \"inertia\": {\"density\": 1000},"
    "  \"geometry\": {\"shape\": \"box\", \"size\": [0.2, 0.4, 0.6]}},"
    " {\"name\": \"none\", \"dynamic\": false}],"
    "\"particles\": [{\"name\": \"p\", \"position\": [0, 0, 2], \"mass\": 24}],"
    "\"markers\": [{\"name\": \"m\", \"frame\": \"bodies/a\", \"location\": [0, 1, 0]}],"
    "\"fems\": [{\"name\": \"f\", \"position\": [0, 3, 0], \"density\": 500, \"mesh\": {\"size\": "
    "[0.1, 0.2, 0.3], \"element\": \"tet4\"}},"
    " {\"name\": \"sheet\", \"density\": 500, \"mesh\": {\"source\": \"sheet\", \"size\": [0.1, "
    "0.2, "
    "1], \"thickness\": 0.01, \"element\": \"membrane4\"}}]}}";

static SnModel *model;

static SnId at(const char *path)
{
    const SnId id = sn_model_resolve(model, NULL, path, NULL);
    g_assert_false(sn_id_is_null(id));
    return id;
}

static void near(double value, double expected)
{
    g_assert_cmpfloat(fabs(value - expected), <, 1e-6 * (1 + fabs(expected)));
}

static void test_bodies(void)
{
    SnAmounts a;
    const SnId body = at("bodies/a"), both[2] = {body, at("bodies/b")};
    g_assert_true(sn_amounts_of(model, &body, 1, &a));
    near(a.area, 2 * (0.08 + 0.12 + 0.24));
    near(a.volume, 0.048);
    near(a.mass, 48);
    near(a.center[0], 1);
    near(a.inertia[0], 48.0 / 12 * (0.16 + 0.36));
    near(a.inertia[1], 48.0 / 12 * (0.04 + 0.36));
    near(a.inertia[2], 48.0 / 12 * (0.04 + 0.16));
    g_assert_true(sn_amounts_of(model, both, 2, &a));
    near(a.low[0], -1.2); /* the second one is turned about z by a quarter */
    near(a.high[0], 1.1);
    near(a.mass, 96);
    near(a.center[0], 0);
    near(a.inertia[0], 4 * (0.16 + 0.36) + 4 * (0.04 + 0.36));
    near(a.inertia[2], 2 * (4 * (0.04 + 0.16) + 48)); /* Steiner */
    near(a.inertia[3], 0);
}

static void test_points(void)
{
    SnAmounts a;
    const SnId ids[2] = {at("bodies/a"), at("particles/p")}, marker = at("markers/m");
    g_assert_true(sn_amounts_of(model, ids, 2, &a));
    near(a.mass, 72);
    near(a.center[0], 2.0 / 3);
    near(a.center[2], 2.0 / 3);
    near(a.inertia[4], 16 * 2); /* xz: -mu x z, mu = 48 24 / 72, x = -1, z = 2 */
    g_assert_true(sn_amounts_of(model, &marker, 1, &a));
    near(a.mass, 0);
    near(a.low[1], 1);
    const SnId none = at("bodies/none");
    g_assert_false(sn_amounts_of(model, &none, 1, &a));
    g_assert_false(sn_amounts_of(model, NULL, 0, &a));
}

static void test_tissue(void)
{
    SnAmounts a;
    const SnId fem = at("fems/f"), sheet = at("fems/sheet");
    g_assert_true(sn_amounts_of(model, &fem, 1, &a));
    near(a.area, 2 * (0.02 + 0.03 + 0.06));
    near(a.volume, 0.006);
    near(a.mass, 3);
    near(a.center[1], 3);
    g_assert_false(a.rigid);
    g_assert_true(sn_amounts_of(model, &sheet, 1, &a));
    near(a.area, 0.02);
    near(a.mass, 0.1);
}

/* A bone of pictures: its box is that of what is seen, its mass that of the body. */
static void test_pictures(void)
{
    static const char mesh[] = "v 0 0 0\nv 300 0 0\nv 0 20 0\nv 0 0 20\n"
                               "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    static const char text[] =
        "{\"sinew\": 1, \"model\": {\"bodies\": [{\"name\": \"b\", \"position\": [0, 1, 0], "
        "\"orientation\": [0.7071067811865476, 0, 0, 0.7071067811865476], \"inertia\": "
        "{\"method\": \"mass\", \"mass\": 2}, \"geometry\": {\"shape\": \"box\", \"size\": "
        "[0.02, 0.02, 0.02]}}], \"frames\": [{\"name\": \"f\", \"body\": \"bodies/b\", "
        "\"location\": [0.1, 0, 0]}], \"visuals\": [{\"name\": \"v\", \"frame\": \"frames/f\", "
        "\"mesh\": \"bone.obj\", \"scale\": [0.001, 0.001, 0.001], \"location\": [0, 0, 0.5]}]}}";
    g_autofree char *folder = g_dir_make_tmp("sinew-amounts-XXXXXX", NULL);
    g_autofree char *file = g_build_filename(folder, "m.sinew", NULL);
    g_autofree char *bone = g_build_filename(folder, "bone.obj", NULL);
    GError *error = NULL;
    SnAmounts a;
    g_file_set_contents(bone, mesh, -1, &error);
    g_assert_no_error(error);
    g_file_set_contents(file, text, -1, &error);
    g_assert_no_error(error);
    SnModel *seen = sn_file_open(file, &error);
    g_assert_no_error(error);
    const SnId body = sn_model_resolve(seen, NULL, "bodies/b", NULL);
    const SnId visual = sn_model_resolve(seen, NULL, "visuals/v", NULL);
    g_assert_true(sn_amounts_of(seen, &body, 1, &a));
    near(a.high[1] - a.low[1], 0.4 + 0.01); /* x of the body is the world's y */
    near(a.high[1], 1 + 0.1 + 0.3);
    near(a.high[2], 0.5 + 0.02);
    near(a.volume, 8e-6);
    near(a.mass, 2);
    g_assert_true(sn_amounts_of(seen, &visual, 1, &a));
    near(a.low[1], 1.1);
    near(a.high[1], 1.4);
    near(a.low[0], -0.02);
    near(a.mass, 0);
    sn_model_free(seen);
    g_remove(bone);
    g_remove(file);
    g_rmdir(folder);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    GError *error = NULL;
    model = sn_file_open_text(MODEL, strlen(MODEL), NULL, "amounts", &error);
    g_assert_no_error(error);
    g_test_add_func("/amounts/bodies", test_bodies);
    g_test_add_func("/amounts/points", test_points);
    g_test_add_func("/amounts/tissue", test_tissue);
    g_test_add_func("/amounts/pictures", test_pictures);
    const int status = g_test_run();
    sn_model_free(model);
    return status;
}
