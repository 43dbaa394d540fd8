/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the fuzzers of readers of other programs' models share. */
#ifndef SN_TESTS_FUZZ_IMPORT_H
#define SN_TESTS_FUZZ_IMPORT_H

#include "engine/model/model.h"
#include "engine/text/import_report.h"
#include "tests/fuzz/fuzz.h"

typedef SnModel *(*FuzzReader)(const char *text, size_t length, const char *name,
                               const char *folder, const char *const *geometry_folders,
                               SnImportReport **report, GError **error);

/* One run on a mutated seed: refused with one clean line that begins with the file's name, or a
 * model that can be written.  Returns whether it was accepted. */
bool fuzz_import(FuzzRandom *random, const char *seed, const char *const *words, FuzzReader read,
                 const char *name);

#endif
