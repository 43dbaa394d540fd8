/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reduced strands of the compiled system, and the guides, surfaces and pulleys they lie on; part of
 * system.h. */
#ifndef SN_SIM_SYSTEM_SYSTEM_STRANDS_H
#define SN_SIM_SYSTEM_SYSTEM_STRANDS_H

#include "engine/base/id.h"
#include "engine/sim/system/strand_parameters.h"
#include "engine/strand/curve.h"
#include "engine/strand/surface_shape.h"

#include <stdbool.h>

/* A curve that strand nodes slide along (engine/strand/curve.h). */
typedef struct SnSystemGuide {
    SnId id;
    SnGuideShape shape;
    SnGuideEnds ends;
    bool rigid;       /* all control points are fixed to `carrier` */
    int carrier;      /* rigid: BODY block, -1: the world */
    int first, count; /* into guides.control (rigid) or guides.block */
    double center[3]; /* ELLIPSE: in the carrier, from its centre of mass */
    double axes[9];   /* ELLIPSE: columns x, y, z in the carrier */
    double radii[2];  /* ELLIPSE [m] */
} SnSystemGuide;

/* A surface that they slide on (engine/strand/surface_shape.h). */
typedef struct SnSystemSurface {
    SnId id;
    SnSurfaceShape shape;
    int carrier;           /* BODY block, -1: the world */
    double position[3];    /* of its frame, from the carrier's centre of mass */
    double orientation[4]; /* its frame to the carrier */
    double size[3];
    int first, rows, columns; /* PATCH: into surfaces.control */
} SnSystemSurface;

/* Where a strand touches the groove of a wheel: placed anew at each configuration, so that the
 * strand enters and leaves along tangents. */
typedef struct SnSystemPulley {
    SnId id;   /* of the strand's entry that asks for it */
    int guide; /* rigid ELLIPSE, on the axle's body (with a wheel: equal radii) or, if it is
                  eccentric, on the wheel */
    int first,
        count;       /* into strands.nodes: from the entering to the leaving tangent; all virtual,
                        on the guide's carrier, their points' `local` is what it was at the start */
    int side;        /* +1: the strand turns from x to y of the guide, -1: the other way */
    int wheel;       /* BODY block whose surface rubs, -1: nothing does */
    double friction; /* with the wheel, or the carrier; Eulerian node: the middle one, which stays
                        at one place of the carrier while the strand lies there */
    bool grip;       /* no slip (sn_grip_constraint) */
    /* by sn_system_finish */
    int memory;    /* offset in state.strands of the wrapped angle at the last step [rad], and of
                      what matter has slipped along a wheel that grips [m] */
    double anchor; /* where the Eulerian node is, from x to y of the guide [rad] */
} SnSystemPulley;

typedef struct SnSystemStrandNode {
    SnId id;   /* of the document's entry; null: one of a pulley's further nodes */
    int point; /* into points: where it is */
    bool is_virtual;
    int eulerian;    /* boundary whose matter passes: EULERIAN block; -1: none */
    int pulley;      /* into pulleys, -1 */
    int rest;        /* material boundary: offset in state.strands of its coordinate [m]; else -1 */
    double friction; /* of matter that passes with the node; Eulerian nodes only */
    int bend; /* into pairs.stiffness_slot: lower pairs of the blocks of the node before, this one
                 and the one after; -1: it does not bend here [finish] */
    int rub;  /* offset in state.strands of the force of friction along the slip [N]; -1: nothing
                 flows [finish] */
    double start_extra; /* arc less chord from the node before, at the start; pulleys [finish] */
    bool movable; /* material boundary that resampling may move along the matter: it is held by
                     nothing but the strand (free and guide nodes) */
} SnSystemStrandNode;

/* From one boundary (a material node, or an Eulerian one) to the next, any number of virtual nodes
 * between them; its matter is stretched evenly (strands.md 2.3). */
typedef struct SnSystemSegment {
    int strand;
    int first, count; /* into strands.node_order: nodes from boundary to boundary */
    bool closing;     /* last one of a closed strand: its end is the strand's first boundary (the
                         first node, unless that is virtual), one rest length further on */
    /* by sn_system_finish */
    int n_blocks, blocks; /* into strands.segment_block: distinct blocks (rest nodes', Eulerian) */
    int slots;            /* first, into pairs.stiffness_slot: lower pairs */
    int row, limit;       /* inextensible: bilateral or unilateral general row, -1 */
} SnSystemSegment;

typedef struct SnSystemStrand {
    SnId id;
    bool enabled, closed;
    SnStrandParameters p;
    int first_node, n_nodes; /* into strands.nodes, in order */
    int first_segment, n_segments;
    double rest_length;  /* at the start [m] */
    double start_length; /* of its path at the start, for excursions [m] */
    int turns;           /* through a part of its nodes; 1: none is repeated */
} SnSystemStrand;

/* The reduced strands of a compiled system. */
typedef struct SnSystemStrands {
    int n, n_nodes, n_segments;
    SnSystemStrand *strands;
    SnSystemStrandNode *nodes;
    SnSystemSegment *segments;
    int n_node_order;
    int *node_order;    /* nodes of each segment, from boundary to boundary */
    int *segment_block; /* [finish] */
} SnSystemStrands;

/* The guides of a compiled system. */
typedef struct SnSystemGuides {
    int n, n_controls, n_blocks;
    SnSystemGuide *guides;
    double (*control)[3]; /* rigid guides: from the carrier's centre of mass, its axes */
    int *block;           /* others: POINT blocks of the control points */
} SnSystemGuides;

/* The surfaces of a compiled system. */
typedef struct SnSystemSurfaces {
    int n, n_controls;
    SnSystemSurface *surfaces;
    double (*control)[3]; /* in the surface's frame, row by row */
} SnSystemSurfaces;

/* The pulleys of a compiled system. */
typedef struct SnSystemPulleys {
    int n;
    SnSystemPulley *pulleys;
} SnSystemPulleys;

#endif
