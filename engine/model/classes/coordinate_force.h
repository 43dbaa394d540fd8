/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forces on one coordinate of a joint. */
#ifndef SN_MODEL_CLASSES_COORDINATE_FORCE_H
#define SN_MODEL_CLASSES_COORDINATE_FORCE_H

#include "engine/model/classes/joint.h"

extern const SnClass SN_CLASS_COORDINATE_LIMIT;
extern const SnClass SN_CLASS_COORDINATE_SPRING;
extern const SnClass SN_CLASS_COORDINATE_LOAD;

/* What all of them begin with. */
typedef struct SnCoordinateForce {
    SnDrawable base;
    SnId joint;
    int32_t coordinate; /* SnCoordinateName */
    bool enabled;
} SnCoordinateForce;

typedef enum SnLimitLaw { SN_LIMIT_SMOOTH, SN_LIMIT_STOP, SN_LIMIT_EXPONENTIAL } SnLimitLaw;

typedef struct SnCoordinateLimit {
    SnCoordinateForce base;
    int32_t law;
    double lower, upper;                     /* [rad or m] */
    double lower_stiffness, upper_stiffness; /* per rad or m; exponential: force at the limit */
    double damping, transition, steepness;
} SnCoordinateLimit;

typedef enum SnCoordinateSpringLaw {
    SN_COORDINATE_SPRING_LINEAR,
    SN_COORDINATE_SPRING_FUNCTION
} SnCoordinateSpringLaw;

typedef struct SnCoordinateSpring {
    SnCoordinateForce base;
    int32_t law;
    double stiffness, rest, damping;
    SnFunctionFields relation; /* force by coordinate */
} SnCoordinateSpring;

typedef struct SnCoordinateLoad {
    SnCoordinateForce base;
    double control; /* input */
    double gain, lowest, highest;
    double stiffness, rest, damping; /* of a servo */
    double lowest_force, highest_force;
    SnLagFields lag;
} SnCoordinateLoad;

#endif
