/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_MODEL_CLASSES_JOINT_H
#define SN_MODEL_CLASSES_JOINT_H

#include "engine/base/function.h"
#include "engine/base/joint_list.h"
#include "engine/model/drawable.h"

extern const SnClass SN_CLASS_JOINT;         /* family */
extern const SnClass SN_CLASS_FRAME_JOINT;   /* family: joins two frames */
extern const SnClass SN_CLASS_SURFACE_JOINT; /* family: keeps a point on a surface */
#define SN_DECLARE_JOINT_CLASS(NAME) extern const SnClass SN_CLASS_##NAME;
SN_JOINT_LIST(SN_DECLARE_JOINT_CLASS)
#undef SN_DECLARE_JOINT_CLASS

/* Whether a joint of this class lets something vary that a gear or a moment arm can be about. */
bool sn_joint_has_coordinate(const SnClass *class);
extern const char *const sn_coordinate_names[];  /* by SnCoordinateName, NULL-terminated */
extern const char *const sn_coordinate_labels[]; /* for people */
/* What motion files call a joint's k-th coordinate, of those that apply to it (its
 * coordinate_names); NULL: it has no name.  Free with g_free. */
char *sn_joint_coordinate_name(const SnComponent *joint, int k);
/* Whether its limits are on: its row "limited", if it has one. */
bool sn_joint_is_limited(const SnComponent *joint);

typedef struct SnJointComponent {
    SnDrawable base;
    bool enabled;
    double compliance; /* [m/N] */
} SnJointComponent;

/* Frame b moves relative to frame a. */
typedef struct SnFrameJoint {
    SnJointComponent base;
    SnId frame_a, frame_b; /* body or frame; null: world */
    double location_a[3], rotation_a[4];
    double location_b[3], rotation_b[4];
    char *names;              /* of its coordinates, with commas between; owned */
    double rotary_compliance; /* [rad/(N m)] */
} SnFrameJoint;

/* Turns about the common z axis. */
typedef struct SnHinge {
    SnFrameJoint base;
    bool limited;
    double lower, upper; /* [rad] */
    double stiffness;    /* [N m/rad] */
    double rest;         /* [rad] */
    double damping;      /* [N m s/rad] */
    double friction;     /* Coulomb's [N m] */
    double armature;     /* of a rotor [kg m2] */
} SnHinge;

/* Ball and socket at the common origin; swing: angle between the two z axes. */
typedef struct SnSpherical {
    SnFrameJoint base;
    bool limited;
    double swing_limit;
    double stiffness; /* towards equal frames [N m/rad] */
    double damping;
    double friction; /* Coulomb's, about any axis [N m] */
    double armature; /* about any axis [kg m2] */
} SnSpherical;

typedef SnFrameJoint SnFixed;
typedef SnFrameJoint SnPointOnLine;

/* Keeps the origins of both frames apart. */
typedef struct SnDistance {
    SnFrameJoint base;
    double length; /* [m] 0: as at the start */
} SnDistance;

/* Rolls without slip: a disc about z of b, or a ball, on a surface of a. */
typedef struct SnRollingJoint {
    SnFrameJoint base;
    int32_t surface;               /* SnRollingOn */
    double base_radius, rim, edge; /* [m] */
} SnRollingJoint;

typedef enum SnRollingOn { SN_ROLLING_PLANE, SN_ROLLING_BALL, SN_ROLLING_BOWL } SnRollingOn;

/* Slides along the common z axis. */
typedef struct SnSlider {
    SnFrameJoint base;
    bool limited;
    double lower, upper; /* [m] */
    double stiffness;    /* [N/m] */
    double rest;         /* [m] */
    double damping;      /* [N s/m] */
    double friction;     /* Coulomb's [N] */
    double armature;     /* [kg] */
} SnSlider;

/* Turns about the z axis of a, then about the x axis of b. */
typedef struct SnUniversal {
    SnFrameJoint base;
    bool limited;
    double lower, upper, lower_2, upper_2; /* [rad] */
    double stiffness;                      /* about both [N m/rad] */
    double rest, rest_2;                   /* [rad] */
    double damping;                        /* about both [N m s/rad] */
    double friction;                       /* Coulomb's, about each [N m] */
    double armature;                       /* about each [kg m2] */
} SnUniversal;

/* Turns about and slides along the common z axis. */
typedef struct SnCylindrical {
    SnFrameJoint base;
    bool limited;
    double lower, upper;   /* [m] */
    double damping;        /* [N m s/rad] */
    double slide_damping;  /* [N s/m] */
    double friction;       /* Coulomb's [N m] */
    double slide_friction; /* [N] */
    double armature;       /* [kg m2] */
    double slide_armature; /* [kg] */
} SnCylindrical;

/* What acts of a load's control. */
typedef enum SnLagKind { SN_LAG_NONE, SN_LAG_FILTER, SN_LAG_INTEGRAL } SnLagKind;

typedef struct SnLagFields {
    int32_t dynamics;       /* SnLagKind */
    double time_constant;   /* [s] filter */
    double start;           /* what acts at the start */
    double lowest, highest; /* of the integral */
} SnLagFields;

/* A function as a component holds it (rows: function_rows.h). */
typedef struct SnFunctionFields {
    int32_t kind; /* SnFunctionKind */
    SnReals coefficients, x, y;
    double scale;
} SnFunctionFields;

/* What it says, for engine/base/function.h; it holds on to the fields. */
static inline SnFunctionText sn_function_text(const SnFunctionFields *fields)
{
    return (SnFunctionText){(SnFunctionKind)fields->kind,
                            fields->coefficients.n,
                            fields->coefficients.values,
                            fields->x.n,
                            fields->y.n,
                            fields->x.values,
                            fields->y.values,
                            fields->scale};
}

/* Numbers of one coordinate of a joint that has several (rows: joint_rows.h) [rad or m]. */
typedef struct SnCoordinateFields {
    double lower, upper, stiffness, rest, damping, friction, armature;
} SnCoordinateFields;

/* One axis of a custom joint. */
typedef struct SnAxisFields {
    double direction[3];
    int32_t coordinate; /* 0: none; 1 to 3: angle, 4 to 6: translation */
    SnFunctionFields function;
    SnReals terms; /* of all coordinates, engine/base/terms.h: SN_AXIS_NUMBERS each */
} SnAxisFields;

/* Of a term: its factor, the powers of three angles and three translations. */
#define SN_AXIS_NUMBERS 7

/* Turns about three axes and moves along three, each by a function of one coordinate. */
typedef struct SnCustomJoint {
    SnFrameJoint base;
    bool limited;
    int32_t angles, translations;     /* how many coordinates */
    SnCoordinateFields coordinate[6]; /* three angles, three translations */
    SnAxisFields axis[6];             /* three rotations, three translations */
} SnCustomJoint;

/* Joints with several coordinates: gimbal, planar, free, ellipsoid, scapulothoracic. */
typedef struct SnMotionJoint {
    SnFrameJoint base;
    bool limited;
    SnCoordinateFields coordinate[6]; /* in the solver's order */
    double size[3];                   /* of an ellipsoid: semi-axes; of a beam: its length [m] */
    double pin[3], pin_axis[3];       /* scapulothoracic, in B; of a beam: its neutral angles */
} SnMotionJoint;

/* Which coordinate of a joint. */
typedef enum SnCoordinateName {
    SN_COORDINATE_FIRST,                                     /* as gears take it */
    SN_COORDINATE_ANGLE_1,                                   /* ... 4 */
    SN_COORDINATE_TRANSLATION_1 = SN_COORDINATE_ANGLE_1 + 4, /* ... 3 */
} SnCoordinateName;

/* Coordinates beside a first one, and a polynomial of them all (rows: function_rows.h). */
typedef struct SnSeveralFields {
    SnIdList others;         /* joints with further coordinates ... */
    char *other_coordinates; /* ... and which of theirs, with commas between; owned */
    SnReals terms;           /* of all of them (engine/base/terms.h); none: the first itself */
} SnSeveralFields;

/* The names of a list of coordinates with commas between, as SnCoordinateName; false: not n, or
 * one is none. */
bool sn_coordinates_named(const char *names, int n, SnCoordinateName *coordinates);
/* Warns of what the solver refuses about them. */
void sn_several_check(const SnSeveralFields *several, SnId id, SnChecks *checks);

/* A coordinate of joint b follows one of joint a, or several. */
typedef struct SnCoupler {
    SnJointComponent base;
    SnId joint_a, joint_b;
    int32_t coordinate_a, coordinate_b; /* SnCoordinateName */
    SnSeveralFields several;
    SnFunctionFields function;
} SnCoupler;

/* A coordinate of a joint has a given value. */
typedef struct SnDrive {
    SnJointComponent base;
    SnId joint;
    int32_t coordinate; /* SnCoordinateName */
    double value;       /* [rad or m] */
} SnDrive;

/* Travel of joint b = ratio x travel of joint a. */
typedef struct SnGear {
    SnJointComponent base;
    SnId joint_a, joint_b;
    double ratio;
} SnGear;

typedef struct SnSurfaceJoint {
    SnJointComponent base;
    SnId point;                      /* marker or particle */
    SnId frame;                      /* body or frame that carries the surface; null: world */
    double location[3], rotation[4]; /* surface frame in it: z is the normal */
    bool one_sided;                  /* the point stays on the side the normal points to */
    double restitution;              /* one-sided only */
    double half_size[2];             /* of the patch drawn; the plane itself has no border */
    bool show_force;                 /* as an arrow with its value */
} SnSurfaceJoint;

typedef SnSurfaceJoint SnPointOnPlane;

typedef struct SnPolylinePoint {
    double position[3]; /* y unused: x, z in the surface frame (x along, z normal) */
} SnPolylinePoint;

/* Extruded along y of the surface frame; first and last segment go on for ever. */
typedef struct SnPointOnPolyline {
    SnSurfaceJoint base;
    SnArray points;   /* of SnPolylinePoint, x increasing */
    double smoothing; /* radius of the corners [m] */
} SnPointOnPolyline;

#endif
