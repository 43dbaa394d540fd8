/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Models within models: a body, a frame or all of another file stands in the place of <attach>,
 * its names behind a prefix.  Its defaults, assets, contacts, tendons, equalities and actuators
 * follow those of the document; what it says of angles, folders and masses holds for what is its
 * own. */
#include "engine/mjcf/mjcf.h"

#include <string.h>

enum { MAX_DEPTH = 8, MAX_MODELS = 200 };

typedef struct Attached {
    SnXml *xml;
    const SnXmlNode *root;
    const char *path;
    char *prefix;
    SnMjcfCompiler *compiler;
} Attached;

static void expand(SnMjcf *mjcf, const SnXmlNode *root, int depth);

/* All elements below one, with those of files in their places. */
static void collect(const SnMjcf *mjcf, const SnXmlNode *node, const char *name, GPtrArray *found)
{
    for (const SnXmlNode *at = sn_mjcf_first(mjcf, node); at; at = sn_mjcf_next(mjcf, at)) {
        if (!name || strcmp(at->name, name) == 0)
            g_ptr_array_add(found, (gpointer)at);
        collect(mjcf, at, name, found);
    }
}

/* --- names --- */

static bool is_name(const char *attribute)
{
    static const char *const names[] = {
        "name",  "class",   "childclass", "mesh",     "hfield",  "material",  "texture",
        "joint", "joint1",  "joint2",     "tendon",   "tendon1", "tendon2",   "jointinparent",
        "site",  "site1",   "site2",      "sidesite", "refsite", "cranksite", "slidersite",
        "geom",  "geom1",   "geom2",      "body",     "body1",   "body2",     "target",
        "flex",  "objname", "refname",    "actuator", "sensor",  "instance",  "skin"};
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
        if (strcmp(attribute, names[i]) == 0)
            return true;
    return false;
}

/* Of each of several names between spaces; the world is one for all. */
static char *prefixed(const char *prefix, const char *names, bool several)
{
    GString *text = g_string_new(NULL);
    g_auto(GStrv) words = g_strsplit_set(names, several ? " \t\r\n" : "", -1);
    for (int i = 0; words[i]; i++) {
        if (several && !*words[i])
            continue;
        if (text->len > 0)
            g_string_append_c(text, ' ');
        g_string_append_printf(text, "%s%s", strcmp(words[i], "world") == 0 ? "" : prefix,
                               words[i]);
    }
    return g_string_free(text, FALSE);
}

static void rename_node(Attached *model, const SnXmlNode *node)
{
    const char *file = sn_xml_attribute(node, "file");
    const bool several = strcmp(node->name, "flex") == 0;
    const bool asset = strcmp(node->name, "mesh") == 0 || strcmp(node->name, "hfield") == 0;
    if (asset && file && !sn_xml_attribute(node, "name")) {
        g_autofree char *name = sn_mjcf_name_of_file(file);
        sn_xml_set(model->xml, node, "name", name);
    }
    for (const char **at = node->attributes; *at; at += 2) {
        if (!is_name(at[0]) && !(several && strcmp(at[0], "node") == 0))
            continue;
        g_autofree char *name = prefixed(model->prefix, at[1], several);
        sn_xml_set(model->xml, node, at[0], name);
    }
}

/* What names no class has the outermost one of its own document. */
static void set_class(Attached *model, const SnXmlNode *node, const char *attribute,
                      const char *class)
{
    if (!sn_xml_attribute(node, attribute))
        sn_xml_set(model->xml, node, attribute, class);
}

static char *outer_class(const SnMjcf *mjcf, const Attached *model)
{
    const SnXmlNode *at = sn_mjcf_first(mjcf, model->root);
    while (at && (strcmp(at->name, "default") != 0 || g_hash_table_contains(mjcf->compilers, at)))
        at = sn_mjcf_next(mjcf, at); /* its own, not those of models in it */
    const char *name = at ? sn_xml_attribute(at, "class") : NULL;
    return g_strconcat(model->prefix, name ? name : "main", NULL);
}

/* --- moving --- */

/* The body or frame of that name in a document. */
static const SnXmlNode *find_part(const SnMjcf *mjcf, const Attached *model, const char *kind,
                                  const char *name)
{
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    collect(mjcf, model->root, kind, all);
    for (guint i = 0; i < all->len; i++)
        if (strcmp(sn_mjcf_name_of(all->pdata[i]), name) == 0)
            return all->pdata[i];
    return NULL;
}

static void move(SnMjcf *mjcf, const Attached *model, const SnXmlNode *node, const SnXmlNode *to)
{
    g_hash_table_insert(mjcf->files, (gpointer)node, g_strdup(sn_mjcf_file_of(mjcf, node)));
    if (!g_hash_table_contains(mjcf->compilers, node)) /* of a model in this one */
        g_hash_table_insert(mjcf->compilers, (gpointer)node, model->compiler);
    sn_xml_move(node, to);
}

static void move_body(SnMjcf *mjcf, Attached *model, const SnXmlNode *node, const SnXmlNode *to,
                      const char *class)
{
    const bool holds = strcmp(node->name, "body") == 0 || strcmp(node->name, "frame") == 0 ||
                       strcmp(node->name, "replicate") == 0;
    set_class(model, node, holds ? "childclass" : "class", class);
    move(mjcf, model, node, to);
}

/* Children, with those of files in their places: the list does not change when they are moved. */
static GPtrArray *children(const SnMjcf *mjcf, const SnXmlNode *node)
{
    GPtrArray *all = g_ptr_array_new();
    for (const SnXmlNode *at = sn_mjcf_first(mjcf, node); at; at = sn_mjcf_next(mjcf, at))
        g_ptr_array_add(all, (gpointer)at);
    return all;
}

/* Everything but the tree of bodies and what only the outer document says. */
static void move_sections(SnMjcf *mjcf, Attached *model, const SnXmlNode *to, const char *class)
{
    static const char *const others[] = {"worldbody", "compiler",  "option",
                                         "size",      "statistic", "visual"};
    g_autoptr(GPtrArray) sections = children(mjcf, model->root);
    for (guint i = 0; i < sections->len; i++) {
        const SnXmlNode *section = sections->pdata[i];
        bool stays = false;
        for (size_t k = 0; k < G_N_ELEMENTS(others); k++)
            stays = stays || strcmp(section->name, others[k]) == 0;
        if (stays)
            continue;
        if (strcmp(section->name, "default") == 0) {
            set_class(model, section, "class", class);
        } else {
            g_autoptr(GPtrArray) inside = children(mjcf, section);
            for (guint k = 0; k < inside->len; k++)
                set_class(model, inside->pdata[k], "class", class);
        }
        move(mjcf, model, section, to);
    }
}

/* Whether a name that an attribute gives is one of the kind that it begins with ("joint1",
 * "sidesite"). */
static bool is_there(GHashTable *there, const char *attribute, const char *name)
{
    static const char *const kinds[] = {"joint", "site", "geom", "body", "tendon"};
    for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++) {
        g_autofree char *key = g_strconcat(kinds[i], " ", name, NULL);
        if (is_name(attribute) && strstr(attribute, kinds[i]))
            return strcmp(name, "world") == 0 || g_hash_table_contains(there, key);
    }
    return true;
}

static bool is_whole(const SnMjcf *mjcf, GHashTable *there, const SnXmlNode *node)
{
    bool whole = true;
    for (const char **at = node->attributes; *at; at += 2)
        whole = whole && is_there(there, at[0], at[1]);
    for (const SnXmlNode *at = sn_mjcf_first(mjcf, node); at; at = sn_mjcf_next(mjcf, at))
        whole = whole && is_whole(mjcf, there, at);
    return whole;
}

static void add_there(GHashTable *there, const SnXmlNode *node)
{
    const char *kind = strcmp(node->name, "freejoint") == 0 ? "joint" : node->name;
    g_hash_table_add(there, g_strconcat(kind, " ", sn_mjcf_name_of(node), NULL));
}

/* Of a part of a model only what hangs on that part comes along: the rest stays in its own root,
 * which nobody reads. */
static void drop_others(const SnMjcf *mjcf, const Attached *model, const SnXmlNode *holder)
{
    static const char *const sections[] = {"tendon", "equality", "contact", "actuator"};
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    g_autoptr(GPtrArray) roots = children(mjcf, model->root);
    GHashTable *there = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    collect(mjcf, holder, NULL, all);
    for (guint i = 0; i < all->len; i++)
        add_there(there, all->pdata[i]);
    for (size_t k = 0; k < G_N_ELEMENTS(sections); k++) /* what follows may name tendons */
        for (guint i = 0; i < roots->len; i++) {
            const SnXmlNode *section = roots->pdata[i];
            if (strcmp(section->name, sections[k]) != 0)
                continue;
            g_autoptr(GPtrArray) inside = children(mjcf, section);
            for (guint j = 0; j < inside->len; j++) {
                const SnXmlNode *node = inside->pdata[j];
                if (!is_whole(mjcf, there, node))
                    sn_xml_move(node, model->root);
                else if (k == 0)
                    g_hash_table_add(there, g_strconcat("tendon ", sn_mjcf_name_of(node), NULL));
            }
        }
    g_hash_table_unref(there);
}

/* The whole world's bodies where none is named. */
static void move_bodies(SnMjcf *mjcf, Attached *model, const SnXmlNode *part, const SnXmlNode *to,
                        const char *class)
{
    g_autoptr(GPtrArray) sections = children(mjcf, model->root);
    if (part)
        move_body(mjcf, model, part, to, class);
    for (guint i = 0; i < sections->len && !part; i++) {
        const SnXmlNode *world = sections->pdata[i];
        if (strcmp(world->name, "worldbody") != 0)
            continue;
        g_autoptr(GPtrArray) inside = children(mjcf, world);
        for (guint k = 0; k < inside->len; k++)
            move_body(mjcf, model, inside->pdata[k], to, class);
    }
}

/* --- files --- */

/* An empty document that stands in the element's place. */
static const SnXmlNode *stand_in(SnMjcf *mjcf, const SnXmlNode *node)
{
    static const char text[] = "<mujocoinclude/>";
    SnXml *xml = sn_xml_read_text(text, sizeof text - 1, "attach", &mjcf->error);
    if (!xml)
        return NULL;
    const SnXmlNode *root = sn_xml_root(xml);
    g_ptr_array_add(mjcf->parts, xml);
    g_hash_table_insert(mjcf->part, (gpointer)node, xml);
    g_hash_table_insert(mjcf->owner, (gpointer)root, (gpointer)node);
    return root;
}

/* The path of the <model> of that name, or whose file calls its model so; NULL: there is none. */
static char *find_model(SnMjcf *mjcf, const SnXmlNode *root, const char *name)
{
    g_autoptr(GPtrArray) models = g_ptr_array_new();
    collect(mjcf, root, "model", models);
    for (guint i = 0; i < models->len; i++) {
        const SnXmlNode *node = models->pdata[i];
        const char *called = sn_xml_attribute(node, "name"), *file = sn_xml_attribute(node, "file");
        g_autofree char *path = file ? sn_mjcf_find_file(mjcf, node, NULL, file) : NULL;
        if (!path || (called && strcmp(called, name) != 0))
            continue;
        SnXml *xml = called ? NULL : sn_xml_read(path, NULL);
        const char *own = xml ? sn_xml_attribute(sn_xml_root(xml), "model") : NULL;
        const bool found = called || g_strcmp0(own, name) == 0;
        sn_xml_free(xml);
        if (found)
            return g_steal_pointer(&path);
    }
    return NULL;
}

static void leave(SnMjcf *mjcf, const SnXmlNode *node, const char *reason)
{
    const char *model = sn_xml_attribute(node, "model");
    sn_mjcf_tell(mjcf, SN_IMPORT_LEFT_OUT, node, model ? model : "", reason);
    stand_in(mjcf, node);
}

static void add_prefix(const Attached *model, char **name)
{
    char *whole = g_strconcat(model->prefix, *name, NULL);
    g_free(*name);
    *name = whole;
}

/* Reads a model with all that it includes and attaches itself, and gives its names the prefix. */
static bool read_model(SnMjcf *mjcf, const SnXmlNode *node, Attached *model, int depth)
{
    const char *prefix = sn_xml_attribute(node, "prefix");
    g_autofree char *folder = g_path_get_dirname(model->path);
    g_autofree char *whole = g_canonicalize_filename(folder, NULL);
    const guint n_cables = mjcf->cables->len, n_classes = mjcf->outer_classes->len;
    model->xml = sn_xml_read(model->path, &mjcf->error);
    if (!model->xml)
        return false;
    model->root = sn_xml_root(model->xml);
    model->prefix = g_strdup(prefix ? prefix : "");
    g_ptr_array_add(mjcf->parts, model->xml);
    model->compiler = sn_mjcf_new_compiler(mjcf, whole);
    model->compiler->outer = sn_mjcf_compiler(mjcf, node);
    g_hash_table_insert(mjcf->compilers, (gpointer)model->root, model->compiler);
    g_hash_table_insert(mjcf->files, (gpointer)model->root, g_strdup(model->path));
    if (strcmp(model->root->name, "mujoco") != 0) {
        sn_mjcf_fail(mjcf, model->root, "is no MuJoCo model: expected <mujoco>");
        return false;
    }
    sn_mjcf_include_in(mjcf, model->root, model->path, whole);
    expand(mjcf, model->root, depth + 1);
    g_autoptr(GPtrArray) all = children(mjcf, model->root);
    for (guint i = 0; i < all->len && !mjcf->error; i++)
        if (strcmp(((const SnXmlNode *)all->pdata[i])->name, "compiler") == 0)
            sn_mjcf_read_compiler(mjcf, all->pdata[i], model->compiler);
    for (guint i = n_cables; i < mjcf->cables->len; i++)
        add_prefix(model, &g_array_index(mjcf->cables, SnMjcfCable, i).body);
    for (guint i = n_classes; i < mjcf->outer_classes->len; i++)
        add_prefix(model, (char **)&mjcf->outer_classes->pdata[i]);
    return !mjcf->error;
}

static void place_model(SnMjcf *mjcf, const SnXmlNode *root, const SnXmlNode *node, Attached *model)
{
    const char *body = sn_xml_attribute(node, "body"), *frame = sn_xml_attribute(node, "frame");
    const char *named = frame ? frame : body && strcmp(body, "world") != 0 ? body : NULL;
    const SnXmlNode *part = named ? find_part(mjcf, model, frame ? "frame" : "body", named) : NULL;
    if (named && !part) {
        leave(mjcf, node, "its model has no body or frame of that name");
        return;
    }
    g_autofree char *class = outer_class(mjcf, model);
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    collect(mjcf, model->root, NULL, all);
    for (guint i = 0; i < all->len; i++)
        rename_node(model, all->pdata[i]);
    const SnXmlNode *holder = stand_in(mjcf, node);
    if (!holder)
        return;
    move_bodies(mjcf, model, part, holder, class);
    if (part)
        drop_others(mjcf, model, holder);
    move_sections(mjcf, model, root, class);
    g_ptr_array_add(mjcf->outer_classes, g_steal_pointer(&class));
    sn_mjcf_tell(mjcf, SN_IMPORT_EXACT, node, sn_xml_attribute(node, "model"), NULL);
}

static void attach(SnMjcf *mjcf, const SnXmlNode *root, const SnXmlNode *node, int depth)
{
    const char *name = sn_xml_attribute(node, "model");
    g_autofree char *path = name ? find_model(mjcf, root, name) : NULL;
    Attached model = {.path = path};
    if (!path)
        leave(mjcf, node, "no <model> of that name has a file that is there");
    else if (depth > MAX_DEPTH || mjcf->all_compilers->len > MAX_MODELS)
        sn_mjcf_fail(mjcf, node, "attaches one of more than %d models, or is more than %d deep",
                     MAX_MODELS, MAX_DEPTH);
    else if (read_model(mjcf, node, &model, depth))
        place_model(mjcf, root, node, &model);
    g_free(model.prefix);
}

static void expand(SnMjcf *mjcf, const SnXmlNode *root, int depth)
{
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    collect(mjcf, root, "attach", all);
    for (guint i = 0; i < all->len && !mjcf->error; i++)
        attach(mjcf, root, all->pdata[i], depth);
}

void sn_mjcf_attach_models(SnMjcf *mjcf)
{
    expand(mjcf, sn_xml_root(mjcf->xml), 0);
}
