/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Round solids without a singular axis: a core of bricks that bulges towards the sphere, and layers
 * of shell on its sides.  In the lattice the core is a box; points beyond it count the layers. */
#include "engine/base/vec.h"
#include "engine/mesh/volume/volume_mesh_lattice.h"

#include <stdlib.h>

#define CORE  0.45 /* half width of the core in relation to the radius */
#define BULGE 0.6  /* how much of the way its faces go to those of a sphere of radius 1.2 CORE */

typedef struct Round {
    int n;       /* core from -n to n across (points: n cells) */
    int layers;  /* of shells */
    int middle;  /* half the points along the straight part; 0: a ball */
    double half; /* half its length [m] */
    bool caps;   /* half spheres at the ends; else flat */
    double radii[3];
} Round;

/* Place in the unit ball (or disc, z = 0) of a point of a core of 2n points. */
static void unit_round(const Round *round, const int at[3], double p[3])
{
    double core[3], r = 0, layer = 0;
    for (int k = 0; k < 3; k++) {
        core[k] = (double)at[k] / round->n;
        r = fmax(r, fabs(core[k]));
    }
    if (r > 1) {
        layer = (r - 1) * round->n / (2 * round->layers);
        for (int k = 0; k < 3; k++)
            core[k] = fmin(1, fmax(-1, core[k]));
        r = 1;
    }
    double q[3], length = 0;
    for (int k = 0; k < 3; k++)
        q[k] = r > 0 ? tan(0.25 * M_PI * core[k] / r) : 0;
    length = sn_v3_norm(q);
    for (int k = 0; k < 3; k++) {
        q[k] = length > 0 ? q[k] / length : 0; /* on the sphere */
        const double inner = CORE * ((1 - BULGE * r) * core[k] + BULGE * r * r * 1.2 * q[k]);
        p[k] = (1 - layer) * inner + layer * q[k];
    }
}

static void place_nodes(const void *shape, const int at[3], double position[3])
{
    const Round *round = shape;
    int in_ball[3] = {at[0], at[1], 0};
    double shift = 0, p[3];
    if (round->middle && abs(at[2]) <= round->middle)
        shift = round->half * at[2] / round->middle;
    else if (at[2] > 0)
        in_ball[2] = at[2] - round->middle, shift = round->half;
    else
        in_ball[2] = at[2] + round->middle, shift = -round->half;
    unit_round(round, in_ball, p);
    for (int k = 0; k < 3; k++)
        position[k] = p[k] * round->radii[k] + (k == 2 ? shift : 0);
}

/* Where shells meet, a point of a layer can be reached along several axes: it is the same number of
 * layers beyond on all of them. */
static void unite(const void *shape, int at[3])
{
    const Round *round = shape;
    const int edge[3] = {round->n, round->n, round->caps ? round->n + round->middle : 1 << 19};
    int over = 0;
    for (int k = 0; k < 3; k++)
        over = MAX(over, abs(at[k]) - edge[k]);
    for (int k = 0; k < 3; k++)
        if (abs(at[k]) >= edge[k])
            at[k] = at[k] > 0 ? edge[k] + over : -edge[k] - over;
}

/* A block of cells; wedges are swept along `axis`. */
static void add_block(SnLattice *lattice, const int low[3], const int high[3], int axis,
                      bool turned)
{
    for (int k = low[2]; k < high[2]; k += 2)
        for (int j = low[1]; j < high[1]; j += 2)
            for (int i = low[0]; i < high[0]; i += 2)
                sn_lattice_brick(lattice, (const int[3]){i, j, k}, axis, turned);
}

static SnVolumeMesh *make(const Round *round, SnElementKind kind)
{
    const int n = round->n, l = 2 * round->layers;
    const int z = round->middle + (round->caps ? n : 0);
    SnLattice lattice;
    sn_lattice_init(&lattice, kind, round, place_nodes);
    lattice.unite = unite;
    add_block(&lattice, (const int[3]){-n, -n, -z}, (const int[3]){n, n, z}, 2, false);
    /* Wedges: in a ball the core shows triangles above and below only, so the shells of x and y cut
     * their layers in planes of radius and z, from inside below to outside above. */
    const bool caps = round->caps;
    const int along_y = caps ? 1 : 2, along_x = caps ? 0 : 2;
    add_block(&lattice, (const int[3]){-n - l, -n, -z}, (const int[3]){-n, n, z}, along_y, caps);
    add_block(&lattice, (const int[3]){n, -n, -z}, (const int[3]){n + l, n, z}, along_y, false);
    add_block(&lattice, (const int[3]){-n, -n - l, -z}, (const int[3]){n, -n, z}, along_x, caps);
    add_block(&lattice, (const int[3]){-n, n, -z}, (const int[3]){n, n + l, z}, along_x, false);
    if (caps) {
        add_block(&lattice, (const int[3]){-n, -n, -z - l}, (const int[3]){n, n, -z}, 2, false);
        add_block(&lattice, (const int[3]){-n, -n, z}, (const int[3]){n, n, z + l}, 2, false);
    }
    return sn_lattice_finish(&lattice);
}

SnVolumeMesh *sn_volume_mesh_ellipsoid(const double radii[3], int n, SnElementKind kind)
{
    const Round round = {
        .n = n, .layers = n / 2 + n % 2, .caps = true, .radii = {radii[0], radii[1], radii[2]}};
    if (sn_element_is_surface(kind) || !(radii[0] > 0 && radii[1] > 0 && radii[2] > 0) ||
        !sn_lattice_fits((const double[3]){2.0 * n, 2.0 * n, 2.0 * n}, 3))
        return NULL;
    return make(&round, kind);
}

SnVolumeMesh *sn_volume_mesh_capsule(double radius, double length, int n, int n_along,
                                     SnElementKind kind)
{
    if (sn_element_is_surface(kind) || !(radius > 0 && length > 0) || n < 1 || n_along < 1 ||
        !sn_lattice_fits((const double[3]){2.0 * n, 2.0 * n, 2.0 * n + n_along}, 3))
        return NULL;
    const Round round = {.n = n + n % 2, /* a half sphere has whole cells */
                         .layers = n / 2 + n % 2,
                         .middle = n_along,
                         .half = 0.5 * length,
                         .caps = true,
                         .radii = {radius, radius, radius}};
    return make(&round, kind);
}

/* --- tube --- */

typedef struct Tube {
    double inner, outer, length;
    int n_around, n_through, n_along;
} Tube;

static void place_on_tube(const void *shape, const int at[3], double position[3])
{
    const Tube *tube = shape;
    const double angle = M_PI * at[0] / tube->n_around;
    const double radius = tube->inner + (tube->outer - tube->inner) * at[1] / (2 * tube->n_through);
    position[0] = radius * cos(angle);
    position[1] = radius * sin(angle);
    position[2] = tube->length * (at[2] - tube->n_along) / (2 * tube->n_along);
}

static void unite_round(const void *shape, int at[3])
{
    const Tube *tube = shape;
    at[0] %= 2 * tube->n_around;
}

static SnVolumeMesh *make_tube(const Tube *tube, SnElementKind kind)
{
    SnLattice lattice;
    sn_lattice_init(&lattice, kind, tube, place_on_tube);
    lattice.unite = unite_round;
    for (int k = 0; k < tube->n_along; k++) {
        for (int j = 0; j < tube->n_through; j++) {
            for (int i = 0; i < tube->n_around; i++) {
                static const signed char STEP[8][3] = {{0, 0, 0}, {0, 1, 0}, {1, 1, 0}, {1, 0, 0},
                                                       {0, 0, 1}, {0, 1, 1}, {1, 1, 1}, {1, 0, 1}};
                int corner[8][3]; /* outwards, round, along: that is right-handed */
                for (int c = 0; c < 8; c++) {
                    corner[c][0] = 2 * (i + STEP[c][0]);
                    corner[c][1] = 2 * (j + STEP[c][1]);
                    corner[c][2] = 2 * (k + STEP[c][2]);
                }
                sn_lattice_cell(&lattice, (const int(*)[3])corner);
            }
        }
    }
    return sn_lattice_finish(&lattice);
}

SnVolumeMesh *sn_volume_mesh_tube(double inner, double outer, double length, int n_around,
                                  int n_through, int n_along, SnElementKind kind)
{
    const Tube tube = {inner, outer, length, n_around, n_through, n_along};
    const double counts[3] = {n_around, n_through, n_along};
    if (sn_element_is_surface(kind) || !(inner >= 0 && outer > inner && length > 0) ||
        n_around < 3 || !sn_lattice_fits(counts, 3))
        return NULL;
    if (inner > 0)
        return make_tube(&tube, kind);
    const int n = MAX(n_around / 4, 1);
    const Round round = {.n = n,
                         .layers = n_through,
                         .middle = n_along,
                         .half = 0.5 * length,
                         .radii = {outer, outer, outer}};
    if (!sn_lattice_fits((const double[3]){n + 2.0 * n_through, n + 2.0 * n_through, n_along}, 3))
        return NULL;
    return make(&round, kind);
}
