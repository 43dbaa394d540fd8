/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Body, greater and lesser horns of the hyoid.
 *
 * Path and sections measured on the hyoid of Stavness et al. 2011 (see plate.c), as built; the
 * ends of the greater horns, the lesser horns and the scoop are textbook anatomy. */
#include "bones.h"

#include <stdlib.h>

/* (x, y, z, half thickness, half height), from the midline to the tip of the greater horn; the
 * first row mirrors the third so that the curve crosses the midline square. */
static const SnGeoStation path[] = {
    {22, -4.2, -73.4, 2, 4.5},    {22.9, 0, -73.6, 1.9, 4.6},  {22, 4.2, -73.4, 2, 4.5},
    {19.6, 7.8, -72.4, 2, 3.9},   {16.9, 10.3, -71.5, 2, 3.3}, {14, 12.4, -71.3, 2, 2.7},
    {10, 15.5, -70.7, 1.9, 2.2},  {6, 17.7, -69, 1.55, 1.5},   {2, 19.8, -67.1, 1.4, 1.3},
    {-2, 21.7, -65.4, 1.35, 1.4}, {-5, 23.2, -64, 1.4, 1.4},   {-8, 24.2, -62.6, 1.8, 1.8}};

static double eval(const void *self, SnGeoVec p)
{
    p.y = fabs(p.y);
    double f = sn_geo_sweep(self, p);
    f = smax(f, sn_geo_rod(p, vec(17, 10.4, -69.3), 2.0, vec(15.2, 11.6, -65.6), 1.2), 1.0);
    f = smax(f, sn_geo_rod(p, vec(15.2, 11.6, -65.6), 1.2, vec(13.6, 12.2, -62.8), 0.75), 1.0);
    /* hollow back of the body, ridge across its front */
    f = smin(f, -sn_geo_ellipsoid(p, vec(18.6, 0, -74.2), vec(2.6, 6.5, 4.0)), 1.2);
    return smax(f, sn_geo_rod(p, vec(24.0, 0, -72.2), 0.8, vec(22.0, 6.0, -71.4), 0.8), 1.5);
}

double sn_geo_hyoid_distance(SnGeoVec p)
{
    double best = 1e30;
    p.y = fabs(p.y);
    for (int i = 1; i + 1 < SN_GEO_COUNT(path); i++) { /* the first row only shapes the curve */
        SnGeoVec a = vec(path[i].x, path[i].y, path[i].z);
        SnGeoVec d = vsub(vec(path[i + 1].x, path[i + 1].y, path[i + 1].z), a);
        double t = clampd(vdot(vsub(p, a), d) / vdot(d, d), 0.0, 1.0);
        best = fmin(best, vlen(vsub(p, vmad(a, d, t))));
    }
    return best;
}

void sn_geo_hyoid_mesh(SnGeoMesh *mesh)
{
    SnGeoSweep *sweep = sn_geo_alloc(1, sizeof(SnGeoSweep));
    sn_geo_sweep_init(sweep, path, SN_GEO_COUNT(path), vec(0, 0, 1), 2.3);
    SnGeoMeshing how = {.lo = vec(-11, 0, -80),
                        .hi = vec(27, 28, -58),
                        .step = 0.4,
                        .symmetric = 1,
                        .smooth = 4,
                        .target = 1800,
                        .keep = 1.0};
    sn_geo_build(mesh, (SnGeoField){eval, sweep}, &how);
    free(sweep);
}
