/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/file/mesh_files.h"

#include "engine/base/memory.h"
#include "engine/mesh/mesh_partner.h"
#include "engine/model/file/file.h"
#include "engine/text/limits.h"
#include "engine/text/refuse.h"
#include "engine/text/write_file.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Move {
    SnModel *model;
    char *folder;       /* real path of the new one */
    GHashTable *copied; /* real path of a file -> its new relative name */
    GError **error;
} Move;

static bool same_contents(const char *path, const char *bytes, size_t length)
{
    size_t n;
    char *there = sn_read_file(path, SN_MAX_MESH_BYTES, &n, NULL);
    const bool same = there && n == length && memcmp(there, bytes, n) == 0;
    g_free(there);
    return same;
}

/* A file to be copied, and the one that belongs to it, if any. */
typedef struct Source {
    const char *path;
    const char *ending; /* ".node" */
    char *bytes;
    size_t length;
} Source;

static const char *ending_of(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot && !strchr(dot, '/') ? dot : name + strlen(name);
}

/* "meshes/tongue-2.ele" below the new folder. */
static char *place_of(const Move *move, const char *stem, int number, const char *ending)
{
    char *name = number > 1 ? g_strdup_printf("%s-%d%s", stem, number, ending)
                            : g_strconcat(stem, ending, NULL);
    char *path = g_build_filename(move->folder, name, NULL);
    g_free(name);
    return path;
}

/* Whether another file has the place. */
static bool is_taken(const Move *move, const char *stem, int number, const Source *source)
{
    char *path = place_of(move, stem, number, source->ending);
    const bool taken = g_file_test(path, G_FILE_TEST_EXISTS) &&
                       !same_contents(path, source->bytes, source->length);
    g_free(path);
    return taken;
}

static bool write_copy(const Move *move, const char *stem, int number, const Source *source)
{
    char *path = place_of(move, stem, number, source->ending);
    char *parent = g_path_get_dirname(path);
    bool done = g_mkdir_with_parents(parent, 0777) == 0;
    if (!done)
        sn_refuse(move->error, SN_MODEL_ERROR_FILE, "the folder %s could not be made: %s", parent,
                  g_strerror(errno));
    if (done && !g_file_test(path, G_FILE_TEST_EXISTS))
        done = sn_write_file_like(path, SN_OUTPUT_QUICK, source->path, source->bytes,
                                  source->length, move->error);
    g_free(parent);
    g_free(path);
    return done;
}

/* Copies a file and its partner (may be NULL) below the new folder, under `wish` or a name like it
 * that neither of them finds taken. */
static char *copy_file(Move *move, const char *from, const char *partner, const char *wish)
{
    Source sources[2] = {{.path = from, .ending = ending_of(wish)}, {.path = partner}};
    const int n = partner ? 2 : 1;
    bool done = true;
    if (partner)
        sources[1].ending = ending_of(partner);
    for (int i = 0; i < n && done; i++)
        done = (sources[i].bytes = sn_read_file(sources[i].path, SN_MAX_MESH_BYTES,
                                                &sources[i].length, move->error)) != NULL;
    char *stem = g_strndup(wish, (gsize)(sources[0].ending - wish));
    int number = 1;
    while (done && (is_taken(move, stem, number, &sources[0]) ||
                    (partner && is_taken(move, stem, number, &sources[1]))))
        number++;
    for (int i = 0; i < n && done; i++)
        done = write_copy(move, stem, number, &sources[i]);
    char *name = !done        ? NULL
                 : number > 1 ? g_strdup_printf("%s-%d%s", stem, number, sources[0].ending)
                              : g_strdup(wish);
    g_free(stem);
    for (int i = 0; i < n; i++)
        g_free(sources[i].bytes);
    return name;
}

/* New relative name of a file, to be freed; NULL with an error. */
static char *move_file(Move *move, const char *name)
{
    char *path = sn_file_resolve(move->model, name, NULL);
    char *real = path ? realpath(path, NULL) : NULL;
    char *partner = path ? sn_mesh_partner(path) : NULL;
    g_free(path);
    if (!real) {
        /* a name that leads nowhere stays as it is; the checks tell the user */
        if (!g_path_is_absolute(name))
            return g_strdup(name);
        sn_refuse(move->error, SN_MODEL_ERROR_FILE, "the file %s is missing", name);
        return NULL;
    }
    char *moved = g_strdup(sn_path_below(real, move->folder));
    if (!moved)
        moved = g_strdup(g_hash_table_lookup(move->copied, real));
    if (!moved) {
        char *base = g_path_get_basename(name);
        char *wish =
            g_path_is_absolute(name) ? g_build_filename("meshes", base, NULL) : g_strdup(name);
        moved = copy_file(move, real, partner, wish);
        if (moved)
            g_hash_table_insert(move->copied, g_strdup(real), g_strdup(moved));
        g_free(wish);
        g_free(base);
    }
    sn_free(real);
    g_free(partner);
    return moved;
}

static bool move_component(SnComponent *component, void *data)
{
    Move *move = data;
    const int n = sn_class_n_properties(component->class);
    for (int i = 0; i < n; i++) {
        const SnProperty *property = sn_class_property(component->class, i);
        if (property->type != SN_TYPE_FILE || property->kind == SN_RESULT)
            continue;
        SnValue value;
        sn_field_get(component, property, &value);
        char *moved = NULL;
        bool good = true;
        if (value.string && *value.string) {
            moved = move_file(move, value.string);
            good = moved != NULL;
        }
        if (moved && strcmp(moved, value.string) != 0) {
            const SnValue changed = {.type = SN_TYPE_FILE, .string = moved};
            sn_field_set(component, property, &changed);
        }
        g_free(moved);
        sn_value_clear(&value);
        if (!good)
            return false;
    }
    return true;
}

bool sn_mesh_files_move(SnModel *model, const char *folder, GError **error)
{
    char *real = realpath(folder, NULL);
    if (!real)
        return sn_refuse(error, SN_MODEL_ERROR_FILE, "the folder %s cannot be used: %s", folder,
                         g_strerror(errno));
    Move move = {.model = model,
                 .folder = real,
                 .copied = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free),
                 .error = error};
    const bool done = sn_component_walk(model->root, move_component, &move);
    g_hash_table_unref(move.copied);
    sn_free(real);
    return done;
}
