/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/private.h"

#include "engine/model/classes/body.h"
#include "engine/model/classes/fem.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/joint.h"
#include "engine/model/edit/members.h"
#include "ui/edits/ask.h"

#include <math.h>

#define SAME_PLACE 4 /* [px] */

uint32_t sn_viewport_pick(SnViewport *viewport, double x, double y, bool through)
{
    if (!viewport->host || viewport->settings.width <= 0)
        return 0;
    double scale = viewport->settings.scale;
    viewport->pick.serial = viewport->pick.serial == G_MAXUINT32 ? 1 : viewport->pick.serial + 1;
    sn_gl_host_pick(viewport->host, viewport->view, (double[]){x * scale, y * scale, 0, 0}, through,
                    viewport->pick.serial);
    return viewport->pick.serial;
}

bool sn_filter_accepts(SnFilter filter, const SnModel *model, SnId id)
{
    static const SnClass *const families[SN_FILTER_COUNT] = {
        [SN_FILTER_BODIES] = &SN_CLASS_RIGID_BODY,
        [SN_FILTER_POINTS] = &SN_CLASS_POINT,
        [SN_FILTER_PATHS] = &SN_CLASS_LINE,
        [SN_FILTER_JOINTS] = &SN_CLASS_JOINT,
    };
    const SnClass *family = families[filter];
    const SnComponent *component = model ? sn_model_get(model, id) : NULL;
    if (sn_component_locked(component))
        return false;
    if (!family)
        return true;
    if (component && id.entry != 0) { /* nodes are points */
        const SnClass *of = component->class->arrays[sn_id_array(id)].family;
        return of && sn_class_is_a(of, family);
    }
    return component && sn_class_is_a(component->class, family);
}

/* Asked at each motion of the pointer: looked for once per change of the model. */
bool sn_viewport_picks_through(SnViewport *viewport)
{
    const SnModel *model = sn_session_model(viewport->session);
    SnPicking *pick = &viewport->pick;
    if (model && (model != pick->looked_in || model->revision != pick->looked_at)) {
        pick->looked_in = model;
        pick->looked_at = model->revision;
        pick->any_locked = sn_any_locked(model);
    }
    return pick->filter != SN_FILTER_ALL || (model && pick->any_locked);
}

/* --- hover --- */

void sn_viewport_forget_hover(SnViewport *viewport)
{
    viewport->pick.hover_serial = 0;
    viewport->pick.hover_again = false;
    viewport->pick.hover_known = false;
    if (viewport->settings.manipulator_axis >= 0 && viewport->input.press == SN_PRESS_NONE) {
        viewport->settings.manipulator_axis = -1;
        sn_viewport_settings_changed(viewport);
    }
    sn_session_set_hover(viewport->session, SN_ID_NULL);
}

void sn_viewport_want_hover(SnViewport *viewport)
{
    if (!viewport->input.inside || viewport->input.press != SN_PRESS_NONE)
        return;
    if (viewport->pick.hover_serial != 0) {
        viewport->pick.hover_again = true;
        return;
    }
    viewport->pick.hover_again = false;
    viewport->pick.hover_deeper = false;
    viewport->pick.hover_serial = sn_viewport_pick(viewport, viewport->input.x, viewport->input.y,
                                                   sn_viewport_picks_through(viewport));
}

static bool is_handle(const SnPickHit *hit)
{
    return hit->clip_plane >= 0 || hit->manipulator_axis >= 0;
}

/* A surface through which what lies behind it is seen. */
static bool is_clear(SnViewport *viewport, const SnPickHit *hit)
{
    static const float opaque = 0.996F; /* as it is drawn */
    const SnSceneItem *item = sn_shown_item(viewport->session, sn_id_component(hit->id));
    return item && !is_handle(hit) && item->kind != SN_ITEM_POINT && item->kind != SN_ITEM_PATH &&
           item->style.alpha < opaque;
}

/* Too small to be hit by chance. */
static bool is_mark(SnViewport *viewport, const SnPickHit *hit)
{
    const SnSceneItem *item = sn_shown_item(viewport->session, sn_id_component(hit->id));
    return item &&
           (hit->id.entry != 0 || item->kind == SN_ITEM_POINT || item->kind == SN_ITEM_AXES ||
            (item->kind == SN_ITEM_PATH && item->style.line_style == SN_LINE_LINE));
}

/* The nearest one that clicks may take; before a surface that is seen through, a point or thin line
 * that is seen there. */
static const SnPickHit *first_accepted(SnViewport *viewport, const SnPickHit *hits, int n)
{
    const SnModel *model = sn_session_model(viewport->session);
    const SnPickHit *first = NULL;
    for (int i = 0; i < n; i++) {
        if (is_handle(&hits[i]))
            return first ? first : &hits[i];
        if (!sn_filter_accepts(viewport->pick.filter, model, hits[i].id))
            continue;
        if (first && is_mark(viewport, &hits[i]))
            return &hits[i];
        first = first ? first : &hits[i];
        if (!is_clear(viewport, &hits[i]))
            return first;
    }
    return first;
}

/* Whether all that lies there has to be known, after an answer of what is nearest. */
static bool wants_deeper(SnViewport *viewport, const SnPickHit *hits, int n)
{
    return n == 1 && viewport->settings.pick_detail == SN_PICK_COMPONENTS &&
           is_clear(viewport, &hits[0]);
}

/* Whether a click selects: other tools want the place of the surface itself. */
static bool click_selects(SnViewport *viewport)
{
    return !viewport->drawing.class && !sn_ask_active(viewport->session) &&
           sn_session_tool(viewport->session) != SN_TOOL_MEASURE;
}

/* What a visual is drawn of, or what carries a surface; NULL: it is neither, or that is locked. */
static const SnComponent *shown_by(const SnModel *model, const SnComponent *component)
{
    const SnComponent *owner = NULL;
    if (component->class == &SN_CLASS_VISUAL)
        owner = sn_model_get(model, ((const SnVisual *)component)->frame);
    else if (component->class == &SN_CLASS_EMBEDDED_MESH)
        owner = component->parent->parent;
    const bool whole =
        owner && (owner->class == &SN_CLASS_RIGID_BODY || owner->class == &SN_CLASS_FEM);
    return whole && !sn_component_locked(owner) ? owner : NULL;
}

/* What is drawn of a body or FEM is that itself for who points at it; Alt-click and the list have
 * the drawing.  Between the nodes of a FEM the nearest one is meant. */
static SnId meant(SnViewport *viewport, const SnPickHit *hit)
{
    const SnId id = hit->id;
    if (!sn_id_is_null(hit->node) && click_selects(viewport))
        return hit->node;
    const SnModel *model = sn_session_model(viewport->session);
    /* answers may come after the document has gone */
    const SnComponent *component = model && id.entry == 0 ? sn_model_get(model, id) : NULL;
    const SnComponent *owner = component && !sn_session_is_selected(viewport->session, id)
                                   ? shown_by(model, component)
                                   : NULL;
    return owner ? owner->id : id;
}

static void hover_answered(SnViewport *viewport, const SnPickHit *hits, int n)
{
    viewport->pick.hover_serial = 0;
    const SnPickHit *hit = first_accepted(viewport, hits, n);
    viewport->pick.hover_known = hit != NULL;
    if (hit)
        viewport->pick.hover = *hit;
    int axis = hit ? hit->manipulator_axis : -1;
    if (axis != viewport->settings.manipulator_axis) {
        viewport->settings.manipulator_axis = axis;
        sn_viewport_settings_changed(viewport);
    }
    sn_session_set_hover(viewport->session, hit ? meant(viewport, hit) : SN_ID_NULL);
    if (viewport->drawing.class || sn_ask_active(viewport->session))
        gtk_widget_queue_draw(GTK_WIDGET(viewport)); /* what a click would add follows */
    sn_viewport_update_cursor(viewport);
    sn_viewport_update_hint(viewport);
    if (viewport->pick.hover_again)
        sn_viewport_want_hover(viewport);
}

/* --- clicks --- */

SnSelect sn_how_to_select(GdkModifierType state)
{
    return (state & GDK_SHIFT_MASK) != 0     ? SN_SELECT_ADD
           : (state & GDK_CONTROL_MASK) != 0 ? SN_SELECT_TOGGLE
                                             : SN_SELECT_REPLACE;
}

/* Alt-click at the same place again: the one below the one selected now. */
static SnId next_below(SnViewport *viewport, const SnPointer *at)
{
    const SnModel *model = sn_session_model(viewport->session);
    GArray *under = viewport->pick.under;
    bool same = hypot(at->x - viewport->pick.click_x, at->y - viewport->pick.click_y) < SAME_PLACE;
    viewport->pick.click_x = at->x;
    viewport->pick.click_y = at->y;
    SnId primary = sn_session_primary(viewport->session);
    int found = -1;
    for (guint i = 0; i < under->len && same; i++) {
        if (sn_id_equal(g_array_index(under, SnPickHit, i).id, primary))
            found = (int)i;
    }
    for (guint step = 1; step <= under->len; step++) {
        guint i = (guint)(found + (int)step) % under->len;
        SnId id = g_array_index(under, SnPickHit, i).id;
        if (!sn_id_is_null(id) && sn_filter_accepts(viewport->pick.filter, model, id))
            return id;
    }
    return SN_ID_NULL;
}

static void select_clicked(SnViewport *viewport, const SnPointer *at, const SnPickHit *hit)
{
    SnSession *session = viewport->session;
    SnSelect how = sn_how_to_select(at->state);
    SnId id = hit ? meant(viewport, hit) : SN_ID_NULL;
    if ((at->state & GDK_ALT_MASK) != 0)
        id = next_below(viewport, at);
    if (!sn_id_is_null(id) && sn_parts_keep(viewport, id, how))
        return; /* beside a node, with Shift: the nodes chosen so far stay */
    if (!sn_id_is_null(id))
        sn_session_select(session, &id, 1, how);
    else if (how == SN_SELECT_REPLACE)
        sn_session_select_none(session);
}

/* Whether nodes or elements of what is hit are selected: a click beside them means them. */
static bool holds_primary(SnSession *session, SnId id)
{
    const SnId primary = sn_session_primary(session);
    return id.entry == 0 && primary.entry != 0 && sn_id_equal(sn_id_component(primary), id);
}

/* The menu is about the selection: what is hit joins it unless it is in it. */
static void menu_clicked(SnViewport *viewport, const SnPointer *at, const SnPickHit *hit)
{
    int n = 0;
    const SnId *ids = sn_session_selection(viewport->session, &n);
    const SnId before = n == 1 && hit && !sn_id_equal(ids[0], hit->id) ? ids[0] : SN_ID_NULL;
    if (!hit)
        sn_session_select_none(viewport->session);
    else if (!sn_id_is_null(hit->id) && !holds_primary(viewport->session, hit->id) &&
             !sn_session_is_selected(viewport->session, meant(viewport, hit)))
        sn_session_select_one(viewport->session, meant(viewport, hit));
    sn_viewport_open_menu(viewport, hit, before, at->x, at->y);
}

void sn_viewport_click(SnViewport *viewport, const SnPointer *at)
{
    const SnPickHit *hit =
        first_accepted(viewport, (const SnPickHit *)(void *)viewport->pick.under->data,
                       (int)viewport->pick.under->len);
    if (at->button == GDK_BUTTON_SECONDARY) {
        menu_clicked(viewport, at, hit);
        return;
    }
    if (at->button != GDK_BUTTON_PRIMARY || (hit && is_handle(hit)))
        return;
    if (viewport->region.kind != SN_REGION_BRUSH)
        viewport->region.kind = SN_REGION_NONE;
    if (sn_ask_active(viewport->session)) {
        sn_asking_click(viewport, (const SnPickHit *)(const void *)viewport->pick.under->data,
                        (int)viewport->pick.under->len);
    } else if (viewport->drawing.class) {
        sn_drawing_click(viewport, (const SnPickHit *)(const void *)viewport->pick.under->data,
                         (int)viewport->pick.under->len);
    } else if (sn_session_tool(viewport->session) == SN_TOOL_MEASURE) {
        sn_measure_click(viewport, hit, at);
    } else if (viewport->input.presses == 2 && hit && sn_parts_double_click(viewport, hit, at)) {
        return;
    } else if (viewport->input.presses == 2 && hit) {
        sn_viewport_focus_on(viewport, hit->id, hit->position);
    } else {
        select_clicked(viewport, at, hit);
    }
}

/* --- answers --- */

/* A click that the next press overtook, made now; `under` is empty until that press is answered.
 * False: it is no such answer. */
static bool late_answered(SnViewport *viewport, uint32_t serial, const SnPickHit *hits, int n)
{
    GArray *late = viewport->pick.late;
    guint i = 0;
    while (i < late->len && g_array_index(late, SnLateClick, i).serial != serial)
        i++;
    if (i == late->len)
        return false;
    const SnLateClick click = g_array_index(late, SnLateClick, i);
    const int presses = viewport->input.presses;
    g_array_remove_range(late, 0, i + 1); /* one before it that has no answer gets none */
    viewport->input.presses = click.presses;
    if (n > 0)
        g_array_append_vals(viewport->pick.under, hits, (guint)n);
    sn_viewport_click(viewport, &click.at);
    sn_measure_late_key(viewport, click.keep);
    sn_drawing_late_keys(viewport, click.keys);
    g_array_set_size(viewport->pick.under, 0);
    viewport->input.presses = presses;
    return true;
}

void sn_viewport_picked(uint32_t serial, const SnPickHit *hits, int n, gpointer data)
{
    SnViewport *viewport = data;
    SnPicking *pick = &viewport->pick;
    if (serial == pick->hover_serial) {
        const bool hovers = viewport->input.press == SN_PRESS_NONE && viewport->input.inside;
        if (hovers && !pick->hover_deeper && wants_deeper(viewport, hits, n)) {
            pick->hover_deeper = true;
            pick->hover_serial =
                sn_viewport_pick(viewport, viewport->input.x, viewport->input.y, true);
        } else if (hovers) {
            hover_answered(viewport, hits, n);
        } else {
            pick->hover_serial = 0;
        }
    } else if (serial == pick->press_serial && !pick->press_deeper &&
               wants_deeper(viewport, hits, n)) {
        const SnPointer *at = &viewport->input.at;
        pick->press_deeper = true;
        pick->press_serial = sn_viewport_pick(viewport, at->start_x, at->start_y, true);
    } else if (serial == pick->press_serial) {
        g_array_set_size(viewport->pick.under, 0);
        if (n > 0)
            g_array_append_vals(viewport->pick.under, hits, (guint)n);
        sn_viewport_press_known(viewport);
    } else if (!late_answered(viewport, serial, hits, n)) {
        sn_region_answered(viewport, serial, hits, n);
    }
}
