/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edits of control panels, and probes made from properties.  As in edits.h each is one step in the
 * undo list; false (null, 0): nothing changed and the user has been told why. */
#ifndef SN_UI_EDITS_TIME_PANEL_H
#define SN_UI_EDITS_TIME_PANEL_H

#include "ui/session/session.h"

/* --- panels --- */

/* A new panel with a row for each target (n may be 0).  name NULL: "Panel"; made unique. */
SnId sn_edits_new_panel(SnSession *session, const char *name, const SnTarget *targets, int n);
/* Rows for the targets at a position (-1: last); those that are there already are left out, and
 * told.  Number of rows added. */
int sn_edits_add_controls(SnSession *session, SnId panel, const SnTarget *targets, int n,
                          int position);
/* To another place among the rows of its panel, counted without itself. */
bool sn_edits_move_control(SnSession *session, SnId control, int position);
/* Both 0: the property's own range. */
bool sn_edits_set_control_range(SnSession *session, SnId control, double low, double high);

/* A panel of what the selection is handled by: the inputs of its components; of a list's and a
 * model's, those of all they hold.  Null, with a word, where there is none. */
SnId sn_edits_panel_from_selection(SnSession *session);
/* A panel of the excitations that set everything: exciters, and muscles and bundles that no exciter
 * drives. */
SnId sn_edits_panel_of_excitations(SnSession *session);

/* Rows of a panel (of SnComponent, borrowed), NULL if there is no such panel. */
const GPtrArray *sn_panel_controls(const SnModel *model, SnId panel);

/* --- probes of properties --- */

/* An output probe on each; what is selected stays so, for more of it may be recorded.  Number of
 * probes made. */
int sn_edits_record_properties(SnSession *session, const SnTarget *targets, int n);
/* An input probe on each, selected, for its knots are edited next, holding the present value from 0
 * to the model's duration (1 s without one). */
int sn_edits_drive_properties(SnSession *session, const SnTarget *targets, int n);

#endif
