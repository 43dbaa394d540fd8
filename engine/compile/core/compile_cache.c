/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Masses, and meshes that come from no file, by what they are made from, kept from one compile to
 * the next (meshes of files are in the model's own cache).  A key names everything the result
 * depends on; for files also the time of their last change and size. */
#include "engine/compile/core/compiler.h"

#include "engine/model/classes/body_surface.h"
#include "engine/model/file_names.h"

#include <glib/gstdio.h>
#include <string.h>

struct SnCompileCache {
    GHashTable *entries; /* key -> Entry */
    unsigned use;        /* number of the present compile */
};

typedef struct Entry {
    SnMesh *mesh; /* all three NULL: a mass */
    SnFemMesh *fem;
    SnSkin *skin;
    SnMassProperties mass;
    unsigned use; /* last compile that asked for it */
} Entry;

static void free_entry(gpointer data)
{
    Entry *entry = data;
    sn_mesh_unref(entry->mesh);
    sn_fem_mesh_unref(entry->fem);
    sn_skin_unref(entry->skin);
    g_free(entry);
}

SnCompileCache *sn_compile_cache_new(void)
{
    SnCompileCache *cache = g_new0(SnCompileCache, 1);
    cache->entries = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_entry);
    return cache;
}

void sn_compile_cache_free(SnCompileCache *cache)
{
    if (!cache)
        return;
    g_hash_table_destroy(cache->entries);
    g_free(cache);
}

void sn_compile_cache_begin(SnCompileCache *cache)
{
    cache->use++;
}

void sn_compile_cache_end(SnCompileCache *cache)
{
    GHashTableIter iter;
    gpointer value;
    g_hash_table_iter_init(&iter, cache->entries);
    while (g_hash_table_iter_next(&iter, NULL, &value))
        if (((Entry *)value)->use != cache->use)
            g_hash_table_iter_remove(&iter);
}

static gboolean is_of_use(gpointer key, gpointer value, gpointer use)
{
    (void)key;
    return ((Entry *)value)->use == *(unsigned *)use;
}

void sn_compile_cache_abandon(SnCompileCache *cache)
{
    g_hash_table_foreach_remove(cache->entries, is_of_use, &cache->use);
}

static Entry *find(SnCompiler *c, const char *key)
{
    Entry *entry = g_hash_table_lookup(c->cache->entries, key);
    if (entry)
        entry->use = c->cache->use;
    return entry;
}

static Entry *add(SnCompiler *c, const char *key)
{
    Entry *entry = g_new0(Entry, 1);
    entry->use = c->cache->use;
    g_hash_table_replace(c->cache->entries, g_strdup(key), entry);
    return entry;
}

SnMesh *sn_cached_find(SnCompiler *c, const char *key)
{
    const Entry *entry = find(c, key);
    return entry ? sn_mesh_ref(entry->mesh) : NULL;
}

SnMesh *sn_cached_store(SnCompiler *c, const char *key, SnMesh *mesh)
{
    add(c, key)->mesh = mesh;
    return sn_mesh_ref(mesh);
}

static bool same(const void *a, const void *b, size_t count, size_t size)
{
    return count == 0 || memcmp(a, b, count * size) == 0;
}

/* All but serial and references. */
static bool same_fem_mesh(const SnFemMesh *a, const SnFemMesh *b)
{
    if (a->n_nodes != b->n_nodes || a->n_elements != b->n_elements || a->n_faces != b->n_faces ||
        a->n_fibres != b->n_fibres || a->start[a->n_elements] != b->start[b->n_elements])
        return false;
    const size_t n = (size_t)a->n_elements;
    return same(a->kind, b->kind, n, sizeof *a->kind) &&
           same(a->start, b->start, n + 1, sizeof *a->start) &&
           same(a->nodes, b->nodes, (size_t)a->start[n], sizeof *a->nodes) &&
           same(a->original, b->original, n, sizeof *a->original) &&
           same(a->face, b->face, (size_t)a->n_faces, sizeof *a->face) &&
           same(a->fibre, b->fibre, (size_t)a->n_fibres, sizeof *a->fibre) &&
           same(a->rest, b->rest, 3 * (size_t)a->n_nodes, sizeof *a->rest);
}

SnFemMesh *sn_cached_fem_mesh(SnCompiler *c, const char *key, SnFemMesh *mesh)
{
    Entry *entry = find(c, key);
    if (entry && same_fem_mesh(entry->fem, mesh)) {
        sn_fem_mesh_unref(mesh);
        return sn_fem_mesh_ref(entry->fem);
    }
    add(c, key)->fem = mesh;
    return sn_fem_mesh_ref(mesh);
}

SnSkin *sn_cached_skin(SnCompiler *c, const char *key)
{
    const Entry *entry = find(c, key);
    return entry ? sn_skin_ref(entry->skin) : NULL;
}

SnSkin *sn_cached_store_skin(SnCompiler *c, const char *key, SnSkin *skin)
{
    add(c, key)->skin = skin;
    return sn_skin_ref(skin);
}

/* --- keys --- */

/* File and when it was last changed; the name as given where it cannot be found (the reader then
 * says why). */
static char *file_key(const SnModel *model, const char *name)
{
    char *path = sn_file_resolve(model, name ? name : "", NULL);
    GStatBuf info;
    char *key;
    if (path && g_stat(path, &info) == 0)
        key = g_strdup_printf("%s %lld.%09ld %lld", path, (long long)info.st_mtim.tv_sec,
                              (long)info.st_mtim.tv_nsec, (long long)info.st_size);
    else
        key = g_strdup_printf("missing %s", name ? name : "");
    g_free(path);
    return key;
}

char *sn_cached_file_key(SnCompiler *c, const char *name)
{
    return file_key(c->model, name);
}

char *sn_cached_shape_key(SnCompiler *c, const SnRigidBody *body)
{
    const double *s = body->size;
    if (body->shape == SN_SHAPE_MESH) {
        char *file = file_key(c->model, body->mesh);
        char *key = sn_compiler_key(c, "mesh %s scale %.17g %.17g %.17g", file, body->scale[0],
                                    body->scale[1], body->scale[2]);
        g_free(file);
        return key;
    }
    return sn_compiler_key(c, "shape %d size %.17g %.17g %.17g radius %.17g length %.17g",
                           (int)body->shape, s[0], s[1], s[2], body->radius, body->length);
}

/* --- meshes and masses --- */

SnMesh *sn_cached_body_mesh(SnCompiler *c, const SnRigidBody *body)
{
    if (body->shape == SN_SHAPE_NONE)
        return NULL;
    const bool file = body->shape == SN_SHAPE_MESH;
    char *key = sn_cached_shape_key(c, body);
    SnMesh *mesh = file ? NULL : sn_cached_find(c, key);
    if (!mesh) {
        GError *error = NULL;
        mesh = sn_rigid_body_mesh(c->model, body, &error);
        if (!mesh)
            sn_compiler_fail_with(c, &body->base.base, error);
        else if (!file)
            mesh = sn_cached_store(c, key, mesh);
    }
    return mesh;
}

bool sn_cached_body_mass(SnCompiler *c, const SnRigidBody *body, SnMassProperties *mass,
                         GError **error)
{
    char *shape = sn_cached_shape_key(c, body);
    const double *m = body->center, *t = body->tensor;
    char *key = sn_compiler_key(c,
                                "mass %d %.17g %.17g center %.17g %.17g %.17g tensor %.17g %.17g "
                                "%.17g %.17g %.17g %.17g of %s",
                                (int)body->inertia_method, body->density, body->mass, m[0], m[1],
                                m[2], t[0], t[1], t[2], t[3], t[4], t[5], shape);
    const Entry *entry = find(c, key);
    bool good = entry != NULL;
    if (entry)
        *mass = entry->mass;
    else if ((good = sn_rigid_body_mass(c->model, body, mass, error)))
        add(c, key)->mass = *mass;
    return good;
}

SnMesh *sn_cached_visual_mesh(SnCompiler *c, const SnVisual *visual)
{
    GError *error = NULL;
    SnMesh *mesh = sn_mesh_file_mesh(c->model, visual->mesh, visual->scale, &error);
    if (!mesh)
        sn_compiler_fail_with(c, &visual->base.base, error);
    return mesh;
}
