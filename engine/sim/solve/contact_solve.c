/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mixed problem of a step where bodies touch: one-sided rows and contacts with friction in one
 * problem of cones (engine/linsolve/cones/cones.h), dense through their Delassus matrix or, where
 * they are many, with a factor of their own (contact_sparse.c).  Other rows that the solution
 * without them satisfies stay out, and come in when others' forces break them; the set only grows.
 */
#include "engine/sim/contact/contact.h"
#include "engine/sim/solve/contact_islands.h"
#include "engine/sim/solve/contact_sparse.h"
#include "engine/sim/solve/contact_take.h"
#include "engine/sim/solve/solve.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#define FEW 36 /* rows that are always dense */
/* Rows that are dense if there are so many unknowns for each: the matrix of large solids costs less
 * than the many factors in which the sparse solution feels its way, and bears rows that nearly
 * depend on each other. */
#define MANY           3200
#define UNKNOWNS_A_ROW 4
/* With friction more directions answer, so that steps with the matrix cost more. */
#define MANY_RUBBING 1500
#define MOST         4000 /* where there are so many unknowns for each: factors cost more still */
#define MANY_A_ROW   24
#define KEPT_COLUMNS 256 /* rows up to which D is made to second order, of columns that stay */
/* Not so many where a part is iterated: D is another for each of its corrections, which need not be
 * exact and begin near their end. */
#define ITERATED 100
/* Rows up to which a sparse solution gives way to a dense one when it takes more than a factor for
 * so many rows: where much sticks and slips it may take thousands. */
#define DENSE_RESCUE  800
#define ROWS_A_FACTOR 3
/* Contacts of tissue, so many that most repeat others nearly: of the largest impulse.  What is left
 * is a thousandth of what a step's own error is, and would take three quarters of the factors. */
#define ROUGH      1e-4
#define ROUGH_ROWS 1000 /* from so many on where they are dense */
/* D is made roughly; what it is off by is then seen at the solution, and made good there. */
#define DELASSUS_ACCURACY 1e-4
#define FIRST_ORDER       1e-6 /* that of D of columns that do not stay */
#define MAX_CORRECTIONS   8
/* Where corrections end above this, it is made exactly. */
#define ENOUGH 1e-9
/* Least answer of a coordinate, over that of its bodies alone. */
#define HELD 1e-6
/* Speeds are as D says, over the largest. */
#define EXACT 1e-11

/* --- rows of the problem --- */

static const SnDynamicRows *rows_of(const SnWorkspace *work, int source, int *row)
{
    *row = source >= 0 ? source : -1 - source;
    return source >= 0 ? &work->unilateral.dynamic : &work->contacts->rows;
}

/* Contact of a dynamic row that friction acts at; NULL: it is one-sided alone. */
static const SnContact *rubbing_contact(const SnWorkspace *work, int i)
{
    const SnDynamicRow *row = &work->unilateral.dynamic.row[i];
    const SnContactWorkspace *w = work->contacts;
    if (row->class != &sn_contact_rows || w->friction == SN_CONTACT_FRICTIONLESS)
        return NULL;
    const SnContact *contact = &w->contacts[row->number];
    return contact->tangents >= 0 ? contact : NULL;
}

static bool reserve(SnWorkspace *work, int cones, int rows, int entries, bool dense)
{
    SnContactWorkspace *w = work->contacts;
    const size_t n = (size_t)work->linear.matrix.n, q = (size_t)work->linear.matrix.q;
    int room[3] = {w->row_room, w->row_room, w->row_room}, more = w->cone_room;
    int values = w->entry_room, columns = w->entry_room, starts = w->row_room;
    if (!sn_reserve(&w->cones, &more, cones, sizeof *w->cones) ||
        !sn_reserve(&w->size, &w->cone_room, cones, sizeof *w->size) ||
        !sn_reserve(&w->source, &room[0], rows, sizeof *w->source) ||
        !sn_reserve(&w->q, &room[1], rows, sizeof *w->q) ||
        !sn_reserve(&w->z, &room[2], rows, sizeof *w->z) ||
        !sn_reserve(&w->start, &starts, rows, sizeof *w->start) ||
        !sn_reserve(&w->column, &columns, entries, sizeof *w->column) ||
        !sn_reserve(&w->value, &values, entries, sizeof *w->value))
        return false;
    w->row_room = starts;
    w->entry_room = values;
    if (dense && !sn_reserve(&w->d, &w->matrix_room, rows * rows, sizeof *w->d))
        return false;
    if (dense && rows <= KEPT_COLUMNS &&
        (!sn_reserve(&w->u, &w->u_room, rows, n * sizeof *w->u) ||
         !sn_reserve(&w->l, &w->l_room, rows, q * sizeof *w->l)))
        return false;
    return sn_reserve(&w->scratch, &w->scratch_room,
                      (int)(sn_cones_scratch_size(rows, dense) / sizeof(double)) + 8,
                      sizeof(double));
}

/* How easily a row moves if nothing but its own blocks resist. */
static double freedom(const SnWorkspace *work, int source)
{
    int i;
    const SnDynamicRows *rows = rows_of(work, source, &i);
    const SnKktMatrix *matrix = &work->linear.matrix;
    double sum = 0;
    for (int e = rows->row[i].first; e < rows->row[i].first + rows->row[i].n; e++)
        sum += rows->value[e] * rows->value[e] /
               fabs(matrix->a_value[matrix->a_start[rows->column[e]]]);
    return sum;
}

static void copy_row(SnWorkspace *work, int source, int number, int *entries)
{
    SnContactWorkspace *w = work->contacts;
    int i;
    const SnDynamicRows *rows = rows_of(work, source, &i);
    const SnDynamicRow *row = &rows->row[i];
    w->source[number] = source;
    w->start[number] = *entries;
    memcpy(w->column + *entries, rows->column + row->first, (size_t)row->n * sizeof(int));
    memcpy(w->value + *entries, rows->value + row->first, (size_t)row->n * sizeof(double));
    *entries += row->n;
    w->start[number + 1] = *entries;
    w->z[number] = row->impulse;
}

/* Rows of turns are speeds at the end of a lever. */
static void take_coefficients(const SnSystem *system, const SnContact *contact, SnCone *cone)
{
    const SnContactRule *rule = &system->contacts.rules[contact->rule];
    cone->friction = rule->friction;
    cone->rolls = contact->n_tangents > 2;
    cone->torsion = cone->rolls ? rule->torsion / contact->lever : 0;
    cone->rolling = cone->rolls ? rule->rolling / contact->lever : 0;
}

/* Coordinates of joints that rub in this problem. */
static int n_joints(const SnWorkspace *work)
{
    return work->contacts->friction == SN_CONTACT_FRICTIONLESS ? 0
                                                               : work->unilateral.friction.n_joint;
}

/* Writes the chosen rows as cones; rows and entries that they have. */
static int write_cones(SnWorkspace *work, int *n_rows)
{
    SnContactWorkspace *w = work->contacts;
    const SnDynamicRows *dynamic = &work->unilateral.dynamic;
    int n = 0, entries = 0;
    *n_rows = 0;
    for (int i = 0; i < dynamic->n; i++) {
        if (!dynamic->row[i].chosen || !isfinite(dynamic->row[i].bound))
            continue;
        const SnContact *contact = rubbing_contact(work, i);
        w->cones[n] = (SnCone){.row = *n_rows, .contact = contact != NULL};
        w->size[n] = freedom(work, i);
        copy_row(work, i, (*n_rows)++, &entries);
        for (int t = 0; contact && t < contact->n_tangents; t++) {
            take_coefficients(work->system, contact, &w->cones[n]);
            w->size[n] = fmax(w->size[n], freedom(work, -1 - (contact->tangents + t)));
            copy_row(work, -1 - (contact->tangents + t), (*n_rows)++, &entries);
        }
        n++;
    }
    for (int j = 0; j < n_joints(work); j++) {
        const SnFrictionRows *f = &work->unilateral.friction;
        const int source = -1 - (f->first_joint + j);
        const int count = f->joint[j].ball ? 3 : 1;
        if (w->rows.row[f->first_joint + j].n > 0) {
            w->cones[n] = (SnCone){.row = *n_rows,
                                   .limit = f->impulse_per_force * f->joint[j].limit,
                                   .ball = f->joint[j].ball};
            w->size[n] = 0;
            for (int k = 0; k < count; k++) {
                w->size[n] = fmax(w->size[n], freedom(work, source - k));
                copy_row(work, source - k, (*n_rows)++, &entries);
            }
            n++;
        }
        j += count - 1;
    }
    return n;
}

/* What row k of the problem asks for at the present solution. */
static double speed(const SnWorkspace *work, const SnState *state, int k)
{
    const SnContactWorkspace *w = work->contacts;
    int i;
    const SnDynamicRows *rows = rows_of(work, w->source[k], &i);
    const double rate = sn_dynamic_row_rate(rows, i, work->linear.u);
    if (w->source[k] >= 0)
        return rate - rows->row[i].bound;
    return rate + rows->row[i].prescribed +
           (w->friction == SN_CONTACT_CORRECTION
                ? sn_dynamic_row_rate(rows, i, sn_state_u_const(state))
                : 0);
}

/* What the rows ask for at the present solution. */
static void measure(const SnWorkspace *work, const SnState *state, int n_rows)
{
    for (int k = 0; k < n_rows; k++)
        work->contacts->q[k] = speed(work, state, k);
}

static double softness(const SnWorkspace *work, int k)
{
    const int source = work->contacts->source[k];
    return source >= 0 ? work->unilateral.dynamic.row[source].softness : 0;
}

/* Adds to q what D z + q lacks of the speeds at the solution with the impulses z; over the largest
 * speed that is part of them. */
static double correct_speeds(const SnWorkspace *work, const SnState *state, int n_rows)
{
    const SnContactWorkspace *w = work->contacts;
    double largest = 0, missing = 0;
    for (int i = 0; i < n_rows; i++) {
        double sum = w->q[i], size = fabs(w->q[i]);
        for (int k = 0; k < n_rows; k++) {
            if (w->z[k] == 0)
                continue; /* most */
            const double part = w->d[(size_t)i * (size_t)n_rows + (size_t)k] * w->z[k];
            sum += part;
            size = fabs(part) > size ? fabs(part) : size;
        }
        const double off = speed(work, state, i) + softness(work, i) * w->z[i] - sum;
        w->q[i] += off;
        missing = fmax(missing, fabs(off));
        largest = fmax(largest, size);
    }
    return largest > 0 ? missing / largest : 0;
}

/* --- solution --- */

static bool make_dense(SnWorkspace *work, double accuracy, int n_cones, int n_rows)
{
    SnContactWorkspace *w = work->contacts;
    const bool kept = n_rows <= KEPT_COLUMNS;
    const SnLinsolveStatus status =
        sn_linsolve_delassus(work->linear.solver, accuracy, n_rows, w->start, w->column, w->value,
                             kept ? w->u : NULL, kept ? w->l : NULL, w->d);
    if (status != SN_LINSOLVE_OK && status != SN_LINSOLVE_INACCURATE)
        return false;
    for (int c = 0; c < n_cones; c++) {
        const int row = w->cones[c].row, count = sn_cone_rows(&w->cones[c]);
        double size = 0;
        for (int k = row; k < row + count; k++) {
            double *diagonal = &w->d[(size_t)k * (size_t)(n_rows + 1)];
            *diagonal += softness(work, k);
            size = fmax(size, *diagonal);
        }
        /* nothing answers of a coordinate that a drive holds, nor of bodies that joints hold */
        w->size[c] = fmax(size, HELD * w->size[c]);
    }
    return true;
}

/* Of the largest impulse, of more than `few` rows; 0: all there is. */
static double accuracy_of(SnWorkspace *work, int n_rows, int few)
{
    SnContactWorkspace *w = work->contacts;
    if (n_rows <= few || work->system->fems.n == 0)
        return 0;
    if (w->take.coarse > 0 && w->friction == SN_CONTACT_ABSOLUTE)
        w->take.was_coarse = true;
    return fmax(w->take.coarse, ROUGH);
}

static bool solve_cones(SnWorkspace *work, int n_cones, int n_rows)
{
    SnContactWorkspace *w = work->contacts;
    const SnCones problem = {.n_rows = n_rows,
                             .n_cones = n_cones,
                             .cones = w->cones,
                             .q = w->q,
                             .size = w->size,
                             .d = w->d,
                             .accuracy = accuracy_of(work, n_rows, ROUGH_ROWS),
                             .moves = w->take.moves && w->friction == SN_CONTACT_ABSOLUTE,
                             .steps = &w->take.steps};
    return sn_cones_solve(&problem, w->z, NULL, w->scratch);
}

/* Impulses into the rows, and the solution with them. */
static SnFault take_impulses(const SnSystem *system, const SnState *state, SnWorkspace *work,
                             int n_rows)
{
    SnContactWorkspace *w = work->contacts;
    memcpy(work->linear.f_total, work->linear.f, (size_t)system->n_u_active * sizeof(double));
    for (int k = 0; k < n_rows; k++) {
        int i;
        SnDynamicRows *rows = w->source[k] >= 0 ? &work->unilateral.dynamic : &w->rows;
        rows_of(work, w->source[k], &i);
        rows->row[i].impulse = w->z[k];
        sn_dynamic_row_push(rows, i, w->z[k], work->linear.f_total);
    }
    const SnLinsolveStatus status =
        sn_linsolve_solve(work->linear.solver, work->linear.f_total, work->linear.g, work->linear.u,
                          work->linear.l, work->linear.tolerance, NULL);
    if (status == SN_LINSOLVE_NOT_FINITE || status == SN_LINSOLVE_SINGULAR)
        return sn_mixed_fault(state, work, -1);
    return (SnFault){0};
}

/* Rows that nothing on them can answer are out: bodies that joints hold, or that are driven. */
static void drop_held_rows(SnWorkspace *work)
{
    SnDynamicRows *rows = &work->unilateral.dynamic;
    for (int i = 0; i < rows->n; i++)
        if (rows->row[i].n == 0)
            rows->row[i].bound = -HUGE_VAL;
}

/* Chooses what the present solution breaks; how many that are new. */
static int choose_violated(SnWorkspace *work)
{
    int n = 0;
    for (int i = 0; i < work->unilateral.dynamic.n; i++) {
        SnDynamicRow *row = &work->unilateral.dynamic.row[i];
        const double guess = row->impulse;
        double excess;
        if (row->chosen)
            continue;
        row->impulse = 0; /* it is not in the solution, nor may it push a soft row open */
        row->chosen = sn_row_violated(work, i, &excess);
        row->impulse = guess;
        n += row->chosen;
    }
    return n;
}

/* Those that pushed last time will again, and where one body lands others are pushed: all contacts
 * that there are. */
static int choose_likely(SnWorkspace *work)
{
    int n = 0;
    for (int i = 0; i < work->unilateral.dynamic.n; i++) {
        SnDynamicRow *row = &work->unilateral.dynamic.row[i];
        const bool likely = row->warm || row->class == &sn_contact_rows;
        if (!likely || row->chosen || !isfinite(row->bound))
            continue;
        row->chosen = true;
        n++;
    }
    return n;
}

static SnFault no_solution(const SnState *state, const SnWorkspace *work)
{
    SnId id = SN_ID_NULL;
    double deepest = HUGE_VAL;
    for (int i = 0; i < work->unilateral.dynamic.n; i++) {
        const SnDynamicRow *row = &work->unilateral.dynamic.row[i];
        double excess;
        if (row->chosen && sn_row_violated(work, i, &excess) && excess < deepest) {
            deepest = excess;
            id = row->id;
        }
    }
    return sn_fault(SN_FAULT_LCP, id, state->time,
                    "Contacts and what else holds these bodies contradict each other: try a "
                    "smaller step, less friction or some compliance.");
}

/* Impulses by a Delassus matrix of this accuracy, and the solution with them; by what its speeds
 * are off in the end. */
static SnFault solve_dense_to(const SnSystem *system, const SnState *state, SnWorkspace *work,
                              double accuracy, int n_cones, int n_rows, double *missing)
{
    *missing = 0;
    if (!make_dense(work, accuracy, n_cones, n_rows) || !solve_cones(work, n_cones, n_rows))
        return no_solution(state, work);
    SnFault fault = take_impulses(system, state, work, n_rows);
    double last = HUGE_VAL;
    for (int round = 0; round < MAX_CORRECTIONS && fault.code == SN_FAULT_NONE; round++) {
        *missing = correct_speeds(work, state, n_rows);
        if (*missing <= EXACT || *missing > last / 2)
            break;
        last = *missing;
        if (!solve_cones(work, n_cones, n_rows))
            return no_solution(state, work);
        fault = take_impulses(system, state, work, n_rows);
    }
    return fault;
}

static SnFault solve_dense(const SnSystem *system, const SnState *state, SnWorkspace *work,
                           const double *free_u, int n_cones, int n_rows)
{
    double missing;
    const bool kept = n_rows <= KEPT_COLUMNS;
    const double accuracy = kept ? DELASSUS_ACCURACY : FIRST_ORDER;
    SnFault fault = solve_dense_to(system, state, work, accuracy, n_cones, n_rows, &missing);
    if (fault.code == SN_FAULT_NONE && missing <= ENOUGH)
        return fault;
    memcpy(work->linear.u, free_u, (size_t)system->n_u_active * sizeof(double));
    measure(work, state, n_rows);
    return solve_dense_to(system, state, work, SN_DELASSUS_EXACT, n_cones, n_rows, &missing);
}

/* A factor with the rows behind G costs as much as there are unknowns, however many rows share
 * them; the Delassus matrix as much as there are rows. */
static bool is_dense(const SnWorkspace *work, int cones, int rows)
{
    const int unknowns = work->linear.matrix.n + work->linear.matrix.q;
    const int most = work->unilateral.dense_most;
    if (work->step.iterated && !work->step.shortest && rows > ITERATED)
        return false;
    if (rows > most)
        return most > 0 && ((rows <= (rows > cones ? MANY_RUBBING : MANY) &&
                             rows <= unknowns / UNKNOWNS_A_ROW) ||
                            (rows <= MOST && rows <= unknowns / MANY_A_ROW));
    return rows <= FEW || rows <= unknowns;
}

/* From the solution without them, `free_u`. */
static SnFault solve_chosen(const SnSystem *system, const SnState *state, SnWorkspace *work,
                            const double *free_u)
{
    int n_rows = 0, rows = 0, entries = 0, cones = 0;
    for (int i = 0; i < work->unilateral.dynamic.n; i++) {
        const SnContact *contact = rubbing_contact(work, i);
        const int count = contact ? 1 + contact->n_tangents : 1;
        if (!work->unilateral.dynamic.row[i].chosen)
            continue;
        cones++;
        rows += count;
        entries += count * work->unilateral.dynamic.row[i].n + 24;
    }
    for (int j = 0; j < n_joints(work); j++, cones++, rows++)
        entries += work->contacts->rows.row[work->unilateral.friction.first_joint + j].n;
    const bool dense = is_dense(work, cones, rows);
    if (!reserve(work, cones, rows, entries, dense)) {
        work->unilateral.dynamic.out_of_memory = true;
        return sn_dynamic_rows_end(&work->unilateral.dynamic, state->time);
    }
    const int n = write_cones(work, &n_rows);
    memcpy(work->linear.u, free_u, (size_t)system->n_u_active * sizeof(double));
    measure(work, state, n_rows);
    const SnIslandsResult result = sn_contact_islands_solve(work, n, n_rows);
    if (result == SN_ISLANDS_NONE && dense)
        return solve_dense(system, state, work, free_u, n, n_rows);
    const bool rescued = result == SN_ISLANDS_NONE && rows <= DENSE_RESCUE;
    /* what is one of many corrections of a part need not be */
    const bool is_exact = rescued && !work->step.iterated;
    if (result == SN_ISLANDS_SOLVED ||
        (result == SN_ISLANDS_NONE &&
         sn_contact_sparse_solve(work, n, n_rows, rescued ? n_rows / ROWS_A_FACTOR : INT_MAX,
                                 is_exact ? 0 : accuracy_of(work, n_rows, 0))))
        return take_impulses(system, state, work, n_rows);
    if (!rescued)
        return no_solution(state, work);
    if (!reserve(work, cones, rows, entries, true)) {
        work->unilateral.dynamic.out_of_memory = true;
        return sn_dynamic_rows_end(&work->unilateral.dynamic, state->time);
    }
    return solve_dense(system, state, work, free_u, n, n_rows);
}

/* What lies in a corner and rubs at both sides may not come off both: then overlap stays for the
 * correction of places, which knows no friction.  Whether there is such. */
static bool leave_overlap(SnWorkspace *work)
{
    bool any = false;
    for (int i = 0; i < work->unilateral.dynamic.n; i++) {
        SnDynamicRow *row = &work->unilateral.dynamic.row[i];
        any = any || row->recovery > 0;
        row->bound -= row->recovery;
        row->recovery = 0;
    }
    return any;
}

SnFault sn_contacts_solve(const SnSystem *system, const SnState *state, SnWorkspace *work,
                          bool free_first)
{
    assert(work->system == system);
    SnDynamicRows *dynamic = &work->unilateral.dynamic;
    SnFault fault = sn_dynamic_rows_end(dynamic, state->time);
    double *free_u = sn_scratch_take(work, "free velocity", system->n_u_active);
    sn_contact_take_recall(work);
    for (int i = 0; i < dynamic->n; i++) {
        dynamic->row[i].warm = dynamic->row[i].impulse > 0;
        dynamic->row[i].chosen = false;
    }
    if (fault.code == SN_FAULT_NONE && !free_first)
        fault = sn_solve_free(system, state, work);
    if (fault.code == SN_FAULT_NONE) {
        memcpy(free_u, work->linear.u, (size_t)system->n_u_active * sizeof(double));
        drop_held_rows(work);
        for (int i = 0; i < dynamic->n; i++)
            dynamic->row[i].impulse *= dynamic->row[i].warm;
        int more = choose_violated(work) > 0 || n_joints(work) > 0 ? 1 + choose_likely(work) : 0;
        for (int i = 0; i < dynamic->n; i++)
            dynamic->row[i].impulse *= dynamic->row[i].chosen;
        while (fault.code == SN_FAULT_NONE && more > 0) {
            fault = solve_chosen(system, state, work, free_u);
            if (fault.code == SN_FAULT_LCP && leave_overlap(work))
                fault = solve_chosen(system, state, work, free_u);
            more = fault.code == SN_FAULT_NONE ? choose_violated(work) : 0;
        }
    }
    if (fault.code == SN_FAULT_NONE)
        sn_contact_take_note(work);
    double parted = 0;
    for (int i = 0; i < dynamic->n; i++) {
        parted += dynamic->row[i].impulse * dynamic->row[i].recovery;
        dynamic->row[i].recovery = 0; /* of this problem alone */
    }
    if (free_first && work->contacts)
        work->contacts->parted = parted;
    sn_scratch_give(work, free_u);
    return fault;
}
