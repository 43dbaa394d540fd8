/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The header bar of the main window: files, demos, undo, name of the document, menus. */
#ifndef SN_UI_WINDOW_HEADER_H
#define SN_UI_WINDOW_HEADER_H

#include "ui/window/window.h"

typedef struct SnHeader SnHeader;

/* Settings are borrowed and outlive it. */
SnHeader *sn_header_new(SnSession *session, SnSettings *settings);
void sn_header_free(SnHeader *header); /* NULL is fine */
/* Borrowed. */
GtkWidget *sn_header_widget(SnHeader *header);
/* Name of the document, whether it is saved, what can be undone: here and as title of the window.
 */
void sn_header_update(SnHeader *header, GtkWindow *window);
/* After the list of recent files changed. */
void sn_header_update_menu(SnHeader *header);
/* Copies them. */
void sn_header_set_demos(SnHeader *header, const SnDemoList *demos);
const SnDemoList *sn_header_demos(SnHeader *header);

#endif
