/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The unsaved document of a window, written to the user's state folder a few seconds after an edit:
 * what a crash leaves there is offered at the next start.  thread: main. */
#ifndef SN_APP_JOURNAL_H
#define SN_APP_JOURNAL_H

#include "engine/model/model.h"
#include "engine/text/file_stamp.h"

typedef struct SnJournal SnJournal;

/* Called in the main loop when what is unsaved could not be written; once, and again only after it
 * could be in between. */
typedef void (*SnJournalFailed)(const char *why, gpointer data);

/* Of one window.  Removes locks of windows that are gone. */
SnJournal *sn_journal_new(SnJournalFailed failed, gpointer data);
/* Removes what it wrote: the user has decided. */
void sn_journal_free(SnJournal *journal);

/* The document (borrowed until the next call; NULL: none) is another one, was changed or saved;
 * stamp: of its file as it was read or written last, or NULL.  An
 * unsaved one is written soon, by a worker; of a saved one nothing is kept. */
void sn_journal_note(SnJournal *journal, const SnModel *model, const SnFileStamp *stamp,
                     bool read_only);
/* Writes it now, if it is unsaved, and waits until it is there. */
void sn_journal_write(SnJournal *journal);

/* What a program that is gone left behind. */
typedef struct SnJournalEntry {
    char *file;   /* of the journal */
    char *path;   /* the document's; NULL: it had none */
    char *folder; /* where its relative names start; NULL */
    char *base;   /* file that it is saved as the difference from; NULL */
    bool read_only;
    gint64 time;       /* when it was written [s since 1970] */
    SnFileStamp stamp; /* of the document's file, when it was read last */
    char *text;        /* the model, with a zero byte behind */
    size_t length;
} SnJournalEntry;

/* The text of a journal, as it is written (g_free).  Any thread. */
char *sn_journal_compose(const SnModel *model, const SnFileStamp *stamp, bool read_only);
/* The text of a journal: a line of JSON, then a model file.  NULL: it is none.  Any thread. */
SnJournalEntry *sn_journal_parse(const char *text, size_t length);

/* The newest one; NULL if there is none. */
SnJournalEntry *sn_journal_find(void);
void sn_journal_entry_free(SnJournalEntry *entry);
/* The document as it was, unsaved. */
SnModel *sn_journal_restore(const SnJournalEntry *entry, GError **error);
/* It is not offered again. */
void sn_journal_forget(const SnJournalEntry *entry);

#endif
