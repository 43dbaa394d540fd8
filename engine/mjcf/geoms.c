/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Geoms: a body has one shape, in its own frame; what else of it touches is a light body attached
 * to it, what does not is a visual. */
#include "engine/mjcf/mjcf.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

#define SHARE 1e-6 /* of a body's mass, of each of its geoms */

enum { SEGMENTS = 32, HIDDEN_GROUP = 3 /* from here on MuJoCo does not draw */ };

static bool is_identity(const SnPlacement *pose)
{
    return sn_v3_norm(pose->p) < 1e-12 && pose->r[0] + pose->r[4] + pose->r[8] > 3 - 1e-14;
}

/* Where it is drawn: a mesh is moved by its reference. */
static SnPlacement pose_of(const SnMjcfGeom *geom)
{
    SnPlacement pose = geom->pose, moved;
    if (geom->mesh) {
        sn_placement_inverse(&geom->mesh->reference, &moved);
        sn_placement_mul(&pose, &moved, &pose);
    }
    return pose;
}

/* The first that stands in its body's frame becomes the body's own shape. */
void sn_mjcf_find_own(SnMjcf *mjcf)
{
    g_autofree bool *has = g_new0(bool, mjcf->bodies->len);
    for (guint i = 0; i < mjcf->geoms->len; i++) {
        SnMjcfGeom *geom = sn_mjcf_geom(mjcf, (int)i);
        const SnPlacement pose = pose_of(geom);
        geom->own = geom->touches && !has[geom->body] && is_identity(&pose);
        has[geom->body] = has[geom->body] || geom->own;
    }
}

void sn_mjcf_share_mass(SnMjcf *mjcf, int index)
{
    SnMjcfBody *body = sn_mjcf_body(mjcf, index);
    double mass = body->mass, about[6], first[3];
    memcpy(about, body->inertia, sizeof about);
    sn_mjcf_inertia_shift(1, mass, body->center, about);
    sn_v3_scale(mass, body->center, first);
    for (guint i = 0; i < mjcf->geoms->len; i++) {
        SnMjcfGeom *geom = sn_mjcf_geom(mjcf, (int)i);
        double moments[3];
        if (geom->body != index || !geom->touches || geom->own)
            continue;
        if (!(sn_mjcf_solid(geom, moments) > 0))
            sn_v3_set(4e-5, 4e-5, 4e-5, moments); /* of a mesh: a ball of 1 cm */
        geom->mass = SHARE * body->mass;
        sn_v3_copy(geom->pose.p, geom->center);
        for (int k = 0; k < 6; k++)
            geom->inertia[k] = k < 3 ? geom->mass * moments[k] : 0;
        double part[6];
        memcpy(part, geom->inertia, sizeof part);
        sn_mjcf_inertia_turn(geom->pose.r, part);
        sn_mjcf_inertia_shift(1, geom->mass, geom->center, part);
        for (int k = 0; k < 6; k++)
            about[k] -= part[k];
        sn_v3_axpy(-geom->mass, geom->center, first);
        mass -= geom->mass;
    }
    double center[3];
    sn_v3_scale(1 / mass, first, center);
    sn_mjcf_inertia_shift(-1, mass, center, about);
    if (mass == body->mass || !sn_sym3_is_positive(about))
        return;
    body->mass = mass;
    sn_v3_copy(center, body->center);
    memcpy(body->inertia, about, sizeof about);
}

/* --- shapes --- */

/* The file of a mesh, or one that is made of what stands in the document. */
static char *file_of(SnMjcf *mjcf, const SnMjcfMesh *mesh, double scale[3])
{
    sn_v3_copy(mesh->scale, scale);
    if (mesh->file)
        return g_strdup(mesh->file);
    const SnSurface *surface = sn_mjcf_surface(mjcf, mesh);
    if (!surface)
        return NULL;
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA1);
    g_checksum_update(sum, (const guchar *)surface->vertices,
                      (gssize)(3 * (size_t)surface->n_vertices * sizeof(double)));
    g_checksum_update(sum, (const guchar *)surface->triangles,
                      (gssize)(3 * (size_t)surface->n_triangles * sizeof(int32_t)));
    g_autofree char *name = g_strdup_printf("mesh-%.16s.obj", g_checksum_get_string(sum));
    sn_v3_set(1, 1, 1, scale);
    return sn_surface_keep(sn_surface_copy(surface), name);
}

/* The file of a shape to look at, with factors that make its size. */
static char *look_of(SnMjcf *mjcf, const SnMjcfGeom *geom, double scale[3])
{
    const double one[3] = {1, 1, 1}, two[3] = {2, 2, 2}, *s = geom->size;
    switch (geom->kind) {
    case SN_MJCF_SPHERE:
        sn_v3_set(s[0], s[0], s[0], scale);
        return sn_surface_keep(sn_surface_ellipsoid(one, SEGMENTS), "sphere.obj");
    case SN_MJCF_ELLIPSOID:
        sn_v3_copy(s, scale);
        return sn_surface_keep(sn_surface_ellipsoid(one, SEGMENTS), "sphere.obj");
    case SN_MJCF_BOX:
        sn_v3_copy(s, scale);
        return sn_surface_keep(sn_surface_box(two), "brick.obj");
    case SN_MJCF_CYLINDER:
        sn_v3_set(s[0], s[0], s[1], scale);
        return sn_surface_keep(sn_surface_cylinder(1, 2, SEGMENTS), "cylinder.obj");
    case SN_MJCF_CAPSULE: { /* as slender as it is, to 2 %: not a file for each */
        const double step = 0.02, ratio = fmin(fmax(s[1] / s[0], 1e-3), 1e3);
        const int number = (int)lround(log(ratio) / step);
        const double half = exp(step * number);
        g_autofree char *name = g_strdup_printf("capsule%+d.obj", number);
        sn_v3_set(s[0], s[0], (s[0] + s[1]) / (1 + half), scale);
        return sn_surface_keep(sn_surface_capsule(1, 2 * half, SEGMENTS), name);
    }
    default:
        return geom->mesh ? file_of(mjcf, geom->mesh, scale) : NULL;
    }
}

/* What touches; the path of the body gets the mesh's file afterwards. */
static json_t *geometry_of(SnMjcf *mjcf, const SnMjcfGeom *geom, char **file)
{
    const double *s = geom->size;
    json_t *json = json_object();
    double scale[3];
    *file = NULL;
    if (geom->kind == SN_MJCF_MESH || geom->kind == SN_MJCF_HFIELD) {
        *file = file_of(mjcf, geom->mesh, scale);
        json_object_set_new(json, "shape", json_string("mesh"));
        json_object_set_new(json, "mesh", json_string("mesh.obj"));
        json_object_set_new(json, "scale", sn_emit_numbers(scale, 3));
    } else if (geom->kind == SN_MJCF_CAPSULE || geom->kind == SN_MJCF_CYLINDER) {
        json_object_set_new(json, "shape",
                            json_string(geom->kind == SN_MJCF_CAPSULE ? "capsule" : "cylinder"));
        json_object_set_new(json, "radius", json_real(s[0]));
        json_object_set_new(json, "length", json_real(2 * s[1]));
    } else if (geom->kind == SN_MJCF_PLANE) {
        const double x = s[0] > 0 ? 2 * s[0] : 10, y = s[1] > 0 ? 2 * s[1] : 10;
        const double size[3] = {fmin(fmax(x, 1e-3), 1e6), fmin(fmax(y, 1e-3), 1e6), 0.02};
        json_object_set_new(json, "shape", json_string("half_space"));
        json_object_set_new(json, "size", sn_emit_numbers(size, 3));
    } else {
        const bool box = geom->kind == SN_MJCF_BOX, ball = geom->kind == SN_MJCF_SPHERE;
        const double f = box ? 2 : 1;
        const double size[3] = {f * s[0], f * s[ball ? 0 : 1], f * s[ball ? 0 : 2]};
        json_object_set_new(json, "shape", json_string(box ? "box" : "ellipsoid"));
        json_object_set_new(json, "size", sn_emit_numbers(size, 3));
    }
    return json;
}

/* --- what is made --- */

static const char *wish_of(const SnMjcf *mjcf, const SnMjcfGeom *geom, char **kept)
{
    static const char *const kinds[] = {"plane",    "hfield", "sphere", "capsule", "ellipsoid",
                                        "cylinder", "box",    "mesh",   "sdf"};
    if (*geom->name)
        return geom->name;
    *kept = g_strdup_printf("%s_%s", sn_mjcf_body(mjcf, geom->body)->name, kinds[geom->kind]);
    return *kept;
}

static void emit_visual(SnMjcf *mjcf, SnMjcfGeom *geom)
{
    g_autofree char *kept = NULL;
    const SnPlacement pose = pose_of(geom);
    const char *wish = wish_of(mjcf, geom, &kept);
    double scale[3];
    g_autofree char *file = look_of(mjcf, geom, scale);
    if (!file) {
        if (!geom->mesh || geom->mesh->file)
            sn_mjcf_tell(mjcf, SN_IMPORT_LEFT_OUT, geom->element.node, wish,
                         geom->kind == SN_MJCF_PLANE ? "a plane that nothing touches"
                                                     : "there is no such shape here");
        return;
    }
    json_t *json = json_object();
    sn_mjcf_attach(mjcf, geom->body, &pose, json, "frame", "location", "rotation");
    json_object_set_new(json, "scale", sn_emit_numbers(scale, 3));
    sn_mjcf_set_color(mjcf, &geom->element, json);
    if (geom->group >= HIDDEN_GROUP) {
        json_t *render = json_object_get(json, "render");
        if (!render)
            json_object_set_new(json, "render", render = json_object());
        json_object_set_new(render, "visible", json_false());
    }
    g_hash_table_insert(mjcf->mesh_files, sn_emit(mjcf->root, mjcf->names, "visuals", wish, json),
                        g_steal_pointer(&file));
    sn_mjcf_tell(mjcf, SN_IMPORT_EXACT, geom->element.node, wish, NULL);
}

static void attach_to(SnMjcf *mjcf, const SnMjcfGeom *geom, const char *wish)
{
    json_t *json = json_object();
    json_object_set_new(json, "class", json_string("body_attachment"));
    json_object_set_new(json, "body", json_string(geom->target));
    json_object_set_new(json, "to", json_string(sn_mjcf_body(mjcf, geom->body)->target));
    g_free(sn_emit(mjcf->root, mjcf->names, "attachments", wish, json));
}

/* A body of its own: attached to that of its geom, or standing still. */
static void emit_touching(SnMjcf *mjcf, SnMjcfGeom *geom, json_t *geometry, const char *wish)
{
    const SnMjcfBody *body = sn_mjcf_body(mjcf, geom->body);
    const bool moves = body->json && !body->mocap;
    const SnPlacement pose = pose_of(geom);
    SnPlacement world;
    json_t *json = json_object();
    sn_placement_mul(&body->start, &pose, &world);
    json_object_set_new(json, "class", json_string("rigid_body"));
    json_object_set_new(json, "position", sn_emit_numbers(world.p, 3));
    json_object_set_new(json, "orientation", sn_emit_quaternion(world.r));
    json_object_set_new(json, "geometry", geometry);
    sn_mjcf_set_color(mjcf, &geom->element, json);
    if (moves) {
        const double center[3] = {0, 0, 0};
        sn_mjcf_set_inertia(json, geom->mass, center, geom->inertia);
    } else if (!body->mocap) {
        json_object_set_new(json, "dynamic", json_false());
        if (geom->mesh)
            json_object_set_new(json, "inertia",
                                json_pack("{s:s,s:f}", "method", "mass", "mass", 1.0));
    }
    geom->target = sn_emit(mjcf->root, mjcf->names, "bodies", wish, json);
    if (body->json)
        attach_to(mjcf, geom, wish);
}

static void emit_geom(SnMjcf *mjcf, SnMjcfGeom *geom)
{
    g_autofree char *kept = NULL;
    const char *wish = wish_of(mjcf, geom, &kept);
    SnMjcfBody *body = sn_mjcf_body(mjcf, geom->body);
    if (!geom->touches) {
        if (!geom->wrapped)
            emit_visual(mjcf, geom);
        return;
    }
    char *file;
    json_t *geometry = geometry_of(mjcf, geom, &file);
    if (geom->mesh && !file) {
        json_decref(geometry);
        return; /* the mesh itself is reported */
    }
    if (body->json && geom->own) {
        json_object_set_new(body->json, "geometry", geometry);
        sn_mjcf_set_color(mjcf, &geom->element, body->json);
        geom->target = g_strdup(body->target);
    } else {
        emit_touching(mjcf, geom, geometry, wish);
    }
    if (file)
        g_hash_table_insert(mjcf->mesh_files, g_strdup(geom->target), file);
    sn_mjcf_tell(mjcf, SN_IMPORT_EXACT, geom->element.node, wish, NULL);
}

void sn_mjcf_emit_geoms(SnMjcf *mjcf)
{
    for (guint i = 0; i < mjcf->geoms->len && !mjcf->error; i++)
        emit_geom(mjcf, sn_mjcf_geom(mjcf, (int)i));
}
