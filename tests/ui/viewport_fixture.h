/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A window with one viewer of a small model on a running engine. */
#ifndef SN_TESTS_VIEWPORT_FIXTURE_H
#define SN_TESTS_VIEWPORT_FIXTURE_H

#include "ui/viewport/private.h"

/* Boxes "left" and "right" (40 mm) at x = -50 and 50 mm, "behind" (60 mm) at y = 100 mm behind
 * left; marker "tip" on top of right; particle "mote" 60 mm above the origin, free to fall.
 * The camera looks along y. */
typedef struct Fixture {
    SnSession *session;
    SnModel *model;
    SnEngine *engine;
    GtkWidget *window;
    SnViewport *viewport;
    SnId left, right, behind, tip, mote;
} Fixture;

/* GTK, GLib's test frame and our style, dark where SINEW_TEST_DARK is set. */
void fixture_init(int *argc, char ***argv);
void fixture_begin(Fixture *fixture);
void fixture_end(Fixture *fixture);
/* Compiles the model as it is now and shows it. */
void fixture_compile(Fixture *fixture);
/* Runs the main loop that long. */
void settle(int milliseconds);
/* Runs it until the condition holds; fails after thirty seconds. */
#define WAIT_FOR(condition)                                                                        \
    do {                                                                                           \
        gint64 end_ = g_get_monotonic_time() + 30 * G_USEC_PER_SEC;                                \
        while (!(condition) && g_get_monotonic_time() < end_) {                                    \
            settle(5);                                                                             \
        }                                                                                          \
        g_assert_true(condition);                                                                  \
    } while (0)
/* Waits for one more picture than there are. */
void wait_for_picture(Fixture *fixture);
/* Pixel of a world point. */
void pixel_of(Fixture *fixture, double x, double y, double z, double pixel[2]);
/* Press, move in steps, release; the release may be left out. */
void press_at(Fixture *fixture, guint button, const double at[2], GdkModifierType state);
void move_to(Fixture *fixture, double x, double y, GdkModifierType state);
void release_at(Fixture *fixture, double x, double y, GdkModifierType state);
void click_at(Fixture *fixture, const double at[2], GdkModifierType state);
/* Writes the window as PNG when SINEW_TEST_PICTURES names a folder. */
void keep_picture(Fixture *fixture, const char *name);

#endif
