/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/edit/select.h"

#include "engine/model/drawable.h"
#include "engine/model/references.h"
#include "engine/text/refuse.h"

#include <string.h>

static GArray *new_ids(void)
{
    return g_array_new(FALSE, FALSE, sizeof(SnId));
}

static bool is_listed(const SnComponent *component)
{
    return component->parent && component->parent->class == &SN_CLASS_LIST;
}

/* --- by class and name --- */

typedef struct Pattern {
    const SnClass *class;
    char *text;          /* in small letters; owned */
    GPatternSpec *whole; /* NULL: not of that kind */
    GRegex *regular;     /* NULL: not of that kind */
    GArray *found;
} Pattern;

static bool read_pattern(const char *text, Pattern *pattern, GError **error)
{
    const size_t n = text ? strlen(text) : 0;
    if (n >= 2 && text[0] == '/' && text[n - 1] == '/') {
        g_autofree char *inner = g_strndup(text + 1, n - 2);
        g_autoptr(GError) why = NULL;
        pattern->regular = g_regex_new(inner, G_REGEX_OPTIMIZE, 0, &why);
        return pattern->regular ||
               sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s: %s", text, why->message);
    }
    pattern->text = g_utf8_strdown(text ? text : "", -1);
    if (strpbrk(pattern->text, "*?"))
        pattern->whole = g_pattern_spec_new(pattern->text);
    return true;
}

static bool fits(const Pattern *pattern, const char *name)
{
    if (pattern->regular)
        return name && g_regex_match(pattern->regular, name, 0, NULL);
    if (!name)
        return *pattern->text == '\0' || strcmp(pattern->text, "*") == 0;
    g_autofree char *small = g_utf8_strdown(name, -1);
    return pattern->whole ? g_pattern_spec_match_string(pattern->whole, small)
                          : strstr(small, pattern->text) != NULL;
}

static bool match(SnComponent *component, void *data)
{
    const Pattern *pattern = data;
    if (is_listed(component) &&
        (!pattern->class || sn_class_is_a(component->class, pattern->class)) &&
        fits(pattern, component->name))
        g_array_append_val(pattern->found, component->id);
    return true;
}

GArray *sn_select_matching(const SnModel *model, const SnClass *class, const char *text,
                           GError **error)
{
    Pattern pattern = {.class = class};
    if (read_pattern(text, &pattern, error)) {
        pattern.found = new_ids();
        sn_component_walk(model->root, match, &pattern);
    }
    g_clear_pointer(&pattern.whole, g_pattern_spec_free);
    g_clear_pointer(&pattern.regular, g_regex_unref);
    g_free(pattern.text);
    return pattern.found;
}

/* --- alike --- */

/* What a point or frame is on; null for anything else. */
static SnId carrier_of(const SnComponent *component)
{
    static const char *const rows[] = {"frame", "body"};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        const int row = sn_class_find_property(component->class, rows[i]);
        const SnProperty *property = row >= 0 ? sn_class_property(component->class, row) : NULL;
        if (property && property->type == SN_TYPE_REF && property->kind != SN_RESULT)
            return *(const SnId *)((const char *)component + property->offset);
    }
    return SN_ID_NULL;
}

/* A kind: class and carrier. */
static char *kind_of(const SnComponent *component)
{
    const SnId carrier = carrier_of(component);
    return g_strdup_printf("%s %u %u", component->class->name, carrier.index, carrier.entry);
}

typedef struct Likeness {
    GHashTable *kinds;
    GArray *found;
} Likeness;

static bool match_kind(SnComponent *component, void *data)
{
    const Likeness *likeness = data;
    if (!is_listed(component))
        return true;
    g_autofree char *kind = kind_of(component);
    if (g_hash_table_contains(likeness->kinds, kind))
        g_array_append_val(likeness->found, component->id);
    return true;
}

GArray *sn_select_similar(const SnModel *model, const SnId *ids, int n)
{
    g_autoptr(GHashTable) kinds = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (int i = 0; i < n; i++) {
        const SnComponent *component = sn_model_get(model, ids[i]);
        if (component)
            g_hash_table_add(kinds, kind_of(component));
    }
    const Likeness likeness = {kinds, new_ids()};
    sn_component_walk(model->root, match_kind, (void *)&likeness);
    return likeness.found;
}

/* --- connected --- */

typedef struct Connection {
    const SnModel *model;
    uint8_t *marks; /* by SnId.index: reached in earlier rounds */
    uint8_t *fresh; /* in this one */
    bool found;
} Connection;

/* What stands for something in a list: itself, or what it is part of. */
static const SnComponent *listed(const SnComponent *component)
{
    while (component && !is_listed(component))
        component = component->parent;
    return component;
}

static void reach(Connection *c, const SnComponent *component)
{
    if (component && !c->marks[component->id.index] && !c->fresh[component->id.index]) {
        c->fresh[component->id.index] = 1;
        c->found = true;
    }
}

static bool follow(SnComponent *holder, SnId object, int row, SnId target, void *data)
{
    Connection *c = data;
    const SnComponent *one = listed(holder), *other = listed(sn_model_get(c->model, target));
    if (sn_model_property(c->model, object, row)->type == SN_TYPE_TARGETS || !one || !other)
        return true;
    if (c->marks[one->id.index])
        reach(c, other);
    if (c->marks[other->id.index])
        reach(c, one);
    return true;
}

static bool follow_references(SnComponent *component, void *data)
{
    if (!component->class->document)
        sn_component_references(component, follow, data);
    return true;
}

typedef struct Marked {
    const uint8_t *marks;
    GArray *found;
} Marked;

static bool collect_marked(SnComponent *component, void *data)
{
    const Marked *marked = data;
    if (marked->marks[component->id.index] && is_listed(component))
        g_array_append_val(marked->found, component->id);
    return true;
}

/* Bytes by SnId.index: 1 for what is given; g_free. */
static uint8_t *mark_given(const SnModel *model, const SnId *ids, int n)
{
    uint8_t *marks = g_malloc0(model->slots->len);
    for (int i = 0; i < n; i++) {
        const SnComponent *component = listed(sn_model_get(model, ids[i]));
        if (component)
            marks[component->id.index] = 1;
    }
    return marks;
}

GArray *sn_select_connected(const SnModel *model, const SnId *ids, int n, bool all)
{
    const gsize n_slots = model->slots->len;
    g_autofree uint8_t *marks = mark_given(model, ids, n);
    g_autofree uint8_t *fresh = g_malloc0(n_slots);
    Connection connection = {model, marks, fresh, true};
    for (int round = 0; connection.found && (all || round == 0); round++) {
        connection.found = false;
        sn_component_walk(model->root, follow_references, &connection);
        for (gsize i = 0; i < n_slots; i++)
            marks[i] |= fresh[i];
    }
    const Marked marked = {marks, new_ids()};
    sn_component_walk(model->root, collect_marked, (void *)&marked);
    return marked.found;
}

static bool unmark(SnComponent *component, void *data)
{
    Connection *others = data; /* marked: what is not given, as far as it is in a list */
    others->marks[component->id.index] =
        is_listed(component) && !others->marks[component->id.index];
    return true;
}

GArray *sn_select_inner(const SnModel *model, const SnId *ids, int n)
{
    g_autofree uint8_t *given = mark_given(model, ids, n);
    g_autofree uint8_t *outside = mark_given(model, ids, n);
    g_autofree uint8_t *rim = g_malloc0(model->slots->len);
    Connection connection = {model, outside, rim, false};
    sn_component_walk(model->root, unmark, &connection);
    sn_component_walk(model->root, follow_references, &connection);
    for (gsize i = 0; i < model->slots->len; i++)
        given[i] = given[i] && !rim[i];
    const Marked marked = {given, new_ids()};
    sn_component_walk(model->root, collect_marked, (void *)&marked);
    return marked.found;
}

/* --- the others --- */

typedef struct Others {
    GHashTable *lists; /* SnComponent; empty: all that can be drawn */
    GHashTable *given; /* index */
    GArray *found;
} Others;

static bool collect_other(SnComponent *component, void *data)
{
    const Others *others = data;
    const bool wanted = g_hash_table_size(others->lists) > 0
                            ? g_hash_table_contains(others->lists, component->parent)
                            : sn_class_is_a(component->class, &SN_CLASS_DRAWABLE);
    if (is_listed(component) && wanted &&
        !g_hash_table_contains(others->given, GUINT_TO_POINTER(component->id.index)))
        g_array_append_val(others->found, component->id);
    return true;
}

GArray *sn_select_inverse(const SnModel *model, const SnId *ids, int n)
{
    g_autoptr(GHashTable) lists = g_hash_table_new(NULL, NULL);
    g_autoptr(GHashTable) given = g_hash_table_new(NULL, NULL);
    for (int i = 0; i < n; i++) {
        const SnComponent *component = listed(sn_model_get(model, ids[i]));
        if (component) {
            g_hash_table_add(lists, component->parent);
            g_hash_table_add(given, GUINT_TO_POINTER(component->id.index));
        }
    }
    const Others others = {lists, given, new_ids()};
    sn_component_walk(model->root, collect_other, (void *)&others);
    if (others.found->len == 0) { /* those lists are taken whole */
        g_hash_table_remove_all(lists);
        sn_component_walk(model->root, collect_other, (void *)&others);
    }
    return others.found;
}
