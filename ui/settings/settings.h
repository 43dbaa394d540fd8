/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the program remembers between runs: window and panel sizes, colours, recent files; in
 * $XDG_CONFIG_HOME/sinew/state.ini.  Losing it loses nothing else. */
#ifndef SN_UI_SETTINGS_SETTINGS_H
#define SN_UI_SETTINGS_SETTINGS_H

#include <glib.h>
#include <stdbool.h>

typedef struct SnSettings SnSettings;

/* Reads the file; a missing or broken one gives the defaults. */
SnSettings *sn_settings_new(void);
/* Writes what is unsaved. */
void sn_settings_free(SnSettings *settings);

int sn_settings_get_int(SnSettings *settings, const char *key, int otherwise);
void sn_settings_set_int(SnSettings *settings, const char *key, int value);
/* Free with g_free; never NULL. */
char *sn_settings_get_text(SnSettings *settings, const char *key, const char *otherwise);
void sn_settings_set_text(SnSettings *settings, const char *key, const char *value);

/* Keys that a person has given an action, NULL-terminated, free with g_strfreev; NULL: none of its
 * own.  No keys are an empty list. */
char **sn_settings_get_keys(SnSettings *settings, const char *action);
/* NULL: forgets them. */
void sn_settings_set_keys(SnSettings *settings, const char *action, const char *const *keys);

/* Absolute paths, newest first, those that exist; NULL-terminated, free with g_strfreev. */
char **sn_settings_recent(SnSettings *settings);
void sn_settings_add_recent(SnSettings *settings, const char *path);

/* Writes the file if something changed. */
void sn_settings_save(SnSettings *settings);

#endif
