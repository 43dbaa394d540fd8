/* SPDX-License-Identifier: GPL-3.0-or-later */
/* XML as a tree of elements with their lines, read by libxml2.  A file is data from anywhere:
 * nothing outside it is opened, a document type that declares something (and so every entity of its
 * own) is refused, size, number of elements and depth are limited (limits.h). */
#ifndef SN_TEXT_XML_TEXT_H
#define SN_TEXT_XML_TEXT_H

#include <glib.h>
#include <stdbool.h>

typedef struct SnXmlNode {
    const char *name;        /* of the element; equal names are one string */
    const char *text;        /* its own, without white space around it; never NULL */
    const char **attributes; /* name, value, name, value, NULL */
    int line;                /* where it starts, from 1 */
    int depth;               /* of the root 0 */
    struct SnXmlNode *parent, *first, *last, *next;
} SnXmlNode;

typedef struct SnXml SnXml;

/* The tree of a file; NULL with one line: "FILE:LINE: what is wrong, what to do". */
SnXml *sn_xml_read(const char *path, GError **error);
/* The same of a text; `name` is what messages call it. */
SnXml *sn_xml_read_text(const char *text, size_t length, const char *name, GError **error);
void sn_xml_free(SnXml *xml);
const SnXmlNode *sn_xml_root(const SnXml *xml);
const char *sn_xml_name(const SnXml *xml);

/* The first child element of that name, or NULL; of a NULL node NULL. */
const SnXmlNode *sn_xml_child(const SnXmlNode *node, const char *name);
/* The value of an attribute, or NULL. */
const char *sn_xml_attribute(const SnXmlNode *node, const char *name);

/* For those who own a tree and make another of it.  Sets an attribute of an element of `xml`. */
void sn_xml_set(SnXml *xml, const SnXmlNode *node, const char *name, const char *value);
/* Takes an element out of its place and appends it to another one, of this or another tree: both
 * trees are then needed as long as either. */
void sn_xml_move(const SnXmlNode *node, const SnXmlNode *to);

#endif
