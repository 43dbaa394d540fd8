/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of property_*.c share; nobody else includes it. */
#ifndef SN_UI_PROPERTIES_PROPERTY_ROW_PRIVATE_H
#define SN_UI_PROPERTIES_PROPERTY_ROW_PRIVATE_H

#include "ui/edits/edits.h"
#include "ui/properties/property_row.h"
#include "ui/widgets/number_field.h"

typedef struct SnEditor {
    /* Adds the editor's widgets to row->value. */
    void (*build)(SnPropertyRow *row);
    /* Shows a value; mixed: the components differ (value is the primary's, row->spread has the
     * range of numbers). */
    void (*show)(SnPropertyRow *row, const SnValue *value, bool mixed);
} SnEditor;

/* From where to where the numbers of several components go, each by itself [shown as SI]; NaN: not
 * known. */
typedef struct SnSpread {
    double low[6], high[6];
} SnSpread;

struct _SnPropertyRow {
    GtkBox parent_instance;
    SnSession *session; /* owned reference */
    SnId *ids;          /* [n], the last is the primary; g_rc_box, shared by the rows of a panel */
    int n;
    const SnProperty *property; /* of the primary */
    int row;
    const SnEditor *editor;
    GtkWidget *line;                        /* grip, label, value, mark */
    GtkWidget *grip, *label, *mark, *value; /* value: box that holds the editor */
    GtkWidget *driver, *driver_text;        /* below: what drives it, and to what value */
    GtkWidget *fields[6];                   /* number fields, by component */
    GtkWidget *control;                     /* the other types' one widget */
    GtkWidget *slider;
    GtkWidget *unit;         /* behind the numbers of a vector */
    SnUnitScale scale;       /* a result is shown in it */
    SnSpread spread;         /* of the components, where they differ */
    GArray *others;          /* guint: watches of the other components' present values; or NULL */
    guint watch, fill_watch; /* fill: of the activation that follows an excitation */
    bool fills;              /* the slider has a bar behind */
    bool ticking;            /* the watched value is what is shown, not the model's */
    bool updating;           /* we change widgets ourselves: no edits */
    double drag_start;
    enum { MARK_NONE, MARK_CHANGED, MARK_INHERITED } mark_kind;
    /* of a row in a control panel */
    SnId panel_row; /* its SnControl; null: a row of the properties */
    char *name;     /* owned: the label; NULL: the property's own */
    int widget;     /* SnControlWidget */
    double low, high;
};

SnId sn_property_row_primary(SnPropertyRow *row);
/* May the user change it?  Results may not; of what is driven it is the base value. */
bool sn_property_row_editable(SnPropertyRow *row);
/* Travel of its slider [SI]; false if it has none. */
bool sn_property_row_travel(SnPropertyRow *row, double *low, double *high);
/* Back to inherited or default. */
void sn_property_row_reset(SnPropertyRow *row);
/* Applies a value to every component of the row. */
void sn_property_row_apply(SnPropertyRow *row, const SnValue *value);
/* Name for screen readers. */
const char *sn_property_row_name(SnPropertyRow *row);

/* Actions of a row's menu (property_value.c). */
void sn_property_row_reset_value(GtkWidget *row, const char *action, GVariant *parameter);
void sn_property_row_copy_value(GtkWidget *row, const char *action, GVariant *parameter);
void sn_property_row_paste_value(GtkWidget *row, const char *action, GVariant *parameter);

extern const SnEditor SN_EDITOR_NUMBERS; /* INT REAL VEC3 QUAT SYM3 */
extern const SnEditor SN_EDITOR_BOOL;
extern const SnEditor SN_EDITOR_ENUM;
extern const SnEditor SN_EDITOR_COLOR;
extern const SnEditor SN_EDITOR_STRING;
extern const SnEditor SN_EDITOR_FILE;
extern const SnEditor SN_EDITOR_REFERENCES; /* REF REFS TARGETS */
extern const SnEditor SN_EDITOR_TEXT;       /* REALS: as in --set */
extern const SnEditor SN_EDITOR_INDICES;
/* The slider of a number, in row->value (property_slider.c). */
void sn_property_slider_build(SnPropertyRow *row);
/* A value, in the range that there is now: that of an angle follows the limits of its joint. */
void sn_property_slider_show(SnPropertyRow *row, double value);
/* --- of several components (property_spread.c) --- */

/* Whether the model has different values; row->spread is their range.  Of very many the first
 * thousand are compared: the panel must not stop the window. */
bool sn_property_spread_of_model(SnPropertyRow *row, const SnValue *primary);
/* The same of present values, as far as they are known; of very many the last hundred are asked
 * for. */
bool sn_property_spread_of_present(SnPropertyRow *row);
void sn_property_spread_watch(SnPropertyRow *row);
void sn_property_spread_unwatch(SnPropertyRow *row);
/* A watched value as one of the row's type. */
void sn_property_from_watched(const SnProperty *property, const SnWatched *watch, SnValue *value);
/* Numbers in the order of the fields become the value [SI; an orientation as angles]. */
void sn_property_numbers_apply(SnPropertyRow *row, const double number[6]);
/* Its numbers as the fields have them (an orientation as angles); 0 if it has none. */
int sn_property_numbers_of(const SnValue *value, double number[6]);

/* With every present value of the property. */
void sn_property_slider_follow(SnPropertyRow *row, const SnWatched *value);
/* Label, grip, what they can be dragged for, context menu (property_hand.c). */
void sn_property_hand_build(SnPropertyRow *row);
/* The chip that says what drives the property (property_driver.c); NULL: nothing does. */
void sn_property_driver_show(SnPropertyRow *row, const SnWatched *value);
/* Names a part of the row after its property, for tests: "slider-excitation"; of a row in a panel
 * after its label: "slider-control-lad". */
void sn_property_row_dub(SnPropertyRow *row, GtkWidget *part, const char *what);

#endif
