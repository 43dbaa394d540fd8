/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where things are in the picture: what tests of the real window point at. */
#include "ui/viewport/private.h"

static void between(const double a[3], const double b[3], double share, double result[3])
{
    for (int k = 0; k < 3; k++)
        result[k] = a[k] + share * (b[k] - a[k]);
}

/* The place that has `share` of a path behind it. */
static void along_path(const SnSnapshot *snapshot, const SnSceneItem *item, double share,
                       double place[3])
{
    const int *points = snapshot->scene->path_points + item->first;
    double whole = 0;
    for (int i = 0; i + 1 < item->count; i++) {
        double step[3];
        sn_v3_sub(&snapshot->points[3 * points[i + 1]], &snapshot->points[3 * points[i]], step);
        whole += sn_v3_norm(step);
    }
    double left = share * whole;
    sn_v3_copy(&snapshot->points[3 * points[0]], place);
    for (int i = 0; i + 1 < item->count && left >= 0; i++) {
        const double *a = &snapshot->points[3 * points[i]];
        const double *b = &snapshot->points[3 * points[i + 1]];
        double step[3];
        sn_v3_sub(b, a, step);
        double length = sn_v3_norm(step);
        between(a, b, length > 0 ? fmin(left / length, 1) : 0, place);
        left -= length;
    }
}

bool sn_viewport_locate(SnViewport *viewport, SnId id, double share, double pixel[2])
{
    const SnSceneItem *item = sn_shown_item(viewport->session, sn_id_component(id));
    double place[3], orientation[4];
    if (!item)
        return false;
    if (item->kind == SN_ITEM_PATH && id.entry == 0)
        along_path(sn_session_snapshot(viewport->session), item, share, place);
    else if (item->kind == SN_ITEM_FEM && sn_id_array(id) == 0 &&
             (int)sn_id_entry_index(id) < item->fem->n_nodes)
        sn_v3_copy(sn_session_snapshot(viewport->session)->points +
                       3 * ((size_t)item->first + sn_id_entry_index(id)),
                   place);
    else if (!sn_shown_pose(viewport->session, id, place, orientation))
        return false;
    bool in_front = false;
    sn_view_project(&viewport->settings, place, pixel, &in_front);
    return in_front;
}

bool sn_viewport_locate_clip(SnViewport *viewport, int plane, double pixel[2])
{
    const SnClipPlane *clip = &viewport->settings.clip[plane];
    double bounds[2][3], middle[3];
    if (!sn_clip_in_use(clip) || !sn_shown_bounds(viewport->session, bounds))
        return false;
    between(bounds[0], bounds[1], 0.5, middle);
    sn_v3_axpy(clip->offset - sn_v3_dot(clip->normal, middle), clip->normal, middle);
    bool in_front = false;
    sn_view_project(&viewport->settings, middle, pixel, &in_front);
    return in_front;
}
