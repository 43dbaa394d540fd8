/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_UI_DIALOGS_LAXITY_PAGE_H
#define SN_UI_DIALOGS_LAXITY_PAGE_H

#include "ui/session/session.h"

/* Loads on a joint along its axes, and a table of where they bring it. */
GtkWidget *sn_laxity_page_new(SnSession *session);

#endif
