/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/journal.h"

#include "engine/model/edit/edit.h"
#include "engine/model/file/difference.h"
#include "engine/model/file/file.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <jansson.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#define DELAY_SECONDS 3
#define ENDING        ".journal"
#define LOCK_ENDING   ".lock"
/* What nobody has asked for in so long is removed. */
static const gint64 KEPT = 30 * 24 * 3600; /* [s] */

struct SnJournal {
    char *path, *lock_path;
    int lock; /* held while we live: what we wrote is nobody's leftover; -1: no folder to write in
               */
    const SnModel *model; /* borrowed */
    bool read_only;
    guint timer;
    GThread *writer; /* of the text being written; joined before the next */
};

static char *folder_path(void)
{
    return g_build_filename(g_get_user_state_dir(), "sinew", "journal", NULL);
}

/* -1 if somebody holds it. */
static int take_lock(const char *path)
{
    const int lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0)
        return lock;
    if (lock >= 0)
        close(lock);
    return -1;
}

SnJournal *sn_journal_new(void)
{
    SnJournal *journal = g_new0(SnJournal, 1);
    char *folder = folder_path();
    g_mkdir_with_parents(folder, 0700);
    char *name = g_strdup_printf("%08x%08x", g_random_int(), (guint)getpid());
    char *stem = g_build_filename(folder, name, NULL);
    journal->path = g_strconcat(stem, ENDING, NULL);
    journal->lock_path = g_strconcat(stem, LOCK_ENDING, NULL);
    journal->lock = take_lock(journal->lock_path);
    g_free(stem);
    g_free(name);
    g_free(folder);
    return journal;
}

/* --- writing --- */

typedef struct Text { /* goes to the writer's thread */
    char *path;
    SnModel *model; /* a copy */
    bool read_only;
} Text;

static gpointer write_text(gpointer data)
{
    Text *text = data;
    const SnModel *model = text->model;
    json_t *head =
        json_pack("{s:i, s:s?, s:s?, s:s?, s:b, s:I}", "sinew_journal", 1, "path", model->path,
                  "folder", model->folder, "base", model->base, "read_only", text->read_only,
                  "time", (json_int_t)(g_get_real_time() / G_USEC_PER_SEC));
    char *line = head ? json_dumps(head, JSON_COMPACT) : NULL;
    char *body = sn_file_write_text(model);
    char *all = g_strconcat(line ? line : "{}", "\n", body, NULL);
    g_file_set_contents_full(text->path, all, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, NULL);
    g_free(all);
    g_free(body);
    free(line);
    json_decref(head);
    sn_model_free(text->model);
    g_free(text->path);
    g_free(text);
    return NULL;
}

static void wait_for_writer(SnJournal *journal)
{
    if (journal->writer) {
        g_thread_join(journal->writer);
        journal->writer = NULL;
    }
}

static bool is_unsaved(const SnJournal *journal)
{
    return journal->lock >= 0 && journal->model && !sn_edit_is_saved(journal->model);
}

static void start_writing(SnJournal *journal)
{
    g_clear_handle_id(&journal->timer, g_source_remove);
    wait_for_writer(journal);
    if (!is_unsaved(journal))
        return;
    Text *text = g_new0(Text, 1);
    *text = (Text){g_strdup(journal->path), sn_model_copy(journal->model), journal->read_only};
    journal->writer = g_thread_new("journal", write_text, text);
}

void sn_journal_write(SnJournal *journal)
{
    start_writing(journal);
    wait_for_writer(journal);
}

static gboolean on_timer(gpointer journal)
{
    ((SnJournal *)journal)->timer = 0;
    start_writing(journal);
    return G_SOURCE_REMOVE;
}

void sn_journal_note(SnJournal *journal, const SnModel *model, bool read_only)
{
    journal->model = model;
    journal->read_only = read_only;
    if (!is_unsaved(journal)) {
        g_clear_handle_id(&journal->timer, g_source_remove);
        wait_for_writer(journal);
        g_unlink(journal->path);
    } else if (journal->timer == 0) {
        journal->timer = g_timeout_add_seconds(DELAY_SECONDS, on_timer, journal);
    }
}

void sn_journal_free(SnJournal *journal)
{
    sn_journal_note(journal, NULL, false);
    if (journal->lock >= 0) {
        g_unlink(journal->lock_path);
        close(journal->lock);
    }
    g_free(journal->path);
    g_free(journal->lock_path);
    g_free(journal);
}

/* --- what was left behind --- */

static char *lock_of(const char *file)
{
    return g_strdup_printf("%.*s" LOCK_ENDING, (int)(strlen(file) - strlen(ENDING)), file);
}

void sn_journal_entry_free(SnJournalEntry *entry)
{
    if (!entry)
        return;
    g_free(entry->file);
    g_free(entry->path);
    g_free(entry->folder);
    g_free(entry->base);
    g_free(entry->text);
    g_free(entry);
}

void sn_journal_forget(const SnJournalEntry *entry)
{
    char *lock = lock_of(entry->file);
    g_unlink(entry->file);
    g_unlink(lock);
    g_free(lock);
}

static SnJournalEntry *read_entry(const char *file)
{
    char *all = NULL;
    char *end = g_file_get_contents(file, &all, NULL, NULL) ? strchr(all, '\n') : NULL;
    json_t *head = end ? json_loadb(all, (size_t)(end - all), 0, NULL) : NULL;
    SnJournalEntry *entry = NULL;
    if (json_integer_value(json_object_get(head, "sinew_journal")) == 1) {
        entry = g_new0(SnJournalEntry, 1);
        *entry =
            (SnJournalEntry){.file = g_strdup(file),
                             .path = g_strdup(json_string_value(json_object_get(head, "path"))),
                             .folder = g_strdup(json_string_value(json_object_get(head, "folder"))),
                             .base = g_strdup(json_string_value(json_object_get(head, "base"))),
                             .read_only = json_is_true(json_object_get(head, "read_only")),
                             .time = json_integer_value(json_object_get(head, "time")),
                             .text = g_strdup(end + 1)};
    }
    json_decref(head);
    g_free(all);
    return entry;
}

/* An entry whose program is gone; NULL. */
static SnJournalEntry *read_leftover(const char *file)
{
    char *lock_path = lock_of(file);
    const int lock = take_lock(lock_path);
    SnJournalEntry *entry = lock >= 0 ? read_entry(file) : NULL;
    if (lock >= 0)
        close(lock);
    g_free(lock_path);
    if (entry && entry->time < g_get_real_time() / G_USEC_PER_SEC - KEPT) {
        sn_journal_forget(entry);
        g_clear_pointer(&entry, sn_journal_entry_free);
    }
    return entry;
}

SnJournalEntry *sn_journal_find(void)
{
    char *path = folder_path();
    GDir *folder = g_dir_open(path, 0, NULL);
    SnJournalEntry *newest = NULL;
    const char *name;
    while (folder && (name = g_dir_read_name(folder)) != NULL) {
        if (!g_str_has_suffix(name, ENDING))
            continue;
        char *file = g_build_filename(path, name, NULL);
        SnJournalEntry *entry = read_leftover(file);
        if (entry && (!newest || entry->time > newest->time)) {
            SnJournalEntry *former = newest;
            newest = entry;
            entry = former;
        }
        sn_journal_entry_free(entry);
        g_free(file);
    }
    g_clear_pointer(&folder, g_dir_close);
    g_free(path);
    return newest;
}

SnModel *sn_journal_restore(const SnJournalEntry *entry, GError **error)
{
    char *folder = entry->folder ? g_strdup(entry->folder)
                   : entry->path ? g_path_get_dirname(entry->path)
                                 : NULL;
    SnModel *model =
        sn_file_open_text(entry->text, strlen(entry->text), folder, entry->file, error);
    g_free(folder);
    if (model) {
        model->path = g_strdup(entry->path);
        sn_model_set_base(model, entry->base);
        if (model->base)
            sn_model_base(model, NULL);
        sn_edit_mark_unsaved(model);
    }
    return model;
}
