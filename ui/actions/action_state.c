/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/actions/action_state.h"

void sn_action_enable(GActionMap *actions, const char *name, bool enabled)
{
    GAction *action = g_action_map_lookup_action(actions, name);
    g_simple_action_set_enabled(G_SIMPLE_ACTION(action), enabled);
}

void sn_action_set_state(GActionMap *actions, const char *name, GVariant *state)
{
    GAction *action = g_action_map_lookup_action(actions, name);
    g_simple_action_set_state(G_SIMPLE_ACTION(action), state);
}
