/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/edits/edits.h"

#include "engine/model/drawable.h"
#include "ui/edits/groups.h"
#include "ui/edits/limits.h"
#include "ui/edits/path_add.h"
#include "ui/edits/pose.h"
#include "ui/session/id_set.h"
#include "ui/session/units.h"

#include <math.h>
#include <string.h>

static const char DRAG_KEY[] = "sn-edits-drag";
static const char INTERVENTION_KEY[] = "sn-edits-intervention";

/* Shows the error, frees it; returns false. */
static bool failed(SnSession *session, GError *error)
{
    sn_session_fail(session, error ? error->message : "This cannot be changed.");
    g_clear_error(&error);
    return false;
}

static SnModel *model_of(SnSession *session)
{
    SnModel *model = sn_session_model(session);
    g_assert(model);
    return model;
}

/* --- values --- */

/* A start value after t = 0 changes the present state, not the model. */
static bool is_intervention(SnSession *session, const SnProperty *property)
{
    return property->kind == SN_START && sn_session_time(session) > 0 && sn_session_engine(session);
}

/* Interventions of one step of the undo list are known to the engine by one revision. */
typedef struct Intervention {
    SnSession *session; /* borrowed: outlives the model whose undo list this is in */
    uint64_t revision;
} Intervention;

static void undo_intervention(void *data)
{
    const Intervention *intervention = data;
    sn_engine_undo_intervention(sn_session_engine(intervention->session), intervention->revision);
}

static void redo_intervention(void *data)
{
    const Intervention *intervention = data;
    sn_engine_redo_intervention(sn_session_engine(intervention->session), intervention->revision);
}

/* The revision for one in the step being made. */
static uint64_t intervene(SnSession *session)
{
    SnModel *model = model_of(session);
    uint64_t *revision = g_object_get_data(G_OBJECT(session), INTERVENTION_KEY);
    if (!revision) {
        revision = g_memdup2(&model->revision, sizeof model->revision);
        g_object_set_data_full(G_OBJECT(session), INTERVENTION_KEY, revision, g_free);
        Intervention *intervention = g_new(Intervention, 1);
        *intervention = (Intervention){session, *revision};
        sn_edit_push_external(model, "Intervene", undo_intervention, redo_intervention, g_free,
                              intervention);
    }
    return *revision;
}

static void end_interventions(SnSession *session)
{
    g_object_set_data(G_OBJECT(session), INTERVENTION_KEY, NULL);
}

/* Ranges in the units that values are typed in; the model's own words are in SI. */
static bool check_shown(const SnProperty *property, const SnValue *value, GError **error)
{
    char text[200];
    double number[6];
    const int n = value->type == property->type ? sn_value_numbers(value, number) : 0;
    for (int i = 0; i < n; i++) {
        if (!sn_unit_check(property, number[i], text, sizeof text)) {
            g_set_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_VALUE, "%s %s.", property->label,
                        text);
            return false;
        }
    }
    return true;
}

static bool set_row(SnSession *session, SnId id, int row, const SnValue *value, GError **error)
{
    SnModel *model = model_of(session);
    const SnProperty *property = sn_model_property(model, id, row);
    char text[200];
    if (!check_shown(property, value, error))
        return false;
    if (!is_intervention(session, property))
        return sn_edit_set_following(model, id, row, value, error);
    if (!sn_property_check(property, value, text, sizeof text)) {
        g_set_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_VALUE, "%s %s.", property->label, text);
        return false;
    }
    double number[6];
    int n = sn_value_numbers(value, number);
    sn_engine_set(sn_session_engine(session), id, row, number, n, intervene(session));
    return true;
}

/* Whether the first of them has a coordinate of that name: it is set by posing. */
static bool is_coordinate(SnSession *session, const SnId *ids, int n, const char *property)
{
    const int row = n > 0 ? sn_model_find_property(model_of(session), ids[0], property) : -1;
    return row >= 0 && sn_is_coordinate(sn_model_property(model_of(session), ids[0], row));
}

static void begin_set(SnSession *session, const SnId *ids, int n, const char *property)
{
    int row = n > 0 ? sn_model_find_property(model_of(session), ids[0], property) : -1;
    const char *label =
        row >= 0 ? sn_model_property(model_of(session), ids[0], row)->label : property;
    char *lower = g_utf8_strdown(label, -1);
    char *text = n > 1 ? g_strdup_printf("Set %s of %d components", lower, n)
                       : g_strdup_printf("Set %s", lower);
    sn_edit_begin(model_of(session), text);
    g_free(text);
    g_free(lower);
}

bool sn_edits_end(SnSession *session, GError *error)
{
    SnModel *model = sn_session_model(session);
    if (!error) {
        sn_edit_end(model);
        sn_edit_seal(model);
        return true;
    }
    sn_edit_abandon(model);
    sn_session_fail(session, error->message);
    g_error_free(error);
    return false;
}

/* Ends a group; takes it back if something failed. */
static bool end_group(SnSession *session, GError *error)
{
    SnModel *model = model_of(session);
    if (!error)
        sn_edit_end(model);
    else if (sn_edits_dragging(session))
        sn_edit_end(model); /* the drag's own group stays open */
    else
        sn_edit_abandon(model);
    if (!sn_edits_dragging(session)) {
        end_interventions(session);
        sn_edit_seal(model);
    }
    return !error || failed(session, error);
}

bool sn_edits_set(SnSession *session, const SnId *ids, int n, const char *property,
                  const SnValue *value)
{
    SnModel *model = model_of(session);
    GError *error = NULL;
    if (is_coordinate(session, ids, n, property))
        return sn_edits_pose(session, ids, n, property, value->number[0]);
    begin_set(session, ids, n, property);
    for (int i = 0; i < n && !error; i++) {
        int row = sn_model_find_property(model, ids[i], property);
        if (row >= 0 && sn_model_property(model, ids[i], row)->type == value->type)
            set_row(session, ids[i], row, value, &error);
        if (row >= 0 && !error && value->type == SN_TYPE_BOOL && value->boolean &&
            strcmp(property, "limited") == 0)
            sn_edits_fit_limits(session, ids[i], &error);
    }
    return end_group(session, error);
}

bool sn_edits_set_bool(SnSession *session, const SnId *ids, int n, const char *property, bool value)
{
    SnValue boolean = {.type = SN_TYPE_BOOL, .boolean = value};
    return sn_edits_set(session, ids, n, property, &boolean);
}

/* The value a person sees: the engine's for start values after t = 0, else the model's. */
static void present_value(SnSession *session, SnId id, int row, SnValue *value)
{
    SnModel *model = model_of(session);
    const SnProperty *property = sn_model_property(model, id, row);
    sn_model_effective(model, id, property, value, NULL);
    if (is_intervention(session, property))
        sn_engine_get(sn_session_engine(session), id, row, value->number);
}

bool sn_edits_change_number(SnSession *session, const SnId *ids, int n, const char *property,
                            int component, double factor, double term)
{
    SnModel *model = model_of(session);
    GError *error = NULL;
    begin_set(session, ids, n, property);
    for (int i = 0; i < n && !error; i++) {
        int row = sn_model_find_property(model, ids[i], property);
        if (row < 0 || sn_type_width(sn_model_property(model, ids[i], row)->type) <= component)
            continue;
        SnValue whole;
        present_value(session, ids[i], row, &whole);
        if (whole.type == SN_TYPE_INT) {
            whole.integer = (int32_t)CLAMP(round(factor * whole.integer + term), -1e9, 1e9);
            set_row(session, ids[i], row, &whole, &error);
        } else if (sn_type_width(whole.type) > component && whole.type != SN_TYPE_BOOL &&
                   whole.type != SN_TYPE_ENUM) {
            whole.number[component] = factor == 0 ? term : factor * whole.number[component] + term;
            set_row(session, ids[i], row, &whole, &error);
        }
        sn_value_clear(&whole);
    }
    return end_group(session, error);
}

bool sn_edits_set_number(SnSession *session, const SnId *ids, int n, const char *property,
                         int component, double value)
{
    if (is_coordinate(session, ids, n, property))
        return sn_edits_pose(session, ids, n, property, value);
    return sn_edits_change_number(session, ids, n, property, component, 0, value);
}

bool sn_edits_reset(SnSession *session, const SnId *ids, int n, const char *property)
{
    SnModel *model = model_of(session);
    GError *error = NULL;
    double low, high;
    if (is_coordinate(session, ids, n, property)) { /* to zero, or what comes next to it */
        const int row = sn_model_find_property(model, ids[0], property);
        const SnProperty *coordinate = sn_model_property(model, ids[0], row);
        return sn_coordinate_range(model, ids[0], coordinate, &low, &high) &&
               sn_edits_pose(session, ids, n, property, CLAMP(0, low, high));
    }
    begin_set(session, ids, n, property);
    for (int i = 0; i < n && !error; i++) {
        int row = sn_model_find_property(model, ids[i], property);
        if (row >= 0)
            sn_edit_reset(model, ids[i], row, &error);
    }
    return end_group(session, error);
}

static void store_present(SnSession *session, SnId id, GError **error)
{
    SnModel *model = model_of(session);
    int n_rows = sn_model_n_properties(model, id);
    for (int row = 0; row < n_rows && !*error; row++) {
        const SnProperty *property = sn_model_property(model, id, row);
        if (property->kind != SN_START || property->bind == SN_BIND_NONE)
            continue;
        SnValue value = {.type = property->type};
        if (sn_engine_get(sn_session_engine(session), id, row, value.number) ==
            sn_type_width(property->type))
            sn_edit_set(model, id, row, &value, error);
    }
}

static bool collect(SnComponent *component, void *data)
{
    g_array_append_val((GArray *)data, component->id);
    return true;
}

bool sn_edits_use_present_as_start(SnSession *session, const SnId *ids, int n)
{
    SnModel *model = model_of(session);
    GArray *all = g_array_new(FALSE, FALSE, sizeof(SnId));
    if (n == 0)
        sn_component_walk(model->root, collect, all);
    else
        g_array_append_vals(all, ids, (guint)n);
    GError *error = NULL;
    sn_edit_begin(model, "Use present state as start");
    for (guint i = 0; i < all->len && !error; i++)
        store_present(session, g_array_index(all, SnId, i), &error);
    g_array_unref(all);
    return end_group(session, error);
}

/* --- dragging --- */

void sn_edits_drag_begin(SnSession *session, const char *label)
{
    g_assert(!sn_edits_dragging(session));
    sn_edit_seal(model_of(session));
    sn_edit_begin(model_of(session), label);
    sn_edits_pose_forget(session);
    g_object_set_data(G_OBJECT(session), DRAG_KEY, GINT_TO_POINTER(1));
}

void sn_edits_drag_end(SnSession *session)
{
    g_assert(sn_edits_dragging(session));
    g_object_set_data(G_OBJECT(session), DRAG_KEY, NULL);
    sn_edits_pose_forget(session);
    end_interventions(session);
    sn_edit_end(model_of(session));
    sn_edit_seal(model_of(session));
}

void sn_edits_drag_show(SnSession *session)
{
    sn_edit_show(model_of(session));
}

bool sn_edits_drag_follow(SnSession *session, SnId id, const char *name)
{
    const int row = sn_model_find_property(model_of(session), id, name);
    const SnProperty *property = row >= 0 ? sn_model_property(model_of(session), id, row) : NULL;
    const bool waits = property && sn_edits_dragging(session) &&
                       !is_intervention(session, property) &&
                       (property->bind == SN_BIND_NONE || property->kind == SN_START);
    if (waits)
        sn_edits_drag_show(session);
    return waits;
}

void sn_edits_drag_cancel(SnSession *session)
{
    g_assert(sn_edits_dragging(session));
    g_object_set_data(G_OBJECT(session), DRAG_KEY, NULL);
    sn_edits_pose_forget(session);
    end_interventions(session);
    if (sn_session_model(session)) { /* else the document went while it lasted */
        sn_edit_abandon(model_of(session));
    }
}

bool sn_edits_dragging(SnSession *session)
{
    return g_object_get_data(G_OBJECT(session), DRAG_KEY) != NULL;
}

/* --- tree --- */

static bool has_selected_ancestor(SnModel *model, const SnComponent *component, GHashTable *chosen)
{
    for (const SnComponent *up = component->parent; up; up = up->parent) {
        if (g_hash_table_contains(chosen, &up->id))
            return true;
    }
    return false;
}

/* Components that may be deleted or copied: no lists, no root, nothing inside another chosen one.
 */
static GArray *movable(SnSession *session, const SnId *ids, int n)
{
    SnModel *model = model_of(session);
    GHashTable *chosen = g_hash_table_new(sn_id_hash, sn_id_same);
    for (int i = 0; i < n; i++)
        g_hash_table_add(chosen, (gpointer)&ids[i]);
    GArray *result = g_array_new(FALSE, FALSE, sizeof(SnId));
    for (int i = 0; i < n; i++) {
        const SnComponent *component = sn_model_get(model, ids[i]);
        if (component && ids[i].entry == 0 && component->parent &&
            !sn_class_is_a(component->class, &SN_CLASS_LIST) &&
            !has_selected_ancestor(model, component, chosen))
            g_array_append_val(result, ids[i]);
    }
    g_hash_table_unref(chosen);
    return result;
}

/* "lad, rad, lmp and 9 more" of those that went along; the count is returned. */
static int gone_along(SnSession *session, GArray *dependents, GPtrArray *labels, GString *text)
{
    SnModel *model = model_of(session);
    int gone = 0;
    for (guint i = 0; i < dependents->len; i++) {
        if (sn_model_get(model, g_array_index(dependents, SnId, i)))
            continue;
        if (gone < 3) {
            g_string_append_printf(text, "%s%s", gone > 0 ? ", " : "",
                                   (const char *)g_ptr_array_index(labels, i));
        }
        gone++;
    }
    if (gone > 3)
        g_string_append_printf(text, " and %d more", gone - 3);
    return gone;
}

static bool delete_entries(SnSession *session, const SnId *ids, int n)
{
    GArray *entries = g_array_new(FALSE, FALSE, sizeof(SnId));
    for (int i = 0; i < n; i++) {
        if (ids[i].entry != 0)
            g_array_append_val(entries, ids[i]);
    }
    bool any = entries->len > 0;
    GError *error = NULL;
    if (any) {
        sn_edit_begin(model_of(session), "Delete entries");
        while (entries->len > 0 && !error) {
            /* from the back, so that the indices of the others stay right */
            guint last = 0;
            for (guint i = 1; i < entries->len; i++) {
                if (g_array_index(entries, SnId, i).entry >
                    g_array_index(entries, SnId, last).entry)
                    last = i;
            }
            sn_edit_remove_entry(model_of(session), g_array_index(entries, SnId, last), &error);
            g_array_remove_index_fast(entries, last);
        }
        any = end_group(session, error);
    }
    g_array_unref(entries);
    return any;
}

bool sn_edits_delete(SnSession *session, const SnId *ids, int n)
{
    SnModel *model = model_of(session);
    GArray *chosen = movable(session, ids, n);
    if (chosen->len == 0) {
        g_array_unref(chosen);
        return delete_entries(session, ids, n);
    }
    const SnId *first = (const SnId *)(void *)chosen->data;
    GArray *dependents = sn_model_dependents(model, first, (int)chosen->len, true);
    if (sn_edits_refuse_locked(session, first, (int)chosen->len) ||
        sn_edits_refuse_locked(session, (const SnId *)(void *)dependents->data,
                               (int)dependents->len)) {
        g_array_unref(dependents);
        g_array_unref(chosen);
        return false;
    }
    char *what = chosen->len == 1 ? sn_session_label(session, first[0])
                                  : g_strdup_printf("%u components", chosen->len);
    GPtrArray *labels = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < dependents->len; i++)
        g_ptr_array_add(labels, sn_session_label(session, g_array_index(dependents, SnId, i)));
    char *label = g_strdup_printf("Delete %s", what);
    GError *error = NULL;
    sn_edit_begin(model, label);
    sn_edit_remove(model, first, (int)chosen->len, &error);
    bool done = end_group(session, error);
    if (done) {
        GString *along = g_string_new(NULL);
        int gone = gone_along(session, dependents, labels, along);
        char *text =
            gone == 0 ? g_strdup_printf("Deleted %s.", what)
                      : g_strdup_printf("Deleted %s, and what hung on it: %s.", what, along->str);
        sn_session_report(
            session,
            &(SnBar){.severity = SN_NOTE, .text = text, .button = "Undo", .action = "win.undo"});
        g_free(text);
        g_string_free(along, TRUE);
    }
    g_free(label);
    g_free(what);
    g_ptr_array_unref(labels);
    g_array_unref(dependents);
    g_array_unref(chosen);
    return done;
}

bool sn_edits_rename(SnSession *session, SnId id, const char *name)
{
    GError *error = NULL;
    bool empty = !name || *name == '\0';
    if (!sn_path_rename(model_of(session), id, empty ? NULL : name, &error))
        return failed(session, error);
    sn_edit_seal(model_of(session));
    return true;
}

bool sn_edits_insert_entry(SnSession *session, SnId component, int array, int index)
{
    GError *error = NULL;
    return sn_edit_insert_entry(model_of(session), component, array, index, &error) ||
           failed(session, error);
}

bool sn_edits_remove_entry(SnSession *session, SnId entry)
{
    GError *error = NULL;
    return sn_edit_remove_entry(model_of(session), entry, &error) || failed(session, error);
}

bool sn_edits_set_visible(SnSession *session, const SnId *ids, int n, bool visible)
{
    return sn_edits_set_bool(session, ids, n, "render.visible", visible);
}

bool sn_edits_is_visible(SnSession *session, SnId id)
{
    SnModel *model = model_of(session);
    int row = sn_model_find_property(model, id, "render.visible");
    if (row < 0)
        return true;
    SnValue value;
    sn_model_effective(model, id, sn_model_property(model, id, row), &value, NULL);
    return value.boolean;
}

typedef struct Showing {
    SnSession *session;
    GHashTable *wanted; /* NULL: all */
    GError *error;
} Showing;

static bool has_wanted_ancestor(const SnComponent *component, GHashTable *wanted)
{
    for (; component; component = component->parent) {
        if (g_hash_table_contains(wanted, &component->id))
            return true;
    }
    return false;
}

/* Leaves of the tree only: hiding a list would hide the wanted ones in it. */
static bool show_one(SnComponent *component, void *data)
{
    Showing *showing = data;
    SnModel *model = model_of(showing->session);
    int row = sn_class_find_property(component->class, "render.visible");
    if (row < 0)
        return true;
    const SnProperty *property = sn_class_property(component->class, row);
    bool visible = sn_edits_is_visible(showing->session, component->id);
    if (!showing->wanted) {
        SnValue own;
        sn_field_get(component, property, &own);
        if (sn_field_mode(component, property) == SN_MODE_EXPLICIT && !own.boolean)
            sn_edit_reset(model, component->id, row, &showing->error);
    } else if (component->parent && component->class->n_lists == 0 &&
               !sn_class_is_a(component->class, &SN_CLASS_LIST)) {
        SnValue value = {.type = SN_TYPE_BOOL,
                         .boolean = has_wanted_ancestor(component, showing->wanted)};
        if (value.boolean != visible)
            sn_edit_set(model, component->id, row, &value, &showing->error);
    }
    return showing->error == NULL;
}

bool sn_edits_show_only(SnSession *session, const SnId *ids, int n)
{
    Showing showing = {session, g_hash_table_new(sn_id_hash, sn_id_same), NULL};
    for (int i = 0; i < n; i++)
        g_hash_table_add(showing.wanted, (gpointer)&ids[i]);
    sn_edit_begin(model_of(session), "Show only the selection");
    sn_component_walk(model_of(session)->root, show_one, &showing);
    g_hash_table_unref(showing.wanted);
    return end_group(session, showing.error);
}

bool sn_edits_show_all(SnSession *session)
{
    Showing showing = {session, NULL, NULL};
    sn_edit_begin(model_of(session), "Show all");
    sn_component_walk(model_of(session)->root, show_one, &showing);
    return end_group(session, showing.error);
}

/* --- undo --- */

bool sn_edits_undo(SnSession *session)
{
    return sn_undo(model_of(session));
}

bool sn_edits_redo(SnSession *session)
{
    return sn_redo(model_of(session));
}

static char *with_label(const char *verb, const char *label)
{
    return label ? g_strdup_printf("%s %s", verb, label) : g_strdup(verb);
}

char *sn_edits_undo_text(SnSession *session)
{
    SnModel *model = sn_session_model(session);
    return with_label("Undo", model ? sn_undo_label(model) : NULL);
}

char *sn_edits_redo_text(SnSession *session)
{
    SnModel *model = sn_session_model(session);
    return with_label("Redo", model ? sn_redo_label(model) : NULL);
}
