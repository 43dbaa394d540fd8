/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Height fields: heights over a grid, of the document, of MuJoCo's own files or of pictures, become
 * closed surfaces. */
#include "engine/mjcf/mjcf.h"

#include "engine/base/vec.h"

#include <math.h>
#include <png.h>
#include <string.h>

enum { MOST = 2000 }; /* rows or columns */

/* Heights row by row from the back (y low) to the front, while they are read. */
typedef struct Heights {
    int rows, columns;
    float *z; /* NULL: none */
} Heights;

static bool has_room(const Heights *h)
{
    return h->rows >= 2 && h->columns >= 2 && h->rows <= MOST && h->columns <= MOST;
}

/* What is written from top to bottom begins with the last row. */
static void turn_over(Heights *h)
{
    for (int r = 0; r < h->rows / 2; r++)
        for (int c = 0; c < h->columns; c++) {
            float *a = &h->z[r * h->columns + c], *b = &h->z[(h->rows - 1 - r) * h->columns + c];
            const float other = *a;
            *a = *b;
            *b = other;
        }
}

/* Two whole numbers, then as many single-precision ones. */
static const char *read_binary(const char *path, Heights *h)
{
    g_autofree char *bytes = NULL;
    gsize length;
    int32_t size[2];
    if (!g_file_get_contents(path, &bytes, &length, NULL) || length < sizeof size)
        return "its file cannot be read";
    memcpy(size, bytes, sizeof size);
    h->rows = GINT32_FROM_LE(size[0]);
    h->columns = GINT32_FROM_LE(size[1]);
    if (!has_room(h) ||
        length != sizeof size + sizeof(float) * (size_t)h->rows * (size_t)h->columns)
        return "its file has no 2 to 2000 rows and columns of heights";
    h->z = g_new(float, (size_t)h->rows *(size_t)h->columns);
    memcpy(h->z, bytes + sizeof size, length - sizeof size);
    return NULL;
}

static const char *read_picture(const char *path, Heights *h)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    if (!png_image_begin_read_from_file(&image, path))
        return "its file is no picture (PNG)";
    image.format = PNG_FORMAT_GRAY;
    h->rows = (int)image.height;
    h->columns = (int)image.width;
    if (!has_room(h)) {
        png_image_free(&image);
        return "its picture has no 2 to 2000 rows and columns";
    }
    const size_t n = (size_t)h->rows * (size_t)h->columns;
    g_autofree png_byte *gray = g_new0(png_byte, n);
    if (!png_image_finish_read(&image, NULL, gray, 0, NULL))
        return "its picture cannot be read";
    h->z = g_new(float, n);
    for (size_t i = 0; i < n; i++)
        h->z[i] = gray[i];
    turn_over(h);
    return NULL;
}

static const char *read_file(SnMjcf *mjcf, const SnXmlNode *node, const char *name, Heights *h)
{
    g_autofree char *path =
        sn_mjcf_find_file(mjcf, node, sn_mjcf_compiler(mjcf, node)->mesh_folder, name);
    if (!path)
        return "its file was not found";
    const char *dot = strrchr(path, '.');
    return dot && g_ascii_strcasecmp(dot, ".png") == 0 ? read_picture(path, h)
                                                       : read_binary(path, h);
}

/* Heights that the document gives, or none: flat. */
static const char *read_inline(SnMjcf *mjcf, const SnMjcfElement *element, Heights *h)
{
    const char *text = sn_xml_attribute(element->node, "elevation");
    h->rows = sn_mjcf_integer(mjcf, element, "nrow", 0);
    h->columns = sn_mjcf_integer(mjcf, element, "ncol", 0);
    if (!has_room(h))
        return "it has no 2 to 2000 rows and columns";
    const size_t n = (size_t)h->rows * (size_t)h->columns;
    h->z = g_new0(float, n);
    if (!text)
        return NULL;
    g_autoptr(GArray) given = sn_mjcf_list(mjcf, element->node, "elevation", text);
    if (given->len != n) {
        sn_mjcf_fail(mjcf, element->node, "has %u numbers of elevation for %d rows of %d",
                     given->len, h->rows, h->columns);
        return NULL;
    }
    for (size_t i = 0; i < n; i++)
        h->z[i] = (float)g_array_index(given, double, i);
    turn_over(h);
    return NULL;
}

/* From 0 to 1. */
static void normalize(Heights *h)
{
    const size_t n = (size_t)h->rows * (size_t)h->columns;
    float low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < n; i++) {
        h->z[i] = isfinite(h->z[i]) ? h->z[i] : 0;
        low = fminf(low, h->z[i]);
        high = fmaxf(high, h->z[i]);
    }
    for (size_t i = 0; i < n; i++)
        h->z[i] = high > low ? (h->z[i] - low) / (high - low) : 0;
}

static void add_triangle(SnSurface *surface, int a, int b, int c)
{
    int32_t *t = surface->triangles + 3 * (size_t)surface->n_triangles++;
    t[0] = a, t[1] = b, t[2] = c;
}

/* Vertices around the grid, seen from above against the clock. */
static int border(const Heights *h, int i)
{
    const int c = h->columns - 1, r = h->rows - 1;
    if (i < c)
        return i;
    if (i < c + r)
        return (i - c) * h->columns + c;
    if (i < 2 * c + r)
        return r * h->columns + (2 * c + r - i);
    return (2 * c + 2 * r - i) * h->columns;
}

/* The heights, walls around them, and a bottom; each square parted from its low corner to its high
 * one, as MuJoCo does. */
static SnSurface *surface_of(const Heights *h, const double size[4])
{
    const int rows = h->rows, columns = h->columns, top = rows * columns,
              around = 2 * (rows + columns) - 4;
    SnSurface *surface = g_new0(SnSurface, 1);
    surface->n_vertices = top + around + 1;
    surface->vertices = g_new0(double, 3 * (size_t)surface->n_vertices);
    surface->triangles =
        g_new0(int32_t, 3 * (2 * (size_t)(rows - 1) * (size_t)(columns - 1) + 3 * (size_t)around));
    for (int i = 0; i < top; i++)
        sn_v3_set(size[0] * (2.0 * (i % columns) / (columns - 1) - 1),
                  size[1] * (2.0 * (i / columns) / (rows - 1) - 1), size[2] * (double)h->z[i],
                  surface->vertices + 3 * (size_t)i);
    for (int i = 0; i < around; i++) {
        double *below = surface->vertices + 3 * (size_t)(top + i);
        sn_v3_copy(surface->vertices + 3 * (size_t)border(h, i), below);
        below[2] = -size[3];
    }
    surface->vertices[3 * (size_t)(top + around) + 2] = -size[3];
    for (int r = 0; r + 1 < rows; r++)
        for (int c = 0; c + 1 < columns; c++) {
            const int a = r * columns + c, b = a + 1, d = a + columns;
            add_triangle(surface, a, b, d + 1);
            add_triangle(surface, a, d + 1, d);
        }
    for (int i = 0; i < around; i++) {
        const int next = (i + 1) % around;
        add_triangle(surface, border(h, i), top + i, top + next);
        add_triangle(surface, border(h, i), top + next, border(h, next));
        add_triangle(surface, top + i, top + around, top + next);
    }
    return surface;
}

void sn_mjcf_read_hfield(SnMjcf *mjcf, const SnXmlNode *node)
{
    const SnMjcfElement element = {node, NULL, 0};
    const char *file = sn_xml_attribute(node, "file"), *why;
    Heights heights = {0};
    double size[4] = {0};
    sn_mjcf_numbers(mjcf, &element, "size", 4, 4, size);
    const bool sized = size[0] > 0 && size[1] > 0 && size[2] >= 0 && size[3] > 0;
    why = !sized          ? "its size is not four positive numbers"
          : file && *file ? read_file(mjcf, node, file, &heights)
                          : read_inline(mjcf, &element, &heights);
    SnMjcfMesh *mesh = g_new0(SnMjcfMesh, 1);
    mesh->element = element;
    mesh->tried = true;
    mesh->name = g_strdup(sn_mjcf_name_of(node));
    if (!*mesh->name && file) {
        g_free(mesh->name);
        mesh->name = sn_mjcf_name_of_file(file);
    }
    sn_v3_set(1, 1, 1, mesh->scale);
    sn_placement_identity(&mesh->reference);
    if (!why && heights.z) {
        normalize(&heights);
        mesh->surface = surface_of(&heights, size);
    }
    g_free(heights.z);
    g_ptr_array_add(mjcf->meshes, mesh);
    g_hash_table_insert(mjcf->hfield_by_name, mesh->name, GINT_TO_POINTER((int)mjcf->meshes->len));
    sn_mjcf_tell(mjcf, why ? SN_IMPORT_LEFT_OUT : SN_IMPORT_EXACT, node, mesh->name, why);
}
