/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Time of a deforming FEM's surface: 18 k hexes, 20 k nodes. Prints only. */
#include "fem_maker.h"
#include "render/offscreen.h"
#include "render/paint/painter.h"

#include <epoxy/gl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static double now_ms(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static double field(const double p[3])
{
    return 1000 * (p[0] + p[1] + p[2]);
}

static void deform(SnSnapshot *snapshot, double amount)
{
    for (int i = 0; i < snapshot->scene->n_points; i++)
        snapshot->points[3 * i + 2] += amount * snapshot->points[3 * i];
}

/* Least of ten times for all the picture needs of the processor before it is drawn. */
static void measure(SnPainter *painter, SnSnapshot *snapshot, const SnViewSettings *view,
                    const char *name)
{
    double least = INFINITY, whole = INFINITY;
    SnTarget target = {0};
    const SnMarks marks = {0};
    for (int i = 0; i < 10; i++) {
        SnFrame frame;
        deform(snapshot, i % 2 ? 0.01 : -0.01);
        const double start = now_ms(CLOCK_THREAD_CPUTIME_ID);
        sn_frame_init(&frame, snapshot, view, NULL);
        const SnCollector collector = {
            &frame, &painter->solids, &painter->cache, &painter->tissues, &painter->memory, &marks};
        sn_collect(&collector);
        sn_solid_gpu_upload(&painter->gpu, &painter->solids);
        least = fmin(least, now_ms(CLOCK_THREAD_CPUTIME_ID) - start);
        deform(snapshot, i % 2 ? 0.001 : -0.001);
        const double begin = now_ms(CLOCK_MONOTONIC);
        sn_painter_draw(painter, &target, snapshot, view, &marks);
        glFinish();
        whole = fmin(whole, now_ms(CLOCK_MONOTONIC) - begin);
    }
    printf("%-24s collect and upload %6.2f ms, picture %7.1f ms\n", name, least, whole);
    sn_target_clear(&target);
}

int main(void)
{
    static SceneMaker maker;
    const double size[3] = {0.26, 0.26, 0.26};
    const int cells[3] = {26, 26, 27};
    char text[2048] = "";
    SnOffscreen *offscreen = sn_offscreen_new(text, sizeof text);
    if (!offscreen || !sn_offscreen_make_current(offscreen)) {
        printf("skipped: %s\n", text);
        return 77;
    }
    SnPainter *painter = sn_painter_new(text, sizeof text);
    SnSceneItem *item =
        maker_fem(&maker, fem_box(size, cells, SN_ELEMENT_HEX8), NULL, field, 0xD08A7E);
    printf("%s: %d nodes, %d elements\n", (const char *)glGetString(GL_RENDERER),
           item->fem->n_nodes, item->fem->n_elements);
    SnSnapshot *snapshot = maker_finish(&maker);
    SnStyle *style = &snapshot->scene->items[0].style;
    SnViewSettings view;
    double bounds[2][3];
    sn_view_settings_init(&view);
    view.width = 1280, view.height = 800, view.samples = 0, view.ambient_occlusion = false;
    sn_snapshot_bounds(snapshot, bounds);
    sn_camera_fit(&view.camera, (const double(*)[3])bounds, 1.6);
    measure(painter, snapshot, &view, "field");
    style->faces = SN_FACES_FILL_EDGES;
    measure(painter, snapshot, &view, "field and edges");
    style->faces = SN_FACES_FILL;
    view.clip[0] = (SnClipPlane){true, false, false, {0.2, 1, 0.1}, 0, 0};
    measure(painter, snapshot, &view, "cut");
    view.clip[0].enabled = false;
    style->fem.nodes = true;
    measure(painter, snapshot, &view, "nodes");
    style->fem.nodes = false;
    style->fem.elements = true;
    style->fem.shrink = 0.8f;
    measure(painter, snapshot, &view, "elements");
    sn_painter_free(painter);
    sn_snapshot_unref(snapshot);
    sn_offscreen_clear_current(offscreen);
    sn_offscreen_free(offscreen);
    return 0;
}
