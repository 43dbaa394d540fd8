/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moments of the start that benchmarks of the real window wait for. */
#ifndef SN_UI_SESSION_MARKS_H
#define SN_UI_SESSION_MARKS_H

/* Prints "mark NAME MILLISECONDS" since exec on standard error; nothing unless SINEW_UI_MARKS is
 * set. */
void sn_mark(const char *name);

#endif
