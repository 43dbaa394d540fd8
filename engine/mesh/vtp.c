/* SPDX-License-Identifier: GPL-3.0-or-later */
/* VTK's XML surfaces (.vtp): points, polygons and strips, as text or base64, compressed or not. */
#include "engine/mesh/geometry.h"
#include "engine/mesh/volume/volume_mesh_vtu_data.h"
#include "engine/text/limits.h"
#include "engine/text/xml_text.h"

#include <math.h>
#include <string.h>

typedef struct Reader {
    const SnXml *xml;
    SnVtuForm form;
    const char *appended; /* base64 behind all, after its underscore; NULL: none */
    GArray *vertices;     /* of double[3] */
    GArray *triangles;    /* of int32_t[3] */
    GError **error;
} Reader;

static bool fail(Reader *reader, const SnXmlNode *node, const char *reason)
{
    return sn_refuse(reader->error, SN_MODEL_ERROR_MESH, "%s:%d: %s", sn_xml_name(reader->xml),
                     node->line, reason);
}

/* --- numbers of a DataArray --- */

static bool text_numbers(Reader *reader, const SnXmlNode *array, GArray *numbers)
{
    for (const char *at = array->text;;) {
        char *end;
        while (g_ascii_isspace(*at))
            at++;
        if (!*at)
            return true;
        const double value = g_ascii_strtod(at, &end);
        if (end == at)
            return fail(reader, array, "the DataArray holds something that is no number");
        if (numbers->len >= 4u * SN_MAX_MESH_TRIANGLES)
            return fail(reader, array, "the DataArray is too long");
        g_array_append_val(numbers, value);
        at = end;
    }
}

static double one_number(const guint8 *at, int size, bool real, bool sign, bool big_endian)
{
    guint8 bytes[8];
    uint64_t whole = 0;
    for (int i = 0; i < size; i++)
        bytes[i] = at[big_endian ? size - 1 - i : i];
    for (int i = 0; i < size; i++)
        whole |= (uint64_t)bytes[i] << (8 * i);
    if (real && size == 4) {
        const uint32_t half = (uint32_t)whole;
        float value;
        memcpy(&value, &half, sizeof value);
        return (double)value;
    }
    if (real) {
        double value;
        memcpy(&value, &whole, sizeof value);
        return value;
    }
    if (sign && size < 8 && whole >> (8 * size - 1))
        return (double)(int64_t)(whole | ~UINT64_C(0) << (8 * size));
    return sign ? (double)(int64_t)whole : (double)whole;
}

static bool binary_numbers(Reader *reader, const SnXmlNode *array, const char *text,
                           GArray *numbers)
{
    bool real, sign;
    const char *reason = "its base64 data are damaged";
    const int size = sn_vtu_type(sn_xml_attribute(array, "type"), &real, &sign);
    if (!size)
        return fail(reader, array, "the DataArray has a type that is not known");
    g_autoptr(GByteArray) packed = sn_vtu_base64(text, strlen(text), SN_MAX_MESH_BYTES);
    g_autoptr(GByteArray) bytes =
        packed ? sn_vtu_unpack(&reader->form, packed->data, packed->len, SN_MAX_MESH_BYTES, &reason)
               : NULL;
    if (!bytes)
        return fail(reader, array, reason);
    for (guint i = 0; i + (guint)size <= bytes->len; i += (guint)size) {
        const double value = one_number(bytes->data + i, size, real, sign, reader->form.big_endian);
        g_array_append_val(numbers, value);
    }
    return true;
}

/* NULL with an error; an array that is not there is empty. */
static GArray *numbers_of(Reader *reader, const SnXmlNode *array)
{
    GArray *numbers = g_array_new(FALSE, FALSE, sizeof(double));
    const char *format = array ? sn_xml_attribute(array, "format") : NULL;
    bool good = true;
    if (array && format && g_ascii_strcasecmp(format, "binary") == 0) {
        good = binary_numbers(reader, array, array->text, numbers);
    } else if (array && format && g_ascii_strcasecmp(format, "appended") == 0) {
        const char *offset = sn_xml_attribute(array, "offset");
        const guint64 skip = offset ? g_ascii_strtoull(offset, NULL, 10) : 0;
        good = reader->appended && skip < strlen(reader->appended)
                   ? binary_numbers(reader, array, reader->appended + skip, numbers)
                   : fail(reader, array, "its appended data are missing; save the surface as text");
    } else if (array) {
        good = text_numbers(reader, array, numbers);
    }
    if (good)
        return numbers;
    g_array_unref(numbers);
    return NULL;
}

static const SnXmlNode *array_named(const SnXmlNode *node, const char *name)
{
    for (const SnXmlNode *at = node ? node->first : NULL; at; at = at->next) {
        const char *given = sn_xml_attribute(at, "Name");
        if (strcmp(at->name, "DataArray") == 0 && given && strcmp(given, name) == 0)
            return at;
    }
    return NULL;
}

/* --- pieces --- */

static bool read_points(Reader *reader, const SnXmlNode *piece)
{
    const SnXmlNode *array = sn_xml_child(sn_xml_child(piece, "Points"), "DataArray");
    g_autoptr(GArray) numbers = numbers_of(reader, array);
    if (!numbers)
        return false;
    if (numbers->len % 3 || numbers->len / 3 + reader->vertices->len > SN_MAX_MESH_VERTICES)
        return fail(reader, array ? array : piece, "the points are no triples, or too many");
    for (guint i = 0; i < numbers->len; i++) {
        if (!(fabs(g_array_index(numbers, double, i)) <= SN_MAX_COORDINATE))
            return fail(reader, array, "a coordinate is not finite, or too large");
    }
    g_array_append_vals(reader->vertices, numbers->data, numbers->len / 3);
    return true;
}

static void add_triangle(Reader *reader, int32_t a, int32_t b, int32_t c)
{
    const int32_t t[3] = {a, b, c};
    if (a != b && b != c && c != a)
        g_array_append_vals(reader->triangles, t, 1);
}

/* A cell: a polygon as a fan, or a strip, whose triangles turn round by turns. */
static void add_cell(Reader *reader, const int32_t *corners, int n, bool strip)
{
    for (int i = 2; i < n; i++) {
        if (!strip)
            add_triangle(reader, corners[0], corners[i - 1], corners[i]);
        else if (i % 2 == 0)
            add_triangle(reader, corners[i - 2], corners[i - 1], corners[i]);
        else
            add_triangle(reader, corners[i - 1], corners[i - 2], corners[i]);
    }
}

static bool read_cells(Reader *reader, const SnXmlNode *piece, bool strips, guint first)
{
    const SnXmlNode *node = sn_xml_child(piece, strips ? "Strips" : "Polys");
    if (!node)
        return true;
    g_autoptr(GArray) corners = numbers_of(reader, array_named(node, "connectivity"));
    g_autoptr(GArray) ends = corners ? numbers_of(reader, array_named(node, "offsets")) : NULL;
    if (!corners || !ends)
        return false;
    g_autofree int32_t *index = g_new(int32_t, MAX(corners->len, 1));
    const double n = reader->vertices->len - first;
    for (guint i = 0; i < corners->len; i++) {
        const double value = g_array_index(corners, double, i);
        if (!(value >= 0 && value < n))
            return fail(reader, node, "a cell has a corner that is no point");
        index[i] = (int32_t)(value + first);
    }
    double begin = 0;
    for (guint i = 0; i < ends->len; i++) {
        const double end = g_array_index(ends, double, i);
        if (!(end >= begin && end <= corners->len) ||
            reader->triangles->len > SN_MAX_MESH_TRIANGLES)
            return fail(reader, node, "the offsets of the cells do not fit their corners");
        add_cell(reader, index + (size_t)begin, (int)(end - begin), strips);
        begin = end;
    }
    return true;
}

static bool read_pieces(Reader *reader, const SnXmlNode *data)
{
    for (const SnXmlNode *piece = data->first; piece; piece = piece->next) {
        const guint first = reader->vertices->len;
        if (strcmp(piece->name, "Piece") == 0 &&
            (!read_points(reader, piece) || !read_cells(reader, piece, false, first) ||
             !read_cells(reader, piece, true, first)))
            return false;
    }
    return reader->triangles->len > 0 || fail(reader, data, "holds no polygons");
}

static bool read_file(Reader *reader)
{
    const SnXmlNode *root = sn_xml_root(reader->xml), *data = sn_xml_child(root, "PolyData");
    const SnXmlNode *appended = sn_xml_child(root, "AppendedData");
    if (strcmp(root->name, "VTKFile") != 0 || !data)
        return fail(reader, root, "is no surface of VTK; expected <VTKFile type=\"PolyData\">");
    const char *order = sn_xml_attribute(root, "byte_order"),
               *header = sn_xml_attribute(root, "header_type"),
               *compressor = sn_xml_attribute(root, "compressor");
    reader->form.big_endian = order && strcmp(order, "BigEndian") == 0;
    reader->form.wide_headers = header && strcmp(header, "UInt64") == 0;
    reader->form.zlib = compressor && strcmp(compressor, "vtkZLibDataCompressor") == 0;
    if (appended && *appended->text == '_')
        reader->appended = appended->text + 1;
    return read_pieces(reader, data);
}

SnSurface *sn_vtp_read(const char *path, GError **error)
{
    SnXml *xml = sn_xml_read(path, error);
    if (!xml)
        return NULL;
    Reader reader = {.xml = xml,
                     .vertices = g_array_new(FALSE, FALSE, 3 * sizeof(double)),
                     .triangles = g_array_new(FALSE, FALSE, 3 * sizeof(int32_t)),
                     .error = error};
    SnSurface *surface = NULL;
    const bool good = read_file(&reader);
    if (good) {
        surface = g_new(SnSurface, 1);
        surface->n_vertices = (int)reader.vertices->len;
        surface->n_triangles = (int)reader.triangles->len;
        surface->vertices = (double *)g_array_free(reader.vertices, FALSE);
        surface->triangles = (int32_t *)g_array_free(reader.triangles, FALSE);
    } else {
        g_array_unref(reader.vertices);
        g_array_unref(reader.triangles);
    }
    sn_xml_free(xml);
    return surface;
}
