/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What walls that are led put into what they push: forces of contacts times the velocities there.
 */
#include "engine/base/vec.h"
#include "engine/sim/contact/contact.h"
#include "engine/sim/step/parts.h"
#include "engine/sim/system/workspace.h"

#include <assert.h>
#include <math.h>

/* Over the power at one end of a step: a wall that starts or stops in it moves faster at the other.
 */
#define UNEVEN 2

/* Whether nodes or points of strands are led, of which a contact does not tell. */
static bool points_are_led(const SnSystem *system, const double *given)
{
    for (int i = 0; i < system->n_blocks; i++)
        for (int k = 0; system->blocks[i].kind != SN_BLOCK_BODY && k < system->blocks[i].n; k++)
            if (given[system->blocks[i].u + k] != 0)
                return true;
    return false;
}

/* Of the shape's body, where it is led: what a contact's force and its moments do there at most. */
static double power_on(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                       const double *record, int shape, const double *given)
{
    const int block = system->contacts.shapes[shape].block;
    const SnBlock *body = &system->blocks[block];
    const SnContactRule *rule = &system->contacts.rules[(int)record[SN_CONTACT_RULE]];
    double arm[3], spin[3], velocity[3];
    sn_v3_sub(record + SN_CONTACT_POSITION, sn_state_q_const(state) + body->q, arm);
    sn_m3_mul_v3(work->motion.rotation[block], given + body->u + 3, spin);
    sn_v3_cross(spin, arm, velocity);
    sn_v3_add(velocity, given + body->u, velocity);
    return fabs(sn_v3_dot(record + SN_CONTACT_FORCE, velocity)) +
           (rule->torsion + rule->rolling) * record[SN_CONTACT_NORMAL_FORCE] * sn_v3_norm(spin);
}

double sn_contact_power(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                        const double *given)
{
    assert(work->system == system);
    const bool led = points_are_led(system, given);
    double sum = 0;
    uint64_t pushing = 0;
    for (int i = 0; i < sn_contacts_count(system, state); i++) {
        const double *record = sn_contact_record(system, state, i);
        pushing += record[SN_CONTACT_NORMAL_FORCE] > 0;
        for (int side = 0; side < 2; side++) {
            const int shape = (int)record[SN_CONTACT_FIRST + side];
            if (shape >= system->contacts.n_shapes && led)
                return HUGE_VAL;
            if (shape < system->contacts.n_shapes)
                sum += power_on(system, state, work, record, shape, given);
        }
    }
    return state->active > pushing ? HUGE_VAL : UNEVEN * sum;
}
