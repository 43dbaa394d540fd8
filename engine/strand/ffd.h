/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mesh embedded in a Cosserat strand by free-form deformation (Sueda 2010, 4.3, (4.2)).  Each
 * segment has sixteen control points, eight on each frame: a square in its x-y plane and another
 * one offset along its z axis by a third of the segment's rest length towards the segment, so that
 * the map is continuous with its first derivatives across frames.  A place (x, y, w) of a segment,
 * x and y [m] in the frames' axes, w in 0 .. 1 along it, is the trivariate Bernstein sum of degree
 * (1, 1, 3).  All squares are alike, and a sum of first degree in x and y over a square is affine
 * in them, so the sum is
 *     (B0 + B1) (o_i + R_i (x, y, 0)) + B1 L/3 z_i + (B2 + B3) (o_j + R_j (x, y, 0)) - B2 L/3 z_j,
 * whatever the size of the squares.  Beyond the ends of the strand a vertex is fixed to the last
 * frame. */
#ifndef SN_STRAND_FFD_H
#define SN_STRAND_FFD_H

#include <stdbool.h>
#include <stdint.h>

typedef struct SnFfdFrame {
    const double *position; /* [3] m */
    const double *rotation; /* [9] frame to world */
} SnFfdFrame;

/* A vertex: sum over the two frames of weight (o + R local / weight). */
typedef struct SnFfdVertex {
    int segment;        /* between frames segment and segment + 1 */
    double place[3];    /* x, y, w; fixed to an end frame: coordinates in it */
    int fixed;          /* 0, 1: to that frame of the segment; -1: to none */
    double weight[2];   /* they sum to 1 */
    double local[2][3]; /* in the frames' axes, times the weight [m] */
    double normal[3];   /* its normal as a covector over the place (a gradient) */
} SnFfdVertex;

/* Position of a place of a segment of rest length `length` between two frames, and (NULL: not
 * wanted) its derivative by the place, row-major. */
void sn_ffd_position(const SnFfdFrame frame[2], double length, const double place[3],
                     double position[3], double derivative[9]);
/* The place at a position (Newton, Levenberg damping); false if there is none near w 0 .. 1. */
bool sn_ffd_find(const SnFfdFrame frame[2], double length, const double position[3],
                 double place[3]);

/* The vertex at a place of a segment; its normal is zero. */
SnFfdVertex sn_ffd_vertex(int segment, double length, const double place[3]);
/* The vertex fixed to a frame (0 or 1) of a segment. */
SnFfdVertex sn_ffd_fixed_vertex(int segment, int frame, const double local[3]);
/* Gives a vertex the normal it has now. */
void sn_ffd_set_normal(const SnFfdFrame frame[2], double length, const double normal[3],
                       SnFfdVertex *vertex);
void sn_ffd_vertex_position(const SnFfdFrame frame[2], const SnFfdVertex *vertex,
                            double position[3]);
/* Unit normal, turned and sheared with the matter. */
void sn_ffd_vertex_normal(const SnFfdFrame frame[2], double length, const SnFfdVertex *vertex,
                          double normal[3]);
/* The frame of the segment to which it belongs for contact: 0 or 1, the one with more weight. */
static inline int sn_ffd_parent(const SnFfdVertex *vertex)
{
    return vertex->weight[1] > vertex->weight[0];
}

/* --- meshes --- */

typedef struct SnFfdMesh {
    int n_vertices, n_triangles;
    SnFfdVertex *vertices;
    uint32_t *triangles; /* [n_triangles][3], counter-clockwise seen from outside */
} SnFfdMesh;

void sn_ffd_mesh_free(SnFfdMesh *mesh);
/* A closed tube around n frames (n >= 2) at rest, elliptic with the frames' half-widths, which run
 * smoothly between them; `around` vertices in each of `along` rings a segment. */
SnFfdMesh *sn_ffd_tube(int n_frames, const SnFfdFrame *frames, const double *lengths,
                       const double (*half_width)[2], int around, int along);
/* A mesh that stands around the frames at rest; vertices [n][3] in the world. */
SnFfdMesh *sn_ffd_embed(int n_frames, const SnFfdFrame *frames, const double *lengths,
                        int n_vertices, const float *vertices, int n_triangles,
                        const uint32_t *triangles);

#endif
