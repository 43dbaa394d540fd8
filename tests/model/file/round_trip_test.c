/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Save -> load -> save is the identity, with random values for every property of every class. */
#include "engine/model/classes/body.h"
#include "engine/model/classes/class_table.h"
#include "engine/model/classes/fem.h"
#include "engine/model/classes/joint.h"
#include "engine/model/file/file.h"
#include "tests/model/file/all_classes.h"
#include "tests/model/file/random_values.h"
#include "tests/model/file/sample_folder.h"
#include "tests/support/cases.h"

#include <string.h>

/* --- random models --- */

/* Makes anew what is made from a component's rows or from those of its parts. */
static bool refresh(SnModel *model, SnComponent *component)
{
    SnComponent *owner = component->parent ? component->parent->parent : NULL;
    if (component->class->refresh)
        return component->class->refresh(model, component, NULL);
    return !owner || !owner->class->refresh || owner->class->refresh(model, owner, NULL);
}

/* Sets a random value and keeps it where the model stays one that can be saved and read. */
static bool change(SnModel *model, SnId id, const SnProperty *property)
{
    void *object = sn_model_object(model, id);
    SnValue before, value;
    char text[512];
    GError *error = NULL;
    const SnMode mode = sn_field_mode(object, property);
    sn_field_get(object, property, &before);
    random_value(model, property, &value);
    bool kept = sn_property_check(property, &value, text, sizeof text) &&
                sn_reference_check(model, id, property, &value, &error);
    g_clear_error(&error);
    if (kept) {
        sn_field_set(object, property, &value);
        if (property->flags & SN_INHERITABLE)
            sn_field_set_mode(object, property, SN_MODE_EXPLICIT);
        kept = refresh(model, sn_model_get(model, id)) && count_errors(model) == 0;
        if (!kept) {
            object = sn_model_object(model, id); /* entries may be at another place */
            sn_field_set(object, property, &before);
            g_assert_true(refresh(model, sn_model_get(model, id)));
            if (property->flags & SN_INHERITABLE)
                sn_field_set_mode(object, property, mode);
        }
    }
    sn_value_clear(&before);
    sn_value_clear(&value);
    return kept;
}

/* A mesh to fall back on, so that the shape may become "mesh". */
static bool give_mesh(SnComponent *component, void *data)
{
    if (component->class == &SN_CLASS_RIGID_BODY)
        ((SnRigidBody *)component)->mesh = g_strdup("one.obj");
    if (component->class == &SN_CLASS_FEM)
        ((SnFem *)component)->file = g_strdup("one.vtu");
    return true;
}

static bool find_class(SnComponent *component, void *data)
{
    const SnComponent **found = data;
    if (component->class != (*found)->class || (*found)->parent)
        return true;
    *found = component;
    return false;
}

/* Joints that ALL_CLASSES does not have, so that a new one is tried by being in the table. */
static void add_joints(SnModel *model)
{
    int n;
    const SnClass *const *table = sn_class_table(&n);
    const SnComponent body = {.class = &SN_CLASS_RIGID_BODY}, *carrier = &body;
    sn_component_walk(model->root, find_class, &carrier);
    for (int i = 0; i < n; i++) {
        const SnComponent nothing = {.class = table[i]}, *found = &nothing;
        sn_component_walk(model->root, find_class, &found);
        if (found != &nothing || !sn_class_is_a(table[i], &SN_CLASS_FRAME_JOINT))
            continue;
        SnFrameJoint *joint = (SnFrameJoint *)sn_component_new(table[i], table[i]->name);
        joint->frame_b = carrier->id;
        sn_model_insert(model, sn_model_list(model->root, "joints"), &joint->base.base.base, -1,
                        -1);
    }
}

/* Something of every class. */
static SnModel *all_classes(void)
{
    SnModel *model = read_back(ALL_CLASSES);
    add_joints(model);
    sn_component_walk(model->root, give_mesh, NULL);
    return model;
}

typedef struct Changes {
    SnModel *model;
    GHashTable *seen; /* "class:property" that had a random value at least once */
    int kept, refused;
} Changes;

static void change_object(Changes *changes, SnId id, const char *owner)
{
    SnModel *model = changes->model;
    const int n = sn_model_n_properties(model, id);
    for (int i = 0; i < n; i++) {
        const SnProperty *property = sn_model_property(model, id, i);
        if (property->kind == SN_RESULT || property->flags & SN_DERIVED ||
            g_test_rand_int_range(0, 3) == 0 || !sn_model_applies(model, id, property))
            continue;
        if (change(model, id, property)) {
            changes->kept++;
            g_hash_table_add(changes->seen, g_strdup_printf("%s:%s", owner, property->name));
        } else {
            changes->refused++;
        }
    }
}

static bool change_component(SnComponent *component, void *data)
{
    Changes *changes = data;
    const SnClass *class = component->class;
    change_object(changes, component->id, class->name);
    for (int i = 0; i < class->n_arrays; i++) {
        const int n = sn_component_array(component, i)->n;
        const int stride = class->arrays[i].derived ? 16 : 1; /* some of many */
        for (int k = g_test_rand_int_range(0, stride); k < n; k += stride) {
            char *owner = g_strdup_printf("%s:%s", class->name, class->arrays[i].name);
            change_object(changes, sn_id_of_entry(component->id, (unsigned)i, (uint32_t)k), owner);
            g_free(owner);
        }
    }
    return true;
}

static bool all_apply(const SnModel *model, const SnValue *value)
{
    for (int i = 0; i < value->targets.n; i++) {
        const SnTarget *target = &value->targets.targets[i];
        const SnProperty *row = sn_model_property(model, target->id, target->row);
        if (row && !sn_model_applies(model, target->id, row))
            return false;
    }
    return true;
}

/* What a later change has made meaningless is refused when the file is read: chosen again. */
static bool choose_targets_again(SnComponent *component, void *data)
{
    SnModel *model = data;
    for (int i = 0; i < sn_model_n_properties(model, component->id); i++) {
        const SnProperty *property = sn_model_property(model, component->id, i);
        bool good = property->type != SN_TYPE_TARGETS || property->kind == SN_RESULT;
        for (int k = 0; !good && k < 1000; k++) {
            SnValue value;
            sn_field_get(component, property, &value);
            good = all_apply(model, &value);
            sn_value_clear(&value);
            if (!good)
                change(model, component->id, property);
        }
        g_assert_true(good);
    }
    return true;
}

/* --- comparing --- */

static void compare_object(const SnModel *a, const SnModel *b, SnId x, SnId y)
{
    for (int i = 0; i < sn_model_n_properties(a, x); i++) {
        const SnProperty *property = sn_model_property(a, x, i);
        if (property->kind == SN_RESULT || !sn_model_applies(a, x, property))
            continue;
        const void *p = sn_model_object(a, x), *q = sn_model_object(b, y);
        g_assert_cmpint(sn_field_mode(p, property), ==, sn_field_mode(q, property));
        const bool reference = property->type == SN_TYPE_REF || property->type == SN_TYPE_REFS ||
                               property->type == SN_TYPE_TARGETS;
        if (sn_field_mode(p, property) == SN_MODE_INHERITED || reference)
            continue; /* ids may differ: the texts compare references */
        SnValue u, v;
        sn_field_get(p, property, &u);
        sn_field_get(q, property, &v);
        if (!sn_value_equal(&u, &v))
            g_error("%s differs", property->name);
        sn_value_clear(&u);
        sn_value_clear(&v);
    }
}

static void compare(const SnModel *a, const SnModel *b, const SnComponent *p, const SnComponent *q)
{
    g_assert_true(p->class == q->class);
    g_assert_cmpstr(p->name, ==, q->name);
    g_assert_cmpint(p->number, ==, q->number);
    compare_object(a, b, p->id, q->id);
    for (int i = 0; i < p->class->n_arrays; i++) {
        const int n = sn_component_array(p, i)->n;
        g_assert_cmpint(n, ==, sn_component_array(q, i)->n);
        for (int k = 0; k < n; k++)
            compare_object(a, b, sn_id_of_entry(p->id, (unsigned)i, (uint32_t)k),
                           sn_id_of_entry(q->id, (unsigned)i, (uint32_t)k));
    }
    if (!p->children)
        return;
    g_assert_cmpuint(p->children->len, ==, q->children->len);
    for (guint i = 0; i < p->children->len; i++)
        compare(a, b, g_ptr_array_index(p->children, i), g_ptr_array_index(q->children, i));
}

/* Sets a value where the model stays one that can be saved and read. */
static void try_value(SnModel *model, SnId id, const SnProperty *property, const SnValue *value)
{
    SnValue before;
    sn_field_get(sn_model_object(model, id), property, &before);
    sn_field_set(sn_model_object(model, id), property, value);
    if (!refresh(model, sn_model_get(model, id)) || count_errors(model) > 0) {
        sn_field_set(sn_model_object(model, id), property, &before);
        g_assert_true(refresh(model, sn_model_get(model, id)));
    }
    sn_value_clear(&before);
}

/* Makes a row apply: the one that decides gets a value that lets it. */
static void make_apply(SnModel *model, SnId id, const SnProperty *property)
{
    if (!property->when || sn_model_applies(model, id, property))
        return;
    const SnProperty *decider =
        sn_model_property(model, id, sn_model_find_property(model, id, property->when));
    make_apply(model, id, decider);
    for (int i = 0; i < 32 && !sn_model_applies(model, id, property); i++) {
        if (!(property->when_mask >> i & 1))
            continue;
        SnValue value = {.type = decider->type};
        if (decider->type == SN_TYPE_BOOL)
            value.boolean = i != 0;
        else
            value.integer = i;
        try_value(model, id, decider, &value);
    }
}

static void check_round_trip(const SnModel *model)
{
    char *text = sn_file_write_text(model);
    SnModel *back = read_back(text);
    char *again = sn_file_write_text(back);
    g_assert_cmpstr(text, ==, again);
    compare(model, back, model->root, back->root);
    sn_model_free(back);
    g_free(text);
    g_free(again);
}

static bool cover_property(SnModel *model, SnId id, const SnProperty *property)
{
    make_apply(model, id, property);
    for (int k = 0; k < 20 && sn_model_applies(model, id, property); k++)
        if (change(model, id, property))
            return true;
    return false;
}

typedef struct Objects {
    const SnClass *class;
    int array;   /* of its entries, or -1: components */
    GArray *ids; /* SnId */
} Objects;

static bool collect_objects(SnComponent *component, void *data)
{
    Objects *objects = data;
    if (component->class != objects->class)
        return true;
    if (objects->array < 0) {
        g_array_append_val(objects->ids, component->id);
        return true;
    }
    const int n = MIN(sn_component_array(component, objects->array)->n, 16);
    for (int k = 0; k < n; k++) {
        const SnId id = sn_id_of_entry(component->id, (unsigned)objects->array, (uint32_t)k);
        g_array_append_val(objects->ids, id);
    }
    return true;
}

static char *name_row(const SnClass *class, int array, const SnProperty *property)
{
    return array < 0 ? g_strdup_printf("%s:%s", class->name, property->name)
                     : g_strdup_printf("%s:%s:%s", class->name, class->arrays[array].name,
                                       property->name);
}

/* Others may have to have values first: terms of a series, lists of the same length. */
static void change_by_chance(SnModel *model, SnId id, const SnProperty *property)
{
    if (property->kind != SN_RESULT && !(property->flags & SN_DERIVED) &&
        g_test_rand_int_range(0, 3) == 0 && sn_model_applies(model, id, property))
        change(model, id, property);
}

/* A row that chance left out, because another must have one of many values. */
static void cover_row(GHashTable *seen, const SnClass *class, int array, int row)
{
    SnModel *model = all_classes();
    Objects objects = {class, array, g_array_new(FALSE, FALSE, sizeof(SnId))};
    sn_component_walk(model->root, collect_objects, &objects);
    bool covered = false;
    for (guint k = 0; k < objects.ids->len && !covered; k++) {
        const SnId id = g_array_index(objects.ids, SnId, k);
        const SnProperty *property = sn_model_property(model, id, row);
        for (int trial = 0; trial < 40 && !covered; trial++) {
            covered = cover_property(model, id, property);
            for (int i = 0; i < sn_model_n_properties(model, id) && !covered; i++)
                change_by_chance(model, id, sn_model_property(model, id, i));
        }
        if (covered)
            g_hash_table_add(seen, name_row(class, array, property));
    }
    sn_component_walk(model->root, choose_targets_again, model);
    check_round_trip(model);
    g_array_unref(objects.ids);
    sn_model_free(model);
}

static bool was_seen(GHashTable *seen, const SnClass *class, int array, const SnProperty *property)
{
    char *name = name_row(class, array, property);
    const bool found = property->kind == SN_RESULT || property->flags & SN_DERIVED ||
                       g_hash_table_contains(seen, name);
    g_free(name);
    return found;
}

static void cover(GHashTable *seen, const SnClass *class)
{
    for (int i = 0; i < sn_class_n_properties(class); i++)
        if (!was_seen(seen, class, -1, sn_class_property(class, i)))
            cover_row(seen, class, -1, i);
    for (int a = 0; a < class->n_arrays; a++)
        for (int i = 0; i < class->arrays[a].n_properties; i++)
            if (!was_seen(seen, class, a, &class->arrays[a].properties[i]))
                cover_row(seen, class, a, i);
}

static void check_seen(GHashTable *seen, const char *owner, const SnProperty *property, int *total,
                       int *missed)
{
    if (property->kind == SN_RESULT || property->flags & SN_DERIVED)
        return;
    char *name = g_strdup_printf("%s:%s", owner, property->name);
    ++*total;
    if (!g_hash_table_contains(seen, name)) {
        g_printerr("never changed: %s\n", name);
        ++*missed;
    }
    g_free(name);
}

/* Every row that can be saved was tried, those of entries too. */
static void check_coverage(GHashTable *seen)
{
    int n, total = 0, missed = 0;
    const SnClass *const *table = sn_class_table(&n);
    for (int i = 0; i < n; i++) {
        const SnClass *class = table[i];
        for (int k = 0; k < sn_class_n_properties(class); k++)
            check_seen(seen, class->name, sn_class_property(class, k), &total, &missed);
        for (int a = 0; a < class->n_arrays; a++) {
            char *owner = g_strdup_printf("%s:%s", class->name, class->arrays[a].name);
            for (int k = 0; k < class->arrays[a].n_properties; k++)
                check_seen(seen, owner, &class->arrays[a].properties[k], &total, &missed);
            g_free(owner);
        }
    }
    g_test_message("%d of %d properties had random values", total - missed, total);
    g_assert_cmpint(missed, ==, 0);
}

static void test_random(void)
{
    GHashTable *seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    int kept = 0, refused = 0;
    const int n_rounds = sn_cases(6, 60);
    for (int round = 0; round < n_rounds; round++) {
        SnModel *model = all_classes();
        Changes changes = {model, seen, 0, 0};
        sn_component_walk(model->root, change_component, &changes);
        sn_component_walk(model->root, change_component, &changes);
        sn_component_walk(model->root, choose_targets_again, model);
        kept += changes.kept;
        refused += changes.refused;
        check_round_trip(model);
        sn_model_free(model);
    }
    g_test_message("%d rounds, %d values kept, %d refused", n_rounds, kept, refused);
    int n;
    const SnClass *const *table = sn_class_table(&n);
    for (int i = 0; i < n; i++)
        cover(seen, table[i]);
    check_coverage(seen);
    g_hash_table_unref(seen);
}

/* --- what is written --- */

static void check_text(const char *model, const char *expected)
{
    char *text = g_strdup_printf("{\"sinew\":1,\"model\":%s}", model);
    SnModel *read = read_back(text);
    char *written = sn_file_write_text(read);
    char *whole = g_strdup_printf("{\n  \"sinew\": 1,\n  \"model\": %s\n}\n", expected);
    g_assert_cmpstr(written, ==, whole);
    g_free(whole);
    g_free(written);
    g_free(text);
    sn_model_free(read);
}

static void test_text(void)
{
    check_text("{}", "{}");
    /* defaults are left out, but an explicit value of an inheritable leaf stays */
    check_text("{\"gravity\":[0,0,-9.81],\"particles\":[{\"dynamic\":true}]}",
               "{\n    \"gravity\": [0, 0, -9.81],\n    \"particles\": [\n      {}\n    ]\n  }");
    /* order of the tables; numbers; the class where it must be said */
    check_text("{\"loads\":[{\"force\":[1e-7,0.1,-0.0],\"point\":\"markers/a\",\"name\":\"w\","
               "\"class\":\"point_load\"}],\"markers\":[{\"name\":\"a\",\"number\":4}]}",
               "{\n    \"markers\": [\n      {\"name\": \"a\", \"number\": 4}\n    ],\n"
               "    \"loads\": [\n      {\"class\": \"point_load\", \"name\": \"w\", "
               "\"point\": \"markers/a\", \"force\": [1e-7, 0.1, -0.0]}\n    ]\n  }");
    /* by number, by absolute path: written by name, relative */
    check_text("{\"markers\":[{\"frame\":\"/model/bodies/0\"},{\"frame\":\"bodies/b\"}],"
               "\"bodies\":[{\"name\":\"b\",\"geometry\":{\"shape\":\"box\"}}]}",
               "{\n    \"bodies\": [\n      {\"name\": \"b\", \"geometry\": {\"shape\": \"box\"}}"
               "\n    ],\n    \"markers\": [\n      {\"frame\": \"bodies/b\"},\n"
               "      {\"frame\": \"bodies/b\"}\n    ]\n  }");
    /* properties of a list, with and without components */
    check_text("{\"bodies\":{\"render\":{\"visible\":false}}}",
               "{\n    \"bodies\": {\"render\": {\"visible\": false}}\n  }");
    /* a quaternion is normalised; text keeps its characters */
    check_text("{\"title\":\"\\u00e9\\n\",\"frames\":[{\"rotation\":[0,0,0,-2]}]}",
               "{\n    \"title\": \"\xc3\xa9\\n\",\n    \"frames\": [\n"
               "      {\"rotation\": [0, 0, 0, -1]}\n    ]\n  }");
}

static void test_byte_order_mark(void)
{
    const char *text = "\xef\xbb\xbf{\"sinew\": 1, \"model\": {}}";
    sn_model_free(read_back(text));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    sample_folder_make();
    g_test_add_func("/model/file/round-trip/random", test_random);
    g_test_add_func("/model/file/round-trip/text", test_text);
    g_test_add_func("/model/file/round-trip/mark", test_byte_order_mark);
    const int status = g_test_run();
    sample_folder_remove();
    return status;
}
