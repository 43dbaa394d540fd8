/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names, numbers and paths. */
#include "engine/model/tree.h"
#include "engine/text/refuse.h"

#include <stdlib.h>
#include <string.h>

/* --- children by name and number --- */

/* Lists shorter than this are searched from end to end. */
enum { SHORT_LIST = 24 };

struct SnChildIndex {
    GHashTable *names;   /* child's own name -> child */
    GHashTable *numbers; /* number -> child */
};

void sn_child_index_add(SnComponent *parent, SnComponent *child)
{
    if (!parent->index)
        return;
    if (child->name)
        g_hash_table_insert(parent->index->names, child->name, child);
    g_hash_table_insert(parent->index->numbers, GINT_TO_POINTER(child->number), child);
}

void sn_child_index_remove(SnComponent *parent, SnComponent *child)
{
    if (!parent->index)
        return;
    if (child->name)
        g_hash_table_remove(parent->index->names, child->name);
    g_hash_table_remove(parent->index->numbers, GINT_TO_POINTER(child->number));
}

void sn_child_index_free(SnComponent *parent)
{
    if (!parent->index)
        return;
    g_hash_table_unref(parent->index->names);
    g_hash_table_unref(parent->index->numbers);
    g_clear_pointer(&parent->index, g_free);
}

/* The index of a long list, made now if need be; NULL for a short one. */
static struct SnChildIndex *child_index(const SnComponent *parent)
{
    if (parent->index || parent->children->len < SHORT_LIST)
        return parent->index;
    SnComponent *owner = (SnComponent *)(uintptr_t)parent; /* a cache: the tree stays the same */
    owner->index = g_new0(struct SnChildIndex, 1);
    owner->index->names = g_hash_table_new(g_str_hash, g_str_equal);
    owner->index->numbers = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < owner->children->len; i++)
        sn_child_index_add(owner, owner->children->pdata[i]);
    return owner->index;
}

SnComponent *sn_component_child_by_number(const SnComponent *parent, int number)
{
    if (!parent->children)
        return NULL;
    const struct SnChildIndex *index = child_index(parent);
    if (index)
        return g_hash_table_lookup(index->numbers, GINT_TO_POINTER(number));
    for (guint i = 0; i < parent->children->len; i++) {
        SnComponent *child = parent->children->pdata[i];
        if (child->number == number)
            return child;
    }
    return NULL;
}

static SnComponent *child_by_name(const SnComponent *parent, const char *name)
{
    const struct SnChildIndex *index = child_index(parent);
    if (index)
        return g_hash_table_lookup(index->names, name);
    for (guint i = 0; i < parent->children->len; i++) {
        SnComponent *child = parent->children->pdata[i];
        if (child->name && strcmp(child->name, name) == 0)
            return child;
    }
    return NULL;
}

/* The number an element of digits only means, -1 if it is none. */
static int element_number(const char *element)
{
    const size_t digits = strspn(element, "0123456789");
    if (digits == 0 || digits > 9 || element[digits])
        return -1;
    return atoi(element);
}

SnComponent *sn_component_child(const SnComponent *parent, const char *element)
{
    if (!parent->children)
        return NULL;
    const int number = element_number(element);
    return number >= 0 ? sn_component_child_by_number(parent, number)
                       : child_by_name(parent, element);
}

void sn_component_set_name(SnComponent *component, char *name)
{
    SnComponent *parent = component->parent;
    if (parent)
        sn_child_index_remove(parent, component);
    g_free(component->name);
    component->name = name;
    if (parent)
        sn_child_index_add(parent, component);
}

/* --- names --- */

bool sn_name_check(const char *name, GError **error)
{
    const char *wrong = NULL;
    const size_t length = strlen(name);
    if (length == 0)
        wrong = "is empty";
    else if (length > 128)
        wrong = "is longer than 128 bytes";
    else if (!g_utf8_validate(name, (gssize)length, NULL))
        wrong = "is not UTF-8 text";
    else if (g_ascii_isdigit(name[0]))
        wrong = "starts with a digit";
    else if (strpbrk(name, "./:,"))
        wrong = "holds one of the characters . / : ,";
    else if (g_unichar_isspace(g_utf8_get_char(name)) ||
             g_unichar_isspace(g_utf8_get_char(g_utf8_prev_char(name + length))))
        wrong = "starts or ends with white space";
    for (const char *c = name; !wrong && *c; c = g_utf8_next_char(c))
        if (g_unichar_iscntrl(g_utf8_get_char(c)))
            wrong = "holds a control character";
    if (!wrong)
        return true;
    return sn_refuse(error, SN_MODEL_ERROR_NAME, "the name \"%.40s\" %s", name, wrong);
}

char *sn_name_unused(const SnComponent *list, const char *base)
{
    if (!child_by_name(list, base))
        return g_strdup(base);
    /* "jaw-3" continues with jaw-4, not jaw-3-2 */
    const char *dash = strrchr(base, '-');
    const int last = dash && dash > base ? element_number(dash + 1) : -1;
    g_autofree char *stem = last > 1 ? g_strndup(base, (gsize)(dash - base)) : g_strdup(base);
    for (int i = last > 1 ? last + 1 : 2;; i++) {
        char *name = g_strdup_printf("%s-%d", stem, i);
        if (!child_by_name(list, name))
            return name;
        g_free(name);
    }
}

/* --- paths --- */

/* Path elements from below `top` (excluded; NULL: all) down to the component. */
static void append_path(GString *path, const SnComponent *top, const SnComponent *component)
{
    if (component->parent != top)
        append_path(path, top, component->parent);
    if (path->len > 0 && path->str[path->len - 1] != '/')
        g_string_append_c(path, '/');
    if (component->name)
        g_string_append(path, component->name);
    else
        g_string_append_printf(path, "%d", component->number);
}

static void append_entry(GString *path, const SnComponent *component, SnId id)
{
    if (id.entry != 0 && sn_id_array(id) < component->class->n_arrays)
        g_string_append_printf(path, "/%s/%u", component->class->arrays[sn_id_array(id)].name,
                               sn_id_entry_index(id));
}

char *sn_model_path(const SnModel *model, SnId id)
{
    const SnComponent *component = sn_model_get(model, id);
    if (!component)
        return g_strdup("(removed)");
    GString *path = g_string_new("/");
    append_path(path, NULL, component);
    append_entry(path, component, id);
    return g_string_free(path, FALSE);
}

char *sn_model_relative_path(const SnModel *model, const SnComponent *from, SnId id)
{
    const SnComponent *component = sn_model_get(model, id);
    const SnComponent *top = sn_component_model(from ? from : model->root);
    const SnComponent *above = component;
    while (above && (above == component || above != top))
        above = above->parent;
    if (!above)
        return sn_model_path(model, id);
    GString *path = g_string_new(NULL);
    append_path(path, top, component);
    append_entry(path, component, id);
    return g_string_free(path, FALSE);
}

/* "it has jaw, hyoid, 2 and 14 more" */
static char *what_is_there(const SnComponent *parent)
{
    GString *text = g_string_new(NULL);
    const guint n = parent->children ? parent->children->len : 0;
    for (guint i = 0; i < MIN(n, 5); i++) {
        const SnComponent *child = parent->children->pdata[i];
        g_string_append(text, i ? ", " : "");
        if (child->name)
            g_string_append(text, child->name);
        else
            g_string_append_printf(text, "%d", child->number);
    }
    const SnClass *class = parent->class;
    for (int i = 0; n <= 5 && i < class->n_arrays; i++)
        g_string_append_printf(text, "%s%s", text->len ? ", " : "", class->arrays[i].name);
    if (text->len == 0)
        g_string_assign(text, "nothing");
    if (n > 5)
        g_string_append_printf(text, " and %u more", n - 5);
    return g_string_free(text, FALSE);
}

/* The entry that "knots", "3" mean in a component; null with an error. */
static SnId resolve_entry(const SnModel *model, SnComponent *at, char **elements, GError **error)
{
    const int array = sn_class_find_array(at->class, elements[0]);
    const int index = elements[1] ? element_number(elements[1]) : -1;
    g_autofree char *path = sn_model_path(model, at->id);
    const int n = sn_component_array(at, array)->n;
    if (index >= 0 && index < n && !elements[2])
        return sn_id_of_entry(at->id, (unsigned)array, (uint32_t)index);
    if (n == 0)
        sn_refuse(error, SN_MODEL_ERROR_PATH, "\"%s\" has no %s", path, elements[0]);
    else
        sn_refuse(error, SN_MODEL_ERROR_PATH,
                  "\"%s/%s\" takes the number of an entry, 0 to %d, and no more", path, elements[0],
                  n - 1);
    return SN_ID_NULL;
}

SnId sn_model_resolve(const SnModel *model, const SnComponent *from, const char *path,
                      GError **error)
{
    g_auto(GStrv) elements = g_strsplit(path, "/", 130);
    SnComponent *at = sn_component_model(from ? from : model->root);
    guint i = 0;
    if (path[0] == '/') {
        at = model->root;
        if (strcmp(elements[1], "model") != 0 && strcmp(elements[1], "0") != 0) {
            sn_refuse(error, SN_MODEL_ERROR_PATH, "the path \"%.200s\" must start with \"/model\"",
                      path);
            return SN_ID_NULL;
        }
        i = 2;
    } else if (!path[0]) {
        sn_refuse(error, SN_MODEL_ERROR_PATH, "the path is empty");
        return SN_ID_NULL;
    }
    for (; elements[i]; i++) {
        SnComponent *child = sn_component_child(at, elements[i]);
        if (child) {
            at = child;
            continue;
        }
        if (sn_class_find_array(at->class, elements[i]) >= 0)
            return resolve_entry(model, at, elements + i, error);
        g_autofree char *here = sn_model_path(model, at->id);
        g_autofree char *there = what_is_there(at);
        sn_refuse(error, SN_MODEL_ERROR_PATH, "\"%s\" has no \"%.80s\"; it has %s", here,
                  elements[i], there);
        return SN_ID_NULL;
    }
    return at->id;
}

bool sn_model_resolve_property(const SnModel *model, const SnComponent *from, const char *path,
                               SnTarget *target, GError **error)
{
    const char *colon = strrchr(path, ':');
    if (!colon) {
        sn_refuse(error, SN_MODEL_ERROR_PATH,
                  "\"%.200s\" names no property: path:property is expected", path);
        return false;
    }
    g_autofree char *component = g_strndup(path, (gsize)(colon - path));
    const SnId id = sn_model_resolve(model, from, component, error);
    if (sn_id_is_null(id))
        return false;
    const int row = sn_model_find_property(model, id, colon + 1);
    if (row < 0) {
        g_autofree char *here = sn_model_path(model, id);
        sn_refuse(error, SN_MODEL_ERROR_PATH, "\"%s\" is a %s, which has no property \"%.80s\"",
                  here, sn_model_get(model, id)->class->name, colon + 1);
        return false;
    }
    *target = (SnTarget){id, row};
    return true;
}
