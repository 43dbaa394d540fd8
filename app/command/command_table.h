/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All commands, and what `sinew help` says of them. */
#ifndef SN_APP_COMMAND_TABLE_H
#define SN_APP_COMMAND_TABLE_H

#include "app/command/commands.h"

#include <glib.h>

typedef struct SnCommand {
    const char *name;
    const char *group;     /* the heading under which the overview shows it */
    const char *arguments; /* "MODEL [OPTION]..." */
    const char *summary;   /* a line */
    const char *text;      /* what else there is to know, behind the summary; may be "" */
    const char *examples;  /* a line each; may be "" */
    SnExit (*run)(int n, char **words, GError **misused);
} SnCommand;

/* NULL: there is none of that name. */
const SnCommand *sn_command_find(const char *name);
/* The name most like that, NULL if none is like it. */
const char *sn_command_nearest(const char *name);

/* What `sinew help` says (g_free). */
char *sn_command_overview(void);
/* What `sinew COMMAND --help` says (g_free); options: lines about them. */
char *sn_command_help(const SnCommand *command, const char *options);

#endif
