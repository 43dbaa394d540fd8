/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all views of one document share: model, engine and renderer, selection, hover, tool, newest
 * snapshot, watch list, messages.  Views bind here only, never to each other.  thread: main.
 *
 * Filled by app/document/project.c, which owns model, engine and renderer and forwards the engine's
 * events.
 *
 * Signals:
 *   "document-changed"  (void)              another model (opened, new): drop every id
 *   "change"            (const SnChange *)  each change of the model as the edit layer tells it,
 *                                           SN_CHANGE_DONE at the end of each edit
 *   "model-changed"     (void)              once per edit, undo or redo; also when it was saved
 *   "selection-changed" (void)
 *   "hover-changed"     (void)
 *   "tool-changed"      (void)
 *   "snapshot"          (const SnSnapshot *) a newer one, at display rate
 *   "run-changed"       (void)              playing, paused, faulted; speed
 *   "bar"               (const SnBar *)     something to tell in the window
 *   "settling"          (const double *)    how much of settling the start is done, 0 to 1;
 * negative: it is over
 *   "mended"            (void)              the model compiles again
 *   "asking"            (void)              what a new component needs is clicked (ui/edits/ask.h)
 *   "show-selection"    (void)              viewers: go where the selection is
 */
#ifndef SN_UI_SESSION_SESSION_H
#define SN_UI_SESSION_SESSION_H

#include "engine/engine.h"
#include "engine/model/edit/edit.h"
#include "render/render.h"
#include "ui/session/message.h"

#include <gtk/gtk.h>

#define SN_TYPE_SESSION (sn_session_get_type())
G_DECLARE_FINAL_TYPE(SnSession, sn_session, SN, SESSION, GObject)

SnSession *sn_session_new(void);

/* --- the document; all borrowed, alive until the next "document-changed" --- */

/* For app/project: another model and its engine; selection, watches and log entries of the old one
 * are forgotten.  Both NULL before they are freed. */
void sn_session_set_document(SnSession *session, SnModel *model, SnEngine *engine);
/* NULL only while a project is being taken down. */
SnModel *sn_session_model(SnSession *session);
SnEngine *sn_session_engine(SnSession *session);
/* The renderer all viewers of the document share; NULL while none has been made.  The session gives
 * it every snapshot, the selection and the hovered component. */
void sn_session_set_render(SnSession *session, SnRender *render);
/* What all viewers draw of other moments (sn_render_set_past). */
void sn_session_set_past(SnSession *session, const SnPast *past, bool redraw);
/* The same for a picture of one's own: borrowed; NULL: none. */
SnPastKept *sn_session_past(SnSession *session);
/* File name for titles: "jaw.sinew", "Untitled". Free with g_free. */
char *sn_session_document_name(SnSession *session);
/* A demo or other read-only file: saving asks for a name. */
void sn_session_set_read_only(SnSession *session, bool read_only);
bool sn_session_is_read_only(SnSession *session);
/* Whether the engine is still to get what was changed: what is played meanwhile is the model of
 * before. */
void sn_session_set_compiling(SnSession *session, bool compiling);
bool sn_session_is_compiling(SnSession *session);

/* --- selection: one ordered set, the last one added is the primary --- */

typedef enum SnSelect {
    SN_SELECT_REPLACE,
    SN_SELECT_ADD,
    SN_SELECT_TOGGLE,
    SN_SELECT_REMOVE,
} SnSelect;

/* Stale ids are left out.  A component and its entries are never selected together: those of the
 * ids stay, entries before their component. */
void sn_session_select(SnSession *session, const SnId *ids, int n, SnSelect how);
void sn_session_select_one(SnSession *session, SnId id);
void sn_session_select_none(SnSession *session);
/* Viewers go where the selection is, as soon as it is in the picture: it has been made elsewhere.
 */
void sn_session_show_selection(SnSession *session);
/* For ui/edits/ask.c: "asking". */
void sn_session_asking(SnSession *session);
/* Borrowed until the next change of the selection. */
const SnId *sn_session_selection(SnSession *session, int *n);
bool sn_session_is_selected(SnSession *session, SnId id);
/* The nodes and elements that were selected last; they stay known while something else is. */
const SnId *sn_session_last_parts(SnSession *session, int *n);
/* The last one selected, null if nothing is. */
SnId sn_session_primary(SnSession *session);

void sn_session_set_hover(SnSession *session, SnId id);
SnId sn_session_hover(SnSession *session);

/* --- tools of the viewer --- */

typedef enum SnTool {
    SN_TOOL_SELECT,
    SN_TOOL_MOVE,
    SN_TOOL_ROTATE,
    SN_TOOL_SCALE,
    SN_TOOL_MEASURE,
    SN_TOOL_CLIP,
    SN_TOOL_PULL,
    SN_TOOL_TRANSFORM, /* moves, turns and scales */
    SN_TOOL_COUNT
} SnTool;

void sn_session_set_tool(SnSession *session, SnTool tool);
SnTool sn_session_tool(SnSession *session);

/* --- the newest snapshot --- */

/* Borrowed until the next "snapshot" or "document-changed"; NULL before the first. */
const SnSnapshot *sn_session_snapshot(SnSession *session);
/* For app/project: takes a reference of its own, hands it to the renderer and tells the watchers.
 */
void sn_session_take_snapshot(SnSession *session, const SnSnapshot *snapshot);
/* Viewers draw this in place of the newest snapshot (a reference of its own is taken); NULL: the
 * newest again.  Everything else goes on with the newest. */
void sn_session_show_instead(SnSession *session, const SnSnapshot *snapshot);
/* [s] of the newest snapshot, 0 before the first. */
double sn_session_time(SnSession *session);

/* --- running --- */

/* For app/project. */
void sn_session_set_run(SnSession *session, SnRunState run);
SnRunState sn_session_run(SnSession *session);
/* Simulated seconds per real second, 0 as fast as it goes; sent to the engine. */
void sn_session_set_speed(SnSession *session, double speed);
double sn_session_speed(SnSession *session);
void sn_session_play_pause(SnSession *session);

/* --- values that tick: results, start values and driven inputs as the engine has them now --- */

/* Called on every snapshot that carries the value (value->n > 0). */
typedef void (*SnWatchCall)(const SnWatched *value, gpointer data);

/* Asks for a property's present value; the handle is never 0.  The engine's list follows at the end
 * of the main loop's turn.  A new document forgets all watches: unwatching them then does nothing.
 */
guint sn_session_watch(SnSession *session, SnId id, int row, SnWatchCall call, gpointer data);
void sn_session_unwatch(SnSession *session, guint handle);
/* Newest known value; NULL if it is not watched or not known yet. */
const SnWatched *sn_session_watched(SnSession *session, SnId id, int row);

/* --- messages --- */

/* Model of SnMessage, oldest first; borrowed. */
GListModel *sn_session_messages(SnSession *session);
void sn_session_clear_messages(SnSession *session);
void sn_session_log(SnSession *session, SnSeverity severity, SnId id, const char *text);

/* A bar in the window with at most one button. */
typedef struct SnBar {
    SnSeverity severity;
    const char *text;
    const char *button; /* label; NULL: none */
    const char *action; /* detailed action name of the button: "win.undo" */
    bool of_model;      /* goes by itself when the model compiles again */
    bool of_asking;     /* ... when nothing is asked for any more (ui/edits/ask.h) */
    bool lasting;       /* comes again after what else is said; waits for the end of an error */
    SnId about;         /* selected by a click on it among the messages; null: nothing is */
} SnBar;

/* Shows a bar; errors and warnings go to the log as well. */
void sn_session_report(SnSession *session, const SnBar *bar);
/* For app/project: the start is being brought to rest, or (negative) is no more. */
void sn_session_settling(SnSession *session, double done);
/* For app/project: the model compiles again. */
void sn_session_mended(SnSession *session);
/* An error without an action. */
void sn_session_fail(SnSession *session, const char *text);

/* --- helpers every view needs --- */

/* sn_model_label of its document, "" without one.  Free with g_free. */
char *sn_session_label(SnSession *session, SnId id);

#endif
