/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/text/json_text.h"
#include "engine/text/limits.h"
#include "engine/text/number_text.h"

#include <string.h>

#define WIDTH       100
#define INDENT      2
#define OPEN_LEVELS 2 /* the document and the model are never put on one line */

/* --- printing --- */

static void print_string(const char *string, size_t length, GString *text)
{
    g_string_append_c(text, '"');
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)string[i];
        if (c == '"' || c == '\\')
            g_string_append_printf(text, "\\%c", c);
        else if (c == '\n')
            g_string_append(text, "\\n");
        else if (c == '\t')
            g_string_append(text, "\\t");
        else if (c < 32)
            g_string_append_printf(text, "\\u%04x", c);
        else
            g_string_append_c(text, (char)c);
    }
    g_string_append_c(text, '"');
}

static void print_scalar(const json_t *json, GString *text)
{
    char number[SN_NUMBER_TEXT_SIZE];
    switch (json_typeof(json)) {
    case JSON_STRING:
        print_string(json_string_value(json), json_string_length(json), text);
        break;
    case JSON_INTEGER:
        g_string_append_printf(text, "%" JSON_INTEGER_FORMAT, json_integer_value(json));
        break;
    case JSON_REAL:
        g_string_append_len(text, number, sn_number_format(json_real_value(json), number));
        break;
    case JSON_TRUE:
        g_string_append(text, "true");
        break;
    case JSON_FALSE:
        g_string_append(text, "false");
        break;
    default:
        g_string_append(text, "null");
        break;
    }
}

static bool is_branch(const json_t *json)
{
    return json_is_object(json) || json_is_array(json);
}

/* Appends the value on one line; gives up when it becomes longer than `limit` bytes of text in all,
 * or holds a list of objects. */
static bool print_flat(const json_t *json, size_t limit, GString *text)
{
    if (json_is_object(json)) {
        g_string_append_c(text, '{');
        const char *key, *separator = "";
        json_t *value;
        json_object_foreach((json_t *)json, key, value)
        {
            g_string_append(text, separator);
            print_string(key, strlen(key), text);
            g_string_append(text, ": ");
            if (!print_flat(value, limit, text))
                return false;
            separator = ", ";
        }
        g_string_append_c(text, '}');
    } else if (json_is_array(json)) {
        g_string_append_c(text, '[');
        for (size_t i = 0; i < json_array_size(json); i++) {
            const json_t *value = json_array_get(json, i);
            g_string_append(text, i ? ", " : "");
            if (json_is_object(value) || !print_flat(value, limit, text))
                return false;
        }
        g_string_append_c(text, ']');
    } else {
        print_scalar(json, text);
    }
    return text->len <= limit;
}

static void new_line(GString *text, int level)
{
    g_string_append_c(text, '\n');
    for (int i = 0; i < INDENT * level; i++)
        g_string_append_c(text, ' ');
}

static size_t line_start(const GString *text)
{
    const char *last = g_strrstr_len(text->str, (gssize)text->len, "\n");
    return last ? (size_t)(last - text->str) + 1 : 0;
}

static void print(const json_t *json, int level, size_t start, GString *text);

/* Scalars fill the lines; everything else has lines of its own. */
static void print_array(const json_t *json, int level, size_t start, GString *text)
{
    g_string_append_c(text, '[');
    bool fill = false;
    const size_t n = json_array_size(json);
    for (size_t i = 0; i < n; i++) {
        const json_t *value = json_array_get(json, i);
        const size_t before = text->len;
        if (fill && !is_branch(value)) {
            g_string_append_c(text, ' ');
            print_scalar(value, text);
            if (text->len - start >= WIDTH) {
                g_string_truncate(text, before);
                fill = false;
            }
        } else {
            fill = false;
        }
        if (!fill) {
            new_line(text, level + 1);
            start = text->len - (size_t)(INDENT * (level + 1));
            print(value, level + 1, start, text);
        }
        fill = !is_branch(value);
        if (i + 1 < n)
            g_string_append_c(text, ',');
    }
    new_line(text, level);
    g_string_append_c(text, ']');
}

static void print_object(const json_t *json, int level, GString *text)
{
    g_string_append_c(text, '{');
    const char *key, *separator = "";
    json_t *value;
    json_object_foreach((json_t *)json, key, value)
    {
        g_string_append(text, separator);
        new_line(text, level + 1);
        const size_t start = text->len - (size_t)(INDENT * (level + 1));
        print_string(key, strlen(key), text);
        g_string_append(text, ": ");
        print(value, level + 1, start, text);
        separator = ",";
    }
    new_line(text, level);
    g_string_append_c(text, '}');
}

/* start: where the present line begins in the text. */
static void print(const json_t *json, int level, size_t start, GString *text)
{
    const size_t before = text->len;
    const bool open = level < OPEN_LEVELS && json_is_object(json) && json_object_size(json) > 0;
    /* one byte less: a comma follows */
    if (!open && print_flat(json, is_branch(json) ? start + WIDTH - 1 : SIZE_MAX, text))
        return;
    g_string_truncate(text, before);
    if (json_is_object(json))
        print_object(json, level, text);
    else
        print_array(json, level, start, text);
}

char *sn_json_print(const json_t *json)
{
    GString *text = g_string_new(NULL);
    print(json, 0, line_start(text), text);
    g_string_append_c(text, '\n');
    return g_string_free(text, FALSE);
}

/* --- before parsing --- */

/* What is counted on the way through a text. */
typedef struct Count {
    int depth;
    size_t cost;                        /* about 64 bytes each */
    size_t keys[SN_MAX_JSON_DEPTH + 1]; /* of the objects that are open */
    const char *string, *string_end;    /* the last one */
} Count;

/* Outside strings.  NULL, or why the text is refused. */
static const char *count_character(Count *count, char c)
{
    switch (c) {
    case ',':
        count->cost++;
        break;
    case ':':
        if (count->string_end - count->string > SN_MAX_STRING_BYTES)
            return "a key is longer than 65536 bytes, the most that is read";
        if (++count->keys[count->depth] > SN_MAX_JSON_KEYS)
            return "an object has more than a million keys; a model file needs fewer";
        break;
    case '{':
    case '[':
        count->cost += c == '{' ? 5 : 2;
        if (++count->depth > SN_MAX_JSON_DEPTH)
            return "brackets are nested more than 64 deep; a model file needs fewer";
        count->keys[count->depth] = 0;
        break;
    case '}':
    case ']':
        count->depth -= count->depth > 0;
        break;
    default:
        break;
    }
    return count->cost > SN_MAX_JSON_VALUES
               ? "holds more than 16 million values; keep large data in files beside it"
               : NULL;
}

/* Past the string whose quote is at i. */
static size_t skip_text(const char *text, size_t length, size_t i, int *line)
{
    for (i++; i < length && text[i] != '"'; i++) {
        *line += text[i] == '\n';
        i += text[i] == '\\';
    }
    return MIN(i, length);
}

bool sn_json_check_size(const char *text, size_t length, int *line, const char **reason)
{
    Count count = {0};
    *line = 1;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '"') {
            count.string = text + i;
            i = skip_text(text, length, i, line);
            count.string_end = text + i;
            continue;
        }
        *line += text[i] == '\n';
        *reason = count_character(&count, text[i]);
        if (*reason)
            return false;
    }
    return true;
}

/* --- for messages --- */

/* Levenshtein distance with neighbours swapped as one step, up to 63 bytes of each word. */
static int distance(const char *a, const char *b)
{
    const int n = (int)MIN(strlen(a), 63), m = (int)MIN(strlen(b), 63);
    int rows[3][64];
    for (int j = 0; j <= m; j++)
        rows[0][j] = j;
    for (int i = 1; i <= n; i++) {
        int *row = rows[i % 3];
        const int *above = rows[(i + 2) % 3], *twice = rows[(i + 1) % 3];
        row[0] = i;
        for (int j = 1; j <= m; j++) {
            row[j] = MIN(MIN(above[j], row[j - 1]) + 1, above[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = MIN(row[j], twice[j - 2] + 1);
        }
    }
    return rows[n % 3][m];
}

const char *sn_nearest_word(const char *word, const GPtrArray *words)
{
    const char *nearest = NULL;
    int least = (int)MIN(strlen(word), 12) / 3 + 1;
    for (guint i = 0; i < words->len; i++) {
        const char *candidate = (const char *)g_ptr_array_index(words, i);
        const int steps = distance(word, candidate);
        if (steps < least) {
            least = steps;
            nearest = candidate;
        }
    }
    return nearest;
}

char *sn_excerpt(const char *text, size_t length)
{
    const bool cut = length > 60;
    char *valid = g_utf8_make_valid(text, (gssize)MIN(length, 60));
    GString *excerpt = g_string_new(NULL);
    for (const char *p = valid; *p; p = g_utf8_next_char(p)) {
        const gunichar c = g_utf8_get_char(p);
        g_string_append_unichar(excerpt, g_unichar_isprint(c) ? c : ' ');
    }
    if (cut)
        g_string_append(excerpt, "...");
    g_free(valid);
    return g_string_free(excerpt, FALSE);
}
