/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/mesh/volume/volume_mesh_vtu_data.h"
#include "engine/mesh/volume/volume_mesh_reader.h"

#include <string.h>
#include <zlib.h>

int sn_vtu_type(const char *name, bool *real, bool *sign)
{
    static const struct {
        const char *name;
        int size;
        bool real, sign;
    } TYPES[] = {{"Float32", 4, true, true}, {"Float64", 8, true, true},
                 {"Int8", 1, false, true},   {"UInt8", 1, false, false},
                 {"Int16", 2, false, true},  {"UInt16", 2, false, false},
                 {"Int32", 4, false, true},  {"UInt32", 4, false, false},
                 {"Int64", 8, false, true},  {"UInt64", 8, false, false}};
    for (size_t i = 0; name && i < G_N_ELEMENTS(TYPES); i++) {
        if (strcmp(name, TYPES[i].name) == 0) {
            *real = TYPES[i].real;
            *sign = TYPES[i].sign;
            return TYPES[i].size;
        }
    }
    return 0;
}

static int value_of(char c)
{
    static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *found = c ? strchr(DIGITS, c) : NULL;
    return found ? (int)(found - DIGITS) : -1;
}

GByteArray *sn_vtu_base64(const char *text, size_t length, size_t most)
{
    GByteArray *bytes = g_byte_array_new();
    uint32_t group = 0;
    int n = 0, padding = 0;
    for (size_t i = 0; i < length && bytes->len < most; i++) {
        if (g_ascii_isspace(text[i]))
            continue;
        const int value = text[i] == '=' ? 0 : value_of(text[i]);
        if (value < 0 || (text[i] == '=' && n < 2) || (padding > 0 && text[i] != '='))
            break;
        padding += text[i] == '=';
        group = group << 6 | (uint32_t)value;
        if (++n == 4) {
            const guint8 three[3] = {(guint8)(group >> 16), (guint8)(group >> 8), (guint8)group};
            g_byte_array_append(bytes, three, (guint)(3 - padding));
            n = padding = 0;
            group = 0;
        }
    }
    return bytes;
}

static bool header(const SnVtuForm *form, const guint8 *bytes, size_t length, size_t i,
                   uint64_t *value)
{
    const size_t size = form->wide_headers ? 8 : 4;
    if (i >= length / size)
        return false;
    *value = sn_mesh_unpack((const char *)bytes + i * size, (int)size, form->big_endian);
    return true;
}

/* Blocks of one size, the last of its own, each compressed. */
static const char *inflate_blocks(const SnVtuForm *form, const guint8 *bytes, size_t length,
                                  size_t most, GByteArray *data)
{
    uint64_t n, size, last, packed;
    if (!header(form, bytes, length, 0, &n) || !header(form, bytes, length, 1, &size) ||
        !header(form, bytes, length, 2, &last))
        return "ends within the header of its data";
    size_t at = 0;
    if (n > length || __builtin_mul_overflow((size_t)n + 3, form->wide_headers ? 8 : 4, &at) ||
        at > length)
        return "claims more compressed blocks than there is room for";
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t whole = i + 1 == n && last > 0 ? last : size;
        if (!header(form, bytes, length, (size_t)(3 + i), &packed) || packed > length - at)
            return "ends within its compressed data";
        /* zlib packs at most 1032 to 1 */
        if (whole > 1100 * packed + 64 || whole > most - data->len)
            return "claims more data than it holds or than are read";
        const guint start = data->len;
        g_byte_array_set_size(data, start + (guint)whole);
        uLongf got = (uLongf)whole;
        if (uncompress(data->data + start, &got, bytes + at, (uLong)packed) != Z_OK || got != whole)
            return "holds damaged compressed data";
        at += (size_t)packed;
    }
    return NULL;
}

GByteArray *sn_vtu_unpack(const SnVtuForm *form, const guint8 *bytes, size_t length, size_t most,
                          const char **reason)
{
    GByteArray *data = g_byte_array_new();
    *reason = NULL;
    if (form->zlib) {
        *reason = inflate_blocks(form, bytes, length, most, data);
    } else {
        uint64_t size;
        const size_t head = form->wide_headers ? 8 : 4;
        if (!header(form, bytes, length, 0, &size) || size > length - head)
            *reason = "ends within its data";
        else if (size > most)
            *reason = "claims more data than are read";
        else
            g_byte_array_append(data, bytes + head, (guint)size);
    }
    if (*reason)
        g_clear_pointer(&data, g_byte_array_unref);
    return data;
}
