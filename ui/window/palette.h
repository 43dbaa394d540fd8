/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Command palette: type a few letters of what you want, Return does it. */
#ifndef SN_UI_WINDOW_PALETTE_H
#define SN_UI_WINDOW_PALETTE_H

#include "ui/window/window.h"

/* Pops the palette up in the window; it goes by itself. */
void sn_palette_open(SnWindow *window);

#endif
