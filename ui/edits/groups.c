/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/edits/groups.h"

#include "engine/model/edit/edit.h"
#include "engine/model/edit/members.h"
#include "engine/model/undo.h"
#include "ui/edits/edits.h"

#include <string.h>

/* "femur", "3 components" */
static char *words_for(SnSession *session, const SnId *ids, int n)
{
    return n == 1 ? sn_session_label(session, ids[0]) : g_strdup_printf("%d components", n);
}

/* Those that have the rows of a drawable; entries of arrays do not. */
static GArray *drawables(SnSession *session, const SnId *ids, int n)
{
    const SnModel *model = sn_session_model(session);
    GArray *found = g_array_new(FALSE, FALSE, sizeof(SnId));
    for (int i = 0; i < n && model; i++) {
        const SnComponent *component = ids[i].entry == 0 ? sn_model_get(model, ids[i]) : NULL;
        if (component && sn_class_is_a(component->class, &SN_CLASS_DRAWABLE))
            g_array_append_val(found, ids[i]);
    }
    return found;
}

static GArray *selected_drawables(SnSession *session)
{
    int n = 0;
    const SnId *ids = sn_session_selection(session, &n);
    return drawables(session, ids, n);
}

/* One step: the row of each has the value. */
static bool set_all(SnSession *session, const GArray *ids, const char *row, const SnValue *value,
                    const char *label)
{
    SnModel *model = sn_session_model(session);
    GError *error = NULL;
    sn_edit_begin(model, label);
    for (guint i = 0; i < ids->len && !error; i++) {
        const SnId id = g_array_index(ids, SnId, i);
        sn_edit_set(model, id, sn_model_find_property(model, id, row), value, &error);
    }
    return sn_edits_end(session, error);
}

static bool tag_all(SnSession *session, const GArray *ids, SnTag tag)
{
    if (ids->len == 0)
        return false;
    const SnValue value = {.type = SN_TYPE_ENUM, .integer = (int32_t)tag};
    g_autofree char *what =
        words_for(session, (const SnId *)(const void *)ids->data, (int)ids->len);
    g_autofree char *label = tag == SN_TAG_NONE
                                 ? g_strdup_printf("Take the tag off %s", what)
                                 : g_strdup_printf("Tag %s %s", what, SN_TAG_NAMES[tag]);
    return set_all(session, ids, "tag", &value, label);
}

bool sn_edits_tag(SnSession *session, SnTag tag)
{
    g_autoptr(GArray) ids = selected_drawables(session);
    return tag_all(session, ids, tag);
}

static bool group_all(SnSession *session, const GArray *ids, const char *group)
{
    if (ids->len == 0)
        return false;
    g_autofree char *name = g_strstrip(g_strdup(group));
    const SnValue value = {.type = SN_TYPE_STRING, .string = name};
    g_autofree char *what =
        words_for(session, (const SnId *)(const void *)ids->data, (int)ids->len);
    g_autofree char *label = *name == '\0' ? g_strdup_printf("Take %s out of its group", what)
                                           : g_strdup_printf("Put %s in group %s", what, name);
    return set_all(session, ids, "group", &value, label);
}

bool sn_edits_group(SnSession *session, const char *group)
{
    g_autoptr(GArray) ids = selected_drawables(session);
    return group_all(session, ids, group);
}

/* --- locks --- */

/* What its list or model locks is unlocked by a value of its own, anything else by having none. */
static void unlock_one(SnModel *model, SnId id, int row, GError **error)
{
    const SnValue no = {.type = SN_TYPE_BOOL, .boolean = false};
    if (!sn_edit_reset(model, id, row, error))
        return;
    if (sn_component_locked(sn_model_get(model, id)))
        sn_edit_set(model, id, row, &no, error);
}

bool sn_edits_lock(SnSession *session, const SnId *ids, int n, bool locked)
{
    g_autoptr(GArray) found = drawables(session, ids, n);
    if (found->len == 0)
        return false;
    SnModel *model = sn_session_model(session);
    const SnValue yes = {.type = SN_TYPE_BOOL, .boolean = true};
    g_autofree char *what = words_for(session, (const SnId *)(void *)found->data, (int)found->len);
    g_autofree char *label = g_strconcat(locked ? "Lock " : "Unlock ", what, NULL);
    if (locked)
        return set_all(session, found, "locked", &yes, label);
    GError *error = NULL;
    sn_edit_begin(model, label);
    for (guint i = 0; i < found->len && !error; i++) {
        const SnId id = g_array_index(found, SnId, i);
        unlock_one(model, id, sn_model_find_property(model, id, "locked"), &error);
    }
    return sn_edits_end(session, error);
}

static bool collect_own(SnComponent *component, void *data)
{
    if (sn_class_is_a(component->class, &SN_CLASS_DRAWABLE) &&
        ((const SnDrawable *)component)->locked_mode == SN_MODE_EXPLICIT)
        g_array_append_val((GArray *)data, component->id);
    return true;
}

bool sn_edits_unlock_all(SnSession *session)
{
    SnModel *model = sn_session_model(session);
    g_autoptr(GArray) ids = g_array_new(FALSE, FALSE, sizeof(SnId));
    sn_component_walk(model->root, collect_own, ids);
    if (ids->len == 0)
        return false;
    GError *error = NULL;
    sn_edit_begin(model, "Unlock all");
    for (guint i = 0; i < ids->len && !error; i++) {
        const SnId id = g_array_index(ids, SnId, i);
        sn_edit_reset(model, id, sn_model_find_property(model, id, "locked"), &error);
    }
    return sn_edits_end(session, error);
}

bool sn_edits_refuse_locked(SnSession *session, const SnId *ids, int n)
{
    const SnModel *model = sn_session_model(session);
    for (int i = 0; i < n; i++) {
        if (!sn_component_locked(sn_model_get(model, ids[i])))
            continue;
        g_autofree char *name = sn_session_label(session, ids[i]);
        g_autofree char *text =
            g_strdup_printf("%s is locked: unlock it before it is deleted.", name);
        sn_session_report(session, &(SnBar){.severity = SN_NOTE,
                                            .text = text,
                                            .button = "Unlock All",
                                            .action = "win.unlock-all"});
        return true;
    }
    return false;
}

/* --- all of a mark --- */

static void clear_mark(SnSession *session, const GArray *members, const char *mark)
{
    if (sn_mark_tag(mark) != SN_TAG_NONE)
        tag_all(session, members, SN_TAG_NONE);
    else
        group_all(session, members, "");
}

void sn_edits_members(SnSession *session, const char *verb, const char *mark)
{
    g_autoptr(GArray) members = sn_members(sn_session_model(session), mark);
    const SnId *ids = (const SnId *)(const void *)members->data;
    const int n = (int)members->len;
    if (n == 0)
        return;
    if (strcmp(verb, "select") == 0)
        sn_session_select(session, ids, n, SN_SELECT_REPLACE);
    else if (strcmp(verb, "add") == 0)
        sn_session_select(session, ids, n, SN_SELECT_ADD);
    else if (strcmp(verb, "hide") == 0 || strcmp(verb, "show") == 0)
        sn_edits_set_visible(session, ids, n, strcmp(verb, "show") == 0);
    else if (strcmp(verb, "only") == 0)
        sn_edits_show_only(session, ids, n);
    else if (strcmp(verb, "lock") == 0 || strcmp(verb, "unlock") == 0)
        sn_edits_lock(session, ids, n, strcmp(verb, "lock") == 0);
    else if (strcmp(verb, "clear") == 0)
        clear_mark(session, members, mark);
}
