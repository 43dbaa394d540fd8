/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/private.h"

#include "engine/model/classes/body.h"
#include "engine/model/classes/fem.h"
#include "engine/model/classes/force.h"
#include "ui/edits/ask.h"
#include "ui/edits/edits.h"
#include "ui/edits/place.h"

#include <string.h>

static void show(SnViewport *viewport)
{
    sn_viewport_update_hint(viewport);
    sn_viewport_update_cursor(viewport);
    gtk_widget_queue_draw(GTK_WIDGET(viewport));
}

void sn_viewport_draw(SnViewport *viewport, const SnClass *class)
{
    sn_ask_back(viewport->session, true);
    sn_session_set_tool(viewport->session, SN_TOOL_SELECT);
    viewport->drawing.class = class;
    viewport->drawing.n = 0;
    gtk_widget_grab_focus(GTK_WIDGET(viewport));
    show(viewport);
}

bool sn_viewport_path_place(SnViewport *viewport, const SnPickHit *hit, SnPathPlace *place)
{
    const SnModel *model = sn_session_model(viewport->session);
    const SnComponent *component = sn_model_get(model, hit->id);
    *place = (SnPathPlace){.point = SN_ID_NULL};
    if (!component)
        return false;
    const bool node =
        hit->id.entry != 0 && component->class == &SN_CLASS_FEM && sn_id_array(hit->id) == 0;
    if (node || (hit->id.entry == 0 && sn_class_is_a(component->class, &SN_CLASS_POINT))) {
        place->point = hit->id;
        return true;
    }
    place->carrier = sn_viewport_hit_body(viewport, hit, place->location);
    if (sn_id_is_null(place->carrier) && component->class == &SN_CLASS_FEM &&
        sn_session_time(viewport->session) == 0) { /* later its matter is elsewhere */
        double position[3], orientation[4];
        sn_start_pose(model, component->id, position, orientation);
        sn_pose_inverse_point(position, orientation, hit->position, place->location);
        place->carrier = component->id;
    }
    return !sn_id_is_null(place->carrier);
}

static void finish(SnViewport *viewport)
{
    SnDrawing *drawing = &viewport->drawing;
    if (drawing->n < 2) {
        g_autofree char *hint = sn_drawing_hint(viewport);
        sn_session_report(viewport->session, &(SnBar){.severity = SN_NOTE, .text = hint});
        return;
    }
    const SnId id =
        sn_edits_add_path(viewport->session, drawing->class, drawing->places, drawing->n);
    if (!sn_id_is_null(id))
        drawing->n = 0; /* the next one may follow */
    show(viewport);
}

void sn_drawing_click(SnViewport *viewport, const SnPickHit *hits, int n)
{
    SnDrawing *drawing = &viewport->drawing;
    SnPathPlace place;
    const SnPickHit *hit = NULL;
    for (int i = 0; i < n && !hit; i++) {
        if (sn_viewport_path_place(viewport, &hits[i], &place))
            hit = &hits[i];
    }
    if (!hit) {
        sn_session_report(
            viewport->session,
            &(SnBar){.severity = SN_NOTE, .text = "Click a surface, or a marker that is there."});
        return;
    }
    if (drawing->class == &SN_CLASS_MARKER) {
        if (sn_id_is_null(place.point))
            sn_edits_add_marker(viewport->session, place.carrier, place.location);
    } else if (viewport->input.presses == 2) {
        finish(viewport); /* the first click of the two was its last place */
    } else if (drawing->n < SN_MAX_DRAWN) {
        sn_anchor_set(viewport->session, hit, &drawing->anchors[drawing->n]);
        drawing->places[drawing->n++] = place;
    }
    show(viewport);
}

void sn_drawing_choose(SnViewport *viewport, SnId id)
{
    const SnModel *model = sn_session_model(viewport->session);
    const SnComponent *component = id.entry == 0 ? sn_model_get(model, id) : NULL;
    SnPickHit hit = {.id = id};
    double orientation[4];
    if (!component || viewport->drawing.class == &SN_CLASS_MARKER ||
        (!sn_class_is_a(component->class, &SN_CLASS_POINT) &&
         !sn_class_is_a(component->class, &SN_CLASS_BODY_FRAME)) ||
        !sn_shown_pose(viewport->session, id, hit.position, orientation))
        return;
    sn_drawing_click(viewport, &hit, 1);
    gtk_widget_grab_focus(GTK_WIDGET(viewport)); /* Enter makes it */
}

/* Takes the first of what lies under the click that is asked for; a marker on the first surface
 * where points are. */
void sn_asking_click(SnViewport *viewport, const SnPickHit *hits, int n)
{
    const bool again = (viewport->input.at.state & GDK_SHIFT_MASK) != 0;
    for (int i = 0; i < n; i++)
        if (!sn_id_is_null(hits[i].id) &&
            sn_ask_offer(viewport->session, hits[i].id, hits[i].position, again))
            return;
    for (int i = 0; i < n && sn_ask_takes_points(viewport->session); i++) {
        SnPathPlace place;
        if (!sn_viewport_path_place(viewport, &hits[i], &place) || !sn_id_is_null(place.point))
            continue;
        /* its selection is what is offered */
        sn_edits_add_marker(viewport->session, place.carrier, place.location);
        return;
    }
    g_autofree char *hint = sn_ask_hint(viewport->session);
    sn_session_report(viewport->session,
                      &(SnBar){.severity = SN_NOTE, .text = hint, .of_asking = true});
}

/* False: nothing waits for it. */
static bool accept(SnViewport *viewport, GdkModifierType state)
{
    if (sn_ask_active(viewport->session))
        sn_ask_accept(viewport->session, (state & GDK_SHIFT_MASK) != 0);
    else if (viewport->drawing.class)
        finish(viewport);
    else
        return false;
    return true;
}

bool sn_drawing_key(SnViewport *viewport, guint value, GdkModifierType state)
{
    SnDrawing *drawing = &viewport->drawing;
    const bool enter = value == GDK_KEY_Return || value == GDK_KEY_KP_Enter;
    if (enter && viewport->pick.press_serial != 0 &&
        (drawing->class || sn_ask_active(viewport->session))) {
        drawing->late.enter = true;
        drawing->late.enter_state = state;
        return true;
    }
    if (enter)
        return accept(viewport, state);
    if (value == GDK_KEY_BackSpace && sn_ask_back(viewport->session, false))
        return true;
    if (!drawing->class)
        return false;
    if (value == GDK_KEY_BackSpace) {
        drawing->n = MAX(drawing->n - 1, 0);
        show(viewport);
        return true;
    }
    return false;
}

static void cancel(SnViewport *viewport)
{
    SnDrawing *drawing = &viewport->drawing;
    if (drawing->n > 0)
        drawing->n = 0;
    else
        drawing->class = NULL;
    show(viewport);
}

bool sn_drawing_cancel(SnViewport *viewport)
{
    SnDrawing *drawing = &viewport->drawing;
    if (!drawing->class)
        return false;
    if (drawing->late.enter)
        drawing->late.escape = true;
    else
        cancel(viewport);
    return true;
}

void sn_drawing_late_keys(SnViewport *viewport, SnLateKeys keys)
{
    if (keys.enter)
        accept(viewport, keys.enter_state);
    if (keys.escape && viewport->drawing.class)
        cancel(viewport);
}

char *sn_drawing_hint(const SnViewport *viewport)
{
    const SnDrawing *drawing = &viewport->drawing;
    g_autofree char *what = g_utf8_strdown(drawing->class->label, -1);
    if (drawing->class == &SN_CLASS_MARKER)
        return g_strdup("Click surfaces: a marker each · Esc: no more");
    if (drawing->n == 0)
        return g_strdup_printf(
            "Click where the %s begins, or choose a point in the list · Esc: no more", what);
    if (drawing->n == 1)
        return g_strdup("Click where it goes on, or ends, or choose a point in the list · "
                        "Backspace: the last away · Esc: back");
    return g_strdup_printf("Enter: make the %s · click: it goes on · Backspace: the last away · "
                           "Esc: back",
                           what);
}
