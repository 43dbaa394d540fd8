/* SPDX-License-Identifier: GPL-3.0-or-later */
/* B10, B11, C5: slider-crank and bouncing ball.  B15: mass of a solid. */
#include "engine/base/vec.h"
#include "engine/check/verify/verify_case.h"
#include "engine/mesh/geometry.h"

#include <stdio.h>
#include <string.h>

static const double ORIGIN[3] = {0, 0, 0};
static const double CRANK = 0.1, ROD = 0.3;

/* Crank (handle given) along +x from the origin, conrod along +x, all in the xz plane, hinges about
 * -y; the conrod's end is kept on the x axis by a plane.  Returns the conrod's end point. */
static int add_conrod(SnBuild *build, int crank, double crank_center, double mass, int *rod)
{
    const double moments[3] = {mass * ROD * ROD / 12, mass * ROD * ROD / 12, mass * ROD * ROD / 12};
    const double center[3] = {CRANK + ROD / 2, 0, 0}, near[3] = {-ROD / 2, 0, 0},
                 far[3] = {ROD / 2, 0, 0}, pin[3] = {CRANK - crank_center, 0, 0};
    *rod = sn_build_body(build, mass, moments, center, NULL);
    sn_build_joint(build, &SN_JOINT_HINGE, sn_build_frame(build, crank, pin, SN_VERIFY_AXIS),
                   sn_build_frame(build, *rod, near, SN_VERIFY_AXIS));
    return sn_build_point(build, *rod, far);
}

void sn_verify_slider_crank(SnVerifySink *sink)
{
    static const double expected[4][4] = {{0, 0.4, 0, -13.3333333},
                                          {30, 0.382406529533, -0.646385010942, -10.4230043406},
                                          {90, 0.282842712475, -1, 3.53553390593},
                                          {150, 0.209201448777, -0.353614989058, 6.89750373512}};
    static const char source[] = "kinematics of the linkage";
    const int per_degree = 100;
    const double speed = 10, h = M_PI / 180 / per_degree / speed;
    SnBuild *build = sn_build_new(SN_STEP_TRAPEZOIDAL, h);
    const double inertia[3] = {1e-3, 1e-3, 1e-3};
    int rod;
    const int crank = sn_build_body(build, 1, inertia, ORIGIN, NULL);
    const int target = sn_build_kinematic(build, crank);
    build->system->inputs.base[target + 11] = -speed; /* about y: counter-clockwise in xz */
    const int end = add_conrod(build, crank, 0, 0.5, &rod);
    sn_build_surface(build, &SN_JOINT_POINT_ON_PLANE,
                     sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, NULL), end, false, 0, NULL);
    SnTrial trial = sn_trial_new(sn_build_finish(build, ORIGIN), SN_LINSOLVE_DENSE);
    const SnBlock *block = &trial.system->blocks[0];
    double x = 0, v = 0, last = 0, a = 0;
    for (int i = 0, k = 0; k < 4 && trial.fault.code == SN_FAULT_NONE; i++) {
        const double *q = sn_state_q_const(trial.state) + block->q,
                     *u = sn_state_u_const(trial.state) + block->u;
        const double arm[3] = {ROD / 2, 0, 0};
        double tip[3], turn[3];
        sn_pose_point(q, q + 3, arm, tip);
        sn_v3_cross(u + 3, arm, turn);
        sn_q_rotate(q + 3, turn, turn);
        const double now = u[0] + turn[0];
        const int degree = (int)expected[k][0];
        if (i == degree * per_degree)
            x = tip[0], v = now;
        if (i == degree * per_degree + 1) {
            a = degree > 0 ? (now - last) / (2 * h) : (now - v) / h; /* v before and after */
            const double got[3] = {x, v, a};
            static const char *const what[3] = {"x", "v", "a"};
            static const double tolerance[3] = {1e-6, 1e-5, 5e-3};
            for (int m = 0; m < 3; m++) {
                char name[64];
                snprintf(name, sizeof name, "B10-slider-crank-%d-%s", degree, what[m]);
                const double reference = expected[k][m + 1];
                if (reference == 0)
                    sn_verify_absolute(sink, name, got[m], 0, tolerance[m], source);
                else
                    sn_verify_relative(sink, name, got[m], reference, tolerance[m], source);
            }
            k++;
        }
        if (i == degree * per_degree - 1 || k == 0 ||
            i == (int)expected[k < 4 ? k : 3][0] * per_degree - 1)
            last = now;
        sn_trial_steps(&trial, 1);
    }
    sn_trial_free(&trial);
}

void sn_verify_free_crank(SnVerifySink *sink)
{
    static const double expected[4][2] = {
        {0.1, 0.7701525433}, {0.25, 1.5519675958}, {0.5, 3.4082792220}, {1, 6.7581387679}};
    static const char source[] = "energy: w = w0 sqrt(I(0) / I(angle)), quadrature";
    const double h = 1e-4, mass = 0.2, speed = 10;
    const double moments[3] = {mass * CRANK * CRANK / 12, mass * CRANK * CRANK / 12,
                               mass * CRANK * CRANK / 12};
    const double center[3] = {CRANK / 2, 0, 0}, pin[3] = {-CRANK / 2, 0, 0};
    SnBuild *build = sn_build_new(SN_STEP_TRAPEZOIDAL, h);
    int rod;
    const int crank = sn_build_body(build, mass, moments, center, NULL);
    sn_build_joint(build, &SN_JOINT_HINGE,
                   sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, SN_VERIFY_AXIS),
                   sn_build_frame(build, crank, pin, SN_VERIFY_AXIS));
    add_conrod(build, crank, CRANK / 2, 0.5, &rod);
    /* the slider turns freely about its pin, so its inertia does not matter */
    const double slider_center[3] = {CRANK + ROD, 0, 0}, one[3] = {1e-3, 1e-3, 1e-3},
                 far[3] = {ROD / 2, 0, 0};
    const int slider = sn_build_body(build, 0.3, one, slider_center, NULL);
    sn_build_joint(build, &SN_JOINT_HINGE, sn_build_frame(build, rod, far, SN_VERIFY_AXIS),
                   sn_build_frame(build, slider, ORIGIN, SN_VERIFY_AXIS));
    sn_build_surface(build, &SN_JOINT_POINT_ON_PLANE,
                     sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, NULL),
                     sn_build_point(build, slider, ORIGIN), false, 0, NULL);
    /* velocities at angle 0: crank w0, conrod -w0 r / l, slider at rest */
    const double wc[3] = {0, -speed, 0}, wr[3] = {0, speed * CRANK / ROD, 0};
    const double vc[3] = {0, 0, speed * CRANK / 2}, vr[3] = {0, 0, speed * CRANK / 2};
    sn_build_velocity(build, crank, vc, wc);
    sn_build_velocity(build, rod, vr, wr);
    SnTrial trial = sn_trial_new(sn_build_finish(build, ORIGIN), SN_LINSOLVE_DENSE);
    double energy[2], momentum[6], before = 0, now = 0, whole = 0;
    sn_audit(trial.system, trial.state, trial.work, energy, momentum);
    sn_verify_relative(sink, "B11-inertia", 2 * energy[0] / (speed * speed), 0.00233333333, 1e-6,
                       source);
    for (int k = 0; k < 4 && trial.fault.code == SN_FAULT_NONE;) {
        sn_trial_steps(&trial, 1);
        before = now;
        now = sn_verify_angle(&trial, 0);
        if (before < 2 * M_PI && now >= 2 * M_PI)
            whole = trial.state->time - h * (now - 2 * M_PI) / (now - before);
        if (trial.state->time > expected[k][0] - h / 2) {
            char name[64];
            snprintf(name, sizeof name, "B11-free-crank-%g", expected[k][0]);
            sn_verify_relative(sink, name, now, expected[k][1], 1e-4, source);
            k++;
        }
    }
    sn_verify_relative(sink, "B11-revolution", whole, 0.9458106669, 1e-4, source);
    sn_trial_free(&trial);
}

/* Five cubes of 0.1 m and 1 kg, each with its lower corners on the top plane of the one below. */
static void resting_stack(SnVerifySink *sink)
{
    enum { BOXES = 5 };
    static const double gravity[3] = {0, 0, -9.81}, top[3] = {0, 0, 0.05};
    static const double inertia[3] = {1.0 / 600, 1.0 / 600, 1.0 / 600};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 2e-3);
    int frame = sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, NULL);
    for (int i = 0; i < BOXES; i++) {
        const double center[3] = {0, 0, 0.05 + 0.1 * i};
        const int box = sn_build_body(build, 1, inertia, center, NULL);
        for (int k = 0; k < 4; k++) {
            const double corner[3] = {k & 1 ? 0.05 : -0.05, k & 2 ? 0.05 : -0.05, -0.05};
            sn_build_surface(build, &SN_JOINT_POINT_ON_PLANE, frame,
                             sn_build_point(build, box, corner), true, 0, NULL);
        }
        frame = sn_build_frame(build, box, top, NULL);
    }
    SnTrial trial = sn_trial_new(sn_build_finish(build, gravity), SN_LINSOLVE_AUTO);
    sn_trial_steps(&trial, 5000);
    double drift = trial.fault.code == SN_FAULT_NONE ? 0 : HUGE_VAL;
    for (int i = 0; i < BOXES; i++) {
        const double *q = sn_state_q_const(trial.state) + 7 * i;
        const double center[3] = {0, 0, 0.05 + 0.1 * i};
        double force = 0;
        for (int k = 0; k < 4; k++)
            force += sn_state_z_const(trial.state)[4 * i + k];
        char name[64];
        snprintf(name, sizeof name, "C5-stack-force-%d", i + 1);
        sn_verify_relative(sink, name, force, (BOXES - i) * 9.81, 1e-3, "weight above");
        drift = fmax(drift, sn_v3_distance(q, center));
    }
    sn_verify_absolute(sink, "C5-stack-drift", drift, 0, 1e-4, "rest");
    sn_trial_free(&trial);
}

/* A spring and damper that act while it is long, hit at 1 m/s and left again. */
static void kelvin_voigt(SnVerifySink *sink)
{
    static const double start[3] = {1, 0, 0}, v[3] = {1, 0, 0};
    SnBuild *build = sn_build_new(SN_STEP_TRAPEZOIDAL, 1e-5);
    const int mass = sn_build_particle(build, 1, start);
    sn_build_velocity(build, mass, v, NULL);
    const int ends[2] = {sn_build_point(build, SN_BUILD_WORLD, ORIGIN),
                         sn_build_point(build, mass, ORIGIN)};
    sn_build_spring(build, 2, ends, 1e4, 20, 1);
    build->system->paths.springs[0].tension_only = true;
    SnTrial trial = sn_trial_new(sn_build_finish(build, ORIGIN), SN_LINSOLVE_DENSE);
    sn_trial_steps(&trial, 4000);
    sn_verify_relative(sink, "C5-kelvin-voigt-restitution", -sn_state_u_const(trial.state)[0],
                       0.7292476143, 1e-3, "exp(-pi zeta / sqrt(1 - zeta^2))");
    sn_trial_free(&trial);
}

/* Ball on a one-sided plane. */
static void bouncing_ball(SnVerifySink *sink)
{
    static const double gravity[3] = {0, 0, -9.81}, start[3] = {0, 0, 1};
    static const char source[] = "t = sqrt(2 h / g), heights h e^(2 n)";
    const double h = 1e-5;
    SnBuild *build = sn_build_new(SN_STEP_TRAPEZOIDAL, h);
    const int ball = sn_build_particle(build, 1, start);
    const int joint = sn_build_surface(build, &SN_JOINT_POINT_ON_PLANE,
                                       sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, NULL),
                                       sn_build_point(build, ball, ORIGIN), true, 0, NULL);
    build->system->joints.joints[joint].restitution = 0.5;
    SnTrial trial = sn_trial_new(sn_build_finish(build, gravity), SN_LINSOLVE_DENSE);
    double impact = 0, apex = 0, rest = 0, lowest = 1;
    int rebounds = 0;
    while (trial.state->time < 1.5 && trial.fault.code == SN_FAULT_NONE) {
        const double before = sn_state_u_const(trial.state)[2];
        sn_trial_steps(&trial, 1);
        const double now = sn_state_u_const(trial.state)[2];
        if (now > before + 1e-3) { /* gravity alone slows down */
            rebounds++;
            if (rebounds == 1)
                impact = trial.state->time;
            rest = trial.state->time;
        }
        if (rebounds == 3)
            apex = fmax(apex, sn_state_q_const(trial.state)[2]);
        lowest = fmin(lowest, sn_state_q_const(trial.state)[2]);
    }
    sn_verify_relative(sink, "C5-bounce-impact", impact, 0.4515236410, 1e-3, source);
    sn_verify_relative(sink, "C5-bounce-third-apex", apex, 0.015625, 1e-3, source);
    sn_verify_relative(sink, "C5-bounce-rest", rest, 1.3545709230, 1e-3, source);
    sn_verify_absolute(sink, "C5-bounce-penetration", lowest, 0, 1e-4, "the plane is rigid");
    sn_verify_relative(sink, "C5-rest-force", sn_state_z_const(trial.state)[0], 9.81, 1e-3,
                       "weight");
    sn_trial_free(&trial);
}

void sn_verify_restitution(SnVerifySink *sink)
{
    bouncing_ball(sink);
    kelvin_voigt(sink);
    resting_stack(sink);
}

void sn_verify_mass(SnVerifySink *sink)
{
    static double vertices[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static int32_t triangles[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    static const char source[] = "polynomial integrals over the unit tetrahedron";
    const SnSurface tetrahedron = {4, 4, vertices, triangles};
    SnMassProperties m;
    sn_surface_mass(&tetrahedron, 6, &m);
    sn_verify_relative(sink, "B15-mass", m.mass, 1, 1e-12, source);
    sn_verify_relative(sink, "B15-center", m.center[0], 0.25, 1e-12, source);
    sn_verify_relative(sink, "B15-inertia-xx", m.inertia[0], 0.075, 1e-12, source);
    /* the product of inertia in the matrix is minus the integral of x y */
    sn_verify_relative(sink, "B15-inertia-xy", m.inertia[3], 0.0125, 1e-12, source);
}
