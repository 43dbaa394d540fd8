/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/snap.h"

#include "engine/base/vec.h"
#include "ui/viewport/geometry.h"
#include "ui/viewport/scene/shown.h"
#include "ui/viewport/scene/surface_fit.h"
#include "ui/viewport/target.h"

#include <math.h>

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
static double meet(const float *a, const float *b, const float *c, const double from[3],
                   const double along[3])
{
    double ab[3], ac[3], to[3], p[3], q[3];
    for (int k = 0; k < 3; k++) {
        ab[k] = (double)b[k] - (double)a[k];
        ac[k] = (double)c[k] - (double)a[k];
        to[k] = from[k] - (double)a[k];
    }
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
    double nearest = HUGE_VAL;
    if (misses_box(mesh->bounds, from, along))
        return nearest;
    for (int i = 0; i < mesh->n_triangles; i++) {
        const uint32_t *t = &mesh->triangles[3 * (size_t)i];
        nearest =
            fmin(nearest, meet(&mesh->vertices[3 * (size_t)t[0]], &mesh->vertices[3 * (size_t)t[1]],
                               &mesh->vertices[3 * (size_t)t[2]], from, along));
    }
    return nearest;
}

static bool find_on_surface(SnSession *session, const SnViewSettings *view, double x, double y,
                            SnSnapTo to, const GArray *targets, double place[3])
{
    static const SnSpotKind kinds[SN_SNAP_COUNT] = {[SN_SNAP_VERTEX] = SN_SPOT_VERTEX,
                                                    [SN_SNAP_EDGE] = SN_SPOT_EDGE,
                                                    [SN_SNAP_FACE] = SN_SPOT_FACE,
                                                    [SN_SNAP_SURFACE] = SN_SPOT_POINT};
    const SnSnapshot *snapshot = sn_session_snapshot(session);
    double origin[3], direction[3], nearest = HUGE_VAL, hit[3] = {0};
    const SnSceneItem *found = NULL;
    sn_view_ray(view, x, y, origin, direction);
    for (int i = 0; i < snapshot->scene->n_items; i++) {
        const SnSceneItem *item = &snapshot->scene->items[i];
        if (item->kind != SN_ITEM_MESH || item->through || !item->mesh || !item->style.visible ||
            is_moved(session, item, targets))
            continue;
        const double *pose = &snapshot->poses[7 * item->first];
        double from[3], along[3];
        sn_pose_inverse_point(pose, pose + 3, origin, from);
        sn_q_unrotate(pose + 3, direction, along);
        const double t = meet_mesh(item->mesh, from, along);
        if (t < nearest) {
            nearest = t;
            found = item;
            sn_v3_copy(from, hit);
            sn_v3_axpy(t, along, hit);
        }
    }
    if (!found)
        return false;
    SnSpot spots[SN_SPOT_COUNT];
    const double *pose = &snapshot->poses[7 * found->first];
    if (to != SN_SNAP_SURFACE) {
        sn_surface_spots(found->mesh, hit, spots);
        if (!spots[kinds[to]].known)
            return false;
        sn_v3_copy(spots[kinds[to]].position, hit);
    }
    sn_pose_point(pose, pose + 3, hit, place);
    return true;
}

/* --- origins --- */

static bool find_origin(SnSession *session, const SnViewSettings *view, double x, double y,
                        const GArray *targets, double place[3])
{
    const SnSnapshot *snapshot = sn_session_snapshot(session);
    double nearest = NEAR;
    for (int i = 0; i < snapshot->scene->n_items; i++) {
        const SnSceneItem *item = &snapshot->scene->items[i];
        double at[3], turn[4], pixel[2];
        bool front = false;
        if (!item->style.visible || !sn_shown_pose(session, item->id, at, turn) ||
            is_moved(session, item, targets))
            continue;
        sn_view_project(view, at, pixel, &front);
        const double away = hypot(pixel[0] - x, pixel[1] - y);
        if (front && away < nearest) {
            nearest = away;
            sn_v3_copy(at, place);
        }
    }
    return nearest < NEAR;
}

bool sn_snap_find(SnSession *session, const SnViewSettings *view, double x, double y, SnSnapTo to,
                  const GArray *targets, double place[3])
{
    const SnSnapshot *snapshot = sn_session_snapshot(session);
    if (!snapshot || !snapshot->scene || to == SN_SNAP_STEP)
        return false;
    return to == SN_SNAP_ORIGIN ? find_origin(session, view, x, y, targets, place)
                                : find_on_surface(session, view, x, y, to, targets, place);
}
