/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_SIM_RESUMED_H
#define TESTS_SIM_RESUMED_H

#include "engine/check/build/build_system.h"

/* Steps on without an allocation, then again from where it was, with another workspace: the same
 * bits. */
void check_resumed(SnTrial *trial, int steps);

#endif
