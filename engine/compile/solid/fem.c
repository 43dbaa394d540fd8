/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fems -> solids: rest and start positions in the world, materials and densities of their regions,
 * directors of their shells.  What is drafted here becomes blocks in blocks.c. */
#include "engine/base/memory.h"
#include "engine/compile/core/compiler.h"

#include "engine/base/vec.h"
#include "engine/fem/locking.h"
#include "engine/model/classes/fem_rows.h"

#include <math.h>
#include <string.h>

void sn_fem_draft_position(const SnFemDraft *draft, const double location[3], double position[3])
{
    sn_pose_point(draft->fem->placed_position, draft->fem->placed_orientation, location, position);
}

SnFemDraft *sn_compiler_fem(SnCompiler *c, SnId id)
{
    const SnComponent *component = sn_model_get(c->model, id);
    if (!component || component->class != &SN_CLASS_FEM)
        return NULL;
    for (guint i = 0; i < c->fem_drafts->len; i++) {
        SnFemDraft *draft = &g_array_index(c->fem_drafts, SnFemDraft, i);
        if (&draft->fem->base.base == component)
            return draft;
    }
    return NULL;
}

void sn_fem_draft_clear(SnFemDraft *draft)
{
    if (draft->finder)
        sn_fem_finder_free(draft->finder);
    if (draft->solid && !draft->given)
        sn_fem_solid_free(draft->solid);
    g_free(draft->director_of);
    g_free(draft->start);
    g_free(draft->start_rate);
    g_free(draft->point);
    if (draft->material_ids)
        g_array_free(draft->material_ids, TRUE);
}

/* --- elements --- */

/* Kinds and nodes; of shells the numbers of the back nodes are filled later.  Returns the number of
 * nodes at the back of shells; director [n_nodes] gets the number of each or -1. */
static int set_elements(const SnFem *fem, SnFemSolid *solid, int *director)
{
    const SnVolumeMesh *mesh = fem->mesh;
    int n_directors = 0, n = 0;
    for (int i = 0; i < mesh->n_nodes; i++)
        director[i] = -1;
    solid->start = sn_alloc((size_t)solid->n_elements + 1, sizeof *solid->start);
    for (int e = 0; e < solid->n_elements; e++) {
        const SnElementKind kind = mesh->kind[e];
        solid->kind[e] = (uint8_t)kind;
        solid->start[e] = n;
        n += (mesh->start[e + 1] - mesh->start[e]) * (sn_element_is_shell(kind) ? 2 : 1);
        for (int k = mesh->start[e]; sn_element_is_shell(kind) && k < mesh->start[e + 1]; k++)
            if (director[mesh->element_nodes[k]] < 0)
                director[mesh->element_nodes[k]] = n_directors++;
    }
    solid->start[solid->n_elements] = n;
    solid->nodes = sn_alloc((size_t)n + 1, sizeof *solid->nodes);
    for (int e = 0; e < solid->n_elements; e++) {
        int *nodes = solid->nodes + solid->start[e];
        const int count = mesh->start[e + 1] - mesh->start[e];
        for (int k = 0; k < count; k++) {
            nodes[k] = mesh->element_nodes[mesh->start[e] + k];
            if (sn_element_is_shell(solid->kind[e]))
                nodes[count + k] = mesh->n_nodes + director[nodes[k]];
        }
    }
    return n_directors;
}

/* --- regions --- */

static bool add_material(SnCompiler *c, SnFemDraft *draft, SnId id, const SnMaterial *material)
{
    SnFemSolid *solid = draft->solid;
    const size_t size = (size_t)(solid->n_materials + 1) * sizeof *solid->materials;
    solid->materials = sn_resize(solid->materials, 1, size);
    solid->materials[solid->n_materials++] = *material;
    g_array_append_val(draft->material_ids, id);
    return !c->error;
}

/* Elements of several regions belong to the last of them. */
static bool add_region(SnCompiler *c, SnFemDraft *draft, const SnFemRegion *region)
{
    SnFemSolid *solid = draft->solid;
    const SnComponent *component = &region->base.base;
    if (!add_material(c, draft, component->id, &region->material))
        return false;
    if (region->own_density && !(region->density > 0))
        return sn_compiler_fail(c, component, "has no density: set it to more than 0 kg/m3");
    for (int i = 0; i < region->elements.n; i++) {
        const int e = region->elements.values[i];
        if (e >= solid->n_elements)
            return sn_compiler_fail(c, component,
                                    "there is no element %d: the mesh has %d, numbered from 0", e,
                                    solid->n_elements);
        solid->material_of[e] = solid->n_materials - 1;
        solid->density[e] = region->own_density ? region->density : draft->fem->density;
    }
    return true;
}

static bool belongs_to(const SnComponent *component, const SnFem *fem)
{
    return sn_fem_of_part(component) == fem;
}

static bool set_materials(SnCompiler *c, SnFemDraft *draft)
{
    const SnFem *fem = draft->fem;
    SnFemSolid *solid = draft->solid;
    solid->material_of = sn_alloc((size_t)solid->n_elements + 1, sizeof *solid->material_of);
    solid->density = sn_alloc((size_t)solid->n_elements + 1, sizeof *solid->density);
    solid->thickness = sn_alloc((size_t)solid->n_elements + 1, sizeof *solid->thickness);
    for (int e = 0; e < solid->n_elements; e++) {
        solid->density[e] = fem->density;
        solid->thickness[e] = fem->thickness;
    }
    draft->material_ids = g_array_new(FALSE, FALSE, sizeof(SnId));
    bool good = add_material(c, draft, fem->base.base.id, &fem->material);
    for (guint i = 0; good && i < c->components->len; i++) {
        const SnComponent *component = c->components->pdata[i];
        if (component->class == &SN_CLASS_FEM_REGION && belongs_to(component, fem))
            good = add_region(c, draft, (const SnFemRegion *)component);
    }
    return good;
}

/* --- fibre directions of laws that have a direction --- */

static bool has_direction(const SnMaterial *material)
{
    return sn_material_class(material)->flags & SN_LAW_FIBRE;
}

/* Elements take the direction of the first bundle that has them. */
static void set_fibres(SnCompiler *c, SnFemDraft *draft)
{
    SnFemSolid *solid = draft->solid;
    bool wanted = false;
    for (int m = 0; m < solid->n_materials; m++)
        wanted = wanted || has_direction(&solid->materials[m]);
    if (!wanted)
        return;
    solid->fibre = sn_alloc((size_t)solid->n_elements + 1, sizeof *solid->fibre);
    for (guint i = 0; i < c->components->len; i++) {
        const SnComponent *component = c->components->pdata[i];
        if (component->class != &SN_CLASS_MUSCLE_BUNDLE || !belongs_to(component, draft->fem))
            continue;
        const SnMuscleBundle *bundle = (const SnMuscleBundle *)component;
        for (int k = 0; k < bundle->elements.n; k++) {
            const int e = bundle->elements.values[k];
            if (e < solid->n_elements && sn_v3_norm(solid->fibre[e]) == 0)
                sn_bundle_direction(draft, bundle, e, solid->fibre[e]);
        }
    }
    int without = 0;
    for (int e = 0; e < solid->n_elements; e++)
        without += has_direction(&solid->materials[solid->material_of[e]]) &&
                   sn_v3_norm(solid->fibre[e]) == 0;
    if (without > 0)
        sn_checks_add(c->checks, SN_WARNING, draft->fem->base.base.id,
                      "%d elements whose material has fibres are in no bundle, so nothing says "
                      "which way they run; add a bundle that holds them",
                      without);
}

/* --- nodes --- */

/* Normals of the shells at each of their nodes (sum over elements, so that large ones count more)
 * times the thickness: from the back to the front. */
static void set_directors(const SnFemDraft *draft, const int *director)
{
    SnFemSolid *solid = draft->solid;
    double(*normal)[3] = g_malloc0_n((gsize)solid->n_nodes, sizeof *normal);
    for (int e = 0; e < solid->n_elements; e++) {
        if (!sn_element_is_shell(solid->kind[e]))
            continue;
        const int *nodes = solid->nodes + solid->start[e];
        const int n = sn_element_shape(solid->kind[e])->n_corners;
        for (int k = 0; k < n; k++) {
            const double *p = solid->rest + 3 * nodes[k];
            double next[3], last[3], cross[3];
            sn_v3_sub(solid->rest + 3 * nodes[(k + 1) % n], p, next);
            sn_v3_sub(solid->rest + 3 * nodes[(k + n - 1) % n], p, last);
            sn_v3_cross(next, last, cross);
            sn_v3_add(normal[nodes[k]], cross, normal[nodes[k]]);
        }
    }
    for (int i = 0; i < draft->n_named; i++) {
        if (director[i] < 0)
            continue;
        double *back = solid->rest + 3 * (draft->n_named + director[i]);
        sn_v3_normalize(normal[i], normal[i]);
        sn_v3_copy(solid->rest + 3 * i, back);
        sn_v3_axpy(-draft->fem->thickness, normal[i], back);
        draft->director_of[director[i]] = i;
    }
    g_free(normal);
}

static void set_nodes(SnFemDraft *draft, const int *director)
{
    const SnFem *fem = draft->fem;
    const SnFemNode *nodes = fem->nodes.entries;
    SnFemSolid *solid = draft->solid;
    solid->rest = sn_alloc(3 * (size_t)solid->n_nodes + 1, sizeof *solid->rest);
    draft->start = g_malloc0_n((gsize)solid->n_nodes + 1, sizeof *draft->start);
    draft->start_rate = g_malloc0_n((gsize)solid->n_nodes + 1, sizeof *draft->start_rate);
    draft->director_of = g_new0(int, solid->n_nodes - draft->n_named + 1);
    draft->point = g_new(int, draft->n_named + 1);
    for (int i = 0; i < draft->n_named; i++) {
        double *rest = solid->rest + 3 * i;
        sn_fem_draft_position(draft, nodes[i].rest, rest);
        sn_v3_copy(nodes[i].position, draft->start[i]);
        sn_v3_copy(nodes[i].velocity, draft->start_rate[i]);
        draft->point[i] = -1;
    }
    set_directors(draft, director);
    for (int i = draft->n_named; i < solid->n_nodes; i++) {
        const int front = draft->director_of[i - draft->n_named];
        double across[3];
        sn_v3_sub(solid->rest + 3 * i, solid->rest + 3 * front, across);
        sn_v3_add(draft->start[front], across, draft->start[i]);
        sn_v3_copy(draft->start_rate[front], draft->start_rate[i]);
    }
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (int i = 0; i < solid->n_nodes; i++)
        for (int k = 0; k < 3; k++) {
            low[k] = fmin(low[k], solid->rest[3 * i + k]);
            high[k] = fmax(high[k], solid->rest[3 * i + k]);
        }
    draft->size = solid->n_nodes > 0 ? sn_v3_distance(low, high) : 0;
}

/* --- the solid --- */

/* What is automatic is said, and what locks. */
static void choose_incompressibility(SnCompiler *c, SnFemDraft *draft)
{
    const SnFem *fem = draft->fem;
    SnFemSolid *solid = draft->solid;
    char text[256];
    solid->incompressibility = (SnIncompressibility)fem->incompressibility;
    if (solid->incompressibility == SN_INCOMPRESSIBLE_AUTOMATIC) {
        solid->incompressibility = sn_fem_suitable_incompressibility(solid);
        if (solid->incompressibility != SN_INCOMPRESSIBLE_OFF)
            sn_checks_add(c->checks, SN_NOTE, fem->base.base.id,
                          "its material is nearly incompressible: incompressibility automatic is "
                          "%s",
                          sn_fem_incompressibility_name(solid->incompressibility));
    }
    if (sn_fem_locks(solid, text, sizeof text))
        sn_checks_add(c->checks, SN_WARNING, fem->base.base.id, "%s", text);
}

static bool finish_solid(SnCompiler *c, SnFemDraft *draft)
{
    const SnFem *fem = draft->fem;
    SnFemSolid *solid = draft->solid;
    choose_incompressibility(c, draft);
    solid->consistent_mass = fem->mass_matrix == SN_FEM_CONSISTENT;
    solid->mass_damping = fem->mass_damping;
    solid->stiffness_damping = fem->stiffness_damping;
    const SnFemTrouble trouble = sn_fem_solid_finish(solid);
    if (trouble.element < 0)
        return true;
    const SnId id =
        sn_id_of_entry(fem->base.base.id, SN_FEM_ELEMENTS_ARRAY, (uint32_t)trouble.element);
    return sn_compiler_fail_at(c, id, "%s", trouble.text);
}

static bool check_fem(SnCompiler *c, const SnFem *fem)
{
    const SnComponent *component = &fem->base.base;
    if (!fem->mesh)
        return sn_compiler_fail(c, component,
                                "has no mesh: name a file in mesh.file, or choose another "
                                "mesh.source");
    if (fem->nodes.n != fem->mesh->n_nodes)
        return sn_compiler_fail(c, component, "has %d nodes, its mesh %d", fem->nodes.n,
                                fem->mesh->n_nodes);
    if (!(fem->density > 0))
        return sn_compiler_fail(c, component, "has no density: set it to more than 0 kg/m3");
    for (int e = 0; e < fem->mesh->n_elements; e++)
        if (sn_element_is_surface(fem->mesh->kind[e]) && !(fem->thickness > 0))
            return sn_compiler_fail(c, component,
                                    "has surface elements but no thickness: set mesh.thickness to "
                                    "more than 0 m");
    return true;
}

static void add_node_drafts(SnCompiler *c, const SnFemDraft *draft, int number)
{
    const SnFemNode *nodes = draft->fem->nodes.entries;
    const SnFemSolid *solid = draft->solid;
    int loose = 0;
    for (int i = 0; i < solid->n_nodes; i++) {
        const int front = i < draft->n_named ? i : draft->director_of[i - draft->n_named];
        const bool massless = !(solid->node_mass[i] > 0);
        const SnBlockDraft block = {
            .component = &draft->fem->base.base,
            .fem = number,
            .node = i,
            .role = nodes[front].dynamic && !massless ? SN_ROLE_ACTIVE : SN_ROLE_KINEMATIC,
            .attachment = -1,
        };
        loose += massless;
        g_array_append_val(c->drafts, block);
    }
    if (loose > 0)
        sn_checks_add(c->checks, SN_NOTE, draft->fem->base.base.id,
                      "%d of its nodes belong to no element: they stay where they are unless they "
                      "are attached",
                      loose);
}

static bool add_fem(SnCompiler *c, const SnFem *fem)
{
    if (!check_fem(c, fem))
        return false;
    SnFemDraft fresh = {.fem = fem, .solid = sn_alloc(1, sizeof(SnFemSolid))};
    g_array_append_val(c->fem_drafts, fresh);
    const int number = (int)c->fem_drafts->len - 1;
    SnFemDraft *draft = &g_array_index(c->fem_drafts, SnFemDraft, number);
    SnFemSolid *solid = draft->solid;
    draft->n_named = fem->mesh->n_nodes;
    draft->first_draft = (int)c->drafts->len;
    solid->n_elements = fem->mesh->n_elements;
    solid->kind = sn_alloc((size_t)solid->n_elements + 1, sizeof *solid->kind);
    int *director = sn_alloc((size_t)draft->n_named + 1, sizeof *director);
    solid->n_nodes = draft->n_named + set_elements(fem, solid, director);
    set_nodes(draft, director);
    sn_free(director);
    if (!set_materials(c, draft))
        return false;
    set_fibres(c, draft);
    if (!finish_solid(c, draft))
        return false;
    c->draft_of[fem->base.base.id.index] = draft->first_draft;
    add_node_drafts(c, draft, number);
    return !sn_compiler_cancelled(c);
}

/* --- all --- */

static void add_draft(SnCompiler *c, const SnComponent *component, SnBlockRole role)
{
    const SnBlockDraft draft = {
        .component = component, .fem = -1, .node = -1, .role = role, .attachment = -1};
    c->draft_of[component->id.index] = (int)c->drafts->len;
    g_array_append_val(c->drafts, draft);
}

bool sn_compile_drafts(SnCompiler *c)
{
    bool good = true;
    for (guint i = 0; good && i < c->components->len; i++) {
        const SnComponent *component = c->components->pdata[i];
        if (component->class == &SN_CLASS_RIGID_BODY)
            add_draft(c, component,
                      ((const SnRigidBody *)component)->dynamic ? SN_ROLE_ACTIVE
                                                                : SN_ROLE_KINEMATIC);
        else if (component->class == &SN_CLASS_PARTICLE)
            add_draft(c, component,
                      ((const SnParticle *)component)->dynamic ? SN_ROLE_ACTIVE
                                                               : SN_ROLE_KINEMATIC);
        else if (component->class == &SN_CLASS_FEM)
            good = add_fem(c, (const SnFem *)component);
    }
    return good;
}
