/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/outline.h"

#include "engine/model/classes/body.h"
#include "engine/model/classes/fem.h"

/* Adds the visuals of the selected bodies of a model. */
static void add_visuals(const SnComponent *model, const SnIdSet *selected, GArray *marked)
{
    const SnComponent *list = sn_model_list_for(model, &SN_CLASS_VISUAL);
    for (guint i = 0; list && i < list->children->len; i++) {
        const SnVisual *visual = g_ptr_array_index(list->children, i);
        if (sn_id_set_contains(selected, visual->frame))
            g_array_append_val(marked, visual->base.base.id);
    }
}

/* Adds the surfaces that a FEM carries. */
static void add_surfaces(const SnComponent *fem, GArray *marked)
{
    for (guint i = 0; i < fem->children->len; i++) {
        const SnComponent *list = g_ptr_array_index(fem->children, i);
        if (sn_component_accepts(list) != &SN_CLASS_EMBEDDED_MESH)
            continue;
        for (guint k = 0; k < list->children->len; k++)
            g_array_append_val(marked, ((SnComponent *)list->children->pdata[k])->id);
    }
}

void sn_outline_send(SnRender *render, const SnModel *model, const GArray *selection,
                     const SnIdSet *selected)
{
    const guint n = selection->len;
    g_autoptr(GArray) marked = g_array_sized_new(FALSE, FALSE, sizeof(SnId), n + 8);
    g_array_append_vals(marked, selection->data, n);
    const SnComponent *last = NULL; /* bodies of one model follow each other */
    for (guint i = 0; i < n && model; i++) {
        const SnId id = g_array_index(selection, SnId, i);
        const SnComponent *body = id.entry == 0 ? sn_model_get(model, id) : NULL;
        if (body && body->class == &SN_CLASS_FEM)
            add_surfaces(body, marked);
        if (!body || body->class != &SN_CLASS_RIGID_BODY || body->parent->parent == last)
            continue;
        last = body->parent->parent;
        add_visuals(last, selected, marked);
    }
    sn_render_set_selection(render, (const SnId *)(void *)marked->data, (int)marked->len);
}
