/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/demos/demos.h"

#include "engine/model/file/file_base.h"
#include "engine/text/json_text.h"

#include <gio/gio.h>
#include <jansson.h>
#include <string.h>

#define MODEL_ENDING ".sinew"

/* Folder of the running program, NULL if the system does not say. */
static char *program_folder(void)
{
    char *program = g_file_read_link("/proc/self/exe", NULL);
    char *folder = program ? g_path_get_dirname(program) : NULL;
    g_free(program);
    return folder;
}

static bool runs_from_build_tree(void)
{
    char *folder = program_folder();
    const size_t length = strlen(SN_BUILD_ROOT);
    const bool inside = folder && strncmp(folder, SN_BUILD_ROOT, length) == 0 &&
                        (folder[length] == '/' || folder[length] == '\0');
    g_free(folder);
    return inside;
}

/* The install prefix may have been moved: relative to the program, bin/.. */
static char *installed_folder(void)
{
    char *folder = program_folder();
    char *relative = folder ? g_build_filename(folder, "..", "share", "sinew", NULL) : NULL;
    g_free(folder);
    if (relative && g_file_test(relative, G_FILE_TEST_IS_DIR))
        return relative;
    g_free(relative);
    return g_strdup(SN_DATA_FOLDER);
}

/* Folder that holds `demos`, `icons` ...; NULL with an error that says where it was looked for.
 * g_free. */
static char *resource_folder(GError **error)
{
    const char *set = g_getenv("SINEW_RESOURCES");
    char *folder;
    if (set && *set)
        folder = g_strdup(set);
    else if (runs_from_build_tree())
        folder = g_build_filename(SN_BUILD_ROOT, "resources", NULL);
    else
        folder = installed_folder();
    if (g_file_test(folder, G_FILE_TEST_IS_DIR))
        return folder;
    g_set_error(error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                "the program's files are not at %s: install it, or name their folder in "
                "SINEW_RESOURCES",
                folder);
    g_free(folder);
    return NULL;
}

/* --- demos --- */

/* Whether a model has components in a list, written with or without properties of the list. */
static bool has_some(const json_t *model, const char *list)
{
    const json_t *value = json_object_get(model, list);
    return json_array_size(json_is_object(value) ? json_object_get(value, "items") : value) > 0;
}

static void read_demo(SnDemo *demo)
{
    json_t *file = sn_file_document(demo->path);
    const json_t *model = json_object_get(file, "model");
    const char *title = json_string_value(json_object_get(model, "title"));
    demo->title = g_strdup(title ? title : "");
    demo->group = has_some(model, "strands")            ? "Strands"
                  : g_str_has_prefix(demo->name, "jaw") ? "Jaw"
                  : has_some(model, "collisions")       ? "Contact"
                  : has_some(model, "fems")             ? "Soft Tissue"
                                                        : NULL;
    json_decref(file);
}

static void free_demo(gpointer data)
{
    SnDemo *demo = data;
    g_free(demo->name);
    g_free(demo->title);
    g_free(demo->path);
    g_free(demo);
}

static int compare_demos(gconstpointer a, gconstpointer b)
{
    return strcmp((*(SnDemo *const *)a)->name, (*(SnDemo *const *)b)->name);
}

GPtrArray *sn_demos_list(GError **error)
{
    char *resources = resource_folder(error);
    if (!resources)
        return NULL;
    char *folder = g_build_filename(resources, "demos", NULL);
    GDir *files = g_dir_open(folder, 0, error);
    GPtrArray *demos = files ? g_ptr_array_new_with_free_func(free_demo) : NULL;
    for (const char *file; files && (file = g_dir_read_name(files));) {
        if (!g_str_has_suffix(file, MODEL_ENDING))
            continue;
        SnDemo *demo = g_new0(SnDemo, 1);
        demo->name = g_strndup(file, strlen(file) - strlen(MODEL_ENDING));
        demo->path = g_build_filename(folder, file, NULL);
        read_demo(demo);
        g_ptr_array_add(demos, demo);
    }
    if (files) {
        g_dir_close(files);
        g_ptr_array_sort(demos, compare_demos);
    }
    g_free(folder);
    g_free(resources);
    return demos;
}

void sn_demos_free(GPtrArray *demos)
{
    if (demos)
        g_ptr_array_free(demos, TRUE);
}

char *sn_demo_path(const char *name)
{
    char *resources = resource_folder(NULL);
    if (!resources || strchr(name, '/')) {
        g_free(resources);
        return NULL;
    }
    char *file = g_strconcat(name, MODEL_ENDING, NULL);
    char *path = g_build_filename(resources, "demos", file, NULL);
    g_free(file);
    g_free(resources);
    if (g_file_test(path, G_FILE_TEST_IS_REGULAR))
        return path;
    g_free(path);
    return NULL;
}

/* The demo whose name is most like that (g_free); NULL if none is like it. */
static char *nearest_demo(const char *name)
{
    g_autofree char *resources = resource_folder(NULL);
    g_autofree char *folder = resources ? g_build_filename(resources, "demos", NULL) : NULL;
    GDir *files = folder ? g_dir_open(folder, 0, NULL) : NULL;
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    for (const char *file; files && (file = g_dir_read_name(files));)
        if (g_str_has_suffix(file, MODEL_ENDING))
            g_ptr_array_add(names, g_strndup(file, strlen(file) - strlen(MODEL_ENDING)));
    if (files)
        g_dir_close(files);
    return g_strdup(sn_nearest_word(name, names));
}

char *sn_model_argument(const char *argument, GError **error)
{
    if (g_file_test(argument, G_FILE_TEST_EXISTS))
        return g_strdup(argument);
    char *demo = sn_demo_path(argument);
    g_autofree char *nearest = demo ? NULL : nearest_demo(argument);
    if (!demo && nearest)
        g_set_error(error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                    "%s: no such file, and no demo of that name; did you mean \"%s\"?", argument,
                    nearest);
    else if (!demo)
        g_set_error(error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                    "%s: no such file, and no demo of that name (`sinew demos` lists them)",
                    argument);
    return demo;
}
