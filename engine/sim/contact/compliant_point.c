/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/contact/compliant_point.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

double sn_compliant_law(const SnCompliantLaw *law, double x, double *slope, double *energy)
{
    double force = 0, rise = 0, work = 0;
    for (int i = 0; i < 3 && x > 0; i++) {
        if (law->coefficient[i] == 0)
            continue;
        const double e = law->exponent[i], part = law->coefficient[i] * pow(x, e);
        force += part;
        rise += e * part / x;
        work += part * x / (e + 1);
    }
    if (slope)
        *slope = rise;
    if (energy)
        *energy = work;
    return force;
}

/* mu(v) / v and its derivative over v, which both are finite at rest. */
static double friction_of(const SnCompliantLaw *law, double speed, double *slope)
{
    if (law->lateral > 0) {
        *slope = 0;
        return law->viscous_friction;
    }
    const double vt = law->transition, v = speed / vt;
    const double rise = 2 * (law->static_friction - law->dynamic_friction) / (1 + v * v);
    const double level = law->dynamic_friction + rise;
    const double level_slope = -2 * v * rise / (1 + v * v) / vt;
    const double share = speed < vt ? 1 / vt : 1 / speed;
    const double share_slope = speed < vt ? 0 : -1 / (speed * speed);
    *slope = share_slope * level + share * level_slope;
    return share * level + law->viscous_friction;
}

/* --- velocities --- */

/* Of the first body's material at p + place less that of the second's. */
static void relative_velocity(const SnCompliantPoint *p, const double place[3], double v[3])
{
    sn_v3_set(0, 0, 0, v);
    for (int s = 0; s < 2; s++) {
        double arm[3], spin[3], turn[3];
        sn_v3_add(p->arm[s], place, arm);
        sn_m3_mul_v3(p->rotation[s], p->spin[s], spin);
        sn_v3_cross(spin, arm, turn);
        sn_v3_add(turn, p->velocity[s], turn);
        sn_v3_axpy(s == 0 ? 1 : -1, turn, v);
    }
}

/* Force on the first body at p + place, the opposite on the second, as a wrench. */
static void wrench_of(const SnCompliantPoint *p, const double place[3], const double force[3],
                      double wrench[12])
{
    for (int s = 0; s < 2; s++) {
        double arm[3], turn[3], signed_force[3];
        sn_v3_scale(s == 0 ? 1 : -1, force, signed_force);
        sn_v3_copy(signed_force, wrench + 6 * s);
        sn_v3_add(p->arm[s], place, arm);
        sn_v3_cross(arm, signed_force, turn);
        sn_m3_tmul_v3(p->rotation[s], turn, wrench + 6 * s + 3);
    }
}

/* --- force --- */

/* What the force is made of. */
typedef struct Parts {
    double place[3], v[3], along[3]; /* velocity at the place, and along the surface */
    double rate;                     /* of the overlap */
    double rest, slope;              /* of the law */
    double pressing;
    double friction, friction_slope; /* mu(v) / v */
    double speed;
    double way[3], stretch[3], size; /* from the anchor to the place; along the surface; of this */
    double pull;                     /* force of the spring along the surface over its size */
    bool slips;
} Parts;

/* Of the spring along the surface. */
static void stretch_parts(const SnCompliantLaw *law, const SnCompliantPoint *p, Parts *a)
{
    sn_v3_sub(a->place, p->anchor, a->way);
    sn_v3_copy(a->way, a->stretch);
    sn_v3_axpy(-sn_v3_dot(a->way, p->normal), p->normal, a->stretch);
    a->size = sn_v3_norm(a->stretch);
    const double most = law->dynamic_friction * a->pressing;
    a->slips = law->lateral * a->size > most;
    a->pull = a->slips ? most / a->size : law->lateral;
}

static Parts parts_of(const SnCompliantLaw *law, const SnCompliantPoint *p)
{
    Parts a = {.pull = 0};
    sn_v3_scale(-p->lever + p->share * p->overlap, p->normal, a.place);
    relative_velocity(p, a.place, a.v);
    a.rate = -sn_v3_dot(p->normal, a.v);
    sn_v3_copy(a.v, a.along);
    sn_v3_axpy(a.rate, p->normal, a.along);
    a.rest = sn_compliant_law(law, p->overlap, &a.slope, NULL);
    a.pressing = fmax(a.rest * (1 + law->dissipation * a.rate), 0);
    a.speed = sn_v3_norm(a.along);
    a.friction = friction_of(law, a.speed, &a.friction_slope);
    if (p->held)
        stretch_parts(law, p, &a);
    return a;
}

void sn_compliant_force(const SnCompliantLaw *law, const SnCompliantPoint *p, SnCompliantForce *f)
{
    const Parts a = parts_of(law, p);
    f->pressing = a.pressing;
    f->slip = a.speed;
    sn_v3_copy(a.place, f->place);
    sn_v3_copy(a.stretch, f->stretch);
    f->pull = a.pull;
    sn_v3_scale(-a.pressing * a.friction, a.along, f->along);
    sn_v3_axpy(-a.pull, a.stretch, f->along);
    sn_v3_copy(f->along, f->force);
    sn_v3_axpy(a.pressing, p->normal, f->force);
    wrench_of(p, f->place, f->force, f->wrench);
}

/* --- derivatives --- */

/* Adds that of the spring along the surface, where its stretch and the pressing force change. */
static void pull_change(const SnCompliantLaw *law, const Parts *a, const double d_stretch[3],
                        double d_pressing, double d_force[3])
{
    sn_v3_axpy(-a->pull, d_stretch, d_force);
    if (!a->slips)
        return;
    const double longer = sn_v3_dot(a->stretch, d_stretch) / (a->size * a->size);
    sn_v3_axpy(a->pull * longer - law->dynamic_friction * d_pressing / a->size, a->stretch,
               d_force);
}

/* Change of the force where overlap, normal, velocity and stretch change. */
static void force_change(const SnCompliantLaw *law, const SnCompliantPoint *p, const Parts *a,
                         double d_overlap, const double d_normal[3], const double d_v[3],
                         const double d_stretch[3], double d_force[3])
{
    double d_along[3];
    const double d_rate = -sn_v3_dot(d_normal, a->v) - sn_v3_dot(p->normal, d_v);
    const double d_pressing = a->pressing > 0
                                  ? a->slope * (1 + law->dissipation * a->rate) * d_overlap +
                                        a->rest * law->dissipation * d_rate
                                  : 0;
    for (int k = 0; k < 3; k++)
        d_along[k] = d_v[k] + d_rate * p->normal[k] + a->rate * d_normal[k];
    const double d_speed = a->speed > 0 ? sn_v3_dot(a->along, d_along) / a->speed : 0;
    const double d_friction = d_pressing * a->friction + a->pressing * a->friction_slope * d_speed;
    for (int k = 0; k < 3; k++)
        d_force[k] = d_pressing * p->normal[k] + a->pressing * d_normal[k] -
                     d_friction * a->along[k] - a->pressing * a->friction * d_along[k];
    if (p->held)
        pull_change(law, a, d_stretch, d_pressing, d_force);
}

/* Change of the stretch where body s moves and turns, the normal and the place from p change. */
static void stretch_change(const SnCompliantPoint *p, const Parts *a, int s, const double move[3],
                           const double turn[3], const double d_normal[3], const double d_place[3],
                           double d_stretch[3])
{
    double arm[3], part[3], way[3];
    sn_v3_copy(p->arm[s], arm);
    if (s == 1)
        sn_v3_add(arm, p->anchor, arm);
    sn_v3_cross(turn, arm, part);
    sn_v3_add(part, move, part);
    sn_v3_copy(d_place, way);
    sn_v3_axpy(s == 0 ? 1 : -1, part, way);
    const double across = sn_v3_dot(p->normal, a->way);
    const double d_across = sn_v3_dot(p->normal, way) + sn_v3_dot(d_normal, a->way);
    for (int k = 0; k < 3; k++)
        d_stretch[k] = way[k] - across * d_normal[k] - d_across * p->normal[k];
}

/* Changes of the arms to the place, and of the relative velocity there (added to d_v) by spins,
 * which turn with their bodies, where body s moves and turns. */
static void arms_change(const SnCompliantPoint *p, const Parts *a, int s, const double move[3],
                        const double turn[3], const double d_place[3], double d_arm[2][3],
                        double d_v[3])
{
    for (int b = 0; b < 2; b++) {
        double spin[3], arm[3], part[3], d_spin[3];
        sn_v3_copy(d_place, d_arm[b]);
        /* p moves with the first body */
        if (s == 0) {
            sn_v3_cross(turn, p->arm[0], part);
            sn_v3_add(d_arm[b], part, d_arm[b]);
            if (b == 1)
                sn_v3_add(d_arm[b], move, d_arm[b]);
        } else if (b == 1) {
            sn_v3_sub(d_arm[b], move, d_arm[b]);
        }
        sn_m3_mul_v3(p->rotation[b], p->spin[b], spin);
        sn_v3_cross(spin, d_arm[b], part);
        sn_v3_axpy(b == 0 ? 1 : -1, part, d_v);
        if (b == s) {
            sn_v3_add(p->arm[b], a->place, arm);
            sn_v3_cross(turn, spin, d_spin);
            sn_v3_cross(d_spin, arm, part);
            sn_v3_axpy(b == 0 ? 1 : -1, part, d_v);
        }
    }
}

/* Adds to the column what the moments R' (arm x force) change by where body s turns and the arms
 * change. */
static void turn_moments(const SnCompliantPoint *p, const Parts *a, const double force[3], int s,
                         const double turn[3], double d_arm[2][3], double column[12])
{
    for (int b = 0; b < 2; b++) {
        double signed_force[3], moment[3], in_body[3], arm[3], part[3];
        sn_v3_scale(b == 0 ? 1 : -1, force, signed_force);
        sn_v3_cross(d_arm[b], signed_force, moment);
        if (b == s) {
            sn_v3_add(p->arm[b], a->place, arm);
            sn_v3_cross(arm, signed_force, part);
            sn_v3_cross(turn, part, in_body);
            sn_v3_sub(moment, in_body, moment);
        }
        sn_m3_tmul_v3(p->rotation[b], moment, in_body);
        sn_v3_add(column + 6 * b + 3, in_body, column + 6 * b + 3);
    }
}

/* Column of the derivative by displacement: p moves by the first body's, the surface by the
 * second's. */
static void displace(const SnCompliantLaw *law, const SnCompliantPoint *p, const Parts *a,
                     const double force[3], int s, int axis, double column[12])
{
    double move[3] = {0}, turn[3] = {0}, relative[3], d_normal[3], d_place[3], d_v[3] = {0};
    double d_force[3], part[3];
    if (axis < 3)
        move[axis] = 1;
    else
        for (int k = 0; k < 3; k++)
            turn[k] = p->rotation[s][3 * k + axis - 3];
    /* p against the surface */
    sn_v3_cross(turn, p->arm[s], relative);
    sn_v3_add(relative, move, relative);
    if (s == 1)
        sn_v3_scale(-1, relative, relative);
    sn_m3_mul_v3(p->curvature, relative, d_normal);
    if (s == 1) {
        sn_v3_cross(turn, p->normal, part);
        sn_v3_add(d_normal, part, d_normal);
    }
    const double d_overlap = -sn_v3_dot(p->normal, relative);
    for (int k = 0; k < 3; k++)
        d_place[k] =
            (-p->lever + p->share * p->overlap) * d_normal[k] + p->share * d_overlap * p->normal[k];
    double d_arm[2][3];
    arms_change(p, a, s, move, turn, d_place, d_arm, d_v);
    double d_stretch[3];
    stretch_change(p, a, s, move, turn, d_normal, d_place, d_stretch);
    force_change(law, p, a, d_overlap, d_normal, d_v, d_stretch, d_force);
    wrench_of(p, a->place, d_force, column);
    turn_moments(p, a, force, s, turn, d_arm, column);
}

/* Change of the relative velocity at the place with velocity `axis` of body s. */
static void velocity_change(const SnCompliantPoint *p, const double place[3], int s, int axis,
                            double d_v[3])
{
    double turn[3], arm[3];
    sn_v3_set(0, 0, 0, d_v);
    if (axis < 3) {
        d_v[axis] = 1;
    } else {
        for (int k = 0; k < 3; k++)
            turn[k] = p->rotation[s][3 * k + axis - 3];
        sn_v3_add(p->arm[s], place, arm);
        sn_v3_cross(turn, arm, d_v);
    }
    if (s == 1)
        sn_v3_scale(-1, d_v, d_v);
}

void sn_compliant_jacobians(const SnCompliantLaw *law, const SnCompliantPoint *p,
                            double (*by_q)[12], double (*by_u)[12])
{
    static const double still[3] = {0};
    const Parts a = parts_of(law, p);
    SnCompliantForce f;
    sn_compliant_force(law, p, &f);
    for (int c = 0; c < 12; c++) {
        double column[12], d_v[3], d_force[3];
        displace(law, p, &a, f.force, c / 6, c % 6, column);
        for (int r = 0; r < 12; r++)
            by_q[r][c] = column[r];
        velocity_change(p, a.place, c / 6, c % 6, d_v);
        force_change(law, p, &a, 0, still, d_v, still, d_force);
        wrench_of(p, a.place, d_force, column);
        for (int r = 0; r < 12; r++)
            by_u[r][c] = column[r];
    }
}

/* --- a step --- */

/* matrix -= factor g g', g the wrench of a unit force. */
static void subtract_square(const SnCompliantPoint *p, const double place[3],
                            const double direction[3], double factor, double (*matrix)[12])
{
    double g[12];
    wrench_of(p, place, direction, g);
    for (int r = 0; r < 12; r++)
        for (int c = 0; c < 12; c++)
            matrix[r][c] -= factor * g[r] * g[c];
}

double sn_compliant_rate(const SnCompliantPoint *p)
{
    double place[3], v[3];
    sn_v3_scale(-p->lever + p->share * p->overlap, p->normal, place);
    relative_velocity(p, place, v);
    return -sn_v3_dot(p->normal, v);
}

/* Of the spring along the surface where it would be at the end of a step at this velocity: what it
 * then has, so that it holds no more there than friction lets it. */
static double pull_ahead(const SnCompliantLaw *law, const Parts *a, double h, double pressing)
{
    double there[3];
    sn_v3_copy(a->stretch, there);
    sn_v3_axpy(h, a->along, there);
    const double size = fmax(sn_v3_norm(there), a->size), most = law->dynamic_friction * pressing;
    return law->lateral * size > most ? most / size : law->lateral;
}

static void add_pull(const SnCompliantPoint *p, const Parts *a, double pull, double start[12])
{
    double force[3], wrench[12];
    sn_v3_scale(-pull, a->stretch, force);
    wrench_of(p, a->place, force, wrench);
    for (int i = 0; i < 12; i++)
        start[i] += wrench[i];
}

void sn_compliant_step(const SnCompliantLaw *law, const SnCompliantPoint *p, double h,
                       double foreseen, double start[12], double (*stiffness)[12],
                       double (*damping)[12])
{
    const Parts a = parts_of(law, p);
    const double from = fmax(p->overlap, 0), to = p->overlap + h * foreseen;
    const double damp = 1 + law->dissipation * a.rate;
    memset(start, 0, 12 * sizeof *start);
    if (!(fmax(to, from) > 0) || !(damp > 0))
        return;
    /* a line through the law here and where it is going */
    double slope, force = sn_compliant_law(law, from, &slope, NULL);
    const double there = sn_compliant_law(law, to, NULL, NULL);
    const double way = fmax(to, 0) - from;
    if (fabs(way) > 1e-6 * fmax(from, fabs(to)))
        slope = (there - force) / way;
    double normal[3], tangent[2][3];
    sn_v3_scale(force + slope * (p->overlap - from), p->normal, normal);
    wrench_of(p, a.place, normal, start);
    subtract_square(p, a.place, p->normal, slope, stiffness);
    subtract_square(p, a.place, p->normal, law->dissipation * fmax(force, there), damping);
    sn_v3_tangents(p->normal, tangent[0], tangent[1]);
    const double pull = p->held ? pull_ahead(law, &a, h, fmax(there, 0) * damp) : 0;
    if (pull > 0)
        add_pull(p, &a, pull, start);
    for (int t = 0; t < 2; t++) {
        subtract_square(p, a.place, tangent[t], fmax(there, 0) * damp * a.friction, damping);
        if (pull > 0)
            subtract_square(p, a.place, tangent[t], pull, stiffness);
    }
}
