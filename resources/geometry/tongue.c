/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tongue as a fan of bricks.
 *
 * Fourteen lines run from the floor of the mouth to the back of the tongue, from the tip to the
 * root; seven bricks stand on each, eight abreast. Lines and half widths are measured (plane
 * sections) on the tongue of Buchaillard et al. 2009 as used by Stavness et al. 2011 (see plate.c),
 * with the jaw as built; then the front follows the jaw to its pose at rest, as it does in the
 * published model, and that is the shape without stress. */
#include "tongue.h"

#include <stdio.h>

#include "bones.h"

/* Mid-sagittal ends of the lines, x and z: floor, then back. */
static const double lines[SN_GEO_TONGUE_I + 1][4] = {
    {75.4, -36.4, 76.6, -32.6}, {70.5, -38.8, 71.8, -27.8}, {64.5, -41.6, 65.5, -24.0},
    {59.6, -45.2, 58.5, -21.2}, {57.0, -51.5, 51.0, -18.9}, {57.0, -58.5, 43.0, -17.5},
    {57.3, -66.0, 34.0, -17.8}, {57.6, -73.6, 25.0, -19.6}, {49.0, -74.6, 17.0, -24.6},
    {41.0, -75.0, 11.0, -32.0}, {33.5, -75.6, 7.0, -39.5},  {26.5, -74.5, 5.2, -47.5},
    {20.0, -71.5, 5.0, -55.5},  {13.5, -69.0, 7.2, -62.8}};

/* Half width at z (rows) and x (columns). */
static const double width_x[] = {4, 10, 20, 30, 40, 48, 55, 65, 77};
static const double width_z[] = {-76, -70, -64, -56, -48, -40, -33, -27, -22, -17};
static const double width[SN_GEO_COUNT(width_z)][SN_GEO_COUNT(width_x)] = {
    {14, 16, 12, 9, 10, 8, 5, 5, 4},           {20, 26, 17, 16, 14.5, 11, 5.5, 5, 4},
    {25, 29, 25, 21, 16, 11, 5.5, 5, 4},       {28, 33, 30, 22.5, 14.5, 10, 5, 5, 4},
    {27, 33, 29, 20.5, 13.5, 11, 7, 6, 5},     {23, 27, 25, 20, 17, 15, 13, 10, 8},
    {20, 23, 23, 20.5, 20, 18.5, 16, 13.5, 9}, {16, 21, 21.5, 20, 19.8, 18.5, 16, 13.3, 9},
    {12, 16, 18.5, 18.5, 18, 17, 14.5, 11, 6}, {10, 12, 16, 15, 15, 14, 12, 9, 6}};

/* Tip, second and third line recede at the sides, mm at the edge: the tip is round. */
static const double recede[] = {1.6, 0.9, 0.3};

/* Pose of the closed jaw that is its rest: where the jaw demo settles (make_jaw.py, REST). */
static const SnGeoVec rest_shift = {0.025566, 0.0, -0.2136128};
#define REST_HALF_SINE 0.050007447

/* Behind the first the tongue does not follow the jaw, before the second it does fully; x. */
#define FOLLOW_FROM 15.0
#define FOLLOW_ALL  45.0

/* Where the styloglossus comes from, left; published. */
static const SnGeoVec styloid = {-16.34, 35.89, -6.0};

int sn_geo_tongue_node(int i, int j, int k)
{
    return i + (SN_GEO_TONGUE_I + 1) * (j + (SN_GEO_TONGUE_J + 1) * k);
}

void sn_geo_tongue_brick(int brick, int nodes[8])
{
    static const signed char step[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                           {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    int i = brick % SN_GEO_TONGUE_I, j = brick / SN_GEO_TONGUE_I % SN_GEO_TONGUE_J;
    int k = brick / (SN_GEO_TONGUE_I * SN_GEO_TONGUE_J);
    for (int c = 0; c < 8; c++)
        nodes[c] = sn_geo_tongue_node(i + step[c][0], j + step[c][1], k + step[c][2]);
}

/* Interval of a table that holds v, and the place in it, 0 to 1. */
static int interval(const double *table, int n, double v, double *t)
{
    int i = 0;
    while (i < n - 2 && v > table[i + 1])
        i++;
    *t = clampd((v - table[i]) / (table[i + 1] - table[i]), 0.0, 1.0);
    return i;
}

static double half_width(double x, double z)
{
    double s, t;
    int i = interval(width_x, SN_GEO_COUNT(width_x), x, &s);
    int j = interval(width_z, SN_GEO_COUNT(width_z), z, &t);
    return lerpd(lerpd(width[j][i], width[j][i + 1], s),
                 lerpd(width[j + 1][i], width[j + 1][i + 1], s), t);
}

static SnGeoVec as_built(int i, int j, int k)
{
    double r = (double)j / SN_GEO_TONGUE_J, e = 2.0 * k / SN_GEO_TONGUE_K - 1.0;
    if (r > 0.5) /* the sides of the back are lower */
        r -= 0.06 * sqd(sqd(e)) * sqd((r - 0.5) / 0.5);
    const double *l = lines[i];
    double x = lerpd(l[0], l[2], r), z = lerpd(l[1], l[3], r);
    double y = e * half_width(x, z) * (j == SN_GEO_TONGUE_J ? 0.93 : 1.0);
    return vec(i < SN_GEO_COUNT(recede) ? x - recede[i] * e * e : x, y, z);
}

/* From the jaw as built to the jaw at rest. */
static SnGeoVec jaw_to_rest(SnGeoVec p)
{
    double s = 2.0 * REST_HALF_SINE * sqrt(1.0 - sqd(REST_HALF_SINE));
    double c = 1.0 - 2.0 * sqd(REST_HALF_SINE);
    SnGeoVec q = sn_geo_close_jaw(p);
    return vadd(vec(c * q.x + s * q.z, q.y, -s * q.x + c * q.z), rest_shift);
}

void sn_geo_tongue_nodes(SnGeoVec nodes[SN_GEO_TONGUE_NODES])
{
    for (int k = 0; k <= SN_GEO_TONGUE_K; k++) {
        for (int j = 0; j <= SN_GEO_TONGUE_J; j++) {
            for (int i = 0; i <= SN_GEO_TONGUE_I; i++) {
                SnGeoVec p = as_built(i, j, k);
                nodes[sn_geo_tongue_node(i, j, k)] =
                    vlerp(p, jaw_to_rest(p), smoothstep(FOLLOW_FROM, FOLLOW_ALL, p.x));
            }
        }
    }
}

/* Smallest determinant of the edges at a corner in relation to their lengths, and the volume (of
 * the six tetrahedra round the diagonal). */
static double measure(const SnGeoVec *nodes, double *volume)
{
    static const signed char next[8][3] = {{1, 3, 4}, {2, 0, 5}, {3, 1, 6}, {0, 2, 7},
                                           {7, 5, 0}, {4, 6, 1}, {5, 7, 2}, {6, 4, 3}};
    static const signed char ring[7] = {1, 2, 3, 7, 4, 5, 1}; /* round 0-6 */
    double worst = 1.0;
    *volume = 0.0;
    for (int b = 0; b < SN_GEO_TONGUE_BRICKS; b++) {
        int n[8];
        sn_geo_tongue_brick(b, n);
        for (int c = 0; c < 8; c++) {
            SnGeoVec u = vunit(vsub(nodes[n[next[c][0]]], nodes[n[c]]));
            SnGeoVec v = vunit(vsub(nodes[n[next[c][1]]], nodes[n[c]]));
            SnGeoVec w = vunit(vsub(nodes[n[next[c][2]]], nodes[n[c]]));
            worst = fmin(worst, vdot(vcross(u, v), w));
        }
        SnGeoVec diagonal = vsub(nodes[n[6]], nodes[n[0]]);
        for (int t = 0; t < 6; t++)
            *volume += vdot(vcross(vsub(nodes[n[(int)ring[t]]], nodes[n[0]]),
                                   vsub(nodes[n[(int)ring[t + 1]]], nodes[n[0]])),
                            diagonal) /
                       6.0;
    }
    return worst;
}

static int write_nodes(const char *path, const SnGeoVec *nodes, int n)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return 1;
    for (int i = 0; i < n; i++)
        fprintf(file, "%8d %20.9e %20.9e %20.9e\n", i + 1, nodes[i].x * 1e-3, nodes[i].y * 1e-3,
                nodes[i].z * 1e-3);
    int failed = ferror(file);
    return fclose(file) || failed;
}

static int write_bricks(const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return 1;
    for (int b = 0; b < SN_GEO_TONGUE_BRICKS; b++) {
        int n[8];
        sn_geo_tongue_brick(b, n);
        for (int c = 0; c < 8; c++)
            fprintf(file, "%6d", n[c] + 1);
        fprintf(file, "%6d%6d%6d%6d%6d%6d\n", 1, 1, 1, 1, 0, b + 1);
    }
    int failed = ferror(file);
    return fclose(file) || failed;
}

int sn_geo_write_tongue(const char *folder)
{
    static SnGeoVec nodes[SN_GEO_TONGUE_NODES + 2];
    static const int points[2] = {SN_GEO_TONGUE_NODES, SN_GEO_TONGUE_NODES + 1};
    char path[3][4096];
    static const char *const names[3] = {"tongue.node", "tongue.elem", "tongue.csv"};
    for (int i = 0; i < 3; i++)
        if (snprintf(path[i], sizeof path[i], "%s/%s", folder, names[i]) >= (int)sizeof path[i])
            return 1;
    sn_geo_tongue_nodes(nodes);
    nodes[points[0]] = styloid;
    nodes[points[1]] = vec(styloid.x, -styloid.y, styloid.z);
    double volume, worst = measure(nodes, &volume);
    printf("tongue: %d nodes, %d bricks, %.2f cm3, worst corner %.3f\n", SN_GEO_TONGUE_NODES,
           SN_GEO_TONGUE_BRICKS, volume * 1e-3, worst);
    return write_nodes(path[0], nodes, SN_GEO_TONGUE_NODES + 2) || write_bricks(path[1]) ||
           sn_geo_write_tongue_muscles(path[2], nodes, points) || worst < 0.15;
}
