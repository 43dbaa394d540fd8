/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reduced strands, and the guides and surfaces they need, on their way into the system.  Nodes,
 * guides and points refer to each other in any order: each is made when it is first asked for. */
#ifndef SN_COMPILE_STRAND_STRANDS_H
#define SN_COMPILE_STRAND_STRANDS_H

#include "engine/compile/core/compiler.h"
#include "engine/model/classes/strand.h"
#include "engine/strand/curve.h"
#include "engine/strand/surface_shape.h"

/* A coordinate of no component of its own: what becomes of it once blocks have numbers. */
typedef struct SnInternalCoordinate {
    SnBlockKind kind;
    SnId id;   /* of the entry it belongs to */
    int owner; /* GUIDE, SURFACE: into guides, surfaces */
    double mass, gravity[3];
    double q[3], u[3]; /* start values */
} SnInternalCoordinate;

/* What a point is fixed to, and where it is at the start. */
typedef struct SnStrandAnchor {
    enum { SN_ANCHOR_WORLD, SN_ANCHOR_BODY, SN_ANCHOR_POINT } by;
    int draft; /* the body; the point itself, where it has a block of its own */
    double start[3];
} SnStrandAnchor;

typedef struct SnNodeDraft {
    const SnComponent *strand;
    const SnStrandNode *entry; /* NULL: a further node between two */
    SnId id;
    enum { SN_NODE_WAITS, SN_NODE_IS_OPEN, SN_NODE_IS_DONE } state;
    double shift[3];       /* of its turn, in the frame that its place is given in */
    SnStrandAnchor anchor; /* not of a pulley */
    int guide;             /* PULLEY: into guides */
    int eulerian;          /* draft of its EULERIAN block, -1 */
    int touch;             /* draft of a POINT block that is where it is, if it touches; else -1 */
    int point;             /* in the system; -1: none yet */
    bool asked;            /* something else is anchored to it */
} SnNodeDraft;

typedef struct SnStrandDraft {
    const SnStrand *strand;
    int first, count; /* into nodes */
} SnStrandDraft;

typedef struct SnGuideDraft {
    const SnGuide *guide;
    double shift[3]; /* PULLEY: of a turn, in the frame of its body */
    SnGuideShape shape;
    bool rigid;
    int carrier;        /* draft of the body of a rigid one, -1: the world */
    int n;              /* control points */
    double (*start)[3]; /* [n] owned; where they are at the start */
    int *drafts;        /* [n] owned; POINT blocks of one that is not rigid */
    SnCurve curve;      /* at the start */
} SnGuideDraft;

typedef struct SnSurfaceDraft {
    const SnWrapSurface *wrap;
    int carrier;                        /* draft, -1: the world */
    double position[3], orientation[4]; /* at the start */
    SnSurfaceGeometry geometry;
} SnSurfaceDraft;

struct SnStrandCompiler {
    GArray *internal;      /* SnInternalCoordinate */
    GArray *strands;       /* SnStrandDraft */
    GArray *nodes;         /* SnNodeDraft */
    GArray *guides;        /* SnGuideDraft, in the order in which they were asked for */
    GArray *surfaces;      /* SnSurfaceDraft, likewise */
    GArray *splines;       /* SnSplineDraft (spline_strands.h) */
    GArray *open;          /* SnId: nodes that are being made, outermost first */
    GHashTable *followers; /* point (SnId) -> draft of a POINT block that is where it is */
    int *first_node;       /* [n_ids] of a strand: into nodes; -1 */
    /* arrays of the system */
    GArray *system_strands, *system_nodes, *segments, *order, *pulleys, *coordinates;
};

/* --- strand_drafts.c --- */

void sn_strand_compiler_new(SnCompiler *c);
void sn_strand_compiler_free(SnCompiler *c);
/* Drafts of the blocks of all strands, with attachments; after those of everything else. */
bool sn_compile_strand_drafts(SnCompiler *c);
/* Appends a block to be; returns its draft. */
int sn_add_internal_coordinate(SnCompiler *c, const SnComponent *component, SnBlockRole role,
                               const SnInternalCoordinate *internal);
SnInternalCoordinate *sn_internal_coordinate(SnCompiler *c, const SnBlockDraft *draft);
/* Fills what an internal coordinate is in the system, with its start values. */
void sn_compile_internal_coordinate(SnCompiler *c, const SnBlockDraft *draft, SnBlock *block);
/* The document's own checks of a component, which keep from the arrays what they cannot hold: the
 * first error is the compiler's. */
bool sn_check_part(SnCompiler *c, const SnComponent *component);
/* Draft of a node by its entry's id (of several turns the first); NULL: there is none. */
SnNodeDraft *sn_node_draft(SnCompiler *c, SnId id);

/* --- strand_turns.c --- */

/* A node of the strand to be: an entry in one of its turns. */
typedef struct SnTurnNode {
    int entry;
    SnId id; /* of the entry; in further turns one that no entry has */
    double shift[3];
} SnTurnNode;

/* The nodes of all turns, in order; returns their number, `nodes` (g_free) may be NULL. */
int sn_strand_turns(const SnStrand *strand, SnTurnNode **nodes);
/* The entry that a node of any turn stands for; -1: none, it is a further node between two. */
int sn_strand_entry_of(const SnStrand *strand, SnId id);

/* --- strands.nodes.c --- */

/* What makes a kind of node in the system. */
typedef struct SnNodeCompiler {
    /* Makes its blocks and hold (of a pulley: its guide); false with the error, told to `asker`. */
    bool (*make)(SnCompiler *c, SnNodeDraft *node, SnId asker);
    /* Its point in the system, -1: none; NULL: a new one at its block. */
    int (*point)(SnCompiler *c, SnNodeDraft *node);
    /* Other points from whose starts its own is worked out; NULL: none. */
    const SnIdList *(*placed_by)(const SnStrandNode *entry);
} SnNodeCompiler;

extern const SnNodeCompiler sn_node_compilers[SN_NODE_KIND_COUNT];

/* --- strand_anchors.c --- */

/* What a marker, particle or node is fixed to; `asker`: for messages. */
bool sn_anchor_point(SnCompiler *c, SnId asker, SnId point, SnStrandAnchor *anchor);
/* The same of a marker of a body, frame or the world, moved by `shift` in its frame. */
bool sn_anchor_marker(SnCompiler *c, SnId asker, const SnMarker *marker, const double shift[3],
                      SnStrandAnchor *anchor);
/* Draft (-1: the world) and pose at the start of a body or frame. */
bool sn_anchor_carrier(SnCompiler *c, SnId asker, SnId reference, int *draft, double position[3],
                       double orientation[4]);
/* Makes what a node of the document needs; false with the error. */
bool sn_make_node(SnCompiler *c, SnNodeDraft *node);
/* Draft of a POINT block that is always where a point is: its own, or one that follows it. */
int sn_follow_point(SnCompiler *c, const SnComponent *component, SnId point,
                    const SnStrandAnchor *anchor);

/* --- guides.c --- */

/* Number of the draft of a guide, made now if need be; -1 with the compiler's error.  shift: of a
 * pulley, in the frame of its body; NULL: none. */
int sn_guide_draft(SnCompiler *c, SnId asker, SnId guide, const double shift[3]);
int sn_surface_draft(SnCompiler *c, SnId asker, SnId surface);
/* Guides and surfaces of the system, once blocks have places. */
void sn_compile_guides(SnCompiler *c);

/* --- strands.c --- */

/* Points of the nodes. */
bool sn_compile_strand_points(SnCompiler *c);
/* System point of a node by its entry's id; -1: there is none. */
int sn_strand_point(SnCompiler *c, SnId id);
/* Strands, nodes, segments, pulleys. */
bool sn_compile_strands(SnCompiler *c);
/* Hands the arrays over to the system. */
void sn_give_strands(SnCompiler *c);

/* --- strand_rests.c --- */

/* Rest lengths and coordinates of matter, once everything has its place at the start. */
bool sn_compile_strand_rests(SnCompiler *c);

#endif
