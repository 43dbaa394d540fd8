/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the writers: a model as a tree of bodies, each at the end of one joint or free; other
 * joints close loops. */
#ifndef SN_EXPORT_TREE_H
#define SN_EXPORT_TREE_H

#include "engine/base/placement.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/joint.h"
#include "engine/pose.h"
#include "engine/text/import_report.h"

enum { SN_EXPORT_MOVES = 6 };

typedef struct SnExportCoordinate {
    char *name;
    bool turns;
    double value, rate; /* at the start */
    bool limited;
    double lower, upper, stiffness, rest, damping, friction, armature;
} SnExportCoordinate;

/* One step of a joint from A to B: along or about an axis of A as the steps before have turned it,
 * by a function of a coordinate.  Steps along come first. */
typedef struct SnExportMove {
    bool turns;
    double axis[3];
    int coordinate; /* of the joint; -1: the function is constant */
    SnFunctionText function;
    double value;  /* at the start */
    bool whole;    /* the function is the coordinate itself, or its opposite */
    bool follows;  /* another step of the joint is its coordinate already */
    GArray *terms; /* of double: it follows all the joint's coordinates (engine/base/terms.h); NULL:
                      by the function alone */
} SnExportMove;

typedef struct SnExportJoint {
    const SnFrameJoint *joint;
    char *name;
    int a, b; /* bodies, -1 the world; exchanged where the body is at side A */
    SnPlacement in_a, in_b;
    bool in_tree;
    int n_moves, n_coordinates;
    bool ball;      /* its freedom is that of a ball joint */
    bool held;      /* its motion cannot be told in steps */
    bool several;   /* a step follows several coordinates */
    double spin[3]; /* of B at the start, seen from A's frame */
    SnExportMove move[SN_EXPORT_MOVES];
    SnExportCoordinate coordinate[SN_EXPORT_MOVES];
} SnExportJoint;

typedef struct SnExportBody {
    const SnRigidBody *body;
    char *name;
    SnPlacement world;
    SnMassProperties mass;
    bool still; /* kinematic: fixed to the world */
    bool held;  /* fixed to its parent: an attachment, or a joint without freedom */
    int parent; /* body, -1: the world */
    int joint;  /* of the tree that leads to it; -1: none */
    SnPlacement in_parent;
    double velocity[3], spin[3]; /* of its origin at the start, world axes */
    bool strays;                 /* it moves otherwise than its joint, or what holds it, lets it */
    GArray *held_here;           /* of SnExportHeld: what it carries */
} SnExportBody;

/* A marker, visual or wrapping surface, and where it is in what carries it. */
typedef struct SnExportHeld {
    const SnComponent *component;
    SnPlacement pose;
} SnExportHeld;

typedef struct SnExport {
    const SnModel *model;
    char *folder; /* of the file that is written */
    GArray *bodies, *joints;
    int *order;           /* [bodies] parents first */
    GArray *world;        /* of SnExportHeld: what the world carries */
    GHashTable *body_of;  /* SnRigidBody -> index + 1 */
    GHashTable *joint_of; /* SnFrameJoint -> index + 1 */
    GHashTable *names;    /* "kind/name" taken */
    GHashTable *named;    /* component -> what it is called in the file */
    GHashTable *told;     /* components that the report has */
    GHashTable *meshes;   /* component -> the name of its mesh */
    GHashTable *sides;    /* wrapping surface -> the site on the side where paths pass */
    GPtrArray *all;       /* of SnComponent: what the model holds, in its order */
    GArray *rates;        /* of double: of MuJoCo's joints, as they are written */
    SnPoser *poser;
    SnImportReport *report;
} SnExport;

static inline SnExportBody *sn_export_body(const SnExport *e, int i)
{
    return &g_array_index(e->bodies, SnExportBody, i);
}
static inline SnExportJoint *sn_export_joint(const SnExport *e, int i)
{
    return &g_array_index(e->joints, SnExportJoint, i);
}

/* Bodies, joints and the tree; false and error where the model is not whole. */
bool sn_export_begin(SnExport *e, const SnModel *model, const char *path, GError **error);
void sn_export_end(SnExport *e);

/* --- looked up (lookup.c) --- */

/* Of a place and an orientation, which need not be unit. */
void sn_export_pose(const double p[3], const double q[4], SnPlacement *pose);
/* Where something is that stands at (p, q) in a body, frame or the world (null): index of the body
 * that carries it, -1 the world; of a body that stands still the world too.  -2: neither. */
int sn_export_carrier(const SnExport *e, SnId id, const double p[3], const double q[4],
                      SnPlacement *pose);
/* A name that is free among those of a kind; to be freed. */
char *sn_export_name(SnExport *e, const char *kind, const char *wish);
const char *sn_export_wish(const SnComponent *component, char buffer[64]);
void sn_export_tell(SnExport *e, SnImportFate fate, const SnComponent *component,
                    const char *reason);
/* A file's name as the document that is written names it; to be freed. */
char *sn_export_file(const SnExport *e, const char *file);
/* The joint and which of its coordinates a force or coupler means; false: none that is written. */
bool sn_export_coordinate(const SnExport *e, SnId joint, int name, int *index, int *coordinate);

/* What a component is called in the file; NULL: it is not there. */
const char *sn_export_named(const SnExport *e, SnId id);
/* Of components that nothing was said of, that they are left out. */
void sn_export_tell_others(SnExport *e, const char *format);

/* Value of a function at x. */
double sn_export_value(const SnFunctionText *text, double x);

/* --- text (xml_out.c) --- */

typedef struct SnXmlOut {
    GString *text;
    int depth;
    bool open; /* the start tag of the innermost element is not closed yet */
} SnXmlOut;

void sn_xml_out_begin(SnXmlOut *out, const char *element);
void sn_xml_out_end(SnXmlOut *out, const char *element);
void sn_xml_out_text(SnXmlOut *out, const char *attribute, const char *text);
void sn_xml_out_numbers(SnXmlOut *out, const char *attribute, const double *values, int n);
/* <element>text</element> */
void sn_xml_out_leaf(SnXmlOut *out, const char *element, const char *text);
void sn_xml_out_leaf_numbers(SnXmlOut *out, const char *element, const double *values, int n);

/* --- the writers --- */

void sn_export_mjcf(SnExport *e, SnXmlOut *out);
void sn_export_mjcf_forces(SnExport *e, SnXmlOut *out);
void sn_export_mjcf_actuators(SnExport *e, SnXmlOut *out);
/* What is lost of what acts with delay, NULL: nothing. */
const char *sn_export_begun(const SnLagFields *lag);
void sn_export_osim(SnExport *e, SnXmlOut *out);
void sn_export_osim_forces(SnExport *e, SnXmlOut *out);

#endif
