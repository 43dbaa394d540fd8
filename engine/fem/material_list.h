/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of materials: the laws, their parameters and the files they are in.  SnMaterial and its
 * kinds, the dispatch of the kernels, the rows of the document, the names in choices, the live
 * values and the tests of every law are made from it.
 *
 * A new law: a row of SN_MATERIALS and an #include here, its parameters in SN_MATERIAL_PARAMETERS,
 * the law in engine/fem/laws/NAME.h, its energy in tests/fem/material_reference.c. */
#ifndef SN_FEM_MATERIAL_LIST_H
#define SN_FEM_MATERIAL_LIST_H

/* What sets a law apart (SnMaterialClass.flags). */
typedef enum SnMaterialFlags {
    SN_LAW_ELASTIC = 1 << 0,      /* by Young's modulus and Poisson's ratio */
    SN_LAW_SPLIT = 1 << 1,        /* of C-bar = J^(-2/3) C alone, U(J) from bulk_modulus */
    SN_LAW_FIBRE = 1 << 2,        /* has a direction; isotropic where there is no fibre */
    SN_LAW_SMALL_STRAIN = 1 << 3, /* linear in the displacements, does not turn with the body */
    SN_LAW_WHOLE = 1 << 4, /* its volumetric part is no function of J: material_shape adds it,
                              except where the element's mean dilatation is asked for */
} SnMaterialFlags;

/* X(KIND, name in files and of its functions, label, flags) */
#define SN_MATERIALS(X)                                                                            \
    X(LINEAR, linear, "Linear", SN_LAW_ELASTIC | SN_LAW_SMALL_STRAIN)                              \
    X(COROTATED, corotated, "Corotated", SN_LAW_ELASTIC | SN_LAW_WHOLE)                            \
    X(ST_VENANT_KIRCHHOFF, st_venant_kirchhoff, "St. Venant–Kirchhoff", SN_LAW_ELASTIC)            \
    X(NEO_HOOKEAN, neo_hookean, "Neo-Hookean", SN_LAW_ELASTIC)                                     \
    X(MOONEY_RIVLIN, mooney_rivlin, "Mooney–Rivlin", SN_LAW_SPLIT)                                 \
    X(OGDEN, ogden, "Ogden", SN_LAW_SPLIT)                                                         \
    X(FUNG, fung, "Fung", SN_LAW_SPLIT | SN_LAW_FIBRE)                                             \
    X(VERONDA_WESTMANN, veronda_westmann, "Veronda–Westmann", SN_LAW_SPLIT)                        \
    X(TRANSVERSE, transverse, "Transverse", SN_LAW_SPLIT | SN_LAW_FIBRE)                           \
    X(MUSCLE, muscle, "Muscle", SN_LAW_SPLIT | SN_LAW_FIBRE)

/* Laws that a parameter belongs to. */
#define SN_LAW(KIND) (1u << SN_MATERIAL_##KIND)

/* P(c, field of SnMaterial, label, description, laws, default, what else the document's row has:
 * unit, range and slider in the words of engine/model/classes/material_rows.h); c is handed on
 *
 * Defaults are those of the tongue of Buchaillard 2009 or of the law's paper.  Fung's are soft
 * skin-like tissue, twice as stiff along the fibre; Ogden's the rubber of Ogden 1972, as soft as
 * the tongue; Veronda and Westmann's half-way in the range of cat's skin and tendon sheath. */
#define SN_MATERIAL_PARAMETERS(P, c)                                                               \
    P(c, youngs_modulus, "Young's modulus", "Stiffness under a pull, at small strain",             \
      SN_MATERIALS_ELASTIC, 1e4, SN_MODULUS, .flags = SN_POSITIVE, SN_SLIDER(1e3, 1e5))            \
    P(c, poissons_ratio, "Poisson's ratio", "Thinning over stretch; towards 0.5 the volume stays", \
      SN_MATERIALS_ELASTIC, 0.4, SN_RANGE(-0.9, 0.49999), SN_SLIDER(0, 0.49))                      \
    P(c, c10, "c10", "Factor of I1 - 3", SN_LAW(MOONEY_RIVLIN) | SN_LAW(TRANSVERSE), 1037,         \
      SN_MODULUS)                                                                                  \
    P(c, c01, "c01", "Factor of I2 - 3", SN_LAW(MOONEY_RIVLIN) | SN_LAW(TRANSVERSE), 0,            \
      SN_COEFFICIENT)                                                                              \
    P(c, c11, "c11", "Factor of (I1 - 3)(I2 - 3)", SN_LAW(MOONEY_RIVLIN), 0, SN_COEFFICIENT)       \
    P(c, c20, "c20", "Factor of (I1 - 3)²", SN_LAW(MOONEY_RIVLIN), 486, SN_COEFFICIENT)            \
    P(c, c02, "c02", "Factor of (I2 - 3)²", SN_LAW(MOONEY_RIVLIN), 0, SN_COEFFICIENT)              \
    SN_MATERIAL_OGDEN_TERM(P, c, 1, 3150, 1.3)                                                     \
    SN_MATERIAL_OGDEN_TERM(P, c, 2, 6, 5)                                                          \
    SN_MATERIAL_OGDEN_TERM(P, c, 3, -50, -2)                                                       \
    P(c, fung_c, "Fung's c", "Scale of the exponential energy", SN_LAW(FUNG), 1e3, SN_MODULUS)     \
    P(c, fung_b_fibre, "Fung's b along", "Growth with stretch along the fibres", SN_LAW(FUNG), 8,  \
      SN_NOT_NEGATIVE)                                                                             \
    P(c, fung_b_cross, "Fung's b across", "Growth with stretch and shear across the fibres",       \
      SN_LAW(FUNG), 4, SN_NOT_NEGATIVE)                                                            \
    P(c, fung_b_shear, "Fung's b in shear", "Growth with shear along the fibres", SN_LAW(FUNG), 4, \
      SN_NOT_NEGATIVE)                                                                             \
    P(c, vw_c1, "Veronda-Westmann c1", "Scale of the exponential energy",                          \
      SN_LAW(VERONDA_WESTMANN), 1e3, SN_MODULUS)                                                   \
    P(c, vw_c2, "Veronda-Westmann c2", "Growth of the exponential", SN_LAW(VERONDA_WESTMANN), 2,   \
      SN_NOT_NEGATIVE)                                                                             \
    P(c, fibre_c3, "Fibre c3", "Scale of the fibres' stress, which pulls only",                    \
      SN_LAW(TRANSVERSE), 1e3, SN_MODULUS)                                                         \
    P(c, fibre_c4, "Fibre c4", "Growth of the fibres' stress with stretch", SN_LAW(TRANSVERSE),    \
      10, SN_NOT_NEGATIVE)                                                                         \
    P(c, fibre_straight, "Straight from",                                                          \
      "Stretch from which the fibres' stress grows in proportion", SN_LAW(TRANSVERSE), 1.3,        \
      SN_STRETCH)                                                                                  \
    P(c, muscle_g1, "Shear along", "Modulus of shear along the fibres", SN_LAW(MUSCLE), 500,       \
      SN_MODULUS)                                                                                  \
    P(c, muscle_g2, "Shear across", "Modulus of shear across the fibres", SN_LAW(MUSCLE), 500,     \
      SN_MODULUS)                                                                                  \
    P(c, muscle_p1, "Passive p1", "Scale of the passive fibre curve", SN_LAW(MUSCLE), 0.05,        \
      SN_NOT_NEGATIVE)                                                                             \
    P(c, muscle_p2, "Passive p2", "Growth of the passive fibre curve", SN_LAW(MUSCLE), 6.6,        \
      SN_NOT_NEGATIVE)                                                                             \
    P(c, optimal_stretch, "Optimal stretch",                                                       \
      "Stretch at which the fibres are at their optimal length", SN_LAW(MUSCLE), 1.4, SN_STRETCH)  \
    P(c, straight_stretch, "Straight from",                                                        \
      "Passive curve grows in proportion from here, in optimal lengths", SN_LAW(MUSCLE), 1.4,      \
      SN_STRETCH)                                                                                  \
    P(c, max_stress, "Maximum stress", "Stress along the fibres at full activation",               \
      SN_LAW(MUSCLE) | SN_LAW(TRANSVERSE), 3e5, SN_MODULUS)                                        \
    P(c, bulk_modulus, "Bulk modulus", "Pressure over relative change of volume",                  \
      SN_MATERIALS_SPLIT, 1e6, SN_MODULUS, .flags = SN_POSITIVE)

#define SN_MATERIAL_OGDEN_TERM(P, c, n, mu, alpha)                                                 \
    P(c, ogden_mu_##n, "Ogden modulus " #n, "Modulus of term " #n " of Ogden's law",               \
      SN_LAW(OGDEN), mu, SN_COEFFICIENT)                                                           \
    P(c, ogden_alpha_##n, "Ogden exponent " #n,                                                    \
      "Exponent of term " #n "; moduli times exponents must sum to more than 0", SN_LAW(OGDEN),    \
      alpha, SN_RANGE(-100, 100))

#endif

/* For material_laws.h alone: each law defines NAME_shape, the kernel, and the row NAME_class. */
#ifdef SN_MATERIAL_LAW_FILES
#include "engine/fem/laws/corotated.h"
#include "engine/fem/laws/fung.h"
#include "engine/fem/laws/linear.h"
#include "engine/fem/laws/mooney_rivlin.h"
#include "engine/fem/laws/muscle.h"
#include "engine/fem/laws/neo_hookean.h"
#include "engine/fem/laws/ogden.h"
#include "engine/fem/laws/st_venant_kirchhoff.h"
#include "engine/fem/laws/transverse.h"
#include "engine/fem/laws/veronda_westmann.h"
#endif
