/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model file that names a base and holds only what differs from it:
 *
 *     { "sinew": 1, "base": "jaw.sinew",
 *       "remove": ["/model/panels/Excitations"],
 *       "set": {"/model:duration": 0.6, "/model/muscles/lad:law.max_force": 46.4},
 *       "reset": ["/model/muscles/lad:render.color"],
 *       "add": {"/model/probes": [{"class": "input_probe", "name": "ad", "before": "incisor"}]} }
 *
 * The base's document and the differences are merged into one document, which is then read like
 * that of any file; what nothing changes is shared with the base's own document, so that a message
 * finds the file and the line of everything.  Differences apply in the order above, whatever order
 * the file has them in. */
#ifndef SN_MODEL_FILE_FILE_BASE_H
#define SN_MODEL_FILE_FILE_BASE_H

#include "engine/model/file/file_keys.h"
#include "engine/model/file/file_report.h"

typedef struct SnMerge SnMerge;

/* If the document of `source` names a base, replaces it by the merged one and sets source->merge.
 * `folder`: where relative names start (NULL: the current one).  False with the error. */
bool sn_source_merge(SnSource *source, const char *folder, SnKeyTables *tables);
void sn_merge_free(SnMerge *merge);
/* The document of a model file with that of its base, not read any further: for a glance at many
 * files (a new reference; NULL where it is none). */
json_t *sn_file_document(const char *path);

/* The file itself, before its base was merged in. */
const SnSource *sn_merge_file(const SnMerge *merge);
/* The name of the file's base as the file has it. */
const char *sn_merge_base(const SnMerge *merge);
/* The file that says what stands at a place of the merged document; the place becomes that in the
 * file's own document. */
const SnSource *sn_merge_trace(const SnMerge *merge, SnJsonLocation *location);
/* Whether a place in a component is left from the base while the differences changed other things
 * of the component: it may have no meaning any more. */
bool sn_merge_is_left(const SnMerge *merge, const json_t *component, SnJsonLocation location);
/* Folder, seen from the file's own, that names of files at a place start from, with a '/' behind;
 * "" for the same folder. */
const char *sn_merge_folder(const SnMerge *merge, SnJsonLocation location);
/* The place in "remove" of the path of something that was removed, or of what held it; false if it
 * was not removed. */
bool sn_merge_find_removed(const SnMerge *merge, const char *path, SnJsonLocation *location);

#endif
