/* SPDX-License-Identifier: GPL-3.0-or-later */
/* VTK's .vtu ("VTK XML formats"): unstructured grids of one or more pieces; numbers as text, or
 * binary as base64 within the text or appended (base64 or raw), zlib or not.  The XML is GLib's
 * business; raw appended data are no XML and are cut off first. */
#include "engine/mesh/volume/volume_mesh_reader.h"
#include "engine/mesh/volume/volume_mesh_vtu_data.h"
#include "engine/text/limits.h"
#include "engine/text/number_text.h"

#include <string.h>

/* No array is larger than the nodes of the largest mesh of the largest elements. */
#define MOST_BYTES ((size_t)SN_MAX_MESH_ELEMENTS * SN_ELEMENT_MAX_NODES * 8)

typedef enum Role { NO_ROLE, POINTS, CONNECTIVITY, OFFSETS, TYPES, N_ROLES } Role;

typedef struct Vtu {
    SnMeshReader *reader;
    GMarkupParseContext *context;
    const char *appended; /* behind the '_', to reader->end; NULL: none */
    bool appended_raw;
    SnVtuForm form;
    bool is_grid, in_points, in_cells;
    int64_t n_points, n_cells; /* of the piece */
    int64_t first_node, first_cell;
    /* the array being read */
    Role role;
    int line, type_size;
    bool real, sign, binary;
    GString *text;
    /* arrays of the piece: POINTS of double, others of int64_t; NULL: not there yet */
    GArray *array[N_ROLES];
    int array_line[N_ROLES];
} Vtu;

/* As sn_mesh_reader_fail, for the callbacks of the parser. */
static bool fail(Vtu *vtu, const char *format, ...) G_GNUC_PRINTF(2, 3);

static bool fail(Vtu *vtu, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    sn_mesh_reader_fail(vtu->reader, "%s", text);
    g_free(text);
    return false;
}

static const char *attribute(const char **names, const char **values, const char *name)
{
    for (int i = 0; names[i]; i++)
        if (strcmp(names[i], name) == 0)
            return values[i];
    return NULL;
}

static bool count(Vtu *vtu, const char **names, const char **values, const char *name, int64_t most,
                  int64_t *value)
{
    const char *text = attribute(names, values, name);
    if (!text || !sn_mesh_parse_integer(text, strlen(text), value))
        return fail(vtu, "expected %s=\"...\"", name);
    return sn_mesh_reader_limit(vtu->reader, *value, most, name);
}

/* --- arrays --- */

static void append_value(GArray *array, bool points, double real, int64_t integer)
{
    if (points)
        g_array_append_val(array, real);
    else
        g_array_append_val(array, integer);
}

static bool take_text(Vtu *vtu, GArray *array)
{
    const bool points = vtu->role == POINTS;
    SnMeshReader words = {.name = vtu->reader->name,
                          .at = vtu->text->str,
                          .end = vtu->text->str + vtu->text->len,
                          .line = vtu->line,
                          .comments = "",
                          .error = vtu->reader->error};
    const char *word;
    size_t length;
    while (sn_mesh_reader_any_word(&words, &word, &length)) {
        double real = 0;
        int64_t integer = 0;
        if (points ? sn_number_parse(word, length, &real) != length
                   : !sn_mesh_parse_integer(word, length, &integer))
            return sn_mesh_reader_fail(&words, "'%.*s' is no %s", (int)MIN(length, 40), word,
                                       points ? "finite number" : "whole number");
        append_value(array, points, real, integer);
    }
    return true;
}

static bool take_bytes(Vtu *vtu, const GByteArray *data, GArray *array)
{
    const int size = vtu->type_size;
    for (guint i = 0; i + (guint)size <= data->len; i += (guint)size) {
        const uint64_t bits =
            sn_mesh_unpack((const char *)data->data + i, size, vtu->form.big_endian);
        double real = 0;
        int64_t integer = (int64_t)bits;
        if (vtu->real && size == 8) {
            memcpy(&real, &bits, sizeof real);
        } else if (vtu->real) {
            const uint32_t half = (uint32_t)bits;
            float single;
            memcpy(&single, &half, sizeof single);
            real = (double)single;
        } else if (vtu->sign && size < 8 && bits >> (8 * size - 1)) {
            integer = (int64_t)(bits | ~UINT64_C(0) << (8 * size));
        }
        append_value(array, vtu->role == POINTS, real, integer);
    }
    return data->len % (guint)size == 0 ||
           fail(vtu, "data are no whole number of %d-byte values", size);
}

static bool take_binary(Vtu *vtu, const char *bytes, size_t length, bool base64, GArray *array)
{
    const char *reason;
    GByteArray *decoded = NULL;
    if (base64)
        decoded = sn_vtu_base64(bytes, length, MOST_BYTES);
    GByteArray *data = sn_vtu_unpack(&vtu->form, decoded ? decoded->data : (const guint8 *)bytes,
                                     decoded ? decoded->len : length, MOST_BYTES, &reason);
    if (decoded)
        g_byte_array_unref(decoded);
    if (!data)
        return fail(vtu, "%s", reason);
    const bool good = take_bytes(vtu, data, array);
    g_byte_array_unref(data);
    return good;
}

/* Begins an array of the piece: reads it if it is appended, else its text will come. */
static bool begin_array(Vtu *vtu, const char **names, const char **values)
{
    const char *name = attribute(names, values, "Name");
    const char *format = attribute(names, values, "format");
    const char *offset = attribute(names, values, "offset");
    vtu->role = vtu->in_points                      ? POINTS
                : !vtu->in_cells || !name           ? NO_ROLE
                : strcmp(name, "connectivity") == 0 ? CONNECTIVITY
                : strcmp(name, "offsets") == 0      ? OFFSETS
                : strcmp(name, "types") == 0        ? TYPES
                                                    : NO_ROLE;
    if (vtu->role == NO_ROLE)
        return true;
    if (vtu->array[vtu->role])
        return fail(vtu, "an array comes twice");
    vtu->type_size = sn_vtu_type(attribute(names, values, "type"), &vtu->real, &vtu->sign);
    if (vtu->type_size == 0 || vtu->real != (vtu->role == POINTS))
        return fail(vtu, "this array is of no type that it can be");
    GArray *array = g_array_new(FALSE, FALSE, 8);
    vtu->array[vtu->role] = array;
    vtu->array_line[vtu->role] = vtu->line = vtu->reader->line;
    vtu->binary = format && strcmp(format, "binary") == 0;
    g_string_truncate(vtu->text, 0);
    if (!format || strcmp(format, "ascii") == 0 || vtu->binary)
        return true;
    int64_t at;
    if (strcmp(format, "appended") != 0)
        return fail(vtu, "format '%.40s' is not known", format);
    if (!offset || !sn_mesh_parse_integer(offset, strlen(offset), &at) || at < 0 ||
        !vtu->appended || at > vtu->reader->end - vtu->appended)
        return fail(vtu, "there are no appended data at the offset of this array");
    const bool good =
        take_binary(vtu, vtu->appended + at, (size_t)(vtu->reader->end - vtu->appended - at),
                    !vtu->appended_raw, array);
    vtu->role = NO_ROLE;
    return good;
}

static bool end_array(Vtu *vtu)
{
    bool good = true;
    if (vtu->role != NO_ROLE) {
        GArray *array = vtu->array[vtu->role];
        good = vtu->binary ? take_binary(vtu, vtu->text->str, vtu->text->len, true, array)
                           : take_text(vtu, array);
    }
    vtu->role = NO_ROLE;
    return good;
}

/* --- pieces --- */

static void clear_arrays(Vtu *vtu)
{
    for (int r = 0; r < N_ROLES; r++)
        g_clear_pointer(&vtu->array[r], g_array_unref);
}

static bool add_points(Vtu *vtu)
{
    const GArray *points = vtu->array[POINTS];
    if (!points || points->len != 3 * vtu->n_points)
        return fail(vtu, "expected %" G_GINT64_FORMAT " points, found %g", vtu->n_points,
                    points ? points->len / 3.0 : 0);
    vtu->reader->line = vtu->array_line[POINTS];
    for (int64_t i = 0; i < vtu->n_points; i++)
        if (!sn_mesh_reader_node(vtu->reader, vtu->first_node + i,
                                 (const double *)(const void *)points->data + 3 * i))
            return false;
    return true;
}

static bool add_cells(Vtu *vtu)
{
    for (Role r = CONNECTIVITY; r < N_ROLES; r++)
        if (!vtu->array[r] || (r != CONNECTIVITY && vtu->array[r]->len != vtu->n_cells))
            return fail(vtu,
                        "connectivity, offsets and types of %" G_GINT64_FORMAT
                        " cells are not complete",
                        vtu->n_cells);
    const int64_t *ends = (const int64_t *)(const void *)vtu->array[OFFSETS]->data;
    vtu->reader->line = vtu->array_line[CONNECTIVITY];
    for (int64_t i = 0; i < vtu->n_cells; i++)
        if (ends[i] < (i ? ends[i - 1] : 0) || ends[i] > vtu->array[CONNECTIVITY]->len)
            return fail(vtu, "offset %" G_GINT64_FORMAT " is out of order", i);
    return sn_mesh_reader_cells(vtu->reader, (const int64_t *)(const void *)vtu->array[TYPES]->data,
                                ends, vtu->n_cells,
                                (const int64_t *)(const void *)vtu->array[CONNECTIVITY]->data, NULL,
                                vtu->first_node, vtu->first_cell);
}

static bool end_piece(Vtu *vtu)
{
    const bool good = add_points(vtu) && add_cells(vtu);
    vtu->first_node += vtu->n_points;
    vtu->first_cell += vtu->n_cells;
    clear_arrays(vtu);
    return good;
}

/* --- elements of the XML --- */

static bool begin_file(Vtu *vtu, const char **names, const char **values)
{
    const char *type = attribute(names, values, "type");
    const char *order = attribute(names, values, "byte_order");
    const char *headers = attribute(names, values, "header_type");
    const char *compressor = attribute(names, values, "compressor");
    if (!type || strcmp(type, "UnstructuredGrid") != 0)
        return fail(vtu, "expected a VTKFile of type UnstructuredGrid");
    vtu->is_grid = true;
    vtu->form.big_endian = order && strcmp(order, "BigEndian") == 0;
    vtu->form.wide_headers = headers && strcmp(headers, "UInt64") == 0;
    vtu->form.zlib = compressor && *compressor;
    return !vtu->form.zlib || strcmp(compressor, "vtkZLibDataCompressor") == 0 ||
           fail(vtu, "compressed by '%.40s'; save it with zlib or without compression", compressor);
}

static void set_line(Vtu *vtu)
{
    int line, character;
    g_markup_parse_context_get_position(vtu->context, &line, &character);
    vtu->reader->line = line;
}

/* The parser stops on an error of ours; the message is already where it belongs. */
static void stop(GError **error)
{
    g_set_error_literal(error, G_MARKUP_ERROR, G_MARKUP_ERROR_INVALID_CONTENT, "");
}

static void on_start(GMarkupParseContext *context, const char *element, const char **names,
                     const char **values, gpointer data, GError **error)
{
    Vtu *vtu = data;
    bool good = true;
    set_line(vtu);
    if (strcmp(element, "VTKFile") == 0) {
        good = begin_file(vtu, names, values);
    } else if (!vtu->is_grid) {
        good = fail(vtu, "expected VTKFile");
    } else if (strcmp(element, "Piece") == 0) {
        clear_arrays(vtu);
        good = count(vtu, names, values, "NumberOfPoints", SN_MAX_MESH_NODES, &vtu->n_points) &&
               count(vtu, names, values, "NumberOfCells", SN_MAX_MESH_ELEMENTS, &vtu->n_cells);
    } else if (strcmp(element, "Points") == 0) {
        vtu->in_points = true;
    } else if (strcmp(element, "Cells") == 0) {
        vtu->in_cells = true;
    } else if (strcmp(element, "DataArray") == 0) {
        good = begin_array(vtu, names, values);
    }
    if (!good)
        stop(error);
}

static void on_end(GMarkupParseContext *context, const char *element, gpointer data, GError **error)
{
    Vtu *vtu = data;
    bool good = true;
    if (strcmp(element, "DataArray") == 0)
        good = end_array(vtu);
    else if (strcmp(element, "Points") == 0)
        vtu->in_points = false;
    else if (strcmp(element, "Cells") == 0)
        vtu->in_cells = false;
    else if (strcmp(element, "Piece") == 0)
        good = end_piece(vtu);
    if (!good)
        stop(error);
}

static void on_text(GMarkupParseContext *context, const char *text, gsize length, gpointer data,
                    GError **error)
{
    Vtu *vtu = data;
    if (vtu->role != NO_ROLE)
        g_string_append_len(vtu->text, text, (gssize)length);
}

/* Finds the appended data and gives the length of what is XML before them. */
static size_t cut_appended(Vtu *vtu)
{
    const SnMeshReader *reader = vtu->reader;
    const size_t length = (size_t)(reader->end - reader->at);
    const char *tag = memmem(reader->at, length, "<AppendedData", 13);
    const char *close = tag ? memchr(tag, '>', (size_t)(reader->end - tag)) : NULL;
    const char *start = close ? memchr(close, '_', (size_t)(reader->end - close)) : NULL;
    if (!start)
        return length;
    vtu->appended = start + 1;
    vtu->appended_raw = !memmem(tag, (size_t)(close - tag), "base64", 6);
    return (size_t)(tag - reader->at);
}

bool sn_mesh_read_vtu(SnMeshReader *reader)
{
    static const GMarkupParser PARSER = {
        .start_element = on_start, .end_element = on_end, .text = on_text};
    GError *own = NULL, *xml = NULL, **outer = reader->error;
    Vtu vtu = {.reader = reader, .text = g_string_new(NULL)};
    reader->error = &own;
    vtu.context = g_markup_parse_context_new(&PARSER, G_MARKUP_TREAT_CDATA_AS_TEXT, &vtu, NULL);
    const size_t length = cut_appended(&vtu);
    bool good = g_markup_parse_context_parse(vtu.context, reader->at, (gssize)length, &xml) &&
                (vtu.appended || g_markup_parse_context_end_parse(vtu.context, &xml));
    if (!good && !own) {
        set_line(&vtu);
        fail(&vtu, "is no XML: %s", xml->message);
    } else if (good && !vtu.is_grid) {
        good = fail(&vtu, "holds no VTKFile");
    }
    g_clear_error(&xml);
    g_markup_parse_context_free(vtu.context);
    clear_arrays(&vtu);
    g_string_free(vtu.text, TRUE);
    reader->error = outer;
    if (own)
        g_propagate_error(outer, own);
    return good;
}
