/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/opensim/import.h"

#include "engine/model/file/emit.h"
#include "engine/opensim/osim.h"

#include <string.h>

/* What the format's reader takes as a default where <gravity> is missing. */
static const double GRAVITY[3] = {0, -9.80665, 0};

bool sn_osim_is_name(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && g_ascii_strcasecmp(dot, ".osim") == 0;
}

/* --- the shared state --- */

static void clear_item(void *data)
{
    g_free(((SnOsimItem *)data)->path);
}

static void clear_frame(void *data)
{
    g_free(((SnOsimFrame *)data)->target);
}

static void clear_joint(void *data)
{
    SnOsimJoint *joint = data;
    for (int i = 0; i < 6; i++) {
        sn_osim_function_clear(&joint->axis[i].function);
        g_clear_pointer(&joint->axis[i].terms, g_array_unref);
    }
    g_free(joint->path);
}

static void clear_coordinate(void *data)
{
    g_free(((SnOsimCoordinate *)data)->name);
}

static GArray *array_of(size_t size, GDestroyNotify clear)
{
    GArray *array = g_array_new(FALSE, TRUE, (guint)size);
    g_array_set_clear_func(array, clear);
    return array;
}

static void free_part(gpointer xml)
{
    sn_xml_free(xml);
}

static void free_indices(gpointer array)
{
    g_array_unref(array);
}

static void clear_plane(void *data)
{
    g_free(((SnOsimPlane *)data)->path);
}

static void osim_start(SnOsim *osim)
{
    osim->items = array_of(sizeof(SnOsimItem), clear_item);
    osim->frames = array_of(sizeof(SnOsimFrame), clear_frame);
    osim->joints = array_of(sizeof(SnOsimJoint), clear_joint);
    osim->coordinates = array_of(sizeof(SnOsimCoordinate), clear_coordinate);
    osim->items_by_name = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, free_indices);
    osim->items_by_node = g_hash_table_new(NULL, NULL);
    osim->names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    osim->made = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    osim->bent = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    osim->meshes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    osim->planes = array_of(sizeof(SnOsimPlane), clear_plane);
    osim->root = json_object();
    osim->report = sn_import_report_new();
    osim->held = osim->commas = osim->again = false;
}

static void osim_end(SnOsim *osim)
{
    json_decref(osim->root);
    g_hash_table_unref(osim->items_by_name);
    g_hash_table_unref(osim->items_by_node);
    g_hash_table_unref(osim->names);
    g_hash_table_unref(osim->made);
    g_hash_table_unref(osim->bent);
    g_hash_table_unref(osim->meshes);
    g_array_unref(osim->planes);
    g_array_unref(osim->items);
    g_array_unref(osim->frames);
    g_array_unref(osim->joints);
    g_array_unref(osim->coordinates);
    sn_import_report_free(osim->report);
}

/* --- the document --- */

/* <OpenSimDocument Version="40000"><Model>; the oldest files begin with <Model>. */
static void find_model(SnOsim *osim)
{
    const SnXmlNode *root = sn_xml_root(osim->xml);
    const char *version = sn_xml_attribute(root, "Version");
    osim->model = sn_osim_is(root, "Model") ? root : sn_xml_child(root, "Model");
    osim->version = version ? (int)g_ascii_strtoll(version, NULL, 10) : 0;
    if (!osim->model) {
        const char *inside = root->first ? root->first->name : "nothing";
        sn_osim_fail(osim, root, "is no OpenSim model: <%s> holds <%s>; expected <Model>",
                     root->name, inside);
        return;
    }
    osim->defaults = sn_xml_child(osim->model, "defaults");
    if (!osim->defaults)
        osim->defaults = sn_xml_child(root, "defaults");
    if (g_str_has_prefix(sn_osim_text(osim, osim->model, "angle_units"), "deg"))
        sn_import_report_note(
            osim->report, "the file says that its angles are degrees; they are taken as radians");
    if (osim->version > 41000)
        sn_import_report_note(osim->report,
                              "the file has format version %d, newer than 4.6, which is known",
                              osim->version);
}

/* Of versions 1.x: <DynamicsEngine><SimbodyEngine>, which holds gravity and bodies; NULL: none. */
static const SnXmlNode *engine_of(const SnXmlNode *model)
{
    const SnXmlNode *engine = sn_xml_child(model, "DynamicsEngine");
    return engine ? engine->first : NULL;
}

static void emit_model(SnOsim *osim)
{
    double g[3] = {GRAVITY[0], GRAVITY[1], GRAVITY[2]};
    const char *name = sn_osim_name_of(osim->model);
    if (!sn_osim_numbers(osim, osim->model, "gravity", 3, g))
        sn_osim_numbers(osim, engine_of(osim->model), "gravity", 3, g);
    const double turned[3] = {g[0], -g[2], g[1]};
    g_autofree char *title = g_utf8_make_valid(*name ? name : "OpenSim model", -1);
    json_object_set_new(osim->root, "title", json_string(title));
    json_object_set_new(osim->root, "gravity", sn_emit_numbers(turned, 3));
}

/* Who made it and where it is from stay with the model; what the report says comes after. */
static void emit_notes(SnOsim *osim)
{
    const char *credits = sn_osim_text(osim, osim->model, "credits"),
               *publications = sn_osim_text(osim, osim->model, "publications");
    g_autofree char *summary = sn_import_report_summary(osim->report);
    g_autofree char *file = g_path_get_basename(sn_xml_name(osim->xml));
    GString *notes = g_string_new(NULL);
    g_string_append_printf(notes,
                           "Imported from %s (OpenSim, format %d): %s. The frame ground is "
                           "OpenSim's ground, its y axis upwards.",
                           file, osim->version, summary);
    if (*credits)
        g_string_append_printf(notes, "\n\nCredits: %.8000s", credits);
    if (*publications)
        g_string_append_printf(notes, "\n\nPublications: %.8000s", publications);
    g_autofree char *valid = g_utf8_make_valid(notes->str, -1);
    json_object_set_new(osim->root, "notes", json_string(valid));
    g_string_free(notes, TRUE);
}

static void report_others(SnOsim *osim)
{
    for (int i = 0; i < (int)osim->items->len; i++) {
        const SnOsimItem *item = sn_osim_item(osim, i);
        if (item->kind == SN_OSIM_NOT_NEEDED)
            sn_osim_left_out(osim, item->node, "it measures and does not act");
        else if (item->kind == SN_OSIM_UNKNOWN)
            sn_osim_left_out(osim, item->node, "this class is not known");
    }
}

static void build(SnOsim *osim)
{
    void (*const steps[])(SnOsim *) = {
        find_model,
        sn_osim_tell_broken,
        emit_model,
        sn_osim_collect,
        sn_osim_read_frames,
        sn_osim_read_joints,
        sn_osim_place,
        sn_osim_emit_bodies,
        sn_osim_emit_joints,
        sn_osim_emit_copies,
        sn_osim_emit_constraints,
        sn_osim_emit_markers,
        sn_osim_emit_wraps,
        sn_osim_emit_forces,
        sn_osim_emit_external_loads,
        sn_osim_emit_contacts,
        sn_osim_emit_controllers,
        sn_osim_emit_geometry,
        report_others,
        emit_notes,
    };
    for (size_t i = 0; i < G_N_ELEMENTS(steps) && !osim->error; i++)
        steps[i](osim);
}

/* Parts that turn out broken are left out of what is built anew. */
static void build_what_is_whole(SnOsim *osim)
{
    osim_start(osim);
    build(osim);
    while (osim->again && !osim->error) {
        osim_end(osim);
        osim_start(osim);
        build(osim);
    }
}

static const SnXmlNode *node_of(const SnOsim *osim, const char *path)
{
    GHashTableIter iter;
    gpointer node, made;
    g_hash_table_iter_init(&iter, osim->made);
    while (g_hash_table_iter_next(&iter, &node, &made))
        if (strcmp(made, path) == 0)
            return node;
    return NULL;
}

/* A component that the model's reader refuses, as it has a value beyond what is taken here: it
 * counts as broken, or is taken out where it stands for no element.  False: the model is none
 * without it. */
static bool leave_refused(SnOsim *osim, const GError *problem)
{
    g_autofree char *path = sn_emit_refused(osim->root, problem);
    if (!path)
        return false;
    const SnXmlNode *node = node_of(osim, path);
    const char *words = strstr(problem->message, path);
    if (node && !sn_osim_broken(osim, node)) {
        g_hash_table_insert(osim->broken, (gpointer)node,
                            g_strdup_printf("it has a value that is not taken here: %s", words));
        osim->again = true;
    } else {
        sn_import_report_note(osim->report, "left out for a value that is not taken here: %s",
                              words);
        sn_emit_drop(osim->root, path);
    }
    return true;
}

/* NULL: refused. */
static SnModel *make(SnOsim *osim, GError **error)
{
    enum { MOST_REFUSED = 200 };
    for (int i = 0;; i++) {
        if (osim->again) {
            osim_end(osim);
            build_what_is_whole(osim);
        }
        if (osim->error) {
            g_propagate_error(error, osim->error);
            return NULL;
        }
        GError *problem = NULL;
        SnModel *model =
            sn_emit_model(osim->root, osim->meshes, osim->folder, sn_xml_name(osim->xml), &problem);
        if (model)
            return model;
        if (i == MOST_REFUSED || !leave_refused(osim, problem)) {
            g_propagate_error(error, problem);
            return NULL;
        }
        g_error_free(problem);
    }
}

static SnModel *import(SnXml *xml, const char *folder, const char *loads,
                       const char *const *geometry_folders, SnImportReport **report, GError **error)
{
    g_autoptr(GPtrArray) parts = g_ptr_array_new_with_free_func(free_part);
    g_autoptr(GHashTable) broken = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    g_autoptr(GHashTable) included = g_hash_table_new(NULL, NULL);
    g_autofree char *kept_folder = g_strdup(folder);
    SnOsim osim = {.xml = xml,
                   .parts = parts,
                   .broken = broken,
                   .included = included,
                   .folder = kept_folder,
                   .geometry_folders = geometry_folders,
                   .loads = loads};
    build_what_is_whole(&osim);
    SnModel *model = make(&osim, error);
    if (model && report)
        *report = g_steal_pointer(&osim.report);
    osim_end(&osim);
    sn_xml_free(xml);
    return model;
}

SnModel *sn_osim_import(const char *path, const char *const *geometry_folders,
                        SnImportReport **report, GError **error)
{
    return sn_osim_import_loaded(path, NULL, geometry_folders, report, error);
}

SnModel *sn_osim_import_loaded(const char *path, const char *loads,
                               const char *const *geometry_folders, SnImportReport **report,
                               GError **error)
{
    SnXml *xml = sn_xml_read(path, error);
    g_autofree char *folder = g_path_get_dirname(path);
    g_autofree char *whole = g_canonicalize_filename(folder, NULL);
    return xml ? import(xml, whole, loads, geometry_folders, report, error) : NULL;
}

SnModel *sn_osim_import_text(const char *text, size_t length, const char *name, const char *folder,
                             const char *const *geometry_folders, SnImportReport **report,
                             GError **error)
{
    SnXml *xml = sn_xml_read_text(text, length, name, error);
    return xml ? import(xml, folder, NULL, geometry_folders, report, error) : NULL;
}
