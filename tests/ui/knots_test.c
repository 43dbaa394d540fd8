/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Knots as they are edited, curves as they are drawn, rows of tracks: without a display. */
#include "engine/model/classes/class_table.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/classes/timeline.h"
#include "ui/edits/time/knot_table.h"
#include "ui/tracks/probe_curve.h"
#include "ui/tracks/track_rows.h"

#include <math.h>
#include <string.h>

/* Knots at 0, 1, 2 ... with the values given. */
static SnKnotTable *table_of(int n, const double *values)
{
    SnKnotTable *table = sn_knot_table_new(1);
    for (int i = 0; i < n; i++)
        sn_knot_table_insert(table, i, &values[i]);
    return table;
}

static void assert_knots(const SnKnotTable *table, int n, const double *times, const double *values)
{
    g_assert_cmpint(table->n, ==, n);
    for (int i = 0; i < n; i++) {
        g_assert_cmpfloat_with_epsilon(table->times[i], times[i], 1e-9);
        g_assert_cmpfloat_with_epsilon(table->values[i * table->width], values[i], 1e-9);
    }
}

#define ASSERT_KNOTS(table, n, ...)                                                                \
    do {                                                                                           \
        const double numbers_[2][n] = {__VA_ARGS__};                                               \
        assert_knots(table, n, numbers_[0], numbers_[1]);                                          \
    } while (0)

static void choose(SnKnotTable *table, int first, int last)
{
    sn_knot_table_choose_none(table);
    for (int i = first; i <= last; i++)
        table->chosen[i] = true;
}

static void test_insert(void)
{
    SnKnotTable *table = table_of(3, (double[]){1, 2, 3});
    g_assert_cmpint(sn_knot_table_insert(table, 0.5, &(double){9}), ==, 1);
    ASSERT_KNOTS(table, 4, {0, 0.5, 1, 2}, {1, 9, 2, 3});
    g_assert_cmpint(sn_knot_table_insert(table, 1, &(double){7}), ==, 2); /* takes its place */
    ASSERT_KNOTS(table, 4, {0, 0.5, 1, 2}, {1, 9, 7, 3});
    g_assert_cmpfloat(sn_knot_table_value(table, 1.5, 0), ==, 5);
    g_assert_cmpfloat(sn_knot_table_value(table, -1, 0), ==, 1);
    g_assert_cmpfloat(sn_knot_table_value(table, 99, 0), ==, 3);
    choose(table, 1, 2);
    g_assert_cmpint(sn_knot_table_remove_chosen(table), ==, 2);
    ASSERT_KNOTS(table, 2, {0, 2}, {1, 3});
    /* to the model's form and back */
    SnArray knots;
    sn_knot_table_write(table, &knots);
    SnKnotTable *again = sn_knot_table_read(&knots);
    ASSERT_KNOTS(again, 2, {0, 2}, {1, 3});
    sn_knots_clear(&knots);
    sn_knot_table_free(again);
    sn_knot_table_free(table);
}

static void test_move(void)
{
    SnKnotTable *start = table_of(5, (double[]){0, 1, 2, 3, 4});
    SnKnotTable *table = sn_knot_table_copy(start);
    const SnKnotLimits limits = {&(double){0}, &(double){4}};
    choose(start, 1, 2);
    sn_knot_table_move(table, start, 0.5, 0.25, -1, &limits);
    ASSERT_KNOTS(table, 5, {0, 1.5, 2.5, 3, 4}, {0, 1.25, 2.25, 3, 4});
    sn_knot_table_move(table, start, 5, 100, -1, &limits); /* stops at neighbour and limit */
    ASSERT_KNOTS(table, 5, {0, 2 - SN_KNOT_GAP, 3 - SN_KNOT_GAP, 3, 4}, {0, 4, 4, 3, 4});
    sn_knot_table_move(table, start, -5, -100, -1, &limits);
    ASSERT_KNOTS(table, 5, {0, SN_KNOT_GAP, 1 + SN_KNOT_GAP, 3, 4}, {0, 0, 0, 3, 4});
    sn_knot_table_move(table, start, 0, 0, -1, NULL); /* back again */
    ASSERT_KNOTS(table, 5, {0, 1, 2, 3, 4}, {0, 1, 2, 3, 4});
    sn_knot_table_free(table);
    sn_knot_table_free(start);
}

static void test_scale(void)
{
    SnKnotTable *start = table_of(5, (double[]){0, 1, 2, 3, 4});
    SnKnotTable *table = sn_knot_table_copy(start);
    choose(start, 1, 3);
    sn_knot_table_scale(table, start, 1, 0.5, 1, 2, NULL);
    ASSERT_KNOTS(table, 5, {0, 1, 1.5, 2, 4}, {0, 1, 3, 5, 4});
    sn_knot_table_scale(table, start, 1, 10, 0, 1, NULL); /* does not pass the last */
    for (int i = 1; i < table->n; i++)
        g_assert_cmpfloat(table->times[i], >, table->times[i - 1]);
    sn_knot_table_scale(table, start, 1, 0, 0, 1, NULL); /* nor one another */
    for (int i = 1; i < table->n; i++)
        g_assert_cmpfloat(table->times[i], >, table->times[i - 1]);
    sn_knot_table_free(table);
    sn_knot_table_free(start);
}

static void test_choose(void)
{
    SnKnotTable *table = table_of(5, (double[]){0, 10, 20, 10, 0});
    double from = 0, to = 0;
    g_assert_false(sn_knot_table_chosen_span(table, &from, &to));
    sn_knot_table_choose_box(table, 0, 0.5, 3.5, 5, 15);
    g_assert_cmpint(sn_knot_table_count_chosen(table), ==, 2);
    g_assert_true(sn_knot_table_chosen_span(table, &from, &to));
    g_assert_cmpfloat(from, ==, 1);
    g_assert_cmpfloat(to, ==, 3);
    sn_knot_table_trim(table, 0.5, 3.5);
    ASSERT_KNOTS(table, 5, {0.5, 1, 2, 3, 3.5}, {5, 10, 20, 10, 5});
    sn_knot_table_free(table);
}

/* What is left of a line is within the tolerance of all of it, and no point could be spared. */
static void test_thin(void)
{
    enum { N = 500 };
    double x[N], y[N];
    bool keep[N];
    for (int i = 0; i < N; i++) {
        x[i] = i;
        y[i] = 30 * sin(i * 0.02) + 3 * sin(i * 0.31);
    }
    for (double tolerance = 0.5; tolerance < 20; tolerance *= 2) {
        const int kept = sn_thin_line(x, y, N, tolerance, keep);
        int count = 0, last = 0;
        for (int i = 0; i < N; i++) {
            count += keep[i];
            if (!keep[i] || i == 0)
                continue;
            for (int k = last + 1; k < i; k++) {
                const double line =
                    y[last] + (y[i] - y[last]) * (x[k] - x[last]) / (x[i] - x[last]);
                g_assert_cmpfloat(fabs(y[k] - line), <=, tolerance);
            }
            last = i;
        }
        g_assert_true(keep[0] && keep[N - 1]);
        g_assert_cmpint(count, ==, kept);
        g_assert_cmpint(kept, <, N / 2);
    }
    for (int i = 0; i < N; i++)
        y[i] = 3 - 0.5 * i;
    g_assert_cmpint(sn_thin_line(x, y, N, 1e-6, keep), ==, 2); /* a straight line */
}

static void test_replace(void)
{
    SnKnotTable *table = sn_knot_table_new(2);
    for (int i = 0; i <= 4; i++)
        sn_knot_table_insert(table, i, (double[]){i, 10 * i * i});
    /* the first column of 0.5 .. 3.5 becomes flat, the second stays as it was */
    const double times[] = {0.5, 2, 3.5}, values[] = {7, 7, 7};
    SnKnotTable *former = sn_knot_table_copy(table);
    sn_knot_table_replace(table, 0, times, values, 3, 0.01);
    for (double t = 0.5; t <= 3.5; t += 0.25) {
        g_assert_cmpfloat_with_epsilon(sn_knot_table_value(table, t, 0), 7, 1e-12);
        g_assert_cmpfloat_with_epsilon(sn_knot_table_value(table, t, 1),
                                       sn_knot_table_value(former, t, 1), 1e-12);
    }
    g_assert_cmpfloat(sn_knot_table_value(table, 0, 0), ==, 0);
    g_assert_cmpfloat(sn_knot_table_value(table, 4, 0), ==, 4);
    sn_knot_table_free(former);
    sn_knot_table_free(table);
}

static void test_snap(void)
{
    const double candidates[] = {1, 1.3, 4};
    g_assert_cmpfloat(sn_snap(1.2, candidates, 3, 0.15), ==, 1.3);
    g_assert_cmpfloat(sn_snap(1.2, candidates, 3, 0.05), ==, 1.2);
    g_assert_cmpfloat(sn_snap(9, candidates, 3, 1), ==, 9);
    g_assert_cmpfloat(sn_snap_step(0.97, 0.25, 0.05), ==, 1);
    g_assert_cmpfloat(sn_snap_step(0.9, 0.25, 0.05), ==, 0.9);
}

/* --- a model with probes --- */

static SnId put(SnModel *model, const char *list, void *component)
{
    return sn_model_insert(model, sn_model_list(model->root, list), component, -1, -1);
}

static SnId put_probe(SnModel *model, const char *name, const char *group)
{
    SnProbe *probe = (SnProbe *)sn_component_new(&SN_CLASS_INPUT_PROBE, name);
    g_free(probe->group);
    probe->group = g_strdup(group);
    const SnComponent *muscle = sn_component_child(sn_model_list(model->root, "muscles"), "m");
    probe->targets = (SnTargets){1, g_new(SnTarget, 1)};
    probe->targets.targets[0] =
        (SnTarget){muscle->id, sn_model_find_property(model, muscle->id, "excitation")};
    return put(model, "probes", probe);
}

static SnModel *make_model(void)
{
    SnModel *model = sn_model_new();
    put(model, "muscles", sn_component_new(sn_class_by_name("muscle"), "m"));
    return model;
}

static void test_curve(void)
{
    SnModel *model = make_model();
    SnInputProbe *probe = (SnInputProbe *)sn_model_get(model, put_probe(model, "p", NULL));
    SnKnotTable *table = table_of(4, (double[]){0, 1, 0.5, 0});
    sn_knots_clear(&probe->knots);
    sn_knot_table_write(table, &probe->knots);
    probe->start = 10;
    probe->time_scale = 2;
    probe->gain = 3;
    SnProbeCurve *curve = sn_probe_curve_new(model, probe, NULL);
    double value = 0, low = 0, high = 0, from = 0, to = 0;
    g_assert_cmpint(sn_probe_curve_width(curve), ==, 1);
    g_assert_true(sn_probe_curve_span(curve, &from, &to));
    g_assert_cmpfloat(from, ==, 10);
    g_assert_cmpfloat(to, ==, 16);
    g_assert_true(sn_probe_curve_value(curve, 11, 0, &value));
    g_assert_cmpfloat_with_epsilon(value, 1.5, 1e-12);
    /* a peak between the samples is found: knots count exactly */
    g_assert_true(sn_probe_curve_range(curve, 0, 11.9, 12.3, 1, &low, &high));
    g_assert_cmpfloat_with_epsilon(high, 3, 1e-12);
    GArray *moments = g_array_new(FALSE, FALSE, sizeof(double));
    g_assert_true(sn_probe_curve_moments(curve, 11, 15, 100, moments));
    g_assert_cmpuint(moments->len, ==, 2);
    g_assert_cmpfloat(g_array_index(moments, double, 0), ==, 12);
    g_assert_cmpfloat(g_array_index(moments, double, 1), ==, 14);
    sn_probe_curve_free(curve);
    /* repeated: every bend of three periods, and their seams */
    probe->repeat = true;
    curve = sn_probe_curve_new(model, probe, NULL);
    g_array_set_size(moments, 0);
    g_assert_true(sn_probe_curve_moments(curve, 10, 27.9, 100, moments));
    for (int k = 0; k < 9; k++) {
        bool found = false;
        for (guint i = 0; i < moments->len; i++)
            found |= fabs(g_array_index(moments, double, i) - (10 + 2 * k)) < 1e-9;
        g_assert_true(found);
    }
    g_array_set_size(moments, 0);
    g_assert_false(sn_probe_curve_moments(curve, 10, 1e6, 100, moments));
    g_assert_true(sn_probe_curve_value(curve, 11 + 6 * 7, 0, &value));
    g_assert_cmpfloat_with_epsilon(value, 1.5, 1e-9);
    sn_probe_curve_free(curve);
    g_array_unref(moments);
    sn_knot_table_free(table);
    sn_model_free(model);
}

static void test_rows(void)
{
    SnModel *model = make_model();
    const SnId a = put_probe(model, "a", NULL), b = put_probe(model, "b", "left"),
               c = put_probe(model, "c", NULL), d = put_probe(model, "d", "left");
    SnTrackRows *rows = sn_track_rows_new();
    sn_track_rows_build(rows, model);
    /* a, the group's row, b, d, c */
    const SnId expected[] = {a, SN_ID_NULL, b, d, c};
    g_assert_cmpint(sn_track_rows_count(rows), ==, 5);
    int y = 0;
    for (int i = 0; i < 5; i++) {
        const SnTrackRow *row = sn_track_rows_get(rows, i);
        g_assert_true(sn_id_equal(row->probe, expected[i]));
        g_assert_cmpint(row->y, ==, y);
        y += row->height;
    }
    g_assert_cmpint(y, ==, 4 * SN_TRACK_FOLDED + SN_TRACK_GROUP);
    g_assert_cmpint(sn_track_rows_height(rows), ==, y);
    g_assert_cmpint(sn_track_rows_get(rows, 1)->count, ==, 2);
    SnProbe *second = (SnProbe *)sn_model_get(model, b);
    SnModelComponent *root = (SnModelComponent *)model->root;
    second->track_open = true;
    sn_track_rows_build(rows, model);
    g_assert_cmpint(sn_track_rows_height(rows), ==, y + SN_TRACK_OPEN - SN_TRACK_FOLDED);
    second->track_height = 200;
    root->folded_groups = g_strdup("right\nleft");
    sn_track_rows_build(rows, model);
    g_assert_cmpint(sn_track_rows_count(rows), ==, 3);
    g_assert_cmpint(sn_track_rows_find(rows, b), ==, -1);
    g_assert_false(sn_track_rows_get(rows, 1)->open);
    g_assert_cmpint(sn_track_rows_get(rows, 1)->count, ==, 2);
    g_clear_pointer(&root->folded_groups, g_free);
    sn_track_rows_build(rows, model);
    g_assert_cmpint(sn_track_rows_get(rows, 2)->height, ==, 200);
    sn_track_rows_set_height(rows, 2, 1000);
    g_assert_cmpint(sn_track_rows_get(rows, 2)->height, ==, SN_TRACK_MOST);
    sn_track_rows_set_height(rows, 2, 200);
    g_assert_cmpint(sn_track_rows_at(rows, SN_TRACK_FOLDED + SN_TRACK_GROUP + 199), ==, 2);
    g_assert_cmpint(sn_track_rows_at(rows, 1e6), ==, -1);
    sn_track_rows_build(rows, NULL);
    g_assert_cmpint(sn_track_rows_count(rows), ==, 0);
    sn_track_rows_free(rows);
    sn_model_free(model);
}

static void assert_place(const SnTrackRows *rows, SnId dragged, double y, const char *group,
                         SnId before)
{
    const SnTrackSlot place = sn_track_rows_slot(rows, dragged, y);
    g_assert_cmpstr(place.group, ==, group);
    g_assert_true(sn_id_equal(place.before, before));
}

static void test_place(void)
{
    SnModel *model = make_model();
    const SnId a = put_probe(model, "a", NULL), b = put_probe(model, "b", "left"),
               d = put_probe(model, "d", "left"), c = put_probe(model, "c", NULL);
    SnTrackRows *rows = sn_track_rows_new();
    sn_track_rows_build(rows, model);
    const int folded = SN_TRACK_FOLDED, head = SN_TRACK_GROUP;
    assert_place(rows, c, -5, NULL, a);                           /* above all */
    assert_place(rows, c, folded + 2, NULL, b);                   /* before the group */
    assert_place(rows, c, folded + head - 2, "left", b);          /* onto its head */
    assert_place(rows, c, folded + head + folded - 2, "left", d); /* between its two */
    assert_place(rows, a, folded + head + 2 * folded - 2, "left", SN_ID_NULL); /* its end */
    assert_place(rows, b, folded + head + 2 * folded + 2, NULL, c);            /* out of it */
    assert_place(rows, b, 1e6, NULL, SN_ID_NULL);                              /* below all */
    sn_track_rows_free(rows);
    sn_model_free(model);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/knots/insert", test_insert);
    g_test_add_func("/knots/move", test_move);
    g_test_add_func("/knots/scale", test_scale);
    g_test_add_func("/knots/choose", test_choose);
    g_test_add_func("/knots/thin", test_thin);
    g_test_add_func("/knots/replace", test_replace);
    g_test_add_func("/knots/snap", test_snap);
    g_test_add_func("/tracks/curve", test_curve);
    g_test_add_func("/tracks/rows", test_rows);
    g_test_add_func("/tracks/place", test_place);
    return g_test_run();
}
