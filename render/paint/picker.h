/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One picking: the numbers drawn in its window of the view, and what was found so far. */
#ifndef SN_RENDER_PICKER_H
#define SN_RENDER_PICKER_H

#include "render/paint/painter.h"

enum { SN_HIDE_ITEM = 1, SN_HIDE_NODES = 2 }; /* in SnMarks.hidden */

typedef struct SnPicker {
    SnPainter *painter;
    SnFrame frame;
    double window[4]; /* device pixels, top-left origin */
    int width, height;
    const SnId *selection; /* sorted */
    int n_selection;
    uint8_t *hidden; /* [n_items] */
    uint32_t *ids;   /* [height][width], bottom row first */
    float *depths;   /* likewise */
    uint8_t *within; /* [height][width] likewise: in the outline; NULL: all are */
    SnPickHit *hits;
    int n, most;
} SnPicker;

/* Distance of what a pixel shows, along the view from the eye [m]. */
double sn_picker_distance(const SnPicker *picker, int column, int row);
/* A hit without a place yet; NULL if there is no room. */
SnPickHit *sn_picker_add(SnPicker *picker);

/* --- parts of FEMs --- */

/* The node nearest to a place on an element, of its face there or, in a cut, of all that are not
 * cut away; -1: there is none.  One whose pixel is near enough to (x, y) is meant before others. */
int sn_picker_near_node(const SnPicker *picker, const SnSceneItem *item, int element, double x,
                        double y, const double place[3], bool *meant);
/* Every node in the window that is to be seen, or, through, any that is not cut away. */
void sn_picker_nodes(SnPicker *picker, bool through);
/* Every element with a pixel in the window; through: with its middle there. */
void sn_picker_elements(SnPicker *picker, bool through);

#endif
