/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/collect/solids.h"

#include "render/color_map.h"

#include <epoxy/gl.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#define CAPS SN_N_LAYERS

enum { MOST_JOINED = 512 }; /* transparent surfaces among which those of one body are looked for */

/* --- list --- */

void sn_solids_empty(SnSolids *solids)
{
    for (int layer = 0; layer < SN_N_LAYERS; layer++) {
        for (int shape = 0; shape < SN_N_SHAPES; shape++)
            solids->instances[layer][shape].count = 0;
        solids->soup[layer].vertices.count = solids->soup[layer].indices.count = 0;
    }
    solids->segments[0].count = solids->segments[1].count = 0;
    solids->opaque.count = solids->clear.count = solids->caps.count = 0;
    solids->cap_soup.vertices.count = solids->cap_soup.indices.count = 0;
    solids->marked.count = 0;
    solids->section_soup.vertices.count = solids->section_soup.indices.count = 0;
    solids->section_soup.owner.count = 0;
    solids->section_soup.lines[0].count = solids->section_soup.lines[1].count = 0;
    solids->sections.count = solids->inner.count = solids->parts.count = 0;
    sn_holders_empty(&solids->holders);
    solids->n_numbers = 0;
    for (int k = 0; k < 3; k++)
        solids->marked_bounds[0][k] = INFINITY, solids->marked_bounds[1][k] = -INFINITY;
    solids->any_selected = solids->any_hovered = false;
    solids->n_through = 0;
}

static int compare_depths(const void *a, const void *b)
{
    const SnDraw *x = a, *y = b;
    if (x->depth != y->depth)
        return x->depth > y->depth ? -1 : 1;
    if (x->kind == SN_DRAW_MESH && y->kind == SN_DRAW_MESH && x->body != y->body)
        return x->body < y->body ? -1 : 1;
    return (x->place.ink.tag[0] > y->place.ink.tag[0]) -
           (x->place.ink.tag[0] < y->place.ink.tag[0]);
}

/* The surfaces of one body are as far away as the farthest of them, so that they come together. */
static void join_bodies(SnDraw *draws, int n)
{
    for (int i = 0; i < n && n <= MOST_JOINED; i++)
        for (int k = 0; k < n && draws[i].kind == SN_DRAW_MESH; k++)
            if (draws[k].kind == SN_DRAW_MESH && draws[k].body == draws[i].body)
                draws[i].depth = fmax(draws[i].depth, draws[k].depth);
}

void sn_solids_sort(SnSolids *solids)
{
    join_bodies(solids->clear.data, solids->clear.count);
    if (solids->clear.count)
        qsort(solids->clear.data, (size_t)solids->clear.count, sizeof(SnDraw), compare_depths);
}

void sn_solids_free(SnSolids *solids)
{
    for (int layer = 0; layer < SN_N_LAYERS; layer++) {
        for (int shape = 0; shape < SN_N_SHAPES; shape++)
            sn_buffer_free(&solids->instances[layer][shape]);
        sn_buffer_free(&solids->soup[layer].vertices);
        sn_buffer_free(&solids->soup[layer].indices);
    }
    sn_buffer_free(&solids->segments[0]);
    sn_buffer_free(&solids->segments[1]);
    sn_buffer_free(&solids->opaque);
    sn_buffer_free(&solids->clear);
    sn_buffer_free(&solids->caps);
    sn_buffer_free(&solids->marked);
    sn_buffer_free(&solids->cap_soup.vertices);
    sn_buffer_free(&solids->cap_soup.indices);
    sn_buffer_free(&solids->section_soup.vertices);
    sn_buffer_free(&solids->section_soup.indices);
    sn_buffer_free(&solids->section_soup.owner);
    sn_buffer_free(&solids->section_soup.lines[0]);
    sn_buffer_free(&solids->section_soup.lines[1]);
    sn_buffer_free(&solids->sections);
    sn_buffer_free(&solids->inner);
    sn_buffer_free(&solids->parts);
    sn_buffer_free(&solids->tube_points);
    sn_buffer_free(&solids->tube_rows);
    sn_buffer_free(&solids->rope_rows);
    sn_buffer_free(&solids->flesh_share);
    sn_buffer_free(&solids->flesh_rows);
    sn_buffer_free(&solids->sheet_places);
    sn_buffer_free(&solids->sheet_rows);
    sn_holders_free(&solids->holders);
}

/* --- pick numbers of parts --- */

uint32_t sn_solids_add_parts(SnSolids *solids, int count, int item, SnPartKind kind,
                             const int *owner, int offset)
{
    SnPartRange *range = sn_buffer_add(&solids->parts, 1, sizeof *range);
    *range = (SnPartRange){solids->n_numbers + 1, count, item, kind, owner, offset};
    solids->n_numbers += (uint32_t)count;
    return range->first;
}

int sn_solids_item_of(const SnSolids *solids, uint32_t number, SnPartKind *kind, int *part)
{
    const SnPartRange *ranges = solids->parts.data;
    int low = 0, high = solids->parts.count; /* the last range that begins at or before it */
    while (low < high) {
        const int middle = (low + high) / 2;
        if (ranges[middle].first <= number)
            low = middle + 1;
        else
            high = middle;
    }
    *part = -1;
    if (low == 0)
        return (int)number - 1;
    const SnPartRange *range = &ranges[low - 1];
    const int at = (int)(number - range->first);
    *kind = range->kind;
    *part = range->owner ? range->owner[at]
            : range->offset >= 0
                ? ((const int *)solids->section_soup.owner.data)[range->offset + at]
                : at;
    return range->item;
}

/* --- GPU objects --- */

static void vertex_attributes(GLsizei stride)
{
    glEnableVertexAttribArray(0);
    glEnableVertexAttribArray(1);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, stride, NULL);
    glVertexAttribPointer(1, 3, GL_SHORT, GL_TRUE, stride,
                          (const void *)offsetof(SnVertex, normal));
}

void sn_shape_upload(const SnShapeData *shape, unsigned *array, unsigned *vertices,
                     unsigned *indices)
{
    glGenVertexArrays(1, array);
    glGenBuffers(1, vertices);
    glGenBuffers(1, indices);
    glBindVertexArray(*array);
    glBindBuffer(GL_ARRAY_BUFFER, *vertices);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(sizeof(SnVertex) * (size_t)shape->n_vertices),
                 shape->vertices, GL_STATIC_DRAW);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, *indices);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)(sizeof(uint32_t) * (size_t)shape->n_indices),
                 shape->indices, GL_STATIC_DRAW);
    vertex_attributes(sizeof(SnVertex));
    glBindVertexArray(0);
}

static void soup_attributes(void)
{
    const GLsizei stride = sizeof(SnSoupVertex);
    vertex_attributes(stride);
    glEnableVertexAttribArray(6);
    glEnableVertexAttribArray(7);
    glVertexAttribPointer(6, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride,
                          (const void *)offsetof(SnSoupVertex, ink.color));
    glVertexAttribIPointer(7, 2, GL_UNSIGNED_INT, stride,
                           (const void *)offsetof(SnSoupVertex, ink.tag));
}

static void segment_attributes(int first)
{
    const GLsizei stride = sizeof(SnSegment);
    const char *base = (const char *)((size_t)first * sizeof(SnSegment));
    for (GLuint i = 0; i < 5; i++) {
        glEnableVertexAttribArray(i);
        glVertexAttribDivisor(i, 1);
    }
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, stride, base);
    glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, stride, base + offsetof(SnSegment, end));
    glVertexAttribPointer(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride,
                          base + offsetof(SnSegment, color));
    glVertexAttribPointer(3, 2, GL_FLOAT, GL_FALSE, stride, base + offsetof(SnSegment, shape));
    glVertexAttribIPointer(4, 2, GL_UNSIGNED_INT, stride, base + offsetof(SnSegment, tag));
}

static void make_sections(SnSolidGpu *gpu)
{
    glGenVertexArrays(3, gpu->section_array);
    glGenBuffers(1, &gpu->section_vertices);
    glGenBuffers(3, gpu->section_indices);
    for (int i = 0; i < 3; i++) {
        glBindVertexArray(gpu->section_array[i]);
        glBindBuffer(GL_ARRAY_BUFFER, gpu->section_vertices);
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, gpu->section_indices[i]);
        sn_tissue_attributes();
    }
}

void sn_solid_gpu_make(SnSolidGpu *gpu)
{
    memset(gpu, 0, sizeof *gpu);
    for (int i = 0; i < SN_N_SHAPES; i++) {
        SnShapeData shape = sn_shape_make((SnShape)i);
        sn_shape_upload(&shape, &gpu->shape_array[i], &gpu->shape_vertices[i],
                        &gpu->shape_indices[i]);
        gpu->shape_count[i] = shape.n_indices;
        glBindVertexArray(gpu->shape_array[i]);
        for (GLuint k = 2; k < 8; k++) {
            glEnableVertexAttribArray(k);
            glVertexAttribDivisor(k, 1);
        }
        sn_shape_free(&shape);
    }
    glGenBuffers(SN_N_LAYERS * SN_N_SHAPES, &gpu->instances[0][0]);
    glGenVertexArrays(SN_N_LAYERS + 1, gpu->soup_array);
    glGenBuffers(SN_N_LAYERS + 1, gpu->soup_vertices);
    glGenBuffers(SN_N_LAYERS + 1, gpu->soup_indices);
    for (int i = 0; i <= SN_N_LAYERS; i++) {
        glBindVertexArray(gpu->soup_array[i]);
        glBindBuffer(GL_ARRAY_BUFFER, gpu->soup_vertices[i]);
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, gpu->soup_indices[i]);
        soup_attributes();
    }
    glGenVertexArrays(2, gpu->segment_array);
    glGenBuffers(2, gpu->segments);
    for (int i = 0; i < 2; i++) {
        glBindVertexArray(gpu->segment_array[i]);
        glBindBuffer(GL_ARRAY_BUFFER, gpu->segments[i]);
        segment_attributes(0);
    }
    make_sections(gpu);
    gpu->color_maps = sn_color_map_texture();
    glGenVertexArrays(1, &gpu->empty_array);
    glGenVertexArrays(1, &gpu->point_array);
    glBindVertexArray(0);
}

void sn_solid_gpu_clear(SnSolidGpu *gpu)
{
    glDeleteVertexArrays(SN_N_SHAPES, gpu->shape_array);
    glDeleteBuffers(SN_N_SHAPES, gpu->shape_vertices);
    glDeleteBuffers(SN_N_SHAPES, gpu->shape_indices);
    glDeleteBuffers(SN_N_LAYERS * SN_N_SHAPES, &gpu->instances[0][0]);
    glDeleteVertexArrays(SN_N_LAYERS + 1, gpu->soup_array);
    glDeleteBuffers(SN_N_LAYERS + 1, gpu->soup_vertices);
    glDeleteBuffers(SN_N_LAYERS + 1, gpu->soup_indices);
    glDeleteVertexArrays(2, gpu->segment_array);
    glDeleteBuffers(2, gpu->segments);
    glDeleteVertexArrays(3, gpu->section_array);
    glDeleteBuffers(1, &gpu->section_vertices);
    glDeleteBuffers(3, gpu->section_indices);
    glDeleteTextures(1, &gpu->color_maps);
    glDeleteVertexArrays(1, &gpu->empty_array);
    glDeleteVertexArrays(1, &gpu->point_array);
    memset(gpu, 0, sizeof *gpu);
}

static void stream(GLenum target, GLuint buffer, const SnBuffer *data, size_t size)
{
    if (!data->count)
        return;
    glBindBuffer(target, buffer);
    glBufferData(target, (GLsizeiptr)(size * (size_t)data->count), data->data, GL_STREAM_DRAW);
}

void sn_solid_gpu_upload(SnSolidGpu *gpu, const SnSolids *solids)
{
    glBindVertexArray(0);
    for (int layer = 0; layer < SN_N_LAYERS; layer++)
        for (int shape = 0; shape < SN_N_SHAPES; shape++)
            stream(GL_ARRAY_BUFFER, gpu->instances[layer][shape], &solids->instances[layer][shape],
                   sizeof(SnInstance));
    for (int i = 0; i <= SN_N_LAYERS; i++) {
        const SnSoup *soup = i == CAPS ? &solids->cap_soup : &solids->soup[i];
        stream(GL_ARRAY_BUFFER, gpu->soup_vertices[i], &soup->vertices, sizeof(SnSoupVertex));
        glBindVertexArray(gpu->soup_array[i]);
        stream(GL_ELEMENT_ARRAY_BUFFER, gpu->soup_indices[i], &soup->indices, sizeof(uint32_t));
    }
    const SnSectionSoup *cuts = &solids->section_soup;
    stream(GL_ARRAY_BUFFER, gpu->section_vertices, &cuts->vertices, sizeof(SnTissueVertex));
    for (int i = 0; i < 3; i++) {
        glBindVertexArray(gpu->section_array[i]);
        stream(GL_ELEMENT_ARRAY_BUFFER, gpu->section_indices[i],
               i ? &cuts->lines[i - 1] : &cuts->indices, sizeof(uint32_t));
    }
    glBindVertexArray(0);
    for (int i = 0; i < 2; i++)
        stream(GL_ARRAY_BUFFER, gpu->segments[i], &solids->segments[i], sizeof(SnSegment));
}

/* --- drawing --- */

/* The place of a mesh or of loose triangles: constant attributes instead of an instance's. */
static void set_place(const SnInstance *place)
{
    for (GLuint k = 0; k < 3; k++)
        glVertexAttrib3fv(2 + k, place->axes[k]);
    glVertexAttrib3fv(5, place->origin);
    const uint8_t *c = place->ink.color;
    glVertexAttrib4f(6, (float)c[0] / 255, (float)c[1] / 255, (float)c[2] / 255, (float)c[3] / 255);
    glVertexAttribI2ui(7, place->ink.tag[0], place->ink.tag[1]);
}

static const SnInstance no_place = {.axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

static void draw_instances(const SnSolidGpu *gpu, SnLayer layer, SnShape shape, int first,
                           int count)
{
    if (!count)
        return;
    const GLsizei stride = sizeof(SnInstance);
    const char *base = (const char *)((size_t)first * sizeof(SnInstance));
    glBindVertexArray(gpu->shape_array[shape]);
    glBindBuffer(GL_ARRAY_BUFFER, gpu->instances[layer][shape]);
    for (GLuint k = 0; k < 4; k++)
        glVertexAttribPointer(2 + k, 3, GL_FLOAT, GL_FALSE, stride, base + 3 * sizeof(float) * k);
    glVertexAttribPointer(6, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride,
                          base + offsetof(SnInstance, ink.color));
    glVertexAttribIPointer(7, 2, GL_UNSIGNED_INT, stride, base + offsetof(SnInstance, ink.tag));
    glDrawElementsInstanced(GL_TRIANGLES, gpu->shape_count[shape], GL_UNSIGNED_INT, NULL, count);
}

static void draw_indices(GLenum mode, int first, int count)
{
    if (count)
        glDrawElements(mode, count, GL_UNSIGNED_INT,
                       (const void *)((size_t)first * sizeof(uint32_t)));
}

static void draw_soup(const SnSolidGpu *gpu, int which, int first, int count)
{
    if (!count)
        return;
    glBindVertexArray(gpu->soup_array[which]);
    set_place(&no_place);
    draw_indices(GL_TRIANGLES, first, count);
}

static void draw_segments(const SnSolidGpu *gpu, int which, int first, int count)
{
    if (!count)
        return;
    glBindVertexArray(gpu->segment_array[which]);
    glBindBuffer(GL_ARRAY_BUFFER, gpu->segments[which]);
    segment_attributes(first);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count);
}

static void draw_tissue(const SnDraw *draw)
{
    const SnGpuTissue *gpu = draw->tissue;
    const SnTissue *tissue = gpu->tissue;
    if (draw->fine && gpu->n_fine)
        draw_indices(GL_TRIANGLES, 3 * tissue->n_triangles + 2 * tissue->n_lines,
                     3 * gpu->fine[gpu->n_fine - 1].n_triangles);
    else
        draw_indices(GL_TRIANGLES, 0, 3 * tissue->n_triangles);
}

void sn_draw_one(const SnSolidGpu *gpu, const SnDraw *draw)
{
    switch (draw->kind) {
    case SN_DRAW_MESH:
        glBindVertexArray(draw->mesh->array);
        set_place(&draw->place);
        if (draw->coarse)
            draw_indices(GL_TRIANGLES, draw->mesh->n_indices, draw->mesh->n_coarse);
        else
            draw_indices(GL_TRIANGLES, 0, draw->mesh->n_indices);
        break;
    case SN_DRAW_INSTANCES:
        draw_instances(gpu, draw->layer, draw->shape, draw->first, draw->count);
        break;
    case SN_DRAW_SOUP:
        draw_soup(gpu, (int)draw->layer, draw->first, draw->count);
        break;
    case SN_DRAW_SEGMENTS:
        draw_segments(gpu, 0, draw->first, draw->count);
        break;
    case SN_DRAW_TISSUE:
        glBindVertexArray(draw->tissue->array);
        set_place(&draw->place);
        draw_tissue(draw);
        break;
    case SN_DRAW_SECTION:
        glBindVertexArray(gpu->section_array[0]);
        set_place(&draw->place);
        draw_indices(GL_TRIANGLES, draw->first, draw->count);
        break;
    }
}

void sn_draw_points(const SnSolidGpu *gpu, const SnDraw *draw, int step)
{
    glBindVertexArray(gpu->point_array);
    glBindBuffer(GL_ARRAY_BUFFER, draw->mesh->vertices);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, step * (GLsizei)sizeof(SnVertex), NULL);
    set_place(&draw->place);
    glDrawArrays(GL_POINTS, 0, draw->mesh->n_vertices / step);
}

void sn_draw_element_lines(const SnSolidGpu *gpu, const SnDraw *draw, int list)
{
    if (draw->kind == SN_DRAW_TISSUE) {
        const SnTissue *tissue = draw->tissue->tissue;
        glBindVertexArray(draw->tissue->array);
        set_place(&draw->place);
        const int coarse = 3 * tissue->n_triangles + 2 * tissue->n_lines;
        if (draw->fine && draw->tissue->n_fine_lines)
            draw_indices(GL_LINES,
                         coarse + 3 * draw->tissue->fine[draw->tissue->n_fine - 1].n_triangles,
                         2 * draw->tissue->n_fine_lines);
        else
            draw_indices(GL_LINES, 3 * tissue->n_triangles, 2 * tissue->n_lines);
    } else {
        glBindVertexArray(gpu->section_array[1 + list]);
        set_place(&draw->place);
        draw_indices(GL_LINES, draw->line_first[list], draw->line_count[list]);
    }
}

void sn_draw_layer(const SnSolidGpu *gpu, const SnSolids *solids, SnLayer layer)
{
    for (int shape = 0; shape < SN_N_SHAPES; shape++)
        draw_instances(gpu, layer, (SnShape)shape, 0, solids->instances[layer][shape].count);
    draw_soup(gpu, layer, 0, solids->soup[layer].indices.count);
}

void sn_draw_cap(const SnSolidGpu *gpu, const SnCap *cap)
{
    draw_soup(gpu, CAPS, cap->first, cap->count);
}

void sn_draw_cap_cover(const SnSolidGpu *gpu, const SnCap *cap)
{
    draw_soup(gpu, CAPS, cap->first + cap->count, 6);
}

void sn_draw_segments(const SnSolidGpu *gpu, const SnSolids *solids, int which)
{
    draw_segments(gpu, which, 0, solids->segments[which].count);
}
