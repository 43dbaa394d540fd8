/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The surface of a broad muscle: one closed sheet with a shallow groove between its slips. */
#include "render/collect/flesh.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

static const double groove = 1.75; /* a slip's ellipse over its half width: the less, the deeper */
static const double tip_part = 0.08;  /* of the length, over which it begins */
static const double tip_thick = 0.15; /* at its very start, over that behind */
static const double most_thick = 0.6; /* over its width: it becomes broader instead */
static const double least_half = 0.6; /* of its thickness [logical pixels] */

typedef struct SheetRow {
    double s;    /* along the flesh [m] */
    double half; /* thickness in the middle of slips [m] */
} SheetRow;

double sn_sheet_part(const SnSheet *sheet, int column)
{
    const int slip = column / sheet->per_slip, step = column % sheet->per_slip;
    const double across = 0.5 - 0.5 * cos(M_PI * step / sheet->per_slip);
    return (slip + across) / sheet->n_slips;
}

/* Thickness of a column over that in the middle of a slip: none at both sides of the sheet. */
static double bulge(const SnSheet *sheet, int column)
{
    const int last = sheet->per_slip * sheet->n_slips;
    const double x = fabs(cos(M_PI * (column % sheet->per_slip) / sheet->per_slip));
    const bool outer = 2 * column < sheet->per_slip || 2 * (last - column) < sheet->per_slip;
    return sqrt(1 - pow(outer ? x : x / groove, 2));
}

static const double *middle(const SnSheet *sheet, int row, int column)
{
    return sheet->middle[row * (sheet->per_slip * sheet->n_slips + 1) + column];
}

/* The direction out of the middle surface, and the one from side to side, at a place of it. */
static void directions(const SnSheet *sheet, int row, int column, double out[3], double across[3])
{
    const int last = sheet->per_slip * sheet->n_slips;
    double along[3];
    sn_v3_sub(middle(sheet, row, column < last ? column + 1 : column),
              middle(sheet, row, column > 0 ? column - 1 : column), across);
    sn_v3_sub(middle(sheet, row + 1 < sheet->rows ? row + 1 : row, column),
              middle(sheet, row > 0 ? row - 1 : row, column), along);
    sn_v3_normalize(across, across);
    sn_v3_cross(across, along, out);
    if (sn_v3_normalize(out, out) == 0)
        sn_v3_tangents(across, out, along);
}

/* How a sheet begins: 0 at its very start, 1 behind its tip. */
static double begun(double part)
{
    const double t = fmin(part / tip_part, 1);
    return sqrt(t * t * (3 - 2 * t));
}

/* The width of a row, each column counting as much as it is thick. */
static double covered_width(const SnSheet *sheet, int row)
{
    const int last = sheet->per_slip * sheet->n_slips;
    double covered = 0;
    for (int column = 0; column < last; column++)
        covered += sn_v3_distance(middle(sheet, row, column), middle(sheet, row, column + 1)) *
                   (bulge(sheet, column) + bulge(sheet, column + 1)) / 2;
    return covered;
}

/* Half the thickness in the middle of slips of a row of this area; the row is made broader about
 * its middle if it would be thicker than muscles are, except where it springs from the bone. */
static double set_row(const SnSheet *sheet, int row, double part, double area)
{
    const int columns = sheet->per_slip * sheet->n_slips + 1;
    const double covered = covered_width(sheet, row), thick = begun(part);
    const double wanted = sqrt(area / most_thick);
    const double grown = covered > 0 ? 1 + thick * fmax(wanted / covered - 1, 0) : 1;
    double center[3];
    sn_v3_copy(middle(sheet, row, columns / 2), center);
    for (int column = 0; column < columns && grown > 1; column++)
        for (int k = 0; k < 3; k++) {
            double *place = &sheet->middle[row * columns + column][k];
            *place = center[k] + grown * (*place - center[k]);
        }
    return covered > 0 ? (tip_thick + (1 - tip_thick) * thick) * area / (2 * covered * grown) : 0;
}

/* From a row to the next one, in the middle; none behind the last. */
static double row_gap(const SnSheet *sheet, int row)
{
    const int column = sheet->per_slip * sheet->n_slips / 2;
    return row + 1 < sheet->rows
               ? sn_v3_distance(middle(sheet, row, column), middle(sheet, row + 1, column))
               : 0;
}

/* A ring about the sheet: over it from side to side, then back below it. */
static void add_ring(const SnCollector *c, SnSoup *soup, const SnSheet *sheet, int row, double half,
                     const SnInk *ink)
{
    const int last = sheet->per_slip * sheet->n_slips;
    SnSoupVertex *ring = sn_buffer_add(&soup->vertices, 2 * last, sizeof *ring);
    for (int k = 0; k < 2 * last; k++) {
        const int column = k <= last ? k : 2 * last - k;
        double out[3], across[3], p[3];
        directions(sheet, row, column, out, across);
        sn_v3_sub(middle(sheet, row, column), c->frame->origin, p);
        sn_v3_axpy((k <= last ? half : -half) * bulge(sheet, column), out, p);
        sn_vertex_set(&ring[k].vertex, p, out);
        ring[k].ink = *ink;
    }
}

/* Normals of the surface as it was made, by differences between neighbours on it. */
static void set_normals(SnSoupVertex *rings, int rows, int around)
{
    for (int row = 0; row < rows; row++)
        for (int k = 0; k < around; k++) {
            SnVertex *vertex = &rings[row * around + k].vertex;
            const float *before = rings[row * around + (k + around - 1) % around].vertex.position;
            const float *after = rings[row * around + (k + 1) % around].vertex.position;
            const float *start = rings[(row > 0 ? row - 1 : 0) * around + k].vertex.position;
            const float *end = rings[(row + 1 < rows ? row + 1 : row) * around + k].vertex.position;
            double position[3], across[3], along[3], normal[3];
            for (int i = 0; i < 3; i++) {
                position[i] = (double)vertex->position[i];
                across[i] = (double)after[i] - (double)before[i];
                along[i] = (double)end[i] - (double)start[i];
            }
            sn_v3_cross(across, along, normal);
            if (sn_v3_normalize(normal, normal) > 0)
                sn_vertex_set(vertex, position, normal);
        }
}

static void add_quad(SnSoup *soup, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    const uint32_t corners[6] = {a, b, c, a, c, d};
    memcpy(sn_buffer_add(&soup->indices, 6, sizeof *corners), corners, sizeof corners);
}

/* From ring to ring, and lids at both ends so that a cut can be filled. */
static void add_faces(SnSoup *soup, uint32_t base, uint32_t rows, uint32_t around)
{
    for (uint32_t row = 0; row + 1 < rows; row++)
        for (uint32_t k = 0; k < around; k++) {
            const uint32_t a = base + row * around + k, b = base + row * around + (k + 1) % around;
            add_quad(soup, a, b, b + around, a + around);
        }
    const uint32_t end = base + (rows - 1) * around;
    for (uint32_t k = 0; k < around / 2; k++) { /* over k lies around - k */
        const uint32_t below = (around - k) % around, next = around - k - 1;
        add_quad(soup, base + k, base + below, base + next, base + k + 1);
        add_quad(soup, end + k, end + k + 1, end + next, end + below);
    }
}

void sn_collect_sheet(const SnCollector *collector, SnLayer layer, const SnSheet *sheet,
                      const SnFlesh *flesh, const SnInk *ink)
{
    SnSoup *soup = &collector->solids->soup[layer];
    const int first = soup->indices.count, base = soup->vertices.count;
    const int around = 2 * sheet->per_slip * sheet->n_slips;
    double length = 0, along = 0;
    for (int row = 0; row < sheet->rows; row++)
        length += row_gap(sheet, row);
    SnBuffer *halves = &collector->solids->sheet_rows;
    halves->count = 0;
    for (int row = 0; row < sheet->rows; along += row_gap(sheet, row++)) {
        SheetRow *made = sn_buffer_add(halves, 1, sizeof *made);
        made->s = length > 0 ? fmin(along / length, 1) * flesh->length : 0;
        made->half =
            set_row(sheet, row, made->s / flesh->length, sn_flesh_area(flesh, made->s, NULL));
    }
    const SheetRow *rows = halves->data;
    for (int row = 0; row < sheet->rows; row++) {
        const double pixel = collector->frame->settings->scale *
                             sn_frame_pixel(collector->frame, middle(sheet, row, 0));
        SnInk colored = *ink;
        sn_flesh_color(flesh, rows[row].s, colored.color);
        add_ring(collector, soup, sheet, row, fmax(rows[row].half, least_half * pixel), &colored);
    }
    set_normals((SnSoupVertex *)soup->vertices.data + base, sheet->rows, around);
    add_faces(soup, (uint32_t)base, (uint32_t)sheet->rows, (uint32_t)around);
    sn_collect_soup_caps(collector, layer, first, ink);
}
