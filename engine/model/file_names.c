/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/file_names.h"

#include "engine/base/memory.h"
#include "engine/text/refuse.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

char *sn_model_folder(const SnModel *model)
{
    if (model->folder)
        return g_strdup(model->folder);
    return model->path ? g_path_get_dirname(model->path) : g_get_current_dir();
}

bool sn_file_name_check(const char *name, GError **error)
{
    if (g_path_is_absolute(name)) {
        return sn_refuse(error, SN_MODEL_ERROR_FILE,
                         "names a file by its place in the whole file system (\"%.100s\"); copy "
                         "it into the model's folder and give its name from there",
                         name);
    }
    char **parts = g_strsplit(name, "/", -1);
    int depth = 0, least = 0;
    for (char **part = parts; *part; part++) {
        if (strcmp(*part, "..") == 0)
            depth--;
        else if (**part && strcmp(*part, ".") != 0)
            depth++;
        least = MIN(least, depth);
    }
    g_strfreev(parts);
    if (least >= 0)
        return true;
    return sn_refuse(error, SN_MODEL_ERROR_FILE,
                     "names a file outside of the model's folder (\"%.100s\"); copy it into "
                     "that folder",
                     name);
}

const char *sn_path_below(const char *path, const char *folder)
{
    const size_t n = strcmp(folder, "/") == 0 ? 0 : strlen(folder);
    return strncmp(path, folder, n) == 0 && path[n] == '/' ? path + n + 1 : NULL;
}

char *sn_file_name_from(const char *path, const char *folder)
{
    char *real_folder = realpath(folder, NULL), *real = realpath(path, NULL);
    char *name = real && real_folder ? g_strdup(sn_path_below(real, real_folder)) : NULL;
    sn_free(real);
    sn_free(real_folder);
    return name;
}

char *sn_file_resolve_in(const char *folder, const char *relative, GError **error)
{
    if (!sn_file_name_check(relative, error))
        return NULL;
    char *path = g_build_filename(folder, relative, NULL);
    /* links must not lead outside either */
    char *real_folder = realpath(folder, NULL), *real = realpath(path, NULL);
    const int problem = real ? 0 : errno;
    bool good = true;
    if (problem == ENOENT) {
        good = sn_refuse(error, SN_MODEL_ERROR_FILE,
                         "the file \"%.100s\" is missing; put it there, in the folder of the model",
                         relative);
    } else if (problem) {
        good = sn_refuse(error, SN_MODEL_ERROR_FILE, "the file \"%.100s\" cannot be read: %s",
                         relative, g_strerror(problem));
    } else if (!real_folder || !sn_path_below(real, real_folder)) {
        good = sn_refuse(error, SN_MODEL_ERROR_FILE,
                         "the file \"%.100s\" is a link that leads out of the model's folder; "
                         "copy the file itself into that folder",
                         relative);
    }
    sn_free(real);
    sn_free(real_folder);
    if (!good)
        g_clear_pointer(&path, g_free);
    return path;
}

char *sn_file_resolve(const SnModel *model, const char *relative, GError **error)
{
    if (g_path_is_absolute(relative)) /* chosen by the user; saving copies it beside the model */
        return g_strdup(relative);
    g_autofree char *folder = sn_model_folder(model);
    return sn_file_resolve_in(folder, relative, error);
}
