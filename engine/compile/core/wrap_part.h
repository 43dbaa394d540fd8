/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of a mesh that paths lie over. */
#ifndef SN_COMPILE_WRAP_PART_H
#define SN_COMPILE_WRAP_PART_H

#include "engine/snapshot.h"

#include <glib.h>

/* Triangles with corners that they share. */
typedef struct SnWrapPart {
    GArray *places;    /* double[3] [m] */
    GArray *triangles; /* int[3] */
} SnWrapPart;

/* What of a mesh with its vertices at x lies in the box of half edges `half` (NULL: all of it).
 * Corners within a hair of each other are one.  Arrays of sn_compiler_array. */
SnWrapPart sn_wrap_part(const SnMesh *mesh, const double (*x)[3], const double *half);
void sn_wrap_part_free(SnWrapPart *part);

/* Moves corners along the normals of the surface, by which it is `offset` [m] further out: at edges
 * as far as faces on both sides of them ask for, but twice that at most.  false: neighbours are not
 * turned the same way, so that there is no outside. */
bool sn_wrap_part_move_out(SnWrapPart *part, double offset);

/* A mesh of it to draw and to lie over. */
SnMesh *sn_wrap_part_mesh(const SnWrapPart *part);

#endif
