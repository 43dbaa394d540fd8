/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/mesh/volume/volume_mesh.h"
#include "engine/text/number_text.h"
#include "engine/text/refuse.h"
#include "engine/text/write_file.h"

#include <string.h>

static bool ends_with(const char *name, const char *ending)
{
    const size_t n = strlen(name), m = strlen(ending);
    return n > m && g_ascii_strcasecmp(name + n - m, ending) == 0;
}

static bool save(const char *path, const GString *text, GError **error)
{
    return sn_write_file(path, SN_OUTPUT_WHOLE, text->str, text->len, error);
}

static void append_position(GString *text, const double position[3])
{
    char number[SN_NUMBER_TEXT_SIZE];
    for (int k = 0; k < 3; k++) {
        const int n = sn_number_format(position[k], number);
        if (k > 0)
            g_string_append_c(text, ' ');
        g_string_append_len(text, number, n);
    }
    g_string_append_c(text, '\n');
}

/* Places of our nodes in an element of the file; NULL: as they are. */
static void append_nodes(GString *text, const SnVolumeMesh *mesh, int element,
                         const signed char *order, int first)
{
    const int *nodes = mesh->element_nodes + mesh->start[element];
    const int n = mesh->start[element + 1] - mesh->start[element];
    for (int i = 0; i < n; i++)
        g_string_append_printf(text, " %d", nodes[order ? order[i] : i] + first);
    g_string_append_c(text, '\n');
}

/* --- pairs of files --- */

static GString *nodes_text(const SnVolumeMesh *mesh, bool tetgen)
{
    GString *text = g_string_new(NULL);
    if (tetgen)
        g_string_append_printf(text, "%d 3 0 0\n", mesh->n_nodes);
    for (int i = 0; i < mesh->n_nodes; i++) {
        g_string_append_printf(text, "%d ", tetgen ? i : i + 1);
        append_position(text, mesh->nodes + 3 * (size_t)i);
    }
    return text;
}

static GString *tetgen_text(const SnVolumeMesh *mesh)
{
    static const signed char ORDER[10] = {0, 1, 2, 3, 9, 7, 4, 5, 8, 6};
    const int n = sn_element_shape((SnElementKind)mesh->kind[0])->n_nodes;
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, "%d %d 0\n", mesh->n_elements, n);
    for (int e = 0; e < mesh->n_elements; e++) {
        g_string_append_printf(text, "%d", e);
        append_nodes(text, mesh, e, ORDER, 0);
    }
    return text;
}

/* Eight nodes, some of them twice, then the numbers that ANSYS asks for; more nodes on a line of
 * their own. */
static GString *ansys_text(const SnVolumeMesh *mesh)
{
    static const signed char BRICK[SN_ELEMENT_KIND_COUNT][8] = {
        [SN_ELEMENT_TET4] = {0, 1, 2, 2, 3, 3, 3, 3},
        [SN_ELEMENT_TET10] = {0, 1, 2, 3, 4, 5, 6, 7},
        [SN_ELEMENT_HEX8] = {0, 1, 2, 3, 4, 5, 6, 7},
        [SN_ELEMENT_HEX20] = {0, 1, 2, 3, 4, 5, 6, 7},
        [SN_ELEMENT_WEDGE6] = {0, 1, 2, 2, 3, 4, 5, 5},
        [SN_ELEMENT_PYRAMID5] = {0, 1, 2, 3, 4, 4, 4, 4},
    };
    GString *text = g_string_new(NULL);
    for (int e = 0; e < mesh->n_elements; e++) {
        const int *nodes = mesh->element_nodes + mesh->start[e];
        const int n = mesh->start[e + 1] - mesh->start[e];
        for (int i = 0; i < 8; i++)
            g_string_append_printf(text, " %5d", nodes[BRICK[mesh->kind[e]][i]] + 1);
        g_string_append_printf(text, "     1     1     1     1     0 %5d\n", e + 1);
        for (int i = 8; i < n; i++)
            g_string_append_printf(text, " %5d%s", nodes[i] + 1, i + 1 < n ? "" : "\n");
    }
    return text;
}

static bool write_pair(const SnVolumeMesh *mesh, const char *path, GError **error)
{
    bool same = mesh->n_elements > 0, solid = true;
    for (int e = 0; e < mesh->n_elements; e++) {
        same = same && mesh->kind[e] == mesh->kind[0] &&
               (mesh->kind[e] == SN_ELEMENT_TET4 || mesh->kind[e] == SN_ELEMENT_TET10);
        solid = solid && !sn_element_is_surface((SnElementKind)mesh->kind[e]);
    }
    const bool tetgen = same && !ends_with(path, ".elem");
    if (!solid || (!tetgen && ends_with(path, ".ele")))
        return sn_refuse(error, SN_MODEL_ERROR_MESH,
                         "%s: cannot hold %s; save the mesh as .vtu or .msh", path,
                         solid ? "elements other than tetrahedra of one order" : "surfaces");
    const int stem = (int)(strrchr(path, '.') - path);
    char *nodes_path = g_strdup_printf("%.*s.node", stem, path);
    char *elements_path = g_strdup_printf("%.*s.%s", stem, path, tetgen ? "ele" : "elem");
    GString *nodes = nodes_text(mesh, tetgen);
    GString *elements = tetgen ? tetgen_text(mesh) : ansys_text(mesh);
    const bool done = save(nodes_path, nodes, error) && save(elements_path, elements, error);
    g_string_free(nodes, TRUE);
    g_string_free(elements, TRUE);
    g_free(nodes_path);
    g_free(elements_path);
    return done;
}

/* --- Gmsh 4.1, text: one entity, a block for each run of elements of a kind --- */

static const struct {
    int type, dimension;
    signed char order[SN_ELEMENT_MAX_NODES];
} GMSH[SN_ELEMENT_KIND_COUNT] = {
    [SN_ELEMENT_TET4] = {4, 3, {0, 1, 2, 3}},
    [SN_ELEMENT_TET10] = {11, 3, {0, 1, 2, 3, 4, 5, 6, 7, 9, 8}},
    [SN_ELEMENT_HEX8] = {5, 3, {0, 1, 2, 3, 4, 5, 6, 7}},
    [SN_ELEMENT_HEX20] = {17, 3, {0,  1, 2,  3,  4,  5,  6,  7,  8,  11,
                                  16, 9, 17, 10, 18, 19, 12, 15, 13, 14}},
    [SN_ELEMENT_WEDGE6] = {6, 3, {0, 1, 2, 3, 4, 5}},
    [SN_ELEMENT_PYRAMID5] = {7, 3, {0, 1, 2, 3, 4}},
    [SN_ELEMENT_MEMBRANE3] = {2, 2, {0, 1, 2}},
    [SN_ELEMENT_MEMBRANE4] = {3, 2, {0, 1, 2, 3}},
    [SN_ELEMENT_SHELL3] = {2, 2, {0, 1, 2}},
    [SN_ELEMENT_SHELL4] = {3, 2, {0, 1, 2, 3}},
};

static int run_length(const SnVolumeMesh *mesh, int e)
{
    int n = 1;
    while (e + n < mesh->n_elements && mesh->kind[e + n] == mesh->kind[e])
        n++;
    return n;
}

static GString *gmsh_text(const SnVolumeMesh *mesh)
{
    GString *text = g_string_new("$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n");
    g_string_append_printf(text, "1 %d 1 %d\n3 1 0 %d\n", mesh->n_nodes, mesh->n_nodes,
                           mesh->n_nodes);
    for (int i = 0; i < mesh->n_nodes; i++)
        g_string_append_printf(text, "%d\n", i + 1);
    for (int i = 0; i < mesh->n_nodes; i++)
        append_position(text, mesh->nodes + 3 * (size_t)i);
    int blocks = 0;
    for (int e = 0; e < mesh->n_elements; e += run_length(mesh, e))
        blocks++;
    g_string_append_printf(text, "$EndNodes\n$Elements\n%d %d 1 %d\n", blocks, mesh->n_elements,
                           mesh->n_elements);
    for (int e = 0, n; e < mesh->n_elements; e += n) {
        n = run_length(mesh, e);
        g_string_append_printf(text, "%d 1 %d %d\n", GMSH[mesh->kind[e]].dimension,
                               GMSH[mesh->kind[e]].type, n);
        for (int i = e; i < e + n; i++) {
            g_string_append_printf(text, "%d", i + 1);
            append_nodes(text, mesh, i, GMSH[mesh->kind[i]].order, 1);
        }
    }
    g_string_append(text, "$EndElements\n");
    return text;
}

/* --- VTU, numbers as text --- */

static GString *vtu_text(const SnVolumeMesh *mesh)
{
    static const signed char WEDGE[6] = {0, 2, 1, 3, 5, 4}; /* as VTK's documents have it */
    static const int TYPE[SN_ELEMENT_KIND_COUNT] = {10, 24, 12, 25, 13, 14, 5, 9, 5, 9};
    GString *text = g_string_new("<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" "
                                 "version=\"0.1\" byte_order=\"LittleEndian\">\n"
                                 "<UnstructuredGrid>\n");
    g_string_append_printf(text, "<Piece NumberOfPoints=\"%d\" NumberOfCells=\"%d\">\n<Points>\n",
                           mesh->n_nodes, mesh->n_elements);
    g_string_append(text,
                    "<DataArray type=\"Float64\" NumberOfComponents=\"3\" format=\"ascii\">\n");
    for (int i = 0; i < mesh->n_nodes; i++)
        append_position(text, mesh->nodes + 3 * (size_t)i);
    g_string_append(text, "</DataArray>\n</Points>\n<Cells>\n"
                          "<DataArray type=\"Int32\" Name=\"connectivity\" format=\"ascii\">\n");
    for (int e = 0; e < mesh->n_elements; e++)
        append_nodes(text, mesh, e, mesh->kind[e] == SN_ELEMENT_WEDGE6 ? WEDGE : NULL, 0);
    g_string_append(text, "</DataArray>\n"
                          "<DataArray type=\"Int32\" Name=\"offsets\" format=\"ascii\">\n");
    for (int e = 0; e < mesh->n_elements; e++)
        g_string_append_printf(text, "%d\n", mesh->start[e + 1]);
    g_string_append(text, "</DataArray>\n"
                          "<DataArray type=\"UInt8\" Name=\"types\" format=\"ascii\">\n");
    for (int e = 0; e < mesh->n_elements; e++)
        g_string_append_printf(text, "%d\n", TYPE[mesh->kind[e]]);
    g_string_append(text, "</DataArray>\n</Cells>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n");
    return text;
}

bool sn_volume_mesh_write(const SnVolumeMesh *mesh, const char *path, GError **error)
{
    int surfaces = 0;
    for (int e = 0; e < mesh->n_elements; e++)
        surfaces += sn_element_is_surface((SnElementKind)mesh->kind[e]);
    if (ends_with(path, ".node") || ends_with(path, ".ele") || ends_with(path, ".elem"))
        return write_pair(mesh, path, error);
    const bool gmsh = ends_with(path, ".msh");
    if (!gmsh && !ends_with(path, ".vtu"))
        return sn_refuse(error, SN_MODEL_ERROR_MESH,
                         "%s: volume meshes are written as .node/.ele, .node/.elem, .msh or .vtu",
                         path);
    if (gmsh && surfaces > 0 && surfaces < mesh->n_elements)
        return sn_refuse(error, SN_MODEL_ERROR_MESH,
                         "%s: surfaces beside solids mark boundaries there; save the mesh as .vtu",
                         path);
    GString *text = gmsh ? gmsh_text(mesh) : vtu_text(mesh);
    const bool done = save(path, text, error);
    g_string_free(text, TRUE);
    return done;
}
