/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What goes to the other side with what is mirrored, and what is there already. */
#ifndef SN_MODEL_EDIT_MIRROR_COMPANY_H
#define SN_MODEL_EDIT_MIRROR_COMPANY_H

#include "engine/model/edit/copies.h"
#include "engine/model/edit/edit.h"

/* Of what is marked to be copied, leaves out what hangs on something of this side alone; marks the
 * points of what is left, but for those that the other side has, and the surfaces that it wraps
 * over where they lie beside the plane on what both sides share; pairs what the copies refer to
 * with what carries the name of the other side. */
void sn_mirror_choose(SnCopies *copies, const SnMirrorPlane *plane);
/* Whether a row of targets drives a place or a force by numbers over time: they would have to be
 * mirrored too. */
bool sn_mirror_drives_vectors(const SnModel *model, SnId object, const SnProperty *property);

#endif
