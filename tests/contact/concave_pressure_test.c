/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pressure between rigid bodies one of which is concave: a ball in a cup, whose springs (elastic
 * foundation) have a closed form, with the layer on either or on both. */
#include "engine/base/vec.h"
#include "engine/checks.h"
#include "engine/sim/system/compliant_contacts.h"
#include "tests/run/model_helper.h"

#include <math.h>
#include <string.h>

#define CUP     0.12
#define BALL    0.1
#define DEPTH   0.01 /* of the ball in the cup */
#define MODULUS 1e8  /* [Pa/m] */
#define RIM     1.2  /* [rad] */

enum { AROUND = 96, ROWS = 34 };

static void add_ring(GString *text, double radius, double angle)
{
    for (int k = 0; k < AROUND; k++)
        g_string_append_printf(
            text, "v %.12g %.12g %.12g\n", radius * sin(angle) * cos(2 * M_PI * k / AROUND),
            radius * sin(angle) * sin(2 * M_PI * k / AROUND), -radius * cos(angle));
}

/* Open above, from the pole within to the rim and back to the pole outside. */
static char *cup(void)
{
    GString *text = g_string_new(NULL);
    const double thick = 1.3 * CUP;
    const int rings = 2 * ROWS;
    g_string_append_printf(text, "v 0 0 %.12g\nv 0 0 %.12g\n", -CUP, -thick);
    for (int i = 0; i < rings; i++)
        add_ring(text, i < ROWS ? CUP : thick, RIM * (i < ROWS ? i + 1 : rings - i) / ROWS);
    for (int k = 0; k < AROUND; k++) {
        const int next = (k + 1) % AROUND, last = (rings - 1) * AROUND;
        g_string_append_printf(text, "f 1 %d %d\nf 2 %d %d\n", 3 + k, 3 + next, 3 + last + next,
                               3 + last + k);
        for (int i = 0; i + 1 < rings; i++) {
            const int a = 3 + i * AROUND;
            g_string_append_printf(text, "f %d %d %d %d\n", a + k, a + AROUND + k,
                                   a + AROUND + next, a + next);
        }
    }
    return g_string_free(text, FALSE);
}

/* Force, area and largest pressure by quadrature over the cup's sphere or the ball's. */
static void closed_form(bool on_cup, double out[3])
{
    enum { N = 20000 };
    const double away = CUP - BALL + DEPTH, radius = on_cup ? CUP : BALL;
    memset(out, 0, 3 * sizeof *out);
    for (int i = 0; i < N; i++) {
        const double t = (i + 0.5) / N * 0.5 * M_PI,
                     area = M_PI * M_PI * radius * radius * sin(t) / N;
        const double other =
            sqrt(radius * radius + away * away + 2 * radius * away * cos(t) * (on_cup ? -1 : 1));
        const double depth = on_cup ? BALL - other : other - CUP;
        if (!(depth > 0))
            continue;
        const double cosine =
            on_cup ? (CUP * cos(t) - away) / other : (away + BALL * cos(t)) / other;
        out[0] += MODULUS * depth * area * cosine;
        out[1] += area;
        out[2] = fmax(out[2], MODULUS * depth);
    }
}

static void test_cup(void)
{
    static const char *const layers[] = {"a", "b", "both"};
    char *mesh = cup();
    double truth[3][3];
    closed_form(true, truth[0]);
    closed_form(false, truth[1]);
    for (int k = 0; k < 3; k++) /* half of either */
        truth[2][k] = k < 2 ? 0.5 * (truth[0][k] + truth[1][k]) : truth[1][k];
    for (int k = 0; k < 6; k++) {
        const double lean = k < 3 ? 0 : 0.3, away = CUP - BALL + DEPTH;
        char *text = g_strdup_printf(
            "{\"gravity\": [0, 0, 0], \"bodies\": [{\"name\": \"cup\", \"dynamic\": false, "
            "\"geometry\": {\"shape\": \"mesh\", \"mesh\": \"cup.obj\"}}, {\"name\": \"ball\", "
            "\"position\": [%.17g, 0, %.17g], \"geometry\": {\"shape\": \"ellipsoid\", \"size\": "
            "[%g, %g, %g]}}], \"collisions\": [{\"name\": \"all\", \"bodies_a\": [\"bodies/cup\"], "
            "\"bodies_b\": [\"bodies/ball\"], \"method\": \"elastic_foundation\", \"layer\": "
            "\"%s\", \"pressure_modulus\": %g, \"friction\": 0}]}",
            away * sin(lean), -away * cos(lean), BALL, BALL, BALL, layers[k % 3], MODULUS);
        SnModel *model = sn_test_model_beside("cup.obj", mesh, text);
        SnSimulation *s = sn_test_simulation(model);
        double force[6];
        sn_test_read(s, "collisions/all:force", force);
        const double found[3] = {sn_v3_norm(force), sn_test_number(s, "collisions/all:area"),
                                 sn_test_number(s, "collisions/all:max_pressure")};
        g_test_message("layer on %s: %.4f, %.4f, %.4f of force, area and pressure", layers[k % 3],
                       found[0] / truth[k % 3][0], found[1] / truth[k % 3][1],
                       found[2] / truth[k % 3][2]);
        for (int i = 0; i < 3; i++)
            g_assert_cmpfloat(fabs(found[i] / truth[k % 3][i] - 1), <, 0.05);
        g_assert_cmpfloat(fabs(atan2(-force[0], force[2]) - lean), <, 0.01);
        g_assert_cmpfloat(fabs(sn_test_number(s, "collisions/all:mean_pressure") * found[1] /
                                   sn_test_number(s, "collisions/all:normal_force") -
                               1),
                          <, 1e-9);
        sn_simulation_free(s);
        sn_model_free(model);
        g_free(text);
    }
    g_free(mesh);
}

/* A block with two triangles to each side slides as far as its friction lets it, without tipping
 * over, on springs at its faces, too: these are cut up. */
static void test_slides(void)
{
    static const char *const methods[] = {"\"elastic_foundation\"",
                                          "\"elastic_foundation\", \"springs\": \"vertices\"",
                                          "\"pressure_field\""};
    for (size_t i = 0; i < G_N_ELEMENTS(methods); i++) {
        char *text = g_strdup_printf(
            "{\"bodies\": [{\"name\": \"ground\", \"dynamic\": false, \"geometry\": {\"shape\": "
            "\"half_space\"}}, {\"name\": \"block\", \"position\": [0, 0, 0.05], \"velocity\": "
            "[1, 0, 0], \"geometry\": {\"shape\": \"box\", \"size\": [0.1, 0.1, 0.1]}}], "
            "\"collisions\": [{\"name\": \"all\", \"friction\": 0.3, \"dissipation\": 1, "
            "\"method\": %s}]}",
            methods[i]);
        SnModel *model = sn_test_model(text);
        SnSimulation *s = sn_test_simulation(model);
        GArray *found = sn_find_checks(model);
        int said = 0; /* springs at the corners of a box count three sides each */
        for (guint k = 0; k < found->len; k++) {
            g_assert_null(strstr(g_array_index(found, SnFinding, k).message, "one spring"));
            said += strstr(g_array_index(found, SnFinding, k).message, "sharp edges") != NULL;
        }
        g_assert_cmpint(said, ==, i == 1);
        double place[6];
        sn_test_steps(s, 500);
        sn_test_read(s, "bodies/block:position", place);
        g_assert_cmpfloat(fabs(place[0] * 2 * 0.3 * 9.81 - 1), <, 0.02);
        g_assert_cmpfloat(fabs(place[1]), <, 1e-4);
        g_array_unref(found);
        sn_simulation_free(s);
        sn_model_free(model);
        g_free(text);
    }
}

/* Many triangles and two large ones, which are not cut up: that is said. */
static void test_few_springs(void)
{
    GString *mesh = g_string_new("v 0 0 0.1\nv 0 0.1 0\n");
    enum { PARTS = 800 };
    for (int i = 0; i <= PARTS; i++)
        g_string_append_printf(mesh, "v %.9g 0 0\n", 0.1 * i / PARTS);
    for (int i = 3; i < 3 + PARTS; i++)
        g_string_append_printf(mesh, "f 1 %d %d\nf 2 %d %d\n", i, i + 1, i + 1, i);
    g_string_append_printf(mesh, "f 1 2 3\nf 1 %d 2\n", 3 + PARTS);
    SnModel *model = sn_test_model_beside(
        "tip.obj", mesh->str,
        "{\"bodies\": [{\"name\": \"ground\", \"dynamic\": false, \"geometry\": {\"shape\": "
        "\"half_space\"}}, {\"name\": \"tip\", \"position\": [0, 0, 1], \"geometry\": {\"shape\": "
        "\"mesh\", \"mesh\": \"tip.obj\"}}], \"collisions\": [{\"name\": \"all\", \"method\": "
        "\"elastic_foundation\"}]}");
    GArray *found = sn_find_checks(model);
    int said = 0;
    for (guint k = 0; k < found->len; k++)
        said += strstr(g_array_index(found, SnFinding, k).message, "one spring") != NULL;
    g_assert_cmpint(said, ==, 1);
    g_array_unref(found);
    sn_model_free(model);
    g_string_free(mesh, TRUE);
}

/* What a ball of radius 1 that is pressed into the ground by `deep` shares with it. */
static double cap_of(double deep)
{
    return M_PI * deep * deep * (3 - deep) / 3;
}

/* Force of a field of pressure E (1 - r): integral over the circle in the ground. */
static double field_of_ball(double deep)
{
    enum { N = 20000 };
    const double z = 1 - deep;
    double sum = 0;
    for (int i = 0; i < N; i++) {
        const double square = (1 - z * z) * (i + 0.5) / N;
        sum += M_PI * (1 - z * z) / N * MODULUS * (1 - sqrt(z * z + square));
    }
    return sum;
}

/* Round primitives that are pressed into the ground by little: by as much as facets of what is
 * drawn lie below the round side.  Springs that carry the same pressure by depth lift what the
 * shape shares with the ground. */
static void test_round(void)
{
    static const struct {
        const char *shape, *turn;
        double volume; /* over that of a ball of radius 1, 0: of a cylinder of length 3 */
    } cases[] = {{"\"ellipsoid\", \"size\": [1, 1, 1]", "[1, 0, 0, 0]", 1},
                 {"\"ellipsoid\", \"size\": [1, 1, 1]", "[0.9, 0.3, 0.1, 0.2]", 1},
                 {"\"ellipsoid\", \"size\": [1.3, 0.7, 1]", "[1, 0, 0, 0]", 0.91},
                 {"\"cylinder\", \"radius\": 1, \"length\": 3", "[1, 0, 1, 0]", 0}};
    for (size_t i = 0; i < 3 * G_N_ELEMENTS(cases); i++) {
        const size_t k = i / 3;
        const bool field = i % 3 == 2;
        const double deep = i % 3 == 0 ? 0.05 : 0.01;
        char *text = g_strdup_printf(
            "{\"gravity\": [0, 0, 0], \"bodies\": [{\"name\": \"ground\", \"dynamic\": false, "
            "\"geometry\": {\"shape\": \"half_space\"}}, {\"name\": \"round\", \"position\": [0, "
            "0, %.17g], \"orientation\": %s, \"geometry\": {\"shape\": %s}}], \"collisions\": "
            "[{\"name\": \"all\", \"bodies_a\": [\"bodies/round\"], \"bodies_b\": "
            "[\"bodies/ground\"], \"friction\": 0, \"modulus\": %g, \"method\": %s}]}",
            1 - deep, cases[k].turn, cases[k].shape, MODULUS,
            field ? "\"pressure_field\"" : "\"elastic_foundation\", \"pressure_modulus\": 1e8");
        const double segment = acos(1 - deep) - (1 - deep) * sqrt(deep * (2 - deep));
        const double volume = cases[k].volume > 0 ? cases[k].volume * cap_of(deep) : 3 * segment;
        const double truth = field ? field_of_ball(deep) : MODULUS * volume;
        SnModel *model = sn_test_model(text);
        SnSimulation *s = sn_test_simulation(model);
        const double force = sn_test_number(s, "collisions/all:normal_force");
        g_test_message("%s %s: %.4f of the force at a depth of %g", cases[k].shape,
                       field ? "field" : "springs", force / truth, deep);
        if (!field)
            g_assert_cmpfloat(fabs(force / truth - 1), <, deep> 0.02 ? 0.04 : 0.15);
        else if (k < 2) /* a ball */
            g_assert_cmpfloat(fabs(force / truth - 1), <, 0.005);
        sn_simulation_free(s);
        sn_model_free(model);
        g_free(text);
    }
}

/* Round, flat, with fine triangles on top: its tetrahedra lead from the middle aslant to these. */
static char *disc(void)
{
    enum { RINGS = 20, TURN = 48 };
    GString *text = g_string_new("v 0 0 0\nv 0 0 -0.4\n");
    for (int i = 1; i <= RINGS + 1; i++)
        for (int k = 0; k < TURN; k++) {
            const double r = i > RINGS ? 1 : (double)i / RINGS, angle = 2 * M_PI * k / TURN;
            g_string_append_printf(text, "v %.12g %.12g %g\n", r * cos(angle), r * sin(angle),
                                   i > RINGS ? -0.4 : 0);
        }
    for (int k = 0; k < TURN; k++) {
        const int next = (k + 1) % TURN, last = 3 + RINGS * TURN;
        g_string_append_printf(text, "f 1 %d %d\nf 2 %d %d\n", 3 + k, 3 + next, last + next,
                               last + k);
        for (int i = 0; i < RINGS; i++) {
            const int a = 3 + i * TURN;
            g_string_append_printf(text, "f %d %d %d %d\n", a + k, a + TURN + k, a + TURN + next,
                                   a + next);
        }
    }
    return g_string_free(text, FALSE);
}

/* Where a ball presses on the field of a disc the map shows the pressure, with the force. */
static void test_map(void)
{
    char *mesh = disc();
    SnModel *model = sn_test_model_beside(
        "disc.obj", mesh,
        "{\"gravity\": [0, 0, 0], \"bodies\": [{\"name\": \"disc\", \"dynamic\": false, "
        "\"geometry\": {\"shape\": \"mesh\", \"mesh\": \"disc.obj\"}}, {\"name\": \"ball\", "
        "\"position\": [0.5, 0.2, 0.44], \"geometry\": {\"shape\": \"ellipsoid\", \"size\": "
        "[0.5, 0.5, 0.5]}}], \"collisions\": [{\"name\": \"all\", \"bodies_a\": "
        "[\"bodies/disc\"], \"bodies_b\": [\"bodies/ball\"], \"layer\": \"a\", \"method\": "
        "\"pressure_field\", \"friction\": 0}]}");
    SnSimulation *s = sn_test_simulation(model);
    const SnSystem *system = s->compiled->system;
    const int number = sn_compliant_surface_of(system, 0);
    const SnFoundationSurface *surface = sn_compliant_surface(system, number);
    float *pressure = g_new0(float, surface->mesh->n_vertices);
    double force = 0, place[2] = {0};
    sn_compliant_vertex_pressure(system, s->work, number, pressure);
    for (int t = 0; t < surface->mesh->n_triangles; t++)
        for (int k = 0; k < 3; k++) {
            const int32_t v = surface->mesh->triangles[3 * t + k];
            const double share = (double)pressure[v] * surface->area[t] / 3;
            force += share;
            place[0] += share * surface->x[3 * v];
            place[1] += share * surface->x[3 * v + 1];
        }
    g_assert_cmpfloat(fabs(force / sn_test_number(s, "collisions/all:normal_force") - 1), <, 1e-6);
    g_assert_cmpfloat(hypot(place[0] / force - 0.5, place[1] / force - 0.2), <, 0.01);
    g_free(pressure);
    g_free(mesh);
    sn_simulation_free(s);
    sn_model_free(model);
}

/* A ball on a large box, whose springs are further apart than what presses: with the layer on both
 * those of the ball bear all; with the layer on the box that is said. */
static void test_coarse(void)
{
    static const char *const layers[] = {"a", "both", "b"};
    double force[3];
    for (int i = 0; i < 3; i++) {
        char *text = g_strdup_printf(
            "{\"gravity\": [0, 0, 0], \"bodies\": [{\"name\": \"ground\", \"dynamic\": false, "
            "\"position\": [0.3, 0.1, -1], \"geometry\": {\"shape\": \"box\", \"size\": [20, 20, "
            "2]}}, {\"name\": \"ball\", \"position\": [0, 0, 0.99], \"geometry\": {\"shape\": "
            "\"ellipsoid\", \"size\": [1, 1, 1]}}], \"collisions\": [{\"name\": \"all\", "
            "\"bodies_a\": [\"bodies/ball\"], \"bodies_b\": [\"bodies/ground\"], \"method\": "
            "\"elastic_foundation\", \"pressure_modulus\": %g, \"friction\": 0, \"layer\": "
            "\"%s\"}]}",
            MODULUS, layers[i]);
        SnModel *model = sn_test_model(text);
        GArray *found = sn_find_checks(model);
        int said = 0;
        for (guint k = 0; k < found->len; k++)
            said += strstr(g_array_index(found, SnFinding, k).message, "not be borne") != NULL;
        g_assert_cmpint(said, ==, i == 2);
        SnSimulation *s = sn_test_simulation(model);
        force[i] = sn_test_number(s, "collisions/all:normal_force");
        g_array_unref(found);
        sn_simulation_free(s);
        sn_model_free(model);
        g_free(text);
    }
    g_assert_cmpfloat(fabs(force[0] / (MODULUS * cap_of(0.01)) - 1), <, 0.05);
    g_assert_cmpfloat(force[1], ==, force[0]);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/contact/concave_pressure/cup", test_cup);
    g_test_add_func("/contact/pressure/slides", test_slides);
    g_test_add_func("/contact/pressure/few-springs", test_few_springs);
    g_test_add_func("/contact/pressure/round", test_round);
    g_test_add_func("/contact/pressure/map", test_map);
    g_test_add_func("/contact/pressure/coarse", test_coarse);
    return g_test_run();
}
