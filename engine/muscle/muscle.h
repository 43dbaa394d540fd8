/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Muscle laws: tension along a path from its length, rate and activation, with derivatives. */
#ifndef SN_MUSCLE_MUSCLE_H
#define SN_MUSCLE_MUSCLE_H

#include <stdbool.h>

/* Shape of the Hill type's curves (Thelen 2003, (1), (3) and (7)). */
typedef struct SnThelenCurves {
    double active_width;    /* gamma of the active force-length curve: half its width squared */
    double passive_shape;   /* k_PE of the passive curve */
    double passive_strain;  /* epsilon_0: fibre strain at which the passive force is max_force */
    double velocity_shape;  /* A_f of the force-velocity curve */
    double max_lengthening; /* F_len: force in fast lengthening over max_force, > 1 */
} SnThelenCurves;

/* His values, of young adults. */
#define SN_THELEN_2003                                                                             \
    {                                                                                              \
        .active_width = 0.45, .passive_shape = 5, .passive_strain = 0.6, .velocity_shape = 0.25,   \
        .max_lengthening = 1.4                                                                     \
    }

typedef enum SnMuscleType {
    SN_MUSCLE_TYPE_PECK,
    SN_MUSCLE_TYPE_HILL,      /* rigid tendon, Thelen's curves, no more */
    SN_MUSCLE_TYPE_ZERO_REST, /* of spline strands: zero rest length (thesis 5.7), max_force at the
                                 rest length */
    /* fibre.h, curves.h */
    SN_MUSCLE_TYPE_THELEN,
    SN_MUSCLE_TYPE_MILLARD,
    SN_MUSCLE_TYPE_SCHUTTE,
    SN_MUSCLE_TYPE_DE_GROOTE,
} SnMuscleType;

/* How activation follows excitation. */
typedef enum SnActivationType {
    SN_ACTIVATION_THELEN,    /* sn_activation_after */
    SN_ACTIVATION_DE_GROOTE, /* smooth between rise and fall: sn_activation_smooth_after */
    SN_ACTIVATION_ZAJAC,     /* two rates: sn_activation_zajac_after */
} SnActivationType;

typedef struct SnMuscleParameters {
    int type; /* SnMuscleType */
    bool dynamics;
    int activation_type; /* SnActivationType */
    double rise_time, fall_time;
    double max_force;           /* [N] */
    double optimal_length;      /* Peck: of the whole path; Hill: of the fibre [m] */
    double max_ratio;           /* Peck: length of full passive force / optimal length */
    double tendon_ratio;        /* Peck: tendon's part of the optimal length */
    double passive_fraction;    /* Peck: full passive force / max_force */
    double damping;             /* [N s/m] */
    double tendon_slack_length; /* from Hill on [m] */
    bool rigid_tendon;          /* from Thelen on */
    double fibre_damping;       /* from Thelen on: over F0 at the maximum velocity */
    double tendon_strain;       /* Thelen, De Groote: at F0 */
    double tendon_toe;          /* Thelen: strain where the straight part begins, over
                                   tendon_strain ... */
    double tendon_slope;        /* ... and its slope times tendon_strain; 0: the ones with which
                                   the curve is smooth and F0 at tendon_strain (OpenSim); the paper
                                   rounds them to 0.609 and 1.712 */
    int curves;                 /* Millard, Schutte: in paths.curves */
    int fibre;                  /* elastic tendon: offset of the fibre's length in state.history
                                   [finish] */
    double pennation;           /* from Hill on: at optimal length [rad] */
    double max_velocity;        /* from Hill on: optimal lengths per second */
    SnThelenCurves thelen;      /* Hill, Thelen; De Groote: passive_strain */
    double active_scale;        /* De Groote: how much wider the active curve is, 0: not */
    bool no_passive;            /* De Groote: the fibre does not pull without activation */
    bool flattened;             /* the active curve stays at its top beyond the optimal length
                                   (strands.md 4.2: no negative stiffness) */
    int excitation;             /* offset in inputs */
    int activation;             /* offset in state.activation */
} SnMuscleParameters;

typedef struct SnTension {
    double tension;   /* [N] */
    double passive;   /* passive part of it [N] */
    double fibre;     /* fibre length [m] */
    double stiffness; /* d tension / d length [N/m] */
    double viscosity; /* d tension / d rate [N s/m] */
} SnTension;

/* Peck et al. 2000 as in ArtiSynth (artisynth 2.3): fn = (l - lo tr) / (lo (1 - tr)),
 * F = Fmax (a (1 + cos 2 pi fn) / 2 [.5 < fn < 1.5] + pf clamp((l - lo) / (lmax - lo), 0, 1)) + d
 * ldot. */
SnTension sn_peck_tension(const SnMuscleParameters *muscle, double length, double rate,
                          double activation);

/* Hill type with a rigid tendon and a fibre pennate at constant height; curves of Thelen 2003. */
SnTension sn_hill_tension(const SnMuscleParameters *muscle, double length, double rate,
                          double activation);

/* Thelen 2003 (verification E2).  Force-length, passive force-length (exponential, straight beyond
 * 5/3 of its strain: twice the optimal length with his values) over normalised fibre length,
 * and force over velocity v (in max_velocity) for activation x force-length factor `active`. */
double sn_thelen_active(const SnThelenCurves *curves, double length, double *slope);
double sn_thelen_passive(const SnThelenCurves *curves, double length, double *slope);
double sn_thelen_force(const SnThelenCurves *curves, double velocity, double activation,
                       double active, double *slope);

/* Activation after a time dt of constant excitation u in 0..1, da/dt = (u - a) / tau, tau = rise
 * (.5 + 1.5 a) while u > a, fall / (.5 + 1.5 a) else (verification E5); exact for any dt. */
double sn_activation_after(double activation, double excitation, double rise, double fall,
                           double dt);

/* De Groote et al. 2016, (1) and (2): da/dt = ((f + .5) / (rise (.5 + 1.5 a)) + (.5 - f) (.5 + 1.5
 * a) / fall) (u - a), f = .5 tanh(10 (u - a)); by steps of fourth order, short beside the time
 * constants. */
double sn_activation_smooth_after(double activation, double excitation, double rise, double fall,
                                  double dt);

/* Zajac 1989, Schutte 1993: da/dt = (u - a) (k1 u + k2) while u > a, (u - a) k2 else, with 1/rise =
 * k1 + k2 and 1/fall = k2 (rise <= fall); exact. */
double sn_activation_zajac_after(double activation, double excitation, double rise, double fall,
                                 double dt);

#endif
