/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of the kinds of sheets, and what the shape of each sheet at rest gives. */
#include "engine/fem/sheet.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool is_shell(SnElementKind kind)
{
    return kind == SN_ELEMENT_SHELL3 || kind == SN_ELEMENT_SHELL4;
}

static bool is_triangle(SnElementKind kind)
{
    return kind == SN_ELEMENT_MEMBRANE3 || kind == SN_ELEMENT_SHELL3;
}

/* Derivatives by xi, eta, zeta of the shape functions [n_nodes][3]; triangles: xi, eta >= 0,
 * xi + eta <= 1; quadrilaterals -1..1; zeta from -1 (back) to 1 (front). */
static void derivatives(SnElementKind kind, const double at[3], double (*d)[3])
{
    const int n = is_triangle(kind) ? 3 : 4;
    double value[4], slope[4][2];
    if (n == 3) {
        const double v[3] = {1 - at[0] - at[1], at[0], at[1]};
        static const double s[3][2] = {{-1, -1}, {1, 0}, {0, 1}};
        memcpy(value, v, sizeof v);
        memcpy(slope, s, sizeof s);
    } else {
        for (int a = 0; a < 4; a++) {
            const double sx = a == 1 || a == 2 ? 1 : -1, sy = a >= 2 ? 1 : -1;
            value[a] = 0.25 * (1 + sx * at[0]) * (1 + sy * at[1]);
            slope[a][0] = 0.25 * sx * (1 + sy * at[1]);
            slope[a][1] = 0.25 * sy * (1 + sx * at[0]);
        }
    }
    for (int a = 0; a < n; a++) {
        const double front = is_shell(kind) ? 0.5 * (1 + at[2]) : 1;
        sn_v3_set(slope[a][0] * front, slope[a][1] * front, is_shell(kind) ? 0.5 * value[a] : 0,
                  d[a]);
        if (is_shell(kind))
            sn_v3_set(slope[a][0] * (1 - front), slope[a][1] * (1 - front), -0.5 * value[a],
                      d[n + a]);
    }
}

/* Adds `share` of g_ij as it is at a place to the coefficients of one lane. */
static void sample(SnElementKind kind, const double at[3], int i, int j, double share,
                   double (*m)[SN_LANES], int lane)
{
    double d[SN_SHEET_NODES][3];
    const int n = (is_triangle(kind) ? 3 : 4) * (is_shell(kind) ? 2 : 1);
    derivatives(kind, at, d);
    for (int a = 0, k = 0; a < n; a++)
        for (int b = 0; b <= a; b++, k++)
            m[k][lane] +=
                share * (a == b ? d[a][i] * d[a][j] : d[a][i] * d[b][j] + d[b][i] * d[a][j]);
}

/* Transverse shear of quadrilaterals: g_xz along eta and g_yz along xi, from the edges' middles. */
static void shear_of_quadrilateral(SnElementKind kind, const double at[3],
                                   double (*m)[SN_SHEET_PAIRS][SN_LANES], int lane)
{
    for (int side = -1; side <= 1; side += 2) {
        const double bottom[3] = {0, side, 0}, left[3] = {side, 0, 0};
        sample(kind, bottom, 0, 2, 0.5 * (1 + side * at[1]), m[5], lane);
        sample(kind, left, 1, 2, 0.5 * (1 + side * at[0]), m[4], lane);
    }
}

/* MITC3: g_xz = e1 + c eta, g_yz = e2 - c xi, c = e2 - e1 - (g_yz - g_xz) at the middle of the
 * third edge: constant along every edge. */
static void shear_of_triangle(SnElementKind kind, const double at[3],
                              double (*m)[SN_SHEET_PAIRS][SN_LANES], int lane)
{
    static const double first[3] = {0.5, 0, 0}, second[3] = {0, 0.5, 0}, third[3] = {0.5, 0.5, 0};
    for (int row = 0; row < 2; row++) {
        double(*to)[SN_LANES] = m[row == 0 ? 5 : 4];
        const double c = row == 0 ? at[1] : -at[0];
        sample(kind, first, 0, 2, (row == 0) - c, to, lane);
        sample(kind, second, 1, 2, (row == 1) + c, to, lane);
        sample(kind, third, 0, 2, c, to, lane);
        sample(kind, third, 1, 2, -c, to, lane);
    }
}

/* g_zz from the corners. */
static void thickness_strain(SnElementKind kind, const double at[3], double (*m)[SN_LANES],
                             int lane)
{
    static const double corner[4][3] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
    static const double tip[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const double share[3] = {1 - at[0] - at[1], at[0], at[1]};
    for (int a = 0; is_triangle(kind) && a < 3; a++)
        sample(kind, tip[a], 2, 2, share[a], m, lane);
    for (int a = 0; !is_triangle(kind) && a < 4; a++)
        sample(kind, corner[a], 2, 2,
               0.25 * (1 + corner[a][0] * at[0]) * (1 + corner[a][1] * at[1]), m, lane);
}

/* Places in the sheet: quadrilaterals 2 x 2; triangles three, membranes of three nodes one (their
 * strain is the same everywhere).  Weights of a quadrilateral add up to 4, of a triangle to 1/2. */
static int points(SnElementKind kind, double (*at)[2], double *weight)
{
    static const double triangle[3][2] = {{1 / 6., 1 / 6.}, {2 / 3., 1 / 6.}, {1 / 6., 2 / 3.}};
    static const int sign[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    if (kind == SN_ELEMENT_MEMBRANE3) {
        at[0][0] = at[0][1] = 1 / 3.;
        *weight = 0.5;
        return 1;
    }
    if (kind == SN_ELEMENT_SHELL3) {
        memcpy(at, triangle, sizeof triangle);
        *weight = 1 / 6.;
        return 3;
    }
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < 2; i++)
            at[k][i] = sign[k][i] / sqrt(3);
    *weight = 1;
    return 4;
}

static void table_fill(SnElementKind kind, SnSheetTable *table)
{
    double at[SN_LANES][2], weight;
    const bool shell = is_shell(kind);

    memset(table, 0, sizeof *table);
    table->n_points = points(kind, at, &weight);
    table->n_layers = shell ? 2 : 1;
    table->n_nodes = (is_triangle(kind) ? 3 : 4) * table->n_layers;
    for (int layer = 0; layer < table->n_layers; layer++)
        for (int lane = 0; lane < SN_LANES; lane++) {
            const double *point = at[lane < table->n_points ? lane : 0];
            const double x[3] = {point[0], point[1], shell ? (2 * layer - 1) / sqrt(3) : 0};
            double(*m)[SN_SHEET_PAIRS][SN_LANES] = table->m[layer], d[SN_SHEET_NODES][3];
            table->weight[layer][lane] = weight;
            derivatives(kind, x, d);
            for (int i = 0; i < 3; i++) {
                table->natural[layer][i][lane] = x[i];
                for (int a = 0; a < table->n_nodes; a++)
                    table->derivative[layer][a][i][lane] = d[a][i];
            }
            sample(kind, x, 0, 0, 1, m[0], lane);
            sample(kind, x, 1, 1, 1, m[1], lane);
            sample(kind, x, 0, 1, 1, m[3], lane);
            if (!shell)
                continue;
            thickness_strain(kind, x, m[2], lane);
            if (is_triangle(kind))
                shear_of_triangle(kind, x, m, lane);
            else
                shear_of_quadrilateral(kind, x, m, lane);
        }
}

/* Jacobian, metric and weight of one point; its determinant. */
static double rest_point(const SnFemSolid *solid, SnSheet *sheet, int layer, int lane)
{
    const SnSheetTable *table = sheet->table;
    const int *node = solid->nodes + solid->start[sheet->element];
    double jacobian[9] = {0}, inverse[9], normal[3], scale = 1;

    for (int a = 0; a < table->n_nodes; a++)
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                jacobian[3 * i + k] +=
                    solid->rest[3 * node[a] + i] * table->derivative[layer][a][k][lane];
    for (int c = 0; c < 6; c++)
        for (int a = 0, k = 0; a < table->n_nodes; a++)
            for (int b = 0; b <= a; b++, k++) {
                double u[3], v[3]; /* about the first node, as the kernels do */
                sn_v3_sub(solid->rest + 3 * node[a], solid->rest + 3 * node[0], u);
                sn_v3_sub(solid->rest + 3 * node[b], solid->rest + 3 * node[0], v);
                sheet->reference[layer][c][lane] += table->m[layer][c][k][lane] * sn_v3_dot(u, v);
            }
    if (table->n_layers == 1) { /* the third axis is the unit normal */
        const double u[3] = {jacobian[0], jacobian[3], jacobian[6]};
        const double v[3] = {jacobian[1], jacobian[4], jacobian[7]};
        sn_v3_cross(u, v, normal);
        sn_v3_normalize(normal, normal);
        for (int i = 0; i < 3; i++)
            jacobian[3 * i + 2] = normal[i];
        scale = solid->thickness ? solid->thickness[sheet->element] : 0;
    }
    const double det = sn_m3_inverse(jacobian, inverse);
    for (int i = 0; i < 9 && det != 0; i++)
        sheet->inverse[layer][i][lane] = inverse[i];
    sheet->weight[layer][lane] = scale * det * table->weight[layer][lane];
    return sheet->weight[layer][lane];
}

/* Patch tests ask that the enhanced strain, times the volume of its point, adds up to nothing. */
static void set_enhancement(SnSheet *sheet)
{
    for (int lane = 0; lane < SN_LANES; lane++) {
        const double mean = 0.5 * (sheet->weight[0][lane] + sheet->weight[1][lane]);
        sheet->enhance[0][lane] = 1;
        for (int layer = 0; layer < 2 && sheet->table->n_layers == 2; layer++)
            sheet->enhance[layer][lane] =
                sheet->table->natural[layer][2][lane] * mean / sheet->weight[layer][lane];
    }
}

static bool rest_sheet(SnFemSolid *solid, SnSheet *sheet, SnFemTrouble *trouble)
{
    double volume = 0, smallest = INFINITY;
    const SnSheetTable *table = sheet->table;

    for (int layer = 0; layer < table->n_layers; layer++)
        for (int lane = 0; lane < SN_LANES; lane++) {
            const double part = rest_point(solid, sheet, layer, lane);
            smallest = fmin(smallest, part);
            volume += lane < table->n_points ? part : 0;
        }
    solid->volume[sheet->element] = volume;
    if (smallest > 0) {
        set_enhancement(sheet);
        return true;
    }
    trouble->element = sheet->element;
    snprintf(trouble->text, sizeof trouble->text,
             table->n_layers == 1 ? "has no area or no thickness (volume %.3g m3)"
                                  : "is inside out or has no thickness (volume %.3g m3)",
             volume);
    return false;
}

SnSheets *sn_sheets_new(SnFemSolid *solid, SnFemTrouble *trouble)
{
    int n = 0;
    for (int e = 0; e < solid->n_elements; e++)
        n += sn_element_is_surface((SnElementKind)solid->kind[e]);
    if (n == 0)
        return NULL;
    SnSheets *sheets = sn_alloc(1, sizeof *sheets);
    sheets->sheet = sn_alloc((size_t)n, sizeof *sheets->sheet);
    sheets->table = sn_alloc(4, sizeof *sheets->table);
    for (int k = 0; k < 4; k++)
        table_fill((SnElementKind)(SN_ELEMENT_MEMBRANE3 + k), &sheets->table[k]);
    for (int e = 0; e < solid->n_elements; e++) {
        const SnElementKind kind = (SnElementKind)solid->kind[e];
        SnFemTrouble found = {.element = -1};
        if (!sn_element_is_surface(kind))
            continue;
        SnSheet *sheet = &sheets->sheet[sheets->n++];
        sheet->element = e;
        sheet->table = &sheets->table[kind - SN_ELEMENT_MEMBRANE3];
        if (!rest_sheet(solid, sheet, &found) && (trouble->element < 0 || e < trouble->element))
            *trouble = found;
    }
    return sheets;
}

void sn_sheets_free(SnSheets *sheets)
{
    if (!sheets)
        return;
    sn_free(sheets->sheet);
    sn_free(sheets->table);
    sn_free(sheets);
}
