/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/document/drop.h"

#include "app/document/foreign.h"
#include "ui/edits/import.h"

typedef struct Drop {
    SnDropOpen open;
} Drop;

static bool is_ours(const char *path)
{
    return g_str_has_suffix(path, ".sinew") || sn_foreign_is_name(path) ||
           sn_import_kind(path) != SN_IMPORT_NOTHING;
}

static void refuse(SnWindow *window, GFile *file)
{
    g_autofree char *name = g_file_get_basename(file);
    g_autofree char *text = g_strdup_printf(
        g_file_peek_path(file)
            ? "%s is neither a model (.sinew, .osim, .xml, .urdf) nor a mesh (.obj, .stl, .ply, "
              ".off, .vtp, .msh, .vtk, .vtu, .node, .ele, .elem). Data over time go to a track: "
              "Import… in its menu."
            : "%s is not on this computer: copy it here first.",
        name ? name : "What was dropped");
    sn_session_fail(sn_window_session(window), text);
}

static gboolean on_drop(GtkDropTarget *target, const GValue *value, double x, double y,
                        gpointer data)
{
    const Drop *drop = data;
    SnWindow *window = SN_WINDOW(gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(target)));
    g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
    for (const GSList *at = g_value_get_boxed(value); at; at = at->next) {
        char *path = g_file_get_path(at->data);
        if (path && is_ours(path)) {
            g_ptr_array_add(paths, path);
        } else {
            refuse(window, at->data);
            g_free(path);
        }
    }
    if (paths->len == 0)
        return FALSE;
    g_ptr_array_add(paths, NULL);
    drop->open(window, (const char *const *)paths->pdata);
    return TRUE;
}

static void free_drop(gpointer drop, GClosure *closure)
{
    g_free(drop);
}

void sn_drop_add(SnWindow *window, SnDropOpen open)
{
    GtkDropTarget *target = gtk_drop_target_new(GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);
    Drop *drop = g_new0(Drop, 1);
    drop->open = open;
    /* before the panels, which would take the names of the files as text of their own */
    gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(target), GTK_PHASE_CAPTURE);
    g_signal_connect_data(target, "drop", G_CALLBACK(on_drop), drop, free_drop, 0);
    gtk_widget_add_controller(GTK_WIDGET(window), GTK_EVENT_CONTROLLER(target));
}
