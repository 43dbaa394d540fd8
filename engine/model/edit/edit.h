/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The edit layer: the only way to change a model that anybody looks at.  Every edit can be undone,
 * is checked before it changes anything, raises the revision and is reported to the listeners. */
#ifndef SN_MODEL_EDIT_EDIT_H
#define SN_MODEL_EDIT_EDIT_H

#include "engine/model/undo.h"

/* --- edits; false with an error leaves the model untouched --- */

/* Sets a value; an inheritable leaf becomes explicit. */
bool sn_edit_set(SnModel *model, SnId id, int row, const SnValue *value, GError **error);
/* The same by hand: numbers that stand beside a list (gains, weights, ranges, the values of a
 * probe's knots) follow its entries; new ones get what changes nothing. */
bool sn_edit_set_following(SnModel *model, SnId id, int row, const SnValue *value, GError **error);
/* Sets a row that is SN_VIEW to a value that the row takes: saved with the document, but no change
 * of it, no step to undo, and nobody is notified. */
void sn_edit_set_view(SnModel *model, SnId id, int row, const SnValue *value);
/* Back to inherited (inheritable leaves) or default. */
bool sn_edit_reset(SnModel *model, SnId id, int row, GError **error);
/* Adds a component (taken, also on failure) under a list at position (-1: last). */
SnId sn_edit_add(SnModel *model, SnId parent, SnComponent *component, int position, GError **error);
/* The same with a number that no other in the list has. */
SnId sn_edit_add_numbered(SnModel *model, SnId parent, SnComponent *component, int position,
                          int number, GError **error);
/* Removes components and everything that cannot be without them (sn_model_dependents): soft
 * references to them become null. */
bool sn_edit_remove(SnModel *model, const SnId *ids, int n, GError **error);
/* name NULL: nameless. */
bool sn_edit_rename(SnModel *model, SnId id, const char *name, GError **error);
bool sn_edit_move(SnModel *model, SnId id, int position, GError **error);
/* Moves components into a list, in front of one of it (`before` null: behind all), in the order
 * given; a name that is taken there gets a number.  Refused: a list that takes no such component, a
 * model into itself, what belongs to a FEM model. */
bool sn_edit_move_to(SnModel *model, const SnId *ids, int n, SnId list, SnId before,
                     GError **error);
/* Hangs components on another carrier (a body, frame or FEM model; null: the world, where the class
 * allows it): markers, frames, visuals, pulleys, wrapping surfaces and joints (their first side)
 * stay where they are in the world at the start.  Refused: what hangs on nothing, what the class
 * does not take, a frame on itself. */
bool sn_edit_carry(SnModel *model, const SnId *ids, int n, SnId carrier, GError **error);
/* Whether it would not be refused for its class. */
bool sn_can_carry(const SnModel *model, SnId id, SnId carrier);
/* Copies components and the points they hang on; the copies' ids are appended to `copies` (GArray
 * of SnId, may be NULL). */
bool sn_edit_duplicate(SnModel *model, const SnId *ids, int n, GArray *copies, GError **error);
/* The same with what hangs on them (sn_model_dependents), but for panels and plots. */
bool sn_edit_duplicate_attached(SnModel *model, const SnId *ids, int n, GArray *copies,
                                GError **error);

typedef struct SnMirrorPlane {
    double point[3], normal[3]; /* world; the normal of any length but 0 */
} SnMirrorPlane;

/* Copies components to the other side of a plane, at their start poses, with the points they hang
 * on and, where `attached`, with what hangs on them.  Names change sides (sn_mirrored_name), others
 * get "_mirrored" behind.  What the copies refer to is the mirrored one, or the one that carries
 * the name of the other side; otherwise what the originals refer to, but for surfaces that paths
 * wrap over and that lie beside the plane: their images are made.  Things that hang on something
 * of this side alone are left out.  Refused: what cannot be mirrored (a surface given in world
 * coordinates). */
bool sn_edit_mirror(SnModel *model, const SnId *ids, int n, const SnMirrorPlane *plane,
                    bool attached, GArray *copies, GError **error);
/* "femur_r" of "femur_l": l and r, L and R, left and right ..., as a word at either end of the name
 * (the longer ones anywhere); NULL: it has no side.  g_free. */
char *sn_mirrored_name(const char *name);

/* A motion of space x -> R x + t. */
typedef struct SnRigidMotion {
    double turn[4], travel[3];
} SnRigidMotion;

/* Copies components once for each motion and takes the copies through it, from their start poses,
 * with the points they hang on and, where `attached`, with what hangs on them.  What hangs on
 * something that is not copied goes by the world; gravity stays as it is.  Probes that drive places
 * are left out.  Refused: what has a surface in world coordinates, more than 1000 motions or 100000
 * components. */
bool sn_edit_array(SnModel *model, const SnId *ids, int n, const SnRigidMotion *motions,
                   int n_motions, bool attached, GArray *copies, GError **error);
/* Takes components and entries to other start places, each by its own travel [m, world]; what one
 * of them carries goes with it, also where it is given.  Refused: what has no place of its own
 * (sn_component_place). */
bool sn_edit_shift(SnModel *model, const SnId *ids, int n, const double (*travels)[3],
                   GError **error);
/* Gives many components names at once, checked together: names may change places.  NULL: nameless.
 */
bool sn_edit_rename_many(SnModel *model, const SnId *ids, const char *const *names, int n,
                         GError **error);

/* Makes springs, muscles, ligaments and strands into another of these classes: through the same
 * points, under the same name, with the values that both classes know (stiffness and length are
 * translated), and what referred to them refers to the new ones where it can; the rest of that goes
 * as with sn_edit_remove.  Labels of values that were set and are lost are added to `lost`
 * (GPtrArray of char *, may be NULL), the new ids to `made`.  fit (may be NULL): gives a new
 * component what its points ask for before the values are taken over. */
bool sn_edit_convert(SnModel *model, const SnId *ids, int n, const SnClass *class,
                     void (*fit)(const SnModel *model, SnComponent *component), GArray *made,
                     GPtrArray *lost, GError **error);

/* Puts a component (taken, nameless) in the place of another under its name: what referred to that
 * refers to the new one where it can; the rest goes as with sn_edit_remove. */
bool sn_edit_replace(SnModel *model, SnId id, SnComponent *component, SnId *made, GError **error);

/* Inserts an entry before `index` (n: at the end), with default values or such as its neighbours
 * ask for. */
bool sn_edit_insert_entry(SnModel *model, SnId component, int array, int index, GError **error);
bool sn_edit_remove_entry(SnModel *model, SnId entry, GError **error);
/* Replaces all entries of an array with copies of `entries`.  Successive calls for the same array
 * merge like those of sn_edit_set, also within one group. */
bool sn_edit_set_entries(SnModel *model, SnId component, int array, const SnArray *entries,
                         GError **error);

#endif
