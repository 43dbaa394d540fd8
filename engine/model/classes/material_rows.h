/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of the composite `material`, of a fem and of a region of one.  Defaults as in
 * sn_material_default, except for law and stiffness: neo-Hookean soft tissue, which can be turned
 * round and squeezed as soon as it is made. */
#ifndef SN_MODEL_CLASSES_MATERIAL_ROWS_H
#define SN_MODEL_CLASSES_MATERIAL_ROWS_H

#include "engine/fem/material.h"
#include "engine/model/row.h"

extern const char *const SN_MATERIAL_NAMES[];
extern const char *const SN_VOLUME_LAW_NAMES[];

#define SN_IF_MATERIAL(kind) (1u << (kind))
#define SN_IF_ELASTIC                                                                              \
    (SN_IF_MATERIAL(SN_MATERIAL_LINEAR) | SN_IF_MATERIAL(SN_MATERIAL_COROTATED) |                  \
     SN_IF_MATERIAL(SN_MATERIAL_ST_VENANT_KIRCHHOFF) | SN_IF_MATERIAL(SN_MATERIAL_NEO_HOOKEAN))
#define SN_IF_MOONEY     (SN_IF_MATERIAL(SN_MATERIAL_MOONEY_RIVLIN))
#define SN_IF_MATRIX     (SN_IF_MOONEY | SN_IF_MATERIAL(SN_MATERIAL_TRANSVERSE))
#define SN_IF_OGDEN      (SN_IF_MATERIAL(SN_MATERIAL_OGDEN))
#define SN_IF_FUNG       (SN_IF_MATERIAL(SN_MATERIAL_FUNG))
#define SN_IF_VERONDA    (SN_IF_MATERIAL(SN_MATERIAL_VERONDA_WESTMANN))
#define SN_IF_TRANSVERSE (SN_IF_MATERIAL(SN_MATERIAL_TRANSVERSE))
#define SN_IF_MUSCLE     (SN_IF_MATERIAL(SN_MATERIAL_MUSCLE))
/* Laws with a volumetric part apart. */
#define SN_IF_SPLIT (SN_IF_MATRIX | SN_IF_OGDEN | SN_IF_FUNG | SN_IF_VERONDA | SN_IF_MUSCLE)

#define SN_MATERIAL_ROW(Struct, field, row_name, row_label, row_help, row_when)                    \
    .name = "material." row_name, .label = row_label, .help = row_help,                            \
    SN_ROW(Struct, material.field), SN_WHEN("material.type", row_when)

/* A modulus in Pa that may be 0. */
#define SN_MATERIAL_STRESS(Struct, field, row_name, row_label, row_help, row_when, usual,          \
                           row_bind)                                                               \
    {                                                                                              \
        SN_MATERIAL_ROW(Struct, field, row_name, row_label, row_help, row_when),                   \
            .unit = SN_UNIT_STRESS, SN_NOT_NEGATIVE, SN_DEFAULT(usual), .bind = row_bind           \
    }
/* One of either sign: fits to measurements have them. */
#define SN_MATERIAL_COEFFICIENT(Struct, field, row_help, row_when, usual, row_bind)                \
    {                                                                                              \
        SN_MATERIAL_ROW(Struct, field, #field, #field, row_help, row_when),                        \
            .unit = SN_UNIT_STRESS, SN_DEFAULT(usual), .bind = row_bind                            \
    }
/* A number without a unit, not negative. */
#define SN_MATERIAL_NUMBER(Struct, field, row_name, row_label, row_help, row_when, usual,          \
                           row_bind)                                                               \
    {                                                                                              \
        SN_MATERIAL_ROW(Struct, field, row_name, row_label, row_help, row_when), SN_NOT_NEGATIVE,  \
            SN_DEFAULT(usual), .bind = row_bind                                                    \
    }
#define SN_MATERIAL_STRETCH(Struct, field, row_name, row_label, row_help, row_when, usual,         \
                            row_bind)                                                              \
    {                                                                                              \
        SN_MATERIAL_ROW(Struct, field, row_name, row_label, row_help, row_when),                   \
            .flags = SN_POSITIVE, SN_RANGE(0, 10), SN_DEFAULT(usual), .bind = row_bind             \
    }
/* A term of Ogden's law: one of either sign. */
#define SN_MATERIAL_OGDEN_TERM(Struct, i, number, mu, alpha)                                       \
    {SN_MATERIAL_ROW(Struct, ogden_mu[i], "ogden_mu_" number, "Ogden modulus " number,             \
                     "Modulus of term " number " of Ogden's law", SN_IF_OGDEN),                    \
     .unit = SN_UNIT_STRESS, SN_DEFAULT(mu), .bind = SN_BIND_MATERIAL_OGDEN_MU_1 + (i)},           \
    {                                                                                              \
        SN_MATERIAL_ROW(Struct, ogden_alpha[i], "ogden_alpha_" number, "Ogden exponent " number,   \
                        "Exponent of term " number                                                 \
                        "; moduli times exponents must sum to more than 0",                        \
                        SN_IF_OGDEN),                                                              \
            SN_RANGE(-100, 100), SN_DEFAULT(alpha), .bind = SN_BIND_MATERIAL_OGDEN_ALPHA_1 + (i)   \
    }
/* A term of the Prony series. */
#define SN_MATERIAL_PRONY_TERM(Struct, i, number)                                                  \
    {.name = "material.prony_g_" number,                                                           \
     .label = "Viscous share " number,                                                             \
     .help = "Stress that fades with time constant " number ", over the lasting stress; 0: none",  \
     SN_ROW(Struct, material.prony_g[i]),                                                          \
     .flags = SN_ADVANCED,                                                                         \
     SN_RANGE(0, 1000),                                                                            \
     .bind = SN_BIND_MATERIAL_PRONY_G_1 + (i)},                                                    \
    {                                                                                              \
        .name = "material.prony_tau_" number, .label = "Time constant " number,                    \
        .help = "Time in which that stress fades to 37 %", SN_ROW(Struct, material.prony_tau[i]),  \
        .unit = SN_UNIT_TIME, .flags = SN_ADVANCED | SN_POSITIVE, SN_RANGE(0, 1e6), SN_DEFAULT(1), \
        .bind = SN_BIND_MATERIAL_PRONY_TAU_1 + (i)                                                 \
    }

#define SN_MATERIAL_ROWS(Struct)                                                                   \
    {.name = "material.type",                                                                      \
     .label = "Material",                                                                          \
     .help = "Law of stress; the split ones, from mooney_rivlin on, have a bulk modulus apart",    \
     SN_ROW_ENUM(Struct, material.kind, SN_MATERIAL_NAMES),                                        \
     SN_DEFAULT(SN_MATERIAL_NEO_HOOKEAN)},                                                         \
        {SN_MATERIAL_ROW(Struct, youngs_modulus, "youngs_modulus", "Young's modulus",              \
                         "Stiffness under a pull, at small strain", SN_IF_ELASTIC),                \
         .unit = SN_UNIT_STRESS,                                                                   \
         .flags = SN_POSITIVE,                                                                     \
         SN_NOT_NEGATIVE,                                                                          \
         SN_SLIDER(1e3, 1e5),                                                                      \
         SN_DEFAULT(1e4),                                                                          \
         .bind = SN_BIND_MATERIAL_YOUNGS_MODULUS},                                                 \
        {SN_MATERIAL_ROW(Struct, poissons_ratio, "poissons_ratio", "Poisson's ratio",              \
                         "Thinning over stretch; towards 0.5 the volume stays", SN_IF_ELASTIC),    \
         SN_RANGE(-0.9, 0.49999), SN_SLIDER(0, 0.49), SN_DEFAULT(0.4),                             \
         .bind = SN_BIND_MATERIAL_POISSONS_RATIO},                                                 \
        SN_MATERIAL_STRESS(Struct, c10, "c10", "c10", "Factor of I1 - 3", SN_IF_MATRIX, 1037,      \
                           SN_BIND_MATERIAL_C10),                                                  \
        SN_MATERIAL_COEFFICIENT(Struct, c01, "Factor of I2 - 3", SN_IF_MATRIX, 0,                  \
                                SN_BIND_MATERIAL_C01),                                             \
        SN_MATERIAL_COEFFICIENT(Struct, c11, "Factor of (I1 - 3)(I2 - 3)", SN_IF_MOONEY, 0,        \
                                SN_BIND_MATERIAL_C11),                                             \
        SN_MATERIAL_COEFFICIENT(Struct, c20, "Factor of (I1 - 3)²", SN_IF_MOONEY, 486,             \
                                SN_BIND_MATERIAL_C20),                                             \
        SN_MATERIAL_COEFFICIENT(Struct, c02, "Factor of (I2 - 3)²", SN_IF_MOONEY, 0,               \
                                SN_BIND_MATERIAL_C02),                                             \
        SN_MATERIAL_OGDEN_TERM(Struct, 0, "1", 3150, 1.3),                                         \
        SN_MATERIAL_OGDEN_TERM(Struct, 1, "2", 6, 5),                                              \
        SN_MATERIAL_OGDEN_TERM(Struct, 2, "3", -50, -2),                                           \
        SN_MATERIAL_STRESS(Struct, fung_c, "fung_c", "Fung's c",                                   \
                           "Scale of the exponential energy", SN_IF_FUNG, 1e3,                     \
                           SN_BIND_MATERIAL_FUNG_C),                                               \
        SN_MATERIAL_NUMBER(Struct, fung_b_fibre, "fung_b_fibre", "Fung's b along",                 \
                           "Growth with stretch along the fibres", SN_IF_FUNG, 8,                  \
                           SN_BIND_MATERIAL_FUNG_B_FIBRE),                                         \
        SN_MATERIAL_NUMBER(Struct, fung_b_cross, "fung_b_cross", "Fung's b across",                \
                           "Growth with stretch and shear across the fibres", SN_IF_FUNG, 4,       \
                           SN_BIND_MATERIAL_FUNG_B_CROSS),                                         \
        SN_MATERIAL_NUMBER(Struct, fung_b_shear, "fung_b_shear", "Fung's b in shear",              \
                           "Growth with shear along the fibres", SN_IF_FUNG, 4,                    \
                           SN_BIND_MATERIAL_FUNG_B_SHEAR),                                         \
        SN_MATERIAL_STRESS(Struct, vw_c1, "vw_c1", "Veronda-Westmann c1",                          \
                           "Scale of the exponential energy", SN_IF_VERONDA, 1e3,                  \
                           SN_BIND_MATERIAL_VW_C1),                                                \
        SN_MATERIAL_NUMBER(Struct, vw_c2, "vw_c2", "Veronda-Westmann c2",                          \
                           "Growth of the exponential", SN_IF_VERONDA, 2, SN_BIND_MATERIAL_VW_C2), \
        SN_MATERIAL_STRESS(Struct, fibre_c3, "fibre_c3", "Fibre c3",                               \
                           "Scale of the fibres' stress, which pulls only", SN_IF_TRANSVERSE, 1e3, \
                           SN_BIND_MATERIAL_FIBRE_C3),                                             \
        SN_MATERIAL_NUMBER(Struct, fibre_c4, "fibre_c4", "Fibre c4",                               \
                           "Growth of the fibres' stress with stretch", SN_IF_TRANSVERSE, 10,      \
                           SN_BIND_MATERIAL_FIBRE_C4),                                             \
        SN_MATERIAL_STRETCH(Struct, fibre_straight, "fibre_straight", "Straight from",             \
                            "Stretch from which the fibres' stress grows in proportion",           \
                            SN_IF_TRANSVERSE, 1.3, SN_BIND_MATERIAL_FIBRE_STRAIGHT),               \
        SN_MATERIAL_STRESS(Struct, muscle_g1, "muscle_g1", "Shear along",                          \
                           "Modulus of shear along the fibres", SN_IF_MUSCLE, 500,                 \
                           SN_BIND_MATERIAL_MUSCLE_G1),                                            \
        SN_MATERIAL_STRESS(Struct, muscle_g2, "muscle_g2", "Shear across",                         \
                           "Modulus of shear across the fibres", SN_IF_MUSCLE, 500,                \
                           SN_BIND_MATERIAL_MUSCLE_G2),                                            \
        SN_MATERIAL_NUMBER(Struct, muscle_p1, "muscle_p1", "Passive p1",                           \
                           "Scale of the passive fibre curve", SN_IF_MUSCLE, 0.05,                 \
                           SN_BIND_MATERIAL_MUSCLE_P1),                                            \
        SN_MATERIAL_NUMBER(Struct, muscle_p2, "muscle_p2", "Passive p2",                           \
                           "Growth of the passive fibre curve", SN_IF_MUSCLE, 6.6,                 \
                           SN_BIND_MATERIAL_MUSCLE_P2),                                            \
        SN_MATERIAL_STRETCH(Struct, optimal_stretch, "optimal_stretch", "Optimal stretch",         \
                            "Stretch at which the fibres are at their optimal length",             \
                            SN_IF_MUSCLE, 1.4, SN_BIND_MATERIAL_OPTIMAL_STRETCH),                  \
        SN_MATERIAL_STRETCH(Struct, straight_stretch, "straight_stretch", "Straight from",         \
                            "Passive curve grows in proportion from here, in optimal lengths",     \
                            SN_IF_MUSCLE, 1.4, SN_BIND_MATERIAL_STRAIGHT_STRETCH),                 \
        SN_MATERIAL_STRESS(Struct, max_stress, "max_stress", "Maximum stress",                     \
                           "Stress along the fibres at full activation",                           \
                           SN_IF_MUSCLE | SN_IF_TRANSVERSE, 3e5, SN_BIND_MATERIAL_MAX_STRESS),     \
        {SN_MATERIAL_ROW(Struct, bulk_modulus, "bulk_modulus", "Bulk modulus",                     \
                         "Pressure over relative change of volume", SN_IF_SPLIT),                  \
         .unit = SN_UNIT_STRESS,                                                                   \
         .flags = SN_POSITIVE,                                                                     \
         SN_NOT_NEGATIVE,                                                                          \
         SN_DEFAULT(1e6),                                                                          \
         .bind = SN_BIND_MATERIAL_BULK_MODULUS},                                                   \
        {.name = "material.volume_law",                                                            \
         .label = "Volume law",                                                                    \
         .help = "Energy of a change of volume: kappa/2 (J - 1)² or kappa/2 ln² J",                \
         SN_ROW_ENUM(Struct, material.volume_law, SN_VOLUME_LAW_NAMES),                            \
         .flags = SN_ADVANCED,                                                                     \
         SN_WHEN("material.type", SN_IF_SPLIT)},                                                   \
        {.name = "material.stiffening",                                                            \
         .label = "Active stiffening",                                                             \
         .help = "Factor of the stress at full activation of the bundles that stiffen",            \
         SN_ROW(Struct, material.stiffening),                                                      \
         .flags = SN_POSITIVE | SN_ADVANCED,                                                       \
         SN_RANGE(0, 1000),                                                                        \
         SN_DEFAULT(1),                                                                            \
         .bind = SN_BIND_MATERIAL_STIFFENING},                                                     \
        SN_MATERIAL_PRONY_TERM(Struct, 0, "1"), SN_MATERIAL_PRONY_TERM(Struct, 1, "2"),            \
        SN_MATERIAL_PRONY_TERM(Struct, 2, "3"), SN_MATERIAL_PRONY_TERM(Struct, 3, "4")

#endif
