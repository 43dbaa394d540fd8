/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A folder with meshes and a table, for models that refer to them. */
#ifndef TESTS_FILES_SAMPLE_FOLDER_H
#define TESTS_FILES_SAMPLE_FOLDER_H

#include "engine/model/model.h"

/* Makes one with one.obj, one.vtu, drive.csv, sub/two.obj and sub/two.node. */
void sample_folder_make(void);
void sample_folder_remove(void);
const char *sample_folder(void);
/* A model of the text, as if it were a file in the folder; ends the test if it cannot be read. */
SnModel *read_back(const char *text);
int count_errors(const SnModel *model);

#endif
