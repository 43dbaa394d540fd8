/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scene_maker.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

SnStyle maker_style(uint32_t rgb)
{
    SnStyle style = {.visible = true,
                     .alpha = 1,
                     .specular = 0.2f,
                     .point_radius = 0.001f,
                     .line_radius = 2,
                     .line_style = SN_LINE_LINE};
    for (int k = 0; k < 3; k++) {
        style.color[k] = (float)(rgb >> (16 - 8 * k) & 255) / 255;
        style.edge_color[k] = 0.6f * style.color[k];
    }
    return style;
}

static SnSceneItem *add_item(SceneMaker *maker, SnItemKind kind, uint32_t rgb)
{
    SnSceneItem *item = &maker->items[maker->n_items++];
    memset(item, 0, sizeof *item);
    item->kind = kind;
    item->id = (SnId){(uint32_t)maker->n_items, 1, 0};
    item->style = maker_style(rgb);
    item->count = 1;
    item->scalar = item->vector = -1;
    item->body = maker->n_items; /* each moves alone */
    return item;
}

static int add_point(SceneMaker *maker, const double p[3])
{
    memcpy(maker->points[maker->n_points], p, 3 * sizeof *p);
    return maker->n_points++;
}

SnSceneItem *maker_posed(SceneMaker *maker, SnItemKind kind, double x, double y, double z,
                         double size0, double size1, uint32_t rgb)
{
    SnSceneItem *item = add_item(maker, kind, rgb);
    const double pose[7] = {x, y, z, 1, 0, 0, 0};
    memcpy(maker->poses[maker->n_poses], pose, sizeof pose);
    item->first = maker->n_poses++;
    item->size[0] = size0;
    item->size[1] = size1;
    return item;
}

SnSceneItem *maker_mesh(SceneMaker *maker, SnMesh *mesh, double x, double y, double z, uint32_t rgb)
{
    SnSceneItem *item = maker_posed(maker, SN_ITEM_MESH, x, y, z, 0, 0, rgb);
    item->mesh = mesh;
    return item;
}

SnSceneItem *maker_point(SceneMaker *maker, double x, double y, double z, double radius,
                         uint32_t rgb)
{
    const double p[3] = {x, y, z};
    SnSceneItem *item = add_item(maker, SN_ITEM_POINT, rgb);
    item->first = add_point(maker, p);
    item->style.point_radius = (float)radius;
    return item;
}

SnSceneItem *maker_path(SceneMaker *maker, int n, const double (*points)[3], double activation,
                        uint32_t rgb)
{
    SnSceneItem *item = add_item(maker, SN_ITEM_PATH, rgb);
    item->first = maker->n_path_points;
    item->count = n;
    for (int i = 0; i < n; i++)
        maker->path_points[maker->n_path_points++] = add_point(maker, points[i]);
    if (activation >= 0) {
        item->path_kind = SN_PATH_MUSCLE;
        item->scalar = maker->n_scalars;
        maker->scalars[maker->n_scalars++] = (float)activation;
    }
    return item;
}

SnSceneItem *maker_strand(SceneMaker *maker, int n, const double (*points)[3], double radius,
                          const double *values, uint32_t rgb)
{
    SnSceneItem *item = maker_path(maker, n, points, -1, rgb);
    item->path_kind = SN_PATH_STRAND;
    item->style.line_style = SN_LINE_CYLINDER;
    item->style.line_radius = (float)radius;
    item->scalar = maker->n_scalars;
    item->first_node = maker->n_nodes;
    item->n_nodes = n;
    for (int i = 0; i < n; i++) {
        maker->scalars[maker->n_scalars++] = values ? (float)values[i] : 0;
        maker->nodes[maker->n_nodes++] =
            (SnNodeView){maker->path_points[item->first + i], i, SN_NODE_LOOK_MATTER};
    }
    maker->n_scalars += n + 1; /* strains and activation, 0 */
    item->style.strand_field = SN_STRAND_FIELD_TENSION;
    if (values)
        item->style.fem = (SnFemStyle){
            .field = true, .field_automatic = true, .field_label = "Tension", .field_unit = "N"};
    return item;
}

SnSceneItem *maker_arrow(SceneMaker *maker, const double from[3], const double vector[3],
                         double scale, uint32_t rgb)
{
    SnSceneItem *item = add_item(maker, SN_ITEM_ARROW, rgb);
    item->first = add_point(maker, from);
    item->vector = maker->n_vectors++;
    for (int k = 0; k < 3; k++)
        maker->vectors[item->vector][k] = (float)vector[k];
    item->size[0] = scale;
    return item;
}

/* Like memcpy, also of nothing to nowhere. */
static void copy(void *to, const void *from, size_t size)
{
    if (size)
        memcpy(to, from, size);
}

SnSnapshot *maker_finish(SceneMaker *maker)
{
    SnScene *scene = sn_scene_new(maker->n_items, maker->n_path_points, maker->n_nodes);
    copy(scene->items, maker->items, sizeof(SnSceneItem) * (size_t)maker->n_items);
    copy(scene->path_points, maker->path_points, sizeof(int) * (size_t)maker->n_path_points);
    copy(scene->nodes, maker->nodes, sizeof(SnNodeView) * (size_t)maker->n_nodes);
    scene->n_poses = maker->n_poses;
    scene->n_points = maker->n_points;
    scene->n_scalars = maker->n_scalars;
    scene->n_vectors = maker->n_vectors;
    SnSnapshotPool *pool = sn_snapshot_pool_new();
    SnSnapshot *snapshot = sn_snapshot_pool_take(pool, scene, maker->n_contacts, 0);
    copy(snapshot->poses, maker->poses, sizeof maker->poses[0] * (size_t)maker->n_poses);
    copy(snapshot->points, maker->points, sizeof maker->points[0] * (size_t)maker->n_points);
    copy(snapshot->scalars, maker->scalars, sizeof(float) * (size_t)maker->n_scalars);
    copy(snapshot->vectors, maker->vectors, sizeof maker->vectors[0] * (size_t)maker->n_vectors);
    snapshot->n_contacts = maker->n_contacts;
    copy(snapshot->contacts, maker->contacts, sizeof(SnContactView) * (size_t)maker->n_contacts);
    sn_scene_unref(scene);
    sn_snapshot_pool_free(pool);
    return snapshot;
}

SceneMaker *maker_new(void)
{
    return calloc(1, sizeof(SceneMaker));
}

SnSnapshot *maker_take(SceneMaker *maker)
{
    SnSnapshot *snapshot = maker_finish(maker);
    free(maker);
    return snapshot;
}

SnSnapshot *scene_of_box(SnShading shading)
{
    SceneMaker *maker = maker_new();
    maker_mesh(maker, maker_box(0.02, 0.02, 0.02), 0, 0, 0, 0x3C7FB1)->style.shading = shading;
    return maker_take(maker);
}

SnMesh *maker_box(double half_x, double half_y, double half_z)
{
    static const uint32_t quads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                         {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    float *vertices = malloc(8 * 3 * sizeof *vertices);
    uint32_t *triangles = malloc(12 * 3 * sizeof *triangles);
    for (int i = 0; i < 8; i++) {
        vertices[3 * i] = (float)(i & 1 ? half_x : -half_x);
        vertices[3 * i + 1] = (float)(i & 2 ? half_y : -half_y);
        vertices[3 * i + 2] = (float)(i & 4 ? half_z : -half_z);
    }
    for (int i = 0; i < 6; i++) {
        const uint32_t *q = quads[i];
        const uint32_t both[6] = {q[0], q[1], q[2], q[0], q[2], q[3]};
        memcpy(triangles + 6 * i, both, sizeof both);
    }
    return sn_mesh_new(8, vertices, 12, triangles);
}

SnMesh *maker_sphere(double radius, int rows, int columns)
{
    const int n_vertices = 2 + (rows - 1) * columns, n_triangles = 2 * columns * (rows - 1);
    float *vertices = malloc((size_t)n_vertices * 3 * sizeof *vertices);
    uint32_t *triangles = malloc((size_t)n_triangles * 3 * sizeof *triangles);
    const float poles[2] = {(float)-radius, (float)radius};
    for (int i = 0; i < 2; i++)
        vertices[3 * i] = vertices[3 * i + 1] = 0, vertices[3 * i + 2] = poles[i];
    int v = 2, t = 0;
    for (int i = 1; i < rows; i++) {
        for (int k = 0; k < columns; k++, v++) {
            const double a = M_PI * i / rows, b = 2 * M_PI * k / columns;
            vertices[3 * v] = (float)(radius * sin(a) * cos(b));
            vertices[3 * v + 1] = (float)(radius * sin(a) * sin(b));
            vertices[3 * v + 2] = (float)(-radius * cos(a));
        }
    }
    for (int i = 0; i < rows; i++) {
        for (int k = 0; k < columns; k++) {
            const int next = (k + 1) % columns;
            const uint32_t a = (uint32_t)(2 + (i - 1) * columns + k);
            const uint32_t b = (uint32_t)(2 + (i - 1) * columns + next);
            const uint32_t c = a + (uint32_t)columns, d = b + (uint32_t)columns;
            if (i > 0) {
                const uint32_t up = i == rows - 1 ? 1 : d;
                triangles[t++] = a, triangles[t++] = b, triangles[t++] = up;
            }
            if (i < rows - 1) {
                const uint32_t down = i == 0 ? 0 : a;
                triangles[t++] = down, triangles[t++] = d, triangles[t++] = c;
            }
        }
    }
    return sn_mesh_new(n_vertices, vertices, n_triangles, triangles);
}
