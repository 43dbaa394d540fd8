/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Products of the derivatives of two nodes of a strand.  Nearly all nodes are points of a body (6
 * columns) or of their own (3): those sizes are constants, so that their loops are unrolled. */
#ifndef SN_STRAND_NODE_PRODUCT_H
#define SN_STRAND_NODE_PRODUCT_H

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

/* The same, for any sizes that nodes have. */
static inline void sn_add_product(const double *a, int rows, const double *b, int columns,
                                  double factor, int n, double *target)
{
    if (rows == 6 && columns == 6)
        sn_add_product_sized(a, 6, b, 6, factor, n, target);
    else if (rows == 3 && columns == 3)
        sn_add_product_sized(a, 3, b, 3, factor, n, target);
    else
        sn_add_product_sized(a, rows, b, columns, factor, n, target);
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
