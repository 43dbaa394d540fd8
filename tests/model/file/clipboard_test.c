/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Components as text: copied and pasted they are the same, in their own model and in another. */
#include "engine/model/file/clipboard.h"

#include "engine/model/classes/body.h"
#include "engine/model/classes/class_table.h"
#include "engine/model/classes/force.h"
#include "engine/model/file/file.h"
#include "engine/model/file_names.h"
#include "tests/model/support.h"

#include <jansson.h>
#include <string.h>

static SnModel *demo(const char *name)
{
    GError *error = NULL;
    g_autofree char *path =
        g_strdup_printf("%s/resources/demos/%s.sinew", g_getenv("SINEW_BUILD_ROOT"), name);
    SnModel *model = sn_file_open(path, &error);
    g_assert_no_error(error);
    return model;
}

static GArray *listed(const SnModel *model)
{
    GArray *ids = g_array_new(FALSE, FALSE, sizeof(SnId));
    for (guint i = 0; i < model->root->children->len; i++) {
        const SnComponent *list = model->root->children->pdata[i];
        for (guint k = 0; k < list->children->len; k++)
            g_array_append_val(ids, ((SnComponent *)list->children->pdata[k])->id);
    }
    return ids;
}

static void assert_same_lists(const SnModel *a, const SnModel *b, const char *name)
{
    g_autofree char *text_a = sn_file_write_text(a), *text_b = sn_file_write_text(b);
    json_t *json_a = json_loads(text_a, 0, NULL), *json_b = json_loads(text_b, 0, NULL);
    const json_t *model_a = json_object_get(json_a, "model");
    const json_t *model_b = json_object_get(json_b, "model");
    for (guint i = 0; i < a->root->children->len; i++) {
        const SnComponent *list = a->root->children->pdata[i];
        const json_t *one = json_object_get(model_a, list->name);
        const json_t *other = json_object_get(model_b, list->name);
        if (json_is_object(one)) /* rows of the list itself stay where they are */
            one = json_object_get(one, "items");
        if (one != other && !json_equal(one, other)) {
            g_autofree char *x = json_dumps(one, 0), *y = json_dumps(other, 0);
            g_error("%s: %s\n%s\n%s", name, list->name, x, y);
        }
    }
    json_decref(json_a);
    json_decref(json_b);
}

/* All of a model into an empty one gives it again. */
static void test_demos(void)
{
    static const char *const demos[] = {
        "arm",    "joints", "jaw",           "gears", "elevator", "beam",       "finger",
        "tongue", "pile",   "spline-strand", "limb",  "eye",      "t-junction", "cosserat-muscle"};
    for (gsize i = 0; i < G_N_ELEMENTS(demos); i++) {
        SnModel *model = demo(demos[i]), *other = sn_model_new();
        g_autoptr(GError) error = NULL;
        g_autoptr(GArray) ids = listed(model);
        g_autoptr(GArray) pasted = g_array_new(FALSE, FALSE, sizeof(SnId));
        g_autofree char *empty = dump_model(other);
        other->folder = sn_model_folder(model);
        g_autofree char *text =
            sn_clipboard_copy(model, (const SnId *)(void *)ids->data, (int)ids->len, false, &error);
        g_assert_no_error(error);
        sn_clipboard_paste(other, text, pasted, &error);
        g_assert_no_error(error);
        g_assert_cmpuint(pasted->len, ==, ids->len);
        assert_same_lists(model, other, demos[i]);
        g_assert_true(sn_undo(other));
        g_autofree char *again = dump_model(other);
        assert_same(empty, again, demos[i]);
        sn_model_free(other);
        sn_model_free(model);
    }
}

/* Back into its own model: names get numbers, what the text does not hold is the model's. */
static void test_own(void)
{
    SnModel *model = demo("arm");
    g_autofree char *before = dump_model(model);
    g_autoptr(GError) error = NULL;
    g_autoptr(GArray) pasted = g_array_new(FALSE, FALSE, sizeof(SnId));
    const SnComponent *muscle = sn_model_list(model->root, "muscles")->children->pdata[0];
    g_autofree char *text = sn_clipboard_copy(model, &muscle->id, 1, false, &error);
    g_assert_no_error(error);
    g_assert_true(sn_clipboard_paste(model, text, pasted, &error));
    const SnId *ids = (const SnId *)(void *)pasted->data;
    const SnMuscle *copy = (const SnMuscle *)sn_model_get(model, ids[pasted->len - 1]);
    const SnMuscle *original = (const SnMuscle *)muscle;
    g_assert_true(copy->base.base.base.class == &SN_CLASS_MUSCLE);
    g_assert_cmpint(copy->base.points.n, ==, original->base.points.n);
    for (int i = 0; i < copy->base.points.n; i++) {
        const SnMarker *a = (SnMarker *)sn_model_get(model, original->base.points.ids[i]);
        const SnMarker *b = (SnMarker *)sn_model_get(model, copy->base.points.ids[i]);
        g_assert_true(a != b && sn_id_equal(a->frame, b->frame));
        g_assert_true(memcmp(a->location, b->location, sizeof a->location) == 0);
        g_autofree char *numbered = g_strconcat(a->base.base.name, "-2", NULL);
        g_assert_cmpstr(b->base.base.name, ==, numbered);
    }
    g_assert_true(sn_undo(model));
    g_autofree char *after = dump_model(model);
    assert_same(before, after, "paste taken back");
    g_assert_true(sn_redo(model));
    sn_model_free(model);
}

/* All that a component refers to is in the model, and names lead to it. */
static bool check_reference(SnComponent *holder, SnId object, int row, SnId target, void *data)
{
    g_assert_nonnull(sn_model_get(data, target));
    return true;
}

static bool check_references(SnComponent *component, void *model)
{
    return sn_component_references(component, check_reference, model);
}

/* Each component alone goes into an empty model, with what it refers to and no more than that once;
 * a second time nothing but the component goes. */
static void test_needs(void)
{
    static const char *const demos[] = {"arm",      "joints", "gears", "finger",
                                        "elevator", "limb",   "eye",   "t-junction"};
    int several = 0;
    for (gsize i = 0; i < G_N_ELEMENTS(demos); i++) {
        SnModel *model = demo(demos[i]);
        g_autoptr(GArray) ids = listed(model);
        for (guint k = 0; k < ids->len; k += 1 + k / 8) {
            const SnId id = g_array_index(ids, SnId, k);
            SnModel *other = sn_model_new();
            g_autoptr(GError) error = NULL;
            g_autoptr(GArray) first = g_array_new(FALSE, FALSE, sizeof(SnId));
            g_autoptr(GArray) second = g_array_new(FALSE, FALSE, sizeof(SnId));
            g_autofree char *empty = dump_model(other);
            other->folder = sn_model_folder(model);
            g_autofree char *text = sn_clipboard_copy(model, &id, 1, false, &error);
            g_assert_no_error(error);
            sn_clipboard_paste(other, text, first, &error);
            g_assert_no_error(error);
            sn_component_walk(other->root, check_references, other);
            sn_clipboard_paste(other, text, second, &error);
            g_assert_no_error(error);
            g_assert_cmpuint(second->len, <=, first->len);
            several += second->len < first->len;
            g_assert_true(sn_undo(other) && sn_undo(other));
            g_autofree char *again = dump_model(other);
            assert_same(empty, again, demos[i]);
            sn_model_free(other);
        }
        sn_model_free(model);
    }
    g_assert_cmpint(several, >, 20);
}

static void refused(SnModel *model, const char *text, const char *words)
{
    GError *error = NULL;
    g_autofree char *before = dump_model(model);
    g_assert_false(sn_clipboard_paste(model, text, NULL, &error));
    if (!strstr(error->message, words))
        g_error("expected \"%s\", found \"%s\"", words, error->message);
    g_clear_error(&error);
    g_autofree char *after = dump_model(model);
    assert_same(before, after, words);
    g_assert_null(sn_undo_label(model));
}

static void test_refused(void)
{
    SnModel *model = sn_model_new(), *arm = demo("arm");
    GError *error = NULL;
    refused(model,
            "{\"sinew\": 1, \"model\": {\"markers\": [{\"name\": \"b\", \"frame\": "
            "\"bodies/scapula\"}]}, \"needs\": {\"bodies\": [{\"name\": \"ulna\"}]}}",
            "\"/model/bodies\" has no \"scapula\"");
    refused(model, "{\"sinew\": 1, \"model\": {\"bodies\": 3}, \"needs\": {}}",
            "list of components");
    refused(model, "{\"sinew\": 1, \"model\": 3, \"needs\": {\"bodies\": 4}}", "{...}");
    refused(model, "hello", "holds no components");
    refused(model, "{\"sinew\": 1, \"model\": {\"bodies\": [{\"nme\": \"a\"}]}}", "nme");
    refused(model, "{\"sinew\": 1, \"model\": {\"bodies\": 3}}", "list of components");
    refused(model, "{\"sinew\": 1, \"model\": ", "ends too early");
    refused(model, "{\"sinew\": 9, \"model\": {}}", "version");
    g_assert_null(sn_clipboard_copy(arm, &arm->root->id, 1, false, &error));
    g_clear_error(&error);
    g_assert_null(sn_clipboard_copy(arm, NULL, 0, false, &error));
    g_clear_error(&error);
    sn_model_free(arm);
    sn_model_free(model);
}

/* A reference from outside that does not fit where it is pasted. */
static void test_misfit(void)
{
    SnModel *model = sn_model_new();
    sn_model_insert(model, sn_model_list(model->root, "markers"),
                    sn_component_new(&SN_CLASS_MARKER, "a"), -1, -1);
    refused(
        model,
        "{\"sinew\": 1, \"model\": {\"markers\": [{\"name\": \"b\", \"frame\": \"markers/a\"}]}}",
        "must refer to");
    refused(model, "{\"sinew\": 1, \"model\": {\"muscles\": [{\"points\": [\"markers/a\"]}]}}",
            "at least 2");
    sn_model_free(model);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/clipboard/demos", test_demos);
    g_test_add_func("/clipboard/own", test_own);
    g_test_add_func("/clipboard/needs", test_needs);
    g_test_add_func("/clipboard/refused", test_refused);
    g_test_add_func("/clipboard/misfit", test_misfit);
    return g_test_run();
}
