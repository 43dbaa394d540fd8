/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions that tests of the real window ask on standard input (SINEW_UI_TEST=1), each answered by
 * one line:
 *   where PATH [SHARE]    pixel in the window of a component, of a path the place at SHARE (0.5)
 *   handle PLANE          pixel of a clipping plane's handle
 *   clip PLANE            its normal and offset, "off" if there is none
 *   watch PATH:PROPERTY   from now on the property's present value is known
 *   value PATH:PROPERTY   that value, as the last snapshot has it
 *   model PATH:PROPERTY   the effective value in the model
 *   run                   time, steps, "playing", "paused" or "faulted"
 *   spot PROBE TIME VALUE pixel of a moment and a value on the probe's track
 *   knots PROBE           time and values of each knot
 *   plot                  of the active plot: left, top, right, bottom of its box, ranges x, y,
 *                         number of curves and of kept runs, 1 if it is zoomed
 *   picture               of the viewer: "whole", "coarse" while a finer one is to follow
 *   message               the newest of the messages
 *   undo                  what an undo would take back
 *   hash                  hash, time and steps of the present state
 * Numbers are SI with 17 digits; "none" where there is no answer. */
#ifndef SN_UI_WINDOW_SELF_TEST_REPORT_H
#define SN_UI_WINDOW_SELF_TEST_REPORT_H

#include "ui/window/window.h"

/* False: the line is no such question. */
bool sn_self_test_report(SnWindow *window, const char *line);

#endif
