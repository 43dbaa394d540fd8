/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Model files: JSON, UTF-8, SI, one format version (DESIGN 6; `sinew reference` prints the rest).
 */
#ifndef SN_MODEL_FILE_FILE_H
#define SN_MODEL_FILE_FILE_H

#include "engine/model/model.h"
#include "engine/text/file_stamp.h"

/* Reads a model.  On failure NULL and one line: file, line, path, what was expected, what to do;
 * nothing half-loaded. */
SnModel *sn_file_read(const char *path, GError **error);
/* The same for a window: takes a model that was saved in the middle of editing and cannot be
 * simulated yet (a body without a shape, crossed limits, a missing mesh); sn_model_validate tells
 * what is wrong. */
SnModel *sn_file_open(const char *path, GError **error);
/* As sn_file_read, from memory; `folder` is where relative names point (NULL: the current one),
 * `name` what messages call it. */
SnModel *sn_file_read_text(const char *text, size_t length, const char *folder, const char *name,
                           GError **error);
/* As sn_file_open, from memory. */
SnModel *sn_file_open_text(const char *text, size_t length, const char *folder, const char *name,
                           GError **error);
/* Atomic and durable, with mode and owner of the file there was (engine/base/output.h; a device or
 * a pipe is refused). Relative file names are rewritten when the folder changes.  A model with a
 * base is saved as the difference from it; as a whole where the base does not lie in the new folder
 * or below it. */
bool sn_file_write(SnModel *model, const char *path, GError **error);
/* The same as a whole, whatever base the model had. */
bool sn_file_write_whole(SnModel *model, const char *path, GError **error);
/* The same as the difference from the model file `base`, which lies in the new file's folder or
 * below it. */
bool sn_file_write_variant(SnModel *model, const char *path, const char *base, GError **error);
typedef enum SnSaveAs {
    SN_SAVE_PLAIN,   /* as sn_file_write */
    SN_SAVE_WHOLE,   /* as sn_file_write_whole */
    SN_SAVE_VARIANT, /* as sn_file_write_variant */
} SnSaveAs;

/* One of these; the stamp (or NULL) is of what was written. */
bool sn_file_save(SnModel *model, const char *path, SnSaveAs as, const char *base,
                  SnFileStamp *stamp, GError **error);
/* The text of the whole model, to be freed with g_free. */
char *sn_file_write_text(const SnModel *model);
/* The text of what differs from `base` (difference.h), to be freed with g_free; model->base is its
 * name. */
char *sn_file_write_difference(const SnModel *model, const SnModel *base);

#endif
