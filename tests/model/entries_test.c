/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edits of entries: those of a probe's curve, and those of strands, which others hang on. */
#include "engine/model/classes/class_table.h"
#include "engine/model/classes/probe.h"
#include "engine/model/classes/strand.h"
#include "engine/model/classes/timeline.h"
#include "tests/model/edited_jaw.h"
#include "tests/model/support.h"

#include <math.h>
#include <string.h>

static void test_entries(Jaw *j, const void *unused)
{
    GError *error = NULL;
    g_autofree char *a = dump_model(j->model);
    g_assert_true(sn_edit_insert_entry(j->model, j->in, 0, 1, NULL));
    check_undo(j, a);
    const SnId knot = sn_model_resolve(j->model, NULL, "probes/drive/knots/1", NULL);
    g_assert_cmpuint(knot.entry, ==, sn_entry(0, 1));
    g_autofree char *b = dump_model(j->model);
    g_assert_true(set_number(j, knot, "time", 0.5, NULL));
    check_undo(j, b);
    g_autofree char *path = sn_model_path(j->model, knot);
    g_assert_cmpstr(path, ==, "/model/probes/drive/knots/1");
    g_autofree char *c = dump_model(j->model);
    g_assert_true(sn_edit_remove_entry(j->model, sn_id_of_entry(j->in, 0, 0), NULL));
    check_undo(j, c);
    const SnId clip = sn_edit_add(j->model, sn_model_list(j->model->root, "clips")->id,
                                  sn_component_new(&SN_CLASS_CLIP, NULL), -1, NULL);
    refused(sn_edit_remove_entry(j->model, sn_id_of_entry(clip, 0, 0), &error), &error,
            "knots must have at least 1 entry");
    refused(sn_edit_insert_entry(j->model, j->in, 0, 5, &error), &error, "knots has no place 5");
}

/* All knots of the input probe: knot i at i * step. */
static bool set_knots(Jaw *j, int n, double step, GError **error)
{
    SnKnot *knots = g_new0(SnKnot, n + 1);
    double *values = g_new0(double, n + 1);
    for (int i = 0; i < n; i++) {
        values[i] = step + i;
        knots[i] = (SnKnot){i * step, {1, &values[i]}};
    }
    const SnArray entries = {n, knots};
    const bool good = sn_edit_set_entries(j->model, j->in, 0, &entries, error);
    g_free(knots);
    g_free(values);
    return good;
}

static int n_knots(const Jaw *j)
{
    return ((const SnInputProbe *)sn_model_get(j->model, j->in))->knots.n;
}

static void test_set_entries(Jaw *j, const void *unused)
{
    GError *error = NULL;
    g_autofree char *before = dump_model(j->model);
    g_array_set_size(j->changes, 0);
    g_assert_true(set_knots(j, 5, 0.1, NULL));
    g_assert_cmpint(change(j, 0)->kind, ==, SN_CHANGE_ENTRIES);
    g_assert_true(sn_id_equal(change(j, 0)->id, j->in));
    g_assert_cmpint(n_knots(j), ==, 5);
    const SnKnot *knots = ((const SnInputProbe *)sn_model_get(j->model, j->in))->knots.entries;
    g_assert_cmpfloat(knots[3].time, ==, 3 * 0.1);
    g_assert_cmpfloat(knots[3].values.values[0], ==, 3.1);
    check_undo(j, before);
    /* the same again: no step */
    const guint notified = j->changes->len;
    g_assert_true(set_knots(j, 5, 0.1, NULL));
    g_assert_cmpuint(j->changes->len, ==, notified);
    /* successive ones merge until they are sealed, in a group too */
    sn_edit_seal(j->model);
    g_autofree char *drag = dump_model(j->model);
    for (int i = 1; i <= 20; i++)
        g_assert_true(set_knots(j, i, 0.2, NULL));
    check_undo(j, drag);
    g_autofree char *grouped = dump_model(j->model);
    sn_edit_begin(j->model, "Drag");
    for (int i = 1; i <= 20; i++) {
        g_assert_true(set_knots(j, 3, 0.3 * i, NULL));
        if (i == 10) /* what comes between ends the merging, not the group */
            g_assert_true(set_number(j, j->in, "start", 1, NULL));
    }
    sn_edit_end(j->model);
    check_undo(j, grouped);
    g_autofree char *after = dump_model(j->model);
    sn_edit_begin(j->model, "Abandoned");
    g_assert_true(set_knots(j, 7, 0.4, NULL));
    g_assert_true(set_knots(j, 8, 0.5, NULL));
    sn_edit_abandon(j->model);
    g_autofree char *abandoned = dump_model(j->model);
    assert_same(after, abandoned, "abandon");
    /* refused as a whole */
    SnKnot bad[2] = {{0, {1, (double[]){1}}}, {NAN, {1, (double[]){1}}}};
    g_assert_false(sn_edit_set_entries(j->model, j->in, 0, &(SnArray){2, bad}, &error));
    g_assert_nonnull(strstr(error->message, "time"));
    g_clear_error(&error);
    refused(sn_edit_set_entries(j->model, j->in, 9, &(SnArray){0, NULL}, &error), &error,
            "there is no such array");
    g_autofree char *untouched = dump_model(j->model);
    assert_same(after, untouched, "refused");
}

/* --- strands: entries that others hang on --- */

static SnId add_strand(Jaw *j, const char *name, int n)
{
    SnStrand *strand = (SnStrand *)sn_component_new(sn_class_by_name("strand"), name);
    strand->nodes = (SnArray){n, g_new0(SnStrandNode, n)};
    SnStrandNode *nodes = strand->nodes.entries;
    for (int i = 0; i < n; i++) {
        sn_entry_init(&strand->base.base.base.class->arrays[0], &nodes[i]);
        nodes[i].position[0] = 0.1 * i;
    }
    return put(j->model, "strands", strand);
}

static void set_point(Jaw *j, SnId node, SnId point)
{
    GError *error = NULL;
    const SnValue kind = {.type = SN_TYPE_ENUM, .integer = SN_NODE_POINT};
    const SnValue value = {.type = SN_TYPE_REF, .ref = point};
    g_assert_true(
        sn_edit_set(j->model, node, sn_model_find_property(j->model, node, "kind"), &kind, &error));
    g_assert_true(sn_edit_set(j->model, node, sn_model_find_property(j->model, node, "point"),
                              &value, &error));
    g_assert_no_error(error);
}

static SnId point_of(Jaw *j, SnId node)
{
    return ((const SnStrandNode *)sn_model_object(j->model, node))->point;
}

static void test_strand_entries(Jaw *j, const void *unused)
{
    GError *error = NULL;
    const SnId a = add_strand(j, "a", 4), b = add_strand(j, "b", 3);
    const SnId end = sn_id_of_entry(b, 0, 2), start = sn_id_of_entry(a, 0, 0);
    set_point(j, end, sn_id_of_entry(a, 0, 2));
    set_point(j, start, j->tip);
    g_autofree char *before = dump_model(j->model);
    /* an entry that comes before moves on what hangs on later ones, one that goes takes it back */
    g_assert_true(sn_edit_insert_entry(j->model, a, 0, 1, &error));
    g_assert_cmpuint(sn_id_entry_index(point_of(j, end)), ==, 3);
    g_assert_true(sn_edit_insert_entry(j->model, b, 0, 0, &error));
    g_assert_cmpuint(sn_id_entry_index(point_of(j, sn_id_of_entry(b, 0, 3))), ==, 3);
    g_assert_true(sn_edit_remove_entry(j->model, sn_id_of_entry(a, 0, 0), &error));
    g_assert_cmpuint(sn_id_entry_index(point_of(j, sn_id_of_entry(b, 0, 3))), ==, 2);
    /* what something hangs on stays */
    g_assert_false(sn_edit_remove_entry(j->model, sn_id_of_entry(a, 0, 2), &error));
    g_assert_cmpstr(error->message, ==, "/model/strands/b/nodes/3 hangs on it: let that go first");
    g_clear_error(&error);
    g_autofree char *after = dump_model(j->model);
    for (int i = 0; i < 3; i++)
        sn_undo(j->model);
    g_autofree char *undone = dump_model(j->model);
    assert_same(before, undone, "undo");
    for (int i = 0; i < 3; i++)
        sn_redo(j->model);
    g_autofree char *redone = dump_model(j->model);
    assert_same(after, redone, "redo");
}

/* Nodes of strands may hang on each other, but not in a circle; a strand goes with the marker that
 * it hangs on, and takes copies of its points along. */
static void test_strand_references(Jaw *j, const void *unused)
{
    GError *error = NULL;
    const SnId a = add_strand(j, "a", 3), b = add_strand(j, "b", 3);
    set_point(j, sn_id_of_entry(b, 0, 0), sn_id_of_entry(a, 0, 1));
    set_point(j, sn_id_of_entry(a, 0, 2), sn_id_of_entry(b, 0, 1));
    set_point(j, sn_id_of_entry(a, 0, 0), j->tip);
    const SnId node = sn_id_of_entry(a, 0, 1);
    const SnValue kind = {.type = SN_TYPE_ENUM, .integer = SN_NODE_POINT};
    const SnValue back = {.type = SN_TYPE_REF, .ref = sn_id_of_entry(b, 0, 0)};
    g_assert_true(
        sn_edit_set(j->model, node, sn_model_find_property(j->model, node, "kind"), &kind, &error));
    g_assert_false(sn_edit_set(j->model, node, sn_model_find_property(j->model, node, "point"),
                               &back, &error));
    g_assert_nonnull(strstr(error->message, "refers back to this component"));
    g_clear_error(&error);
    sn_undo(j->model);
    g_autoptr(GArray) copies = g_array_new(FALSE, FALSE, sizeof(SnId));
    g_assert_true(sn_edit_duplicate(j->model, &a, 1, copies, &error));
    const SnId copy = g_array_index(copies, SnId, 0);
    const SnId tip = point_of(j, sn_id_of_entry(copy, 0, 0));
    g_assert_cmpstr(sn_model_get(j->model, tip)->name, ==, "tip-2");
    g_assert_true(sn_id_equal(point_of(j, sn_id_of_entry(copy, 0, 2)), sn_id_of_entry(b, 0, 1)));
    g_autoptr(GArray) users = sn_model_dependents(j->model, &j->tip, 1, true);
    int strands = 0; /* both: one hangs on the other */
    for (guint i = 0; i < users->len; i++)
        strands += sn_id_equal(g_array_index(users, SnId, i), a) ||
                   sn_id_equal(g_array_index(users, SnId, i), b);
    g_assert_cmpint(strands, ==, 2);
    g_assert_true(sn_edit_remove(j->model, &j->tip, 1, &error));
    g_assert_null(sn_model_get(j->model, a));
    g_assert_null(sn_model_get(j->model, copy)); /* it hangs on b, which hangs on a */
    sn_undo(j->model);
    g_assert_true(sn_model_get(j->model, a) && sn_model_get(j->model, copy));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    const struct {
        const char *name;
        void (*run)(Jaw *, const void *);
    } tests[] = {
        {"/model/entries/entries", test_entries},
        {"/model/entries/set-entries", test_set_entries},
        {"/model/entries/strand-entries", test_strand_entries},
        {"/model/entries/strand-references", test_strand_references},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(tests); i++)
        g_test_add(tests[i].name, Jaw, NULL, make_jaw, tests[i].run, drop_jaw);
    return g_test_run();
}
