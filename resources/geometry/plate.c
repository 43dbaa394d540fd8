/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chart, outline and thickness tables of the mandibular plate.
 *
 * The numbers are measured dimensions (ray casts and plane sections, left-right averaged) of the
 * jaw model of Stavness, Lloyd, Payan and Fels, IJNMBE 27:367-390, 2011, and Buchaillard, Perrier
 * and Payan, JASA 126(4):2033-2051, 2009; crown heights taken off the tooth band are textbook
 * values. Other numbers give another individual. */
#include "plate.h"

#include <stdlib.h>

#include "spline.h"

/* Base curve in plan, left half, from the midline backwards (x, y). */
static const double base_x[] = {66, 64.7, 60.5, 54, 46.5, 38.5, 30, 20, 10, 0, -10};
static const double base_y[] = {0, 7, 14, 20.5, 26.2, 31.4, 36, 40.2, 43.6, 46.4, 48.8};

/* Outline in (s, z) with rim width w: alveolar crest, front of the ramus, coronoid process,
 * mandibular notch, under the condyle, back of the ramus, lower border. */
static const double outline[][3] = {
    {0, -45.6, 4},  {8, -45.2, 4},    {16, -44, 4},     {24, -41.3, 4},  {32, -39.8, 4},
    {39, -38.6, 4}, {44, -37, 5},     {49, -34.5, 5},   {53, -31.3, 5},  {55.5, -28, 5},
    {56.8, -24, 5}, {56.8, -19, 5},   {55.5, -14.5, 4}, {53.5, -9, 3.5}, {52.6, -3, 3},
    {53, 2.5, 2.5}, {54.2, 3.8, 2.5}, {56, 2.5, 3},     {59, -2, 5},     {63, -5.3, 8},
    {68, -7.3, 10}, {72, -7.8, 10},   {76, -6.5, 8},    {79, -3.5, 5},   {81, -0.5, 5},
    {85, 1, 5},     {90, -1, 5},      {90.5, -6, 6},    {89, -12, 6},    {88.3, -20, 6},
    {88, -30, 6},   {87.6, -39, 6},   {86, -46, 6},     {82.5, -52, 6},  {78.5, -55.3, 6},
    {74, -56.8, 6}, {67, -57.2, 7},   {56, -60.2, 8},   {45, -64.6, 8},  {34, -69, 8},
    {21, -73, 8},   {10, -75.5, 8},   {0, -76.4, 8}};

/* Mean offset m and full thickness h; rows z = -76 .. 4 step 16, columns s = 0 .. 96 step 16. */
static const double offset_table[6][7] = {
    {-0.2, -1.0, 0.4, 1.1, 1.3, 1.4, 1.5},   {-1.2, -1.9, -1.8, 0.4, 0.4, 0.6, 0.4},
    {5.0, 1.7, -2.4, -2.8, -0.5, 0.0, -1.1}, {6.3, 4.5, 0.3, -1.7, -0.6, 1.0, -0.9},
    {8.9, 8.3, 6.9, 6.6, 2.3, 2.0, 3.5},     {12.6, 12.5, 11.9, 10.1, 5.6, 4.3, 5.7}};
static const double thickness_table[6][7] = {
    {12.5, 10.2, 11.5, 11.0, 8.0, 5.2, 2.5}, {13.4, 10.1, 10.0, 10.4, 6.8, 4.8, 2.9},
    {9.6, 10.6, 11.1, 11.1, 7.7, 4.1, 3.8},  {8.9, 9.5, 9.7, 9.7, 8.6, 3.5, 6.4},
    {6.4, 6.4, 5.7, 4.7, 5.2, 5.7, 11.4},    {2.9, 2.5, 2.0, 2.0, 2.0, 7.9, 15.3}};

static const double cell_step = 0.5, cell_z0 = -86.0;

enum { PER_SEGMENT = 8 };
#define OUTLINE_KNOTS  SN_GEO_COUNT(outline)
#define OUTLINE_POINTS ((OUTLINE_KNOTS - 1) * PER_SEGMENT + 1)

static void fit_curve(SnGeoPlate *plate)
{
    double u[SN_GEO_SPLINE_MAX] = {0};
    int knots = SN_GEO_COUNT(base_x);
    for (int i = 1; i < knots; i++)
        u[i] = u[i - 1] + hypot(base_x[i] - base_x[i - 1], base_y[i] - base_y[i - 1]);
    SnGeoSpline sx, sy;
    sn_geo_spline_fit(&sx, u, base_x, knots, 0.0); /* the curve crosses the midline square */
    sn_geo_spline_fit(&sy, u, base_y, knots, 1.0);
    for (int i = 0; i < SN_GEO_PLATE_CURVE; i++) {
        double at = u[knots - 1] * i / (SN_GEO_PLATE_CURVE - 1);
        plate->curve_x[i] = sn_geo_spline_at(&sx, at);
        plate->curve_y[i] = sn_geo_spline_at(&sy, at);
        if (i > 0)
            plate->curve_s[i] =
                plate->curve_s[i - 1] + hypot(plate->curve_x[i] - plate->curve_x[i - 1],
                                              plate->curve_y[i] - plate->curve_y[i - 1]);
    }
}

/* The half outline as a dense polyline (s, z, w); mirrored knots make it level at s = 0. */
static void sample_outline(double (*points)[3])
{
    double knots[OUTLINE_KNOTS + 2][3];
    for (int i = 0; i < OUTLINE_KNOTS + 2; i++) {
        int from = i - 1, mirrored = from < 0 || from >= OUTLINE_KNOTS;
        if (mirrored)
            from = from < 0 ? 1 : OUTLINE_KNOTS - 2;
        knots[i][0] = mirrored ? -outline[from][0] : outline[from][0];
        knots[i][1] = outline[from][1];
        knots[i][2] = outline[from][2];
    }
    for (int i = 0; i < OUTLINE_POINTS; i++)
        sn_geo_catmull_rom(&knots[0][0], OUTLINE_KNOTS + 2, 3, 1.0 + (double)i / PER_SEGMENT,
                           points[i]);
}

/* Signed distance to the outline (positive inside, by crossing count) and rim width there. */
static void outline_distance(double (*points)[3], double s, double z, SnGeoPlateCell *cell)
{
    double best = 1e300, width = 0.0;
    int crossings = 0;
    for (int i = 0; i + 1 < OUTLINE_POINTS; i++) {
        const double *a = points[i], *b = points[i + 1];
        double ds = b[0] - a[0], dz = b[1] - a[1];
        double t = ((s - a[0]) * ds + (z - a[1]) * dz) / (ds * ds + dz * dz);
        t = clampd(t, 0.0, 1.0);
        double d = sqd(s - a[0] - t * ds) + sqd(z - a[1] - t * dz);
        if (d < best) {
            best = d;
            width = lerpd(a[2], b[2], t);
        }
        if ((a[0] > s) != (b[0] > s) && a[1] + dz * (s - a[0]) / ds > z)
            crossings++;
    }
    cell->d = (float)(crossings % 2 ? sqrt(best) : -sqrt(best));
    cell->w = (float)width;
}

/* Gaussian blur (sigma 2 mm) of the rim width along one axis: the nearest outline point jumps
 * across the medial axis, the width must not. Column 0 is mirrored, other edges clamp. */
static void blur_width(SnGeoPlate *plate, int along_s)
{
    static double line[SN_GEO_PLATE_S > SN_GEO_PLATE_Z ? SN_GEO_PLATE_S : SN_GEO_PLATE_Z];
    int lines = along_s ? SN_GEO_PLATE_Z : SN_GEO_PLATE_S;
    int count = along_s ? SN_GEO_PLATE_S : SN_GEO_PLATE_Z;
    for (int l = 0; l < lines; l++) {
        for (int i = 0; i < count; i++) {
            double sum = 0.0, weights = 0.0;
            for (int k = -12; k <= 12; k++) {
                int j = i + k;
                if (j < 0)
                    j = along_s ? -j : 0;
                if (j >= count)
                    j = count - 1;
                double g = exp(-0.5 * sqd(k * cell_step / 2.0));
                sum += g * (double)(along_s ? plate->cell[l][j].w : plate->cell[j][l].w);
                weights += g;
            }
            line[i] = sum / weights;
        }
        for (int i = 0; i < count; i++)
            *(along_s ? &plate->cell[l][i].w : &plate->cell[i][l].w) = (float)line[i];
    }
}

void sn_geo_plate_init(SnGeoPlate *plate)
{
    *plate = (SnGeoPlate){0};
    fit_curve(plate);
    double(*points)[3] = sn_geo_alloc((size_t)OUTLINE_POINTS, sizeof(double[3]));
    sample_outline(points);
    for (int j = 0; j < SN_GEO_PLATE_Z; j++)
        for (int i = 0; i < SN_GEO_PLATE_S; i++) {
            double s = i * cell_step, z = cell_z0 + j * cell_step;
            SnGeoPlateCell *cell = &plate->cell[j][i];
            outline_distance(points, s, z, cell);
            double row = (z + 76.0) / 16.0, col = s / 16.0;
            cell->m = (float)sn_geo_tensor(&offset_table[0][0], 6, 7, row, col, 1);
            cell->h = (float)fmax(sn_geo_tensor(&thickness_table[0][0], 6, 7, row, col, 1), 1.5);
        }
    free(points);
    blur_width(plate, 1);
    blur_width(plate, 0);
}

void sn_geo_plate_chart(const SnGeoPlate *plate, double x, double y, double *s, double *n)
{
    enum { STRIDE = 10 };
    y = fabs(y);
    int near = 0, last = SN_GEO_PLATE_CURVE - 1;
    double best = 1e300;
    for (int i = 0; i <= last; i += STRIDE) {
        double d = sqd(x - plate->curve_x[i]) + sqd(y - plate->curve_y[i]);
        if (d < best) {
            best = d;
            near = i;
        }
    }
    int from = near > STRIDE ? near - STRIDE : 0, to = near + STRIDE < last ? near + STRIDE : last;
    best = 1e300;
    for (int i = from; i < to; i++) {
        double ax = plate->curve_x[i], ay = plate->curve_y[i];
        double tx = plate->curve_x[i + 1] - ax, ty = plate->curve_y[i + 1] - ay;
        double l = hypot(tx, ty), t = ((x - ax) * tx + (y - ay) * ty) / (l * l);
        /* beyond the far end the chart goes straight on */
        double lo = 0.0, hi = i == last - 1 ? 1e9 : 1.0, c = clampd(t, lo, hi);
        double d = sqd(x - ax - c * tx) + sqd(y - ay - c * ty);
        if (d >= best)
            continue;
        best = d;
        *s = plate->curve_s[i] + c * l;
        *n = ((x - ax) * ty - (y - ay) * tx) / l;
    }
}

SnGeoVec sn_geo_plate_point(const SnGeoPlate *plate, double s, double n, double z)
{
    double sign = s < 0.0 ? -1.0 : 1.0;
    s = fabs(s);
    int i = 0;
    while (i < SN_GEO_PLATE_CURVE - 2 && s > plate->curve_s[i + 1])
        i++;
    double l = plate->curve_s[i + 1] - plate->curve_s[i], t = (s - plate->curve_s[i]) / l;
    double tx = plate->curve_x[i + 1] - plate->curve_x[i];
    double ty = plate->curve_y[i + 1] - plate->curve_y[i];
    double x = plate->curve_x[i] + t * tx + n * ty / l;
    double y = plate->curve_y[i] + t * ty - n * tx / l;
    return vec(x, sign * y, z);
}

static SnGeoPlateCell lookup(const SnGeoPlate *plate, double s, double z)
{
    double r = clampd((z - cell_z0) / cell_step, 0.0, SN_GEO_PLATE_Z - 1.001);
    double c = clampd(s / cell_step, 0.0, SN_GEO_PLATE_S - 1.001);
    int j = (int)r, i = (int)c;
    float v = (float)(r - j), u = (float)(c - i);
    const SnGeoPlateCell *a = &plate->cell[j][i], *b = &plate->cell[j + 1][i];
    float waa = (1 - u) * (1 - v), wab = u * (1 - v), wba = (1 - u) * v, wbb = u * v;
    return (SnGeoPlateCell){waa * a[0].d + wab * a[1].d + wba * b[0].d + wbb * b[1].d,
                            waa * a[0].w + wab * a[1].w + wba * b[0].w + wbb * b[1].w,
                            waa * a[0].m + wab * a[1].m + wba * b[0].m + wbb * b[1].m,
                            waa * a[0].h + wab * a[1].h + wba * b[0].h + wbb * b[1].h};
}

void sn_geo_plate_at(const SnGeoPlate *plate, double s, double z, double *m, double *h)
{
    SnGeoPlateCell cell = lookup(plate, fabs(s), z);
    *m = (double)cell.m;
    *h = (double)cell.h;
}

double sn_geo_plate_field(const SnGeoPlate *plate, SnGeoVec p)
{
    double s = 0.0, n = 0.0;
    sn_geo_plate_chart(plate, p.x, p.y, &s, &n);
    SnGeoPlateCell cell = lookup(plate, s, p.z);
    /* rims are quarter ellipses: e runs from 0 to 1 over the rim width, q over the thickness */
    double w = (double)cell.w, half = 0.5 * (double)cell.h;
    double e = fmax(0.0, 1.0 - (double)cell.d / w), q = fabs(n - (double)cell.m) / half;
    return (1.0 - sqrt(e * e + q * q)) * fmin(half, w);
}
