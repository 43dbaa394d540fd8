/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures of strands, for looking at: look_strand FOLDER_FOR_PICTURES. */
#include "render/render.h"
#include "scene_maker.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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

static void add_all(SceneMaker *maker)
{
    const double zigzag[6][3] = {{-0.05, 0, 0.03}, {-0.03, 0, 0.03}, {-0.02, 0.01, 0.05},
                                 {0, 0, 0.02},     {0.02, 0, 0.05},  {0.05, 0, 0.05}};
    const double tension[6] = {10, 10, 22, 22, 37, 37};
    SnSceneItem *item = maker_strand(maker, 6, zigzag, 0.002, tension, 0xEFEAE0);
    maker->nodes[item->first_node + 2].look = SN_NODE_LOOK_PASSING;
    maker->nodes[item->first_node + 4].look = SN_NODE_LOOK_SLIDING;
    double ring[40][3], wave[9][3];
    for (int i = 0; i < 40; i++) {
        ring[i][0] = 0.02 * cos(2 * M_PI * i / 40) - 0.025;
        ring[i][1] = 0.01;
        ring[i][2] = 0.02 * sin(2 * M_PI * i / 40) - 0.02;
    }
    maker_strand(maker, 40, (const double(*)[3])ring, 0.0015, NULL, 0xEFEAE0)->closed = true;
    for (int i = 0; i < 9; i++) {
        wave[i][0] = 0.01 * i - 0.02;
        wave[i][1] = 0;
        wave[i][2] = i % 2 ? -0.005 : -0.04;
    }
    SnSceneItem *muscle = maker_strand(maker, 9, (const double(*)[3])wave, 0.003, NULL, 0xA8554B);
    muscle->spline = muscle->active = true;
    maker->scalars[muscle->scalar + 2 * 9] = 0.8f;
    const double sheath[4][3] = {
        {-0.052, 0, 0.03}, {-0.045, 0, 0.03}, {-0.04, 0, 0.03}, {-0.035, 0, 0.03}};
    SnSceneItem *guide = maker_strand(maker, 4, sheath, 0.004, NULL, 0x9FB4C6);
    guide->path_kind = SN_PATH_GUIDE;
    guide->style.alpha = 0.35f;
    guide->n_nodes = 0;
}

int main(int argc, char **argv)
{
    static SceneMaker maker;
    SnViewSettings view;
    if (argc < 2) {
        fprintf(stderr, "look_strand OUT\n");
        return 2;
    }
    sn_view_settings_init(&view);
    view.width = 960, view.height = 640;
    add_all(&maker);
    SnSnapshot *snapshot = maker_finish(&maker);
    const double direction[3] = {0.15, 1, -0.3}, up[3] = {0, 0, 1};
    double bounds[2][3];
    sn_camera_look(&view.camera, direction, up);
    sn_snapshot_bounds(snapshot, bounds);
    sn_camera_fit(&view.camera, (const double(*)[3])bounds, (double)view.width / view.height);
    const SnId id = snapshot->scene->items[0].id, node = sn_id_of_entry(id, 0, 3);
    save(snapshot, &view, NULL, 0, argv[1], "strands");
    save(snapshot, &view, &id, 1, argv[1], "strand-selected");
    save(snapshot, &view, &node, 1, argv[1], "node-selected");
    view.clip[0] = (SnClipPlane){true, false, false, {0, -1, 0}, 0, 0};
    save(snapshot, &view, NULL, 0, argv[1], "strands-cut");
    sn_snapshot_unref(snapshot);
    return 0;
}
