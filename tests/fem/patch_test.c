/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Verification A1: patch test, zero eigenvalues, rotation without stress, of all solid elements. */
#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fem/grid_cases.h"
#include "tests/fem/material_moduli.h"

extern void dsyev_(const char *job, const char *triangle, const int *n, double *a, const int *lda,
                   double *w, double *work, const int *lwork, int *info);

static const double unit[3] = {1, 1, 1};

static SnMaterial linear_material(void)
{
    SnMaterial material = sn_material_default();
    material.kind = SN_MATERIAL_LINEAR;
    material.youngs_modulus = 1e6;
    material.poissons_ratio = 0.25;
    return material;
}

/* Positions of a homogeneous deformation of all nodes. */
static double (*deform(const SnFemSolid *solid, const double f[3][3]))[3]
{
    double(*x)[3] = calloc((size_t)solid->n_nodes, sizeof *x);
    for (int a = 0; a < solid->n_nodes; a++)
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                x[a][i] += f[i][k] * solid->rest[3 * a + k];
    return x;
}

/* Forces at nodes inside vanish, so the field solves the problem; those of the face x = 1 are the
 * stress times its area. */
static void check_patch(SnFemSolid *solid, const double f[3][3], const double traction[3])
{
    SnFemScratch *scratch = sn_fem_scratch_new(solid);
    double(*x)[3] = deform(solid, f), sum[3] = {0}, inside = 0, outside = 0;
    double(*force)[3] = malloc((size_t)solid->n_nodes * sizeof *force);
    const SnFemInput input = {.x = (const double(*)[3])x};

    g_assert_cmpint(sn_fem_evaluate(solid, &input, NULL, scratch), ==, -1);
    grid_node_forces(solid, scratch, force);
    for (int a = 0; a < solid->n_nodes; a++)
        for (int i = 0; i < 3; i++) {
            double *most = grid_is_outside(solid, a, unit) ? &outside : &inside;
            *most = fmax(*most, fabs(force[a][i]));
            if (solid->rest[3 * a] > 1 - 1e-9)
                sum[i] -= force[a][i];
        }
    g_assert_cmpfloat(inside, <, 1e-10 * outside);
    for (int i = 0; traction && i < 3; i++)
        g_assert_cmpfloat(fabs(sum[i] - traction[i]), <, 1e-10 * fabs(traction[i]));
    sn_fem_scratch_free(scratch);
    sn_fem_solid_free(solid);
    free(force);
    free(x);
}

static void test_patch(void)
{
    static const double f[3][3] = {{1.001, 5e-4, 5e-4}, {5e-4, 1.001, 5e-4}, {5e-4, 5e-4, 1.001}};
    static const double traction[3] = {2000, 400, 400};
    static const int cells[3] = {3, 3, 3};

    for (int mode = 0; mode <= SN_INCOMPRESSIBLE_SOFT; mode++) {
        check_patch(patch_case(linear_material(), (SnIncompressibility)mode), f, traction);
        for (int kind = 0; kind <= SN_ELEMENT_PYRAMID5; kind++) {
            g_test_message("%s, mode %d", sn_element_shape((SnElementKind)kind)->name, mode);
            check_patch(grid_case((SnElementKind)kind, cells, unit, 0.3, linear_material(),
                                  (SnIncompressibility)mode),
                        f, traction);
        }
    }
}

/* Large homogeneous deformation of a non-linear law. */
static void test_large_patch(void)
{
    static const double f[3][3] = {{1.3, 0.4, -0.2}, {-0.3, 0.9, 0.5}, {0.1, 0.2, 1.1}};
    static const int cells[3] = {3, 3, 3};

    for (int mode = 0; mode <= SN_INCOMPRESSIBLE_SOFT; mode++)
        for (int kind = 0; kind <= SN_ELEMENT_PYRAMID5; kind++)
            check_patch(grid_case((SnElementKind)kind, cells, unit, 0.3,
                                  material_case(SN_MATERIAL_MOONEY_RIVLIN),
                                  (SnIncompressibility)mode),
                        f, NULL);
}

/* Six motions of a free element cost nothing, all others something. */
static void check_eigenvalues(SnElementKind kind, SnMaterialKind law)
{
    SnFemSolid *solid = solid_case(kind, law, SN_INCOMPRESSIBLE_OFF, 1, 3);
    SnFemScratch *scratch = sn_fem_scratch_new(solid);
    const SnFemInput input = {.x = (const double(*)[3])solid->rest, .tangent = true};
    const int n = 3 * solid->n_nodes, room = 64 * n;
    double *full = malloc((size_t)(n * n) * sizeof *full);
    double *work = malloc((size_t)room * sizeof *work), value[3 * SN_ELEMENT_MAX_NODES];
    int info, zero = 0;

    sn_fem_evaluate(solid, &input, NULL, scratch);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const int a = i / 3, b = j / 3;
            full[i * n + j] =
                a >= b ? scratch->stiffness[9 * (a * (a + 1) / 2 + b) + 3 * (i % 3) + j % 3]
                       : scratch->stiffness[9 * (b * (b + 1) / 2 + a) + 3 * (j % 3) + i % 3];
        }
    dsyev_("N", "U", &n, full, &n, value, work, &room, &info);
    g_assert_cmpint(info, ==, 0);
    for (int i = 0; i < n; i++) {
        g_assert_cmpfloat(value[i], >, -1e-12 * value[n - 1]);
        zero += value[i] < 1e-9 * value[n - 1];
    }
    g_assert_cmpint(zero, ==, 6);
    free(full);
    free(work);
    sn_fem_scratch_free(scratch);
    sn_fem_solid_free(solid);
}

static void test_eigenvalues(void)
{
    for (int kind = 0; kind <= SN_ELEMENT_PYRAMID5; kind++) {
        check_eigenvalues((SnElementKind)kind, SN_MATERIAL_LINEAR);
        check_eigenvalues((SnElementKind)kind, SN_MATERIAL_NEO_HOOKEAN);
    }
}

static void test_rotation(void)
{
    static const double f[3][3] = {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}};

    for (int law = SN_MATERIAL_COROTATED; law < SN_MATERIAL_KIND_COUNT; law++)
        for (int kind = 0; kind <= SN_ELEMENT_PYRAMID5; kind++)
            for (int mode = 0; mode <= SN_INCOMPRESSIBLE_SOFT; mode++) {
                SnFemSolid *solid = solid_case((SnElementKind)kind, (SnMaterialKind)law,
                                               (SnIncompressibility)mode, 5, 3);
                SnFemScratch *scratch = sn_fem_scratch_new(solid);
                double(*x)[3] = deform(solid, f), shear, bulk;
                const SnFemInput input = {.x = (const double(*)[3])x};

                material_moduli(&solid->materials[0], &shear, &bulk);
                sn_fem_evaluate(solid, &input, NULL, scratch);
                for (int k = 0; k < 3 * solid->start[5]; k++) /* faces of some 1e-4 m2 */
                    g_assert_cmpfloat(fabs(scratch->force[k]), <, 1e-13 * (shear + bulk));
                g_assert_cmpfloat(fabs(sn_fem_energy(solid, &input, NULL)), <,
                                  1e-18 * (shear + bulk));
                free(x);
                sn_fem_scratch_free(scratch);
                sn_fem_solid_free(solid);
            }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/fem/patch/small", test_patch);
    g_test_add_func("/fem/patch/large", test_large_patch);
    g_test_add_func("/fem/patch/eigenvalues", test_eigenvalues);
    g_test_add_func("/fem/patch/rotation", test_rotation);
    return g_test_run();
}
