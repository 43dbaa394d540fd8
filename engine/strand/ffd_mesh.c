/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Meshes embedded in Cosserat strands: made around the frames, or given. */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/strand/ffd.h"

#include <math.h>
#include <string.h>

void sn_ffd_mesh_free(SnFfdMesh *mesh)
{
    if (!mesh)
        return;
    sn_free(mesh->vertices);
    sn_free(mesh->triangles);
    sn_free(mesh);
}

static SnFfdMesh *new_mesh(int n_vertices, int n_triangles)
{
    SnFfdMesh *mesh = sn_alloc(1, sizeof *mesh);
    mesh->n_vertices = n_vertices;
    mesh->n_triangles = n_triangles;
    mesh->vertices = sn_alloc((size_t)n_vertices + 1, sizeof *mesh->vertices);
    mesh->triangles = sn_alloc(3 * (size_t)n_triangles + 1, sizeof *mesh->triangles);
    return mesh;
}

/* Vertex normals at rest: those of the triangles around, by their area. */
static void set_normals(const SnFfdFrame *frames, const double *lengths, SnFfdMesh *mesh)
{
    const size_t n = (size_t)mesh->n_vertices + 1;
    double(*position)[3] = sn_alloc(n, sizeof *position),
    (*normal)[3] = sn_alloc(n, sizeof *normal);
    for (int v = 0; v < mesh->n_vertices; v++)
        sn_ffd_vertex_position(frames + mesh->vertices[v].segment, &mesh->vertices[v], position[v]);
    for (int t = 0; t < mesh->n_triangles; t++) {
        const uint32_t *corner = mesh->triangles + 3 * t;
        double a[3], b[3], area[3];
        sn_v3_sub(position[corner[1]], position[corner[0]], a);
        sn_v3_sub(position[corner[2]], position[corner[0]], b);
        sn_v3_cross(a, b, area);
        for (int k = 0; k < 3; k++)
            sn_v3_add(normal[corner[k]], area, normal[corner[k]]);
    }
    for (int v = 0; v < mesh->n_vertices; v++) {
        const int segment = mesh->vertices[v].segment;
        sn_v3_normalize(normal[v], normal[v]);
        sn_ffd_set_normal(frames + segment, lengths[segment], normal[v], &mesh->vertices[v]);
    }
    sn_free(position);
    sn_free(normal);
}

/* --- a tube --- */

/* Slope of the half-width at frame i per length along the strand. */
static double width_slope(int n, const double *lengths, const double (*half_width)[2], int k, int i)
{
    const int before = i > 0 ? i - 1 : 0, after = i + 1 < n ? i + 1 : n - 1;
    double run = 0;
    for (int s = before; s < after; s++)
        run += lengths[s];
    return (half_width[after][k] - half_width[before][k]) / run;
}

/* Cubic Hermite between the frames, never below half of the smaller one. */
static double width_at(int n, const double *lengths, const double (*half_width)[2], int k,
                       int segment, double w)
{
    const double a = half_width[segment][k], b = half_width[segment + 1][k];
    const double l = lengths[segment];
    const double ma = l * width_slope(n, lengths, half_width, k, segment);
    const double mb = l * width_slope(n, lengths, half_width, k, segment + 1);
    const double w2 = w * w, w3 = w2 * w;
    const double width =
        (2 * w3 - 3 * w2 + 1) * a + (w3 - 2 * w2 + w) * ma + (3 * w2 - 2 * w3) * b + (w3 - w2) * mb;
    return fmax(width, 0.5 * fmin(a, b));
}

SnFfdMesh *sn_ffd_tube(int n_frames, const SnFfdFrame *frames, const double *lengths,
                       const double (*half_width)[2], int around, int along)
{
    const int rings = (n_frames - 1) * along + 1;
    SnFfdMesh *mesh = new_mesh(rings * around + 2, 2 * (rings - 1) * around + 2 * around);
    for (int r = 0; r < rings; r++) {
        const int segment = r / along < n_frames - 1 ? r / along : n_frames - 2;
        const double w = (double)(r - segment * along) / along;
        for (int k = 0; k < around; k++) {
            const double angle = 2 * M_PI * k / around;
            const double place[3] = {
                width_at(n_frames, lengths, half_width, 0, segment, w) * cos(angle),
                width_at(n_frames, lengths, half_width, 1, segment, w) * sin(angle), w};
            mesh->vertices[r * around + k] = sn_ffd_vertex(segment, lengths[segment], place);
        }
    }
    const double first[3] = {0, 0, 0}, last[3] = {0, 0, 1};
    const uint32_t ends[2] = {(uint32_t)(rings * around), (uint32_t)(rings * around + 1)};
    mesh->vertices[ends[0]] = sn_ffd_vertex(0, lengths[0], first);
    mesh->vertices[ends[1]] = sn_ffd_vertex(n_frames - 2, lengths[n_frames - 2], last);
    uint32_t *t = mesh->triangles;
    for (int r = 0; r + 1 < rings; r++)
        for (int k = 0; k < around; k++) {
            const uint32_t a = (uint32_t)(r * around + k),
                           b = (uint32_t)(r * around + (k + 1) % around);
            const uint32_t c = a + (uint32_t)around, d = b + (uint32_t)around;
            const uint32_t quad[6] = {a, b, d, a, d, c};
            memcpy(t, quad, sizeof quad);
            t += 6;
        }
    for (int k = 0; k < around; k++) {
        const uint32_t a = (uint32_t)k, b = (uint32_t)((k + 1) % around);
        const uint32_t top = (uint32_t)((rings - 1) * around);
        const uint32_t caps[6] = {ends[0], b, a, ends[1], top + a, top + b};
        memcpy(t, caps, sizeof caps);
        t += 6;
    }
    set_normals(frames, lengths, mesh);
    return mesh;
}

/* --- a mesh that is given --- */

/* The segment whose places hold a position; beyond the ends, the end frame. */
static SnFfdVertex embed(int n_frames, const SnFfdFrame *frames, const double *lengths,
                         const double position[3])
{
    double best = HUGE_VAL, place[3], local[3], arm[3];
    SnFfdVertex vertex = {0};
    for (int s = 0; s + 1 < n_frames; s++) {
        if (!sn_ffd_find(frames + s, lengths[s], position, place) || place[2] < -1e-9 ||
            place[2] > 1 + 1e-9)
            continue;
        const double off = hypot(place[0], place[1]);
        if (off < best) {
            best = off;
            vertex = sn_ffd_vertex(s, lengths[s], place);
        }
    }
    if (best < HUGE_VAL)
        return vertex;
    /* in no segment: the nearest frame carries it */
    int nearest = 0;
    for (int i = 0; i < n_frames; i++)
        if (sn_v3_distance(frames[i].position, position) <
            sn_v3_distance(frames[nearest].position, position))
            nearest = i;
    sn_v3_sub(position, frames[nearest].position, arm);
    sn_m3_tmul_v3(frames[nearest].rotation, arm, local);
    const int segment = nearest > 0 ? nearest - 1 : 0;
    return sn_ffd_fixed_vertex(segment, nearest - segment, local);
}

SnFfdMesh *sn_ffd_embed(int n_frames, const SnFfdFrame *frames, const double *lengths,
                        int n_vertices, const float *vertices, int n_triangles,
                        const uint32_t *triangles)
{
    SnFfdMesh *mesh = new_mesh(n_vertices, n_triangles);
    memcpy(mesh->triangles, triangles, 3 * (size_t)n_triangles * sizeof *triangles);
    for (int v = 0; v < n_vertices; v++) {
        const double position[3] = {vertices[3 * v], vertices[3 * v + 1], vertices[3 * v + 2]};
        mesh->vertices[v] = embed(n_frames, frames, lengths, position);
    }
    set_normals(frames, lengths, mesh);
    return mesh;
}
