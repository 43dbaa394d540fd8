/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Generated meshes: cells between the points of an integer lattice that a map bends into shape.
 * Corners of cells lie at every second point, so that the middles of edges and cells are points of
 * it too, and each point becomes one node however many cells meet there. */
#ifndef SN_MESH_VOLUME_VOLUME_MESH_LATTICE_H
#define SN_MESH_VOLUME_VOLUME_MESH_LATTICE_H

#include "engine/mesh/volume/volume_mesh_private.h"

typedef struct SnLattice {
    SnMeshBuilder builder;
    SnElementKind kind;
    void (*place)(const void *shape, const int at[3], double position[3]);
    /* gives a point that can be named in several ways its one name; NULL: none can */
    void (*unite)(const void *shape, int at[3]);
    const void *shape;
    /* open addressing: 0 free, else node + 1 */
    int *slot;
    int64_t *key;
    size_t n_slots;
} SnLattice;

void sn_lattice_init(SnLattice *lattice, SnElementKind kind, const void *shape,
                     void (*place)(const void *shape, const int at[3], double position[3]));
/* The node at a point, new where there is none. */
int sn_lattice_node(SnLattice *lattice, const int at[3]);
/* The elements of one cell.  Corners in the order of a HEX8; wedges are cut along its diagonals 0-2
 * and 4-6, tetrahedra from the lowest-numbered corner of each face (Dompierre et al. 1999), so that
 * neighbours agree. */
void sn_lattice_cell(SnLattice *lattice, const int corner[8][3]);
/* A cell along the axes of the lattice, from its lowest point; its wedges are swept along `axis`
 * and cut from lowest to highest corner or, `turned`, along the other diagonal. */
void sn_lattice_brick(SnLattice *lattice, const int low[3], int axis, bool turned);
SnVolumeMesh *sn_lattice_finish(SnLattice *lattice);

/* Whether a number of cells is fine: counts positive, nodes of any kind within limits. */
bool sn_lattice_fits(const double *counts, int n);

#endif
