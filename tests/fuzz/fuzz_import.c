/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/fuzz/fuzz_import.h"

#include "engine/model/file/file.h"

#include <string.h>

static void check_refusal(const char *name, SnImportReport *report, GError *error)
{
    g_assert_null(report);
    g_assert_true(g_str_has_prefix(error->message, name));
    g_assert_true(g_utf8_validate(error->message, -1, NULL));
    if (strchr(error->message, '\n'))
        g_error("more than a line: %s", error->message);
    g_error_free(error);
}

static void check_model(SnModel *model, SnImportReport *report)
{
    g_autofree char *written = sn_file_write_text(model);
    g_autofree char *said = sn_import_report_text(report);
    g_assert_cmpint((int)strlen(written), >, 0);
    g_assert_cmpint((int)strlen(said), >, 0);
    g_assert_true(g_utf8_validate(said, -1, NULL));
    sn_import_report_free(report);
    sn_model_free(model);
}

bool fuzz_import(FuzzRandom *random, const char *seed, const char *const *words, FuzzReader read,
                 const char *name)
{
    g_autoptr(GString) text = g_string_new(seed);
    fuzz_mutate_bytes(random, text, words);
    g_autofree char *exact = g_memdup2(text->str, text->len); /* reading behind it is noticed */
    GError *error = NULL;
    SnImportReport *report = NULL;
    SnModel *model = read(exact, text->len, name, "/nowhere", NULL, &report, &error);
    g_assert_true((model != NULL) == (error == NULL));
    if (model)
        check_model(model, report);
    else
        check_refusal(name, report, error);
    return model != NULL;
}
