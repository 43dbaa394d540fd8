/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Models with meshes, saved in other folders and read again. */
#include "engine/model/classes/body.h"
#include "engine/model/classes/fem.h"
#include "engine/model/file/file.h"
#include "tests/model/file/sample_folder.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static const SnRigidBody *body_of(const SnModel *model, const char *path)
{
    return sn_model_object(model, sn_model_resolve(model, NULL, path, NULL));
}

/* Saved in another folder the meshes come along; in a folder above, the name grows. */
static void test_save_as(void)
{
    const char *text =
        "{\"sinew\": 1, \"model\": {\"bodies\": [{\"name\": \"a\", \"geometry\": {\"shape\": "
        "\"mesh\", \"mesh\": \"sub/two.obj\"}}]}}";
    GError *error = NULL;
    char *first = g_build_filename(sample_folder(), "first.sinew", NULL);
    char *there = g_build_filename(sample_folder(), "there", NULL);
    char *second = g_build_filename(there, "second.sinew", NULL);
    SnModel *model = read_back(text);
    g_assert_true(sn_file_write(model, first, &error));
    g_assert_cmpstr(model->path, ==, first);
    g_assert_true(sn_file_write(model, model->path, &error)); /* saved again under its own name */
    g_assert_cmpstr(model->path, ==, first);
    g_assert_false(sn_file_write(model, second, &error)); /* no such folder */
    g_assert_nonnull(strstr(error->message, "could not be saved"));
    g_clear_error(&error);
    g_assert_cmpstr(model->path, ==, first);
    g_mkdir(there, 0777);
    g_assert_true(sn_file_write(model, second, &error));
    sn_model_free(model);
    model = sn_file_read(second, &error); /* with its own copy of the mesh */
    g_assert_no_error(error);
    g_assert_cmpstr(body_of(model, "bodies/a")->mesh, ==, "sub/two.obj");
    /* up again: the copy below is named */
    g_assert_true(sn_file_write(model, first, &error));
    g_assert_cmpstr(body_of(model, "bodies/a")->mesh, ==, "there/sub/two.obj");
    sn_model_free(model);
    model = sn_file_read(first, &error);
    g_assert_no_error(error);
    sn_model_free(model);
    /* the links in a folder must not lead out of it */
    char *outside = g_build_filename(there, "out.obj", NULL),
         *two = g_build_filename(sample_folder(), "one.obj", NULL);
    g_assert_cmpint(symlink(two, outside), ==, 0);
    text = "{\"sinew\": 1, \"model\": {\"visuals\": [{\"mesh\": \"out.obj\"}]}}";
    g_assert_null(sn_file_read_text(text, strlen(text), there, "x.sinew", &error));
    g_assert_nonnull(strstr(error->message, "leads out of the model's folder"));
    g_clear_error(&error);
    g_free(outside);
    g_free(two);
    g_free(first);
    g_free(second);
    g_free(there);
}

static const SnFem *fem_of(const SnModel *model)
{
    return sn_model_object(model, sn_model_resolve(model, NULL, "fems/0", NULL));
}

/* A mesh in two files comes along with both, and nodes keep what was set. */
static void test_save_volume(void)
{
    const char *text = "{\"sinew\": 1, \"model\": {\"fems\": [{\"mesh\": {\"source\": \"file\", "
                       "\"file\": \"sub/two.node\", \"scale\": [2, 1, 1]}, \"nodes\": "
                       "[{\"number\": 63, \"dynamic\": false}]}]}}";
    GError *error = NULL;
    char *there = g_build_filename(sample_folder(), "volumes", NULL);
    char *path = g_build_filename(there, "a.sinew", NULL);
    char *taken = g_build_filename(there, "sub", "two.elem", NULL);
    g_mkdir(there, 0777);
    char *sub = g_build_filename(there, "sub", NULL);
    g_mkdir(sub, 0777);
    g_assert_true(g_file_set_contents(taken, "other", -1, NULL));
    SnModel *model = read_back(text);
    g_assert_cmpint(fem_of(model)->elements.n, ==, 27);
    g_assert_true(sn_file_write(model, path, &error));
    g_assert_no_error(error);
    /* the name of the elements was taken: both have another */
    g_assert_cmpstr(fem_of(model)->file, ==, "sub/two-2.node");
    g_assert_cmpint(count_errors(model), ==, 0);
    sn_model_free(model);
    model = sn_file_read(path, &error);
    g_assert_no_error(error);
    const SnFemNode *nodes = fem_of(model)->nodes.entries;
    g_assert_cmpint(fem_of(model)->nodes.n, ==, 64);
    g_assert_false(nodes[63].dynamic);
    g_assert_cmpfloat_with_epsilon(fabs(nodes[63].position[0]), 0.1, 1e-12);
    sn_model_free(model);
    /* a file that is gone: with what was set of its nodes, the model cannot be read; without, a
     * window opens it and tells */
    char *elements = g_build_filename(there, "sub", "two-2.elem", NULL);
    g_assert_cmpint(g_remove(elements), ==, 0);
    g_assert_null(sn_file_open(path, &error));
    g_assert_nonnull(strstr(error->message, "/model/fems/0: sub/two-2.ele"));
    g_clear_error(&error);
    g_file_set_contents(path,
                        "{\"sinew\": 1, \"model\": {\"fems\": [{\"mesh\": {\"source\": \"file\", "
                        "\"file\": \"sub/two-2.node\"}}]}}",
                        -1, NULL);
    model = sn_file_open(path, &error);
    g_assert_no_error(error);
    g_assert_cmpint(count_errors(model), ==, 1);
    g_assert_cmpint(fem_of(model)->nodes.n, ==, 0);
    sn_model_free(model);
    g_free(elements);
    g_free(sub);
    g_free(taken);
    g_free(path);
    g_free(there);
}

/* Body surfaces and masses through the document. */
static void test_mass(void)
{
    const char *text =
        "{\"sinew\": 1, \"model\": {\"bodies\": [\n"
        "{\"geometry\": {\"shape\": \"mesh\", \"mesh\": \"one.obj\", \"scale\": [1, 2, 3]},"
        " \"inertia\": {\"density\": 2}},\n"
        "{\"geometry\": {\"shape\": \"box\", \"size\": [1, 2, 3]},"
        " \"inertia\": {\"method\": \"mass\", \"mass\": 12}},\n"
        "{\"geometry\": {\"shape\": \"cylinder\", \"radius\": 0.1, \"length\": 0.3}},\n"
        "{\"geometry\": {\"shape\": \"capsule\", \"radius\": 0.1, \"length\": 0.3}},\n"
        "{\"geometry\": {\"shape\": \"ellipsoid\", \"size\": [0.1, 0.2, 0.3]}}]}}";
    SnModel *model = read_back(text);
    SnMassProperties mesh, mass;
    g_assert_true(sn_rigid_body_mass(model, body_of(model, "bodies/0"), &mesh, NULL));
    g_assert_true(sn_rigid_body_mass(model, body_of(model, "bodies/1"), &mass, NULL));
    for (int k = 0; k < 3; k++)
        g_assert_cmpfloat_with_epsilon(mesh.inertia[k], mass.inertia[k], 1e-12);
    /* closed forms against the integrals over a fine surface */
    for (int i = 2; i < 5; i++) {
        char *path = g_strdup_printf("bodies/%d", i);
        const SnRigidBody *body = body_of(model, path);
        SnSurface *surface = i == 2   ? sn_surface_cylinder(0.1, 0.3, 400)
                             : i == 3 ? sn_surface_capsule(0.1, 0.3, 400)
                                      : sn_surface_ellipsoid(body->size, 400);
        sn_surface_mass(surface, body->density, &mesh);
        g_assert_true(sn_rigid_body_mass(model, body, &mass, NULL));
        g_assert_cmpfloat_with_epsilon(mesh.mass, mass.mass, 2e-4 * mass.mass);
        for (int k = 0; k < 3; k++)
            g_assert_cmpfloat_with_epsilon(mesh.inertia[k], mass.inertia[k],
                                           4e-4 * mass.inertia[k]);
        sn_surface_free(surface);
        g_free(path);
    }
    sn_model_free(model);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    sample_folder_make();
    g_test_add_func("/model/file/save/as", test_save_as);
    g_test_add_func("/model/file/save/volume", test_save_volume);
    g_test_add_func("/model/file/save/mass", test_mass);
    const int status = g_test_run();
    sample_folder_remove();
    return status;
}
