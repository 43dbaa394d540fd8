/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/terminal.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* --- UTF-8 (RFC 3629): no overlong forms, no surrogates, up to U+10FFFF --- */

/* Bytes of the character at `text`, 0 where none is. */
static size_t decode(const unsigned char *text, size_t length, uint32_t *character)
{
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char lead = text[0];
    const size_t n = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (n == 0 || lead > 0xf4 || n > length)
        return 0;
    uint32_t value = n == 1 ? lead : lead & (0x7fu >> n);
    for (size_t i = 1; i < n; i++) {
        if ((text[i] & 0xc0) != 0x80)
            return 0;
        value = value << 6 | (text[i] & 0x3fu);
    }
    if (value < least[n] || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff))
        return 0;
    *character = value;
    return n;
}

static bool is_harmful(uint32_t c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0) ||                          /* C0, DEL, C1 */
           c == 0x61c || c == 0x200e || c == 0x200f ||                     /* marks of direction */
           (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x206f) || /* and their ends */
           c == 0xfeff || (c >= 0xfff9 && c <= 0xfffb) || (c >= 0xe0000 && c <= 0xe007f);
}

/* --- escapes --- */

static void write_escape(FILE *file, uint32_t c, bool json)
{
    if (c > 0xffff && json) /* two surrogates */
        fprintf(file, "\\u%04x\\u%04x", 0xd7c0 + (c >> 10), 0xdc00 | (c & 0x3ff));
    else if (c > 0xffff)
        fprintf(file, "\\U%08x", c);
    else if (json || c > 0xff)
        fprintf(file, "\\u%04x", c);
    else if (c == '\n' || c == '\t' || c == '\r')
        fprintf(file, "\\%c", c == '\n' ? 'n' : c == '\t' ? 't' : 'r');
    else
        fprintf(file, "\\x%02x", c);
}

void sn_terminal_write(FILE *file, const char *text, size_t length, bool lines)
{
    const unsigned char *at = (const unsigned char *)text;
    size_t plain = 0; /* bytes to be written as they are */
    while (length > 0) {
        uint32_t c = at[plain];
        const size_t n = decode(at + plain, length, &c);
        if (n > 0 && (!is_harmful(c) || (lines && (c == '\n' || c == '\t')))) {
            plain += n;
            length -= n;
            if (length > 0)
                continue;
        }
        fwrite(at, 1, plain, file);
        at += plain;
        plain = 0;
        if (length > 0) {
            write_escape(file, c, lines && n > 0);
            at += n ? n : 1;
            length -= n ? n : 1;
        }
    }
}

/* --- lines --- */

static void say(FILE *file, const char *format, va_list arguments)
{
    char *text = NULL;
    const int n = vasprintf(&text, format, arguments);
    if (n < 0)
        return; /* no memory, no words */
    sn_terminal_write(file, text, (size_t)n, false);
    free(text);
}

void sn_say(FILE *file, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(file, format, arguments);
    va_end(arguments);
    fputc('\n', file);
}

void sn_say_part(FILE *file, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(file, format, arguments);
    va_end(arguments);
}

void sn_say_text(FILE *file, const char *text)
{
    sn_terminal_write(file, text, strlen(text), true);
}
