/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/name_like.h"

#include "engine/model/model.h"

#include <string.h>

char *sn_name_like(const char *wish)
{
    g_autofree char *valid = g_utf8_make_valid(wish, -1);
    GString *name = g_string_new(NULL);
    for (const char *at = valid; *at && name->len < 110; at = g_utf8_next_char(at)) {
        const gunichar c = g_utf8_get_char(at);
        if (c < 128 && strchr("./:,", (int)c))
            g_string_append_c(name, '_');
        else if (!g_unichar_iscntrl(c))
            g_string_append_unichar(name, c);
    }
    char *text = g_strstrip(g_string_free(name, FALSE));
    if (*text && !g_ascii_isdigit(*text) && sn_name_check(text, NULL))
        return text;
    char *other = g_strconcat("_", text, NULL);
    g_free(text);
    if (sn_name_check(other, NULL))
        return other;
    g_free(other);
    return g_strdup("component");
}
