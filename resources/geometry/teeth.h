/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tooth crowns with root stubs, and their places on the two dental arches. */
#ifndef SN_GEO_TEETH_H
#define SN_GEO_TEETH_H

#include "plate.h"
#include "polygonise.h"

typedef enum { SN_GEO_INCISOR, SN_GEO_CANINE, SN_GEO_PREMOLAR, SN_GEO_MOLAR } SnGeoToothKind;

/** One tooth of the left half: local axes u along the arch (backwards), v outward, w from the
 *  cervix to the occlusal end. */
typedef struct {
    SnGeoToothKind kind;
    int upper;
    SnGeoVec cervix, u, v, w;
    double height; /* crown, cervix to occlusal point */
    double half_md, half_bl;
} SnGeoTooth;

enum { SN_GEO_TEETH = 7 }; /* per half arch; no third molars */

/** Place the left half of the lower arch ("as built" jaw pose). */
void sn_geo_teeth_lower(const SnGeoPlate *plate, SnGeoTooth teeth[SN_GEO_TEETH]);

/** Place the left half of the upper arch. */
void sn_geo_teeth_upper(SnGeoTooth teeth[SN_GEO_TEETH]);

/** Field of one tooth in its own coordinates (u, v, w). */
double sn_geo_tooth_local(const SnGeoTooth *tooth, SnGeoVec q);

/** Field of one tooth in the frame of the arch. */
double sn_geo_tooth_field(const SnGeoTooth *tooth, SnGeoVec p);

/** The bone that holds a tooth: a tapering root sheath from just under the cervix, which raises
 *  the juga and scallops the alveolar margin. */
double sn_geo_tooth_socket(const SnGeoTooth *tooth, SnGeoVec p);

/** Append the meshes of the whole arch, about `per_tooth` triangles each. */
void sn_geo_teeth_mesh(SnGeoMesh *mesh, const SnGeoTooth teeth[SN_GEO_TEETH], int per_tooth);

#endif
