/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The real window in a test: made on a display of its own, closed again. */
#ifndef SN_TESTS_UI_WINDOW_SUPPORT_H
#define SN_TESTS_UI_WINDOW_SUPPORT_H

#include "app/document/documents.h"

typedef struct Stage {
    const char *config; /* folder for the remembered state; the program's */
    GtkApplication *application;
    SnSettings *settings;
    SnWindow *window;
    SnProject *project;
    SnSession *session;
} Stage;

/* GTK, GLib's test frame and our style; false without a display (the test is to be skipped). */
bool stage_init(int *argc, char ***argv);
void stage_open(Stage *stage);
void stage_close(Stage *stage);
/* Opens a demo and waits for its first snapshot. */
void stage_demo(Stage *stage, const char *name);

/* Lets the main loop run for that long, and until it has nothing to do but wait. */
void settle(int ms);
/* Until the condition holds; false after thirty seconds. */
typedef bool (*Condition)(Stage *stage);
bool wait_for(Stage *stage, Condition condition);
bool has_snapshot(Stage *stage);
bool is_paused(Stage *stage);

/* Does "win.undo" and the like; asserts that it is there and allowed. */
void act(Stage *stage, const char *detailed_action);
/* Deletes the selection, and what cannot be without it when that is asked. */
void delete_selected(Stage *stage);
GtkWidget *widget(Stage *stage, const char *name);
SnId id_of(Stage *stage, const char *path);

#endif
