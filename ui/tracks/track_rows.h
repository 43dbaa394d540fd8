/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which rows the list of tracks has, and where they stand: the probes in the order of the document,
 * those of a group together under a row of its own, where the first of them stands.  What is open
 * and how high stands in the document (sn_edits_show_track, _group).  No GTK. */
#ifndef SN_UI_TRACKS_TRACK_ROWS_H
#define SN_UI_TRACKS_TRACK_ROWS_H

#include "engine/model/classes/probe.h"
#include "engine/model/model.h"

#define SN_TRACK_FOLDED 28 /* [px] */
#define SN_TRACK_GROUP  24
#define SN_TRACK_FOOT   10 /* free below the last: the scrollbar of the time lies there */

typedef struct SnTrackRow {
    SnId probe;        /* null: the row of a group */
    const char *group; /* interned; NULL: it stands alone */
    int y, height;     /* [px] from the top of the list */
    int count;         /* of a group: its probes */
    bool open;
} SnTrackRow;

typedef struct SnTrackRows SnTrackRows;

SnTrackRows *sn_track_rows_new(void);
void sn_track_rows_free(SnTrackRows *rows);
/* Makes the rows anew.  model NULL: none. */
void sn_track_rows_build(SnTrackRows *rows, const SnModel *model);

int sn_track_rows_count(const SnTrackRows *rows);
const SnTrackRow *sn_track_rows_get(const SnTrackRows *rows, int index);
/* Row of a probe, -1 if it has none or its group is folded. */
int sn_track_rows_find(const SnTrackRows *rows, SnId probe);
/* Row at a height, -1 below the last. */
int sn_track_rows_at(const SnTrackRows *rows, double y);
/* Of all rows [px]. */
int sn_track_rows_height(const SnTrackRows *rows);

/* Height of an open track, until they are built again [px]. */
void sn_track_rows_set_height(SnTrackRows *rows, int index, int height);

/* Where a header that is dragged to height y would go. */
typedef struct SnTrackSlot {
    int line;          /* where the mark is drawn [px] */
    const char *group; /* interned; NULL: none */
    SnId before;       /* probe that it stands before; null: at the end */
} SnTrackSlot;

SnTrackSlot sn_track_rows_slot(const SnTrackRows *rows, SnId dragged, double y);

#endif
