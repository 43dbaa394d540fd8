/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/edits/time/probe.h"

#include "engine/model/classes/model_component.h"
#include "engine/model/classes/timeline.h"

#include <math.h>
#include <string.h>

static const SnInputProbe *input_of(SnSession *session, SnId probe)
{
    const SnComponent *component = sn_model_get(sn_session_model(session), probe);
    return component && component->class == &SN_CLASS_INPUT_PROBE ? (const SnInputProbe *)component
                                                                  : NULL;
}

static void begin(SnSession *session, const char *label)
{
    if (!sn_edits_dragging(session))
        sn_edit_seal(sn_session_model(session));
    sn_edit_begin(sn_session_model(session), label);
}

/* Ends what begin began: with an error it is taken back and told. */
static bool end(SnSession *session, GError *error)
{
    SnModel *model = sn_session_model(session);
    if (error && !sn_edits_dragging(session))
        sn_edit_abandon(model);
    else
        sn_edit_end(model);
    if (!sn_edits_dragging(session))
        sn_edit_seal(model);
    if (!error)
        return true;
    sn_session_fail(session, error->message);
    g_error_free(error);
    return false;
}

static bool set_row(SnSession *session, SnId id, const char *property, const SnValue *value,
                    GError **error)
{
    SnModel *model = sn_session_model(session);
    return sn_edit_set(model, id, sn_model_find_property(model, id, property), value, error);
}

static bool set_real(SnSession *session, SnId id, const char *property, double number,
                     GError **error)
{
    return set_row(session, id, property, &(SnValue){.type = SN_TYPE_REAL, .number = {number}},
                   error);
}

static bool set_text(SnSession *session, SnId id, const char *property, const char *text,
                     GError **error)
{
    SnValue value = {.type = SN_TYPE_STRING, .string = (char *)(text ? text : "")};
    return set_row(session, id, property, &value, error);
}

static bool set_array(SnSession *session, SnId id, const char *name, const SnArray *entries,
                      GError **error)
{
    SnModel *model = sn_session_model(session);
    return sn_edit_set_entries(model, id, sn_class_find_array(sn_model_get(model, id)->class, name),
                               entries, error);
}

/* --- tracks --- */

bool sn_edits_move_probe(SnSession *session, SnId probe, SnId before, const char *group)
{
    SnModel *model = sn_session_model(session);
    const SnComponent *component = sn_model_get(model, probe);
    const SnComponent *next = sn_model_get(model, before);
    const int present = sn_component_position(component);
    int position = present;
    if (!next) {
        position = (int)component->parent->children->len - 1;
    } else if (next->parent == component->parent && next != component) {
        position = sn_component_position(next);
        position -= position > present;
    }
    GError *error = NULL;
    begin(session, "Move track");
    if (set_text(session, probe, "group", group, &error))
        sn_edit_move(model, probe, position, &error);
    return end(session, error);
}

/* "jaw position" */
static char *name_for(SnSession *session, const SnComponent *list, const SnTarget *target)
{
    const SnModel *model = sn_session_model(session);
    const SnComponent *component = sn_model_get(model, target->id);
    const SnProperty *property = sn_model_property(model, target->id, target->row);
    char *base = g_strdup_printf(
        "%s_%s", component->name ? component->name : component->class->name, property->name);
    g_strdelimit(base, ".:/, ", '_');
    char *name = sn_name_unused(list, base);
    g_free(base);
    return name;
}

/* Two knots of what the first target's number is now. */
static void fill_knots(SnSession *session, SnInputProbe *probe, const SnTarget *target)
{
    const SnModel *model = sn_session_model(session);
    const SnProperty *property = sn_model_property(model, target->id, target->row);
    const int width = MAX(sn_type_width(property->type), 1);
    SnValue value;
    sn_model_effective(model, target->id, property, &value, NULL);
    SnKnotTable *table = sn_knot_table_new(probe->base.targets.n == 1 ? width : 1);
    double numbers[6] = {0};
    if (sn_type_width(value.type) > 0 && value.type != SN_TYPE_BOOL && value.type != SN_TYPE_INT &&
        value.type != SN_TYPE_ENUM)
        memcpy(numbers, value.number, sizeof(double) * (gsize)table->width);
    sn_value_clear(&value);
    const double duration = ((const SnModelComponent *)model->root)->duration;
    sn_knot_table_insert(table, 0, numbers);
    sn_knot_table_insert(table, duration > 0 ? duration : 1, numbers);
    sn_knot_table_write(table, &probe->knots);
    sn_knot_table_free(table);
}

SnId sn_edits_add_probe(SnSession *session, const SnClass *class, const SnTarget *targets, int n,
                        const char *group)
{
    SnModel *model = sn_session_model(session);
    const SnComponent *list = sn_model_list_for(model->root, class);
    char *name = name_for(session, list, &targets[0]);
    SnComponent *component = sn_component_new(class, name);
    SnProbe *probe = (SnProbe *)component;
    probe->targets = (SnTargets){n, g_memdup2(targets, sizeof(SnTarget) * (gsize)n)};
    g_free(probe->group);
    probe->group = g_strdup(group ? group : "");
    if (class == &SN_CLASS_INPUT_PROBE)
        fill_knots(session, (SnInputProbe *)component, &targets[0]);
    GError *error = NULL;
    char *label = g_strdup_printf("Add %s", name);
    begin(session, label);
    const SnId id = sn_edit_add(model, list->id, component, -1, &error);
    g_free(label);
    g_free(name);
    if (!end(session, error))
        return SN_ID_NULL;
    sn_session_select_one(session, id);
    return id;
}

bool sn_edits_add_target(SnSession *session, SnId probe, const SnTarget *target)
{
    const SnProbe *before = (const SnProbe *)sn_model_get(sn_session_model(session), probe);
    const SnTargets *present = &before->targets;
    for (int i = 0; i < present->n; i++) {
        if (sn_id_equal(present->targets[i].id, target->id) &&
            present->targets[i].row == target->row)
            return true;
    }
    SnTarget *targets = g_new(SnTarget, (gsize)present->n + 1);
    memcpy(targets, present->targets, sizeof(SnTarget) * (gsize)present->n);
    targets[present->n] = *target;
    SnValue value = {.type = SN_TYPE_TARGETS, .targets = {present->n + 1, targets}};
    GError *error = NULL;
    begin(session, "Add property to track");
    set_row(session, probe, "targets", &value, &error);
    g_free(targets);
    return end(session, error);
}

bool sn_edits_set_group(SnSession *session, const SnId *probes, int n, const char *group)
{
    GError *error = NULL;
    begin(session, "Group tracks");
    for (int i = 0; i < n && !error; i++) {
        if (sn_model_find_property(sn_session_model(session), probes[i], "group") >= 0)
            set_text(session, probes[i], "group", group, &error);
    }
    return end(session, error);
}

/* --- knots --- */

bool sn_edits_set_knots(SnSession *session, SnId probe, const SnKnotTable *knots, const char *label)
{
    SnArray entries;
    sn_knot_table_write(knots, &entries);
    GError *error = NULL;
    begin(session, label);
    set_array(session, probe, "knots", &entries, &error);
    sn_knots_clear(&entries);
    return end(session, error);
}

bool sn_edits_set_span(SnSession *session, SnId probe, double start, double time_scale,
                       const char *label)
{
    GError *error = NULL;
    begin(session, label);
    if (set_real(session, probe, "start", start, &error))
        set_real(session, probe, "time_scale", time_scale, &error);
    return end(session, error);
}

/* Narrows a column's limits by a number of a target: gain x column + offset in low .. high. */
static void narrow(double gain, double offset, const SnProperty *property, double *low,
                   double *high)
{
    const bool limited = property->hard_min != 0 || property->hard_max != 0;
    if (!limited || gain == 0)
        return;
    const double a = (property->hard_min - offset) / gain, b = (property->hard_max - offset) / gain;
    *low = MAX(*low, MIN(a, b));
    *high = MIN(*high, MAX(a, b));
}

void sn_edits_knot_limits(SnSession *session, SnId id, int width, double *low, double *high)
{
    const SnModel *model = sn_session_model(session);
    const SnInputProbe *probe = input_of(session, id);
    const SnMapping *mapping = probe->mapping.entries;
    for (int k = 0; k < width; k++) {
        low[k] = -INFINITY;
        high[k] = INFINITY;
    }
    int number = 0;
    for (int i = 0; i < probe->base.targets.n; i++) {
        const SnTarget *target = &probe->base.targets.targets[i];
        if (!sn_model_object(model, target->id))
            continue;
        const SnProperty *property = sn_model_property(model, target->id, target->row);
        for (int k = 0; k < MAX(sn_type_width(property->type), 1); k++, number++) {
            const bool mapped = number < probe->mapping.n;
            const int column = mapped ? mapping[number].column : width == 1 ? 0 : number;
            if (column < width) {
                narrow((mapped ? mapping[number].gain : 1) * probe->gain,
                       mapped ? mapping[number].offset : 0, property, &low[column], &high[column]);
            }
        }
    }
}

/* --- clips --- */

static int compare_segments(const void *a, const void *b)
{
    const double x = ((const SnSegment *)a)->time, y = ((const SnSegment *)b)->time;
    return (x > y) - (x < y);
}

static bool set_segments(SnSession *session, SnId probe, const SnSegment *segments, int n,
                         GError **error)
{
    SnSegment *sorted = g_memdup2(segments, sizeof(SnSegment) * (gsize)n);
    if (n > 1)
        qsort(sorted, (size_t)n, sizeof(SnSegment), compare_segments);
    const bool good = set_array(session, probe, "segments", &(SnArray){n, sorted}, error);
    g_free(sorted);
    return good;
}

bool sn_edits_set_segments(SnSession *session, SnId probe, const SnSegment *segments, int n,
                           const char *label)
{
    GError *error = NULL;
    begin(session, label);
    set_segments(session, probe, segments, n, &error);
    return end(session, error);
}

double sn_edits_segment_duration(SnSession *session, const SnSegment *segment)
{
    const SnComponent *clip = sn_model_get(sn_session_model(session), segment->clip);
    return clip ? ((const SnClip *)clip)->duration * segment->scale : 0;
}

/* One segment more. */
static bool add_segment(SnSession *session, SnId id, SnSegment segment, GError **error)
{
    const SnInputProbe *probe = input_of(session, id);
    const int n = probe->segments.n;
    SnSegment *segments = g_new(SnSegment, (gsize)n + 1);
    if (n > 0)
        memcpy(segments, probe->segments.entries, sizeof(SnSegment) * (gsize)n);
    segments[n] = segment;
    const bool good = set_segments(session, id, segments, n + 1, error);
    g_free(segments);
    return good;
}

/* A clip of the knots between two times, its clock from 0. */
static SnComponent *clip_of(SnSession *session, const SnInputProbe *probe, double from, double to)
{
    SnModel *model = sn_session_model(session);
    const SnComponent *list = sn_model_list_for(model->root, &SN_CLASS_CLIP);
    char *base =
        g_strdup_printf("%s_clip", probe->base.base.name ? probe->base.base.name : "curve");
    char *name = sn_name_unused(list, base);
    SnClip *clip = (SnClip *)sn_component_new(&SN_CLASS_CLIP, name);
    g_free(name);
    g_free(base);
    SnKnotTable *table = sn_knot_table_read(&probe->knots);
    sn_knot_table_trim(table, from, to);
    for (int i = 0; i < table->n; i++)
        table->times[i] = CLAMP(table->times[i] - from, 0, to - from);
    sn_knots_clear(&clip->knots);
    sn_knot_table_write(table, &clip->knots);
    sn_knot_table_free(table);
    clip->duration = to - from;
    clip->interpolation = probe->interpolation;
    return &clip->base;
}

SnId sn_edits_make_clip(SnSession *session, SnId id, double from, double to)
{
    SnModel *model = sn_session_model(session);
    const SnInputProbe *probe = input_of(session, id);
    SnComponent *made = clip_of(session, probe, from, to);
    const SnComponent *list = sn_model_list_for(model->root, &SN_CLASS_CLIP);
    GError *error = NULL;
    begin(session, "Make a clip");
    const SnId clip = sn_edit_add(model, list->id, made, -1, &error);
    if (!error)
        add_segment(session, id, (SnSegment){clip, from, 1}, &error);
    return end(session, error) ? clip : SN_ID_NULL;
}

bool sn_edits_append_clip(SnSession *session, SnId id, SnId clip)
{
    const SnInputProbe *probe = input_of(session, id);
    const SnSegment *segments = probe->segments.entries;
    const SnKnot *knots = probe->knots.entries;
    double after =
        probe->knots.n > 0 && probe->segments.n == 0 ? knots[probe->knots.n - 1].time : 0;
    for (int i = 0; i < probe->segments.n; i++)
        after = MAX(after, segments[i].time + sn_edits_segment_duration(session, &segments[i]));
    GError *error = NULL;
    begin(session, "Append clip");
    add_segment(session, id, (SnSegment){clip, after, 1}, &error);
    return end(session, error);
}
