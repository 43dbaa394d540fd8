/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is written and drawn over the picture, and the lines at the bottom. */
#ifndef SN_UI_VIEWPORT_OVERLAY_OVERLAY_H
#define SN_UI_VIEWPORT_OVERLAY_OVERLAY_H

#include "ui/viewport/viewport.h"

typedef struct SnViewportLabels {
    GtkWidget *status, *hint; /* NULL until they are made */
    guint source;             /* a new status is on its way */
} SnViewportLabels;

void sn_viewport_draw_overlay(SnViewport *viewport, GtkSnapshot *snapshot);
void sn_viewport_update_hint(SnViewport *viewport);
void sn_viewport_update_status(SnViewport *viewport);

#endif
