/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Posing the start of a model by the coordinates of its joints: what a person sets as an angle or a
 * distance becomes start positions and orientations of bodies, which alone the document holds. */
#ifndef SN_POSE_H
#define SN_POSE_H

#include "engine/model/model.h"

/* A row that is the value of a joint's coordinate (an angle or a translation): a result in any
 * state, and a way to set the start. */
bool sn_is_coordinate(const SnProperty *property);
/* Whether the joint has it, and its limits, if it is limited or has been given such as an imported
 * range [rad or m]; otherwise half a turn or half a metre to each side. */
bool sn_coordinate_range(const SnModel *model, SnId joint, const SnProperty *property, double *low,
                         double *high);
/* The coordinate that a person names: its path (joints/knee:angle), its name in coordinate_names
 * (knee_angle_r), or the name of a joint that has one coordinate without a name.  Refuses, with the
 * nearest of those there are, what names none or several. */
bool sn_coordinate_find(const SnModel *model, const char *text, SnTarget *target, GError **error);
/* A property by its path, or a coordinate as above. */
bool sn_property_find(const SnModel *model, const char *text, SnTarget *target, GError **error);
/* The drive that gives this coordinate its value; NULL: none. */
const SnComponent *sn_coordinate_drive(const SnModel *model, SnId joint,
                                       const SnProperty *property);

/* A coordinate and a value for it [rad or m]. */
typedef struct SnPoseTarget {
    SnId joint;
    int property; /* row, sn_is_coordinate */
    double value;
} SnPoseTarget;

/* A start value that the pose changes: position or orientation of a body or particle. */
typedef struct SnPoseValue {
    SnId id;
    int property;
    SnValue value;
} SnPoseValue;

typedef struct SnPoser SnPoser;

/* Of the bodies and joints of a model as it is now, which it does not keep.  NULL and error: what
 * stops a compile. */
SnPoser *sn_poser_new(const SnModel *model, GError **error);
void sn_poser_free(SnPoser *poser);

/* Value of a coordinate at the start; false: there is none (the joint is not whole). */
bool sn_poser_value(SnPoser *poser, const SnModel *model, SnId joint, int property, double *value);

/* Whether a gear or coupler makes it follow another coordinate. */
bool sn_poser_follows(const SnPoser *poser, const SnModel *model, SnId joint, int property);

/* Start values of all that moves where the coordinates have these values: exactly (to 1e-12 of the
 * model's size, or rad), all other coordinates as they were, but for those that closed loops take
 * along.  The same for the same model and targets, whatever was solved before.  Returns an array of
 * SnPoseValue in tree order, to be freed with g_array_unref; NULL and error: it cannot be reached,
 * by which joint, and how far one gets. */
GArray *sn_poser_solve(SnPoser *poser, const SnModel *model, const SnPoseTarget *targets, int n,
                       GError **error);
/* Later solutions for the same coordinates begin at the pose found last: nearer, and on its branch
 * of a closed loop. */
void sn_poser_go_on(SnPoser *poser);
/* Start values, as above, where target i changes by `amount` from the solution found last, to first
 * order; cheap.  NULL: there are none. */
GArray *sn_poser_nudge(SnPoser *poser, const SnModel *model, int i, double amount);
/* The same where nothing is given: the bodies that hang on a joint move to where all joints are
 * closed. */
GArray *sn_poser_close(SnPoser *poser, const SnModel *model, SnId joint, GError **error);

#endif
