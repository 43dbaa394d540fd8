/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/contact/compliant_anchor.h"

#include "engine/base/vec.h"
#include "engine/sim/contact/compliant_bristle.h"

#include <math.h>
#include <string.h>

static const SnCompliantContacts *contacts_of(const SnSystem *system)
{
    return system->force[SN_FORCE_KIND_COMPLIANT_CONTACTS];
}

/* What the state keeps of a pair's springs. */
static int numbers_of(const SnSystem *system, const SnCompliantPair *pair)
{
    const SnCompliantContacts *contacts = contacts_of(system);
    const bool field = system->contacts.rules[pair->rule].method == SN_CONTACT_PRESSURE_FIELD;
    return (field ? SN_N_BRISTLE : SN_N_ANCHOR) * contacts->surfaces[pair->surface[0]].n;
}

void sn_finish_anchors(SnSystem *system)
{
    SnCompliantContacts *contacts = system->force[SN_FORCE_KIND_COMPLIANT_CONTACTS];
    system->contacts.n_anchors = 0;
    for (int i = 0; contacts && i < contacts->n; i++) {
        SnCompliantPair *pair = &contacts->pairs[i];
        const SnContactRule *rule = &system->contacts.rules[pair->rule];
        pair->anchors = -1;
        if (pair->surface[0] < 0 || !(rule->compliant.lateral_stiffness > 0))
            continue;
        const int n = numbers_of(system, pair);
        pair->anchors = system->state.n_history;
        system->state.n_history += n;
        system->contacts.n_anchors += n;
    }
}

void sn_anchor_hold(const SnCompliantPair *pair, const SnState *state, int i, const double at[3],
                    const SnPlacedShape *second, SnCompliantPoint *p)
{
    const double *kept = sn_state_history_const(state) + pair->anchors + SN_N_ANCHOR * i;
    p->held = kept[SN_ANCHOR_HELD] != 0;
    if (!p->held)
        return;
    sn_m3_mul_v3(second->rotation, kept + SN_ANCHOR_POINT, p->anchor);
    sn_v3_add(p->anchor, second->origin, p->anchor);
    sn_v3_sub(p->anchor, at, p->anchor);
}

/* One spring at the end of a step: its anchor is the place where its force acts, less what friction
 * lets it be stretched by. */
static void remember_spring(const SnCompliantLaw *law, const SnCompliantPoint *p,
                            const double at[3], const SnPlacedShape *second, double *kept)
{
    SnCompliantForce f;
    sn_compliant_force(law, p, &f);
    if (p->held && f.pull == law->lateral)
        return;
    double place[3];
    sn_v3_add(at, f.place, place);
    if (p->held && f.pull > 0) /* it slips */
        sn_v3_axpy(-f.pull / law->lateral, f.stretch, place);
    sn_v3_sub(place, second->origin, place);
    sn_m3_tmul_v3(second->rotation, place, kept + SN_ANCHOR_POINT);
    kept[SN_ANCHOR_HELD] = 1;
}

/* --- fields of pressure --- */

typedef struct Fields {
    const SnContactRule *rule;
    const SnPlacedShape *placed;
    const double *velocity[2];
    SnBristleSum *sum; /* of the triangles */
} Fields;

static void sum_patch(void *data, int triangle, const SnPressurePatch *patch)
{
    const Fields *fields = data;
    const SnCompliantLaw law = sn_patch_law(fields->rule, patch);
    SnCompliantPoint p = {.overlap = patch->pressure / patch->slope};
    SnCompliantForce f;
    sn_v3_copy(patch->normal, p.normal);
    for (int s = 0; s < 2; s++) {
        p.rotation[s] = fields->placed[s].rotation;
        p.velocity[s] = fields->velocity[s];
        p.spin[s] = p.velocity[s] + 3;
        sn_v3_sub(patch->place, fields->placed[s].center, p.arm[s]);
    }
    sn_compliant_force(&law, &p, &f);
    sn_bristle_add(&fields->sum[triangle], patch, f.pressing);
}

static void remember_field(const SnSystem *system, SnState *state, const SnWorkspace *work,
                           const SnCompliantPair *pair, const SnPlacedShape placed[2])
{
    const SnCompliantContacts *contacts = contacts_of(system);
    const SnContactRule *rule = &system->contacts.rules[pair->rule];
    const SnCompliantResults *results = work->forces.results[SN_FORCE_KIND_COMPLIANT_CONTACTS];
    const int n = contacts->surfaces[pair->surface[0]].n;
    Fields fields = {.rule = rule, .placed = placed, .sum = results->bristle};
    for (int s = 0; s < 2; s++)
        fields.velocity[s] = sn_state_u_const(state) + system->blocks[placed[s].shape->block].u;
    memset(fields.sum, 0, (size_t)n * sizeof *fields.sum);
    if (sn_compliant_pair_counts(system, pair))
        sn_compliant_patches(contacts, pair, rule, placed, sum_patch, &fields, NULL);
    for (int i = 0; i < n; i++)
        sn_bristle_remember(&fields.sum[i], rule->compliant.lateral_stiffness, rule->friction,
                            placed, sn_state_history(state) + pair->anchors + SN_N_BRISTLE * i);
}

/* --- all --- */

static void remember_pair(const SnSystem *system, SnState *state, SnWorkspace *work,
                          const SnCompliantPair *pair)
{
    const SnCompliantContacts *contacts = contacts_of(system);
    const SnContactRule *rule = &system->contacts.rules[pair->rule];
    const SnFoundationSurface *surface = &contacts->surfaces[pair->surface[0]];
    SnCompliantResults *results = work->forces.results[SN_FORCE_KIND_COMPLIANT_CONTACTS];
    const bool counts = sn_compliant_pair_counts(system, pair);
    SnPlacedShape placed[2];
    for (int s = 0; s < 2; s++)
        placed[s] = sn_place_shape(system, state, work, pair->shape[s]);
    if (rule->method == SN_CONTACT_PRESSURE_FIELD) {
        remember_field(system, state, work, pair, placed);
        return;
    }
    for (int i = 0; i < surface->n; i++) {
        double *kept = sn_state_history(state) + pair->anchors + SN_N_ANCHOR * i, at[3];
        sn_foundation_place(surface, i, &placed[0], at);
        const SnShapeDistance d =
            sn_shape_distance(contacts, pair->surface[1], &placed[1], at, rule->compliant.offset,
                              &results->hint[pair->first + i]);
        SnCompliantPoint p = sn_foundation_point(rule, &d);
        if (!counts || !(p.overlap > 0)) {
            memset(kept, 0, SN_N_ANCHOR * sizeof *kept);
            continue;
        }
        for (int s = 0; s < 2; s++) {
            p.rotation[s] = placed[s].rotation;
            p.velocity[s] = sn_state_u_const(state) + system->blocks[placed[s].shape->block].u;
            p.spin[s] = p.velocity[s] + 3;
            sn_v3_sub(at, placed[s].center, p.arm[s]);
        }
        sn_anchor_hold(pair, state, i, at, &placed[1], &p);
        const SnCompliantLaw law = sn_compliant_law_of(rule, pair->share * surface->area[i], 0);
        if (law.lateral > 0)
            remember_spring(&law, &p, at, &placed[1], kept);
    }
}

void sn_anchors_remember(const SnSystem *system, SnState *state, SnWorkspace *work)
{
    const SnCompliantContacts *contacts = contacts_of(system);
    if (system->contacts.n_anchors == 0)
        return;
    for (int i = 0; i < contacts->n; i++)
        if (contacts->pairs[i].anchors >= 0)
            remember_pair(system, state, work, &contacts->pairs[i]);
}

/* --- another system --- */

static bool is_same_shape(const SnSystem *a, int shape_a, const SnSystem *b, int shape_b)
{
    return sn_id_equal(a->contacts.shapes[shape_a].id, b->contacts.shapes[shape_b].id);
}

void sn_anchors_carry(const SnSystem *from_system, const SnState *from, const SnSystem *to_system,
                      SnState *to)
{
    const SnCompliantContacts *old = contacts_of(from_system), *now = contacts_of(to_system);
    for (int i = 0; old && now && i < now->n; i++)
        for (int k = 0; now->pairs[i].anchors >= 0 && k < old->n; k++) {
            const SnCompliantPair *a = &old->pairs[k], *b = &now->pairs[i];
            const int n = a->anchors >= 0 ? numbers_of(from_system, a) : 0;
            if (n == numbers_of(to_system, b) &&
                from_system->contacts.rules[a->rule].method ==
                    to_system->contacts.rules[b->rule].method &&
                sn_id_equal(from_system->contacts.rules[a->rule].id,
                            to_system->contacts.rules[b->rule].id) &&
                is_same_shape(from_system, a->shape[0], to_system, b->shape[0]) &&
                is_same_shape(from_system, a->shape[1], to_system, b->shape[1]))
                memcpy(sn_state_history(to) + b->anchors, sn_state_history_const(from) + a->anchors,
                       (size_t)n * sizeof(double));
        }
}
