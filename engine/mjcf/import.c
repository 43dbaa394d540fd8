/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/mjcf/import.h"

#include "engine/mjcf/flex.h"
#include "engine/mjcf/mjcf.h"
#include "engine/model/file/emit.h"

#include <string.h>

bool sn_mjcf_is_name(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && (g_ascii_strcasecmp(dot, ".xml") == 0 || g_ascii_strcasecmp(dot, ".mjcf") == 0);
}

/* --- the shared state --- */

static void clear_class(void *data)
{
    g_ptr_array_unref(((SnMjcfClass *)data)->nodes);
}

static void clear_body(void *data)
{
    g_free(((SnMjcfBody *)data)->name);
    g_free(((SnMjcfBody *)data)->target);
}

static void clear_joint(void *data)
{
    g_free(((SnMjcfJoint *)data)->name);
    g_free(((SnMjcfJoint *)data)->target);
}

static void clear_geom(void *data)
{
    g_free(((SnMjcfGeom *)data)->name);
    g_free(((SnMjcfGeom *)data)->target);
}

static void clear_site(void *data)
{
    g_free(((SnMjcfSite *)data)->name);
    g_free(((SnMjcfSite *)data)->target);
}

static void clear_tendon(void *data)
{
    SnMjcfTendon *tendon = data;
    g_free(tendon->name);
    g_array_unref(tendon->joints);
    g_array_unref(tendon->coefs);
    g_ptr_array_unref(tendon->steps);
}

static void free_mesh(gpointer data)
{
    SnMjcfMesh *mesh = data;
    g_free(mesh->name);
    g_free(mesh->file);
    sn_surface_free(mesh->surface);
    g_free(mesh);
}

static void clear_cable(void *data)
{
    g_free(((SnMjcfCable *)data)->body);
}

static void free_compiler(gpointer data)
{
    SnMjcfCompiler *compiler = data;
    g_free(compiler->folder);
    g_free(compiler->mesh_folder);
    g_free(compiler);
}

static void free_part(gpointer xml)
{
    sn_xml_free(xml);
}

static GArray *array_of(size_t size, GDestroyNotify clear)
{
    GArray *array = g_array_new(FALSE, TRUE, (guint)size);
    g_array_set_clear_func(array, clear);
    return array;
}

static void begin(SnMjcf *mjcf, const char *folder)
{
    GHashTable **tables[] = {&mjcf->class_by_name, &mjcf->mesh_by_name, &mjcf->hfield_by_name,
                             &mjcf->tendon_by_name, &mjcf->materials};
    GHashTable **named[] = {&mjcf->body_by_name, &mjcf->joint_by_name, &mjcf->geom_by_name,
                            &mjcf->site_by_name, &mjcf->names};
    for (size_t i = 0; i < G_N_ELEMENTS(tables); i++)
        *tables[i] = g_hash_table_new(g_str_hash, g_str_equal);
    for (size_t i = 0; i < G_N_ELEMENTS(named); i++)
        *named[i] = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    mjcf->wraps = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    mjcf->mesh_files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    mjcf->lost = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    mjcf->part = g_hash_table_new(NULL, NULL);
    mjcf->owner = g_hash_table_new(NULL, NULL);
    mjcf->files = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    mjcf->parts = g_ptr_array_new_with_free_func(free_part);
    mjcf->meshes = g_ptr_array_new_with_free_func(free_mesh);
    mjcf->classes = array_of(sizeof(SnMjcfClass), clear_class);
    mjcf->bodies = array_of(sizeof(SnMjcfBody), clear_body);
    mjcf->joints = array_of(sizeof(SnMjcfJoint), clear_joint);
    mjcf->geoms = array_of(sizeof(SnMjcfGeom), clear_geom);
    mjcf->sites = array_of(sizeof(SnMjcfSite), clear_site);
    mjcf->tendons = array_of(sizeof(SnMjcfTendon), clear_tendon);
    mjcf->cables = array_of(sizeof(SnMjcfCable), clear_cable);
    mjcf->flexes = array_of(sizeof(SnMjcfFlex), sn_mjcf_clear_flex);
    mjcf->root = json_object();
    mjcf->report = sn_import_report_new();
    mjcf->compilers = g_hash_table_new(NULL, NULL);
    mjcf->all_compilers = g_ptr_array_new_with_free_func(free_compiler);
    mjcf->outer_classes = g_ptr_array_new_with_free_func(g_free);
    sn_mjcf_new_compiler(mjcf, folder);
}

static void end(SnMjcf *mjcf)
{
    GHashTable *tables[] = {mjcf->class_by_name,  mjcf->mesh_by_name, mjcf->hfield_by_name,
                            mjcf->tendon_by_name, mjcf->materials,    mjcf->body_by_name,
                            mjcf->joint_by_name,  mjcf->geom_by_name, mjcf->site_by_name,
                            mjcf->names,          mjcf->wraps,        mjcf->mesh_files,
                            mjcf->part,           mjcf->owner,        mjcf->files,
                            mjcf->lost,           mjcf->compilers};
    GArray *arrays[] = {mjcf->classes, mjcf->bodies,  mjcf->joints, mjcf->geoms,
                        mjcf->sites,   mjcf->tendons, mjcf->cables, mjcf->flexes};
    for (size_t i = 0; i < G_N_ELEMENTS(tables); i++)
        g_hash_table_unref(tables[i]);
    for (size_t i = 0; i < G_N_ELEMENTS(arrays); i++)
        g_array_unref(arrays[i]);
    g_clear_pointer(&mjcf->key_controls, g_array_unref);
    g_clear_pointer(&mjcf->key_activations, g_array_unref);
    g_ptr_array_unref(mjcf->meshes);
    g_ptr_array_unref(mjcf->all_compilers);
    g_ptr_array_unref(mjcf->outer_classes);
    g_ptr_array_unref(mjcf->parts);
    json_decref(mjcf->root);
    sn_import_report_free(mjcf->report);
}

/* --- the document --- */

/* Sections that have no counterpart. */
static void report_others(SnMjcf *mjcf)
{
    static const char *const known[] = {
        "compiler", "option",   "default", "asset",  "worldbody", "contact",   "tendon",
        "actuator", "equality", "size",    "visual", "statistic", "deformable"};
    const SnXmlNode *root = sn_xml_root(mjcf->xml);
    for (const SnXmlNode *at = sn_mjcf_first(mjcf, root); at; at = sn_mjcf_next(mjcf, at)) {
        bool is_known = false;
        for (size_t i = 0; i < G_N_ELEMENTS(known); i++)
            is_known = is_known || strcmp(at->name, known[i]) == 0;
        if (is_known)
            continue;
        const bool keys = strcmp(at->name, "keyframe") == 0;
        if (!at->first && at->attributes[0])
            sn_mjcf_tell(mjcf, SN_IMPORT_LEFT_OUT, at, sn_mjcf_name_of(at),
                         "there is nothing of this kind here");
        for (const SnXmlNode *in = sn_mjcf_first(mjcf, at); in; in = sn_mjcf_next(mjcf, in))
            if (in != mjcf->key_node)
                sn_mjcf_tell(mjcf, SN_IMPORT_LEFT_OUT, in, sn_mjcf_name_of(in),
                             keys ? "another start: import with --key and its name, or its number"
                             : strcmp(at->name, "sensor") == 0
                                 ? "it measures and does not act"
                                 : "there is nothing of this kind here");
    }
}

static void emit_notes(SnMjcf *mjcf)
{
    if (mjcf->soft)
        sn_import_report_note(mjcf->report,
                              "limits, friction and equalities of joints are rigid here: their "
                              "solref, solimp and margin are left out");
    g_autofree char *summary = sn_import_report_summary(mjcf->report);
    g_autofree char *file = g_path_get_basename(sn_xml_name(mjcf->xml));
    g_autofree char *notes = g_strdup_printf("Imported from %s (MJCF): %s.", file, summary);
    g_autofree char *valid = g_utf8_make_valid(notes, -1);
    json_object_set_new(mjcf->root, "notes", json_string(valid));
}

static void build(SnMjcf *mjcf)
{
    void (*const steps[])(SnMjcf *) = {
        sn_mjcf_include,      sn_mjcf_attach_models,  sn_mjcf_read_classes, sn_mjcf_read_settings,
        sn_mjcf_read_assets,  sn_mjcf_read_bodies,    sn_mjcf_read_flexes,  sn_mjcf_read_key,
        sn_mjcf_read_masses,  sn_mjcf_read_tendons,   sn_mjcf_read_contact, sn_mjcf_find_own,
        sn_mjcf_emit_bodies,  sn_mjcf_emit_joints,    sn_mjcf_emit_geoms,   sn_mjcf_emit_flexes,
        sn_mjcf_emit_contact, sn_mjcf_emit_actuators, sn_mjcf_emit_tendons, sn_mjcf_emit_equality,
        sn_mjcf_emit_cables,  report_others,          emit_notes,
    };
    for (size_t i = 0; i < G_N_ELEMENTS(steps) && !mjcf->error; i++)
        steps[i](mjcf);
}

static SnModel *import(SnXml *xml, const char *folder, const char *key,
                       const char *const *geometry_folders, SnImportReport **report, GError **error)
{
    SnMjcf mjcf = {.xml = xml, .key = key, .geometry_folders = geometry_folders};
    begin(&mjcf, folder);
    build(&mjcf);
    SnModel *model = NULL;
    if (mjcf.error)
        g_propagate_error(error, mjcf.error);
    else
        model =
            sn_emit_taken(mjcf.root, mjcf.mesh_files, folder, sn_xml_name(xml), mjcf.report, error);
    if (model && report)
        *report = g_steal_pointer(&mjcf.report);
    end(&mjcf);
    sn_xml_free(xml);
    return model;
}

SnModel *sn_mjcf_import(const char *path, const char *const *geometry_folders,
                        SnImportReport **report, GError **error)
{
    return sn_mjcf_import_key(path, NULL, geometry_folders, report, error);
}

SnModel *sn_mjcf_import_key(const char *path, const char *key, const char *const *geometry_folders,
                            SnImportReport **report, GError **error)
{
    SnXml *xml = sn_xml_read(path, error);
    g_autofree char *folder = g_path_get_dirname(path);
    g_autofree char *whole = g_canonicalize_filename(folder, NULL);
    return xml ? import(xml, whole, key, geometry_folders, report, error) : NULL;
}

SnModel *sn_mjcf_import_text(const char *text, size_t length, const char *name, const char *folder,
                             const char *const *geometry_folders, SnImportReport **report,
                             GError **error)
{
    SnXml *xml = sn_xml_read_text(text, length, name, error);
    return xml ? import(xml, folder, NULL, geometry_folders, report, error) : NULL;
}
