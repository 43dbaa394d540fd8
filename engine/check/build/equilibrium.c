/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/check/build/equilibrium.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_ITERATIONS 40
#define MAX_HALVINGS   12
#define ROUNDING       1e-8 /* below this an error that no longer falls is rounding */

/* The free components as unknowns, and where element entries go in the matrix. */
typedef struct SnEquilibriumMatrix {
    int n;        /* unknowns */
    int *unknown; /* [3 n_nodes] number, -1: fixed */
    SnKktMatrix kkt;
    int *target;    /* [stiffness doubles] entry of a_value, -1: none */
    int *row_entry; /* [constraint entries * 3] entry of g_value, -1: fixed */
    SnLinsolve *solver;
    double *f, *g, *du, *dl, *residual; /* [n] [q] [n] [q] [3 n_nodes] */
    double (*row)[3], *volume;          /* constraint rows and residuals */
    double (*before)[3];                /* [n_nodes] */
    double negligible;                  /* force [N] */
} SnEquilibriumMatrix;

static void *array(size_t n, size_t size)
{
    return sn_alloc(n + 1, size);
}

SnEquilibrium *sn_equilibrium_new(SnFemSolid *solid)
{
    SnEquilibrium *e = sn_alloc(1, sizeof *e);
    const size_t n = (size_t)solid->n_nodes;
    e->solid = solid;
    e->x = array(n, sizeof *e->x);
    memcpy(e->x, solid->rest, n * sizeof *e->x);
    e->fixed = array(n, sizeof *e->fixed);
    e->displacement = array(n, sizeof *e->displacement);
    e->load = array(n, sizeof *e->load);
    e->lambda = array((size_t)solid->n_constraints, sizeof(double));
    e->activation = array((size_t)solid->n_elements, sizeof(double));
    e->scratch = sn_fem_scratch_new(solid);
    return e;
}

static void free_matrix(SnEquilibriumMatrix *m)
{
    if (!m)
        return;
    sn_linsolve_free(m->solver);
    void *arrays[] = {m->unknown,
                      m->kkt.a_start,
                      m->kkt.a_row,
                      m->kkt.a_value,
                      m->kkt.g_start,
                      m->kkt.g_column,
                      m->kkt.g_value,
                      m->kkt.c,
                      m->target,
                      m->row_entry,
                      m->f,
                      m->g,
                      m->du,
                      m->dl,
                      m->residual,
                      m->row,
                      m->volume,
                      m->before,
                      m};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        sn_free(arrays[i]);
}

void sn_equilibrium_free(SnEquilibrium *e)
{
    if (!e)
        return;
    free_matrix(e->matrix);
    sn_fem_scratch_free(e->scratch);
    sn_fem_solid_free(e->solid);
    sn_free(e->x);
    sn_free(e->fixed);
    sn_free(e->displacement);
    sn_free(e->load);
    sn_free(e->lambda);
    sn_free(e->activation);
    sn_free(e);
}

void sn_equilibrium_fix(SnEquilibrium *e, int node, int axis, double displacement)
{
    assert(!e->matrix);
    e->fixed[node][axis] = true;
    e->displacement[node][axis] = displacement;
}

void sn_equilibrium_fix_where(SnEquilibrium *e, bool (*on)(const void *, const double *),
                              const void *data, int axes)
{
    for (int i = 0; i < e->solid->n_nodes; i++)
        for (int k = 0; k < 3; k++)
            if ((axes >> k & 1) && on(data, e->solid->rest + 3 * i))
                sn_equilibrium_fix(e, i, k, 0);
}

/* --- pattern --- */

static int compare_ints(const void *a, const void *b)
{
    const int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* Calls visit(row, column, entry) for every entry of the element matrices, lower node pairs full 3
 * x 3; entry is the number in scratch->stiffness. */
typedef void (*VisitEntry)(SnEquilibriumMatrix *m, int row, int column, int entry, bool diagonal);

static void visit_entries(const SnFemSolid *s, SnEquilibriumMatrix *m, VisitEntry visit)
{
    for (int e = 0; e < s->n_elements; e++) {
        const int *nodes = s->nodes + s->start[e], n = s->start[e + 1] - s->start[e];
        int entry = s->stiffness_start[e];
        for (int a = 0; a < n; a++)
            for (int b = 0; b <= a; b++)
                for (int i = 0; i < 9; i++, entry++)
                    visit(m, m->unknown[3 * nodes[a] + i / 3], m->unknown[3 * nodes[b] + i % 3],
                          entry, a == b);
    }
}

static void count_entry(SnEquilibriumMatrix *m, int row, int column, int entry, bool diagonal)
{
    if (row < 0 || column < 0 || (diagonal && row < column))
        return;
    m->kkt.a_start[(row < column ? row : column) + 1]++;
}

static void note_entry(SnEquilibriumMatrix *m, int row, int column, int entry, bool diagonal)
{
    if (row < 0 || column < 0 || (diagonal && row < column))
        return;
    const int low = row < column ? row : column;
    m->kkt.a_row[m->kkt.a_start[low]++] = row < column ? column : row;
}

static void find_entry(SnEquilibriumMatrix *m, int row, int column, int entry, bool diagonal)
{
    m->target[entry] = -1;
    if (row < 0 || column < 0 || (diagonal && row < column))
        return;
    const int low = row < column ? row : column, high = row < column ? column : row;
    const int first = m->kkt.a_start[low], n = m->kkt.a_start[low + 1] - first;
    const int *found = bsearch(&high, m->kkt.a_row + first, (size_t)n, sizeof(int), compare_ints);
    m->target[entry] = (int)(found - m->kkt.a_row);
}

/* Counts with repetition, sorts and squeezes. */
static void make_a(const SnFemSolid *s, SnEquilibriumMatrix *m)
{
    SnKktMatrix *k = &m->kkt;
    k->n = m->n;
    k->a_start = array((size_t)m->n + 1, sizeof(int));
    visit_entries(s, m, count_entry);
    for (int i = 0; i < m->n; i++)
        k->a_start[i + 1] += k->a_start[i];
    k->a_row = array((size_t)k->a_start[m->n], sizeof(int));
    visit_entries(s, m, note_entry);
    for (int i = m->n; i > 0; i--) /* note_entry moved the starts on */
        k->a_start[i] = k->a_start[i - 1];
    k->a_start[0] = 0;
    int accepted = 0;
    for (int i = 0; i < m->n; i++) {
        const int first = k->a_start[i], end = k->a_start[i + 1];
        qsort(k->a_row + first, (size_t)(end - first), sizeof(int), compare_ints);
        k->a_start[i] = accepted;
        for (int j = first; j < end; j++)
            if (j == first || k->a_row[j] != k->a_row[j - 1])
                k->a_row[accepted++] = k->a_row[j];
    }
    k->a_start[m->n] = accepted;
    k->a_value = array((size_t)accepted, sizeof(double));
    m->target = array((size_t)s->stiffness_start[s->n_elements], sizeof(int));
    visit_entries(s, m, find_entry);
}

static void make_g(const SnFemSolid *s, SnEquilibriumMatrix *m)
{
    SnKktMatrix *k = &m->kkt;
    const int entries = s->n_constraints > 0 ? s->constraint_start[s->n_constraints] : 0;
    k->q = s->n_constraints;
    k->g_start = array((size_t)k->q + 1, sizeof(int));
    k->g_column = array(3 * (size_t)entries, sizeof(int));
    k->g_value = array(3 * (size_t)entries, sizeof(double));
    k->c = array((size_t)k->q, sizeof(double));
    m->row_entry = array(3 * (size_t)entries, sizeof(int));
    int filled = 0;
    for (int i = 0; i < k->q; i++) {
        for (int j = s->constraint_start[i]; j < s->constraint_start[i + 1]; j++)
            for (int axis = 0; axis < 3; axis++) {
                const int column = m->unknown[3 * s->constraint_node[j] + axis];
                m->row_entry[3 * j + axis] = column < 0 ? -1 : filled;
                if (column >= 0)
                    k->g_column[filled++] = column;
            }
        k->g_start[i + 1] = filled;
    }
    m->row = array((size_t)entries, sizeof *m->row);
    m->volume = array((size_t)k->q, sizeof(double));
}

static SnEquilibriumMatrix *new_matrix(const SnEquilibrium *e)
{
    const SnFemSolid *s = e->solid;
    SnEquilibriumMatrix *m = sn_alloc(1, sizeof *m);
    m->unknown = array(3 * (size_t)s->n_nodes, sizeof(int));
    for (int i = 0; i < 3 * s->n_nodes; i++)
        m->unknown[i] = e->fixed[i / 3][i % 3] ? -1 : m->n++;
    make_a(s, m);
    make_g(s, m);
    m->f = array((size_t)m->n, sizeof(double));
    m->du = array((size_t)m->n, sizeof(double));
    m->g = array((size_t)m->kkt.q, sizeof(double));
    m->dl = array((size_t)m->kkt.q, sizeof(double));
    m->residual = array(3 * (size_t)s->n_nodes, sizeof(double));
    m->before = array((size_t)s->n_nodes, sizeof *m->before);
    m->solver = m->n > 0 ? sn_linsolve_new(SN_LINSOLVE_SPARSE, &m->kkt) : NULL;
    return m;
}

/* --- Newton --- */

/* What the stiffest spring feels when moved by a millionth of the solid: forces below are rounding.
 */
static double negligible_force(SnEquilibrium *e, bool tangent)
{
    const SnFemSolid *s = e->solid;
    double stiffest = 0, extent = 0;
    for (int i = 0; tangent && i < s->stiffness_start[s->n_elements]; i++)
        stiffest = fmax(stiffest, fabs(e->scratch->stiffness[i]));
    for (int i = 0; i < 3 * s->n_nodes; i++)
        extent = fmax(extent, fabs(s->rest[i] - s->rest[i % 3]));
    if (tangent)
        e->matrix->negligible = 1e-6 * stiffest * extent;
    return e->matrix->negligible;
}

/* Nodal residual: elements' forces and loads minus the constraints' pull; with the tangent if
 * asked. Returns its largest component over the unknowns, relative to the largest nodal force
 * anywhere (infinite when an element is inside out). */
static double evaluate(SnEquilibrium *e, bool tangent)
{
    const SnFemSolid *s = e->solid;
    SnEquilibriumMatrix *m = e->matrix;
    const double(*x)[3] = (const double(*)[3])e->x;
    const SnFemInput input = {.x = x, .activation = e->activation, .tangent = tangent};
    if (sn_fem_evaluate(s, &input, NULL, e->scratch) >= 0)
        return HUGE_VAL;
    memset(m->residual, 0, 3 * (size_t)s->n_nodes * sizeof(double));
    for (int i = 0; i < s->start[s->n_elements]; i++)
        for (int k = 0; k < 3; k++)
            m->residual[3 * s->nodes[i] + k] += e->scratch->force[3 * i + k];
    double largest = negligible_force(e, tangent), worst = 0;
    for (int i = 0; i < 3 * s->n_nodes; i++) {
        m->residual[i] += e->factor * e->load[i / 3][i % 3];
        largest =
            fmax(largest, fmax(fabs(m->residual[i]), fabs(e->factor * e->load[i / 3][i % 3])));
    }
    if (s->n_constraints > 0) {
        sn_fem_constraints(s, x, NULL, m->volume, m->row);
        for (int i = 0; i < s->n_constraints; i++)
            for (int j = s->constraint_start[i]; j < s->constraint_start[i + 1]; j++)
                for (int k = 0; k < 3; k++) {
                    m->residual[3 * s->constraint_node[j] + k] -= e->lambda[i] * m->row[j][k];
                    largest = fmax(largest, fabs(e->lambda[i] * m->row[j][k]));
                }
    }
    for (int i = 0; i < 3 * s->n_nodes; i++)
        if (m->unknown[i] >= 0)
            worst = fmax(worst, fabs(m->residual[i]));
    return largest > 0 ? worst / largest : 0;
}

static void fill(SnEquilibrium *e)
{
    const SnFemSolid *s = e->solid;
    SnEquilibriumMatrix *m = e->matrix;
    if (s->n_constraints > 0)
        sn_fem_add_constraint_stiffness(s, (const double(*)[3])e->x, e->lambda, 1, NULL,
                                        e->scratch);
    memset(m->kkt.a_value, 0, (size_t)m->kkt.a_start[m->n] * sizeof(double));
    for (int i = 0; i < s->stiffness_start[s->n_elements]; i++)
        if (m->target[i] >= 0)
            m->kkt.a_value[m->target[i]] += e->scratch->stiffness[i];
    for (int i = 0; i < s->n_constraints; i++) {
        m->g[i] = -m->volume[i];
        for (int j = 3 * s->constraint_start[i]; j < 3 * s->constraint_start[i + 1]; j++)
            if (m->row_entry[j] >= 0)
                m->kkt.g_value[m->row_entry[j]] = m->row[j / 3][j % 3];
    }
    for (int i = 0; i < 3 * s->n_nodes; i++)
        if (m->unknown[i] >= 0)
            m->f[m->unknown[i]] = m->residual[i];
}

static double volume_error(const SnEquilibrium *e)
{
    double worst = 0;
    for (int i = 0; i < e->solid->n_constraints; i++)
        worst = fmax(worst, fabs(e->matrix->volume[i]) / sqrt(e->solid->constraint_scale[i]));
    return worst;
}

/* One iteration with backtracking; the error afterwards, infinite if it cannot go on. */
static double iterate(SnEquilibrium *e, double error)
{
    SnEquilibriumMatrix *m = e->matrix;
    fill(e);
    if (sn_linsolve_factor(m->solver, NULL) != SN_LINSOLVE_OK)
        return HUGE_VAL;
    e->negative = sn_linsolve_negative_pivots(m->solver) - m->kkt.q;
    sn_linsolve_solve(m->solver, m->f, m->g, m->du, m->dl, 1e-12, NULL);
    memcpy(m->before, e->x, (size_t)e->solid->n_nodes * sizeof *e->x);
    double step = 1;
    for (int k = 0; k < MAX_HALVINGS; k++, step /= 2) {
        for (int i = 0; i < 3 * e->solid->n_nodes; i++)
            if (m->unknown[i] >= 0)
                e->x[i / 3][i % 3] = m->before[i / 3][i % 3] + step * m->du[m->unknown[i]];
        for (int i = 0; i < m->kkt.q; i++)
            e->lambda[i] += (k == 0 ? step : -step) * m->dl[i];
        const double now = evaluate(e, true);
        if (isfinite(now) && (now < fmax(4 * error, ROUNDING) || error > 0.1))
            return now;
    }
    return HUGE_VAL;
}

static bool converge(SnEquilibrium *e, double tolerance)
{
    double before = HUGE_VAL, error = evaluate(e, true);
    for (int k = 0; k < MAX_ITERATIONS; k++) {
        const bool rounding = error < ROUNDING && error > 0.5 * before;
        if ((error < tolerance || rounding) &&
            (e->solid->n_constraints == 0 || volume_error(e) < 1e-10))
            return true;
        if (!isfinite(error))
            return false;
        before = error;
        error = iterate(e, error);
        e->iterations++;
    }
    return false;
}

/* How far a fixed component has to go to be where the factor wants it. */
static double support_motion(const SnEquilibrium *e, double factor, int node, int axis)
{
    return e->solid->rest[3 * node + axis] + factor * e->displacement[node][axis] -
           e->x[node][axis];
}

/* f -= K dp, g -= G dp for the motion dp of the fixed components. */
static void move_supports(SnEquilibrium *e, double factor)
{
    const SnFemSolid *s = e->solid;
    SnEquilibriumMatrix *m = e->matrix;
    for (int el = 0; el < s->n_elements; el++) {
        const int *nodes = s->nodes + s->start[el], n = s->start[el + 1] - s->start[el];
        const double *value = e->scratch->stiffness + s->stiffness_start[el];
        for (int a = 0; a < n; a++)
            for (int b = 0; b <= a; b++)
                for (int i = 0; i < 9; i++, value++) {
                    const int r = m->unknown[3 * nodes[a] + i / 3];
                    const int c = m->unknown[3 * nodes[b] + i % 3];
                    if (r >= 0 && c < 0)
                        m->f[r] -= *value * support_motion(e, factor, nodes[b], i % 3);
                    if (a != b && c >= 0 && r < 0)
                        m->f[c] -= *value * support_motion(e, factor, nodes[a], i / 3);
                }
    }
    for (int i = 0; i < s->n_constraints; i++)
        for (int j = s->constraint_start[i]; j < s->constraint_start[i + 1]; j++)
            for (int k = 0; k < 3; k++)
                if (m->row_entry[3 * j + k] < 0)
                    m->g[i] -= m->row[j][k] * support_motion(e, factor, s->constraint_node[j], k);
}

/* Moves supports and loads to the new factor and everything else along the tangent there. */
static void predict(SnEquilibrium *e, double factor)
{
    SnEquilibriumMatrix *m = e->matrix;
    const double change = factor - e->factor;
    evaluate(e, true);
    fill(e);
    move_supports(e, factor);
    for (int i = 0; i < 3 * e->solid->n_nodes; i++)
        if (m->unknown[i] >= 0)
            m->f[m->unknown[i]] += change * e->load[i / 3][i % 3];
    const bool good = sn_linsolve_factor(m->solver, NULL) == SN_LINSOLVE_OK;
    if (good)
        sn_linsolve_solve(m->solver, m->f, m->g, m->du, m->dl, 1e-12, NULL);
    for (int i = 0; i < 3 * e->solid->n_nodes; i++) {
        if (m->unknown[i] < 0)
            e->x[i / 3][i % 3] = e->solid->rest[i] + factor * e->displacement[i / 3][i % 3];
        else if (good)
            e->x[i / 3][i % 3] += m->du[m->unknown[i]];
    }
    for (int i = 0; good && i < m->kkt.q; i++)
        e->lambda[i] += m->dl[i];
    e->factor = factor;
}

bool sn_equilibrium_solve(SnEquilibrium *e, double to, int increments, double tolerance)
{
    if (!e->matrix)
        e->matrix = new_matrix(e);
    const double from = e->factor;
    e->iterations = 0;
    for (int k = 1; k <= increments; k++) {
        const double factor = from + (to - from) * k / increments;
        if (e->matrix->n > 0) {
            predict(e, factor);
            if (!converge(e, tolerance))
                return false;
            continue;
        }
        e->factor = factor;
        for (int i = 0; i < 3 * e->solid->n_nodes; i++)
            e->x[i / 3][i % 3] = e->solid->rest[i] + factor * e->displacement[i / 3][i % 3];
    }
    evaluate(e, false);
    return true;
}

void sn_equilibrium_reaction(const SnEquilibrium *e, int node, double force[3])
{
    sn_v3_scale(-1, e->matrix->residual + 3 * node, force);
}

void sn_equilibrium_gravity(SnEquilibrium *e, const double gravity[3])
{
    for (int i = 0; i < e->solid->n_nodes; i++)
        sn_v3_axpy(e->solid->node_mass[i], gravity, e->load[i]);
}

double sn_equilibrium_frequency(SnEquilibrium *e)
{
    if (!e->matrix)
        e->matrix = new_matrix(e);
    SnEquilibriumMatrix *m = e->matrix;
    evaluate(e, true);
    fill(e);
    if (sn_linsolve_factor(m->solver, NULL) != SN_LINSOLVE_OK)
        return NAN;
    memset(m->g, 0, (size_t)m->kkt.q * sizeof(double));
    for (int i = 0; i < m->n; i++)
        m->du[i] = 1 + 0.1 * sin(i); /* some of every mode */
    double eigenvalue = 0;
    for (int k = 0; k < 60; k++) {
        double energy = 0, norm = 0;
        for (int i = 0; i < 3 * e->solid->n_nodes; i++) {
            const int row = m->unknown[i];
            if (row >= 0) {
                m->f[row] = e->solid->node_mass[i / 3] * m->du[row];
                energy += m->f[row] * m->du[row];
            }
        }
        for (int i = 0; i < m->n; i++)
            m->f[i] /= sqrt(energy);
        sn_linsolve_solve(m->solver, m->f, m->g, m->du, m->dl, 1e-12, NULL);
        for (int i = 0; i < m->n; i++)
            norm += m->f[i] * m->du[i];
        eigenvalue = 1 / norm;
    }
    return sqrt(eigenvalue) / (2 * M_PI);
}
