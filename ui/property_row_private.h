/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of property_*.c share; nobody else includes it. */
#ifndef SN_UI_PROPERTY_ROW_PRIVATE_H
#define SN_UI_PROPERTY_ROW_PRIVATE_H

#include "ui/edits.h"
#include "ui/number_field.h"
#include "ui/property_row.h"

typedef struct SnEditor {
    /* Adds the editor's widgets to row->value. */
    void (*build)(SnPropertyRow *row);
    /* Shows a value; mixed: the components differ (value is the primary's). */
    void (*show)(SnPropertyRow *row, const SnValue *value, bool mixed);
} SnEditor;

struct _SnPropertyRow {
    GtkBox parent_instance;
    SnSession *session; /* owned reference */
    SnId *ids;          /* owned [n], the last is the primary */
    int n;
    const SnProperty *property; /* of the primary */
    int row;
    const SnEditor *editor;
    GtkWidget *label, *mark, *value; /* value: box that holds the editor */
    GtkWidget *fields[6];            /* number fields, by component */
    GtkWidget *control;              /* the other types' one widget */
    GtkWidget *slider;
    guint watch;
    bool ticking;  /* the watched value is what is shown, not the model's */
    bool updating; /* we change widgets ourselves: no edits */
    double drag_start;
    SnMode mark_mode;
    enum { MARK_NONE, MARK_CHANGED, MARK_INHERITED, MARK_DRIVEN } mark_kind;
};

SnId sn_property_row_primary(SnPropertyRow *row);
/* May the user change it?  Results and driven inputs may not. */
bool sn_property_row_editable(SnPropertyRow *row);
/* Applies a value to every component of the row. */
void sn_property_row_apply(SnPropertyRow *row, const SnValue *value);
/* Name for screen readers. */
const char *sn_property_row_name(SnPropertyRow *row);

extern const SnEditor SN_EDITOR_NUMBERS; /* INT REAL VEC3 QUAT SYM3 */
extern const SnEditor SN_EDITOR_BOOL;
extern const SnEditor SN_EDITOR_ENUM;
extern const SnEditor SN_EDITOR_COLOR;
extern const SnEditor SN_EDITOR_STRING;
extern const SnEditor SN_EDITOR_FILE;
extern const SnEditor SN_EDITOR_REFERENCES; /* REF REFS TARGETS */
extern const SnEditor SN_EDITOR_TEXT;       /* REALS: as in --set */
extern const SnEditor SN_EDITOR_INDICES;
/* Names a part of the row after its property, for tests: "slider-excitation". */
void sn_property_row_dub(SnPropertyRow *row, GtkWidget *part, const char *what);

#endif
