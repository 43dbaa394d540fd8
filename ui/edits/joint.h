/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joints, and the axes of wrapping surfaces, made where a person points; what suits the body that
 * carries something new. */
#ifndef SN_UI_EDITS_JOINT_H
#define SN_UI_EDITS_JOINT_H

#include "engine/model/classes/force.h"
#include "engine/model/classes/joint.h"
#include "engine/model/classes/strand.h"
#include "ui/session/session.h"

/* Classes of joints that are closed where two frames coincide, in the order of menus; n of them. */
const SnClass *const *sn_edits_joint_classes(int *n);
/* The other side of a joint on `body`: the body or frame of the selection that was selected first
 * and is another; null: the world. */
SnId sn_joint_partner(SnSession *session, SnId body);
/* How the axes of a new joint between two bodies lie, from what is known of it [world]: a hinge's
 * across the line between their origins (the middles of their shapes, where those coincide) and
 * level, so that what hangs swings, for one upright below the other along what both are widest;
 * that of what slides along the line; else the world's. */
void sn_joint_axes(const SnModel *model, const SnFrameJoint *joint, double orientation[4]);
/* A joint between that other side (frame A) and the body (frame B), closed at the start: its frame
 * is at `position` in the body's frame [m], its z along `axis` there.  Selects it; null if
 * refused. */
SnId sn_edits_add_joint(SnSession *session, const SnClass *class, SnId body,
                        const double position[3], const double axis[3]);
/* As large as suits the body that carries a new one; without a body it stays. */
void sn_wrap_fit(const SnModel *model, SnWrapSurface *wrap);
/* The box around the body as it stands at the start; without a shape it stays. */
void sn_drag_fit(const SnModel *model, SnDrag *drag);
/* A ball as thick as its body rolls, or the body as a wheel where it is a cylinder on its side, on
 * a level plane of the other one where it touches at the start. */
void sn_rolling_fit(const SnModel *model, SnRollingJoint *rolling);
void sn_pulley_fit(const SnModel *model, SnPulley *pulley);
/* What paths can lie over, on a body: a cylinder of a radius [m] and three times as long, its
 * middle at `position` in the body's frame [m], along `axis` there; without an axis (NULL) a
 * sphere. Selects it; null if refused. */
SnId sn_edits_add_wrap(SnSession *session, SnId body, const double position[3],
                       const double axis[3], double radius);

/* The hull of what the body looks like, for paths to lie over.  Selects it; null if refused. */
SnId sn_edits_add_wrap_mesh(SnSession *session, SnId body);

#endif
