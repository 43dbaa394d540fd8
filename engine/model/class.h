/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Component classes: constant tables, found by name.  See class_table.c for the list. */
#ifndef SN_MODEL_CLASS_H
#define SN_MODEL_CLASS_H

#include "engine/model/property.h"

#include <glib.h>

typedef struct SnModel SnModel;
typedef struct SnComponent SnComponent;
typedef struct SnChecks SnChecks;

typedef struct SnArray {
    int n;
    void *entries; /* owned: [n] structs of entry_size, fields managed by their rows */
} SnArray;

/* A flat array of entries inside a component (knots, polyline points, nodes). */
typedef struct SnArrayRow {
    const char *name;        /* path element: "knots" */
    const char *label;       /* "Knots" */
    const char *entry_label; /* "Knot" */
    const char *help;
    size_t entry_size;
    size_t offset; /* of an SnArray in the component */
    const SnProperty *properties;
    int n_properties;
    int min_count;
    const SnClass *family; /* references to this family may name its entries; NULL: none may */
    bool derived; /* entries come from elsewhere (a mesh): none are added or removed by hand, and
                     only fields that differ from what `base` says are saved, by number */
    /* Derived arrays: the entry as the mesh has it, written into zeroed memory. */
    void (*base)(const SnComponent *component, int index, void *entry);
    /* Gives an entry that is to be inserted before `index` what its neighbours ask for (a time
     * between theirs); NULL: the rows' defaults will do. */
    void (*place)(const SnArray *array, int index, void *entry);
} SnArrayRow;

/* A list of children that a component always has ("bodies"). */
typedef struct SnListRow {
    const char *name;
    const char *label;
    const SnClass *accepts; /* class family of its children */
} SnListRow;

struct SnClass {
    const char *name;      /* in files: "rigid_body" */
    const char *label;     /* "Rigid body" */
    const char *help;      /* one or two sentences */
    const char *icon;      /* symbolic icon name: "sn-body-symbolic" */
    const SnClass *parent; /* rows of the parent come first; NULL for the root class */
    const SnClass *family; /* a rowless family besides its parents, or NULL */
    bool abstract;         /* a family; never instantiated */
    bool scope;            /* a model: paths of what it holds start there */
    bool document;         /* the solver never sees it: no change of one asks for a compile */
    size_t size;           /* of the component struct */
    const SnProperty *properties; /* own rows */
    int n_properties;
    /* Rows of parents that this class has in another form (its own default, help or flags): same
     * name, type and place.  They stand at the parent's index. */
    const SnProperty *overrides;
    int n_overrides;
    const SnArrayRow *arrays;
    int n_arrays;
    const SnListRow *lists;
    int n_lists;
    /* Brings derived arrays up to date after reading and after a change of one of the component's
     * own structural rows or of the components in its lists; false with the reason, and the
     * component as it was; may be NULL. */
    bool (*refresh)(SnModel *model, SnComponent *component, GError **error);
    /* What a component holds besides rows and arrays (the mesh behind them): gives `to`, which has
     * none, the same as `from`; and lets go of it.  NULL: it holds nothing else. */
    void (*copy_made)(const SnComponent *from, SnComponent *to);
    void (*free_made)(SnComponent *component);
    /* Checks beyond the rows' own (a mesh that is open, coincident points); may be NULL. */
    void (*validate)(const SnModel *model, const SnComponent *component, SnChecks *checks);
};

/* The classes that a document may hold. */
typedef struct SnClassTable {
    const SnClass *root; /* of the outermost component */
    const SnClass *const
        *rows; /* [n] all concrete classes, in the order of the component reference */
    int n;
} SnClassTable;
bool sn_class_is_a(const SnClass *class, const SnClass *family);
/* Names of the concrete classes of a family, and of array entries that belong to it, for a
 * sentence: "rigid_body or frame", "particle, marker or node of a FEM model".  g_free. */
char *sn_class_members(const SnClassTable *classes, const SnClass *family);

/* Rows of a class including those of its parents: 0 .. count-1, parents first.  An index is stable
 * while the program runs and is what watches, targets and commands carry. */
int sn_class_n_properties(const SnClass *class);
const SnProperty *sn_class_property(const SnClass *class, int index);
/* Index by full name ("render.color"), -1 if none. */
int sn_class_find_property(const SnClass *class, const char *name);

/* Entry struct with default values, written into zeroed memory; and its end. */
void sn_entry_init(const SnArrayRow *array, void *entry);
/* A new entry (g_free) that fits before `index` of an array. */
void *sn_entry_new(const SnArrayRow *row, const SnArray *array, int index);
void sn_entry_clear(const SnArrayRow *array, void *entry);
/* Whether no row owns memory, so that entries may be copied byte by byte. */
bool sn_array_is_plain(const SnArrayRow *array);
/* Deep copy of an entry into zeroed memory. */
void sn_entry_copy(const SnArrayRow *array, const void *from, void *to);

/* Number of the array called name, -1 if none. */
int sn_class_find_array(const SnClass *class, const char *name);

#endif
