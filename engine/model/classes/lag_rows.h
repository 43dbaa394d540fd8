/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of a control that acts with delay: SnLagFields. */
#ifndef SN_MODEL_CLASSES_LAG_ROWS_H
#define SN_MODEL_CLASSES_LAG_ROWS_H

#include "engine/model/classes/joint.h"
#include "engine/model/row.h"

#define SN_IF_LAG_FILTER   (1u << SN_LAG_FILTER)
#define SN_IF_LAG_INTEGRAL (1u << SN_LAG_INTEGRAL)

extern const char *const sn_lag_names[];
/* An error where what acts has no range. */
void sn_lag_check(const SnLagFields *lag, SnId id, SnChecks *checks);

#define SN_ROWS_LAG(Struct, field)                                                                 \
    {.name = "dynamics.type",                                                                      \
     .label = "Dynamics",                                                                          \
     .help = "none: the control acts at once; filter: what acts follows it by the time constant; " \
             "integral: the control is the rate of what acts",                                     \
     SN_ROW_ENUM(Struct, field.dynamics, sn_lag_names)},                                           \
        {.name = "dynamics.time_constant",                                                         \
         .label = "Time constant",                                                                 \
         .help = "Time in which what acts comes nearer to the control by 63 %",                    \
         SN_ROW(Struct, field.time_constant),                                                      \
         .unit = SN_UNIT_TIME,                                                                     \
         .flags = SN_POSITIVE,                                                                     \
         SN_RANGE(0, 1000),                                                                        \
         SN_DEFAULT(0.01),                                                                         \
         SN_WHEN("dynamics.type", SN_IF_LAG_FILTER)},                                              \
        {.name = "dynamics.start",                                                                 \
         .label = "Acts at the start",                                                             \
         .help = "What acts at the start in place of the control",                                 \
         SN_ROW(Struct, field.start),                                                              \
         SN_WHEN("dynamics.type", SN_IF_LAG_FILTER | SN_IF_LAG_INTEGRAL)},                         \
        {.name = "dynamics.lowest",                                                                \
         .label = "Lowest integral",                                                               \
         .help = "What acts is no less",                                                           \
         SN_ROW(Struct, field.lowest),                                                             \
         SN_DEFAULT(-1e6),                                                                         \
         .flags = SN_ADVANCED,                                                                     \
         SN_WHEN("dynamics.type", SN_IF_LAG_INTEGRAL)},                                            \
    {                                                                                              \
        .name = "dynamics.highest", .label = "Highest integral", .help = "What acts is no more",   \
        SN_ROW(Struct, field.highest), SN_DEFAULT(1e6), .flags = SN_ADVANCED,                      \
        SN_WHEN("dynamics.type", SN_IF_LAG_INTEGRAL)                                               \
    }

#endif
