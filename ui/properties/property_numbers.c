/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Editors of numbers: one field, three for vectors, roll-pitch-yaw for orientations, six for a
 * symmetric tensor; a slider where the row has a travel. */
#include "engine/base/vec.h"
#include "ui/properties/property_row_private.h"

#include <string.h>

static const SnProperty ANGLE = {.name = "angle", .unit = SN_UNIT_ANGLE};
enum { GAP = 5 }; /* numbers side by side must not read as one [px] */
static const char *const AXES[6] = {"x", "y", "z", "xy", "xz", "yz"};

/* Rotations about the fixed x, y and z axes, in this order. */
static void quaternion_to_angles(const double q[4], double angle[3])
{
    double m[9];
    sn_q_to_m3(q, m);
    const double s = CLAMP(-m[6], -1.0, 1.0);
    angle[1] = asin(s);
    if (fabs(s) < 1 - 1e-12) {
        angle[0] = atan2(m[7], m[8]);
        angle[2] = atan2(m[3], m[0]);
    } else { /* x and z turn about the same axis */
        angle[0] = atan2(-m[5], m[4]);
        angle[2] = 0;
    }
}

static void angles_to_quaternion(const double angle[3], double q[4])
{
    const double rx[3] = {angle[0], 0, 0}, ry[3] = {0, angle[1], 0}, rz[3] = {0, 0, angle[2]};
    double a[4], b[4], c[4];
    sn_q_exp(rx, a);
    sn_q_exp(ry, b);
    sn_q_exp(rz, c);
    sn_q_mul(b, a, q);
    sn_q_mul(c, q, q);
    sn_q_normalize(q);
}

static int n_fields(const SnProperty *property)
{
    switch (property->type) {
    case SN_TYPE_VEC3:
    case SN_TYPE_QUAT:
        return 3;
    case SN_TYPE_SYM3:
        return 6;
    default:
        return 1;
    }
}

static void apply_orientation(SnPropertyRow *row)
{
    double angle[6] = {0};
    for (int i = 0; i < 3; i++) {
        angle[i] = sn_number_field_get(SN_NUMBER_FIELD(row->fields[i]));
        if (!isfinite(angle[i]))
            angle[i] = 0;
    }
    sn_property_numbers_apply(row, angle);
}

void sn_property_numbers_apply(SnPropertyRow *row, const double number[6])
{
    SnValue value = {.type = row->property->type};
    if (value.type == SN_TYPE_QUAT)
        angles_to_quaternion(number, value.number);
    else if (value.type == SN_TYPE_INT)
        value.integer = (int32_t)CLAMP(round(number[0]), -1e9, 1e9);
    else
        memcpy(value.number, number, sizeof *number * (size_t)n_fields(row->property));
    sn_property_row_apply(row, &value);
}

/* "+= 5": what each of the components has is changed by it. */
static void on_changed(SnNumberField *field, double factor, double term, SnPropertyRow *row)
{
    int component = 0;
    while (row->fields[component] != GTK_WIDGET(field))
        component++;
    sn_edits_change_number(row->session, row->ids, row->n, row->property->name, component, factor,
                           term);
    sn_property_row_refresh(row);
}

static void on_reset(SnNumberField *field, SnPropertyRow *row)
{
    sn_property_row_reset(row);
}

static void on_edited(SnNumberField *field, double si, SnPropertyRow *row)
{
    if (row->updating)
        return;
    if (row->property->type == SN_TYPE_QUAT) {
        apply_orientation(row);
        return;
    }
    int component = 0;
    while (row->fields[component] != GTK_WIDGET(field))
        component++;
    sn_edits_set_number(row->session, row->ids, row->n, row->property->name, component, si);
    sn_property_row_refresh(row);
}

/* --- editor --- */

static GtkWidget *add_field(SnPropertyRow *row, GtkWidget *box, int component, int n)
{
    const bool orientation = row->property->type == SN_TYPE_QUAT;
    char *name = n == 1 ? g_strdup(sn_property_row_name(row))
                        : g_strdup_printf("%s %s", sn_property_row_name(row), AXES[component]);
    GtkWidget *field =
        sn_number_field_new(orientation ? &ANGLE : row->property, name,
                            n == 1 && (!row->slider || row->property->unit != SN_UNIT_NONE));
    g_free(name);
    gtk_widget_set_hexpand(field, row->slider == NULL);
    sn_number_field_set_editable(SN_NUMBER_FIELD(field), sn_property_row_editable(row));
    g_signal_connect(field, "edited", G_CALLBACK(on_edited), row);
    g_signal_connect(field, "reset", G_CALLBACK(on_reset), row);
    if (!orientation) /* of several different ones no single angle can be changed */
        g_signal_connect(field, "changed-by", G_CALLBACK(on_changed), row);
    gtk_box_append(GTK_BOX(box), field);
    return field;
}

static void build(SnPropertyRow *row)
{
    const SnProperty *property = row->property;
    const int n = n_fields(property);
    double low, high;
    if (sn_property_row_travel(row, &low, &high))
        sn_property_slider_build(row);
    if (n == 1) {
        row->fields[0] = add_field(row, row->value, 0, n);
        return;
    }
    GtkWidget *lines = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), *line = NULL;
    gtk_widget_set_hexpand(lines, TRUE);
    gtk_widget_add_css_class(lines, "vector");
    for (int i = 0; i < n; i++) {
        if (i % 3 == 0) {
            line = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, GAP);
            gtk_box_set_homogeneous(GTK_BOX(line), TRUE);
            gtk_box_append(GTK_BOX(lines), line);
        }
        row->fields[i] = add_field(row, line, i, n);
    }
    gtk_box_append(GTK_BOX(row->value), lines);
    row->unit = sn_number_unit_new(property->type == SN_TYPE_QUAT ? &ANGLE : property);
    gtk_box_append(GTK_BOX(row->value), row->unit);
}

int sn_property_numbers_of(const SnValue *value, double number[6])
{
    switch (value->type) {
    case SN_TYPE_INT:
        number[0] = value->integer;
        return 1;
    case SN_TYPE_REAL:
        number[0] = value->number[0];
        return 1;
    case SN_TYPE_QUAT:
        quaternion_to_angles(value->number, number);
        return 3;
    case SN_TYPE_VEC3:
    case SN_TYPE_SYM3: {
        const int n = value->type == SN_TYPE_VEC3 ? 3 : 6;
        memcpy(number, value->number, sizeof *number * (size_t)n);
        return n;
    }
    default:
        return 0;
    }
}

/* One unit for all numbers of a result, and the decimals of any vector, by the largest. */
static void fit_unit(SnPropertyRow *row, const double number[6], int n, bool mixed)
{
    const SnUnit unit = row->property->type == SN_TYPE_QUAT ? SN_UNIT_ANGLE : row->property->unit;
    double size = 0, least = INFINITY;
    for (int i = 0; i < n; i++) {
        const double low = mixed ? row->spread.low[i] : number[i];
        const double high = mixed ? row->spread.high[i] : number[i];
        if (isfinite(low) && isfinite(high))
            size = fmax(size, fmax(fabs(low), fabs(high)));
        if (mixed && low * high > 0)
            least = fmin(fabs(low), fabs(high));
    }
    const bool result = row->property->kind == SN_RESULT && !sn_property_row_editable(row);
    row->scale = !result                  ? sn_unit_scale(unit)
                 : n == 1 && least < size ? sn_unit_fitting_range(unit, least, size, row->scale)
                                          : sn_unit_fitting(unit, size, row->scale);
    for (int i = 0; i < n && row->fields[i]; i++)
        sn_number_field_set_scale(SN_NUMBER_FIELD(row->fields[i]), row->scale, n > 1 ? size : 0);
    if (row->unit && strcmp(gtk_label_get_text(GTK_LABEL(row->unit)), row->scale.symbol) != 0)
        gtk_label_set_text(GTK_LABEL(row->unit), row->scale.symbol);
}

/* How many numbers of an entry say something in any of the components shown. */
static int most_counted(const SnPropertyRow *row, int n)
{
    enum { MOST_ASKED = 100 };
    int most = 0;
    if (!row->property->when_counts)
        return n;
    for (int i = 0; i < MIN(row->n, MOST_ASKED); i++)
        most = MAX(most,
                   sn_model_row_count(sn_session_model(row->session), row->ids[i], row->property));
    return MIN(most, n);
}

static void show(SnPropertyRow *row, const SnValue *value, bool mixed)
{
    double number[6] = {0};
    const int all = sn_property_numbers_of(value, number), n = most_counted(row, all);
    fit_unit(row, number, n, mixed);
    for (int i = 0; i < all && row->fields[i]; i++)
        gtk_widget_set_visible(row->fields[i], i < n);
    for (int i = 0; i < n && row->fields[i]; i++) {
        SnNumberField *field = SN_NUMBER_FIELD(row->fields[i]);
        if (mixed && row->spread.low[i] != row->spread.high[i])
            sn_number_field_set_mixed(field, row->spread.low[i], row->spread.high[i]);
        else
            sn_number_field_set(field, number[i]);
    }
    if (row->slider)
        sn_property_slider_show(row, number[0]);
}

const SnEditor SN_EDITOR_NUMBERS = {build, show};
