/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The "rolled plate" of the mandible: a plate of varying thickness that stands on one
 * plan curve. Chart (s, z, n): s arc length of the base curve from the midline, z height, n
 * outward offset from the curve. See README.md, "Mandible". */
#ifndef SN_GEO_PLATE_H
#define SN_GEO_PLATE_H

#include "field.h"

enum { SN_GEO_PLATE_CURVE = 401, SN_GEO_PLATE_S = 211, SN_GEO_PLATE_Z = 197 };

/** Everything that depends on (s, z) only, tabulated: distance to the outline (positive inside),
 *  rim width, mean offset, full thickness. */
typedef struct {
    float d, w, m, h;
} SnGeoPlateCell;

typedef struct {
    double curve_x[SN_GEO_PLATE_CURVE], curve_y[SN_GEO_PLATE_CURVE], curve_s[SN_GEO_PLATE_CURVE];
    SnGeoPlateCell cell[SN_GEO_PLATE_Z][SN_GEO_PLATE_S];
} SnGeoPlate;

/** Tabulate the mandibular plate. */
void sn_geo_plate_init(SnGeoPlate *plate);

/** Chart coordinates of the plan point (x, |y|). */
void sn_geo_plate_chart(const SnGeoPlate *plate, double x, double y, double *s, double *n);

/** Point with chart coordinates (s, n) at height z. */
SnGeoVec sn_geo_plate_point(const SnGeoPlate *plate, double s, double n, double z);

/** Mid-surface offset and full thickness at (s, z). */
void sn_geo_plate_at(const SnGeoPlate *plate, double s, double z, double *m, double *h);

/** The plate as a solid. */
double sn_geo_plate_field(const SnGeoPlate *plate, SnGeoVec p);

#endif
