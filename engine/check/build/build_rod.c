/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/check/build/build_rod.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

int sn_build_rod_frame(SnBuild *build, double mass, const double half_width[2], double length,
                       const double position[3], const double orientation[4])
{
    const double a = half_width[0] * half_width[0], b = half_width[1] * half_width[1];
    const double inertia[3] = {mass * (b / 4 + length * length / 12),
                               mass * (a / 4 + length * length / 12), mass * (a + b) / 4};
    return sn_build_body(build, mass, inertia, position, orientation);
}

static void frame_at(const SnBuild *build, int body, SnRodFrame *frame)
{
    memset(frame, 0, sizeof *frame);
    sn_v3_copy(build->q[body], frame->position);
    sn_q_to_m3(build->q[body] + 3, frame->rotation);
}

int sn_build_rod(SnBuild *build, int n, const int *bodies, const double half_width[2])
{
    SnSystemRods *rods = &build->system->rods;
    const int number = rods->n++;
    rods->rods = sn_resize(rods->rods, 1, (size_t)rods->n * sizeof *rods->rods);
    rods->frame_block =
        sn_resize(rods->frame_block, 1, (size_t)(rods->n_frames + n) * sizeof *rods->frame_block);
    rods->frame_id =
        sn_resize(rods->frame_id, 1, (size_t)(rods->n_frames + n) * sizeof *rods->frame_id);
    rods->segments =
        sn_resize(rods->segments, 1, (size_t)(rods->n_segments + n) * sizeof *rods->segments);
    SnSystemRod *rod = &rods->rods[number];
    *rod = (SnSystemRod){.id = {.index = ++build->last_id, .generation = 1},
                         .enabled = true,
                         .muscle = -1,
                         .first_frame = rods->n_frames,
                         .n_frames = n,
                         .first_segment = rods->n_segments,
                         .n_segments = n - 1};
    for (int i = 0; i < n; i++) {
        rods->frame_block[rods->n_frames] = bodies[i];
        rods->frame_id[rods->n_frames++] = (SnId){0};
        if (i == 0)
            continue;
        SnSystemRodSegment *segment = &rods->segments[rods->n_segments++];
        SnRodFrame ends[2];
        memset(segment, 0, sizeof *segment);
        segment->rod = number;
        for (int s = 0; s < 2; s++) {
            segment->block[s] = bodies[i - 1 + s];
            segment->half_width[s] = half_width[s];
            frame_at(build, bodies[i - 1 + s], &ends[s]);
        }
        sn_rod_rest(ends, &segment->rest);
        rod->rest_length += segment->rest.length;
    }
    rod->start_length = rod->rest_length;
    return number;
}

int sn_build_rod_muscle(SnBuild *build, int rod, const SnMuscleParameters *muscle)
{
    SnSystem *system = build->system;
    const size_t n = (size_t)++system->paths.n_muscles;
    /* the builder grows these by powers of two: here too there must be as much room */
    size_t room = 1;
    while (room < n)
        room *= 2;
    system->paths.muscles =
        sn_resize(system->paths.muscles, 1, room * sizeof *system->paths.muscles);
    system->state.activation0 =
        sn_resize(system->state.activation0, 1, room * sizeof *system->state.activation0);
    SnMuscleParameters *copy = &system->paths.muscles[n - 1];
    *copy = *muscle;
    copy->activation = (int)n - 1;
    copy->excitation = sn_build_inputs(build, 1);
    system->state.activation0[n - 1] = 0;
    system->rods.rods[rod].law = SN_ROD_MUSCLE;
    system->rods.rods[rod].muscle = (int)n - 1;
    return (int)n - 1;
}

void sn_build_rod_line(SnBuild *build, int n, double length, double mass,
                       const double half_width[2], int *bodies)
{
    static const double z_to_x[4] = {M_SQRT1_2, 0, M_SQRT1_2, 0};
    for (int i = 0; i < n; i++) {
        const double share = (i == 0 || i == n - 1 ? 0.5 : 1) / (n - 1);
        const double position[3] = {length * i / (n - 1), 0, 0};
        bodies[i] =
            sn_build_rod_frame(build, mass * share, half_width, length * share, position, z_to_x);
    }
}

SnTrial sn_build_cantilever(int n, const double load[6])
{
    static const double half_width[2] = {0.01, 0.01}, no_gravity[3] = {0};
    SnBuild *build = sn_build_new(SN_STEP_STATIC, 0.01);
    int bodies[64];
    assert(n <= 64);
    sn_build_rod_line(build, n, 1, SN_CANTILEVER_MASS, half_width, bodies);
    sn_build_fix(build, bodies[0]);
    const int number = sn_build_rod(build, n, bodies, half_width);
    SnSystemRod *rod = &build->system->rods.rods[number];
    rod->youngs_modulus = 1e9;
    rod->bending_modulus = 1e7;
    rod->shear_modulus = 4e6;
    sn_build_body_load(build, bodies[n - 1]);
    memcpy(build->system->inputs.base, load, 6 * sizeof(double));
    return sn_trial_new(sn_build_finish(build, no_gravity), SN_LINSOLVE_AUTO);
}

SnTrial sn_build_muscle_series(double step, bool flattened, int *target)
{
    enum { FRAMES = 11 };
    static const double half_width[2] = {0.01, 0.01}, no_gravity[3] = {0};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, step);
    int bodies[FRAMES];
    sn_build_rod_line(build, FRAMES, 0.2, 0.1, half_width, bodies);
    sn_build_fix(build, bodies[0]);
    *target = sn_build_kinematic(build, bodies[FRAMES - 1]);
    const int number = sn_build_rod(build, FRAMES, bodies, half_width);
    const SnMuscleParameters law = {.max_force = 100,
                                    .optimal_length = 0.2,
                                    .max_ratio = 1.8,
                                    .passive_fraction = 0.3,
                                    .damping = 20,
                                    .flattened = flattened};
    const int muscle = sn_build_rod_muscle(build, number, &law);
    build->system->rods.rods[number].bending_modulus = 1e5;
    build->system->rods.rods[number].shear_modulus = 1e5;
    build->system->inputs.base[build->system->paths.muscles[muscle].excitation] = 1;
    return sn_trial_new(sn_build_finish(build, no_gravity), SN_LINSOLVE_AUTO);
}
