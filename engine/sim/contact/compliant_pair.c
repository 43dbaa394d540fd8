/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/contact/compliant_pair.h"

#include "engine/base/vec.h"

#include <math.h>

void sn_pair_begin(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                   const SnCompliantPair *pair, SnPairForce *c)
{
    c->pair = pair;
    c->state = state;
    c->rule = &system->contacts.rules[pair->rule];
    for (int s = 0; s < 2; s++) {
        c->placed[s] = sn_place_shape(system, state, work, pair->shape[s]);
        c->bodies.block[s] = c->placed[s].shape->block;
        c->velocity[s] = sn_state_u_const(state) + system->blocks[c->bodies.block[s]].u;
        c->spin[s] = c->velocity[s] + 3;
        const double *acceleration =
            sn_state_acceleration_const(state) + system->blocks[c->bodies.block[s]].u;
        for (int k = 0; k < 6; k++)
            c->ahead[s][k] = c->velocity[s][k] + c->h * acceleration[k];
    }
}

void sn_pair_wrench(double scale, const double from[12], double to[12])
{
    for (int i = 0; i < 12; i++)
        to[i] += scale * from[i];
}

/* What is implicit of a point: for backward Euler along its way, else the derivatives here. */
void sn_pair_linearise(SnPairForce *c, const SnCompliantLaw *law, const SnCompliantPoint *p,
                       const SnCompliantForce *f)
{
    double start[12], by_q[12][12], by_u[12][12];
    if (c->euler) {
        SnCompliantPoint ahead = *p;
        for (int s = 0; s < 2; s++) {
            ahead.velocity[s] = c->ahead[s];
            ahead.spin[s] = c->ahead[s] + 3;
        }
        sn_compliant_step(law, p, c->h, sn_compliant_rate(&ahead), start, c->stiffness, c->damping);
        sn_pair_wrench(1, start, c->start);
        return;
    }
    if (!(p->overlap > 0))
        return;
    if (c->plain) { /* positive semidefinite: what backward Euler takes at no velocity */
        sn_compliant_step(law, p, 0, 0, start, c->stiffness, c->damping);
        sn_pair_wrench(1, f->wrench, c->start);
        return;
    }
    sn_compliant_jacobians(law, p, by_q, by_u);
    sn_pair_wrench(1, f->wrench, c->start);
    for (int r = 0; r < 12; r++)
        for (int col = 0; col < 12; col++) {
            c->stiffness[r][col] += by_q[r][col];
            c->damping[r][col] += by_u[r][col];
            c->start[r] -= by_u[r][col] * (col % 6 < 3 ? c->velocity[col / 6][col % 3]
                                                       : c->spin[col / 6][col % 3]);
        }
}

void sn_pair_place(const SnPairForce *c, const double at[3], SnCompliantPoint *p)
{
    for (int s = 0; s < 2; s++) {
        p->rotation[s] = c->placed[s].rotation;
        p->velocity[s] = c->velocity[s];
        p->spin[s] = c->spin[s];
        sn_v3_sub(at, c->placed[s].center, p->arm[s]);
    }
}

/* Of the spring along the surface. */
static double stretch_energy(const SnCompliantLaw *law, const SnCompliantForce *f)
{
    const double share = f->pull / law->lateral; /* of the stretch; the rest slips */
    return 0.5 * law->lateral * share * share * sn_v3_dot(f->stretch, f->stretch);
}

/* One point; its pressing force. */
double sn_pair_point(SnPairForce *c, const SnCompliantLaw *law, SnCompliantPoint *p,
                     const double at[3], double area)
{
    SnCompliantForce f;
    SnCompliantSums *sums = c->sums;
    sn_pair_place(c, at, p);
    sn_compliant_force(law, p, &f);
    if (c->implicit)
        sn_pair_linearise(c, law, p, &f);
    if (!(p->overlap > 0))
        return 0;
    double energy, place[3];
    sn_pair_wrench(1, f.wrench, c->wrench);
    sn_compliant_law(law, p->overlap, NULL, &energy);
    sn_v3_add(at, f.place, place);
    sn_v3_axpy(c->sign, f.force, sums->force);
    sn_v3_axpy(c->sign * f.pressing, p->normal, sums->normal);
    sn_v3_axpy(f.pressing, place, sums->center);
    const double out = c->pair->shape[1] < c->pair->shape[0] ? 1 : -1;
    c->pressed->force += f.pressing;
    sn_v3_axpy(out * f.pressing, p->normal, c->pressed->normal);
    sn_v3_axpy(f.pressing, place, c->pressed->center);
    sums->normal_force += f.pressing;
    sums->friction_force += sn_v3_norm(f.along);
    sums->slip += f.pressing * f.slip;
    sums->penetration = fmax(sums->penetration, p->overlap);
    sums->energy += energy + (p->held ? stretch_energy(law, &f) : 0);
    sums->area += area;
    sums->n++;
    return f.pressing;
}
