/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The differences of a file applied to the document of its base.  Only containers on the way to a
 * difference are copied; each copy remembers what it is a copy of. */
#include "engine/model/file/file_merge.h"

#include "engine/model/classes/class_table.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/drawable.h"
#include "engine/model/file/file_json.h"
#include "engine/text/limits.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A list of components that differences name. */
typedef struct List {
    json_t *items; /* changed copy; in the merged document */
    const SnClass *accepts;
    GHashTable *index; /* name or number -> index in items, from 1 */
    bool *removed;     /* [base's n] */
    GArray *added;     /* of Addition */
    bool changed;      /* components came or went */
} List;

typedef struct Addition {
    json_t *item; /* owned */
    int before;   /* index in items; their count: at the end */
} Addition;

typedef struct Merger {
    SnMerge *merge;
    const SnSource *source;
    SnKeyTables *tables;
    json_t *document;        /* the merged one */
    GHashTable *lists;       /* items -> List */
    SnJsonLocation location; /* of the difference at hand, for messages */
} Merger;

/* What a path means: a component, a list or an entry of an array. */
typedef struct Spot {
    json_t *json; /* changed copy: the object with the keys */
    const SnClass *class;
    const SnArrayRow *row; /* of an entry, NULL otherwise */
    List *list;            /* the list itself; of a component: the one that holds it */
    int index;             /* in that list, or of an entry in its array */
    const char *list_name; /* of a list itself */
    json_t *holder;        /* changed copy of what holds it: an entry's array, a list's component */
} Spot;

static void free_list(gpointer data)
{
    List *list = data;
    for (guint i = 0; i < list->added->len; i++)
        json_decref(g_array_index(list->added, Addition, i).item);
    g_array_unref(list->added);
    g_hash_table_unref(list->index);
    g_free(list->removed);
    g_free(list);
}

static bool fail(const Merger *merger, const char *format, ...) G_GNUC_PRINTF(2, 3);

static bool fail(const Merger *merger, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    return sn_source_fail(merger->source, merger->location, "%s", message);
}

/* --- copies --- */

static json_t *copy_of(const Merger *merger, json_t *from)
{
    json_t *copy = json_copy(from);
    g_hash_table_insert(merger->merge->origins, copy, from);
    return copy;
}

/* The copy of what an object has at a key that may be changed; NULL if it has nothing there. */
static json_t *own_key(const Merger *merger, json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);
    if (!value || g_hash_table_contains(merger->merge->origins, value))
        return value;
    json_t *copy = copy_of(merger, value);
    json_object_set_new(object, key, copy);
    return copy;
}

static json_t *own_item(const Merger *merger, json_t *array, size_t index)
{
    json_t *value = json_array_get(array, index);
    if (g_hash_table_contains(merger->merge->origins, value))
        return value;
    json_t *copy = copy_of(merger, value);
    json_array_set_new(array, index, copy);
    return copy;
}

/* A difference gives `value` at a key of a changed copy. */
static void give(const Merger *merger, json_t *object, const char *key, json_t *value)
{
    SnGiven *given = g_new(SnGiven, 1);
    *given = (SnGiven){object, g_intern_string(key), merger->source, merger->location};
    g_hash_table_replace(merger->merge->given, given, given);
    json_object_set(object, key, value);
}

/* A container that neither file has. */
static json_t *make(const Merger *merger, json_t *container)
{
    g_hash_table_insert(merger->merge->origins, container, NULL);
    return container;
}

/* --- paths --- */

static int number_of(const json_t *item, int index)
{
    const json_t *number = json_object_get(item, "number");
    const double value = json_number_value(number);
    return json_is_number(number) && value >= 0 && value < 1e9 ? (int)value : index;
}

/* The list of that name in a component; NULL with the error. */
static List *find_list(Merger *merger, json_t *component, const SnListRow *row)
{
    json_t *json = own_key(merger, component, row->name);
    if (!json) {
        json = make(merger, json_array());
        give(merger, component, row->name, json);
        json_decref(json);
    }
    json_t *items = json;
    if (json_is_object(json) && !(items = own_key(merger, json, "items"))) {
        items = make(merger, json_array());
        give(merger, json, "items", items);
        json_decref(items);
    }
    if (!json_is_array(items)) {
        fail(merger, "the base has no list of components in \"%s\"", row->name);
        return NULL;
    }
    List *list = g_hash_table_lookup(merger->lists, items);
    if (list)
        return list;
    const size_t n = json_array_size(items);
    list = g_new0(List, 1);
    list->items = items;
    list->accepts = row->accepts;
    list->index = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    list->removed = g_new0(bool, n + 1);
    list->added = g_array_new(FALSE, FALSE, sizeof(Addition));
    for (size_t i = 0; i < n; i++) {
        const json_t *item = json_array_get(items, i);
        const char *name = json_string_value(json_object_get(item, "name"));
        char *number = g_strdup_printf("%d", number_of(item, (int)i));
        if (name)
            g_hash_table_insert(list->index, g_strdup(name), GINT_TO_POINTER((int)i + 1));
        g_hash_table_insert(list->index, number, GINT_TO_POINTER((int)i + 1));
    }
    g_hash_table_insert(merger->lists, items, list);
    return list;
}

static const SnClass *class_of(const Merger *merger, const json_t *item, const SnClass *family)
{
    const char *name = json_string_value(json_object_get(item, "class"));
    const SnClass *class =
        name ? sn_class_by_name(name) : sn_key_tables_usual_class(merger->tables, family);
    return class && !class->abstract && sn_class_is_a(class, family) ? class : NULL;
}

/* Index of a component of the base in a list; -1 with the error. */
static int find_item(const Merger *merger, const List *list, const char *list_name,
                     const char *element)
{
    const int index = GPOINTER_TO_INT(g_hash_table_lookup(list->index, element)) - 1;
    g_autofree char *excerpt = sn_excerpt(element, strlen(element));
    if (index >= 0 && !list->removed[index])
        return index;
    if (index >= 0) {
        fail(merger, "\"%s\" is removed from %s", excerpt, list_name);
        return -1;
    }
    g_autoptr(GPtrArray) words = g_ptr_array_new();
    GHashTableIter all;
    gpointer word;
    g_hash_table_iter_init(&all, list->index);
    while (words->len < 1000 && g_hash_table_iter_next(&all, &word, NULL))
        g_ptr_array_add(words, word);
    const char *nearest = sn_nearest_word(element, words);
    fail(merger, "the base has no \"%s\" in %s%s%s%s", excerpt, list_name,
         nearest ? "; did you mean \"" : "", nearest ? nearest : "", nearest ? "\"?" : "");
    return -1;
}

/* The entry with a number in an array of a component; a derived one is made if the base says
 * nothing of it. */
static bool find_entry(Merger *merger, Spot *spot, const SnArrayRow *row, const char *element)
{
    char *rest;
    const unsigned long number = strtoul(element, &rest, 10);
    if (!g_ascii_isdigit(*element) || *rest || number >= SN_MAX_MESH_ELEMENTS)
        return fail(merger, "expected the number of one of the %s after \"%s/\"", row->name,
                    row->name);
    json_t *entries = own_key(merger, spot->json, row->name);
    if (!entries && row->derived) {
        entries = make(merger, json_array());
        give(merger, spot->json, row->name, entries);
        json_decref(entries);
    }
    size_t i = number;
    if (row->derived)
        for (i = 0; i < json_array_size(entries); i++)
            if (number_of(json_array_get(entries, i), -1) == (int)number)
                break;
    if (row->derived && i == json_array_size(entries)) {
        json_t *entry = make(merger, json_object());
        json_t *value = json_integer((json_int_t)number);
        give(merger, entry, "number", value);
        json_decref(value);
        json_array_append_new(entries, entry);
    }
    if (!json_is_object(json_array_get(entries, i)))
        return fail(merger, "the base has %zu %s here, numbered from 0", json_array_size(entries),
                    row->name);
    spot->holder = entries;
    spot->json = own_item(merger, entries, i);
    spot->row = row;
    spot->index = (int)i;
    return true;
}

/* One step from a component: into the list `element` if there is one, else into the array. */
static bool step_into(Merger *merger, Spot *spot, const char *element, const char *next)
{
    const SnClass *class = spot->class;
    for (int i = 0; i < class->n_lists; i++) {
        if (strcmp(class->lists[i].name, element) != 0)
            continue;
        List *list = find_list(merger, spot->json, &class->lists[i]);
        if (!list)
            return false;
        if (!next) {
            *spot = (Spot){.json = json_object_get(spot->json, element),
                           .class = &SN_CLASS_LIST,
                           .list = list,
                           .list_name = class->lists[i].name,
                           .holder = spot->json};
            return true;
        }
        const int index = find_item(merger, list, element, next);
        if (index < 0)
            return false;
        const SnClass *child =
            class_of(merger, json_array_get(list->items, (size_t)index), list->accepts);
        if (!child)
            return fail(merger, "\"%s\" of the base has no known class", next);
        *spot = (Spot){.json = own_item(merger, list->items, (size_t)index),
                       .class = child,
                       .list = list,
                       .index = index};
        return true;
    }
    const int array = sn_class_find_array(class, element);
    if (array >= 0 && next)
        return find_entry(merger, spot, &class->arrays[array], next);
    g_autofree char *excerpt = sn_excerpt(element, strlen(element));
    return fail(merger, "a %s has no list \"%s\"", class->name, excerpt);
}

/* What "/model/bodies/jaw" means in the merged document; false with the error. */
static bool find_spot(Merger *merger, const char *path, Spot *spot)
{
    g_auto(GStrv) elements = g_strsplit(path, "/", -1);
    const guint n = g_strv_length(elements);
    if (n < 2 || *elements[0] || strcmp(elements[1], "model") != 0)
        return fail(merger, "expected a path like \"/model/bodies/jaw\"");
    *spot = (Spot){.json = own_key(merger, merger->document, "model"), .class = &SN_CLASS_MODEL};
    for (guint i = 2; i < n; i += 2) {
        const char *next = i + 1 < n ? elements[i + 1] : NULL;
        if (spot->row)
            return fail(merger, "an entry of %s has nothing below it", spot->row->name);
        if (!step_into(merger, spot, elements[i], next))
            return false;
    }
    return true;
}

/* --- "remove" --- */

static bool remove_one(Merger *merger, const char *path, int number)
{
    Spot spot;
    if (!find_spot(merger, path, &spot))
        return false;
    if (!spot.list || spot.list_name || spot.row)
        return fail(merger, "only components can be removed, like \"/model/bodies/jaw\"");
    spot.list->removed[spot.index] = spot.list->changed = true;
    g_hash_table_insert(merger->merge->removed, g_strdup(path), GINT_TO_POINTER(number));
    return true;
}

static bool apply_remove(Merger *merger, const json_t *paths)
{
    merger->location = sn_json_location_key(merger->source->document, "remove");
    if (paths && !json_is_array(paths))
        return fail(merger, "expected a list of paths [\"/model/bodies/jaw\", ...]");
    for (size_t i = 0; i < json_array_size(paths); i++) {
        const char *path = json_string_value(json_array_get(paths, i));
        merger->location = sn_json_location_index(paths, (int)i);
        if (!path)
            return fail(merger, "expected a path like \"/model/bodies/jaw\"");
        if (!remove_one(merger, path, (int)i + 1))
            return false;
    }
    return true;
}

/* --- "set" and "reset" --- */

static bool fail_key(const Merger *merger, const Spot *spot, const SnKeys *keys, const char *name,
                     const SnKey *key)
{
    g_autofree char *excerpt = sn_excerpt(name, strlen(name));
    const char *what = spot->row ? spot->row->entry_label : spot->class->name;
    const char *nearest = key ? NULL : sn_keys_nearest(keys, NULL, name);
    if (nearest)
        return fail(merger, "there is no property \"%s\"; did you mean \"%s\"?", excerpt, nearest);
    if (!key)
        return fail(merger, "there is no property \"%s\"; see what a %s has in 'sinew reference'",
                    excerpt, what);
    if (key->kind == SN_KEY_GROUP)
        return fail(merger, "name one property of the group, like \"%s.…\"", excerpt);
    if (key->kind == SN_KEY_ARRAY)
        return fail(merger,
                    "its entries come from a mesh; name one by its number, like \"…/%s/0:…\"",
                    excerpt);
    if (key->kind == SN_KEY_LIST)
        return fail(merger, "is a list of components; use \"add\" and \"remove\"");
    return fail(merger, "\"%s\" cannot be changed; remove the component and add another", excerpt);
}

/* Splits "path:property" and finds both; false with the error. */
static bool find_key(Merger *merger, const char *text, Spot *spot, const SnKey **key)
{
    const char *colon = strrchr(text, ':');
    if (!colon)
        return fail(merger, "expected a property like \"/model/bodies/jaw:position\"");
    g_autofree char *path = g_strndup(text, (gsize)(colon - text));
    if (!find_spot(merger, path, spot))
        return false;
    const SnKeys *keys = spot->row ? sn_keys_of_entries(merger->tables, spot->row)
                                   : sn_keys_of_class(merger->tables, spot->class);
    *key = sn_keys_find(keys, colon + 1);
    const bool array =
        *key && (*key)->kind == SN_KEY_ARRAY && !spot->class->arrays[(*key)->index].derived;
    const bool number = spot->list && !spot->list_name && !spot->row && *key &&
                        (*key)->kind == SN_KEY_HEADER && strcmp((*key)->leaf, "number") == 0;
    if (*key && ((*key)->kind == SN_KEY_PROPERTY || array || number))
        return true;
    return fail_key(merger, spot, keys, colon + 1, *key);
}

/* The object that has a key's leaf: the group's or the component's own.  NULL if the base has
 * something else there, or nothing and `wanted` is false. */
static json_t *group_of(Merger *merger, Spot *spot, const SnKey *key, bool wanted)
{
    if (spot->list_name && json_is_array(spot->json)) {
        /* a list that has properties of its own is an object with items */
        json_t *open = make(merger, json_object());
        json_object_set(open, "items", spot->json);
        give(merger, spot->holder, spot->list_name, open);
        spot->json = open;
        json_decref(open);
    }
    if (!key->group)
        return spot->json;
    json_t *group = own_key(merger, spot->json, key->group);
    if (!group && wanted) {
        group = make(merger, json_object());
        give(merger, spot->json, key->group, group);
        json_decref(group);
    }
    return json_is_object(group) ? group : NULL;
}

static bool apply_set(Merger *merger, const json_t *values)
{
    merger->location = sn_json_location_key(merger->source->document, "set");
    if (values && !json_is_object(values))
        return fail(merger, "expected an object like {\"/model/muscles/m:excitation\": 0.5}");
    const char *text;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)values, text, value)
    {
        Spot spot;
        const SnKey *key;
        merger->location = sn_json_location_key(values, text);
        if (!find_key(merger, text, &spot, &key))
            return false;
        json_t *object = group_of(merger, &spot, key, true);
        if (!object)
            return fail(merger, "the base has no object in \"%s\"", key->group);
        give(merger, object, key->leaf, value);
    }
    return true;
}

static void remove_key(const Merger *merger, json_t *object, const char *key)
{
    const SnGiven given = {.container = object, .key = key};
    g_hash_table_remove(merger->merge->given, &given);
    json_object_del(object, key);
}

static bool apply_reset(Merger *merger, const json_t *names)
{
    merger->location = sn_json_location_key(merger->source->document, "reset");
    if (names && !json_is_array(names))
        return fail(merger, "expected a list of properties [\"/model/bodies/jaw:render.color\", "
                            "...]");
    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *text = json_string_value(json_array_get(names, i));
        Spot spot;
        const SnKey *key;
        merger->location = sn_json_location_index(names, (int)i);
        if (!text)
            return fail(merger, "expected a property like \"/model/bodies/jaw:render.color\"");
        if (!find_key(merger, text, &spot, &key))
            return false;
        json_t *object = group_of(merger, &spot, key, false);
        if (!json_object_get(object, key->leaf))
            return fail(merger, "%s is given neither in the base nor in \"set\": nothing to reset",
                        text);
        remove_key(merger, object, key->leaf);
        if (object != spot.json && json_object_size(object) == 0)
            remove_key(merger, spot.json, key->group);
        if (spot.row && spot.row->derived && json_object_size(spot.json) == 1)
            json_array_remove(spot.holder, (size_t)spot.index);
    }
    return true;
}

/* --- "add" --- */

/* Takes "before" out of what is added, and finds its place. */
static bool add_one(Merger *merger, List *list, const char *path, json_t *item)
{
    const json_t *before = json_object_get(item, "before");
    Addition addition = {item, (int)json_array_size(list->items)};
    if (!json_is_object(item))
        return fail(merger, "expected an object like {\"name\": ...}");
    if (before) {
        if (!json_is_string(before)) {
            merger->location = sn_json_location_key(item, "before");
            return fail(merger, "expected the name of a component of the base in quotes");
        }
        const SnJsonLocation here = merger->location;
        merger->location = sn_json_location_key(item, "before");
        addition.before = find_item(merger, list, path, json_string_value(before));
        merger->location = here;
        if (addition.before < 0)
            return false;
        addition.item = copy_of(merger, item);
        json_object_del(addition.item, "before");
    } else {
        json_incref(item);
    }
    g_array_append_val(list->added, addition);
    list->changed = true;
    return true;
}

static bool apply_add(Merger *merger, const json_t *lists)
{
    merger->location = sn_json_location_key(merger->source->document, "add");
    if (lists && !json_is_object(lists))
        return fail(merger, "expected an object like {\"/model/probes\": [{...}]}");
    const char *path;
    json_t *items;
    json_object_foreach((json_t *)(uintptr_t)lists, path, items)
    {
        Spot spot;
        merger->location = sn_json_location_key(lists, path);
        if (!find_spot(merger, path, &spot))
            return false;
        if (!spot.list_name)
            return fail(merger, "is no list of components like \"/model/bodies\"");
        if (!json_is_array(items))
            return fail(merger, "expected a list of components [{...}, ...]");
        for (size_t i = 0; i < json_array_size(items); i++) {
            merger->location = sn_json_location_index(items, (int)i);
            if (!add_one(merger, spot.list, path, json_array_get(items, i)))
                return false;
        }
    }
    return true;
}

/* --- the merged lists --- */

static gint compare_additions(gconstpointer a, gconstpointer b)
{
    return ((const Addition *)a)->before - ((const Addition *)b)->before;
}

/* A component of the base at its new place.  A nameless one keeps the number that paths know it by;
 * others are numbered by their new places, as in any file, unless a number is given. */
static json_t *place_item(const Merger *merger, const List *list, size_t i, size_t position)
{
    json_t *item = json_array_get(list->items, i);
    const int number = number_of(item, (int)i);
    const bool keeps = !json_object_get(item, "name");
    const SnGiven sought = {.container = item, .key = "number"};
    if (!json_is_object(item) || g_hash_table_contains(merger->merge->given, &sought) ||
        (json_object_get(item, "number") ? number != (int)i : !keeps || number == (int)position))
        return json_incref(item);
    json_t *copy = json_incref(own_item(merger, list->items, i));
    if (keeps && number != (int)position)
        json_object_set_new(copy, "number", json_integer(number));
    else
        json_object_del(copy, "number");
    return copy;
}

/* What is left of the base in its order, and what was added before each. */
static void rebuild(const Merger *merger, List *list)
{
    const size_t n = json_array_size(list->items);
    g_autoptr(GPtrArray) items = g_ptr_array_new_with_free_func((GDestroyNotify)json_decref);
    g_array_sort(list->added, compare_additions); /* stable */
    guint k = 0;
    for (size_t i = 0; i <= n; i++) {
        for (; k < list->added->len; k++) {
            const Addition *addition = &g_array_index(list->added, Addition, k);
            if (addition->before > (int)i)
                break;
            g_ptr_array_add(items, json_incref(addition->item));
        }
        if (i < n && !list->removed[i])
            g_ptr_array_add(items, place_item(merger, list, i, items->len));
    }
    json_array_clear(list->items);
    for (guint i = 0; i < items->len; i++)
        json_array_append(list->items, g_ptr_array_index(items, i));
}

json_t *sn_merge_apply(SnMerge *merge, const SnSource *source, json_t *base, SnKeyTables *tables)
{
    Merger merger = {.merge = merge, .source = source, .tables = tables};
    const json_t *own = source->document;
    merger.document = copy_of(&merger, base);
    merger.lists = g_hash_table_new_full(NULL, NULL, NULL, free_list);
    const bool good = apply_remove(&merger, json_object_get(own, "remove")) &&
                      apply_set(&merger, json_object_get(own, "set")) &&
                      apply_reset(&merger, json_object_get(own, "reset")) &&
                      apply_add(&merger, json_object_get(own, "add"));
    GHashTableIter all;
    gpointer list;
    g_hash_table_iter_init(&all, merger.lists);
    while (good && g_hash_table_iter_next(&all, NULL, &list))
        if (((List *)list)->changed)
            rebuild(&merger, list);
    g_hash_table_unref(merger.lists);
    if (good)
        return merger.document;
    json_decref(merger.document);
    return NULL;
}
