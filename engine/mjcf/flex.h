/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is soft: <flexcomp> as points and what joins them (flexcomp.c, flex_shape.c), and what
 * becomes of it here (flex.c). */
#ifndef SN_MJCF_FLEX_H
#define SN_MJCF_FLEX_H

#include "engine/mjcf/mjcf.h"

typedef enum SnMjcfFlexType {
    SN_MJCF_FLEX_GRID,
    SN_MJCF_FLEX_BOX,
    SN_MJCF_FLEX_CYLINDER,
    SN_MJCF_FLEX_ELLIPSOID,
    SN_MJCF_FLEX_SQUARE,
    SN_MJCF_FLEX_DISC,
    SN_MJCF_FLEX_CIRCLE,
    SN_MJCF_FLEX_MESH,
    SN_MJCF_FLEX_GMSH,
    SN_MJCF_FLEX_DIRECT,
    SN_MJCF_N_FLEX_TYPES
} SnMjcfFlexType;

/* Points in the axes of the body that carries it, and edges, triangles or tetrahedra by dim. */
typedef struct SnMjcfFlex {
    SnMjcfElement element;
    char *name;
    int body, dim;
    SnMjcfFlexType type;
    int count[3], cells[3];       /* of a grid; of the box that carries it (dof trilinear) */
    int order;                    /* of that box's cells; 0: each point is a vertex of its own */
    double spacing[3], origin[3]; /* of a grid; where the tetrahedra of a mesh meet */
    double radius, mass;
    GArray *points;     /* of double */
    GArray *simplices;  /* of int, dim + 1 each */
    GArray *pinned;     /* of bool, one for each point (of the box, if there is one: node) */
    SnMjcfGeom surface; /* what it says of contact; its target is the FEM's path */
    int self;           /* whether it touches itself */
    int first_body;     /* of those that its points are, of a string */
    SnPlacement frame;  /* of frames that a string is in, in its body */
    GArray *carriers;   /* of int: the body of each point, or one for all; NULL: points are free */
} SnMjcfFlex;

/* Points and simplices of grids, boxes and discs, before they are placed; false: too few or too
 * many. */
bool sn_mjcf_flex_shape(SnMjcfFlex *flex);
/* Points of a mesh, a Gmsh file or the document itself; NULL: they are there. */
const char *sn_mjcf_flex_read_shape(SnMjcf *mjcf, SnMjcfFlex *flex);
/* Volume, area or length of all simplices; tetrahedra inside out are turned round, those without
 * volume left out. */
double sn_mjcf_flex_measure(SnMjcfFlex *flex);
/* What it says of contact, into its surface. */
void sn_mjcf_flex_contact(SnMjcf *mjcf, SnMjcfFlex *flex);
/* Whether an element of <equality> holds a flex of this name at its lengths. */
bool sn_mjcf_keeps_flex(SnMjcf *mjcf, const SnXmlNode *node, const char *name);
/* Whether a body has points of it, by pins or as the file says. */
bool sn_mjcf_flex_is_on(const SnMjcfFlex *flex, int body);
/* Of the bodies that have its points; 1 if none has one. */
double sn_mjcf_mass_of_carriers(SnMjcf *mjcf, const SnMjcfFlex *flex);
/* Attachments of its points to the bodies that have them (flex_bodies.c). */
void sn_mjcf_emit_carriers(SnMjcf *mjcf, const SnMjcfFlex *flex);
/* Bodies for the points of a string, as elements; NULL: an error. */
const SnXmlNode *sn_mjcf_string_bodies(SnMjcf *mjcf, SnMjcfFlex *flex);
/* Its edges, once the bodies are made. */
void sn_mjcf_emit_string(SnMjcf *mjcf, const SnMjcfFlex *flex, bool keeps, double stiffness,
                         double damping);

#endif
