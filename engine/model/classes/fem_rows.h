/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of the FEM model's arrays, and what its parts share. */
#ifndef SN_MODEL_CLASSES_FEM_ROWS_H
#define SN_MODEL_CLASSES_FEM_ROWS_H

#include "engine/model/classes/fem.h"

/* Nodes and elements, in this order. */
extern const SnArrayRow SN_FEM_ARRAYS[2];

/* What SN_CLASS_FEM takes from fem_mesh.c and fem_checks.c. */
void sn_fem_copy_made(const SnComponent *from, SnComponent *to);
void sn_fem_free_made(SnComponent *component);
/* Whether the mesh is the one that the rows ask for. */
bool sn_fem_is_current(const SnFem *fem);
/* Whether it can be made; false with the reason. */
bool sn_fem_try_mesh(const SnModel *model, const SnFem *fem, GError **error);
void sn_fem_validate(const SnModel *model, const SnComponent *component, SnChecks *checks);

/* What SN_CLASS_FEM takes from fem_mesh.c and fem_checks.c. */
void sn_fem_copy_made(const SnComponent *from, SnComponent *to);
void sn_fem_free_made(SnComponent *component);
void sn_fem_validate(const SnModel *model, const SnComponent *component, SnChecks *checks);

/* The FEM model that a region, bundle or surface is part of; NULL while it is not in a tree. */
const SnFem *sn_fem_of_part(const SnComponent *part);

/* Adds an error for each list of numbers that the FEM model does not have: "elements names 740, but
 * fems/tongue has 740 elements, numbers 0 to 739".  `nodes`: of nodes, otherwise of elements. */
void sn_fem_check_numbers(const SnModel *model, SnId holder, const SnFem *fem, const char *property,
                          const SnIndices *indices, bool nodes, SnChecks *checks);

/* Checks of a material that go beyond the ranges of its rows. */
void sn_material_check(const SnMaterial *material, SnId id, SnChecks *checks);

#endif
