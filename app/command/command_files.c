/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sinew demos, sinew import, sinew export, sinew reference. */
#include "app/command/command.h"
#include "app/command/options.h"
#include "app/demos/demos.h"
#include "app/document/foreign.h"
#include "engine/base/terminal.h"
#include "engine/export/export.h"
#include "engine/mjcf/import.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/class_table.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/classes/reference.h"
#include "engine/model/file/difference.h"
#include "engine/model/file/file.h"
#include "engine/opensim/import.h"
#include "engine/text/refuse.h"
#include "engine/text/write_file.h"

#include <stdio.h>
#include <string.h>

/* No options, no arguments. */
static bool no_words(int n, char **words, GError **error)
{
    GPtrArray *arguments = g_ptr_array_new();
    const bool good = sn_options_parse(n, words, NULL, 0, arguments, 0, 0, error);
    g_ptr_array_free(arguments, TRUE);
    return good;
}

SnExit sn_command_demos(int n, char **words, GError **misused)
{
    GError *error = NULL;
    if (!no_words(n, words, &error))
        return sn_command_misused(misused, error);
    GPtrArray *demos = sn_demos_list(&error);
    if (!demos)
        return sn_command_failed(error);
    for (guint i = 0; i < demos->len; i++) {
        const SnDemo *demo = demos->pdata[i];
        sn_say(stdout, "%-24s%s%s", demo->name, demo->title[0] ? " " : "", demo->title);
    }
    sn_demos_free(demos);
    return SN_EXIT_DONE;
}

SnExit sn_command_reference(int n, char **words, GError **misused)
{
    GError *error = NULL;
    if (!no_words(n, words, &error))
        return sn_command_misused(misused, error);
    char *text = sn_reference_text();
    sn_say_text(stdout, text);
    g_free(text);
    return SN_EXIT_DONE;
}

/* --- import --- */

/* What keeps a surface from being the boundary of a solid, in words; "" if nothing. */
static char *describe_topology(const SnTopology *topology)
{
    GString *text = g_string_new(NULL);
    if (topology->boundary_edges)
        g_string_append_printf(text, "it is open (%d border edges); ", topology->boundary_edges);
    if (topology->nonmanifold_edges)
        g_string_append_printf(text, "%d edges join more than two triangles; ",
                               topology->nonmanifold_edges);
    if (topology->inconsistent_edges)
        g_string_append_printf(text, "%d edges join triangles that face opposite ways; ",
                               topology->inconsistent_edges);
    if (topology->degenerate_triangles)
        g_string_append_printf(text, "%d triangles have no area; ", topology->degenerate_triangles);
    if (topology->signed_volume < 0)
        g_string_append(text, "it is inside out; ");
    if (text->len)
        g_string_truncate(text, text->len - 2);
    return g_string_free(text, FALSE);
}

/* A model with one body of the mesh `mesh` (relative name). A surface that does not enclose a
 * volume gets a mass of 1 kg instead of a density. */
static SnModel *model_of_mesh(const char *name, const char *mesh, bool solid)
{
    SnModel *model = sn_model_new();
    SnModelComponent *root = (SnModelComponent *)model->root;
    root->title = g_strdup(name);
    char *body_name = sn_name_check(name, NULL) ? g_strdup(name) : g_strdup("body");
    SnRigidBody *body = (SnRigidBody *)sn_component_new(&SN_CLASS_RIGID_BODY, body_name);
    g_free(body_name);
    body->shape = SN_SHAPE_MESH;
    g_free(body->mesh);
    body->mesh = g_strdup(mesh);
    if (!solid) {
        body->inertia_method = SN_INERTIA_MASS;
        body->mass = 1;
    }
    sn_model_insert(model, sn_model_list(model->root, "bodies"), &body->base.base, -1, -1);
    return model;
}

/* A model file: saved again as a whole, or as the difference from a base. */
static bool import_model(const char *file, const char *base, const char *out, GError **error)
{
    SnModel *model = sn_file_read(file, error);
    if (!model)
        return false;
    g_autofree char *note = sn_command_output_note(out);
    const bool good = base ? sn_file_write_variant(model, out, base, error)
                           : sn_file_write_whole(model, out, error);
    sn_command_say_output_note(out, good ? note : NULL);
    const SnModel *whole = good && base ? sn_model_base(model, NULL) : NULL;
    if (whole) {
        g_autoptr(GArray) differences = sn_model_differences(model, whole);
        sn_say(stdout, "%s: %u differences from %s", out, differences->len, model->base);
    } else if (good) {
        sn_say(stdout, "%s", out);
    }
    sn_model_free(model);
    return good;
}

/* A mesh goes beside the model: not beside a device or a pipe. */
static bool is_file_to_be(const char *out, GError **error)
{
    char target[SN_OUTPUT_PATH];
    SnOutputProblem problem;
    return sn_output_target(out, target, &problem) || sn_write_file_failed(out, &problem, error);
}

/* Of a motion that was taken for a model; false: it is none. */
static bool refuse_motion(const char *file, GError **error)
{
    static const char *const endings[] = {".mot", ".sto", ".trc", ".csv"};
    if (g_str_has_suffix(file, ".c3d")) {
        sn_refuse(
            error, SN_MODEL_ERROR_FORMAT,
            "%s: is measured data, no model, and C3D is not read: convert its markers to .trc, "
            "its forces to .mot",
            file);
        return true;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(endings); i++)
        if (g_str_has_suffix(file, endings[i])) {
            sn_refuse(error, SN_MODEL_ERROR_FORMAT,
                      "%s: is a motion, no model: `sinew analyze MODEL --motion` leads a model "
                      "along it, `sinew fit` poses one by markers",
                      file);
            return true;
        }
    return false;
}

static bool import_surface(const char *file, const char *out, GError **error)
{
    if (refuse_motion(file, error))
        return false;
    SnSurface *surface = sn_surface_read(file, error);
    if (!surface)
        return false;
    const SnTopology topology = sn_surface_topology(surface);
    char *problems = describe_topology(&topology);
    if (*problems)
        sn_say(stderr, "sinew: warning: %s: %s", file, problems);

    char *folder = g_path_get_dirname(out), *base = g_path_get_basename(out);
    char *name =
        g_str_has_suffix(base, ".sinew") ? g_strndup(base, strlen(base) - 6) : g_strdup(base);
    char *mesh = g_strconcat(name, ".obj", NULL);
    char *mesh_path = g_build_filename(folder, mesh, NULL);
    SnModel *model = model_of_mesh(name, mesh, !*problems && topology.signed_volume > 0);
    g_autofree char *note = sn_command_output_note(out);
    const bool good = is_file_to_be(out, error) && sn_obj_write(surface, mesh_path, error) &&
                      sn_file_write(model, out, error);
    if (good)
        sn_say(stdout, "%s: %d vertices, %d triangles, volume %.6g m3", mesh_path,
               surface->n_vertices, surface->n_triangles, topology.signed_volume);
    if (good)
        sn_say(stdout, "%s", out);
    sn_command_say_output_note(out, good ? note : NULL);
    sn_model_free(model);
    g_free(mesh_path);
    g_free(mesh);
    g_free(name);
    g_free(base);
    g_free(folder);
    g_free(problems);
    sn_surface_free(surface);
    return good;
}

/* What became of each component goes to a file, or stands before the model's own line. */
static bool say_report(const SnImportReport *report, const char *file, GError **error)
{
    g_autofree char *text = sn_import_report_text(report);
    if (file)
        return sn_write_file(file, SN_OUTPUT_WHOLE, text, strlen(text), error);
    sn_say_text(stdout, text);
    sn_say(stdout, "%s", "");
    return true;
}

/* What the command was asked for. */
typedef struct Import {
    const char *file, *out, *base, *report, *loads, *key;
    GPtrArray *folders;
} Import;

/* A model of another program. */
static bool import_foreign(const Import *import, GError **error)
{
    SnImportReport *report = NULL;
    const char *const *names = (const char *const *)import->folders->pdata;
    const char *file = import->file, *out = import->out;
    SnModel *model = import->loads
                         ? sn_osim_import_loaded(file, import->loads, names, &report, error)
                     : import->key ? sn_mjcf_import_key(file, import->key, names, &report, error)
                                   : sn_foreign_import(file, names, &report, error);
    if (!model)
        return false;
    g_autofree char *note = sn_command_output_note(out);
    const bool good = is_file_to_be(out, error) && sn_file_write(model, out, error) &&
                      say_report(report, import->report, error);
    if (good) {
        g_autofree char *summary = sn_import_report_summary(report);
        sn_say(stdout, "%s: %s", out, summary);
    }
    sn_command_say_output_note(out, good ? note : NULL);
    sn_import_report_free(report);
    sn_model_free(model);
    return good;
}

static const char *wrong_option(const Import *import)
{
    if (!import->out)
        return "--out MODEL.sinew is missing";
    if (import->base && !g_str_has_suffix(import->file, ".sinew"))
        return "--base is for model files; FILE is none";
    if ((import->report || import->folders->len) && !sn_foreign_is_name(import->file))
        return "--report and --geometry are for models of other programs (.osim, .urdf, .xml); "
               "FILE "
               "is none";
    if (import->loads && !sn_osim_is_name(import->file))
        return "--loads is for OpenSim models (.osim); FILE is none";
    if (import->key && !sn_mjcf_is_name(import->file))
        return "--key is for MuJoCo models (.xml); FILE is none";
    return NULL;
}

static bool import_any(Import *import, GError **error)
{
    if (g_str_has_suffix(import->file, ".sinew"))
        return import_model(import->file, import->base, import->out, error);
    if (!sn_foreign_is_name(import->file))
        return import_surface(import->file, import->out, error);
    g_ptr_array_add(import->folders, NULL);
    return import_foreign(import, error);
}

SnExit sn_command_import(int n, char **words, GError **misused)
{
    Import import = {.folders = g_ptr_array_new()};
    const SnOption options[] = {
        {"--out", SN_OPTION_TEXT, &import.out, "MODEL.sinew",
         "the model to write; meshes are copied beside it"},
        {"--base", SN_OPTION_TEXT, &import.base, "BASE.sinew",
         "of a model file: write only what differs from this one"},
        {"--report", SN_OPTION_TEXT, &import.report, "REPORT.txt",
         "the report of what was taken over, in a file"},
        {"--loads", SN_OPTION_TEXT, &import.loads, "LOADS.xml",
         "external loads of an OpenSim model, with the data that they name"},
        {"--key", SN_OPTION_TEXT, &import.key, "NAME", "start a MuJoCo model at this keyframe"},
        {"--geometry", SN_OPTION_TEXTS, import.folders, "DIR",
         "look for meshes there, too (may come again)"}};
    GPtrArray *arguments = g_ptr_array_new();
    GError *error = NULL;
    SnExit status = SN_EXIT_DONE;
    if (sn_options_parse(n, words, options, G_N_ELEMENTS(options), arguments, 1, 1, &error)) {
        import.file = arguments->pdata[0];
        const char *wrong = wrong_option(&import);
        if (wrong)
            g_set_error_literal(&error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, wrong);
    }
    if (error)
        status = sn_command_misused(misused, error);
    else if (!import_any(&import, &error))
        status = sn_command_failed(error);
    g_ptr_array_free(arguments, TRUE);
    g_ptr_array_free(import.folders, TRUE);
    return status;
}

/* --- export --- */

static bool export_to(const char *model_name, const char *out, const char *report_file,
                      const GPtrArray *sets, GError **error)
{
    SnImportReport *report = NULL;
    SnModel *model = sn_command_model(model_name, sets, error);
    if (!model)
        return false;
    g_autofree char *note = sn_command_output_note(out);
    const bool good =
        sn_export_write(model, out, &report, error) && say_report(report, report_file, error);
    if (good) {
        g_autofree char *summary = sn_import_report_summary(report);
        sn_say(stdout, "%s: %s", out, summary);
    }
    sn_command_say_output_note(out, good ? note : NULL);
    sn_import_report_free(report);
    sn_model_free(model);
    return good;
}

/* MODEL FILE, or MODEL --out FILE. */
SnExit sn_command_export(int n, char **words, GError **misused)
{
    char *out = NULL, *report = NULL;
    GPtrArray *arguments = g_ptr_array_new(), *sets = g_ptr_array_new();
    const SnOption options[] = {{"--out", SN_OPTION_TEXT, &out, "FILE.osim|xml",
                                 "the file to write: for OpenSim (.osim) or MuJoCo (.xml)"},
                                {"--report", SN_OPTION_TEXT, &report, "REPORT.txt",
                                 "the report of what was left out, in a file"},
                                SN_OPTION_SET(sets)};
    GError *error = NULL;
    SnExit status = SN_EXIT_DONE;
    if (sn_options_parse(n, words, options, G_N_ELEMENTS(options), arguments, 1, 2, &error)) {
        const char *wrong = NULL;
        if (arguments->len == 2 && out)
            wrong = "the file is given twice";
        else if (arguments->len == 2)
            out = arguments->pdata[1];
        if (!out)
            wrong = "--out FILE is missing";
        else if (!sn_export_is_name(out))
            wrong = "FILE must end in .osim (OpenSim) or .xml (MuJoCo)";
        if (wrong)
            g_set_error_literal(&error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, wrong);
    }
    if (error)
        status = sn_command_misused(misused, error);
    else if (!export_to(arguments->pdata[0], out, report, sets, &error))
        status = sn_command_failed(error);
    g_ptr_array_free(arguments, TRUE);
    g_ptr_array_free(sets, TRUE);
    return status;
}
