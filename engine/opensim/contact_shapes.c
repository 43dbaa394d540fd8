/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/opensim/contact_shapes.h"

#include "engine/base/vec.h"
#include "engine/opensim/shapes.h"

#include <math.h>
#include <string.h>

/* Mass of a shape's body over that of all bodies and of its carrier, which loses as much. */
#define SHARE_OF_ALL     1e-4
#define SHARE_OF_CARRIER 1e-3

/* Of all bodies of the file; 1 where they have none. */
static double osim_whole_mass(const SnOsim *osim)
{
    double mass = 0;
    for (int i = 1; i < (int)osim->frames->len; i++)
        mass += sn_osim_frame(osim, i)->base == i ? sn_osim_frame(osim, i)->mass : 0;
    return mass > 0 ? mass : 1;
}

/* A base that nothing but welds joins to the ground. */
static bool stands_still(const SnOsim *osim, int base)
{
    int steps = 0;
    while (base != 0 && steps++ < (int)osim->joints->len) {
        int below = -1;
        for (int i = 0; i < (int)osim->joints->len && below < 0; i++) {
            const SnOsimJoint *joint = sn_osim_joint(osim, i);
            if (joint->kind == SN_OSIM_WELD && joint->in_tree && joint->child == base)
                below = joint->parent;
        }
        if (below < 0)
            return false;
        base = below;
    }
    return base == 0;
}

/* Its frame, and its place there and in the ground. */
static int read_place(SnOsim *osim, const SnXmlNode *node, SnPlacement *in_frame,
                      SnPlacement *world)
{
    double angles[3] = {0}, place[3] = {0};
    sn_osim_numbers(osim, node, "location", 3, place);
    sn_osim_numbers(osim, node, "orientation", 3, angles);
    sn_osim_pose_set(angles, place, in_frame);
    const int index = sn_osim_frame_of(osim, node, "frame", "body_name");
    const SnOsimFrame *frame = sn_osim_frame(osim, index);
    sn_placement_mul(&frame->in_base, in_frame, world);
    sn_placement_mul(&sn_osim_frame(osim, frame->base)->world, world, world);
    return index;
}

/* --- mass --- */

/* Adds m (|d|^2 - d d') to xx, yy, zz, xy, xz, yz. */
static void add_point_mass(double m, const double d[3], double tensor[6])
{
    const double square = sn_v3_dot(d, d);
    for (int k = 0; k < 3; k++)
        tensor[k] += m * (square - d[k] * d[k]);
    tensor[3] -= m * d[0] * d[1];
    tensor[4] -= m * d[0] * d[2];
    tensor[5] -= m * d[1] * d[2];
}

/* Takes a part of a body out of it: a mass with the same inertia about all axes at a place in the
 * body.  False, nothing done, where what is left is no solid. */
static bool take_mass(const SnOsim *osim, SnOsimFrame *body, double mass, double inertia,
                      const double place[3])
{
    json_t *json = sn_osim_made_at(osim, body->target), *solid = json_object_get(json, "inertia");
    const double left = body->mass - mass;
    double center[3], tensor[6], from[3];
    if (!solid || !(left > 0))
        return false;
    for (int k = 0; k < 3; k++)
        center[k] = (body->mass * body->center[k] - mass * place[k]) / left;
    memcpy(tensor, body->inertia, sizeof tensor);
    sn_v3_sub(body->center, center, from);
    add_point_mass(body->mass, from, tensor);
    sn_v3_sub(place, center, from);
    add_point_mass(-mass, from, tensor);
    for (int k = 0; k < 3; k++)
        tensor[k] -= inertia;
    if (!sn_sym3_is_positive(tensor))
        return false;
    body->mass = left;
    sn_v3_copy(center, body->center);
    memcpy(body->inertia, tensor, sizeof tensor);
    json_object_set_new(solid, "mass", json_real(left));
    json_object_set_new(solid, "center", sn_emit_numbers(center, 3));
    json_object_set_new(solid, "tensor", sn_emit_numbers(tensor, 6));
    return true;
}

/* --- bodies --- */

/* OpenSim's half-space is where its own x is positive, here what is below z = 0: axes of ours in
 * those of the file. */
static void own_axes(SnOsimTouch kind, SnPlacement *axes)
{
    static const double turned[9] = {0, 0, -1, 0, 1, 0, 1, 0, 0};
    sn_placement_identity(axes);
    if (kind == SN_OSIM_SPACE)
        memcpy(axes->r, turned, sizeof turned);
}

static json_t *geometry_of(const SnOsimTouching *shape)
{
    static const char *const names[] = {
        [SN_OSIM_BALL] = "ellipsoid", [SN_OSIM_SURFACE] = "mesh", [SN_OSIM_SPACE] = "half_space"};
    static const double look[3] = {2, 2, 0.02};
    const double ball[3] = {shape->radius, shape->radius, shape->radius};
    json_t *geometry = json_object();
    json_object_set_new(geometry, "shape", json_string(names[shape->kind]));
    if (shape->kind != SN_OSIM_SURFACE)
        json_object_set_new(geometry, "size",
                            sn_emit_numbers(shape->kind == SN_OSIM_BALL ? ball : look, 3));
    return geometry;
}

/* Welds it to its carrier and gives it some of its mass. */
static void carry(SnOsim *osim, const SnXmlNode *node, int frame, const SnPlacement *in_frame,
                  double radius, const char *path)
{
    SnOsimFrame *base = sn_osim_frame(osim, sn_osim_frame(osim, frame)->base);
    const double mass = fmin(SHARE_OF_ALL * osim_whole_mass(osim), SHARE_OF_CARRIER * base->mass);
    const double inertia = 0.4 * mass * radius * radius;
    const double tensor[6] = {inertia, inertia, inertia, 0, 0, 0};
    SnPlacement in_base;
    json_t *solid = json_object(), *weld = json_object();
    json_object_set_new(solid, "method", json_string("explicit"));
    json_object_set_new(solid, "mass", json_real(mass));
    json_object_set_new(solid, "tensor", sn_emit_numbers(tensor, 6));
    json_object_set_new(sn_osim_made_at(osim, path), "inertia", solid);
    sn_placement_mul(&sn_osim_frame(osim, frame)->in_base, in_frame, &in_base);
    take_mass(osim, base, mass, inertia, in_base.p);
    json_object_set_new(weld, "class", json_string("fixed"));
    sn_osim_attach(osim, frame, in_frame, weld, "frame_a", "location_a", "rotation_a");
    json_object_set_new(weld, "frame_b", json_string(path));
    g_free(sn_emit(osim->root, osim->names, "joints", sn_osim_name_of(node), weld));
}

/* How large a body without a radius is about its frame, for its inertia. */
#define SURFACE_RADIUS 0.05

static char *emit_solid(SnOsim *osim, const SnXmlNode *node, const SnOsimTouching *shape, int frame,
                        const SnPlacement *in_frame, const SnPlacement *world)
{
    const bool still = stands_still(osim, shape->carrier);
    json_t *json = json_object();
    SnPlacement axes, here, there;
    own_axes(shape->kind, &axes);
    sn_placement_mul(in_frame, &axes, &here);
    sn_placement_mul(world, &axes, &there);
    sn_osim_set_pose(json, &there);
    json_object_set_new(json, "geometry", geometry_of(shape));
    if (still)
        json_object_set_new(json, "dynamic", json_false());
    char *path = sn_emit(osim->root, osim->names, "bodies", sn_osim_name_of(node), json);
    if (!still)
        carry(osim, node, frame, &here,
              shape->kind == SN_OSIM_BALL ? shape->radius : SURFACE_RADIUS, path);
    return path;
}

/* NULL, or why there is none. */
static const char *emit(SnOsim *osim, const SnXmlNode *node, const SnOsimTouching *shape, int frame,
                        const SnPlacement *in_frame, const SnPlacement *world)
{
    g_autofree char *file = NULL;
    if (shape->kind == SN_OSIM_SURFACE) {
        file = sn_osim_mesh_file(osim, sn_osim_text(osim, node, "filename"));
        if (!file)
            return "a mesh whose file was not found";
    }
    char *path = emit_solid(osim, node, shape, frame, in_frame, world);
    g_hash_table_insert(osim->made, (gpointer)node, path);
    if (file)
        g_hash_table_insert(osim->meshes, g_strdup(path), g_steal_pointer(&file));
    return NULL;
}

void sn_osim_station_ball(SnOsim *osim, const SnXmlNode *node, const SnXmlNode *station,
                          double radius, SnOsimTouching *touching)
{
    const double none[3] = {0};
    double place[3] = {0};
    SnPlacement in_frame, world;
    const int frame = sn_osim_frame_of(osim, station, "parent_frame", "body");
    const SnOsimFrame *own = sn_osim_frame(osim, frame);
    sn_osim_numbers(osim, station, "location", 3, place);
    sn_osim_pose_set(none, place, &in_frame);
    sn_placement_mul(&own->in_base, &in_frame, &world);
    sn_placement_mul(&sn_osim_frame(osim, own->base)->world, &world, &world);
    *touching = (SnOsimTouching){.kind = SN_OSIM_BALL, .carrier = own->base, .radius = radius};
    sn_v3_copy(world.p, touching->place);
    char *path = emit_solid(osim, node, touching, frame, &in_frame, &world);
    g_hash_table_insert(osim->made, (gpointer)node, path);
    touching->path = path;
}

static bool read_kind(SnOsim *osim, const SnXmlNode *node, SnOsimTouching *shape)
{
    if (sn_osim_is(node, "ContactHalfSpace"))
        shape->kind = SN_OSIM_SPACE;
    else if (sn_osim_is(node, "ContactSphere"))
        shape->kind = SN_OSIM_BALL;
    else if (sn_osim_is(node, "ContactMesh"))
        shape->kind = SN_OSIM_SURFACE;
    else
        return false;
    shape->radius =
        shape->kind == SN_OSIM_BALL ? fmax(sn_osim_number(osim, node, "radius", 1), 1e-6) : 0;
    return true;
}

const char *sn_osim_touching(SnOsim *osim, const SnXmlNode *node, SnOsimTouching *touching)
{
    SnPlacement in_frame, world;
    *touching = (SnOsimTouching){0};
    if (!node || sn_osim_names_lost(osim, node))
        return "a shape that is not in the file or hangs on nothing";
    if (!read_kind(osim, node, touching))
        return "a shape that is no sphere, half-space or mesh";
    const int frame = read_place(osim, node, &in_frame, &world);
    touching->carrier = sn_osim_frame(osim, frame)->base;
    sn_v3_copy(world.p, touching->place);
    sn_v3_set(world.r[0], world.r[3], world.r[6], touching->inward);
    if (!g_hash_table_contains(osim->made, node)) {
        const char *why = emit(osim, node, touching, frame, &in_frame, &world);
        if (why)
            return why;
    }
    touching->path = g_hash_table_lookup(osim->made, node);
    return NULL;
}
