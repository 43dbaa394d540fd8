/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/strand/wrenches.h"

#include <math.h>
#include <string.h>

#define SWEEPS 30

void sn_wrenches_add(SnWrenches *wrenches, const double wrench[6])
{
    wrenches->n++;
    for (int i = 0; i < 6; i++) {
        wrenches->sum[i] += wrench[i];
        for (int j = 0; j < 6; j++)
            wrenches->gram[i][j] += wrench[i] * wrench[j];
    }
}

/* Rotation in the plane (p, q) that makes a[p][q] vanish; v collects the eigenvectors in its
 * columns. */
static void rotate(double a[6][6], double v[6][6], int p, int q)
{
    if (a[p][q] == 0)
        return;
    const double tau = (a[q][q] - a[p][p]) / (2 * a[p][q]);
    const double t = (tau >= 0 ? 1 : -1) / (fabs(tau) + sqrt(1 + tau * tau));
    const double c = 1 / sqrt(1 + t * t), s = t * c;
    for (int k = 0; k < 6; k++) {
        const double x = a[k][p], y = a[k][q];
        a[k][p] = c * x - s * y, a[k][q] = s * x + c * y;
    }
    for (int k = 0; k < 6; k++) {
        const double x = a[p][k], y = a[q][k];
        a[p][k] = c * x - s * y, a[q][k] = s * x + c * y;
    }
    for (int k = 0; k < 6; k++) {
        const double x = v[k][p], y = v[k][q];
        v[k][p] = c * x - s * y, v[k][q] = s * x + c * y;
    }
}

int sn_wrenches_directions(const SnWrenches *wrenches, double tolerance, double direction[6][6],
                           double sigma[6])
{
    double a[6][6], v[6][6] = {{0}};
    memcpy(a, wrenches->gram, sizeof a);
    for (int i = 0; i < 6; i++)
        v[i][i] = 1;
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        double off = 0, size = 0;
        for (int p = 0; p < 6; p++)
            for (int q = 0; q < 6; q++)
                *(p == q ? &size : &off) += a[p][q] * a[p][q];
        if (off <= 1e-32 * size)
            break;
        for (int p = 0; p < 5; p++)
            for (int q = p + 1; q < 6; q++)
                rotate(a, v, p, q);
    }
    int order[6], n = 0;
    for (int i = 0; i < 6; i++) { /* largest first, equal ones as they come */
        int k = i;
        for (; k > 0 && a[order[k - 1]][order[k - 1]] < a[i][i]; k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
    for (int i = 0; i < 6; i++) {
        const int column = order[i];
        sigma[i] = sqrt(fmax(a[column][column], 0));
        if (!(sigma[i] > tolerance * sigma[0]))
            continue;
        int most = 0;
        for (int k = 1; k < 6; k++)
            if (fabs(v[k][column]) > fabs(v[most][column]) * (1 + 1e-9))
                most = k;
        for (int k = 0; k < 6; k++)
            direction[n][k] = v[most][column] < 0 ? -v[k][column] : v[k][column];
        n++;
    }
    return n;
}
