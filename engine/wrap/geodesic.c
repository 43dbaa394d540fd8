/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/wrap/geodesic.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

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
    case SN_WRAP_HULL: /* none of this is of polyhedra and meshes */
    case SN_WRAP_MESH:
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
    case SN_WRAP_HULL: /* none of this is of polyhedra and meshes */
    case SN_WRAP_MESH:
        break;
    case SN_WRAP_CONE: { /* round the axis only */
        double out[3], normal[3];
        const double distance = from_axis(form, x, out, normal);
        const double across = (out[0] * v[1] - out[1] * v[0]) * hypot(normal[0], normal[1]);
        sn_v3_set(-out[1] * across / distance, out[0] * across / distance, 0, turn);
        break;
    }
    }
}

void sn_wrap_spot(const SnWrapForm *form, const double x[3], const double t[3], SnWrapSpot *spot)
{
    double turn[3];
    if (form->shape == SN_WRAP_TORUS) { /* as below, with the tube's curvature but round the axis */
        const double inverse = from_tube(form, x, spot->n), tube = 1 / form->size[1];
        sn_v3_normalize(spot->n, spot->n);
        sn_v3_cross(spot->n, t, spot->b);
        const double more = (spot->n[0] * x[0] + spot->n[1] * x[1]) * inverse * inverse - tube;
        const double round_t = (x[0] * t[1] - x[1] * t[0]) * inverse;
        const double round_b = (x[0] * spot->b[1] - x[1] * spot->b[0]) * inverse;
        spot->bend = tube + more * round_t * round_t;
        spot->bend_across = tube + more * round_b * round_b;
        spot->twist = more * round_t * round_b;
        return;
    }
    if (form->shape == SN_WRAP_ELLIPSOID) {
        double scale[3];
        for (int k = 0; k < 3; k++) {
            scale[k] = 1 / (form->size[k] * form->size[k]);
            spot->n[k] = scale[k] * x[k];
        }
        const double inverse = 1 / sn_v3_norm(spot->n);
        sn_v3_scale(inverse, spot->n, spot->n);
        sn_v3_cross(spot->n, t, spot->b);
        spot->bend = spot->bend_across = spot->twist = 0;
        for (int k = 0; k < 3; k++) {
            const double b = spot->b[k], share = scale[k] * inverse;
            spot->bend += share * t[k] * t[k];
            spot->bend_across += share * b * b;
            spot->twist += share * t[k] * b;
        }
        return;
    }
    sn_wrap_normal(form, x, spot->n);
    sn_v3_cross(spot->n, t, spot->b);
    sn_wrap_turn(form, x, spot->n, t, turn);
    spot->bend = sn_v3_dot(turn, t), spot->twist = sn_v3_dot(turn, spot->b);
    sn_wrap_turn(form, x, spot->n, spot->b, turn);
    spot->bend_across = sn_v3_dot(turn, spot->b);
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
    case SN_WRAP_HULL: /* none of this is of polyhedra and meshes */
    case SN_WRAP_MESH:
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

/* --- the others: x'' = -k n, y'' = -K y, extrapolated rule of Stoermer --- */

/* On an ellipsoid normal curvature x cube of the gradient stays along a geodesic (Joachimsthal), on
 * a torus the moment about the axis (Clairaut): forces follow from the place alone, and x'' =
 * -stiff(x) x takes half the evaluations of one with velocities. */
typedef double Two __attribute__((vector_size(16)));

/* What is integrated: place and the two Jacobi fields. */
enum { N_FLOW = 5, N_STIFF = 4 };

/* A number and its rate. */
typedef struct Flow {
    Two of[N_FLOW];
} Flow;

typedef struct Field {
    bool torus;
    double ring;
    double scale[3]; /* inverse squares of the half axes; of the tube */
    double gauss;    /* product of the inverse squares */
    double kept;     /* by Joachimsthal; ring x the square of what Clairaut keeps */
} Field;

static Field field_of(const SnWrapForm *form, const double x[3], const double t[3])
{
    Field f = {.torus = form->shape == SN_WRAP_TORUS, .gauss = 1};
    if (f.torus) {
        const double moment = x[0] * t[1] - x[1] * t[0];
        f.ring = form->size[0], f.kept = f.ring * moment * moment;
        f.scale[0] = 1 / (form->size[1] * form->size[1]);
        return f;
    }
    double steep = 0, bend = 0;
    for (int k = 0; k < 3; k++) {
        f.scale[k] = 1 / (form->size[k] * form->size[k]);
        f.gauss *= f.scale[k];
        steep += x[k] * x[k] * f.scale[k] * f.scale[k];
        bend += t[k] * t[k] * f.scale[k];
    }
    f.kept = steep * bend;
    return f;
}

/* `times` those of the three coordinates; at last the Gaussian curvature. */
static inline void stiff_at(const Field *f, const Two x[N_FLOW], Two times, Two stiff[N_STIFF])
{
    if (f->torus) {
        const Two square = x[0] * x[0] + x[1] * x[1];
        const Two inverse = 1 / (Two){sqrt(square[0]), sqrt(square[1])};
        const Two out = 1 - f->ring * inverse;
        const Two tube = f->scale[0] * times;
        stiff[2] = tube * (1 - f->kept * inverse * inverse * inverse);
        stiff[0] = stiff[1] = stiff[2] * out;
        stiff[3] = tube * out;
        return;
    }
    Two steep = {0};
    for (int k = 0; k < 3; k++) {
        const Two n = f->scale[k] * x[k];
        steep += n * n;
    }
    const Two share = times / (steep * steep), bend = f->kept * share;
    for (int k = 0; k < 3; k++)
        stiff[k] = f->scale[k] * bend;
    stiff[3] = f->gauss * share;
}

/* Stoermer's rule over h in n - 1 and in n >= 2 parts, side by side; errors have even powers of
 * 1 / n only.  Deviations from the way straight on are summed by themselves, for rounding grows
 * when columns are held against each other. */
typedef struct Pair {
    Two square, inverse;                       /* of the part; 1 / part */
    Two at[N_FLOW], part[N_FLOW], lag[N_FLOW]; /* places; of the straight way; deviations */
    Two bend[N_FLOW];                          /* in a part */
} Pair;

static inline void begin(const Flow *from, const double push[N_FLOW], double h, int n, Pair *pair)
{
    const Two part = {h / (n - 1), h / n};
    pair->square = part * part, pair->inverse = 1 / part;
    for (int k = 0; k < N_FLOW; k++) {
        pair->part[k] = part * from->of[k][1];
        pair->lag[k] = pair->bend[k] = 0.5 * pair->square * push[k];
        pair->at[k] = from->of[k][0] + (pair->part[k] + pair->bend[k]);
    }
}

/* To the next place; lane: the one that has arrived, if any: how far off the straight way. */
static inline void go_on(const Field *field, Pair *pair, int lane, Flow *arrived)
{
    Two turn[N_FLOW], stiff[N_STIFF];
    stiff_at(field, pair->at, pair->square, stiff);
    for (int k = 0; k < N_FLOW; k++)
        turn[k] = stiff[k < 3 ? k : 3] * pair->at[k];
    for (int k = 0; lane >= 0 && k < N_FLOW; k++) {
        const Two rate = (pair->bend[k] - 0.5 * turn[k]) * pair->inverse;
        arrived[lane].of[k] = (Two){pair->lag[k][lane], rate[lane]};
    }
    for (int k = 0; k < N_FLOW; k++) {
        pair->bend[k] -= turn[k];
        pair->lag[k] += pair->bend[k];
        pair->at[k] += pair->part[k] + pair->bend[k];
    }
}

/* Most columns of the extrapolation, with 1, 2, ... parts, and the shares that they have in what
 * the first n of them give: products of j^2 / (j^2 - i^2). */
enum { COLUMNS = 8 };

/* clang-format off */
static const double SHARES[COLUMNS + 1][COLUMNS] = {
    {0},
    {1},
    {-1.0 / 3, 4.0 / 3},
    {1.0 / 24, -16.0 / 15, 81.0 / 40},
    {-1.0 / 360, 16.0 / 45, -729.0 / 280, 1024.0 / 315},
    {1.0 / 8640, -64.0 / 945, 6561.0 / 4480, -16384.0 / 2835, 390625.0 / 72576},
    {-1.0 / 302400, 8.0 / 945, -2187.0 / 4480, 65536.0 / 14175, -9765625.0 / 798336,
     17496.0 / 1925},
    {1.0 / 14515200, -32.0 / 42525, 19683.0 / 179200, -1048576.0 / 467775,
     244140625.0 / 19160064, -629856.0 / 25025, 13841287201.0 / 889574400},
    {-1.0 / 914457600, 32.0 / 637875, -177147.0 / 9856000, 1048576.0 / 1403325,
     -6103515625.0 / 747242496, 5668704.0 / 175175, -678223072849.0 / 13343616000,
     17179869184.0 / 638512875},
};
/* clang-format on */

static inline Two of_columns(const Flow *column, int n, int k)
{
    Two sum = {0};
    for (int i = 0; i < n; i++)
        sum += SHARES[n][i] * column[i].of[k];
    return sum;
}

#define LEAST_DIFFERENCE 1e-13 /* between columns; less is rounding, or soon will be */

/* What n columns are off by in place over `size` and direction: differences fall by more from
 * column to column. */
static double error_of(const Flow *column, int n, double size)
{
    double last = 0, before = 0;
    for (int k = 0; k < 3; k++) {
        const Two less = of_columns(column, n - 1, k);
        const Two now = of_columns(column, n, k) - less;
        const Two then = less - of_columns(column, n - 2, k);
        last += fabs(now[0]) / size + fabs(now[1]);
        before += fabs(then[0]) / size + fabs(then[1]);
    }
    return last <= LEAST_DIFFERENCE ? 0 : last < before ? last * (last / before) : last;
}

/* Second derivatives at a place; the larger of normal curvature and root of the Gaussian one. */
static double push_at(const Field *field, const Flow *flow, double push[N_FLOW])
{
    static const Two one = {1, 1};
    Two at[N_FLOW], stiff[N_STIFF];
    for (int k = 0; k < N_FLOW; k++)
        at[k] = (Two){flow->of[k][0], flow->of[k][0]};
    stiff_at(field, at, one, stiff);
    for (int k = 0; k < N_FLOW; k++)
        push[k] = -stiff[k < 3 ? k : 3][0] * flow->of[k][0];
    return sqrt(fmax(sn_v3_dot(push, push), fabs(stiff[3][0])));
}

/* Gragg, Bulirsch, Stoer: one step h with as many columns as the tolerance asks for; false: they
 * are not enough. */
static bool extrapolate(const Field *field, double h, double size, int columns, double tolerance,
                        const Flow *from, const double push[N_FLOW], Flow *flow)
{
    Flow column[COLUMNS];
    Pair pair[COLUMNS / 2];
    int n = 0;
    bool good = false;
    while (n < COLUMNS && !good) {
        const int last = n;
        n = last + 2 > columns ? last + 2 : columns;
        for (int i = last + 2; i <= n; i += 2)
            begin(from, push, h, i, &pair[i / 2 - 1]);
        for (int step = 1; step <= n; step++) /* all at once: none waits for another */
            for (int i = last + 2; i <= n; i += 2)
                if (step <= i)
                    go_on(field, &pair[i / 2 - 1], step - i + 1, column + i - 2);
        good = !(error_of(column, n, size) > tolerance); /* nor where it is no number */
    }
    for (int k = 0; k < N_FLOW; k++)
        flow->of[k] = from->of[k] + ((Two){h * from->of[k][1], 0} + of_columns(column, n, k));
    return good;
}

enum { MOST_STEPS = 4096 };
#define STEP_ANGLE 1.2   /* of turning in a step [rad] */
#define EXACT      1e-14 /* tolerance of place over size and of direction */

/* Columns below which the error is not asked for. */
enum { ROUGH_COLUMNS = 4, EXACT_COLUMNS = 6 };
#define ROUGH 1e-7

static void shoot_numeric(const SnWrapForm *form, const double x[3], const double t[3], double l,
                          double tolerance, SnGeodesicPoint *end)
{
    const int columns = tolerance >= ROUGH ? ROUGH_COLUMNS : EXACT_COLUMNS;
    const double off = fmax(tolerance, EXACT);
    Flow now = {{{x[0], t[0]}, {x[1], t[1]}, {x[2], t[2]}, {1, 0}, {0, 1}}}, trial;
    const double size = form->shape == SN_WRAP_TORUS ? form->size[1] : form->size[0];
    const double least = fabs(l) / MOST_STEPS;
    const Field field = field_of(form, x, t);
    double left = l;
    for (int step = 0; left != 0 && step < MOST_STEPS; step++) {
        double push[N_FLOW];
        const double angle = fabs(left) * push_at(&field, &now, push);
        double h = left / ceil(fmax(angle / STEP_ANGLE - 1e-9, 1)); /* even ones */
        while (!extrapolate(&field, h, size, columns, off, &now, push, &trial) && fabs(h) > least)
            h *= 0.5;
        now = trial;
        left = fabs(h) >= fabs(left) ? 0 : left - h;
    }
    for (int k = 0; k < 3; k++)
        end->x[k] = now.of[k][0], end->t[k] = now.of[k][1];
    end->side = now.of[3][0], end->side_rate = now.of[3][1];
    end->turn = now.of[4][0], end->turn_rate = now.of[4][1];
}

void sn_geodesic_shoot(const SnWrapForm *form, const double x[3], const double t[3], double l,
                       double tolerance, SnGeodesicPoint *end)
{
    if (form->shape == SN_WRAP_SPHERE)
        shoot_sphere(form->size[0], x, t, l, end);
    else if (form->shape == SN_WRAP_CYLINDER)
        shoot_cylinder(form->size[0], x, t, l, end);
    else if (form->shape == SN_WRAP_CONE)
        shoot_cone(form, x, t, l, end);
    else
        shoot_numeric(form, x, t, l, tolerance, end);
}
