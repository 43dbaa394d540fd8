/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a drag over the curve of an input track does.  Everything is worked out anew from how it was
 * when the drag began, so that going back with the pointer goes back with the curve. */
#include "ui/tracks/track_edit_private.h"

#include <math.h>
#include <string.h>

/* --- snapping --- */

static double seconds_per_pixel(const SnTrackEdit *edit)
{
    const SnTrackArea area = sn_track_area(edit->track);
    return sn_track_time(edit->track, &area, 1) - sn_track_time(edit->track, &area, 0);
}

static double value_per_pixel(const SnTrackEdit *edit)
{
    const SnTrackArea area = sn_track_area(edit->track);
    return (edit->track->high - edit->track->low) / (area.bottom - area.top);
}

/* Tenths of what the ruler numbers. */
static double time_grid(const SnTrackEdit *edit)
{
    const SnTrackArea area = sn_track_area(edit->track);
    const double span = sn_axis_to(edit->track->axis) - sn_axis_from(edit->track->axis);
    return sn_round_step(span, MAX((int)(area.width / 80), 1)) / 5;
}

/* Moments that others stand at: knots that stay, ends of blocks, the window's clock. */
static GArray *moments_near(const SnTrackEdit *edit)
{
    GArray *moments = g_array_new(FALSE, FALSE, sizeof(double));
    const double now = sn_session_time(edit->track->session);
    g_array_append_val(moments, now);
    const SnKnotTable *table = edit->start ? edit->start : edit->table;
    const bool whole = edit->grip.part == SN_PART_CURVE || edit->grip.part == SN_PART_CURVE_END ||
                       edit->grip.part == SN_PART_CURVE_START;
    for (int i = 0; !whole && i < table->n; i++) {
        if (!table->chosen[i] || edit->grip.part == SN_PART_CLIP) {
            const double time = sn_track_shown_time(edit, table->times[i]);
            g_array_append_val(moments, time);
        }
    }
    for (int i = 0; !whole && i < edit->n_segments; i++) {
        if (i != edit->grip.index) {
            const SnSegment *segment = &edit->segments[i];
            const double duration = sn_edits_segment_duration(edit->track->session, segment);
            const double from = sn_track_shown_time(edit, segment->time);
            const double to = sn_track_shown_time(edit, segment->time + duration);
            g_array_append_val(moments, from);
            g_array_append_val(moments, to);
        }
    }
    return moments;
}

static bool snaps(const SnTrackEdit *edit)
{
    return (edit->state & GDK_CONTROL_MASK) == 0;
}

/* Time and value moved to a round number, a knot or the cursor near by. */
static double track_snap_time(const SnTrackEdit *edit, double time)
{
    if (!snaps(edit))
        return time;
    const double reach = SN_SNAP_REACH * seconds_per_pixel(edit);
    GArray *moments = moments_near(edit);
    const double near =
        sn_snap(time, (const double *)(const void *)moments->data, (int)moments->len, reach);
    g_array_unref(moments);
    return near != time ? near : sn_snap_step(time, time_grid(edit), reach);
}

static double track_snap_value(const SnTrackEdit *edit, double shown)
{
    if (!snaps(edit))
        return shown;
    const SnTrackArea area = sn_track_area(edit->track);
    const double reach = SN_SNAP_REACH * 0.7 * value_per_pixel(edit);
    const double factor = sn_unit_factor(edit->track->unit);
    const int most = MAX((int)((area.bottom - area.top) / 22), 1);
    const double step =
        sn_round_step((edit->track->high - edit->track->low) * factor, most) / factor / 2;
    return sn_snap_step(shown, step, reach);
}

/* --- limits --- */

typedef struct Limits {
    double *low, *high;
    SnKnotLimits limits;
} Limits;

static Limits limits_of(const SnTrackEdit *edit)
{
    const int width = edit->table->width;
    Limits all = {g_new(double, (gsize)width), g_new(double, (gsize)width), {NULL, NULL}};
    sn_edits_knot_limits(edit->track->session, edit->track->probe, width, all.low, all.high);
    all.limits = (SnKnotLimits){all.low, all.high};
    return all;
}

static void limits_clear(Limits *all)
{
    g_free(all->low);
    g_free(all->high);
}

/* --- begin and end --- */

static const char *label_of(const SnTrackEdit *edit)
{
    switch (edit->grip.part) {
    case SN_PART_CURVE:
        return "Move curve";
    case SN_PART_CURVE_START:
    case SN_PART_CURVE_END:
        return (edit->state & GDK_ALT_MASK) != 0 ? "Trim curve" : "Stretch curve";
    case SN_PART_CLIP:
        return "Move clip";
    case SN_PART_CLIP_END:
        return "Stretch clip";
    case SN_PART_KNOT:
        return "Move knots";
    default:
        return "Scale knots";
    }
}

/* Box and pencil change nothing before they end. */
static bool changes_model(const SnTrackEdit *edit)
{
    return !edit->pencil && edit->grip.part != SN_PART_EMPTY;
}

void sn_track_edit_begin(SnTrackEdit *edit)
{
    const SnInputProbe *probe = sn_track_edit_probe(edit);
    edit->start = sn_knot_table_copy(edit->table);
    edit->n_segments = probe->segments.n;
    edit->segments =
        g_memdup2(probe->segments.entries, sizeof(SnSegment) * (gsize)probe->segments.n);
    edit->from_start = probe->start;
    edit->from_scale = probe->time_scale;
    edit->span_from = edit->span_to = probe->start;
    if (edit->track->curve)
        sn_probe_curve_span(edit->track->curve, &edit->span_from, &edit->span_to);
    edit->track->frozen = true;
    edit->last_x = edit->x;
    edit->last_y = edit->y;
    if (edit->pencil) {
        edit->stroke_width = gtk_widget_get_width(GTK_WIDGET(edit->track)) + 1;
        edit->stroke = g_new(double, (gsize)edit->stroke_width);
        for (int i = 0; i < edit->stroke_width; i++)
            edit->stroke[i] = NAN;
    }
    if (changes_model(edit))
        sn_edits_drag_begin(edit->track->session, label_of(edit));
}

static void finish(SnTrackEdit *edit)
{
    g_clear_pointer(&edit->start, sn_knot_table_free);
    g_clear_pointer(&edit->segments, g_free);
    g_clear_pointer(&edit->stroke, g_free);
    edit->n_segments = 0;
    edit->dragging = false;
    edit->pencil = false;
    edit->track->frozen = false;
}

void sn_track_edit_cancel(SnTrackEdit *edit)
{
    const bool changed = changes_model(edit) && sn_edits_dragging(edit->track->session);
    finish(edit);
    if (changed)
        sn_edits_drag_cancel(edit->track->session);
    if (sn_session_model(edit->track->session))
        sn_track_load(edit->track);
}

/* --- knots --- */

static void move_knots(SnTrackEdit *edit, const SnTrackArea *area)
{
    const SnTrack *track = edit->track;
    const int number = edit->grip.number, column = sn_track_column(edit, number);
    const SnKnotTable *start = edit->start;
    double dx = edit->to_x - edit->x, dy = edit->to_y - edit->y;
    if ((edit->state & GDK_SHIFT_MASK) != 0)
        *(fabs(dx) < fabs(dy) ? &dx : &dy) = 0;
    const double from = sn_track_shown_time(edit, start->times[edit->grip.index]);
    const double value =
        sn_track_shown_value(edit, number, start->values[edit->grip.index * start->width + column]);
    double time = sn_track_time(track, area, sn_track_x(track, area, from) + dx);
    double to = sn_track_value(track, area, sn_track_y(track, area, value) + dy);
    time = dx != 0 ? track_snap_time(edit, time) : from;
    to = dy != 0 ? track_snap_value(edit, to) : value;
    Limits all = limits_of(edit);
    sn_knot_table_move(edit->table, start, (time - from) / edit->from_scale,
                       sn_track_knot_value(edit, number, to) -
                           sn_track_knot_value(edit, number, value),
                       start->width > 1 ? column : -1, &all.limits);
    limits_clear(&all);
    sn_edits_set_knots(track->session, track->probe, edit->table, "Move knots");
}

/* Range of the chosen values of the first curve's column. */
static void chosen_values(const SnKnotTable *table, int column, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (int i = 0; i < table->n; i++) {
        if (table->chosen[i]) {
            *low = MIN(*low, table->values[i * table->width + column]);
            *high = MAX(*high, table->values[i * table->width + column]);
        }
    }
}

static void scale_knots(SnTrackEdit *edit, const SnTrackArea *area)
{
    const SnTrack *track = edit->track;
    const SnTrackPart part = edit->grip.part;
    double from = 0, to = 0, low = 0, high = 0, about_time = 0, about_value = 0;
    double time_factor = 1, value_factor = 1;
    sn_knot_table_chosen_span(edit->start, &from, &to);
    chosen_values(edit->start, 0, &low, &high);
    if (part == SN_PART_LEFT || part == SN_PART_RIGHT) {
        const double moved = part == SN_PART_LEFT ? from : to;
        about_time = part == SN_PART_LEFT ? to : from;
        const double x = sn_track_x(track, area, sn_track_shown_time(edit, moved));
        const double time =
            track_snap_time(edit, sn_track_time(track, area, x + edit->to_x - edit->x));
        time_factor = moved != about_time
                          ? (sn_track_own_time(edit, time) - about_time) / (moved - about_time)
                          : 1;
    } else {
        /* the shown top may be the lowest value where the gain is negative */
        const bool top = (part == SN_PART_TOP) ==
                         (sn_track_shown_value(edit, 0, 1) >= sn_track_shown_value(edit, 0, 0));
        const double moved = top ? high : low;
        about_value = top ? low : high;
        const double y = sn_track_y(track, area, sn_track_shown_value(edit, 0, moved));
        const double shown =
            track_snap_value(edit, sn_track_value(track, area, y + edit->to_y - edit->y));
        value_factor = moved != about_value ? (sn_track_knot_value(edit, 0, shown) - about_value) /
                                                  (moved - about_value)
                                            : 1;
    }
    Limits all = limits_of(edit);
    sn_knot_table_scale(edit->table, edit->start, about_time, MAX(time_factor, 0), about_value,
                        value_factor, &all.limits);
    limits_clear(&all);
    sn_edits_set_knots(track->session, track->probe, edit->table, "Scale knots");
}

static void choose_box(SnTrackEdit *edit, const SnTrackArea *area)
{
    const SnTrack *track = edit->track;
    const double a = sn_track_own_time(edit, sn_track_time(track, area, edit->x));
    const double b = sn_track_own_time(edit, sn_track_time(track, area, edit->to_x));
    const int n = track->curve ? sn_probe_curve_width(track->curve) : 0;
    memcpy(edit->table->chosen, edit->start->chosen, sizeof(bool) * (gsize)edit->table->n);
    if ((edit->state & GDK_SHIFT_MASK) == 0)
        sn_knot_table_choose_none(edit->table);
    for (int k = 0; k < n; k++) {
        const double c = sn_track_knot_value(edit, k, sn_track_value(track, area, edit->y));
        const double d = sn_track_knot_value(edit, k, sn_track_value(track, area, edit->to_y));
        sn_knot_table_choose_box(edit->table, sn_track_column(edit, k), MIN(a, b), MAX(a, b),
                                 MIN(c, d), MAX(c, d));
    }
    sn_track_edit_chosen(edit);
}

void sn_track_edit_add(SnTrackEdit *edit, double x, double y, bool snap)
{
    const SnTrackArea area = sn_track_area(edit->track);
    const int number = sn_track_nearest(edit, &area, x, y);
    edit->state = snap ? 0 : GDK_CONTROL_MASK;
    const double time =
        sn_track_own_time(edit, track_snap_time(edit, sn_track_time(edit->track, &area, x)));
    const double shown = track_snap_value(edit, sn_track_value(edit->track, &area, y));
    SnKnotTable *table = edit->table;
    double *values = g_new(double, (gsize)table->width);
    Limits all = limits_of(edit);
    for (int k = 0; k < table->width; k++) {
        values[k] = sn_knot_table_value(table, time, k);
        if (table->width == 1 || k == sn_track_column(edit, number))
            values[k] = CLAMP(sn_track_knot_value(edit, number, shown), all.low[k], all.high[k]);
    }
    const int at = sn_knot_table_insert(table, time, values);
    sn_knot_table_choose_none(table);
    table->chosen[at] = true;
    sn_edits_set_knots(edit->track->session, edit->track->probe, table, "Add knot");
    limits_clear(&all);
    g_free(values);
}

/* --- pencil --- */

/* All pixel columns between two places of the pointer. */
static void draw_stroke(SnTrackEdit *edit, double from_x, double from_y)
{
    const SnTrackArea area = sn_track_area(edit->track);
    const int first =
        CLAMP((int)round(MIN(from_x, edit->to_x)), (int)area.left, edit->stroke_width - 1);
    const int last =
        CLAMP((int)round(MAX(from_x, edit->to_x)), (int)area.left, edit->stroke_width - 1);
    for (int column = first; column <= last; column++) {
        const double share = edit->to_x != from_x ? (column - from_x) / (edit->to_x - from_x) : 1;
        const double y = from_y + CLAMP(share, 0, 1) * (edit->to_y - from_y);
        edit->stroke[column] = sn_track_value(edit->track, &area, CLAMP(y, area.top, area.bottom));
    }
}

/* Knots of the line drawn in the place of those that were there. */
static void take_stroke(SnTrackEdit *edit)
{
    const SnTrackArea area = sn_track_area(edit->track);
    const int number = sn_track_nearest(edit, &area, edit->x, edit->y);
    const int column = sn_track_column(edit, number);
    GArray *times = g_array_new(FALSE, FALSE, sizeof(double));
    GArray *values = g_array_new(FALSE, FALSE, sizeof(double));
    Limits all = limits_of(edit);
    for (int x = 0; x < edit->stroke_width; x++) {
        if (isfinite(edit->stroke[x])) {
            const double time = sn_track_own_time(edit, sn_track_time(edit->track, &area, x));
            const double value = CLAMP(sn_track_knot_value(edit, number, edit->stroke[x]),
                                       all.low[column], all.high[column]);
            g_array_append_val(times, time);
            g_array_append_val(values, value);
        }
    }
    limits_clear(&all);
    if (times->len > 1) {
        const double scale = fabs(sn_track_knot_value(edit, number, value_per_pixel(edit)) -
                                  sn_track_knot_value(edit, number, 0));
        sn_knot_table_replace(edit->table, column, (const double *)(const void *)times->data,
                              (const double *)(const void *)values->data, (int)times->len, scale);
        sn_edits_set_knots(edit->track->session, edit->track->probe, edit->table, "Draw curve");
    }
    g_array_unref(times);
    g_array_unref(values);
}

/* --- blocks --- */

static double moved_time(const SnTrackEdit *edit, const SnTrackArea *area, double time)
{
    return sn_track_time(edit->track, area,
                         sn_track_x(edit->track, area, time) + edit->to_x - edit->x);
}

static void move_curve(SnTrackEdit *edit, const SnTrackArea *area)
{
    const double from = moved_time(edit, area, edit->span_from);
    const double to = from + edit->span_to - edit->span_from;
    double shift = track_snap_time(edit, from) - from;
    if (shift == 0)
        shift = track_snap_time(edit, to) - to; /* its end may meet something, too */
    sn_edits_set_span(edit->track->session, edit->track->probe,
                      edit->from_start + from + shift - edit->span_from, edit->from_scale,
                      "Move curve");
}

static void stretch_curve(SnTrackEdit *edit, const SnTrackArea *area)
{
    const bool end = edit->grip.part == SN_PART_CURVE_END;
    const double fixed = end ? edit->span_from : edit->span_to;
    const double moved = end ? edit->span_to : edit->span_from;
    const double to = track_snap_time(edit, moved_time(edit, area, moved));
    const double least = 2 * seconds_per_pixel(edit);
    if (fabs(to - fixed) < least || (to > fixed) != (moved > fixed))
        return;
    if ((edit->state & GDK_ALT_MASK) != 0) {
        SnKnotTable *table = sn_knot_table_copy(edit->start);
        const double own_to = (to - edit->from_start) / edit->from_scale;
        const double own_fixed = (fixed - edit->from_start) / edit->from_scale;
        sn_knot_table_trim(table, MIN(own_to, own_fixed), MAX(own_to, own_fixed));
        sn_knot_table_free(edit->table);
        edit->table = table;
        sn_edits_set_knots(edit->track->session, edit->track->probe, table, "Trim curve");
        return;
    }
    const double factor = (to - fixed) / (moved - fixed);
    /* the fixed end stays: start + own x scale */
    const double own = (fixed - edit->from_start) / edit->from_scale;
    sn_edits_set_span(edit->track->session, edit->track->probe,
                      fixed - own * edit->from_scale * factor, edit->from_scale * factor,
                      "Stretch curve");
}

static void change_segment(SnTrackEdit *edit, const SnTrackArea *area)
{
    SnSession *session = edit->track->session;
    SnSegment *segments = g_memdup2(edit->segments, sizeof(SnSegment) * (gsize)edit->n_segments);
    SnSegment *segment = &segments[edit->grip.index];
    const double duration = sn_edits_segment_duration(session, segment);
    if (edit->grip.part == SN_PART_CLIP) {
        const double from = moved_time(edit, area, sn_track_shown_time(edit, segment->time));
        const double to = from + duration * edit->from_scale;
        double shift = track_snap_time(edit, from) - from;
        shift = shift == 0 ? track_snap_time(edit, to) - to : shift;
        segment->time = (from + shift - edit->from_start) / edit->from_scale;
    } else {
        const double to = track_snap_time(
            edit, moved_time(edit, area, sn_track_shown_time(edit, segment->time + duration)));
        const double own = (to - edit->from_start) / edit->from_scale;
        const double least = 2 * seconds_per_pixel(edit) / edit->from_scale;
        segment->scale *= MAX(own - segment->time, least) / duration;
    }
    sn_edits_set_segments(session, edit->track->probe, segments, edit->n_segments, "Move clip");
    g_free(segments);
}

/* --- all --- */

void sn_track_edit_update(SnTrackEdit *edit)
{
    const SnTrackArea area = sn_track_area(edit->track);
    if (edit->pencil) {
        draw_stroke(edit, edit->last_x, edit->last_y);
        edit->last_x = edit->to_x;
        edit->last_y = edit->to_y;
        return;
    }
    switch (edit->grip.part) {
    case SN_PART_KNOT:
        move_knots(edit, &area);
        break;
    case SN_PART_LEFT:
    case SN_PART_RIGHT:
    case SN_PART_TOP:
    case SN_PART_BOTTOM:
        scale_knots(edit, &area);
        break;
    case SN_PART_CURVE:
        move_curve(edit, &area);
        break;
    case SN_PART_CURVE_START:
    case SN_PART_CURVE_END:
        stretch_curve(edit, &area);
        break;
    case SN_PART_CLIP:
    case SN_PART_CLIP_END:
        change_segment(edit, &area);
        break;
    default:
        choose_box(edit, &area);
        break;
    }
    if (changes_model(edit))
        sn_edits_drag_show(edit->track->session);
}

void sn_track_edit_end(SnTrackEdit *edit)
{
    SnTrack *track = edit->track;
    if (edit->pencil)
        take_stroke(edit);
    else if (changes_model(edit))
        sn_edits_drag_end(track->session);
    finish(edit);
    sn_track_load(track);
}
