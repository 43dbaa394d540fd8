/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The main window of one document: navigator, viewers, properties, timeline, bars.
 * Signal "viewer-changed": another viewer is the active one. */
#ifndef SN_UI_WINDOW_WINDOW_H
#define SN_UI_WINDOW_WINDOW_H

#include "ui/session/session.h"
#include "ui/settings/settings.h"

#define SN_TYPE_WINDOW (sn_window_get_type())
G_DECLARE_FINAL_TYPE(SnWindow, sn_window, SN, WINDOW, GtkApplicationWindow)

/* Settings are borrowed and outlive the window. */
SnWindow *sn_window_new(GtkApplication *application, SnSession *session, SnSettings *settings);
SnSession *sn_window_session(SnWindow *window);
SnSettings *sn_window_settings(SnWindow *window);

/* The demos, for menus, palette and start page ("win.open-demo" with the name): one after the
 * other, ended by NULL; groups as sn_menus_demos takes them. */
typedef struct SnDemoList {
    const char *const *names, *const *titles, *const *groups;
    const char *pictures; /* folder with NAME.jpg */
} SnDemoList;

/* Copies them. */
void sn_window_set_demos(SnWindow *window, const SnDemoList *demos);
const SnDemoList *sn_window_demo_list(SnWindow *window);
const char *const *sn_window_demos(SnWindow *window);
/* After the list of recent files changed. */
void sn_window_update_menu(SnWindow *window);

/* Puts a viewer beside those there are (two at most), or the properties in their place; both take
 * the widget. */
void sn_window_add_viewer(SnWindow *window, GtkWidget *viewer);
void sn_window_remove_second_viewer(SnWindow *window);
/* A viewer elsewhere (a window of its own) that becomes the active one when it has the focus. */
void sn_window_follow_viewer(SnWindow *window, GtkWidget *viewer);
/* The viewer used last; NULL if there is none. */
GtkWidget *sn_window_viewer(SnWindow *window);
/* All viewers, those in windows of their own too; borrowed. */
const GList *sn_window_viewers(SnWindow *window);
int sn_window_n_viewers(SnWindow *window);
/* Centre of what the active viewer looks at [m]; false without a viewer. */
bool sn_window_view_centre(SnWindow *window, double centre[3]);
/* Where the viewer looks from [m]; false: there is none. */
bool sn_window_view_eye(SnWindow *window, double eye[3]);

/* What the actions need. */
GtkWidget *sn_window_navigator(SnWindow *window);
GtkWidget *sn_window_path_bar(SnWindow *window);
GtkWidget *sn_window_timeline(SnWindow *window);
/* "navigator", "timeline", "properties"; fold states are remembered. */
bool sn_window_panel_shown(SnWindow *window, const char *panel);
void sn_window_show_panel(SnWindow *window, const char *panel, bool shown);
/* How far a long piece of work is, with a button for the action that cancels it (progress.h); text
 * NULL: it is over. */
void sn_window_progress(SnWindow *window, const char *text, double fraction, const char *cancel);

#endif
