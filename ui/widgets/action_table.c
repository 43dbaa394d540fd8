/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/action_table.h"

#include "ui/widgets/action_rows.h"

#include <gtk/gtk.h>
#include <string.h>

#define MOST_ROWS 256

const SnActionRow *sn_action_table(int *n)
{
    static const SnActionRow *const LISTS[] = {SN_ACTIONS_MODEL, SN_ACTIONS_RUN, SN_ACTIONS_VIEW};
    static SnActionRow rows[MOST_ROWS]; /* filled when first asked for */
    static int count;
    const bool made = count > 0;
    for (gsize i = 0; !made && i < G_N_ELEMENTS(LISTS); i++)
        for (const SnActionRow *row = LISTS[i]; row->name; row++) {
            g_assert(count < MOST_ROWS);
            rows[count++] = *row;
        }
    *n = count;
    return rows;
}

const SnActionRow *sn_action_row(const char *name)
{
    int n;
    const SnActionRow *rows = sn_action_table(&n);
    for (int i = 0; i < n; i++) {
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    }
    return NULL;
}

char *sn_action_key_label(const SnActionRow *row)
{
    guint key = 0;
    GdkModifierType modifiers = 0;
    if (!row->keys[0] || !gtk_accelerator_parse(row->keys[0], &key, &modifiers))
        return NULL;
    return gtk_accelerator_get_label(key, modifiers);
}

char *sn_action_tooltip(const char *name)
{
    const SnActionRow *row = sn_action_row(name);
    g_assert(row);
    char *keys = sn_action_key_label(row);
    const char *text = row->help ? row->help : row->label;
    char *tooltip = keys ? g_strdup_printf("%s (%s)", text, keys) : g_strdup(text);
    g_free(keys);
    return tooltip;
}
