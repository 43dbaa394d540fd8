/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Picking of nodes and elements. */
#include "render/paint/picker.h"

#include "engine/base/memory.h"

#include "engine/base/vec.h"
#include "render/shape/face_grid.h"

#include <math.h>
#include <string.h>

static const double node_reach = 12; /* logical pixels: farther nodes are not meant */

static const double *node_of(const SnPicker *picker, const SnSceneItem *item, int node)
{
    return picker->frame.snapshot->points + 3 * (size_t)(item->first + node);
}

static bool to_pixel(const SnPicker *picker, const double p[3], double pixel[2])
{
    const SnViewSettings *settings = picker->frame.settings;
    return sn_camera_project(&settings->camera, settings->width, settings->height, p, pixel, NULL);
}

/* The face of an element that a place on it lies on: of those that look at the eye, the one whose
 * plane is nearest; NULL: none does (sheets are seen from both sides). */
static const SnElementFace *face_under(const SnPicker *picker, const SnSceneItem *item, int element,
                                       const double place[3])
{
    const SnFemMesh *fem = item->fem;
    const SnElementShape *shape = sn_element_shape((SnElementKind)fem->kind[element]);
    const int *nodes = fem->nodes + fem->start[element];
    const SnElementFace *found = NULL;
    double best = INFINITY;
    for (int f = 0; f < shape->n_faces; f++) {
        const SnElementFace *face = &shape->face[f];
        const double *a = node_of(picker, item, nodes[face->node[0]]);
        double ab[3], ac[3], normal[3], to[3];
        sn_v3_sub(node_of(picker, item, nodes[face->node[1]]), a, ab);
        sn_v3_sub(node_of(picker, item, nodes[face->node[2]]), a, ac);
        sn_v3_cross(ab, ac, normal);
        if (picker->frame.settings->camera.orthographic)
            sn_v3_copy(picker->frame.axes[2], to);
        else
            sn_v3_sub(picker->frame.eye, a, to);
        if (sn_v3_dot(normal, to) <= 0)
            continue;
        sn_v3_sub(place, a, to);
        const double away = fabs(sn_v3_dot(normal, to)) / sn_v3_norm(normal);
        if (away < best) {
            best = away;
            found = face;
        }
    }
    return found;
}

static bool is_cut_away(const SnPicker *picker, const double p[3])
{
    const double margin = 1e-6 * picker->frame.size;
    for (int i = 0; i < picker->frame.n_cuts; i++) {
        const SnCut *cut = &picker->frame.cuts[i];
        if (sn_v3_dot(cut->normal, p) > cut->offset + margin)
            return true;
    }
    return false;
}

static bool is_near(const SnPicker *picker, const double node[3], double x, double y)
{
    double pixel[2];
    return to_pixel(picker, node, pixel) &&
           hypot(pixel[0] - x, pixel[1] - y) < node_reach * picker->frame.settings->scale;
}

int sn_picker_near_node(const SnPicker *picker, const SnSceneItem *item, int element, double x,
                        double y, const double place[3], bool *meant)
{
    const SnFemMesh *fem = item->fem;
    const int *nodes = fem->nodes + fem->start[element];
    /* what lies behind is not meant; in a cut the inside is seen */
    const SnElementFace *face =
        picker->frame.n_cuts > 0 ? NULL : face_under(picker, item, element, place);
    const int n = face ? face->n : fem->start[element + 1] - fem->start[element];
    double best = INFINITY;
    int found = -1;
    *meant = false;
    for (int k = 0; k < n; k++) {
        const int at = nodes[face ? face->node[k] : k];
        const double *node = node_of(picker, item, at);
        const double away = sn_v3_distance(node, place); /* those inside lie farther than seen */
        const bool near = is_near(picker, node, x, y);
        if (is_cut_away(picker, node) || (near == *meant ? away >= best : *meant))
            continue;
        best = away;
        found = at;
        *meant = near;
    }
    return found;
}

/* The window's pixel of a point, if it lies in the window and its outline. */
static bool in_window(const SnPicker *picker, const double p[3], int *column, int *row)
{
    double pixel[2];
    if (!to_pixel(picker, p, pixel))
        return false;
    *column = (int)floor(pixel[0] - picker->window[0]);
    *row = picker->height - 1 - (int)floor(pixel[1] - picker->window[1]);
    if (*column < 0 || *column >= picker->width || *row < 0 || *row >= picker->height)
        return false;
    return !picker->within ||
           picker->within[(size_t)*row * (size_t)picker->width + (size_t)*column] != 0;
}

/* Whether a pixel shows a node of an item: its own ball lies before it. */
static bool shows_node(const SnPicker *picker, int item, int node, int column, int row)
{
    const uint32_t number = picker->ids[(size_t)row * (size_t)picker->width + (size_t)column];
    SnPartKind kind = SN_PART_ELEMENT;
    int part;
    return number != 0 && number < SN_PICK_AXIS &&
           sn_solids_item_of(&picker->painter->solids, number, &kind, &part) == item &&
           kind == SN_PART_NODE && part == node;
}

/* Whether nothing lies before a node at its pixel or one beside it. */
static bool is_seen(const SnPicker *picker, int item, int node, const double p[3], int column,
                    int row)
{
    if (shows_node(picker, item, node, column, row))
        return true;
    double to[3];
    sn_v3_sub(picker->frame.eye, p, to);
    const double own = sn_v3_dot(to, picker->frame.axes[2]);
    const double slack = 3 * sn_frame_pixel(&picker->frame, p);
    for (int y = row - 1; y <= row + 1; y++)
        for (int x = column - 1; x <= column + 1; x++)
            if (x >= 0 && x < picker->width && y >= 0 && y < picker->height &&
                sn_picker_distance(picker, x, y) >= own - slack)
                return true;
    return false;
}

static bool has_parts(const SnSceneItem *item)
{
    return item->kind == SN_ITEM_FEM && item->style.visible && item->fem &&
           (!item->style.fem.embedded || item->style.fem.nodes);
}

static void add_part(SnPicker *picker, const SnSceneItem *item, SnPartKind kind, int number,
                     const double p[3])
{
    SnPickHit *hit = sn_picker_add(picker);
    if (!hit)
        return;
    hit->id = hit->part = sn_id_of_entry(item->id, kind, (uint32_t)number);
    sn_v3_copy(p, hit->position);
    hit->depth = sn_v3_distance(p, picker->frame.eye);
}

static void add_strand_nodes(SnPicker *picker, int at, bool through)
{
    const SnSceneItem *item = &picker->frame.snapshot->scene->items[at];
    for (int i = 0; i < item->n_nodes && item->style.visible; i++) {
        const SnNodeView *node = &picker->frame.snapshot->scene->nodes[item->first_node + i];
        const double *p = picker->frame.snapshot->points + 3 * (size_t)node->point;
        int column, row;
        if (in_window(picker, p, &column, &row) && !is_cut_away(picker, p) &&
            (through || is_seen(picker, at, i, p, column, row)))
            add_part(picker, item, SN_PART_NODE, node->entry, p);
    }
}

void sn_picker_nodes(SnPicker *picker, bool through)
{
    const SnScene *scene = picker->frame.snapshot->scene;
    for (int i = 0; i < scene->n_items; i++) {
        const SnSceneItem *item = &scene->items[i];
        if (item->kind == SN_ITEM_PATH)
            add_strand_nodes(picker, i, through);
        for (int node = 0; has_parts(item) && node < item->fem->n_nodes; node++) {
            const double *p = node_of(picker, item, node);
            int column, row;
            if (in_window(picker, p, &column, &row) && !is_cut_away(picker, p) &&
                (through || is_seen(picker, i, node, p, column, row)))
                add_part(picker, item, SN_PART_NODE, node, p);
        }
    }
}

static void find_middle(const SnPicker *picker, const SnSceneItem *item, int element, double p[3])
{
    const SnFemMesh *fem = item->fem;
    float weight[SN_ELEMENT_MAX_NODES];
    sn_element_middle((SnElementKind)fem->kind[element], weight);
    sn_v3_set(0, 0, 0, p);
    for (int k = fem->start[element]; k < fem->start[element + 1]; k++)
        sn_v3_axpy((double)weight[k - fem->start[element]], node_of(picker, item, fem->nodes[k]),
                   p);
}

static void add_elements(SnPicker *picker, const SnSceneItem *item, const uint8_t *seen)
{
    for (int e = 0; e < item->fem->n_elements; e++) {
        double middle[3];
        int column, row;
        find_middle(picker, item, e, middle);
        if (seen ? seen[e]
                 : in_window(picker, middle, &column, &row) && !is_cut_away(picker, middle))
            add_part(picker, item, SN_PART_ELEMENT, item->fem->original[e], middle);
    }
}

void sn_picker_elements(SnPicker *picker, bool through)
{
    const SnScene *scene = picker->frame.snapshot->scene;
    const size_t n = (size_t)picker->width * (size_t)picker->height;
    for (int i = 0; i < scene->n_items; i++) {
        const SnSceneItem *item = &scene->items[i];
        if (!has_parts(item))
            continue;
        if (through) {
            add_elements(picker, item, NULL);
            continue;
        }
        uint8_t *seen = sn_alloc((size_t)item->fem->n_elements + 1, 1);
        for (size_t at = 0; at < n; at++) {
            SnPartKind kind;
            int part;
            if (picker->ids[at] && picker->ids[at] < SN_PICK_AXIS &&
                sn_solids_item_of(&picker->painter->solids, picker->ids[at], &kind, &part) == i &&
                part >= 0 && kind == SN_PART_ELEMENT)
                seen[part] = 1;
        }
        add_elements(picker, item, seen);
        sn_free(seen);
    }
}
