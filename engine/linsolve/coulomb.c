/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/linsolve/coulomb.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define ROUNDING 1e-10 /* of limits, and of what slips, relative */
#define TOGETHER 40    /* iterations in which all wrong places change at once */
#define SWEEPS   5000

typedef struct Scratch {
    double *matrix;                   /* [n][n] */
    double *side, *now, *load, *kept; /* [n] */
    double *aim;                      /* [n] of balls: F - s / size, whose projection F is to be */
} Scratch;

size_t sn_coulomb_scratch_size(int n)
{
    return ((size_t)n + 5) * (size_t)n * sizeof(double);
}

static Scratch split(int n, void *scratch)
{
    Scratch s = {.matrix = scratch};
    s.side = s.matrix + (size_t)n * (size_t)n;
    s.now = s.side + n;
    s.load = s.now + n;
    s.kept = s.load + n;
    s.aim = s.kept + n;
    return s;
}

static double row_times(const double *matrix, int n, int i, const double *x)
{
    double sum = 0;
    for (int j = 0; j < n; j++)
        sum += matrix[(size_t)i * (size_t)n + (size_t)j] * x[j];
    return sum;
}

/* Gaussian elimination with partial pivoting, in place; the solution replaces the right-hand side.
 */
static bool eliminate(int n, double *m, double *x)
{
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(m[i * n + k]) > fabs(m[pivot * n + k]))
                pivot = i;
        if (!(fabs(m[pivot * n + k]) > 0) || !isfinite(m[pivot * n + k]))
            return false;
        for (int j = k; pivot != k && j < n; j++) {
            const double swap = m[k * n + j];
            m[k * n + j] = m[pivot * n + j];
            m[pivot * n + j] = swap;
        }
        const double swap = x[k];
        x[k] = x[pivot];
        x[pivot] = swap;
        for (int i = k + 1; i < n; i++) {
            const double factor = m[i * n + k] / m[k * n + k];
            for (int j = k + 1; factor != 0 && j < n; j++)
                m[i * n + j] -= factor * m[k * n + j];
            x[i] -= factor * x[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++)
            x[k] -= m[k * n + j] * x[j];
        x[k] /= m[k * n + k];
    }
    return true;
}

/* --- balls --- */

static bool is_ball(const SnCoulomb *p, int i)
{
    return p->ball && p->ball[i];
}

static double norm(const double x[3])
{
    return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

/* No smaller than the largest eigenvalue of a ball's part of A. */
static double ball_size(const SnCoulomb *p, int i)
{
    double size = 0;
    for (int k = i; k < i + 3; k++)
        size += p->a[(size_t)k * (size_t)p->n + (size_t)k] + p->softness[k];
    return size;
}

/* Where its limit is, and what it aims at with the slip `now`. */
static double aim_ball(const SnCoulomb *p, const double *force, const Scratch *s, int i)
{
    const double size = ball_size(p, i);
    for (int k = i; k < i + 3; k++)
        s->aim[k] = force[k] - s->now[k] / size;
    return p->share[i] * fmax(s->load[i], 0);
}

/* F = b y / |y| with y = F - s / size, linearised where y is s->aim. */
static void ball_equations(const SnCoulomb *p, const Scratch *s, int i)
{
    const int n = p->n;
    const double *y = s->aim + i, size = ball_size(p, i), length = norm(y);
    const double b = p->share[i] * p->load[i], part = b / length;
    for (int k = 0; k < 3; k++) {
        double *row = s->matrix + (size_t)(i + k) * (size_t)n;
        s->side[i + k] = part * y[k];
        memset(row, 0, (size_t)n * sizeof *row);
        for (int l = 0; l < 3; l++) {
            const double across = part * ((k == l) - y[k] * y[l] / (length * length));
            const double *a = p->a + (size_t)(i + l) * (size_t)n;
            for (int j = 0; j < n; j++)
                row[j] += across * a[j] / size;
            row[i + l] -= across;
            s->side[i + k] -= across * p->slip[i + l] / size;
        }
        row[i + k] += 1;
    }
}

/* What a ball does next, into its three states; whether it differs, or is not there yet. */
static bool better_ball(const SnCoulomb *p, const double *force, SnSlip *slip, const Scratch *s,
                        int i)
{
    const double b = aim_ball(p, force, s, i), length = norm(s->aim + i);
    const SnSlip next = !(b > 0) ? SN_SLIP_LOOSE : length > b ? SN_SLIP_FORWARD : SN_SLIP_STICKS;
    bool wrong = slip[i] != next;
    for (int k = i; k < i + 3; k++) {
        const double projected = next == SN_SLIP_FORWARD ? b * s->aim[k] / length : force[k];
        wrong = wrong || fabs(projected - force[k]) > ROUNDING * (b + fabs(force[k]));
    }
    /* within rounding of its limit either state will do */
    if (slip[i] == SN_SLIP_STICKS && next == SN_SLIP_FORWARD &&
        norm(force + i) <= b * (1 + ROUNDING))
        wrong = false;
    for (int k = i; wrong && k < i + 3; k++)
        slip[k] = next;
    return wrong;
}

/* --- states --- */

/* Equations of sticking places are divided by the size of their diagonal, so that all unknowns
 * count in newton seconds. */
static bool solve_states(const SnCoulomb *p, const SnSlip *slip, double *force, const Scratch *s)
{
    const int n = p->n;
    for (int i = 0; i < n; i++) {
        double *row = s->matrix + (size_t)i * (size_t)n;
        const size_t from = (size_t)i * (size_t)n;
        const double size = p->a[from + (size_t)i] + p->softness[i];
        const double sign = slip[i] == SN_SLIP_FORWARD ? 1 : -1;
        memset(row, 0, (size_t)n * sizeof *row);
        s->side[i] = 0;
        if (slip[i] == SN_SLIP_STICKS) {
            for (int j = 0; j < n; j++)
                row[j] = p->a[from + (size_t)j] / size;
            s->side[i] = (p->softness[i] * p->before[i] - p->slip[i]) / size;
            row[i] = 1;
        } else if (slip[i] == SN_SLIP_LOOSE) {
            row[i] = 1;
        } else if (is_ball(p, i)) {
            ball_equations(p, s, i);
            i += 2;
        } else { /* F = -+ share (t0 + R F) */
            for (int j = 0; j < n; j++)
                row[j] = sign * p->share[i] * p->r[from + (size_t)j];
            row[i] += 1;
            s->side[i] = -sign * p->share[i] * p->load[i];
        }
    }
    if (!eliminate(n, s->matrix, s->side))
        return false;
    memcpy(force, s->side, (size_t)n * sizeof *force);
    return true;
}

bool sn_coulomb_hold(const SnCoulomb *problem, double *force, const SnSlip *slip, void *scratch)
{
    assert(problem->n >= 0);
    const Scratch s = split(problem->n, scratch);
    return solve_states(problem, slip, force, &s);
}

/* Slip and load at these impulses. */
static void measure(const SnCoulomb *p, const double *force, const Scratch *s)
{
    for (int i = 0; i < p->n; i++) {
        s->now[i] = p->slip[i] + row_times(p->a, p->n, i, force);
        s->load[i] = p->load[i] + row_times(p->r, p->n, i, force);
    }
}

static double limit(const SnCoulomb *p, const Scratch *s, int i)
{
    return p->share[i] * fmax(s->load[i], 0);
}

/* What a place does if its limit stays: the impulse that would stop it is more than that. */
static SnSlip guess(const SnCoulomb *p, const double *force, const Scratch *s, int i)
{
    const double size = p->a[(size_t)i * (size_t)p->n + (size_t)i] + p->softness[i];
    const double b = limit(p, s, i), wanted = force[i] - s->now[i] / size;
    if (!(b > 0))
        return SN_SLIP_LOOSE;
    return wanted > b ? SN_SLIP_BACKWARD : wanted < -b ? SN_SLIP_FORWARD : SN_SLIP_STICKS;
}

/* What a place should do instead of what it does, at the solution of the states. */
static SnSlip better(const SnCoulomb *p, const double *force, const Scratch *s, SnSlip slip, int i)
{
    const double size = p->a[(size_t)i * (size_t)p->n + (size_t)i] + p->softness[i];
    const double b = limit(p, s, i), noise = ROUNDING * (b + fabs(force[i]));
    switch (slip) {
    case SN_SLIP_STICKS:
        if (fabs(force[i]) <= b + noise)
            return slip;
        return !(b > 0) ? SN_SLIP_LOOSE : force[i] > 0 ? SN_SLIP_BACKWARD : SN_SLIP_FORWARD;
    case SN_SLIP_FORWARD:
        if (s->load[i] < 0)
            return SN_SLIP_LOOSE;
        return s->now[i] < -size * noise ? SN_SLIP_STICKS : slip;
    case SN_SLIP_BACKWARD:
        if (s->load[i] < 0)
            return SN_SLIP_LOOSE;
        return s->now[i] > size * noise ? SN_SLIP_STICKS : slip;
    default:
        return b > 0 ? guess(p, force, s, i) : slip;
    }
}

/* Exchanges what is wrong: all of it, or the first; how much was. */
static int exchange(const SnCoulomb *p, const double *force, SnSlip *slip, const Scratch *s,
                    bool all)
{
    int wrong = 0;
    for (int i = 0; i < p->n; i++) {
        if (is_ball(p, i)) {
            wrong += (all || wrong == 0) && better_ball(p, force, slip, s, i);
            i += 2;
            continue;
        }
        const SnSlip now = better(p, force, s, slip[i], i);
        if (now == slip[i] || (!all && wrong > 0))
            continue;
        slip[i] = now;
        wrong++;
    }
    return wrong;
}

/* A ball's own force with those of all others as they are; by how much it changes. */
static double sweep_ball(const SnCoulomb *p, double *force, SnSlip *slip, const Scratch *s, int i)
{
    for (int k = i; k < i + 3; k++) {
        s->now[k] = p->slip[k] + row_times(p->a, p->n, k, force);
        s->load[k] = p->load[k];
    }
    const double b = aim_ball(p, force, s, i), length = norm(s->aim + i);
    double change = 0;
    for (int k = i; k < i + 3; k++) {
        const double next = length > b ? b * s->aim[k] / length : s->aim[k];
        change = fmax(change, fabs(next - force[k]));
        force[k] = next;
        slip[k] = !(b > 0) ? SN_SLIP_LOOSE : length > b ? SN_SLIP_FORWARD : SN_SLIP_STICKS;
    }
    return change;
}

/* Sweeps until nothing changes, or for ever; whether the states found there are a solution. */
static bool sweep(const SnCoulomb *p, double *force, SnSlip *slip, const Scratch *s)
{
    double change = 1, most = 1;
    memcpy(force, p->before, (size_t)p->n * sizeof *force);
    for (int k = 0; k < SWEEPS && change > ROUNDING * most; k++) {
        change = most = 0;
        for (int i = 0; i < p->n; i++) {
            if (is_ball(p, i)) {
                change = fmax(change, sweep_ball(p, force, slip, s, i));
                most = fmax(most, norm(force + i));
                i += 2;
                continue;
            }
            s->now[i] = p->slip[i] + row_times(p->a, p->n, i, force);
            s->load[i] = p->load[i] + row_times(p->r, p->n, i, force);
            const double size = p->a[(size_t)i * (size_t)p->n + (size_t)i] + p->softness[i];
            const double b = limit(p, s, i);
            slip[i] = guess(p, force, s, i);
            const double next = fmin(fmax(force[i] - s->now[i] / size, -b), b);
            change = fmax(change, fabs(next - force[i]));
            most = fmax(most, fabs(next));
            force[i] = next;
        }
    }
    memcpy(s->kept, force, (size_t)p->n * sizeof *force);
    if (solve_states(p, slip, force, s)) {
        measure(p, force, s);
        if (exchange(p, force, slip, s, true) == 0)
            return true;
    }
    memcpy(force, s->kept, (size_t)p->n * sizeof *force);
    return false;
}

bool sn_coulomb_solve(const SnCoulomb *problem, double *force, SnSlip *slip, void *scratch)
{
    assert(problem->n >= 0);
    const SnCoulomb *p = problem;
    const Scratch s = split(p->n, scratch);
    measure(p, force, &s);
    for (int i = 0; i < p->n; i++) {
        slip[i] = guess(p, force, &s, i);
        if (is_ball(p, i)) {
            slip[i] = slip[i + 1] = slip[i + 2] = SN_SLIP_STICKS;
            better_ball(p, force, slip, &s, i);
            i += 2;
        }
    }
    for (int k = 0; k < TOGETHER + 10 * p->n; k++) {
        if (!solve_states(p, slip, force, &s))
            break;
        measure(p, force, &s);
        if (exchange(p, force, slip, &s, k < TOGETHER) == 0)
            return true;
    }
    return sweep(p, force, slip, &s);
}
