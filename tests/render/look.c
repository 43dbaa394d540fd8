/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures of the published jaw model, for looking at: look FOLDER_OF_DATA FOLDER_FOR_PICTURES. */
#include "render/render.h"
#include "scene_maker.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Look {
    SceneMaker maker;
    SnSceneItem *jaw, *maxilla, *cranium, *hyoid;
} Look;

static SnSceneItem *load(Look *look, const char *folder, const char *name, uint32_t rgb)
{
    char path[1024];
    const double zero[3] = {0, 0, 0};
    snprintf(path, sizeof path, "%s/%s.obj", folder, name);
    SnMesh *mesh = maker_obj(path, zero);
    if (!mesh) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(1);
    }
    return maker_mesh(&look->maker, mesh, 0, 0, 0, rgb);
}

static void load_muscles(Look *look, const char *folder)
{
    char path[1024], line[1024];
    snprintf(path, sizeof path, "%s/jaw_muscles.csv", folder);
    FILE *file = fopen(path, "r");
    if (!file || !fgets(line, sizeof line, file))
        return;
    for (int row = 0; fgets(line, sizeof line, file); row++) {
        double p[2][3], force = 0;
        char *s = line;
        for (int field = 0; s && field < 12; field++) {
            char *next = strchr(s, ',');
            if (next)
                *next++ = 0;
            if (field >= 4 && field <= 6)
                p[0][field - 4] = atof(s);
            if (field >= 8 && field <= 10)
                p[1][field - 8] = atof(s);
            if (field == 11)
                force = atof(s);
            s = next;
        }
        SnSceneItem *item =
            maker_path(&look->maker, 2, (const double(*)[3])p, (row / 2 % 5) / 4.0, 0xA8554B);
        item->style.line_style = SN_LINE_SPINDLE;
        item->style.line_radius = (float)(0.0016 + 0.0045 * sqrt(force / 160));
        item->style.specular = 0.45f;
        for (int i = 0; i < 2; i++)
            maker_point(&look->maker, p[i][0], p[i][1], p[i][2], 0.0011, 0x3C7FB1);
    }
    fclose(file);
}

static void save(const SnSnapshot *snapshot, const SnViewSettings *view, const SnId *selection,
                 int n, const char *folder, const char *name)
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

int main(int argc, char **argv)
{
    static Look look;
    if (argc < 3) {
        fprintf(stderr, "look DATA OUT\n");
        return 2;
    }
    const char *out = argv[2];
    look.jaw = load(&look, argv[1], "jaw", 0xE8DDC4);
    look.maxilla = load(&look, argv[1], "maxilla", 0xE8DDC4);
    look.cranium = load(&look, argv[1], "cranium", 0xE8DDC4);
    look.hyoid = load(&look, argv[1], "hyoid", 0xE8DDC4);
    load_muscles(&look, argv[1]);
    maker_posed(&look.maker, SN_ITEM_AXES, 0.0977922, 0, 0.0877323, 0.02, 0, 0x888888);
    SnSceneItem *plane = maker_posed(&look.maker, SN_ITEM_PLANE, 0.0823750, -0.0239, 0.10454,
                                     0.0125, 0.0125, 0x6FA8C8);
    plane->style.alpha = 1;
    const double tip[3] = {0.0635, 0, 0.092}, force[3] = {0, 0, -20};
    maker_arrow(&look.maker, tip, force, 0.001, 0xC0397A);
    SnSnapshot *snapshot = maker_finish(&look.maker);
    SnSceneItem *items = snapshot->scene->items;
    const SnId jaw = look.jaw->id;

    SnViewSettings view;
    sn_view_settings_init(&view);
    view.width = 1440, view.height = 900;
    aim(&view, snapshot, 0.75, 0.62, -0.22);
    save(snapshot, &view, NULL, 0, out, "light");
    save(snapshot, &view, &jaw, 1, out, "selected");
    view.dark = true;
    save(snapshot, &view, &jaw, 1, out, "dark");
    view.dark = false;
    items[1].style.alpha = items[2].style.alpha = 0.35f;
    save(snapshot, &view, NULL, 0, out, "transparent");
    items[1].style.alpha = items[2].style.alpha = 1;
    view.camera.distance *= 0.35;
    save(snapshot, &view, NULL, 0, out, "near");
    aim(&view, snapshot, 0.75, 0.62, -0.22);
    view.clip[0] = (SnClipPlane){true, true, false, {0, -1, 0}, 0.012, 0.005};
    save(snapshot, &view, NULL, 0, out, "clip");
    view.clip[0] = (SnClipPlane){true, false, true, {-0.2, -1, 0.3}, 0.012, 0.008};
    view.manipulator = 1;
    view.manipulator_pose[0] = 0.0977922, view.manipulator_pose[2] = 0.0877323;
    save(snapshot, &view, NULL, 0, out, "slice");
    view.clip[0].enabled = false;
    view.manipulator = 2;
    view.camera.orthographic = true;
    aim(&view, snapshot, 0, 1, 0);
    items[0].style.faces = SN_FACES_FILL_EDGES;
    items[1].style.faces = SN_FACES_WIREFRAME;
    save(snapshot, &view, NULL, 0, out, "ortho");
    sn_snapshot_unref(snapshot);
    return 0;
}
