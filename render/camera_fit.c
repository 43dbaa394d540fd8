/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The camera as near as it can be with all that is shown in the picture, and in its middle. */
#include "render/annotation.h"
#include "render/camera_range.h"
#include "render/frame.h"
#include "render/load_arrow.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"

#include <math.h>

/* Free on each side, over the shorter side of the picture. */
static const double margin = 0.07;
/* From the eye to what is nearest to it, at least, over the depth of all. */
static const double nearest = 0.25;
/* What colour bars take on the right at least [logical pixels], and of the picture at most. */
static const double bar_width = 120, most_bar = 0.3;
static const double most_edge = 0.15; /* of the width, of what floats at a side */

/* A point p (right, up, back from any origin) is in the picture of an eye e if
 *
 *     |p_x - e_x| <= t_x (e_z - p_z),   |p_y - e_y| <= t_y (e_z - p_z)
 *
 * with t the tangents of half the angles (to the right another than to the left, if something
 * stands there); so the four largest values of +-p_x + t_x p_z and +-p_y + t_y p_z say all.
 * Orthographic: without the terms in p_z. */
typedef struct Fit {
    double right[3], up[3], back[3];
    double tangent[2][2]; /* right and left, up and down */
    bool orthographic;
    double most[2][2];
    double depth[2]; /* least and largest p_z */
    bool any;
    SnHolders holders;
} Fit;

static void include(Fit *fit, const double p[3], double radius)
{
    const double x[2] = {sn_v3_dot(fit->right, p), sn_v3_dot(fit->up, p)};
    const double z = sn_v3_dot(fit->back, p);
    if (!isfinite(x[0] + x[1] + z))
        return;
    for (int k = 0; k < 2; k++) {
        for (int side = 0; side < 2; side++) {
            const double t = fit->orthographic ? 0 : fit->tangent[k][side];
            const double reach = (side ? -x[k] : x[k]) + t * z + radius * sqrt(1 + t * t);
            fit->most[k][side] = fmax(fit->most[k][side], reach);
        }
    }
    fit->depth[0] = fmin(fit->depth[0], z - radius);
    fit->depth[1] = fmax(fit->depth[1], z + radius);
    fit->any = true;
}

static void include_mesh(Fit *fit, const SnMesh *mesh, const double pose[7])
{
    for (int i = 0; i < mesh->n_vertices; i++) {
        const float *v = mesh->vertices + 3 * (size_t)i;
        double p[3] = {(double)v[0], (double)v[1], (double)v[2]};
        sn_pose_point(pose, pose + 3, p, p);
        include(fit, p, 0);
    }
}

/* Of what has no surface of its own: the corners of its box. */
static void include_box(Fit *fit, const SnSnapshot *snapshot, const SnSceneItem *item)
{
    double bounds[2][3];
    for (int k = 0; k < 3; k++)
        bounds[0][k] = INFINITY, bounds[1][k] = -INFINITY;
    sn_item_bounds(snapshot, item, bounds);
    for (int corner = 0; corner < 8 && bounds[0][0] <= bounds[1][0]; corner++) {
        double p[3];
        for (int k = 0; k < 3; k++)
            p[k] = bounds[corner >> k & 1][k];
        include(fit, p, 0);
    }
}

static void include_item(Fit *fit, const SnSnapshot *snapshot, const SnSceneItem *item)
{
    switch (item->kind) {
    case SN_ITEM_MESH:
        if (item->mesh)
            include_mesh(fit, item->mesh, snapshot->poses + 7 * (size_t)item->first);
        break;
    case SN_ITEM_FEM:
    case SN_ITEM_SKIN:
        for (int i = 0; item->fem && i < item->fem->n_nodes; i++)
            include(fit, snapshot->points + 3 * (size_t)(item->first + i), 0);
        break;
    case SN_ITEM_PATH:
        for (int i = 0; i < item->count; i++)
            include(fit,
                    snapshot->points + 3 * (size_t)snapshot->scene->path_points[item->first + i],
                    sn_item_radius(item));
        break;
    case SN_ITEM_ARROW: {
        double ends[2][3];
        if (item->vector >= 0 && item->size[1] <= 0) {
            sn_load_ends(snapshot, item, &fit->holders, ends);
            include(fit, ends[0], 0);
            include(fit, ends[1], 0);
            break;
        }
        include_box(fit, snapshot, item);
        break;
    }
    case SN_ITEM_FORCE: {
        double force[3], ends[2][3];
        if (sn_contact_force(snapshot, item, ends[1], force)) {
            sn_v3_copy(ends[1], ends[0]);
            sn_v3_axpy(-item->size[0], force, ends[0]);
            include(fit, ends[0], 0);
            include(fit, ends[1], 0);
        }
        break;
    }
    case SN_ITEM_POINT:
    case SN_ITEM_PLANE:
        include_box(fit, snapshot, item);
        break;
    case SN_ITEM_AXES: /* help to see, and need not be seen whole */
        break;
    }
}

static void include_framed(Fit *fit, const SnSnapshot *snapshot)
{
    const int n = snapshot->scene->n_items;
    bool *framed = n > 0 ? sn_alloc((size_t)n, sizeof *framed) : NULL;
    if (framed)
        sn_find_framed(snapshot, framed);
    for (int i = 0; i < n; i++)
        if (framed[i])
            include_item(fit, snapshot, &snapshot->scene->items[i]);
    sn_free(framed);
}

/* Puts the eye; the centre lies where the middle of what is shown is. */
static void finish(const Fit *fit, SnCamera *camera)
{
    double eye[2], z = -INFINITY;
    for (int k = 0; k < 2; k++)
        z = fmax(z,
                 (fit->most[k][0] + fit->most[k][1]) / (fit->tangent[k][0] + fit->tangent[k][1]));
    for (int k = 0; k < 2; k++)
        eye[k] =
            (fit->most[k][0] - fit->most[k][1] + (fit->tangent[k][1] - fit->tangent[k][0]) * z) / 2;
    if (!fit->orthographic) /* what is thin must not touch the eye */
        z = fmax(z, fit->depth[1] + nearest * (fit->depth[1] - fit->depth[0]));
    const double middle = (fit->depth[0] + fit->depth[1]) / 2;
    camera->distance = fmax(fit->orthographic ? z : z - middle, 1e-6);
    for (int k = 0; k < 3; k++)
        camera->center[k] = eye[0] * fit->right[k] + eye[1] * fit->up[k] + middle * fit->back[k];
}

/* What colour bars with their titles take on the right [pixels]. */
static double bars_width(const SnViewSettings *settings, const SnSnapshot *snapshot)
{
    SnFields fields;
    SnFieldMemory memory = {0};
    if (!settings->color_bars)
        return 0;
    sn_fields_find(&fields, &memory, snapshot);
    if (!sn_annotation_bars_fit(&fields, settings))
        return 0;
    const double wide =
        sn_annotation_bars_width(&fields) + sn_annotation_bars_right(&fields, settings);
    return fmin(fmax(wide, bar_width) * settings->scale, most_bar * settings->width);
}

bool sn_camera_fit_shown(SnCamera *camera, const SnViewSettings *settings,
                         const SnSnapshot *snapshot)
{
    const int width = settings->width, height = settings->height;
    if (!snapshot || !snapshot->scene || width < 1 || height < 1)
        return false;
    Fit fit = {.orthographic = camera->orthographic,
               .most = {{-INFINITY, -INFINITY}, {-INFINITY, -INFINITY}},
               .depth = {INFINITY, -INFINITY}};
    sn_camera_axes(camera, fit.right, fit.up, fit.back);
    const double shorter = fmin((double)width, height);
    const double pixel = 2 * tan(camera->field_of_view / 2) / height;
    const double bar = bars_width(settings, snapshot);
    for (int side = 0; side < 2; side++) {
        const double free = margin * shorter;
        const double edge = fmax(free, fmin(settings->edge * settings->scale, most_edge * width));
        fit.tangent[0][side] = pixel * (width / 2.0 - (side == 0 ? fmax(bar, edge) : edge));
        fit.tangent[1][side] = pixel * (height / 2.0 - free);
    }
    include_framed(&fit, snapshot);
    sn_holders_free(&fit.holders);
    if (!fit.any)
        return false;
    finish(&fit, camera);
    return true;
}

void sn_camera_show(SnCamera *camera, const double center[3], double size, int width, int height)
{
    sn_v3_copy(center, camera->center);
    camera->distance = size / (2 * tan(camera->field_of_view / 2));
    if (width < height)
        camera->distance *= (double)height / width;
}
