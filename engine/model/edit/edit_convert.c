/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Springs, muscles, ligaments and strands become one another. */
#include "engine/base/vec.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/strand.h"
#include "engine/model/edit/edit.h"
#include "engine/model/edit/edit_parts.h"
#include "engine/model/edit/places.h"
#include "engine/text/refuse.h"

#include <string.h>

/* --- points --- */

static bool is_convertible(const SnClass *class)
{
    return class == &SN_CLASS_AXIAL_SPRING || class == &SN_CLASS_MUSCLE ||
           class == &SN_CLASS_LIGAMENT || class == &SN_CLASS_STRAND;
}

/* The points that a path or strand runs through (GArray of SnId). */
static GArray *points_of(const SnComponent *component)
{
    GArray *points = g_array_new(FALSE, FALSE, sizeof(SnId));
    if (component->class != &SN_CLASS_STRAND) {
        const SnIdList *list = &((const SnPath *)component)->points;
        g_array_append_vals(points, list->ids, (guint)list->n);
        return points;
    }
    const SnArray *nodes = &((const SnStrand *)component)->nodes;
    for (int i = 0; i < nodes->n; i++) {
        const SnStrandNode *node = (const SnStrandNode *)nodes->entries + i;
        if (node->kind == SN_NODE_POINT && !sn_id_is_null(node->point))
            g_array_append_val(points, node->point);
    }
    return points;
}

static void give_points(SnComponent *component, const GArray *points)
{
    const SnId *ids = (const SnId *)(const void *)points->data;
    if (component->class != &SN_CLASS_STRAND) {
        SnIdList *list = &((SnPath *)component)->points;
        list->ids = g_memdup2(ids, sizeof *ids * points->len);
        list->n = (int)points->len;
        return;
    }
    SnStrand *strand = (SnStrand *)component;
    SnStrandNode *nodes = g_new0(SnStrandNode, points->len);
    for (guint i = 0; i < points->len; i++) {
        sn_entry_init(&SN_CLASS_STRAND.arrays[0], &nodes[i]);
        nodes[i].kind = SN_NODE_POINT;
        nodes[i].point = ids[i];
        nodes[i].is_virtual = i > 0 && i + 1 < points->len; /* slides through, as a path does */
    }
    strand->nodes = (SnArray){(int)points->len, nodes};
}

/* Straight from point to point in the start pose [m]; 0: not known. */
static double straight_length(const SnModel *model, const GArray *points)
{
    double length = 0, before[3], place[3];
    for (guint i = 0; i < points->len; i++) {
        if (!sn_component_place(model, g_array_index(points, SnId, i), place))
            return 0;
        length += i > 0 ? sn_v3_distance(before, place) : 0;
        sn_v3_copy(place, before);
    }
    return length;
}

/* --- values that both classes know --- */

/* The value in the other row's words; false: it has none for it, or does not take it. */
static bool in_words_of(const SnProperty *from, const SnProperty *to, SnValue *value)
{
    char why[200];
    if (from->type != to->type || from->unit != to->unit)
        return false;
    if (from->type != SN_TYPE_ENUM || from->names == to->names)
        return sn_property_check(to, value, why, sizeof why);
    for (int i = 0; to->names[i]; i++)
        if (strcmp(to->names[i], from->names[value->integer]) == 0) {
            value->integer = i;
            return true;
        }
    return false;
}

static bool is_set(const SnComponent *component, const SnProperty *property, const SnValue *value)
{
    if (property->flags & SN_INHERITABLE)
        return sn_field_mode(component, property) == SN_MODE_EXPLICIT;
    SnValue usual;
    sn_property_default(property, &usual);
    const bool same = sn_value_equal(value, &usual);
    sn_value_clear(&usual);
    return !same;
}

/* What a law's numbers mean, whatever the class calls them. */
static bool is_translated(const SnProperty *property)
{
    static const char *const names[] = {
        "points",          "law.stiffness",    "law.damping",          "law.rest_is_start",
        "law.rest_length", "law.slack_length", "law.reference_strain", "law.youngs_modulus",
        "rest_ratio",      "rest_length"};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
        if (strcmp(property->name, names[i]) == 0)
            return true;
    return false;
}

static void note_lost(GPtrArray *lost, const char *label)
{
    if (lost && !g_ptr_array_find_with_equal_func(lost, label, g_str_equal, NULL))
        g_ptr_array_add(lost, g_strdup(label));
}

/* to: not in the tree.  What the original's law does not use is no value of it. */
static void copy_values(const SnModel *model, const SnComponent *from, SnComponent *to,
                        bool translated, GPtrArray *lost)
{
    const int n = sn_class_n_properties(from->class);
    for (int i = 0; i < n; i++) {
        const SnProperty *property = sn_class_property(from->class, i);
        const int row = sn_class_find_property(to->class, property->name);
        const SnProperty *other = row >= 0 ? sn_class_property(to->class, row) : NULL;
        if (property->kind == SN_RESULT || property->flags & SN_DERIVED ||
            strcmp(property->name, "points") == 0 || !sn_model_applies(model, from->id, property))
            continue;
        SnValue value;
        sn_field_get(from, property, &value);
        const bool set = is_set(from, property, &value);
        const bool said = is_translated(property) && translated;
        if (other && other->kind != SN_RESULT && !said && in_words_of(property, other, &value)) {
            /* also what is usual: the other class may have another value for that */
            if (set || !(other->flags & SN_INHERITABLE))
                sn_field_set(to, other, &value);
            if (set && other->flags & SN_INHERITABLE)
                sn_field_set_mode(to, other, SN_MODE_EXPLICIT);
        } else if (set && !said) {
            note_lost(lost, property->label);
        }
        sn_value_clear(&value);
    }
}

/* --- stiffness and length --- */

/* f = k (l - l0), d along it; known: the law has them. */
typedef struct Elasticity {
    bool known, at_start; /* the rest length is the length at the start */
    double stiffness, damping, rest;
} Elasticity;

static double section(const SnStrand *strand)
{
    return G_PI * strand->base.radius * strand->base.radius;
}

static Elasticity elasticity_of(const SnComponent *component, double length)
{
    Elasticity e = {.rest = length};
    if (component->class == &SN_CLASS_AXIAL_SPRING) {
        const SnAxialSpring *spring = (const SnAxialSpring *)component;
        e.known = spring->law == SN_SPRING_LINEAR || spring->law == SN_SPRING_TENSION_ONLY;
        e.stiffness = spring->stiffness;
        e.damping = spring->damping;
        e.at_start = spring->rest_is_start;
        e.rest = e.at_start ? length : spring->rest_length;
    } else if (component->class == &SN_CLASS_LIGAMENT) {
        const SnLigament *ligament = (const SnLigament *)component;
        e.known = !sn_ligament_is_drawn(ligament) && ligament->law == SN_LIGAMENT_BLANKEVOORT;
        e.at_start = !(ligament->slack_length > 0) && ligament->reference_strain == 0;
        e.rest = ligament->slack_length > 0 ? ligament->slack_length
                                            : length / (1 + ligament->reference_strain);
        e.stiffness = ligament->stiffness / e.rest;
        e.damping = ligament->damping * e.stiffness;
    } else if (component->class == &SN_CLASS_STRAND) {
        const SnStrand *strand = (const SnStrand *)component;
        e.known = strand->law == SN_STRAND_LINEAR || strand->law == SN_STRAND_TENSION_ONLY;
        e.at_start = !(strand->rest_length > 0) && strand->rest_ratio == 1;
        e.rest = strand->rest_length > 0 ? strand->rest_length : length * strand->rest_ratio;
        e.stiffness = strand->youngs_modulus * section(strand) / e.rest;
        e.damping = strand->damping * e.stiffness;
    }
    e.known = e.known && e.rest > 0 && isfinite(e.stiffness);
    return e;
}

static void give_elasticity(SnComponent *component, const Elasticity *e)
{
    const double lag = e->stiffness > 0 ? e->damping / e->stiffness : 0; /* [s] */
    if (component->class == &SN_CLASS_AXIAL_SPRING) {
        SnAxialSpring *spring = (SnAxialSpring *)component;
        spring->stiffness = e->stiffness;
        spring->damping = e->damping;
        spring->rest_is_start = e->at_start;
        spring->rest_length = e->rest;
    } else if (component->class == &SN_CLASS_LIGAMENT) {
        SnLigament *ligament = (SnLigament *)component;
        ligament->stiffness = e->stiffness * e->rest;
        ligament->damping = lag;
        ligament->slack_length = e->at_start ? 0 : e->rest;
        ligament->reference_strain = 0;
    } else if (component->class == &SN_CLASS_STRAND) {
        SnStrand *strand = (SnStrand *)component;
        strand->youngs_modulus = e->stiffness * e->rest / section(strand);
        strand->damping = lag;
        strand->rest_length = e->at_start ? 0 : e->rest;
        strand->rest_ratio = 1;
    }
}

/* --- one --- */

static void note_lost_nodes(const SnStrand *strand, GPtrArray *lost)
{
    for (int i = 0; i < strand->nodes.n; i++) {
        const SnStrandNode *node = (const SnStrandNode *)strand->nodes.entries + i;
        if (node->kind != SN_NODE_POINT)
            note_lost(lost, node->kind == SN_NODE_PULLEY ? "Pulleys" : "Nodes without a point");
    }
}

/* The new component, without a name and not in the tree; NULL with an error. */
static SnComponent *converted(const SnModel *model, const SnComponent *original,
                              const SnClass *class, void (*fit)(const SnModel *, SnComponent *),
                              GPtrArray *lost, GError **error)
{
    g_autoptr(GArray) points = points_of(original);
    if (points->len < 2) {
        sn_refuse(error, SN_MODEL_ERROR_VALUE,
                  "%s runs through fewer than two points: a %s cannot be made of it",
                  original->name ? original->name : original->class->name, class->name);
        return NULL;
    }
    SnComponent *component = sn_component_new(class, NULL);
    if (component->class == &SN_CLASS_STRAND)
        g_clear_pointer(&((SnStrand *)component)->nodes.entries, g_free);
    give_points(component, points);
    if (fit)
        fit(model, component);
    const Elasticity e = elasticity_of(original, straight_length(model, points));
    const bool translated = e.known && class != &SN_CLASS_MUSCLE;
    if (translated && class == &SN_CLASS_AXIAL_SPRING)
        ((SnAxialSpring *)component)->law = SN_SPRING_TENSION_ONLY;
    copy_values(model, original, component, translated, lost);
    if (translated)
        give_elasticity(component, &e);
    if (original->class == &SN_CLASS_STRAND)
        note_lost_nodes((const SnStrand *)original, lost);
    return component;
}

/* --- references --- */

typedef struct Redirection {
    SnModel *model;
    SnId from, to;
    GArray *rows; /* of SnTarget: object and row that refer to it */
} Redirection;

static bool note_row(SnComponent *holder, SnId object, int row, SnId target, void *data)
{
    const Redirection *r = data;
    const SnTarget found = {object, row};
    if (target.index == r->from.index && target.entry == 0)
        g_array_append_val(r->rows, found);
    return true;
}

static bool note_rows(SnComponent *component, void *data)
{
    sn_component_references(component, note_row, data);
    return true;
}

/* A target on the row of the same name; itself where there is none that counts. */
static void redirect_target(const Redirection *r, SnTarget *target)
{
    if (!sn_id_equal(target->id, r->from))
        return;
    const char *name = sn_model_property(r->model, r->from, target->row)->name;
    const int row = sn_model_find_property(r->model, r->to, name);
    const SnProperty *other = row >= 0 ? sn_model_property(r->model, r->to, row) : NULL;
    if (other && other->type == sn_model_property(r->model, r->from, target->row)->type &&
        sn_model_applies(r->model, r->to, other))
        *target = (SnTarget){r->to, row};
}

static void redirect_row(const Redirection *r, SnId object, int row)
{
    const SnProperty *property = sn_model_property(r->model, object, row);
    SnOperation *operation = &(SnOperation){.kind = SN_OPERATION_VALUE, .id = object, .row = row};
    SnValue *value = &operation->value;
    sn_field_get(sn_model_object(r->model, object), property, value);
    if (property->type == SN_TYPE_REF && sn_id_equal(value->ref, r->from))
        value->ref = r->to;
    for (int i = 0; property->type == SN_TYPE_REFS && i < value->refs.n; i++)
        if (sn_id_equal(value->refs.ids[i], r->from))
            value->refs.ids[i] = r->to;
    for (int i = 0; property->type == SN_TYPE_TARGETS && i < value->targets.n; i++)
        redirect_target(r, &value->targets.targets[i]);
    if (sn_edit_check_value(r->model, object, property, value, NULL))
        sn_edit_log_do(r->model, operation);
    else
        sn_value_clear(value); /* goes with the original */
}

static void redirect(SnModel *model, SnId from, SnId to)
{
    g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(SnTarget));
    Redirection r = {model, from, to, rows};
    sn_component_walk(model->root, note_rows, &r);
    for (guint i = 0; i < rows->len; i++) {
        const SnTarget *row = &g_array_index(rows, SnTarget, i);
        const SnTarget *before = i > 0 ? row - 1 : NULL; /* a list may name it twice */
        if (!before || !sn_id_equal(before->id, row->id) || before->row != row->row)
            redirect_row(&r, row->id, row->row);
    }
}

/* --- all --- */

/* Puts what an original becomes into the tree and turns references to it. */
static SnId put_converted(SnModel *model, SnId id, SnComponent *component)
{
    const SnComponent *original = sn_model_get(model, id);
    SnComponent *list =
        sn_model_list_for(sn_component_model((SnComponent *)original), component->class);
    if (original->name)
        sn_component_set_name(component, sn_name_unused(list, original->name));
    const SnId put = sn_edit_put(model, list, component, -1, -1);
    redirect(model, id, put);
    return put;
}

static void put_all(SnModel *model, const SnId *ids, const GPtrArray *components, GArray *made)
{
    g_autoptr(GArray) originals = g_array_new(FALSE, FALSE, sizeof(SnId));
    g_autoptr(GArray) put = g_array_new(FALSE, FALSE, sizeof(SnId));
    for (guint i = 0; i < components->len; i++) {
        if (!components->pdata[i])
            continue;
        const SnId id = put_converted(model, ids[i], components->pdata[i]);
        g_array_append_val(put, id);
        g_array_append_val(originals, ids[i]);
    }
    sn_edit_remove(model, (const SnId *)(const void *)originals->data, (int)originals->len, NULL);
    for (guint i = 0; made && i < put->len; i++) /* one may have hung on a node of another */
        if (sn_model_get(model, g_array_index(put, SnId, i)))
            g_array_append_val(made, g_array_index(put, SnId, i));
}

bool sn_edit_replace(SnModel *model, SnId id, SnComponent *component, SnId *made, GError **error)
{
    const SnComponent *original = sn_edit_listed(model, id, error);
    const SnComponent *list =
        original ? sn_model_list_for(sn_component_model((SnComponent *)original), component->class)
                 : NULL;
    if (!original || !sn_edit_check_add(model, list, component, -1, error)) {
        sn_component_free(component);
        return false;
    }
    g_autofree char *label = sn_edit_label("Convert to", component->class->label);
    sn_edit_log_open(model, label);
    *made = put_converted(model, id, component);
    sn_edit_remove(model, &id, 1, NULL);
    sn_edit_log_close(model);
    return true;
}

static bool check_convert(const SnModel *model, const SnId *ids, int n, GError **error)
{
    for (int i = 0; i < n; i++) {
        const SnComponent *component = sn_edit_listed(model, ids[i], error);
        if (!component)
            return false;
        if (!is_convertible(component->class))
            return sn_refuse(error, SN_MODEL_ERROR_CLASS,
                             "only springs, muscles, ligaments and strands become one another, not "
                             "a %s",
                             component->class->name);
    }
    return true;
}

bool sn_edit_convert(SnModel *model, const SnId *ids, int n, const SnClass *class,
                     void (*fit)(const SnModel *model, SnComponent *component), GArray *made,
                     GPtrArray *lost, GError **error)
{
    if (!is_convertible(class))
        return sn_refuse(error, SN_MODEL_ERROR_CLASS,
                         "springs, muscles, ligaments and strands become one another, and not %s",
                         class ? class->name : "what is no class");
    if (!check_convert(model, ids, n, error))
        return false;
    g_autoptr(GPtrArray) components = g_ptr_array_new();
    bool good = true;
    for (int i = 0; i < n && good; i++) {
        const SnComponent *original = sn_model_get(model, ids[i]);
        SnComponent *component =
            original->class == class ? NULL : converted(model, original, class, fit, lost, error);
        good = component || original->class == class;
        const SnComponent *list =
            component ? sn_model_list_for(sn_component_model((SnComponent *)original), class)
                      : NULL;
        g_ptr_array_add(components, component);
        good = good && (!component || sn_edit_check_add(model, list, component, -1, error));
    }
    if (!good) {
        for (guint i = 0; i < components->len; i++)
            if (components->pdata[i])
                sn_component_free(components->pdata[i]);
        return false;
    }
    g_autofree char *label = n == 1 ? sn_edit_label("Convert to", class->label)
                                    : g_strdup_printf("Convert %d components", n);
    sn_edit_log_open(model, label);
    put_all(model, ids, components, made);
    sn_edit_log_close(model);
    return true;
}
