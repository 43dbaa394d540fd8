/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/sim/resumed.h"

#include "engine/sim/setup/setup.h"
#include "engine/sim/system/workspace.h"
#include "tests/support/counting_malloc.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

void check_resumed(SnTrial *trial, int steps)
{
    SnState *saved = sn_state_copy(trial->state);
    const unsigned long before = sn_test_allocations();
    sn_trial_steps(trial, steps);
    if (sn_test_counting_malloc())
        g_assert_cmpuint(sn_test_allocations(), ==, before);
    const uint64_t hash = sn_state_hash(trial->state);
    memcpy(trial->state, saved, saved->size);
    sn_workspace_free(trial->work);
    trial->work = sn_workspace_new(trial->system, SN_LINSOLVE_AUTO);
    sn_trial_steps(trial, steps);
    g_assert_cmpint(trial->fault.code, ==, SN_FAULT_NONE);
    g_assert_cmphex(sn_state_hash(trial->state), ==, hash);
    free(saved);
}
