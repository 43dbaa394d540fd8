/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/pose/posing_rows.h"

#include "engine/base/memory.h"
#include "engine/base/terms.h"
#include "engine/sim/joint/gear.h"
#include "engine/sim/joint/joint_side.h"
#include "engine/sim/joint/joints.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define PROXIMAL 1e-3 /* w, and ... */
#define TOGETHER 1e-1 /* ... w_r */
#define EXACT                                                                                      \
    1e-9 /* softness of rows that hold exactly: redundant ones are none too many, and              \
            the iteration takes back what it lets through */

/* What holds a coordinate. */
enum { FREE = -1, DRIVEN = -2 }; /* else: number of the value given */

typedef struct Coordinate {
    int row; /* of G */
    int given;
    double kept; /* what it shall keep if it can [rad or m] */
} Coordinate;

typedef struct PosedJoint {
    bool used;
    int row, n_rows;   /* its own, in G */
    int coordinate, n; /* its coordinates: into rows->coordinates */
    int together;      /* six rows of its relative motion, -1: none */
    double phase;      /* gear */
} PosedJoint;

#define MOST_BLOCKS (2 * (SN_TERMS_MOST_NUMBERS + 1)) /* two of each joint of a coupler */

/* Blocks of a row of G, by column; the place of their values. */
typedef struct RowBlocks {
    int n, block[MOST_BLOCKS], at[MOST_BLOCKS];
} RowBlocks;

struct SnPosingRows {
    const SnSystem *system;
    int *column;        /* [n_blocks] */
    PosedJoint *joints; /* [joints.n] */
    Coordinate *coordinates;
    RowBlocks *blocks; /* [q] */
    SnKktMatrix matrix;
};

static const SnSystemJoint *joint_at(const SnPosingRows *r, int i)
{
    return &r->system->joints.joints[i];
}

static bool is_coupling(const SnSystemJoint *joint)
{
    return joint->class->ends == SN_JOINT_JOINTS;
}

/* --- which bodies move --- */

static bool is_movable(const SnSystem *system, int block)
{
    return block >= 0 && block < system->n_active && sn_block_has_mass(&system->blocks[block]);
}

static int find_root(int *parent, int block)
{
    while (parent[block] != block)
        block = parent[block] = parent[parent[block]];
    return block;
}

static void join_roots(int *parent, int a, int b)
{
    a = find_root(parent, a), b = find_root(parent, b);
    parent[a > b ? a : b] = a > b ? b : a;
}

/* Of bodies that joints hold together but nothing holds to the world, one stays: that which is on
 * no joint's second side, else the first. */
static void choose_base(const SnPosingRows *r, int *parent, bool *stays)
{
    const SnSystem *s = r->system;
    bool *anchored = sn_alloc((size_t)s->n_blocks + 1, sizeof *anchored);
    bool *follows = sn_alloc((size_t)s->n_blocks + 1, sizeof *follows);
    int *base = sn_alloc((size_t)s->n_blocks + 1, sizeof *base);
    for (int i = 0; i < s->joints.n; i++) {
        const int a = sn_joint_block(s, joint_at(r, i), 0),
                  b = sn_joint_block(s, joint_at(r, i), 1);
        if (!joint_at(r, i)->enabled || is_coupling(joint_at(r, i)))
            continue;
        if (is_movable(s, a) && is_movable(s, b))
            follows[b] = true;
        else if (is_movable(s, a) || is_movable(s, b))
            anchored[find_root(parent, is_movable(s, a) ? a : b)] = true;
    }
    for (int i = 0; i < s->n_blocks; i++)
        base[i] = -1;
    for (int i = 0; i < s->n_active; i++) {
        int *of = &base[find_root(parent, i)];
        if (*of < 0 || (follows[*of] && !follows[i]))
            *of = i;
    }
    for (int i = 0; i < s->n_active; i++)
        stays[i] = !anchored[find_root(parent, i)] && base[find_root(parent, i)] == i;
    sn_free(anchored);
    sn_free(follows);
    sn_free(base);
}

/* Joints that a coupling has to do with: that of its second coordinate, then those that lead. */
static int n_ends(const SnPosingRows *r, int coupling)
{
    return 1 + sn_coupling_n_leaders(joint_at(r, coupling));
}

static int end_of(const SnPosingRows *r, int coupling, int k)
{
    const SnSystemJoint *joint = joint_at(r, coupling);
    return k == 0 ? joint->geared[1] : sn_coupling_leader(r->system, joint, k - 1).joint;
}

static bool all_ends_used(const SnPosingRows *r, int coupling)
{
    for (int k = 0; k < n_ends(r, coupling); k++)
        if (!r->joints[end_of(r, coupling, k)].used)
            return false;
    return true;
}

/* Both sides of two joints hang together. */
static void join_sides(const SnPosingRows *r, int *parent, int a, int b)
{
    const SnSystem *s = r->system;
    for (int e = 0; e < 4; e++) {
        const int one = sn_joint_block(s, joint_at(r, a), e % 2);
        const int other = sn_joint_block(s, joint_at(r, b), e / 2);
        if (is_movable(s, one) && is_movable(s, other))
            join_roots(parent, one, other);
    }
}

/* Joints whose bodies hang together with those of the given coordinates, by joints or couplings. */
static void choose_joints(SnPosingRows *r, int *parent, int n, const SnPosed *posed)
{
    const SnSystem *s = r->system;
    for (int i = 0; i < s->joints.n; i++) /* couplings hold trees together */
        for (int k = 0; is_coupling(joint_at(r, i)) && joint_at(r, i)->enabled && k < n_ends(r, i);
             k++)
            join_sides(r, parent, end_of(r, i, k), joint_at(r, i)->geared[1]);
    bool *wanted = sn_alloc((size_t)s->n_blocks + 1, sizeof *wanted);
    for (int i = 0; i < n; i++)
        for (int side = 0; side < 2; side++) {
            const int block = sn_joint_block(s, joint_at(r, posed[i].joint), side);
            if (is_movable(s, block))
                wanted[find_root(parent, block)] = true;
        }
    for (int i = 0; i < s->joints.n; i++)
        for (int side = 0; side < 2; side++) {
            const int block =
                is_coupling(joint_at(r, i)) ? -1 : sn_joint_block(s, joint_at(r, i), side);
            if (joint_at(r, i)->enabled && is_movable(s, block) && wanted[find_root(parent, block)])
                r->joints[i].used = true;
        }
    for (int i = 0; i < s->joints.n; i++)
        if (is_coupling(joint_at(r, i)) && joint_at(r, i)->enabled)
            r->joints[i].used = all_ends_used(r, i);
    sn_free(wanted);
}

static void choose_columns(SnPosingRows *r, int n, const SnPosed *posed)
{
    const SnSystem *s = r->system;
    int *parent = sn_alloc((size_t)s->n_blocks + 1, sizeof *parent);
    bool *stays = sn_alloc((size_t)s->n_blocks + 1, sizeof *stays);
    for (int i = 0; i < s->n_blocks; i++)
        parent[i] = i;
    for (int i = 0; i < s->joints.n; i++) {
        const SnSystemJoint *joint = joint_at(r, i);
        const int a = sn_joint_block(s, joint, 0), b = sn_joint_block(s, joint, 1);
        if (joint->enabled && is_movable(s, a) && is_movable(s, b))
            join_roots(parent, a, b);
    }
    choose_base(r, parent, stays);
    choose_joints(r, parent, n, posed);
    for (int i = 0; i < s->n_blocks; i++)
        r->column[i] = -1;
    for (int i = 0; i < s->joints.n; i++)
        for (int side = 0; r->joints[i].used && side < 2; side++) {
            const int block = sn_joint_block(s, joint_at(r, i), side);
            if (is_movable(s, block) && !stays[block])
                r->column[block] = 0;
        }
    for (int i = 0; i < s->n_blocks; i++)
        if (r->column[i] >= 0) {
            r->column[i] = r->matrix.n;
            r->matrix.n += s->blocks[i].n;
        }
    sn_free(parent);
    sn_free(stays);
}

/* --- the rows --- */

/* Adds the moving blocks of a joint to those of a row, by column. */
static void add_blocks(const SnPosingRows *r, RowBlocks *of, int joint)
{
    for (int side = 0; joint >= 0 && side < 2; side++) {
        const int block = sn_joint_block(r->system, joint_at(r, joint), side);
        int at = 0;
        if (block < 0 || r->column[block] < 0)
            continue;
        while (at < of->n && r->column[of->block[at]] < r->column[block])
            at++;
        if (at < of->n && of->block[at] == block)
            continue;
        memmove(of->block + at + 1, of->block + at, (size_t)(of->n - at) * sizeof *of->block);
        of->block[at] = block;
        of->n++;
    }
}

static bool needs_together(const SnSystemJoint *joint)
{
    return sn_joins_frames(joint) && joint->n_rows + sn_joint_n_coordinates(joint) < 6;
}

/* Numbers the rows; returns how many coordinates there are. */
static int number_rows(SnPosingRows *r)
{
    int coordinates = 0;
    for (int i = 0; i < r->system->joints.n; i++) {
        PosedJoint *mine = &r->joints[i];
        const SnSystemJoint *joint = joint_at(r, i);
        mine->together = -1;
        if (!mine->used)
            continue;
        mine->row = r->matrix.q;
        mine->n_rows = is_coupling(joint) ? joint->class != &SN_JOINT_DRIVE
                       : joint->one_sided ? 0
                                          : joint->n_rows;
        mine->coordinate = coordinates;
        mine->n = sn_joins_frames(joint) ? sn_joint_n_coordinates(joint) : 0;
        r->matrix.q += mine->n_rows + mine->n;
        if (needs_together(joint)) {
            mine->together = r->matrix.q;
            r->matrix.q += 6;
        }
        coordinates += mine->n;
    }
    return coordinates;
}

static void plan_rows(SnPosingRows *r)
{
    SnKktMatrix *m = &r->matrix;
    r->blocks = sn_alloc((size_t)m->q + 1, sizeof *r->blocks);
    for (int i = 0; i < r->system->joints.n; i++) {
        const PosedJoint *mine = &r->joints[i];
        const SnSystemJoint *joint = joint_at(r, i);
        const int count = mine->n_rows + mine->n + (mine->together >= 0 ? 6 : 0);
        for (int k = 0; mine->used && k < count; k++) {
            RowBlocks *of = &r->blocks[mine->row + k];
            if (is_coupling(joint))
                for (int e = 0; e < n_ends(r, i); e++)
                    add_blocks(r, of, end_of(r, i, e));
            else
                add_blocks(r, of, i);
        }
    }
    m->g_start = sn_alloc((size_t)m->q + 1, sizeof(int));
    for (int i = 0; i < m->q; i++) {
        m->g_start[i + 1] = m->g_start[i];
        for (int k = 0; k < r->blocks[i].n; k++) {
            r->blocks[i].at[k] = m->g_start[i + 1];
            m->g_start[i + 1] += r->system->blocks[r->blocks[i].block[k]].n;
        }
    }
    m->g_column = sn_alloc((size_t)m->g_start[m->q] + 1, sizeof(int));
    m->g_value = sn_alloc((size_t)m->g_start[m->q] + 1, sizeof(double));
    for (int i = 0; i < m->q; i++)
        for (int k = 0; k < r->blocks[i].n; k++)
            for (int c = 0; c < r->system->blocks[r->blocks[i].block[k]].n; c++)
                m->g_column[r->blocks[i].at[k] + c] = r->column[r->blocks[i].block[k]] + c;
}

static void make_diagonals(SnPosingRows *r)
{
    SnKktMatrix *m = &r->matrix;
    const double length = r->system->length_scale;
    m->a_start = sn_alloc((size_t)m->n + 1, sizeof(int));
    m->a_row = sn_alloc((size_t)m->n + 1, sizeof(int));
    m->a_value = sn_alloc((size_t)m->n + 1, sizeof(double));
    m->c = sn_alloc((size_t)m->q + 1, sizeof(double));
    for (int i = 0; i < m->n; i++)
        m->a_start[i + 1] = i + 1, m->a_row[i] = i;
    for (int b = 0; b < r->system->n_blocks; b++)
        for (int k = 0; r->column[b] >= 0 && k < r->system->blocks[b].n; k++)
            m->a_value[r->column[b] + k] = PROXIMAL / (k < 3 ? length * length : 1);
    for (int i = 0; i < r->system->joints.n; i++) {
        const PosedJoint *mine = &r->joints[i];
        for (int k = 0; mine->used && k < mine->n_rows; k++)
            m->c[mine->row + k] = EXACT;
        for (int k = 0; mine->used && k < mine->n; k++) {
            const Coordinate *c = &r->coordinates[mine->coordinate + k];
            m->c[c->row] = c->given == FREE ? 1 : EXACT;
        }
        for (int k = 0; mine->used && mine->together >= 0 && k < 6; k++)
            m->c[mine->together + k] = 1 / TOGETHER;
    }
}

/* What coordinates shall keep; which are given, and which are driven. */
static void set_coordinates(SnPosingRows *r, const SnState *state, int n, const SnPosed *posed)
{
    const SnSystem *s = r->system;
    for (int i = 0; i < s->joints.n; i++)
        for (int k = 0; r->joints[i].used && k < r->joints[i].n; k++)
            r->coordinates[r->joints[i].coordinate + k] = (Coordinate){
                .row = r->joints[i].row + r->joints[i].n_rows + k,
                .given = FREE,
                .kept = sn_joint_coordinate(s, sn_state_q_const(state), sn_state_turns_const(state),
                                            joint_at(r, i), k)};
    for (int i = 0; i < s->joints.n; i++) {
        const SnSystemJoint *joint = joint_at(r, i);
        if (!r->joints[i].used || !is_coupling(joint))
            continue;
        Coordinate *b =
            &r->coordinates[r->joints[joint->geared[1]].coordinate + joint->geared_coordinate[1]];
        if (joint->class == &SN_JOINT_DRIVE) {
            b->given = DRIVEN;
            b->kept = s->inputs.base[joint->input];
        } else if (joint->class == &SN_JOINT_GEAR) {
            const Coordinate *a = &r->coordinates[r->joints[joint->geared[0]].coordinate +
                                                  joint->geared_coordinate[0]];
            r->joints[i].phase = b->kept - joint->ratio * a->kept;
        }
    }
    for (int i = 0; i < n; i++)
        if (r->joints[posed[i].joint].used && posed[i].coordinate >= 0)
            r->coordinates[r->joints[posed[i].joint].coordinate + posed[i].coordinate].given = i;
}

SnPosingRows *sn_posing_rows_new(const SnSystem *system, const SnState *state,
                                 const SnWorkspace *work, int n, const SnPosed *posed)
{
    assert(work->system == system);
    (void)work;
    SnPosingRows *r = sn_alloc(1, sizeof *r);
    r->system = system;
    r->column = sn_alloc((size_t)system->n_blocks + 1, sizeof *r->column);
    r->joints = sn_alloc((size_t)system->joints.n + 1, sizeof *r->joints);
    choose_columns(r, n, posed);
    r->coordinates = sn_alloc((size_t)number_rows(r) + 1, sizeof *r->coordinates);
    set_coordinates(r, state, n, posed);
    plan_rows(r);
    make_diagonals(r);
    return r;
}

void sn_posing_rows_free(SnPosingRows *r)
{
    if (!r)
        return;
    SnKktMatrix *m = &r->matrix;
    void *memory[] = {r->column,  r->joints,  r->coordinates, r->blocks,  m->a_start, m->a_row,
                      m->a_value, m->g_start, m->g_column,    m->g_value, m->c};
    for (size_t i = 0; i < sizeof memory / sizeof *memory; i++)
        sn_free(memory[i]);
    sn_free(r);
}

const SnKktMatrix *sn_posing_rows_matrix(const SnPosingRows *r)
{
    return &r->matrix;
}

bool sn_posing_rows_use(const SnPosingRows *r, int joint)
{
    return r->joints[joint].used;
}

int sn_posing_rows_column(const SnPosingRows *r, int block)
{
    return r->column[block];
}

/* --- values --- */

/* Adds factor times the derivative by both sides of a joint to a row. */
static void add_sides(SnPosingRows *r, int row, int joint, double factor, double sides[2][6])
{
    const RowBlocks *of = &r->blocks[row];
    for (int s = 0; s < 2; s++) {
        const int block = sn_joint_block(r->system, joint_at(r, joint), s);
        for (int k = 0; k < of->n; k++)
            for (int c = 0; of->block[k] == block && c < r->system->blocks[block].n; c++)
                r->matrix.g_value[of->at[k] + c] += factor * sides[s][c];
    }
}

typedef struct Filling {
    SnPosingRows *rows;
    const SnState *state;
    const SnWorkspace *work;
    double *g, *l;
    double worst;
    SnId *open;
} Filling;

/* A row that holds exactly is off by this much, rad or of the model's size. */
static void set_exact(Filling *f, int row, SnId id, double off)
{
    f->g[row] = -off;
    if (!(fabs(off) <= f->worst)) {
        f->worst = fabs(off);
        *f->open = id;
    }
}

static void fill_joint(Filling *f, int number)
{
    SnPosingRows *r = f->rows;
    const SnSystemJoint *joint = joint_at(r, number);
    const PosedJoint *mine = &r->joints[number];
    double row[SN_MAX_JOINT_ROWS][2][6] = {{{0}}}, residual[SN_MAX_JOINT_ROWS] = {0};
    double limit[SN_MAX_JOINT_LIMITS][2][6], gap[SN_MAX_JOINT_LIMITS];
    if (mine->n_rows == 0)
        return;
    sn_joint_rows(r->system, f->state, f->work, number, true,
                  &(SnJointRows){row, residual, limit, gap});
    for (int k = 0; k < mine->n_rows; k++) {
        const bool angle = !joint->class->motion && joint->class->shape[k] == SN_ROW_ROTATION;
        const double scale = angle ? 1 : 1 / r->system->length_scale;
        add_sides(r, mine->row + k, number, scale, row[k]);
        set_exact(f, mine->row + k, joint->id, scale * residual[k]);
    }
}

static void fill_coordinates(Filling *f, int number, const double *value)
{
    SnPosingRows *r = f->rows;
    const SnSystemJoint *joint = joint_at(r, number);
    for (int k = 0; k < r->joints[number].n; k++) {
        const Coordinate *c = &r->coordinates[r->joints[number].coordinate + k];
        const double scale = sn_joint_is_angle(joint, k) ? 1 : 1 / r->system->length_scale;
        double sides[2][6] = {{0}};
        const double now = sn_joint_coordinate_row(r->system, f->state, f->work, joint, k, sides);
        const double off = scale * (now - (c->given >= 0 ? value[c->given] : c->kept));
        add_sides(r, c->row, number, scale, sides);
        if (c->given == FREE) {
            f->g[c->row] = 0;
            f->l[c->row] = off; /* C is 1 */
        } else {
            set_exact(f, c->row, joint->id, off);
        }
    }
}

/* Turning and shifting of b against a, both sides' material taken where b's origin is. */
static void fill_together(Filling *f, int number)
{
    SnPosingRows *r = f->rows;
    const int first = r->joints[number].together;
    SnJointSides sides;
    double row[3][2][6] = {{{0}}}, residual[3];
    if (first < 0)
        return;
    sn_joint_sides(r->system, f->work, sn_state_q_const(f->state), sn_state_turns_const(f->state),
                   joint_at(r, number), &sides);
    sn_orientation_rows(&sides.a, &sides.b, true, row, residual);
    for (int k = 0; k < 3; k++) {
        double axis[3], along[2][6] = {{0}};
        sn_side_axis(&sides.a, k, axis);
        sn_sides_along(&sides.a, &sides.b, axis, true, along);
        add_sides(r, first + k, number, 1, row[k]);
        add_sides(r, first + 3 + k, number, 1 / r->system->length_scale, along);
        f->g[first + k] = f->g[first + 3 + k] = 0;
        f->l[first + k] = f->l[first + 3 + k] = 0;
    }
}

/* Gear: c_b - ratio c_a = phase; coupler: c_b = function of c_a, or of several. */
static void fill_coupling(Filling *f, int number)
{
    SnPosingRows *r = f->rows;
    const SnSystem *s = r->system;
    const SnSystemJoint *joint = joint_at(r, number);
    const SnSystemJoint *second = joint_at(r, joint->geared[1]);
    const int row = r->joints[number].row, n = sn_coupling_n_leaders(joint);
    double x[SN_TERMS_MOST_NUMBERS], slope[SN_TERMS_MOST_NUMBERS], sides[2][6] = {{0}};
    if (r->joints[number].n_rows == 0)
        return;
    const bool angle = sn_joint_is_angle(second, joint->geared_coordinate[1]);
    const double scale = angle ? 1 : 1 / s->length_scale;
    const double is =
        sn_joint_coordinate_row(s, f->state, f->work, second, joint->geared_coordinate[1], sides);
    add_sides(r, row, joint->geared[1], scale, sides);
    for (int k = 0; k < n; k++) {
        const SnLeader leader = sn_coupling_leader(s, joint, k);
        x[k] = sn_joint_coordinate(s, sn_state_q_const(f->state), sn_state_turns_const(f->state),
                                   joint_at(r, leader.joint), leader.coordinate);
    }
    slope[0] = joint->ratio;
    const double follows = joint->class == &SN_JOINT_COUPLER
                               ? sn_coupler_value(s, joint, x, slope)
                               : joint->ratio * x[0] + r->joints[number].phase;
    for (int k = 0; k < n; k++) {
        const SnLeader leader = sn_coupling_leader(s, joint, k);
        double along[2][6] = {{0}};
        sn_joint_coordinate_row(s, f->state, f->work, joint_at(r, leader.joint), leader.coordinate,
                                along);
        add_sides(r, row, leader.joint, -scale * slope[k], along);
    }
    set_exact(f, row, joint->id, scale * (is - follows));
}

double sn_posing_rows_fill(SnPosingRows *r, const SnState *state, const SnWorkspace *work,
                           const double *value, double *g, double *l, SnId *open)
{
    assert(work->system == r->system);
    Filling filling = {r, state, work, g, l, 0, open};
    *open = SN_ID_NULL;
    memset(r->matrix.g_value, 0, (size_t)r->matrix.g_start[r->matrix.q] * sizeof(double));
    for (int i = 0; i < r->system->joints.n; i++) {
        if (!r->joints[i].used)
            continue;
        if (is_coupling(joint_at(r, i))) {
            fill_coupling(&filling, i);
            continue;
        }
        fill_joint(&filling, i);
        fill_coordinates(&filling, i, value);
        fill_together(&filling, i);
    }
    return filling.worst;
}

int sn_posing_rows_given(const SnPosingRows *r, int i, double *scale)
{
    for (int number = 0; number < r->system->joints.n; number++)
        for (int k = 0; r->joints[number].used && k < r->joints[number].n; k++) {
            const Coordinate *c = &r->coordinates[r->joints[number].coordinate + k];
            if (c->given != i)
                continue;
            *scale = sn_joint_is_angle(joint_at(r, number), k) ? 1 : 1 / r->system->length_scale;
            return c->row;
        }
    return -1;
}

void sn_posing_rows_force(const SnPosingRows *r, const double *l, double *f)
{
    const SnKktMatrix *m = &r->matrix;
    memset(f, 0, (size_t)m->n * sizeof(double));
    for (int i = 0; i < m->q; i++)
        for (int k = m->g_start[i]; k < m->g_start[i + 1]; k++)
            f[m->g_column[k]] -= m->g_value[k] * l[i];
}
