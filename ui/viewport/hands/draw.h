/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drawing muscles, springs and ligaments, and placing markers, by clicks on surfaces: each click is
 * a place, Enter makes the thing, and the next one may follow. */
#ifndef SN_UI_VIEWPORT_HANDS_DRAW_H
#define SN_UI_VIEWPORT_HANDS_DRAW_H

#include "ui/edits/path_add.h"
#include "ui/viewport/scene/shown.h"
#include "ui/viewport/viewport.h"

enum { SN_MAX_DRAWN = 64 };

/* Keys that came before it was known what the click before them has hit. */
typedef struct SnLateKeys {
    bool enter;
    GdkModifierType enter_state;
    bool escape; /* after it */
} SnLateKeys;

typedef struct SnDrawing {
    const SnClass *class; /* NULL: nothing is drawn */
    SnLateKeys late;      /* done when it is known what the last click has hit */
    int n;
    SnPathPlace places[SN_MAX_DRAWN];
    SnAnchor anchors[SN_MAX_DRAWN]; /* where they are seen */
} SnDrawing;

/* The place that was hit: a point that is there, or one on a surface; false: neither. */
bool sn_viewport_path_place(SnViewport *viewport, const SnPickHit *hit, SnPathPlace *place);

/* A click while something is drawn: takes the first of what lies under it that can be a place, so
 * that a muscle in front of a bone does not keep it. */
void sn_drawing_click(SnViewport *viewport, const SnPickHit *hits, int n);
/* The same for a point, or the origin of a body, that was chosen in a list. */
void sn_drawing_choose(SnViewport *viewport, SnId id);
/* A click while what a new component needs is asked for (ui/edits/ask.h). */
void sn_asking_click(SnViewport *viewport, const SnPickHit *hits, int n);
/* Enter (with Shift: and the next), Backspace, for both; false: not for it. */
bool sn_drawing_key(SnViewport *viewport, guint value, GdkModifierType state);
/* Esc: first the places, then the drawing; false: there was none. */
bool sn_drawing_cancel(SnViewport *viewport);
/* Does what came before the click was answered. */
void sn_drawing_late_keys(SnViewport *viewport, SnLateKeys keys);
/* What a click does now; g_free. */
char *sn_drawing_hint(const SnViewport *viewport);

#endif
