/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the menu of a row does with its value: reset, copy, paste.  Numbers are copied as they are
 * shown, with their unit, so that they can be pasted anywhere: "12.5 mm; 0 mm; 3 mm". */
#include "ui/properties/property_row_private.h"

#include <math.h>
#include <string.h>

static int n_fields(const SnPropertyRow *row)
{
    int n = 0;
    while (n < (int)G_N_ELEMENTS(row->fields) && row->fields[n])
        n++;
    return n;
}

static SnUnit unit_of(const SnPropertyRow *row)
{
    return row->property->type == SN_TYPE_QUAT ? SN_UNIT_ANGLE : row->property->unit;
}

static char *numbers_text(SnPropertyRow *row)
{
    GString *text = g_string_new(NULL);
    for (int i = 0; i < n_fields(row); i++) {
        const double number = sn_number_field_get(SN_NUMBER_FIELD(row->fields[i]));
        g_autofree char *one =
            isfinite(number) ? sn_unit_whole(number, unit_of(row)) : g_strdup("");
        if (gtk_widget_get_visible(row->fields[i]))
            g_string_append_printf(text, "%s%s", i > 0 ? "; " : "", one);
    }
    return g_string_free(text, FALSE);
}

static char *value_text(SnPropertyRow *row)
{
    const SnModel *model = sn_session_model(row->session);
    const SnId id = sn_property_row_primary(row);
    if (n_fields(row) > 0)
        return numbers_text(row);
    SnValue value;
    sn_model_effective(model, id, row->property, &value, NULL);
    char *text = sn_value_to_text(model, sn_model_get(model, id), row->property, &value);
    sn_value_clear(&value);
    return text;
}

void sn_property_row_copy_value(GtkWidget *widget, const char *action, GVariant *parameter)
{
    SnPropertyRow *row = SN_PROPERTY_ROW(widget);
    g_autofree char *text = value_text(row);
    gdk_clipboard_set_text(gtk_widget_get_clipboard(widget), text ? text : "");
}

void sn_property_row_reset_value(GtkWidget *widget, const char *action, GVariant *parameter)
{
    sn_property_row_reset(SN_PROPERTY_ROW(widget));
}

/* --- paste --- */

static bool paste_numbers(SnPropertyRow *row, const char *text, char *why, size_t size)
{
    const int n = n_fields(row);
    double number[6];
    int shown = 0;
    g_auto(GStrv) parts = g_strsplit(text, ";", 0);
    for (int i = 0; i < n; i++)
        shown += gtk_widget_get_visible(row->fields[i]);
    if ((int)g_strv_length(parts) != shown) {
        g_snprintf(why, size, "%d numbers, with “;” between them, are needed here", shown);
        return false;
    }
    for (int i = 0; i < n; i++) {
        number[i] = sn_number_field_get(SN_NUMBER_FIELD(row->fields[i]));
        if (i < shown && !sn_unit_parse(parts[i], unit_of(row), &number[i], why, size))
            return false;
    }
    sn_property_numbers_apply(row, number);
    return true;
}

static bool paste_value(SnPropertyRow *row, const char *text, char *why, size_t size)
{
    const SnModel *model = sn_session_model(row->session);
    g_autoptr(GError) error = NULL;
    SnValue value;
    if (!sn_value_from_text(model, sn_model_get(model, sn_property_row_primary(row)), row->property,
                            text, &value, &error)) {
        g_strlcpy(why, error->message, size);
        return false;
    }
    sn_property_row_apply(row, &value);
    sn_value_clear(&value);
    return true;
}

static void on_text(GObject *clipboard, GAsyncResult *result, gpointer data)
{
    g_autoptr(SnPropertyRow) row = data;
    g_autofree char *text = gdk_clipboard_read_text_finish(GDK_CLIPBOARD(clipboard), result, NULL);
    const SnModel *model = sn_session_model(row->session);
    char why[200] = "there is no text in the clipboard";
    if (!model || !sn_model_object(model, sn_property_row_primary(row)))
        return; /* gone meanwhile */
    if (text)
        g_strstrip(text);
    const bool done = text && (n_fields(row) > 0 ? paste_numbers(row, text, why, sizeof why)
                                                 : paste_value(row, text, why, sizeof why));
    if (!done) {
        g_autofree char *said =
            g_strdup_printf("Nothing pasted into %s: %s.", sn_property_row_name(row), why);
        sn_session_fail(row->session, said);
    }
}

void sn_property_row_paste_value(GtkWidget *widget, const char *action, GVariant *parameter)
{
    gdk_clipboard_read_text_async(gtk_widget_get_clipboard(widget), NULL, on_text,
                                  g_object_ref(widget));
}
