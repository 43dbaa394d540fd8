/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tissue whose contacts give way, and how many of them a step has in its problem. */
#include "engine/sim/contact/contact.h"
#include "engine/sim/system/workspace.h"
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

/* Where a block lies on a ball, most points that are near do not press: a workspace that has solved
 * no other step has room for the three rows of a part of them alone, and for one of all, with which
 * places are corrected. */
static void test_few_rows(void)
{
    static const char *const scene =
        "{\"gravity\": [0, 0, -10], \"solver\": {\"max_step\": 0.005}, \"bodies\": [{\"name\": "
        "\"ball\", \"dynamic\": false, \"geometry\": {\"shape\": \"ellipsoid\", \"size\": [0.6, "
        "0.6, 0.6]}, "
        "\"position\": [0, 0, -0.6]}], \"fems\": [{\"name\": \"block\", \"position\": [0, 0, "
        "0.035], \"mesh\": {\"source\": \"box\", \"size\": [0.2, 0.2, 0.05], \"cells_x\": 8, "
        "\"cells_y\": 8, \"cells_z\": 1}, \"density\": 1000, \"material\": {\"type\": "
        "\"neo_hookean\", \"youngs_modulus\": 5e5, \"poissons_ratio\": 0.3}}], "
        "\"collisions\": [{\"name\": \"all\", \"gap\": 0.01}]}";
    SnSimulation *s = sn_test_simulation_of(scene), *fresh = sn_test_simulation_of(scene);
    sn_test_steps(s, 60);
    memcpy(fresh->state, s->state, s->state->size);
    sn_test_steps(s, 1);
    sn_test_steps(fresh, 1);
    g_assert_cmpuint(sn_state_hash(fresh->state), ==, sn_state_hash(s->state));
    const SnContactWorkspace *w = fresh->work->contacts;
    g_test_message("%d contacts, %d press, room for %d rows", w->n,
                   sn_contacts_count(s->compiled->system, s->state), w->row_room);
    g_assert_cmpint(w->row_room, >, 0);
    g_assert_cmpint(w->row_room, <, 2 * w->n);
    sn_simulation_free(s);
    sn_simulation_free(fresh);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/contact/soft_compliance/gives_way", test_gives_way);
    g_test_add_func("/contact/soft_compliance/few_rows", test_few_rows);
    return g_test_run();
}
