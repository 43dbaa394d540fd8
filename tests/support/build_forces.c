/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/build_forces.h"

#include "engine/base/vec.h"
#include "engine/sim/system/drag.h"
#include "engine/sim/system/frame_load.h"
#include "engine/sim/system/frame_spring.h"

#include <math.h>

int sn_build_muscle(SnBuild *build, int n, const int *points, const SnMuscleParameters *muscle)
{
    SnSystem *system = build->system;
    SnSystemPath *path = sn_build_add_path(build, n, points);
    path->muscle = true;
    path->law = system->paths.n_muscles;
    SN_BUILD_GROW(system->state.activation0, system->paths.n_muscles);
    SnMuscleParameters *copy = SN_BUILD_GROW(system->paths.muscles, system->paths.n_muscles);
    *copy = *muscle;
    if (muscle->type == SN_MUSCLE_TYPE_MILLARD || muscle->type == SN_MUSCLE_TYPE_SCHUTTE) {
        const SnMillardShape shape = SN_MILLARD_2012;
        copy->curves = system->paths.n_curves;
        SnMuscleCurves *curves = SN_BUILD_GROW(system->paths.curves, system->paths.n_curves);
        *curves = sn_muscle_curves(muscle->type, &shape);
        system->paths.n_curves++;
    }
    copy->activation = system->paths.n_muscles++;
    copy->excitation = sn_build_inputs(build, 1);
    return system->paths.n - 1;
}

int sn_build_frame_spring(SnBuild *build, int frame_a, int frame_b, double stiffness,
                          double rotary_stiffness, double damping, double rotary_damping)
{
    SnFrameSprings *springs = sn_frame_springs(build->system);
    SnSystemFrameSpring *spring = SN_BUILD_GROW(springs->springs, springs->n);
    spring->id = sn_build_next_id(build);
    spring->enabled = true;
    spring->frame_a = frame_a, spring->frame_b = frame_b;
    for (int i = 0; i < 3; i++) {
        spring->stiffness[i] = stiffness;
        spring->rotary_stiffness[i] = rotary_stiffness;
    }
    spring->damping = damping;
    spring->rotary_damping = rotary_damping;
    return springs->n++;
}

int sn_build_frame_load(SnBuild *build, const int frame[4])
{
    SnFrameLoads *loads = sn_frame_loads(build->system);
    SnSystemFrameLoad *load = SN_BUILD_GROW(loads->loads, loads->n);
    load->id = sn_build_next_id(build);
    load->enabled = true;
    load->lowest = -1, load->highest = 1;
    for (int i = 0; i < SN_FRAME_ROLES; i++)
        load->frame[i] = frame[i];
    load->input = sn_build_inputs(build, SN_FRAME_LOAD_INPUTS);
    return loads->n++;
}

SnSystemDrag *sn_build_drag(SnBuild *build, int frame)
{
    SnDrags *drags = sn_drags(build->system);
    SnSystemDrag *drag = SN_BUILD_GROW(drags->drags, drags->n);
    drag->id = sn_build_next_id(build);
    drag->enabled = true;
    drag->frame = frame;
    drag->wind = sn_build_inputs(build, 3);
    return &drags->drags[drags->n++];
}

int sn_build_moment_arm(SnBuild *build, SnLineKind kind, int line, int joint)
{
    SnSystem *system = build->system;
    SnSystemMomentArm *arm = SN_BUILD_GROW(system->arms.arms, system->arms.n);
    arm->id = sn_build_next_id(build);
    arm->kind = kind, arm->line = line, arm->joint = joint;
    return system->arms.n++;
}

int sn_build_attach_to_points(SnBuild *build, int slave, int n, const int *masters,
                              const double *weights)
{
    sn_build_add_attachment(build, SN_ATTACH_POINT_TO_POINTS, slave, n, masters, weights);
    sn_v3_set(0, 0, 0, build->q[slave]);
    for (int k = 0; k < n; k++)
        sn_v3_axpy(weights[k], build->q[masters[k]], build->q[slave]);
    return build->system->attachments.n - 1;
}

int sn_build_attach_body_to_points(SnBuild *build, int slave, int n, const int *masters)
{
    SnSystemAttachment *a =
        sn_build_add_attachment(build, SN_ATTACH_BODY_TO_POINTS, slave, n, masters, NULL);
    double center[3] = {0}, spread[9] = {0}, inverse[9] = {0};
    for (int k = 0; k < n; k++)
        sn_v3_axpy(1.0 / n, build->q[masters[k]], center);
    for (int k = 0; k < n; k++) {
        double r[3];
        sn_v3_sub(build->q[masters[k]], center, r);
        for (int e = 0; e < 9; e++)
            spread[e] += r[e / 3] * r[e % 3];
    }
    sn_m3_inverse(spread, inverse);
    for (int k = 0; k < n; k++) { /* so that sum x g' is the identity now */
        double r[3];
        sn_v3_sub(build->q[masters[k]], center, r);
        sn_m3_mul_v3(inverse, r, build->system->attachments.gradient[a->first + k]);
    }
    sn_v3_sub(build->q[slave], center, a->local);
    sn_q_copy(build->q[slave] + 3, a->orientation);
    return build->system->attachments.n - 1;
}

SnSystem *sn_build_chain(int n, SnStepMethod method, double step_size)
{
    static const double inertia[3] = {6.6666667e-6, 8.6666667e-5, 8.6666667e-5};
    static const double gravity[3] = {0, 0, -9.81}, left[3] = {-0.05, 0, 0},
                        right[3] = {0.05, 0, 0}, origin[3] = {0};
    static const double z_to_y[4] = {M_SQRT1_2, -M_SQRT1_2, 0, 0}; /* turns z into y */
    SnBuild *build = sn_build_new(method, step_size);
    int last = sn_build_frame(build, SN_BUILD_WORLD, origin, z_to_y);
    for (int i = 0; i < n; i++) {
        const double center[3] = {0.1 * i + 0.05, 0, 0};
        const int body = sn_build_body(build, 0.1, inertia, center, NULL);
        const int frame = sn_build_frame(build, body, left, z_to_y);
        sn_build_joint(build, &SN_JOINT_HINGE, last, frame);
        last = sn_build_frame(build, body, right, z_to_y);
    }
    return sn_build_finish(build, gravity);
}
