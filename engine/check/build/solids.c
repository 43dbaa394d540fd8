/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/check/build/solids.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/fem/batches.h"

#include <math.h>
#include <string.h>

SnFemSolid *sn_solid_new(const SnVolumeMesh *mesh, const SnMaterial *material, double density,
                         SnIncompressibility incompressibility)
{
    SnFemSolid *s = sn_alloc(1, sizeof *s);
    const size_t n = (size_t)mesh->n_elements;
    s->n_nodes = mesh->n_nodes;
    s->n_elements = mesh->n_elements;
    s->rest = sn_alloc(1, (size_t)mesh->n_nodes * 3 * sizeof(double));
    memcpy(s->rest, mesh->nodes, (size_t)mesh->n_nodes * 3 * sizeof(double));
    s->kind = sn_alloc(1, n);
    memcpy(s->kind, mesh->kind, n);
    s->start = sn_alloc(1, (n + 1) * sizeof(int));
    memcpy(s->start, mesh->start, (n + 1) * sizeof(int));
    s->nodes = sn_alloc(1, (size_t)mesh->start[n] * sizeof(int));
    memcpy(s->nodes, mesh->element_nodes, (size_t)mesh->start[n] * sizeof(int));
    s->material_of = sn_alloc(n, sizeof(int));
    s->density = sn_alloc(1, n * sizeof(double));
    s->fibre = sn_alloc(n, sizeof *s->fibre);
    for (size_t e = 0; e < n; e++) {
        s->density[e] = density;
        s->fibre[e][2] = 1;
    }
    s->n_materials = 1;
    s->materials = sn_alloc(1, sizeof *s->materials);
    s->materials[0] = *material;
    s->incompressibility = incompressibility;
    const SnFemTrouble trouble = sn_fem_solid_finish(s);
    if (trouble.element >= 0)
        g_error("element %d %s", trouble.element, trouble.text);
    return s;
}

void sn_solid_use_consistent_mass(SnFemSolid *solid)
{
    solid->consistent_mass = true;
    sn_fem_make_consistent_mass(solid);
}

void sn_mesh_map(SnVolumeMesh *mesh, SnPlaceMap map, const void *data)
{
    for (int i = 0; i < mesh->n_nodes; i++)
        map(data, mesh->nodes + 3 * i);
}

SnFemSolid *sn_solid_box(const double low[3], const double high[3], const int cells[3],
                         SnElementKind kind, const SnMaterial *material, double density,
                         SnIncompressibility incompressibility)
{
    double size[3];
    sn_v3_sub(high, low, size);
    SnVolumeMesh *mesh = sn_volume_mesh_box(size, cells, kind);
    for (int i = 0; i < mesh->n_nodes; i++)
        for (int k = 0; k < 3; k++)
            mesh->nodes[3 * i + k] += (low[k] + high[k]) / 2;
    SnFemSolid *s = sn_solid_new(mesh, material, density, incompressibility);
    sn_volume_mesh_unref(mesh);
    return s;
}

/* --- octant of a hollow sphere --- */

/* Cell coordinates (i, j along a third of the octant, k outwards, in half cells) to a place: third
 * b is the part of the sphere where coordinate b is largest. */
static void octant_place(int b, int i, int j, int k, int n, int n_through, double inner,
                         double outer, double x[3])
{
    const double a = i / (2.0 * n), c = j / (2.0 * n);
    x[b] = 1;
    x[(b + 1) % 3] = a;
    x[(b + 2) % 3] = c;
    const double r = inner + (outer - inner) * k / (2.0 * n_through);
    sn_v3_scale(r / sn_v3_norm(x), x, x);
}

/* Node at a place: an old one if it is there already. */
static int octant_node(SnVolumeMesh *mesh, const double x[3], double tolerance)
{
    for (int i = mesh->n_nodes - 1; i >= 0; i--)
        if (sn_v3_distance(mesh->nodes + 3 * i, x) < tolerance)
            return i;
    sn_v3_copy(x, mesh->nodes + 3 * mesh->n_nodes);
    return mesh->n_nodes++;
}

SnVolumeMesh *sn_octant_mesh(double inner, double outer, int n, int n_through, SnElementKind kind)
{
    const SnElementShape *shape = sn_element_shape(kind);
    static const int corner[8][3] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0},
                                     {0, 0, 2}, {2, 0, 2}, {2, 2, 2}, {0, 2, 2}};
    const int count = 3 * n * n * n_through;
    SnVolumeMesh *mesh = g_new0(SnVolumeMesh, 1);
    g_atomic_ref_count_init(&mesh->references);
    mesh->nodes = g_new(double, 3 * (size_t)count * (size_t)shape->n_nodes);
    mesh->kind = g_malloc((size_t)count);
    mesh->start = g_new0(int, count + 1);
    mesh->element_nodes = g_new(int, count * shape->n_nodes);
    for (int e = 0; e < count; e++) {
        const int k = e % n_through, j = e / n_through % n, i = e / n_through / n % n;
        const int b = e / n_through / n / n;
        int *nodes = mesh->element_nodes + mesh->start[e];
        int place[SN_ELEMENT_MAX_NODES][3];
        for (int a = 0; a < 8; a++)
            for (int d = 0; d < 3; d++)
                place[a][d] = 2 * (int[]){i, j, k}[d] + corner[a][d];
        for (int a = 0; kind == SN_ELEMENT_HEX20 && a < 12; a++)
            for (int d = 0; d < 3; d++)
                place[8 + a][d] = (place[shape->edge[a][0]][d] + place[shape->edge[a][1]][d]) / 2;
        for (int a = 0; a < shape->n_nodes; a++) {
            double x[3];
            octant_place(b, place[a][0], place[a][1], place[a][2], n, n_through, inner, outer, x);
            nodes[a] = octant_node(mesh, x, 1e-6 * inner / n);
        }
        mesh->kind[e] = (uint8_t)kind;
        mesh->start[e + 1] = mesh->start[e] + shape->n_nodes;
        mesh->n_elements++;
    }
    return mesh;
}

/* --- materials --- */

SnMaterial sn_material_elastic(SnMaterialKind kind, double youngs_modulus, double poissons_ratio)
{
    SnMaterial material = sn_material_default();
    material.kind = kind;
    material.youngs_modulus = youngs_modulus;
    material.poissons_ratio = poissons_ratio;
    return material;
}

SnMaterial sn_material_mooney(double c10, double c01, double c20, double bulk_modulus)
{
    SnMaterial material = sn_material_default();
    material.kind = SN_MATERIAL_MOONEY_RIVLIN;
    material.c10 = c10, material.c01 = c01, material.c20 = c20;
    material.c11 = material.c02 = 0;
    material.bulk_modulus = bulk_modulus;
    material.volume_law = SN_VOLUME_QUADRATIC;
    return material;
}

/* --- loads on faces --- */

/* Shape functions of a face with n_corners (3 or 4) and, if quadratic, its edges' middles. */
static void face_functions(const SnElementFace *face, double r, double s, double *value,
                           double (*slope)[2])
{
    const int n = face->n_corners;
    if (n == 3) {
        const double l[3] = {1 - r - s, r, s};
        static const double d[3][2] = {{-1, -1}, {1, 0}, {0, 1}};
        for (int a = 0; a < 3; a++) {
            const int b = (a + 1) % 3;
            const bool quadratic = face->n == 6;
            value[a] = quadratic ? l[a] * (2 * l[a] - 1) : l[a];
            if (quadratic)
                value[3 + a] = 4 * l[a] * l[b];
            for (int k = 0; k < 2; k++) {
                slope[a][k] = quadratic ? (4 * l[a] - 1) * d[a][k] : d[a][k];
                if (quadratic)
                    slope[3 + a][k] = 4 * (d[a][k] * l[b] + l[a] * d[b][k]);
            }
        }
        return;
    }
    static const double c[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    for (int a = 0; a < 4; a++) {
        const double p = 1 + c[a][0] * r, q = 1 + c[a][1] * s;
        value[a] = p * q / 4;
        slope[a][0] = c[a][0] * q / 4, slope[a][1] = c[a][1] * p / 4;
        if (face->n != 8)
            continue;
        const double t = c[a][0] * r + c[a][1] * s - 1;
        slope[a][0] = slope[a][0] * t + value[a] * c[a][0];
        slope[a][1] = slope[a][1] * t + value[a] * c[a][1];
        value[a] *= t;
        const bool along_r = a % 2 == 0; /* the edge from corner a to the next */
        const double m = along_r ? c[a][1] : c[(a + 1) % 4][0];
        value[4 + a] = along_r ? (1 - r * r) * (1 + m * s) / 2 : (1 - s * s) * (1 + m * r) / 2;
        slope[4 + a][0] = along_r ? -r * (1 + m * s) : (1 - s * s) * m / 2;
        slope[4 + a][1] = along_r ? (1 - r * r) * m / 2 : -s * (1 + m * r);
    }
}

/* Integration over one face: degree 4 or better. */
static double load_face(const SnElementFace *face, const int *nodes, const double (*x)[3],
                        const double traction[3], double pressure, double (*force)[3])
{
    static const double gauss[3] = {-0.774596669241483377, 0, 0.774596669241483377};
    static const double weight[3] = {5.0 / 9, 8.0 / 9, 5.0 / 9};
    double area = 0;
    for (int p = 0; p < 9; p++) {
        double r = gauss[p / 3], s = gauss[p % 3], w = weight[p / 3] * weight[p % 3];
        if (face->n_corners == 3) { /* the square folded onto the triangle */
            const double half = (1 - r) / 2;
            w *= half / 4;
            r = (1 + r) / 2;
            s = half * (1 + s) / 2;
        }
        double value[SN_ELEMENT_MAX_FACE_NODES], slope[SN_ELEMENT_MAX_FACE_NODES][2];
        double dr[3] = {0}, ds[3] = {0}, normal[3];
        face_functions(face, r, s, value, slope);
        for (int a = 0; a < face->n; a++) {
            sn_v3_axpy(slope[a][0], x[nodes[face->node[a]]], dr);
            sn_v3_axpy(slope[a][1], x[nodes[face->node[a]]], ds);
        }
        sn_v3_cross(dr, ds, normal);
        area += w * sn_v3_norm(normal);
        for (int a = 0; a < face->n; a++) {
            double *f = force[nodes[face->node[a]]];
            sn_v3_axpy(w * value[a] * sn_v3_norm(normal), traction, f);
            sn_v3_axpy(-w * value[a] * pressure, normal, f);
        }
    }
    return area;
}

double sn_face_traction(const SnFemSolid *solid, const double (*x)[3], SnFaceTest on,
                        const void *data, const double traction[3], double pressure,
                        double (*force)[3])
{
    double area = 0;
    for (int e = 0; e < solid->n_elements; e++) {
        const SnElementShape *shape = sn_element_shape(solid->kind[e]);
        const int *nodes = solid->nodes + solid->start[e];
        for (int k = 0; k < shape->n_faces; k++) {
            const SnElementFace *face = &shape->face[k];
            bool chosen = true;
            for (int a = 0; a < face->n; a++)
                chosen = chosen && on(data, solid->rest + 3 * nodes[face->node[a]]);
            if (chosen)
                area += load_face(face, nodes, x, traction, pressure, force);
        }
    }
    return area;
}

int sn_nearest_node(const SnFemSolid *solid, double x, double y, double z)
{
    const double p[3] = {x, y, z};
    int best = 0;
    for (int i = 1; i < solid->n_nodes; i++)
        if (sn_v3_distance(solid->rest + 3 * i, p) < sn_v3_distance(solid->rest + 3 * best, p))
            best = i;
    return best;
}
