/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Surface, picture and mass of a rigid body as its geometry and inertia rows say. */
#include "engine/model/classes/body_surface.h"

#include "engine/base/vec.h"
#include "engine/mesh/mesh_cache.h"
#include "engine/model/file_names.h"

#include <string.h>

#define SEGMENTS 48 /* around a primitive */

static bool is_unit(const double scale[3])
{
    return scale[0] == 1 && scale[1] == 1 && scale[2] == 1;
}

static bool has_mesh(const char *mesh, GError **error)
{
    if (mesh && *mesh)
        return true;
    g_set_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_MESH, "has no mesh file; choose one");
    return false;
}

/* Readers begin their messages with the whole path; the document knows the file by a shorter name.
 */
static void shorten(GError **error, const char *path, const char *name)
{
    if (!error || !*error || !g_str_has_prefix((*error)->message, path))
        return;
    char *message = g_strconcat(name, (*error)->message + strlen(path), NULL);
    g_free((*error)->message);
    (*error)->message = message;
}

/* The surface in a file of the model, scaled; caller frees.  NULL with an error. */
static SnSurface *mesh_file_surface(const SnModel *model, const char *mesh, const double scale[3],
                                    GError **error)
{
    char *path = has_mesh(mesh, error) ? sn_file_resolve(model, mesh, error) : NULL;
    if (!path)
        return NULL;
    SnSurface *surface = sn_mesh_cache_surface(model->meshes, path, error);
    if (surface && !is_unit(scale))
        sn_surface_scale(surface, scale);
    shorten(error, path, mesh);
    g_free(path);
    return surface;
}

SnMesh *sn_mesh_file_mesh(const SnModel *model, const char *mesh, const double scale[3],
                          GError **error)
{
    char *path = has_mesh(mesh, error) ? sn_file_resolve(model, mesh, error) : NULL;
    if (!path)
        return NULL;
    SnMesh *result = sn_mesh_cache_mesh(model->meshes, path, scale, error);
    shorten(error, path, mesh);
    g_free(path);
    return result;
}

/* What is drawn of a half-space: a box below z = 0. */
static SnSurface *slab(const double size[3])
{
    SnSurface *surface = sn_surface_box(size);
    for (int i = 0; i < surface->n_vertices; i++)
        surface->vertices[3 * i + 2] -= 0.5 * size[2];
    return surface;
}

static SnSurface *primitive_surface(const SnRigidBody *body)
{
    switch ((SnShape)body->shape) {
    case SN_SHAPE_BOX:
        return sn_surface_box(body->size);
    case SN_SHAPE_ELLIPSOID:
        return sn_surface_ellipsoid(body->size, SEGMENTS);
    case SN_SHAPE_CYLINDER:
        return sn_surface_cylinder(body->radius, body->length, SEGMENTS);
    case SN_SHAPE_CAPSULE:
        return sn_surface_capsule(body->radius, body->length, SEGMENTS);
    case SN_SHAPE_HALF_SPACE:
        return slab(body->size);
    case SN_SHAPE_NONE:
    case SN_SHAPE_MESH:
        break;
    }
    return NULL;
}

SnSurface *sn_rigid_body_surface(const SnModel *model, const SnRigidBody *body, GError **error)
{
    if (body->shape == SN_SHAPE_MESH)
        return mesh_file_surface(model, body->mesh, body->scale, error);
    return primitive_surface(body);
}

SnMesh *sn_rigid_body_mesh(const SnModel *model, const SnRigidBody *body, GError **error)
{
    if (body->shape == SN_SHAPE_MESH)
        return sn_mesh_file_mesh(model, body->mesh, body->scale, error);
    SnSurface *surface = primitive_surface(body);
    return surface ? sn_surface_into_mesh(surface) : NULL;
}

/* Volume and inertia of a primitive for density 1, in closed form; false for other shapes. */
static bool primitive_mass(const SnRigidBody *body, SnMassProperties *mass)
{
    memset(mass, 0, sizeof *mass);
    const double *s = body->size, r = body->radius, l = body->length;
    double factor = 0;
    switch ((SnShape)body->shape) {
    case SN_SHAPE_BOX:
        mass->mass = s[0] * s[1] * s[2];
        factor = 1.0 / 12;
        break;
    case SN_SHAPE_ELLIPSOID:
        mass->mass = 4.0 / 3 * G_PI * s[0] * s[1] * s[2];
        factor = 1.0 / 5;
        break;
    case SN_SHAPE_CYLINDER:
        mass->mass = G_PI * r * r * l;
        mass->inertia[0] = mass->inertia[1] = mass->mass * (r * r / 4 + l * l / 12);
        mass->inertia[2] = mass->mass * r * r / 2;
        return true;
    case SN_SHAPE_CAPSULE: {
        /* tube, and two half balls whose own centres lie 3/8 r outside of its ends */
        const double tube = G_PI * r * r * l, ball = 4.0 / 3 * G_PI * r * r * r;
        mass->mass = tube + ball;
        mass->inertia[0] = mass->inertia[1] =
            tube * (r * r / 4 + l * l / 12) + ball * (0.4 * r * r + l * l / 4 + 3.0 / 8 * r * l);
        mass->inertia[2] = tube * r * r / 2 + ball * 0.4 * r * r;
        return true;
    }
    case SN_SHAPE_NONE:
    case SN_SHAPE_MESH:
    case SN_SHAPE_HALF_SPACE:
        return false;
    }
    for (int k = 0; k < 3; k++) {
        const double a = s[(k + 1) % 3], b = s[(k + 2) % 3];
        mass->inertia[k] = factor * mass->mass * (a * a + b * b);
    }
    return true;
}

bool sn_rigid_body_mass(const SnModel *model, const SnRigidBody *body, SnMassProperties *mass,
                        GError **error)
{
    if (body->inertia_method == SN_INERTIA_EXPLICIT) {
        mass->mass = body->mass;
        sn_v3_copy(body->center, mass->center);
        memcpy(mass->inertia, body->tensor, sizeof mass->inertia);
        return true;
    }
    if (!primitive_mass(body, mass)) {
        SnSurface *surface = sn_rigid_body_surface(model, body, error);
        if (!surface) {
            if (body->shape == SN_SHAPE_NONE)
                g_set_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_MESH,
                            "has no shape to take mass and inertia from; give it a geometry, or "
                            "explicit inertia");
            return false;
        }
        sn_surface_mass(surface, 1, mass);
        sn_surface_free(surface);
    }
    if (!(mass->mass > 0) || !isfinite(mass->mass)) {
        g_set_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_MESH,
                    "its surface encloses no volume to take mass and inertia from; use a closed "
                    "mesh, or explicit inertia");
        return false;
    }
    /* so far for density 1 */
    const double density =
        body->inertia_method == SN_INERTIA_MASS ? body->mass / mass->mass : body->density;
    mass->mass *= density;
    for (int k = 0; k < 6; k++)
        mass->inertia[k] *= density;
    return true;
}

/* --- checks --- */

static void check_solid(const SnTopology *topology, SnId id, SnChecks *checks)
{
    if (topology->boundary_edges > 0) {
        sn_checks_add(checks, SN_WARNING, id,
                      "its mesh is open (%d free %s), so mass and inertia are only rough; close "
                      "the mesh, or give explicit inertia",
                      topology->boundary_edges, topology->boundary_edges == 1 ? "edge" : "edges");
    } else if (topology->inconsistent_edges > 0) {
        sn_checks_add(checks, SN_WARNING, id,
                      "its mesh has triangles that face different ways (at %d edges), so mass and "
                      "inertia are wrong; make the triangles consistent",
                      topology->inconsistent_edges);
    } else if (topology->signed_volume < 0) {
        sn_checks_add(checks, SN_WARNING, id,
                      "its mesh is inside out: the triangles face inwards; turn them round (mass "
                      "and inertia are taken as if they were)");
    } else if (topology->nonmanifold_edges > 0) {
        sn_checks_add(checks, SN_WARNING, id,
                      "its mesh has %d edges with more than two triangles, so inside and outside "
                      "are not clear; separate the parts",
                      topology->nonmanifold_edges);
    }
}

void sn_mesh_file_check(const SnModel *model, const SnComponent *component, const char *mesh,
                        bool solid, SnChecks *checks)
{
    if (!mesh || !*mesh)
        return;
    GError *error = NULL;
    SnTopology topology;
    char *path = sn_file_resolve(model, mesh, &error);
    if (path && sn_mesh_cache_topology(model->meshes, path, &topology, &error) && solid)
        check_solid(&topology, component->id, checks);
    if (path)
        shorten(&error, path, mesh);
    if (error)
        sn_checks_add(checks, SN_ERROR, component->id, "%s", error->message);
    g_clear_error(&error);
    g_free(path);
}

void sn_rigid_body_check(const SnModel *model, const SnRigidBody *body, SnChecks *checks)
{
    const SnComponent *component = &body->base.base;
    if (body->shape != SN_SHAPE_MESH)
        return;
    const bool solid = body->dynamic && body->inertia_method != SN_INERTIA_EXPLICIT;
    const int errors = sn_checks_count(checks, SN_ERROR);
    sn_mesh_file_check(model, component, body->mesh, solid, checks);
    SnMassProperties mass;
    GError *error = NULL;
    if (solid && body->mesh && *body->mesh && sn_checks_count(checks, SN_ERROR) == errors &&
        !sn_rigid_body_mass(model, body, &mass, &error)) {
        sn_checks_add(checks, SN_ERROR, component->id, "%s", error->message);
        g_error_free(error);
    }
}
