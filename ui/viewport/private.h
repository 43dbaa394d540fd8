/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of the viewport: the widget is put together of parts, each with its own header and file.
 * Coordinates are logical pixels of the widget, from its top left, unless a name says device. */
#ifndef SN_UI_VIEWPORT_PRIVATE_H
#define SN_UI_VIEWPORT_PRIVATE_H

#include "engine/base/vec.h"
#include "ui/viewport/camera.h"
#include "ui/viewport/geometry.h"
#include "ui/viewport/hands/clip.h"
#include "ui/viewport/hands/draw.h"
#include "ui/viewport/hands/drop.h"
#include "ui/viewport/hands/measure.h"
#include "ui/viewport/hands/parts.h"
#include "ui/viewport/hands/pick.h"
#include "ui/viewport/hands/pull.h"
#include "ui/viewport/hands/region.h"
#include "ui/viewport/menu.h"
#include "ui/viewport/move/move.h"
#include "ui/viewport/overlay/grid_labels.h"
#include "ui/viewport/overlay/overlay.h"
#include "ui/viewport/overlay/strips.h"
#include "ui/viewport/past_views.h"
#include "ui/viewport/screen/gl_host.h"
#include "ui/viewport/screen/picture.h"

struct _SnViewport {
    GtkWidget parent_instance;

    SnSession *session;
    SnGlHost *host; /* NULL: no GL, the viewer stays empty */
    uint32_t view;
    SnViewSettings settings;

    SnPictureState picture;
    SnCameraMotion motion;
    SnPastViews past;
    SnCamera told; /* the last one that "camera-moved" was about */
    SnViewportInput input;
    SnPicking pick;
    SnRegion region;
    bool names, grid_labels;
    SnGridBounds grid_bounds;
    int part_angle; /* [degrees] where a face ends, for sn_viewport_spread */
    SnClipDrag clip;
    SnMoveDrag move;
    SnPullDrag pull;
    SnMeasure measure;
    SnDrawing drawing;
    SnViewportStrips strips;
    SnViewportLabels labels;
};

/* Sends the settings to the renderer and draws again. */
void sn_viewport_settings_changed(SnViewport *viewport);
/* Sends the settings to the renderer. */
void sn_viewport_publish(SnViewport *viewport);
/* The view moves, and for another moment: wheel, keys. */
void sn_viewport_keep_moving(SnViewport *viewport);
/* Settings, and everybody who shows them. */
void sn_viewport_notify_settings(SnViewport *viewport);

#endif
