/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/dialogs.h"

#include "ui/edits/import.h"

typedef struct Choice {
    SnPathChosen chosen;
    gpointer data;
    const char *ending; /* NULL: as typed */
    GtkWindow *parent;  /* weak, like what had the focus there: it gets it back */
    GtkWidget *focus;
} Choice;

/* Closing a native dialog leaves the focus on the first field of the window. */
static void give_focus_back(Choice *choice)
{
    if (choice->parent)
        gtk_window_set_focus(choice->parent, choice->focus);
    g_clear_weak_pointer(&choice->focus);
    g_clear_weak_pointer(&choice->parent);
}

static const char FOLDER[] = "sn-folder";

/* The next dialog of the window begins where this one ended. */
static void keep_folder(GtkNativeDialog *dialog)
{
    GtkWindow *parent = gtk_native_dialog_get_transient_for(dialog);
    GFile *folder = gtk_file_chooser_get_current_folder(GTK_FILE_CHOOSER(dialog));
    if (parent && folder)
        g_object_set_data_full(G_OBJECT(parent), FOLDER, g_object_ref(folder), g_object_unref);
    g_clear_object(&folder);
}

/* Where the last one ended; at first where the program was started.  GTK's own choice, what was
 * used of late, is empty to who begins. */
static void start_where_last(GtkFileChooser *chooser)
{
    GtkWindow *parent = gtk_native_dialog_get_transient_for(GTK_NATIVE_DIALOG(chooser));
    GFile *last = parent ? g_object_get_data(G_OBJECT(parent), FOLDER) : NULL;
    char *here = g_get_current_dir();
    GFile *folder = last                        ? g_object_ref(last)
                    : g_strcmp0(here, "/") == 0 ? g_file_new_for_path(g_get_home_dir())
                                                : g_file_new_for_path(here);
    gtk_file_chooser_set_current_folder(chooser, folder, NULL);
    g_object_unref(folder);
    g_free(here);
}

/* In a folder, NULL: where the last one ended. */
static void start_at(GtkFileChooser *chooser, const char *folder, const char *name)
{
    if (folder) {
        GFile *file = g_file_new_for_path(folder);
        gtk_file_chooser_set_current_folder(chooser, file, NULL);
        g_object_unref(file);
    } else {
        start_where_last(chooser);
    }
    gtk_file_chooser_set_current_name(chooser, name);
}

static void claim(GtkGesture *gesture)
{
    gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED);
}

void sn_dialog_show_files(GtkFileChooser *chooser)
{
    gtk_native_dialog_show(GTK_NATIVE_DIALOG(chooser));
    GListModel *windows = gtk_window_get_toplevels();
    for (guint i = 0; i < g_list_model_get_n_items(windows); i++) {
        g_autoptr(GtkWidget) window = g_list_model_get_item(windows, i);
        if (!GTK_IS_FILE_CHOOSER(window))
            continue;
        GtkGesture *click = gtk_gesture_click_new();
        gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(click), GDK_BUTTON_SECONDARY);
        gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(click), GTK_PHASE_CAPTURE);
        g_signal_connect(click, "pressed", G_CALLBACK(claim), NULL);
        gtk_widget_add_controller(window, GTK_EVENT_CONTROLLER(click));
    }
}

static void on_file(GtkNativeDialog *dialog, int response, Choice *choice)
{
    char *path = NULL;
    if (response == GTK_RESPONSE_ACCEPT) {
        GFile *file = gtk_file_chooser_get_file(GTK_FILE_CHOOSER(dialog));
        keep_folder(dialog);
        path = file ? g_file_get_path(file) : NULL;
        g_clear_object(&file);
        if (path && choice->ending && !g_str_has_suffix(path, choice->ending)) {
            char *whole = g_strconcat(path, choice->ending, NULL);
            g_free(path);
            path = whole;
        }
    }
    g_object_unref(dialog);
    give_focus_back(choice);
    choice->chosen(path, choice->data);
    g_free(path);
    g_free(choice);
}

static void add_filter(GtkFileChooser *chooser, const char *name, const char *pattern)
{
    GtkFileFilter *filter = gtk_file_filter_new();
    gtk_file_filter_set_name(filter, name);
    gtk_file_filter_add_pattern(filter, pattern);
    gtk_file_chooser_add_filter(chooser, filter);
    g_object_unref(filter);
}

/* The caller says where it begins: once, for a second folder cancels the first with an error. */
static GtkFileChooser *choose_file(GtkWindow *parent, const char *title, const char *accept,
                                   GtkFileChooserAction action, const char *ending,
                                   SnPathChosen chosen, gpointer data)
{
    Choice *choice = g_new0(Choice, 1);
    *choice = (Choice){.chosen = chosen, .data = data, .ending = ending};
    g_set_weak_pointer(&choice->parent, parent);
    g_set_weak_pointer(&choice->focus, parent ? gtk_window_get_focus(parent) : NULL);
    GtkFileChooserNative *dialog =
        gtk_file_chooser_native_new(title, parent, action, accept, "_Cancel");
    gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(dialog), TRUE);
    g_signal_connect(dialog, "response", G_CALLBACK(on_file), choice);
    return GTK_FILE_CHOOSER(dialog);
}

typedef struct Several {
    SnPathsChosen chosen;
    gpointer data;
} Several;

static void on_files(GtkNativeDialog *dialog, int response, Several *several)
{
    GStrvBuilder *builder = g_strv_builder_new();
    GListModel *files = response == GTK_RESPONSE_ACCEPT
                            ? gtk_file_chooser_get_files(GTK_FILE_CHOOSER(dialog))
                            : NULL;
    const guint n = files ? g_list_model_get_n_items(files) : 0;
    if (n > 0)
        keep_folder(dialog);
    for (guint i = 0; i < n; i++) {
        GFile *file = g_list_model_get_item(files, i);
        char *path = g_file_get_path(file);
        if (path)
            g_strv_builder_add(builder, path);
        g_free(path);
        g_object_unref(file);
    }
    char **paths = g_strv_builder_end(builder);
    g_strv_builder_unref(builder);
    g_clear_object(&files);
    g_object_unref(dialog);
    several->chosen(paths[0] ? (const char *const *)paths : NULL, several->data);
    g_strfreev(paths);
    g_free(several);
}

/* In any case of letters; models: endings with NULL behind the last, or NULL. */
static void add_meshes(GtkFileChooser *chooser, const char *name, const char *const *models)
{
    GtkFileFilter *filter = gtk_file_filter_new();
    gtk_file_filter_set_name(filter, name);
    for (; models && *models; models++)
        gtk_file_filter_add_suffix(filter, *models);
    for (SnImportKind kind = SN_IMPORT_SURFACE; kind <= SN_IMPORT_VOLUME; kind++)
        for (const char *const *ending = sn_import_endings(kind); *ending; ending++)
            gtk_file_filter_add_suffix(filter, *ending);
    gtk_file_chooser_add_filter(chooser, filter);
    g_object_unref(filter);
}

static const char *const MODELS[] = {"sinew", "osim", "xml", "urdf", NULL};

/* Of which several may be chosen; not yet shown. */
static GtkFileChooser *choose_files(GtkWindow *parent, const char *title, const char *accept,
                                    SnPathsChosen chosen, gpointer data)
{
    Several *several = g_new0(Several, 1);
    *several = (Several){chosen, data};
    GtkFileChooserNative *dialog =
        gtk_file_chooser_native_new(title, parent, GTK_FILE_CHOOSER_ACTION_OPEN, accept, "_Cancel");
    gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(dialog), TRUE);
    gtk_file_chooser_set_select_multiple(GTK_FILE_CHOOSER(dialog), TRUE);
    g_signal_connect(dialog, "response", G_CALLBACK(on_files), several);
    start_where_last(GTK_FILE_CHOOSER(dialog));
    return GTK_FILE_CHOOSER(dialog);
}

void sn_dialog_open(GtkWindow *parent, SnPathsChosen chosen, gpointer data)
{
    GtkFileChooser *chooser = choose_files(parent, "Open", "_Open", chosen, data);
    add_meshes(chooser, "Models and meshes", MODELS);
    add_filter(chooser, "Sinew models", "*.sinew");
    add_filter(chooser, "OpenSim models", "*.osim");
    add_filter(chooser, "MuJoCo models", "*.xml");
    add_filter(chooser, "Robots (URDF)", "*.urdf");
    add_meshes(chooser, "Surface and volume meshes", NULL);
    add_filter(chooser, "All files", "*");
    sn_dialog_show_files(chooser);
}

void sn_dialog_import(GtkWindow *parent, SnPathsChosen chosen, gpointer data)
{
    GtkFileChooser *chooser = choose_files(parent, "Import Meshes", "_Import", chosen, data);
    add_meshes(chooser, "Surface and volume meshes", NULL);
    add_filter(chooser, "All files", "*");
    sn_dialog_show_files(chooser);
}

void sn_dialog_open_data(GtkWindow *parent, const SnFileAsked *asked, SnPathChosen chosen,
                         gpointer data)
{
    GtkFileChooser *chooser = choose_file(parent, asked->title, asked->accept,
                                          GTK_FILE_CHOOSER_ACTION_OPEN, NULL, chosen, data);
    start_where_last(chooser);
    GtkFileFilter *filter = gtk_file_filter_new();
    gtk_file_filter_set_name(filter, asked->kind);
    for (int i = 0; asked->patterns[i]; i++)
        gtk_file_filter_add_pattern(filter, asked->patterns[i]);
    gtk_file_chooser_add_filter(chooser, filter);
    g_object_unref(filter);
    add_filter(chooser, "All files", "*");
    sn_dialog_show_files(chooser);
}

void sn_dialog_save_data(GtkWindow *parent, const char *name, SnPathChosen chosen, gpointer data)
{
    GtkFileChooser *chooser = choose_file(parent, "Export Data", "_Export",
                                          GTK_FILE_CHOOSER_ACTION_SAVE, NULL, chosen, data);
    add_filter(chooser, "Table with commas (.csv)", "*.csv");
    add_filter(chooser, "OpenSim storage (.sto, .mot)", "*.[sm][to][ot]");
    add_filter(chooser, "Marker tracks (.trc)", "*.trc");
    start_at(chooser, NULL, name);
    sn_dialog_show_files(chooser);
}

void sn_dialog_save_model(GtkWindow *parent, const char *folder, const char *name,
                          SnPathChosen chosen, gpointer data)
{
    GtkFileChooser *chooser = choose_file(parent, "Save the Model", "_Save",
                                          GTK_FILE_CHOOSER_ACTION_SAVE, ".sinew", chosen, data);
    add_filter(chooser, "Sinew models", "*.sinew");
    start_at(chooser, folder, name);
    sn_dialog_show_files(chooser);
}

void sn_dialog_save_export(GtkWindow *parent, const char *folder, const char *name,
                           const char *ending, SnPathChosen chosen, gpointer data)
{
    const bool folders = ending == NULL;
    GtkFileChooser *chooser =
        choose_file(parent, folders ? "A New Folder for the Pictures" : "Where To", "_Choose",
                    GTK_FILE_CHOOSER_ACTION_SAVE, ending, chosen, data);
    if (!folders) {
        char *pattern = g_strconcat("*", ending, NULL);
        add_filter(chooser, ending, pattern);
        g_free(pattern);
    }
    start_at(chooser, folder, name);
    sn_dialog_show_files(chooser);
}

void sn_dialog_export_model(GtkWindow *parent, const char *folder, const char *name,
                            SnPathChosen chosen, gpointer data)
{
    GtkFileChooser *chooser = choose_file(parent, "Export the Model", "_Export",
                                          GTK_FILE_CHOOSER_ACTION_SAVE, NULL, chosen, data);
    add_filter(chooser, "MuJoCo models (.xml)", "*.xml");
    add_filter(chooser, "OpenSim models (.osim)", "*.osim");
    start_at(chooser, folder, name);
    sn_dialog_show_files(chooser);
}

void sn_dialog_save_plot(GtkWindow *parent, const char *name, const char *ending,
                         SnPathChosen chosen, gpointer data)
{
    GtkFileChooser *chooser = choose_file(parent, "Export the Plot", "_Export",
                                          GTK_FILE_CHOOSER_ACTION_SAVE, ending, chosen, data);
    char *pattern = g_strconcat("*", ending, NULL), *file = g_strconcat(name, ending, NULL);
    add_filter(chooser, pattern + 2, pattern);
    start_at(chooser, NULL, file);
    g_free(file);
    g_free(pattern);
    sn_dialog_show_files(chooser);
}

/* --- a name --- */

typedef struct Naming {
    SnNameChosen chosen;
    gpointer data;
    GtkWidget *window, *entry;
    char *name; /* the answer */
} Naming;

static void on_named(GtkWidget *widget, Naming *naming)
{
    g_free(naming->name);
    naming->name = g_strdup(gtk_editable_get_text(GTK_EDITABLE(naming->entry)));
    gtk_window_close(GTK_WINDOW(naming->window));
}

static void on_naming_done(GtkWidget *window, Naming *naming)
{
    naming->chosen(naming->name, naming->data);
    g_free(naming->name);
    g_free(naming);
}

void sn_dialog_name(GtkWindow *parent, const char *title, const char *name, SnNameChosen chosen,
                    gpointer data)
{
    Naming *naming = g_new0(Naming, 1);
    naming->chosen = chosen;
    naming->data = data;
    naming->window = gtk_window_new();
    GtkWindow *window = GTK_WINDOW(naming->window);
    gtk_window_set_title(window, title);
    gtk_window_set_transient_for(window, parent);
    gtk_window_set_modal(window, TRUE);
    gtk_window_set_destroy_with_parent(window, TRUE);
    gtk_window_set_resizable(window, FALSE);
    gtk_widget_set_name(naming->window, "name-window");
    gtk_widget_add_css_class(naming->window, "sn-window");
    naming->entry = gtk_entry_new();
    gtk_widget_set_name(naming->entry, "name-entry");
    gtk_editable_set_text(GTK_EDITABLE(naming->entry), name);
    gtk_editable_set_width_chars(GTK_EDITABLE(naming->entry), 28);
    GtkWidget *button = gtk_button_new_with_label("Rename");
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    gtk_widget_add_css_class(box, "sn-text");
    gtk_box_append(GTK_BOX(box), naming->entry);
    gtk_box_append(GTK_BOX(box), button);
    gtk_window_set_child(window, box);
    g_signal_connect(naming->entry, "activate", G_CALLBACK(on_named), naming);
    g_signal_connect(button, "clicked", G_CALLBACK(on_named), naming);
    g_signal_connect(window, "destroy", G_CALLBACK(on_naming_done), naming);
    GtkEventController *keys = gtk_shortcut_controller_new();
    gtk_shortcut_controller_add_shortcut(GTK_SHORTCUT_CONTROLLER(keys),
                                         gtk_shortcut_new(gtk_keyval_trigger_new(GDK_KEY_Escape, 0),
                                                          gtk_named_action_new("window.close")));
    gtk_widget_add_controller(naming->window, keys);
    gtk_window_present(window);
}

/* --- unsaved changes --- */

typedef struct Question {
    SnAnswered answered;
    gpointer data;
} Question;

static void on_answer(GtkDialog *dialog, int response, Question *question)
{
    SnAnswer answer = response == GTK_RESPONSE_ACCEPT   ? SN_ANSWER_SAVE
                      : response == GTK_RESPONSE_REJECT ? SN_ANSWER_DISCARD
                                                        : SN_ANSWER_CANCEL;
    Question copy = *question;
    g_free(question);
    gtk_window_destroy(GTK_WINDOW(dialog));
    copy.answered(answer, copy.data);
}

void sn_dialog_unsaved(GtkWindow *parent, const char *name, SnAnswered answered, gpointer data)
{
    GtkWidget *dialog = gtk_message_dialog_new(
        parent, GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT, GTK_MESSAGE_WARNING,
        GTK_BUTTONS_NONE, "Save the changes to “%s”?", name);
    gtk_message_dialog_format_secondary_text(GTK_MESSAGE_DIALOG(dialog),
                                             "They are lost if you do not save them.");
    gtk_widget_set_name(dialog, "unsaved");
    gtk_widget_add_css_class(dialog, "sn-window");
    gtk_dialog_add_buttons(GTK_DIALOG(dialog), "_Cancel", GTK_RESPONSE_CANCEL, "_Do Not Save",
                           GTK_RESPONSE_REJECT, "_Save", GTK_RESPONSE_ACCEPT, NULL);
    gtk_dialog_set_default_response(GTK_DIALOG(dialog), GTK_RESPONSE_ACCEPT);
    gtk_widget_add_css_class(
        gtk_dialog_get_widget_for_response(GTK_DIALOG(dialog), GTK_RESPONSE_REJECT),
        "destructive-action");
    Question *question = g_new0(Question, 1);
    *question = (Question){answered, data};
    g_signal_connect(dialog, "response", G_CALLBACK(on_answer), question);
    gtk_window_present(GTK_WINDOW(dialog));
}

/* --- to read --- */

GtkWidget *sn_dialog_buttons(GtkWindow *window, GtkWidget *cancel, GtkWidget *accept)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
    gtk_widget_set_halign(box, GTK_ALIGN_END);
    gtk_widget_add_css_class(accept, "suggested-action");
    gtk_box_append(GTK_BOX(box), cancel);
    gtk_box_append(GTK_BOX(box), accept);
    g_signal_connect_swapped(cancel, "clicked", G_CALLBACK(gtk_window_destroy), window);
    GtkEventController *keys = gtk_shortcut_controller_new();
    gtk_shortcut_controller_add_shortcut(GTK_SHORTCUT_CONTROLLER(keys),
                                         gtk_shortcut_new(gtk_keyval_trigger_new(GDK_KEY_Escape, 0),
                                                          gtk_named_action_new("window.close")));
    gtk_widget_add_controller(GTK_WIDGET(window), keys);
    return box;
}

void sn_dialog_about(GtkWindow *parent, const char *version)
{
    gtk_show_about_dialog(
        parent, "program-name", "Sinew", "logo-icon-name", "org.sinew.Sinew", "version", version,
        "comments",
        "Modeller and simulator for biomechanics: bones, muscles, tendons, joints and contact, "
        "coupled in one solve.",
        "license-type", GTK_LICENSE_GPL_3_0, "copyright", "The authors of Sinew", NULL);
}

void sn_dialog_text(GtkWindow *parent, const char *title, const char *text)
{
    GtkWidget *window = gtk_window_new();
    gtk_window_set_title(GTK_WINDOW(window), title);
    gtk_window_set_transient_for(GTK_WINDOW(window), parent);
    gtk_window_set_modal(GTK_WINDOW(window), TRUE);
    gtk_window_set_destroy_with_parent(GTK_WINDOW(window), TRUE);
    gtk_widget_set_name(window, "text-window");
    gtk_widget_add_css_class(window, "sn-window");
    GtkWidget *label = gtk_label_new(text);
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    /* as high as it is at this width, not at that of its longest line */
    gtk_label_set_width_chars(GTK_LABEL(label), 64);
    gtk_label_set_max_width_chars(GTK_LABEL(label), 64);
    gtk_label_set_selectable(GTK_LABEL(label), TRUE);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_yalign(GTK_LABEL(label), 0);
    gtk_widget_add_css_class(label, "sn-text");
    GtkWidget *scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER,
                                   GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_propagate_natural_width(GTK_SCROLLED_WINDOW(scrolled), TRUE);
    gtk_scrolled_window_set_propagate_natural_height(GTK_SCROLLED_WINDOW(scrolled), TRUE);
    gtk_scrolled_window_set_max_content_height(GTK_SCROLLED_WINDOW(scrolled), 480);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), label);
    gtk_window_set_child(GTK_WINDOW(window), scrolled);
    GtkEventController *keys = gtk_shortcut_controller_new();
    gtk_shortcut_controller_add_shortcut(GTK_SHORTCUT_CONTROLLER(keys),
                                         gtk_shortcut_new(gtk_keyval_trigger_new(GDK_KEY_Escape, 0),
                                                          gtk_named_action_new("window.close")));
    gtk_widget_add_controller(window, keys);
    gtk_window_present(GTK_WINDOW(window));
    gtk_label_select_region(GTK_LABEL(label), 0, 0); /* the focus selects all of it */
}
