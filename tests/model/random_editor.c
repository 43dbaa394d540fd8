/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/model/random_editor.h"

#include "engine/model/classes/class_table.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/classes/strand.h"
#include "engine/model/drawable.h"
#include "engine/model/edit/arrange.h"
#include "engine/model/edit/places.h"
#include "engine/model/file/clipboard.h"

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
    [KIND_MOVE_TO] = {"move to list", 3},
    [KIND_CARRY] = {"carry", 3},
    [KIND_DUPLICATE] = {"duplicate", 3},
    [KIND_DUPLICATE_ATTACHED] = {"with attached", 1},
    [KIND_MIRROR] = {"mirror", 3},
    [KIND_ARRAY] = {"array", 2},
    [KIND_SHIFT] = {"shift", 4},
    [KIND_RENAME_MANY] = {"rename many", 4},
    [KIND_CONVERT] = {"convert", 3},
    [KIND_PASTE] = {"copy and paste", 3},
    [KIND_INSERT_ENTRY] = {"insert entry", 5},
    [KIND_REMOVE_ENTRY] = {"remove entry", 4},
    [KIND_SET_ENTRIES] = {"set entries", 4},
    [KIND_GROUP] = {"group", 5},
    [KIND_DRAG] = {"drag", 4},
    [KIND_ABANDON] = {"abandon", 3},
    [KIND_UNDO_REDO] = {"undo and redo", 4},
};

const char *edit_kind_name(EditKind kind)
{
    return kinds[kind].name;
}

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

/* Into a list that takes them, where there is one of another model into that. */
static bool edit_move_to(Editor *editor)
{
    const SnId ids[2] = {pick(editor), pick(editor)};
    if (sn_id_is_null(ids[0]))
        return false;
    const SnComponent *one = sn_model_get(editor->model, ids[0]);
    const SnComponent *other = sn_model_get(editor->model, ids[1]);
    const SnComponent *list = one->class == &SN_CLASS_MODEL
                                  ? one->parent
                                  : random_list_for(&editor->random, editor->model, one->class);
    if (!one->parent->parent->class->scope)
        list = one->parent; /* a part of a FEM model */
    const int n_there = (int)list->children->len;
    const int before = random_below(&editor->random, n_there + 1);
    const SnId mark =
        before < n_there ? ((const SnComponent *)list->children->pdata[before])->id : SN_ID_NULL;
    const bool both = other->class == one->class && other != one && one->class != &SN_CLASS_MODEL &&
                      other->parent->parent->class->scope;
    return sn_edit_move_to(editor->model, ids, both ? 2 : 1, list->id, mark, NULL);
}

static bool edit_carry(Editor *editor)
{
    for (int tries = 0; tries < 300; tries++) {
        const SnId id = pick(editor), carrier = pick(editor);
        if (!sn_id_is_null(id) && sn_can_carry(editor->model, id, carrier))
            return sn_edit_carry(editor->model, &id, 1, carrier, NULL);
    }
    return true; /* there is nothing to hang */
}

/* Takes a text of some components and puts it into the model again. */
static bool copy_and_paste(Editor *editor, const SnId *ids, int n)
{
    g_autofree char *text =
        sn_clipboard_copy(editor->model, ids, n, random_below(&editor->random, 4) == 0, NULL);
    return text && sn_clipboard_paste(editor->model, text, NULL, NULL);
}

static bool mirror(Editor *editor, const SnId *ids, int n)
{
    SnMirrorPlane plane;
    for (int k = 0; k < 3; k++) {
        plane.point[k] = random_unit(&editor->random);
        plane.normal[k] = random_unit(&editor->random) - 0.5;
    }
    return sn_edit_mirror(editor->model, ids, n, &plane, random_below(&editor->random, 4) == 0,
                          NULL, NULL);
}

static bool array(Editor *editor, const SnId *ids, int n)
{
    SnRigidMotion motions[2];
    double step[3], axis[3];
    for (int k = 0; k < 3; k++) {
        step[k] = random_unit(&editor->random) - 0.5;
        axis[k] = random_unit(&editor->random) - 0.5;
    }
    const int n_motions = 1 + random_below(&editor->random, 2);
    if (random_below(&editor->random, 2))
        sn_line_motions(step, n_motions, motions);
    else
        sn_circle_motions(step, axis, random_unit(&editor->random), NULL, n_motions, motions);
    return sn_edit_array(editor->model, ids, n, motions, n_motions,
                         random_below(&editor->random, 4) == 0, NULL, NULL);
}

/* Of what has a place. */
static bool edit_shift(Editor *editor)
{
    SnId ids[3];
    double travels[3][3], place[3];
    const int n = 1 + random_below(&editor->random, 3);
    for (int i = 0; i < n; i++) {
        int tries = 0;
        do {
            ids[i] = pick(editor);
        } while (tries++ < 200 && !sn_component_place(editor->model, ids[i], place));
        for (int k = 0; k < 3; k++)
            travels[i][k] = random_unit(&editor->random) - 0.5;
    }
    return sn_edit_shift(editor->model, ids, n, (const double(*)[3])travels, NULL);
}

/* Names may go from one to the other. */
static bool edit_rename_many(Editor *editor)
{
    SnId ids[3];
    g_autofree char *fresh = g_strdup_printf("m%d", random_below(&editor->random, 100000));
    const char *names[3] = {fresh, NULL, NULL};
    for (int i = 0; i < 3; i++) {
        ids[i] = pick(editor);
        for (int k = 0; k < i; k++)
            if (sn_id_is_null(ids[i]) || sn_id_equal(ids[i], ids[k]))
                return true; /* too few to choose from */
    }
    const SnComponent *one = sn_model_get(editor->model, ids[0]);
    const SnComponent *other = sn_model_get(editor->model, ids[1]);
    g_autofree char *old = one && one->parent == other->parent ? g_strdup(one->name) : NULL;
    names[1] = old;
    return sn_edit_rename_many(editor->model, ids, names, 3, NULL);
}

static bool is_line(const SnClass *class)
{
    return class == &SN_CLASS_AXIAL_SPRING || class == &SN_CLASS_MUSCLE ||
           class == &SN_CLASS_LIGAMENT || class == &SN_CLASS_STRAND;
}

/* Of what runs through points: strands of free nodes are none of these. */
static bool edit_convert(Editor *editor)
{
    static const SnClass *const classes[] = {&SN_CLASS_AXIAL_SPRING, &SN_CLASS_MUSCLE,
                                             &SN_CLASS_LIGAMENT, &SN_CLASS_STRAND};
    for (int tries = 0; tries < 300; tries++) {
        const SnId id = pick(editor);
        const SnComponent *component = sn_model_get(editor->model, id);
        if (component && is_line(component->class) && component->class != &SN_CLASS_STRAND)
            return sn_edit_convert(editor->model, &id, 1, classes[random_below(&editor->random, 4)],
                                   NULL, NULL, NULL, NULL);
    }
    return true; /* there is none */
}

/* In a list of the outermost model. */
static bool is_outermost(const SnModel *model, SnId id)
{
    const SnComponent *component = sn_model_get(model, id);
    return component && component->parent && component->parent->parent == model->root;
}

/* An edit of one to three components. */
static bool edit_some(Editor *editor, EditKind kind)
{
    SnId ids[3];
    const int n = 1 + random_below(&editor->random, 3);
    for (int i = 0; i < n; i++)
        if (sn_id_is_null(ids[i] = pick(editor)))
            return false;
    if (kind ==
        KIND_PASTE) /* of the outermost model: what is inside another refers to what is there */
        for (int i = 0; i < n; i++) {
            for (int tries = 0; tries < 100 && !is_outermost(editor->model, ids[i]); tries++)
                ids[i] = pick(editor);
        }
    switch (kind) {
    case KIND_DUPLICATE:
        return sn_edit_duplicate(editor->model, ids, n, NULL, NULL);
    case KIND_DUPLICATE_ATTACHED:
        return sn_edit_duplicate_attached(editor->model, ids, n, NULL, NULL);
    case KIND_MIRROR:
        return mirror(editor, ids, n);
    case KIND_ARRAY:
        return array(editor, ids, n);
    case KIND_PASTE:
        return copy_and_paste(editor, ids, n);
    default:
        return sn_edit_remove(editor->model, ids, n, NULL);
    }
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

/* The whole model as text; NULL where this one is not compared. */
static char *look(Editor *editor)
{
    const bool compared = editor->unlooked == 0 || editor->put_back % editor->unlooked == 0;
    editor->put_back++;
    return compared ? dump_model(editor->model) : NULL;
}

static void compare(const Editor *editor, const char *before, const char *what)
{
    g_autofree char *after = before ? dump_model(editor->model) : NULL;
    if (before)
        assert_same(before, after, what);
}

static bool edit_group(Editor *editor, bool abandon)
{
    g_autofree char *before = abandon ? look(editor) : NULL;
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
    compare(editor, before, "abandon");
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
    g_autofree char *before = look(editor);
    const int n = 1 + random_below(&editor->random, 20);
    int undone = 0;
    while (undone < n && sn_undo(editor->model))
        undone++;
    for (int i = 0; i < undone; i++)
        g_assert_true(sn_redo(editor->model));
    compare(editor, before, "undo and redo");
    return true;
}

bool edit_at_random(Editor *editor, EditKind kind)
{
    switch (kind) {
    case KIND_SET:
        return edit_set(editor);
    case KIND_RESET:
        return edit_reset(editor);
    case KIND_ADD:
        return edit_add(editor);
    case KIND_REMOVE:
    case KIND_DUPLICATE:
    case KIND_DUPLICATE_ATTACHED:
    case KIND_MIRROR:
    case KIND_ARRAY:
    case KIND_PASTE:
        return edit_some(editor, kind);
    case KIND_RENAME:
        return edit_rename(editor);
    case KIND_SHIFT:
        return edit_shift(editor);
    case KIND_RENAME_MANY:
        return edit_rename_many(editor);
    case KIND_CONVERT:
        return edit_convert(editor);
    case KIND_MOVE:
        return edit_move(editor);
    case KIND_MOVE_TO:
        return edit_move_to(editor);
    case KIND_CARRY:
        return edit_carry(editor);
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

static EditKind pick_any(Random *random)
{
    int total = 0, kind = 0;
    for (int i = 0; i < KIND_COUNT; i++)
        total += kinds[i].weight;
    for (int left = random_below(random, total); left >= kinds[kind].weight; kind++)
        left -= kinds[kind].weight;
    return (EditKind)kind;
}

EditKind pick_edit_kind(Editor *editor)
{
    const EditKind kind = pick_any(&editor->random);
    const guint used = editor->model->slots->len - editor->model->free_slots->len;
    g_autoptr(GArray) all = all_of(editor->model, &SN_CLASS_COMPONENT);
    const bool grows = kind == KIND_ADD || kind == KIND_MIRROR || kind == KIND_ARRAY ||
                       kind == KIND_PASTE || kind == KIND_DUPLICATE ||
                       kind == KIND_DUPLICATE_ATTACHED;
    if (all->len > 600 && grows)
        return KIND_REMOVE;
    if (all->len < 120 && (kind == KIND_REMOVE))
        return KIND_ADD;
    g_assert_cmpuint(used, >=, all->len);
    return kind;
}
