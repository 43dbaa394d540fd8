/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Time and values of a knot, typed. */
#ifndef SN_UI_TRACKS_KNOT_POPOVER_H
#define SN_UI_TRACKS_KNOT_POPOVER_H

#include "ui/tracks/track_edit_private.h"

/* At the knot's handle on a curve; Return takes what was typed. */
void sn_knot_popover_show(SnTrackEdit *edit, int knot, int number);

#endif
