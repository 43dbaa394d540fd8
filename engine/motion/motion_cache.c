/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/motion/motion_cache.h"

#include "engine/text/refuse.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>

typedef struct Entry {
    struct timespec changed; /* of the file when it was read */
    off_t size;
    SnMotionTable *table;
} Entry;

struct SnMotionCache {
    atomic_int references;
    pthread_mutex_t lock;
    GHashTable *entries; /* path -> Entry; under the lock */
};

static void free_entry(gpointer data)
{
    sn_motion_table_free(((Entry *)data)->table);
    g_free(data);
}

SnMotionCache *sn_motion_cache_new(void)
{
    SnMotionCache *cache = g_new0(SnMotionCache, 1);
    atomic_init(&cache->references, 1);
    pthread_mutex_init(&cache->lock, NULL);
    cache->entries = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_entry);
    return cache;
}

SnMotionCache *sn_motion_cache_ref(SnMotionCache *cache)
{
    atomic_fetch_add(&cache->references, 1);
    return cache;
}

void sn_motion_cache_unref(SnMotionCache *cache)
{
    if (!cache || atomic_fetch_sub(&cache->references, 1) > 1)
        return;
    g_hash_table_unref(cache->entries);
    pthread_mutex_destroy(&cache->lock);
    g_free(cache);
}

/* The table of a file, read now if it must be.  Lock held. */
static const SnMotionTable *table_of(SnMotionCache *cache, const char *path, GError **error)
{
    struct stat status = {0};
    Entry *entry = g_hash_table_lookup(cache->entries, path);
    const bool there = stat(path, &status) == 0;
    if (there && entry && entry->size == status.st_size &&
        memcmp(&entry->changed, &status.st_mtim, sizeof entry->changed) == 0)
        return entry->table;
    SnMotionTable *table = sn_motion_file_read(path, error);
    if (!table)
        return NULL;
    sn_motion_table_fill_gaps(table);
    entry = g_new0(Entry, 1);
    *entry = (Entry){status.st_mtim, status.st_size, table};
    g_hash_table_insert(cache->entries, g_strdup(path), entry);
    return table;
}

/* Their numbers; NULL if one is not there, or has no values at all. */
static int *columns_of(const SnMotionTable *table, const char *path, const char *columns, int *n,
                       GError **error)
{
    int *numbers = sn_motion_table_columns(table, columns, n, error);
    for (int i = 0; numbers && i < *n; i++)
        if (isnan(table->values[numbers[i]])) { /* gaps are filled, so all of it is missing */
            g_autofree char *file = g_path_get_basename(path);
            sn_refuse(error, SN_MODEL_ERROR_FILE,
                      "%s: the column \"%s\" has no values: name others in `columns`", file,
                      table->names[numbers[i]]);
            g_clear_pointer(&numbers, g_free);
        }
    return numbers;
}

bool sn_motion_cache_check(SnMotionCache *cache, const char *path, const char *columns,
                           GError **error)
{
    int n;
    pthread_mutex_lock(&cache->lock);
    const SnMotionTable *table = table_of(cache, path, error);
    g_autofree int *numbers = table ? columns_of(table, path, columns, &n, error) : NULL;
    pthread_mutex_unlock(&cache->lock);
    return numbers != NULL;
}

static SnMotionTable *picked(const SnMotionTable *table, const int *numbers, int n)
{
    SnMotionTable *copy = sn_motion_table_new(table->n_rows, n);
    memcpy(copy->time, table->time, (size_t)table->n_rows * sizeof *table->time);
    for (int row = 0; row < table->n_rows; row++)
        for (int i = 0; i < n; i++)
            copy->values[(size_t)row * (size_t)n + (size_t)i] =
                table->values[(size_t)row * (size_t)table->n_columns + (size_t)numbers[i]];
    for (int i = 0; i < n; i++) {
        g_free(copy->names[i]);
        copy->names[i] = g_strdup(table->names[numbers[i]]);
    }
    return copy;
}

SnMotionTable *sn_motion_cache_columns(SnMotionCache *cache, const char *path, const char *columns,
                                       GError **error)
{
    int n;
    pthread_mutex_lock(&cache->lock);
    const SnMotionTable *table = table_of(cache, path, error);
    g_autofree int *numbers = table ? columns_of(table, path, columns, &n, error) : NULL;
    SnMotionTable *copy = numbers ? picked(table, numbers, n) : NULL;
    pthread_mutex_unlock(&cache->lock);
    return copy;
}
