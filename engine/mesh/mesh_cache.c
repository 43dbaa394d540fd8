/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/mesh/mesh_cache.h"

#include "engine/base/memory.h"
#include "engine/mesh/mesh_partner.h"
#include "engine/text/refuse.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>

typedef struct Scaled {
    double scale[3];
    SnMesh *mesh;
} Scaled;

/* Volume meshes kept: a size being dragged makes a new one for each place of the slider. */
enum { MOST_VOLUMES = 6 };

typedef struct Volume {
    char *key, *path;
    struct timespec changed; /* of the file, and of the one with its elements */
    struct timespec elements_changed;
    SnVolumeMesh *mesh;
} Volume;

typedef struct Entry {
    struct timespec changed; /* of the file when it was read */
    off_t size;
    SnSurface *surface;
    SnTopology topology;
    bool has_topology;
    GArray *scaled; /* of Scaled */
} Entry;

struct SnMeshCache {
    atomic_int references;
    pthread_mutex_t lock;
    GHashTable *entries; /* path -> Entry; under the lock */
    GPtrArray *volumes;  /* of Volume, last asked for first; under the lock */
};

static void clear_scaled(void *item)
{
    sn_mesh_unref(((Scaled *)item)->mesh);
}

static void free_volume(gpointer data)
{
    Volume *volume = data;
    sn_volume_mesh_unref(volume->mesh);
    g_free(volume->key);
    g_free(volume->path);
    g_free(volume);
}

static void free_entry(gpointer data)
{
    Entry *entry = data;
    sn_surface_free(entry->surface);
    g_array_unref(entry->scaled);
    g_free(entry);
}

SnMeshCache *sn_mesh_cache_new(void)
{
    SnMeshCache *cache = g_new0(SnMeshCache, 1);
    atomic_init(&cache->references, 1);
    pthread_mutex_init(&cache->lock, NULL);
    cache->entries = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_entry);
    cache->volumes = g_ptr_array_new_with_free_func(free_volume);
    return cache;
}

SnMeshCache *sn_mesh_cache_ref(SnMeshCache *cache)
{
    atomic_fetch_add(&cache->references, 1);
    return cache;
}

void sn_mesh_cache_unref(SnMeshCache *cache)
{
    if (!cache || atomic_fetch_sub(&cache->references, 1) > 1)
        return;
    g_hash_table_unref(cache->entries);
    g_ptr_array_unref(cache->volumes);
    pthread_mutex_destroy(&cache->lock);
    g_free(cache);
}

/* The entry of a file, read now if it must be.  Lock held. */
static Entry *entry_of(SnMeshCache *cache, const char *path, GError **error)
{
    struct stat status = {0};
    Entry *entry = g_hash_table_lookup(cache->entries, path);
    const bool there = stat(path, &status) == 0;
    if (there && entry && entry->size == status.st_size &&
        memcmp(&entry->changed, &status.st_mtim, sizeof entry->changed) == 0)
        return entry;
    SnSurface *surface = sn_surface_read(path, error);
    if (!surface)
        return NULL;
    entry = g_new0(Entry, 1);
    entry->changed = status.st_mtim;
    entry->size = status.st_size;
    entry->surface = surface;
    entry->scaled = g_array_new(FALSE, FALSE, sizeof(Scaled));
    g_array_set_clear_func(entry->scaled, clear_scaled);
    g_hash_table_insert(cache->entries, g_strdup(path), entry);
    return entry;
}

SnSurface *sn_mesh_cache_surface(SnMeshCache *cache, const char *path, GError **error)
{
    pthread_mutex_lock(&cache->lock);
    const Entry *entry = entry_of(cache, path, error);
    SnSurface *surface = entry ? sn_surface_copy(entry->surface) : NULL;
    if (entry && !surface)
        sn_refuse(error, SN_MODEL_ERROR_MEMORY, "%s: not enough memory: %d triangles asked for",
                  path, entry->surface->n_triangles);
    pthread_mutex_unlock(&cache->lock);
    return surface;
}

bool sn_mesh_cache_topology(SnMeshCache *cache, const char *path, SnTopology *topology,
                            GError **error)
{
    pthread_mutex_lock(&cache->lock);
    Entry *entry = entry_of(cache, path, error);
    if (entry && !entry->has_topology) {
        entry->topology = sn_surface_topology(entry->surface);
        entry->has_topology = true;
    }
    if (entry)
        *topology = entry->topology;
    pthread_mutex_unlock(&cache->lock);
    return entry != NULL;
}

typedef struct Scaling {
    const SnSurface *surface;
    const double *scale;
    SnMesh *mesh;
} Scaling;

/* The mesh stays in the cache, whatever becomes of the compile that asks for it. */
static void scale_mesh(void *data)
{
    Scaling *scaling = data;
    scaling->mesh = sn_surface_to_mesh(scaling->surface, scaling->scale);
    sn_mesh_keep(scaling->mesh);
}

static SnMesh *scaled_mesh(Entry *entry, const double scale[3], GError **error)
{
    for (guint i = 0; i < entry->scaled->len; i++) {
        const Scaled *scaled = &g_array_index(entry->scaled, Scaled, i);
        if (memcmp(scaled->scale, scale, sizeof scaled->scale) == 0)
            return sn_mesh_ref(scaled->mesh);
    }
    if (entry->scaled->len >= 8) /* a scale being dragged: forget the oldest */
        g_array_remove_index(entry->scaled, 0);
    Scaling scaling = {entry->surface, scale, NULL};
    if (!sn_memory_try(scale_mesh, NULL, &scaling)) { /* the lock is held here */
        sn_refuse(error, SN_MODEL_ERROR_MEMORY, "%s", sn_memory_fault().text);
        return NULL;
    }
    Scaled scaled = {{scale[0], scale[1], scale[2]}, scaling.mesh};
    g_array_append_val(entry->scaled, scaled);
    return sn_mesh_ref(scaled.mesh);
}

SnMesh *sn_mesh_cache_mesh(SnMeshCache *cache, const char *path, const double scale[3],
                           GError **error)
{
    pthread_mutex_lock(&cache->lock);
    Entry *entry = entry_of(cache, path, error);
    SnMesh *mesh = entry ? scaled_mesh(entry, scale, error) : NULL;
    pthread_mutex_unlock(&cache->lock);
    return mesh;
}

/* --- volumes --- */

static struct timespec time_of(const char *path)
{
    struct stat status = {0};
    return path && stat(path, &status) == 0 ? status.st_mtim : (struct timespec){0};
}

/* The elements that belong to nodes in a file of their own. */
static struct timespec time_of_elements(const char *path)
{
    if (!path || !g_str_has_suffix(path, ".node"))
        return (struct timespec){0};
    g_autofree char *elements = sn_mesh_partner(path);
    return time_of(elements);
}

static bool same_time(struct timespec a, struct timespec b)
{
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

/* The index of a volume that is still good, -1 if there is none. */
static int find_volume(const SnMeshCache *cache, const Volume *wanted)
{
    for (guint i = 0; i < cache->volumes->len; i++) {
        const Volume *volume = cache->volumes->pdata[i];
        if (strcmp(volume->key, wanted->key) == 0 && g_strcmp0(volume->path, wanted->path) == 0 &&
            same_time(volume->changed, wanted->changed) &&
            same_time(volume->elements_changed, wanted->elements_changed))
            return (int)i;
    }
    return -1;
}

SnVolumeMesh *sn_mesh_cache_volume(SnMeshCache *cache, const char *key, const char *path,
                                   SnMakeVolume make, const void *data, GError **error)
{
    Volume wanted = {(char *)(uintptr_t)key, (char *)(uintptr_t)path, time_of(path),
                     time_of_elements(path), NULL};
    pthread_mutex_lock(&cache->lock);
    const int found = find_volume(cache, &wanted);
    Volume *volume = NULL;
    if (found >= 0) {
        volume = g_ptr_array_steal_index(cache->volumes, (guint)found);
    } else if ((wanted.mesh = make(data, path, error))) {
        volume = g_new(Volume, 1);
        *volume = wanted;
        volume->key = g_strdup(key);
        volume->path = g_strdup(path);
    }
    if (volume)
        g_ptr_array_insert(cache->volumes, 0, volume);
    if (cache->volumes->len > MOST_VOLUMES)
        g_ptr_array_set_size(cache->volumes, MOST_VOLUMES);
    SnVolumeMesh *mesh = volume ? sn_volume_mesh_ref(volume->mesh) : NULL;
    pthread_mutex_unlock(&cache->lock);
    return mesh;
}
