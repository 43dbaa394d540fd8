/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The readers of volume meshes under mutated files, each format in turn: an error with the file's
 * name, or a mesh that passes the check.  Run i is of the format i mod 5, so that N runs are N/5 of
 * each.  The seeds are the sample files. */
#include "engine/mesh/volume/volume_mesh.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/volume_mesh_checks.h"

#include <stdlib.h>
#include <string.h>

typedef struct Seed {
    int format;
    const char *name, *second; /* second: elements of a pair */
    char *text, *second_text;
    gsize length, second_length;
} Seed;

#define N_FORMATS 5

static Seed seeds[] = {
    {.format = 0, .name = "tetgen-tet10.node", .second = "tetgen-tet10.ele"},
    {.format = 1, .name = "ansys.node", .second = "ansys.elem"},
    {.format = 2, .name = "gmsh2-binary-hex20.msh"},
    {.format = 2, .name = "gmsh2-hex8.msh"},
    {.format = 2, .name = "gmsh4-binary-wedge6.msh"},
    {.format = 2, .name = "gmsh4-tet10.msh"},
    {.format = 3, .name = "vtk4-binary-wedge6.vtk"},
    {.format = 3, .name = "vtk4-hex8.vtk"},
    {.format = 3, .name = "vtk5-binary-hex20.vtk"},
    {.format = 4, .name = "vtu-appended-hex8.vtu"},
    {.format = 4, .name = "vtu-base64-hex8.vtu"},
    {.format = 4, .name = "vtu-raw-zlib-hex8.vtu"},
    {.format = 4, .name = "vtu-wedge6.vtu"},
    {.format = 4, .name = "vtu-zlib-hex20.vtu"},
};

static const char *const WORDS[] = {"\n",
                                    "\r\n",
                                    " ",
                                    "-1",
                                    "0",
                                    "1",
                                    "4",
                                    "10",
                                    "12",
                                    "nan",
                                    "1e999",
                                    "1e-320",
                                    "0.5",
                                    "99999999",
                                    "4000000",
                                    "999999",
                                    "#",
                                    "$Nodes\n",
                                    "$Elements",
                                    "$EndNodes\n",
                                    "$MeshFormat\n2.2 1 8\n",
                                    "4.1 0 8\n",
                                    "CELLS 1 5\n",
                                    "CELL_TYPES 1\n",
                                    "OFFSETS",
                                    "BINARY\n",
                                    "METADATA\n",
                                    "FIELD a 1",
                                    "format=\"binary\"",
                                    "format=\"appended\" offset=\"3\"",
                                    "UInt64",
                                    "BigEndian",
                                    "<Piece NumberOfPoints=\"1\" NumberOfCells=\"1\">",
                                    "</Piece>",
                                    "<Cells>",
                                    "<DataArray>",
                                    "AAAA",
                                    "=",
                                    NULL};

static void load(void)
{
    const char *root = g_getenv("SINEW_SOURCE_ROOT");
    for (size_t i = 0; i < G_N_ELEMENTS(seeds); i++) {
        Seed *seed = &seeds[i];
        char *path = g_build_filename(root ? root : ".", "tests", "mesh", "volume", "samples",
                                      seed->name, NULL);
        if (!g_file_get_contents(path, &seed->text, &seed->length, NULL))
            g_error("cannot read %s", path);
        g_free(path);
        path = g_build_filename(root ? root : ".", "tests", "mesh", "volume", "samples",
                                seed->second ? seed->second : seed->name, NULL);
        if (!g_file_get_contents(path, &seed->second_text, &seed->second_length, NULL))
            g_error("cannot read %s", path);
        g_free(path);
    }
}

static char *mutated(FuzzRandom *random, const char *text, gsize length, bool change, gsize *result)
{
    GString *copy = g_string_new_len(text, (gssize)length);
    if (change)
        fuzz_mutate_bytes(random, copy, WORDS);
    char *exact = g_memdup2(copy->str, copy->len); /* what lies behind is not the reader's */
    *result = copy->len;
    g_string_free(copy, TRUE);
    return exact;
}

static bool run(FuzzRandom *random, void *data)
{
    int *turn = data;
    const Seed *seed;
    do
        seed = &seeds[fuzz_below(random, G_N_ELEMENTS(seeds))];
    while (seed->format != *turn % N_FORMATS);
    ++*turn;
    const size_t which = fuzz_below(random, 3); /* of a pair: one file or both */
    gsize length, second_length = 0;
    char *text = mutated(random, seed->text, seed->length, !seed->second || which != 1, &length);
    char *second = NULL;
    if (seed->second)
        second =
            mutated(random, seed->second_text, seed->second_length, which != 0, &second_length);
    GError *error = NULL;
    const char *name = seed->second ? seed->second : seed->name;
    SnVolumeMesh *mesh =
        sn_volume_mesh_read_text(name, text, length, second, second_length, &error);
    const bool accepted = mesh != NULL;
    g_assert_true(accepted == (error == NULL));
    if (mesh) {
        GError *wrong = NULL;
        volume_mesh_check(mesh, true, &wrong);
        g_assert_no_error(wrong);
        int *faces;
        g_assert_cmpint(sn_volume_mesh_surface(mesh, &faces), >, 0);
        g_free(faces);
        sn_volume_mesh_unref(mesh);
    } else {
        const size_t stem = (size_t)(strrchr(name, '.') - name);
        g_assert_true(strncmp(error->message, name, stem) == 0);
        g_assert_true(g_utf8_validate(error->message, -1, NULL));
        g_error_free(error);
    }
    g_free(text);
    g_free(second);
    return accepted;
}

int main(int argc, char **argv)
{
    int turn = argc > 2 ? (int)(strtoull(argv[2], NULL, 10) % N_FORMATS) : 0;
    g_log_set_always_fatal(G_LOG_LEVEL_WARNING | G_LOG_LEVEL_CRITICAL | G_LOG_FATAL_MASK);
    load();
    return fuzz_main(argc, argv, "fuzz_volume_mesh", run, &turn);
}
