/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tree, ids, names, paths, inheritance. */
#include "engine/model/classes/body.h"
#include "engine/model/classes/class_table.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/edit/edit.h"
#include "engine/snapshot.h"

static SnId add(SnModel *model, const char *list, const SnClass *class, const char *name)
{
    return sn_model_insert(model, sn_model_list(model->root, list), sn_component_new(class, name),
                           -1, -1);
}

static void test_paths(void)
{
    SnModel *model = sn_model_new();
    const SnId jaw = add(model, "bodies", &SN_CLASS_RIGID_BODY, "jaw");
    const SnId nameless = add(model, "bodies", &SN_CLASS_RIGID_BODY, NULL);
    g_autofree char *a = sn_model_path(model, jaw);
    g_autofree char *b = sn_model_path(model, nameless);
    g_autofree char *c = sn_model_relative_path(model, model->root, jaw);
    g_assert_cmpstr(a, ==, "/model/bodies/jaw");
    g_assert_cmpstr(b, ==, "/model/bodies/1");
    g_assert_cmpstr(c, ==, "bodies/jaw");
    g_assert_true(sn_id_equal(sn_model_resolve(model, NULL, a, NULL), jaw));
    g_assert_true(sn_id_equal(sn_model_resolve(model, NULL, "/0/0/0", NULL), jaw));
    g_assert_true(sn_id_equal(sn_model_resolve(model, NULL, "bodies/1", NULL), nameless));
    GError *error = NULL;
    g_assert_true(sn_id_is_null(sn_model_resolve(model, NULL, "bodies/jwa", &error)));
    g_assert_cmpstr(error->message, ==, "\"/model/bodies\" has no \"jwa\"; it has jaw, 1");
    g_clear_error(&error);
    SnTarget target;
    g_assert_true(
        sn_model_resolve_property(model, NULL, "bodies/jaw:geometry.mesh", &target, NULL));
    g_assert_cmpstr(sn_model_property(model, target.id, target.row)->name, ==, "geometry.mesh");
    g_assert_false(sn_model_resolve_property(model, NULL, "bodies/jaw:colour", &target, &error));
    g_clear_error(&error);
    sn_model_free(model);
}

static void test_inheritance(void)
{
    SnModel *model = sn_model_new();
    const SnId jaw = add(model, "bodies", &SN_CLASS_RIGID_BODY, "jaw");
    SnComponent *body = sn_model_get(model, jaw);
    SnStyle style;
    g_assert_true(sn_model_style(model, body, &style));
    g_assert_cmpfloat_with_epsilon(style.color[0], 0xE8 / 255.0, 1e-6);
    g_assert_true(style.visible);
    SnRenderProperties *list = &((SnDrawable *)body->parent)->render;
    list->visible = false;
    list->visible_mode = SN_MODE_EXPLICIT;
    sn_model_style(model, body, &style);
    g_assert_false(style.visible);
    SnModelComponent *root = (SnModelComponent *)model->root;
    root->damping = 3;
    root->damping_mode = SN_MODE_EXPLICIT;
    const int row = sn_model_find_property(model, jaw, "damping");
    const SnComponent *from;
    SnValue value;
    sn_model_effective(model, jaw, sn_model_property(model, jaw, row), &value, &from);
    g_assert_true(value.number[0] == 3 && from == model->root);
    const int gravity = sn_model_find_property(model, jaw, "gravity");
    sn_model_effective(model, jaw, sn_model_property(model, jaw, gravity), &value, &from);
    g_assert_true(value.number[2] == -9.81 && !from);
    sn_model_free(model);
}

/* A caption is drawn as its component has it; a long one ends in dots, at whole letters. */
static void test_caption(void)
{
    SnModel *model = sn_model_new();
    SnComponent *body = sn_model_get(model, add(model, "bodies", &SN_CLASS_RIGID_BODY, "jaw"));
    char **caption = &((SnDrawable *)body)->caption;
    SnStyle style;
    g_assert_true(sn_model_style(model, body, &style));
    g_assert_cmpstr(style.caption, ==, "");
    for (int letters = 1; letters < 3 * SN_CAPTION_SIZE; letters++) {
        GString *text = g_string_new(letters % 2 ? "x" : "");
        for (int i = 0; i < letters; i++)
            g_string_append(text, "ö");
        g_free(*caption);
        *caption = g_string_free(text, FALSE);
        sn_model_style(model, body, &style);
        const size_t n = strlen(*caption);
        g_assert_true(g_utf8_validate(style.caption, -1, NULL));
        g_assert_cmpint(strcmp(style.caption, *caption) == 0, ==, n < SN_CAPTION_SIZE);
        g_assert_cmpint(g_str_has_suffix(style.caption, "…"), ==, n >= SN_CAPTION_SIZE);
    }
    g_free(*caption);
    *caption = g_strdup("2 kg\nof\tlead");
    sn_model_style(model, body, &style);
    g_assert_cmpstr(style.caption, ==, "2 kg of lead");
    sn_model_style(model, body->parent, &style); /* of a list no caption is inherited */
    g_assert_cmpstr(style.caption, ==, "");
    sn_model_free(model);
}

static void test_names(void)
{
    static const char *const good[] = {"jaw", "a b", "größe", "_1", "x1"};
    static const char *const bad[] = {"",    "1x", "a.b", "a/b",  "a:b",
                                      "a,b", " a", "a ",  "a\nb", "\xff"};
    for (size_t i = 0; i < G_N_ELEMENTS(good); i++)
        g_assert_true(sn_name_check(good[i], NULL));
    for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
        GError *error = NULL;
        g_assert_false(sn_name_check(bad[i], &error));
        g_assert_true(g_utf8_validate(error->message, -1, NULL));
        g_clear_error(&error);
    }
    g_autofree char *longest = g_strnfill(128, 'a');
    g_autofree char *longer = g_strnfill(129, 'a');
    g_assert_true(sn_name_check(longest, NULL));
    g_assert_false(sn_name_check(longer, NULL));
    SnModel *model = sn_model_new();
    const SnComponent *bodies = sn_model_list(model->root, "bodies");
    static const char *const expected[] = {"jaw", "jaw-2", "jaw-3"};
    for (size_t i = 0; i < G_N_ELEMENTS(expected); i++) {
        g_autofree char *name = sn_name_unused(bodies, i ? expected[i - 1] : "jaw");
        g_assert_cmpstr(name, ==, expected[i]);
        add(model, "bodies", &SN_CLASS_RIGID_BODY, name);
    }
    sn_model_free(model);
}

static void test_bad_paths(void)
{
    SnModel *model = sn_model_new();
    add(model, "bodies", &SN_CLASS_RIGID_BODY, "jaw");
    static const char *const bad[] = {"",
                                      "/",
                                      "//",
                                      "/jaw",
                                      "model/bodies/jaw",
                                      "bodies/",
                                      "bodies//jaw",
                                      "bodies/jaw/knots/0",
                                      "bodies/99999999999",
                                      "bodies/-1",
                                      "\xff\xfe",
                                      "bodies/jaw:x"};
    for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
        GError *error = NULL;
        g_assert_true(sn_id_is_null(sn_model_resolve(model, NULL, bad[i], &error)));
        g_assert_nonnull(error);
        g_clear_error(&error);
    }
    sn_model_free(model);
}

/* Lists, and models in models, take what they say. */
static void test_lists(void)
{
    static const char *const names[] = {
        "bodies",     "frames",      "particles", "markers", "visuals",   "springs",
        "muscles",    "ligaments",   "exciters",  "joints",  "loads",     "attachments",
        "collisions", "fems",        "guides",    "wraps",   "strands",   "moment_arms",
        "probes",     "controllers", "monitors",  "clips",   "waypoints", "measurements",
        "viewpoints", "panels",      "plots",     "models"};
    SnModel *model = sn_model_new();
    for (guint i = 0; i < G_N_ELEMENTS(names); i++)
        g_assert_cmpstr(((SnComponent *)model->root->children->pdata[i])->name, ==, names[i]);
    int n;
    const SnClass *const *table = sn_class_table(&n);
    SnComponent *owners[] = {sn_component_new(sn_class_by_name("fem"), NULL),
                             sn_component_new(sn_class_by_name("control_panel"), NULL),
                             sn_component_new(sn_class_by_name("plot"), NULL)};
    for (int i = 0; i < n; i++) {
        int lists = sn_model_list_for(model->root, table[i]) != NULL;
        for (guint k = 0; k < G_N_ELEMENTS(owners); k++)
            lists += sn_model_list_for(owners[k], table[i]) != NULL;
        g_assert_cmpint(lists, ==, 1);
    }
    for (guint k = 0; k < G_N_ELEMENTS(owners); k++)
        sn_component_free(owners[k]);
    g_assert_cmpstr(sn_model_list_for(model->root, sn_class_by_name("axial_spring"))->name, ==,
                    "springs");
    g_assert_cmpstr(sn_model_list_for(model->root, sn_class_by_name("frame_spring"))->name, ==,
                    "springs");
    g_assert_cmpstr(sn_model_list_for(model->root, sn_class_by_name("muscle"))->name, ==,
                    "muscles");
    const SnId inner = add(model, "models", &SN_CLASS_MODEL, "inner");
    SnComponent *bodies = sn_model_list(sn_model_get(model, inner), "bodies");
    const SnId id =
        sn_model_insert(model, bodies, sn_component_new(&SN_CLASS_RIGID_BODY, "b"), -1, -1);
    g_assert_true(sn_component_model(sn_model_get(model, id)) == sn_model_get(model, inner));
    g_autofree char *path = sn_model_path(model, id);
    g_assert_cmpstr(path, ==, "/model/models/inner/bodies/b");
    g_assert_true(sn_id_equal(sn_model_resolve(model, bodies, "bodies/b", NULL), id));
    sn_model_free(model);
}

/* 100 000 components: made, found by name and number, copied and styled. */
static void test_speed(void)
{
    enum { N = 100000 };
    const gint64 t0 = g_get_monotonic_time();
    SnModel *model = sn_model_new();
    SnComponent *markers = sn_model_list(model->root, "markers");
    for (int i = 0; i < N; i++) {
        char name[16];
        g_snprintf(name, sizeof name, "m%d", i);
        sn_model_insert(model, markers, sn_component_new(&SN_CLASS_MARKER, name), -1, -1);
    }
    const gint64 t1 = g_get_monotonic_time();
    for (int i = 0; i < N; i++) {
        char path[40];
        g_snprintf(path, sizeof path, i % 2 ? "markers/m%d" : "/0/3/%d", i);
        const SnId id = sn_model_resolve(model, NULL, path, NULL);
        g_assert_cmpint(sn_model_get(model, id)->number, ==, i);
    }
    const gint64 t2 = g_get_monotonic_time();
    SnModel *copy = sn_model_copy(model);
    const gint64 t3 = g_get_monotonic_time();
    for (guint i = 0; i < markers->children->len; i++) {
        SnStyle style;
        g_assert_true(sn_model_style(model, markers->children->pdata[i], &style));
    }
    const gint64 t4 = g_get_monotonic_time();
    g_print("# %d components: build %.0f ms, resolve %.0f ms, copy %.0f ms, styles %.0f ms\n", N,
            (double)(t1 - t0) / 1e3, (double)(t2 - t1) / 1e3, (double)(t3 - t2) / 1e3,
            (double)(t4 - t3) / 1e3);
    sn_model_free(copy);
    sn_model_free(model);
}

/* Edits of a list of 100 000: none may look at every pair. */
static void test_edit_speed(void)
{
    enum { N = 100000 };
    SnModel *model = sn_model_new();
    SnComponent *markers = sn_model_list(model->root, "markers");
    g_autoptr(GArray) ids = g_array_new(FALSE, FALSE, sizeof(SnId));
    const gint64 t0 = g_get_monotonic_time();
    sn_edit_begin(model, "Add many");
    for (int i = 0; i < N; i++) {
        char name[16];
        g_snprintf(name, sizeof name, "m%d", i);
        const SnId id =
            sn_edit_add(model, markers->id, sn_component_new(&SN_CLASS_MARKER, name), -1, NULL);
        g_array_append_val(ids, id);
    }
    sn_edit_end(model);
    const gint64 t1 = g_get_monotonic_time();
    g_assert_true(sn_edit_remove(model, (SnId *)(void *)ids->data, N, NULL));
    const gint64 t2 = g_get_monotonic_time();
    sn_undo(model);
    g_assert_cmpuint(markers->children->len, ==, N);
    const gint64 t3 = g_get_monotonic_time();
    g_print("# %d components: add %.0f ms, remove %.0f ms, undo %.0f ms\n", N,
            (double)(t1 - t0) / 1e3, (double)(t2 - t1) / 1e3, (double)(t3 - t2) / 1e3);
    sn_model_free(model);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/model/tree/paths", test_paths);
    g_test_add_func("/model/tree/inheritance", test_inheritance);
    g_test_add_func("/model/tree/caption", test_caption);
    g_test_add_func("/model/tree/names", test_names);
    g_test_add_func("/model/tree/bad-paths", test_bad_paths);
    g_test_add_func("/model/tree/lists", test_lists);
    g_test_add_func("/model/tree/speed", test_speed);
    g_test_add_func("/model/tree/edit-speed", test_edit_speed);
    return g_test_run();
}
