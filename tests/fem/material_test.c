/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Constitutive laws at a point: against energies written another way (material_reference.c),
 * finite differences and rotated frames. */
#include "engine/fem/material_point.h"
#include "tests/fem/material_laws.h"
#include "tests/fem/material_moduli.h"
#include "tests/fem/material_reference.h"

#include <glib.h>
#include <math.h>
#include <string.h>

/* --- deformations --- */

static uint64_t seed = 88172645463325252u;

static double uniform(double low, double high)
{
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return low + (high - low) * (double)(seed >> 11) * 0x1p-53;
}

static void random_rotation(double r[9])
{
    double q[4];
    for (int i = 0; i < 4; i++)
        q[i] = uniform(-1, 1);
    sn_q_normalize(q);
    sn_q_to_m3(q, r);
}

/* Rotations of diag(a, b, c), random F near and far from rest. */
#define N_SHAPES 12
static void shape(int number, double f[9])
{
    static const double stretch[][3] = {{1, 1, 1},     {1.2, 1.2, 1.2}, {1.3, 1.3, 0.8},
                                        {0.7, 1, 1},   {1.5, 0.9, 0.8}, {1.1, 1.1 + 1e-9, 0.9},
                                        {0.6, 2, 0.9}, {1, 1, 1 + 1e-7}};
    double left[9], right[9];
    random_rotation(left);
    random_rotation(right);
    if (number < 8) {
        for (int i = 0; i < 9; i++)
            f[i] = i % 4 == 0 ? stretch[number][i / 4] : 0;
        if (number > 0) {
            sn_m3_mul(left, f, f);
            sn_m3_mul(f, right, f);
        }
        return;
    }
    const double size = number == 8 ? 1e-6 : number == 9 ? 0.05 : 0.35;
    do {
        for (int i = 0; i < 9; i++)
            f[i] = (i % 4 == 0) + uniform(-size, size);
    } while (sn_m3_det(f) < 0.3);
    if (number == 11)
        sn_m3_mul(left, f, f);
}

/* --- materials --- */

typedef struct Sample {
    SnMaterial material;
    double activation, scale; /* of the stresses */
    bool rotates;             /* not the law of small strain */
} Sample;

/* One of each law, then others of the same. */
#define N_SAMPLES (SN_MATERIAL_KIND_COUNT + 4)
static Sample sample(int number)
{
    const int other = number - SN_MATERIAL_KIND_COUNT;
    SnMaterial m = sn_material_default();
    double activation = 0, shear, bulk;
    m.kind = other < 0 ? number : SN_MATERIAL_MOONEY_RIVLIN;
    m.youngs_modulus = 3, m.poissons_ratio = 0.35;
    m.c10 = 0.7, m.c01 = 0.2, m.c11 = 0.1, m.c20 = 0.3, m.c02 = 0.15;
    m.ogden_mu_1 = 0.63, m.ogden_mu_2 = 0.12, m.ogden_mu_3 = -0.1;
    m.fung_c = 0.5, m.fung_b_fibre = 3, m.fung_b_cross = 2, m.fung_b_shear = 1.5;
    m.vw_c1 = 0.4, m.vw_c2 = 0.9;
    m.fibre_c3 = 0.5, m.fibre_c4 = 5, m.fibre_straight = 1.25;
    m.muscle_g1 = 0.6, m.muscle_g2 = 0.9, m.optimal_stretch = 1.05;
    m.straight_stretch = 1.3, m.max_stress = 0.8;
    if (number == SN_MATERIAL_TRANSVERSE || number == SN_MATERIAL_MUSCLE)
        activation = 0.6, m.stiffening = 1.4;
    if (other == 0)
        m.c01 = m.c11 = m.c02 = 0;
    if (other == 1) {
        m.kind = SN_MATERIAL_OGDEN, m.stiffening = 3, activation = 0.5;
        m.ogden_mu_3 = 0;
    }
    if (other == 2)
        m.kind = SN_MATERIAL_MUSCLE, m.optimal_stretch = 1.4;
    if (other == 3)
        m.kind = SN_MATERIAL_FUNG, m.fung_b_shear = 4;
    material_moduli(&m, &shear, &bulk);
    return (Sample){m, activation, fmax(5, 5 * shear),
                    !(sn_material_class(&m)->flags & SN_LAW_SMALL_STRAIN)};
}

static void fibre_of(int number, double fibre[3])
{
    sn_v3_set(1, 0, 0, fibre);
    if (number % 3) {
        for (int i = 0; i < 3; i++)
            fibre[i] = uniform(-1, 1);
        sn_v3_normalize(fibre, fibre);
    }
}

/* --- the checks --- */

static double size_of(int n, const double *v)
{
    double worst = 0;
    for (int i = 0; i < n; i++)
        worst = fmax(worst, fabs(v[i]));
    return worst;
}

static void check_close(int n, const double *value, const double *expected, double tolerance,
                        const char *what, int number, int f)
{
    for (int i = 0; i < n; i++)
        if (!(fabs(value[i] - expected[i]) <= tolerance)) {
            g_test_message("%s: sample %d, shape %d, component %d: %.15g, expected %.15g", what,
                           number, f, i, value[i], expected[i]);
            g_test_fail();
        }
}

static void test_stress(gconstpointer data)
{
    const LawSet *set = data;
    for (int number = 0; number < N_SAMPLES; number++) {
        const Sample s = sample(number);
        for (int k = 0; k < N_SHAPES; k++) {
            double f[9], fibre[3], expected[6];
            double complex fc[9];
            shape(k, f);
            fibre_of(k, fibre);
            for (int i = 0; i < 9; i++)
                fc[i] = f[i];
            const Answer a = law_at(set, &s.material, f, fibre, s.activation);
            const double energy = creal(reference_energy(&s.material, fc, fibre, s.activation));
            check_close(1, &a.energy, &energy, 1e-12 * s.scale, "energy", number, k);
            reference_stress(&s.material, f, fibre, s.activation, expected);
            check_close(6, a.stress, expected, 1e-11 * s.scale, "stress", number, k);
        }
    }
}

/* d(tau) along (1 + h e) F is J c:e + e tau + tau e. */
static void tangent_by_differences(const LawSet *set, const Sample *s, const double f[9],
                                   const double fibre[3], int v, double column[6])
{
    static const int row[6] = {0, 1, 2, 0, 1, 2}, other[6] = {0, 1, 2, 1, 2, 0};
    const double h = 2e-5, j = sn_m3_det(f);
    double e[9] = {0}, tau[2][6], stress[9], product[9];
    e[3 * row[v] + other[v]] = e[3 * other[v] + row[v]] = v < 3 ? 1 : 0.5;
    const Answer middle = law_at(set, &s->material, f, fibre, s->activation);
    for (int side = 0; side < 2; side++) {
        double g[9], d[9];
        for (int i = 0; i < 9; i++)
            d[i] = (side ? h : -h) * e[i] + (s->rotates && i % 4 == 0);
        if (s->rotates)
            sn_m3_mul(d, f, g);
        else
            for (int i = 0; i < 9; i++)
                g[i] = f[i] + d[i];
        const Answer a = law_at(set, &s->material, g, fibre, s->activation);
        for (int i = 0; i < 6; i++)
            tau[side][i] = (s->rotates ? sn_m3_det(g) : j) * a.stress[i];
    }
    for (int i = 0; i < 6; i++)
        stress[3 * row[i] + other[i]] = stress[3 * other[i] + row[i]] = middle.stress[i];
    sn_m3_mul(e, stress, product);
    for (int i = 0; i < 6; i++) {
        column[i] = (tau[1][i] - tau[0][i]) / (2 * h * j);
        if (s->rotates)
            column[i] -= product[3 * row[i] + other[i]] + product[3 * other[i] + row[i]];
    }
}

/* Where the fibres of the two laws become taut the tangent jumps. */
static bool at_jump(const Sample *s, const double f[9], const double fibre[3])
{
    double carried[3];
    sn_m3_mul_v3(f, fibre, carried);
    const double stretch = sn_v3_norm(carried) / cbrt(sn_m3_det(f));
    const SnMaterialKind kind = (SnMaterialKind)s->material.kind;
    return (kind == SN_MATERIAL_TRANSVERSE && fabs(stretch - 1) < 1e-4) ||
           (kind == SN_MATERIAL_MUSCLE && fabs(stretch - s->material.optimal_stretch) < 1e-4);
}

static void test_tangent(gconstpointer data)
{
    const LawSet *set = data;
    for (int number = 0; number < N_SAMPLES; number++) {
        const Sample s = sample(number);
        for (int k = 0; k < N_SHAPES; k++) {
            double f[9], fibre[3], expected[6], column[6];
            shape(k, f);
            fibre_of(k, fibre);
            if (at_jump(&s, f, fibre))
                continue;
            const Answer a = law_at(set, &s.material, f, fibre, s.activation);
            const double scale = s.scale + size_of(21, a.tangent);
            for (int v = 0; v < 6; v++) {
                tangent_by_differences(set, &s, f, fibre, v, expected);
                for (int w = 0; w < 6; w++)
                    column[w] = a.tangent[w < v ? w * (11 - w) / 2 + v : v * (11 - v) / 2 + w];
                check_close(6, column, expected, 1e-7 * scale, "tangent", number, k);
            }
        }
    }
}

static void test_objectivity(gconstpointer data)
{
    const LawSet *set = data;
    for (int number = 0; number < N_SAMPLES; number++) {
        const Sample s = sample(number);
        for (int k = 0; k < N_SHAPES && s.rotates; k++) {
            static const int row[6] = {0, 1, 2, 0, 1, 2}, other[6] = {0, 1, 2, 1, 2, 0};
            double f[9], fibre[3], turn[9], turned[9], full[9], back[9], expected[6];
            shape(k, f);
            fibre_of(k, fibre);
            random_rotation(turn);
            sn_m3_mul(turn, f, turned);
            const Answer a = law_at(set, &s.material, f, fibre, s.activation);
            const Answer b = law_at(set, &s.material, turned, fibre, s.activation);
            for (int i = 0; i < 6; i++)
                full[3 * row[i] + other[i]] = full[3 * other[i] + row[i]] = a.stress[i];
            sn_m3_mul(turn, full, full);
            sn_m3_transpose(turn, back);
            sn_m3_mul(full, back, full);
            for (int i = 0; i < 6; i++)
                expected[i] = full[3 * row[i] + other[i]];
            const double scale = s.scale + size_of(6, a.stress);
            check_close(6, b.stress, expected, 1e-12 * scale, "rotated stress", number, k);
            check_close(1, &b.energy, &a.energy, 1e-12 * scale, "rotated energy", number, k);
        }
    }
}

/* Four different points at once give what each gives alone. */
static void test_lanes(gconstpointer data)
{
    const LawSet *set = data;
    for (int number = 0; number < N_SAMPLES; number++) {
        const Sample s = sample(number);
        double f[4][9], fibre[4][3], activation[4];
        Answer together[4];
        for (int lane = 0; lane < 4; lane++) {
            shape((5 * lane + 1) % N_SHAPES, f[lane]);
            fibre_of(lane, fibre[lane]);
            activation[lane] = 0.25 * lane * (s.activation > 0);
        }
        laws_at(set, &s.material, (const double(*)[9])f, (const double(*)[3])fibre, activation,
                together);
        for (int lane = 0; lane < 4; lane++) {
            const Answer alone = law_at(set, &s.material, f[lane], fibre[lane], activation[lane]);
            const double scale = 1e-13 * (s.scale + size_of(21, alone.tangent));
            check_close(6, together[lane].stress, alone.stress, scale, "lane", number, lane);
            check_close(21, together[lane].tangent, alone.tangent, scale, "lane", number, lane);
        }
    }
}

/* Without fibre: isotropic, and finite. */
static void test_no_fibre(gconstpointer data)
{
    const LawSet *set = data;
    static const double none[3] = {0};
    for (int kind = 0; kind < SN_MATERIAL_KIND_COUNT; kind++) {
        if (!(sn_material_classes[kind].flags & SN_LAW_FIBRE))
            continue;
        const Sample s = sample(kind);
        double f[9], turn[9], turned[9];
        shape(10, f);
        random_rotation(turn);
        sn_m3_mul(f, turn, turned);
        const Answer a = law_at(set, &s.material, f, none, 0.5);
        const Answer b = law_at(set, &s.material, turned, none, 0.5);
        g_assert_true(isfinite(a.energy) && size_of(6, a.stress) > 0.01);
        check_close(6, a.stress, b.stress, 1e-12, "no fibre", kind, 10);
        check_close(21, a.tangent, b.tangent, 1e-11, "no fibre", kind, 10);
        check_close(1, &a.energy, &b.energy, 1e-12, "no fibre", kind, 10);
    }
}

static void test_volume(gconstpointer data)
{
    const LawSet *set = data;
    for (int number = 0; number < SN_MATERIAL_KIND_COUNT; number++)
        for (int law = 0; law < 2; law++)
            for (int k = 0; k < 3; k++) {
                Sample s = sample(number);
                s.material.volume_law = law;
                s.material.bulk_modulus = 7;
                const double j = 0.8 + 0.2 * k, h = 1e-5, activation = 0.3;
                double u[2], first[2], second[2], middle[3];
                volume_at(set, &s.material, j - h, activation, &u[0], &first[0], &second[0]);
                volume_at(set, &s.material, j + h, activation, &u[1], &first[1], &second[1]);
                volume_at(set, &s.material, j, activation, &middle[0], &middle[1], &middle[2]);
                g_assert_cmpfloat_with_epsilon((u[1] - u[0]) / (2 * h), middle[1], 1e-8);
                g_assert_cmpfloat_with_epsilon((first[1] - first[0]) / (2 * h), middle[2], 1e-7);
                double shear, bulk;
                material_moduli(&s.material, &shear, &bulk);
                const double lambda = bulk - 2 / 3. * shear;
                const double expected = (number == SN_MATERIAL_ST_VENANT_KIRCHHOFF ? 0
                                         : number == SN_MATERIAL_NEO_HOOKEAN       ? lambda
                                                                                   : bulk) *
                                        (1 + (s.material.stiffening - 1) * activation);
                volume_at(set, &s.material, 1, activation, &u[0], &first[0], &second[0]);
                g_assert_cmpfloat_with_epsilon(second[0], expected, 1e-12);
                g_assert_true(u[0] == 0 && first[0] == 0);
            }
}

/* The moduli at rest are those of the tangent. */
static void test_moduli(gconstpointer data)
{
    const LawSet *set = data;
    static const double rest[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, fibre[3] = {1, 0, 0};
    for (int number = 0; number < SN_MATERIAL_KIND_COUNT; number++) {
        const Sample s = sample(number);
        double shear, bulk;
        material_moduli(&s.material, &shear, &bulk);
        const Answer a = law_at(set, &s.material, rest, fibre, 0);
        const double across = a.tangent[18], along = a.tangent[15]; /* yz yz and xy xy */
        const double expected = number == SN_MATERIAL_MUSCLE ? 0.5 * (across + along) : across;
        g_assert_cmpfloat_with_epsilon(shear, expected, 1e-12);
    }
}

static void test_prony(void)
{
    SnMaterial m = sn_material_default();
    g_assert_cmpint(sn_material_prony_terms(&m), ==, 0);
    m.prony_g[0] = 0.5, m.prony_g[2] = 1;
    g_assert_cmpint(sn_material_prony_terms(&m), ==, 1);
    m.prony_g[1] = 0.2;
    g_assert_cmpint(sn_material_prony_terms(&m), ==, 3);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (const LawSet *set = law_sets; set->name; set++) {
        if (!law_set_runs(set))
            continue;
        static const struct {
            const char *name;
            GTestDataFunc run;
        } tests[] = {
            {"stress", test_stress}, {"tangent", test_tangent},   {"objectivity", test_objectivity},
            {"lanes", test_lanes},   {"no fibre", test_no_fibre}, {"volume", test_volume},
            {"moduli", test_moduli},
        };
        for (size_t i = 0; i < G_N_ELEMENTS(tests); i++) {
            g_autofree char *path = g_strdup_printf("/material/%s/%s", set->name, tests[i].name);
            g_test_add_data_func(path, set, tests[i].run);
        }
    }
    g_test_add_func("/material/prony", test_prony);
    return g_test_run();
}
