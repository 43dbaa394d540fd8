/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Meshes from elsewhere: in which unit they may be, and bodies and FEM models made of them. */
#ifndef SN_UI_EDITS_IMPORT_H
#define SN_UI_EDITS_IMPORT_H

#include "ui/session/session.h"

typedef enum SnImportUnit {
    SN_IMPORT_METRES,
    SN_IMPORT_CENTIMETRES,
    SN_IMPORT_MILLIMETRES,
    SN_IMPORT_INCHES,
    SN_IMPORT_MICROMETRES,
    SN_IMPORT_N_UNITS
} SnImportUnit;

/* How the numbers of a mesh file are to be read. */
typedef struct SnImportChoice {
    SnImportUnit unit;
    int up;       /* axis of the file that points up: 0 x, 1 y, 2 z */
    double scale; /* further factor, > 0 */
} SnImportChoice;

typedef enum SnImportKind { SN_IMPORT_NOTHING, SN_IMPORT_SURFACE, SN_IMPORT_VOLUME } SnImportKind;

/* By the name's ending. */
SnImportKind sn_import_kind(const char *path);
/* Endings of such files, in small letters, without the dot; NULL behind the last. */
const char *const *sn_import_endings(SnImportKind kind);
/* [m] of one unit; its name, "mm". */
double sn_import_unit_size(SnImportUnit unit);
const char *sn_import_unit_name(SnImportUnit unit);
/* Edges of the box around a mesh, in its own numbers; false: they are not known (an error says why
 * where the file cannot be read). */
bool sn_import_measure(const char *path, double size[3], GError **error);
/* What is likely for things of that size: parts of bodies are between a millimetre and two metres;
 * a long one stands upright. */
SnImportChoice sn_import_guess(const double size[3]);
/* A body of each surface and a FEM model of each volume mesh, called like the files, selected
 * and looked at; one step.  What does not lie beside the model is named where it is: saving copies
 * it there. */
bool sn_edits_import(SnSession *session, const char *const *paths, int n,
                     const SnImportChoice *choice);

#endif
