/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Left and right in names: femur_l and femur_r, left_hand and right_hand, LFemur is none. */
#include "engine/model/edit/edit.h"

#include <string.h>

static const char *const SIDES[][2] = {{"left", "right"}, {"Left", "Right"}, {"LEFT", "RIGHT"},
                                       {"l", "r"},        {"L", "R"},        {"lt", "rt"},
                                       {"LT", "RT"}};

static bool is_separator(char c)
{
    return c == '\0' || strchr("_- ()[]", c);
}

/* Whether the word at `at` begins and ends as words do: at separators, or where small letters or
 * digits meet capitals (femurLeft, LeftFemur). */
static bool stands_alone(const char *name, const char *at, const char *word)
{
    const size_t n = strlen(word);
    const char before = at > name ? at[-1] : '\0', after = at[n];
    const bool capital = g_ascii_isupper(*word), shout = n > 1 && g_ascii_isupper(word[1]);
    const bool begins =
        is_separator(before) || (capital && (g_ascii_islower(before) || g_ascii_isdigit(before)));
    const bool ends = is_separator(after) || g_ascii_isdigit(after) ||
                      (n > 2 && !shout && g_ascii_isupper(after));
    return begins && ends;
}

char *sn_mirrored_name(const char *name)
{
    for (gsize i = 0; i < 2 * G_N_ELEMENTS(SIDES); i++) {
        const char *word = SIDES[i / 2][i % 2], *other = SIDES[i / 2][1 - i % 2];
        for (const char *at = name; (at = strstr(at, word)); at++) {
            /* a letter alone is a side at the ends of a name only: tendon_l_2 may be the l-th */
            const bool outer = strlen(word) > 2 || at == name || at[strlen(word)] == '\0';
            if (outer && stands_alone(name, at, word))
                return g_strdup_printf("%.*s%s%s", (int)(at - name), name, other,
                                       at + strlen(word));
        }
    }
    return NULL;
}
