/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/motion/element_ahead.h"

#include <math.h>
#include <string.h>

#define N     SN_ELEMENT_COLUMNS
#define ERROR 0.05 /* of what a force without an energy does: it is as foreseen */

static double implicit_row(const SnElementAhead *e, int r, const double *u)
{
    double sum = 0;
    for (int c = 0; c < N; c++)
        sum += e->implicit[r][c] * u[e->column[c]];
    return sum;
}

void sn_element_start(const SnWorkspace *work, SnElementAhead *element, const double *force,
                      const double *velocity_free, double energy)
{
    const SnAheadWorkspace *ahead = &work->step.ahead;
    for (int r = 0; r < N; r++)
        element->start[r] =
            ahead->on ? force[r] + implicit_row(element, r, ahead->unknown) / work->step.size
                      : velocity_free[r];
    if (ahead->on)
        return;
    element->before_energy = energy;
}

void sn_element_foresee(const SnWorkspace *work, SnElementAhead *element)
{
    const double *next = work->step.ahead.next;
    element->work = 0;
    for (int r = 0; r < N; r++)
        element->work += next[element->column[r]] *
                         (work->step.size * element->start[r] - implicit_row(element, r, next));
}

double sn_element_gain(const SnWorkspace *work, const SnElementAhead *element, bool elastic,
                       double *exchanged)
{
    const double *next = work->step.ahead.next;
    double taken = element->now_energy - element->before_energy, against = 0;
    for (int r = 0; !elastic && r < N; r++)
        against -= work->step.size * next[element->column[r]] * element->now_force[r];
    taken = elastic ? taken : against;
    *exchanged += fabs(taken) + fabs(element->work);
    if (!elastic && (work->step.ahead.iteration >= SN_AHEAD_MUSCLES ||
                     fabs(taken + element->work) <= ERROR * (fabs(taken) + fabs(element->work))))
        return 0;
    return taken + element->work;
}

double sn_element_linear_power(const SnWorkspace *work, const SnElementAhead *element,
                               const double *direction, double *curvature)
{
    double power = 0;
    for (int r = 0; r < N; r++) {
        const double move = direction[element->column[r]];
        power += move * (work->step.size * element->start[r] -
                         implicit_row(element, r, work->step.ahead.next));
        *curvature += move * implicit_row(element, r, direction);
    }
    return power;
}

double sn_element_power(const SnWorkspace *work, const SnElementAhead *element,
                        const double *direction)
{
    double power = 0;
    for (int r = 0; r < N; r++)
        power += work->step.size * element->now_force[r] * direction[element->column[r]];
    return power;
}
