/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_MODEL_CLASSES_STRAND_H
#define SN_MODEL_CLASSES_STRAND_H

#include "engine/model/drawable.h"
#include "engine/muscle/muscle.h"

extern const SnClass SN_CLASS_GUIDE; /* family; list `guides` */
extern const SnClass SN_CLASS_GUIDE_CURVE;
extern const SnClass SN_CLASS_PULLEY;
extern const SnClass SN_CLASS_WRAP_SURFACE; /* list `wraps` */
extern const SnClass SN_CLASS_ANY_STRAND;   /* family; list `strands` */
extern const SnClass SN_CLASS_STRAND;       /* reduced strand, "strand" */
extern const SnClass SN_CLASS_STRAND_NODE;  /* family of the entries of `nodes`: points */
extern const SnClass SN_CLASS_MOMENT_ARM;   /* list `moment_arms` */

/* --- guides: curves that strands slide along --- */

typedef struct SnGuide {
    SnDrawable base;
    char *notes;
    int32_t ends; /* SnGuideEnds: "plain", "capped", "wrapped" */
} SnGuide;

/* "guide_curve": a tube through points.  Rigid if all of them sit on one body. */
typedef struct SnGuideCurve {
    SnGuide base;
    int32_t shape;   /* "polyline", "spline" */
    SnIdList points; /* points (markers, particles, nodes of FEM models and strands); at least 2,
                      * spline 4
                      */
} SnGuideCurve;

/* "pulley": a circle or ellipse around z of a frame on a body. */
typedef struct SnPulley {
    SnGuide base;                       /* ends wrapped by default */
    SnId body;                          /* that carries the axle; none: the world */
    double position[3], orientation[4]; /* of the centre in it; rows location, rotation */
    double radii[2]; /* x, y [m]; rows radius, radius_y; y 0: the same (a circle) */
    SnId wheel;      /* body that turns about the axle and whose rim the strand touches; none: the
                        strand slides freely (or rubs on `body`, with friction) */
    double friction; /* coefficient, with wheel or body */
    bool grip;       /* no slip on the wheel */
    double width;    /* of the wheel drawn [m]; 0: not drawn */
    double mount[3]; /* from the axle to what holds it, in its body, drawn as cheeks; 0: not drawn
                      */
} SnPulley;

typedef enum SnWrapSurfaceShape {
    SN_WRAP_SURFACE_ELLIPSOID, /* the first four as SnSurfaceShape (engine/strand) */
    SN_WRAP_SURFACE_CYLINDER,
    SN_WRAP_SURFACE_TORUS,
    SN_WRAP_SURFACE_PATCH,
    SN_WRAP_SURFACE_SPHERE,
    SN_WRAP_SURFACE_CONE, /* this and what follows for paths only */
    SN_WRAP_SURFACE_MESH, /* what its body looks like */
} SnWrapSurfaceShape;

/* How paths lie over a mesh. */
typedef enum SnWrapSurfaceMethod {
    SN_WRAP_SURFACE_SHORTEST,   /* the shortest of all ways over its convex hull */
    SN_WRAP_SURFACE_PLANE,      /* the taut line in a plane through both ends, to the side */
    SN_WRAP_SURFACE_COVARIANCE, /* ... in the sector of least covariance */
} SnWrapSurfaceMethod;

/* "wrap_surface": a smooth surface on a body. */
typedef struct SnWrapSurface {
    SnDrawable base;
    char *notes;
    SnId body;
    double position[3], orientation[4]; /* rows location, rotation */
    int32_t shape;                      /* SnWrapSurfaceShape */
    double size[3];
    bool ends;       /* cylinder, cone: the length size[1] counts for paths */
    bool part;       /* mesh: only what is in the box of the half edges size */
    int32_t method;  /* mesh: SnWrapSurfaceMethod */
    double offset;   /* mesh: how far off it paths lie [m] */
    int32_t side;    /* where paths pass: SnWrapSide (engine/wrap): "any", "+x", "-x" ... "-z" */
    int32_t columns; /* patch: control points in a row */
    SnReals net;     /* patch: x y z of the control points, row by row */
} SnWrapSurface;

/* --- reduced strands --- */

/* What sets a kind of node apart. */
typedef enum SnNodeTraits {
    SN_NODE_MOVES = 1 << 0,   /* has freedom of its own: starts at `position`, may carry a bead */
    SN_NODE_SLIDES = 1 << 1,  /* ... along what it is on */
    SN_NODE_PASSES = 1 << 2,  /* always virtual, and no point: it stands for all that the strand
                                 touches there */
    SN_NODE_REPEATS = 1 << 3, /* may be in each turn of the strand */
} SnNodeTraits;

/* X(KIND, name, traits)
 * free: a point of its own ("maximal"); point: attached to a marker, particle, node of a FEM model
 * or of another strand; guide: slides along a guide; pulley: runs over a pulley, entering and
 * leaving along tangents; blend: weighted mean of points; surface: slides on a wrap_surface. */
#define SN_STRAND_NODES(X)                                                                         \
    X(FREE, free, SN_NODE_MOVES)                                                                   \
    X(POINT, point, SN_NODE_REPEATS)                                                               \
    X(GUIDE, guide, SN_NODE_MOVES | SN_NODE_SLIDES)                                                \
    X(PULLEY, pulley, SN_NODE_PASSES | SN_NODE_REPEATS)                                            \
    X(BLEND, blend, 0)                                                                             \
    X(SURFACE, surface, SN_NODE_MOVES | SN_NODE_SLIDES)

#define SN_STRAND_NODE_KIND(KIND, name, traits) SN_NODE_##KIND,
typedef enum SnStrandNodeKind {
    SN_STRAND_NODES(SN_STRAND_NODE_KIND) SN_NODE_KIND_COUNT
} SnStrandNodeKind;
#undef SN_STRAND_NODE_KIND

/* How often the strand comes by a node when its turns are repeated (SnStrand.repeat). */
typedef enum SnStrandRepeat {
    SN_REPEAT_NO,    /* once, where it is */
    SN_REPEAT_EACH,  /* in each turn; these nodes are neighbours */
    SN_REPEAT_FIRST, /* once, as far along as the first turn; before the turns */
    SN_REPEAT_LAST,  /* once, as far along as the last turn; behind the turns */
} SnStrandRepeat;

enum { SN_MAX_REPEAT = 64 };

/* An entry of `nodes` (array 0 of the class), in order along the strand. */
typedef struct SnStrandNode {
    int32_t kind;       /* "free", "point", "guide", "pulley", "blend", "surface" */
    bool is_virtual;    /* "virtual": matter passes; it bends the strand but bounds no segment */
    double position[3]; /* start value; free: where it is; guide, surface: the nearest place */
    double velocity[3]; /* start value of a free node */
    SnId point;         /* POINT */
    SnId guide;         /* GUIDE, PULLEY */
    double parameter;   /* GUIDE: start value on the guide; NaN-free: see `by_position` */
    bool by_position;   /* GUIDE: start at the place nearest to `position` */
    int32_t side;       /* PULLEY: "left" turns from x to y of its frame, "right" the other way */
    SnId surface;       /* SURFACE */
    SnIdList blend;     /* BLEND: points ... */
    SnReals weights;    /* ... and their weights, made to sum to 1; empty: equal */
    double mass;        /* a bead's [kg]; a virtual node that is free or slides needs one */
    double friction;    /* of matter that passes a virtual node [1]; the matter's place then is an
                           unknown of its own */
    int32_t repeat;     /* SnStrandRepeat: "no", "each", "first", "last"; POINT, PULLEY */
} SnStrandNode;

/* Whether the node's kind has the traits, or one of them. */
bool sn_strand_node_is(const SnStrandNode *node, unsigned traits);
/* `repeat` where the kind of the node has it, otherwise no. */
SnStrandRepeat sn_strand_node_repeat(const SnStrandNode *node);

typedef enum SnStrandLaw {
    SN_STRAND_LINEAR,       /* EA strain, also in compression */
    SN_STRAND_TENSION_ONLY, /* default */
    SN_STRAND_TENDON,       /* Thelen 2003 toe region, tension only */
    SN_STRAND_INEXTENSIBLE,
    SN_STRAND_SLACK, /* inextensible, but may hang loose */
    SN_STRAND_PECK,  /* muscle laws, over the whole strand */
    SN_STRAND_HILL,
} SnStrandLaw;

/* What every kind of strand has. */
typedef struct SnAnyStrand {
    SnDrawable base;
    char *notes;
    bool enabled;
    double radius;  /* [m] */
    double density; /* [kg/m3] */
    double gravity[3];
    uint8_t gravity_mode;
    int32_t color_by; /* "nothing", "tension", "strain", "activation" (style) */
    bool color_automatic;
    double color_minimum, color_maximum;
    int32_t color_map; /* SnColorMap */
    double excitation; /* input 0..1 */
    double activation; /* start value */
    bool activation_dynamics;
    double rise_time, fall_time;
} SnAnyStrand;

/* law.* of a strand that is a muscle: the same numbers for every kind of strand. */
typedef struct SnStrandMuscle {
    double max_force, optimal_length, max_ratio, tendon_ratio, passive_fraction;
    bool optimal_is_start;
    double tendon_slack_length, pennation, max_velocity;
    SnThelenCurves thelen;
    bool flatten; /* no negative slope of the active curve (thesis 4.2) */
} SnStrandMuscle;

typedef struct SnStrand {
    SnAnyStrand base;
    int32_t law;            /* law.type */
    double youngs_modulus;  /* law.* [Pa] */
    double damping;         /* [s]: viscous part over stiffness */
    double bending_modulus; /* [Pa] of a round section; 0: none */
    SnStrandMuscle muscle;
    bool closed; /* runs back to its first node (a belt) */
    bool lumped;
    double rest_ratio;      /* rest length / length at the start; 1: no pretension */
    double rest_length;     /* > 0: the whole rest length instead [m] */
    double resample;        /* least length of a part over its even share; 0: never */
    int32_t subdivide;      /* further free nodes between each two neighbours; 0: none */
    int32_t repeat;         /* turns through the nodes whose `repeat` is "each" */
    double repeat_shift[3]; /* from one turn to the next, in the frame that the place is given in */
    SnArray nodes;          /* SnStrandNode */
} SnStrand;

/* "moment_arm": of a path or strand about a joint. */
typedef struct SnMomentArm {
    SnComponent base;
    char *notes;
    SnId path;  /* muscle, axial_spring or strand */
    SnId joint; /* hinge, universal (first axis) or slider */
} SnMomentArm;

#endif
