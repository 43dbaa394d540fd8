/* SPDX-License-Identifier: GPL-3.0-or-later */
/* VTK's legacy files, text and binary (big-endian), versions to 5.1 ("VTK file formats", simple
 * legacy formats), and the cells that they share with VTU. */
#include "engine/mesh/volume/volume_mesh_reader.h"
#include "engine/text/limits.h"

#include <string.h>

/* --- cells --- */

int sn_mesh_kind_of_vtk(int64_t type)
{
    switch (type) {
    case 1: /* vertices, lines and curved surfaces only mark places */
    case 2:
    case 3:
    case 4:
    case 21:
    case 22:
    case 23:
        return -2;
    case 5:
        return SN_ELEMENT_MEMBRANE3;
    case 9:
        return SN_ELEMENT_MEMBRANE4;
    case 10:
        return SN_ELEMENT_TET4;
    case 12:
        return SN_ELEMENT_HEX8;
    case 13:
        return SN_ELEMENT_WEDGE6;
    case 14:
        return SN_ELEMENT_PYRAMID5;
    case 24:
        return SN_ELEMENT_TET10;
    case 25:
        return SN_ELEMENT_HEX20;
    default:
        return -1;
    }
}

/* Whether a cell that is left out has as many nodes as its type says: else it is a damaged one. */
static bool is_mark(int64_t type, int64_t n)
{
    static const signed char COUNT[24] = {[1] = 1, [3] = 2, [21] = 3, [22] = 6, [23] = 8};
    return COUNT[type] == 0 || COUNT[type] == n;
}

/* VTK's documents turn the first face of a wedge outwards, its interpolation turns it inwards, and
 * programs write either: where all wedges of a file are inside out one way, the other is meant. */
static void turn_wedges(SnMeshReader *reader, guint first)
{
    const uint8_t *kind = (const uint8_t *)reader->builder.kind->data;
    const int *start = (const int *)(const void *)reader->builder.start->data;
    int *nodes = (int *)(void *)reader->builder.element_nodes->data;
    const double *positions = (const double *)(const void *)reader->builder.nodes->data;
    for (guint e = first; e < reader->builder.kind->len; e++)
        if (kind[e] == SN_ELEMENT_WEDGE6 &&
            sn_element_volume(SN_ELEMENT_WEDGE6, nodes + start[e], positions) > 0)
            return;
    for (guint e = first; e < reader->builder.kind->len; e++) {
        int *wedge = nodes + start[e];
        for (int i = 1; i <= 4 && kind[e] == SN_ELEMENT_WEDGE6; i += 3) {
            const int node = wedge[i];
            wedge[i] = wedge[i + 1];
            wedge[i + 1] = node;
        }
    }
}

bool sn_mesh_reader_cells(SnMeshReader *reader, const int64_t *types, const int64_t *ends,
                          int64_t n_cells, const int64_t *nodes, const int *lines,
                          int64_t first_node, int64_t first_cell)
{
    const guint first_element = reader->builder.kind->len;
    for (int64_t i = 0, start = 0; i < n_cells; start = ends[i++]) {
        const int kind = sn_mesh_kind_of_vtk(types[i]);
        const int64_t number = first_cell + i;
        if (lines)
            reader->line = lines[i];
        if (kind == -2 && is_mark(types[i], ends[i] - start))
            continue;
        if (kind == -2)
            return sn_mesh_reader_fail(reader,
                                       "cell %" G_GINT64_FORMAT " of VTK's type %" G_GINT64_FORMAT
                                       " cannot have %" G_GINT64_FORMAT " nodes",
                                       number, types[i], ends[i] - start);
        if (kind < 0)
            return sn_mesh_reader_fail(reader,
                                       "cell %" G_GINT64_FORMAT
                                       " is of VTK's type %" G_GINT64_FORMAT
                                       ", which is not known; take tetrahedra, hexahedra (linear "
                                       "or quadratic), wedges, pyramids, triangles or quads",
                                       number, types[i]);
        const SnElementShape *shape = sn_element_shape((SnElementKind)kind);
        if (ends[i] - start != shape->n_nodes)
            return sn_mesh_reader_fail(
                reader, "cell %" G_GINT64_FORMAT " has %" G_GINT64_FORMAT " nodes; a %s has %d",
                number, ends[i] - start, shape->name, shape->n_nodes);
        int64_t own[SN_ELEMENT_MAX_NODES];
        for (int k = 0; k < shape->n_nodes; k++)
            own[k] = nodes[start + k] < 0 ? -1 : nodes[start + k] + first_node;
        if (!sn_mesh_reader_element(reader, number, (SnElementKind)kind, own))
            return false;
    }
    turn_wedges(reader, first_element);
    return true;
}

/* --- legacy files --- */

typedef struct Vtk {
    SnMeshReader *reader;
    bool binary;
    GArray *ends, *nodes, *types; /* of int64_t */
    GArray *lines;                /* of int: of the cells, in a text that counts them */
} Vtk;

static bool is_word(const char *word, size_t length, const char *text)
{
    return length == strlen(text) && g_ascii_strncasecmp(word, text, length) == 0;
}

/* Size of a type of number in bytes, negative for reals; 0 not known. */
static int size_of(const char *word, size_t length)
{
    static const struct {
        const char *name;
        int size;
    } TYPES[] = {{"float", -4},         {"double", -8},     {"int", 4},
                 {"unsigned_int", 4},   {"long", 8},        {"unsigned_long", 8},
                 {"vtktypeint64", 8},   {"vtkIdType", 8},   {"short", 2},
                 {"unsigned_short", 2}, {"char", 1},        {"unsigned_char", 1},
                 {"vtktypeuint64", 8},  {"vtktypeint32", 4}};
    for (size_t i = 0; i < G_N_ELEMENTS(TYPES); i++)
        if (is_word(word, length, TYPES[i].name))
            return TYPES[i].size;
    return 0;
}

/* Past the end of the line, where binary data begin. */
static void skip_to_data(Vtk *vtk)
{
    SnMeshReader *reader = vtk->reader;
    if (!vtk->binary)
        return;
    reader->line = 0;
    while (reader->at < reader->end && *reader->at != '\n')
        reader->at++;
    if (reader->at < reader->end)
        reader->at++;
}

static bool read_integer(Vtk *vtk, int size, int64_t *value)
{
    const char *bytes;
    if (!vtk->binary)
        return sn_mesh_reader_integer(vtk->reader, true, "a whole number", value);
    if (!sn_mesh_reader_bytes(vtk->reader, (size_t)size, &bytes))
        return false;
    const uint64_t bits = sn_mesh_unpack(bytes, size, true);
    *value = size == 4 ? (int64_t)(int32_t)(uint32_t)bits : (int64_t)bits;
    return true;
}

static bool read_real(Vtk *vtk, int size, double *value)
{
    const char *bytes;
    if (!vtk->binary)
        return sn_mesh_reader_real(vtk->reader, true, "a coordinate", value);
    if (!sn_mesh_reader_bytes(vtk->reader, (size_t)size, &bytes))
        return false;
    const uint64_t bits = sn_mesh_unpack(bytes, size, true);
    if (size == 4) {
        const uint32_t half = (uint32_t)bits;
        float single;
        memcpy(&single, &half, sizeof single);
        *value = (double)single;
    } else {
        memcpy(value, &bits, sizeof *value);
    }
    return true;
}

static bool read_type(Vtk *vtk, int *size)
{
    const char *word;
    size_t length;
    if (!sn_mesh_reader_word(vtk->reader, &word, &length))
        return sn_mesh_reader_fail(vtk->reader, "expected a type of numbers");
    *size = size_of(word, length);
    return *size != 0 ||
           sn_mesh_reader_fail(vtk->reader, "type '%.*s' is not known", (int)MIN(length, 40), word);
}

static bool read_points(Vtk *vtk)
{
    int64_t n;
    int size;
    if (!sn_mesh_reader_integer(vtk->reader, false, "the number of points", &n) ||
        !sn_mesh_reader_limit(vtk->reader, n, SN_MAX_MESH_NODES, "points") ||
        !read_type(vtk, &size))
        return false;
    if (size > 0)
        return sn_mesh_reader_fail(vtk->reader, "points are float or double");
    if (vtk->reader->builder.nodes->len > 0)
        return sn_mesh_reader_fail(vtk->reader, "POINTS come twice");
    skip_to_data(vtk);
    for (int64_t i = 0; i < n; i++) {
        double p[3];
        for (int k = 0; k < 3; k++)
            if (!read_real(vtk, -size, &p[k]))
                return false;
        if (!sn_mesh_reader_node(vtk->reader, i, p))
            return false;
    }
    return true;
}

/* `size` numbers: for each cell its count and nodes. */
static bool read_counted_cells(Vtk *vtk, int64_t n, int64_t size)
{
    skip_to_data(vtk);
    for (int64_t i = 0; i < n; i++) {
        int64_t count, node;
        if (!read_integer(vtk, 4, &count) ||
            !sn_mesh_reader_limit(vtk->reader, count, size - (int64_t)vtk->nodes->len - i - 1,
                                  "nodes of a cell"))
            return false;
        for (int64_t k = 0; k < count; k++) {
            if (!read_integer(vtk, 4, &node))
                return false;
            g_array_append_val(vtk->nodes, node);
        }
        g_array_append_val(vtk->lines, vtk->reader->line);
        const int64_t end = (int64_t)vtk->nodes->len;
        g_array_append_val(vtk->ends, end);
    }
    return true;
}

/* Version 5: where each cell starts, with one more for the end, and all nodes. */
static bool read_offset_cells(Vtk *vtk, int64_t n_offsets, int64_t n_nodes)
{
    const char *word;
    size_t length;
    int size;
    if (!read_type(vtk, &size))
        return false;
    skip_to_data(vtk);
    for (int64_t i = 0, last = 0, end; i < n_offsets; i++, last = end) {
        if (!read_integer(vtk, size, &end))
            return false;
        if (end < last || end > n_nodes || (i == 0 && end != 0))
            return sn_mesh_reader_fail(vtk->reader, "offset %" G_GINT64_FORMAT " is out of order",
                                       i);
        if (i > 0)
            g_array_append_val(vtk->ends, end);
    }
    if (!sn_mesh_reader_any_word(vtk->reader, &word, &length) ||
        !is_word(word, length, "CONNECTIVITY"))
        return sn_mesh_reader_fail(vtk->reader, "expected CONNECTIVITY");
    if (!read_type(vtk, &size))
        return false;
    skip_to_data(vtk);
    for (int64_t i = 0, node; i < n_nodes; i++) {
        if (!read_integer(vtk, size, &node))
            return false;
        g_array_append_val(vtk->nodes, node);
    }
    return true;
}

static bool read_cells(Vtk *vtk)
{
    SnMeshReader *reader = vtk->reader;
    int64_t n, size;
    const char *word;
    size_t length;
    if (!sn_mesh_reader_integer(reader, false, "the number of cells", &n) ||
        !sn_mesh_reader_limit(reader, n, SN_MAX_MESH_ELEMENTS, "cells") ||
        !sn_mesh_reader_integer(reader, false, "the size of their list", &size) ||
        !sn_mesh_reader_limit(reader, size, (int64_t)SN_MAX_MESH_ELEMENTS * 21, "numbers"))
        return false;
    if (vtk->ends->len > 0)
        return sn_mesh_reader_fail(reader, "CELLS come twice");
    const char *start = reader->at;
    const int line = reader->line;
    if (sn_mesh_reader_any_word(reader, &word, &length) && is_word(word, length, "OFFSETS"))
        return read_offset_cells(vtk, n, size);
    reader->at = start;
    reader->line = line;
    return read_counted_cells(vtk, n, size);
}

static bool read_types(Vtk *vtk)
{
    int64_t n, type;
    if (!sn_mesh_reader_integer(vtk->reader, false, "the number of cells", &n))
        return false;
    if (n != (int64_t)vtk->ends->len)
        return sn_mesh_reader_fail(vtk->reader,
                                   "%" G_GINT64_FORMAT " types for %u cells: CELLS come first", n,
                                   vtk->ends->len);
    skip_to_data(vtk);
    for (int64_t i = 0; i < n; i++) {
        if (!read_integer(vtk, 4, &type))
            return false;
        g_array_append_val(vtk->types, type);
    }
    return true;
}

/* Over the arrays of a FIELD before the points. */
static bool skip_field(Vtk *vtk)
{
    SnMeshReader *reader = vtk->reader;
    int64_t n, components, tuples;
    const char *word, *bytes;
    size_t length;
    int size;
    if (!sn_mesh_reader_word(reader, &word, &length))
        return sn_mesh_reader_fail(reader, "expected the name of a FIELD");
    if (!sn_mesh_reader_integer(reader, false, "the number of arrays", &n) ||
        !sn_mesh_reader_limit(reader, n, 1000, "arrays"))
        return false;
    for (int64_t i = 0; i < n; i++) {
        if (!sn_mesh_reader_any_word(reader, &word, &length))
            return sn_mesh_reader_fail(reader, "ends within a FIELD");
        if (!sn_mesh_reader_integer(reader, false, "the number of components", &components) ||
            !sn_mesh_reader_limit(reader, components, 1000, "components") ||
            !sn_mesh_reader_integer(reader, false, "the number of tuples", &tuples) ||
            !sn_mesh_reader_limit(reader, tuples, SN_MAX_MESH_ELEMENTS, "tuples") ||
            !read_type(vtk, &size))
            return false;
        skip_to_data(vtk);
        if (vtk->binary) {
            if (!sn_mesh_reader_bytes(reader, (size_t)(components * tuples * ABS(size)), &bytes))
                return false;
        } else {
            for (int64_t k = 0; k < components * tuples; k++)
                if (!sn_mesh_reader_any_word(reader, &word, &length))
                    return sn_mesh_reader_fail(reader, "ends within a FIELD");
        }
    }
    return true;
}

/* Lines up to an empty one. */
static bool skip_metadata(Vtk *vtk)
{
    SnMeshReader *reader = vtk->reader;
    bool empty = false;
    while (reader->at < reader->end && !empty) {
        const char *newline = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
        reader->line += newline && reader->line > 0;
        reader->at = newline ? newline + 1 : reader->end;
        empty = reader->at < reader->end && (*reader->at == '\n' || *reader->at == '\r');
    }
    return true;
}

static bool read_parts(Vtk *vtk)
{
    SnMeshReader *reader = vtk->reader;
    const char *word;
    size_t length;
    while (vtk->types->len == 0 && sn_mesh_reader_any_word(reader, &word, &length)) {
        bool good;
        if (is_word(word, length, "POINTS"))
            good = read_points(vtk);
        else if (is_word(word, length, "CELLS"))
            good = read_cells(vtk);
        else if (is_word(word, length, "CELL_TYPES"))
            good = read_types(vtk);
        else if (is_word(word, length, "FIELD"))
            good = skip_field(vtk);
        else if (is_word(word, length, "METADATA"))
            good = skip_metadata(vtk);
        else
            good = sn_mesh_reader_fail(reader, "expected POINTS, CELLS or CELL_TYPES, found '%.*s'",
                                       (int)MIN(length, 40), word);
        if (!good)
            return false;
    }
    if (vtk->types->len == 0)
        return sn_mesh_reader_fail(reader, "has no cells");
    return sn_mesh_reader_cells(
        reader, (const int64_t *)(const void *)vtk->types->data,
        (const int64_t *)(const void *)vtk->ends->data, (int64_t)vtk->types->len,
        (const int64_t *)(const void *)vtk->nodes->data,
        vtk->lines->len > 0 ? (const int *)(const void *)vtk->lines->data : NULL, 0, 0);
}

static bool read_header(Vtk *vtk)
{
    SnMeshReader *reader = vtk->reader;
    const char *word;
    size_t length;
    static const char MAGIC[] = "# vtk DataFile Version ";
    if ((size_t)(reader->end - reader->at) < strlen(MAGIC) ||
        memcmp(reader->at, MAGIC, strlen(MAGIC)) != 0)
        return sn_mesh_reader_fail(reader, "is no VTK file: it does not begin with '%s...'", MAGIC);
    for (int i = 0; i < 2; i++) { /* over the version and the title, which may be empty */
        const char *newline = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
        if (!newline)
            return sn_mesh_reader_fail(reader, "ends within its header");
        reader->at = newline + 1;
        reader->line++;
    }
    if (!sn_mesh_reader_any_word(reader, &word, &length) ||
        !(is_word(word, length, "ASCII") || is_word(word, length, "BINARY")))
        return sn_mesh_reader_fail(reader, "expected ASCII or BINARY");
    vtk->binary = is_word(word, length, "BINARY");
    if (!sn_mesh_reader_any_word(reader, &word, &length) || !is_word(word, length, "DATASET") ||
        !sn_mesh_reader_word(reader, &word, &length) || !is_word(word, length, "UNSTRUCTURED_GRID"))
        return sn_mesh_reader_fail(reader, "expected DATASET UNSTRUCTURED_GRID");
    return true;
}

bool sn_mesh_read_vtk(SnMeshReader *reader)
{
    Vtk vtk = {.reader = reader,
               .ends = g_array_new(FALSE, FALSE, sizeof(int64_t)),
               .nodes = g_array_new(FALSE, FALSE, sizeof(int64_t)),
               .types = g_array_new(FALSE, FALSE, sizeof(int64_t)),
               .lines = g_array_new(FALSE, FALSE, sizeof(int))};
    const bool good = read_header(&vtk) && read_parts(&vtk);
    g_array_unref(vtk.ends);
    g_array_unref(vtk.nodes);
    g_array_unref(vtk.types);
    g_array_unref(vtk.lines);
    return good;
}
