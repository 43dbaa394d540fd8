/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a field to a finished mesh. */
#ifndef SN_GEO_POLYGONISE_H
#define SN_GEO_POLYGONISE_H

#include "mesh.h"

/** How one solid is meshed. */
typedef struct {
    SnGeoVec lo, hi; /* box that holds the solid; for a symmetric one lo.y is ignored (0) */
    double step;     /* grid step, mm */
    int symmetric;   /* polygonise y >= 0 only and mirror */
    int smooth;      /* Taubin rounds before the vertices return to the zero set */
    int target;      /* triangles of the whole result */
    double keep;     /* components smaller than this share of the largest are dropped */
} SnGeoMeshing;

/** Marching tetrahedra over the cells that the surface crosses; half open at y = 0 if symmetric. */
void sn_geo_polygonise(SnGeoMesh *mesh, SnGeoField f, const SnGeoMeshing *how);

/** Polygonise, clean, smooth, project, simplify and mirror. */
void sn_geo_build(SnGeoMesh *mesh, SnGeoField f, const SnGeoMeshing *how);

#endif
