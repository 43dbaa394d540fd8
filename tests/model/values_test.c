/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values as text, values in fields, copies of models, validation, the reference text. */
#include "engine/model/classes/body.h"
#include "engine/model/classes/class_table.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/joint.h"
#include "engine/model/classes/probe.h"
#include "engine/model/classes/reference.h"
#include "tests/model/support.h"

#include <string.h>

typedef struct Count {
    const SnModel *model;
    Random *random;
    int n;
} Count;

static bool round_trip(SnComponent *component, void *data)
{
    Count *count = data;
    const int n = sn_class_n_properties(component->class);
    for (int i = 0; i < n; i++) {
        const SnProperty *property = sn_class_property(component->class, i);
        SnValue value, again;
        g_autoptr(GError) error = NULL;
        if (property->kind == SN_RESULT ||
            !random_value(count->random, count->model, component->id, property, &value))
            continue;
        g_autofree char *text = sn_value_to_text(count->model, component, property, &value);
        if (!sn_value_from_text(count->model, component, property, text, &again, &error))
            g_error("%s \"%s\": %s", property->name, text, error->message);
        if (!sn_value_equal(&value, &again))
            g_error("%s \"%s\" read back as something else", property->name, text);
        sn_value_clear(&value);
        sn_value_clear(&again);
        count->n++;
    }
    return true;
}

static void test_text_round_trip(void)
{
    Random random = {1};
    SnModel *model = random_model(&random, 200);
    Count count = {model, &random, 0};
    for (int i = 0; i < 3; i++)
        sn_component_walk(model->root, round_trip, &count);
    g_test_message("%d values", count.n);
    g_assert_cmpint(count.n, >, 5000);
    sn_model_free(model);
}

static void refused(const SnModel *model, const char *class_name, const char *property_name,
                    const char *text, const char *expected)
{
    const SnClass *class = sn_class_by_name(class_name);
    const SnProperty *property =
        sn_class_property(class, sn_class_find_property(class, property_name));
    SnValue value;
    g_autoptr(GError) error = NULL;
    g_assert_false(sn_value_from_text(model, NULL, property, text, &value, &error));
    g_assert_cmpstr(error->message, ==, expected);
}

static void test_text_errors(void)
{
    SnModel *model = sn_model_new();
    refused(model, "particle", "mass", "abc", "mass must be a number, is \"abc\"");
    refused(model, "particle", "mass", "1 2", "mass must be a number, is \"1 2\"");
    refused(model, "particle", "mass", "-1", "mass must be greater than 0 kg, is -1");
    refused(model, "particle", "mass", "nan", "mass must be a number, is \"nan\"");
    refused(model, "particle", "mass", "1e999", "mass must be a finite number");
    refused(model, "particle", "position", "1,2",
            "position must be three numbers with commas, is \"1,2\"");
    refused(model, "particle", "dynamic", "yes", "dynamic must be true or false, is \"yes\"");
    refused(model, "particle", "render.color", "#12345g",
            "render.color must be a colour like #e8ddc4, is \"#12345g\"");
    refused(model, "muscle", "render.shading", "shiny",
            "render.shading must be one of smooth, flat, none, hatched; is \"shiny\"");
    refused(model, "muscle", "points", "markers/a,markers/b",
            "\"/model/markers\" has no \"a\"; it has nothing");
    refused(model, "muscle", "points", "", "points must have at least 2 entries, has 0");
    refused(model, "frame", "rotation", "0,0,0,0",
            "rotation must be a unit quaternion, has length 0");
    refused(model, "input_probe", "targets", "bodies",
            "\"bodies\" names no property: path:property is expected");
    sn_model_free(model);
}

static void check_indices(const char *row, const char *text, const char *expected)
{
    const SnClass *class = sn_class_by_name(row[0] == 'n' ? "muscle_bundle" : "fem_region");
    const SnProperty *property = row[0] == 'n'
                                     ? class->arrays[0].properties
                                     : sn_class_property(class, sn_class_find_property(class, row));
    SnValue value;
    g_autoptr(GError) error = NULL;
    const bool good = sn_value_from_text(NULL, NULL, property, text, &value, &error);
    if (!good) {
        g_assert_cmpstr(error->message, ==, expected);
        return;
    }
    g_autofree char *again = sn_value_to_text(NULL, NULL, property, &value);
    g_assert_cmpstr(again, ==, expected);
    sn_value_clear(&value);
}

static void test_indices(void)
{
    check_indices("elements", "", "");
    check_indices("elements", "7", "7");
    check_indices("elements", " 3, 1-2\t2 0 ", "0-3");
    check_indices("elements", "8 5 4 4-5", "4 5 8");
    check_indices("elements", "0-2 4-6 8", "0-2 4-6 8");
    check_indices("elements", "0-9999999", "0-9999999");
    check_indices("elements", "0-9999999 3", "elements: names more than 10000000 numbers");
    check_indices("elements", "2147483647", "2147483647");
    check_indices("elements", "2147483646-2147483647", "2147483646 2147483647");
    check_indices("elements", "2147483648",
                  "elements: \"2147483648\" is no number from 0 to 2147483647 and no range like "
                  "0-12");
    check_indices("elements", "5-2", "elements: \"5-2\" runs backwards: write 2-5");
    check_indices("elements", "1 -2",
                  "elements: \"-2\" is no number from 0 to 2147483647 and no range like 0-12");
    check_indices("elements", "1--2",
                  "elements: \"1--2\" is no number from 0 to 2147483647 and no range like 0-12");
    check_indices("elements", "1.5",
                  "elements: \"1.5\" is no number from 0 to 2147483647 and no range like 0-12");
    /* of a fibre: in order, with repeats */
    check_indices("nodes", "3 1-3 3", "3 1-3 3");
    check_indices("nodes", "9 8 7", "9 8 7");
    check_indices("nodes", "9", "nodes must have at least 2 entries, has 1");
}

static void test_copy(void)
{
    Random random = {2};
    SnModel *model = random_model(&random, 300);
    SnModel *copy = sn_model_copy(model);
    g_autofree char *a = dump_model(model);
    g_autofree char *b = dump_model(copy);
    assert_same(a, b, "copy");
    g_assert_cmpuint(copy->revision, ==, model->revision);
    sn_model_free(model);
    g_autofree char *c = dump_model(copy);
    assert_same(a, c, "copy after the original is gone");
    sn_model_free(copy);
}

static const char *message(const SnChecks *checks, guint i)
{
    return i < checks->items->len ? g_array_index(checks->items, SnCheck, i).message : "(none)";
}

static void test_validate(void)
{
    SnModel *model = sn_model_new();
    SnChecks *checks = sn_checks_new();
    sn_model_validate(model, checks);
    g_assert_cmpstr(message(checks, 0), ==, "(none)");
    SnRigidBody *body = (SnRigidBody *)sn_component_new(&SN_CLASS_RIGID_BODY, "jaw");
    const SnId id =
        sn_model_insert(model, sn_model_list(model->root, "bodies"), (SnComponent *)body, -1, -1);
    sn_model_validate(model, checks);
    g_assert_cmpint(sn_checks_count(checks, SN_ERROR), ==, 1);
    g_assert_true(g_str_has_prefix(message(checks, 0), "has no shape"));
    sn_checks_free(checks);

    checks = sn_checks_new();
    body->shape = SN_SHAPE_BOX;
    body->density = -2;
    body->radius = -1; /* does not apply to a box */
    SnFrame *a = (SnFrame *)sn_component_new(&SN_CLASS_FRAME, "a");
    SnFrame *b = (SnFrame *)sn_component_new(&SN_CLASS_FRAME, "b");
    SnComponent *frames = sn_model_list(model->root, "frames");
    b->body = sn_model_insert(model, frames, &a->base.base, -1, -1);
    a->body = sn_model_insert(model, frames, &b->base.base, -1, -1);
    SnPath *path = (SnPath *)sn_component_new(&SN_CLASS_MUSCLE, "m");
    path->points = (SnIdList){2, g_new0(SnId, 2)};
    path->points.ids[0] = path->points.ids[1] = id;
    sn_model_insert(model, sn_model_list(model->root, "muscles"), &path->base.base, -1, -1);
    sn_model_validate(model, checks);
    g_assert_cmpstr(message(checks, 0), ==, "inertia.density must be greater than 0 kg/m³, is -2");
    g_assert_true(strstr(message(checks, 1), "refers back to this component"));
    g_assert_true(strstr(message(checks, 2), "refers back to this component"));
    g_assert_cmpstr(message(checks, 3), ==,
                    "points must refer to a particle, marker, path_point, node of a fem, node of a "
                    "strand or node of a spline_strand; "
                    "/model/bodies/jaw "
                    "is a rigid_body");
    g_assert_cmpint(sn_checks_count(checks, SN_ERROR), ==, 4);
    SnId carrier;
    double position[3], orientation[4];
    g_assert_false(sn_model_carrier(model, b->base.base.id, &carrier, position, orientation));
    sn_checks_free(checks);
    sn_model_free(model);
}

/* Random text for every row is refused or accepted, never worse. */
static void test_text_fuzz(void)
{
    static const char alphabet[] = "0123456789.,-+eE #/:abnoinf\xc3\xa9 \n\x01";
    Random random = {3};
    SnModel *model = random_model(&random, 60);
    g_autoptr(GArray) ids = all_of(model, sn_class_by_name("model")->parent);
    int accepted = 0;
    for (int i = 0; i < 50000; i++) {
        const SnId id = g_array_index(ids, SnId, random_below(&random, (int)ids->len));
        const int row = random_below(&random, sn_model_n_properties(model, id));
        const SnProperty *property = sn_model_property(model, id, row);
        char text[24] = "";
        const int n = random_below(&random, 20);
        for (int k = 0; k < n; k++)
            text[k] = alphabet[random_below(&random, sizeof alphabet - 1)];
        SnValue value;
        g_autoptr(GError) error = NULL;
        if (property->kind == SN_RESULT ||
            !sn_value_from_text(model, sn_model_get(model, id), property, text, &value, &error))
            continue;
        accepted++;
        sn_edit_set(model, id, row, &value, NULL);
        sn_value_clear(&value);
    }
    g_test_message("%d of 50000 accepted", accepted);
    g_assert_cmpint(accepted, >, 100);
    sn_model_free(model);
}

static void test_drivers(void)
{
    SnModel *model = sn_model_new();
    const SnId body = sn_model_insert(model, sn_model_list(model->root, "bodies"),
                                      sn_component_new(&SN_CLASS_RIGID_BODY, "b"), -1, -1);
    ((SnRigidBody *)sn_model_get(model, body))->dynamic = false;
    const int row = sn_model_find_property(model, body, "target_position");
    for (int i = 0; i < 2; i++) {
        SnProbe *probe = (SnProbe *)sn_component_new(&SN_CLASS_INPUT_PROBE, NULL);
        probe->targets = (SnTargets){1, g_new0(SnTarget, 1)};
        probe->targets.targets[0] = (SnTarget){body, row};
        sn_model_insert(model, sn_model_list(model->root, "probes"), &probe->base, -1, -1);
    }
    SnChecks *checks = sn_checks_new();
    sn_model_validate(model, checks);
    g_assert_cmpstr(message(checks, 0), ==,
                    "drives /model/bodies/b, which /model/probes/0 drives already");
    sn_checks_free(checks);
    /* a target that stops applying is told */
    ((SnRigidBody *)sn_model_get(model, body))->dynamic = true;
    checks = sn_checks_new();
    sn_model_validate(model, checks);
    bool notified = false;
    for (guint i = 0; i < checks->items->len; i++)
        notified = notified || strstr(message(checks, i),
                                      "target_position does not apply: it depends on dynamic");
    g_assert_true(notified);
    sn_checks_free(checks);
    sn_model_free(model);
}

/* New entries fit between their neighbours. */
static void test_new_entries(void)
{
    SnInputProbe *probe = (SnInputProbe *)sn_component_new(&SN_CLASS_INPUT_PROBE, NULL);
    const SnArrayRow *row = &SN_CLASS_INPUT_PROBE.arrays[0];
    probe->knots = (SnArray){1, sn_entry_new(row, &probe->knots, 0)};
    SnKnot *last = sn_entry_new(row, &probe->knots, 1);
    g_assert_true(last->time == 1 && last->values.n == 1);
    SnKnot *first = sn_entry_new(row, &probe->knots, 0);
    g_assert_true(first->time == -1);
    sn_entry_clear(row, first);
    sn_entry_clear(row, last);
    g_free(first);
    g_free(last);
    sn_component_free((SnComponent *)probe);
    SnPointOnPolyline *joint =
        (SnPointOnPolyline *)sn_component_new(&SN_CLASS_POINT_ON_POLYLINE, NULL);
    const SnPolylinePoint *points = joint->points.entries;
    g_assert_true(joint->points.n == 2 && points[1].position[0] > points[0].position[0]);
    g_autofree SnPolylinePoint *middle =
        sn_entry_new(&SN_CLASS_POINT_ON_POLYLINE.arrays[0], &joint->points, 1);
    g_assert_cmpfloat(middle->position[0], ==, 0.005);
    sn_component_free((SnComponent *)joint);
}

/* A frame on a frame on a body: 90 degrees about z twice. */
static void test_carrier(void)
{
    SnModel *model = sn_model_new();
    SnComponent *frames = sn_model_list(model->root, "frames");
    const SnId body = sn_model_insert(model, sn_model_list(model->root, "bodies"),
                                      sn_component_new(&SN_CLASS_RIGID_BODY, "b"), -1, -1);
    SnFrame *outer = (SnFrame *)sn_component_new(&SN_CLASS_FRAME, "outer");
    SnFrame *inner = (SnFrame *)sn_component_new(&SN_CLASS_FRAME, "inner");
    const double turn[4] = {G_SQRT2 / 2, 0, 0, G_SQRT2 / 2};
    outer->body = body;
    outer->location[0] = 1;
    inner->location[0] = 2;
    memcpy(outer->rotation, turn, sizeof turn);
    memcpy(inner->rotation, turn, sizeof turn);
    inner->body = sn_model_insert(model, frames, &outer->base.base, -1, -1);
    sn_model_insert(model, frames, &inner->base.base, -1, -1);
    SnId carrier;
    double position[3], orientation[4];
    g_assert_true(sn_model_carrier(model, inner->base.base.id, &carrier, position, orientation));
    g_assert_true(sn_id_equal(carrier, body));
    g_assert_cmpfloat_with_epsilon(position[0], 1, 1e-15);
    g_assert_cmpfloat_with_epsilon(position[1], 2, 1e-15);
    g_assert_cmpfloat_with_epsilon(orientation[0], 0, 1e-15);
    g_assert_cmpfloat_with_epsilon(orientation[3], 1, 1e-15);
    sn_model_free(model);
}

static void test_reference(void)
{
    g_autofree char *text = sn_reference_text();
    int n;
    const SnClass *const *table = sn_class_table(&n);
    for (int i = 0; i < n; i++) {
        const int rows = sn_class_n_properties(table[i]);
        for (int k = 0; k < rows; k++)
            g_assert_nonnull(strstr(text, sn_class_property(table[i], k)->help));
        g_assert_nonnull(strstr(text, table[i]->help));
    }
    /* every line of a table has as many columns as its head */
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    int columns = 0;
    for (int i = 0; lines[i]; i++) {
        int bars = 0;
        for (const char *c = lines[i]; *c; c++)
            bars += *c == '|';
        g_assert_true(bars == 0 || columns == 0 || bars == columns);
        columns = bars;
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/model/values/text-round-trip", test_text_round_trip);
    g_test_add_func("/model/values/text-errors", test_text_errors);
    g_test_add_func("/model/values/indices", test_indices);
    g_test_add_func("/model/values/copy", test_copy);
    g_test_add_func("/model/values/validate", test_validate);
    g_test_add_func("/model/values/carrier", test_carrier);
    g_test_add_func("/model/values/reference", test_reference);
    g_test_add_func("/model/values/text-fuzz", test_text_fuzz);
    g_test_add_func("/model/values/drivers", test_drivers);
    g_test_add_func("/model/values/new-entries", test_new_entries);
    return g_test_run();
}
