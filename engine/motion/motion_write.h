/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text of a table, format by format; false with an error where it has no room for the columns. */
#ifndef SN_MOTION_MOTION_WRITE_H
#define SN_MOTION_MOTION_WRITE_H

#include "engine/motion/motion_file.h"

/* Tabs between the columns of a .tsv, commas otherwise. */
bool sn_motion_csv_write(const SnMotionTable *table, const char *name, GString *text,
                         GError **error);
/* DataType Quaternion if all columns are quaternions, Vec3 if all are points, else double. */
bool sn_motion_sto_write(const SnMotionTable *table, const char *name, GString *text,
                         GError **error);
/* All columns must be points. */
bool sn_motion_trc_write(const SnMotionTable *table, const char *name, GString *text,
                         GError **error);

#endif
