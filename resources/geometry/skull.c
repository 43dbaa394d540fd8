/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The whole skull as one field, meshed as two overlapping bodies.
 *
 * Maxilla and cranium are cuts of the same field that overlap by a few millimetres: each cut face
 * lies inside the other body, so together they look like one skull and both are closed solids.
 * Zygoma and arch are measured for x >= 16 mm on Stavness et al. 2011 (see plate.c), as are half
 * width, length and temple of the brain case; all else is textbook anatomy placed by eye. */
#include "skull.h"

#include <stdlib.h>

/* ---- tables ---- */

/* Centre, half thickness, half height. */
static const SnGeoStation arch[] = {
    {58, 31, 8, 6, 9},          {54.5, 40, 9.5, 5, 9.5},    {49, 47, 10.2, 4.2, 10.5},
    {42, 52, 11.2, 3.6, 9.3},   {35, 56, 12.3, 2.8, 6.6},   {28, 58.2, 13, 2.6, 5.2},
    {20, 58.9, 13.2, 2.6, 3.8}, {12, 58.5, 12.6, 2.7, 3.6}, {4, 57.5, 11, 3, 3.6},
    {-5, 56.0, 11, 3.4, 3.8},   {-16, 56.0, 14, 3.4, 3.8}};
/* Supraorbital margin with the superciliary arch, medial to lateral. */
static const SnGeoStation brow[] = {{72, 5, 50, 5, 4.5},        {71.5, 14, 55, 4.8, 4.5},
                                    {69.5, 25, 57.5, 4.2, 3.8}, {64, 36, 57, 3.8, 3.6},
                                    {57, 45, 52.5, 3.6, 3.8},   {52, 50, 46, 3.6, 4}};
/* Infraorbital margin, medial to lateral. */
static const SnGeoStation rim[] = {{68.5, 13.5, 22, 3.5, 4},     {67, 20, 17.5, 3.6, 3.6},
                                   {63.5, 28.5, 14.8, 3.8, 3.8}, {58.8, 37, 14.8, 3.6, 4},
                                   {54.5, 43.8, 18, 3.4, 4.4},   {52.2, 48.8, 25, 3.5, 4}};
/* Frontal process of the zygoma up to the frontozygomatic suture. */
static const SnGeoStation frontal_process[] = {{48, 47.5, 10, 3.0, 6},
                                               {51, 49.8, 24, 3.2, 5},
                                               {51, 51, 34, 3.2, 4.6},
                                               {50.5, 50.5, 42, 3.4, 5},
                                               {49, 49, 52, 4, 6}};
static const SnGeoStation nasal_bone[] = {{70, 1.5, 53, 5.5, 5},
                                          {73, 1.8, 45, 5, 3.6},
                                          {76, 2.2, 37, 5.4, 3.0},
                                          {78.8, 2.6, 31.5, 6.0, 2.4},
                                          {80.2, 2.6, 28.5, 5.8, 1.9}};
static const SnGeoStation maxillary_process[] = {
    {68.5, 14.8, 4, 3.6, 4}, {70.8, 13.5, 14, 3.8, 4.2}, {73.6, 11.6, 23, 3.8, 4.2},
    {75.4, 8.8, 31, 3.8, 4}, {74.2, 7.2, 39, 3.8, 4},    {70.5, 6.5, 49, 3.6, 4}};
/* Temporal line from the zygomatic process of the frontal bone backwards, (x, z, radius); it is
 * laid onto the brain case when the skull is prepared. */
static const double temporal_line[][3] = {{50, 57, 3.0}, {42, 72, 2.6},  {28, 85, 2.4},
                                          {6, 95, 2.2},  {-20, 98, 2.0}, {-46, 90, 2.0},
                                          {-64, 72, 2.0}};

/* Brain case. */
static const SnGeoEllipsoid vault[] = {
    {{-20, 0, 58}, {88, 69.5, 64}, 1}, {{-50, 0, 42}, {57, 62, 44}, 14},
    {{-58, 0, 30}, {44, 47, 33}, 12},  {{40, 0, 52}, {35, 48, 35}, 12},
    {{-10, 43, 24}, {28, 18, 20}, 8},  {{5, 0, 16}, {34, 30, 12}, 8},
    {{-104, 0, 40}, {6, 11, 9}, 8}};

/* Mastoid, occipital condyle, pterygoid plates, styloid, tympanic ring, greater wing. */
static const SnGeoRod additions[] = {{{-32, 51.5, 14}, 12, {-25.5, 50.5, -12}, 5.5, 6},
                                     {{-20, 15.5, -4}, 6, {-14, 11.5, -6.5}, 5, 4},
                                     {{-16, 40, 8}, 4, {-13, 37.5, -11}, 1.9, 2.5},
                                     {{-13, 37.5, -11}, 1.9, {-7, 34.5, -27}, 0.9, 1},
                                     {{36, 37, 16}, 7, {37, 38, 46}, 9, 6},
                                     {{47, 46, 14}, 5, {45.5, 46, 47}, 5.5, 5},
                                     {{-16.5, 38, 3.5}, 5, {-16.5, 53, 4}, 5.8, 3},
                                     {{26, 20, 20}, 7, {26, 17.5, 4}, 5, 5}};

/* Back of the maxilla's tuberosity (pyramidal process) and the medial plate's hamulus. */
static const SnGeoRod pterygoids[] = {{{27, 18, 6}, 3.5, {26.5, 18.5, -11}, 3.0, 3},
                                      {{20, 14, -11}, 1.3, {18, 15.8, -15.5}, 1.0, 1.5}};

/* Lateral and medial pterygoid plate: thin leaves. */
static const struct {
    SnGeoVec centre, semi;
    double yaw;
} plates[] = {{{21.5, 20.3, -1}, {7.5, 1.7, 13}, -0.35}, {{21.5, 14.2, -1}, {6.5, 1.6, 13}, 0.05}};

/* Hollows of the brain case: temporal and infratemporal fossa, foramen magnum, occiput. */
static const SnGeoEllipsoid hollows[] = {{{28, 67, 32}, {34, 20, 36}, 10},
                                         {{22, 44, 0}, {22, 17, 15}, 4},
                                         {{-40, 0, -14}, {17, 14.5, 18}, 2.5},
                                         {{-24, 43, -12}, {12, 2.6, 9}, 2}};

#define ELLIPSOIDS(f, table, p)                                                                    \
    for (int i_ = 0; i_ < SN_GEO_COUNT(table); i_++)                                               \
    f = smax(f, sn_geo_ellipsoid(p, table[i_].centre, table[i_].semi), table[i_].blend)
#define RODS(f, table, p)                                                                          \
    for (int i_ = 0; i_ < SN_GEO_COUNT(table); i_++)                                               \
    f = smax(f, sn_geo_rod(p, table[i_].a, table[i_].ra, table[i_].b, table[i_].rb),               \
             table[i_].blend)

static double brain_case(SnGeoVec p)
{
    double f = -1e3;
    ELLIPSOIDS(f, vault, p);
    for (int i = 0; i < SN_GEO_COUNT(hollows); i++)
        f = smin(f, -sn_geo_ellipsoid(p, hollows[i].centre, hollows[i].semi), hollows[i].blend);
    return f;
}

/* Put the stations of the line just under the surface, so that it stays a faint ridge. */
static void lay_temporal_line(SnGeoSkull *s)
{
    SnGeoStation stations[SN_GEO_COUNT(temporal_line)];
    for (int i = 0; i < SN_GEO_COUNT(temporal_line); i++) {
        const double *row = temporal_line[i];
        double inside = 20.0, outside = 90.0;
        for (int step = 0; step < 40; step++) {
            double y = 0.5 * (inside + outside);
            *(brain_case(vec(row[0], y, row[1])) > 0.0 ? &inside : &outside) = y;
        }
        SnGeoVec p = vec(row[0], inside, row[1]);
        SnGeoVec in = vunit(vec(-20 - p.x, -p.y, 58 - p.z));
        p = vmad(p, in, 1.05 * row[2]);
        stations[i] = (SnGeoStation){p.x, p.y, p.z, row[2], row[2]};
    }
    sn_geo_sweep_init(&s->temporal_line, stations, SN_GEO_COUNT(temporal_line), vec(0, 0, 1), 2.0);
}

SnGeoSkull *sn_geo_skull_new(void)
{
    SnGeoSkull *s = sn_geo_alloc(1, sizeof(SnGeoSkull));
    SnGeoVec z = vec(0, 0, 1), x = vec(1, 0, 0);
    sn_geo_sweep_init(&s->arch, arch, SN_GEO_COUNT(arch), z, 2.4);
    sn_geo_sweep_init(&s->brow, brow, SN_GEO_COUNT(brow), z, 2.0);
    sn_geo_sweep_init(&s->rim, rim, SN_GEO_COUNT(rim), z, 2.0);
    sn_geo_sweep_init(&s->frontal_process, frontal_process, SN_GEO_COUNT(frontal_process), x, 2.0);
    sn_geo_sweep_init(&s->nasal_bone, nasal_bone, SN_GEO_COUNT(nasal_bone), x, 2.0);
    sn_geo_sweep_init(&s->maxillary_process, maxillary_process, SN_GEO_COUNT(maxillary_process), x,
                      2.0);
    lay_temporal_line(s);
    sn_geo_teeth_upper(s->teeth);
    return s;
}

void sn_geo_skull_free(SnGeoSkull *skull)
{
    free(skull);
}

/* Orbit as a solid: a blunt cone towards the optic canal, opening forward and outward. */
static double orbit(SnGeoVec p)
{
    double f = sn_geo_ellipsoid_turned(p, vec(67, 32.5, 35), vec(38, 19.2, 17.2), 0.38, 0.0);
    return smax(f, sn_geo_rod(p, vec(42, 21, 37), 5.5, vec(34, 15, 38), 3.0), 4.0);
}

static double face(const SnGeoSkull *s, double f, SnGeoVec p)
{
    f = smax(f, sn_geo_maxilla_body(s, p), 3.0);
    f = smax(f, sn_geo_sweep(&s->arch, p), 4.0);
    f = smax(f, sn_geo_sweep(&s->rim, p), 4.0);
    f = smax(f, sn_geo_sweep(&s->frontal_process, p), 4.0);
    f = smax(f, sn_geo_sweep(&s->maxillary_process, p), 4.0);
    f = smax(f, sn_geo_sweep(&s->brow, p), 6.0);
    f = smax(f, sn_geo_sweep(&s->nasal_bone, p), 4.5);
    /* floor and medial wall behind the rims, filled before the orbit is hollowed out */
    f = smax(f, sn_geo_rod(p, vec(57, 33, 12), 7.5, vec(43, 38, 13), 7), 4.0);
    f = smax(f, sn_geo_rod(p, vec(56, 24, 13), 8, vec(42, 26, 12), 9), 4.0);
    f = smax(f, sn_geo_rod(p, vec(67.5, 9, 18), 4.5, vec(66.5, 8, 38), 5), 3.0);
    return smax(f, sn_geo_rod(p, vec(62, 7, 42), 9, vec(48, 8, 30), 13), 4.0);
}

static double skull_field(const SnGeoSkull *s, SnGeoVec p)
{
    p.y = fabs(p.y);
    double f = smax(brain_case(p), sn_geo_sweep(&s->temporal_line, p), 4.0);
    RODS(f, additions, p);
    f = smax(f, sn_geo_joint_block(p), 3.0);
    f = face(s, f, p);
    RODS(f, pterygoids, p);
    for (int i = 0; i < SN_GEO_COUNT(plates); i++)
        f = smax(f, sn_geo_ellipsoid_turned(p, plates[i].centre, plates[i].semi, plates[i].yaw, 0),
                 2.0);
    f = smin(f, -orbit(p), 2.5);
    f = smin(f, -sn_geo_nasal_cavity(p), 1.6);
    f = smax(f, sn_geo_rod(p, vec(70, 0, -5.5), 3.2, vec(79.5, 0, -4.2), 1.0), 2.0);
    /* holes: ear canal, infraorbital foramen */
    f = smin(f, -sn_geo_rod(p, vec(-16.5, 66, 5), 3.2, vec(-16, 44, 6), 2.8), 1.5);
    return smin(f, -sn_geo_rod(p, vec(73, 26, 4), 1.8, vec(63, 27, 7), 1.6), 1.5);
}

/* Where each body ends. Over the last 7 mm before its cut a body dives under the other one's
 * surface, which is still the full one there, so neither cut face nor its edge shows. */
static double cut(double f, double depth)
{
    double dive = 0.3 * (1.0 - smoothstep(1.5, 7.0, depth));
    dive += 1.2 * (1.0 - smoothstep(0.0, 2.0, depth));
    return fmin(f - dive, depth);
}

/* Beds of the temporal muscle's three parts, side by side from the edge of their origins (which the
 * demo's markers lie on) to above the cut of the maxilla.  Their slips are straight, and would be
 * seen to run through a fuller temple. */
static const SnGeoRod beds[] = {{{40.9, 48.6, 63.3}, 2.6, {34.3, 44.2, 33.4}, 9, 7},
                                {{35.9, 50.0, 65.4}, 2.6, {31.1, 45.0, 34.7}, 9, 7},
                                {{30.6, 51.9, 67.9}, 2.6, {27.8, 46.3, 36.3}, 9, 7},
                                {{24.9, 54.3, 69.9}, 2.6, {24.2, 47.7, 37.6}, 9, 7},
                                {{18.3, 56.6, 71.5}, 2.6, {20.0, 49.2, 38.6}, 9, 7},
                                {{13.3, 59.2, 73.7}, 2.6, {20.9, 52.4, 43.0}, 9, 7},
                                {{7.0, 61.1, 73.4}, 2.6, {17.5, 53.5, 42.8}, 9, 7},
                                {{0.7, 62.6, 72.5}, 2.6, {14.1, 54.3, 42.3}, 9, 7},
                                {{-5.1, 63.7, 69.9}, 2.6, {10.9, 54.9, 40.9}, 9, 7},
                                {{-9.7, 66.0, 65.4}, 2.6, {8.5, 56.2, 38.5}, 9, 7},
                                {{-13.7, 67.0, 60.5}, 2.6, {6.3, 56.7, 35.8}, 9, 7},
                                {{-17.2, 67.5, 55.4}, 2.6, {4.3, 56.9, 33.1}, 9, 7},
                                {{-18.4, 67.2, 48.6}, 2.6, {-0.5, 58.8, 33.0}, 6.7, 6},
                                {{-18.8, 66.2, 41.9}, 2.6, {-6.5, 60.7, 33.0}, 5.0, 6},
                                {{-18.4, 64.5, 35.6}, 2.6, {-14.1, 62.7, 33.0}, 2.6, 6},
                                {{-18.1, 62.3, 29.9}, 2.6, {-16.0, 61.6, 28.9}, 2.2, 6}};

static double hollowed(const SnGeoSkull *s, SnGeoVec p)
{
    const SnGeoVec q = vec(p.x, fabs(p.y), p.z);
    double f = skull_field(s, p);
    for (int i = 0; i < SN_GEO_COUNT(beds); i++)
        f = smin(f, -sn_geo_rod(q, beds[i].a, beds[i].ra, beds[i].b, beds[i].rb), beds[i].blend);
    return f;
}

static double maxilla_depth(SnGeoVec p)
{
    double y = fabs(p.y);
    double front = fmin(p.x - 9.0, 25.0 - p.z);
    double joint = fmin(fmin(y - 30.0, p.x + 18.0), 15.5 - p.z);
    return fmax(front, joint);
}

static double eval_full_maxilla(const void *self, SnGeoVec p)
{
    return cut(skull_field(self, p), maxilla_depth(p));
}

static double eval_maxilla(const void *self, SnGeoVec p)
{
    /* a little under the cranium, as far as that goes: neither shines through the other */
    double under = 0.3 * smoothstep(6.0, 14.0, fmax(p.z - 11.0, 27.0 - p.x));
    return cut(hollowed(self, p) - under, maxilla_depth(p));
}

static double eval_full_cranium(const void *self, SnGeoVec p)
{
    return cut(skull_field(self, p), fmax(p.z - 11.0, 27.0 - p.x));
}

static double eval_cranium(const void *self, SnGeoVec p)
{
    return cut(hollowed(self, p), fmax(p.z - 11.0, 27.0 - p.x));
}

/* Both cuts as one. */
static double eval_skull(const void *self, SnGeoVec p)
{
    const double cranium = fmax(p.z - 11.0, 27.0 - p.x);
    return cut(hollowed(self, p), fmax(cranium, maxilla_depth(p)));
}

void sn_geo_maxilla_mesh(const SnGeoSkull *skull, bool full, SnGeoMesh *mesh)
{
    SnGeoMeshing how = {.lo = vec(-20, 0, -34),
                        .hi = vec(90, 66, 28),
                        .step = 0.9,
                        .symmetric = 1,
                        .smooth = 4,
                        .target = 11000,
                        .keep = 1.0};
    sn_geo_build(mesh, (SnGeoField){full ? eval_full_maxilla : eval_maxilla, skull}, &how);
}

/* What a cut along the middle lays open: nose without its septum, choana, sphenoid sinus and the
 * hollow over the base of the skull. */
static double inside(SnGeoVec p)
{
    double nose = smin(sn_geo_ellipsoid(p, vec(58, 0, 8), vec(26, 10.5, 21)), p.z + 4.2, 2.0);
    double choana = smin(sn_geo_rod(p, vec(46, 0, 5), 11, vec(18, 0, 0), 11), p.z + 4.2, 2.0);
    double sinus = sn_geo_ellipsoid(p, vec(29, 0, 24), vec(10, 8, 5.5));
    double base = 0.92 * (p.z - 19.0 - 0.42 * p.x); /* from the clivus up to the ethmoid */
    double brain = smin(sn_geo_ellipsoid(p, vec(-18, 0, 60), vec(80, 62, 57)), base, 6.0);
    return fmax(smax(nose, choana, 4.0), fmax(sinus, brain));
}

/* The face as it is shown from the side that is missing: as far back as the joint below, and up to
 * the brow, a little under the cranium's surface. */
static double eval_face(const void *self, SnGeoVec p)
{
    double y = fabs(p.y);
    double front = smin(p.x - 6.0, 0.75 * (p.x - 6.0) - 0.66 * (p.z - 10.0), 8.0);
    double joint = smin(smin(y - 30.0, p.x + 18.0, 6.0), 20.0 - p.z, 6.0);
    double kept = smin(smax(front, joint, 6.0), 63.0 - p.z, 6.0);
    double f = smin(skull_field(self, p), -inside(p), 1.6) - 0.4 * smoothstep(6.0, 14.0, p.z);
    return smin(f, kept, 3.0);
}

void sn_geo_face_mesh(const SnGeoSkull *skull, SnGeoMesh *mesh)
{
    SnGeoMeshing how = {.lo = vec(-20, 0, -34),
                        .hi = vec(92, 66, 66),
                        .step = 0.9,
                        .symmetric = 1,
                        .smooth = 4,
                        .target = 22000,
                        .keep = 1.0};
    sn_geo_build(mesh, (SnGeoField){eval_face, skull}, &how);
}

void sn_geo_cranium_mesh(const SnGeoSkull *skull, bool full, SnGeoMesh *mesh)
{
    SnGeoMeshing how = {.lo = vec(-116, 0, -34),
                        .hi = vec(92, 78, 130),
                        .step = 1.3,
                        .symmetric = 1,
                        .smooth = 4,
                        .target = 14000,
                        .keep = 1.0};
    sn_geo_build(mesh, (SnGeoField){full ? eval_full_cranium : eval_cranium, skull}, &how);
}

void sn_geo_skull_mesh(const SnGeoSkull *skull, SnGeoMesh *mesh)
{
    SnGeoMeshing how = {.lo = vec(-116, 0, -34),
                        .hi = vec(92, 78, 130),
                        .step = 0.9,
                        .symmetric = 1,
                        .smooth = 4,
                        .target = 30000,
                        .keep = 1.0};
    sn_geo_build(mesh, (SnGeoField){eval_skull, skull}, &how);
}

void sn_geo_upper_teeth_mesh(SnGeoMesh *mesh)
{
    SnGeoTooth teeth[SN_GEO_TEETH];
    sn_geo_teeth_upper(teeth);
    sn_geo_teeth_mesh(mesh, teeth, 300);
}
