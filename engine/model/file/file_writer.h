/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files that write a model: file_write.c (components), file_write_difference.c (what
 * differs from a base). */
#ifndef SN_MODEL_FILE_FILE_WRITER_H
#define SN_MODEL_FILE_FILE_WRITER_H

#include "engine/model/file/file_keys.h"

#include <jansson.h>

typedef struct SnWriter {
    const SnModel *model;
    SnKeyTables *tables;
} SnWriter;

/* A component as a file has it (a new reference). */
json_t *sn_write_component(SnWriter *writer, const SnComponent *component);
/* The entries of an array that no mesh makes (a new reference). */
json_t *sn_write_entries(SnWriter *writer, const SnComponent *component, int array);

#endif
