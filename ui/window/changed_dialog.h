/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The question when a document's file was changed outside the window: what differs, and whose
 * version shall be kept. */
#ifndef SN_UI_WINDOW_CHANGED_DIALOG_H
#define SN_UI_WINDOW_CHANGED_DIALOG_H

#include "engine/model/model.h"

#include <gtk/gtk.h>

typedef enum SnChangedAnswer {
    SN_CHANGED_CANCEL,    /* decides later */
    SN_CHANGED_RELOAD,    /* the file's: the document is read again */
    SN_CHANGED_SAVE_AS,   /* both: the document goes under another name */
    SN_CHANGED_OVERWRITE, /* the document's */
} SnChangedAnswer;

typedef void (*SnChangedAnswered)(SnChangedAnswer answer, gpointer data);

typedef struct SnChangedQuestion {
    const char *name;     /* "jaw.sinew" */
    const char *when;     /* "14:05:09"; NULL: not known */
    bool unsaved;         /* the document has changes of its own */
    const SnModel *here;  /* the document; borrowed for the call */
    const SnModel *there; /* what the file holds; NULL: it cannot be read */
    const char *problem;  /* why */
} SnChangedQuestion;

/* Asks; answered once. */
void sn_changed_dialog_show(GtkWindow *parent, const SnChangedQuestion *question,
                            SnChangedAnswered answered, gpointer data);

#endif
