/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/render.h"

#include "engine/base/memory.h"
#include "render/collect/past.h"
#include "render/paint/painter.h"
#include "render/paint/picture_buffer.h"
#include "render/paint/warm.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

enum { RING = 4, MAX_HITS = 1 << 16 };
static const double slow_ms = 50;   /* a full picture that takes longer is put off */
static const double quiet_ms = 150; /* until nothing has changed for so long */
static const double keep_ms = 20;   /* of one that takes longer what outlines lie on is kept */

typedef struct View {
    uint32_t id;
    SnViewSettings settings;    /* under the mutex */
    bool dirty, removed;        /* under the mutex */
    bool moved;                 /* under the mutex: dirty by camera, size or snapshot */
    SnPictureBuffer ring[RING]; /* `out` under the mutex, the rest the render thread's */
    bool coarse;                /* under the mutex: the picture shown is to be refined */
    double last_ms;             /* under the mutex: when it was last drawn */
    double full_ms;             /* how long a full picture took */
    SnTarget target, coarse_target;
    uint64_t frames;
    struct View *next;
} View;

typedef struct Request {
    uint32_t view;
    SnPickQuery query;
    uint64_t number;
    SnPickDone done;
    void *data;
    struct Request *next;
    double outline[][2]; /* [query.n_outline] */
} Request;

struct SnRender {
    SnRenderHost host;
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    /* all of these under the mutex */
    View *views;
    Request *requests, **last_request;
    const SnSnapshot *snapshot;
    SnId *selection;
    int n_selection;
    SnId hover;
    SnPastKept *past; /* NULL: none */
    uint32_t next_view;
    bool quit, broken;
    /* the render thread's */
    SnPainter *painter;
    SnWarm warm;
    uint64_t warm_scene; /* serial of one that has nothing left for it; 0: none */
    SnId *marked;        /* its copy of the selection */
    int n_marked, marked_room;
    SnPickHit *hits;
};

static void *need(size_t size)
{
    return sn_alloc(1, size);
}

static void touch_all(SnRender *render, bool moved)
{
    for (View *view = render->views; view; view = view->next) {
        view->dirty = true;
        view->moved |= moved;
    }
    pthread_cond_signal(&render->changed);
}

static View *find_view(SnRender *render, uint32_t id)
{
    for (View *view = render->views; view; view = view->next)
        if (view->id == id && !view->removed)
            return view;
    return NULL;
}

/* --- render thread: work --- */

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static void fail(SnRender *render, const char *text)
{
    pthread_mutex_lock(&render->mutex);
    render->broken = true;
    pthread_mutex_unlock(&render->mutex);
    render->host.failed(render->host.data, text);
}

/* What one picture shows, copied under the mutex. */
typedef struct Job {
    View *view;
    int buffer;
    SnViewSettings settings;
    const SnSnapshot *snapshot;
    SnId hover;
    SnPastKept *past; /* held */
    bool coarse;
} Job;

static int free_buffer(const View *view)
{
    for (int i = 0; i < RING; i++)
        if (!view->ring[i].out)
            return i;
    return -1;
}

static void copy_selection(SnRender *render)
{
    if (render->n_selection > render->marked_room) {
        sn_free(render->marked);
        render->marked_room = 2 * render->n_selection;
        render->marked = need((size_t)render->marked_room * sizeof(SnId));
    }
    render->n_marked = render->n_selection;
    if (render->n_selection)
        memcpy(render->marked, render->selection, (size_t)render->n_selection * sizeof(SnId));
}

/* The next view to draw that has a buffer free; with the mutex held.  Views take turns: the one
 * taken goes to the end of the list. */
static bool take_job(SnRender *render, Job *job)
{
    const double now = now_ms();
    for (View **at = &render->views; *at; at = &(*at)->next) {
        View *view = *at;
        const int buffer = free_buffer(view);
        const bool quiet = now - view->last_ms >= quiet_ms;
        if (!(view->dirty || (view->coarse && quiet)) || view->removed || buffer < 0 ||
            view->settings.width < 1 || view->settings.height < 1)
            continue;
        view->dirty = false;
        view->ring[buffer].out = true;
        *job = (Job){view, buffer, view->settings, NULL, render->hover, NULL, false};
        job->past = sn_past_hold(render->past);
        job->coarse = view->settings.refine && view->full_ms > slow_ms &&
                      (view->moved || (view->coarse && !quiet));
        view->coarse = job->coarse;
        view->moved = false;
        if (render->snapshot)
            job->snapshot = sn_snapshot_ref(render->snapshot);
        copy_selection(render);
        *at = view->next;
        while (*at)
            at = &(*at)->next;
        *at = view;
        view->next = NULL;
        return true;
    }
    return false;
}

static void draw_job(SnRender *render, Job *job)
{
    View *view = job->view;
    SnPictureBuffer *buffer = &view->ring[job->buffer];
    SnViewSettings *settings = &job->settings;
    SnTarget *target = &view->target;
    const double start = now_ms();
    const SnMarks marks = {render->marked, render->n_marked, job->hover, NULL, false, job->past};
    const uint64_t step = job->snapshot ? job->snapshot->step : 0;
    const uint64_t scene = job->snapshot && job->snapshot->scene ? job->snapshot->scene->serial : 0;
    target->keeps = view->full_ms > keep_ms && !settings->moving;
    const bool again = job->coarse && sn_painter_draw_again(render->painter, target, job->snapshot,
                                                            settings, &marks);
    if (job->coarse && !again) {
        target = &view->coarse_target;
        settings->samples = 0;
        settings->ambient_occlusion = false;
        settings->moving = true;
    }
    const bool drawn =
        again || sn_painter_draw(render->painter, target, job->snapshot, settings, &marks);
    sn_snapshot_unref(job->snapshot);
    sn_past_leave(job->past);
    if (!drawn) {
        fail(render, "OpenGL could not draw the picture");
        return;
    }
    /* `out` is read by release() under the mutex, and this buffer is ours until delivered */
    if (buffer->width != settings->width || buffer->height != settings->height) {
        SnPictureBuffer fresh = *buffer;
        fresh.out = false;
        sn_picture_buffer_size(&fresh, settings->width, settings->height, render->host.readback);
        pthread_mutex_lock(&render->mutex);
        *buffer = fresh;
        buffer->out = true;
        pthread_mutex_unlock(&render->mutex);
    }
    if (render->host.readback)
        sn_target_read(target, true, buffer->pixels);
    else
        sn_picture_buffer_copy(buffer, target);
    const double end = now_ms(), took = end - start;
    pthread_mutex_lock(&render->mutex);
    view->last_ms = end;
    view->coarse &= !again; /* nothing is left to be refined */
    pthread_mutex_unlock(&render->mutex);
    if (target == &view->target && !target->again)
        view->full_ms = took;
    const SnPicture picture = {.view = view->id,
                               .width = settings->width,
                               .height = settings->height,
                               .texture = buffer->texture,
                               .pixels = buffer->pixels,
                               .frame = ++view->frames,
                               .step = step,
                               .scene = scene,
                               .draw_ms = took,
                               .coarse = target == &view->coarse_target,
                               .buffer = job->buffer};
    render->host.deliver(render->host.data, &picture);
}

/* When it is time to draw what nobody sees, for a view that shows a full picture [ms]; infinite:
 * never.  With the mutex held. */
static double warm_due(const SnRender *render, const View *view)
{
    const SnScene *scene = render->snapshot ? render->snapshot->scene : NULL; /* none: no model */
    const bool shows = view->frames > 0 && !view->coarse && !view->dirty && !view->removed;
    if (!render->host.readback || !scene || scene->n_items == 0 || !shows ||
        scene->serial == render->warm_scene)
        return INFINITY;
    return view->last_ms + quiet_ms;
}

/* One step of it, if nothing else is to be done; with the mutex held, which is let go meanwhile. */
static bool warm(SnRender *render)
{
    View *view = render->views;
    while (view && warm_due(render, view) > now_ms())
        view = view->next;
    if (!view)
        return false;
    const SnSnapshot *snapshot = sn_snapshot_ref(render->snapshot);
    const SnViewSettings settings = view->settings;
    SnPastKept *past = sn_past_hold(render->past);
    const SnMarks marks = {.past = past};
    pthread_mutex_unlock(&render->mutex);
    view->target.keeps = view->full_ms > keep_ms && !settings.moving;
    const bool more =
        sn_painter_warm(render->painter, &view->target, snapshot, &settings, &marks, &render->warm);
    const uint64_t serial = snapshot->scene->serial;
    sn_snapshot_unref(snapshot);
    sn_past_leave(past);
    pthread_mutex_lock(&render->mutex);
    if (!more)
        render->warm_scene = serial;
    return true;
}

static bool buffers_home(const View *view)
{
    for (int i = 0; i < RING; i++)
        if (view->ring[i].out)
            return false;
    return true;
}

static void free_view(View *view)
{
    for (int i = 0; i < RING; i++)
        sn_picture_buffer_clear(&view->ring[i]);
    sn_target_clear(&view->target);
    sn_target_clear(&view->coarse_target);
    sn_free(view);
}

/* Takes a removed view whose buffers are all back off the list; with the mutex held. */
static View *take_removed(SnRender *render)
{
    for (View **at = &render->views; *at; at = &(*at)->next) {
        View *view = *at;
        if (view->removed && buffers_home(view)) {
            *at = view->next;
            return view;
        }
    }
    return NULL;
}

static void answer(SnRender *render, const Request *request, const SnViewSettings *settings,
                   const SnSnapshot *snapshot)
{
    SnPickQuery query = request->query;
    query.selection = render->marked;
    query.n_selection = render->n_marked;
    query.outline = query.n_outline > 0 ? request->outline : NULL;
    const int n = settings ? sn_painter_pick(render->painter, snapshot, settings, &query,
                                             render->hits, MAX_HITS)
                           : 0;
    request->done(request->data, request->number, render->hits, n);
}

/* One piece of work; with the mutex held, which is let go meanwhile.  False: nothing to do. */
static bool work(SnRender *render)
{
    View *removed = take_removed(render);
    if (removed) {
        pthread_mutex_unlock(&render->mutex);
        free_view(removed);
        pthread_mutex_lock(&render->mutex);
        return true;
    }
    Request *request = render->requests;
    if (request) {
        render->requests = request->next;
        if (!render->requests)
            render->last_request = &render->requests;
        const View *view = find_view(render, request->view);
        SnViewSettings settings;
        const SnSnapshot *snapshot = render->snapshot ? sn_snapshot_ref(render->snapshot) : NULL;
        const bool known = view && view->settings.width > 0 && view->settings.height > 0;
        if (known)
            settings = view->settings;
        pthread_mutex_unlock(&render->mutex);
        answer(render, request, known ? &settings : NULL, snapshot);
        sn_snapshot_unref(snapshot);
        sn_free(request);
        pthread_mutex_lock(&render->mutex);
        return true;
    }
    Job job;
    if (take_job(render, &job)) {
        pthread_mutex_unlock(&render->mutex);
        draw_job(render, &job);
        pthread_mutex_lock(&render->mutex);
        return true;
    }
    return warm(render);
}

/* Waits for something to do; not for ever while a coarse picture is to be refined. */
static void wait_for_work(SnRender *render)
{
    double due = INFINITY;
    for (const View *view = render->views; view; view = view->next) {
        if (view->coarse && !view->removed && free_buffer(view) >= 0)
            due = fmin(due, view->last_ms + quiet_ms - now_ms());
        due = fmin(due, warm_due(render, view) - now_ms());
    }
    if (isinf(due)) {
        pthread_cond_wait(&render->changed, &render->mutex);
        return;
    }
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    const double ms = fmax(due, 1);
    t.tv_nsec += (long)(1e6 * ms);
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&render->changed, &render->mutex, &t);
}

static void *run(void *data)
{
    SnRender *render = data;
    char text[1024] = "the OpenGL context could not be made current";
    const bool current = render->host.make_current(render->host.data);
    if (current)
        render->painter = sn_painter_new(text, sizeof text);
    if (!render->painter)
        fail(render, text);
    pthread_mutex_lock(&render->mutex);
    while (!render->quit)
        if (render->broken)
            pthread_cond_wait(&render->changed, &render->mutex);
        else if (!work(render))
            wait_for_work(render);
    pthread_mutex_unlock(&render->mutex);
    if (!current)
        return NULL;
    for (View *view = render->views, *next; view; view = next) {
        next = view->next;
        free_view(view);
    }
    render->views = NULL;
    sn_painter_free(render->painter);
    render->host.clear_current(render->host.data);
    return NULL;
}

/* --- from outside --- */

SnRender *sn_render_new(const SnRenderHost *host)
{
    SnRender *render = need(sizeof *render);
    render->host = *host;
    render->last_request = &render->requests;
    render->hits = need(MAX_HITS * sizeof(SnPickHit));
    pthread_mutex_init(&render->mutex, NULL);
    pthread_condattr_t attributes; /* waits by the clock that nobody sets */
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&render->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    if (pthread_create(&render->thread, NULL, run, render) != 0)
        abort();
    return render;
}

void sn_render_free(SnRender *render)
{
    if (!render)
        return;
    pthread_mutex_lock(&render->mutex);
    render->quit = true;
    pthread_cond_signal(&render->changed);
    pthread_mutex_unlock(&render->mutex);
    pthread_join(render->thread, NULL);
    for (View *view = render->views, *next; view; view = next) {
        next = view->next;
        sn_free(view); /* the thread never had a context: nothing in it */
    }
    for (Request *request = render->requests, *next; request; request = next) {
        next = request->next;
        sn_free(request);
    }
    sn_snapshot_unref(render->snapshot);
    sn_past_leave(render->past);
    pthread_cond_destroy(&render->changed);
    pthread_mutex_destroy(&render->mutex);
    sn_free(render->selection);
    sn_free(render->marked);
    sn_free(render->hits);
    sn_free(render);
}

uint32_t sn_render_add_view(SnRender *render)
{
    View *view = need(sizeof *view);
    pthread_mutex_lock(&render->mutex);
    view->id = ++render->next_view;
    /* a software renderer compiles the shaders of a full picture for a second: it comes second */
    view->full_ms = render->host.readback ? slow_ms + 1 : 0;
    view->next = render->views;
    render->views = view;
    const uint32_t id = view->id;
    pthread_mutex_unlock(&render->mutex);
    return id;
}

void sn_render_remove_view(SnRender *render, uint32_t id)
{
    pthread_mutex_lock(&render->mutex);
    View *view = find_view(render, id);
    if (view)
        view->removed = true;
    pthread_cond_signal(&render->changed);
    pthread_mutex_unlock(&render->mutex);
}

void sn_render_set_view(SnRender *render, uint32_t id, const SnViewSettings *settings)
{
    pthread_mutex_lock(&render->mutex);
    View *view = find_view(render, id);
    if (view && memcmp(&view->settings, settings, sizeof *settings) != 0) {
        memcpy(&view->settings, settings, sizeof *settings);
        view->dirty = view->moved = true;
        pthread_cond_signal(&render->changed);
    }
    pthread_mutex_unlock(&render->mutex);
}

void sn_render_set_snapshot(SnRender *render, const SnSnapshot *snapshot)
{
    pthread_mutex_lock(&render->mutex);
    const SnSnapshot *old = render->snapshot;
    const bool changed = snapshot != old;
    if (changed) {
        render->snapshot = snapshot ? sn_snapshot_ref(snapshot) : NULL;
        touch_all(render, true);
    }
    pthread_mutex_unlock(&render->mutex);
    if (changed)
        sn_snapshot_unref(old);
}

void sn_render_set_selection(SnRender *render, const SnId *ids, int n)
{
    SnId *copy = need((size_t)n * sizeof *copy);
    if (n)
        memcpy(copy, ids, (size_t)n * sizeof *copy);
    qsort(copy, (size_t)n, sizeof *copy, sn_id_compare);
    pthread_mutex_lock(&render->mutex);
    const bool same = n == render->n_selection &&
                      (n == 0 || memcmp(copy, render->selection, (size_t)n * sizeof *copy) == 0);
    SnId *old = same ? copy : render->selection;
    if (!same) {
        render->selection = copy;
        render->n_selection = n;
        touch_all(render, false);
    }
    pthread_mutex_unlock(&render->mutex);
    sn_free(old);
}

void sn_render_set_past(SnRender *render, SnPastKept *past, bool redraw)
{
    pthread_mutex_lock(&render->mutex);
    sn_past_leave(render->past);
    render->past = sn_past_hold(past);
    if (redraw)
        touch_all(render, false);
    pthread_mutex_unlock(&render->mutex);
}

void sn_render_set_hover(SnRender *render, SnId id)
{
    pthread_mutex_lock(&render->mutex);
    if (!sn_id_equal(render->hover, id)) {
        render->hover = id;
        touch_all(render, false);
    }
    pthread_mutex_unlock(&render->mutex);
}

void sn_render_release(SnRender *render, const SnPicture *picture)
{
    pthread_mutex_lock(&render->mutex);
    for (View *view = render->views; view; view = view->next) {
        if (view->id == picture->view) {
            view->ring[picture->buffer].out = false;
            pthread_cond_signal(&render->changed);
            break;
        }
    }
    pthread_mutex_unlock(&render->mutex);
}

static void ask(SnRender *render, Request *added)
{
    pthread_mutex_lock(&render->mutex);
    *render->last_request = added;
    render->last_request = &added->next;
    pthread_cond_signal(&render->changed);
    pthread_mutex_unlock(&render->mutex);
}

void sn_render_pick(SnRender *render, uint32_t view, double x, double y, double width,
                    double height, bool through, uint64_t request, SnPickDone done, void *data)
{
    Request *added = need(sizeof *added);
    *added = (Request){.view = view,
                       .query = {x, y, width, height, through, NULL, 0, NULL, 0},
                       .number = request,
                       .done = done,
                       .data = data};
    ask(render, added);
}

void sn_render_pick_within(SnRender *render, uint32_t view, const double (*outline)[2], int n,
                           bool through, uint64_t request, SnPickDone done, void *data)
{
    assert(n >= 3);
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    Request *added = need(sizeof *added + sizeof *outline * (size_t)n);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 2; k++) {
            low[k] = fmin(low[k], outline[i][k]);
            high[k] = fmax(high[k], outline[i][k]);
        }
    }
    *added = (Request){.view = view,
                       .query = {low[0], low[1], fmax(high[0] - low[0], 1),
                                 fmax(high[1] - low[1], 1), through, NULL, 0, NULL, n},
                       .number = request,
                       .done = done,
                       .data = data};
    memcpy(added->outline, outline, sizeof *outline * (size_t)n);
    ask(render, added);
}
