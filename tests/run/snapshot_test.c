/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Meshes, scenes and the snapshot pool, from one thread and from several. */
#include "engine/snapshot.h"
#include "tests/support/counting_malloc.h"

#include <glib.h>
#include <pthread.h>
#include <stdlib.h>

static SnMesh *triangle(void)
{
    float *vertices = calloc(9, sizeof *vertices);
    vertices[3] = 2, vertices[7] = -3, vertices[8] = 1;
    uint32_t *triangles = calloc(3, sizeof *triangles);
    triangles[1] = 1, triangles[2] = 2;
    return sn_mesh_new(3, vertices, 1, triangles);
}

static SnScene *new_scene(int n_points)
{
    SnScene *scene = sn_scene_new(1, 0, 0);
    scene->items[0] = (SnSceneItem){.kind = SN_ITEM_MESH, .mesh = triangle(), .count = 1};
    scene->n_poses = 1;
    scene->n_points = n_points;
    return scene;
}

static void test_mesh(void)
{
    SnMesh *mesh = triangle();
    g_assert_cmpfloat(mesh->bounds[0][1], ==, -3);
    g_assert_cmpfloat(mesh->bounds[1][0], ==, 2);
    SnMesh *other = triangle();
    g_assert_cmpuint(mesh->serial, !=, other->serial);
    sn_mesh_unref(other);
    g_assert_true(sn_mesh_ref(mesh) == mesh);
    sn_mesh_unref(mesh);
    sn_mesh_unref(mesh);
}

static void test_scene(void)
{
    SnScene *scene = new_scene(4);
    SnScene *copy = sn_scene_copy(scene);
    g_assert_cmpuint(copy->serial, !=, scene->serial);
    g_assert_true(copy->items[0].mesh == scene->items[0].mesh);
    g_assert_cmpint(copy->n_points, ==, 4);
    sn_scene_unref(scene);
    g_assert_cmpint(copy->items[0].mesh->n_vertices, ==, 3);
    sn_scene_unref(copy);
}

static void test_pool(void)
{
    SnSnapshotPool *pool = sn_snapshot_pool_new();
    g_assert_null(sn_snapshot_pool_newest(pool));
    g_assert_true(sn_snapshot_pool_wanted(pool));
    SnScene *scene = new_scene(4);

    SnSnapshot *first = sn_snapshot_pool_take(pool, scene, 0, 2);
    first->step = 1;
    first->watched[1].what = (SnWatch){{5, 1, 0}, 3};
    sn_snapshot_pool_publish(pool, first);
    g_assert_false(sn_snapshot_pool_wanted(pool));
    SnSnapshot *seen = sn_snapshot_pool_newest(pool);
    g_assert_true(sn_snapshot_pool_wanted(pool));
    g_assert_nonnull(sn_snapshot_find(seen, (SnId){5, 1, 0}, 3));
    g_assert_null(sn_snapshot_find(seen, (SnId){5, 2, 0}, 3));

    /* one that somebody holds is not used again */
    SnSnapshot *second = sn_snapshot_pool_take(pool, scene, 0, 0);
    g_assert_true(second != seen);
    second->step = 2;
    sn_snapshot_pool_publish(pool, second);
    g_assert_cmpuint(seen->step, ==, 1);
    sn_snapshot_unref(seen);
    SnSnapshot *third = sn_snapshot_pool_take(pool, scene, 0, 0);
    g_assert_true(third == seen);
    sn_snapshot_unref(third);

    /* a snapshot outlives its pool and keeps its scene */
    SnSnapshot *last = sn_snapshot_pool_newest(pool);
    sn_scene_unref(scene);
    sn_snapshot_pool_free(pool);
    g_assert_cmpuint(last->step, ==, 2);
    g_assert_cmpint(last->scene->items[0].mesh->n_vertices, ==, 3);
    sn_snapshot_unref(last);
}

static void test_no_allocation(void)
{
    SnSnapshotPool *pool = sn_snapshot_pool_new();
    SnScene *scene = new_scene(1000);
    for (int i = 0; i < 4; i++)
        sn_snapshot_pool_publish(pool, sn_snapshot_pool_take(pool, scene, 10, 10));
    const unsigned long before = sn_test_allocations();
    for (int i = 0; i < 1000; i++) {
        sn_snapshot_pool_publish(pool, sn_snapshot_pool_take(pool, scene, 10, 10));
        sn_snapshot_unref(sn_snapshot_pool_newest(pool));
    }
    g_assert_cmpuint(sn_test_allocations() - before, ==, 0);
    sn_scene_unref(scene);
    sn_snapshot_pool_free(pool);
}

enum { READERS = 3, FRAMES = 20000 };

static void *read_frames(void *data)
{
    SnSnapshotPool *pool = data;
    uint64_t last = 0;
    while (last < FRAMES) {
        SnSnapshot *snapshot = sn_snapshot_pool_newest(pool);
        if (!snapshot)
            continue;
        /* never out of order, never torn */
        g_assert_cmpuint(snapshot->step, >=, last);
        last = snapshot->step;
        g_assert_cmpfloat(snapshot->points[0], ==, (double)last);
        g_assert_cmpfloat(snapshot->points[3 * snapshot->scene->n_points - 1], ==, (double)last);
        sn_snapshot_unref(snapshot);
    }
    return NULL;
}

static void test_threads(void)
{
    SnSnapshotPool *pool = sn_snapshot_pool_new();
    SnScene *scenes[2] = {new_scene(10), new_scene(50)};
    pthread_t threads[READERS];
    for (int i = 0; i < READERS; i++)
        pthread_create(&threads[i], NULL, read_frames, pool);
    for (int frame = 1; frame <= FRAMES; frame++) {
        const SnScene *scene = scenes[frame / 100 % 2];
        SnSnapshot *snapshot = sn_snapshot_pool_take(pool, scene, 0, 0);
        snapshot->step = (uint64_t)frame;
        snapshot->points[0] = snapshot->points[3 * scene->n_points - 1] = frame;
        sn_snapshot_pool_publish(pool, snapshot);
    }
    for (int i = 0; i < READERS; i++)
        pthread_join(threads[i], NULL);
    sn_scene_unref(scenes[0]);
    sn_scene_unref(scenes[1]);
    sn_snapshot_pool_free(pool);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/snapshot/mesh", test_mesh);
    g_test_add_func("/snapshot/scene", test_scene);
    g_test_add_func("/snapshot/pool", test_pool);
    g_test_add_func("/snapshot/no allocation", test_no_allocation);
    g_test_add_func("/snapshot/threads", test_threads);
    return g_test_run();
}
