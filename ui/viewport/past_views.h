/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a viewer has looked from before, to go back there and forth again. */
#ifndef SN_UI_VIEWPORT_PAST_VIEWS_H
#define SN_UI_VIEWPORT_PAST_VIEWS_H

#include "render/render.h"

enum { SN_MOST_PAST_VIEWS = 64 };

/* Zeroed: none. */
typedef struct SnPastViews {
    SnCamera views[SN_MOST_PAST_VIEWS]; /* from the oldest on */
    int n;
    int at; /* the present one among them; n: it is newer than all */
} SnPastViews;

/* The camera is about to be moved by a hand from here; what was ahead is forgotten. */
void sn_past_views_leave(SnPastViews *past, const SnCamera *present);
/* The view before or after the present one that is not the same; false: there is none. */
bool sn_past_views_back(SnPastViews *past, const SnCamera *present, SnCamera *camera);
bool sn_past_views_forth(SnPastViews *past, const SnCamera *present, SnCamera *camera);

#endif
