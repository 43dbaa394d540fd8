/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Muscles and attachments of the tongue, on the grid of its bricks.
 *
 * Origins, insertions and largest forces as published: Buchaillard, Perrier, Payan, JASA
 * 126:2033-2051, 2009, table I, in the arrangement of Stavness et al. 2011 (see plate.c; Fig. 7).
 * A fibre is the chain of neighbouring nodes that lies nearest to the straight lines between the
 * places given; its muscle has the bricks along which two of its fibres run, and those of segments
 * that have none so.
 *
 * Segments share a muscle's force by the volume of their bricks, so how much of it leaves the
 * tongue depends on the mesh.  Styloglossus: 8.3 of 12 N a side pull at the styloid process in the
 * published mesh, 6.0 of 12 N here; 16.7 N in place of 12 give the same pull. */
#include "tongue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bones.h"

#define MIDDLE    (SN_GEO_TONGUE_K / 2)
#define MOST      64  /* nodes of a fibre */
#define ON_HYOID  6.0 /* mm from the axis of the bone to its surface and what lies on it */
#define NAME_SIZE 16

typedef enum { GGP, GGM, GGA, STY, GH, MH, HG, VERT, TRANS, IL, SL, MUSCLES } MuscleNumber;

typedef struct {
    const char *name;
    double max_force; /* of one side, SL: of both [N] */
    int paired;
    int from_layer; /* bricks below this layer are none of its */
} Muscle;

static const Muscle muscles[MUSCLES] = {
    [GGP] = {"GGP", 18.5, 1, 0}, [GGM] = {"GGM", 6.0, 1, 0},    [GGA] = {"GGA", 9.0, 1, 0},
    [STY] = {"STY", 16.7, 1, 0}, [GH] = {"GH", 8.75, 1, 0},     [MH] = {"MH", 19.5, 1, 0},
    [HG] = {"HG", 32.5, 1, 0},   [VERT] = {"VERT", 10.0, 1, 0}, [TRANS] = {"TRANS", 25.0, 1, 0},
    [IL] = {"IL", 4.5, 1, 0},    [SL] = {"SL", 19.0, 0, 6}};

/* Along the fan, up from the floor, out from the middle. */
typedef struct {
    signed char i, j, k;
} Place;

/* Fibres through two or three places, repeated with all places moved on by one along the grid. */
typedef struct {
    MuscleNumber muscle;
    int n_places;
    Place place[3];
    signed char repeat_i, repeat_j, repeat_k;
    int to_styloid;
} Row;

static const Row rows[] = {
    /* genioglossus: from the spine of the chin, fanning out to the back of the tongue */
    {GGP, 2, {{6, 0, 0}, {13, 1, 0}}, 1, 1, 2, 0},
    {GGP, 2, {{6, 0, 0}, {13, 6, 0}}, 1, 1, 2, 0},
    {GGP, 2, {{6, 0, 0}, {12, 6, 0}}, 1, 1, 2, 0},
    {GGP, 2, {{5, 0, 0}, {11, 6, 0}}, 1, 1, 2, 0},
    {GGP, 2, {{5, 0, 0}, {10, 6, 0}}, 1, 1, 2, 0},
    {GGP, 2, {{5, 0, 0}, {8, 6, 0}}, 1, 1, 2, 0},
    {GGM, 2, {{5, 0, 0}, {7, 7, 0}}, 1, 1, 2, 0},
    {GGM, 2, {{5, 0, 0}, {6, 7, 0}}, 1, 1, 2, 0},
    {GGA, 2, {{4, 0, 0}, {5, 7, 0}}, 1, 1, 2, 0},
    {GGA, 2, {{4, 0, 0}, {3, 7, 0}}, 1, 1, 2, 0},
    {GGA, 2, {{4, 0, 0}, {2, 7, 0}}, 1, 1, 2, 0},
    /* styloglossus: out of the middle, and along the side from the tip */
    {STY, 2, {{7, 4, 0}, {8, 6, 4}}, 1, 1, 1, 1},
    {STY, 2, {{7, 4, 0}, {8, 5, 4}}, 1, 1, 1, 1},
    {STY, 2, {{8, 3, 0}, {8, 5, 4}}, 1, 1, 1, 1},
    {STY, 2, {{8, 4, 0}, {9, 5, 4}}, 1, 1, 1, 1},
    {STY, 3, {{1, 1, 3}, {5, 4, 4}, {8, 6, 4}}, 1, 1, 1, 1},
    {STY, 3, {{2, 2, 3}, {6, 4, 4}, {8, 6, 4}}, 1, 1, 1, 1},
    {STY, 3, {{1, 1, 2}, {6, 4, 3}, {8, 5, 4}}, 1, 1, 1, 1},
    {STY, 3, {{2, 1, 3}, {6, 3, 4}, {8, 5, 4}}, 1, 1, 1, 1},
    {STY, 3, {{1, 0, 3}, {6, 3, 3}, {9, 5, 4}}, 1, 1, 1, 1},
    /* geniohyoid: along the floor */
    {GH, 2, {{11, 0, 0}, {7, 0, 0}}, 1, 1, 3, 0},
    {GH, 3, {{11, 1, 0}, {7, 1, 0}, {6, 0, 0}}, 1, 1, 3, 0},
    /* mylohyoid: from the ridge inside the jaw down to the middle of the floor */
    {MH, 3, {{7, 1, 4}, {7, 0, 3}, {7, 0, 0}}, 1, 1, 1, 0},
    {MH, 3, {{8, 1, 4}, {8, 0, 3}, {8, 0, 0}}, 1, 1, 1, 0},
    {MH, 3, {{8, 2, 4}, {9, 0, 3}, {9, 0, 0}}, 1, 1, 1, 0},
    {MH, 3, {{8, 3, 4}, {10, 0, 3}, {10, 0, 0}}, 1, 1, 1, 0},
    {MH, 3, {{8, 4, 4}, {11, 0, 3}, {11, 0, 0}}, 1, 1, 1, 0},
    {MH, 2, {{7, 1, 3}, {7, 1, 0}}, 1, 1, 1, 0},
    {MH, 2, {{8, 1, 3}, {8, 1, 0}}, 1, 1, 1, 0},
    {MH, 3, {{8, 2, 3}, {9, 1, 2}, {9, 1, 0}}, 1, 1, 1, 0},
    {MH, 3, {{8, 3, 3}, {10, 1, 2}, {10, 1, 0}}, 1, 1, 1, 0},
    {MH, 3, {{8, 4, 3}, {11, 1, 2}, {11, 1, 0}}, 1, 1, 1, 0},
    /* hyoglossus: from the horns up into the sides */
    {HG, 2, {{13, 4, 3}, {8, 7, 3}}, 1, 1, 2, 0},
    {HG, 2, {{13, 2, 3}, {8, 6, 3}}, 1, 1, 2, 0},
    {HG, 2, {{13, 0, 3}, {7, 6, 3}}, 1, 1, 2, 0},
    {HG, 2, {{12, 1, 3}, {7, 5, 3}}, 1, 1, 2, 0},
    {HG, 2, {{11, 1, 3}, {7, 4, 3}}, 1, 1, 2, 0},
    /* within the tongue: down from its back, outwards, along its under side, along its back */
    {VERT, 2, {{2, 7, 1}, {2, 3, 1}}, 11, 1, 3, 0},
    {TRANS, 2, {{1, 3, 0}, {1, 3, 3}}, 13, 4, 1, 0},
    {IL, 3, {{0, 1, 1}, {8, 4, 1}, {13, 6, 1}}, 1, 1, 2, 0},
    {IL, 3, {{0, 0, 1}, {8, 3, 1}, {13, 4, 1}}, 1, 1, 2, 0},
    {SL, 2, {{0, 6, -4}, {13, 6, -4}}, 1, 2, 9, 0}};

/* Boxes of the grid that are fixed to the jaw: from, to; both sides.  Spine of the chin and front
 * of the floor, ridge of the mylohyoid. */
static const Place jaw_from[] = {{4, 0, 0}, {7, 0, 0}, {7, 1, 3}, {8, 1, 3}, {8, 2, 4}};
static const Place jaw_to[] = {{6, 0, 2}, {7, 0, 4}, {7, 1, 4}, {8, 1, 4}, {8, 4, 4}};

static int number(const int at[3])
{
    return sn_geo_tongue_node(at[0], at[1], at[2]);
}

static double off_line(SnGeoVec p, SnGeoVec a, SnGeoVec b)
{
    SnGeoVec d = vsub(b, a);
    double t = clampd(vdot(vsub(p, a), d) / fmax(vdot(d, d), 1e-12), 0.0, 1.0);
    SnGeoVec q = vsub(p, vmad(a, d, t));
    return vdot(q, q);
}

/* Best chain by dynamic programming: one step at a time along the axis with most of them, at most
 * one along the others, within the box of both ends; least sum of squared distances to the straight
 * line.  Appends the nodes behind the first; returns their new count. */
static int route(const SnGeoVec *nodes, const int from[3], const int to[3], int *chain, int n)
{
    int axis = 0, low[3], high[3];
    for (int k = 0; k < 3; k++) {
        axis = abs(to[k] - from[k]) > abs(to[axis] - from[axis]) ? k : axis;
        low[k] = from[k] < to[k] ? from[k] : to[k];
        high[k] = from[k] < to[k] ? to[k] : from[k];
    }
    int u = (axis + 1) % 3, v = (axis + 2) % 3, steps = abs(to[axis] - from[axis]);
    int way = to[axis] > from[axis] ? 1 : -1;
    static double cost[MOST][16][16];
    static signed char back[MOST][16][16][2];
    SnGeoVec a = nodes[number(from)], b = nodes[number(to)];
    for (int s = 0; s <= steps; s++) {
        for (int p = low[u]; p <= high[u]; p++) {
            for (int q = low[v]; q <= high[v]; q++) {
                int at[3];
                at[axis] = from[axis] + way * s, at[u] = p, at[v] = q;
                double best = s == 0 && p == from[u] && q == from[v] ? 0.0 : 1e30;
                for (int c = 0; s > 0 && c < 9; c++) {
                    int pp = p + c % 3 - 1, qq = q + c / 3 - 1;
                    if (pp < low[u] || pp > high[u] || qq < low[v] || qq > high[v] ||
                        cost[s - 1][pp][qq] >= best)
                        continue;
                    best = cost[s - 1][pp][qq];
                    back[s][p][q][0] = (signed char)pp, back[s][p][q][1] = (signed char)qq;
                }
                cost[s][p][q] = best + off_line(nodes[number(at)], a, b);
            }
        }
    }
    for (int s = steps, p = to[u], q = to[v]; s > 0; s--) {
        int at[3];
        at[axis] = from[axis] + way * s, at[u] = p, at[v] = q;
        chain[n + s - 1] = number(at);
        int pp = back[s][p][q][0];
        q = back[s][p][q][1], p = pp;
    }
    return n + steps;
}

/* The chain of a row, moved on by (i, j, k), on the side +1 left or -1 right. */
static int fibre(const SnGeoVec *nodes, const Row *row, const int move[3], int side, int *chain)
{
    int at[3][3], n = 1;
    for (int p = 0; p < row->n_places; p++) {
        at[p][0] = row->place[p].i + move[0];
        at[p][1] = row->place[p].j + move[1];
        at[p][2] = MIDDLE + side * (row->place[p].k + move[2]);
    }
    chain[0] = number(at[0]);
    for (int p = 1; p < row->n_places; p++)
        n = route(nodes, at[p - 1], at[p], chain, n);
    return n;
}

static void grid_place(int node, int at[3])
{
    at[0] = node % (SN_GEO_TONGUE_I + 1);
    at[1] = node / (SN_GEO_TONGUE_I + 1) % (SN_GEO_TONGUE_J + 1);
    at[2] = node / ((SN_GEO_TONGUE_I + 1) * (SN_GEO_TONGUE_J + 1));
}

/* The bricks of a muscle while they are found. */
typedef struct {
    int fibres, last; /* how many fibres run along it, the last of them */
    int has;
} Brick;

/* Whether a brick on the side of the muscle has both nodes. */
static int holds(const Muscle *muscle, int side, int brick, const int p[3], const int q[3])
{
    int at[3] = {brick % SN_GEO_TONGUE_I, brick / SN_GEO_TONGUE_I % SN_GEO_TONGUE_J,
                 brick / (SN_GEO_TONGUE_I * SN_GEO_TONGUE_J)};
    int good = at[1] >= muscle->from_layer && (!muscle->paired || (side > 0) == (at[2] >= MIDDLE));
    for (int k = 0; k < 3; k++)
        good = good && p[k] >= at[k] && p[k] <= at[k] + 1 && q[k] >= at[k] && q[k] <= at[k] + 1;
    return good;
}

/* Notes a segment in its bricks; in the second pass, gives it all of them if the muscle has none.
 */
static void note_segment(const Muscle *muscle, int side, const int nodes[2], int fibre_number,
                         int pass, Brick *bricks)
{
    int p[3], q[3], has = 0;
    grid_place(nodes[0], p);
    grid_place(nodes[1], q);
    for (int b = 0; b < SN_GEO_TONGUE_BRICKS; b++)
        has = has || (bricks[b].has && holds(muscle, side, b, p, q));
    for (int b = 0; b < SN_GEO_TONGUE_BRICKS; b++) {
        if (!holds(muscle, side, b, p, q))
            continue;
        if (pass == 1) {
            bricks[b].has = bricks[b].has || !has;
        } else {
            bricks[b].fibres += bricks[b].last != fibre_number;
            bricks[b].last = fibre_number;
        }
    }
}

/* All fibres of a side: noted in the bricks, and in the second pass written; returns their count.
 */
static int run_fibres(FILE *file, const char *name, const SnGeoVec *nodes, MuscleNumber m, int side,
                      const int styloid[2], int pass, Brick *bricks)
{
    int count = 0;
    for (int r = 0; r < SN_GEO_COUNT(rows); r++) {
        const Row *row = &rows[r];
        for (int c = 0; row->muscle == m && c < row->repeat_i * row->repeat_j * row->repeat_k;
             c++) {
            int move[3] = {c % row->repeat_i, c / row->repeat_i % row->repeat_j,
                           c / (row->repeat_i * row->repeat_j)};
            int chain[3 * MOST], n = fibre(nodes, row, move, side, chain);
            count++;
            for (int i = 1; i < n; i++)
                note_segment(&muscles[m], side, chain + i - 1, count, pass, bricks);
            if (row->to_styloid)
                chain[n++] = styloid[side > 0 ? 0 : 1];
            if (pass == 1)
                fprintf(file, "fibre,%s,%d,", name, count);
            for (int i = 0; i < n && pass == 1; i++)
                fprintf(file, "%d%c", chain[i], i + 1 < n ? ' ' : '\n');
        }
    }
    return count;
}

static void write_muscle(FILE *file, const SnGeoVec *nodes, MuscleNumber m, int side,
                         const int styloid[2])
{
    const Muscle *muscle = &muscles[m];
    static Brick bricks[SN_GEO_TONGUE_BRICKS];
    char name[NAME_SIZE];
    int n_bricks = 0;
    memset(bricks, 0, sizeof bricks);
    snprintf(name, sizeof name, "%s%s", muscle->name,
             !muscle->paired ? "" : (side > 0 ? "_l" : "_r"));
    run_fibres(file, name, nodes, m, side, styloid, 0, bricks);
    for (int b = 0; b < SN_GEO_TONGUE_BRICKS; b++)
        bricks[b].has = bricks[b].fibres >= 2;
    int count = run_fibres(file, name, nodes, m, side, styloid, 1, bricks);
    fprintf(file, "muscle,%s,%g,", name, muscle->max_force);
    for (int b = 0; b < SN_GEO_TONGUE_BRICKS; b++)
        if (bricks[b].has)
            fprintf(file, "%s%d", n_bricks++ ? " " : "", b);
    fputc('\n', file);
    printf("%-8s %2d fibres, %3d bricks, %g N\n", name, count, n_bricks, muscle->max_force);
}

static int on_jaw(const int at[3])
{
    for (int b = 0; b < SN_GEO_COUNT(jaw_from); b++) {
        int k = abs(at[2] - MIDDLE);
        if (at[0] >= jaw_from[b].i && at[0] <= jaw_to[b].i && at[1] >= jaw_from[b].j &&
            at[1] <= jaw_to[b].j && k >= jaw_from[b].k && k <= jaw_to[b].k)
            return 1;
    }
    return 0;
}

/* Nodes of the root that lie on the hyoid. */
static int on_hyoid(const int at[3], SnGeoVec p)
{
    int outside = at[0] == SN_GEO_TONGUE_I || at[1] <= 1 || at[2] == 0 || at[2] == SN_GEO_TONGUE_K;
    return at[0] >= 10 && outside && sn_geo_hyoid_distance(p) < ON_HYOID;
}

static void write_nodes(FILE *file, const SnGeoVec *nodes, const char *name, int hyoid)
{
    int count = 0;
    fprintf(file, "nodes,%s,,", name);
    for (int i = 0; i < SN_GEO_TONGUE_NODES; i++) {
        int at[3];
        grid_place(i, at);
        if (hyoid ? on_hyoid(at, nodes[i]) : on_jaw(at))
            fprintf(file, "%s%d", count++ ? " " : "", i);
    }
    fputc('\n', file);
    printf("%-8s %2d nodes attached\n", name, count);
}

int sn_geo_write_tongue_muscles(const char *path, const SnGeoVec *nodes, const int styloid[2])
{
    FILE *file = fopen(path, "w");
    if (!file)
        return 1;
    fputs("kind,name,value,members\n", file);
    for (int m = 0; m < MUSCLES; m++)
        for (int side = 1; side >= (muscles[m].paired ? -1 : 1); side -= 2)
            write_muscle(file, nodes, (MuscleNumber)m, side, styloid);
    write_nodes(file, nodes, "jaw", 0);
    write_nodes(file, nodes, "hyoid", 1);
    fprintf(file, "nodes,styloid,,%d %d\n", styloid[0], styloid[1]);
    fprintf(file, "nodes,tip,,%d\n", sn_geo_tongue_node(0, SN_GEO_TONGUE_J, MIDDLE));
    fprintf(file, "nodes,back,,%d\n", sn_geo_tongue_node(6, SN_GEO_TONGUE_J, MIDDLE));
    int failed = ferror(file);
    return fclose(file) || failed;
}
