/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Readers and writers of volume meshes: files made by TetGen 1.5, Gmsh 4.8 and meshio 5 (Debian
 * 12), round trips, every form of VTU, what is said of bad files, and files cut off anywhere. */
#include "engine/mesh/volume/volume_mesh.h"
#include "tests/support/volume_mesh_checks.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <zlib.h>

static double total_volume(const SnVolumeMesh *mesh)
{
    double *volume = g_new(double, mesh->n_elements), sum = 0;
    volume_mesh_volumes(mesh, volume);
    for (int e = 0; e < mesh->n_elements; e++)
        sum += volume[e];
    g_free(volume);
    return sum;
}

static const struct {
    const char *name;
    int n_nodes, n_elements;
    SnElementKind kind; /* of the first element */
    double volume;
} SAMPLES[] = {
    {"ansys.elem", 12, 4, SN_ELEMENT_HEX8, 25.0 / 12},
    {"ansys.node", 12, 4, SN_ELEMENT_HEX8, 25.0 / 12},
    {"gmsh2-binary-hex20.msh", 81, 8, SN_ELEMENT_HEX20, 0.5},
    {"gmsh2-hex8.msh", 27, 8, SN_ELEMENT_HEX8, 0.5},
    {"gmsh4-binary-hex20.msh", 81, 8, SN_ELEMENT_HEX20, 0.5},
    {"gmsh4-binary-wedge6.msh", 36, 28, SN_ELEMENT_WEDGE6, 0.5},
    {"gmsh4-tet10.msh", 185, 84, SN_ELEMENT_TET10, 0.5},
    {"tetgen-tet10.ele", 92, 26, SN_ELEMENT_TET10, 1.0 / 6},
    {"tetgen-tet10.node", 92, 26, SN_ELEMENT_TET10, 1.0 / 6},
    {"vtk4-binary-wedge6.vtk", 36, 28, SN_ELEMENT_WEDGE6, 0.5},
    {"vtk4-hex8.vtk", 27, 8, SN_ELEMENT_HEX8, 0.5},
    {"vtk5-binary-hex20.vtk", 81, 8, SN_ELEMENT_HEX20, 0.5},
    {"vtu-appended-hex8.vtu", 12, 2, SN_ELEMENT_HEX8, 1},
    {"vtu-base64-hex8.vtu", 27, 8, SN_ELEMENT_HEX8, 0.5},
    {"vtu-raw-zlib-hex8.vtu", 12, 2, SN_ELEMENT_HEX8, 1},
    {"vtu-wedge6.vtu", 36, 28, SN_ELEMENT_WEDGE6, 0.5},
    {"vtu-zlib-hex20.vtu", 81, 8, SN_ELEMENT_HEX20, 0.5},
};

static char *sample_path(const char *name)
{
    return g_build_filename(g_getenv("SINEW_SOURCE_ROOT"), "tests", "mesh", "volume", "samples",
                            name, NULL);
}

/* The volume holds only if the middles of edges are where they belong. */
static void test_samples(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(SAMPLES); i++) {
        char *path = sample_path(SAMPLES[i].name);
        GError *error = NULL;
        SnVolumeMesh *mesh = sn_volume_mesh_read(path, &error);
        g_assert_no_error(error);
        g_assert_cmpint(mesh->n_nodes, ==, SAMPLES[i].n_nodes);
        g_assert_cmpint(mesh->n_elements, ==, SAMPLES[i].n_elements);
        g_assert_cmpint(mesh->kind[0], ==, SAMPLES[i].kind);
        g_assert_cmpfloat(fabs(total_volume(mesh) / SAMPLES[i].volume - 1), <, 1e-13);
        volume_mesh_check(mesh, false, &error);
        g_assert_no_error(error);
        sn_volume_mesh_unref(mesh);
        g_free(path);
    }
}

/* The bricks that fall together: each becomes what ANSYS means. */
static void test_collapsed(void)
{
    char *path = sample_path("ansys.elem");
    SnVolumeMesh *mesh = sn_volume_mesh_read(path, NULL);
    static const uint8_t KINDS[4] = {SN_ELEMENT_HEX8, SN_ELEMENT_PYRAMID5, SN_ELEMENT_WEDGE6,
                                     SN_ELEMENT_TET4};
    static const int WEDGE[6] = {1, 9, 2, 5, 10, 6};
    g_assert_cmpmem(mesh->kind, 4, KINDS, 4);
    g_assert_cmpmem(mesh->element_nodes + mesh->start[2], sizeof WEDGE, WEDGE, sizeof WEDGE);
    sn_volume_mesh_unref(mesh);
    g_free(path);
}

static void test_published(void)
{
    const char *data = g_getenv("SN_PUBLISHED");
    if (!data || !*data) {
        g_test_skip("needs SN_PUBLISHED");
        return;
    }
    static const struct {
        const char *name;
        int n_nodes, n_elements;
        double volume, within;
    } FILES[] = {{"fem/ansys_beam.elem", 160, 405, 0.6 * 0.2 * 0.2, 1e-8},
                 {"fem/tetgen_box0023.1.node", 15, 23, 8, 1e-12},
                 {"fem/gmsh4_cube.msh", 14, 24, 1, 1e-12},
                 {"fem/gmsh_cube_low_res.msh", 26, 44, 343, 1e-12},
                 {"jth/tongue.elem", 946, 740, 102.3e-6, 1e-3}};
    for (size_t i = 0; i < G_N_ELEMENTS(FILES); i++) {
        char *path = g_build_filename(data, FILES[i].name, NULL);
        GError *error = NULL;
        SnVolumeMesh *mesh = sn_volume_mesh_read(path, &error);
        g_assert_no_error(error);
        g_assert_cmpint(mesh->n_nodes, ==, FILES[i].n_nodes);
        g_assert_cmpint(mesh->n_elements, ==, FILES[i].n_elements);
        const double volume = total_volume(mesh);
        g_test_message("%s: volume %.12g m3", FILES[i].name, volume);
        g_assert_cmpfloat(fabs(volume / FILES[i].volume - 1), <, FILES[i].within);
        sn_volume_mesh_unref(mesh);
        g_free(path);
    }
}

static void assert_same(const SnVolumeMesh *a, const SnVolumeMesh *b)
{
    g_assert_cmpint(a->n_nodes, ==, b->n_nodes);
    g_assert_cmpint(a->n_elements, ==, b->n_elements);
    const int bytes = a->start[a->n_elements] * (int)sizeof(int);
    g_assert_cmpmem(a->nodes, 24 * (size_t)a->n_nodes, b->nodes, 24 * (size_t)b->n_nodes);
    g_assert_cmpmem(a->kind, (size_t)a->n_elements, b->kind, (size_t)b->n_elements);
    g_assert_cmpmem(a->element_nodes, bytes, b->element_nodes,
                    b->start[b->n_elements] * (int)sizeof(int));
}

/* Written and read again in each form that can hold it: the same bits. */
static void test_round_trip(void)
{
    static const char *const NAMES[] = {"out.node", "out.ele", "out.elem", "out.msh", "out.vtu"};
    char *folder = g_dir_make_tmp("sinew-mesh-XXXXXX", NULL);
    int n_held = 0;
    for (int kind = 0; kind < SN_ELEMENT_SHELL3; kind++) {
        SnVolumeMesh *mesh =
            sn_element_is_surface((SnElementKind)kind)
                ? sn_volume_mesh_sheet((const double[2]){0.1, 1.0 / 3}, (const int[2]){3, 2},
                                       (SnElementKind)kind)
                : sn_volume_mesh_ellipsoid((const double[3]){0.1, 1.0 / 3, 1e-7 + 0.2}, 2,
                                           (SnElementKind)kind);
        for (size_t i = 0; i < G_N_ELEMENTS(NAMES); i++) {
            char *path = g_build_filename(folder, NAMES[i], NULL);
            GError *error = NULL;
            if (sn_volume_mesh_write(mesh, path, &error)) {
                SnVolumeMesh *back = sn_volume_mesh_read(path, &error);
                g_assert_no_error(error);
                assert_same(mesh, back);
                sn_volume_mesh_unref(back);
                n_held++;
            }
            g_clear_error(&error);
            g_free(path);
            /* the next .node must not find two partners */
            static const char *const FILES[] = {"out.node", "out.ele", "out.elem", "out.msh",
                                                "out.vtu"};
            for (size_t k = 0; k < G_N_ELEMENTS(FILES); k++) {
                path = g_build_filename(folder, FILES[k], NULL);
                g_unlink(path);
                g_free(path);
            }
        }
        sn_volume_mesh_unref(mesh);
    }
    /* tets everywhere, other solids in all but .ele, surfaces in .msh and .vtu */
    g_assert_cmpint(n_held, ==, 2 * 5 + 4 * 4 + 2 * 2);
    g_rmdir(folder);
    g_free(folder);
}

/* --- forms of VTU --- */

static void append_number(GByteArray *bytes, guint64 value, int size, bool big)
{
    for (int i = 0; i < size; i++) {
        const guint8 byte = (guint8)(value >> (8 * (big ? size - 1 - i : i)));
        g_byte_array_append(bytes, &byte, 1);
    }
}

/* Header and data, in blocks of 40 bytes if packed; separate: the header is base64 of its own. */
static void encode(GString *text, const GByteArray *data, bool wide, bool big, bool zip, bool raw)
{
    GByteArray *head = g_byte_array_new(), *body = g_byte_array_new();
    const int size = wide ? 8 : 4;
    if (zip) {
        const guint block = 40, n = (data->len + block - 1) / block;
        append_number(head, n, size, big);
        append_number(head, block, size, big);
        append_number(head, data->len % block, size, big);
        for (guint i = 0; i < n; i++) {
            guint8 packed[256];
            uLongf length = sizeof packed;
            const guint from = i * block, count = MIN(block, data->len - from);
            g_assert_cmpint(compress(packed, &length, data->data + from, count), ==, Z_OK);
            append_number(head, length, size, big);
            g_byte_array_append(body, packed, (guint)length);
        }
    } else {
        append_number(head, data->len, size, big);
        g_byte_array_append(body, data->data, data->len);
    }
    if (!zip || raw)
        g_byte_array_append(head, body->data, body->len);
    if (raw) {
        g_string_append_len(text, (const char *)head->data, (gssize)head->len);
    } else {
        char *coded = g_base64_encode(head->data, head->len);
        g_string_append(text, coded);
        g_free(coded);
        coded = zip ? g_base64_encode(body->data, body->len) : g_strdup("");
        g_string_append(text, coded);
        g_free(coded);
    }
    g_byte_array_unref(head);
    g_byte_array_unref(body);
}

typedef enum Place { INLINE, APPENDED_BASE64, APPENDED_RAW } Place;

/* Two bricks with numbers of all sorts of sizes. */
static GString *make_vtu(const SnVolumeMesh *mesh, Place place, bool wide, bool big, bool zip)
{
    GByteArray *data[4];
    for (int i = 0; i < 4; i++)
        data[i] = g_byte_array_new();
    for (int i = 0; i < 3 * mesh->n_nodes; i++) {
        const float single = (float)mesh->nodes[i];
        guint32 bits;
        memcpy(&bits, &single, sizeof bits);
        append_number(data[0], bits, 4, big);
    }
    for (int i = 0; i < mesh->start[mesh->n_elements]; i++)
        append_number(data[1], (guint64)mesh->element_nodes[i], 2, big);
    for (int e = 0; e < mesh->n_elements; e++) {
        append_number(data[2], (guint64)mesh->start[e + 1], 8, big);
        append_number(data[3], 12, 1, big);
    }
    static const char *const ARRAYS[4] = {
        "type=\"Float32\" NumberOfComponents=\"3\"", "type=\"Int16\" Name=\"connectivity\"",
        "type=\"Int64\" Name=\"offsets\"", "type=\"UInt8\" Name=\"types\""};
    GString *text = g_string_new(NULL), *appended = g_string_new("_");
    g_string_append_printf(
        text,
        "<VTKFile type=\"UnstructuredGrid\" byte_order=\"%s\" header_type=\"%s\"%s>"
        "<UnstructuredGrid><Piece NumberOfPoints=\"%d\" NumberOfCells=\"%d\"><PointData>"
        "<DataArray type=\"Float32\" format=\"ascii\">1 x 2</DataArray></PointData><Points>",
        big ? "BigEndian" : "LittleEndian", wide ? "UInt64" : "UInt32",
        zip ? " compressor=\"vtkZLibDataCompressor\"" : "", mesh->n_nodes, mesh->n_elements);
    for (int i = 0; i < 4; i++) {
        g_string_append_printf(text, "<DataArray %s ", ARRAYS[i]);
        if (place == INLINE) {
            g_string_append(text, "format=\"binary\">\n");
            encode(text, data[i], wide, big, zip, false);
        } else {
            g_string_append_printf(text, "format=\"appended\" offset=\"%zu\">", appended->len - 1);
            encode(appended, data[i], wide, big, zip, place == APPENDED_RAW);
        }
        g_string_append(text, i == 0 ? "</DataArray></Points><Cells>" : "</DataArray>");
        g_byte_array_unref(data[i]);
    }
    g_string_append(text, "</Cells></Piece></UnstructuredGrid>");
    if (place != INLINE) {
        g_string_append_printf(text, "<AppendedData encoding=\"%s\">",
                               place == APPENDED_RAW ? "raw" : "base64");
        g_string_append_len(text, appended->str, (gssize)appended->len);
        g_string_append(text, "</AppendedData>");
    }
    g_string_append(text, "</VTKFile>");
    g_string_free(appended, TRUE);
    return text;
}

static void test_vtu_forms(void)
{
    SnVolumeMesh *mesh =
        sn_volume_mesh_box((const double[3]){1, 2, 4}, (const int[3]){4, 2, 2}, SN_ELEMENT_HEX8);
    for (int form = 0; form < 24; form++) {
        GString *text = make_vtu(mesh, (Place)(form / 8), form & 1, form & 2, form & 4);
        GError *error = NULL;
        SnVolumeMesh *back =
            sn_volume_mesh_read_text("form.vtu", text->str, text->len, NULL, 0, &error);
        g_assert_no_error(error);
        assert_same(mesh, back);
        sn_volume_mesh_unref(back);
        g_string_free(text, TRUE);
    }
    sn_volume_mesh_unref(mesh);
}

/* --- bad files --- */

static void expect_error(const char *name, const char *text, const char *second,
                         const char *message)
{
    GError *error = NULL;
    SnVolumeMesh *mesh = sn_volume_mesh_read_text(name, text, strlen(text), second,
                                                  second ? strlen(second) : 0, &error);
    g_assert_null(mesh);
    g_assert_cmpstr(error->message, ==, message);
    g_clear_error(&error);
}

#define TETGEN_NODES "5 3 0 0 # five\n1 0 0 0\n2 1 0 0\n# a comment\n3 0 1 0\n4 0 0 1\n7 0 0 -1\n"

static void test_tetgen_errors(void)
{
    expect_error("m.node", TETGEN_NODES, "1 4 0\n12 1 3 2 4\n",
                 "m.ele:2: element 12 is inside out (volume -0.167 m3)");
    expect_error("m.ele", TETGEN_NODES, "2 4 0\n12 1 3 2 4\n13 1 3 7 2\n",
                 "m.ele:2: element 12 is inside out (volume -0.167 m3), and so are all others: its "
                 "nodes are listed in another order, or the mesh is a mirror image");
    expect_error("m.ele", TETGEN_NODES, "1 4 0\n12 1 2 3 5\n",
                 "m.ele:2: element 12 uses node 5, which is not in the file");
    expect_error("m.ele", TETGEN_NODES, "1 4 0\n12 1 2 3 2\n",
                 "m.ele:2: element 12 is degenerate: it uses node 2 twice");
    expect_error("m.ele", TETGEN_NODES, "2 4 0\n12 1 2 3 4\n\n14 2 3 1 4\n",
                 "m.ele:4: element 14 has the same nodes as element 12");
    expect_error("m.ele", TETGEN_NODES, "2 4 0\n12 1 2 3 4\n12 1 3 2 7\n",
                 "m.ele:3: element 12 is there twice");
    expect_error("m.ele", TETGEN_NODES, "2 4 0\n12 1 2 3 4\n",
                 "m.ele:3: ends after 1 of 2 "
                 "tetrahedra");
    expect_error("m.ele", TETGEN_NODES, "1 4 0\n12 1 2 3 4\n13 1 3 2 7\n",
                 "m.ele:3: goes on after the 1 tetrahedra it announced");
    expect_error("m.ele", TETGEN_NODES, "1 4 0\n12 1 2 3.5 4\n",
                 "m.ele:2: '3.5' is no whole number; expected the number of a node");
    expect_error("m.ele", TETGEN_NODES, "1 6 0\n",
                 "m.ele:1: tetrahedra have 6 nodes; expected 4 "
                 "or 10");
    expect_error("m.ele", TETGEN_NODES, "999999999 4 0\n",
                 "m.ele:1: claims 999999999 tetrahedra; between 0 and 4000000 are read");
    expect_error("m.ele", TETGEN_NODES, "0 4 0\n",
                 "m.ele: holds no elements that this program "
                 "knows");
    expect_error("m.ele", "1 3 0 0\n1 0 1e 0\n", "",
                 "m.node:2: '1e' is no finite number; expected a coordinate");
    expect_error("m.ele", "1 3 0 0\n1 0 1e30 0\n", "",
                 "m.node:2: coordinate 1e+30 of node 1 is out of range");
    expect_error("m.ele", "2 3 0 0\n1 0 1 0\n1 0 1 0\n", "", "m.node:3: node 1 is there twice");
    expect_error("m.ele", "1 2 0 0\n1 0 1 0\n", "",
                 "m.node:1: nodes have 2 dimensions; expected 3");
    expect_error("m.ele", "", "", "m.node:1: is empty; expected the number of nodes");
    expect_error("m.stl", "", "",
                 "m.stl: volume meshes are read from .node/.ele (TetGen), .node/.elem (ANSYS), "
                 ".msh (Gmsh), .vtk and .vtu");
}

static void test_ansys_errors(void)
{
    const char *nodes = "1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n5 0 0 1\n6 1 0 1\n7 1 1 1\n8 0 1 1\n";
    expect_error("m.elem", nodes, "1 2 3 4 5 6 7 7 1 1 1 1 0 12\n",
                 "m.elem:1: element 12 is degenerate: a brick whose common corners make no wedge, "
                 "pyramid or tetrahedron");
    expect_error("m.elem", nodes, "\n5 6 7 8 1 2 3 4 1 1 1 1 0 12\n",
                 "m.elem:2: element 12 is inside out (volume -1 m3)");
    expect_error("m.elem", nodes, "1 2 3 4 5 6 7 8 1 1\n",
                 "m.elem:1: a line of 10 numbers; expected 8 nodes, or 8 nodes and 6 numbers of "
                 "which the last is the element's");
    expect_error("m.elem", nodes, "1 2 3 4 5 6 7 9 1 1 1 1 0 12\n",
                 "m.elem:1: element 12 uses node 9, which is not in the file");
    expect_error("m.elem", "1 0 0\n", "",
                 "m.node:1: the line ends where a coordinate (write zeros out) was expected");
    expect_error("m.elem", "\n\n", "", "m.node:3: holds no nodes");
}

static void test_gmsh_errors(void)
{
    const char *head = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n"
                       "3 0 1 0\n4 0 0 1\n$EndNodes\n$Elements\n";
    const struct {
        const char *elements, *message;
    } CASES[] = {
        {"1\n5 4 2 0 1 1 3 2 4\n$EndElements\n",
         "m.msh:13: element 5 is inside out (volume -0.167 m3)"},
        {"1\n5 4 2 0 1 1 2 3\n$EndElements\n",
         "m.msh:14: '$EndElements' is no whole number; expected the number of a node"},
        {"1\n5 12 0\n$EndElements\n",
         "m.msh:14: '$EndElements' is no whole number; expected the number of a node"},
        {"1\n5 32 0\n$EndElements\n", "m.msh:13: there is no type of elements 32 in Gmsh"},
        {"1\n5 4 0 1 2 3 4\n", "m.msh:14: expected $EndElements"},
        {"2\n5 4 0 1 2 3 4\n", "m.msh:14: the file ends where the number of an element was "
                               "expected"},
        {"1\n5 15 0 1\n$EndElements\n", "m.msh: holds no elements that this program knows"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(CASES); i++) {
        char *text = g_strconcat(head, CASES[i].elements, NULL);
        expect_error("m.msh", text, NULL, CASES[i].message);
        g_free(text);
    }
    expect_error("m.msh", "$MeshFormat\n4.0 0 8\n$EndMeshFormat\n", NULL,
                 "m.msh:2: is of version 4; save it as 4.1 or 2.2");
    expect_error("m.msh", "$NOD\n1\n", NULL,
                 "m.msh:1: is no Gmsh file of version 2 or 4: it does not begin with $MeshFormat");
}

/* Numbers that agree in their lower 32 bits are found as fast as others. */
static void test_far_numbers(void)
{
    GString *text = g_string_new("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n200000\n");
    for (int64_t i = 1; i <= 200000; i++)
        g_string_append_printf(text, "%" G_GINT64_FORMAT " %d %d %d\n", i << 32, i == 2, i == 3,
                               i == 4);
    g_string_append_printf(text, "$EndNodes\n$Elements\n1\n1 4 0");
    for (int64_t i = 1; i <= 4; i++)
        g_string_append_printf(text, " %" G_GINT64_FORMAT, i << 32);
    g_string_append(text, "\n$EndElements\n");
    GError *error = NULL;
    const gint64 start = g_get_monotonic_time();
    SnVolumeMesh *mesh = sn_volume_mesh_read_text("m.msh", text->str, text->len, NULL, 0, &error);
    g_test_message("read in %.2f s", 1e-6 * (double)(g_get_monotonic_time() - start));
    g_assert_no_error(error);
    g_assert_cmpint(mesh->n_elements, ==, 1);
    sn_volume_mesh_unref(mesh);
    g_string_free(text, TRUE);
}

static void test_vtk_errors(void)
{
    const char *head = "# vtk DataFile Version 3.0\n\nASCII\nDATASET UNSTRUCTURED_GRID\n"
                       "POINTS 4 float\n0 0 0 1 0 0\n0 1 0 0 0 1\n";
    const struct {
        const char *cells, *message;
    } CASES[] = {
        {"CELLS 2 10\n4 0 1 2 3\n4 0 2 1 3\nCELL_TYPES 2\n10 10\n",
         "m.vtk:10: element 1 is inside out (volume -0.167 m3)"},
        {"CELLS 1 5\n4 0 1 2 4\nCELL_TYPES 1\n10\n",
         "m.vtk:9: element 0 uses node 4, which is not in the file"},
        {"CELLS 1 5\n4 0 1 2 -1\nCELL_TYPES 1\n10\n",
         "m.vtk:9: element 0 uses node -1, which is not in the file"},
        {"CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n12\n", "m.vtk:9: cell 0 has 4 nodes; a hex8 has 8"},
        {"CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n42\n",
         "m.vtk:9: cell 0 is of VTK's type 42, which is not known; take tetrahedra, hexahedra "
         "(linear or quadratic), wedges, pyramids, triangles or quads"},
        {"CELLS 1 5\n5 0 1 2 3 0\nCELL_TYPES 1\n10\n",
         "m.vtk:9: claims 5 nodes of a cell; between 0 and 4 are read"},
        {"CELL_TYPES 1\n10\n", "m.vtk:8: 1 types for 0 cells: CELLS come first"},
        {"", "m.vtk:8: has no cells"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(CASES); i++) {
        char *text = g_strconcat(head, CASES[i].cells, NULL);
        expect_error("m.vtk", text, NULL, CASES[i].message);
        g_free(text);
    }
    expect_error("m.vtu", "<VTKFile type=\"PolyData\"/>", NULL,
                 "m.vtu:1: expected a VTKFile of type UnstructuredGrid");
    expect_error("m.vtu", "<a/>", NULL, "m.vtu:1: expected VTKFile");
    expect_error("m.vtu",
                 "<VTKFile type=\"UnstructuredGrid\"><UnstructuredGrid>\n<Piece "
                 "NumberOfPoints=\"1\" NumberOfCells=\"1\"><Points><DataArray type=\"Float64\">1 0"
                 "\n1x</DataArray></Points></Piece></UnstructuredGrid></VTKFile>",
                 NULL, "m.vtu:3: '1x' is no finite number");
}

/* Each sample cut off anywhere: an error, or (where only trailing words are lost) as many nodes and
 * elements as before.  ANSYS files do not say how long they are and are left out. */
static void test_damaged(void)
{
    int n_refused = 0, n_read = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(SAMPLES); i++) {
        if (g_str_has_prefix(SAMPLES[i].name, "ansys") || g_str_has_suffix(SAMPLES[i].name, "node"))
            continue;
        char *path = sample_path(SAMPLES[i].name), *text, *nodes = NULL;
        gsize length, nodes_length = 0;
        g_assert_true(g_file_get_contents(path, &text, &length, NULL));
        const bool pair = g_str_has_suffix(path, ".ele");
        if (pair) {
            char *beside = sample_path("tetgen-tet10.node");
            g_assert_true(g_file_get_contents(beside, &nodes, &nodes_length, NULL));
            g_free(beside);
        }
        for (gsize cut = 0; cut < length; cut += 1 + length / 400) {
            char *exact = g_memdup2(text, cut); /* what lies behind is not ours */
            GError *error = NULL;
            SnVolumeMesh *mesh =
                sn_volume_mesh_read_text(SAMPLES[i].name, pair ? nodes : exact,
                                         pair ? nodes_length : cut, exact, cut, &error);
            g_assert_true((mesh != NULL) != (error != NULL));
            n_read += mesh != NULL;
            n_refused += mesh == NULL;
            if (mesh) {
                g_assert_cmpint(mesh->n_nodes, ==, SAMPLES[i].n_nodes);
                g_assert_cmpint(mesh->n_elements, ==, SAMPLES[i].n_elements);
            }
            sn_volume_mesh_unref(mesh);
            g_clear_error(&error);
            g_free(exact);
        }
        g_free(text);
        g_free(nodes);
        g_free(path);
    }
    g_test_message("%d cut files refused, %d read", n_refused, n_read);
    g_assert_cmpint(n_refused, >, 2000);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/mesh/volume/readers/samples", test_samples);
    g_test_add_func("/mesh/volume/readers/collapsed", test_collapsed);
    g_test_add_func("/mesh/volume/readers/published", test_published);
    g_test_add_func("/mesh/volume/readers/round_trip", test_round_trip);
    g_test_add_func("/mesh/volume/readers/vtu_forms", test_vtu_forms);
    g_test_add_func("/mesh/volume/readers/tetgen_errors", test_tetgen_errors);
    g_test_add_func("/mesh/volume/readers/ansys_errors", test_ansys_errors);
    g_test_add_func("/mesh/volume/readers/gmsh_errors", test_gmsh_errors);
    g_test_add_func("/mesh/volume/readers/far_numbers", test_far_numbers);
    g_test_add_func("/mesh/volume/readers/vtk_errors", test_vtk_errors);
    g_test_add_func("/mesh/volume/readers/damaged", test_damaged);
    return g_test_run();
}
