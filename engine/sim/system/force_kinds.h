/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of all kinds of forces, once: of it are made the numbers by which systems and workspaces
 * keep what belongs to a kind, the declarations of the rows SN_FORCE_..., and their table. */
#ifndef SN_SIM_SYSTEM_FORCE_KINDS_H
#define SN_SIM_SYSTEM_FORCE_KINDS_H

/* In the order in which they are summed: another one has other bits. */
#define SN_FORCE_KINDS(X)                                                                          \
    X(BLOCKS)             /* mass, gravity, damping; writes where the others add */                \
    X(LOADS)              /* given forces and wrenches */                                          \
    X(PATHS)              /* springs and muscles */                                                \
    X(FRAME_SPRINGS)      /* bushings */                                                           \
    X(FRAME_LOADS)        /* motors between bodies, forces in the axes of a body */                \
    X(DRAGS)              /* of air and water */                                                   \
    X(COMPLIANT_CONTACTS) /* Hunt-Crossley, elastic foundations */                                 \
    X(JOINTS)             /* stiffness and damping of their coordinates */                         \
    X(COORDINATES)        /* soft limits, springs and loads of single coordinates */               \
    X(ARMATURES)          /* inertia of rotors on joints: nothing but masses */                    \
    X(RODS)               /* Cosserat strands */                                                   \
    X(STRANDS)            /* reduced strands */                                                    \
    X(SPLINES)            /* spline strands */                                                     \
    X(PULL)               /* the mouse */                                                          \
    X(FEMS)               /* elements, fibres in them */                                           \
    X(JOINT_ROWS)         /* load stiffness of constraint forces */                                \
    X(ATTACHMENTS)        /* load stiffness of what all the others exert on attached blocks */

#define SN_FORCE_NUMBER(name) SN_FORCE_KIND_##name,
typedef enum SnForceKind { SN_FORCE_KINDS(SN_FORCE_NUMBER) SN_N_FORCE_KINDS } SnForceKind;
#undef SN_FORCE_NUMBER

#endif
