/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Membranes and shells: differences, rigid motion, patch tests, closed forms. */
#include "engine/base/vec.h"
#include "engine/fem/results.h"
#include "tests/fem/solid_cases.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_shell(SnElementKind kind)
{
    return kind == SN_ELEMENT_SHELL3 || kind == SN_ELEMENT_SHELL4;
}

/* A sheet of quadrilaterals (or pairs of triangles) over a grid of nx by ny cells; front nodes of
 * all come first, then the back nodes of shells; `place` gives the middle and the unit normal. */
typedef struct Grid {
    SnElementKind kind;
    int nx, ny, count; /* nodes of a face */
    double thickness;
    SnFemSolid *solid;
} Grid;

typedef void (*Place)(double u, double v, double middle[3], double normal[3]);

static int connect(const Grid *g, int *nodes)
{
    int n = 0;
    const bool triangles = g->kind == SN_ELEMENT_MEMBRANE3 || g->kind == SN_ELEMENT_SHELL3;
    for (int j = 0; j < g->ny; j++)
        for (int i = 0; i < g->nx; i++) {
            const int a = i + (g->nx + 1) * j;
            const int quad[4] = {a, a + 1, a + g->nx + 2, a + g->nx + 1};
            const int pair[2][3] = {{quad[0], quad[1], quad[2]}, {quad[0], quad[2], quad[3]}};
            for (int k = 0; k < (triangles ? 2 : 1); k++)
                for (int back = 0; back <= (is_shell(g->kind) ? 1 : 0); back++)
                    for (int c = 0; c < (triangles ? 3 : 4); c++)
                        nodes[n++] = (triangles ? pair[k][c] : quad[c]) + back * g->count;
        }
    return n;
}

static void grid_positions(const Grid *g, Place point, double (*x)[3])
{
    const double half = is_shell(g->kind) ? 0.5 * g->thickness : 0;
    for (int a = 0; a < g->count; a++) {
        double middle[3], normal[3];
        point((double)(a % (g->nx + 1)) / g->nx, (double)(a / (g->nx + 1)) / g->ny, middle, normal);
        for (int i = 0; i < 3; i++) {
            x[a][i] = middle[i] + half * normal[i];
            if (is_shell(g->kind))
                x[g->count + a][i] = middle[i] - half * normal[i];
        }
    }
}

static Grid grid_new(SnElementKind kind, int nx, int ny, double thickness, Place point,
                     SnMaterial material)
{
    Grid g = {kind, nx, ny, (nx + 1) * (ny + 1), thickness, NULL};
    const bool triangles = kind == SN_ELEMENT_MEMBRANE3 || kind == SN_ELEMENT_SHELL3;
    const int faces = is_shell(kind) ? 2 : 1, n = (triangles ? 2 : 1) * nx * ny;
    SnFemSolid *s = calloc(1, sizeof *s);
    g.solid = s;
    s->n_nodes = faces * g.count;
    s->rest = calloc((size_t)s->n_nodes, 3 * sizeof(double));
    grid_positions(&g, point, (double(*)[3])s->rest);
    s->n_elements = n;
    s->kind = calloc((size_t)n, 1);
    s->start = calloc((size_t)n + 1, sizeof(int));
    s->nodes = calloc((size_t)n * 8, sizeof(int));
    s->material_of = calloc((size_t)n, sizeof(int));
    s->density = calloc((size_t)n, sizeof(double));
    s->thickness = calloc((size_t)n, sizeof(double));
    s->fibre = calloc((size_t)n, sizeof *s->fibre);
    const int total = connect(&g, s->nodes);
    for (int e = 0; e < n; e++) {
        s->kind[e] = (uint8_t)kind;
        s->start[e + 1] = (e + 1) * (total / n);
        s->density[e] = 1000;
        s->thickness[e] = thickness;
        s->fibre[e][0] = 0.6, s->fibre[e][1] = 0.8;
    }
    s->n_materials = 1;
    s->materials = calloc(1, sizeof *s->materials);
    s->materials[0] = material;
    finish_case(s);
    return g;
}

static void flat(double u, double v, double middle[3], double normal[3])
{
    sn_v3_set(u, v, 0, middle);
    sn_v3_set(0, 0, 1, normal);
}

/* A curved, irregular patch of a centimetre. */
static void wavy(double u, double v, double middle[3], double normal[3])
{
    sn_v3_set(0.01 * (u + 0.1 * sin(3 * v)), 0.01 * (v + 0.15 * u * v),
              0.002 * sin(2 * u) + 0.0015 * v * v, middle);
    sn_v3_set(-0.4 * cos(2 * u), -0.3 * v, 1, normal);
    sn_v3_normalize(normal, normal);
}

/* --- differences --- */

static double total_energy(const SnFemSolid *s, const double (*x)[3], const double *activation)
{
    const SnFemInput input = {.x = x, .activation = activation};
    return sn_fem_energy(s, &input, NULL);
}

static void nodal(const SnFemSolid *s, const SnFemScratch *scratch, double *force)
{
    memset(force, 0, 3 * (size_t)s->n_nodes * sizeof *force);
    for (int k = 0; k < s->start[s->n_elements]; k++)
        for (int i = 0; i < 3; i++)
            force[3 * s->nodes[k] + i] += scratch->force[3 * k + i];
}

/* Dense stiffness of all nodes, n_nodes*3 square. */
static void assemble(const SnFemSolid *s, const SnFemScratch *scratch, double *k)
{
    const int size = 3 * s->n_nodes;
    memset(k, 0, (size_t)size * (size_t)size * sizeof *k);
    for (int e = 0; e < s->n_elements; e++) {
        const int *node = s->nodes + s->start[e], n = s->start[e + 1] - s->start[e];
        const double *block = scratch->stiffness + s->stiffness_start[e];
        for (int a = 0; a < n; a++)
            for (int b = 0; b <= a; b++, block += 9)
                for (int i = 0; i < 9; i++) {
                    const int row = 3 * node[a] + i / 3, column = 3 * node[b] + i % 3;
                    k[row * size + column] += block[i];
                    if (a != b)
                        k[column * size + row] += block[i];
                }
    }
}

static void check_differences(SnElementKind kind, SnMaterialKind law)
{
    uint32_t seed = 17;
    SnMaterial m = material_case(law);
    m.stiffening = 1;
    Grid g = grid_new(kind, 1, 1, 0.002, wavy, m);
    SnFemSolid *s = g.solid;
    SnFemScratch *scratch = sn_fem_scratch_new(s);
    const int size = 3 * s->n_nodes;
    double x[8][3], activation[2] = {0.3, 0.3}, force[24], up[24], down[24];
    double *k = calloc((size_t)size * (size_t)size, sizeof *k);
    double largest = 0, stiffest = 0;
    static const double f[9] = {0.1, -1.15, 0.2, 1.2, 0.1, -0.1, 0.15, 0.2, 1.05};
    for (int a = 0; a < s->n_nodes; a++) {
        sn_m3_mul_v3(f, s->rest + 3 * a, x[a]);
        for (int i = 0; i < 3; i++)
            x[a][i] += 2e-4 * random_case(&seed);
    }
    SnFemInput input = {.x = (const double(*)[3])x, .activation = activation, .tangent = true};
    g_assert_cmpint(sn_fem_evaluate(s, &input, NULL, scratch), ==, -1);
    assemble(s, scratch, k);
    nodal(s, scratch, force);
    for (int i = 0; i < size; i++)
        largest = fmax(largest, fabs(force[i]));
    for (int i = 0; i < size * size; i++)
        stiffest = fmax(stiffest, fabs(k[i]));
    input.tangent = false;
    const double h = 1e-7;
    double *numbers = x[0];
    for (int i = 0; i < size; i++) {
        numbers[i] += h;
        double high = total_energy(s, input.x, activation);
        sn_fem_evaluate(s, &input, NULL, scratch);
        nodal(s, scratch, up);
        numbers[i] -= 2 * h;
        high -= total_energy(s, input.x, activation);
        sn_fem_evaluate(s, &input, NULL, scratch);
        nodal(s, scratch, down);
        numbers[i] += h;
        g_assert_cmpfloat(fabs(high / (2 * h) + force[i]), <, 2e-7 * largest);
        for (int j = 0; j < size; j++)
            g_assert_cmpfloat(fabs((down[j] - up[j]) / (2 * h) - k[i * size + j]), <,
                              5e-7 * stiffest);
    }
    free(k);
    sn_fem_scratch_free(scratch);
    sn_fem_solid_free(s);
}

static void test_differences(void)
{
    for (int kind = SN_ELEMENT_MEMBRANE3; kind <= SN_ELEMENT_SHELL4; kind++)
        for (int law = 0; law < SN_MATERIAL_KIND_COUNT; law++) {
            g_test_message("%s, law %d", sn_element_shape((SnElementKind)kind)->name, law);
            check_differences((SnElementKind)kind, (SnMaterialKind)law);
        }
}

/* --- rigid motion --- */

static void test_rigid(void)
{
    const double q[4] = {0.5, 0.5, -0.5, 0.5};
    for (int kind = SN_ELEMENT_MEMBRANE3; kind <= SN_ELEMENT_SHELL4; kind++) {
        Grid g = grid_new((SnElementKind)kind, 2, 2, 0.002, wavy,
                          material_case(SN_MATERIAL_NEO_HOOKEAN));
        SnFemSolid *s = g.solid;
        SnFemScratch *scratch = sn_fem_scratch_new(s);
        double(*x)[3] = calloc((size_t)s->n_nodes, sizeof *x), mass = 0;
        for (int a = 0; a < s->n_nodes; a++) {
            sn_q_rotate(q, s->rest + 3 * a, x[a]);
            x[a][0] += 3;
            mass += s->node_mass[a];
        }
        const SnFemInput input = {.x = (const double(*)[3])x};
        g_assert_cmpint(sn_fem_evaluate(s, &input, NULL, scratch), ==, -1);
        for (int k = 0; k < 3 * s->start[s->n_elements]; k++)
            g_assert_cmpfloat(fabs(scratch->force[k]), <, 1e-12); /* E t L = 0.1 N */
        g_assert_cmpfloat(sn_fem_energy(s, &input, NULL), <, 1e-18);
        double volume = 0;
        for (int e = 0; e < s->n_elements; e++)
            volume += s->volume[e];
        g_assert_cmpfloat_with_epsilon(mass, 1000 * volume, 1e-12);
        free(x);
        sn_fem_scratch_free(scratch);
        sn_fem_solid_free(s);
    }
}

/* --- patches --- */

/* A flat, irregular patch of 3 x 3 cells. */
static void uneven(double u, double v, double middle[3], double normal[3])
{
    const double inside = 16 * u * (1 - u) * v * (1 - v);
    sn_v3_set(u + 0.12 * inside * cos(7 * u + 5 * v), v + 0.1 * inside * sin(9 * u - 4 * v), 0,
              middle);
    sn_v3_set(0, 0, 1, normal);
}

/* Largest force at nodes inside the patch (front and back together, which a pressure on both faces
 * leaves in balance), as a share of the largest at all; `each`: one by one. */
static double inner_force(const Grid *g, const double (*x)[3], bool each)
{
    SnFemScratch *scratch = sn_fem_scratch_new(g->solid);
    double *force = calloc(3 * (size_t)g->solid->n_nodes, sizeof *force), inner = 0, largest = 0;
    const SnFemInput input = {.x = x};
    sn_fem_evaluate(g->solid, &input, NULL, scratch);
    nodal(g->solid, scratch, force);
    for (int a = 0; !each && is_shell(g->kind) && a < g->count; a++) {
        sn_v3_add(force + 3 * a, force + 3 * (g->count + a), force + 3 * a);
        sn_v3_set(0, 0, 0, force + 3 * (g->count + a));
    }
    for (int a = 0; a < g->solid->n_nodes; a++) {
        const int i = a % g->count % (g->nx + 1), j = a % g->count / (g->nx + 1);
        const double size = sn_v3_norm(force + 3 * a);
        largest = fmax(largest, size);
        if (i > 0 && i < g->nx && j > 0 && j < g->ny)
            inner = fmax(inner, size);
    }
    free(force);
    sn_fem_scratch_free(scratch);
    return inner / largest;
}

/* A uniform stretch in the sheet, at large strain. */
static void test_membrane_patch(void)
{
    for (int kind = SN_ELEMENT_MEMBRANE3; kind <= SN_ELEMENT_SHELL4; kind++) {
        Grid g = grid_new((SnElementKind)kind, 3, 3, 0.01, uneven,
                          material_case(SN_MATERIAL_NEO_HOOKEAN));
        double(*x)[3] = calloc((size_t)g.solid->n_nodes, sizeof *x);
        static const double f[9] = {1.2, 0.3, 0, 0.1, 0.9, 0, 0, 0, 0.97};
        for (int a = 0; a < g.solid->n_nodes; a++)
            sn_m3_mul_v3(f, g.solid->rest + 3 * a, x[a]);
        const double share = inner_force(&g, (const double(*)[3])x, false);
        g_test_message("%s: %g", sn_element_shape((SnElementKind)kind)->name, share);
        g_assert_cmpfloat(share, <, 1e-11);
        free(x);
        sn_fem_solid_free(g.solid);
    }
}

/* Pure bending, small strain: u = (k x z, -nu k y z, -k/2 (x^2 - nu y^2 + nu z^2)), and pure
 * twisting (k y z, k x z, -k x y). */
static void test_bending_patch(void)
{
    const double k = 1, nu = 0.4;
    for (int kind = SN_ELEMENT_SHELL3; kind <= SN_ELEMENT_SHELL4; kind++)
        for (int twist = 0; twist < 2; twist++) {
            Grid g = grid_new((SnElementKind)kind, 3, 3, 0.02, uneven,
                              material_case(SN_MATERIAL_LINEAR));
            double(*x)[3] = calloc((size_t)g.solid->n_nodes, sizeof *x);
            for (int a = 0; a < g.solid->n_nodes; a++) {
                const double *p = g.solid->rest + 3 * a;
                const double bend[3] = {k * p[0] * p[2], -nu * k * p[1] * p[2],
                                        -0.5 * k *
                                            (p[0] * p[0] - nu * p[1] * p[1] + nu * p[2] * p[2])};
                const double turn[3] = {k * p[1] * p[2], k * p[0] * p[2], -k * p[0] * p[1]};
                sn_v3_add(p, twist ? turn : bend, x[a]);
            }
            const double share = inner_force(&g, (const double(*)[3])x, true);
            g_test_message("%s twist %d: %g", sn_element_shape((SnElementKind)kind)->name, twist,
                           share);
            g_assert_cmpfloat(share, <, 1e-9);
            /* E k z, or 2 mu k z of the twist, at a front and a back node */
            const SnFemInput input = {.x = (const double(*)[3])x};
            for (int a = 5; a < g.solid->n_nodes; a += g.count) {
                const double z = g.solid->rest[3 * a + 2];
                SnFemResult at;
                sn_fem_node_result(g.solid, &input, NULL, a, &at);
                for (int i = 0; i < 6; i++) {
                    const double bent = i == 0 ? 5000 * k * z : 0;
                    const double turned = i == 3 ? 5000 / 1.4 * k * z : 0;
                    g_assert_cmpfloat_with_epsilon(at.stress[i], twist ? turned : bent, 1e-6);
                }
            }
            free(x);
            sn_fem_solid_free(g.solid);
        }
}

/* --- closed forms --- */

/* A11, law A, nu = .45, stretch 2: with the lateral stretch of the table the sides are free and the
 * ends carry its stress. */
static void test_uniaxial(void)
{
    SnMaterial m = material_case(SN_MATERIAL_NEO_HOOKEAN);
    m.youngs_modulus = 1, m.poissons_ratio = 0.45, m.stiffening = 1;
    const double along = 2, across = 0.725935006, stress = 1.136275410, thickness = 0.1;
    for (int kind = SN_ELEMENT_MEMBRANE3; kind <= SN_ELEMENT_SHELL4; kind++) {
        Grid g = grid_new((SnElementKind)kind, 2, 2, thickness, uneven, m);
        SnFemSolid *s = g.solid;
        SnFemScratch *scratch = sn_fem_scratch_new(s);
        double(*x)[3] = calloc((size_t)s->n_nodes, sizeof *x), pull = 0, side = 0;
        for (int a = 0; a < s->n_nodes; a++) {
            const double *p = s->rest + 3 * a;
            sn_v3_set(along * p[0], across * p[1], across * p[2], x[a]);
        }
        const SnFemInput input = {.x = (const double(*)[3])x};
        sn_fem_evaluate(s, &input, NULL, scratch);
        for (int k = 0; k < s->start[s->n_elements]; k++) {
            const double *p = s->rest + 3 * s->nodes[k];
            pull -= scratch->force[3 * k] * (p[0] > 0.999);
            side -= scratch->force[3 * k + 1] * (p[1] > 0.999);
        }
        g_assert_cmpfloat_with_epsilon(pull, stress * across * across * thickness, 1e-9);
        g_assert_cmpfloat_with_epsilon(side, 0, 1e-9);
        SnFemResult at;
        sn_fem_node_result(s, &input, NULL, s->n_nodes - 2, &at);
        const double expected[6] = {stress, 0, 0, 0, 0, 0};
        const double strain[6] = {log(along), log(across), log(across), 0, 0, 0};
        for (int i = 0; i < 6; i++) {
            g_assert_cmpfloat_with_epsilon(at.stress[i], expected[i], 1e-8);
            g_assert_cmpfloat_with_epsilon(at.strain[i], strain[i], 1e-8);
        }
        sn_fem_element_result(s, &input, NULL, 1, &at);
        g_assert_cmpfloat_with_epsilon(at.volume, along * across * across * s->volume[1], 1e-10);
        free(x);
        sn_fem_scratch_free(scratch);
        sn_fem_solid_free(s);
    }
}

/* Gaussian elimination with pivoting of the free rows (held: fixed to zero). */
static void solve(int n, double *k, double *b, const bool *held)
{
    for (int i = 0; i < n; i++)
        if (held[i]) {
            for (int j = 0; j < n; j++)
                k[i * n + j] = k[j * n + i] = i == j;
            b[i] = 0;
        }
    for (int c = 0; c < n; c++) {
        int best = c;
        for (int r = c + 1; r < n; r++)
            if (fabs(k[r * n + c]) > fabs(k[best * n + c]))
                best = r;
        for (int j = 0; j < n; j++) {
            const double t = k[c * n + j];
            k[c * n + j] = k[best * n + j];
            k[best * n + j] = t;
        }
        const double t = b[c];
        b[c] = b[best];
        b[best] = t;
        for (int r = c + 1; r < n; r++) {
            const double factor = k[r * n + c] / k[c * n + c];
            if (factor == 0)
                continue;
            for (int j = c; j < n; j++)
                k[r * n + j] -= factor * k[c * n + j];
            b[r] -= factor * b[c];
        }
    }
    for (int r = n - 1; r >= 0; r--) {
        for (int j = r + 1; j < n; j++)
            b[r] -= k[r * n + j] * b[j];
        b[r] /= k[r * n + r];
    }
}

static void strip(double u, double v, double middle[3], double normal[3])
{
    sn_v3_set(u, 0.1 * v, 0, middle);
    sn_v3_set(0, 0, 1, normal);
}

/* A clamped strip between walls that keep its sides from moving across, tip force P: deflection
 * P L^3 / (3 E I) (1 - nu^2) + P L / (5/6 G A); the wedge of elements along it counts: n = 16. */
static void test_strip(void)
{
    const double p = 1e-6, t = 0.01, width = 0.1, e = 1e6, nu = 0.3;
    SnMaterial m = sn_material_default();
    m.kind = SN_MATERIAL_ST_VENANT_KIRCHHOFF;
    m.youngs_modulus = e, m.poissons_ratio = nu;
    const double bending = p * (1 - nu * nu) / (3 * e * width * t * t * t / 12);
    for (int kind = SN_ELEMENT_SHELL3; kind <= SN_ELEMENT_SHELL4; kind++) {
        Grid g = grid_new((SnElementKind)kind, 16, 1, t, strip, m);
        SnFemSolid *s = g.solid;
        SnFemScratch *scratch = sn_fem_scratch_new(s);
        const int size = 3 * s->n_nodes;
        double *k = calloc((size_t)size * (size_t)size, sizeof *k);
        double *b = calloc((size_t)size, sizeof *b), tip = 0;
        bool *held = calloc((size_t)size, sizeof *held);
        const SnFemInput input = {.x = (const double(*)[3])s->rest, .tangent = true};
        sn_fem_evaluate(s, &input, NULL, scratch);
        assemble(s, scratch, k);
        for (int a = 0; a < s->n_nodes; a++) {
            for (int i = 0; i < 3; i++)
                held[3 * a + i] = i == 1 || s->rest[3 * a] == 0;
            if (s->rest[3 * a] > 0.999)
                b[3 * a + 2] = p / 4;
        }
        solve(size, k, b, held);
        for (int a = 0; a < s->n_nodes; a++)
            tip += s->rest[3 * a] > 0.999 ? b[3 * a + 2] / 4 : 0;
        g_test_message("%s: %.6g of %.6g", sn_element_shape((SnElementKind)kind)->name, tip,
                       bending);
        g_assert_cmpfloat(fabs(tip / bending - 1), <, 0.01);
        free(k);
        free(b);
        free(held);
        sn_fem_scratch_free(scratch);
        sn_fem_solid_free(s);
    }
}

/* A6: the strip rolled up to a circle (no Poisson effect) holds 1/2 E I (2 pi/L)^2 L. */
static void rolled(double u, double v, double middle[3], double normal[3])
{
    const double angle = 2 * M_PI * u, radius = 0.5 / M_PI;
    sn_v3_set(radius * sin(angle), 0.1 * v, radius * (1 - cos(angle)), middle);
    sn_v3_set(-sin(angle), 0, cos(angle), normal);
}

static void test_roll(void)
{
    SnMaterial m = sn_material_default();
    m.kind = SN_MATERIAL_ST_VENANT_KIRCHHOFF;
    m.youngs_modulus = 1e6, m.poissons_ratio = 0;
    const double t = 0.02, inertia = 0.1 * t * t * t / 12;
    const double expected = 0.5 * 1e6 * inertia * 4 * M_PI * M_PI;
    Grid g = grid_new(SN_ELEMENT_SHELL4, 40, 1, t, strip, m);
    double(*x)[3] = calloc((size_t)g.solid->n_nodes, sizeof *x);
    grid_positions(&g, rolled, x);
    const double energy = total_energy(g.solid, (const double(*)[3])x, NULL);
    g_test_message("%.8g of %.8g", energy, expected);
    g_assert_cmpfloat(fabs(energy / expected - 1), <, 0.01);
    free(x);
    sn_fem_solid_free(g.solid);
}

static void test_trouble(void)
{
    Grid g = grid_new(SN_ELEMENT_SHELL4, 1, 1, 0.1, flat, sn_material_default());
    SnFemSolid *s = g.solid;
    SnFemScratch *scratch = sn_fem_scratch_new(s);
    double x[8][3];
    s->materials[0].kind = SN_MATERIAL_NEO_HOOKEAN;
    for (int a = 0; a < 8; a++)
        sn_v3_set(s->rest[3 * a] * (a % 2 ? -1 : 1), s->rest[3 * a + 1], 0, x[a]);
    const SnFemInput input = {.x = (const double(*)[3])x};
    g_assert_cmpint(sn_fem_evaluate(s, &input, NULL, scratch), ==, 0); /* no thickness left */
    sn_fem_scratch_free(scratch);
    sn_fem_solid_free(s);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sheet/differences", test_differences);
    g_test_add_func("/sheet/rigid", test_rigid);
    g_test_add_func("/sheet/membrane patch", test_membrane_patch);
    g_test_add_func("/sheet/bending patch", test_bending_patch);
    g_test_add_func("/sheet/A11 uniaxial", test_uniaxial);
    g_test_add_func("/sheet/strip", test_strip);
    g_test_add_func("/sheet/A6 roll", test_roll);
    g_test_add_func("/sheet/trouble", test_trouble);
    return g_test_run();
}
