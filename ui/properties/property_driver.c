/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chip below a property that a probe, controller or exciter drives: by whom, and to what value
 * now.  A click selects the driver; the value above it is the base value, which holds when nothing
 * drives. */
#include "ui/properties/property_row_private.h"

#include "ui/widgets/spoken.h"
#include "ui/widgets/tooltip.h"

static void on_chip(GtkButton *button, SnPropertyRow *row)
{
    const SnWatched *value =
        sn_session_watched(row->session, sn_property_row_primary(row), row->row);
    if (value && value->driven)
        sn_session_select_one(row->session, value->driver);
}

static void build(SnPropertyRow *row)
{
    row->driver = gtk_button_new();
    sn_property_row_dub(row, row->driver, "driver");
    gtk_widget_add_css_class(row->driver, "driver");
    gtk_widget_set_halign(row->driver, GTK_ALIGN_END);
    row->driver_text = gtk_label_new(NULL);
    gtk_label_set_ellipsize(GTK_LABEL(row->driver_text), PANGO_ELLIPSIZE_MIDDLE);
    gtk_button_set_child(GTK_BUTTON(row->driver), row->driver_text);
    g_signal_connect(row->driver, "clicked", G_CALLBACK(on_chip), row);
    gtk_box_append(GTK_BOX(row), row->driver);
}

/* "0.150", "1.0, 2.0, 3.0 mm", "on" */
static char *numbers(const SnProperty *property, const SnWatched *value)
{
    if (property->type == SN_TYPE_BOOL)
        return g_strdup(value->value[0] != 0 ? "on" : "off");
    if (property->type == SN_TYPE_ENUM)
        return g_strdup(property->names[(int)value->value[0]]);
    GString *text = g_string_new(NULL);
    for (int i = 0; i < value->n; i++) {
        char *number = sn_unit_format(value->value[i], property->unit, 3);
        g_string_append_printf(text, "%s%s", i > 0 ? ", " : "", number);
        g_free(number);
    }
    const char *unit = sn_unit_shown(property->unit);
    if (unit[0] != '\0')
        g_string_append_printf(text, " %s", unit);
    return g_string_free(text, FALSE);
}

void sn_property_driver_show(SnPropertyRow *row, const SnWatched *value)
{
    if (!value) {
        if (row->driver)
            gtk_widget_set_visible(row->driver, FALSE);
        row->driven = false;
        return;
    }
    if (!row->driver)
        build(row);
    char *who = sn_session_label(row->session, value->driver);
    char *what = numbers(row->property, value);
    char *text = g_strdup_printf("◆ %s: %s", who, what);
    gtk_label_set_text(GTK_LABEL(row->driver_text), text);
    sn_set_spoken(row->driver, text);
    if (!row->driven) {
        char *tip = g_strdup_printf(
            "Driven by %s: click to select it.\nThe value above holds when nothing drives it.",
            who);
        sn_set_tooltip(row->driver, tip);
        g_free(tip);
        gtk_widget_set_visible(row->driver, TRUE);
    }
    row->driven = true;
    g_free(text);
    g_free(what);
    g_free(who);
}
