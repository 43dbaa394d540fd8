/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Thousands of random edits of every kind on a random model.  Usage: [COUNT [SEED]] (default 2000
 * edits, 20000 with SN_LONG=1).  Undo-all must restore the model, redo-all the end; listeners must
 * have been told of everything. */
#include "engine/model/classes/model_component.h"
#include "engine/model/drawable.h"
#include "engine/model/file/file.h"
#include "tests/model/support.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum Kind {
    KIND_SET,
    KIND_RESET,
    KIND_ADD,
    KIND_REMOVE,
    KIND_RENAME,
    KIND_MOVE,
    KIND_DUPLICATE,
    KIND_INSERT_ENTRY,
    KIND_REMOVE_ENTRY,
    KIND_SET_ENTRIES,
    KIND_GROUP,
    KIND_DRAG,
    KIND_ABANDON,
    KIND_UNDO_REDO,
    KIND_COUNT
} Kind;

static const struct {
    const char *name;
    int weight;
} kinds[KIND_COUNT] = {
    [KIND_SET] = {"set", 30},
    [KIND_RESET] = {"reset", 8},
    [KIND_ADD] = {"add", 16},
    [KIND_REMOVE] = {"remove", 4},
    [KIND_RENAME] = {"rename", 8},
    [KIND_MOVE] = {"move", 6},
    [KIND_DUPLICATE] = {"duplicate", 3},
    [KIND_INSERT_ENTRY] = {"insert entry", 5},
    [KIND_REMOVE_ENTRY] = {"remove entry", 4},
    [KIND_SET_ENTRIES] = {"set entries", 4},
    [KIND_GROUP] = {"group", 5},
    [KIND_DRAG] = {"drag", 4},
    [KIND_ABANDON] = {"abandon", 3},
    [KIND_UNDO_REDO] = {"undo and redo", 4},
};

typedef struct Editor {
    SnModel *model;
    Random random;
    GHashTable *seen;  /* "id row" -> effective value, as listeners were told */
    GHashTable *order; /* id text of a parent -> GArray of ids: children, as told */
    bool stale;        /* an addition or removal makes `seen` start anew */
} Editor;

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
    Editor *editor = data;
    const int n = sn_class_n_properties(component->class);
    for (int row = 0; row < n; row++)
        if (sn_class_property(component->class, row)->flags & SN_INHERITABLE)
            g_hash_table_insert(editor->seen, g_strdup_printf("%u %d", component->id.index, row),
                                effective_text(editor->model, component->id, row));
    if (!component->children)
        return true;
    GArray *children = g_array_new(FALSE, FALSE, sizeof(SnId));
    for (guint i = 0; i < component->children->len; i++)
        g_array_append_val(children, ((SnComponent *)component->children->pdata[i])->id);
    g_hash_table_insert(editor->order, key(component->id), children);
    return true;
}

static void learn(Editor *editor)
{
    g_hash_table_remove_all(editor->seen);
    g_hash_table_remove_all(editor->order);
    sn_component_walk(editor->model->root, learn_component, editor);
    editor->stale = false;
}

static void on_change(const SnModel *model, const SnChange *change, void *data)
{
    Editor *editor = data;
    g_autofree char *parent = key(change->parent);
    GArray *children = g_hash_table_lookup(editor->order, parent);
    switch (change->kind) {
    case SN_CHANGE_VALUE:
        if (change->id.entry == 0 &&
            sn_model_property(model, change->id, change->property)->flags & SN_INHERITABLE)
            g_hash_table_insert(editor->seen,
                                g_strdup_printf("%u %d", change->id.index, change->property),
                                effective_text(model, change->id, change->property));
        break;
    case SN_CHANGE_ADDED:
        g_assert_nonnull(sn_model_get(model, change->id));
        if (children)
            g_array_insert_val(children, change->position, change->id);
        editor->stale = true;
        break;
    case SN_CHANGE_REMOVED:
        g_assert_null(sn_model_get(model, change->id));
        if (children) {
            g_assert_true(sn_id_equal(g_array_index(children, SnId, change->position), change->id));
            g_array_remove_index(children, (guint)change->position);
        }
        editor->stale = true;
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
    const Editor *editor = data;
    g_autofree char *name = key(component->id);
    const GArray *children = g_hash_table_lookup(editor->order, name);
    if (component->children && children) {
        g_assert_cmpuint(children->len, ==, component->children->len);
        for (guint i = 0; i < children->len; i++)
            g_assert_true(sn_id_equal(g_array_index(children, SnId, i),
                                      ((SnComponent *)component->children->pdata[i])->id));
    }
    const int n = sn_class_n_properties(component->class);
    for (int row = 0; row < n && !editor->stale; row++) {
        if (!(sn_class_property(component->class, row)->flags & SN_INHERITABLE))
            continue;
        g_autofree char *property = g_strdup_printf("%u %d", component->id.index, row);
        g_autofree char *found = effective_text(editor->model, component->id, row);
        g_assert_cmpstr(g_hash_table_lookup(editor->seen, property), ==, found);
    }
    return true;
}

/* --- random edits --- */

static bool is_listed(SnComponent *component, void *data)
{
    if (component->parent && component->parent->class == &SN_CLASS_LIST)
        g_array_append_val((GArray *)data, component->id);
    return true;
}

/* A component that can be renamed, moved, removed; null if the model is empty. */
static SnId pick(Editor *editor)
{
    g_autoptr(GArray) ids = g_array_new(FALSE, FALSE, sizeof(SnId));
    sn_component_walk(editor->model->root, is_listed, ids);
    return ids->len ? g_array_index(ids, SnId, random_below(&editor->random, (int)ids->len))
                    : SN_ID_NULL;
}

/* Any component, lists and root too, or an entry of one. */
static SnId pick_object(Editor *editor)
{
    g_autoptr(GArray) ids = all_of(editor->model, &SN_CLASS_COMPONENT);
    const SnId id = g_array_index(ids, SnId, random_below(&editor->random, (int)ids->len));
    SnComponent *component = sn_model_get(editor->model, id);
    const int n = component->class->n_arrays > 0 ? sn_component_array(component, 0)->n : 0;
    if (n > 0 && random_below(&editor->random, 2))
        return sn_id_of_entry(id, 0, (uint32_t)random_below(&editor->random, n));
    return id;
}

/* A property that may be set now; -1 if the object has none. */
static int pick_row(Editor *editor, SnId id)
{
    const int n = sn_model_n_properties(editor->model, id);
    for (int attempt = 0; n > 0 && attempt < 100; attempt++) {
        const int row = random_below(&editor->random, n);
        const SnProperty *property = sn_model_property(editor->model, id, row);
        if (property->kind != SN_RESULT && !(property->flags & SN_DERIVED) &&
            sn_model_applies(editor->model, id, property))
            return row;
    }
    return -1;
}

static bool edit_set(Editor *editor)
{
    const SnId id = pick_object(editor);
    const int row = pick_row(editor, id);
    SnValue value;
    if (row < 0 || !random_value(&editor->random, editor->model, sn_id_component(id),
                                 sn_model_property(editor->model, id, row), &value))
        return false;
    g_autoptr(GError) error = NULL;
    const bool good = sn_edit_set(editor->model, id, row, &value, &error);
    if (!good)
        g_test_message("set: %s", error->message);
    sn_value_clear(&value);
    return good;
}

static bool edit_add(Editor *editor)
{
    int n;
    const SnClass *const *table = sn_class_table(&n);
    const SnClass *class = table[random_below(&editor->random, n)];
    g_autoptr(GArray) models = all_of(editor->model, &SN_CLASS_MODEL);
    if (class == &SN_CLASS_MODEL && models->len > 5)
        class = table[1];
    SnComponent *list = random_list_for(&editor->random, editor->model, class);
    SnComponent *component = list ? random_component(&editor->random, editor->model, class) : NULL;
    if (!component)
        return false;
    const int position = random_below(&editor->random, (int)list->children->len + 2) - 1;
    return !sn_id_is_null(sn_edit_add(editor->model, list->id, component, position, NULL));
}

static bool edit_rename(Editor *editor)
{
    const SnId id = pick(editor);
    if (sn_id_is_null(id))
        return false;
    g_autofree char *name = g_strdup_printf("n%d", random_below(&editor->random, 100000));
    return sn_edit_rename(editor->model, id, random_below(&editor->random, 5) ? name : NULL, NULL);
}

static bool edit_move(Editor *editor)
{
    const SnId id = pick(editor);
    if (sn_id_is_null(id))
        return false;
    const SnComponent *component = sn_model_get(editor->model, id);
    const int n = (int)component->parent->children->len;
    return sn_edit_move(editor->model, id, random_below(&editor->random, n), NULL);
}

static bool edit_some(Editor *editor, bool duplicate)
{
    SnId ids[3];
    const int n = 1 + random_below(&editor->random, 3);
    for (int i = 0; i < n; i++)
        if (sn_id_is_null(ids[i] = pick(editor)))
            return false;
    return duplicate ? sn_edit_duplicate(editor->model, ids, n, NULL, NULL)
                     : sn_edit_remove(editor->model, ids, n, NULL);
}

static bool has_entries(SnComponent *component, void *data)
{
    if (component->class->n_arrays > 0 && !component->class->arrays[0].derived)
        g_array_append_val((GArray *)data, component->id);
    return true;
}

static bool edit_entry(Editor *editor, bool insert)
{
    g_autoptr(GArray) ids = g_array_new(FALSE, FALSE, sizeof(SnId));
    sn_component_walk(editor->model->root, has_entries, ids);
    for (int attempt = 0; ids->len && attempt < 50; attempt++) {
        const SnId id = g_array_index(ids, SnId, random_below(&editor->random, (int)ids->len));
        SnComponent *component = sn_model_get(editor->model, id);
        const int n = sn_component_array(component, 0)->n;
        if (insert)
            return sn_edit_insert_entry(editor->model, id, 0, random_below(&editor->random, n + 1),
                                        NULL);
        if (n > component->class->arrays[0].min_count)
            return sn_edit_remove_entry(
                editor->model, sn_id_of_entry(id, 0, (uint32_t)random_below(&editor->random, n)),
                NULL);
    }
    return false;
}

/* Fills `entries` (zeroed) with random ones; false if there is nothing to refer to. */
static bool random_entries(Editor *editor, SnId holder, const SnArrayRow *row, SnArray *entries)
{
    for (int i = 0; i < entries->n; i++) {
        void *entry = (char *)entries->entries + (size_t)i * row->entry_size;
        sn_entry_init(row, entry);
        for (int k = 0; k < row->n_properties; k++) {
            SnValue value;
            if (row->properties[k].kind == SN_RESULT)
                continue;
            if (!random_value(&editor->random, editor->model, holder, &row->properties[k], &value))
                return false;
            sn_field_set(entry, &row->properties[k], &value);
            sn_value_clear(&value);
        }
    }
    return true;
}

/* Like a drag: several in a row, which merge. */
static bool edit_set_entries(Editor *editor)
{
    g_autoptr(GArray) ids = g_array_new(FALSE, FALSE, sizeof(SnId));
    sn_component_walk(editor->model->root, has_entries, ids);
    if (ids->len == 0)
        return false;
    const SnId id = g_array_index(ids, SnId, random_below(&editor->random, (int)ids->len));
    const SnClass *class = sn_model_get(editor->model, id)->class;
    const int array = random_below(&editor->random, class->n_arrays);
    const SnArrayRow *row = &class->arrays[array];
    if (row->derived || row->family)
        return edit_entry(editor, true);
    bool good = true;
    for (int turn = 0; good && turn < 3; turn++) {
        SnArray entries = {row->min_count + random_below(&editor->random, 6), NULL};
        entries.entries = g_malloc0_n((gsize)entries.n, row->entry_size);
        good = random_entries(editor, id, row, &entries) &&
               sn_edit_set_entries(editor->model, id, array, &entries, NULL);
        for (int i = 0; i < entries.n; i++)
            sn_entry_clear(row, (char *)entries.entries + (size_t)i * row->entry_size);
        g_free(entries.entries);
    }
    return good;
}

static bool edit_reset(Editor *editor)
{
    for (int attempt = 0; attempt < 50; attempt++) {
        const SnId id = pick_object(editor);
        const int row = pick_row(editor, id);
        const SnProperty *property = row < 0 ? NULL : sn_model_property(editor->model, id, row);
        if (!property || property->flags & SN_REQUIRED || property->type == SN_TYPE_TARGETS)
            continue;
        return sn_edit_reset(editor->model, id, row, NULL);
    }
    return false;
}

static bool edit_group(Editor *editor, bool abandon)
{
    g_autofree char *before = abandon ? dump_model(editor->model) : NULL;
    const int n = 1 + random_below(&editor->random, 5);
    sn_edit_begin(editor->model, "Group");
    for (int i = 0; i < n; i++) {
        if (abandon && i == 0)
            edit_some(editor, true);
        else if (abandon && i == 1)
            edit_some(editor, false);
        else
            edit_set(editor);
    }
    if (!abandon) {
        sn_edit_end(editor->model);
        return true;
    }
    sn_edit_abandon(editor->model);
    g_autofree char *after = dump_model(editor->model);
    assert_same(before, after, "abandon");
    return true;
}

static bool edit_drag(Editor *editor)
{
    const SnId id = pick_object(editor);
    const int row = pick_row(editor, id);
    if (row < 0)
        return false;
    for (int i = 0; i < 10; i++) {
        SnValue value;
        if (!random_value(&editor->random, editor->model, sn_id_component(id),
                          sn_model_property(editor->model, id, row), &value))
            return false;
        const bool good = sn_edit_set(editor->model, id, row, &value, NULL);
        sn_value_clear(&value);
        if (!good)
            return false;
    }
    sn_edit_seal(editor->model);
    return true;
}

static bool undo_redo(Editor *editor)
{
    g_autofree char *before = dump_model(editor->model);
    const int n = 1 + random_below(&editor->random, 20);
    int undone = 0;
    while (undone < n && sn_undo(editor->model))
        undone++;
    for (int i = 0; i < undone; i++)
        g_assert_true(sn_redo(editor->model));
    g_autofree char *after = dump_model(editor->model);
    assert_same(before, after, "undo and redo");
    return true;
}

static bool edit(Editor *editor, Kind kind)
{
    switch (kind) {
    case KIND_SET:
        return edit_set(editor);
    case KIND_RESET:
        return edit_reset(editor);
    case KIND_ADD:
        return edit_add(editor);
    case KIND_REMOVE:
        return edit_some(editor, false);
    case KIND_RENAME:
        return edit_rename(editor);
    case KIND_MOVE:
        return edit_move(editor);
    case KIND_DUPLICATE:
        return edit_some(editor, true);
    case KIND_INSERT_ENTRY:
        return edit_entry(editor, true);
    case KIND_REMOVE_ENTRY:
        return edit_entry(editor, false);
    case KIND_SET_ENTRIES:
        return edit_set_entries(editor);
    case KIND_GROUP:
        return edit_group(editor, false);
    case KIND_DRAG:
        return edit_drag(editor);
    case KIND_ABANDON:
        return edit_group(editor, true);
    default:
        return undo_redo(editor);
    }
}

static Kind pick_kind(Random *random)
{
    int total = 0, kind = 0;
    for (int i = 0; i < KIND_COUNT; i++)
        total += kinds[i].weight;
    for (int left = random_below(random, total); left >= kinds[kind].weight; kind++)
        left -= kinds[kind].weight;
    return (Kind)kind;
}

/* Keeps the model between empty and unwieldy. */
static Kind suited(const Editor *editor, Kind kind)
{
    const guint used = editor->model->slots->len - editor->model->free_slots->len;
    g_autoptr(GArray) all = all_of(editor->model, &SN_CLASS_COMPONENT);
    if (all->len > 600 && (kind == KIND_DUPLICATE || kind == KIND_ADD))
        return KIND_REMOVE;
    if (all->len < 120 && (kind == KIND_REMOVE))
        return KIND_ADD;
    g_assert_cmpuint(used, >=, all->len);
    return kind;
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

static void test_random_edits(void)
{
    Editor editor = {.random = {seed}};
    editor.model = random_model(&editor.random, 250);
    editor.seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    editor.order =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_array_unref);
    sn_model_listen(editor.model, on_change, &editor);
    g_autofree char *start = dump_model(editor.model);
    g_autofree char *start_file = sn_file_write_text(editor.model);
    int tried[KIND_COUNT] = {0}, accepted[KIND_COUNT] = {0}, all_tried = 0, all_accepted = 0;
    learn(&editor);
    for (int i = 0; i < n_edits; i++) {
        const Kind kind = suited(&editor, pick_kind(&editor.random));
        tried[kind]++;
        accepted[kind] += edit(&editor, kind);
        sn_edit_seal(editor.model);
        if (i % 20 == 19) {
            sn_component_walk(editor.model->root, check_component, &editor);
            check_ids(editor.model);
            learn(&editor);
        }
    }
    g_print("# edit            tried  accepted\n");
    for (int i = 0; i < KIND_COUNT; i++) {
        g_print("# %-14s %6d %9d\n", kinds[i].name, tried[i], accepted[i]);
        all_tried += tried[i];
        all_accepted += accepted[i];
    }
    g_print("# %-14s %6d %9d (%.1f %%)\n", "all", all_tried, all_accepted,
            100.0 * all_accepted / all_tried);
    g_assert_cmpint(10 * all_accepted, >=, 9 * all_tried);
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
    g_hash_table_unref(editor.seen);
    g_hash_table_unref(editor.order);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    if (g_strcmp0(g_getenv("SN_LONG"), "1") == 0)
        n_edits = 20000;
    if (argc > 1)
        n_edits = atoi(argv[1]);
    if (argc > 2)
        seed = strtoull(argv[2], NULL, 10);
    g_test_add_func("/model/random-edits", test_random_edits);
    return g_test_run();
}
