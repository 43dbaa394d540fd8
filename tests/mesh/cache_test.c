/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cache of mesh files: what it shares, when it reads again, and several threads at once. */
#include "engine/mesh/mesh_cache.h"
#include "engine/text/refuse.h"

#include <glib/gstdio.h>
#include <pthread.h>

static char *folder;

static char *write_obj(const char *name, const char *text)
{
    char *path = g_build_filename(folder, name, NULL);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    return path;
}

#define CORNERS "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
#define CLOSED  CORNERS "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"

static double volume_of(SnMeshCache *cache, const char *path)
{
    SnSurface *surface = sn_mesh_cache_surface(cache, path, NULL);
    const double volume = surface ? sn_surface_volume(surface) : -1;
    sn_surface_free(surface);
    return volume;
}

static void test_cache(void)
{
    const double one[3] = {1, 1, 1}, two[3] = {2, 2, 2};
    SnMeshCache *cache = sn_mesh_cache_new();
    char *path = write_obj("c.obj", CLOSED);
    g_assert_cmpfloat_with_epsilon(volume_of(cache, path), 1.0 / 6, 1e-15);
    SnMesh *first = sn_mesh_cache_mesh(cache, path, one, NULL);
    SnMesh *again = sn_mesh_cache_mesh(cache, path, one, NULL);
    SnMesh *larger = sn_mesh_cache_mesh(cache, path, two, NULL);
    g_assert_true(first == again && first != larger);
    g_assert_cmpfloat(larger->bounds[1][0], ==, 2);
    /* another file under the same name */
    g_free(write_obj("c.obj", "v 0 0 0\nv 2 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\n"
                              "f 3 1 4\n# more bytes"));
    g_assert_cmpfloat_with_epsilon(volume_of(cache, path), 2.0 / 6, 1e-15);
    SnMesh *changed = sn_mesh_cache_mesh(cache, path, one, NULL);
    g_assert_true(changed != first);
    g_unlink(path);
    GError *error = NULL;
    SnTopology topology;
    g_assert_false(sn_mesh_cache_topology(cache, path, &topology, &error));
    g_assert_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_FILE);
    g_clear_error(&error);
    sn_mesh_unref(first);
    sn_mesh_unref(again);
    sn_mesh_unref(larger);
    sn_mesh_unref(changed);
    sn_mesh_cache_unref(cache);
    g_free(path);
}

typedef struct Shared {
    SnMeshCache *cache;
    char *path;
} Shared;

static void *read_often(void *data)
{
    const Shared *shared = data;
    for (int i = 0; i < 200; i++) {
        SnTopology topology;
        g_assert_cmpfloat_with_epsilon(volume_of(shared->cache, shared->path), 1.0 / 6, 1e-15);
        g_assert_true(sn_mesh_cache_topology(shared->cache, shared->path, &topology, NULL));
        const double scale[3] = {1 + i, 1, 1};
        sn_mesh_unref(sn_mesh_cache_mesh(shared->cache, shared->path, scale, NULL));
    }
    sn_mesh_cache_unref(shared->cache);
    return NULL;
}

/* The document and two compilers at once. */
static void test_threads(void)
{
    Shared shared = {sn_mesh_cache_new(), write_obj("s.obj", CLOSED)};
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) {
        sn_mesh_cache_ref(shared.cache);
        g_assert_cmpint(pthread_create(&threads[i], NULL, read_often, &shared), ==, 0);
    }
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    sn_mesh_cache_unref(shared.cache);
    g_unlink(shared.path);
    g_free(shared.path);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    folder = g_dir_make_tmp("sinew-meshes-XXXXXX", NULL);
    g_test_add_func("/mesh/cache/cache", test_cache);
    g_test_add_func("/mesh/cache/threads", test_threads);
    const int status = g_test_run();
    g_rmdir(folder);
    g_free(folder);
    return status;
}
