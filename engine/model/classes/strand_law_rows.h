/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows that the kinds of strands have in the same form: of their laws, and what drives a muscle.
 * Masks are those of the class's own `law.type`. */
#ifndef SN_MODEL_CLASSES_STRAND_LAW_ROWS_H
#define SN_MODEL_CLASSES_STRAND_LAW_ROWS_H

#include "engine/model/classes/strand.h"
#include "engine/model/row.h"

/* --- of every strand; `...`: what a class adds, as when it applies --- */

#define SN_ROW_STRAND_EXCITATION(...)                                                              \
    {                                                                                              \
        .name = "excitation", .label = "Excitation",                                               \
        .help = "Drive from the nervous system, 0 to 1", SN_ROW(SnAnyStrand, excitation),          \
        .kind = SN_INPUT, SN_RANGE(0, 1), SN_SLIDER(0, 1), .bind = SN_BIND_STRAND_EXCITATION,      \
        __VA_ARGS__                                                                                \
    }
#define SN_ROW_STRAND_DYNAMICS(...)                                                                \
    {                                                                                              \
        .name = "dynamics.enabled", .label = "Activation dynamics",                                \
        .help = "Activation follows excitation with delay; otherwise it is the excitation",        \
        SN_ROW(SnAnyStrand, activation_dynamics), __VA_ARGS__                                      \
    }

/* --- elastic laws --- */

#define SN_ROW_LAW_YOUNGS_MODULUS(Struct, row_help, row_unit, row_flags, start, mask)              \
    {                                                                                              \
        .name = "law.youngs_modulus", .label = "Young's modulus", .help = row_help,                \
        SN_ROW(Struct, youngs_modulus), .unit = row_unit, .flags = row_flags, SN_NOT_NEGATIVE,     \
        SN_DEFAULT(start), SN_WHEN("law.type", mask), .bind = SN_BIND_STRAND_YOUNGS_MODULUS        \
    }
#define SN_ROW_LAW_DAMPING(Struct, row_help, start)                                                \
    {                                                                                              \
        .name = "law.damping", .label = "Damping time", .help = row_help, SN_ROW(Struct, damping), \
        .unit = SN_UNIT_TIME, SN_NOT_NEGATIVE, SN_DEFAULT(start), .bind = SN_BIND_STRAND_DAMPING   \
    }
#define SN_ROW_LAW_BENDING_MODULUS(Struct, row_help, row_unit)                                     \
    {                                                                                              \
        .name = "law.bending_modulus", .label = "Bending modulus", .help = row_help,               \
        SN_ROW(Struct, bending_modulus), .unit = row_unit, SN_NOT_NEGATIVE,                        \
        .bind = SN_BIND_STRAND_BENDING_MODULUS                                                     \
    }
#define SN_ROW_REST_RATIO(Struct, low, high)                                                       \
    {                                                                                              \
        .name = "rest_ratio", .label = "Rest ratio",                                               \
        .help = "Rest length over length at the start: less than 1 is tight, more is slack",       \
        SN_ROW(Struct, rest_ratio), .flags = SN_POSITIVE, SN_RANGE(0, 100), SN_SLIDER(low, high),  \
        SN_DEFAULT(1)                                                                              \
    }

/* --- muscles: members `muscle` (SnStrandMuscle) --- */

#define SN_ROW_LAW_MAX_FORCE(Struct, start, mask)                                                  \
    {                                                                                              \
        .name = "law.max_force", .label = "Maximum force",                                         \
        .help = "Isometric force at optimal length and full activation",                           \
        SN_ROW(Struct, muscle.max_force), .unit = SN_UNIT_FORCE, SN_NOT_NEGATIVE,                  \
        SN_DEFAULT(start), SN_WHEN("law.type", mask), .bind = SN_BIND_STRAND_MAX_FORCE             \
    }
#define SN_ROW_LAW_OPTIMAL_IS_START(Struct, row_help, start, mask)                                 \
    {                                                                                              \
        .name = "law.optimal_is_start", .label = "Optimal at start", .help = row_help,             \
        SN_ROW(Struct, muscle.optimal_is_start), SN_DEFAULT(start), SN_WHEN("law.type", mask)      \
    }
#define SN_FLATTEN_HELP(elements)                                                                  \
    "The active curve stays at its top beyond the optimal length: its falling limb "               \
    "makes " elements " in series unstable (Sueda 2010, Fig. 4.3)"

/* From the optimal length on, in the order of the document. */
#define SN_ROWS_MUSCLE_LAW(Struct, if_peck, if_hill, passive_start, flatten_help)                  \
    {.name = "law.optimal_length",                                                                 \
     .label = "Optimal length",                                                                    \
     .help = "Length of greatest active force: peck of the whole strand, hill of the fibre",       \
     SN_ROW(Struct, muscle.optimal_length),                                                        \
     .unit = SN_UNIT_LENGTH,                                                                       \
     .flags = SN_POSITIVE,                                                                         \
     SN_NOT_NEGATIVE,                                                                              \
     SN_DEFAULT(0.1),                                                                              \
     SN_WHEN("law.type", (if_peck) | (if_hill)),                                                   \
     .bind = SN_BIND_STRAND_OPTIMAL_LENGTH},                                                       \
        {.name = "law.max_ratio",                                                                  \
         .label = "Maximum length ratio",                                                          \
         .help = "Length at which the passive force is full, over the optimal length",             \
         SN_ROW(Struct, muscle.max_ratio),                                                         \
         .flags = SN_POSITIVE,                                                                     \
         SN_RANGE(1, 100),                                                                         \
         SN_DEFAULT(1.5),                                                                          \
         SN_WHEN("law.type", if_peck)},                                                            \
        {.name = "law.tendon_ratio",                                                               \
         .label = "Tendon ratio",                                                                  \
         .help = "Part of the optimal length that is tendon",                                      \
         SN_ROW(Struct, muscle.tendon_ratio),                                                      \
         SN_RANGE(0, 0.99),                                                                        \
         SN_WHEN("law.type", if_peck)},                                                            \
        {.name = "law.passive_fraction",                                                           \
         .label = "Passive fraction",                                                              \
         .help = "Full passive force over the maximum force",                                      \
         SN_ROW(Struct, muscle.passive_fraction),                                                  \
         SN_RANGE(0, 100),                                                                         \
         SN_DEFAULT(passive_start),                                                                \
         SN_WHEN("law.type", if_peck)},                                                            \
        {.name = "law.tendon_slack_length",                                                        \
         .label = "Tendon length",                                                                 \
         .help = "Length of the rigid tendon",                                                     \
         SN_ROW(Struct, muscle.tendon_slack_length),                                               \
         .unit = SN_UNIT_LENGTH,                                                                   \
         SN_NOT_NEGATIVE,                                                                          \
         SN_WHEN("law.type", if_hill)},                                                            \
        {.name = "law.pennation",                                                                  \
         .label = "Pennation",                                                                     \
         .help = "Angle between fibre and tendon at optimal length",                               \
         SN_ROW(Struct, muscle.pennation),                                                         \
         .unit = SN_UNIT_ANGLE,                                                                    \
         SN_RANGE(0, 1.4),                                                                         \
         SN_SLIDER(0, 1),                                                                          \
         SN_WHEN("law.type", if_hill)},                                                            \
        {.name = "law.max_velocity",                                                               \
         .label = "Maximum velocity",                                                              \
         .help = "Fastest shortening, in optimal lengths per second",                              \
         SN_ROW(Struct, muscle.max_velocity),                                                      \
         .unit = SN_UNIT_RATE,                                                                     \
         .flags = SN_POSITIVE,                                                                     \
         SN_RANGE(0, 1000),                                                                        \
         SN_DEFAULT(10),                                                                           \
         SN_WHEN("law.type", if_hill)},                                                            \
        {.name = "law.active_width",                                                               \
         .label = "Active width",                                                                  \
         .help =                                                                                   \
             "Thelen's gamma: width of the active force-length curve, exp(-(l - 1)^2 / gamma)",    \
         SN_ROW(Struct, muscle.thelen.active_width),                                               \
         SN_RANGE(0.01, 10),                                                                       \
         SN_DEFAULT(0.45),                                                                         \
         SN_WHEN("law.type", if_hill)},                                                            \
        {.name = "law.passive_shape",                                                              \
         .label = "Passive shape",                                                                 \
         .help = "Thelen's k_PE: how steeply the passive force rises towards its end",             \
         SN_ROW(Struct, muscle.thelen.passive_shape),                                              \
         SN_RANGE(0.1, 50),                                                                        \
         SN_DEFAULT(5),                                                                            \
         SN_WHEN("law.type", if_hill)},                                                            \
        {.name = "law.passive_strain",                                                             \
         .label = "Passive strain",                                                                \
         .help =                                                                                   \
             "Thelen's epsilon_0: fibre strain at which the passive force is the maximum force",   \
         SN_ROW(Struct, muscle.thelen.passive_strain),                                             \
         SN_RANGE(0.01, 10),                                                                       \
         SN_DEFAULT(0.6),                                                                          \
         SN_WHEN("law.type", if_hill)},                                                            \
        {.name = "law.velocity_shape",                                                             \
         .label = "Velocity shape",                                                                \
         .help = "Thelen's A_f: shape of the force-velocity curve in shortening",                  \
         SN_ROW(Struct, muscle.thelen.velocity_shape),                                             \
         SN_RANGE(0.01, 10),                                                                       \
         SN_DEFAULT(0.25),                                                                         \
         SN_WHEN("law.type", if_hill)},                                                            \
        {.name = "law.max_lengthening",                                                            \
         .label = "Lengthening force",                                                             \
         .help = "Thelen's F_len: force in fast lengthening, over that at rest",                   \
         SN_ROW(Struct, muscle.thelen.max_lengthening),                                            \
         SN_RANGE(1.01, 10),                                                                       \
         SN_DEFAULT(1.4),                                                                          \
         SN_WHEN("law.type", if_hill)},                                                            \
    {                                                                                              \
        .name = "law.flatten", .label = "Flatten", .help = flatten_help,                           \
        SN_ROW(Struct, muscle.flatten), SN_DEFAULT(1), SN_WHEN("law.type", (if_peck) | (if_hill))  \
    }

#endif
