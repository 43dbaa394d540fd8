/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What makes a kind of attachment: one const row, in the file of the kind, named in the table of
 * attachments.c.  Everything that goes through all attachments (positions and velocities,
 * Jacobians, forces passed on, accelerations, load stiffness, compiling) asks the row, so that a
 * new kind needs no line there. */
#ifndef SN_SIM_MOTION_ATTACHMENT_CLASS_H
#define SN_SIM_MOTION_ATTACHMENT_CLASS_H

#include "engine/sim/motion/guide.h"
#include "engine/sim/motion/surface.h"
#include "engine/sim/system/force_class.h"
#include "engine/sim/system/workspace.h"

/* The polar frame of weighted points: sum x g' = R S. */
typedef struct SnPolarFrame {
    double rotation[9];
    double stretch[9]; /* S */
    double inverse[9]; /* (tr S - S)^-1 */
} SnPolarFrame;

/* What all masters of an attachment share at one configuration. */
typedef union SnAttachmentShared {
    SnPolarFrame polar;
    SnGuideNode guide;
    SnSurfaceNode surface;
} SnAttachmentShared;

typedef struct SnAttachmentClass {
    const char *name;
    bool body;      /* the slave is a body, otherwise a point */
    bool rigid;     /* its only master is a body that carries it, mass and all */
    bool placed;    /* keeps numbers worked out from where master and slave start */
    bool gradients; /* asks for attachments.gradient of its masters */

    /* Works out `shared` at q; NULL: nothing is shared. */
    void (*share)(const SnSystem *system, const SnSystemAttachment *a, const double *q,
                  SnAttachmentShared *shared);
    /* Sets the slave's part of q and u from its masters'. */
    void (*follow)(const SnSystem *system, const SnSystemAttachment *a, double *q, double *u);
    /* Jacobian: derivative of the slave's velocity by that of master number k, row-major [n of the
     * slave][n of the master]; value is zero before.  Rotations are those in work. */
    void (*jacobian)(const SnSystem *system, const SnWorkspace *work, const SnSystemAttachment *a,
                     const SnAttachmentShared *shared, int k, double *value);
    /* The slave's acceleration, from velocities and from its masters' accelerations in bias. */
    void (*bias)(const SnSystem *system, const SnWorkspace *work, const SnSystemAttachment *a,
                 const double *q, const double *u, const double *bias, double *r);
    /* Load stiffness: adds to M-hat -k times how what `force` on the slave (point: world axes;
     * body: also the moment, its axes) makes on the masters changes with the masters' places. NULL:
     * it does not change. */
    void (*load_stiffness)(const SnSystem *system, const SnState *state, SnWorkspace *work,
                           const SnSystemAttachment *a, const double force[6], double k);
    /* Pairs that this needs, from a->slots on, besides the masters' own diagonals. */
    bool couples;
    SnCouplingShape coupling;
} SnAttachmentClass;

extern const SnAttachmentClass sn_attach_point_to_body, sn_attach_point_to_points,
    sn_attach_body_to_body, sn_attach_body_to_points, sn_attach_point_to_guide,
    sn_attach_point_to_surface;

const SnAttachmentClass *sn_attachment_class(SnAttachmentKind kind);

static inline const SnBlock *sn_attachment_master(const SnSystem *system,
                                                  const SnSystemAttachment *a, int k)
{
    return &system->blocks[system->attachments.master[a->first + k]];
}

/* The quaternion of the same rotation as r that is nearer to q, the one it replaces: into q. */
void sn_quaternion_near(double q[4], const double r[4]);
/* Adds Q' m, Q the rotation of `orientation`, to the last three rows of a Jacobian, from `column`
 * on. */
void sn_jacobian_add_spin(const double orientation[4], const double m[9], int columns, int column,
                          double *value);
/* Of a point at `local` of a body with acceleration b and velocity u: b + R (w' x l + w x (w x l)).
 */
void sn_point_bias(const double rotation[9], const double u[6], const double b[6],
                   const double local[3], double r[3]);
/* Adds the load stiffness of a force (world axes) on the slave, which is where it is in a carrier
 * (a BODY block; -1: none). */
void sn_carrier_load_stiffness(const SnSystem *system, const SnState *state, SnWorkspace *work,
                               const SnSystemAttachment *a, int carrier, const double force[3],
                               double k);

#endif
