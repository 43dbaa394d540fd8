/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options that commands have in common which fit poses to measured markers. */
#ifndef SN_APP_MARKER_OPTIONS_H
#define SN_APP_MARKER_OPTIONS_H

#include "engine/marker_fit.h"

/* In whose axes measured places are: "world", or the path of a frame; NULL: frames/ground where
 * there is one, else the world. */
bool sn_marker_frame(const SnModel *model, const char *given, SnId *frame, GError **error);
/* Of SnMarkerAims the one of a marker that is called so in the table; NULL: none. */
SnMarkerAim *sn_marker_aim_of(const SnModel *model, const GArray *aims, const char *name);
/* MARKER=W sets a weight in `aims`, COORDINATE=W adds an SnHeldCoordinate to `held`. */
bool sn_marker_weight(const SnModel *model, const GArray *aims, const GArray *coordinates,
                      const char *text, GArray *held, GError **error);
/* "FROM,TO" [s]; NULL: all. */
bool sn_marker_time(const char *text, double time[2], GError **error);

#endif
