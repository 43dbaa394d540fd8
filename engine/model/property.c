/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows at work: fields, defaults, checks. */
#include "engine/model/property.h"

#include <glib.h>
#include <math.h>
#include <string.h>

/* Longest text a property may hold [bytes]. */
enum { LONGEST_TEXT = 1 << 16 };

const char *sn_unit_symbol(SnUnit unit)
{
    static const char *const symbols[SN_UNIT_LIST_COUNT] = {
        [SN_UNIT_NONE] = "",
        [SN_UNIT_LENGTH] = "m",
        [SN_UNIT_ANGLE] = "rad",
        [SN_UNIT_TIME] = "s",
        [SN_UNIT_MASS] = "kg",
        [SN_UNIT_DENSITY] = "kg/m³",
        [SN_UNIT_VELOCITY] = "m/s",
        [SN_UNIT_ANGULAR_VELOCITY] = "rad/s",
        [SN_UNIT_ACCELERATION] = "m/s²",
        [SN_UNIT_FORCE] = "N",
        [SN_UNIT_MOMENT] = "N m",
        [SN_UNIT_STIFFNESS] = "N/m",
        [SN_UNIT_DAMPING] = "N s/m",
        [SN_UNIT_ROTARY_STIFFNESS] = "N m/rad",
        [SN_UNIT_ROTARY_DAMPING] = "N m s/rad",
        [SN_UNIT_COMPLIANCE] = "m/N",
        [SN_UNIT_ROTARY_COMPLIANCE] = "rad/(N m)",
        [SN_UNIT_INERTIA] = "kg m²",
        [SN_UNIT_ENERGY] = "J",
        [SN_UNIT_POWER] = "W",
        [SN_UNIT_STRESS] = "Pa",
        [SN_UNIT_MODULUS] = "Pa",
        [SN_UNIT_SMALL_MASS] = "kg",
        [SN_UNIT_RATE] = "1/s",
        [SN_UNIT_VOLUME] = "m³",
        [SN_UNIT_MOMENTUM] = "kg m/s",
        [SN_UNIT_ANGULAR_MOMENTUM] = "kg m²/s",
        [SN_UNIT_AREA] = "m²",
        [SN_UNIT_PRESSURE_MODULUS] = "Pa/m",
        [SN_UNIT_DISSIPATION] = "s/m",
        [SN_UNIT_PIXEL] = "px",
    };
    return symbols[unit];
}

/* Address of the member a row describes. */
static void *field(const void *object, const SnProperty *property)
{
    return (char *)(uintptr_t)object + property->offset;
}

void sn_field_get(const void *object, const SnProperty *property, SnValue *value)
{
    SnValue here = {.type = property->type};
    const void *p = field(object, property);
    switch (property->type) {
    case SN_TYPE_BOOL:
        here.boolean = *(const bool *)p;
        break;
    case SN_TYPE_INT:
    case SN_TYPE_ENUM:
        here.integer = *(const int32_t *)p;
        break;
    case SN_TYPE_STRING:
    case SN_TYPE_FILE:
        here.string = *(char *const *)p;
        break;
    case SN_TYPE_REF:
        here.ref = *(const SnId *)p;
        break;
    case SN_TYPE_REFS:
        here.refs = *(const SnIdList *)p;
        break;
    case SN_TYPE_REALS:
        here.reals = *(const SnReals *)p;
        break;
    case SN_TYPE_TARGETS:
        here.targets = *(const SnTargets *)p;
        break;
    case SN_TYPE_INDICES:
        here.indices = *(const SnIndices *)p;
        break;
    default:
        memcpy(here.number, p, (size_t)sn_type_width(property->type) * sizeof(double));
    }
    sn_value_copy(&here, value);
}

/* Stores a value without freeing what was there; takes what it owns. */
static void store(void *object, const SnProperty *property, const SnValue *value)
{
    void *p = field(object, property);
    switch (property->type) {
    case SN_TYPE_BOOL:
        *(bool *)p = value->boolean;
        break;
    case SN_TYPE_INT:
    case SN_TYPE_ENUM:
        *(int32_t *)p = value->integer;
        break;
    case SN_TYPE_STRING:
    case SN_TYPE_FILE:
        *(char **)p = value->string;
        break;
    case SN_TYPE_REF:
        *(SnId *)p = value->ref;
        break;
    case SN_TYPE_REFS:
        *(SnIdList *)p = value->refs;
        break;
    case SN_TYPE_REALS:
        *(SnReals *)p = value->reals;
        break;
    case SN_TYPE_TARGETS:
        *(SnTargets *)p = value->targets;
        break;
    case SN_TYPE_INDICES:
        *(SnIndices *)p = value->indices;
        break;
    default:
        memcpy(p, value->number, (size_t)sn_type_width(property->type) * sizeof(double));
    }
}

void sn_field_set(void *object, const SnProperty *property, const SnValue *value)
{
    g_return_if_fail(value->type == property->type && property->kind != SN_RESULT);
    SnValue copy;
    sn_value_copy(value, &copy); /* first: the value may be a view of this very field */
    sn_field_clear(object, property);
    store(object, property, &copy);
}

void sn_field_clear(void *object, const SnProperty *property)
{
    void *p = field(object, property);
    switch (property->type) {
    case SN_TYPE_STRING:
    case SN_TYPE_FILE:
        g_free(*(char **)p);
        break;
    case SN_TYPE_REFS:
        g_free(((SnIdList *)p)->ids);
        break;
    case SN_TYPE_REALS:
        g_free(((SnReals *)p)->values);
        break;
    case SN_TYPE_TARGETS:
        g_free(((SnTargets *)p)->targets);
        break;
    case SN_TYPE_INDICES:
        g_free(((SnIndices *)p)->values);
        break;
    default:
        break;
    }
    store(object, property, &(SnValue){.type = property->type});
}

void sn_field_own(void *object, const SnProperty *property)
{
    SnValue value;
    switch (property->type) {
    case SN_TYPE_STRING:
    case SN_TYPE_FILE:
    case SN_TYPE_REFS:
    case SN_TYPE_REALS:
    case SN_TYPE_TARGETS:
    case SN_TYPE_INDICES:
        sn_field_get(object, property, &value);
        store(object, property, &value);
        break;
    default:
        break;
    }
}

SnMode sn_field_mode(const void *object, const SnProperty *property)
{
    if (!(property->flags & SN_INHERITABLE))
        return SN_MODE_EXPLICIT;
    return (SnMode)((const uint8_t *)object)[property->mode_offset];
}

void sn_field_set_mode(void *object, const SnProperty *property, SnMode mode)
{
    g_return_if_fail(property->flags & SN_INHERITABLE);
    ((uint8_t *)object)[property->mode_offset] = (uint8_t)mode;
}

void sn_property_default(const SnProperty *property, SnValue *value)
{
    *value = (SnValue){.type = property->type};
    switch (property->type) {
    case SN_TYPE_BOOL:
        value->boolean = property->number[0] != 0;
        break;
    case SN_TYPE_INT:
    case SN_TYPE_ENUM:
        value->integer = (int32_t)property->number[0];
        break;
    case SN_TYPE_REALS:
        value->reals.n = property->min_count;
        value->reals.values = g_new0(double, property->min_count);
        break;
    case SN_TYPE_INDICES: /* any will do: 0 1 2 ... */
        value->indices.n = property->min_count;
        value->indices.values = g_new(int32_t, property->min_count);
        for (int32_t i = 0; i < property->min_count; i++)
            value->indices.values[i] = i;
        break;
    default:
        memcpy(value->number, property->number,
               (size_t)sn_type_width(property->type) * sizeof(double));
    }
}

/* --- checks --- */

G_GNUC_PRINTF(3, 4)
static bool refuse(char *text, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_vsnprintf(text, size, format, arguments);
    va_end(arguments);
    return false;
}

static bool check_number(const SnProperty *p, double x, char *text, size_t size)
{
    if (!isfinite(x))
        return refuse(text, size, "must be a finite number");
    if (x == 0 && p->flags & SN_NONZERO)
        return refuse(text, size, "must not be 0");
    if (p->hard_min == 0 && p->hard_max == 0)
        return true;
    const bool open = (p->flags & SN_POSITIVE) != 0;
    const bool low = open ? !(x > p->hard_min) : x < p->hard_min;
    if (!low && x <= p->hard_max)
        return true;
    const char *unit = sn_unit_symbol(p->unit);
    const char *space = *unit ? " " : "";
    if (!isfinite(p->hard_max) || (low && open))
        return refuse(text, size, "must be %s %g%s%s, is %g", open ? "greater than" : "at least",
                      p->hard_min, space, unit, x);
    return refuse(text, size, "must be between %g and %g%s%s, is %g", p->hard_min, p->hard_max,
                  space, unit, x);
}

static bool check_numbers(const SnProperty *p, const double *x, int n, char *text, size_t size)
{
    for (int i = 0; i < n; i++)
        if (!check_number(p, x[i], text, size))
            return false;
    return true;
}

static bool check_text(const char *string, char *text, size_t size)
{
    if (!string)
        return true;
    const size_t length = strlen(string);
    if (length > LONGEST_TEXT)
        return refuse(text, size, "must be at most %d bytes long, is %zu", LONGEST_TEXT, length);
    if (!g_utf8_validate(string, (gssize)length, NULL))
        return refuse(text, size, "must be UTF-8 text");
    for (const char *c = string; *c; c++)
        if ((unsigned char)*c < ' ' && *c != '\n' && *c != '\t')
            return refuse(text, size, "must not hold control characters");
    return true;
}

static bool check_count(const SnProperty *p, int n, char *text, size_t size)
{
    if (n >= p->min_count)
        return true;
    return refuse(text, size, "must have at least %d %s, has %d", p->min_count,
                  p->min_count == 1 ? "entry" : "entries", n);
}

static bool check_indices(const SnProperty *p, const SnIndices *indices, char *text, size_t size)
{
    if (!check_count(p, indices->n, text, size))
        return false;
    for (int i = 0; i < indices->n; i++) {
        if (indices->values[i] < 0)
            return refuse(text, size, "must be numbers from 0 up, has %d", indices->values[i]);
        if (i > 0 && !(p->flags & SN_ORDERED) && indices->values[i] <= indices->values[i - 1])
            return refuse(text, size, "must ascend, has %d after %d", indices->values[i],
                          indices->values[i - 1]);
    }
    return true;
}

bool sn_property_check(const SnProperty *p, const SnValue *value, char *text, size_t size)
{
    if (value->type != p->type)
        return refuse(text, size, "must be of type %s, is %s", sn_type_name(p->type),
                      sn_type_name(value->type));
    switch (p->type) {
    case SN_TYPE_BOOL:
        return true;
    case SN_TYPE_INT:
        return check_number(p, value->integer, text, size);
    case SN_TYPE_ENUM:
        for (int i = 0; p->names[i]; i++)
            if (value->integer == i)
                return true;
        return refuse(text, size, "must be one of its names, is number %d", value->integer);
    case SN_TYPE_STRING:
    case SN_TYPE_FILE:
        return check_text(value->string, text, size);
    case SN_TYPE_REF:
        if ((p->flags & SN_REQUIRED) && sn_id_is_null(value->ref))
            return refuse(text, size, "must refer to something");
        return true;
    case SN_TYPE_REFS:
        return check_count(p, value->refs.n, text, size);
    case SN_TYPE_REALS:
        return check_count(p, value->reals.n, text, size) &&
               check_numbers(p, value->reals.values, value->reals.n, text, size);
    case SN_TYPE_TARGETS:
        if ((p->flags & SN_ONE_TARGET) && value->targets.n > 1)
            return refuse(text, size, "must name one property, names %d", value->targets.n);
        return check_count(p, value->targets.n, text, size);
    case SN_TYPE_INDICES:
        return check_indices(p, &value->indices, text, size);
    case SN_TYPE_QUAT: {
        const double *q = value->number;
        const double n = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        if (!isfinite(n))
            return refuse(text, size, "must be finite numbers");
        if (fabs(n - 1) > 1e-6)
            return refuse(text, size, "must be a unit quaternion, has length %g", n);
        return true;
    }
    default:
        return check_numbers(p, value->number, sn_type_width(p->type), text, size);
    }
}

bool sn_property_can_be_driven(const SnProperty *property)
{
    const bool number = property->type == SN_TYPE_REAL || property->type == SN_TYPE_VEC3 ||
                        property->type == SN_TYPE_BOOL;
    if (property->kind == SN_INPUT)
        return true;
    return property->kind == SN_PARAMETER && property->bind > SN_BIND_DOCUMENT && number &&
           !(property->flags & SN_MAY_COMPILE);
}
