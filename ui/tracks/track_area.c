/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between values over time and the pixels of a track. */
#include "ui/tracks/track_private.h"

#include <math.h>

SnTrackArea sn_track_area(const SnTrack *track)
{
    GtkWidget *widget = (GtkWidget *)(gpointer)track;
    SnTrackArea area = {.left = SN_AXIS_GUTTER,
                        .full_width = gtk_widget_get_width(widget),
                        .height = gtk_widget_get_height(widget)};
    area.width = MAX(area.full_width - SN_AXIS_GUTTER, 0);
    area.top = !track->open ? 5 : track->output ? 9 : SN_TRACK_LANE + 8;
    area.bottom = MAX(area.height - (track->open ? 9 : 5), area.top + 1);
    return area;
}

double sn_track_y(const SnTrack *track, const SnTrackArea *area, double value)
{
    return area->bottom -
           (value - track->low) / (track->high - track->low) * (area->bottom - area->top);
}

double sn_track_value(const SnTrack *track, const SnTrackArea *area, double y)
{
    return track->low +
           (area->bottom - y) / (area->bottom - area->top) * (track->high - track->low);
}

double sn_track_x(const SnTrack *track, const SnTrackArea *area, double time)
{
    return sn_axis_pixel(track->axis, time, area->full_width);
}

double sn_track_time(const SnTrack *track, const SnTrackArea *area, double x)
{
    return sn_axis_time(track->axis, x, area->full_width);
}

bool sn_track_locate(SnTrack *track, double time, double value, double pixel[2])
{
    const SnTrackArea area = sn_track_area(track);
    pixel[0] = sn_track_x(track, &area, time);
    pixel[1] = sn_track_y(track, &area, value);
    return gtk_widget_get_mapped(GTK_WIDGET(track)) && pixel[0] >= area.left &&
           pixel[0] <= area.left + area.width;
}

bool sn_track_trace_value(const SnTrack *track, int trace, double time, double *value)
{
    if (!track->output)
        return track->curve && sn_probe_curve_value(track->curve, time, trace, value);
    if (!track->series || trace >= sn_series_width(track->series) || track->shown == 0 ||
        time < sn_series_time(track->series, 0))
        return false;
    /* the last sample at or before; a step later counts as that moment */
    const size_t after = MIN(sn_series_find(track->series, time + 1e-9), track->shown);
    *value = sn_series_value(track->series, after > 0 ? after - 1 : 0, trace);
    return isfinite(*value);
}
