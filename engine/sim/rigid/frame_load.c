/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads in the axes of a frame, at a point that is given in a frame: motors between bodies, forces
 * that turn with what they act on, measured reactions of the ground.
 *
 * In the world F = R_e f, T = R_e m at p = x_p + R_p l.  On A the force F and about its centre the
 * moment N = T + (p - x_a) x F; on B the opposite.  With small turns e = R theta of the blocks:
 *   dF = -[F] R_e theta_e,  dT = -[T] R_e theta_e,  dp = dx_p - R_p [R_p' (p - x_p)] theta_p,
 *   dN = dT + [p - x_a] dF - [F] (dp - dx_a),  d(R_a' N) = R_a' dN + [R_a' N] theta_a. */
#include "engine/sim/system/frame_load.h"
#include "engine/base/memory.h"

#include "engine/base/vec.h"
#include "engine/sim/motion/force_tools.h"
#include "engine/sim/motion/motion.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { COLUMNS = 6 * SN_FRAME_ROLES };

SnFrameLoads *sn_frame_loads(SnSystem *system)
{
    return sn_system_force(system, SN_FORCE_KIND_FRAME_LOADS, sizeof(SnFrameLoads));
}

static const SnFrameLoads *loads_of(const SnSystem *system)
{
    static const SnFrameLoads none = {0};
    const SnFrameLoads *loads = system->force[SN_FORCE_KIND_FRAME_LOADS];
    return loads ? loads : &none;
}

int sn_frame_load_shown(const SnSystem *system, int load)
{
    return loads_of(system)->loads[load].shown;
}

static SnFrameLoadResults *results_of(const SnWorkspace *work)
{
    return work->forces.results[SN_FORCE_KIND_FRAME_LOADS];
}

const SnFrameLoadResults *sn_frame_load_results(const SnWorkspace *work)
{
    return results_of(work);
}

/* --- force --- */

static int block_of(const SnSystem *system, const SnSystemFrameLoad *load, int role)
{
    return system->frames[load->frame[role]].block;
}

static void find(const SnSystem *system, const double *inputs, const SnState *state,
                 const SnWorkspace *work, const SnSystemFrameLoad *load, SnFrameLoadResults *r)
{
    const double *q = sn_state_q_const(state), *given = inputs + load->input;
    const double control = fmax(load->lowest, fmin(given[SN_FRAME_LOAD_CONTROL], load->highest));
    double origin[3], axes[9], force[3], moment[3];
    sn_v3_copy(given + SN_FRAME_LOAD_FORCE, force);
    sn_v3_axpy(control, load->force, force);
    sn_v3_copy(given + SN_FRAME_LOAD_MOMENT, moment);
    sn_v3_axpy(control, load->moment, moment);
    sn_frame_pose(system, work, q, load->frame[SN_FRAME_LOAD_AXES], origin, axes);
    sn_m3_mul_v3(axes, force, r->force);
    sn_m3_mul_v3(axes, moment, r->moment);
    sn_frame_pose(system, work, q, load->frame[SN_FRAME_LOAD_POINT], origin, axes);
    sn_m3_mul_v3(axes, given + SN_FRAME_LOAD_PLACE, r->point);
    sn_v3_add(r->point, origin, r->point);
}

/* Moment about the centre of the block of a side, sign +1 or -1, in world axes; from the centre to
 * the point. */
static void moment_about(const SnSystem *system, const SnState *state, int block, double sign,
                         const SnFrameLoadResults *r, double moment[3], double arm[3])
{
    sn_v3_sub(r->point, sn_state_q_const(state) + system->blocks[block].q, arm);
    sn_v3_cross(arm, r->force, moment);
    sn_v3_add(moment, r->moment, moment);
    sn_v3_scale(sign, moment, moment);
}

static void push(const SnSystem *system, const SnState *state, SnWorkspace *work,
                 const SnSystemFrameLoad *load, const SnFrameLoadResults *r)
{
    for (int role = SN_FRAME_LOAD_A; role <= SN_FRAME_LOAD_B; role++) {
        const int block = block_of(system, load, role);
        const double sign = role == SN_FRAME_LOAD_A ? 1 : -1;
        double wrench[6], arm[3];
        if (block < 0)
            continue;
        sn_v3_copy(r->force, wrench);
        sn_v3_scale(sign, wrench, wrench);
        moment_about(system, state, block, sign, r, wrench + 3, arm);
        sn_m3_tmul_v3(work->motion.rotation[block], wrench + 3, wrench + 3);
        for (int i = 0; i < 6; i++) {
            work->forces.applied[system->blocks[block].u + i] += wrench[i];
            work->forces.explicit_force[system->blocks[block].u + i] += wrench[i];
        }
    }
}

/* --- stiffness --- */

/* Columns of a block among those of all its blocks; -1: the world has none. */
static int columns_of(const SnSystem *system, const SnSystemFrameLoad *load, int role)
{
    const int block = block_of(system, load, role);
    for (int i = 0; block >= 0 && i < load->n; i++)
        if (load->block[i] == block)
            return 6 * i;
    return -1;
}

static void place(double (*rows)[COLUMNS], int row, int column, double scale, const double m[9])
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            rows[row + r][column + c] += scale * m[3 * r + c];
}

/* rows += scale [v] of. */
static void place_crossed(double (*rows)[COLUMNS], double scale, const double v[3],
                          double (*of)[COLUMNS])
{
    double cross[9];
    sn_m3_cross(v, cross);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < COLUMNS; c++)
            for (int k = 0; k < 3; k++)
                rows[r][c] += scale * cross[3 * r + k] * of[k][c];
}

typedef struct Changes {
    double force[3][COLUMNS], moment[3][COLUMNS], point[3][COLUMNS];
} Changes;

static void changes_of(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                       const SnSystemFrameLoad *load, const SnFrameLoadResults *r, Changes *d)
{
    static const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    const int axes = columns_of(system, load, SN_FRAME_LOAD_AXES),
              point = columns_of(system, load, SN_FRAME_LOAD_POINT);
    double cross[9], m[9];
    memset(d, 0, sizeof *d);
    if (axes >= 0) {
        const double *rotation = work->motion.rotation[load->block[axes / 6]];
        sn_m3_cross(r->force, cross);
        sn_m3_mul(cross, rotation, m);
        place(d->force, 0, axes + 3, -1, m);
        sn_m3_cross(r->moment, cross);
        sn_m3_mul(cross, rotation, m);
        place(d->moment, 0, axes + 3, -1, m);
    }
    if (point >= 0) {
        const int block = load->block[point / 6];
        double arm[3];
        sn_v3_sub(r->point, sn_state_q_const(state) + system->blocks[block].q, arm);
        sn_m3_cross(arm, cross);
        sn_m3_mul(cross, work->motion.rotation[block], m);
        place(d->point, 0, point, 1, identity);
        place(d->point, 0, point + 3, -1, m);
    }
}

/* Rows of A's or B's block. */
static void add_rows(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                     const SnSystemFrameLoad *load, int role, const SnFrameLoadResults *r,
                     Changes *d, double (*jacobian)[COLUMNS])
{
    const int first = columns_of(system, load, role);
    if (first < 0)
        return;
    const int block = load->block[first / 6];
    const double sign = role == SN_FRAME_LOAD_A ? 1 : -1, *rotation = work->motion.rotation[block];
    double moment[3], arm[3], cross[9], about[3][COLUMNS];
    moment_about(system, state, block, sign, r, moment, arm);
    memcpy(about, d->moment, sizeof about);
    place_crossed(about, 1, arm, d->force);
    place_crossed(about, -1, r->force, d->point);
    sn_m3_cross(r->force, cross);
    place(about, 0, first, 1, cross);
    for (int i = 0; i < 3; i++)
        for (int c = 0; c < COLUMNS; c++) {
            jacobian[first + i][c] += sign * d->force[i][c];
            for (int k = 0; k < 3; k++)
                jacobian[first + 3 + i][c] += sign * rotation[3 * k + i] * about[k][c];
        }
    sn_m3_tmul_v3(rotation, moment, moment);
    sn_m3_cross(moment, cross);
    place(jacobian, first + 3, first + 3, 1, cross);
}

static void stiffen(const SnSystem *system, const SnState *state, SnWorkspace *work,
                    const SnSystemFrameLoad *load, const SnFrameLoadResults *r, double k)
{
    double jacobian[COLUMNS][COLUMNS] = {{0}}, values[36];
    Changes d;
    changes_of(system, state, work, load, r, &d);
    add_rows(system, state, work, load, SN_FRAME_LOAD_A, r, &d, jacobian);
    add_rows(system, state, work, load, SN_FRAME_LOAD_B, r, &d, jacobian);
    for (int i = 0, slot = load->slots; i < load->n; i++)
        for (int j = 0; j <= i; j++, slot++) {
            for (int a = 0; a < 6; a++)
                for (int b = 0; b < 6; b++)
                    values[6 * a + b] =
                        -0.5 * k *
                        (jacobian[6 * i + a][6 * j + b] + jacobian[6 * j + b][6 * i + a]);
            sn_pair_add(system, work, system->pairs.stiffness_slot[slot], load->block[i],
                        load->block[j], values);
        }
}

static void frame_load_forces(const SnSystem *system, const double *inputs, const SnState *state,
                              SnWorkspace *work, bool matrix, double d, double k)
{
    (void)d;
    const SnFrameLoads *loads = loads_of(system);
    for (int i = 0; i < loads->n; i++) {
        const SnSystemFrameLoad *load = &loads->loads[i];
        SnFrameLoadResults *r = &results_of(work)[i];
        find(system, inputs, state, work, load, r);
        if (!load->enabled) {
            sn_v3_set(0, 0, 0, r->force);
            sn_v3_set(0, 0, 0, r->moment);
            continue;
        }
        push(system, state, work, load, r);
        if (matrix && k != 0 && !work->forces.positive_definite)
            stiffen(system, state, work, load, r, k);
    }
}

double sn_frame_load_power(const SnSystem *system, const SnState *state, const SnWorkspace *work)
{
    assert(work->system == system);
    const SnFrameLoads *loads = loads_of(system);
    double sum = 0;
    for (int i = 0; i < loads->n; i++)
        for (int role = SN_FRAME_LOAD_A; role <= SN_FRAME_LOAD_B; role++) {
            const int block = block_of(system, &loads->loads[i], role);
            const SnFrameLoadResults *r = &results_of(work)[i];
            double moment[3], arm[3];
            if (block < 0)
                continue;
            const double *u = sn_state_u_const(state) + system->blocks[block].u;
            moment_about(system, state, block, 1, r, moment, arm);
            sum += fabs(sn_v3_dot(r->force, u)) + sn_v3_norm(moment) * sn_v3_norm(u + 3);
        }
    return sum;
}

/* --- in the system and the workspace --- */

static void free_loads(SnSystem *system)
{
    sn_free(loads_of(system)->loads);
}

/* Each block once. */
static void couplings(SnSystem *system, SnCouplingVisitor visit, void *data)
{
    const SnFrameLoads *loads = loads_of(system);
    for (int i = 0; i < loads->n; i++) {
        SnSystemFrameLoad *load = &loads->loads[i];
        load->n = 0;
        for (int role = 0; role < SN_FRAME_ROLES; role++) {
            const int block = block_of(system, load, role);
            if (block >= 0 && columns_of(system, load, role) < 0)
                load->block[load->n++] = block;
        }
        visit(data, &(SnCoupling){.n = load->n, .blocks = load->block, .slots = &load->slots});
    }
}

static void visit_ids(SnSystem *system, SnIdVisitor visit)
{
    for (int i = 0; i < loads_of(system)->n; i++)
        visit(system, loads_of(system)->loads[i].id, i);
}

static void workspace_new(const SnSystem *system, SnWorkspace *work)
{
    work->forces.results[SN_FORCE_KIND_FRAME_LOADS] =
        sn_alloc((size_t)loads_of(system)->n + 1, sizeof(SnFrameLoadResults));
}

static void workspace_free(const SnSystem *system, SnWorkspace *work)
{
    sn_free(results_of(work));
}

/* --- live values --- */

static int count(const SnSystem *system)
{
    return loads_of(system)->n;
}

static double *parameter(SnSystem *system, int index, SnBind bind)
{
    SnSystemFrameLoad *load = &loads_of(system)->loads[index];
    switch ((int)bind) {
    case SN_BIND_FRAME_LOAD_FORCE_GAIN:
        return load->force;
    case SN_BIND_FRAME_LOAD_MOMENT_GAIN:
        return load->moment;
    case SN_BIND_FRAME_LOAD_LOWEST:
        return &load->lowest;
    case SN_BIND_FRAME_LOAD_HIGHEST:
        return &load->highest;
    }
    return NULL;
}

static int input(const SnSystem *system, int index, SnBind bind)
{
    const int first = loads_of(system)->loads[index].input;
    switch ((int)bind) {
    case SN_BIND_FRAME_LOAD_CONTROL:
        return first + SN_FRAME_LOAD_CONTROL;
    case SN_BIND_FRAME_LOAD_FORCE:
        return first + SN_FRAME_LOAD_FORCE;
    case SN_BIND_FRAME_LOAD_MOMENT:
        return first + SN_FRAME_LOAD_MOMENT;
    case SN_BIND_FRAME_LOAD_POINT:
        return first + SN_FRAME_LOAD_PLACE;
    }
    return -1;
}

static int read_result(const SnBindContext *c, double *value)
{
    const SnFrameLoadResults *r = &results_of(c->work)[c->index];
    sn_v3_copy(c->bind == SN_BIND_FRAME_LOAD_ACTING_FORCE    ? r->force
               : c->bind == SN_BIND_FRAME_LOAD_ACTING_MOMENT ? r->moment
                                                             : r->point,
               value);
    return 1;
}

static const SnBindAccess binds[] = {
    {SN_BIND_FRAME_LOAD_FORCE_GAIN, 3, .parameter = parameter},
    {SN_BIND_FRAME_LOAD_MOMENT_GAIN, 3, .parameter = parameter},
    {SN_BIND_FRAME_LOAD_LOWEST, 1, .parameter = parameter},
    {SN_BIND_FRAME_LOAD_HIGHEST, 1, .parameter = parameter},
    {SN_BIND_FRAME_LOAD_CONTROL, 1, .input = input},
    {SN_BIND_FRAME_LOAD_FORCE, 3, .input = input},
    {SN_BIND_FRAME_LOAD_MOMENT, 3, .input = input},
    {SN_BIND_FRAME_LOAD_POINT, 3, .input = input},
    {SN_BIND_FRAME_LOAD_ACTING_FORCE, 3, .read = read_result},
    {SN_BIND_FRAME_LOAD_ACTING_MOMENT, 3, .read = read_result},
    {SN_BIND_FRAME_LOAD_ACTING_POINT, 3, .read = read_result},
};

const SnForceClass SN_FORCE_FRAME_LOADS = {
    .name = "loads of frames",
    .free = free_loads,
    .couplings = couplings,
    .visit_ids = visit_ids,
    .workspace_new = workspace_new,
    .workspace_free = workspace_free,
    .forces = frame_load_forces,
    .count = count,
    .binds = binds,
    .n_binds = sizeof binds / sizeof *binds,
};
