/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Damaged meshes through the helper process (this program is its own helper).  Whatever becomes of
 * the helper, this process gets an error or a good surface, and the document it holds stays what
 * it was. */
#include "engine/mesh/geometry.h"
#include "engine/mesh/mesh_helper.h"
#include "engine/model/file/file.h"
#include "tests/fuzz/fuzz.h"
#include "tests/model/file/all_classes.h"

#include <glib/gstdio.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char STL[] = "solid t\nfacet normal 0 0 -1\nouter loop\nvertex 0 0 0\nvertex 0 1 0\n"
                          "vertex 1 0 0\nendloop\nendfacet\nfacet normal 0 -1 0\nouter loop\n"
                          "vertex 0 0 0\nvertex 1 0 0\nvertex 0 0 1\nendloop\nendfacet\n"
                          "endsolid t\n";
static const char PLY[] = "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\n"
                          "property float y\nproperty float z\nelement face 2\n"
                          "property list uchar int vertex_indices\nend_header\n"
                          "0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n";
static const char OFF[] = "OFF\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n"
                          "3 2 0 3\n";
static const char DAE[] =
    "<?xml version=\"1.0\"?><COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" "
    "version=\"1.4.1\"><library_geometries><geometry id=\"g\"><mesh><source id=\"p\">"
    "<float_array id=\"pa\" count=\"9\">0 0 0 1 0 0 0 1 0</float_array><technique_common>"
    "<accessor source=\"#pa\" count=\"3\" stride=\"3\"><param name=\"X\" type=\"float\"/>"
    "<param name=\"Y\" type=\"float\"/><param name=\"Z\" type=\"float\"/></accessor>"
    "</technique_common></source><vertices id=\"v\"><input semantic=\"POSITION\" "
    "source=\"#p\"/></vertices><triangles count=\"1\"><input semantic=\"VERTEX\" source=\"#v\" "
    "offset=\"0\"/><p>0 2 1</p></triangles></mesh></geometry></library_geometries>"
    "<library_visual_scenes><visual_scene id=\"s\"><node><translate>5 0 0</translate>"
    "<instance_geometry url=\"#g\"/></node></visual_scene></library_visual_scenes>"
    "<scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>";

static const char *const WORDS[] = {
    "4294967295", "-1", "nan", "1e999", "\n", " ", "<", ">", "element vertex 99999999\n",
    "0",          "\"", NULL};

typedef struct Seed {
    const char *ending;
    const char *bytes;
    size_t length;
} Seed;

enum { N_SEEDS = 6 };

typedef struct Data {
    char *folder;
    Seed seeds[N_SEEDS];
    char binary_stl[84 + 2 * 50];
    char studio[64];
} Data;

static void put32(char *to, uint32_t value)
{
    memcpy(to, &value, sizeof value);
}

/* A binary STL of two triangles, and the first chunks of a 3DS file. */
static void make_binaries(Data *data)
{
    put32(data->binary_stl + 80, 2);
    for (int i = 0; i < 2; i++) {
        const float corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, (float)i};
        memcpy(data->binary_stl + 84 + 50 * i + 12, corners, sizeof corners);
    }
    static const uint8_t CHUNKS[] = {0x4d, 0x4d, 60,   0,    0,  0, 0x3d, 0x3d, 54, 0,    0,  0,
                                     0x00, 0x40, 48,   0,    0,  0, 'o',  0,    0,  0x41, 40, 0,
                                     0,    0,    0x10, 0x41, 20, 0, 0,    0,    1,  0};
    memcpy(data->studio, CHUNKS, sizeof CHUNKS);
    const Seed seeds[N_SEEDS] = {{"stl", STL, strlen(STL)},
                                 {"ply", PLY, strlen(PLY)},
                                 {"off", OFF, strlen(OFF)},
                                 {"dae", DAE, strlen(DAE)},
                                 {"stl", data->binary_stl, sizeof data->binary_stl},
                                 {"3ds", data->studio, sizeof data->studio}};
    memcpy(data->seeds, seeds, sizeof seeds);
}

static bool run(FuzzRandom *random, void *user)
{
    const Data *data = user;
    const Seed *seed = &data->seeds[fuzz_below(random, N_SEEDS)];
    GString *bytes = g_string_new_len(seed->bytes, (gssize)seed->length);
    fuzz_mutate_bytes(random, bytes, WORDS);
    char *name = g_strdup_printf("damaged.%s", seed->ending);
    char *path = g_build_filename(data->folder, name, NULL);
    g_assert_true(g_file_set_contents(path, bytes->str, (gssize)bytes->len, NULL));
    GError *error = NULL;
    SnSurface *surface = sn_mesh_import(path, &error);
    const bool accepted = surface != NULL;
    g_assert_true(accepted == (error == NULL));
    for (int i = 0; surface && i < 3 * surface->n_vertices; i++)
        g_assert_true(isfinite(surface->vertices[i]));
    if (error) {
        g_assert_true(g_str_has_prefix(error->message, path));
        g_assert_null(strchr(error->message, '\n'));
    }
    g_clear_error(&error);
    sn_surface_free(surface);
    g_unlink(path);
    g_free(path);
    g_free(name);
    g_string_free(bytes, TRUE);
    return accepted;
}

int main(int argc, char **argv)
{
    if (argc == 3 && g_str_equal(argv[1], SN_MESH_HELPER_OPTION))
        return sn_mesh_helper_main(argv[2]);
    Data data = {.folder = g_dir_make_tmp("sinew-fuzz-XXXXXX", NULL)};
    make_binaries(&data);
    SnModel *model = sn_file_read_text(ALL_CLASSES, strlen(ALL_CLASSES), NULL, "all.sinew", NULL);
    g_assert_nonnull(model);
    char *before = sn_file_write_text(model);
    const int status = fuzz_main(argc, argv, "fuzz_helper", run, &data);
    char *after = sn_file_write_text(model);
    g_assert_cmpstr(before, ==, after);
    g_free(before);
    g_free(after);
    sn_model_free(model);
    g_rmdir(data.folder);
    g_free(data.folder);
    return status;
}
