/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A window with its project, and the actions that change which document is in it: new, open, save,
 * recent, demos, close.  Nothing is thrown away without asking. */
#ifndef SN_APP_DOCUMENTS_H
#define SN_APP_DOCUMENTS_H

#include "app/document/project.h"
#include "ui/window/window.h"

/* A window with an empty document; project and window go together. */
SnWindow *sn_document_window_new(GtkApplication *application, SnSettings *settings);
SnProject *sn_document_window_project(SnWindow *window);
/* Opens a file or a demo by name, asking for unsaved changes first. */
void sn_document_window_open(SnWindow *window, const char *path);
/* A model, or meshes that become parts of the one that is open. */
void sn_document_window_open_files(SnWindow *window, const char *const *paths);
void sn_document_window_open_demo(SnWindow *window, const char *name);
/* Once the first document is open: offers what a program that ended badly has left unsaved. */
void sn_document_window_offer_restore(SnWindow *window);
/* Writes what is unsaved to the journal at once: the program is about to end. */
void sn_document_window_keep(SnWindow *window);

#endif
