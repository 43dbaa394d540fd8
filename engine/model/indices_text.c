/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/indices_text.h"

#include "engine/text/limits.h"

#include <stdlib.h>
#include <string.h>

/* --- to text --- */

char *sn_indices_format(const SnIndices *indices)
{
    GString *text = g_string_new(NULL);
    const int32_t *x = indices->values;
    for (int i = 0; i < indices->n;) {
        int end = i + 1;
        while (end < indices->n && x[end] == x[end - 1] + 1)
            end++;
        if (end - i < 3)
            end = i + 1;
        if (text->len > 0)
            g_string_append_c(text, ' ');
        g_string_append_printf(text, "%d", x[i]);
        if (end > i + 1)
            g_string_append_printf(text, "-%d", x[end - 1]);
        i = end;
    }
    return g_string_free(text, FALSE);
}

/* --- from text --- */

/* A number at `at`, -1 if there is none or it is too large; moves on. */
static int32_t parse_number(const char **at)
{
    int64_t number = 0;
    const size_t digits = strspn(*at, "0123456789");
    for (size_t i = 0; i < digits && number <= INT32_MAX; i++)
        number = 10 * number + ((*at)[i] - '0');
    *at += digits;
    return digits == 0 || number > INT32_MAX ? -1 : (int32_t)number;
}

/* What stands between separators, for a message. */
static bool fail_at(const char *word, const char *what, char *text, size_t size)
{
    const int length = (int)MIN(strcspn(word, " \t\n,"), 40);
    g_autofree char *excerpt = g_strndup(word, (gsize)length);
    g_autofree char *valid = g_utf8_make_valid(excerpt, -1);
    g_snprintf(text, size, "\"%s\" %s", valid, what);
    return false;
}

/* One number or range; what it adds goes from *first to *last. */
static bool parse_word(const char **at, int32_t *first, int32_t *last, char *text, size_t size)
{
    const char *word = *at;
    *first = *last = parse_number(at);
    if (*first >= 0 && **at == '-') {
        ++*at;
        *last = parse_number(at);
    }
    if (*first < 0 || *last < 0 || (**at && !strchr(" \t\n,", **at)))
        return fail_at(word, "is no number from 0 to 2147483647 and no range like 0-12", text,
                       size);
    if (*last < *first) {
        g_snprintf(text, size, "\"%d-%d\" runs backwards: write %d-%d", *first, *last, *last,
                   *first);
        return false;
    }
    return true;
}

bool sn_indices_parse(const char *string, SnIndices *indices, char *text, size_t size)
{
    *indices = (SnIndices){0};
    int64_t n = 0;
    int32_t first, last;
    /* count first: a short text can claim much */
    for (const char *at = string + strspn(string, " \t\n,"); *at; at += strspn(at, " \t\n,")) {
        if (!parse_word(&at, &first, &last, text, size))
            return false;
        n += (int64_t)last - first + 1;
        if (n > SN_MAX_INDICES) {
            g_snprintf(text, size, "names more than %d numbers", SN_MAX_INDICES);
            return false;
        }
    }
    indices->values = g_new(int32_t, n);
    for (const char *at = string + strspn(string, " \t\n,"); *at; at += strspn(at, " \t\n,")) {
        parse_word(&at, &first, &last, text, size);
        for (int32_t k = last - first, i = 0; i <= k; i++)
            indices->values[indices->n++] = first + i;
    }
    return true;
}

/* --- order --- */

static int compare(const void *a, const void *b)
{
    const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

static bool ascends(const SnIndices *indices)
{
    for (int i = 1; i < indices->n; i++)
        if (indices->values[i] <= indices->values[i - 1])
            return false;
    return true;
}

void sn_indices_sort(SnIndices *indices)
{
    if (ascends(indices))
        return;
    int n = 1;
    int32_t *x = indices->values;
    qsort(x, (size_t)indices->n, sizeof *x, compare);
    for (int i = 1; i < indices->n; i++)
        if (x[i] != x[n - 1])
            x[n++] = x[i];
    indices->n = n;
}

bool sn_indices_contain(const SnIndices *indices, int number)
{
    const int32_t key = number;
    return indices->n > 0 &&
           bsearch(&key, indices->values, (size_t)indices->n, sizeof key, compare);
}
