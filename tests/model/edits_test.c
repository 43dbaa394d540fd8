/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each kind of edit: what it does, what it refuses, and that undo and redo are exact. */
#include "engine/model/classes/body.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/classes/probe.h"
#include "engine/model/classes/timeline.h"
#include "engine/model/file/file.h"
#include "tests/model/edited_jaw.h"
#include "tests/model/support.h"

#include <math.h>
#include <string.h>

static void test_set(Jaw *j, const void *unused)
{
    GError *error = NULL;
    g_autofree char *before = dump_model(j->model);
    const uint64_t revision = j->model->revision;
    g_assert_true(set_number(j, j->muscle, "excitation", 0.5, NULL));
    g_assert_cmpuint(j->model->revision, ==, revision + 1);
    g_assert_cmpuint(j->changes->len, ==, 2);
    g_assert_true(change(j, 0)->kind == SN_CHANGE_VALUE && !change(j, 0)->structural);
    g_assert_true(sn_id_equal(change(j, 0)->id, j->muscle));
    g_assert_true(change(j, 1)->kind == SN_CHANGE_DONE);
    g_assert_cmpstr(sn_undo_label(j->model), ==, "Change excitation");
    check_undo(j, before);
    refused(set_number(j, j->muscle, "excitation", 1.5, &error), &error,
            "excitation must be between 0 and 1, is 1.5");
    refused(set_number(j, j->muscle, "length", 1, &error), &error,
            "length is a result and cannot be set");
    refused(set_number(j, j->muscle, "law.pennation", 1, &error), &error,
            "law.pennation does not apply here: it depends on law.type");
    g_assert_true(set_number(j, j->muscle, "excitation", 0.5, NULL)); /* no change, no step */
    g_assert_true(sn_undo(j->model));
    g_assert_true(sn_edit_is_saved(j->model));
}

static void test_references(Jaw *j, const void *unused)
{
    GError *error = NULL;
    g_autofree char *before = dump_model(j->model);
    const int row = sn_model_find_property(j->model, j->frame, "body");
    const SnId other = put(j->model, "frames", sn_component_new(&SN_CLASS_FRAME, "other"));
    SnValue value = {.type = SN_TYPE_REF, .ref = j->frame};
    g_assert_true(sn_edit_set(j->model, other, row, &value, NULL));
    value.ref = other;
    g_assert_false(sn_edit_set(j->model, j->frame, row, &value, &error));
    g_assert_true(strstr(error->message, "refers back to this component"));
    g_clear_error(&error);
    value.ref = j->frame;
    g_assert_false(sn_edit_set(j->model, j->frame, row, &value, &error));
    g_clear_error(&error);
    value.ref = j->muscle;
    refused(sn_edit_set(j->model, j->frame, row, &value, &error), &error,
            "body must refer to a rigid_body or frame; /model/muscles/lad is a muscle");
    sn_undo(j->model);
    sn_undo(j->model);
    g_autofree char *after = dump_model(j->model);
    assert_same(before, after, "undo of two");
    value.ref = other;
    refused(sn_edit_set(j->model, j->frame, row, &value, &error), &error,
            "body refers to a component that is not there");
}

static void test_inherited(Jaw *j, const void *unused)
{
    g_autofree char *before = dump_model(j->model);
    const SnId bodies = sn_model_list(j->model->root, "bodies")->id;
    const SnId root = j->model->root->id;
    g_assert_true(set_number(j, root, "damping", 2, NULL));
    check_undo(j, before);
    g_assert_true(sn_id_equal(change(j, 0)->id, root));
    g_assert_true(sn_id_equal(change(j, 1)->id, j->jaw) && change(j, 1)->kind == SN_CHANGE_VALUE);
    g_assert_true(change(j, 1)->property == sn_model_find_property(j->model, j->jaw, "damping"));
    g_assert_true(change(j, 2)->kind == SN_CHANGE_DONE);
    /* an explicit leaf in between stops it */
    g_assert_true(set_number(j, j->jaw, "render.alpha", 0.3, NULL));
    g_array_set_size(j->changes, 0);
    g_assert_true(set_number(j, bodies, "render.alpha", 0.5, NULL));
    g_assert_cmpuint(j->changes->len, ==, 2);
    g_array_set_size(j->changes, 0);
    g_autofree char *explicit = dump_model(j->model);
    const int row = sn_model_find_property(j->model, j->jaw, "render.alpha");
    g_assert_true(sn_edit_reset(j->model, j->jaw, row, NULL));
    check_undo(j, explicit);
    SnValue value;
    sn_model_effective(j->model, j->jaw, sn_model_property(j->model, j->jaw, row), &value, NULL);
    g_assert_cmpfloat(value.number[0], ==, 0.5);
}

static void test_add(Jaw *j, const void *unused)
{
    GError *error = NULL;
    const SnId bodies = sn_model_list(j->model->root, "bodies")->id;
    g_autofree char *before = dump_model(j->model);
    const SnId id =
        sn_edit_add(j->model, bodies, sn_component_new(&SN_CLASS_RIGID_BODY, "hyoid"), 0, NULL);
    g_assert_cmpint(sn_model_get(j->model, id)->number, ==, 1);
    check_undo(j, before);
    g_assert_true(change(j, 0)->kind == SN_CHANGE_ADDED && change(j, 0)->position == 0);
    sn_edit_add(j->model, bodies, sn_component_new(&SN_CLASS_RIGID_BODY, "jaw"), -1, &error);
    refused(false, &error, "there is a rigid_body called \"jaw\" already");
    sn_edit_add(j->model, bodies, sn_component_new(&SN_CLASS_RIGID_BODY, "a.b"), -1, &error);
    refused(false, &error, "the name \"a.b\" holds one of the characters . / : ,");
    sn_edit_add(j->model, bodies, sn_component_new(&SN_CLASS_MARKER, "m"), -1, &error);
    refused(false, &error, "the list bodies takes a rigid_body, not a marker");
    sn_edit_add(j->model, j->jaw, sn_component_new(&SN_CLASS_MARKER, "m"), -1, &error);
    refused(false, &error, "components can be added to lists only");
    sn_edit_add(j->model, sn_model_list(j->model->root, "muscles")->id,
                sn_component_new(&SN_CLASS_MUSCLE, "m"), -1, &error);
    refused(false, &error, "points must have at least 2 entries, has 0");
}

static void test_remove(Jaw *j, const void *unused)
{
    g_autofree char *before = dump_model(j->model);
    g_autoptr(GArray) direct = sn_model_dependents(j->model, &j->tip, 1, false);
    g_assert_cmpuint(direct->len, ==, 1);
    g_assert_true(sn_id_equal(g_array_index(direct, SnId, 0), j->muscle));
    /* the muscle goes with its point, the input probe with the muscle; the output probe loses one
     */
    g_autoptr(GArray) all = sn_model_dependents(j->model, &j->tip, 1, true);
    g_assert_cmpuint(all->len, ==, 2);
    g_assert_true(sn_edit_remove(j->model, &j->tip, 1, NULL));
    check_undo(j, before);
    g_assert_null(sn_model_get(j->model, j->muscle));
    g_assert_null(sn_model_get(j->model, j->in));
    g_assert_cmpint(((SnProbe *)sn_model_get(j->model, j->out))->targets.n, ==, 1);
    sn_undo(j->model);
    /* everything hangs on the jaw but the anchor and the probe on it */
    g_autofree char *again = dump_model(j->model);
    g_assert_true(sn_edit_remove(j->model, &j->jaw, 1, NULL));
    check_undo(j, again);
    g_assert_null(sn_model_get(j->model, j->hinge));
    g_assert_nonnull(sn_model_get(j->model, j->anchor));
    g_assert_true(sn_edit_remove(j->model, &j->anchor, 1, NULL));
    g_assert_null(sn_model_get(j->model, j->out));
    sn_undo(j->model);
    sn_undo(j->model);
    g_autofree char *restored = dump_model(j->model);
    assert_same(again, restored, "undo of two removals");
    GError *error = NULL;
    const SnId list = sn_model_list(j->model->root, "bodies")->id;
    refused(sn_edit_remove(j->model, &list, 1, &error), &error,
            "bodies is part of its model and stays as it is");
}

static void test_rename_move(Jaw *j, const void *unused)
{
    GError *error = NULL;
    g_autofree char *a = dump_model(j->model);
    g_assert_true(sn_edit_rename(j->model, j->tip, "incisor", NULL));
    check_undo(j, a);
    g_assert_true(sn_id_equal(sn_model_resolve(j->model, NULL, "markers/incisor", NULL), j->tip));
    g_autofree char *b = dump_model(j->model);
    g_assert_true(sn_edit_rename(j->model, j->tip, NULL, NULL));
    check_undo(j, b);
    refused(sn_edit_rename(j->model, j->tip, "anchor", &error), &error,
            "there is a marker called \"anchor\" already");
    refused(sn_edit_rename(j->model, j->tip, "7th", &error), &error,
            "the name \"7th\" starts with a digit");
    g_autofree char *c = dump_model(j->model);
    g_assert_true(sn_edit_move(j->model, j->tip, 1, NULL));
    check_undo(j, c);
    g_assert_cmpint(sn_component_position(sn_model_get(j->model, j->tip)), ==, 1);
    refused(sn_edit_move(j->model, j->tip, 2, &error), &error, "there is no position 2 in markers");
}

static void test_duplicate(Jaw *j, const void *unused)
{
    g_autofree char *before = dump_model(j->model);
    g_autoptr(GArray) copies = g_array_new(FALSE, FALSE, sizeof(SnId));
    g_assert_true(sn_edit_duplicate(j->model, &j->muscle, 1, copies, NULL));
    check_undo(j, before);
    g_assert_cmpuint(copies->len, ==, 1);
    const SnComponent *copy = sn_model_get(j->model, g_array_index(copies, SnId, 0));
    g_assert_cmpstr(copy->name, ==, "lad-2");
    const SnIdList *points = &((const SnPath *)copy)->points;
    g_assert_cmpstr(sn_model_get(j->model, points->ids[0])->name, ==, "anchor-2");
    g_assert_cmpstr(sn_model_get(j->model, points->ids[1])->name, ==, "tip-2");
    g_assert_true(sn_id_equal(((SnMarker *)sn_model_get(j->model, points->ids[1]))->frame, j->jaw));
    /* together with its body, the copy is attached to the copy */
    const SnId both[2] = {j->jaw, j->tip};
    g_array_set_size(copies, 0);
    g_assert_true(sn_edit_duplicate(j->model, both, 2, copies, NULL));
    const SnMarker *marker =
        (const SnMarker *)sn_model_get(j->model, g_array_index(copies, SnId, 1));
    g_assert_cmpstr(marker->base.base.name, ==, "tip-3");
    g_assert_true(sn_id_equal(marker->frame, g_array_index(copies, SnId, 0)));
    g_assert_cmpstr(sn_undo_label(j->model), ==, "Duplicate 2 components");
}

/* A nested model is copied with all in it, its inner references between the copies. */
static void test_duplicate_model(Jaw *j, const void *unused)
{
    const SnId inner = put(j->model, "models", sn_component_new(&SN_CLASS_MODEL, "inner"));
    SnComponent *at = sn_model_get(j->model, inner);
    const SnId body = sn_edit_add(j->model, sn_model_list(at, "bodies")->id,
                                  sn_component_new(&SN_CLASS_RIGID_BODY, "b"), -1, NULL);
    SnMarker *marker = (SnMarker *)sn_component_new(&SN_CLASS_MARKER, "m");
    marker->frame = body;
    sn_edit_add(j->model, sn_model_list(at, "markers")->id, &marker->base.base, -1, NULL);
    g_autofree char *before = dump_model(j->model);
    g_assert_true(sn_edit_duplicate(j->model, &inner, 1, NULL, NULL));
    check_undo(j, before);
    const SnId copy = sn_model_resolve(j->model, NULL, "models/inner-2/markers/m", NULL);
    const SnId expected = sn_model_resolve(j->model, NULL, "models/inner-2/bodies/b", NULL);
    g_assert_false(sn_id_is_null(copy) || sn_id_is_null(expected));
    g_assert_true(sn_id_equal(((SnMarker *)sn_model_get(j->model, copy))->frame, expected));
    g_autofree char *path =
        sn_model_relative_path(j->model, sn_model_get(j->model, copy), expected);
    g_assert_cmpstr(path, ==, "bodies/b");
    g_autofree char *far = sn_model_relative_path(j->model, sn_model_get(j->model, copy), j->jaw);
    g_assert_cmpstr(far, ==, "/model/bodies/jaw");
    GError *error = NULL;
    refused(set_number(j, inner, "solver.max_step", 1, &error), &error,
            "solver.max_step belongs to the outermost model");
}

static void test_groups(Jaw *j, const void *unused)
{
    g_autofree char *before = dump_model(j->model);
    sn_edit_begin(j->model, "Outer");
    set_number(j, j->muscle, "excitation", 0.1, NULL);
    sn_edit_begin(j->model, "Inner");
    set_number(j, j->muscle, "law.max_force", 5, NULL);
    g_assert_true(sn_edit_remove(j->model, &j->hinge, 1, NULL));
    sn_edit_end(j->model);
    g_assert_false(sn_undo(j->model)); /* not in the middle of a group */
    sn_edit_end(j->model);
    g_assert_cmpstr(sn_undo_label(j->model), ==, "Outer");
    int done = 0;
    for (guint i = 0; i < j->changes->len; i++)
        done += change(j, i)->kind == SN_CHANGE_DONE;
    g_assert_cmpint(done, ==, 1);
    check_undo(j, before);
    g_autofree char *after = dump_model(j->model);
    sn_edit_begin(j->model, "Abandoned");
    set_number(j, j->muscle, "excitation", 0.9, NULL);
    g_assert_true(sn_edit_remove(j->model, &j->jaw, 1, NULL));
    put(j->model, "bodies", sn_component_new(&SN_CLASS_RIGID_BODY, "new"));
    sn_edit_abandon(j->model);
    g_autofree char *abandoned = dump_model(j->model);
    assert_same(after, abandoned, "abandon");
    g_assert_cmpstr(sn_undo_label(j->model), ==, "Outer");
    sn_edit_begin(j->model, "Empty");
    sn_edit_end(j->model);
    g_assert_cmpstr(sn_undo_label(j->model), ==, "Outer");
}

static void test_drag(Jaw *j, const void *unused)
{
    g_autofree char *before = dump_model(j->model);
    for (int i = 1; i <= 50; i++)
        g_assert_true(set_number(j, j->muscle, "excitation", i / 50.0, NULL));
    sn_edit_seal(j->model);
    check_undo(j, before); /* 50 sets, one step */
    g_assert_false(sn_edit_is_saved(j->model));
    g_autofree char *first = dump_model(j->model);
    g_assert_true(set_number(j, j->muscle, "excitation", 0.25, NULL));
    check_undo(j, first); /* sealed: a step of its own */
    /* a drag of two at once */
    sn_edit_seal(j->model);
    g_autofree char *second = dump_model(j->model);
    for (int i = 1; i <= 10; i++) {
        sn_edit_begin(j->model, "Change two");
        set_number(j, j->muscle, "excitation", i / 20.0 + 0.01, NULL);
        set_number(j, j->muscle, "law.max_force", i, NULL);
        sn_edit_end(j->model);
    }
    check_undo(j, second);
    while (sn_undo(j->model))
        continue;
    g_assert_false(sn_edit_is_saved(j->model)); /* saved after the model was built */
}

static void test_saved(Jaw *j, const void *unused)
{
    g_assert_true(sn_edit_is_saved(j->model));
    set_number(j, j->muscle, "excitation", 0.5, NULL);
    g_assert_false(sn_edit_is_saved(j->model));
    sn_edit_mark_saved(j->model);
    set_number(j, j->muscle, "excitation", 0.6, NULL);
    g_assert_false(sn_edit_is_saved(j->model));
    sn_undo(j->model);
    g_assert_true(sn_edit_is_saved(j->model));
    sn_undo(j->model);
    g_assert_false(sn_edit_is_saved(j->model));
    set_number(j, j->muscle, "excitation", 0.7, NULL); /* the saved state is out of reach */
    g_assert_false(sn_edit_is_saved(j->model));
    sn_undo(j->model);
    g_assert_false(sn_edit_is_saved(j->model));
}

/* How a track is shown goes into the file, but is no change of the document; it stays with a probe
 * that is deleted and comes back. */
static void test_view(Jaw *j, const void *unused)
{
    const uint64_t revision = j->model->revision;
    const guint notified = j->changes->len;
    g_autofree char *step = g_strdup(sn_undo_label(j->model));
    sn_edit_set_view(j->model, j->in, sn_model_find_property(j->model, j->in, "track.open"),
                     &(SnValue){.type = SN_TYPE_BOOL, .boolean = true});
    sn_edit_set_view(j->model, j->in, sn_model_find_property(j->model, j->in, "track.height"),
                     &(SnValue){.type = SN_TYPE_INT, .integer = 200});
    g_assert_true(sn_edit_is_saved(j->model));
    g_assert_cmpuint(j->model->revision, ==, revision);
    g_assert_cmpuint(j->changes->len, ==, notified);
    g_assert_cmpstr(sn_undo_label(j->model), ==, step);
    g_assert_true(sn_edit_remove(j->model, &j->in, 1, NULL));
    g_assert_true(sn_undo(j->model));
    const SnProbe *probe = (const SnProbe *)sn_model_get(j->model, j->in);
    g_assert_true(probe->track_open);
    g_assert_cmpint(probe->track_height, ==, 200);
    g_autofree char *text = sn_file_write_text(j->model);
    g_assert_nonnull(strstr(text, "\"track\": {\"open\": true, \"height\": 200}"));
}

/* What happened elsewhere: done, taken back and freed how often. */
typedef struct Elsewhere {
    GString *text; /* u: undone, r: made again, f: freed; with the letter it has */
    char letter;
} Elsewhere;

static void undo_elsewhere(void *data)
{
    Elsewhere *e = data;
    g_string_append_printf(e->text, "u%c", e->letter);
}

static void redo_elsewhere(void *data)
{
    Elsewhere *e = data;
    g_string_append_printf(e->text, "r%c", e->letter);
}

static void free_elsewhere(void *data)
{
    Elsewhere *e = data;
    g_string_append_printf(e->text, "f%c", e->letter);
}

static void push(Jaw *j, const char *label, Elsewhere *e)
{
    sn_edit_push_external(j->model, label, undo_elsewhere, redo_elsewhere, free_elsewhere, e);
}

static void test_external(Jaw *j, const void *unused)
{
    g_autoptr(GString) text = g_string_new(NULL);
    Elsewhere a = {text, 'a'}, b = {text, 'b'}, c = {text, 'c'}, d = {text, 'd'};
    push(j, "Push", &a);
    g_assert_cmpstr(sn_undo_label(j->model), ==, "Push");
    g_assert_true(sn_edit_is_saved(j->model)); /* the document is as it was */
    g_assert_cmpint(change(j, j->changes->len - 1)->kind, ==, SN_CHANGE_DONE);
    g_assert_true(sn_undo(j->model));
    g_assert_cmpstr(sn_redo_label(j->model), ==, "Push");
    g_assert_true(sn_redo(j->model));
    g_assert_cmpstr(text->str, ==, "uara");
    /* a drag: one step, the last of it is taken back first */
    g_string_truncate(text, 0);
    sn_edit_begin(j->model, "Drag");
    push(j, "Push", &b);
    set_number(j, j->muscle, "excitation", 0.5, NULL);
    push(j, "Push", &c);
    sn_edit_end(j->model);
    g_assert_cmpstr(sn_undo_label(j->model), ==, "Drag");
    g_assert_false(sn_edit_is_saved(j->model));
    g_assert_true(sn_undo(j->model));
    g_assert_true(sn_edit_is_saved(j->model));
    g_assert_true(sn_redo(j->model));
    g_assert_true(sn_undo(j->model));
    g_assert_true(sn_undo(j->model));
    g_assert_cmpstr(text->str, ==, "ucubrbrcucubua");
    /* what can be made again no more is freed, once */
    g_string_truncate(text, 0);
    sn_edit_begin(j->model, "Abandoned");
    push(j, "Push", &d);
    sn_edit_abandon(j->model);
    g_assert_cmpstr(text->str, ==, "udfd");
    set_number(j, j->muscle, "excitation", 0.6, NULL);
    g_assert_cmpstr(text->str, ==, "udfdfbfcfa");
    g_assert_null(sn_redo_label(j->model));
}

/* Ids of what was undone and forgotten are used again, with another generation. */
static void test_ids(Jaw *j, const void *unused)
{
    const SnId a = put(j->model, "bodies", sn_component_new(&SN_CLASS_RIGID_BODY, "a"));
    sn_undo(j->model);
    g_assert_null(sn_model_get(j->model, a));
    const SnId b = put(j->model, "bodies", sn_component_new(&SN_CLASS_RIGID_BODY, "b"));
    g_assert_null(sn_model_get(j->model, a));
    const SnId c = put(j->model, "bodies", sn_component_new(&SN_CLASS_RIGID_BODY, "c"));
    g_assert_true(c.index == a.index && c.generation == a.generation + 1);
    g_assert_true(sn_edit_remove(j->model, &b, 1, NULL));
    const SnId d = put(j->model, "bodies", sn_component_new(&SN_CLASS_RIGID_BODY, "d"));
    g_assert_cmpuint(d.index, !=, b.index); /* the log keeps b alive */
}

static void unlisten_self(const SnModel *model, const SnChange *notified, void *data)
{
    unsigned *handle = data;
    sn_model_unlisten((SnModel *)(uintptr_t)model, *handle);
    *handle = 0;
}

static void test_listeners(Jaw *j, const void *unused)
{
    unsigned handle;
    handle = sn_model_listen(j->model, unlisten_self, &handle);
    const unsigned last = sn_model_listen(j->model, remember, j->changes);
    set_number(j, j->muscle, "excitation", 0.5, NULL);
    g_assert_cmpuint(handle, ==, 0);
    g_assert_cmpuint(j->changes->len, ==, 4); /* two listeners, value and done */
    sn_model_unlisten(j->model, last);
    set_number(j, j->muscle, "law.max_force", 3, NULL);
    g_assert_cmpuint(j->changes->len, ==, 6);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    const struct {
        const char *name;
        void (*run)(Jaw *, const void *);
    } tests[] = {
        {"/model/edits/set", test_set},
        {"/model/edits/references", test_references},
        {"/model/edits/inherited", test_inherited},
        {"/model/edits/add", test_add},
        {"/model/edits/remove", test_remove},
        {"/model/edits/rename-move", test_rename_move},
        {"/model/edits/duplicate", test_duplicate},
        {"/model/edits/duplicate-model", test_duplicate_model},
        {"/model/edits/groups", test_groups},
        {"/model/edits/drag", test_drag},
        {"/model/edits/saved", test_saved},
        {"/model/edits/view", test_view},
        {"/model/edits/external", test_external},
        {"/model/edits/ids", test_ids},
        {"/model/edits/listeners", test_listeners},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(tests); i++)
        g_test_add(tests[i].name, Jaw, NULL, make_jaw, tests[i].run, drop_jaw);
    return g_test_run();
}
