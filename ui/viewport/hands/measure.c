/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/hands/measure.h"

#include "engine/base/vec.h"
#include "engine/model/classes/annotation.h"
#include "render/measures.h"
#include "ui/viewport/move/snap.h"
#include "ui/viewport/move/target.h"
#include "ui/viewport/private.h"

#include <math.h>

/* A corner of what was hit, as it is seen where it was clicked: the pointer may be elsewhere by
 * now. */
static void go_to_vertex(SnViewport *viewport, const SnPointer *at, SnPickHit *hit)
{
    g_autoptr(GArray) moved = g_array_new(FALSE, FALSE, sizeof(SnMoveTarget)); /* nothing is */
    SnSnapped snapped;
    if (sn_snap_find(viewport->session, &viewport->settings, at->x, at->y, SN_SNAP_VERTEX, moved,
                     &snapped))
        sn_v3_copy(snapped.place, hit->position);
}

static void show(SnViewport *viewport)
{
    sn_viewport_update_hint(viewport);
    gtk_widget_queue_draw(GTK_WIDGET(viewport));
}

void sn_measure_click(SnViewport *viewport, const SnPickHit *hit, const SnPointer *at)
{
    SnMeasure *measure = &viewport->measure;
    if (!hit || measure->n == SN_MAX_MEASURED)
        measure->n = 0;
    if (hit) {
        SnPickHit end = *hit;
        if ((at->state & GDK_CONTROL_MASK) != 0)
            go_to_vertex(viewport, at, &end);
        sn_anchor_set(viewport->session, &end, &measure->ends[measure->n]);
        if (!sn_viewport_path_place(viewport, &end, &measure->places[measure->n])) {
            measure->places[measure->n] = (SnPathPlace){SN_ID_NULL, SN_ID_NULL, {0}};
            sn_v3_copy(end.position, measure->places[measure->n].location);
        }
        measure->n++;
    }
    show(viewport);
}

static bool keep(SnViewport *viewport)
{
    SnMeasure *measure = &viewport->measure;
    if (measure->n < 2)
        return false;
    if (!sn_id_is_null(sn_edits_add_path(viewport->session, &SN_CLASS_MEASUREMENT, measure->places,
                                         measure->n)))
        measure->n = 0;
    show(viewport);
    return true;
}

bool sn_measure_key(SnViewport *viewport, guint value)
{
    SnMeasure *measure = &viewport->measure;
    const bool waits = viewport->pick.press_serial != 0;
    const bool enter = value == GDK_KEY_Return || value == GDK_KEY_KP_Enter;
    if (sn_session_tool(viewport->session) != SN_TOOL_MEASURE || (measure->n == 0 && !waits))
        return false;
    if (enter && waits) {
        measure->late_keep = true;
        return true;
    }
    if (enter)
        return keep(viewport);
    if (value != GDK_KEY_BackSpace)
        return false;
    measure->n = MAX(measure->n - 1, 0); /* the first place may not be known yet */
    show(viewport);
    return true;
}

void sn_measure_late_key(SnViewport *viewport, bool wanted)
{
    if (wanted)
        keep(viewport);
}

void sn_measure_update(SnMeasure *measure, SnSession *session)
{
    for (int i = 0; i < measure->n; i++)
        sn_anchor_update(session, &measure->ends[i]);
}

const char *sn_measure_hint(const SnViewport *viewport)
{
    switch (viewport->measure.n) {
    case 0:
        return "Click places: lengths and angles between them · Ctrl: corners";
    case 1:
        return "Click the next place · Ctrl: corners · Backspace: the last away · Esc: start again";
    default:
        return "Click: on · Enter: keep it in the model · Backspace: the last away · Esc: again";
    }
}

double sn_measured_angle(const double a[3], const double b[3], const double c[3])
{
    double to_a[3], to_c[3], cross[3];
    sn_v3_sub(a, b, to_a);
    sn_v3_sub(c, b, to_c);
    sn_v3_cross(to_a, to_c, cross);
    return atan2(sn_v3_norm(cross), sn_v3_dot(to_a, to_c));
}

int sn_measured_places(SnSession *session, const SnComponent *component, double (*places)[3], int n)
{
    const SnIdList *points = &((const SnMeasurement *)component)->points;
    const SnSnapshot *snapshot = sn_session_snapshot(session);
    n = snapshot ? MIN(n, points->n) : 0;
    for (int i = 0; i < n; i++)
        if (!sn_snapshot_place(snapshot, points->ids[i], places[i]))
            return 0;
    return n;
}
