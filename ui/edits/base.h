/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Taking differences from the base of a document back; each is one step to undo. */
#ifndef SN_UI_EDITS_BASE_H
#define SN_UI_EDITS_BASE_H

#include "engine/model/file/difference.h"
#include "ui/session/session.h"

/* What the document is saved as the difference from; NULL without a base, or where its file cannot
 * be read. */
const SnModel *sn_session_base(SnSession *session);

bool sn_edits_reset_to_base(SnSession *session, const SnDifference *difference);
/* Those of the properties that differ. */
bool sn_edits_reset_properties_to_base(SnSession *session, const SnTarget *targets, int n);
/* Whether one of them does. */
bool sn_edits_differ_from_base(SnSession *session, const SnTarget *targets, int n);

#endif
