/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random edits of documents that are saved as the difference from a base.  Usage: [SEED].  What is
 * saved and read is the same document; differences can be taken back; undo-all leaves none. */
#include "engine/model/file/difference.h"
#include "engine/model/file/file.h"
#include "tests/model/random_editor.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed = 20261121;

/* A document with a base in a folder, which differs in nothing yet. */
static SnModel *open_variant(const char *folder, SnModel *base)
{
    g_autofree char *base_path = g_build_filename(folder, "base.sinew", NULL);
    g_autofree char *path = g_build_filename(folder, "variant.sinew", NULL);
    GError *error = NULL;
    g_autofree char *text = sn_file_write_text(base);
    g_file_set_contents(base_path, text, -1, &error);
    g_assert_no_error(error);
    g_file_set_contents(path, "{\n  \"sinew\": 1,\n  \"base\": \"base.sinew\"\n}\n", -1, &error);
    g_assert_no_error(error);
    SnModel *model = sn_file_open(path, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(model->base, ==, "base.sinew");
    return model;
}

/* What differs can be saved, read and saved again: the same document, and the same text. */
static void check_difference(SnModel *model, char **text)
{
    GError *error = NULL;
    const SnModel *base = sn_model_base(model, &error);
    g_assert_no_error(error);
    *text = sn_file_write_difference(model, base);
    SnModel *again = sn_file_open_text(*text, strlen(*text), model->folder, "variant", &error);
    if (error)
        g_test_message("%s", *text);
    g_assert_no_error(error);
    g_autofree char *whole = sn_file_write_text(model), *read = sn_file_write_text(again);
    assert_same(whole, read, "model read from base and difference");
    g_autofree char *second = sn_file_write_difference(again, base);
    assert_same(*text, second, "difference of a model read from it");
    sn_model_free(again);
}

/* Takes differences back one by one as long as one can be; how many are left, numbers aside. */
static int take_back(SnModel *model)
{
    const SnModel *base = sn_model_base(model, NULL);
    for (int step = 0;; step++) {
        g_autoptr(GArray) differences = sn_model_differences(model, base);
        bool done = false;
        int left = 0;
        for (guint i = 0; i < differences->len && !done; i++) {
            const SnDifference *d = &g_array_index(differences, SnDifference, i);
            g_autoptr(GError) error = NULL;
            done = d->kind != SN_DIFFERENCE_NUMBER && sn_edit_reset_to_base(model, base, d, &error);
            g_assert_true(done == (error == NULL) || d->kind == SN_DIFFERENCE_NUMBER);
            left += d->kind != SN_DIFFERENCE_NUMBER;
        }
        if (!done)
            return left;
        g_assert_cmpint(step, <, 1000); /* no two differences bring each other back */
    }
}

/* Edits of a document that is saved as the difference from another. */
static void test_differences(void)
{
    g_autofree char *folder = g_dir_make_tmp("sinew-base-XXXXXX", NULL);
    gsize bytes = 0, whole_bytes = 0;
    int n_differences = 0, left = 0;
    for (int round = 0; round < 12; round++) {
        Editor editor = {.random = {seed + (uint64_t)round}};
        SnModel *base = random_model(&editor.random, 150);
        editor.model = open_variant(folder, base);
        g_autofree char *start = NULL, *edited = NULL, *undone = NULL;
        check_difference(editor.model, &start);
        g_assert_cmpstr(start, ==, "{\n  \"sinew\": 1,\n  \"base\": \"base.sinew\"\n}\n");
        /* from one edit to many: single differences are seen too */
        for (int i = 0; i < (round < 6 ? 1 + 6 * round : 200); i++) {
            edit_at_random(&editor, pick_edit_kind(&editor));
            sn_edit_seal(editor.model);
        }
        check_difference(editor.model, &edited);
        g_autoptr(GArray) differences =
            sn_model_differences(editor.model, sn_model_base(editor.model, NULL));
        g_autofree char *whole = sn_file_write_text(editor.model);
        n_differences += (int)differences->len;
        bytes += strlen(edited);
        whole_bytes += strlen(whole);
        left += take_back(editor.model);
        while (sn_undo(editor.model))
            continue;
        check_difference(editor.model, &undone);
        assert_same(start, undone, "difference after undo of everything");
        sn_model_free(editor.model);
        sn_model_free(base);
    }
    g_print("# %d differences, %d not taken back; %zu bytes for %zu of whole models\n",
            n_differences, left, bytes, whole_bytes);
    g_assert_cmpint(10 * left, <=, n_differences); /* what hangs on what is gone stays */
    g_assert_cmpint(n_differences, >, 200);
    g_assert_cmpuint(bytes, <, whole_bytes);
    static const char *const files[] = {"base.sinew", "variant.sinew"};
    for (size_t i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autofree char *path = g_build_filename(folder, files[i], NULL);
        g_remove(path);
    }
    g_rmdir(folder);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    if (argc > 1)
        seed = strtoull(argv[1], NULL, 10);
    g_test_add_func("/model/random-differences", test_differences);
    return g_test_run();
}
