/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small axes that show how the view is turned: a click on an end looks along it, a drag orbits. */
#ifndef SN_UI_VIEWPORT_SCREEN_GIZMO_H
#define SN_UI_VIEWPORT_SCREEN_GIZMO_H

#include <gtk/gtk.h>

#define SN_TYPE_GIZMO (sn_gizmo_get_type())
G_DECLARE_FINAL_TYPE(SnGizmo, sn_gizmo, SN, GIZMO, GtkWidget)

/* Signals: "axis" (int): 0..2 the end of +x +y +z, 3..5 of -x -y -z was clicked;
 *          "orbit" (double dx, double dy): dragged, pixels since the last one. */
GtkWidget *sn_gizmo_new(void);
/* Camera to world, as in SnCamera. */
void sn_gizmo_set_orientation(SnGizmo *gizmo, const double orientation[4]);

#endif
