/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/edits/copy.h"

#include "engine/model/classes/body.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/edit/edit.h"
#include "engine/model/file/clipboard.h"
#include "ui/edits/edits.h"
#include "ui/edits/place.h"

#include <math.h>
#include <string.h>

static const char DUPLICATED_KEY[] = "sn-duplicated"; /* GArray of SnId: the originals */

/* Shows the error, frees it; returns false. */
static bool failed(SnSession *session, GError *error)
{
    g_autofree char *text = g_strdup(error->message);
    *text = g_ascii_toupper(*text);
    sn_session_fail(session, text);
    g_error_free(error);
    return false;
}

static const SnId *ids_of(const GArray *ids)
{
    return (const SnId *)(const void *)ids->data;
}

/* Components of the selection that can be copied: no entries, lists or roots, nothing inside
 * another. */
static GArray *chosen(SnSession *session)
{
    const SnModel *model = sn_session_model(session);
    GArray *ids = g_array_new(FALSE, FALSE, sizeof(SnId));
    int n = 0;
    const SnId *selected = sn_session_selection(session, &n);
    for (int i = 0; i < n; i++) {
        const SnComponent *component = sn_model_get(model, selected[i]);
        if (!component || selected[i].entry != 0 || !component->parent ||
            sn_class_is_a(component->class, &SN_CLASS_LIST))
            continue;
        bool inside = false;
        for (const SnComponent *up = component->parent; up && !inside; up = up->parent)
            inside = up->parent && sn_session_is_selected(session, up->id);
        if (!inside)
            g_array_append_val(ids, selected[i]);
    }
    return ids;
}

/* --- words --- */

static void append_count(GString *text, const char *label, int n, int left)
{
    static const char vowels[] = "aeioAEIO";
    g_autofree char *lower = g_utf8_strdown(label, -1);
    const bool shout = g_ascii_isupper(label[0]) && g_ascii_isupper(label[1]);
    const char *word = shout ? label : lower; /* FEM */
    const char *join = text->len == 0 ? "" : left == 0 ? " and " : ", ";
    const char last = word[strlen(word) - 1];
    if (n == 1)
        g_string_append_printf(text, "%s%s %s", join, strchr(vowels, *word) ? "an" : "a", word);
    else if (last == 'y' && !strchr(vowels, word[strlen(word) - 2]))
        g_string_append_printf(text, "%s%d %.*sies", join, n, (int)strlen(word) - 1, word);
    else
        g_string_append_printf(text, "%s%d %ss", join, n, word);
}

/* What it is called: its class, or what the entries of its array are. */
static const char *label_of(const SnModel *model, SnId id)
{
    const SnComponent *component = sn_model_get(model, id);
    return !component      ? NULL
           : id.entry == 0 ? component->class->label
                           : component->class->arrays[sn_id_array(id)].entry_label;
}

char *sn_count_text(const SnModel *model, const SnId *ids, int n)
{
    GString *text = g_string_new(NULL);
    g_autoptr(GPtrArray) labels = g_ptr_array_new();
    for (int i = 0; i < n; i++) {
        const char *label = label_of(model, ids[i]);
        if (label && !g_ptr_array_find(labels, label, NULL))
            g_ptr_array_add(labels, (gpointer)label);
    }
    for (guint k = 0; k < labels->len; k++) {
        int count = 0;
        for (int i = 0; i < n; i++)
            count += label_of(model, ids[i]) == labels->pdata[k];
        append_count(text, labels->pdata[k], count, (int)(labels->len - 1 - k));
    }
    return g_string_free(text, FALSE);
}

static void report(SnSession *session, const char *text, const char *button, const char *action)
{
    sn_session_report(
        session, &(SnBar){.severity = SN_NOTE, .text = text, .button = button, .action = action});
}

static char *name_of(SnSession *session, const GArray *ids)
{
    return ids->len == 1 ? sn_session_label(session, ids_of(ids)[0])
                         : g_strdup_printf("%u components", ids->len);
}

/* --- clipboard --- */

char *sn_edits_copy_text(SnSession *session)
{
    g_autoptr(GArray) ids = chosen(session);
    GError *error = NULL;
    char *text =
        sn_clipboard_copy(sn_session_model(session), ids_of(ids), (int)ids->len, false, &error);
    if (!text) {
        failed(session, error);
        return NULL;
    }
    g_autofree char *name = name_of(session, ids);
    g_autofree char *words =
        g_strdup_printf("Copied %s as text; Ctrl+V pastes it into any model.", name);
    report(session, words, NULL, NULL);
    return text;
}

bool sn_edits_add_text(SnSession *session, const char *text, GArray *ids, GError **error)
{
    SnModel *model = sn_session_model(session);
    if (!sn_clipboard_paste(model, text, ids, error))
        return false;
    sn_edit_seal(model);
    return true;
}

bool sn_edits_paste(SnSession *session, const char *text)
{
    SnModel *model = sn_session_model(session);
    const SnSnapshot *snapshot = sn_session_snapshot(session);
    const bool bare = snapshot && snapshot->scene && snapshot->scene->n_items == 0;
    g_autoptr(GArray) ids = g_array_new(FALSE, FALSE, sizeof(SnId));
    GError *error = NULL;
    if (!sn_edits_add_text(session, text, ids, &error))
        return failed(session, error);
    sn_session_select(session, ids_of(ids), (int)ids->len, SN_SELECT_REPLACE);
    if (bare) /* it may lie anywhere; where there is something, the view stays */
        sn_session_show_selection(session);
    g_autofree char *count = sn_count_text(model, ids_of(ids), (int)ids->len);
    g_autofree char *words = g_strdup_printf("Pasted %s.", count);
    report(session, words, "Undo", "win.undo");
    return true;
}

/* --- duplicate --- */

/* What hangs on components and would be duplicated with them. */
static GArray *attached_to(const SnModel *model, const GArray *ids)
{
    GArray *all = sn_model_dependents(model, ids_of(ids), (int)ids->len, true);
    for (guint i = all->len; i-- > 0;) {
        bool document = false;
        for (const SnComponent *c = sn_model_get(model, ids_of(all)[i]); c; c = c->parent)
            document = document || c->class->document;
        if (document)
            g_array_remove_index(all, i);
    }
    return all;
}

static bool duplicate(SnSession *session, const GArray *ids, bool attached)
{
    SnModel *model = sn_session_model(session);
    g_autoptr(GArray) copies = g_array_new(FALSE, FALSE, sizeof(SnId));
    GError *error = NULL;
    const bool done =
        attached ? sn_edit_duplicate_attached(model, ids_of(ids), (int)ids->len, copies, &error)
                 : sn_edit_duplicate(model, ids_of(ids), (int)ids->len, copies, &error);
    if (!done)
        return failed(session, error);
    sn_edit_seal(model);
    sn_session_select(session, ids_of(copies), (int)copies->len, SN_SELECT_REPLACE);
    return true;
}

static void free_ids(gpointer ids)
{
    g_array_unref(ids);
}

bool sn_edits_duplicate_selection(SnSession *session, bool attached)
{
    g_autoptr(GArray) ids = chosen(session);
    if (ids->len == 0)
        return false;
    g_autoptr(GArray) hanging = attached_to(sn_session_model(session), ids);
    g_autofree char *name = name_of(session, ids);
    g_autofree char *count =
        sn_count_text(sn_session_model(session), ids_of(hanging), (int)hanging->len);
    if (!duplicate(session, ids, attached))
        return false;
    if (hanging->len == 0)
        return true;
    if (attached) {
        g_autofree char *text = g_strdup_printf("Duplicated %s with %s.", name, count);
        report(session, text, "Undo", "win.undo");
        return true;
    }
    g_object_set_data_full(G_OBJECT(session), DUPLICATED_KEY, g_array_ref(ids), free_ids);
    g_autofree char *text =
        g_strdup_printf("Duplicated %s alone. On %s hang %s.", name,
                        ids->len == 1 ? "the original" : "the originals", count);
    report(session, text, "Duplicate Those Too", "win.duplicate-again");
    return true;
}

bool sn_edits_duplicate_again_attached(SnSession *session)
{
    GArray *kept = g_object_get_data(G_OBJECT(session), DUPLICATED_KEY);
    const char *last = sn_undo_label(sn_session_model(session));
    if (!kept || !last || !g_str_has_prefix(last, "Duplicate"))
        return false;
    g_autoptr(GArray) ids = g_array_ref(kept);
    g_object_set_data(G_OBJECT(session), DUPLICATED_KEY, NULL);
    sn_edits_undo(session);
    sn_session_select(session, ids_of(ids), (int)ids->len, SN_SELECT_REPLACE);
    return sn_edits_duplicate_selection(session, true);
}

/* --- mirror --- */

typedef struct Sides {
    const SnModel *model;
    double apart[3]; /* how far pairs of the two sides are apart, summed */
} Sides;

static bool place_of(const SnModel *model, SnId id, double place[3])
{
    const SnComponent *component = sn_model_get(model, id);
    double turned[4];
    if (!component || !sn_class_is_a(component->class, &SN_CLASS_BODY_FRAME))
        return sn_start_place(model, id, place);
    sn_start_pose(model, id, place, turned);
    return true;
}

static bool compare_pair(SnComponent *component, void *data)
{
    Sides *sides = data;
    double a[3], b[3];
    g_autofree char *name = component->name && component->parent &&
                                    (component->class == &SN_CLASS_RIGID_BODY ||
                                     sn_class_is_a(component->class, &SN_CLASS_POINT))
                                ? sn_mirrored_name(component->name)
                                : NULL;
    const SnComponent *other = name ? sn_component_child(component->parent, name) : NULL;
    if (other && place_of(sides->model, component->id, a) && place_of(sides->model, other->id, b))
        for (int k = 0; k < 3; k++)
            sides->apart[k] += fabs(a[k] - b[k]);
    return true;
}

/* The axis across which the model has two sides: by pairs of bodies whose names differ in it, or
 * the horizontal one along which the components lie farthest off. */
static int edits_mirror_axis(SnSession *session, const SnId *ids, int n)
{
    SnModel *model = sn_session_model(session);
    Sides sides = {.model = model};
    sn_component_walk(model->root, compare_pair, &sides);
    const double *apart = sides.apart;
    double off[3] = {0, 0, 0}, place[3];
    if (apart[0] + apart[1] + apart[2] > 0)
        return apart[2] > apart[0] && apart[2] > apart[1] ? 2 : apart[0] > apart[1] ? 0 : 1;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 2 && place_of(model, ids[i], place); k++)
            off[k] += place[k];
    return fabs(off[0]) > fabs(off[1]) ? 0 : 1;
}

static bool has_side(const SnModel *model, SnId id)
{
    const SnComponent *component = sn_model_get(model, id);
    g_autofree char *name = component->name ? sn_mirrored_name(component->name) : NULL;
    return name != NULL;
}

/* Among things of one side, those without a side are the middle: they stay. */
static void leave_middle(const SnModel *model, GArray *ids)
{
    bool sided = false;
    for (guint i = 0; i < ids->len; i++)
        sided = sided || has_side(model, ids_of(ids)[i]);
    for (guint i = ids->len; sided && i-- > 0;)
        if (!has_side(model, ids_of(ids)[i]))
            g_array_remove_index(ids, i);
}

typedef struct Census {
    GHashTable *known; /* index of components that were there */
    GArray *fresh;     /* of SnId; NULL: the known ones are being listed */
} Census;

static bool take_part(SnComponent *component, void *data)
{
    Census *census = data;
    const gpointer key = GUINT_TO_POINTER(component->id.index);
    const bool listed = component->parent && component->parent->class == &SN_CLASS_LIST;
    if (!census->fresh)
        g_hash_table_add(census->known, key);
    else if (listed && !g_hash_table_contains(census->known, key))
        g_array_append_val(census->fresh, component->id);
    return true;
}

/* Whether the bodies of a selection lie more on the plane than beside it, so that their mirror
 * images are where they are. */
static bool lies_across(SnSession *session, const GArray *ids, int axis)
{
    const SnModel *model = sn_session_model(session);
    const SnSnapshot *snapshot = sn_session_snapshot(session);
    double bounds[2][3] = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    for (guint i = 0; i < ids->len && snapshot && snapshot->scene; i++) {
        const SnId *id = &ids_of(ids)[i];
        const SnComponent *component = sn_model_get(model, *id);
        double own[2][3];
        if (component->class != &SN_CLASS_RIGID_BODY ||
            !sn_snapshot_bounds_of(snapshot, id, 1, own))
            continue;
        bounds[0][axis] = fmin(bounds[0][axis], own[0][axis]);
        bounds[1][axis] = fmax(bounds[1][axis], own[1][axis]);
    }
    const double width = bounds[1][axis] - bounds[0][axis];
    return width > 0 && 2 * fmin(bounds[1][axis], -bounds[0][axis]) > width / 2;
}

bool sn_edits_mirror(SnSession *session, int axis)
{
    static const char *const AXES[] = {"x", "y", "z"};
    SnModel *model = sn_session_model(session);
    g_autoptr(GArray) ids = chosen(session);
    g_autoptr(GArray) copies = g_array_new(FALSE, FALSE, sizeof(SnId));
    if (ids->len == 0)
        return false;
    leave_middle(model, ids);
    const int across = axis >= 0 ? axis : edits_mirror_axis(session, ids_of(ids), (int)ids->len);
    SnMirrorPlane plane = {{0, 0, 0}, {0, 0, 0}};
    plane.normal[across] = 1;
    const bool same_place = lies_across(session, ids, across);
    GError *error = NULL;
    g_autoptr(GHashTable) known = g_hash_table_new(NULL, NULL);
    sn_component_walk(model->root, take_part, &(Census){known, NULL});
    if (!sn_edit_mirror(model, ids_of(ids), (int)ids->len, &plane, true, copies, &error))
        return failed(session, error);
    sn_edit_seal(model);
    sn_session_select(session, ids_of(copies), (int)copies->len, SN_SELECT_REPLACE);
    g_autoptr(GArray) fresh = g_array_new(FALSE, FALSE, sizeof(SnId));
    sn_component_walk(model->root, take_part, &(Census){known, fresh});
    g_autofree char *count = sn_count_text(model, ids_of(fresh), (int)fresh->len);
    g_autofree char *text = g_strdup_printf("Mirrored to the other side of %s = 0, with what hangs "
                                            "on it: %s.%s",
                                            AXES[across], count,
                                            same_place ? " They lie across it, both in one place: "
                                                         "undo and move them to one side first."
                                                       : "");
    report(session, text, "Undo", "win.undo");
    return true;
}
