/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bones that the generator makes. Jaw and skull frame: x anterior, y left, z
 * superior, origin midway between the condyles; arm bones in the body frames of arm26. */
#ifndef SN_GEO_BONES_H
#define SN_GEO_BONES_H

#include <stdbool.h>

#include "polygonise.h"
#include "teeth.h"

/** The mandible "as built"; call sn_geo_mandible_init first. */
typedef struct {
    SnGeoPlate plate;
    SnGeoTooth teeth[SN_GEO_TEETH];
    SnGeoSweep neck, oblique, mylohyoid;
} SnGeoMandible;

/** Prepare tables, sweeps and tooth places. */
void sn_geo_mandible_init(SnGeoMandible *mandible);

/** The bone without teeth, as built. */
double sn_geo_mandible_field(const void *mandible, SnGeoVec p);

/** Move a point of the jaw from the as-built to the intercuspal (closed) pose. */
SnGeoVec sn_geo_close_jaw(SnGeoVec p);

/** Mesh the mandible, bone only, in the intercuspal pose. */
void sn_geo_mandible_mesh(const SnGeoMandible *mandible, SnGeoMesh *mesh);

/** Mesh the lower teeth in the intercuspal pose. */
void sn_geo_lower_teeth_mesh(const SnGeoMandible *mandible, SnGeoMesh *mesh);

/** One field for the whole skull; maxilla and cranium are two overlapping cuts of it. */
typedef struct SnGeoSkull SnGeoSkull;

/** Allocate and prepare the skull; release with sn_geo_skull_free. */
SnGeoSkull *sn_geo_skull_new(void);
void sn_geo_skull_free(SnGeoSkull *skull);

/** The face: maxillae, palate, zygomas, arches, joint surfaces, pterygoid plates.  `full`: also
 * where the brain case covers it, which points are laid on; else a little under that, with its
 * beds. */
void sn_geo_maxilla_mesh(const SnGeoSkull *skull, bool full, SnGeoMesh *mesh);

/** The face with its hollows open, for a view of one half: only the left one is of use. */
void sn_geo_face_mesh(const SnGeoSkull *skull, SnGeoMesh *mesh);

/** The brain case with forehead, orbits, nose, mastoids and styloids.  `full`: with the temples as
 *  measured, which points are laid on; else with beds in them for the temporal muscles. */
void sn_geo_cranium_mesh(const SnGeoSkull *skull, bool full, SnGeoMesh *mesh);

/** Face and brain case as one surface, to be looked at through: of the two cuts both surfaces would
 *  be seen where they overlap. */
void sn_geo_skull_mesh(const SnGeoSkull *skull, SnGeoMesh *mesh);

void sn_geo_upper_teeth_mesh(SnGeoMesh *mesh);

/** Height of the published path of the condyle point (jaw closed at x = -1.3 mm). */
double sn_geo_condyle_path(double x);

/** Height of the articular surface (fossa and eminence) at x, flat across the joint. */
double sn_geo_fossa_height(double x);

void sn_geo_hyoid_mesh(SnGeoMesh *mesh);

/** Distance of a point to the axis of body and greater horns, mm. */
double sn_geo_hyoid_distance(SnGeoVec p);

/** Right arm: scapula with clavicle (base frame), humerus, and ulna, radius, hand (forearm
 *  frame). */
void sn_geo_scapula_mesh(SnGeoMesh *mesh);
void sn_geo_shoulder_blade_mesh(SnGeoMesh *mesh); /* of these one alone */
void sn_geo_clavicle_mesh(SnGeoMesh *mesh);
void sn_geo_humerus_mesh(SnGeoMesh *mesh);
void sn_geo_ulna_mesh(SnGeoMesh *mesh);
void sn_geo_radius_mesh(SnGeoMesh *mesh);
void sn_geo_hand_mesh(SnGeoMesh *mesh);

#endif
