/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The unsaved document of a window, written to the user's state folder a few seconds after an edit:
 * what a crash leaves there is offered at the next start.  thread: main. */
#ifndef SN_APP_JOURNAL_H
#define SN_APP_JOURNAL_H

#include "engine/model/model.h"

typedef struct SnJournal SnJournal;

/* Of one window. */
SnJournal *sn_journal_new(void);
/* Removes what it wrote: the user has decided. */
void sn_journal_free(SnJournal *journal);

/* The document (borrowed until the next call; NULL: none) is another one, was changed or saved.  An
 * unsaved one is written soon, by a worker; of a saved one nothing is kept. */
void sn_journal_note(SnJournal *journal, const SnModel *model, bool read_only);
/* Writes it now, if it is unsaved, and waits until it is there. */
void sn_journal_write(SnJournal *journal);

/* What a program that is gone left behind. */
typedef struct SnJournalEntry {
    char *file;   /* of the journal */
    char *path;   /* the document's; NULL: it had none */
    char *folder; /* where its relative names start; NULL */
    char *base;   /* file that it is saved as the difference from; NULL */
    bool read_only;
    gint64 time; /* when it was written [s since 1970] */
    char *text;  /* the model */
} SnJournalEntry;

/* The newest one; NULL if there is none. */
SnJournalEntry *sn_journal_find(void);
void sn_journal_entry_free(SnJournalEntry *entry);
/* The document as it was, unsaved. */
SnModel *sn_journal_restore(const SnJournalEntry *entry, GError **error);
/* It is not offered again. */
void sn_journal_forget(const SnJournalEntry *entry);

#endif
