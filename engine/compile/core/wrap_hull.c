/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What paths lie over where the surface is the mesh of a body, or what of it is in a box: its
 * convex hull, or the mesh itself where they lie in a plane. */
#include "engine/compile/core/compiler.h"
#include "engine/compile/core/wrap_part.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/mesh/fill.h"
#include "engine/wrap/hull.h"
#include "engine/wrap/planar.h"

#include <math.h>
#include <string.h>

/* Of more points, and where the hull has too many faces, those that are furthest out in so many
 * directions. */
enum { MANY_POINTS = 20000, DIRECTIONS = 2000 };
/* Over the size of a mesh: how far beyond a face a point may be that is on it. */
#define BENT 1e-6
#define FLAT 1e-4 /* thickness of what is a plane */

/* Those that are furthest out in some direction. */
static void thin(GArray *points)
{
    const int n = (int)points->len / 3;
    double *x = (double *)(void *)points->data;
    bool *kept = g_new0(bool, n);
    for (int i = 0; i < DIRECTIONS; i++) {
        const double z = 1 - (2 * i + 1.0) / DIRECTIONS, r = sqrt(1 - z * z);
        const double angle = i * G_PI * (3 - sqrt(5));
        const double d[3] = {r * cos(angle), r * sin(angle), z};
        int best = 0;
        for (int p = 1; p < n; p++)
            if (sn_v3_dot(x + 3 * p, d) > sn_v3_dot(x + 3 * best, d))
                best = p;
        kept[best] = true;
    }
    guint count = 0;
    for (int p = 0; p < n; p++)
        if (kept[p])
            sn_v3_copy(x + 3 * p, x + 3 * count++);
    g_array_set_size(points, 3 * count);
    g_free(kept);
}

/* The mesh of the body in the surface's frame. */
static void into_frame(const SnMesh *mesh, const SnWrapSurface *wrap, const double position[3],
                       const double orientation[4], double (*x)[3])
{
    double place[3], turn[4];
    sn_pose_point(position, orientation, wrap->position, place);
    sn_q_mul(orientation, wrap->orientation, turn);
    sn_q_normalize(turn);
    for (int i = 0; i < mesh->n_vertices; i++) {
        for (int k = 0; k < 3; k++)
            x[i][k] = (double)mesh->vertices[3 * i + k];
        sn_pose_inverse_point(place, turn, x[i], x[i]);
    }
}

/* --- hulls of points that lie in planes and on lines of one another --- */

/* A number of -1 to 1 for each i, anywhere. */
static double scattered(guint i)
{
    guint64 s = (i + 1) * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15);
    s = (s ^ s >> 30) * G_GUINT64_CONSTANT(0xbf58476d1ce4e5b9);
    s = (s ^ s >> 27) * G_GUINT64_CONSTANT(0x94d049bb133111eb);
    return (double)(gint64)(s ^ s >> 31) / 9.3e18;
}

static bool is_round(const SnConvex *shape, const double (*x)[3], int n, double out)
{
    for (int f = 0; f < shape->n_faces; f++) {
        const double *on = shape->vertex[shape->corner[shape->start[f]]];
        for (int i = 0; i < n; i++)
            if (!(sn_v3_dot(shape->normal[f], x[i]) - sn_v3_dot(shape->normal[f], on) < out))
                return false;
    }
    return true;
}

bool sn_wrap_hull_faces(const SnMesh *mesh, SnConvex *shape)
{
    const int n = mesh->n_vertices;
    const double size = sn_v3_distance(mesh->bounds[0], mesh->bounds[1]);
    double(*x)[3] = sn_alloc((size_t)n, sizeof *x);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            x[i][k] = (double)mesh->vertices[3 * i + k];
    memset(shape, 0, sizeof *shape);
    const bool good = sn_convex_hull(n, (const double(*)[3])x, 0, shape) &&
                      is_round(shape, (const double(*)[3])x, n, BENT * size);
    if (!good)
        sn_convex_free(shape);
    sn_free(x);
    return good;
}

/* How far points are from the plane through three that are far from each other, at most. */
static double thickness(const GArray *points)
{
    const double(*x)[3] = (const double(*)[3])(void *)points->data;
    const int n = (int)points->len / 3;
    double along[3], normal[3] = {0}, from[3], other[3], most = 0;
    int far = 0;
    for (int i = 0; i < n; i++)
        if (sn_v3_distance(x[i], x[0]) > sn_v3_distance(x[far], x[0]))
            far = i;
    for (int i = 0; i < n; i++) {
        sn_v3_sub(x[far], x[0], along);
        sn_v3_sub(x[i], x[0], from);
        sn_v3_cross(along, from, other);
        if (sn_v3_norm(other) > sn_v3_norm(normal))
            sn_v3_copy(other, normal);
    }
    if (sn_v3_normalize(normal, normal) == 0)
        return 0;
    for (int i = 0; i < n; i++) {
        sn_v3_sub(x[i], x[0], from);
        most = fmax(most, fabs(sn_v3_dot(normal, from)));
    }
    return most;
}

/* Their hull with the faces that paths are laid over; where too many are in one plane or on one
 * line for that, with each of them a little way off.  NULL: there is none, or it has more faces
 * than a path can be laid over. */
static SnMesh *hull_of(const GArray *points, double size, bool *too_many)
{
    static const double off[] = {0, 1e-6, 1e-5, 1e-4};
    GArray *moved = sn_compiler_array(sizeof(double));
    SnMesh *mesh = NULL;
    *too_many = false;
    for (int round = 0; round < 4 && !mesh && !*too_many; round++) {
        SnConvex shape;
        g_array_set_size(moved, 0);
        g_array_append_vals(moved, points->data, points->len);
        for (guint i = 0; i < moved->len && off[round] > 0; i++)
            g_array_index(moved, double, i) += off[round] * size * scattered(i);
        const double(*x)[3] = (const double(*)[3])(void *)moved->data;
        SnSurface *surface = sn_surface_hull(x, (int)moved->len / 3);
        if (!surface)
            continue;
        mesh = sn_surface_into_mesh(surface);
        const bool good = sn_wrap_hull_faces(mesh, &shape);
        *too_many = shape.n_faces > SN_WRAP_MOST_FACES;
        if (!good || *too_many || !is_round(&shape, x, (int)moved->len / 3, BENT * size))
            g_clear_pointer(&mesh, sn_mesh_unref);
        sn_convex_free(&shape);
    }
    sn_compiler_array_free(moved);
    return mesh;
}

/* The hull of a part. */
static SnMesh *make_hull(SnCompiler *c, const SnWrapSurface *wrap, const SnWrapPart *part,
                         double size)
{
    GArray *points = sn_compiler_array(sizeof(double));
    g_array_append_vals(points, part->places->data, part->places->len);
    const bool solid = thickness(points) > FLAT * size;
    bool too_many = points->len > 3 * MANY_POINTS;
    SnMesh *hull = solid && !too_many ? hull_of(points, size, &too_many) : NULL;
    if (solid && too_many) {
        thin(points);
        hull = hull_of(points, size, &too_many);
    }
    if (!solid)
        sn_compiler_fail(c, &wrap->base.base,
                         "has no hull: what it takes of its body's mesh lies in a plane or on a "
                         "line; paths lie over solids only");
    else if (!hull)
        sn_compiler_fail(c, &wrap->base.base,
                         "has no hull: no faces fit round its body's mesh; repair or simplify the "
                         "mesh, or choose another shape here");
    sn_compiler_array_free(points);
    return hull;
}

static SnMesh *make_planar(SnCompiler *c, const SnWrapSurface *wrap, const SnWrapPart *part)
{
    const int n = (int)part->places->len / 3;
    if (n > SN_WRAP_MOST_PLACES) {
        sn_compiler_fail(c, &wrap->base.base,
                         "takes %d corners of its body's mesh, in a plane %d at most: take a part "
                         "of it, simplify the mesh, or choose the method shortest",
                         n, SN_WRAP_MOST_PLACES);
        return NULL;
    }
    return sn_wrap_part_mesh(part);
}

static SnMesh *make_mesh(SnCompiler *c, const SnWrapSurface *wrap, const SnRigidBody *body,
                         const double position[3], const double orientation[4])
{
    SnMesh *mesh = sn_cached_body_mesh(c, body), *made = NULL;
    if (!mesh) {
        if (!c->error)
            sn_compiler_fail(c, &wrap->base.base,
                             "is the mesh of its body, which has no shape: give it one, or choose "
                             "another shape here");
        return NULL;
    }
    double(*x)[3] = sn_alloc((size_t)mesh->n_vertices + 1, sizeof *x);
    into_frame(mesh, wrap, position, orientation, x);
    SnWrapPart part = sn_wrap_part(mesh, (const double(*)[3])x, wrap->part ? wrap->size : NULL);
    const bool moved = !(wrap->offset > 0) || sn_wrap_part_move_out(&part, wrap->offset);
    if (!moved)
        sn_compiler_fail(c, &wrap->base.base,
                         "has an offset, and its body's mesh has triangles turned in beside others "
                         "turned out: repair the mesh, or set offset to 0");
    else if (part.triangles->len == 0)
        sn_compiler_fail(c, &wrap->base.base,
                         "has nothing of its body's mesh in its box: move it there, make it larger "
                         "or take the whole mesh");
    else if (wrap->method != SN_WRAP_SURFACE_SHORTEST)
        made = make_planar(c, wrap, &part);
    else
        made = make_hull(c, wrap, &part, sn_v3_distance(mesh->bounds[0], mesh->bounds[1]));
    sn_wrap_part_free(&part);
    sn_free(x);
    sn_mesh_unref(mesh);
    return made;
}

SnMesh *sn_compiler_wrap_mesh(SnCompiler *c, const SnWrapSurface *wrap)
{
    SnId id;
    double position[3], orientation[4];
    const bool carried = sn_model_carrier(c->model, wrap->body, &id, position, orientation);
    const SnComponent *body = carried ? sn_model_get(c->model, id) : NULL;
    if (!body || body->class != &SN_CLASS_RIGID_BODY) {
        sn_compiler_fail(c, &wrap->base.base,
                         "is the mesh of its body, and is on none: choose a rigid body");
        return NULL;
    }
    const SnRigidBody *rigid = (const SnRigidBody *)body;
    char *shape = sn_cached_shape_key(c, rigid);
    GString *key = g_string_new(wrap->method == SN_WRAP_SURFACE_SHORTEST ? "hull" : "part");
    g_string_append_printf(key, " out %.17g", wrap->offset);
    for (int k = 0; k < 3; k++)
        g_string_append_printf(key, " %.17g %.17g", position[k], wrap->position[k]);
    for (int k = 0; k < 4; k++)
        g_string_append_printf(key, " %.17g %.17g", orientation[k], wrap->orientation[k]);
    for (int k = 0; k < 3 && wrap->part; k++)
        g_string_append_printf(key, " box %.17g", wrap->size[k]);
    char *text = sn_compiler_key(c, "%s of %s", key->str, shape);
    g_string_free(key, TRUE);
    SnMesh *mesh = sn_cached_find(c, text);
    if (!mesh && (mesh = make_mesh(c, wrap, rigid, position, orientation)))
        mesh = sn_cached_store(c, text, mesh);
    return mesh;
}
