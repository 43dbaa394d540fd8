/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the program says on standard output and standard error.  Names in models, files and meshes
 * come from anywhere: what a terminal would obey is shown as an escape instead (\x1b, \n, \u202e),
 * so that a name cannot colour, move, hide or forge other lines. */
#ifndef SN_BASE_TERMINAL_H
#define SN_BASE_TERMINAL_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* One line, with its end; what the format and its arguments make is filtered as a whole. */
__attribute__((format(printf, 2, 3))) void sn_say(FILE *file, const char *format, ...);
/* The same in the middle of a line. */
__attribute__((format(printf, 2, 3))) void sn_say_part(FILE *file, const char *format, ...);
/* A text of several lines made by the program itself, or JSON: ends of lines and tabs stay. */
void sn_say_text(FILE *file, const char *text);

/* Writes text as a terminal may get it; `lines`: ends of lines and tabs stay.  Escaped are
 *   C0 (0 to 31), DEL (127)            \x1b; the usual ones as \n, \t, \r
 *   C1 (128 to 159)                    \x9b
 *   marks of direction, ends of lines  \u202e  (U+061C, 200E, 200F, 2028 to 202E, 2066 to 2069)
 *   invisible: U+FEFF, tags            \ufeff, \U000e0041
 *   bytes that are no UTF-8            \xff
 * In JSON (`lines`) all of these stand within strings; \x7f and others are written \u007f there. */
void sn_terminal_write(FILE *file, const char *text, size_t length, bool lines);

#endif
