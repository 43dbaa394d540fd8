/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows and circles of copies, places, names, and what is found to be selected. */
#include "engine/model/edit/arrange.h"

#include "engine/base/vec.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/class_table.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/joint.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/classes/strand.h"
#include "engine/model/edit/members.h"
#include "engine/model/edit/names_pattern.h"
#include "engine/model/edit/other_axes.h"
#include "engine/model/edit/places.h"
#include "engine/model/edit/select.h"
#include "engine/model/file/file.h"
#include "tests/model/ribs.h"
#include "tests/model/support.h"
#include "tests/support/cases.h"

#include <string.h>

static void expect_place(const SnModel *model, const char *path, const double expected[3])
{
    double place[3];
    g_assert_true(sn_component_place(model, at(model, path), place));
    if (sn_v3_distance(place, expected) > 1e-12)
        g_error("%s is at %g %g %g, not at %g %g %g", path, place[0], place[1], place[2],
                expected[0], expected[1], expected[2]);
}

/* --- where they go --- */

static void test_arrange(void)
{
    Random random = {17};
    for (int turn = 0; turn < sn_cases(200, 5000); turn++) {
        double places[9][3], travel[9][3], again[9][3];
        const int n = 1 + random_below(&random, 9);
        SnArrange axes[3];
        for (int i = 0; i < n; i++)
            for (int k = 0; k < 3; k++)
                places[i][k] = random_below(&random, 4) ? random_unit(&random) : 0.5;
        for (int k = 0; k < 3; k++)
            axes[k] = (SnArrange){(SnArrangeKind)random_below(&random, SN_ARRANGE_COUNT),
                                  random_unit(&random)};
        sn_arrange((const double(*)[3])places, n, axes, travel);
        double low[3], high[3], moved[9][3];
        for (int k = 0; k < 3; k++) {
            low[k] = high[k] = places[0][k];
            for (int i = 0; i < n; i++) {
                moved[i][k] = places[i][k] + travel[i][k];
                low[k] = fmin(low[k], places[i][k]);
                high[k] = fmax(high[k], places[i][k]);
            }
            const double expected[SN_ARRANGE_COUNT] = {[SN_ARRANGE_LAST] = places[n - 1][k],
                                                       [SN_ARRANGE_LEAST] = low[k],
                                                       [SN_ARRANGE_MIDDLE] = (low[k] + high[k]) / 2,
                                                       [SN_ARRANGE_GREATEST] = high[k],
                                                       [SN_ARRANGE_VALUE] = axes[k].value};
            const double step = axes[k].kind == SN_ARRANGE_STEP ? axes[k].value
                                : n > 1                         ? (high[k] - low[k]) / (n - 1)
                                                                : 0;
            for (int i = 0; i < n; i++) {
                int rank = 0;
                for (int j = 0; j < n; j++)
                    rank += places[j][k] < places[i][k] || (places[j][k] == places[i][k] && j < i);
                const double goal = axes[k].kind == SN_ARRANGE_LEAVE   ? places[i][k]
                                    : axes[k].kind < SN_ARRANGE_SPREAD ? expected[axes[k].kind]
                                                                       : low[k] + rank * step;
                g_assert_cmpfloat_with_epsilon(moved[i][k], goal, 1e-14);
            }
        }
        sn_arrange((const double(*)[3])moved, n, axes, again);
        for (int i = 0; i < n; i++)
            g_assert_cmpfloat(sn_v3_norm(again[i]), <, 1e-14); /* they are there already */
    }
}

/* What a row holds, in the axes of every frame and back; once by hand. */
static void expect_axes(const SnModel *model, const char *path, const char *name,
                        SnSpatialKind expected)
{
    static const char *const others[] = {"bodies/spine", "bodies/rib", "bodies/loose"};
    const SnId id = at(model, path);
    const SnProperty *property =
        sn_model_property(model, id, sn_model_find_property(model, id, name));
    SnSpatialKind kind;
    SnId in;
    SnValue value;
    g_assert_true(sn_axes_of(model, id, property, &kind, &in));
    g_assert_cmpint(kind, ==, expected);
    sn_model_effective(model, id, property, &value, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(others); i++) {
        double there[3], back[3];
        sn_axes_change(model, kind, in, at(model, others[i]), value.number, there);
        sn_axes_change(model, kind, at(model, others[i]), in, there, back);
        g_assert_cmpfloat(sn_v3_distance(back, value.number), <, 1e-15);
    }
}

static void test_other_axes(void)
{
    SnModel *model = ribs();
    expect_axes(model, "markers/end", "location", SN_SPATIAL_POINT);
    expect_axes(model, "bodies/rib", "position", SN_SPATIAL_POINT);
    expect_axes(model, "bodies/rib", "velocity", SN_SPATIAL_VECTOR);
    expect_axes(model, "bodies/rib", "angular_velocity", SN_SPATIAL_AXIAL);
    expect_axes(model, "bodies/rib", "inertia.center", SN_SPATIAL_POINT);
    expect_axes(model, "joints/costal", "location_a", SN_SPATIAL_POINT);
    double place[3], other[3];
    g_assert_true(sn_component_place(model, at(model, "markers/end"), place));
    sn_axes_change(model, SN_SPATIAL_POINT, at(model, "bodies/rib"), SN_ID_NULL,
                   (const double[3]){0.1, 0, 0}, other);
    g_assert_cmpfloat(sn_v3_distance(place, other), <, 1e-15);
    /* the spine is turned by 2 acos 0.6 about y: its z looks along (sin, 0, cos) */
    sn_axes_change(model, SN_SPATIAL_VECTOR, at(model, "bodies/spine"), SN_ID_NULL,
                   (const double[3]){0, 0, 1}, other);
    g_assert_cmpfloat(sn_v3_distance(other, (const double[3]){0.96, 0, -0.28}), <, 1e-15);
    const SnProperty *size = sn_class_property(
        &SN_CLASS_RIGID_BODY, sn_class_find_property(&SN_CLASS_RIGID_BODY, "geometry.size"));
    SnSpatialKind kind;
    SnId in;
    g_assert_false(sn_axes_of(model, at(model, "bodies/rib"), size, &kind, &in));
    sn_model_free(model);
}

static void test_row(void)
{
    SnModel *model = ribs();
    g_autofree char *before = dump_model(model);
    g_autoptr(GArray) copies = g_array_new(FALSE, FALSE, sizeof(SnId));
    SnRigidMotion motions[3];
    const SnId rib = at(model, "bodies/rib");
    const double step[3] = {0, 0.1, -0.05};
    sn_line_motions(step, 3, motions);
    g_assert_true(sn_edit_array(model, &rib, 1, motions, 3, true, copies, NULL));
    g_assert_cmpuint(copies->len, ==, 3);
    g_assert_cmpuint(n_of(model, "bodies"), ==, 6);
    g_assert_cmpuint(n_of(model, "joints"), ==, 4);
    g_assert_cmpuint(n_of(model, "muscles"), ==, 4);
    g_assert_cmpuint(n_of(model, "markers"), ==, 13); /* both ends of muscle and spring */
    expect_place(model, "bodies/rib-4", (const double[]){0.2, 0.3, 0.1 - 0.15});
    double a[3], b[3];
    g_assert_true(sn_component_place(model, at(model, "joints/costal"), a));
    g_assert_true(sn_component_place(model, at(model, "joints/costal-3"), b));
    sn_v3_sub(b, a, b);
    g_assert_cmpfloat_with_epsilon(b[1], 0.2, 1e-15);
    const SnRigidBody *body = (SnRigidBody *)sn_model_get(model, at(model, "bodies/rib-3"));
    g_assert_cmpfloat(body->orientation[1], ==, 0.6); /* to the bit */
    g_assert_cmpfloat(body->velocity[0], ==, 1);
    const SnHinge *joint = (SnHinge *)sn_model_get(model, at(model, "joints/costal-2"));
    g_assert_true(sn_id_equal(joint->base.frame_b, at(model, "bodies/rib-2")));
    g_assert_true(sn_id_equal(joint->base.frame_a, at(model, "bodies/spine")));
    undo_all(model, before, "a row");
    sn_model_free(model);
}

static void test_circle(void)
{
    SnModel *model = ribs();
    g_autofree char *before = dump_model(model);
    SnRigidMotion motions[5];
    const SnId rib = at(model, "bodies/rib");
    const double centre[3] = {0.1, 0, 7}, axis[3] = {0, 0, 3};
    sn_circle_motions(centre, axis, G_PI / 3, NULL, 5, motions);
    g_assert_true(sn_edit_array(model, &rib, 1, motions, 5, true, NULL, NULL));
    for (int i = 1; i < 6; i++) {
        g_autofree char *path = g_strdup_printf("bodies/rib-%d", i + 1);
        const double angle = i * G_PI / 3;
        expect_place(model, path, (double[]){0.1 + 0.1 * cos(angle), 0.1 * sin(angle), 0.1});
        const SnRigidBody *body = (SnRigidBody *)sn_model_get(model, at(model, path));
        g_assert_cmpfloat_with_epsilon(body->velocity[0], cos(angle), 1e-15);
        g_assert_cmpfloat_with_epsilon(body->velocity[1], sin(angle), 1e-15);
        g_assert_cmpfloat_with_epsilon(body->angular_velocity[0], -2 * sin(angle), 1e-15);
    }
    undo_all(model, before, "a circle");
    double place[3];
    sn_component_place(model, rib, place);
    sn_circle_motions(centre, axis, G_PI / 3, place, 5, motions);
    g_assert_true(sn_edit_array(model, &rib, 1, motions, 5, false, NULL, NULL));
    const SnRigidBody *body = (SnRigidBody *)sn_model_get(model, at(model, "bodies/rib-4"));
    g_assert_cmpfloat(body->orientation[0], ==, 0.8); /* it has not turned */
    expect_place(model, "bodies/rib-4", (const double[]){0, 0, 0.1});
    g_assert_cmpuint(n_of(model, "joints"), ==, 1);
    undo_all(model, before, "a circle of upright ones");
    sn_model_free(model);
}

static void test_array_refused(void)
{
    SnModel *model = ribs();
    g_autofree char *before = dump_model(model);
    g_autofree SnRigidMotion *motions = g_new(SnRigidMotion, 1001);
    const double step[3] = {1, 0, 0}, nowhere[3] = {NAN, 0, 0};
    const SnId rib = at(model, "bodies/rib"), list = sn_model_list(model->root, "bodies")->id;
    sn_line_motions(step, 1001, motions);
    g_assert_false(sn_edit_array(model, &rib, 1, motions, 1001, false, NULL, NULL));
    g_assert_false(sn_edit_array(model, &list, 1, motions, 1, false, NULL, NULL));
    sn_line_motions(nowhere, 2, motions);
    g_assert_false(sn_edit_array(model, &rib, 1, motions, 2, false, NULL, NULL));
    g_autofree char *after = dump_model(model);
    assert_same(before, after, "what is refused");
    g_assert_null(sn_undo_label(model));
    sn_model_free(model);
}

/* What has a place goes by its travel, in models of every class. */
static void test_shift(void)
{
    Random random = {99};
    for (int turn = 0; turn < sn_cases(6, 100); turn++) {
        SnModel *model = random_model(&random, 200);
        g_autofree char *before = dump_model(model);
        g_autoptr(GArray) all = all_of(model, &SN_CLASS_COMPONENT);
        int shifted = 0;
        for (guint i = 0; i < all->len; i++) {
            const SnId id = g_array_index(all, SnId, i);
            double place[3], now[3], travel[1][3];
            if (!sn_component_place(model, id, place))
                continue;
            for (int k = 0; k < 3; k++)
                travel[0][k] = random_unit(&random) - 0.5;
            g_autoptr(GError) error = NULL;
            g_assert_true(sn_edit_shift(model, &id, 1, (const double(*)[3])travel, &error));
            g_assert_true(sn_component_place(model, id, now));
            sn_v3_sub(now, place, now);
            g_assert_cmpfloat(sn_v3_distance(now, travel[0]), <, 1e-9 * (1 + sn_v3_norm(place)));
            shifted++;
            g_assert_true(sn_undo(model));
        }
        g_assert_cmpint(shifted, >, 20);
        g_autofree char *after = dump_model(model);
        assert_same(before, after, "shifted");
        sn_model_free(model);
    }
}

static void test_shift_carried(void)
{
    SnModel *model = ribs();
    const SnId ids[2] = {at(model, "bodies/rib"), at(model, "markers/end")};
    const double travels[2][3] = {{0, 0, 1}, {0, 0, 1}};
    double before[3], after[3];
    sn_component_place(model, ids[1], before);
    g_assert_true(sn_edit_shift(model, ids, 2, travels, NULL));
    sn_component_place(model, ids[1], after);
    g_assert_cmpfloat_with_epsilon(after[2] - before[2], 1, 1e-14); /* once, not twice */
    const SnId muscle = at(model, "muscles/levator");
    g_assert_false(sn_edit_shift(model, &muscle, 1, travels, NULL));
    sn_model_free(model);
}

/* --- names --- */

/* Boxes: sides meet sides, gaps become alike. */
static void test_boxes(void)
{
    const double low[3][3] = {{0, 0, 0}, {4, -1, 0}, {2, 5, 0}};
    const double high[3][3] = {{1, 2, 0}, {6, 1, 4}, {2.5, 6, 2}};
    double travel[3][3];
    sn_arrange_boxes(low, high, 3,
                     (const SnArrange[]){
                         {SN_ARRANGE_SPREAD, 0}, {SN_ARRANGE_GREATEST, 0}, {SN_ARRANGE_MIDDLE, 0}},
                     travel);
    /* along x: 0..1, 2..2.5, 4..6 in a span of 6: two gaps of 1.25 */
    g_assert_cmpfloat(fabs(travel[2][0] - 0.25), <, 1e-15);
    g_assert_cmpfloat(fabs(travel[0][0]) + fabs(travel[1][0]), <, 1e-15);
    g_assert_cmpfloat(fabs(travel[0][1] - 4) + fabs(travel[1][1] - 5) + fabs(travel[2][1]), <,
                      1e-15);
    g_assert_cmpfloat(fabs(travel[0][2] - 2) + fabs(travel[1][2]) + fabs(travel[2][2] - 1), <,
                      1e-15);
    sn_arrange_boxes(
        low, high, 3,
        (const SnArrange[]){{SN_ARRANGE_STEP, 0}, {SN_ARRANGE_LAST, 0}, {SN_ARRANGE_LEAVE, 0}},
        travel);
    g_assert_cmpfloat(fabs(travel[2][0] + 1) + fabs(travel[1][0] + 2.5), <, 1e-15); /* they touch */
    g_assert_cmpfloat(fabs(travel[0][1] - 4.5) + fabs(travel[1][1] - 5.5), <, 1e-15);
    g_assert_cmpfloat(fabs(travel[0][2]) + fabs(travel[1][2]) + fabs(travel[2][2]), <, 1e-15);
}

/* What hangs on another carrier stays where it is, and its turn with it. */
static void test_carry(void)
{
    SnModel *model = ribs();
    GError *error = NULL;
    double before[3], after[3], turn[4], turn_after[4];
    const SnId other = at(model, "/model/markers/other"), rib = at(model, "/model/bodies/rib");
    const SnId hinge = at(model, "/model/joints/costal"),
               origin = at(model, "/model/markers/origin");
    g_autofree char *start = dump_model(model);
    g_assert_true(sn_component_place(model, other, before));
    g_assert_true(sn_edit_carry(model, (const SnId[]){other, origin}, 2, rib, NULL));
    g_assert_true(sn_id_equal(((const SnMarker *)sn_model_get(model, other))->frame, rib));
    g_assert_true(sn_component_place(model, other, after));
    g_assert_cmpfloat(sn_v3_distance(before, after), <, 1e-15);
    g_assert_true(sn_undo(model));
    g_autofree char *undone = dump_model(model);
    assert_same(start, undone, "undo of another carrier");

    const SnFrameJoint *joint = (const SnFrameJoint *)sn_model_get(model, hinge);
    double carrier[4], place[3];
    sn_start_frame(model, joint->frame_a, place, carrier);
    sn_q_mul(carrier, joint->rotation_a, turn);
    g_assert_true(sn_component_place(model, hinge, before));
    g_assert_true(sn_edit_carry(model, &hinge, 1, at(model, "/model/bodies/loose"), NULL));
    g_assert_true(sn_component_place(model, hinge, after));
    g_assert_cmpfloat(sn_v3_distance(before, after), <, 1e-15);
    sn_start_frame(model, joint->frame_a, place, carrier);
    sn_q_mul(carrier, joint->rotation_a, turn_after);
    for (int k = 0; k < 4; k++)
        g_assert_cmpfloat(fabs(turn[k] - turn_after[k]), <, 1e-15);
    sn_undo(model);

    const SnId muscle = at(model, "/model/muscles/levator");
    g_assert_false(sn_can_carry(model, muscle, rib));
    g_assert_false(sn_can_carry(model, other, origin));
    g_assert_false(sn_edit_carry(model, (const SnId[]){other, muscle}, 2, rib, &error));
    g_assert_cmpstr(error->message, ==, "a muscle hangs on nothing");
    g_clear_error(&error);
    g_autofree char *refused = dump_model(model);
    assert_same(start, refused, "a refused carrier");
    sn_model_free(model);
}

static char *names_in(const SnComponent *list)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < list->children->len; i++)
        g_string_append_printf(text, "%s ", ((const SnComponent *)list->children->pdata[i])->name);
    return g_string_free(text, FALSE);
}

static void expect_names(const SnComponent *list, const char *expected)
{
    g_autofree char *names = names_in(list);
    g_assert_cmpstr(names, ==, expected);
}

/* Among siblings and into a model; numbers and references come back with undo. */
static void test_move_to(void)
{
    SnModel *model = ribs();
    GError *error = NULL;
    SnComponent *markers = sn_model_list(model->root, "markers");
    const SnId origin = at(model, "/model/markers/origin"), end = at(model, "/model/markers/end");
    const SnId other = at(model, "/model/markers/other"), far = at(model, "/model/markers/far");
    g_autofree char *start = dump_model(model);
    g_assert_true(sn_edit_move_to(model, (const SnId[]){far, origin}, 2, markers->id, other, NULL));
    expect_names(markers, "end far origin other ");
    g_assert_true(sn_edit_move_to(model, (const SnId[]){far, origin}, 2, markers->id, far, NULL));
    expect_names(markers, "end far origin other ");
    g_assert_true(sn_edit_move_to(model, &end, 1, markers->id, SN_ID_NULL, NULL));
    expect_names(markers, "far origin other end ");

    const SnId inner = sn_edit_add(model, sn_model_list(model->root, "models")->id,
                                   sn_component_new(&SN_CLASS_MODEL, "inner"), -1, NULL);
    SnComponent *within = sn_model_list(sn_model_get(model, inner), "markers");
    SnMarker *twin = (SnMarker *)sn_component_new(&SN_CLASS_MARKER, "end");
    twin->frame = at(model, "/model/bodies/rib");
    g_assert_false(sn_id_is_null(sn_edit_add(model, within->id, &twin->base.base, -1, NULL)));
    g_assert_true(sn_edit_move_to(model, &end, 1, within->id, SN_ID_NULL, NULL));
    expect_names(within, "end end-2 ");
    expect_names(markers, "far origin other ");
    g_assert_true(sn_id_equal(at(model, "/model/models/inner/markers/end-2"), end));
    g_autofree char *moved = dump_model(model);

    const SnId bodies = sn_model_list(model->root, "bodies")->id;
    g_assert_false(sn_edit_move_to(model, &end, 1, bodies, SN_ID_NULL, &error));
    g_assert_cmpstr(error->message, ==, "the list bodies takes a rigid_body, not a marker");
    g_clear_error(&error);
    const SnId models = sn_model_list(sn_model_get(model, inner), "models")->id;
    g_assert_false(sn_edit_move_to(model, &inner, 1, models, SN_ID_NULL, &error));
    g_assert_cmpstr(error->message, ==, "a model cannot be moved into itself");
    g_clear_error(&error);
    while (sn_undo(model))
        continue;
    g_autofree char *undone = dump_model(model);
    assert_same(start, undone, "undo of moves");
    while (sn_redo(model))
        continue;
    g_autofree char *redone = dump_model(model);
    assert_same(moved, redone, "redo of moves");
    sn_model_free(model);
}

static void test_names(void)
{
    static const struct {
        SnRenaming how;
        const char *name, *expected;
    } rows[] = {
        {{"l", "r", false, "", 1}, "pelvis_l", "pervis_r"},
        {{"_l$", "_r", true, "*", 1}, "pelvis_l", "pelvis_r"},
        {{"(.)_(.*)", "\\2_\\1", true, "*", 1}, "l_femur", "femur_l"},
        {{"", "", false, "rib_##", 8}, "x", "rib_10"},
        {{"", "", false, "#*#", 0}, "x", "2x2"},
        {{".", "!", false, "*", 0}, "axb", "axb"}, /* no regular expression */
        {{"a", "\\1", false, "*", 0}, "a", "\\1"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *name = sn_renamed(&rows[i].how, rows[i].name, 2, NULL);
        g_assert_cmpstr(name, ==, rows[i].expected);
    }
    const SnRenaming broken = {"(", "", true, "", 0};
    g_assert_null(sn_renamed(&broken, "x", 0, NULL));
}

static void test_rename(void)
{
    SnModel *model = ribs();
    g_autofree char *before = dump_model(model);
    const SnId ids[3] = {at(model, "markers/origin"), at(model, "markers/end"),
                         at(model, "markers/other")};
    g_autoptr(GError) error = NULL;
    g_assert_false(sn_edit_rename_many(model, ids, (const char *[]){"a", "a", "b"}, 3, NULL));
    g_assert_false(sn_edit_rename_many(model, ids, (const char *[]){"a", "b", "far"}, 3, NULL));
    g_assert_false(sn_edit_rename_many(model, ids, (const char *[]){"a", "b", "1"}, 3, &error));
    g_autofree char *refused = dump_model(model);
    assert_same(before, refused, "what is refused");
    g_assert_true(
        sn_edit_rename_many(model, ids, (const char *[]){"end", "other", "origin"}, 3, NULL));
    g_assert_true(sn_id_equal(at(model, "markers/origin"), ids[2])); /* around in a ring */
    g_assert_true(sn_id_equal(at(model, "markers/end"), ids[0]));
    undo_all(model, before, "names in a ring");
    const SnId bodies[2] = {at(model, "bodies/rib"), at(model, "markers/end")};
    g_assert_true(sn_edit_rename_many(model, bodies, (const char *[]){"same", "same"}, 2, NULL));
    undo_all(model, before, "one name in two lists");
    sn_model_free(model);
}

/* --- what is found --- */

static void expect_found(const SnModel *model, GArray *found, const char *expected)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; found && i < found->len; i++)
        g_string_append_printf(text, "%s%s", i > 0 ? " " : "",
                               sn_model_get(model, g_array_index(found, SnId, i))->name);
    g_assert_cmpstr(text->str, ==, expected);
    g_string_free(text, TRUE);
    if (found)
        g_array_unref(found);
}

static void test_select(void)
{
    SnModel *model = ribs();
    const SnId rib = at(model, "bodies/rib"), end = at(model, "markers/end");
    const SnId origin = at(model, "markers/origin"), loose = at(model, "bodies/loose");
    expect_found(model, sn_select_matching(model, NULL, "O", NULL),
                 "loose origin other levator costal record");
    expect_found(model, sn_select_matching(model, &SN_CLASS_MARKER, "", NULL),
                 "origin end other far");
    expect_found(model, sn_select_matching(model, &SN_CLASS_PATH, "*", NULL), "band levator");
    expect_found(model, sn_select_matching(model, NULL, "?ar", NULL), "far");
    expect_found(model, sn_select_matching(model, NULL, "/^o/", NULL), "origin other");
    g_assert_null(sn_select_matching(model, NULL, "/(/", NULL));
    expect_found(model, sn_select_matching(model, NULL, "nothing", NULL), "");
    expect_found(model, sn_select_similar(model, &origin, 1), "origin other");
    expect_found(model, sn_select_similar(model, &rib, 1), "spine rib loose");
    expect_found(model, sn_select_connected(model, &rib, 1, false), "rib end costal");
    expect_found(model, sn_select_connected(model, &end, 1, false), "rib end band levator");
    expect_found(model, sn_select_connected(model, &rib, 1, true),
                 "spine rib origin end other band levator costal");
    expect_found(model, sn_select_connected(model, &loose, 1, true), "loose far");
    expect_found(model, sn_select_inverse(model, (const SnId[]){rib, end}, 2),
                 "spine loose origin other far");
    expect_found(model, sn_select_connected(model, NULL, 0, true), "");
    /* inner: muscles run on from its end, and the joint has a spine */
    const SnId ring[] = {rib, end, at(model, "joints/costal")};
    expect_found(model, sn_select_inner(model, ring, 3), "rib");
    expect_found(model, sn_select_inner(model, (const SnId[]){rib}, 1), "");
    g_autoptr(GArray) whole = sn_select_connected(model, &rib, 1, true);
    expect_found(model, sn_select_inner(model, (const SnId *)(void *)whole->data, (int)whole->len),
                 "spine rib origin end other band levator costal");
    expect_found(model, sn_select_inner(model, NULL, 0), "");
    g_autoptr(GArray) bodies = sn_select_similar(model, &rib, 1);
    expect_found(model, sn_select_inverse(model, (const SnId *)(void *)bodies->data, 3),
                 "origin end other far band levator costal");
    sn_model_free(model);
}

static void give(SnModel *model, const char *path, const char *row, const char *text)
{
    const SnId id = at(model, path);
    const int index = sn_model_find_property(model, id, row);
    const SnProperty *property = sn_model_property(model, id, index);
    SnValue value;
    g_assert_true(sn_value_from_text(model, model->root, property, text, &value, NULL));
    g_assert_true(sn_edit_set(model, id, index, &value, NULL));
    sn_value_clear(&value);
}

static void expect_marks(const SnModel *model, const char *expected)
{
    g_autoptr(GPtrArray) marks = sn_marks_in_use(model);
    g_ptr_array_add(marks, NULL);
    g_autofree char *text = g_strjoinv(" ", (char **)marks->pdata);
    g_assert_cmpstr(text, ==, expected);
}

/* Tags and groups find what has them, whatever its class; a locked list locks what is in it unless
 * that says otherwise. */
static void test_marks(void)
{
    SnModel *model = ribs();
    g_autofree char *before = dump_model(model);
    expect_marks(model, "");
    sn_edit_begin(model, "marks");
    give(model, "bodies/rib", "tag", "blue");
    give(model, "markers/end", "tag", "blue");
    give(model, "markers/far", "tag", "red");
    give(model, "muscles/levator", "group", "lifters");
    give(model, "markers/end", "group", "lifters");
    give(model, "bodies/spine", "group", "axis");
    expect_marks(model, "tag:red tag:blue group:axis group:lifters");
    expect_found(model, sn_members(model, "tag:blue"), "rib end");
    expect_found(model, sn_members(model, "tag:none"), "");
    expect_found(model, sn_members(model, "tag:"), "");
    expect_found(model, sn_members(model, "group:lifters"), "end levator");
    expect_found(model, sn_members(model, "group:"), "");
    expect_found(model, sn_members(model, "lifters"), "");
    g_assert_false(sn_any_locked(model));
    const SnComponent *rib = sn_model_get(model, at(model, "bodies/rib"));
    const SnComponent *spine = sn_model_get(model, at(model, "bodies/spine"));
    give(model, "bodies", "locked", "true");
    give(model, "bodies/rib", "locked", "false");
    g_assert_true(sn_any_locked(model) && sn_component_locked(spine) && !sn_component_locked(rib));
    sn_edit_end(model);
    undo_all(model, before, "tags, groups and locks");
    expect_marks(model, "");
    sn_model_free(model);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/arrange/places", test_arrange);
    g_test_add_func("/arrange/other-axes", test_other_axes);
    g_test_add_func("/arrange/row", test_row);
    g_test_add_func("/arrange/circle", test_circle);
    g_test_add_func("/arrange/refused", test_array_refused);
    g_test_add_func("/arrange/shift", test_shift);
    g_test_add_func("/arrange/carried", test_shift_carried);
    g_test_add_func("/arrange/boxes", test_boxes);
    g_test_add_func("/arrange/carry", test_carry);
    g_test_add_func("/arrange/move", test_move_to);
    g_test_add_func("/arrange/names", test_names);
    g_test_add_func("/arrange/rename", test_rename);
    g_test_add_func("/arrange/select", test_select);
    g_test_add_func("/arrange/marks", test_marks);
    return g_test_run();
}
