/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Coordinates of joints that a table over time prescribes: which column is which, and drives in the
 * model that lead them.  A column names a coordinate by
 *   - joint and result, as probes write it: /model/joints/knee:angle, joints/hip:angle_2.angle;
 *   - one of the names in the joint's coordinate_names (a model from OpenSim), also with OpenSim's
 *     path before it and /value behind;
 *   - the joint's own name, where it has one coordinate; else with .angle_2 and the like behind.
 * Columns of rates (.../speed, NAME_u, :angle_rate) are not needed. */
#ifndef SN_RUN_ANALYZE_COORDINATES_H
#define SN_RUN_ANALYZE_COORDINATES_H

#include "engine/model/classes/joint.h"
#include "engine/motion/motion_file.h"
#include "engine/run/simulation/simulation.h"

typedef struct SnLedCoordinate {
    SnId joint;
    SnId drive; /* that leads it; null: there is none yet */
    SnCoordinateName name;
    int column;   /* of the table; -1: it stays where it is at the start */
    int number;   /* of the coordinate in the compiled joint */
    double start; /* where it is [rad or m] */
    int input;    /* of the drive; set by whoever compiles */
} SnLedCoordinate;

/* Those that the table's columns name and those that are to stay, of a simulation at its start;
 * notes (GPtrArray of char *): what the user should know.  NULL with an error: no column
 * names any, or two the same. */
GArray *sn_analyze_coordinates(const SnSimulation *simulation, const SnMotionTable *table,
                               GPtrArray *notes, GError **error);
/* In a file in degrees names say which columns are angles; the model knows better: columns that
 * lead distances are as they were, those of angles converted. */
void sn_analyze_mend_units(SnMotionTable *table, const GArray *coordinates, GPtrArray *notes);
/* Gives the model a drive for each; limits of joints, contact and settling are switched off. */
bool sn_analyze_lead(SnModel *model, GArray *coordinates, GError **error);

#endif
