/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/solve/redundancy.h"

#include "engine/base/memory.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/system/general_rows.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define MOST_ROWS 600  /* of a loop that is looked at */
#define INVOLVED  1e-5 /* share of another row in a dependent one */

typedef struct Search {
    const SnSystem *system;
    const SnKktMatrix *matrix;
    const bool *active;
    int *joint_of;  /* [q] of a row of G; -1: it does not count */
    int *block_of;  /* [n] of a column */
    bool *live;     /* [joints] not peeled off yet */
    int *component; /* [joints] number of the loop it is in, -1 */
    int *parent;    /* [joints] joints that depend on each other have one root */
    int *dependent; /* [joints] rows found dependent, at the roots */
    bool *repeats;  /* [q] those rows; the result keeps them */
    int skipped;
    double
        dependent_at; /* what is left of a row when those before are taken out, over its length */
} Search;

/* --- which rows there are --- */

static int joint_of_row(const SnSystem *system, int i)
{
    const int general = i - (system->rows.n - system->general.n_rows);
    if (i < system->joints.n_rows)
        return system->joints.rows[i].joint;
    if (general >= 0 && system->general.rows[general].class == &sn_gear_constraint)
        return system->general.rows[general].owner;
    return -1;
}

static void begin(Search *s, const SnSystem *system, const SnWorkspace *work)
{
    const int n_joints = system->joints.n;
    s->system = system;
    s->matrix = &work->linear.matrix;
    s->active = work->bilateral.active;
    s->joint_of = sn_alloc((size_t)system->rows.n + 1, sizeof(int));
    s->block_of = sn_alloc((size_t)s->matrix->n + 1, sizeof(int));
    s->live = sn_alloc((size_t)n_joints + 1, sizeof(bool));
    s->component = sn_alloc((size_t)n_joints + 1, sizeof(int));
    s->parent = sn_alloc((size_t)n_joints + 1, sizeof(int));
    s->dependent = sn_alloc((size_t)n_joints + 1, sizeof(int));
    s->repeats = sn_alloc((size_t)system->rows.n + 1, sizeof(bool));
    for (int b = 0; b < system->n_active; b++)
        for (int c = 0; c < system->blocks[b].n; c++)
            s->block_of[system->blocks[b].u + c] = b;
    for (int k = 0; k < n_joints; k++)
        s->component[k] = -1, s->parent[k] = k;
    for (int i = 0; i < system->rows.n; i++) {
        const bool counts = s->active[i] && !sn_row_is_soft(system, i);
        s->joint_of[i] = counts ? joint_of_row(system, i) : -1;
        if (s->joint_of[i] >= 0)
            s->live[s->joint_of[i]] = true;
    }
}

static void end(Search *s)
{
    void *arrays[] = {s->joint_of, s->block_of, s->live, s->component, s->parent, s->dependent};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        sn_free(arrays[i]);
}

/* --- rows as vectors --- */

/* An entry of a row of length 1 in the norm of the inverse masses. */
static double scaled(const Search *s, int e)
{
    const SnKktMatrix *m = s->matrix;
    return m->g_value[e] / sqrt(fabs(m->a_value[m->a_start[m->g_column[e]]]));
}

static double length_of(const Search *s, int row)
{
    double sum = 0;
    for (int e = s->matrix->g_start[row]; e < s->matrix->g_start[row + 1]; e++)
        sum += scaled(s, e) * scaled(s, e);
    return sqrt(sum);
}

/* Takes the rows [n][width], length 1, one after the other out of those behind, the largest first
 * (Gram and Schmidt with pivots, each twice).  order: as they were taken; share [n][n]: of the row
 * that was taken k-th in row i.  Returns how many are independent: of which more is left than
 * `dependent`. */
static int independent_rows(double *rows, int n, int width, double dependent, int *order,
                            double *share)
{
    for (int i = 0; i < n; i++)
        order[i] = i;
    memset(share, 0, (size_t)n * (size_t)n * sizeof *share);
    for (int k = 0; k < n; k++) {
        double largest = -1;
        int best = k;
        for (int i = k; i < n; i++) {
            double size = 0;
            for (int c = 0; c < width; c++)
                size += rows[order[i] * width + c] * rows[order[i] * width + c];
            if (size > 1.0000001 * largest)
                largest = size, best = i;
        }
        if (!(sqrt(largest) > dependent))
            return k;
        const int taken = order[best];
        memmove(order + k + 1, order + k, (size_t)(best - k) * sizeof *order);
        order[k] = taken;
        double *q = rows + taken * width;
        const double scale = 1 / sqrt(largest);
        share[taken * n + k] += sqrt(largest);
        for (int c = 0; c < width; c++)
            q[c] *= scale;
        for (int i = k + 1; i < n; i++)
            for (int again = 0; again < 2; again++) {
                double *row = rows + order[i] * width, along = 0;
                for (int c = 0; c < width; c++)
                    along += q[c] * row[c];
                for (int c = 0; c < width; c++)
                    row[c] -= along * q[c];
                share[order[i] * n + k] += along;
            }
    }
    return n;
}

/* --- trees --- */

/* Whether a joint's rows are independent on one block alone. */
static bool holds_alone(const Search *s, int joint, int block)
{
    double rows[8][6] = {{0}}, share[64];
    int order[8], n = 0;
    const SnSystemJoint *j = &s->system->joints.joints[joint];
    const int first = j->row, count = j->n_rows > 0 ? j->n_rows : 1;
    for (int i = first; i < first + count; i++) {
        const double length = length_of(s, i);
        if (s->joint_of[i] != joint)
            continue;
        for (int e = s->matrix->g_start[i]; e < s->matrix->g_start[i + 1]; e++)
            if (s->block_of[s->matrix->g_column[e]] == block)
                rows[n][s->matrix->g_column[e] - s->system->blocks[block].u] =
                    scaled(s, e) / length;
        n++;
    }
    return independent_rows(rows[0], n, 6, s->dependent_at, order, share) == n;
}

/* Joints at each block: where there is one alone, its rows are independent of all others'. */
static void peel(Search *s)
{
    const SnSystem *system = s->system;
    int *count = sn_alloc((size_t)system->n_active + 1, sizeof(int));
    int *last = sn_alloc((size_t)system->n_active + 1, sizeof(int));
    for (bool again = true; again;) {
        again = false;
        memset(count, 0, (size_t)system->n_active * sizeof *count);
        for (int b = 0; b < system->n_active; b++)
            last[b] = -1;
        for (int i = 0; i < system->rows.n; i++) {
            const int joint = s->joint_of[i];
            if (joint < 0 || !s->live[joint])
                continue;
            for (int e = s->matrix->g_start[i]; e < s->matrix->g_start[i + 1]; e++) {
                const int block = s->block_of[s->matrix->g_column[e]];
                if (last[block] != joint)
                    count[block]++;
                last[block] = joint;
            }
        }
        for (int b = 0; b < system->n_active; b++)
            if (count[b] == 1 && s->live[last[b]] && holds_alone(s, last[b], b)) {
                s->live[last[b]] = false;
                again = true;
            }
    }
    sn_free(count);
    sn_free(last);
}

/* --- loops --- */

static int root_of(const int *parent, int i)
{
    while (parent[i] != i)
        i = parent[i];
    return i;
}

/* Joints that are left and share blocks are of one component. */
static void find_components(Search *s)
{
    const SnSystem *system = s->system;
    int *first = sn_alloc((size_t)system->n_active + 1, sizeof(int));
    int *parent = sn_alloc((size_t)system->joints.n + 1, sizeof(int));
    for (int b = 0; b < system->n_active; b++)
        first[b] = -1;
    for (int k = 0; k < system->joints.n; k++)
        parent[k] = k;
    for (int i = 0; i < system->rows.n; i++) {
        const int joint = s->joint_of[i];
        if (joint < 0 || !s->live[joint])
            continue;
        for (int e = s->matrix->g_start[i]; e < s->matrix->g_start[i + 1]; e++) {
            const int block = s->block_of[s->matrix->g_column[e]];
            if (first[block] < 0)
                first[block] = joint;
            const int a = root_of(parent, first[block]), b = root_of(parent, joint);
            parent[a > b ? a : b] = a > b ? b : a;
        }
    }
    for (int k = 0; k < system->joints.n; k++)
        if (s->live[k])
            s->component[k] = root_of(parent, k);
    sn_free(first);
    sn_free(parent);
}

/* The joint of a dependent row and those of the rows it depends on are one group. */
static void join(Search *s, const int *row, const int *order, const double *share, int n, int rank,
                 int dependent)
{
    double *weight = sn_alloc((size_t)rank + 1, sizeof *weight);
    const int joint = s->joint_of[row[dependent]];
    memcpy(weight, share + (size_t)dependent * (size_t)n, (size_t)rank * sizeof *weight);
    for (int k = rank - 1; k >= 0; k--) { /* of the rows themselves, not of what was left of them */
        const double *taken = share + (size_t)order[k] * (size_t)n;
        weight[k] /= taken[k];
        for (int l = 0; l < k; l++)
            weight[l] -= weight[k] * taken[l];
    }
    for (int k = 0; k < rank; k++) {
        if (fabs(weight[k]) < INVOLVED)
            continue;
        const int a = root_of(s->parent, joint);
        const int b = root_of(s->parent, s->joint_of[row[order[k]]]);
        const int sum = a == b ? s->dependent[a] : s->dependent[a] + s->dependent[b];
        s->parent[a > b ? a : b] = a > b ? b : a;
        s->dependent[a > b ? b : a] = sum;
    }
    s->dependent[root_of(s->parent, joint)]++;
    sn_free(weight);
}

static void look_at_loop(Search *s, int component)
{
    const SnKktMatrix *m = s->matrix;
    int *row = sn_alloc((size_t)s->system->rows.n + 1, sizeof(int)), n = 0, width = 0;
    int *place = sn_alloc((size_t)m->n + 1, sizeof(int));
    for (int c = 0; c < m->n; c++)
        place[c] = -1;
    for (int i = 0; i < s->system->rows.n; i++) {
        if (s->joint_of[i] < 0 || s->component[s->joint_of[i]] != component)
            continue;
        row[n++] = i;
        for (int e = m->g_start[i]; e < m->g_start[i + 1]; e++)
            if (place[m->g_column[e]] < 0)
                place[m->g_column[e]] = width++;
    }
    if (n > MOST_ROWS) {
        s->skipped += n;
    } else {
        const size_t size = (size_t)n * (size_t)width;
        double *rows = sn_alloc(size + 1, sizeof *rows);
        double *share = sn_alloc((size_t)n * (size_t)n + 1, sizeof *share);
        int *order = sn_alloc((size_t)n + 1, sizeof(int));
        for (int k = 0; k < n; k++) {
            const double length = length_of(s, row[k]);
            for (int e = m->g_start[row[k]]; length > 0 && e < m->g_start[row[k] + 1]; e++)
                rows[k * width + place[m->g_column[e]]] = scaled(s, e) / length;
        }
        const int rank = independent_rows(rows, n, width, s->dependent_at, order, share);
        for (int k = rank; k < n; k++) {
            s->repeats[row[order[k]]] = true;
            join(s, row, order, share, n, rank, order[k]);
        }
        sn_free(rows);
        sn_free(share);
        sn_free(order);
    }
    sn_free(row);
    sn_free(place);
}

/* --- together --- */

static SnRedundancies *collect(const Search *s)
{
    const int n = s->system->joints.n;
    SnRedundancies *found = sn_alloc(1, sizeof *found);
    found->items = sn_alloc((size_t)n + 1, sizeof *found->items);
    found->n_skipped = s->skipped;
    found->repeats = s->repeats;
    for (int i = 0; i < n; i++) {
        if (root_of(s->parent, i) != i || s->dependent[i] == 0)
            continue;
        SnRedundancy *item = &found->items[found->n++];
        item->n_rows = s->dependent[i];
        item->joints = sn_alloc((size_t)n + 1, sizeof(int));
        for (int k = i; k < n; k++)
            if (root_of(s->parent, k) == i)
                item->joints[item->n_joints++] = k;
    }
    return found;
}

SnRedundancies *sn_redundant_joints(const SnSystem *system, const SnWorkspace *work,
                                    double dependent)
{
    assert(work->system == system);
    Search s = {.dependent_at = dependent};
    begin(&s, system, work);
    peel(&s);
    find_components(&s);
    for (int k = 0; k < system->joints.n; k++)
        if (s.live[k] && s.component[k] == k)
            look_at_loop(&s, k);
    SnRedundancies *found = collect(&s);
    end(&s);
    return found;
}

void sn_redundancies_free(SnRedundancies *redundancies)
{
    for (int i = 0; redundancies && i < redundancies->n; i++)
        sn_free(redundancies->items[i].joints);
    if (redundancies) {
        sn_free(redundancies->items);
        sn_free(redundancies->repeats);
    }
    sn_free(redundancies);
}
