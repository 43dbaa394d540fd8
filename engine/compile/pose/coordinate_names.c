/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Coordinates by the names that motion files and other programs have for them. */
#include "engine/model/classes/joint.h"
#include "engine/pose.h"
#include "engine/text/json_text.h"
#include "engine/text/refuse.h"

#include <string.h>

enum { MOST_LISTED = 12 };

typedef struct Search {
    const SnModel *model;
    const char *wanted;
    SnTarget found;
    int n;            /* of that name */
    GPtrArray *names; /* of all, owned */
} Search;

static bool look_at(SnComponent *component, void *data)
{
    Search *s = data;
    int rows[8], n = 0;
    double low, high;
    for (int row = 0; row < sn_class_n_properties(component->class) && n < 8; row++) {
        const SnProperty *property = sn_class_property(component->class, row);
        if (sn_is_coordinate(property) &&
            sn_coordinate_range(s->model, component->id, property, &low, &high))
            rows[n++] = row;
    }
    for (int k = 0; k < n; k++) {
        char *name = sn_joint_coordinate_name(component, k);
        if (!name && n == 1) /* the joint's own stands for its only coordinate */
            name = g_strdup(component->name);
        if (!name)
            continue;
        if (strcmp(name, s->wanted) == 0 && s->n++ == 0)
            s->found = (SnTarget){.id = component->id, .row = rows[k]};
        g_ptr_array_add(s->names, name);
    }
    return true;
}

static bool refuse_name(const Search *s, GError **error)
{
    const char *nearest = sn_nearest_word(s->wanted, s->names);
    g_autoptr(GString) text = g_string_new(NULL);
    if (s->n > 1)
        return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                         "%d coordinates are called \"%.60s\": give the one as joints/knee:angle",
                         s->n, s->wanted);
    for (guint i = 0; i < s->names->len && i < MOST_LISTED; i++)
        g_string_append_printf(text, "%s%.60s", i ? ", " : "", (char *)s->names->pdata[i]);
    if (s->names->len > MOST_LISTED)
        g_string_append_printf(text, " and %u more", s->names->len - MOST_LISTED);
    return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                     "no coordinate is called \"%.60s\"%s%s%s: there %s %s; a path such as "
                     "joints/knee:angle names any",
                     s->wanted, nearest ? " (did you mean \"" : "", nearest ? nearest : "",
                     nearest ? "\"?)" : "", s->names->len == 1 ? "is" : "are",
                     text->len ? text->str : "none with names");
}

bool sn_coordinate_find(const SnModel *model, const char *text, SnTarget *target, GError **error)
{
    if (strchr(text, ':')) {
        if (!sn_model_resolve_property(model, NULL, text, target, error))
            return false;
        return sn_is_coordinate(sn_model_property(model, target->id, target->row)) ||
               sn_refuse(error, SN_MODEL_ERROR_VALUE,
                         "%s is no coordinate of a joint: give one such as joints/knee:angle",
                         text);
    }
    Search s = {.model = model, .wanted = text, .names = g_ptr_array_new_with_free_func(g_free)};
    sn_component_walk(model->root, look_at, &s);
    const bool good = s.n == 1 || refuse_name(&s, error);
    *target = s.found;
    g_ptr_array_unref(s.names);
    return good;
}

bool sn_property_find(const SnModel *model, const char *text, SnTarget *target, GError **error)
{
    return strchr(text, ':') ? sn_model_resolve_property(model, NULL, text, target, error)
                             : sn_coordinate_find(model, text, target, error);
}
