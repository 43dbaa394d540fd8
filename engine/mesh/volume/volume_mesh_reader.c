/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/mesh/volume/volume_mesh_reader.h"
#include "engine/text/limits.h"
#include "engine/text/number_text.h"
#include "engine/text/refuse.h"

#include <math.h>
#include <string.h>

/* All 64 bits count: numbers that are a multiple of 2^32 apart must not all fall together. */
static guint number_hash(gconstpointer number)
{
    const uint64_t mixed = (uint64_t)(gintptr)number * UINT64_C(0x9e3779b97f4a7c15);
    return (guint)(mixed >> 32);
}

void sn_mesh_reader_init(SnMeshReader *reader, const char *name, bool numbered, GError **error)
{
    *reader = (SnMeshReader){.name = name, .comments = "", .error = error};
    sn_mesh_builder_init(&reader->builder);
    reader->node_of = numbered ? g_hash_table_new(number_hash, NULL) : NULL;
    reader->element_of = g_hash_table_new(number_hash, NULL);
    reader->element_numbers = g_array_new(FALSE, FALSE, sizeof(int64_t));
    reader->element_lines = g_array_new(FALSE, FALSE, sizeof(int));
}

void sn_mesh_reader_start(SnMeshReader *reader, const char *name, const char *text, size_t length)
{
    reader->name = name;
    reader->at = text ? text : ""; /* of no length */
    reader->end = reader->at + length;
    reader->line = 1;
}

bool sn_mesh_reader_fail(SnMeshReader *reader, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    if (reader->line > 0)
        sn_refuse(reader->error, SN_MODEL_ERROR_MESH, "%s:%d: %s", reader->name, reader->line,
                  text);
    else
        sn_refuse(reader->error, SN_MODEL_ERROR_MESH, "%s: %s", reader->name, text);
    g_free(text);
    return false;
}

/* --- text --- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

static bool is_comment(const SnMeshReader *reader, char c)
{
    return c != 0 && strchr(reader->comments, c);
}

bool sn_mesh_reader_word(SnMeshReader *reader, const char **word, size_t *length)
{
    const char *p = reader->at;
    while (p < reader->end && is_blank(*p))
        p++;
    if (p < reader->end && is_comment(reader, *p))
        while (p < reader->end && *p != '\n')
            p++;
    reader->at = p;
    while (p < reader->end && *p != '\n' && !is_blank(*p) && !is_comment(reader, *p))
        p++;
    *word = reader->at;
    *length = (size_t)(p - reader->at);
    reader->at = p;
    return *length > 0;
}

bool sn_mesh_reader_next_line(SnMeshReader *reader)
{
    const char *word;
    size_t length;
    const char *newline = reader->at < reader->end
                              ? memchr(reader->at, '\n', (size_t)(reader->end - reader->at))
                              : NULL;
    while (newline) {
        reader->at = newline + 1;
        reader->line += reader->line > 0;
        const char *start = reader->at;
        if (sn_mesh_reader_word(reader, &word, &length)) {
            reader->at = start;
            return true;
        }
        newline = reader->at < reader->end
                      ? memchr(reader->at, '\n', (size_t)(reader->end - reader->at))
                      : NULL;
    }
    reader->at = reader->end;
    return false;
}

bool sn_mesh_reader_any_word(SnMeshReader *reader, const char **word, size_t *length)
{
    return sn_mesh_reader_word(reader, word, length) ||
           (sn_mesh_reader_next_line(reader) && sn_mesh_reader_word(reader, word, length));
}

static bool need_word(SnMeshReader *reader, bool any_line, const char *what, const char **word,
                      size_t *length)
{
    if (any_line ? sn_mesh_reader_any_word(reader, word, length)
                 : sn_mesh_reader_word(reader, word, length))
        return true;
    return sn_mesh_reader_fail(reader, "the %s ends where %s was expected",
                               any_line ? "file" : "line", what);
}

bool sn_mesh_reader_integer(SnMeshReader *reader, bool any_line, const char *what, int64_t *value)
{
    const char *word;
    size_t length;
    return need_word(reader, any_line, what, &word, &length) &&
           (sn_integer_parse(word, length, value) ||
            sn_mesh_reader_fail(reader, "'%.*s' is no whole number; expected %s",
                                (int)MIN(length, 40), word, what));
}

bool sn_mesh_reader_real(SnMeshReader *reader, bool any_line, const char *what, double *value)
{
    const char *word;
    size_t length;
    return need_word(reader, any_line, what, &word, &length) &&
           (sn_number_parse(word, length, value) == length ||
            sn_mesh_reader_fail(reader, "'%.*s' is no finite number; expected %s",
                                (int)MIN(length, 40), word, what));
}

/* --- bytes --- */

uint64_t sn_mesh_unpack(const char *bytes, int size, bool big_endian)
{
    uint64_t value = 0;
    for (int i = 0; i < size; i++)
        value = value << 8 | (unsigned char)bytes[big_endian ? i : size - 1 - i];
    return value;
}

bool sn_mesh_reader_bytes(SnMeshReader *reader, size_t count, const char **bytes)
{
    *bytes = reader->at;
    if ((size_t)(reader->end - reader->at) < count) {
        reader->line = 0;
        return sn_mesh_reader_fail(reader, "the file ends in the middle of its data");
    }
    reader->at += count;
    return true;
}

bool sn_mesh_reader_int32(SnMeshReader *reader, int64_t *value)
{
    const char *bytes;
    if (!sn_mesh_reader_bytes(reader, 4, &bytes))
        return false;
    *value = (int32_t)(uint32_t)sn_mesh_unpack(bytes, 4, reader->swapped);
    return true;
}

bool sn_mesh_reader_int64(SnMeshReader *reader, int64_t *value)
{
    const char *bytes;
    if (!sn_mesh_reader_bytes(reader, 8, &bytes))
        return false;
    *value = (int64_t)sn_mesh_unpack(bytes, 8, reader->swapped);
    return true;
}

bool sn_mesh_reader_double(SnMeshReader *reader, double *value)
{
    int64_t bits;
    if (!sn_mesh_reader_int64(reader, &bits))
        return false;
    memcpy(value, &bits, sizeof bits);
    return true;
}

/* --- contents --- */

bool sn_mesh_reader_limit(SnMeshReader *reader, int64_t count, int64_t most, const char *what)
{
    if (count >= 0 && count <= most)
        return true;
    return sn_mesh_reader_fail(
        reader, "claims %" G_GINT64_FORMAT " %s; between 0 and %" G_GINT64_FORMAT " are read",
        count, what, most);
}

bool sn_mesh_reader_node(SnMeshReader *reader, int64_t number, const double position[3])
{
    for (int k = 0; k < 3; k++)
        if (!(fabs(position[k]) <= SN_MAX_COORDINATE))
            return sn_mesh_reader_fail(reader,
                                       "coordinate %g of node %" G_GINT64_FORMAT " is out of range",
                                       position[k], number);
    if (reader->builder.nodes->len >= SN_MAX_MESH_NODES)
        return sn_mesh_reader_fail(reader, "more than %d nodes; take a coarser mesh",
                                   SN_MAX_MESH_NODES);
    const int node = sn_mesh_builder_node(&reader->builder, position);
    if (reader->node_of &&
        !g_hash_table_insert(reader->node_of, (gpointer)(gintptr)number, GINT_TO_POINTER(node + 1)))
        return sn_mesh_reader_fail(reader, "node %" G_GINT64_FORMAT " is there twice", number);
    return true;
}

/* The node of a number, or -1. */
static int find_node(const SnMeshReader *reader, int64_t number)
{
    if (!reader->node_of)
        return number >= 0 && number < (int64_t)reader->builder.nodes->len ? (int)number : -1;
    return GPOINTER_TO_INT(g_hash_table_lookup(reader->node_of, (gpointer)(gintptr)number)) - 1;
}

bool sn_mesh_reader_element(SnMeshReader *reader, int64_t number, SnElementKind kind,
                            const int64_t *nodes)
{
    const int n = sn_element_shape(kind)->n_nodes;
    int own[SN_ELEMENT_MAX_NODES];
    for (int i = 0; i < n; i++) {
        own[i] = find_node(reader, nodes[i]);
        if (own[i] < 0)
            return sn_mesh_reader_fail(reader,
                                       "element %" G_GINT64_FORMAT " uses node %" G_GINT64_FORMAT
                                       ", which is not in the file",
                                       number, nodes[i]);
        for (int k = 0; k < i; k++)
            if (own[k] == own[i])
                return sn_mesh_reader_fail(reader,
                                           "element %" G_GINT64_FORMAT
                                           " is degenerate: it uses node %" G_GINT64_FORMAT
                                           " twice",
                                           number, nodes[i]);
    }
    if (reader->element_numbers->len >= SN_MAX_MESH_ELEMENTS)
        return sn_mesh_reader_fail(reader, "more than %d elements; take a coarser mesh",
                                   SN_MAX_MESH_ELEMENTS);
    sn_mesh_builder_element(&reader->builder, kind, own);
    g_array_append_val(reader->element_numbers, number);
    g_array_append_val(reader->element_lines, reader->line);
    if (!g_hash_table_insert(reader->element_of, (gpointer)(gintptr)number,
                             GINT_TO_POINTER(reader->element_numbers->len)))
        return sn_mesh_reader_fail(reader, "element %" G_GINT64_FORMAT " is there twice", number);
    return true;
}

/* Whether all elements have a negative volume. */
static bool all_inside_out(const SnVolumeMesh *mesh)
{
    for (int e = 0; e < mesh->n_elements; e++)
        if (!(sn_element_volume((SnElementKind)mesh->kind[e], mesh->element_nodes + mesh->start[e],
                                mesh->nodes) < 0))
            return false;
    return mesh->n_elements > 1;
}

static bool check(SnMeshReader *reader, const SnVolumeMesh *mesh)
{
    const int64_t *number = (const int64_t *)(const void *)reader->element_numbers->data;
    if (mesh->n_elements == 0) {
        reader->line = 0;
        return sn_mesh_reader_fail(reader, "holds no elements that this program knows");
    }
    const SnMeshTrouble trouble = sn_mesh_trouble(mesh, true);
    if (trouble.element < 0)
        return true;
    reader->line = g_array_index(reader->element_lines, int, trouble.element);
    if (trouble.other >= 0)
        return sn_mesh_reader_fail(
            reader, "element %" G_GINT64_FORMAT " has the same nodes as element %" G_GINT64_FORMAT,
            number[trouble.element], number[trouble.other]);
    return sn_mesh_reader_fail(
        reader, "element %" G_GINT64_FORMAT " %s%s", number[trouble.element], trouble.text,
        all_inside_out(mesh) ? ", and so are all others: its nodes are listed in another "
                               "order, or the mesh is a mirror image"
                             : "");
}

SnVolumeMesh *sn_mesh_reader_finish(SnMeshReader *reader, bool good)
{
    SnVolumeMesh *mesh = sn_mesh_builder_finish(&reader->builder);
    if (!good || !check(reader, mesh)) {
        sn_volume_mesh_unref(mesh);
        mesh = NULL;
    }
    if (reader->node_of)
        g_hash_table_unref(reader->node_of);
    g_hash_table_unref(reader->element_of);
    g_array_unref(reader->element_numbers);
    g_array_unref(reader->element_lines);
    return mesh;
}
