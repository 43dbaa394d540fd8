/* SPDX-License-Identifier: GPL-3.0-or-later */
/* New components with sensible defaults: references are taken from the selection as the class table
 * asks for them, attached frames are placed so that they coincide at the wanted point. */
#include "engine/base/vec.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/control.h"
#include "engine/model/classes/cosserat_strand.h"
#include "engine/model/classes/fem.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/joint.h"
#include "engine/model/classes/panel.h"
#include "engine/model/classes/probe.h"
#include "engine/model/classes/strand.h"
#include "engine/model/classes/timeline.h"
#include "ui/edits/edits.h"
#include "ui/edits/joint.h"
#include "ui/edits/path_defaults.h"
#include "ui/edits/place.h"
#include "ui/session/property_target.h"

#include <string.h>

/* --- references from the selection --- */

typedef struct Supply {
    SnSession *session;
    const SnId *ids; /* the selection */
    int n;
    bool *used;
} Supply;

/* A component of the family, or an entry of one (a node), all of whose entries belong to it. */
static bool belongs(const SnModel *model, SnId id, const SnClass *family)
{
    const SnComponent *component = sn_model_get(model, id);
    if (!component || !family || id.entry == 0)
        return component && id.entry == 0 && (!family || sn_class_is_a(component->class, family));
    const SnClass *of = component->class->arrays[sn_id_array(id)].family;
    return of && sn_class_is_a(of, family);
}

/* First selected component or entry of the family not yet used; null if there is none. */
static SnId take_position(Supply *supply, const SnClass *family)
{
    for (int i = 0; i < supply->n; i++) {
        if (!supply->used[i] &&
            belongs(sn_session_model(supply->session), supply->ids[i], family)) {
            supply->used[i] = true;
            return supply->ids[i];
        }
    }
    return SN_ID_NULL;
}

static int count_of(Supply *supply, const SnClass *family)
{
    int n = 0;
    for (int i = 0; i < supply->n; i++) {
        const SnComponent *component =
            sn_model_get(sn_session_model(supply->session), supply->ids[i]);
        n += component && sn_class_is_a(component->class, family);
    }
    return n;
}

static bool fill_targets(Supply *supply, SnComponent *component, const SnProperty *property)
{
    const bool input = (property->flags & SN_DRIVES) != 0;
    GArray *targets = g_array_new(FALSE, FALSE, sizeof(SnTarget));
    for (int i = 0; i < supply->n; i++) {
        const SnModel *model = sn_session_model(supply->session);
        const int row = component->class == &SN_CLASS_EXCITER
                            ? sn_model_find_property(model, supply->ids[i], "excitation")
                        : component->class == &SN_CLASS_CONTROL
                            ? sn_property_handled_row(model, supply->ids[i])
                            : sn_property_main_row(model, supply->ids[i], input);
        if (row >= 0 && (component->class != &SN_CLASS_CONTROL || targets->len == 0)) {
            SnTarget target = {supply->ids[i], row};
            g_array_append_val(targets, target);
            supply->used[i] = true;
        }
    }
    bool optional = property->min_count == 0 && component->class != &SN_CLASS_EXCITER;
    bool any = targets->len > 0 || optional;
    if ((property->flags & SN_ONE_TARGET) && targets->len > 1)
        g_array_set_size(targets, 1);
    SnValue value = {.type = SN_TYPE_TARGETS};
    value.targets.n = (int)targets->len;
    value.targets.targets = (SnTarget *)(void *)targets->data;
    sn_field_set(component, property, &value); /* takes a copy */
    g_array_unref(targets);
    return any;
}

/* A Cosserat strand without frames of its own runs through points. */
static bool line_of_points(const SnComponent *component, const SnProperty *property)
{
    return component->class == &SN_CLASS_COSSERAT_STRAND && property->target == &SN_CLASS_POINT;
}

static bool fill_list(Supply *supply, SnComponent *component, const SnProperty *property)
{
    GArray *ids = g_array_new(FALSE, FALSE, sizeof(SnId));
    for (;;) {
        SnId id = take_position(supply, property->target);
        if (sn_id_is_null(id))
            break;
        g_array_append_val(ids, id);
    }
    bool enough = (int)ids->len >= (line_of_points(component, property) ? 2 : property->min_count);
    SnValue value = {.type = SN_TYPE_REFS};
    value.refs.n = (int)ids->len;
    value.refs.ids = (SnId *)(void *)ids->data;
    sn_field_set(component, property, &value);
    g_array_unref(ids);
    return enough;
}

/* Lists for experts are left empty: they would spend what the others need. */
static bool takes_list(const SnProperty *property)
{
    return property->type == SN_TYPE_REFS &&
           (property->min_count > 0 || !(property->flags & SN_ADVANCED));
}

/* The first that is missing is what is asked for; takes the text. */
static void note_missing(char **missing, char *text)
{
    if (*missing)
        g_free(text);
    else
        *missing = text;
}

static const char *targets_missing(const SnClass *class)
{
    return class == &SN_CLASS_INPUT_PROBE ? "something with an input (a muscle, a load)"
           : class == &SN_CLASS_EXCITER   ? "what shall be excited (muscles, bundles)"
           : class == &SN_CLASS_CONTROL   ? "what it shall show and set"
           : class == &SN_CLASS_MONITOR   ? "what shall be watched"
           : sn_class_is_a(class, &SN_CLASS_CONTROLLER) ? "what shall be measured"
                                                        : "what shall be recorded";
}

/* Whether a reference must not be null: by its flag, or because a load on the world (a drag) acts
 * on nothing. */
static bool is_needed(const SnClass *class, const SnProperty *property)
{
    const bool carrier = property->target && sn_class_is_a(&SN_CLASS_RIGID_BODY, property->target);
    const bool one = sn_class_find_property(class, "frame_a") < 0;
    return (property->flags & SN_REQUIRED) != 0 ||
           (sn_class_is_a(class, &SN_CLASS_LOAD) && carrier && one);
}

/* Fills the references of a new component with what there is; false with the first that is missing
 * in words (NULL before). */
static bool fill_references(Supply *supply, SnComponent *component, char **missing)
{
    const SnClass *class = component->class;
    int n = sn_class_n_properties(class);
    bool two_frames = sn_class_find_property(class, "frame_a") >= 0;
    bool to_world = two_frames && count_of(supply, &SN_CLASS_BODY_FRAME) == 1;
    for (int row = 0; row < n; row++) {
        const SnProperty *property = sn_class_property(class, row);
        if (property->type == SN_TYPE_TARGETS) {
            if (!fill_targets(supply, component, property))
                note_missing(missing, g_strdup(targets_missing(class)));
        } else if (takes_list(property)) {
            if (!fill_list(supply, component, property))
                note_missing(
                    missing,
                    g_strdup_printf("%d or more points (markers or particles)",
                                    line_of_points(component, property) ? 2 : property->min_count));
        }
    }
    /* what must be there is taken first, so that it is not spent on what may be left out */
    for (int i = 0; i < 2 * n; i++) {
        const SnProperty *property = sn_class_property(class, i % n);
        const bool required = is_needed(class, property) || two_frames;
        if (property->type == SN_TYPE_REF && required == (i < n)) {
            if (to_world && strcmp(property->name, "frame_a") == 0)
                continue;
            SnValue value = {.type = SN_TYPE_REF};
            value.ref = take_position(supply, property->target);
            bool needed = is_needed(class, property) ||
                          (two_frames && strcmp(property->name, "frame_b") == 0);
            if (sn_id_is_null(value.ref) && needed) {
                g_autofree char *label = g_utf8_strdown(property->target->label, -1);
                note_missing(missing, two_frames ? g_strdup("one or two bodies or frames")
                                                 : g_strdup_printf("a %s", label));
            }
            sn_field_set(component, property, &value);
        }
    }
    return !*missing;
}

/* What of a component is open still: no list that takes more, no reference that is needed. */
static bool is_full(const SnComponent *component)
{
    const SnClass *class = component->class;
    const bool two_frames = sn_class_find_property(class, "frame_a") >= 0;
    const int n = sn_class_n_properties(class);
    bool full = true;
    for (int row = 0; row < n && full; row++) {
        const SnProperty *property = sn_class_property(class, row);
        SnValue value;
        if (takes_list(property))
            full = false;
        else if (property->type == SN_TYPE_TARGETS)
            full = (property->flags & SN_ONE_TARGET) != 0;
        if (property->type != SN_TYPE_REF || !(two_frames || is_needed(class, property)))
            continue;
        sn_field_get(component, property, &value);
        full = !sn_id_is_null(value.ref);
    }
    return full;
}

static bool is_body(SnComponent *component, void *data)
{
    return component->class != &SN_CLASS_RIGID_BODY;
}

/* Whether a side of it, or what carries it, is the world though there are bodies. */
static bool is_loose(const SnModel *model, const SnComponent *component)
{
    static const char *const carriers[] = {"frame_a", "frame_b", "frame", "body"};
    bool loose = false;
    for (size_t i = 0; i < G_N_ELEMENTS(carriers) && !loose; i++) {
        const int row = sn_class_find_property(component->class, carriers[i]);
        const SnProperty *property = row >= 0 ? sn_class_property(component->class, row) : NULL;
        SnValue value;
        if (!property || property->type != SN_TYPE_REF || !property->target ||
            !sn_class_is_a(&SN_CLASS_RIGID_BODY, property->target))
            continue;
        sn_field_get(component, property, &value);
        loose = sn_id_is_null(value.ref);
    }
    return loose && !sn_component_walk(model->root, is_body, NULL);
}

/* Whether markers can be what the class refers to, several or one. */
static bool takes_points(const SnClass *class)
{
    const int n = sn_class_n_properties(class);
    bool points = class == &SN_CLASS_STRAND;
    for (int row = 0; row < n && !points; row++) {
        const SnProperty *property = sn_class_property(class, row);
        points = (property->type == SN_TYPE_REF || property->type == SN_TYPE_REFS) &&
                 property->target && sn_class_is_a(property->target, &SN_CLASS_POINT) &&
                 sn_class_is_a(&SN_CLASS_MARKER, property->target);
    }
    return points;
}

/* Strands are made of the points and pulleys, in order. */
static void strand_needs(SnSession *session, const SnId *ids, int n, SnAddNeeds *needs, bool *used)
{
    const SnModel *model = sn_session_model(session);
    int points = 0;
    for (int i = 0; i < n; i++) {
        const bool point = belongs(model, ids[i], &SN_CLASS_POINT);
        used[i] = point || belongs(model, ids[i], &SN_CLASS_PULLEY);
        points += point;
    }
    if (points < 2)
        needs->missing = g_strdup("two or more points (markers, particles, pulleys between them)");
}

void sn_edits_add_needs(SnSession *session, const SnClass *class, const SnId *ids, int n,
                        SnAddNeeds *needs, bool *used)
{
    *needs = (SnAddNeeds){.points = takes_points(class)};
    memset(used, 0, sizeof *used * (size_t)n);
    if (class == &SN_CLASS_STRAND) {
        strand_needs(session, ids, n, needs, used);
        return;
    }
    SnComponent *component = sn_component_new(class, NULL);
    Supply supply = {session, ids, n, used};
    const bool filled = fill_references(&supply, component, &needs->missing);
    needs->full = filled && is_full(component);
    needs->loose = filled && is_loose(sn_session_model(session), component);
    sn_component_free(component);
}

/* --- array entries a class cannot be without, or is of no use without --- */

static bool add_entries(SnModel *model, SnId id, GError **error)
{
    const SnComponent *component = sn_model_get(model, id);
    for (int array = 0; array < component->class->n_arrays; array++) {
        const SnArrayRow *row = &component->class->arrays[array];
        bool knots = component->class == &SN_CLASS_INPUT_PROBE && array == 0;
        int wanted = row->min_count > 0 || knots ? MAX(row->min_count, 2) : 0;
        for (int i = sn_component_array(component, array)->n; i < wanted; i++) {
            if (!sn_edit_insert_entry(model, id, array, i, error))
                return false;
            /* knots one second apart, corners one centimetre */
            SnId entry = sn_id_of_entry(id, (unsigned)array, (uint32_t)i);
            int time = sn_model_find_property(model, entry, "time");
            int position = sn_model_find_property(model, entry, "position");
            SnValue value = {.type = time >= 0 ? SN_TYPE_REAL : SN_TYPE_VEC3};
            value.number[0] = time >= 0 ? i : 0.01 * i - 0.005;
            if ((time >= 0 || position >= 0) &&
                !sn_edit_set(model, entry, time >= 0 ? time : position, &value, error))
                return false;
            int values = sn_model_find_property(model, entry, "values");
            double zero = 0;
            SnValue reals = {.type = SN_TYPE_REALS, .reals = {1, &zero}};
            if (values >= 0 && !sn_edit_set(model, entry, values, &reals, error))
                return false;
        }
    }
    return true;
}

/* Where a new component goes: exactly at the place, or near it. */
typedef struct Wanted {
    double place[3];
    bool near;
} Wanted;

static SnComponent *new_component(SnSession *session, const SnComponent *list, const SnClass *class,
                                  const Wanted *wanted, char **missing)
{
    char *name = sn_name_unused(list, class->name);
    SnComponent *component = sn_component_new(class, name);
    g_free(name);
    int n = 0;
    const SnId *selected = sn_session_selection(session, &n);
    Supply supply = {session, selected, n, g_new0(bool, (gsize)n + 1)};
    bool filled = fill_references(&supply, component, missing);
    g_free(supply.used);
    if (!filled) {
        sn_component_free(component);
        return NULL;
    }
    if (class == &SN_CLASS_RIGID_BODY) {
        SnRigidBody *body = (SnRigidBody *)component;
        body->shape = SN_SHAPE_BOX;
        sn_v3_set(0.05, 0.05, 0.05, body->size);
    }
    sn_path_fit(sn_session_model(session), component);
    if (class == &SN_CLASS_WRAP_SURFACE)
        sn_wrap_fit(sn_session_model(session), (SnWrapSurface *)component);
    if (class == &SN_CLASS_PULLEY)
        sn_pulley_fit(sn_session_model(session), (SnPulley *)component);
    if (class == &SN_CLASS_WAYPOINT)
        ((SnWaypoint *)component)->time = sn_session_time(session);
    double place[3];
    sn_v3_copy(wanted->place, place);
    if (wanted->near)
        sn_place_for_new(sn_session_model(session), component, wanted->place, place);
    sn_place_new(sn_session_model(session), component, place);
    if (class == &SN_CLASS_ROLLING)
        sn_rolling_fit(sn_session_model(session), (SnRollingJoint *)component);
    if (class == &SN_CLASS_DRAG)
        sn_drag_fit(sn_session_model(session), (SnDrag *)component);
    return component;
}

static SnId add(SnSession *session, SnId list, const SnClass *class, const Wanted *wanted)
{
    SnModel *model = sn_session_model(session);
    SnComponent *parent =
        sn_id_is_null(list) ? sn_model_list_for(model->root, class) : sn_model_get(model, list);
    g_assert(parent);
    if (class == &SN_CLASS_STRAND)
        return sn_edits_add_strand(session);
    char *lower = g_utf8_strdown(class->label, -1);
    char *missing = NULL;
    SnComponent *component = new_component(session, parent, class, wanted, &missing);
    if (!component) {
        char *text = g_strdup_printf("Select %s first, then add the %s.", missing, lower);
        sn_session_report(session, &(SnBar){.severity = SN_NOTE, .text = text});
        g_free(text);
        g_free(missing);
        g_free(lower);
        return SN_ID_NULL;
    }
    char *label = g_strdup_printf("Add %s", lower);
    GError *error = NULL;
    sn_edit_begin(model, label);
    SnId id = sn_edit_add(model, parent->id, component, -1, &error);
    if (!sn_id_is_null(id) && add_entries(model, id, &error)) {
        sn_edit_end(model);
        sn_edit_seal(model);
        sn_session_select_one(session, id);
    } else {
        sn_edit_abandon(model);
        sn_session_fail(session, error->message);
        g_clear_error(&error);
        id = SN_ID_NULL;
    }
    g_free(label);
    g_free(lower);
    return id;
}

SnId sn_edits_add(SnSession *session, SnId list, const SnClass *class, const double position[3])
{
    Wanted wanted = {.near = position == NULL};
    if (position)
        sn_v3_copy(position, wanted.place);
    return add(session, list, class, &wanted);
}

SnId sn_edits_add_near(SnSession *session, SnId list, const SnClass *class, const double centre[3])
{
    Wanted wanted = {.near = true};
    sn_v3_copy(centre, wanted.place);
    return add(session, list, class, &wanted);
}

SnId sn_edits_add_made(SnSession *session, SnComponent *component)
{
    SnModel *model = sn_session_model(session);
    const SnComponent *list = sn_model_list_for(model->root, component->class);
    char *label =
        g_strdup_printf("Add %s", component->name ? component->name : component->class->label);
    GError *error = NULL;
    sn_edit_begin(model, label);
    SnId id = sn_edit_add(model, list->id, component, -1, &error);
    sn_edit_end(model);
    sn_edit_seal(model);
    if (error) {
        sn_session_fail(session, error->message);
        g_error_free(error);
    } else {
        sn_session_select_one(session, id);
    }
    g_free(label);
    return id;
}

SnId sn_edits_add_marker(SnSession *session, SnId body, const double location[3])
{
    const SnComponent *list = sn_model_list_for(sn_session_model(session)->root, &SN_CLASS_MARKER);
    char *name = sn_name_unused(list, SN_CLASS_MARKER.name);
    SnMarker *marker = (SnMarker *)sn_component_new(&SN_CLASS_MARKER, name);
    g_free(name);
    marker->frame = body;
    sn_v3_copy(location, marker->location);
    return sn_edits_add_made(session, &marker->base.base);
}
