/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Selecting what lies in a region of the picture: a box, a lasso, the strokes of a brush.  The
 * renderer finds it; its answer comes a frame later. */
#ifndef SN_UI_VIEWPORT_HANDS_REGION_H
#define SN_UI_VIEWPORT_HANDS_REGION_H

#include "ui/viewport/hands/input.h"

typedef enum SnRegionKind { /* what the next drag draws */
                            SN_REGION_NONE,
                            SN_REGION_BOX,   /* once */
                            SN_REGION_LASSO, /* once */
                            SN_REGION_BRUSH, /* until Esc */
                            SN_REGION_COUNT
} SnRegionKind;

typedef struct SnCorner {
    double at[2]; /* [px] */
} SnCorner;

typedef struct SnRegion {
    SnRegionKind kind;
    bool seen_only;  /* not what is covered */
    double radius;   /* of the brush [px] */
    GArray *outline; /* of SnCorner: the lasso so far */
    SnSelect how;
    uint32_t serial;   /* of the question that waits for its answer; 0: none */
    bool painting;     /* a stroke: its answers add to what it found before */
    double brushed[2]; /* how far the stroke has been asked about [px] */
    double stroke[2];  /* where it is now */
} SnRegion;

extern const SnDragRow SN_DRAG_BOX, SN_DRAG_LASSO, SN_DRAG_BRUSH;

void sn_region_init(SnRegion *region);
void sn_region_clear(SnRegion *region);
/* The row of the region that a drag draws now; NULL: none. */
const SnDragRow *sn_region_drag(const SnRegion *region);
void sn_region_set(SnViewport *viewport, SnRegionKind kind);
/* Wheel while the brush is held; false: there is none. */
bool sn_region_scroll(SnViewport *viewport, double steps);
/* The lasso, or the brush at the pointer: a closed outline of SnCorner; NULL: nothing is to
 * be seen. The caller unrefs. */
GArray *sn_region_outline(const SnViewport *viewport);
const char *sn_region_hint(const SnRegion *region);
/* Answer to a question of that serial, if it is ours. */
void sn_region_answered(SnViewport *viewport, uint32_t serial, const SnPickHit *hits, int n);

#endif
