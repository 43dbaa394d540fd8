/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The document as one tree: files that it includes stand in the place of <include>. */
#include "engine/mjcf/mjcf.h"

#include "engine/text/refuse.h"

#include <string.h>

enum { MAX_INCLUDES = 1000, MAX_INCLUDE_DEPTH = 32, FOLDERS_ABOVE = 5 };

const char *sn_mjcf_file_of(const SnMjcf *mjcf, const SnXmlNode *node)
{
    const char *file = NULL;
    for (; node && !file; node = node->parent)
        file = g_hash_table_lookup(mjcf->files, node);
    return file ? file : sn_xml_name(mjcf->xml);
}

const SnMjcfCompiler *sn_mjcf_compiler(const SnMjcf *mjcf, const SnXmlNode *node)
{
    const SnMjcfCompiler *found = NULL;
    if (g_hash_table_size(mjcf->compilers) == 0)
        node = NULL;
    while (node && !found) {
        found = g_hash_table_lookup(mjcf->compilers, node);
        node = node->parent ? node->parent : g_hash_table_lookup(mjcf->owner, node);
    }
    return found ? found : mjcf->all_compilers->pdata[0];
}

SnMjcfCompiler *sn_mjcf_new_compiler(SnMjcf *mjcf, const char *folder)
{
    SnMjcfCompiler *compiler = g_new0(SnMjcfCompiler, 1);
    compiler->folder = g_strdup(folder);
    compiler->angle = G_PI / 180;
    memcpy(compiler->turns, "xyz", 4);
    compiler->autolimits = true;
    compiler->inertia_groups[1] = 5;
    g_ptr_array_add(mjcf->all_compilers, compiler);
    return compiler;
}

void sn_mjcf_fail(SnMjcf *mjcf, const SnXmlNode *node, const char *format, ...)
{
    va_list arguments;
    if (mjcf->error)
        return;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    for (char *at = text; *at; at++) /* names may hold anything: one line */
        if (g_ascii_iscntrl(*at))
            *at = ' ';
    sn_refuse(&mjcf->error, SN_MODEL_ERROR_FORMAT, "%s:%d: <%s> %s", sn_mjcf_file_of(mjcf, node),
              node->line, node->name, text);
}

/* --- files --- */

static char *file_at(const char *folder, const char *sub, const char *name)
{
    char *path = g_build_filename(folder, sub, name, NULL);
    if (g_file_test(path, G_FILE_TEST_IS_REGULAR))
        return path;
    g_free(path);
    return NULL;
}

/* In a folder, and in those above it. */
static char *file_above(const char *from, const char *sub, const char *name)
{
    g_autofree char *folder = g_strdup(from);
    char *found = NULL;
    for (int i = 0; !found && i < FOLDERS_ABOVE; i++) {
        found = file_at(folder, sub, name);
        char *above = g_path_get_dirname(folder);
        g_free(folder);
        folder = above;
    }
    return found;
}

char *sn_mjcf_find_file(const SnMjcf *mjcf, const SnXmlNode *node, const char *in, const char *name)
{
    g_autofree char *slashes = g_strdelimit(g_strdup(name), "\\", '/');
    const char *sub = in && *in ? in : ".", *folder = sn_mjcf_compiler(mjcf, node)->folder;
    g_autofree char *base = g_path_get_basename(slashes);
    char *found = NULL;
    if (g_path_is_absolute(slashes))
        return file_at("/", ".", slashes);
    if (g_path_is_absolute(sub))
        found = file_at(sub, ".", slashes);
    found = found ? found : file_at(folder, sub, slashes);
    for (int i = 0; !found && mjcf->geometry_folders && mjcf->geometry_folders[i]; i++) {
        found = file_at(mjcf->geometry_folders[i], ".", slashes);
        found = found ? found : file_at(mjcf->geometry_folders[i], ".", base);
    }
    found = found ? found : file_above(folder, sub, slashes);
    return found ? found : file_above(folder, ".", slashes);
}

/* --- include --- */

static void include_in(SnMjcf *mjcf, const SnXmlNode *node, const char *folder, GPtrArray *open);

/* The file's place, before its own includes are read. */
static char *find_part(SnMjcf *mjcf, const SnXmlNode *node, const char *folder)
{
    const char *name = sn_xml_attribute(node, "file");
    if (!name || !*name) {
        sn_mjcf_fail(mjcf, node, "has no file");
        return NULL;
    }
    char *path = sn_mjcf_find_file(mjcf, node, NULL, name);
    path = path || g_path_is_absolute(name) ? path : file_above(folder, ".", name);
    if (!path)
        sn_import_report_add(mjcf->report, SN_IMPORT_LEFT_OUT, "include", name,
                             "the file was not found (beside the model, in folders above, or in "
                             "those of --geometry)");
    return path;
}

static void read_part(SnMjcf *mjcf, const SnXmlNode *node, const char *path, GPtrArray *open)
{
    g_autofree char *whole = g_canonicalize_filename(path, NULL);
    for (guint i = 0; i < open->len; i++) {
        if (strcmp(open->pdata[i], whole) == 0) {
            sn_mjcf_fail(mjcf, node, "names the file \"%.200s\", which includes this one",
                         sn_xml_attribute(node, "file"));
            return;
        }
    }
    if (mjcf->parts->len >= MAX_INCLUDES || open->len >= MAX_INCLUDE_DEPTH) {
        sn_mjcf_fail(mjcf, node, "is one of more than %d files, or more than %d deep", MAX_INCLUDES,
                     MAX_INCLUDE_DEPTH);
        return;
    }
    SnXml *xml = sn_xml_read(path, &mjcf->error);
    if (!xml)
        return;
    const SnXmlNode *root = sn_xml_root(xml);
    g_ptr_array_add(mjcf->parts, xml);
    g_hash_table_insert(mjcf->part, (gpointer)node, xml);
    g_hash_table_insert(mjcf->owner, (gpointer)root, (gpointer)node);
    g_hash_table_insert(mjcf->files, (gpointer)root, g_strdup(path));
    g_autofree char *folder = g_path_get_dirname(whole);
    g_ptr_array_add(open, whole);
    include_in(mjcf, root, folder, open);
    g_ptr_array_set_size(open, (gint)open->len - 1);
}

/* A composite is a document that its element stands for. */
static void read_composite(SnMjcf *mjcf, const SnXmlNode *node)
{
    g_autofree char *text = sn_mjcf_composite(mjcf, node);
    SnXml *xml =
        text ? sn_xml_read_text(text, strlen(text), sn_mjcf_file_of(mjcf, node), &mjcf->error)
             : NULL;
    if (!xml)
        return;
    const SnXmlNode *root = sn_xml_root(xml);
    g_ptr_array_add(mjcf->parts, xml);
    g_hash_table_insert(mjcf->part, (gpointer)node, xml);
    g_hash_table_insert(mjcf->owner, (gpointer)root, (gpointer)node);
    g_hash_table_insert(mjcf->files, (gpointer)root, g_strdup(sn_mjcf_file_of(mjcf, node)));
}

/* Elements are at most SN_MAX_XML_DEPTH deep, files MAX_INCLUDE_DEPTH. */
static void include_in(SnMjcf *mjcf, const SnXmlNode *node, const char *folder, GPtrArray *open)
{
    for (const SnXmlNode *at = node->first; at && !mjcf->error; at = at->next) {
        if (strcmp(at->name, "composite") == 0) {
            read_composite(mjcf, at);
            continue;
        }
        if (strcmp(at->name, "include") != 0) {
            include_in(mjcf, at, folder, open);
            continue;
        }
        g_autofree char *path = find_part(mjcf, at, folder);
        if (path)
            read_part(mjcf, at, path, open);
    }
}

void sn_mjcf_include_in(SnMjcf *mjcf, const SnXmlNode *root, const char *name, const char *folder)
{
    g_autoptr(GPtrArray) open = g_ptr_array_new();
    g_autofree char *whole = g_canonicalize_filename(name, NULL);
    g_ptr_array_add(open, whole);
    include_in(mjcf, root, folder, open);
}

void sn_mjcf_include(SnMjcf *mjcf)
{
    const SnXmlNode *root = sn_xml_root(mjcf->xml);
    if (strcmp(root->name, "mujoco") != 0 && strcmp(root->name, "mujocoinclude") != 0) {
        sn_mjcf_fail(mjcf, root, "is no MuJoCo model: expected <mujoco>");
        return;
    }
    sn_mjcf_include_in(mjcf, root, sn_xml_name(mjcf->xml), sn_mjcf_compiler(mjcf, root)->folder);
}

/* The element itself, or what stands in its place; NULL: nothing, and nothing after it. */
static const SnXmlNode *enter(const SnMjcf *mjcf, const SnXmlNode *node)
{
    while (node &&
           (strcmp(node->name, "include") == 0 || g_hash_table_contains(mjcf->part, node))) {
        const SnXml *part = g_hash_table_lookup(mjcf->part, node);
        const SnXmlNode *inside = part ? enter(mjcf, sn_xml_root(part)->first) : NULL;
        if (inside)
            return inside;
        node = node->next;
    }
    return node;
}

const SnXmlNode *sn_mjcf_first(const SnMjcf *mjcf, const SnXmlNode *node)
{
    return node ? enter(mjcf, node->first) : NULL;
}

const SnXmlNode *sn_mjcf_next(const SnMjcf *mjcf, const SnXmlNode *node)
{
    while (node) {
        const SnXmlNode *next = enter(mjcf, node->next);
        if (next)
            return next;
        node = node->parent ? g_hash_table_lookup(mjcf->owner, node->parent) : NULL;
    }
    return NULL;
}
