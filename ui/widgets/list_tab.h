/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_UI_WIDGETS_LIST_TAB_H
#define SN_UI_WIDGETS_LIST_TAB_H

/* From now on Tab goes from a list to the next control: GTK 4.8 goes through all of its rows first,
 * which the arrow keys are for, and a navigator has a hundred thousand.  Once for the program. */
void sn_list_tab_watch(void);

#endif
