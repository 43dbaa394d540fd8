/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bushings whose moment leaps where their turn passes half a circle: what that gains or loses is
 * refused, and it is the bushing that is named; without a preload it may pass. */
#include "engine/sim/system/frame_spring.h"
#include "tests/support/build_forces.h"

#include <glib.h>
#include <math.h>

static const double ORIGIN[3] = {0, 0, 0};

static void test_named(void)
{
    static const SnStepMethod methods[] = {SN_STEP_BACKWARD_EULER, SN_STEP_TRAPEZOIDAL,
                                           SN_STEP_SYMPLECTIC_EULER, SN_STEP_RUNGE_KUTTA_4};
    const double inertia[3] = {0.01, 0.01, 0.01}, spin[3] = {20, 0, 0};
    for (size_t k = 0; k < 6 * G_N_ELEMENTS(methods); k++) {
        /* theta'' = m - theta, from 0 with 20 rad/s, to pi */
        const double m = 5 * ((double)(k / 2 % 3) - 1);
        const double end = atan(m / 20) + asin((M_PI - m) / hypot(m, 20));
        SnBuild *build = sn_build_new(methods[k / 6], 1e-3);
        const int body = sn_build_body(build, 1, inertia, ORIGIN, NULL);
        sn_build_velocity(build, body, ORIGIN, spin);
        const int bushing =
            sn_build_frame_spring(build, sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, NULL),
                                  sn_build_frame(build, body, ORIGIN, NULL), 1000, 0.01, 0, 0);
        SnSystemFrameSpring *spring = &sn_frame_springs(build->system)->springs[bushing];
        spring->rotary_preload[0] = 0.01 * m;
        spring->body_xyz = k % 2;
        const SnId id = spring->id;
        SnTrial t = sn_trial_new(sn_build_finish(build, ORIGIN), SN_LINSOLVE_AUTO);
        sn_trial_steps(&t, 300);
        g_test_message("%g s: %s", t.fault.time, t.fault.text);
        if (m == 0) {
            g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
            sn_trial_free(&t);
            continue;
        }
        g_assert_cmpint(t.fault.code, ==, SN_FAULT_ENERGY);
        g_assert_true(sn_id_equal(t.fault.id, id));
        g_assert_cmpfloat(fabs(t.fault.time - end), <, 2e-3);
        sn_trial_free(&t);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/bushing-leap/named", test_named);
    return g_test_run();
}
