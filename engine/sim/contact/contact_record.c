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
