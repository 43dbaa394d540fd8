/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every dialog of the program: one place for the widgets that newer GTKs replace.  All are
 * asynchronous; the callback comes once, the dialog goes by itself. */
#ifndef SN_UI_WIDGETS_DIALOGS_H
#define SN_UI_WIDGETS_DIALOGS_H

#include <gtk/gtk.h>

typedef enum SnAnswer { SN_ANSWER_CANCEL, SN_ANSWER_DISCARD, SN_ANSWER_SAVE } SnAnswer;

/* path NULL: cancelled. */
typedef void (*SnPathChosen)(const char *path, gpointer data);
typedef void (*SnAnswered)(SnAnswer answer, gpointer data);

/* paths: NULL-terminated; NULL: cancelled. */
typedef void (*SnPathsChosen)(const char *const *paths, gpointer data);
/* Shows it.  GTK's own file chooser, which comes where the desktop has none, gets no menu of a
 * file: it shows that from an idle source that may outlive it. */
void sn_dialog_show_files(GtkFileChooser *chooser);
/* All that can be read: models of any format, and meshes, several at once. */
void sn_dialog_open(GtkWindow *parent, SnPathsChosen chosen, gpointer data);
/* Surface or volume meshes, several at once. */
void sn_dialog_import(GtkWindow *parent, SnPathsChosen chosen, gpointer data);
/* folder may be NULL; ending ".sinew" is added where it is missing. */
void sn_dialog_save_model(GtkWindow *parent, const char *folder, const char *name,
                          SnPathChosen chosen, gpointer data);
/* A picture or film; ending NULL: a folder of pictures. */
void sn_dialog_save_export(GtkWindow *parent, const char *folder, const char *name,
                           const char *ending, SnPathChosen chosen, gpointer data);
/* What a file is asked for, in words of the dialog: "Run a Script", "_Run", "Scripts". */
typedef struct SnFileAsked {
    const char *title, *accept, *kind;
    const char *const *patterns; /* "*.txt"; NULL behind the last */
} SnFileAsked;
/* One file that is not a model. */
void sn_dialog_open_data(GtkWindow *parent, const SnFileAsked *asked, SnPathChosen chosen,
                         gpointer data);
/* For another program: the name's ending says which. */
void sn_dialog_export_model(GtkWindow *parent, const char *folder, const char *name,
                            SnPathChosen chosen, gpointer data);
void sn_dialog_save_data(GtkWindow *parent, const char *name, SnPathChosen chosen, gpointer data);
/* A plot as a file; ending: ".csv", ".svg" or ".png", added where it is missing. */
void sn_dialog_save_plot(GtkWindow *parent, const char *name, const char *ending,
                         SnPathChosen chosen, gpointer data);
/* name NULL: cancelled. */
typedef void (*SnNameChosen)(const char *name, gpointer data);
/* Asks for a name in a small window. */
void sn_dialog_name(GtkWindow *parent, const char *title, const char *name, SnNameChosen chosen,
                    gpointer data);
/* Data would be lost: cancel, do not save, save. */
void sn_dialog_unsaved(GtkWindow *parent, const char *name, SnAnswered answered, gpointer data);
/* The last row of a window of the program's own: two buttons at its right end.  Cancel and Escape
 * close the window, accept stands out. */
GtkWidget *sn_dialog_buttons(GtkWindow *window, GtkWidget *cancel, GtkWidget *accept);
void sn_dialog_about(GtkWindow *parent, const char *version);
/* A text to read, with a title. */
void sn_dialog_text(GtkWindow *parent, const char *title, const char *text);

#endif
