/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The context menu of what is selected. */
#include "ui/viewport/private.h"

#include "engine/base/vec.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/strand.h"
#include "ui/widgets/menus.h"

/* --- context menu --- */

static void unparent_menu(gpointer popover)
{
    gtk_widget_unparent(popover);
    g_object_unref(popover);
}

static bool is_strand(SnViewport *viewport, const SnPickHit *hit)
{
    const SnComponent *component =
        hit ? sn_model_get(sn_session_model(viewport->session), hit->id) : NULL;
    return component && hit->id.entry == 0 && component->class == &SN_CLASS_STRAND;
}

/* The body whose surface was hit, its own or that of something to see on it, and the place in its
 * frame; null: none was. */
static SnId hit_body(SnViewport *viewport, const SnPickHit *hit, double location[3])
{
    const SnModel *model = sn_session_model(viewport->session);
    const SnComponent *component = hit && hit->id.entry == 0 ? sn_model_get(model, hit->id) : NULL;
    double position[3], orientation[4], inside[3];
    if (!component || !sn_shown_pose(viewport->session, hit->id, position, orientation))
        return SN_ID_NULL;
    sn_pose_inverse_point(position, orientation, hit->position, location);
    if (component->class == &SN_CLASS_VISUAL) {
        const SnVisual *visual = (const SnVisual *)component;
        sn_v3_copy(location, inside);
        sn_pose_point(visual->location, visual->rotation, inside, location);
        component = sn_model_get(model, visual->frame);
    }
    return component && component->class == &SN_CLASS_RIGID_BODY ? component->id : SN_ID_NULL;
}

/* What is offered depends on what was hit, and where. */
static GMenuModel *menu_for(SnViewport *viewport, const SnPickHit *hit)
{
    if (is_strand(viewport, hit))
        return sn_menus_insert_node(viewport->session, hit->id, hit->position);
    double location[3];
    const SnId body = hit_body(viewport, hit, location);
    return sn_id_is_null(body) ? sn_menus_context(viewport->session)
                               : sn_menus_marker_here(viewport->session, body, location);
}

void sn_viewport_open_menu(SnViewport *viewport, const SnPickHit *hit, double x, double y)
{
    GMenuModel *menu = menu_for(viewport, hit);
    GtkWidget *popover = gtk_popover_menu_new_from_model(menu);
    g_object_unref(menu);
    gtk_widget_set_parent(popover, GTK_WIDGET(viewport));
    gtk_widget_set_name(popover, "viewport-menu");
    gtk_popover_set_has_arrow(GTK_POPOVER(popover), FALSE);
    gtk_widget_set_halign(popover, GTK_ALIGN_START);
    gtk_popover_set_pointing_to(GTK_POPOVER(popover), &(GdkRectangle){(int)x, (int)y, 1, 1});
    /* the former one goes now, this one with the next or with the viewer */
    g_object_set_data_full(G_OBJECT(viewport), "sn-menu", g_object_ref(popover), unparent_menu);
    gtk_popover_popup(GTK_POPOVER(popover));
}

void sn_viewport_close_menu(SnViewport *viewport)
{
    g_object_set_data(G_OBJECT(viewport), "sn-menu", NULL);
}
