/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes of a document's file by others: another window, another program, another machine.  Looked
 * for when the window gets the focus (a bar tells) and before it saves (a question).  thread: main.
 */
#ifndef SN_APP_OUTSIDE_H
#define SN_APP_OUTSIDE_H

#include "app/document/project.h"
#include "ui/window/changed_dialog.h"
#include "ui/window/window.h"

typedef struct SnOutside SnOutside;

/* Of a window and its project (borrowed).  `answered` (with data) is what the user wants done; for
 * SN_CHANGED_CANCEL nothing. */
SnOutside *sn_outside_new(SnWindow *window, SnProject *project, SnChangedAnswered answered,
                          gpointer data);
void sn_outside_free(SnOutside *outside);

/* Looks at the file, on a worker; a bar says what happened to it, once for each change. */
void sn_outside_look(SnOutside *outside);
/* Whether the document's file may be written: nobody changed it.  Else the user is asked, and
 * `answered` follows. */
bool sn_outside_may_save(SnOutside *outside);

#endif
