/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Damping in proportion to the stiffness, in large random deformations: every kind of element, law
 * and treatment of volume.  It takes energy from every motion but rigid ones, is what the tangent
 * has of it, and is beta K at rest. */
#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/vec.h"
#include "tests/fem/grid_cases.h"
#include "tests/fem/solid_cases.h"

#define BETA 0.02

typedef struct Case {
    SnFemSolid *solid;
    SnFemScratch *scratch;
    double (*x)[3], (*v)[3];
    SnFemInput input;
} Case;

/* Two shells or membranes in a strip, bent. */
static SnFemSolid *sheet_case(SnElementKind kind, SnMaterial material, SnIncompressibility mode)
{
    const int corners = sn_element_shape(kind)->n_corners;
    const bool shell = sn_element_is_shell(kind);
    double rest[12][3];
    int nodes[16], n = 0;
    SnElementKind kinds[2] = {kind, kind};

    for (int k = 0; k < 12; k++) {
        const int column = k % 6 / 2, row = k % 2, back = k / 6;
        sn_v3_set(0.01 * column, 0.01 * row + 0.001 * column,
                  0.002 * column * column - (back ? 0.001 : 0), rest[k]);
    }
    for (int e = 0; e < 2; e++) {
        const int first = 2 * e, quad[4] = {first, first + 2, first + 3, first + 1};
        for (int side = 0; side < (shell ? 2 : 1); side++)
            for (int k = 0; k < corners; k++)
                nodes[n++] = quad[k] + 6 * side;
    }
    SnFemSolid *solid =
        solid_from_mesh(shell ? 12 : 6, (const double(*)[3])rest, 2, kinds, nodes, material, mode);
    /* the nodes of a shell are those of both its sides */
    for (int e = 0; e < 2; e++)
        solid->start[e + 1] = solid->start[e] + corners * (shell ? 2 : 1);
    free(solid->nodes);
    solid->nodes = calloc((size_t)n, sizeof *solid->nodes);
    memcpy(solid->nodes, nodes, (size_t)n * sizeof *nodes);
    solid->thickness = calloc(2, sizeof *solid->thickness);
    solid->thickness[0] = solid->thickness[1] = 0.001;
    finish_case(solid);
    return solid;
}

static void case_new(Case *c, SnElementKind kind, SnMaterialKind law, SnIncompressibility mode)
{
    SnMaterial material = material_case(law);
    if (sn_element_is_surface(kind)) {
        material.stiffening = 1;
        c->solid = sheet_case(kind, material, mode);
    } else {
        c->solid = solid_case(kind, law, mode, 5, 3 + (uint32_t)kind);
    }
    c->solid->stiffness_damping = BETA;
    c->scratch = sn_fem_scratch_new(c->solid);
    c->x = deformed_case(c->solid, sn_element_is_surface(kind) ? 1e-4 : 4e-4, 9);
    c->v = calloc((size_t)c->solid->n_nodes, sizeof *c->v);
    c->input = (SnFemInput){.x = (const double(*)[3])c->x, .v = (const double(*)[3])c->v};
}

static void case_free(Case *c)
{
    sn_fem_scratch_free(c->scratch);
    sn_fem_solid_free(c->solid);
    free(c->x);
    free(c->v);
}

static void at_rest(Case *c)
{
    memcpy(c->x, c->solid->rest, (size_t)c->solid->n_nodes * sizeof *c->x);
}

static void random_velocity(Case *c, uint32_t seed)
{
    for (int a = 0; a < c->solid->n_nodes; a++)
        for (int i = 0; i < 3; i++)
            c->v[a][i] = random_case(&seed);
}

/* Power of the viscous force, and the sum of its parts' sizes. */
static double power(Case *c, double *size)
{
    const SnFemSolid *s = c->solid;
    double sum = 0;

    g_assert_cmpint(sn_fem_evaluate(s, &c->input, NULL, c->scratch), ==, -1);
    *size = 0;
    for (int k = 0; k < s->start[s->n_elements]; k++)
        for (int i = 0; i < 3; i++) {
            const double part = c->scratch->viscous[3 * k + i] * c->v[s->nodes[k]][i];
            sum += part;
            *size += fabs(part);
        }
    return sum;
}

static void check_dissipation(Case *c)
{
    double size;
    for (uint32_t round = 0; round < 20; round++) {
        random_velocity(c, round);
        const double p = power(c, &size);
        g_assert_cmpfloat(p, <, 1e-14 * size);
        g_assert_cmpfloat(size, >, 0);
    }
}

/* A turn about any axis through any point, with a translation. */
static void check_rigid(Case *c)
{
    double random_size, size;
    uint32_t seed = 77;
    random_velocity(c, 5);
    power(c, &random_size);
    for (int round = 0; round < 5; round++) {
        double spin[3], shift[3];
        for (int i = 0; i < 3; i++) {
            spin[i] = 100 * random_case(&seed);
            shift[i] = random_case(&seed);
        }
        for (int a = 0; a < c->solid->n_nodes; a++) {
            sn_v3_cross(spin, c->x[a], c->v[a]);
            sn_v3_add(c->v[a], shift, c->v[a]);
        }
        power(c, &size);
        g_assert_cmpfloat(size, <, 1e-11 * random_size);
    }
}

/* Of one element's packed matrix. */
static double entry(const double *k, int row, int column)
{
    const int a = row / 3, b = column / 3;
    return a >= b ? k[9 * (a * (a + 1) / 2 + b) + 3 * (row % 3) + column % 3]
                  : k[9 * (b * (b + 1) / 2 + a) + 3 * (column % 3) + row % 3];
}

/* matrix v of an element */
static void multiply(const Case *c, const double *matrix, int e, double *product)
{
    const SnFemSolid *s = c->solid;
    const int first = s->start[e], n = 3 * (s->start[e + 1] - first);
    for (int row = 0; row < n; row++) {
        product[row] = 0;
        for (int column = 0; column < n; column++)
            product[row] += entry(matrix + s->stiffness_start[e], row, column) *
                            c->v[s->nodes[first + column / 3]][column % 3];
    }
}

/* `force` of every element is -factor x (matrix less another) v. */
static void check_product(const Case *c, const double *matrix, const double *less, double factor,
                          double tolerance)
{
    const SnFemSolid *s = c->solid;
    double a[60], b[60] = {0}, error = 0, size = 0;
    for (int e = 0; e < s->n_elements; e++) {
        multiply(c, matrix, e, a);
        if (less)
            multiply(c, less, e, b);
        for (int k = 0; k < 3 * (s->start[e + 1] - s->start[e]); k++) {
            const double force = c->scratch->viscous[3 * s->start[e] + k];
            error = fmax(error, fabs(factor * (a[k] - b[k]) + force));
            size = fmax(size, fabs(force) + fabs(factor * a[k]));
        }
    }
    g_assert_cmpfloat(error, <, tolerance * size);
}

static void check_tangent(Case *c)
{
    const double share = 300;
    const SnFemSolid *s = c->solid;
    const size_t n = (size_t)s->stiffness_start[s->n_elements];
    double *without = malloc(n * sizeof *without);

    random_velocity(c, 40);
    c->input.tangent = true;
    sn_fem_evaluate(s, &c->input, NULL, c->scratch);
    memcpy(without, c->scratch->stiffness, n * sizeof *without);
    c->input.rate_share = share;
    sn_fem_evaluate(s, &c->input, NULL, c->scratch);
    check_product(c, c->scratch->stiffness, without, 1 / share, 1e-11);
    for (int e = 0; e < s->n_elements; e++) /* blocks on the diagonal are stored whole */
        for (int a = 0; a < s->start[e + 1] - s->start[e]; a++) {
            const double *block =
                c->scratch->stiffness + s->stiffness_start[e] + 9 * (a * (a + 1) / 2 + a);
            g_assert_cmpfloat(fabs(block[1] - block[3]), <, 1e-10 * fabs(block[0]));
        }
    c->input.rate_share = 0;
    c->input.tangent = false;
    free(without);
}

/* At rest it is beta K, of laws without fibres; the volume only where it is damped. */
static void check_rest(Case *c)
{
    at_rest(c);
    random_velocity(c, 50);
    c->input.tangent = true;
    sn_fem_evaluate(c->solid, &c->input, NULL, c->scratch);
    check_product(c, c->scratch->stiffness, NULL, BETA, 1e-9);
    c->input.tangent = false;
}

static bool small_strain(SnMaterialKind law)
{
    return sn_material_classes[law].flags & SN_LAW_SMALL_STRAIN;
}

static void test_all(void)
{
    for (int kind = 0; kind < SN_ELEMENT_KIND_COUNT; kind++)
        for (int law = 0; law < SN_MATERIAL_KIND_COUNT; law++)
            for (int mode = 0; mode < 4; mode++) {
                const bool fibres = sn_material_classes[law].flags & SN_LAW_FIBRE;
                Case c;
                case_new(&c, (SnElementKind)kind, (SnMaterialKind)law, (SnIncompressibility)mode);
                check_dissipation(&c);
                if (!small_strain((SnMaterialKind)law))
                    check_rigid(&c);
                check_tangent(&c);
                if (!fibres && (mode < 2 || sn_element_is_surface((SnElementKind)kind)))
                    check_rest(&c);
                case_free(&c);
            }
}

/* The damped bulk modulus stays in proportion to that of shear. */
static void test_bulk(void)
{
    static const double nu[] = {0.3, 0.45, 0.49, 0.4999};
    double damped[4];
    for (int k = 0; k < 4; k++) {
        Case c;
        double size;
        case_new(&c, SN_ELEMENT_HEX8, SN_MATERIAL_NEO_HOOKEAN, SN_INCOMPRESSIBLE_SOFT);
        c.solid->materials[0].poissons_ratio = nu[k];
        at_rest(&c);
        for (int a = 0; a < c.solid->n_nodes; a++)
            sn_v3_copy(c.x[a], c.v[a]); /* swells */
        damped[k] = -power(&c, &size);
        const double mu = 5000 / (2 * (1 + nu[k])), kappa = 5000 / (3 * (1 - 2 * nu[k]));
        double volume = 0;
        for (int e = 0; e < c.solid->n_elements; e++)
            volume += c.solid->volume[e];
        g_assert_cmpfloat(
            fabs(damped[k] / (9 * BETA * fmin(kappa, SN_FEM_BULK_DAMPED * mu) * volume) - 1), <,
            1e-9);
        case_free(&c);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/fem/damping/all", test_all);
    g_test_add_func("/fem/damping/bulk", test_bulk);
    return g_test_run();
}
