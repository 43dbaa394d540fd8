/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Property rows and values: the one description from which files, panels, edits, undo, probes,
 * watches, --set, validation and the component reference are made (DESIGN 3). */
#ifndef SN_MODEL_PROPERTY_H
#define SN_MODEL_PROPERTY_H

#include "engine/base/bind.h"
#include "engine/base/id.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct SnClass SnClass;
typedef struct SnProperty SnProperty;

/* Type of a value and of the field that holds it. */
typedef enum SnType {
    SN_TYPE_BOOL,    /* bool */
    SN_TYPE_INT,     /* int32_t */
    SN_TYPE_ENUM,    /* int32_t: index into SnProperty.names */
    SN_TYPE_REAL,    /* double */
    SN_TYPE_VEC3,    /* double[3] */
    SN_TYPE_QUAT,    /* double[4]: w x y z, unit */
    SN_TYPE_COLOR,   /* double[3]: sRGB 0..1; "#rrggbb" in files */
    SN_TYPE_SYM3,    /* double[6]: xx yy zz xy xz yz */
    SN_TYPE_STRING,  /* char *: UTF-8, owned, NULL is "" */
    SN_TYPE_FILE,    /* char *: path relative to the model file, owned */
    SN_TYPE_REF,     /* SnId */
    SN_TYPE_REFS,    /* SnIdList */
    SN_TYPE_REALS,   /* SnReals */
    SN_TYPE_TARGETS, /* SnTargets: properties of components, "bodies/jaw:position" in files */
    SN_TYPE_INDICES, /* SnIndices: numbers of nodes or elements, ascending unless the order means
                        something (SN_ORDERED); "0-12 15" in files */
} SnType;

/* Memory owned by values and fields comes from g_malloc. */
typedef struct SnIdList {
    int n;
    SnId *ids; /* owned */
} SnIdList;

typedef struct SnReals {
    int n;
    double *values; /* owned */
} SnReals;

typedef struct SnIndices {
    int n;
    int32_t *values; /* owned, >= 0 */
} SnIndices;

/* A property of a component (or array entry): row is the index in the component's class. */
typedef struct SnTarget {
    SnId id;
    int row;
} SnTarget;

typedef struct SnTargets {
    int n;
    SnTarget *targets; /* owned */
} SnTargets;

/* Physical dimension of the SI number; ui/session/units.c chooses what a person reads. */
typedef enum SnUnit {
    SN_UNIT_NONE,
    SN_UNIT_LENGTH,            /* m */
    SN_UNIT_ANGLE,             /* rad */
    SN_UNIT_TIME,              /* s */
    SN_UNIT_MASS,              /* kg */
    SN_UNIT_DENSITY,           /* kg/m3 */
    SN_UNIT_VELOCITY,          /* m/s */
    SN_UNIT_ANGULAR_VELOCITY,  /* rad/s */
    SN_UNIT_ACCELERATION,      /* m/s2 */
    SN_UNIT_FORCE,             /* N */
    SN_UNIT_MOMENT,            /* N m */
    SN_UNIT_STIFFNESS,         /* N/m */
    SN_UNIT_DAMPING,           /* N s/m */
    SN_UNIT_ROTARY_STIFFNESS,  /* N m/rad */
    SN_UNIT_ROTARY_DAMPING,    /* N m s/rad */
    SN_UNIT_COMPLIANCE,        /* m/N */
    SN_UNIT_ROTARY_COMPLIANCE, /* rad/(N m) */
    SN_UNIT_INERTIA,           /* kg m2 */
    SN_UNIT_ENERGY,            /* J */
    SN_UNIT_POWER,             /* W */
    SN_UNIT_STRESS,            /* Pa */
    SN_UNIT_MODULUS,           /* Pa: of what is stiff (tendons) */
    SN_UNIT_SMALL_MASS,        /* kg: of what weighs grams (tendons, beads) */
    SN_UNIT_RATE,              /* 1/s, lengths per second */
    SN_UNIT_VOLUME,            /* m3 */
    SN_UNIT_MOMENTUM,          /* kg m/s */
    SN_UNIT_ANGULAR_MOMENTUM,  /* kg m2/s */
    SN_UNIT_AREA,              /* m2 */
    SN_UNIT_PRESSURE_MODULUS,  /* Pa/m: pressure per depth */
    SN_UNIT_DISSIPATION,       /* s/m: shares per speed */
    SN_UNIT_PIXEL,             /* px: screen sizes */
    SN_UNIT_LIST_COUNT
} SnUnit;

/* SI symbol as written in messages and the reference ("N/m"; "" for none). */
const char *sn_unit_symbol(SnUnit unit);

typedef enum SnKind {
    SN_PARAMETER, /* the model holds it, the system a copy; changes live, or structural */
    SN_START,     /* the model holds the value at t = 0, the engine the present one */
    SN_INPUT,     /* the model holds the base value; a probe or controller may drive it */
    SN_RESULT,    /* read only, from the newest snapshot */
} SnKind;

typedef enum SnPropertyFlags {
    SN_INHERITABLE =
        1 << 0,            /* has a mode byte: explicit or inherited (nearest explicit ancestor) */
    SN_ADVANCED = 1 << 1,  /* folded away in the panel */
    SN_REQUIRED = 1 << 2,  /* a reference that must not be null */
    SN_SOFT = 1 << 3,      /* a reference that is nulled when its target goes; others are hard:
                              the holder goes too */
    SN_POSITIVE = 1 << 4,  /* hard_min itself is excluded (> instead of >=) */
    SN_MULTILINE = 1 << 5, /* string shown in a text box */
    SN_ROOT_ONLY = 1 << 6, /* of a model: applies to the root model alone */
    SN_DRIVES = 1 << 7,    /* targets: what can be driven (sn_property_can_be_driven) */
    SN_CLONES = 1 << 8,    /* a reference whose targets are duplicated with the holder */
    SN_ORDERED = 1 << 9,   /* indices keep their order and may repeat */
    SN_DERIVED = 1 << 10,  /* of an entry: comes from the mesh, not edited and not saved */
    SN_INPUTS_ONLY = 1 << 11,  /* targets: only properties of kind SN_INPUT */
    SN_ONE_TARGET = 1 << 12,   /* targets: no more than one */
    SN_VIEW = 1 << 13,         /* how the window shows it (sn_edit_set_view); not in the panel */
    SN_ANY_PROPERTY = 1 << 14, /* targets: also properties that have no value over time */
    SN_MAY_COMPILE = 1 << 15,  /* some live changes ask for a compile: nothing may drive it */
    SN_NONZERO = 1 << 16,      /* 0 itself is excluded: the sign says something (a mirror image) */
} SnPropertyFlags;

/* Explicit or inherited, one byte per inheritable leaf in the component. */
typedef enum SnMode { SN_MODE_INHERITED = 0, SN_MODE_EXPLICIT = 1 } SnMode;

struct SnProperty {
    const char *name;  /* dotted for composites: "render.color" is leaf color of group render */
    const char *label; /* for people: "Colour" */
    const char *help;  /* one line */
    SnType type;
    SnUnit unit;
    SnKind kind;
    unsigned flags;     /* SnPropertyFlags */
    size_t offset;      /* of the field in the component or entry struct; unused for results */
    size_t mode_offset; /* of the mode byte, with SN_INHERITABLE */
    double hard_min, hard_max; /* refuses outside; both 0: no range */
    double soft_min, soft_max; /* slider travel; both 0: no slider */
    double number[6];          /* default of numeric types (enum: index) */
    const char *const *names;  /* enum: value names, NULL-terminated */
    const char *const *labels; /* enum: for people, where the names do not read well; or NULL */
    const SnClass *target;     /* references: class family accepted */
    const char *empty;         /* references: what none of them means, for people; NULL: "none" */
    int min_count;             /* lists: least number of entries */
    const char *when;          /* enum or bool property that decides whether the row applies ... */
    unsigned when_mask;        /* ... bit i: applies for value i; a decider that does not apply
                                  itself counts as 0 */
    const char *const *when_labels; /* its label by the value of that enum (of a size: "Radii");
                                       NULL, or an entry that is: as always */
    const int *when_counts;         /* how many of its numbers say something, by the value of that
                                       enum; NULL, or an entry of 0: all */
    SnBind bind;
};

/* A value apart from any component; sn_value_clear() frees what it owns. */
typedef struct SnValue {
    SnType type;
    union {
        bool boolean;
        int32_t integer;  /* INT, ENUM */
        double number[6]; /* REAL, VEC3, QUAT, COLOR, SYM3 */
        char *string;     /* STRING, FILE */
        SnId ref;
        SnIdList refs;
        SnReals reals;
        SnTargets targets;
        SnIndices indices;
    };
} SnValue;

/* How many doubles a numeric type has (REAL 1, VEC3 3 ...); BOOL, INT, ENUM 1; others 0. */
int sn_type_width(SnType type);
const char *sn_type_name(SnType type);

void sn_value_clear(SnValue *value);
/* Brings a value into the form the document keeps: unit quaternions, colours of 8 bits a channel
 * (as files write them), indices ascending and without repeats unless the row is SN_ORDERED. */
void sn_value_normalize(const SnProperty *property, SnValue *value);
/* Deep copy into an uninitialised value. */
void sn_value_copy(const SnValue *from, SnValue *to);
bool sn_value_equal(const SnValue *a, const SnValue *b);
/* Numbers of a value as the system wants them (BOOL, INT, ENUM as one); returns their count (0: not
 * numeric). */
int sn_value_numbers(const SnValue *value, double number[6]);
/* The other way round, for a numeric row; false if the count is wrong. */
bool sn_value_from_numbers(const SnProperty *property, const double *number, int n, SnValue *value);

/* Fields: read and write the struct member a row describes; `object` is the component or entry.
 * sn_field_get makes a deep copy; sn_field_set takes one. */
void sn_field_get(const void *object, const SnProperty *property, SnValue *value);
void sn_field_set(void *object, const SnProperty *property, const SnValue *value);
void sn_field_clear(void *object, const SnProperty *property);
/* After the bytes of an object were copied: what the row holds becomes the copy's own. */
void sn_field_own(void *object, const SnProperty *property);
SnMode sn_field_mode(const void *object, const SnProperty *property);
void sn_field_set_mode(void *object, const SnProperty *property, SnMode mode);

/* Default of a row: its numbers; "" for strings, null references, lists of min_count zeros. */
void sn_property_default(const SnProperty *property, SnValue *value);

/* Whether something may change the property's numbers at every step: inputs, and parameters that
 * are live and continuous or on and off. */
bool sn_property_can_be_driven(const SnProperty *property);

/* Why a value may not be stored in the row: range, finiteness, enum index, list length, unit
 * quaternion; false with a sentence ("must be greater than 0 kg, is -1") in text. */
bool sn_property_check(const SnProperty *property, const SnValue *value, char *text,
                       size_t text_size);

#endif
