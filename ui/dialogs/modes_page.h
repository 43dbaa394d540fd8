/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_UI_DIALOGS_MODES_PAGE_H
#define SN_UI_DIALOGS_MODES_PAGE_H

#include "ui/session/session.h"

/* A list of modes; the one chosen swings in the viewers as long as the page is seen. */
GtkWidget *sn_modes_page_new(SnSession *session);

#endif
