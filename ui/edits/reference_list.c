/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/edits/reference_list.h"

#include "engine/model/edit/edit.h"
#include "ui/edits/edits.h"

static int *length_of(SnValue *value)
{
    return value->type == SN_TYPE_TARGETS ? &value->targets.n : &value->refs.n;
}

/* added null: the last goes instead. */
static bool change(SnModel *model, SnId holder, int row, SnId added, GError **error)
{
    const SnProperty *property = sn_model_property(model, holder, row);
    SnValue value;
    bool good = true;
    sn_model_effective(model, holder, property, &value, NULL);
    int *n = length_of(&value);
    if (!sn_id_is_null(added) && value.type == SN_TYPE_REFS) {
        value.refs.ids = g_renew(SnId, value.refs.ids, (gsize)*n + 1);
        value.refs.ids[(*n)++] = added;
        good = sn_edit_set_following(model, holder, row, &value, error);
    } else if (sn_id_is_null(added) && *n > 0) {
        (*n)--;
        good = sn_edit_set_following(model, holder, row, &value, error);
    }
    sn_value_clear(&value);
    return good;
}

static bool change_each(SnSession *session, const SnId *ids, int n, const char *property,
                        SnId added)
{
    SnModel *model = sn_session_model(session);
    const int first = n > 0 ? sn_model_find_property(model, ids[0], property) : -1;
    if (first < 0)
        return false;
    g_autofree char *what = g_utf8_strdown(sn_model_property(model, ids[0], first)->label, -1);
    g_autofree char *label = n > 1 ? g_strdup_printf("Set %s of %d components", what, n)
                                   : g_strdup_printf("Set %s", what);
    GError *error = NULL;
    sn_edit_begin(model, label);
    for (int i = 0; i < n && !error; i++) {
        const int row = sn_model_find_property(model, ids[i], property);
        if (row >= 0)
            change(model, ids[i], row, added, &error);
    }
    return sn_edits_end(session, error);
}

bool sn_edits_list_add(SnSession *session, const SnId *ids, int n, const char *property, SnId added)
{
    return change_each(session, ids, n, property, added);
}

bool sn_edits_list_drop_last(SnSession *session, const SnId *ids, int n, const char *property)
{
    return change_each(session, ids, n, property, SN_ID_NULL);
}

static bool has(const SnIdList *list, SnId id)
{
    for (int i = 0; i < list->n; i++) {
        if (sn_id_equal(list->ids[i], id))
            return true;
    }
    return false;
}

bool sn_edits_list_takes(const SnModel *model, SnId holder, const SnProperty *property, SnId id)
{
    const SnClass *class = sn_model_get(model, holder)->class;
    bool takes = true;
    for (int row = 0; row < sn_class_n_properties(class) && takes && holder.entry == 0; row++) {
        const SnProperty *other = sn_class_property(class, row);
        const bool part = (other->flags & property->flags & SN_CLONES) != 0; /* of the way */
        SnValue value;
        if (other->type != SN_TYPE_REFS || (other != property && !part))
            continue;
        sn_model_effective(model, holder, other, &value, NULL);
        const SnIdList *list = &value.refs;
        takes = other == property ? list->n == 0 || !sn_id_equal(list->ids[list->n - 1], id)
                                  : !has(list, id);
        sn_value_clear(&value);
    }
    return takes;
}
