/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The render thread with a host that reads pixels back. */
#include "render/offscreen.h"
#include "scene_maker.h"

#include "render/render.h"

#include <glib.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

typedef struct TestHost {
    SnOffscreen *offscreen;
    pthread_mutex_t mutex;
    pthread_cond_t arrived;
    SnPicture pictures[64]; /* delivered, not released */
    int n;
    uint64_t request;
    SnPickHit hits[8];
    int n_hits;
    char failure[256];
    bool lost; /* make_current fails */
} TestHost;

static bool host_make_current(void *data)
{
    TestHost *host = data;
    return !host->lost && sn_offscreen_make_current(host->offscreen);
}

static void host_clear_current(void *data)
{
    sn_offscreen_clear_current(((TestHost *)data)->offscreen);
}

static void host_deliver(void *data, const SnPicture *picture)
{
    TestHost *host = data;
    pthread_mutex_lock(&host->mutex);
    host->pictures[host->n++] = *picture;
    pthread_cond_signal(&host->arrived);
    pthread_mutex_unlock(&host->mutex);
}

static void host_failed(void *data, const char *text)
{
    TestHost *host = data;
    pthread_mutex_lock(&host->mutex);
    g_strlcpy(host->failure, text, sizeof host->failure);
    pthread_cond_signal(&host->arrived);
    pthread_mutex_unlock(&host->mutex);
}

static void picked(void *data, uint64_t request, const SnPickHit *hits, int n)
{
    TestHost *host = data;
    pthread_mutex_lock(&host->mutex);
    host->request = request;
    host->n_hits = n < 8 ? n : 8;
    memcpy(host->hits, hits, (size_t)host->n_hits * sizeof *hits);
    pthread_cond_signal(&host->arrived);
    pthread_mutex_unlock(&host->mutex);
}

/* Waits until `condition` (a statement expression over host) or some seconds. */
#define WAIT_FOR(host, condition)                                                                  \
    do {                                                                                           \
        struct timespec deadline_;                                                                 \
        clock_gettime(CLOCK_REALTIME, &deadline_);                                                 \
        deadline_.tv_sec += 30;                                                                    \
        pthread_mutex_lock(&(host)->mutex);                                                        \
        int late_ = 0;                                                                             \
        while (!(condition) && !late_)                                                             \
            late_ = pthread_cond_timedwait(&(host)->arrived, &(host)->mutex, &deadline_);          \
        pthread_mutex_unlock(&(host)->mutex);                                                      \
        g_assert_cmpint(late_, ==, 0);                                                             \
    } while (0)

static SnRender *start(TestHost *host, bool readback)
{
    char text[512] = "";
    memset(host, 0, sizeof *host);
    host->offscreen = sn_offscreen_new(text, sizeof text);
    g_assert_nonnull(host->offscreen);
    pthread_mutex_init(&host->mutex, NULL);
    pthread_cond_init(&host->arrived, NULL);
    const SnRenderHost render_host = {
        host, readback, host_make_current, host_clear_current, host_deliver, host_failed};
    return sn_render_new(&render_host);
}

static void stop(TestHost *host, SnRender *render)
{
    sn_render_free(render);
    for (int i = 0; i < host->n; i++)
        free(host->pictures[i].pixels);
    sn_offscreen_free(host->offscreen);
    pthread_mutex_destroy(&host->mutex);
    pthread_cond_destroy(&host->arrived);
}

/* The only picture there, released. */
static SnPicture take(TestHost *host, SnRender *render)
{
    pthread_mutex_lock(&host->mutex);
    g_assert_cmpint(host->n, ==, 1);
    const SnPicture picture = host->pictures[0];
    host->n = 0;
    pthread_mutex_unlock(&host->mutex);
    sn_render_release(render, &picture);
    return picture;
}

static SnViewSettings small_view(int width, int height)
{
    SnViewSettings view;
    sn_view_settings_init(&view);
    view.width = width;
    view.height = height;
    view.camera.distance = 0.2;
    view.grid = view.axes = view.ambient_occlusion = false;
    view.samples = 0;
    const double direction[3] = {1, 0, 0}, up[3] = {0, 0, 1};
    sn_camera_look(&view.camera, direction, up);
    return view;
}

static SnSnapshot *red_box(void)
{
    SceneMaker *maker = maker_new();
    maker_mesh(maker, maker_box(0.01, 0.01, 0.01), 0, 0, 0, 0xC00000)->style.shading =
        SN_SHADING_NONE;
    SnSnapshot *snapshot = maker_take(maker);
    return snapshot;
}

static void test_draws_on_change(void)
{
    TestHost host;
    SnRender *render = start(&host, true);
    const uint32_t id = sn_render_add_view(render);
    SnViewSettings view = small_view(120, 80);
    sn_render_set_view(render, id, &view);
    WAIT_FOR(&host, host.n == 1);
    SnPicture picture = take(&host, render);
    g_assert_cmpuint(picture.view, ==, id);
    g_assert_cmpint(picture.width, ==, 120);
    g_assert_cmpint(picture.height, ==, 80);
    g_assert_cmpuint(picture.frame, ==, 1);
    g_assert_cmpuint(picture.texture, ==, 0);
    g_assert_nonnull(picture.pixels);

    SnSnapshot *snapshot = red_box();
    snapshot->step = 7;
    sn_render_set_snapshot(render, snapshot);
    WAIT_FOR(&host, host.n == 1);
    pthread_mutex_lock(&host.mutex); /* BGRA, top row first */
    const uint8_t *middle = host.pictures[0].pixels + 4 * (40 * 120 + 60);
    g_assert_cmpint(middle[0], <=, 1);
    g_assert_cmpint(middle[2], >=, 0xBF);
    g_assert_cmpint(middle[3], ==, 255);
    pthread_mutex_unlock(&host.mutex);
    picture = take(&host, render);
    g_assert_cmpuint(picture.step, ==, 7);

    /* nothing changed: nothing is drawn; then a selection changes it */
    sn_render_set_view(render, id, &view);
    sn_render_set_snapshot(render, snapshot);
    sn_render_set_selection(render, NULL, 0);
    const SnId box = {1, 1, 0};
    sn_render_set_selection(render, &box, 1);
    WAIT_FOR(&host, host.n == 1);
    picture = take(&host, render);
    g_assert_cmpuint(picture.frame, ==, 3);
    sn_render_set_hover(render, box);
    WAIT_FOR(&host, host.n == 1);
    picture = take(&host, render);
    g_assert_cmpuint(picture.frame, ==, 4);
    sn_snapshot_unref(snapshot);
    stop(&host, render);
}

static void test_ring(void)
{
    TestHost host;
    SnRender *render = start(&host, true);
    const uint32_t id = sn_render_add_view(render);
    SnViewSettings view = small_view(64, 64);
    /* nobody releases: four are drawn, no more */
    for (int i = 1; i <= 4; i++) {
        view.camera.distance = 0.2 + 0.01 * i;
        sn_render_set_view(render, id, &view);
        WAIT_FOR(&host, host.n == i);
    }
    view.camera.distance = 0.3;
    sn_render_set_view(render, id, &view);
    g_usleep(50000);
    pthread_mutex_lock(&host.mutex);
    g_assert_cmpint(host.n, ==, 4);
    const SnPicture first = host.pictures[0];
    pthread_mutex_unlock(&host.mutex);
    sn_render_release(render, &first);
    WAIT_FOR(&host, host.n == 5);
    host.pictures[0].pixels = NULL; /* given back: not ours */
    stop(&host, render);
}

static void test_views_and_resize(void)
{
    TestHost host;
    SnRender *render = start(&host, true);
    const uint32_t a = sn_render_add_view(render), b = sn_render_add_view(render);
    SnViewSettings one = small_view(100, 60), two = small_view(50, 90);
    sn_render_set_view(render, a, &one);
    WAIT_FOR(&host, host.n == 1);
    take(&host, render);
    sn_render_set_view(render, b, &two);
    WAIT_FOR(&host, host.n == 1);
    g_assert_cmpint(take(&host, render).height, ==, 90);
    SnSnapshot *snapshot = red_box();
    sn_render_set_snapshot(render, snapshot);
    WAIT_FOR(&host, host.n == 2);
    pthread_mutex_lock(&host.mutex);
    g_assert_cmpuint(host.pictures[0].view, !=, host.pictures[1].view);
    host.n = 0;
    for (int i = 0; i < 2; i++) {
        const SnPicture picture = host.pictures[i];
        pthread_mutex_unlock(&host.mutex);
        sn_render_release(render, &picture);
        pthread_mutex_lock(&host.mutex);
    }
    pthread_mutex_unlock(&host.mutex);
    for (int i = 0; i < 12; i++) {
        one.width = 100 + 17 * i;
        one.height = 160 - 9 * i;
        one.samples = i % 2 ? 4 : 0;
        sn_render_set_view(render, a, &one);
        WAIT_FOR(&host, host.n == 1);
        const SnPicture picture = take(&host, render);
        g_assert_cmpint(picture.width, ==, one.width);
        g_assert_cmpint(picture.height, ==, one.height);
        const uint8_t *middle =
            picture.pixels + 4 * ((size_t)(one.height / 2) * (size_t)one.width + one.width / 2);
        g_assert_cmpint(middle[2], >=, 0xBF);
    }
    sn_render_remove_view(render, b);
    sn_render_set_view(render, b, &one);
    one.width = 0;
    sn_render_set_view(render, a, &one);
    g_usleep(30000);
    pthread_mutex_lock(&host.mutex);
    g_assert_cmpint(host.n, ==, 0);
    pthread_mutex_unlock(&host.mutex);
    sn_snapshot_unref(snapshot);
    stop(&host, render);
}

static void test_pick(void)
{
    TestHost host;
    SnRender *render = start(&host, true);
    const uint32_t id = sn_render_add_view(render);
    SnViewSettings view = small_view(120, 80);
    SnSnapshot *snapshot = red_box();
    sn_render_set_snapshot(render, snapshot);
    sn_render_set_view(render, id, &view);
    sn_render_pick(render, id, 60, 40, 0, 0, false, 11, picked, &host);
    WAIT_FOR(&host, host.request == 11);
    g_assert_cmpint(host.n_hits, ==, 1);
    g_assert_cmpuint(host.hits[0].id.index, ==, 1);
    sn_render_pick(render, id, 2, 2, 0, 0, false, 12, picked, &host);
    WAIT_FOR(&host, host.request == 12);
    g_assert_cmpint(host.n_hits, ==, 0);
    sn_render_pick(render, 999, 60, 40, 0, 0, false, 13, picked, &host);
    WAIT_FOR(&host, host.request == 13);
    g_assert_cmpint(host.n_hits, ==, 0);
    sn_snapshot_unref(snapshot);
    stop(&host, render);
}

static void test_textures(void)
{
    TestHost host;
    SnRender *render = start(&host, false);
    const uint32_t id = sn_render_add_view(render);
    SnViewSettings view = small_view(120, 80);
    sn_render_set_view(render, id, &view);
    WAIT_FOR(&host, host.n == 1);
    const SnPicture picture = take(&host, render);
    g_assert_cmpuint(picture.texture, !=, 0);
    g_assert_null(picture.pixels);
    stop(&host, render);
}

/* The pixels of the last picture that comes before nothing more does; all are released. */
static uint8_t *last_pixels(TestHost *host, SnRender *render, size_t size)
{
    SnPicture pictures[G_N_ELEMENTS(host->pictures)];
    WAIT_FOR(host, host->n > 0);
    g_usleep(600000);
    pthread_mutex_lock(&host->mutex);
    const int n = host->n;
    memcpy(pictures, host->pictures, (size_t)n * sizeof *pictures);
    host->n = 0;
    pthread_mutex_unlock(&host->mutex);
    uint8_t *pixels = g_memdup2(pictures[n - 1].pixels, size);
    for (int i = 0; i < n; i++)
        sn_render_release(render, &pictures[i]);
    return pixels;
}

/* What is compiled ahead while nothing is to be done is never seen, whether there is a model or
 * none, and whatever has no place of its own. */
static void test_ahead(void)
{
    const size_t size = 4 * 120 * 80;
    TestHost host;
    SnRender *render = start(&host, true);
    const uint32_t id = sn_render_add_view(render);
    SnViewSettings view = small_view(120, 80);
    SnSnapshotPool *pool = sn_snapshot_pool_new();
    SnSnapshot *nothing = sn_snapshot_pool_take(pool, NULL, 0, 0);
    SceneMaker *maker = maker_new();
    maker_mesh(maker, maker_box(0.03, 0.03, 0.03), 0, 0, 0, 0xFF0000);
    maker_point(maker, 0, 0, 0, 1, 0xB0337F)->kind =
        SN_ITEM_FORCE; /* of contacts, of which are none */
    SnSnapshot *snapshot = maker_take(maker);
    sn_render_set_snapshot(render, nothing);
    sn_render_set_view(render, id, &view);
    uint8_t *empty = last_pixels(&host, render, size);
    sn_render_set_snapshot(render, snapshot);
    uint8_t *before = last_pixels(&host, render, size);
    g_assert_true(memcmp(empty, before, size) != 0);
    const SnId box = {1, 1, 0};
    sn_render_set_hover(render, box);
    uint8_t *hovered = last_pixels(&host, render, size);
    g_assert_true(memcmp(before, hovered, size) != 0);
    sn_render_set_hover(render, SN_ID_NULL);
    uint8_t *after = last_pixels(&host, render, size);
    g_assert_true(memcmp(before, after, size) == 0);
    g_free(after);
    g_free(hovered);
    g_free(before);
    g_free(empty);
    sn_snapshot_unref(snapshot);
    sn_snapshot_unref(nothing);
    stop(&host, render);
    sn_snapshot_pool_free(pool);
}

/* A slow full picture is put off while the camera moves, and comes when it rests. */
static void test_refine(void)
{
    TestHost host;
    SnRender *render = start(&host, true);
    const uint32_t id = sn_render_add_view(render);
    SnViewSettings view = small_view(1200, 900);
    view.samples = 4;
    view.ambient_occlusion = view.grid = true;
    SceneMaker *maker = maker_new();
    for (int i = 0; i < 6; i++)
        maker_mesh(maker, maker_sphere(0.04, 120, 240), 0.01 * i, 0, 0, 0xE8DDC4);
    SnSnapshot *snapshot = maker_take(maker);
    sn_render_set_snapshot(render, snapshot);
    sn_render_set_view(render, id, &view);
    WAIT_FOR(&host, host.n == 1);
    const double full_ms = take(&host, render).draw_ms;
    if (full_ms < 60) {
        g_test_skip("too fast here to be put off");
    } else {
        int coarse = 0;
        for (int i = 0; i < 4; i++) {
            sn_camera_orbit(&view.camera, 0.1, 0);
            sn_render_set_view(render, id, &view);
            WAIT_FOR(&host, host.n == 1);
            coarse += take(&host, render).draw_ms < 0.8 * full_ms;
        }
        WAIT_FOR(&host, host.n == 1); /* nothing changed: the full one */
        take(&host, render);
        g_usleep(300000); /* and then no more */
        pthread_mutex_lock(&host.mutex);
        g_assert_cmpint(host.n, ==, 0);
        pthread_mutex_unlock(&host.mutex);
        g_test_message("%d of 4 coarse, full %.0f ms", coarse, full_ms);
    }
    sn_snapshot_unref(snapshot);
    stop(&host, render);
}

static void test_failure(void)
{
    TestHost host;
    char text[512];
    memset(&host, 0, sizeof host);
    host.lost = true;
    host.offscreen = sn_offscreen_new(text, sizeof text);
    pthread_mutex_init(&host.mutex, NULL);
    pthread_cond_init(&host.arrived, NULL);
    const SnRenderHost render_host = {
        &host, true, host_make_current, host_clear_current, host_deliver, host_failed};
    SnRender *render = sn_render_new(&render_host);
    const uint32_t id = sn_render_add_view(render);
    const SnViewSettings view = small_view(120, 80);
    sn_render_set_view(render, id, &view);
    WAIT_FOR(&host, host.failure[0] != 0);
    stop(&host, render);
}

int main(int argc, char **argv)
{
    char text[512] = "";
    g_test_init(&argc, &argv, NULL);
    SnOffscreen *trial = sn_offscreen_new(text, sizeof text);
    if (!trial) {
        printf("1..0 # SKIP no OpenGL without a display: %s\n", text);
        return 0;
    }
    sn_offscreen_free(trial);
    g_test_add_func("/thread/on-change", test_draws_on_change);
    g_test_add_func("/thread/ring", test_ring);
    g_test_add_func("/thread/views-resize", test_views_and_resize);
    g_test_add_func("/thread/pick", test_pick);
    g_test_add_func("/thread/textures", test_textures);
    g_test_add_func("/thread/ahead", test_ahead);
    g_test_add_func("/thread/refine", test_refine);
    g_test_add_func("/thread/failure", test_failure);
    return g_test_run();
}
