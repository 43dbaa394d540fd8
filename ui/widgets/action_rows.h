/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of the table of actions, by what they are about; each list ends with a row without a
 * name. */
#ifndef SN_UI_WIDGETS_ACTION_ROWS_H
#define SN_UI_WIDGETS_ACTION_ROWS_H

#include "ui/widgets/action_table.h"

extern const SnActionRow SN_ACTIONS_MODEL[]; /* files, edits, properties, FEM, strands */
extern const SnActionRow SN_ACTIONS_RUN[];   /* selection, simulation, waypoints, tracks */
extern const SnActionRow SN_ACTIONS_VIEW[];  /* tools, view, plots, window, help */

#endif
