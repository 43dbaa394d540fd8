/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the meshes of Cosserat strands touch: points of the surfaces of rigid bodies, close enough
 * to each other for the voxels, and other strands. */
#include "engine/base/memory.h"
#include "engine/compile/strand/cosserat_strands.h"

#include "engine/base/vec.h"
#include "engine/model/classes/body_surface.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Points of one surface at most; pieces of an edge. */
#define MOST_POINTS 1000000
#define MOST_PIECES 256

static const SnRodDraft *draft_at(const SnCompiler *c, int number)
{
    return &g_array_index(c->rods, SnRodDraft, number);
}

/* --- points of surfaces --- */

typedef struct Corner {
    double position[3], normal[3];
} Corner;

static void read_vertex(const SnMesh *mesh, uint32_t vertex, double position[3])
{
    for (int k = 0; k < 3; k++)
        position[k] = (double)mesh->vertices[3 * vertex + (uint32_t)k];
}

static void area_of(const SnMesh *mesh, int triangle, double area[3])
{
    double p[3][3], a[3], b[3];
    for (int k = 0; k < 3; k++)
        read_vertex(mesh, mesh->triangles[3 * triangle + k], p[k]);
    sn_v3_sub(p[1], p[0], a);
    sn_v3_sub(p[2], p[0], b);
    sn_v3_cross(a, b, area);
}

/* Normals of the vertices: of the triangles around by their areas. */
static double (*vertex_normals(const SnMesh *mesh))[3]
{
    double(*normal)[3] = sn_alloc((size_t)mesh->n_vertices + 1, sizeof *normal);
    for (int t = 0; t < mesh->n_triangles; t++) {
        double area[3];
        area_of(mesh, t, area);
        for (int k = 0; k < 3; k++)
            sn_v3_add(normal[mesh->triangles[3 * t + k]], area, normal[mesh->triangles[3 * t + k]]);
    }
    for (int v = 0; v < mesh->n_vertices; v++)
        sn_v3_normalize(normal[v], normal[v]);
    return normal;
}

/* Corners of a triangle; where the surface has an edge, the normal is the triangle's own. */
static void corners_of(const SnMesh *mesh, const double (*normal)[3], int t, Corner corner[3])
{
    double own[3];
    area_of(mesh, t, own);
    sn_v3_normalize(own, own);
    for (int k = 0; k < 3; k++) {
        const uint32_t vertex = mesh->triangles[3 * t + k];
        read_vertex(mesh, vertex, corner[k].position);
        sn_v3_copy(sn_v3_dot(normal[vertex], own) > 0.8 ? normal[vertex] : own, corner[k].normal);
    }
}

static void add_point(GArray *points, const Corner corner[3], const double share[3],
                      const double center[3])
{
    Corner point = {{0}, {0}};
    for (int k = 0; k < 3; k++) {
        sn_v3_axpy(share[k], corner[k].position, point.position);
        sn_v3_axpy(share[k], corner[k].normal, point.normal);
    }
    sn_v3_sub(point.position, center, point.position);
    sn_v3_normalize(point.normal, point.normal);
    g_array_append_val(points, point);
}

/* A grid of points over a triangle, no further from each other than `spacing`. */
static void sample(GArray *points, const Corner corner[3], double spacing, const double center[3])
{
    double longest = 0;
    for (int k = 0; k < 3; k++)
        longest = fmax(longest, sn_v3_distance(corner[k].position, corner[(k + 1) % 3].position));
    const int n = (int)fmin(fmax(ceil(longest / spacing), 1), MOST_PIECES);
    for (int i = 0; i <= n; i++)
        for (int j = 0; i + j <= n; j++) {
            const double share[3] = {(double)i / n, (double)j / n, (double)(n - i - j) / n};
            add_point(points, corner, share, center);
        }
}

static void unref_mesh(void *mesh)
{
    sn_mesh_unref(mesh);
}

static bool add_surface(SnCompiler *c, const SnCosseratStrand *strand, const SnRigidBody *body,
                        double voxel)
{
    SnSystemRods *rods = &c->system->rods;
    const SnComponent *component = &strand->base.base.base;
    const int block = sn_system_index(c->system, body->base.base.id);
    SnMesh *mesh = sn_cached_body_mesh(c, body);
    if (!mesh) {
        g_autofree char *path = sn_model_path(c->model, body->base.base.id);
        return !c->error &&
               sn_compiler_fail(c, component, "touches %s, which has no geometry", path);
    }
    GArray *points = sn_compiler_array(sizeof(Corner));
    sn_memory_end_with(mesh, unref_mesh);
    double(*normal)[3] = vertex_normals(mesh);
    for (int t = 0; t < mesh->n_triangles && points->len < MOST_POINTS; t++) {
        Corner corner[3];
        corners_of(mesh, (const double(*)[3])normal, t, corner);
        sample(points, corner, 0.5 * voxel, c->system->blocks[block].center);
    }
    sn_free(normal);
    sn_memory_keep(mesh);
    sn_mesh_unref(mesh);
    const guint n = points->len;
    rods->surfaces =
        sn_resize(rods->surfaces, (size_t)(rods->n_surfaces + 1), sizeof *rods->surfaces);
    SnContactSurface *surface = &rods->surfaces[rods->n_surfaces++];
    *surface = (SnContactSurface){.block = block, .n = (int)n};
    surface->position = sn_alloc(n + 1, sizeof *surface->position);
    surface->normal = sn_alloc(n + 1, sizeof *surface->normal);
    for (guint i = 0; i < n; i++) {
        const Corner *point = &g_array_index(points, Corner, i);
        sn_v3_copy(point->position, surface->position[i]);
        sn_v3_copy(point->normal, surface->normal[i]);
    }
    sn_compiler_array_free(points);
    return n < MOST_POINTS ||
           sn_compiler_fail(c, component,
                            "its voxels are too small for the bodies that it touches: make "
                            "contact.voxel larger");
}

/* --- partners --- */

static void add_partner(SnCompiler *c, SnSystemRod *rod, int surface, int other)
{
    SnSystemRods *rods = &c->system->rods;
    rods->partners =
        sn_resize(rods->partners, (size_t)(rods->n_partners + 1), sizeof *rods->partners);
    rods->partners[rods->n_partners++] = (SnRodPartner){surface, other};
    rod->n_partners++;
}

static bool is_repeated(const SnIdList *list, int i)
{
    for (int k = 0; k < i; k++)
        if (sn_id_equal(list->ids[k], list->ids[i]))
            return true;
    return false;
}

static bool names(const SnIdList *list, SnId id)
{
    for (int i = 0; i < list->n; i++)
        if (sn_id_equal(list->ids[i], id))
            return true;
    return false;
}

static void give_vertices(SnCompiler *c, int number)
{
    SnSystemRod *rod = &c->system->rods.rods[number];
    const SnFfdMesh *mesh = draft_at(c, number)->mesh;
    if (rod->vertices)
        return;
    rod->n_vertices = mesh->n_vertices;
    rod->vertices = sn_alloc((size_t)mesh->n_vertices + 1, sizeof *rod->vertices);
    memcpy(rod->vertices, mesh->vertices, (size_t)mesh->n_vertices * sizeof *rod->vertices);
}

static bool add_bodies(SnCompiler *c, const SnCosseratStrand *strand, SnSystemRod *rod)
{
    const SnIdList *bodies = &strand->contact_bodies;
    for (int i = 0; i < bodies->n; i++) {
        const SnComponent *body = sn_model_get(c->model, bodies->ids[i]);
        if (!body || is_repeated(bodies, i))
            continue;
        if (!add_surface(c, strand, (const SnRigidBody *)body, rod->voxel))
            return false;
        add_partner(c, rod, c->system->rods.n_surfaces - 1, -1);
    }
    return true;
}

static bool add_strands(SnCompiler *c, const SnCosseratStrand *strand, int number)
{
    const SnIdList *strands = &strand->contact_strands;
    for (int i = 0; i < strands->n; i++) {
        const int other = sn_rod_index(&c->system->rods, strands->ids[i]);
        if (other < 0 || other == number || is_repeated(strands, i))
            continue;
        const SnRodDraft *draft = draft_at(c, other);
        if (!draft->mesh)
            continue;
        if (other < number && draft->strand->contact &&
            names(&draft->strand->contact_strands, strand->base.base.base.id))
            continue; /* that one does it for both */
        give_vertices(c, other);
        add_partner(c, &c->system->rods.rods[number], -1, other);
    }
    return true;
}

/* Mean length of the edges at the start [m]. */
static double spacing_of(SnCompiler *c, const SnRodDraft *rod)
{
    const SnFfdMesh *mesh = rod->mesh;
    double sum = 0;
    double(*position)[3] = sn_alloc((size_t)mesh->n_vertices + 1, sizeof *position);
    for (int v = 0; v < mesh->n_vertices; v++) {
        const SnFfdVertex *vertex = &mesh->vertices[v];
        double rotation[2][9];
        SnFfdFrame frame[2];
        for (int s = 0; s < 2; s++) {
            const SnRodFrameDraft *draft =
                &g_array_index(c->rod_frames, SnRodFrameDraft, rod->first + vertex->segment + s);
            sn_q_to_m3(draft->orientation, rotation[s]);
            frame[s] = (SnFfdFrame){draft->position, rotation[s]};
        }
        sn_ffd_vertex_position(frame, vertex, position[v]);
    }
    for (int e = 0; e < 3 * mesh->n_triangles; e++) {
        const int next = e % 3 == 2 ? e - 2 : e + 1;
        sum += sn_v3_distance(position[mesh->triangles[e]], position[mesh->triangles[next]]);
    }
    sn_free(position);
    return mesh->n_triangles > 0 ? sum / (3 * mesh->n_triangles) : 0;
}

bool sn_compile_rod_contacts(SnCompiler *c)
{
    SnSystemRods *rods = &c->system->rods;
    for (int i = 0; i < rods->n; i++) {
        const SnCosseratStrand *strand = draft_at(c, i)->strand;
        SnSystemRod *rod = &rods->rods[i];
        rod->first_partner = rods->n_partners;
        if (!strand->contact || !draft_at(c, i)->mesh)
            continue;
        give_vertices(c, i);
        rod->contact = true;
        rod->voxel = strand->voxel > 0 ? strand->voxel : 2 * spacing_of(c, draft_at(c, i));
        rod->reach = strand->reach > 0 ? strand->reach : rod->voxel;
        rod->tolerance = strand->tolerance;
        if (!add_bodies(c, strand, rod) || !add_strands(c, strand, i))
            return false;
    }
    return true;
}
