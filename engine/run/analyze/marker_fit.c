/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/marker_fit.h"

#include "engine/base/vec.h"
#include "engine/model/classes/joint.h"
#include "engine/model/edit/edit.h"
#include "engine/model/edit/places.h"
#include "engine/model/name_like.h"
#include "engine/run/analyze/marker_size.h"
#include "engine/text/refuse.h"

#include <math.h>
#include <string.h>

#define DIFFERENCE 1e-5  /* of a coordinate, for derivatives [rad or m] */
#define KEPT       1e-11 /* weight of the start where no marker tells of a coordinate */
#define LONGEST    0.4   /* step: so that angles stay on their branch [rad or m] */
#define STILL      1e-11 /* a step that is no more one [rad or m] */
#define ROUNDING   1e-8  /* a step so short that is no better is the last one */
#define MOST_STEPS 100
#define SETTLED    1e-6 /* a last step that moves nobody, where there are no more [rad or m] */

/* A marker by the body that carries it. */
typedef struct Carried {
    SnId marker;
    const SnRigidBody *body; /* of the posed model; NULL: what carries it is no body */
    double local[3];
} Carried;

struct SnMarkerFitter {
    SnModel *model; /* a copy, in the pose that was fitted last */
    SnModel *posed; /* another, in the pose that was asked for last */
    SnPoser *poser;
    GArray *pose; /* of SnPoseValue */
    SnPoseTarget *targets;
    double *start, *before; /* coordinates of the model's start, and of the pose fitted last */
    int n, n_aims, n_held, n_rows;
    const SnMarkerAim *aims;
    const SnHeldCoordinate *held;
    GArray *carried; /* of Carried: of every marker that was aimed at so far */
    GArray *of_aim;  /* [n_aims] of int: into carried */
};
typedef struct SnMarkerFitter Fit;

/* --- where markers are --- */

static void add_carried(Fit *f, SnId marker)
{
    Carried one = {.marker = marker, .body = sn_marker_body(f->posed, marker)};
    double place[3] = {0}, from[3], r[9];
    sn_component_place(f->posed, marker, place);
    if (one.body) {
        sn_q_to_m3(one.body->orientation, r);
        sn_v3_sub(place, one.body->position, from);
        sn_m3_tmul_v3(r, from, one.local);
    }
    g_array_append_val(f->carried, one);
}

static void find_carried(Fit *f)
{
    g_array_set_size(f->of_aim, 0);
    for (int i = 0; i < f->n_aims; i++) {
        int k = 0;
        while (k < (int)f->carried->len &&
               !sn_id_equal(g_array_index(f->carried, Carried, k).marker, f->aims[i].marker))
            k++;
        if (k == (int)f->carried->len)
            add_carried(f, f->aims[i].marker);
        g_array_append_val(f->of_aim, k);
    }
}

/* Where the marker of an aim is in the posed model. */
static void place_of(const Fit *f, int aim, double place[3])
{
    const Carried *of = &g_array_index(f->carried, Carried, g_array_index(f->of_aim, int, aim));
    double r[9];
    if (!of->body) {
        sn_v3_set(0, 0, 0, place);
        sn_component_place(f->posed, of->marker, place);
        return;
    }
    sn_q_to_m3(of->body->orientation, r);
    sn_m3_mul_v3(r, of->local, place);
    sn_v3_add(place, of->body->position, place);
}

/* --- poses --- */

static void set_values(SnModel *model, const GArray *pose)
{
    for (guint i = 0; pose && i < pose->len; i++) {
        const SnPoseValue *value = &g_array_index(pose, SnPoseValue, i);
        SnComponent *component = sn_model_get(model, value->id);
        sn_field_set(component, sn_class_property(component->class, value->property),
                     &value->value);
    }
}

/* What the last pose has moved is where it is in the model again. */
static void go_back(Fit *f)
{
    for (guint i = 0; f->pose && i < f->pose->len; i++) {
        const SnPoseValue *moved = &g_array_index(f->pose, SnPoseValue, i);
        const SnComponent *from = sn_model_get(f->model, moved->id);
        SnComponent *to = sn_model_get(f->posed, moved->id);
        const SnProperty *row = sn_class_property(from->class, moved->property);
        SnValue value;
        sn_field_get(from, row, &value);
        sn_field_set(to, row, &value);
        sn_value_clear(&value);
    }
    g_clear_pointer(&f->pose, g_array_unref);
}

/* Bodies stand in this pose (taken). */
static void take_pose(Fit *f, GArray *pose)
{
    go_back(f);
    f->pose = pose;
    set_values(f->posed, pose);
}

static bool go_to(Fit *f, const double *q, GError **error)
{
    for (int i = 0; i < f->n; i++)
        f->targets[i].value = q[i];
    take_pose(f, sn_poser_solve(f->poser, f->model, f->targets, f->n, error));
    return f->pose != NULL;
}

/* Residuals where the bodies stand: markers' distances along the axes, held coordinates', and a
 * little of all. */
static void measure_residuals(Fit *f, const double *q, double *r)
{
    for (int i = 0; i < f->n_aims; i++) {
        double place[3];
        place_of(f, i, place);
        for (int k = 0; k < 3; k++)
            *r++ = sqrt(f->aims[i].weight) * (place[k] - f->aims[i].place[k]);
    }
    for (int i = 0; i < f->n_held; i++) {
        const int c = f->held[i].coordinate;
        *r++ = sqrt(f->held[i].weight) * (q[c] - f->start[c]);
    }
    for (int i = 0; i < f->n; i++)
        *r++ = sqrt(KEPT) * (q[i] - f->before[i]);
}

static bool residuals(Fit *f, const double *q, double *r, GError **error)
{
    if (!go_to(f, q, error))
        return false;
    measure_residuals(f, q, r);
    return true;
}

static double square(const double *r, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += r[i] * r[i];
    return sum;
}

/* --- least squares --- */

/* J at the pose where the bodies stand, a column after the other, by central differences of poses
 * that go on from it to first order. */
static bool jacobian(Fit *f, const double *q, double *moved, double *side, double *J,
                     GError **error)
{
    for (int c = 0; c < f->n; c++) {
        double *column = J + (size_t)c * (size_t)f->n_rows;
        for (int s = 0; s < 2; s++) {
            const double amount = s ? -DIFFERENCE : DIFFERENCE;
            GArray *pose = sn_poser_nudge(f->poser, f->model, c, amount);
            if (!pose)
                return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                                 "the bodies cannot move on from a pose: a joint is stuck there");
            take_pose(f, pose);
            memcpy(moved, q, (size_t)f->n * sizeof *q);
            moved[c] = q[c] + amount;
            measure_residuals(f, moved, s ? side : column);
        }
        for (int i = 0; i < f->n_rows; i++)
            column[i] = (column[i] - side[i]) / (2 * DIFFERENCE);
    }
    return true;
}

/* Solves (J'J + damping diag(J'J)) d = -J'r by Cholesky; A is scratch of n x n. */
static void solve(const Fit *f, const double *J, const double *r, double damping, double *A,
                  double *d)
{
    const int n = f->n, m = f->n_rows;
    for (int i = 0; i < n; i++) {
        const double *a = J + (size_t)i * (size_t)m;
        for (int k = 0; k <= i; k++) {
            const double *b = J + (size_t)k * (size_t)m;
            double sum = 0;
            for (int row = 0; row < m; row++)
                sum += a[row] * b[row];
            A[i * n + k] = i == k ? sum * (1 + damping) : sum;
        }
        d[i] = 0;
        for (int row = 0; row < m; row++)
            d[i] -= a[row] * r[row];
    }
    for (int i = 0; i < n; i++) {
        for (int k = 0; k <= i; k++) {
            double sum = A[i * n + k];
            for (int j = 0; j < k; j++)
                sum -= A[i * n + j] * A[k * n + j];
            A[i * n + k] = i == k ? sqrt(fmax(sum, 1e-300)) : sum / A[k * n + k];
        }
        for (int k = 0; k < i; k++)
            d[i] -= A[i * n + k] * d[k];
        d[i] /= A[i * n + i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++)
            d[i] -= A[k * n + i] * d[k];
        d[i] /= A[i * n + i];
    }
}

/* Levenberg and Marquardt's: q goes down to where no step makes the residuals smaller, and is
 * settled there. */
static bool descend(Fit *f, double *q, bool *settled, GError **error)
{
    const size_t n = (size_t)f->n, m = (size_t)f->n_rows;
    g_autofree double *J = g_new(double, n *m), *A = g_new(double, n *n);
    g_autofree double *r = g_new(double, m), *next = g_new(double, m);
    g_autofree double *d = g_new(double, n), *moved = g_new(double, n);
    double damping = 1e-6;
    if (!residuals(f, q, r, error))
        return false;
    for (int step = 0; step < MOST_STEPS; step++) {
        double longest = 0;
        bool better = false;
        if (!jacobian(f, q, moved, next, J, error))
            return false;
        for (int tries = 0; tries < 12 && !better && !(longest > 0 && longest < ROUNDING);
             tries++) {
            solve(f, J, r, damping, A, d);
            longest = 0;
            for (int i = 0; i < f->n; i++)
                longest = fmax(longest, fabs(d[i]));
            const double part = longest > LONGEST ? LONGEST / longest : 1;
            for (int i = 0; i < f->n; i++)
                moved[i] = q[i] + part * d[i];
            better =
                residuals(f, moved, next, NULL) && square(next, f->n_rows) < square(r, f->n_rows);
            damping = better ? damping / 10 : damping * 10;
        }
        *settled = !better || longest < SETTLED;
        if (!better)
            break;
        memcpy(q, moved, n * sizeof *q);
        memcpy(r, next, m * sizeof *r);
        sn_poser_go_on(f->poser);
        if (longest < STILL)
            break;
    }
    return go_to(f, q, error);
}

/* --- the fit --- */

static void measure(const Fit *f, SnMarkerFit *fit)
{
    double sum = 0, weights = 0;
    for (int i = 0; i < f->n_aims; i++) {
        double place[3];
        place_of(f, i, place);
        const double distance = sn_v3_distance(place, f->aims[i].place);
        sum += f->aims[i].weight * distance * distance;
        weights += f->aims[i].weight;
        if (distance >= fit->farthest) {
            fit->farthest = distance;
            fit->marker = f->aims[i].marker;
        }
    }
    fit->rms = weights > 0 ? sqrt(sum / weights) : 0;
}

SnMarkerFitter *sn_marker_fitter_new(const SnModel *model, const GArray *coordinates,
                                     GError **error)
{
    const int n = (int)coordinates->len;
    SnPoser *poser = n > 0 ? sn_poser_new(model, error) : NULL;
    if (!poser) {
        if (n == 0)
            sn_refuse(error, SN_MODEL_ERROR_VALUE,
                      "no joint of the model has a coordinate that is free to be fitted");
        return NULL;
    }
    SnMarkerFitter *f = g_new0(SnMarkerFitter, 1);
    f->model = sn_model_copy(model);
    f->posed = sn_model_copy(model);
    f->poser = poser;
    f->carried = g_array_new(FALSE, FALSE, sizeof(Carried));
    f->of_aim = g_array_new(FALSE, FALSE, sizeof(int));
    f->n = n;
    f->targets = g_new(SnPoseTarget, n);
    f->start = g_new(double, n);
    f->before = g_new(double, n);
    for (int i = 0; i < n; i++) {
        f->targets[i] = g_array_index(coordinates, SnFreeCoordinate, i).at;
        f->start[i] = f->before[i] = f->targets[i].value;
    }
    return f;
}

void sn_marker_fitter_free(SnMarkerFitter *f)
{
    if (!f)
        return;
    g_clear_pointer(&f->pose, g_array_unref);
    g_array_unref(f->carried);
    g_array_unref(f->of_aim);
    sn_poser_free(f->poser);
    sn_model_free(f->model);
    sn_model_free(f->posed);
    g_free(f->targets);
    g_free(f->start);
    g_free(f->before);
    g_free(f);
}

bool sn_marker_fitter_go(SnMarkerFitter *f, const SnMarkerAim *aims, int n_aims,
                         const SnHeldCoordinate *held, int n_held, SnMarkerFit *fit, GError **error)
{
    *fit = (SnMarkerFit){.marker = SN_ID_NULL,
                         .fitted = g_memdup2(f->before, (gsize)f->n * sizeof *f->before)};
    f->aims = aims;
    f->n_aims = n_aims;
    f->held = held;
    f->n_held = n_held;
    f->n_rows = 3 * n_aims + n_held + f->n;
    find_carried(f);
    if (!descend(f, fit->fitted, &fit->settled, error)) {
        sn_marker_fit_clear(fit);
        return false;
    }
    measure(f, fit);
    fit->values = g_steal_pointer(&f->pose);
    set_values(f->model, fit->values);
    memcpy(f->before, fit->fitted, (size_t)f->n * sizeof *f->before);
    return true;
}

const SnModel *sn_marker_fitter_model(const SnMarkerFitter *f)
{
    return f->model;
}

bool sn_fit_markers(const SnModel *model, const GArray *coordinates, const SnMarkerAim *aims,
                    int n_aims, const SnHeldCoordinate *held, int n_held, SnMarkerFit *fit,
                    GError **error)
{
    *fit = (SnMarkerFit){.marker = SN_ID_NULL};
    if (n_aims == 0)
        return sn_refuse(error, SN_MODEL_ERROR_VALUE, SN_NO_COMMON_MARKER);
    if (!sn_marker_check_size(model, aims, n_aims, NULL, error))
        return false;
    SnMarkerFitter *fitter = sn_marker_fitter_new(model, coordinates, error);
    const bool good = fitter && sn_marker_fitter_go(fitter, aims, n_aims, held, n_held, fit, error);
    sn_marker_fitter_free(fitter);
    return good;
}

void sn_marker_fit_clear(SnMarkerFit *fit)
{
    g_clear_pointer(&fit->values, g_array_unref);
    g_clear_pointer(&fit->fitted, g_free);
}

/* --- markers --- */

static bool place_one(SnModel *model, const SnModel *posed, const SnMarkerAim *aim, GError **error)
{
    const SnComponent *marker = sn_model_get(model, aim->marker);
    const int row = sn_class_find_property(marker->class, "location");
    double position[3], orientation[4], from[3];
    SnValue value = {.type = SN_TYPE_VEC3};
    sn_start_frame(posed, sn_reference_of(marker, "frame"), position, orientation);
    sn_v3_sub(aim->place, position, from);
    double r[9];
    sn_q_to_m3(orientation, r);
    sn_m3_tmul_v3(r, from, value.number);
    return sn_edit_set(model, aim->marker, row, &value, error);
}

bool sn_place_markers(SnModel *model, const SnMarkerFit *fit, const SnMarkerAim *aims, int n,
                      GError **error)
{
    SnModel *posed = sn_model_copy(model);
    bool good = true;
    set_values(posed, fit->values);
    sn_edit_seal(model);
    sn_edit_begin(model, "Place Markers");
    for (int i = 0; i < n && good; i++)
        good = place_one(model, posed, &aims[i], error);
    good ? sn_edit_end(model) : sn_edit_abandon(model);
    sn_model_free(posed);
    return good;
}

/* --- measured --- */

typedef struct Columns {
    GHashTable *named; /* name -> first column + 1 */
    GArray *found;     /* of SnMarkerColumn */
} Columns;

/* What means are taken of. */
typedef struct Means {
    const SnMotionTable *table;
    const double *time, *position, *orientation; /* of the axes */
} Means;

/* Mean over the rows that have all three; false: none has. */
static bool mean_place(const Means *means, int column, double place[3])
{
    const SnMotionTable *table = means->table;
    double mean[3] = {0}, r[9];
    int n = 0;
    for (int row = 0; row < table->n_rows; row++) {
        const double *v = table->values + (size_t)row * (size_t)table->n_columns + column;
        if (table->time[row] < means->time[0] || table->time[row] > means->time[1] ||
            !isfinite(v[0] + v[1] + v[2]))
            continue;
        sn_v3_add(mean, v, mean);
        n++;
    }
    sn_v3_scale(1.0 / MAX(n, 1), mean, mean);
    sn_q_to_m3(means->orientation, r);
    sn_m3_mul_v3(r, mean, place);
    sn_v3_add(place, means->position, place);
    return n > 0;
}

static bool add_column(SnComponent *component, void *data)
{
    const Columns *columns = data;
    const gpointer column = component->name && component->class == &SN_CLASS_MARKER
                                ? g_hash_table_lookup(columns->named, component->name)
                                : NULL;
    const SnMarkerColumn found = {component->id, GPOINTER_TO_INT(column) - 1};
    if (column)
        g_array_append_val(columns->found, found);
    return true;
}

/* Whether column i and the two behind it are a point: their name without the ending, else NULL. */
static char *point_name(const SnMotionTable *table, int i)
{
    static const char *const ENDINGS[] = {".x", ".y", ".z"};
    const size_t length = strlen(table->names[i]);
    for (int k = 0; k < 3; k++) {
        const char *name = i + k < table->n_columns ? table->names[i + k] : "";
        if (strlen(name) != length || length < 3 || !g_str_has_suffix(name, ENDINGS[k]) ||
            strncmp(name, table->names[i], length - 2) != 0)
            return NULL;
    }
    return g_strndup(table->names[i], length - 2);
}

GArray *sn_marker_columns(const SnModel *model, const SnMotionTable *table)
{
    Columns columns = {g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
                       g_array_new(FALSE, FALSE, sizeof(SnMarkerColumn))};
    for (int i = 0; i < table->n_columns; i++) {
        g_autofree char *name = point_name(table, i);
        if (name)
            g_hash_table_insert(columns.named, sn_name_like(name), GINT_TO_POINTER(i + 1));
    }
    sn_component_walk(model->root, add_column, &columns);
    g_hash_table_unref(columns.named);
    return columns.found;
}

GArray *sn_marker_aims(const SnModel *model, const SnMotionTable *table, const double time[2],
                       SnId frame)
{
    double position[3], orientation[4];
    g_autoptr(GArray) columns = sn_marker_columns(model, table);
    GArray *aims = g_array_new(FALSE, FALSE, sizeof(SnMarkerAim));
    sn_start_frame(model, frame, position, orientation);
    const Means means = {table, time, position, orientation};
    for (guint i = 0; i < columns->len; i++) {
        const SnMarkerColumn *of = &g_array_index(columns, SnMarkerColumn, i);
        SnMarkerAim aim = {.marker = of->marker, .weight = 1};
        if (mean_place(&means, of->column, aim.place))
            g_array_append_val(aims, aim);
    }
    return aims;
}
