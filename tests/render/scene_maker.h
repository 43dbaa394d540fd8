/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scenes for tests of the renderer, made by hand. */
#ifndef SN_TESTS_SCENE_MAKER_H
#define SN_TESTS_SCENE_MAKER_H

#include "engine/snapshot.h"

/* Grows while items are added; maker_finish() makes the snapshot. */
typedef struct SceneMaker {
    SnSceneItem items[512];
    int n_items;
    int path_points[2048];
    int n_path_points;
    SnNodeView nodes[2048];
    int n_nodes;
    double poses[256][7], points[32768][3];
    float scalars[32768], vectors[64][3];
    int n_poses, n_points, n_scalars, n_vectors;
    SnContactView contacts[16];
    int n_contacts;
} SceneMaker;

/* Bone-like style: opaque, smooth, filled, spheres of 1 mm, lines of 2 px. */
SnStyle maker_style(uint32_t rgb);
/* Each returns the item, with id (number of the item + 1, 1, 0). */
SnSceneItem *maker_mesh(SceneMaker *maker, SnMesh *mesh, double x, double y, double z,
                        uint32_t rgb);
SnSceneItem *maker_point(SceneMaker *maker, double x, double y, double z, double radius,
                         uint32_t rgb);
/* Polyline through n points; activation below 0: no scalar. */
SnSceneItem *maker_path(SceneMaker *maker, int n, const double (*points)[3], double activation,
                        uint32_t rgb);
/* A strand of a radius through n points, each a node of its component; values [n] or NULL. */
SnSceneItem *maker_strand(SceneMaker *maker, int n, const double (*points)[3], double radius,
                          const double *values, uint32_t rgb);
SnSceneItem *maker_posed(SceneMaker *maker, SnItemKind kind, double x, double y, double z,
                         double size0, double size1, uint32_t rgb);
SnSceneItem *maker_arrow(SceneMaker *maker, const double from[3], const double vector[3],
                         double scale, uint32_t rgb);

/* Snapshot with its scene; one reference, to be unref'd. */
SnSnapshot *maker_finish(SceneMaker *maker);
/* The same of a maker on the heap, which goes with it. */
SceneMaker *maker_new(void);
SnSnapshot *maker_take(SceneMaker *maker);
/* A blue box of half size 0.02 around the origin. */
SnSnapshot *scene_of_box(SnShading shading);

SnMesh *maker_box(double half_x, double half_y, double half_z);
SnMesh *maker_sphere(double radius, int rows, int columns);

#endif
