/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page of the pose: every coordinate of every joint as a slider that poses the start, with a
 * search, a lock, and after t = 0 the ways back to a start. */
#ifndef SN_UI_PROPERTIES_POSE_PAGE_H
#define SN_UI_PROPERTIES_POSE_PAGE_H

#include "ui/session/session.h"

GtkWidget *sn_pose_page_new(SnSession *session);

#endif
