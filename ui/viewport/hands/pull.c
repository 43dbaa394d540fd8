/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pull tool: a spring from the mouse to what is under it. */
#include "ui/viewport/private.h"

#include "engine/model/classes/body.h"
#include "engine/model/classes/fem.h"
#include "ui/viewport/move/target.h"

/* The body, particle or free node of a strand that a pull at this component moves; null: none. */
static SnId pulled_of(const SnModel *model, SnId id)
{
    const SnComponent *component = sn_model_get(model, id);
    const SnStrandNode *node = sn_strand_node_of(model, id);
    if (node && node->kind == SN_NODE_FREE)
        return id;
    if (node)
        component = sn_model_get(model, node->kind == SN_NODE_POINT ? node->point : SN_ID_NULL);
    for (int depth = 0; component && depth < 8; depth++) {
        const SnClass *class = component->class;
        if (class == &SN_CLASS_RIGID_BODY || class == &SN_CLASS_PARTICLE)
            return component->id;
        SnId carrier = SN_ID_NULL;
        if (sn_class_is_a(class, &SN_CLASS_MARKER))
            carrier = ((const SnMarker *)component)->frame;
        else if (class == &SN_CLASS_VISUAL)
            carrier = ((const SnVisual *)component)->frame;
        else if (class == &SN_CLASS_FRAME)
            carrier = ((const SnFrame *)component)->body;
        component = sn_model_get(model, carrier);
    }
    return SN_ID_NULL;
}

/* A pull at a strand is one at the free node nearest to it; null: it has none. */
static SnId nearest_free_node(SnSession *session, const SnPickHit *hit)
{
    const SnModel *model = sn_session_model(session);
    const SnSceneItem *item = sn_shown_item(session, hit->id);
    const SnSnapshot *snapshot = sn_session_snapshot(session);
    double best = INFINITY;
    SnId found = SN_ID_NULL;
    for (int i = 0; hit->id.entry == 0 && item && i < item->n_nodes; i++) {
        const SnNodeView *view = &snapshot->scene->nodes[item->first_node + i];
        const SnId id = sn_id_of_entry(hit->id, 0, (uint32_t)view->entry);
        const SnStrandNode *node = sn_strand_node_of(model, id);
        const double away = sn_v3_distance(&snapshot->points[3 * view->point], hit->position);
        if (node && node->kind == SN_NODE_FREE && away < best) {
            best = away;
            found = id;
        }
    }
    return found;
}

static bool node_is_free(const SnModel *model, SnId id)
{
    const int row = sn_model_find_property(model, id, "dynamic");
    SnValue value;
    sn_model_effective(model, id, sn_model_property(model, id, row), &value, NULL);
    return value.boolean;
}

/* A pull at a FEM, or at a surface that it carries, is one at the node nearest to it that nothing
 * holds; null: it has none. */
static SnId nearest_fem_node(SnSession *session, const SnPickHit *hit)
{
    const SnModel *model = sn_session_model(session);
    const SnComponent *fem = sn_model_get(model, sn_id_component(hit->id));
    if (fem && fem->class == &SN_CLASS_EMBEDDED_MESH)
        fem = fem->parent->parent;
    const SnSceneItem *item =
        fem && fem->class == &SN_CLASS_FEM ? sn_shown_item(session, fem->id) : NULL;
    const SnSnapshot *snapshot = sn_session_snapshot(session);
    double best = INFINITY;
    SnId found = SN_ID_NULL;
    for (int i = 0; item && i < item->fem->n_nodes; i++) {
        const SnId id = sn_id_of_entry(fem->id, 0, (uint32_t)i);
        const double away =
            sn_v3_distance(&snapshot->points[3 * (size_t)(item->first + i)], hit->position);
        if (away < best && node_is_free(model, id)) {
            best = away;
            found = id;
        }
    }
    return found;
}

static bool pull_begin(SnViewport *viewport, const SnPointer *at, const SnPickHit *hit)
{
    const SnModel *model = sn_session_model(viewport->session);
    SnId id = hit && model ? pulled_of(model, hit->id) : SN_ID_NULL;
    if (sn_id_is_null(id) && hit && model)
        id = nearest_free_node(viewport->session, hit);
    if (sn_id_is_null(id) && hit && model)
        id = nearest_fem_node(viewport->session, hit);
    if (sn_id_is_null(id))
        return false;
    SnPickHit place = *hit;
    place.id = id;
    double orientation[4];
    if (id.entry != 0 && !sn_shown_pose(viewport->session, id, place.position, orientation))
        return false; /* a node is pulled where it is, not beside it */
    sn_anchor_set(viewport->session, &place, &viewport->pull.anchor);
    if (sn_id_is_null(viewport->pull.anchor.id))
        return false;
    sn_v3_copy(viewport->pull.anchor.world, viewport->pull.target);
    return true;
}

/* The target stays in the plane through where it was, facing the camera. */
static void pull_update(SnViewport *viewport, const SnPointer *at)
{
    double normal[3], target[3];
    sn_view_back(&viewport->settings, normal);
    if (sn_view_on_plane(&viewport->settings, at->x, at->y, viewport->pull.target, normal,
                         target)) {
        sn_v3_copy(target, viewport->pull.target);
        sn_engine_pull(sn_session_engine(viewport->session), viewport->pull.anchor.id,
                       viewport->pull.anchor.local, target);
    }
    gtk_widget_queue_draw(GTK_WIDGET(viewport));
}

static void pull_end(SnViewport *viewport, const SnPointer *at, bool cancelled)
{
    const double zero[3] = {0, 0, 0};
    if (sn_session_engine(viewport->session))
        sn_engine_pull(sn_session_engine(viewport->session), SN_ID_NULL, zero, zero);
    gtk_widget_queue_draw(GTK_WIDGET(viewport));
}

const SnDragRow SN_DRAG_PULL = {pull_begin, pull_update, pull_end, "grabbing",
                                "Pulls with a spring; let go to release"};
