/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/edit/names_pattern.h"

#include "engine/model/model.h"

static char *replaced(const SnRenaming *renaming, const char *name, GError **error)
{
    if (!renaming->find || *renaming->find == '\0')
        return g_strdup(name);
    g_autoptr(GError) why = NULL;
    g_autofree char *literal =
        renaming->regular ? g_strdup(renaming->find) : g_regex_escape_string(renaming->find, -1);
    g_autoptr(GRegex) regex = g_regex_new(literal, 0, 0, &why);
    const char *with = renaming->replace ? renaming->replace : "";
    char *result = !regex              ? NULL
                   : renaming->regular ? g_regex_replace(regex, name, -1, 0, with, 0, &why)
                                       : g_regex_replace_literal(regex, name, -1, 0, with, 0, &why);
    if (!result)
        sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s: %s", renaming->find, why->message);
    return result;
}

char *sn_renamed(const SnRenaming *renaming, const char *name, int index, GError **error)
{
    g_autofree char *inner = replaced(renaming, name, error);
    if (!inner || !renaming->pattern || *renaming->pattern == '\0')
        return g_steal_pointer(&inner);
    GString *text = g_string_new(NULL);
    for (const char *at = renaming->pattern; *at;) {
        int digits = 0;
        while (at[digits] == '#')
            digits++;
        if (digits > 0) {
            g_string_append_printf(text, "%0*d", MIN(digits, 9), renaming->first + index);
            at += digits;
        } else {
            *at == '*' ? g_string_append(text, inner) : g_string_append_c(text, *at);
            at++;
        }
    }
    return g_string_free(text, FALSE);
}
