/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points in the cells of an unbounded cubic grid, found by hashing; memory for as many points as it
 * was made for.  Points of a cell come in ascending order. */
#ifndef SN_STRAND_VOXELS_H
#define SN_STRAND_VOXELS_H

typedef struct SnVoxels {
    double size; /* of a cell [m] */
    int n, capacity;
    int n_buckets; /* a power of two */
    int *first;    /* [n_buckets] newest point in it, -1 */
    int *next;     /* [capacity] */
    int (*cell)[3];
} SnVoxels;

SnVoxels *sn_voxels_new(int capacity, double size);
void sn_voxels_free(SnVoxels *voxels);
/* Puts n <= capacity points in, in place of those before. */
void sn_voxels_fill(SnVoxels *voxels, int n, const double (*position)[3]);
/* First point in the cell of a position, -1: none; and the one after that. */
int sn_voxels_first(const SnVoxels *voxels, const double position[3], int cell[3]);
int sn_voxels_next(const SnVoxels *voxels, int point, const int cell[3]);

#endif
