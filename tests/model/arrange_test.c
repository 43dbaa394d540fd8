/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows and circles of copies, places, names, conversion, and what is found to be selected. */
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
#include "engine/model/edit/places.h"
#include "engine/model/edit/select.h"
#include "engine/model/file/file.h"
#include "tests/model/support.h"
#include "tests/support/cases.h"

#include <string.h>

static const char RIBS[] =
    "{\"sinew\": 1, \"model\": {"
    "\"bodies\": [{\"name\": \"spine\", \"dynamic\": false, \"orientation\": [0.6, 0, 0.8, 0]},"
    " {\"name\": \"rib\", \"position\": [0.2, 0, 0.1], \"orientation\": [0.8, 0.6, 0, 0],"
    "  \"velocity\": [1, 0, 0], \"angular_velocity\": [0, 2, 0]},"
    " {\"name\": \"loose\", \"position\": [1, 2, 3]}],"
    "\"markers\": [{\"name\": \"origin\", \"frame\": \"bodies/spine\", \"location\": [0, 0, 0.3]},"
    " {\"name\": \"end\", \"frame\": \"bodies/rib\", \"location\": [0.1, 0, 0]},"
    " {\"name\": \"other\", \"frame\": \"bodies/spine\", \"location\": [0.1, 0.2, -0.3]},"
    " {\"name\": \"far\", \"frame\": \"bodies/loose\"}],"
    "\"muscles\": [{\"name\": \"levator\", \"points\": [\"markers/origin\", \"markers/end\"],"
    "  \"law\": {\"type\": \"peck\", \"max_force\": 70}, \"notes\": \"raises\"}],"
    "\"springs\": [{\"class\": \"axial_spring\", \"name\": \"band\","
    "  \"points\": [\"markers/other\", \"markers/end\"], \"law\": {\"stiffness\": 500,"
    "  \"damping\": 2, \"rest_is_start\": false, \"rest_length\": 0.2}}],"
    "\"exciters\": [{\"name\": \"drive\", \"targets\": [\"muscles/levator:excitation\"]}],"
    "\"joints\": [{\"class\": \"hinge\", \"name\": \"costal\", \"frame_a\": \"bodies/spine\","
    "  \"frame_b\": \"bodies/rib\", \"location_a\": [0.1, 0.05, 0.2]}],"
    "\"probes\": [{\"class\": \"output_probe\", \"name\": \"record\","
    "  \"targets\": [\"muscles/levator:length\", \"springs/band:length\"]}]"
    "}}";

static SnModel *ribs(void)
{
    GError *error = NULL;
    SnModel *model = sn_file_open_text(RIBS, strlen(RIBS), NULL, "ribs", &error);
    g_assert_no_error(error);
    return model;
}

static SnId at(const SnModel *model, const char *path)
{
    const SnId id = sn_model_resolve(model, NULL, path, NULL);
    if (sn_id_is_null(id))
        g_error("there is no %s", path);
    return id;
}

static void expect_place(const SnModel *model, const char *path, const double expected[3])
{
    double place[3];
    g_assert_true(sn_component_place(model, at(model, path), place));
    if (sn_v3_distance(place, expected) > 1e-12)
        g_error("%s is at %g %g %g, not at %g %g %g", path, place[0], place[1], place[2],
                expected[0], expected[1], expected[2]);
}

static guint n_of(const SnModel *model, const char *list)
{
    return sn_model_list(model->root, list)->children->len;
}

/* Back to the same bits, and there again. */
static void undo_all(SnModel *model, const char *before, const char *what)
{
    g_autofree char *done = dump_model(model);
    g_assert_true(sn_undo(model));
    g_autofree char *undone = dump_model(model);
    assert_same(before, undone, what);
    g_assert_true(sn_redo(model));
    g_autofree char *redone = dump_model(model);
    assert_same(done, redone, what);
    g_assert_true(sn_undo(model));
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

/* --- one into another --- */

static SnId convert(SnModel *model, const char *path, const SnClass *class, GPtrArray *lost)
{
    g_autoptr(GArray) made = g_array_new(FALSE, FALSE, sizeof(SnId));
    g_autoptr(GError) error = NULL;
    const SnId id = at(model, path);
    const bool done = sn_edit_convert(model, &id, 1, class, NULL, made, lost, &error);
    g_assert_no_error(error);
    g_assert_true(done);
    g_assert_cmpuint(made->len, ==, 1);
    return g_array_index(made, SnId, 0);
}

static void test_elasticity(void)
{
    SnModel *model = ribs();
    g_autofree char *before = dump_model(model);
    SnId id = convert(model, "springs/band", &SN_CLASS_LIGAMENT, NULL);
    const SnLigament *ligament = (const SnLigament *)sn_model_get(model, id);
    g_assert_cmpstr(ligament->base.base.base.name, ==, "band");
    g_assert_cmpfloat(ligament->stiffness, ==, 100); /* 500 N/m of 0.2 m */
    g_assert_cmpfloat(ligament->slack_length, ==, 0.2);
    g_assert_cmpfloat(ligament->damping, ==, 2.0 / 500);
    g_assert_cmpuint(n_of(model, "springs"), ==, 0);
    id = convert(model, "ligaments/band", &SN_CLASS_STRAND, NULL);
    const SnStrand *strand = (const SnStrand *)sn_model_get(model, id);
    const double section = G_PI * strand->base.radius * strand->base.radius;
    g_assert_cmpfloat_with_epsilon(strand->youngs_modulus * section, 100, 1e-10);
    g_assert_cmpint(strand->nodes.n, ==, 2);
    id = convert(model, "strands/band", &SN_CLASS_AXIAL_SPRING, NULL);
    const SnAxialSpring *spring = (const SnAxialSpring *)sn_model_get(model, id);
    g_assert_cmpfloat_with_epsilon(spring->stiffness, 500, 1e-9);
    g_assert_cmpfloat_with_epsilon(spring->damping, 2, 1e-12);
    g_assert_cmpfloat(spring->rest_length, ==, 0.2);
    const SnComponent *probe = sn_model_get(model, at(model, "probes/record"));
    const int row = sn_class_find_property(probe->class, "targets");
    SnValue value;
    sn_field_get(probe, sn_class_property(probe->class, row), &value);
    g_assert_cmpint(value.targets.n, ==, 2); /* each has a length */
    g_assert_true(sn_id_equal(value.targets.targets[1].id, id));
    sn_value_clear(&value);
    for (int i = 0; i < 3; i++)
        g_assert_true(sn_undo(model));
    g_autofree char *after = dump_model(model);
    assert_same(before, after, "converted three times");
    sn_model_free(model);
}

static void test_muscle(void)
{
    SnModel *model = ribs();
    g_autofree char *before = dump_model(model);
    g_autoptr(GPtrArray) lost = g_ptr_array_new_with_free_func(g_free);
    const SnId strand = convert(model, "muscles/levator", &SN_CLASS_STRAND, lost);
    const SnStrand *made = (const SnStrand *)sn_model_get(model, strand);
    g_assert_cmpint(made->law, ==, SN_STRAND_PECK); /* by its name */
    g_assert_cmpfloat(made->muscle.max_force, ==, 70);
    g_assert_cmpstr(made->base.notes, ==, "raises");
    g_assert_cmpuint(lost->len, ==, 0);
    undo_all(model, before, "a muscle made a strand");
    convert(model, "muscles/levator", &SN_CLASS_AXIAL_SPRING, lost);
    g_assert_true(g_ptr_array_find_with_equal_func(lost, "Maximum force", g_str_equal, NULL) ||
                  lost->len > 0);
    g_assert_cmpuint(n_of(model, "springs"), ==, 2);
    undo_all(model, before, "a muscle made a spring");
    const SnId body = at(model, "bodies/rib");
    g_assert_false(sn_edit_convert(model, &body, 1, &SN_CLASS_MUSCLE, NULL, NULL, NULL, NULL));
    sn_model_free(model);
}

/* Everything in random models into everything, undone to the bit; what is made can be saved. */
static void test_convert_random(void)
{
    const SnClass *const classes[] = {&SN_CLASS_AXIAL_SPRING, &SN_CLASS_MUSCLE, &SN_CLASS_LIGAMENT,
                                      &SN_CLASS_STRAND};
    Random random = {4711};
    int done = 0;
    for (int turn = 0; turn < sn_cases(6, 200); turn++) {
        SnModel *model = random_model(&random, 250);
        g_autoptr(GArray) ids = g_array_new(FALSE, FALSE, sizeof(SnId));
        for (gsize i = 0; i < G_N_ELEMENTS(classes); i++) {
            g_autoptr(GArray) some = all_of(model, classes[i]);
            g_array_append_vals(ids, some->data, some->len);
        }
        g_autofree char *before = dump_model(model);
        for (guint i = 0; i < ids->len; i++) {
            const SnId *id = &g_array_index(ids, SnId, i);
            const SnClass *to = classes[random_below(&random, 4)];
            g_autoptr(GArray) made = g_array_new(FALSE, FALSE, sizeof(SnId));
            const int n = MIN(1 + random_below(&random, 4), (int)(ids->len - i));
            if (!sn_edit_convert(model, id, n, to, NULL, made, NULL, NULL))
                continue; /* fewer than two points */
            done++;
            g_autofree char *text = sn_file_write_text(model);
            g_assert_nonnull(text);
            const bool any = made->len > 0;
            if (any)
                g_assert_true(sn_undo(model));
            g_autofree char *after = dump_model(model);
            assert_same(before, after, "converted");
        }
        sn_model_free(model);
    }
    g_test_message("%d conversions", done);
    g_assert_cmpint(done, >, 20);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/arrange/places", test_arrange);
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
    g_test_add_func("/arrange/elasticity", test_elasticity);
    g_test_add_func("/arrange/muscle", test_muscle);
    g_test_add_func("/arrange/convert", test_convert_random);
    return g_test_run();
}
