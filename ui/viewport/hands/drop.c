/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Meshes and models dropped on the picture. */
#include "ui/viewport/private.h"

#include "ui/edits/import.h"

#include <gio/gio.h>

bool sn_viewport_drop_files(SnViewport *viewport, const GSList *files)
{
    GStrvBuilder *meshes = g_strv_builder_new();
    bool done = false;
    int n = 0;
    for (; files && sn_session_model(viewport->session); files = files->next) {
        char *path = g_file_get_path(files->data);
        if (!path)
            continue;
        if (sn_import_kind(path) != SN_IMPORT_NOTHING) {
            g_strv_builder_add(meshes, path);
            n++;
        } else { /* a model, or something the window complains about */
            done = gtk_widget_activate_action(GTK_WIDGET(viewport), "win.open-file", "s", path);
        }
        g_free(path);
    }
    char **paths = g_strv_builder_end(meshes);
    if (n > 0)
        done = gtk_widget_activate_action(GTK_WIDGET(viewport), "win.import-files", "^as", paths);
    g_strfreev(paths);
    g_strv_builder_unref(meshes);
    return done;
}

static gboolean on_drop(GtkDropTarget *target, const GValue *value, double x, double y,
                        SnViewport *viewport)
{
    return sn_viewport_drop_files(viewport, g_value_get_boxed(value));
}

void sn_viewport_add_drop_target(SnViewport *viewport)
{
    GtkDropTarget *drop = gtk_drop_target_new(GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);
    g_signal_connect(drop, "drop", G_CALLBACK(on_drop), viewport);
    gtk_widget_add_controller(GTK_WIDGET(viewport), GTK_EVENT_CONTROLLER(drop));
}
