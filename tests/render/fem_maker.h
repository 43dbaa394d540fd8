/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finite elements for tests of the renderer, made by hand. */
#ifndef SN_TESTS_FEM_MAKER_H
#define SN_TESTS_FEM_MAKER_H

#include "scene_maker.h"

/* Any mesh: elements one after the other as {kind, nodes...}; finds the outside. Copies. */
SnFemMesh *fem_make(int n_nodes, const double (*rest)[3], int n_elements, const int *elements);
/* Box about the origin with cells of one kind: HEX8, HEX20, TET4, TET10, WEDGE6 or PYRAMID5 (a hex
 * is 6 tets, 2 wedges or 6 pyramids). */
SnFemMesh *fem_box(const double size[3], const int cells[3], SnElementKind kind);
/* Ball of tets or hexes: a cube of 4 cells a side (times `fine`) drawn out to the sphere. */
SnFemMesh *fem_ball(double radius, int fine, SnElementKind kind);
/* Two quads of a membrane in the plane z = 0 and a hex, a pyramid, wedge and tet on it. */
SnFemMesh *fem_mixed(void);
/* Mesh of the FEM model's outside (corners only), carried by its nodes with weight one. */
SnSkin *fem_skin(const SnFemMesh *fem);

/* What moves a node from its rest place, and its value there. */
typedef void (*FemMove)(const double rest[3], double place[3]);
typedef double (*FemField)(const double rest[3]);

/* FEM item; takes the mesh.  move NULL: at rest; field NULL: none. */
SnSceneItem *maker_fem(SceneMaker *maker, SnFemMesh *fem, FemMove move, FemField field,
                       uint32_t rgb);
/* Skin over the nodes of a FEM item; takes the skin. */
SnSceneItem *maker_skin(SceneMaker *maker, const SnSceneItem *fem, SnSkin *skin, uint32_t rgb);

/* One fem: a box of 3 x 2 x 2 cells about the origin, unlit, its colours for 1000 to 7000. */
extern const double FEM_BOX_SIZE[3];
extern const int FEM_BOX_CELLS[3];
SnSnapshot *scene_of_fem_box(FemMove move, FemField field, SnElementKind kind);
/* Number of the node whose rest place that is; -1: none. */
int fem_node_near(const SnFemMesh *fem, double x, double y, double z);

#endif
