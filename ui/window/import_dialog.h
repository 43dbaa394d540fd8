/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks in which unit meshes are and which of their axes points up, with what is likely chosen and
 * what they would become in words; then imports them. */
#ifndef SN_UI_WINDOW_IMPORT_DIALOG_H
#define SN_UI_WINDOW_IMPORT_DIALOG_H

#include "ui/session/session.h"

/* paths: NULL-terminated, all of them meshes (sn_import_kind). */
void sn_import_dialog_open(GtkWindow *parent, SnSession *session, const char *const *paths);

#endif
