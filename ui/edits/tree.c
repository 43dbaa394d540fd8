/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/edits/tree.h"

#include "engine/model/edit/edit.h"
#include "ui/edits/arrange.h"
#include "ui/edits/edits.h"

#include <string.h>

static const SnId *ids_of(const GArray *ids)
{
    return (const SnId *)(const void *)ids->data;
}

/* "femur", "3 components" */
static char *words_for(SnSession *session, const SnId *ids, int n)
{
    return n == 1 ? sn_session_label(session, ids[0]) : g_strdup_printf("%d components", n);
}

/* Ends a step, or says why there was none. */
static bool finish(SnSession *session, bool good, GError *error)
{
    if (good) {
        sn_edit_seal(sn_session_model(session));
        return true;
    }
    g_autofree char *text = g_strdup(error->message);
    *text = g_ascii_toupper(*text);
    sn_session_fail(session, text);
    g_error_free(error);
    return false;
}

bool sn_edits_move_to(SnSession *session, const SnId *ids, int n, SnId list, SnId before)
{
    SnModel *model = sn_session_model(session);
    GError *error = NULL;
    if (sn_edits_dragging(session))
        return false;
    g_autofree char *what = words_for(session, ids, n);
    g_autofree char *label = g_strdup_printf("Move %s in the tree", what);
    sn_edit_begin(model, label);
    const bool good = sn_edit_move_to(model, ids, n, list, before, &error);
    good ? sn_edit_end(model) : sn_edit_abandon(model);
    if (finish(session, good, error))
        sn_session_select(session, ids, n, SN_SELECT_REPLACE);
    return good;
}

bool sn_edits_move_to_model(SnSession *session, const SnId *ids, int n, SnId model_id)
{
    SnModel *model = sn_session_model(session);
    const SnComponent *into = sn_model_get(model, model_id);
    GError *error = NULL;
    bool good = into && !sn_edits_dragging(session);
    if (!good)
        return false;
    g_autofree char *name = sn_session_label(session, model_id);
    g_autofree char *label = g_strdup_printf("Move into %s", name);
    sn_edit_begin(model, label);
    for (int i = 0; i < n && good; i++) {
        const SnComponent *list = sn_model_list_for(into, sn_model_get(model, ids[i])->class);
        good = sn_edit_move_to(model, &ids[i], 1, list ? list->id : SN_ID_NULL, SN_ID_NULL, &error);
    }
    good ? sn_edit_end(model) : sn_edit_abandon(model);
    if (finish(session, good, error))
        sn_session_select(session, ids, n, SN_SELECT_REPLACE);
    return good;
}

/* --- one place up or down --- */

typedef struct Sibling {
    SnId id, list;
    int position;
} Sibling;

static int by_place(gconstpointer a, gconstpointer b)
{
    const Sibling *one = a, *other = b;
    return one->list.index != other->list.index ? (one->list.index > other->list.index) * 2 - 1
                                                : one->position - other->position;
}

/* What is selected of lists, list by list in their order. */
static GArray *siblings_of(SnSession *session)
{
    const SnModel *model = sn_session_model(session);
    g_autoptr(GArray) ids = sn_edits_chosen(session);
    GArray *siblings = g_array_new(FALSE, FALSE, sizeof(Sibling));
    for (guint i = 0; i < ids->len; i++) {
        const SnComponent *component = sn_model_get(model, ids_of(ids)[i]);
        const Sibling sibling = {component->id, component->parent->id,
                                 sn_component_position(component)};
        g_array_append_val(siblings, sibling);
    }
    g_array_sort(siblings, by_place);
    return siblings;
}

bool sn_edits_move_by(SnSession *session, int way)
{
    SnModel *model = sn_session_model(session);
    if (sn_edits_dragging(session))
        return false;
    g_autoptr(GArray) siblings = siblings_of(session);
    const int n = (int)siblings->len;
    bool good = true;
    GError *error = NULL;
    sn_edit_begin(model, way < 0 ? "Move up" : "Move down");
    for (int i = 0; i < n && good; i++) {
        const int at = way < 0 ? i : n - 1 - i;
        const Sibling *one = &g_array_index(siblings, Sibling, at);
        const Sibling *beside =
            at + way >= 0 && at + way < n ? &g_array_index(siblings, Sibling, at + way) : NULL;
        const int count = (int)sn_model_get(model, one->list)->children->len;
        const int position = sn_component_position(sn_model_get(model, one->id)) + way;
        /* at the end of the list, or behind one that is */
        const bool stays = position < 0 || position >= count ||
                           (beside && sn_id_equal(beside->list, one->list) &&
                            sn_component_position(sn_model_get(model, beside->id)) == position);
        good = stays || sn_edit_move(model, one->id, position, &error);
    }
    good ? sn_edit_end(model) : sn_edit_abandon(model);
    return finish(session, good, error);
}

/* --- carriers --- */

bool sn_edits_carry(SnSession *session, const SnId *ids, int n, SnId carrier)
{
    SnModel *model = sn_session_model(session);
    GError *error = NULL;
    if (sn_edits_dragging(session))
        return false;
    g_autofree char *what = words_for(session, ids, n);
    g_autofree char *where = sn_session_label(session, carrier);
    g_autofree char *label = g_strdup_printf("Attach %s to %s", what, where);
    sn_edit_begin(model, label);
    const bool good = sn_edit_carry(model, ids, n, carrier, &error);
    good ? sn_edit_end(model) : sn_edit_abandon(model);
    if (!finish(session, good, error))
        return false;
    g_autofree char *text =
        g_strdup_printf("%s now %s on %s, where %s.", what, n == 1 ? "is" : "are", where,
                        n == 1 ? "it was" : "they were");
    sn_session_report(
        session,
        &(SnBar){.severity = SN_NOTE, .text = text, .button = "Undo", .action = "win.undo"});
    return true;
}

/* --- history --- */

void sn_edits_go_to_step(SnSession *session, int n_done)
{
    SnModel *model = sn_session_model(session);
    while (sn_undo_n_done(model) > n_done && sn_undo(model))
        continue;
    while (sn_undo_n_done(model) < n_done && sn_redo(model))
        continue;
}
