/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/joint/joint_motion.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define MOST_STEPS   30
#define MOST_HALVED  8
#define SMALL_STEP   1e-8 /* Newton's method then doubles the digits: the next would be rounding */
#define MUCH_BETTER  0.3  /* pivots are changed where theirs is less of the best determinant */
#define NO_PIVOT     1e-9 /* of a column of length 1 */
#define MOST_DAMPED  60
#define CLOSED       1e-18 /* square of a misfit that counts as none */
#define STARTS_ANGLE 8

/* --- poses --- */

void sn_pose_turn(SnJointPose *pose, const double axis[3], double angle, int n, const double *rate)
{
    double theta[3], q[4], turn[9], product[9];
    if (angle == 0) { /* most axes of a custom joint stay as they are */
        for (int k = 0; k < n; k++)
            sn_v3_axpy(rate[k], axis, pose->turn[k]);
        return;
    }
    sn_v3_scale(angle, axis, theta);
    sn_q_exp(theta, q);
    sn_q_to_m3(q, turn);
    sn_m3_mul(pose->rotation, turn, product);
    memcpy(pose->rotation, product, sizeof product);
    for (int k = 0; k < n; k++) { /* those before are seen from axes that turned on */
        double before[3];
        sn_v3_copy(pose->turn[k], before);
        sn_m3_tmul_v3(turn, before, pose->turn[k]);
        sn_v3_axpy(rate[k], axis, pose->turn[k]);
    }
}

void sn_pose_turn_by(SnJointPose *pose, const double axis[3], double angle, int coordinate)
{
    double rate[SN_MAX_COORDINATES] = {0};
    rate[coordinate] = 1;
    sn_pose_turn(pose, axis, angle, SN_MAX_COORDINATES, rate);
}

void sn_pose_shift(SnJointPose *pose, const double axis[3], double distance, int n,
                   const double *rate)
{
    sn_v3_axpy(distance, axis, pose->position);
    for (int k = 0; k < n; k++)
        sn_v3_axpy(rate[k], axis, pose->shift[k]);
}

/* --- the misfit at given coordinates --- */

static void misfit_at(SnJointSides *sides, const double *coordinate)
{
    SnJointFit *fit = &sides->fit;
    const double length = sides->system->length_scale;
    double relative[9], error[9], transposed[9], q[4], offset[3], place[3];
    memset(&fit->pose, 0, sizeof fit->pose);
    fit->pose.rotation[0] = fit->pose.rotation[4] = fit->pose.rotation[8] = 1;
    memcpy(fit->coordinate, coordinate, (size_t)fit->n * sizeof *coordinate);
    sides->joint->class->motion(sides->system, sides->joint, coordinate, &fit->pose);

    sn_m3_transpose(sides->a.axes, transposed);
    sn_m3_mul(transposed, sides->b.axes, relative);
    sn_m3_transpose(fit->pose.rotation, transposed);
    sn_m3_mul(transposed, relative, error);
    sn_q_from_m3(error, q);
    const double sign = q[0] < 0 ? -1 : 1;
    sn_v3_sub(sides->b.position, sides->a.position, offset);
    sn_m3_tmul_v3(sides->a.axes, offset, place);
    for (int r = 0; r < 3; r++) {
        double axis[3], unit[3] = {0};
        unit[r] = 1;
        fit->misfit[r] = 2 * sign * length * q[1 + r];
        fit->misfit[3 + r] = place[r] - fit->pose.position[r];
        sn_v3_cross(unit, q + 1, axis); /* a turned by d: -(w unit - unit x v) . d */
        for (int i = 0; i < 3; i++)
            axis[i] = sign * length * (axis[i] - q[0] * unit[i]);
        for (int k = 0; k < fit->n; k++) {
            fit->slope[r][k] = sn_v3_dot(axis, fit->pose.turn[k]);
            fit->slope[3 + r][k] = -fit->pose.shift[k][r];
        }
    }
}

/* Inverse by Gauss and Jordan with row exchanges; what a singular matrix does not say is zero. */
static void invert(int n, double (*m)[6], double (*inverse)[6])
{
    if (n == 1) {
        inverse[0][0] = fabs(m[0][0]) > 1e-14 ? 1 / m[0][0] : 0;
        return;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            inverse[i][j] = i == j;
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(m[i][k]) > fabs(m[best][k]))
                best = i;
        for (int j = 0; j < n; j++) {
            const double a = m[k][j], b = inverse[k][j];
            m[k][j] = m[best][j], m[best][j] = a;
            inverse[k][j] = inverse[best][j], inverse[best][j] = b;
        }
        const double scale = fabs(m[k][k]) > 1e-14 ? 1 / m[k][k] : 0;
        for (int j = 0; j < n; j++)
            m[k][j] *= scale, inverse[k][j] *= scale;
        for (int i = 0; i < n; i++) {
            const double factor = i == k ? 0 : m[i][k];
            for (int j = 0; factor != 0 && j < n; j++)
                m[i][j] -= factor * m[k][j], inverse[i][j] -= factor * inverse[k][j];
        }
    }
}

/* --- pivots --- */

/* E with columns of length 1, so that angles and distances weigh alike. */
static void even_columns(const SnJointFit *fit, double (*m)[6])
{
    for (int k = 0; k < fit->n; k++) {
        double sum = 0;
        for (int i = 0; i < 6; i++)
            sum += fit->slope[i][k] * fit->slope[i][k];
        for (int i = 0; i < 6; i++)
            m[i][k] = sum > 0 ? fit->slope[i][k] / sqrt(sum) : 0;
    }
}

/* Elimination with complete pivoting among the allowed rows; returns the product of the pivots, and
 * their rows as bits. */
static double eliminate(int n, double (*m)[6], unsigned allowed, unsigned *rows)
{
    double product = 1;
    unsigned columns = 0;
    *rows = 0;
    for (int step = 0; step < n; step++) {
        int row = -1, column = -1;
        double most = -1;
        for (int i = 0; i < 6; i++)
            for (int k = 0; k < n; k++)
                if ((allowed & ~*rows) >> i & 1 && !(columns >> k & 1) && fabs(m[i][k]) > most)
                    most = fabs(m[i][k]), row = i, column = k;
        *rows |= 1u << row, columns |= 1u << column;
        product *= most;
        for (int i = 0; most > NO_PIVOT && i < 6; i++) {
            const double factor = *rows >> i & 1 ? 0 : m[i][column] / m[row][column];
            for (int k = 0; factor != 0 && k < n; k++)
                m[i][k] -= factor * m[row][k];
        }
    }
    return product;
}

static void order_equations(SnJointFit *fit, unsigned pivots)
{
    int n = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < 6; i++)
            if ((pivots >> i & 1) == (pass == 0))
                fit->equation[n++] = i;
}

/* The best pivots at the present coordinates, or those there are where they are not much worse. */
static unsigned choose_pivots(const SnJointFit *fit, unsigned present)
{
    double m[6][6];
    unsigned best, same;
    even_columns(fit, m);
    const double most = eliminate(fit->n, m, 63, &best);
    if (present == 0)
        return best;
    even_columns(fit, m);
    return eliminate(fit->n, m, present, &same) >= MUCH_BETTER * most ? present : best;
}

/* --- solving for the coordinates --- */

static void invert_pivots(SnJointFit *fit)
{
    double m[6][6];
    for (int i = 0; i < fit->n; i++)
        memcpy(m[i], fit->slope[fit->equation[i]], sizeof m[i]);
    invert(fit->n, m, fit->inverse);
}

static double square_of_pivots(const SnJointFit *fit)
{
    double sum = 0;
    for (int i = 0; i < fit->n; i++)
        sum += fit->misfit[fit->equation[i]] * fit->misfit[fit->equation[i]];
    return sum;
}

/* -E_P^-1 e_P, no angle of it above 1; returns the largest of it, distances over the model's size.
 */
static double newton_step(SnJointSides *sides, double *step)
{
    SnJointFit *fit = &sides->fit;
    double most = 0;
    invert_pivots(fit);
    for (int k = 0; k < fit->n; k++) {
        step[k] = 0;
        for (int i = 0; i < fit->n; i++)
            step[k] -= fit->inverse[k][i] * fit->misfit[fit->equation[i]];
        const bool angle = sn_joint_is_angle(sides->joint, k);
        most = fmax(most, fabs(step[k]) / (angle ? 1 : sides->system->length_scale));
    }
    for (int k = 0; most > 1 && k < fit->n; k++)
        step[k] /= most;
    return fmin(most, 1);
}

static void solve(SnJointSides *sides, const double *start)
{
    SnJointFit *fit = &sides->fit;
    misfit_at(sides, start);
    fit->converged = fit->n == 0;
    for (int round = 0; round < MOST_STEPS && !fit->converged; round++) {
        double step[6], from[6], at[6], share = 1;
        const double before = square_of_pivots(fit), size = newton_step(sides, step);
        bool better = false;
        memcpy(from, fit->coordinate, sizeof from);
        for (int half = 0; half < MOST_HALVED && !better; half++, share /= 2) {
            for (int k = 0; k < fit->n; k++)
                at[k] = from[k] + share * step[k];
            misfit_at(sides, at);
            better = size < SMALL_STEP || square_of_pivots(fit) < before;
        }
        if (!better)
            break;
        fit->converged = size < SMALL_STEP;
    }
    invert_pivots(fit);
}

/* Coordinates and pivots that the state remembers; where there are none yet, zero and the best. */
static void recall(SnJointSides *sides, double *start)
{
    const SnSystemJoint *joint = sides->joint;
    SnJointFit *fit = &sides->fit;
    fit->n = sn_joint_n_coordinates(joint);
    for (int k = 0; k < fit->n; k++)
        start[k] = sides->turns ? sides->turns[joint->turns + k] : 0;
    unsigned pivots = sides->turns ? (unsigned)sides->turns[joint->turns + fit->n] : 0;
    if (pivots == 0) {
        misfit_at(sides, start);
        pivots = choose_pivots(fit, 0);
    }
    order_equations(fit, pivots);
}

static void differentiate(SnJointSides *sides)
{
    SnJointFit *fit = &sides->fit;
    const double length = sides->system->length_scale;
    double in_body[9], residual[3];
    SnJointSide turned = sides->a; /* a turned by X(c), c held */
    memset(fit->by_pose, 0, sizeof fit->by_pose);
    sn_m3_mul(sides->a.axes, fit->pose.rotation, turned.axes);
    if (sides->a.moves) {
        sn_m3_mul(sides->a.in_body, fit->pose.rotation, in_body);
        turned.in_body = in_body;
    }
    sn_orientation_rows(&turned, &sides->b, true, fit->by_pose, residual);
    for (int r = 0; r < 3; r++) {
        double axis[3];
        for (int s = 0; s < 2; s++)
            for (int i = 0; i < 6; i++)
                fit->by_pose[r][s][i] *= length;
        sn_side_axis(&sides->a, r, axis);
        sn_sides_along(&sides->a, &sides->b, axis, true, fit->by_pose[3 + r]);
    }
    fit->differentiated = true;
}

/* What the fit depends on. */
static void numbers_of(const SnJointSides *sides, double from[SN_FIT_NUMBERS])
{
    const int n = sn_motion_numbers(sides->joint);
    memset(from, 0, SN_FIT_NUMBERS * sizeof *from);
    sn_v3_copy(sides->a.position, from);
    sn_v3_copy(sides->b.position, from + 3);
    memcpy(from + 6, sides->a.axes, 9 * sizeof *from);
    memcpy(from + 15, sides->b.axes, 9 * sizeof *from);
    if (sides->turns)
        memcpy(from + 24, sides->turns + sides->joint->turns, (size_t)n * sizeof *from);
}

static void solve_again(SnJointSides *sides)
{
    double start[6];
    recall(sides, start);
    solve(sides, start);
    sides->fit.solved = true;
    sides->fit.differentiated = false;
}

static void fit_once(SnJointSides *sides)
{
    SnKnownFit *known = sides->known;
    double from[SN_FIT_NUMBERS];
    if (!known) {
        solve_again(sides);
        return;
    }
    numbers_of(sides, from);
    if (known->round == sides->round && known->writes == sides->system->writes &&
        memcmp(known->from, from, sizeof from) == 0) {
        sides->fit = known->fit;
        return;
    }
    solve_again(sides);
    *known =
        (SnKnownFit){.round = sides->round, .writes = sides->system->writes, .fit = sides->fit};
    memcpy(known->from, from, sizeof from);
}

static void fit_pose(SnJointSides *sides, bool jacobian)
{
    assert(sides->joint->class->motion);
    if (!sides->fit.solved)
        fit_once(sides);
    if (jacobian && !sides->fit.differentiated)
        differentiate(sides);
}

/* dc_k/dx . */
static void coordinate_slope(const SnJointFit *fit, int k, double slope[2][6])
{
    memset(slope, 0, 12 * sizeof(double));
    for (int p = 0; p < fit->n; p++)
        for (int s = 0; s < 2; s++)
            for (int i = 0; i < 6; i++)
                slope[s][i] -= fit->inverse[k][p] * fit->by_pose[fit->equation[p]][s][i];
}

void sn_motion_rows(SnJointSides *sides, bool jacobian, double (*row)[2][6], double *residual)
{
    SnJointFit *fit = &sides->fit;
    const bool moves[2] = {sides->a.moves, sides->b.moves};
    double slope[6][2][6];
    fit_pose(sides, jacobian);
    for (int k = 0; jacobian && k < fit->n; k++)
        coordinate_slope(fit, k, slope[k]);
    for (int r = 0; r < 6 - fit->n; r++) {
        const int equation = fit->equation[fit->n + r];
        residual[r] = fit->misfit[equation];
        for (int s = 0; jacobian && s < 2; s++)
            for (int i = 0; moves[s] && i < 6; i++) {
                row[r][s][i] = fit->by_pose[equation][s][i];
                for (int k = 0; k < fit->n; k++)
                    row[r][s][i] += fit->slope[equation][k] * slope[k][s][i];
            }
    }
}

double sn_motion_coordinate(SnJointSides *sides, int coordinate, bool jacobian, double row[2][6])
{
    const bool moves[2] = {sides->a.moves, sides->b.moves};
    double slope[2][6];
    fit_pose(sides, jacobian);
    if (jacobian) {
        coordinate_slope(&sides->fit, coordinate, slope);
        for (int s = 0; s < 2; s++)
            if (moves[s])
                memcpy(row[s], slope[s], sizeof slope[s]);
    }
    return sides->fit.coordinate[coordinate];
}

void sn_motion_misfit_rates(SnJointSides *sides, const SnJointFit *fit, double time,
                            const double *rates, double (*velocity)[6], double *misfit_rate)
{
    double at[6];
    sides->fit.n = fit->n;
    for (int k = 0; k < fit->n; k++)
        at[k] = fit->coordinate[k] + time * rates[k];
    misfit_at(sides, at);
    differentiate(sides);
    for (int p = 0; p < fit->n; p++) {
        const int equation = fit->equation[p];
        misfit_rate[p] = 0;
        for (int s = 0; s < 2; s++)
            for (int i = 0; i < 6; i++)
                misfit_rate[p] += sides->fit.by_pose[equation][s][i] * velocity[s][i];
        for (int k = 0; k < fit->n; k++)
            misfit_rate[p] += sides->fit.slope[equation][k] * rates[k];
    }
}

/* --- where nothing is remembered --- */

static double square_of_all(const SnJointFit *fit)
{
    double sum = 0;
    for (int i = 0; i < 6; i++)
        sum += fit->misfit[i] * fit->misfit[i];
    return sum;
}

/* Least squares of all six equations from a start (Levenberg and Marquardt); returns the square
 * that is left. */
static double approach(SnJointSides *sides, const double *start)
{
    SnJointFit *fit = &sides->fit;
    double damping = 1e-3, at[6];
    misfit_at(sides, start);
    double square = square_of_all(fit);
    for (int round = 0; round < MOST_DAMPED && square > CLOSED; round++) {
        const SnJointFit kept = *fit;
        double m[6][6], inverse[6][6], gradient[6], step[6];
        for (int k = 0; k < fit->n; k++) {
            gradient[k] = 0;
            for (int i = 0; i < 6; i++)
                gradient[k] += fit->slope[i][k] * fit->misfit[i];
            for (int j = 0; j < fit->n; j++) {
                m[k][j] = 0;
                for (int i = 0; i < 6; i++)
                    m[k][j] += fit->slope[i][k] * fit->slope[i][j];
            }
            m[k][k] = m[k][k] * (1 + damping) + 1e-12;
        }
        invert(fit->n, m, inverse);
        for (int k = 0; k < fit->n; k++) {
            step[k] = 0;
            for (int j = 0; j < fit->n; j++)
                step[k] -= inverse[k][j] * gradient[j];
            if (sn_joint_is_angle(sides->joint, k))
                step[k] = fmin(fmax(step[k], -1), 1);
            at[k] = kept.coordinate[k] + step[k];
        }
        misfit_at(sides, at);
        const double now = square_of_all(fit);
        if (now < square) {
            damping = fmax(damping / 10, 1e-12);
            square = now;
        } else {
            *fit = kept;
            damping *= 10;
        }
    }
    return square;
}

/* Turns about x, y and z have two names, (a, b, c) and (a + pi, pi - b, c + pi): that whose b is
 * nearest to the start's, each angle within half a turn of it. */
static void name_turns(const double *start, double *angle)
{
    const double other = start[1] + remainder(M_PI - angle[1] - start[1], 2 * M_PI);
    angle[1] = start[1] + remainder(angle[1] - start[1], 2 * M_PI);
    if (fabs(other - start[1]) < fabs(angle[1] - start[1])) {
        angle[0] += M_PI;
        angle[1] = other;
        angle[2] += M_PI;
    }
    for (int k = 0; k < 3; k += 2)
        angle[k] = start[k] + remainder(angle[k] - start[k], 2 * M_PI);
}

/* From the middle of what is allowed nearest to zero, then from each angle elsewhere. */
static void locate(SnJointSides *sides, double *best)
{
    const SnSystemJoint *joint = sides->joint;
    const int n = sides->fit.n;
    double start[6], least = HUGE_VAL;
    for (int k = 0; k < n; k++) {
        const SnJointCoordinate *c = &joint->coordinate[k];
        start[k] = joint->limited ? fmax(c->lower, fmin(c->upper, 0)) : 0;
    }
    for (int k = -1; k < n && least > CLOSED; k++) {
        for (int i = 1; i < STARTS_ANGLE && least > CLOSED; i++) {
            double from[6];
            if (k < 0 ? i > 1 : !sn_joint_is_angle(joint, k))
                break;
            memcpy(from, start, sizeof from);
            if (k >= 0)
                from[k] += (i % 2 ? 1 : -1) * ((i + 1) / 2) * 2 * M_PI / STARTS_ANGLE;
            const double square = approach(sides, from);
            if (square < 0.9 * least) {
                least = square;
                memcpy(best, sides->fit.coordinate, sizeof sides->fit.coordinate);
            }
        }
    }
    if (joint->class->turns_xyz)
        name_turns(start, best);
}

/* Forces along the rows of the present pivots as forces along those of others: as equations all six
 * of them, of which those along the motion do no work. */
static void exchange_forces(const SnJointFit *fit, unsigned pivots, double *lambda)
{
    double by_equation[6], along[6] = {0};
    const int n = fit->n;
    for (int r = 0; r < 6 - n; r++) {
        const int equation = fit->equation[n + r];
        by_equation[equation] = lambda[r];
        for (int k = 0; k < n; k++)
            along[k] += fit->slope[equation][k] * lambda[r];
    }
    for (int p = 0; p < n; p++) {
        by_equation[fit->equation[p]] = 0;
        for (int k = 0; k < n; k++)
            by_equation[fit->equation[p]] -= fit->inverse[k][p] * along[k];
    }
    for (int i = 0, r = 0; i < 6; i++)
        if (!(pivots >> i & 1))
            lambda[r++] = by_equation[i];
}

void sn_motion_remember(SnJointSides *sides, double *turns, double *lambda)
{
    SnJointFit *fit = &sides->fit;
    double start[6];
    fit->solved = false;
    recall(sides, start);
    const int n = fit->n;
    unsigned pivots = (unsigned)turns[n];
    if (n == 0)
        return;
    if (pivots != 0)
        fit_once(sides);
    if (pivots == 0 || !fit->converged) {
        double best[6];
        locate(sides, best);
        misfit_at(sides, best);
        pivots = choose_pivots(fit, 0);
        order_equations(fit, pivots);
        solve(sides, best);
    }
    const unsigned chosen = choose_pivots(fit, pivots);
    if (chosen != pivots && lambda)
        exchange_forces(fit, chosen, lambda);
    memcpy(turns, fit->coordinate, (size_t)n * sizeof *turns);
    turns[n] = chosen;
}
