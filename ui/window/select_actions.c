/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/select_actions.h"

#include "engine/model/drawable.h"
#include "engine/model/edit/select.h"
#include "engine/model/edit/select_entries.h"
#include "ui/actions/action_state.h"
#include "ui/dialogs/select_dialog.h"
#include "ui/edits/copy.h"
#include "ui/viewport/viewport.h"

#include <string.h>

static SnSession *session_of(gpointer window)
{
    return sn_window_session(SN_WINDOW(window));
}

static SnViewport *viewer_of(gpointer window)
{
    return SN_VIEWPORT(sn_window_viewer(SN_WINDOW(window)));
}

#define ACTION(name) static void name(GSimpleAction *action, GVariant *parameter, gpointer window)

/* Selects what was found (taken) and says how much; the last one selected stays the last. */
static void select_found(SnSession *session, GArray *found)
{
    const SnId primary = sn_session_primary(session);
    const SnId *ids = (const SnId *)(const void *)found->data;
    int before = 0;
    sn_session_selection(session, &before);
    sn_session_select(session, ids, (int)found->len, SN_SELECT_REPLACE);
    if (!sn_id_is_null(primary) && sn_session_is_selected(session, primary)) {
        sn_session_select(session, &primary, 1, SN_SELECT_REMOVE);
        sn_session_select(session, &primary, 1, SN_SELECT_ADD);
    }
    g_autofree char *count = sn_count_text(sn_session_model(session), ids, (int)found->len);
    g_autofree char *text = found->len == 0
                                ? g_strdup(before > 0 ? "Nothing is left." : "There is no other.")
                                : g_strdup_printf("Selected %s.", count);
    sn_session_report(session, &(SnBar){.severity = SN_NOTE, .text = text});
    g_array_unref(found);
}

/* What is selected; whether nodes or elements are among it: the action is for them then. */
static const SnId *selected(SnSession *session, int *n, bool *parts)
{
    const SnId *ids = sn_session_selection(session, n);
    *parts = false;
    for (int i = 0; i < *n && !*parts; i++)
        *parts = ids[i].entry != 0;
    return ids;
}

/* --- all --- */

static bool collect_drawable(SnComponent *component, void *data)
{
    if (component->parent && sn_class_is_a(component->class, &SN_CLASS_DRAWABLE) &&
        !sn_class_is_a(component->class, &SN_CLASS_LIST))
        g_array_append_val((GArray *)data, component->id);
    return true;
}

/* What is in the list of a component, or in it where it is one; without one, all that is drawn. */
static GArray *all_beside(const SnModel *model, const SnComponent *component)
{
    GArray *ids = g_array_new(FALSE, FALSE, sizeof(SnId));
    const SnComponent *list =
        !component || component->class == &SN_CLASS_LIST ? component : component->parent;
    for (guint i = 0; list && list->children && i < list->children->len; i++) {
        const SnComponent *child = g_ptr_array_index(list->children, i);
        g_array_append_val(ids, child->id);
    }
    if (!list || !list->children)
        sn_component_walk(model->root, collect_drawable, ids);
    return ids;
}

ACTION(on_select_all)
{
    SnSession *session = session_of(window);
    const SnModel *model = sn_session_model(session);
    bool parts;
    int n;
    const SnId *ids = selected(session, &n, &parts);
    GArray *all = parts ? sn_select_all_entries(model, ids, n)
                        : all_beside(model, sn_model_get(model, sn_session_primary(session)));
    sn_session_select(session, (const SnId *)(void *)all->data, (int)all->len, SN_SELECT_REPLACE);
    g_array_unref(all);
}

/* --- by what is selected --- */

ACTION(on_select_by)
{
    sn_select_dialog_open(window, session_of(window));
}

ACTION(on_select_similar)
{
    SnSession *session = session_of(window);
    bool parts;
    int n;
    const SnId *ids = selected(session, &n, &parts);
    select_found(session, (parts ? sn_select_similar_entries
                                 : sn_select_similar)(sn_session_model(session), ids, n));
}

ACTION(on_select_inverse)
{
    SnSession *session = session_of(window);
    bool parts;
    int n;
    const SnId *ids = selected(session, &n, &parts);
    select_found(session, (parts ? sn_select_other_entries
                                 : sn_select_inverse)(sn_session_model(session), ids, n));
}

/* Of components what nodes and elements do by their neighbours is done by what refers to what;
 * false: it has no meaning for them. */
static bool spread_components(SnSession *session, SnSpread how)
{
    const SnModel *model = sn_session_model(session);
    int n = 0;
    const SnId *ids = sn_session_selection(session, &n);
    switch (how) {
    case SN_SPREAD_CONNECTED:
    case SN_SPREAD_GROW:
        select_found(session, sn_select_connected(model, ids, n, how == SN_SPREAD_CONNECTED));
        return true;
    case SN_SPREAD_SHRINK:
        select_found(session, sn_select_inner(model, ids, n));
        return true;
    default:
        return false;
    }
}

static void spread(SnWindow *window, SnSpread how)
{
    SnSession *session = session_of(window);
    bool parts;
    int n;
    selected(session, &n, &parts);
    if (n == 0 || parts || !spread_components(session, how))
        sn_viewport_spread(viewer_of(window), how);
}

/* In the order of SnSpread. */
static const char *const spreads[SN_SPREAD_COUNT] = {"connected", "grow", "shrink",
                                                     "invert",    "side", "plane"};

ACTION(on_spread)
{
    for (int i = 0; i < SN_SPREAD_COUNT; i++) {
        if (strcmp(g_variant_get_string(parameter, NULL), spreads[i]) == 0)
            spread(window, (SnSpread)i);
    }
}

ACTION(on_select_connected)
{
    spread(window, strcmp(g_action_get_name(G_ACTION(action)), "select-all-connected") == 0
                       ? SN_SPREAD_CONNECTED
                       : SN_SPREAD_GROW);
}

/* --- what may be done now --- */

static void update(SnSession *session, SnWindow *window)
{
    const SnModel *model = sn_session_model(session);
    static const char *const of_some[] = {"select-similar", "select-connected",
                                          "select-all-connected"};
    int n = 0;
    sn_session_selection(session, &n);
    for (gsize i = 0; i < G_N_ELEMENTS(of_some); i++)
        sn_action_enable(G_ACTION_MAP(window), of_some[i], model && n > 0);
    sn_action_enable(G_ACTION_MAP(window), "select-inverse", model != NULL);
    sn_action_enable(G_ACTION_MAP(window), "select-by", model != NULL);
}

static const GActionEntry entries[] = {
    {"select-all", on_select_all},
    {"select-by", on_select_by},
    {"select-similar", on_select_similar},
    {"select-connected", on_select_connected},
    {"select-all-connected", on_select_connected},
    {"select-inverse", on_select_inverse},
    {"spread", on_spread, "s"},
};

void sn_window_select_actions_add(SnWindow *window)
{
    SnSession *session = sn_window_session(window);
    g_action_map_add_action_entries(G_ACTION_MAP(window), entries, G_N_ELEMENTS(entries), window);
    g_signal_connect_object(session, "selection-changed", G_CALLBACK(update), window, 0);
    g_signal_connect_object(session, "document-changed", G_CALLBACK(update), window, 0);
    update(session, window);
}
