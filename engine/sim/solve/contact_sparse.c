/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/solve/contact_sparse.h"

#include "engine/base/memory.h"
#include "engine/sim/solid/solid.h"
#include "engine/sim/solve/solve.h"

#include <math.h>
#include <string.h>

#define TOLERANCE 1e-11 /* of solutions, relative */
#define SHARE     1e-2  /* the same of Newton steps, over the accuracy of impulses */
#define SAMPLES   48    /* cones whose part of D is made */

struct SnContactSparse {
    SnKktMatrix matrix; /* that of the step, and a row for each direction that a cone may have */
    SnLinsolve *solver; /* NULL: no pattern yet */
    int row_room, entry_room, pattern_rows, pattern_entries;
    bool *active;  /* [q + rows] */
    double *g, *l; /* [q + rows] */
    double *f, *u; /* [n] */
    struct {
        int room, entry_room, matrix_room;
        int *start, *column;
        double *value, *d;
    } sample;
    int cone_room;
    double *ratio; /* [cones] sizes over what they are of their own blocks alone */
    SnWorkspace *work;
    int n_rows, n_cones;
    int factors;     /* that may still be made */
    bool rough;      /* the solver is for impulses that need not be exact */
    double accuracy; /* of the impulses, over the largest; 0: all there is */
};

void sn_contact_sparse_free(struct SnContactSparse *sparse)
{
    if (!sparse)
        return;
    sn_linsolve_free(sparse->solver);
    void *arrays[] = {sparse->matrix.g_start,
                      sparse->matrix.g_column,
                      sparse->matrix.g_value,
                      sparse->matrix.c,
                      sparse->active,
                      sparse->g,
                      sparse->l,
                      sparse->f,
                      sparse->u,
                      sparse->sample.start,
                      sparse->sample.column,
                      sparse->sample.value,
                      sparse->sample.d,
                      sparse->ratio};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        sn_free(arrays[i]);
    sn_free(sparse);
}

/* --- pattern --- */

static bool reserve(struct SnContactSparse *s, int rows, int entries)
{
    const struct {
        void *array;
        size_t size;
    } arrays[] = {{&s->matrix.g_start, sizeof(int)},
                  {&s->matrix.c, sizeof(double)},
                  {&s->active, sizeof(bool)},
                  {&s->g, sizeof(double)},
                  {&s->l, sizeof(double)}};
    int room = 0, columns = s->entry_room, values = s->entry_room;
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        room = s->row_room;
        if (!sn_reserve(arrays[k].array, &room, rows + 1, arrays[k].size))
            return false;
    }
    s->row_room = room;
    if (!sn_reserve(&s->matrix.g_column, &columns, entries, sizeof(int)) ||
        !sn_reserve(&s->matrix.g_value, &values, entries, sizeof(double)))
        return false;
    s->entry_room = values;
    return true;
}

static bool same_pattern(const struct SnContactSparse *s, const SnContactWorkspace *w)
{
    const int q = s->work->linear.matrix.q, entries = s->work->linear.matrix.g_start[q];
    const int more = w->start[s->n_rows];
    if (!s->solver || s->rough != (s->accuracy > 0) || s->pattern_rows != s->n_rows ||
        s->pattern_entries != more)
        return false;
    for (int i = 0; i < s->n_rows; i++)
        if (s->matrix.g_start[q + i] != entries + w->start[i])
            return false;
    return memcmp(s->matrix.g_column + entries, w->column, (size_t)more * sizeof(int)) == 0;
}

typedef struct Analysis {
    SnLinsolveBackend backend;
    struct SnContactSparse *sparse;
} Analysis;

static void make_solver(void *data)
{
    const Analysis *a = data;
    a->sparse->solver = sn_linsolve_new(a->backend, &a->sparse->matrix);
}

static bool analyse(struct SnContactSparse *s, const SnContactWorkspace *w)
{
    const SnKktMatrix *from = &s->work->linear.matrix;
    const int entries = from->g_start[from->q], more = w->start[s->n_rows];
    SnKktMatrix *matrix = &s->matrix;
    sn_linsolve_free(s->solver);
    s->solver = NULL;
    if (!reserve(s, from->q + s->n_rows, entries + more))
        return false;
    if (!s->f)
        s->f = sn_try_alloc((size_t)from->n + 1, sizeof *s->f);
    if (!s->u)
        s->u = sn_try_alloc((size_t)from->n + 1, sizeof *s->u);
    if (!s->f || !s->u)
        return false;
    matrix->n = from->n;
    matrix->q = from->q + s->n_rows;
    matrix->a_start = from->a_start;
    matrix->a_row = from->a_row;
    matrix->a_value = from->a_value;
    memcpy(matrix->g_start, from->g_start, (size_t)from->q * sizeof(int));
    for (int i = 0; i <= s->n_rows; i++)
        matrix->g_start[from->q + i] = entries + w->start[i];
    memcpy(matrix->g_column, from->g_column, (size_t)entries * sizeof(int));
    memcpy(matrix->g_column + entries, w->column, (size_t)more * sizeof(int));
    s->pattern_rows = s->n_rows;
    s->pattern_entries = more;
    s->rough = s->accuracy > 0;
    Analysis analysis = {s->rough ? SN_LINSOLVE_SINGLE : SN_LINSOLVE_SPARSE, s};
    if (!sn_memory_try(make_solver, NULL, &analysis))
        s->solver = NULL;
    if (s->solver && s->work->forces.fem)
        sn_linsolve_set_workers(s->solver, sn_fem_workers(s->work));
    return s->solver != NULL;
}

/* --- what the cones' solver asks for --- */

static double rate(const SnContactWorkspace *w, int row, const double *u)
{
    double sum = 0;
    for (int e = w->start[row]; e < w->start[row + 1]; e++)
        sum += w->value[e] * u[w->column[e]];
    return sum;
}

static double softness(const struct SnContactSparse *s, int row)
{
    const int source = s->work->contacts->source[row];
    return source >= 0 ? s->work->unilateral.dynamic.row[source].softness : 0;
}

static bool solved(SnLinsolveStatus status)
{
    return status == SN_LINSOLVE_OK || status == SN_LINSOLVE_INACCURATE;
}

/* f = N' x */
static void push(const struct SnContactSparse *s, const double *x)
{
    const SnContactWorkspace *w = s->work->contacts;
    memset(s->f, 0, (size_t)s->matrix.n * sizeof *s->f);
    for (int i = 0; i < s->n_rows; i++)
        for (int e = w->start[i]; x[i] != 0 && e < w->start[i + 1]; e++)
            s->f[w->column[e]] += x[i] * w->value[e];
}

static bool multiply(void *data, const double *x, double *y)
{
    struct SnContactSparse *s = data;
    const SnContactWorkspace *w = s->work->contacts;
    push(s, x);
    memset(s->g, 0, (size_t)s->matrix.q * sizeof *s->g);
    if (!solved(sn_linsolve_solve(s->work->linear.solver, s->f, s->g, s->u, s->l, TOLERANCE, NULL)))
        return false;
    for (int i = 0; i < s->n_rows; i++)
        y[i] = rate(w, i, s->u) + softness(s, i) * x[i];
    return true;
}

/* Direction k of its cone into the row behind G with that number. */
static void write_direction(struct SnContactSparse *s, const SnConeDirection *direction, int row)
{
    const SnContactWorkspace *w = s->work->contacts;
    const SnCone *cone = &w->cones[direction->cone];
    const int q = s->work->linear.matrix.q, n = w->start[row + 1] - w->start[row];
    double *value = s->matrix.g_value + s->matrix.g_start[q + row];
    memset(value, 0, (size_t)n * sizeof *value);
    double soft = 0;
    for (int k = 0; k < sn_cone_rows(cone); k++) {
        const double *from = w->value + w->start[cone->row + k];
        for (int e = 0; direction->along[k] != 0 && e < n; e++)
            value[e] += direction->along[k] * from[e];
        soft += direction->along[k] * direction->along[k] * softness(s, cone->row + k);
    }
    s->matrix.c[q + row] = direction->compliance + soft;
    s->active[q + row] = true;
}

/* Q' (D (x - Q l)) = C l with D = N A^-1 N' + S: the rows behind G have Q' N and C + Q' S Q, their
 * right-hand side -Q' S x. */
static bool solve(void *data, int n, const SnConeDirection *directions, const double *x,
                  double *step, double *d_step)
{
    struct SnContactSparse *s = data;
    const SnContactWorkspace *w = s->work->contacts;
    const int q = s->work->linear.matrix.q;
    memset(s->active + q, 0, (size_t)s->n_rows * sizeof *s->active);
    memset(s->g, 0, (size_t)s->matrix.q * sizeof *s->g);
    for (int i = 0, k = 0; i < n; i++) {
        const SnConeDirection *d = &directions[i];
        const SnCone *cone = &w->cones[d->cone];
        k = i > 0 && directions[i - 1].cone == d->cone ? k + 1 : 0;
        write_direction(s, d, cone->row + k);
        for (int r = 0; r < sn_cone_rows(cone); r++)
            s->g[q + cone->row + k] -= d->along[r] * softness(s, cone->row + r) * x[cone->row + r];
    }
    push(s, x);
    if (s->factors-- <= 0 || sn_step_is_stopped(s->work) ||
        !solved(sn_linsolve_factor(s->solver, s->active)) ||
        !solved(sn_linsolve_solve(s->solver, s->f, s->g, s->u, s->l,
                                  fmax(TOLERANCE, SHARE * s->accuracy), NULL)))
        return false;
    memcpy(step, x, (size_t)s->n_rows * sizeof *step);
    for (int i = 0, k = 0; i < n; i++) {
        const SnConeDirection *d = &directions[i];
        const SnCone *cone = &w->cones[d->cone];
        k = i > 0 && directions[i - 1].cone == d->cone ? k + 1 : 0;
        for (int r = 0; r < sn_cone_rows(cone); r++)
            step[cone->row + r] -= d->along[r] * s->l[q + cone->row + k];
    }
    for (int i = 0; i < s->n_rows; i++)
        d_step[i] = rate(w, i, s->u) + softness(s, i) * step[i];
    return true;
}

/* --- sizes --- */

/* D of the rows of some cones, `every` so many; how many rows, or -1. */
static int make_samples(struct SnContactSparse *s, int every)
{
    const SnContactWorkspace *w = s->work->contacts;
    int rows = 0, entries = 0;
    for (int c = 0; c < s->n_cones; c += every) {
        const int first = w->cones[c].row, count = sn_cone_rows(&w->cones[c]);
        rows += count;
        entries += w->start[first + count] - w->start[first];
    }
    int columns = s->sample.entry_room;
    if (!sn_reserve(&s->sample.start, &s->sample.room, rows + 1, sizeof *s->sample.start) ||
        !sn_reserve(&s->sample.column, &columns, entries + 1, sizeof *s->sample.column) ||
        !sn_reserve(&s->sample.value, &s->sample.entry_room, entries + 1,
                    sizeof *s->sample.value) ||
        !sn_reserve(&s->sample.d, &s->sample.matrix_room, rows * rows + 1, sizeof *s->sample.d))
        return -1;
    rows = entries = 0;
    for (int c = 0; c < s->n_cones; c += every)
        for (int k = 0; k < sn_cone_rows(&w->cones[c]); k++, rows++) {
            const int row = w->cones[c].row + k, n = w->start[row + 1] - w->start[row];
            s->sample.start[rows] = entries;
            memcpy(s->sample.column + entries, w->column + w->start[row], (size_t)n * sizeof(int));
            memcpy(s->sample.value + entries, w->value + w->start[row], (size_t)n * sizeof(double));
            entries += n;
        }
    s->sample.start[rows] = entries;
    const SnLinsolveStatus status =
        sn_linsolve_delassus(s->work->linear.solver, 1e-4, rows, s->sample.start, s->sample.column,
                             s->sample.value, NULL, NULL, s->sample.d);
    return solved(status) ? rows : -1;
}

/* What cones answer to is known of their own blocks alone: too little by far where these are parts
 * of what is stiff.  Neighbours, whose numbers follow each other, differ little: how far off some
 * are says what to make of the others. */
static void find_ratios(struct SnContactSparse *s)
{
    const SnContactWorkspace *w = s->work->contacts;
    const int every = (s->n_cones + SAMPLES - 1) / SAMPLES, rows = make_samples(s, every);
    double last = 0;
    for (int c = 0; c < s->n_cones; c++)
        s->ratio[c] = 1;
    for (int c = 0, row = 0; c < s->n_cones && rows >= 0; c += every) {
        double size = 0;
        for (int k = 0; k < sn_cone_rows(&w->cones[c]); k++, row++)
            size = fmax(size, s->sample.d[(size_t)row * (size_t)(rows + 1)]);
        const double ratio = fmax(size / w->size[c], 1);
        for (int i = c - every + 1; c > 0 && i < c; i++)
            s->ratio[i] = fmax(last, ratio);
        s->ratio[c] = ratio;
        for (int i = c + 1; c + every >= s->n_cones && i < s->n_cones; i++)
            s->ratio[i] = ratio;
        last = ratio;
    }
}

/* Ratios of the same contacts are kept while a part is iterated: they only say how to go on. */
static bool set_sizes(struct SnContactSparse *s, bool same)
{
    SnContactWorkspace *w = s->work->contacts;
    if (!same || !s->work->step.iterated || w->take.sized != s->n_cones) {
        if (!sn_reserve(&s->ratio, &s->cone_room, s->n_cones, sizeof *s->ratio))
            return false;
        find_ratios(s);
    }
    w->take.sized = s->n_cones;
    for (int c = 0; c < s->n_cones; c++)
        w->size[c] = s->ratio[c] * w->size[c] + softness(s, w->cones[c].row);
    return true;
}

bool sn_contact_sparse_solve(SnWorkspace *work, int n_cones, int n_rows, int factors,
                             double accuracy)
{
    SnContactWorkspace *w = work->contacts;
    if (!w->sparse)
        w->sparse = sn_try_alloc(1, sizeof *w->sparse);
    struct SnContactSparse *s = w->sparse;
    if (!s)
        return false;
    s->work = work;
    s->n_rows = n_rows;
    s->n_cones = n_cones;
    s->factors = factors;
    s->accuracy = accuracy;
    const bool same = same_pattern(s, w);
    if (sn_step_is_stopped(work) || (!same && !analyse(s, w)) || !set_sizes(s, same))
        return false;
    const SnKktMatrix *from = &work->linear.matrix;
    memcpy(s->matrix.g_value, from->g_value, (size_t)from->g_start[from->q] * sizeof(double));
    memcpy(s->matrix.c, from->c, (size_t)from->q * sizeof(double));
    memcpy(s->active, work->bilateral.active, (size_t)from->q * sizeof(bool));
    const SnCones problem = {.n_rows = n_rows,
                             .n_cones = n_cones,
                             .cones = w->cones,
                             .q = w->q,
                             .size = w->size,
                             .data = s,
                             .multiply = multiply,
                             .solve = solve,
                             .accuracy = accuracy,
                             .moves = w->take.moves && w->friction == SN_CONTACT_ABSOLUTE,
                             .steps = &w->take.steps};
    return sn_cones_solve(&problem, w->z, NULL, w->scratch) && s->factors >= 0;
}
