/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In axes of the drag, v the velocity of its centre less that of the fluid, w the spin, r half
 * edges or semi-axes, V = 4/3 pi rx ry rz, (i j k) cyclic.  Both laws have Stokes' resistance of a
 * ball of the mean radius.
 *
 * box: F_i = -2 rho r_j r_k |v_i| v_i, N_i = -rho/2 r_i (r_j^4 + r_k^4) |w_i| w_i.
 *
 * ellipsoid, A its shadow across v, A_m the largest one, n the normal where that begins:
 *   F = m v x w + C_m rho V w x v + C_k rho A (v.n / |v|) (n x v) x v
 *       - rho (C_b A + C_s (A_m - A)) |v| v
 *   N = m v x v + I w x w - rho |(C_a I_d + C_s (I_m - I_d)) w| w
 * with m, I of the fluid that goes along; its own acceleration is left out, as it is there. */
#include "engine/sim/rigid/fluid.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

#define TINY 1e-15

/* --- a number with its rates --- */

typedef struct Rated {
    double value, rate[SN_FLUID_RATES];
} Rated;

static Rated number(double value)
{
    return (Rated){.value = value};
}

static Rated variable(double value, int which)
{
    Rated r = {.value = value};
    r.rate[which] = 1;
    return r;
}

static Rated sum(const Rated *a, double factor, const Rated *b)
{
    Rated r = {.value = a->value + factor * b->value};
    for (int i = 0; i < SN_FLUID_RATES; i++)
        r.rate[i] = a->rate[i] + factor * b->rate[i];
    return r;
}

static Rated product(const Rated *a, const Rated *b)
{
    Rated r = {.value = a->value * b->value};
    for (int i = 0; i < SN_FLUID_RATES; i++)
        r.rate[i] = a->rate[i] * b->value + a->value * b->rate[i];
    return r;
}

/* f(a) of slope f'. */
static Rated of(const Rated *a, double value, double slope)
{
    Rated r = {.value = value};
    for (int i = 0; i < SN_FLUID_RATES; i++)
        r.rate[i] = slope * a->rate[i];
    return r;
}

static Rated root(const Rated *a)
{
    const double value = sqrt(fmax(a->value, 0));
    return of(a, value, value > 0 ? 0.5 / value : 0);
}

static Rated inverse(const Rated *a)
{
    return of(a, 1 / a->value, -1 / (a->value * a->value));
}

static void add_to(Rated *a, double factor, const Rated *b)
{
    *a = sum(a, factor, b);
}

static void cross(const Rated a[3], const Rated b[3], Rated r[3])
{
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const Rated one = product(&a[j], &b[k]), two = product(&a[k], &b[j]);
        r[i] = sum(&one, -1, &two);
    }
}

static Rated weighted_square(const double weight[3], const Rated a[3])
{
    Rated r = number(0);
    for (int i = 0; i < 3; i++) {
        const Rated square = product(&a[i], &a[i]);
        add_to(&r, weight ? weight[i] : 1, &square);
    }
    return r;
}

/* r = m a or its transpose a, m numbers. */
static void turn(const double m[9], bool transposed, const Rated a[3], Rated r[3])
{
    for (int i = 0; i < 3; i++) {
        r[i] = number(0);
        for (int k = 0; k < 3; k++)
            add_to(&r[i], m[transposed ? 3 * k + i : 3 * i + k], &a[k]);
    }
}

static void turn_by(const Rated m[9], bool transposed, const Rated a[3], Rated r[3])
{
    for (int i = 0; i < 3; i++) {
        r[i] = number(0);
        for (int k = 0; k < 3; k++) {
            const Rated part = product(&m[transposed ? 3 * k + i : 3 * i + k], &a[k]);
            add_to(&r[i], 1, &part);
        }
    }
}

/* --- the laws, in axes of the drag --- */

static double mean_radius(const SnFluid *fluid)
{
    return (fluid->half[0] + fluid->half[1] + fluid->half[2]) / 3;
}

static void stokes(const SnFluid *fluid, const Rated v[3], const Rated w[3], Rated force[3],
                   Rated moment[3])
{
    const double r = mean_radius(fluid), along = 6 * M_PI * fluid->viscosity * r;
    for (int i = 0; i < 3; i++) {
        add_to(&force[i], -along, &v[i]);
        add_to(&moment[i], -along * 4 / 3 * r * r, &w[i]);
    }
}

static Rated signed_square(const Rated *a)
{
    return of(a, fabs(a->value) * a->value, 2 * fabs(a->value));
}

static double fourth(double x)
{
    return x * x * x * x;
}

static void box(const SnFluid *fluid, const Rated v[3], const Rated w[3], Rated force[3],
                Rated moment[3])
{
    for (int i = 0; i < 3; i++) {
        const double a = fluid->half[i], b = fluid->half[(i + 1) % 3], c = fluid->half[(i + 2) % 3];
        const Rated straight = signed_square(&v[i]), round = signed_square(&w[i]);
        add_to(&force[i], -2 * fluid->density * b * c, &straight);
        add_to(&moment[i], -0.5 * fluid->density * a * (fourth(b) + fourth(c)), &round);
    }
}

/* (weight . a) x b, times factor. */
static void add_crossed(const double weight[3], const Rated a[3], const Rated b[3], double factor,
                        Rated r[3])
{
    Rated heavy[3], turned[3];
    for (int i = 0; i < 3; i++)
        heavy[i] = of(&a[i], weight[i] * a[i].value, weight[i]);
    cross(heavy, b, turned);
    for (int i = 0; i < 3; i++)
        add_to(&r[i], factor, &turned[i]);
}

/* Drag and lift by the shadow across the velocity. */
static void shadow(const SnFluid *fluid, const Rated v[3], Rated force[3])
{
    const double *r = fluid->half, *c = fluid->coefficient;
    const double most = fmax(fmax(r[0], r[1]), r[2]), least = fmin(fmin(r[0], r[1]), r[2]);
    double two[3], four[3];
    for (int i = 0; i < 3; i++) {
        const double face = r[(i + 1) % 3] * r[(i + 2) % 3];
        two[i] = face * face;
        four[i] = fourth(face);
    }
    const Rated square = weighted_square(NULL, v), below = weighted_square(two, v),
                above = weighted_square(four, v);
    if (!(square.value > TINY) || !(below.value > 0))
        return;
    const Rated speed = root(&square), shallow = inverse(&below), ratio = product(&above, &shallow);
    Rated area = root(&ratio), drag = number(0);
    area = of(&area, M_PI * area.value, M_PI);
    add_to(&drag, c[SN_DRAG_BLUNT] - c[SN_DRAG_SLENDER], &area);
    drag.value += c[SN_DRAG_SLENDER] * M_PI * most * (r[0] + r[1] + r[2] - most - least);
    drag = product(&drag, &speed);
    /* (v.n) n = (below / above) normal, normal = two v */
    Rated normal[3], around[3], lift[3];
    const Rated over = product(&speed, &above), one = inverse(&over), share = product(&below, &one);
    const Rated strength = product(&share, &area);
    for (int i = 0; i < 3; i++)
        normal[i] = of(&v[i], two[i] * v[i].value, two[i]);
    cross(normal, v, around);
    cross(around, v, lift);
    for (int i = 0; i < 3; i++) {
        const Rated against = product(&drag, &v[i]), across = product(&strength, &lift[i]);
        add_to(&force[i], -fluid->density, &against);
        add_to(&force[i], c[SN_DRAG_KUTTA] * fluid->density, &across);
    }
}

static void spinning(const SnFluid *fluid, const Rated w[3], Rated moment[3])
{
    const double *r = fluid->half, *c = fluid->coefficient;
    double swept[3], weight[3];
    const double most = fmax(fmax(r[0], r[1]), r[2]), least = fmin(fmin(r[0], r[1]), r[2]);
    const double largest = 8.0 / 15 * M_PI * (r[0] + r[1] + r[2] - most - least) * fourth(most);
    for (int i = 0; i < 3; i++) {
        swept[i] = 8.0 / 15 * M_PI * r[i] * fourth(fmax(r[(i + 1) % 3], r[(i + 2) % 3]));
        weight[i] = c[SN_DRAG_ANGULAR] * swept[i] + c[SN_DRAG_SLENDER] * (largest - swept[i]);
        weight[i] *= weight[i];
    }
    const Rated square = weighted_square(weight, w), size = root(&square);
    for (int i = 0; i < 3; i++) {
        const Rated against = product(&size, &w[i]);
        add_to(&moment[i], -fluid->density, &against);
    }
}

static void ellipsoid(const SnFluid *fluid, const Rated v[3], const Rated w[3], Rated force[3],
                      Rated moment[3])
{
    static const double same[3] = {1, 1, 1};
    const double volume = 4.0 / 3 * M_PI * fluid->half[0] * fluid->half[1] * fluid->half[2];
    add_crossed(fluid->moved, v, w, fluid->density, force);
    add_crossed(fluid->moved, v, v, fluid->density, moment);
    add_crossed(fluid->turned, w, w, fluid->density, moment);
    add_crossed(same, w, v, fluid->coefficient[SN_DRAG_MAGNUS] * fluid->density * volume, force);
    shadow(fluid, v, force);
    spinning(fluid, w, moment);
}

/* --- in the world --- */

/* The axes of the body with their rates by a small turn: R (1 + [t]). */
static void turning(const double rotation[9], Rated m[9])
{
    for (int i = 0; i < 9; i++)
        m[i] = number(rotation[i]);
    for (int k = 0; k < 3; k++) { /* e_k x e_j = +-e_i */
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        for (int row = 0; row < 3; row++) {
            m[3 * row + i].rate[6 + k] += rotation[3 * row + j];
            m[3 * row + j].rate[6 + k] -= rotation[3 * row + i];
        }
    }
}

static void numbers(const double from[3], Rated r[3])
{
    for (int i = 0; i < 3; i++)
        r[i] = number(from[i]);
}

/* By axis of the world, at the centre. */
static void power(const SnFluid *fluid, const Rated velocity[3], Rated force[3])
{
    for (int i = 0; i < 3; i++) {
        const double size = fabs(velocity[i].value);
        const double by = size > 0 ? pow(size, fluid->exponent - 1) : fluid->exponent == 1;
        force[i] = of(&velocity[i], -fluid->strength * by * velocity[i].value,
                      -fluid->strength * fluid->exponent * by);
    }
}

void sn_fluid_wrench(const SnFluid *fluid, const SnFluidPose *pose, SnFluidWrench *result)
{
    Rated m[9], spin[3], past[3], place[3], carried[3], v[3], w[3], about[3], whole[6];
    /* Not by number(0) in the loop below: gcc 12.2 at -O3 takes that for a dead store. */
    Rated force[3] = {0}, moment[3] = {0};
    turning(pose->rotation, m);
    numbers(pose->place, place);
    for (int i = 0; i < 3; i++) {
        past[i] = variable(pose->velocity[i] - pose->wind[i], i);
        spin[i] = variable(pose->spin[i], 3 + i);
    }
    cross(spin, place, carried);
    if (fluid->law == SN_FLUID_POWER) {
        turn_by(m, false, carried, v);
        for (int i = 0; i < 3; i++)
            add_to(&v[i], 1, &past[i]);
        power(fluid, v, whole);
        turn_by(m, true, whole, force);
    } else {
        Rated own[3];
        turn_by(m, true, past, own);
        for (int i = 0; i < 3; i++)
            add_to(&own[i], 1, &carried[i]);
        turn(pose->axes, true, own, v);
        turn(pose->axes, true, spin, w);
        stokes(fluid, v, w, force, moment);
        (fluid->law == SN_FLUID_BOX ? box : ellipsoid)(fluid, v, w, force, moment);
        turn(pose->axes, false, force, own);
        memcpy(force, own, sizeof force);
        turn(pose->axes, false, moment, own);
        memcpy(moment, own, sizeof moment);
        turn_by(m, false, force, whole);
    }
    cross(place, force, about);
    for (int i = 0; i < 3; i++)
        whole[3 + i] = sum(&moment[i], 1, &about[i]);
    for (int i = 0; i < 6; i++) {
        result->wrench[i] = whole[i].value;
        memcpy(result->rate[i], whole[i].rate, sizeof whole[i].rate);
    }
}

/* --- the fluid that goes along with an ellipsoid --- */

/* Carlson's R_D(x, y, z), by duplication (Carlson 1979): the integral of
 * 3/2 / sqrt((t + x) (t + y) (t + z)^3) over t from 0. */
static double carlson(double x, double y, double z)
{
    double total = 0, share = 1;
    for (int round = 0; round < 40; round++) {
        const double lambda = sqrt(x * y) + sqrt(x * z) + sqrt(y * z);
        total += 3 * share / (sqrt(z) * (z + lambda));
        share /= 4;
        x = (x + lambda) / 4, y = (y + lambda) / 4, z = (z + lambda) / 4;
    }
    return total + share / pow((x + y + 3 * z) / 5, 1.5);
}

void sn_fluid_add_mass(SnFluid *fluid)
{
    const double *r = fluid->half, volume = 4.0 / 3 * M_PI * r[0] * r[1] * r[2];
    double kappa[3];
    for (int i = 0; i < 3; i++) {
        const double a = r[i], b = r[(i + 1) % 3], c = r[(i + 2) % 3];
        kappa[i] = 2.0 / 3 * a * b * c * carlson(b * b, c * c, a * a);
    }
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const double difference = r[j] * r[j] - r[k] * r[k], both = r[j] * r[j] + r[k] * r[k],
                     of_kappa = kappa[k] - kappa[j], below = 2 * difference - both * of_kappa;
        fluid->moved[i] = volume * kappa[i] / fmax(2 - kappa[i], TINY);
        fluid->turned[i] = fabs(difference) > 1e-9 * both
                               ? volume / 5 * difference * difference * of_kappa / below
                               : 0;
    }
}
