/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/command/options.h"

#include "app/command/text_columns.h"
#include "engine/text/json_text.h"
#include "engine/text/number_text.h"

#include <math.h>
#include <string.h>

/* Columns that options and their values take in what --help says. */
static const int OPTION_WIDTH = 24;

static bool fail(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);
static bool fail(GError **error, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    char *text = g_strdup_vprintf(format, values);
    va_end(values);
    g_set_error_literal(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, text);
    g_free(text);
    return false;
}

/* The option that a word names; length of its name in *length. */
static const SnOption *find(const char *word, const SnOption *options, int n, size_t *length)
{
    const char *equals = strchr(word, '=');
    *length = equals ? (size_t)(equals - word) : strlen(word);
    for (int i = 0; i < n; i++)
        if (strlen(options[i].name) == *length && strncmp(options[i].name, word, *length) == 0)
            return &options[i];
    return NULL;
}

G_DEFINE_QUARK(sinew - options - help, sn_options_help)

static bool help(const SnOption *options, int n, GError **error)
{
    GString *text = g_string_new(NULL);
    for (int i = 0; i < n; i++) {
        g_autofree char *name = options[i].argument
                                    ? g_strconcat(options[i].name, " ", options[i].argument, NULL)
                                    : g_strdup(options[i].name);
        sn_text_columns(text, 2, name, OPTION_WIDTH, options[i].help);
    }
    g_set_error_literal(error, SN_OPTIONS_HELP, 0, text->str);
    g_string_free(text, TRUE);
    return false;
}

static bool unknown(const char *word, size_t length, const SnOption *options, int n, GError **error)
{
    g_autofree char *name = g_strndup(word, length);
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (int i = 0; i < n; i++)
        g_ptr_array_add(names, (gpointer)options[i].name);
    const char *nearest = sn_nearest_word(name, names);
    return fail(error, "unknown option %s%s%s%s", name, nearest ? "; did you mean " : "",
                nearest ? nearest : "", nearest ? "?" : "");
}

static bool store(const SnOption *option, const char *text, GError **error)
{
    switch (option->kind) {
    case SN_OPTION_FLAG:
        *(bool *)option->value = true;
        return true;
    case SN_OPTION_TEXT:
        *(const char **)option->value = text;
        return true;
    case SN_OPTION_TEXTS:
        g_ptr_array_add(option->value, (gpointer)text);
        return true;
    case SN_OPTION_NUMBER:
        break;
    }
    double number;
    const size_t taken = sn_number_parse(text, strlen(text), &number);
    if (taken == 0 || text[taken] != '\0' || !isfinite(number))
        return fail(error, "%s takes a number, not \"%s\"", option->name, text);
    *(double *)option->value = number;
    return true;
}

bool sn_options_parse(int n, char **words, const SnOption *options, int n_options,
                      GPtrArray *arguments, int least, int most, GError **error)
{
    for (int i = 0; i < n; i++)
        if (strcmp(words[i], "--help") == 0 || strcmp(words[i], "-h") == 0)
            return help(options, n_options, error);
    for (int i = 0; i < n; i++) {
        const char *word = words[i];
        if (word[0] != '-' || word[1] == '\0') {
            g_ptr_array_add(arguments, words[i]);
            continue;
        }
        size_t length;
        const SnOption *option = find(word, options, n_options, &length);
        if (!option)
            return unknown(word, length, options, n_options, error);
        const char *text = word[length] == '=' ? word + length + 1 : NULL;
        if (option->kind == SN_OPTION_FLAG) {
            if (text)
                return fail(error, "%s takes no value", option->name);
        } else if (!text) {
            if (++i >= n)
                return fail(error, "%s needs a value", option->name);
            text = words[i];
        }
        if (!store(option, text, error))
            return false;
    }
    if ((int)arguments->len < least)
        return fail(error, "an argument is missing");
    if ((int)arguments->len > most)
        return fail(error, "what is \"%s\" for?", (const char *)arguments->pdata[most]);
    return true;
}
