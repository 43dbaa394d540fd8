/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The demos, which the program ships beside its binary: found through $SINEW_RESOURCES, in the
 * build tree when it is run from there, else under the install prefix. */
#ifndef SN_APP_DEMOS_H
#define SN_APP_DEMOS_H

#include <glib.h>
#include <stdbool.h>

typedef struct SnDemo {
    char *name;  /* "jaw-open" */
    char *title; /* from the model: "Jaw opening" */
    char *path;
    const char *group; /* under which menus show it: "Strands"; NULL: none */
} SnDemo;

/* All demos, sorted by name; free with sn_demos_free. NULL with an error. */
GPtrArray *sn_demos_list(GError **error);
void sn_demos_free(GPtrArray *demos);
/* File of the demo called name, NULL if there is none. g_free. */
char *sn_demo_path(const char *name);

/* A MODEL argument is a file or a demo's name: its file, NULL with an error. */
char *sn_model_argument(const char *argument, GError **error);

#endif
