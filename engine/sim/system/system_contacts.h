/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What may touch: convex shapes on blocks, surfaces of triangles, and the rules by which pairs of
 * them do. */
#ifndef SN_SIM_SYSTEM_SYSTEM_CONTACTS_H
#define SN_SIM_SYSTEM_SYSTEM_CONTACTS_H

#include "engine/base/id.h"
#include "engine/geometry/convex.h"

#include <stdint.h>

typedef struct SnContactShape {
    SnId id; /* of the body */
    int block;
    double offset[3]; /* of the shape's frame from the block's centre of mass, body axes [m] */
    SnConvex convex;
    bool as_is; /* its mesh is not convex: it touches others with its surface (SnTouchSurface) */
} SnContactShape;

/* How a pair keeps apart. */
typedef enum SnContactMethod {
    SN_CONTACT_CONSTRAINT, /* one-sided rows at contact points */
    SN_CONTACT_HUNT_CROSSLEY,
    SN_CONTACT_ELASTIC_FOUNDATION,
    SN_CONTACT_PRESSURE_FIELD,
} SnContactMethod;

/* Numbers of the compliant methods (compliant_contacts.h). */
typedef struct SnCompliantParameters {
    double modulus; /* [Pa] plane strain, of both bodies; foundation: Young's, of the layer */
    double poisson, thickness;
    double pressure_modulus;                 /* [Pa/m], 0: of the layer */
    double quadratic_modulus, cubic_modulus; /* [Pa/m2], [Pa/m3] */
    double offset;                           /* of the surfaces together [m] */
    double lateral_stiffness;                /* along the surface, over that across it */
    double look_ahead;                       /* [s] of sn_collision_time */
    double dissipation;                      /* [s/m] */
    double static_friction, viscous_friction /* [s/m] */, transition_velocity;
} SnCompliantParameters;

/* A surface where deformable bodies and rigid ones that are not convex touch each other or other
 * rigid ones: points, edges and triangles, on the blocks of a FEM model's nodes or all on one rigid
 * body.  Shapes that deform have numbers in the rules behind those of convex shapes. */
typedef struct SnTouchSurface {
    SnId id;           /* of the FEM model or the body */
    int shape;         /* its number in the rules */
    int block;         /* of a rigid body; -1: it deforms */
    int *vertex_block; /* [n_vertices] where it deforms, else NULL */
    double *local;     /* [n_vertices][3] on a rigid body, from its centre of mass, body axes [m] */
    int n_vertices, n_triangles;
    int32_t *triangles; /* [n_triangles][3] */
    double radius;      /* what is around points and edges (spheres, capsules, strands) [m] */
    bool thin;          /* a strand: points and edges alone; blocks of points or of bodies whose
                           places are those of the points */
    bool round;    /* a cylinder about z of its body: strands touch its sides as they are, by */
    bool core;     /* a second surface of a cylinder (its axis) or a sphere (its centre), with
                      the radius around: for strands alone */
    int *held;     /* [n_vertices] of a strand: the shape that a point is fixed to or so close
                      to that it cannot but touch; -1: none */
    double *along; /* [n_vertices] of a strand: how far along it a point is at the start [m] ... */
    double around; /* ... of so much where its ends meet; 0: they do not */
    bool half_space; /* what lies below the first point, along the second from it */
    double gap;      /* kept where nothing is said [m]; HUGE_VAL: the other surface decides */
    /* by sn_touch_surface_finish */
    int n_edges;
    int32_t *edges;             /* [n_edges][2], first below second, ascending */
    int32_t *wing;              /* [n_edges][2] vertices across, of two triangles there; -1: none */
    int32_t *triangle_edge;     /* [n_triangles][3] edge from corner k to k + 1 */
    int32_t *edge_triangle;     /* [n_edges] the first triangle there; -1: a wire */
    int32_t *vertex_triangle;   /* [n_vertices] the first triangle there; -1: none */
    int32_t *ring_start, *ring; /* [n_vertices + 1]: vertices at the other ends of edges */
    int first; /* number of its first point, edge and triangle among those of all surfaces */
} SnTouchSurface;

/* One collision of the document.  The last rule that a pair is in counts. */
typedef struct SnContactRule {
    SnId id;
    bool enabled;
    bool joined;      /* also what joints and attachments connect */
    bool self;        /* also what deforms with itself */
    uint8_t *side[2]; /* [n_shapes + n_deformable] which shapes are in it */
    bool hulls;       /* rigid bodies touch each other with their convex hulls */
    double friction, restitution;
    double compliance; /* [m/N] of each contact point, 0: rigid */
    double damping;    /* [N s/m] beside the compliance */
    double tolerance;  /* overlap that is kept [m], 0: automatic */
    SnContactMethod method;
    SnCompliantParameters compliant;
    double gap;              /* that surfaces keep where one deforms [m], 0: automatic */
    double torsion, rolling; /* moments about the normal and across it that rigid bodies resist
                                with, over the normal force [m] */
} SnContactRule;

typedef struct SnSystemContacts {
    int n_shapes;
    SnContactShape *shapes;
    int n_surfaces, n_deformable; /* those that deform first; of all bodies, or there are none */
    SnTouchSurface *surfaces;
    int n_rules;
    SnContactRule *rules;
    int n_joined;
    int (*joined)[2]; /* [n_joined] pairs of shapes a < b that are connected, ascending */
    int most;         /* contacts that the state remembers [finish] */
    int n_anchors;    /* numbers of compliant_anchor.h in state.history [finish] */
} SnSystemContacts;

/* Whether two rigid bodies touch with their surfaces. */
static inline bool sn_touch_as_is(const SnSystemContacts *contacts, const SnContactRule *rule,
                                  int a, int b)
{
    return rule->method == SN_CONTACT_CONSTRAINT && !rule->hulls && !(rule->compliance > 0) &&
           contacts->n_surfaces > 0 && a < contacts->n_shapes && b < contacts->n_shapes &&
           (contacts->shapes[a].as_is || contacts->shapes[b].as_is);
}

/* What the state keeps of a contact that carries a force: behind the forces of limits in z, after
 * how many they are. */
typedef enum SnContactRecord {
    SN_CONTACT_FEATURE, /* the bits of an uint64_t */
    SN_CONTACT_RULE,
    SN_CONTACT_GAP,          /* at the end of the step; less than 0: overlap [m] */
    SN_CONTACT_NORMAL_FORCE, /* [N] */
    SN_CONTACT_FORCE,        /* 3: on the second shape, world axes [N] */
    SN_CONTACT_POSITION = SN_CONTACT_FORCE + 3,  /* 3: world [m] */
    SN_CONTACT_NORMAL = SN_CONTACT_POSITION + 3, /* 3: out of the first shape, world */
    SN_CONTACT_FIRST = SN_CONTACT_NORMAL + 3,    /* shapes, by their numbers in the rules */
    SN_CONTACT_SECOND,
    SN_CONTACT_RECORD,
} SnContactRecord;

/* The last of them where something deforms: which pairs cut (contact/soft_cuts.c). */
enum { SN_CUTS_A_NUMBER = 32 };
static inline int sn_soft_cuts_kept(const SnSystemContacts *contacts)
{
    const int pairs = contacts->n_deformable * contacts->n_surfaces;
    return pairs > 0 ? 2 + (pairs + SN_CUTS_A_NUMBER - 1) / SN_CUTS_A_NUMBER : 0;
}

/* Numbers behind the limits' in state.z. */
static inline int sn_contacts_kept(const SnSystemContacts *contacts)
{
    return contacts->n_rules > 0
               ? 1 + SN_CONTACT_RECORD * contacts->most + sn_soft_cuts_kept(contacts)
               : 0;
}

/* Points, edges and triangles of a convex shape whose frame is at `offset` on its block. */
void sn_touch_surface_of_convex(const SnConvex *shape, const double offset[3],
                                SnTouchSurface *surface);
/* Edges, neighbours and rings of a surface whose points and triangles are there. */
void sn_touch_surface_finish(SnTouchSurface *surface);
void sn_touch_surface_clear(SnTouchSurface *surface);

/* A feature: the two shapes, and which point of theirs. */
static inline uint64_t sn_contact_feature(int a, int b, uint32_t point)
{
    return (uint64_t)a << 44 | (uint64_t)b << 24 | (point & 0xffffffu);
}
static inline int sn_contact_first(uint64_t feature)
{
    return (int)(feature >> 44);
}
static inline int sn_contact_second(uint64_t feature)
{
    return (int)(feature >> 24 & 0xfffffu);
}
#define SN_CONTACT_MOST_SHAPES 0x7ffff

/* Features of surfaces: kind 0 a point and a triangle, 1 two edges, 2 a point and a half-space, by
 * their numbers among those of all surfaces. */
static inline uint64_t sn_contact_surface_feature(int kind, int a, int b)
{
    return (uint64_t)1 << 63 | (uint64_t)kind << 60 | (uint64_t)(unsigned)a << 30 |
           (uint64_t)(unsigned)b;
}
#define SN_CONTACT_MOST_FEATURES 0x3fffffff

#endif
