/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Other places in the tree: in the same list or in another. */
#include "engine/model/classes/model_component.h"
#include "engine/model/edit/edit.h"
#include "engine/model/edit/edit_parts.h"
#include "engine/model/references.h"
#include "engine/text/refuse.h"

bool sn_edit_move(SnModel *model, SnId id, int position, GError **error)
{
    SnComponent *component = sn_edit_listed(model, id, error);
    if (!component)
        return false;
    if (position < 0 || position >= (int)component->parent->children->len)
        return sn_refuse(error, SN_MODEL_ERROR_PATH, "there is no position %d in %s", position,
                         component->parent->name);
    if (position == sn_component_position(component))
        return true;
    g_autofree char *label = sn_edit_label("Move", component->class->label);
    sn_edit_log_open(model, label);
    sn_edit_log_do(model,
                   &(SnOperation){.kind = SN_OPERATION_MOVE, .id = id, .position = position});
    sn_edit_log_close(model);
    return true;
}

/* --- into a list --- */

/* Models one in another below a component, itself among them. */
static int models_below(const SnComponent *component)
{
    int most = 0;
    for (guint i = 0; component->children && i < component->children->len; i++)
        most = MAX(most, models_below(component->children->pdata[i]));
    return most + (component->class == &SN_CLASS_MODEL);
}

static bool lies_in(const SnComponent *inner, const SnComponent *outer)
{
    while (inner && inner != outer)
        inner = inner->parent;
    return inner != NULL;
}

static bool check_target(SnModel *model, const SnComponent *component, const SnComponent *list,
                         GError **error)
{
    const SnClass *family = list ? sn_component_accepts(list) : NULL;
    if (!family)
        return sn_refuse(error, SN_MODEL_ERROR_PATH, "components can be moved into lists only");
    if (component->parent == list)
        return true;
    if (!sn_class_is_a(component->class, family)) {
        g_autofree char *members = sn_class_members(model->classes, family);
        return sn_refuse(error, SN_MODEL_ERROR_CLASS, "the list %s takes a %s, not a %s",
                         list->name, members, component->class->name);
    }
    const SnClass *owner = component->parent->parent->class;
    if (!owner->scope && !owner->document)
        return sn_refuse(error, SN_MODEL_ERROR_PATH, "a %s belongs to its %s",
                         component->class->name, owner->name);
    if (lies_in(list, component))
        return sn_refuse(error, SN_MODEL_ERROR_PATH, "a model cannot be moved into itself");
    if (sn_edit_model_depth(list) + models_below(component) > SN_DEEPEST_MODEL)
        return sn_refuse(error, SN_MODEL_ERROR_VALUE, "models nest at most %d deep",
                         SN_DEEPEST_MODEL);
    return true;
}

/* Within an open step; the name first, so that no two are called alike in between. */
static void put_into(SnModel *model, SnComponent *component, SnComponent *list, int position)
{
    if (component->name && sn_component_child(list, component->name)) {
        char *name = sn_name_unused(list, component->name);
        while (sn_component_child(component->parent, name)) { /* nor among those it leaves */
            char *longer = g_strconcat(name, "_", NULL);
            g_free(name);
            name = sn_name_unused(list, longer);
            g_free(longer);
        }
        sn_edit_log_do(
            model, &(SnOperation){.kind = SN_OPERATION_NAME, .id = component->id, .name = name});
    }
    sn_edit_log_do(model, &(SnOperation){.kind = SN_OPERATION_PARENT,
                                         .id = component->id,
                                         .parent = list->id,
                                         .position = position,
                                         .number = -1,
                                         .next_number = -1});
}

/* The first one from `before` on that does not go along; NULL: the end. */
static const SnComponent *find_mark(const SnModel *model, const SnComponent *list,
                                    const SnComponent *before, const SnId *ids, int n)
{
    g_autofree uint8_t *marks = sn_marks_new(model, ids, n);
    for (int i = before ? sn_component_position(before) : (int)list->children->len;
         i < (int)list->children->len; i++) {
        const SnComponent *mark = list->children->pdata[i];
        if (!marks[mark->id.index])
            return mark;
    }
    return NULL;
}

bool sn_edit_move_to(SnModel *model, const SnId *ids, int n, SnId list_id, SnId before,
                     GError **error)
{
    SnComponent *list = sn_model_get(model, list_id);
    for (int i = 0; i < n; i++) {
        const SnComponent *component = sn_edit_listed(model, ids[i], error);
        if (!component || !check_target(model, component, list, error))
            return false;
    }
    if (n == 0)
        return true;
    const SnComponent *mark = sn_model_get(model, before);
    if (mark && mark->parent != list)
        return sn_refuse(error, SN_MODEL_ERROR_PATH, "%s is in another list",
                         mark->name ? mark->name : "what it is put before");
    mark = find_mark(model, list, mark, ids, n);
    const SnComponent *first = sn_model_get(model, ids[0]);
    g_autofree char *label = n == 1 ? sn_edit_label("Move", first->class->label)
                                    : g_strdup_printf("Move %d components", n);
    sn_edit_log_open(model, label);
    for (int i = 0; i < n; i++) {
        SnComponent *component = sn_model_get(model, ids[i]);
        const int at = mark ? sn_component_position(mark) : (int)list->children->len;
        if (component->parent != list) {
            put_into(model, component, list, at);
            continue;
        }
        const int now = sn_component_position(component), then = at > now ? at - 1 : at;
        if (now != then)
            sn_edit_log_do(
                model, &(SnOperation){.kind = SN_OPERATION_MOVE, .id = ids[i], .position = then});
    }
    sn_edit_log_close(model);
    return true;
}
