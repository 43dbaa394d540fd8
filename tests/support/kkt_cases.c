/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/kkt_cases.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

double sn_test_random(unsigned long long *seed)
{
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return (double)(*seed * 2685821657736338717ULL >> 11) / 4503599627370496.0 - 1;
}

void sn_kkt_free(SnKktMatrix *matrix)
{
    free(matrix->a_start);
    free(matrix->a_row);
    free(matrix->a_value);
    free(matrix->g_start);
    free(matrix->g_column);
    free(matrix->g_value);
    free(matrix->c);
    free(matrix);
}

static SnKktMatrix *matrix_new(int n, int q, int a_entries, int g_entries)
{
    SnKktMatrix *matrix = calloc(1, sizeof *matrix);

    matrix->n = n;
    matrix->q = q;
    matrix->a_start = calloc((size_t)n + 1, sizeof(int));
    matrix->a_row = calloc((size_t)a_entries + 1, sizeof(int));
    matrix->a_value = calloc((size_t)a_entries + 1, sizeof(double));
    matrix->g_start = calloc((size_t)q + 1, sizeof(int));
    matrix->g_column = calloc((size_t)g_entries + 1, sizeof(int));
    matrix->g_value = calloc((size_t)g_entries + 1, sizeof(double));
    matrix->c = calloc((size_t)q + 1, sizeof(double));
    return matrix;
}

SnKktMatrix *sn_kkt_from_dense(int n, int q, const double *a, const double *g, const double *c)
{
    SnKktMatrix *matrix = matrix_new(n, q, n * n, q * n);
    int fill = 0;

    for (int j = 0; j < n; j++) {
        for (int i = j; i < n; i++) {
            if (i == j || a[i * n + j] != 0) {
                matrix->a_row[fill] = i;
                matrix->a_value[fill++] = a[i * n + j];
            }
        }
        matrix->a_start[j + 1] = fill;
    }
    fill = 0;
    for (int i = 0; i < q; i++) {
        for (int j = 0; j < n; j++) {
            if (g[i * n + j] != 0) {
                matrix->g_column[fill] = j;
                matrix->g_value[fill++] = g[i * n + j];
            }
        }
        matrix->g_start[i + 1] = fill;
        matrix->c[i] = c ? c[i] : 0;
    }
    return matrix;
}

/* A list of entries of a symmetric matrix, summed into columns. */
typedef struct Entry {
    int column, row;
    double value;
} Entry;

static int compare_entries(const void *a, const void *b)
{
    const Entry *x = a, *y = b;

    return x->column != y->column ? (x->column > y->column) - (x->column < y->column)
                                  : (x->row > y->row) - (x->row < y->row);
}

/* start [columns + 1], row, value from the entries with equal places added up. */
static void compress(Entry *entries, int count, int columns, int *start, int *row, double *value)
{
    int fill = 0;

    qsort(entries, (size_t)count, sizeof *entries, compare_entries);
    for (int k = 0; k < count; k++) {
        const Entry *e = &entries[k];
        if (k > 0 && !compare_entries(e, e - 1)) {
            value[fill - 1] += e->value;
            continue;
        }
        row[fill] = e->row;
        value[fill++] = e->value;
        start[e->column + 1] = fill;
    }
    for (int j = 0; j < columns; j++) {
        if (start[j + 1] < start[j])
            start[j + 1] = start[j];
    }
}

/* r := rotation by angle about unit axis (x, y, z), times r */
static void rotate(double r[9], double angle, double x, double y, double z)
{
    double c = cos(angle), s = sin(angle), t = 1 - c, old[9];
    double m[9] = {t * x * x + c,     t * x * y - s * z, t * x * z + s * y,
                   t * x * y + s * z, t * y * y + c,     t * y * z - s * x,
                   t * x * z - s * y, t * y * z + s * x, t * z * z + c};

    memcpy(old, r, sizeof old);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            r[3 * i + j] =
                m[3 * i] * old[j] + m[3 * i + 1] * old[3 + j] + m[3 * i + 2] * old[6 + j];
    }
}

/* Row of G: direction d on the velocity of the point at `arm` from the centre, times sign. */
static double *point_row(double *g, const double d[3], const double arm[3], double sign)
{
    *g++ = sign * d[0];
    *g++ = sign * d[1];
    *g++ = sign * d[2];
    *g++ = sign * (arm[1] * d[2] - arm[2] * d[1]);
    *g++ = sign * (arm[2] * d[0] - arm[0] * d[2]);
    *g++ = sign * (arm[0] * d[1] - arm[1] * d[0]);
    return g;
}

static double *turn_row(double *g, const double d[3], double sign)
{
    for (int k = 0; k < 3; k++)
        *g++ = 0;
    for (int k = 0; k < 3; k++)
        *g++ = sign * d[k];
    return g;
}

SnKktMatrix *sn_kkt_chain(int links)
{
    static const double inertia[3] = {6.6666667e-6, 8.6666667e-5, 8.6666667e-5};
    static const double mass = 0.1, half = 0.05;
    SnKktMatrix *matrix = matrix_new(6 * links, 5 * links, 21 * links, 60 * links);
    double r[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, before[3] = {0, 0, 0};
    double *a = matrix->a_value, *g = matrix->g_value;
    int *row = matrix->a_row, *column = matrix->g_column;

    for (int b = 0; b < links; b++) {
        rotate(r, 0.3 * sin(1.7 * b + 0.4), 0, 1, 0);
        rotate(r, 0.05 * cos(0.9 * b), 1, 0, 0);
        for (int j = 0; j < 6; j++) {
            for (int i = j; i < 6; i++) {
                double value = i == j && j < 3 ? mass : 0;
                for (int k = 0; k < 3 && j >= 3; k++)
                    value += r[3 * (i - 3) + k] * inertia[k] * r[3 * (j - 3) + k];
                *row++ = 6 * b + i;
                *a++ = value;
            }
            matrix->a_start[6 * b + j + 1] = (int)(a - matrix->a_value);
        }
        /* hinge to the link before (or the ground) at the near end, about the local y axis */
        double arm[3] = {-half * r[0], -half * r[3], -half * r[6]};
        for (int i = 0; i < 5; i++) {
            double d[3] = {0, 0, 0};
            if (i < 3)
                d[i] = 1;
            else
                for (int k = 0; k < 3; k++)
                    d[k] = r[3 * k + (i == 3 ? 0 : 2)];
            if (b > 0)
                g = i < 3 ? point_row(g, d, before, -1) : turn_row(g, d, -1);
            g = i < 3 ? point_row(g, d, arm, 1) : turn_row(g, d, 1);
            for (int j = b > 0 ? 6 * b - 6 : 0; j < 6 * b + 6; j++)
                *column++ = j;
            matrix->g_start[5 * b + i + 1] = (int)(g - matrix->g_value);
        }
        for (int k = 0; k < 3; k++)
            before[k] = half * r[3 * k];
    }
    return matrix;
}

/* Brick of edge `edge`: stiffness ke [24][24] (linear elastic, 2x2x2 points), volume row [24]. */
static void brick(double edge, double lambda, double mu, double ke[24][24], double volume[24])
{
    static const double at = 0.57735026918962576;
    double weight = edge * edge * edge / 8;

    memset(ke, 0, sizeof(double[24][24]));
    memset(volume, 0, sizeof(double[24]));
    for (int p = 0; p < 8; p++) {
        double x[3] = {p & 1 ? at : -at, p & 2 ? at : -at, p & 4 ? at : -at}, dn[8][3];
        for (int a = 0; a < 8; a++) {
            double s[3] = {a & 1 ? 1 : -1, a & 2 ? 1 : -1, a & 4 ? 1 : -1};
            for (int k = 0; k < 3; k++) {
                int l = (k + 1) % 3, m = (k + 2) % 3;
                dn[a][k] = s[k] * (1 + s[l] * x[l]) * (1 + s[m] * x[m]) / (4 * edge);
                volume[3 * a + k] += weight * dn[a][k];
            }
        }
        for (int i = 0; i < 24; i++) {
            for (int j = 0; j < 24; j++) {
                const double *da = dn[i / 3], *db = dn[j / 3];
                double value = lambda * da[i % 3] * db[j % 3] + mu * da[j % 3] * db[i % 3];
                if (i % 3 == j % 3)
                    value += mu * (da[0] * db[0] + da[1] * db[1] + da[2] * db[2]);
                ke[i][j] += weight * value;
            }
        }
    }
}

SnKktMatrix *sn_kkt_box(int nx, int ny, int nz, int joints, double stiffness_shift)
{
    static const double edge = 0.005, density = 1040, h = 0.005, body_mass = 0.2, turn = 1e-4;
    int layer = (nx + 1) * (ny + 1), free_nodes = layer * nz, elements = nx * ny * nz;
    int n = 3 * free_nodes + 6, q = elements + 3 * joints, count = 0, rows = 0;
    int a_most = elements * 300 + free_nodes * 3 + 21, g_most = elements * 24 + joints * 12;
    SnKktMatrix *matrix = matrix_new(n, q, a_most, g_most);
    Entry *entries = calloc((size_t)a_most, sizeof *entries);
    Entry *row_entries = calloc((size_t)g_most, sizeof *row_entries);
    double ke[24][24], volume[24];
    double node_mass = density * edge * edge * edge;
    double shift = stiffness_shift * (node_mass + h * h * 5 * 1000 * edge);

    brick(edge, 2000, 1000, ke, volume);
    for (int e = 0; e < elements; e++) {
        int base = e % nx + (e / nx) % ny * (nx + 1) + e / (nx * ny) * layer, dof[24];
        for (int a = 0; a < 8; a++) {
            int node = base + (a & 1) + (a & 2) / 2 * (nx + 1) + (a & 4) / 4 * layer - layer;
            for (int k = 0; k < 3; k++)
                dof[3 * a + k] = node < 0 ? -1 : 3 * node + k;
        }
        for (int i = 0; i < 24; i++) {
            for (int j = 0; j < 24 && dof[i] >= 0; j++) {
                if (dof[j] >= 0 && dof[i] >= dof[j])
                    entries[count++] = (Entry){dof[j], dof[i], h * h * ke[i][j]};
            }
            if (dof[i] >= 0)
                row_entries[rows++] = (Entry){e, dof[i], volume[i]};
        }
    }
    for (int i = 0; i < 3 * free_nodes; i++)
        entries[count++] = (Entry){i, i, node_mass - shift};
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j <= i; j++)
            entries[count++] = (Entry){n - 6 + j, n - 6 + i,
                                       i == j             ? (i < 3 ? body_mass : turn)
                                       : i >= 3 && j >= 3 ? 1e-6
                                                          : 0};
    }
    for (int k = 0; k < joints; k++) {
        int node = free_nodes - layer + k * (layer - 1) / (joints > 1 ? joints - 1 : 1);
        double arm[3] = {edge * (node % (nx + 1)), edge * (node / (nx + 1) % (ny + 1)), -edge};
        for (int i = 0; i < 3; i++) {
            double d[3] = {i == 0, i == 1, i == 2}, g[6];
            point_row(g, d, arm, -1);
            row_entries[rows++] = (Entry){elements + 3 * k + i, 3 * node + i, 1};
            for (int j = 0; j < 6; j++)
                row_entries[rows++] = (Entry){elements + 3 * k + i, n - 6 + j, g[j]};
        }
    }
    compress(entries, count, n, matrix->a_start, matrix->a_row, matrix->a_value);
    compress(row_entries, rows, q, matrix->g_start, matrix->g_column, matrix->g_value);
    free(entries);
    free(row_entries);
    return matrix;
}

SnKktMatrix *sn_kkt_duplicate_rows(const SnKktMatrix *matrix, int count)
{
    int n = matrix->n, q = matrix->q, entries = matrix->g_start[q], more = matrix->g_start[count];
    SnKktMatrix *copy = matrix_new(n, q + count, matrix->a_start[n], entries + more);

    memcpy(copy->a_start, matrix->a_start, ((size_t)n + 1) * sizeof(int));
    memcpy(copy->a_row, matrix->a_row, (size_t)matrix->a_start[n] * sizeof(int));
    memcpy(copy->a_value, matrix->a_value, (size_t)matrix->a_start[n] * sizeof(double));
    memcpy(copy->g_start, matrix->g_start, ((size_t)q + 1) * sizeof(int));
    memcpy(copy->g_column, matrix->g_column, (size_t)entries * sizeof(int));
    memcpy(copy->g_value, matrix->g_value, (size_t)entries * sizeof(double));
    memcpy(copy->c, matrix->c, (size_t)q * sizeof(double));
    for (int i = 0; i < count; i++)
        copy->g_start[q + i + 1] = entries + matrix->g_start[i + 1];
    for (int p = 0; p < more; p++) {
        copy->g_column[entries + p] = matrix->g_column[p];
        copy->g_value[entries + p] = 2 * matrix->g_value[p];
    }
    return copy;
}

SnKktMatrix *sn_kkt_random(int n, int q, int width, unsigned long long seed)
{
    double *a = calloc((size_t)n * (size_t)n + 1, sizeof *a);
    double *g = calloc((size_t)q * (size_t)n + 1, sizeof *g);

    for (int j = 0; j < n; j++) {
        a[j * n + j] += 0.5;
        for (int k = 0; k < 3; k++) {
            int i = (int)((sn_test_random(&seed) + 1) * 0.5 * n);
            double value = sn_test_random(&seed);
            if (i == j)
                continue;
            a[i > j ? i * n + j : j * n + i] += value;
            a[j * n + j] += fabs(value);
            a[i * n + i] += fabs(value);
        }
    }
    for (int i = 0; i < q; i++) {
        for (int k = 0; k < width; k++)
            g[i * n + (int)((sn_test_random(&seed) + 1) * 0.5 * n)] = sn_test_random(&seed);
    }
    SnKktMatrix *matrix = sn_kkt_from_dense(n, q, a, g, NULL);
    free(a);
    free(g);
    return matrix;
}

const char *sn_kkt_backend_name(SnLinsolveBackend backend)
{
    static const char *const names[] = {"auto", "dense", "sparse", "single", "supernodal"};

    assert(backend >= SN_LINSOLVE_AUTO && backend <= SN_LINSOLVE_SUPERNODAL);
    return names[backend];
}
