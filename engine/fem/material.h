/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Constitutive laws: the parameters as document and solver hold them.  Stresses in Pa.
 *
 * W = W_shape(C, fibre) + U(J).  Laws marked * depend on the shape change alone
 * (C-bar = J^(-2/3) C) and take U from bulk_modulus; the others have a volumetric part of their
 * own: linear and corotated kappa/2 (tr e)^2 (corotated with mean dilatation: kappa/2 (J - 1)^2,
 * Stomakhin 2012), neo-Hookean lambda/2 ln^2 J, St Venant-Kirchhoff none that separates. */
#ifndef SN_FEM_MATERIAL_H
#define SN_FEM_MATERIAL_H

#include <stdint.h>

typedef enum SnMaterialKind {
    SN_MATERIAL_LINEAR,              /* small strain */
    SN_MATERIAL_COROTATED,           /* linear in the stretch U - I of F = R U */
    SN_MATERIAL_ST_VENANT_KIRCHHOFF, /* linear in Green's strain */
    SN_MATERIAL_NEO_HOOKEAN,         /* mu/2 (I1 - 3) - mu ln J + lambda/2 ln^2 J */
    SN_MATERIAL_MOONEY_RIVLIN,       /* * c10 c01 c11 c20 c02 */
    SN_MATERIAL_OGDEN,               /* * sum mu_i/alpha_i (l1^a + l2^a + l3^a - 3) */
    SN_MATERIAL_FUNG,                /* * c/2 (e^Q - 1), transversely isotropic Q */
    SN_MATERIAL_VERONDA_WESTMANN,    /* * c1 (e^(c2 (I1 - 3)) - 1) - c1 c2/2 (I2 - 3) */
    SN_MATERIAL_TRANSVERSE,          /* * Mooney-Rivlin matrix with fibres (verification A13) */
    SN_MATERIAL_MUSCLE,              /* * Blemker 2005 with active fibres (verification A14) */
    SN_MATERIAL_KIND_COUNT
} SnMaterialKind;

typedef enum SnVolumeLaw {
    SN_VOLUME_QUADRATIC, /* kappa/2 (J - 1)^2 */
    SN_VOLUME_LOGARITHM, /* kappa/2 ln^2 J */
} SnVolumeLaw;

#define SN_OGDEN_TERMS 3
#define SN_PRONY_TERMS 4

/* Double members first: live property commands write them one by one. */
typedef struct SnMaterial {
    /* linear, corotated, St Venant-Kirchhoff, neo-Hookean */
    double youngs_modulus, poissons_ratio;
    /* Mooney-Rivlin; c10 and c01 also of the transversely isotropic matrix */
    double c10, c01, c11, c20, c02;
    double ogden_mu[SN_OGDEN_TERMS], ogden_alpha[SN_OGDEN_TERMS];
    /* Fung: Q = b_f Eff^2 + b_t (Ess^2 + Enn^2 + 2 Esn^2) + 2 b_fs (Efs^2 + Efn^2), f the fibre */
    double fung_c, fung_b_fibre, fung_b_cross, fung_b_shear;
    double vw_c1, vw_c2;
    /* transversely isotropic: l dF/dl = fibre_c3 (e^(fibre_c4 (l-1)) - 1), straight beyond
     * fibre_straight (slope continuous); tension only; plus max_stress * activation along it */
    double fibre_c3, fibre_c4, fibre_straight;
    /* muscle: Blemker 2005; along-fibre and cross-fibre shear moduli, fibre curve */
    double muscle_g1, muscle_g2, muscle_p1, muscle_p2, optimal_stretch, straight_stretch;
    double max_stress; /* muscle, transverse: active stress at full activation [Pa] */
    /* volumetric part of the laws marked * */
    double bulk_modulus;
    /* stress of shape and volume x (1 + (stiffening - 1) activation): c10 and c20 linear in it */
    double stiffening;
    /* quasi-linear viscoelasticity: S(t) = int (1 + sum g_i e^(-(t-s)/tau_i)) dS_e */
    double prony_g[SN_PRONY_TERMS], prony_tau[SN_PRONY_TERMS];
    int32_t kind;       /* SnMaterialKind */
    int32_t volume_law; /* SnVolumeLaw */
} SnMaterial;

/* Defaults: linear, E = 100 kPa, nu = 0.33; the other laws' numbers those of the tongue of
 * Buchaillard 2009 (c10 1037 Pa, c20 486 Pa) or of their papers. */
SnMaterial sn_material_default(void);
/* Number of leading Prony terms in use (g > 0 and tau > 0). */
int sn_material_prony_terms(const SnMaterial *material);
/* Initial shear and bulk modulus at rest, without activation [Pa]. */
void sn_material_moduli(const SnMaterial *material, double *shear, double *bulk);
/* Law marked * above: depends on C-bar and has U(J) apart. */
int sn_material_is_split(SnMaterialKind kind);

#endif
