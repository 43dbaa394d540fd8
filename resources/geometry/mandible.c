/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lower jaw: rolled plate, neck, condyle, sockets and surface features.
 *
 * Condyle, neck and closed pose: measured on the model of Stavness et al. 2011 (see plate.c).
 * Foramen, ridges, spines and fossae: textbook anatomy, placed by eye on the measured surface. */
#include "bones.h"

/* Tapered elliptic neck, (x, y, z, across, along the condyle's short axis). */
static const SnGeoStation neck[] = {
    {0.2, 48.6, -1.5, 4.2, 8.2}, {1.0, 48.4, -8, 4.3, 5.2}, {2.2, 47.4, -18, 3.6, 2.2}};

/* Oblique line: from the front of the ramus down and forward over the outer body, (s, z, r). */
static const double oblique[][3] = {
    {57, -20, 2.2}, {55, -30, 2.6}, {50, -38, 2.6}, {43, -46, 2.2}, {34, -54, 1.2}};
/* Mylohyoid line: inner body from behind the last molar forward and down. */
static const double mylohyoid[][3] = {
    {52, -35, 1.8}, {44, -41.5, 2.2}, {34, -48.5, 2.0}, {24, -56, 1.6}, {14, -62.5, 1.2}};

/* Ridge on one face of the plate: side +1 outer, -1 inner. */
static void ridge_init(const SnGeoPlate *plate, SnGeoSweep *sweep, const double (*path)[3],
                       int count, double side)
{
    SnGeoStation stations[8];
    for (int i = 0; i < count; i++) {
        double m, h;
        sn_geo_plate_at(plate, path[i][0], path[i][1], &m, &h);
        SnGeoVec p = sn_geo_plate_point(plate, path[i][0], m + side * (0.5 * h - 1.12 * path[i][2]),
                                        path[i][1]);
        stations[i] = (SnGeoStation){p.x, p.y, p.z, path[i][2], path[i][2]};
    }
    sn_geo_sweep_init(sweep, stations, count, vec(0, 0, 1), 2.0);
}

void sn_geo_mandible_init(SnGeoMandible *mandible)
{
    sn_geo_plate_init(&mandible->plate);
    sn_geo_teeth_lower(&mandible->plate, mandible->teeth);
    sn_geo_sweep_init(&mandible->neck, neck, SN_GEO_COUNT(neck), vec(0.41, 0.91, 0), 2.0);
    ridge_init(&mandible->plate, &mandible->oblique, oblique, SN_GEO_COUNT(oblique), 1.0);
    ridge_init(&mandible->plate, &mandible->mylohyoid, mylohyoid, SN_GEO_COUNT(mylohyoid), -1.0);
}

/* Ridges, chin, spines (added) and fossae, foramina (cut) of the left half. */
static double add_features(const SnGeoMandible *m, double f, SnGeoVec p)
{
    f = smax(f, sn_geo_sweep(&m->oblique, p), 3.0);
    f = smax(f, sn_geo_sweep(&m->mylohyoid, p), 3.0);
    /* mental protuberance and tubercle */
    f = smax(f, sn_geo_ellipsoid(p, vec(66.6, 0, -68.0), vec(4.2, 6, 4.5)), 4.0);
    f = smax(f, sn_geo_ellipsoid(p, vec(63.6, 10.5, -71.0), vec(3.8, 4, 3.2)), 4.0);
    /* mental spines, upper (genioglossus) and lower (geniohyoid) */
    f = smax(f, sn_geo_rod(p, vec(60.5, 1.6, -62.5), 1.6, vec(57.3, 1.6, -63), 0.9), 1.2);
    f = smax(f, sn_geo_rod(p, vec(60.5, 1.3, -66.5), 1.5, vec(57.4, 1.3, -67), 0.8), 1.2);
    /* digastric fossa under the symphysis, pterygoid fovea in front of the neck */
    f = smin(f, -sn_geo_ellipsoid(p, vec(59.0, 7, -77.0), vec(4.5, 5, 2.6)), 2.0);
    f = smin(f, -sn_geo_ellipsoid(p, vec(9.4, 45.0, -5.5), vec(3.2, 3.2, 3.5)), 2.5);
    /* lingula beside the mandibular foramen on the inner ramus */
    f = smax(f, sn_geo_rod(p, vec(17.0, 39.2, -23.0), 1.6, vec(14.6, 39.2, -20), 1.0), 1.5);
    f = smin(f, -sn_geo_ellipsoid(p, vec(13.2, 39.6, -22.5), vec(1.9, 1.9, 2.8)), 1.0);
    SnGeoVec mental = sn_geo_plate_point(&m->plate, 21, 3.4, -57);
    return smin(f, -sn_geo_rod(p, mental, 1.5, vadd(mental, vec(-1.5, 1.5, 0)), 1.5), 1.3);
}

double sn_geo_mandible_field(const void *self, SnGeoVec p)
{
    const SnGeoMandible *m = self;
    p.y = fabs(p.y);
    double f = sn_geo_plate_field(&m->plate, p);
    f = smax(f, sn_geo_sweep(&m->neck, p), 3.0);
    SnGeoVec condyle = vec(0, 48.6, 0.3);
    f = smax(
        f, sn_geo_ellipsoid_axes(p, condyle, vec(10.7, 4.3, 3.6), vec(0.41, 0.91, 0), vec(0, 0, 1)),
        2.0);
    if (p.z > -66.0 && p.z < -32.0) {
        double sockets = -1e3;
        for (int i = 0; i < SN_GEO_TEETH; i++)
            sockets = smax(sockets, sn_geo_tooth_socket(&m->teeth[i], p), 0.8);
        f = smax(f, sockets, 1.8);
    }
    return add_features(m, f, p);
}

SnGeoVec sn_geo_close_jaw(SnGeoVec p)
{
    /* intercuspal pose of the published model: p' = Ry(p - c) + o */
    const double angle = -8.2694 * SN_GEO_PI / 180.0;
    const SnGeoVec c = {37.7078, 0, -43.2677}, o = {41.7313, 0, -38.7858};
    SnGeoVec d = vsub(p, c);
    double cs = cos(angle), sn = sin(angle);
    return vadd(o, vec(cs * d.x + sn * d.z, d.y, -sn * d.x + cs * d.z));
}

static void close_mesh(SnGeoMesh *mesh)
{
    for (int i = 0; i < mesh->vertex_count; i++)
        mesh->vertex[i] = sn_geo_close_jaw(mesh->vertex[i]);
}

void sn_geo_mandible_mesh(const SnGeoMandible *mandible, SnGeoMesh *mesh)
{
    SnGeoMeshing how = {.lo = vec(-10, 0, -80),
                        .hi = vec(82, 62, 8),
                        .step = 0.75,
                        .symmetric = 1,
                        .smooth = 4,
                        .target = 8000,
                        .keep = 1.0};
    sn_geo_build(mesh, (SnGeoField){sn_geo_mandible_field, mandible}, &how);
    close_mesh(mesh);
}

void sn_geo_lower_teeth_mesh(const SnGeoMandible *mandible, SnGeoMesh *mesh)
{
    sn_geo_teeth_mesh(mesh, mandible->teeth, 300);
    close_mesh(mesh);
}
