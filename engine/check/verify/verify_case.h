/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of verification cases share. */
#ifndef SN_CHECK_VERIFY_CASE_H
#define SN_CHECK_VERIFY_CASE_H

#include "engine/check/build/build_system.h"
#include "engine/check/verify/verify.h"

/* Where a group sends its results. */
typedef struct SnVerifySink {
    const char *only; /* report only names that begin so; NULL: all */
    SnVerifyReport report;
    void *data;
    int reported, failed;
} SnVerifySink;

void sn_verify_absolute(SnVerifySink *sink, const char *name, double value, double reference,
                        double tolerance, const char *source);
void sn_verify_relative(SnVerifySink *sink, const char *name, double value, double reference,
                        double tolerance, const char *source);

/* A hinge axis for motion in the xz plane: frames turned so that the angle of a link hanging down
 * is 0 and grows towards +x. */
extern const double SN_VERIFY_AXIS[4];

/* A link that hangs at `angle` from the point `pin` (world, in the plane y = 0) of a frame already
 * there; center: distance of its centre of mass; inertia about it.  Returns the body; *joint (may
 * be NULL) its hinge. */
int sn_verify_link(SnBuild *build, int parent_frame, const double pin[3], double angle, double mass,
                   double center, double inertia, int *joint);
/* A hinge frame on a link at a distance from its pin. */
int sn_verify_link_frame(SnBuild *build, int body, double center, double distance);
/* Present angle of a hinge [rad]. */
double sn_verify_angle(const SnTrial *trial, int joint);

/* The groups. */
void sn_verify_patch(SnVerifySink *sink);           /* A1 */
void sn_verify_cantilever(SnVerifySink *sink);      /* A3 */
void sn_verify_elastica(SnVerifySink *sink);        /* A4 */
void sn_verify_cook(SnVerifySink *sink);            /* A7 */
void sn_verify_incompressible(SnVerifySink *sink);  /* A9 */
void sn_verify_compressible(SnVerifySink *sink);    /* A11 */
void sn_verify_confined(SnVerifySink *sink);        /* A12 */
void sn_verify_transverse(SnVerifySink *sink);      /* A13 */
void sn_verify_blemker(SnVerifySink *sink);         /* A14 */
void sn_verify_lame(SnVerifySink *sink);            /* A15 */
void sn_verify_inflation(SnVerifySink *sink);       /* A16 */
void sn_verify_torsion(SnVerifySink *sink);         /* A18 */
void sn_verify_twist(SnVerifySink *sink);           /* A20 */
void sn_verify_column(SnVerifySink *sink);          /* A22 */
void sn_verify_frequency(SnVerifySink *sink);       /* A23 */
void sn_verify_buckling(SnVerifySink *sink);        /* A24 */
void sn_verify_relaxation(SnVerifySink *sink);      /* A25 */
void sn_verify_damping(SnVerifySink *sink);         /* A-damping */
void sn_verify_mass_matrix(SnVerifySink *sink);     /* A-mass */
void sn_verify_soft(SnVerifySink *sink);            /* A-soft */
void sn_verify_element_order(SnVerifySink *sink);   /* A-order */
void sn_verify_paper_beam(SnVerifySink *sink);      /* V1, at rest */
void sn_verify_paper_cube(SnVerifySink *sink);      /* V2, at rest */
void sn_verify_beam_motion(SnVerifySink *sink);     /* V1 */
void sn_verify_cube_motion(SnVerifySink *sink);     /* V2 */
void sn_verify_end_moment(SnVerifySink *sink);      /* A6 */
void sn_verify_motion(SnVerifySink *sink);          /* M */
void sn_verify_pendulum(SnVerifySink *sink);        /* B1 */
void sn_verify_double_pendulum(SnVerifySink *sink); /* B2 */
void sn_verify_hanging_chain(SnVerifySink *sink);   /* B5 */
void sn_verify_accuracy(SnVerifySink *sink);        /* B-accuracy */
void sn_verify_free_top(SnVerifySink *sink);        /* B6 */
void sn_verify_symmetric_top(SnVerifySink *sink);   /* B7 */
void sn_verify_heavy_top(SnVerifySink *sink);       /* B8 */
void sn_verify_slider_crank(SnVerifySink *sink);    /* B10 */
void sn_verify_free_crank(SnVerifySink *sink);      /* B11 */
void sn_verify_pin_reaction(SnVerifySink *sink);    /* B14 */
void sn_verify_two_link(SnVerifySink *sink);        /* B13 */
void sn_verify_joints(SnVerifySink *sink);          /* B-joints */
void sn_verify_joint_friction(SnVerifySink *sink);  /* B-joints-friction */
void sn_verify_coordinate(SnVerifySink *sink);      /* B-coordinate */
void sn_verify_ratio(SnVerifySink *sink);           /* B-ratio */
void sn_verify_joint_drift(SnVerifySink *sink);     /* B-drift */
void sn_verify_mass(SnVerifySink *sink);            /* B15 */
void sn_verify_restitution(SnVerifySink *sink);     /* C5 */
void sn_verify_incline(SnVerifySink *sink);         /* C1 */
void sn_verify_sliding(SnVerifySink *sink);         /* C2 */
void sn_verify_soft_contact(SnVerifySink *sink);    /* C-soft */
void sn_verify_rolling(SnVerifySink *sink);         /* C3 */
void sn_verify_impact(SnVerifySink *sink);          /* C5 of bodies */
void sn_verify_stack(SnVerifySink *sink);           /* C5 of boxes */
void sn_verify_cradle(SnVerifySink *sink);          /* C6 */
void sn_verify_arch(SnVerifySink *sink);            /* C-arch */
void sn_verify_resistance(SnVerifySink *sink);      /* C-resistance */
void sn_verify_wedge(SnVerifySink *sink);           /* C-wedge */
void sn_verify_at_rest(SnVerifySink *sink);         /* C-rest */
void sn_verify_conserved(SnVerifySink *sink);       /* C-conserved */
void sn_verify_cylinder(SnVerifySink *sink);        /* C-cylinder */
void sn_verify_mesh_contact(SnVerifySink *sink);    /* C-mesh */
void sn_verify_compliant(SnVerifySink *sink);       /* C-compliant */
void sn_verify_half_plane(SnVerifySink *sink);      /* C-half-plane */
void sn_verify_thin_plate(SnVerifySink *sink);      /* C-thin */
void sn_verify_spline_ring(SnVerifySink *sink);     /* D1 */
void sn_verify_spline_catenary(SnVerifySink *sink); /* D2 */
void sn_verify_spline_string(SnVerifySink *sink);   /* D4 */
void sn_verify_capstan(SnVerifySink *sink);         /* D1 */
void sn_verify_catenary(SnVerifySink *sink);        /* D2 */
void sn_verify_string(SnVerifySink *sink);          /* D4 */
void sn_verify_atwood(SnVerifySink *sink);          /* D5 */
void sn_verify_tackle(SnVerifySink *sink);          /* D7 */
void sn_verify_peg(SnVerifySink *sink);             /* D-peg */
void sn_verify_drum(SnVerifySink *sink);            /* D-drum */
void sn_verify_payout(SnVerifySink *sink);          /* D-payout */
void sn_verify_belt(SnVerifySink *sink);            /* D-belt */
void sn_verify_geodesic(SnVerifySink *sink);        /* D-geodesic */
void sn_verify_cosserat(SnVerifySink *sink);        /* D-cosserat */
void sn_verify_strand_bending(SnVerifySink *sink);  /* D-bending */
void sn_verify_segment(SnVerifySink *sink);         /* D-segment */
void sn_verify_flail(SnVerifySink *sink);           /* D-flail */
void sn_verify_limb(SnVerifySink *sink);            /* D-limb */
void sn_verify_strand_drift(SnVerifySink *sink);    /* D-drift */
void sn_verify_rope(SnVerifySink *sink);            /* D-rope */
void sn_verify_whip(SnVerifySink *sink);            /* D-whip */
void sn_verify_bead(SnVerifySink *sink);            /* D-bead */
void sn_verify_equal_tension(SnVerifySink *sink);   /* D-tension */
void sn_verify_millard(SnVerifySink *sink);         /* E1 */
void sn_verify_thelen(SnVerifySink *sink);          /* E2 */
void sn_verify_thelen_tendon(SnVerifySink *sink);
void sn_verify_equilibrium(SnVerifySink *sink);      /* E3 */
void sn_verify_isokinetic(SnVerifySink *sink);       /* E4 */
void sn_verify_activation(SnVerifySink *sink);       /* E5 */
void sn_verify_peck(SnVerifySink *sink);             /* E-peck */
void sn_verify_wrap(SnVerifySink *sink);             /* E-wrap */
void sn_verify_string_cylinder(SnVerifySink *sink);  /* F1 */
void sn_verify_string_sphere(SnVerifySink *sink);    /* F2 */
void sn_verify_string_ellipsoid(SnVerifySink *sink); /* F3 */
void sn_verify_wrap_mesh(SnVerifySink *sink);        /* F-mesh */
void sn_verify_hertz(SnVerifySink *sink);            /* C7 */
void sn_verify_oscillator(SnVerifySink *sink);       /* G1 */
void sn_verify_damped(SnVerifySink *sink);           /* G2 */
void sn_verify_rayleigh(SnVerifySink *sink);         /* G3 */
void sn_verify_order(SnVerifySink *sink);            /* G-order */
void sn_verify_prescribed(SnVerifySink *sink);       /* G-driven */
void sn_verify_newton(SnVerifySink *sink);           /* G-newton */
void sn_verify_catenary_static(SnVerifySink *sink);  /* D-catenary-static */
void sn_verify_settle(SnVerifySink *sink);           /* G-settle */
void sn_verify_modes(SnVerifySink *sink);            /* G-modes */

#endif
