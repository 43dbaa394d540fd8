/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the line of a JSON value: walks the text to a path (RFC 6901) without building anything.
 * Works on text that a parser accepted and, as far as it goes, on any other. */
#include "engine/text/json_text.h"

#include <stdlib.h>
#include <string.h>

typedef struct Walk {
    const char *p, *end;
} Walk;

static void skip_space(Walk *walk)
{
    while (walk->p < walk->end && strchr(" \t\r\n", *walk->p) && *walk->p)
        walk->p++;
}

static bool take_character(Walk *walk, char c)
{
    skip_space(walk);
    if (walk->p == walk->end || *walk->p != c)
        return false;
    walk->p++;
    return true;
}

/* Past a string whose opening quote was taken. */
static bool skip_string(Walk *walk)
{
    for (; walk->p < walk->end; walk->p++) {
        if (*walk->p == '"') {
            walk->p++;
            return true;
        }
        if (*walk->p == '\\' && walk->p + 1 < walk->end)
            walk->p++;
    }
    return false;
}

/* Past any value. */
static bool skip_value(Walk *walk)
{
    int depth = 0;
    do {
        skip_space(walk);
        if (walk->p == walk->end)
            return false;
        const char c = *walk->p++;
        if (c == '"') {
            if (!skip_string(walk))
                return false;
        } else if (c == '{' || c == '[') {
            depth++;
        } else if (c == '}' || c == ']') {
            depth--;
        } else if (c != ',' && c != ':') {
            while (walk->p < walk->end && !strchr(",:]} \t\r\n\"[{", *walk->p))
                walk->p++;
        }
    } while (depth > 0);
    return depth == 0;
}

static unsigned hex4(const char *p, const char *end)
{
    unsigned value = 0;
    for (int i = 0; i < 4 && p + i < end; i++)
        value = 16 * value + (unsigned)MAX(g_ascii_xdigit_value(p[i]), 0);
    return value;
}

/* Whether the JSON string at p (after its quote) spells the key, n bytes of UTF-8. */
static bool string_is(const char *p, const char *end, const char *key, size_t n)
{
    static const char FROM[] = "\"\\/bfnrt", TO[] = "\"\\/\b\f\n\r\t";
    size_t i = 0;
    while (p < end && *p != '"') {
        char utf8[8] = {*p};
        int length = 1;
        if (*p == '\\' && p + 1 < end) {
            p++;
            const char *escape = *p ? strchr(FROM, *p) : NULL;
            if (escape) {
                utf8[0] = TO[escape - FROM];
            } else if (*p == 'u') {
                gunichar c = hex4(p + 1, end);
                p += 4;
                if (c >= 0xd800 && c < 0xdc00 && p + 6 < end && p[1] == '\\' && p[2] == 'u') {
                    c = 0x10000 + ((c - 0xd800) << 10) + ((hex4(p + 3, end) - 0xdc00) & 0x3ff);
                    p += 6;
                }
                length = g_unichar_to_utf8(c, utf8);
            }
        }
        p++;
        if (i + (size_t)length > n || memcmp(key + i, utf8, (size_t)length) != 0)
            return false;
        i += (size_t)length;
    }
    return p < end && i == n;
}

/* To the value of a key in the object at hand. */
static bool enter_object(Walk *walk, const char *key, size_t n)
{
    if (take_character(walk, '}'))
        return false;
    do {
        if (!take_character(walk, '"'))
            return false;
        const bool here = string_is(walk->p, walk->end, key, n);
        if (!skip_string(walk) || !take_character(walk, ':'))
            return false;
        if (here)
            return true;
        if (!skip_value(walk))
            return false;
    } while (take_character(walk, ','));
    return false;
}

static bool enter_array(Walk *walk, const char *key)
{
    char *rest;
    const unsigned long index = strtoul(key, &rest, 10);
    if (rest == key || *rest)
        return false;
    for (unsigned long i = 0; i < index; i++)
        if (!skip_value(walk) || !take_character(walk, ','))
            return false;
    skip_space(walk);
    return walk->p < walk->end && *walk->p != ']';
}

/* "a~1b" -> "a/b", "~0" -> "~"; `length` of the raw element. */
static char *unescape(const char *element, size_t length)
{
    char *key = g_strndup(element, length), *to = key;
    for (const char *from = key; *from; from++, to++) {
        *to = *from;
        if (*from == '~' && (from[1] == '0' || from[1] == '1'))
            *to = *++from == '0' ? '~' : '/';
    }
    *to = 0;
    return key;
}

int sn_locate(const char *text, size_t length, const char *json_path)
{
    Walk walk = {text, text + length};
    skip_space(&walk);
    bool found = walk.p < walk.end;
    while (found && *json_path == '/') {
        const size_t n = strcspn(++json_path, "/");
        char *key = unescape(json_path, n);
        json_path += n;
        if (take_character(&walk, '{'))
            found = enter_object(&walk, key, strlen(key));
        else
            found = take_character(&walk, '[') && enter_array(&walk, key);
        g_free(key);
        if (found)
            skip_space(&walk);
    }
    if (!found)
        return 0;
    int line = 1;
    for (const char *p = text; p < walk.p; p++)
        line += *p == '\n';
    return line;
}
