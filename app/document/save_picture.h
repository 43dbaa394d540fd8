/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Save Picture of a window: what the active viewer shows, in any size. */
#ifndef SN_APP_SAVE_PICTURE_H
#define SN_APP_SAVE_PICTURE_H

#include "ui/window/window.h"

/* Adds win.save-picture. */
void sn_save_picture_action_add(SnWindow *window);

#endif
