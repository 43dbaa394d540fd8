/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Position correction (jaw-tongue-hyoid (7)) with the factor of the velocity solve. */
#include "engine/base/vec.h"
#include "engine/sim/contact/soft.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/rod/rod_contact.h"
#include "engine/sim/solid/solid.h"
#include "engine/sim/solve/friction.h"
#include "engine/sim/step/parts.h"
#include "engine/sim/system/workspace.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define UNREFINED      1
#define UNMOVED        1e-5 /* of the kinetic energy: work of pressures that counts as none */
#define MOST_REPEATS   6
#define SLOW           0.25  /* what one repeat leaves of it, where another factor ... */
#define WORTH          1e-3  /* ... is worth it */
#define SLOWLY         1e-3  /* of the model's size a second: a motion that nobody sees */
#define ROUGH_CONTACTS 1e-2  /* of their largest impulse; the next step pushes out what is left */
#define CONTRADICTED   100   /* a way in a correction, over what is asked for */
#define IN_THE_WAY     1e-3  /* of what a contact moves: it yields by that */
#define REFINED        1e-11 /* where redundant rows and masses that differ much need it */
/* A row counts as closed: share of the model's size, or angle [rad].  Corrections converge
 * quadratically, so that the last one that is asked for leaves much less. */
#define CLOSED     6e-7
#define TOLERATED  1.6 /* times that, where corrections get it no nearer */
#define MOST       15  /* corrections of one step ... */
#define MOST_WORSE 3   /* ... of which so many may open something further */

/* Fem of a row. */
static SnId owner(const SnSystem *system, int row)
{
    int f = system->fems.n - 1;
    while (f > 0 && system->fems.fems[f].first_row > row)
        f--;
    return system->fems.fems[f].id;
}

double sn_worst_residual(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                         const SnRowValues *rows, SnId *id)
{
    assert(!work || work->system == system);
    double worst = 0;
    *id = SN_ID_NULL;
    for (int i = 0; i < system->joints.n_rows; i++) {
        if (fabs(rows->residual[i]) <= worst)
            continue;
        const SnSystemJoint *j = &system->joints.joints[system->joints.rows[i].joint];
        if (j->enabled && !sn_row_is_soft(system, i)) {
            worst = fabs(rows->residual[i]);
            *id = j->id;
        }
    }
    const int general = system->rows.n - system->general.n_rows;
    for (int i = system->joints.n_rows; i < system->rows.n; i++)
        if (work->bilateral.active[i] && !sn_row_is_soft(system, i) &&
            !(fabs(rows->residual[i]) <= worst)) {
            worst = fabs(rows->residual[i]);
            *id = i < general ? owner(system, i) : system->general.rows[i - general].id;
        }
    for (int i = 0; i < work->unilateral.dynamic.n; i++) {
        const SnDynamicRow *row = &work->unilateral.dynamic.row[i];
        if (row->class == &sn_contact_rows)
            continue; /* what is off there is pushed out by and by */
        const double gap = sn_dynamic_row_gap(system, state, work, rows, row);
        if (row->compliance == 0 && -gap > worst) {
            worst = -gap;
            *id = row->id;
        }
    }
    return worst;
}

/* work.linear.g: what closes the rows, but for those that are off or give way. */
static void aim_at_closed(const SnSystem *system, SnWorkspace *work)
{
    const int n = system->joints.n_rows;
    int joint = -1;
    bool gives = false;
    for (int i = 0; i < system->rows.n; i++) {
        if (i < n && system->joints.rows[i].joint != joint) { /* rows of a joint lie together */
            joint = system->joints.rows[i].joint;
            gives = sn_joint_gives(&system->joints.joints[joint]);
        }
        const bool soft = (i >= n || gives) && sn_row_is_soft(system, i);
        work->linear.g[i] = work->bilateral.active[i] && !soft ? -work->ahead.residual[i] : 0;
    }
}

/* Where it is one Newton step of many, many contacts need not be known better than that is. */
static SnFault solve_correction(const SnSystem *system, const SnState *state, SnWorkspace *work,
                                double tolerance)
{
    SnContactWorkspace *w = work->contacts;
    const double coarse = w ? w->take.coarse : 0;
    if (w)
        w->take.coarse = tolerance == UNREFINED ? ROUGH_CONTACTS : 0;
    const SnFault fault = sn_solve_mixed(system, state, work, false);
    if (w)
        w->take.coarse = coarse;
    return fault;
}

/* Whether contacts contradict each other, as where one point of tissue is between walls on all
 * sides of it: then what is pushed out by a little goes far. */
static bool is_contradicted(const SnSystem *system, const SnWorkspace *work)
{
    double most = 0, furthest = 0;
    if (system->fems.n == 0 || !sn_has_contacts(work) || !work->contacts->soft)
        return false;
    for (int i = 0; i < system->rows.n; i++)
        most = fmax(most, fabs(work->linear.g[i]));
    for (int i = 0; i < work->unilateral.dynamic.n; i++)
        most = fmax(most, work->unilateral.dynamic.row[i].bound);
    for (int i = 0; i < system->n_active; i++)
        for (int k = 0; k < 3 && k < system->blocks[i].n; k++)
            furthest = fmax(furthest, fabs(work->linear.u[system->blocks[i].u + k]));
    return most > 0 && furthest > CONTRADICTED * most;
}

/* Nothing is pushed out in this correction; where surfaces that cut are pulled apart, what is in
 * their way yields. */
static void leave_contacts(SnWorkspace *work)
{
    const bool pulls = work->contacts->soft->pulls;
    for (int i = 0; i < work->unilateral.dynamic.n; i++) {
        SnDynamicRow *row = &work->unilateral.dynamic.row[i];
        if (row->class == &sn_contact_rows && pulls)
            row->softness = fmax(row->softness, IN_THE_WAY * sn_row_freedom(work, i));
        else if (row->class == &sn_contact_rows)
            row->bound = fmin(row->bound, 0);
        row->impulse = 0;
    }
}

static SnFault correct(const SnSystem *system, SnState *state, SnWorkspace *work, double tolerance)
{
    const bool looked = work->step.at_end;
    work->step.at_end = false;
    if (system->rows.n + work->unilateral.dynamic.n == 0)
        return (SnFault){0};
    if (!looked)
        sn_kinematics(system, sn_state_q(state), sn_state_u(state), work);
    sn_rows(system, state, work, false, &work->ahead);
    SnId id;
    if (sn_worst_residual(system, state, work, &work->ahead, &id) <= 1e-16 * system->length_scale &&
        !sn_contacts_overlap(system, state, work))
        return (SnFault){0};

    memset(work->linear.f, 0, (size_t)system->n_u_active * sizeof(double));
    aim_at_closed(system, work);
    sn_rod_contacts_pushed(work);
    for (int i = 0; i < work->unilateral.dynamic.n; i++) {
        SnDynamicRow *row = &work->unilateral.dynamic.row[i];
        const double gap = row->class == &sn_contact_rows
                               ? sn_contact_open(system, state, work, row)
                               : sn_dynamic_row_gap(system, state, work, &work->ahead, row);
        row->bound = row->compliance == 0 ? -gap : -HUGE_VAL;
        row->softness = sn_contact_yields(work, row) * sn_row_freedom(work, i);
        row->impulse = 0;
    }
    work->linear.tolerance = tolerance;
    sn_friction_hold(work);
    sn_contacts_aim(work, SN_CONTACT_FRICTIONLESS);
    SnFault fault = solve_correction(system, state, work, tolerance);
    if (fault.code == SN_FAULT_NONE && is_contradicted(system, work)) {
        leave_contacts(work);
        memset(work->linear.f, 0, (size_t)system->n_u_active * sizeof(double));
        fault = solve_correction(system, state, work, tolerance);
    }
    work->linear.tolerance = system->tolerance;
    if (fault.code == SN_FAULT_NONE) {
        sn_contacts_shorten(system, work);
        sn_contacts_displace(system, state, work);
    }
    return fault;
}

SnFault sn_correct_positions(const SnSystem *system, SnState *state, SnWorkspace *work)
{
    assert(!work || work->system == system);
    return correct(system, state, work, UNREFINED); /* one Newton step is not exact anyway */
}

/* Elastic energy and height [J]. */
static double potential_energy(const SnSystem *system, const double *inputs, const SnState *state,
                               SnWorkspace *work)
{
    double energy[2];
    sn_step_evaluate(system, inputs, state, work);
    sn_complete_forces(system, state, work);
    sn_audit(system, state, work, energy, NULL);
    return energy[1];
}

SnFault sn_pull_apart(const SnSystem *system, const double *inputs, SnState *state,
                      SnWorkspace *work)
{
    assert(!work || work->system == system);
    const double h = SN_SOFT_LONG * work->step.size;
    const double before = potential_energy(system, inputs, state, work);
    sn_kinematics(system, sn_state_q(state), sn_state_u(state), work);
    sn_rows(system, state, work, true, &work->rows);
    SnFault fault = sn_factor_implicit(system, inputs, state, work, 0, h * h, 1 / (h * h));
    work->contacts->soft->pulls = true;
    if (fault.code == SN_FAULT_NONE)
        fault = correct(system, state, work, REFINED);
    work->contacts->soft->pulls = false;
    work->step.placed = false;
    if (fault.code == SN_FAULT_NONE) {
        const double after = potential_energy(system, inputs, state, work);
        work->contacts->lifted += fmax(after - before, 0);
    }
    return fault;
}

/* Work of the pressures of the step on what volumes are off [J]. */
static double pressure_work(const SnSystem *system, const SnState *state, const SnRowValues *rows)
{
    double sum = 0;
    for (int i = system->joints.n_rows; i < system->rows.n - system->general.n_rows; i++)
        sum += fabs(sn_state_lambda_const(state)[i] * rows->residual[i]);
    return sum;
}

/* Kinetic energy of late, or of what hardly moves. */
static double motion_energy(const SnSystem *system, const SnState *state)
{
    const double *u = sn_state_u_const(state), slow = SLOWLY * system->length_scale;
    double sum = 0;
    for (int i = 0; i < system->n_active + system->n_attached; i++)
        if (sn_block_has_mass(&system->blocks[i]))
            sum += 0.5 * system->blocks[i].mass *
                   fmax(sn_v3_dot(u + system->blocks[i].u, u + system->blocks[i].u), slow * slow);
    return fmax(sum, sn_state_parts_const(state)[SN_PARTS_SWING]);
}

SnFault sn_close_volumes(const SnSystem *system, const double *inputs, SnState *state,
                         SnWorkspace *work)
{
    assert(!work || work->system == system);
    SnFault fault = {0};
    double last = HUGE_VAL;
    bool fresh = false;
    if (system->rows.n - system->general.n_rows == system->joints.n_rows)
        return fault;
    const double swing = motion_energy(system, state);
    for (int k = 0; k < MOST_REPEATS && fault.code == SN_FAULT_NONE; k++) {
        sn_fem_rows(system, state, work, false, &work->ahead);
        const double left = pressure_work(system, state, &work->ahead);
        if (left <= UNMOVED * swing || (fresh && !(left < 0.5 * last)))
            break;
        if (!(left < SLOW * last)) { /* rows have turned too far from those in the factor */
            if (left <= WORTH * swing)
                break;
            fault = sn_factor_mass(system, inputs, state, work);
            fresh = true;
        }
        last = left;
        if (fault.code == SN_FAULT_NONE)
            fault = correct(system, state, work, fresh ? REFINED : UNREFINED);
    }
    return fault;
}

/* --- are they closed? --- */

/* What row i is open, over what counts as closed; rows that give way, that are switched off or that
 * are pushed out little by little (contact) are none.  Those of FEM models are volumes. */
static double openness(const SnSystem *system, const SnWorkspace *work, const SnRowValues *rows,
                       int i)
{
    const int general = i - (system->rows.n - system->general.n_rows);
    if (!work->bilateral.active[i] || sn_row_is_soft(system, i))
        return 0;
    const double length = CLOSED * system->length_scale;
    if (i < system->joints.n_rows)
        return fabs(rows->residual[i]) /
               (system->joints.rows[i].shape == SN_ROW_ROTATION ? CLOSED : length);
    if (general < 0 || sn_row_is_contact(system, i))
        return 0;
    const bool gear = system->general.rows[general].class == &sn_gear_constraint;
    return fabs(rows->residual[i]) / (gear ? fmax(CLOSED, length) : length);
}

/* The most open row, -1: all are closed. */
static int most_open(const SnSystem *system, const SnWorkspace *work, const SnRowValues *rows,
                     double *most)
{
    int row = -1;
    *most = 1;
    const int general = system->rows.n - system->general.n_rows;
    const double least = CLOSED * fmin(system->length_scale, 1);
    for (int i = 0; i < system->rows.n; i++) {
        if (i == system->joints.n_rows)
            i = general; /* those of FEM models are volumes */
        if (i >= system->rows.n || fabs(rows->residual[i]) <= least)
            continue;
        const double open = openness(system, work, rows, i);
        if (!(open <= *most)) {
            *most = open;
            row = i;
        }
    }
    return row;
}

static SnFault stays_open(const SnSystem *system, const SnState *state, const SnRowValues *rows,
                          int row)
{
    const int general = row - (system->rows.n - system->general.n_rows);
    const bool joint = row < system->joints.n_rows;
    const SnId id = joint ? system->joints.joints[system->joints.rows[row].joint].id
                          : system->general.rows[general].id;
    SnFault fault = sn_fault(SN_FAULT_OPEN, id, state->time, "");
    const bool angle = joint && system->joints.rows[row].shape == SN_ROW_ROTATION;
    snprintf(fault.text, sizeof fault.text,
             "%s cannot be kept closed: a step leaves it %.2g %s open. Try a smaller step, masses "
             "and inertias that differ less, or some compliance.",
             joint ? "This joint" : "This constraint", fabs(rows->residual[row]),
             angle ? "rad" : "m");
    return fault;
}

static SnFault close_rows(const SnSystem *system, const double *inputs, SnState *state,
                          SnWorkspace *work)
{
    double last = HUGE_VAL, open;
    int worse = 0;
    for (int k = 0;; k++) {
        sn_kinematics(system, sn_state_q(state), sn_state_u(state), work);
        sn_rows(system, state, work, false, &work->ahead);
        const int row = most_open(system, work, &work->ahead, &open);
        worse += !(open < last);
        if (row < 0 || (worse > 0 && open <= TOLERATED)) {
            work->step.placed = true;
            return (SnFault){0};
        }
        if (k == MOST || worse == MOST_WORSE || !isfinite(open))
            return stays_open(system, work->step.backup, &work->ahead, row);
        last = open;
        SnFault fault = {0};
        if (k > 0) /* first once more with that of the step, which costs little */
            fault = sn_factor_mass(system, inputs, state, work);
        if (fault.code == SN_FAULT_NONE)
            fault = correct(system, state, work, k > 0 ? REFINED : UNREFINED);
        if (fault.code != SN_FAULT_NONE)
            return fault;
        work->step.placed = false;
    }
}

SnFault sn_close_rows(const SnSystem *system, const double *inputs, SnState *state,
                      SnWorkspace *work)
{
    assert(!work || work->system == system);
    if (system->joints.n_rows + system->general.n_rows == 0)
        return (SnFault){0};
    if (!work->contacts)
        return close_rows(system, inputs, state, work);
    /* what is pushed out again and again turns, and so opens joints again and again */
    work->contacts->closing = true;
    const SnFault fault = close_rows(system, inputs, state, work);
    work->contacts->closing = false;
    return fault;
}
