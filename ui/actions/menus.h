/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Menus, made from the action table and the class tables.  All return a new reference. */
#ifndef SN_UI_ACTIONS_MENUS_H
#define SN_UI_ACTIONS_MENUS_H

#include "ui/session/session.h"

GMenuModel *sn_menus_main(const char *const *recent);
/* How fast, and whether recorded moments are simulated again. */
GMenuModel *sn_menus_speed(void);
/* Memory the recording may take. */
GMenuModel *sn_menus_budget(void);
/* What can be done with waypoints; with the selected ones; at a time [s] on the ruler; with a
 * branch of the recording. */
GMenuModel *sn_menus_waypoints(void);
GMenuModel *sn_menus_waypoint(void);
GMenuModel *sn_menus_ruler(double time);
GMenuModel *sn_menus_branch(uint64_t span);
/* groups[i]: submenu of the i-th one, "": none; submenus come last. */
GMenuModel *sn_menus_demos(const char *const *names, const char *const *groups);
/* "Add" entries: one for every class the list accepts; a null list: submenus for all lists of the
 * root model. */
GMenuModel *sn_menus_add(SnSession *session, SnId list);
/* What can be done with the selection, for the navigator and the viewer. */
GMenuModel *sn_menus_context(SnSession *session);
/* The same, with a node for the strand where it was clicked. */
GMenuModel *sn_menus_insert_node(SnSession *session, SnId strand, const double place[3]);
/* The same, with a marker for the body where it was clicked; location in its frame [m]. */
GMenuModel *sn_menus_marker_here(SnSession *session, SnId body, const double location[3]);

/* Puts a submenu of joints first in a context menu: one for each place that the surface of a body
 * offers, and below it one of wrapping surfaces; positions and axes in its frame [m], labels as
 * they are read.  before: what was selected alone until now; of a body there is a submenu with it
 * too, by the action hit.joint-with (path of it, target of win.joint-here). */
typedef struct SnJointPlace {
    const char *label;
    double position[3], axis[3];
    double radius; /* of a wrapping surface: a cylinder about the axis, or a sphere; 0: none */
    double middle; /* [m] along the axis to the middle of that cylinder */
    bool ball;     /* the position is the centre of a ball of that radius */
} SnJointPlace;
void sn_menus_prepend_joints(GMenu *menu, SnSession *session, SnId body, SnId before,
                             const SnJointPlace *places, int n);

/* Concrete classes that a list accepts, in the table's order; free the array, not the classes. */
GPtrArray *sn_list_classes(const SnListRow *row);

#endif
