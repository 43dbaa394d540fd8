/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wavefront OBJ: vertices and faces.  One pass over the text, line by line; nothing is kept but
 * positions and triangles. */
#include "engine/mesh/geometry.h"
#include "engine/text/limits.h"
#include "engine/text/number_text.h"
#include "engine/text/write_file.h"

#include <math.h>
#include <string.h>

typedef struct Reader {
    const char *text, *end; /* what is left of the file */
    const char *name;       /* for messages */
    int line;
    GArray *vertices;  /* of double[3] */
    GArray *triangles; /* of int32_t[3] */
    GError **error;
} Reader;

static bool fail(Reader *reader, const char *format, ...) G_GNUC_PRINTF(2, 3);

static bool fail(Reader *reader, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_set_error(reader->error, SN_MODEL_ERROR, SN_MODEL_ERROR_MESH, "%s:%d: %s", reader->name,
                reader->line, text);
    g_free(text);
    return false;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

/* Next word of the present line: true, or false at its end.  A backslash before the line break
 * joins the next line to this one; '#' ends it. */
static bool next_word(Reader *reader, const char **word, size_t *length)
{
    const char *p = reader->text;
    while (p < reader->end) {
        if (is_blank(*p)) {
            p++;
        } else if (*p == '\\' && p + 1 < reader->end && p[1] == '\n') {
            p += 2;
            reader->line++;
        } else if (*p == '\\' && p + 2 < reader->end && p[1] == '\r' && p[2] == '\n') {
            p += 3;
            reader->line++;
        } else {
            break;
        }
    }
    reader->text = p;
    if (p == reader->end || *p == '\n' || *p == '#')
        return false;
    while (p < reader->end && *p != '\n' && !is_blank(*p) && *p != '#') {
        const bool joins = *p == '\\' && p + 1 < reader->end && (p[1] == '\n' || p[1] == '\r');
        if (joins && p > reader->text)
            break;
        p++;
    }
    *word = reader->text;
    *length = (size_t)(p - reader->text);
    reader->text = p;
    return true;
}

/* To the start of the next line, over joined ones. */
static void skip_line(Reader *reader)
{
    bool joined = true;
    while (joined && reader->text < reader->end) {
        const char *from = reader->text;
        const char *p = memchr(from, '\n', (size_t)(reader->end - from));
        joined = p && *from != '#' &&
                 ((p > from && p[-1] == '\\') || (p > from + 1 && p[-1] == '\r' && p[-2] == '\\'));
        reader->text = p ? p + 1 : reader->end;
        reader->line++;
    }
}

static bool read_vertex(Reader *reader)
{
    double position[3];
    for (int i = 0; i < 3; i++) {
        const char *word;
        size_t length;
        if (!next_word(reader, &word, &length))
            return fail(reader, "a vertex needs three coordinates, has %d", i);
        if (sn_number_parse(word, length, &position[i]) != length) {
            return fail(reader, "vertex coordinate is no finite number: '%.*s'",
                        (int)MIN(length, 40), word);
        }
        if (!isfinite(position[i]) || fabs(position[i]) > SN_MAX_COORDINATE) {
            return fail(reader, "vertex coordinate is out of range: '%.*s'", (int)MIN(length, 40),
                        word);
        }
    }
    if (reader->vertices->len >= SN_MAX_MESH_VERTICES)
        return fail(reader, "more than %d vertices; simplify the mesh", SN_MAX_MESH_VERTICES);
    g_array_append_vals(reader->vertices, position, 1);
    return true; /* weight or colours may follow: not used */
}

/* "7", "7/1", "7//3" or "7/1/3", from 1; negative: from the last vertex backwards. */
static bool read_corner(Reader *reader, const char *word, size_t length, int32_t *corner)
{
    size_t i = 0;
    const bool negative = word[0] == '-';
    int64_t index = 0;
    if (negative)
        i++;
    const size_t first = i;
    for (; i < length && g_ascii_isdigit(word[i]); i++)
        index = MIN(10 * index + (word[i] - '0'), INT32_MAX);
    bool good = i > first;
    for (size_t k = i; k < length; k++)
        good = good && (word[k] == '/' || word[k] == '-' || g_ascii_isdigit(word[k]));
    if (!good || (i < length && word[i] != '/')) {
        return fail(reader, "'%.*s' is no vertex of a face; expected numbers like 7 or 7/1/3",
                    (int)MIN(length, 40), word);
    }
    const int64_t n = reader->vertices->len;
    const int64_t position = negative ? n - index : index - 1;
    if (index == 0 || position < 0 || position >= n) {
        return fail(reader,
                    "face uses vertex %s%" G_GINT64_FORMAT ", but %" G_GINT64_FORMAT
                    " %s above this line",
                    negative ? "-" : "", index, n, n == 1 ? "vertex is" : "vertices are");
    }
    *corner = (int32_t)position;
    return true;
}

/* A polygon is cut into a fan around its first corner. */
static bool read_face(Reader *reader)
{
    int32_t triangle[3];
    int n = 0;
    const char *word;
    size_t length;
    while (next_word(reader, &word, &length)) {
        int32_t corner = 0;
        if (!read_corner(reader, word, length, &corner))
            return false;
        if (n >= 2) {
            triangle[2] = corner;
            if (reader->triangles->len >= SN_MAX_MESH_TRIANGLES) {
                return fail(reader, "more than %d triangles; simplify the mesh",
                            SN_MAX_MESH_TRIANGLES);
            }
            g_array_append_vals(reader->triangles, triangle, 1);
            triangle[1] = corner;
        } else {
            triangle[n] = corner;
        }
        n++;
    }
    if (n < 3)
        return fail(reader, "a face needs three vertices or more, has %d", n);
    return true;
}

static bool read_lines(Reader *reader)
{
    while (reader->text < reader->end) {
        const char *word;
        size_t length;
        if (next_word(reader, &word, &length)) {
            if (memchr(word, 0, length))
                return fail(reader, "is no OBJ text (holds a zero byte)");
            if (length == 1 && word[0] == 'v') {
                if (!read_vertex(reader))
                    return false;
            } else if (length == 1 && word[0] == 'f') {
                if (!read_face(reader))
                    return false;
            }
        }
        skip_line(reader);
    }
    return true;
}

SnSurface *sn_obj_read_text(const char *text, size_t length, const char *name, GError **error)
{
    Reader reader = {
        .text = text,
        .end = text + length,
        .name = name,
        .line = 1,
        .vertices = g_array_sized_new(FALSE, FALSE, 3 * sizeof(double), 64),
        .triangles = g_array_sized_new(FALSE, FALSE, 3 * sizeof(int32_t), 64),
        .error = error,
    };
    SnSurface *surface = NULL;
    if (read_lines(&reader)) {
        if (reader.triangles->len == 0) {
            g_set_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_MESH,
                        "%s: holds no faces; expected an OBJ file with v and f lines", name);
        } else {
            surface = g_new(SnSurface, 1);
            surface->n_vertices = (int)reader.vertices->len;
            surface->n_triangles = (int)reader.triangles->len;
            surface->vertices = (double *)g_array_free(reader.vertices, FALSE);
            surface->triangles = (int32_t *)g_array_free(reader.triangles, FALSE);
            return surface;
        }
    }
    g_array_unref(reader.vertices);
    g_array_unref(reader.triangles);
    return surface;
}

SnSurface *sn_obj_read(const char *path, GError **error)
{
    size_t length;
    char *text = sn_read_file(path, SN_MAX_MESH_BYTES, &length, error);
    if (!text)
        return NULL;
    SnSurface *surface = sn_obj_read_text(text, length, path, error);
    g_free(text);
    return surface;
}

bool sn_obj_write(const SnSurface *surface, const char *path, GError **error)
{
    GString *text = g_string_sized_new((size_t)surface->n_vertices * 60 + 64);
    char number[SN_NUMBER_TEXT_SIZE];
    for (int i = 0; i < surface->n_vertices; i++) {
        g_string_append_c(text, 'v');
        for (int k = 0; k < 3; k++) {
            const int n = sn_number_format(surface->vertices[3 * i + k], number);
            g_string_append_c(text, ' ');
            g_string_append_len(text, number, n);
        }
        g_string_append_c(text, '\n');
    }
    for (int i = 0; i < surface->n_triangles; i++) {
        const int32_t *t = surface->triangles + 3 * i;
        g_string_append_printf(text, "f %d %d %d\n", t[0] + 1, t[1] + 1, t[2] + 1);
    }
    const bool done = sn_write_file(path, SN_OUTPUT_WHOLE, text->str, text->len, error);
    g_string_free(text, TRUE);
    return done;
}
