/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/export/tree.h"

#include <string.h>

/* What XML allows, in place of what has a meaning in it. */
static void append(GString *text, const char *raw)
{
    g_autofree char *valid = g_utf8_make_valid(raw, -1);
    for (char *at = valid; *at; at++)
        if (g_ascii_iscntrl(*at))
            *at = ' ';
    g_autofree char *escaped = g_markup_escape_text(valid, -1);
    g_string_append(text, escaped);
}

static void append_numbers(GString *text, const double *values, int n)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    for (int i = 0; i < n; i++)
        g_string_append_printf(text, "%s%s", i ? " " : "",
                               g_ascii_formatd(number, sizeof number, "%.17g", values[i] + 0.0));
}

static void close_tag(SnXmlOut *out)
{
    if (out->open)
        g_string_append(out->text, ">\n");
    out->open = false;
}

void sn_xml_out_begin(SnXmlOut *out, const char *element)
{
    close_tag(out);
    g_string_append_printf(out->text, "%*s<%s", 2 * out->depth, "", element);
    out->depth++;
    out->open = true;
}

void sn_xml_out_end(SnXmlOut *out, const char *element)
{
    out->depth--;
    if (out->open)
        g_string_append(out->text, "/>\n");
    else
        g_string_append_printf(out->text, "%*s</%s>\n", 2 * out->depth, "", element);
    out->open = false;
}

void sn_xml_out_text(SnXmlOut *out, const char *attribute, const char *text)
{
    g_string_append_printf(out->text, " %s=\"", attribute);
    append(out->text, text);
    g_string_append_c(out->text, '"');
}

void sn_xml_out_numbers(SnXmlOut *out, const char *attribute, const double *values, int n)
{
    g_string_append_printf(out->text, " %s=\"", attribute);
    append_numbers(out->text, values, n);
    g_string_append_c(out->text, '"');
}

void sn_xml_out_leaf(SnXmlOut *out, const char *element, const char *text)
{
    close_tag(out);
    g_string_append_printf(out->text, "%*s<%s>", 2 * out->depth, "", element);
    append(out->text, text);
    g_string_append_printf(out->text, "</%s>\n", element);
}

void sn_xml_out_leaf_numbers(SnXmlOut *out, const char *element, const double *values, int n)
{
    close_tag(out);
    g_string_append_printf(out->text, "%*s<%s>", 2 * out->depth, "", element);
    append_numbers(out->text, values, n);
    g_string_append_printf(out->text, "</%s>\n", element);
}
