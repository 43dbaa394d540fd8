/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Frame springs (bushings) between two frames. */
#include "engine/base/memory.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/rigid/bushing.h"
#include "engine/sim/rigid/turn_rates.h"
#include "engine/sim/rigid/two_bodies.h"
#include "engine/sim/system/frame_spring.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Elastic force R_a (p - K R_a' (p_b - p_a)), p the preload, and its derivative. */
static void elastic_force(const SnSystemFrameSpring *spring, const SnTwoBodies *t, double force[3],
                          double (*df)[12])
{
    double r[3], d[3], stiff[9], product[9], cross[9], turn[9];
    sn_v3_sub(t->position[1], t->position[0], r);
    sn_m3_tmul_v3(t->frame[0], r, d);
    for (int k = 0; k < 3; k++)
        d[k] = spring->preload[k] - spring->stiffness[k] * d[k];
    sn_m3_mul_v3(t->frame[0], d, force);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            stiff[3 * i + k] = -t->frame[0][3 * i + k] * spring->stiffness[k];
    sn_m3_times_transposed(stiff, t->frame[0], stiff); /* dF/dr in the world */
    sn_two_bodies_place(df, 0, 0, -1, stiff);
    sn_two_bodies_place(df, 0, 6, 1, stiff);
    /* dp_b = -R_b [l_b] d_b, dp_a = -R_a [l_a] d_a */
    sn_m3_cross(t->local[1], cross);
    sn_m3_mul(t->rotation[1], cross, product);
    sn_m3_mul(stiff, product, product);
    sn_two_bodies_place(df, 0, 9, -1, product);
    sn_m3_cross(t->local[0], cross);
    sn_m3_mul(t->rotation[0], cross, product);
    sn_m3_mul(stiff, product, product);
    sn_two_bodies_place(df, 0, 3, 1, product);
    /* turning of a's axes: dF = e x F + stiff (-e x r) = (-[F] + stiff [r]) e, e = R_a d_a */
    sn_m3_cross(r, cross);
    sn_m3_mul(stiff, cross, product);
    sn_m3_cross(force, turn);
    for (int i = 0; i < 9; i++)
        product[i] -= turn[i];
    sn_m3_mul(product, t->rotation[0], product);
    sn_two_bodies_place(df, 0, 3, 1, product);
}

/* Moment on b in b's frame axes, Jr^-T(theta) (p - K theta) with p the preload, theta the rotation
 * vector of b in a and Jr^-T = I - [theta]/2 + g [theta]^2, and its derivative with respect to a
 * rotation of b in its frame axes. */
static void elastic_moment(const double stiffness[3], const double preload[3], const SnTwoBodies *t,
                           double relative[9], double moment[3], double derivative[9])
{
    double q[4], theta[3], m[3], c1[3], c2[3], g, slope;
    sn_m3_transposed_times(t->frame[0], t->frame[1], relative);
    sn_q_from_m3(relative, q);
    sn_q_log(q, theta);
    sn_turn_vector_terms(sn_v3_norm(theta), &g, &slope);
    for (int k = 0; k < 3; k++)
        m[k] = stiffness[k] * theta[k] - (preload ? preload[k] : 0);
    sn_v3_cross(theta, m, c1);
    sn_v3_cross(theta, c1, c2);
    for (int k = 0; k < 3; k++)
        moment[k] = -(m[k] - 0.5 * c1[k] + g * c2[k]);
    for (int column = 0; column < 3; column++) {
        double unit[3] = {0}, dtheta[3], dm[3], a[3], b[3];
        unit[column] = 1;
        sn_v3_cross(theta, unit,
                    a); /* dtheta = Jr^-1 e = e + theta x e / 2 + g theta x (theta x e) */
        sn_v3_cross(theta, a, b);
        for (int k = 0; k < 3; k++)
            dtheta[k] = unit[k] + 0.5 * a[k] + g * b[k];
        for (int k = 0; k < 3; k++)
            dm[k] = stiffness[k] * dtheta[k];
        double d1[3], d2[3], part[3];
        sn_v3_cross(dtheta, m, d1);
        sn_v3_cross(theta, dm, part);
        sn_v3_add(d1, part, d1); /* d(theta x m) */
        sn_v3_cross(dtheta, c1, d2);
        sn_v3_cross(theta, d1, part);
        sn_v3_add(d2, part, d2); /* d(theta x (theta x m)) */
        const double dg = slope * sn_v3_dot(theta, dtheta);
        for (int k = 0; k < 3; k++)
            derivative[3 * k + column] = -(dm[k] - 0.5 * d1[k] + g * d2[k] + dg * c2[k]);
    }
}

void sn_rotary_spring(const SnWorkspace *work, const SnTwoBodies *t, int frame_a, int frame_b,
                      const double stiffness[3], const double preload[3], double wrench[12],
                      double (*jacobian)[12], double moment_world[3])
{
    double relative[9], moment[3], derivative[9], opposite[3], to_a[9], to_b[9], m[9], cross[9];
    const double *in_a = work->motion.frame_rotation[frame_a];
    const double *in_b = work->motion.frame_rotation[frame_b];
    elastic_moment(stiffness, preload, t, relative, moment, derivative);
    memset(wrench, 0, 12 * sizeof *wrench);
    sn_m3_mul_v3(in_b, moment, wrench + 9);
    sn_m3_mul_v3(relative, moment, opposite);
    sn_m3_mul_v3(in_a, opposite, wrench + 3);
    sn_v3_scale(-1, wrench + 3, wrench + 3);
    sn_m3_mul_v3(t->frame[1], moment, moment_world);
    if (!jacobian)
        return;
    /* rotation of b in its frame axes: phi = F_b' d_b - relative' F_a' d_a */
    sn_m3_transpose(in_b, to_b);
    double in_a_t[9];
    sn_m3_transpose(in_a, in_a_t);
    sn_m3_transposed_times(relative, in_a_t, to_a);
    double on_b[9], on_a[9];
    sn_m3_mul(in_b, derivative, on_b);
    sn_m3_cross(moment, cross);
    double turned[9];
    for (int i = 0; i < 9; i++)
        turned[i] = derivative[i] - cross[i]; /* d(relative m) = relative (dm + phi x m) */
    sn_m3_mul(relative, turned, turned);
    sn_m3_mul(in_a, turned, on_a);
    sn_m3_mul(on_b, to_b, m);
    sn_two_bodies_place(jacobian, 9, 9, 1, m);
    sn_m3_mul(on_b, to_a, m);
    sn_two_bodies_place(jacobian, 9, 3, -1, m);
    sn_m3_mul(on_a, to_b, m);
    sn_two_bodies_place(jacobian, 3, 9, -1, m);
    sn_m3_mul(on_a, to_a, m);
    sn_two_bodies_place(jacobian, 3, 3, 1, m);
}

SnFrameSprings *sn_frame_springs(SnSystem *system)
{
    return sn_system_force(system, SN_FORCE_KIND_FRAME_SPRINGS, sizeof(SnFrameSprings));
}

static const SnFrameSprings *springs_of(const SnSystem *system)
{
    static const SnFrameSprings none = {0};
    const SnFrameSprings *springs = system->force[SN_FORCE_KIND_FRAME_SPRINGS];
    return springs ? springs : &none;
}

static SnFrameSpringResults *results_of(const SnWorkspace *work)
{
    return work->forces.results[SN_FORCE_KIND_FRAME_SPRINGS];
}

static void frame_spring_force(const SnSystem *system, const SnState *state, SnWorkspace *work,
                               const SnSystemFrameSpring *spring, SnFrameSpringResults *result,
                               bool implicit, double d, double k)
{
    SnTwoBodies t;
    const bool general = sn_bushing_is_general(spring);
    sn_two_bodies(system, state, work, spring->frame_a, spring->frame_b, &t);
    double elastic[3] = {0}, velocity[3], force[3], wrench[12], df[3][12] = {{0}};
    if (!general)
        elastic_force(spring, &t, elastic, df);
    sn_relative_velocity(&t, velocity);
    sn_v3_copy(elastic, force);
    sn_v3_axpy(-spring->damping, velocity, force);
    sn_v3_copy(force, result->force);
    sn_force_wrench(&t, force, wrench);
    sn_two_bodies_push(system, &t, wrench, work->forces.applied);
    if (implicit) {
        double rate[3][12] = {{0}}, turn[3][12] = {{0}}, jacobian[12][12] = {{0}},
               viscous[12][12] = {{0}};
        sn_relative_velocity_jacobians(&t, rate, turn);
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 12; c++) {
                rate[r][c] *= -spring->damping;
                df[r][c] -= spring->damping * turn[r][c];
            }
        if (k != 0) {
            sn_force_wrench_jacobian(&t, force, df, true, jacobian);
            sn_two_bodies_stiffen(system, work, &t, spring->slots, k, jacobian);
        }
        sn_force_wrench_jacobian(&t, force, rate, false, viscous);
        sn_two_bodies_stiffen(system, work, &t, spring->slots, d, viscous);
        sn_force_wrench(&t, elastic, wrench);
    }
    sn_two_bodies_push(system, &t, wrench, work->forces.explicit_force);

    double jacobian[12][12] = {{0}}, moment[3];
    const bool stiff = implicit && k != 0;
    if (general) {
        sn_v3_set(0, 0, 0, result->moment);
        sn_bushing_push(system, work, spring, &t, implicit, d, k, result);
    } else {
        sn_rotary_spring(work, &t, spring->frame_a, spring->frame_b, spring->rotary_stiffness,
                         spring->rotary_preload, wrench, stiff ? jacobian : NULL, result->moment);
        sn_two_bodies_push(system, &t, wrench, work->forces.applied);
        sn_two_bodies_push(system, &t, wrench, work->forces.explicit_force);
        if (stiff)
            sn_two_bodies_stiffen(system, work, &t, spring->slots, k, jacobian);
    }
    if (spring->rotary_damping != 0) {
        double matrix[9];
        for (int i = 0; i < 9; i++)
            matrix[i] = i % 4 == 0 ? spring->rotary_damping : 0;
        sn_rotary_damper(system, work, &t, matrix, spring->slots, implicit, d, k, moment);
        sn_v3_add(result->moment, moment, result->moment);
    }
}

static void frame_spring_forces(const SnSystem *system, const double *inputs, const SnState *state,
                                SnWorkspace *work, bool matrix, double d, double k)
{
    const SnFrameSprings *springs = springs_of(system);
    const bool implicit = matrix && (d != 0 || k != 0);
    for (int i = 0; i < springs->n; i++) {
        const SnSystemFrameSpring *spring = &springs->springs[i];
        SnFrameSpringResults *result = &results_of(work)[i];
        if (spring->enabled)
            frame_spring_force(system, state, work, spring, result, implicit, d, k);
        else
            memset(result, 0, sizeof *result);
    }
}

/* Energy at these positions; the measure of the turn into theta. */
static double frame_spring_energy(const SnSystem *system, const SnWorkspace *work,
                                  const double *positions, const SnSystemFrameSpring *spring,
                                  double theta[3])
{
    double pa[3], pb[3], a[9], b[9], d[3], relative[9], energy = 0;
    sn_frame_pose(system, work, positions, spring->frame_a, pa, a);
    sn_frame_pose(system, work, positions, spring->frame_b, pb, b);
    sn_v3_sub(pb, pa, d);
    sn_m3_tmul_v3(a, d, d);
    sn_m3_transpose(a, a);
    sn_m3_mul(a, b, relative);
    sn_bushing_angles(spring, relative, theta);
    if (sn_bushing_is_general(spring))
        return sn_bushing_energy(spring, d, relative);
    for (int k = 0; k < 3; k++)
        energy += 0.5 * (spring->stiffness[k] * d[k] * d[k] +
                         spring->rotary_stiffness[k] * theta[k] * theta[k]) -
                  spring->preload[k] * d[k] - spring->rotary_preload[k] * theta[k];
    return energy;
}

static void audit(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                  double energy[2], double momentum[6])
{
    const SnFrameSprings *springs = springs_of(system);
    double theta[3];
    for (int i = 0; i < springs->n; i++)
        if (springs->springs[i].enabled)
            energy[1] += frame_spring_energy(system, work, sn_state_q_const(state),
                                             &springs->springs[i], theta);
}

int sn_bushing_count(const SnSystem *system)
{
    return springs_of(system)->n;
}

void sn_bushing_read(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                     SnBushingPlace *at)
{
    assert(work->system == system);
    const SnFrameSprings *springs = springs_of(system);
    for (int i = 0; i < springs->n; i++)
        at[i].energy = frame_spring_energy(system, work, sn_state_q_const(state),
                                           &springs->springs[i], at[i].angle);
}

bool sn_bushing_leaps(const SnSystem *system, const SnBushingPlace *before,
                      const SnBushingPlace *after, SnId *id)
{
    const SnFrameSprings *springs = springs_of(system);
    double most = 0;
    for (int i = 0; i < springs->n; i++) {
        double turn[3];
        sn_v3_sub(after[i].angle, before[i].angle, turn);
        const double rise = after[i].energy - before[i].energy;
        if (springs->springs[i].enabled && sn_v3_norm(turn) > M_PI && rise > most) {
            most = rise;
            *id = springs->springs[i].id;
        }
    }
    return most > 0;
}

/* Share of its energy, and for each radian of the turn, that a passage may change it by. */
#define STEADY 1e-3
#define SMOOTH 2

bool sn_bushing_falls(const SnSystem *system, const SnBushingPlace *before,
                      const SnBushingPlace *after, SnId *id, double *fall)
{
    const SnFrameSprings *springs = springs_of(system);
    for (int i = 0; i < springs->n; i++) {
        double turn[3];
        sn_v3_sub(after[i].angle, before[i].angle, turn);
        *fall = before[i].energy - after[i].energy;
        const double leap = sn_v3_norm(turn), passed = fmax(2 * M_PI - leap, 0);
        const double size = fmax(fabs(before[i].energy), fabs(after[i].energy));
        if (!springs->springs[i].enabled || leap <= M_PI)
            continue;
        if (*fall > (STEADY + SMOOTH * passed) * size) {
            *id = springs->springs[i].id;
            return true;
        }
    }
    return false;
}

/* --- in the system and the workspace --- */

static void free_springs(SnSystem *system)
{
    const SnFrameSprings *springs = springs_of(system);
    sn_free(springs->springs);
}

static void couplings(SnSystem *system, SnCouplingVisitor visit, void *data)
{
    const SnFrameSprings *springs = springs_of(system);
    for (int i = 0; i < springs->n; i++) {
        SnSystemFrameSpring *spring = &springs->springs[i];
        const int blocks[2] = {system->frames[spring->frame_a].block,
                               system->frames[spring->frame_b].block};
        visit(data, &(SnCoupling){.n = 2, .blocks = blocks, .slots = &spring->slots});
    }
}

static void visit_ids(SnSystem *system, SnIdVisitor visit)
{
    const SnFrameSprings *springs = springs_of(system);
    for (int i = 0; i < springs->n; i++)
        visit(system, springs->springs[i].id, i);
}

static void workspace_new(const SnSystem *system, SnWorkspace *work)
{
    work->forces.results[SN_FORCE_KIND_FRAME_SPRINGS] =
        sn_alloc((size_t)springs_of(system)->n + 1, sizeof(SnFrameSpringResults));
}

static void workspace_free(const SnSystem *system, SnWorkspace *work)
{
    sn_free(results_of(work));
}

/* --- live values --- */

static int count(const SnSystem *system)
{
    return springs_of(system)->n;
}

static double *parameter(SnSystem *system, int index, SnBind bind)
{
    SnSystemFrameSpring *spring = &springs_of(system)->springs[index];
    switch ((int)bind) {
    case SN_BIND_FRAME_SPRING_STIFFNESS:
        return spring->stiffness;
    case SN_BIND_FRAME_SPRING_ROTARY_STIFFNESS:
        return spring->rotary_stiffness;
    case SN_BIND_FRAME_SPRING_PRELOAD:
        return spring->preload;
    case SN_BIND_FRAME_SPRING_ROTARY_PRELOAD:
        return spring->rotary_preload;
    case SN_BIND_FRAME_SPRING_AXIAL_DAMPING:
        return spring->axial_damping;
    case SN_BIND_FRAME_SPRING_ROTARY_AXIAL_DAMPING:
        return spring->rotary_axial_damping;
    case SN_BIND_FRAME_SPRING_DAMPING:
        return &spring->damping;
    case SN_BIND_FRAME_SPRING_ROTARY_DAMPING:
        return &spring->rotary_damping;
    }
    return NULL;
}

static int read_force(const SnBindContext *c, double *value)
{
    sn_v3_copy(results_of(c->work)[c->index].force, value);
    return 1;
}

static int read_moment(const SnBindContext *c, double *value)
{
    sn_v3_copy(results_of(c->work)[c->index].moment, value);
    return 1;
}

static const SnBindAccess binds[] = {
    {SN_BIND_FRAME_SPRING_STIFFNESS, 3, .parameter = parameter},
    {SN_BIND_FRAME_SPRING_ROTARY_STIFFNESS, 3, .parameter = parameter},
    {SN_BIND_FRAME_SPRING_PRELOAD, 3, .parameter = parameter},
    {SN_BIND_FRAME_SPRING_ROTARY_PRELOAD, 3, .parameter = parameter},
    {SN_BIND_FRAME_SPRING_AXIAL_DAMPING, 3, .parameter = parameter},
    {SN_BIND_FRAME_SPRING_ROTARY_AXIAL_DAMPING, 3, .parameter = parameter},
    {SN_BIND_FRAME_SPRING_DAMPING, 1, .parameter = parameter},
    {SN_BIND_FRAME_SPRING_ROTARY_DAMPING, 1, .parameter = parameter},
    {SN_BIND_FRAME_SPRING_FORCE, 3, .read = read_force},
    {SN_BIND_FRAME_SPRING_MOMENT, 3, .read = read_moment},
};

const SnForceClass SN_FORCE_FRAME_SPRINGS = {
    .name = "frame springs",
    .free = free_springs,
    .couplings = couplings,
    .visit_ids = visit_ids,
    .workspace_new = workspace_new,
    .workspace_free = workspace_free,
    .forces = frame_spring_forces,
    .audit = audit,
    .count = count,
    .binds = binds,
    .n_binds = sizeof binds / sizeof *binds,
};
