/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a state keeps of contacts, and what those that give way hold where a model begins. */
#include "engine/base/vec.h"
#include "engine/sim/contact/contact.h"
#include "engine/sim/system/workspace.h"

#include <math.h>
#include <string.h>

static double *kept(const SnSystem *system, SnState *state)
{
    return sn_state_z(state) + system->rows.n_limits;
}

/* Its gap where the step ends [m]. */
static double gap_at_end(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                         const SnContact *c)
{
    const SnDynamicRow *row = &work->unilateral.dynamic.row[c->row];
    const double rate =
        sn_dynamic_row_rate(&work->unilateral.dynamic, c->row, work->linear.u) + row->prescribed;
    const SnStepMethod method = sn_step_method(system, work);
    const double left = method == SN_STEP_BACKWARD_EULER || method == SN_STEP_SYMPLECTIC_EULER
                            ? work->step.size
                        : method == SN_STEP_TRAPEZOIDAL ? 0.5 * work->step.size
                                                        : 0;
    return sn_contact_gap(state, system, work, c) + left * rate -
           (c->of_surface ? 0 : c->tolerance);
}

/* Whether it pushed, or gives way and is pressed by now: then it holds energy, and will push. */
static bool is_to_be_kept(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                          const SnContact *c)
{
    return work->unilateral.dynamic.row[c->row].impulse > 0 ||
           (system->contacts.rules[c->rule].compliance > 0 &&
            gap_at_end(system, state, work, c) < 0);
}

/* What the state is to know of a contact with this normal impulse. */
static void write_record(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                         const SnContact *c, double duration, double *record)
{
    const SnDynamicRow *row = &work->unilateral.dynamic.row[c->row];
    double *force = record + SN_CONTACT_FORCE;
    memcpy(record + SN_CONTACT_FEATURE, &c->feature, sizeof c->feature);
    record[SN_CONTACT_RULE] = c->rule;
    record[SN_CONTACT_NORMAL_FORCE] = row->impulse / duration;
    record[SN_CONTACT_GAP] = gap_at_end(system, state, work, c);
    sn_v3_scale(row->impulse / duration, c->normal, force);
    for (int t = 0; t < 2 && c->tangents >= 0; t++)
        sn_v3_axpy(work->contacts->rows.row[c->tangents + t].impulse / duration, c->tangent[t],
                   force);
    sn_v3_copy(c->point, record + SN_CONTACT_POSITION);
    sn_v3_copy(c->normal, record + SN_CONTACT_NORMAL);
    record[SN_CONTACT_FIRST] = c->shape[0];
    record[SN_CONTACT_SECOND] = c->shape[1];
}

void sn_contacts_keep(const SnSystem *system, SnWorkspace *work, double duration, SnState *state)
{
    if (!work->contacts)
        return;
    double *z = kept(system, state);
    int n = 0;
    for (int i = 0; i < work->contacts->n && n < system->contacts.most; i++) {
        const SnContact *c = &work->contacts->contacts[i];
        if (is_to_be_kept(system, state, work, c))
            write_record(system, state, work, c, duration, z + 1 + SN_CONTACT_RECORD * n++);
    }
    const int before = sn_contacts_count(system, state);
    if (n < before)
        memset(z + 1 + SN_CONTACT_RECORD * n, 0,
               (size_t)(SN_CONTACT_RECORD * (before - n)) * sizeof *z);
    z[0] = n;
}

/* Of one that holds energy, but parts in the step to come. */
static void write_idle(const SnContact *c, double gap, double *record)
{
    memset(record, 0, SN_CONTACT_RECORD * sizeof *record);
    memcpy(record + SN_CONTACT_FEATURE, &c->feature, sizeof c->feature);
    record[SN_CONTACT_RULE] = c->rule;
    record[SN_CONTACT_GAP] = gap;
    sn_v3_copy(c->point, record + SN_CONTACT_POSITION);
    sn_v3_copy(c->normal, record + SN_CONTACT_NORMAL);
    record[SN_CONTACT_FIRST] = c->shape[0];
    record[SN_CONTACT_SECOND] = c->shape[1];
}

void sn_contacts_take_back(const SnSystem *system, const SnState *before, const SnWorkspace *work,
                           SnState *state)
{
    if (!sn_has_contacts(work))
        return;
    double *z = kept(system, state);
    const int known = sn_contacts_count(system, state);
    int n = known;
    for (int i = 0; i < work->contacts->n; i++) {
        const SnContact *c = &work->contacts->contacts[i];
        const double gap =
            sn_contact_gap(before, system, NULL, c) - (c->of_surface ? 0 : c->tolerance);
        int k = 0;
        while (k < known && sn_contact_record_feature(z + 1 + SN_CONTACT_RECORD * k) != c->feature)
            k++;
        if (k < known)
            z[1 + SN_CONTACT_RECORD * k + SN_CONTACT_GAP] = gap;
        else if (system->contacts.rules[c->rule].compliance > 0 && gap < 0 &&
                 n < system->contacts.most)
            write_idle(c, gap, z + 1 + SN_CONTACT_RECORD * n++);
    }
    z[0] = n;
}

double sn_contacts_energy_at_start(const SnSystem *system, const SnState *state,
                                   const SnWorkspace *work)
{
    double sum = 0;
    for (int i = 0; sn_has_contacts(work) && i < work->contacts->n; i++) {
        const SnContact *c = &work->contacts->contacts[i];
        const double compliance = system->contacts.rules[c->rule].compliance;
        const double gap = fmin(sn_contact_gap(state, system, work, c), 0);
        sum += compliance > 0 ? 0.5 * gap * gap / compliance : 0;
    }
    return sn_contacts_count(system, state) > 0 ? 0 : sum;
}
