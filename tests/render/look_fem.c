/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures of finite elements, for looking at: look_fem FOLDER_FOR_PICTURES. */
#include "fem_maker.h"
#include "render/render.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double beam_size[3] = {0.12, 0.03, 0.03};

/* Bent to an arc and twisted. */
static void bend(const double rest[3], double place[3])
{
    const double radius = 0.11, angle = rest[0] / radius, twist = 4 * rest[0];
    const double y = rest[1] * cos(twist) - rest[2] * sin(twist);
    const double z = rest[1] * sin(twist) + rest[2] * cos(twist);
    place[0] = (radius - z) * sin(angle);
    place[1] = y;
    place[2] = radius - 0.11 - (radius - z) * cos(angle) + radius;
}

static double stress(const double rest[3])
{
    const double along = 1 - fabs(rest[0]) / 0.06;
    return 5800 * hypot(rest[2] / 0.015, 0.5 * rest[1] / 0.015) * (0.25 + 0.75 * along);
}

static double pressure(const double rest[3])
{
    return 2300 * rest[2] / 0.015 + 400 * rest[0] / 0.06;
}

static void swell(const double rest[3], double place[3])
{
    place[0] = 1.5 * rest[0];
    place[1] = 0.9 * rest[1];
    place[2] = 0.8 * rest[2] + 6 * rest[0] * rest[0];
}

static void save(const SnSnapshot *snapshot, SnViewSettings *view, const SnId *selection, int n,
                 const char *folder, const char *name)
{
    char text[4096] = "", path[1024];
    uint8_t *pixels = sn_render_image(snapshot, view, selection, n, text, sizeof text);
    snprintf(path, sizeof path, "%s/%s.png", folder, name);
    if (!pixels || !sn_png_write(path, pixels, view->width, view->height, text, sizeof text))
        fprintf(stderr, "%s: %s\n", name, text);
    free(pixels);
}

static void aim(SnViewSettings *view, const SnSnapshot *snapshot, double x, double y, double z)
{
    const double direction[3] = {x, y, z}, up[3] = {0, 0, 1};
    double bounds[2][3];
    sn_camera_look(&view->camera, direction, up);
    sn_snapshot_bounds(snapshot, bounds);
    sn_camera_fit(&view->camera, (const double(*)[3])bounds, (double)view->width / view->height);
}

static void beams(SnViewSettings *view, const char *out)
{
    static SceneMaker maker;
    const int cells[3] = {16, 4, 4};
    SnSceneItem *added =
        maker_fem(&maker, fem_box(beam_size, cells, SN_ELEMENT_HEX8), bend, stress, 0xD08A7E);
    added->style.faces = SN_FACES_FILL_EDGES;
    const SnId id = added->id;
    SnSnapshot *snapshot = maker_finish(&maker);
    SnSceneItem *item = &snapshot->scene->items[0];
    SnFemStyle *style = &item->style.fem;
    aim(view, snapshot, 0.55, 0.75, -0.4);
    style->field = false;
    save(snapshot, view, NULL, 0, out, "beam-plain");
    item->style.faces = SN_FACES_FILL;
    save(snapshot, view, &id, 1, out, "beam-selected");
    item->style.faces = SN_FACES_WIREFRAME;
    save(snapshot, view, NULL, 0, out, "beam-wireframe");
    item->style.faces = SN_FACES_FILL_EDGES;
    style->field = true;
    save(snapshot, view, NULL, 0, out, "beam-stress");
    view->dark = true;
    style->color_map = SN_COLOR_MAP_MAGMA;
    save(snapshot, view, NULL, 0, out, "beam-dark");
    view->dark = false;
    style->color_map = SN_COLOR_MAP_VIRIDIS;
    view->clip[0] = (SnClipPlane){true, false, false, {-0.2, -1, -0.1}, -0.003, 0};
    save(snapshot, view, NULL, 0, out, "beam-cut");
    style->field = false;
    save(snapshot, view, NULL, 0, out, "beam-cut-plain");
    style->field = true;
    view->clip[0].slice = true;
    view->clip[0].thickness = 0.006;
    save(snapshot, view, NULL, 0, out, "beam-slice");
    view->clip[0] = (SnClipPlane){0};
    style->elements = true;
    style->shrink = 0.8f;
    item->style.faces = SN_FACES_FILL;
    save(snapshot, view, NULL, 0, out, "beam-elements");
    view->clip[0] = (SnClipPlane){true, false, false, {-0.2, -1, -0.1}, -0.003, 0};
    save(snapshot, view, NULL, 0, out, "beam-elements-cut");
    view->clip[0] = (SnClipPlane){0};
    style->elements = false;
    style->nodes = true;
    item->style.faces = SN_FACES_FILL_EDGES;
    const SnId parts[3] = {sn_id_of_entry(id, 0, 40), sn_id_of_entry(id, 1, 10),
                           sn_id_of_entry(id, 1, 127)};
    save(snapshot, view, parts, 3, out, "beam-nodes");
    style->field = false;
    item->style.alpha = 0.4f;
    save(snapshot, view, NULL, 0, out, "beam-clear");
    sn_snapshot_unref(snapshot);
}

static void balls(SnViewSettings *view, const char *out)
{
    static SceneMaker maker;
    SnFemMesh *ball = fem_ball(0.02, 1, SN_ELEMENT_TET10);
    ball->n_fibres = 60;
    ball->fibre = malloc(60 * sizeof *ball->fibre);
    for (int i = 0; i < 60; i++) {
        ball->fibre[i][0] = 8 * i;
        ball->fibre[i][1] = 8 * i + 7;
        ball->fibre[i][2] = i % 5;
    }
    for (int i = 0; i < 5; i++)
        maker.scalars[maker.n_scalars++] = 0.25f * (float)i;
    SnSceneItem *item = maker_fem(&maker, ball, swell, pressure, 0xD08A7E);
    item->style.specular = 0.5f;
    SnSceneItem *skin = maker_skin(&maker, item, fem_skin(ball), 0xC07060);
    SnSnapshot *snapshot = maker_finish(&maker);
    item = &snapshot->scene->items[0];
    skin = &snapshot->scene->items[1];
    aim(view, snapshot, 0.55, 0.75, -0.4);
    item->style.fem.field = false;
    save(snapshot, view, NULL, 0, out, "ball");
    item->style.fem.directions = true;
    item->style.faces = SN_FACES_FILL_EDGES;
    save(snapshot, view, NULL, 0, out, "ball-fibres");
    item->style.fem.directions = false;
    item->style.fem.field = true;
    item->style.fem.color_map = SN_COLOR_MAP_COOL_WARM;
    view->clip[0] = (SnClipPlane){true, false, false, {-0.3, -1, -0.3}, -0.001, 0};
    save(snapshot, view, NULL, 0, out, "ball-cut");
    item->style.fem.embedded = true;
    skin->style.fem = item->style.fem;
    save(snapshot, view, NULL, 0, out, "skin-cut");
    view->clip[0] = (SnClipPlane){0};
    save(snapshot, view, NULL, 0, out, "skin-field");
    sn_snapshot_unref(snapshot);
}

int main(int argc, char **argv)
{
    SnViewSettings view;
    if (argc < 2) {
        fprintf(stderr, "look_fem OUT\n");
        return 2;
    }
    sn_view_settings_init(&view);
    view.width = 960, view.height = 640;
    beams(&view, argv[1]);
    balls(&view, argv[1]);
    return 0;
}
