/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pull tool: a spring from the mouse to what was under it. */
#ifndef SN_UI_VIEWPORT_HANDS_PULL_H
#define SN_UI_VIEWPORT_HANDS_PULL_H

#include "ui/viewport/hands/input.h"
#include "ui/viewport/scene/shown.h"

typedef struct SnPullDrag {
    SnAnchor anchor;  /* on what is pulled */
    double target[3]; /* where the mouse is [m] */
} SnPullDrag;

extern const SnDragRow SN_DRAG_PULL;

#endif
