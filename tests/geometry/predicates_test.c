/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Predicates against integers: coordinates are whole multiples of 2^-40, of up to 58 bits. */
#include "engine/geometry/predicates.h"
#include "tests/support/cases.h"
#include "tests/support/random.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef __int128 Wide;

static const double UNIT = 0x1p-40;

static int sign_of_wide(Wide x)
{
    return (x > 0) - (x < 0);
}

static int sign_of(double x)
{
    return (x > 0) - (x < 0);
}

static Wide minor_of(int64_t a, int64_t b, int64_t c, int64_t d)
{
    return (Wide)a * b - (Wide)c * d;
}

/* Sign of the determinant of rows b - a, c - a, d - a: three products of 125 and 62 bits, each cut
 * in two parts. */
static int whole_sign(const int64_t p[4][3])
{
    int64_t r[3][3];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            r[i][k] = p[i + 1][k] - p[0][k];
    Wide high = 0, low = 0;
    for (int k = 0; k < 3; k++) {
        const int u = (k + 1) % 3, v = (k + 2) % 3;
        const Wide minor = minor_of(r[0][u], r[1][v], r[0][v], r[1][u]);
        const Wide upper = minor >> 60, lower = minor - (upper << 60);
        high += upper * r[2][k];
        low += lower * r[2][k];
    }
    const Wide carry = low >> 60;
    high += carry;
    low -= carry << 60;
    return high != 0 ? sign_of_wide(high) : sign_of_wide(low);
}

static int64_t whole(Random *r, int64_t size)
{
    return (int64_t)random_uniform(r, -(double)size, (double)size);
}

/* Numbers that doubles hold: at most 53 bits, of another place in each. */
static int64_t kept(int64_t x)
{
    return (int64_t)(double)x;
}

/* A point in the plane of the other three, by whole multiples, now and then a unit beside it. */
static void flatten_point(Random *r, int64_t p[4][3])
{
    const int64_t s = whole(r, 8), t = whole(r, 8), beside = whole(r, 2);
    for (int k = 0; k < 3; k++)
        p[3][k] = p[0][k] + s * (p[1][k] - p[0][k]) + t * (p[2][k] - p[0][k]);
    p[3][llabs(whole(r, 3))] += beside;
}

static void draw_points(Random *r, int64_t p[4][3])
{
    const int kind = (int)random_uniform(r, 0, 6);
    const int64_t size = INT64_C(1) << (int)random_uniform(r, 2, 52);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++)
            p[i][k] = kept(whole(r, kind == 0 ? 2 : kind == 1 ? 1000 : size));
    if (kind == 3 || kind == 4)
        flatten_point(r, p);
    for (int i = 0; i < 4 && kind >= 4; i++) /* far out, and some near */
        for (int k = 0; k < 3; k++)
            p[i][k] = kept(p[i][k] + (i % 2 ? INT64_C(1) << 56 : 0));
}

static void test_whole_numbers(void)
{
    Random r = {17};
    int zeros = 0, counts[3] = {0};
    for (int n = 0; n < sn_cases(200000, 5000000); n++) {
        int64_t p[4][3];
        double x[4][3];
        draw_points(&r, p);
        for (int i = 0; i < 4; i++)
            for (int k = 0; k < 3; k++) {
                p[i][k] = kept(p[i][k]);
                x[i][k] = (double)p[i][k] * UNIT;
            }
        const int expected = whole_sign((const int64_t(*)[3])p);
        g_assert_cmpint(sign_of(sn_orient3d(x[0], x[1], x[2], x[3])), ==, expected);
        g_assert_cmpint(sign_of(sn_orient3d(x[1], x[0], x[2], x[3])), ==, -expected);
        g_assert_cmpint(sign_of(sn_orient3d(x[3], x[2], x[1], x[0])), ==, expected);
        zeros += expected == 0;
        counts[expected + 1]++;
        for (int k = 0; k < 3; k++) {
            const int u = (k + 1) % 3, v = (k + 2) % 3;
            const int turn = sign_of_wide(minor_of(p[1][u] - p[0][u], p[3][v] - p[2][v],
                                                   p[1][v] - p[0][v], p[3][u] - p[2][u]));
            g_assert_cmpint(sn_cross_sign(x[0], x[1], x[2], x[3], k), ==, turn);
        }
    }
    g_assert_cmpint(zeros, >, sn_cases(10000, 100000));
    g_assert_cmpint(MIN(counts[0], counts[2]), >, sn_cases(50000, 1000000));
}

/* Values: a tetrahedron as flat as wanted has the volume that it has. */
static void test_values(void)
{
    for (int k = 0; k < 60; k++) {
        const double height = ldexp(1, -k);
        const double a[3] = {1.0 / 3, 0.7, 5}, b[3] = {1.0 / 3 + 2, 0.7, 5},
                     c[3] = {1.0 / 3, 1.7, 5}, d[3] = {0.125, 0.5, 5 + height};
        const double base = (b[0] - a[0]) * (c[1] - a[1]), up = d[2] - a[2];
        g_assert_cmpfloat(fabs(sn_orient3d(a, b, c, d) - base * up), <=, 1e-6 * base * up);
        const double e[2] = {0, 0}, f[2] = {1, 1}, g[2] = {1.0 / 3, 1.0 / 3 + ldexp(1, -k - 2)};
        const double turn = g[1] - g[0];
        g_assert_cmpfloat(fabs(sn_orient2d(e, f, g) - turn), <=, 1e-6 * fabs(turn));
    }
}

/* Degenerate positions: what is said is what holds after a small motion of the other surface by
 * (e, e^2, e^3), exact in whole numbers of 2^-40. */
static void test_moved(void)
{
    Random r = {5};
    const int64_t scale = INT64_C(1) << 30;
    const int64_t motion[3] = {1 << 14, 1 << 7, 1};
    int degenerate = 0;
    for (int n = 0; n < sn_cases(50000, 1000000); n++) {
        int64_t p[4][3];
        double x[4][3];
        for (int i = 0; i < 4; i++)
            for (int k = 0; k < 3; k++) {
                p[i][k] = whole(&r, 3) * scale;
                x[i][k] = (double)p[i][k] * UNIT;
            }
        const int before = whole_sign((const int64_t(*)[3])p);
        for (int moved = -1; moved <= 1; moved += 2) {
            int64_t q[4][3];
            memcpy(q, p, sizeof q);
            for (int k = 0; k < 3; k++)
                q[3][k] += moved * motion[k];
            g_assert_cmpint(sn_face_side(x[0], x[1], x[2], x[3], moved), ==,
                            whole_sign((const int64_t(*)[3])q));
            for (int k = 0; k < 3; k++) {
                const int u = (k + 1) % 3, v = (k + 2) % 3;
                g_assert_cmpint(sn_turn_side(x[0], x[1], x[3], k, moved), ==,
                                sign_of_wide(minor_of(q[1][u] - q[0][u], q[3][v] - q[0][v],
                                                      q[1][v] - q[0][v], q[3][u] - q[0][u])));
                q[2][k] += moved * motion[k];
            }
            g_assert_cmpint(sn_edge_side(x[0], x[1], x[2], x[3], moved), ==,
                            whole_sign((const int64_t(*)[3])q));
        }
        degenerate += before == 0;
    }
    g_assert_cmpint(degenerate, >, 3000);
}

/* --- do triangles meet? --- */

typedef struct Fraction {
    int64_t over, under; /* under > 0 */
} Fraction;

/* Another way, on small whole numbers: triangles meet where an edge of one meets the other, which
 * is where it goes through the plane, a fraction, or in the plane the part inside the three sides.
 */
static void cross_whole(const int64_t a[3], const int64_t b[3], int64_t r[3])
{
    for (int k = 0; k < 3; k++)
        r[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

static int64_t dot_whole(const int64_t a[3], const int64_t b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Is the point over/under in the triangle (given times under, in its plane)? */
static bool in_triangle(const int64_t t[3][3], const int64_t normal[3], const int64_t over[3],
                        int64_t under)
{
    for (int i = 0; i < 3; i++) {
        int64_t edge[3], to[3], turn[3];
        for (int k = 0; k < 3; k++) {
            edge[k] = t[(i + 1) % 3][k] - t[i][k];
            to[k] = over[k] - under * t[i][k];
        }
        cross_whole(edge, to, turn);
        if (dot_whole(turn, normal) < 0)
            return false;
    }
    return true;
}

/* Clips the segment pq against triangle t in fractions; t is not degenerate. */
static bool segment_meets(const int64_t t[3][3], const int64_t p[3], const int64_t q[3])
{
    int64_t u[3], v[3], normal[3], to[3];
    for (int k = 0; k < 3; k++)
        u[k] = t[1][k] - t[0][k], v[k] = t[2][k] - t[0][k];
    cross_whole(u, v, normal);
    for (int k = 0; k < 3; k++)
        to[k] = p[k] - t[0][k];
    const int64_t from = dot_whole(to, normal);
    for (int k = 0; k < 3; k++)
        to[k] = q[k] - t[0][k];
    const int64_t until = dot_whole(to, normal);
    if ((from > 0 && until > 0) || (from < 0 && until < 0))
        return false;
    if (from != until) {
        const int64_t sign = from > until ? 1 : -1;
        int64_t over[3];
        for (int k = 0; k < 3; k++)
            over[k] = sign * (p[k] * (from - until) + (q[k] - p[k]) * from);
        return in_triangle(t, normal, over, sign * (from - until));
    }
    /* in the plane: the part of the segment inside the three sides */
    Fraction low = {0, 1}, high = {1, 1};
    for (int i = 0; i < 3; i++) {
        int64_t edge[3], inward[3], a[3], b[3];
        for (int k = 0; k < 3; k++) {
            edge[k] = t[(i + 1) % 3][k] - t[i][k];
            a[k] = p[k] - t[i][k];
            b[k] = q[k] - p[k];
        }
        cross_whole(normal, edge, inward);
        const int64_t start = dot_whole(a, inward), change = dot_whole(b, inward);
        if (change == 0) {
            if (start < 0)
                return false;
        } else if (change > 0) { /* from -start / change on */
            if (-start * low.under > low.over * change)
                low = (Fraction){-start, change};
        } else if (start * high.under < high.over * -change) {
            high = (Fraction){start, -change};
        }
    }
    return (Wide)low.over * high.under <= (Wide)high.over * low.under;
}

static bool is_flat(const int64_t t[3][3])
{
    int64_t u[3], v[3], normal[3];
    for (int k = 0; k < 3; k++)
        u[k] = t[1][k] - t[0][k], v[k] = t[2][k] - t[0][k];
    cross_whole(u, v, normal);
    return normal[0] == 0 && normal[1] == 0 && normal[2] == 0;
}

static void test_triangles(void)
{
    Random r = {23};
    int meeting = 0, draws = sn_cases(60000, 2000000);
    for (int n = 0; n < draws; n++) {
        int64_t t[2][3][3];
        double x[2][3][3];
        const int64_t size = (int64_t)random_uniform(&r, 2, 9);
        for (int i = 0; i < 18; i++)
            t[i / 9][i / 3 % 3][i % 3] = whole(&r, size);
        if (is_flat((const int64_t(*)[3])t[0]) || is_flat((const int64_t(*)[3])t[1]))
            continue;
        for (int s = 0; s < 2; s++)
            for (int i = 0; i < 9; i++)
                x[s][i / 3][i % 3] = (double)t[s][i / 3][i % 3];
        bool expected = false;
        for (int s = 0; s < 2; s++)
            for (int i = 0; i < 3; i++)
                expected |=
                    segment_meets((const int64_t(*)[3])t[s], t[1 - s][i], t[1 - s][(i + 1) % 3]);
        g_assert_cmpint(sn_triangles_meet((const double(*)[3])x[0], (const double(*)[3])x[1]), ==,
                        expected);
        g_assert_cmpint(sn_triangles_meet((const double(*)[3])x[1], (const double(*)[3])x[0]), ==,
                        expected);
        meeting += expected;
    }
    g_assert_cmpint(meeting, >, draws / 20);
    g_assert_cmpint(meeting, <, draws * 19 / 20);
}

/* Triangles that are edges or points meet what they lie on, and nothing beside it. */
static void test_flat_triangles(void)
{
    static const double face[3][3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    static const double edge[3][3] = {{1, 1, -1}, {1, 1, 1}, {1, 1, 0}};
    static const double point[3][3] = {{1, 1, 0}, {1, 1, 0}, {1, 1, 0}};
    static const double line[3][3] = {{1, -1, 0}, {1, 9, 0}, {1, 2, 0}};
    static const double beside[3][3] = {{5, 5, 0}, {6, 5, 0}, {7, 5, 0}};
    static const double above[3][3] = {{1, 1, 1e-300}, {2, 1, 1e-300}, {3, 1, 1e-300}};
    const double(*thin[])[3] = {edge, point, line};
    for (int i = 0; i < 3; i++) {
        g_assert_true(sn_triangles_meet(face, thin[i]));
        g_assert_true(sn_triangles_meet(thin[i], face));
        g_assert_false(sn_triangles_meet(beside, thin[i]));
        for (int j = 0; j < 3; j++)
            g_assert_true(sn_triangles_meet(thin[i], thin[j]));
    }
    g_assert_false(sn_triangles_meet(face, beside));
    g_assert_false(sn_triangles_meet(face, above));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/geometry/predicates/whole_numbers", test_whole_numbers);
    g_test_add_func("/geometry/predicates/values", test_values);
    g_test_add_func("/geometry/predicates/moved", test_moved);
    g_test_add_func("/geometry/predicates/triangles", test_triangles);
    g_test_add_func("/geometry/predicates/flat_triangles", test_flat_triangles);
    return g_test_run();
}
