/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/document/journal.h"

#include "engine/model/edit/edit.h"
#include "engine/model/file/difference.h"
#include "engine/model/file/file.h"
#include "engine/text/limits.h"
#include "engine/text/write_file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <jansson.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define DELAY_SECONDS 3
#define ENDING        ".journal"
#define LOCK_ENDING   ".lock"
#define ESCAPED       "_escaped"
/* What nobody has asked for in so long is removed. */
static const gint64 KEPT = 30 * 24 * 3600; /* [s] */

enum { MAX_HEAD = 65536 }; /* [bytes] of the first line */

struct SnJournal {
    char *path, *lock_path;
    int lock; /* held while we live: what we wrote is nobody's leftover; -1: no folder to write in
               */
    char *obstacle; /* why there is none */
    SnJournalFailed failed;
    gpointer data;
    const SnModel *model; /* borrowed */
    SnFileStamp stamp;    /* of its file */
    bool read_only;
    guint timer;
    GThread *writer; /* of the text being written; joined before the next */
    /* under guard: the writer's */
    GMutex guard;
    guint idle;    /* its failure is about to be told */
    char *failure; /* until it is told */
    bool told;     /* that it cannot be written; until it can be again */
};

static char *folder_path(void)
{
    return g_build_filename(g_get_user_state_dir(), "sinew", "journal", NULL);
}

/* Open and locked; -1 if somebody holds it, or with errno. */
static int take_lock(const char *path, int flags)
{
    int lock = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, 0600);
    if (lock < 0)
        lock = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW); /* a folder that became read-only */
    if (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0)
        return lock;
    if (lock >= 0)
        close(lock);
    return -1;
}

/* Of a name of our own: who sweeps locks of the dead may hold it for a moment, or have removed it
 * before it was locked. */
static int make_lock(const char *path)
{
    for (int attempt = 0; attempt < 100; attempt++) {
        struct stat opened;
        const int lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
        if (lock < 0)
            return -1;
        if (flock(lock, LOCK_EX) == 0 && fstat(lock, &opened) == 0 && opened.st_nlink > 0)
            return lock;
        close(lock);
    }
    return -1;
}

/* Locks without a journal whose window is gone, and what a killed writer left. */
static void sweep(const char *folder_path)
{
    GDir *folder = g_dir_open(folder_path, 0, NULL);
    for (const char *name; folder && (name = g_dir_read_name(folder)) != NULL;) {
        if (!g_str_has_suffix(name, LOCK_ENDING))
            continue;
        g_autofree char *path = g_build_filename(folder_path, name, NULL);
        g_autofree char *journal =
            g_strdup_printf("%.*s" ENDING, (int)(strlen(path) - strlen(LOCK_ENDING)), path);
        const int lock = take_lock(path, 0);
        if (lock >= 0 && !g_file_test(journal, G_FILE_TEST_EXISTS))
            g_unlink(path);
        if (lock >= 0)
            close(lock);
    }
    g_clear_pointer(&folder, g_dir_close);
    sn_output_sweep(folder_path);
}

SnJournal *sn_journal_new(SnJournalFailed failed, gpointer data)
{
    SnJournal *journal = g_new0(SnJournal, 1);
    g_autofree char *folder = folder_path();
    journal->failed = failed;
    journal->data = data;
    g_mutex_init(&journal->guard);
    const bool made = g_mkdir_with_parents(folder, 0700) == 0;
    int reason = errno;
    if (made)
        sweep(folder);
    g_autofree char *name = g_strdup_printf("%08x%08x", g_random_int(), (guint)getpid());
    g_autofree char *stem = g_build_filename(folder, name, NULL);
    journal->path = g_strconcat(stem, ENDING, NULL);
    journal->lock_path = g_strconcat(stem, LOCK_ENDING, NULL);
    journal->lock = made ? make_lock(journal->lock_path) : -1;
    if (made)
        reason = errno;
    if (journal->lock < 0)
        journal->obstacle = g_strdup_printf("%s: %s", folder, g_strerror(reason));
    return journal;
}

/* --- writing --- */

static gboolean tell(gpointer data)
{
    SnJournal *journal = data;
    g_mutex_lock(&journal->guard);
    g_autofree char *failure = g_steal_pointer(&journal->failure);
    journal->idle = 0;
    const bool news = failure && !journal->told;
    journal->told |= news;
    g_mutex_unlock(&journal->guard);
    if (news)
        journal->failed(failure, journal->data);
    return G_SOURCE_REMOVE;
}

/* On any thread; told in the main loop.  NULL: all is well again. */
static void note_failure(SnJournal *journal, const char *why)
{
    g_mutex_lock(&journal->guard);
    g_free(journal->failure);
    journal->failure = g_strdup(why);
    journal->told = journal->told && why;
    if (why && journal->idle == 0)
        journal->idle = g_idle_add(tell, journal);
    g_mutex_unlock(&journal->guard);
}

typedef struct Text { /* goes to the writer's thread */
    SnJournal *journal;
    SnModel *model; /* a copy */
    SnFileStamp stamp;
    bool read_only;
} Text;

/* Names of files are bytes, JSON is UTF-8: those that are not have % and digits in them. */
static void put_name(json_t *head, const char *key, const char *name)
{
    if (name && g_utf8_validate(name, -1, NULL)) {
        json_object_set_new(head, key, json_string(name));
    } else if (name) {
        g_autofree char *other = g_strconcat(key, ESCAPED, NULL);
        g_autofree char *escaped = g_uri_escape_bytes((const guint8 *)name, strlen(name), "/");
        json_object_set_new(head, other, json_string(escaped));
    }
}

char *sn_journal_compose(const SnModel *model, const SnFileStamp *stamp_of_file, bool read_only)
{
    g_autofree char *stamp = sn_file_stamp_text(stamp_of_file);
    json_t *head = json_object();
    json_object_set_new(head, "sinew_journal", json_integer(1));
    put_name(head, "path", model->path);
    put_name(head, "folder", model->folder);
    put_name(head, "base", model->base);
    if (stamp)
        json_object_set_new(head, "stamp", json_string(stamp));
    json_object_set_new(head, "read_only", json_boolean(read_only));
    json_object_set_new(head, "time",
                        json_integer((json_int_t)(g_get_real_time() / G_USEC_PER_SEC)));
    char *line = json_dumps(head, JSON_COMPACT);
    g_autofree char *body = sn_file_write_text(model);
    char *all = g_strconcat(line, "\n", body, NULL);
    free(line);
    json_decref(head);
    return all;
}

static gpointer write_text(gpointer data)
{
    Text *text = data;
    SnJournal *journal = text->journal;
    g_autofree char *all = sn_journal_compose(text->model, &text->stamp, text->read_only);
    GError *error = NULL;
    if (!sn_write_file(journal->path, SN_OUTPUT_PRIVATE, all, strlen(all), &error))
        note_failure(journal, error->message);
    else
        note_failure(journal, NULL);
    g_clear_error(&error);
    sn_model_free(text->model);
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
    return journal->model && !sn_edit_is_saved(journal->model);
}

static void start_writing(SnJournal *journal)
{
    g_clear_handle_id(&journal->timer, g_source_remove);
    wait_for_writer(journal);
    if (!is_unsaved(journal))
        return;
    if (journal->lock < 0) {
        note_failure(journal, journal->obstacle);
        return;
    }
    Text *text = g_new0(Text, 1);
    *text = (Text){journal, sn_model_copy(journal->model), journal->stamp, journal->read_only};
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

void sn_journal_note(SnJournal *journal, const SnModel *model, const SnFileStamp *stamp,
                     bool read_only)
{
    journal->model = model;
    journal->stamp = stamp ? *stamp : (SnFileStamp){0};
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
    sn_journal_note(journal, NULL, NULL, false);
    if (journal->lock >= 0) {
        g_unlink(journal->lock_path);
        close(journal->lock);
    }
    g_clear_handle_id(&journal->idle, g_source_remove); /* the writer has ended */
    g_mutex_clear(&journal->guard);
    g_free(journal->failure);
    g_free(journal->obstacle);
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

static char *get_name(const json_t *head, const char *key)
{
    const char *name = json_string_value(json_object_get(head, key));
    g_autofree char *other = g_strconcat(key, ESCAPED, NULL);
    const char *escaped = json_string_value(json_object_get(head, other));
    return name ? g_strdup(name) : g_uri_unescape_string(escaped, NULL);
}

SnJournalEntry *sn_journal_parse(const char *text, size_t length)
{
    const char *end = memchr(text, '\n', length);
    json_t *head = end && end - text <= MAX_HEAD
                       ? json_loadb(text, (size_t)(end - text), JSON_REJECT_DUPLICATES, NULL)
                       : NULL;
    SnJournalEntry *entry = NULL;
    if (json_integer_value(json_object_get(head, "sinew_journal")) == 1) {
        const char *stamp = json_string_value(json_object_get(head, "stamp"));
        entry = g_new0(SnJournalEntry, 1);
        entry->path = get_name(head, "path");
        entry->folder = get_name(head, "folder");
        entry->base = get_name(head, "base");
        entry->read_only = json_is_true(json_object_get(head, "read_only"));
        entry->time = json_integer_value(json_object_get(head, "time"));
        entry->length = length - (size_t)(end + 1 - text);
        entry->text = g_memdup2(end + 1, entry->length + 1);
        sn_file_stamp_parse(stamp, &entry->stamp);
    }
    json_decref(head);
    return entry;
}

static SnJournalEntry *read_entry(const char *file)
{
    size_t length;
    g_autofree char *all = sn_read_file(file, SN_MAX_FILE_BYTES, &length, NULL);
    SnJournalEntry *entry = all ? sn_journal_parse(all, length) : NULL;
    if (entry)
        entry->file = g_strdup(file);
    return entry;
}

/* An entry whose program is gone; NULL. */
static SnJournalEntry *read_leftover(const char *file)
{
    char *lock_path = lock_of(file);
    const int lock = take_lock(lock_path, O_CREAT);
    SnJournalEntry *entry = lock >= 0 ? read_entry(file) : NULL;
    if (lock >= 0)
        close(lock);
    g_free(lock_path);
    if (entry && entry->time > 0 && entry->time < g_get_real_time() / G_USEC_PER_SEC - KEPT) {
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
    SnModel *model = sn_file_open_text(entry->text, entry->length, folder, entry->file, error);
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
