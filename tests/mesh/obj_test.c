/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/mesh/geometry.h"

#include <glib/gstdio.h>
#include <string.h>

static SnSurface *parse(const char *text, GError **error)
{
    return sn_obj_read_text(text, strlen(text), "test.obj", error);
}

static void expect_error(const char *text, const char *message)
{
    GError *error = NULL;
    SnSurface *surface = parse(text, &error);
    g_assert_null(surface);
    g_assert_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_MESH);
    g_assert_cmpstr(error->message, ==, message);
    g_clear_error(&error);
}

static void test_plain(void)
{
    SnSurface *surface = parse("# a tetrahedron\r\n"
                               "mtllib nothing.mtl\n"
                               "v 0 0 0\r\nv\t1 0 0 1.0\nv 0 1e0 0 0.5 0.5 0.5\n  v 0 0 +1.\n"
                               "vt 0.5 0.5\nvn 0 0 1\n"
                               "f 1 3 2\nf 1/1 2/1 4/1 # a face\nf 2//1 3//1 4//1\n"
                               "f -4/1/1 \\\n -1/1/1 \\\r\n 3/1/1\n"
                               "usemtl x\\\ny",
                               NULL);
    g_assert_nonnull(surface);
    g_assert_cmpint(surface->n_vertices, ==, 4);
    g_assert_cmpint(surface->n_triangles, ==, 4);
    static const int32_t TRIANGLES[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2};
    g_assert_cmpmem(surface->triangles, sizeof TRIANGLES, TRIANGLES, sizeof TRIANGLES);
    g_assert_cmpfloat(surface->vertices[11], ==, 1);
    sn_surface_free(surface);
}

static void test_polygon(void)
{
    SnSurface *surface = parse("v 0 0 0\nv 1 0 0\nv 2 1 0\nv 1 2 0\nv 0 1 0\nf 1 2 3 4 5", NULL);
    static const int32_t TRIANGLES[9] = {0, 1, 2, 0, 2, 3, 0, 3, 4};
    g_assert_cmpint(surface->n_triangles, ==, 3);
    g_assert_cmpmem(surface->triangles, sizeof TRIANGLES, TRIANGLES, sizeof TRIANGLES);
    sn_surface_free(surface);
}

static void test_joined(void)
{
    /* a skipped line that goes on in the next one, and a number cut from its line */
    SnSurface *surface = parse("v 0 0 0\nv 1 0 0\nv 0 1\\\n 0\ng a \\\nf 9 9 9\nf 1 2 3\n", NULL);
    g_assert_nonnull(surface);
    g_assert_cmpint(surface->n_triangles, ==, 1);
    sn_surface_free(surface);
}

static void test_errors(void)
{
    expect_error("v 0 0\n", "test.obj:1: a vertex needs three coordinates, has 2");
    expect_error("\n\nv 0 nan 0\n", "test.obj:3: vertex coordinate is no finite number: 'nan'");
    expect_error("v 0 0x10 0\n", "test.obj:1: vertex coordinate is no finite number: '0x10'");
    expect_error("v 0 1e999 0\n", "test.obj:1: vertex coordinate is out of range: '1e999'");
    expect_error("v 0 0 0\nf 1 1\n", "test.obj:2: a face needs three vertices or more, has 2");
    expect_error("v 0 0 0\nf 1 1 2\n",
                 "test.obj:2: face uses vertex 2, but 1 vertex is above this line");
    expect_error("v 0 0 0\nv 0 0 1\nf 1 1 -3\n",
                 "test.obj:3: face uses vertex -3, but 2 vertices are above this line");
    expect_error("v 0 0 0\nf 0 1 1\n",
                 "test.obj:2: face uses vertex 0, but 1 vertex is above this line");
    expect_error("v 0 0 0\nf 1 x 1\n",
                 "test.obj:2: 'x' is no vertex of a face; expected numbers like 7 or 7/1/3");
    expect_error("v 0 0 0\nf 99999999999999999999 1 1\n",
                 "test.obj:2: face uses vertex 2147483647, but 1 vertex is above this line");
    expect_error("", "test.obj: holds no faces; expected an OBJ file with v and f lines");
    GError *error = NULL;
    g_assert_null(sn_obj_read_text("v 0 0 0\n\0\0\0", 11, "test.obj", &error));
    g_assert_cmpstr(error->message, ==, "test.obj:2: is no OBJ text (holds a zero byte)");
    g_clear_error(&error);
    g_assert_null(sn_obj_read("/nowhere/at.obj", &error));
    g_assert_cmpstr(error->message, ==, "/nowhere/at.obj: there is no such file; check the name");
    g_clear_error(&error);
    g_assert_null(sn_obj_read("/dev/zero", &error));
    g_assert_cmpstr(error->message, ==, "/dev/zero: is no regular file");
    g_clear_error(&error);
}

static void test_write(void)
{
    char *folder = g_dir_make_tmp("sinew-obj-XXXXXX", NULL);
    char *path = g_build_filename(folder, "out.obj", NULL);
    SnSurface *surface = sn_surface_ellipsoid((const double[3]){0.1, 1.0 / 3, 1e-7}, 20);
    g_assert_true(sn_obj_write(surface, path, NULL));
    SnSurface *back = sn_obj_read(path, NULL);
    g_assert_nonnull(back);
    g_assert_cmpmem(surface->vertices, sizeof(double) * 3 * (gsize)surface->n_vertices,
                    back->vertices, sizeof(double) * 3 * (gsize)back->n_vertices);
    g_assert_cmpmem(surface->triangles, sizeof(int32_t) * 3 * (gsize)surface->n_triangles,
                    back->triangles, sizeof(int32_t) * 3 * (gsize)back->n_triangles);
    sn_surface_free(surface);
    sn_surface_free(back);
    g_unlink(path);
    g_rmdir(folder);
    g_free(path);
    g_free(folder);
}

/* The time to read 100 000 triangles, printed. */
static void test_large(void)
{
    SnSurface *surface = sn_surface_ellipsoid((const double[3]){0.1, 0.2, 0.3}, 353);
    GString *text = g_string_new(NULL);
    for (int i = 0; i < surface->n_vertices; i++) {
        const double *v = surface->vertices + 3 * i;
        g_string_append_printf(text, "v %.9f %.9f %.9f\n", v[0], v[1], v[2]);
    }
    for (int i = 0; i < surface->n_triangles; i++) {
        const int32_t *t = surface->triangles + 3 * i;
        g_string_append_printf(text, "f %d//%d %d//%d %d//%d\n", t[0] + 1, t[0] + 1, t[1] + 1,
                               t[1] + 1, t[2] + 1, t[2] + 1);
    }
    g_test_timer_start();
    SnSurface *back = sn_obj_read_text(text->str, text->len, "large.obj", NULL);
    g_test_message("%d triangles, %zu bytes: %.1f ms", back->n_triangles, text->len,
                   1e3 * g_test_timer_elapsed());
    g_assert_cmpint(back->n_triangles, ==, surface->n_triangles);
    sn_surface_free(surface);
    sn_surface_free(back);
    g_string_free(text, TRUE);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/mesh/obj/plain", test_plain);
    g_test_add_func("/mesh/obj/polygon", test_polygon);
    g_test_add_func("/mesh/obj/joined", test_joined);
    g_test_add_func("/mesh/obj/errors", test_errors);
    g_test_add_func("/mesh/obj/write", test_write);
    g_test_add_func("/mesh/obj/large", test_large);
    return g_test_run();
}
