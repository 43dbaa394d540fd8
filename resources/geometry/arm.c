/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bones of the right upper limb for the elbow demo.
 *
 * Frames and landmarks are those of the arm26 model (opensim-models, Models/Arm26/arm26.osim,
 * Holzbaur, Murray and Delp 2005): x anterior, y up, z to the right (lateral). Joint centres and
 * muscle points fix the size and the places of the heads and prominences; sections are textbook
 * proportions. Humerus: origin at the shoulder, elbow at (6.1, -290.4, -12.3) mm. Forearm frame:
 * origin at the elbow. Scapula: base frame, shoulder at (-17.5, -7, 170) mm. */
#include "bones.h"

#include <stdlib.h>

/* A bone of this file: one or more sweeps, then tables of ellipsoids to add and to cut. */
typedef struct {
    SnGeoVec a;
    double ra;
    SnGeoVec b;
    double rb, blend;
} Rod;

typedef struct {
    const SnGeoSweep *sweep;
    int sweeps;
    double sweep_blend;
    const Rod *rod;
    int rods;
    const SnGeoEllipsoid *cut;
    int cuts;
} Bone;

static double eval_bone(const void *self, SnGeoVec p)
{
    const Bone *bone = self;
    double f = -1e3;
    for (int i = 0; i < bone->sweeps; i++)
        f = smax(f, sn_geo_sweep(&bone->sweep[i], p), bone->sweep_blend);
    for (int i = 0; i < bone->rods; i++) {
        const Rod *r = &bone->rod[i];
        f = smax(f, sn_geo_rod(p, r->a, r->ra, r->b, r->rb), r->blend);
    }
    for (int i = 0; i < bone->cuts; i++) {
        const SnGeoEllipsoid *c = &bone->cut[i];
        f = smin(f, -sn_geo_ellipsoid(p, c->centre, c->semi), c->blend);
    }
    return f;
}

static void build(SnGeoMesh *mesh, const Bone *bone, SnGeoVec lo, SnGeoVec hi, double step,
                  int target, double keep)
{
    SnGeoMeshing how = {
        .lo = lo, .hi = hi, .step = step, .smooth = 4, .target = target, .keep = keep};
    sn_geo_build(mesh, (SnGeoField){eval_bone, bone}, &how);
}

/* ---- humerus: sections are (across = x, up = z) ---- */

static const SnGeoStation humerus_shaft[] = {{2, 4, 5, 17, 19},         {2.5, -22, 3, 14, 15},
                                             {2.5, -45, -1, 11.5, 12},  {1, -80, -3, 10.5, 11},
                                             {-1, -120, -4, 10.5, 11},  {-2, -160, -5, 10, 10.5},
                                             {-2, -200, -7, 9.2, 11},   {-1, -232, -9, 8.2, 13},
                                             {1.5, -258, -10.5, 7, 17}, {3.5, -280, -10, 6.5, 21}};

static const Rod humerus_rods[] = {
    /* head, towards the glenoid; greater tubercle, lesser tubercle, deltoid tuberosity */
    {{-4, 3, -4}, 23, {-5, 4, -6}, 22.5, 5},
    {{-1, 3, 17}, 11, {2, -16, 16}, 8, 5},
    {{17, -1, 1}, 7, {13, -18, 1}, 4.5, 5},
    {{-0.5, -104, 0.5}, 5.5, {-1, -150, 0}, 5.5, 12},
    /* supracondylar ridges and epicondyles */
    {{-2, -212, -3}, 4, {3, -276, 17}, 5, 9},
    {{3, -275, 16}, 6, {4, -287, 20}, 5.5, 4},
    {{-1, -212, -11}, 4, {2, -279, -33}, 5.5, 9},
    {{2, -279, -34}, 6, {1, -283, -42}, 5.5, 4},
    /* trochlea: two flanges of a spool and its waist; capitulum */
    {{6, -291, -29}, 12.2, {6, -291, -27}, 12.0, 3},
    {{6, -291, -27}, 10.2, {6, -290.5, 0}, 10.2, 3},
    {{6, -290.5, -9}, 11.0, {6, -290.5, -8}, 11.0, 2.5},
    {{8.5, -291, 7}, 10.8, {8, -290.5, 9}, 10.4, 2}};

/* Intertubercular groove, olecranon fossa, coronoid fossa, radial fossa. */
static const SnGeoEllipsoid humerus_cuts[] = {{{21, -10, 8}, {7.5, 22, 3.4}, 3},
                                              {{-10, -276, -14}, {9, 11, 11}, 3},
                                              {{16, -277, -16}, {8, 8, 8}, 3},
                                              {{17, -277, 6}, {8, 7, 6.5}, 3}};

void sn_geo_humerus_mesh(SnGeoMesh *mesh)
{
    SnGeoSweep *sweep = sn_geo_alloc(1, sizeof(SnGeoSweep));
    sn_geo_sweep_init(sweep, humerus_shaft, SN_GEO_COUNT(humerus_shaft), vec(0, 0, 1), 2.2);
    Bone bone = {sweep,
                 1,
                 1,
                 humerus_rods,
                 SN_GEO_COUNT(humerus_rods),
                 humerus_cuts,
                 SN_GEO_COUNT(humerus_cuts)};
    build(mesh, &bone, vec(-40, -315, -60), vec(40, 40, 45), 1.3, 4000, 1.0);
    free(sweep);
}

/* ---- ulna and radius (forearm frame) ---- */

static const SnGeoStation ulna_shaft[] = {{-13, 10, -2, 9, 9},      {-15, -5, -2, 8, 9},
                                          {-9, -25, -1, 9.5, 9},    {-8, -50, 0, 7.6, 8},
                                          {-9, -90, 3, 6.8, 7},     {-9, -130, 9, 6.2, 6.4},
                                          {-7, -170, 16, 5.2, 5.4}, {-5, -205, 24, 4.6, 4.8},
                                          {-3, -228, 30, 5.6, 5.8}, {-2, -238, 33, 6.4, 6.8}};
static const Rod ulna_rods[] = {
    /* olecranon with its beak, coronoid process, supinator crest, ulnar head and styloid */
    {{-18, 7, -2}, 8.5, {-15, 14, -2}, 7.5, 5},   {{-13, 15, -2}, 6, {-6, 15.5, -2}, 4, 4},
    {{-8, -20, -7}, 7, {5, -15.5, -7}, 4.5, 6},   {{-8, -20, 2}, 7, {6, -15.5, 2}, 4.5, 6},
    {{-6, -20, 4}, 6, {-4, -14, 8}, 4.5, 4},      {{-3, -238, 34}, 6.5, {-1, -239, 36}, 6, 3},
    {{-7, -238, 31}, 3.5, {-8, -247, 31}, 1.8, 3}};
/* Trochlear notch around the elbow axis, radial notch. */
static const SnGeoEllipsoid ulna_cuts[] = {{{0.5, 0, 0}, {12.6, 12.6, 40}, 1.5},
                                           {{4, -13, 22}, {12, 9, 11.5}, 2}};

void sn_geo_ulna_mesh(SnGeoMesh *mesh)
{
    SnGeoSweep *sweep = sn_geo_alloc(1, sizeof(SnGeoSweep));
    sn_geo_sweep_init(sweep, ulna_shaft, SN_GEO_COUNT(ulna_shaft), vec(0, 0, 1), 2.0);
    Bone bone = {
        sweep, 1, 1, ulna_rods, SN_GEO_COUNT(ulna_rods), ulna_cuts, SN_GEO_COUNT(ulna_cuts)};
    build(mesh, &bone, vec(-40, -260, -25), vec(30, 35, 60), 1.0, 3000, 1.0);
    free(sweep);
}

static const SnGeoStation radius_shaft[] = {{3, -16, 21.5, 8, 8},     {3.5, -26, 22, 6.4, 6.6},
                                            {3, -44, 21.5, 6.6, 6.8}, {1, -70, 24, 6.2, 6.8},
                                            {0, -105, 32, 6.2, 7.2},  {0.5, -140, 41, 6.4, 7.4},
                                            {2, -175, 48, 6.8, 8},    {4, -205, 53, 8, 10.5},
                                            {5, -225, 56.5, 9.5, 14}, {5, -236, 58.5, 9.5, 15}};
static const Rod radius_rods[] = {
    /* bicipital tuberosity, styloid, dorsal tubercle */
    {{5, -43, 19.5}, 5.5, {5, -52, 20}, 5, 4},
    {{5, -236, 68}, 7, {5, -247, 74}, 3, 5},
    {{-3, -228, 58}, 3.5, {-4, -237, 59}, 3, 4}};
/* Dish on the head, carpal surface. */
static const SnGeoEllipsoid radius_cuts[] = {{{3, 3, 21}, {11, 10.5, 11}, 1.5},
                                             {{4.5, -256, 57}, {13, 14, 22}, 2},
                                             {{-3, -238, 33}, {9, 9, 11.5}, 2}};

/* The radial head is a disc: a short cylinder with a rounded rim about the bone's own axis. */
static double eval_radius(const void *self, SnGeoVec p)
{
    double f = eval_bone(self, p);
    double rim = 11.0 - hypot(p.x - 3.0, p.z - 21.0);
    double disc = smin(smin(rim, -7.0 - p.y, 2.0), p.y + 18.0, 2.5);
    double dish = -sn_geo_ellipsoid(p, radius_cuts[0].centre, radius_cuts[0].semi);
    return smin(smax(f, disc, 3.0), dish, 1.5);
}

void sn_geo_radius_mesh(SnGeoMesh *mesh)
{
    SnGeoSweep *sweep = sn_geo_alloc(1, sizeof(SnGeoSweep));
    sn_geo_sweep_init(sweep, radius_shaft, SN_GEO_COUNT(radius_shaft), vec(0, 0, 1), 2.0);
    Bone bone = {sweep,
                 1,
                 1,
                 radius_rods,
                 SN_GEO_COUNT(radius_rods),
                 radius_cuts,
                 SN_GEO_COUNT(radius_cuts)};
    SnGeoMeshing how = {.lo = vec(-15, -260, 0),
                        .hi = vec(25, 0, 90),
                        .step = 1.0,
                        .smooth = 4,
                        .target = 3000,
                        .keep = 1.0};
    sn_geo_build(mesh, (SnGeoField){eval_radius, &bone}, &how);
    free(sweep);
}

/* ---- scapula and clavicle (base frame) ---- */

/* Blade borders and spine as sweeps, the blade between them as thin leaves. */
static const SnGeoStation spine[] = {
    {-118, -8, 68, 2.5, 4}, {-103, 3, 92, 4, 6.5}, {-84, 13, 118, 4, 8.5}, {-62, 24, 143, 4.5, 8},
    {-40, 30, 161, 6, 8},   {-20, 30, 172, 5, 9},  {-6, 28, 168, 4, 7}};
static const SnGeoStation lateral_border[] = {{-50, -12, 147, 7, 8},
                                              {-64, -35, 132, 5.5, 5},
                                              {-85, -70, 108, 4.8, 4.5},
                                              {-106, -105, 87, 5, 4.5},
                                              {-117, -130, 76, 5, 4.5}};
static const SnGeoStation medial_border[] = {{-117, -130, 76, 5, 4.5},
                                             {-124, -95, 64, 3, 3},
                                             {-124, -50, 58, 2.6, 2.6},
                                             {-118, -8, 62, 3, 3},
                                             {-102, 24, 80, 3.4, 3.4}};
static const SnGeoStation upper_border[] = {
    {-102, 24, 80, 3.4, 3.4}, {-82, 20, 103, 2.6, 2.6}, {-58, 8, 130, 4, 4}, {-44, 6, 142, 7, 6}};
static const SnGeoStation coracoid[] = {{-46, 8, 140, 7, 7},
                                        {-34, 18, 132, 6.5, 6},
                                        {-18, 15, 129, 5.5, 5},
                                        {-4, 2, 131, 5, 4.5},
                                        {3, -9, 134, 4.5, 4.5}};
static const SnGeoStation clavicle[] = {
    {4, 12, 20, 11, 10},     {14, 14, 38, 7.5, 7}, {19, 18, 62, 6.2, 6}, {12, 24, 90, 6, 5.6},
    {-4, 29, 115, 6.4, 5.2}, {-15, 32, 138, 8, 5}, {-14, 33, 155, 9, 5}};

static const Rod scapula_rods[] = {{{-47, -4, 144}, 13, {-42, -4, 147}, 13.5, 6},
                                   {{-58, -2, 134}, 10, {-48, -3, 142}, 11, 6}};
static const SnGeoEllipsoid scapula_cuts[] = {{{-17.5, -4, 170}, {29, 29, 29}, 2}};

/* The blade between the borders and the shelf that carries the spine, as thin triangles. */
static const SnGeoVec leaf[][3] = {{{-60, -30, 133}, {-86, -70, 108}, {-117, -128, 76}},
                                   {{-54, -4, 138}, {-60, -30, 133}, {-117, -128, 76}},
                                   {{-54, -4, 138}, {-117, -128, 76}, {-123, -95, 65}},
                                   {{-54, -4, 138}, {-123, -95, 65}, {-123, -50, 60}},
                                   {{-54, -4, 138}, {-123, -50, 60}, {-117, -8, 64}},
                                   {{-54, -4, 138}, {-117, -8, 64}, {-101, 24, 81}},
                                   {{-54, -4, 138}, {-101, 24, 81}, {-58, 8, 130}},
                                   {{-117, -8, 66}, {-62, 22, 143}, {-58, 0, 136}},
                                   {{-117, -8, 66}, {-84, 13, 118}, {-62, 22, 143}}};

static double blade(SnGeoVec p)
{
    double f = -1e3;
    for (int i = 0; i < SN_GEO_COUNT(leaf); i++) {
        SnGeoVec q = sn_geo_closest_on_triangle(p, leaf[i][0], leaf[i][1], leaf[i][2]);
        f = smax(f, 1.5 - vlen(vsub(p, q)), 1.0);
    }
    return f;
}

static double eval_scapula(const void *self, SnGeoVec p)
{
    double f = smax(eval_bone(self, p), blade(p), 3.0);
    return smin(f, -sn_geo_ellipsoid(p, scapula_cuts[0].centre, scapula_cuts[0].semi), 2.0);
}

void sn_geo_shoulder_blade_mesh(SnGeoMesh *mesh)
{
    SnGeoSweep *s = sn_geo_alloc(5, sizeof(SnGeoSweep));
    SnGeoVec facing = vec(0.62, 0, 0.78), up = vec(0, 1, 0);
    sn_geo_sweep_init(&s[0], spine, SN_GEO_COUNT(spine), vec(0.7, 0.2, -0.6), 2.0);
    sn_geo_sweep_init(&s[1], lateral_border, SN_GEO_COUNT(lateral_border), facing, 2.0);
    sn_geo_sweep_init(&s[2], medial_border, SN_GEO_COUNT(medial_border), facing, 2.0);
    sn_geo_sweep_init(&s[3], upper_border, SN_GEO_COUNT(upper_border), up, 2.0);
    sn_geo_sweep_init(&s[4], coracoid, SN_GEO_COUNT(coracoid), up, 2.0);
    Bone bone = {s, 5, 4.0, scapula_rods, SN_GEO_COUNT(scapula_rods), NULL, 0};
    SnGeoMeshing how = {.lo = vec(-140, -145, 40),
                        .hi = vec(20, 50, 190),
                        .step = 1.4,
                        .smooth = 4,
                        .target = 4000,
                        .keep = 1.0};
    sn_geo_build(mesh, (SnGeoField){eval_scapula, &bone}, &how);
    free(s);
}

void sn_geo_clavicle_mesh(SnGeoMesh *mesh)
{
    SnGeoSweep s;
    sn_geo_sweep_init(&s, clavicle, SN_GEO_COUNT(clavicle), vec(0, 1, 0), 2.0);
    Bone collar = {&s, 1, 1, NULL, 0, NULL, 0};
    build(mesh, &collar, vec(-40, -10, 0), vec(40, 55, 180), 1.2, 1200, 1.0);
}

void sn_geo_scapula_mesh(SnGeoMesh *mesh)
{
    SnGeoMesh part = {0};
    sn_geo_shoulder_blade_mesh(mesh);
    sn_geo_clavicle_mesh(&part);
    sn_geo_mesh_append(mesh, &part);
    sn_geo_mesh_clear(&part);
}
