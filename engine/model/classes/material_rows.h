/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of the composite `material`, of a FEM model and of a region of one: what the table of
 * materials (engine/fem/material_list.h) says, and what all laws have. */
#ifndef SN_MODEL_CLASSES_MATERIAL_ROWS_H
#define SN_MODEL_CLASSES_MATERIAL_ROWS_H

#include "engine/fem/material.h"
#include "engine/model/row.h"

extern const char *const SN_MATERIAL_NAMES[];
extern const char *const SN_MATERIAL_LABELS[];
extern const char *const SN_VOLUME_LAW_NAMES[];

/* What the table gives a parameter besides SN_RANGE and SN_SLIDER: */
#define SN_MODULUS     .unit = SN_UNIT_STRESS, SN_NOT_NEGATIVE
#define SN_COEFFICIENT .unit = SN_UNIT_STRESS /* of either sign: fits to measurements have them */
#define SN_STRETCH     .flags = SN_POSITIVE, SN_RANGE(0, 10)

#define SN_BIND_NUMBER(field) (SnBind)(SN_BIND_MATERIAL + SN_MATERIAL_NUMBER(field))

#define SN_MATERIAL_ROW(Struct, field, row_label, row_help, laws, usual, ...)                      \
    {.name = "material." #field,                                                                   \
     .label = row_label,                                                                           \
     .help = row_help,                                                                             \
     SN_ROW(Struct, material.field),                                                               \
     SN_WHEN("material.type", laws),                                                               \
     SN_DEFAULT(usual),                                                                            \
     .bind = SN_BIND_NUMBER(field),                                                                \
     __VA_ARGS__},

/* A term of the Prony series. */
#define SN_MATERIAL_PRONY_TERM(Struct, i, number)                                                  \
    {.name = "material.prony_g_" number,                                                           \
     .label = "Viscous share " number,                                                             \
     .help = "Stress that fades with time constant " number ", over the lasting stress; 0: none",  \
     SN_ROW(Struct, material.prony_g[i]),                                                          \
     .flags = SN_ADVANCED | SN_MAY_COMPILE,                                                        \
     SN_RANGE(0, 1000),                                                                            \
     .bind = SN_BIND_NUMBER(prony_g[i])},                                                          \
    {                                                                                              \
        .name = "material.prony_tau_" number, .label = "Time constant " number,                    \
        .help = "Time in which that stress fades to 37 %", SN_ROW(Struct, material.prony_tau[i]),  \
        .unit = SN_UNIT_TIME, .flags = SN_ADVANCED | SN_MAY_COMPILE | SN_POSITIVE,                 \
        SN_RANGE(0, 1e6), SN_DEFAULT(1), .bind = SN_BIND_NUMBER(prony_tau[i])                      \
    }

#define SN_MATERIAL_ROWS(Struct)                                                                   \
    {.name = "material.type",                                                                      \
     .label = "Material",                                                                          \
     .help = "Law of stress; those of the change of shape alone have a bulk modulus apart",        \
     SN_ROW_ENUM(Struct, material.kind, SN_MATERIAL_NAMES),                                        \
     .labels = SN_MATERIAL_LABELS,                                                                 \
     SN_DEFAULT(SN_MATERIAL_NEO_HOOKEAN)},                                                         \
        SN_MATERIAL_PARAMETERS(SN_MATERIAL_ROW, Struct){                                           \
            .name = "material.volume_law",                                                         \
            .label = "Volume law",                                                                 \
            .help = "Energy of a change of volume: kappa/2 (J - 1)² or kappa/2 ln² J",             \
            SN_ROW_ENUM(Struct, material.volume_law, SN_VOLUME_LAW_NAMES),                         \
            .flags = SN_ADVANCED,                                                                  \
            SN_WHEN("material.type", SN_MATERIALS_SPLIT)},                                         \
        {.name = "material.stiffening",                                                            \
         .label = "Active stiffening",                                                             \
         .help = "Factor of the stress at full activation of the bundles that stiffen",            \
         SN_ROW(Struct, material.stiffening),                                                      \
         .flags = SN_POSITIVE | SN_ADVANCED,                                                       \
         SN_RANGE(0, 1000),                                                                        \
         SN_DEFAULT(1),                                                                            \
         .bind = SN_BIND_NUMBER(stiffening)},                                                      \
        SN_MATERIAL_PRONY_TERM(Struct, 0, "1"), SN_MATERIAL_PRONY_TERM(Struct, 1, "2"),            \
        SN_MATERIAL_PRONY_TERM(Struct, 2, "3"), SN_MATERIAL_PRONY_TERM(Struct, 3, "4")

#endif
