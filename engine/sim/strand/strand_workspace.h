/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reduced strands inside the step: what is worked out of them at each configuration.  The
 * mathematics of one segment is in engine/strand/segment.h; its columns are the velocities of the
 * distinct blocks that its nodes are attached to and of the Eulerian coordinates at its boundaries.
 *
 * With length l, rest length L, strain e = l / L - 1 and elastic energy L W(e), T = dW/de, the
 * force on the unknowns is -T dl/dq + (T (1 + e) - W) dL/dq: the second part drives matter across
 * boundaries with flow.  gradient = dl/dq - (1 + e) dL/dq = L de/dq. */
#ifndef SN_SIM_STRAND_STRAND_WORKSPACE_H
#define SN_SIM_STRAND_STRAND_WORKSPACE_H

#include "engine/sim/strand/pulley_slide.h"
#include "engine/sim/strand/surface_arc.h"
#include "engine/sim/system/workspace.h"
#include "engine/strand/segment_shift.h"

typedef struct SnSegmentWorkspace {
    SnSegmentInput in;
    SnSegmentShape shape;
    int *column_u; /* [n_columns] where each column is in u */
    int *offset;   /* [n_blocks] first column of each of its blocks */
    double arc;    /* what it is longer than shape.length because it lies on surfaces: matter is
                      spread over the straight parts all the same [m] */
    double rate;   /* of the length [m/s] */
    double strain, strain_rate;
    double start;             /* material coordinate where it begins [m] */
    double tension, passive;  /* [N]; passive: without the active part of a muscle */
    double stiffness;         /* dT / de [N] */
    double viscosity;         /* dT / de' [N s] */
    double pull;              /* force on its rest length: T (1 + e) - W and damping [N] */
    double energy;            /* elastic, of the segment [J] */
    double end_weight;        /* of its axial terms in M-hat: 1, 2 where the end counts alone */
    double later;             /* tension left out of a kick because M-hat has it [N] */
    double *gradient, *force; /* [n_columns] */
    double *weight;           /* [n_columns] force of gravity, once `weighed` since the last look */
    bool weighed;
    double *mass; /* [n_columns][n_columns] at the last matrix */
    /* The last implicit solve (strand_ahead.h): its tension gave start_force - implicit w / h, w
     * the unknown; along the gradient start_tension + along / h gradient' w. */
    double *start_force; /* [n_columns] */
    double *implicit;    /* [n_columns][n_columns] d D + k K */
    double *quadratic;   /* [n_columns] quadratic velocity force at the start of the step */
    double start_tension, along;
    double foreseen;                      /* tension at the end of the step [N] */
    double work;                          /* of these forces in the step [J] */
    double before_energy, before_tension; /* at the start of the step */
    double step; /* looked at near the end of a step of this size [s]; else 0 */
} SnSegmentWorkspace;

/* Bending at a node, in the last implicit solve: force + stiffness (x - where it was). */
typedef struct SnBendWorkspace {
    double force[9], stiffness[81]; /* of three nodes [N], [N/m] */
    double before_energy, work;     /* as of segments */
} SnBendWorkspace;

struct SnStrandWorkspace {
    SnSegmentWorkspace *segments; /* [n_segments_of_strands] */
    SnSegmentNode *nodes;         /* [n_strand_node_order] */
    bool stale;                   /* kinematics have changed since the segments were looked at */
    double (*local)[3];       /* [n_strand_nodes] where on its body each node is, from the centre of
                                 mass, body axes */
    double *extra;            /* [n_strand_node_order] of the part that ends there, an arc, beyond
                                 its chord [m] */
    SnSurfaceSpread *spreads; /* [n_strand_node_order] of the node there; NULL as the next */
    SnSurfaceArc *arcs; /* [n_strand_node_order] of the part that ends there; NULL: no node lies
                           on a surface */
    int *node;          /* [n_strand_node_order] the node whose place is there: that of the
                           order; one that is off (strand_node_position.h) is where the last was */
    SnPulleySlide (*slides)[2];      /* [n_pulleys] */
    SnMovedNode *moved;              /* [n_strand_node_order][2]: entering, leaving */
    bool moved_known;                /* since the last look */
    int n_places;                    /* boundaries whose matter passes */
    SnSegmentNode *alone;            /* [most nodes of a segment] */
    SnRowTerm *terms;                /* [most blocks of a segment] */
    struct SnStrandFriction *places; /* [n_places] without how it slips (strand_friction.h) */
    bool *rubs;                      /* [n_strands] matter that rubs passes some node of it */
    bool *sticks;           /* [n_strand_nodes] matter did not slip there in the last solve */
    double *tension_before; /* [n_segments_of_strands] at the start of a Newton step [N] */
    double *length, *rate;  /* [n_strands] [m], [m/s] */
    double *part_rest;      /* [n_strand_nodes] rest length from a node to the next [m] */
    int *at;                /* [n_strand_nodes] one of its places in nodes */
    double bending_energy;  /* of all strands [J] */
    double *matrix;         /* [most columns]^2 */
    double *columns;        /* [3 x most columns] */
    double *beside;         /* [most columns] of pulley_slide.c */
    SnNodeShift *shifts;    /* [most nodes of a segment], of pulley_slide.c */
    SnNodeSlope *slopes;    /* as those */
    SnPartMomenta *momenta; /* as those */
    double *scratch;        /* of the kernel */
    void *resampling;       /* scratch of strand_resample.c */
    SnBendWorkspace *bends; /* [n_strand_nodes] */
};

/* Its length [m]. */
static inline double sn_segment_length(const SnSegmentWorkspace *w)
{
    return w->shape.length + w->arc;
}

/* --- strand_workspace.c --- */

SnStrandWorkspace *sn_strand_workspace_new(const SnSystem *system); /* NULL: there are no strands */
void sn_strand_workspace_free(SnStrandWorkspace *strand);
/* Nodes, shapes and strains at the last sn_kinematics, unless they are there already. */
void sn_strand_look(const SnSystem *system, const SnState *state, const SnWorkspace *work);
/* gradient [n_columns], written: d length / dq of a segment, with what tangents of pulleys do by
 * moving; flow columns 0. */
void sn_strand_length_gradient(const SnSystem *system, const SnWorkspace *work, int segment,
                               double *gradient);
/* Material coordinate of a boundary [m]; a node of no boundary has NAN. */
double sn_strand_coordinate(const SnSystem *system, const SnState *state, int node);

/* --- strand_force.c --- */

/* Forces of all of them, as SnForceClass has them; the row is in strand_system.c. */
void sn_strand_forces(const SnSystem *system, const double *inputs, const SnState *state,
                      SnWorkspace *work, bool matrix, double d, double k);
/* The weights of all segments, while kinematics are those that they were looked at with. */
void sn_strand_weigh(const SnSystem *system, const SnWorkspace *work);
/* Whether the last implicit solve, where the end of the step counts alone, foresees that damping
 * lets a strand push that only pulls; at the velocities after the solve. */
bool sn_strand_pushes(const SnSystem *system, const SnState *state, const SnWorkspace *work);
/* Elastic energy and that of gravity of all strands [J]; after sn_strand_forces. */
double sn_strand_potential(const SnSystem *system, const SnState *state, const SnWorkspace *work);

/* --- strand_law.c --- */

/* Tension of a segment and what goes with it, from its strain and strain rate. */
void sn_strand_law(const SnSystem *system, const SnState *state, const SnSystemStrand *strand,
                   const SnSystemSegment *segment, SnSegmentWorkspace *w);

/* --- strand_end.c --- */

/* Tension of a segment at its start or end, with weight and inertia of its matter up to there, in a
 * state whose accelerations are those of the last step [N]. */
double sn_strand_end_tension(const SnSystem *system, const SnState *state, SnWorkspace *work,
                             int segment, bool start);

/* --- strand_inertia.c --- */

/* Accelerations of a segment's nodes, those of their blocks being in `bias` (NULL: zero). */
void sn_strand_accelerate_nodes(const SnSystem *system, const SnState *state,
                                const SnWorkspace *work, const double *bias, int segment);

/* momentum += M_s u over all blocks, M_s that of the last matrix; layout of u. */
void sn_strand_add_momentum(const SnSystem *system, const SnWorkspace *work, const double *u,
                            double *momentum);
/* force += factor J'(fq - M a): quadratic velocity force at the velocities of the last
 * sn_kinematics, `bias` the accelerations of the blocks at zero acceleration of the unknowns. */
void sn_strand_add_quadratic(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                             const double *bias, double factor, double *force);
/* force -= M_s change - h x quadratic velocity force, made anew at the last sn_kinematics; `change`
 * of the velocities of all blocks. */
void sn_strand_take_inertia(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                            const double *change, double h, double *force);
/* Kinetic energy [J]; adds momenta (may be NULL) as in sn_audit. */
double sn_strand_kinetic(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                         double momentum[6]);

/* --- strand_resample.c --- */

/* At the end of a step: moves nodes that only their strand holds along the matter where a part gets
 * short (SnStrandParameters.resample). */
void sn_strands_resample(const SnSystem *system, SnState *state, SnWorkspace *work);
/* First column of a block among those of its segment. */
int sn_segment_column(const SnSystem *system, const SnSystemSegment *segment,
                      const SnSegmentWorkspace *w, int block);

/* --- strand_rows.c --- */

/* Greatest part of its rest length by which an inextensible segment is longer (not slack: or
 * shorter) than that, at the last sn_kinematics, and whose it is. */
double sn_strand_overstretch(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                             SnId *id);

#endif
