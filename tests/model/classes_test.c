/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sanity of every class table. */
#include "engine/model/class.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/class_table.h"
#include "engine/model/classes/strand.h"
#include "engine/model/drawable.h"
#include "engine/model/edit/edit.h"

#include <glib.h>
#include <string.h>

static void check_row(const char *class, const SnProperty *p)
{
    char text[200];
    g_test_message("%s.%s", class, p->name);
    g_assert_true(p->name && *p->name && p->label && *p->label && p->help && *p->help);
    g_assert_true(p->help[strlen(p->help) - 1] != '.');
    g_assert_true(g_utf8_validate(p->help, -1, NULL));
    g_assert_true(p->hard_min <= p->hard_max);
    g_assert_true(p->soft_min <= p->soft_max);
    g_assert_true(p->type != SN_TYPE_ENUM || p->names);
    g_assert_true((p->type != SN_TYPE_REF && p->type != SN_TYPE_REFS) || p->target);
    if (p->kind == SN_RESULT) {
        g_assert_cmpint(p->bind, >, SN_BIND_DOCUMENT);
        return;
    }
    if (p->kind != SN_PARAMETER)
        g_assert_cmpint(p->bind, >, SN_BIND_DOCUMENT);
    SnValue value;
    sn_property_default(p, &value);
    const bool may_be_empty = p->min_count > 0 || (p->flags & SN_REQUIRED);
    if (!sn_property_check(p, &value, text, sizeof text) && !may_be_empty)
        g_error("%s.%s: default %s", class, p->name, text);
    sn_value_clear(&value);
}

static void check_when(const SnClass *class, const SnProperty *p)
{
    if (!p->when)
        return;
    const int decider = sn_class_find_property(class, p->when);
    g_assert_cmpint(decider, >=, 0);
    const SnProperty *d = sn_class_property(class, decider);
    g_assert_true(d->type == SN_TYPE_BOOL || d->type == SN_TYPE_ENUM);
    unsigned values = 2;
    if (d->type == SN_TYPE_ENUM)
        for (values = 0; d->names[values];)
            values++;
    g_assert_cmpuint(p->when_mask, >, 0);
    g_assert_cmpuint(p->when_mask, <, (1u << values) - 1);
}

static void check_class(const SnClass *class)
{
    const int n = sn_class_n_properties(class);
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    g_assert_true(class->name && class->label && class->help && class->icon);
    g_assert_true(class->help[strlen(class->help) - 1] == '.');
    for (int i = 0; i < n; i++) {
        const SnProperty *p = sn_class_property(class, i);
        check_row(class->name, p);
        check_when(class, p);
        g_assert_true(g_hash_table_add(names, (char *)(uintptr_t)p->name));
        g_assert_cmpint(sn_class_find_property(class, p->name), ==, i);
        if (p->kind != SN_RESULT)
            g_assert_cmpuint(p->offset, <, class->size);
    }
    for (int a = 0; a < class->n_arrays; a++) {
        g_assert_true(g_hash_table_add(names, (char *)(uintptr_t) class->arrays[a].name) ||
                      strcmp(class->arrays[a].name, "points") == 0);
        for (int i = 0; i < class->arrays[a].n_properties; i++)
            check_row(class->name, &class->arrays[a].properties[i]);
    }
    for (int i = 0; i < class->n_lists; i++)
        g_assert_true(g_hash_table_add(names, (char *)(uintptr_t) class->lists[i].name));
}

static void test_tables(void)
{
    int n;
    const SnClass *const *table = sn_class_table(&n);
    g_assert_cmpint(n, >=, 46);
    for (int i = 0; i < n; i++) {
        check_class(table[i]);
        g_assert_false(table[i]->abstract);
        g_assert_true(sn_class_by_name(table[i]->name) == table[i]);
    }
    check_class(&SN_CLASS_LIST);
    g_assert_null(sn_class_by_name("rigid"));
    g_autofree char *loads = sn_class_members(&SN_CLASSES, sn_class_by_name("fem_load")->parent);
    g_assert_cmpstr(
        loads, ==,
        "point_load, body_load, coordinate_load, frame_load, drag, path_actuator or fem_load");
}

/* What a row is called, and how many of its numbers count, follow what decides whether it applies.
 */
static void test_labels(void)
{
    SnModel *model = sn_model_new();
    SnRigidBody *body = (SnRigidBody *)sn_component_new(&SN_CLASS_RIGID_BODY, "body");
    SnWrapSurface *wrap = (SnWrapSurface *)sn_component_new(&SN_CLASS_WRAP_SURFACE, "wrap");
    SnComponent *lists[2] = {sn_model_list_for(model->root, &SN_CLASS_RIGID_BODY),
                             sn_model_list_for(model->root, &SN_CLASS_WRAP_SURFACE)};
    body->shape = SN_SHAPE_ELLIPSOID;
    wrap->shape = SN_WRAP_SURFACE_TORUS;
    const SnId id = sn_edit_add(model, lists[0]->id, &body->base.base, -1, NULL);
    const SnId torus = sn_edit_add(model, lists[1]->id, &wrap->base.base, -1, NULL);
    const SnProperty *size =
        sn_model_property(model, id, sn_model_find_property(model, id, "geometry.size"));
    g_assert_cmpstr(sn_model_row_label(model, id, size), ==, "Radii");
    body->shape = SN_SHAPE_BOX;
    g_assert_cmpstr(sn_model_row_label(model, id, size), ==, "Edges");
    body->shape = SN_SHAPE_HALF_SPACE;
    g_assert_cmpstr(sn_model_row_label(model, id, size), ==, "Size");
    g_assert_cmpint(sn_model_row_count(model, id, size), ==, 3);
    size = sn_model_property(model, torus, sn_model_find_property(model, torus, "size"));
    g_assert_cmpstr(sn_model_row_label(model, torus, size), ==, "Ring, tube radius");
    g_assert_cmpint(sn_model_row_count(model, torus, size), ==, 2);
    wrap->shape = SN_WRAP_SURFACE_SPHERE;
    g_assert_cmpint(sn_model_row_count(model, torus, size), ==, 1);
    sn_model_free(model);
}

/* An override must be a row of a parent, in the same place and of the same type. */
static void test_overrides(void)
{
    int n;
    const SnClass *const *table = sn_class_table(&n);
    for (int i = 0; i < n; i++) {
        for (const SnClass *c = table[i]; c; c = c->parent) {
            for (int k = 0; k < c->n_overrides; k++) {
                const SnProperty *o = &c->overrides[k];
                const int row = sn_class_find_property(c->parent, o->name);
                g_assert_cmpint(row, >=, 0);
                const SnProperty *p = sn_class_property(c->parent, row);
                g_assert_true(p->offset == o->offset && p->type == o->type && p->kind == o->kind &&
                              p->unit == o->unit && p->mode_offset == o->mode_offset);
            }
        }
    }
}

static void test_check_messages(void)
{
    char text[200];
    const SnClass *class = sn_class_by_name("particle");
    const SnProperty *mass = sn_class_property(class, sn_class_find_property(class, "mass"));
    SnValue value = {.type = SN_TYPE_REAL, .number = {-1}};
    g_assert_false(sn_property_check(mass, &value, text, sizeof text));
    g_assert_cmpstr(text, ==, "must be greater than 0 kg, is -1");
    value.number[0] = 0;
    g_assert_false(sn_property_check(mass, &value, text, sizeof text));
    value.number[0] = 0.0 / 0.0;
    g_assert_false(sn_property_check(mass, &value, text, sizeof text));
    g_assert_cmpstr(text, ==, "must be a finite number");
    value.number[0] = 2;
    g_assert_true(sn_property_check(mass, &value, text, sizeof text));
    class = sn_class_by_name("muscle");
    const SnProperty *drive = sn_class_property(class, sn_class_find_property(class, "excitation"));
    g_assert_false(sn_property_check(drive, &value, text, sizeof text));
    g_assert_cmpstr(text, ==, "must be between 0 and 1, is 2");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/model/classes/tables", test_tables);
    g_test_add_func("/model/classes/labels", test_labels);
    g_test_add_func("/model/classes/overrides", test_overrides);
    g_test_add_func("/model/classes/messages", test_check_messages);
    return g_test_run();
}
