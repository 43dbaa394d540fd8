/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What lies under the pointer: hover, clicks, boxes.  Answers come a frame later from the render
 * thread; each carries the serial of its question, and only the newest of a kind counts. */
#ifndef SN_UI_VIEWPORT_HANDS_PICK_H
#define SN_UI_VIEWPORT_HANDS_PICK_H

#include "ui/viewport/hands/draw.h"
#include "ui/viewport/hands/input.h"

typedef enum SnFilter { /* what clicks and boxes select */
                        SN_FILTER_ALL,
                        SN_FILTER_BODIES,
                        SN_FILTER_POINTS,
                        SN_FILTER_PATHS,
                        SN_FILTER_JOINTS,
                        SN_FILTER_COUNT
} SnFilter;

/* A click whose answer was not there yet when the next press came. */
typedef struct SnLateClick {
    uint32_t serial;
    SnPointer at;
    int presses;
    SnLateKeys keys; /* that came after it */
    bool keep;       /* what it measures */
} SnLateClick;

typedef struct SnPicking {
    SnFilter filter;
    uint32_t serial; /* of the last question; those of kinds: 0, no answer is waited for */
    uint32_t hover_serial;
    bool hover_again;                /* moved since it was asked */
    bool hover_deeper, press_deeper; /* asked once more, for what is seen through a surface */
    bool hover_known;
    SnPickHit hover; /* nearest thing under the pointer, if hover_known */
    uint32_t press_serial;
    GArray *under;         /* of SnPickHit: what lies under the press */
    GArray *late;          /* of SnLateClick, in the order in which they were made */
    const void *looked_in; /* model and revision in which locks were looked for */
    uint64_t looked_at;
    bool any_locked;
    double click_x, click_y; /* of the last Alt-click, which goes through what lies there */
} SnPicking;

/* Answer to a question: SnGlView.picked. */
void sn_viewport_picked(uint32_t serial, const SnPickHit *hits, int n, gpointer viewport);
/* Asks what lies under a place; the answer comes to sn_viewport_picked. Returns its serial. */
uint32_t sn_viewport_pick(SnViewport *viewport, double x, double y, bool through);
void sn_viewport_want_hover(SnViewport *viewport);
void sn_viewport_forget_hover(SnViewport *viewport);
/* Whether questions ask for all that lies under the pointer, as what is before may not be taken. */
bool sn_viewport_picks_through(SnViewport *viewport);
/* Whether clicks and boxes select it: locked things never; model NULL: there is none. */
bool sn_filter_accepts(SnFilter filter, const SnModel *model, SnId id);
/* What Shift and Ctrl make of a click or box. */
SnSelect sn_how_to_select(GdkModifierType state);
/* Click at what lies under the press. */
void sn_viewport_click(SnViewport *viewport, const SnPointer *at);

#endif
