/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places that ride on components, the pull tool and the measure tool. */
#include "ui/viewport_private.h"

#include "engine/model/classes/body.h"
#include "engine/model/classes/strand.h"

/* --- anchors --- */

static void viewport_anchor(SnViewport *viewport, const SnPickHit *hit, SnAnchor *anchor)
{
    double position[3], orientation[4];
    *anchor = (SnAnchor){.id = hit->id};
    sn_v3_copy(hit->position, anchor->world);
    if (sn_viewport_pose(viewport, hit->id, position, orientation)) {
        sn_pose_inverse_point(position, orientation, hit->position, anchor->local);
    } else {
        anchor->id = SN_ID_NULL;
    }
}

void sn_viewport_anchor_update(SnViewport *viewport, SnAnchor *anchor)
{
    double position[3], orientation[4];
    if (sn_viewport_pose(viewport, anchor->id, position, orientation)) {
        sn_pose_point(position, orientation, anchor->local, anchor->world);
    }
}

/* --- measure --- */

void sn_viewport_measure_click(SnViewport *viewport, const SnPickHit *hit)
{
    if (hit == NULL || viewport->n_measured == 2) {
        viewport->n_measured = 0;
    }
    if (hit != NULL) {
        viewport_anchor(viewport, hit, &viewport->measured[viewport->n_measured++]);
    }
    sn_viewport_update_hint(viewport);
    gtk_widget_queue_draw(GTK_WIDGET(viewport));
}

/* --- pull --- */

static const SnStrandNode *strand_node(const SnComponent *component, SnId id)
{
    if (component == NULL || component->class != &SN_CLASS_STRAND || sn_id_array(id) != 0) {
        return NULL;
    }
    const SnArray *nodes = &((const SnStrand *)component)->nodes;
    const int index = (int)sn_id_entry_index(id);
    return index < nodes->n ? (const SnStrandNode *)nodes->entries + index : NULL;
}

/* The body, particle or free node of a strand that a pull at this component moves; null: none. */
static SnId pulled_of(const SnModel *model, SnId id)
{
    const SnComponent *component = sn_model_get(model, id);
    const SnStrandNode *node = strand_node(component, id);
    if (node != NULL && node->kind == SN_NODE_FREE) {
        return id;
    }
    if (node != NULL) {
        component = sn_model_get(model, node->kind == SN_NODE_POINT ? node->point : SN_ID_NULL);
    }
    for (int depth = 0; component != NULL && depth < 8; depth++) {
        const SnClass *class = component->class;
        if (class == &SN_CLASS_RIGID_BODY || class == &SN_CLASS_PARTICLE) {
            return component->id;
        }
        SnId carrier = SN_ID_NULL;
        if (class == &SN_CLASS_MARKER) {
            carrier = ((const SnMarker *)component)->frame;
        } else if (class == &SN_CLASS_VISUAL) {
            carrier = ((const SnVisual *)component)->frame;
        } else if (class == &SN_CLASS_FRAME) {
            carrier = ((const SnFrame *)component)->body;
        }
        component = sn_model_get(model, carrier);
    }
    return SN_ID_NULL;
}

/* A pull at a strand is one at the free node nearest to it; null: it has none. */
static SnId nearest_free_node(SnViewport *viewport, const SnPickHit *hit)
{
    const SnModel *model = sn_session_model(viewport->session);
    const SnComponent *component = sn_model_get(model, hit->id);
    const SnSceneItem *item = sn_viewport_item(viewport, hit->id);
    const SnSnapshot *snapshot = sn_session_snapshot(viewport->session);
    double best = INFINITY;
    SnId found = SN_ID_NULL;
    for (int i = 0; hit->id.entry == 0 && item != NULL && i < item->n_nodes; i++) {
        const SnNodeView *view = &snapshot->scene->nodes[item->first_node + i];
        const SnId id = sn_id_of_entry(hit->id, 0, (uint32_t)view->entry);
        const SnStrandNode *node = strand_node(component, id);
        const double away = sn_v3_distance(&snapshot->points[3 * view->point], hit->position);
        if (node != NULL && node->kind == SN_NODE_FREE && away < best) {
            best = away;
            found = id;
        }
    }
    return found;
}

static bool pull_begin(SnViewport *viewport, const SnPointer *at, const SnPickHit *hit)
{
    const SnModel *model = sn_session_model(viewport->session);
    SnId id = hit != NULL && model != NULL ? pulled_of(model, hit->id) : SN_ID_NULL;
    if (sn_id_is_null(id) && hit != NULL && model != NULL) {
        id = nearest_free_node(viewport, hit);
    }
    if (sn_id_is_null(id)) {
        return false;
    }
    SnPickHit place = *hit;
    place.id = id;
    double orientation[4];
    if (id.entry != 0 && !sn_viewport_pose(viewport, id, place.position, orientation)) {
        return false; /* a node is pulled where it is, not beside it */
    }
    viewport_anchor(viewport, &place, &viewport->pull);
    if (sn_id_is_null(viewport->pull.id)) {
        return false;
    }
    sn_v3_copy(viewport->pull.world, viewport->pull_target);
    return true;
}

/* The target stays in the plane through where it was, facing the camera. */
static void pull_update(SnViewport *viewport, const SnPointer *at)
{
    double normal[3], target[3];
    sn_viewport_back(viewport, normal);
    if (sn_viewport_on_plane(viewport, at->x, at->y, viewport->pull_target, normal, target)) {
        sn_v3_copy(target, viewport->pull_target);
        sn_engine_pull(sn_session_engine(viewport->session), viewport->pull.id,
                       viewport->pull.local, target);
    }
    gtk_widget_queue_draw(GTK_WIDGET(viewport));
}

static void pull_end(SnViewport *viewport, const SnPointer *at, bool cancelled)
{
    const double zero[3] = {0, 0, 0};
    if (sn_session_engine(viewport->session) != NULL) {
        sn_engine_pull(sn_session_engine(viewport->session), SN_ID_NULL, zero, zero);
    }
    gtk_widget_queue_draw(GTK_WIDGET(viewport));
}

const SnDragRow SN_DRAG_PULL = {pull_begin, pull_update, pull_end, "grabbing",
                                "Pulls with a spring; let go to release"};
