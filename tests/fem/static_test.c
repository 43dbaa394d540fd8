/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mean dilatation against verification V1 and V2 (reference/verification.md: own code and FEBio):
 * the beam and the cube of Stavness 2011, statics, by a dense Newton's method. */
#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fem/grid_cases.h"

extern void dgesv_(const int *n, const int *nrhs, double *a, const int *lda, int *pivot, double *b,
                   const int *ldb, int *info);

typedef struct Problem {
    SnFemSolid *solid;
    SnFemScratch *scratch;
    double (*x)[3], (*load)[3], (*force)[3];
    int *unknown; /* [n_nodes][3], -1: held */
    int n;
    double *matrix, *right;
    int *pivot;
} Problem;

static SnMaterial tissue(double c10, double c20)
{
    SnMaterial material = sn_material_default();
    material.kind = SN_MATERIAL_MOONEY_RIVLIN;
    material.c10 = c10;
    material.c20 = c20;
    material.bulk_modulus = 1000 * 2 * c10;
    return material;
}

/* Density 1040 kg/m3: cases are made with 1000. */
#define GRAVITY (9.8 * 1.04)

/* Nodes where the coordinate is zero are held. */
static void begin(Problem *p, SnFemSolid *solid, int held)
{
    const size_t n = (size_t)solid->n_nodes;
    *p = (Problem){.solid = solid,
                   .scratch = sn_fem_scratch_new(solid),
                   .x = malloc(n * sizeof *p->x),
                   .load = calloc(n, sizeof *p->load),
                   .force = calloc(n, sizeof *p->force),
                   .unknown = calloc(3 * n, sizeof *p->unknown)};
    memcpy(p->x, solid->rest, n * sizeof *p->x);
    for (int k = 0; k < 3 * solid->n_nodes; k++)
        p->unknown[k] = solid->rest[k / 3 * 3 + held] == 0 ? -1 : p->n++;
    p->matrix = malloc((size_t)p->n * (size_t)p->n * sizeof *p->matrix);
    p->right = malloc((size_t)p->n * sizeof *p->right);
    p->pivot = malloc((size_t)p->n * sizeof *p->pivot);
}

static void end(Problem *p)
{
    sn_fem_scratch_free(p->scratch);
    sn_fem_solid_free(p->solid);
    free(p->x);
    free(p->load);
    free(p->force);
    free(p->unknown);
    free(p->matrix);
    free(p->right);
    free(p->pivot);
}

static void assemble(Problem *p)
{
    const SnFemSolid *solid = p->solid;

    memset(p->matrix, 0, (size_t)p->n * (size_t)p->n * sizeof *p->matrix);
    for (int e = 0; e < solid->n_elements; e++) {
        const int *node = solid->nodes + solid->start[e], n = solid->start[e + 1] - solid->start[e];
        const double *k = p->scratch->stiffness + solid->stiffness_start[e];
        for (int a = 0; a < n; a++)
            for (int b = 0; b <= a; b++, k += 9)
                for (int i = 0; i < 9; i++) {
                    const int row = p->unknown[3 * node[a] + i / 3];
                    const int column = p->unknown[3 * node[b] + i % 3];
                    if (row < 0 || column < 0)
                        continue;
                    p->matrix[row + (ptrdiff_t)column * p->n] += k[i];
                    if (a != b)
                        p->matrix[column + (ptrdiff_t)row * p->n] += k[i];
                }
    }
}

/* One iteration at a part of the load; returns the largest step. */
static double iterate(Problem *p, double part)
{
    const SnFemInput input = {.x = (const double(*)[3])p->x, .tangent = true};
    const int one = 1;
    double largest = 0;
    int info;

    g_assert_cmpint(sn_fem_evaluate(p->solid, &input, NULL, p->scratch), ==, -1);
    grid_node_forces(p->solid, p->scratch, p->force);
    assemble(p);
    for (int k = 0; k < 3 * p->solid->n_nodes; k++)
        if (p->unknown[k] >= 0)
            p->right[p->unknown[k]] = part * p->load[k / 3][k % 3] + p->force[k / 3][k % 3];
    dgesv_(&p->n, &one, p->matrix, &p->n, p->pivot, p->right, &p->n, &info);
    g_assert_cmpint(info, ==, 0);
    for (int k = 0; k < p->n; k++)
        largest = fmax(largest, fabs(p->right[k]));
    for (int k = 0; k < 3 * p->solid->n_nodes; k++)
        if (p->unknown[k] >= 0)
            p->x[k / 3][k % 3] += p->right[p->unknown[k]];
    return largest;
}

static void solve(Problem *p, int steps)
{
    for (int step = 1; step <= steps; step++) {
        double move = 1;
        for (int i = 0; i < 30 && move > (step < steps ? 1e-4 : 1e-12); i++)
            move = iterate(p, (double)step / steps);
        g_assert_cmpfloat(move, <, 1e-4);
    }
}

static void displacement(const Problem *p, const double at[3], double u[3])
{
    for (int a = 0; a < p->solid->n_nodes; a++) {
        const double *rest = p->solid->rest + 3 * a;
        if (fabs(rest[0] - at[0]) + fabs(rest[1] - at[1]) + fabs(rest[2] - at[2]) < 1e-9)
            for (int i = 0; i < 3; i++)
                u[i] = p->x[a][i] - rest[i];
    }
}

static void test_beam(void)
{
    static const int cells[3] = {8, 4, 4};
    static const double size[3] = {.1, .02, .02}, tip[3] = {.1, .01, .01};
    Problem p;
    double u[3] = {0};

    begin(&p,
          grid_case(SN_ELEMENT_HEX8, cells, size, 0, tissue(10370, 486), SN_INCOMPRESSIBLE_SOFT),
          0);
    for (int a = 0; a < p.solid->n_nodes; a++)
        p.load[a][2] = -GRAVITY * p.solid->node_mass[a];
    solve(&p, 5);
    displacement(&p, tip, u);
    g_test_message("z %.10f, x %.10f", u[2], u[0]);
    g_assert_cmpfloat(fabs(u[2] + .0453989290), <, 1e-6 * .0453989290);
    g_assert_cmpfloat(fabs(u[0] + .0117372309), <, 1e-6 * .0117372309);
    end(&p);
}

static void test_cube(void)
{
    static const int cells[3] = {6, 6, 6};
    static const double size[3] = {.1, .1, .1}, top[3] = {.05, .05, .1};
    Problem p;
    double u[3] = {0};

    begin(&p, grid_case(SN_ELEMENT_HEX8, cells, size, 0, tissue(1037, 486), SN_INCOMPRESSIBLE_SOFT),
          2);
    for (int a = 0; a < p.solid->n_nodes; a++) {
        const double *rest = p.solid->rest + 3 * a;
        p.load[a][2] = -GRAVITY * p.solid->node_mass[a];
        if (fabs(rest[0] - .05) < .02 && fabs(rest[1] - .05) < .02 && rest[2] > .0999)
            p.load[a][2] -= .8 / 9;
    }
    solve(&p, 2);
    displacement(&p, top, u);
    g_test_message("z %.10f", u[2]);
    g_assert_cmpfloat(fabs(u[2] + .0084748781), <, 1e-6 * .0084748781);
    end(&p);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/fem/static/beam", test_beam);
    g_test_add_func("/fem/static/cube", test_cube);
    return g_test_run();
}
