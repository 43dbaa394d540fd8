/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text of a table, format by format; false with an error where it has no room for the columns. */
#ifndef SN_MOTION_MOTION_WRITE_H
#define SN_MOTION_MOTION_WRITE_H

#include "engine/motion/motion_file.h"

#include <stdint.h>

/* Tabs between the columns of a .tsv, commas otherwise. */
bool sn_motion_csv_write(const SnMotionTable *table, const char *name, GString *text,
                         GError **error);
/* DataType Quaternion if all columns are quaternions, Vec3 if all are points, else double. */
bool sn_motion_sto_write(const SnMotionTable *table, const char *name, GString *text,
                         GError **error);
/* What it begins with, for those who write the rows themselves; n_rows -1: not known yet, the line
 * is left out. */
void sn_motion_sto_header(char *const *names, int n_columns, int64_t n_rows, double data_rate,
                          const char *name, GString *text);
/* Numbers to a column there: 4, 3 or 1. */
int sn_motion_sto_group(char *const *names, int n_columns);
/* All columns must be points. */
bool sn_motion_trc_write(const SnMotionTable *table, const char *name, GString *text,
                         GError **error);

#endif
