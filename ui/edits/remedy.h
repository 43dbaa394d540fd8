/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What mends something found wrong (engine/checks.h), as an edit. */
#ifndef SN_UI_EDITS_REMEDY_H
#define SN_UI_EDITS_REMEDY_H

#include "engine/checks.h"
#include "ui/session/session.h"

/* One step; false: nothing changed and the bar says why. */
bool sn_edits_remedy(SnSession *session, const SnFinding *finding);

#endif
