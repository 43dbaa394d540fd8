/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a state keeps of contacts: a record of each that carried a force in the last step, or gives
 * way and will. */
#include "engine/sim/contact/contact.h"

#include <assert.h>
#include <math.h>
#include <string.h>

int sn_contacts_count(const SnSystem *system, const SnState *state)
{
    const double *z = sn_state_z_const(state) + system->rows.n_limits;
    const int n =
        system->contacts.n_rules > 0 && z[0] >= 0 && z[0] <= system->contacts.most ? (int)z[0] : 0;
    return n;
}

const double *sn_contact_record(const SnSystem *system, const SnState *state, int i)
{
    assert(i >= 0 && i < system->contacts.most);
    return sn_state_z_const(state) + system->rows.n_limits + 1 + (size_t)i * SN_CONTACT_RECORD;
}

uint64_t sn_contact_record_feature(const double *record)
{
    uint64_t feature;
    memcpy(&feature, record + SN_CONTACT_FEATURE, sizeof feature);
    return feature;
}

double sn_contacts_energy(const SnSystem *system, const SnState *state)
{
    double sum = 0;
    for (int i = 0; i < sn_contacts_count(system, state); i++) {
        const double *record = sn_contact_record(system, state, i);
        const double compliance = system->contacts.rules[(int)record[SN_CONTACT_RULE]].compliance;
        const double gap = fmin(record[SN_CONTACT_GAP], 0);
        sum += compliance > 0 ? 0.5 * gap * gap / compliance : 0;
    }
    return sum;
}

/* What the contacts of a rule that gives way hold [J]. */
static double energy_of_rule(const SnSystem *system, const SnState *state, int rule)
{
    const double compliance = system->contacts.rules[rule].compliance;
    double sum = 0;
    for (int i = 0; compliance > 0 && i < sn_contacts_count(system, state); i++) {
        const double *record = sn_contact_record(system, state, i);
        const double gap = fmin(record[SN_CONTACT_GAP], 0);
        sum += (int)record[SN_CONTACT_RULE] == rule ? 0.5 * gap * gap / compliance : 0;
    }
    return sum;
}

static bool is_known(const SnSystem *system, const SnState *state, const double *record)
{
    const uint64_t feature = sn_contact_record_feature(record);
    for (int i = 0; i < sn_contacts_count(system, state); i++)
        if (sn_contact_record_feature(sn_contact_record(system, state, i)) == feature)
            return true;
    return false;
}

double sn_contacts_leap(const SnSystem *system, const SnState *before, const SnState *after,
                        SnId *id)
{
    double most = 0;
    for (int i = 0; i < sn_contacts_count(system, after); i++) {
        const double *record = sn_contact_record(system, after, i);
        const int rule = (int)record[SN_CONTACT_RULE];
        if (is_known(system, before, record))
            continue;
        const double rise =
            energy_of_rule(system, after, rule) - energy_of_rule(system, before, rule);
        if (rise > most)
            *id = system->contacts.rules[rule].id;
        most = fmax(most, rise);
    }
    return most;
}
