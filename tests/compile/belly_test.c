/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the belly of a muscle lies along its path. */
#include "engine/compile/core/belly.h"

#include <glib.h>
#include <math.h>

/* Along a line that bends by `angle` a part of the way along, where a belly of 0.4 of it is put. */
static double place_belly(double part, double angle)
{
    SnBelly belly = {.volume = 1e-6, .length = 0.04, .tendon_length = 0.06, .proximal = 0.25};
    const double left = 0.1 * (1 - part);
    const double points[3][3] = {
        {-0.1 * part, 0, 0}, {0, 0, 0}, {left * cos(angle), left * sin(angle), 0}};
    sn_compiler_place_belly(&belly, points, 3);
    return belly.proximal;
}

/* A belly stays where it usually is unless the path bends there: then it lies before the corner or
 * behind it, whichever is nearer. */
static void test_place(void)
{
    g_assert_cmpfloat(place_belly(0.3, 0), ==, 0.25);
    g_assert_cmpfloat(place_belly(0.7, 1.2), ==, 0.25);
    const double behind = place_belly(0.3, 1.2) * 0.6;
    g_assert_cmpfloat(behind, >, 0.3);
    g_assert_cmpfloat(behind, <, 0.45);
    const double before = place_belly(0.45, 1.2) * 0.6 + 0.4;
    g_assert_cmpfloat(before, >=, 0.40);
    g_assert_cmpfloat(before, <, 0.45);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/belly/place", test_place);
    return g_test_run();
}
