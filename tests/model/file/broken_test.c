/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Broken model files: each gives its one clear line (broken/NAME.expected for broken/NAME.sinew),
 * and nothing else happens. */
#include "engine/mesh/mesh_helper.h"
#include "engine/model/file/file.h"
#include "engine/text/limits.h"

#include <string.h>
#include <unistd.h>

static char *message_of(const char *text, size_t length)
{
    GError *error = NULL;
    SnModel *model = sn_file_read_text(text, length, NULL, "x.sinew", &error);
    g_assert_null(model);
    g_assert_nonnull(error);
    char *message = g_strdup(error->message);
    g_error_free(error);
    g_assert_null(strchr(message, '\n'));
    g_assert_true(g_utf8_validate(message, -1, NULL));
    g_assert_cmpuint(strlen(message), <, 600);
    return message;
}

static void expect(const char *text, size_t length, const char *expected)
{
    char *message = message_of(text, length);
    g_assert_cmpstr(message, ==, expected);
    g_free(message);
}

static int check_file(const char *name)
{
    char *stem = g_strndup(name, strlen(name) - strlen(".sinew"));
    char *other = g_strconcat(stem, ".expected", NULL);
    char *expected = NULL;
    GError *error = NULL;
    g_assert_true(g_file_get_contents(other, &expected, NULL, NULL));
    SnModel *model = sn_file_read(name, &error);
    if (model)
        g_error("%s was accepted", name);
    const bool same = strcmp(error->message, g_strchomp(expected)) == 0;
    if (!same)
        g_test_message("%s\n    said:     %s\n    expected: %s", name, error->message, expected);
    g_error_free(error);
    g_free(expected);
    g_free(other);
    g_free(stem);
    return same ? 0 : 1;
}

static void test_corpus(void)
{
    int n = 0, wrong = 0;
    GDir *dir = g_dir_open(".", 0, NULL);
    g_assert_nonnull(dir);
    for (const char *name = g_dir_read_name(dir); name; name = g_dir_read_name(dir)) {
        if (!g_str_has_suffix(name, ".sinew"))
            continue;
        wrong += check_file(name);
        n++;
    }
    g_dir_close(dir);
    g_test_message("%d files", n);
    g_assert_cmpint(wrong, ==, 0);
    g_assert_cmpint(n, >=, 80);
}

/* A valid file cut after every byte. */
static void test_cut(void)
{
    const char *text =
        "{\"sinew\": 1, \"model\": {\"bodies\": [{\"name\": \"a\", \"position\": [1, 2, 3],\n"
        "\"geometry\": {\"shape\": \"box\"}}], \"markers\": [{\"frame\": \"bodies/a\"}]}}";
    for (size_t n = 0; n < strlen(text); n++)
        g_free(message_of(text, n));
}

static GString *repeat(const char *text, int n)
{
    GString *whole = g_string_new(NULL);
    for (int i = 0; i < n; i++)
        g_string_append(whole, text);
    return whole;
}

static void expect_around(const char *before, GString *middle, const char *after,
                          const char *expected)
{
    g_string_prepend(middle, before);
    g_string_append(middle, after);
    expect(middle->str, middle->len, expected);
    g_string_free(middle, TRUE);
}

static void test_deep(void)
{
    expect_around("", repeat("[", 100000), "",
                  "x.sinew:1: brackets are nested more than 64 deep; a model file needs fewer");
    expect_around("{\"sinew\": 1, \"model\":\n", repeat("{\"a\":", 62), "",
                  "x.sinew:2: the file ends too early: part of it is missing, or a bracket is not "
                  "closed (unexpected token near end of file)");
    GString *models = repeat("{\"models\": [\n", 20);
    for (int i = 0; i < 20; i++)
        g_string_append(models, i ? "]}" : "{}]}");
    expect_around("{\"sinew\": 1, \"model\": ", models, "}",
                  "x.sinew:17: /model/models/0/models/0/models/0/models/0/models/0/models/0/models/"
                  "0/models/0/models/0/models/0/models/0/models/0/models/0/models/0/models/0/models"
                  "/0: models are nested more than 16 deep");
}

static void test_huge(void)
{
    expect_around(
        "{\"sinew\": 1, \"model\": {\"title\": \"", repeat("0123456789", 10000), "\"}}",
        "x.sinew:1: /model:title: text is longer than 65536 bytes, the most that is read");
    expect_around("{\"sinew\": 1, \"model\": {\"markers\": [{\"name\": \"",
                  repeat("0123456789", 10000), "\"}]}}",
                  "x.sinew:1: /model/markers/0:name: the name "
                  "\"0123456789012345678901234567890123456789\" is longer than 128 bytes; choose "
                  "another one");
    expect_around("{\"sinew\": 1, \"model\": {\"", repeat("0123456789", 10000), "\": 1}}",
                  "x.sinew:1: a key is longer than 65536 bytes, the most that is read");
    expect_around("{\"sinew\": 1, \"model\": {\"", repeat("0123456789", 100), "\": 1}}",
                  "x.sinew:1: /model:012345678901234567890123456789012345678901234567890123456789"
                  "...: unknown key \"01234567890123456789012345678901234567890123456789012345678"
                  "9...\"; remove it, or see what a model has in 'sinew reference'");
    expect_around("{\"sinew\": 1, \"model\": {\"particles\": [{\"mass\": ",
                  repeat("0123456789", 10000), "}]}}",
                  "x.sinew:1: is no valid JSON here; a comma, quote or bracket is wrong (invalid "
                  "token near '0')");
    expect_around("{\"sinew\": 1, \"model\": {\"particles\": [{\"mass\": 1",
                  repeat("0123456789", 1000), "}]}}",
                  "x.sinew:1: a number is too large (real number overflow)");
    expect_around("{\"sinew\": 1, \"model\": {\"gravity\": [", repeat("0,\n", 16000001), "0]}}",
                  "x.sinew:15999988: holds more than 16 million values; keep large data in files "
                  "beside it");
    /* a claim of much with little text */
    expect_around("{\"sinew\": 1, \"model\": {\"markers\": [", repeat("{},", 4000000), "{}]}}",
                  "x.sinew:1: holds more than 16 million values; keep large data in files beside "
                  "it");
}

static void test_too_many(void)
{
    if (!g_test_slow()) {
        g_test_skip("takes a gigabyte of memory");
        return;
    }
    expect_around("{\"sinew\": 1, \"model\": {\"markers\": [", repeat("{},", 1000100), "{}]}}",
                  "x.sinew:1: /model/markers/1000000: holds more than 1000000 components");
}

static void check_unreadable(const char *path, const char *message)
{
    GError *error = NULL;
    g_assert_null(sn_file_read(path, &error));
    g_assert_cmpstr(error->message, ==, message);
    g_error_free(error);
}

static void test_unreadable(void)
{
    check_unreadable("nowhere.sinew", "nowhere.sinew: there is no such file; check the name");
    check_unreadable("meshes", "meshes: is a folder; name a file");
    check_unreadable("/dev/zero", "/dev/zero: is no regular file");
}

int main(int argc, char **argv)
{
    if (argc == 3 && g_str_equal(argv[1], SN_MESH_HELPER_OPTION))
        return sn_mesh_helper_main(argv[2]);
    g_test_init(&argc, &argv, NULL);
    const char *root = g_getenv("SINEW_SOURCE_ROOT");
    char *folder = g_build_filename(root ? root : ".", "tests", "model", "file", "broken", NULL);
    g_assert_cmpint(chdir(folder), ==, 0);
    g_free(folder);
    g_test_add_func("/model/file/broken/corpus", test_corpus);
    g_test_add_func("/model/file/broken/cut", test_cut);
    g_test_add_func("/model/file/broken/deep", test_deep);
    g_test_add_func("/model/file/broken/huge", test_huge);
    g_test_add_func("/model/file/broken/too-many", test_too_many);
    g_test_add_func("/model/file/broken/unreadable", test_unreadable);
    return g_test_run();
}
