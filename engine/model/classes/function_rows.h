/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of a function of one number, a composite of a component: SnFunctionFields. */
#ifndef SN_MODEL_CLASSES_FUNCTION_ROWS_H
#define SN_MODEL_CLASSES_FUNCTION_ROWS_H

#include "engine/model/classes/rows.h"

extern const char *const sn_function_kind_names[];  /* by SnFunctionKind, NULL-terminated */
extern const char *const sn_function_kind_labels[]; /* for people */

#define SN_FUNCTION_COEFFICIENTS 7u   /* `when` masks of the kinds: those with coefficients ... */
#define SN_FUNCTION_POINTS       248u /* ... and those with points */

/* kind: SnFunctionKind that it starts with. */
#define SN_ROWS_FUNCTION(Struct, field, group, function_kind)                                      \
    {.name = group ".function",                                                                    \
     .label = "Function",                                                                          \
     .help = "How the value follows: constant; linear (offset, slope); polynomial "                \
             "(coefficients of 1, x, x^2 ...); or through points, which go on straight beyond "    \
             "their ends, splines of degree 5 in a parabola and of degree 7 in a cubic",           \
     SN_ROW_ENUM(Struct, field.kind, sn_function_kind_names),                                      \
     .labels = sn_function_kind_labels,                                                            \
     SN_DEFAULT(function_kind)},                                                                   \
        {.name = group ".coefficients",                                                            \
         .label = "Coefficients",                                                                  \
         .help = "Of 1, x, x^2 ...; none: 0 where constant, x itself where linear; rad or m",      \
         SN_ROW(Struct, field.coefficients),                                                       \
         SN_WHEN(group ".function", SN_FUNCTION_COEFFICIENTS)},                                    \
        {.name = group ".x",                                                                       \
         .label = "Points x",                                                                      \
         .help = "Coordinate at each point, increasing; rad or m",                                 \
         SN_ROW(Struct, field.x),                                                                  \
         SN_WHEN(group ".function", SN_FUNCTION_POINTS)},                                          \
        {.name = group ".y",                                                                       \
         .label = "Points y",                                                                      \
         .help = "Value at each point; rad or m",                                                  \
         SN_ROW(Struct, field.y),                                                                  \
         SN_WHEN(group ".function", SN_FUNCTION_POINTS)},                                          \
    {                                                                                              \
        .name = group ".scale", .label = "Scale", .help = "The function's value is times this",    \
        SN_ROW(Struct, field.scale), .flags = SN_ADVANCED, SN_DEFAULT(1)                           \
    }

/* SnSeveralFields: what follows a coordinate may follow several. */
#define SN_ROWS_SEVERAL(Struct, field)                                                             \
    {.name = "other_joints",                                                                       \
     .label = "Other joints",                                                                      \
     .help = "Joints of further coordinates that it follows",                                      \
     SN_ROW(Struct, field.others),                                                                 \
     .flags = SN_ADVANCED,                                                                         \
     .target = &SN_CLASS_FRAME_JOINT},                                                             \
        {.name = "other_coordinates",                                                              \
         .label = "Other coordinates",                                                             \
         .help = "Which coordinate of each of them, with commas between "                          \
                 "(angle_1,first,translation_2)",                                                  \
         SN_ROW(Struct, field.other_coordinates),                                                  \
         .flags = SN_ADVANCED},                                                                    \
    {                                                                                              \
        .name = "terms", .label = "Terms of several",                                              \
        .help = "The number that it follows instead of its coordinate, where that is a "           \
                "polynomial of several: a factor and the power of each coordinate, the first "     \
                "one's before those of the others, term by term (0.1, 1, 1: a tenth of their "     \
                "product)",                                                                        \
        SN_ROW(Struct, field.terms), .flags = SN_ADVANCED                                          \
    }

#endif
