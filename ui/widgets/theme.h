/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Style sheet, icons, light and dark. */
#ifndef SN_UI_WIDGETS_THEME_H
#define SN_UI_WIDGETS_THEME_H

#include <stdbool.h>

/* Loads style sheet and icons for the default display; once, after GTK is up. */
void sn_theme_load(void);
/* "follow" (the desktop), "light" or "dark". */
void sn_theme_set(const char *name);

#endif
