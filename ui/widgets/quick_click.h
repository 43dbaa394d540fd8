/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_UI_WIDGETS_QUICK_CLICK_H
#define SN_UI_WIDGETS_QUICK_CLICK_H

/* From now on a click that is over before the window has drawn its press counts in any window, as
 * it does where frames are fast. Once for the program. */
void sn_quick_click_watch(void);

#endif
