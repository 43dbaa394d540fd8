/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ANSYS .node and .elem as NWRITE and EWRITE make them, in free columns.  A line of an element: its
 * first eight nodes and, usually, six numbers of which the last is the element's own; elements of
 * 10 or 20 nodes go on in the next line.  Bricks of which corners fall together stand for wedges,
 * pyramids and tetrahedra. */
#include "engine/mesh/volume/volume_mesh_reader.h"
#include "engine/text/limits.h"
#include "engine/text/number_text.h"

#include <string.h>

/* Corners of a brick that are one, as the lowest of them: tet I J K K M M M M, wedge I J K K M N O
 * O, pyramid I J K L M M M M; and where the nodes of what is left stand. */
static const struct {
    SnElementKind kind;
    signed char same_as[8];
    signed char node[6];
} COLLAPSED[] = {
    {SN_ELEMENT_HEX8, {0, 1, 2, 3, 4, 5, 6, 7}, {0}},
    {SN_ELEMENT_TET4, {0, 1, 2, 2, 4, 4, 4, 4}, {0, 1, 2, 4}},
    {SN_ELEMENT_WEDGE6, {0, 1, 2, 2, 4, 5, 6, 6}, {0, 1, 2, 4, 5, 6}},
    {SN_ELEMENT_PYRAMID5, {0, 1, 2, 3, 4, 4, 4, 4}, {0, 1, 2, 3, 4}},
};

/* The 24 ways to turn a brick: quarters of a turn about 0-4, after one of six faces came below. */
static void turn(int which, signed char to[8])
{
    static const signed char FIRST[6][8] = {{0, 1, 2, 3, 4, 5, 6, 7}, {4, 7, 6, 5, 0, 3, 2, 1},
                                            {0, 4, 5, 1, 3, 7, 6, 2}, {1, 5, 6, 2, 0, 4, 7, 3},
                                            {2, 6, 7, 3, 1, 5, 4, 0}, {3, 7, 4, 0, 2, 6, 5, 1}};
    for (int i = 0; i < 8; i++)
        to[i] = FIRST[which / 4][(i & 4) | ((i + which) & 3)];
}

/* What a brick with corners in common is; false if none of the shapes known. */
static bool expand(const int64_t brick[8], SnElementKind *kind, int64_t nodes[8])
{
    for (int which = 0; which < 24; which++) {
        signed char to[8];
        int64_t turned[8];
        signed char same[8];
        turn(which, to);
        for (int i = 0; i < 8; i++) {
            turned[i] = brick[(int)to[i]];
            same[i] = (signed char)i;
            for (signed char k = 0; k < i && same[i] == i; k++)
                if (turned[k] == turned[i])
                    same[i] = k;
        }
        for (size_t c = 0; c < G_N_ELEMENTS(COLLAPSED); c++) {
            if (memcmp(same, COLLAPSED[c].same_as, sizeof same) != 0)
                continue;
            *kind = COLLAPSED[c].kind;
            for (int i = 0; i < sn_element_shape(*kind)->n_nodes; i++)
                nodes[i] = c == 0 ? brick[i] : turned[(int)COLLAPSED[c].node[i]];
            return true;
        }
    }
    return false;
}

static bool first_line(SnMeshReader *reader)
{
    const char *start = reader->at, *word;
    size_t length;
    if (!sn_mesh_reader_word(reader, &word, &length))
        return sn_mesh_reader_next_line(reader);
    reader->at = start;
    return true;
}

static bool read_nodes(SnMeshReader *reader)
{
    for (bool more = first_line(reader); more; more = sn_mesh_reader_next_line(reader)) {
        int64_t number;
        double position[3];
        if (!sn_mesh_reader_integer(reader, false, "the number of a node", &number))
            return false;
        for (int k = 0; k < 3; k++)
            if (!sn_mesh_reader_real(reader, false, "a coordinate (write zeros out)", &position[k]))
                return false;
        if (!sn_mesh_reader_node(reader, number, position))
            return false; /* angles may follow */
    }
    return reader->builder.nodes->len > 0 || sn_mesh_reader_fail(reader, "holds no nodes");
}

/* All numbers of a line; -1 with an error. */
static int read_line(SnMeshReader *reader, int64_t *values, int most)
{
    const char *word;
    size_t length;
    int n = 0;
    while (sn_mesh_reader_word(reader, &word, &length)) {
        if (n == most) {
            sn_mesh_reader_fail(reader, "more than %d numbers in a line", most);
            return -1;
        }
        if (!sn_integer_parse(word, length, &values[n++])) {
            sn_mesh_reader_fail(reader, "'%.*s' is no whole number", (int)MIN(length, 40), word);
            return -1;
        }
    }
    return n;
}

static bool add_element(SnMeshReader *reader, int64_t number, const int64_t *listed, int n)
{
    SnElementKind kind = n == 10 ? SN_ELEMENT_TET10 : SN_ELEMENT_HEX20;
    int64_t nodes[SN_ELEMENT_MAX_NODES];
    if (n > 8)
        return sn_mesh_reader_element(reader, number, kind, listed);
    if (!expand(listed, &kind, nodes))
        return sn_mesh_reader_fail(reader,
                                   "element %" G_GINT64_FORMAT
                                   " is degenerate: a brick whose common corners make no wedge, "
                                   "pyramid or tetrahedron",
                                   number);
    return sn_mesh_reader_element(reader, number, kind, nodes);
}

static bool read_elements(SnMeshReader *reader)
{
    bool more = first_line(reader);
    while (more) {
        int64_t values[14], nodes[SN_ELEMENT_MAX_NODES], rest[14];
        const int n = read_line(reader, values, 14), line = reader->line;
        if (n < 0)
            return false;
        if (n != 8 && n != 14)
            return sn_mesh_reader_fail(reader,
                                       "a line of %d numbers; expected 8 nodes, or 8 nodes and 6 "
                                       "numbers of which the last is the element's",
                                       n);
        const int64_t number = n == 14 ? values[13] : (int64_t)reader->element_numbers->len + 1;
        memcpy(nodes, values, 8 * sizeof *nodes);
        more = sn_mesh_reader_next_line(reader);
        const char *next = reader->at;
        const int follow = more ? read_line(reader, rest, 14) : 0;
        if (follow < 0)
            return false;
        const bool goes_on = follow == 2 || follow == 12;
        if (goes_on)
            memcpy(nodes + 8, rest, (size_t)follow * sizeof *nodes);
        else
            reader->at = next;
        const int next_line = reader->line;
        reader->line = line;
        if (!add_element(reader, number, nodes, goes_on ? 8 + follow : 8))
            return false;
        reader->line = next_line;
        if (goes_on)
            more = sn_mesh_reader_next_line(reader);
    }
    return true;
}

bool sn_mesh_read_ansys(SnMeshReader *reader, const char *name, const char *elements,
                        size_t elements_length)
{
    reader->comments = "#!";
    if (!read_nodes(reader))
        return false;
    sn_mesh_reader_start(reader, name, elements, elements_length);
    return read_elements(reader);
}
