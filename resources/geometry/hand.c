/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Carpus, metacarpals and phalanges of the right hand, palm forward (forearm frame).
 *
 * Lengths are textbook means of an adult hand; the whole is placed so that the wrist joins the
 * distal radius and ulna of arm.c. */
#include "bones.h"

/* The carpals: centre and semi-axes in the hand's own axes (x palmar, y proximal, z radial), mm
 * from the middle of the wrist joint. */
static const SnGeoEllipsoid carpals[] = {
    /* scaphoid, lunate, triquetrum, pisiform */
    {{1, -8, 11}, {7, 7.5, 8.5}, 0},
    {{0, -7, -3.5}, {7.5, 7, 6.5}, 0},
    {{0, -10, -15.5}, {6.5, 7, 6.5}, 0},
    {{8.5, -11, -18}, {4, 4.5, 4}, 0},
    /* trapezium, trapezoid, capitate, hamate */
    {{3.5, -20, 18.5}, {6.5, 6.5, 7}, 0},
    {{-1, -21.5, 8.5}, {6.5, 6, 5}, 0},
    {{0, -20.5, -2.5}, {7.5, 9.5, 6}, 0},
    {{1, -21, -13.5}, {7.5, 8, 6.5}, 0}};

/* One ray: start of the metacarpal, direction, lengths and half widths of its bones. */
typedef struct {
    SnGeoVec start, along;
    double length[4], radius[4];
    int bones;
    double curl; /* flexion added at every joint, rad */
} Ray;

static const Ray rays[] = {
    {{7, -25, 23}, {0.32, -0.82, 0.44}, {43, 30, 22, 0}, {6.4, 5.4, 4.6, 0}, 3, 0.04},
    {{0, -31, 11.5}, {0.0, -0.985, 0.17}, {63, 40, 23, 17}, {5.4, 5.0, 4.2, 3.6}, 4, 0.07},
    {{0, -32.5, -0.5}, {0.0, -1.0, 0.03}, {61, 44, 27, 18}, {5.5, 5.2, 4.4, 3.7}, 4, 0.07},
    {{0.5, -31, -11}, {0.02, -0.99, -0.11}, {55, 41, 26, 18}, {5.0, 4.8, 4.1, 3.5}, 4, 0.08},
    {{1.5, -28.5, -19}, {0.05, -0.965, -0.25}, {51, 33, 19, 16}, {4.7, 4.4, 3.7, 3.2}, 4, 0.10}};

static const SnGeoVec wrist = {2.5, -243.5, 50};

/* The hand follows the forearm's own slant: y' points up along it. */
static SnGeoVec to_forearm(SnGeoVec q)
{
    const double slant = 0.20, c = cos(slant), s = sin(slant);
    return vadd(wrist, vec(q.x, c * q.y + s * q.z, -s * q.y + c * q.z));
}

typedef struct {
    SnGeoVec a, b, palmar;
    double length, radius;
    int last;
} LongBone;

/* A tubular bone: narrow shaft, broad base, two-knuckled head; the last phalanx ends in a tuft. */
static double eval_long(const void *self, SnGeoVec p)
{
    const LongBone *bone = self;
    SnGeoVec w = vscale(vsub(bone->b, bone->a), 1.0 / bone->length);
    SnGeoVec side = vcross(bone->palmar, w), d = vsub(p, bone->a);
    double r = bone->radius, t = clampd(vdot(d, w) / bone->length, 0.0, 1.0);
    double flare = exp(-sqd(t / 0.22)) + (bone->last ? 0.35 : 0.85) * exp(-sqd((1.0 - t) / 0.18));
    double across = r * (0.66 + 0.56 * flare), deep = r * (0.62 + 0.38 * flare);
    double along = (vdot(d, w) - bone->length * clampd(t, 0.06, 0.94)) / (0.9 * deep);
    double u = vdot(d, side) / across, v = vdot(d, bone->palmar) / deep;
    double f = (1.0 - sqrt(u * u + v * v + along * along)) * deep;
    if (bone->last)
        return f;
    SnGeoVec end = vmad(vmad(bone->b, w, -0.55 * r), bone->palmar, 0.3 * r);
    double knuckles = fmax(
        sn_geo_rod(p, vmad(end, side, 0.45 * r), 0.62 * r, vmad(end, side, 0.50 * r), 0.62 * r),
        sn_geo_rod(p, vmad(end, side, -0.45 * r), 0.62 * r, vmad(end, side, -0.50 * r), 0.62 * r));
    return smax(f, knuckles, 0.5 * r);
}

typedef struct {
    const SnGeoEllipsoid *stone;
} Carpal;

static double eval_carpal(const void *self, SnGeoVec p)
{
    const SnGeoEllipsoid *e = ((const Carpal *)self)->stone;
    /* a rounded stone: between an ellipsoid and a box */
    SnGeoVec q = vsub(p, e->centre);
    double n = pow(fabs(q.x / e->semi.x), 2.8) + pow(fabs(q.y / e->semi.y), 2.8) +
               pow(fabs(q.z / e->semi.z), 2.8);
    return (1.0 - pow(n, 1.0 / 2.8)) * fmin(e->semi.x, fmin(e->semi.y, e->semi.z));
}

static void append_bone(SnGeoMesh *mesh, SnGeoField f, const SnGeoMeshing *how)
{
    SnGeoMesh part = {0};
    sn_geo_build(&part, f, how);
    for (int i = 0; i < part.vertex_count; i++)
        part.vertex[i] = to_forearm(part.vertex[i]);
    sn_geo_mesh_append(mesh, &part);
    sn_geo_mesh_clear(&part);
}

static void append_ray(SnGeoMesh *mesh, const Ray *ray)
{
    SnGeoVec at = ray->start, w = vunit(ray->along);
    /* the thumb's nail faces sideways: its palmar side looks across the hand */
    SnGeoVec hint = ray->bones == 3 ? vec(0.75, 0, -0.66) : vec(1, 0, 0);
    for (int i = 0; i < ray->bones; i++) {
        SnGeoVec palmar = vunit(vmad(hint, w, -vdot(hint, w)));
        double l = ray->length[i], r = ray->radius[i];
        LongBone bone = {at, vmad(at, w, l), palmar, l, r, i == ray->bones - 1};
        double m = 1.6 * r;
        SnGeoMeshing how = {.lo = vec(fmin(bone.a.x, bone.b.x) - m, fmin(bone.a.y, bone.b.y) - m,
                                      fmin(bone.a.z, bone.b.z) - m),
                            .hi = vec(fmax(bone.a.x, bone.b.x) + m, fmax(bone.a.y, bone.b.y) + m,
                                      fmax(bone.a.z, bone.b.z) + m),
                            .step = 0.8,
                            .smooth = 2,
                            .target = i == 0 ? 200 : 160,
                            .keep = 1.0};
        append_bone(mesh, (SnGeoField){eval_long, &bone}, &how);
        at = vmad(bone.b, w, 1.4);
        double c = cos(ray->curl), s = sin(ray->curl);
        w = vadd(vscale(w, c), vscale(palmar, s));
    }
}

void sn_geo_hand_mesh(SnGeoMesh *mesh)
{
    for (int i = 0; i < SN_GEO_COUNT(carpals); i++) {
        Carpal carpal = {&carpals[i]};
        SnGeoVec reach = vscale(carpals[i].semi, 1.15);
        SnGeoMeshing how = {.lo = vsub(carpals[i].centre, reach),
                            .hi = vadd(carpals[i].centre, reach),
                            .step = 0.8,
                            .smooth = 2,
                            .target = 100,
                            .keep = 1.0};
        append_bone(mesh, (SnGeoField){eval_carpal, &carpal}, &how);
    }
    for (int i = 0; i < SN_GEO_COUNT(rays); i++)
        append_ray(mesh, &rays[i]);
}
