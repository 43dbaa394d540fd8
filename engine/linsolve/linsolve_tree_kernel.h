/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the numbers of bodies in trees share: files that are compiled once for each instruction set.
 */
#ifndef SN_LINSOLVE_LINSOLVE_TREE_KERNEL_H
#define SN_LINSOLVE_LINSOLVE_TREE_KERNEL_H

#include "engine/linsolve/linsolve_ldl.h"
#include "engine/linsolve/linsolve_tree.h"

#define BLOCK SN_TREE_BLOCK
#define WIDTH SN_TREE_WIDTH

#define UNROLL _Pragma("GCC unroll 8")
#define INLINE static inline __attribute__((always_inline))

#define TREE_JOIN_(name, set) sn_tree_##name##_##set
#define TREE_JOIN(name, set)  TREE_JOIN_(name, set)
#define TREE_FUNCTION(name)   TREE_JOIN(name, SN_LDL_SET)

#endif
