/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/edit/members.h"

#include <string.h>

#define OF_TAG   "tag:"
#define OF_GROUP "group:"

static const char *after(const char *mark, const char *prefix)
{
    return g_str_has_prefix(mark, prefix) ? mark + strlen(prefix) : NULL;
}

SnTag sn_mark_tag(const char *mark)
{
    const char *name = after(mark, OF_TAG);
    for (int tag = 1; name && tag < SN_TAG_COUNT; tag++) {
        if (strcmp(SN_TAG_NAMES[tag], name) == 0)
            return (SnTag)tag;
    }
    return SN_TAG_NONE;
}

char *sn_mark_label(const char *mark)
{
    const SnTag tag = sn_mark_tag(mark);
    const char *group = after(mark, OF_GROUP);
    return g_strdup(tag != SN_TAG_NONE ? SN_TAG_LABELS[tag] : group ? group : mark);
}

/* --- those with a mark --- */

typedef struct Wanted {
    SnTag tag;         /* SN_TAG_NONE: of a group */
    const char *group; /* NULL: of a tag */
    GArray *found;
} Wanted;

static bool match(SnComponent *component, void *data)
{
    const Wanted *wanted = data;
    const char *group = wanted->group ? sn_component_group(component) : NULL;
    if ((wanted->tag != SN_TAG_NONE && sn_component_tag(component) == wanted->tag) ||
        (group && strcmp(group, wanted->group) == 0))
        g_array_append_val(wanted->found, component->id);
    return true;
}

GArray *sn_members(const SnModel *model, const char *mark)
{
    Wanted wanted = {sn_mark_tag(mark), after(mark, OF_GROUP),
                     g_array_new(FALSE, FALSE, sizeof(SnId))};
    sn_component_walk(model->root, match, &wanted);
    return wanted.found;
}

/* --- those there are --- */

typedef struct InUse {
    bool tags[SN_TAG_COUNT];
    GHashTable *groups; /* text borrowed from the components */
} InUse;

static bool note(SnComponent *component, void *data)
{
    InUse *use = data;
    const char *group = sn_component_group(component);
    use->tags[sn_component_tag(component)] = true;
    if (group)
        g_hash_table_add(use->groups, (gpointer)group);
    return true;
}

GPtrArray *sn_marks_in_use(const SnModel *model)
{
    InUse use = {.groups = g_hash_table_new(g_str_hash, g_str_equal)};
    GPtrArray *marks = g_ptr_array_new_with_free_func(g_free);
    sn_component_walk(model->root, note, &use);
    for (int tag = 1; tag < SN_TAG_COUNT; tag++) {
        if (use.tags[tag])
            g_ptr_array_add(marks, g_strconcat(OF_TAG, SN_TAG_NAMES[tag], NULL));
    }
    GList *names = g_list_sort(g_hash_table_get_keys(use.groups), (GCompareFunc)strcmp);
    for (const GList *at = names; at; at = at->next)
        g_ptr_array_add(marks, g_strconcat(OF_GROUP, at->data, NULL));
    g_list_free(names);
    g_hash_table_unref(use.groups);
    return marks;
}

static bool is_free(SnComponent *component, void *data)
{
    return !(sn_class_is_a(component->class, &SN_CLASS_DRAWABLE) &&
             ((const SnDrawable *)component)->locked_mode == SN_MODE_EXPLICIT &&
             ((const SnDrawable *)component)->locked);
}

bool sn_any_locked(const SnModel *model)
{
    return !sn_component_walk(model->root, is_free, NULL);
}
