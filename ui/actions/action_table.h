/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every action a person can ask for, by name: label, help, keys, icon.  Menus, tooltips, the
 * shortcuts window and the command palette are made from this table; what an action does is in
 * files of the window (edit, run, view) and app/ (documents, program).  Keys can be changed while
 * the program runs: ui/actions/action_keys.h. */
#ifndef SN_UI_ACTIONS_ACTION_TABLE_H
#define SN_UI_ACTIONS_ACTION_TABLE_H

#include <stdbool.h>

#define SN_ACTION_MAX_KEYS 4

typedef struct SnActionRow {
    const char *name;                     /* detailed: "win.undo", "win.tool::move" */
    const char *label;                    /* "Undo" */
    const char *help;                     /* one line; NULL: the label says it all */
    const char *group;                    /* section of the shortcuts window: "Edit" */
    const char *icon;                     /* symbolic icon, NULL: none */
    const char *keys[SN_ACTION_MAX_KEYS]; /* GTK triggers, the first is shown in menus */
} SnActionRow;

const SnActionRow *sn_action_table(int *n);
/* NULL if there is no such row. */
const SnActionRow *sn_action_row(const char *name);
/* As the program brings it: its keys are those that nobody has changed. */
const SnActionRow *sn_action_shipped(const char *name);
/* "Ctrl+Z", NULL if it has no key. Free with g_free. */
char *sn_action_key_label(const SnActionRow *row);

#endif
