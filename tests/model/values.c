/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values as text, values in fields, copies of models, validation, the reference text. */
#include "engine/model/classes/body.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/probe.h"
#include "engine/model/reference.h"
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
    refused(model, "particle", "mass", "nan", "mass must be a finite number");
    refused(model, "particle", "position", "1,2",
            "position must be three numbers with commas, is \"1,2\"");
    refused(model, "particle", "dynamic", "yes", "dynamic must be true or false, is \"yes\"");
    refused(model, "particle", "render.color", "#12345g",
            "render.color must be a colour like #e8ddc4, is \"#12345g\"");
    refused(model, "muscle", "law.type", "thelen",
            "law.type must be one of peck, hill; is \"thelen\"");
    refused(model, "muscle", "points", "markers/a,markers/b",
            "\"/model/markers\" has no \"a\"; it has nothing");
    refused(model, "muscle", "points", "", "points must have at least 2 entries, has 0");
    refused(model, "frame", "rotation", "0,0,0,0",
            "rotation must be a unit quaternion, has length 0");
    refused(model, "input_probe", "targets", "bodies",
            "\"bodies\" names no property: path:property is expected");
    sn_model_free(model);
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
                    "points must refer to a point; /model/bodies/jaw is a rigid_body");
    g_assert_cmpint(sn_checks_count(checks, SN_ERROR), ==, 4);
    SnId carrier;
    double position[3], orientation[4];
    g_assert_false(sn_model_carrier(model, b->base.base.id, &carrier, position, orientation));
    sn_checks_free(checks);
    sn_model_free(model);
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
    g_test_add_func("/model/values/copy", test_copy);
    g_test_add_func("/model/values/validate", test_validate);
    g_test_add_func("/model/values/carrier", test_carrier);
    g_test_add_func("/model/values/reference", test_reference);
    return g_test_run();
}
