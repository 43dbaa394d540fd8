/* SPDX-License-Identifier: GPL-3.0-or-later */
/* List of a viewer's clipping planes: on and off, position, slices. */
#ifndef SN_UI_VIEWPORT_OVERLAY_CLIP_LIST_H
#define SN_UI_VIEWPORT_OVERLAY_CLIP_LIST_H

#include "ui/viewport/viewport.h"

GtkWidget *sn_clip_list_new(SnViewport *viewport);
/* After the settings changed. */
void sn_clip_list_update(GtkWidget *list);

#endif
