/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contact as a force of the overlap: Hunt and Crossley's spheres, and elastic foundations, whose
 * springs stand on the faces or vertices of a surface.  Which pairs of shapes: those of the rules
 * with such a method (system_contacts.h). */
#ifndef SN_SIM_SYSTEM_COMPLIANT_CONTACTS_H
#define SN_SIM_SYSTEM_COMPLIANT_CONTACTS_H

#include "engine/geometry/contour.h"
#include "engine/sim/system/force_class.h"

/* The surface of a shape in its frame (SnContactShape), triangulated. */
typedef struct SnFoundationSurface {
    int shape;
    SnTriangleMesh *mesh;
    double *x; /* [n_vertices][3] [m] */
    SnBoxTree *tree;
    /* springs, of faces or of vertices */
    int n;
    double (*point)[3]; /* [n] [m] */
    double *area;       /* [n] [m2] */
} SnFoundationSurface;

/* Springs of one shape on another, or (Hunt-Crossley) two spheres, a sphere and a half-space. */
typedef struct SnCompliantPair {
    int rule;
    int shape[2];   /* springs of the first, or the sphere; on the second */
    int surface[2]; /* of these; -1: a sphere or half-space as it is */
    double share;   /* of the springs' areas: half where those of both surfaces act */
    int slots;      /* into pairs.stiffness_slot: aa, ba, bb */
    int first;      /* of the springs in SnCompliantResults.pressure */
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

typedef struct SnCompliantResults {
    SnCompliantSums *sums; /* [n_rules] as of the last forces */
    double *pressure;      /* [n_springs] [Pa] */
    int32_t *hint;         /* [n_springs] triangle last touched: for speed alone */
} SnCompliantResults;

/* Those of a system, to be read and added to. */
SnCompliantContacts *sn_compliant_contacts(SnSystem *system);
/* Sums of a rule; NULL: there is nothing compliant in the system. */
const SnCompliantSums *sn_compliant_sums(const SnSystem *system, const SnWorkspace *work, int rule);

#endif
