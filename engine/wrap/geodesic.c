/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/wrap/geodesic.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

/* Numbers that are integrated: place, direction, the two Jacobi fields and their rates. */
enum { N_FLOW = 10 };

/* --- the surfaces --- */

/* Of a cone: the unit vector from the axis and the outward normal there; distance from the axis. */
static double from_axis(const SnWrapForm *form, const double x[3], double out[3], double n[3])
{
    const double distance = hypot(x[0], x[1]), side = hypot(form->size[0], form->size[1]);
    sn_v3_set(distance > 0 ? x[0] / distance : 1, distance > 0 ? x[1] / distance : 0, 0, out);
    sn_v3_scale(form->size[1] / side, out, n);
    n[2] = form->size[0] / side;
    return distance;
}

/* Of a torus: 1 / distance from the axis; the vector from the middle of the tube. */
static double from_tube(const SnWrapForm *form, const double x[3], double arm[3])
{
    const double square = x[0] * x[0] + x[1] * x[1];
    const double inverse = square > 0 ? 1 / sqrt(square) : 0;
    const double share = 1 - form->size[0] * inverse;
    sn_v3_set(share * x[0], share * x[1], x[2], arm);
    return inverse;
}

void sn_wrap_normal(const SnWrapForm *form, const double x[3], double n[3])
{
    double arm[3];
    switch (form->shape) {
    case SN_WRAP_SPHERE:
        sn_v3_copy(x, n);
        break;
    case SN_WRAP_ELLIPSOID:
        for (int k = 0; k < 3; k++)
            n[k] = x[k] / (form->size[k] * form->size[k]);
        break;
    case SN_WRAP_CYLINDER:
        sn_v3_set(x[0], x[1], 0, n);
        break;
    case SN_WRAP_TORUS:
        from_tube(form, x, n);
        break;
    case SN_WRAP_CONE:
        from_axis(form, x, arm, n);
        break;
    }
    sn_v3_normalize(n, n);
}

void sn_wrap_turn(const SnWrapForm *form, const double x[3], const double n[3], const double v[3],
                  double turn[3])
{
    const double radius = form->size[0];
    double size = 0;
    switch (form->shape) {
    case SN_WRAP_SPHERE:
        sn_v3_scale(1 / radius, v, turn);
        break;
    case SN_WRAP_ELLIPSOID:
        for (int k = 0; k < 3; k++) {
            const double a2 = form->size[k] * form->size[k];
            size += x[k] * x[k] / (a2 * a2);
            turn[k] = v[k] / a2;
        }
        sn_v3_scale(1 / sqrt(size), turn, turn);
        sn_v3_axpy(-sn_v3_dot(n, turn), n, turn);
        break;
    case SN_WRAP_CYLINDER:
        sn_v3_set(v[0] / radius, v[1] / radius, 0, turn);
        break;
    case SN_WRAP_TORUS: { /* round the axis cos / rho, round the tube 1 / tube */
        const double inverse = 1 / sqrt(x[0] * x[0] + x[1] * x[1]);
        const double round[3] = {-x[1] * inverse, x[0] * inverse, 0};
        const double outward = (n[0] * x[0] + n[1] * x[1]) * inverse;
        const double along = sn_v3_dot(v, round);
        sn_v3_scale(1 / form->size[1], v, turn);
        sn_v3_axpy(along * (outward * inverse - 1 / form->size[1]), round, turn);
        break;
    }
    case SN_WRAP_CONE: { /* round the axis only */
        double out[3], normal[3];
        const double distance = from_axis(form, x, out, normal);
        const double across = (out[0] * v[1] - out[1] * v[0]) * hypot(normal[0], normal[1]);
        sn_v3_set(-out[1] * across / distance, out[0] * across / distance, 0, turn);
        break;
    }
    }
}

void sn_wrap_project(const SnWrapForm *form, double x[3])
{
    double arm[3], square = 0;
    switch (form->shape) {
    case SN_WRAP_SPHERE:
        sn_v3_normalize(x, x);
        sn_v3_scale(form->size[0], x, x);
        break;
    case SN_WRAP_ELLIPSOID:
        for (int k = 0; k < 3; k++)
            square += x[k] * x[k] / (form->size[k] * form->size[k]);
        sn_v3_scale(1 / sqrt(square), x, x);
        break;
    case SN_WRAP_CYLINDER:
        square = form->size[0] / sqrt(x[0] * x[0] + x[1] * x[1]);
        x[0] *= square, x[1] *= square;
        break;
    case SN_WRAP_TORUS:
        from_tube(form, x, arm);
        sn_v3_sub(x, arm, x);
        sn_v3_normalize(arm, arm);
        sn_v3_axpy(form->size[1], arm, x);
        break;
    case SN_WRAP_CONE: {
        double n[3];
        from_axis(form, x, arm, n);
        sn_v3_axpy(-(sn_v3_dot(n, x) - n[2] * form->size[1] / 2), n, x);
        break;
    }
    }
}

/* --- closed forms --- */

static void shoot_sphere(double radius, const double x[3], const double t[3], double l,
                         SnGeodesicPoint *end)
{
    const double c = cos(l / radius), s = sin(l / radius);
    for (int k = 0; k < 3; k++) {
        end->x[k] = c * x[k] + s * radius * t[k];
        end->t[k] = c * t[k] - s / radius * x[k];
    }
    end->side = c, end->side_rate = -s / radius;
    end->turn = s * radius, end->turn_rate = c;
}

static void shoot_cylinder(double radius, const double x[3], const double t[3], double l,
                           SnGeodesicPoint *end)
{
    const double speed = (x[0] * t[1] - x[1] * t[0]) / radius; /* round the axis */
    const double c = cos(l * speed / radius), s = sin(l * speed / radius);
    sn_v3_set(c * x[0] - s * x[1], s * x[0] + c * x[1], x[2] + l * t[2], end->x);
    sn_v3_set(c * t[0] - s * t[1], s * t[0] + c * t[1], t[2], end->t);
    end->side = 1, end->side_rate = 0;
    end->turn = l, end->turn_rate = 1;
}

/* Unrolled about its apex it is flat. */
static void shoot_cone(const SnWrapForm *form, const double x[3], const double t[3], double l,
                       SnGeodesicPoint *end)
{
    const double apex = form->size[1] / 2, slope = form->size[0] / form->size[1];
    const double shrink = slope / sqrt(1 + slope * slope); /* of angles, unrolled */
    double out[3], n[3];
    from_axis(form, x, out, n);
    const double from_apex[3] = {x[0], x[1], x[2] - apex}, distance = sn_v3_norm(from_apex);
    const double away = sn_v3_dot(t, from_apex) / distance, across = out[0] * t[1] - out[1] * t[0];
    const double far = sqrt(distance * distance + 2 * distance * away * l + l * l);
    const double angle = atan2(across * l, distance + away * l) / shrink;
    const double c = cos(angle), s = sin(angle);
    const double round[2] = {c * out[0] - s * out[1], s * out[0] + c * out[1]};
    const double away_there = (l + distance * away) / far, across_there = distance * across / far;
    const double slant = shrink / slope; /* down, along a line from the apex */
    sn_v3_set(far * shrink * round[0], far * shrink * round[1], apex - far * slant, end->x);
    sn_v3_set(away_there * shrink * round[0] - across_there * round[1],
              away_there * shrink * round[1] + across_there * round[0], -away_there * slant,
              end->t);
    end->side = 1, end->side_rate = 0;
    end->turn = l, end->turn_rate = 1;
}

/* --- the others: x'' = -k n, y'' = -K y, extrapolated modified midpoint rule --- */

/* What of the obstacle the equations need. */
typedef struct Field {
    bool torus;
    double ring;       /* of a torus */
    double inverse[3]; /* 1 / squares of the half axes, and their product */
    double product;
} Field;

static Field field_of(const SnWrapForm *form)
{
    Field f = {.torus = form->shape == SN_WRAP_TORUS, .ring = form->size[0], .product = 1};
    for (int k = 0; !f.torus && k < 3; k++) {
        f.inverse[k] = 1 / (form->size[k] * form->size[k]);
        f.product *= f.inverse[k];
    }
    return f;
}

/* Normal curvature along the way over |n|, so that x'' = -bend n; Gaussian curvature. */
static inline double bend_of(const Field *f, const double x[3], const double t[3], double n[3],
                             double *gauss)
{
    if (f->torus) {
        const double inverse = 1 / sqrt(x[0] * x[0] + x[1] * x[1]), share = 1 - f->ring * inverse;
        sn_v3_set(share * x[0], share * x[1], x[2], n);
        const double square = 1 / sn_v3_dot(n, n), along = (x[0] * t[1] - x[1] * t[0]) * inverse;
        const double outward = (n[0] * x[0] + n[1] * x[1]) * inverse * inverse; /* |n| x round */
        *gauss = outward * square;
        return (sn_v3_dot(t, t) - along * along * (1 - outward)) * square;
    }
    for (int k = 0; k < 3; k++)
        n[k] = x[k] * f->inverse[k];
    const double square = 1 / sn_v3_dot(n, n);
    *gauss = f->product * square * square;
    return (t[0] * t[0] * f->inverse[0] + t[1] * t[1] * f->inverse[1] +
            t[2] * t[2] * f->inverse[2]) *
           square;
}

static inline void flow(const Field *f, const double y[N_FLOW], double rate[N_FLOW])
{
    double n[3], gauss;
    const double bend = bend_of(f, y, y + 3, n, &gauss);
    for (int k = 0; k < 3; k++) {
        rate[k] = y[3 + k];
        rate[3 + k] = -bend * n[k];
    }
    rate[6] = y[7], rate[7] = -gauss * y[6];
    rate[8] = y[9], rate[9] = -gauss * y[8];
}

/* n substeps of the modified midpoint rule over h; its error has even powers of 1 / n only. */
static void midpoint(const Field *field, const double y[N_FLOW], const double first[N_FLOW],
                     double h, int n, double result[N_FLOW])
{
    double before[N_FLOW], now[N_FLOW], rate[N_FLOW];
    const double part = h / n;
    for (int k = 0; k < N_FLOW; k++) {
        before[k] = y[k];
        now[k] = y[k] + part * first[k];
    }
    for (int i = 1; i < n; i++) {
        flow(field, now, rate);
        for (int k = 0; k < N_FLOW; k++) {
            const double next = before[k] + 2 * part * rate[k];
            before[k] = now[k];
            now[k] = next;
        }
    }
    flow(field, now, rate);
    for (int k = 0; k < N_FLOW; k++)
        result[k] = 0.5 * (before[k] + now[k] + part * rate[k]);
}

/* Columns of the extrapolation: 2, 4, ... substeps. */
enum { COLUMNS = 7, ROUGH_COLUMNS = 3 };

/* Gragg, Bulirsch, Stoer: one step h with as many columns as the tolerance asks for; false: they
 * are not enough.  Lengths count over `size`. */
static bool extrapolate(const Field *field, double h, int columns, double size, double tolerance,
                        double y[N_FLOW])
{
    double table[COLUMNS][N_FLOW], first[N_FLOW];
    bool good = false;
    flow(field, y, first);
    for (int i = 0; i < columns && !good; i++) {
        midpoint(field, y, first, h, 2 * (i + 1), table[i]);
        for (int j = i - 1; j >= 0; j--) {
            const double ratio = (double)(i + 1) / (j + 1), share = 1 / (ratio * ratio - 1);
            for (int k = 0; k < N_FLOW; k++)
                table[j][k] = table[j + 1][k] + share * (table[j + 1][k] - table[j][k]);
        }
        /* the row below the first one holds what one column less gives */
        double change = 0;
        for (int k = 0; k < 6 && i > 0; k++)
            change = fmax(change, fabs(table[0][k] - table[1][k]) / (k < 3 ? size : 1));
        good = i > 0 && change <= tolerance;
    }
    memcpy(y, table[0], N_FLOW * sizeof(double));
    return good;
}

enum { MOST_STEPS = 4096 };
#define STEP_ANGLE      1.2 /* of turning in a step [rad] */
#define ROUGH_TOLERANCE 3e-3
#define TOLERANCE       1e-11 /* of place over size and of direction: by the last column */

static void shoot_numeric(const SnWrapForm *form, const double x[3], const double t[3], double l,
                          bool rough, SnGeodesicPoint *end)
{
    double y[N_FLOW] = {x[0], x[1], x[2], t[0], t[1], t[2], 1, 0, 0, 1}, trial[N_FLOW], n[3], gauss;
    const double size = form->shape == SN_WRAP_TORUS ? form->size[1] : form->size[0];
    const double least = fabs(l) / MOST_STEPS;
    const Field field = field_of(form);
    double left = l;
    for (int step = 0; left != 0 && step < MOST_STEPS; step++) {
        const double bend = bend_of(&field, y, y + 3, n, &gauss) * sn_v3_norm(n);
        double h = fmin(fabs(left), STEP_ANGLE / fmax(fabs(bend), sqrt(fabs(gauss))));
        const double parts = ceil(fabs(left) / h - 1e-9); /* even ones */
        h = left / parts;
        for (;;) {
            memcpy(trial, y, sizeof trial);
            if (extrapolate(&field, h, rough ? ROUGH_COLUMNS : COLUMNS, size,
                            rough ? ROUGH_TOLERANCE : TOLERANCE, trial) ||
                !(fabs(h) > least))
                break;
            h *= 0.5;
        }
        memcpy(y, trial, sizeof trial);
        left = fabs(h) >= fabs(left) ? 0 : left - h;
    }
    sn_v3_copy(y, end->x);
    sn_v3_copy(y + 3, end->t);
    end->side = y[6], end->side_rate = y[7], end->turn = y[8], end->turn_rate = y[9];
}

void sn_geodesic_shoot(const SnWrapForm *form, const double x[3], const double t[3], double l,
                       bool rough, SnGeodesicPoint *end)
{
    if (form->shape == SN_WRAP_SPHERE)
        shoot_sphere(form->size[0], x, t, l, end);
    else if (form->shape == SN_WRAP_CYLINDER)
        shoot_cylinder(form->size[0], x, t, l, end);
    else if (form->shape == SN_WRAP_CONE)
        shoot_cone(form, x, t, l, end);
    else
        shoot_numeric(form, x, t, l, rough, end);
}
