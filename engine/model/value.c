/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values apart from any component. */
#include "engine/model/indices_text.h"

#include <float.h>
#include <glib.h>
#include <math.h>
#include <string.h>

static const struct {
    const char *name;
    int width;
} types[] = {
    [SN_TYPE_BOOL] = {"bool", 1},       [SN_TYPE_INT] = {"integer", 1},
    [SN_TYPE_ENUM] = {"choice", 1},     [SN_TYPE_REAL] = {"real", 1},
    [SN_TYPE_VEC3] = {"vector", 3},     [SN_TYPE_QUAT] = {"quaternion", 4},
    [SN_TYPE_COLOR] = {"colour", 3},    [SN_TYPE_SYM3] = {"symmetric matrix", 6},
    [SN_TYPE_STRING] = {"text", 0},     [SN_TYPE_FILE] = {"file", 0},
    [SN_TYPE_REF] = {"reference", 0},   [SN_TYPE_REFS] = {"references", 0},
    [SN_TYPE_REALS] = {"reals", 0},     [SN_TYPE_TARGETS] = {"properties", 0},
    [SN_TYPE_INDICES] = {"numbers", 0},
};

int sn_type_width(SnType type)
{
    return types[type].width;
}

const char *sn_type_name(SnType type)
{
    return types[type].name;
}

void sn_value_clear(SnValue *value)
{
    switch (value->type) {
    case SN_TYPE_STRING:
    case SN_TYPE_FILE:
        g_free(value->string);
        value->string = NULL;
        break;
    case SN_TYPE_REFS:
        g_free(value->refs.ids);
        value->refs = (SnIdList){0};
        break;
    case SN_TYPE_REALS:
        g_free(value->reals.values);
        value->reals = (SnReals){0};
        break;
    case SN_TYPE_TARGETS:
        g_free(value->targets.targets);
        value->targets = (SnTargets){0};
        break;
    case SN_TYPE_INDICES:
        g_free(value->indices.values);
        value->indices = (SnIndices){0};
        break;
    default:
        break;
    }
}

void sn_value_copy(const SnValue *from, SnValue *to)
{
    *to = *from;
    switch (from->type) {
    case SN_TYPE_STRING:
    case SN_TYPE_FILE:
        to->string = g_strdup(from->string);
        break;
    case SN_TYPE_REFS:
        to->refs.ids = g_memdup2(from->refs.ids, (size_t)from->refs.n * sizeof(SnId));
        break;
    case SN_TYPE_REALS:
        to->reals.values = g_memdup2(from->reals.values, (size_t)from->reals.n * sizeof(double));
        break;
    case SN_TYPE_TARGETS:
        to->targets.targets =
            g_memdup2(from->targets.targets, (size_t)from->targets.n * sizeof(SnTarget));
        break;
    case SN_TYPE_INDICES:
        to->indices.values =
            g_memdup2(from->indices.values, (size_t)from->indices.n * sizeof(int32_t));
        break;
    default:
        break;
    }
}

static bool equal_ids(const SnIdList *a, const SnIdList *b)
{
    if (a->n != b->n)
        return false;
    for (int i = 0; i < a->n; i++)
        if (!sn_id_equal(a->ids[i], b->ids[i]))
            return false;
    return true;
}

static bool equal_targets(const SnTargets *a, const SnTargets *b)
{
    if (a->n != b->n)
        return false;
    for (int i = 0; i < a->n; i++)
        if (!sn_id_equal(a->targets[i].id, b->targets[i].id) ||
            a->targets[i].row != b->targets[i].row)
            return false;
    return true;
}

static bool equal_numbers(const double *a, const double *b, int n)
{
    for (int i = 0; i < n; i++)
        if (a[i] != b[i])
            return false;
    return true;
}

bool sn_value_equal(const SnValue *a, const SnValue *b)
{
    if (a->type != b->type)
        return false;
    switch (a->type) {
    case SN_TYPE_BOOL:
        return a->boolean == b->boolean;
    case SN_TYPE_INT:
    case SN_TYPE_ENUM:
        return a->integer == b->integer;
    case SN_TYPE_STRING:
    case SN_TYPE_FILE:
        return strcmp(a->string ? a->string : "", b->string ? b->string : "") == 0;
    case SN_TYPE_REF:
        return sn_id_equal(a->ref, b->ref);
    case SN_TYPE_REFS:
        return equal_ids(&a->refs, &b->refs);
    case SN_TYPE_REALS:
        return a->reals.n == b->reals.n &&
               equal_numbers(a->reals.values, b->reals.values, a->reals.n);
    case SN_TYPE_TARGETS:
        return equal_targets(&a->targets, &b->targets);
    case SN_TYPE_INDICES:
        return a->indices.n == b->indices.n &&
               (a->indices.n == 0 || memcmp(a->indices.values, b->indices.values,
                                            (size_t)a->indices.n * sizeof(int32_t)) == 0);
    default:
        return equal_numbers(a->number, b->number, sn_type_width(a->type));
    }
}

void sn_value_normalize(const SnProperty *property, SnValue *value)
{
    double *x = value->number;
    if (value->type == SN_TYPE_QUAT) {
        const double n = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3]);
        /* one that is unit but for rounding keeps its bits: reading what was written is exact */
        if (isfinite(n) && n > 0 && fabs(n - 1) > 4 * DBL_EPSILON)
            for (int i = 0; i < 4; i++)
                x[i] /= n;
    } else if (value->type == SN_TYPE_COLOR) {
        for (int i = 0; i < 3; i++)
            if (isfinite(x[i]))
                x[i] = round(255 * x[i]) / 255;
    } else if (value->type == SN_TYPE_INDICES && !(property->flags & SN_ORDERED)) {
        sn_indices_sort(&value->indices);
    }
}

int sn_value_numbers(const SnValue *value, double number[6])
{
    switch (value->type) {
    case SN_TYPE_BOOL:
        number[0] = value->boolean;
        return 1;
    case SN_TYPE_INT:
    case SN_TYPE_ENUM:
        number[0] = value->integer;
        return 1;
    default:
        break;
    }
    const int n = sn_type_width(value->type);
    for (int i = 0; i < n; i++)
        number[i] = value->number[i];
    return n;
}

bool sn_value_from_numbers(const SnProperty *property, const double *number, int n, SnValue *value)
{
    memset(value, 0, sizeof *value);
    value->type = property->type;
    if (n < 1 || n != sn_type_width(property->type))
        return false;
    if (property->type == SN_TYPE_BOOL)
        value->boolean = number[0] != 0;
    else if (property->type == SN_TYPE_INT || property->type == SN_TYPE_ENUM)
        value->integer = (int32_t)lround(number[0]);
    else
        memcpy(value->number, number, (size_t)n * sizeof *number);
    return true;
}
