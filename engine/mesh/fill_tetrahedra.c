/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tetrahedra by TetGen or Gmsh as programs of the user's, each run in a folder of its own. */
#include "engine/mesh/fill.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static const char *const NAMES[SN_MESHER_COUNT] = {"tetgen", "gmsh"};

const char *sn_mesher_name(SnMesher mesher)
{
    return NAMES[mesher];
}

bool sn_mesher_there(SnMesher mesher)
{
    g_autofree char *path = g_find_program_in_path(NAMES[mesher]);
    return path != NULL;
}

/* --- what goes in --- */

static void append_number(GString *text, double number)
{
    char buffer[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append(text, g_ascii_formatd(buffer, sizeof buffer, "%.17g", number));
    g_string_append_c(text, ' ');
}

/* Geomview's OFF, which TetGen reads. */
static char *off_text(const SnSurface *surface)
{
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, "OFF\n%d %d 0\n", surface->n_vertices, surface->n_triangles);
    for (int i = 0; i < 3 * surface->n_vertices; i++) {
        append_number(text, surface->vertices[i]);
        if (i % 3 == 2)
            g_string_append_c(text, '\n');
    }
    for (int i = 0; i < surface->n_triangles; i++)
        g_string_append_printf(text, "3 %d %d %d\n", surface->triangles[3 * i],
                               surface->triangles[3 * i + 1], surface->triangles[3 * i + 2]);
    return g_string_free(text, FALSE);
}

/* STL, of which Gmsh makes a surface as it is. */
static char *stl_text(const SnSurface *surface)
{
    GString *text = g_string_new("solid body\n");
    for (int i = 0; i < surface->n_triangles; i++) {
        g_string_append(text, "facet normal 0 0 0\nouter loop\n");
        for (int k = 0; k < 3; k++) {
            g_string_append(text, "vertex ");
            for (int axis = 0; axis < 3; axis++)
                append_number(text, surface->vertices[3 * surface->triangles[3 * i + k] + axis]);
            g_string_append_c(text, '\n');
        }
        g_string_append(text, "endloop\nendfacet\n");
    }
    g_string_append(text, "endsolid body\n");
    return g_string_free(text, FALSE);
}

/* What Gmsh is to do with it. */
static char *geo_text(double edge)
{
    GString *text = g_string_new("Merge \"body.stl\";\nSurface Loop(1) = {1};\nVolume(1) = {1};\n"
                                 "Mesh.MshFileVersion = 2.2;\nMesh.CharacteristicLengthMax = ");
    append_number(text, edge);
    g_string_append(text, ";\n");
    return g_string_free(text, FALSE);
}

static bool write_in(const char *folder, const char *name, const char *text, GError **error)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    return g_file_set_contents(path, text, -1, error);
}

/* --- running --- */

/* With the first line that speaks of an error. */
static void refuse(const char *program, const char *output, GError **error)
{
    g_auto(GStrv) lines = g_strsplit(output ? output : "", "\n", -1);
    const char *why = "";
    for (int i = 0; lines[i] && *why == '\0'; i++)
        if (strcasestr(lines[i], "error") || strcasestr(lines[i], "fail"))
            why = g_strstrip(lines[i]);
    sn_refuse(error, SN_MODEL_ERROR_MESH, "%s made no mesh of it%s%s; is its surface closed?",
              program, *why ? ": " : "", why);
}

static bool run(const char *const *words, const char *folder, GCancellable *cancel, GError **error)
{
    g_autoptr(GSubprocessLauncher) launcher =
        g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_MERGE);
    g_subprocess_launcher_set_cwd(launcher, folder);
    g_autoptr(GSubprocess) process = g_subprocess_launcher_spawnv(launcher, words, error);
    g_autofree char *output = NULL;
    if (!process)
        return false;
    if (!g_subprocess_communicate_utf8(process, NULL, cancel, &output, NULL, error)) {
        g_subprocess_force_exit(process);
        return false;
    }
    if (g_subprocess_get_successful(process))
        return true;
    refuse(words[0], output, error);
    return false;
}

static void remove_folder(const char *folder)
{
    GDir *dir = g_dir_open(folder, 0, NULL);
    const char *name;
    while (dir && (name = g_dir_read_name(dir)) != NULL) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_remove(path);
    }
    if (dir)
        g_dir_close(dir);
    g_rmdir(folder);
}

static bool mesh_in(const char *folder, const SnSurface *surface, SnMesher mesher, double edge,
                    GCancellable *cancel, GError **error)
{
    if (mesher == SN_MESHER_TETGEN) {
        g_autofree char *off = off_text(surface);
        char volume[G_ASCII_DTOSTR_BUF_SIZE]; /* of a regular tetrahedron */
        g_ascii_dtostr(volume, sizeof volume, pow(edge, 3) / (6 * sqrt(2)));
        g_autofree char *switches = g_strdup_printf("-pq1.4a%sQ", volume);
        const char *const words[] = {NAMES[mesher], switches, "body.off", NULL};
        return write_in(folder, "body.off", off, error) && run(words, folder, cancel, error);
    }
    g_autofree char *stl = stl_text(surface);
    g_autofree char *geo = geo_text(edge);
    const char *const words[] = {NAMES[mesher], "-3", "-o", "body.msh", "body.geo", NULL};
    return write_in(folder, "body.stl", stl, error) && write_in(folder, "body.geo", geo, error) &&
           run(words, folder, cancel, error);
}

SnVolumeMesh *sn_fill_tetrahedra(const SnSurface *surface, SnMesher mesher, double edge,
                                 GCancellable *cancel, GError **error)
{
    g_autofree char *folder = g_dir_make_tmp("sinew-mesh-XXXXXX", error);
    if (!folder)
        return NULL;
    g_autofree char *path =
        g_build_filename(folder, mesher == SN_MESHER_TETGEN ? "body.1.ele" : "body.msh", NULL);
    SnVolumeMesh *mesh = NULL;
    if (mesh_in(folder, surface, mesher, edge, cancel, error)) {
        if (g_file_test(path, G_FILE_TEST_EXISTS))
            mesh = sn_volume_mesh_read(path, error);
        else
            refuse(NAMES[mesher], NULL, error);
    }
    remove_folder(folder);
    return mesh;
}
