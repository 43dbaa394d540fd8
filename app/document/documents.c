/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/document/documents.h"

#include "app/demos/demos.h"
#include "app/document/demo_list.h"
#include "app/document/drop.h"
#include "app/document/export.h"
#include "app/document/export_model.h"
#include "app/document/journal.h"
#include "app/document/outside.h"
#include "app/document/save_picture.h"
#include "engine/model/classes/model_component.h"
#include "engine/opensim/import.h"
#include "ui/edits/import.h"
#include "ui/widgets/dialogs.h"

#include <string.h>

#define DOCUMENT_KEY "sn-document"

typedef struct Document Document;
typedef void (*Next)(Document *document);

struct Document {
    SnWindow *window; /* borrowed: the document goes with it */
    SnProject *project;
    Next next;      /* after the question about unsaved changes */
    char *path;     /* for it */
    char *loads;    /* external loads that are imported with it; NULL: none */
    bool read_only; /* the path is a demo */
    GCancellable *opening;
    SnJournal *journal;
    SnOutside *outside;
    guint inhibition;    /* of a logout, while something is unsaved; 0: none */
    bool offers_restore; /* once a document is there */
};

static Document *document_of(gpointer window)
{
    return g_object_get_data(G_OBJECT(window), DOCUMENT_KEY);
}

static SnModel *model_of(Document *document)
{
    return sn_session_model(sn_project_session(document->project));
}

static void fail(Document *document, GError *error)
{
    sn_session_fail(sn_project_session(document->project), error->message);
    g_error_free(error);
}

/* --- what a crash left behind --- */

/* The session asks before a logout. */
static void inhibit_logout(Document *document, bool unsaved)
{
    GApplication *application = g_application_get_default();
    if (unsaved == (document->inhibition != 0) || !application)
        return;
    if (unsaved) {
        document->inhibition =
            gtk_application_inhibit(GTK_APPLICATION(application), GTK_WINDOW(document->window),
                                    GTK_APPLICATION_INHIBIT_LOGOUT, "A model is not saved");
    } else {
        gtk_application_uninhibit(GTK_APPLICATION(application), document->inhibition);
        document->inhibition = 0;
    }
}

static void note_change(SnSession *session, gpointer window)
{
    Document *document = document_of(window);
    const SnModel *model = sn_session_model(session);
    sn_journal_note(document->journal, model, sn_project_stamp(document->project),
                    sn_session_is_read_only(session));
    if (model)
        inhibit_logout(document, !sn_edit_is_saved(model));
}

/* Said once, and again only after it went well in between. */
static void journal_failed(const char *why, gpointer data)
{
    Document *document = data;
    g_autofree char *text = g_strdup_printf("If the program ends by accident, changes that are not "
                                            "saved are lost: the copy of them cannot be kept in %s",
                                            why);
    sn_session_report(
        sn_project_session(document->project),
        &(SnBar){.severity = SN_WARNING, .text = text, .button = "Save", .action = "win.save"});
}

void sn_document_window_keep(SnWindow *window)
{
    sn_journal_write(document_of(window)->journal);
}

static void offer_restore(Document *document)
{
    if (!document->offers_restore)
        return;
    document->offers_restore = false;
    SnJournalEntry *entry = sn_journal_find();
    if (!entry)
        return;
    char *name = entry->path ? g_path_get_basename(entry->path) : g_strdup("Untitled");
    GDateTime *when = g_date_time_new_from_unix_local(entry->time);
    char *time = g_date_time_format(when, "%e %B, %H:%M");
    char *text = g_strdup_printf("The program ended before “%s” was saved. Its changes up to %s "
                                 "are still there.",
                                 name, g_strstrip(time));
    sn_session_report(sn_project_session(document->project), &(SnBar){.severity = SN_WARNING,
                                                                      .text = text,
                                                                      .button = "Restore",
                                                                      .lasting = true,
                                                                      .action = "win.restore"});
    g_free(text);
    g_free(time);
    g_date_time_unref(when);
    g_free(name);
    sn_journal_entry_free(entry);
}

static void restore_now(Document *document)
{
    SnJournalEntry *entry = sn_journal_find();
    GError *error = NULL;
    SnModel *model = entry ? sn_journal_restore(entry, &error) : NULL;
    if (model) {
        const SnFileStamp now = entry->path ? sn_file_stamp_read(entry->path) : (SnFileStamp){0};
        sn_project_take(document->project, model, entry->read_only,
                        entry->stamp.known ? &entry->stamp : &now);
        sn_journal_write(document->journal); /* ours from now on */
        sn_journal_forget(entry);
        sn_outside_look(document->outside);
    } else if (error) {
        fail(document, error);
    } else {
        sn_session_report(
            sn_project_session(document->project),
            &(SnBar){.severity = SN_NOTE, .text = "There is nothing that was left unsaved."});
    }
    sn_journal_entry_free(entry);
}

void sn_document_window_offer_restore(SnWindow *window)
{
    document_of(window)->offers_restore = true;
}

/* --- saving --- */

static void after_save(Document *document)
{
    const char *path = model_of(document)->path;
    sn_settings_add_recent(sn_window_settings(document->window), path);
    sn_window_update_menu(document->window);
    note_change(sn_project_session(document->project), document->window);
    if (document->next) {
        Next next = document->next;
        document->next = NULL;
        next(document);
    }
}

static void end_save(Document *document, bool done, GError *error)
{
    if (done)
        after_save(document);
    else
        document->next = NULL; /* failed or cancelled: all of it */
    if (!error)
        return;
    sn_session_report(sn_project_session(document->project), &(SnBar){.severity = SN_ERROR,
                                                                      .text = error->message,
                                                                      .button = "Save As…",
                                                                      .action = "win.save-as"});
    g_error_free(error);
}

static void save_to(const char *path, gpointer data)
{
    Document *document = data;
    GError *error = NULL;
    const bool done = path && sn_project_save(document->project, path, &error);
    end_save(document, done, error);
}

static void save_whole_to(const char *path, gpointer data)
{
    Document *document = data;
    GError *error = NULL;
    const bool done = path && sn_project_save_whole(document->project, path, &error);
    end_save(document, done, error);
}

/* The new file builds on the present one. */
static void save_variant_to(const char *path, gpointer data)
{
    Document *document = data;
    GError *error = NULL;
    g_autofree char *base = g_strdup(model_of(document)->path);
    const bool done = path && sn_project_save_variant(document->project, path, base, &error);
    end_save(document, done, error);
}

static void save_as(Document *document, SnPathChosen chosen)
{
    SnSession *session = sn_project_session(document->project);
    const char *path = model_of(document)->path;
    bool demo = sn_session_is_read_only(session);
    char *folder = path && !demo ? g_path_get_dirname(path)
                                 : g_strdup(g_get_user_special_dir(G_USER_DIRECTORY_DOCUMENTS));
    char *name = path ? g_path_get_basename(path) : g_strdup("model.sinew");
    sn_dialog_save_model(GTK_WINDOW(document->window), folder, name, chosen, document);
    g_free(name);
    g_free(folder);
}

static void save(Document *document)
{
    bool needs_name =
        !model_of(document)->path || sn_session_is_read_only(sn_project_session(document->project));
    if (needs_name)
        save_as(document, save_to);
    else if (sn_outside_may_save(document->outside))
        save_to(model_of(document)->path, document);
}

/* --- the question --- */

static void on_answer(SnAnswer answer, gpointer data)
{
    Document *document = data;
    if (answer == SN_ANSWER_SAVE) {
        save(document);
    } else if (answer == SN_ANSWER_DISCARD) {
        Next next = document->next;
        document->next = NULL;
        next(document);
    } else {
        document->next = NULL;
    }
}

/* Does `next` at once, or after the user has decided about unsaved changes. */
static void when_saved(Document *document, Next next)
{
    if (sn_edit_is_saved(model_of(document))) {
        next(document);
        return;
    }
    document->next = next;
    char *name = sn_session_document_name(sn_project_session(document->project));
    sn_dialog_unsaved(GTK_WINDOW(document->window), name, on_answer, document);
    g_free(name);
}

/* --- opening --- */

static void on_opened(GObject *session, GAsyncResult *result, gpointer data)
{
    /* the window may be gone: data is a weak reference to it */
    GWeakRef *reference = data;
    SnWindow *window = g_weak_ref_get(reference);
    g_weak_ref_clear(reference);
    g_free(reference);
    if (!window)
        return;
    Document *document = document_of(window);
    GError *error = NULL;
    if (sn_project_open_finish(document->project, result, &error)) {
        if (!sn_session_is_read_only(SN_SESSION(session))) {
            sn_settings_add_recent(sn_window_settings(window), document->path);
            sn_window_update_menu(window);
        }
    } else if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
        g_error_free(error);
    } else {
        fail(document, error);
    }
    offer_restore(document);
    g_object_unref(window);
}

static void open_now(Document *document)
{
    g_cancellable_cancel(document->opening); /* the one asked for last wins */
    g_clear_object(&document->opening);
    document->opening = g_cancellable_new();
    GWeakRef *reference = g_new0(GWeakRef, 1);
    g_weak_ref_init(reference, document->window);
    sn_project_open_async(document->project, document->path, document->loads, document->read_only,
                          document->opening, on_opened, reference);
}

static void choose_path(Document *document, const char *path, bool read_only)
{
    char *copy = g_canonicalize_filename(path, NULL);
    g_free(document->path);
    document->path = copy;
    g_clear_pointer(&document->loads, g_free);
    document->read_only = read_only;
}

/* What to do about a file that others have changed. */
static void on_changed_answer(SnChangedAnswer answer, gpointer data)
{
    Document *document = data;
    const char *path = model_of(document)->path;
    switch (answer) {
    case SN_CHANGED_OVERWRITE:
        save_to(path, document);
        break;
    case SN_CHANGED_SAVE_AS:
        save_as(document, save_to);
        break;
    case SN_CHANGED_RELOAD:
        document->next = NULL;
        choose_path(document, path, false);
        open_now(document);
        break;
    case SN_CHANGED_CANCEL:
        document->next = NULL;
        break;
    }
}

static void open_path(Document *document, const char *path, bool read_only)
{
    choose_path(document, path, read_only);
    when_saved(document, open_now);
}

/* External loads go with an OpenSim model: the one that is opened with them, else the one that is
 * open, which is imported again. */
static void open_loads(Document *document, const char *model, const char *loads)
{
    g_autofree char *path = g_strdup(model ? model : sn_project_import_path(document->project));
    if (!path || !sn_osim_is_name(path)) {
        sn_session_fail(sn_project_session(document->project),
                        "External loads go with an OpenSim model: open its .osim first, then these "
                        "loads, or both together.");
        return;
    }
    choose_path(document, path, false);
    document->loads = g_canonicalize_filename(loads, NULL);
    when_saved(document, open_now);
}

/* A window shows one model: the first opens.  Meshes become parts of the model that is open. */
static void open_chosen(const char *const *paths, gpointer window)
{
    GStrvBuilder *builder = g_strv_builder_new();
    const char *model = NULL, *loads = NULL;
    int n_models = 0, n_meshes = 0;
    for (; paths && *paths; paths++) {
        if (sn_import_kind(*paths) != SN_IMPORT_NOTHING) {
            g_strv_builder_add(builder, *paths);
            n_meshes++;
        } else if (!loads && sn_osim_is_loads(*paths)) {
            loads = *paths;
        } else if (n_models++ == 0) {
            model = *paths;
        }
    }
    char **meshes = g_strv_builder_end(builder);
    g_strv_builder_unref(builder);
    if ((model || loads) && n_models + n_meshes > 1)
        sn_session_report(sn_project_session(document_of(window)->project),
                          &(SnBar){.severity = SN_NOTE,
                                   .text = "One model was opened, and nothing else: open meshes "
                                           "after it, other models in windows of their own."});
    if (loads)
        open_loads(document_of(window), model, loads);
    else if (model)
        open_path(document_of(window), model, false);
    else if (n_meshes > 0)
        gtk_widget_activate_action(window, "win.import-files", "^as", meshes);
    g_strfreev(meshes);
}

void sn_document_window_open_files(SnWindow *window, const char *const *paths)
{
    open_chosen(paths, window);
}

void sn_document_window_open(SnWindow *window, const char *path)
{
    open_chosen((const char *const[]){path, NULL}, window);
}

void sn_document_window_open_demo(SnWindow *window, const char *name)
{
    Document *document = document_of(window);
    char *path = sn_demo_path(name);
    if (path) {
        open_path(document, path, true);
    } else {
        char *text = g_strdup_printf("There is no demo called %s.", name);
        sn_session_fail(sn_project_session(document->project), text);
        g_free(text);
    }
    g_free(path);
}

static void clear_now(Document *document)
{
    sn_project_clear(document->project);
}

static void destroy_now(Document *document)
{
    gtk_window_destroy(GTK_WINDOW(document->window));
}

/* Closes it, asking for unsaved changes first. */
static void document_window_close(SnWindow *window)
{
    when_saved(document_of(window), destroy_now);
}

/* --- actions --- */

#define ACTION(name) static void name(GSimpleAction *action, GVariant *parameter, gpointer window)

ACTION(on_new)
{
    when_saved(document_of(window), clear_now);
}

ACTION(on_open)
{
    sn_dialog_open(window, open_chosen, window);
}

ACTION(on_open_file)
{
    sn_document_window_open(window, g_variant_get_string(parameter, NULL));
}

ACTION(on_open_demo)
{
    sn_document_window_open_demo(window, g_variant_get_string(parameter, NULL));
}

ACTION(on_save)
{
    save(document_of(window));
}

ACTION(on_save_as)
{
    save_as(document_of(window), save_to);
}

ACTION(on_save_whole)
{
    save_as(document_of(window), save_whole_to);
}

ACTION(on_save_variant)
{
    Document *document = document_of(window);
    SnSession *session = sn_project_session(document->project);
    if (model_of(document)->path && !sn_session_is_read_only(session)) {
        save_as(document, save_variant_to);
        return;
    }
    sn_session_report(session, &(SnBar){.severity = SN_NOTE,
                                        .text = "Save this model first: a variant lies beside the "
                                                "file that it builds on."});
}

ACTION(on_revert)
{
    Document *document = document_of(window);
    const char *path = model_of(document)->path;
    if (!path) {
        sn_session_report(sn_project_session(document->project),
                          &(SnBar){.severity = SN_NOTE, .text = "This model has no file yet."});
        return;
    }
    open_path(document, path, sn_session_is_read_only(sn_project_session(document->project)));
}

ACTION(on_about_model)
{
    Document *document = document_of(window);
    const SnModelComponent *root = (const SnModelComponent *)model_of(document)->root;
    bool any = root->notes && *root->notes != '\0';
    sn_dialog_text(
        window, root->title && *root->title != '\0' ? root->title : "Model",
        any ? root->notes
            : "This model has no notes. Select the model in the navigator and write "
              "some in its properties.\n\nHow to begin: the menu Help, at the upper right, has "
              "Build an Elbow, the keys, and every command by its name.");
}

ACTION(on_import_report)
{
    const char *report = sn_project_import_report(document_of(window)->project);
    sn_dialog_text(window, "Import", report ? report : "This document is not an import.");
}

static void on_loads_chosen(const char *path, gpointer window)
{
    if (path)
        open_loads(document_of(window), NULL, path);
}

ACTION(on_external_loads)
{
    static const char *const patterns[] = {"*.xml", NULL};
    const SnFileAsked asked = {"External Loads", "_Open", "External loads of OpenSim", patterns};
    sn_dialog_open_data(window, &asked, on_loads_chosen, window);
}

ACTION(on_replace_states)
{
    sn_project_replace_states(document_of(window)->project);
}

ACTION(on_restore)
{
    when_saved(document_of(window), restore_now);
}

static const GActionEntry entries[] = {
    {"new", on_new},
    {"restore", on_restore},
    {"replace-states", on_replace_states},
    {"open", on_open},
    {"open-file", on_open_file, "s"},
    {"open-demo", on_open_demo, "s"},
    {"save", on_save},
    {"save-as", on_save_as},
    {"save-whole", on_save_whole},
    {"save-variant", on_save_variant},
    {"revert", on_revert},
    {"about-model", on_about_model},
    {"import-report", on_import_report},
    {"external-loads", on_external_loads},
};

/* --- window --- */

static gboolean on_close_request(GtkWindow *window, gpointer data)
{
    Document *document = document_of(window);
    if (sn_edit_is_saved(model_of(document)))
        return FALSE;
    document_window_close(SN_WINDOW(window));
    return TRUE;
}

static void document_free(gpointer data)
{
    Document *document = data;
    inhibit_logout(document, false);
    g_cancellable_cancel(document->opening);
    g_clear_object(&document->opening);
    sn_journal_free(document->journal);
    sn_outside_free(document->outside);
    sn_project_free(document->project);
    g_free(document->path);
    g_free(document->loads);
    g_free(document);
}

SnWindow *sn_document_window_new(GtkApplication *application, SnSettings *settings)
{
    Document *document = g_new0(Document, 1);
    document->project = sn_project_new();
    document->journal = sn_journal_new(journal_failed, document);
    document->window = sn_window_new(application, sn_project_session(document->project), settings);
    document->outside =
        sn_outside_new(document->window, document->project, on_changed_answer, document);
    /* the window's data goes after its widgets have let go of the session */
    g_object_set_data_full(G_OBJECT(document->window), DOCUMENT_KEY, document, document_free);
    g_action_map_add_action_entries(G_ACTION_MAP(document->window), entries, G_N_ELEMENTS(entries),
                                    document->window);
    SnSession *session = sn_project_session(document->project);
    g_signal_connect_object(session, "model-changed", G_CALLBACK(note_change), document->window, 0);
    g_signal_connect_object(session, "document-changed", G_CALLBACK(note_change), document->window,
                            0);
    sn_export_actions_add(document->window);
    sn_export_model_actions_add(document->window);
    sn_save_picture_action_add(document->window);
    g_signal_connect(document->window, "close-request", G_CALLBACK(on_close_request), NULL);
    sn_drop_add(document->window, sn_document_window_open_files);
    sn_demo_list_add(document->window);
    return document->window;
}

SnProject *sn_document_window_project(SnWindow *window)
{
    return document_of(window)->project;
}
