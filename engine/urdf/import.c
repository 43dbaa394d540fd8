/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/urdf/import.h"

#include "engine/model/file/emit.h"
#include "engine/urdf/urdf.h"

#include <string.h>

bool sn_urdf_is_name(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && g_ascii_strcasecmp(dot, ".urdf") == 0;
}

static void clear_link(void *data)
{
    g_free(((SnUrdfLink *)data)->target);
}

static void clear_joint(void *data)
{
    g_free(((SnUrdfJoint *)data)->target);
}

static void begin(SnUrdf *urdf)
{
    urdf->links = g_array_new(FALSE, TRUE, sizeof(SnUrdfLink));
    urdf->joints = g_array_new(FALSE, TRUE, sizeof(SnUrdfJoint));
    g_array_set_clear_func(urdf->links, clear_link);
    g_array_set_clear_func(urdf->joints, clear_joint);
    urdf->link_by_name = g_hash_table_new(g_str_hash, g_str_equal);
    urdf->joint_by_name = g_hash_table_new(g_str_hash, g_str_equal);
    urdf->colors = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    urdf->names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    urdf->meshes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    urdf->root = json_object();
    urdf->report = sn_import_report_new();
}

static void end(SnUrdf *urdf)
{
    GHashTable *tables[] = {urdf->link_by_name, urdf->joint_by_name, urdf->colors, urdf->names,
                            urdf->meshes};
    for (size_t i = 0; i < G_N_ELEMENTS(tables); i++)
        g_hash_table_unref(tables[i]);
    g_array_unref(urdf->links);
    g_array_unref(urdf->joints);
    json_decref(urdf->root);
    sn_import_report_free(urdf->report);
    g_free(urdf->folder);
}

static void emit_notes(SnUrdf *urdf)
{
    g_autofree char *summary = sn_import_report_summary(urdf->report);
    g_autofree char *file = g_path_get_basename(sn_xml_name(urdf->xml));
    g_autofree char *notes = g_strdup_printf(
        "Imported from %s (URDF): %s. Links without a parent stand still.", file, summary);
    g_autofree char *valid = g_utf8_make_valid(notes, -1);
    json_object_set_new(urdf->root, "notes", json_string(valid));
}

static SnModel *import(SnXml *xml, const char *folder, const char *const *geometry_folders,
                       SnImportReport **report, GError **error)
{
    SnUrdf urdf = {.xml = xml, .folder = g_strdup(folder), .geometry_folders = geometry_folders};
    begin(&urdf);
    sn_urdf_read(&urdf);
    if (!urdf.error)
        sn_urdf_emit(&urdf);
    SnModel *model = NULL;
    if (urdf.error) {
        g_propagate_error(error, urdf.error);
    } else {
        emit_notes(&urdf);
        model = sn_emit_taken(urdf.root, urdf.meshes, urdf.folder, sn_xml_name(xml), urdf.report,
                              error);
    }
    if (model && report)
        *report = g_steal_pointer(&urdf.report);
    end(&urdf);
    sn_xml_free(xml);
    return model;
}

SnModel *sn_urdf_import(const char *path, const char *const *geometry_folders,
                        SnImportReport **report, GError **error)
{
    SnXml *xml = sn_xml_read(path, error);
    g_autofree char *folder = g_path_get_dirname(path);
    g_autofree char *whole = g_canonicalize_filename(folder, NULL);
    return xml ? import(xml, whole, geometry_folders, report, error) : NULL;
}

SnModel *sn_urdf_import_text(const char *text, size_t length, const char *name, const char *folder,
                             const char *const *geometry_folders, SnImportReport **report,
                             GError **error)
{
    SnXml *xml = sn_xml_read_text(text, length, name, error);
    return xml ? import(xml, folder, geometry_folders, report, error) : NULL;
}
