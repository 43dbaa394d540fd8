/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contact of FEM models: weight, friction, momentum and energy in an impact, a uniform pressure
 * between meshes that do not match. */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/check/build/build_contact.h"
#include "engine/check/build/build_fem.h"
#include "engine/check/build/solids.h"
#include "engine/check/verify/verify_case.h"
#include "engine/sim/contact/contact.h"
#include "engine/sim/contact/contact_pressure.h"
#include "engine/sim/motion/motion.h"

#include <math.h>
#include <string.h>

#define GRAVITY 10.0
#define SIDE    0.1 /* of all blocks [m] */
#define DENSITY 1000.0
#define KEPT    1e-6 /* gap [m] */

/* --- scenes --- */

/* A cube of n x n x 2 cells whose lower corner is here. */
static int add_block(SnBuild *build, SnElementKind kind, int n, const double low[3],
                     const SnMaterial *material, double mass_damping, double stiffness_damping)
{
    const int cells[3] = {n, n, 2};
    const double high[3] = {low[0] + SIDE, low[1] + SIDE, low[2] + SIDE};
    SnFemSolid *solid =
        sn_solid_box(low, high, cells, kind, material, DENSITY, SN_INCOMPRESSIBLE_OFF);
    solid->mass_damping = mass_damping;
    solid->stiffness_damping = stiffness_damping;
    const int fem = sn_build_fem(build, solid);
    SnVolumeMesh *mesh = sn_volume_mesh_box((double[3]){SIDE, SIDE, SIDE}, cells, kind);
    sn_build_contact_fem(build, fem, mesh, KEPT);
    sn_volume_mesh_unref(mesh);
    return fem;
}

/* Everything touches everything. */
static SnTrial start(SnBuild *build, double friction, const double gravity[3])
{
    sn_build_contact_rule(build, &(SnContactRule){.enabled = true, .friction = friction});
    return sn_trial_new(sn_build_finish(build, gravity), SN_LINSOLVE_AUTO);
}

static double good(const SnTrial *trial, double value)
{
    return trial->fault.code == SN_FAULT_NONE ? value : (double)NAN;
}

/* Momentum, kinetic and all energy. */
static void look(const SnTrial *trial, double momentum[6], double energy[2])
{
    sn_audit(trial->system, trial->state, trial->work, energy, momentum);
    energy[1] += energy[0];
}

/* --- a block on the ground --- */

/* On a slope: its acceleration along it in the last half second, and the ground's force. */
static double slide(double degrees, double friction, double *force)
{
    const double a = degrees * M_PI / 180, h = 0.005;
    const double gravity[3] = {GRAVITY * sin(a), 0, -GRAVITY * cos(a)}, low[3] = {0, 0, KEPT};
    const SnMaterial material = sn_material_elastic(SN_MATERIAL_NEO_HOOKEAN, 5e4, 0.3);
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, h);
    add_block(build, SN_ELEMENT_HEX8, 2, low, &material, 0, 0.01);
    sn_build_contact_ground(build);
    SnTrial trial = start(build, friction, gravity);
    double before[6], after[6], energy[2];
    sn_trial_steps(&trial, 400);
    look(&trial, before, energy);
    sn_trial_steps(&trial, 100);
    look(&trial, after, energy);
    *force = 0;
    for (int i = 0; i < sn_contacts_count(trial.system, trial.state); i++)
        *force += sn_contact_record(trial.system, trial.state, i)[SN_CONTACT_NORMAL_FORCE];
    const double mass = DENSITY * SIDE * SIDE * SIDE;
    const double acceleration = good(&trial, (after[0] - before[0]) / mass / (100 * h));
    sn_trial_free(&trial);
    return acceleration;
}

static void on_the_ground(SnVerifySink *sink)
{
    double force, a = slide(0, 0.5, &force);
    sn_verify_relative(sink, "C-soft-weight", force, GRAVITY * DENSITY * SIDE * SIDE * SIDE, 1e-6,
                       "m g");
    a = slide(24, 0.5, &force);
    sn_verify_absolute(sink, "C-soft-sticks", a, 0, 1e-6, "Coulomb: sticks below 26.565 deg");
    a = slide(30, 0.5, &force);
    const double angle = 30 * M_PI / 180;
    sn_verify_relative(sink, "C-soft-slips", a, GRAVITY * (sin(angle) - 0.5 * cos(angle)), 1e-3,
                       "g (sin - mu cos)");
}

/* --- two blocks --- */

static void impact(SnVerifySink *sink)
{
    const double low[2][3] = {{0, 0, 0}, {0.033, 0.021, 0.13}}, none[3] = {0, 0, 0};
    const SnMaterial material = sn_material_elastic(SN_MATERIAL_NEO_HOOKEAN, 1e5, 0.3);
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    for (int b = 0; b < 2; b++) {
        const int fem = add_block(build, SN_ELEMENT_HEX8, 2, low[b], &material, 0, 0);
        for (int i = 0; i < 27; i++)
            sn_build_velocity(build, sn_build_fem_node(build, fem, i),
                              (double[3]){0.2 - 0.3 * b, 0, b == 0 ? 1 : -1}, NULL);
    }
    SnTrial trial = start(build, 0.3, none);
    double first[6], now[6], energy[2], last, most = 0, drift = 0;
    look(&trial, first, energy);
    last = energy[1];
    const double scale = energy[0];
    for (int i = 0; i < 100; i++) {
        sn_trial_steps(&trial, 1);
        look(&trial, now, energy);
        most = fmax(most, (energy[1] - last) / scale);
        last = fmin(last, energy[1]);
        for (int k = 0; k < 3; k++)
            drift = fmax(drift, fabs(now[k] - first[k]));
    }
    sn_verify_absolute(sink, "C-soft-momentum", good(&trial, drift), 0, 1e-12,
                       "conserved, with friction 0.3 [N s of 2]");
    sn_verify_absolute(sink, "C-soft-energy", good(&trial, most), 0, 1e-6,
                       "never grows, over the kinetic energy");
    sn_trial_free(&trial);
}

/* Compresses a column by `strain` towards its end at height `end`, that is held at `held`. */
static void compress(const SnTrial *trial, int number, double end, double held, double strain)
{
    const SnSystemFem *fem = &trial->system->fems.fems[number];
    for (int i = 0; i < fem->solid->n_nodes; i++) {
        double *z = sn_state_q(trial->state) + trial->system->blocks[fem->node_block[i]].q + 2;
        *z = held + (*z - end) * (1 - strain);
    }
}

/* Two columns, one on the other, of meshes that do not match: pressed together by 1/1000 their
 * interface stays plane, the force is that of a column, and the pressure is the same everywhere: in
 * parts of E strain.  They begin so or apart, and rub: edges over edges, frictionless, would slip
 * off each other at the least push.  Those that come together bend on the way, as waves do not run
 * through tetrahedra in planes, and friction keeps some of it. */
static double press(bool apart, double *warp, SnPressed *pressed)
{
    const double squeeze = 1e-4, youngs = 1e6, none[3] = {0, 0, 0}, top = 2 * SIDE + 2 * KEPT,
                 strain = (squeeze - KEPT) / (2 * SIDE), low[2][3] = {{0}, {0, 0, top - SIDE}};
    const SnMaterial material = sn_material_elastic(SN_MATERIAL_LINEAR, youngs, 0);
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 0.01);
    const int n[2] = {3, 4}, layer = (n[0] + 1) * (n[0] + 1);
    for (int b = 0; b < 2; b++) {
        const int fem = add_block(build, SN_ELEMENT_TET4, n[b], low[b], &material, 200, 0);
        const int held = (n[b] + 1) * (n[b] + 1);
        for (int i = 0; i < held; i++) {
            const int block = sn_build_fem_node(build, fem, b > 0 ? 2 * held + i : i);
            const int target = sn_build_kinematic(build, block);
            build->system->inputs.base[target + 2] = apart && b > 0 ? -squeeze : 0;
        }
    }
    SnTrial trial = start(build, 0.3, none);
    for (int b = 0; b < 2 && !apart; b++)
        compress(&trial, b, b * top, b * (top - squeeze), strain);
    sn_trial_steps(&trial, 300);
    const SnSystemFem *fem = &trial.system->fems.fems[0];
    double least = HUGE_VAL, most = -HUGE_VAL, force = 0;
    for (int i = 0; i < layer; i++) {
        const SnBlock *block = &trial.system->blocks[fem->node_block[2 * layer + i]];
        least = fmin(least, sn_state_q_const(trial.state)[block->q + 2]);
        most = fmax(most, sn_state_q_const(trial.state)[block->q + 2]);
    }
    for (int i = 0; i < sn_contacts_count(trial.system, trial.state); i++)
        force += sn_contact_record(trial.system, trial.state, i)[SN_CONTACT_NORMAL_FORCE];
    *warp = good(&trial, (most - least) / (0.5 * squeeze));
    const double stress = youngs * strain;
    *pressed = sn_contact_pressed(trial.system, trial.state, trial.work, 0);
    pressed->pressure /= stress;
    pressed->area /= SIDE * SIDE;
    sn_trial_free(&trial);
    return force / (stress * SIDE * SIDE);
}

static void patch(SnVerifySink *sink)
{
    SnPressed pressed;
    double warp, force = press(false, &warp, &pressed);
    sn_verify_absolute(sink, "C-soft-patch-plane", warp, 0, 1e-8,
                       "patch test, 3 x 3 on 4 x 4: the interface stays plane");
    sn_verify_relative(sink, "C-soft-patch-force", force, 1, 1e-9, "E A strain");
    sn_verify_relative(sink, "C-soft-patch-pressure", pressed.pressure, 1, 1e-8,
                       "the largest pressure at a node: uniform, E strain");
    sn_verify_relative(sink, "C-soft-patch-area", pressed.area, 1, 1e-9,
                       "the nodes' areas: that of the interface");
    force = press(true, &warp, &pressed);
    sn_verify_absolute(sink, "C-soft-pressed-plane", warp, 0, 2e-3,
                       "the same, from apart: plane but for what waves and friction leave");
    sn_verify_relative(sink, "C-soft-pressed-force", force, 1, 1e-6, "E A strain");
}

void sn_verify_soft_contact(SnVerifySink *sink)
{
    on_the_ground(sink);
    impact(sink);
    patch(sink);
}
