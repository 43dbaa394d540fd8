/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Energy of nothing: after each step the mechanical energy is compared with that before.  What it
 * may have gained is the work of what puts energy in (muscles, loads, what is driven along given
 * ways), at most the larger of their powers before and after, what activations change in energies
 * that depend on them, and a tolerance of the method.  A step that gains more is refused.
 *
 * Implicit methods lose and regain a little by turns, most where motion turns back: so what counts
 * is the largest kinetic energy of late, and what was lost of late may be gained again.
 *
 * What puts energy in is in energy_power.c.  The energy before is kept in the state with the power.
 * It is worked out again where hands or probes have changed a value since, and where it does not
 * explain the one after. */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/fem/material.h"
#include "engine/sim/contact/contact.h"
#include "engine/sim/path/muscle_force.h"
#include "engine/sim/solid/solid.h"
#include "engine/sim/step/parts.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* What may be gained, as shares of the largest kinetic energy of late: by and by, in the time of a
 * step, and in all before it is lost again; a little more where no smaller part will be tried. */
#define FORGET  0.01 /* of the largest kinetic energy, in a step */
#define SWINGS  0.02 /* gained by symplectic Euler where laws have corners, and lost again */
#define FASTEST 0.5  /* what its energy may be off by there: of a single oscillator h omega / 2 */

typedef struct Tolerance {
    double step, all;
    double forget; /* share of the largest kinetic energy */
} Tolerance;

static Tolerance tolerance_of(const SnSystem *system, const SnWorkspace *work)
{
    const double part = work->step.size / system->step_size;
    if (sn_step_is_staggered(system))
        return (Tolerance){.step = 1e-6 * part, .all = SWINGS, .forget = FORGET * part};
    if (sn_step_damps(system)) /* what gains is damped, however short */
        return (Tolerance){.step = 1e-8 * part, .all = 5e-4, .forget = FORGET * part};
    /* virtual nodes leap where the strand that holds them bends from one segment to the next: no
     * smaller part helps */
    const double last = system->strands.n > 0 ? 0.02 : 8e-4;
    return (Tolerance){
        .step = 1e-7 * part, .all = work->step.shortest ? last : 5e-4, .forget = FORGET * part};
}

#define LENIENT      5    /* times the mean of the powers, where it tells little */
#define OF_WEIGHT    1e-8 /* of the weight times the model's size ... */
#define PUSHED_OUT   1e-6 /* ... where limits and contacts push */
#define OF_POTENTIAL 1e-9
#define CREDIT       2e-3 /* of the largest kinetic energy: most that was lost and may come back */
#define SPENT        0.1  /* of that, in the time of a step */
#define STILL        1e-5 /* of its size a second: a model that moves by that rests */
#define MOSTLY       0.5  /* of a gain: what explains it */
#define ROUNDS       8 /* units in the last place of stretches that tissue's energy is read from */

/* --- energy --- */

typedef struct Energy {
    double kinetic, total; /* [J] */
    double power;          /* most that is put in [W]; infinite: it is not known */
    double pace;           /* power of all forces, where the method is staggered [W] */
    double lead;           /* work of weights in half a step, where joints follow late [J] */
} Energy;

/* Tissue whose stress fades: what it stores apart is not counted, and comes back later. */
static bool has_memory(const SnSystem *system)
{
    return system->state.n_history > system->paths.n_history + system->contacts.n_anchors;
}

/* Without that of muscles: all that they do is work that is put in (energy_power.c). */
static double total_energy(const SnSystem *system, const SnState *state, SnWorkspace *work,
                           double *kinetic)
{
    double energy[2];
    sn_energies(system, state, work, energy);
    *kinetic = energy[0];
    return energy[0] + energy[1] - sn_muscle_energy(system, work);
}

static double pace_of(const SnSystem *system, const SnState *state, SnWorkspace *work)
{
    if (!sn_step_is_staggered(system))
        return 0;
    sn_complete_forces(system, state, work);
    const int n = system->n_active + system->n_attached;
    const double *u = sn_state_u_const(state), *f = work->forces.applied;
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < system->blocks[i].n; k++)
            sum += u[system->blocks[i].u + k] * f[system->blocks[i].u + k];
    return sum;
}

/* Backward Euler takes the rows of joints from the start of a step, so velocities are those of its
 * middle as far as weights drive what hangs on joints (springs are implicit).  E + h/2 u w with the
 * weights w is then only lost, and E itself swings: a pendulum that falls lacks h/2 u w, and has it
 * back where it passes its lowest place. */
static bool joints_follow_late(const SnSystem *system)
{
    return system->method == SN_STEP_BACKWARD_EULER && system->joints.n_rows > 0;
}

static double lead_of(const SnSystem *system, const SnState *state, double h)
{
    double power = 0;
    for (int i = 0; i < system->n_active + system->n_attached && joints_follow_late(system); i++)
        if (sn_block_has_mass(&system->blocks[i]))
            power +=
                system->blocks[i].mass *
                sn_v3_dot(sn_state_u_const(state) + system->blocks[i].u, system->blocks[i].gravity);
    return 0.5 * h * power;
}

static Energy energy_of(const SnSystem *system, const double *inputs, const SnState *state,
                        SnWorkspace *work)
{
    Energy e;
    const double last = sn_state_parts_const(state)[SN_PARTS_SIZE];
    e.lead = lead_of(system, state, last > 0 ? last : work->step.size);
    e.pace = pace_of(system, state, work);
    e.total = total_energy(system, state, work, &e.kinetic);
    e.power = sn_given_power(system, inputs, state, work);
    return e;
}

/* --- the watch --- */

static double least_that_counts(const SnSystem *system, const SnState *state, const Energy *e)
{
    double weight = 0, mass = 0;
    for (int i = 0; i < system->n_active + system->n_attached; i++) {
        weight += system->blocks[i].mass * sn_v3_norm(system->blocks[i].gravity);
        mass += system->blocks[i].mass;
    }
    const double speed = STILL * system->length_scale;
    return 0.5 * mass * speed * speed +
           (state->active > 0 ? PUSHED_OUT : OF_WEIGHT) * weight * system->length_scale +
           OF_POTENTIAL * fabs(e->total - e->kinetic);
}

/* What the energy of tissue is known to: it is a difference of stretches that are about one. */
static double rounding_of_tissue(const SnSystem *system)
{
    double sum = 0;
    for (int f = 0; f < system->fems.n; f++) {
        const SnFemSolid *solid = system->fems.fems[f].solid;
        for (int e = 0; e < solid->n_elements; e++) {
            const SnMaterial *material = &solid->materials[solid->material_of[e]];
            const SnMaterialLaw *law = sn_material_class(material)->law;
            sum += solid->volume[e] * (law->shear(material) +
                                       (law->bulk ? law->bulk(material) : material->bulk_modulus));
        }
    }
    return ROUNDS * DBL_EPSILON * sum;
}

/* What matter that remembers gives back it has taken before: all that was lost since the watch
 * began may be gained again, and no more.  Then `kept` has what was gained in all, less than
 * nothing where more was lost [J]. */
static bool was_lost_before(const SnSystem *system, const SnState *state, const Tolerance *t,
                            const Energy *after, double gain, double *kept)
{
    const double gained = kept[SN_PARTS_GAINED] + gain;
    /* largest kinetic energy, but what of it was gained */
    const double swing = fmax(kept[SN_PARTS_SWING], after->kinetic - fmax(gained, 0));
    if (!(gained <= t->all * swing + least_that_counts(system, state, after)))
        return false;
    kept[SN_PARTS_SWING] = swing;
    kept[SN_PARTS_GAINED] = gained;
    return true;
}

static double kinetic_energy_of(const SnBlock *block, const double *u)
{
    double energy = 0.5 * block->mass * sn_v3_dot(u + block->u, u + block->u), spin[3];
    if (block->kind == SN_BLOCK_BODY) {
        sn_m3_mul_v3(block->inertia, u + block->u + 3, spin);
        energy += 0.5 * sn_v3_dot(u + block->u + 3, spin);
    }
    return energy;
}

/* What E + h/2 u f gains where the velocities before a part of h, in the middle of one of `last`,
 * are taken to the middle of one of h: u + (last - h)/2 a, with the part's own acceleration.
 * Constraints do no work by it. */
static double gain_of_change(const SnSystem *system, const SnState *state, SnWorkspace *work,
                             double pace)
{
    const SnState *before = work->step.backup;
    const double h = work->step.size, last = sn_part_before(system, before, h);
    if (last == h)
        return 0;
    double *rise = sn_scratch_take(work, "rise of velocities", system->n_u), energy = 0;
    for (int i = 0; i < system->n_u; i++)
        rise[i] = sn_state_u_const(state)[i] - sn_state_u_const(before)[i];
    for (int i = 0; i < system->n_active + system->n_attached; i++)
        if (sn_block_has_mass(&system->blocks[i]))
            energy += kinetic_energy_of(&system->blocks[i], rise);
    energy -= 0.5 * h * sn_inertia_power(system, state, work, rise);
    sn_scratch_give(work, rise);
    return 0.5 * (last - h) * pace + (last - h) / (last + h) * energy;
}

/* What is put in at most [J].  Where the method is staggered, the velocities of half a step before
 * and damping that comes a step late tell little of the power. */
static double most_work(const SnSystem *system, const SnWorkspace *work, const Energy *before,
                        const Energy *after)
{
    if (sn_step_is_staggered(system))
        return LENIENT * work->step.size * (before->power + after->power) / 2;
    return work->step.size * fmax(before->power, after->power);
}

/* What a gain is where E swings because joints follow late. */
typedef struct Swing {
    double room; /* how far E then is below where it has been by that [J] */
    double anew; /* gain that has not been there before [J] */
    bool late;   /* most of the gain is a swing */
} Swing;

/* What is lost otherwise does not come back, nor where something one-sided pushes. */
static Swing swing_of(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                      const Energy *before, const Energy *after, double gain, const double *kept)
{
    const double led = gain + after->lead - before->lead;
    Swing swing = {.anew = gain};
    if (!joints_follow_late(system) || state->active > 0 || work->step.backup->active > 0)
        return swing;
    swing.room = fmax(kept[SN_PARTS_ROOM] - gain + fmin(led, 0), 0);
    swing.anew = gain + swing.room - kept[SN_PARTS_ROOM];
    swing.late = led < MOSTLY * gain && !work->forces.joint_load_stiffness;
    return swing;
}

/* Whether the gain is explained, with the work of `activated` [J]; then `kept` has what was gained
 * of late. */
static bool explained(const SnSystem *system, const SnState *state, SnWorkspace *work,
                      const Energy *before, const Energy *after, double activated, double *kept)
{
    const double work_done = most_work(system, work, before, after);
    const double lifted = /* out of overlap */
        work->contacts ? work->contacts->lifted + work->contacts->parted : 0;
    const double later = 0.5 * work->step.size; /* than the velocities, where they are staggered */
    const double gain = after->total - before->total - work_done - lifted - activated +
                        later * (after->pace - before->pace) -
                        gain_of_change(system, state, work, before->pace);
    const Swing s = swing_of(system, state, work, before, after, gain, kept);
    const Tolerance t = tolerance_of(system, work);
    const double swing = fmax(fmax(before->kinetic, after->kinetic), kept[SN_PARTS_SWING]);
    const double least = least_that_counts(system, state, after);
    if (!(-later * after->pace <= FASTEST * swing + least))
        return false;
    if (has_memory(system))
        return was_lost_before(system, state, &t, after, gain, kept);
    const double budget = t.all - kept[SN_PARTS_GAINED] + t.step;
    work->step.late = s.late && !(s.anew <= t.step * swing + least);
    if (work->step.late || (!(s.anew <= budget * swing) && !(s.anew <= budget * swing + least) &&
                            !(s.anew <= budget * swing + least + rounding_of_tissue(system))))
        return false;
    const double left = swing > 0 ? fmax(budget - s.anew / swing, 0) : budget;
    kept[SN_PARTS_ROOM] = s.room;
    const double gained = fmax(t.all - left, -CREDIT), part = work->step.size / system->step_size;
    kept[SN_PARTS_SWING] = (1 - t.forget) * swing;
    kept[SN_PARTS_GAINED] = gained < 0 ? (1 - SPENT * part) * gained : gained;
    return true;
}

static SnFault energy_fault(const SnSystem *system, const SnState *state, SnWorkspace *work,
                            double gain)
{
    const SnState *before = work->step.backup;
    SnId id = SN_ID_NULL, leaps = SN_ID_NULL;
    double most = -HUGE_VAL;
    for (int i = 0; i < system->n_active + system->n_attached; i++) {
        const SnBlock *block = &system->blocks[i];
        if (!sn_block_has_mass(block))
            continue;
        const double rise = kinetic_energy_of(block, sn_state_u_const(state)) -
                            kinetic_energy_of(block, sn_state_u_const(before));
        if (rise > most) {
            most = rise;
            id = sn_block_owner(system, i);
        }
    }
    SnFault fault = sn_fault(SN_FAULT_ENERGY, id, before->time,
                             "A step ends where elements are inside out, most of it here: try a "
                             "smaller step, weaker forces, a stiffer material or more damping.");
    if (!isfinite(gain))
        return fault;
    if (sn_bushing_leapt(system, work, state, &id)) {
        fault.id = id;
        snprintf(
            fault.text, sizeof fault.text,
            "The turn of this bushing passes 180°, where its moment leaps: a step gains %.3g J "
            "that nothing puts in. Turn its frames so that it stays below, or weaken it.",
            gain);
        return fault;
    }
    if (sn_contacts_leap(system, before, state, &leaps) > MOSTLY * gain && gain > 0) {
        fault.id = leaps;
        snprintf(
            fault.text, sizeof fault.text,
            "Contacts give way point by point here, and other points meet: %.3g J of nothing. Use "
            "elastic_foundation or pressure_field, spheres, or no compliance.",
            gain);
        return fault;
    }
    if (sn_step_is_staggered(system) &&
        gain <= 0) /* refused for what a staggered method keeps in its place */
        snprintf(fault.text, sizeof fault.text,
                 "The step is too long for what is stiff or damped here and moves little mass: try "
                 "a smaller step or backward Euler.");
    else
        snprintf(fault.text, sizeof fault.text,
                 "A step gains %.3g J that nothing puts in, most of it here: try a smaller step%s.",
                 gain,
                 system->method == SN_STEP_BACKWARD_EULER ? " or more damping"
                                                          : ", more damping or backward Euler");
    return fault;
}

/* What corrections of the place have lifted, squeezed and stretched, measured, for a step of any
 * length: that of a short one is made by inertia, and says nothing of stiffness [J]. */
static double energy_of_corrections(const SnSystem *system, const double *inputs, SnState *state,
                                    SnWorkspace *work)
{
    const SnContactWorkspace *w = work->contacts;
    if (!w || !w->moved)
        return 0;
    const size_t size = (size_t)system->n_q * sizeof(double);
    double *end = sn_scratch_take(work, "places at the end", system->n_q), total[2], kinetic;
    memcpy(end, sn_state_q(state), size);
    for (int k = 0; k < 2; k++) {
        memcpy(sn_state_q(state), w->corrected + (size_t)k * (size_t)system->n_q, size);
        sn_step_evaluate(system, inputs, state, work);
        sn_complete_forces(system, state, work);
        total[k] = total_energy(system, state, work, &kinetic);
    }
    memcpy(sn_state_q(state), end, size);
    sn_scratch_give(work, end);
    return fmax(total[1] - total[0], 0);
}

/* Energy where the step began, with the values of now: results are then those of that place.  What
 * was put in there is not told by them: forces of constraint are of the step before. */
static void look_before(const SnSystem *system, const double *inputs, SnWorkspace *work,
                        Energy *before)
{
    const SnState *start = work->step.backup;
    sn_step_evaluate(system, inputs, start, work);
    sn_complete_forces(system, start, work);
    before->pace = pace_of(system, start, work);
    before->total = total_energy(system, start, work, &before->kinetic) +
                    sn_contacts_energy_at_start(system, start, work);
    const double last = sn_state_parts_const(start)[SN_PARTS_SIZE];
    before->lead = lead_of(system, start, last > 0 ? last : work->step.size);
}

/* Both ends of the step once more, with all forces: elements' are made where somebody asks. */
static void look_again(const SnSystem *system, const double *inputs, SnState *state,
                       SnWorkspace *work, Energy *before, Energy *after)
{
    if (work->contacts) {
        const double measured = energy_of_corrections(system, inputs, state, work);
        SnContactWorkspace *w = work->contacts;
        /* what has come in the step has sunk in it, before it was lifted */
        const double share = w->pushed > 0 ? w->pushed_before / w->pushed : 1;
        /* of rigid bodies, weights are in both */
        w->lifted = w->soft ? w->lifted + share * measured : share * fmax(w->lifted, measured);
        w->moved = false;
    }
    look_before(system, inputs, work, before);
    before->power = sn_given_power(system, inputs, work->step.backup, work);
    sn_step_evaluate(system, inputs, state, work);
    sn_complete_forces(system, state, work);
    after->power = sn_given_power(system, inputs, state, work);
    sn_step_evaluate(system, inputs, state, work);
}

SnFault sn_watch_energy(const SnSystem *system, const double *inputs, SnState *state,
                        SnWorkspace *work)
{
    assert(!work || work->system == system);
    double *kept = sn_state_parts(state);
    if (work->mouse_spring.block >= 0) {
        kept[SN_PARTS_KNOWN] = kept[SN_PARTS_SWING] = kept[SN_PARTS_GAINED] = 0;
        kept[SN_PARTS_ROOM] = 0;
        return (SnFault){0};
    }
    Energy after = energy_of(system, inputs, state, work);
    Energy before = {.total = kept[SN_PARTS_ENERGY],
                     .power = kept[SN_PARTS_POWER],
                     .pace = kept[SN_PARTS_PACE],
                     .lead = kept[SN_PARTS_LEAD]};
    work->step.late = false;
    const double power = after.power, activated = sn_work_of_activation(system, state, work);
    if (kept[SN_PARTS_KNOWN] == SN_ENERGY_CHANGED && isfinite(power)) {
        Energy now = before;
        look_before(system, inputs, work, &now);
        sn_step_evaluate(system, inputs, state, work);
        if (now.total != before.total || now.pace != before.pace) { /* else what was set was so */
            before = now;
            kept[SN_PARTS_ROOM] = 0;
        }
    }
    if (isfinite(power) && !(kept[SN_PARTS_KNOWN] != 0 &&
                             explained(system, state, work, &before, &after, activated, kept))) {
        if (work->step.late)
            return sn_fault(SN_FAULT_ENERGY, SN_ID_NULL, work->step.backup->time,
                            "Its joints follow too late.");
        look_again(system, inputs, state, work, &before, &after);
        if (!explained(system, state, work, &before, &after, activated, kept))
            return energy_fault(system, state, work, after.total - before.total);
    }
    kept[SN_PARTS_KNOWN] = isfinite(power);
    kept[SN_PARTS_ENERGY] = after.total;
    kept[SN_PARTS_POWER] = isfinite(power) ? power : 0;
    kept[SN_PARTS_PACE] = after.pace;
    kept[SN_PARTS_LEAD] = after.lead;
    return (SnFault){0};
}
