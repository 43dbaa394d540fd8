/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One segment of a Cosserat strand: the matter between two frames, each of which is a rigid body
 * (Sueda 2010, chapter 4; strands.md 4).  With t the unit vector from origin to origin and F_i, F_j
 * the images of the same orthonormal triad that at rest has its third axis along t:
 *   stretch  tension from any law of length and rate, on the origins along t,
 *   bending  V = sum_k bend_k/2 (a_k^2 + b_k^2) + couple_k a_k b_k,  a = F_i't - e3, b = F_j't - e3
 *            (bend_3, couple_3 the means of the other two).  With equal bend and without couple
 *            that is the thesis's kb/2 (|t - z_i|^2 + |t - z_j|^2), z replaced by its rest image;
 *            bend = 4 E I / L, couple = 2 E I / L is the cubic beam, exact for small deflections,
 *   twist    V = twist/2 phi^2, phi the angle from R(z_j -> z_i) X_j to X_i, R the least rotation;
 *            cos phi = (X_i.X_j + Y_i.Y_j) / (1 + z_i.z_j), sin phi = (Y_i.X_j - X_i.Y_j) / (the
 *            same); twist = G J / L.  The thesis has twist/2 |X_i - R X_j|^2 = twist (1 - cos phi):
 *            the same for small angles, but no moment at half a turn.  phi counts turns: it is the
 *            one nearest to that before, so a step may twist a segment by less than half a turn.
 * Bending and twist are damped in proportion: a dissipation `damping` times the quadratic form of
 * the same numbers' rates, which no rigid motion changes.
 *
 * Vectors of 12: velocity of origin i (world axes), angular velocity of i (its body's axes), the
 * same of j; forces and moments alike.  The origin of a frame is the centre of its body. */
#ifndef SN_STRAND_ROD_H
#define SN_STRAND_ROD_H

#include <stdbool.h>

typedef struct SnRodFrame {
    double position[3]; /* [m] */
    double rotation[9]; /* body to world */
    double velocity[3]; /* [m/s] */
    double turning[3];  /* angular velocity, body axes [rad/s] */
} SnRodFrame;

typedef struct SnRodSegment {
    double length;       /* at rest [m] */
    double triad[2][9];  /* columns: the rest triad in the axes of each body */
    double bend[2];      /* towards its first and second axis [N m] */
    double couple[2];    /* |couple| <= bend [N m] */
    double twist;        /* [N m] */
    double damping;      /* of bending and twist, over their stiffness [s] */
    double angle_before; /* phi is the angle nearest to this [rad] */
} SnRodSegment;

/* What the stretch law says of the present length and rate. */
typedef struct SnRodTension {
    double tension;   /* [N] */
    double stiffness; /* d tension / d length [N/m] */
    double viscosity; /* d tension / d rate [N s/m] */
} SnRodTension;

typedef struct SnRodResponse {
    double force[12];         /* all of it */
    double viscous[12];       /* D u: what part of it velocities make linearly */
    double bending, twisting; /* energies [J] */
    double angle;             /* phi [rad] */
    double damping[12][12];   /* -df/du, symmetric */
    double stiffness[12][12]; /* -df/dq, symmetric part; q varied as velocities are laid out */
} SnRodResponse;

/* Triads of a segment that is at rest as its frames are now: third axis along the origins, first
 * one nearest to the x axis of frame i. */
void sn_rod_rest(const SnRodFrame frame[2], SnRodSegment *segment);
/* The same for a segment whose rest shape is straight and untwisted whatever the frames are: their
 * own axes, z along the fibre. */
void sn_rod_rest_straight(SnRodSegment *segment);

/* Stiffness constants of a segment of length L of an elliptic section with half-widths along the
 * triad's axes [m], E and G [Pa]: bend and couple of the cubic beam, twist. */
void sn_rod_section(SnRodSegment *segment, const double half_width[2], double youngs_modulus,
                    double shear_modulus);

/* Length [m] and its rate [m/s]. */
void sn_rod_length(const SnRodFrame frame[2], double *length, double *rate);

/* Forces and energies; with `derivatives` also damping and stiffness.  `positive_definite` leaves
 * out of them what could make a matrix indefinite. */
void sn_rod_respond(const SnRodSegment *segment, const SnRodFrame frame[2],
                    const SnRodTension *tension, bool derivatives, bool positive_definite,
                    SnRodResponse *response);

#endif
