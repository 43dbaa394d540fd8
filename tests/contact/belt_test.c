/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A box on a belt that is led: it is dragged as fast as friction lets it, and comes to rest when
 * the belt has stopped, the same by every method. */
#include "engine/base/memory.h"
#include "tests/run/model_helper.h"

#include <math.h>

#define FRICTION 0.5
#define GRAVITY  9.81
#define STOPS    0.2 /* the belt [s] */

static const char *const methods[] = {"backward_euler", "trapezoidal", "symplectic_euler",
                                      "newton_euler", "newton_trapezoidal"};

/* Velocity of the box: it slides all the time. */
static double velocity_at(double time)
{
    return FRICTION * GRAVITY * fmax(time < STOPS ? time : 2 * STOPS - time, 0);
}

/* Newton's methods took the belt to move as when nothing touched it last, and went on dragging. */
static void test_belt(void)
{
    for (int k = 0; k < 5; k++) {
        char *text = g_strdup_printf(
            "{\"solver\": {\"max_step\": 0.01, \"integrator\": \"%s\"}, \"bodies\": [{\"name\": "
            "\"belt\", \"dynamic\": false, \"position\": [0, 0, -0.05], \"geometry\": {\"shape\": "
            "\"box\", \"size\": [4, 1, 0.1]}}, {\"name\": \"box\", \"position\": [0, 0, 0.025], "
            "\"geometry\": {\"shape\": \"box\"}}], \"collisions\": [{\"name\": \"all\", "
            "\"friction\": "
            "%g}], \"probes\": [{\"class\": \"input_probe\", \"targets\": "
            "[\"bodies/belt:target_position\"], \"knots\": [{\"time\": 0, \"values\": [0, 0, 0]}, "
            "{\"time\": %g, \"values\": [0.2, 0, 0]}]}]}",
            methods[k], FRICTION, STOPS);
        SnSimulation *s = sn_test_simulation_of(text);
        for (int i = 1; i <= 50; i++) {
            double velocity[6];
            sn_test_steps(s, 1);
            sn_test_read(s, "bodies/box:velocity", velocity);
            g_assert_cmpfloat(fabs(velocity[0] - velocity_at(0.01 * i)), <, 2e-3);
        }
        sn_simulation_free(s);
        g_free(text);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/contact/belt/stops", test_belt);
    return g_test_run();
}
