/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What checks find in a model with one thing wrong after another, and that their remedies mend it.
 */
#include "engine/checks.h"
#include "engine/model/edit/edit.h"
#include "engine/model/file/file.h"
#include "engine/pose.h"
#include "tests/support/cases.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#define BOX "\"geometry\": {\"shape\": \"box\", \"size\": [0.1, 0.1, 0.1]}"

#define GRID                                                                                       \
    "\"mesh\": {\"source\": \"box\", \"size\": [0.1, 0.1, 0.1], \"cells_x\": 2, \"cells_y\": 2, "  \
    "\"cells_z\": 2}"

static SnModel *read_model(const char *parts)
{
    GError *error = NULL;
    g_autofree char *text = g_strdup_printf("{\"sinew\": 1, \"model\": {%s}}", parts);
    SnModel *model = sn_file_open_text(text, strlen(text), NULL, "test.sinew", &error);
    g_assert_no_error(error);
    return model;
}

/* The finding whose message has these words; NULL: there is none. */
static const SnFinding *find(const GArray *findings, const char *words)
{
    for (guint i = 0; i < findings->len; i++)
        if (strstr(g_array_index(findings, SnFinding, i).message, words))
            return &g_array_index(findings, SnFinding, i);
    return NULL;
}

/* Sets the values, which are freed. */
static void set_values(SnModel *model, GArray *values)
{
    GError *error = NULL;
    for (guint i = 0; i < values->len; i++) {
        const SnPoseValue *value = &g_array_index(values, SnPoseValue, i);
        sn_edit_set(model, value->id, value->property, &value->value, &error);
        g_assert_no_error(error);
    }
    g_array_unref(values);
}

static void push_apart(SnModel *model)
{
    GError *error = NULL;
    GArray *values = sn_push_apart(model, &error);
    g_assert_no_error(error);
    set_values(model, values);
}

static void close_joint(SnModel *model, SnId joint)
{
    GError *error = NULL;
    SnPoser *poser = sn_poser_new(model, &error);
    g_assert_no_error(error);
    GArray *values = sn_poser_close(poser, model, joint, &error);
    g_assert_no_error(error);
    set_values(model, values);
    sn_poser_free(poser);
}

static void mend(SnModel *model, const SnFinding *finding)
{
    GError *error = NULL;
    switch (finding->remedy) {
    case SN_REMEDY_SET:
        sn_edit_set(model, finding->on, finding->property, &finding->value, &error);
        break;
    case SN_REMEDY_DELETE:
        sn_edit_remove(model, &finding->id, 1, &error);
        break;
    case SN_REMEDY_CLOSE:
        close_joint(model, finding->id);
        break;
    case SN_REMEDY_APART:
        push_apart(model);
        break;
    case SN_REMEDY_UPRIGHT:
        set_values(model, sn_upright_nodes(model, finding->id, &error));
        break;
    case SN_REMEDY_GIVE_WAY:
        sn_edit_begin(model, "Give way");
        set_values(model, sn_give_way(model, finding));
        sn_edit_end(model);
        break;
    case SN_REMEDY_NONE:
    case SN_REMEDY_SETTLE:
        break;
    }
    g_assert_no_error(error);
}

static const struct {
    const char *words, *parts;
    SnRemedy remedy;
} cases[] = {
    {"mm/s²", "\"gravity\": [0, 0, -9810]", SN_REMEDY_SET},
    {"g/cm³", "\"bodies\": [{\"name\": \"b\", " BOX ", \"inertia\": {\"density\": 1.1}}]",
     SN_REMEDY_SET},
    {"no mass", "\"bodies\": [{\"name\": \"b\"}]", SN_REMEDY_SET},
    {"twice the same", "\"bodies\": [{\"name\": \"a\", " BOX "}, {\"name\": \"b\", " BOX "}]",
     SN_REMEDY_DELETE},
    {"nothing uses it", "\"markers\": [{\"name\": \"m\"}]", SN_REMEDY_DELETE},
    {"is open by 20 mm",
     "\"bodies\": [{\"name\": \"b\", \"position\": [0.02, 0, 0], " BOX
     "}], \"joints\": [{\"class\": "
     "\"hinge\", \"name\": \"j\", \"frame_b\": \"bodies/b\"}]",
     SN_REMEDY_CLOSE},
    {"is open by 90 °",
     "\"bodies\": [{\"name\": \"b\", \"orientation\": [1, 1, 0, 0], " BOX "}], \"joints\": "
     "[{\"class\": \"hinge\", \"name\": \"j\", \"frame_b\": \"bodies/b\"}]",
     SN_REMEDY_CLOSE},
    {"of its optimal length",
     "\"bodies\": [{\"name\": \"b\", \"position\": [0.3, 0, 0], " BOX
     "}], \"markers\": [{\"name\": "
     "\"m\"}, {\"name\": \"n\", \"frame\": \"bodies/b\"}], \"muscles\": [{\"name\": \"u\", "
     "\"points\": [\"markers/m\", \"markers/n\"], \"law\": {\"type\": \"hill\", \"max_force\": 10, "
     "\"optimal_length\": 0.05}}]",
     SN_REMEDY_SET},
    {"too fast for this integrator",
     "\"solver\": {\"integrator\": \"symplectic_euler\", \"max_step\": 0.01}, \"particles\": "
     "[{\"name\": \"p\", \"position\": [0.1, 0, 0], \"mass\": 0.01}], \"markers\": [{\"name\": "
     "\"m\"}], \"springs\": [{\"class\": \"axial_spring\", \"name\": \"s\", \"points\": "
     "[\"markers/m\", \"particles/p\"], "
     "\"law\": {\"stiffness\": 10000}}]",
     SN_REMEDY_SET},
    {"too fast for this integrator",
     "\"solver\": {\"integrator\": \"symplectic_euler\", \"max_step\": 0.005}, \"fems\": "
     "[{\"name\": \"f\", " GRID ", \"material\": {\"youngs_modulus\": 1e6}}]",
     SN_REMEDY_SET},
    {"its tendon is slack",
     "\"markers\": [{\"name\": \"m\"}, {\"name\": \"n\", \"location\": [0.3, 0, 0]}], "
     "\"muscles\": [{\"name\": \"u\", \"points\": [\"markers/m\", \"markers/n\"], \"law\": "
     "{\"type\": \"thelen\", \"max_force\": 10, \"optimal_length\": 0.1, "
     "\"tendon_slack_length\": 0.4}}]",
     SN_REMEDY_SET},
    {"elements inside out at the start",
     "\"fems\": [{\"name\": \"f\", \"nodes\": [{\"number\": 13, \"position\": [0.2, 0.3, 0.1]}, "
     "{\"number\": 1, \"position\": [0, -0.051, -0.05]}], " GRID "}]",
     SN_REMEDY_UPRIGHT},
    {"too stiff (they lock)",
     "\"fems\": [{\"name\": \"f\", \"incompressibility\": \"off\", \"material\": {\"type\": "
     "\"linear\", \"poissons_ratio\": 0.499}, " GRID "}]",
     SN_REMEDY_SET},
    {"tetrahedra of nearly incompressible",
     "\"fems\": [{\"name\": \"f\", \"incompressibility\": \"soft\", \"material\": {\"type\": "
     "\"linear\", \"poissons_ratio\": 0.499}, \"mesh\": {\"element\": \"tet4\"}}]",
     SN_REMEDY_SET},
    {"overlaps /model/bodies/a by 30 mm",
     "\"bodies\": [{\"name\": \"a\", " BOX
     "}, {\"name\": \"b\", \"position\": [0.01, 0, 0.07], " BOX
     "}], \"collisions\": [{\"name\": \"c\"}]",
     SN_REMEDY_APART},
    {"cuts /model/fems/f by",
     "\"bodies\": [{\"name\": \"g\", \"dynamic\": false, \"geometry\": {\"shape\": "
     "\"half_space\"}}], "
     "\"fems\": [{\"name\": \"f\", \"position\": [0, 0, 0.04], " GRID
     "}], \"collisions\": [{\"name\": \"c\"}]",
     SN_REMEDY_APART},
    {"cuts /model/fems/f by",
     "\"bodies\": [{\"name\": \"g\", \"position\": [0.02, 0.01, 0.14], \"geometry\": {\"shape\": "
     "\"ellipsoid\", "
     "\"size\": [0.1, 0.1, 0.1]}}], "
     "\"fems\": [{\"name\": \"f\", " GRID "}], \"collisions\": [{\"name\": \"c\"}]",
     SN_REMEDY_APART},
    {"cuts /model/fems/f by",
     "\"fems\": [{\"name\": \"f\", " GRID
     "}, {\"name\": \"g\", \"position\": [0.03, 0.02, 0.09], " GRID
     "}], \"collisions\": [{\"name\": \"c\"}]",
     SN_REMEDY_APART},
    {"cuts /model/fems/f by",
     "\"fems\": [{\"name\": \"f\", " GRID "}], \"bodies\": [{\"name\": \"b\", \"dynamic\": false, "
     "\"position\": [0, 0, 0.02], " BOX "}], \"collisions\": [{\"name\": \"c\"}]",
     SN_REMEDY_APART},
};

static void test_remedies(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        SnModel *model = read_model(cases[i].parts);
        GArray *findings = sn_find_checks(model);
        const SnFinding *finding = find(findings, cases[i].words);
        for (guint k = 0; !finding && k < findings->len; k++)
            g_test_message("%s", g_array_index(findings, SnFinding, k).message);
        g_test_message("%s", cases[i].words);
        g_assert_nonnull(finding);
        g_assert_cmpint(finding->remedy, ==, cases[i].remedy);
        g_assert_nonnull(finding->label);
        g_autofree char *before = sn_file_write_text(model);
        sn_edit_begin(model, "mend");
        mend(model, finding);
        sn_edit_end(model);
        g_array_unref(findings);
        findings = sn_find_checks(model);
        g_assert_null(find(findings, cases[i].words));
        sn_undo(model);
        g_autofree char *after = sn_file_write_text(model);
        g_assert_cmpstr(before, ==, after);
        g_array_unref(findings);
        sn_model_free(model);
    }
}

/* The remedy: nothing is found then; undone it is as it was. */
static void give_way(SnModel *model, const SnFinding *found, const char *label)
{
    g_autofree char *before = sn_file_write_text(model);
    g_assert_true(found->remedy == SN_REMEDY_GIVE_WAY);
    g_assert_cmpstr(found->label, ==, label);
    g_assert_cmpfloat(found->value.number[0], >, 0);
    g_assert_cmpfloat(found->value.number[0], <, 1e-5);
    mend(model, found);
    g_autoptr(GArray) again = sn_find_checks(model);
    g_assert_null(find(again, "what the others say"));
    sn_undo(model);
    g_autofree char *after = sn_file_write_text(model);
    g_assert_cmpstr(before, ==, after);
}

/* A flat loop of four bars: three of the twenty constraints are too many. */
static void test_loop(void)
{
    SnModel *model = read_model(
        "\"bodies\": [{\"name\": \"a\", " BOX "}, {\"name\": \"b\", \"position\": [0, 1, 0], " BOX
        "}, {\"name\": \"c\", \"position\": [1, 1, 0], " BOX "}], \"joints\": ["
        "{\"class\": \"hinge\", \"name\": \"j1\", \"frame_b\": \"bodies/a\"},"
        "{\"class\": \"hinge\", \"name\": \"j2\", \"frame_a\": \"bodies/a\", \"frame_b\": "
        "\"bodies/b\", \"location_a\": [0, 1, 0]},"
        "{\"class\": \"hinge\", \"name\": \"j3\", \"frame_a\": \"bodies/b\", \"frame_b\": "
        "\"bodies/c\", \"location_a\": [1, 0, 0]},"
        "{\"class\": \"hinge\", \"name\": \"j4\", \"frame_a\": \"bodies/c\", \"location_a\": "
        "[0, -1, 0], \"location_b\": [1, 0, 0]}]");
    g_autoptr(GArray) findings = sn_find_checks(model);
    const SnFinding *found = find(findings, "what the others say");
    g_assert_nonnull(found);
    g_assert_nonnull(strstr(found->message, "3 constraints of "));
    give_way(model, found, "Let j4 Give Way a Little");
    sn_model_free(model);
}

/* A door on two hinges, and on one. */
static void test_redundant(void)
{
    for (int hinges = 2; hinges > 0; hinges--) {
        g_autofree char *text = g_strdup_printf(
            "\"bodies\": [{\"name\": \"door\", " BOX
            "}], \"joints\": [{\"class\": \"hinge\", \"name\": \"top\", \"frame_b\": "
            "\"bodies/door\", \"location_a\": [0, 0, 1], \"location_b\": [0, 0, 1]}%s]",
            hinges == 2 ? ", {\"class\": \"hinge\", \"name\": \"bottom\", \"frame_b\": "
                          "\"bodies/door\"}"
                        : "");
        SnModel *model = read_model(text);
        GArray *findings = sn_find_checks(model);
        const SnFinding *found = find(findings, "what the others say");
        g_assert_true((found != NULL) == (hinges == 2));
        g_assert_true(!found || found->severity == SN_NOTE);
        g_assert_true(!found || strstr(found->message, "5 constraints of /model/joints/top and "
                                                       "/model/joints/bottom"));
        if (found)
            give_way(model, found, "Let bottom Give Way a Little");
        g_array_unref(findings);
        sn_model_free(model);
    }
}

/* Heaps of boxes, balls, capsules and cylinders that overlap, on the ground: pushed apart, none
 * does. */
static void test_heaps(void)
{
    static const char *const shapes[] = {"\"box\", \"size\": [0.1, 0.15, 0.08]",
                                         "\"ellipsoid\", \"size\": [0.06, 0.06, 0.06]",
                                         "\"capsule\", \"radius\": 0.04, \"length\": 0.1",
                                         "\"cylinder\", \"radius\": 0.05, \"length\": 0.12"};
    const int n = sn_cases(8, 300);
    GRand *random = g_rand_new_with_seed(13);
    for (int k = 0; k < n; k++) {
        GString *text = g_string_new("\"bodies\": [{\"name\": \"g\", \"dynamic\": false, "
                                     "\"geometry\": {\"shape\": \"half_space\"}}");
        const int count = g_rand_int_range(random, 2, 9);
        for (int i = 0; i < count; i++) {
            g_string_append_printf(text, ", {\"name\": \"b%d\", \"position\": [", i);
            for (int c = 0; c < 3; c++)
                g_string_append_printf(text, "%s%.6f", c ? ", " : "",
                                       g_rand_double_range(random, c == 2 ? 0 : -0.1, 0.1));
            g_string_append_printf(text, "], \"orientation\": [1, %.6f, %.6f, %.6f]",
                                   g_rand_double_range(random, -1, 1),
                                   g_rand_double_range(random, -1, 1),
                                   g_rand_double_range(random, -1, 1));
            g_string_append_printf(text, ", \"geometry\": {\"shape\": %s}}",
                                   shapes[g_rand_int_range(random, 0, 4)]);
        }
        g_string_append(text, "], \"collisions\": [{\"name\": \"c\"}]");
        SnModel *model = read_model(text->str);
        push_apart(model);
        GArray *findings = sn_find_checks(model);
        const SnFinding *left = find(findings, "overlaps");
        if (left)
            g_test_message("heap %d: %s", k, left->message);
        g_assert_null(left);
        g_array_unref(findings);
        sn_model_free(model);
        g_string_free(text, TRUE);
    }
    g_rand_free(random);
}

/* A cube as OBJ: its faces, then other text. */
static const char CORNERS[] =
    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n";
static const char MIRRORED[] =
    "v 0 0 0\nv -1 0 0\nv -1 1 0\nv 0 1 0\nv 0 0 1\nv -1 0 1\nv -1 1 1\nv 0 1 1\n";
static const char SIDES[] =
    "f 1 2 6\nf 1 6 5\nf 2 3 7\nf 2 7 6\nf 3 4 8\nf 3 8 7\nf 4 1 5\nf 4 5 8\n";

/* Surfaces that are no solid's, in an elastic foundation. */
static void test_surfaces(void)
{
    static const struct {
        const char *words, *faces;
    } meshes[] = {
        {NULL, "f 1 3 2\nf 1 4 3\nf 5 6 7\nf 5 7 8\n"},
        {"inside out", "f 1 3 2\nf 1 4 3\nf 5 6 7\nf 5 7 8\n"},
        {"open surface", "f 1 3 2\nf 1 4 3\n"},
        {"turned", "f 1 3 2\nf 1 4 3\nf 5 7 6\nf 5 7 8\n"},
        {"cut or touch each other", "f 1 3 2\nf 1 4 3\nf 5 6 7\nf 5 7 8\n"
                                    "v 0.5 0.5 0.5\nv 2 0.5 0.5\nv 1.5 0.9 0.5\nv 1.5 0.6 0.9\n"
                                    "f 9 11 10\nf 9 10 12\nf 10 11 12\nf 11 9 12\n"},
    };
    g_autofree char *folder = g_dir_make_tmp("sinew-checks-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "cube.obj", NULL);
    const char *text = "{\"sinew\": 1, \"model\": {\"bodies\": [{\"name\": \"b\", \"position\": "
                       "[0, 0, 3], \"geometry\": "
                       "{\"shape\": \"mesh\", \"mesh\": \"cube.obj\"}, \"inertia\": {\"density\": "
                       "1000}}, {\"name\": \"g\", "
                       "\"dynamic\": false, \"geometry\": {\"shape\": \"half_space\"}}], "
                       "\"collisions\": [{\"name\": \"c\", "
                       "\"method\": \"elastic_foundation\"}]}}";
    for (size_t i = 0; i < G_N_ELEMENTS(meshes); i++) {
        GError *error = NULL;
        g_autofree char *mesh =
            g_strconcat(i == 1 ? MIRRORED : CORNERS, SIDES, meshes[i].faces, NULL);
        g_assert_true(g_file_set_contents(path, mesh, -1, NULL));
        SnModel *model = sn_file_open_text(text, strlen(text), folder, "test.sinew", &error);
        g_assert_no_error(error);
        GArray *findings = sn_find_checks(model);
        for (guint k = 0; k < findings->len; k++)
            g_test_message("%zu: %s", i, g_array_index(findings, SnFinding, k).message);
        if (meshes[i].words)
            g_assert_nonnull(find(findings, meshes[i].words));
        else
            g_assert_null(find(findings, "has a surface"));
        g_array_unref(findings);
        sn_model_free(model);
    }
    g_remove(path);
    g_rmdir(folder);
}

/* A collision of a body with itself alone does not keep it from falling through the ground. */
static void test_alone(void)
{
    static const char *const sides[] = {
        "\"bodies_a\": [\"bodies/b\"], \"bodies_b\": [\"bodies/b\"]",
        "\"bodies_a\": [\"bodies/b\"]",
        "\"bodies_a\": [\"bodies/b\"], \"bodies_b\": [\"bodies/b\", \"bodies/g\"]"};
    for (size_t i = 0; i < G_N_ELEMENTS(sides); i++) {
        g_autofree char *text =
            g_strdup_printf("\"bodies\": [{\"name\": \"b\", \"position\": [0, 0, 1], " BOX
                            "}, {\"name\": \"g\", \"dynamic\": false, \"geometry\": {\"shape\": "
                            "\"half_space\"}}], \"collisions\": [{\"name\": \"c\", %s}]",
                            sides[i]);
        SnModel *model = read_model(text);
        GArray *findings = sn_find_checks(model);
        g_assert_true((find(findings, "brings nothing together") != NULL) == (i == 0));
        g_array_unref(findings);
        sn_model_free(model);
    }
}

/* A method for rigid bodies is not what a FEM model touches by. */
static void test_method(void)
{
    for (int i = 0; i < 4; i++) {
        g_autofree char *text = g_strdup_printf(
            "\"bodies\": [{\"name\": \"b\", \"position\": [0, 0, 1], " BOX
            "}], \"fems\": [{\"name\": \"f\", " GRID
            "}], \"collisions\": [{\"name\": \"c\", \"method\": \"%s\"%s}]",
            i % 2 ? "elastic_foundation" : "constraint",
            i < 2 ? "" : ", \"bodies_a\": [\"bodies/b\"], \"bodies_b\": [\"bodies/b\"]");
        SnModel *model = read_model(text);
        GArray *findings = sn_find_checks(model);
        g_assert_true((find(findings, "has a method for rigid bodies") != NULL) == (i == 1));
        g_array_unref(findings);
        sn_model_free(model);
    }
}

/* What joints hold stays, and the message says which. */
static void test_held(void)
{
    GError *error = NULL;
    SnModel *model = read_model(
        "\"bodies\": [{\"name\": \"a\", " BOX
        "}, {\"name\": \"b\", \"position\": [0.05, 0, 0], " BOX
        "}], \"joints\": [{\"class\": \"hinge\", \"name\": \"j\", \"frame_b\": \"bodies/a\"}, "
        "{\"class\": \"hinge\", \"name\": \"k\", \"frame_b\": \"bodies/b\", \"location_a\": [0.05, "
        "0, "
        "0]}], \"collisions\": [{\"name\": \"c\"}]");
    g_assert_null(sn_push_apart(model, &error));
    g_assert_nonnull(error);
    g_assert_nonnull(strstr(error->message, "/model/bodies/b"));
    g_clear_error(&error);
    sn_model_free(model);
}

/* A model in order has nothing but notes; what does not compile is an error with its component. */
static void test_order(void)
{
    SnModel *model =
        read_model("\"bodies\": [{\"name\": \"b\", " BOX "}], \"joints\": [{\"class\": "
                   "\"hinge\", \"name\": \"j\", \"frame_b\": \"bodies/b\"}]");
    GArray *findings = sn_find_checks(model);
    for (guint i = 0; i < findings->len; i++)
        g_assert_cmpint(g_array_index(findings, SnFinding, i).severity, ==, SN_NOTE);
    g_array_unref(findings);
    sn_model_free(model);
    model = read_model("\"bodies\": [{\"name\": \"b\"}]");
    findings = sn_find_checks(model);
    g_assert_cmpuint(findings->len, >, 0);
    const SnFinding *first = &g_array_index(findings, SnFinding, 0);
    g_assert_cmpint(first->severity, ==, SN_ERROR);
    g_assert_nonnull(sn_model_get(model, first->id));
    g_array_unref(findings);
    sn_model_free(model);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/checks/remedies", test_remedies);
    g_test_add_func("/checks/redundant", test_redundant);
    g_test_add_func("/checks/redundant-loop", test_loop);
    g_test_add_func("/checks/heaps", test_heaps);
    g_test_add_func("/checks/surfaces", test_surfaces);
    g_test_add_func("/checks/alone", test_alone);
    g_test_add_func("/checks/method", test_method);
    g_test_add_func("/checks/held", test_held);
    g_test_add_func("/checks/order", test_order);
    return g_test_run();
}
