/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/command/text_columns.h"

#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int terminal_width(void)
{
    struct winsize size;
    const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return known ? CLAMP(size.ws_col, 60, 100) : 80;
}

static void append_spaces(GString *to, int n)
{
    for (int i = 0; i < n; i++)
        g_string_append_c(to, ' ');
}

/* Words from the column `at` on; lines after the first begin at `indent`. */
static void append_words(GString *to, int at, int indent, const char *text)
{
    const int width = terminal_width();
    bool first = true; /* on its line */
    while (*text) {
        const int length = (int)strcspn(text, " \n");
        if (!first && at + 1 + length > width) {
            g_string_append_c(to, '\n');
            append_spaces(to, indent);
            at = indent;
        } else if (!first) {
            g_string_append_c(to, ' ');
            at++;
        }
        g_string_append_len(to, text, length);
        at += length;
        first = false;
        text += length;
        if (*text == '\n') {
            g_string_append_c(to, '\n');
            append_spaces(to, indent);
            at = indent;
            first = true;
        }
        if (*text)
            text++;
    }
    g_string_append_c(to, '\n');
}

void sn_text_wrap(GString *to, int indent, const char *text)
{
    append_spaces(to, indent);
    append_words(to, indent, indent, text);
}

void sn_text_columns(GString *to, int indent, const char *name, int width, const char *text)
{
    const int begin = indent + width, length = (int)strlen(name);
    append_spaces(to, indent);
    g_string_append(to, name);
    if (length + 2 > width) {
        g_string_append_c(to, '\n');
        append_spaces(to, begin);
    } else {
        append_spaces(to, width - length);
    }
    append_words(to, begin, begin, text);
}
