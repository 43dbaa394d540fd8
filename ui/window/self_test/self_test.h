/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tests and benchmarks of the real window need, asked for by the environment:
 * SINEW_UI_TEST=1 reads commands from standard input, one a line: "describe" prints where the named
 * widgets are ("NAME X Y WIDTH HEIGHT", centre in window pixels, then a line "."), "action NAME"
 * does one, "selection" prints the paths selected, "quit" ends; the rest in self_test_input.h and
 * self_test_report.h.
 * SINEW_UI_TEST=navigator opens, scrolls, selects and searches the document's biggest list and
 * prints the longest pause of each (processor time, and wall time with "-wall").
 * SINEW_UI_TEST=timeline fills the screen, shows made-up samples on all output tracks and prints
 * how long frames take while they are panned, zoomed and scrolled. */
#ifndef SN_UI_WINDOW_SELF_TEST_H
#define SN_UI_WINDOW_SELF_TEST_H

#include "ui/window/window.h"

void sn_self_test_start(SnWindow *window);

/* --- between its parts --- */

/* [ms] of processor time this thread has used: other programs on the machine do not count. */
double sn_self_test_thread_time(void);
void sn_self_test_time_timeline(SnWindow *window);

#endif
