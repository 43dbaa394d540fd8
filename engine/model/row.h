/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Initialisers for property rows: type and offset come from the struct member itself, so a row
 * cannot disagree with its struct, and an inheritable row does not compile without its mode byte.
 * For the class tables only. */
#ifndef SN_MODEL_ROW_H
#define SN_MODEL_ROW_H

#include "engine/model/property.h"

#include <math.h>

#define SN_FIELD_TYPE(Struct, field)                                                               \
    _Generic(&((Struct *)0)->field,                                                                \
        bool *: SN_TYPE_BOOL,                                                                      \
        int32_t *: SN_TYPE_INT,                                                                    \
        double *: SN_TYPE_REAL,                                                                    \
        double(*)[3]: SN_TYPE_VEC3,                                                                \
        double(*)[4]: SN_TYPE_QUAT,                                                                \
        double(*)[6]: SN_TYPE_SYM3,                                                                \
        char **: SN_TYPE_STRING,                                                                   \
        SnId *: SN_TYPE_REF,                                                                       \
        SnIdList *: SN_TYPE_REFS,                                                                  \
        SnReals *: SN_TYPE_REALS,                                                                  \
        SnTargets *: SN_TYPE_TARGETS,                                                              \
        SnIndices *: SN_TYPE_INDICES)

/* A member whose C type says what it is. */
#define SN_ROW(Struct, field)                                                                      \
    .type = SN_FIELD_TYPE(Struct, field), .offset = offsetof(Struct, field)
/* Members whose C type has a second meaning. */
#define SN_ROW_ENUM(Struct, field, value_names)                                                    \
    .type = _Generic(&((Struct *)0)->field, int32_t *                                              \
                     : SN_TYPE_ENUM),                                                              \
    .offset = offsetof(Struct, field), .names = value_names
#define SN_ROW_COLOR(Struct, field)                                                                \
    .type = _Generic(&((Struct *)0)->field, double(*)[3]                                           \
                     : SN_TYPE_COLOR),                                                             \
    .offset = offsetof(Struct, field)
#define SN_ROW_FILE(Struct, field)                                                                 \
    .type = _Generic(&((Struct *)0)->field, char **: SN_TYPE_FILE),                                \
    .offset = offsetof(Struct, field)
/* A result: nothing in the document. */
#define SN_ROW_RESULT(value_type, result_unit, result_bind)                                        \
    .type = value_type, .unit = result_unit, .kind = SN_RESULT, .bind = result_bind

/* Flags of an inheritable member, and its mode byte. */
#define SN_INHERITS(Struct, field, more_flags)                                                     \
    .flags = SN_INHERITABLE | (more_flags), .mode_offset = offsetof(Struct, field##_mode)

#define SN_RANGE(least, most)  .hard_min = (least), .hard_max = (most)
#define SN_SLIDER(least, most) .soft_min = (least), .soft_max = (most)
/* >= 0; with the flag SN_POSITIVE > 0. */
#define SN_NOT_NEGATIVE .hard_min = 0, .hard_max = HUGE_VAL

#define SN_DEFAULT(...) .number = {__VA_ARGS__}
#define SN_HEX(rrggbb)                                                                             \
    {                                                                                              \
        (((rrggbb) >> 16) & 255) / 255.0, (((rrggbb) >> 8) & 255) / 255.0, ((rrggbb)&255) / 255.0  \
    }
#define SN_IDENTITY .number = {1, 0, 0, 0}

#define SN_WHEN(decider, mask) .when = decider, .when_mask = (mask)
/* `when` masks of a bool. */
#define SN_IF_FALSE 1u
#define SN_IF_TRUE  2u

#define SN_COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))

#endif
