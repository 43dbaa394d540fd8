/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Journals under mutated bytes, mostly in the first line: what a crash, a full disk or somebody's
 * editor left is refused, or restored to a model that can be written to a journal again. */
#include "app/document/journal.h"

#include "engine/model/file/file.h"
#include "tests/fuzz/fuzz.h"
#include "tests/model/file/all_classes.h"

#include <string.h>

static const char *const WORDS[] = {"{",
                                    "}",
                                    "\"",
                                    "\\",
                                    "\n",
                                    ",",
                                    "null",
                                    "1",
                                    "-1",
                                    "9223372036854775807",
                                    "\xff",
                                    "\"path\":\"/\xc3\xa9.sinew\"",
                                    "\"path_escaped\":\"/%ff%00%zz\"",
                                    "\"folder\":\"/nowhere\"",
                                    "\"base\":\"../base.sinew\"",
                                    "\"stamp\":\"12 00\"",
                                    "\"read_only\":true",
                                    "\"sinew_journal\":1",
                                    "\"sinew_journal\":2",
                                    "[[[[[[[[",
                                    NULL};

typedef struct Data {
    char *seeds[3];
    size_t heads[3]; /* length of the first line */
} Data;

/* Of a model that lies at `path`. */
static char *make_seed(const char *path, const char *base)
{
    SnModel *model = sn_file_read_text(ALL_CLASSES, strlen(ALL_CLASSES), "/tmp", "all.sinew", NULL);
    g_assert_nonnull(model);
    model->path = g_strdup(path);
    model->base = g_strdup(base);
    const SnFileStamp stamp = sn_file_stamp_of("abc", 3);
    char *text = sn_journal_compose(model, &stamp, base != NULL);
    sn_model_free(model);
    return text;
}

static void check_restored(const SnJournalEntry *entry)
{
    GError *error = NULL;
    SnModel *model = sn_journal_restore(entry, &error);
    g_assert_true((model != NULL) == (error == NULL));
    if (error) {
        g_assert_true(g_utf8_validate(error->message, -1, NULL));
        g_assert_null(strchr(error->message, '\n'));
        g_error_free(error);
        return;
    }
    g_autofree char *again = sn_journal_compose(model, &entry->stamp, entry->read_only);
    SnJournalEntry *second = sn_journal_parse(again, strlen(again));
    g_assert_nonnull(second);
    g_assert_cmpstr(second->path, ==, entry->path);
    g_assert_cmpint(second->read_only, ==, entry->read_only);
    g_assert_cmpint(second->stamp.known, ==, entry->stamp.known);
    sn_journal_entry_free(second);
    sn_model_free(model);
}

static bool run(FuzzRandom *random, void *user)
{
    const Data *data = user;
    const size_t k = fuzz_below(random, 3);
    const bool head_only = fuzz_below(random, 4) > 0;
    const size_t n = head_only ? data->heads[k] : strlen(data->seeds[k]);
    GString *text = g_string_new_len(data->seeds[k], (gssize)n);
    fuzz_mutate_bytes(random, text, WORDS);
    if (head_only)
        g_string_append(text, data->seeds[k] + n);
    /* a byte behind, as sn_read_file gives it, and nothing more */
    char *exact = g_memdup2(text->str, text->len + 1);
    SnJournalEntry *entry = sn_journal_parse(exact, text->len);
    const bool accepted = entry != NULL;
    if (entry) {
        g_assert_cmpuint(entry->length, <, text->len);
        entry->file = g_strdup("fuzz.journal");
        check_restored(entry);
    }
    sn_journal_entry_free(entry);
    g_free(exact);
    g_string_free(text, TRUE);
    return accepted;
}

int main(int argc, char **argv)
{
    Data data = {.seeds = {make_seed("/tmp/all.sinew", NULL), make_seed(NULL, NULL),
                           make_seed("/tmp/\xff\xfe.sinew", NULL)}};
    for (int i = 0; i < 3; i++)
        data.heads[i] = (size_t)(strchr(data.seeds[i], '\n') - data.seeds[i]);
    const int status = fuzz_main(argc, argv, "fuzz_journal", run, &data);
    for (int i = 0; i < 3; i++)
        g_free(data.seeds[i]);
    return status;
}
