/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contact of the meshes of Cosserat strands (Sueda 2010, 4.3), as in the thesis: at the start of
 * each step, vertices of a strand that share a voxel (around them) with points of what it touches,
 * with opposing normals and inside of it, lift those normals to their parent frame as wrenches; the
 * directions in which these hold the frame (strand/wrenches.h; lever arms over half the spacing of
 * the frames) become bilateral rows of that frame relative to what it touches.  Each row is a sum
 * of the rows of the single contacts, so action is reaction.  A fifth of the depth is corrected a
 * step, but in a step whose energy does not allow it.
 *
 * Bilateral rows also pull.  Chosen here, as the thesis says nothing of it: a frame whose contact
 * force was a pull over a step has no contact in the next ones, until it is out or comes back, and
 * a vertex counts only where it does not move off (faster than a voxel in a second).  Vertices that
 * are deeper than a tenth of a voxel at the start (muscles grow out of bones) never count, nor
 * those of frames fixed to bodies.
 */
#ifndef SN_SIM_ROD_ROD_CONTACT_H
#define SN_SIM_ROD_ROD_CONTACT_H

#include "engine/sim/system/workspace.h"

typedef struct SnRodContactWorkspace SnRodContactWorkspace;

SnRodContactWorkspace *sn_rod_contact_workspace_new(const SnSystem *system);
void sn_rod_contact_workspace_free(SnRodContactWorkspace *contact, const SnSystem *system);

/* A step begins: the next rows ask for contacts.  Until then there are none. */
void sn_rod_contacts_begin(SnWorkspace *work);
/* A correction of the place pushes frames out: no other of this step does. */
void sn_rod_contacts_pushed(SnWorkspace *work);
/* In the next try of this step no frame is pushed out, only held: false if none was. */
bool sn_rod_contacts_hold(SnWorkspace *work, bool hold);
/* The step is over: contact forces into the state. */
void sn_rod_contacts_end(const SnSystem *system, SnState *state, SnWorkspace *work);
/* No contacts any more: before joints are closed, which must not move them. */
void sn_rod_contacts_forget(SnWorkspace *work);

/* Sum of the contact forces on a strand [N]. */
double sn_rod_contact_force(const SnSystem *system, const SnState *state, int rod);
/* Contact of a frame in the last step: false if it has none. */
bool sn_rod_contact_view(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                         int frame, double position[3], double normal[3], double *force);

#endif
