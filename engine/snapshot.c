/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/snapshot.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* The only counters of the process: keys by which the renderer knows meshes and scenes again after
 * an address was used a second time.  They never reach a state. */
static uint64_t next_mesh_serial(void)
{
    static atomic_uint_fast64_t last;
    return atomic_fetch_add_explicit(&last, 1, memory_order_relaxed) + 1;
}

static uint64_t next_scene_serial(void)
{
    static atomic_uint_fast64_t last;
    return atomic_fetch_add_explicit(&last, 1, memory_order_relaxed) + 1;
}

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory)
        abort();
    return memory;
}

/* --- reference counts --- */

static void take_reference(atomic_int *references)
{
    const int before = atomic_fetch_add_explicit(references, 1, memory_order_relaxed);
    assert(before > 0);
    (void)before;
}

/* True when the last reference went: the caller then owns the memory alone. */
static bool drop_reference(atomic_int *references)
{
    const int before = atomic_fetch_sub_explicit(references, 1, memory_order_acq_rel);
    assert(before > 0);
    return before == 1;
}

/* --- meshes --- */

SnMesh *sn_mesh_new(int n_vertices, float *vertices, int n_triangles, uint32_t *triangles)
{
    assert(n_vertices >= 0 && n_triangles >= 0);
    SnMesh *mesh = allocate(1, sizeof *mesh);
    atomic_init(&mesh->references, 1);
    mesh->serial = next_mesh_serial();
    mesh->n_vertices = n_vertices;
    mesh->n_triangles = n_triangles;
    mesh->vertices = vertices;
    mesh->triangles = triangles;
    for (int i = 0; i < n_vertices; i++) {
        for (int k = 0; k < 3; k++) {
            const double x = (double)vertices[3 * i + k];
            if (i == 0 || x < mesh->bounds[0][k])
                mesh->bounds[0][k] = x;
            if (i == 0 || x > mesh->bounds[1][k])
                mesh->bounds[1][k] = x;
        }
    }
    return mesh;
}

SnMesh *sn_mesh_ref(const SnMesh *mesh)
{
    SnMesh *shared = (SnMesh *)mesh;
    take_reference(&shared->references);
    return shared;
}

void sn_mesh_unref(SnMesh *mesh)
{
    if (!mesh || !drop_reference(&mesh->references))
        return;
    free(mesh->vertices);
    free(mesh->triangles);
    free(mesh);
}

/* --- what is attached to FEM nodes --- */

SnFemMesh *sn_fem_mesh_new(void)
{
    SnFemMesh *mesh = allocate(1, sizeof *mesh);
    atomic_init(&mesh->references, 1);
    mesh->serial = next_mesh_serial();
    return mesh;
}

SnSkin *sn_skin_new(void)
{
    SnSkin *skin = allocate(1, sizeof *skin);
    atomic_init(&skin->references, 1);
    skin->serial = next_mesh_serial();
    return skin;
}

SnFemMesh *sn_fem_mesh_ref(const SnFemMesh *mesh)
{
    SnFemMesh *shared = (SnFemMesh *)mesh;
    take_reference(&shared->references);
    return shared;
}

void sn_fem_mesh_unref(SnFemMesh *mesh)
{
    if (!mesh || !drop_reference(&mesh->references))
        return;
    free(mesh->kind);
    free(mesh->start);
    free(mesh->nodes);
    free(mesh->original);
    free(mesh->face);
    free(mesh->fibre);
    free(mesh->rest);
    free(mesh);
}

SnSkin *sn_skin_ref(const SnSkin *skin)
{
    SnSkin *shared = (SnSkin *)skin;
    take_reference(&shared->references);
    return shared;
}

void sn_skin_unref(SnSkin *skin)
{
    if (!skin || !drop_reference(&skin->references))
        return;
    free(skin->start);
    free(skin->node);
    free(skin->weight);
    free(skin->triangles);
    free(skin);
}

/* --- scenes --- */

SnScene *sn_scene_new(int n_items, int n_path_points, int n_nodes)
{
    assert(n_items >= 0 && n_path_points >= 0 && n_nodes >= 0);
    SnScene *scene = allocate(1, sizeof *scene);
    atomic_init(&scene->references, 1);
    scene->serial = next_scene_serial();
    scene->n_items = n_items;
    scene->items = allocate((size_t)n_items, sizeof *scene->items);
    scene->n_path_points = n_path_points;
    scene->path_points = allocate((size_t)n_path_points, sizeof *scene->path_points);
    scene->n_nodes = n_nodes;
    scene->nodes = allocate((size_t)n_nodes, sizeof *scene->nodes);
    return scene;
}

static SnScene *scene_ref(const SnScene *scene)
{
    SnScene *shared = (SnScene *)scene;
    take_reference(&shared->references);
    return shared;
}

void sn_scene_unref(SnScene *scene)
{
    if (!scene || !drop_reference(&scene->references))
        return;
    for (int i = 0; i < scene->n_items; i++) {
        sn_mesh_unref(scene->items[i].mesh);
        sn_fem_mesh_unref(scene->items[i].fem);
        sn_skin_unref(scene->items[i].skin);
    }
    free(scene->items);
    free(scene->path_points);
    free(scene->nodes);
    free(scene);
}

SnScene *sn_scene_copy(const SnScene *scene)
{
    SnScene *copy = sn_scene_new(scene->n_items, scene->n_path_points, scene->n_nodes);
    copy->revision = scene->revision;
    memcpy(copy->items, scene->items, (size_t)scene->n_items * sizeof *scene->items);
    memcpy(copy->path_points, scene->path_points,
           (size_t)scene->n_path_points * sizeof *scene->path_points);
    memcpy(copy->nodes, scene->nodes, (size_t)scene->n_nodes * sizeof *scene->nodes);
    for (int i = 0; i < copy->n_items; i++) {
        const SnSceneItem *item = &copy->items[i];
        if (item->mesh)
            sn_mesh_ref(item->mesh);
        if (item->fem)
            sn_fem_mesh_ref(item->fem);
        if (item->skin)
            sn_skin_ref(item->skin);
    }
    copy->n_poses = scene->n_poses;
    copy->n_points = scene->n_points;
    copy->n_scalars = scene->n_scalars;
    copy->n_vectors = scene->n_vectors;
    return copy;
}

/* --- snapshots and their pool --- */

/* The snapshot first, so that a pointer to it is one to its slot. */
typedef struct Slot {
    SnSnapshot snapshot;
    struct Slot *next; /* in the pool's free list */
} Slot;

struct SnSnapshotPool {
    pthread_mutex_t lock; /* guards all below */
    Slot *unused;
    SnSnapshot *newest; /* holds a reference */
    int outstanding;    /* snapshots that live outside the free list */
    bool closed;
    atomic_bool fetched; /* a reader took the newest, or there is none: read without the lock */
};

static void free_slot(Slot *slot)
{
    SnSnapshot *snapshot = &slot->snapshot;
    free(snapshot->poses);
    free(snapshot->points);
    free(snapshot->scalars);
    free(snapshot->vectors);
    free(snapshot->contacts);
    free(snapshot->watched);
    free(slot);
}

static void free_pool_memory(SnSnapshotPool *pool)
{
    while (pool->unused) {
        Slot *slot = pool->unused;
        pool->unused = slot->next;
        free_slot(slot);
    }
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

SnSnapshot *sn_snapshot_ref(const SnSnapshot *snapshot)
{
    SnSnapshot *shared = (SnSnapshot *)snapshot;
    take_reference(&shared->references);
    return shared;
}

void sn_snapshot_unref(const SnSnapshot *snapshot)
{
    SnSnapshot *own = (SnSnapshot *)snapshot;
    if (!own || !drop_reference(&own->references))
        return;
    sn_scene_unref((SnScene *)own->scene);
    own->scene = NULL;
    SnSnapshotPool *pool = own->pool;
    Slot *slot = (Slot *)own;
    if (!pool) {
        free_slot(slot);
        return;
    }
    pthread_mutex_lock(&pool->lock);
    slot->next = pool->unused;
    pool->unused = slot;
    pool->outstanding--;
    const bool last = pool->closed && pool->outstanding == 0;
    pthread_mutex_unlock(&pool->lock);
    if (last)
        free_pool_memory(pool);
}

const SnWatched *sn_snapshot_find(const SnSnapshot *snapshot, SnId id, int property)
{
    for (int i = 0; i < snapshot->n_watched; i++) {
        const SnWatched *watched = &snapshot->watched[i];
        if (watched->what.property == property && sn_id_equal(watched->what.id, id))
            return watched;
    }
    return NULL;
}

SnSnapshotPool *sn_snapshot_pool_new(void)
{
    SnSnapshotPool *pool = allocate(1, sizeof *pool);
    pthread_mutex_init(&pool->lock, NULL);
    atomic_init(&pool->fetched, true);
    return pool;
}

void sn_snapshot_pool_free(SnSnapshotPool *pool)
{
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    SnSnapshot *newest = pool->newest;
    pool->newest = NULL;
    pool->outstanding++; /* keeps the pool while `newest` is given back */
    pool->closed = true;
    pthread_mutex_unlock(&pool->lock);

    sn_snapshot_unref(newest);

    pthread_mutex_lock(&pool->lock);
    pool->outstanding--;
    const bool last = pool->outstanding == 0;
    pthread_mutex_unlock(&pool->lock);
    if (last)
        free_pool_memory(pool);
}

/* Room for `needed` elements; what was there is not kept. */
static void *make_room(void *memory, int *capacity, int needed, size_t size)
{
    if (needed <= *capacity)
        return memory;
    free(memory);
    *capacity = needed;
    return allocate((size_t)needed, size);
}

SnSnapshot *sn_snapshot_pool_take(SnSnapshotPool *pool, const SnScene *scene, int n_contacts,
                                  int n_watched)
{
    pthread_mutex_lock(&pool->lock);
    Slot *slot = pool->unused;
    if (slot)
        pool->unused = slot->next;
    pool->outstanding++;
    pthread_mutex_unlock(&pool->lock);
    if (!slot)
        slot = allocate(1, sizeof *slot);

    SnSnapshot *s = &slot->snapshot;
    atomic_store_explicit(&s->references, 1, memory_order_relaxed);
    s->pool = pool;
    s->scene = scene ? scene_ref(scene) : NULL;
    const int poses = scene ? scene->n_poses : 0, points = scene ? scene->n_points : 0;
    const int scalars = scene ? scene->n_scalars : 0, vectors = scene ? scene->n_vectors : 0;
    s->poses = make_room(s->poses, &s->cap_poses, poses, 7 * sizeof(double));
    s->points = make_room(s->points, &s->cap_points, points, 3 * sizeof(double));
    s->scalars = make_room(s->scalars, &s->cap_scalars, scalars, sizeof(float));
    s->vectors = make_room(s->vectors, &s->cap_vectors, vectors, 3 * sizeof(float));
    s->contacts = make_room(s->contacts, &s->cap_contacts, n_contacts, sizeof *s->contacts);
    s->watched = make_room(s->watched, &s->cap_watched, n_watched, sizeof *s->watched);
    s->revision = s->step = s->watch_serial = 0;
    s->time = s->step_size = s->real_time_factor = s->step_ms = 0;
    s->run = SN_PAUSED;
    s->n_dofs = s->n_constraints = s->n_contacts_active = 0;
    s->n_contacts = 0;
    s->n_watched = n_watched;
    if (n_watched)
        memset(s->watched, 0, (size_t)n_watched * sizeof *s->watched);
    return s;
}

void sn_snapshot_pool_publish(SnSnapshotPool *pool, SnSnapshot *snapshot)
{
    assert(snapshot->pool == pool);
    pthread_mutex_lock(&pool->lock);
    SnSnapshot *old = pool->newest;
    pool->newest = snapshot;
    atomic_store_explicit(&pool->fetched, false, memory_order_relaxed);
    pthread_mutex_unlock(&pool->lock);
    sn_snapshot_unref(old); /* outside the lock: it may go back to the free list */
}

SnSnapshot *sn_snapshot_pool_newest(SnSnapshotPool *pool)
{
    pthread_mutex_lock(&pool->lock);
    SnSnapshot *newest = pool->newest;
    if (newest) {
        sn_snapshot_ref(newest);
        atomic_store_explicit(&pool->fetched, true, memory_order_relaxed);
    }
    pthread_mutex_unlock(&pool->lock);
    return newest;
}

bool sn_snapshot_pool_wanted(SnSnapshotPool *pool)
{
    return atomic_load_explicit(&pool->fetched, memory_order_relaxed);
}
