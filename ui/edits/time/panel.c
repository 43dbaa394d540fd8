/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/edits/time/panel.h"

#include "engine/model/classes/fem.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/classes/panel.h"
#include "engine/model/classes/probe.h"
#include "ui/edits/edits.h"
#include "ui/session/id_set.h"
#include "ui/session/property_target.h"

#include <string.h>

static void note(SnSession *session, const char *text)
{
    sn_session_report(session, &(SnBar){.severity = SN_NOTE, .text = text});
}

/* --- what is there --- */

static SnComponent *control_list(const SnModel *model, SnId panel)
{
    const SnComponent *component = sn_model_get(model, panel);
    return component && component->class == &SN_CLASS_PANEL ? sn_model_list(component, "controls")
                                                            : NULL;
}

const GPtrArray *sn_panel_controls(const SnModel *model, SnId panel)
{
    const SnComponent *list = control_list(model, panel);
    return list ? list->children : NULL;
}

static const SnTarget *target_of(const SnComponent *control)
{
    const SnTargets *property = &((const SnControl *)control)->property;
    return property->n > 0 ? &property->targets[0] : NULL;
}

static bool same_target(const SnTarget *a, const SnTarget *b)
{
    return sn_id_equal(a->id, b->id) && a->row == b->row;
}

static bool is_shown(const GPtrArray *controls, const SnTarget *target)
{
    for (guint i = 0; i < controls->len; i++) {
        const SnTarget *other = target_of(g_ptr_array_index(controls, i));
        if (other && same_target(other, target))
            return true;
    }
    return false;
}

/* --- panels --- */

static SnComponent *make_control(const SnTarget *target)
{
    SnComponent *component = sn_component_new(&SN_CLASS_CONTROL, NULL);
    SnControl *control = (SnControl *)component;
    control->property.n = 1;
    control->property.targets = g_memdup2(target, sizeof *target);
    return component;
}

static int add_controls(SnModel *model, SnId panel, const SnTarget *targets, int n, int position,
                        GError **error)
{
    const SnComponent *list = control_list(model, panel);
    int added = 0;
    for (int i = 0; i < n && !*error; i++) {
        if (!is_shown(list->children, &targets[i])) {
            sn_edit_add(model, list->id, make_control(&targets[i]),
                        position < 0 ? -1 : position + added, error);
            added++;
        }
    }
    return added;
}

SnId sn_edits_new_panel(SnSession *session, const char *name, const SnTarget *targets, int n)
{
    SnModel *model = sn_session_model(session);
    const SnComponent *list = sn_model_list_for(model->root, &SN_CLASS_PANEL);
    char *unused = sn_name_unused(list, name ? name : "Panel");
    GError *error = NULL;
    sn_edit_begin(model, "New panel");
    SnId panel =
        sn_edit_add(model, list->id, sn_component_new(&SN_CLASS_PANEL, unused), -1, &error);
    if (!error)
        add_controls(model, panel, targets, n, -1, &error);
    g_free(unused);
    return sn_edits_end(session, error) ? panel : SN_ID_NULL;
}

int sn_edits_add_controls(SnSession *session, SnId panel, const SnTarget *targets, int n,
                          int position)
{
    SnModel *model = sn_session_model(session);
    const SnComponent *list = control_list(model, panel);
    if (!list) {
        sn_session_fail(session, "This panel is gone.");
        return 0;
    }
    GError *error = NULL;
    sn_edit_begin(model, n == 1 ? "Add to panel" : "Add rows to panel");
    const int added =
        add_controls(model, panel, targets, n, MIN(position, (int)list->children->len), &error);
    if (!error && added == 0) {
        sn_edit_abandon(model);
        note(session, n == 1 ? "This property is on the panel already."
                             : "These properties are on the panel already.");
        return 0;
    }
    return sn_edits_end(session, error) ? added : 0;
}

bool sn_edits_move_control(SnSession *session, SnId control, int position)
{
    SnModel *model = sn_session_model(session);
    const SnComponent *component = sn_model_get(model, control);
    if (!component || sn_component_position(component) == position)
        return true;
    GError *error = NULL;
    sn_edit_begin(model, "Move row");
    sn_edit_move(model, control, position, &error);
    return sn_edits_end(session, error);
}

bool sn_edits_set_control_range(SnSession *session, SnId control, double low, double high)
{
    static const char *const names[] = {"low", "high"};
    const double numbers[] = {low, high};
    SnModel *model = sn_session_model(session);
    GError *error = NULL;
    sn_edit_begin(model, "Set slider range");
    for (int i = 0; i < 2 && !error; i++) {
        SnValue value = {.type = SN_TYPE_REAL, .number = {numbers[i]}};
        sn_edit_set(model, control, sn_model_find_property(model, control, names[i]), &value,
                    &error);
    }
    return sn_edits_end(session, error);
}

/* --- panels made of what is there --- */

typedef struct Collection {
    const SnModel *model;
    GArray *targets;
    GHashTable *driven; /* of SnId: what exciters set, borrowed from them */
} Collection;

static void collect(Collection *collection, SnId id, int row)
{
    const SnTarget target = {id, row};
    for (guint i = 0; i < collection->targets->len; i++) {
        if (same_target(&g_array_index(collection->targets, SnTarget, i), &target))
            return;
    }
    g_array_append_val(collection->targets, target);
}

static bool collect_inputs(SnComponent *component, void *data)
{
    Collection *collection = data;
    const int n = sn_class_n_properties(component->class);
    for (int row = 0; row < n; row++) {
        if (sn_class_property(component->class, row)->kind == SN_INPUT &&
            sn_model_applies(collection->model, component->id,
                             sn_class_property(component->class, row)))
            collect(collection, component->id, row);
    }
    return true;
}

SnId sn_edits_panel_from_selection(SnSession *session)
{
    SnModel *model = sn_session_model(session);
    Collection collection = {model, g_array_new(FALSE, FALSE, sizeof(SnTarget)), NULL};
    int n = 0;
    const SnId *ids = sn_session_selection(session, &n);
    for (int i = 0; i < n; i++) {
        SnComponent *component = sn_model_get(model, ids[i]);
        if (component && ids[i].entry == 0)
            sn_component_walk(component, collect_inputs, &collection);
    }
    for (int i = 0; i < n && collection.targets->len == 0; i++) {
        const int row = sn_property_main_row(model, ids[i], false);
        if (row >= 0) { /* no inputs: what it does */
            collect(&collection, ids[i], row);
        }
    }
    SnId panel = SN_ID_NULL;
    if (collection.targets->len > 0) {
        panel =
            sn_edits_new_panel(session, NULL, (const SnTarget *)(void *)collection.targets->data,
                               (int)collection.targets->len);
    } else {
        note(session, "Select what the panel shall handle first: muscles, loads, joints.");
    }
    g_array_unref(collection.targets);
    return panel;
}

static bool note_driven(SnComponent *component, void *data)
{
    Collection *collection = data;
    if (component->class == &SN_CLASS_EXCITER) {
        const SnExciter *exciter = (const SnExciter *)component;
        for (int i = 0; i < exciter->targets.n; i++)
            g_hash_table_add(collection->driven, &exciter->targets.targets[i].id);
    }
    return true;
}

static bool collect_excitation(SnComponent *component, void *data)
{
    Collection *collection = data;
    const int row = sn_class_find_property(component->class, "excitation");
    if (row >= 0 && sn_class_property(component->class, row)->kind == SN_INPUT &&
        !g_hash_table_contains(collection->driven, &component->id))
        collect(collection, component->id, row);
    return true;
}

SnId sn_edits_panel_of_excitations(SnSession *session)
{
    SnModel *model = sn_session_model(session);
    Collection collection = {model, g_array_new(FALSE, FALSE, sizeof(SnTarget)),
                             g_hash_table_new(sn_id_hash, sn_id_same)};
    sn_component_walk(model->root, note_driven, &collection);
    sn_component_walk(model->root, collect_excitation, &collection);
    SnId panel = SN_ID_NULL;
    if (collection.targets->len > 0) {
        panel = sn_edits_new_panel(session, "Excitations",
                                   (const SnTarget *)(void *)collection.targets->data,
                                   (int)collection.targets->len);
    } else {
        note(session, "There is nothing to excite in this model: add a muscle or a bundle.");
    }
    g_hash_table_unref(collection.driven);
    g_array_unref(collection.targets);
    return panel;
}

/* --- probes --- */

/* "lad excitation" where no probe is called that yet. */
static char *probe_name(const SnModel *model, const SnComponent *list, const SnTarget *target)
{
    char *label = sn_property_target_label(model, *target);
    g_strdelimit(label, "./:,", ' ');
    char *name = sn_name_unused(list, sn_name_check(label, NULL) ? label : "probe");
    g_free(label);
    return name;
}

/* What a person sees now: what drives it already, or the model's value. */
static SnReals present_numbers(SnSession *session, const SnTarget *target)
{
    const SnModel *model = sn_session_model(session);
    const SnWatched *watched = sn_session_watched(session, target->id, target->row);
    double number[6] = {0};
    int n;
    if (watched && watched->driven) {
        n = watched->n;
        memcpy(number, watched->value, sizeof number);
    } else {
        SnValue value;
        sn_model_effective(model, target->id, sn_model_property(model, target->id, target->row),
                           &value, NULL);
        n = sn_value_numbers(&value, number);
        sn_value_clear(&value);
    }
    return (SnReals){n, g_memdup2(number, sizeof(double) * (size_t)n)};
}

/* Two knots with the present value. */
static void hold_present(SnSession *session, SnInputProbe *probe, const SnTarget *target)
{
    const double duration = ((SnModelComponent *)sn_session_model(session)->root)->duration;
    SnKnot *knots = g_new0(SnKnot, 2);
    knots[1].time = duration > 0 ? duration : 1;
    for (int i = 0; i < 2; i++)
        knots[i].values = present_numbers(session, target);
    probe->knots = (SnArray){2, knots};
}

static int add_probes(SnSession *session, const SnClass *class, const SnTarget *targets, int n)
{
    const bool input = class == &SN_CLASS_INPUT_PROBE;
    SnModel *model = sn_session_model(session);
    const SnComponent *list = sn_model_list_for(model->root, class);
    GArray *made = g_array_new(FALSE, FALSE, sizeof(SnId));
    char *label = g_strdup_printf(n == 1 ? "%s %d property" : "%s %d properties",
                                  input ? "Drive" : "Record", n);
    GError *error = NULL;
    sn_edit_begin(model, label);
    for (int i = 0; i < n && !error; i++) {
        char *name = probe_name(model, list, &targets[i]);
        SnComponent *component = sn_component_new(class, name);
        SnProbe *probe = (SnProbe *)component;
        probe->targets = (SnTargets){1, g_memdup2(&targets[i], sizeof(SnTarget))};
        if (input)
            hold_present(session, (SnInputProbe *)component, &targets[i]);
        const SnId id = sn_edit_add(model, list->id, component, -1, &error);
        g_array_append_val(made, id);
        g_free(name);
    }
    int count = 0;
    if (sn_edits_end(session, error) && made->len > 0) {
        count = (int)made->len;
        if (input)
            sn_session_select(session, (const SnId *)(void *)made->data, count, SN_SELECT_REPLACE);
    }
    g_free(label);
    g_array_unref(made);
    return count;
}

int sn_edits_record_properties(SnSession *session, const SnTarget *targets, int n)
{
    return add_probes(session, &SN_CLASS_OUTPUT_PROBE, targets, n);
}

int sn_edits_drive_properties(SnSession *session, const SnTarget *targets, int n)
{
    return add_probes(session, &SN_CLASS_INPUT_PROBE, targets, n);
}
