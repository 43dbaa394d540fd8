/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that name a base: finding and reading them, and telling what came from which. */
#include "engine/model/file/file_base.h"

#include "engine/model/file/file_json.h"
#include "engine/model/file/file_merge.h"
#include "engine/model/file/mesh_files.h"
#include "engine/text/limits.h"

#include <stdlib.h>
#include <string.h>

static guint hash_given(gconstpointer data)
{
    const SnGiven *given = data;
    return g_direct_hash(given->container) ^ g_str_hash(given->key);
}

static gboolean equal_given(gconstpointer a, gconstpointer b)
{
    const SnGiven *x = a, *y = b;
    return x->container == y->container && strcmp(x->key, y->key) == 0;
}

static void free_source(gpointer data)
{
    SnSource *source = data;
    json_decref(source->document);
    g_free((char *)(uintptr_t)source->text);
    g_free((char *)(uintptr_t)source->name);
    g_free(source);
}

static SnMerge *merge_new(void)
{
    SnMerge *merge = g_new(SnMerge, 1);
    merge->sources = g_ptr_array_new_with_free_func(free_source);
    merge->folders = g_ptr_array_new_with_free_func(g_free);
    merge->bases = g_ptr_array_new_with_free_func((GDestroyNotify)json_decref);
    merge->origins = g_hash_table_new(NULL, NULL);
    merge->given = g_hash_table_new_full(hash_given, equal_given, g_free, NULL);
    merge->removed = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    return merge;
}

void sn_merge_free(SnMerge *merge)
{
    if (!merge)
        return;
    g_hash_table_unref(merge->removed);
    g_hash_table_unref(merge->given);
    g_hash_table_unref(merge->origins);
    g_ptr_array_unref(merge->bases);
    g_ptr_array_unref(merge->folders);
    g_ptr_array_unref(merge->sources);
    g_free(merge);
}

/* --- what came from where --- */

const SnSource *sn_merge_file(const SnMerge *merge)
{
    return g_ptr_array_index(merge->sources, 0);
}

const char *sn_merge_base(const SnMerge *merge)
{
    return json_string_value(json_object_get(sn_merge_file(merge)->document, "base"));
}

static bool holds(const json_t *at, const json_t *container)
{
    if (at == container)
        return true;
    if (json_is_object(at)) {
        const char *key;
        json_t *value;
        json_object_foreach((json_t *)(uintptr_t)at, key, value)
        {
            if (holds(value, container))
                return true;
        }
    }
    for (size_t i = 0; json_is_array(at) && i < json_array_size(at); i++)
        if (holds(json_array_get(at, i), container))
            return true;
    return false;
}

/* Number of the file whose own document has the container; the file itself for one of none. */
static guint source_of(const SnMerge *merge, const json_t *container)
{
    for (guint i = merge->sources->len; i-- > 1;)
        if (holds(((const SnSource *)g_ptr_array_index(merge->sources, i))->document, container))
            return i;
    return 0;
}

static guint trace(const SnMerge *merge, SnJsonLocation *location)
{
    for (;;) {
        const SnGiven sought = {.container = location->container, .key = location->key};
        const SnGiven *given = location->key ? g_hash_table_lookup(merge->given, &sought) : NULL;
        if (given) {
            *location = given->location;
            guint number = 0;
            g_ptr_array_find(merge->sources, given->source, &number);
            return number;
        }
        const json_t *origin = g_hash_table_lookup(merge->origins, location->container);
        if (!origin)
            return source_of(merge, location->container);
        /* a list's changed copy has its components in other places */
        const json_t *item = location->index >= 0
                                 ? json_array_get(location->container, (size_t)location->index)
                                 : NULL;
        if (item && (json_is_object(item) || json_is_array(item)))
            *location = sn_json_location_of(item);
        else
            location->container = origin;
    }
}

const SnSource *sn_merge_trace(const SnMerge *merge, SnJsonLocation *location)
{
    return g_ptr_array_index(merge->sources, trace(merge, location));
}

bool sn_merge_is_left(const SnMerge *merge, const json_t *component, SnJsonLocation location)
{
    return g_hash_table_contains(merge->origins, component) && trace(merge, &location) > 0;
}

const char *sn_merge_folder(const SnMerge *merge, SnJsonLocation location)
{
    bool same = true;
    for (guint i = 0; i < merge->folders->len && same; i++)
        same = *(const char *)g_ptr_array_index(merge->folders, i) == 0;
    if (same)
        return "";
    return g_ptr_array_index(merge->folders, trace(merge, &location));
}

bool sn_merge_find_removed(const SnMerge *merge, const char *path, SnJsonLocation *location)
{
    g_autofree char *at = g_strdup(path);
    for (char *slash; (slash = strrchr(at, '/')) != NULL; *slash = 0) {
        const int number = GPOINTER_TO_INT(g_hash_table_lookup(merge->removed, at));
        if (number > 0) {
            *location = sn_json_location_index(
                json_object_get(sn_merge_file(merge)->document, "remove"), number - 1);
            return true;
        }
    }
    return false;
}

/* --- files --- */

/* What is known while a file and what it builds on are being read. */
typedef struct Chain {
    SnMerge *merge;
    SnKeyTables *tables;
    GPtrArray *reals; /* real path of each base read so far */
} Chain;

/* The base's path, checked as any other file that a model names; NULL with the error. */
static char *find_base(const Chain *chain, const SnSource *source, const char *folder)
{
    const json_t *given = json_object_get(source->document, "base");
    const SnJsonLocation location = sn_json_location_key(source->document, "base");
    const char *name = json_string_value(given);
    if (!name || !*name) {
        sn_source_fail(source, location, "expected the name of a model file like \"jaw.sinew\"");
        return NULL;
    }
    GError *cause = NULL;
    char *path = sn_file_resolve_in(folder, name, &cause);
    if (!path) {
        sn_source_fail(source, location, "%s", cause->message);
        g_error_free(cause);
        return NULL;
    }
    char *real = realpath(path, NULL);
    const bool again =
        real && g_ptr_array_find_with_equal_func(chain->reals, real, g_str_equal, NULL);
    if (real)
        g_ptr_array_add(chain->reals, g_strdup(real));
    free(real);
    if (!again && chain->merge->sources->len <= SN_MAX_BASE_DEPTH)
        return path;
    if (again)
        sn_source_fail(source, location, "the file \"%.100s\" builds on itself; name another base",
                       name);
    else
        sn_source_fail(source, location,
                       "more than %d files build on each other; save one of them "
                       "as a whole",
                       SN_MAX_BASE_DEPTH);
    g_free(path);
    return NULL;
}

/* How messages call the base: beside the name of the file that names it. */
static char *name_beside(const char *name, const char *base)
{
    const char *slash = strrchr(name, '/');
    return slash && !g_path_is_absolute(base)
               ? g_strdup_printf("%.*s/%s", (int)(slash - name), name, base)
               : g_strdup(base);
}

/* Keeps a file's own text and document until the model is read. */
static SnSource *keep(Chain *chain, const SnSource *source, const char *folder)
{
    SnSource *kept = g_new(SnSource, 1);
    *kept = *source;
    kept->name = g_strdup(source->name);
    g_ptr_array_add(chain->merge->sources, kept);
    g_ptr_array_add(chain->merge->folders, g_strdup(folder));
    return kept;
}

static json_t *whole_document(Chain *chain, const SnSource *source, const char *folder,
                              const char *below);

/* The whole document of the base that a file names (a new reference). */
static json_t *base_document(Chain *chain, const SnSource *source, const char *folder,
                             const char *below)
{
    const char *name = json_string_value(json_object_get(source->document, "base"));
    g_autofree char *path = find_base(chain, source, folder);
    if (!path)
        return NULL;
    g_autofree char *message_name = name_beside(source->name, name);
    SnSource base = {.name = message_name, .error = source->error};
    GError *cause = NULL;
    char *text = sn_read_file(path, SN_MAX_FILE_BYTES, &base.length, &cause);
    if (!text) {
        sn_source_fail(source, sn_json_location_key(source->document, "base"), "%s",
                       cause->message);
        g_error_free(cause);
        return NULL;
    }
    base.text = text;
    const bool parsed = sn_source_parse(&base);
    /* parsing skips a mark at the start: what is kept is to be freed */
    base.text = g_strndup(base.text, base.length);
    g_free(text);
    if (!parsed) {
        g_free((char *)(uintptr_t)base.text);
        return NULL;
    }
    g_autofree char *inner = g_path_get_dirname(name);
    g_autofree char *base_below =
        strcmp(inner, ".") == 0 ? g_strdup(below) : g_strconcat(below, inner, "/", NULL);
    g_autofree char *base_folder = g_path_get_dirname(path);
    return whole_document(chain, keep(chain, &base, base_below), base_folder, base_below);
}

/* The document of a file with that of its base, if any, merged in (a new reference). */
static json_t *whole_document(Chain *chain, const SnSource *source, const char *folder,
                              const char *below)
{
    static const char *const whole[] = {"sinew", "model", NULL};
    static const char *const different[] = {"sinew", "base", "remove", "set", "reset", "add", NULL};
    if (!sn_source_check_version(source))
        return NULL;
    if (!json_object_get(source->document, "base")) {
        if (!sn_source_check_keys(source, source->document, whole, "\"sinew\" and \"model\""))
            return NULL;
        if (json_is_object(json_object_get(source->document, "model")))
            return json_incref(source->document);
        sn_source_fail(source, sn_json_location_of(source->document), "has no \"model\": {...}");
        return NULL;
    }
    if (!sn_source_check_keys(source, source->document, different,
                              "\"sinew\", \"base\", \"remove\", \"set\", \"reset\" and \"add\" in "
                              "a file with a base"))
        return NULL;
    json_t *base = base_document(chain, source, folder, below);
    if (!base)
        return NULL;
    if (source == sn_merge_file(chain->merge))
        g_hash_table_remove_all(chain->merge->removed);
    json_t *merged = sn_merge_apply(chain->merge, source, base, chain->tables);
    /* kept: what is known of its containers must not be taken for that of new ones */
    g_ptr_array_add(chain->merge->bases, base);
    return merged;
}

bool sn_source_merge(SnSource *source, const char *folder, SnKeyTables *tables)
{
    if (!json_object_get(source->document, "base"))
        return true;
    Chain chain = {merge_new(), tables, g_ptr_array_new_with_free_func(g_free)};
    SnSource own = *source;
    json_incref(own.document);
    own.text = g_strndup(own.text, own.length);
    g_autofree char *current = folder ? NULL : g_get_current_dir();
    const SnSource *file = keep(&chain, &own, "");
    json_t *whole = whole_document(&chain, file, folder ? folder : current, "");
    g_ptr_array_unref(chain.reals);
    if (!whole) {
        sn_merge_free(chain.merge);
        return false;
    }
    json_decref(source->document);
    source->document = whole;
    source->merge = chain.merge;
    return true;
}

json_t *sn_file_document(const char *path)
{
    g_autoptr(GError) error = NULL;
    SnSource source = {.name = path, .error = &error};
    char *text = sn_read_file(path, SN_MAX_FILE_BYTES, &source.length, &error);
    if (!text)
        return NULL;
    source.text = text;
    SnKeyTables *tables = sn_key_tables_new();
    g_autofree char *folder = g_path_get_dirname(path);
    if (sn_source_parse(&source) && !sn_source_merge(&source, folder, tables))
        g_clear_pointer(&source.document, json_decref);
    sn_merge_free(source.merge);
    sn_key_tables_free(tables);
    g_free(text);
    return source.document;
}
