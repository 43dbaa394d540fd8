/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of the table of actions, by what they are about; each list ends with a row without a
 * name.  For the files that make the table. */
#ifndef SN_UI_ACTIONS_ACTION_ROWS_H
#define SN_UI_ACTIONS_ACTION_ROWS_H

#include "ui/actions/action_table.h"

extern const SnActionRow SN_ACTIONS_MODEL[]; /* files, edits, properties, FEM, strands */
extern const SnActionRow SN_ACTIONS_RUN[];   /* selection, simulation, waypoints, tracks */
extern const SnActionRow SN_ACTIONS_VIEW[];  /* tools, view, plots, window, help */

/* Keys that stay as long as the program; for action_keys.c, which tells everybody. */
void sn_action_write_keys(const char *name, const char *const keys[SN_ACTION_MAX_KEYS]);

#endif
