/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a test that works with mouse and keys has to know in order not to wait by the clock:
 *   input    motions, presses and releases of buttons, presses of keys that have arrived so far, of
 *            all windows and popovers of the program
 *   frame    answered once the window has been laid out and drawn again, twice: what the events
 *            before have started is in place */
#ifndef SN_UI_WINDOW_SELF_TEST_INPUT_H
#define SN_UI_WINDOW_SELF_TEST_INPUT_H

#include "ui/window/window.h"

/* Counts from now on. */
void sn_self_test_count_input(void);
/* False: the line is no such question. */
bool sn_self_test_input(SnWindow *window, const char *line);

#endif
