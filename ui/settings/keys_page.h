/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page of the preferences where every action has its keys: found by name or key, changed by
 * pressing; kept with the settings. */
#ifndef SN_UI_SETTINGS_KEYS_PAGE_H
#define SN_UI_SETTINGS_KEYS_PAGE_H

#include "ui/settings/settings.h"

#include <gtk/gtk.h>

/* Gives the actions the keys that were kept. */
void sn_keys_load(SnSettings *settings);
/* dialog: the window it stands in, whose keys go to the page while one is being chosen. */
GtkWidget *sn_keys_page_new(GtkWindow *dialog, SnSettings *settings);

#endif
