/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What differs between a document and the base that its file names (file_base.h): what is saved,
 * shown and taken back.  Components are the same where path and class are. */
#ifndef SN_MODEL_FILE_DIFFERENCE_H
#define SN_MODEL_FILE_DIFFERENCE_H

#include "engine/model/model.h"

typedef enum SnDifferenceKind {
    SN_DIFFERENCE_REMOVED, /* a component of the base is not in the document */
    SN_DIFFERENCE_SET,     /* another value, or an explicit one where the base inherits */
    SN_DIFFERENCE_RESET,   /* inherited or default where the base has a value */
    SN_DIFFERENCE_ENTRIES, /* a whole array is another */
    SN_DIFFERENCE_NUMBER,  /* a component has another number than reading would give it */
    SN_DIFFERENCE_ADDED,   /* a component is not in the base; or has another order there (then it
                              is removed as well) */
} SnDifferenceKind;

typedef struct SnDifference {
    SnDifferenceKind kind;
    SnId id;       /* in the document: component or entry; REMOVED: null */
    SnId base;     /* the same in the base; ADDED: null */
    int row;       /* property; ENTRIES: array; -1 */
    SnId before;   /* ADDED: the component of the base that it stands before; null: at the end */
    bool numbered; /* ADDED: reading would give it another number */
} SnDifference;

/* Differences in the order of the kinds above, of each kind in the order of the tree (of
 * SnDifference; g_array_unref). */
GArray *sn_model_differences(const SnModel *model, const SnModel *base);

/* "/model/muscles/lad:law.max_force", "/model/probes/ad" (g_free). */
char *sn_difference_path(const SnModel *model, const SnModel *base, const SnDifference *difference);

/* The difference that a property is, if it differs: SET or RESET.  `id`: component or entry of the
 * document. */
bool sn_model_differs(const SnModel *model, const SnModel *base, SnId id, int row,
                      SnDifference *difference);

/* Of each component of a list of the document its place in the base's list, -1 where it has another
 * order there or is not in it; as many as possible keep their places (g_free). */
int *sn_places_in_base(const SnComponent *list, const SnComponent *base_list);

/* Takes one difference back, as an edit: the document has there what the base has, as far as what
 * that refers to is in the document.  False with an error leaves it untouched. */
bool sn_edit_reset_to_base(SnModel *model, const SnModel *base, const SnDifference *difference,
                           GError **error);

/* The base of a document: as its file was when this was asked for first, or after the document was
 * saved last.  NULL without a base, or with an error. */
const SnModel *sn_model_base(SnModel *model, GError **error);
/* Reads the base again. */
const SnModel *sn_model_refresh_base(SnModel *model, GError **error);
/* From now on the file is the difference from `base` (a name relative to its folder; NULL: saved as
 * a whole). */
void sn_model_set_base(SnModel *model, const char *base);
/* Whether a file is the base, or what that builds on. */
bool sn_base_builds_on(const SnModel *model, const char *path);
/* The base's name seen from another folder (g_free); NULL where it does not lie in or below it. */
char *sn_base_name_from(const SnModel *model, const char *folder);

#endif
