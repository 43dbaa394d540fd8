/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be done with selected nodes and elements of a FEM. */
#include "engine/model/classes/fem.h"
#include "engine/base/element.h"
#include "engine/base/vec.h"
#include "engine/model/classes/body.h"
#include "ui/edits/edits.h"

#include <string.h>

enum { NODES, ELEMENTS }; /* arrays of a FEM model */

static const SnFem *fem_of(const SnModel *model, SnId id)
{
    const SnComponent *component = sn_model_get(model, id);
    return component && component->class == &SN_CLASS_FEM ? (const SnFem *)component : NULL;
}

GArray *sn_edits_parts(SnSession *session, const SnId *ids, int n, SnId fem, int array)
{
    GArray *numbers = g_array_new(FALSE, FALSE, sizeof(int32_t));
    const SnModel *model = sn_session_model(session);
    for (int i = 0; i < n; i++) {
        if (ids[i].entry != 0 && sn_id_array(ids[i]) == array &&
            sn_id_equal(sn_id_component(ids[i]), fem) && sn_model_object(model, ids[i])) {
            const int32_t number = (int32_t)sn_id_entry_index(ids[i]);
            g_array_append_val(numbers, number);
        }
    }
    return numbers;
}

/* What is selected: nodes or elements of one FEM model and at most one thing they may hang on. */
typedef struct Chosen {
    SnId fem;       /* null: none */
    int n[2];       /* nodes, elements */
    bool several;   /* FEMs have selected nodes or elements */
    SnId to;        /* null: none */
    bool unrelated; /* something else is selected as well */
} Chosen;

static Chosen look_at_selection(SnSession *session)
{
    const SnModel *model = sn_session_model(session);
    Chosen chosen = {.fem = SN_ID_NULL, .to = SN_ID_NULL};
    int n = 0;
    const SnId *ids = sn_session_selection(session, &n);
    for (int i = 0; model && i < n; i++) {
        const SnComponent *component = sn_model_get(model, ids[i]);
        const SnId holder = sn_id_component(ids[i]);
        if (!component)
            continue;
        if (ids[i].entry != 0 && fem_of(model, ids[i])) {
            chosen.several =
                chosen.several || (!sn_id_is_null(chosen.fem) && !sn_id_equal(chosen.fem, holder));
            chosen.fem = holder;
            chosen.n[sn_id_array(ids[i])]++;
        } else if (ids[i].entry == 0 && sn_id_is_null(chosen.to) &&
                   sn_class_is_a(component->class, &SN_CLASS_MASTER)) {
            chosen.to = ids[i];
        } else {
            chosen.unrelated = true;
        }
    }
    return chosen;
}

static bool is_for_elements(SnPartAction action)
{
    return action == SN_PARTS_REGION || action == SN_PARTS_BUNDLE;
}

/* What the selection lacks for an action; NULL: nothing. */
static const char *missing(const Chosen *chosen, SnPartAction action)
{
    const bool elements = is_for_elements(action);
    const int array = elements ? ELEMENTS : NODES;
    if (chosen->several)
        return "The selection is of several FEMs: choose nodes or elements of one.";
    if (sn_id_is_null(chosen->fem) || chosen->n[array] == 0)
        return elements ? "This needs elements of a FEM: press 3, then double-click a side, or "
                          "drag a box around them with Shift."
                        : "This needs nodes of a FEM: press 2, then double-click a side, or drag "
                          "a box around them with Shift.";
    if (chosen->n[!array] > 0)
        return "Nodes and elements are selected together: choose only those this is about.";
    const bool alone = sn_id_is_null(chosen->to);
    if (chosen->unrelated && alone && action == SN_PARTS_ATTACH)
        return "Nodes hang on a body, frame, particle or other FEM, not on what is selected with "
               "them; Hold Nodes fixes them in the world.";
    if (chosen->unrelated)
        return "Other things are selected besides: Ctrl-click takes them away.";
    if (action != SN_PARTS_ATTACH)
        return alone ? NULL : "A body is selected besides: Ctrl-click takes it away.";
    if (alone)
        return "This also needs what the nodes are to hang on: press 1, then click a body, frame, "
               "particle or other FEM with Shift.";
    return NULL;
}

bool sn_edits_part_action_applies(SnSession *session, SnPartAction action)
{
    const Chosen chosen = look_at_selection(session);
    return !missing(&chosen, action);
}

/* Says what is missing, with the way there. */
static void say_missing(SnSession *session, const Chosen *chosen, SnPartAction action)
{
    const bool elements = is_for_elements(action);
    const bool pick = chosen->several || chosen->n[elements ? ELEMENTS : NODES] == 0;
    sn_session_report(session, &(SnBar){.severity = SN_NOTE,
                                        .text = missing(chosen, action),
                                        .button = !pick      ? NULL
                                                  : elements ? "Pick Elements"
                                                             : "Pick Nodes",
                                        .action = !pick      ? NULL
                                                  : elements ? "win.pick::elements"
                                                             : "win.pick::nodes"});
}

/* --- actions --- */

static SnIndices indices_of(SnSession *session, SnId fem, int array)
{
    int n = 0;
    const SnId *ids = sn_session_selection(session, &n);
    GArray *numbers = sn_edits_parts(session, ids, n, fem, array);
    SnIndices indices = {.n = (int)numbers->len};
    indices.values = (int32_t *)(void *)g_array_free(numbers, FALSE);
    return indices;
}

static bool hold(SnSession *session, bool held)
{
    int n = 0;
    const SnId *selected = sn_session_selection(session, &n);
    SnId *ids = g_memdup2(selected, sizeof *ids * (size_t)n);
    const bool done = sn_edits_set_bool(session, ids, n, "dynamic", !held);
    g_free(ids);
    return done;
}

/* Puts the component (taken) at the end of a list as one step, with its indices; selects it. */
static bool add(SnSession *session, const SnComponent *list, SnComponent *component,
                const char *row_name, SnIndices indices, const char *label)
{
    SnModel *model = sn_session_model(session);
    const int row = sn_class_find_property(component->class, row_name);
    SnValue value = {.type = SN_TYPE_INDICES, .indices = indices};
    sn_value_normalize(sn_class_property(component->class, row), &value);
    sn_field_set(component, sn_class_property(component->class, row), &value);
    sn_value_clear(&value);
    GError *error = NULL;
    sn_edit_begin(model, label);
    const SnId id = sn_edit_add(model, list->id, component, -1, &error);
    sn_edit_end(model);
    sn_edit_seal(model);
    if (error) {
        sn_session_fail(session, error->message);
        g_error_free(error);
        return false;
    }
    sn_session_select_one(session, id);
    return true;
}

static SnComponent *list_beside(SnModel *model, SnId fem, const SnClass *class)
{
    return sn_model_list_for(sn_component_model(sn_model_get(model, fem)), class);
}

static bool attach(SnSession *session, const Chosen *chosen)
{
    SnModel *model = sn_session_model(session);
    const SnComponent *list = list_beside(model, chosen->fem, &SN_CLASS_NODE_ATTACHMENT);
    char *to = sn_session_label(session, chosen->to);
    char *base = sn_name_check(to, NULL) ? g_strdup_printf("to-%s", to) : g_strdup("attachment");
    char *name = sn_name_unused(list, base);
    SnNodeAttachment *attachment =
        (SnNodeAttachment *)sn_component_new(&SN_CLASS_NODE_ATTACHMENT, name);
    attachment->base.to = chosen->to;
    attachment->fem = chosen->fem;
    char *label = g_strdup_printf("Attach %d nodes to %s", chosen->n[NODES], to);
    const bool done = add(session, list, &attachment->base.base.base, "nodes",
                          indices_of(session, chosen->fem, NODES), label);
    g_free(label);
    g_free(name);
    g_free(base);
    g_free(to);
    return done;
}

static bool load(SnSession *session, const Chosen *chosen)
{
    SnModel *model = sn_session_model(session);
    const SnComponent *list = list_beside(model, chosen->fem, &SN_CLASS_FEM_LOAD);
    char *name = sn_name_unused(list, "load");
    SnFemLoad *load = (SnFemLoad *)sn_component_new(&SN_CLASS_FEM_LOAD, name);
    load->fem = chosen->fem;
    load->force[2] = -1; /* a newton downwards: something to see and to change */
    char *label = g_strdup_printf("Load %d nodes", chosen->n[NODES]);
    const bool done = add(session, list, &load->base.base, "nodes",
                          indices_of(session, chosen->fem, NODES), label);
    g_free(label);
    g_free(name);
    return done;
}

static bool make_part(SnSession *session, const Chosen *chosen, const SnClass *class,
                      const char *list_name, const char *base)
{
    SnModel *model = sn_session_model(session);
    const SnComponent *list = sn_model_list(sn_model_get(model, chosen->fem), list_name);
    char *name = sn_name_unused(list, base);
    char *label = g_strdup_printf("Make a %s of %d elements", base, chosen->n[ELEMENTS]);
    const bool done = add(session, list, sn_component_new(class, name), "elements",
                          indices_of(session, chosen->fem, ELEMENTS), label);
    g_free(label);
    g_free(name);
    return done;
}

bool sn_edits_part_action(SnSession *session, SnPartAction action)
{
    const Chosen chosen = look_at_selection(session);
    if (missing(&chosen, action)) {
        say_missing(session, &chosen, action);
        return false;
    }
    switch (action) {
    case SN_PARTS_HOLD:
    case SN_PARTS_FREE:
        return hold(session, action == SN_PARTS_HOLD);
    case SN_PARTS_ATTACH:
        return attach(session, &chosen);
    case SN_PARTS_LOAD:
        return load(session, &chosen);
    case SN_PARTS_REGION:
        return make_part(session, &chosen, &SN_CLASS_FEM_REGION, "regions", "region");
    case SN_PARTS_BUNDLE:
        return make_part(session, &chosen, &SN_CLASS_MUSCLE_BUNDLE, "bundles", "bundle");
    case SN_PARTS_COUNT:
        break;
    }
    return false;
}

/* --- new solids --- */

SnId sn_edits_add_fem(SnSession *session, const char *source, const double position[3])
{
    const SnModel *model = sn_session_model(session);
    const SnProperty *row =
        sn_class_property(&SN_CLASS_FEM, sn_class_find_property(&SN_CLASS_FEM, "mesh.source"));
    int number = 0;
    while (row->names[number] && strcmp(row->names[number], source) != 0)
        number++;
    if (!row->names[number]) {
        sn_session_fail(session, "There is no generator of that name.");
        return SN_ID_NULL;
    }
    char *name = sn_name_unused(sn_model_list_for(model->root, &SN_CLASS_FEM), source);
    SnFem *fem = (SnFem *)sn_component_new(&SN_CLASS_FEM, name);
    fem->source = number;
    if (position)
        sn_v3_copy(position, fem->position);
    if (number == SN_FEM_ELLIPSOID) {
        sn_v3_set(0.03, 0.02, 0.02, fem->size); /* radii */
        fem->cells[0] = 6;
    } else if (number == SN_FEM_SHEET) {
        sn_v3_set(0.06, 0.06, 0.06, fem->size);
        fem->element = SN_ELEMENT_SHELL4;
        fem->cells[1] = fem->cells[0];
    } else if (number == SN_FEM_TUBE) {
        fem->inner_radius = fem->radius / 2;
        fem->cells[0] = 12;
        fem->cells[1] = 2;
    }
    g_free(name);
    return sn_edits_add_made(session, &fem->base.base);
}
