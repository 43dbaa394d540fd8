/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/text/xml_text.h"

#include "engine/text/limits.h"
#include "engine/text/refuse.h"

#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <limits.h>
#include <string.h>

enum { NODES_IN_BLOCK = 1024 };

struct SnXml {
    char *name;
    SnXmlNode *root;
    GPtrArray *blocks; /* of arrays of nodes */
    int n_in_block;
    GPtrArray *lists; /* of attributes */
    GStringChunk *strings;
};

typedef struct Builder {
    SnXml *xml;
    xmlParserCtxt *parser;
    SnXmlNode *open;  /* innermost element that has not ended */
    GPtrArray *texts; /* of GString: what each open element says, by depth */
    int n_elements;
    char *problem; /* the first one; NULL: none */
    int problem_line;
} Builder;

static void stop(Builder *builder, int line, const char *problem)
{
    if (!builder->problem) {
        builder->problem = g_strdup(problem);
        builder->problem_line = line;
    }
    xmlStopParser(builder->parser);
}

static int line_of(const Builder *builder)
{
    return xmlSAX2GetLineNumber(builder->parser);
}

/* --- the tree --- */

static SnXmlNode *new_node(SnXml *xml)
{
    if (xml->blocks->len == 0 || xml->n_in_block == NODES_IN_BLOCK) {
        g_ptr_array_add(xml->blocks, g_new0(SnXmlNode, NODES_IN_BLOCK));
        xml->n_in_block = 0;
    }
    SnXmlNode *block = xml->blocks->pdata[xml->blocks->len - 1];
    return &block[xml->n_in_block++];
}

/* libxml2 gives five pointers an attribute: name, prefix, URI, value, end of value. */
static void keep_attributes(SnXml *xml, SnXmlNode *node, int n, const xmlChar **given)
{
    static const char *none[] = {NULL};
    node->attributes = none;
    if (n == 0)
        return;
    const char **list = g_new(const char *, 2 * (size_t)n + 1);
    g_ptr_array_add(xml->lists, list);
    for (int i = 0; i < n; i++) {
        const xmlChar **one = given + 5 * (size_t)i;
        list[2 * i] = g_string_chunk_insert_const(xml->strings, (const char *)one[0]);
        list[2 * i + 1] = g_string_chunk_insert_len(xml->strings, (const char *)one[3],
                                                    (gssize)(one[4] - one[3]));
    }
    list[2 * n] = NULL;
    node->attributes = list;
}

static void on_start(void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
                     int n_namespaces, const xmlChar **namespaces, int n_attributes,
                     int n_defaulted, const xmlChar **attributes)
{
    Builder *builder = data;
    SnXml *xml = builder->xml;
    const int depth = builder->open ? builder->open->depth + 1 : 0;
    if (depth >= SN_MAX_XML_DEPTH) {
        stop(builder, line_of(builder), "elements are nested deeper than 100; this is no model");
        return;
    }
    if (++builder->n_elements > SN_MAX_XML_ELEMENTS) {
        stop(builder, line_of(builder),
             "the file has more than 4000000 elements; split it or leave parts out");
        return;
    }
    SnXmlNode *node = new_node(xml);
    node->name = g_string_chunk_insert_const(xml->strings, (const char *)name);
    node->text = "";
    node->line = line_of(builder);
    node->depth = depth;
    node->parent = builder->open;
    keep_attributes(xml, node, n_attributes, attributes);
    if (!node->parent)
        xml->root = node;
    else if (node->parent->last)
        node->parent->last->next = node;
    else
        node->parent->first = node;
    if (node->parent)
        node->parent->last = node;
    builder->open = node;
    if ((int)builder->texts->len <= depth)
        g_ptr_array_add(builder->texts, g_string_new(NULL));
    g_string_truncate(builder->texts->pdata[depth], 0);
}

static void on_end(void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
    Builder *builder = data;
    SnXmlNode *node = builder->open;
    if (!node)
        return;
    GString *text = builder->texts->pdata[node->depth];
    const char *trimmed = g_strstrip(text->str);
    if (*trimmed)
        node->text = g_string_chunk_insert(builder->xml->strings, trimmed);
    builder->open = node->parent;
}

static void on_text(void *data, const xmlChar *text, int length)
{
    Builder *builder = data;
    if (builder->open)
        g_string_append_len(builder->texts->pdata[builder->open->depth], (const char *)text,
                            length);
}

/* One that only names the document, as editors write it, is passed over, as OpenSim's reader does;
 * what it names is not opened. */
static void on_document_type(void *data, const xmlChar *name, const xmlChar *external,
                             const xmlChar *system)
{
    const Builder *builder = data;
    const xmlParserInput *input = builder->parser->input;
    if (input && input->cur && *input->cur == '[') /* what follows is what it declares */
        stop(data, line_of(data),
             "has a document type that declares something (<!DOCTYPE ... [ ... ]>), which could "
             "define entities; remove it");
}

/* OpenSim's own reader (TinyXML) takes an ampersand that begins nothing, and two hyphens in a
 * comment; people's files have them. */
static bool is_tolerated(int code)
{
    return code == XML_ERR_NAME_REQUIRED || code == XML_ERR_HYPHEN_IN_COMMENT ||
           code == XML_ERR_ENTITYREF_SEMICOL_MISSING || code == XML_ERR_UNDECLARED_ENTITY ||
           code == XML_WAR_UNDECLARED_ENTITY || code == XML_ERR_RESERVED_XML_NAME ||
           code == XML_ERR_INVALID_ENCODING; /* it says UTF-16 and is not */
}

static void on_error(void *data, xmlErrorPtr error)
{
    Builder *builder = data;
    if (error->level < XML_ERR_ERROR || error->domain == XML_FROM_NAMESPACE ||
        is_tolerated(error->code))
        return;
    g_autofree char *message =
        error->code == XML_ERR_ATTRIBUTE_REDEFINED
            ? g_strdup_printf("the attribute %.60s stands twice in one element; remove one",
                              error->str1 ? error->str1 : "")
            : g_strdup(error->message ? error->message : "is no XML");
    for (char *at = message; *at; at++) /* it may quote lines of the file */
        if (g_ascii_iscntrl(*at))
            *at = ' ';
    stop(builder, error->line, g_strstrip(message));
}

/* --- reading --- */

static SnXml *xml_new(const char *name)
{
    SnXml *xml = g_new0(SnXml, 1);
    xml->name = g_strdup(name);
    xml->blocks = g_ptr_array_new_with_free_func(g_free);
    xml->lists = g_ptr_array_new_with_free_func(g_free);
    xml->strings = g_string_chunk_new(65536);
    return xml;
}

void sn_xml_free(SnXml *xml)
{
    if (!xml)
        return;
    g_ptr_array_unref(xml->blocks);
    g_ptr_array_unref(xml->lists);
    g_string_chunk_free(xml->strings);
    g_free(xml->name);
    g_free(xml);
}

/* Files of older programs hold Latin-1 under the name of UTF-8: what is no UTF-8 is taken for it,
 * unless the file says itself what it is. */
static char *as_utf8(const char *text, size_t length, size_t *n)
{
    const bool marked = length >= 2 && ((guchar)text[0] == 0xff || (guchar)text[0] == 0xfe);
    if (marked || length > (size_t)INT_MAX || g_utf8_validate_len(text, length, NULL))
        return NULL;
    const size_t head = MIN(length, 200);
    g_autofree char *start = g_ascii_strdown(text, (gssize)head);
    if (g_strstr_len(start, (gssize)head, "encoding") && !strstr(start, "utf-8"))
        return NULL;
    char *converted = g_malloc(2 * length + 1);
    *n = 0;
    for (size_t i = 0; i < length; i++) {
        const guchar c = (guchar)text[i];
        if (c >= 0x80)
            converted[(*n)++] = (char)(0xc0 | c >> 6);
        converted[(*n)++] = (char)(c >= 0x80 ? 0x80 | (c & 0x3f) : c);
    }
    return converted;
}

/* What libxml2 says outside of a parser, of bytes that are no text, would go to standard error; the
 * parser then stops with an error of its own. */
static void on_stray_error(void *unused, xmlErrorPtr error)
{
}

static void parse(Builder *builder, const char *text, size_t length)
{
    xmlSAXHandler handler = {.startElementNs = on_start,
                             .endElementNs = on_end,
                             .characters = on_text,
                             .cdataBlock = on_text,
                             .internalSubset = on_document_type,
                             .serror = on_error,
                             .initialized = XML_SAX2_MAGIC};
    xmlParserCtxt *parser = xmlCreateMemoryParserCtxt(text, (int)length);
    if (!parser) {
        builder->problem = g_strdup("is empty");
        builder->problem_line = 1;
        return;
    }
    *parser->sax = handler;
    parser->userData = builder;
    builder->parser = parser;
    xmlCtxtUseOptions(parser, XML_PARSE_NONET | XML_PARSE_RECOVER | XML_PARSE_NOCDATA);
    parser->userData = builder;
    xmlSetStructuredErrorFunc(NULL, on_stray_error); /* of this thread */
    xmlParseDocument(parser);
    xmlSetStructuredErrorFunc(NULL, NULL);
    if (!builder->problem && builder->open) {
        builder->problem_line = builder->open->line;
        builder->problem =
            g_strdup_printf("<%s> does not end; the file is cut off", builder->open->name);
    } else if (!builder->problem && !builder->xml->root) {
        builder->problem_line = 1;
        builder->problem = g_strdup("is no XML; expected <OpenSimDocument ...> or the like");
    }
    xmlFreeDoc(parser->myDoc);
    xmlFreeParserCtxt(parser);
}

static void free_text(gpointer text)
{
    g_string_free(text, TRUE);
}

SnXml *sn_xml_read_text(const char *text, size_t length, const char *name, GError **error)
{
    size_t n = length;
    if (length > SN_MAX_XML_BYTES || length == 0) {
        sn_refuse(error, SN_MODEL_ERROR_FORMAT, "%s: %s", name,
                  length ? "is larger than 256 MiB" : "is empty");
        return NULL;
    }
    g_autofree char *converted = as_utf8(text, length, &n);
    Builder builder = {.xml = xml_new(name), .texts = g_ptr_array_new_with_free_func(free_text)};
    parse(&builder, converted ? converted : text, n);
    g_ptr_array_unref(builder.texts);
    if (!builder.problem)
        return builder.xml;
    sn_refuse(error, SN_MODEL_ERROR_FORMAT, "%s:%d: %s", name, builder.problem_line,
              builder.problem);
    g_free(builder.problem);
    sn_xml_free(builder.xml);
    return NULL;
}

SnXml *sn_xml_read(const char *path, GError **error)
{
    size_t length;
    g_autofree char *text = sn_read_file(path, SN_MAX_XML_BYTES, &length, error);
    return text ? sn_xml_read_text(text, length, path, error) : NULL;
}

/* --- walking --- */

const SnXmlNode *sn_xml_root(const SnXml *xml)
{
    return xml->root;
}

const char *sn_xml_name(const SnXml *xml)
{
    return xml->name;
}

const SnXmlNode *sn_xml_child(const SnXmlNode *node, const char *name)
{
    for (const SnXmlNode *child = node ? node->first : NULL; child; child = child->next) {
        if (strcmp(child->name, name) == 0)
            return child;
    }
    return NULL;
}

const char *sn_xml_attribute(const SnXmlNode *node, const char *name)
{
    for (const char **at = node->attributes; *at; at += 2) {
        if (strcmp(at[0], name) == 0)
            return at[1];
    }
    return NULL;
}

/* --- changing --- */

void sn_xml_set(SnXml *xml, const SnXmlNode *node, const char *name, const char *value)
{
    size_t n = 0;
    while (node->attributes[n] && strcmp(node->attributes[n], name) != 0)
        n += 2;
    if (node->attributes[n]) { /* the list is its own: elements without any share one */
        node->attributes[n + 1] = g_string_chunk_insert(xml->strings, value);
        return;
    }
    const char **list = g_new(const char *, n + 3);
    g_ptr_array_add(xml->lists, list);
    memcpy(list, node->attributes, n * sizeof *list);
    list[n] = g_string_chunk_insert_const(xml->strings, name);
    list[n + 1] = g_string_chunk_insert(xml->strings, value);
    list[n + 2] = NULL;
    ((SnXmlNode *)node)->attributes = list;
}

static void unlink_node(SnXmlNode *node)
{
    SnXmlNode *parent = node->parent, *before = NULL;
    if (!parent)
        return;
    for (SnXmlNode *at = parent->first; at != node; at = at->next)
        before = at;
    if (before)
        before->next = node->next;
    else
        parent->first = node->next;
    if (parent->last == node)
        parent->last = before;
}

void sn_xml_move(const SnXmlNode *given, const SnXmlNode *to)
{
    SnXmlNode *node = (SnXmlNode *)given, *parent = (SnXmlNode *)to;
    unlink_node(node);
    node->parent = parent;
    node->next = NULL;
    if (parent->last)
        parent->last->next = node;
    else
        parent->first = node;
    parent->last = node;
}
