/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Heavy strands over pulleys keep their energy: what tangent points that move do to inertia and
 * weight (sim/strand/pulley_slide.h).  Random ones, in the plane of the wheels and out of it, over
 * one wheel or two, under the trapezoidal rule: what energy is off by falls with the square of the
 * step.  Without those forces it did not fall at all. */
#include "engine/base/vec.h"
#include "engine/check/build/build_curve_coordinate.h"
#include "engine/check/build/strand_trial.h"
#include "engine/sim/strand/pulley.h"
#include "tests/support/cases.h"
#include "tests/support/random.h"

#include <glib.h>
#include <math.h>

enum { AROUND = 9 };

typedef struct Draw {
    int wheels;
    double radius, density, stiffness; /* kg/m, N */
    double beside;                     /* how far out of the plane the weights are [m] */
    double velocity[2][3];
} Draw;

static Draw draw_case(Random *r)
{
    Draw draw = {.wheels = 1 + (int)random_uniform(r, 0, 1.99),
                 .radius = random_uniform(r, 0.02, 0.15),
                 .density = exp(random_uniform(r, log(0.01), log(3))),
                 .stiffness = exp(random_uniform(r, log(3e3), log(3e4))),
                 .beside = random_uniform(r, 0, 1) < 0.5 ? 0 : random_uniform(r, -0.1, 0.1)};
    for (int i = 0; i < 2; i++) {
        random_vector(r, 1, draw.velocity[i]);
        if (draw.beside == 0)
            draw.velocity[i][1] = 0;
    }
    return draw;
}

/* A weight on either side of one wheel, or of two, of which the second lies lower. */
static SnTrial build_case(const Draw *draw, double h)
{
    static const double upright[4] = {M_SQRT1_2, -M_SQRT1_2, 0, 0};
    const double apart = 4 * draw->radius, last = (draw->wheels - 1) * apart;
    const double place[2][3] = {{-1.3 * draw->radius, draw->beside, -0.7},
                                {last + 1.5 * draw->radius, -draw->beside, -0.8}};
    SnBuild *build = sn_build_new(SN_STEP_NEWTON_TRAPEZOIDAL, h);
    SnBuildStrandNode nodes[2 * AROUND + 2] = {0};
    int guide[2], end[2], n = 1;
    for (int i = 0; i < 2; i++) {
        end[i] = sn_build_particle(build, 0.5, place[i]);
        sn_build_velocity(build, end[i], draw->velocity[i], NULL);
    }
    nodes[0].point = sn_build_point(build, end[0], SN_TRIAL_ORIGIN);
    for (int i = 0; i < draw->wheels; i++, n += AROUND) {
        const double center[3] = {apart * i, 0, -0.2 * i};
        guide[i] = sn_build_ellipse(build, SN_GUIDE_WRAPPED, SN_BUILD_WORLD, center, upright,
                                    draw->radius, draw->radius);
        sn_build_pulley_nodes(build, guide[i], AROUND, 0, nodes + n);
    }
    nodes[n++].point = sn_build_point(build, end[1], SN_TRIAL_ORIGIN);
    SnStrandParameters p = {
        .line_density = draw->density, .stiffness = draw->stiffness, .muscle = -1};
    sn_v3_copy(SN_TRIAL_GRAVITY, p.gravity);
    sn_build_strand(build, &p, 0, false, n, nodes);
    for (int i = 0; i < draw->wheels; i++)
        sn_build_pulley(build, guide[i], 1 + AROUND * i, AROUND, 1, -1, false);
    SnSystem *system = sn_build_finish(build, SN_TRIAL_GRAVITY);
    sn_strand_lay(system, 0, 0, 1 / (1 + 5 / draw->stiffness));
    return sn_trial_new(system, SN_LINSOLVE_DENSE);
}

/* Most that the energy is off by until then, of the largest kinetic energy. */
static double energy_error(const Draw *draw, double h, double time)
{
    SnTrial trial = build_case(draw, h);
    double energy[2], momentum[6], start = 0, off = 0, most = 0;
    g_assert_cmpstr(trial.fault.text, ==, "");
    for (int i = 0; i <= lround(time / h); i++) {
        sn_audit(trial.system, trial.state, trial.work, energy, momentum);
        start = i == 0 ? energy[0] + energy[1] : start;
        off = fmax(off, fabs(energy[0] + energy[1] - start));
        most = fmax(most, energy[0]);
        sn_trial_steps(&trial, 1);
        g_assert_cmpstr(trial.fault.text, ==, "");
    }
    sn_trial_free(&trial);
    return off / most;
}

static void test_heavy_strands(void)
{
    Random r = {71};
    for (int k = 0; k < sn_cases(8, 500); k++) {
        const Draw draw = draw_case(&r);
        const double coarse = energy_error(&draw, 4e-4, 0.12),
                     fine = energy_error(&draw, 2e-4, 0.12);
        g_test_message("%d: %d wheels of %g m, %g kg/m, %g N, %g m beside: energy off by %g, %g", k,
                       draw.wheels, draw.radius, draw.density, draw.stiffness, draw.beside, coarse,
                       fine);
        g_assert_cmpfloat(coarse, <, 1e-3);
        g_assert_cmpfloat(fine, <, 0.3 * coarse + 1e-8);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/pulley-energy/heavy-strands", test_heavy_strands);
    return g_test_run();
}
