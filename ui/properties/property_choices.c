/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Editors of switches, enums, colours, texts and file names. */
#include "ui/properties/property_row_private.h"
#include "ui/widgets/dialogs.h"

#include "ui/widgets/tooltip.h"

#include <string.h>

static void label_control(SnPropertyRow *row)
{
    gtk_accessible_update_property(GTK_ACCESSIBLE(row->control), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   sn_property_row_name(row), -1);
    gtk_box_append(GTK_BOX(row->value), row->control);
}

/* --- bool --- */

static void on_toggled(GtkCheckButton *button, SnPropertyRow *row)
{
    SnValue value = {.type = SN_TYPE_BOOL, .boolean = gtk_check_button_get_active(button)};
    sn_property_row_apply(row, &value);
}

static void build_bool(SnPropertyRow *row)
{
    row->control = gtk_check_button_new();
    gtk_widget_set_halign(row->control, GTK_ALIGN_START);
    g_signal_connect(row->control, "toggled", G_CALLBACK(on_toggled), row);
    label_control(row);
}

static void show_bool(SnPropertyRow *row, const SnValue *value, bool mixed)
{
    gtk_check_button_set_active(GTK_CHECK_BUTTON(row->control), value->boolean);
    gtk_check_button_set_inconsistent(GTK_CHECK_BUTTON(row->control), mixed);
}

const SnEditor SN_EDITOR_BOOL = {build_bool, show_bool};

/* --- enum --- */

/* Values called after people. */
static const char *const people[][2] = {
    {"von_mises", "Von Mises stress"}, {"blemker", "Blemker"}, {"peck", "Peck"}, {"hill", "Hill"}};

/* "static_equilibrium" -> "Static equilibrium" */
static char *readable(const char *name)
{
    char *text = g_strdup(name);
    for (gsize i = 0; i < G_N_ELEMENTS(people); i++) {
        if (strcmp(name, people[i][0]) == 0) {
            g_free(text);
            return g_strdup(people[i][1]);
        }
    }
    g_strdelimit(text, "_", ' ');
    text[0] = g_ascii_toupper(text[0]);
    return text;
}

static guint n_values(const SnProperty *property)
{
    guint n = 0;
    while (property->names[n])
        n++;
    return n;
}

static void on_chosen(GObject *dropdown, GParamSpec *pspec, SnPropertyRow *row)
{
    guint chosen = gtk_drop_down_get_selected(GTK_DROP_DOWN(dropdown));
    if (chosen < n_values(row->property)) { /* else "Mixed" */
        SnValue value = {.type = SN_TYPE_ENUM, .integer = (int32_t)chosen};
        sn_property_row_apply(row, &value);
    }
}

static void build_enum(SnPropertyRow *row)
{
    GtkStringList *names = gtk_string_list_new(NULL);
    const SnProperty *property = row->property;
    for (int i = 0; property->names[i]; i++) {
        gtk_string_list_take(names, property->labels ? g_strdup(property->labels[i])
                                                     : readable(property->names[i]));
    }
    row->control = gtk_drop_down_new(G_LIST_MODEL(names), NULL);
    gtk_widget_set_hexpand(row->control, TRUE);
    g_signal_connect(row->control, "notify::selected", G_CALLBACK(on_chosen), row);
    label_control(row);
}

/* Several values are a last row, there only while they are: GTK's own word is "(None)". */
static void show_enum(SnPropertyRow *row, const SnValue *value, bool mixed)
{
    GtkStringList *names = GTK_STRING_LIST(gtk_drop_down_get_model(GTK_DROP_DOWN(row->control)));
    const guint n_names = n_values(row->property);
    const guint n = g_list_model_get_n_items(G_LIST_MODEL(names));
    if (mixed && n == n_names)
        gtk_string_list_append(names, "Mixed");
    gtk_drop_down_set_selected(GTK_DROP_DOWN(row->control),
                               mixed ? n_names : (guint)value->integer);
    if (!mixed && n > n_names)
        gtk_string_list_remove(names, n_names);
}

const SnEditor SN_EDITOR_ENUM = {build_enum, show_enum};

/* --- colour --- */

static void on_color(GtkColorButton *button, SnPropertyRow *row)
{
    GdkRGBA rgba;
    gtk_color_chooser_get_rgba(GTK_COLOR_CHOOSER(button), &rgba);
    SnValue value = {.type = SN_TYPE_COLOR,
                     .number = {(double)rgba.red, (double)rgba.green, (double)rgba.blue}};
    sn_property_row_apply(row, &value);
}

static void build_color(SnPropertyRow *row)
{
    row->control = gtk_color_button_new();
    gtk_color_chooser_set_use_alpha(GTK_COLOR_CHOOSER(row->control), FALSE);
    gtk_color_button_set_title(GTK_COLOR_BUTTON(row->control), row->property->label);
    gtk_widget_set_halign(row->control, GTK_ALIGN_START);
    gtk_widget_add_css_class(row->control, "swatch");
    g_signal_connect(row->control, "color-set", G_CALLBACK(on_color), row);
    label_control(row);
}

static void show_color(SnPropertyRow *row, const SnValue *value, bool mixed)
{
    const GdkRGBA rgba = {(float)value->number[0], (float)value->number[1], (float)value->number[2],
                          mixed ? 0.4f : 1};
    gtk_color_chooser_set_rgba(GTK_COLOR_CHOOSER(row->control), &rgba);
}

const SnEditor SN_EDITOR_COLOR = {build_color, show_color};

/* --- texts --- */

static void apply_text(SnPropertyRow *row, const char *text)
{
    SnValue value = {.type = row->property->type, .string = (char *)text};
    sn_property_row_apply(row, &value);
}

static void take_entry(SnPropertyRow *row)
{
    const char *text = gtk_editable_get_text(GTK_EDITABLE(row->control));
    const char *shown = g_object_get_data(G_OBJECT(row->control), "shown");
    if (g_strcmp0(text, shown ? shown : "") != 0)
        apply_text(row, text);
}

static void on_entry_activate(GtkEntry *entry, SnPropertyRow *row)
{
    take_entry(row);
}

static void on_entry_leave(GtkEventControllerFocus *focus, SnPropertyRow *row)
{
    take_entry(row);
}

/* A one-line entry, taken on Enter and on leaving. */
static void build_taking(SnPropertyRow *row, GCallback activate, GCallback leave)
{
    row->control = gtk_entry_new();
    gtk_widget_set_hexpand(row->control, TRUE);
    gtk_editable_set_width_chars(GTK_EDITABLE(row->control), 6);
    g_signal_connect(row->control, "activate", activate, row);
    GtkEventController *focus = gtk_event_controller_focus_new();
    g_signal_connect(focus, "leave", leave, row);
    gtk_widget_add_controller(row->control, focus);
    label_control(row);
}

static void build_entry(SnPropertyRow *row)
{
    build_taking(row, G_CALLBACK(on_entry_activate), G_CALLBACK(on_entry_leave));
}

static void show_entry(SnPropertyRow *row, const SnValue *value, bool mixed)
{
    const char *text = mixed || !value->string ? "" : value->string;
    g_object_set_data_full(G_OBJECT(row->control), "shown", g_strdup(text), g_free);
    gtk_editable_set_text(GTK_EDITABLE(row->control), text);
    gtk_entry_set_placeholder_text(GTK_ENTRY(row->control), mixed ? "Mixed" : NULL);
}

static void on_text_leave(GtkEventControllerFocus *focus, SnPropertyRow *row)
{
    GtkTextBuffer *buffer = gtk_text_view_get_buffer(GTK_TEXT_VIEW(row->control));
    GtkTextIter start, end;
    gtk_text_buffer_get_bounds(buffer, &start, &end);
    char *text = gtk_text_buffer_get_text(buffer, &start, &end, FALSE);
    const char *shown = g_object_get_data(G_OBJECT(row->control), "shown");
    if (g_strcmp0(text, shown ? shown : "") != 0)
        apply_text(row, text);
    g_free(text);
}

static void build_string(SnPropertyRow *row)
{
    if ((row->property->flags & SN_MULTILINE) == 0) {
        build_entry(row);
        return;
    }
    GtkWidget *scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_min_content_height(GTK_SCROLLED_WINDOW(scrolled), 72);
    gtk_scrolled_window_set_max_content_height(GTK_SCROLLED_WINDOW(scrolled), 180);
    gtk_scrolled_window_set_propagate_natural_height(GTK_SCROLLED_WINDOW(scrolled), TRUE);
    gtk_widget_set_hexpand(scrolled, TRUE);
    row->control = gtk_text_view_new();
    gtk_text_view_set_wrap_mode(GTK_TEXT_VIEW(row->control), GTK_WRAP_WORD_CHAR);
    gtk_text_view_set_accepts_tab(GTK_TEXT_VIEW(row->control), FALSE);
    gtk_accessible_update_property(GTK_ACCESSIBLE(row->control), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   sn_property_row_name(row), -1);
    GtkEventController *focus = gtk_event_controller_focus_new();
    g_signal_connect(focus, "leave", G_CALLBACK(on_text_leave), row);
    gtk_widget_add_controller(row->control, focus);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), row->control);
    gtk_box_append(GTK_BOX(row->value), scrolled);
}

static void show_string(SnPropertyRow *row, const SnValue *value, bool mixed)
{
    if (GTK_IS_ENTRY(row->control)) {
        show_entry(row, value, mixed);
        return;
    }
    const char *text = mixed || !value->string ? "" : value->string;
    g_object_set_data_full(G_OBJECT(row->control), "shown", g_strdup(text), g_free);
    gtk_text_buffer_set_text(gtk_text_view_get_buffer(GTK_TEXT_VIEW(row->control)), text, -1);
}

const SnEditor SN_EDITOR_STRING = {build_string, show_string};

/* --- files --- */

static void on_file_chosen(GtkNativeDialog *dialog, int response, SnPropertyRow *row)
{
    if (response == GTK_RESPONSE_ACCEPT) {
        GFile *file = gtk_file_chooser_get_file(GTK_FILE_CHOOSER(dialog));
        const SnModel *model = sn_session_model(row->session);
        GFile *document = model->path ? g_file_new_for_path(model->path) : NULL;
        GFile *folder = document ? g_file_get_parent(document) : NULL;
        char *name = folder ? g_file_get_relative_path(folder, file) : NULL;
        if (name) {
            apply_text(row, name);
        } else {
            sn_session_fail(row->session, !model->path
                                              ? "Save the model first, in the folder of the mesh."
                                              : "A model uses files of its own folder only: copy "
                                                "the mesh there first.");
        }
        g_free(name);
        g_clear_object(&folder);
        g_clear_object(&document);
        g_object_unref(file);
    }
    g_object_unref(dialog);
    g_object_unref(row);
}

static void on_browse(GtkButton *button, SnPropertyRow *row)
{
    GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(row));
    GtkFileChooserNative *dialog = gtk_file_chooser_native_new(
        row->property->label, GTK_WINDOW(root), GTK_FILE_CHOOSER_ACTION_OPEN, "_Use", "_Cancel");
    g_signal_connect(dialog, "response", G_CALLBACK(on_file_chosen), g_object_ref(row));
    gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(dialog), TRUE);
    sn_dialog_show_files(GTK_FILE_CHOOSER(dialog));
}

static void build_file(SnPropertyRow *row)
{
    build_entry(row);
    GtkWidget *browse = gtk_button_new_from_icon_name("document-open-symbolic");
    sn_set_tooltip(browse, "Choose a file");
    gtk_accessible_update_property(GTK_ACCESSIBLE(browse), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   "Choose a file", -1);
    gtk_widget_add_css_class(browse, "flat");
    g_signal_connect(browse, "clicked", G_CALLBACK(on_browse), row);
    gtk_box_append(GTK_BOX(row->value), browse);
}

/* The end of a path tells it from others. */
static void show_file(SnPropertyRow *row, const SnValue *value, bool mixed)
{
    show_entry(row, value, mixed);
    gtk_editable_set_position(GTK_EDITABLE(row->control), -1);
}

const SnEditor SN_EDITOR_FILE = {build_file, show_file};

/* --- lists of numbers, as in --set --- */

static void on_list_activate(GtkEntry *entry, SnPropertyRow *row)
{
    const SnModel *model = sn_session_model(row->session);
    const SnComponent *from = sn_model_get(model, sn_property_row_primary(row));
    const char *text = gtk_editable_get_text(GTK_EDITABLE(row->control));
    const char *shown = g_object_get_data(G_OBJECT(row->control), "shown");
    if (g_strcmp0(text, shown ? shown : "") == 0)
        return;
    GError *error = NULL;
    SnValue value;
    if (sn_value_from_text(model, from, row->property, text, &value, &error)) {
        sn_property_row_apply(row, &value);
        sn_value_clear(&value);
    } else {
        sn_session_fail(row->session, error->message);
        g_clear_error(&error);
        sn_property_row_refresh(row);
    }
}

static void on_list_leave(GtkEventControllerFocus *focus, SnPropertyRow *row)
{
    on_list_activate(NULL, row);
}

static void build_list(SnPropertyRow *row)
{
    build_taking(row, G_CALLBACK(on_list_activate), G_CALLBACK(on_list_leave));
}

static void show_list(SnPropertyRow *row, const SnValue *value, bool mixed)
{
    const SnModel *model = sn_session_model(row->session);
    const SnComponent *from = sn_model_get(model, sn_property_row_primary(row));
    char *text = mixed ? g_strdup("") : sn_value_to_text(model, from, row->property, value);
    g_object_set_data_full(G_OBJECT(row->control), "shown", g_strdup(text), g_free);
    gtk_editable_set_text(GTK_EDITABLE(row->control), text);
    g_free(text);
}

const SnEditor SN_EDITOR_TEXT = {build_list, show_list};

/* --- numbers of nodes or elements --- */

/* The FEM model whose nodes or elements a row names: what its holder refers to, or is inside of. */
static SnId fem_of_row(SnPropertyRow *row)
{
    const SnModel *model = sn_session_model(row->session);
    const SnComponent *holder = sn_model_get(model, sn_property_row_primary(row));
    const int fem = sn_class_find_property(holder->class, "fem");
    if (fem >= 0) {
        SnValue value;
        sn_model_effective(model, holder->id, sn_class_property(holder->class, fem), &value, NULL);
        return value.ref;
    }
    return holder->parent && holder->parent->parent ? holder->parent->parent->id : SN_ID_NULL;
}

static void on_take_parts(GtkButton *button, SnPropertyRow *row)
{
    const bool elements = g_str_has_suffix(row->property->name, "elements");
    int n = 0;
    const SnId *parts = sn_session_last_parts(row->session, &n);
    GArray *numbers = sn_edits_parts(row->session, parts, n, fem_of_row(row), elements ? 1 : 0);
    if (numbers->len == 0) {
        sn_session_report(row->session,
                          &(SnBar){.severity = SN_NOTE,
                                   .text = elements ? "Select elements of this FEM first (key 3)."
                                                    : "Select nodes of this FEM first (key 2)."});
    } else {
        SnValue value = {.type = SN_TYPE_INDICES};
        value.indices.n = (int)numbers->len;
        value.indices.values = (int32_t *)(void *)numbers->data;
        SnValue copy;
        sn_value_copy(&value, &copy);
        sn_value_normalize(row->property, &copy);
        sn_property_row_apply(row, &copy);
        sn_value_clear(&copy);
    }
    g_array_unref(numbers);
}

static void build_indices(SnPropertyRow *row)
{
    build_list(row);
    gtk_entry_set_placeholder_text(GTK_ENTRY(row->control), "0-12 15");
    GtkWidget *take = gtk_button_new_from_icon_name("sn-tool-select-symbolic");
    gtk_widget_add_css_class(take, "flat");
    sn_property_row_dub(row, take, "take");
    const char *tip = g_str_has_suffix(row->property->name, "elements")
                          ? "From selection: the elements selected last"
                          : "From selection: the nodes selected last";
    sn_set_tooltip(take, tip);
    gtk_accessible_update_property(GTK_ACCESSIBLE(take), GTK_ACCESSIBLE_PROPERTY_LABEL, tip, -1);
    g_signal_connect(take, "clicked", G_CALLBACK(on_take_parts), row);
    gtk_box_append(GTK_BOX(row->value), take);
}

const SnEditor SN_EDITOR_INDICES = {build_indices, show_list};
