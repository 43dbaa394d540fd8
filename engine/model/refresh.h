/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeping derived arrays as the rows say, in the edit layer. */
#ifndef SN_MODEL_REFRESH_H
#define SN_MODEL_REFRESH_H

#include "engine/model/edit/edit.h"

/* Whether entries of the component may have to be made anew when the row changes. */
bool sn_refreshes(const SnModel *model, SnId id, const SnProperty *property);
/* Makes them, gives them the overrides (NULL: those that they had, where the mesh still has as
 * many) and tells that they changed. */
void sn_refresh(SnModel *model, SnComponent *component, const GArray *overrides, bool undo);
/* The same for what a changed component is part of (a region's fem), if anything. */
void sn_refresh_owner(SnModel *model, const SnComponent *component, bool undo);
/* The same where `list` lost or got a component. */
void sn_refresh_holder(SnModel *model, const SnComponent *list, bool undo);

/* Whether a row may take a value, as far as the entries made from it are concerned: false with the
 * reason where they cannot be made, or where one that something refers to would be gone.  The
 * component is left as it was. */
bool sn_refresh_try(SnModel *model, SnId id, const SnProperty *property, const SnValue *value,
                    GError **error);
/* Makes the entries of a component that is not in the tree yet, and of all below it. */
bool sn_refresh_new(SnModel *model, SnComponent *component, GError **error);

#endif
