/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/track_private.h"

struct SnTrackEdit {
    SnTrack *track;
    SnKnotTable *table;
};

SnTrackEdit *sn_track_edit_new(SnTrack *track)
{
    SnTrackEdit *edit = g_new0(SnTrackEdit, 1);
    edit->track = track;
    return edit;
}

void sn_track_edit_free(SnTrackEdit *edit)
{
    sn_knot_table_free(edit->table);
    g_free(edit);
}

void sn_track_edit_load(SnTrackEdit *edit)
{
}

void sn_track_edit_draw(SnTrackEdit *edit, GtkSnapshot *snapshot, const SnTrackArea *area,
                        const GdkRGBA *color)
{
}
