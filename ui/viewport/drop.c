/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Meshes and models dropped on the picture. */
#include "ui/viewport/private.h"

#include "engine/model/classes/body.h"
#include "engine/model/classes/fem.h"
#include "ui/edits/edits.h"

#include <gio/gio.h>
#include <string.h>

/* --- surface meshes --- */

/* Path of the mesh relative to the model's folder; what lies elsewhere is copied to its folder
 * "meshes" first.  Free with g_free; NULL with an error. */
static char *mesh_beside_model(const SnModel *model, GFile *file, GError **error)
{
    char *folder_path = g_path_get_dirname(model->path);
    GFile *folder = g_file_new_for_path(folder_path);
    char *relative = g_file_get_relative_path(folder, file);
    if (!relative) {
        GFile *meshes = g_file_get_child(folder, "meshes");
        char *name = g_file_get_basename(file);
        GFile *copy = g_file_get_child(meshes, name);
        g_file_make_directory(meshes, NULL, NULL); /* it may be there */
        if (g_file_copy(file, copy, G_FILE_COPY_NONE, NULL, NULL, NULL, error))
            relative = g_build_filename("meshes", name, NULL);
        g_object_unref(copy);
        g_free(name);
        g_object_unref(meshes);
    }
    g_object_unref(folder);
    g_free(folder_path);
    return relative;
}

/* A body of that shape, called like the file; `mesh` as in model files. */
static bool add_mesh_body(SnSession *session, const char *mesh)
{
    const SnModel *model = sn_session_model(session);
    char *base = g_path_get_basename(mesh);
    char *dot = strrchr(base, '.');
    *dot = '\0'; /* it ends in .obj */
    const SnComponent *list = sn_model_list_for(model->root, &SN_CLASS_RIGID_BODY);
    char *name = sn_name_unused(list, sn_name_check(base, NULL) ? base : "body");
    SnRigidBody *body = (SnRigidBody *)sn_component_new(&SN_CLASS_RIGID_BODY, name);
    body->shape = SN_SHAPE_MESH;
    body->mesh = g_strdup(mesh);
    SnId id = sn_edits_add_made(session, &body->base.base);
    g_free(name);
    g_free(base);
    return !sn_id_is_null(id);
}

/* --- volume meshes --- */

static const char *const volume_suffixes[] = {".msh", ".vtk",  ".vtu", ".node",
                                              ".ele", ".elem", NULL};

static bool has_suffix(const char *path, const char *const *suffixes)
{
    char *lower = g_ascii_strdown(path, -1);
    bool found = false;
    for (; *suffixes && !found; suffixes++)
        found = g_str_has_suffix(lower, *suffixes);
    g_free(lower);
    return found;
}

/* Nodes and elements may lie in two files: all of them come beside the model, the name of the one
 * that the document names is returned. Free with g_free; NULL with an error. */
static char *volume_mesh_beside_model(const SnModel *model, GFile *file, GError **error)
{
    static const char *const pair[] = {".node", ".ele", ".elem", NULL};
    char *path = g_file_get_path(file);
    if (!has_suffix(path, pair)) {
        g_free(path);
        return mesh_beside_model(model, file, error);
    }
    *strrchr(path, '.') = '\0';
    char *first = NULL;
    for (int i = 0; pair[i] && !*error; i++) {
        char *name = g_strconcat(path, pair[i], NULL);
        GFile *part = g_file_new_for_path(name);
        if (i == 0 || g_file_query_exists(part, NULL)) { /* without nodes: the error says so */
            char *beside = mesh_beside_model(model, part, error);
            if (i == 0)
                first = beside;
            else
                g_free(beside);
        }
        g_object_unref(part);
        g_free(name);
    }
    if (*error)
        g_clear_pointer(&first, g_free);
    g_free(path);
    return first;
}

/* A FEM model of that mesh, called like the file. */
static bool add_fem(SnSession *session, const char *mesh)
{
    const SnModel *model = sn_session_model(session);
    char *base = g_path_get_basename(mesh);
    *strrchr(base, '.') = '\0'; /* it has a suffix */
    const SnComponent *list = sn_model_list_for(model->root, &SN_CLASS_FEM);
    char *name = sn_name_unused(list, sn_name_check(base, NULL) ? base : "fem");
    SnFem *fem = (SnFem *)sn_component_new(&SN_CLASS_FEM, name);
    fem->source = SN_FEM_FILE;
    fem->file = g_strdup(mesh);
    SnId id = sn_edits_add_made(session, &fem->base.base);
    g_free(name);
    g_free(base);
    return !sn_id_is_null(id);
}

static bool drop_mesh(SnSession *session, GFile *file, bool volume)
{
    const SnModel *model = sn_session_model(session);
    if (!model->path || sn_session_is_read_only(session)) {
        sn_session_report(session,
                          &(SnBar){.severity = SN_NOTE,
                                   .text = "Save the model first: the mesh is kept beside it.",
                                   .button = "Save As…",
                                   .action = "win.save-as"});
        return false;
    }
    GError *error = NULL;
    char *mesh = volume ? volume_mesh_beside_model(model, file, &error)
                        : mesh_beside_model(model, file, &error);
    if (!mesh) {
        sn_session_fail(session, error->message);
        g_error_free(error);
        return false;
    }
    bool done = volume ? add_fem(session, mesh) : add_mesh_body(session, mesh);
    g_free(mesh);
    return done;
}

/* --- the drop --- */

bool sn_viewport_drop_file(SnViewport *viewport, GFile *file)
{
    char *path = g_file_get_path(file);
    bool done = false;
    if (!path || !sn_session_model(viewport->session)) {
        done = false;
    } else if (g_str_has_suffix(path, ".obj") || g_str_has_suffix(path, ".OBJ")) {
        done = drop_mesh(viewport->session, file, false);
    } else if (has_suffix(path, volume_suffixes)) {
        done = drop_mesh(viewport->session, file, true);
    } else { /* a model, or something the window complains about */
        done = gtk_widget_activate_action(GTK_WIDGET(viewport), "win.open-file", "s", path);
    }
    g_free(path);
    return done;
}

static gboolean on_drop(GtkDropTarget *target, const GValue *value, double x, double y,
                        SnViewport *viewport)
{
    return sn_viewport_drop_file(viewport, g_value_get_object(value));
}

void sn_viewport_add_drop_target(SnViewport *viewport)
{
    GtkDropTarget *drop = gtk_drop_target_new(G_TYPE_FILE, GDK_ACTION_COPY);
    g_signal_connect(drop, "drop", G_CALLBACK(on_drop), viewport);
    gtk_widget_add_controller(GTK_WIDGET(viewport), GTK_EVENT_CONTROLLER(drop));
}
