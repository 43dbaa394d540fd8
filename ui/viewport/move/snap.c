/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/move/snap.h"

#include "engine/base/element.h"
#include "engine/base/vec.h"
#include "ui/viewport/geometry.h"
#include "ui/viewport/move/target.h"
#include "ui/viewport/scene/shown.h"
#include "ui/viewport/scene/surface_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NEAR 24.0 /* [px] an origin must be to the pointer */

/* Whether an item goes with what is moved. */
static bool is_moved(SnSession *session, const SnSceneItem *item, const GArray *targets)
{
    for (guint i = 0; i < targets->len; i++) {
        const SnId id = g_array_index(targets, SnMoveTarget, i).id;
        if (sn_id_equal(sn_id_component(id), item->id))
            return true;
        const SnSceneItem *own = sn_shown_item(session, sn_id_component(id));
        if (own && own->kind == SN_ITEM_MESH && !own->through && own->body >= 0 &&
            item->kind == SN_ITEM_MESH && item->body == own->body)
            return true;
    }
    return false;
}

/* --- surfaces --- */

static bool misses_box(const double bounds[2][3], const double from[3], const double along[3])
{
    double enter = 0, leave = HUGE_VAL;
    for (int k = 0; k < 3; k++) {
        if (along[k] == 0) {
            if (from[k] < bounds[0][k] || from[k] > bounds[1][k])
                return true;
            continue;
        }
        const double a = (bounds[0][k] - from[k]) / along[k];
        const double b = (bounds[1][k] - from[k]) / along[k];
        enter = fmax(enter, fmin(a, b));
        leave = fmin(leave, fmax(a, b));
    }
    return enter > leave * (1 + 1e-9) + 1e-12;
}

/* Moeller and Trumbore 1997: how far along the ray it meets a triangle; HUGE_VAL: it does not. */
static double meet(const double corner[3][3], const double from[3], const double along[3])
{
    double ab[3], ac[3], to[3], p[3], q[3];
    sn_v3_sub(corner[1], corner[0], ab);
    sn_v3_sub(corner[2], corner[0], ac);
    sn_v3_sub(from, corner[0], to);
    sn_v3_cross(along, ac, p);
    const double det = sn_v3_dot(ab, p);
    if (det == 0)
        return HUGE_VAL;
    const double u = sn_v3_dot(to, p) / det;
    sn_v3_cross(to, ab, q);
    const double v = sn_v3_dot(along, q) / det, t = sn_v3_dot(ac, q) / det;
    return u >= 0 && v >= 0 && u + v <= 1 && t > 0 ? t : HUGE_VAL;
}

static double meet_mesh(const SnMesh *mesh, const double from[3], const double along[3])
{
    double nearest = HUGE_VAL, corner[3][3];
    if (misses_box(mesh->bounds, from, along))
        return nearest;
    for (int i = 0; i < 3 * mesh->n_triangles; i++) {
        const float *vertex = &mesh->vertices[3 * (size_t)mesh->triangles[i]];
        for (int k = 0; k < 3; k++)
            corner[i % 3][k] = (double)vertex[k];
        if (i % 3 == 2)
            nearest = fmin(nearest, meet((const double(*)[3])corner, from, along));
    }
    return nearest;
}

/* The outside of a FEM model is met in one of its faces. */
static double meet_fem(const SnSnapshot *snapshot, const SnSceneItem *item, const double from[3],
                       const double along[3], int *face)
{
    const SnFemMesh *fem = item->fem;
    double nearest = HUGE_VAL, corner[3][3];
    for (int i = 0; i < fem->n_faces; i++) {
        const int element = fem->face[i][0];
        const SnElementFace *shape =
            &sn_element_shape((SnElementKind)fem->kind[element])->face[fem->face[i][1]];
        const int *nodes = fem->nodes + fem->start[element];
        for (int k = 1; k + 1 < shape->n_corners; k++) {
            const int fan[3] = {0, k, k + 1};
            for (int c = 0; c < 3; c++)
                sn_v3_copy(
                    &snapshot->points[3 * (size_t)(item->first + nodes[shape->node[fan[c]]])],
                    corner[c]);
            const double t = meet((const double(*)[3])corner, from, along);
            if (t < nearest) {
                nearest = t;
                *face = i;
            }
        }
    }
    return nearest;
}

/* A face of a FEM model as a surface of its own, to find its corners and edges; unref it. */
static SnMesh *face_mesh(const SnSnapshot *snapshot, const SnSceneItem *item, int face)
{
    const SnFemMesh *fem = item->fem;
    const int element = fem->face[face][0];
    const SnElementFace *shape =
        &sn_element_shape((SnElementKind)fem->kind[element])->face[fem->face[face][1]];
    const int *nodes = fem->nodes + fem->start[element], n = shape->n_corners;
    float *vertices = malloc(3 * (size_t)n * sizeof *vertices);
    uint32_t *triangles = malloc(3 * (size_t)(n - 2) * sizeof *triangles);
    g_assert(vertices && triangles);
    for (int i = 0; i < 3 * n; i++)
        vertices[i] =
            (float)snapshot->points[3 * (size_t)(item->first + nodes[shape->node[i / 3]]) + i % 3];
    for (int i = 0; i < n - 2; i++) {
        triangles[3 * i] = 0;
        triangles[3 * i + 1] = (uint32_t)i + 1;
        triangles[3 * i + 2] = (uint32_t)i + 2;
    }
    return sn_mesh_new(n, vertices, n - 2, triangles);
}

/* What the ray meets first. */
typedef struct Met {
    const SnSceneItem *item; /* NULL: nothing */
    int face;                /* FEM */
    double hit[3];           /* in the frame of a mesh, else in the world */
} Met;

static Met find_met(SnSession *session, const SnViewSettings *view, double x, double y,
                    const GArray *targets)
{
    const SnSnapshot *snapshot = sn_session_snapshot(session);
    Met met = {.item = NULL};
    double origin[3], direction[3], nearest = HUGE_VAL;
    sn_view_ray(view, x, y, origin, direction);
    for (int i = 0; i < snapshot->scene->n_items; i++) {
        const SnSceneItem *item = &snapshot->scene->items[i];
        const bool solid = item->kind == SN_ITEM_FEM && item->fem;
        const bool mesh = item->kind == SN_ITEM_MESH && item->mesh && !item->through;
        double from[3], along[3];
        int face = 0;
        if ((!solid && !mesh) || !item->style.visible || is_moved(session, item, targets))
            continue;
        sn_v3_copy(origin, from);
        sn_v3_copy(direction, along);
        if (mesh) {
            const double *pose = &snapshot->poses[7 * item->first];
            sn_pose_inverse_point(pose, pose + 3, origin, from);
            sn_q_unrotate(pose + 3, direction, along);
        }
        const double t = mesh ? meet_mesh(item->mesh, from, along)
                              : meet_fem(snapshot, item, from, along, &face);
        if (t < nearest) {
            nearest = t;
            met = (Met){.item = item, .face = face};
            sn_v3_copy(from, met.hit);
            sn_v3_axpy(t, along, met.hit);
        }
    }
    return met;
}

static bool find_on_surface(SnSession *session, const SnViewSettings *view, double x, double y,
                            SnSnapTo to, const GArray *targets, double place[3])
{
    static const SnSpotKind kinds[SN_SNAP_COUNT] = {[SN_SNAP_VERTEX] = SN_SPOT_VERTEX,
                                                    [SN_SNAP_EDGE] = SN_SPOT_EDGE,
                                                    [SN_SNAP_FACE] = SN_SPOT_FACE,
                                                    [SN_SNAP_SURFACE] = SN_SPOT_POINT};
    const SnSnapshot *snapshot = sn_session_snapshot(session);
    Met met = find_met(session, view, x, y, targets);
    if (!met.item)
        return false;
    const bool fem = met.item->kind == SN_ITEM_FEM;
    if (to != SN_SNAP_SURFACE) {
        SnSpot spots[SN_SPOT_COUNT];
        SnMesh *mesh = fem ? face_mesh(snapshot, met.item, met.face) : sn_mesh_ref(met.item->mesh);
        sn_surface_spots(mesh, met.hit, spots);
        sn_mesh_unref(mesh);
        if (!spots[kinds[to]].known)
            return false;
        sn_v3_copy(spots[kinds[to]].position, met.hit);
    }
    const double *pose = &snapshot->poses[7 * met.item->first];
    if (fem)
        sn_v3_copy(met.hit, place);
    else
        sn_pose_point(pose, pose + 3, met.hit, place);
    return true;
}

/* --- origins --- */

/* The origin nearest to a pixel [px, HUGE_VAL: none]; turned: only what has axes. */
static double find_origin(SnSession *session, const SnViewSettings *view, double x, double y,
                          const GArray *targets, bool turned, double pose[7])
{
    const SnSnapshot *snapshot = sn_session_snapshot(session);
    double nearest = HUGE_VAL;
    for (int i = 0; i < snapshot->scene->n_items; i++) {
        const SnSceneItem *item = &snapshot->scene->items[i];
        const bool axes =
            item->kind == SN_ITEM_MESH || item->kind == SN_ITEM_AXES || item->kind == SN_ITEM_PLANE;
        double at[7], pixel[2];
        bool front = false;
        if (!item->style.visible || (turned && !axes) ||
            !sn_shown_pose(session, item->id, at, at + 3) || is_moved(session, item, targets))
            continue;
        sn_view_project(view, at, pixel, &front);
        const double away = hypot(pixel[0] - x, pixel[1] - y);
        if (front && away < nearest) {
            nearest = away;
            memcpy(pose, at, sizeof at);
        }
    }
    return nearest;
}

/* Whose axes are meant at a pixel. */
static bool find_frame(SnSession *session, const SnViewSettings *view, double x, double y,
                       const GArray *targets, double pose[7])
{
    const double away = find_origin(session, view, x, y, targets, true, pose);
    const Met met = away < NEAR ? (Met){.item = NULL} : find_met(session, view, x, y, targets);
    if (met.item && met.item->kind == SN_ITEM_MESH)
        memcpy(pose, &sn_session_snapshot(session)->poses[7 * met.item->first], 7 * sizeof *pose);
    return away < HUGE_VAL;
}

static bool find_axis(SnSession *session, const SnViewSettings *view, double x, double y,
                      const GArray *targets, SnSnapped *snapped)
{
    double pose[7], nearest = HUGE_VAL;
    if (!find_frame(session, view, x, y, targets, pose))
        return false;
    for (int k = 0; k < 3; k++) {
        double axis[3] = {k == 0, k == 1, k == 2}, at[3], pixel[2], along;
        bool front = false;
        sn_q_rotate(pose + 3, axis, axis);
        if (!sn_view_on_line(view, x, y, pose, axis, &along))
            continue;
        sn_v3_copy(pose, at);
        sn_v3_axpy(along, axis, at);
        sn_view_project(view, at, pixel, &front);
        const double away = hypot(pixel[0] - x, pixel[1] - y);
        if (front && away < nearest) {
            nearest = away;
            sn_v3_copy(at, snapped->place);
            sn_v3_copy(axis, snapped->axis);
        }
    }
    return nearest < HUGE_VAL;
}

bool sn_snap_find(SnSession *session, const SnViewSettings *view, double x, double y, SnSnapTo to,
                  const GArray *targets, SnSnapped *snapped)
{
    const SnSnapshot *snapshot = sn_session_snapshot(session);
    double pose[7];
    *snapped = (SnSnapped){{0}};
    if (!snapshot || !snapshot->scene || to == SN_SNAP_STEP || to == SN_SNAP_GRID)
        return false;
    if (to == SN_SNAP_AXIS)
        return find_axis(session, view, x, y, targets, snapped);
    if (to != SN_SNAP_ORIGIN)
        return find_on_surface(session, view, x, y, to, targets, snapped->place);
    if (find_origin(session, view, x, y, targets, false, pose) >= NEAR)
        return false;
    sn_v3_copy(pose, snapped->place);
    return true;
}
