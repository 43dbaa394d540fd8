/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contact as a force of the overlap: Hunt and Crossley's spheres, elastic foundations, whose
 * springs stand on the faces or vertices of a surface, and fields of pressure inside of bodies.
 * Which pairs of shapes: those of the rules with such a method (system_contacts.h). */
#ifndef SN_SIM_SYSTEM_COMPLIANT_CONTACTS_H
#define SN_SIM_SYSTEM_COMPLIANT_CONTACTS_H

#include "engine/geometry/contour.h"
#include "engine/geometry/pressure_field.h"
#include "engine/sim/system/force_class.h"

/* The surface of a shape in its frame (SnContactShape), triangulated. */
typedef struct SnFoundationSurface {
    int shape;
    bool fine; /* triangles that are large for springs on faces are cut up */
    SnTriangleMesh *mesh;
    double *x; /* [n_vertices][3] [m] */
    SnBoxTree *tree;
    /* springs, of faces or of vertices */
    bool at_vertices;
    int n;
    double (*point)[3];     /* [n] [m] */
    double *area;           /* [n] [m2] */
    SnBoxTree *springs;     /* over their points [finish] */
    SnPressureField *field; /* of its inside; NULL: no rule has asked for it */
} SnFoundationSurface;

/* Springs of one shape on another, or (Hunt-Crossley) two spheres, a sphere and a half-space. */
typedef struct SnCompliantPair {
    int rule;
    int shape[2];   /* springs of the first, or the sphere; on the second */
    int surface[2]; /* of these; -1: a sphere or half-space as it is */
    double share;   /* of the springs' areas: half where those of both surfaces act */
    double hard[2]; /* pressure fields: of the shapes, over the rule's modulus */
    double steep;   /* of a half-space's pressure by depth, over that [1/m]; 0: it is rigid */
    int slots;      /* into pairs.stiffness_slot: aa, ba, bb */
    int first;      /* of the springs in SnCompliantResults.pressure */
    int pressed;    /* into SnCompliantResults.pressed: one for the springs of both shapes */
    int anchors;    /* offset in state.history of SnAnchor (fields: SnBristleNumber) x springs
                       [finish]; -1: they have none */
} SnCompliantPair;

typedef struct SnCompliantContacts {
    int n_surfaces;
    SnFoundationSurface *surfaces; /* [n_surfaces] */
    int n;
    SnCompliantPair *pairs; /* [n] */
    int n_springs;          /* of all pairs [finish] */
} SnCompliantContacts;

/* Sums over the pairs of a rule, on bodies of side B. */
typedef struct SnCompliantSums {
    double force[3];                     /* world axes [N] */
    double normal_force, friction_force; /* of the sizes [N] */
    double normal[3];                    /* sum of the normal forces, out of A [N] */
    double center[3];                    /* weighed by the normal force [N m] */
    double slip;                         /* the same of the speed along the surface [N m/s] */
    double penetration;                  /* largest [m] */
    double area;                         /* [m2] that is pressed upon */
    double pressure;                     /* largest [Pa] */
    double energy;                       /* [J] */
    int n;                               /* points that press */
} SnCompliantSums;

/* Sums over one pair of shapes. */
typedef struct SnCompliantPressed {
    double force;     /* of the sizes of the normal forces [N] */
    double normal[3]; /* sum of these, out of the shape of the lower number [N] */
    double center[3]; /* weighed by their sizes [N m] */
} SnCompliantPressed;

typedef struct SnCompliantResults {
    double *sum, *weight;          /* [most vertices of a surface] scratch */
    struct SnBristleSum *bristle;  /* [most triangles of one with a field] scratch */
    double *ahead;                 /* [the same] */
    struct SnPatchesAhead *field;  /* [n] pairs, of fields; NULL: there are none */
    SnCompliantPressed *pressed;   /* [n] pairs */
    SnCompliantSums *sums;         /* [n_rules] as of the last forces */
    double *pressure;              /* [n_springs] [Pa] */
    int32_t *hint;                 /* [n_springs] triangle last touched: for speed alone */
    struct SnKeptFoundation *kept; /* [n] pairs, of foundations (compliant_foundation.h) ... */
    struct SnKeptSpring *spring;   /* ... and [n_springs]: likewise */
} SnCompliantResults;

/* Those of a system, to be read and added to. */
SnCompliantContacts *sn_compliant_contacts(SnSystem *system);
/* Sums of a rule; NULL: there is nothing compliant in the system. */
const SnCompliantSums *sn_compliant_sums(const SnSystem *system, const SnWorkspace *work, int rule);
/* The surface of a number; the one of a shape whose springs act, -1: it has none. */
const SnFoundationSurface *sn_compliant_surface(const SnSystem *system, int surface);
int sn_compliant_surface_of(const SnSystem *system, int shape);
/* Pressure [Pa] of the springs of a surface on all that touches it, at its vertices, value
 * [n_vertices]; of springs on faces the mean by area of those around: linear between vertices, it
 * has the sum of pressure times area of the springs as its integral. */
void sn_compliant_vertex_pressure(const SnSystem *system, const SnWorkspace *work, int surface,
                                  float *value);
/* How many pairs of shapes there may be to press on each other; sums of one, which are zero where
 * they do not; *rule: whose they are. */
int sn_compliant_pairs(const SnSystem *system);
const SnCompliantPressed *sn_compliant_pressed(const SnSystem *system, const SnWorkspace *work,
                                               int pair, int *rule);

#endif
