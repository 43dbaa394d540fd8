/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is selected, copied in rows and circles, aligned, spread, renamed and converted.  Rows,
 * circles and places are tried out while a drag of the edit layer lasts (sn_edits_drag_begin): its
 * end keeps them, its cancel takes them back. */
#ifndef SN_UI_EDITS_ARRANGE_H
#define SN_UI_EDITS_ARRANGE_H

#include "engine/model/edit/arrange.h"
#include "engine/model/edit/names_pattern.h"
#include "ui/session/session.h"

/* Of the selection (GArray of SnId, g_array_unref): components that can be copied or renamed, none
 * inside another; components and nodes of strands that have a place of their own; springs, muscles,
 * ligaments and strands. */
GArray *sn_edits_chosen(SnSession *session);
GArray *sn_edits_placed(SnSession *session);
GArray *sn_edits_lines(SnSession *session);

typedef struct SnArrayWish {
    bool circle;
    int count;      /* with what is there already */
    double step[3]; /* of a row [m] */
    int axis;       /* of a circle: x, y or z of the world */
    double centre[3];
    double angle;  /* [rad] from the first to the last, or all around */
    bool turn;     /* the copies turn as they go around */
    bool attached; /* with what hangs on them */
} SnArrayWish;

/* Makes the copies within an open drag, their ids into `copies`; false with the error. */
bool sn_edits_try_array(SnSession *session, const GArray *ids, const SnArrayWish *wish,
                        GArray *copies, GError **error);
/* Takes them where they are wanted within an open drag: their origins, or the boxes around them. */
bool sn_edits_try_arrange(SnSession *session, const GArray *ids, const SnArrange axes[3],
                          bool boxes, GError **error);

/* The new names of components (to be freed with g_strfreev); NULL with the error. */
char **sn_edits_new_names(SnSession *session, const GArray *ids, const SnRenaming *renaming,
                          GError **error);
/* One step; false with the error, nothing is told. */
bool sn_edits_rename_many(SnSession *session, const GArray *ids, char **names, GError **error);

/* Makes the selected springs, muscles, ligaments and strands into components of a class, selects
 * them and tells what was lost and what else went. */
bool sn_edits_convert(SnSession *session, const SnClass *class);

/* What cannot stay when components are deleted (GArray of SnId). */
GArray *sn_edits_gone_with(SnSession *session, const SnId *ids, int n);

/* What components are called (GPtrArray of char *, g_ptr_array_unref). */
GPtrArray *sn_edits_labels(SnSession *session, const GArray *ids);
/* "exciter e1, exciter e2 and 2 more" of those of the dependents that are no more; g_free. */
char *sn_edits_gone_text(const SnModel *model, const GArray *dependents, const GPtrArray *labels);

#endif
