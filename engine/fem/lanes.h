/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Four elements at once.  Files that include this are compiled once for each instruction set; the
 * order of operations in the source is the order of rounding. */
#ifndef SN_FEM_LANES_H
#define SN_FEM_LANES_H

#define SN_LANES 4
typedef double SnLanes __attribute__((vector_size(SN_LANES * sizeof(double))));

/* As SnLanes, in memory that is aligned for doubles only. */
typedef double SnLooseLanes
    __attribute__((vector_size(SN_LANES * sizeof(double)), aligned(8), may_alias));

#define SN_PASTE2(a, b) a##_##b
#define SN_PASTE(a, b)  SN_PASTE2(a, b)
/* Name of a function of this instruction set: SN_FEM_SET is given by the build. */
#define SN_FEM(name)    SN_PASTE(sn_fem_##name, SN_FEM_SET)
#define SN_QUOTE2(a)    #a
#define SN_QUOTE(a)     SN_QUOTE2(a)
#define SN_FEM_SET_NAME SN_QUOTE(SN_FEM_SET)

#endif
