/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/pose/posing.h"

#include "engine/base/memory.h"
#include "engine/linsolve/linsolve.h"
#include "engine/sim/joint/joint_place.h"
#include "engine/sim/joint/joints.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/pose/posing_rows.h"
#include "engine/sim/setup/setup.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/system/workspace.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define CLOSED    1e-13 /* of the model's size, or rad */
#define NEAR      1e-9  /* the same on the way */
#define STILL     1e-13 /* motion of an iteration that counts as none */
#define ROUNDING  1e-12 /* motion of a block that counts as none */
#define MOST_WAY  15    /* iterations of a part of the way ... */
#define MOST_END  60    /* ... and at its end */
#define LONGEST   0.15  /* part of the way: rad, or of the model's size */
#define TOO_FAR   0.8   /* motion of an iteration that may leave the branch */
#define SMALLEST  1e-7  /* part of the way that is still tried */
#define FAR       1e-3  /* motion to where joints are closed after which the way begins there */
#define TOLERANCE 1e-14

struct SnPosing {
    SnPosingRows *rows;
    const SnSystem *system;
    SnState *start, *state, *kept;
    SnState *begin; /* where each way begins: the start, or where joints far open were put */
    SnWorkspace *work;
    SnLinsolve *solver;
    double *f, *g, *u, *l,
        *more;      /* [n], [q], [n], [q], [q]: forces along the rows, and their change */
    double *motion; /* [n_u] */
    int n;
    SnPosed *posed;
    double *from, *now; /* [n] */
    bool closed;        /* the joints are, where the way begins */
    bool factored;      /* the matrix is that of the solution */
};

static void remember(SnPosing *p)
{
    sn_attachments_follow(p->system, sn_state_q(p->state), sn_state_u(p->state));
    sn_kinematics(p->system, sn_state_q(p->state), sn_state_u(p->state), p->work);
    sn_joints_remember(p->system, p->state);
}

static SnState *new_state(const SnSystem *system)
{
    SnState *state = sn_state_new(system);
    memset(sn_state_u(state), 0, (size_t)state->n_u * sizeof(double));
    return state;
}

static void note_start(SnPosing *p)
{
    for (int i = 0; i < p->n; i++)
        p->from[i] = p->posed[i].coordinate < 0 ? 0 : sn_posing_coordinate(p, p->posed[i]);
}

/* Each way begins where the state is now. */
static void begin_here(SnPosing *p)
{
    memcpy(p->begin, p->state, p->state->size);
    sn_posing_rows_free(p->rows);
    sn_linsolve_free(p->solver);
    p->rows = sn_posing_rows_new(p->system, p->state, p->work, p->n, p->posed);
    p->solver = sn_linsolve_new(SN_LINSOLVE_SPARSE, sn_posing_rows_matrix(p->rows));
    note_start(p);
}

SnPosing *sn_posing_new(const SnSystem *system, int n, const SnPosed *posed)
{
    SnPosing *p = sn_alloc(1, sizeof *p);
    p->system = system;
    p->n = n;
    p->posed = sn_alloc((size_t)n, sizeof *posed);
    if (n > 0)
        memcpy(p->posed, posed, (size_t)n * sizeof *posed);
    p->from = sn_alloc((size_t)n, sizeof(double));
    p->now = sn_alloc((size_t)n, sizeof(double));
    p->work = sn_workspace_new(system, SN_LINSOLVE_AUTO);
    p->state = new_state(system);
    remember(p);
    p->start = sn_state_copy(p->state);
    p->kept = sn_state_copy(p->state);
    p->begin = sn_state_copy(p->state);
    p->rows = sn_posing_rows_new(system, p->state, p->work, n, posed);
    const SnKktMatrix *matrix = sn_posing_rows_matrix(p->rows);
    p->f = sn_alloc((size_t)matrix->n, sizeof(double));
    p->u = sn_alloc((size_t)matrix->n, sizeof(double));
    p->g = sn_alloc((size_t)matrix->q, sizeof(double));
    p->l = sn_alloc((size_t)matrix->q, sizeof(double));
    p->more = sn_alloc((size_t)matrix->q, sizeof(double));
    p->motion = sn_alloc((size_t)system->n_u, sizeof(double));
    if (matrix->n > 0)
        p->solver = sn_linsolve_new(SN_LINSOLVE_SPARSE, matrix);
    note_start(p);
    return p;
}

void sn_posing_free(SnPosing *p)
{
    if (!p)
        return;
    sn_linsolve_free(p->solver);
    sn_posing_rows_free(p->rows);
    sn_workspace_free(p->work);
    void *memory[] = {p->start, p->begin,  p->state, p->kept, p->f,   p->g,   p->u,
                      p->l,     p->motion, p->posed, p->from, p->now, p->more};
    for (size_t i = 0; i < sizeof memory / sizeof *memory; i++)
        sn_free(memory[i]);
    sn_free(p);
}

const SnState *sn_posing_state(const SnPosing *p)
{
    return p->state;
}

double sn_posing_coordinate(const SnPosing *p, SnPosed which)
{
    return sn_joint_coordinate(p->system, sn_state_q_const(p->state),
                               sn_state_turns_const(p->state),
                               &p->system->joints.joints[which.joint], which.coordinate);
}

double sn_posing_gap(const SnPosing *p, int number, bool *angle)
{
    const SnSystemJoint *joint = &p->system->joints.joints[number];
    double row[SN_MAX_JOINT_ROWS][2][6], residual[SN_MAX_JOINT_ROWS] = {0}, most = 0;
    double limit[SN_MAX_JOINT_LIMITS][2][6], gap[SN_MAX_JOINT_LIMITS];
    *angle = false;
    if (!joint->enabled || joint->one_sided || joint->class->ends == SN_JOINT_JOINTS)
        return 0;
    sn_joint_rows(p->system, p->start, p->work, number, false,
                  &(SnJointRows){row, residual, limit, gap});
    for (int i = 0; i < joint->n_rows; i++) {
        const bool turns = !joint->class->motion && joint->class->shape[i] == SN_ROW_ROTATION;
        if (fabs(residual[i]) * (turns ? p->system->length_scale : 1) > most) {
            most = fabs(residual[i]) * (turns ? p->system->length_scale : 1);
            *angle = turns;
        }
    }
    return *angle ? most / p->system->length_scale : most;
}

bool sn_posing_moved(const SnPosing *p, int block)
{
    const SnBlock *b = &p->system->blocks[block];
    const double *from = sn_state_q_const(p->start) + b->q, *to = sn_state_q_const(p->state) + b->q;
    if (sn_v3_distance(from, to) > ROUNDING * p->system->length_scale)
        return true;
    double turn = 0;
    for (int i = 3; b->kind == SN_BLOCK_BODY && i < 7; i++)
        turn = fmax(turn, fabs(to[i] - from[i]));
    return turn > ROUNDING;
}

/* --- one iteration --- */

/* Solves with the factor that there is, and moves; returns the largest motion, rad or of the
 * model's size; infinity where there is none. */
static double displace(SnPosing *p)
{
    const double length = p->system->length_scale;
    const SnLinsolveStatus solved =
        sn_linsolve_solve(p->solver, p->f, p->g, p->u, p->more, TOLERANCE, NULL);
    if (solved != SN_LINSOLVE_OK && solved != SN_LINSOLVE_INACCURATE)
        return HUGE_VAL;
    double most = 0;
    memset(p->motion, 0, (size_t)p->system->n_u * sizeof(double));
    for (int i = 0; i < p->system->n_active; i++) {
        const SnBlock *block = &p->system->blocks[i];
        const int column = sn_posing_rows_column(p->rows, i);
        for (int k = 0; column >= 0 && k < block->n; k++) {
            p->motion[block->u + k] = p->u[column + k];
            most = fmax(most, fabs(p->u[column + k]) / (k < 3 ? length : 1));
        }
    }
    if (isfinite(most)) {
        sn_displace(p->system, p->motion, sn_state_q(p->state));
        sn_attachments_follow(p->system, sn_state_q(p->state), sn_state_u(p->state));
    }
    return most;
}

/* Newton's step from the matrix as it is filled; its motion. */
static double move(SnPosing *p)
{
    const SnKktMatrix *matrix = sn_posing_rows_matrix(p->rows);
    sn_posing_rows_force(p->rows, p->l, p->f);
    if (sn_linsolve_factor(p->solver, NULL) != SN_LINSOLVE_OK)
        return HUGE_VAL;
    const double most = displace(p);
    for (int i = 0; i < matrix->q; i++)
        p->l[i] += p->more[i];
    return most;
}

/* Newton's method to the values of now; to the least, and to rounding, at the end of the way.  From
 * afar (most infinite) it may take as long as there. */
static bool approach(SnPosing *p, double most, bool end, SnId *open)
{
    double motion = HUGE_VAL, left = HUGE_VAL;
    for (int k = 0; k < (end || isinf(most) ? MOST_END : MOST_WAY); k++) {
        sn_kinematics(p->system, sn_state_q(p->state), sn_state_u(p->state), p->work);
        left = sn_posing_rows_fill(p->rows, p->state, p->work, p->now, p->g, p->l, open);
        if (left <= (end ? CLOSED : NEAR) && motion <= (end ? STILL : NEAR))
            break;
        motion = move(p);
        if (!(motion <= most))
            return false;
    }
    return left <= (end ? 10 * CLOSED : NEAR);
}

static double longest_way(const SnPosing *p, const double *value)
{
    double way = 0;
    for (int i = 0; i < p->n; i++) {
        const SnSystemJoint *joint = &p->system->joints.joints[p->posed[i].joint];
        if (p->posed[i].coordinate < 0)
            continue;
        const bool angle = sn_joint_is_angle(joint, p->posed[i].coordinate);
        way = fmax(way, fabs(value[i] - p->from[i]) / (angle ? 1 : p->system->length_scale));
    }
    return way;
}

static bool approach_part(SnPosing *p, const double *value, double part, double most, bool end,
                          SnId *open)
{
    for (int i = 0; i < p->n; i++)
        p->now[i] = part == 1 ? value[i] : p->from[i] + part * (value[i] - p->from[i]);
    if (!approach(p, most, end, open))
        return false;
    remember(p);
    return true;
}

static void forget_forces(SnPosing *p)
{
    memset(p->l, 0, (size_t)sn_posing_rows_matrix(p->rows)->q * sizeof(double));
}

/* Closed from here, and none of those that move the wrong way round. */
static bool close_from_here(SnPosing *p, const double *value, SnId *open)
{
    if (!approach_part(p, value, 0, HUGE_VAL, false, open))
        return false;
    for (int i = 0; i < p->system->joints.n; i++)
        if (sn_posing_rows_use(p->rows, i) && sn_joint_is_flipped(p->system, p->state, i)) {
            *open = p->system->joints.joints[i].id;
            return false;
        }
    return true;
}

static bool moved_far(const SnPosing *p)
{
    const double *from = sn_state_q_const(p->begin), *to = sn_state_q_const(p->state);
    double most = 0;
    for (int i = 0; i < p->system->n_blocks; i++) {
        const SnBlock *block = &p->system->blocks[i];
        for (int k = 0; k < (block->kind == SN_BLOCK_BODY ? 7 : 3); k++)
            most = fmax(most, fabs(to[block->q + k] - from[block->q + k]) /
                                  (k < 3 ? p->system->length_scale : 1));
    }
    return most > FAR;
}

/* The way begins where the joints were closed, and with coordinates as a start knows them: while
 * they came from afar they may have been turned past what names an orientation but once. */
static bool begin_closed(SnPosing *p, const double *value, SnId *open)
{
    memset(sn_state_turns(p->state), 0, (size_t)p->state->n_turns * sizeof(double));
    remember(p);
    begin_here(p);
    forget_forces(p);
    *open = SN_ID_NULL;
    return close_from_here(p, value, open);
}

/* Joints closed where the way begins: near the start, or from afar body by body.  Where that leaves
 * one open, loops may need another place of it: all at once, from there. */
static bool close_start(SnPosing *p, const double *value, SnId *open)
{
    if (close_from_here(p, value, open))
        return !moved_far(p) || begin_closed(p, value, open);
    memcpy(p->state, p->begin, p->begin->size);
    sn_kinematics(p->system, sn_state_q(p->state), sn_state_u(p->state), p->work);
    sn_joints_place(p->system, p->state, p->work);
    remember(p);
    begin_here(p);
    forget_forces(p);
    if (close_from_here(p, value, open))
        return begin_closed(p, value, open);
    memcpy(p->state, p->start, p->start->size);
    remember(p);
    begin_here(p);
    return false;
}

bool sn_posing_solve(SnPosing *p, const double *value, double *part, SnId *open)
{
    *part = 0;
    *open = SN_ID_NULL;
    memcpy(p->state, p->begin, p->begin->size);
    forget_forces(p);
    p->factored = false;
    if (!p->solver || !isfinite(longest_way(p, value)))
        return longest_way(p, value) == 0;
    if (!p->closed && !close_start(p, value, open)) { /* open at the start, and stays so */
        *part = -1;
        return false;
    }
    const double way = longest_way(p, value), longest = way > LONGEST ? LONGEST / way : 1;
    double step = longest, at = 0;
    while (at < 1 && step >= SMALLEST) {
        const double next = fmin(1, at + step);
        memcpy(p->kept, p->state, p->state->size);
        if (approach_part(p, value, next, TOO_FAR, false, open)) {
            at = next;
            step = fmin(longest, 2 * step);
        } else {
            memcpy(p->state, p->kept, p->kept->size);
            forget_forces(p);
            step /= 2;
        }
    }
    *part = at;
    SnId last;
    memcpy(p->kept, p->state, p->state->size);
    if (!approach_part(p, value, at, TOO_FAR, true, at == 1 ? open : &last)) {
        memcpy(p->state, p->kept, p->kept->size);
        return false;
    }
    return at == 1;
}

/* --- from the solution on --- */

void sn_posing_go_on(SnPosing *p)
{
    memcpy(p->begin, p->state, p->state->size);
    note_start(p);
    p->closed = true;
}

/* The matrix at the solution, and its factor. */
static bool factor_here(SnPosing *p)
{
    SnId open;
    sn_kinematics(p->system, sn_state_q(p->state), sn_state_u(p->state), p->work);
    sn_posing_rows_fill(p->rows, p->state, p->work, p->now, p->g, p->l, &open);
    p->factored = sn_linsolve_factor(p->solver, NULL) == SN_LINSOLVE_OK;
    return p->factored;
}

bool sn_posing_nudge(SnPosing *p, int i, double amount)
{
    double scale;
    const int row = p->solver ? sn_posing_rows_given(p->rows, i, &scale) : -1;
    memcpy(p->kept, p->state, p->state->size);
    if (row < 0 || (!p->factored && !factor_here(p)))
        return false;
    const SnKktMatrix *matrix = sn_posing_rows_matrix(p->rows);
    memset(p->f, 0, (size_t)matrix->n * sizeof(double));
    memset(p->g, 0, (size_t)matrix->q * sizeof(double));
    p->g[row] = scale * amount;
    return isfinite(displace(p));
}

void sn_posing_back(SnPosing *p)
{
    memcpy(p->state, p->kept, p->kept->size);
}
