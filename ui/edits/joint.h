/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joints made where a person points. */
#ifndef SN_UI_EDITS_JOINT_H
#define SN_UI_EDITS_JOINT_H

#include "ui/session/session.h"

/* Classes of joints that join two frames, in the order of the table; n of them. */
const SnClass *const *sn_joint_classes(int *n);
/* The other side of a joint on `body`: the body or frame of the selection that was selected first
 * and is another; null: the world. */
SnId sn_joint_partner(SnSession *session, SnId body);
/* A joint between that other side (frame A) and the body (frame B), closed at the start: its frame
 * is at `position` in the body's frame [m], its z along `axis` there.  Selects it; null if
 * refused. */
SnId sn_edits_add_joint(SnSession *session, const SnClass *class, SnId body,
                        const double position[3], const double axis[3]);

#endif
