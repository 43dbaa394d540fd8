/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The model scaled to a subject (engine/scaling.h), as one step. */
#ifndef SN_UI_EDITS_SCALING_H
#define SN_UI_EDITS_SCALING_H

#include "engine/scaling.h"
#include "ui/session/session.h"

/* Says what did not go with it, with Undo; false, and says why: it cannot be. */
bool sn_edits_scale_model(SnSession *session, const SnScaling *scaling);

#endif
