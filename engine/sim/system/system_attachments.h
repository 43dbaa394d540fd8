/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Attachments of the compiled system: blocks that follow others and are eliminated
 * (jaw-tongue-hyoid 3.5); part of system.h. */
#ifndef SN_SIM_SYSTEM_SYSTEM_ATTACHMENTS_H
#define SN_SIM_SYSTEM_SYSTEM_ATTACHMENTS_H

#include "engine/base/id.h"

typedef enum SnAttachmentKind {
    SN_ATTACH_POINT_TO_BODY,    /* x = p + R local */
    SN_ATTACH_POINT_TO_POINTS,  /* x = sum weight_k x_k */
    SN_ATTACH_BODY_TO_BODY,     /* rigidly */
    SN_ATTACH_BODY_TO_POINTS,   /* centre: sum weight_k x_k + R offset; rotation: polar part of
                                   sum x_k gradient_k' times the rest orientation */
    SN_ATTACH_POINT_TO_GUIDE,   /* masters: GUIDE block, then the rigid guide's carrier (none: it is
                                   in the world) or the control points in order (guide.h) */
    SN_ATTACH_POINT_TO_SURFACE, /* masters: SURFACE block, then the surface's body if any */
} SnAttachmentKind;

/* One for each attached block, in any order (sn_system_finish sorts and finds circles).  Masters
 * may be active, attached or kinematic; a master named twice counts twice. */
typedef struct SnSystemAttachment {
    SnAttachmentKind kind;
    SnId id;          /* the component that asked for it: an attachment, or a marker on a FEM */
    int block;        /* the slave; that of a marker on a FEM has no id: its point has it */
    int owner;        /* TO_GUIDE: into guides; TO_SURFACE: into surfaces */
    int first, count; /* into attachments.master, _weight, _gradient */
    double local[3];  /* TO_BODY: from the master's centre of mass, its axes; BODY_TO_POINTS: from
                         the  weighted point to the slave's centre, in the polar frame */
    double orientation[4]; /* BODY_*: slave to master (polar frame) */
    /* by sn_system_finish */
    int first_root, n_roots; /* into attachments.root: active and kinematic blocks it hangs on */
    int chain;               /* into attachments.chain */
    int slots; /* into pairs.stiffness_slot; BODY_TO_POINTS: lower pairs of its masters; TO_GUIDE,
                  TO_SURFACE: each master with the first; else -1 */
} SnSystemAttachment;

/* A kinematic block that an attachment fixes in the world. */
typedef struct SnFixedBlock {
    SnId id; /* the attachment */
    int block;
} SnFixedBlock;

/* The attachments of a compiled system. */
typedef struct SnSystemAttachments {
    int n; /* == n_attached */
    SnSystemAttachment *attachments;
    int n_masters;
    int *master;           /* [n_masters] blocks */
    double *weight;        /* [n_masters] */
    double (*gradient)[3]; /* [n_masters] [1/m]; NULL: no BODY_TO_POINTS */
    int n_fixed;
    SnFixedBlock *fixed; /* [n_fixed]; compiled index of the first of each: n + number */
    /* the rest [finish] */
    int *order; /* [n] masters before slaves */
    int *of;    /* [n_attached] attachment of block n_active + i */
    int n_roots;
    int *root;     /* [n_roots] blocks, ascending in each */
    int *jacobian; /* [n_roots] offset in work.motion.jacobian of the derivative of the
                                 slave's u by the root's, n_slave x n_root */
    int n_jacobian;
    int *chain; /* for each master, each of its own roots (itself where it is not
                                    attached): number in root of the slave's root */
    int n_chain;
} SnSystemAttachments;

#endif
