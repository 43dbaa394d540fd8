/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files that turn an OpenSim document into a model: what was found in the document,
 * and the JSON that is made of it.  A wrong value is kept as the first error; what asks for values
 * goes on with defaults and need not look. */
#ifndef SN_OPENSIM_OSIM_H
#define SN_OPENSIM_OSIM_H

#include "engine/base/function.h"
#include "engine/base/placement.h"
#include "engine/base/terms.h"
#include "engine/model/file/emit.h"
#include "engine/text/import_report.h"
#include "engine/text/xml_text.h"

#include <jansson.h>

typedef enum SnOsimKind {
    SN_OSIM_FRAME, /* ground, body or frame fixed to one */
    SN_OSIM_JOINT,
    SN_OSIM_COORDINATE,
    SN_OSIM_CONSTRAINT,
    SN_OSIM_FORCE,
    SN_OSIM_MARKER, /* markers, stations */
    SN_OSIM_CONTACT_SHAPE,
    SN_OSIM_WRAP,
    SN_OSIM_CONTROLLER,
    SN_OSIM_GEOMETRY,   /* shapes that stand among components, not with their frame */
    SN_OSIM_NOT_NEEDED, /* probes, reporters, metadata: no part of the mechanics */
    SN_OSIM_UNKNOWN,
    SN_OSIM_N_KINDS
} SnOsimKind;

/* A component of the document. */
typedef struct SnOsimItem {
    const SnXmlNode *node;
    SnOsimKind kind;
    char *path; /* "/jointset/hip_r/pelvis_offset" */
    int index;  /* of its frame, joint or coordinate; -1 none */
} SnOsimItem;

typedef struct SnOsimFrame {
    int item;            /* -1: the ground of a file that has none */
    int base;            /* the body or ground that it is fixed to; itself, if it is one */
    SnPlacement in_base; /* where it is there */
    int visit;           /* while frames are followed: 0 not yet, 1 begun, 2 done */
    bool ground;
    bool massless; /* a body without mass */
    bool joined;   /* a body that hangs on a joint */
    bool lost;     /* it is fixed to what is not in the file */
    double mass, center[3], inertia[6];
    char *target; /* path of what stands for it in the model, of a base */
    bool placed;
    SnPlacement world; /* of a base, in the ground */
    double velocity[3], spin[3];
} SnOsimFrame;

/* Sine: amplitude, angular frequency, phase, offset.  Step: from, to, before, after. */
typedef struct SnOsimWave {
    bool sine;
    double a, b, c, d;
} SnOsimWave;

/* y = f(x); see engine/base/function.h. */
typedef struct SnOsimFunction {
    SnFunctionKind kind;
    GArray *coefficients, *x, *y; /* of double; NULL: none */
    double scale;
    bool holds;       /* of time: a table's values stay until the next one */
    bool ends;        /* of time: outside its points it keeps its ends, or has what is there */
    bool ramps;       /* steps: x and y are each step, the foot of the ramp before the next one */
    SnOsimWave wave;  /* what its points are of, where it is a sine or a smooth step */
    const char *note; /* what is only approximated; NULL: exact */
} SnOsimFunction;

typedef struct SnOsimAxis {
    double direction[3];
    int coordinate; /* of the joint, -1: none */
    SnOsimFunction function;
    GArray *terms; /* of double, SN_OSIM_AXIS_NUMBERS each: of all the joint's coordinates, added
                      (engine/base/terms.h); NULL: none */
} SnOsimAxis;

/* A factor, and the power of each coordinate that a joint may have. */
#define SN_OSIM_AXIS_NUMBERS 7

typedef struct SnOsimCoordinate {
    int item, joint; /* item -1: not named in the file */
    char *name;
    const char *slot;    /* what the model's joint calls it: "angle_1" */
    double value, speed; /* at the start */
    double range[2];
    bool has_range, locked, prescribed, translates;
    int copies; /* 1 + that coordinate which another joint has, 0: none (engines.c) */
} SnOsimCoordinate;

typedef enum SnOsimJointKind {
    SN_OSIM_WELD,
    SN_OSIM_PIN,
    SN_OSIM_SLIDER,
    SN_OSIM_UNIVERSAL,
    SN_OSIM_GIMBAL,
    SN_OSIM_PLANAR,
    SN_OSIM_FREE,
    SN_OSIM_CUSTOM,
    SN_OSIM_ELLIPSOID,
    SN_OSIM_SCAPULOTHORACIC,
    SN_OSIM_CURVATURE
} SnOsimJointKind;

typedef struct SnOsimJoint {
    int item;
    SnOsimJointKind kind;
    int parent, child;                    /* frames; of a reversed joint exchanged */
    SnPlacement in_parent, in_child;      /* in those frames' bases */
    int first, n_coordinates;             /* of all coordinates */
    SnOsimAxis axis[6];                   /* rotations, then translations */
    double radii[3], pin[3], pin_axis[3]; /* of a beam: its length, its neutral angles */
    bool in_tree;                         /* places its child at the start */
    bool dropped;                         /* became a frame: a weld of a massless body */
    char *path;                           /* in the model, "joints/hip_r" */
    const char *note;                     /* what is only approximated */
} SnOsimJoint;

/* A plane that points touch: the half-space made of it. */
typedef struct SnOsimPlane {
    SnPlacement pose; /* in the ground */
    char *path;
} SnOsimPlane;

typedef struct SnOsim {
    SnXml *xml;
    GPtrArray *parts; /* of SnXml: files that the document includes */
    const SnXmlNode *model;
    const SnXmlNode *defaults; /* may be NULL */
    int version;               /* 10901 ... 40600 */
    char *folder;              /* where relative names start */
    const char *const *geometry_folders;
    const char *loads; /* file with external loads, or NULL */
    SnImportReport *report;
    bool held;                 /* that functions of time keep their ends was told */
    bool commas;               /* numbers with a comma for a point were met, and told */
    GError *error;             /* the first */
    GHashTable *broken;        /* part that the model can do without -> what is wrong about it */
    GHashTable *included;      /* node -> root of the file that it includes */
    bool again;                /* a part was found broken: what was made of it is made anew */
    GArray *items;             /* of SnOsimItem */
    GHashTable *items_by_name; /* name -> GArray of int */
    GHashTable *items_by_node;
    GArray *frames, *joints, *coordinates;
    json_t *root;       /* the model */
    GHashTable *names;  /* "list/name" taken in the model */
    GHashTable *made;   /* node -> path of what was made of it */
    GHashTable *bent;   /* node -> what is taken instead of a value that its class does not allow */
    GHashTable *meshes; /* path of a visual -> its mesh, where that lies */
    GArray *planes;     /* of SnOsimPlane */
} SnOsim;

static inline SnOsimItem *sn_osim_item(const SnOsim *osim, int i)
{
    return &g_array_index(osim->items, SnOsimItem, i);
}
static inline SnOsimFrame *sn_osim_frame(const SnOsim *osim, int i)
{
    return &g_array_index(osim->frames, SnOsimFrame, i);
}
static inline SnOsimJoint *sn_osim_joint(const SnOsim *osim, int i)
{
    return &g_array_index(osim->joints, SnOsimJoint, i);
}
static inline SnOsimCoordinate *sn_osim_coordinate(const SnOsim *osim, int i)
{
    return &g_array_index(osim->coordinates, SnOsimCoordinate, i);
}

/* --- values (values.c) --- */

/* Keeps the first error: "FILE:LINE: ...".  One in a part that the model can do without costs that
 * part: the import begins anew and leaves it out. */
void sn_osim_fail(SnOsim *osim, const SnXmlNode *node, const char *format, ...) G_GNUC_PRINTF(3, 4);
/* The element of a property: of the object, or of the defaults of its class; NULL: not given. */
const SnXmlNode *sn_osim_get(const SnOsim *osim, const SnXmlNode *node, const char *property);
/* What is wrong about a part that is left out for it, NULL: nothing. */
const char *sn_osim_broken(const SnOsim *osim, const SnXmlNode *node);
/* Of properties that count as not given for it. */
void sn_osim_tell_broken(SnOsim *osim);
/* Of a property, or of what stands there instead of a number (NaN counts as not given). */
double sn_osim_number(SnOsim *osim, const SnXmlNode *node, const char *property, double otherwise);
/* The same, at least `low` and at most `high`: a value beyond makes what is reported of the node an
 * approximation. */
double sn_osim_within(SnOsim *osim, const SnXmlNode *node, const char *property, double otherwise,
                      double low, double high);
double sn_osim_positive(SnOsim *osim, const SnXmlNode *node, const char *property,
                        double otherwise);
/* What is bent of a part is told of the whole. */
void sn_osim_bend_with(SnOsim *osim, const SnXmlNode *part, const SnXmlNode *whole);
/* Numbers that were read, in place: none below 0, reported like these. */
void sn_osim_bend_positive(SnOsim *osim, const SnXmlNode *node, const char *property, int n,
                           double *values);
/* n numbers; false, values left alone, where they are not given. */
bool sn_osim_numbers(SnOsim *osim, const SnXmlNode *node, const char *property, int n,
                     double *values);
/* All numbers, an array of double to be freed; NULL: not given. */
GArray *sn_osim_list(SnOsim *osim, const SnXmlNode *node, const char *property);
bool sn_osim_flag(SnOsim *osim, const SnXmlNode *node, const char *property, bool otherwise);
/* Text of a property; "" where it is not given. */
const char *sn_osim_text(const SnOsim *osim, const SnXmlNode *node, const char *property);
/* What a socket names, in every spelling of the format's versions; "" none. */
const char *sn_osim_socket(const SnOsim *osim, const SnXmlNode *node, const char *socket);
/* The object within a property: <function><Constant>...; NULL none. */
const SnXmlNode *sn_osim_object(const SnOsim *osim, const SnXmlNode *node, const char *property);
/* The element that holds the objects of a set: <X><objects>...; NULL none. */
const SnXmlNode *sn_osim_objects(const SnOsim *osim, const SnXmlNode *node, const char *set);
/* Words of a text between blanks, commas and quotes; g_strfreev. */
char **sn_osim_words(const char *text);
/* Whether a force, constraint or actuator acts. */
bool sn_osim_acts(SnOsim *osim, const SnXmlNode *node);
const char *sn_osim_name_of(const SnXmlNode *node);
bool sn_osim_is(const SnXmlNode *node, const char *class);
/* What takes over the components of a class. */
typedef struct SnOsimEmitter {
    const char *class;
    void (*emit)(SnOsim *osim, const SnXmlNode *node);
} SnOsimEmitter;
/* By that of n whose class a component is of; false: there is none. */
bool sn_osim_emit_by(SnOsim *osim, const SnXmlNode *node, const SnOsimEmitter *emitters, size_t n);

/* --- what the document holds (items.c) --- */

void sn_osim_collect(SnOsim *osim);
/* The component that a path names, seen from the one that holds the reference; -1: none. */
int sn_osim_find(const SnOsim *osim, const SnXmlNode *from, const char *path, unsigned kinds);

/* --- frames (frames.c), joints (joints.c, custom.c), poses (pose.c) --- */

void sn_osim_read_frames(SnOsim *osim);
/* The frame that a component names; an error where there is none, then the ground. */
int sn_osim_frame_named(SnOsim *osim, const SnXmlNode *from, const char *path);
/* Whether a path names a frame that is in the file and hangs on something. */
bool sn_osim_frame_is_there(const SnOsim *osim, const SnXmlNode *from, const char *path);
/* Whether a path is "..", "../.." or the like, and names nothing on its way ("": yes). */
bool sn_osim_is_way_up(const char *path);
/* The frame a component is in: its socket or <body>, else the body it stands in. */
int sn_osim_frame_of(SnOsim *osim, const SnXmlNode *node, const char *socket, const char *old);
/* Of a component that the model can do without: whether it, or what it holds, names a body or frame
 * that is not in the file; then it is left out, with that reason. */
bool sn_osim_is_lost(SnOsim *osim, const SnXmlNode *node);
bool sn_osim_names_lost(const SnOsim *osim, const SnXmlNode *node); /* nothing is said */
void sn_osim_read_joints(SnOsim *osim);
void sn_osim_read_custom(SnOsim *osim, SnOsimJoint *joint);

/* --- the engines of versions 1.0 to 1.5 (engines.c) --- */

/* What a class is called since version 1.6: "SimbodyBody" -> "Body". */
const char *sn_osim_plain_class(const char *class);
bool sn_osim_is_body(const SnXmlNode *node);        /* of any version */
bool sn_osim_is_engine_body(const SnXmlNode *node); /* of versions 1.0 to 1.5 */
/* The coordinates that a joint's degrees of freedom follow, each once; g_ptr_array_unref.  NULL:
 * the joint has no such list. */
GPtrArray *sn_osim_dof_coordinates(const SnOsim *osim, const SnXmlNode *joint);
/* Which of a joint's six axes a degree of freedom is, 6: none that is left; turns: how many came
 * before it. */
int sn_osim_dof_axis(const SnXmlNode *dof, int *turns);
/* The speed that the engine starts a coordinate with, where it has one. */
double sn_osim_engine_speed(SnOsim *osim, const SnXmlNode *coordinate, double otherwise);
/* Why a coordinate moves otherwise than the file says, where functions hold it as no version after
 * 1.5 does; NULL: none do. */
const char *sn_osim_engine_restraint(const SnXmlNode *coordinate);
/* A coordinate of several joints moves each of them: couplers. */
void sn_osim_emit_copies(SnOsim *osim);
/* The coordinate that a component names, -1: none. */
int sn_osim_coordinate_named(SnOsim *osim, const SnXmlNode *from, const char *path);
/* Couplings set coordinates, massless bodies that are welded become frames, bodies get places. */
void sn_osim_place(SnOsim *osim);
/* Place and axes at the start of what is there in OpenSim's ground. */
void sn_osim_set_pose(json_t *json, const SnPlacement *in_ground);
void sn_osim_emit_bodies(SnOsim *osim);
void sn_osim_emit_joints(SnOsim *osim);

/* From body-fixed x, y, z angles and a place. */
void sn_osim_pose_set(const double angles[3], const double place[3], SnPlacement *pose);
/* The joint's child frame seen from its parent frame, at these coordinates. */
void sn_osim_joint_pose(const SnOsimJoint *joint, const double *q, SnPlacement *pose);

/* --- functions (functions.c) --- */

/* The function of an axis or another function: in its property ("Value" before 1.6), or as it is.
 * NULL: it has none. */
const SnXmlNode *sn_osim_function_in(const SnOsim *osim, const SnXmlNode *node);
/* Of an element like <SimmSpline>; low, high: where it is wanted, for what can only be sampled.
 * False: no function that is known. */
bool sn_osim_function_read(SnOsim *osim, const SnXmlNode *node, double low, double high,
                           SnOsimFunction *function);
/* Of an element of a function of n numbers: terms, 1 + n numbers each, appended (terms.c).  False:
 * no function that is known. */
bool sn_osim_terms_read(SnOsim *osim, const SnXmlNode *node, int n, GArray *terms);
/* A <CoordinateCouplerConstraint> (constraints.c). */
typedef struct SnOsimCoupling {
    bool missing; /* it names a coordinate that is not there */
    int follows, n, leads[SN_TERMS_MOST_NUMBERS];
    SnOsimFunction function; /* of the one that leads; else ... */
    GArray *terms;           /* ... of all: their value times the function's scale; may be NULL */
} SnOsimCoupling;
/* False: it is not whole, or its function is not known; to be cleared all the same. */
bool sn_osim_coupling_read(SnOsim *osim, const SnXmlNode *node, SnOsimCoupling *coupling);
/* What follows, of what leads; slope [n] by each. */
double sn_osim_coupling_value(const SnOsimCoupling *coupling, const double *x, double *slope);
void sn_osim_coupling_clear(SnOsimCoupling *coupling);
/* Whether an axis follows a coordinate of its joint; angle or distance at q. */
bool sn_osim_axis_follows(const SnOsimAxis *axis, int coordinate);
double sn_osim_axis_value(const SnOsimAxis *axis, const double *q);
/* f(x) = offset + slope x. */
void sn_osim_function_line(double offset, double slope, SnOsimFunction *function);
void sn_osim_function_clear(SnOsimFunction *function);
/* Value, and where not NULL the slope. */
double sn_osim_function_value(const SnOsimFunction *function, double x, double *slope);
/* Its properties: function, coefficients, x, y, scale. */
json_t *sn_osim_function_json(const SnOsimFunction *function);
SnFunctionText sn_osim_function_text(const SnOsimFunction *function);

/* --- functions of time (time_functions.c) --- */

/* A probe that leads `target` ("joints/x:value") through a function of time.  Returns what is only
 * approximated about it, NULL: nothing. */
const char *sn_osim_emit_probe(SnOsim *osim, const char *name, const char *target,
                               const SnOsimFunction *function);
/* The same of a vector, from three functions. */
const char *sn_osim_emit_vector_probe(SnOsim *osim, const char *name, const char *target,
                                      const SnOsimFunction f[3]);
/* A probe through n rows of `width` numbers each; takes over the targets. */
void sn_osim_emit_knots(SnOsim *osim, const char *name, json_t *targets, const double *time,
                        const double *values, int n, int width, bool curved);

/* --- the model that is made (emit.c) --- */

/* Where something is that is fixed to a frame: the path of what carries it under `carrier`, its
 * place under `place`, its axes under `axes` (NULL: it has none). */
void sn_osim_attach(const SnOsim *osim, int frame, const SnPlacement *in_frame, json_t *json,
                    const char *carrier, const char *place, const char *axes);
/* The component of a path "list/name"; NULL: none. */
json_t *sn_osim_made_at(const SnOsim *osim, const char *path);
/* Whether what is between frame_a and frame_b hangs on one body: then it is left out, and freed. */
bool sn_osim_on_one_body(SnOsim *osim, const SnXmlNode *node, json_t *json);
void sn_osim_exact(SnOsim *osim, const SnXmlNode *node);
void sn_osim_approximated(SnOsim *osim, const SnXmlNode *node, const char *reason);
void sn_osim_left_out(SnOsim *osim, const SnXmlNode *node, const char *reason);

/* --- the rest --- */

void sn_osim_emit_constraints(SnOsim *osim);
void sn_osim_emit_markers(SnOsim *osim);
void sn_osim_emit_wraps(SnOsim *osim);
void sn_osim_emit_contacts(SnOsim *osim);
void sn_osim_emit_forces(SnOsim *osim);
void sn_osim_emit_controllers(SnOsim *osim);
void sn_osim_emit_geometry(SnOsim *osim);
/* Muscle with the laws of a class; false: no muscle. */
bool sn_osim_emit_muscle(SnOsim *osim, const SnXmlNode *node);
/* Force of a plane on a point (station_contacts.c); false: none. */
bool sn_osim_emit_station_contact(SnOsim *osim, const SnXmlNode *node);
/* Force between contact shapes; false: none. */
bool sn_osim_emit_contact_force(SnOsim *osim, const SnXmlNode *node);
/* Actuator of bodies or along a path, force by functions of time; false: none of these. */
bool sn_osim_emit_actuator(SnOsim *osim, const SnXmlNode *node);
/* Bounds of an actuator's control, where it has any. */
void sn_osim_set_control_range(SnOsim *osim, const SnXmlNode *node, json_t *json);
/* Path of what stands for a frame, to be freed; of one that is fixed somewhere on its base a frame
 * is made. */
char *sn_osim_carrier(SnOsim *osim, const SnXmlNode *node, int index);
/* A frame load's row "axes" or "point_in" as a frame that it names. */
void sn_osim_set_frame(SnOsim *osim, const SnXmlNode *node, json_t *json, const char *row,
                       int frame);
/* Parts of forces: on a coordinate (NULL, and reported, where that is not there), at a marker that
 * is made for the point of a body, between the frames of a bushing (NULL, and reported, where they
 * are fixed to one body). */
json_t *sn_osim_begin_coordinate_force(SnOsim *osim, const SnXmlNode *node, const char *class,
                                       int *index);
char *sn_osim_point_of(SnOsim *osim, const SnXmlNode *node, const char *body, const char *point);
json_t *sn_osim_begin_bushing(SnOsim *osim, const SnXmlNode *node);
/* Force that an expression gives; false: none of these. */
bool sn_osim_emit_expression_force(SnOsim *osim, const SnXmlNode *node);
/* Forces of a file with external loads, which the import was given. */
void sn_osim_emit_external_loads(SnOsim *osim);
/* Force on a coordinate: limit, spring, actuator; false: none of these. */
bool sn_osim_emit_coordinate_force(SnOsim *osim, const SnXmlNode *node);
/* A point of a path as a marker or path point, its place at the start in its frame in `place`,
 * which comes with what is there without a word of it.  Returns its path, to be freed; NULL: it
 * never counts. */
char *sn_osim_emit_point(SnOsim *osim, const SnXmlNode *node, const char *name, double place[3],
                         const char **note);
/* A coordinate that the model has, by its name or path in the file; -1: it has not. */
int sn_osim_model_coordinate(SnOsim *osim, const SnXmlNode *from, const char *path);
/* A path by a function of coordinates (function_paths.c), as sn_osim_path. */
bool sn_osim_function_path(SnOsim *osim, const SnXmlNode *owner, const SnXmlNode *path,
                           json_t *json, const char **note);
/* The points (and surfaces) of its path under "points"; false, and left out, where it has no two.
 * `note` is set to what is only approximated. */
bool sn_osim_path(SnOsim *osim, const SnXmlNode *node, json_t *json, const char **note);

#endif
