/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wrapping surfaces of springs, muscles and ligaments. */
#include "engine/compile/core/compiler.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/strand.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/path/path_wrap.h"
#include "engine/wrap/hull.h"
#include "engine/wrap/planar.h"

#define THINNEST_TUBE 1e-3 /* of the ring's radius */

static SnWrapForm form_of(const SnWrapSurface *wrap)
{
    static const SnWrapShape shapes[] = {[SN_WRAP_SURFACE_ELLIPSOID] = SN_WRAP_ELLIPSOID,
                                         [SN_WRAP_SURFACE_CYLINDER] = SN_WRAP_CYLINDER,
                                         [SN_WRAP_SURFACE_TORUS] = SN_WRAP_TORUS,
                                         [SN_WRAP_SURFACE_PATCH] = SN_WRAP_SPHERE,
                                         [SN_WRAP_SURFACE_SPHERE] = SN_WRAP_SPHERE,
                                         [SN_WRAP_SURFACE_CONE] = SN_WRAP_CONE,
                                         [SN_WRAP_SURFACE_MESH] = SN_WRAP_HULL};
    SnWrapForm form = {.shape = shapes[wrap->shape], .side = (SnWrapSide)wrap->side};
    sn_v3_copy(wrap->size, form.size);
    if ((form.shape == SN_WRAP_CYLINDER || form.shape == SN_WRAP_CONE) && wrap->ends)
        form.half_length = wrap->size[1] / 2;
    if (form.shape == SN_WRAP_HULL && wrap->method != SN_WRAP_SURFACE_SHORTEST)
        form.shape = SN_WRAP_MESH;
    if (wrap->method == SN_WRAP_SURFACE_COVARIANCE)
        form.plane = SN_WRAP_PLANE_COVARIANCE;
    if (form.shape == SN_WRAP_TORUS || form.shape == SN_WRAP_HULL)
        form.side = SN_WRAP_ANY;
    return form;
}

static bool set_hull(SnCompiler *c, const SnWrapSurface *wrap, const SnMesh *mesh,
                     SnSystemWrapSurface *surface)
{
    SnSystemPaths *paths = &c->system->paths;
    SnConvex shape;
    SnWrapHull *hull = sn_wrap_hull_faces(mesh, &shape) ? sn_wrap_hull_new(&shape) : NULL;
    sn_convex_free(&shape);
    if (!hull)
        return sn_compiler_fail(
            c, &wrap->base.base,
            "has a hull that no path can be laid over: take a part of its mesh, "
            "or choose another shape");
    paths->hulls = sn_resize(paths->hulls, (size_t)paths->n_hulls + 1, sizeof(SnWrapHull *));
    paths->hulls[paths->n_hulls++] = hull;
    surface->form.hull = hull;
    return true;
}

static bool set_planar(SnCompiler *c, const SnWrapSurface *wrap, const SnMesh *mesh,
                       SnSystemWrapSurface *surface)
{
    SnSystemPaths *paths = &c->system->paths;
    const size_t n = (size_t)mesh->n_vertices, m = (size_t)mesh->n_triangles;
    double(*place)[3] = sn_alloc(n + 1, sizeof *place);
    int(*triangle)[3] = sn_alloc(m + 1, sizeof *triangle);
    for (size_t i = 0; i < 3 * n; i++)
        place[i / 3][i % 3] = (double)mesh->vertices[i];
    for (size_t i = 0; i < 3 * m; i++)
        triangle[i / 3][i % 3] = (int)mesh->triangles[i];
    SnWrapMesh *planar =
        sn_wrap_mesh_new((int)n, (const double(*)[3])place, (int)m, (const int(*)[3])triangle);
    sn_free(place);
    sn_free(triangle);
    if (!planar)
        return sn_compiler_fail(c, &wrap->base.base,
                                "takes triangles of its body's mesh that have no area: repair the "
                                "mesh, or choose another shape");
    paths->meshes = sn_resize(paths->meshes, (size_t)paths->n_meshes + 1, sizeof(SnWrapMesh *));
    paths->meshes[paths->n_meshes++] = planar;
    surface->form.mesh = planar;
    return true;
}

/* The faces that paths lie over are those that are drawn; their size is the surface's, whatever box
 * they were taken with. */
static bool set_mesh(SnCompiler *c, const SnWrapSurface *wrap, SnSystemWrapSurface *surface)
{
    SnMesh *mesh = sn_compiler_wrap_mesh(c, wrap);
    if (!mesh)
        return false;
    surface->unit = sn_v3_distance(mesh->bounds[0], mesh->bounds[1]) / 4;
    const bool good = surface->form.shape == SN_WRAP_HULL ? set_hull(c, wrap, mesh, surface)
                                                          : set_planar(c, wrap, mesh, surface);
    sn_mesh_unref(mesh);
    return good;
}

/* Its centre and axes as points of the system; -1: it cannot be. */
static int add_surface(SnCompiler *c, const SnComponent *asker, const SnWrapSurface *wrap)
{
    const SnId id = wrap->base.base.id;
    for (guint i = 0; i < c->wrap_surfaces->len; i++)
        if (sn_id_equal(g_array_index(c->wrap_surfaces, SnSystemWrapSurface, i).id, id))
            return (int)i;
    SnSystemWrapSurface surface = {.id = id, .form = form_of(wrap), .unit = wrap->size[0]};
    if (wrap->shape == SN_WRAP_SURFACE_PATCH)
        return sn_compiler_fail(c, asker,
                                "wraps over a patch, which only strands slide on: choose another "
                                "shape"),
               -1;
    if (surface.form.shape == SN_WRAP_TORUS && wrap->size[1] < THINNEST_TUBE * wrap->size[0])
        return sn_compiler_fail(c, asker,
                                "wraps over a torus whose tube is thinner than a thousandth of its "
                                "ring: no string is found round a wire; make the tube thicker"),
               -1;
    if (wrap->shape == SN_WRAP_SURFACE_MESH && !set_mesh(c, wrap, &surface))
        return -1;
    for (int k = -1; k < 3; k++) {
        double place[3];
        SnPose pose;
        sn_v3_set(0, 0, 0, place);
        if (k >= 0)
            place[k] = surface.unit;
        sn_q_rotate(wrap->orientation, place, place);
        sn_v3_add(wrap->position, place, place);
        if (!sn_compiler_pose(c, &wrap->base.base, wrap->body, place, NULL, &pose))
            return -1;
        const int point = sn_compiler_add_point(c, SN_ID_NULL, &pose);
        if (k < 0)
            surface.point = point;
    }
    g_array_append_val(c->wrap_surfaces, surface);
    return (int)c->wrap_surfaces->len - 1;
}

/* The surfaces that may be touched between two points of the path. */
static bool check_part(SnCompiler *c, const SnComponent *base, const SnSystemPath *path, int part)
{
    int n = 0, planar = 0;
    for (int i = 0; i < path->n_wraps; i++) {
        const SnSystemWrap *wrap =
            &g_array_index(c->path_wraps, SnSystemWrap, (guint)(path->first_wrap + i));
        const SnSystemWrapSurface *surface =
            &g_array_index(c->wrap_surfaces, SnSystemWrapSurface, (guint)wrap->surface);
        const bool here = part >= wrap->first && part <= wrap->last;
        n += here;
        planar += here && surface->form.shape == SN_WRAP_MESH;
    }
    if (planar > 0 && n > 1)
        return sn_compiler_fail(c, base,
                                "may touch %d surfaces between points %d and %d, of which %d by "
                                "its section in a plane, beside which there is no other: give "
                                "wrap_ranges, or choose the method shortest there",
                                n, part + 1, part + 2, planar);
    if (n > SN_WRAP_MOST && !path->wraps_once)
        return sn_compiler_fail(c, base,
                                "may touch %d surfaces between points %d and %d, at most %d: "
                                "give wrap_ranges",
                                n, part + 1, part + 2, SN_WRAP_MOST);
    return true;
}

bool sn_compile_wraps(SnCompiler *c, const SnPath *component, SnSystemPath *path)
{
    const SnIndices *ranges = &component->wrap_ranges;
    const SnComponent *base = &component->base.base;
    path->wraps_once = component->wraps_once;
    path->first_wrap = (int)c->path_wraps->len;
    for (int i = 0; i < component->wraps.n; i++) {
        const SnComponent *wrap = sn_model_get(c->model, component->wraps.ids[i]);
        SnSystemWrap compiled = {.last = path->count - 2};
        if (!wrap || wrap->class != &SN_CLASS_WRAP_SURFACE)
            return sn_compiler_fail(c, base, "surface %d does not exist: choose one", i + 1);
        if (2 * i + 1 < ranges->n) {
            const int first = ranges->values[2 * i], last = ranges->values[2 * i + 1];
            compiled.first = first > 0 ? first - 1 : 0;
            if (last > 0)
                compiled.last = MIN(last, path->count) - 2;
        }
        compiled.surface = add_surface(c, base, (const SnWrapSurface *)wrap);
        if (compiled.surface < 0)
            return false;
        if (compiled.first > compiled.last)
            continue; /* the checks say so */
        g_array_append_val(c->path_wraps, compiled);
        path->n_wraps++;
    }
    for (int part = 0; part + 1 < path->count; part++)
        if (!check_part(c, base, path, part))
            return false;
    return true;
}

/* --- what looks wrong at the start --- */

static void check_path(SnCompiler *c, const SnSystemPath *path)
{
    const SnSystem *s = c->system;
    const SnPathPlaces places = {s, NULL, NULL};
    for (int w = 0; w < path->n_wraps; w++) {
        const SnSystemWrap *wrap = &s->paths.wraps[path->first_wrap + w];
        const SnSystemWrapSurface *surface = &s->paths.surfaces[wrap->surface];
        for (int i = wrap->first; i <= wrap->last + 1; i++) {
            double place[3];
            sn_path_place(&places, s->paths.point[path->first + i], place);
            if (!sn_path_is_inside(&places, surface, place))
                continue;
            const SnComponent *component = sn_model_get(c->model, surface->id);
            sn_checks_add(c->checks, SN_WARNING, path->id,
                          "its point %d is inside %s at the start, which it does not touch beside "
                          "that point then; move the point out or give wrap_ranges",
                          i + 1, component && component->name ? component->name : "a surface");
        }
    }
}

void sn_compile_check_wraps(SnCompiler *c)
{
    for (int i = 0; i < c->system->paths.n; i++)
        if (c->system->paths.paths[i].enabled)
            check_path(c, &c->system->paths.paths[i]);
}
