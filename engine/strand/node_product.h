/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Products of the derivatives of two nodes of a strand.  Nearly all nodes are points of a body (6
 * columns) or of their own (3): those sizes are constants, so that their loops are unrolled. */
#ifndef SN_STRAND_NODE_PRODUCT_H
#define SN_STRAND_NODE_PRODUCT_H

#include "engine/strand/segment.h"

/* target, with n columns, += factor A' B, A (3 x rows) and B (3 x columns). */
static inline void sn_add_product_sized(const double *restrict a, int rows,
                                        const double *restrict b, int columns, double factor, int n,
                                        double *restrict target)
{
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++)
            target[n * r + c] += factor * (a[r] * b[c] + a[rows + r] * b[columns + c] +
                                           a[2 * rows + r] * b[2 * columns + c]);
}

/* The same with six columns each, the first three of A being 1. */
static inline void sn_add_body_product(const double *restrict a, const double *restrict b,
                                       double factor, int n, double *restrict target)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 6; c++)
            target[n * r + c] += factor * b[6 * r + c];
    for (int r = 3; r < 6; r++)
        for (int c = 0; c < 6; c++)
            target[n * r + c] +=
                factor * (a[r] * b[c] + a[6 + r] * b[6 + c] + a[12 + r] * b[12 + c]);
}

/* The same, A being the derivative of a node. */
static inline void sn_add_product(const SnSegmentNode *a, const double *b, int columns,
                                  double factor, int n, double *target)
{
    if (a->on_body && columns == 6)
        sn_add_body_product(a->jacobian, b, factor, n, target);
    else if (a->width == 3 && columns == 3)
        sn_add_product_sized(a->jacobian, 3, b, 3, factor, n, target);
    else
        sn_add_product_sized(a->jacobian, a->width, b, columns, factor, n, target);
}

/* right = S B, B (3 x columns). */
static inline void sn_times_sized(const double s[9], const double *restrict b, int columns,
                                  double *restrict right)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < columns; c++)
            right[columns * r + c] =
                s[3 * r] * b[c] + s[3 * r + 1] * b[columns + c] + s[3 * r + 2] * b[2 * columns + c];
}

/* The same, for any size that a node has. */
static inline void sn_times(const double s[9], const double *b, int columns, double *right)
{
    if (columns == 6)
        sn_times_sized(s, b, 6, right);
    else if (columns == 3)
        sn_times_sized(s, b, 3, right);
    else
        sn_times_sized(s, b, columns, right);
}

#endif
