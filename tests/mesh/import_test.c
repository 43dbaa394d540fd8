/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mesh helper: formats, transforms, and everything that can go wrong in it.  This program is
 * its own helper (it is what /proc/self/exe names). */
#include "engine/mesh/geometry.h"
#include "engine/mesh/mesh_helper.h"
#include "engine/mesh/mesh_reply.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

static char *folder; /* of this run, removed at the end */

static char *write_file(const char *name, const void *bytes, gssize length)
{
    char *path = g_build_filename(folder, name, NULL);
    g_assert_true(g_file_set_contents(path, bytes, length, NULL));
    return path;
}

static SnSurface *import_text(const char *name, const char *text, GError **error)
{
    char *path = write_file(name, text, -1);
    SnSurface *surface = sn_surface_read(path, error);
    g_free(path);
    return surface;
}

static void check_tetra(SnSurface *surface, double volume)
{
    g_assert_nonnull(surface);
    g_assert_cmpint(surface->n_vertices, ==, 4);
    g_assert_cmpint(surface->n_triangles, ==, 4);
    const SnTopology topology = sn_surface_topology(surface);
    g_assert_cmpint(topology.boundary_edges, ==, 0);
    g_assert_cmpint(topology.inconsistent_edges, ==, 0);
    g_assert_cmpfloat_with_epsilon(topology.signed_volume, volume, 1e-6 * fabs(volume));
    sn_surface_free(surface);
}

static const char STL[] =
    "solid t\n"
    "facet normal 0 0 -1\nouter loop\nvertex 0 0 0\nvertex 0 1 0\nvertex 1 0 0\nendloop\n"
    "endfacet\n"
    "facet normal 0 -1 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 0 1\nendloop\n"
    "endfacet\n"
    "facet normal 1 1 1\nouter loop\nvertex 1 0 0\nvertex 0 1 0\nvertex 0 0 1\nendloop\n"
    "endfacet\n"
    "facet normal -1 0 0\nouter loop\nvertex 0 1 0\nvertex 0 0 0\nvertex 0 0 1\nendloop\n"
    "endfacet\nendsolid t\n";

static const char PLY[] = "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\n"
                          "property float y\nproperty float z\nelement face 4\n"
                          "property list uchar int vertex_indices\nend_header\n"
                          "0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 2 0 3\n";

static const char OFF[] =
    "OFF\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 2 0 3\n";

/* Two nodes: the tetrahedron twice as large and moved, and its mirror image. */
static const char DAE[] =
    "<?xml version=\"1.0\"?><COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" "
    "version=\"1.4.1\"><asset><unit meter=\"1\"/><up_axis>Z_UP</up_axis></asset>"
    "<library_geometries><geometry id=\"g\"><mesh>"
    "<source id=\"p\"><float_array id=\"pa\" count=\"12\">0 0 0 1 0 0 0 1 0 0 0 1</float_array>"
    "<technique_common><accessor source=\"#pa\" count=\"4\" stride=\"3\">"
    "<param name=\"X\" type=\"float\"/><param name=\"Y\" type=\"float\"/>"
    "<param name=\"Z\" type=\"float\"/></accessor></technique_common></source>"
    "<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices>"
    "<triangles count=\"4\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>"
    "<p>0 2 1 0 1 3 1 2 3 2 0 3</p></triangles></mesh></geometry></library_geometries>"
    "<library_visual_scenes><visual_scene id=\"s\">"
    "<node><translate>5 0 0</translate><scale>2 2 2</scale>"
    "<instance_geometry url=\"#g\"/></node>"
    "<node><matrix>-1 0 0 -5 0 1 0 0 0 0 1 0 0 0 0 1</matrix>"
    "<instance_geometry url=\"#g\"/></node>"
    "</visual_scene></library_visual_scenes><scene><instance_visual_scene url=\"#s\"/></scene>"
    "</COLLADA>";

static void test_formats(void)
{
    check_tetra(import_text("t.stl", STL, NULL), 1.0 / 6);
    check_tetra(import_text("t.ply", PLY, NULL), 1.0 / 6);
    check_tetra(import_text("T.OFF", OFF, NULL), 1.0 / 6);
    /* names that look like options, or need quotes elsewhere */
    check_tetra(import_text("--x y'\".stl", STL, NULL), 1.0 / 6);
}

static void test_binary_stl(void)
{
    static const float CORNERS[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    static const int FACES[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    GByteArray *bytes = g_byte_array_new();
    guint8 header[84] = "binary";
    header[80] = 4;
    g_byte_array_append(bytes, header, sizeof header);
    for (int i = 0; i < 4; i++) {
        float record[12] = {0};
        for (int k = 0; k < 3; k++)
            memcpy(record + 3 + 3 * k, CORNERS[FACES[i][k]], sizeof CORNERS[0]);
        g_byte_array_append(bytes, (const guint8 *)record, sizeof record);
        g_byte_array_append(bytes, (const guint8 *)"\0\0", 2);
    }
    char *path = write_file("binary.stl", bytes->data, bytes->len);
    check_tetra(sn_surface_read(path, NULL), 1.0 / 6);
    g_free(path);
    g_byte_array_unref(bytes);
}

static void test_transforms(void)
{
    SnSurface *surface = import_text("two.dae", DAE, NULL);
    g_assert_nonnull(surface);
    const SnTopology topology = sn_surface_topology(surface);
    g_assert_cmpint(topology.components, ==, 2);
    g_assert_cmpint(topology.boundary_edges, ==, 0);
    /* both right side out: 8/6 + 1/6 */
    g_assert_cmpfloat_with_epsilon(topology.signed_volume, 9.0 / 6, 1e-6);
    SnMassProperties mass;
    sn_surface_mass(surface, 6, &mass);
    const double center = (8 * 5.5 - 5.25) / 9;
    g_assert_cmpfloat_with_epsilon(mass.center[0], center, 1e-6);
    sn_surface_free(surface);
}

static void expect_failure(const char *path, const char *message)
{
    GError *error = NULL;
    SnSurface *surface = sn_mesh_import(path, &error);
    g_assert_null(surface);
    g_assert_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_MESH);
    char *whole = g_strdup_printf("%s: %s", path, message);
    if (!g_str_has_prefix(error->message, whole))
        g_error("'%s', expected '%s...'", error->message, whole);
    g_assert_null(strchr(error->message, '\n'));
    g_free(whole);
    g_clear_error(&error);
}

static void test_failures(void)
{
    char *path = write_file("empty.stl", "", 0);
    expect_failure(path, "no mesh could be read: ");
    g_free(path);
    path = write_file("words.ply", "ply\nformat ascii 1.0\nelement vertex 999999999\n", -1);
    expect_failure(path, ""); /* the helper may die of it */
    g_free(path);
    path = write_file("what.xyzzy", "hello", -1);
    expect_failure(path, "no mesh could be read: ");
    g_free(path);
    expect_failure("/nowhere/at.stl", "there is no such file; check the name");
    expect_failure("/dev/null", "is no regular file");
}

/* Helpers that die, talk nonsense, or say nothing. */
static void check_helper(const char *script, const char *message)
{
    char *helper = write_file("helper.sh", script, -1);
    char *mesh = write_file("t.stl", STL, -1);
    g_assert_cmpint(g_chmod(helper, 0755), ==, 0);
    g_setenv("SINEW_HELPER", helper, TRUE);
    expect_failure(mesh, message);
    g_unsetenv("SINEW_HELPER");
    g_free(helper);
    g_free(mesh);
}

static void test_bad_helper(void)
{
    check_helper("#!/bin/sh\nkill -SEGV $$\n", "the mesh import failed on this file");
    check_helper("#!/bin/sh\nexit 3\n", "the mesh import failed on this file");
    check_helper("#!/bin/sh\necho hello\n", "the mesh import gave no usable answer");
    check_helper("#!/bin/sh\nexec head -c 100000000 /dev/zero\n",
                 "the mesh import gave no usable answer");
    char *mesh = write_file("t.stl", STL, -1);
    g_setenv("SINEW_HELPER", "/nowhere/sinew", TRUE);
    expect_failure(mesh, "the mesh import process could not be started: ");
    g_unsetenv("SINEW_HELPER");
    g_free(mesh);
}

static void test_reply(void)
{
    SnSurface *surface = sn_surface_box((const double[3]){1, 1, 1});
    GByteArray *reply = g_byte_array_new();
    sn_mesh_reply_build(surface, NULL, reply);
    SnSurface *back = sn_mesh_reply_parse(reply->data, reply->len, "x", NULL);
    g_assert_cmpint(back->n_triangles, ==, 12);
    g_assert_cmpmem(back->vertices, 192, surface->vertices, 192);
    sn_surface_free(back);
    /* any cut is refused */
    for (guint n = 0; n < reply->len; n++)
        g_assert_null(sn_mesh_reply_parse(reply->data, n, "x", NULL));
    /* an index out of range, a coordinate that is no number */
    int32_t index = 8;
    memcpy(reply->data + reply->len - 4, &index, 4);
    g_assert_null(sn_mesh_reply_parse(reply->data, reply->len, "x", NULL));
    index = 7;
    memcpy(reply->data + reply->len - 4, &index, 4);
    const double bad = (double)NAN;
    memcpy(reply->data + sizeof(SnMeshReplyHeader), &bad, sizeof bad);
    g_assert_null(sn_mesh_reply_parse(reply->data, reply->len, "x", NULL));
    g_byte_array_set_size(reply, 0);
    GError *error = NULL;
    sn_mesh_reply_build(NULL, "bad\nthing\xff", reply);
    g_assert_null(sn_mesh_reply_parse(reply->data, reply->len, "x", &error));
    g_assert_cmpstr(error->message, ==, "x: bad thing\xef\xbf\xbd");
    g_clear_error(&error);
    g_byte_array_unref(reply);
    sn_surface_free(surface);
}

static void remove_folder(void)
{
    GDir *dir = g_dir_open(folder, 0, NULL);
    for (const char *name = g_dir_read_name(dir); name; name = g_dir_read_name(dir)) {
        char *path = g_build_filename(folder, name, NULL);
        g_unlink(path);
        g_free(path);
    }
    g_dir_close(dir);
    g_rmdir(folder);
    g_free(folder);
}

int main(int argc, char **argv)
{
    if (argc == 3 && g_str_equal(argv[1], SN_MESH_HELPER_OPTION))
        return sn_mesh_helper_main(argv[2]);
    g_test_init(&argc, &argv, NULL);
    folder = g_dir_make_tmp("sinew-import-XXXXXX", NULL);
    g_test_add_func("/mesh/import/formats", test_formats);
    g_test_add_func("/mesh/import/binary-stl", test_binary_stl);
    g_test_add_func("/mesh/import/transforms", test_transforms);
    g_test_add_func("/mesh/import/failures", test_failures);
    g_test_add_func("/mesh/import/bad-helper", test_bad_helper);
    g_test_add_func("/mesh/import/reply", test_reply);
    const int status = g_test_run();
    remove_folder();
    return status;
}
