/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What menus, keys and the palette can do with tracks: actions on the probes that are selected. */
#ifndef SN_UI_TRACK_ACTIONS_H
#define SN_UI_TRACK_ACTIONS_H

#include "ui/window.h"

void sn_track_actions_add(SnWindow *window);

#endif
