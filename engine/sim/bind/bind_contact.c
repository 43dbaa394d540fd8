/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/bind/bind_contact.h"

#include "engine/base/vec.h"
#include "engine/sim/contact/contact.h"

#include <math.h>
#include <string.h>

double *sn_bind_contact_parameter(SnSystem *system, int index, SnBind bind)
{
    SnContactRule *rule = &system->contacts.rules[index];
    switch ((int)bind) {
    case SN_BIND_COLLISION_FRICTION:
        return &rule->friction;
    case SN_BIND_COLLISION_RESTITUTION:
        return &rule->restitution;
    case SN_BIND_COLLISION_COMPLIANCE:
        return &rule->compliance;
    case SN_BIND_COLLISION_DAMPING:
        return &rule->damping;
    case SN_BIND_COLLISION_TOLERANCE:
        return &rule->tolerance;
    case SN_BIND_COLLISION_GAP:
        return &rule->gap;
    }
    return NULL;
}

int sn_bind_contact_switch(const SnBindContext *c, double *value)
{
    const SnContactRule *rule = &c->system->contacts.rules[c->index];
    *value = c->bind == SN_BIND_COLLISION_ENABLED  ? rule->enabled
             : c->bind == SN_BIND_COLLISION_JOINED ? rule->joined
                                                   : rule->self;
    return 1;
}

bool sn_bind_write_contact_enabled(SnSystem *system, SnState *state, int index, const double *value)
{
    (void)state;
    system->contacts.rules[index].enabled = value[0] != 0;
    return true;
}

bool sn_bind_write_contact_joined(SnSystem *system, SnState *state, int index, const double *value)
{
    (void)state;
    system->contacts.rules[index].joined = value[0] != 0;
    return true;
}

bool sn_bind_write_contact_self(SnSystem *system, SnState *state, int index, const double *value)
{
    (void)state;
    system->contacts.rules[index].self = value[0] != 0;
    return true;
}

/* --- results --- */

typedef struct Sums {
    double force[3], normal_force, friction_force, normal[3], center[3], penetration;
    int n;
} Sums;

/* 1: the record's force acts on a body of side B as it is; -1: on one of A. */
static double direction(const SnContactRule *rule, const double *record)
{
    const int a = (int)record[SN_CONTACT_FIRST], b = (int)record[SN_CONTACT_SECOND];
    return rule->side[0][a] && rule->side[1][b] ? 1 : -1;
}

static Sums add_up(const SnBindContext *c)
{
    Sums sums = {{0}};
    const SnContactRule *rule = &c->system->contacts.rules[c->index];
    for (int i = 0; i < sn_contacts_count(c->system, c->state); i++) {
        const double *record = sn_contact_record(c->system, c->state, i);
        if ((int)record[SN_CONTACT_RULE] != c->index)
            continue;
        const double sign = direction(rule, record), *force = record + SN_CONTACT_FORCE;
        const double pressing = record[SN_CONTACT_NORMAL_FORCE];
        double along[3];
        sn_v3_axpy(sign, force, sums.force);
        sn_v3_copy(force, along);
        sn_v3_axpy(-pressing, record + SN_CONTACT_NORMAL, along);
        sums.normal_force += pressing;
        sums.friction_force += sn_v3_norm(along);
        sn_v3_axpy(sign * pressing, record + SN_CONTACT_NORMAL, sums.normal);
        sn_v3_axpy(pressing, record + SN_CONTACT_POSITION, sums.center);
        sums.penetration = fmax(sums.penetration, -record[SN_CONTACT_GAP]);
        sums.n++;
    }
    sn_v3_normalize(sums.normal, sums.normal);
    if (sums.normal_force > 0)
        sn_v3_scale(1 / sums.normal_force, sums.center, sums.center);
    return sums;
}

int sn_bind_contact_result(const SnBindContext *c, double *value)
{
    const Sums sums = add_up(c);
    switch ((int)c->bind) {
    case SN_BIND_COLLISION_FORCE:
        sn_v3_copy(sums.force, value);
        return 1;
    case SN_BIND_COLLISION_NORMAL:
        sn_v3_copy(sums.normal, value);
        return 1;
    case SN_BIND_COLLISION_CENTER:
        sn_v3_copy(sums.center, value);
        return 1;
    case SN_BIND_COLLISION_NORMAL_FORCE:
        *value = sums.normal_force;
        return 1;
    case SN_BIND_COLLISION_FRICTION_FORCE:
        *value = sums.friction_force;
        return 1;
    case SN_BIND_COLLISION_CONTACTS:
        *value = sums.n;
        return 1;
    case SN_BIND_COLLISION_PENETRATION:
        *value = sums.penetration;
        return 1;
    }
    return 0;
}
