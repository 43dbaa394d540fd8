/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One step, or one part of a step (substeps.c), by whatever method: what it begins with, what its
 * end is held against, what the state remembers. */
#include "engine/sim/contact/compliant_anchor.h"
#include "engine/sim/contact/soft.h"
#include "engine/sim/joint/gear.h"
#include "engine/sim/joint/joint_motion.h"
#include "engine/sim/joint/joints.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/path/activation.h"
#include "engine/sim/path/path_geometry.h"
#include "engine/sim/path/path_history.h"
#include "engine/sim/rod/rod_force.h"
#include "engine/sim/solid/solid.h"
#include "engine/sim/solve/contact_take.h"
#include "engine/sim/solve/friction.h"
#include "engine/sim/spline/spline.h"
#include "engine/sim/step/parts.h"
#include "engine/sim/strand/pulley.h"
#include "engine/sim/strand/strand_workspace.h"
#include "engine/sim/system/check.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The muscle, strand or bundle with this activation. */
static SnId owner_of_activation(const SnSystem *system, int activation)
{
    const SnMuscleParameters *muscles = system->paths.muscles;
    for (int i = 0; i < system->paths.n; i++) {
        const SnSystemPath *path = &system->paths.paths[i];
        if (path->muscle && muscles[path->law].activation == activation)
            return path->id;
    }
    for (int i = 0; i < system->strands.n; i++) {
        const int muscle = system->strands.strands[i].p.muscle;
        if (muscle >= 0 && muscles[muscle].activation == activation)
            return system->strands.strands[i].id;
    }
    for (int i = 0; i < system->rods.n; i++) {
        const int muscle = system->rods.rods[i].muscle;
        if (muscle >= 0 && muscles[muscle].activation == activation)
            return system->rods.rods[i].id;
    }
    for (int i = 0; i < system->fems.n_bundles; i++)
        if (system->fems.bundles[i].activation == activation)
            return system->fems.bundles[i].id;
    return SN_ID_NULL;
}

/* sum of x^2 */
static double square_of(const double *x, int n)
{
    double sum[4] = {0};
    int i = 0;
    for (; i + 4 <= n; i += 4)
        for (int k = 0; k < 4; k++)
            sum[k] += x[i + k] * x[i + k];
    for (; i < n; i++)
        sum[0] += x[i] * x[i];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/* Everything together is finite and below the bounds of check_finite for one: nearly always. */
static bool is_plain(const SnSystem *system, const SnState *state, double h, double size)
{
    const double fastest = fmin(10 * size, 100) / h, farthest = 1e6 * size;
    return square_of(sn_state_u_const(state), system->n_u) <= fastest * fastest &&
           square_of(sn_state_q_const(state), system->n_q) <= farthest * farthest;
}

/* Refuses a state that no model can mean. */
static SnFault check_finite(const SnSystem *system, const SnWorkspace *work, const SnState *state)
{
    const SnState *before = work->step.backup;
    const double h = work->step.size, size = fmax(system->length_scale, 1);
    const double *q = sn_state_q_const(state), *u = sn_state_u_const(state);
    const int n_blocks = is_plain(system, state, h, size) ? 0 : system->n_blocks;
    for (int i = 0; i < n_blocks; i++) {
        const SnBlock *block = &system->blocks[i];
        bool finite = true;
        for (int k = 0; k < block->n; k++)
            finite = finite && isfinite(u[block->u + k]);
        for (int k = 0; k < sn_block_n_q(block); k++)
            finite = finite && isfinite(q[block->q + k]);
        if (!finite)
            return sn_fault(SN_FAULT_NOT_FINITE, sn_block_owner(system, i), before->time,
                            "The motion of this component is no longer a number: try a smaller "
                            "step, and check the forces on it.");
        for (int k = 0; k < 3 && k < block->n; k++)
            if (h * fabs(u[block->u + k]) > 10 * size || fabs(q[block->q + k]) > 1e6 * size ||
                (block->n == 6 && h * fabs(u[block->u + 3 + k]) > 100))
                return sn_fault(SN_FAULT_EXPLODED, sn_block_owner(system, i), before->time,
                                "This component flies away: try a smaller step, more damping or a "
                                "weaker force, or the implicit integrator.");
    }
    for (int i = state->n_history - system->paths.n_history; i < state->n_history; i++)
        if (!isfinite(sn_state_history_const(state)[i]))
            return sn_fault(SN_FAULT_NOT_FINITE, sn_path_of_history(system, i), before->time,
                            "The length of its fibre or dashpot is no longer a number: check "
                            "lengths and curves.");
    for (int i = 0; i < state->n_activation; i++)
        if (!isfinite(sn_state_activation_const(state)[i]))
            return sn_fault(SN_FAULT_NOT_FINITE, owner_of_activation(system, i), before->time,
                            "Its activation is no longer a number: check excitations and "
                            "time constants.");
    return (SnFault){0};
}

double sn_next_time(const SnSystem *system, const SnState *state)
{
    assert(state->n_q == system->n_q && state->n_u == system->n_u);
    const double h = system->step_size, regular = (double)(state->step + 1) * h;
    return fabs(state->time + h - regular) < 1e-6 * h ? regular : state->time + h;
}

static void finish_step(const SnSystem *system, const SnStepInputs *inputs, SnState *state,
                        SnWorkspace *work, bool placed)
{
    const double h = work->step.size;
    const SnState *before = work->step.backup;
    sn_state_parts(state)[SN_PARTS_SIZE] = h;
    sn_soft_cuts_remember(system, work, state);
    sn_targets_end(system, inputs->end, state);
    if (inputs->end != inputs->before_end)
        sn_activation_follow(system, inputs->end, state);
    if (system->splines.n_constraints > 0) {
        sn_kinematics(system, sn_state_q(state), sn_state_u(state), work);
        sn_spline_track(system, state, work);
    }
    if (system->method != SN_STEP_STATIC)
        sn_fem_advance(system, state, work, h);
    for (int i = 0; i < system->n_u; i++)
        sn_state_acceleration(state)[i] =
            (sn_state_u_const(state)[i] - sn_state_u_const(before)[i]) / h;
    sn_joints_remember_fits(system, placed ? work : NULL, state);
    if (system->contacts.n_anchors > 0 && system->method != SN_STEP_STATIC) {
        sn_kinematics(system, sn_state_q(state), sn_state_u(state), work);
        sn_anchors_remember(system, state, work);
    }
    sn_rod_contacts_end(system, state, work);
    if (work->forces.strand && system->method != SN_STEP_STATIC)
        sn_strands_resample(system, state, work);
}

/* Where it is wanted: nothing is broken after a step. */
static SnFault walk(const SnSystem *system, const SnState *state, const SnWorkspace *work)
{
    SnFault fault = {0};
    if (work->checked)
        fault = sn_system_check(system);
    if (work->checked && fault.code == SN_FAULT_NONE)
        fault = sn_state_check(system, state);
    return fault;
}

static SnFault take_step(const SnSystem *system, const SnStepInputs *inputs, SnState *state,
                         SnWorkspace *work)
{
    switch (sn_step_method(system, work)) {
    case SN_STEP_BACKWARD_EULER:
        return sn_step_euler(system, inputs->end, state, work, true);
    case SN_STEP_SYMPLECTIC_EULER:
        return sn_step_euler(system, inputs->end, state, work, false);
    case SN_STEP_TRAPEZOIDAL:
        return sn_step_trapezoidal(system, inputs, state, work);
    case SN_STEP_RUNGE_KUTTA_4:
        return sn_step_runge_kutta(system, inputs, state, work);
    case SN_STEP_NEWTON_EULER:
        return sn_step_newton(system, inputs, state, work, 1);
    case SN_STEP_NEWTON_TRAPEZOIDAL:
        return sn_step_newton(system, inputs, state, work, 0.5);
    case SN_STEP_STATIC:
        return sn_step_static(system, inputs->end, state, work);
    }
    return (SnFault){0};
}

void sn_step_evaluate(const SnSystem *system, const double *inputs, const SnState *state,
                      SnWorkspace *work)
{
    assert(!work || work->system == system);
    sn_fem_defer_matrix(work, true);
    sn_evaluate(system, inputs, state, work);
    sn_fem_defer_matrix(work, false);
}

/* Nothing moves when the step is finished: no strand can be resampled, no place on one is followed,
 * no wheel that grips is compared with where it was. */
static bool stays_in_place(const SnSystem *system)
{
    bool stays = system->splines.n + system->rods.n == 0;
    for (int i = 0; i < system->strands.n_nodes && stays; i++)
        stays = !system->strands.nodes[i].movable;
    for (int i = 0; i < system->pulleys.n && stays; i++)
        stays = !system->pulleys.pulleys[i].grip;
    return stays;
}

/* What paths remember, with their lengths at the end of the step. */
static void advance_paths(const SnSystem *system, SnState *state, SnWorkspace *work)
{
    const SnStepMethod method = system->method;
    const bool second_order = method == SN_STEP_TRAPEZOIDAL || method == SN_STEP_RUNGE_KUTTA_4 ||
                              method == SN_STEP_NEWTON_TRAPEZOIDAL;
    if (!work->step.placed)
        sn_kinematics(system, sn_state_q_const(state), sn_state_u_const(state), work);
    work->step.placed = true;
    sn_paths_advance(system, work->step.backup, state, work,
                     method == SN_STEP_STATIC ? HUGE_VAL : work->step.size, second_order);
}

/* Whether a contact of this surface may give way. */
static bool gives_way(const SnSystem *system, SnId id)
{
    const SnSystemContacts *contacts = &system->contacts;
    bool soft = false;
    for (int i = 0; i < contacts->n_surfaces; i++)
        for (int r = 0; r < contacts->n_rules && sn_id_equal(contacts->surfaces[i].id, id); r++) {
            const SnContactRule *rule = &contacts->rules[r];
            const int shape = contacts->surfaces[i].shape;
            soft = soft || (rule->method == SN_CONTACT_CONSTRAINT && rule->compliance > 0 &&
                            (rule->side[0][shape] || rule->side[1][shape]));
        }
    return soft;
}

/* Surfaces that deform do not overlap: a contact that gives way may use up the gap alone. */
static SnFault crossing_fault(const SnSystem *system, SnId id, double time)
{
    SnFault fault = sn_fault(SN_FAULT_OPEN, id, time, "");
    snprintf(fault.text, sizeof fault.text,
             "Its surface would pass through another or itself: try %sa smaller step, a finer mesh "
             "or softer loads.",
             gives_way(system, id) ? "a smaller compliance of its collision, " : "");
    return fault;
}

SnFault sn_look_for_crossings(const SnSystem *system, const SnState *state, SnWorkspace *work,
                              bool corrected)
{
    assert(!work || work->system == system);
    SnId id;
    work->step.crosses = sn_soft_crosses(system, state, work, corrected, &id);
    return work->step.crosses ? crossing_fault(system, id, work->step.backup->time) : (SnFault){0};
}

/* Share of what is centripetal that the first step lacks in its forces (turn_rows.c). */
static double lacking_share(const SnSystem *system, const SnWorkspace *work)
{
    const SnState *before = work->step.backup;
    if (before->step > 0 || before->time != 0)
        return 0;
    switch (sn_step_method(system, work)) {
    case SN_STEP_BACKWARD_EULER:
    case SN_STEP_SYMPLECTIC_EULER:
        return 1;
    case SN_STEP_NEWTON_EULER:
        return 0.5;
    default:
        return 0;
    }
}

/* What a part starts from: drives, gears, contacts and the tensions of paths as they are there. */
static void begin_part(const SnSystem *system, const SnStepInputs *inputs, SnState *state,
                       SnWorkspace *work)
{
    work->step.crosses = false;
    sn_gears_engage(system, state);
    sn_drives_begin(system, inputs->end, work->step.size, state);
    sn_pulleys_recall(system, state, work);
    sn_rod_contacts_begin(work);
    sn_contacts_begin(work, true);
    work->linear.tolerance = system->tolerance;
    work->step.placed = false;
    if (!sn_paths_unknown(system, state))
        return;
    sn_kinematics(system, sn_state_q_const(state), sn_state_u_const(state), work);
    sn_paths_equilibrate(system, state, work, true);
}

/* Joints are closed again and what cut is pulled apart, after a motion that ended well. */
static SnFault correct_part(const SnSystem *system, const SnStepInputs *inputs, SnState *state,
                            SnWorkspace *work)
{
    const bool moves = system->method != SN_STEP_STATIC;
    const double lacking = lacking_share(system, work);
    SnFault fault = {0};
    if (lacking > 0)
        sn_add_first_reactions(system, state, work, lacking);
    if (moves)
        fault = sn_close_rows(system, inputs->end, state, work);
    if (fault.code == SN_FAULT_NONE && moves && sn_has_drives(system))
        fault = sn_check_dead_point(system, inputs->end, state, work, fault);
    if (fault.code == SN_FAULT_NONE)
        fault = sn_contacts_check_held(system, state, work);
    if (fault.code == SN_FAULT_NONE && sn_soft_any_cut(work))
        fault = sn_pull_apart(system, inputs->end, state, work);
    return fault;
}

/* What a part may not do; contacts, limits and the walk are those of its end afterwards.  placed:
 * the kinematics are the state's. */
static SnFault check_part(const SnSystem *system, const SnStepInputs *inputs, SnState *state,
                          SnWorkspace *work, bool placed)
{
    SnFault fault = check_finite(system, work, state);
    if (fault.code == SN_FAULT_NONE && system->fems.n > 0)
        fault = sn_fem_check_volumes(system, state, work);
    if (fault.code == SN_FAULT_NONE)
        fault = sn_look_for_crossings(system, state, work, true);
    if (fault.code == SN_FAULT_NONE)
        finish_step(system, inputs, state, work, placed);
    if (fault.code == SN_FAULT_NONE && system->method != SN_STEP_STATIC)
        fault = sn_check_gimbal_lock(system, state, work);
    if (fault.code == SN_FAULT_NONE)
        fault = walk(system, state, work);
    return fault;
}

/* Forces and energies at the end of a part, and what these may not be. */
static SnFault evaluate_part(const SnSystem *system, const SnStepInputs *inputs, SnState *state,
                             SnWorkspace *work)
{
    if (!work->step.placed) {
        sn_pulleys_recall(system, state, work);
        sn_kinematics_again(system, sn_state_q_const(state), sn_state_u_const(state), work);
        work->step.placed = true;
    }
    sn_step_evaluate(system, inputs->end, state, work);
    SnFault fault = sn_paths_check(system, state, work);
    if (system->method == SN_STEP_STATIC)
        return fault;
    if (fault.code == SN_FAULT_NONE)
        fault = sn_check_bushings(system, state, work);
    if (fault.code == SN_FAULT_NONE)
        fault = sn_watch_energy(system, inputs->end, state, work);
    return fault;
}

/* By the method, or damped. */
static SnFault try_part(const SnSystem *system, const SnStepInputs *inputs, SnState *state,
                        SnWorkspace *work)
{
    begin_part(system, inputs, state, work);
    SnFault fault = take_step(system, inputs, state, work);
    if (fault.code == SN_FAULT_NONE)
        fault = correct_part(system, inputs, state, work);
    sn_phase_end(work, SN_PHASE_CORRECT);
    if (fault.code == SN_FAULT_NONE && sn_paths_have_history(system))
        advance_paths(system, state, work);
    const bool placed = work->step.placed && stays_in_place(system);
    work->step.placed = false;
    if (fault.code == SN_FAULT_NONE)
        fault = check_part(system, inputs, state, work, placed);
    if (fault.code == SN_FAULT_NONE) {
        work->step.placed = placed;
        fault = evaluate_part(system, inputs, state, work);
    }
    if (fault.code == SN_FAULT_NONE) {
        sn_pulleys_remember(system, work->step.backup, work, state);
        sn_rods_remember(system, work, state);
        return fault;
    }
    if (system->method != SN_STEP_STATIC && sn_has_drives(system))
        fault = sn_check_dead_point(system, inputs->end, state, work, fault);
    memcpy(state, work->step.backup, state->size);
    return fault;
}

/* The trapezoidal rules damp nothing.  What is stiff and nonlinear, strands above all, can then be
 * driven on from step to step: light matter that rubs, to and fro; parts that turn or become taut
 * faster than the step sees, with energy from nothing.  There a part of the step is one of backward
 * Euler, which takes it out (Rannacher 1984): at once where friction drives or the damping of what
 * only pulls would push, else where parts that are as short as SHORT_PART are refused too.  So are
 * those of Newton-Euler where something touches: its iteration follows contacts that come and go in
 * it, and may go round in a circle, where one linear step is held against the same. */
#define SHORT_PART (1.0 / 16)
/* Of a part, with more and more contacts, and once as exactly as they are to be. */
#define MOST_TRIES 9
#define STALE      3 /* of these, one after another, that bring no contact */
/* The same of what is iterated, which takes long and ends where it ends, unless it is the last. */
#define MOST_ITERATED  4
#define STALE_ITERATED 1

static bool is_to_be_damped(const SnSystem *system, const SnWorkspace *work, SnFaultCode code)
{
    if (sn_step_is_trapezoidal(system) && sn_soft_touches(work))
        return true;
    const bool meets = (sn_step_is_trapezoidal(system) || system->method == SN_STEP_NEWTON_EULER) &&
                       sn_has_contacts(work);
    if (!sn_step_damps(system) && !meets)
        return false;
    if (code == SN_FAULT_NONE)
        return sn_step_damps(system) && (work->unilateral.friction.rings || work->step.pushes);
    return sn_step_may_be_mended(code) &&
           (work->step.shortest || work->step.size <= SHORT_PART * system->step_size);
}

/* Whether a try crosses, as exactly as it is solved, where all contacts were known. */
static bool brings_nothing(const SnWorkspace *work)
{
    const SnContactWorkspace *w = work->contacts;
    return work->step.crosses && !w->take.was_coarse && w->soft->n_new == 0;
}

/* Once more with what would pass through each other as contacts, until nothing does.  What touches
 * is damped (below) where the method damps nothing: impacts are no smooth motion. */
static SnFault try_with_contacts(const SnSystem *system, const SnStepInputs *inputs, SnState *state,
                                 SnWorkspace *work)
{
    SnFault fault = {0};
    sn_soft_begin(system, work);
    sn_contact_take_begin(work);
    work->step.crosses = true;
    const bool few = work->step.iterated && !work->step.shortest;
    const int most = few ? MOST_ITERATED : MOST_TRIES, most_stale = few ? STALE_ITERATED : STALE;
    for (int k = 0, stale = 0; k < most && stale < most_stale && work->step.crosses; k++) {
        if (sn_step_is_stopped(work)) {
            fault = sn_step_stopped(state);
            break;
        }
        sn_friction_begin(work);
        work->step.pushes = false;
        fault = try_part(system, inputs, state, work);
        stale = brings_nothing(work) ? stale + 1 : 0;
    }
    sn_contact_take_end(work);
    return fault;
}

/* Newton's law of restitution may make energy of impacts with friction, whatever the step (Kane and
 * Levinson 1985), and of several at once: there they rebound with less, at last not at all. Without
 * friction only where no smaller part is left: most such energy is an error of the step. */
#define LESS         0.7
#define LEAST_BOUNCE 0.1

static SnFault try_with_rebounds(const SnSystem *system, const SnStepInputs *inputs, SnState *state,
                                 SnWorkspace *work)
{
    SnFault fault = try_with_contacts(system, inputs, state, work);
    for (double share = LESS; fault.code == SN_FAULT_ENERGY && share > 0;
         share = share > LEAST_BOUNCE ? LESS * share : 0) {
        if (!sn_contacts_rebound(system, work, !work->step.shortest))
            break;
        sn_contacts_bounce(work, share > LEAST_BOUNCE ? share : 0);
        fault = try_with_contacts(system, inputs, state, work);
    }
    sn_contacts_bounce(work, 1);
    /* pushing strands out of what they sank into may squeeze them more than the motion can pay */
    if (fault.code == SN_FAULT_ENERGY && sn_rod_contacts_hold(work, true))
        fault = try_with_contacts(system, inputs, state, work);
    sn_rod_contacts_hold(work, false);
    return fault;
}

/* Backward Euler turns the forces of joints with their bodies only where it has to: it damps what
 * hangs on them, and without that energy swings (energy_watch.c). */
static SnFault try_with_turning_joints(const SnSystem *system, const SnStepInputs *inputs,
                                       SnState *state, SnWorkspace *work)
{
    work->step.late = false;
    const SnFault fault = try_with_rebounds(system, inputs, state, work);
    if (fault.code != SN_FAULT_ENERGY || !work->step.late)
        return fault;
    work->forces.joint_load_stiffness = true;
    const SnFault turned = try_with_rebounds(system, inputs, state, work);
    work->forces.joint_load_stiffness = false;
    return turned;
}

/* Whether surfaces touch where the step begins: what Newton's trapezoidal rule made of it would be
 * given up for a damped step. */
static bool begins_touching(const SnSystem *system, const SnState *state, SnWorkspace *work)
{
    if (system->method != SN_STEP_NEWTON_TRAPEZOIDAL || !work->contacts || !work->contacts->soft)
        return false;
    sn_pulleys_recall(system, state, work);
    sn_soft_begin(system, work);
    sn_contacts_begin(work, true);
    sn_kinematics(system, sn_state_q_const(state), sn_state_u_const(state), work);
    sn_contacts_find(system, state, work);
    return sn_soft_touches(work);
}

/* Backward Euler takes forces to be linear over a step: what is thrown at the ground faster than
 * sound runs in it is pressed through itself, and shorter parts only throw it further in.  There
 * the part is solved to its end, in which elements always withstand. */
#define ITERATED_PART (1.0 / 4)

static bool is_to_be_iterated(const SnSystem *system, const SnWorkspace *work, SnFaultCode code)
{
    return sn_step_method(system, work) == SN_STEP_BACKWARD_EULER && system->fems.n > 0 &&
           (code == SN_FAULT_ELEMENT || code == SN_FAULT_FACTOR) &&
           (work->step.shortest || work->step.size <= ITERATED_PART * system->step_size);
}

SnFault sn_step_part(const SnSystem *system, const SnStepInputs *inputs, SnState *state,
                     SnWorkspace *work)
{
    assert(!work || work->system == system);
    memcpy(work->step.backup, state, state->size);
    SnFault fault = {0};
    const bool damped = begins_touching(system, state, work);
    if (!damped)
        fault = try_with_turning_joints(system, inputs, state, work);
    if (damped || is_to_be_damped(system, work, fault.code)) {
        memcpy(state, work->step.backup, state->size);
        work->step.damped = true;
        fault = try_with_rebounds(system, inputs, state, work);
    }
    if (is_to_be_iterated(system, work, fault.code)) {
        work->step.iterated = true;
        const SnFault iterated = try_with_rebounds(system, inputs, state, work);
        work->step.iterated = false;
        if (iterated.code != SN_FAULT_UNSUPPORTED)
            fault = iterated;
    }
    work->step.damped = false;
    return fault;
}
