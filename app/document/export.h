/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Export Movie of a window: shows moment after moment of the recording by seeking, as the active
 * viewer looks at it; another thread draws and writes; at the end the clock is where it was. */
#ifndef SN_APP_EXPORT_H
#define SN_APP_EXPORT_H

#include "ui/window/window.h"

/* Adds win.export-movie and win.export-cancel. */
void sn_export_actions_add(SnWindow *window);

#endif
