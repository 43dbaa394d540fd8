/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The document: a tree of components.  thread: main (a frozen copy goes to the compiler).
 *
 * The root is a component of class `model` and is always called "model".  It holds its lists, the
 * lists hold the components.  Functions here read; every change goes through edit.h, except while a
 * file is being read or a model is being built by code that nobody watches yet (sn_model_insert,
 * sn_field_set). */
#ifndef SN_MODEL_MODEL_H
#define SN_MODEL_MODEL_H

#include "engine/model/class.h"
#include "engine/text/refuse.h"

#include <glib.h>

struct SnComponent {
    const SnClass *class;
    SnId id;
    SnComponent *parent;        /* borrowed; NULL for the root */
    int number;                 /* fixed while it is a child of its parent */
    char *name;                 /* owned; NULL: nameless, its path element is the number */
    GPtrArray *children;        /* of SnComponent, owned; NULL for classes without */
    int next_number;            /* of the next child */
    int place;                  /* where it was last found among its parent's children; a hint */
    struct SnChildIndex *index; /* children by name and number, made when first asked (path.c) */
};

#define SN_FORMAT_VERSION 1 /* of model files */

struct SnModel {
    const SnClassTable *classes; /* all there are; not owned */
    SnComponent *root;
    GPtrArray *slots;              /* SnId.index -> SnComponent or NULL */
    GArray *generations;           /* uint32_t by slot */
    GArray *free_slots;            /* uint32_t: slots that may be used again */
    uint64_t revision;             /* raised by each edit */
    char *path;                    /* file it was read from or written to; NULL: never saved */
    char *folder;                  /* where relative file names start; NULL: beside path */
    char *base;                    /* file it is saved as the difference from, relative; NULL */
    struct SnModel *base_model;    /* what that holds, once asked for (difference.h) */
    struct SnMeshCache *meshes;    /* shared with copies (mesh_cache.h) */
    struct SnMotionCache *motions; /* shared with copies (motion_cache.h) */
    struct SnEditLog *log;         /* undo and redo, edit.c */
    GPtrArray *listeners;          /* changes.c */
    unsigned last_listener;
    int notifying; /* depth of changes being reported */
};

/* A model with an empty root of the table's root class; sn_model_new (classes/class_table.h) makes
 * one of the program's own classes. */
SnModel *sn_model_new_of(const SnClassTable *classes);
void sn_model_free(SnModel *model);
/* Deep copy with the same ids and revision, without undo log and listeners: for the compiler. */
SnModel *sn_model_copy(const SnModel *model);

/* --- tree --- */

/* NULL if the id is stale or null.  For an entry id: the component that holds it. */
SnComponent *sn_model_get(const SnModel *model, SnId id);
/* Component or entry struct an id means; NULL if stale or out of range. */
void *sn_model_object(const SnModel *model, SnId id);
/* Row tables of the object an id means (the class's or the array's). */
int sn_model_n_properties(const SnModel *model, SnId id);
const SnProperty *sn_model_property(const SnModel *model, SnId id, int row);
int sn_model_find_property(const SnModel *model, SnId id, const char *name);

/* New component of a class with default values, not yet in a tree. */
SnComponent *sn_component_new(const SnClass *class, const char *name);
void sn_component_free(SnComponent *component);
/* Puts it under parent at `position` (-1: last), gives it an id and a number (number -1: next).
 * Takes it.  For readers and builders; the user's changes go through sn_edit_add. */
SnId sn_model_insert(SnModel *model, SnComponent *parent, SnComponent *component, int position,
                     int number);
/* Takes a component out of the tree without freeing it; its ids become stale but stay reserved
 * until sn_model_release.  For undo and builders. */
void sn_model_take(SnModel *model, SnComponent *component);
/* Gives ids to a component and its descendants that have none, before it is in the tree. */
void sn_model_reserve(SnModel *model, SnComponent *component);
/* Frees a component that is not in the tree; its slots may be used again, with a new generation. */
void sn_model_release(SnModel *model, SnComponent *component);
/* Copy of a component with everything below it, without ids. */
SnComponent *sn_component_copy(const SnComponent *component);
/* Position among its parent's children; 0 for the root. */
int sn_component_position(const SnComponent *component);
/* Child by name, or by number if the element is all digits; NULL if none. */
SnComponent *sn_component_child(const SnComponent *parent, const char *element);
SnComponent *sn_component_child_by_number(const SnComponent *parent, int number);
/* Takes the name (may be NULL); nothing is checked. */
void sn_component_set_name(SnComponent *component, char *name);
/* Class family its children must have: a list's; NULL if it takes none. */
const SnClass *sn_component_accepts(const SnComponent *component);
/* The list of that name in a model component ("bodies"), NULL if none. */
SnComponent *sn_model_list(const SnComponent *model_component, const char *name);
/* The component of class `model` that holds this one (itself for a model component). */
SnComponent *sn_component_model(const SnComponent *component);
SnArray *sn_component_array(const SnComponent *component, int array);
/* The list in `model_component` that accepts the class, NULL if none. */
SnComponent *sn_model_list_for(const SnComponent *model_component, const SnClass *class);

/* Depth-first walk in tree order; returns false to stop. */
typedef bool (*SnVisit)(SnComponent *component, void *data);
bool sn_component_walk(SnComponent *from, SnVisit visit, void *data);

/* --- names and paths (path.c) --- */

/* Not empty, no leading digit, no `.` `/` `:` `,` or control character, no white space at its ends,
 * at most 128 bytes of UTF-8; false with the reason. */
bool sn_name_check(const char *name, GError **error);
/* A name not yet used in the list: base, base-2, base-3 ... (to be freed with g_free) */
char *sn_name_unused(const SnComponent *list, const char *base);
/* "/model/bodies/jaw", "/model/probes/open/knots/3" (to be freed with g_free) */
char *sn_model_path(const SnModel *model, SnId id);
/* As written in a file: relative to the model component that holds `from` where possible. */
char *sn_model_relative_path(const SnModel *model, const SnComponent *from, SnId id);
/* By names or numbers; a path without leading '/' starts at the model component that holds `from`
 * (NULL: the root).  Null id and
 * an error that names the first element not found and what is there instead. */
SnId sn_model_resolve(const SnModel *model, const SnComponent *from, const char *path,
                      GError **error);
/* "path:property" -> id and row. */
bool sn_model_resolve_property(const SnModel *model, const SnComponent *from, const char *path,
                               SnTarget *target, GError **error);

/* --- values --- */

/* Value in force: the object's own, or for an inherited leaf that of the nearest explicit ancestor,
 * or the default.  `from` (may be NULL) is set to the component it comes from (NULL: default). */
void sn_model_effective(const SnModel *model, SnId id, const SnProperty *property, SnValue *value,
                        const SnComponent **from);
/* Whether a row applies (its `when` enum has one of the right values). */
bool sn_model_applies(const SnModel *model, SnId id, const SnProperty *property);
/* What a row is called for people, there and now. */
const char *sn_model_row_label(const SnModel *model, SnId id, const SnProperty *property);
/* How many of its numbers say something there and now: of the size of a ball the first. */
int sn_model_row_count(const SnModel *model, SnId id, const SnProperty *property);

/* Text of a value as in files and for --set ("1.5", "x,y,z", a name, a path). g_free. */
char *sn_value_to_text(const SnModel *model, const SnComponent *from, const SnProperty *property,
                       const SnValue *value);
bool sn_value_from_text(const SnModel *model, const SnComponent *from, const SnProperty *property,
                        const char *text, SnValue *value, GError **error);

/* --- references (references.c) --- */

/* Components that hold a reference to one of `ids` (or to their descendants or entries), directly
 * or through others when `closure`; in tree order.  Caller frees the array. */
GArray *sn_model_dependents(const SnModel *model, const SnId *ids, int n, bool closure);
/* Rows that refer to components: calls visit for each; returns false as soon as visit does. */
typedef bool (*SnReferenceVisit)(SnComponent *holder, SnId object, int row, SnId target,
                                 void *data);
bool sn_component_references(SnComponent *component, SnReferenceVisit visit, void *data);
/* Why a reference row may not hold this value: stale id, wrong family, null where required, a cycle
 * (a frame that is attached to itself), a target that is no such property; NULL id as `holder`
 * where it is not in the tree yet.  False with the sentence in error. */
bool sn_reference_check(const SnModel *model, SnId holder, const SnProperty *property,
                        const SnValue *value, GError **error);

/* Resolved style of a drawable (all render leaves effective). */
struct SnStyle;
bool sn_model_style(const SnModel *model, const SnComponent *component, struct SnStyle *style);

/* --- checks --- */

typedef enum SnSeverity { SN_NOTE, SN_WARNING, SN_ERROR } SnSeverity;

typedef struct SnCheck {
    SnSeverity severity;
    SnId id;
    char *message;   /* owned */
    bool unfinished; /* rows that do not fit each other (a body without a shape, crossed limits): it
                        cannot be simulated, but edited on */
} SnCheck;

struct SnChecks {
    GArray *items; /* of SnCheck */
};

SnChecks *sn_checks_new(void);
void sn_checks_free(SnChecks *checks);
void sn_checks_add(SnChecks *checks, SnSeverity severity, SnId id, const char *format, ...)
    G_GNUC_PRINTF(4, 5);
int sn_checks_count(const SnChecks *checks, SnSeverity severity);
/* Every row's range, required references, and each class's own validate. */
void sn_model_validate(const SnModel *model, SnChecks *checks);

#endif
