/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the user prefers, kept with the other settings: units, mouse, colours, memory, threads,
 * keys. */
#ifndef SN_UI_WINDOW_PREFERENCES_H
#define SN_UI_WINDOW_PREFERENCES_H

#include "ui/window/window.h"

/* Has units, mouse, threads and keys follow the settings; colours and memory are the window's
 * actions. */
void sn_preferences_apply(SnSettings *settings);
/* The dialog; what is changed counts at once. */
void sn_preferences_open(SnWindow *window);

#endif
