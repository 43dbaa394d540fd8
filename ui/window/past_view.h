/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Other moments beside the present: paths of what is tracked (the row "tracked"), whose positions
 * are recorded for that, and a ghost. */
#ifndef SN_UI_WINDOW_PAST_VIEW_H
#define SN_UI_WINDOW_PAST_VIEW_H

#include "ui/session/session.h"

/* From now on, as long as the session lives. */
void sn_past_view_follow(SnSession *session);
/* Tracks what is selected and has a path, or, if the last of it is tracked already, no more.  One
 * step of undo. */
void sn_past_view_track(SnSession *session);
/* The moment shown now stays as a ghost, in place of the one before; or no more. */
void sn_past_view_set_ghost(SnSession *session, bool shown);

#endif
