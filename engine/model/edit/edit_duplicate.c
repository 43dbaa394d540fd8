/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Duplicating components with what they hang on, or with what hangs on them. */
#include "engine/model/edit/copies.h"
#include "engine/model/edit/edit.h"
#include "engine/model/edit/edit_parts.h"

static bool duplicate(SnModel *model, const SnId *ids, int n, bool attached, GArray *made,
                      GError **error)
{
    for (int i = 0; i < n; i++)
        if (!sn_edit_listed(model, ids[i], error))
            return false;
    if (n == 0)
        return true;
    SnCopies copies;
    sn_copies_init(&copies, model, ids, n, attached);
    sn_copies_mark_points(&copies);
    sn_copies_make(&copies);
    sn_copies_redirect(&copies);
    const SnComponent *first = sn_model_get(model, ids[0]);
    g_autofree char *label = n == 1 ? sn_edit_label("Duplicate", first->class->label)
                                    : g_strdup_printf("Duplicate %d components", n);
    sn_edit_log_open(model, label);
    sn_copies_put(&copies, NULL, made);
    sn_edit_log_close(model);
    sn_copies_clear(&copies);
    return true;
}

bool sn_edit_duplicate(SnModel *model, const SnId *ids, int n, GArray *copies, GError **error)
{
    return duplicate(model, ids, n, false, copies, error);
}

bool sn_edit_duplicate_attached(SnModel *model, const SnId *ids, int n, GArray *copies,
                                GError **error)
{
    return duplicate(model, ids, n, true, copies, error);
}
