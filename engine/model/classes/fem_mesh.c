/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mesh of a FEM model, and the nodes and elements made from it. */
#include "engine/base/vec.h"
#include "engine/mesh/mesh_cache.h"
#include "engine/mesh/mesh_partner.h"
#include "engine/model/classes/element_names.h"
#include "engine/model/classes/fem_rows.h"
#include "engine/model/file_names.h"
#include "engine/model/overrides.h"
#include "engine/text/limits.h"
#include "engine/text/refuse.h"

#include <string.h>

/* --- generators --- */

/* A sheet is made of surfaces, all else of solids: a kind of the other sort stands for the nearest
 * one, so that source and element can be changed one after the other. */
static SnElementKind element_for(const SnFem *fem)
{
    const SnElementKind kind = (SnElementKind)fem->element;
    if ((fem->source == SN_FEM_SHEET) == (sn_element_is_surface(kind) != 0))
        return kind;
    const bool triangular = kind == SN_ELEMENT_TET4 || kind == SN_ELEMENT_TET10 ||
                            kind == SN_ELEMENT_MEMBRANE3 || kind == SN_ELEMENT_SHELL3;
    if (fem->source == SN_FEM_SHEET)
        return triangular ? SN_ELEMENT_MEMBRANE3 : SN_ELEMENT_MEMBRANE4;
    return triangular ? SN_ELEMENT_TET4 : SN_ELEMENT_HEX8;
}

static SnVolumeMesh *generate(const SnFem *fem)
{
    const int32_t *n = fem->cells;
    const SnElementKind kind = element_for(fem);
    switch ((SnFemSource)fem->source) {
    case SN_FEM_BOX:
        return sn_volume_mesh_box(fem->size, n, kind);
    case SN_FEM_ELLIPSOID:
        return sn_volume_mesh_ellipsoid(fem->size, n[0], kind);
    case SN_FEM_TUBE:
        return sn_volume_mesh_tube(fem->inner_radius, fem->radius, fem->length, n[0], n[1], n[2],
                                   kind);
    case SN_FEM_CAPSULE:
        return sn_volume_mesh_capsule(fem->radius, fem->length, n[0], n[2], kind);
    case SN_FEM_SHEET:
        return sn_volume_mesh_sheet(fem->size, n, kind);
    case SN_FEM_FILE:
        break;
    }
    return NULL;
}

/* Why no mesh can be made of the numbers, beyond what the ranges of the rows say. */
static bool check_numbers(const SnFem *fem, GError **error)
{
    if (fem->source == SN_FEM_TUBE && fem->inner_radius >= fem->radius)
        return sn_refuse(error, SN_MODEL_ERROR_MESH,
                         "mesh.inner_radius must be less than mesh.radius, is %g m of %g m",
                         fem->inner_radius, fem->radius);
    if (fem->source == SN_FEM_TUBE && fem->cells[0] < 3)
        return sn_refuse(error, SN_MODEL_ERROR_MESH,
                         "mesh.cells_x must be at least 3 around a tube, is %d", fem->cells[0]);
    return true;
}

static SnVolumeMesh *make_generated(const void *data, const char *path, GError **error)
{
    const SnFem *fem = data;
    SnVolumeMesh *mesh = generate(fem);
    if (mesh)
        sn_volume_mesh_stretch(mesh, fem->scale); /* nobody else's yet */
    else
        sn_refuse(
            error, SN_MODEL_ERROR_MESH,
            "mesh.cells_x, _y and _z ask for more nodes than are taken, %d; choose fewer cells",
            SN_MAX_MESH_NODES);
    return mesh;
}

/* --- files --- */

/* The mesh just read is nobody else's yet: it may still be changed. */
static SnVolumeMesh *make_from_file(const void *data, const char *path, GError **error)
{
    const SnFem *fem = data;
    SnVolumeMesh *mesh = sn_volume_mesh_read(path, error);
    if (!mesh)
        return NULL;
    sn_volume_mesh_stretch(mesh, fem->scale);
    for (int i = 0; i < mesh->n_elements && fem->shell; i++) {
        if (mesh->kind[i] == SN_ELEMENT_MEMBRANE3)
            mesh->kind[i] = SN_ELEMENT_SHELL3;
        else if (mesh->kind[i] == SN_ELEMENT_MEMBRANE4)
            mesh->kind[i] = SN_ELEMENT_SHELL4;
    }
    return mesh;
}

/* Readers begin their messages with whole paths; the document knows files from its folder on. */
static void shorten(GError **error, const char *path, const char *name)
{
    if (!error || !*error || !g_str_has_suffix(path, name))
        return;
    g_autofree char *folder = g_strndup(path, strlen(path) - strlen(name));
    if (!*folder)
        return;
    g_auto(GStrv) parts = g_strsplit((*error)->message, folder, -1);
    g_free((*error)->message);
    (*error)->message = g_strjoinv("", parts);
}

/* The file with the elements is read too: it must not lie elsewhere either. */
static bool check_partner(const SnModel *model, const char *path, const char *name, GError **error)
{
    g_autofree char *partner = sn_mesh_partner(path);
    if (!partner || !g_str_has_suffix(path, name))
        return true;
    g_autofree char *there = sn_file_resolve(model, partner + strlen(path) - strlen(name), error);
    return there != NULL;
}

static SnVolumeMesh *read_mesh(const SnModel *model, const SnFem *fem, const char *key,
                               GError **error)
{
    g_autofree char *path = sn_file_resolve(model, fem->file, error);
    if (!path || !check_partner(model, path, fem->file, error))
        return NULL;
    SnVolumeMesh *mesh = sn_mesh_cache_volume(model->meshes, key, path, make_from_file, fem, error);
    shorten(error, path, fem->file);
    return mesh;
}

/* --- the mesh that the rows ask for --- */

/* What is made, before it is stretched. */
static char *source_key(const SnFem *fem)
{
    const double *s = fem->size;
    const int32_t *n = fem->cells;
    switch ((SnFemSource)fem->source) {
    case SN_FEM_FILE:
        return g_strdup_printf("file %d %s", fem->shell, fem->file ? fem->file : "");
    case SN_FEM_BOX:
        return g_strdup_printf("box %a %a %a %d %d %d %d", s[0], s[1], s[2], n[0], n[1], n[2],
                               element_for(fem));
    case SN_FEM_ELLIPSOID:
        return g_strdup_printf("ellipsoid %a %a %a %d %d", s[0], s[1], s[2], n[0],
                               element_for(fem));
    case SN_FEM_TUBE:
        return g_strdup_printf("tube %a %a %a %d %d %d %d", fem->inner_radius, fem->radius,
                               fem->length, n[0], n[1], n[2], element_for(fem));
    case SN_FEM_CAPSULE:
        return g_strdup_printf("capsule %a %a %d %d %d", fem->radius, fem->length, n[0], n[2],
                               element_for(fem));
    case SN_FEM_SHEET:
        return g_strdup_printf("sheet %a %a %d %d %d", s[0], s[1], n[0], n[1], element_for(fem));
    }
    return NULL;
}

/* Says everything that the mesh depends on. */
static char *key_of(const SnFem *fem)
{
    g_autofree char *source = source_key(fem);
    return g_strdup_printf("%a %a %a %s", fem->scale[0], fem->scale[1], fem->scale[2], source);
}

/* True with NULL: a file is to be chosen yet. */
static bool mesh_of(const SnModel *model, const SnFem *fem, const char *key, SnVolumeMesh **mesh,
                    GError **error)
{
    *mesh = NULL;
    if (fem->source == SN_FEM_FILE && (!fem->file || !*fem->file))
        return true;
    if (fem->source == SN_FEM_FILE)
        *mesh = read_mesh(model, fem, key, error);
    else if (check_numbers(fem, error))
        *mesh = sn_mesh_cache_volume(model->meshes, key, NULL, make_generated, fem, error);
    return *mesh != NULL;
}

bool sn_fem_is_current(const SnFem *fem)
{
    g_autofree char *key = key_of(fem);
    return g_strcmp0(key, fem->mesh_key) == 0;
}

bool sn_fem_try_mesh(const SnModel *model, const SnFem *fem, GError **error)
{
    g_autofree char *key = key_of(fem);
    SnVolumeMesh *mesh = NULL;
    const bool made = mesh_of(model, fem, key, &mesh, error);
    sn_volume_mesh_unref(mesh);
    return made;
}

/* --- nodes and elements --- */

static void resize(SnArray *array, int n, size_t size)
{
    void *former = array->entries; /* freed last: new entries are at another place */
    array->n = n;
    array->entries = n > 0 ? g_malloc0_n((size_t)n, size) : NULL;
    g_free(former);
}

static void make_entries(SnFem *fem)
{
    const SnComponent *component = &fem->base.base;
    const int n_nodes = fem->mesh ? fem->mesh->n_nodes : 0;
    const int n_elements = fem->mesh ? fem->mesh->n_elements : 0;
    resize(&fem->nodes, n_nodes, sizeof(SnFemNode));
    resize(&fem->elements, n_elements, sizeof(SnFemElement));
    for (int i = 0; i < n_nodes; i++)
        SN_FEM_ARRAYS[0].base(component, i, (SnFemNode *)fem->nodes.entries + i);
    for (int i = 0; i < n_elements; i++)
        SN_FEM_ARRAYS[1].base(component, i, (SnFemElement *)fem->elements.entries + i);
}

static void number_regions(SnFem *fem)
{
    SnFemElement *elements = fem->elements.entries;
    for (int i = 0; i < fem->elements.n; i++)
        elements[i].region = -1;
    const GPtrArray *regions = sn_model_list(&fem->base.base, "regions")->children;
    for (guint r = 0; r < regions->len; r++) {
        const SnFemRegion *region = regions->pdata[r];
        for (int i = 0; i < region->elements.n; i++)
            if (region->elements.values[i] < fem->elements.n)
                elements[region->elements.values[i]].region = region->base.base.number;
    }
}

bool sn_fem_refresh(SnModel *model, SnFem *fem, GError **error)
{
    g_autofree char *key = key_of(fem);
    const bool same_mesh = fem->mesh_key && strcmp(key, fem->mesh_key) == 0;
    const bool same_place =
        memcmp(fem->position, fem->placed_position, sizeof fem->position) == 0 &&
        memcmp(fem->orientation, fem->placed_orientation, sizeof fem->orientation) == 0;
    SnVolumeMesh *mesh = NULL;
    if (!same_mesh && !mesh_of(model, fem, key, &mesh, error))
        return false;
    if (!same_mesh || !same_place) {
        g_autoptr(GArray) overrides = sn_overrides_collect(&fem->base.base);
        const int before = fem->nodes.n;
        if (!same_mesh) {
            sn_volume_mesh_unref(fem->mesh);
            g_free(fem->mesh_key);
            fem->mesh = mesh;
            fem->mesh_key = g_steal_pointer(&key);
        }
        sn_v3_copy(fem->position, fem->placed_position);
        sn_q_copy(fem->orientation, fem->placed_orientation);
        make_entries(fem);
        if (fem->nodes.n == before)
            sn_overrides_apply(&fem->base.base, overrides);
    }
    number_regions(fem);
    return true;
}

void sn_fem_copy_made(const SnComponent *from, SnComponent *to)
{
    const SnFem *a = (const SnFem *)from;
    SnFem *b = (SnFem *)to;
    b->mesh = a->mesh ? sn_volume_mesh_ref(a->mesh) : NULL;
    b->mesh_key = g_strdup(a->mesh_key);
    sn_v3_copy(a->placed_position, b->placed_position);
    sn_q_copy(a->placed_orientation, b->placed_orientation);
}

void sn_fem_free_made(SnComponent *component)
{
    SnFem *fem = (SnFem *)component;
    g_clear_pointer(&fem->mesh, sn_volume_mesh_unref);
    g_clear_pointer(&fem->mesh_key, g_free);
}
