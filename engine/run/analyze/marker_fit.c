/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/marker_fit.h"

#include "engine/base/vec.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/joint.h"
#include "engine/model/edit/edit.h"
#include "engine/model/edit/places.h"
#include "engine/model/name_like.h"
#include "engine/text/refuse.h"

#include <math.h>
#include <string.h>

#define DIFFERENCE 1e-5  /* of a coordinate, for derivatives [rad or m] */
#define KEPT       1e-10 /* weight of the start where no marker tells of a coordinate */
#define STILL      1e-11 /* a step that is no more one [rad or m] */
#define MOST_STEPS 100

/* --- coordinates --- */

static void clear_coordinate(void *data)
{
    g_free(((SnFreeCoordinate *)data)->name);
}

typedef struct Search {
    const SnModel *model;
    SnPoser *poser;
    GArray *found;
} Search;

/* Entry k of a list with commas between; NULL: it is not there or empty. */
static char *given_name(const SnComponent *joint, int k)
{
    const int row = sn_class_find_property(joint->class, "coordinate_names");
    if (row < 0)
        return NULL;
    SnValue value;
    sn_field_get(joint, sn_class_property(joint->class, row), &value);
    g_auto(GStrv) words = value.string ? g_strsplit(value.string, ",", -1) : NULL;
    sn_value_clear(&value);
    char *name = words && (int)g_strv_length(words) > k ? g_strstrip(words[k]) : NULL;
    return name && *name ? g_strdup(name) : NULL;
}

/* Whether it can be set alone: what follows others, or a closed loop, cannot. */
static bool is_free(const Search *s, const SnPoseTarget *at)
{
    SnPoseTarget moved = *at;
    moved.value += 1e-3;
    GArray *pose = sn_poser_solve(s->poser, s->model, &moved, 1, NULL);
    if (!pose)
        return false;
    g_array_unref(pose);
    return true;
}

static bool add_coordinates(SnComponent *component, void *data)
{
    Search *s = data;
    int k = 0;
    for (int row = 0; row < sn_class_n_properties(component->class); row++) {
        const SnProperty *property = sn_class_property(component->class, row);
        SnFreeCoordinate c = {.at = {.joint = component->id, .property = row}};
        if (!sn_is_coordinate(property) ||
            !sn_poser_value(s->poser, s->model, component->id, row, &c.at.value))
            continue;
        c.name = given_name(component, k++);
        if (sn_coordinate_drive(s->model, component->id, property) || !is_free(s, &c.at)) {
            g_free(c.name);
            continue;
        }
        if (!c.name) {
            g_autofree char *path = sn_model_path(s->model, component->id);
            c.name = g_strdup_printf("%s:%s", path, property->name);
        }
        g_array_append_val(s->found, c);
    }
    return true;
}

GArray *sn_free_coordinates(const SnModel *model, GError **error)
{
    Search s = {.model = model, .poser = sn_poser_new(model, error)};
    if (!s.poser)
        return NULL;
    s.found = g_array_new(FALSE, TRUE, sizeof(SnFreeCoordinate));
    g_array_set_clear_func(s.found, clear_coordinate);
    sn_component_walk(model->root, add_coordinates, &s);
    sn_poser_free(s.poser);
    return s.found;
}

/* --- poses --- */

typedef struct Fit {
    const SnModel *model;
    SnModel *posed; /* a copy, in the pose that was asked for last */
    SnPoser *poser;
    GArray *pose; /* of SnPoseValue */
    SnPoseTarget *targets;
    double *start;
    int n, n_aims, n_held, n_rows;
    const SnMarkerAim *aims;
    const SnHeldCoordinate *held;
} Fit;

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

static bool go_to(Fit *f, const double *q, GError **error)
{
    for (int i = 0; i < f->n; i++)
        f->targets[i].value = q[i];
    go_back(f);
    f->pose = sn_poser_solve(f->poser, f->model, f->targets, f->n, error);
    set_values(f->posed, f->pose);
    return f->pose != NULL;
}

/* Residuals: markers' distances along the axes, held coordinates', and a little of all. */
static bool residuals(Fit *f, const double *q, double *r, GError **error)
{
    if (!go_to(f, q, error))
        return false;
    for (int i = 0; i < f->n_aims; i++) {
        double place[3] = {0};
        sn_component_place(f->posed, f->aims[i].marker, place);
        for (int k = 0; k < 3; k++)
            *r++ = sqrt(f->aims[i].weight) * (place[k] - f->aims[i].place[k]);
    }
    for (int i = 0; i < f->n_held; i++) {
        const int c = f->held[i].coordinate;
        *r++ = sqrt(f->held[i].weight) * (q[c] - f->start[c]);
    }
    for (int i = 0; i < f->n; i++)
        *r++ = sqrt(KEPT) * (q[i] - f->start[i]);
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

/* J by central differences, a column after the other; false: a pose cannot be taken. */
static bool jacobian(Fit *f, const double *q, double *moved, double *side, double *J,
                     GError **error)
{
    for (int c = 0; c < f->n; c++) {
        double *column = J + (size_t)c * (size_t)f->n_rows;
        memcpy(moved, q, (size_t)f->n * sizeof *q);
        moved[c] = q[c] + DIFFERENCE;
        if (!residuals(f, moved, column, error))
            return false;
        moved[c] = q[c] - DIFFERENCE;
        if (!residuals(f, moved, side, error))
            return false;
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

/* Levenberg and Marquardt's: q goes down to where no step makes the residuals smaller. */
static bool descend(Fit *f, double *q, GError **error)
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
        for (int tries = 0; tries < 12 && !better; tries++) {
            solve(f, J, r, damping, A, d);
            longest = 0;
            for (int i = 0; i < f->n; i++) {
                moved[i] = q[i] + d[i];
                longest = fmax(longest, fabs(d[i]));
            }
            better =
                residuals(f, moved, next, NULL) && square(next, f->n_rows) < square(r, f->n_rows);
            damping = better ? damping / 10 : damping * 10;
        }
        if (!better)
            break;
        memcpy(q, moved, n * sizeof *q);
        memcpy(r, next, m * sizeof *r);
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
        double place[3] = {0};
        sn_component_place(f->posed, f->aims[i].marker, place);
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

bool sn_fit_markers(const SnModel *model, const GArray *coordinates, const SnMarkerAim *aims,
                    int n_aims, const SnHeldCoordinate *held, int n_held, SnMarkerFit *fit,
                    GError **error)
{
    const int n = (int)coordinates->len;
    *fit = (SnMarkerFit){.marker = SN_ID_NULL};
    if (n == 0)
        return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                         "no joint of the model has a coordinate that is free to be fitted");
    if (n_aims == 0)
        return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                         "the measured markers and those of the model have no name in common");
    Fit f = {.model = model,
             .poser = sn_poser_new(model, error),
             .n = n,
             .n_aims = n_aims,
             .n_held = n_held,
             .n_rows = 3 * n_aims + n_held + n,
             .aims = aims,
             .held = held};
    if (!f.poser)
        return false;
    f.posed = sn_model_copy(model);
    f.targets = g_new(SnPoseTarget, n);
    f.start = g_new(double, n);
    fit->fitted = g_new(double, n);
    for (int i = 0; i < n; i++) {
        f.targets[i] = g_array_index(coordinates, SnFreeCoordinate, i).at;
        f.start[i] = fit->fitted[i] = f.targets[i].value;
    }
    const bool good = descend(&f, fit->fitted, error);
    if (good) {
        measure(&f, fit);
        fit->values = g_steal_pointer(&f.pose);
    }
    g_clear_pointer(&f.pose, g_array_unref);
    sn_poser_free(f.poser);
    sn_model_free(f.posed);
    g_free(f.targets);
    g_free(f.start);
    if (!good)
        sn_marker_fit_clear(fit);
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

typedef struct Names {
    GHashTable *columns; /* name -> first column + 1 */
    GArray *aims;
    const SnMotionTable *table;
    const double *time, *position, *orientation; /* of the axes */
} Names;

/* Mean over the rows that have all three; false: none has. */
static bool mean_place(const Names *names, int column, double place[3])
{
    const SnMotionTable *table = names->table;
    double mean[3] = {0}, r[9];
    int n = 0;
    for (int row = 0; row < table->n_rows; row++) {
        const double *v = table->values + (size_t)row * (size_t)table->n_columns + column;
        if (table->time[row] < names->time[0] || table->time[row] > names->time[1] ||
            !isfinite(v[0] + v[1] + v[2]))
            continue;
        sn_v3_add(mean, v, mean);
        n++;
    }
    sn_v3_scale(1.0 / MAX(n, 1), mean, mean);
    sn_q_to_m3(names->orientation, r);
    sn_m3_mul_v3(r, mean, place);
    sn_v3_add(place, names->position, place);
    return n > 0;
}

static bool add_aim(SnComponent *component, void *data)
{
    Names *names = data;
    const gpointer column = component->name && component->class == &SN_CLASS_MARKER
                                ? g_hash_table_lookup(names->columns, component->name)
                                : NULL;
    SnMarkerAim aim = {.marker = component->id, .weight = 1};
    if (column && mean_place(names, GPOINTER_TO_INT(column) - 1, aim.place))
        g_array_append_val(names->aims, aim);
    return true;
}

GArray *sn_marker_aims(const SnModel *model, const SnMotionTable *table, const double time[2],
                       SnId frame)
{
    double position[3], orientation[4];
    sn_start_frame(model, frame, position, orientation);
    Names names = {.columns = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
                   .aims = g_array_new(FALSE, FALSE, sizeof(SnMarkerAim)),
                   .table = table,
                   .time = time,
                   .position = position,
                   .orientation = orientation};
    for (int i = 0; i + 2 < table->n_columns; i++) {
        if (!g_str_has_suffix(table->names[i], ".x"))
            continue;
        g_autofree char *name = g_strndup(table->names[i], strlen(table->names[i]) - 2);
        g_hash_table_insert(names.columns, sn_name_like(name), GINT_TO_POINTER(i + 1));
    }
    sn_component_walk(model->root, add_aim, &names);
    g_hash_table_unref(names.columns);
    return names.aims;
}
