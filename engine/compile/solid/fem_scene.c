/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fems and the surfaces they carry, to be drawn. */
#include "engine/base/memory.h"
#include "engine/compile/core/compiler.h"

#include "engine/base/vec.h"
#include "engine/model/classes/body_surface.h"
#include "engine/model/classes/fem_rows.h"

#include <stdlib.h>
#include <string.h>

/* --- the mesh --- */

static void set_elements(const SnFem *fem, const SnFemSolid *solid, SnFemMesh *mesh)
{
    const SnVolumeMesh *source = fem->mesh;
    const size_t n = (size_t)source->n_elements, n_nodes = (size_t)source->start[n];
    mesh->n_elements = source->n_elements;
    mesh->kind = sn_alloc(1, n + 1);
    mesh->start = sn_alloc(n + 1, sizeof *mesh->start);
    mesh->nodes = sn_alloc(n_nodes + 1, sizeof *mesh->nodes);
    mesh->original = sn_alloc(n + 1, sizeof *mesh->original);
    memcpy(mesh->kind, solid->kind, n);
    memcpy(mesh->start, source->start, (n + 1) * sizeof *mesh->start);
    memcpy(mesh->nodes, source->element_nodes, n_nodes * sizeof *mesh->nodes);
    for (size_t e = 0; e < n; e++)
        mesh->original[e] = (int)e;
}

static void set_faces(const SnFem *fem, SnFemMesh *mesh)
{
    int *faces = NULL;
    mesh->n_faces = sn_volume_mesh_surface(fem->mesh, &faces);
    sn_memory_adopt(faces);
    mesh->face = sn_alloc((size_t)mesh->n_faces + 1, sizeof *mesh->face);
    if (mesh->n_faces > 0)
        memcpy(mesh->face, faces, (size_t)mesh->n_faces * sizeof *mesh->face);
    sn_free(faces);
}

static void add_fibres(const SnCompiler *c, const SnMuscleBundle *bundle, GArray *fibres)
{
    const int number = sn_system_index(c->system, bundle->base.base.id);
    for (int f = 0; f < bundle->fibres.n; f++) {
        const SnIndices *nodes = &((const SnFibre *)bundle->fibres.entries)[f].nodes;
        for (int k = 0; k + 1 < nodes->n; k++) {
            const int piece[3] = {nodes->values[k], nodes->values[k + 1],
                                  c->system->paths.n_muscles + number};
            g_array_append_vals(fibres, piece, 1);
        }
    }
}

static void set_fibres(const SnCompiler *c, const SnFem *fem, SnFemMesh *mesh)
{
    GArray *fibres = sn_compiler_array(3 * sizeof(int));
    for (guint i = 0; i < c->components->len; i++) {
        const SnComponent *component = c->components->pdata[i];
        if (component->class == &SN_CLASS_MUSCLE_BUNDLE && sn_fem_of_part(component) == fem)
            add_fibres(c, (const SnMuscleBundle *)component, fibres);
    }
    mesh->n_fibres = (int)fibres->len;
    mesh->fibre = sn_alloc((size_t)fibres->len + 1, sizeof *mesh->fibre);
    if (fibres->len > 0)
        memcpy(mesh->fibre, fibres->data, fibres->len * sizeof *mesh->fibre);
    sn_compiler_array_free(fibres);
}

static SnFemMesh *fem_mesh(SnCompiler *c, const SnFemDraft *draft)
{
    const SnFemSolid *solid = draft->solid;
    SnFemMesh *mesh = sn_fem_mesh_new();
    mesh->n_nodes = draft->n_named;
    mesh->rest = sn_alloc(3 * (size_t)mesh->n_nodes + 1, sizeof *mesh->rest);
    for (int i = 0; i < 3 * mesh->n_nodes; i++)
        mesh->rest[i] = (float)solid->rest[i];
    set_elements(draft->fem, solid, mesh);
    set_faces(draft->fem, mesh);
    set_fibres(c, draft->fem, mesh);
    char *key = sn_compiler_key(c, "fem %u.%u", draft->fem->base.base.id.index,
                                draft->fem->base.base.id.generation);
    return sn_cached_fem_mesh(c, key, mesh);
}

bool sn_compile_fem_item(SnCompiler *c, const SnFem *fem)
{
    const SnFemDraft *draft = sn_compiler_fem(c, fem->base.base.id);
    const struct SnFemView view = {
        .fem = sn_system_index(c->system, fem->base.base.id),
        .first_point = c->n_scene_points,
        .first_scalar = c->n_scene_scalars,
    };
    SnSceneItem item = {.kind = SN_ITEM_FEM,
                        .id = fem->base.base.id,
                        .fem = fem_mesh(c, draft),
                        .first = view.first_point,
                        .count = 1,
                        .scalar = view.first_scalar,
                        .vector = -1};
    sn_model_style(c->model, &fem->base.base, &item.style);
    c->n_scene_points += draft->n_named;
    c->n_scene_scalars += draft->solid->n_nodes; /* fields have values at directors too */
    g_array_append_val(c->fem_views, view);
    g_array_append_val(c->items, item);
    return true;
}

/* --- surfaces carried by a FEM model --- */

/* The item of a FEM model: the last one before those of its surfaces. */
static const SnSceneItem *item_of(const SnCompiler *c)
{
    guint i = c->items->len - 1;
    while (g_array_index(c->items, SnSceneItem, i).kind != SN_ITEM_FEM)
        i--;
    return &g_array_index(c->items, SnSceneItem, i);
}

static bool fill_skin(SnCompiler *c, const SnEmbeddedMesh *surface, SnFemDraft *draft,
                      const SnMesh *mesh, SnSkin *skin)
{
    const size_t n = (size_t)mesh->n_vertices;
    GArray *nodes = sn_compiler_array(sizeof(int));
    GArray *weights = sn_compiler_array(sizeof(float));
    double rotation[4];
    sn_q_copy(surface->rotation, rotation);
    sn_q_normalize(rotation);
    skin->start = sn_alloc(n + 1, sizeof *skin->start);
    bool good = true;
    for (size_t v = 0; good && v < n; v++) {
        double position[3] = {(double)mesh->vertices[3 * v], (double)mesh->vertices[3 * v + 1],
                              (double)mesh->vertices[3 * v + 2]};
        SnFemPoint place;
        skin->start[v] = (int)nodes->len;
        sn_pose_point(surface->location, rotation, position, position);
        sn_fem_draft_position(draft, position, position);
        good = sn_fem_point(draft, position, true, &place);
        for (int k = 0; good && k < place.n; k++) {
            const float weight = (float)place.weight[k];
            g_array_append_val(nodes, place.node[k]);
            g_array_append_val(weights, weight);
        }
    }
    skin->start[n] = (int)nodes->len;
    skin->node = sn_alloc(nodes->len + 1, sizeof *skin->node);
    skin->weight = sn_alloc(nodes->len + 1, sizeof *skin->weight);
    if (nodes->len > 0) {
        memcpy(skin->node, nodes->data, nodes->len * sizeof *skin->node);
        memcpy(skin->weight, weights->data, nodes->len * sizeof *skin->weight);
    }
    sn_compiler_array_free(nodes);
    sn_compiler_array_free(weights);
    skin->n_vertices = mesh->n_vertices;
    skin->n_triangles = mesh->n_triangles;
    skin->triangles = sn_alloc(3 * (size_t)mesh->n_triangles + 1, sizeof *skin->triangles);
    memcpy(skin->triangles, mesh->triangles,
           3 * (size_t)mesh->n_triangles * sizeof *skin->triangles);
    return good ||
           sn_compiler_fail(c, &surface->base.base,
                            "its FEM model has no solid elements to carry it: take it away");
}

static void unref_mesh(void *mesh)
{
    sn_mesh_unref(mesh);
}

static SnSkin *find_skin(SnCompiler *c, const SnEmbeddedMesh *surface, SnFemDraft *draft,
                         const SnFemMesh *carrier)
{
    char *file = sn_cached_file_key(c, surface->mesh);
    const double *s = surface->scale, *l = surface->location, *r = surface->rotation;
    char *key = sn_compiler_key(c,
                                "skin %s scale %.17g %.17g %.17g at %.17g %.17g %.17g turned %.17g "
                                "%.17g %.17g %.17g on %" G_GUINT64_FORMAT,
                                file, s[0], s[1], s[2], l[0], l[1], l[2], r[0], r[1], r[2], r[3],
                                carrier->serial);
    g_free(file);
    SnSkin *skin = sn_cached_skin(c, key);
    if (!skin) {
        GError *error = NULL;
        SnMesh *mesh = sn_mesh_file_mesh(c->model, surface->mesh, surface->scale, &error);
        if (!mesh)
            sn_compiler_fail_with(c, &surface->base.base, error);
        sn_memory_end_with(mesh, unref_mesh);
        skin = mesh ? sn_skin_new() : NULL;
        if (mesh && fill_skin(c, surface, draft, mesh, skin))
            skin = sn_cached_store_skin(c, key, skin);
        sn_memory_keep(mesh);
        sn_mesh_unref(mesh);
    }
    return skin;
}

bool sn_compile_skin_item(SnCompiler *c, const SnEmbeddedMesh *surface)
{
    if (!surface->mesh || !*surface->mesh)
        return true; /* nothing to see: the checks say so */
    const SnId fem = sn_fem_of_part(&surface->base.base)->base.base.id;
    const SnSceneItem carrier = *item_of(c);
    SnSkin *skin = find_skin(c, surface, sn_compiler_fem(c, fem), carrier.fem);
    if (c->error) {
        sn_skin_unref(skin);
        return false;
    }
    SnSceneItem item = {.kind = SN_ITEM_SKIN,
                        .id = surface->base.base.id,
                        .fem = sn_fem_mesh_ref(carrier.fem),
                        .skin = skin,
                        .first = carrier.first,
                        .count = 1,
                        .scalar = carrier.scalar,
                        .vector = -1};
    sn_model_style(c->model, &surface->base.base, &item.style);
    g_array_append_val(c->items, item);
    return true;
}

void sn_scene_share_fem_styles(SnScene *scene)
{
    const SnSceneItem *fem = NULL;
    for (int i = 0; i < scene->n_items; i++) {
        SnSceneItem *item = &scene->items[i];
        if (item->kind == SN_ITEM_FEM)
            fem = item;
        else if (item->kind == SN_ITEM_SKIN && fem && item->fem == fem->fem)
            item->style.fem = fem->style.fem;
    }
}
