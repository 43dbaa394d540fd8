/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random segments between nodes of every kind, and their mechanics by brute force: the place of
 * each bit of matter as a function of holonomic coordinates, everything else by quadrature and
 * differences of that, in long double.  Nothing of it is shared with engine/strand. */
#ifndef SN_TESTS_SEGMENT_WORLD_H
#define SN_TESTS_SEGMENT_WORLD_H

#include "engine/strand/segment.h"

#include <stdint.h>

#define WORLD_NODES   140
#define WORLD_COLUMNS 64

typedef enum WorldKind {
    WORLD_FIXED,
    WORLD_FREE,     /* 3 columns */
    WORLD_ATTACHED, /* on a body: 6, velocity of the centre and angular velocity in body axes */
    WORLD_CURVE,    /* 1, on a helix */
    WORLD_SURFACE,  /* 2, on a paraboloid */
    WORLD_BLEND,    /* 6, between two points */
    WORLD_KINDS
} WorldKind;

typedef struct WorldNode {
    WorldKind kind;
    int column;
    double base[3], shape[3]; /* body: place in it; curve: radius, pitch; surface: curvatures;
                                 blend: weight */
} WorldNode;

/* Coordinates y: at a body those of R = R0 exp[theta] with theta = 0 now. */
typedef struct World {
    int n_nodes, n_columns;
    WorldNode nodes[WORLD_NODES];
    double turned[3][9]; /* R0 of the bodies */
    int body_column[3];
    double line_density, start, rest_length;
    int eulerian_column[2];
    bool lumped;
    double y[WORLD_COLUMNS], rate[WORLD_COLUMNS];
} World;

/* Kinds random unless `kind` < WORLD_KINDS.  Flows: bit 0 start, bit 1 end, 4 both the same. */
void world_random(World *world, uint64_t *seed, int n_nodes, int kind, int eulerians, bool lumped);
double world_uniform(uint64_t *seed, double low, double high);

/* The segment at coordinates y and rates, for the engine; nodes [n_nodes] are filled. */
void world_input(const World *world, const double *y, const double *rate, SnSegmentNode *nodes,
                 SnSegmentInput *in);

/* Kinetic energy at y, and momenta (may be NULL). */
long double world_kinetic(const World *world, const long double *y, const long double *rate,
                          long double momentum[6]);
long double world_height(const World *world, const long double *y, const double g[3]);
/* dT/dy - d/dt dT/d(rate) at constant rates. */
void world_quadratic(const World *world, double *force);
void world_mass(const World *world, double *mass);
void world_gravity(const World *world, const double g[3], double *force);

#endif
