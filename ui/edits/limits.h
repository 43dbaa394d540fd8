/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limits of joints when they begin to count. */
#ifndef SN_UI_EDITS_LIMITS_H
#define SN_UI_EDITS_LIMITS_H

#include "ui/session/session.h"

/* Gives the angles that limit a joint and are as new round values: a quarter turn to both sides, or
 * as far as the joint is turned now, to the next 30 degrees.  Within a step. */
bool sn_edits_fit_limits(SnSession *session, SnId joint, GError **error);

#endif
