/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Time of a picture: 100 000 triangles, 100 muscles and 200 markers at 1280 x 800. Prints only.
 * An argument: that case alone. */
#include "render/offscreen.h"
#include "render/paint/painter.h"
#include "scene_maker.h"

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

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static SnSnapshot *make_scene(void)
{
    static SceneMaker maker;
    for (int i = 0; i < 4; i++) {
        SnMesh *mesh = maker_sphere(0.04, 113, 112); /* 25088 triangles */
        SnSceneItem *item = maker_mesh(&maker, mesh, 0.09 * (i % 2), 0.09 * (i / 2), 0, 0xE8DDC4);
        item->style.specular = 0.2f;
    }
    for (int i = 0; i < 100; i++) {
        const double a = 2 * M_PI * i / 100, r = 0.1;
        const double line[2][3] = {{0.045 + r * cos(a), 0.045 + r * sin(a), -0.04},
                                   {0.045 + r * cos(a + 0.4), 0.045 + r * sin(a + 0.4), 0.05}};
        SnSceneItem *muscle = maker_path(&maker, 2, line, i / 100.0, 0xA8554B);
        muscle->style.line_style = SN_LINE_SPINDLE;
        muscle->style.line_radius = 0.004f;
        for (int k = 0; k < 2; k++)
            maker_point(&maker, line[k][0], line[k][1], line[k][2], 0.001, 0x3C7FB1);
    }
    return maker_finish(&maker);
}

typedef struct Case {
    const char *name;
    int samples;
    bool occlusion, selected, clip, clear, moving;
    bool stirred; /* bodies, points and activations change with each picture, as in a run */
} Case;

/* Each body its own way by some millimetres, each point and activation too. */
static void stir(SnSnapshot *snapshot, int picture)
{
    for (int i = 0; i < snapshot->scene->n_poses; i++)
        for (int k = 0; k < 3; k++)
            snapshot->poses[7 * i + k] += 1e-3 * sin(0.7 * picture + i + 2 * k);
    for (int i = 0; i < 3 * snapshot->scene->n_points; i++)
        snapshot->points[i] += 2e-4 * sin(0.5 * picture + i);
    for (int i = 0; i < snapshot->scene->n_scalars; i++)
        snapshot->scalars[i] = (float)(0.5 + 0.5 * sin(0.3 * picture + i));
}

/* Fifteen pictures, each from another side. */
static void measure(const Case *what, SnPainter *painter, SnTarget *target, SnSnapshot *snapshot,
                    uint8_t *pixels)
{
    double times[15], work[15], reading = 0;
    SnViewSettings view;
    sn_view_settings_init(&view);
    double bounds[2][3];
    sn_snapshot_bounds(snapshot, bounds);
    sn_camera_fit(&view.camera, (const double(*)[3])bounds, 1.6);
    view.samples = what->samples;
    view.ambient_occlusion = what->occlusion;
    view.moving = what->moving;
    view.clip[0] = (SnClipPlane){what->clip, false, false, {0, -1, 0}, 0, 0.01};
    for (int i = 0; i < 4; i++)
        snapshot->scene->items[i].style.alpha = what->clear ? 0.4f : 1;
    const SnId first = {1, 1, 0};
    const SnMarks marks = {&first, what->selected, SN_ID_NULL, NULL, false};
    for (int i = 0; i < 15; i++) {
        sn_camera_orbit(&view.camera, 0.05, 0);
        if (what->stirred)
            stir(snapshot, i);
        const double start = now_ms(CLOCK_MONOTONIC);
        const double before = now_ms(CLOCK_PROCESS_CPUTIME_ID);
        sn_painter_draw(painter, target, snapshot, &view, &marks);
        glFinish();
        const double drawn = now_ms(CLOCK_MONOTONIC);
        work[i] = now_ms(CLOCK_PROCESS_CPUTIME_ID) - before;
        sn_target_read(target, true, pixels);
        times[i] = drawn - start;
        reading = now_ms(CLOCK_MONOTONIC) - drawn;
    }
    qsort(times, 15, sizeof *times, compare);
    qsort(work, 15, sizeof *work, compare);
    printf("%-30s median %6.1f ms, least %6.1f ms, processor %6.1f ms, read back %4.1f ms\n",
           what->name, times[7], times[0], work[7], reading);
}

int main(int n_arguments, char **arguments)
{
    static const Case cases[] = {
        {.name = "moving: bodies, muscles, eye", .moving = true, .stirred = true},
        {.name = "moving: the eye", .moving = true},
        {.name = "plain"},
        {.name = "occlusion", .occlusion = true},
        {.name = "msaa4", .samples = 4},
        {.name = "msaa4+occlusion", .samples = 4, .occlusion = true},
        {.name = "plain, one selected", .selected = true},
        {.name = "plain, clip plane", .clip = true},
        {.name = "plain, meshes transparent", .clear = true},
    };
    char text[2048] = "";
    SnOffscreen *offscreen = sn_offscreen_new(text, sizeof text);
    if (!offscreen || !sn_offscreen_make_current(offscreen)) {
        printf("skipped: %s\n", text);
        return 77;
    }
    SnPainter *painter = sn_painter_new(text, sizeof text);
    SnSnapshot *snapshot = make_scene();
    SnTarget target = {0};
    uint8_t *pixels = malloc(4 * 1280 * 800);
    printf("%s, %s\n", (const char *)glGetString(GL_RENDERER),
           (const char *)glGetString(GL_VERSION));
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        if (n_arguments > 1 && strcmp(arguments[1], cases[c].name) != 0)
            continue;
        measure(&cases[c], painter, &target, snapshot, pixels);
    }
    free(pixels);
    sn_target_clear(&target);
    sn_painter_free(painter);
    sn_snapshot_unref(snapshot);
    sn_offscreen_clear_current(offscreen);
    sn_offscreen_free(offscreen);
    return 0;
}
