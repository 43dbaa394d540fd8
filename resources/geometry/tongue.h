/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tongue: a volume mesh of bricks, its muscles and where it is attached. */
#ifndef SN_GEO_TONGUE_H
#define SN_GEO_TONGUE_H

#include "vec.h"

/* Bricks along the fan (tip to root), from floor to back of the tongue, from right to left. */
#define SN_GEO_TONGUE_I 13
#define SN_GEO_TONGUE_J 7
#define SN_GEO_TONGUE_K 8

#define SN_GEO_TONGUE_NODES  ((SN_GEO_TONGUE_I + 1) * (SN_GEO_TONGUE_J + 1) * (SN_GEO_TONGUE_K + 1))
#define SN_GEO_TONGUE_BRICKS (SN_GEO_TONGUE_I * SN_GEO_TONGUE_J * SN_GEO_TONGUE_K)

/** Number of the node at a point of the grid: i fastest, then j, then k. */
int sn_geo_tongue_node(int i, int j, int k);

/** Nodes of a brick in VTK order. */
void sn_geo_tongue_brick(int brick, int nodes[8]);

/** Places of the nodes with the jaw at rest, mm, head frame. */
void sn_geo_tongue_nodes(SnGeoVec nodes[SN_GEO_TONGUE_NODES]);

/** Write tongue.node, tongue.elem (ANSYS) and tongue.csv (muscles, fibres, attachments) into a
 *  folder; the styloid points follow the nodes of the bricks, left then right. Prints its size and
 *  the worst corner. Returns 0 on success. */
int sn_geo_write_tongue(const char *folder);

/** Write tongue.csv for the nodes; styloid: numbers of the styloid points, left then right.
 *  Returns 0 on success. */
int sn_geo_write_tongue_muscles(const char *path, const SnGeoVec *nodes, const int styloid[2]);

#endif
