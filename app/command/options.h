/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of a command: --name VALUE or --name=VALUE; everything else is an argument. */
#ifndef SN_APP_OPTIONS_H
#define SN_APP_OPTIONS_H

#include <glib.h>
#include <stdbool.h>

typedef enum SnOptionKind {
    SN_OPTION_FLAG,   /* bool */
    SN_OPTION_TEXT,   /* const char * (borrowed from the arguments) */
    SN_OPTION_TEXTS,  /* GPtrArray * of const char *, made by the caller: may come again */
    SN_OPTION_NUMBER, /* double, finite */
} SnOptionKind;

typedef struct SnOption {
    const char *name; /* "--time" */
    SnOptionKind kind;
    void *value;
} SnOption;

/* Reads words[0 .. n).  Arguments that are no options are appended to `arguments`, of which there
 * must be from least to most.  False with one line about what is wrong. */
bool sn_options_parse(int n, char **words, const SnOption *options, int n_options,
                      GPtrArray *arguments, int least, int most, GError **error);

#endif
