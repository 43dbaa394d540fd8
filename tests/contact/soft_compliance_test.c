/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tissue whose contacts give way. */
#include "tests/run/model_helper.h"

#include <string.h>

/* A cube on the ground, whose contacts give way by more than the gap that surfaces keep: it is
 * stopped, and the message names the compliance, where there is one. */
static void test_gives_way(void)
{
    static const char *const compliance[] = {"1e-3", "1e-6", "0"};
    for (int i = 0; i < 3; i++) {
        char *text = g_strdup_printf(
            "{\"gravity\": [0, 0, -10], \"solver\": {\"max_step\": 0.01}, \"bodies\": [{\"name\": "
            "\"floor\", \"dynamic\": false, \"geometry\": {\"shape\": \"half_space\"}}], \"fems\": "
            "[" SN_TEST_CUBE("") "], \"collisions\": [{\"name\": \"all\", \"compliance\": %s}]}",
            compliance[i]);
        SnSimulation *s = sn_test_simulation_of(text);
        SnFault fault = {0};
        for (int k = 0; k < 60 && fault.code == SN_FAULT_NONE; k++)
            fault = sn_simulation_step(s);
        g_assert_cmpint(fault.code, ==, i == 0 ? SN_FAULT_OPEN : SN_FAULT_NONE);
        g_assert_true(i > 0 || strstr(fault.text, "smaller compliance of its collision"));
        sn_simulation_free(s);
        g_free(text);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/contact/soft_compliance/gives_way", test_gives_way);
    return g_test_run();
}
