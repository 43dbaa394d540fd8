/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The only caller of sn_edit_* and sn_undo/sn_redo in the window: builds the edit, applies it,
 * shows what went wrong in the window's bar.  Everything here is one step in the undo list; false:
 * nothing changed and the user has been told why. */
#ifndef SN_UI_EDITS_EDITS_H
#define SN_UI_EDITS_EDITS_H

#include "ui/session/session.h"

/* --- values --- */

/* Sets a property by name on each of the components (those that have no such row are skipped).
 * A start value while t > 0 is an intervention on the present state: it goes to the engine and
 * leaves the model alone; undo takes it back there. */
bool sn_edits_set(SnSession *session, const SnId *ids, int n, const char *property,
                  const SnValue *value);
/* Shorthand. */
bool sn_edits_set_bool(SnSession *session, const SnId *ids, int n, const char *property,
                       bool value);
/* One number of a vector (component 0..5) on each, the others stay. */
bool sn_edits_set_number(SnSession *session, const SnId *ids, int n, const char *property,
                         int component, double value);
/* The same number of each becomes itself times `factor` plus `term` [SI]. */
bool sn_edits_change_number(SnSession *session, const SnId *ids, int n, const char *property,
                            int component, double factor, double term);
/* Back to inherited or default. */
bool sn_edits_reset(SnSession *session, const SnId *ids, int n, const char *property);
/* Writes the engine's present values of every start property of the components into the model; all
 * dynamic components when n is 0.  Waits for the engine (milliseconds). */
bool sn_edits_use_present_as_start(SnSession *session, const SnId *ids, int n);

/* Has the engine look for the start at rest; sn_edits_rest_found goes on when it has. */
void sn_edits_settle(SnSession *session);
/* Writes the start at rest into the model as start values; where other values of the model follow
 * from where it starts, has it settle at each start instead (settle.method).  One step.  text, id:
 * what went wrong, "" if nothing did. */
bool sn_edits_rest_found(SnSession *session, SnId id, const char *text);

/* Ends a group of edits (sn_edit_begin), or takes it back and says why; takes the error. */
bool sn_edits_end(SnSession *session, GError *error);

/* --- dragging: everything between is one step; values show at once --- */

/* Successive sets of the same property merge until the drag ends. */
void sn_edits_drag_begin(SnSession *session, const char *label);
void sn_edits_drag_end(SnSession *session);
/* Views and engine follow what was done so far, also where that waits for the end of an edit. */
void sn_edits_drag_show(SnSession *session);
/* The same where the property asks for a compile, or is a value at the start; whether it does. */
bool sn_edits_drag_follow(SnSession *session, SnId id, const char *property);
/* Takes all of it back (Esc). */
void sn_edits_drag_cancel(SnSession *session);
bool sn_edits_dragging(SnSession *session);

/* --- tree --- */

/* New component of a class in the list (null: the list of the root model that accepts it), with
 * sensible defaults: named after its class, at `position` [m] where it has one (NULL: near the
 * origin), its points and frames taken from the selection where they fit.  Selects it; null if
 * refused. */
SnId sn_edits_add(SnSession *session, SnId list, const SnClass *class, const double position[3]);
/* The same on the body or frame of the selection that holds it; what nothing holds goes to `centre`
 * [m], a body beside one that is there already. */
SnId sn_edits_add_near(SnSession *session, SnId list, const SnClass *class, const double centre[3]);
/* What a new component of a class would take of the ids, in their order. */
typedef struct SnAddNeeds {
    char *missing; /* in words, g_free; NULL: it can be made of them */
    bool full;     /* nothing can be added to them */
    bool points;   /* it runs through, or hangs on, points */
    bool loose;    /* it would be fixed to the world where a body that is there could carry it */
} SnAddNeeds;

/* used[n]: those that it takes. */
void sn_edits_add_needs(SnSession *session, const SnClass *class, const SnId *ids, int n,
                        SnAddNeeds *needs, bool *used);
/* A marker on a body, frame or fem at `location` in its frame [m]. */
SnId sn_edits_add_marker(SnSession *session, SnId body, const double location[3]);
/* Adds a component made by the caller (taken, also when refused) at the end of the root model's
 * list for its class; selects it. */
SnId sn_edits_add_made(SnSession *session, SnComponent *component);
/* Deletes with everything that cannot be without them and tells what else went, with Undo. */
bool sn_edits_delete(SnSession *session, const SnId *ids, int n);
bool sn_edits_rename(SnSession *session, SnId id, const char *name);
bool sn_edits_insert_entry(SnSession *session, SnId component, int array, int index);
bool sn_edits_remove_entry(SnSession *session, SnId entry);
/* render.visible; drawables only. */
bool sn_edits_set_visible(SnSession *session, const SnId *ids, int n, bool visible);
/* Hides every drawable but these; shows what has been hidden. */
bool sn_edits_show_only(SnSession *session, const SnId *ids, int n);
bool sn_edits_show_all(SnSession *session);
/* Effective visibility; true for what has no render properties. */
bool sn_edits_is_visible(SnSession *session, SnId id);

/* --- selected nodes and elements of a FEM --- */

typedef enum SnPartAction {
    SN_PARTS_HOLD,   /* nodes: kinematic */
    SN_PARTS_FREE,   /* nodes: dynamic */
    SN_PARTS_ATTACH, /* nodes of one FEM model and one body, frame, particle or other fem */
    SN_PARTS_LOAD,   /* nodes of one FEM model: a force on them */
    SN_PARTS_REGION, /* elements of one FEM model: a region with its own material */
    SN_PARTS_BUNDLE, /* elements of one FEM model: a muscle of them */
    SN_PARTS_COUNT
} SnPartAction;

/* A solid made by a generator: "box", "ellipsoid", "tube", "capsule" or "sheet", as the class's row
 * mesh.source calls them; with sizes to start from. Null if refused. */
SnId sn_edits_add_fem(SnSession *session, const char *source, const double position[3]);
/* Whether the selection is what the action is for. */
bool sn_edits_part_action_applies(SnSession *session, SnPartAction action);
/* One step each; what is made is selected.  Where it is not, says what is missing. */
bool sn_edits_part_action(SnSession *session, SnPartAction action);
/* Numbers (int32_t, in the order of ids) of the nodes (array 0) or elements (array 1) of a FEM
 * model among the ids; caller frees the array. */
GArray *sn_edits_parts(SnSession *session, const SnId *ids, int n, SnId fem, int array);

/* --- strands --- */

typedef enum SnStrandAction {
    SN_STRANDS_STRAND,   /* points, pulleys between them: a strand through them */
    SN_STRANDS_GUIDE,    /* points: a guide curve through them */
    SN_STRANDS_PULLEY,   /* a body or frame: a pulley on it; a second body is the wheel */
    SN_STRANDS_SURFACE,  /* a body or frame: a wrapping surface on it */
    SN_STRANDS_VIRTUAL,  /* nodes of strands: matter passes them */
    SN_STRANDS_MATERIAL, /* nodes of strands: they hold matter */
    SN_STRANDS_COUNT
} SnStrandAction;

bool sn_edits_strand_action_applies(SnSession *session, SnStrandAction action);
/* All of them, with one look at the selection. */
void sn_edits_strand_actions(SnSession *session, bool apply[SN_STRANDS_COUNT]);
bool sn_edits_strand_action(SnSession *session, SnStrandAction action);
/* A strand through the selected points and pulleys, in the order of the selection, whatever else is
 * selected; null, with a note what to select, where there are too few. */
SnId sn_edits_add_strand(SnSession *session);
/* A free node on the strand where it passes nearest to a place in the world; selects it. */
bool sn_edits_insert_strand_node(SnSession *session, SnId strand, const double position[3]);

/* --- undo --- */

bool sn_edits_undo(SnSession *session);
bool sn_edits_redo(SnSession *session);
/* "Undo Delete 3 muscles"; "Undo" when there is nothing.  Free with g_free. */
char *sn_edits_undo_text(SnSession *session);
char *sn_edits_redo_text(SnSession *session);

#endif
