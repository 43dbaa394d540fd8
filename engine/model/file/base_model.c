/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The base that a document is saved as the difference from. */
#include "engine/model/file/difference.h"
#include "engine/model/file/file.h"
#include "engine/model/file/mesh_files.h"
#include "engine/text/limits.h"
#include "engine/text/refuse.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* The base as seen from the document's folder: as a file that names it and differs in nothing. */
static SnModel *read_base(const SnModel *model, GError **error)
{
    g_autofree char *folder = sn_model_folder(model);
    json_t *document = json_pack("{s:i, s:s}", "sinew", SN_FORMAT_VERSION, "base", model->base);
    char *text = json_dumps(document, 0);
    g_autofree char *name = g_build_filename(folder, "base", NULL);
    SnModel *base = sn_file_open_text(text, strlen(text), folder, name, error);
    free(text);
    json_decref(document);
    return base;
}

const SnModel *sn_model_refresh_base(SnModel *model, GError **error)
{
    SnModel *base = model->base ? read_base(model, error) : NULL;
    if (!model->base)
        sn_refuse(error, SN_MODEL_ERROR_FILE, "the model has no base");
    if (!base)
        return NULL;
    sn_model_free(model->base_model);
    return model->base_model = base;
}

const SnModel *sn_model_base(SnModel *model, GError **error)
{
    return model->base_model ? model->base_model : sn_model_refresh_base(model, error);
}

void sn_model_set_base(SnModel *model, const char *base)
{
    char *former = model->base; /* may be `base` itself */
    model->base = g_strdup(base);
    g_free(former);
    g_clear_pointer(&model->base_model, sn_model_free);
}

char *sn_base_name_from(const SnModel *model, const char *folder)
{
    g_autofree char *own = sn_model_folder(model);
    g_autofree char *path = g_canonicalize_filename(model->base, own);
    return sn_file_name_from(path, folder);
}

/* The file that a model file names as its base (free); NULL without. */
static char *base_of_file(const char *path)
{
    size_t length;
    g_autofree char *text = sn_read_file(path, SN_MAX_FILE_BYTES, &length, NULL);
    json_t *document = text ? json_loadb(text, length, 0, NULL) : NULL;
    const char *name = json_string_value(json_object_get(document, "base"));
    g_autofree char *folder = g_path_get_dirname(path);
    g_autofree char *base = name ? g_build_filename(folder, name, NULL) : NULL;
    json_decref(document);
    return base ? realpath(base, NULL) : NULL;
}

bool sn_base_builds_on(const SnModel *model, const char *path)
{
    g_autofree char *own = sn_model_folder(model);
    g_autofree char *base = g_canonicalize_filename(model->base, own);
    char *real = realpath(path, NULL), *at = realpath(base, NULL);
    bool found = false;
    for (int i = 0; i <= SN_MAX_BASE_DEPTH && real && at && !found; i++) {
        found = strcmp(real, at) == 0;
        char *next = base_of_file(at);
        free(at);
        at = next;
    }
    free(at);
    free(real);
    return found;
}
