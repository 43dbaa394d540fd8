/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The laws of forces as the document alone gives them: lengths that are automatic are still 0. */
#ifndef SN_COMPILE_RIGID_LAWS_H
#define SN_COMPILE_RIGID_LAWS_H

#include "engine/model/classes/coordinate_force.h"
#include "engine/model/classes/force.h"
#include "engine/sim/system/coordinate_force.h"
#include "engine/sim/system/path_force.h"

/* shape: what its curves are drawn of where the law is Millard's, else zeros. */
SnMuscleParameters sn_compile_muscle_law(const SnMuscle *muscle, SnMillardShape *shape);
SnSpringParameters sn_compile_spring_law(const SnAxialSpring *spring);
/* table: force over strain where the law is a spline; false: its points make none. */
bool sn_compile_ligament_law(const SnLigament *ligament, SnSpringParameters *parameters,
                             SnSplineTable *table);
SnSystemCoordinateForce sn_compile_limit_law(const SnCoordinateLimit *limit);
/* Linear, or a function that is still to be made. */
SnSystemCoordinateForce sn_compile_coordinate_spring_law(const SnCoordinateSpring *spring);

#endif
