/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text in columns, as wide as the terminal that reads it. */
#ifndef SN_APP_TEXT_COLUMNS_H
#define SN_APP_TEXT_COLUMNS_H

#include <glib.h>

/* Appends text in lines that begin `indent` columns in, broken between words where the terminal of
 * standard output ends (80 columns where there is none, at least 60 and at most 100); ends of lines
 * in it stay. */
void sn_text_wrap(GString *to, int indent, const char *text);
/* Appends a name, `indent` columns in, and beside it, after `width` columns more, what is said of
 * it; below it where the name is longer. */
void sn_text_columns(GString *to, int indent, const char *name, int width, const char *text);

#endif
