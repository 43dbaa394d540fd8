/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Components found by class, name, likeness and connection.  All return ids in tree order (GArray
 * of SnId, g_array_unref); of what is inside lists only. */
#ifndef SN_MODEL_EDIT_SELECT_H
#define SN_MODEL_EDIT_SELECT_H

#include "engine/model/model.h"

/* Those of a class or of one made from it (NULL: any) whose name fits a pattern (NULL, "": any).
 * "femur": it is in the name, small or large; with * and ?: the whole name is like that;
 * "/^m[0-9]/": a regular expression.  Nameless ones fit "" and "*" alone.  NULL with an error: no
 * such pattern. */
GArray *sn_select_matching(const SnModel *model, const SnClass *class, const char *pattern,
                           GError **error);
/* Those of the same classes; markers, frames and visuals on the same carriers only. */
GArray *sn_select_similar(const SnModel *model, const SnId *ids, int n);
/* The given ones, what they refer to and what refers to them (joints, points, muscles); `all`: what
 * is connected with those in turn, to the end.  Properties that are plotted, recorded or driven do
 * not connect. */
GArray *sn_select_connected(const SnModel *model, const SnId *ids, int n, bool all);
/* Of the given ones those that are connected with none that is not given: what connecting once more
 * from outside would take away.  Of what hangs together and is given whole, all. */
GArray *sn_select_inner(const SnModel *model, const SnId *ids, int n);
/* The others of the lists that the given ones are in; where these have no others, or none is given,
 * all others that can be drawn. */
GArray *sn_select_inverse(const SnModel *model, const SnId *ids, int n);

#endif
