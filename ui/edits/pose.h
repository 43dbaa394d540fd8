/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Posing the start by coordinates of joints (engine/pose.h), as edits. */
#ifndef SN_UI_EDITS_POSE_H
#define SN_UI_EDITS_POSE_H

#include "engine/checks.h"
#include "engine/pose.h"
#include "ui/session/session.h"

/* Gives the coordinate of that name of each joint a value [rad or m] at the start: bodies take
 * their places, other coordinates stay.  One step, or part of the drag.  False: the bar says why
 * not; after t = 0 it offers to go there. */
bool sn_edits_pose(SnSession *session, const SnId *joints, int n, const char *property,
                   double value);
/* The value that was given last, as long as no snapshot has it yet. */
bool sn_edits_posed(SnSession *session, SnId joint, int row, double *value);
/* Forgets what a drag keeps: with its begin and end. */
void sn_edits_pose_forget(SnSession *session);
/* Has a drive hold the coordinate where it is at the start (locked), or takes that drive away. */
bool sn_edits_lock_coordinate(SnSession *session, SnId joint, int row, bool locked);
/* Moves the bodies that hang on a joint to where it is closed at the start.  One step. */
bool sn_edits_close_joint(SnSession *session, SnId joint);
/* Puts side B of a joint of two frames where its side A is at the start, its axes along those of A
 * where asked (turn): the bodies stay.  One step. */
bool sn_edits_join_sides(SnSession *session, SnId joint, bool turn);
/* Moves what overlaps at the start apart (sn_push_apart).  One step. */
bool sn_edits_push_apart(SnSession *session);
/* Nodes of a FEM model's elements that are inside out go back (sn_upright_nodes).  One step. */
bool sn_edits_upright_nodes(SnSession *session, SnId fem);
/* Gives a joint the compliances that a check found (sn_give_way). */
bool sn_edits_give_way(SnSession *session, const SnFinding *finding);

#endif
