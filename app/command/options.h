/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of a command: --name VALUE or --name=VALUE; everything else is an argument.  What --help
 * says of them stands in the same table. */
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
    const char *argument; /* what its value is called, "T"; NULL: it has none */
    const char *help;     /* in brackets what holds without it */
} SnOption;

/* Those of many commands. */
#define SN_OPTION_SET(sets)                                                                        \
    {                                                                                              \
        "--set", SN_OPTION_TEXTS, sets, "PATH:PROPERTY=VALUE",                                     \
            "another value than the model's (a vector: x,y,z; of a coordinate also "               \
            "NAME=VALUE; may come again)"                                                          \
    }
#define SN_OPTION_QUIET(quiet)                                                                     \
    {                                                                                              \
        "--quiet", SN_OPTION_FLAG, &(quiet), NULL, "no progress and no notes"                      \
    }
#define SN_OPTION_VIEW(view)                                                                       \
    {                                                                                              \
        "--view", SN_OPTION_TEXT, &(view), "SIDE",                                                 \
            "front, back, left, right, top or bottom (as the document says)"                       \
    }
#define SN_OPTION_CLIP(clips)                                                                      \
    {                                                                                              \
        "--clip", SN_OPTION_TEXTS, clips, "nx,ny,nz,d",                                            \
            "cut away what lies beyond a plane (may come again)"                                   \
    }

/* Whose message is not what is wrong but what --help says of the options. */
#define SN_OPTIONS_HELP sn_options_help_quark()
GQuark sn_options_help_quark(void);

/* Reads words[0 .. n).  Arguments that are no options are appended to `arguments`, of which there
 * must be from least to most.  False with one line about what is wrong, or, where a word is --help
 * or -h, with an error of SN_OPTIONS_HELP. */
bool sn_options_parse(int n, char **words, const SnOption *options, int n_options,
                      GPtrArray *arguments, int least, int most, GError **error);

#endif
