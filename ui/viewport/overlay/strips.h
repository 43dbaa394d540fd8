/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What floats over the picture: tools, views, clipping planes. */
#ifndef SN_UI_VIEWPORT_OVERLAY_STRIPS_H
#define SN_UI_VIEWPORT_OVERLAY_STRIPS_H

#include "ui/viewport/viewport.h"

typedef struct SnViewportStrips {
    GtkWidget *tools, *views, *gizmo;
    GtkWidget *axes_button, *filter_button, *box_button, *orthographic_button, *grid_button;
    GtkWidget *clip_list;
    GSimpleAction *region; /* its state: SnRegionKind; the widget's */
} SnViewportStrips;

void sn_viewport_build_strips(SnViewport *viewport);
void sn_viewport_update_strips(SnViewport *viewport);

#endif
