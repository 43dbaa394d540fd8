/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/file/difference.h"

#include "engine/model/file/file_json.h"
#include "engine/model/overrides.h"

#include <string.h>

typedef struct Comparison {
    const SnModel *model, *base;
    GArray *found[SN_DIFFERENCE_ADDED + 1]; /* of SnDifference, by kind */
} Comparison;

static void note(Comparison *comparison, SnDifference difference)
{
    g_array_append_val(comparison->found[difference.kind], difference);
}

/* --- properties --- */

static bool is_path(SnType type)
{
    return type == SN_TYPE_REF || type == SN_TYPE_REFS || type == SN_TYPE_TARGETS;
}

/* Whether two values would stand in a file as the same text: ids of two models are not compared. */
static bool same_value(const Comparison *c, SnId id, SnId base, const SnProperty *property,
                       const SnValue *a, const SnValue *b)
{
    if (!is_path(property->type))
        return sn_value_equal(a, b);
    json_t *x = sn_json_from_value(c->model, sn_model_get(c->model, id), property, a);
    json_t *y = sn_json_from_value(c->base, sn_model_get(c->base, base), property, b);
    const bool same = json_equal(x, y);
    json_decref(x);
    json_decref(y);
    return same;
}

/* Whether a default can be left to reading rather than written as a value: an empty text or list,
 * a null reference. */
static bool is_left_out(const SnProperty *property, const SnValue *value)
{
    SnValue usual;
    sn_property_default(property, &usual);
    const bool same = sn_type_width(property->type) == 0 && sn_value_equal(value, &usual);
    sn_value_clear(&usual);
    return same;
}

static bool is_saved(const SnModel *model, SnId id, const SnProperty *property)
{
    return property->kind != SN_RESULT && !(property->flags & SN_DERIVED) &&
           sn_model_applies(model, id, property);
}

/* SET or RESET with true, or false where the property is the same in both. */
static bool compare_property(const Comparison *c, SnId id, SnId base, int row,
                             SnDifference *difference)
{
    const SnProperty *property = sn_model_property(c->model, id, row);
    if (!is_saved(c->model, id, property))
        return false;
    const void *object = sn_model_object(c->model, id), *other = sn_model_object(c->base, base);
    const bool inheritable = property->flags & SN_INHERITABLE && id.entry == 0;
    const SnMode mode = inheritable ? sn_field_mode(object, property) : SN_MODE_EXPLICIT;
    const SnMode base_mode = inheritable ? sn_field_mode(other, property) : SN_MODE_EXPLICIT;
    *difference = (SnDifference){SN_DIFFERENCE_SET, id, base, row, SN_ID_NULL, false};
    if (mode != base_mode) {
        if (mode == SN_MODE_INHERITED)
            difference->kind = SN_DIFFERENCE_RESET;
        return true;
    }
    if (mode == SN_MODE_INHERITED)
        return false;
    SnValue a, b;
    sn_field_get(object, property, &a);
    sn_field_get(other, property, &b);
    const bool same = same_value(c, id, base, property, &a, &b);
    if (!same && !inheritable && id.entry == 0 && is_left_out(property, &a))
        difference->kind = SN_DIFFERENCE_RESET;
    sn_value_clear(&a);
    sn_value_clear(&b);
    return !same;
}

static void compare_rows(Comparison *c, SnId id, SnId base)
{
    const int n = sn_model_n_properties(c->model, id);
    for (int row = 0; row < n; row++) {
        SnDifference difference;
        if (compare_property(c, id, base, row, &difference))
            note(c, difference);
    }
}

/* --- arrays --- */

static bool entry_differs(const Comparison *c, SnId id, SnId base)
{
    SnDifference unused;
    const int n = sn_model_n_properties(c->model, id);
    for (int row = 0; row < n; row++) {
        const SnProperty *property = sn_model_property(c->model, id, row);
        if (property->kind != SN_RESULT &&
            sn_model_applies(c->model, id, property) != sn_model_applies(c->base, base, property))
            return true;
        if (compare_property(c, id, base, row, &unused))
            return true;
    }
    return false;
}

/* A few changed entries are reported one by one, many as the whole table that they are. */
static void compare_entries(Comparison *c, const SnComponent *component, const SnComponent *base,
                            int array)
{
    const int n = sn_component_array((SnComponent *)(uintptr_t)component, array)->n;
    const int n_base = sn_component_array((SnComponent *)(uintptr_t)base, array)->n;
    g_autoptr(GArray) changed = g_array_new(FALSE, FALSE, sizeof(int));
    for (int i = 0; i < n && n == n_base; i++)
        if (entry_differs(c, sn_id_of_entry(component->id, (unsigned)array, (uint32_t)i),
                          sn_id_of_entry(base->id, (unsigned)array, (uint32_t)i)))
            g_array_append_val(changed, i);
    if (n == n_base && (int)changed->len <= MAX(1, n / 4)) {
        for (guint k = 0; k < changed->len; k++) {
            const uint32_t i = (uint32_t)g_array_index(changed, int, k);
            compare_rows(c, sn_id_of_entry(component->id, (unsigned)array, i),
                         sn_id_of_entry(base->id, (unsigned)array, i));
        }
        return;
    }
    note(c,
         (SnDifference){SN_DIFFERENCE_ENTRIES, component->id, base->id, array, SN_ID_NULL, false});
}

static int compare_overrides(const SnOverride *a, const SnOverride *b)
{
    if (a->entry != b->entry)
        return a->entry < b->entry ? -1 : 1;
    return a->row - b->row;
}

/* Those that a file keeps. */
static GArray *saved_overrides(const SnModel *model, const SnComponent *component)
{
    GArray *overrides = sn_overrides_collect(component);
    for (guint i = overrides->len; i-- > 0;) {
        const SnOverride *override = &g_array_index(overrides, SnOverride, i);
        SnId id = component->id;
        id.entry = override->entry;
        if (!sn_model_applies(model, id, sn_model_property(model, id, override->row)))
            g_array_remove_index(overrides, i);
    }
    return overrides;
}

/* What files say of the entries that a mesh makes. */
static void compare_derived(Comparison *c, const SnComponent *component, const SnComponent *base)
{
    if (!sn_class_has_derived(component->class))
        return;
    g_autoptr(GArray) own = saved_overrides(c->model, component);
    g_autoptr(GArray) theirs = saved_overrides(c->base, base);
    guint i = 0, k = 0;
    while (i < own->len || k < theirs->len) {
        const SnOverride *a = i < own->len ? &g_array_index(own, SnOverride, i) : NULL;
        const SnOverride *b = k < theirs->len ? &g_array_index(theirs, SnOverride, k) : NULL;
        const int order = !a ? 1 : !b ? -1 : compare_overrides(a, b);
        SnDifference difference = {SN_DIFFERENCE_SET,           component->id, base->id,
                                   order > 0 ? b->row : a->row, SN_ID_NULL,    false};
        difference.id.entry = difference.base.entry = order > 0 ? b->entry : a->entry;
        const SnProperty *property = sn_model_property(c->base, difference.base, difference.row);
        if (order > 0)
            difference.kind = SN_DIFFERENCE_RESET;
        if (order <= 0)
            property = sn_model_property(c->model, difference.id, difference.row);
        if (order != 0 ||
            !same_value(c, difference.id, difference.base, property, &a->value, &b->value))
            note(c, difference);
        i += order <= 0;
        k += order >= 0;
    }
}

/* --- the tree --- */

static void compare_component(Comparison *c, const SnComponent *component, const SnComponent *base);

static SnComponent *child(const SnComponent *list, guint i)
{
    return g_ptr_array_index(list->children, i);
}

/* The component of the base's list that is the same; NULL. */
static SnComponent *same_in(const SnComponent *list, const SnComponent *component)
{
    SnComponent *other = component->name ? sn_component_child(list, component->name)
                                         : sn_component_child_by_number(list, component->number);
    return other && other->class == component->class && !other->name == !component->name ? other
                                                                                         : NULL;
}

/* Longest increasing subsequence of the places. */
int *sn_places_in_base(const SnComponent *list, const SnComponent *base)
{
    const int n = (int)list->children->len;
    int *location = g_new(int, n + 1), *ends = g_new(int, n + 1), *former = g_new(int, n + 1);
    int longest = 0;
    for (int i = 0; i < n; i++) {
        const SnComponent *other = same_in(base, child(list, (guint)i));
        location[i] = other ? sn_component_position(other) : -1;
        if (location[i] < 0)
            continue;
        int low = 0, high = longest; /* ends[k]: last of the best sequence of k + 1 */
        while (low < high) {
            const int middle = (low + high) / 2;
            if (location[ends[middle]] < location[i])
                low = middle + 1;
            else
                high = middle;
        }
        former[i] = low > 0 ? ends[low - 1] : -1;
        ends[low] = i;
        longest = MAX(longest, low + 1);
    }
    int keep = longest > 0 ? ends[longest - 1] : -1;
    for (int i = n - 1; i >= 0; i--) {
        if (i == keep)
            keep = former[i];
        else
            location[i] = -1;
    }
    g_free(former);
    g_free(ends);
    return location;
}

/* Numbers that file_merge.c gives where nothing is said. */
static int number_read(const SnComponent *in_base, int position)
{
    const bool keeps = !in_base->name || in_base->number != sn_component_position(in_base);
    return keeps ? in_base->number : position;
}

static void compare_list(Comparison *c, const SnComponent *list, const SnComponent *base)
{
    const guint n = list->children->len, n_base = base->children->len;
    g_autofree int *location = sn_places_in_base(list, base);
    g_autofree bool *stays = g_new0(bool, n_base + 1);
    bool changed = false;
    for (guint i = 0; i < n; i++) {
        changed = changed || location[i] < 0;
        if (location[i] >= 0)
            stays[location[i]] = true;
    }
    for (guint i = 0; i < n_base; i++)
        if (!stays[i]) {
            changed = true;
            note(c, (SnDifference){SN_DIFFERENCE_REMOVED, SN_ID_NULL, child(base, i)->id, -1,
                                   SN_ID_NULL, false});
        }
    compare_rows(c, list->id, base->id);
    for (guint i = 0; i < n; i++) {
        const SnComponent *component = child(list, i);
        if (location[i] < 0) {
            guint next = i + 1;
            while (next < n && location[next] < 0)
                next++;
            const SnId before = next < n ? child(base, (guint)location[next])->id : SN_ID_NULL;
            note(c, (SnDifference){SN_DIFFERENCE_ADDED, component->id, SN_ID_NULL, -1, before,
                                   component->number != (int)i});
            continue;
        }
        const SnComponent *other = child(base, (guint)location[i]);
        if (component->number != (changed ? number_read(other, (int)i) : other->number))
            note(c, (SnDifference){SN_DIFFERENCE_NUMBER, component->id, other->id, -1, SN_ID_NULL,
                                   false});
        compare_component(c, component, other);
    }
}

static void compare_component(Comparison *c, const SnComponent *component, const SnComponent *base)
{
    const SnClass *class = component->class;
    compare_rows(c, component->id, base->id);
    for (int i = 0; i < class->n_arrays; i++)
        if (!class->arrays[i].derived)
            compare_entries(c, component, base, i);
    compare_derived(c, component, base);
    for (int i = 0; i < class->n_lists; i++)
        compare_list(c, child(component, (guint)i), child(base, (guint)i));
}

GArray *sn_model_differences(const SnModel *model, const SnModel *base)
{
    Comparison comparison = {.model = model, .base = base};
    for (size_t i = 0; i < G_N_ELEMENTS(comparison.found); i++)
        comparison.found[i] = g_array_new(FALSE, FALSE, sizeof(SnDifference));
    compare_component(&comparison, model->root, base->root);
    GArray *all = comparison.found[0];
    for (size_t i = 1; i < G_N_ELEMENTS(comparison.found); i++) {
        g_array_append_vals(all, comparison.found[i]->data, comparison.found[i]->len);
        g_array_unref(comparison.found[i]);
    }
    return all;
}

bool sn_model_differs(const SnModel *model, const SnModel *base, SnId id, int row,
                      SnDifference *difference)
{
    if (!sn_model_get(model, id))
        return false;
    const Comparison comparison = {.model = model, .base = base};
    g_autofree char *path = sn_model_path(model, id);
    const SnId other = sn_model_resolve(base, NULL, path, NULL);
    const SnComponent *component = sn_model_get(base, other);
    return component && component->class == sn_model_get(model, id)->class &&
           sn_id_array(other) == sn_id_array(id) && sn_model_object(base, other) &&
           compare_property(&comparison, id, other, row, difference);
}

char *sn_difference_path(const SnModel *model, const SnModel *base, const SnDifference *difference)
{
    const bool gone = !sn_model_object(model, difference->id);
    const SnModel *owner = gone ? base : model;
    const SnId id = gone ? difference->base : difference->id;
    g_autofree char *path = sn_model_path(owner, id);
    if (difference->kind == SN_DIFFERENCE_NUMBER)
        return g_strconcat(path, ":number", NULL);
    if (difference->row < 0)
        return g_steal_pointer(&path);
    const char *name = difference->kind == SN_DIFFERENCE_ENTRIES
                           ? sn_model_get(owner, id)->class->arrays[difference->row].name
                           : sn_model_property(owner, id, difference->row)->name;
    return g_strconcat(path, ":", name, NULL);
}
