/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/mesh/volume/volume_mesh_reader.h"
#include "engine/text/limits.h"
#include "engine/text/refuse.h"

#include <string.h>

typedef enum Format { TETGEN, ANSYS, GMSH, VTK, VTU, UNKNOWN } Format;

static bool ends_with(const char *name, const char *ending)
{
    const size_t n = strlen(name), m = strlen(ending);
    return n > m && g_ascii_strcasecmp(name + n - m, ending) == 0;
}

static Format format_of(const char *name)
{
    static const struct {
        const char *ending;
        Format format;
    } ENDINGS[] = {{".node", TETGEN}, {".ele", TETGEN}, {".elem", ANSYS},
                   {".msh", GMSH},    {".vtk", VTK},    {".vtu", VTU}};
    for (size_t i = 0; i < G_N_ELEMENTS(ENDINGS); i++)
        if (ends_with(name, ENDINGS[i].ending))
            return ENDINGS[i].format;
    return UNKNOWN;
}

/* "a/tongue.elem" -> "a/tongue.node" */
static char *with_ending(const char *name, const char *ending)
{
    const char *dot = strrchr(name, '.');
    return g_strdup_printf("%.*s%s", (int)(dot - name), name, ending);
}

static SnVolumeMesh *refuse_ending(const char *name, GError **error)
{
    sn_refuse(error, SN_MODEL_ERROR_MESH,
              "%s: volume meshes are read from .node/.ele (TetGen), .node/.elem (ANSYS), .msh "
              "(Gmsh), .vtk and .vtu",
              name);
    return NULL;
}

/* Nodes and elements, each with the name for its messages. */
static SnVolumeMesh *read_parts(Format format, const char *name, const char *text, size_t length,
                                const char *second_name, const char *second, size_t second_length,
                                GError **error)
{
    SnMeshReader reader;
    bool good = false;
    sn_mesh_reader_init(&reader, name, format != VTK && format != VTU, error);
    sn_mesh_reader_start(&reader, name, text, length);
    switch (format) {
    case TETGEN:
        good = sn_mesh_read_tetgen(&reader, second_name, second, second_length);
        break;
    case ANSYS:
        good = sn_mesh_read_ansys(&reader, second_name, second, second_length);
        break;
    case GMSH:
        good = sn_mesh_read_gmsh(&reader);
        break;
    case VTK:
        good = sn_mesh_read_vtk(&reader);
        break;
    default:
        good = sn_mesh_read_vtu(&reader);
    }
    return sn_mesh_reader_finish(&reader, good);
}

SnVolumeMesh *sn_volume_mesh_read_text(const char *name, const char *text, size_t length,
                                       const char *second, size_t second_length, GError **error)
{
    const Format format = format_of(name);
    if (format == UNKNOWN)
        return refuse_ending(name, error);
    const bool pair = format == TETGEN || format == ANSYS;
    char *nodes = pair ? with_ending(name, ".node") : g_strdup(name);
    char *elements = pair && ends_with(name, ".node") ? with_ending(name, ".ele") : g_strdup(name);
    SnVolumeMesh *mesh = read_parts(format, nodes, text, length, elements, second ? second : "",
                                    second ? second_length : 0, error);
    g_free(nodes);
    g_free(elements);
    return mesh;
}

static SnVolumeMesh *read_pair(Format format, const char *nodes, const char *elements,
                               GError **error)
{
    size_t length, second_length;
    char *text = sn_read_file(nodes, SN_MAX_MESH_BYTES, &length, error);
    char *second = text ? sn_read_file(elements, SN_MAX_MESH_BYTES, &second_length, error) : NULL;
    SnVolumeMesh *mesh = NULL;
    if (second)
        mesh = read_parts(format, nodes, text, length, elements, second, second_length, error);
    g_free(text);
    g_free(second);
    return mesh;
}

/* The file of nodes named: the elements are in the one beside it. */
static SnVolumeMesh *read_by_nodes(const char *path, GError **error)
{
    char *ele = with_ending(path, ".ele"), *elem = with_ending(path, ".elem");
    const bool tetgen = g_file_test(ele, G_FILE_TEST_EXISTS);
    const bool ansys = g_file_test(elem, G_FILE_TEST_EXISTS);
    SnVolumeMesh *mesh = NULL;
    if (tetgen && ansys)
        sn_refuse(error, SN_MODEL_ERROR_MESH,
                  "%s: both .ele and .elem lie beside it; name the one that is meant", path);
    else
        mesh = read_pair(ansys ? ANSYS : TETGEN, path, ansys ? elem : ele, error);
    g_free(ele);
    g_free(elem);
    return mesh;
}

SnVolumeMesh *sn_volume_mesh_read(const char *path, GError **error)
{
    const Format format = format_of(path);
    if (format == UNKNOWN)
        return refuse_ending(path, error);
    if (ends_with(path, ".node"))
        return read_by_nodes(path, error);
    if (format == TETGEN || format == ANSYS) {
        char *nodes = with_ending(path, ".node");
        SnVolumeMesh *mesh = read_pair(format, nodes, path, error);
        g_free(nodes);
        return mesh;
    }
    size_t length;
    char *text = sn_read_file(path, SN_MAX_MESH_BYTES, &length, error);
    if (!text)
        return NULL;
    SnVolumeMesh *mesh = read_parts(format, path, text, length, NULL, NULL, 0, error);
    g_free(text);
    return mesh;
}
