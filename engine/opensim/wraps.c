/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Surfaces that paths wrap over: those of bodies, and contact shapes that a path names. */
#include "engine/opensim/wraps.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

typedef struct Surface {
    const char *shape;
    double size[3];
    bool thin; /* a torus whose tube is thinner in the file */
} Surface;

static double positive(SnOsim *osim, const SnXmlNode *node, const char *property)
{
    return fmax(sn_osim_number(osim, node, property, 1), 1e-9);
}

/* A tube thinner than that part of its ring is as good as a wire: no string is found round it. */
#define THINNEST 1e-3
#define LARGEST  1e6 /* [m] */

/* Of a torus, OpenSim's outer radius is that of the ring, its inner one that of the tube
 * (WrapTorus::wrapLine). */
static bool shape_of(SnOsim *osim, const SnXmlNode *node, Surface *surface)
{
    double *size = surface->size;
    sn_v3_set(1, 1, 1, size);
    surface->thin = false;
    if (sn_osim_is(node, "WrapSphere") || sn_osim_is(node, "ContactSphere")) {
        surface->shape = "sphere";
        size[0] = positive(osim, node, "radius");
    } else if (sn_osim_is(node, "WrapCylinder") || sn_osim_is(node, "ContactCylinder")) {
        surface->shape = "cylinder";
        size[0] = positive(osim, node, "radius");
        size[1] = positive(osim, node, "length");
    } else if (sn_osim_is(node, "WrapEllipsoid") || sn_osim_is(node, "ContactEllipsoid")) {
        surface->shape = "ellipsoid";
        if (!sn_osim_numbers(osim, node, "dimensions", 3, size))
            sn_osim_numbers(osim, node, "radii", 3, size);
    } else if (sn_osim_is(node, "WrapTorus") || sn_osim_is(node, "ContactTorus")) {
        const bool wrap = sn_osim_is(node, "WrapTorus");
        surface->shape = "torus";
        size[0] = positive(osim, node, wrap ? "outer_radius" : "torus_radius");
        size[1] = positive(osim, node, wrap ? "inner_radius" : "tube_radius");
        if (size[1] >= size[0])
            return false;
        surface->thin = size[1] < THINNEST * size[0];
        size[1] = fmax(size[1], THINNEST * size[0]);
    } else {
        return false;
    }
    for (int k = 0; k < 3; k++)
        if (!(size[k] > 0 && size[k] <= LARGEST))
            return false;
    return true;
}

/* "x" is "+x"; a cylinder has sides along x and y only, a torus none. */
static const char *side_of(const SnOsim *osim, const SnXmlNode *node, const char *shape)
{
    static const char *const sides[] = {"+x", "-x", "+y", "-y", "+z", "-z"};
    const char *quadrant = sn_osim_text(osim, node, "quadrant");
    g_autofree char *full =
        g_strdup_printf("%s%s", *quadrant == '-' || *quadrant == '+' ? "" : "+", quadrant);
    const int n = strcmp(shape, "torus") == 0 ? 0 : strcmp(shape, "cylinder") == 0 ? 4 : 6;
    for (int i = 0; i < n; i++) {
        if (g_ascii_strcasecmp(full, sides[i]) == 0)
            return sides[i];
    }
    return "any";
}

static void read_pose(SnOsim *osim, const SnXmlNode *node, SnPlacement *pose)
{
    double angles[3] = {0}, place[3] = {0};
    if (!sn_osim_numbers(osim, node, "xyz_body_rotation", 3, angles))
        sn_osim_numbers(osim, node, "orientation", 3, angles);
    if (!sn_osim_numbers(osim, node, "translation", 3, place))
        sn_osim_numbers(osim, node, "location", 3, place);
    sn_osim_pose_set(angles, place, pose);
}

/* Its frame: a wrap object stands in its body, a contact shape names its own. */
static int frame_of(SnOsim *osim, const SnXmlNode *node)
{
    return sn_osim_frame_of(osim, node, "frame", "body_name");
}

/* Where a path is told to touch: the side of the axis along which the hint goes out most, measured
 * in half axes. */
static const char *hinted_side(const Surface *surface, const double hint[3])
{
    static const char *const sides[] = {"-x", "+x", "-y", "+y", "-z", "+z"};
    const bool ball = strcmp(surface->shape, "ellipsoid") == 0;
    const int n = strcmp(surface->shape, "torus") == 0      ? 0
                  : strcmp(surface->shape, "cylinder") == 0 ? 2
                                                            : 3;
    const char *side = "any";
    double most = 0;
    for (int k = 0; k < n; k++) {
        const double out = fabs(hint[k]) / (ball ? surface->size[k] : 1);
        if (out > most * (1 + 1e-9)) {
            most = out;
            side = sides[2 * k + (hint[k] > 0)];
        }
    }
    return side;
}

/* A surface for `key`, on a side; NULL: the element is none, or hangs on nothing. */
static const char *emit_surface(SnOsim *osim, const SnXmlNode *node, const SnXmlNode *key,
                                const double *hint)
{
    const char *made = g_hash_table_lookup(osim->made, key);
    Surface surface;
    SnPlacement pose;
    if (made || !shape_of(osim, node, &surface) || sn_osim_names_lost(osim, node))
        return made;
    json_t *json = json_object();
    read_pose(osim, node, &pose);
    sn_osim_attach(osim, frame_of(osim, node), &pose, json, "body", "location", "rotation");
    json_object_set_new(json, "shape", json_string(surface.shape));
    json_object_set_new(json, "size", sn_emit_numbers(surface.size, 3));
    if (strcmp(surface.shape, "cylinder") == 0 && sn_osim_is(node, "WrapCylinder"))
        json_object_set_new(json, "ends", json_true());
    const char *side = hint ? hinted_side(&surface, hint) : side_of(osim, node, surface.shape);
    if (strcmp(side, "any") != 0)
        json_object_set_new(json, "side", json_string(side));
    char *path = sn_emit(osim->root, osim->names, "wraps", sn_osim_name_of(node), json);
    g_hash_table_insert(osim->made, (gpointer)key, path);
    return path;
}

const char *sn_osim_surface(SnOsim *osim, const SnXmlNode *node)
{
    return emit_surface(osim, node, node, NULL);
}

const char *sn_osim_obstacle(SnOsim *osim, const SnXmlNode *node, const SnXmlNode *obstacle)
{
    double hint[3] = {0};
    sn_osim_numbers(osim, obstacle, "contact_hint", 3, hint);
    const char *path = emit_surface(osim, node, obstacle, hint);
    if (path && !g_hash_table_contains(osim->made, node))
        g_hash_table_insert(osim->made, (gpointer)node, g_strdup(path));
    return path;
}

void sn_osim_emit_wraps(SnOsim *osim)
{
    for (int i = 0; i < (int)osim->items->len && !osim->error; i++) {
        const SnOsimItem *item = sn_osim_item(osim, i);
        if (item->kind != SN_OSIM_WRAP)
            continue;
        Surface surface;
        if (sn_osim_surface(osim, item->node) && shape_of(osim, item->node, &surface) &&
            surface.thin)
            sn_osim_approximated(osim, item->node,
                                 "its tube is thinner than a thousandth of its ring: that much");
        else if (sn_osim_surface(osim, item->node))
            sn_osim_exact(osim, item->node);
        else if (!sn_osim_is_lost(osim, item->node))
            sn_osim_left_out(osim, item->node,
                             "its shape is not known, has no size or is a torus whose tube is not "
                             "thinner than its ring");
    }
}

/* --- where a path meets a surface --- */

/* How near a point is, in the surface's own axes: 1 on it, less inside. */
static double nearness(const Surface *surface, const double p[3])
{
    const double *s = surface->size;
    if (strcmp(surface->shape, "sphere") == 0)
        return sn_v3_norm(p) / s[0];
    if (strcmp(surface->shape, "ellipsoid") == 0)
        return sqrt(p[0] * p[0] / (s[0] * s[0]) + p[1] * p[1] / (s[1] * s[1]) +
                    p[2] * p[2] / (s[2] * s[2]));
    const double around = hypot(p[0], p[1]);
    if (strcmp(surface->shape, "cylinder") == 0) /* beyond its ends it is far */
        return around / s[0] + fmax(fabs(p[2]) / (s[1] / 2) - 1, 0);
    return hypot(fmax(around - s[0], 0), p[2]) / s[1]; /* torus: through its hole */
}

void sn_osim_surface_nearest(SnOsim *osim, const SnXmlNode *node, const double (*points)[3],
                             int first, int last, int *segment, double *along)
{
    enum { STEPS = 64 };
    Surface surface;
    SnPlacement own, pose, inverse;
    double best = INFINITY;
    *segment = first;
    *along = 0;
    if (!shape_of(osim, node, &surface))
        return;
    const SnOsimFrame *frame = sn_osim_frame(osim, frame_of(osim, node));
    read_pose(osim, node, &own);
    sn_placement_mul(&frame->in_base, &own, &pose);
    sn_placement_mul(&sn_osim_frame(osim, frame->base)->world, &pose, &pose);
    sn_placement_inverse(&pose, &inverse);
    for (int i = first; i < last; i++) {
        for (int k = 0; k <= STEPS; k++) {
            double p[3], local[3];
            for (int c = 0; c < 3; c++)
                p[c] = points[i][c] + (points[i + 1][c] - points[i][c]) * k / STEPS;
            sn_m3_mul_v3(inverse.r, p, local);
            sn_v3_add(local, inverse.p, local);
            const double near = nearness(&surface, local);
            if (near < best) {
                best = near;
                *segment = i;
                *along = i + (double)k / STEPS;
            }
        }
    }
}
