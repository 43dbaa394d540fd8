/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_CHECK_BUILD_CONTACT_H
#define SN_CHECK_BUILD_CONTACT_H

#include "engine/check/build/build_system.h"

/* A shape of a block, for the caller to fill; stays where it is until the next. */
SnContactShape *sn_build_contact_shape(SnBuild *build, int block);
/* An enabled rule for all pairs of the shapes there are, without friction; the rest for the caller
 * to fill. */
SnContactRule *sn_build_contact_rule(SnBuild *build);

#endif
