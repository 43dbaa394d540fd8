/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page of checks: what is wrong or suspicious, each line with what it is about (a click selects
 * it) and, where something would mend it, a button that does. */
#ifndef SN_UI_WINDOW_CHECK_PAGE_H
#define SN_UI_WINDOW_CHECK_PAGE_H

#include "ui/session/session.h"

/* Emits "counted" (int errors, int warnings) when it has looked again, which it does on a thread of
 * its own, a moment after each change while it is shown. */
#define SN_TYPE_CHECK_PAGE (sn_check_page_get_type())
G_DECLARE_FINAL_TYPE(SnCheckPage, sn_check_page, SN, CHECK_PAGE, GtkBox)

GtkWidget *sn_check_page_new(SnSession *session);

#endif
