/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ruler above the tracks: flags of the waypoints and the looped range on top, ticks and numbers
 * over what is recorded, and below them the branches. */
#ifndef SN_UI_TIMELINE_RULER_H
#define SN_UI_TIMELINE_RULER_H

#include "ui/session/session.h"
#include "ui/widgets/axis.h"

#define SN_TYPE_RULER (sn_ruler_get_type())
G_DECLARE_FINAL_TYPE(SnRuler, sn_ruler, SN, RULER, GtkWidget)

#define SN_RULER_FLAGS 18 /* [px] upper part: flags, loop */
#define SN_RULER_TICKS 24 /* [px] middle part: numbers, ticks, what is recorded, cursor's time */

/* Press or drag: shows that moment; a click right of what is recorded plays until there; Shift+drag
 * or the middle button pans, the wheel zooms, a double click shows everything. */
GtkWidget *sn_ruler_new(SnSession *session, SnAxis *axis);
/* Zooms the axis to all that is recorded, and the waypoints. */
void sn_ruler_show_all(SnRuler *ruler);
/* Where a time is, in pixels of the ruler: among the ticks or the flags. */
void sn_ruler_locate(SnRuler *ruler, double time, bool among_flags, double point[2]);
/* Asks for another name of a waypoint in place. */
void sn_ruler_rename(SnRuler *ruler, SnId waypoint);
/* Asks for interval and count, then adds the waypoints. */
void sn_ruler_add_evenly(SnRuler *ruler);

#endif
