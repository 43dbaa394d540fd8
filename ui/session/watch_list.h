/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who wants to know which property's present value: merges the interests of all views into the one
 * list the engine gets, and hands the values out. */
#ifndef SN_UI_SESSION_WATCH_LIST_H
#define SN_UI_SESSION_WATCH_LIST_H

#include "ui/session/session.h"

typedef struct SnWatchList SnWatchList;

SnWatchList *sn_watch_list_new(void);
void sn_watch_list_free(SnWatchList *list);
void sn_watch_list_clear(SnWatchList *list);
/* Never 0. */
guint sn_watch_list_add(SnWatchList *list, SnId id, int row, SnWatchCall call, gpointer data);
/* Unknown handles are ignored. */
void sn_watch_list_remove(SnWatchList *list, guint handle);
/* Each (id, row) once; borrowed until the next call. To be followed by sn_watch_list_sent. */
const SnWatch *sn_watch_list_build(SnWatchList *list, int *n);
/* The serial the engine gave the list built last. */
void sn_watch_list_sent(SnWatchList *list, uint64_t serial);
/* Calls everybody whose value is in the snapshot; interests may come and go meanwhile. */
void sn_watch_list_deliver(SnWatchList *list, const SnSnapshot *snapshot);

#endif
