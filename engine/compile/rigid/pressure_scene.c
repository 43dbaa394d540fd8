/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bodies whose surfaces show the pressure of an elastic foundation. */
#include "engine/base/memory.h"
#include "engine/compile/core/compiler.h"
#include "engine/sim/system/compliant_contacts.h"

#include <string.h>

int sn_compile_shown_surface(SnCompiler *c, const SnRigidBody *body)
{
    const SnSystemContacts *contacts = &c->system->contacts;
    SnStyle style;
    sn_model_style(c->model, &body->base.base, &style);
    for (int i = 0; style.fem.field && i < contacts->n_shapes; i++)
        if (sn_id_equal(contacts->shapes[i].id, body->base.base.id))
            return sn_compliant_surface_of(c->system, i);
    return -1;
}

/* Points without elements: the vertices, which carry the skin one by one. */
static SnFemMesh *make_carrier(const SnFoundationSurface *surface)
{
    SnFemMesh *carrier = sn_fem_mesh_new();
    carrier->n_nodes = surface->mesh->n_vertices;
    carrier->rest = sn_alloc(3 * (size_t)carrier->n_nodes + 1, sizeof *carrier->rest);
    carrier->start = sn_alloc(1, sizeof *carrier->start);
    for (int i = 0; i < 3 * carrier->n_nodes; i++)
        carrier->rest[i] = (float)surface->x[i];
    return carrier;
}

static SnSkin *make_skin(const SnFoundationSurface *surface)
{
    const size_t n = (size_t)surface->mesh->n_vertices, t = (size_t)surface->mesh->n_triangles;
    SnSkin *skin = sn_skin_new();
    skin->n_vertices = (int)n;
    skin->n_triangles = (int)t;
    skin->start = sn_alloc(n + 1, sizeof *skin->start);
    skin->node = sn_alloc(n + 1, sizeof *skin->node);
    skin->weight = sn_alloc(n + 1, sizeof *skin->weight);
    skin->triangles = sn_alloc(3 * t + 1, sizeof *skin->triangles);
    for (size_t v = 0; v < n; v++) {
        skin->start[v] = skin->node[v] = (int)v;
        skin->weight[v] = 1;
    }
    skin->start[n] = (int)n;
    for (size_t i = 0; i < 3 * t; i++)
        skin->triangles[i] = (uint32_t)surface->mesh->triangles[i];
    return skin;
}

void sn_compile_pressure_item(SnCompiler *c, const SnRigidBody *body, int number, int pose)
{
    const SnFoundationSurface *surface = sn_compliant_surface(c->system, number);
    const SnPressureView view = {.surface = number,
                                 .pose = pose,
                                 .first_point = c->n_scene_points,
                                 .first_scalar = c->n_scene_scalars};
    SnSceneItem item = {.kind = SN_ITEM_SKIN,
                        .id = body->base.base.id,
                        .fem = make_carrier(surface),
                        .skin = make_skin(surface),
                        .first = view.first_point,
                        .count = 1,
                        .scalar = view.first_scalar,
                        .vector = -1};
    sn_model_style(c->model, &body->base.base, &item.style);
    c->n_scene_points += surface->mesh->n_vertices;
    c->n_scene_scalars += surface->mesh->n_vertices;
    g_array_append_val(c->pressure_views, view);
    g_array_append_val(c->items, item);
}
