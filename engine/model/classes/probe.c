/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/classes/probe.h"

#include "engine/model/classes/probe_signal.h"
#include "engine/model/classes/rows.h"
#include "engine/model/classes/timeline.h"

static const SnProperty probe_properties[] = {
    SN_ROW_NOTES(SnProbe, notes),
    SN_ROW_ENABLED(SnProbe, enabled, SN_BIND_NONE),
    {.name = "targets",
     .label = "Properties",
     .help = "What is recorded, as path:property",
     SN_ROW(SnProbe, targets),
     .min_count = 1},
    {.name = "group",
     .label = "Group",
     .help = "Tracks of a group stand together on the timeline",
     SN_ROW(SnProbe, group),
     .bind = SN_BIND_DOCUMENT},
    {.name = "track.open",
     .label = "Track open",
     .help = "Whether its track on the timeline is unfolded",
     SN_ROW(SnProbe, track_open),
     .flags = SN_VIEW,
     .bind = SN_BIND_DOCUMENT},
    {.name = "track.height",
     .label = "Track height",
     .help = "Of the track while it is open",
     SN_ROW(SnProbe, track_height),
     .unit = SN_UNIT_PIXEL,
     .flags = SN_VIEW,
     SN_RANGE(SN_TRACK_LEAST, SN_TRACK_MOST),
     SN_DEFAULT(SN_TRACK_OPEN),
     .bind = SN_BIND_DOCUMENT},
};

const SnClass SN_CLASS_PROBE = {
    .name = "probe",
    .label = "Probe",
    .help = "Drives inputs over time, or records values over time.",
    .icon = "sn-probe-symbolic",
    .parent = &SN_CLASS_COMPONENT,
    .abstract = true,
    .size = sizeof(SnProbe),
    .properties = probe_properties,
    .n_properties = SN_COUNT(probe_properties),
};

const char *const sn_interpolation_names[] = {"linear", "step", "cubic", NULL};

static const SnProperty knot_properties[] = {
    {.name = "time",
     .label = "Time",
     .help = "When the values hold",
     SN_ROW(SnKnot, time),
     .unit = SN_UNIT_TIME},
    {.name = "values",
     .label = "Values",
     .help = "One for all properties, or one for each of their numbers, SI; or columns that the "
             "mapping takes",
     SN_ROW(SnKnot, values),
     .min_count = 1},
};

/* Between its neighbours with the mean of their values; after the last, a second later with its
 * values. */
static void place_knot(const SnArray *array, int index, void *entry)
{
    const SnKnot *knots = array->entries;
    SnKnot *knot = entry;
    if (array->n == 0)
        return;
    const SnKnot *before = index > 0 ? &knots[index - 1] : NULL;
    const SnKnot *after = index < array->n ? &knots[index] : NULL;
    const SnReals *near = before ? &before->values : &after->values;
    g_free(knot->values.values);
    knot->values = (SnReals){near->n, g_memdup2(near->values, (size_t)near->n * sizeof(double))};
    if (!before || !after) {
        knot->time = before ? before->time + 1 : after->time - 1;
        return;
    }
    knot->time = (before->time + after->time) / 2;
    for (int i = 0; i < MIN(near->n, after->values.n); i++)
        knot->values.values[i] = (near->values[i] + after->values.values[i]) / 2;
}

static const SnProperty mapping_properties[] = {
    {.name = "column",
     .label = "Column",
     .help = "Of the knots or the file, from 0",
     SN_ROW(SnMapping, column),
     SN_RANGE(0, 1000000)},
    {.name = "gain", .label = "Gain", .help = "Times this", SN_ROW(SnMapping, gain), SN_DEFAULT(1)},
    {.name = "offset", .label = "Offset", .help = "Plus this, SI", SN_ROW(SnMapping, offset)},
};

static const SnProperty segment_properties[] = {
    {.name = "clip",
     .label = "Clip",
     .help = "What is played",
     SN_ROW(SnSegment, clip),
     .flags = SN_SOFT,
     .target = &SN_CLASS_CLIP},
    {.name = "time",
     .label = "Time",
     .help = "Where it begins",
     SN_ROW(SnSegment, time),
     .unit = SN_UNIT_TIME},
    {.name = "scale",
     .label = "Stretch",
     .help = "Times its duration",
     SN_ROW(SnSegment, scale),
     .flags = SN_POSITIVE,
     SN_RANGE(0, 1e9),
     SN_DEFAULT(1)},
};

static const SnArrayRow input_arrays[] = {
    {.name = "knots",
     .label = "Knots",
     .entry_label = "Knot",
     .help = "Values over time, in order of time; of several at one time the last holds from there "
             "on",
     .entry_size = sizeof(SnKnot),
     .offset = offsetof(SnInputProbe, knots),
     .properties = knot_properties,
     .n_properties = SN_COUNT(knot_properties),
     .place = place_knot},
    {.name = "mapping",
     .label = "Mapping",
     .entry_label = "Number",
     .help = "Where each number of the properties driven comes from: gain x column + offset; none: "
             "one column for each, in order",
     .entry_size = sizeof(SnMapping),
     .offset = offsetof(SnInputProbe, mapping),
     .properties = mapping_properties,
     .n_properties = SN_COUNT(mapping_properties)},
    {.name = "segments",
     .label = "Segments",
     .entry_label = "Segment",
     .help = "Clips on the probe's own clock, in place of the knots there; of two that overlap the "
             "one that begins later plays",
     .entry_size = sizeof(SnSegment),
     .offset = offsetof(SnInputProbe, segments),
     .properties = segment_properties,
     .n_properties = SN_COUNT(segment_properties)},
};

static const SnProperty input_properties[] = {
    {.name = "extend",
     .label = "Extend",
     .help = "The first and last values hold before and after, and between segments without knots; "
             "otherwise the probe is silent there and base values stand",
     SN_ROW(SnInputProbe, extend),
     SN_DEFAULT(1)},
    {.name = "interpolation",
     .label = "Interpolation",
     .help =
         "How values go from one knot to the next; cubic is the natural spline, or the periodic "
         "one where it repeats",
     SN_ROW_ENUM(SnInputProbe, interpolation, sn_interpolation_names)},
    {.name = "repeat",
     .label = "Repeat",
     .help = "The curve, from its first time to its last, follows itself for ever after",
     SN_ROW(SnInputProbe, repeat)},
    {.name = "start",
     .label = "Start",
     .help = "Moves the whole curve to later times",
     SN_ROW(SnInputProbe, start),
     .unit = SN_UNIT_TIME},
    {.name = "time_scale",
     .label = "Time scale",
     .help = "Stretches the curve in time",
     SN_ROW(SnInputProbe, time_scale),
     .flags = SN_POSITIVE,
     SN_RANGE(0, 1e9),
     SN_DEFAULT(1)},
    {.name = "gain",
     .label = "Gain",
     .help = "Times all values",
     SN_ROW(SnInputProbe, gain),
     SN_DEFAULT(1)},
    {.name = "file",
     .label = "File",
     .help = "Table over time (.csv, .sto, .mot, .trc) instead of knots",
     SN_ROW_FILE(SnInputProbe, file)},
    {.name = "columns",
     .label = "Columns",
     .help = "Those of the file that are the knots' values, names with commas between; a point's "
             "name is its x, y and z; empty for all, in order",
     SN_ROW(SnInputProbe, columns)},
};

static const SnProperty input_overrides[] = {
    {.name = "targets",
     .label = "Drives",
     .help = "What is driven, as path:property: inputs, and parameters that change while the model "
             "runs (law.stiffness, gravity). Values stop where the property's range does",
     SN_ROW(SnProbe, targets),
     .flags = SN_DRIVES,
     .min_count = 1},
};

static const SnProperty clip_properties[] = {
    SN_ROW_NOTES(SnClip, notes),
    {.name = "duration",
     .label = "Duration",
     .help = "How long it lasts",
     SN_ROW(SnClip, duration),
     .unit = SN_UNIT_TIME,
     .flags = SN_POSITIVE,
     SN_RANGE(0, 1e9),
     SN_DEFAULT(1)},
    {.name = "interpolation",
     .label = "Interpolation",
     .help = "How values go from one knot to the next",
     SN_ROW_ENUM(SnClip, interpolation, sn_interpolation_names)},
};

static const SnArrayRow clip_arrays[] = {
    {.name = "knots",
     .label = "Knots",
     .entry_label = "Knot",
     .help = "Values over time, in order of time, from 0 to its duration",
     .entry_size = sizeof(SnKnot),
     .offset = offsetof(SnClip, knots),
     .properties = knot_properties,
     .n_properties = SN_COUNT(knot_properties),
     .min_count = 1,
     .place = place_knot},
};

static void validate_clip(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnClip *self = (const SnClip *)component;
    const SnKnot *knots = self->knots.entries;
    for (int i = 0; i < self->knots.n; i++) {
        const SnId id = sn_id_of_entry(component->id, 0, (uint32_t)i);
        if (i > 0 && !(knots[i].time >= knots[i - 1].time))
            sn_checks_add(checks, SN_ERROR, id, "time %g s is before the knot above",
                          knots[i].time);
        if (knots[i].values.n != knots[0].values.n)
            sn_checks_add(checks, SN_ERROR, id, "has %d values, the first knot %d",
                          knots[i].values.n, knots[0].values.n);
        if (knots[i].time < 0 || knots[i].time > self->duration)
            sn_checks_add(checks, SN_WARNING, id, "lies outside the clip");
    }
}

const SnClass SN_CLASS_CLIP = {
    .name = "clip",
    .label = "Clip",
    .help = "A piece of a curve that input probes place, one after another, as segments.",
    .icon = "sn-clip-symbolic",
    .parent = &SN_CLASS_COMPONENT,
    .size = sizeof(SnClip),
    .properties = clip_properties,
    .n_properties = SN_COUNT(clip_properties),
    .arrays = clip_arrays,
    .n_arrays = SN_COUNT(clip_arrays),
    .validate = validate_clip,
};

/* Knots are pointed at one by one; what else does not fit is reported about the probe. */
static bool check_knots(const SnInputProbe *self, int width, SnChecks *checks)
{
    const SnKnot *knots = self->knots.entries;
    const guint before = checks->items->len;
    for (int i = 0; i < self->knots.n; i++) {
        const SnId id = sn_id_of_entry(self->base.base.id, 0, (uint32_t)i);
        if (i > 0 && !(knots[i].time >= knots[i - 1].time))
            sn_checks_add(checks, SN_ERROR, id, "time %g s is before the knot above",
                          knots[i].time);
        if (self->mapping.n == 0 && knots[i].values.n != 1 && knots[i].values.n != width)
            sn_checks_add(checks, SN_ERROR, id, "has %d values; the properties driven need 1 or %d",
                          knots[i].values.n, width);
    }
    return checks->items->len == before;
}

static void validate_input(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnInputProbe *self = (const SnInputProbe *)component;
    const bool file = self->file && self->file[0];
    if (self->knots.n < 1 && self->segments.n < 1 && !file)
        sn_checks_add(checks, SN_WARNING, component->id, "has no knots: it drives nothing");
    if (!file && !check_knots(self, sn_targets_width(model, &self->base.targets), checks))
        return;
    g_autoptr(GError) error = NULL;
    SnSignal *signal = sn_probe_signal(model, self, &error);
    if (!signal)
        sn_checks_add(checks, SN_ERROR, component->id, "%s", error->message);
    sn_signal_free(signal);
    const SnSegment *segments = self->segments.entries;
    for (int i = 0; i < self->segments.n; i++)
        if (!sn_model_get(model, segments[i].clip))
            sn_checks_add(checks, SN_WARNING, sn_id_of_entry(component->id, 2, (uint32_t)i),
                          "has no clip: it plays nothing");
}

/* A file that cannot be read is refused where it is named. */
static bool refresh_input(SnModel *model, SnComponent *component, GError **error)
{
    return sn_probe_file_check(model, (const SnInputProbe *)component, error);
}

const SnClass SN_CLASS_INPUT_PROBE = {
    .name = "input_probe",
    .label = "Input probe",
    .help =
        "Drives inputs and parameters through given values over time. Its curve is read at (t - "
        "start) / time_scale, times gain. Of several probes that drive the same the one of the "
        "outermost model has the last word, then the one that stands last.",
    .icon = "sn-input-probe-symbolic",
    .parent = &SN_CLASS_PROBE,
    .size = sizeof(SnInputProbe),
    .properties = input_properties,
    .n_properties = SN_COUNT(input_properties),
    .overrides = input_overrides,
    .n_overrides = SN_COUNT(input_overrides),
    .arrays = input_arrays,
    .n_arrays = SN_COUNT(input_arrays),
    .refresh = refresh_input,
    .validate = validate_input,
};

static const SnProperty output_properties[] = {
    {.name = "interval",
     .label = "Interval",
     .help = "Time between samples; 0 for every step",
     SN_ROW(SnOutputProbe, interval),
     .unit = SN_UNIT_TIME,
     SN_NOT_NEGATIVE,
     SN_DEFAULT(0.01)},
    {.name = "start",
     .label = "Start",
     .help = "Time of the first sample",
     SN_ROW(SnOutputProbe, start),
     .unit = SN_UNIT_TIME,
     .flags = SN_ADVANCED,
     SN_NOT_NEGATIVE},
    {.name = "stop",
     .label = "Stop",
     .help = "No samples after this time; 0 for no end",
     SN_ROW(SnOutputProbe, stop),
     .unit = SN_UNIT_TIME,
     .flags = SN_ADVANCED,
     SN_NOT_NEGATIVE},
};

static void validate_output(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnOutputProbe *self = (const SnOutputProbe *)component;
    if (self->stop > 0 && self->stop < self->start)
        sn_checks_add(checks, SN_WARNING, component->id, "stops before it starts");
}

const SnClass SN_CLASS_OUTPUT_PROBE = {
    .name = "output_probe",
    .label = "Output probe",
    .help = "Records properties over time; `sinew run --probes` writes them as tables.",
    .icon = "sn-output-probe-symbolic",
    .parent = &SN_CLASS_PROBE,
    .size = sizeof(SnOutputProbe),
    .properties = output_properties,
    .n_properties = SN_COUNT(output_properties),
    .validate = validate_output,
};
