/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files that turn a URDF document into a model: what was found in it, and the JSON
 * that is made of that.  The first wrong value is kept as the error; what reads goes on with
 * defaults. */
#ifndef SN_URDF_URDF_H
#define SN_URDF_URDF_H

#include "engine/text/import_report.h"
#include "engine/text/xml_text.h"

#include <jansson.h>

/* Place and axes of a frame B seen from a frame A: x_A = r x_B + p. */
typedef struct SnUrdfPose {
    double r[9], p[3];
} SnUrdfPose;

typedef enum SnUrdfJointKind {
    SN_URDF_FIXED,
    SN_URDF_REVOLUTE,
    SN_URDF_CONTINUOUS,
    SN_URDF_PRISMATIC,
    SN_URDF_FLOATING,
    SN_URDF_PLANAR,
    SN_URDF_SPHERICAL, /* no kind of the format's, but of programs that read it */
    SN_URDF_N_JOINT_KINDS
} SnUrdfJointKind;

typedef struct SnUrdfLink {
    const SnXmlNode *node;
    const char *name;
    int joint; /* that leads to it; -1: it is a root */
    bool massive;
    double mass, center[3], inertia[6]; /* about the centre, the link's axes: xx yy zz xy xz yz */
    bool placed;
    SnUrdfPose world;
    char *target; /* path in the model */
} SnUrdfLink;

typedef struct SnUrdfJoint {
    const SnXmlNode *node;
    const char *name;
    SnUrdfJointKind kind;
    int parent, child; /* links */
    SnUrdfPose origin; /* of the child in the parent, at 0 */
    double axis[3];    /* unit, in the child */
    bool limited;
    double lower, upper, damping, friction;
    const char *mimic; /* name of a joint, NULL */
    double multiplier, offset;
    const char *note; /* what differs from the file; NULL: nothing */
    char *target;
} SnUrdfJoint;

typedef struct SnUrdf {
    SnXml *xml;
    char *folder;
    const char *const *geometry_folders;
    GArray *links, *joints;
    GHashTable *link_by_name, *joint_by_name; /* name -> index + 1 */
    GHashTable *colors;                       /* material -> "#rrggbb" */
    GHashTable *names;                        /* "list/name" that are taken */
    GHashTable *meshes;                       /* path in the model -> file */
    json_t *root;
    SnImportReport *report;
    GError *error;
} SnUrdf;

/* --- read.c --- */

/* Links, joints and the tree that they make. */
void sn_urdf_read(SnUrdf *urdf);
/* n numbers of an attribute; false, leaving them, if it is not there. */
bool sn_urdf_numbers(SnUrdf *urdf, const SnXmlNode *node, const char *attribute, int n,
                     double *value);
/* <origin xyz rpy> of an element; none: identity. */
void sn_urdf_origin(SnUrdf *urdf, const SnXmlNode *node, SnUrdfPose *pose);

/* --- emit.c --- */

void sn_urdf_emit(SnUrdf *urdf);

/* --- visuals.c --- */

/* Of a link that has its place in the model. */
void sn_urdf_emit_visuals(SnUrdf *urdf, const SnUrdfLink *link);

#endif
