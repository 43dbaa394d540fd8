/* SPDX-License-Identifier: GPL-3.0-or-later */
/* TetGen's .node and .ele (manual, 5.2): a line of counts, then a line for each node or element;
 * '#' starts a comment. */
#include "engine/mesh/volume/volume_mesh_reader.h"
#include "engine/text/limits.h"

/* The node of TetGen's ten that stands at each place of a TET10: its -o2 lists the middles of 2-3,
 * 0-3, 0-1, 1-2, 1-3, 0-2 (read off its output). */
static const signed char FROM_TETGEN[10] = {0, 1, 2, 3, 6, 7, 9, 5, 8, 4};

/* The line of counts: at least `n` of them; the others are 0. */
static bool read_counts(SnMeshReader *reader, int n, int64_t counts[4], const char *what)
{
    const char *word;
    size_t length;
    const char *start = reader->at;
    if (!sn_mesh_reader_word(reader, &word, &length) && !sn_mesh_reader_next_line(reader))
        return sn_mesh_reader_fail(reader, "is empty; expected %s", what);
    if (length > 0)
        reader->at = start;
    for (int i = 0; i < 4; i++) {
        counts[i] = 0;
        if (i < n && !sn_mesh_reader_integer(reader, false, what, &counts[i]))
            return false;
        if (i >= n && sn_mesh_reader_word(reader, &word, &length) &&
            !sn_mesh_parse_integer(word, length, &counts[i]))
            return sn_mesh_reader_fail(reader, "'%.*s' is no count", (int)MIN(length, 40), word);
    }
    return true;
}

static bool need_line(SnMeshReader *reader, int64_t i, int64_t n, const char *what)
{
    if (sn_mesh_reader_next_line(reader))
        return true;
    return sn_mesh_reader_fail(reader, "ends after %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " %s",
                               i, n, what);
}

static bool need_end(SnMeshReader *reader, int64_t n, const char *what)
{
    if (!sn_mesh_reader_next_line(reader))
        return true;
    return sn_mesh_reader_fail(reader, "goes on after the %" G_GINT64_FORMAT " %s it announced", n,
                               what);
}

static bool read_nodes(SnMeshReader *reader)
{
    int64_t counts[4];
    if (!read_counts(reader, 1, counts, "the number of nodes") ||
        !sn_mesh_reader_limit(reader, counts[0], SN_MAX_MESH_NODES, "nodes"))
        return false;
    if (counts[1] != 3 && counts[1] != 0)
        return sn_mesh_reader_fail(reader, "nodes have %" G_GINT64_FORMAT " dimensions; expected 3",
                                   counts[1]);
    for (int64_t i = 0; i < counts[0]; i++) {
        int64_t number;
        double position[3];
        if (!need_line(reader, i, counts[0], "nodes") ||
            !sn_mesh_reader_integer(reader, false, "the number of a node", &number))
            return false;
        for (int k = 0; k < 3; k++)
            if (!sn_mesh_reader_real(reader, false, "a coordinate", &position[k]))
                return false;
        if (!sn_mesh_reader_node(reader, number, position))
            return false; /* attributes and a boundary mark may follow */
    }
    return need_end(reader, counts[0], "nodes");
}

static bool read_elements(SnMeshReader *reader)
{
    int64_t counts[4];
    if (!read_counts(reader, 1, counts, "the number of tetrahedra") ||
        !sn_mesh_reader_limit(reader, counts[0], SN_MAX_MESH_ELEMENTS, "tetrahedra"))
        return false;
    const int n = counts[1] == 0 ? 4 : (int)CLAMP(counts[1], -1, 99);
    if (n != 4 && n != 10)
        return sn_mesh_reader_fail(reader, "tetrahedra have %d nodes; expected 4 or 10", n);
    for (int64_t i = 0; i < counts[0]; i++) {
        int64_t number, listed[10], nodes[10];
        if (!need_line(reader, i, counts[0], "tetrahedra") ||
            !sn_mesh_reader_integer(reader, false, "the number of a tetrahedron", &number))
            return false;
        for (int k = 0; k < n; k++)
            if (!sn_mesh_reader_integer(reader, false, "the number of a node", &listed[k]))
                return false;
        for (int k = 0; k < n; k++)
            nodes[k] = listed[n == 10 ? FROM_TETGEN[k] : k];
        if (!sn_mesh_reader_element(reader, number, n == 4 ? SN_ELEMENT_TET4 : SN_ELEMENT_TET10,
                                    nodes))
            return false;
    }
    return need_end(reader, counts[0], "tetrahedra");
}

bool sn_mesh_read_tetgen(SnMeshReader *reader, const char *name, const char *elements,
                         size_t elements_length)
{
    reader->comments = "#";
    if (!read_nodes(reader))
        return false;
    sn_mesh_reader_start(reader, name, elements, elements_length);
    return read_elements(reader);
}
