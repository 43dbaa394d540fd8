/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who refers to whom.  A hard reference makes its holder depend on its target: the holder goes when
 * the target goes.  A soft one becomes null.  A list of targets (of a probe) loses those that go;
 * the holder goes when fewer than the row's min_count are left. */
#include "engine/model/references.h"

#include "engine/text/refuse.h"

/* Longest chain of hard references, as frames that attach to frames. */
enum { DEEPEST_CHAIN = 64 };

static bool visit_row(SnComponent *holder, SnId object, const void *fields, const SnProperty *p,
                      int row, SnReferenceVisit visit, void *data)
{
    const char *at = (const char *)fields + p->offset;
    if (p->kind == SN_RESULT)
        return true;
    if (p->type == SN_TYPE_REF) {
        const SnId *id = (const SnId *)at;
        return sn_id_is_null(*id) || visit(holder, object, row, *id, data);
    }
    if (p->type == SN_TYPE_REFS) {
        const SnIdList *list = (const SnIdList *)at;
        for (int i = 0; i < list->n; i++)
            if (!visit(holder, object, row, list->ids[i], data))
                return false;
    } else if (p->type == SN_TYPE_TARGETS) {
        const SnTargets *list = (const SnTargets *)at;
        for (int i = 0; i < list->n; i++)
            if (!visit(holder, object, row, list->targets[i].id, data))
                return false;
    }
    return true;
}

static bool hold_references(const SnProperty *rows, int n)
{
    for (int i = 0; i < n; i++)
        if (rows[i].type == SN_TYPE_REF || rows[i].type == SN_TYPE_REFS ||
            rows[i].type == SN_TYPE_TARGETS)
            return true;
    return false;
}

/* Long arrays of numbers (nodes) are not gone through. */
static bool holds_references(const SnArrayRow *row)
{
    return hold_references(row->properties, row->n_properties);
}

static bool may_refer(const SnClass *class)
{
    bool may = false;
    for (const SnClass *c = class; c && !may; c = c->parent)
        may = hold_references(c->properties, c->n_properties);
    for (int a = 0; a < class->n_arrays && !may; a++)
        may = holds_references(&class->arrays[a]);
    return may;
}

/* Long lists are of one class: that it refers to nothing is found out once. */
static bool refers_to_nothing(const SnClass *class)
{
    static _Thread_local const SnClass *last;
    static _Thread_local bool nothing;
    if (class != last)
        nothing = !may_refer(class);
    last = class;
    return nothing;
}

bool sn_component_references(SnComponent *component, SnReferenceVisit visit, void *data)
{
    const SnClass *class = component->class;
    if (refers_to_nothing(class))
        return true;
    int end = sn_class_n_properties(class);
    for (const SnClass *c = class; c; c = c->parent) {
        end -= c->n_properties;
        for (int i = 0; i < c->n_properties; i++)
            if (!visit_row(component, component->id, component, &c->properties[i], end + i, visit,
                           data))
                return false;
    }
    for (int a = 0; a < class->n_arrays; a++) {
        const SnArrayRow *row = &class->arrays[a];
        const SnArray *array = sn_component_array(component, a);
        for (int k = 0; k < array->n && holds_references(row); k++)
            for (int i = 0; i < row->n_properties; i++)
                if (!visit_row(component, sn_id_of_entry(component->id, (unsigned)a, (uint32_t)k),
                               (const char *)array->entries + (size_t)k * row->entry_size,
                               &row->properties[i], i, visit, data))
                    return false;
    }
    return true;
}

/* --- dependents --- */

typedef struct Search {
    const SnModel *model;
    const uint8_t *marks; /* by slot: what goes */
    uint8_t *found_marks; /* where what cannot stay is marked; may be the same */
    bool found;           /* something new was marked in this pass */
    GArray *result;
} Search;

uint8_t *sn_marks_new(const SnModel *model, const SnId *ids, int n)
{
    uint8_t *marks = g_malloc0(model->slots->len);
    for (int i = 0; i < n; i++) {
        SnComponent *component = sn_model_get(model, ids[i]);
        if (component)
            sn_marks_set(marks, component, SN_MARK_GIVEN);
    }
    return marks;
}

typedef struct Marking {
    uint8_t *marks;
    uint8_t mark;
} Marking;

static bool mark_one(SnComponent *component, void *data)
{
    const Marking *m = data;
    if (!m->marks[component->id.index])
        m->marks[component->id.index] = m->mark;
    return true;
}

void sn_marks_set(uint8_t *marks, SnComponent *component, uint8_t mark)
{
    sn_component_walk(component, mark_one, &(Marking){marks, mark});
}

bool sn_value_without(const SnProperty *property, const uint8_t *marks, SnValue *value)
{
    int left = 0, before = 0;
    switch (property->type) {
    case SN_TYPE_REF:
        if (!marks[value->ref.index])
            return true;
        value->ref = SN_ID_NULL;
        return property->flags & SN_SOFT;
    case SN_TYPE_REFS:
        before = value->refs.n;
        for (int i = 0; i < before; i++)
            if (!marks[value->refs.ids[i].index])
                value->refs.ids[left++] = value->refs.ids[i];
        value->refs.n = left;
        return left == before || ((property->flags & SN_SOFT) && left >= property->min_count);
    case SN_TYPE_TARGETS:
        before = value->targets.n;
        for (int i = 0; i < before; i++)
            if (!marks[value->targets.targets[i].id.index])
                value->targets.targets[left++] = value->targets.targets[i];
        value->targets.n = left;
        return left == before || left >= property->min_count;
    default:
        return true;
    }
}

static bool cannot_stay(SnComponent *holder, SnId object, int row, SnId target, void *data)
{
    const Search *search = data;
    if (!search->marks[target.index])
        return true;
    const SnProperty *property = sn_model_property(search->model, object, row);
    SnValue value;
    sn_field_get(sn_model_object(search->model, object), property, &value);
    const bool may_stay = sn_value_without(property, search->marks, &value);
    sn_value_clear(&value);
    return may_stay;
}

static bool mark_dependent(SnComponent *component, void *data)
{
    Search *search = data;
    const uint32_t slot = component->id.index;
    if (search->found_marks[slot] || sn_component_references(component, cannot_stay, search))
        return true;
    search->found_marks[slot] = SN_MARK_DEPENDENT;
    search->found = true;
    return true;
}

void sn_marks_close(const SnModel *model, uint8_t *marks, bool closure)
{
    /* without closure, what is found must not make others dependent */
    g_autofree uint8_t *given = closure ? NULL : g_memdup2(marks, model->slots->len);
    Search search = {.model = model, .marks = closure ? marks : given, .found_marks = marks};
    do {
        search.found = false;
        sn_component_walk(model->root, mark_dependent, &search);
    } while (closure && search.found);
}

static bool collect_dependent(SnComponent *component, void *data)
{
    Search *search = data;
    if (search->marks[component->id.index] == SN_MARK_DEPENDENT)
        g_array_append_val(search->result, component->id);
    return true;
}

GArray *sn_model_dependents(const SnModel *model, const SnId *ids, int n, bool closure)
{
    g_autofree uint8_t *marks = sn_marks_new(model, ids, n);
    sn_marks_close(model, marks, closure);
    Search search = {.model = model, .marks = marks};
    search.result = g_array_new(FALSE, FALSE, sizeof(SnId));
    sn_component_walk(model->root, collect_dependent, &search);
    return search.result;
}

/* --- checks --- */

typedef struct Chain {
    const SnModel *model;
    SnId goal;
    SnId at; /* an entry: its references alone are followed */
    int depth;
} Chain;

/* Entries of a component may hang on each other (nodes of strands): a circle is one of entries. */
static bool is_goal(const Chain *chain, SnId target)
{
    return chain->goal.entry != 0 && target.entry != 0
               ? sn_id_equal(target, chain->goal)
               : sn_id_equal(sn_id_component(target), sn_id_component(chain->goal));
}

static bool follow_reference(SnComponent *holder, SnId object, int row, SnId target, void *data);

static bool follow_from(Chain *chain, SnId target)
{
    SnComponent *component = sn_model_get(chain->model, target);
    const SnId before = chain->at;
    chain->at = target;
    chain->depth++;
    const bool free_of_goal =
        !component || sn_component_references(component, follow_reference, chain);
    chain->depth--;
    chain->at = before;
    return free_of_goal;
}

/* Follows hard single references; stops (false) at the goal or when the chain is too long. */
static bool follow_reference(SnComponent *holder, SnId object, int row, SnId target, void *data)
{
    Chain *chain = data;
    const SnProperty *property = sn_model_property(chain->model, object, row);
    if (property->type != SN_TYPE_REF || (property->flags & SN_SOFT) ||
        (chain->at.entry != 0 && !sn_id_equal(object, chain->at)))
        return true;
    if (is_goal(chain, target) || chain->depth >= DEEPEST_CHAIN)
        return false;
    return follow_from(chain, target);
}

static bool check_reference(const SnModel *model, SnId holder, const SnProperty *property,
                            SnId target, GError **error)
{
    SnComponent *component = sn_model_get(model, target);
    if (!component)
        return sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s refers to a component that is not there",
                         property->name);
    g_autofree char *path = sn_model_path(model, target);
    if (!sn_model_object(model, target))
        return sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s refers to %s, which is not there",
                         property->name, path);
    const SnArrayRow *array =
        target.entry != 0 ? &component->class->arrays[sn_id_array(target)] : NULL;
    const SnClass *class = array ? array->family : component->class;
    if (!class || !sn_class_is_a(class, property->target)) {
        g_autofree char *members = sn_class_members(model->classes, property->target);
        const char *what = array ? array->name : component->class->name;
        return sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s must refer to a %s; %s is %s %s",
                         property->name, members, path, array ? "one of the" : "a", what);
    }
    Chain chain = {model, holder, SN_ID_NULL, 0};
    if (sn_id_is_null(holder))
        return true;
    if (is_goal(&chain, target) || !follow_from(&chain, target))
        return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                         "%s: %s refers back to this component, directly or through others, or by "
                         "more than %d steps",
                         property->name, path, DEEPEST_CHAIN);
    return true;
}

static bool check_target(const SnModel *model, const SnProperty *property, const SnTarget *target,
                         GError **error)
{
    if (!sn_model_object(model, target->id))
        return sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s refers to a component that is not there",
                         property->name);
    const SnProperty *row = sn_model_property(model, target->id, target->row);
    g_autofree char *path = sn_model_path(model, target->id);
    if (!row)
        return sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s: %s has no property number %d",
                         property->name, path, target->row);
    if ((property->flags & SN_INPUTS_ONLY) && row->kind != SN_INPUT)
        return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                         "%s: %s:%s is not an input and cannot be driven", property->name, path,
                         row->name);
    if ((property->flags & SN_DRIVES) && !sn_property_can_be_driven(row))
        return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                         "%s: %s:%s cannot be driven: only inputs can, and parameters that change "
                         "while the model runs",
                         property->name, path, row->name);
    if (!(property->flags & SN_ANY_PROPERTY) &&
        (row->bind <= SN_BIND_DOCUMENT || sn_type_width(row->type) == 0))
        return sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s: %s:%s has no value over time",
                         property->name, path, row->name);
    return true;
}

bool sn_reference_check(const SnModel *model, SnId holder, const SnProperty *property,
                        const SnValue *value, GError **error)
{
    if (value->type == SN_TYPE_REF) {
        if (sn_id_is_null(value->ref) && !(property->flags & SN_REQUIRED))
            return true;
        if (sn_id_is_null(value->ref)) {
            g_autofree char *members = sn_class_members(model->classes, property->target);
            return sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s must refer to a %s", property->name,
                             members);
        }
        return check_reference(model, holder, property, value->ref, error);
    }
    if (value->type == SN_TYPE_REFS) {
        for (int i = 0; i < value->refs.n; i++)
            if (!check_reference(model, holder, property, value->refs.ids[i], error))
                return false;
    } else if (value->type == SN_TYPE_TARGETS) {
        for (int i = 0; i < value->targets.n; i++)
            if (!check_target(model, property, &value->targets.targets[i], error))
                return false;
    }
    return true;
}
