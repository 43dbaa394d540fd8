/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the arrows of loads and of contacts are drawn. */
#ifndef SN_RENDER_LOAD_ARROW_H
#define SN_RENDER_LOAD_ARROW_H

#include "engine/snapshot.h"
#include "render/shape/buffer.h"

/* The boxes of what is solid in a snapshot: found when first asked for. */
typedef struct SnHolders {
    SnBuffer boxes;
    bool found;
} SnHolders;

/* Forgets them, as another snapshot is shown; the memory stays. */
void sn_holders_empty(SnHolders *holders);
void sn_holders_free(SnHolders *holders);

/* The tail ends[0] and the tip ends[1] of a force's arrow, in the world [m]; the item: an arrow
 * that has a vector.  It begins where the force acts; one that would be hidden in the soft tissue
 * that it pushes ends there.  Not so of bodies: the floor's force on a foot would turn over as it
 * grows out of its box. */
void sn_load_ends(const SnSnapshot *snapshot, const SnSceneItem *item, SnHolders *holders,
                  double ends[2][3]);

/* The sum of the forces across the contacts of a FORCE item [N], and their centre; false: nothing
 * presses. */
bool sn_contact_force(const SnSnapshot *snapshot, const SnSceneItem *item, double center[3],
                      double force[3]);

/* The ring of a moment, before what it turns. */
typedef struct SnLoadRing {
    double center[3], radius; /* [m] */
    double axis[3];           /* of the moment, by the right hand */
    double out[3];            /* the side of its point that it lies on: axis or -axis */
} SnLoadRing;

/* Where it lies, seen along `back` (from the picture to the eye), a logical pixel at its point
 * being so wide [m]: ahead of the point, but nearer to the eye where something would hide it.  A
 * larger moment has a wider ring, within what can be seen.  False: there is none. */
bool sn_load_ring(const SnSnapshot *snapshot, const SnSceneItem *item, SnHolders *holders,
                  const double back[3], double pixel, SnLoadRing *ring);

/* How far it is from a point along a unit direction, both of the world, out of what holds the point
 * [m]; 0: nothing does. */
double sn_load_way_out(const SnSnapshot *snapshot, SnHolders *holders, const double point[3],
                       const double direction[3]);

#endif
