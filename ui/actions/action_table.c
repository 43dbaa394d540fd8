/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/actions/action_table.h"

#include "ui/actions/action_rows.h"

#include <gtk/gtk.h>
#include <string.h>

#define MOST_ROWS 256

static const SnActionRow *const LISTS[] = {SN_ACTIONS_MODEL, SN_ACTIONS_RUN, SN_ACTIONS_VIEW};

/* Filled when first asked for; what may change in them are keys. */
static SnActionRow *all_rows(int *n)
{
    static SnActionRow rows[MOST_ROWS];
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

const SnActionRow *sn_action_table(int *n)
{
    return all_rows(n);
}

static SnActionRow *find(const char *name)
{
    int n;
    SnActionRow *rows = all_rows(&n);
    for (int i = 0; i < n; i++) {
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    }
    return NULL;
}

const SnActionRow *sn_action_row(const char *name)
{
    return find(name);
}

const SnActionRow *sn_action_shipped(const char *name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(LISTS); i++)
        for (const SnActionRow *row = LISTS[i]; row->name; row++)
            if (strcmp(row->name, name) == 0)
                return row;
    return NULL;
}

void sn_action_write_keys(const char *name, const char *const keys[SN_ACTION_MAX_KEYS])
{
    memcpy(find(name)->keys, keys, sizeof find(name)->keys);
}

char *sn_action_key_label(const SnActionRow *row)
{
    guint key = 0;
    GdkModifierType modifiers = 0;
    if (!row->keys[0] || !gtk_accelerator_parse(row->keys[0], &key, &modifiers))
        return NULL;
    return gtk_accelerator_get_label(key, modifiers);
}
