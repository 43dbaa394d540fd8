/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Thousands of random edits of every kind on a random model.  Usage: [COUNT [SEED]] (default 2000
 * edits, 100000 with SN_LONG=1).  Undo-all must restore the model, redo-all the end; listeners must
 * have been told of everything. */
#include "engine/model/file/file.h"
#include "tests/model/random_editor.h"
#include "tests/support/cases.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Witness {
    SnModel *model;
    GHashTable *seen;  /* "id row" -> effective value, as listeners were told */
    GHashTable *order; /* id text of a parent -> GArray of ids: children, as told */
    bool stale;        /* an addition or removal makes `seen` start anew */
} Witness;

/* --- what a listener knows --- */

static char *key(SnId id)
{
    return g_strdup_printf("%u.%u", id.index, id.generation);
}

static char *effective_text(const SnModel *model, SnId id, int row)
{
    const SnProperty *property = sn_model_property(model, id, row);
    SnValue value;
    sn_model_effective(model, id, property, &value, NULL);
    char *text = sn_value_to_text(model, NULL, property, &value);
    sn_value_clear(&value);
    return text;
}

static bool learn_component(SnComponent *component, void *data)
{
    Witness *witness = data;
    const int n = sn_class_n_properties(component->class);
    for (int row = 0; row < n; row++)
        if (sn_class_property(component->class, row)->flags & SN_INHERITABLE)
            g_hash_table_insert(witness->seen, g_strdup_printf("%u %d", component->id.index, row),
                                effective_text(witness->model, component->id, row));
    if (!component->children)
        return true;
    GArray *children = g_array_new(FALSE, FALSE, sizeof(SnId));
    for (guint i = 0; i < component->children->len; i++)
        g_array_append_val(children, ((SnComponent *)component->children->pdata[i])->id);
    g_hash_table_insert(witness->order, key(component->id), children);
    return true;
}

static void learn(Witness *witness)
{
    g_hash_table_remove_all(witness->seen);
    g_hash_table_remove_all(witness->order);
    sn_component_walk(witness->model->root, learn_component, witness);
    witness->stale = false;
}

static void on_change(const SnModel *model, const SnChange *change, void *data)
{
    Witness *witness = data;
    g_autofree char *parent = key(change->parent);
    GArray *children = g_hash_table_lookup(witness->order, parent);
    switch (change->kind) {
    case SN_CHANGE_VALUE:
        if (change->id.entry == 0 &&
            sn_model_property(model, change->id, change->property)->flags & SN_INHERITABLE)
            g_hash_table_insert(witness->seen,
                                g_strdup_printf("%u %d", change->id.index, change->property),
                                effective_text(model, change->id, change->property));
        break;
    case SN_CHANGE_ADDED:
        g_assert_nonnull(sn_model_get(model, change->id));
        if (children)
            g_array_insert_val(children, change->position, change->id);
        witness->stale = true;
        break;
    case SN_CHANGE_REMOVED:
        g_assert_null(sn_model_get(model, change->id));
        if (children) {
            g_assert_true(sn_id_equal(g_array_index(children, SnId, change->position), change->id));
            g_array_remove_index(children, (guint)change->position);
        }
        witness->stale = true;
        break;
    case SN_CHANGE_MOVED:
        for (guint i = 0; children && i < children->len; i++)
            if (sn_id_equal(g_array_index(children, SnId, i), change->id)) {
                g_array_remove_index(children, i);
                break;
            }
        if (children)
            g_array_insert_val(children, change->position, change->id);
        break;
    default:
        break;
    }
}

static bool check_component(SnComponent *component, void *data)
{
    const Witness *witness = data;
    g_autofree char *name = key(component->id);
    const GArray *children = g_hash_table_lookup(witness->order, name);
    if (component->children && children) {
        g_assert_cmpuint(children->len, ==, component->children->len);
        for (guint i = 0; i < children->len; i++)
            g_assert_true(sn_id_equal(g_array_index(children, SnId, i),
                                      ((SnComponent *)component->children->pdata[i])->id));
    }
    const int n = sn_class_n_properties(component->class);
    for (int row = 0; row < n && !witness->stale; row++) {
        if (!(sn_class_property(component->class, row)->flags & SN_INHERITABLE))
            continue;
        g_autofree char *property = g_strdup_printf("%u %d", component->id.index, row);
        g_autofree char *found = effective_text(witness->model, component->id, row);
        g_assert_cmpstr(g_hash_table_lookup(witness->seen, property), ==, found);
    }
    return true;
}

static void check_ids(const SnModel *model)
{
    for (guint i = 1; i < model->slots->len; i++) {
        const SnComponent *component = model->slots->pdata[i];
        g_assert_true(!component || (component->id.index == i &&
                                     sn_model_get(model, component->id) == component));
    }
}

static int n_edits = 2000;
static uint64_t seed = 20261121;

/* What random edits made can be saved, read and saved again to the same text. */
static void check_file(SnModel *model)
{
    g_autofree char *folder = g_dir_make_tmp("sinew-edits-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "random.sinew", NULL);
    GError *error = NULL;
    g_autofree char *text = sn_file_write_text(model);
    g_file_set_contents(path, text, -1, &error);
    g_assert_no_error(error);
    SnModel *again = sn_file_open(path, &error);
    g_assert_no_error(error);
    g_autofree char *second = sn_file_write_text(again);
    assert_same(text, second, "file of a model edited at random");
    sn_model_free(again);
    g_remove(path);
    g_rmdir(folder);
}

/* Nine of ten edits are such as the model takes. */
static void check_accepted(const int *tried, const int *accepted)
{
    int all_tried = 0, all_accepted = 0;
    g_print("# edit            tried  accepted\n");
    for (int i = 0; i < KIND_COUNT; i++) {
        g_print("# %-14s %6d %9d\n", edit_kind_name((EditKind)i), tried[i], accepted[i]);
        all_tried += tried[i];
        all_accepted += accepted[i];
    }
    g_print("# %-14s %6d %9d (%.1f %%)\n", "all", all_tried, all_accepted,
            100.0 * all_accepted / all_tried);
    g_assert_cmpint(10 * all_accepted, >=, 9 * all_tried);
}

static void test_random_edits(void)
{
    Editor editor = {.random = {seed}};
    editor.model = random_model(&editor.random, 250);
    Witness witness = {.model = editor.model};
    witness.seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    witness.order =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_array_unref);
    sn_model_listen(editor.model, on_change, &witness);
    g_autofree char *start = dump_model(editor.model);
    g_autofree char *start_file = sn_file_write_text(editor.model);
    int tried[KIND_COUNT] = {0}, accepted[KIND_COUNT] = {0};
    learn(&witness);
    /* a model that has grown takes longer to write down than a hundred edits */
    const int every = n_edits > 10000 ? 400 : 20;
    editor.unlooked = n_edits > 10000 ? 40 : 0;
    for (int i = 0; i < n_edits; i++) {
        const EditKind kind = pick_edit_kind(&editor);
        tried[kind]++;
        accepted[kind] += edit_at_random(&editor, kind);
        sn_edit_seal(editor.model);
        if (i % every == every - 1) {
            sn_component_walk(editor.model->root, check_component, &witness);
            check_ids(editor.model);
            learn(&witness);
        }
    }
    check_accepted(tried, accepted);
    g_autofree char *end = dump_model(editor.model);
    for (int round = 0; round < 2; round++) {
        int steps = 0;
        while (sn_undo(editor.model))
            steps++;
        g_autofree char *undone = dump_model(editor.model);
        assert_same(start, undone, "undo of everything");
        g_autofree char *undone_file = sn_file_write_text(editor.model);
        assert_same(start_file, undone_file, "file after undo of everything");
        while (sn_redo(editor.model))
            steps--;
        g_assert_cmpint(steps, ==, 0);
        g_autofree char *redone = dump_model(editor.model);
        assert_same(end, redone, "redo of everything");
        check_ids(editor.model);
    }
    check_file(editor.model);
    SnChecks *checks = sn_checks_new();
    sn_model_validate(editor.model, checks);
    g_print("# validation: %d errors, %d warnings\n", sn_checks_count(checks, SN_ERROR),
            sn_checks_count(checks, SN_WARNING));
    sn_checks_free(checks);
    sn_model_free(editor.model);
    g_hash_table_unref(witness.seen);
    g_hash_table_unref(witness.order);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    n_edits = sn_cases(n_edits, 100000);
    if (argc > 1)
        n_edits = atoi(argv[1]);
    if (argc > 2)
        seed = strtoull(argv[2], NULL, 10);
    g_test_add_func("/model/random-edits", test_random_edits);
    return g_test_run();
}
