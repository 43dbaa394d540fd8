/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is shown first when the program starts without a file: recent files, demos as pictures in
 * groups, a guided build.  It lies over the window's content and goes with Esc, with a click beside
 * it, or with what is chosen. */
#ifndef SN_UI_WINDOW_START_PAGE_H
#define SN_UI_WINDOW_START_PAGE_H

#include "ui/window/window.h"

/* Opens it; does nothing where it is open.  Its pictures are read a few at a time, when the window
 * has nothing else to do. */
void sn_start_page_open(SnWindow *window);

#endif
