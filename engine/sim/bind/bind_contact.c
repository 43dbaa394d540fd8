/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/bind/bind_contact.h"

#include "engine/base/vec.h"
#include "engine/sim/contact/collision_time.h"
#include "engine/sim/contact/contact.h"
#include "engine/sim/contact/contact_pressure.h"
#include "engine/sim/system/compliant_contacts.h"

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
    case SN_BIND_COLLISION_MODULUS:
        return &rule->compliant.modulus;
    case SN_BIND_COLLISION_POISSON:
        return &rule->compliant.poisson;
    case SN_BIND_COLLISION_THICKNESS:
        return &rule->compliant.thickness;
    case SN_BIND_COLLISION_PRESSURE_MODULUS:
        return &rule->compliant.pressure_modulus;
    case SN_BIND_COLLISION_QUADRATIC_MODULUS:
        return &rule->compliant.quadratic_modulus;
    case SN_BIND_COLLISION_CUBIC_MODULUS:
        return &rule->compliant.cubic_modulus;
    case SN_BIND_COLLISION_OFFSET:
        return &rule->compliant.offset;
    case SN_BIND_COLLISION_DISSIPATION:
        return &rule->compliant.dissipation;
    case SN_BIND_COLLISION_STATIC_FRICTION:
        return &rule->compliant.static_friction;
    case SN_BIND_COLLISION_VISCOUS_FRICTION:
        return &rule->compliant.viscous_friction;
    case SN_BIND_COLLISION_TRANSITION_VELOCITY:
        return &rule->compliant.transition_velocity;
    case SN_BIND_COLLISION_LOOK_AHEAD:
        return &rule->compliant.look_ahead;
    case SN_BIND_COLLISION_GAP:
        return &rule->gap;
    case SN_BIND_COLLISION_ROLLING:
        return &rule->rolling;
    case SN_BIND_COLLISION_TORSION:
        return &rule->torsion;
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

int sn_bind_collision_time(const SnBindContext *c, double *value)
{
    const SnCollisionTime found = sn_collision_time(c->system, c->state, c->work, c->index);
    if (c->bind == SN_BIND_COLLISION_POINT)
        sn_v3_copy(found.point, value);
    else
        *value = found.time;
    return 1;
}

typedef struct Sums {
    double force[3], normal_force, friction_force, normal[3], center[3], penetration;
    double slip, slip_weight, pressing, area, pressure; /* pressing: that has an area */
    int n;
} Sums;

/* 1: the record's force acts on a body of side B as it is; -1: on one of A. */
static double direction(const SnContactRule *rule, const double *record)
{
    const int a = (int)record[SN_CONTACT_FIRST], b = (int)record[SN_CONTACT_SECOND];
    return rule->side[0][a] && rule->side[1][b] ? 1 : -1;
}

static Sums add_compliant(const SnBindContext *c)
{
    Sums sums = {{0}};
    const SnCompliantSums *from = sn_compliant_sums(c->system, c->work, c->index);
    if (!from)
        return sums;
    sn_v3_copy(from->force, sums.force);
    sn_v3_copy(from->normal, sums.normal);
    sn_v3_copy(from->center, sums.center);
    sums.normal_force = from->normal_force;
    sums.friction_force = from->friction_force;
    sums.penetration = from->penetration;
    sums.slip = from->slip;
    sums.slip_weight = from->normal_force;
    sums.pressing = from->normal_force;
    sums.area = from->area;
    sums.pressure = from->pressure;
    sums.n = from->n;
    return sums;
}

/* Adds the speed of one body along the other at a contact, if neither deforms. */
static void add_slip(const SnBindContext *c, const double *record, Sums *sums)
{
    const int shapes[2] = {(int)record[SN_CONTACT_FIRST], (int)record[SN_CONTACT_SECOND]};
    const int n = c->system->contacts.n_shapes;
    if (shapes[0] >= n || shapes[1] >= n)
        return;
    const double *q = sn_state_q_const(c->state), *u = sn_state_u_const(c->state);
    double v[3] = {0};
    for (int s = 0; s < 2; s++) {
        const SnBlock *block = &c->system->blocks[c->system->contacts.shapes[shapes[s]].block];
        double arm[3], spin[3], turn[3];
        sn_v3_sub(record + SN_CONTACT_POSITION, q + block->q, arm);
        sn_q_rotate(q + block->q + 3, u + block->u + 3, spin);
        sn_v3_cross(spin, arm, turn);
        sn_v3_add(turn, u + block->u, turn);
        sn_v3_axpy(s == 0 ? -1 : 1, turn, v);
    }
    sn_v3_axpy(-sn_v3_dot(v, record + SN_CONTACT_NORMAL), record + SN_CONTACT_NORMAL, v);
    sums->slip += record[SN_CONTACT_NORMAL_FORCE] * sn_v3_norm(v);
    sums->slip_weight += record[SN_CONTACT_NORMAL_FORCE];
}

static Sums add_up(const SnBindContext *c)
{
    Sums sums = add_compliant(c);
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
        add_slip(c, record, &sums);
        sums.n++;
    }
    sn_v3_normalize(sums.normal, sums.normal);
    if (sums.normal_force > 0)
        sn_v3_scale(1 / sums.normal_force, sums.center, sums.center);
    if (sums.slip_weight > 0)
        sums.slip /= sums.slip_weight;
    return sums;
}

/* Area and pressures on the surfaces of FEM models beside those of springs. */
static Sums add_pressures(const SnBindContext *c)
{
    Sums sums = add_up(c);
    const SnPressed pressed = sn_contact_pressed(c->system, c->state, c->work, c->index);
    sums.pressing += pressed.force;
    sums.area += pressed.area;
    sums.pressure = fmax(sums.pressure, pressed.pressure);
    return sums;
}

int sn_bind_contact_result(const SnBindContext *c, double *value)
{
    const bool of_area = c->bind == SN_BIND_COLLISION_AREA ||
                         c->bind == SN_BIND_COLLISION_MEAN_PRESSURE ||
                         c->bind == SN_BIND_COLLISION_MAX_PRESSURE;
    const Sums sums = of_area ? add_pressures(c) : add_up(c);
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
    case SN_BIND_COLLISION_SLIP:
        *value = sums.slip;
        return 1;
    case SN_BIND_COLLISION_AREA:
        *value = sums.area;
        return 1;
    case SN_BIND_COLLISION_MEAN_PRESSURE:
        *value = sums.area > 0 ? sums.pressing / sums.area : 0;
        return 1;
    case SN_BIND_COLLISION_MAX_PRESSURE:
        *value = sums.pressure;
        return 1;
    }
    return 0;
}
