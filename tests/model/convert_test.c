/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Springs, muscles, ligaments and strands made of one another. */
#include "engine/model/classes/body.h"
#include "engine/model/classes/class_table.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/probe_signal.h"
#include "engine/model/classes/strand.h"
#include "engine/model/edit/edit.h"
#include "engine/model/edit/members.h"
#include "engine/model/file/file.h"
#include "tests/model/ribs.h"
#include "tests/model/support.h"
#include "tests/support/cases.h"

#include <string.h>

static SnId convert(SnModel *model, const char *path, const SnClass *class, GPtrArray *lost)
{
    g_autoptr(GArray) made = g_array_new(FALSE, FALSE, sizeof(SnId));
    g_autoptr(GError) error = NULL;
    const SnId id = at(model, path);
    const bool done = sn_edit_convert(model, &id, 1, class, NULL, made, lost, &error);
    g_assert_no_error(error);
    g_assert_true(done);
    g_assert_cmpuint(made->len, ==, 1);
    return g_array_index(made, SnId, 0);
}

static void test_elasticity(void)
{
    SnModel *model = ribs();
    g_autofree char *before = dump_model(model);
    SnId id = convert(model, "springs/band", &SN_CLASS_LIGAMENT, NULL);
    const SnLigament *ligament = (const SnLigament *)sn_model_get(model, id);
    g_assert_cmpstr(ligament->base.base.base.name, ==, "band");
    g_assert_cmpfloat(ligament->stiffness, ==, 100); /* 500 N/m of 0.2 m */
    g_assert_cmpfloat(ligament->slack_length, ==, 0.2);
    g_assert_cmpfloat(ligament->damping, ==, 2.0 / 500);
    g_assert_cmpuint(n_of(model, "springs"), ==, 0);
    id = convert(model, "ligaments/band", &SN_CLASS_STRAND, NULL);
    const SnStrand *strand = (const SnStrand *)sn_model_get(model, id);
    const double section = G_PI * strand->base.radius * strand->base.radius;
    g_assert_cmpfloat_with_epsilon(strand->youngs_modulus * section, 100, 1e-10);
    g_assert_cmpint(strand->nodes.n, ==, 2);
    id = convert(model, "strands/band", &SN_CLASS_AXIAL_SPRING, NULL);
    const SnAxialSpring *spring = (const SnAxialSpring *)sn_model_get(model, id);
    g_assert_cmpfloat_with_epsilon(spring->stiffness, 500, 1e-9);
    g_assert_cmpfloat_with_epsilon(spring->damping, 2, 1e-12);
    g_assert_cmpfloat(spring->rest_length, ==, 0.2);
    const SnComponent *probe = sn_model_get(model, at(model, "probes/record"));
    const int row = sn_class_find_property(probe->class, "targets");
    SnValue value;
    sn_field_get(probe, sn_class_property(probe->class, row), &value);
    g_assert_cmpint(value.targets.n, ==, 2); /* each has a length */
    g_assert_true(sn_id_equal(value.targets.targets[1].id, id));
    sn_value_clear(&value);
    for (int i = 0; i < 3; i++)
        g_assert_true(sn_undo(model));
    g_autofree char *after = dump_model(model);
    assert_same(before, after, "converted three times");
    sn_model_free(model);
}

static void strong(const SnModel *model, SnComponent *component)
{
    ((SnMuscle *)component)->max_force = 94;
}

/* A strand without a muscle's law has no strength that could take the place of what fits. */
static void test_fitted(void)
{
    SnModel *model = ribs();
    convert(model, "springs/band", &SN_CLASS_STRAND, NULL);
    const SnId strand = at(model, "strands/band");
    g_autoptr(GArray) made = g_array_new(FALSE, FALSE, sizeof(SnId));
    GError *error = NULL;
    sn_edit_convert(model, &strand, 1, &SN_CLASS_MUSCLE, strong, made, NULL, &error);
    g_assert_no_error(error);
    const SnId id = g_array_index(made, SnId, 0);
    g_assert_cmpfloat(((const SnMuscle *)sn_model_get(model, id))->max_force, ==, 94);
    g_assert_false(sn_edit_convert(model, &id, 1, NULL, NULL, NULL, NULL, NULL));
    g_assert_false(sn_edit_convert(model, &id, 1, &SN_CLASS_MARKER, NULL, NULL, NULL, NULL));
    sn_model_free(model);
}

static void test_muscle(void)
{
    SnModel *model = ribs();
    g_autofree char *before = dump_model(model);
    g_autoptr(GPtrArray) lost = g_ptr_array_new_with_free_func(g_free);
    const SnId strand = convert(model, "muscles/levator", &SN_CLASS_STRAND, lost);
    const SnStrand *made = (const SnStrand *)sn_model_get(model, strand);
    g_assert_cmpint(made->law, ==, SN_STRAND_PECK); /* by its name */
    g_assert_cmpfloat(made->muscle.max_force, ==, 70);
    g_assert_cmpstr(made->base.notes, ==, "raises");
    g_assert_cmpuint(lost->len, ==, 0);
    undo_all(model, before, "a muscle made a strand");
    convert(model, "muscles/levator", &SN_CLASS_AXIAL_SPRING, lost);
    g_assert_true(g_ptr_array_find_with_equal_func(lost, "Maximum force", g_str_equal, NULL) ||
                  lost->len > 0);
    g_assert_cmpuint(n_of(model, "springs"), ==, 2);
    undo_all(model, before, "a muscle made a spring");
    const SnId body = at(model, "bodies/rib");
    g_assert_false(sn_edit_convert(model, &body, 1, &SN_CLASS_MUSCLE, NULL, NULL, NULL, NULL));
    sn_model_free(model);
}

/* Everything in random models into everything, undone to the bit; what is made can be saved. */
static void test_convert_random(void)
{
    const SnClass *const classes[] = {&SN_CLASS_AXIAL_SPRING, &SN_CLASS_MUSCLE, &SN_CLASS_LIGAMENT,
                                      &SN_CLASS_STRAND};
    Random random = {4711};
    int done = 0;
    for (int turn = 0; turn < sn_cases(6, 200); turn++) {
        SnModel *model = random_model(&random, 250);
        g_autoptr(GArray) ids = g_array_new(FALSE, FALSE, sizeof(SnId));
        for (gsize i = 0; i < G_N_ELEMENTS(classes); i++) {
            g_autoptr(GArray) some = all_of(model, classes[i]);
            g_array_append_vals(ids, some->data, some->len);
        }
        g_autofree char *before = dump_model(model);
        for (guint i = 0; i < ids->len; i++) {
            const SnId *id = &g_array_index(ids, SnId, i);
            const SnClass *to = classes[random_below(&random, 4)];
            g_autoptr(GArray) made = g_array_new(FALSE, FALSE, sizeof(SnId));
            const int drawn = 1 + (int)random_below(&random, 4); /* once: MIN takes it twice */
            const int n = MIN(drawn, (int)(ids->len - i));
            if (!sn_edit_convert(model, id, n, to, NULL, made, NULL, NULL))
                continue; /* fewer than two points */
            done++;
            g_autofree char *text = sn_file_write_text(model);
            g_assert_nonnull(text);
            const bool any = made->len > 0;
            if (any)
                g_assert_true(sn_undo(model));
            g_autofree char *after = dump_model(model);
            assert_same(before, after, "converted");
        }
        sn_model_free(model);
    }
    g_test_message("%d conversions", done);
    g_assert_cmpint(done, >, 20);
}

/* --- numbers that stand beside lists --- */

static const char DRIVEN[] =
    "{\"sinew\": 1, \"model\": {"
    "\"particles\": [{\"name\": \"p\", \"position\": [0, 0, 0]}, {\"name\": \"q\", \"position\": "
    "[0.1, 0, 0]}],"
    "\"muscles\": [{\"name\": \"a\", \"points\": [\"particles/p\", \"particles/q\"]},"
    " {\"name\": \"b\", \"points\": [\"particles/p\", \"particles/q\"]},"
    " {\"name\": \"c\", \"points\": [\"particles/p\", \"particles/q\"]}],"
    "\"loads\": [{\"class\": \"point_load\", \"name\": \"push\", \"point\": \"particles/p\"}],"
    "\"exciters\": [{\"name\": \"each\", \"gains\": [1, 2, 3], \"targets\": [TARGETS]},"
    " {\"name\": \"all\", \"gains\": [4], \"targets\": [TARGETS]}],"
    "\"controllers\": [{\"class\": \"feedback_controller\", \"name\": \"hold\","
    "  \"measured\": [\"muscles/a:length\"], \"targets\": [\"loads/push:force\", "
    "TARGETS],"
    "  \"weights\": [1, 2, 3, 4, 5, 6]}],"
    "\"clips\": [{\"name\": \"clip\", \"knots\": [{\"time\": 0, \"values\": [7, 8, 9]}]}],"
    "\"probes\": [{\"class\": \"input_probe\", \"name\": \"knots\", \"targets\": [TARGETS], "
    "\"knots\": ["
    "  {\"time\": 0, \"values\": [0.1, 0.2, 0.3]}, {\"time\": 1, \"values\": [0.4, 0.5, 0.6]}]},"
    " {\"class\": \"input_probe\", \"name\": \"one\", \"targets\": [TARGETS], \"knots\": ["
    "  {\"time\": 0, \"values\": [0.1]}]},"
    " {\"class\": \"input_probe\", \"name\": \"mapped\", \"targets\": [TARGETS], \"knots\": ["
    "  {\"time\": 0, \"values\": [0.1, 0.2]}], \"mapping\": [{\"column\": 1}, {\"column\": 0},"
    "  {\"column\": 1, \"gain\": 3}]},"
    " {\"class\": \"input_probe\", \"name\": \"clips\", \"targets\": [TARGETS], \"segments\": ["
    "  {\"clip\": \"clips/clip\", \"time\": 0}]}]}}";

/* The values of the probe's numbers at t = 0. */
static void expect_signal(const SnModel *model, const char *path, int n, double first,
                          double second)
{
    GError *error = NULL;
    SnSignalReading reading;
    SnSignal *signal =
        sn_probe_signal(model, (const SnInputProbe *)sn_model_get(model, at(model, path)), &error);
    g_assert_no_error(error);
    g_assert_cmpint(signal->width, ==, n);
    g_assert_true(sn_signal_read(signal, 0, 0, &reading));
    g_assert_cmpfloat(sn_signal_number(signal, &reading, 0), ==, first);
    g_assert_cmpfloat(sn_signal_number(signal, &reading, 1), ==, second);
    sn_signal_free(signal);
}

static void expect_reals(const SnModel *model, const char *path, const char *name, int n,
                         const double *expected)
{
    const SnComponent *component = sn_model_get(model, at(model, path));
    SnValue value;
    sn_field_get(
        component,
        sn_class_property(component->class, sn_class_find_property(component->class, name)),
        &value);
    g_assert_cmpint(value.reals.n, ==, n);
    for (int i = 0; i < n; i++)
        g_assert_cmpfloat(value.reals.values[i], ==, expected[i]);
    sn_value_clear(&value);
}

/* What one of several driven muscles had goes with it, whether it is deleted or driven no more. */
static void test_beside(void)
{
    g_auto(GStrv) parts = g_strsplit(DRIVEN, "TARGETS", -1);
    g_autofree char *text = g_strjoinv(
        "\"muscles/a:excitation\", \"muscles/b:excitation\", \"muscles/c:excitation\"", parts);
    for (int way = 0; way < 2; way++) {
        GError *error = NULL;
        SnModel *model = sn_file_open_text(text, strlen(text), NULL, "driven", &error);
        g_assert_no_error(error);
        g_autofree char *before = dump_model(model);
        const SnId b = at(model, "muscles/b");
        if (way == 0)
            g_assert_true(sn_edit_remove(model, &b, 1, NULL));
        else
            convert(model, "muscles/b", &SN_CLASS_LIGAMENT, NULL);
        expect_signal(model, "probes/knots", 2, 0.1, 0.3);
        expect_signal(model, "probes/one", 2, 0.1, 0.1);
        expect_signal(model, "probes/mapped", 2, 0.2, 3 * 0.2);
        expect_signal(model, "probes/clips", 2, 7, 9);
        expect_reals(model, "exciters/each", "gains", 2, (double[]){1, 3});
        expect_reals(model, "exciters/all", "gains", 1, (double[]){4});
        expect_reals(model, "controllers/hold", "weights", 5, (double[]){1, 2, 3, 4, 6});
        g_assert_true(sn_undo(model));
        g_autofree char *after = dump_model(model);
        assert_same(before, after, "numbers beside a list");
        sn_model_free(model);
    }
}

/* Targets of a component: c a b, and what pushes, once they have been a b c. */
static void change_targets(SnModel *model, const char *path, bool with_push)
{
    const SnId id = at(model, path);
    const int row = sn_model_find_property(model, id, "targets");
    static const char *const driven[] = {"muscles/c", "muscles/a", "muscles/b", "loads/push"};
    static const char *const names[] = {"excitation", "excitation", "excitation", "force"};
    SnTarget targets[4];
    for (int i = 0; i < 4; i++) {
        targets[i].id = at(model, driven[i]);
        targets[i].row = sn_model_find_property(model, targets[i].id, names[i]);
    }
    const SnValue value = {.type = SN_TYPE_TARGETS, .targets = {with_push ? 4 : 3, targets}};
    g_assert_true(sn_edit_set_following(model, id, row, &value, NULL));
}

/* What is driven changes places, and one more comes that three numbers drive: it stays as it is. */
static void test_follow(void)
{
    g_auto(GStrv) parts = g_strsplit(DRIVEN, "TARGETS", -1);
    g_autofree char *text = g_strjoinv(
        "\"muscles/a:excitation\", \"muscles/b:excitation\", \"muscles/c:excitation\"", parts);
    static const char *const probes[] = {"probes/knots", "probes/mapped", "probes/clips"};
    GError *error = NULL;
    SnModel *model = sn_file_open_text(text, strlen(text), NULL, "driven", &error);
    g_assert_no_error(error);
    const SnId push = at(model, "loads/push");
    const SnValue force = {.type = SN_TYPE_VEC3, .number = {1, 2, 3}};
    g_assert_true(
        sn_edit_set(model, push, sn_model_find_property(model, push, "force"), &force, NULL));
    g_autofree char *before = dump_model(model);
    change_targets(model, "exciters/each", false);
    change_targets(model, "exciters/all", false);
    expect_reals(model, "exciters/each", "gains", 3, (double[]){3, 1, 2});
    expect_reals(model, "exciters/all", "gains", 1, (double[]){4});
    for (int i = 0; i < 3; i++)
        change_targets(model, probes[i], true);
    change_targets(model, "controllers/hold", true);
    expect_signal(model, "probes/knots", 6, 0.3, 0.1);
    expect_signal(model, "probes/mapped", 6, 3 * 0.2, 0.2);
    expect_signal(model, "probes/clips", 6, 9, 7);
    for (int i = 0; i < 3; i++) {
        const SnInputProbe *probe = (const SnInputProbe *)sn_model_get(model, at(model, probes[i]));
        SnSignalReading reading;
        SnSignal *signal = sn_probe_signal(model, probe, NULL);
        g_assert_true(sn_signal_read(signal, 0, 0, &reading));
        for (int k = 0; k < 3; k++)
            g_assert_cmpfloat(sn_signal_number(signal, &reading, 3 + k), ==, 1 + k);
        sn_signal_free(signal);
    }
    expect_reals(model, "controllers/hold", "weights", 6, (double[]){6, 4, 5, 1, 2, 3});
    for (int i = 0; i < 6; i++)
        g_assert_true(sn_undo(model));
    g_autofree char *after = dump_model(model);
    assert_same(before, after, "numbers that follow a list");
    sn_model_free(model);
}

static const char WRAPPED[] =
    "{\"sinew\": 1, \"model\": {\"bodies\": [{\"name\": \"bone\"}],"
    "\"particles\": [{\"name\": \"p\", \"position\": [0, 0, 0]}, {\"name\": \"q\", \"position\": "
    "[0.5, 0, 0]}],"
    "\"wraps\": [{\"name\": \"near\", \"body\": \"bodies/bone\"}, {\"name\": \"far\", \"body\": "
    "\"bodies/bone\"}],"
    "\"muscles\": [{\"name\": \"over\", \"points\": [\"particles/p\", \"particles/q\"],"
    " \"wraps\": [\"wraps/near\", \"wraps/far\"], \"wrap_ranges\": [1, 2, 0, 2]}]}}";

static void expect_wraps(const SnModel *model, int n, int n_ranges, int first)
{
    const SnPath *path = (const SnPath *)sn_model_get(model, at(model, "muscles/over"));
    g_assert_cmpint(path->wraps.n, ==, n);
    g_assert_cmpint(path->wrap_ranges.n, ==, n_ranges);
    g_assert_true(n_ranges == 0 || path->wrap_ranges.values[0] == first);
}

/* A muscle goes on without a surface that it lay over. */
static void test_wraps(void)
{
    GError *error = NULL;
    SnModel *model = sn_file_open_text(WRAPPED, strlen(WRAPPED), NULL, "wrapped", &error);
    g_assert_no_error(error);
    g_autofree char *before = dump_model(model);
    const SnId near = at(model, "wraps/near"), bone = at(model, "bodies/bone");
    g_assert_true(sn_edit_remove(model, &near, 1, NULL));
    expect_wraps(model, 1, 2, 0);
    g_assert_true(sn_edit_remove(model, &bone, 1, NULL)); /* and the other one with it */
    expect_wraps(model, 0, 0, 0);
    g_assert_true(sn_undo(model) && sn_undo(model));
    expect_wraps(model, 2, 4, 1);
    g_autofree char *after = dump_model(model);
    assert_same(before, after, "surfaces that went");
    sn_model_free(model);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/convert/elasticity", test_elasticity);
    g_test_add_func("/convert/fitted", test_fitted);
    g_test_add_func("/convert/muscle", test_muscle);
    g_test_add_func("/convert/beside", test_beside);
    g_test_add_func("/convert/follow", test_follow);
    g_test_add_func("/convert/wraps", test_wraps);
    g_test_add_func("/convert/random", test_convert_random);
    return g_test_run();
}
