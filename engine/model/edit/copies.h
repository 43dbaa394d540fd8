/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies of components that are not in the tree yet, with what goes along: what duplicating and
 * mirroring share. */
#ifndef SN_MODEL_EDIT_COPIES_H
#define SN_MODEL_EDIT_COPIES_H

#include "engine/model/model.h"

typedef struct SnCopies {
    SnModel *model;
    uint8_t *marks;      /* by SnId.index of the originals: what is copied (references.h) */
    GHashTable *copy_of; /* index of an original -> SnId of what stands for it (SnId *) */
    GPtrArray *originals, *copies; /* topmost, in tree order; the copies are owned until put */
} SnCopies;

/* Marks the components; with what hangs on them where `attached` (sn_model_dependents, without
 * panels, plots and the like). */
void sn_copies_init(SnCopies *copies, SnModel *model, const SnId *ids, int n, bool attached);
void sn_copies_clear(SnCopies *copies);
/* Marks the points of the paths and strands that are marked. */
void sn_copies_mark_points(SnCopies *copies);
/* Copies what is marked. */
void sn_copies_make(SnCopies *copies);
/* What stands for a component in the copies; null: itself does. */
SnId sn_copies_image(const SnCopies *copies, SnId id);
/* References of copies between originals become references between what stands for them. */
void sn_copies_redirect(SnCopies *copies);
/* Puts the copies into the tree behind the others, within an open step, named alike or as
 * `name_for` says (which returns a name to be freed; NULL: the original's); appends those of what
 * was given to `ids` (GArray of SnId, may be NULL). */
void sn_copies_put(SnCopies *copies, char *(*name_for)(const SnComponent *original), GArray *ids);

#endif
