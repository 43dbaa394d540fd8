/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chip below a property that a probe, controller or exciter drives: by whom, and to what value
 * now.  A click selects the driver; the value above it is the base value, which holds when nothing
 * drives. */
#include "ui/properties/property_row_private.h"

#include "ui/widgets/spoken.h"
#include "ui/widgets/tooltip.h"

enum { MAX_DRIVERS = 100 };

typedef struct Drivers {
    SnId ids[MAX_DRIVERS];
    int n, n_driven; /* how many of the components are driven */
} Drivers;

static void add_driver(Drivers *drivers, SnId id)
{
    drivers->n_driven++;
    for (int i = 0; i < drivers->n; i++) {
        if (sn_id_equal(drivers->ids[i], id))
            return;
    }
    drivers->ids[drivers->n++] = id;
}

/* Of what is selected, as far as it is watched. */
static Drivers find_drivers(SnPropertyRow *row)
{
    Drivers drivers = {.n = 0};
    if (row->property->kind == SN_RESULT)
        return drivers;
    for (int i = row->n - 1; i >= MAX(row->n - MAX_DRIVERS, 0); i--) {
        const int at = sn_model_find_property(sn_session_model(row->session), row->ids[i],
                                              row->property->name);
        const SnWatched *value = at < 0 ? NULL : sn_session_watched(row->session, row->ids[i], at);
        if (value && value->driven)
            add_driver(&drivers, value->driver);
    }
    return drivers;
}

static void on_chip(GtkButton *button, SnPropertyRow *row)
{
    const Drivers drivers = find_drivers(row);
    if (drivers.n > 0)
        sn_session_select(row->session, drivers.ids, drivers.n, SN_SELECT_REPLACE);
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

/* "0.150" of one; of several how many of them are driven. */
static char *what_drives(SnPropertyRow *row, const Drivers *drivers, const SnWatched *value)
{
    if (row->n == 1 && value)
        return numbers(row->property, value);
    if (row->n > MAX_DRIVERS)
        return g_strdup("some");
    return g_strdup_printf("%d of %d", drivers->n_driven, row->n);
}

void sn_property_driver_show(SnPropertyRow *row, const SnWatched *value)
{
    Drivers drivers = {.n = 0};
    if (row->n > 1)
        drivers = find_drivers(row);
    else if (value)
        add_driver(&drivers, value->driver);
    if (drivers.n == 0) {
        if (row->driver)
            gtk_widget_set_visible(row->driver, FALSE);
        return;
    }
    if (!row->driver)
        build(row);
    char *who = drivers.n == 1 ? sn_session_label(row->session, drivers.ids[0])
                               : g_strdup_printf("%d drivers", drivers.n);
    char *what = what_drives(row, &drivers, value);
    char *text = g_strdup_printf("◆ %s: %s", who, what);
    gtk_label_set_text(GTK_LABEL(row->driver_text), text);
    sn_set_spoken(row->driver, text);
    char *tip = g_strdup_printf("Driven by %s: click to select %s.\n"
                                "The value above holds when nothing drives it.",
                                who, drivers.n == 1 ? "it" : "them");
    sn_set_tooltip(row->driver, tip);
    g_free(tip);
    gtk_widget_set_visible(row->driver, TRUE);
    g_free(text);
    g_free(what);
    g_free(who);
}
